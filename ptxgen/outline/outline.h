/*
 * outline.h: parts of a kernel become device functions, for schemes that call their regions, or
 * kernels of their own, for schemes that launch them.  Regions of called functions do, too.
 */
#ifndef OUTLINE_H
#define OUTLINE_H

#include "ir/ir.h"

/* One part: control enters at entry only and leaves through exit's jump only. */
struct outline {
	struct outline *next;
	struct ir_block *entry, *exit;
	const char *name; /* of the function */
	struct place place;
	struct ir_value threads; /* of the grid that it becomes; VAL_NONE: it becomes a function */
	/*
	 * Where the team's grid ends behind the launch, to go on at `label` in a tail of it
	 * (dynpar_tail.c); NULL: it waits for the grid.
	 */
	struct ir_block *cut;
	int label;
	struct ir_symbol *symbol; /* set by outline_parts, unless they are published */
};

/*
 * What a scheme leaves in ir_kernel_info.outlines.  Grids need nothing but the parts.  Functions
 * are numbered from 1; somebody stores the number of one into the cell, others come to `select`
 * with it in `selected`, branch to the part, and go on in `join`.
 */
struct outlines {
	struct outline *parts;
	struct ir_value cell;
	struct ir_block *select, *join;
	struct ir_value selected; /* I64 */
	/* A vote that tells ptxas that a warp comes to select as a whole, which it believes only as long
	 * as it sees all code behind: nobody votes where functions are called through a pointer.  Or NULL. */
	struct ir_inst *vote;
	/*
	 * Instead of all that: the parts have symbols, whose addresses are published, and one
	 * parameter; nobody comes to their entries.
	 */
	bool published;
};

/*
 * Requires: a kernel, or a called function (scheme/called.c), after lower_work.  Moves each part to
 * a function of its own.
 *
 * With `direct`, entry stays behind with a direct call; a single function stays whole, in its
 * caller.  Without, the cell gets the function's address, and one call through it replaces all that
 * select branched to; for that all functions have the parameters that any of them needs.
 *
 * A part may read registers that its caller assigns before it; they become parameters.  Kernel
 * parameters that a part reads are loaded in the prologue and passed like others.  Team memory that
 * a part uses becomes a module variable: a function's own is no one else's.
 *
 * A grid's launch stays behind in entry, which waits for the grid's end unless there is a cut.  The
 * team's number and count are passed like parameters, since the grid has numbers of its own.  With
 * `strict` the host starts one thread, which starts the teams.
 */
void outline_parts(struct ir_func *f, struct ir_module *m, bool direct, bool strict);

/* grid.c: a launch by device code. */
struct grid_launch {
	struct ir_symbol *kernel;
	struct ir_value teams, threads; /* one-dimensional grid and block */
	enum {
		GRID_JOINED,
		GRID_FREE,
		GRID_TAIL
	} how;                       /* waited for; by nobody here; when this grid has ended */
	const struct ir_param *sig;  /* nargs of them */
	const struct ir_value *args; /* VAL_NONE: this kernel's own parameter of the same number */
	int nargs;
	struct place place; /* of what failed, for the message */
};

/* Puts the launch at the cursor, which is left behind it.  dims: 24 bytes of thread memory. */
void launch_grid(struct ir_cursor *c, struct ir_module *m, const struct grid_launch *l,
	struct ir_slot *dims);
struct ir_slot *launch_dims(struct ir_func *f);
/* A block that ends the program with a message: that `words` is not so, at place. */
struct ir_block *fail_with(struct ir_func *f, struct ir_module *m, struct place place,
	const char *label, const char *words);

/*
 * team.c: what starts the teams, when the regions are grids.  f, which the host launches, keeps
 * its name and parameters; the code of the team may go to a kernel of its own.
 */
enum {
	TEAM_NUMBER,
	TEAM_COUNT,
	TEAM_LABEL,
	TEAM_PARAMS
}; /* its last parameters, where there are cuts */
void outline_team(struct ir_func *f, struct ir_module *m, bool strict);

#endif
