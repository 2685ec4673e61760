/*
 * math_log.c: logarithms and what is made of them, for device code: log, log2, log10, log1p, pow,
 * asinh, acosh, atanh.
 *
 * x = 2^k (1 + f) with 1 + f between sqrt(1/2) and sqrt(2), and with s = f/(2 + f)
 *
 *	ln(1 + f) = 2 atanh(s) = f - (f^2/2 - s (f^2/2 + s^2 term(s^2)))
 *
 * where f is exact and hardly anything is left for errors of s (known since fdlibm, 1993).  See
 * README.md for the errors.
 */
#include "wide.h"
#include "coeff.h"

/* f^2/2 - s (f^2/2 + ...) - add */
INLINE static double
log_rest(double f, double add)
{
	double h = f * (0.5 * f), inverse, s, z;

	RECIPROCAL(inverse, f + 2);
	s = f * inverse;
	z = s * s;
	return h - fma(s, fma(z, LOG_TERM(z), h), add);
}

/*
 * Of a positive normal x: f, and k as a double.  The exponent is put into the lower word of 2^52,
 * which is what its integers are.
 */
#define LOG_PARTS(k, f, x, less) \
	int k##_high = HIGH(x) + (0x3ff00000 - HALF_ROOT); \
	double k = FROM_WORDS(0x43300000, (unsigned)k##_high >> 20) - (0x1p52 + 1023 + (less)); \
	double f = FROM_WORDS((k##_high & 0xfffff) + HALF_ROOT, LOW(x)) - 1

/* x is positive, normal and finite. */
#define HAS_LOG(x) ((unsigned)(HIGH(x) - 0x100000) < 0x7fe00000)

/* The logarithm, to whatever base, of what is not, but for positive x. */
INLINE static double
log_edge(double x)
{
	return x == 0 ? -INF : x < 0 ? NOT_A_NUMBER : x;
}

/* Subnormal numbers are brought into the range of others; all else stays as it is. */
#define LIFT(x, lifted) \
	double lifted = 0; \
	if (HIGH(x) < 0x100000) { \
		(x) *= 0x1p54; \
		lifted = 54; \
	}

INLINE double
log(double x)
{
	LIFT(x, lifted);
	LOG_PARTS(k, f, x, lifted);

	if (!HAS_LOG(x))
		return log_edge(x);
	return fma(k, exp_parts[1], f - log_rest(f, k * exp_parts[2]));
}

/*
 * (f - rest) unit + k step in two parts, where step has few digits or is 1.
 */
INLINE static double
log_to_base(double k, double f, double unit, double unit_lo, double step, double step_lo)
{
	double p = f * unit, p_lo = fma(f, unit, -p), h, l;

	p_lo = fma(f, unit_lo, fma(k, step_lo, p_lo));
	p_lo = fma(-log_rest(f, 0), unit, p_lo);
	SUM_ORDERED(h, l, k * step, p);
	return h + (l + p_lo);
}

INLINE double
log2(double x)
{
	LIFT(x, lifted);
	LOG_PARTS(k, f, x, lifted);

	return HAS_LOG(x) ? log_to_base(k, f, LOG2E, LOG2E_LO, 1, 0) : log_edge(x);
}

INLINE double
log10(double x)
{
	LIFT(x, lifted);
	LOG_PARTS(k, f, x, lifted);

	return HAS_LOG(x) ? log_to_base(k, f, LOG10E, LOG10E_LO, LOG10_2_SHORT, LOG10_2_REST) :
			    log_edge(x);
}

/*
 * ln(1 + x + lo): k is that of 1 + x, and f = x 2^-k + (2^-k - 1) is kept in two parts.
 */
INLINE static double
log_of_one_plus(double x, double lo)
{
	double far = 0, u, unit, f, f_lo;

	if (!BELOW(x, 0x7e700000)) { /* 2^1000: 2^-k would be subnormal */
		x *= 0x1p-512;
		far = 512;
	}
	u = x + 1;
	LOG_PARTS(k, unused, u, -far);
	(void)unused;
	unit = FROM_WORDS(0x7fe00000 - (k_high & 0x7ff00000), 0);
	SUM(f, f_lo, x * unit, unit - 1);
	f_lo = fma(lo, unit, f_lo);
	return fma(k, exp_parts[1], f - log_rest(f, fma(k, exp_parts[2], f_lo)));
}

INLINE double
log1p(double x)
{
	double y = log_of_one_plus(x, 0);

	if (!(x > -1 && x < INF))
		return x == -1 ? -INF : x < -1 ? NOT_A_NUMBER : x;
	return BELOW(x, 0x3c900000) ? x : y;
}

/* ---- powers ---- */

/*
 * h + l = k ln 2 + ln(1 + f + f_lo), good to 2^-64, because pow multiplies the error by up to 745:
 * ln(1 + f) = 2 s + s^3 (2/3 + ...), all in two parts, but the series from its third term on.
 */
#define WIDE_LOG(h, l, k, f, f_lo) \
	do { \
		const double third = 0x1.5555555555555p-2, third_lo = 0x1.5555555555555p-56; \
		double d, d_lo, i, s, s_lo, z, z_lo, t, p, p_lo, u, u_lo, v, w, w_lo; \
		SUM_ORDERED(d, d_lo, 2, f); \
		RECIPROCAL(i, d); \
		s = (f)*i; \
		s_lo = fma(-s, d_lo + (f_lo), fma(-s, d, f) + (f_lo)) * i; \
		PRODUCT(z, z_lo, s, s); \
		z_lo = fma(s + s, s_lo, z_lo); \
		t = z * LOG_TAIL(z); \
		SUM_ORDERED(p, p_lo, third, t); \
		p_lo += third_lo; \
		PRODUCT(u, u_lo, z, p); \
		u_lo = fma(z, p_lo, fma(z_lo, p, u_lo)); \
		v = s * u; \
		w_lo = fma(s, u_lo, fma(s_lo, u, fma(s, u, -v))); \
		SUM_ORDERED(w, t, s, v); \
		w_lo += t + s_lo; \
		t = (k)*LN2_SHORT; \
		SUM_ORDERED(s, s_lo, t, 2 * w); \
		s_lo += fma(k, LN2_REST, 2 * w_lo); \
		SUM_ORDERED(h, l, s, s_lo); \
	} while (0)

struct wide
wide_log(double x, double lo)
{
	double h, l;
	LIFT(x, lifted);
	LOG_PARTS(k, f, x, lifted);

	if (lo != 0)
		lo *= FROM_WORDS(0x7fe00000 - (k_high & 0x7ff00000), 0);
	WIDE_LOG(h, l, k, f, lo);
	return (struct wide){ h, l };
}

/* Zero, infinity or NaN as x or y, or a negative x; power is |x|^y where that is a number (C11
 * F.10.4.4). */
INLINE static double
pow_edge(double x, double y, double power)
{
	double a = fabs(x), b = fabs(y);
	int kind = integer_kind(y);

	if (y == 0 || x == 1 || (x == -1 && b == INF))
		return 1;
	if (x != x || y != y)
		return x + y;
	if (x == 0 || a == INF || b == INF)
		power = (a > 1) == (y > 0) ? INF : 0;
	else if (kind == 0)
		return NOT_A_NUMBER;
	return kind == 1 && b < INF ? copysign(power, x) : power;
}

double
pow(double x, double y)
{
	double a = fabs(x), h, l, p, p_lo, t, whole, r, power;
	LIFT(a, lifted);
	LOG_PARTS(k, f, a, lifted);

	WIDE_LOG(h, l, k, f, 0.0);
	p = h * y;
	p_lo = fma(l, y, fma(h, y, -p));
	t = fma(p, exp_parts[0], TO_INTEGER);
	whole = t - TO_INTEGER;
	r = fma(-whole, exp_parts[1], p) + fma(-whole, exp_parts[2], p_lo);
	power = scale_normal(EXP_OF_REST(r), LOW(t), p, NORMAL_EXP, -746, 710);
	if (x > 0 && fabs(x) < INF && fabs(y) < INF)
		return power;
	return pow_edge(x, y, power);
}

double
powi(double x, int n)
{
	return pow(x, n);
}

/* ---- inverse hyperbolic functions ---- */

/* ln(a + sqrt(a^2 + 1)); where a^2 is all of that, ln(2 a) */
INLINE double
asinh(double x)
{
	double a = fabs(x), z = a * a, root, q, y;
	int far = !BELOW(x, 0x43b00000); /* 2^60 */

	z = far ? 0 : z;
	ROOT(root, z + 1);
	QUOTIENT(q, z, root + 1);
	y = log_of_one_plus(a + q, 0) + (far ? LN2 : 0);
	y = BELOW(x, 0x3e400000) || !(fabs(x) < INF) ? a : y;
	return copysign(y, x);
}

/* With t = x - 1, ln(1 + t + sqrt(t^2 + 2 t)). */
INLINE double
acosh(double x)
{
	double t = x - 1, z, root, y;
	int far = !BELOW(x, 0x43b00000);

	z = far ? 0 : fma(t, t, t + t);
	ROOT(root, z);
	y = log_of_one_plus(far ? x : t + root, 0) + (far ? LN2 : 0);
	return x < 1 ? NOT_A_NUMBER : fabs(x) < INF ? y : x;
}

/* ln(1 + 2 a/(1 - a))/2 */
INLINE double
atanh(double x)
{
	double a = fabs(x), q, y;

	QUOTIENT(q, a + a, 1 - a);
	y = 0.5 * log_of_one_plus(q, 0);
	y = BELOW(x, 0x3e400000) || x != x ? a : a < 1 ? y : a == 1 ? INF : NOT_A_NUMBER;
	return copysign(y, x);
}
