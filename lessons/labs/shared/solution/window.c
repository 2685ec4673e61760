/*
 * Sums over a window of 17 numbers that slides along an array.
 *
 * A team fetches what its tile needs into shared memory, and reads it seventeen times there.
 */
#include "verdict.h"

#include <stdlib.h>

#define N 8192
#define R 8		/* numbers to the left, and to the right */

static int in[N + 2 * R], out[N];

/* Number i of those that the seed makes; the array may be the device's to change. */
static int
number(int i, int seed)
{
	return (int)((long)i * seed % 1013);
}

static void
on_device(void)
{
	/* YOURS from here: one target construct. */
	#pragma omp target teams distribute thread_limit(256) map(to: in) map(from: out)
	for (int t = 0; t < N; t += 256) {
		enum { TILE = 256 };
		int tile[TILE + 2 * R];
		#pragma omp allocate(tile) allocator(omp_pteam_mem_alloc)

		#pragma omp parallel
		{
			#pragma omp for
			for (int i = 0; i < TILE + 2 * R; i++)
				tile[i] = in[t + i];
			#pragma omp for
			for (int i = 0; i < TILE; i++) {
				int sum = 0;

				for (int k = 0; k <= 2 * R; k++)
					sum += tile[i + k];
				out[t + i] = sum;
			}
		}
	}
	/* to here. */
}

/* The seed makes the numbers: make grade takes another one each time. */
int
main(int argc, char **argv)
{
	int seed = argc > 1 ? atoi(argv[1]) : 29;
	long wrong = 0;

	for (int i = 0; i < N + 2 * R; i++)
		in[i] = number(i, seed);
	on_device();
	for (int i = 0; i < N; i++) {
		int should = 0;

		for (int k = 0; k <= 2 * R; k++)
			should += number(i + k, seed);
		wrong += differs("out", i, -1, out[i], should);
	}
	return verdict("window", wrong, N);
}
