/*
 * math_trig.c: sine, cosine, tangent and their inverses, for device code.
 *
 * Arguments up to 131,072 are reduced with pi/2 in three parts (Cody and Waite 1980), larger ones
 * by a function that takes as many bits of 2/pi as their exponents ask for (Payne and Hanek 1983).
 * Then sine and cosine are both computed, since the threads of a warp want either. See README.md
 * for the errors.
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

/* 64 bits of 2/pi from the bit with weight 2^(63 - at).  With reduce_large it stays a call: few numbers are so large. */
__attribute__((noinline)) static unsigned long
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
__attribute__((noinline)) struct angle
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

static const double angle_parts[] = { TWO_OVER_PI, PI_2, PI_2_LO, PI_2_LAST };

/* x = quarters pi/2 + r; below 131,072 r_first is exact. */
#define REDUCE_ANGLE(r, quarters, x) \
	double r##_n = fma(x, angle_parts[0], TO_INTEGER), r##_whole = r##_n - TO_INTEGER; \
	double r##_first = fma(-r##_whole, angle_parts[1], x); \
	double r##_next = fma(-r##_whole, angle_parts[2], r##_first); \
	double r = fma(-r##_whole, angle_parts[3], r##_next); \
	int quarters = (int)LOW(r##_n)

/* The same for what is larger, with a rest that r lacks. */
#define REDUCE_LARGE(r, rest, quarters, x) \
	if (!BELOW(x, 0x41000000)) { \
		r = NOT_A_NUMBER; \
		if (fabs(x) < INF) { \
			struct angle far_ = reduce_large(x); \
			r = far_.hi + far_.lo; \
			rest = far_.hi - r + far_.lo; \
			quarters = far_.quarters; \
		} \
	} \
	(void)(rest)

/* y with the sign turned if bit 1 of quarters says so */
#define TURNED(y, quarters) FROM_WORDS(HIGH(y) ^ (int)((unsigned)((quarters)&2) << 30), LOW(y))

/* y, which for small x is x but for the sign of zero */
#define SIGNED_ZERO(y, x) FROM_WORDS(BELOW(x, 0x3e400000) ? HIGH(x) : HIGH(y), LOW(y))

INLINE double
sin(double x)
{
	double z, s, c, y, unused;
	REDUCE_ANGLE(r, quarters, x);

	REDUCE_LARGE(r, unused, quarters, x);
	z = r * r;
	s = SINE(r, z);
	c = COSINE(z);
	y = quarters & 1 ? c : s;

	y = TURNED(y, quarters);
	return SIGNED_ZERO(y, x);
}

INLINE double
cos(double x)
{
	double z, s, c, y, unused;
	REDUCE_ANGLE(r, quarters, x);

	REDUCE_LARGE(r, unused, quarters, x);
	z = r * r;
	s = SINE(r, z);
	c = COSINE(z);
	y = quarters & 1 ? s : c;

	return TURNED(y, quarters + 1);
}

INLINE void
sincos(double x, double *sine, double *cosine)
{
	double z, s, c, y, unused;
	REDUCE_ANGLE(r, quarters, x);

	REDUCE_LARGE(r, unused, quarters, x);
	z = r * r;
	s = SINE(r, z);
	c = COSINE(z);
	y = quarters & 1 ? c : s;

	y = TURNED(y, quarters);
	*sine = SIGNED_ZERO(y, x);
	y = quarters & 1 ? s : c;
	*cosine = TURNED(y, quarters + 1);
}

INLINE double
tan(double x)
{
	double z, w, s, c, c_lo, n, d, q, inverse, rest;
	REDUCE_ANGLE(r, quarters, x);

	/* what r lacks counts twice next to pi/4, elsewhere less; next to 0 it would be wrong */
	rest = fma(-r_whole, angle_parts[2], r_first - r_next) +
		fma(-r_whole, angle_parts[3], r_next - r);
	rest = BELOW(r, 0x3f500000) ? 0 : rest;
	REDUCE_LARGE(r, rest, quarters, x);
	z = r * r;
	s = SINE(r, z);
	w = z * fma(z, COS_TAIL(z), -0.5);
	SUM_ORDERED(c, c_lo, 1, w);
	n = quarters & 1 ? -c : s;
	d = quarters & 1 ? s : c;
	RECIPROCAL(inverse, d);
	q = n * inverse;
	w = fma(quarters & 1 ? -1 : -q, c_lo, fma(-q, d, n));
	w = fma(rest, fma(q, q, 1.0), w * inverse);
	return BELOW(x, 0x3e400000) ? x : q + w;
}

/* ---- inverses ---- */

/*
 * Both below and above 1/2 with one polynomial: asin(a) = pi/2 - 2 asin(sqrt((1 - a)/2)).
 */
#define ASIN_PARTS(a, near, s, tail) \
	int near = BELOW(a, 0x3fe00000); \
	double s##_z, s, tail; \
	s##_z = near ? (a) * (a) : fma(-0.5, a, 0.5); \
	ROOT(s, s##_z); \
	s = near ? (a) : s; \
	tail = s * s##_z * ASIN_TAIL(s##_z)

INLINE double
asin(double x)
{
	double a = fabs(x), y;
	ASIN_PARTS(a, near, s, tail);

	y = s + tail;
	y = near ? y : fma(-2.0, y, PI_2_LO) + PI_2;
	return a <= 1 ? copysign(y, x) : x != x ? x : NOT_A_NUMBER;
}

INLINE double
acos(double x)
{
	double a = fabs(x), y, far;
	ASIN_PARTS(a, near, s, tail);

	y = s + tail;
	far = x > 0 ? y + y : fma(-2.0, y, PI_LO) + PI;
	y = near ? PI_2 - (copysign(y, x) - PI_2_LO) : far;
	return a <= 1 ? y : x != x ? x : NOT_A_NUMBER;
}

/* atan(t), 0 <= t <= 1 */
INLINE static double
atan_near(double t)
{
	double z = t * t;

	return fma(t * z, ATAN_TAIL(z), t);
}

INLINE double
atan(double x)
{
	double a = fabs(x), t, y;
	int beyond = !(a <= 1);

	RECIPROCAL(t, a);
	t = BELOW(x, 0x7f800000) ? t : 0; /* 2^1017 */
	y = atan_near(beyond ? t : a);
	y = beyond ? (PI_2_LO - y) + PI_2 : y;
	return x != x ? x : copysign(y, x);
}

/* From the angle whose tangent is the smaller over the larger one. */
INLINE double
atan2(double y, double x)
{
	double b = fabs(y), a = fabs(x), most = b > a ? b : a, least = b > a ? a : b, q, angle;

	if (!BELOW(most, 0x7f800000)) { /* 2^1017 and more, infinities */
		least = most == INF ? (least == INF ? 1 : 0) : least * 0x1p-4;
		most = most == INF ? 1 : most * 0x1p-4;
	} else if (BELOW(most, 0x03600000)) { /* the reciprocal would overflow */
		least *= 0x1p200;
		most *= 0x1p200;
	}
	QUOTIENT(q, least, most);
	q = most == 0 ? 0 : q;
	angle = atan_near(q);
	angle = b > a ? (PI_2_LO - angle) + PI_2 : angle;
	angle = BITS(x) < 0 ? (PI_LO - angle) + PI : angle;
	return x != x || y != y ? x + y : copysign(angle, y);
}
