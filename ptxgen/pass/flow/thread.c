/*
 * thread.c: jump threading.  Where the way to a branch answers its question, the way leads on at once.
 *
 *      ok = 1; for (…) if (bad) { ok = 0; break; }         ok = 1; for (…) if (bad) { ok = 0; goto Y; }
 *      if (ok) X else Y                            ->      X … Y
 *
 * Requires: a plain graph.  Breaks: graph snapshots.
 *
 * The block with the branch must have nothing else, and a variable answer its question of which
 * constants are known (a == 3 && lo < near: no, if a is 2).  The heads of loops stay heads: the way
 * back may leave a loop early (while (!done)), but nothing enters its body.  Lanes that took different
 * ways may meet later than they did; so there must be nothing that lanes or threads do together in the
 * loop around, or in all of f.
 */
#include "ir/effects.h"
#include "ir/graph.h"
#include "pass/loop/loops.h"
#include "pass/pass.h"

#include <stddef.h>

enum {
	MOST_ROUNDS = 64,
	MOST_INSTS = 8,
	MOST_ASKED = 4,
	FURTHEST = 256 /* blocks, back from a branch */
};

struct threading {
	struct ir_func *f;
	struct graph *g;
	struct loop *loops;
	bool alone;          /* nothing in f is done together */
	uint32_t *uses;      /* by register */
	bool *has_constant;  /* by register: somewhere it is assigned one */
	uint32_t *seen;      /* by block id: the search that came to it last, numbers from 1 */
	uint32_t searches;
};

/* ---- the question ---- */

struct answering {
	ir_reg reg[MOST_INSTS + 1]; /* the variable, then what the block computes */
	int64_t value[MOST_INSTS + 1];
	int n;
};

/* Set *r to a value.  Return false if it is not known. */
static bool
known(const struct answering *q, struct ir_value v, int64_t *r)
{
	if (v.kind == VAL_INT) {
		*r = v.u.i;
		return true;
	}
	for (int k = 0; k < q->n && v.kind == VAL_REG; k++)
		if (q->reg[k] == v.u.reg) {
			*r = q->value[k];
			return true;
		}
	return false;
}

/* Set *r to what i gives.  Return false if that is not known. */
static bool
result(const struct answering *q, const struct ir_inst *i, int64_t *r)
{
	int64_t v[2] = { 0, 0 };
	bool all = true;

	for (int k = 0; k < ir_ops[i->op].nsrc; k++) {
		bool one = k < 2 && known(q, i->src[k], &v[k]), is = v[k & 1];

		all &= one;
		*r = is;
		if (one && i->type == IR_PRED && i->op == (is ? IR_OR : IR_AND))
			return true; /* whatever the other one is */
	}
	if (i->op == IR_MOV)
		*r = v[0];
	return all && (i->op == IR_MOV || fold_integers(i->op, i->type, v[0], v[1], r));
}

/* Set *yes to how b branches where the variable has this value.  Return false if that is not known. */
static bool
answer(const struct threading *t, const struct ir_block *b, ir_reg var, int64_t value, bool *yes)
{
	struct answering q = { { var }, { value }, 1 };
	int64_t r;

	for (const struct ir_inst *i = b->first; i; i = i->next) {
		enum ir_type type = t->f->regs[i->dst].type;

		if (!result(&q, i, &r))
			continue;
		q.reg[q.n] = i->dst;
		q.value[q.n++] = type == IR_PRED ? r != 0 : ir_bits(type, (uint64_t)r).u.i;
	}
	if (!known(&q, b->cond, &r))
		return false;
	*yes = r != 0;
	return true;
}

struct reading {
	const struct threading *t;
	const struct ir_block *b;
	ir_reg var[MOST_ASKED];
	int n;
};

static void
read_value(void *ctx, struct ir_value *v)
{
	struct reading *r = ctx;

	if (v->kind != VAL_REG)
		return;
	for (const struct ir_inst *i = r->b->first; i; i = i->next)
		if (i->dst == v->u.reg)
			return;
	if (r->n < MOST_ASKED && r->t->has_constant[v->u.reg])
		r->var[r->n++] = v->u.reg;
}

/* Return whether i computes something that only b uses, whose condition is a register, and nothing else does. */
static bool
is_part(const struct threading *t, const struct ir_block *b, const struct ir_inst *i)
{
	uint32_t inside = b->cond.u.reg == i->dst;

	if (i->dst == IR_NOREG || !(ir_ops[i->op].flags & IRF_PURE) || i->pinned)
		return false;
	for (const struct ir_inst *k = i->next; k; k = k->next) {
		if (k->dst == i->dst)
			return false;
		for (int s = 0; s < ir_ops[k->op].nsrc; s++)
			inside += k->src[s].kind == VAL_REG && k->src[s].u.reg == i->dst;
	}
	return inside == t->uses[i->dst];
}

