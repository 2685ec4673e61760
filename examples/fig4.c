/*
 * A team's sequential code decides which of two parallel regions runs.
 *
 * Shows: control flow around parallel regions; side effects under && that happen only sometimes.
 * Source: Bertolli et al., "Coordinating GPU Threads for OpenMP 4.0 in LLVM", 2014, Figure 4.
 * The paper omits the two bodies; a and b are chosen so that all three outcomes of the condition
 * occur: a fails (b must stay as it is), b fails, both hold.
 */
#include "verdict.h"
#include <string.h>

#define N 12		/* teams */
#define M 96		/* threads of a team */
#define NUM_IT 500

static int a[N], b[N], c[N][NUM_IT];
static int host_a[N], host_b[N], host_c[N][NUM_IT];

static void
compute_on_host(int teams)
{
	for (int me = 0; me < teams; me++) {
		if (++host_a[me] > 0 && ++host_b[me] > 0) {
			for (int i = 0; i < NUM_IT / 2; i++)
				host_c[me][i] = host_b[me] + i;
		} else {
			for (int i = NUM_IT / 2; i < NUM_IT; i++)
				host_c[me][i] = host_a[me] - i;
		}
	}
}

int
main(void)
{
	int teams = 0;
	long wrong = 0;

	for (int t = 0; t < N; t++) {
		host_a[t] = a[t] = t % 3 - 1;	/* -1 fails */
		host_b[t] = b[t] = t % 4 - 2;	/* -2 and -1 fail */
	}
	#pragma omp target teams num_teams(N) thread_limit(M) map(tofrom: a, b, c, teams)
	{
		int me = omp_get_team_num();

		if (me == 0)
			teams = omp_get_num_teams();
		if (++a[me] > 0 && ++b[me] > 0) {
			#pragma omp parallel for
			for (int i = 0; i < NUM_IT / 2; i++)
				c[me][i] = b[me] + i;	/* parallel region 1 */
		} else {
			#pragma omp parallel for
			for (int i = NUM_IT / 2; i < NUM_IT; i++)
				c[me][i] = a[me] - i;	/* parallel region 2 */
		}
	}
	compute_on_host(teams);
	for (int t = 0; t < N; t++)
		wrong += a[t] != host_a[t] || b[t] != host_b[t] ||
			 memcmp(c[t], host_c[t], sizeof c[t]) != 0;
	return verdict("fig4", wrong, N);
}
