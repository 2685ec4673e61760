/*
 * Each team scales a row by the row's own factor.
 *
 * The host computes the factors, so that all threads can execute the whole region.
 */
#include "verdict.h"

#include <stdlib.h>

#define TEAMS 16
#define M 128

static int factor[TEAMS], row[TEAMS][M];

static void
compute(int seed)
{
	/* YOURS from here: move one statement. */
	for (int team = 0; team < TEAMS; team++) {
		factor[team] = team % 5 + 2;
		for (int i = 0; i < M; i++)
			row[team][i] = i * seed % 1009 + team;
	}
	#pragma omp target teams num_teams(TEAMS) thread_limit(M) map(tofrom: factor, row)
	{
		int team = omp_get_team_num();
		int shift = 3 * team;

		#pragma omp parallel for
		for (int i = 0; i < M; i++)
			row[team][i] = row[team][i] * factor[team] + shift;
	}
	/* to here. */
}

/* The seed makes the numbers: make grade takes another one each time. */
int
main(int argc, char **argv)
{
	int seed = argc > 1 ? atoi(argv[1]) : 1;
	long wrong = 0;

	compute(seed);
	for (int team = 0; team < TEAMS; team++)
		for (int i = 0; i < M; i++)
			wrong += differs("row", team, i, row[team][i], (i * seed % 1009 + team) * (team % 5 + 2) + 3 * team);
	return verdict("rows", wrong, TEAMS * M);
}
