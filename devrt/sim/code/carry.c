/*
 * carry.c: integers of sm_35.  A result with .CC leaves in the condition code whether it is zero,
 * its sign and its carry; an operation with .X takes the carry in, and continues a number of which
 * the condition code describes the lower words.  A minus before a source is its complement and 1,
 * the 1 of which an operation with .X gets as carry.
 */
#include "code/lanes.h"

/* The condition code, one mask of lanes for each; it lies behind the predicates, as P2R has it. */
enum { CC_ZERO, CC_SIGN, CC_CARRY, CC_OVERFLOW };

static uint32_t *
cc_of(struct warp *w, unsigned k)
{
	return at(w, (FRAME_CC + 4 * k) | BASE_FRAME);
}

/* Set the condition code for result v of a lane.  carry: what it carries out. */
static inline void
set_cc(struct warp *w, const struct sass *x, uint32_t i, uint32_t v, bool carry)
{
	uint32_t bit = 1u << i, *zero = cc_of(w, CC_ZERO), *sign = cc_of(w, CC_SIGN);
	uint32_t *out = cc_of(w, CC_CARRY);
	bool z = !v && (!x->extended || *zero & bit);
	*zero = z ? *zero | bit : *zero & ~bit;
	*sign = v >> 31 ? *sign | bit : *sign & ~bit;
	*out = carry ? *out | bit : *out & ~bit;
}

void
code_set_cc(struct warp *w, const struct sass *x, uint32_t mask, const uint32_t *results)
{
	FOR_LANES(i, mask)
		set_cc(w, x, i, results[i], false);
}

/* Return what a comparison with 0 gave.  Unordered is a zero with a sign. */
uint32_t
code_cc_lanes(struct warp *w, unsigned test)
{
	uint32_t zero = *cc_of(w, CC_ZERO), sign = *cc_of(w, CC_SIGN), r = 0;
	r |= test & 1 ? sign & ~zero : 0;
	r |= test & 2 ? zero & ~sign : 0;
	r |= test & 4 ? ~zero & ~sign : 0;
	return r | (test & 8 ? zero & sign : 0);
}

/* Read .X and .CC.  Without them the handler is `plain`. */
static void
choose(struct decoded *d, exec_fn *plain, exec_fn *carries)
{
	d->x->extended = sass_mod(d->l, "X");
	d->x->sets_cc = true;
	for (int k = 0; d->x->extended && k < 3; k++)
		d->x->s[k].plus = 0;
	d->in->fn = d->x->extended || d->x->carry ? carries : plain;
}

/* ---- sums ---- */

#define AB SRC(a, 0) SRC(b, 1)
#define ABC AB SRC(c, 2)
#define GET2 GET(a) GET(b)
#define GET3 GET2 GET(c)

OP32(add, AB, GET2, a + b)
OP32(scaled_add, AB, GET2, (a << x->imm) + b)

/* (a << imm) + b */
static int
add_cc(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct sass *x = sass_of(in);
	const uint32_t *a = at(w, x->s[0].lo), *b = at(w, x->s[1].lo);
	uint32_t *d = at(w, in->d), carry = x->extended ? *cc_of(w, CC_CARRY) : 0;
	FOR_LANES(i, mask) {
		uint64_t sum = (uint64_t)((a[i] << x->imm) ^ x->s[0].flip) + (b[i] ^ x->s[1].flip) +
			x->s[0].plus + x->s[1].plus + (carry >> i & 1);
		d[i] = (uint32_t)sum;
		if (x->carry)
			set_cc(w, x, i, (uint32_t)sum, sum >> 32);
	}
	return ACT_NEXT;
}

/* Return v as a signed number of 32 bits, or the nearest one. */
static inline uint32_t
saturated(int64_t v)
{
	return (uint32_t)(v > INT32_MAX ? INT32_MAX : v < INT32_MIN ? INT32_MIN : v);
}

