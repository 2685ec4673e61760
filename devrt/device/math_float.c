/*
 * math_float.c: the mathematical functions of float, for device code.
 *
 * The common ones compute in float, with what the hardware approximates: 2^x, log2, reciprocals and
 * roots to about 23 bits.  The others call the function of double.  See README.md for the errors.
 */
#include "wide.h"
#include "coeff.h"

#define BITS_F(x) __ptx_float_as_int(x)
#define FROM_BITS_F(b) __ptx_int_as_float(b)
#define POWER_OF_2_F(k) FROM_BITS_F(((k) + 127) << 23) /* -126 <= k <= 127 */
#define INF_F __builtin_inff()
#define NOT_A_NUMBER_F __builtin_nanf("")
#define TO_INTEGER_F 0x1.8p23f

#define LN2_F 0x1.62e43p-1f
#define LN2_F_LO -0x1.05c61p-29f
#define LOG2E_F 0x1.715476p+0f
#define LOG2E_F_LO 0x1.4ae0cp-26f
#define LOG2_10_F 0x1.a934fp+1f
#define LOG2_10_F_LO 0x1.2f346ep-24f
#define LOG10E_F 0x1.bcb7b2p-2f
#define LOG10E_F_LO -0x1.5b235ep-27f
#define LOG10_2_F 0x1.344136p-2f
#define PI_2_F 0x1.921fb6p+0f
#define PI_2_F_LO -0x1.777a5cp-25f
#define PI_2_F_LAST -0x1.ee59dap-50f
#define PI_F 0x1.921fb6p+1f
#define PI_F_LO -0x1.777a5cp-24f

float fmaxf(float, float);
float fminf(float, float);
float truncf(float);
float floorf(float);

/* ---- exponential function and its kind ---- */

/*
 * 2^(x unit) in two factors: the hardware's 2^rest, and a power of 2 between 2^-126 and 2^126;
 * whole_rest is an expression that adds to rest what unit lacks.  What is too
 * much for that power stays in the rest, so that results overflow and underflow as they should.
 */
#define EXP_FACTORS_F(y, scale, x, unit, whole_rest) \
	do { \
		float part_ = __ptx_fmasatf(x, (unit)*0x1.041042p-8f, 0.5f); \
		float k_ = fmaf(part_, 252, TO_INTEGER_F + 1), rest; \
		(scale) = FROM_BITS_F((int)((unsigned)BITS_F(k_) << 23)); \
		rest = fmaf(x, unit, TO_INTEGER_F + 127 - k_); \
		(y) = __ptx_ex2f(whole_rest); \
	} while (0)

INLINE float
expf(float x)
{
	float y, scale;

	EXP_FACTORS_F(y, scale, x, LOG2E_F, fmaf(x, LOG2E_F_LO, rest));
	return y * scale;
}

INLINE float
exp10f(float x)
{
	float y, scale;

	EXP_FACTORS_F(y, scale, x, LOG2_10_F, fmaf(x, LOG2_10_F_LO, rest));
	return y * scale;
}

INLINE float
exp2f(float x)
{
	int low = x < -126;
	float y = __ptx_ex2f(low ? x + 24 : x);

	return low ? y * 0x1p-24f : y;
}

/* As expm1 (math_exp.c). */
INLINE float
expm1f(float x)
{
	float k = fmaf(x, LOG2E_F, TO_INTEGER_F), whole, half, r, rest, y;

	k = fabsf(x) < 0.43f ? TO_INTEGER_F : k;
	whole = k - TO_INTEGER_F;
	r = fmaf(-whole, LN2_F_LO, fmaf(-whole, LN2_F, x));
	rest = fmaf(r * EXPM1_TAIL_F(r), r, r);
	half = FROM_BITS_F((int)((unsigned)BITS_F(k) << 23) + 0x3f000000);
	y = fmaf(half, rest, half - 0.5f);
	y += y;
	y = x < -25 ? -1 : x > 89 ? INF_F : y;
	return fabsf(x) < 0x1p-25f ? x : y;
}

