/*
 * A team works alone, then all its threads together, then alone again.
 *
 * Shows: sequential code of a team before and after a `parallel for`; values made by the team's
 * master and read by all its threads.
 * Source: Bertolli et al., "Coordinating GPU Threads for OpenMP 4.0 in LLVM", 2014, Figure 1.
 * The paper omits the loop's body; here it fills the team's row of c.
 */
#include "verdict.h"

#define N 16		/* teams */
#define M 64		/* threads of a team */
#define NUM_IT 1000

static int a[N], c[N][NUM_IT];

int
main(void)
{
	int b = 21, teams = 0;
	long wrong = 0;

	#pragma omp target map(to: b) map(from: a, c) map(tofrom: teams)
	{
		#pragma omp teams num_teams(N) thread_limit(M)
		{
			/* sequential part */
			a[omp_get_team_num()] = b * 2;

			#pragma omp parallel for
			for (int i = 0; i < NUM_IT; i++)
				c[omp_get_team_num()][i] = a[omp_get_team_num()] + i;

			/* back to sequential */
			a[omp_get_team_num()] *= 2;
			if (omp_get_team_num() == 0)
				teams = omp_get_num_teams();
		}
	}
	for (int t = 0; t < teams; t++) {
		wrong += a[t] != b * 4;
		for (int i = 0; i < NUM_IT; i++)
			wrong += c[t][i] != b * 2 + i;
	}
	return verdict("fig1", wrong, teams * (NUM_IT + 1L));
}
