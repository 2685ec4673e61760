/*
 * math_trig.c: sine, cosine, tangent and their inverses, for device code.
 *
 * Arguments of any size are reduced exactly enough: up to 2^20 with pi/2 in three parts (Cody and
 * Waite 1980), beyond with as many bits of 2/pi as the argument's exponent asks for (Payne and
 * Hanek 1983).    See README.md for the errors.
 */
#include "wide.h"
#include "coeff.h"

/* ---- reduction to [-pi/4, pi/4] ---- */

/* 2/pi, the first bit after the binary point first; a word of zeros before it. */
static const unsigned long two_over_pi[] = {
	0,
	0xa2f9836e4e441529,
	0xfc2757d1f534ddc0,
	0xdb6295993c439041,
	0xfe5163abdebbc561,
	0xb7246e3a424dd2e0,
	0x06492eea09d1921c,
	0xfe1deb1cb129a73e,
	0xe88235f52ebb4484,
	0xe99c7026b45f7e41,
	0x3991d639835339f4,
	0x9c845f8bbdf9283b,
	0x1ff897ffde05980f,
	0xef2f118b5a0a6d1f,
	0x6d367ecf27cb09b7,
	0x4f463f669e5fea2d,
	0x7527bac7ebe5f17b,
	0x3d0739f78a5292ea,
	0x6bfb5fb11f8d5d08,
	0x56033046fc7b6bab,
	0xf0cfbc209af4361d,
};

/* 64 bits of 2/pi from the bit with weight 2^(63 - at). */
static unsigned long
bits_of_two_over_pi(int at)
{
	const unsigned long *w = two_over_pi + (at >> 6);
	int shift = at & 63;

	return shift ? w[0] << shift | w[1] >> (64 - shift) : w[0];
}

/* (high, low)/2^128 quarter turns as an angle; the value is below 1/2. */
static struct angle
angle_of_fraction(unsigned long high, unsigned long low, int negative)
{
	int zeros = __ptx_clz64((long)high);
	struct angle r;
	double h, l;

	if (zeros) {
		high = high << zeros | low >> (64 - zeros);
		low <<= zeros;
	}
	h = (double)(high >> 11) * 0x1p-53;
	l = (double)(high << 53 >> 11 | low >> 22) * 0x1p-106;
	PRODUCT(r.hi, r.lo, h, PI_2);
	r.lo = fma(h, PI_2_LO, fma(l, PI_2, r.lo));
	h = FROM_BITS((long)(1023 - zeros) << 52);
	r.hi *= negative ? -h : h;
	r.lo *= negative ? -h : h;
	r.quarters = 0;
	return r;
}

/*
 * x = m 2^e.    Bits of 2/pi that make whole turns with 2^e are left out, and the next 192 are
 * enough: m times them, modulo 2^192, has the quarter in its two top bits and below them the
 * rest, which no double brings nearer to zero than 2^-62.
 */
static struct angle
reduce_large(double x)
{
	unsigned long bits = (unsigned long)BITS(x), m = (bits & FRACTION) | 1UL << 52;
	int at = (int)(bits >> 52 & 2047) - 1075 - 2 + 64, quarter, up;
	unsigned long a = bits_of_two_over_pi(at), b = bits_of_two_over_pi(at + 64);
	unsigned long c = bits_of_two_over_pi(at + 128), low, middle, high;
	struct angle r;

	low = __ptx_umulhi64(m, c);
	middle = m * b + low;
	high = m * a + __ptx_umulhi64(m, b) + (middle < low);
	low = m * c;
	quarter = (int)(high >> 62);
	high = high << 2 | middle >> 62;
	middle = middle << 2 | low >> 62;
	up = high >> 63;
	if (up) {
		high = ~high;
		middle = ~middle;
	}
	r = angle_of_fraction(high, middle, up != (x < 0));
	r.quarters = x < 0 ? -(quarter + up) : quarter + up;
	return r;
}

/*
 * hi + lo = x - n pi/2 for |x| <= 2^20: pi/2 in three parts, the first taken off exactly, the
 * second with its low half.
 */
#define TAKE_QUARTERS(hi, lo, x, n) \
	do { \
		double first = fma(-(n), PI_2, x), second, second_lo, low; \
		PRODUCT(second, second_lo, -(n), PI_2_LO); \
		SUM(hi, low, first, second); \
		lo = low + fma(-(n), PI_2_LAST, second_lo); \
	} while (0)

struct angle
reduce_angle(double x)
{
	struct angle r = { x, 0, 0 };
	double n;

	if (fabs(x) > 0x1p20)
		return reduce_large(x);
	if (fabs(x) > PI_4) {
		n = rint(x * TWO_OVER_PI);
		TAKE_QUARTERS(r.hi, r.lo, x, n);
		r.quarters = (int)n;
	}
	return r;
}

/* ---- sine, cosine, tangent ---- */

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

/* The sine of the angle that is `turn' quarters further on than x. */
static double
sine(double x, int turn)
{
	double hi = x, lo = 0, n, start, tail;

	if (fabs(x) > 0x1p20) {
		struct angle a = reduce_large(x);

		hi = a.hi;
		lo = a.lo;
		turn += a.quarters;
	} else if (fabs(x) > PI_4) {
		n = rint(x * TWO_OVER_PI);
		TAKE_QUARTERS(hi, lo, x, n);
		turn += (int)n;
	}
	start = turn & 1 ? COSINE_START(hi) : hi;
	tail = turn & 1 ? cosine_tail(hi, lo, start) : sine_tail(hi, lo);
	return turn & 2 ? -start - tail : start + tail;
}

