/*
 * gpu.h: the texts of the built-in GPU models, files NAME.gpu; gpu.c reads them as it reads a
 * user's own file.
 */
#ifndef SIM_GPU_H
#define SIM_GPU_H

#include <stddef.h>

struct gpu_text {
	const char *name, *text; /* "v100.gpu" */
};
extern const struct gpu_text gpu_texts[]; /* ends in NULL */

#endif
