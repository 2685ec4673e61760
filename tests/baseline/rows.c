/*
 * rows.c ROWS LENGTH: the product of a sparse matrix of ROWS rows of LENGTH elements with a vector, and the scaling of
 * its rows, three times each.  What the rows have of threads and lanes is left to the compiler, which does not know how
 * long they are: rows.GPU.DATE.tsv has the kernels' times with -simd=auto and -simd=off.
 */
#include <stdio.h>
#include <stdlib.h>

int
main(int argc, char **argv)
{
	int n = argc > 2 ? atoi(argv[1]) : 1000, length = argc > 2 ? atoi(argv[2]) : 16;
	long all = (long)n * length;
	int *start = malloc((n + 1) * sizeof *start), *column = malloc(all * sizeof *column);
	double *value = malloc(all * sizeof *value), *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
	double sum = 0;

	for (int i = 0; i <= n; i++)
		start[i] = i * length;
	for (long k = 0; k < all; k++) {
		column[k] = (k / length + k * 37 % (length * 4)) % n;
		value[k] = k % 3;
	}
	for (int i = 0; i < n; i++)
		x[i] = i % 5;
	#pragma omp target data map(to: start[:n + 1], column[:all], x[:n]) map(tofrom: value[:all], y[:n])
	for (int t = 0; t < 3; t++) {
		#pragma omp target teams distribute parallel for
		for (int i = 0; i < n; i++) {
			double s = 0;

			#pragma omp simd reduction(+: s)
			for (int k = start[i]; k < start[i + 1]; k++)
				s += value[k] * x[column[k]];
			y[i] = s;
		}
		#pragma omp target teams distribute parallel for
		for (int i = 0; i < n; i++) {
			double f = 1 + (y[i] > 2);

			#pragma omp simd
			for (int k = start[i]; k < start[i + 1]; k++)
				value[k] *= f;
		}
	}
	for (int i = 0; i < n; i++)
		sum += y[i];
	printf("%g\n", sum);
	return 0;
}
