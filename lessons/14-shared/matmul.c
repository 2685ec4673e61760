/*
 * A matrix product three ways: each thread for itself, in blocks shared by declaration, in blocks shared by
 * directive (Listings 5 to 7 of Martineau et al. 2016).
 *
 * Usage: matmul plain|declared|scratchpad.  A thread computes one element of the result.  In the blocked
 * forms a team of BLOCK x BLOCK threads loads a block of each factor, waits, uses it, waits.
 */
#include "verdict.h"
#include <string.h>

#ifndef N
#define N 256                   /* a multiple of BLOCK */
#endif
#ifndef BLOCK
#define BLOCK 16
#endif

static double a[N][N], b[N][N], c[N][N];

static void
plain(void)
{
	#pragma omp target teams distribute parallel for collapse(2) map(to: a, b) map(from: c)
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			double sum = 0;

			for (int k = 0; k < N; k++)
				sum += a[i][k] * b[k][j];
			c[i][j] = sum;
		}
}

/* The arrays are declared where one thread runs, and used in the region: so they are the team's. */
static void
declared(void)
{
	#pragma omp target teams distribute collapse(2) thread_limit(BLOCK * BLOCK) map(to: a, b) map(from: c)
	for (int row = 0; row < N; row += BLOCK)
		for (int col = 0; col < N; col += BLOCK) {
			double left[BLOCK][BLOCK], right[BLOCK][BLOCK];

			#pragma omp parallel num_threads(BLOCK * BLOCK)
			{
				int i = omp_get_thread_num() / BLOCK, j = omp_get_thread_num() % BLOCK;
				double sum = 0;

				for (int k0 = 0; k0 < N; k0 += BLOCK) {
					left[i][j] = a[row + i][k0 + j];
					right[i][j] = b[k0 + i][col + j];
					#pragma omp barrier
					for (int k = 0; k < BLOCK; k++)
						sum += left[i][k] * right[k][j];
					#pragma omp barrier
				}
				c[row + i][col + j] = sum;
			}
		}
}

/* The same with the directive of Listing 7, next to the code that uses them. */
static void
scratchpad(void)
{
	#pragma omp target teams distribute collapse(2) thread_limit(BLOCK * BLOCK) map(to: a, b) map(from: c)
	for (int row = 0; row < N; row += BLOCK)
		for (int col = 0; col < N; col += BLOCK) {
			#pragma omp parallel num_threads(BLOCK * BLOCK)
			{
				#pragma omp scratchpad
				double left[BLOCK][BLOCK], right[BLOCK][BLOCK];
				int i = omp_get_thread_num() / BLOCK, j = omp_get_thread_num() % BLOCK;
				double sum = 0;

				for (int k0 = 0; k0 < N; k0 += BLOCK) {
					left[i][j] = a[row + i][k0 + j];
					right[i][j] = b[k0 + i][col + j];
					#pragma omp barrier
					for (int k = 0; k < BLOCK; k++)
						sum += left[i][k] * right[k][j];
					#pragma omp barrier
				}
				c[row + i][col + j] = sum;
			}
		}
}

int
main(int argc, char **argv)
{
	const char *way = argc > 1 ? argv[1] : "scratchpad";
	long wrong = 0;

	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			a[i][j] = (i + 2 * j) % 7;
			b[i][j] = (3 * i + j) % 5;
		}
	if (strcmp(way, "plain") == 0)
		plain();
	else if (strcmp(way, "declared") == 0)
		declared();
	else
		scratchpad();
	for (int i = 0; i < N; i += 5)
		for (int j = 0; j < N; j++) {
			double sum = 0;

			for (int k = 0; k < N; k++)
				sum += a[i][k] * b[k][j];
			wrong += c[i][j] != sum;
		}
	return verdict(way, wrong, (N + 4) / 5 * (long)N);
}
