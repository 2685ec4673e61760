/*
 * observer.h: what a running grid, and the host, tell those who watch: statistics, timing,
 * timelines, checks.
 *
 * An observer is a record of functions and a context; a missing function means that it does not ask
 * for that event.  Several may watch at once; sim_launch names them, in the order in which they are
 * told.  Without observers nothing of this is executed: a warp chooses its loop once
 * (exec/warp.c), and a memory instruction asks one flag.
 *
 * Observers only look.  They read teams, warps and instructions (exec/exec.h, exec/decode.h) and
 * change nothing. Events of one team come in the order of execution; teams on different host
 * threads report at the same time, unless some observer is `serial`: then the launch uses one host
 * thread.
 */
#ifndef SIM_CORE_OBSERVER_H
#define SIM_CORE_OBSERVER_H

#include "core/core.h"

struct access; /* exec/observer.h, as what execution asks of who times it */
struct grid;
struct team;
struct warp;

struct sim_observer {
	void *ctx;
	bool serial;
	bool children; /* it is told of grids that device code launches, too */
	void (*launch_begin)(void *ctx, const struct grid *g);
	void (*launch_end)(void *ctx, const struct grid *g);
	void (*team_begin)(void *ctx, struct team *t);
	/* all its threads have ended; not after a fault */
	void (*team_end)(void *ctx, struct team *t);
	/*
	 * An instruction has been executed, by the lanes of mask: those of group, which share the
	 * program counter, for which the guard holds; mask may be 0.  Its own accesses and barrier
	 * events came just before.  A call's or branch's effect is already in w.
	 */
	void (*issue)(void *ctx, struct warp *w, const struct inst *in, uint32_t mask,
		uint32_t group);
	void (*access)(void *ctx, struct warp *w, const struct access *a);
	/* Lanes of w reach barrier id; waits: false for bar.arrive. */
	void (*arrive)(void *ctx, struct warp *w, const struct inst *in, uint32_t id, uint32_t mask,
		bool waits);
	/* Barrier id is complete (state still that of the last arrival), then each group that it
	 * lets go. */
	void (*release)(void *ctx, struct team *t, uint32_t id);
	void (*resume)(void *ctx, struct warp *w, const struct inst *in, uint32_t id,
		uint32_t mask);
	/* The lanes have met at a bar.warp.sync; with converged warps all of them always have. */
	void (*meet)(void *ctx, struct warp *w, const struct inst *in, uint32_t lanes);
	/* A lane of w has waited for all grids that its team launched. */
	void (*joined)(void *ctx, struct warp *w, uint32_t lane);
	/* For HOST_COPY, within the device, addr is the destination and from the source; else from
	 * is 0. */
	void (*host)(void *ctx, struct sim_device *dev, enum host_event e, uint64_t addr,
		uint64_t from, size_t bytes);
};

/* Tells all observers of a NULL-terminated list, which may be NULL itself. */
#define EMIT_TO(list, event, ...) \
	do { \
		for (const struct sim_observer *const *o_ = (list); o_ && *o_; o_++) \
			if ((*o_)->event) \
				(*o_)->event((*o_)->ctx, __VA_ARGS__); \
	} while (0)

#endif
