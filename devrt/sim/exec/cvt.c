/*
 * cvt.c: cvt (PTX ISA 9.7.9.21), mov, packing, address-space conversion.  The common conversions
 * have vector loops; all others go lane by lane through exec_cvt_any.
 */
#include <fenv.h>
#include <math.h>
#include <string.h>

#include "exec/alu.h"
#include "exec/observer.h"

/* ---- moves ---- */

DEFINE1(mov_32, uint32_t, uint32_t, a)
DEFINE1(mov_64, uint64_t, uint64_t, a)
int
exec_mov32(struct warp *w, const struct inst *in, uint32_t mask)
{
	return mov_32(w, in, mask);
}
int
exec_mov64(struct warp *w, const struct inst *in, uint32_t mask)
{
	return mov_64(w, in, mask);
}

int
exec_movp(struct warp *w, const struct inst *in, uint32_t mask)
{
	write_pred(w, in->d, mask, read_pred(w, in->a, in->negated));
	return ACT_NEXT;
}

#define PRED_LOGIC(name, op) \
	int exec_##name(struct warp *w, const struct inst *in, uint32_t mask) \
	{ \
		write_pred(w, in->d, mask, \
			read_pred(w, in->a, in->mode) op read_pred(w, in->b, in->negated)); \
		return ACT_NEXT; \
	}
PRED_LOGIC(andp, &)
PRED_LOGIC(orp, |)
PRED_LOGIC(xorp, ^)

int
exec_notp(struct warp *w, const struct inst *in, uint32_t mask)
{
	write_pred(w, in->d, mask, ~read_pred(w, in->a, in->mode));
	return ACT_NEXT;
}

static void
write_lane(struct warp *w, uint32_t operand, uint32_t lane, uint64_t value, bool wide)
{
	if (wide)
		((uint64_t *)at(w, operand))[lane] = value;
	else
		((uint32_t *)at(w, operand))[lane] = (uint32_t)value;
}

static uint64_t
read_lane(struct warp *w, uint32_t operand, uint32_t lane, bool wide)
{
	return wide ? ((uint64_t *)at(w, operand))[lane] : ((uint32_t *)at(w, operand))[lane];
}

int
exec_pack(struct warp *w, const struct inst *in, uint32_t mask)
{
	const uint32_t *slots = in->extra;
	unsigned bits = in->bytes * 8u / in->vec;
	FOR_LANES(i, mask) {
		uint64_t v = 0;
		for (unsigned k = 0; k < in->vec; k++)
			v |= (read_lane(w, slots[k], i, false) & (UINT64_MAX >> (64 - bits)))
				<< (k * bits);
		write_lane(w, in->d, i, v, in->bytes == 8);
	}
	return ACT_NEXT;
}

int
exec_unpack(struct warp *w, const struct inst *in, uint32_t mask)
{
	const uint32_t *slots = in->extra;
	unsigned bits = in->bytes * 8u / in->vec;
	FOR_LANES(i, mask) {
		uint64_t v = read_lane(w, in->a, i, in->bytes == 8);
		for (unsigned k = 0; k < in->vec; k++)
			write_lane(w, slots[k], i, v >> (k * bits) & (UINT64_MAX >> (64 - bits)),
				false);
	}
	return ACT_NEXT;
}

/* Execute a mov of the address of something in the running frame. */
int
exec_mov_frame(struct warp *w, const struct inst *in, uint32_t mask)
{
	FOR_LANES(i, mask)
		write_lane(w, in->d, i, w->frame->local_base + (uint64_t)in->imm, in->bytes == 8);
	return ACT_NEXT;
}

/* Execute a mov of a clock.  In a plain run clocks count the team's instructions, those of this run
 * up to here, too: the same on every run.  In a timed one they are the machine's, which has to come
 * to this instruction first. */
int
exec_mov_clock(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct sim_device *dev = w->team->grid->dev;
	const struct sim_timing *timing = w->team->grid->launch->timing;
	uint64_t now = w->team->warp_instructions;
	w->counted = !timing && !w->counted;
	if (w->counted)
		return ACT_COUNT;
	if (timing && !timing->clock(w, &now))
		return ACT_WAIT_CLOCK;
	if (timing && in->mode >= SREG_GLOBALTIMER)
		now = dev->timer + (uint64_t)((double)now * 1e6 / dev->model->clock_khz);
	if (in->mode == SREG_CLOCK_HI || in->mode == SREG_GLOBALTIMER_HI)
		now >>= 32;
	FOR_LANES(i, mask)
		write_lane(w, in->d, i, now, in->bytes == 8);
	return ACT_NEXT;
}

/* ---- generic addresses ---- */

static uint64_t
window_of(enum space space)
{
	switch (space) {
	case SPACE_SHARED: return WINDOW_ADDR(WINDOW_SHARED);
	case SPACE_LOCAL: return WINDOW_ADDR(WINDOW_LOCAL);
	case SPACE_PARAM: return WINDOW_ADDR(WINDOW_PARAM);
	default: return 0;
	}
}

