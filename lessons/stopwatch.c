/*
 * stopwatch.so: times each kernel that a program launches through the CUDA driver API.
 *
 *     STOPWATCH=times.txt LD_PRELOAD=stopwatch.so program
 *
 * Stands between the program and dlsym(): it hands out a cuLaunchKernel of its own, which records an event before and
 * one behind each launch and waits for it.  So a time is what the device took, with some microseconds for an
 * event and a start, and kernels do not overlap.  At the end the file gets a line for each launch: kernel, microseconds.
 * For programs of one thread; not for programs that are linked with libcuda.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cuda_abi.h"

typedef void *lookup_fn(void *lib, const char *name);

enum { MOST = 256 };

/* One program, one driver: what is found is kept here, for want of an argument to pass it in. */
static struct {
	cuLaunchKernel_fn *launch;
	cuModuleGetFunction_fn *get_function;
	cuEventRecord_fn *record;
	cuEventSynchronize_fn *synchronize;
	cuEventElapsedTime_fn *elapsed;
	cuEventCreate_fn *create;
	CUevent begin, end;
	struct { CUfunction f; char name[128]; } kernels[MOST];
	int nkernels;
	FILE *out;
} watch;

static const char *
name_of(CUfunction f)
{
	for (int i = watch.nkernels; i-- > 0; )
		if (watch.kernels[i].f == f)
			return watch.kernels[i].name;
	return "?";
}

static CUresult
get_function(CUfunction *f, CUmodule m, const char *name)
{
	CUresult r = watch.get_function(f, m, name);

	if (r == CUDA_SUCCESS && watch.nkernels < MOST) {
		watch.kernels[watch.nkernels].f = *f;
		snprintf(watch.kernels[watch.nkernels++].name, sizeof watch.kernels[0].name, "%s", name);
	}
	return r;
}

static CUresult
launch(CUfunction f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
	unsigned shared, CUstream stream, void **params, void **extra)
{
	float ms = 0;
	CUresult r;

	if (!watch.begin) {
		watch.create(&watch.begin, 0);
		watch.create(&watch.end, 0);
	}
	watch.record(watch.begin, stream);
	r = watch.launch(f, gx, gy, gz, bx, by, bz, shared, stream, params, extra);
	watch.record(watch.end, stream);
	if (r != CUDA_SUCCESS || watch.synchronize(watch.end) || watch.elapsed(&ms, watch.begin, watch.end))
		return r;
	if (!watch.out && getenv("STOPWATCH"))
		watch.out = fopen(getenv("STOPWATCH"), "w");
	if (watch.out) {
		fprintf(watch.out, "%s %.2f %ux%u\n", name_of(f), ms * 1000, gx, bx);
		fflush(watch.out);
	}
	return r;
}

void *
dlsym(void *lib, const char *name)
{
	static const char *const versions[] = { "GLIBC_2.34", "GLIBC_2.2.5", "GLIBC_2.17" };
	lookup_fn *lookup = NULL;
	void *found;

	for (size_t i = 0; !lookup && i < sizeof versions / sizeof versions[0]; i++)
		lookup = (lookup_fn *)dlvsym(RTLD_NEXT, "dlsym", versions[i]);
	if (!lookup || !(found = lookup(lib, name)))
		return NULL;
	if (lib == RTLD_DEFAULT || lib == RTLD_NEXT)
		return found;
	if (strcmp(name, "cuModuleGetFunction") == 0) {
		watch.get_function = (cuModuleGetFunction_fn *)found;
		return (void *)get_function;
	}
	if (strcmp(name, "cuLaunchKernel") != 0)
		return found;
	watch.launch = (cuLaunchKernel_fn *)found;
	watch.record = (cuEventRecord_fn *)lookup(lib, "cuEventRecord");
	watch.synchronize = (cuEventSynchronize_fn *)lookup(lib, "cuEventSynchronize");
	watch.elapsed = (cuEventElapsedTime_fn *)lookup(lib, "cuEventElapsedTime");
	watch.create = (cuEventCreate_fn *)lookup(lib, "cuEventCreate");
	return (void *)launch;
}
