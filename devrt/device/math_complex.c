/*
 * math_complex.c: complex numbers, for device code: products and quotients as C11 Annex G has them,
 * and what there is of <complex.h>.
 *
 * A product reaches __muldc3 only where the formula gives NaN for both parts
 * (ptxgen/build/complex.c); every quotient is a call of __divdc3.  The names are libgcc's, and
 * results are to be its results. Products that are added are variables first, so that
 * -ffp-contract=on fuses nothing.
 */
#include "wide.h"

#define PAIR(re, im) __builtin_complex((double)(re), (double)(im))
#define FLOAT_PAIR(z) __builtin_complex((float)__real__(z), (float)__imag__(z))
#define IS_NAN(x) ((x) != (x))
#define IS_FINITE(x) (fabs(x) < INF)

/* What wide.h does not declare. */
double atan2(double, double);
double cos(double);
double exp(double);
double hypot(double, double);
double log(double);
double log1p(double);
double sin(double);
float atan2f(float, float);
float hypotf(float, float);

/* ---- multiplication and division (G.5.1) ---- */

/* x as a number of float where `single`: the value of a float operation, for operands that are
 * floats. */
static double
in_format(double x, int single)
{
	return single ? (float)x : x;
}

/* An infinity's direction: 1 or 0 with its sign. */
static double
boxed(double x)
{
	return copysign(fabs(x) == INF, x);
}

static double
without_nan(double x)
{
	return IS_NAN(x) ? copysign(0, x) : x;
}

/* p * q + sign * r * s, each operation rounded */
static double
products(double p, double q, double sign, double r, double s, int single)
{
	double pq = in_format(p * q, single), rs = in_format(r * s, single);

	return in_format(pq + sign * rs, single);
}

static int
overflows(double p, double q, int single)
{
	return fabs(in_format(p * q, single)) == INF;
}

/* (a + bi)(c + di) where the formula gives two NaN: an infinite factor makes the product
 * infinite. */
static double _Complex multiplied(double a, double b, double c, double d, int single)
{
	double x = products(a, c, -1, b, d, single), y = products(a, d, 1, b, c, single);
	int left = fabs(a) == INF || fabs(b) == INF, right = fabs(c) == INF || fabs(d) == INF;
	int over = overflows(a, c, single) || overflows(b, d, single) || overflows(a, d, single) ||
		overflows(b, c, single);

	if (!IS_NAN(x) || !IS_NAN(y) || !(left || right || over))
		return PAIR(x, y);
	if (left) {
		a = boxed(a);
		b = boxed(b);
	}
	if (right) {
		c = boxed(c);
		d = boxed(d);
	}
	a = without_nan(a);
	b = without_nan(b);
	c = without_nan(c);
	d = without_nan(d);
	return PAIR(INF * products(a, c, -1, b, d, single), INF * products(a, d, 1, b, c, single));
}

double _Complex __muldc3(double a, double b, double c, double d)
{
	return multiplied(a, b, c, d, 0);
}

float _Complex __mulsc3(float a, float b, float c, float d)
{
	double _Complex z = multiplied(a, b, c, d, 1);

	return FLOAT_PAIR(z);
}

/* The quotient Z, unless it is two NaN where infinity or zero is meant. */
static double _Complex recovered(double _Complex z, double a, double b, double c, double d,
	int single)
{
	double scale = INF;

	if (!IS_NAN(__real__ z) || !IS_NAN(__imag__ z))
		return z;
	if (c == 0 && d == 0 && (!IS_NAN(a) || !IS_NAN(b)))
		return PAIR(copysign(INF, c) * a, copysign(INF, c) * b);
	if ((fabs(a) == INF || fabs(b) == INF) && IS_FINITE(c) && IS_FINITE(d)) {
		a = boxed(a);
		b = boxed(b);
	} else if ((fabs(c) == INF || fabs(d) == INF) && IS_FINITE(a) && IS_FINITE(b)) {
		c = boxed(c);
		d = boxed(d);
		scale = 0;
	} else {
		return z;
	}
	return PAIR(scale * products(a, c, 1, b, d, single),
		scale * products(b, c, -1, a, d, single));
}

