// An update is atomic, the read of the same counter is not.
// expect: race_atomic.c:20: 
// expect: 'n' (4 bytes)
// expect: race_atomic.c:17: 
// expect: atomically updates
#include <stdio.h>
#include <omp.h>

int main(void)
{
	int n = 0, seen[64] = { 0 };
	#pragma omp target map(tofrom: n, seen)
	#pragma omp parallel num_threads(64)
	{
		int me = omp_get_thread_num();

		#pragma omp atomic
		n += 1;

		seen[me] = n;
	}
	printf("%d\n", n);
	return 0;
}
