/*
 * driver.h: the simulator as a program sees it: libptxsim.so opened with dlopen, its calls in a
 * struct.  For the test programs in this folder, each of which includes it once.
 */
#ifndef TEST_DRIVER_H
#define TEST_DRIVER_H

#include <dlfcn.h>
#include <string.h>
#include "cuda_abi.h"
#include "tap.h"

struct calls {
#define FIELD(name, params) name##_fn *name;
	CUDA_CALLS(FIELD)
#undef FIELD
	ptxsimAnnotate_fn *annotate;
	ptxsimSetOption_fn *set_option;
	ptxsimLastMessage_fn *last_message;
};

static struct calls cu;

static void *
symbol(void *lib, const char *name)
{
	void *p = dlsym(lib, name);

	if (!p)
		diag("missing: %s", name);
	return p;
}

/* The number of calls that are missing. */
static int
open_driver(void)
{
	const char *path = getenv("LIBPTXSIM");
	void *lib = dlopen(path ? path : "build/lib/libptxsim.so", RTLD_NOW | RTLD_LOCAL);
	int missing = 0;

	if (!lib) {
		printf("Bail out! %s\n", dlerror());
		exit(1);
	}
#define LOOKUP(name, params) \
	*(void **)&cu.name = symbol(lib, #name); \
	missing += !cu.name;
	CUDA_CALLS(LOOKUP)
#undef LOOKUP
	*(void **)&cu.annotate = symbol(lib, "ptxsimAnnotate");
	*(void **)&cu.set_option = symbol(lib, "ptxsimSetOption");
	*(void **)&cu.last_message = symbol(lib, "ptxsimLastMessage");
	return missing + !cu.annotate + !cu.set_option + !cu.last_message;
}

/* ok() that says which error came instead. */
static bool
is(CUresult got, CUresult want, const char *name)
{
	const char *text = NULL;

	if (ok(got == want, "%s", name))
		return true;
	cu.cuGetErrorName(got, &text);
	diag("got %d %s, expected %d; last message: %s", got, text ? text : "?", want,
		cu.last_message());
	return false;
}

#endif