double
sin(double x)
{
	if (fabs(x) < 0x1p-27)
		return x;
	return fabs(x) < INF ? sine(x, 0) : x - x;
}

double
cos(double x)
{
	return fabs(x) < INF ? sine(x, 1) : x - x;
}

void
sincos(double x, double *s, double *c)
{
	*s = sin(x);
	*c = cos(x);
}

double
tan(double x)
{
	struct angle a;
	struct wide n, d;
	double q;

	if (fabs(x) < 0x1p-27)
		return x;
	if (!(fabs(x) < INF))
		return x - x;
	a = reduce_angle(x);
	n = sin_near_zero(a.hi, a.lo);
	d = cos_near_zero(a.hi, a.lo);
	if (a.quarters & 1) {
		struct wide s = n;

		n.hi = -d.hi;
		n.lo = -d.lo;
		d = s;
	}
	q = n.hi / d.hi;
	return q + (fma(-q, d.hi, n.hi) + fma(-q, d.lo, n.lo)) / d.hi;
}

/* ---- inverses ---- */

double
asin(double x)
{
	double a = fabs(x), z, s, s_lo, h, l;

	if (a < 0x1p-27)
		return x;
	if (a <= 0.5) {
		z = x * x;
		return x + x * z * ASIN_TAIL(z);
	}
	if (!(a <= 1))
		return x != x ? x : NOT_A_NUMBER;
	z = (1 - a) * 0.5;
	s = sqrt(z);
	s_lo = s > 0 ? fma(-s, s, z) / (2 * s) : 0;
	SUM_ORDERED(h, l, PI_2, -2 * s);
	return copysign(h + (l + PI_2_LO - 2 * fma(s * z, ASIN_TAIL(z), s_lo)), x);
}

/* The angle with cosine x is twice the one with sine sqrt((1 - x)/2). */
double
acos(double x)
{
	double a = fabs(x), z, s, tail, h, l;

	if (a <= 0.5) {
		z = x * x;
		tail = x * z * ASIN_TAIL(z);
		SUM_ORDERED(h, l, PI_2, -x);
		return h + (l + PI_2_LO - tail);
	}
	if (!(a <= 1))
		return x != x ? x : NOT_A_NUMBER;
	z = (1 - a) * 0.5;
	s = sqrt(z);
	tail = s > 0 ? fma(s * z, ASIN_TAIL(z), fma(-s, s, z) / (2 * s)) : 0;
	if (x > 0)
		return 2 * (s + tail);
	SUM_ORDERED(h, l, PI, -2 * s);
	return h + (l + PI_LO - 2 * tail);
}

/*
 * atan(n/d), n and d not negative, not both 0 or infinite: from 0, pi/4 or pi/2, whichever is
 * near.
 */
static struct wide
atan_of_ratio(double n, double d)
{
	double top, top_lo = 0, bottom, bottom_lo = 0, base, base_lo, t, z, tail, s, s_lo;
	struct wide w;

	if (n > 0x1.3504f333f9de6p+1 * d) { /* tan(3 pi/8) */
		top = -d, bottom = n, base = PI_2, base_lo = PI_2_LO;
	} else if (n > 0x1.a827999fcef32p-2 * d) { /* tan(pi/8) */
		SUM(top, top_lo, n, -d);
		SUM(bottom, bottom_lo, n, d);
		base = PI_4, base_lo = PI_4_LO;
	} else {
		top = n, bottom = d, base = 0, base_lo = 0;
	}
	t = top / bottom;
	z = t * t;
	tail = (fma(-t, bottom, top) + fma(-t, bottom_lo, top_lo)) / bottom;
	tail = fma(t * z, ATAN_TAIL(z), tail);
	SUM_ORDERED(s, s_lo, t, tail);
	SUM_ORDERED(w.hi, w.lo, base, s);
	w.lo += s_lo + base_lo;
	return w;
}

double
atan(double x)
{
	double a = fabs(x);
	struct wide w;

	if (a < 0x1p-27 || x != x)
		return x;
	if (a > 0x1p60)
		return copysign(PI_2, x);
	w = atan_of_ratio(a, 1);
	return copysign(w.hi + w.lo, x);
}

double
atan2(double y, double x)
{
	double n = fabs(y), d = fabs(x), h, l, scale = 1;
	struct wide w = { 0, 0 };

	if (x != x || y != y)
		return x + y;
	if (n == INF || d == INF) {
		n = n == INF;
		d = d == INF;
	}
	if (n > 0x1p1000 || d > 0x1p1000)
		scale = 0x1p-60;
	else if (n < 0x1p-900 && d < 0x1p-900)
		scale = 0x1p120;
	if (n > 0)
		w = atan_of_ratio(n * scale, d * scale);
	if (BITS(x) < 0) {
		SUM_ORDERED(h, l, PI, -w.hi);
		w.hi = h;
		w.lo = l + PI_LO - w.lo;
	}
	return copysign(w.hi + w.lo, y);
}
