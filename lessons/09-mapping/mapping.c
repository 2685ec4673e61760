/*
 * One computation, three ways to map its data: each region on its own, only what is needed, a data region.
 *
 * Usage: mapping each|needed|region.  Three sweeps over two arrays; the results are compared with the
 * host's.  `useless` is mapped by the first way and never touched on the device, as `unused` in
 * Figure 9 of Tiotto et al. 2020.
 */
#include "verdict.h"
#include <string.h>

#define N 4096
#define SWEEPS 3

static double a[N], b[N], host_a[N], useless[N];

/* All arrays to the device and back in every sweep. */
static void
each(double factor)
{
	for (int s = 0; s < SWEEPS; s++) {
		#pragma omp target teams distribute parallel for map(tofrom: a, b, useless, factor)
		for (int i = 0; i < N; i++)
			a[i] += factor * b[i];
	}
}

/* b only to the device, useless not at all, factor as an argument of the kernel. */
static void
needed(double factor)
{
	for (int s = 0; s < SWEEPS; s++) {
		#pragma omp target teams distribute parallel for map(tofrom: a) map(to: b)
		for (int i = 0; i < N; i++)
			a[i] += factor * b[i];
	}
}

/* The arrays stay on the device for all sweeps. */
static void
region(double factor)
{
	#pragma omp target data map(tofrom: a) map(to: b)
	for (int s = 0; s < SWEEPS; s++) {
		#pragma omp target teams distribute parallel for
		for (int i = 0; i < N; i++)
			a[i] += factor * b[i];
	}
}

int
main(int argc, char **argv)
{
	const char *way = argc > 1 ? argv[1] : "each";
	long wrong = 0;

	for (int i = 0; i < N; i++) {
		a[i] = host_a[i] = i % 5;
		b[i] = i % 7;
	}
	if (strcmp(way, "each") == 0)
		each(0.5);
	else if (strcmp(way, "needed") == 0)
		needed(0.5);
	else
		region(0.5);
	for (int s = 0; s < SWEEPS; s++)
		for (int i = 0; i < N; i++)
			host_a[i] += 0.5 * b[i];
	for (int i = 0; i < N; i++)
		wrong += a[i] != host_a[i];
	return verdict(way, wrong, N);
}
