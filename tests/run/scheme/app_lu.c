// A program's shape: LU decomposition with partial pivoting of a VLA, the pivot search as a
// reduction on the device, rows swapped in place; then the solution and its residual.
// may-refuse: inspector
#include <math.h>
#include <stdio.h>

static int factor(int n, double a[n][n], int perm[n])
{
	int swaps = 0;

	#pragma omp target data map(tofrom: a[0:n][0:n])
	for (int k = 0; k < n; k++) {
		double best = 0;
		int row = n;

		#pragma omp target teams distribute parallel for reduction(max: best) map(tofrom: best)
		for (int i = k; i < n; i++)
			best = fabs(a[i][k]) > best ? fabs(a[i][k]) : best;
		#pragma omp target parallel for reduction(min: row) map(tofrom: row)
		for (int i = k; i < n; i++)
			if (fabs(a[i][k]) == best && i < row)
				row = i;
		if (best == 0)
			break;
		if (row != k) {
			int t = perm[k];

			perm[k] = perm[row], perm[row] = t;
			swaps++;
			#pragma omp target parallel for firstprivate(row, k)
			for (int j = 0; j < n; j++) {
				double x = a[k][j];

				a[k][j] = a[row][j];
				a[row][j] = x;
			}
		}
		#pragma omp target teams distribute
		for (int i = k + 1; i < n; i++) {
			double f = a[i][k] / a[k][k];

			a[i][k] = f;
			#pragma omp parallel for simd
			for (int j = k + 1; j < n; j++)
				a[i][j] -= f * a[k][j];
		}
	}
	return swaps;
}

int main(void)
{
	enum { N = 20 };
	static double a[N][N];
	int perm[N], swaps;
	double x[N];

	for (int i = 0; i < N; i++) {
		perm[i] = i;
		for (int j = 0; j < N; j++)
			a[i][j] = (i * 7 + j * 3 + i * j) % 17 - 8 + (i == j ? 0.5 : 0);
	}
	swaps = factor(N, a, perm);
	#pragma omp target map(to: a, perm) map(from: x)
	{
		for (int i = 0; i < N; i++) {
			x[i] = perm[i] + 1;
			for (int j = 0; j < i; j++)
				x[i] -= a[i][j] * x[j];
		}
		for (int i = N; i-- > 0; ) {
			for (int j = i + 1; j < N; j++)
				x[i] -= a[i][j] * x[j];
			x[i] /= a[i][i];
		}
	}
	printf("%d swaps\n", swaps);
	for (int i = 0; i < N; i += 6)
		printf("%d %a\n", perm[i], x[i]);
	return 0;
}
