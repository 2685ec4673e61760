// Unsigned arithmetic: wrap-around, comparisons between signed and unsigned, division, conversions.
#include <stdio.h>
#include <stdint.h>
#include <limits.h>

int main(void)
{
	unsigned v[] = { 0, 1, 2, 7, 31, 1000, INT_MAX, INT_MAX + 1u, UINT_MAX - 1, UINT_MAX };
	uint32_t out[100][8];
	uint64_t wide[100];

	#pragma omp target teams distribute parallel for map(to: v) map(from: out, wide)
	for (int k = 0; k < 100; k++) {
		unsigned x = v[k / 10], y = v[k % 10];
		int sx = (int)x;

		out[k][0] = x + y;
		out[k][1] = x - y;
		out[k][2] = x * y;
		out[k][3] = y ? x / y : 77;
		out[k][4] = y ? x % y : 78;
		out[k][5] = (x < y) + 2 * (sx < (int)y) + 4 * (sx < y) + 8 * (-1 < x) + 16 * ((long)-1 < x);
		out[k][6] = (x >> 3) | (x << 29);
		out[k][7] = -x + ~y + !x;
		wide[k] = (uint64_t)x * y + (uint64_t)sx + (uint16_t)x + (uint8_t)y;
	}
	for (int k = 0; k < 100; k++)
		printf("%u %u %u %u %u %u %u %u %llu\n", out[k][0], out[k][1], out[k][2], out[k][3], out[k][4],
			out[k][5], out[k][6], out[k][7], (unsigned long long)wide[k]);
	return 0;
}
