/*
 * atomic.h: read-modify-write of one memory location for operations and types that no single PTX
 * instruction covers: a compare-and-swap loop on the location, or for 8 and 16 bits on the aligned
 * 32-bit word around it.
 */
#ifndef IR_ATOMIC_H
#define IR_ATOMIC_H

#include "ir/ir.h"
#include "ir/target.h"

/* Return the PTX atomic that combines by r in one instruction, or -1. */
int reduce_atomic(const struct ir_reduce *r, const struct target *t);

/* Return whether combining often gives what was there: the least of all teams is one team's. */
bool reduce_often_same(const struct ir_reduce *r);

/* Emit the new value, computed from the old one; the cursor may move on to other blocks. */
typedef struct ir_value atomic_fn(struct ir_cursor *c, struct ir_value old, void *ctx);

/*
 * Emit the loop at c, which is in another block afterwards (of the same construct).  Return the
 * value before the update; *after, when not NULL, is set to the one stored.  may_skip: what does not
 * change need not be stored.
 */
struct ir_value atomic_loop(struct ir_cursor *c, enum ir_mem mem, enum ir_space space,
	struct ir_value addr, atomic_fn *update, void *ctx, bool may_skip, struct ir_value *after);

#endif
