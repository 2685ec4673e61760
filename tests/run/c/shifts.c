// Shifts of every width by constants and variables; masks, rotations and bit counting by hand.
#include <stdio.h>
#include <stdint.h>

static int count_bits(uint64_t x)
{
	int n = 0;

	for (; x; x &= x - 1)
		n++;
	return n;
}

static uint32_t rotate(uint32_t x, int n)
{
	return n ? x << n | x >> (32 - n) : x;
}

static uint32_t reverse(uint32_t x)
{
	x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
	x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
	x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
	x = (x >> 8 & 0x00ff00ff) | (x & 0x00ff00ff) << 8;
	return x >> 16 | x << 16;
}

int main(void)
{
	uint64_t out[64][6];

	#pragma omp target teams distribute parallel for map(from: out)
	for (int i = 0; i < 64; i++) {
		int32_t s = -123456789 + i;
		uint32_t u = 2654435761u * (i + 1);
		int64_t l = -(1LL << i % 63) - i;

		out[i][0] = (uint32_t)(s >> i % 32);
		out[i][1] = u >> i % 32 | (uint64_t)u << i;
		out[i][2] = l >> i;
		out[i][3] = rotate(u, i % 32) ^ reverse(u);
		out[i][4] = count_bits((uint64_t)l);
		out[i][5] = 1ull << i;
		out[i][5] |= (uint8_t)(1 << i % 8);
		out[i][5] >>= 1;
	}
	for (int i = 0; i < 64; i++)
		printf("%llx %llx %llx %llx %llu %llx\n", (unsigned long long)out[i][0],
			(unsigned long long)out[i][1], (unsigned long long)out[i][2], (unsigned long long)out[i][3],
			(unsigned long long)out[i][4], (unsigned long long)out[i][5]);
	return 0;
}
