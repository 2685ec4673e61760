// The last 24 threads of a region pass by: not those that are surplus to the second region, of 40 threads.
// check: sync
// schemes: spmd jumptable generic ifmaster
// expect k40: sync_bypass.c:20: sync: barrier 1 is reached by lanes 0-7 of warp 1 (from team 0, thread 32), but
// expect k40: but not by lanes 8-31: the part counts as the whole warp in PAR_REG1 of kernel 'main_l15
// devices: k40
// expect: misused barriers: 1 (seen 1 times)
#include <stdio.h>
#include <omp.h>

int main(void)
{
	int n = 0, m = 0;

	#pragma omp target map(tofrom: n)
	#pragma omp parallel num_threads(64)
	{
		if (omp_get_thread_num() < 40) {

			#pragma omp barrier
		}
		#pragma omp atomic
		n++;
	}
	#pragma omp target parallel num_threads(40) map(tofrom: m)
	{
		#pragma omp atomic
		m++;
		#pragma omp barrier
		#pragma omp atomic
		m++;
	}
	printf("%d %d\n", n, m);
	return 0;
}
