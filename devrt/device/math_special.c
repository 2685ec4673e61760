/*
 * math_special.c: cube root, hypotenuse, error and gamma functions, for device code.
 *
 * See README.md for the errors, above all those of the gamma functions of negative numbers.
 */
#include "wide.h"
#include "coeff.h"

double frexp(double, int *);

/* ---- wide arithmetic, for functions with many steps ---- */

static struct wide
wide_mul(struct wide a, struct wide b)
{
	double h, l;
	struct wide w;

	PRODUCT(h, l, a.hi, b.hi);
	l += fma(a.hi, b.lo, a.lo * b.hi);
	SUM_ORDERED(w.hi, w.lo, h, l);
	return w;
}

static struct wide
wide_add(struct wide a, struct wide b)
{
	double h, l;
	struct wide w;

	SUM(h, l, a.hi, b.hi);
	l += a.lo + b.lo;
	SUM_ORDERED(w.hi, w.lo, h, l);
	return w;
}

static struct wide
wide_div(struct wide a, struct wide b)
{
	double q = a.hi / b.hi, r = fma(-q, b.hi, a.hi);
	struct wide w;

	r = (r + fma(-q, b.lo, a.lo)) / b.hi;
	SUM_ORDERED(w.hi, w.lo, q, r);
	return w;
}

/* ---- roots ---- */

/*
 * x = 2^3k m with m between 1/2 and 4: two steps of Halley's method from a straight line, and one
 * of Newton's, for which t^3 - m is found with t^3 in two parts.
 */
double
cbrt(double x)
{
	double m, t, h, l, cube, cube_lo;
	int e, k;

	if (x == 0 || !(fabs(x) < INF))
		return x;
	m = fabs(frexp(x, &e));
	k = (e + 3000) / 3 - 1000;
	m *= POWER_OF_2(e - 3 * k);
	t = fma(0.27, m, 0.68);
	for (int i = 0; i < 3; i++) {
		cube = t * t * t;
		t *= (cube + 2 * m) / (2 * cube + m);
	}
	PRODUCT(h, l, t, t);
	PRODUCT(cube, cube_lo, h, t);
	cube_lo = fma(l, t, cube_lo);
	t += (m - cube - cube_lo) / (3 * h);
	return copysign(t * POWER_OF_2(k), x);
}

double
hypot(double x, double y)
{
	double a = fabs(x), b = fabs(y), scale = 1, aa, aa_lo, bb, bb_lo, h, l, s;

	if (a == INF || b == INF)
		return INF;
	if (a > 0x1p500 || b > 0x1p500)
		scale = 0x1p-600;
	else if (a < 0x1p-450 && b < 0x1p-450)
		scale = 0x1p600;
	a *= scale;
	b *= scale;
	PRODUCT(aa, aa_lo, a, a);
	PRODUCT(bb, bb_lo, b, b);
	SUM(h, l, aa, bb);
	if (!(h > 0))
		return a + b;
	s = sqrt(h);
	return (s + (fma(-s, s, h) + (l + aa_lo + bb_lo)) / (2 * s)) / scale;
}

/* ---- error function ---- */

/*
 * erfc(x) = e^(-x^2) g(t)/(1 + 2x), where g hardly varies over t = (x - 4)/(x + 4) (Shepherd and
 * Laframboise 1981) and is known exactly in the middle, t = 0.  x is between 0.5 and 28.
 */
static struct power
erfc_large(double x)
{
	const double middle = 0x1.3ba5916e9fd7fp+0, middle_lo = -0x1.aa9c415679e6fp-55;
	double t = (x - 4) / (x + 4), g, g_lo, d, d_lo, h, l, q, q_lo;
	struct power p;

	PRODUCT(h, l, x, x);
	p = wide_exp(-h, -l);
	h = fma(t, ERFC_SLOPE(t), middle_lo);
	SUM_ORDERED(g, g_lo, middle, h);
	d = fma(2, x, 1);
	d_lo = fma(2, x, -d) + 1;
	q = g / d;
	q_lo = (fma(-q, d, g) + fma(-q, d_lo, g_lo)) / d;
	PRODUCT(h, l, p.hi, q);
	p.lo = l + fma(p.lo, q, p.hi * q_lo);
	p.hi = h;
	return p;
}

/* |x| <= 0.5 */
static struct wide
erf_small(double x)
{
	const double slope = 0x1.20dd750429b6dp+0, slope_lo = 0x1.1ae3a914fed8p-56;
	double z = x * x, h, l;
	struct wide w;

	PRODUCT(h, l, x, slope);
	l += fma(x, z * ERF_NEAR(z), x * slope_lo);
	SUM_ORDERED(w.hi, w.lo, h, l);
	return w;
}

double
erf(double x)
{
	double a = fabs(x), scale, h, l;
	struct wide w;
	struct power p;

	if (a < 0x1p-960) { /* where low parts would be subnormal */
		w = erf_small(x * 0x1p100);
		return x == 0 ? x : (w.hi + w.lo) * 0x1p-100;
	}
	if (a < 0.5) {
		w = erf_small(x);
		return w.hi + w.lo;
	}
	if (!(a < 6))
		return x != x ? x : copysign(1, x);
	p = erfc_large(a);
	scale = POWER_OF_2(p.k);
	SUM_ORDERED(h, l, 1, -p.hi * scale);
	return copysign(h + fma(-p.lo, scale, l), x);
}

double
erfc(double x)
{
	double h, l;
	struct wide w;

	if (!(x < 28))
		return x != x ? x : 0;
	if (x >= 0.5)
		return power_value(erfc_large(x));
	if (x < -0.5)
		return x < -6 ? 2 : 2 - power_value(erfc_large(-x));
	w = erf_small(x);
	SUM_ORDERED(h, l, 1, -w.hi);
	return h + (l - w.lo);
}

