/*
 * work.h: worksharing and synchronisation, lowered by steps that all schemes share.
 *
 * Before the scheme: lower_sequential.  After it: lower_work, which leaves no constructs, no
 * abstract operations and no SLOT_TEAM.
 */
#ifndef WORK_H
#define WORK_H

#include "scheme/scheme.h"

/*
 * Loops and criticals of the team-sequential part become plain code (teams share a `distribute` in
 * the same way under every scheme), so that schemes see only regions and the code between them.
 */
void lower_sequential(struct ir_func *f, struct ir_module *m);

/*
 * Requires: no CON_PARALLEL.  Of a kernel, or of a device function with ir_kernel_info.called,
 * whose team memory all goes to its frame.
 */
void lower_work(struct ir_func *f, struct ir_module *m, const struct scheme *s,
	const struct target *t);

#endif
