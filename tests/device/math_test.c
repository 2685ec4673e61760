/*
 * math_test.c: the device library's mathematical functions, built for the host, against the long
 * double functions of the host's library.
 *
 * Each function has a bound in units in the last place (functions.h); the largest error seen is
 * printed beside it.
 * Arguments are spread evenly over a range that matters for the function, and over all exponents;
 * special values must give the same special result.  A number as argument multiplies the samples.
 */
#include <float.h>
#include <math.h>
#include <stdint.h>

#include "tap.h"

#include "functions.h"
#include "rename.h"
#include "devrt/device/math_exp.c"
#include "devrt/device/math_float.c"
#include "devrt/device/math_log.c"
#include "devrt/device/math_round.c"
#include "devrt/device/math_special.c"
#include "devrt/device/math_trig.c"

static const double special[] = {
	0,
	1,
	0.5,
	2,
	3,
	4,
	10,
	0.25,
	1.5,
	2.5,
	7,
	22,
	40,
	100,
	171,
	172,
	1e10,
	1e22,
	1e300,
	0x1p52,
	0x1p53,
	0x1p63,
	0x1p-27,
	0x1p-28,
	0x1p-30,
	0x1p-54,
	0x1p-60,
	0x1p-1022,
	0x1p-1074,
	0x1.8p-1060,
	DBL_MAX,
	FLT_MAX,
	FLT_MIN,
	0x1p-149,
	0.875,
	6,
	28,
	0x1.921fb54442d18p+0,
	0x1.921fb54442d18p+1,
	0.49999999999999994,
	709.78271289338397,
	710.4758600739439,
	-745.13321910194122,
	-1075,
	1024,
	308.25471555991674,
	6381956970095103.0 * 0x1p797,
	0x1p20,
	0x1.921fb54442d18p+20,
	INFINITY,
	NAN,
};
enum { NSPECIAL = sizeof special / sizeof *special };

/* ---- samples ---- */

