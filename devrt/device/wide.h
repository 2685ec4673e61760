/*
 * wide.h: what the mathematical functions share: numbers of twice double's precision, bits of
 * doubles, constants.
 *
 * A wide number is the sum of two doubles, hi the nearest double to the sum (Dekker 1971).  All
 * products that must not lose their low part are written with fma(), so nothing here depends on
 * -ffp-contract.  Every function is for finite arguments; callers deal with infinities and NaN.
 */
#ifndef WIDE_H
#define WIDE_H

#include "ptx.h"

struct wide {
	double hi, lo;
};

/* An angle as a multiple of pi/2 plus a rest of at most pi/4. */
struct angle {
	double hi, lo;
	int quarters;
};

/*
 * h + l = a + b exactly, where |a| >= |b| or a = 0.  Macros, because a call costs more than they
 * do.
 */
#define SUM_ORDERED(h, l, a, b) ((h) = (a) + (b), (l) = ((a) - (h)) + (b))

/* h + l = a + b exactly (Knuth, The Art of Computer Programming 2, 4.2.2). */
#define SUM(h, l, a, b) ((h) = (a) + (b), (l) = ((a) - ((h) - ((h) - (a)))) + ((b) - ((h) - (a))))

/* h + l = a * b exactly. */
#define PRODUCT(h, l, a, b) ((h) = (a) * (b), (l) = fma(a, b, -(h)))

#define BITS(x) __ptx_double_as_long(x)
#define FROM_BITS(b) __ptx_long_as_double(b)

/* A double lies in two registers: its upper word has sign, exponent and 20 bits of the fraction. */
#define HIGH(x) ((int)(BITS(x) >> 32))
#define LOW(x) ((unsigned)BITS(x))
#define FROM_WORDS(high, low) FROM_BITS((long)(high) << 32 | (long)(unsigned)(low))
#define POWER_OF_2(k) FROM_WORDS(((k) + 1023) << 20, 0) /* -1022 <= k <= 1023 */

/*
 * |x| is below the double that has this upper word, at most 0x7f800000 (2^1017); false for
 * infinities and NaN.  One comparison of floats, since they are ordered as their words are.
 */
#define BELOW(x, high) (fabsf(__ptx_int_as_float(HIGH(x))) < __ptx_int_as_float(high))

/* Added to x and subtracted again, it leaves x rounded; in between, the lower word is an integer. */
#define TO_INTEGER 0x1.8p52

/* r = 1/d to 2^-57 or so: what the hardware knows, and a step that trebles its digits. */
#define RECIPROCAL(r, d) \
	do { \
		double first_ = __ptx_rcp(d), off_ = fma(-(d), first_, 1.0); \
		(r) = fma(first_, fma(off_, off_, off_), first_); \
	} while (0)

/* The same to 2^-38. */
#define RECIPROCAL_ONCE(r, d) \
	do { \
		double first_ = __ptx_rcp(d), off_ = fma(-(d), first_, 1.0); \
		(r) = fma(first_, off_, first_); \
	} while (0)

/* q = n/d, nearly rounded. */
#define QUOTIENT(q, n, d) \
	do { \
		double inverse_; \
		RECIPROCAL(inverse_, d); \
		(q) = (n)*inverse_; \
		(q) = fma(fma(-(q), d, n), inverse_, q); \
	} while (0)

/*
 * s = sqrt(x), nearly rounded, for normal finite x, or 0: Goldschmidt's iteration (s to sqrt(x), half
 * to 1/(2 sqrt(x))), then one of Newton's.
 */
#define ROOT(s, x) \
	do { \
		double first_ = __ptx_rsqrt(x), half_ = 0.5 * first_, off_; \
		(s) = (x)*first_; \
		off_ = fma(-(s), half_, 0.5); \
		(s) = fma(s, off_, s); \
		half_ = fma(half_, off_, half_); \
		(s) = fma(fma(-(s), s, x), half_, s); \
		(s) = (x) == 0 ? 0 : (s); \
	} while (0)

#define SIGN_BIT (-0x7fffffffffffffffL - 1)
#define FRACTION ((1L << 52) - 1)
#define INF __builtin_inf()
#define NOT_A_NUMBER __builtin_nan("")

