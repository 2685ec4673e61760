/*
 * bits.c: values are loaded and stored as what they are.
 *
 *      n = ld.b32 [p]; x = bitcast n       ->      x = ld.f32 [p]
 *      n = bitcast x; st.b32 [p], n        ->      st.f32 [p], x
 *      n = bitcast x; y = bitcast n        ->      y = x
 *      n = ld.s8 [p]; x = sext8 n          ->      x = n
 *      c = a < b; n = c ? a : b            ->      n = min a, b
 *      c = x != 0; n = c ? 1 : 0           ->      n = x, where all that x ever is is 0 and 1
 *      c = (p ? 1 : 0) != (q ? 1 : 0)      ->      c = p xor q
 *      c = x < 0 or 9 < x                  ->      c = 9 < x, without sign
 *      c = i < max(n, 0), without sign     ->      c = i < n, where i is never negative
 *      n = (x * 5 + 3) * 7 + 2             ->      n = x * 35 + 23, where numbers may wrap
 *      n = (x >> 3) >> 2                   ->      n = x >> 5
 *      n = x << 13 | x >> 51               ->      each half of n is made of both of x
 *
 * Requires: a plain graph.  Keeps everything else; what becomes unused is left to dead.  Structures
 * are copied as integers of their alignment; when scalars.c has made registers of the copies, this is
 * what is left of them.
 */
#include "ir/graph.h"
#include "pass/pass.h"

#include <string.h>

struct casting {
	struct ir_func *f;
	struct ir_inst **def; /* graph_defs */
	bool *only_cast;      /* by register: nothing but bitcasts reads it */
	bool *more;           /* by register: some value of it is neither 0 nor 1 */
	struct ir_inst *
		*product; /* by register: of a sum, the multiplication that the pass gave it */
	uint32_t nregs;   /* of these; later ones are the pass's own */
};

static void
note_use(void *ctx, struct ir_value *v)
{
	struct casting *s = ctx;

	if (v->kind == VAL_REG)
		s->only_cast[v->u.reg] = false;
}

static bool
gives_truth(const struct ir_inst *i)
{
	return (i->op == IR_MOV && (ir_is_int(i->src[0], 0) || ir_is_int(i->src[0], 1))) ||
		(i->op == IR_SELECT && ir_is_int(i->src[1], 1) && ir_is_int(i->src[2], 0));
}

static void
find_facts(struct casting *s)
{
	memset(s->only_cast, true, s->f->nregs * sizeof *s->only_cast);
	for (struct ir_block *b = s->f->blocks; b; b = b->next) {
		for (struct ir_inst *i = b->first; i; i = i->next) {
			if (i->dst != IR_NOREG)
				s->more[i->dst] |= !gives_truth(i);
			if (i->op != IR_BITCAST)
				ir_visit_uses(i, note_use, s);
		}
		ir_visit_term_uses(b, note_use, s);
	}
}

/* Return the only assignment of v; NULL: there are more, or it is the pass's own. */
static struct ir_inst *
only_def(const struct casting *s, struct ir_value v)
{
	return v.kind == VAL_REG && v.u.reg < s->nregs ? s->def[v.u.reg] : NULL;
}

/* Return the bitcast that v is the result of, if its operand is still what it was; else NULL. */
static struct ir_inst *
cast_behind(const struct casting *s, struct ir_value v)
{
	struct ir_inst *d = only_def(s, v);

	if (!d || d->op != IR_BITCAST)
		return NULL;
	return d->src[0].kind != VAL_REG || s->def[d->src[0].u.reg] ? d : NULL;
}

static bool
is_word(const struct ir_inst *i)
{
	return i->mem == MEM_32 || i->mem == MEM_64;
}

static enum ir_mem
float_of(enum ir_mem mem)
{
	return mem == MEM_32 ? MEM_F32 : MEM_F64;
}

static void
load_as_float(const struct casting *s, struct ir_inst *i)
{
	if (i->op != IR_LD || !is_word(i) || !s->def[i->dst] || !s->only_cast[i->dst])
		return;
	i->mem = float_of(i->mem);
	i->type = s->f->regs[i->dst].type = ir_mem_type(i->mem);
}

static void
become_copy(struct ir_inst *i, struct ir_value v)
{
	i->op = IR_MOV;
	i->from = IR_NONE;
	i->src[0] = v;
}

