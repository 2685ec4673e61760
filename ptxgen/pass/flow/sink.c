/*
 * sink.c: what all ways to a place do last, they do there, once.
 *
 *      if (c) y[i] = x / 3; else y[i] = -x     ->      if (c) t = x / 3; else t = -x; y[i] = t
 *      if (c) v = a[i]; else v = b[j]          ->      if (c) p = a + i; else p = b + j; v = *p
 *
 * Where the lanes of a warp part, each side takes its time; what is sunk takes it once, and a store is
 * one access to memory.  What is left of the sides may be short enough for select.
 *
 * Operations are sunk if they are alike.  Operands that differ take a variable, which each way assigns:
 * that pays for stores, loads and divisions.  Stores keep their root (ir_inst.root); loads do, or
 * nobody writes where they read.
 *
 * Requires: a plain graph, after readonly.  Breaks: graph snapshots.
 */
#include "ir/graph.h"
#include "pass/pass.h"

#include <stddef.h>

enum { MOST_WAYS = 8, DEEPEST = 4, MOST_SUNK = 64 };

struct sinking {
	struct ir_func *f;
	struct graph *g;
	bool *single;
	struct ir_inst **def; /* graph_defs */
	uint32_t *uses;
	uint32_t nregs; /* of the snapshot */
	/* blocks that lead to one place and nowhere else, and where it goes on */
	struct ir_block *way[MOST_WAYS];
	int nways;
	struct ir_cursor c;
};

/* ---- what is sunk ---- */

static bool
is_alike(const struct ir_inst *a, const struct ir_inst *b)
{
	return a->op == b->op && a->type == b->type && a->from == b->from && a->mem == b->mem &&
		a->space == b->space && a->offset == b->offset && a->index == b->index &&
		a->read_only == b->read_only && a->nsw == b->nsw &&
		(a->root == b->root || a->read_only) && !a->is_volatile && !b->is_volatile &&
		!a->pinned && !b->pinned && !a->carries && !b->carries;
}

/* Return whether it takes long enough that other operands may be assigned to variables for it. */
static bool
takes_long(const struct ir_inst *i)
{
	return i->op == IR_LD || i->op == IR_ST || i->op == IR_DIV || i->op == IR_SQRT ||
		is_division(i);
}

/* Return whether v[k] of each way is the same operand. */
static bool
is_same(const struct sinking *s, const struct ir_value *v)
{
	for (int k = 1; k < s->nways; k++)
		if (!ir_same_value(v[0], v[k]))
			return false;
	return true;
}

static void
operands(const struct sinking *s, struct ir_inst *const *i, int n, struct ir_value *v)
{
	for (int k = 0; k < s->nways; k++)
		v[k] = i[k]->src[n];
}

/* Return the type of a variable for these values, i's n-th operands, or IR_NONE: there is none for them. */
static enum ir_type
type_of(const struct sinking *s, const struct ir_value *v, const struct ir_inst *i, int n)
{
	/* what a scheme notes in shared memory stays where its figure has it */
	bool stored = i->op == IR_ST && n == 1 && i->space != SPACE_SHARED;
	enum ir_type t = stored ? ir_mem_type(i->mem) : IR_NONE;

	for (int k = 0; k < s->nways; k++)
		if (v[k].kind == VAL_REG)
			t = s->f->regs[v[k].u.reg].type;
		else if (v[k].kind != VAL_INT && v[k].kind != VAL_FLOAT)
			return IR_NONE;
	return t == IR_PRED ? IR_NONE : t;
}

static bool
is_steady(const struct sinking *s, struct ir_value v)
{
	return v.kind != VAL_REG || (v.u.reg < s->nregs && s->single[v.u.reg]);
}

static bool
writes_behind(const struct ir_inst *i)
{
	for (i = i->next; i; i = i->next)
		if (ir_ops[i->op].flags & IRF_MEMORY)
			return true;
	return false;
}

/* Return whether way k computes v, for one other operation only and so that it can be computed at its end. */
static bool
is_own(const struct sinking *s, int k, struct ir_value v)
{
	const struct ir_inst *d = v.kind == VAL_REG && v.u.reg < s->nregs ? s->def[v.u.reg] : NULL;
	bool here = false;

	if (!d || s->uses[v.u.reg] != 1 || d->op == IR_MOV || !ir_ops[d->op].nsrc ||
		(d->op == IR_LD ? writes_behind(d) : !(ir_ops[d->op].flags & IRF_PURE)))
		return false;
	for (int n = 0; n < 4; n++)
		if (!is_steady(s, d->src[n]))
			return false;
	for (const struct ir_inst *at = s->way[k]->first; at; at = at->next)
		here |= at == d;
	return here;
}

static bool can_sink(const struct sinking *s, struct ir_inst *const *i, int depth);

/* Find what computes v[k] in way k.  Return whether that is to be sunk, too. */
static bool
find_operations(const struct sinking *s, const struct ir_value *v, struct ir_inst **i, int depth)
{
	for (int k = 0; k < s->nways; k++) {
		if (!is_own(s, k, v[k]))
			return false;
		i[k] = s->def[v[k].u.reg];
		if (!is_alike(i[0], i[k]))
			return false;
	}
	return depth < DEEPEST && can_sink(s, i, depth + 1);
}

