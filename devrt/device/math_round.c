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

/* Half away from zero: the fraction that trunc() drops is exact. */
double
round(double x)
{
	double whole = trunc(x);

	return fabs(x - whole) >= 0.5 ? whole + copysign(1, x) : copysign(whole, x);
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

double
logb(double x)
{
	if (x == 0)
		return -INF;
	return fabs(x) < INF ? exponent(x) : x * x;
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

double
fmod(double x, double y)
{
	double a = fabs(x), b = fabs(y);

	if (!(a < INF) || y != y || b == 0)
		return x != x || y != y ? x + y : NOT_A_NUMBER;
	if (a < b || a == 0)
		return x;
	return copysign(divide(a, b).rest, x);
}

/* The quotient is rounded to nearest, to even when the rest is half of y. */
double
remquo(double x, double y, int *quotient)
{
	double a = fabs(x), b = fabs(y), r;
	struct division d = { a, 0 };

	*quotient = 0;
	if (!(a < INF) || y != y || b == 0)
		return x != x || y != y ? x + y : NOT_A_NUMBER;
	if (a == 0 || b == INF)
		return x;
	d = divide(a, b);
	r = d.rest;
	if (r > b - r || (r == b - r && (d.quotient & 1))) {
		r -= b;
		d.quotient++;
	}
	*quotient = (int)(d.quotient & 0x7fffffff);
	if ((x < 0) != (y < 0))
		*quotient = -*quotient;
	return r == 0 ? copysign(0, x) : x < 0 ? -r : r;
}

double
remainder(double x, double y)
{
	int quotient;

	return remquo(x, y, &quotient);
}

double
drem(double x, double y)
{
	return remainder(x, y);
}

double
fdim(double x, double y)
{
	return x > y ? x - y : x != x || y != y ? x + y : 0;
}
