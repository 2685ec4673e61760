/*
 * One array for each map type, and what they are on the device and afterwards.
 *
 * Usage: clauses.  `scratch` never leaves the device, `result` is not copied to it.
 */
#include <stdio.h>

#define N 1000

static float input[N], sums[N], scratch[N], result[N];

int
main(void)
{
	for (int i = 0; i < N; i++) {
		input[i] = i;
		sums[i] = 1;
		scratch[i] = result[i] = -1;
	}
	#pragma omp target teams distribute parallel for \
		map(to: input) map(tofrom: sums) map(alloc: scratch) map(from: result)
	for (int i = 0; i < N; i++) {
		scratch[i] = 2 * input[i];
		sums[i] += scratch[i];
		result[i] = sums[i] * sums[i];
	}
	printf("input %g, sums %g, scratch %g, result %g\n", input[3], sums[3], scratch[3], result[3]);
	return 0;
}
