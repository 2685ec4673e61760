/* -profile: the program of one column, compiled, linked and run on a simulated device.
 * The device is DEVRT_DEVICE if that names a simulated one, else one of the column's architecture.
 * The column gets the run's statistics (DEVRT_STATS) and the timeline of each kernel's first launch
 * (DEVRT_TIMELINE), with -profile=steps also its steps (DEVRT_STEPS).  The program is run once for
 * each of the first few launches, because a run records one, and once with -profile=run, not timed
 * and without any of these. */
#ifndef DRIVER_PROFILE_H
#define DRIVER_PROFILE_H

#include "view/compare.h"
#include "driver/job.h"

/* O: the column's options.  Return false, after messages, if the program cannot be built.  If it
 * does not run or ends with an error, COLUMN->profile_note says so. */
bool driver_profile(struct job *, const struct options *o, struct compare_column *);

#endif
