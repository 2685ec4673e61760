/* live.c: the registers that are needed at each place, backwards from their uses. */
#include "ir/live.h"

#include "ir/graph.h"

struct liveness {
	const struct ir_func *f;
	const struct graph *g;
	const uint32_t *number; /* by register; 0: not looked at */
	uint32_t n;             /* of numbers */
	int *size;              /* in words of 32 bits, by number */
	bool **in;              /* by block id, then number */
	bool *now;
	int words; /* of those in `now` */
	struct ir_block **succ;
	int width; /* of succ */
};

static void
set(struct liveness *l, uint32_t v, bool needed)
{
	if (l->now[v] != needed)
		l->words += needed ? l->size[v] : -l->size[v];
	l->now[v] = needed;
}

static void
note_use(void *ctx, struct ir_value *v)
{
	struct liveness *l = ctx;

	if (v->kind == VAL_REG)
		set(l, l->number[v->u.reg], true);
}

/* Set what is needed where b ends. */
static void
at_end(struct liveness *l, struct ir_block *b)
{
	int n = ir_successors(b, l->succ, l->width);

	for (uint32_t v = 1; v < l->n; v++) {
		bool needed = false;

		for (int k = 0; k < n; k++)
			needed |= l->in[l->succ[k]->id][v];
		set(l, v, needed);
	}
	ir_visit_term_uses(b, note_use, l);
}

/* Step backwards over i. */
static void
before(struct liveness *l, struct ir_inst *i)
{
	set(l, l->number[i->dst], false);
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
	for (uint32_t v = 1; v < l->n; v++) {
		more |= l->now[v] && !l->in[b->id][v];
		l->in[b->id][v] |= l->now[v];
	}
	return more;
}

static struct liveness
find_live(struct arena *a, const struct ir_func *f, const uint32_t *number, uint32_t n)
{
	int width = graph_max_successors(f) + 1;
	struct liveness l = {
		.f = f,
		.g = graph_new(a, f, false),
		.number = number,
		.n = n,
		.size = NEWN(a, int, n),
		.in = NEWN(a, bool *, f->nblocks),
		.now = NEWN(a, bool, n),
		.succ = NEWN(a, struct ir_block *, width),
		.width = width,
	};
	bool more = n > 1;

	for (ir_reg r = 1; r < f->nregs; r++)
		if (number[r] && f->regs[r].type != IR_PRED)
			l.size[number[r]] = ir_type_bytes(f->regs[r].type) / 4;
	for (uint32_t i = 0; i < f->nblocks; i++)
		l.in[i] = NEWN(a, bool, n);
	while (more) {
		more = false;
		for (uint32_t k = l.g->nrpo; k-- > 0;)
			more |= look_at(&l, l.g->rpo[k]);
	}
	return l;
}

static struct liveness
find_all(struct arena *a, const struct ir_func *f)
{
	uint32_t *number = NEWN(a, uint32_t, f->nregs);

	for (ir_reg r = 1; r < f->nregs; r++)
		number[r] = r;
	return find_live(a, f, number, f->nregs);
}

bool **
live_in(struct arena *a, const struct ir_func *f)
{
	return find_all(a, f).in;
}

bool **
live_in_of(struct arena *a, const struct ir_func *f, const uint32_t *number, uint32_t n)
{
	return find_live(a, f, number, n).in;
}

int
live_most(struct arena *a, const struct ir_func *f)
{
	struct liveness l = find_all(a, f);
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
