/*
 * cfg.c: tidies the graph: no unreachable blocks, no jumps to jumps, no block that could be part of
 * its only predecessor.
 *
 * Requires: a plain graph (no constructs).  Keeps: blocks marked `keep` and their incoming edges;
 * the prologue.  Breaks: graph snapshots.
 */
#include "ir/graph.h"
#include "pass/pass.h"

#include <stddef.h>

/* Return where a jump to b ends up, through empty blocks.  Loops of empty blocks stop it. */
static struct ir_block *
final_target(struct ir_block *b)
{
	for (int steps = 0; steps < 64; steps++) {
		if (b->first || b->keep || b->label || b->term != TERM_JUMP || b->to[0] == b)
			return b;
		b = b->to[0];
	}
	return b;
}

static void
thread_jumps(struct ir_func *f)
{
	for (struct ir_block *b = f->blocks; b; b = b->next) {
		if (b->term == TERM_JUMP || b->term == TERM_BRANCH)
			b->to[0] = final_target(b->to[0]);
		if (b->term == TERM_BRANCH)
			b->to[1] = final_target(b->to[1]);
		if (b->term == TERM_BRANCH && b->to[0] == b->to[1])
			b->term = TERM_JUMP;
		if (b->term == TERM_BRANCH && b->cond.kind == VAL_INT) {
			b->to[0] = b->to[b->cond.u.i ? 0 : 1];
			b->term = TERM_JUMP;
		}
		if (b->term == TERM_JUMP)
			b->cond = ir_none();
		for (int i = 0; b->term == TERM_TABLE && i < b->ntable; i++)
			b->table[i] = final_target(b->table[i]);
	}
}

static void
drop_unreachable(struct ir_func *f, struct arena *a)
{
	struct graph *g = graph_new(a, f, false);
	struct ir_block **link = &f->blocks;

	while (*link) {
		struct ir_block *b = *link;
		if (!g->block[b->id]) {
			*link = b->next;
		} else {
			f->last_block = b;
			link = &b->next;
		}
	}
}

/* Join blocks: one joins the block before it if it is the only way on, and the only way in. */
static void
merge_chains(struct ir_func *f, struct arena *a)
{
	struct graph *g = graph_new(a, f, false);

	for (struct ir_block *b = f->blocks; b; b = b->next) {
		for (;;) {
			struct ir_block *to = b->to[0];
			if (b->term != TERM_JUMP || to == b || to->keep || to->label || b->keep ||
				g->npreds[to->id] != 1 || b == f->blocks || to->in != b->in)
				break;
			if (to->first) {
				to->first->prev = b->last;
				*(b->last ? &b->last->next : &b->first) = to->first;
				b->last = to->last;
			}
			b->term = to->term;
			b->cond = to->cond;
			b->to[0] = to->to[0];
			b->to[1] = to->to[1];
			b->table = to->table;
			b->ntable = to->ntable;
			b->construct = to->construct;
			b->place = to->place;
			to->first = to->last = NULL;
			to->term = TERM_UNREACHABLE;
			to->table = NULL;
			to->ntable = 0;
		}
	}
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	struct arena *a = arena_new();

	(void)pc;
	thread_jumps(f);
	drop_unreachable(f, a);
	merge_chains(f, a);
	drop_unreachable(f, a);
	arena_free(a);
}

const struct pass pass_cfg = { 'c', "cfg", "no unreachable blocks, no jumps to jumps", run, true,
	0 };
