/*
 * unroll_int.h: copies of a loop's blocks, and what they are worth, for unroll.c.
 */
#ifndef PASS_UNROLL_INT_H
#define PASS_UNROLL_INT_H

#include "pass/loop/loops.h"

struct unrolling {
	struct ir_func *f;
	struct arena *a;
	const struct graph *g;
	const struct loop *l;
	struct induction i;
	struct ir_block *after; /* where copies are put */
	struct graph before;    /* g and f as they were before the copies, their counts too */
	struct ir_func old;
	bool shows; /* a way out of the loop's middle leads to where the variable is read */
	bool *own;  /* by register: assigned and used inside only, once a round */
	/* one copy */
	struct ir_block **to; /* by block id */
	ir_reg *as;           /* by register: what it is called in the copy */
	struct ir_value now;  /* the variable's value in the copy, VAL_NONE: itself */
	ir_reg first;         /* … and at the start of the round */
};

/* Fills own, to and as; u->g becomes a snapshot, u->before, that copies do not change. */
void unroll_begin(struct unrolling *u);

/*
 * n copies in a row, the variable counting from `start`, or (NULL) from its value at the time;
 * heads go straight on to the body.  Returns where the first one begins, and the last one's latch,
 * open.
 */
struct ir_block *unroll_copies(struct unrolling *u, int n, const int64_t *start,
	struct ir_block **last);

/* What the head does, at the end of b, under its own names. */
void unroll_repeat_head(struct unrolling *u, struct ir_block *b);

/* Return how many elements the smallest array has that the loop goes through, of those that are the thread's own
 * or tables: more iterations it has not. */
uint64_t unroll_fewest_elements(const struct unrolling *u);

/*
 * Written out, the loop's accesses to arrays of the thread's own and to tables are at constant places, for which
 * scalars.c has registers and constants; what is computed from the variable alone is a constant, too, and a division
 * by it a multiplication.  Return how many instructions of an iteration stay; without any such -1.
 */
int64_t unroll_beside_lookups(const struct unrolling *u);

/* Return whether a loop around others is written out: if it steers them, as in a triangle, so that they run a
 * known number of times then, or if it looks up elements and only the run knows how often they run.  loops: all. */
bool unroll_takes_nest(const struct unrolling *u, const struct loop *loops, int64_t trips);

#endif
