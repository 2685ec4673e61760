/*
 * reach.h: which calls may come to a parallel region.
 *
 * Functions with regions that a kernel calls are normally built into it, and their regions are the
 * kernel's.  Those that are called by themselves, through pointers or from other files are device
 * functions (build/omp/serial.c); the team's workers must then be ready for regions which the
 * kernel does not know.  find_reach looks at a module that build_unit has just made and fills in
 * ir_func.reach of device functions and, for calls of their sequential code, of kernels.
 *
 * REACH_SURE: there is such a function in this unit.  REACH_MAYBE: the call leaves the unit, or
 * goes through a pointer that may come from outside.
 */
#ifndef IR_REACH_H
#define IR_REACH_H

#include "ir/ir.h"

void find_reach(struct ir_module *m);

/*
 * Make local variables the team's (SLOT_TEAM) if sequential code of f lets their addresses escape:
 * a call may then come to a region that uses them.  Return whether there are any.
 */
bool share_escaping(struct ir_func *f);

/* Return the variable for struct devrt_team (devrt.h), at the begin of dynamic shared memory. */
struct ir_symbol *team_record(struct ir_module *m);

#endif
