/*
 * Sums over a window of 17 numbers that slides along an array.
 *
 * Each number is read seventeen times, from global memory.
 */
#include "verdict.h"

#include <stdlib.h>

#define N 8192
#define R 8		/* numbers to the left, and to the right */

static int in[N + 2 * R], out[N];

/* Number i of those that the seed makes; the array may be the device's to change. */
static int
number(int i, int seed)
{
	return (int)((long)i * seed % 1013);
}

static void
on_device(void)
{
	/* YOURS from here: one target construct. */
	#pragma omp target teams distribute parallel for map(to: in) map(from: out)
	for (int i = 0; i < N; i++) {
		int sum = 0;

		for (int k = 0; k <= 2 * R; k++)
			sum += in[i + k];
		out[i] = sum;
	}
	/* to here. */
}

/* The seed makes the numbers: make grade takes another one each time. */
int
main(int argc, char **argv)
{
	int seed = argc > 1 ? atoi(argv[1]) : 29;
	long wrong = 0;

	for (int i = 0; i < N + 2 * R; i++)
		in[i] = number(i, seed);
	on_device();
	for (int i = 0; i < N; i++) {
		int should = 0;

		for (int k = 0; k <= 2 * R; k++)
			should += number(i + k, seed);
		wrong += differs("out", i, -1, out[i], should);
	}
	return verdict("window", wrong, N);
}
