/*
 * Each thread reads what the thread before it writes, and nothing orders the two.
 *
 * Wrong by the specification: a data race (OpenMP 4.5 [1.4.1]).  Where the lanes of a warp go in step, all
 * of them read before any of them writes, and the wrong result is the same in every run.
 */
#include <stdio.h>

#define N 32

int
main(void)
{
	int a[N] = { 1 };

	#pragma omp target parallel for num_threads(N) map(tofrom: a)
	for (int i = 1; i < N; i++)
		a[i] = a[i - 1] + 1;
	printf("step: %s (the last of %d is %d)\n", a[N - 1] == N ? "ok" : "FAIL", N, a[N - 1]);
	return a[N - 1] != N;
}
