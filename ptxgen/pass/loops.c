/*
 * loops.c: finds natural loops (see loops.h).  No pass of its own.
 */
#include "loops.h"

static bool
plain_block(const struct ir_block *b)
{
	if (b->keep || b->label || (b->term != TERM_JUMP && b->term != TERM_BRANCH))
		return false;
	for (const struct ir_inst *i = b->first; i; i = i->next)
		if (i->op == IR_BAR || i->op == IR_BAR_ARRIVE || i->op == IR_WARPSYNC || i->op == IR_SHFL
		    || i->op == IR_VOTE || i->op == IR_CALL || i->op == IR_ALLOCA || i->op == IR_ACTIVEMASK)
			return false;
	return true;
}

/* Everything from which the latch can be reached without passing the head. */
static void
collect(struct arena *a, const struct graph *g, struct loop *l)
{
	struct ir_block **stack = NEWN(a, struct ir_block *, g->n + 1);
	uint32_t n = 0;

	l->has = NEWN(a, bool, g->n);
	l->has[l->head->id] = true;
	if (!l->has[l->latch->id]) {
		l->has[l->latch->id] = true;
		stack[n++] = l->latch;
	}
	while (n > 0) {
		const struct ir_block *b = stack[--n];
		for (uint32_t i = 0; i < g->npreds[b->id]; i++) {
			struct ir_block *p = g->preds[b->id][i];
			if (!l->has[p->id]) {
				l->has[p->id] = true;
				stack[n++] = p;
			}
		}
	}
}

static void
measure(const struct graph *g, struct loop *l)
{
	l->plain = true;
	for (uint32_t k = 0; k < g->nrpo; k++) {
		const struct ir_block *b = g->rpo[k];
		if (!l->has[b->id])
			continue;
		l->nblocks++;
		l->plain &= plain_block(b);
		for (const struct ir_inst *i = b->first; i; i = i->next)
			l->ninsts++;
	}
}

/* One edge back and one block before, or NULL. */
static struct loop *
loop_at(struct arena *a, const struct graph *g, struct ir_block *head)
{
	struct loop *l = NEW(a, struct loop);

	l->head = head;
	for (uint32_t i = 0; i < g->npreds[head->id]; i++) {
		struct ir_block *p = g->preds[head->id][i], **which =
			graph_dominates(g, head, p) ? &l->latch : &l->before;
		if (*which)
			return NULL;
		*which = p;
	}
	if (!l->latch || !l->before)
		return NULL;
	collect(a, g, l);
	measure(g, l);
	return l;
}

struct loop *
loops_find(struct arena *a, const struct graph *g)
{
	struct loop *list = NULL;

	for (uint32_t k = 0; k < g->nrpo; k++) {        /* outer heads come first: the list ends inside out */
		struct loop *l = loop_at(a, g, g->rpo[k]);
		if (!l)
			continue;
		l->innermost = true;
		for (struct loop *o = list; o; o = o->next)
			if (o->has[l->head->id])
				o->innermost = false;
		l->next = list;
		list = l;
	}
	return list;
}

uint32_t *
loop_defs(struct arena *a, const struct graph *g, const struct loop *l)
{
	uint32_t *defs = NEWN(a, uint32_t, g->f->nregs);

	for (uint32_t k = 0; k < g->nrpo; k++)
		for (const struct ir_inst *i = l->has[g->rpo[k]->id] ? g->rpo[k]->first : NULL; i; i = i->next)
			defs[i->dst]++;
	return defs;
}

struct ir_block *
loop_last(struct ir_func *f, const struct loop *l)
{
	struct ir_block *last = l->head;

	for (struct ir_block *b = f->blocks; b; b = b->next)
		if (b->id < f->nblocks && l->has[b->id])
			last = b;
	return last;
}
