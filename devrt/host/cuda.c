/*
 * cuda.c: a CUDA driver library, real or simulated, as a table of calls.  Nothing links against
 * CUDA: the library is opened and each name looked up.  DEVRT_FAULT acts here, so it makes calls of
 * a real driver fail as well.
 */
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "rt.h"

#define SIMULATOR "libptxsim.so"

/* ---- where the simulator is ---- */

/* Write the folder of the running program to `folder`, or "". */
static void
program_folder(char *folder, size_t size)
{
	ssize_t n = readlink("/proc/self/exe", folder, size - 1);

	folder[n > 0 ? n : 0] = 0;
	char *slash = strrchr(folder, '/');
	if (slash)
		*slash = 0;
	else
		folder[0] = 0;
}

/* Open FOLDER/TAIL/libptxsim.so, if there is such a file.  Say in `why` what is wrong with a bad
 * one. */
static void *
try_folder(const char *folder, const char *tail, char *why, size_t why_size)
{
	char path[PATH_MAX];

	if (!folder || !*folder)
		return NULL;
	snprintf(path, sizeof path, "%s%s/%s", folder, tail, SIMULATOR);
	if (access(path, R_OK))
		return NULL;
	void *lib = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!lib)
		snprintf(why, why_size, "%s", dlerror());
	return lib;
}

/* Look where the user says, where the compiler was, beside the program (installed or in a build
 * tree), then wherever the system's loader looks. */
static void *
find_simulator(char *why, size_t why_size)
{
	static const char *const tails[] = { "", "/../lib/minicc", "/../lib", "/build/lib",
		"/../build/lib", "/../../build/lib" };
	const char *said = getenv("DEVRT_LIBDIR"), *recorded = devrt_libdir;
	char folder[PATH_MAX];
	void *lib;

	if (said && *said) {
		lib = try_folder(said, "", why, why_size);
		if (!lib && !*why)
			snprintf(why, why_size, "DEVRT_LIBDIR=%s has no " SIMULATOR, said);
		return lib;
	}
	lib = try_folder(recorded, "", why, why_size);
	program_folder(folder, sizeof folder);
	for (size_t i = 0; !lib && !*why && i < sizeof tails / sizeof tails[0]; i++)
		lib = try_folder(folder, tails[i], why, why_size);
	if (!lib && !*why)
		lib = dlopen(SIMULATOR, RTLD_NOW | RTLD_LOCAL);
	if (!lib && !*why)
		snprintf(why, why_size,
			SIMULATOR " not found in %s, near the program in %s, "
				  "or where the system looks; DEVRT_LIBDIR says where it is",
			recorded ? recorded : "the compiler's folder (not recorded)", folder);
	return lib;
}

/* ---- the table ---- */