/* e = e^a/4: e^a - e^-a, halved, or a polynomial */
INLINE float
sinhf(float x)
{
	float a = fabsf(x), z = x * x, near = fmaf(x * z, SINH_TAIL_F(z), x), e, scale;

	EXP_FACTORS_F(e, scale, a, LOG2E_F, fmaf(a, LOG2E_F_LO, rest));
	e *= scale * 0.25f;
	e = fmaf(e, 2, -0.125f * __ptx_rcpf(e));
	e = a > 91 ? INF_F : e;
	return a < 1 ? near : copysignf(e, x);
}

INLINE float
coshf(float x)
{
	float a = fabsf(x), e, scale;

	EXP_FACTORS_F(e, scale, a, LOG2E_F, fmaf(a, LOG2E_F_LO, rest));
	e *= scale * 0.25f;
	e = fmaf(e, 2, 0.125f * __ptx_rcpf(e));
	return a > 91 ? INF_F : e;
}

INLINE float
tanhf(float x)
{
	float a = fabsf(x), z = x * x, near = fmaf(a * z, TANH_TAIL_F(z), a);
	float e = __ptx_ex2f(a * (2 * LOG2E_F)), y = fmaf(-2, __ptx_rcpf(e + 1), 1);

	return copysignf(a < 0.55f ? near : y, x);
}

/* ---- logarithms ---- */

