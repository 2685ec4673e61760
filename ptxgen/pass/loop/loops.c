/*
 * loops.c: finds natural loops (see loops.h).  No pass of its own.
 */
#include "pass/loop/loops.h"

#include "ir/effects.h"
#include "pass/pass.h"

#include <stdlib.h>
#include <string.h>

/* Return about how many instructions of the machine i is: some it does in a sequence. */
static uint32_t
length(const struct ir_inst *i)
{
	switch (i->op) {
	case IR_DIV:
	case IR_SQRT: return i->type == IR_F64 ? 12 : 8;
	case IR_DIV_S:
	case IR_DIV_U:
	case IR_REM_S:
	case IR_REM_U: return i->src[1].kind == VAL_INT ? 1 : 14;
	default: return 1;
	}
}

/* Note what is in b that l may not have in it. */
static void
look_at(struct loop *l, const struct ir_block *b)
{
	bool copies = !b->keep && !b->label && (b->term == TERM_JUMP || b->term == TERM_BRANCH);
	bool asks = false;

	for (const struct ir_inst *i = b->first; i; i = i->next) {
		asks |= is_together(i);
		copies &= i->op != IR_ALLOCA &&
			(i->op != IR_CALL || call_effect(i) != EFFECT_WRITES);
		l->ninsts += length(i);
	}
	l->copies &= copies;
	l->plain &= copies && !asks;
}

static int
by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/*
 * Collect everything from which the latch can be reached without passing the head: blocks of the loop around, which
 * has another inside now.  `found` has room for a number for each block: positions in the graph's order, and what is
 * still to be looked at is their end.  Blocks are in `in`, by id, once they are found.
 */
static void
collect(struct arena *a, const struct graph *g, struct loop *l, struct loop **in, uint32_t *found)
{
	uint32_t looked = 1;

	l->innermost = true;
	l->inner = in;
	l->outer = in[l->head->id];
	if (l->outer)
		l->outer->innermost = false;
	in[l->head->id] = in[l->latch->id] = l;
	found[l->nblocks++] = g->order[l->head->id];
	if (l->latch != l->head)
		found[l->nblocks++] = g->order[l->latch->id];
	for (; looked < l->nblocks; looked++) {
		uint32_t id = g->rpo[found[looked]]->id;
		for (uint32_t i = 0; i < g->npreds[id]; i++) {
			const struct ir_block *p = g->preds[id][i];
			if (in[p->id] != l)
				found[l->nblocks++] = g->order[p->id];
			in[p->id] = l;
		}
	}
	qsort(found, l->nblocks, sizeof *found, by_number);
	l->block = NEWN(a, struct ir_block *, l->nblocks);
	for (uint32_t k = 0; k < l->nblocks; k++)
		l->block[k] = g->rpo[found[k]];
}

static void
measure(struct loop *l)
{
	l->plain = l->copies = true;
	for (uint32_t k = 0; k < l->nblocks; k++)
		look_at(l, l->block[k]);
}

/* Return the loop at this head, or NULL unless it has one edge back. */
static struct loop *
loop_at(struct arena *a, const struct graph *g, struct ir_block *head, struct loop **in,
	uint32_t *found)
{
	struct loop *l = NEW(a, struct loop);
	uint32_t outside = 0;

	l->head = head;
	for (uint32_t i = 0; i < g->npreds[head->id]; i++) {
		struct ir_block *p = g->preds[head->id][i];
		if (!graph_dominates(g, head, p)) {
			l->before = outside++ ? NULL : p;
		} else {
			if (l->latch)
				return NULL;
			l->latch = p;
		}
	}
	if (!l->latch || !outside)
		return NULL;
	collect(a, g, l, in, found);
	measure(l);
	return l;
}

struct loop *
loops_find(struct arena *a, const struct graph *g)
{
	struct loop **in = NEWN(a, struct loop *, g->n);
	uint32_t *found = NEWN(a, uint32_t, g->n);
	struct loop *list = NULL;

	/* outer heads come first: the list ends inside out */
	for (uint32_t k = 0; k < g->nrpo; k++) {
		struct loop *l = loop_at(a, g, g->rpo[k], in, found);
		if (!l)
			continue;
		l->next = list;
		list = l;
	}
	return list;
}

