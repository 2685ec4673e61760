/*
 * share.c: addresses that differ by a constant are computed once.
 *
 *      [a + 8*sext(i*N + j)]           ->  w = 8*(i*N + j); [a + w]
 *      [b + 8*sext((i-1)*N + j)]       ->  [b + w - 8*N]
 *
 * Requires: a plain graph.  Keeps everything else; what becomes unused is left to dead.
 *
 * Each address is a linear form: constant + sum of coefficient * register, the registers of 32 bits
 * taken sign-extended.  Extension distributes over 32-bit operations that never wrap (C11 6.5p5: the
 * overflow of signed arithmetic is undefined); they carry the mark nsw.  Two addresses with the same
 * registers and coefficients then differ by a constant, whatever the program's order of operations.
 * The first one met serves those that it dominates; nothing new is evaluated, so nothing can overflow
 * that did not before.  One more step makes loop bounds and lower limits vanish: where no register of
 * the form is negative and no coefficient either, the sum without the constant cannot overflow if
 * the sum with it did not, and is computed instead.
 */
#include "../graph.h"
#include "../pass.h"

#include <stddef.h>

enum { TERMS = 6 };

struct term { ir_reg reg; int64_t by; };
struct form {
	struct term t[TERMS];
	int n;
	int64_t constant;
	bool failed;
};

/* A 64-bit register that holds `form`, from its block on. */
struct known {
	struct known *next;
	struct form form;
	ir_reg reg;
	const struct ir_block *block;
};

struct sharing {
	struct ir_func *f;
	struct arena *a;
	struct graph *g;
	bool *single;
	struct ir_inst **def;           /* by register: its only assignment */
	struct known *known;
};

/* ---- forms ---- */

static void
add_term(struct form *f, ir_reg reg, int64_t by)
{
	int k = 0;

	while (k < f->n && f->t[k].reg < reg)
		k++;
	if (k < f->n && f->t[k].reg == reg) {
		f->t[k].by += by;
		if (f->t[k].by)
			return;
		for (f->n--; k < f->n; k++)
			f->t[k] = f->t[k + 1];
		return;
	}
	if (f->n == TERMS) {
		f->failed = true;
		return;
	}
	for (int j = f->n++; j > k; j--)
		f->t[j] = f->t[j - 1];
	f->t[k] = (struct term){ reg, by };
}

/* The assignment of v, if it reads nothing that changes: then v may be replaced by its operands. */
static struct ir_inst *
expandable(const struct sharing *s, struct ir_value v)
{
	struct ir_inst *d = v.kind == VAL_REG && s->single[v.u.reg] ? s->def[v.u.reg] : NULL;

	for (int k = 0; d && k < 3; k++)
		if (d->src[k].kind == VAL_REG && !s->single[d->src[k].u.reg])
			return NULL;
	return d;
}

static int64_t
factor(const struct ir_inst *d)
{
	if (d->src[1].kind != VAL_INT)
		return 0;
	if (d->op == IR_SHL)
		return d->src[1].u.i >= 0 && d->src[1].u.i < 31 ? INT64_C(1) << d->src[1].u.i : 0;
	return d->src[1].u.i > INT32_MAX || d->src[1].u.i < INT32_MIN ? 0 : d->src[1].u.i;
}

/* f += by * v; `wide`: v is a 64-bit value, else a 32-bit one to be extended. */
static void
add_value(const struct sharing *s, struct form *f, struct ir_value v, int64_t by, bool wide, int depth)
{
	struct ir_inst *d = expandable(s, v);
	bool exact = d && (wide || d->nsw);

	if (by > INT32_MAX || by < -INT32_MAX)
		f->failed = true;
	if (v.kind == VAL_INT) {
		if (v.u.i > INT32_MAX || v.u.i < INT32_MIN)
			f->failed = true;
		else
			f->constant += by * v.u.i;
		return;
	}
	if (v.kind != VAL_REG || f->failed || depth > 12) {
		f->failed = true;
		return;
	}
	if (exact && (d->op == IR_ADD || d->op == IR_SUB) && d->type == (wide ? IR_I64 : IR_I32)) {
		add_value(s, f, d->src[0], by, wide, depth + 1);
		add_value(s, f, d->src[1], d->op == IR_ADD ? by : -by, wide, depth + 1);
	} else if (exact && (d->op == IR_MUL || (wide && d->op == IR_SHL)) && factor(d)) {
		add_value(s, f, d->src[0], by * factor(d), wide, depth + 1);
	} else if (wide && d && d->op == IR_MULWIDE_S && factor(d)) {
		add_value(s, f, d->src[0], by * factor(d), false, depth + 1);
	} else if (wide && d && d->op == IR_SEXT && d->from == IR_I32) {
		add_value(s, f, d->src[0], by, false, depth + 1);
	} else if (d && d->op == IR_MOV && d->src[0].kind == VAL_REG && !s->f->regs[v.u.reg].nonneg) {
		add_value(s, f, d->src[0], by, wide, depth + 1);
	} else if (!s->single[v.u.reg]) {
		f->failed = true;
	} else {
		add_term(f, v.u.reg, by);
	}
}

static struct form
form_of(const struct sharing *s, struct ir_value v)
{
	struct form f = { .n = 0 };

	add_value(s, &f, v, 1, true, 0);
	return f;
}

static bool
same_terms(const struct form *a, const struct form *b)
{
	if (a->n != b->n)
		return false;
	for (int k = 0; k < a->n; k++)
		if (a->t[k].reg != b->t[k].reg || a->t[k].by != b->t[k].by)
			return false;
	return true;
}

/* ---- what is there already ---- */

