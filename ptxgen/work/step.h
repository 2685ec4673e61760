/*
 * step.h: what the files of the worksharing step share, simd/ among them.
 */
#ifndef WORK_STEP_H
#define WORK_STEP_H

#include "scheme/scheme.h"

struct work {
	struct ir_func *f;
	struct ir_module *m;
	const struct scheme *scheme; /* NULL before the scheme has run */
	const struct target *t;
	struct ir_slot *spin; /* state of the software barrier, or NULL while nobody needed it */
	struct ir_slot *thread_values; /* of reductions in the order of threads, or NULL */
	struct ir_slot *sharing,
		*overflow; /* of SIMD groups: the sharing space, the team's frame */
	enum ir_space frame_space,
		team_space; /* of a SLOT_FRAME, and of what is asked for as SLOT_SHARED */
};

void work_loop(struct work *w, struct ir_construct *c); /* loop.c */
/* Emit index = first; if it is below count.  Leave c where it is, in an open block before the loop. */
void work_round_robin_enter(struct ir_cursor *c, struct ir_construct *loop, struct ir_value first);
/* Emit body; index += stride; again while it is below count.  Dissolve the loop. */
void work_round_robin(struct ir_cursor *c, struct ir_construct *loop, struct ir_value stride);
void work_critical(struct work *w, struct ir_construct *c); /* sync.c */

/* Replace abstract instruction i of b by code. */
void work_barrier(struct work *w, struct ir_block *b, struct ir_inst *i); /* sync.c */
void work_reduce(struct work *w, struct ir_block *b, struct ir_inst *i);  /* reduce.c */
void work_scan(struct work *w, struct ir_block *b, struct ir_inst *i);    /* scan.c */
/* Emit a barrier of a region's n lanes, which are whole warps; NONE: of all the block's. */
void work_machine_barrier(struct ir_cursor *c, struct ir_value n);
/* Return the lanes of this warp that are among the first n threads of the block. */
struct ir_value work_lanes_inside(struct ir_cursor *c, struct ir_value tid, struct ir_value n);
/* Emit a op b on register values. */
struct ir_value work_combine(struct ir_cursor *c, const struct ir_reduce *r, struct ir_value a,
	struct ir_value b);
/* Initialise the software barrier's state in the prologue, if there is any. */
void work_init_spin(struct work *w);

#endif
