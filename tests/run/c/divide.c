// Division by constants, signed and unsigned, against division by the same numbers in variables.
#include <stdio.h>

#define CHECK(d) { \
	_Pragma("omp target map(tofrom: bad) map(to: v)") \
	for (int k = 0; k < 64; k++) { \
		unsigned x = v[k]; \
		volatile unsigned by = d##u; \
		volatile int sby = (int)d##u; \
		bad += x / d##u != x / by || x % d##u != x % by; \
		if (d##u <= 2147483647u) \
			bad += (int)x / (int)d##u != (int)x / sby || (int)x % (int)d##u != (int)x % sby; \
	} }

#define CHECK64(d) { \
	_Pragma("omp target map(tofrom: bad) map(to: w)") \
	for (int k = 0; k < 64; k++) { \
		unsigned long x = w[k]; \
		volatile unsigned long by = d##ul; \
		volatile long sby = (long)d##ul; \
		bad += x / d##ul != x / by || x % d##ul != x % by; \
		if (d##ul <= 9223372036854775807ul) \
			bad += (long)x / (long)d##ul != (long)x / sby || (long)x % (long)d##ul != (long)x % sby; \
	} }

static unsigned v[64];
static unsigned long w[64];
static int bad;

int main(void)
{
	int n = 0;

	for (int k = 0; k < 32; k++)
		v[n++] = 1u << k;
	for (int k = 0; k < 16; k++)
		v[n++] = ~0u - k * k * 7;
	for (int k = 0; k < 8; k++)
		v[n++] = 0x7fffffffu - k;
	for (int k = 0; k < 8; k++)
		v[n++] = k * 254 * k + 253;
	for (int k = 0; k < 64; k++)
		w[k] = k < 32 ? 1ul << 2 * k : k < 40 ? ~0ul - (unsigned long)(k * k * 7) : k < 48 ? (~0ul >> 1) - (unsigned long)k + 44 :
			v[k] * 0x9E3779B97F4A7C15u;
	w[5] = 1ul << 63;
	CHECK64(2) CHECK64(3) CHECK64(7) CHECK64(8) CHECK64(10) CHECK64(12) CHECK64(641) CHECK64(4096) CHECK64(4294967297)
	CHECK64(1000000000000000003) CHECK64(4611686018427387904) CHECK64(9223372036854775807)
	CHECK64(9223372036854775808) CHECK64(9223372036854775809) CHECK64(18446744073709551615)
	CHECK(2) CHECK(3) CHECK(5) CHECK(6) CHECK(7) CHECK(9) CHECK(10) CHECK(11) CHECK(254) CHECK(641)
	CHECK(4094) CHECK(65537) CHECK(1000000007) CHECK(2147483647) CHECK(2147483648)
	CHECK(2147483649) CHECK(4294967295)
	printf("%d\n", bad);
	return bad != 0;
}
