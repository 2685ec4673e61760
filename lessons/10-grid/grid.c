/*
 * One loop, four lengths: how many teams, and of how many threads?
 *
 * Usage: grid few|some|many|unknown.  Each iteration adds up one row of b.  few: 60 iterations, fewer than
 * a V100 has SMs; some: 4,096; many: 32,768.  unknown: as many, but in Figure 13 of Tiotto et al. 2020, where
 * which loop is run is decided on the device, so that the runtime does not know its length.
 */
#include "verdict.h"
#include <stdlib.h>
#include <string.h>

#define ROWS 64
#define MOST 32768

static double *a, *b;

static void
known(int n)
{
	#pragma omp target teams distribute parallel for map(to: b[0:ROWS * n]) map(from: a[0:n])
	for (int i = 0; i < n; i++) {
		double sum = 0;

		for (int k = 0; k < ROWS; k++)
			sum += b[i * ROWS + k];
		a[i] = sum;
	}
}

static void
unknown(int n, int j)
{
	#pragma omp target teams map(to: b[0:ROWS * n]) map(from: a[0:n])
	{
		if (j == 1) {
			#pragma omp distribute parallel for
			for (int i = 0; i < n / 2; i++)
				a[i] = b[i];
		} else {
			#pragma omp distribute parallel for
			for (int i = 0; i < n; i++) {
				double sum = 0;

				for (int k = 0; k < ROWS; k++)
					sum += b[i * ROWS + k];
				a[i] = sum;
			}
		}
	}
}

int
main(int argc, char **argv)
{
	const char *way = argc > 1 ? argv[1] : "some";
	int n = strcmp(way, "few") == 0 ? 60 : strcmp(way, "some") == 0 ? 4096 : MOST;
	long wrong = 0;

	a = calloc(MOST, sizeof *a);
	b = malloc(ROWS * (size_t)n * sizeof *b);
	for (int i = 0; i < ROWS * n; i++)
		b[i] = i % 13;
	if (strcmp(way, "unknown") == 0)
		unknown(n, argc);
	else
		known(n);
	for (int i = 0; i < n; i++) {
		double sum = 0;

		for (int k = 0; k < ROWS; k++)
			sum += b[i * ROWS + k];
		wrong += a[i] != sum;
	}
	return verdict(way, wrong, n);
}
