/*
 * called.h: parallel regions in functions that are called by themselves, through pointers or from
 * other files: what the kernel of a scheme with waiting workers and such functions agree on
 * (struct devrt_team in devrt.h; ir/reach.h finds who needs it).
 *
 * Such a kernel has
 *   a master    CUDA thread ntid.x - CALLED_MASTER, which alone executes sequential code;
 *   workers     threads 0 … ntid.x - CALLED_MASTER - 1: they wait at barrier 0, read `work`, call
 *               `region` with `frame` if it is DEVRT_ELSEWHERE, and meet again at barrier 0;
 *   the record  at least sizeof(struct devrt_team) bytes of dynamic shared memory.
 * No other kernel has so much of that.  From its size and their thread's number functions know
 * whether workers wait for their regions.
 */
#ifndef SCHEME_CALLED_H
#define SCHEME_CALLED_H

#include "scheme/common.h"

enum { CALLED_MASTER = 32 };

/* Return the address of a field of the record: team_field(f, offsetof(struct devrt_team, …)). */
struct ir_value team_field(const struct ir_func *f, size_t offset);

/* Emit the record's first values; the kernel's master does this before anything else. */
void begin_team(struct ir_cursor *c);
/* Emit a worker's call of the region that the record names. */
void call_elsewhere(struct ir_cursor *c);

/* The hook of struct scheme. */
void lower_called(struct ir_func *f, struct ir_module *m, const struct target *t,
	const struct scheme *self);

#endif
