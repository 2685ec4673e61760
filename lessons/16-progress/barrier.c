/*
 * Every second thread meets at a barrier; the others pass by and come to the end of the region.
 *
 * Wrong by the specification: a barrier is for all threads of a team or for none (OpenMP 4.5
 * [2.13.3]).  Not a program to copy; it shows what two machines make of it.
 */
#include <stdio.h>
#include <omp.h>

#define N 64

int
main(void)
{
	int a[N], wrong = 0;

	#pragma omp target parallel num_threads(N) map(from: a)
	{
		int me = omp_get_thread_num();

		a[me] = me;
		if (me % 2 == 0) {
			#pragma omp barrier
			a[me]++;
		}
	}
	for (int i = 0; i < N; i++)
		wrong += a[i] != i + (i % 2 == 0);
	printf("barrier: %s (%d of %d results differ from the host's)\n", wrong ? "FAIL" : "ok", wrong, N);
	return wrong != 0;
}
