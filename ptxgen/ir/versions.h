/*
 * versions.h: which assignment of a variable reaches a point of a plain graph.
 *
 * What static single assignment would name (Cytron et al.: Efficiently Computing Static Single Assignment Form, 1991),
 * asked for one variable at a time.  A snapshot, like its graph; new registers and code that assigns them do no harm.
 */
#ifndef IR_VERSIONS_H
#define IR_VERSIONS_H

#include "ir/graph.h"

struct versions;

struct versions *versions_new(struct arena *a, const struct graph *g);

/*
 * Return what r holds ahead of `at`, an instruction of b: the instruction that assigned it, or the block that begins
 * where several assignments, or none, may reach.  Where it is the same at two points, of which one dominates the
 * other, r has the value there that it had when control was at the first one last.  NULL: the function is too large.
 */
const void *version_of(struct versions *s, ir_reg r, const struct ir_block *b,
	const struct ir_inst *at);

#endif
