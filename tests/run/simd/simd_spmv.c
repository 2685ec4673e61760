// SIMD groups: a sparse matrix-vector product (Wright et al. 2023, §6.3): rows of 0 to 20 elements
#include <stdio.h>

enum { N = 100 };
static int row[N + 1], col[N * 21];
static double val[N * 21], x[N], y[N];

int main(void)
{
	int n = 0;

	for (int i = 0; i < N; i++) {
		row[i] = n;
		for (int j = 0; j < i * 7 % 21; j++) {
			col[n] = (i * 5 + j * 11) % N;
			val[n++] = j - 3 + i % 5;
		}
		x[i] = i % 17 - 8;
	}
	row[N] = n;
	#pragma omp target teams distribute parallel for map(to: row, col, val, x) map(from: y)
	for (int i = 0; i < N; i++) {
		double sum = 0;

		#pragma omp simd reduction(+: sum) simdlen(8)
		for (int j = row[i]; j < row[i + 1]; j++)
			sum += val[j] * x[col[j]];
		y[i] = sum;
	}
	for (int i = 0; i < N; i++)
		printf("%g\n", y[i]);
	return 0;
}
