/*
 * live.h: which registers hold a value that is still needed, and how many at a time.
 */
#ifndef IR_LIVE_H
#define IR_LIVE_H

#include "ir/ir.h"

/*
 * Return by block id the set of registers that are needed where the block begins.  In arena a.  With
 * `number`, which gives some registers a number below n and all others 0, a set of numbers instead:
 * large functions have few variables among their registers.
 */
uint64_t **live_in(struct arena *a, const struct ir_func *f);
uint64_t **live_in_of(struct arena *a, const struct ir_func *f, const uint32_t *number, uint32_t n);

static inline bool
live_has(const uint64_t *set, uint32_t number)
{
	return set[number / 64] >> number % 64 & 1;
}

/*
 * Return how many registers of 32 bits hold needed values at a time, at most, in the order of the
 * code.  Predicates count for none.  An assembler that moves loads up takes more.
 */
int live_most(struct arena *a, const struct ir_func *f);

#endif
