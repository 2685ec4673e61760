/*
 * cuda.c: the CUDA side of bench.c: CODE=FILE, PTX or a cubin, on the GPU that DEVRT_DEVICE names: cuda:0, or
 * sim:h200 and so on.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cuda_abi.h"

#define CALLS(X) \
	X(cuInit) X(cuDeviceGet) X(cuDevicePrimaryCtxRetain) X(cuCtxSetCurrent) X(cuCtxSynchronize) X(cuModuleLoadData) \
	X(cuModuleGetFunction) X(cuLaunchKernel) X(cuMemAlloc_v2) X(cuMemFree_v2) X(cuMemcpyHtoD_v2) X(cuMemcpyDtoH_v2)

static struct {
#define X(name) name##_fn *name;
	CALLS(X)
#undef X
	CUmodule module;
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

static char *
code(void)
{
	const char *name = getenv("CODE") ? getenv("CODE") : "";
	FILE *in = fopen(name, "rb");
	char *text = calloc(1, 16 << 20);

	if (!in || fread(text, 1, (16 << 20) - 1, in) == 0) {
		fprintf(stderr, "bench: CODE=%s: no code there\n", name);
		exit(2);
	}
	fclose(in);
	return text;
}

void
cuda_open(void)
{
	const char *device = getenv("DEVRT_DEVICE") ? getenv("DEVRT_DEVICE") : "cuda:0";
	int simulated = !strncmp(device, "sim:", 4);
	void *lib = dlopen(simulated ? "build/lib/libptxsim.so" : "libcuda.so.1", RTLD_NOW);
	CUdevice dev;
	CUcontext ctx;

	must(simulated ? "dlopen libptxsim.so" : "dlopen libcuda.so.1", !lib);
	if (simulated) {
		ptxsimSetOption_fn *set;

		*(void **)&set = dlsym(lib, "ptxsimSetOption");
		must("ptxsimSetOption", set("devices", device + 4));
	}
#define X(name) *(void **)&cuda.name = dlsym(lib, #name);
	CALLS(X)
#undef X
	TRY(cuInit(0));
	TRY(cuDeviceGet(&dev, simulated ? 0 : atoi(device + 5)));
	TRY(cuDevicePrimaryCtxRetain(&ctx, dev));
	TRY(cuCtxSetCurrent(ctx));
	TRY(cuModuleLoadData(&cuda.module, code()));
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

/* Kernels that were launched are kept by name; there are few. */
static CUfunction
function(const char *name)
{
	static struct { const char *name; CUfunction f; } known[128];
	int i = 0;

	while (known[i].name && strcmp(known[i].name, name))
		i++;
	if (!known[i].name) {
		must(name, cuda.cuModuleGetFunction(&known[i].f, cuda.module, name));
		known[i].name = name;
	}
	return known[i].f;
}

void
cuda_launch(const char *kernel, const unsigned grid[2], const unsigned block[2], void **arguments)
{
	must(kernel, cuda.cuLaunchKernel(function(kernel), grid[0], grid[1], 1, block[0], block[1], 1, 0, NULL,
		arguments, NULL));
}
