/*
 * fit.c: prints devrt/device/coeff.h, the polynomials of the device's mathematical functions.
 *
 *	cc -O2 fit.c -lquadmath -lm && ./a.out > ../coeff.h
 *
 * Each is the best approximation of its degree, found in binary128 by Remez's exchange (Trefethen,
 * Approximation Theory and Approximation Practice, ch. 10), its coefficients then rounded to double,
 * or to float where the name ends in _F.  A weight says how much an error at x hurts the result that
 * the polynomial is part of.  The error printed is the largest of 2,000 samples with rounded
 * coefficients: weighted, or relative to the function's largest value.  Run it by hand after a
 * change here; the build takes coeff.h as it is.
 */
#include <ctype.h>
#include <quadmath.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef __float128 quad;

enum { MOST = 48, EXTREMA = 400, SAMPLES = 2000 };

/* The functions, each with the leading terms taken off that the callers add exactly. */

static quad
exp_tail(quad r)
{
	return (expm1q(r) - r) / (r * r);
}
static quad
exp2_slope(quad r)
{
	return expm1q(r * M_LN2q) / r;
}
static quad
exp10_slope(quad r)
{
	return expm1q(r * M_LN10q) / r;
}

static quad
log_tail(quad z) /* atanh(s)/s = 1 + z/3 + z^2 log_tail(z), z = s^2 */
{
	quad s = sqrtq(z);

	return (atanhq(s) / s - 1 - z / 3) / (z * z);
}