static void
drop_cast(const struct casting *s, struct ir_inst *i)
{
	struct ir_inst *d;

	if (i->op == IR_ST && is_word(i) && (d = cast_behind(s, i->src[1]))) {
		i->mem = float_of(i->mem);
		i->type = ir_mem_type(i->mem);
		i->src[1] = d->src[0];
	} else if (i->op == IR_BITCAST && (d = cast_behind(s, i->src[0]))) {
		become_copy(i, d->src[0]);
	} else if (i->op == IR_BITCAST && i->src[0].kind == VAL_REG &&
		s->f->regs[i->src[0].u.reg].type == i->type) {
		become_copy(i, i->src[0]);
	}
}

/* ---- what is so already ---- */

/* Return what made v, if v and its operands are what they were; else NULL. */
static struct ir_inst *
made(const struct casting *s, struct ir_value v)
{
	struct ir_inst *d = only_def(s, v);

	for (int k = 0; d && k < 4; k++)
		if (d->src[k].kind == VAL_REG && d->src[k].u.reg < s->nregs &&
			!s->def[d->src[k].u.reg])
			return NULL;
	return d;
}

/* Drop an extension of what is extended so already. */
static void
drop_extension(const struct casting *s, struct ir_inst *i)
{
	struct ir_inst *d = made(s, i->src[0]);

	if (i->op >= IR_SEXT8 && i->op <= IR_ZEXT16 && d &&
		(d->op == i->op || (d->op == IR_LD && ir_mem_extension(d->mem) == i->op)))
		i->op = IR_MOV;
}

/* ---- selections ---- */

/* Return whether v is n - 1, and that is less than n. */
static bool
is_one_less(const struct casting *s, struct ir_value v, struct ir_value n)
{
	struct ir_inst *d = made(s, v);

	if (v.kind == VAL_INT && n.kind == VAL_INT)
		return n.u.i > INT32_MIN && v.u.i == n.u.i - 1;
	return d && d->nsw && ir_same_value(d->src[0], n) &&
		((d->op == IR_SUB && ir_is_int(d->src[1], 1)) ||
			(d->op == IR_ADD && ir_is_int(d->src[1], -1)));
}

/* Make a minimum of a < b ? a : b and the like.  n <= x ? n - 1 : x is the lesser, too. */
static void
choose_less(const struct casting *s, struct ir_inst *i)
{
	struct ir_inst *c = made(s, i->src[0]);

	if (!c || c->type != i->type || c->op < IR_LT_S || c->op > IR_LE_U)
		return;
	struct ir_value a = c->src[0], b = c->src[1], x = i->src[1], y = i->src[2];
	bool is_signed = c->op == IR_LT_S || c->op == IR_LE_S,
	     less = ir_same_value(a, x) && ir_same_value(b, y);
	if (c->op == IR_LE_S && ir_same_value(b, y) && is_one_less(s, x, a)) {
		a = x;
		less = true;
	} else if (!less && !(ir_same_value(a, y) && ir_same_value(b, x))) {
		return;
	}
	i->op = less ? is_signed ? IR_MIN_S : IR_MIN_U : is_signed ? IR_MAX_S : IR_MAX_U;
	i->src[0] = a;
	i->src[1] = b;
	i->src[2] = ir_none();
}

/* ---- comparisons ---- */

static bool
is_nonneg(const struct casting *s, struct ir_value v)
{
	return v.kind == VAL_INT ? v.u.i >= 0 : v.kind == VAL_REG && s->f->regs[v.u.reg].nonneg;
}

/* Simplify i < max(n, 0), the trip count of a loop whose index is i. */
static void
compare_with_size(const struct casting *s, struct ir_inst *i)
{
	struct ir_inst *d = made(s, i->src[1]);

	if (i->op != IR_LT_U || i->type != IR_I32 || !is_nonneg(s, i->src[0]) || !d ||
		d->op != IR_MAX_S || !ir_is_int(d->src[1], 0))
		return;
	i->op = IR_LT_S;
	i->src[1] = d->src[0];
}

static bool
is_truth(const struct ir_inst *d)
{
	return d && d->op == IR_SELECT && ir_is_int(d->src[1], 1) && ir_is_int(d->src[2], 0);
}

