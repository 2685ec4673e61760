// The lesser and greater of two, clamps, truth values and stores of a part, at the ends of every type's range.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

enum { N = 12 };
static const int64_t values[N] = { 0, 1, -1, 2, 127, 128, 255, 256, INT_MAX, INT_MIN, INT64_MAX, INT64_MIN };
static uint64_t sums[N];

#define LEAST(T, a, b) ((T)(a) < (T)(b) ? (T)(a) : (T)(b))
#define MOST(T, a, b) ((T)(a) >= (T)(b) ? (T)(a) : (T)(b))
#define SWAPPED(T, a, b) ((T)(a) < (T)(b) ? (T)(b) : (T)(a))
#define EACH(T) (uint64_t)LEAST(T, a, b) * 3 + (uint64_t)MOST(T, a, b) * 5 + (uint64_t)SWAPPED(T, b, a) * 7

#pragma omp declare target
static int clamp(int x, int n) { return x < 0 ? 0 : x >= n ? n - 1 : x; }
static unsigned clamp_unsigned(unsigned x, unsigned n) { return x >= n ? n - 1 : x; } /* n = 0: the greatest */
static int past(int x, int n) { return x > n ? n - 1 : x; }
static int constant(int x) { return x >= 100 ? 99 : x <= -100 ? -99 : x; }
#pragma omp end declare target

static uint64_t
mix(uint64_t sum, uint64_t v)
{
	return (sum ^ v) * 0x9E3779B97F4A7C15u;
}

int
main(void)
{
	uint64_t all = 0;
	volatile int zero = 0;
	int n = zero;

	#pragma omp target teams distribute parallel for map(to: values) map(from: sums)
	for (int i = 0; i < N; i++) {
		uint64_t sum = 0;
		uint8_t byte[4];
		int16_t half[2];

		for (int k = 0; k < N; k++) {
			int64_t a = values[i], b = values[k];
			int x = (int)a, y = (int)b, truth = (a < b && b > n) || a == 5;

			sum += EACH(int) + EACH(unsigned) + EACH(int64_t) + EACH(uint64_t) + EACH(int8_t) + EACH(uint16_t);
			if (y != INT_MIN)
				sum = sum * 31 + (uint64_t)clamp(x, y);
			sum = sum * 31 + clamp_unsigned((unsigned)x, (unsigned)y);
			if (y != INT_MIN)
				sum = sum * 31 + (uint64_t)past(x, y);
			sum = sum * 31 + (uint64_t)constant(x);
			byte[k & 3] = (uint8_t)((x & 255) + (y & 0x1ff));
			half[k & 1] = (int16_t)(uint16_t)(x & 0xffff);
			sum += byte[(k + 1) & 3 & -(k > 3)] + (uint64_t)half[0] + (uint64_t)((x < y) != truth) * 3;
			truth = truth ? n + 2 : truth;
			sum = sum * 31 + (uint64_t)(truth != 0) + (uint64_t)truth * 2;
		}
		sums[i] = sum;
	}
	for (int i = 0; i < N; i++)
		all = mix(all, sums[i]);
	printf("%016llx\n", (unsigned long long)all);
	return 0;
}
