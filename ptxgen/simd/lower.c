/*
 * lower.c: SIMD groups, after the scheme: one region after the other, by its form (see ../simd.h).
 *
 * A region's code lies between parallel.entry and parallel.exit, and may call itself a plain graph
 * but for simd loops.  Here is what all forms need: whose code it is, and who a lane is.
 */
#include "simd/internal.h"

/* ---- whose code ---- */

bool
simd_has(const struct simd *s, const struct ir_block *b)
{
	return b->id < s->nmine && s->mine[b->id];
}

bool
simd_in_loop(const struct ir_block *b, const struct ir_construct *loop)
{
	const struct ir_construct *in = b->in;

	while (in && in != loop)
		in = in->parent;
	return in != NULL;
}

struct ir_construct *
simd_loop_of(const struct simd *s, const struct ir_block *b)
{
	for (int i = 0; i < s->nloops; i++)
		if (simd_in_loop(b, s->loops[i]))
			return s->loops[i];
	return NULL;
}

bool
simd_in_critical(const struct ir_block *b)
{
	for (const struct ir_construct *c = b->in; c; c = c->parent)
		if (c->kind == CON_CRITICAL)
			return true;
	return false;
}

struct ir_cursor
simd_at(const struct simd *s, struct ir_block *b)
{
	return (struct ir_cursor){ .func = s->f, .block = b, .place = s->region->place };
}

/* Find what control reaches from the entry without the exit. */
static void
find_blocks(struct simd *s)
{
	struct ir_func *f = s->f;
	int width = graph_max_successors(f) + 1;
	struct ir_block **succ = NEWN(f->arena, struct ir_block *, width);
	struct ir_block **stack = NEWN(f->arena, struct ir_block *, f->nblocks + 1);
	uint32_t depth = 0;

	s->nmine = f->nblocks;
	s->mine = NEWN(f->arena, bool, f->nblocks);
	s->mine[s->region->u.parallel.exit->id] = true; /* not to be entered; taken back below */
	s->mine[s->region->u.parallel.entry->id] = true;
	stack[depth++] = s->region->u.parallel.entry;
	while (depth) {
		int n = ir_successors(stack[--depth], succ, width);
		for (int i = 0; i < n; i++)
			if (!s->mine[succ[i]->id]) {
				s->mine[succ[i]->id] = true;
				stack[depth++] = succ[i];
			}
	}
	s->mine[s->region->u.parallel.exit->id] = false;
}

static void
find_loops(struct simd *s)
{
	s->loops = NEWN(s->f->arena, struct ir_construct *, s->f->nconstructs + 1);
	for (uint32_t i = 0; i < s->f->nconstructs; i++) {
		struct ir_construct *c = s->f->constructs[i];
		struct ir_block *b = c->region == s->region && simd_spread(c) ?
			ir_entering(s->f, c) :
			NULL;
		if (!b)
			continue;
		if (simd_has(s, b))
			s->loops[s->nloops++] = c;
		else
			ir_dissolve(s->f, c, c->next); /* dead code */
	}
}

/* ---- who a lane is ---- */

static void
find_lane(struct simd *s)
{
	int lanes = s->region->u.parallel.lanes;
	struct ir_cursor c = simd_at(s, s->region->u.parallel.entry);
	uint32_t ones = lanes == SIMD_WARP ? 0xffffffff : (1u << lanes) - 1;

	c.before = c.block->first;
	struct ir_value tid = ir_sreg(&c, SREG_TID);
	s->lane = ir_op2(&c, IR_AND, IR_I32, tid, ir_int(lanes - 1));
	s->leader = ir_compare(&c, IR_EQ, IR_I32, s->lane, ir_int(0));
	if (lanes == SIMD_WARP) {
		s->first = ir_int(0);
		s->mask = ir_int(ones);
		return;
	}
	s->first = ir_op2(&c, IR_AND, IR_I32, tid, ir_int(SIMD_WARP - lanes));
	s->mask = ir_op2(&c, IR_SHL, IR_I32, ir_int(ones), s->first);
}

static void
lower_region(struct work *w, struct ir_construct *region)
{
	struct simd s = { .w = w, .f = w->f, .region = region };

	find_blocks(&s);
	find_loops(&s);
	find_lane(&s);
	if (region->u.parallel.form == SIMD_SPMD)
		simd_spmd(&s);
	else if (w->t->independent_threads)
		simd_generic(&s);
	else
		simd_converged(&s);
}

void
simd_lower(struct work *w)
{
	for (uint32_t i = 0; i < w->f->nconstructs; i++) {
		struct ir_construct *c = w->f->constructs[i];
		if (c->kind == CON_PARALLEL && c->u.parallel.lanes > 1 && c->u.parallel.entry)
			lower_region(w, c);
	}
}
