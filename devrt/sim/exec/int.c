/*
 * int.c: integer arithmetic (PTX ISA 9.7.1, 9.7.2).  Everything is computed unsigned where C
 * leaves signed overflow undefined; division by zero gives all ones, as the machines do.
 */
#include "exec/alu.h"

#define WIDTH(S) (sizeof(S) * 8)

static inline uint64_t
div_u(uint64_t a, uint64_t b)
{
	return b ? a / b : UINT64_MAX;
}
static inline uint64_t
rem_u(uint64_t a, uint64_t b)
{
	return b ? a % b : a;
}
static inline int64_t
div_s(int64_t a, int64_t b)
{
	if (!b)
		return -1;
	return b == -1 ? (int64_t) - (uint64_t)a : a / b;
}
static inline int64_t
rem_s(int64_t a, int64_t b)
{
	if (!b)
		return a;
	return b == -1 ? 0 : a % b;
}

#define is_signed_(T) ((T)-1 < (T)1)

#define X(n, S, U, T) \
	DEFINE2(add_##n, S, S, S, (U)a + (U)b) \
	DEFINE2(sub_##n, S, S, S, (U)a - (U)b) \
	DEFINE2(mul_lo_##n, S, S, S, (uint64_t)(U)a *(U)b) \
	DEFINE3(mad_lo_##n, S, S, S, S, (uint64_t)(U)a *(U)b + (U)c) \
	DEFINE2(min_##n, S, S, S, (T)a < (T)b ? (T)a : (T)b) \
	DEFINE2(max_##n, S, S, S, (T)a > (T)b ? (T)a : (T)b) \
	DEFINE3(sad_##n, S, S, S, S, (U)c + ((T)a < (T)b ? (U)b - (U)a : (U)a - (U)b)) \
	DEFINE1(abs_##n, S, S, (T)a < (T)1 && is_signed_(T) ? -(U)a : (U)a) \
	DEFINE1(neg_##n, S, S, -(U)a) \
	DEFINE_LANE2(div_##n, S, S, S, \
		is_signed_(T) ? (uint64_t)div_s((int64_t)(T)a, (int64_t)(T)b) : \
				div_u((uint64_t)(U)a, (uint64_t)(U)b)) \
	DEFINE_LANE2(rem_##n, S, S, S, \
		is_signed_(T) ? (uint64_t)rem_s((int64_t)(T)a, (int64_t)(T)b) : \
				rem_u((uint64_t)(U)a, (uint64_t)(U)b))
INT_TYPES(X)
#undef X

/* ---- high halves and widening products ---- */

static inline uint64_t
mulhi_u64(uint64_t a, uint64_t b)
{
	return (uint64_t)((unsigned __int128)a * b >> 64);
}
static inline uint64_t
mulhi_s64(uint64_t a, uint64_t b)
{
	return (uint64_t)((__int128)(int64_t)a * (int64_t)b >> 64);
}
#define HI_u16(a, b) ((uint32_t)(uint16_t)(a) * (uint16_t)(b) >> 16)
#define HI_s16(a, b) ((int32_t)(int16_t)(a) * (int16_t)(b) >> 16)
#define HI_u32(a, b) ((uint64_t)(a) * (b) >> 32)
#define HI_s32(a, b) ((int64_t)(int32_t)(a) * (int32_t)(b) >> 32)
#define HI_u64(a, b) mulhi_u64(a, b)
#define HI_s64(a, b) mulhi_s64(a, b)

#define X(n, S, U, T) \
	DEFINE2(mul_hi_##n, S, S, S, HI_##n(a, b)) \
	DEFINE3(mad_hi_##n, S, S, S, S, (U)HI_##n(a, b) + (U)c)
INT_TYPES(X)
#undef X

DEFINE2(mul_wide_u16, uint32_t, uint32_t, uint32_t, (uint32_t)(uint16_t)a *(uint16_t)b)
DEFINE2(mul_wide_s16, uint32_t, uint32_t, uint32_t, (int32_t)(int16_t)a *(int16_t)b)
DEFINE2(mul_wide_u32, uint64_t, uint32_t, uint32_t, (uint64_t)a *b)
DEFINE2(mul_wide_s32, uint64_t, uint32_t, uint32_t, (int64_t)(int32_t)a *(int32_t)b)
DEFINE3(mad_wide_u16, uint32_t, uint32_t, uint32_t, uint32_t,
	(uint32_t)(uint16_t)a *(uint16_t)b + c)
DEFINE3(mad_wide_s16, uint32_t, uint32_t, uint32_t, uint32_t,
	(uint32_t)((int32_t)(int16_t)a *(int16_t)b) + c)
DEFINE3(mad_wide_u32, uint64_t, uint32_t, uint32_t, uint64_t, (uint64_t)a *b + c)
DEFINE3(mad_wide_s32, uint64_t, uint32_t, uint32_t, uint64_t,
	(uint64_t)((int64_t)(int32_t)a *(int32_t)b) + c)

/* ---- saturating forms, .s32 only ---- */

static inline uint32_t
clamp_s32(int64_t v)
{
	return (uint32_t)(v > INT32_MAX ? INT32_MAX : v < INT32_MIN ? INT32_MIN : v);
}
#define S64(x) ((int64_t)(int32_t)(x))
DEFINE2(add_sat, uint32_t, uint32_t, uint32_t, clamp_s32(S64(a) + S64(b)))
DEFINE2(sub_sat, uint32_t, uint32_t, uint32_t, clamp_s32(S64(a) - S64(b)))
DEFINE3(mad_hi_sat, uint32_t, uint32_t, uint32_t, uint32_t,
	clamp_s32((S64(a) * S64(b) >> 32) + S64(c)))

/* ---- 24-bit products ---- */

#define U24(x) ((uint64_t)((x)&0xffffff))
#define S24(x) ((int64_t)((int32_t)((x) << 8) >> 8))
DEFINE2(mul24_lo_u, uint32_t, uint32_t, uint32_t, U24(a) * U24(b))
DEFINE2(mul24_lo_s, uint32_t, uint32_t, uint32_t, S24(a) * S24(b))
DEFINE2(mul24_hi_u, uint32_t, uint32_t, uint32_t, U24(a) * U24(b) >> 16)
DEFINE2(mul24_hi_s, uint32_t, uint32_t, uint32_t, S24(a) * S24(b) >> 16)
DEFINE3(mad24_lo_u, uint32_t, uint32_t, uint32_t, uint32_t, U24(a) * U24(b) + c)
DEFINE3(mad24_lo_s, uint32_t, uint32_t, uint32_t, uint32_t, (uint64_t)(S24(a) * S24(b)) + c)
DEFINE3(mad24_hi_u, uint32_t, uint32_t, uint32_t, uint32_t, (U24(a) * U24(b) >> 16) + c)
DEFINE3(mad24_hi_s, uint32_t, uint32_t, uint32_t, uint32_t, (uint64_t)(S24(a) * S24(b) >> 16) + c)
DEFINE3(mad24_hi_sat, uint32_t, uint32_t, uint32_t, uint32_t,
	clamp_s32((int32_t)(S24(a) * S24(b) >> 16) + S64(c)))

/* ---- carry: one bit a lane, in the scratch slot just below the sink ---- */

#define CARRY SCRATCH(SCRATCH_SLOTS - 2)

/* Compute sum = a + b + carry for 32 or 64 bits.  Subtraction adds the complement; the borrow is
 * kept as the inverted carry, which nothing but the next addc, subc or madc can see. */
static void
add_carry(struct warp *w, const struct inst *in, uint32_t mask, bool negate, bool use)
{
	uint32_t *cc = at(w, CARRY), out = *cc;
	FOR_LANES(i, mask) {
		bool wide = in->bytes == 8;
		uint64_t a = wide ? ((uint64_t *)at(w, in->a))[i] : ((uint32_t *)at(w, in->a))[i];
		uint64_t b = wide ? ((uint64_t *)at(w, in->b))[i] : ((uint32_t *)at(w, in->b))[i];
		uint64_t carry = use ? *cc >> i & 1 : negate;
		if (negate)
			b = wide ? ~b : (uint32_t)~b;
		unsigned __int128 sum = (unsigned __int128)a + b + carry;
		if (wide)
			((uint64_t *)at(w, in->d))[i] = (uint64_t)sum;
		else
			((uint32_t *)at(w, in->d))[i] = (uint32_t)sum;
		out = (out & ~(1u << i)) | (uint32_t)(sum >> (wide ? 64 : 32) & 1) << i;
	}
	if (in->has_d2)
		*cc = out;
}

#define CARRY_OP(name, negate, use) \
	static int name(struct warp *w, const struct inst *in, uint32_t mask) \
	{ \
		add_carry(w, in, mask, negate, use); \
		return ACT_NEXT; \
	}
CARRY_OP(add_cc, false, false)
CARRY_OP(addc, false, true)
CARRY_OP(sub_cc, true, false)
CARRY_OP(subc, true, true)

/* Execute mad.cc or madc: the product goes to scratch, then it is an addition. */
static int
mad_carry(struct warp *w, const struct inst *in, uint32_t mask)
{
	struct inst product = *in, sum = *in;
	product.d = SCRATCH(0);
	in->inner(w, &product, mask);
	sum.a = SCRATCH(0);
	sum.b = in->c;
	add_carry(w, &sum, mask, false, in->negated);
	return ACT_NEXT;
}

/* ---- dot products of packed integers ---- */

static uint32_t
dot_part(uint32_t v, int k, int bits, bool is_signed)
{
	v = v >> (k * bits) & (bits == 8 ? 0xff : 0xffff);
	return is_signed ? (uint32_t)(bits == 8 ? (int8_t)v : (int16_t)v) : v;
}

static int
dp(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct pinst *p = in->src;
	uint32_t *d = at(w, in->d), *a = at(w, in->a), *b = at(w, in->b), *c = at(w, in->c);
	bool four = p->op == PTX_OP_DP4A, sa = p->types[0] == PTX_S32, sb = p->types[1] == PTX_S32;
	int from = has_mod(p, PTX_MOD_HI) ? 2 : 0;
	FOR_LANES(i, mask) {
		uint32_t sum = c[i];
		for (int k = 0; k < (four ? 4 : 2); k++)
			sum += dot_part(a[i], k, four ? 8 : 16, sa) *
				dot_part(b[i], k + from, 8, sb);
		d[i] = sum;
	}
	return ACT_NEXT;
}

/* ---- selection ---- */

enum {
	ROW_ADD,
	ROW_SUB,
	ROW_MUL_LO,
	ROW_MAD_LO,
	ROW_MIN,
	ROW_MAX,
	ROW_SAD,
	ROW_ABS,
	ROW_NEG,
	ROW_DIV,
	ROW_REM,
	ROW_MUL_HI,
	ROW_MAD_HI,
	NROWS
};

static exec_fn *const rows[NROWS][PTX_NTYPES] = {
	[ROW_ADD] = TYPE_ROW(add),
	[ROW_SUB] = TYPE_ROW(sub),
	[ROW_MUL_LO] = TYPE_ROW(mul_lo),
	[ROW_MAD_LO] = TYPE_ROW(mad_lo),
	[ROW_MIN] = TYPE_ROW(min),
	[ROW_MAX] = TYPE_ROW(max),
	[ROW_SAD] = TYPE_ROW(sad),
	[ROW_ABS] = TYPE_ROW(abs),
	[ROW_NEG] = TYPE_ROW(neg),
	[ROW_DIV] = TYPE_ROW(div),
	[ROW_REM] = TYPE_ROW(rem),
	[ROW_MUL_HI] = TYPE_ROW(mul_hi),
	[ROW_MAD_HI] = TYPE_ROW(mad_hi),
};
static exec_fn *const wide_rows[2][PTX_NTYPES] = {
	{ [PTX_U16] = mul_wide_u16,
		[PTX_S16] = mul_wide_s16,
		[PTX_U32] = mul_wide_u32,
		[PTX_S32] = mul_wide_s32 },
	{ [PTX_U16] = mad_wide_u16,
		[PTX_S16] = mad_wide_s16,
		[PTX_U32] = mad_wide_u32,
		[PTX_S32] = mad_wide_s32 },
};

static exec_fn *
select24(const struct pinst *p)
{
	static exec_fn *const table[2][2][2] = {
		{ { mul24_lo_u, mul24_lo_s }, { mul24_hi_u, mul24_hi_s } },
		{ { mad24_lo_u, mad24_lo_s }, { mad24_hi_u, mad24_hi_s } },
	};
	if (has_mod(p, PTX_MOD_SAT))
		return mad24_hi_sat;
	return table[p->op == PTX_OP_MAD24][has_mod(p, PTX_MOD_HI)][p->types[0] == PTX_S32];
}

static exec_fn *
select_product(const struct pinst *p)
{
	bool mad = p->op != PTX_OP_MUL;
	enum ptx_type t = p->types[0];
	if (has_mod(p, PTX_MOD_SAT))
		return mad_hi_sat;
	if (has_mod(p, PTX_MOD_WIDE))
		return wide_rows[mad][t];
	if (has_mod(p, PTX_MOD_HI))
		return rows[mad ? ROW_MAD_HI : ROW_MUL_HI][t];
	return rows[mad ? ROW_MAD_LO : ROW_MUL_LO][t];
}

static exec_fn *
select_carry(const struct pinst *p)
{
	if (type_bytes(p->types[0]) < 4)
		return NULL;
	switch (p->op) {
	case PTX_OP_ADD: return add_cc;
	case PTX_OP_SUB: return sub_cc;
	case PTX_OP_ADDC: return addc;
	case PTX_OP_SUBC: return subc;
	default: return has_mod(p, PTX_MOD_WIDE) ? NULL : mad_carry;
	}
}

exec_fn *
select_int_product(const struct pinst *p)
{
	return rows[has_mod(p, PTX_MOD_HI) ? ROW_MUL_HI : ROW_MUL_LO][p->types[0]];
}

exec_fn *
select_int(const struct pinst *p)
{
	enum ptx_type t = p->types[0];
	if (type_kind(t) == 'f')
		return NULL;
	if (has_mod(p, PTX_MOD_CC) || p->op == PTX_OP_ADDC || p->op == PTX_OP_SUBC ||
		p->op == PTX_OP_MADC)
		return select_carry(p);
	switch (p->op) {
	case PTX_OP_ADD: return has_mod(p, PTX_MOD_SAT) ? add_sat : rows[ROW_ADD][t];
	case PTX_OP_SUB: return has_mod(p, PTX_MOD_SAT) ? sub_sat : rows[ROW_SUB][t];
	case PTX_OP_MUL:
	case PTX_OP_MAD: return select_product(p);
	case PTX_OP_MUL24:
	case PTX_OP_MAD24: return select24(p);
	case PTX_OP_MIN: return rows[ROW_MIN][t];
	case PTX_OP_MAX: return rows[ROW_MAX][t];
	case PTX_OP_SAD: return rows[ROW_SAD][t];
	case PTX_OP_ABS: return rows[ROW_ABS][t];
	case PTX_OP_NEG: return rows[ROW_NEG][t];
	case PTX_OP_DIV: return rows[ROW_DIV][t];
	case PTX_OP_REM: return rows[ROW_REM][t];
	case PTX_OP_DP4A:
	case PTX_OP_DP2A: return dp;
	default: return NULL;
	}
}
