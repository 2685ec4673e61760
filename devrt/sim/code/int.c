/*
 * int.c: integer operations, moves and predicates of machine code.
 */
#include <string.h>

#include "code/lanes.h"

/* ---- sums ---- */

#define ABC SRC(a, 0) SRC(b, 1) SRC(c, 2)
#define GET3 GET(a) GET(b) GET(c)
OP32(add3, ABC, GET3, a + b + c)

/*
 * With carries: what goes in counts 0 to 2, what comes out as well.  A source with a minus is its
 * complement and 1, of 33 bits: 0 - 0 carries, as a borrow that did not happen.
 */
static int
add3_carry(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct sass *x = sass_of(in);
	const struct sass_source *s = x->s;
	const uint32_t *a = at(w, s[0].lo), *b = at(w, s[1].lo), *c = at(w, s[2].lo);
	uint32_t in1 = pred_of(w, x, 0), in2 = pred_of(w, x, 1), out1 = 0, out2 = 0;
	uint32_t *d = at(w, in->d);
	FOR_LANES(i, mask) {
		uint64_t sum = (uint64_t)(a[i] ^ s[0].flip) + (b[i] ^ s[1].flip) +
			(c[i] ^ s[2].flip) + s[0].plus + s[1].plus + s[2].plus + (in1 >> i & 1) +
			(in2 >> i & 1);
		d[i] = (uint32_t)sum;
		out1 |= (uint32_t)(sum >> 32 >= 1) << i;
		out2 |= (uint32_t)(sum >> 32 >= 2) << i;
	}
	if (x->np > 0)
		write_pred(w, x->p[0], mask, out1);
	if (x->np > 1)
		write_pred(w, x->p[1], mask, out2);
	return ACT_NEXT;
}

void
sass_iadd3(struct decoded *d)
{
	sass_mod(d->l, "X");
	d->in->fn = d->x->np || d->x->nq ? add3_carry : add3;
}

OP32(add2, SRC(a, 0) SRC(b, 1), GET(a) GET(b), a + b)

void
sass_viadd(struct decoded *d)
{
	d->in->fn = add2;
}

OP32(absdiff_u, ABC, GET3, (a < b ? b - a : a - b) + c)
OP32(absdiff_s, ABC, GET3, ((int32_t)a < (int32_t)b ? b - a : a - b) + c)

void
sass_vabsdiff(struct decoded *d)
{
	d->in->fn = sass_mod(d->l, "U32") ? absdiff_u : absdiff_s;
}

/* ---- products ---- */

OP32(mad, ABC, GET3, a *b + c)
OP32(mad_x, ABC uint32_t carry = pred_of(w, x, 0);, GET3, a *b + c + (carry >> i & 1))
OP32(mov_c, SRC(c, 2), GET(c), c)
OP32(shl, SRC(a, 0) SRC(b, 1), GET(a) GET(b), a *b)
OP32(iadd_ac, SRC(a, 0) SRC(c, 2), GET(a) GET(c), a + c)

#define ABCW SRC(a, 0) SRC(b, 1) SRCW(c, 2)
OP64(mad_wide_u, ABCW, GET(a) GET(b) GETW(c), (uint64_t)a *b + c)
OP64(mad_wide_s, ABCW, GET(a) GET(b) GETW(c), (uint64_t)((int64_t)(int32_t)a *(int32_t)b) + c)
OP32(mad_hi_u, ABCW, GET(a) GET(b) GETW(c), (uint32_t)(((uint64_t)a * b + c) >> 32))
OP32(mad_hi_s, ABCW, GET(a) GET(b) GETW(c),
	(uint32_t)(((uint64_t)((int64_t)(int32_t)a * (int32_t)b) + c) >> 32))

static int
mad_wide_carry(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct sass *x = sass_of(in);
	ABCW uint32_t *lo = at(w, in->d), *hi = at(w, x->hi), carry = pred_of(w, x, 0), out = 0;
	FOR_LANES(i, mask) {
		GET(a)
		GET(b) GETW(c) unsigned __int128 product = (unsigned __int128)((uint64_t)a * b);
		if (in->is_signed)
			product = (uint64_t)((int64_t)(int32_t)a * (int32_t)b);
		unsigned __int128 r = product + c + (carry >> i & 1);
		if (in->vec) { /* the upper word only */
			lo[i] = (uint32_t)(r >> 32);
		} else {
			lo[i] = (uint32_t)r;
			hi[i] = (uint32_t)(r >> 32);
		}
		out |= (uint32_t)(r >> 64 & 1) << i;
	}
	if (x->np)
		write_pred(w, x->p[0], mask, out);
	return ACT_NEXT;
}

