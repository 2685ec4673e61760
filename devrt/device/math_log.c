/*
 * math_log.c: logarithms and what is made of them, for device code: log, log2, log10, log1p, pow,
 * asinh, acosh, atanh.
 *
 * All of them are made from wide_log(), which is good to 2^-64: pow multiplies its error by up to
 * 745.  See README.md for the errors.
 */
#include "wide.h"
#include "coeff.h"

/*
 * s + s^3 (1/3 + s^2 tail), s = hi + lo: atanh(s) for |s| < 0.172, its third term in double only.
 */
static struct wide
wide_atanh(double hi, double lo)
{
	const double third = 0x1.5555555555555p-2, third_lo = 0x1.5555555555555p-56;
	double z, z_lo, t, p, p_lo, u, u_lo, v, v_lo;
	struct wide w;

	PRODUCT(z, z_lo, hi, hi);
	z_lo = fma(2 * hi, lo, z_lo);
	t = z * LOG_TAIL(z);
	SUM_ORDERED(p, p_lo, third, t);
	p_lo += third_lo;
	PRODUCT(u, u_lo, z, p);
	u_lo = fma(z, p_lo, fma(z_lo, p, u_lo));
	PRODUCT(v, v_lo, hi, u);
	v_lo = fma(hi, u_lo, fma(lo, u, v_lo));
	SUM_ORDERED(w.hi, w.lo, hi, v);
	w.lo += lo + v_lo;
	return w;
}

/*
 * x = 2^k m with m between sqrt(1/2) and sqrt(2), and ln m = 2 atanh((m - 1)/(m + 1)).    Near 1, k
 * is 0 and m - 1 exact, so the result is good there too.
 */
struct wide
wide_log(double hi, double lo)
{
	double m, f, d, d_lo, s, s_lo, k_hi;
	struct wide w;
	int k = 0;

	if (hi < 0x1p-1022) {
		hi *= 0x1p54;
		k = -54;
	}
	m = FROM_BITS((BITS(hi) & FRACTION) | BITS(1.0));
	k += (int)(BITS(hi) >> 52) - 1023;
	if (m > 0x1.6a09e667f3bcdp+0) {
		m *= 0.5;
		k++;
	}
	lo = lo == 0 ? 0 : lo * POWER_OF_2(-k);
	f = m - 1;
	SUM_ORDERED(d, d_lo, 2, f);
	s = f / d;
	s_lo = fma(-s, d_lo + lo, fma(-s, d, f) + lo) / d;
	w = wide_atanh(s, s_lo);
	k_hi = k * LN2_SHORT;
	SUM_ORDERED(s, s_lo, k_hi, 2 * w.hi);
	s_lo += fma(k, LN2_REST, 2 * w.lo);
	SUM_ORDERED(w.hi, w.lo, s, s_lo);
	return w;
}

/* ln x in other units: 1/ln(base) is given. */
static double
log_in_base(double x, double unit, double unit_lo)
{
	double h, l;
	struct wide w;

	if (!(x > 0))
		return x == 0 ? -INF : x != x ? x : NOT_A_NUMBER;
	if (x == INF)
		return x;
	w = wide_log(x, 0);
	PRODUCT(h, l, w.hi, unit);
	return h + fma(w.hi, unit_lo, fma(w.lo, unit, l));
}

double
log(double x)
{
	return log_in_base(x, 1, 0);
}

double
log2(double x)
{
	return log_in_base(x, LOG2E, LOG2E_LO);
}

double
log10(double x)
{
	return log_in_base(x, LOG10E, LOG10E_LO);
}

/* ln(1 + hi + lo) */
static double
log_of_one_plus(double hi, double lo)
{
	double h, l;
	struct wide w;

	SUM(h, l, 1.0, hi);
	w = wide_log(h, l + lo);
	return w.hi + w.lo;
}

double
log1p(double x)
{
	if (fabs(x) < 0x1p-40)
		return fabs(x) < 0x1p-54 ? x : fma(x * x, -0.5, x);
	if (x != x || x == INF)
		return x;
	if (x <= -1)
		return x == -1 ? -INF : NOT_A_NUMBER;
	if (x > 0x1p60)
		return log(x);
	return log_of_one_plus(x, 0);
}

