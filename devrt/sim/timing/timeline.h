/*
 * timeline.h: draws what the warps of one team do over time, as Figure 9 of Bertolli et al. 2014
 * does, but from an execution.  The file's suffix is its form: .svg, or .json for Chrome's trace
 * events, which Perfetto reads.
 */
#ifndef SIM_TIMING_TIMELINE_H
#define SIM_TIMING_TIMELINE_H

#include "timing/timing.h"

struct timeline;
/* Make one from "FILE.svg|FILE.json[,launch=N][,team=N]", with N from 0 in the order of launches.
 * Return NULL if that is malformed. */
struct timeline *timeline_new(const char *spec);
void timeline_free(struct timeline *t);
const char *timeline_file(const struct timeline *t);
/* Return the sink for this launch, or NULL if another one is drawn. */
struct span_sink *timeline_launch(struct timeline *t, const struct sim_model *gpu,
	const struct sim_launch *l);
void timeline_end(struct timeline *t, const struct timing_run *run);
/* Write the file's text to out, or nothing if the launch or team never ran: timeline_missing then
 * returns why. */
void timeline_write(const struct timeline *t, struct sim_log *out);
const char *timeline_missing(const struct timeline *t);

#endif
