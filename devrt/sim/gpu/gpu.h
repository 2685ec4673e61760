/*
 * gpu.h: the GPUs that the simulator can be, as texts: one file NAME.gpu each, built in, and read
 * by gpu.c as a user's own file is.
 */
#ifndef SIM_GPU_H
#define SIM_GPU_H

#include <stddef.h>

struct gpu_text {
	const char *name, *text; /* "v100.gpu" */
};
extern const struct gpu_text gpu_texts[]; /* ends in NULL */

#endif
