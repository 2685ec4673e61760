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

/* (hi + lo) * 2^k: a power that may lie outside double's range. */
struct power {
	double hi, lo;
	int k;
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
#define POWER_OF_2(k) FROM_BITS((long)((k) + 1023) << 52) /* -1022 <= k <= 1023 */

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
#define LN10 0x1.26bb1bbb55516p+1
#define LN10_LO -0x1.f48ad494ea3e9p-53
#define PI 0x1.921fb54442d18p+1
#define PI_LO 0x1.1a62633145c07p-53
#define PI_2 0x1.921fb54442d18p+0
#define PI_2_LO 0x1.1a62633145c07p-54
#define PI_2_LAST -0x1.f1976b7ed8fbcp-110
#define TWO_OVER_PI 0x1.45f306dc9c883p-1
#define PI_4 0x1.921fb54442d18p-1
#define PI_4_LO 0x1.1a62633145c07p-55

double fma(double, double, double);
double fabs(double);
double sqrt(double);
double rint(double);
double floor(double);
double trunc(double);
double copysign(double, double);

/* math_exp.c */
struct power wide_exp(double hi, double lo); /* e^(hi + lo), |hi| < 1e6 */
double power_value(struct power);
double scaled_exp(double hi, double lo, int n); /* 2^n e^(hi + lo) */
double expm1(double);

/* math_log.c */
struct wide wide_log(double hi, double lo); /* ln(hi + lo), hi > 0 */

/* math_trig.c */
struct wide sin_near_zero(double hi, double lo); /* |hi| <= pi/4 */
struct wide cos_near_zero(double hi, double lo);
struct angle reduce_angle(double x);

#endif
