// Addresses that differ by constants: stencils with negative lower bounds, steps, and indices at the
// edges of int, in nests of one to three loops.
#include <stdio.h>
#include <stdlib.h>

enum { N = 37, M = 29, K = 11 };

static double a[N * M * K], b[N * M * K], want[N * M * K];

static int compare(const char *what)
{
	for (int i = 0; i < N * M * K; i++)
		if (a[i] != want[i])
			return printf("%s: a[%d] is %g, not %g\n", what, i, a[i], want[i]);
	return 0;
}

#define CHECK(what, ...) \
	for (int i_ = 0; i_ < N * M * K; i_++) \
		a[i_] = want[i_] = -1; \
	__VA_ARGS__ \
	bad += compare(what);

int main(void)
{
	int bad = 0, n = N, m = M, lo = -5;
	long base = 3L << 32;

	for (int i = 0; i < N * M * K; i++)
		b[i] = rand() % 1000;
	CHECK("plane", {
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < M - 1; j++)
				want[i * M + j] = b[i * M + j - 1] + b[(i - 1) * M + j] * b[(i + 1) * M + j + 1];
		_Pragma("omp target teams distribute parallel for collapse(2) map(a, b)")
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < M - 1; j++)
				a[i * M + j] = b[i * M + j - 1] + b[(i - 1) * M + j] * b[(i + 1) * M + j + 1]; })
	CHECK("bounds from variables", {
		for (int i = 1; i < n - 1; i++)
			for (int j = m - 2; j > 0; j -= 2)
				want[i * m + j] = b[i * m + j - 1] + b[(i - 1) * m + j] * b[(i + 1) * m + j + 1];
		_Pragma("omp target teams distribute parallel for collapse(2) map(a, b)")
		for (int i = 1; i < n - 1; i++)
			for (int j = m - 2; j > 0; j -= 2)
				a[i * m + j] = b[i * m + j - 1] + b[(i - 1) * m + j] * b[(i + 1) * m + j + 1]; })
	CHECK("negative lower bounds", {
		for (int i = lo; i < 9; i++)
			for (int j = -7; j <= 8; j += 3)
				want[(i + 6) * M + j + 9] = b[(i + 7) * M + j + 9] - b[(i + 6) * M + j + 8];
		_Pragma("omp target teams distribute parallel for collapse(2) map(a, b)")
		for (int i = lo; i < 9; i++)
			for (int j = -7; j <= 8; j += 3)
				a[(i + 6) * M + j + 9] = b[(i + 7) * M + j + 9] - b[(i + 6) * M + j + 8]; })
	CHECK("space", {
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < M - 1; j++)
				for (int k = 1; k < K - 1; k++)
					want[(i * M + j) * K + k] = b[((i - 1) * M + j + 1) * K + k - 1]
						+ 2 * b[((i + 1) * M + j - 1) * K + k + 1];
		_Pragma("omp target teams distribute parallel for collapse(3) map(a, b)")
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < M - 1; j++)
				for (int k = 1; k < K - 1; k++)
					a[(i * M + j) * K + k] = b[((i - 1) * M + j + 1) * K + k - 1]
						+ 2 * b[((i + 1) * M + j - 1) * K + k + 1]; })
	/* unsigned arithmetic wraps, and its sums may not be taken apart */
	CHECK("unsigned", {
		for (unsigned i = 0; i < 100; i++)
			want[i] = b[(i - 3u) % 64u + 1] + b[(i + 4294967290u) % 64u];
		_Pragma("omp target teams distribute parallel for map(a, b)")
		for (unsigned i = 0; i < 100; i++)
			a[i] = b[(i - 3u) % 64u + 1] + b[(i + 4294967290u) % 64u]; })
	CHECK("edges of int", {
		for (int i = 2147483600; i < 2147483647; i++)
			want[i - 2147483600] = b[2147483646 - i + 1] + b[i - 2147483598];
		_Pragma("omp target teams distribute parallel for map(a, b)")
		for (int i = 2147483600; i < 2147483647; i++)
			a[i - 2147483600] = b[2147483646 - i + 1] + b[i - 2147483598]; })
	CHECK("long", {
		for (long i = base; i < base + 50; i++)
			want[i - base + 1] = b[i - base] + b[i - base + 2];
		_Pragma("omp target teams distribute parallel for map(a, b)")
		for (long i = base; i < base + 50; i++)
			a[i - base + 1] = b[i - base] + b[i - base + 2]; })
	printf("%d wrong\n", bad);
	return bad != 0;
}