/* Return whether the operations, which are alike, can be one, and how many variables that takes pays. */
static bool
can_sink(const struct sinking *s, struct ir_inst *const *i, int depth)
{
	struct ir_inst *deeper[MOST_WAYS];
	int variables = 0;

	for (int n = 0; n < 4; n++) {
		struct ir_value v[MOST_WAYS];

		operands(s, i, n, v);
		if (is_same(s, v) || find_operations(s, v, deeper, depth))
			continue;
		if (type_of(s, v, i[0], n) == IR_NONE)
			return false;
		variables++;
	}
	return variables == 0 || (takes_long(i[0]) && variables <= (i[0]->op == IR_ST ? 2 : 1));
}

/* ---- the change ---- */

static struct ir_value merged(struct sinking *s, const struct ir_value *v, enum ir_type type,
	int depth);

/* Do the ways' operations once.  The result goes to dst, if there is one. */
static void
do_once(struct sinking *s, struct ir_inst *const *i, ir_reg dst, int depth)
{
	struct ir_inst *new = ir_repeat(&s->c, i[0]);
	struct ir_value v[MOST_WAYS];

	new->dst = dst;
	for (int k = 0; k < s->nways; k++) {
		if (i[k]->root != new->root)
			new->root = 0;
		ir_remove(s->way[k], i[k]);
	}
	s->c.before = new;
	for (int n = 0; n < 4; n++) {
		operands(s, i, n, v);
		new->src[n] = merged(s, v, type_of(s, v, new, n), depth);
	}
}

/* Return what v[k] of each way is behind them; type: of a variable for it. */
static struct ir_value
merged(struct sinking *s, const struct ir_value *v, enum ir_type type, int depth)
{
	struct ir_inst *i[MOST_WAYS];
	bool same = is_same(s, v);
	ir_reg to;

	if (same)
		return v[0];
	if (find_operations(s, v, i, depth)) {
		to = ir_reg_new(s->f, s->f->regs[i[0]->dst].type, s->f->regs[i[0]->dst].name);
		do_once(s, i, to, depth + 1);
		return ir_r(to);
	}
	to = ir_reg_new(s->f, type, NULL);
	for (int k = 0; k < s->nways; k++) {
		struct ir_cursor end = { .func = s->f, .block = s->way[k], .place = s->c.place };
		ir_mov(&end, to, v[k]);
	}
	return ir_r(to);
}

/* Let the ways come together in a block of their own if others lead to `join`, too. */
static void
go_together(struct sinking *s, struct ir_block *join)
{
	struct ir_block *b = join, *last = NULL;

	if (s->g->npreds[join->id] != (uint32_t)s->nways) {
		for (struct ir_block *at = s->f->blocks; at; at = at->next)
			for (int k = 0; k < s->nways; k++)
				last = at == s->way[k] ? at : last;
		b = ir_block_after(s->f, last, NULL);
		b->in = join->in;
		for (int k = 0; k < s->nways; k++)
			s->way[k]->to[0] = b;
		s->c = (struct ir_cursor){ .func = s->f, .block = b };
		ir_jump(&s->c, join);
	}
	s->c = (struct ir_cursor){ .func = s->f, .block = b, .before = b->first };
}

/* Sink the last operations i of all ways if they can be one. */
static bool
sink(struct sinking *s, struct ir_inst **i, struct ir_block *join)
{
	ir_reg dst = i[0]->dst;

	if (i[0]->op == IR_MOV) {
		struct ir_value v[MOST_WAYS];
		struct ir_inst *moved[MOST_WAYS];

		operands(s, i, 0, v);
		if (is_same(s, v) || !find_operations(s, v, moved, 0))
			return false;
		for (int k = 0; k < s->nways; k++) {
			ir_remove(s->way[k], i[k]);
			i[k] = moved[k];
		}
	} else if ((i[0]->op != IR_ST && !takes_long(i[0])) || !can_sink(s, i, 0)) {
		return false;
	}
	go_together(s, join);
	s->c.place = i[0]->place;
	do_once(s, i, dst, 0);
	return true;
}

/* Find the ways to b, from the k-th block before it on, that end with the same, and sink that. */
static bool
sink_to(struct sinking *s, struct ir_block *b, uint32_t k)
{
	struct ir_inst *i[MOST_WAYS];

	s->nways = 0;
	for (; k < s->g->npreds[b->id] && s->nways < MOST_WAYS; k++) {
		struct ir_block *way = s->g->preds[b->id][k];

		if (way->term != TERM_JUMP || !way->last || way->keep ||
			graph_dominates(s->g, b, way))
			continue;
		if (s->nways > 0 && (!is_alike(i[0], way->last) || i[0]->dst != way->last->dst))
			continue;
		i[s->nways] = way->last;
		s->way[s->nways++] = way;
	}
	return s->nways > 1 && sink(s, i, b);
}

static bool
sink_one(struct ir_func *f)
{
	struct arena *a = arena_new();
	struct graph *g = graph_new(a, f, false);
	struct sinking s = { .f = f, .g = g, .single = graph_single(a, g), .nregs = f->nregs };
	bool any = false;

	s.def = graph_defs(a, g, s.single);
	s.uses = NEWN(a, uint32_t, f->nregs);
	ir_visit_func_uses(f, ir_count_use, s.uses);
	for (uint32_t n = 0; n < g->nrpo && !any; n++)
		for (uint32_t k = 0; k + 1 < g->npreds[g->rpo[n]->id] && !any; k++)
			any = sink_to(&s, g->rpo[n], k);
	arena_free(a);
	return any;
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	bool any = false;

	for (int n = 0; n < MOST_SUNK && sink_one(f); n++)
		any = true;
	if (any)
		pass_cfg.run(f, pc);
}

const struct pass pass_sink = { 'J', "sink", "what all ways to a place do last is done there", run,
	false, PTXGEN_SWITCH_SINK + 1 };
