/*
 * float.c: floating-point arithmetic (PTX ISA 9.7.3).  add, sub, mul, div, sqrt and fma are the
 * host's IEEE operations; approximate ones are computed as well as libm can, which is closer than
 * the machines.  Directed rounding, .ftz and .sat go through exec_float_wrapped.
 */
#include <fenv.h>
#include <math.h>
#include <string.h>

#include "exec/alu.h"

/* PTX ISA 9.7.3.11: a NaN gives way to a number, and -0 is below +0. */
#define MINMAX(n, T, bits_t) \
	static inline T min_of_##n(T a, T b) \
	{ \
		if (a != a) \
			return b != b ? (T)NAN : b; \
		if (b != b) \
			return a; \
		if (a == b) \
			return signbit(a) ? a : b; \
		return a < b ? a : b; \
	} \
	static inline T max_of_##n(T a, T b) \
	{ \
		if (a != a) \
			return b != b ? (T)NAN : b; \
		if (b != b) \
			return a; \
		if (a == b) \
			return signbit(a) ? b : a; \
		return a > b ? a : b; \
	} \
	static inline T min_nan_##n(T a, T b) \
	{ \
		return a != a || b != b ? (T)NAN : min_of_##n(a, b); \
	} \
	static inline T max_nan_##n(T a, T b) \
	{ \
		return a != a || b != b ? (T)NAN : max_of_##n(a, b); \
	}
MINMAX(f32, float, uint32_t)
MINMAX(f64, double, uint64_t)

