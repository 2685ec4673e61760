/*
 * record.so: writes down the launches of a program of tests/baseline/bench.c.
 *
 *     TRACE=FILE LD_PRELOAD=record.so PROGRAM SIZE 1
 *
 * Stands between the program and dlsym() like lessons/stopwatch.c.  Once FILE is there each launch adds a line:
 * launch ENTRY, grid, block, dynamic shared bytes, and the bytes of each parameter in hexadecimal.  How large
 * parameters are is read from the PTX that was loaded.
 */
#include <ctype.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cuda_abi.h"

enum { MODULES = 64, KERNELS = 1024 };

static struct {
	cuModuleLoadData_fn *load;
	cuModuleLoadDataEx_fn *load_ex;
	cuModuleGetFunction_fn *get_function;
	cuLaunchKernel_fn *launch;
	const char *text[MODULES];
	int nmodules;
	struct {
		CUfunction f;
		char *name;
	} kernels[KERNELS];
	int nkernels;
} seen;

static void
keep(const void *image)
{
	if (seen.nmodules < MODULES)
		seen.text[seen.nmodules++] = strdup(image);
}

static CUresult
load(CUmodule *m, const void *image)
{
	keep(image);
	return seen.load(m, image);
}

static CUresult
load_ex(CUmodule *m, const void *image, unsigned n, CUjit_option *options, void **values)
{
	keep(image);
	return seen.load_ex(m, image, n, options, values);
}

static CUresult
get_function(CUfunction *f, CUmodule m, const char *name)
{
	CUresult r = seen.get_function(f, m, name);

	if (!r && seen.nkernels < KERNELS) {
		seen.kernels[seen.nkernels].f = *f;
		seen.kernels[seen.nkernels++].name = strdup(name);
	}
	return r;
}

static const char *
parameters(const char *name)
{
	char head[300];

	snprintf(head, sizeof head, ".entry %s(", name);
	for (int i = 0; i < seen.nmodules; i++) {
		const char *at = strstr(seen.text[i], head);

		if (at)
			return at + strlen(head);
	}
	fprintf(stderr, "record: no text of %s\n", name);
	exit(2);
}

/* Bytes of ".param .u64 .ptr .align 8 a" or ".param .align 8 .b8 env[32]"; *end is behind it. */
static size_t
size_of(const char *p, const char **end)
{
	size_t bytes = 0, n = strcspn(p, ",)");

	*end = p + n;
	for (; p < *end; p++) {
		if (*p == '.' && strchr("usfb", p[1]) && isdigit((unsigned char)p[2]) && !bytes)
			bytes = (size_t)atoi(p + 2) / 8;
		if (*p == '[')
			bytes *= (size_t)atoi(p + 1);
	}
	return bytes;
}

static void
note(CUfunction f, const unsigned shape[7], void **params)
{
	FILE *out = access(getenv("TRACE"), F_OK) ? NULL : fopen(getenv("TRACE"), "a");
	int k = seen.nkernels - 1;

	if (!out)
		return;
	while (k >= 0 && seen.kernels[k].f != f)
		k--;
	const char *name = k < 0 ? "?" : seen.kernels[k].name, *p = parameters(name);
	fprintf(out, "launch %s", name);
	for (int i = 0; i < 7; i++)
		fprintf(out, " %u", shape[i]);
	for (int i = 0; *p && *p != ')'; i++) {
		size_t bytes = size_of(p, &p);

		fputc(' ', out);
		for (size_t b = 0; b < bytes; b++)
			fprintf(out, "%02x", ((unsigned char *)params[i])[b]);
		p += *p == ',';
	}
	fputc('\n', out);
	fclose(out);
}

static CUresult
launch(CUfunction f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
	unsigned shared, CUstream stream, void **params, void **extra)
{
	if (getenv("TRACE"))
		note(f, (unsigned[]){ gx, gy, gz, bx, by, bz, shared }, params);
	return seen.launch(f, gx, gy, gz, bx, by, bz, shared, stream, params, extra);
}

void *
dlsym(void *lib, const char *name)
{
	static void *(*lookup)(void *, const char *);
	void *found;

	if (!lookup)
		*(void **)&lookup = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
	if (!lookup)
		*(void **)&lookup = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
	found = lookup(lib, name);
#define STAND_IN(call, original, mine) \
	if (found && !strcmp(name, call)) { \
		*(void **)&seen.original = found; \
		return (void *)mine; \
	}
	STAND_IN("cuModuleLoadData", load, load)
	STAND_IN("cuModuleLoadDataEx", load_ex, load_ex)
	STAND_IN("cuModuleGetFunction", get_function, get_function)
	STAND_IN("cuLaunchKernel", launch, launch)
	return found;
}
