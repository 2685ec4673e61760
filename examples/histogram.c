/*
 * Histogram: how often each value occurs.
 *
 * Shows: `atomic update` on elements that threads of all teams hit at once, and `atomic capture`,
 * which gives each value its rank among its equals.
 * Source: a common exercise; the data comes from a linear congruential generator.
 * Usage: histogram [values]
 */
#include "verdict.h"
#include <stdlib.h>

#define BINS 61

static unsigned count[BINS], expected[BINS], rank_sum[BINS];

int
main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 300000;
	unsigned char *value = malloc(n);
	unsigned x = 12345;
	long wrong = 0;

	for (int i = 0; i < n; i++) {
		x = x * 1664525 + 1013904223;
		value[i] = (x >> 24) % BINS;
		expected[value[i]]++;
	}
	#pragma omp target teams distribute parallel for map(to: value[0:n]) \
		map(tofrom: count, rank_sum)
	for (int i = 0; i < n; i++) {
		unsigned rank;

		#pragma omp atomic capture
		rank = count[value[i]]++;
		#pragma omp atomic update
		rank_sum[value[i]] += rank;
	}
	for (int k = 0; k < BINS; k++) {
		unsigned ranks = 0;

		for (unsigned r = 0; r < expected[k]; r++)
			ranks += r;
		wrong += count[k] != expected[k] || rank_sum[k] != ranks;
	}
	return verdict("histogram", wrong, BINS);
}
