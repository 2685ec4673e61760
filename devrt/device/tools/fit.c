/*
 * fit.c: prints devrt/device/coeff.h, the polynomials of the device's mathematical functions.
 *
 *	cc -O2 fit.c -lquadmath -lm && ./a.out > ../coeff.h
 *
 * Each function is interpolated in binary128 at the zeros of a Chebyshev polynomial, which comes
 * within a small factor of the best approximation (Trefethen, Approximation Theory and
 * Approximation Practice, ch. 4 and 16), and the coefficients are rounded to double.    The error
 * that it prints is the largest of 2,000 samples, relative to the function's largest value, with
 * rounded coefficients. Run it by hand after a change here; the build takes coeff.h as it is.
 */
#include <quadmath.h>
#include <stdio.h>

typedef __float128 quad;

enum { MOST = 40, SAMPLES = 2000 };

/* The functions, each with the leading terms taken off that the callers add exactly. */

static quad
exp_tail(quad r)
{
	return (expm1q(r) - r) / (r * r);
}
static quad
exp2_whole(quad r)
{
	return exp2q(r);
}

static quad
log_tail(quad z) /* atanh(s)/s = 1 + z/3 + z^2 log_tail(z), z = s^2 */
{
	quad s = sqrtq(z);

	return (atanhq(s) / s - 1 - z / 3) / (z * z);
}

static quad
log_float(quad z)
{
	quad s = sqrtq(z);
	return (atanhq(s) / s - 1) / z;
}
static quad
sin_tail(quad z)
{
	quad x = sqrtq(z);
	return (sinq(x) - x) / (x * z);
}
static quad
cos_tail(quad z)
{
	return (cosq(sqrtq(z)) - 1 + z / 2) / (z * z);
}
static quad
sinh_tail(quad z)
{
	quad x = sqrtq(z);
	return (sinhq(x) - x) / (x * z);
}
static quad
asin_tail(quad z)
{
	quad x = sqrtq(z);
	return (asinq(x) - x) / (x * z);
}
static quad
atan_tail(quad z)
{
	quad x = sqrtq(z);
	return (atanq(x) - x) / (x * z);
}
static quad
erf_near(quad z)
{
	quad x = sqrtq(z);
	return (erfq(x) / x - M_2_SQRTPIq) / z;
}

static quad
erfc_scaled(quad t) /* (1 + 2x) e^(x^2) erfc(x), t = (x - 4)/(x + 4) */
{
	quad x = 4 * (1 + t) / (1 - t);

	return (1 + 2 * x) * expq(x * x) * erfcq(x);
}

static quad
erfc_slope(quad t)
{
	return (erfc_scaled(t) - erfc_scaled(0)) / t;
}

static quad
stirling(quad u) /* x (ln gamma(x) - (x - 1/2) ln x + x - ln(2 pi)/2), u = 1/x^2 */
{
	quad x = 1 / sqrtq(u);

	return x * (lgammaq(x) - (x - 0.5Q) * logq(x) + x - 0.5Q * logq(2 * M_PIq));
}

static quad
lgamma_slope(quad t) /* ln gamma(1 + t)/t + Euler's constant, over t */
{
	static const quad euler = 0.577215664901532860606512090082402431042Q;

	return (lgammaq(1 + t) / t + euler) / t;
}

static quad
lgamma_slope2(quad t) /* (ln gamma(2 + t)/t - (1 - Euler's constant))/t */
{
	static const quad slope = 0.422784335098467139393487909917597568958Q;

	return (lgammaq(2 + t) / t - slope) / t;
}