/* ---- gamma function ---- */

/* ln gamma(x) for x >= 8: Stirling's formula, its series in one polynomial. */
static struct wide
stirling(struct wide x)
{
	const struct wide half_ln_2pi = { 0x1.d67f1c864beb5p-1, -0x1.65b5a1b7ff5dfp-55 };
	struct wide less_half, minus = { -x.hi, -x.lo }, w, rest = { 0, 0 };
	double r = 1 / x.hi, u = r * r;

	less_half = wide_add(x, (struct wide){ -0.5, 0 });
	w = wide_add(wide_mul(less_half, wide_log(x.hi, x.lo)), minus);
	rest.hi = r * STIRLING(u);
	return wide_add(wide_add(w, half_ln_2pi), rest);
}

/* For 0 < x < 8: x (x + 1) ... up to the first factor of at least 8, which *end becomes. */
static struct wide
rising_product(double x, struct wide *end)
{
	struct wide product = { 1, 0 }, factor = { x, 0 };

	for (int i = 1; factor.hi < 8; i++) {
		product = wide_mul(product, factor);
		SUM(factor.hi, factor.lo, (double)i, x);
	}
	*end = factor;
	return product;
}

/* sin(pi x), x > 0 and no integer: reduced to an eighth of a turn exactly. */
static struct wide
sine_of_half_turns(double x)
{
	double f = x - 2 * rint(x * 0.5), a = fabs(f), h, l;
	struct wide w;

	if (a > 0.5)
		a = 1 - a;
	if (a > 0.25) {
		PRODUCT(h, l, 0.5 - a, PI);
		w = cos_near_zero(h, fma(0.5 - a, PI_LO, l));
	} else {
		PRODUCT(h, l, a, PI);
		w = sin_near_zero(h, fma(a, PI_LO, l));
	}
	w.hi = f < 0 ? -w.hi : w.hi;
	w.lo = f < 0 ? -w.lo : w.lo;
	return w;
}

/* x sin(pi x)/pi, by which gamma(-x) = -1/(this gamma(x)) */
static struct wide
reflection(double x)
{
	const struct wide pi = { PI, PI_LO };

	return wide_div(wide_mul((struct wide){ x, 0 }, sine_of_half_turns(x)), pi);
}

/* gamma(x) for 2^-60 < x < 200, perhaps beyond double's range. */
static struct power
gamma_of_positive(double x)
{
	struct wide end = { x, 0 }, product = rising_product(x, &end), l = stirling(end), q;
	struct power p = wide_exp(l.hi, l.lo);

	q = wide_div((struct wide){ p.hi, p.lo }, product);
	p.hi = q.hi;
	p.lo = q.lo;
	return p;
}

static double
gamma_of_negative(double x)
{
	struct power p = gamma_of_positive(x);
	struct wide w = wide_mul(reflection(x), (struct wide){ p.hi, p.lo });

	w = wide_div((struct wide){ -1, 0 }, w);
	p.hi = w.hi;
	p.lo = w.lo;
	p.k = -p.k;
	return power_value(p);
}

double
tgamma(double x)
{
	if (x != x || x == INF)
		return x;
	if (fabs(x) < 0x1p-60)
		return 1 / x;
	if (x < 0 && rint(x) == x)
		return NOT_A_NUMBER;
	if (x < -190)
		return rint(x * 0.5) < x * 0.5 ? 0 : -0.0;
	if (x > 172)
		return INF;
	return x < 0 ? gamma_of_negative(-x) : power_value(gamma_of_positive(x));
}

/* Near its zeros at 1 and 2 ln gamma is t times a polynomial in t, the distance. */
static struct wide
wide_lgamma(double x)
{
	const struct wide slope1 = { -0x1.2788cfc6fb619p-1, 0x1.6cb90701fbfabp-58 };
	const struct wide slope2 = { 0x1.b0ee6072093cep-2, 0x1.6cb90701fbfabp-58 };
	struct wide end = { x, 0 }, product, l, t = { x - 1, 0 }, rest = { 0, 0 };

	if (fabs(t.hi) < 0.25) {
		rest.hi = t.hi * t.hi * LGAMMA_ONE(t.hi);
		return wide_add(wide_mul(t, slope1), rest);
	}
	if (fabs(x - 2) < 0.25) {
		t.hi = x - 2;
		rest.hi = t.hi * t.hi * LGAMMA_TWO(t.hi);
		return wide_add(wide_mul(t, slope2), rest);
	}
	product = rising_product(x, &end);
	l = wide_log(product.hi, product.lo);
	l.hi = -l.hi;
	l.lo = -l.lo;
	return wide_add(l, stirling(end));
}

double
lgamma(double x)
{
	struct wide w, r;
	double a = fabs(x);

	if (x != x || a == INF)
		return x * x;
	if (a < 0x1p-60) {
		if (a == 0)
			return INF;
		w = wide_log(a, 0);
		return -w.hi - w.lo;
	}
	if (x > 0x1p60) { /* x (ln x - 1); the rest is below its last bit */
		w = wide_log(x, 0);
		return x * (w.hi - 1) + x * w.lo;
	}
	if (x < 0 && rint(x) == x)
		return INF;
	w = wide_lgamma(a);
	if (x < 0) {
		r = reflection(a);
		r = wide_log(fabs(r.hi), r.hi < 0 ? -r.lo : r.lo);
		r = wide_add(r, w);
		w.hi = -r.hi;
		w.lo = -r.lo;
	}
	return w.hi + w.lo;
}
