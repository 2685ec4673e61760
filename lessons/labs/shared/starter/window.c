/*
 * Sums over a window of 17 numbers that slides along an array.
 *
 * Each number is read seventeen times, from global memory.
 */
#include "verdict.h"

#define N 8192
#define R 8		/* numbers to the left, and to the right */

static int in[N + 2 * R], out[N];

static void
on_device(void)
{
	#pragma omp target teams distribute parallel for map(to: in) map(from: out)
	for (int i = 0; i < N; i++) {
		int sum = 0;

		for (int k = 0; k <= 2 * R; k++)
			sum += in[i + k];
		out[i] = sum;
	}
}

int
main(void)
{
	long wrong = 0;

	for (int i = 0; i < N + 2 * R; i++)
		in[i] = i * 29 % 1013;
	on_device();
	for (int i = 0; i < N; i++) {
		for (int k = 0; k <= 2 * R; k++)
			out[i] -= in[i + k];
		wrong += out[i] != 0;
	}
	return verdict("window", wrong, N);
}
