/*
 * spmd_int.h: what spmd.c, spmd_guard.c and spmd_sync.c share.
 */
#ifndef SCHEME_SPMD_INT_H
#define SCHEME_SPMD_INT_H

#include "scheme/spine.h"

/* ---- spmd_guard.c ---- */

/* Decides for each chunk whether it is guarded; may turn local variables into the team's. */
void guard_chunks(struct spine *s);

/* No effect, no memory, and the same result in every thread. */
bool replicable(const struct ir_inst *i);

/* The code of c reads memory that others might write. */
bool chunk_reads(const struct spine *s, const struct chunk *c);

/* Scheme record: no guard lies where control comes by often without a region. */
bool guards_pay(const struct ir_func *f, struct refusal *why);

/* Scheme record: the chunks that are guarded, and why. */
struct refusal *guards(const struct ir_func *f, int *n);

/* ---- spmd_sync.c ---- */

/* What begins in a block, as far as other threads can notice. */
enum sync_event {
	SYNC_NONE,
	SYNC_READ,    /* every thread reads memory */
	SYNC_RECEIVE, /* every thread reads cells of broadcast values */
	SYNC_WRITE,   /* the master reads and writes memory and cells */
	SYNC_FORK,    /* every thread reads and writes memory, differently */
};

struct sync;
struct sync *sync_new(struct ir_func *f);
void sync_event(struct sync *y, struct ir_block *b, enum sync_event e);

/* Once the graph is complete: puts a barrier in front of every event that needs one. */
void sync_emit(struct sync *y);

#endif
