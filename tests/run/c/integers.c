// Integer corner cases in device code: promotions, shifts, comparisons of mixed signs, division
// and remainder of every width, conversions from and to floating types, enums and chars.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

enum colour { RED = -3, GREEN, BLUE = 70000 };
enum big { HUGE_ONE = 0x100000000 };

static const int64_t samples[] = {
	0, 1, -1, 2, -2, 7, -7, 127, 128, 255, 256, 32767, 32768, 65535, 65536, INT_MAX, INT_MIN,
	UINT_MAX, 0x100000000, -0x100000001, INT64_MAX, INT64_MIN, 0x123456789abcdef
};
enum { N = sizeof samples / sizeof *samples };

#define FOLD(h, x) ((h) = ((h) ^ (uint64_t)(x)) * 0x100000001b3)
#define H(x) FOLD(h, x)

#define PAIR(name, T, U) \
static uint64_t name(int64_t x, int64_t y) \
{ \
	T a = x; U b = y; uint64_t h = 14695981039346656037u; \
\
	H(a + 0u + b); H((unsigned)a * b); H(a & b); H(a | b); H(a ^ b); H(sizeof(a + b)); \
	H(a < b); H(a <= b); H(a > b); H(a >= b); H(a == b); H(a != b); \
	H(~a); H(!a); H(a && b); H(a || b); H(a ? b : a); \
	if (b && !((int64_t)b == -1 && (int64_t)a <= INT_MIN)) { H(a / b); H(a % b); } \
	H(a >> (y & 7)); H((unsigned long)a << (y & 63)); H((T)(a >> 1)); \
	H((int8_t)a); H((uint8_t)b); H((int16_t)b); H((uint16_t)a); H((_Bool)a); H((char)a); \
	H((int64_t)(float)(a / 4)); H((int64_t)(double)(b / 4)); H((enum colour)(a & 0xfff)); \
	H(b ^= a); H(b |= 3); H(b -= a & 3); H(b <<= 1); H(b >>= 2); \
	a = b; H(a--); H(--a); H(a++); H(++a); H(a *= 3u); H(a /= 7); H(a %= 5); \
	a = x & 63; H(a += 1.5); \
	return h; \
}
PAIR(p0, signed char, unsigned char)
PAIR(p1, unsigned char, short)
PAIR(p2, char, int)
PAIR(p3, short, unsigned)
PAIR(p4, unsigned short, signed char)
PAIR(p5, int, unsigned)
PAIR(p6, unsigned, int)
PAIR(p7, int, long)
PAIR(p8, long, unsigned)
PAIR(p9, long, unsigned long)
PAIR(p10, unsigned long long, int)
PAIR(p11, unsigned, unsigned long)
PAIR(p12, _Bool, long long)
PAIR(p13, long, short)

#pragma omp declare target
static uint64_t (*const pairs[])(int64_t, int64_t) = { p0, p1, p2, p3, p4, p5, p6, p7, p8,
	p9, p10, p11, p12, p13 };
#pragma omp end declare target

int main(void)
{
	uint64_t sum[14] = { 0 };
	long odd[16];

	#pragma omp target map(tofrom: sum)
	for (int k = 0; k < 14; k++)
		for (int i = 0; i < N; i++)
			for (int j = 0; j < N; j++)
				FOLD(sum[k], pairs[k](samples[i], samples[j]));
	#pragma omp target map(from: odd)
	{
		enum colour c = GREEN;
		enum big b = HUGE_ONE;
		volatile unsigned char u = 200;
		volatile char plain = 200;
		unsigned short s = 65535;

		odd[0] = c - BLUE;
		odd[1] = b << 1;
		odd[2] = u + u;
		odd[3] = plain < 0;
		odd[4] = s * 2u + (s << 15);
		odd[5] = -1 < 1u;
		odd[6] = (unsigned char)~u;
		odd[7] = ~u >> 4;
		odd[8] = sizeof 'a' + sizeof(c) * 10 + sizeof(b) * 100;
		odd[9] = c++ < RED;
		odd[10] = c;
		odd[11] = -5 / 2 * 100 + -5 % 2 + 5 % -2;
		odd[12] = 1 ? -1 : 1u;
		odd[13] = (u -= 250, u);
		odd[14] = '\377' + '\x41' + u'\xffff' + L'\u20ac';
		odd[15] = -2147483648 + 0x80000000 + 4294967295 - 0xffffffffffffffff;
	}
	for (int k = 0; k < 14; k++)
		printf("%d %016llx\n", k, (unsigned long long)sum[k]);
	for (int k = 0; k < 16; k++)
		printf("%d %ld\n", k, odd[k]);
	return 0;
}
