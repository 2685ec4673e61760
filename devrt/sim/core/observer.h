/*
 * observer.h: events that a running grid and the host report to observers: statistics, timing,
 * timelines, checks.
 *
 * An observer is a record of functions and a context; it does not get events whose function is NULL.
 * A launch may have several, which sim_launch lists in the order in which they are called.  Without
 * observers none of this is executed: a warp chooses its loop once (exec/warp.c), and a memory
 * instruction tests one flag.
 *
 * Observers read teams, warps and instructions (exec/exec.h, exec/decode.h) and change nothing.
 * Events of one team come in the order of execution; teams on different host threads report at the
 * same time, unless an observer is `serial`: then the launch uses one host thread.
 */
#ifndef SIM_CORE_OBSERVER_H
#define SIM_CORE_OBSERVER_H

#include "core/core.h"

struct access; /* exec/observer.h */
struct grid;
struct team;
struct warp;

struct sim_observer {
	void *ctx;
	bool serial;
	bool children; /* gets events of grids that device code launches, too */
	void (*launch_begin)(void *ctx, const struct grid *g);
	void (*launch_end)(void *ctx, const struct grid *g);
	void (*team_begin)(void *ctx, struct team *t);
	/* all its threads have ended; not after a fault */
	void (*team_end)(void *ctx, struct team *t);
	/*
	 * An instruction has been executed by the lanes of mask: those of group, the lanes at this
	 * program counter, whose guard is true; mask may be 0.  Its accesses and barrier events were
	 * reported before.  The effect of a call or branch is already in w.
	 */
	void (*issue)(void *ctx, struct warp *w, const struct inst *in, uint32_t mask,
		uint32_t group);
	void (*access)(void *ctx, struct warp *w, const struct access *a);
	/* Lanes of w reach barrier id; waits: false for bar.arrive. */
	void (*arrive)(void *ctx, struct warp *w, const struct inst *in, uint32_t id, uint32_t mask,
		bool waits);
	/* Barrier id is complete, before any state changes; then each group of lanes that it
	 * releases. */
	void (*release)(void *ctx, struct team *t, uint32_t id);
	void (*resume)(void *ctx, struct warp *w, const struct inst *in, uint32_t id,
		uint32_t mask);
	/* The lanes have met at a bar.warp.sync; a converged warp's lanes always have. */
	void (*meet)(void *ctx, struct warp *w, const struct inst *in, uint32_t lanes);
	/* A lane of w has waited for all grids that its team launched. */
	void (*joined)(void *ctx, struct warp *w, uint32_t lane);
	/* from: the source of HOST_COPY, a copy within the device to addr; else 0. */
	void (*host)(void *ctx, struct sim_device *dev, enum host_event e, uint64_t addr,
		uint64_t from, size_t bytes);
};

/* Report an event to all observers of a NULL-terminated list, which may itself be NULL. */
#define EMIT_TO(list, event, ...) \
	do { \
		for (const struct sim_observer *const *o_ = (list); o_ && *o_; o_++) \
			if ((*o_)->event) \
				(*o_)->event((*o_)->ctx, __VA_ARGS__); \
	} while (0)

#endif
