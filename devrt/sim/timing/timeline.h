/*
 * timeline.h: draws what the warps of one team do over time: the picture of Bertolli et al. 2014,
 * Figure 9, from an execution.  The file's name decides the form: .svg, or .json as Chrome's trace
 * events, which Perfetto reads.
 */
#ifndef SIM_TIMING_TIMELINE_H
#define SIM_TIMING_TIMELINE_H

#include "timing/timing.h"

struct timeline;
/* "FILE.svg|FILE.json[,launch=N][,team=N]", counted from 0 in order of launching; NULL:
 * malformed. */
struct timeline *timeline_new(const char *spec);
void timeline_free(struct timeline *t);
const char *timeline_file(const struct timeline *t);
/* The sink for this launch, or NULL when another one is drawn. */
struct span_sink *timeline_launch(struct timeline *t, const struct sim_model *gpu,
	const struct sim_launch *l);
void timeline_end(struct timeline *t, const struct timing_run *run);
/* Leaves out empty when the launch or team never ran: timeline_missing says so. */
void timeline_write(const struct timeline *t, struct sim_log *out);
const char *timeline_missing(const struct timeline *t);

#endif