/* Find the variables that b's branch asks about, b having nothing else. */
static struct reading
find_asked(const struct threading *t, struct ir_block *b)
{
	struct reading r = { .t = t, .b = b };
	int n = 0;

	if (b->term != TERM_BRANCH || b->keep || b->label || b->cond.kind != VAL_REG ||
		t->g->npreds[b->id] < 2)
		return r;
	for (const struct ir_inst *i = b->first; i; i = i->next)
		if (++n > MOST_INSTS || !is_part(t, b, i))
			return r;
	ir_visit_block_uses(b, read_value, &r);
	return r;
}

/* ---- what is known of a variable ---- */

/* Set *value to the constant that all ways to the end of `from` leave in var.  Return false if there is none. */
static bool
known_behind(struct threading *t, struct ir_block *from, ir_reg var, int64_t *value)
{
	struct ir_block *way[FURTHEST] = { from };
	int n = 1, constants = 0;

	t->seen[from->id] = ++t->searches;
	for (int at = 0; at < n; at++) {
		const struct ir_block *b = way[at];
		const struct ir_inst *i = ir_assignment(b->last, var);

		if (i) {
			if (i->op != IR_MOV || i->src[0].kind != VAL_INT ||
				(constants++ && i->src[0].u.i != *value))
				return false;
			*value = i->src[0].u.i;
			continue;
		}
		if (b == t->f->blocks)
			return false;
		for (uint32_t k = 0; k < t->g->npreds[b->id]; k++) {
			struct ir_block *p = t->g->preds[b->id][k];

			if (t->seen[p->id] == t->searches)
				continue;
			if (n == FURTHEST)
				return false;
			t->seen[p->id] = t->searches;
			way[n++] = p;
		}
	}
	return constants > 0;
}

/* ---- the change ---- */

static bool
is_head(const struct threading *t, const struct ir_block *b)
{
	for (uint32_t p = 0; p < t->g->npreds[b->id]; p++)
		if (graph_dominates(t->g, b, t->g->preds[b->id][p]))
			return true;
	return false;
}

/* Return whether the way from p may pass b by, to its successor `to`. */
static bool
may_pass(const struct threading *t, const struct ir_block *p, const struct ir_block *b,
	const struct ir_block *to)
{
	const struct loop *l = t->loops ? t->loops->inner[b->id] : NULL;

	if (p == b || to == b || (p->term != TERM_JUMP && p->term != TERM_BRANCH) ||
		p->in != b->in || to->in != b->in || to->keep || p->keep)
		return false;
	if (!t->alone && (!l || !l->plain))
		return false;
	if (is_head(t, b))
		return l && l->head == b && loop_has(l, p) && !loop_has(l, to);
	return !graph_dominates(t->g, to, b); /* one way back is enough */
}

/* Let the ways to b that know its answer pass it by.  Return whether there are any. */
static bool
pass_by(struct threading *t, struct ir_block *b, ir_reg var)
{
	bool changed = false, yes;
	int64_t value;

	for (uint32_t k = 0; k < t->g->npreds[b->id]; k++) {
		struct ir_block *p = t->g->preds[b->id][k];

		if (!known_behind(t, p, var, &value) || !answer(t, b, var, value, &yes) ||
			!may_pass(t, p, b, b->to[yes ? 0 : 1]))
			continue;
		for (int e = 0; e < (p->term == TERM_BRANCH ? 2 : 1); e++)
			if (p->to[e] == b)
				p->to[e] = b->to[yes ? 0 : 1];
		changed = true;
	}
	return changed;
}

/* Return whether lanes or threads do nothing together in f. */
static bool
does_nothing_together(const struct ir_func *f)
{
	for (const struct ir_block *b = f->blocks; b; b = b->next)
		for (const struct ir_inst *i = b->first; i; i = i->next)
			if (is_together(i) || (i->op == IR_CALL && call_effect(i) != EFFECT_NONE))
				return false;
	return true;
}

/* Return whether a branch was found that some way passes by now. */
static bool
thread_one(struct ir_func *f, bool alone)
{
	struct arena *a = arena_new();
	struct graph *g = graph_new(a, f, false);
	struct threading t = { f, g, loops_find(a, g), alone, NEWN(a, uint32_t, f->nregs),
		NEWN(a, bool, f->nregs), NEWN(a, uint32_t, g->n), 0 };
	bool changed = false;

	ir_visit_func_uses(f, ir_count_use, t.uses);
	for (const struct ir_block *b = f->blocks; b; b = b->next)
		for (const struct ir_inst *i = b->first; i; i = i->next)
			if (i->op == IR_MOV && i->src[0].kind == VAL_INT)
				t.has_constant[i->dst] = true;
	for (uint32_t k = 0; k < g->nrpo && !changed; k++) {
		struct reading asked = find_asked(&t, g->rpo[k]);

		for (int v = 0; v < asked.n && !changed; v++)
			changed = pass_by(&t, g->rpo[k], asked.var[v]);
	}
	arena_free(a);
	return changed;
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	bool alone = does_nothing_together(f);
	int n = 0;

	while (n < MOST_ROUNDS && thread_one(f, alone))
		n++;
	if (n)
		pass_cfg.run(f, pc);
}

const struct pass pass_thread = { 'T', "thread", "ways that know a branch's answer pass it by", run,
	false, 0 };
