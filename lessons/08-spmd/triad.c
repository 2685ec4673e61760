/*
 * STREAM's triad with a given number of teams and threads.
 *
 * Shows: a target region without sequential code, where SPMD needs no coordination at all.
 * Source: Tiotto et al., "OpenMP 4.5 Compiler Optimization for GPU Offloading", 2020, Figures 1 and 3:
 * 1024 teams of 1 to 256 threads, and as many elements as threads.  Here TEAMS and THREADS are macros.
 */
#include "verdict.h"

#ifndef TEAMS
#define TEAMS 256
#endif
#ifndef THREADS
#define THREADS 128
#endif
#define N (TEAMS * THREADS)

static double a[N], b[N], c[N];

int
main(void)
{
	double scalar = 3.0;
	long wrong = 0;

	for (int j = 0; j < N; j++) {
		b[j] = j % 11;
		c[j] = j % 7;
	}
	#pragma omp target teams distribute parallel for num_teams(TEAMS) thread_limit(THREADS) \
		map(from: a) map(to: b, c)
	for (int j = 0; j < N; j++)
		a[j] = b[j] + scalar * c[j];
	for (int j = 0; j < N; j++)
		wrong += a[j] != b[j] + scalar * c[j];
	return verdict("triad", wrong, N);
}
