/*
 * cuda.c: the CUDA side of bench.h: a few calls of the driver API.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bench.h"
#include "../../devrt/include/cuda_abi.h"

#define CALLS(X) \
	X(cuInit) \
	X(cuDeviceGet) \
	X(cuDevicePrimaryCtxRetain) \
	X(cuCtxSetCurrent) \
	X(cuCtxSynchronize) \
	X(cuModuleLoadData) \
	X(cuModuleGetFunction) \
	X(cuLaunchKernel) \
	X(cuMemAlloc_v2) \
	X(cuMemFree_v2) \
	X(cuMemcpyHtoD_v2) \
	X(cuMemcpyDtoH_v2)

enum { MODULES = 64, KERNELS = 1024 };
static struct {
#define X(name) name##_fn *name;
	CALLS(X)
#undef X
	CUmodule module[MODULES];
	int modules;
} cuda;

static void
must(const char *what, int error)
{
	if (!error)
		return;
	fprintf(stderr, "bench: %s gives %d\n", what, error);
	exit(2);
}
#define TRY(call) must(#call, cuda.call)

void
cuda_open(const char *device)
{
	int simulated = !strncmp(device, "sim:", 4);
	void *lib = dlopen(simulated ? "build/lib/libptxsim.so" : "libcuda.so.1", RTLD_NOW);
	CUdevice dev;
	CUcontext ctx;

	must(simulated ? "dlopen libptxsim.so" : "dlopen libcuda.so.1", !lib);
	if (simulated) {
		ptxsimSetOption_fn *set;

		*(void **)&set = dlsym(lib, "ptxsimSetOption");
		must("ptxsimSetOption", set("devices", device + 4));
		if (getenv("DEVRT_CODE"))
			must("DEVRT_CODE", set("code", getenv("DEVRT_CODE")));
		if (getenv("DEVRT_STATS"))
			must("DEVRT_STATS", set("stats", getenv("DEVRT_STATS")));
	}
#define X(name) *(void **)&cuda.name = dlsym(lib, #name);
	CALLS(X)
#undef X
	TRY(cuInit(0));
	TRY(cuDeviceGet(&dev, simulated ? 0 : atoi(device + 5)));
	TRY(cuDevicePrimaryCtxRetain(&ctx, dev));
	TRY(cuCtxSetCurrent(ctx));
}

void
cuda_load(const char *file)
{
	enum { MOST = 16 << 20 };
	FILE *in = fopen(file, "rb");
	char *image = calloc(1, MOST);

	if (!in || !fread(image, 1, MOST - 1, in) || cuda.modules == MODULES) {
		fprintf(stderr, "bench: no code in '%s'\n", file);
		exit(2);
	}
	fclose(in);
	must(file, cuda.cuModuleLoadData(&cuda.module[cuda.modules++], image));
	free(image);
}

unsigned long long
cuda_alloc(size_t bytes)
{
	CUdeviceptr p;

	TRY(cuMemAlloc_v2(&p, bytes));
	return p;
}

void
cuda_free(unsigned long long p)
{
	TRY(cuMemFree_v2(p));
}

void
cuda_to(unsigned long long to, const void *from, size_t bytes)
{
	TRY(cuMemcpyHtoD_v2(to, from, bytes));
}

void
cuda_from(void *to, unsigned long long from, size_t bytes)
{
	TRY(cuMemcpyDtoH_v2(to, from, bytes));
}

void
cuda_wait(void)
{
	TRY(cuCtxSynchronize());
}

/* Kernels that were launched are kept by name. */
static CUfunction
function(const char *name)
{
	static struct {
		char *name;
		CUfunction f;
	} known[KERNELS];
	int i = 0, m = 0;

	while (known[i].name && strcmp(known[i].name, name))
		i++;
	if (known[i].name)
		return known[i].f;
	while (m < cuda.modules && cuda.cuModuleGetFunction(&known[i].f, cuda.module[m], name))
		m++;
	must(name, m == cuda.modules || i == KERNELS - 1);
	known[i].name = strdup(name);
	return known[i].f;
}

void
cuda_launch(const char *kernel, const unsigned shape[7], void **arguments)
{
	must(kernel,
		cuda.cuLaunchKernel(function(kernel), shape[0], shape[1], shape[2], shape[3],
			shape[4], shape[5], shape[6], NULL, arguments, NULL));
}
