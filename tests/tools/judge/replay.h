/*
 * replay.h: what replay.c and simulated.c share.
 */
#ifndef REPLAY_H
#define REPLAY_H

#include "bench.h"

/* Of the simulated launches since it was cleared; on a real GPU a profiler counts. */
struct counts {
	int launches;
	double cycles;
	unsigned long long warps, threads;
};
extern struct counts counts;

#endif
