/*
 * convert.c: conversions of machine code between integers and floating-point numbers.
 */
#include <fenv.h>
#include <math.h>
#include <stdlib.h>

#include "code/lanes.h"

/* A conversion as its modifiers say. */
struct conversion {
	unsigned from, to; /* bytes */
	bool is_signed;    /* of the integer on either side */
	bool ftz;
	int round;                 /* of fenv.h */
	bool magnitude, minus;     /* sm_35: of the integer source */
	bool to_signed, saturates; /* I2I; saturates: F2F, to 0 … 1 */
};

static const struct conversion *
conversion_of(const struct inst *in)
{
	return (const void *)((const struct sass *)in->extra + 1);
}

/* The conversion lies behind the operands: one copy of both, made when it is decoded. */
static struct conversion *
add_conversion(struct decoded *d)
{
	struct sass *x = sim_arena_alloc(&d->code->m->arena, sizeof *x + sizeof(struct conversion));
	d->in->extra = d->x = x;
	return (void *)(x + 1);
}

static int
rounding(struct sass_line *l)
{
	if (sass_mod(l, "FLOOR") || sass_mod(l, "RM"))
		return FE_DOWNWARD;
	if (sass_mod(l, "CEIL") || sass_mod(l, "RP"))
		return FE_UPWARD;
	if (sass_mod(l, "TRUNC") || sass_mod(l, "RZ"))
		return FE_TOWARDZERO;
	sass_mod(l, "RN");
	sass_mod(l, "RNI");
	sass_mod(l, "ROUND");
	return FE_TONEAREST;
}

static uint64_t
source_bits(struct warp *w, const struct sass *x, const struct conversion *c, uint32_t i)
{
	const struct sass_source *s = &x->s[0];
	uint32_t low = ((const uint32_t *)at(w, s->lo))[i];
	if (c->from == 8)
		return low |
			(uint64_t)((((const uint32_t *)at(w, s->hi))[i] & s->keep) ^ s->flip) << 32;
	return ((low & s->keep) ^ s->flip) + s->plus;
}

static void
put(struct warp *w, const struct inst *in, const struct conversion *c, uint32_t i, uint64_t v)
{
	((uint32_t *)at(w, in->d))[i] = (uint32_t)v;
	if (c->to == 8)
		((uint32_t *)at(w, sass_of(in)->hi))[i] = (uint32_t)(v >> 32);
}

static double
number(uint64_t bits, const struct conversion *c)
{
	if (c->from == 8)
		return double_of(bits);
	if (c->from == 2) {
		uint32_t e = bits >> 10 & 31, m = bits & 1023;
		double v = e == 31 ? (m ? NAN : INFINITY) :
			e          ? ldexp(1024 + m, (int)e - 25) :
				     ldexp(m, -24);
		return bits >> 15 & 1 ? -v : v;
	}
	if (c->ftz && !(bits & 0x7f800000))
		bits &= 0x80000000;
	return float_of((uint32_t)bits);
}

/* By name: gcc's own rint rounds the amount of a negative number, whatever the mode. */
static double
whole(double v, int round)
{
	switch (round) {
	case FE_DOWNWARD: return floor(v);
	case FE_UPWARD: return ceil(v);
	case FE_TOWARDZERO: return trunc(v);
	default: return rint(v);
	}
}

/* ---- to integers: out of range is the nearest; no number is 0, of 64 bits or doubles the least */

static uint64_t
to_integer(double v, const struct conversion *c)
{
	unsigned bits = c->to * 8;
	double top = ldexp(1, (int)bits - c->is_signed), least = c->is_signed ? -top : 0;
	uint64_t most = (c->is_signed ? UINT64_MAX >> 1 : UINT64_MAX) >> (64 - bits);
	if (v != v)
		return c->from == 8 || c->to == 8 ? (uint64_t)1 << (bits - 1) : 0;
	v = whole(v, c->round);
	if (v >= top)
		return most;
	if (v <= least)
		return c->is_signed ? (uint64_t)1 << (bits - 1) : 0;
	return c->is_signed ? (uint64_t)(int64_t)v : (uint64_t)v;
}

/* A result of 8 or 16 bits fills its register as its type says. */
static int
f2i(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct conversion *c = conversion_of(in);
	unsigned drop = 64 - c->to * 8;
	FOR_LANES(i, mask) {
		uint64_t v = to_integer(number(source_bits(w, sass_of(in), c, i), c), c) << drop;
		put(w, in, c, i, c->is_signed ? (uint64_t)((int64_t)v >> drop) : v >> drop);
	}
	return ACT_NEXT;
}

static const char *const kinds[] = { "U8", "S8", "U16", "S16", "U32", "S32", "U64", "S64", NULL };