/* ---- powers ---- */

/* 0: not an integer; 1: odd; 2: even */
static int
integer_kind(double y)
{
	double half = y * 0.5;

	if (rint(y) != y)
		return 0;
	return rint(half) == half ? 2 : 1;
}

/* x or y is zero, infinite or NaN, or x is 1 (C11 F.10.4.4). */
static double
pow_special(double x, double y)
{
	double a = fabs(x), b = fabs(y), r;

	if (y == 0 || x == 1 || (x == -1 && b == INF))
		return 1;
	if (x != x || y != y)
		return x + y;
	if (b == INF)
		return (a > 1) == (y > 0) ? INF : 0;
	r = (a > 1) == (y > 0) ? INF : 0; /* x is zero or infinite */
	return integer_kind(y) == 1 ? copysign(r, x) : r;
}

double
pow(double x, double y)
{
	double a = fabs(x), sign = 1, h, l;
	struct wide w;

	if (!(a > 0) || a == INF || !(fabs(y) > 0) || fabs(y) == INF || y != y || x == 1)
		return pow_special(x, y);
	if (x < 0) {
		if (integer_kind(y) == 0)
			return NOT_A_NUMBER;
		sign = integer_kind(y) == 1 ? -1 : 1;
	}
	w = wide_log(a, 0);
	PRODUCT(h, l, w.hi, y);
	if (h > 710)
		return sign * INF;
	if (h < -746)
		return sign * 0;
	return sign * scaled_exp(h, fma(w.lo, y, l), 0);
}

double
powi(double x, int n)
{
	return pow(x, n);
}

/* ---- inverse hyperbolic functions ---- */

/* ln(x + sqrt(x^2 + 1)), from ln(1 + ...) below 1. */
double
asinh(double x)
{
	double a = fabs(x), z = x * x, h, l, r;
	struct wide w;

	if (a < 0x1p-27 || x != x || a == INF)
		return x;
	if (a < 1) {
		r = z / (1 + sqrt(1 + z));
		SUM_ORDERED(h, l, a, r);
		return copysign(log_of_one_plus(h, l), x);
	}
	if (a < 0x1p30) {
		r = 1 / (a + sqrt(z + 1));
		SUM_ORDERED(h, l, 2 * a, r);
		w = wide_log(h, l);
		return copysign(w.hi + w.lo, x);
	}
	w = wide_log(a, 0);
	SUM(h, l, w.hi, LN2);
	return copysign(h + (l + w.lo), x);
}

double
acosh(double x)
{
	double t = x - 1, z, z_lo, y, y_lo, s, h, l;
	struct wide w;

	if (!(x >= 1))
		return x != x ? x : NOT_A_NUMBER;
	if (x == INF)
		return x;
	if (x > 0x1p30) {
		w = wide_log(x, 0);
		SUM(h, l, w.hi, LN2);
		return h + (l + w.lo);
	}
	if (t == 0)
		return 0;
	PRODUCT(z, z_lo, t, t); /* x^2 - 1 = t^2 + 2t, its root in two parts */
	SUM(y, y_lo, z, 2 * t);
	s = sqrt(y);
	SUM(h, l, s, t);
	return log_of_one_plus(h, l + (fma(-s, s, y) + (y_lo + z_lo)) / (2 * s));
}

/* ln((1 + x)/(1 - x))/2 */
double
atanh(double x)
{
	double a = fabs(x), n, n_lo, d, d_lo, q;
	struct wide w;

	if (a < 0x1p-27 || x != x)
		return x;
	if (a >= 1)
		return a == 1 ? copysign(INF, x) : NOT_A_NUMBER;
	if (a < 0.17) {
		w = wide_atanh(x, 0);
		return w.hi + w.lo;
	}
	SUM_ORDERED(n, n_lo, 1, a);
	SUM_ORDERED(d, d_lo, 1, -a);
	q = n / d;
	w = wide_log(q, (fma(-q, d, n) + fma(-q, d_lo, n_lo)) / d);
	return copysign((w.hi + w.lo) * 0.5, x);
}
