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

static unsigned v[64];
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
	CHECK(2) CHECK(3) CHECK(5) CHECK(6) CHECK(7) CHECK(9) CHECK(10) CHECK(11) CHECK(254) CHECK(641)
	CHECK(4094) CHECK(65537) CHECK(1000000007) CHECK(2147483647) CHECK(2147483648)
	CHECK(2147483649) CHECK(4294967295)
	printf("%d\n", bad);
	return bad != 0;
}
