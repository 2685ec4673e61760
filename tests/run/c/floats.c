// Floating corner cases in device code: signed zeros, NaN, infinities, denormals, conversions
// both ways at the limits, float against double evaluation, comparisons in every context.
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#pragma omp declare target
static double d[] = { 0.0, -0.0, 1.0, -1.0, 0.1, 1e300, -1e300, DBL_MIN, DBL_TRUE_MIN,
	DBL_MAX, INFINITY, -INFINITY,
	NAN, 16777217.0, 2147483647.5, -2147483648.9, 4294967295.9, 9007199254740993.0, 9.2e18,
		1.8e19 };
#pragma omp end declare target
enum { N = sizeof d / sizeof *d };

static uint64_t bits(double x)
{
	uint64_t u;

	if (x != x)
		return 0x7ff8;  /* the payload is the machine's */
	memcpy(&u, &x, 8);
	return u;
}

#pragma omp declare target
static uint64_t h;
#pragma omp end declare target
static void put(uint64_t v) { h = (h ^ v) * 0x100000001b3; }

static void one(double x, double y)
{
	float f = x, g = y;

	put(bits(x + y)); put(bits(x - y)); put(bits(x * y)); put(bits(x / y)); put(bits(-x));
	put(bits(f + g)); put(bits(f - g)); put(bits(f * g)); put(bits(f / g)); put(bits(-f));
	put(bits(f + y)); put(bits(f * 2)); put(bits(f * 0.1)); put(bits(f * 0.1f));
	put(x < y); put(x <= y); put(x > y); put(x >= y); put(x == y); put(x != y);
	put(!(x < y)); put(!(x <= y)); put(!(f > g)); put(!(f >= g)); put(!(f == g)); put(!(f != g));
	put(!x); put(!f); put(x && y); put(x || f); put(x ? 1 : 2); put((_Bool)x); put((_Bool)f);
	if (x < y) put(1); else put(2);
	if (!(x >= y)) put(1); else put(2);
	while (f != f) { put(77); break; }
	put(bits(x > y ? x : y)); put(bits(f < g ? f : g));
	put(isnan(x)); put(!!isinf(f)); put(!!signbit(y)); put(isfinite(g)); put(isgreater(x, g));
	put(isgreaterequal(f, g)); put(isless(x, y)); put(islessequal(f, y));
	put(islessgreater(x, y)); put(isunordered(x, 1));
	put(bits(fabs(x))); put(bits(fmin(x, y) == fmin(x, y))); put(bits(copysign(x, y)));
	if (fabs(x) < 2e9) { put((int)x); put((short)(x / 1e5)); put((signed char)(x / 1e8)); }
	if (x > -1 && x < 4.2e9) { put((unsigned)x); put((unsigned)f); }
	if (fabs(x) < 9.1e18) { put((long)x); put((long)f); put(bits((double)(long)x));
	put(bits((float)(long)x)); }
	if (x > -1 && x < 1.8e19) { put((unsigned long)x); put(bits((float)(unsigned long)x)); }
}

int main(void)
{
	uint64_t out = 0;
	double z[6];
	float w[4];

	#pragma omp target map(from: out, z, w)
	{
		int i = 16777217;
		unsigned u = 0xffffffff;
		unsigned long ul = 0xfffffffffffffbff;
		float acc = 0;

		for (int a = 0; a < N; a++)
			for (int b = 0; b < N; b++)
				one(d[a], d[b]);
		out = h;
		z[0] = i * 1.0f; z[1] = u; z[2] = ul; z[3] = (float)ul; z[4] = -0.0 + 0; z[5] = 1 / -0.0;
		for (int k = 0; k < 10; k++)
			acc += 0.1;
		w[0] = acc; w[1] = 1e-45f; w[2] = FLT_MIN / 3; w[3] = 0x1.8p-130f * 3;
	}
	printf("%016llx\n", (unsigned long long)out);
	for (int k = 0; k < 6; k++)
		printf("%a\n", z[k]);
	for (int k = 0; k < 4; k++)
		printf("%a\n", w[k]);
	return 0;
}
