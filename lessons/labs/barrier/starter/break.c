/*
 * Each team adds up a row, as a tree in shared memory.  Right as it is: to be broken.
 */
#include "verdict.h"

#include <stdlib.h>

#define TEAMS 4
#define N 64

static int row[TEAMS][N], sum[TEAMS];

static void
on_device(void)
{
	#pragma omp target teams num_teams(TEAMS) thread_limit(N) map(to: row) map(from: sum)
	{
		int team = omp_get_team_num();
		int buffer[N];
		#pragma omp allocate(buffer) allocator(omp_pteam_mem_alloc)

		/* YOURS from here: take out one barrier. */
		#pragma omp parallel num_threads(N)
		{
			int me = omp_get_thread_num();

			buffer[me] = row[team][me];
			#pragma omp barrier
			if (me < 32)
				buffer[me] += buffer[me + 32];
			#pragma omp barrier
			for (int half = 16; half > 0; half /= 2) {
				if (me < half)
					buffer[me] += buffer[me + half];
				#pragma omp barrier
			}
			if (me == 0)
				sum[team] = buffer[0];
		}
		/* to here. */
	}
}

/* The seed makes the numbers: make grade takes another one each time. */
int
main(int argc, char **argv)
{
	int seed = argc > 1 ? atoi(argv[1]) : 3;
	long wrong = 0;

	for (int t = 0; t < TEAMS; t++)
		for (int i = 0; i < N; i++)
			row[t][i] = (t + seed) * i % 97;
	on_device();
	for (int t = 0; t < TEAMS; t++) {
		int should = 0;

		for (int i = 0; i < N; i++)
			should += row[t][i];
		wrong += differs("sum", t, -1, sum[t], should);
	}
	return verdict("break", wrong, TEAMS);
}
