/*
 * math_round.c: rounding, remainders and the parts of a number, for device code.    All of it is
 * exact.
 *
 * floor, ceil, trunc, rint, fabs, copysign, fmin, fmax and fma are single instructions and not
 * here.
 */
#include "wide.h"

#define EXPONENT(bits) ((int)((bits) >> 52 & 2047))

/* ---- to integers ---- */

/* Half away from zero: the largest number below 1/2 brings halves up, and nothing else. */
INLINE double
round(double x)
{
	return trunc(x + copysign(0x1.fffffffffffffp-2, x));
}

long
lround(double x)
{
	return (long)round(x);
}
long long
llround(double x)
{
	return (long long)round(x);
}
long
lrint(double x)
{
	return (long)rint(x);
}
long long
llrint(double x)
{
	return (long long)rint(x);
}

double
modf(double x, double *whole)
{
	*whole = trunc(x);
	return copysign(fabs(x) == INF ? 0 : x - *whole, x);
}

/* ---- exponents ---- */

/* The exponent of x's bits, as if double had no subnormal numbers. */
static int
exponent(double x)
{
	int e = EXPONENT(BITS(x));

	return e ? e - 1023 : EXPONENT(BITS(x * 0x1p54)) - 1023 - 54;
}

double
frexp(double x, int *e)
{
	*e = 0;
	if (x == 0 || !(fabs(x) < INF))
		return x;
	*e = exponent(x) + 1;
	if (fabs(x) < 0x1p-1022)
		x *= 0x1p54;
	return FROM_BITS((BITS(x) & (SIGN_BIT | FRACTION)) | 1022L << 52);
}

/* Only the last product rounds. */
double
ldexp(double x, int n)
{
	int e;

	x = frexp(x, &e);
	if (x == 0 || !(fabs(x) < INF))
		return x;
	n = n > 5000 ? 5000 : n < -5000 ? -5000 : n;
	e += n;
	if (e > 1024)
		return copysign(INF, x);
	if (e < -1080)
		return copysign(0, x);
	return x * POWER_OF_2(e >> 1) * POWER_OF_2(e - (e >> 1));
}

double
scalbn(double x, int n)
{
	return ldexp(x, n);
}
double
scalbln(double x, long n)
{
	return ldexp(x, n > 5000 ? 5000 : n < -5000 ? -5000 : (int)n);
}

INLINE double
logb(double x)
{
	int high = HIGH(x) & 0x7fffffff;

	if ((unsigned)(high - 0x100000) < 0x7fe00000) /* of a normal number */
		return FROM_WORDS(0x43300000, high >> 20) - (0x1p52 + 1023);
	return x == 0 ? -INF : fabs(x) < INF ? exponent(x) : x * x;
}

int
ilogb(double x)
{
	if (x == 0 || x != x)
		return -2147483647 - 1;
	return fabs(x) < INF ? exponent(x) : 2147483647;
}

/* The next bit pattern in the direction of y. */
double
nextafter(double x, double y)
{
	if (x != x || y != y)
		return x + y;
	if (x == y)
		return y;
	if (x == 0)
		return copysign(0x1p-1074, y);
	return FROM_BITS(BITS(x) + ((x < y) == (x > 0) ? 1 : -1));
}

/* ---- remainders ---- */

struct division {
	double rest;            /* |x| mod |y| */
	unsigned long quotient; /* its low bits */
};

/* x = m 2^e with an integer m; x is positive and finite. */
static unsigned long
integer_part(double x, int *e)
{
	*e = exponent(x) - 52;
	return (unsigned long)ldexp(x, -*e);
}

/* Long division of the integers, 11 bits a step: 53 of them are the fraction. */
static struct division
divide(double x, double y)
{
	int ex, ey, step;
	unsigned long m = integer_part(x, &ex), n = integer_part(y, &ey);
	struct division d = { x, 0 };

	if (x < y)
		return d;
	d.quotient = m / n;
	m %= n;
	for (; ex > ey && m; ex -= step) {
		step = ex - ey < 11 ? ex - ey : 11;
		m <<= step;
		d.quotient = d.quotient << step | m / n;
		m %= n;
	}
	if (ex > ey)
		d.quotient = ex - ey < 64 ? d.quotient << (ex - ey) : 0;
	d.rest = ldexp((double)m, ey);
	return d;
}

