/*
 * observer.h: how execution reports memory accesses to observers (core/observer.h), and what it
 * calls in a timed launch.
 */
#ifndef SIM_EXEC_OBSERVER_H
#define SIM_EXEC_OBSERVER_H

#include "core/observer.h"
#include "exec/exec.h"

enum access_kind { ACCESS_READ, ACCESS_WRITE, ACCESS_ATOMIC };

/*
 * One memory instruction of one warp, or its part in one state space, which is never SPACE_GENERIC.
 * addr, for lanes of mask: in global and constant memory the device address, in shared memory the
 * offset in the team's, in local memory in the lane's, in parameter memory in the kernel's block.
 * All of it has been found valid.
 */
struct access {
	const struct inst *in; /* in->ordered: volatile, relaxed, acquire, release */
	enum access_kind kind;
	enum space space;
	uint32_t mask, bytes; /* bytes of each lane, all elements of a vector */
	uint64_t addr[WARP];
};

#define EMIT(grid, event, ...) EMIT_TO((grid)->launch->observers, event, __VA_ARGS__)

/* Return the bytes of one element that an instruction accesses: of machine code as PTX has it, for
 * ptxas makes one access of several. */
static inline uint32_t
inst_each(const struct inst *in, uint32_t bytes)
{
	unsigned vec = in->vec ? in->vec : 1, typed = type_bytes(in->src->types[0]);
	return in->src->from && typed && bytes % typed == 0 ? typed : bytes / vec;
}

/* mem.c: report the lanes' accesses, by state space. */
void mem_report(struct warp *w, const struct inst *in, uint32_t mask, const uint64_t addr[WARP],
	enum access_kind kind);

/*
 * What times a launch (timing/launch.c): unlike an observer it decides which team runs next, and
 * what the time is.  A child is a grid that device code of the launch launches.
 */
struct sim_timing {
	void *ctx;
	/* Run the teams of g instead of its workers: call grid_advance as often as needed, then
	 * grid_finish. */
	void (*run)(void *ctx, struct grid *g);
	/* Set *now to warp w's time in cycles; return false if w must first wait for other warps. */
	bool (*clock)(struct warp *w, uint64_t *now);
	/* Return whether warp w is so far ahead in time that what it polls for may happen earlier. */
	bool (*ahead)(struct warp *w);
	/* Return what times a child. */
	const struct sim_timing *(*child)(void *ctx);
	/* The child with this ctx has ended; charge its time to from, unless NULL. */
	void (*child_end)(void *ctx, const struct launched *from);
};

/* grid.c: grid_advance runs team id a little further, or returns false if no team can run;
 * grid_finish ends the grid. */
bool grid_advance(struct grid *g, struct worker *worker, uint64_t id);
void grid_finish(struct grid *g);

#endif
