/*
 * lines.h: what happened at each instruction of a kernel and of the functions that it called, over
 * all teams and launches: how often, with how many lanes, and what warps waited for.
 */
#ifndef SIM_TIMING_LINES_H
#define SIM_TIMING_LINES_H

#include "timing/timing.h"

struct lines;
struct lines *lines_new(void);
void lines_free(struct lines *l);
/* Add the counts of a launch, whose module is loaded. */
void lines_take(struct lines *l, const struct costs *costs);
/* Add what another one has; functions are known by name and length. */
void lines_add(struct lines *l, const struct lines *from);
/* Append ,"functions": [...]; each has a name and its code, an array with an object for each
 * instruction: text; file and line of the source, if known; warps, lanes, diverged, own and waited of
 * struct line_counts, if any warp executed it. */
void lines_json(const struct lines *l, struct sim_log *out);

#endif
