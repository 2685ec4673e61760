/* spmm: a sparse matrix of about 16 elements a row times a dense block of 16 columns. */
#include "bench.h"

enum { COLUMNS = 16 };
static int n;
static int *start, *column;
static double *value, *dense, *product;

static void
setup(int size)
{
	uint32_t seed = 5;

	n = size;
	ARRAY(start, n + 1);
	for (int i = 0; i < n; i++)
		start[i + 1] = start[i] + 8 + (int)(next_random(&seed) % 17);
	ARRAY(column, start[n]);
	ARRAY(value, start[n]);
	ARRAY(dense, n * COLUMNS);
	ARRAY(product, n * COLUMNS);
	for (int i = 0; i < start[n]; i++) {
		column[i] = (int)(next_random(&seed) % (uint32_t)n);
		value[i] = next_real(&seed);
	}
	for (int i = 0; i < n * COLUMNS; i++)
		dense[i] = next_real(&seed);
	to_device(start);
	to_device(column);
	to_device(value);
	to_device(dense);
}

#ifdef CUDA
static void
step(void)
{
	GRID(spmm_rows, 1, (n + 15) / 16, COLUMNS, 16, D(product), D(start), D(column), D(value), D(dense), V(n));
}
#else
static void
spmm_rows(double *y, const int *start, const int *column, const double *value, const double *x, int n)
{
	#pragma omp target teams distribute parallel for collapse(2)
	for (int i = 0; i < n; i++)
		for (int c = 0; c < COLUMNS; c++) {
			double sum = 0;

			for (int k = start[i]; k < start[i + 1]; k++)
				sum += value[k] * x[column[k] * COLUMNS + c];
			y[i * COLUMNS + c] = sum;
		}
}

static void
step(void)
{
	spmm_rows(product, start, column, value, dense, n);
}
#endif

static bool
check(void)
{
	bool right = true;

	from_device(product);
	for (int i = 0; i < n; i++) {
		int c = i % COLUMNS;
		double sum = 0;

		for (int k = start[i]; k < start[i + 1]; k++)
			sum += value[k] * dense[column[k] * COLUMNS + c];
		right = right && close_to(product[i * COLUMNS + c], sum, 1e-12);
	}
	return right;
}

const struct bench spmm = { "spmm", { 1 << 10, 1 << 12, 1 << 18 }, setup, step, check };
