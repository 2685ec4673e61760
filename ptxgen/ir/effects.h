/*
 * effects.h: what a call of a device function does besides computing its result.
 *
 * find_effects looks at every function of a module that build_unit has just made and fills in
 * ir_func.effect and .effect_place.  A function without effect may be called by all threads of a
 * team in place of one, and once in place of twice.  Not for kernels, nor for code that a scheme has
 * rewritten; functions made later count as writing.
 */
#ifndef IR_EFFECTS_H
#define IR_EFFECTS_H

#include "ir/ir.h"

void find_effects(struct ir_module *m);

/* Return what the function that is called does besides computing its result. */
enum ir_effect call_effect(const struct ir_inst *call);

/* Return whether i computes its result from the values of its operands and does nothing else: a pure
 * operation, or a call without effect that is handed no structure. */
bool only_computes(const struct ir_inst *i);

#endif