void
sass_f2i(struct decoded *d)
{
	struct conversion *c = add_conversion(d);
	struct sass_line *l = d->l;
	int kind = sass_mod_of(l, kinds);
	bool f64 = sass_mod(l, "F64");
	sass_mod(l, "F32");
	kind = kind < 0 ? 5 : kind;
	*c = (struct conversion){ .from = f64 ? 8 : 4,
		.to = 1u << (kind / 2),
		.is_signed = kind & 1,
		.ftz = sass_mod(l, "FTZ"),
		.round = rounding(l) };
	sass_mod(l, "NTZ");
	sass_read_operands(d, f64 ? "WF" : "Wf");
	d->in->fn = f2i;
}

/* F2IP packs two results of 8 bits before a third source's; seen with one, the others being RZ. */
void
sass_f2ip(struct decoded *d)
{
	struct sass_line *l = d->l;
	bool has_sign = sass_mod_of(l, (const char *const[]){ "S8", "S16", NULL }) >= 0;
	bool one = l->n == 4 && l->o[1].kind == SASS_REG && l->o[1].reg == NO_REG &&
		l->o[3].kind == SASS_REG && l->o[3].reg == NO_REG;
	l->o[1] = l->o[2];
	l->n = 2;
	sass_f2i(d);
	if (!one || has_sign)
		d->in->fn = NULL;
}

/* ---- from integers ---- */

/* An integer source of sm_35 with its signs, which a source otherwise has not. */
static void
take_signs(struct sass_operand *o, struct conversion *c)
{
	c->magnitude = o->abs;
	c->minus = o->neg;
	o->abs = o->neg = false;
}

static uint64_t
integer_source(struct warp *w, const struct inst *in, const struct conversion *c, uint32_t i)
{
	unsigned drop = 64 - 8 * c->from;
	uint64_t v = source_bits(w, sass_of(in), c, i) >> in->mode << drop;
	v = c->is_signed ? (uint64_t)((int64_t)v >> drop) : v >> drop;
	if (c->magnitude && (int64_t)v < 0)
		v = 0 - v;
	return c->minus ? 0 - v : v;
}

static int
i2f(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct conversion *c = conversion_of(in);
	fesetround(c->round);
	FOR_LANES(i, mask) {
		uint64_t v = integer_source(w, in, c, i);
		bool is_signed = c->is_signed;
		int64_t s = (int64_t)v;
		if (c->to == 8)
			put(w, in, c, i, bits_of_double(is_signed ? (double)s : (double)v));
		else
			put(w, in, c, i, bits_of(is_signed ? (float)s : (float)v));
	}
	fesetround(FE_TONEAREST);
	return ACT_NEXT;
}

/* The first bit of the part of a register that is meant. */
static uint8_t
part_of(const struct sass_operand *o)
{
	return (uint8_t)(o->half == 'H' ? 16 * o->part : o->half == 'B' ? 8 * o->part : 0);
}

void
sass_i2f(struct decoded *d)
{
	struct conversion *c = add_conversion(d);
	struct sass_line *l = d->l;
	int kind = sass_mod_of(l, kinds);
	bool f64 = sass_mod(l, "F64");
	sass_mod(l, "F32");
	kind = kind < 0 ? 5 : kind;
	*c = (struct conversion){ .from = 1u << (kind / 2),
		.to = f64 ? 8 : 4,
		.is_signed = kind & 1,
		.round = rounding(l) };
	d->in->mode = part_of(&l->o[1]);
	take_signs(&l->o[1], c);
	sass_read_operands(d, c->from == 8 ? "WA" : "Wa");
	d->in->fn = i2f;
}

/* ---- between integers, on sm_35 ---- */

static int
i2i(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct conversion *c = conversion_of(in);
	unsigned bits = 8 * c->to;
	int64_t least = c->to_signed ? -((int64_t)1 << (bits - 1)) : 0;
	int64_t most = c->to_signed ? -least - 1 : ((int64_t)1 << bits) - 1;
	FOR_LANES(i, mask) {
		int64_t v = (int64_t)integer_source(w, in, c, i);
		if (c->saturates)
			v = v < least ? least : v > most ? most : v;
		uint64_t low = (uint64_t)v << (64 - bits);
		bool fills = c->to_signed && c->to != 2; /* ptxas takes the upper half for zero */
		put(w, in, c, i,
			fills ? (uint64_t)((int64_t)low >> (64 - bits)) : low >> (64 - bits));
	}
	if (sass_of(in)->carry)
		code_set_cc(w, sass_of(in), mask, at(w, in->d));
	return ACT_NEXT;
}

