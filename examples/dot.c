/*
 * Dot product: one number from two arrays.
 *
 * Shows: a reduction over all threads of all teams.
 * Source: after example 8.8 (dot product) of "OpenMP Application Programming Interface, Examples".
 * Usage: dot [elements]
 *
 * All values are whole numbers, so the order of the additions does not matter.
 */
#include "verdict.h"
#include <stdlib.h>

int
main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 1000000;
	double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
	double sum = 100, expected = 100;

	for (int i = 0; i < n; i++) {
		a[i] = i % 13 - 6;
		b[i] = i % 17 - 5;
	}
	#pragma omp target teams distribute parallel for reduction(+: sum) \
		map(to: a[0:n], b[0:n]) map(tofrom: sum)
	for (int i = 0; i < n; i++)
		sum += a[i] * b[i];
	for (int i = 0; i < n; i++)
		expected += a[i] * b[i];
	return verdict("dot", sum != expected, 1);
}