static quad
log_term(quad z) /* ln((1 + s)/(1 - s)) = 2 s + s z log_term(z), z = s^2 */
{
	quad s = sqrtq(z);

	return 2 * (atanhq(s) / s - 1) / z;
}
static quad
log2_series(quad z)
{
	quad s = sqrtq(z);
	return 2 * atanhq(s) / (s * M_LN2q);
}
static quad
log_float(quad f)
{
	return (log1pq(f) - f) / (f * f);
}
static quad
log2_float(quad f)
{
	return log_float(f) / M_LN2q;
}
static quad
log10_float(quad f)
{
	return log_float(f) / M_LN10q;
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
tan_tail(quad z)
{
	quad x = sqrtq(z);
	return (tanq(x) - x) / (x * z);
}
static quad
tanh_tail(quad z)
{
	quad x = sqrtq(z);
	return (tanhq(x) - x) / (x * z);
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
erf_slope(quad x) /* -ln(erfc(x))/x */
{
	return -logq(erfcq(x)) / x;
}
static quad
erf_slope_tail(quad x)
{
	return (erf_slope(x) - M_2_SQRTPIq) / x;
}
static quad
erf_slope2(quad x)
{
	return erf_slope(x) / M_LN2q;
}
static quad
erf_near(quad z)
{
	quad x = sqrtq(z);
	return erfq(x) / x;
}
static quad
erfc_scaled(quad t) /* (x + 5/2) e^(x^2) erfc(x), t = (x - 5/2)/(x + 5/2) */
{
	quad x = 2.5Q * (1 + t) / (1 - t);

	return (x + 2.5Q) * expq(x * x) * erfcq(x);
}
static quad
erfc_float(quad t) /* (x + 1) e^(x^2) erfc(x), t = (x - 1)/(x + 1) */
{
	quad x = (1 + t) / (1 - t);

	return (x + 1) * expq(x * x) * erfcq(x);
}

static quad
stirling(quad u) /* x (ln gamma(x) - (x - 1/2) ln x + x - ln(2 pi)/2), u = 1/x^2 */
{
	quad x = 1 / sqrtq(u);

	return x * (lgammaq(x) - (x - 0.5Q) * logq(x) + x - 0.5Q * logq(2 * M_PIq));
}

static quad
stirling_log2(quad u)
{
	return stirling(u) / M_LN2q;
}

static quad
lgamma_slope(quad t)
{
	return lgammaq(2 + t) / t;
}

/* ---- how much an error counts ---- */

static quad
linear(quad x)
{
	return fabsq(x);
}
static quad
square(quad x)
{
	return x * x;
}
static quad
erf_weight(quad x)
{
	return x * erfcq(x) / erfq(x);
}
static quad
erf_tail_weight(quad x)
{
	return x * erf_weight(x);
}
static quad
erfc_weight(quad t)
{
	return 1 / erfc_scaled(t);
}
static quad
erfc_float_weight(quad t)
{
	return 1 / erfc_float(t);
}

static const struct fit {
	const char *name, *what;
	quad (*f)(quad);
	double from, to;
	int degree;
	quad (*weight)(quad);
} fits[] = {
	{ "EXP_TAIL", "(e^x - 1 - x)/x^2", exp_tail, -0.3467, 0.3467, 9, square },
	{ "EXPM1_TAIL", "the same further out", exp_tail, -0.4302, 0.4302, 10, linear },
	{ "EXP2_SLOPE", "(2^x - 1)/x", exp2_slope, -0.5001, 0.5001, 10, linear },
	{ "EXP10_SLOPE", "(10^x - 1)/x", exp10_slope, -0.1506, 0.1506, 10, linear },
	{ "LOG_TERM", "2 (atanh(s)/s - 1)/x, x = s^2", log_term, 1e-4, 0.02945, 6, linear },
	{ "LOG_TAIL", "(atanh(s)/s - 1 - x/3)/x^2, x = s^2", log_tail, 1e-3, 0.0296, 7, square },
	{ "SIN_TAIL", "(sin(a) - a)/a^3, x = a^2", sin_tail, 1e-4, 0.6170, 5, linear },
	{ "COS_TAIL", "(cos(a) - 1 + a^2/2)/a^4, x = a^2", cos_tail, 1e-4, 0.6170, 5, square },
	{ "TANH_TAIL", "(tanh(a) - a)/a^3, x = a^2", tanh_tail, 1e-4, 0.3602, 10, linear },
	{ "ASIN_TAIL", "(asin(a) - a)/a^3, x = a^2", asin_tail, 1e-4, 0.2501, 11, linear },
	{ "ATAN_TAIL", "(atan(a) - a)/a^3, x = a^2", atan_tail, 1e-4, 1.0, 18, linear },
	{ "ERF_SLOPE", "(-ln(erfc(x))/x - 2/sqrt(pi))/x", erf_slope_tail, 1e-3, 6.0, 21,
		erf_tail_weight },
	{ "ERFC_SCALED", "(a + 5/2) e^(a^2) erfc(a), x = (a - 5/2)/(a + 5/2)", erfc_scaled, -1,
		0.834, 23, erfc_weight },
	{ "STIRLING_SERIES", "a (ln gamma(a) - (a - 1/2) ln a + a - ln(2 pi)/2), x = 1/a^2",
		stirling, 1e-5, 0.015626, 9, NULL },
	{ "LGAMMA_TWO", "ln gamma(2 + x)/x", lgamma_slope, -0.6, 1.0, 21, NULL },
	{ "LGAMMA_TWO_F", "ln gamma(2 + x)/x", lgamma_slope, -0.6, 1.0, 9, NULL },
	{ "STIRLING_F", "the series of STIRLING_SERIES over ln 2", stirling_log2, 1e-5, 0.1112, 3,
		NULL },
	{ "EXPM1_TAIL_F", "(e^x - 1 - x)/x^2", exp_tail, -0.4302, 0.4302, 4, linear },
	{ "LOG_TAIL_F", "(ln(1 + x) - x)/x^2", log_float, -0.2931, 0.4144, 7, linear },
	{ "LOG2_TAIL_F", "(log2(1 + x) - x/ln 2)/x^2", log2_float, -0.2931, 0.4144, 8, linear },
	{ "LOG10_TAIL_F", "(log10(1 + x) - x/ln 10)/x^2", log10_float, -0.2931, 0.4144, 7, linear },
	{ "SIN_TAIL_F", "(sin(a) - a)/a^3, x = a^2", sin_tail, 1e-4, 0.6170, 2, linear },
	{ "COS_TAIL_F", "(cos(a) - 1 + a^2/2)/a^4, x = a^2", cos_tail, 1e-4, 0.6170, 2, square },
	{ "TAN_TAIL_F", "(tan(a) - a)/a^3, x = a^2", tan_tail, 1e-4, 0.6170, 5, linear },
	{ "SINH_TAIL_F", "(sinh(a) - a)/a^3, x = a^2", sinh_tail, 1e-4, 1.0, 2, linear },
	{ "TANH_TAIL_F", "(tanh(a) - a)/a^3, x = a^2", tanh_tail, 1e-4, 0.3026, 3, linear },
	{ "ASIN_TAIL_F", "(asin(a) - a)/a^3, x = a^2", asin_tail, 1e-4, 0.3150, 4, linear },
	{ "ATAN_TAIL_F", "(atan(a) - a)/a^3, x = a^2", atan_tail, 1e-4, 1.0, 7, linear },
	{ "POW_SERIES", "2 atanh(s)/s/ln 2, x = s^2", log2_series, 1e-4, 0.02945, 5, NULL },
	{ "ERF_NEAR_F", "erf(a)/a, x = a^2", erf_near, 1e-4, 1.0, 6, NULL },
	{ "ERF_SLOPE_F", "-log2(erfc(x))/x", erf_slope2, 0.99, 4.0, 6, erf_weight },
	{ "ERFC_SCALED_F", "(a + 1) e^(a^2) erfc(a), x = (a - 1)/(a + 1)", erfc_float, -1, 0.82, 11,
		erfc_float_weight },
};

/* ---- minimax approximation ---- */

/* The polynomial of p's degree through n = degree + 1 points: Newton's form, then by powers of x. */
static void
interpolate(int n, const quad *x, const quad *y, quad *c)
{
	quad d[MOST];

	for (int i = 0; i < n; i++) {
		d[i] = y[i];
		c[i] = 0;
	}
	for (int k = 1; k < n; k++)
		for (int i = n - 1; i >= k; i--)
			d[i] = (d[i] - d[i - 1]) / (x[i] - x[i - k]);
	for (int k = n - 1; k >= 0; k--) {
		for (int i = n - 1; i > 0; i--)
			c[i] = c[i - 1] - x[k] * c[i];
		c[0] = d[k] - x[k] * c[0];
	}
}

static quad
divided_difference(int n, const quad *x, const quad *y)
{
	quad d[MOST];

	for (int i = 0; i < n; i++)
		d[i] = y[i];
	for (int k = 1; k < n; k++)
		for (int i = n - 1; i >= k; i--)
			d[i] = (d[i] - d[i - 1]) / (x[i] - x[i - k]);
	return d[n - 1];
}

static quad
value(int n, const quad *c, quad x)
{
	quad v = 0;

	for (int k = n - 1; k >= 0; k--)
		v = v * x + c[k];
	return v;
}

/* Where the error may count, and how much: 1/weight is what it is divided by. */
struct grid {
	int n;
	quad x[SAMPLES + 1], f[SAMPLES + 1], w[SAMPLES + 1];
};

static void
sample(const struct fit *p, struct grid *g)
{
	g->n = 0;
	for (int i = 0; i <= SAMPLES; i++) {
		quad t = (1 - cosq(M_PIq * i / SAMPLES)) / 2;
		quad x = p->from + ((quad)p->to - p->from) * t;

		if (fabsq(x) < 1e-9Q)
			continue;
		g->x[g->n] = x;
		g->f[g->n] = p->f(x);
		g->w[g->n] = p->weight ? p->weight(x) : 1;
		g->n++;
	}
}

/* One extremum of the weighted error for each run of one sign; returns how many. */
static int
extrema(const struct grid *g, int n, const quad *c, int *at, quad *most)
{
	int found = 0;

	for (int i = 0; i < g->n; i++) {
		quad e = (value(n, c, g->x[i]) - g->f[i]) * g->w[i];

		if (found == 0 || (e > 0) != (most[found - 1] > 0)) {
			if (found == EXTREMA)
				break;
			at[found] = i;
			most[found++] = e;
		} else if (fabsq(e) > fabsq(most[found - 1])) {
			at[found - 1] = i;
			most[found - 1] = e;
		}
	}
	return found;
}

/* The n + 1 neighbours among them, so many as a best polynomial has, that are largest. */
static void
choose(int found, int n, int *at, quad *most)
{
	while (found > n + 1) {
		int drop = fabsq(most[0]) < fabsq(most[found - 1]) ? 0 : found - 1;

		for (int i = drop; i + 1 < found; i++) {
			at[i] = at[i + 1];
			most[i] = most[i + 1];
		}
		found--;
	}
}

/* Remez's exchange: the error swings n + 1 times between the same bounds. */
static void
minimax(const struct fit *p, quad *c)
{
	static struct grid g;
	int n = p->degree + 1, at[EXTREMA];
	quad x[MOST], y[MOST], swing[MOST], most[EXTREMA], level;

	sample(p, &g);
	for (int i = 0; i <= n; i++)
		at[i] = (int)roundq((quad)(g.n - 1) * i / n);
	for (int round = 0; round < 40; round++) {
		for (int i = 0; i <= n; i++) {
			x[i] = g.x[at[i]];
			y[i] = g.f[at[i]];
			swing[i] = (i & 1 ? -1 : 1) / g.w[at[i]];
		}
		level = divided_difference(n + 1, x, y) / divided_difference(n + 1, x, swing);
		for (int i = 0; i <= n; i++)
			y[i] -= level * swing[i];
		interpolate(n, x, y, c);
		int found = extrema(&g, n, c, at, most);
		if (found < n + 1)
			break;
		choose(found, n, at, most);
		quad least = fabsq(most[0]), top = least;
		for (int i = 1; i <= n; i++) {
			least = fminq(least, fabsq(most[i]));
			top = fmaxq(top, fabsq(most[i]));
		}
		if (top < least * 1.001Q)
			break;
	}
}

static bool
is_float(const struct fit *p)
{
	size_t n = strlen(p->name);

	return p->name[n - 2] == '_' && p->name[n - 1] == 'F';
}

/* With weights the error that they make; else relative to the function's largest value. */
static double
error_of(const struct fit *p, const quad *c)
{
	static struct grid g;
	quad error = 0, most = 0;

	sample(p, &g);
	for (int i = 0; i < g.n; i++) {
		error = fmaxq(error, fabsq(value(p->degree + 1, c, g.x[i]) - g.f[i]) * g.w[i]);
		most = fmaxq(most, fabsq(g.f[i]));
	}
	return (double)log2q(p->weight ? error : error / most);
}

static void
print(const struct fit *p)
{
	const char *fma = is_float(p) ? "fmaf(x, " : "fma(x, ";
	char name[32] = "", item[64];
	quad c[MOST];

	minimax(p, c);
	for (int i = 0; i <= p->degree; i++)
		c[i] = is_float(p) ? (quad)(float)c[i] : (quad)(double)c[i];
	printf("\n/* %s;\n * error 2^%.1f on [%g, %g] */\n", p->what, error_of(p, c),
		p->from <= 1e-3 && p->from > 0 ? 0 : p->from, p->to);
	if (!is_float(p)) {
		for (int i = 0; p->name[i]; i++)
			name[i] = (char)tolower(p->name[i]);
		printf("static const double %s[] = {\n", name);
		for (int i = 0; i <= p->degree; i++)
			printf("\t%a,\n", (double)c[i]);
		printf("};\n");
	}
	printf("#define %s(x) \\\n\t", p->name);
	for (int i = 0; i < p->degree; i++)
		printf(i && i % 10 == 0 ? "\\\n\t%s" : "%s", fma);
	for (int i = p->degree; i >= 0; i--) {
		if (is_float(p))
			snprintf(item, sizeof item, "%af", (double)c[i]);
		else
			snprintf(item, sizeof item, "%s[%d]", name, i);
		printf(i == p->degree ? "\\\n\t\t%s" : ", \\\n\t\t%s)", item);
	}
	printf("\n");
}

int
main(void)
{
	printf("/*\n"
	       " * coeff.h: polynomials of the mathematical functions, each a macro of a variable.\n"
	       " *\n * Those of double have their coefficients in tables, which the device keeps in constant memory:\n"
	       " * an instruction takes its operand from there, where a literal would be two more of them.\n"
	       " *\n * Printed by tools/fit.c; change that, not this.\n */\n"
	       "#ifndef COEFF_H\n#define COEFF_H\n\n/* clang-format off */\n");
	for (size_t i = 0; i < sizeof fits / sizeof *fits; i++)
		print(&fits[i]);
	printf("\n#endif\n");
	return 0;
}
