/* Where CUDA's device runtime is looked for (devicert.c), with a driver that only notes what it is
 * given. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "devrt/host/rt.h"
#include "tap.h"

static char given[4096];

static CUresult
note(CUlinkState state, CUjitInputType type, const char *path, unsigned n, CUjit_option *options,
	void **values)
{
	(void)state, (void)n, (void)options, (void)values;
	snprintf(given, sizeof given, "%s", type == CU_JIT_INPUT_LIBRARY ? path : "no library");
	return CUDA_SUCCESS;
}

/* A file of that name in a new folder under base. */
static void
make_library(const char *base, const char *folder)
{
	char path[4096];
	FILE *f;

	snprintf(path, sizeof path, "%s%s", base, folder);
	mkdir(path, 0777);
	snprintf(path, sizeof path, "%s%s/libcudadevrt.a", base, folder);
	f = fopen(path, "w");
	if (f)
		fclose(f);
}

static bool
ends(const char *text, const char *end)
{
	return strlen(text) >= strlen(end) && !strcmp(text + strlen(text) - strlen(end), end);
}

int
main(void)
{
	char base[] = "/tmp/devicert.XXXXXX", log[1024] = "";
	struct devrt_driver drv = { .cuLinkAddFile_v2 = note };
	struct devrt_device dev = { .drv = &drv };
	CUresult err;

	if (!mkdtemp(base))
		return 1;
	unsetenv("CUDA_HOME");
	unsetenv("CUDA_PATH");
	unsetenv("DEVRT_LIBDIR");
	err = devrt_add_device_runtime(&dev, NULL, log, sizeof log);
	ok(err ? strstr(log, "libcudadevrt.a") && strstr(log, "DEVRT_LIBDIR") : given[0] == '/',
		"the usual places, or a message that names what is missing");
	make_library(base, "/lib64");
	setenv("CUDA_HOME", base, 1);
	err = devrt_add_device_runtime(&dev, NULL, log, sizeof log);
	ok(!err && !strncmp(given, base, strlen(base)) && ends(given, "/lib64/libcudadevrt.a"),
		"CUDA_HOME");
	make_library(base, "");
	setenv("DEVRT_LIBDIR", base, 1);
	err = devrt_add_device_runtime(&dev, NULL, log, sizeof log);
	ok(!err && !strncmp(given, base, strlen(base)) && !ends(given, "/lib64/libcudadevrt.a"),
		"DEVRT_LIBDIR comes before it");
	setenv("DEVRT_LIBDIR", "/nowhere", 1);
	err = devrt_add_device_runtime(&dev, NULL, log, sizeof log);
	ok(!err && ends(given, "/lib64/libcudadevrt.a"), "a folder without it is passed over");
	snprintf(given, sizeof given, "rm -r %s", base);
	if (system(given) != 0)
		diag("%s is left behind", base);
	return done();
}
