/* bitonic: a bitonic sort of 32-bit keys, a launch for each comparison of all pairs. */
#include "bench.h"

static int n;
static uint32_t *keys, *sorted;

static void
setup(int size)
{
	uint32_t seed = 4;

	n = size;
	ARRAY(keys, n);
	ARRAY(sorted, n);
	for (int i = 0; i < n; i++)
		keys[i] = next_random(&seed) * 2654435761u;
	to_device(keys);
}

#ifdef CUDA
static void
copy(void)
{
	LAUNCH(bitonic_copy, BLOCKS(n), 256, D(sorted), D(keys), V(n));
}

static void
exchange(int distance, int block)
{
	LAUNCH(bitonic_exchange, BLOCKS(n), 256, D(sorted), V(n), V(distance), V(block));
}
#else
static void
bitonic_copy(uint32_t *to, const uint32_t *from, int n)
{
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < n; i++)
		to[i] = from[i];
}

static void
bitonic_exchange(uint32_t *a, int n, int distance, int block)
{
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < n; i++) {
		int other = i ^ distance;

		if (other > i) {
			uint32_t x = a[i], y = a[other];

			if ((x > y) == !(i & block)) {
				a[i] = y;
				a[other] = x;
			}
		}
	}
}

static void
copy(void)
{
	bitonic_copy(sorted, keys, n);
}

static void
exchange(int distance, int block)
{
	bitonic_exchange(sorted, n, distance, block);
}
#endif

static void
step(void)
{
	copy();
	for (int block = 2; block <= n; block *= 2)
		for (int distance = block / 2; distance > 0; distance /= 2)
			exchange(distance, block);
}

static bool
check(void)
{
	uint32_t sum = keys[0], exclusive = keys[0];
	bool right = true;

	from_device(sorted);
	sum -= sorted[0];
	exclusive ^= sorted[0];
	for (int i = 1; i < n; i++) {
		right = right && sorted[i - 1] <= sorted[i];
		sum += keys[i] - sorted[i];
		exclusive ^= keys[i] ^ sorted[i];
	}
	return right && !sum && !exclusive;
}

const struct bench bitonic = { "bitonic", { 1 << 10, 1 << 14, 1 << 21 }, setup, step, check };