static void
compare_truths(const struct casting *s, struct ir_cursor *c, struct ir_inst *i)
{
	struct ir_inst *a = made(s, i->src[0]), *b = made(s, i->src[1]);

	if ((i->op != IR_EQ && i->op != IR_NE) || !is_truth(a) || !is_truth(b))
		return;
	if (i->op == IR_NE) {
		i->op = IR_XOR;
		i->src[0] = a->src[0];
		i->src[1] = b->src[0];
	} else {
		i->op = IR_NOT;
		i->src[0] = ir_op2(c, IR_XOR, IR_PRED, a->src[0], b->src[0]);
		i->src[1] = ir_none();
	}
	i->type = IR_PRED;
}

/* Make one comparison of two that ask whether x is outside of 0 to k, or inside: x < 0 or k < x, 0
 * <= x and x < k. */
static bool
compare_with_range(const struct casting *s, struct ir_inst *i, struct ir_value low,
	struct ir_value high)
{
	struct ir_inst *a = made(s, low), *b = made(s, high);
	int x = i->op == IR_OR ? 0 : 1; /* of a; the other one of b */

	if ((i->op != IR_OR && i->op != IR_AND) || i->type != IR_PRED || !a || !b ||
		a->op != (i->op == IR_OR ? IR_LT_S : IR_LE_S) || a->type != b->type ||
		(b->op != IR_LT_S && b->op != IR_LE_S) || !ir_is_int(a->src[!x], 0) ||
		!ir_same_value(a->src[x], b->src[!x]) || !is_nonneg(s, b->src[x]))
		return false;
	i->op = b->op == IR_LT_S ? IR_LT_U : IR_LE_U;
	i->type = b->type;
	i->src[0] = b->src[0];
	i->src[1] = b->src[1];
	return true;
}

/* Return whether v is at i what it was at `from`, which stands before it in the same block. */
static bool
stays(const struct ir_inst *from, const struct ir_inst *i, ir_reg v)
{
	for (; from && from != i; from = from->next)
		if (from->dst == v)
			return false;
	return from == i;
}

static void
copy_truth(const struct casting *s, struct ir_inst *i)
{
	const struct ir_inst *c = only_def(s, i->src[0]);

	if (!c || c->op != IR_NE || c->type != i->type || !ir_is_int(i->src[1], 1) ||
		!ir_is_int(i->src[2], 0) || !ir_is_int(c->src[1], 0) || c->src[0].kind != VAL_REG ||
		s->more[c->src[0].u.reg] || !stays(c, i, c->src[0].u.reg))
		return;
	i->op = IR_MOV;
	i->src[0] = c->src[0];
	i->src[1] = i->src[2] = ir_none();
}

/* ---- steps ---- */

static bool
has_constant(const struct ir_inst *d, enum ir_op op)
{
	return d && d->op == op && !d->nsw && d->src[1].kind == VAL_INT;
}

/* Make one step of two, as of random numbers that are computed one from another: in a row of them, each
 * from the first. */
static void
step_at_once(struct casting *s, struct ir_cursor *c, struct ir_inst *i)
{
	struct ir_inst *outer = made(s, i->src[0]), *sum = outer ? made(s, outer->src[0]) : NULL,
		       *inner;

	if (!has_constant(i, IR_ADD) || !has_constant(outer, IR_MUL) || !has_constant(sum, IR_ADD))
		return;
	inner = s->product[sum->dst] ? s->product[sum->dst] : made(s, sum->src[0]);
	if (!has_constant(inner, IR_MUL))
		return;
	uint64_t by = (uint64_t)outer->src[1].u.i;
	i->src[0] = ir_op2(c, IR_MUL, i->type, inner->src[0],
		ir_bits(i->type, (uint64_t)inner->src[1].u.i * by));
	i->src[1] = ir_bits(i->type, (uint64_t)sum->src[1].u.i * by + (uint64_t)i->src[1].u.i);
	s->product[i->dst] = i->prev;
}

/* Make one shift of two, one and, or, xor of two with constants. */
static void
shift_at_once(const struct casting *s, struct ir_inst *i)
{
	struct ir_inst *d = made(s, i->src[0]);
	int most = i->type == IR_I32 ? 31 : 63;

	if (!d || d->op != i->op || d->type != i->type || i->src[1].kind != VAL_INT ||
		d->src[1].kind != VAL_INT)
		return;
	int64_t a = d->src[1].u.i, b = i->src[1].u.i;
	switch (i->op) {
	case IR_AND: b &= a; break;
	case IR_OR: b |= a; break;
	case IR_XOR: b ^= a; break;
	case IR_SHL:
	case IR_SHR_U:
	case IR_SHR_S:
		if (a < 0 || b < 0 || a > most || b > most)
			return;
		b += a;
		if (b > most && i->op != IR_SHR_S) {
			become_copy(i, ir_int(0));
			i->src[1] = ir_none();
			return;
		}
		b = b < most ? b : most;
		break;
	default: return;
	}
	i->src[0] = d->src[0];
	i->src[1] = ir_int(b);
}

