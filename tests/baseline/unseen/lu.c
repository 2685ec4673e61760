/* lu: factors of a dense matrix without pivoting; two launches for each column. */
#include "bench.h"

static int n;
static double *matrix, *factors;

static void
setup(int size)
{
	uint32_t seed = 2;

	n = size;
	ARRAY(matrix, n * n);
	ARRAY(factors, n * n);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			matrix[i * n + j] = next_real(&seed) + (i == j ? n : 0);
	to_device(matrix);
}

#ifdef CUDA
static void
step(void)
{
	LAUNCH(lu_copy, BLOCKS(n * n), 256, D(factors), D(matrix), V(n));
	for (int k = 0; k < n - 1; k++) {
		LAUNCH(lu_column, BLOCKS(n - k - 1), 256, D(factors), V(n), V(k));
		GRID(lu_update, (n - k - 1 + 31) / 32, (n - k - 1 + 7) / 8, 32, 8, D(factors), V(n), V(k));
	}
}
#else
static void
lu_copy(double *a, const double *from, int n)
{
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < n * n; i++)
		a[i] = from[i];
}

static void
lu_column(double *a, int n, int k)
{
	#pragma omp target teams distribute parallel for
	for (int i = k + 1; i < n; i++)
		a[i * n + k] /= a[k * n + k];
}

static void
lu_update(double *a, int n, int k)
{
	#pragma omp target teams distribute parallel for collapse(2)
	for (int i = k + 1; i < n; i++)
		for (int j = k + 1; j < n; j++)
			a[i * n + j] -= a[i * n + k] * a[k * n + j];
}

static void
step(void)
{
	lu_copy(factors, matrix, n);
	for (int k = 0; k < n - 1; k++) {
		lu_column(factors, n, k);
		lu_update(factors, n, k);
	}
}
#endif

/* Elements of the factors' product. */
static bool
check(void)
{
	bool right = true;

	from_device(factors);
	for (int i = 0; i < n; i += 7)
		for (int j = i % 5; j < n; j += 5) {
			double sum = 0;

			for (int k = 0; k <= i && k <= j; k++)
				sum += (k == i ? 1 : factors[i * n + k]) * factors[k * n + j];
			right = right && close_to(sum, matrix[i * n + j], 1e-10);
		}
	return right;
}

const struct bench lu = { "lu", { 24, 128, 512 }, setup, step, check };