void
sass_imad(struct decoded *d)
{
	struct sass_line *l = d->l;
	bool wide = sass_mod(l, "WIDE"), high = sass_mod(l, "HI"), is_signed;
	sass_read_operands(d, wide ? "WpaaSQ" : high ? "RpaaSQ" : "RpaaaQ");
	is_signed = !sass_mod(l, "U32");
	sass_mod(l, "X");
	d->in->is_signed = is_signed;
	d->in->vec = high;
	if ((wide || high) && (d->x->np || d->x->nq) && d->x->s[2].flip)
		d->wrong = "a sign before what is added with a carry";
	if ((wide || high) && (d->x->np || d->x->nq))
		d->in->fn = mad_wide_carry;
	else if (wide)
		d->in->fn = is_signed ? mad_wide_s : mad_wide_u;
	else if (high)
		d->in->fn = is_signed ? mad_hi_s : mad_hi_u;
	else if (sass_mod(l, "MOV"))
		d->in->fn = mov_c;
	else if (sass_mod(l, "SHL"))
		d->in->fn = shl;
	else if (sass_mod(l, "IADD"))
		d->in->fn = iadd_ac;
	else
		d->in->fn = d->x->nq ? mad_x : mad;
}

/* ---- products of four bytes, or of two halves and two bytes ---- */

#define BYTE(v, k, is_signed) \
	((is_signed) ? (uint32_t)(int8_t)((v) >> 8 * (k)) : 0xff & (v) >> 8 * (k))
#define PRODUCT(k, sa, sb) BYTE(a, k, sa) * BYTE(b, k, sb)
#define PRODUCTS(sa, sb) \
	PRODUCT(0, sa, sb) + PRODUCT(1, sa, sb) + PRODUCT(2, sa, sb) + PRODUCT(3, sa, sb)
OP32(bytes_uu, ABC, GET3, PRODUCTS(0, 0) + c)
OP32(bytes_us, ABC, GET3, PRODUCTS(0, 1) + c)
OP32(bytes_su, ABC, GET3, PRODUCTS(1, 0) + c)
OP32(bytes_ss, ABC, GET3, PRODUCTS(1, 1) + c)

#define HALF(v, k, is_signed) \
	((is_signed) ? (uint32_t)(int16_t)((v) >> 16 * (k)) : 0xffff & (v) >> 16 * (k))
#define PAIR(k, sa, sb) HALF(a, k, sa) * BYTE(b >> from, k, sb)
#define PAIRS(sa, sb) PAIR(0, sa, sb) + PAIR(1, sa, sb)
#define ABC_FROM ABC const uint32_t from = in->vec ? 16 : 0;
OP32(halves_uu, ABC_FROM, GET3, PAIRS(0, 0) + c)
OP32(halves_us, ABC_FROM, GET3, PAIRS(0, 1) + c)
OP32(halves_su, ABC_FROM, GET3, PAIRS(1, 0) + c)
OP32(halves_ss, ABC_FROM, GET3, PAIRS(1, 1) + c)

/* Its words are 4A, or 2A and which bytes of the second source (LO, HI), and the kinds of both, in order. */
void
sass_idp(struct decoded *d)
{
	static int (*const bytes[])(struct warp *, const struct inst *, uint32_t) = { bytes_uu,
		bytes_us, bytes_su, bytes_ss };
	static int (*const halves[])(struct warp *, const struct inst *, uint32_t) = { halves_uu,
		halves_us, halves_su, halves_ss };
	struct sass_line *l = d->l;
	bool two = sass_mod(l, "2A");
	unsigned first = two ? 2 : 1, kinds;

	if ((!two && !sass_mod(l, "4A")) || l->nmods != first + 2)
		return;
	d->in->vec = sass_mod(l, "HI");
	sass_mod(l, "LO");
	kinds = 2u * (l->mods[first][0] == 'S') + (l->mods[first + 1][0] == 'S');
	d->in->fn = (two ? halves : bytes)[kinds];
	l->used[first] = l->used[first + 1] = true;
}

/* ---- moves, selections, predicates ---- */

