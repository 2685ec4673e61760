// Loops whose variable is multiplied or shifted, alone and around loops that begin, step or end by it.
#include <stdint.h>
#include <stdio.h>

#pragma omp declare target
static uint64_t
alone(uint64_t x)
{
	uint64_t s = 0;

	for (uint32_t m = 1; m; m <<= 1)
		s += (x & m) != 0;
	for (uint16_t m = 1; m; m <<= 1)
		s = s * 3 + (x & m);
	for (uint8_t m = 0x80; m; m >>= 1)
		s = s * 5 + (x & m);
	for (signed char c = 1; c > 0; c <<= 1)
		s += x ^ (uint64_t)c;
	for (uint64_t m = 1; m; m <<= 5)
		s ^= x * m;
	for (uint64_t m = UINT64_MAX; m; m >>= 9)
		s += x ^ m;
	for (int k = 1000; k > 0; k >>= 2)
		s = s * 7 + x % k;
	for (int k = -1000; k < -1; k >>= 31)
		s += k;
	for (unsigned k = 1; k < 3000000000u; k *= 3)
		s += x / k;
	for (int k = 1; k != -27; k *= -3)
		s = s * 11 + (uint64_t)k;
	for (unsigned k = 3; k == 3; k += 2) /* once, not never */
		s += x ^ k;
	return s;
}

/* Left in the middle, and the variable read behind. */
static uint64_t
early(uint64_t x)
{
	uint32_t m;
	int k;

	for (m = 1; m; m <<= 1)
		if (x & m)
			break;
	for (k = 4096; k > 1; k >>= 1) {
		if (x % k == 0)
			continue;
		if (x % k == 3)
			break;
	}
	return m * 31ull + k;
}

static uint64_t
nests(uint64_t x)
{
	uint64_t v[16], s = 0;
	int tree[16];

	for (int k = 0; k < 16; k++)
		v[k] = x + k * k;
	for (int h = 1; h < 16; h *= 2)
		for (int a = 0; a < 16; a += 2 * h)
			for (int b = a; b < a + h; b++) {
				uint64_t p = v[b], q = v[b + h];
				v[b] = p + q;
				v[b + h] = p - q;
			}
	for (unsigned half = 8; half; half >>= 1)
		for (unsigned k = 0; k < half; k++)
			v[k] ^= v[k + half] * 3;
	for (int r = 15; r-- > 8;)
		for (int c = r; c < 15; c++)
			s = s * 3 + v[c];
	for (int k = 0; k < 16; k++)
		tree[k] = (int)(x >> k & 7);
	for (int h = 1; h <= 8; h <<= 1)
		for (int k = h; k; k = (k - 1) & h)
			tree[k] += tree[k - 1];
	for (int r = 0; r < 4; r++) /* the innermost loop by the one around it */
		for (int c = 0; c <= r; c++) {
			uint64_t t = v[r * 4 + c];
			for (int j = 0; j < c; j++)
				t -= v[r * 4 + j] * v[c * 4 + j];
			v[r * 4 + c] = r == c ? t / 3 : t ^ v[c * 5];
		}
	for (int h = 3; h < 16; h += h)
		for (int k = 15; k >= h; k -= h)
			tree[k] ^= tree[k - h];
	for (int k = 0; k < 16; k++)
		s = s * 5 + (uint64_t)tree[k];
	return s + v[0] + v[10] * 3 + v[15];
}
#pragma omp end declare target

enum { N = 300 };
static uint64_t got[3][N];

int
main(void)
{
	int wrong = 0;

	#pragma omp target teams distribute parallel for map(from: got)
	for (int i = 0; i < N; i++) {
		uint64_t x = i * 0x9e3779b97f4a7c15u;

		got[0][i] = alone(x);
		got[1][i] = early(x);
		got[2][i] = nests(x);
	}
	for (int i = 0; i < N; i++) {
		uint64_t x = i * 0x9e3779b97f4a7c15u;

		wrong += (got[0][i] != alone(x)) + (got[1][i] != early(x)) + (got[2][i] != nests(x));
	}
	printf("%d wrong\n", wrong);
	return wrong != 0;
}