#define LARGEST 0x1.fffffffffffffp+1023
#define SMALLEST 0x1p-1022
#define EPSILON 0x1p-52

/*
 * By how much to scale both operands before dividing by a number whose larger part is `most`: down
 * before it can overflow, up where it is small, or a part of the dividend has lost bits below
 * SMALLEST.
 */
static double
division_scale(double a, double b, double most)
{
	const double limit = LARGEST / 2 * EPSILON;
	double scale = 1;

	if (most >= LARGEST / 2) {
		scale = 0.5;
		a *= scale;
		b *= scale;
		most *= scale;
	}
	if (most < EPSILON ||
		(most < limit &&
			((fabs(a) < SMALLEST && fabs(b) < limit) ||
				(fabs(b) < SMALLEST && fabs(a) < limit))))
		return scale / EPSILON;
	return scale;
}

/*
 * (p + q * ratio) / denom, ratio = small / large: the sum that both parts of a quotient are.  Where
 * the ratio has lost bits, the other order keeps them (Baudin and Smith, A Robust Complex Division
 * in Scilab, 2012).
 */
static double
robust_part(double p, double q, double ratio, double small, double large, double denom)
{
	double qr = fabs(ratio) > SMALLEST ? q * ratio : small * (q / large);

	return (p + qr) / denom;
}

/* Smith's way: both parts of the divisor over the larger one. */
static double _Complex divided(double a, double b, double c, double d)
{
	int swap = fabs(c) < fabs(d);
	double large = swap ? d : c, small = swap ? c : d, ratio = small / large;
	double part = small * ratio, denom = part + large;

	if (swap)
		return PAIR(robust_part(b, a, ratio, small, large, denom),
			robust_part(-a, b, ratio, small, large, denom));
	return PAIR(robust_part(a, b, ratio, small, large, denom),
		robust_part(b, -a, ratio, small, large, denom));
}

double _Complex __divdc3(double a, double b, double c, double d)
{
	double scale = division_scale(a, b, fabs(c) < fabs(d) ? fabs(d) : fabs(c));

	a *= scale;
	b *= scale;
	c *= scale;
	d *= scale;
	return recovered(divided(a, b, c, d), a, b, c, d, 0);
}

/* Double's range and precision make the plain formula good enough. */
float _Complex __divsc3(float a, float b, float c, float d)
{
	double p = a, q = b, r = c, s = d, denom = r * r + s * s;
	float x = (p * r + q * s) / denom, y = (q * r - p * s) / denom;
	double _Complex z = recovered(PAIR(x, y), a, b, c, d, 1);

	return FLOAT_PAIR(z);
}

/* ---- parts and polar form (7.3.8, 7.3.9) ---- */

double
creal(double _Complex z)
{
	return __real__ z;
}

double
cimag(double _Complex z)
{
	return __imag__ z;
}

double _Complex conj(double _Complex z)
{
	return ~z;
}

double
cabs(double _Complex z)
{
	return hypot(__real__ z, __imag__ z);
}

double
carg(double _Complex z)
{
	return atan2(__imag__ z, __real__ z);
}

/* All infinities are one point. */
double _Complex cproj(double _Complex z)
{
	if (fabs(__real__ z) == INF || fabs(__imag__ z) == INF)
		return PAIR(INF, copysign(0, __imag__ z));
	return z;
}

/* ---- exponential, logarithm, root (7.3.7, 7.3.8.3, G.6.3, G.6.4) ---- */

double _Complex cexp(double _Complex z)
{
	double x = __real__ z, y = __imag__ z, e, rest = 1;

	if (y == 0)
		return PAIR(exp(x), y);
	if (!IS_FINITE(y) && x == -INF)
		return PAIR(0, copysign(0, y));
	if (!IS_FINITE(y))
		return PAIR(x == INF ? INF : y - y, y - y);
	if (IS_FINITE(x) &&
		fabs(x) > 700) { /* e^x may leave double's range where the result does not */
		rest = exp(x / 2);
		x /= 2;
	}
	e = exp(x);
	return PAIR(e * cos(y) * rest, e * sin(y) * rest);
}