OP32(mov_a, SRC(a, 0), GET(a), a)
OP32(select, SRC(a, 0) SRC(b, 1) uint32_t p = pred_of(w, x, 0);, GET(a) GET(b), p >> i & 1 ? a : b)

void
sass_mov(struct decoded *d)
{
	d->in->fn = mov_a;
}

void
sass_sel(struct decoded *d)
{
	d->in->fn = select;
}

OP32(minmax_s, SRC(a, 0) SRC(b, 1) uint32_t p = pred_of(w, x, 0);
	, GET(a) GET(b), ((int32_t)a < (int32_t)b) == (p >> i & 1) ? a : b)
OP32(minmax_u, SRC(a, 0) SRC(b, 1) uint32_t p = pred_of(w, x, 0);
	, GET(a) GET(b), (a < b) == (p >> i & 1) ? a : b)

OP32(add_minmax_s, SRC(a, 0) SRC(b, 1) SRC(c, 2) uint32_t p = pred_of(w, x, 0);
	, GET(a) GET(b) GET(c), ((int32_t)(a + b) < (int32_t)c) == (p >> i & 1) ? a + b : c)
OP32(add_minmax_u, SRC(a, 0) SRC(b, 1) SRC(c, 2) uint32_t p = pred_of(w, x, 0);
	, GET(a) GET(b) GET(c), (a + b < c) == (p >> i & 1) ? a + b : c)

void
sass_viaddmnmx(struct decoded *d)
{
	d->in->fn = sass_mod(d->l, "U32") ? add_minmax_u : add_minmax_s;
}

void
sass_imnmx(struct decoded *d)
{
	d->in->fn = sass_mod(d->l, "U32") ? minmax_u : minmax_s;
}

/* Bits 0 to 6 of PR are P0 to P6; 12 to 15, on sm_35, the condition code. */
enum { PR_BITS = 16, UNIFORM_PREDS = 8 /* from P0 to UP0 */ };

/* Bit k of PR, or in the uniform datapath of UPR. */
static uint32_t
pr_bit(const struct inst *in, unsigned k)
{
	unsigned first = in->mode;

	return (first || k < 12 ? FRAME_PREDS + 4 * (first + k) : FRAME_CC + 4 * (k - 12)) |
		BASE_FRAME;
}

static int
p2r(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct sass *x = sass_of(in);
	uint32_t *d = at(w, in->d), shift = (uint32_t)x->base * 8, m = (uint32_t)x->imm << shift;
	SRC(a, 0)
	FOR_LANES(i, mask) {
		GET(a)
		uint32_t bits = 0;
		for (unsigned k = 0; k < PR_BITS; k++)
			if (x->imm >> k & 1)
				bits |= (read_pred(w, pr_bit(in, k), false) >> i & 1) << k;
		d[i] = (a & ~m) | bits << shift;
	}
	return ACT_NEXT;
}

static int
r2p(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct sass *x = sass_of(in);
	SRC(a, 0)
	FOR_LANES(i, mask) {
		GET(a)
		for (unsigned k = 0; k < PR_BITS; k++)
			if (x->imm >> k & 1)
				write_pred(w, pr_bit(in, k), 1u << i,
					a >> (x->base * 8 + k) & 1 ? FULL : 0);
	}
	return ACT_NEXT;
}

static void
packed_preds(struct decoded *d, exec_fn *fn, const struct sass_operand *o)
{
	d->x->base = o->half == 'B' ? o->part : 0;
	for (unsigned k = 0; k < 4; k++) {
		char name[3] = { 'B', (char)('0' + k), 0 };
		if (sass_mod(d->l, name))
			d->x->base = k;
	}
	d->in->mode = *d->l->op == 'U' ? UNIFORM_PREDS : 0;
	d->in->fn = fn;
}

void
sass_p2r(struct decoded *d)
{
	packed_preds(d, p2r, &d->l->o[1]);
}

void
sass_r2p(struct decoded *d)
{
	packed_preds(d, r2p, &d->l->o[1]);
}

/* Return bit 4a + 2b + c of the table. */
static uint32_t
look_up(uint32_t table, uint32_t a, uint32_t b, uint32_t c)
{
	uint32_t r = 0;
	for (unsigned k = 0; k < 8; k++)
		if (table >> k & 1)
			r |= (k & 4 ? a : ~a) & (k & 2 ? b : ~b) & (k & 1 ? c : ~c);
	return r;
}

