/*
 * math_exp.c: the exponential function and its kind, for device code: exp, exp2, exp10, expm1,
 * sinh, cosh, tanh.
 *
 * All of them are made from wide_exp(), which knows e^x to about 2^-63.    See README.md for the
 * errors.
 */
#include "wide.h"
#include "coeff.h"

/*
 * e^(x + x_lo) = 2^k (hi + lo): x = k ln 2 + r, |r| <= ln(2)/2, and e^r = 1 + r + r^2 tail(r).  The
 * sum is kept in two doubles from r on, so its error is that of the last term, which is below 0.07.
 * A macro, so that exp() itself needs no struct.
 */
#define EXPONENTIAL(hi, lo, k, x, x_lo) \
	do { \
		double r, rest, tail, s, low, \
			most = fma(-(k), LN2_SHORT, x), /* exact: a multiple of 2^-54 */ \
			least = fma(-(k), LN2_REST, x_lo); \
		SUM(r, rest, most, least); \
		tail = fma(r * r, EXP_TAIL(r), fma(r, rest, rest)); \
		SUM_ORDERED(s, low, r, tail); \
		SUM_ORDERED(hi, lo, 1, s); \
		lo += low; \
	} while (0)

struct power
wide_exp(double x, double lo)
{
	double k = rint(x * LOG2E);
	struct power p;

	EXPONENTIAL(p.hi, p.lo, k, x, lo);
	p.k = (int)k;
	return p;
}

/* In two steps, since 2^k alone may be out of range; the first is exact, so that one rounds. */
static double
scale(double x, int k)
{
	return x * POWER_OF_2(k >> 1) * POWER_OF_2(k - (k >> 1));
}

double
power_value(struct power p)
{
	return scale(p.hi + p.lo, p.k);
}

/* 2^n e^(x + x_lo) */
double
scaled_exp(double x, double x_lo, int n)
{
	double k = rint(x * LOG2E), h, l;

	EXPONENTIAL(h, l, k, x, x_lo);
	return scale(h + l, n + (int)k);
}

double
exp(double x)
{
	if (!(x < 710))
		return x + INF;
	if (x < -746)
		return 0;
	return scaled_exp(x, 0, 0);
}

double
exp2(double x)
{
	double whole = rint(x), part = x - whole, h, l;

	if (!(x < 1024))
		return x + INF;
	if (x < -1076)
		return 0;
	PRODUCT(h, l, part, LN2);
	return scaled_exp(h, fma(part, LN2_LO, l), (int)whole);
}

double
exp10(double x)
{
	double h, l;

	if (!(x < 309))
		return x + INF;
	if (x < -324)
		return 0;
	PRODUCT(h, l, x, LN10);
	return scaled_exp(h, fma(x, LN10_LO, l), 0);
}

/* Near zero 1 is not added at all; elsewhere it is taken off the two parts of e^x. */
double
expm1(double x)
{
	double unit, h, l;
	struct power p;

	if (fabs(x) < 0x1p-54)
		return x;
	if (fabs(x) < 0.34)
		return x + x * x * EXP_TAIL(x);
	if (x < -40)
		return -1;
	if (!(x < 40))
		return exp(x);
	p = wide_exp(x, 0);
	unit = POWER_OF_2(p.k);
	SUM(h, l, p.hi * unit, -1.0);
	return h + fma(p.lo, unit, l);
}

/* e^-x in units of 2^k, where p is e^x, x >= 0. */
static double
inverse(struct power p)
{
	return p.k < 40 ? POWER_OF_2(-2 * p.k) / p.hi : 0;
}

double
sinh(double x)
{
	double a = fabs(x), z = x * x;
	struct power p;

	if (a < 0x1p-27 || x != x)
		return x;
	if (a < 1)
		return x + x * z * SINH_TAIL(z);
	if (a > 711)
		return x * INF;
	p = wide_exp(a, 0);
	p.lo -= inverse(p);
	p.k--;
	return copysign(power_value(p), x);
}

double
cosh(double x)
{
	double a = fabs(x), small, h, l;
	struct power p;

	if (!(a < 711))
		return a + INF;
	p = wide_exp(a, 0);
	small = inverse(p);
	SUM_ORDERED(h, l, p.hi, small);
	p.hi = h;
	p.lo += l;
	p.k--;
	return power_value(p);
}

double
tanh(double x)
{
	double a = fabs(x), e, d, d_lo, q;

	if (a < 0x1p-28 || x != x)
		return x;
	if (a > 22)
		return copysign(1, x);
	e = expm1(2 * a);
	SUM(d, d_lo, 2.0, e);
	q = e / d;
	return copysign(q + (fma(-q, d, e) - q * d_lo) / d, x);
}
