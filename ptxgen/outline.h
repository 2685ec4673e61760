/*
 * outline.h: parts of a kernel become device functions, for schemes that call their regions, or
 * kernels of their own, for schemes that launch them.
 */
#ifndef OUTLINE_H
#define OUTLINE_H

#include "ir.h"

/* One part: control enters at entry only and leaves through exit's jump only. */
struct outline {
	struct outline *next;
	struct ir_block *entry, *exit;
	const char *name;               /* of the function */
	struct place place;
	struct ir_value threads;        /* of the grid that it becomes; VAL_NONE: it becomes a function */
	struct ir_symbol *symbol;       /* set by outline_parts */
};

/*
 * What a scheme leaves in ir_kernel_info.outlines.  Grids need nothing but the parts.  Functions are
 * numbered from 1; somebody stores the number of one into the cell, others come to `select` with it in
 * `selected`, branch to the part, and go on in `join`.
 */
struct outlines {
	struct outline *parts;
	struct ir_slot *cell;
	struct ir_block *select, *join;
	struct ir_value selected;       /* I64 */
};

/*
 * Requires: a kernel after lower_work.  Moves each part to a function of its own.
 *
 * With `direct`, entry stays behind with a direct call.  Without, the cell gets the function's
 * address, and one call through it replaces all that select branched to; for that all functions have
 * the parameters that any of them needs.
 *
 * A part may read registers that its caller assigns before it; they become parameters.  Kernel
 * parameters that a part reads are loaded in the prologue and passed like others.  Team memory that
 * a part uses becomes a module variable: a function's own is no one else's.
 *
 * A grid's launch stays behind in entry, which waits for the grid's end.  The team's number and count
 * are passed like parameters, since the grid has numbers of its own.
 */
void outline_parts(struct ir_func *f, struct ir_module *m, bool direct);

/*
 * outline_grid.c: launches p's kernel with the call's arguments, as one block of p->threads threads, and
 * waits for its end; where that fails, control goes to `failed`.  dims: 24 bytes of thread memory.
 */
void launch_grid(struct ir_cursor *c, struct ir_module *m, const struct outline *p,
	const struct ir_call *call, struct ir_slot *dims, struct ir_block *failed);

#endif
