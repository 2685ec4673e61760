/* bits: Hamming distances between a query of 1024 bits and many rows. */
#include "bench.h"

enum { WORDS = 16 };
static int n;
static unsigned long long *row, *query;
static int *distance;

static void
setup(int size)
{
	uint32_t seed = 13;

	n = size;
	ARRAY(row, n * WORDS);
	ARRAY(query, WORDS);
	ARRAY(distance, n);
	for (int i = 0; i < n * WORDS; i++)
		row[i] = (unsigned long long)next_random(&seed) * 0x9E3779B97F4A7C15u;
	for (int i = 0; i < WORDS; i++)
		query[i] = (unsigned long long)next_random(&seed) * 0x9E3779B97F4A7C15u;
	to_device(row);
	to_device(query);
}

#ifdef CUDA
static void
step(void)
{
	LAUNCH(bits_count, BLOCKS(n), 256, D(distance), D(row), D(query), V(n));
}
#else
static void
bits_count(int *distance, const unsigned long long *row, const unsigned long long *query, int n)
{
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < n; i++) {
		int sum = 0;

		for (int k = 0; k < WORDS; k++)
			sum += __builtin_popcountll(row[k * n + i] ^ query[k]);
		distance[i] = sum;
	}
}

static void
step(void)
{
	bits_count(distance, row, query, n);
}
#endif

static bool
check(void)
{
	bool right = true;

	from_device(distance);
	for (int i = 0; i < n; i++) {
		int sum = 0;

		for (int k = 0; k < WORDS; k++)
			sum += __builtin_popcountll(row[k * n + i] ^ query[k]);
		right = right && distance[i] == sum;
	}
	return right;
}

const struct bench bits = { "bits", { 1 << 13, 1 << 16, 1 << 21 }, setup, step, check };
