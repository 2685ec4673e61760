/*
 * called.h: parallel regions in functions that are called by themselves, through pointers or from
 * other files: what the kernel of a scheme with waiting workers and such functions agree on
 * (struct devrt_team in devrt.h; ir/reach.h finds who needs it).
 *
 * The kernel of such a scheme has a master whose CUDA thread is ntid.x - CALLED_MASTER and nobody
 * else who executes sequential code; workers, threads 0 … ntid.x - CALLED_MASTER - 1, which wait at
 * barrier 0, look into `work`, call `region` with `frame` where that is DEVRT_ELSEWHERE, meet again
 * at barrier 0; and dynamic shared memory of at least sizeof(struct devrt_team).  No other kernel
 * has so much: functions see by that, and by their thread's number, whether a team is at their
 * service.
 */
#ifndef SCHEME_CALLED_H
#define SCHEME_CALLED_H

#include "scheme/common.h"

enum { CALLED_MASTER = 32 };

/* A field of the record: team_field(f, offsetof(struct devrt_team, …)). */
struct ir_value team_field(const struct ir_func *f, size_t offset);

/* The kernel's master, before anything else: the record's first values. */
void begin_team(struct ir_cursor *c);
/* A worker: calls the region that the record names. */
void call_elsewhere(struct ir_cursor *c);

/* The hook of struct scheme. */
void lower_called(struct ir_func *f, struct ir_module *m, const struct target *t,
	const struct scheme *self);

#endif