static const struct fit {
	const char *name, *what;
	quad (*f)(quad);
	double from, to;
	int degree;
} fits[] = {
	{ "EXP_TAIL", "(e^x - 1 - x)/x^2", exp_tail, -0.35, 0.3501, 11 },
	{ "EXP_TAIL_F", "the same for float", exp_tail, -0.35, 0.3501, 6 },
	{ "EXP2_F", "2^x for float", exp2_whole, -0.5, 0.5001, 8 },
	{ "LOG_TAIL", "(atanh(s)/s - 1 - x/3)/x^2, x = s^2", log_tail, 1e-3, 0.0296, 8 },
	{ "LOG_TAIL_F", "(atanh(s)/s - 1)/x, x = s^2, for float", log_float, 1e-3, 0.0296, 5 },
	{ "SIN_TAIL", "(sin(a) - a)/a^3, x = a^2", sin_tail, 1e-3, 0.6200, 6 },
	{ "COS_TAIL", "(cos(a) - 1 + a^2/2)/a^4, x = a^2", cos_tail, 1e-3, 0.6200, 6 },
	{ "SIN_TAIL_F", "the same for float", sin_tail, 1e-3, 0.6200, 3 },
	{ "COS_TAIL_F", "the same for float", cos_tail, 1e-3, 0.6200, 3 },
	{ "SINH_TAIL", "(sinh(a) - a)/a^3, x = a^2", sinh_tail, 1e-3, 1.0, 7 },
	{ "ASIN_TAIL", "(asin(a) - a)/a^3, x = a^2", asin_tail, 1e-3, 0.2501, 13 },
	{ "ATAN_TAIL", "(atan(a) - a)/a^3, x = a^2", atan_tail, 1e-3, 0.1718, 11 },
	{ "ERF_NEAR", "(erf(a)/a - 2/sqrt(pi))/a^2, x = a^2", erf_near, 1e-3, 0.2501, 8 },
	{ "ERFC_SLOPE", "(g(x) - g(0))/x, g = (1 + 2a) e^(a^2) erfc(a), x = (a - 4)/(a + 4)",
		erfc_slope, -0.778, 0.756, 26 },
	{ "STIRLING", "a (ln gamma(a) - (a - 1/2) ln a + a - ln(2 pi)/2), x = 1/a^2", stirling,
		1e-5, 0.015626, 9 },
	{ "LGAMMA_ONE", "(ln gamma(1 + x)/x + 0.5772...)/x", lgamma_slope, -0.25, 0.2501, 17 },
	{ "LGAMMA_TWO", "(ln gamma(2 + x)/x - 0.4227...)/x", lgamma_slope2, -0.25, 0.2501, 13 },
};

/* Newton's form of the interpolating polynomial, then its coefficients by powers of x. */
static void
interpolate(const struct fit *p, double *c)
{
	quad x[MOST], d[MOST], a[MOST] = { 0 };
	int n = p->degree + 1;

	for (int i = 0; i < n; i++) {
		x[i] = ((quad)p->from + p->to) / 2 -
			((quad)p->to - p->from) / 2 * cosq(M_PIq * (2 * i + 1) / (2 * n));
		d[i] = p->f(x[i]);
	}
	for (int k = 1; k < n; k++)
		for (int i = n - 1; i >= k; i--)
			d[i] = (d[i] - d[i - 1]) / (x[i] - x[i - k]);
	for (int k = n - 1; k >= 0; k--) {
		for (int i = n - 1; i > 0; i--)
			a[i] = a[i - 1] - x[k] * a[i];
		a[0] = d[k] - x[k] * a[0];
	}
	for (int i = 0; i < n; i++)
		c[i] = (double)a[i];
}

static double
error_of(const struct fit *p, const double *c)
{
	quad error = 0, most = 0;

	for (int i = 0; i <= SAMPLES; i++) {
		quad x = p->from + ((quad)p->to - p->from) * i / SAMPLES, v = 0, f;

		if (fabsq(x) < 1e-9Q)
			continue;
		f = p->f(x);
		for (int k = p->degree; k >= 0; k--)
			v = v * x + c[k];
		error = fmaxq(error, fabsq(v - f));
		most = fmaxq(most, fabsq(f));
	}
	return (double)log2q(error / most);
}

static void
print(const struct fit *p)
{
	double c[MOST];

	interpolate(p, c);
	printf("\n/* %s;\n * error 2^%.1f on [%g, %g] */\n#define %s(x) \\\n\t", p->what,
		error_of(p, c), p->from <= 1e-3 && p->from > 0 ? 0 : p->from, p->to, p->name);
	for (int i = 0; i < p->degree; i++)
		printf(i && i % 10 == 0 ? "\\\n\tfma(x, " : "fma(x, ");
	printf("\\\n\t\t%a", c[p->degree]);
	for (int i = p->degree - 1; i >= 0; i--)
		printf(", \\\n\t\t%a)", c[i]);
	printf("\n");
}

int
main(void)
{
	printf("/*\n"
	       " * coeff.h: polynomials of the mathematical functions, each a macro of a variable.\n"
	       " *\n * Printed by tools/fit.c; change that, not this.\n */\n"
	       "#ifndef COEFF_H\n#define COEFF_H\n\n/* clang-format off */\n");
	for (size_t i = 0; i < sizeof fits / sizeof *fits; i++)
		print(&fits[i]);
	printf("\n#endif\n");
	return 0;
}