int
exec_cvta(struct warp *w, const struct inst *in, uint32_t mask)
{
	uint64_t window = window_of((enum space)in->space);
	uint64_t *d = at(w, in->d);
	FOR_LANES(i, mask) {
		uint64_t a = in->addr == ADDR_FRAME ? w->frame->local_base + (uint64_t)in->imm :
						      ((uint64_t *)at(w, in->a))[i];
		d[i] = in->mode ? a - window : a + window;
	}
	return ACT_NEXT;
}

int
exec_isspacep(struct warp *w, const struct inst *in, uint32_t mask)
{
	uint64_t *a = at(w, in->a), window = window_of((enum space)in->space) >> WINDOW_SHIFT;
	uint32_t r = 0;
	FOR_LANES(i, mask) {
		bool yes = window ? a[i] >> WINDOW_SHIFT == window :
				    mem_is_global(SPACE_GENERIC, a[i]);
		if (yes && !window) {
			struct alloc *m = memory_find(w->team->grid->dev, a[i]);
			bool host = !m && w->team->grid->launch->host_memory;
			yes = (m || host) && (m && m->constant) == (in->space == SPACE_CONST);
		}
		r |= (uint32_t)yes << i;
	}
	write_pred(w, in->d, mask, r);
	return ACT_NEXT;
}

/* ---- conversions with a loop of their own ---- */

#define CVT(name, D, S, expr) DEFINE1(cvt_##name, D, S, expr)
CVT(s64_s32, uint64_t, uint32_t, (int64_t)(int32_t)a)
CVT(u64_u32, uint64_t, uint32_t, a)
CVT(u32_u64, uint32_t, uint64_t, a)
CVT(u32_u16, uint32_t, uint32_t, (uint16_t)a)
CVT(s32_s16, uint32_t, uint32_t, (int32_t)(int16_t)a)
CVT(u16_u32, uint32_t, uint32_t, (uint16_t)a)
CVT(s32_s8, uint32_t, uint32_t, (int32_t)(int8_t)a)
CVT(u32_u8, uint32_t, uint32_t, (uint8_t)a)
CVT(f64_s32, double, uint32_t, (double)(int32_t)a)
CVT(f64_u32, double, uint32_t, (double)a)
CVT(f32_s32, float, uint32_t, (float)(int32_t)a)
CVT(f64_f32, double, float, (double)a)
CVT(f32_f64, float, double, (float)a)

exec_fn *
select_cvt(const struct pinst *p)
{
	static const struct {
		enum ptx_type d, s;
		exec_fn *fn;
	} table[] = {
		{ PTX_S64, PTX_S32, cvt_s64_s32 },
		{ PTX_U64, PTX_S32, cvt_s64_s32 },
		{ PTX_U64, PTX_U32, cvt_u64_u32 },
		{ PTX_S64, PTX_U32, cvt_u64_u32 },
		{ PTX_U32, PTX_U64, cvt_u32_u64 },
		{ PTX_S32, PTX_U64, cvt_u32_u64 },
		{ PTX_U32, PTX_S64, cvt_u32_u64 },
		{ PTX_S32, PTX_S64, cvt_u32_u64 },
		{ PTX_U32, PTX_U16, cvt_u32_u16 },
		{ PTX_S32, PTX_U16, cvt_u32_u16 },
		{ PTX_S32, PTX_S16, cvt_s32_s16 },
		{ PTX_U32, PTX_S16, cvt_s32_s16 },
		{ PTX_U16, PTX_U32, cvt_u16_u32 },
		{ PTX_S16, PTX_S32, cvt_s32_s16 },
		{ PTX_U16, PTX_S32, cvt_u16_u32 },
		{ PTX_S16, PTX_U32, cvt_s32_s16 },
		{ PTX_S32, PTX_S8, cvt_s32_s8 },
		{ PTX_U32, PTX_U8, cvt_u32_u8 },
		{ PTX_F64, PTX_S32, cvt_f64_s32 },
		{ PTX_F64, PTX_U32, cvt_f64_u32 },
		{ PTX_F32, PTX_S32, cvt_f32_s32 },
		{ PTX_F64, PTX_F32, cvt_f64_f32 },
		{ PTX_F32, PTX_F64, cvt_f32_f64 },
	};
	if (has_mod(p, PTX_MOD_SAT) || has_mod(p, PTX_MOD_FTZ) || has_mod(p, PTX_MOD_RZ) ||
		has_mod(p, PTX_MOD_RM) || has_mod(p, PTX_MOD_RP))
		return NULL;
	for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
		if (table[i].d == p->types[0] && table[i].s == p->types[1])
			return table[i].fn;
	return NULL;
}

/* ---- any conversion ---- */

static double
flush(double v)
{
	return fabs(v) < 0x1p-126 ? copysign(0, v) : v;
}

