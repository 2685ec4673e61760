/*
 * spmd_int.h: what spmd.c and spmd_sync.c share.
 */
#ifndef SCHEME_SPMD_INT_H
#define SCHEME_SPMD_INT_H

#include "common.h"

/* What begins in a block, as far as other threads can notice. */
enum sync_event {
	SYNC_NONE,
	SYNC_READ,                      /* every thread reads memory */
	SYNC_RECEIVE,                   /* every thread reads cells of broadcast values */
	SYNC_WRITE,                     /* the master reads and writes memory and cells */
	SYNC_FORK,                      /* every thread reads and writes memory, differently */
};

struct sync;
struct sync *sync_new(struct ir_func *f);
void sync_event(struct sync *y, struct ir_block *b, enum sync_event e);

/* Once the graph is complete: puts a barrier in front of every event that needs one. */
void sync_emit(struct sync *y);

#endif