static inline int64_t
signed_of(uint32_t v, const struct sass_source *s)
{
	return s->plus ? -(int64_t)(int32_t)v : (int32_t)(v ^ s->flip);
}
OP32(add_sat, const uint32_t *a_ = at(w, x->s[0].lo); const uint32_t *b_ = at(w, x->s[1].lo);
	, , saturated(signed_of(a_[i], &x->s[0]) + signed_of(b_[i], &x->s[1])))

void
sass_iadd(struct decoded *d)
{
	choose(d, add, add_cc);
	if (sass_mod(d->l, "SAT"))
		d->in->fn = d->in->fn == add ? add_sat : NULL;
}

void
sass_isub(struct decoded *d)
{
	d->x->s[1].flip ^= FULL;
	d->x->s[1].plus ^= 1;
	sass_iadd(d);
}

void
sass_iscadd(struct decoded *d)
{
	choose(d, scaled_add, add_cc);
}

/* ---- products: signs before both factors are one before the product ---- */

OP32(mad, ABC, GET3, a *b + c)
OP32(mul, AB, GET2, a *b)

static int
mad_cc(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct sass *x = sass_of(in);
	const struct sass_source *s = x->s;
	const uint32_t *a = at(w, s[0].lo), *b = at(w, s[1].lo), *c = at(w, s[2].lo);
	uint32_t *d = at(w, in->d), carry = x->extended ? *cc_of(w, CC_CARRY) : 0;
	bool minus = s[0].flip != s[1].flip;
	FOR_LANES(i, mask) {
		uint64_t p = in->is_signed ? (uint64_t)((int64_t)(int32_t)a[i] * (int32_t)b[i]) :
					     (uint64_t)a[i] * b[i];
		uint64_t sum = (c[i] ^ s[2].flip) + (uint64_t)s[2].plus + (carry >> i & 1);
		if (minus)
			p = in->vec && !x->extended ? 0 - p : ~p;
		if (in->vec)
			sum += p >> 32;
		else
			sum += (p & FULL) + (minus && !x->extended);
		d[i] = (uint32_t)sum;
		if (x->carry)
			set_cc(w, x, i, (uint32_t)sum, sum >> 32);
	}
	return ACT_NEXT;
}

/* Return how many operands are .U32. */
static int
count_u32(struct decoded *d)
{
	int n = 0;

	for (unsigned i = 0; i < d->l->nmods; i++)
		if (!strcmp(d->l->mods[i], "U32"))
			d->l->used[i] = ++n;
	return n;
}

/* Read the types of factors.  Without a type: .S32.S32; .U32 stands twice, or the factors differ,
 * which is not executed. */
static void
factors(struct decoded *d)
{
	int n = count_u32(d);

	d->in->is_signed = !n;
	d->in->vec = sass_mod(d->l, "HI");
	if (n == 1)
		d->wrong = "factors of two types";
}

void
sass_imad35(struct decoded *d)
{
	factors(d);
	choose(d, d->in->vec ? mad_cc : mad, mad_cc);
}

void
sass_imul(struct decoded *d)
{
	factors(d);
	d->x->s[2] = (struct sass_source){ .lo = code_value_slot(d->code, 0), .keep = FULL };
	choose(d, d->in->vec ? mad_cc : mul, mad_cc);
}

/* ---- the lesser and the greater ---- */

/*
 * Of 64 bits: .XHI takes the upper words and leaves in CC whether they are equal (zero) and whether
 * it took the first one (carry); .XLO goes by that.
 */
enum { WHOLE, UPPER, LOWER };

static int
minmax(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct sass *x = sass_of(in);
	uint32_t *d = at(w, in->d), least = pred_of(w, x, 0), bias = in->is_signed ? 1u << 31 : 0;
	uint32_t equal = *cc_of(w, CC_ZERO), first = *cc_of(w, CC_CARRY);
	AB FOR_LANES(i, mask)
	{
		GET2 bool is_first = ((a ^ bias) < (b ^ bias)) == (least >> i & 1);
		if (in->mode == LOWER && !(equal >> i & 1))
			is_first = first >> i & 1;
		d[i] = is_first ? a : b;
		if (in->mode == UPPER)
			set_cc(w, x, i, a != b, is_first);
	}
	return ACT_NEXT;
}