/* Return the lanes in which a register's upper bit is set: R0.SIGN. */
static uint32_t
signs_of(struct warp *w, const struct sass *x, unsigned k)
{
	uint32_t r = 0;
	SRC(a, k)
	for (int i = 0; i < WARP; i++) {
		GET(a)
		r |= a >> 31 << i;
	}
	return r;
}

/* Bits 0 to 2 of in->vec: this source is a sign, of the next register; else the next predicate. */
static int
plop3(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct sass *x = sass_of(in);
	uint32_t v[3];
	for (unsigned k = 0, sign = 0, pred = 0; k < 3; k++)
		v[k] = in->vec >> k & 1 ? signs_of(w, x, sign++) : pred_of(w, x, pred++);
	write_pred(w, x->p[0], mask, look_up((uint32_t)x->imm, v[0], v[1], v[2]));
	write_pred(w, x->p[1], mask, look_up(in->mode, v[0], v[1], v[2]));
	return ACT_NEXT;
}

void
sass_plop3(struct decoded *d)
{
	struct sass_line *l = d->l;
	char pattern[] = "PPqqqii";
	for (unsigned k = 0; k < 3; k++)
		if (l->o[2 + k].sign) {
			pattern[2 + k] = 'a';
			d->in->vec |= (uint8_t)(1u << k);
		}
	sass_read_operands(d, pattern);
	sass_mod(l, "LUT");
	d->x->imm = (uint64_t)l->o[5].value;
	d->in->mode = (uint8_t)l->o[6].value;
	d->in->fn = plop3;
}

/* ---- bits ---- */

OP32(and_, SRC(a, 0) SRC(b, 1), GET(a) GET(b), a &b)
OP32(or_, SRC(a, 0) SRC(b, 1), GET(a) GET(b), a | b)
OP32(xor_, SRC(a, 0) SRC(b, 1), GET(a) GET(b), a ^ b)

static inline uint32_t
pick(uint32_t m0, uint32_t m1, uint32_t by)
{
	return m0 ^ ((m0 ^ m1) & by);
}

CLONES static int
lop3(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct sass *x = sass_of(in);
	uint32_t *d = at(w, in->d), m[8], r = 0;
	ABC for (unsigned k = 0; k < 8; k++) m[k] = 0 - (uint32_t)(x->imm >> k & 1);
	for (int i = 0; i < WARP; i++) {
		GET3 uint32_t low = pick(pick(m[0], m[1], c), pick(m[2], m[3], c), b);
		uint32_t high = pick(pick(m[4], m[5], c), pick(m[6], m[7], c), b);
		uint32_t v = pick(low, high, a);
		d[i] = mask >> i & 1 ? v : d[i];
		r |= (uint32_t)(v != 0) << i;
	}
	if (x->np)
		write_pred(w, x->p[0], mask, r | pred_of(w, x, 0));
	return ACT_NEXT;
}

void
sass_lop3(struct decoded *d)
{
	sass_mod(d->l, "LUT");
	d->in->fn = d->x->np      ? lop3 :
		d->x->imm == 0xc0 ? and_ :
		d->x->imm == 0xfc ? or_ :
		d->x->imm == 0x3c ? xor_ :
				    lop3;
}

/* LEA: (a << shift) + b; .HI: the upper word of (c:a) << shift, + b. */
static int
lea(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct sass *x = sass_of(in);
	const struct sass_source *s = x->s;
	const uint32_t *a = at(w, s[0].lo), *b = at(w, s[1].lo), *c = at(w, s[2].lo);
	uint32_t *d = at(w, in->d), carry = pred_of(w, x, 0), out = 0;
	unsigned shift = (unsigned)x->imm & 31;
	FOR_LANES(i, mask) {
		uint32_t low = (a[i] ^ s[0].flip) + s[0].plus;
		uint32_t high = in->is_signed ? (uint32_t)((int32_t)low >> 31) :
						(c[i] ^ s[2].flip) + s[2].plus;
		uint32_t v = low << shift;
		if (in->vec)
			v = (uint32_t)(((uint64_t)high << 32 | low) << shift >> 32);
		uint64_t sum = (uint64_t)v + (b[i] ^ s[1].flip) + s[1].plus + (carry >> i & 1);
		d[i] = (uint32_t)sum;
		out |= (uint32_t)(sum >> 32 != 0) << i;
	}
	if (x->np)
		write_pred(w, x->p[0], mask, out);
	return ACT_NEXT;
}