#define ARITH(n, T, U, FMA, SQRT, ABSMASK) \
	DEFINE2(add_##n, T, T, T, a + b) \
	DEFINE2(sub_##n, T, T, T, a - b) \
	DEFINE2(mul_##n, T, T, T, a *b) \
	DEFINE2(div_##n, T, T, T, a / b) \
	DEFINE3(fma_##n, T, T, T, T, FMA(a, b, c)) \
	DEFINE1(sqrt_##n, T, T, SQRT(a)) \
	DEFINE1(rcp_##n, T, T, (T)1 / a) \
	DEFINE1(abs_##n, U, U, a &ABSMASK) \
	DEFINE1(neg_##n, U, U, a ^ ~(U)ABSMASK) \
	DEFINE2(copysign_##n, U, U, U, (b & ABSMASK) | (a & ~(U)ABSMASK)) \
	DEFINE2(min_##n, T, T, T, min_of_##n(a, b)) \
	DEFINE2(max_##n, T, T, T, max_of_##n(a, b)) \
	DEFINE2(minn_##n, T, T, T, min_nan_##n(a, b)) \
	DEFINE2(maxn_##n, T, T, T, max_nan_##n(a, b))
ARITH(f32, float, uint32_t, __builtin_fmaf, __builtin_sqrtf, 0x7fffffffu)
ARITH(f64, double, uint64_t, __builtin_fma, __builtin_sqrt, 0x7fffffffffffffffull)

DEFINE_LANE1(rsqrt_f32, float, float, 1.0 / sqrt((double)a))
DEFINE_LANE1(rsqrt_f64, double, double, 1.0 / sqrt(a))
/* .approx.ftz: of the upper word alone, subnormal numbers being 0 (PTX ISA 9.7.3.14, 9.7.3.17) */
static double
upper(double v)
{
	uint64_t bits;
	memcpy(&bits, &v, sizeof bits);
	bits &= bits & 0x7ff0000000000000 ? 0xffffffff00000000 : 0x8000000000000000;
	memcpy(&v, &bits, sizeof v);
	return v;
}
DEFINE_LANE1(rcp_approx_f64, double, double, upper(1 / upper(a)))
DEFINE_LANE1(rsqrt_approx_f64, double, double, upper(1 / sqrt(upper(a))))
DEFINE_LANE1(sin_f32, float, float, sin((double)a))
DEFINE_LANE1(cos_f32, float, float, cos((double)a))
DEFINE_LANE1(lg2_f32, float, float, log2((double)a))
DEFINE_LANE1(ex2_f32, float, float, exp2((double)a))
DEFINE_LANE1(tanh_f32, float, float, tanh((double)a))

/* ---- testp: the predicate is a mask ---- */

static bool
test_class(const struct pinst *p, int class)
{
	if (has_mod(p, PTX_MOD_FINITE))
		return class != FP_NAN && class != FP_INFINITE;
	if (has_mod(p, PTX_MOD_INFINITE))
		return class == FP_INFINITE;
	if (has_mod(p, PTX_MOD_NUMBER))
		return class != FP_NAN;
	if (has_mod(p, PTX_MOD_NOTANUMBER))
		return class == FP_NAN;
	if (has_mod(p, PTX_MOD_SUBNORMAL))
		return class == FP_SUBNORMAL;
	return class == FP_NORMAL;
}

static int
testp(struct warp *w, const struct inst *in, uint32_t mask)
{
	uint32_t r = 0;
	FOR_LANES(i, mask) {
		int class = in->bytes == 4 ? fpclassify(((float *)at(w, in->a))[i]) :
					     fpclassify(((double *)at(w, in->a))[i]);
		r |= (uint32_t)test_class(in->src, class) << i;
	}
	write_pred(w, in->d, mask, r);
	return ACT_NEXT;
}

/* ---- modes ---- */

static void
flush_lanes(uint32_t *v)
{
	for (int i = 0; i < WARP; i++)
		if (!(v[i] & 0x7f800000))
			v[i] &= 0x80000000;
}

static uint32_t
flushed_copy(struct warp *w, uint32_t operand, int scratch)
{
	memcpy(at(w, SCRATCH(scratch)), at(w, operand), 4 * WARP);
	flush_lanes(at(w, SCRATCH(scratch)));
	return SCRATCH(scratch);
}

static void
saturate(float *v)
{
	for (int i = 0; i < WARP; i++)
		v[i] = v[i] >= 1 ? 1 : v[i] > 0 ? v[i] : 0;
}

int
exec_float_wrapped(struct warp *w, const struct inst *in, uint32_t mask)
{
	static const int modes[] = { FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD };
	struct inst plain = *in;
	bool ftz = in->flags & WRAP_FTZ && in->bytes == 4;
	if (ftz) {
		plain.a = flushed_copy(w, in->a, 0);
		plain.b = in->src->n > 2 ? flushed_copy(w, in->b, 1) : in->b;
		plain.c = in->src->n > 3 ? flushed_copy(w, in->c, 2) : in->c;
	}
	if (in->src->op != PTX_OP_TESTP)
		plain.d = SCRATCH(3);
	if (in->flags & WRAP_ROUND)
		fesetround(modes[in->round]);
	in->inner(w, &plain, FULL);
	fesetround(FE_TONEAREST);
	if (in->src->op == PTX_OP_TESTP)
		return ACT_NEXT;
	if (ftz)
		flush_lanes(at(w, SCRATCH(3)));
	if (in->flags & WRAP_SAT)
		saturate(at(w, SCRATCH(3)));
	FOR_LANES(i, mask) {
		if (in->bytes == 8)
			((uint64_t *)at(w, in->d))[i] = ((uint64_t *)at(w, SCRATCH(3)))[i];
		else
			((uint32_t *)at(w, in->d))[i] = ((uint32_t *)at(w, SCRATCH(3)))[i];
	}
	return ACT_NEXT;
}

/* ---- selection ---- */

#define PICK(name) (wide ? name##_f64 : name##_f32)

static exec_fn *
select_unary(const struct pinst *p, bool wide)
{
	switch (p->op) {
	case PTX_OP_ABS: return PICK(abs);
	case PTX_OP_NEG: return PICK(neg);
	case PTX_OP_RCP: return wide && has_mod(p, PTX_MOD_APPROX) ? rcp_approx_f64 : PICK(rcp);
	case PTX_OP_SQRT: return PICK(sqrt);
	case PTX_OP_RSQRT: return wide && has_mod(p, PTX_MOD_FTZ) ? rsqrt_approx_f64 : PICK(rsqrt);
	case PTX_OP_SIN: return sin_f32;
	case PTX_OP_COS: return cos_f32;
	case PTX_OP_LG2: return lg2_f32;
	case PTX_OP_EX2: return ex2_f32;
	case PTX_OP_TANH: return tanh_f32;
	case PTX_OP_TESTP: return testp;
	default: return NULL;
	}
}

exec_fn *
select_float(const struct pinst *p)
{
	bool wide = p->types[0] == PTX_F64, nan = has_mod(p, PTX_MOD_NAN);
	if (type_kind(p->types[0]) != 'f')
		return NULL;
	switch (p->op) {
	case PTX_OP_ADD: return PICK(add);
	case PTX_OP_SUB: return PICK(sub);
	case PTX_OP_MUL: return PICK(mul);
	case PTX_OP_DIV: return PICK(div);
	case PTX_OP_FMA:
	case PTX_OP_MAD: return PICK(fma);
	case PTX_OP_MIN: return nan ? PICK(minn) : PICK(min);
	case PTX_OP_MAX: return nan ? PICK(maxn) : PICK(max);
	case PTX_OP_COPYSIGN: return PICK(copysign);
	default: return select_unary(p, wide);
	}
}
