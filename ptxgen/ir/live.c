/* live.c: the registers that are needed at each place, backwards from their uses. */
#include "ir/live.h"

#include <string.h>

#include "ir/graph.h"

struct liveness {
	const struct ir_func *f;
	const struct graph *g;
	const uint32_t *number; /* by register; 0: not looked at */
	uint32_t n;             /* of numbers */
	int *size;              /* in words of 32 bits, by number */
	uint32_t chunks;        /* of a set of numbers */
	uint64_t **in;          /* by block id */
	uint64_t *now;
	int words; /* of those in `now`, for live_most() */
	struct ir_block **succ;
	int width; /* of succ */
};

static void
set(struct liveness *l, uint32_t v, bool needed)
{
	if (live_has(l->now, v) == needed)
		return;
	l->now[v / 64] ^= (uint64_t)1 << v % 64;
	l->words += needed ? l->size[v] : -l->size[v];
}

static void
note_use(void *ctx, struct ir_value *v)
{
	struct liveness *l = ctx;

	if (v->kind == VAL_REG)
		set(l, l->number[v->u.reg], true);
}

/* Set what is needed where b ends, but for its words. */
static void
at_end(struct liveness *l, struct ir_block *b)
{
	int n = ir_successors(b, l->succ, l->width);

	memset(l->now, 0, l->chunks * sizeof *l->now);
	for (int k = 0; k < n; k++)
		for (uint32_t c = 0; c < l->chunks; c++)
			l->now[c] |= l->in[l->succ[k]->id][c];
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
	for (uint32_t c = 0; c < l->chunks; c++) {
		more |= (l->now[c] & ~l->in[b->id][c]) != 0;
		l->in[b->id][c] |= l->now[c];
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
		.chunks = n / 64 + 1,
		.in = NEWN(a, uint64_t *, f->nblocks),
		.now = NEWN(a, uint64_t, n / 64 + 1),
		.succ = NEWN(a, struct ir_block *, width),
		.width = width,
	};
	bool more = n > 1;

	for (ir_reg r = 1; r < f->nregs; r++)
		if (number[r] && f->regs[r].type != IR_PRED)
			l.size[number[r]] = ir_type_bytes(f->regs[r].type) / 4;
	for (uint32_t i = 0; i < f->nblocks; i++)
		l.in[i] = NEWN(a, uint64_t, l.chunks);
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

uint64_t **
live_in(struct arena *a, const struct ir_func *f)
{
	return find_all(a, f).in;
}

uint64_t **
live_in_of(struct arena *a, const struct ir_func *f, const uint32_t *number, uint32_t n)
{
	return find_live(a, f, number, n).in;
}

static int
words_of(const struct liveness *l)
{
	int words = 0;

	for (uint32_t v = 1; v < l->n; v++)
		words += live_has(l->now, v) ? l->size[v] : 0;
	return words;
}

int
live_most(struct arena *a, const struct ir_func *f)
{
	struct liveness l = find_all(a, f);
	int most = 0;

	for (uint32_t k = 0; k < l.g->nrpo; k++) {
		at_end(&l, l.g->rpo[k]);
		l.words = words_of(&l);
		for (struct ir_inst *i = l.g->rpo[k]->last; i; i = i->prev) {
			most = l.words > most ? l.words : most;
			before(&l, i);
		}
	}
	return most;
}
