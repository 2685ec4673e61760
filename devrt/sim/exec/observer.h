/*
 * observer.h: execution and those who watch it (core/observer.h): memory accesses, as they are
 * told; and what it asks the one who times it.
 */
#ifndef SIM_EXEC_OBSERVER_H
#define SIM_EXEC_OBSERVER_H

#include "core/observer.h"
#include "exec/exec.h"

enum access_kind { ACCESS_READ, ACCESS_WRITE, ACCESS_ATOMIC };

/*
 * One memory instruction of one warp, or its part in one state space.  Generic addresses have been
 * resolved: space is never SPACE_GENERIC.  addr: in global and constant memory the device address,
 * in shared memory the offset in the team's, in local memory the offset in the lane's, in parameter
 * memory the offset in the kernel's block; only lanes of mask count.  All of it is mapped.
 */
struct access {
	const struct inst *in; /* in->ordered: volatile, relaxed, acquire, release */
	enum access_kind kind;
	enum space space;
	uint32_t mask, bytes; /* bytes of each lane, all elements of a vector */
	uint64_t addr[WARP];
};

#define EMIT(grid, event, ...) EMIT_TO((grid)->launch->observers, event, __VA_ARGS__)

/* mem.c: reports the lanes' accesses, by state space. */
void mem_report(struct warp *w, const struct inst *in, uint32_t mask, const uint64_t addr[WARP],
	enum access_kind kind);

/*
 * Who times a launch (timing/launch.c) does more than look: it decides which team goes on, and what
 * the time is.  A child is a grid that the launch's device code launches.
 */
struct sim_timing {
	void *ctx;
	/* Run the teams of g in place of its workers: grid_advance as often as wanted, then
	 * grid_finish. */
	void (*run)(void *ctx, struct grid *g);
	/* Tell warp w the time in cycles; false: not before other warps have come so far. */
	bool (*clock)(struct warp *w, uint64_t *now);
	/* Warp w is so far ahead in time that what it polls for may happen before. */
	bool (*ahead)(struct warp *w);
	/* Return who times a child. */
	const struct sim_timing *(*child)(void *ctx);
	/* The child with this ctx has ended; charge its launch for it, or NULL: nobody. */
	void (*child_end)(void *ctx, const struct launched *from);
};

/* grid.c: go on with team id until it has done something more; false: none can go on.  Then run
 * what is left of the grid. */
bool grid_advance(struct grid *g, struct worker *worker, uint64_t id);
void grid_finish(struct grid *g);

#endif
