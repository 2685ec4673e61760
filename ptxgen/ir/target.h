/*
 * target.h: what an architecture can do, as far as code generation asks (facts: PTX ISA, "target
 * notes" of each instruction).  Passes ask for a capability, never for a number.
 */
#ifndef IR_TARGET_H
#define IR_TARGET_H

#include <stdbool.h>

struct target {
	int arch;                 /* 35, 70, 90 */
	const char *ptx_version;  /* lowest .version that has what we emit for it */
	bool independent_threads; /* sm_70: lanes make progress on their own; barriers count
	                           * lanes */
	bool atom_add_f64;        /* sm_60 */
	bool nanosleep;           /* sm_70 */
	bool fence;               /* fence.* rather than membar.* (sm_70) */
	bool device_sync; /* device code can wait for grids that it launched (below sm_90) */
	int shared_bytes; /* static .shared limit: 49,152 */
};

const struct target *target_find(int arch); /* NULL: not one of ours */

#endif
