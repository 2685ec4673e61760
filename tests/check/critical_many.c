// What a critical costs the check does not depend on how many teams there are: seconds, not hours.
// check: race
// schemes: spmd
// expect: critical_many.c:14: race: team
// expect: data races: 1 (seen
#include <stdio.h>

int main(void)
{
	int n = 0;
	#pragma omp target teams distribute num_teams(50000) thread_limit(32) map(tofrom: n)
	for (int i = 0; i < 50000; i++) {
		#pragma omp critical
		n++;
	}
	printf("%d\n", n);
	return 0;
}
