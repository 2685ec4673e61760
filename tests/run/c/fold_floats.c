// Arithmetic on constants gives what the host computes, to the last bit.
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N = 12 };

#pragma omp declare target
static void
compute(double *d, float *f)
{
	const double third = 1.0 / 3, tiny = 1e-300, big = 1e308;
	const float tenth = 0.1f, small = 1e-30f;

	d[0] = sqrt(third) - 0.1;
	d[1] = tiny * tiny;
	d[2] = big * 10;
	d[3] = -third / 7e-5;
	d[4] = tiny * 1e-20; /* subnormal */
	d[5] = fma(third, 3, -1);
	d[6] = 0 / third * -1;
	d[7] = fabs(-third) * third + third;
	f[0] = sqrtf(tenth) / 3;
	f[1] = small * small;
	f[2] = tenth * 3 - 0.3f;
	f[3] = fmaf(tenth, 10, -1);
	f[4] = small * 1e-12f; /* subnormal */
	f[5] = (float)16777217u + 3000000000u;

	/* more digits than the result has: rounded once */
	const unsigned long long half = 9223372036854775808ull, most = 0xffffffffffffff7full, odd = 0x8000008000000001ull;
	const long long low = -9007199254740993, near = 0x4000004000000001;
	d[8] = (double)half * third + (double)most;
	d[9] = (double)low - (double)near;
	f[6] = (float)most;
	f[7] = (float)odd;
	f[8] = (float)near - (float)low;
	f[9] = (float)2147483583 + (float)4294967167u;
}
#pragma omp end declare target

int
main(void)
{
	double d[N] = { 0 }, e[N] = { 0 };
	float f[N] = { 0 }, g[N] = { 0 };

	compute(e, g);
#pragma omp target map(tofrom : d, f)
	compute(d, f);
	int same = !memcmp(d, e, sizeof d) && !memcmp(f, g, sizeof f);
	printf("%d\n", same);
	for (int i = 0; !same && i < N; i++)
		printf("%a %a %a %a\n", d[i], e[i], f[i], g[i]);
	return !same;
}