/* I2I.TO.FROM, of up to 32 bits */
void
sass_i2i(struct decoded *d)
{
	struct conversion *c = add_conversion(d);
	struct sass_line *l = d->l;
	int kind[2] = { -1, -1 };
	for (unsigned n = 0; n < 2 && n < l->nmods; n++)
		for (int k = 0; k < 6; k++)
			if (!strcmp(l->mods[n], kinds[k])) {
				kind[n] = k;
				l->used[n] = true;
			}
	if (kind[0] < 0 || kind[1] < 0)
		return;
	*c = (struct conversion){ .from = 1u << (kind[1] / 2),
		.to = 1u << (kind[0] / 2),
		.is_signed = kind[1] & 1,
		.to_signed = kind[0] & 1,
		.saturates = sass_mod(l, "SAT") };
	d->in->mode = part_of(&l->o[1]);
	take_signs(&l->o[1], c);
	sass_read_operands(d, "Ra");
	d->x->sets_cc = true;
	d->in->fn = i2i;
}

/* ---- between floating-point numbers ---- */

static int
f2f(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct conversion *c = conversion_of(in);
	if (!in->vec)
		fesetround(c->round);
	FOR_LANES(i, mask) {
		double v = number(source_bits(w, sass_of(in), c, i), c);
		if (in->vec)
			v = whole(v, c->round);
		if (c->saturates)
			v = v > 0 ? fmin(v, 1) : 0;
		uint32_t f = bits_of((float)v);
		if (c->ftz && !(f & 0x7f800000))
			f &= 0x80000000;
		put(w, in, c, i, c->to == 8 ? bits_of_double(v) : f);
	}
	fesetround(FE_TONEAREST);
	if (sass_of(in)->carry)
		code_set_cc(w, sass_of(in), mask, at(w, in->d));
	return ACT_NEXT;
}

/* F2F.TO.FROM; to a whole number where a rounding has one of these names.  With .CC ptxas writes it
 * of RZ or 1, where it knows the lower words of a number to be 0 or not to be. */
void
sass_f2f(struct decoded *d)
{
	static const char *const whole[] = { "FLOOR", "CEIL", "TRUNC", "ROUND", NULL };
	struct conversion *c = add_conversion(d);
	struct sass_line *l = d->l;
	unsigned bytes[2] = { 4, 4 }, n = 0;
	d->in->vec = sass_mod_of(l, whole) >= 0;
	for (unsigned i = 0; i < l->nmods; i++)
		if (l->mods[i][0] == 'F' && l->mods[i][1] >= '1' && l->mods[i][1] <= '9' && n < 2) {
			bytes[n++] = (unsigned)atoi(l->mods[i] + 1) / 8;
			l->used[i] = true;
		}
	*c = (struct conversion){ .from = bytes[1],
		.to = bytes[0],
		.is_signed = true,
		.ftz = sass_mod(l, "FTZ"),
		.round = rounding(l),
		.saturates = sass_mod(l, "SAT") };
	d->x->sets_cc = c->from + c->to == 8 &&
		(l->o[1].kind == SASS_REG ? l->o[1].reg == NO_REG : l->o[1].kind == SASS_FLOAT);
	sass_read_operands(d, c->from == 8 ? "WF" : "Wf");
	d->in->fn = c->to == 2 ? NULL : f2f;
}

/* The nearest half, of two the even one. */
static uint32_t
half_of(float v)
{
	uint32_t sign = bits_of(v) >> 16 & 0x8000;
	double amount = fabs(v);
	if (!(amount < 65520))
		return sign | (v != v ? 0x7fff : 0x7c00);
	int e = amount < 0x1p-14 ? -24 : ilogb(amount) - 10;
	return sign | (((uint32_t)(e + 24) << 10) + (uint32_t)rint(ldexp(amount, -e)));
}
OP32(to_halves, SRC(a, 0), GETF(a), half_of(a) * 0x10001)

/* HADD2 R, -RZ.H0_H0, x.F32, which ptxas writes to load a number of 16 bits: x as two halves. */
void
sass_hadd2(struct decoded *d)
{
	struct sass_line *l = d->l;
	bool load = l->n == 3 && l->o[1].kind == SASS_REG && l->o[1].reg == NO_REG && l->o[1].neg &&
		l->o[2].f32;
	l->o[1] = l->o[2];
	l->n = 2;
	sass_read_operands(d, "Rf");
	d->in->fn = load ? to_halves : NULL;
}

void
sass_frnd(struct decoded *d)
{
	struct conversion *c = add_conversion(d);
	bool f64 = sass_mod(d->l, "F64");
	unsigned bytes = f64 ? 8 : 4;
	*c = (struct conversion){ .from = bytes,
		.to = bytes,
		.is_signed = true,
		.ftz = sass_mod(d->l, "FTZ"),
		.round = rounding(d->l) };
	sass_read_operands(d, f64 ? "WF" : "Wf");
	d->in->vec = 1;
	d->in->fn = f2f;
}
