/*
 * Dense matrix times vector: a team for each row, its threads for the row's elements.
 *
 * Shows: `target teams distribute` with a `parallel for reduction` inside, a variable (sum) that
 * belongs to the team, and static scheduling.
 * Source: the dense matrix-vector product of Martineau, McIntosh-Smith et al., "Performance
 * Analysis and Optimization of Clang's OpenMP 4.5 GPU Support", 2016, section IV.
 * Usage: matvec [rows [columns]]
 *
 * All values are whole numbers, so the order of the additions does not matter.
 */
#include "verdict.h"
#include <stdlib.h>

static void
matvec(double *y, const double *A, const double *x, int rows, int cols)
{
	#pragma omp target teams distribute map(to: A[0:rows * cols], x[0:cols]) map(from: y[0:rows])
	for (int i = 0; i < rows; i++) {
		double sum = 0;

		#pragma omp parallel for reduction(+: sum) schedule(static)
		for (int j = 0; j < cols; j++)
			sum += A[i * cols + j] * x[j];
		y[i] = sum;
	}
}

int
main(int argc, char **argv)
{
	int rows = argc > 1 ? atoi(argv[1]) : 300;
	int cols = argc > 2 ? atoi(argv[2]) : 500;
	double *A = malloc(sizeof *A * rows * cols), *x = malloc(sizeof *x * cols);
	double *y = malloc(sizeof *y * rows);
	long wrong = 0;

	for (int i = 0; i < rows * cols; i++)
		A[i] = i % 11 - 5;
	for (int j = 0; j < cols; j++)
		x[j] = j % 7 + 1;
	matvec(y, A, x, rows, cols);
	for (int i = 0; i < rows; i++) {
		double sum = 0;

		for (int j = 0; j < cols; j++)
			sum += A[i * cols + j] * x[j];
		wrong += y[i] != sum;
	}
	return verdict("matvec", wrong, rows);
}
