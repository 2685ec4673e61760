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
	X(sin, -10, 10, 0.8) \
	X(cos, -10, 10, 0.8) \
	X(tan, -10, 10, 1) \
	X(asin, -1, 1, 0.75) \
	X(acos, -1, 1, 0.75) \
	X(atan, -5, 5, 0.75) \
	X(exp, -745, 709, 0.8) \
	X(exp2, -1075, 1024, 0.8) \
	X(exp10, -323, 308, 0.8) \
	X(expm1, -2, 2, 1) \
	X(sinh, -3, 3, 1) \
	X(cosh, -3, 3, 1) \
	X(tanh, -3, 3, 1.75) \
	X(asinh, -3, 3, 1) \
	X(acosh, 1, 5, 0.75) \
	X(atanh, -1, 1, 0.6) \
	X(log, 0, 4, 0.51) \
	X(log2, 0, 4, 0.51) \
	X(log10, 0, 4, 0.51) \
	X(log1p, -1, 3, 0.6) \
	X(cbrt, -9, 9, 0.51) \
	X(erf, -2, 2, 1) \
	X(erfc, -5, 27, 1.25) \
	X(tgamma, 0, 171, 1) \
	X(lgamma, 0, 10, 1.25) \
	X(round, -9, 9, 0) \
	X(logb, -9, 9, 0)

#define FLOAT_FUNCTIONS(X) \
	X(sin, 0.51) \
	X(cos, 0.51) \
	X(tan, 0.51) \
	X(asin, 0.51) \
	X(acos, 0.51) \
	X(atan, 0.51) \
	X(exp, 0.51) \
	X(exp2, 0.51) \
	X(exp10, 0.51) \
	X(expm1, 0.51) \
	X(sinh, 0.51) \
	X(cosh, 0.51) \
	X(tanh, 0.51) \
	X(asinh, 0.51) \
	X(acosh, 0.51) \
	X(atanh, 0.51) \
	X(log, 0.51) \
	X(log2, 0.51) \
	X(log10, 0.51) \
	X(log1p, 0.51) \
	X(cbrt, 0.51) \
	X(erf, 0.51) \
	X(erfc, 0.51) \
	X(tgamma, 0.51) \
	X(round, 0) \
	X(logb, 0)

#define TWO_ARGUMENTS(X) \
	X(pow, 1) \
	X(atan2, 1) \
	X(hypot, 0.6) \
	X(fmod, 0) \
	X(remainder, 0) \
	X(drem, 0) \
	X(fdim, 0.51)

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