uint32_t *
loop_defs(struct arena *a, const struct ir_func *f, const struct loop *l)
{
	uint32_t *defs = NEWN(a, uint32_t, f->nregs);

	for (uint32_t k = 0; k < l->nblocks; k++)
		for (const struct ir_inst *i = l->block[k]->first; i; i = i->next)
			defs[i->dst]++;
	return defs;
}

/* ---- counted loops ---- */

uint32_t
loop_count(const struct loop *l, enum ir_op op)
{
	uint32_t n = 0;

	for (uint32_t k = 0; k < l->nblocks; k++)
		for (const struct ir_inst *i = l->block[k]->first; i; i = i->next)
			n += i->op == op;
	return n;
}

bool
loop_only_head_leaves(const struct loop *l)
{
	struct ir_block *out[2];

	for (uint32_t k = 0; k < l->nblocks; k++) {
		const struct ir_block *b = l->block[k];
		int n = b != l->head ? ir_successors(b, out, 2) : 0;
		for (int i = 0; i < n; i++)
			if (!loop_has(l, out[i]))
				return false;
	}
	return true;
}

struct ir_inst *
loop_head_test(const struct loop *l)
{
	const struct ir_block *h = l->head;

	if (h->term != TERM_BRANCH || h->cond.kind != VAL_REG || !loop_has(l, h->to[0]) ||
		loop_has(l, h->to[1]))
		return NULL;
	struct ir_inst *i = ir_assignment(h->last, h->cond.u.reg);
	return i && ir_is_int_type(i->type) && i->op >= IR_EQ && i->op <= IR_LE_U ? i : NULL;
}

struct ir_inst *
loop_assignment(struct ir_inst *i, const uint32_t *defs, struct ir_value v)
{
	return v.kind == VAL_REG && defs[v.u.reg] == 1 ? ir_assignment(i, v.u.reg) : NULL;
}

static bool
is_cut(const struct ir_inst *i)
{
	return i->op >= IR_SEXT8 && i->op <= IR_ZEXT16;
}

static bool
unchanged(const uint32_t *defs, struct ir_value v)
{
	return v.kind == VAL_INT || (v.kind == VAL_REG && defs[v.u.reg] == 0);
}

/* Read the operation as one on v that changes it for the next iteration.  Return false if it is none. */
static bool
is_progress(const struct ir_inst *i, const uint32_t *defs, ir_reg v, struct induction *out)
{
	bool commutes = i->op == IR_ADD || i->op == IR_MUL;
	bool shrinks = i->op == IR_DIV_S || i->op == IR_DIV_U;

	if (!commutes && !shrinks && i->op != IR_SUB && (i->op < IR_SHL || i->op > IR_SHR_U))
		return false;
	for (int k = 0; k <= commutes; k++) {
		struct ir_value by = i->src[!k];

		if (i->src[k].kind != VAL_REG || i->src[k].u.reg != v || !unchanged(defs, by) ||
			(i->op == IR_SUB && (by.kind != VAL_INT || by.u.i == INT64_MIN)))
			continue;
		out->op = i->op == IR_SUB ? IR_ADD : i->op;
		out->by = by.kind != VAL_INT ? 0 : i->op == IR_SUB ? -by.u.i : by.u.i;
		out->operand = i->op == IR_SUB ? ir_int(out->by) : by;
		return true;
	}
	return false;
}

/* Find the step of v, if it is one operation in the latch, cut to a char or short or not.  Return false if it is
 * not. */
static bool
find_step(const struct loop *l, const uint32_t *defs, struct ir_value v, struct induction *out)
{
	struct ir_inst *step = loop_assignment(l->latch->last, defs, v);
	const struct ir_inst *change = step && is_cut(step) ?
		loop_assignment(step->prev, defs, step->src[0]) :
		step;

	*out = (struct induction){ .var = v.kind == VAL_REG ? v.u.reg : IR_NOREG, .step = step };
	if (!change || !is_progress(change, defs, out->var, out))
		return false;
	out->cut = change == step ? IR_MOV : step->op;
	return true;
}

bool
loop_is_step(const struct ir_inst *i, const uint32_t *defs)
{
	return (i->op == IR_ADD || i->op == IR_SUB) && ir_is_int_type(i->type) &&
		ir_same_value(i->src[0], ir_r(i->dst)) && defs[i->dst] == 1 &&
		i->src[1].kind == VAL_INT;
}

