// Functions declared inside a region, the omp_* routines too: a declaration is no call.
#include <stdio.h>

int twice(int x);
#pragma omp declare target to(twice)
int twice(int x) { return 2 * x; }

int main(void)
{
	int n = 0;

	#pragma omp target map(tofrom: n)
	{
		extern int twice(int);
		extern int omp_get_num_teams(void), omp_get_thread_num(void);

		n = twice(20) + omp_get_num_teams() + omp_get_thread_num();
	}
	#pragma omp target teams distribute parallel for reduction(+: n)
	for (int i = 0; i < 10; i++) {
		int omp_get_thread_num(void);

		n += omp_get_thread_num() >= 0;
	}
	printf("%d\n", n);
	return 0;
}
