/*
 * A matrix product, plain and in blocks: a team loads two blocks into memory of its own and uses each
 * element as often as the block is wide.
 *
 * Usage: matmul [plain|blocked].  The blocked form is as Listing 6 of Martineau et al. 2016: a team for
 * each block of the result, a thread for each of its elements, barriers (those of `for`) inside `parallel`.
 * The arrays belong to the team because they are declared outside `parallel`; minicc puts them into
 * shared memory.  Without an argument both are computed.
 */
#include "verdict.h"
#include <string.h>

#ifndef N
#define N 96                    /* a multiple of BLOCK */
#endif
#define BLOCK 16

static double a[N][N], b[N][N], c[N][N], expected[N][N];

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

static void
blocked(void)
{
	#pragma omp target teams distribute collapse(2) thread_limit(BLOCK * BLOCK) map(to: a, b) map(from: c)
	for (int row = 0; row < N; row += BLOCK)
		for (int col = 0; col < N; col += BLOCK) {
			double left[BLOCK][BLOCK], right[BLOCK][BLOCK], product[BLOCK][BLOCK];

			#pragma omp parallel
			{
				#pragma omp for collapse(2)
				for (int i = 0; i < BLOCK; i++)
					for (int j = 0; j < BLOCK; j++)
						product[i][j] = 0;
				for (int k0 = 0; k0 < N; k0 += BLOCK) {
					#pragma omp for collapse(2)
					for (int i = 0; i < BLOCK; i++)
						for (int j = 0; j < BLOCK; j++) {
							left[i][j] = a[row + i][k0 + j];
							right[i][j] = b[k0 + i][col + j];
						}
					#pragma omp for collapse(2)
					for (int i = 0; i < BLOCK; i++)
						for (int j = 0; j < BLOCK; j++)
							for (int k = 0; k < BLOCK; k++)
								product[i][j] += left[i][k] * right[k][j];
				}
				#pragma omp for collapse(2)
				for (int i = 0; i < BLOCK; i++)
					for (int j = 0; j < BLOCK; j++)
						c[row + i][col + j] = product[i][j];
			}
		}
}

static long
differences(void)
{
	long wrong = 0;

	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			wrong += c[i][j] != expected[i][j];
	return wrong;
}

int
main(int argc, char **argv)
{
	const char *way = argc > 1 ? argv[1] : "both";
	long wrong = 0;

	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			a[i][j] = (i + 2 * j) % 7;
			b[i][j] = (3 * i + j) % 5;
		}
	for (int i = 0; i < N; i++)
		for (int k = 0; k < N; k++)
			for (int j = 0; j < N; j++)
				expected[i][j] += a[i][k] * b[k][j];
	if (strcmp(way, "blocked") != 0) {
		plain();
		wrong += differences();
	}
	if (strcmp(way, "plain") != 0) {
		memset(c, 0, sizeof c);
		blocked();
		wrong += differences();
	}
	return verdict("matmul", wrong, (long)N * N);
}