/* Infinities, NaN, zero and quotients that double has no digits for. */
static double
long_fmod(double x, double y)
{
	double a = fabs(x), b = fabs(y);

	if (!(a < INF) || y != y || b == 0)
		return x != x || y != y ? x + y : NOT_A_NUMBER;
	if (a < b || a == 0)
		return x;
	return copysign(divide(a, b).rest, x);
}

/* The quotient is rounded to nearest, to even when the rest is half of y. */
static struct division
long_remainder(double x, double y)
{
	double a = fabs(x), b = fabs(y), r;
	struct division d = { x, 0 };

	if (!(a < INF) || y != y || b == 0)
		d.rest = x != x || y != y ? x + y : NOT_A_NUMBER;
	if (!(a < INF) || y != y || b == 0 || a == 0 || b == INF)
		return d;
	d = divide(a, b);
	r = d.rest;
	if (r > b - r || (r == b - r && (d.quotient & 1))) {
		r -= b;
		d.quotient++;
	}
	d.rest = r == 0 ? copysign(0, x) : x < 0 ? -r : r;
	return d;
}

/*
 * a = quotient b + rest, the quotient next to a/b or but one: then the rest has no more digits than
 * b and is exact.  Returned is whether the quotient fits.
 */
#define DIVIDE(fits, quotient, rest, a, b) \
	double quotient##_sum, inverse_, rest; \
	int fits; \
	RECIPROCAL(inverse_, b); \
	inverse_ *= (a); \
	fits = BELOW(inverse_, 0x43200000) && BELOW(a, 0x7e700000) && !BELOW(b, 0x07000000); \
	quotient##_sum = inverse_ + TO_INTEGER; \
	rest = fma(-(quotient##_sum - TO_INTEGER), b, a)

INLINE double
fmod(double x, double y)
{
	double a = fabs(x), b = fabs(y);
	DIVIDE(fits, quotient, rest, a, b);

	if (!fits)
		return long_fmod(x, y);
	return copysign(rest < 0 ? rest + b : rest, x);
}

/* Where the quotient is the farther one, or odd at half of y, the next is right. */
#define NEAREST_REST(rest, quotient, b) \
	do { \
		double half_ = 0.5 * (b), off_ = fabs(rest); \
		if (off_ > half_ || (off_ == half_ && ((quotient)&1))) { \
			(quotient) += (rest) > 0 ? 1 : -1; \
			(rest) -= copysign(b, rest); \
		} \
	} while (0)

INLINE double
remainder(double x, double y)
{
	double a = fabs(x), b = fabs(y);
	unsigned low;
	DIVIDE(fits, quotient, rest, a, b);

	if (!fits)
		return long_remainder(x, y).rest;
	low = LOW(quotient_sum);
	NEAREST_REST(rest, low, b);
	return rest == 0 ? copysign(0, x) : x < 0 ? -rest : rest;
}

INLINE double
remquo(double x, double y, int *to)
{
	double a = fabs(x), b = fabs(y);
	unsigned low;
	DIVIDE(fits, quotient, rest, a, b);

	low = LOW(quotient_sum);
	if (fits) {
		NEAREST_REST(rest, low, b);
		rest = rest == 0 ? copysign(0, x) : x < 0 ? -rest : rest;
	} else {
		struct division d = long_remainder(x, y);

		rest = d.rest;
		low = (unsigned)d.quotient;
	}
	low &= 0x7fffffff;
	*to = (x < 0) != (y < 0) ? -(int)low : (int)low;
	return rest;
}

INLINE double
drem(double x, double y)
{
	return remainder(x, y);
}

INLINE double
fdim(double x, double y)
{
	return x <= y ? 0 : x - y;
}
