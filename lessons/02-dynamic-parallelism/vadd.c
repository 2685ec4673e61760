/*
 * The vector addition of Bertolli et al. 2014, Figure 10, repeated inside one kernel so that its launch
 * by the host does not count: each team adds one block of the vector, all its threads at once.
 * Usage: vadd TEAMS THREADS [TESTS]
 */
#include "verdict.h"
#include <stdlib.h>

#define SIZE 1024

int
main(int argc, char **argv)
{
	int teams = argc > 1 ? atoi(argv[1]) : 8, threads = argc > 2 ? atoi(argv[2]) : 128;
	int tests = argc > 3 ? atoi(argv[3]) : 4, block = (SIZE + teams - 1) / teams;
	double a[SIZE], b[SIZE], c[SIZE];
	long wrong = 0;

	for (int i = 0; i < SIZE; i++) {
		a[i] = i;
		b[i] = 2 * i;
		c[i] = 1;
	}
	#pragma omp target teams num_teams(teams) thread_limit(threads) map(to: a, b) map(tofrom: c)
	for (int test = 0; test < tests; test++) {
		#pragma omp distribute
		for (int i0 = 0; i0 < SIZE; i0 += block) {
			#pragma omp parallel for
			for (int i = i0; i < (i0 + block < SIZE ? i0 + block : SIZE); i++)
				c[i] += a[i] + b[i];
		}
	}
	for (int i = 0; i < SIZE; i++)
		wrong += c[i] != 1 + 3.0 * i * tests;
	return verdict("vadd", wrong, SIZE);
}
