/*
 * Sequential and parallel work alternating many times inside one region.
 *
 * Shows: a loop around a parallel region; a variable (beta) that the team's master carries through
 * all rounds and that all its threads read; a reduction of the team's results by the master.
 * Source: Bertolli et al., "Coordinating GPU Threads for OpenMP 4.0 in LLVM", 2014, Figure 12, the
 * micro-benchmark of Table 2: there N = 16384, K = 100, L = 1 and 10^6 tests.
 * Usage: fig12 [tests [L [K]]]
 *
 * The factors are powers of two, so that a fused multiply-add rounds like the two operations.
 */
#include "verdict.h"
#include <stdlib.h>

#define N 16384		/* elements */
#define TEAMS 16
#define THREADS 128

static double a[N], b[N], c[N], host_c[N];

/* Returns the number of teams. */
static int
compute_on_device(int num_tests, int L, int K)
{
	int teams = 0;

	#pragma omp target teams num_teams(TEAMS) thread_limit(THREADS) \
		map(to: a, b) map(tofrom: c, teams)
	{
		int share = N / omp_get_num_teams();
		int lb = share * omp_get_team_num(), ub = lb + share;
		double beta = 0;

		if (omp_get_team_num() == 0)
			teams = omp_get_num_teams();
		for (int it = 0; it < num_tests; it++) {
			/* only team masters */
			for (int i = 0; i < L; i++)
				for (int j = 0; j < K; j++)
					beta = beta * 0.5 + 0.0078125 * j;

			/* distribution across blocks and threads */
			#pragma omp parallel for
			for (int i = lb; i < ub; i++)
				c[i] += beta * a[i] + b[i];

			/* only team masters */
			for (int i = 0; i < L; i++)
				for (int j = 0; j < K; j++)
					beta = beta * 0.25 + c[lb] * 0x1p-30;
		}
	}
	return teams;
}

/* What team number `team` of `teams` computes. */
static void
compute_on_host(int num_tests, int L, int K, int team, int teams)
{
	int share = N / teams, lb = share * team, ub = lb + share;
	double beta = 0;

	for (int it = 0; it < num_tests; it++) {
		for (int i = 0; i < L; i++)
			for (int j = 0; j < K; j++)
				beta = beta * 0.5 + 0.0078125 * j;
		for (int i = lb; i < ub; i++)
			host_c[i] += beta * a[i] + b[i];
		for (int i = 0; i < L; i++)
			for (int j = 0; j < K; j++)
				beta = beta * 0.25 + host_c[lb] * 0x1p-30;
	}
}

int
main(int argc, char **argv)
{
	int num_tests = argc > 1 ? atoi(argv[1]) : 10;
	int L = argc > 2 ? atoi(argv[2]) : 1;
	int K = argc > 3 ? atoi(argv[3]) : 100;
	int teams;
	long wrong = 0;

	for (int i = 0; i < N; i++) {
		a[i] = 1 << i % 4;
		b[i] = i % 7;
		c[i] = host_c[i] = i % 5;
	}
	teams = compute_on_device(num_tests, L, K);
	for (int t = 0; t < teams; t++)
		compute_on_host(num_tests, L, K, t, teams);
	for (int i = 0; i < N; i++)
		wrong += c[i] != host_c[i];
	return verdict("fig12", wrong, N);
}
