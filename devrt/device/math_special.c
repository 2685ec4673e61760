/*
 * math_special.c: cube root, hypotenuse, error and gamma functions, for device code.
 *
 * See README.md for the errors, above all those of the gamma functions of negative numbers.
 */
#include "wide.h"
#include "coeff.h"

/* ---- roots ---- */

/*
 * The root as a float, good to 20 bits, and a step of Halley's method, which trebles them: with
 * rest = m - y^3, which is exact but for its last rounding, y + y rest/(3 m - 2 rest).
 */
INLINE double
cbrt(double x)
{
	double a = fabs(x), m, y, rest, inverse;
	int low = BELOW(x, 0x00100000), third, high;
	float f;

	a = low ? a * 0x1p54 : a;
	third = (int)(((unsigned)HIGH(a) >> 20) * 21846u >> 16); /* of the biased exponent */
	high = HIGH(a) - (third << 20) * 3 + (1023 << 20);
	m = FROM_WORDS(high, LOW(a)); /* 1 <= m < 8 */
	f = (float)m;
	y = __ptx_ex2f(__ptx_lg2f(f) * 0x1.555556p-2f);
	rest = fma(-(y * y), y, m);
	RECIPROCAL_ONCE(inverse, fma(-2.0, rest, 3 * m));
	y = fma(y * rest, inverse, y);
	y = FROM_WORDS(HIGH(y) + ((third - 341 - (low ? 18 : 0)) << 20), LOW(y));
	return fabs(x) < INF && x != 0 ? copysign(y, x) : x;
}

/* The larger is brought next to 1, where squares are safe. */
INLINE double
hypot(double x, double y)
{
	double b = fabs(y), a = fabs(x), most = b > a ? b : a, least = b > a ? a : b, s;
	int unit = HIGH(most) & 0x7ff00000;

	unit = unit > 0x7fd00000 ? 0x7fd00000 : unit < 0x00200000 ? 0x00200000 : unit;
	most *= FROM_WORDS(0x7fe00000 - unit, 0);
	least *= FROM_WORDS(0x7fe00000 - unit, 0);
	most = fma(most, most, least * least);
	ROOT(s, most);
	s *= FROM_WORDS(unit, 0);
	return a == INF || b == INF ? INF : s;
}

/* ---- error function ---- */

/* -expm1(ln(erfc(a))), which is exact to the last digits on both sides; |x| >= 6 is 6. */
INLINE double
erf(double x)
{
	double a = BELOW(x, 0x40180000) ? fabs(x) : 6, unit;
	double q = fma(-a, TWO_OVER_ROOT_PI, -a * fma(a, ERF_SLOPE(a), TWO_OVER_ROOT_PI_LO));
	EXPM1_PARTS(k, rest, q);

	unit = POWER_OF_2(k);
	q = fma(unit, rest, unit - 1);
	return x != x ? x : copysign(q, x);
}

/*
 * e^(-a^2) scaled(t)/(a + 2.5) with t = (a - 2.5)/(a + 2.5), over which the scaled function hardly varies
 * (Shepherd and Laframboise 1981).
 */
INLINE double
erfc(double x)
{
	double a = fabs(x), r, t, h, l, y;

	RECIPROCAL(r, a + 2.5);
	t = (a - 2.5) * r;
	t = fma(fma(-t, a + 2.5, a - 2.5), r, t);
	y = ERFC_SCALED(t);
	t = y * r;
	t = fma(fma(-t, a + 2.5, y), r, t);
	PRODUCT(h, l, a, a);
	REDUCE(k, f, -h);
	f -= l;
	y = fma(t * f, fma(EXP_TAIL(f), f, 1.0), t);
	y = scale_in_steps(y, LOW(k));
	y = a < 27.3 ? y : a != a ? a : 0;
	return x < 0 ? 2 - y : y;
}

/* ---- gamma function ---- */

/* |sin(pi a)|, a >= 0: by eighths of a turn, exactly */
INLINE static double
sine_of_half_turns(double a)
{
	double n = a * 2 + TO_INTEGER, r = PI * fma(n - TO_INTEGER, -0.5, a), z = r * r;
	double s = SINE(r, z), c = COSINE(z);

	s = fabs(LOW(n) & 1 ? c : s);
	return a < 0x1p50 ? s : 0;
}

