/*
 * math_exp.c: the exponential function and its kind, for device code: exp, exp2, exp10, expm1,
 * sinh, cosh, tanh.
 *
 * x = k ln 2 + r, and e^r is a polynomial.  What is off the road (results that overflow or are
 * subnormal, infinities, NaN) is behind one branch.  See README.md for the errors.
 */
#include "wide.h"
#include "coeff.h"

INLINE double
exp(double x)
{
	REDUCE(k, r, x);

	return scale_normal(EXP_OF_REST(r), LOW(k), x, NORMAL_EXP, -746, 710);
}

INLINE double
exp2(double x)
{
	double k = x + TO_INTEGER, r = x - (k - TO_INTEGER), y = fma(EXP2_SLOPE(r), r, 1.0);

	return scale_normal(y, LOW(k), x, 0x408fe000, -1076, 1024);
}

INLINE double
exp10(double x)
{
	static const double parts[] = { 0x1.a934f0979a371p+1, LOG10_2, LOG10_2_LO };
	double k = fma(x, parts[0], TO_INTEGER), whole = k - TO_INTEGER;
	double r = fma(-whole, parts[2], fma(-whole, parts[1], x));
	double y = fma(EXP10_SLOPE(r), r, 1.0);

	return scale_normal(y, LOW(k), x, 0x40733000, -324, 309);
}

/*
 * e^a - 1 = 2^k rest + (2^k - 1), with k = 0 a little further than k ln 2 reaches, because the sum
 * loses digits next to it.
 */
#define EXPM1_PARTS(k, rest, a) \
	double k##_sum = fma(a, exp_parts[0], TO_INTEGER), k##_whole = k##_sum - TO_INTEGER; \
	int k##_small = BELOW(a, 0x3fdb8520), k = k##_small ? 0 : (int)LOW(k##_sum); \
	double k##_r, rest; \
	k##_whole = k##_small ? 0 : k##_whole; \
	k##_r = fma(-k##_whole, exp_parts[2], fma(-k##_whole, exp_parts[1], a)); \
	rest = fma(k##_r * EXPM1_TAIL(k##_r), k##_r, k##_r)

INLINE double
expm1(double x)
{
	EXPM1_PARTS(k, rest, x);
	double unit = POWER_OF_2(k), y = fma(unit, rest, unit - 1);

	if (!BELOW(x, NORMAL_EXP))
		return x < 0 ? -1 : scale_any(rest + 1, k, x, 0, 710);
	return BELOW(x, 0x3c900000) ? x : y;
}

/* (t + t/(t + 1))/2 with t = e^a - 1 */
INLINE double
sinh(double x)
{
	double a = fabs(x);
	EXPM1_PARTS(k, rest, a);
	double unit = POWER_OF_2(k), t = fma(unit, rest, unit - 1), q;

	if (!BELOW(x, NORMAL_EXP))
		return copysign(scale_any(rest + 1, k - 1, a, 0, 720), x);
	QUOTIENT(q, t, t + 1);
	return BELOW(x, 0x3e400000) ? x : copysign(0.5 * (t + q), x);
}

/* e^a/2 + 1/(2 e^a), from e = e^a/4 */
INLINE double
cosh(double x)
{
	double a = fabs(x), e, inverse;
	REDUCE(k, r, a);

	e = EXP_OF_REST(r);
	e = SCALED(e, LOW(k) - 2);
	RECIPROCAL(inverse, e);
	return BELOW(x, 0x40863400) ? fma(e, 2.0, inverse * 0.125) : a + INF;
}

/* 1 - 2/(e^2a + 1), or a polynomial. */
INLINE double
tanh(double x)
{
	double a = fabs(x), z = x * x, d, y;

	if (BELOW(x, 0x3fe33333)) /* 0.6 */
		return copysign(fma(a * z, TANH_TAIL(z), a), x);
	REDUCE(k, r, 2 * a);
	d = EXP_OF_REST(r);
	d = SCALED(d, LOW(k)) + 1;
	RECIPROCAL(y, d);
	y = fma(-2.0, y, 1.0);
	y = BELOW(x, 0x40360000) ? y : x != x ? x : 1;
	return copysign(y, x);
}