void
sass_imnmx35(struct decoded *d)
{
	bool high = sass_mod(d->l, "XHI"), low = sass_mod(d->l, "XLO");
	d->in->mode = high ? UPPER : low ? LOWER : WHOLE;
	d->in->is_signed = !sass_mod(d->l, "U32");
	d->x->sets_cc = high;
	d->in->fn = minmax;
}

/* VMNMX.MX.MIN: the lesser of c and the greater of a and b; without .MX of the lesser; .MAX; of .S32 without a
 * type, .UD where the result has none. */
static inline uint32_t
lesser(uint32_t a, uint32_t b, bool greater, uint32_t bias)
{
	return ((a ^ bias) < (b ^ bias)) != greater ? a : b;
}
OP32(vmnmx, ABC uint32_t bias = in->is_signed ? 1u << 31 : 0;
	, GET3, lesser(lesser(a, b, in->vec, bias), c, in->mode, bias))

void
sass_vmnmx(struct decoded *d)
{
	static const char *const thens[] = { "MIN", "MAX", NULL };
	struct sass_line *l = d->l;
	int then = sass_mod_of(l, thens);
	bool immediate = l->o[2].kind == SASS_IMM, of_signed = !sass_mod(l, "UD");

	sass_mod(l, "S32");
	if (immediate) /* that it takes fewer bits says the type of the second */
		(void)(sass_mod(l, "S16") || sass_mod(l, "U16"));
	d->in->vec = sass_mod(l, "MX");
	d->in->mode = then > 0;
	d->in->is_signed = of_signed;
	d->in->fn = then < 0 || count_u32(d) != (of_signed ? 0 : 2 - immediate) ? NULL : vmnmx;
}

/* ---- bits ---- */

OP32(and_, AB, GET2, a &b)
OP32(or_, AB, GET2, a | b)
OP32(xor_, AB, GET2, a ^ b)
OP32(pass_b, SRC(b, 1), GET(b), b)

static int
lop_cc(struct warp *w, const struct inst *in, uint32_t mask)
{
	int act = in->inner(w, in, mask);
	code_set_cc(w, sass_of(in), mask, at(w, in->d));
	return act;
}

void
sass_lop(struct decoded *d)
{
	static const char *const names[] = { "AND", "OR", "XOR", "PASS_B", NULL };
	static exec_fn *const fns[] = { and_, or_, xor_, pass_b };
	int which = sass_mod_of(d->l, names);
	choose(d, which < 0 ? NULL : fns[which], which < 0 ? NULL : lop_cc);
	d->in->inner = which < 0 ? NULL : fns[which];
}

OP32(shl, AB, GET2, b < 32 ? a << b : 0)
OP32(shl_w, AB, GET2, a << (b & 31))
OP32(shr_u, AB, GET2, b < 32 ? a >> b : 0)
OP32(shr_uw, AB, GET2, a >> (b & 31))
OP32(shr_s, AB, GET2, (uint32_t)((int32_t)a >> (b < 32 ? b : 31)))
OP32(shr_sw, AB, GET2, (uint32_t)((int32_t)a >> (b & 31)))

void
sass_shl(struct decoded *d)
{
	d->in->fn = sass_mod(d->l, "W") ? shl_w : shl;
}

void
sass_shr(struct decoded *d)
{
	bool u32 = sass_mod(d->l, "U32"), wraps = sass_mod(d->l, "W");
	d->in->fn = u32 ? wraps ? shr_uw : shr_u : wraps ? shr_sw : shr_s;
}