void
sass_lea(struct decoded *d)
{
	struct sass_line *l = d->l;
	bool high = sass_mod(l, "HI"), sx = sass_mod(l, "SX32");
	sass_mod(l, "X");
	sass_read_operands(d, high && !sx ? "RpaaaiQ" : "RpaaiQ");
	if (!high || sx)
		d->x->s[2] = d->x->s[0];
	d->in->vec = high;
	d->in->is_signed = sx;
	d->in->fn = lea;
}

/* SHF shifts c:a; the wide forms by up to 64 places, the others by up to 32. */
static inline uint32_t
shifted(const struct inst *in, uint32_t a, uint32_t by, uint32_t c)
{
	uint32_t width = in->bytes * 8u, s = in->negated ? by & (width - 1) : by;
	uint64_t v = (uint64_t)c << 32 | a;
	s = s < width ? s : width;
	if (!in->mode) { /* to the left */
		v = s < 64 ? v << s : 0;
		return (uint32_t)(in->vec ? v >> 32 : v);
	}
	if (in->is_signed)
		v = (uint64_t)((int64_t)v >> (s < 64 ? s : 63));
	else
		v = s < 64 ? v >> s : 0;
	return (uint32_t)(in->vec ? in->is_signed ? (uint32_t)((int32_t)c >> (s < 32 ? s : 31)) :
				s < 32            ? c >> s :
						    0 :
				    v);
}
OP32(shf, ABC, GET3, shifted(in, a, b, c))
OP32(shr_hi_u, SRC(b, 1) SRC(c, 2), GET(b) GET(c), b < 32 ? c >> b : 0)
OP32(shr_hi_s, SRC(b, 1) SRC(c, 2), GET(b) GET(c), (int32_t)c >> (b < 32 ? b : 31))
OP32(shl_lo, SRC(a, 0) SRC(b, 1), GET(a) GET(b), b < 32 ? a << b : 0)

void
sass_shf(struct decoded *d)
{
	struct sass_line *l = d->l;
	struct inst *in = d->in;
	bool left = sass_mod(l, "L"), right = sass_mod(l, "R");
	bool s32 = sass_mod(l, "S32"), s64 = sass_mod(l, "S64"), u64 = sass_mod(l, "U64");
	bool u32 = sass_mod(l, "U32");
	in->vec = sass_mod(l, "HI");
	in->negated = sass_mod(l, "W");
	in->mode = right;
	in->is_signed = s32 || s64;
	in->bytes = s64 || u64 ? 8 : 4;
	in->fn = shf;
	if (!left && !right)
		d->wrong = "neither left nor right";
	if (right && in->vec && !in->negated && (u32 || s32))
		in->fn = s32 ? shr_hi_s : shr_hi_u;
	if (left && !in->vec && !in->negated && in->bytes == 4)
		in->fn = shl_lo;
}

static inline uint32_t
permuted(uint32_t a, uint32_t by, uint32_t b)
{
	uint64_t v = (uint64_t)b << 32 | a;
	uint32_t r = 0;
	for (unsigned k = 0; k < 4; k++) {
		uint32_t which = by >> (4 * k) & 15,
			 byte = (uint32_t)(v >> (8 * (which & 7))) & 255;
		if (which & 8)
			byte = byte & 128 ? 255 : 0;
		r |= byte << (8 * k);
	}
	return r;
}
OP32(prmt, ABC, GET3, permuted(a, b, c))

void
sass_prmt(struct decoded *d)
{
	d->in->fn = prmt;
}

OP32(brev, SRC(a, 0), GET(a), reversed(a))
OP32(popc, SRC(a, 0), GET(a), (uint32_t)__builtin_popcount(a))
OP32(iabs, SRC(a, 0), GET(a), (int32_t)a < 0 ? 0 - a : a)
OP32(flo_u, SRC(a, 0), GET(a), a ? 31u - (uint32_t)__builtin_clz(a) : FULL)
OP32(flo_u_sh, SRC(a, 0), GET(a), a ? (uint32_t)__builtin_clz(a) : FULL)
OP32(flo_s, SRC(a, 0), GET(a) uint32_t v = (int32_t)a < 0 ? ~a : a;
	, v ? 31u - (uint32_t)__builtin_clz(v) : FULL)
