/*
 * live.h: which registers hold a value that is still needed, and how many at a time.
 */
#ifndef IR_LIVE_H
#define IR_LIVE_H

#include "ir/ir.h"

/*
 * Return by block id, then by register: needed where the block begins.  In arena a.  With `number`, which
 * gives some registers a number below n and all others 0, by number instead: large functions have few
 * variables among their registers.
 */
bool **live_in(struct arena *a, const struct ir_func *f);
bool **live_in_of(struct arena *a, const struct ir_func *f, const uint32_t *number, uint32_t n);

/*
 * Return how many registers of 32 bits hold needed values at a time, at most, in the order of the
 * code.  Predicates count for none.  An assembler that moves loads up takes more.
 */
int live_most(struct arena *a, const struct ir_func *f);

#endif
