/*
 * A sparse matrix-vector product with short rows of different lengths.
 *
 * Shows: three levels of parallelism where two leave threads idle.  With -DTWO_LEVELS, rows are shared
 * by teams and elements of a row by threads; else rows by threads, and elements by a thread's lanes.
 * Source: Wright et al., "Implementing OpenMP's SIMD Directive in LLVM's GPU Runtime", 2023, §6.3 and
 * Figure 9, sparse_matvec; with a reduction, which the paper had to replace by atomic updates.
 */
#include "verdict.h"

enum { ROWS = 4096, MOST = 20 };
static int row[ROWS + 1], col[ROWS * MOST];
static double val[ROWS * MOST], x[ROWS], y[ROWS];

static void
fill(void)
{
	int n = 0;

	for (int i = 0; i < ROWS; i++) {
		row[i] = n;
		for (int j = 0; j < i * 7 % MOST; j++) {
			col[n] = (i + j * j) % ROWS;
			val[n++] = (i + j) % 5 - 2;
		}
		x[i] = i % 9 - 4;
	}
	row[ROWS] = n;
}

int
main(void)
{
	long wrong = 0;

	fill();
#ifdef TWO_LEVELS
	#pragma omp target teams distribute thread_limit(32) map(to: row, col, val, x) map(from: y)
	for (int i = 0; i < ROWS; i++) {
		double sum = 0;
		#pragma omp parallel for reduction(+: sum)
#else
	#pragma omp target teams distribute parallel for map(to: row, col, val, x) map(from: y)
	for (int i = 0; i < ROWS; i++) {
		double sum = 0;
		#pragma omp simd reduction(+: sum)
#endif
		for (int j = row[i]; j < row[i + 1]; j++)
			sum += val[j] * x[col[j]];
		y[i] = sum;
	}
	for (int i = 0; i < ROWS; i++) {
		double sum = 0;
		for (int j = row[i]; j < row[i + 1]; j++)
			sum += val[j] * x[col[j]];
		wrong += y[i] != sum;
	}
	return verdict("spmv", wrong, ROWS);
}