OP32(flo_s_sh, SRC(a, 0), GET(a) uint32_t v = (int32_t)a < 0 ? ~a : a;
	, v ? (uint32_t)__builtin_clz(v) : FULL)
OP32(sgxt_s, SRC(a, 0) SRC(b, 1), GET(a) GET(b),
	b >= 32   ? a :
		b ? (uint32_t)((int32_t)(a << (32 - b)) >> (32 - b)) :
		    0)
OP32(sgxt_u, SRC(a, 0) SRC(b, 1), GET(a) GET(b), b >= 32 ? a : b ? a << (32 - b) >> (32 - b) : 0)
OP32(bmsk, SRC(a, 0) SRC(b, 1), GET(a) GET(b), a >= 32 ? 0 : (b >= 32 ? FULL : (1u << b) - 1) << a)
OP32(bmsk_wraps, SRC(a, 0) SRC(b, 1), GET(a) GET(b), ((1u << (b & 31)) - 1) << (a & 31))

void
sass_brev(struct decoded *d)
{
	d->in->fn = brev;
}

void
sass_popc(struct decoded *d)
{
	d->in->fn = popc;
}

void
sass_iabs(struct decoded *d)
{
	d->in->fn = iabs;
}

void
sass_flo(struct decoded *d)
{
	bool u = sass_mod(d->l, "U32"), sh = sass_mod(d->l, "SH");
	d->in->fn = u ? (sh ? flo_u_sh : flo_u) : sh ? flo_s_sh : flo_s;
}

void
sass_sgxt(struct decoded *d)
{
	d->in->fn = sass_mod(d->l, "U32") ? sgxt_u : sgxt_s;
}

void
sass_bmsk(struct decoded *d)
{
	d->in->fn = sass_mod(d->l, "W") ? bmsk_wraps : bmsk;
}

/* ---- comparisons ---- */

/* A test is the set of relations for which it holds: bit 0 less, 1 equal, 2 greater. */
static const char *const tests[] = { "F", "LT", "EQ", "LE", "GT", "NE", "GE", "T", NULL };

CLONES static int
isetp(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct sass *x = sass_of(in);
	uint32_t less = 0, equal = 0, bias = in->is_signed ? 0x80000000u : 0;
	SRC(a, 0)
	SRC(b, 1)
	for (int i = 0; i < WARP; i++) {
		GET(a)
		GET(b)
		less |= (uint32_t)((a ^ bias) < (b ^ bias)) << i;
		equal |= (uint32_t)(a == b) << i;
	}
	uint32_t r = 0, q = pred_of(w, x, 0);
	if (x->test & 1)
		r |= less;
	if (x->test & 4)
		r |= ~less & ~equal;
	if (x->extended) /* equal so far: what the lower words said */
		r |= equal & pred_of(w, x, 1);
	else if (x->test & 2)
		r |= equal;
	uint32_t not_ = ~r;
	write_pred(w, x->p[0], mask, x->logic == 0 ? r & q : x->logic == 1 ? r | q : r ^ q);
	write_pred(w, x->p[1], mask,
		x->logic == 0         ? not_ & q :
			x->logic == 1 ? not_ | q :
					not_ ^ q);
	return ACT_NEXT;
}

void
sass_isetp(struct decoded *d)
{
	static const char *const logic[] = { "AND", "OR", "XOR", NULL };
	int test = sass_mod_of(d->l, tests), how = sass_mod_of(d->l, logic);
	d->x->test = (uint8_t)test;
	d->x->logic = (uint8_t)how;
	d->x->extended = sass_mod(d->l, "EX");
	d->in->is_signed = !sass_mod(d->l, "U32");
	d->in->fn = test >= 0 && how >= 0 ? isetp : NULL;
}

/* HFMA2.MMA R, -RZ, RZ, x, y, which ptxas writes to load two halves: a move of its word. */
void
sass_hfma2(struct decoded *d)
{
	struct sass_line *l = d->l;
	bool move = l->n == 5 && l->o[1].kind == SASS_REG && l->o[1].reg == NO_REG &&
		l->o[2].kind == SASS_REG && l->o[2].reg == NO_REG;
	sass_mod(l, "MMA");
	l->o[1] = (struct sass_operand){ .kind = SASS_IMM, .value = (int64_t)(l->word[0] >> 32) };
	l->n = 2;
	sass_read_operands(d, "Ra");
	d->in->fn = move ? mov_a : NULL;
}
