/*
 * compare.c: setp, set, selp, slct (PTX ISA 9.7.6).  A predicate register is a mask of lanes, so
 * a comparison collects one bit per lane.
 */
#include <math.h>
#include <string.h>

#include "exec/alu.h"

/* Combine with the third source and write p and q, where q gets the negated comparison. */
static int
finish(struct warp *w, const struct inst *in, uint32_t mask, uint32_t r)
{
	uint32_t p = r, q = ~r;
	if (in->mode != PTX_NMODS) {
		uint32_t c = read_pred(w, in->c, in->negated);
		p = in->mode == PTX_MOD_MAND ? p & c : in->mode == PTX_MOD_MOR ? p | c : p ^ c;
		q = in->mode == PTX_MOD_MAND ? q & c : in->mode == PTX_MOD_MOR ? q | c : q ^ c;
	}
	write_pred(w, in->d, mask, p);
	if (in->has_d2)
		write_pred(w, in->d2, mask, q);
	return ACT_NEXT;
}

#define COMPARE(name, S, T, expr) \
	CLONES static int name(struct warp *w, const struct inst *in, uint32_t mask) \
	{ \
		const S *a_ = at(w, in->a), *b_ = at(w, in->b); \
		uint32_t r = 0; \
		for (int i = 0; i < WARP; i++) { \
			const T a = (T)a_[i], b = (T)b_[i]; \
			r |= (uint32_t)(expr) << i; \
		} \
		return finish(w, in, mask, r); \
	}

