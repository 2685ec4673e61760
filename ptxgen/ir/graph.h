/*
 * graph.h: facts about a control-flow graph: predecessors, orders, dominators, post-dominators.
 *
 * A snapshot: any change of the graph makes it stale.  Arrays are indexed by block id and live in
 * the arena given.  With `seq_only` set, a CON_PARALLEL is one step from its block to its `next`,
 * and its body is not part of the graph: what schemes need to look at team-sequential code.
 */
#ifndef IR_GRAPH_H
#define IR_GRAPH_H

#include "ir/ir.h"

struct graph {
	const struct ir_func *f;
	bool seq_only;
	uint32_t n;              /* blocks, = f->nblocks */
	struct ir_block **block; /* by id; NULL for unreachable ones */
	struct ir_block **rpo;   /* reverse post-order, nrpo of them; rpo[0] is the entry */
	uint32_t nrpo;
	uint32_t *order;          /* position in rpo by id; UINT32_MAX when unreachable */
	struct ir_block ***preds; /* by id, npreds of them; reachable ones only */
	uint32_t *npreds;
	struct ir_block **idom; /* immediate dominator by id; NULL for the entry */
	uint32_t *first,
		*last; /* by id: a number in preorder of the dominator tree; the largest below */
	struct ir_block **ipdom; /* once asked for: immediate post-dominator by id; NULL: the end */
};

struct graph *graph_new(struct arena *a, const struct ir_func *f, bool seq_only);
/* Set g->ipdom, which only schemes ask for. */
void graph_post_dominators(struct arena *a, struct graph *g);
int graph_successors(const struct graph *g, const struct ir_block *b, struct ir_block **out,
	int cap);
bool graph_dominates(const struct graph *g, const struct ir_block *a, const struct ir_block *b);

/*
 * Return by register whether it is assigned exactly once and that assignment dominates every use.
 * Only then do equal names mean equal values: a variable that a loop changes has many.
 */
bool *graph_single(struct arena *a, const struct graph *g);
/* Return by register its only assignment; NULL: it is not single. */
struct ir_inst **graph_defs(struct arena *a, const struct graph *g, const bool *single);

/* Return whether i makes a register a copy of another, both single, and nothing is known of it alone (nonneg, of
 * which address.c makes use). */
bool graph_is_copy(const struct ir_func *f, const bool *single, const struct ir_inst *i);
/* Return by register which one it is a copy of; 0: none. */
ir_reg *graph_copies(struct arena *a, const struct graph *g, const bool *single);

/* Return whether control may come from the end of `from` to the begin of `to` without passing a
 * block that `stops` (NULL: none does). */
bool graph_reaches(const struct ir_func *f, const struct ir_block *from, const struct ir_block *to,
	bool (*stops)(const struct ir_block *b));

/* Return how many successors a block of f has at most: the room that graph_successors needs. */
int graph_max_successors(const struct ir_func *f);

#endif
