// Doubles that were floats and become floats again: sums, products, quotients and roots, the least and the greatest, comparisons
// with constants between two floats, of all kinds of numbers.
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N = 4000, RESULTS = 24 };

#pragma omp declare target
static float
halved(float x, int times)
{
	while (times-- > 0)
		x = x * 0.5;
	return x;
}
#pragma omp end declare target

static unsigned
bits(float f)
{
	unsigned u;

	memcpy(&u, &f, sizeof u);
	return f != f ? 0x7fc00000 : u;
}

int
main(void)
{
	static float x[N], y[N], r[RESULTS][N];
	static unsigned char byte[N];
	static short half[N];
	unsigned seed = 12345;

	for (int i = 0; i < N; i++) {
		unsigned u = seed = seed * 1664525 + 1013904223;
		static const unsigned special[] = { 0, 0x80000000, 1, 0x80000001, 0x007fffff, 0x00800000, 0x7f7fffff, 0x7f800000,
			0xff800000, 0x7fc00000, 0x3f800000, 0x3dcccccc, 0x3dcccccd, 0x3dccccce, 0xbdcccccd, 0x4b800001 };

		if (i < 512)
			u = special[i % 16] ;
		memcpy(&x[i], &u, sizeof u);
		u = i < 512 ? special[i / 16 % 16] : i % 3 ? (seed ^ 0x1234567) : (seed & 0x807fffff) | 0x3f000000 + (u & 0x1000000);
		memcpy(&y[i], &u, sizeof u);
		byte[i] = i;
		half[i] = i * 37;
	}
	#pragma omp target teams distribute parallel for map(to: x, y, byte, half) map(from: r)
	for (int i = 0; i < N; i++) {
		double a = x[i], b = y[i], h;

		r[0][i] = x[i] * 0.1 > 0.1;
		r[1][i] = x[i] * 0.5;
		r[2][i] = a + b;
		r[3][i] = a - b;
		r[4][i] = a * b;
		r[5][i] = a / b;
		r[6][i] = 1.0 / x[i];
		r[7][i] = sqrt(fabs(x[i]));
		r[8][i] = fmax(x[i], 0.25);
		r[9][i] = fmin(fmax(-a, b), 1.0);
		r[10][i] = floor(a) + ceil(b);
		r[11][i] = trunc(a) - rint(b);
		r[12][i] = x[i] > 0.5 ? 1.0 : y[i];
		r[13][i] = (x[i] < 0.1) + 2 * (x[i] <= 0.1) + 4 * (x[i] > 0.1) + 8 * (x[i] >= 0.1) + 16 * (x[i] == 0.1) + 32 * (x[i] != 0.1);
		r[14][i] = (a < b) + 2 * (a <= b) + 4 * (a == b) + 8 * (a != b) + 16 * (0.3 < b) + 32 * (-0.3 >= a);
		r[15][i] = (x[i] < 1e-45) + 2 * (x[i] <= 3e-39) + 4 * (x[i] < 1e39) + 8 * (x[i] >= 3.4028235e38) + 16 * (x[i] < -1e300);
		r[16][i] = byte[i] * 0.5;
		r[17][i] = byte[i] * 0.3;
		r[18][i] = half[i] / 3.0 < 100 ? half[i] / 3.0 : byte[i] + 0.25;
		r[19][i] = fabs(x[i]) < 1e9 ? (int)(double)x[i] + (int)floor(x[i]) : 0;
		r[20][i] = copysign(a, b);
		r[21][i] = halved(x[i], i % 5);
		h = x[i];
		for (int k = 0; k < 3; k++)
			h = (float)(h * 0.75);
		r[22][i] = h;
		r[23][i] = a * b + 1.0;
	}
	for (int k = 0; k < RESULTS; k++) {
		unsigned sum = 0;
		for (int i = 0; i < N; i++)
			sum = sum * 31 + bits(r[k][i]);
		printf("%d: %u\n", k, sum);
	}
	return 0;
}