#define X(n, S, U, T) \
	COMPARE(eq_##n, S, T, a == b) \
	COMPARE(ne_##n, S, T, a != b) \
	COMPARE(lt_##n, S, T, a < b) \
	COMPARE(le_##n, S, T, a <= b) \
	COMPARE(gt_##n, S, T, a > b) \
	COMPARE(ge_##n, S, T, a >= b)
INT_TYPES(X)
#undef X

/* ltu and friends are true for NaN: the negated opposite.  ne is ordered, neu is C's !=. */
#define FLOATS(n, T) \
	COMPARE(eq_##n, T, T, a == b) \
	COMPARE(ne_##n, T, T, a<b || a> b) \
	COMPARE(lt_##n, T, T, a < b) \
	COMPARE(le_##n, T, T, a <= b) \
	COMPARE(gt_##n, T, T, a > b) \
	COMPARE(ge_##n, T, T, a >= b) \
	COMPARE(equ_##n, T, T, !(a < b || a > b)) \
	COMPARE(neu_##n, T, T, !(a == b)) \
	COMPARE(ltu_##n, T, T, !(a >= b)) \
	COMPARE(leu_##n, T, T, !(a > b)) \
	COMPARE(gtu_##n, T, T, !(a <= b)) \
	COMPARE(geu_##n, T, T, !(a < b)) \
	COMPARE(num_##n, T, T, a == a && b == b) \
	COMPARE(nan_##n, T, T, a != a || b != b)
FLOATS(f32, float)
FLOATS(f64, double)

static void
flush_copy(struct warp *w, uint32_t operand, uint32_t scratch)
{
	uint32_t *v = at(w, scratch);
	memcpy(v, at(w, operand), 4 * WARP);
	for (int i = 0; i < WARP; i++)
		if (!(v[i] & 0x7f800000))
			v[i] &= 0x80000000;
}

static exec_fn *select_plain(const struct pinst *p);

static int
compare_flushed(struct warp *w, const struct inst *in, uint32_t mask)
{
	struct inst plain = *in;
	flush_copy(w, in->a, plain.a = SCRATCH(0));
	flush_copy(w, in->b, plain.b = SCRATCH(1));
	return select_plain(in->src)(w, &plain, mask);
}

int
exec_set(struct warp *w, const struct inst *in, uint32_t mask)
{
	struct inst setp = *in;
	setp.d = SCRATCH(2);
	setp.has_d2 = false;
	in->inner(w, &setp, FULL);
	uint32_t p = *(uint32_t *)at(w, SCRATCH(2)), *d = at(w, in->d);
	uint32_t one = in->is_signed ? 0x3f800000 : UINT32_MAX;
	FOR_LANES(i, mask)
		d[i] = p >> i & 1 ? one : 0;
	return ACT_NEXT;
}

/* ---- selp, slct ---- */

#define SELP(name, S) \
	CLONES static int name(struct warp *w, const struct inst *in, uint32_t mask) \
	{ \
		S *d = at(w, in->d); \
		const S *a = at(w, in->a), *b = at(w, in->b); \
		uint32_t p = read_pred(w, in->c, in->negated); \
		IVDEP \
		for (int i = 0; i < WARP; i++) { \
			S r = p >> i & 1 ? a[i] : b[i]; \
			d[i] = mask >> i & 1 ? r : d[i]; \
		} \
		return ACT_NEXT; \
	}
SELP(selp_32, uint32_t)
SELP(selp_64, uint64_t)

DEFINE3(slct_32_s, uint32_t, uint32_t, uint32_t, int32_t, c >= 0 ? a : b)
DEFINE3(slct_64_s, uint64_t, uint64_t, uint64_t, int32_t, c >= 0 ? a : b)
DEFINE3(slct_32_f, uint32_t, uint32_t, uint32_t, float, c >= 0 ? a : b)
DEFINE3(slct_64_f, uint64_t, uint64_t, uint64_t, float, c >= 0 ? a : b)

exec_fn *
select_select(const struct pinst *p)
{
	bool wide = type_bytes(p->types[0]) == 8;
	if (p->op == PTX_OP_SELP)
		return wide ? selp_64 : selp_32;
	if (p->op != PTX_OP_SLCT)
		return NULL;
	if (p->types[1] == PTX_S32)
		return wide ? slct_64_s : slct_32_s;
	return wide ? slct_64_f : slct_32_f;
}

/* ---- selection of comparisons ---- */

enum { EQ, NE, LT, LE, GT, GE, EQU, NEU, LTU, LEU, GTU, GEU, NUM, ISNAN, NCMPS };

static int
compare_code(const struct pinst *p)
{
	static const struct {
		enum ptx_mod mod;
		int code;
	} codes[] = {
		{ PTX_MOD_EQ, EQ },
		{ PTX_MOD_NE, NE },
		{ PTX_MOD_LT, LT },
		{ PTX_MOD_LE, LE },
		{ PTX_MOD_GT, GT },
		{ PTX_MOD_GE, GE },
		{ PTX_MOD_LO, LT },
		{ PTX_MOD_LS, LE },
		{ PTX_MOD_HI, GT },
		{ PTX_MOD_HS, GE },
		{ PTX_MOD_EQU, EQU },
		{ PTX_MOD_NEU, NEU },
		{ PTX_MOD_LTU, LTU },
		{ PTX_MOD_LEU, LEU },
		{ PTX_MOD_GTU, GTU },
		{ PTX_MOD_GEU, GEU },
		{ PTX_MOD_NUM, NUM },
		{ PTX_MOD_ISNAN, ISNAN },
	};
	for (unsigned i = 0; i < sizeof codes / sizeof *codes; i++)
		if (has_mod(p, codes[i].mod))
			return codes[i].code;
	return EQ;
}

static exec_fn *
select_plain(const struct pinst *p)
{
	static exec_fn *const ints[GE + 1][PTX_NTYPES] = {
		TYPE_ROW(eq),
		TYPE_ROW(ne),
		TYPE_ROW(lt),
		TYPE_ROW(le),
		TYPE_ROW(gt),
		TYPE_ROW(ge),
	};
#define BOTH(name) \
	{ \
		name##_f32, name##_f64 \
	}
	static exec_fn *const floats[NCMPS][2] = {
		BOTH(eq),
		BOTH(ne),
		BOTH(lt),
		BOTH(le),
		BOTH(gt),
		BOTH(ge),
		BOTH(equ),
		BOTH(neu),
		BOTH(ltu),
		BOTH(leu),
		BOTH(gtu),
		BOTH(geu),
		BOTH(num),
		BOTH(nan),
	};
	enum ptx_type t = p->types[p->op == PTX_OP_SET];
	int code = compare_code(p);
	if (type_kind(t) == 'f')
		return floats[code][t == PTX_F64];
	return code <= GE ? ints[code][t] : NULL;
}

exec_fn *
select_compare(const struct pinst *p)
{
	if (has_mod(p, PTX_MOD_FTZ) && p->types[p->op == PTX_OP_SET] == PTX_F32)
		return compare_flushed;
	return select_plain(p);
}
