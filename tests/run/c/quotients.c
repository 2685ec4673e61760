// A quotient and a remainder of the same operands: in either order, on one way or behind a branch, in loops, of all types.
#include <stdio.h>

enum { N = 200 };

static int a[N], by[N], r[8][N];
static long wide[N], wide_by[N], s[4][N];
static short small[N];

int
main(void)
{
	for (int i = 0; i < N; i++) {
		a[i] = i * 7919 - 500000;
		by[i] = i % 13 - 20;
		wide[i] = (long)a[i] * 40000003;
		wide_by[i] = i % 7 ? by[i] * (1L << (i % 40)) : by[i];
		small[i] = i * 331 - 30000;
	}
	#pragma omp target teams distribute parallel for map(to: a, by, wide, wide_by, small) map(tofrom: r, s)
	for (int i = 0; i < N; i++) {
		int x = a[i], y = by[i], left, digits = 0;
		unsigned u = x, v = y;

		r[0][i] = x / y * 3 + x % y;
		left = x % y;
		if (left > 2)
			r[1][i] = x / y;
		r[2][i] = u % v;
		r[3][i] = u / v;
		s[0][i] = wide[i] % wide_by[i];
		s[1][i] = wide[i] / wide_by[i];
		s[2][i] = (unsigned long)wide[i] / wide_by[i];
		s[3][i] = (unsigned long)wide[i] % wide_by[i];
		r[4][i] = small[i] % y + small[i] / y * 100;
		for (int k = 0; k < 4; k++) {
			int old = x;

			x = x % y + k;
			y = old / y - 7;
			if (y == 0)
				y = 3;
			digits = digits * 3 + x % y;
			x += x / y; /* of another x than before */
		}
		r[5][i] = digits;
		r[6][i] = x;
		unsigned base = y < 2 ? 10 : y, sum = 0;
		for (unsigned rest = u; rest; rest /= base)
			sum += rest % base;
		r[7][i] = sum;
	}
	for (int k = 0; k < 8; k++) {
		unsigned h = 0;
		for (int i = 0; i < N; i++)
			h = h * 31 + (unsigned)r[k][i] + (k < 4 ? (unsigned)(s[k][i] ^ s[k][i] >> 32) : 0);
		printf("%d: %u\n", k, h);
	}
	return 0;
}
