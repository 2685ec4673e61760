/*
 * Vector addition in two levels: blocks of iterations for the teams, iterations for the threads.
 *
 * Shows: `distribute` whose loop body is a `parallel for` with its own bounds; a declare target
 * function called from the region; a last block that is shorter than the others.
 * Source: Bertolli et al., "Coordinating GPU Threads for OpenMP 4.0 in LLVM", 2014, Figure 10.
 * Usage: fig10 [vector size [block size]]
 */
#include "verdict.h"
#include <stdlib.h>

#define N 15		/* teams */
#define M 128		/* threads of a team */

#pragma omp declare target
static int
min(int x, int y)
{
	return x < y ? x : y;
}
#pragma omp end declare target

int
main(int argc, char **argv)
{
	int size = argc > 1 ? atoi(argv[1]) : 100000;
	int block_size = argc > 2 ? atoi(argv[2]) : 1024;
	double *a = malloc(size * sizeof *a), *b = malloc(size * sizeof *b);
	double *c = malloc(size * sizeof *c);
	long wrong = 0;

	for (int i = 0; i < size; i++) {
		a[i] = i;
		b[i] = 2 * i;
		c[i] = 1;
	}
	#pragma omp target map(to: a[0:size], b[0:size]) map(tofrom: c[0:size])
	{
		#pragma omp teams num_teams(N) thread_limit(M)
		{
			#pragma omp distribute
			for (int i0 = 0; i0 < size; i0 += block_size) {
				#pragma omp parallel for
				for (int i = i0; i < min(i0 + block_size, size); i++)
					c[i] += a[i] + b[i];
			}
		}
	}
	for (int i = 0; i < size; i++)
		wrong += c[i] != 1 + 3.0 * i;
	return verdict("fig10", wrong, size);
}
