/*
 * machine_int.h: the timed machine, inside.  machine.c decides which warp is next, issue.c what becomes
 * of its instruction.
 */
#ifndef SIM_TIMING_MACHINE_INT_H
#define SIM_TIMING_MACHINE_INT_H

#include "timing/cache.h"

#define GROUPS 4       /* schedulers at most */
#define MAX_ACCESSES 4 /* state spaces that one instruction can reach */

struct mwarp {
	struct mteam *team;
	struct warp_trace *trace;
	uint32_t id, sched; /* in its team; its scheduler */
	enum stall why;     /* what its next try waits for */
	bool reserved;      /* the pipeline is taken, only the slot is missing */
	int paired;         /* instructions issued in this cycle (dual issue) */
	double last;        /* when its last instruction was done with the front end */
	double charged;     /* until when its waiting is counted (hold) */
	double owed;        /* cycles at a barrier whose instruction comes behind them */
	bool arriving;      /* at a barrier whose instruction comes next */
	uint32_t barrier;   /* id of the instruction that may be one, and 1 */
	uint32_t line;      /* of code that it has, and 1; and since when */
	double fetched;
	double mark; /* since when `since` instructions have been issued, without a barrier */
	uint64_t since;
	double cut;     /* cycles of what left no trace, beyond the machine's time */
	double read[2]; /* when it last read global and shared memory */
	double *trying, work,
		until; /* where its failing tries take so many cycles each; up to when */
	uint64_t held; /* 1 + index of the generation that it waits for */
	struct trace_access access[MAX_ACCESSES];
	unsigned naccess;
	double ready[SCOREBOARD];
	bool from_memory[SCOREBOARD];
};

struct mteam {
	struct team_trace *trace;
	struct sm *sm;
	uint32_t nlive;
	double stored; /* when the last of its stores so far has arrived */
	double late;   /* when it ends, with cuts */
	struct mwarp *warps;
	struct places places; /* in its shared memory */
	struct mteam *next;
};

struct scheduler {
	double free, last; /* last: end of the slot that was used last */
	double unit[NUNITS];
};

struct sm {
	struct scheduler sched[GROUPS];
	double lsu, tex, barrier, start;
	double trying; /* as of struct atomics: of the pipeline to shared memory */
	struct sm_memory memory;
	int blocks;
	bool has_table; /* the function's constants are in its cache */
	uint32_t slots; /* given to warps: the next one gets the next scheduler */
};

struct event {
	double when;
	uint64_t order;
	struct mwarp *warp;
};

/* A warp that waits until a place has this value: a lock. */
struct waiting {
	struct mwarp *warp;
	const struct places *at;
	uint64_t key;
	uint32_t value, lanes;
	double since, next, round; /* its next try; cycles between two */
};

struct machine {
	const struct timing_model *model;
	const struct sim_model *gpu;
	struct grid *grid;
	struct worker worker;
	struct tracer *tracer;
	struct sample *sample;
	struct span_sink *spans;
	struct step_sink *steps;
	struct timing_counts *counts;
	struct memory memory;
	struct sm *sm;
	struct event *heap, *aside; /* aside: without anything to do until another warp goes on */
	size_t nheap, heap_cap, naside, aside_cap;
	bool first_taken;          /* of the heap: its warp runs */
	uint64_t order, next_team; /* next_team: among those that are timed */
	uint64_t revived;          /* instructions when all were aside, and 1 */
	struct places places;      /* in global memory */
	struct waiting *waiting;
	size_t nwaiting, waiting_cap;
	bool no_locks; /* what looked like one was not opened again */
	struct mteam *pool;
	double dispatch, end, launcher;
	double late; /* the end, with cuts */
	int per_sm;
	bool failed;
	bool is_static; /* it runs machine code */
};

/* machine.c: let a warp go on at a time. */
void try_at(struct machine *m, struct mwarp *w, double when);

/* ---- contend.c ---- */

/*
 * Apply to places what an access does to them that would end `latency` after t if no warp were in
 * another's way, and return the cycles by which it ends later; c: NULL for changes without a trace.
 */
double contend(struct machine *m, struct mwarp *w, const struct cost *c,
	const struct trace_access *a, double t, double latency);
/* A warp has got what it competed for. */
void stop_trying(struct mwarp *w);
/* Put a warp aside if the lock that its next instruction takes is taken; return whether it was. */
bool locked_out(struct machine *m, struct mwarp *w, const struct cost *c, double now);
/* All wait for locks, which were none: let them all go, and believe in no other.  False: none does. */
bool open_locks(struct machine *m);

/* ---- issue.c ---- */

/*
 * Try the next instruction of a warp's trace, whose word this is and whose accesses are unpacked, at
 * `now`, and return whether it was issued; *again: when to try the next one, or this one again;
 * INFINITY: when another warp lets it.
 */
bool try_issue(struct machine *m, struct mwarp *w, uint64_t word, double now, double *again);
/* Return the cycles that one access of a warp keeps its pipeline. */
double moving(const struct timing_model *tm, const struct cost *c, const struct trace_access *a);
/* Tell the sink of steps, if there is one. */
void tell_step(struct machine *m, const struct mwarp *w, double when, enum step_kind k,
	const struct inst *in);
/* Count how long a warp has waited at the barrier that lets it go now. */
void hold_at_barrier(struct machine *m, struct mwarp *w, double now);

#endif
