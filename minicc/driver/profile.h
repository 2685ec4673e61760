/* -profile: the program of one column, compiled, linked and run on a simulated device.
 *
 * The device is DEVRT_DEVICE when that names a simulated one, else the one of the column's
 * architecture.  The run's statistics (DEVRT_STATS) and the timeline of each kernel's first launch
 * (DEVRT_TIMELINE) go into the column, with -profile=steps its steps (DEVRT_STEPS), too; one run for
 * each of the first few launches, because a run shows one. */
#ifndef DRIVER_PROFILE_H
#define DRIVER_PROFILE_H

#include "view/compare.h"
#include "driver/job.h"

/* O: the column's options.  False, after messages, when the program cannot be made; where it did
 * not run or ended with an error COLUMN->profile_note says so. */
bool driver_profile(struct job *, const struct options *o, struct compare_column *);

#endif