/* x = 2^k (1 + f), 1 + f between sqrt(1/2) and sqrt(2). */
#define LOG_PARTS_F(k, f, x, less) \
	int k##_bits = (int)((unsigned)(BITS_F(x) - 0x3f3504f3) & 0xff800000); \
	float k = fmaf((float)k##_bits, 0x1p-23f, -(less)); \
	float f = FROM_BITS_F(BITS_F(x) - k##_bits) - 1

#define HAS_LOG_F(x) ((unsigned)(BITS_F(x) - 1) < 0x7f7fffff)

#define LIFT_F(x, lifted) \
	float lifted = 0; \
	if ((x) < 0x1p-126f) { \
		(x) *= 0x1p23f; \
		lifted = 23; \
	}

INLINE static float
log_edge_f(float x)
{
	return x == 0 ? -INF_F : x < 0 ? NOT_A_NUMBER_F : x;
}

INLINE float
logf(float x)
{
	LIFT_F(x, lifted);
	LOG_PARTS_F(k, f, x, lifted);
	float y = fmaf(k, LN2_F, fmaf(f * f, LOG_TAIL_F(f), f));

	return HAS_LOG_F(x) ? y : log_edge_f(x);
}

INLINE float
log2f(float x)
{
	LIFT_F(x, lifted);
	LOG_PARTS_F(k, f, x, lifted);
	float rest = fmaf(f, LOG2E_F_LO, f * f * LOG2_TAIL_F(f));
	float y = fmaf(f, LOG2E_F, rest) + k;

	return HAS_LOG_F(x) ? y : log_edge_f(x);
}

INLINE float
log10f(float x)
{
	LIFT_F(x, lifted);
	LOG_PARTS_F(k, f, x, lifted);
	float rest = fmaf(f, LOG10E_F_LO, f * f * LOG10_TAIL_F(f));
	float y = fmaf(k, LOG10_2_F, fmaf(f, LOG10E_F, rest));

	return HAS_LOG_F(x) ? y : log_edge_f(x);
}

/* ln(1 + x) for x > -1, where f + rest = x 2^-k + (2^-k - 1) */
INLINE static float
log_of_one_plus_f(float x)
{
	int bits = (int)((unsigned)(BITS_F(x + 1) - 0x3f3504f3) & 0xff800000);
	float k = (float)bits * 0x1p-23f, unit = FROM_BITS_F(0x40800000 - bits);
	float scaled = FROM_BITS_F(BITS_F(x) - bits), less = fmaf(unit, 0.25f, -1);
	float f = scaled + less, rest = less - f + scaled;

	return fmaf(k, LN2_F, fmaf(f * f, LOG_TAIL_F(f), rest) + f);
}

INLINE float
log1pf(float x)
{
	float y = log_of_one_plus_f(x);

	if (!(x > -1 && x < INF_F))
		return x == -1 ? -INF_F : x < -1 ? NOT_A_NUMBER_F : x;
	return copysignf(y, x);
}

INLINE float
asinhf(float x)
{
	float a = fabsf(x), z, y;
	int far = !(a < 0x1p30f);

	z = far ? 0 : a * a;
	y = log_of_one_plus_f(fmaf(z, __ptx_rcpf(1 + __ptx_roughsqrtf(1 + z)), a));
	y += far ? LN2_F : 0;
	return a < INF_F ? copysignf(y, x) : x;
}

INLINE float
acoshf(float x)
{
	float t = x - 1, y;
	int far = !(x < 0x1p30f);

	y = log_of_one_plus_f(far ? x : t + __ptx_roughsqrtf(fmaf(t, t, t + t)));
	y += far ? LN2_F : 0;
	return x < INF_F ? (x < 1 ? NOT_A_NUMBER_F : y) : x;
}

INLINE float
atanhf(float x)
{
	float a = fabsf(x), y = 0.5f * log_of_one_plus_f((a + a) * __ptx_rcpf(1 - a));

	y = a < 1 ? y : a == 1 ? INF_F : NOT_A_NUMBER_F;
	return copysignf(y, x);
}

/* log2(x) of a positive normal x in double, good to 2^-40. */
INLINE static double
log2_wide_f(double x)
{
	int high = HIGH(x) + (0x3ff00000 - HALF_ROOT);
	double k = FROM_WORDS(0x43300000, (unsigned)high >> 20) - (0x1p52 + 1023), s, inverse;
	double f = FROM_WORDS((high & 0xfffff) + HALF_ROOT, LOW(x)) - 1;

	RECIPROCAL_ONCE(inverse, f + 2);
	s = f * inverse;
	return fma(s, POW_SERIES(s * s), k);
}

/* 2^p y, for p between -250 and 250. */
INLINE static float
exp2_within_f(double p, float y)
{
	double k = p + TO_INTEGER;
	int whole = (int)LOW(k), half;

	y *= __ptx_ex2f((float)(p - (k - TO_INTEGER)));
	half = whole >> 1;
	y *= POWER_OF_2_F(half);
	return y * POWER_OF_2_F(whole - half);
}

/* 2^p; out of range p counts as its nearest bound. */
INLINE static float
exp2_wide_f(double p)
{
	float y = exp2_within_f(p, 1);

	return p < -170 ? 0 : p < 140 ? y : INF_F;
}

/* In double, because y log2(x) wants 33 digits more than its fraction has in the end. */
INLINE float
powf(float x, float y)
{
	float b = fabsf(y), power = exp2_wide_f(y * log2_wide_f(fabsf(x)));
	int kind;

	if (x > 0 && x < INF_F && b < INF_F)
		return power;
	if (y == 0 || x == 1 || (x == -1 && b == INF_F))
		return 1;
	if (x != x || y != y)
		return x + y;
	kind = integer_kind(y);
	if (x == 0 || fabsf(x) == INF_F || b == INF_F)
		power = (fabsf(x) > 1) == (y > 0) ? INF_F : 0;
	else if (kind == 0)
		return NOT_A_NUMBER_F;
	return kind == 1 && b < INF_F ? copysignf(power, x) : power;
}

float
powif(float x, int n)
{
	return powf(x, (float)n);
}

/* ---- sine, cosine, tangent and their inverses ---- */

/* As in math_trig.c, up to 32,768. */
#define REDUCE_ANGLE_F(r, quarters, x) \
	float r##_n = fmaf(x, (float)TWO_OVER_PI, TO_INTEGER_F), r##_whole = r##_n - TO_INTEGER_F; \
	float r = fmaf(-r##_whole, PI_2_F_LO, fmaf(-r##_whole, PI_2_F, x)); \
	int quarters = BITS_F(r##_n); \
	r = fmaf(-r##_whole, PI_2_F_LAST, r); \
	if (!(fabsf(x) < 32768)) { \
		r = NOT_A_NUMBER_F; \
		if (fabsf(x) < INF_F) { \
			struct angle far_ = reduce_large(x); \
			r = (float)far_.hi; \
			quarters = far_.quarters; \
		} \
	}

#define SINE_F(r, z) fmaf((r) * (z), SIN_TAIL_F(z), r)
#define COSINE_F(z) fmaf(z, fmaf(z, COS_TAIL_F(z), -0.5f), 1.0f)
#define TURNED_F(y, quarters) FROM_BITS_F(BITS_F(y) ^ (int)((unsigned)((quarters)&2) << 30))

INLINE float
sinf(float x)
{
	REDUCE_ANGLE_F(r, quarters, x);
	float z = r * r, s = SINE_F(r, z), c = COSINE_F(z), y = quarters & 1 ? c : s;

	y = TURNED_F(y, quarters);
	return x == 0 ? x : y;
}

INLINE float
cosf(float x)
{
	REDUCE_ANGLE_F(r, quarters, x);
	float z = r * r, s = SINE_F(r, z), c = COSINE_F(z), y = quarters & 1 ? s : c;

	return TURNED_F(y, quarters + 1);
}

INLINE void
sincosf(float x, float *sine, float *cosine)
{
	REDUCE_ANGLE_F(r, quarters, x);
	float z = r * r, s = SINE_F(r, z), c = COSINE_F(z), y = quarters & 1 ? c : s;

	y = TURNED_F(y, quarters);
	*sine = x == 0 ? x : y;
	y = quarters & 1 ? s : c;
	*cosine = TURNED_F(y, quarters + 1);
}

INLINE float
tanf(float x)
{
	REDUCE_ANGLE_F(r, quarters, x);
	float z = r * r, t = fmaf(r * z, TAN_TAIL_F(z), r);

	t = quarters & 1 ? -__ptx_rcpf(t) : t;
	return x == 0 ? x : t;
}

/* As ASIN_PARTS (math_trig.c). */
#define ASIN_PARTS_F(a, near, y) \
	int near = (a) < 0.5625f; \
	float y##_z, y; \
	y##_z = near ? (a) * (a) : fmaf(-0.5f, a, 0.5f); \
	y = near ? (a) : __ptx_roughsqrtf(y##_z); \
	y = fmaf(y * y##_z, ASIN_TAIL_F(y##_z), y)

INLINE float
asinf(float x)
{
	float a = fabsf(x);
	ASIN_PARTS_F(a, near, y);

	y = near ? y : fmaf(-2, y, PI_2_F);
	return copysignf(y, x);
}

INLINE float
acosf(float x)
{
	float a = fabsf(x), far;
	ASIN_PARTS_F(a, near, y);

	far = x > 0 ? y + y : fmaf(-2, y, PI_F);
	return near ? PI_2_F - (copysignf(y, x) - PI_2_F_LO) : far;
}

INLINE static float
atan_near_f(float t)
{
	float z = t * t;

	return fmaf(t * z, ATAN_TAIL_F(z), t);
}

INLINE float
atanf(float x)
{
	float a = fabsf(x), y;
	int beyond = a > 1;

	y = atan_near_f(beyond ? __ptx_rcpf(a) : a);
	y = beyond ? PI_2_F - y : y;
	return copysignf(y, x);
}

INLINE float
atan2f(float y, float x)
{
	float b = fabsf(y), a = fabsf(x), most = fmaxf(a, b), least = fminf(a, b), scale, q, angle;

	scale = most > 0x1p100f ? 0x1p-40f : most < 0x1p-100f ? 0x1p60f : 1;
	most *= scale;
	least *= scale;
	q = least * __ptx_rcpf(most);
	q = most == 0 ? 0 : most == INF_F ? (least == INF_F ? 1 : 0) : q;
	angle = atan_near_f(q);
	angle = b > a ? PI_2_F - angle : angle;
	angle = BITS_F(x) < 0 ? PI_F - angle : angle;
	return x != x || y != y ? x + y : copysignf(angle, y);
}

/* ---- roots, error function ---- */

/*
 * From r, which is 1/cbrt(a) to 18 bits or more, y = a r^2; what y r differs from 1 by is three times
 * the error of r, and two thirds of that is what y needs.
 */
INLINE float
cbrtf(float x)
{
	float a = fabsf(x), l, r, y;
	int low = a < 0x1p-100f;

	l = __ptx_lg2f(low ? a * 0x1p32f : a);
	l = low ? l - 32 : l;
	r = __ptx_ex2f(l * -0x1.555556p-2f);
	y = a * (r * r);
	y = fmaf(fmaf(-y, r, 1), y * 0x1.555556p-1f, y);
	return x == 0 || !(a < INF_F) ? x : copysignf(y, x);
}

INLINE float
hypotf(float x, float y)
{
	float b = fabsf(y), a = fabsf(x), most = fmaxf(a, b), scale;

	scale = most > 0x1p60f ? 0x1p-70f : most < 0x1p-60f ? 0x1p70f : 1;
	a *= scale;
	b *= scale;
	a = __ptx_roughsqrtf(fmaf(a, a, b * b)) *
		(most > 0x1p60f                 ? 0x1p70f :
				most < 0x1p-60f ? 0x1p-70f :
						  1);
	return most == INF_F ? most : a;
}

/* 1 - e^(-a slope(a)), or a polynomial. */
INLINE float
erff(float x)
{
	float a = fabsf(x), z = x * x, near = x * ERF_NEAR_F(z), far;

	far = 1 - __ptx_ex2f(-a * ERF_SLOPE_F(a));
	far = a < 4 ? far : a != a ? a : 1;
	return a < 1 ? near : copysignf(far, x);
}

/* As erfc (math_special.c). */
INLINE float
erfcf(float x)
{
	float a = fabsf(x), r = __ptx_rcpf(a + 1), t, h = a * a, l, y, scale;

	r = fmaf(fmaf(-r, a, 1 - r), r, r);
	t = (a - 1) * r;
	l = fmaf(-a, a, h);
	EXP_FACTORS_F(y, scale, -h, LOG2E_F, fmaf(l, LOG2E_F, fmaf(-h, LOG2E_F_LO, rest)));
	y = y * (ERFC_SCALED_F(t) * r) * scale;
	y = a < 10.1f ? y : a != a ? a : 0;
	return x < 0 ? 2 - y : y;
}

/* ---- gamma function: as in math_special.c ---- */

INLINE static float
sine_of_half_turns_f(float a)
{
	float n = fmaf(a, 2, TO_INTEGER_F), r = PI_F * fmaf(n - TO_INTEGER_F, -0.5f, a), z = r * r;

	z = fabsf(BITS_F(n) & 1 ? COSINE_F(z) : SINE_F(r, z));
	return a < 0x1p21f ? z : 0;
}

INLINE float
tgammaf(float x)
{
	double y = fabsf(x), up = y + 3, product, p, r;
	float a = fabsf(x), u;
	int low = a < 3;

	product = low ? y * fma(up, y, 2) : 1; /* y (y + 1) (y + 2) */
	y = low ? up : y < 50 ? y : 50;
	u = __ptx_rcpf((float)y);
	u *= STIRLING_F(u * u);
	p = fma(y - 0.5, log2_wide_f(y), fma(y, -LOG2E, HALF_LOG2_2PI + u));
	if (a < 0x1p-40f)
		return 1 / x;
	if (x < 0) {
		y = (double)a * sine_of_half_turns_f(a);
		RECIPROCAL_ONCE(r, y);
		u = exp2_within_f(-p, (float)(product * PI * r));
		if (truncf(x) == x || x < -45)
			u = truncf(x) == x ? NOT_A_NUMBER_F : 0;
		r = floorf(x) * 0.5f;
		return rint(r) != r ? -u : u;
	}
	RECIPROCAL_ONCE(r, product);
	u = exp2_within_f(p, (float)r);
	return a < 36 ? u : x + INF_F;
}

/* Stirling's series from 3 on. */
INLINE static float
lgamma_of_positive_f(float a)
{
	float factor = a < 0.5f ? a * (a + 1) : a < 1.4f || a >= 3 ? a : 1;
	float t = a < 0.5f ? a : a < 1.4f ? a - 1 : a - 2, slope, rest, near, far, r;
	int below = a < 1.4f, shared = below && a >= 0.7072f;
	LIFT_F(factor, lifted);
	LOG_PARTS_F(k, f, factor, lifted);

	rest = f * f * LOG_TAIL_F(f);
	near = fmaf(k, LN2_F, (shared ? 0 : f) + rest);
	far = fmaf(k, LN2_F, -1) + (f + rest);
	slope = LGAMMA_TWO_F(t) - (shared ? 1 : 0);
	near = fmaf(t, slope, below ? 0 - near : near);
	r = __ptx_rcpf(a);
	r *= STIRLING_F(r * r) * LN2_F;
	far = fmaf(a - 0.5f, far, r + (float)(HALF_LN_2PI - 0.5));
	return a == 0 ? INF_F : a < 3 ? near : far;
}

INLINE float
lgammaf(float x)
{
	float a = fabsf(x), y = lgamma_of_positive_f(a);

	if (x < 0)
		y = truncf(x) == x   ? INF_F :
			a < 0x1p-60f ? y :
				       -logf(a * sine_of_half_turns_f(a) * (float)(1 / PI)) - y;
	return a < INF_F ? y : x * x;
}

/* ---- rounding ---- */

/* The largest number below 1/2 brings halves up, and nothing else. */
INLINE float
roundf(float x)
{
	return truncf(x + copysignf(0x1.fffffep-2f, x));
}

double fmod(double, double);
double remainder(double, double);
double logb(double);

/* As DIVIDE (math_round.c); in double where the quotient has more digits than float. */
#define DIVIDE_F(fits, quotient, rest, a, b) \
	float quotient##_near = (a)*__ptx_rcpf(b); \
	int fits = quotient##_near < 0x1p21f && (a) < 0x1p126f && (b) > 0x1p-90f && \
		(b) < 0x1p126f; \
	float quotient##_sum = quotient##_near + TO_INTEGER_F; \
	float rest = fmaf(-(quotient##_sum - TO_INTEGER_F), b, a)

INLINE float
fmodf(float x, float y)
{
	float a = fabsf(x), b = fabsf(y);
	DIVIDE_F(fits, quotient, rest, a, b);

	if (!fits)
		return (float)fmod(x, y);
	return copysignf(rest < 0 ? rest + b : rest, x);
}

INLINE float
remainderf(float x, float y)
{
	float a = fabsf(x), b = fabsf(y), half = 0.5f * b, off;
	DIVIDE_F(fits, quotient, rest, a, b);

	if (!fits)
		return (float)remainder(x, y);
	off = fabsf(rest);
	if (off > half || (off == half && (BITS_F(quotient_sum) & 1)))
		rest -= copysignf(b, rest);
	return rest == 0 ? copysignf(0, x) : x < 0 ? -rest : rest;
}

INLINE float
dremf(float x, float y)
{
	return remainderf(x, y);
}

INLINE float
logbf(float x)
{
	int bits = BITS_F(x) & 0x7fffffff;

	if ((unsigned)(bits - 0x800000) < 0x7f000000) /* of a normal number */
		return FROM_BITS_F(0x4b000000 | bits >> 23) - (0x1p23f + 127);
	return (float)logb(x);
}

INLINE float
fdimf(float x, float y)
{
	return x <= y ? 0 : x - y;
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

INLINE float
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
