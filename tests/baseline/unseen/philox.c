/* philox: random numbers from counters, Philox 4x32 with ten rounds. */
#include "bench.h"

struct four { uint32_t v[4]; };

static int n;
static struct four *numbers;

static void
setup(int size)
{
	n = size;
	ARRAY(numbers, n);
}

static inline struct four
philox_four(uint32_t counter)
{
	uint32_t a = counter, b = 0, c = 7, d = 0, k0 = 0xcafe, k1 = 0xbabe;

	for (int round = 0; round < 10; round++) {
		uint64_t p = (uint64_t)a * 0xD2511F53u, q = (uint64_t)c * 0xCD9E8D57u;

		a = (uint32_t)(q >> 32) ^ b ^ k0;
		b = (uint32_t)q;
		c = (uint32_t)(p >> 32) ^ d ^ k1;
		d = (uint32_t)p;
		k0 += 0x9E3779B9u;
		k1 += 0xBB67AE85u;
	}
	return (struct four){ { a, b, c, d } };
}

#ifdef CUDA
static void
step(void)
{
	LAUNCH(philox_fill, BLOCKS(n), 256, D(numbers), V(n));
}
#else
static void
philox_fill(struct four *out, int n)
{
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < n; i++)
		out[i] = philox_four((uint32_t)i);
}

static void
step(void)
{
	philox_fill(numbers, n);
}
#endif

static bool
check(void)
{
	bool right = true;

	from_device(numbers);
	for (int i = 0; i < n; i++) {
		struct four f = philox_four((uint32_t)i);

		for (int k = 0; k < 4; k++)
			right = right && numbers[i].v[k] == f.v[k];
	}
	return right;
}

const struct bench philox = { "philox", { 1 << 14, 1 << 16, 1 << 24 }, setup, step, check };
