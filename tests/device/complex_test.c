/*
 * complex_test.c: the device library's complex numbers, built for the host: products and quotients
 * bit for bit those of libgcc, functions within a few units in the last place of the long double
 * ones.
 *
 * Operands are special values, numbers of all exponents, and ordinary ones.  A number as argument
 * multiplies the samples.
 */
#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdint.h>

#include "tap.h"

#include "rename.h"
#include "devrt/device/math_complex.c"
#include "devrt/device/math_exp.c"
#include "devrt/device/math_float.c"
#include "devrt/device/math_log.c"
#include "devrt/device/math_round.c"
#include "devrt/device/math_special.c"
#include "devrt/device/math_trig.c"

static const double special[] = {
	0,
	-0.0,
	INFINITY,
	-INFINITY,
	NAN,
	1,
	-1,
	0x1p-1074,
	DBL_MAX,
	DBL_MIN,
	-0x1p1023,
	0x1p970,
	FLT_MAX,
	FLT_MIN,
	0x1p-149,
	0x1.fffffep-1,
};
enum { NSPECIAL = sizeof special / sizeof *special };

static uint64_t
next_random(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15; /* splitmix64 */

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

static double
sample(uint64_t *state, int most)
{
	double m = (double)(int64_t)next_random(state) * 0x1p-62;
	uint64_t r = next_random(state);

	switch (r >> 8 & 3) {
	case 0: return special[(r >> 16) % NSPECIAL];
	case 1: return ldexp(m, (int)((r >> 16) % (2 * (unsigned)most)) - most);
	case 2: return ldexp(m, ((int)((r >> 16) % 3) - 1) * (most - 30));
	default: return m;
	}
}

static double complex
pair(uint64_t *state, int most)
{
	double re = sample(state, most);

	return CMPLX(re, sample(state, most));
}

/* ---- multiplication, division ---- */

static bool
same(double a, double b)
{
	return (isnan(a) && isnan(b)) || (a == b && signbit(a) == signbit(b));
}

static bool
same_complex(double complex got, double complex want, const char *what, double complex x,
	double complex y)
{
	if (same(__real__ got, __real__ want) && same(__imag__ got, __imag__ want))
		return true;
	diag("%a%+ai %s %a%+ai: %a%+ai, not %a%+ai", __real__ x, __imag__ x, what, __real__ y,
		__imag__ y, __real__ got, __imag__ got, __real__ want, __imag__ want);
	return false;
}

static void
operators_of_double(int n)
{
	uint64_t state = 1;
	bool mul = true, quo = true;

	for (int i = 0; i < n && mul && quo; i++) {
		double complex x = pair(&state, 1074), y = pair(&state, 1074);

		mul = same_complex(__muldc3(__real__ x, __imag__ x, __real__ y, __imag__ y), x * y,
			"*", x, y);
		quo = same_complex(__divdc3(__real__ x, __imag__ x, __real__ y, __imag__ y), x / y,
			"/", x, y);
	}
	ok(mul, "products of double are libgcc's");
	ok(quo, "quotients of double are libgcc's");
}

static void
operators_of_float(int n)
{
	uint64_t state = 2;
	bool mul = true, quo = true;

	for (int i = 0; i < n && mul && quo; i++) {
		float complex x = (float complex)pair(&state, 149),
			      y = (float complex)pair(&state, 149);

		mul = same_complex(__mulsc3(__real__ x, __imag__ x, __real__ y, __imag__ y), x * y,
			"*", x, y);
		quo = same_complex(__divsc3(__real__ x, __imag__ x, __real__ y, __imag__ y), x / y,
			"/", x, y);
	}
	ok(mul, "products of float are libgcc's");
	ok(quo, "quotients of float are libgcc's");
}

/* ---- functions ---- */

/* Units in the last place of a double; 1000 for a wrong special value. */
static double
error_of(double got, long double want)
{
	long double least = DBL_MIN,
		    unit = (fabsl(want) < least ? least : fabsl(want)) * DBL_EPSILON;
	int e;

	if (isnan(want) || isinf(want) || want == 0 || fabsl(want) > DBL_MAX || !isfinite(got))
		return same(got, (double)want) ||
				(isinf(got) && fabsl(want) > DBL_MAX * (1 - 4 * DBL_EPSILON)) ?
			0 :
			1000;
	frexpl(want, &e);
	unit = ldexpl(1, e - 53 < -1074 ? -1074 : e - 53);
	return (double)(fabsl(got - want) / unit);
}

typedef double complex function(double complex);
typedef long double complex reference(long double complex);

static void
judge(const char *name, function *f, reference *ref, int n, double bound)
{
	uint64_t state = 3;
	double worst = 0;

	for (int i = 0; i < n; i++) {
		double complex z = pair(&state, i % 2 ? 1074 : 9), got;
		long double complex want;
		double re, im;

		if (i % 8 == 0 && isfinite(__real__ z)) /* on the unit circle, nearly */
			z = CMPLX(cosl(__real__ z), sinl(__real__ z));
		got = f(z);
		want = ref(z);
		re = error_of(__real__ got, creall(want));
		im = error_of(__imag__ got, cimagl(want));
		if (re > worst || im > worst) {
			worst = re > im ? re : im;
			if (worst > bound)
				diag("%a%+ai: %a%+ai", __real__ z, __imag__ z, __real__ got,
					__imag__ got);
		}
	}
	ok(worst <= bound, "%s %.4f ulp, at most %g", name, worst, bound);
}

int
main(int argc, char **argv)
{
	int n = 50000 * (argc > 1 ? atoi(argv[1]) : 1);

#if defined __clang__ || __GNUC__ >= 12
	operators_of_double(n);
	operators_of_float(n);
#endif
	judge("cexp", cexp, cexpl, n, 2.75);
	judge("clog", clog, clogl, n, 1.75);
	judge("csqrt", csqrt, csqrtl, n, 2.25);
	judge("cproj", cproj, cprojl, n, 0);
	return done();
}
