// Reductions on 8-bit and 16-bit variables, which no atomic instruction of the hardware takes.
#include <stdio.h>
#include <stdbool.h>
#include <string.h>

int main(void)
{
	signed char sc = 5, smin = 100, smax = -100;
	unsigned char uc = 250, bits = 0xff, any = 0, flip = 0;
	char c = 1;
	short sh = 1, product = 3;
	unsigned short us = 65000;
	bool all = true, some = false;

	#pragma omp target teams distribute parallel for map(tofrom: sc, uc, c) reduction(+: sc, uc, c)
	for (int i = 0; i < 1000; i++) {
		sc += i % 3;
		uc += i;
		c++;
	}
	#pragma omp target map(tofrom: bits, any, flip, smin, smax)
	#pragma omp parallel for reduction(&: bits) reduction(|: any) reduction(^: flip) \
		reduction(min: smin) reduction(max: smax)
	for (int i = 0; i < 300; i++) {
		bits &= i | 0xf0;
		any |= i & 0x2a;
		flip ^= i * 3;
		smin = (signed char)(i - 50) < smin ? (signed char)(i - 50) : smin;
		smax = i % 77 > smax ? i % 77 : smax;
	}
	#pragma omp target teams distribute parallel for map(tofrom: sh, us) reduction(+: sh) reduction(-: us)
	for (int i = 0; i < 1000; i++) {
		sh += i;
		us -= 7 * i;
	}
	#pragma omp target parallel for map(tofrom: product, all, some) reduction(*: product) \
		reduction(&&: all) reduction(||: some)
	for (int i = 1; i < 5; i++) {
		product *= i;
		all = all && i < 5;
		some = some || i == 3;
	}
	bool odd = true, no[2] = { false, false };
	unsigned char bytes[3];

	#pragma omp target teams distribute parallel for map(tofrom: odd, no) reduction(+: odd, no)
	for (int i = 0; i < 1000; i++) {
		odd += i & 1;
		no[1] += i > 700;
	}
	memcpy(bytes, &odd, 1);
	memcpy(bytes + 1, no, 2);
	printf("%d %d %d, ", bytes[0], bytes[1], bytes[2]);
	printf("%d %d %d %d %d %d %d %d %d %d %d %d %d\n", sc, uc, c, bits, any, flip, smin, smax, sh, us,
		product, all, some);
	return 0;
}