static double
round_int(const struct pinst *p, double v)
{
	if (has_mod(p, PTX_MOD_RZI))
		return trunc(v);
	if (has_mod(p, PTX_MOD_RMI))
		return floor(v);
	if (has_mod(p, PTX_MOD_RPI))
		return ceil(v);
	return has_mod(p, PTX_MOD_RNI) ? nearbyint(v) : v;
}

/* Convert.  Out of range: the nearest value.  NaN: 0 where source and destination have 32 bits or
 * fewer, else the destination's highest bit (PTX ISA 9.7.9.21). */
static uint64_t
float_to_int(double v, enum ptx_type t, bool from_f64)
{
	unsigned bits = type_bytes(t) * 8;
	bool is_signed = type_kind(t) == 's';
	double top = ldexp(1, (int)bits - is_signed);
	if (v != v)
		return bits == 64 || from_f64 ? (uint64_t)1 << (bits - 1) : 0;
	if (!is_signed)
		return v <= 0 ? 0 : v >= top ? UINT64_MAX >> (64 - bits) : (uint64_t)v;
	if (v >= top)
		return ((uint64_t)1 << (bits - 1)) - 1;
	return v < -top ? (uint64_t) - (int64_t)((uint64_t)1 << (bits - 1)) : (uint64_t)(int64_t)v;
}

static uint64_t
clamp_int(uint64_t v, enum ptx_type from, enum ptx_type to)
{
	unsigned bits = type_bytes(to) * 8;
	bool from_signed = type_kind(from) == 's', to_signed = type_kind(to) == 's';
	uint64_t top = UINT64_MAX >> (64 - bits) >> to_signed;
	if (from_signed && (int64_t)v < 0) {
		if (!to_signed)
			return 0;
		int64_t low = -(int64_t)top - 1;
		return (int64_t)v < low ? (uint64_t)low : v;
	}
	return v > top ? top : v;
}

/* Extend by sign or zero from the type's width.  Bits above it in the slot mean nothing. */
static uint64_t
extend(uint64_t v, enum ptx_type t)
{
	unsigned drop = 64 - type_bytes(t) * 8;
	return type_kind(t) == 's' ? (uint64_t)((int64_t)(v << drop) >> drop) : v << drop >> drop;
}

static uint64_t
cvt_from_int(const struct pinst *p, uint64_t v)
{
	enum ptx_type d = p->types[0], s = p->types[1];
	bool is_signed = type_kind(s) == 's';
	double f64;
	float f32;
	uint32_t w;
	v = extend(v, s);
	if (type_kind(d) == 'f' && has_mod(p, PTX_MOD_SAT))
		v = is_signed && (int64_t)v < 0 ? 0 : v != 0;
	if (d == PTX_F64) {
		f64 = is_signed ? (double)(int64_t)v : (double)v;
		memcpy(&v, &f64, 8);
		return v;
	}
	if (d == PTX_F32) {
		f32 = is_signed ? (float)(int64_t)v : (float)v;
		memcpy(&w, &f32, 4);
		return w;
	}
	return extend(has_mod(p, PTX_MOD_SAT) ? clamp_int(v, s, d) : v, d);
}

static uint64_t
cvt_to_float(const struct pinst *p, double v)
{
	uint64_t q;
	uint32_t w;
	v = round_int(p, v);
	if (has_mod(p, PTX_MOD_SAT))
		v = v >= 1 ? 1 : v > 0 ? v : 0;
	if (p->types[0] == PTX_F64) {
		memcpy(&q, &v, 8);
		return q;
	}
	float f = (float)v;
	if (has_mod(p, PTX_MOD_FTZ))
		f = (float)flush(f);
	memcpy(&w, &f, 4);
	return w;
}

static uint64_t
cvt_value(const struct pinst *p, uint64_t raw)
{
	double v;
	float f;
	uint32_t w = (uint32_t)raw;
	if (type_kind(p->types[1]) != 'f')
		return cvt_from_int(p, raw);
	if (p->types[1] == PTX_F64)
		memcpy(&v, &raw, 8);
	else
		memcpy(&f, &w, 4), v = f;
	if (p->types[1] == PTX_F32 && has_mod(p, PTX_MOD_FTZ))
		v = flush(v);
	if (type_kind(p->types[0]) == 'f')
		return cvt_to_float(p, v);
	return extend(float_to_int(round_int(p, v), p->types[0], p->types[1] == PTX_F64),
		p->types[0]);
}

/* in->bytes and in->vec are the widths of the source's and the destination's lanes. */
int
exec_cvt_any(struct warp *w, const struct inst *in, uint32_t mask)
{
	static const int modes[] = { FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD };
	if (in->round)
		fesetround(modes[in->round]);
	FOR_LANES(i, mask)
		write_lane(w, in->d, i, cvt_value(in->src, read_lane(w, in->a, i, in->bytes == 8)),
			in->vec == 8);
	if (in->round)
		fesetround(FE_TONEAREST);
	return ACT_NEXT;
}