/* x^2 + y^2 - 1 where it is between -0.5 and 1, each of whose bits counts near 0: sums without
 * errors. */
static double
square_less_one(double hi, double lo, double xx_lo, double yy_lo)
{
	double a, a_lo, b, b_lo, c, c_lo;

	SUM(a, a_lo, hi - 1, lo);
	SUM(b, b_lo, xx_lo, yy_lo);
	SUM(c, c_lo, a, b);
	return c + (c_lo + a_lo + b_lo);
}

/* ln |x + yi|, half the logarithm of x^2 + y^2. */
static double
log_abs(double x, double y)
{
	double a = fabs(x), b = fabs(y), most = a > b ? a : b, scale = 1, log_scale = 0;
	double aa, aa_lo, bb, bb_lo, h, l;
	struct wide w;

	if (IS_NAN(a + b) || most == INF || most == 0)
		return log(hypot(a, b));
	if (most > 0x1p500) {
		scale = 0x1p-600;
		log_scale = -600 * LN2;
	} else if (most < 0x1p-450) {
		scale = 0x1p650;
		log_scale = 650 * LN2;
	}
	a *= scale;
	b *= scale;
	PRODUCT(aa, aa_lo, a, a);
	PRODUCT(bb, bb_lo, b, b);
	SUM(h, l, aa, bb);
	if (h > 0.5 && h < 2)
		return log1p(square_less_one(h, l, aa_lo, bb_lo)) / 2 - log_scale;
	w = wide_log(h, l + aa_lo + bb_lo);
	return (w.hi + w.lo) / 2 - log_scale;
}

double _Complex clog(double _Complex z)
{
	return PAIR(log_abs(__real__ z, __imag__ z), carg(z));
}

/* Of a number that is neither infinite nor zero, or NaN. */
static double _Complex finite_root(double x, double y)
{
	double most = fabs(x) > fabs(y) ? fabs(x) : fabs(y), scale = 1, t;

	if (most > 0x1p1020) {
		x *= 0x1p-2;
		y *= 0x1p-2;
		scale = 0x1p1;
	} else if (most < 0x1p-900) {
		x *= 0x1p200;
		y *= 0x1p200;
		scale = 0x1p-100;
	}
	t = sqrt((fabs(x) + hypot(x, y)) / 2);
	if (x >= 0)
		return PAIR(t * scale, y / (2 * t) * scale);
	return PAIR(fabs(y) / (2 * t) * scale, copysign(t, y) * scale);
}

double _Complex csqrt(double _Complex z)
{
	double x = __real__ z, y = __imag__ z;

	if (fabs(y) == INF)
		return PAIR(INF, y);
	if (x == INF)
		return PAIR(x, IS_NAN(y) ? y : copysign(0, y));
	if (x == -INF)
		return PAIR(IS_NAN(y) ? y : 0, copysign(INF, y));
	if (x == 0 && y == 0)
		return PAIR(0, y);
	return finite_root(x, y);
}

/* ---- float, through double ---- */

float
crealf(float _Complex z)
{
	return __real__ z;
}

float
cimagf(float _Complex z)
{
	return __imag__ z;
}

float _Complex conjf(float _Complex z)
{
	return ~z;
}

float
cabsf(float _Complex z)
{
	return hypotf(__real__ z, __imag__ z);
}

float
cargf(float _Complex z)
{
	return atan2f(__imag__ z, __real__ z);
}

#define THROUGH_DOUBLE(name) \
	float _Complex name##f(float _Complex z) \
	{ \
		double _Complex w = name(z); \
		return FLOAT_PAIR(w); \
	}

THROUGH_DOUBLE(cproj)
THROUGH_DOUBLE(cexp)
THROUGH_DOUBLE(clog)
THROUGH_DOUBLE(csqrt)