static uint64_t
next_random(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15; /* splitmix64 */

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

static double
any_exponent(uint64_t *state, int least, int most)
{
	uint64_t r = next_random(state);
	double m = (r & 1 ? -1 : 1) * (1 + (double)(r >> 12) * 0x1p-52);

	return (double)ldexpl(m, least + (int)(next_random(state) % (uint64_t)(most - least + 1)));
}

static double
sample(uint64_t *state, int i, double from, double to)
{
	switch (i % 4) {
	case 0: return any_exponent(state, -1074, 1023);
	case 1: return any_exponent(state, -30, 12);
	default: return from + (to - from) * ((double)(next_random(state) >> 11) * 0x1p-53);
	}
}

/* ---- errors ---- */

struct worst {
	double ulps, at, at2;
	bool special; /* a special result was wrong */
};

static bool
same_special(double got, double want)
{
	if (isnan(want) || isnan(got))
		return isnan(got) && isnan(want);
	return got == want && signbit(got) == signbit(want);
}

static void
compare(struct worst *w, double got, long double want, int digits, int least, double x, double y)
{
	double rounded = digits == 24 ? (double)(float)want : (double)want, ulps;

	if (isnan(rounded) || isinf(rounded) || isnan(got) || want == 0 ||
		(isinf(got) && fabsl(want) < 0x1p1023L)) {
		if (same_special(got, rounded) || w->special)
			return;
		w->special = true;
		w->at = x;
		w->at2 = y;
		diag("wrong: %a, not %a at %a, %a", got, rounded, x, y);
		return;
	}
	int e = ilogbl(want) - digits + 1;
	if (isinf(got))
		got = 0x1p1023 * copysign(1, got), want /= 2, e--;
	ulps = (double)ldexpl(fabsl(got - want), -(e < least ? least : e));
	if (ulps > w->ulps)
		*w = (struct worst){ ulps, x, y, w->special };
}

static void
judge(const struct worst *w, const char *name, double bound)
{
	ok(w->ulps <= bound && !w->special, "%-10s %.4f ulp, at most %g; worst at %a, %a", name,
		w->ulps, bound, w->at, w->at2);
}

/* ---- functions ---- */

static void
test_double(const char *name, double (*f)(double), long double (*ref)(long double), double from,
	double to, double bound, int n)
{
	struct worst w = { 0 };
	uint64_t state = 1;

	for (int i = 0; i < n; i++) {
		double x = sample(&state, i, from, to);

		if (ref == lgammal && x < 0)
			continue; /* test_gamma_of_negative */
		compare(&w, f(x), ref(x), 53, -1074, x, 0);
	}
	for (int i = 0; i < NSPECIAL; i++)
		for (int sign = -1; sign <= 1; sign += 2) {
			double x = sign * special[i];

			if (ref != lgammal || x >= 0)
				compare(&w, f(x), ref(x), 53, -1074, x, 0);
		}
	judge(&w, name, bound);
}

/* Every `step'th float there is. */
static void
test_float(const char *name, float (*f)(float), long double (*ref)(long double), double bound,
	uint64_t step)
{
	struct worst w = { 0 };

	for (uint64_t bits = 0; bits < 1ULL << 32; bits += step) {
		float x = __ptx_int_as_float((int)bits);

		if (ref == lgammal && x < 0)
			continue;
		compare(&w, f(x), ref(x), 24, -149, x, 0);
	}
	for (int i = 0; i < NSPECIAL; i++)
		for (int sign = -1; sign <= 1; sign += 2) {
			float x = (float)(sign * special[i]);

			if (ref == lgammal && x < 0)
				continue;
			compare(&w, f(x), ref(x), 24, -149, x, 0);
		}
	judge(&w, name, bound);
}

static void
test_two(const char *name, double (*f)(double, double),
	long double (*ref)(long double, long double), double bound, int n)
{
	struct worst w = { 0 };
	uint64_t state = 2;

	for (int i = 0; i < n; i++) {
		double x = sample(&state, i, 0, 10), y = sample(&state, i / 2, -20, 20);

		compare(&w, f(x, y), ref(x, y), 53, -1074, x, y);
	}
	for (int i = 0; i < 4 * NSPECIAL * NSPECIAL; i++) {
		double x = special[i / 4 % NSPECIAL] * (i & 1 ? -1 : 1);
		double y = special[i / 4 / NSPECIAL] * (i & 2 ? -1 : 1);

		compare(&w, f(x, y), ref(x, y), 53, -1074, x, y);
	}
	judge(&w, name, bound);
}

static void
test_two_float(const char *name, float (*f)(float, float),
	long double (*ref)(long double, long double), double bound, int n)
{
	struct worst w = { 0 };
	uint64_t state = 3;

	for (int i = 0; i < n; i++) {
		float x = (float)any_exponent(&state, i % 2 ? -149 : -4, i % 2 ? 127 : 4);
		float y = (float)any_exponent(&state, i % 4 ? -8 : -149, i % 4 ? 8 : 127);

		compare(&w, f(x, y), ref(x, y), 24, -149, x, y);
	}
	for (int i = 0; i < 4 * NSPECIAL * NSPECIAL; i++) {
		float x = (float)special[i / 4 % NSPECIAL] * (i & 1 ? -1 : 1);
		float y = (float)special[i / 4 / NSPECIAL] * (i & 2 ? -1 : 1);

		compare(&w, f(x, y), ref(x, y), 24, -149, x, y);
	}
	judge(&w, name, bound);
}

/* pow where its result is large, and near 1, where the logarithm is small. */
static void
test_pow(int n)
{
	struct worst w = { 0 };
	uint64_t state = 4;

	for (int i = 0; i < n; i++) {
		double x = i & 1 ? any_exponent(&state, -300, 300) :
				   1 + any_exponent(&state, -52, -1) * 0.58;
		double y = any_exponent(&state, 0, 9);

		x = fabs(x);
		y = (y < 0 ? -1 : 1) * (700 - fabs(y) / 16) / (double)logl(x);
		compare(&w, pow(x, y), powl(x, y), 53, -1074, x, y);
	}
	judge(&w, "pow, large", 1.1);
}

/* Arguments next to multiples of pi/2, of every size. */
static void
test_reduction(int n)
{
	struct worst w = { 0 };
	uint64_t state = 5;

	for (int i = 0; i < n; i++) {
		double k = (double)(next_random(&state) >> (11 + i % 50));
		double x = (double)(k * 0xc.90fdaa22168c234p-3L);

		compare(&w, sin(x), sinl(x), 53, -1074, x, 0);
		compare(&w, cos(x), cosl(x), 53, -1074, x, 0);
		compare(&w, tan(x), tanl(x), 53, -1074, x, 0);
	}
	judge(&w, "reduction", 2.5);
}

/* Below zero lgamma has zeros that no formula here is good at: the error is absolute there. */
static void
test_gamma_of_negative(int n)
{
	double worst = 0;
	struct worst w = { 0 };
	uint64_t state = 6;

	for (int i = 0; i < n; i++) {
		double u = (double)(next_random(&state) >> 11) * 0x1p-53, error;
		double x = -u * (i & 1 ? 20 : 184);
		long double want = lgammal(x);

		compare(&w, tgamma(x), tgammal(x), 53, -1074, x, 0);
		error = (double)(fabsl(lgamma(x) - want) / fmaxl(1, fabsl(want)) * 0x1p53L);
		worst = error > worst ? error : worst;
	}
	judge(&w, "tgamma, x < 0", 9.2);
	ok(worst <= 16, "lgamma, x < 0: %.4f * 2^-53 * max(1, |result|)", worst);
}

/* ---- functions with integers or pointers ---- */

static void
test_parts(int n)
{
	uint64_t state = 7;
	int wrong_frexp = 0, wrong_ldexp = 0, wrong_modf = 0, wrong_next = 0, wrong_round = 0;
	int wrong_quo = 0;

	for (int i = 0; i < n; i++) {
		double x = any_exponent(&state, -1074, 1023), y = any_exponent(&state, -40, 60);
		double whole;
		int e, e2, k = (int)(next_random(&state) % 4400) - 2200, q, q2;
		long double part = frexpl(x, &e2), whole2;

		wrong_frexp += frexp(x, &e) != (double)part || e != e2 || ilogb(x) != ilogbl(x);
		wrong_ldexp += ldexp(x, k) != (double)ldexpl(x, k) || scalbn(x, k) != ldexp(x, k);
		part = modfl(y, &whole2);
		wrong_modf += modf(y, &whole) != (double)part || whole != (double)whole2;
		wrong_next += BITS(nextafter(x, y)) != BITS(__builtin_nextafter(x, y));
		wrong_next += nextafterf((float)y, 9) != __builtin_nextafterf((float)y, 9);
		wrong_round += lround(y) != lroundl(y) || llrint(y) != llrintl(y) ||
			lrint(y) != lrintl(y) || llround(y) != llroundl(y);
		part = remquol(x, y, &q2);
		wrong_quo += remquo(x, y, &q) != (double)part || (q & 7) != (q2 & 7);
	}
	ok(!wrong_frexp, "frexp, ilogb: %d wrong", wrong_frexp);
	ok(!wrong_ldexp, "ldexp, scalbn: %d wrong", wrong_ldexp);
	ok(!wrong_modf, "modf: %d wrong", wrong_modf);
	ok(!wrong_next, "nextafter: %d wrong", wrong_next);
	ok(!wrong_round, "lround, lrint: %d wrong", wrong_round);
	ok(!wrong_quo, "remquo: %d wrong", wrong_quo);
}

/* Results that are exact must come out exact. */
static void
test_exact(void)
{
	int wrong = 0;
	double ten = 1, factorial = 1, s, c;

	for (int i = 0; i <= 22; i++, ten *= 10)
		wrong += pow(10, i) != ten || log10(ten) != i || exp10(i) != ten;
	for (int i = -1074; i < 1024; i++) {
		double p = (double)ldexpl(1, i);

		wrong += exp2(i) != p || log2(p) != i || pow(2, i) != p;
	}
	for (int i = 1; i <= 18; i++, factorial *= i - 1)
		wrong += tgamma(i) != factorial;
	for (int i = -200; i <= 200; i++)
		wrong += cbrt((double)i * i * i) != i || hypot(3.0 * i, 4.0 * i) != fabs(5.0 * i);
	for (int i = 0; i < NSPECIAL; i++) {
		sincos(special[i], &s, &c);
		wrong += !same_special(s, sin(special[i])) || !same_special(c, cos(special[i]));
	}
	ok(!wrong, "exact results and sincos: %d wrong", wrong);
}

int
main(int argc, char **argv)
{
	int times = argc > 1 ? atoi(argv[1]) : 1, n = 60000 * times;
	uint64_t step = 100003 / (uint64_t)times;

#define X(name, from, to, bound) test_double(#name, name, name##l, from, to, bound, n);
	DOUBLE_FUNCTIONS(X)
#undef X
#define X(name, bound, float_bound) test_two(#name, name, name##l, bound, n);
	TWO_ARGUMENTS(X)
#undef X
	test_pow(n);
	test_reduction(n);
	test_gamma_of_negative(n);
	test_parts(n);
	test_exact();
#define X(name, bound) test_float(#name "f", name##f, name##l, bound, step);
	FLOAT_FUNCTIONS(X)
#undef X
#define X(name, bound, float_bound) test_two_float(#name "f", name##f, name##l, float_bound, n);
	TWO_ARGUMENTS(X)
#undef X
	return done();
}
