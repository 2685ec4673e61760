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
 * Sequential code of f lets the addresses of these variables get away; where a call may come to a
 * region they must be the team's: SLOT_LOCAL becomes SLOT_TEAM.
 */
bool share_escaping(struct ir_func *f); /* there are such variables */

/* The variable that is struct devrt_team (devrt.h), at the beginning of dynamic shared memory. */
struct ir_symbol *team_record(struct ir_module *m);

#endif
