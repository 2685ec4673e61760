/*
 * Sums over a window of 17 numbers that slides along an array.
 *
 * A team fetches what its tile needs into shared memory, and reads it seventeen times there.
 */
#include "verdict.h"

#define N 8192
#define R 8		/* numbers to the left, and to the right */
#define TILE 256

static int in[N + 2 * R], out[N];

static void
on_device(void)
{
	#pragma omp target teams distribute thread_limit(TILE) map(to: in) map(from: out)
	for (int t = 0; t < N; t += TILE) {
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
}

int
main(void)
{
	long wrong = 0;

	for (int i = 0; i < N + 2 * R; i++)
		in[i] = i * 29 % 1013;
	on_device();
	for (int i = 0; i < N; i++) {
		for (int k = 0; k <= 2 * R; k++)
			out[i] -= in[i + k];
		wrong += out[i] != 0;
	}
	return verdict("window", wrong, N);
}