static bool
fits(int64_t n)
{
	return n >= -(1 << 23) && n < 1 << 23;  /* what a machine instruction has room for */
}

static const struct known *
find(const struct sharing *s, const struct form *f, const struct ir_block *b)
{
	for (const struct known *k = s->known; k; k = k->next)
		if (same_terms(&k->form, f) && fits(f->constant - k->form.constant)
		    && graph_dominates(s->g, k->block, b))
			return k;
	return NULL;
}

static const struct known *
remember(struct sharing *s, const struct form *f, ir_reg reg, const struct ir_block *b)
{
	struct known *k = NEW(s->a, struct known);

	*k = (struct known){ s->known, *f, reg, b };
	s->known = k;
	return k;
}

/* ---- the index part ---- */

/* All of v's form without its constant can be had in 32 bits. */
static bool
never_negative(const struct sharing *s, const struct form *f, int64_t scale)
{
	if (f->constant < 0 || !f->n)
		return false;
	for (int k = 0; k < f->n; k++) {
		const struct ir_reg_info *r = &s->f->regs[f->t[k].reg];
		if (r->type != IR_I32 || !r->nonneg || f->t[k].by <= 0 || f->t[k].by % scale)
			return false;
	}
	return true;
}

/* scale * (sum of the terms), at the cursor. */
static struct ir_value
emit_sum(struct ir_cursor *c, const struct form *f, int64_t scale)
{
	struct ir_value sum = ir_none();
	int first = 0;

	for (int k = 0; k < f->n; k++)
		if (f->t[k].by == scale)
			first = k;
	for (int k = 0; k < f->n; k++) {
		const struct term t = f->t[(first + k) % f->n];
		struct ir_value r = ir_r(t.reg), by = ir_int(t.by / scale);
		if (k == 0)
			sum = t.by == scale ? r : ir_op2(c, IR_MUL, IR_I32, r, by);
		else
			sum = t.by == scale ? ir_op2(c, IR_ADD, IR_I32, sum, r)
				: ir_op3(c, IR_MAD, IR_I32, r, by, sum);
		if (sum.u.reg != t.reg)
			c->before->prev->nsw = true;
	}
	return ir_op2(c, IR_MULWIDE_S, IR_I64, sum, ir_int(scale));
}

/* w = scale * extended index: something known with the same terms, or w itself, or a simpler sum. */
static const struct known *
index_part(struct sharing *s, struct ir_cursor *c, const struct ir_inst *w, const struct form *f)
{
	const struct known *k = find(s, f, c->block);
	int64_t scale = w->op == IR_MULWIDE_S ? factor(w) : 0;
	struct form plain = *f;

	if (k)
		return k;
	if (scale <= 0 || (!f->constant && f->n == 1) || f->constant % scale
	    || !never_negative(s, f, scale) || !fits(f->constant))
		return remember(s, f, w->dst, c->block);
	plain.constant = 0;
	return remember(s, &plain, emit_sum(c, f, scale).u.reg, c->block);
}

/* ---- accesses ---- */

static bool
is_index(const struct ir_inst *d)
{
	return d && (d->op == IR_MULWIDE_S || d->op == IR_SEXT || d->op == IR_SHL || d->op == IR_MUL);
}

/* i's address becomes k's register plus a constant. */
static void
use_known(struct ir_inst *i, const struct form *f, const struct known *k)
{
	i->src[0] = ir_r(k->reg);
	i->offset += f->constant - k->form.constant;
}

static void
share(struct sharing *s, struct ir_block *b, struct ir_inst *i)
{
	struct form f = form_of(s, i->src[0]), index;
	const struct known *k = f.failed ? NULL : find(s, &f, b);
	struct ir_inst *sum = expandable(s, i->src[0]), *w = NULL;
	struct ir_cursor c = { .func = s->f, .block = b, .before = i, .place = i->place };
	int which = 1;

	if (f.failed)
		return;
	if (k) {
		use_known(i, &f, k);
		return;
	}
	if (sum && sum->op == IR_ADD) {
		which = is_index(expandable(s, sum->src[1])) ? 1 : 0;
		w = expandable(s, sum->src[which]);
	}
	if (!is_index(w)) {
		remember(s, &f, i->src[0].u.reg, b);
		return;
	}
	index = form_of(s, sum->src[which]);
	if (index.failed)
		return;
	k = index_part(s, &c, w, &index);
	if (k->reg == w->dst) {
		remember(s, &f, i->src[0].u.reg, b);
		return;
	}
	struct ir_value base = ir_op2(&c, IR_ADD, IR_I64, sum->src[!which], ir_r(k->reg));
	struct form rest = f;
	rest.constant -= index.constant - k->form.constant;
	use_known(i, &f, remember(s, &rest, base.u.reg, b));
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	struct arena *a = arena_new();
	struct graph *g = graph_new(a, f, false);
	struct sharing s = { f, a, g, graph_single(a, g), NEWN(a, struct ir_inst *, f->nregs), NULL };
	uint32_t nregs = f->nregs;

	(void)pc;
	for (struct ir_block *b = f->blocks; b; b = b->next)
		for (struct ir_inst *i = b->first; i; i = i->next)
			if (i->dst != IR_NOREG)
				s.def[i->dst] = i;
	for (uint32_t k = 0; k < g->nrpo; k++)
		for (struct ir_inst *i = g->rpo[k]->first; i; i = i->next)
			if ((i->op == IR_LD || i->op == IR_ST) && i->src[0].kind == VAL_REG && i->src[0].u.reg < nregs)
				share(&s, g->rpo[k], i);
	arena_free(a);
}

const struct pass pass_share = { 'h', "share", "addresses that differ by a constant are computed once", run,
	false, PTXGEN_SWITCH_SHARE + 1 };
