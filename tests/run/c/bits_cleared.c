// Loops that clear the lowest bit until none is left, which are one instruction, and such that only look so.
#include <stdint.h>
#include <stdio.h>

#pragma omp declare target
static int64_t
cleared(uint64_t x)
{
	int64_t sum = 0, far = 5;
	uint64_t v = x, left;
	int n = 0, down = 9, k;

	while (v) {
		v &= v - 1;
		n++;
	}
	sum += n * 3 + (int64_t)v;
	for (uint32_t w = (uint32_t)x; w != 0; w = (w - 1) & w)
		down -= 2;
	for (uint16_t h = (uint16_t)(x >> 7); h; far += 1000000000000)
		h &= h - 1;
	for (uint16_t h = (uint16_t)(x >> 9); h; far += 100000)
		h &= h - 1;
	for (k = 0, v = x >> 3 & 0xff; v; k++, n += 7)
		v = v & (v - 1);
	sum = sum * 31 + down + far + k + n;
	for (uint8_t b = (uint8_t)x; b; b &= b - 1)
		sum += 11;
	for (int i = (int)(x & 0x7fffffff); i; i &= i - 1)
		sum ^= 1; /* no sum */
	for (signed char c = (signed char)x; c; c &= c - 1)
		sum += 13; /* signed: more bits are set than it has */
	for (v = x; v; v &= left, sum += 3)
		left = v - 1; /* read behind */
	sum += x ? (int64_t)left : 0;
	for (v = x; v > 1; v &= v - 1)
		sum += 5;
	for (v = x; v; v &= v >> 1)
		sum += 7;
	v = x | 1;
	do {
		v &= v - 1;
		sum += 17;
	} while (v);
	for (uint64_t a = x; a; a &= a - 1)
		for (uint64_t b = a >> 50; b; b &= b - 1)
			sum++;
	return sum;
}
#pragma omp end declare target

enum { N = 400 };
static int64_t got[N];

int
main(void)
{
	int wrong = 0;

	#pragma omp target teams distribute parallel for map(from: got)
	for (int i = 0; i < N; i++)
		got[i] = cleared((uint64_t)i * 0x9e3779b97f4a7c15u >> i % 64);
	for (int i = 0; i < N; i++)
		wrong += got[i] != cleared((uint64_t)i * 0x9e3779b97f4a7c15u >> i % 64);
	printf("%d wrong\n", wrong);
	return wrong != 0;
}
