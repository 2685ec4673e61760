/*
 * What one parallel region computes decides which parallel region comes next.
 *
 * Shows: sequential code between parallel regions that reads what the first one wrote; four
 * parallel regions on different paths of one team.
 * Source: Bertolli et al., "Coordinating GPU Threads for OpenMP 4.0 in LLVM", 2014, Figure 7.
 * The paper starts cond_gbl at 0, which makes the conjunction always false and region 1.2 dead;
 * here it starts at 1.  The bodies, which the paper omits, write the number of their region.
 */
#include "verdict.h"
#include <string.h>

#define N 16		/* teams */
#define M 64		/* threads of a team */
#define K 200		/* iterations of each region */

static int a[N], b[N], limit[N], cond[N][K], d[N][K];
static int host_a[N], host_b[N], host_cond[N][K], host_d[N][K];

static void
compute_on_host(int teams)
{
	for (int t = 0; t < teams; t++) {
		int region = 20;

		if (++host_a[t] > 0 && ++host_b[t] > 0) {
			int cond_gbl = 1;

			for (int k = 0; k < K; k++)
				host_cond[t][k] = k < limit[t];
			for (int k = 0; k < K; k++)
				cond_gbl = cond_gbl && host_cond[t][k];
			region = cond_gbl ? 12 : 13;
		}
		for (int l = 0; l < K; l++)
			host_d[t][l] = region * 1000 + l;
	}
}

/* Returns the number of teams. */
static int
compute_on_device(void)
{
	int teams = 0;

	#pragma omp target teams num_teams(N) thread_limit(M) \
		map(tofrom: a, b, cond, d, teams) map(to: limit)
	{
		int me = omp_get_team_num();

		if (me == 0)
			teams = omp_get_num_teams();
		if (++a[me] > 0 && ++b[me] > 0) {
			int cond_gbl = 1;

			#pragma omp parallel for
			for (int k = 0; k < K; k++)	/* parallel region 1.1 */
				cond[me][k] = k < limit[me];

			/* back to the master only */
			for (int k = 0; k < K; k++)
				cond_gbl = cond_gbl && cond[me][k];

			if (cond_gbl) {
				#pragma omp parallel for
				for (int l = 0; l < K; l++)	/* parallel region 1.2 */
					d[me][l] = 12000 + l;
			} else {
				#pragma omp parallel for
				for (int l = 0; l < K; l++)	/* parallel region 1.3 */
					d[me][l] = 13000 + l;
			}
		} else {
			#pragma omp parallel for
			for (int l = 0; l < K; l++)	/* parallel region 2 */
				d[me][l] = 20000 + l;
		}
	}
	return teams;
}

int
main(void)
{
	long wrong = 0;

	for (int t = 0; t < N; t++) {
		host_a[t] = a[t] = t % 4 == 1 ? -1 : 1;
		host_b[t] = b[t] = t % 4 == 2 ? -1 : 1;
		limit[t] = t % 8 < 4 ? K : K - 1;	/* all conditions hold, or all but the last */
	}
	compute_on_host(compute_on_device());
	for (int t = 0; t < N; t++)
		wrong += a[t] != host_a[t] || b[t] != host_b[t] ||
			 memcmp(cond[t], host_cond[t], sizeof cond[t]) != 0 ||
			 memcmp(d[t], host_d[t], sizeof d[t]) != 0;
	return verdict("fig7", wrong, N);
}