/* ---- rotations ---- */

/* Return the shift by a constant that made v, if its operand is at i what it was; else NULL. */
static struct ir_inst *
shift_behind(const struct casting *s, const struct ir_inst *i, struct ir_value v)
{
	struct ir_inst *d = only_def(s, v);

	if (!d || (d->op != IR_SHL && d->op != IR_SHR_U) || d->src[0].kind != VAL_REG ||
		d->src[1].kind != VAL_INT)
		return NULL;
	ir_reg r = d->src[0].u.reg;
	return (r < s->nregs && s->def[r]) || stays(d, i, r) ? d : NULL;
}

static struct ir_value
funnel(struct ir_cursor *c, struct ir_value high, struct ir_value low, int64_t by)
{
	if (by == 0)
		return high;
	return ir_op2(c, IR_OR, IR_I32, ir_op2(c, IR_SHL, IR_I32, high, ir_int(by)),
		ir_op2(c, IR_SHR_U, IR_I32, low, ir_int(32 - by)));
}

/* Rotate 64 bits by halves, of which the machine shifts two at once: ptxas finds such shifts of 32 bits
 * only. */
static void
rotate_halves(const struct casting *s, struct ir_cursor *c, struct ir_inst *i)
{
	if (i->type != IR_I64 || (i->op != IR_OR && i->op != IR_XOR && i->op != IR_ADD))
		return;
	struct ir_inst *a = shift_behind(s, i, i->src[0]), *b = shift_behind(s, i, i->src[1]);
	if (!a || !b || a->op == b->op || !ir_same_value(a->src[0], b->src[0]) ||
		a->src[1].u.i + b->src[1].u.i != 64)
		return;
	struct ir_value v = a->src[0], half[2];
	int64_t left = a->op == IR_SHL ? a->src[1].u.i : b->src[1].u.i;
	half[left >= 32] = ir_convert(c, IR_TRUNC, IR_I32, IR_I64, v);
	half[left < 32] = ir_convert(c, IR_TRUNC, IR_I32, IR_I64,
		ir_op2(c, IR_SHR_U, IR_I64, v, ir_int(32)));
	struct ir_value low = funnel(c, half[0], half[1], left % 32),
			high = funnel(c, half[1], half[0], left % 32);
	i->op = IR_OR;
	i->nsw = false;
	i->src[0] = ir_convert(c, IR_ZEXT, IR_I64, IR_I32, low);
	i->src[1] = ir_op2(c, IR_SHL, IR_I64, ir_convert(c, IR_ZEXT, IR_I64, IR_I32, high),
		ir_int(32));
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	struct arena *a = arena_new();
	struct graph *g = graph_new(a, f, false);
	struct casting s = { f, graph_defs(a, g, graph_single(a, g)), NEWN(a, bool, f->nregs),
		NEWN(a, bool, f->nregs), NEWN(a, struct ir_inst *, f->nregs), f->nregs };

	(void)pc;
	find_facts(&s);
	for (struct ir_block *b = f->blocks; b; b = b->next)
		for (struct ir_inst *i = b->first; i; i = i->next)
			load_as_float(&s, i);
	for (struct ir_block *b = f->blocks; b; b = b->next)
		for (struct ir_inst *i = b->first; i; i = i->next)
			drop_cast(&s, i);
	for (struct ir_block *b = f->blocks; b; b = b->next)
		for (struct ir_inst *i = b->first; i; i = i->next) {
			struct ir_cursor c = ir_before(f, b, i);
			drop_extension(&s, i);
			if (i->op == IR_SELECT)
				choose_less(&s, i);
			if (i->op == IR_SELECT)
				copy_truth(&s, i);
			step_at_once(&s, &c, i);
			shift_at_once(&s, i);
			rotate_halves(&s, &c, i);
			compare_with_size(&s, i);
			compare_truths(&s, &c, i);
			if (!compare_with_range(&s, i, i->src[0], i->src[1]))
				compare_with_range(&s, i, i->src[1], i->src[0]);
		}
	arena_free(a);
}

const struct pass pass_bits = { 'b', "bits", "values are loaded and stored as what they are", run,
	false, 0 };