/* SHF: the upper word of c:a shifted to the left, or the lower one of it shifted to the right. */
static inline uint32_t
funnel(const struct inst *in, uint32_t a, uint32_t by, uint32_t c)
{
	uint32_t width = in->bytes * 8u, s = in->negated ? by & (width - 1) : by;
	uint64_t v = (uint64_t)c << 32 | a;
	s = s < width ? s : width;
	if (!in->mode)
		return (uint32_t)((s < 64 ? v << s : 0) >> 32);
	if (in->is_signed)
		return (uint32_t)((int64_t)v >> (s < 64 ? s : 63));
	return (uint32_t)(s < 64 ? v >> s : 0);
}
OP32(shf, ABC, GET3, funnel(in, a, b, c))

void
sass_shf35(struct decoded *d)
{
	struct inst *in = d->in;
	bool left = sass_mod(d->l, "L"), right = sass_mod(d->l, "R");
	bool s64 = sass_mod(d->l, "S64"), u64 = sass_mod(d->l, "U64");
	in->negated = sass_mod(d->l, "W");
	in->mode = right;
	in->is_signed = s64;
	in->bytes = s64 || u64 ? 8 : 4;
	in->fn = left || right ? shf : NULL;
}

static inline uint32_t
ones(unsigned n)
{
	return n >= 32 ? FULL : (1u << n) - 1;
}

/* As bfe and bfi of PTX; the field's place is byte 0, its length byte 1. */
static inline uint32_t
field(const struct inst *in, uint32_t v, uint32_t where)
{
	unsigned at = where & 255, len = where >> 8 & 255, end = at + len - 1;
	if (in->vec)
		v = reversed(v);
	uint32_t bits = at < 32 ? v >> at & ones(len) : 0;
	if (!in->is_signed || !len)
		return bits;
	bool sign = v >> (end < 32 ? end : 31) & 1;
	unsigned have = at >= 32 ? 0 : len < 32 - at ? len : 32 - at;
	return sign ? bits | ~ones(have) : bits;
}
OP32(bfe, AB, GET2, field(in, a, b))

void
sass_bfe(struct decoded *d)
{
	d->in->is_signed = !sass_mod(d->l, "U32");
	d->in->vec = sass_mod(d->l, "BREV");
	d->in->fn = bfe;
}

static inline uint32_t
inserted(uint32_t v, uint32_t where, uint32_t into)
{
	unsigned at = where & 255, len = where >> 8 & 255;
	uint32_t m = at < 32 ? ones(len) << at : 0;
	return at < 32 ? (v << at & m) | (into & ~m) : into;
}
OP32(bfi, ABC, GET3, inserted(a, b, c))

void
sass_bfi(struct decoded *d)
{
	d->in->fn = bfi;
}

OP32(popc, AB, GET2, (uint32_t)__builtin_popcount(a &b))

void
sass_popc35(struct decoded *d)
{
	d->in->fn = popc;
}

/* ---- comparisons ---- */

/* Return the lanes in which a relation of the test holds.  .X: of equal upper words the lower ones
 * decide. */
CLONES static uint32_t
compare(struct warp *w, const struct inst *in)
{
	const struct sass *x = sass_of(in);
	uint32_t bias = in->is_signed ? 1u << 31 : 0, less = 0, equal = 0;
	AB for (int i = 0; i < WARP; i++)
	{
		GET2 less |= (uint32_t)((a ^ bias) < (b ^ bias)) << i;
		equal |= (uint32_t)(a == b) << i;
	}
	if (x->extended) {
		less |= equal & ~*cc_of(w, CC_CARRY);
		equal &= *cc_of(w, CC_ZERO);
		less &= ~equal;
	}
	return (x->test & 1 ? less : 0) | (x->test & 2 ? equal : 0) |
		(x->test & 4 ? ~less & ~equal : 0);
}

static inline uint32_t
combined(unsigned logic, uint32_t a, uint32_t b)
{
	return logic == 0 ? a & b : logic == 1 ? a | b : a ^ b;
}

static const char *const logic[] = { "AND", "OR", "XOR", NULL };

