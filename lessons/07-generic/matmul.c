/*
 * A matrix product whose rows are shared by teams and whose columns by threads, with sequential code per row.
 *
 * Shows: what an indirect call costs where registers limit how many teams an SM holds.
 * Source: Tiotto et al. 2020, Figure 8: "a matrix multiply implementation", of which the paper says no more.
 */
#include "verdict.h"

#ifndef N
#define N 192
#endif

static double a[N][N], b[N][N], c[N][N];

int
main(void)
{
	long wrong = 0;

	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			a[i][j] = (i + 2 * j) % 7;
			b[i][j] = (3 * i + j) % 5;
		}
	#pragma omp target teams distribute thread_limit(128) map(to: a, b) map(from: c)
	for (int i = 0; i < N; i++) {
		double scale = 1;

		while (scale * a[i][i] > 1)
			scale /= 2;
		#pragma omp parallel for
		for (int j = 0; j < N; j++) {
			double sum = 0;

			for (int k = 0; k < N; k++)
				sum += a[i][k] * b[k][j];
			c[i][j] = scale * sum;
		}
	}
	for (int i = 0; i < N; i++) {
		double scale = 1;

		while (scale * a[i][i] > 1)
			scale /= 2;
		for (int j = 0; j < N; j++) {
			double sum = 0;

			for (int k = 0; k < N; k++)
				sum += a[i][k] * b[k][j];
			wrong += c[i][j] != scale * sum;
		}
	}
	return verdict("matmul", wrong, (long)N * N);
}
