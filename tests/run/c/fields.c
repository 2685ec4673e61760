// Fields of bits that move: to the left, to the right, to the same place, to where some of them do not fit, of
// numbers with a sign, whose copies a shift to the right fills in, of 64 bits.
#include <stdio.h>

enum { N = 64 };

#pragma omp declare target
static unsigned
pack(unsigned x, int y)
{
	unsigned r = (x >> 16 & 0xff) | (x >> 8 & 0xff) << 8 | (x & 0xff) << 16;

	r ^= (x >> 5 & 3) << 2;
	r += (x >> 3 & 0x7f) << 11;
	r ^= (x >> 7 & 0x55) << 7;
	r += (x >> 28 & 0xff) << 4; /* four of the bits are 0 */
	r ^= (x >> 4 & 0xffff) << 20;
	r += (unsigned)((y >> 9 & 0x1f) << 3);
	r ^= (unsigned)((y >> 26 & 0xff) << 2); /* copies of the sign */
	return r + (unsigned)((y >> 24 & 0x7f) << 24);
}

static unsigned long long
wide(unsigned long long x, long long y)
{
	unsigned long long r = (x >> 40 & 0xfff) << 4 | (x >> 4 & 0xfff) << 44;

	r ^= (unsigned long long)((y >> 50 & 0x3fff) << 10);
	r += (unsigned long long)((y >> 50 & 0x3ff) << 3);
	for (int k = 0; k < 8; k++)
		for (int b = 0; b < 8; b++)
			r ^= (x >> (8 * k + b) & 1) << (8 * b + k);
	return r;
}
#pragma omp end declare target

int
main(void)
{
	unsigned a[N];
	unsigned long long b[N];
	int bad = 0;

#pragma omp target teams distribute parallel for map(from : a, b)
	for (int i = 0; i < N; i++) {
		a[i] = pack(0x9e3779b9u * (unsigned)i, (int)(0x85ebca6bu * (unsigned)i));
		b[i] = wide(0x9e3779b97f4a7c15ull * (unsigned)i,
			(long long)(0xbf58476d1ce4e5b9ull * (unsigned)i));
	}
	for (int i = 0; i < N; i++)
		bad += a[i] != pack(0x9e3779b9u * (unsigned)i, (int)(0x85ebca6bu * (unsigned)i)) ||
			b[i] !=
				wide(0x9e3779b97f4a7c15ull * (unsigned)i,
					(long long)(0xbf58476d1ce4e5b9ull * (unsigned)i));
	printf("%d wrong\n", bad);
	return bad != 0;
}
