/*
 * spmd_sync.c: where code that all threads execute needs barriers.
 *
 * Threads are at different places between two barriers.  Forward along the graph goes what may have
 * happened since the last barrier: reads of memory, reads of cells, writes by the master, a region
 * (which does all of it).  An event gets a barrier when it could conflict with one of these:
 *
 *      event       conflicts with
 *      READ        master's writes
 *      RECEIVE     master's writes (of the cells)
 *      WRITE       reads of memory and of cells; not the master's own writes
 *      FORK        reads of memory, master's writes; not reads of cells, which regions do not write
 *
 * A region leaves reads and writes behind, so whatever comes next waits for it, and the end of the
 * kernel does not.  All events lie on paths that all threads take together, since their decisions
 * are replicated or broadcast: a barrier is met by all.
 */
#include "scheme/spmd_int.h"

enum { DID_READ = 1, DID_RECEIVE = 2, DID_WRITE = 4 };

struct happening {
	struct ir_block *block;
	enum sync_event event;
};

struct sync {
	struct ir_func *f;
	VEC(struct happening) events;
	unsigned *before;       /* by block id: what may have happened at its beginning */
	enum sync_event *event; /* by block id */
};

struct sync *
sync_new(struct ir_func *f)
{
	struct sync *y = NEW(f->arena, struct sync);

	y->f = f;
	return y;
}

void
sync_event(struct sync *y, struct ir_block *b, enum sync_event e)
{
	vec_push(y->f->arena, &y->events, ((struct happening){ b, e }));
}

static unsigned
conflicts(enum sync_event e)
{
	switch (e) {
	case SYNC_READ:
	case SYNC_RECEIVE: return DID_WRITE;
	case SYNC_WRITE: return DID_READ | DID_RECEIVE;
	case SYNC_FORK: return DID_READ | DID_WRITE;
	default: return 0;
	}
}

/* Return what may have happened at the end of a block. */
static unsigned
after(unsigned before, enum sync_event e)
{
	if (before & conflicts(e))
		before = 0;
	switch (e) {
	case SYNC_READ: return before | DID_READ;
	case SYNC_RECEIVE: return before | DID_RECEIVE;
	case SYNC_WRITE: return before | DID_WRITE;
	case SYNC_FORK: return DID_READ | DID_RECEIVE | DID_WRITE;
	default: return before;
	}
}

static void
solve(struct sync *y)
{
	int width = graph_max_successors(y->f) + 1;
	struct ir_block **succ = NEWN(y->f->arena, struct ir_block *, width);

	for (bool changed = true; changed;) {
		changed = false;
		for (struct ir_block *b = y->f->blocks; b; b = b->next) {
			unsigned out = after(y->before[b->id], y->event[b->id]);
			int n = ir_successors(b, succ, width);
			for (int i = 0; i < n; i++) {
				changed |= (out & ~y->before[succ[i]->id]) != 0;
				y->before[succ[i]->id] |= out;
			}
		}
	}
}

void
sync_emit(struct sync *y)
{
	y->before = NEWN(y->f->arena, unsigned, y->f->nblocks);
	y->event = NEWN(y->f->arena, enum sync_event, y->f->nblocks);
	for (size_t i = 0; i < y->events.n; i++)
		y->event[y->events.v[i].block->id] = y->events.v[i].event;
	solve(y);
	for (size_t i = 0; i < y->events.n; i++) {
		struct ir_block *b = y->events.v[i].block;
		struct ir_cursor c = {
			.func = y->f,
			.block = b,
			.before = b->first,
			.place = b->place,
		};

		if (y->before[b->id] & conflicts(y->event[b->id]))
			ir_bar(&c, 0, ir_none())->index = BAR_ORDERS;
	}
}
