/*
 * device.c: what a device is (cuDevice*), and how a call is named (cuGetErrorName,
 * cuGetProcAddress).
 */
#include <stdio.h>
#include <string.h>
#include "api/api.h"

CUresult
cuDriverGetVersion(int *version)
{
	if (!version)
		return CUDA_ERROR_INVALID_VALUE;
	*version = API_DRIVER_VERSION;
	return CUDA_SUCCESS;
}

/* ---- names of errors ---- */

static const struct {
	CUresult code;
	const char *name, *text;
} errors[] = {
#define ROW(name, number, text) { name, #name, text },
	CUDA_RESULTS(ROW)
#undef ROW
};

static int
error_row(CUresult code)
{
	for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++)
		if (errors[i].code == code)
			return (int)i;
	return -1;
}

CUresult
cuGetErrorName(CUresult error, const char **text)
{
	int i = error_row(error);

	if (!text)
		return CUDA_ERROR_INVALID_VALUE;
	*text = i < 0 ? NULL : errors[i].name;
	return i < 0 ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult
cuGetErrorString(CUresult error, const char **text)
{
	int i = error_row(error);

	if (!text)
		return CUDA_ERROR_INVALID_VALUE;
	*text = i < 0 ? NULL : errors[i].text;
	return i < 0 ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult
cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer)
{
	struct api_device *dev;
	CUresult err = api_device_at(device, &dev);

	if (!err)
		err = api_device_at(peer, &dev);
	if (err)
		return err;
	if (!can)
		return CUDA_ERROR_INVALID_VALUE;
	*can = device != peer;
	return CUDA_SUCCESS;
}

/* ---- cuGetProcAddress ---- */

typedef void any_fn(void);

static const struct {
	const char *name;
	any_fn *fn;
} calls[] = {
#define ROW(name, params) { #name, (any_fn *)name },
	CUDA_CALLS(ROW)
#undef ROW
};

static any_fn *
call_named(const char *symbol, const char *suffix)
{
	size_t len = strlen(symbol);

	for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
		if (!strncmp(calls[i].name, symbol, len) && !strcmp(calls[i].name + len, suffix))
			return calls[i].fn;
	return NULL;
}

CUresult
cuGetProcAddress_v2(const char *symbol, void **fn, int version, uint64_t flags,
	CUdriverProcAddressQueryResult *status)
{
	any_fn *found = NULL;

	(void)flags;
	if (!symbol || !fn || version < 2000)
		return CUDA_ERROR_INVALID_VALUE;
	/* The plain name means the newest form that the version knows: of CUDA 3.2 and of 12. */
	if (version >= (strcmp(symbol, "cuGetProcAddress") ? 3020 : 12000))
		found = call_named(symbol, "_v2");
	if (!found)
		found = call_named(symbol, "");
	memcpy(fn, &found, sizeof *fn);
	if (status)
		*status = found ? CU_GET_PROC_ADDRESS_SUCCESS :
				  CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
	return found || status ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult
cuGetProcAddress(const char *symbol, void **fn, int version, uint64_t flags)
{
	return cuGetProcAddress_v2(symbol, fn, version, flags, NULL);
}

/* ---- devices ---- */

CUresult
cuDeviceGetCount(int *count)
{
	struct api_device *dev;
	CUresult err = api_device_at(0, &dev);

	if (err)
		return err;
	if (!count)
		return CUDA_ERROR_INVALID_VALUE;
	*count = api_driver()->ndevices;
	return CUDA_SUCCESS;
}

CUresult
cuDeviceGet(CUdevice *device, int ordinal)
{
	struct api_device *dev;
	CUresult err = api_device_at(ordinal, &dev);

	if (err)
		return err;
	if (!device)
		return CUDA_ERROR_INVALID_VALUE;
	*device = ordinal;
	return CUDA_SUCCESS;
}

CUresult
cuDeviceGetName(char *name, int len, CUdevice device)
{
	struct api_device *dev;
	CUresult err = api_device_at(device, &dev);

	if (err)
		return err;
	if (!name || len <= 0)
		return CUDA_ERROR_INVALID_VALUE;
	snprintf(name, (size_t)len, "%s", dev->model->gpu_name);
	return CUDA_SUCCESS;
}

CUresult
cuDeviceTotalMem_v2(size_t *bytes, CUdevice device)
{
	struct api_device *dev;
	CUresult err = api_device_at(device, &dev);

	if (err)
		return err;
	if (!bytes)
		return CUDA_ERROR_INVALID_VALUE;
	*bytes = dev->model->global_bytes;
	return CUDA_SUCCESS;
}

CUresult
cuDeviceComputeCapability(int *major, int *minor, CUdevice device)
{
	struct api_device *dev;
	CUresult err = api_device_at(device, &dev);

	if (err)
		return err;
	if (!major || !minor)
		return CUDA_ERROR_INVALID_VALUE;
	*major = dev->model->cc_major;
	*minor = dev->model->cc_minor;
	return CUDA_SUCCESS;
}

/* Grid and block shape: CUDA C programming guide, compute capabilities 3.0 and up. */
static int
attribute(const struct sim_model *m, int ordinal, CUdevice_attribute a)
{
	switch (a) {
	case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK: return m->max_threads_per_block;
	case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X: return 1024;
	case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y: return 1024;
	case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z: return 64;
	case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X: return INT32_MAX;
	case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y: return 65535;
	case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z: return 65535;
	case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK: return (int)m->shared_per_block;
	case CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY: return (int)m->const_bytes;
	case CU_DEVICE_ATTRIBUTE_WARP_SIZE: return 32;
	case CU_DEVICE_ATTRIBUTE_MAX_PITCH: return INT32_MAX;
	case CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK: return m->regs_per_sm;
	case CU_DEVICE_ATTRIBUTE_CLOCK_RATE: return m->clock_khz;
	case CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT: return 512;
	case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT: return m->sms;
	case CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT: return 512;
	case CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID: return ordinal;
	case CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE: return m->mem_clock_khz;
	case CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH: return m->mem_bus_bits;
	case CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE: return m->l2_bytes;
	case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR: return m->max_threads_per_sm;
	case CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING: return 1;
	case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR: return m->cc_major;
	case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR: return m->cc_minor;
	case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR: return (int)m->shared_per_sm;
	case CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR: return m->regs_per_sm;
	case CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD_GROUP_ID: return ordinal;
	case CU_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO:
		return m->cc_major == 3 ? 3 : 2;
	case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN:
		return (int)m->shared_per_block_optin;
	case CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR: return m->max_blocks_per_sm;
	case CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS: return m->pageable;
	case CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK:
		return m->cc_major >= 8 ? 1024 : 0;
	default: return 0; /* a feature that the simulated machine has not */
	}
}

CUresult
cuDeviceGetAttribute(int *value, CUdevice_attribute a, CUdevice device)
{
	struct api_device *dev;
	CUresult err = api_device_at(device, &dev);

	if (err)
		return err;
	if (!value || (int)a < 1 || (int)a > 143) /* the last attribute of CUDA 12.4 */
		return CUDA_ERROR_INVALID_VALUE;
	*value = attribute(dev->model, dev->ordinal, a);
	return CUDA_SUCCESS;
}
