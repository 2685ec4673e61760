/* live.c: the registers that are needed at each place, backwards from their uses. */
#include "ir/live.h"

#include "ir/graph.h"

struct liveness {
	const struct ir_func *f;
	const struct graph *g;
	bool **in; /* by block id, then register */
	bool *now;
	int words; /* of those in `now` */
	struct ir_block **succ;
	int width; /* of succ */
};

static void
set(struct liveness *l, ir_reg r, bool needed)
{
	enum ir_type t = l->f->regs[r].type;

	if (l->now[r] != needed)
		l->words += (needed ? 1 : -1) * (t == IR_PRED ? 0 : ir_type_bytes(t) / 4);
	l->now[r] = needed;
}

static void
note_use(void *ctx, struct ir_value *v)
{
	if (v->kind == VAL_REG)
		set(ctx, v->u.reg, true);
}

/* Set what is needed where b ends. */
static void
at_end(struct liveness *l, struct ir_block *b)
{
	int n = ir_successors(b, l->succ, l->width);

	for (ir_reg r = 1; r < l->f->nregs; r++) {
		bool needed = false;

		for (int k = 0; k < n; k++)
			needed |= l->in[l->succ[k]->id][r];
		set(l, r, needed);
	}
	ir_visit_term_uses(b, note_use, l);
}

/* Step backwards over i. */
static void
before(struct liveness *l, struct ir_inst *i)
{
	if (i->dst != IR_NOREG)
		set(l, i->dst, false);
	ir_visit_uses(i, note_use, l);
}

/* Note what b needs, from what its successors need.  Return whether that is more than was known. */
static bool
look_at(struct liveness *l, struct ir_block *b)
{
	bool more = false;

	at_end(l, b);
	for (struct ir_inst *i = b->last; i; i = i->prev)
		before(l, i);
	for (uint32_t r = 1; r < l->f->nregs; r++) {
		more |= l->now[r] && !l->in[b->id][r];
		l->in[b->id][r] |= l->now[r];
	}
	return more;
}

static struct liveness
find_live(struct arena *a, const struct ir_func *f)
{
	int width = graph_max_successors(f) + 1;
	struct liveness l = { f, graph_new(a, f, false), NEWN(a, bool *, f->nblocks),
		NEWN(a, bool, f->nregs), 0, NEWN(a, struct ir_block *, width), width };
	bool more = true;

	for (uint32_t i = 0; i < f->nblocks; i++)
		l.in[i] = NEWN(a, bool, f->nregs);
	while (more) {
		more = false;
		for (uint32_t k = l.g->nrpo; k-- > 0;)
			more |= look_at(&l, l.g->rpo[k]);
	}
	return l;
}

bool **
live_in(struct arena *a, const struct ir_func *f)
{
	return find_live(a, f).in;
}

int
live_most(struct arena *a, const struct ir_func *f)
{
	struct liveness l = find_live(a, f);
	int most = 0;

	for (uint32_t k = 0; k < l.g->nrpo; k++) {
		at_end(&l, l.g->rpo[k]);
		for (struct ir_inst *i = l.g->rpo[k]->last; i; i = i->prev) {
			most = l.words > most ? l.words : most;
			before(&l, i);
		}
	}
	return most;
}
