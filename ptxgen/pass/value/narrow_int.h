/*
 * narrow_int.h: what narrow.c and narrow_float.c know of the operands.
 */
#ifndef PASS_NARROW_INT_H
#define PASS_NARROW_INT_H

#include "base/diag.h"
#include "ir/graph.h"

enum { DEEPEST = 4 };

struct narrowing {
	struct ir_func *f;
	struct ir_inst **def; /* graph_defs */
	uint32_t nregs;       /* of the snapshot; later ones are the pass's own */
	uint32_t *wide;       /* by register: how many others than TRUNC read it */
	/* in this block: when a register was assigned last; by register, 0: not */
	uint32_t *assigned, now;
};

/* Return the assignment of v if its operands are still what they were then; or NULL. */
struct ir_inst *narrow_def(const struct narrowing *s, struct ir_value v);

/* Round doubles that are assigned in several places, as by ?:, and used as floats only, where they are assigned. */
void narrow_round_early(struct arena *a, struct ir_func *f);

/* Do what i, which c is before, does with doubles in float if that gives the same. */
void narrow_floats(const struct narrowing *s, struct ir_cursor *c, struct ir_inst *i,
	struct diag *diag);

#endif
