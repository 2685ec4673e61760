/*
 * stats.h: adds up the costs of timed launches and copies and reports them, as a table for people
 * and as JSON for tools.  A line of the table is one kernel on one device with one shape.
 */
#ifndef SIM_TIMING_STATS_H
#define SIM_TIMING_STATS_H

#include "timing/timing.h"

enum copy_kind { COPY_TO_DEVICE, COPY_TO_HOST, COPY_ON_DEVICE, NCOPIES };

struct stats;
struct stats *stats_new(void);
void stats_free(struct stats *s);
void stats_launch(struct stats *s, const struct sim_model *gpu, const struct sim_launch *l,
	const struct timing_run *run);
/* Return the microseconds that the copy takes.  piece: 0, or which piece it is of a copy of small
 * data in several, from 1 on. */
double stats_copy(struct stats *s, const struct sim_model *gpu, enum copy_kind kind, size_t bytes,
	int piece);
void stats_table(const struct stats *s, struct sim_log *out);
void stats_json(const struct stats *s, struct sim_log *out);

#endif
