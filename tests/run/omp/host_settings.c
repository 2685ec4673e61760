// omp_* settings of the host's library, in a program whose only directives are for the device.
#include <stdio.h>
#include <omp.h>

int main(void)
{
	int n = 0;

	omp_set_num_threads(3);
	omp_set_num_teams(5);
	omp_set_teams_thread_limit(7);
	omp_set_max_active_levels(2);
	#pragma omp target map(tofrom: n)
	n += 40;
	printf("%d threads, %d teams of %d, %d levels, %d\n", omp_get_max_threads(), omp_get_max_teams(),
		omp_get_teams_thread_limit(), omp_get_max_active_levels(), n);
	return 0;
}
