// if on target and on parallel, num_threads, thread_limit, device(initial): where and how wide.
// needs-threads: 5
#include <stdio.h>
#include <omp.h>

int main(void)
{
	int where = -1, wide[4] = { 0 }, sum = 0, limited = 0;

	for (int on = 0; on < 2; on++) {
		#pragma omp target if(target: on) map(from: where)
		where = omp_is_initial_device();
		if (!on)
			printf("if(0): %d\n", where);
		for (int p = 0; p < 2; p++) {
			#pragma omp target if(on) map(tofrom: wide)
			{
				#pragma omp parallel if(parallel: p) num_threads(5)
				{
					#pragma omp atomic
					wide[2 * on + p]++;
				}
			}
		}
		#pragma omp target teams distribute parallel for if(target: on) if(parallel: !on) \
			map(tofrom: sum) reduction(+: sum)
		for (int i = 0; i < 100; i++)
			sum += i;
	}
	#pragma omp target device(omp_get_initial_device()) map(from: where)
	where = omp_is_initial_device();
	printf("initial device: %d\n", where);
	#pragma omp target teams num_teams(3) thread_limit(40) map(tofrom: limited)
	{
		#pragma omp parallel num_threads(100)
		{
			if (omp_get_num_threads() > 40) {
				#pragma omp atomic write
				limited = 1;
			}
		}
	}
	printf("%d %d %d %d, sum %d, over the limit: %d\n", wide[0], wide[1], wide[2], wide[3], sum, limited);
	return 0;
}
