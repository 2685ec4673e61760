/*
 * functions.h: the device library's mathematical functions, the errors they may have in units in
 * the last place (devrt/device/README.md states them too), and their references.
 *
 * math_test.c samples them on the host, run/mathlib.c on a device.    NAMEl is the reference of
 * NAME.
 */
#ifndef FUNCTIONS_H
#define FUNCTIONS_H

#include <math.h>

/* X(name, from, to, bound): the range is where samples are taken evenly. */
#define DOUBLE_FUNCTIONS(X) \
	X(sin, -10, 10, 1.6) \
	X(cos, -10, 10, 1.6) \
	X(tan, -10, 10, 2.45) \
	X(asin, -1, 1, 2.4) \
	X(acos, -1, 1, 1.3) \
	X(atan, -5, 5, 1.7) \
	X(exp, -745, 709, 1.05) \
	X(exp2, -1075, 1024, 0.95) \
	X(exp10, -323, 308, 1.35) \
	X(expm1, -2, 2, 1.25) \
	X(sinh, -3, 3, 2.45) \
	X(cosh, -3, 3, 1.4) \
	X(tanh, -3, 3, 1.5) \
	X(asinh, -3, 3, 1.85) \
	X(acosh, 1, 5, 2.1) \
	X(atanh, -1, 1, 1.9) \
	X(log, 0, 4, 0.9) \
	X(log2, 0, 4, 1.15) \
	X(log10, 0, 4, 1) \
	X(log1p, -1, 3, 0.9) \
	X(cbrt, -9, 9, 0.55) \
	X(erf, -2, 2, 2.25) \
	X(erfc, -5, 27, 5) \
	X(tgamma, 0, 171, 9.1) \
	X(lgamma, 0, 10, 3) \
	X(round, -9, 9, 0) \
	X(logb, -9, 9, 0)

#define FLOAT_FUNCTIONS(X) \
	X(sin, 1.65) \
	X(cos, 1.65) \
	X(tan, 3.35) \
	X(asin, 2.5) \
	X(acos, 1.8) \
	X(atan, 2.5) \
	X(exp, 2.2) \
	X(exp2, 2.2) \
	X(exp10, 2.25) \
	X(expm1, 1.5) \
	X(sinh, 3.2) \
	X(cosh, 2.5) \
	X(tanh, 2.15) \
	X(asinh, 3.5) \
	X(acosh, 4.5) \
	X(atanh, 3.5) \
	X(log, 1.2) \
	X(log2, 1.5) \
	X(log10, 2.15) \
	X(log1p, 1.5) \
	X(cbrt, 1.5) \
	X(erf, 2.5) \
	X(erfc, 4.5) \
	X(tgamma, 5.5) \
	X(lgamma, 6.5) \
	X(round, 0) \
	X(logb, 0)

/* X(name, bound, bound of float) */
#define TWO_ARGUMENTS(X) \
	X(pow, 1.1, 2.25) \
	X(atan2, 1.85, 3.3) \
	X(hypot, 1.1, 1.65) \
	X(fmod, 0, 0) \
	X(remainder, 0, 0) \
	X(drem, 0, 0) \
	X(fdim, 0.51, 0.51)

long double exp10l(long double);
long double dreml(long double, long double);

/* glibc's powl takes large even y for odd ones when x is infinite. */
static long double
pow_reference(long double x, long double y)
{
	return isinf(x) ? __builtin_pow((double)x, (double)y) : powl(x, y);
}

#define powl pow_reference

#endif