/* Read test, logic, type and .X of a comparison. */
static bool
read_test(struct decoded *d)
{
	int test = sass_test(d->l), how = sass_mod_of(d->l, logic);
	d->x->test = (uint8_t)test;
	d->x->logic = (uint8_t)how;
	d->in->is_signed = !sass_mod(d->l, "U32");
	d->x->extended = sass_mod(d->l, "X");
	return test >= 0 && how >= 0;
}

static int
isetp(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct sass *x = sass_of(in);
	uint32_t r = compare(w, in), q = pred_of(w, x, 0);
	write_pred(w, x->p[0], mask, combined(x->logic, r, q));
	write_pred(w, x->p[1], mask, combined(x->logic, ~r, q));
	return ACT_NEXT;
}

void
sass_isetp35(struct decoded *d)
{
	d->in->fn = read_test(d) ? isetp : NULL;
}

/* Set all bits or none; .BF: 1.0 or 0. */
static int
iset(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct sass *x = sass_of(in);
	uint32_t r = combined(x->logic, compare(w, in), pred_of(w, x, 0)), *d = at(w, in->d);
	FOR_LANES(i, mask) {
		d[i] = !(r >> i & 1) ? 0 : in->vec ? 0x3f800000 : FULL;
		if (x->carry)
			set_cc(w, x, i, d[i], false);
	}
	return ACT_NEXT;
}

void
sass_iset(struct decoded *d)
{
	d->in->vec = sass_mod(d->l, "BF");
	d->x->sets_cc = true;
	d->in->fn = read_test(d) ? iset : NULL;
}

static inline bool
holds(const struct inst *in, uint32_t c)
{
	bool less = in->is_signed && (int32_t)c < 0;
	return sass_of(in)->test & (less ? 1 : c ? 4 : 2);
}
OP32(icmp, ABC, GET3, holds(in, c) ? a : b)

void
sass_icmp(struct decoded *d)
{
	int test = sass_test(d->l);
	d->x->test = (uint8_t)test;
	d->in->is_signed = !sass_mod(d->l, "U32");
	d->in->fn = test < 0 ? NULL : icmp;
}

/* PSETP.one.other P, Q, a, b, c: (a one b) other c; Q: !(a one b) other c */
static int
psetp(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct sass *x = sass_of(in);
	uint32_t r = combined(in->mode, pred_of(w, x, 0), pred_of(w, x, 1)), q = pred_of(w, x, 2);
	write_pred(w, x->p[0], mask, combined(x->logic, r, q));
	write_pred(w, x->p[1], mask, combined(x->logic, ~r, q));
	return ACT_NEXT;
}

static int
logic_named(const char *name)
{
	for (int k = 0; logic[k]; k++)
		if (!strcmp(logic[k], name))
			return k;
	return -1;
}

void
sass_psetp(struct decoded *d)
{
	struct sass_line *l = d->l;
	int one = l->nmods > 1 ? logic_named(l->mods[0]) : -1;
	int other = l->nmods > 1 ? logic_named(l->mods[1]) : -1;
	if (one < 0 || other < 0)
		return;
	l->used[0] = l->used[1] = true;
	d->in->mode = (uint8_t)one;
	d->x->logic = (uint8_t)other;
	d->in->fn = psetp;
}

static int
csetp(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct sass *x = sass_of(in);
	uint32_t r = code_cc_lanes(w, x->test), q = pred_of(w, x, 0);
	write_pred(w, x->p[0], mask, combined(x->logic, r, q));
	write_pred(w, x->p[1], mask, combined(x->logic, ~r, q));
	return ACT_NEXT;
}

void
sass_csetp(struct decoded *d)
{
	enum { SIGN = 1 | 8 }; /* the relations that leave one in CC */
	int test = sass_mod(d->l, "SFT") ? SIGN : sass_test(d->l), how = sass_mod_of(d->l, logic);
	d->x->test = (uint8_t)test;
	d->x->logic = (uint8_t)how;
	d->in->fn = test >= 0 && how >= 0 ? csetp : NULL;
}