/* Look up the driver's functions.  Return the first name that is missing, or NULL. */
static const char *
look_up(struct devrt_driver *drv)
{
#define LOOKUP(name) \
	*(void **)&drv->name = dlsym(drv->lib, #name); \
	if (!drv->name) \
		return #name;
	DEVRT_DRIVER_CALLS(LOOKUP)
#undef LOOKUP
	*(void **)&drv->annotate = dlsym(drv->lib, "ptxsimAnnotate");
	*(void **)&drv->annotate_rows = dlsym(drv->lib, "ptxsimAnnotateRows");
	*(void **)&drv->set_option = dlsym(drv->lib, "ptxsimSetOption");
	*(void **)&drv->time = dlsym(drv->lib, "ptxsimTime");
	*(void **)&drv->mapped = dlsym(drv->lib, "ptxsimMapped");
	*(void **)&drv->construct = dlsym(drv->lib, "ptxsimConstruct");
	*(void **)&drv->access = dlsym(drv->lib, "ptxsimAccess");
	*(void **)&drv->together = dlsym(drv->lib, "ptxsimTogether");
	*(void **)&drv->write_value = dlsym(drv->lib, "cuStreamWriteValue32_v2");
	*(void **)&drv->last_message = dlsym(drv->lib, "ptxsimLastMessage");
	return NULL;
}

struct devrt_driver *
devrt_driver_open(bool simulated, const struct devrt_settings *settings, char *why, size_t why_size)
{
	struct devrt_driver *drv = calloc(1, sizeof *drv);
	const char *missing;

	if (!drv)
		devrt_fail_memory();
	*why = 0;
	drv->simulated = simulated;
	drv->fault = settings->fault;
	drv->lib = simulated ? find_simulator(why, why_size) :
			       dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
	if (!drv->lib) {
		if (!*why)
			snprintf(why, why_size, "no NVIDIA driver: libcuda.so.1 cannot be opened");
		free(drv);
		return NULL;
	}
	missing = look_up(drv);
	if (!missing && simulated && !drv->set_option)
		missing = "ptxsimSetOption";
	if (missing) {
		snprintf(why, why_size, "%s has no function %s",
			simulated ? SIMULATOR : "libcuda.so.1", missing);
		devrt_driver_close(drv);
		return NULL;
	}
	return drv;
}

void
devrt_driver_close(struct devrt_driver *drv)
{
	dlclose(drv->lib);
	free(drv);
}

/* ---- calls that can be made to fail ---- */

bool
devrt_inject(struct devrt_driver *drv, enum devrt_fault kind)
{
	bool now = drv->fault[kind] && ++drv->calls[kind] == drv->fault[kind];

	drv->injected = now;
	return now;
}

CUresult
devrt_alloc(struct devrt_device *dev, CUdeviceptr *p, size_t bytes)
{
	if (devrt_inject(dev->drv, DEVRT_FAULT_ALLOC))
		return CUDA_ERROR_OUT_OF_MEMORY;
	/* whole words: an 8- or 16-bit atomic works on the word around its operand */
	bytes = (bytes + 3) & ~(size_t)3;
	CUresult err = dev->drv->cuMemAlloc_v2(p, bytes);
	if (err == CUDA_ERROR_OUT_OF_MEMORY && dev->unused && !devrt_free_unused(dev))
		err = dev->drv->cuMemAlloc_v2(p, bytes);
	return err;
}

void
devrt_count_copy(struct devrt_device *dev, bool to_device, size_t bytes)
{
	dev->transfers[to_device].n++;
	dev->transfers[to_device].bytes += bytes;
}

CUresult
devrt_copy_to(struct devrt_device *dev, CUdeviceptr to, const void *from, size_t bytes)
{
	if (devrt_inject(dev->drv, DEVRT_FAULT_COPY))
		return CUDA_ERROR_UNKNOWN;
	devrt_count_copy(dev, true, bytes);
	if (devrt_is_bulk(dev, bytes))
		return devrt_bulk_copy(dev, to, (void *)from, bytes, true);
	dev->copied = true;
	return dev->drv->cuMemcpyHtoD_v2(to, from, bytes);
}

CUresult
devrt_copy_to_in(struct devrt_device *dev, struct devrt_lane *lane, CUdeviceptr to,
	const void *from, size_t bytes)
{
	if (devrt_inject(dev->drv, DEVRT_FAULT_COPY))
		return CUDA_ERROR_UNKNOWN;
	devrt_count_copy(dev, true, bytes);
	return dev->drv->cuMemcpyHtoDAsync_v2(to, from, bytes, lane->stream);
}

CUresult
devrt_copy_within(struct devrt_device *dev, CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
	dev->copied = true;
	return dev->drv->cuMemcpyDtoD_v2(to, from, bytes);
}

bool
devrt_can_copy_between(const struct devrt_device *to, const struct devrt_device *from)
{
	return to->drv == from->drv && !to->drv->simulated;
}

/* Copy from device to device: over the link between them, or, without one, by way of the host, as
 * the driver does it. */
CUresult
devrt_copy_between(struct devrt_device *to, CUdeviceptr at, struct devrt_device *from,
	CUdeviceptr p, size_t bytes)
{
	struct devrt_driver *drv = from->drv;
	struct devrt_lane *lane = devrt_lane_take(from, NULL);
	unsigned bit = 1u << to->number;
	int can = 0;

	if (!(from->peers & bit) && !drv->cuDeviceCanAccessPeer(&can, from->cu, to->cu) && can)
		drv->cuCtxEnablePeerAccess(to->ctx, 0);
	from->peers |= bit;
	CUresult err = devrt_moves_follow(to, lane->stream);
	if (!err)
		err = drv->cuMemcpyPeerAsync(at, to->ctx, p, from->ctx, bytes, lane->stream);
	if (!err)
		err = devrt_lane_wait(from, lane);
	devrt_lane_return(from, lane);
	return err;
}

CUresult
devrt_copies_done(struct devrt_device *dev)
{
	if (!dev->copied)
		return CUDA_SUCCESS;
	dev->copied = false;
	return dev->drv->cuStreamSynchronize(NULL);
}

CUresult
devrt_copy_from(struct devrt_device *dev, void *to, CUdeviceptr from, size_t bytes)
{
	if (devrt_inject(dev->drv, DEVRT_FAULT_COPY))
		return CUDA_ERROR_UNKNOWN;
	devrt_count_copy(dev, false, bytes);
	if (devrt_is_bulk(dev, bytes))
		return devrt_bulk_copy(dev, from, to, bytes, false);
	return dev->drv->cuMemcpyDtoH_v2(to, from, bytes);
}
