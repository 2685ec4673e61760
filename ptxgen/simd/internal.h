/*
 * internal.h: what the files of simd/ share.
 */
#ifndef SIMD_INTERNAL_H
#define SIMD_INTERNAL_H

#include "ir/graph.h"
#include "ir/lanes.h"
#include "simd/simd.h"
#include "work/step.h"

/* A region whose threads are groups, while it is lowered. */
struct simd {
	struct work *w;
	struct ir_func *f;
	struct ir_construct *region;
	struct ir_construct **loops; /* that lanes share */
	int nloops;
	bool *mine; /* by block id: of the region, simd loops included; see simd_has */
	uint32_t nmine;
	/* computed at the region's entry, by every lane: */
	struct ir_value lane;   /* I32: 0 … lanes-1 */
	struct ir_value leader; /* PRED: lane == 0 */
	struct ir_value first;  /* I32: the leader's lane in the warp */
	struct ir_value mask;   /* I32: the group's lanes in the warp */
	struct ir_value part;   /* I64: the group's part of the sharing space, or VAL_NONE */
	enum ir_space part_in;  /* where that is: SPACE_SHARED, or SPACE_GENERIC where it depends */
};

/* ---- lower.c ---- */

/* Return whether b belonged to the region when lowering began; whether it belongs to a loop. */
bool simd_has(const struct simd *s, const struct ir_block *b);
bool simd_in_loop(const struct ir_block *b, const struct ir_construct *loop);
struct ir_construct *simd_loop_of(const struct simd *s, const struct ir_block *b); /* NULL: none */
bool simd_in_critical(const struct ir_block *b);
struct ir_cursor simd_at(const struct simd *s, struct ir_block *b); /* its end */

/* ---- loop.c ---- */

/*
 * Dissolve loop into code that all lanes of a group run, from the open block `from` on.  Return the
 * open block where they have met again; each lane then has the values that iterations leave behind.
 */
struct ir_block *simd_loop(struct simd *s, struct ir_construct *loop, struct ir_block *from);

/* Return the registers that the body of c assigns and code outside it reads. */
ir_reg *simd_outs(struct simd *s, const struct ir_construct *c, int *n);

/* ---- stride.c ---- */

/* Return whether neighbouring iterations access neighbouring memory: with the index each access of
 * the loop body moves by its own size, up or down, or not at all; and one of them moves. */
bool simd_side_by_side(struct ir_func *f, const struct ir_construct *loop);

/* Return whether iterations of loop go along rows of memory, and threads, whose loop has that index,
 * from row to row.  What is found by an index that was loaded may lie anywhere. */
bool simd_along_rows(struct ir_func *f, struct ir_construct *loop, ir_reg thread);

/* ---- turns.c ---- */

/* Return whether the threads of a warp can take turns at their loops, and should where these are
 * long. */
bool simd_may_take_turns(struct ir_func *f, struct ir_construct *loop);

/* ---- sharing.c ---- */

/*
 * Move variables of the thread that its lanes must see from local memory to the group's part of the
 * sharing space, behind its first `head` bytes.  Which these are depends on who executes the code
 * outside the loops: all lanes, or the leader alone.  Set s->part if any space is needed.
 */
void simd_share(struct simd *s, bool leader_alone, uint64_t head);

/* ---- leader.c ---- */

/* Return the registers that loop reads and that code outside it, which only the leader executes,
 * computes. */
struct simd_arguments {
	ir_reg *reg;
	int n;
};
struct simd_arguments simd_arguments(struct simd *s, struct ir_construct *loop);
/* Redirect edges that leave the region's code: to `to`. */
void simd_redirect_exit(struct simd *s, struct ir_block *to);
/* Return a label with the region's number, and k if k > 0. */
const char *simd_label(struct simd *s, const char *text, int k);

/* ---- the forms ---- */

void simd_spmd(struct simd *s);
void simd_generic(struct simd *s);
void simd_converged(struct simd *s);

#endif
