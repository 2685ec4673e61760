/*
 * build.h: from the tree to IR: one kernel per target region, and the device functions they call.
 *
 * Requires a unit without errors.  Device code that PTX cannot express is reported at its place.
 *
 * Decisions made here, so that schemes and passes need not know C or OpenMP's data-sharing rules:
 *  - scalars whose address is not taken are registers; what a region shares and writes, and what
 *    sequential code of a kernel with regions lets escape by address, is a SLOT_TEAM;
 *  - private, firstprivate, lastprivate, linear and reduction copies are new registers or local
 *    slots; lastprivate is an assignment guarded by index == count-1 at the end of the body;
 *  - single, master, masked are branches on OMP_THREAD; sections is a CON_LOOP over a switch;
 *  - functions that contain OpenMP constructs or ask for thread numbers are built in place where
 *    they are called (so their nesting is known); calls from themselves, through pointers and from
 *    other files reach a version whose regions a scheme divides or have one thread, or are refused
 *    (build/omp/serial.c);
 *  - a library function that a call makes into instructions gets a body where its address is taken;
 *  - a parallel inside a region is serialised: built in place with one thread;
 *  - a reduction that a combined directive gives to both teams and parallel is one OMP_REDUCE with
 *    .league set, from each thread to the original, or, where no atomic does it, goes from the teams'
 *    frames to the original in the last team (build/omp/league.c).
 */
#ifndef BUILD_H
#define BUILD_H

#include "base/diag.h"
#include "ir/ir.h"
#include "ir/target.h"
#include "ptxgen.h"

/*
 * Builds all of the unit's device code in one module.  Called once per scheme attempt and
 * architecture (graphs are rewritten in place; building is cheap).
 * t: what its atomics do; the module is the same otherwise.
 * divides: regions of functions that are called (build/omp/serial.c) are left to a scheme where
 * their caller is a team's master.  Returns NULL after errors.
 */
struct ir_module *build_unit(struct arena *a, struct diag *d, struct unit *u,
	const struct ptxgen_options *o, const struct target *t, bool divides);

/* Globals that the runtime must know, after build_unit. */
int build_globals(struct ir_module *m, struct ptxgen_global **out);

#endif
