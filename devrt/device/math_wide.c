/*
 * math_wide.c: exponential function, sine and cosine to twice double's precision or
 * nearly so, for device code: what pow, the gamma functions and complex ones are made of.
 *
 * Called, not built in place.  See README.md for the errors of what uses them.
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
		tail = fma(r * r, WIDE_EXP_TAIL(r), fma(r, rest, rest)); \
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

/* sin(x + lo) - x */
static double
sine_tail(double x, double lo)
{
	double z = x * x;

	return fma(x * z, SIN_TAIL(z), fma(z, lo * -0.5, lo));
}

/* cos(x + lo) - start, where start is 1 - x^2/2 rounded. */
static double
cosine_tail(double x, double lo, double start)
{
	double z = x * x;

	return fma(z * z, COS_TAIL(z), fma(-x, lo, fma(x, x * -0.5, 1 - start)));
}

#define COSINE_START(x) fma(x, (x) * -0.5, 1)

struct wide
sin_near_zero(double x, double lo)
{
	double tail = sine_tail(x, lo);
	struct wide w;

	SUM_ORDERED(w.hi, w.lo, x, tail);
	return w;
}

struct wide
cos_near_zero(double x, double lo)
{
	double start = COSINE_START(x), tail = cosine_tail(x, lo, start);
	struct wide w;

	SUM_ORDERED(w.hi, w.lo, start, tail);
	return w;
}
