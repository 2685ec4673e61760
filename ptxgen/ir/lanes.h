/*
 * lanes.h: what the lanes of a warp do together, as IR: shuffles, votes, the warp barrier.  Masks
 * are I32 values; every lane of the mask must come by.
 */
#ifndef IR_LANES_H
#define IR_LANES_H

#include "ir/ir.h"

enum shuffle { SHFL_UP, SHFL_DOWN, SHFL_BFLY, SHFL_IDX };

/* Return the value that v, of any type, has in another lane: which one, `lane` says as the mode
 * takes it. */
struct ir_value lanes_shuffle(struct ir_cursor *c, enum shuffle mode, enum ir_type type,
	struct ir_value v, struct ir_value lane, struct ir_value mask);
/* Return the lanes of mask where pred holds, as an I32. */
struct ir_value lanes_ballot(struct ir_cursor *c, struct ir_value pred, struct ir_value mask);
/* Return, as a PRED that ptxas knows to be the same in all of them, whether pred holds in a lane of
 * mask. */
struct ir_value lanes_any(struct ir_cursor *c, struct ir_value pred, struct ir_value mask);
void lanes_sync(struct ir_cursor *c, struct ir_value mask);

#endif
