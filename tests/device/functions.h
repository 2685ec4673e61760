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
	X(tan, -10, 10, 2.5) \
	X(asin, -1, 1, 2.35) \
	X(acos, -1, 1, 1.25) \
	X(atan, -5, 5, 1.65) \
	X(exp, -745, 709, 1) \
	X(exp2, -1075, 1024, 0.95) \
	X(exp10, -323, 308, 1.25) \
	X(expm1, -2, 2, 1.25) \
	X(sinh, -3, 3, 2.4) \
	X(cosh, -3, 3, 1.35) \
	X(tanh, -3, 3, 1.5) \
	X(asinh, -3, 3, 1.7) \
	X(acosh, 1, 5, 2.05) \
	X(atanh, -1, 1, 1.95) \
	X(log, 0, 4, 0.9) \
	X(log2, 0, 4, 1.05) \
	X(log10, 0, 4, 0.9) \
	X(log1p, -1, 3, 0.9) \
	X(cbrt, -9, 9, 0.55) \
	X(erf, -2, 2, 2.25) \
	X(erfc, -5, 27, 5.5) \
	X(tgamma, 0, 171, 9.2) \
	X(lgamma, 0, 10, 2.85) \
	X(round, -9, 9, 0) \
	X(logb, -9, 9, 0)

#define FLOAT_FUNCTIONS(X) \
	X(sin, 1.65) \
	X(cos, 1.65) \
	X(tan, 2.85) \
	X(asin, 2.1) \
	X(acos, 1.35) \
	X(atan, 2) \
	X(exp, 1.05) \
	X(exp2, 0.8) \
	X(exp10, 1.2) \
	X(expm1, 1.45) \
	X(sinh, 2.5) \
	X(cosh, 2.5) \
	X(tanh, 1.75) \
	X(asinh, 2.2) \
	X(acosh, 1.5) \
	X(atanh, 2.8) \
	X(log, 1.15) \
	X(log2, 1.3) \
	X(log10, 2.1) \
	X(log1p, 1.2) \
	X(cbrt, 0.8) \
	X(erf, 2.45) \
	X(erfc, 3.45) \
	X(tgamma, 4.95) \
	X(lgamma, 3.55) \
	X(round, 0) \
	X(logb, 0)

/* X(name, bound, bound of float) */
#define TWO_ARGUMENTS(X) \
	X(pow, 1.1, 0.85) \
	X(atan2, 1.75, 2.4) \
	X(hypot, 1.05, 1.55) \
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
