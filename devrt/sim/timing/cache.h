/*
 * cache.h: the timed memory system: L1 and read-only caches of each SM, L2, DRAM.  Each is a server
 * with the time at which it is free again; a request goes through them in order and gets the time
 * at which its data arrive.  Nothing here holds data.
 */
#ifndef SIM_TIMING_CACHE_H
#define SIM_TIMING_CACHE_H

#include "timing/timing.h"

enum { BY_TIMED = 1, BY_UNTIMED };

struct cache_line {
	uint64_t tag;         /* line + 1; 0: empty */
	uint8_t valid, dirty; /* sectors */
	uint8_t untimed;      /* sectors that a team which is not timed was the first to read */
	uint8_t seen_by;      /* 0: nobody in this launch */
	uint32_t used;        /* the cache's clock, then */
	double ready;         /* when the last fill arrives */
};

struct cache {
	struct cache_line *line;
	uint32_t sets, ways, clock;
	uint32_t begun; /* the clock when the launch began */
	bool any;       /* a full set loses any of its lines, not the oldest */
};

/* The part of one SM. */
struct sm_memory {
	struct cache l1, nc;
	struct cache *code; /* of instructions: two, which the device keeps */
	double fetch;       /* when the way to them is free */
	unsigned side;      /* of L2 that is near */
	double port;        /* to L2 and back: when it is free */
	double *waiting;    /* when each of the last `outstanding` sectors arrived */
	uint32_t next;
};

#define HOT_ADDRESSES 4096
#define SLICES 256 /* of L2, at most */

/* Where atomics wait for one another. */
struct atomics {
	double free;    /* when all so far are done */
	double untimed; /* of teams that are not timed, for which no other has stood yet */
	double trying;  /* cycles that one try each of those takes that compete (contend.c) */
};

/* What a device keeps from one launch to the next. */
struct caches {
	struct cache l2;
	struct cache (*code)[2]; /* of each SM; without lines until machine code runs there */
	struct past *past;       /* launches so far (sample.c) */
};

struct memory {
	const struct timing_model *model;
	struct timing_counts *counts;
	struct cache *l2;
	struct cache own; /* of a sample: its part of L2, for what only timed teams use */
	struct caches *kept;
	double now; /* of the access */
	double l2_free, dram_free;
	double writes;        /* share of writes among recent DRAM traffic */
	double load, load_at; /* share of recent time in which DRAM was busy; up to when */
	double read_cycles, write_cycles;                 /* of a 32-byte sector */
	struct atomics hot[HOT_ADDRESSES], slice[SLICES]; /* on one address; in one slice of L2 */
	double share;  /* of a sample (sample.c): as much as it does all of the chip does */
	double owed;   /* sectors that L2 has yet to write to DRAM, for which its accesses pay */
	double unread; /* of a sample: its share of what DRAM was read for, less what it has read */
};

void memory_init(struct memory *m, const struct timing_model *tm, struct sim_device *dev,
	struct timing_counts *counts);
void sm_memory_init(struct sm_memory *s, const struct memory *m, unsigned number,
	size_t shared_in_use);
/* Time a sample: share is the chip's part of it. */
void memory_share(struct memory *m, double share);
void memory_free(struct memory *m);
void sm_memory_free(struct sm_memory *s);

/*
 * Return when a line of code is there for a warp that wants it at t; since: when it had the line
 * before, behind which this one was expected, or a negative number.
 */
double memory_fetch(struct memory *m, struct sm_memory *s, uint32_t line, double since, double t);

/* Let an access of a team that is not timed change L2, in no time. */
void memory_touch(struct memory *m, const struct trace_access *a);

/* Return where an atomic waits for others, and the cycles in *work that it takes there. */
struct atomics *memory_atomics(struct memory *m, const struct trace_access *a, double *work);

/* Return the time, in cycles, at which a global, constant or local access that starts at t ends. */
double memory_access(struct memory *m, struct sm_memory *s, const struct cost *c,
	const struct trace_access *a, double t);

#endif
