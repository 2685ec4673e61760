/*
 * Sequential code of three kinds: without side effect, with one, and with one whose value is needed.
 *
 * Shows: what SPMD replicates, what it guards and what it broadcasts.
 * Source: Tiotto et al. 2020, section 1; Wright et al., "Implementing OpenMP's SIMD Directive
 * in LLVM's GPU Runtime", 2023, section 3.2.
 */
#include "verdict.h"

#define N 8	/* teams */
#define M 64	/* threads of a team */

static int start[N], ticket[N], c[N][M];

int
main(void)
{
	long wrong = 0;
	int teams = 0;

	#pragma omp target teams num_teams(N) thread_limit(M) map(tofrom: start, ticket, c, teams)
	{
		int me = omp_get_team_num();
		int twice = 2 * me + 1;		/* no side effect: all threads compute it */
		int mine;

		if (me == 0)
			teams = omp_get_num_teams();
		start[me] = twice;		/* a store: one thread only */
		mine = ticket[me]++;		/* one thread only, and all need the value */
		#pragma omp parallel for
		for (int i = 0; i < M; i++)
			c[me][i] = start[me] + twice * i + mine;
	}
	for (int t = 0; t < teams; t++) {
		wrong += start[t] != 2 * t + 1 || ticket[t] != 1;
		for (int i = 0; i < M; i++)
			wrong += c[t][i] != (2 * t + 1) * (i + 1);
	}
	return verdict("guarded", wrong, teams * M);
}
