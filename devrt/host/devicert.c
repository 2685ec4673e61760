/*
 * devicert.c: CUDA's device runtime, libcudadevrt.a, which a GPU needs for kernels that launch
 * kernels. It comes with the toolkit, not with the driver; the simulator has its own and is never
 * given it.
 */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include "rt.h"

/* Where it may be, in the order of asking; a variable that is unset is passed over. */
static const struct {
	const char *variable, *pattern;
} places[] = {
	{ "DEVRT_LIBDIR", "" },
	{ "CUDA_HOME", "/lib64" },
	{ "CUDA_HOME", "/lib" },
	{ "CUDA_PATH", "/lib64" },
	{ "CUDA_PATH", "/lib" },
	{ NULL, "/usr/local/cuda/lib64" },
	{ NULL, "/usr/local/cuda-*/lib64" },
	{ NULL, "/usr/local/cuda-*/targets/*/lib" },
	{ NULL, "/opt/cuda/lib64" },
	{ NULL, "/usr/lib/cuda/lib64" },
	{ NULL, "/usr/lib/*-linux-gnu" },
};

/* The last match, which of several toolkits is the newest one. */
static bool
match(const char *variable, const char *pattern, char *path, size_t size)
{
	const char *base = variable ? getenv(variable) : "";
	glob_t found;
	char file[4096];
	bool any;

	if (!base || (variable && !*base))
		return false;
	snprintf(file, sizeof file, "%s%s/libcudadevrt.a", base, pattern);
	any = glob(file, 0, NULL, &found) == 0 && found.gl_pathc > 0;
	if (any)
		snprintf(path, size, "%s", found.gl_pathv[found.gl_pathc - 1]);
	globfree(&found);
	return any;
}

CUresult
devrt_add_device_runtime(struct devrt_device *dev, CUlinkState state, char *log, size_t size)
{
	char path[4096];

	for (size_t i = 0; i < sizeof places / sizeof *places; i++)
		if (match(places[i].variable, places[i].pattern, path, sizeof path))
			return dev->drv->cuLinkAddFile_v2(state, CU_JIT_INPUT_LIBRARY, path, 0,
				NULL, NULL);
	snprintf(log, size,
		"its kernels launch kernels, which needs libcudadevrt.a of the CUDA toolkit; "
		"DEVRT_LIBDIR or CUDA_HOME says where it is\n");
	return CUDA_ERROR_FILE_NOT_FOUND;
}
