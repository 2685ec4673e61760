// Arithmetic of small types, whose upper bits matter here and do not matter there.
#include <stdint.h>
#include <stdio.h>

enum { N = 64 };

static int
bits_of(uint64_t x)
{
	char n = 0;

	for (char k = 0; k < 64; k++) {
		n = n + (x & 1);
		x = x >> 1;
	}
	return n;
}

static uint8_t
checksum(uint32_t x)
{
	uint8_t c = 0x5a;

	for (int k = 0; k < 9; k++) {
		c = (uint8_t)(c * 31 + (x >> k));
		c = (uint8_t)(c ^ (c << 3));
		c = (uint8_t)(c + (c >> 5)); /* these bits are read */
	}
	return c;
}

/* Sums pass on low bits only, until they are compared, divided, shifted or widened. */
static int64_t
mixed(int x)
{
	signed char a = (signed char)(x * 77), b = (signed char)(a + 100), c = (signed char)(b - a * 3);
	uint16_t d = (uint16_t)((uint16_t)(c * 1000) + (uint16_t)(b << 9)), e = (uint16_t)(d - 5);
	short s = (short)(e + 40000), t = (short)(s * 3);
	int64_t wide = (int64_t)(t + c) << 20;
	unsigned char small = (unsigned char)(wide >> 23);

	a = (signed char)(a + b);
	b = a < 10 ? (signed char)(b + c) : (signed char)(b - c);
	return wide + (d / 7) + (e % 9) + (s >> 3) + small + (a > b) + b * 65536;
}

static uint32_t
shifts(uint32_t x, int64_t y)
{
	uint32_t left = x << 20 << 9, out = x << 20 << 13, right = x >> 9 >> 11, none = x >> 20 >> 12;
	int64_t sign = y >> 40 >> 30, part = y >> 3 >> 2;

	return left + out + right + none + (uint32_t)sign + (uint32_t)(part & 0xffff & 0x1ff0) +
		((x | 5) | 48) + ((x ^ 99) ^ 7);
}

int
main(void)
{
	int count[N], wraps[N];
	uint8_t sum[N], store[N];
	int64_t mix[N];
	uint32_t shift[N];

	#pragma omp target teams distribute parallel for map(from: count, wraps, sum, store, mix, shift)
	for (int i = 0; i < N; i++) {
		uint32_t x = (uint32_t)i * 2654435761u;
		uint8_t low = (uint8_t)x, many = 0;
		for (int k = 0; k < 700; k++) {
			low = (uint8_t)(low * 5 + 3); /* stored alone */
			many++;
		}
		store[i] = low;
		wraps[i] = many;
		count[i] = bits_of(x * 0x100000001u);
		sum[i] = checksum(x);
		mix[i] = mixed(i * 37 - 1000);
		shift[i] = shifts(x, -(int64_t)x << 17);
	}
	for (int i = 0; i < N; i++)
		printf("%d %d %d %d %lld %u\n", count[i], wraps[i], sum[i], store[i], (long long)mix[i],
			shift[i]);
	return 0;
}
