/*
 * math_float.c: the mathematical functions of float, for device code.
 *
 * All compute in double and round once at the end, so errors are little above 0.5 ulp.  The common
 * ones have shorter polynomials of their own; the others call the double function.
 */
#include "wide.h"
#include "coeff.h"

/* ---- exponential and logarithm ---- */

/* e^x, good to 2^-36; |x| < 200 */
static double
short_exp(double x)
{
	double k = rint(x * LOG2E), r = fma(-k, LN2_REST, fma(-k, LN2_SHORT, x));

	return fma(r * r, EXP_TAIL_F(r), 1 + r) * POWER_OF_2((int)k);
}

/* ln x, good to 2^-48; x > 0 comes from a float and so is a normal double */
static double
short_log(double x)
{
	double m = FROM_BITS((BITS(x) & FRACTION) | BITS(1.0)), s, z;
	int k = (int)(BITS(x) >> 52) - 1023;

	if (m > 0x1.6a09e667f3bcdp+0) {
		m *= 0.5;
		k++;
	}
	s = (m - 1) / (m + 1);
	z = s * s;
	return fma(k, LN2, 2 * fma(s * z, LOG_TAIL_F(z), s));
}

float
expf(float x)
{
	if (!(x < 100))
		return x + INF;
	return x < -110 ? 0 : (float)short_exp(x);
}

float
exp2f(float x)
{
	double whole = rint(x), part = x - whole;

	if (!(x < 130))
		return x + INF;
	return x < -160 ? 0 : (float)(EXP2_F(part) * POWER_OF_2((int)whole));
}

float
exp10f(float x)
{
	if (!(x < 40))
		return x + INF;
	return x < -50 ? 0 : (float)short_exp(x * LN10);
}

static float
short_log_in_base(float x, double unit)
{
	if (!(x > 0))
		return x == 0 ? -INF : x != x ? x : NOT_A_NUMBER;
	return x < INF ? (float)(short_log(x) * unit) : x;
}

float
logf(float x)
{
	return short_log_in_base(x, 1);
}
float
log2f(float x)
{
	return short_log_in_base(x, LOG2E);
}
float
log10f(float x)
{
	return short_log_in_base(x, LOG10E);
}

double pow(double, double);

float
powf(float x, float y)
{
	double z;

	if (!(x > 0 && x < INF && fabs(y) < INF))
		return (float)pow(x, y);
	z = y * short_log(x);
	return z > 100 ? INF : z < -110 ? 0 : (float)short_exp(z);
}

float
powif(float x, int n)
{
	return (float)pow(x, n);
}

/* ---- sine, cosine, tangent ---- */

/* The sine of the angle that is `turn' quarters further on than x; good to 2^-35. */
static double
short_sine(double x, int turn)
{
	double n = rint(x * TWO_OVER_PI), r, z, y;

	if (fabs(x) > 0x1p20) {
		struct angle a = reduce_angle(x);

		r = a.hi;
		turn += a.quarters;
	} else {
		r = fma(-n, PI_2_LO, fma(-n, PI_2, x));
		turn += (int)n;
	}
	z = r * r;
	if (turn & 1)
		y = fma(z * z, COS_TAIL_F(z), fma(z, -0.5, 1));
	else
		y = fma(r * z, SIN_TAIL_F(z), r);
	return turn & 2 ? -y : y;
}

float
sinf(float x)
{
	if (fabs(x) < 0x1p-14)
		return x;
	return fabs(x) < INF ? (float)short_sine(x, 0) : x - x;
}

float
cosf(float x)
{
	return fabs(x) < INF ? (float)short_sine(x, 1) : x - x;
}

void
sincosf(float x, float *s, float *c)
{
	*s = sinf(x);
	*c = cosf(x);
}

float
tanf(float x)
{
	if (fabs(x) < 0x1p-14)
		return x;
	return fabs(x) < INF ? (float)(short_sine(x, 0) / short_sine(x, 1)) : x - x;
}

/* ---- through double ---- */

#define ONE(name) \
	double name(double); \
	float name##f(float x) \
	{ \
		return (float)name(x); \
	}
#define TWO(name) \
	double name(double, double); \
	float name##f(float x, float y) \
	{ \
		return (float)name(x, y); \
	}
#define TO(type, name) \
	type name(double); \
	type name##f(float x) \
	{ \
		return name(x); \
	}

ONE(expm1)
ONE(log1p)
ONE(sinh)
ONE(cosh)
ONE(tanh)
ONE(asinh)
ONE(acosh)
ONE(atanh)
ONE(asin)
ONE(acos)
ONE(atan)
ONE(cbrt)
ONE(erf)
ONE(erfc)
ONE(tgamma)
ONE(lgamma)
ONE(round)
ONE(logb)
TWO(atan2)
TWO(hypot)
TWO(fmod)
TWO(remainder)
TWO(drem)
TWO(fdim)
TO(int, ilogb)
TO(long, lround)
TO(long long, llround)
TO(long, lrint)
TO(long long, llrint)

double frexp(double, int *);
double ldexp(double, int);
double scalbln(double, long);
double remquo(double, double, int *);

float
frexpf(float x, int *e)
{
	return (float)frexp(x, e);
}
float
ldexpf(float x, int n)
{
	return (float)ldexp(x, n);
}
float
scalbnf(float x, int n)
{
	return (float)ldexp(x, n);
}
float
scalblnf(float x, long n)
{
	return (float)scalbln(x, n);
}
float
remquof(float x, float y, int *quotient)
{
	return (float)remquo(x, y, quotient);
}

float
modff(float x, float *whole)
{
	*whole = (float)trunc(x);
	return (float)copysign(fabs(x) == INF ? 0 : x - *whole, x);
}

/* Not through double, where the next number is another one. */
float
nextafterf(float x, float y)
{
	if (x != x || y != y)
		return x + y;
	if (x == y)
		return y;
	if (x == 0)
		return (float)copysign(0x1p-149, y);
	return __ptx_int_as_float(__ptx_float_as_int(x) + ((x < y) == (x > 0) ? 1 : -1));
}