bool
loop_progression(const struct loop *l, const uint32_t *defs, struct induction *out)
{
	struct ir_inst *test = loop_head_test(l);

	if (!test || l->head == l->latch || l->latch->term != TERM_JUMP)
		return false;
	for (int k = 0; k < 2; k++) {
		if (!find_step(l, defs, test->src[k], out) || !unchanged(defs, test->src[!k]))
			continue;
		out->test = test;
		out->left = k == 0;
		out->bound = test->src[!k];
		for (struct ir_inst *i = out->step->next; i; i = i->next)
			out->read_late |= ir_reads(i, out->var);
		return true;
	}
	return false;
}

bool
loop_induction(const struct loop *l, const uint32_t *defs, struct induction *out)
{
	return loop_progression(l, defs, out) && out->op == IR_ADD && out->operand.kind == VAL_INT;
}

static int64_t
cut_value(const struct induction *i, int64_t v)
{
	fold_integers(i->cut, i->test->type, v, 0, &v); /* a MOV leaves it */
	return v;
}

int64_t
loop_value(const struct induction *i, int64_t start, int64_t k)
{
	enum ir_type type = i->test->type;

	if (i->op == IR_ADD)
		return k ? cut_value(i, start + k * i->by) : start;
	while (k-- > 0) {
		fold_integers(i->op, type, start, i->by, &start);
		start = cut_value(i, ir_bits(type, (uint64_t)start).u.i);
	}
	return start;
}

bool
loop_goes_on(const struct induction *i, int64_t v)
{
	int64_t bound = i->bound.u.i, a = i->left ? v : bound, b = i->left ? bound : v, goes = 0;

	fold_integers(i->test->op, i->test->type, a, b, &goes);
	return goes;
}

/* ---- changing them ---- */

struct ir_block *
loop_last(const struct graph *g, const struct loop *l)
{
	struct ir_block *last = l->head;

	for (struct ir_block *b = g->f->blocks; b; b = b->next)
		if (b->id < g->n && loop_has(l, b))
			last = b;
	return last;
}

static void
redirect(struct ir_block *b, const struct ir_block *from, struct ir_block *to)
{
	for (int k = 0; k < 2; k++)
		if (b->to[k] == from)
			b->to[k] = to;
	for (int k = 0; k < b->ntable; k++)
		if (b->table[k] == from)
			b->table[k] = to;
}

void
loop_enter_at(const struct graph *g, const struct loop *l, struct ir_block *b)
{
	for (uint32_t i = 0; i < g->npreds[l->head->id]; i++)
		if (g->preds[l->head->id][i] != l->latch)
			redirect(g->preds[l->head->id][i], l->head, b);
}

struct ir_block *
loop_entrance(struct ir_func *f, const struct graph *g, const struct loop *l)
{
	struct ir_block *above = f->blocks, *b;

	while (above->next != l->head)
		above = above->next;
	b = ir_block_after(f, above, NULL);
	b->in = l->head->in;
	b->place = l->head->place;
	loop_enter_at(g, l, b);
	return b;
}

bool
loop_has_entrance(const struct loop *l)
{
	return l->before && l->before->term == TERM_JUMP;
}

void
loops_make_entrances(struct ir_func *f, struct arena *a)
{
	struct graph *g = graph_new(a, f, false);

	for (const struct loop *l = loops_find(a, g); l; l = l->next) {
		if (!l->plain || loop_has_entrance(l))
			continue;
		struct ir_cursor c = {
			.func = f,
			.block = loop_entrance(f, g, l),
			.place = l->head->place,
		};
		ir_jump(&c, l->head);
	}
}

struct ir_value
loop_at_entry(struct ir_cursor *c, struct ir_inst *const *def, const uint32_t *defs, ir_reg var,
	struct ir_value v)
{
	if (v.kind != VAL_REG || v.u.reg == var || defs[v.u.reg] == 0)
		return v;

	const struct ir_inst *d = def[v.u.reg];
	struct ir_value src[3];

	for (int k = 0; k < 3; k++)
		src[k] = loop_at_entry(c, def, defs, var, d->src[k]);
	if (d->op == IR_MOV)
		return src[0];
	struct ir_inst *new = ir_repeat(c, d);
	new->dst = ir_reg_new(c->func, c->func->regs[d->dst].type, NULL);
	new->place = c->place;
	memcpy(new->src, src, sizeof src);
	return ir_r(new->dst);
}