#define LN2 0x1.62e42fefa39efp-1
#define LN2_LO 0x1.abc9e3b39803fp-56
#define LN2_SHORT 0x1.62e42fefa38p-1 /* 42 bits: k * LN2_SHORT is exact */
#define LN2_REST 0x1.ef35793c7673p-45
#define LOG2E 0x1.71547652b82fep+0
#define LOG2E_LO 0x1.777d0ffda0d24p-56
#define LOG10E 0x1.bcb7b1526e50ep-2
#define LOG10E_LO 0x1.95355baaafad3p-57
#define LOG10_2 0x1.34413509f79ffp-2
#define LOG10_2_LO -0x1.9dc1da994fd21p-59
#define LOG10_2_SHORT 0x1.34413509f7800p-2 /* 42 bits */
#define LOG10_2_REST 0x1.fef311f12b358p-46
#define TWO_OVER_ROOT_PI 0x1.20dd750429b6dp+0
#define TWO_OVER_ROOT_PI_LO 0x1.1ae3a914fed8p-56
#define HALF_LN_2PI 0x1.d67f1c864beb5p-1
#define HALF_LOG2_2PI 0x1.536439a4c6efcp+0
#define PI 0x1.921fb54442d18p+1
#define PI_LO 0x1.1a62633145c07p-53
#define PI_2 0x1.921fb54442d18p+0
#define PI_2_LO 0x1.1a62633145c07p-54
#define PI_2_LAST -0x1.f1976b7ed8fbcp-110
#define TWO_OVER_PI 0x1.45f306dc9c883p-1

double fma(double, double, double);
double fabs(double);
double sqrt(double);
double rint(double);
double floor(double);
double trunc(double);
double copysign(double, double);
float fabsf(float);
float fmaf(float, float, float);
float copysignf(float, float);
float sqrtf(float);

/* math_log.c */
struct wide wide_log(double hi, double lo); /* ln(hi + lo), hi > 0 */

/* math_trig.c */
struct angle reduce_large(double x); /* 1 <= |x| < INF */

#define HALF_ROOT 0x3fe6a09e /* upper word of sqrt(1/2) */

/* 0: not an integer; 1: odd; 2: even */
INLINE static int
integer_kind(double y)
{
	double half = y * 0.5;

	return rint(y) != y ? 0 : rint(half) == half ? 2 : 1;
}

/* Of |r| <= pi/4, z = r^2. */
#define SINE(r, z) fma((r) * (z), SIN_TAIL(z), r)
#define COSINE(z) fma(z, fma(z, COS_TAIL(z), -0.5), 1.0)

/* ---- e^x, which pow and erfc end in ---- */

/* 708: with |x| below it e^x is a normal number. */
#define NORMAL_EXP 0x40862000

/* y 2^k for a result that is normal; y about 1. */
#define SCALED(y, k) FROM_WORDS(HIGH(y) + (int)((unsigned)(k) << 20), LOW(y))

/* In two steps, since 2^k alone may be out of range; the first is exact, so that one rounds. */
INLINE static double
scale_in_steps(double y, int k)
{
	int half = k >> 1;

	return y * POWER_OF_2(half) * POWER_OF_2(k - half);
}

/* The same for any x of which y 2^k is the exponential function, in whatever base. */
INLINE static double
scale_any(double y, int k, double x, double least, double most)
{
	double scaled = scale_in_steps(y, k), beyond = x + INF;

	return x < least ? 0 : x < most ? scaled : beyond;
}

/* The same where nearly all x are below the one with the upper word `normal`, for which y 2^k is normal. */
INLINE static double
scale_normal(double y, int k, double x, int normal, double least, double most)
{
	double scaled = SCALED(y, k);

	if (!BELOW(x, normal))
		scaled = scale_any(y, k, x, least, most);
	return scaled;
}

/* In constant memory, as coefficients are (coeff.h). */
static const double exp_parts[] = { LOG2E, LN2, LN2_LO };

/* t = x to the next multiple of ln 2, times its inverse; r = what is left. */
#define REDUCE(t, r, x) \
	double t = fma(x, exp_parts[0], TO_INTEGER), t##_whole = t - TO_INTEGER; \
	double r = fma(-t##_whole, exp_parts[2], fma(-t##_whole, exp_parts[1], x))

#define EXP_OF_REST(r) fma(fma(EXP_TAIL(r), r, 1.0), r, 1.0)

#endif
