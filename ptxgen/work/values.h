/*
 * values.h: the values of a region's threads on their way through shuffles and memory, for what
 * combines them: reductions (reduce.c) and scans (scan.c).
 */
#ifndef WORK_VALUES_H
#define WORK_VALUES_H

#include "work/step.h"

/* A reduction or scan on its way; code is added at c. */
struct reducing {
	struct work *w;
	struct ir_cursor c;
	const struct ir_reduce *r;
	struct ir_construct *region;
	struct ir_value lanes; /* CUDA threads that come here */
	struct ir_block *original, *done;
};

/* Return the identity: what combines with any value to that value. */
struct ir_value values_identity(const struct ir_reduce *);
/* Continue in a new block where cond holds, at `no` where not. */
void values_only_if(struct reducing *, struct ir_value cond, struct ir_block *no);
struct ir_value values_is_lane(struct reducing *, int lane);
/* Return the address of cell `number` of a slot in shared memory. */
struct ir_value values_cell(struct reducing *, struct ir_slot *cells, struct ir_value number);
void values_barrier(struct reducing *); /* of the region */
/* Emit IR_OMP_THREAD or IR_OMP_NTHREADS of the region. */
struct ir_value values_number(struct reducing *, enum ir_op);
/* Return where the memory begins that has 8 bytes for each thread of a team, and 8 more; and where
 * thread `number`'s are. */
struct ir_value values_of_threads(struct reducing *);
struct ir_value values_of_thread(struct reducing *, struct ir_value first, struct ir_value number);

/* declared.c: values that r->combiner combines.  `mine` is the slot of this thread's. */

/* The lanes of a warp that combine, all of `mask` coming by: those below `n`, all if it is VAL_NONE;
 * `lane` is this one's number. */
struct warp_lanes {
	struct ir_value mask, n, lane;
};
/* Give lane 0 what they have. */
void declared_over_warp(struct reducing *, struct ir_value mine, const struct warp_lanes *);
/* Return memory of the team for the values of its warps. */
struct ir_slot *declared_cells(struct reducing *);
void declared_store(struct reducing *, struct ir_slot *cells, struct ir_value number,
	struct ir_value mine);
void declared_load(struct reducing *, struct ir_slot *cells, struct ir_value number,
	struct ir_value mine);

#endif
