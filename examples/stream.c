/*
 * STREAM: copy, scale, add and triad on arrays of doubles that stay on the device.
 *
 * Shows: combined `target teams distribute parallel for`, `target enter data`, `target exit data`.
 * Source: J. D. McCalpin's STREAM benchmark, the four kernels and its starting values.
 * Usage: stream [elements [repetitions]]
 *
 * Every value is a whole number below 2^53 for up to ten repetitions, so the results are exact.
 */
#include "verdict.h"
#include <stdlib.h>

#ifndef N
#define N 2000000
#endif

static void
stream(double *a, double *b, double *c, int n, int times)
{
	const double scalar = 3.0;

	for (int k = 0; k < times; k++) {
		#pragma omp target teams distribute parallel for
		for (int j = 0; j < n; j++)
			c[j] = a[j];

		#pragma omp target teams distribute parallel for
		for (int j = 0; j < n; j++)
			b[j] = scalar * c[j];

		#pragma omp target teams distribute parallel for
		for (int j = 0; j < n; j++)
			c[j] = a[j] + b[j];

		#pragma omp target teams distribute parallel for
		for (int j = 0; j < n; j++)
			a[j] = b[j] + scalar * c[j];
	}
}

/* All elements go through the same values, so one of each array stands for all. */
static long
count_wrong(const double *a, const double *b, const double *c, int n, int times)
{
	double ea = 1, eb = 2, ec = 0;
	long wrong = 0;

	for (int k = 0; k < times; k++) {
		ec = ea;
		eb = 3.0 * ec;
		ec = ea + eb;
		ea = eb + 3.0 * ec;
	}
	for (int j = 0; j < n; j++)
		wrong += (a[j] != ea) + (b[j] != eb) + (c[j] != ec);
	return wrong;
}

int
main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : N;
	int times = argc > 2 ? atoi(argv[2]) : 2;
	double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), *c = malloc(n * sizeof *c);

	for (int j = 0; j < n; j++) {
		a[j] = 1;
		b[j] = 2;
		c[j] = 0;
	}
	#pragma omp target enter data map(to: a[0:n], b[0:n], c[0:n])
	stream(a, b, c, n, times);
	#pragma omp target exit data map(from: a[0:n], b[0:n], c[0:n])
	return verdict("stream", count_wrong(a, b, c, n, times), 3L * n);
}