/*
 * a (a + 1) ... is taken off until the next factor, y, is at least 8; there Stirling's series is
 * short: e^(y ln y - y - ...), its exponent in two parts.
 */
INLINE double
tgamma(double x)
{
	double a = fabs(x), y = a, product = 1, up = 0, h, l, p, p_lo, t, whole, r, u, power, y_lo;
	int k;

	while (y < 8) {
		product *= y;
		up += 1;
		y = a + up;
	}
	SUM(y, y_lo, a, up);
	y = y < 200 ? y : 200;
	LOG_PARTS(e, f, y, 0);
	WIDE_LOG(h, l, e, f, 0.0);
	t = y - 0.5;
	p = t * h;
	p_lo = fma(t, l, fma(t, h, -p));
	p_lo = fma(y_lo, h, p_lo);
	SUM_ORDERED(t, l, p, -y);
	l += p_lo;
	SUM_ORDERED(h, p_lo, t, HALF_LN_2PI);
	RECIPROCAL(r, y);
	u = r * r;
	l += fma(r, STIRLING_SERIES(u), p_lo);
	t = fma(h, exp_parts[0], TO_INTEGER);
	whole = t - TO_INTEGER;
	r = fma(-whole, exp_parts[1], h) + fma(-whole, exp_parts[2], l);
	power = EXP_OF_REST(r);
	k = (int)LOW(t);
	if (BELOW(x, 0x3c300000)) /* 2^-60 */
		return 1 / x;
	if (x < 0) { /* gamma(-a) = -pi/(a sin(pi a) gamma(a)) */
		QUOTIENT(u, product * PI, a * sine_of_half_turns(a) * power);
		u = scale_any(u, -k, -h, -760, 720);
		if (rint(x) == x || x < -190)
			u = rint(x) == x ? NOT_A_NUMBER : 0;
		t = floor(x) * 0.5;
		return rint(t) != t ? -u : u;
	}
	QUOTIENT(u, power, product);
	u = scale_any(u, k, h, -746, 720);
	return a < 172 ? u : x + INF;
}

/*
 * From 8 on Stirling's series; below, t slope(t) at 2 + t, between -0.6 and 1, and the logarithm of
 * the factors that lead there.  Next to 1, where both cancel, t is what they share.
 */
INLINE static double
lgamma_of_positive(double a)
{
	double factor = 1, y = a, t = a - 2, slope, rest, near, far, r, u;
	int below = a < 1.4, shared;

	if (below) {
		factor = a < 0.5 ? a * (a + 1) : a;
		t = a < 0.5 ? a : a - 1;
	}
	while (y >= 3 && a < 8) {
		y -= 1;
		factor *= y;
		t = y - 2;
	}
	factor = a < 8 ? factor : a;
	LIFT(factor, lifted);
	LOG_PARTS(k, f, factor, lifted);
	shared = below && a >= 0.5 && k == 0;
	rest = log_rest(f, k * exp_parts[2]);
	near = fma(k, exp_parts[1], (shared ? 0 : f) - rest);
	far = fma(k, exp_parts[1], f - rest);
	slope = LGAMMA_TWO(t) - (shared ? 1 : 0);
	near = fma(t, slope, below ? 0 - near : near);
	r = BELOW(a, 0x7f800000) ? a : 1;
	RECIPROCAL(r, r);
	u = r * r;
	far = fma(a - 0.5, far - 1, r * STIRLING_SERIES(u) + (HALF_LN_2PI - 0.5));
	return a == 0 ? INF : a < 8 ? near : far;
}

INLINE double
lgamma(double x)
{
	double a = fabs(x), y = lgamma_of_positive(a), s;

	if (x < 0) {
		if (BELOW(x, 0x3c300000))
			return -log(a);
		s = sine_of_half_turns(a);
		y = rint(x) == x ? INF : -log(a * s * (1 / PI)) - y;
	}
	return a < INF ? y : x * x;
}
