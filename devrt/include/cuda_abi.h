/*
 * cuda_abi.h: the part of the CUDA driver API that libdevrt calls and libptxsim exports.
 *
 * These are our own declarations with the driver's binary interface: names, parameter types and the
 * numbers of its enumerations.  Nothing here is linked: libdevrt looks each name up with dlsym, in
 * libcuda.so.1 or in libptxsim.so.  Include it instead of cuda.h, never beside it.
 *
 * Calls whose parameters once were 32 bits wide carry _v2 in the library; the unsuffixed names are
 * the old interfaces and must not be looked up.
 */
#ifndef CUDA_ABI_H
#define CUDA_ABI_H

#include <stddef.h>
#include <stdint.h>

typedef int CUdevice;
typedef uint64_t CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef struct CUlinkState_st *CUlinkState;
typedef size_t (*CUoccupancyB2DSize)(int block_size);

/* ---- results ---- */

/* clang-format off */
#define CUDA_RESULTS(X) \
	X(CUDA_SUCCESS, 0, "no error") \
	X(CUDA_ERROR_INVALID_VALUE, 1, "invalid argument") \
	X(CUDA_ERROR_OUT_OF_MEMORY, 2, "out of memory") \
	X(CUDA_ERROR_NOT_INITIALIZED, 3, "initialization error") \
	X(CUDA_ERROR_DEINITIALIZED, 4, "driver shutting down") \
	X(CUDA_ERROR_STUB_LIBRARY, 34, "CUDA driver is a stub library") \
	X(CUDA_ERROR_DEVICE_UNAVAILABLE, 46, "CUDA-capable device(s) is/are busy or unavailable") \
	X(CUDA_ERROR_NO_DEVICE, 100, "no CUDA-capable device is detected") \
	X(CUDA_ERROR_INVALID_DEVICE, 101, "invalid device ordinal") \
	X(CUDA_ERROR_INVALID_IMAGE, 200, "device kernel image is invalid") \
	X(CUDA_ERROR_INVALID_CONTEXT, 201, "invalid device context") \
	X(CUDA_ERROR_MAP_FAILED, 205, "mapping of buffer object failed") \
	X(CUDA_ERROR_UNMAP_FAILED, 206, "unmapping of buffer object failed") \
	X(CUDA_ERROR_NO_BINARY_FOR_GPU, 209, \
		"no kernel image is available for execution on the device") \
	X(CUDA_ERROR_ECC_UNCORRECTABLE, 214, "uncorrectable ECC error encountered") \
	X(CUDA_ERROR_UNSUPPORTED_LIMIT, 215, "limit is not supported on this architecture") \
	X(CUDA_ERROR_CONTEXT_ALREADY_IN_USE, 216, "exclusive-thread device already in use") \
	X(CUDA_ERROR_INVALID_PTX, 218, "a PTX JIT compilation failed") \
	X(CUDA_ERROR_JIT_COMPILER_NOT_FOUND, 221, "PTX JIT compiler library not found") \
	X(CUDA_ERROR_UNSUPPORTED_PTX_VERSION, 222, \
		"the provided PTX was compiled with an unsupported toolchain") \
	X(CUDA_ERROR_JIT_COMPILATION_DISABLED, 223, "PTX JIT compilation was disabled") \
	X(CUDA_ERROR_INVALID_SOURCE, 300, "device kernel image is invalid") \
	X(CUDA_ERROR_FILE_NOT_FOUND, 301, "file not found") \
	X(CUDA_ERROR_OPERATING_SYSTEM, 304, \
		"OS call failed or operation not supported on this OS") \
	X(CUDA_ERROR_INVALID_HANDLE, 400, "invalid resource handle") \
	X(CUDA_ERROR_ILLEGAL_STATE, 401, "the operation cannot be performed in the present state") \
	X(CUDA_ERROR_NOT_FOUND, 500, "named symbol not found") \
	X(CUDA_ERROR_NOT_READY, 600, "device not ready") \
	X(CUDA_ERROR_ILLEGAL_ADDRESS, 700, "an illegal memory access was encountered") \
	X(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, 701, "too many resources requested for launch") \
	X(CUDA_ERROR_LAUNCH_TIMEOUT, 702, "the launch timed out and was terminated") \
	X(CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED, 704, "peer access is already enabled") \
	X(CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE, 708, \
		"cannot set while device is active in this process") \
	X(CUDA_ERROR_CONTEXT_IS_DESTROYED, 709, "context is destroyed") \
	X(CUDA_ERROR_ASSERT, 710, "device-side assert triggered") \
	X(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, 712, \
		"part or all of the requested memory range is already mapped") \
	X(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, 713, \
		"pointer does not correspond to a registered memory region") \
	X(CUDA_ERROR_HARDWARE_STACK_ERROR, 714, "hardware stack error") \
	X(CUDA_ERROR_ILLEGAL_INSTRUCTION, 715, "an illegal instruction was encountered") \
	X(CUDA_ERROR_MISALIGNED_ADDRESS, 716, "misaligned address") \
	X(CUDA_ERROR_INVALID_ADDRESS_SPACE, 717, \
		"operation not supported on global/shared address space") \
	X(CUDA_ERROR_INVALID_PC, 718, "invalid program counter") \
	X(CUDA_ERROR_LAUNCH_FAILED, 719, "unspecified launch failure") \
	X(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, 720, "too many blocks in cooperative launch") \
	X(CUDA_ERROR_NOT_PERMITTED, 800, "operation not permitted") \
	X(CUDA_ERROR_NOT_SUPPORTED, 801, "operation not supported") \
	X(CUDA_ERROR_SYSTEM_NOT_READY, 802, "system not yet initialized") \
	X(CUDA_ERROR_UNKNOWN, 999, "unknown error")
/* clang-format on */

#define CUDA_RESULT_ENUM(name, number, text) name = number,
typedef enum { CUDA_RESULTS(CUDA_RESULT_ENUM) } CUresult;
#undef CUDA_RESULT_ENUM

/* ---- enumerations ---- */

typedef enum {
	CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1,
	CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X = 2,
	CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y = 3,
	CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z = 4,
	CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X = 5,
	CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y = 6,
	CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z = 7,
	CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK = 8,
	CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY = 9,
	CU_DEVICE_ATTRIBUTE_WARP_SIZE = 10,
	CU_DEVICE_ATTRIBUTE_MAX_PITCH = 11,
	CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK = 12,
	CU_DEVICE_ATTRIBUTE_CLOCK_RATE = 13, /* kHz */
	CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT = 14,
	CU_DEVICE_ATTRIBUTE_GPU_OVERLAP = 15,
	CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
	CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT = 17,
	CU_DEVICE_ATTRIBUTE_INTEGRATED = 18,
	CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY = 19,
	CU_DEVICE_ATTRIBUTE_COMPUTE_MODE = 20,
	CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT = 30,
	CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS = 31,
	CU_DEVICE_ATTRIBUTE_ECC_ENABLED = 32,
	CU_DEVICE_ATTRIBUTE_PCI_BUS_ID = 33,
	CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID = 34,
	CU_DEVICE_ATTRIBUTE_TCC_DRIVER = 35,
	CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE = 36,       /* kHz */
	CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH = 37, /* bits */
	CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE = 38,
	CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR = 39,
	CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT = 40,
	CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING = 41,
	CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID = 50,
	CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
	CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
	CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED = 78,
	CU_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED = 79,
	CU_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED = 80,
	CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR = 81,
	CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR = 82,
	CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY = 83,
	CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD = 84,
	CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD_GROUP_ID = 85,
	CU_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED = 86,
	CU_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO = 87,
	CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS = 88,
	CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS = 89,
	CU_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED = 90,
	CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM = 91,
	CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH = 95,
	CU_DEVICE_ATTRIBUTE_COOPERATIVE_MULTI_DEVICE_LAUNCH = 96,
	CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
	CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR = 106,
	CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK = 111,
	CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED = 115,
} CUdevice_attribute;

typedef enum {
	CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0,
	CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1, /* static .shared only */
	CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES = 2,
	CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES = 3,
	CU_FUNC_ATTRIBUTE_NUM_REGS = 4,
	CU_FUNC_ATTRIBUTE_PTX_VERSION = 5,
	CU_FUNC_ATTRIBUTE_BINARY_VERSION = 6,
	CU_FUNC_ATTRIBUTE_CACHE_MODE_CA = 7,
	CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
	CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT = 9,
} CUfunction_attribute;

typedef enum {
	CU_FUNC_CACHE_PREFER_NONE = 0,
	CU_FUNC_CACHE_PREFER_SHARED = 1,
	CU_FUNC_CACHE_PREFER_L1 = 2,
	CU_FUNC_CACHE_PREFER_EQUAL = 3,
} CUfunc_cache;

/* A size is passed in the option's void * itself: (void *)(uintptr_t)size. */
typedef enum {
	CU_JIT_MAX_REGISTERS = 0,
	CU_JIT_THREADS_PER_BLOCK = 1,
	CU_JIT_WALL_TIME = 2,
	CU_JIT_INFO_LOG_BUFFER = 3,
	CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES = 4, /* in: room; out: bytes written */
	CU_JIT_ERROR_LOG_BUFFER = 5,
	CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6,
	CU_JIT_OPTIMIZATION_LEVEL = 7,
	CU_JIT_TARGET_FROM_CUCONTEXT = 8,
	CU_JIT_TARGET = 9,
	CU_JIT_FALLBACK_STRATEGY = 10,
	CU_JIT_GENERATE_DEBUG_INFO = 11,
	CU_JIT_LOG_VERBOSE = 12,
	CU_JIT_GENERATE_LINE_INFO = 13,
	CU_JIT_CACHE_MODE = 14,
} CUjit_option;

typedef enum {
	CU_JIT_INPUT_CUBIN = 0,
	CU_JIT_INPUT_PTX = 1,
	CU_JIT_INPUT_FATBINARY = 2,
	CU_JIT_INPUT_OBJECT = 3,
	CU_JIT_INPUT_LIBRARY = 4,
} CUjitInputType;

typedef enum {
	CU_LIMIT_STACK_SIZE = 0, /* bytes per thread */
	CU_LIMIT_PRINTF_FIFO_SIZE = 1,
	CU_LIMIT_MALLOC_HEAP_SIZE = 2,
	CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH = 3,
	CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT = 4,
} CUlimit;

typedef enum {
	CU_POINTER_ATTRIBUTE_CONTEXT = 1,
	CU_POINTER_ATTRIBUTE_MEMORY_TYPE = 2,
	CU_POINTER_ATTRIBUTE_DEVICE_POINTER = 3,
	CU_POINTER_ATTRIBUTE_HOST_POINTER = 4,
	CU_POINTER_ATTRIBUTE_BUFFER_ID = 7,
	CU_POINTER_ATTRIBUTE_IS_MANAGED = 8,
	CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL = 9,
	CU_POINTER_ATTRIBUTE_RANGE_START_ADDR = 11,
	CU_POINTER_ATTRIBUTE_RANGE_SIZE = 12,
	CU_POINTER_ATTRIBUTE_MAPPED = 13,
} CUpointer_attribute;

typedef enum {
	CU_MEMORYTYPE_HOST = 1,
	CU_MEMORYTYPE_DEVICE = 2,
	CU_MEMORYTYPE_ARRAY = 3,
	CU_MEMORYTYPE_UNIFIED = 4,
} CUmemorytype;

typedef enum {
	CU_GET_PROC_ADDRESS_SUCCESS = 0,
	CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND = 1,
	CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT = 2,
} CUdriverProcAddressQueryResult;

/* Flags are plain unsigned in the interface. */
enum {
	CU_CTX_SCHED_AUTO = 0x00,
	CU_CTX_SCHED_SPIN = 0x01,
	CU_CTX_SCHED_YIELD = 0x02,
	CU_CTX_SCHED_BLOCKING_SYNC = 0x04,
	CU_CTX_MAP_HOST = 0x08,
	CU_CTX_LMEM_RESIZE_TO_MAX = 0x10,
	CU_CTX_FLAGS_MASK = 0xff,

	CU_STREAM_DEFAULT = 0x0,
	CU_STREAM_NON_BLOCKING = 0x1,

	CU_EVENT_DEFAULT = 0x0,
	CU_EVENT_BLOCKING_SYNC = 0x1,
	CU_EVENT_DISABLE_TIMING = 0x2,
	CU_EVENT_INTERPROCESS = 0x4,

	CU_MEMHOSTREGISTER_PORTABLE = 0x1,
	CU_MEMHOSTREGISTER_DEVICEMAP = 0x2,
	CU_MEMHOSTREGISTER_IOMEMORY = 0x4,
	CU_MEMHOSTREGISTER_READ_ONLY = 0x8,
};

#define CU_STREAM_LEGACY ((CUstream)0x1)
#define CU_STREAM_PER_THREAD ((CUstream)0x2)

/* Keys of cuLaunchKernel's "extra" list: key, value, key, value, END. */
#define CU_LAUNCH_PARAM_END ((void *)0x0)
#define CU_LAUNCH_PARAM_BUFFER_POINTER ((void *)0x1)
#define CU_LAUNCH_PARAM_BUFFER_SIZE ((void *)0x2) /* its value is a size_t * */

/* ---- calls: X(name in the library, parameters); all return CUresult ---- */

/* clang-format off */
#define CUDA_CALLS_DEVICE(X) \
	X(cuInit, (unsigned flags)) \
	X(cuDriverGetVersion, (int *version)) \
	X(cuGetErrorName, (CUresult error, const char **text)) \
	X(cuGetErrorString, (CUresult error, const char **text)) \
	X(cuGetProcAddress, (const char *symbol, void **fn, int version, uint64_t flags)) \
	X(cuGetProcAddress_v2, (const char *symbol, void **fn, int version, uint64_t flags, \
		CUdriverProcAddressQueryResult *status)) \
	X(cuDeviceGetCount, (int *count)) \
	X(cuDeviceGet, (CUdevice *device, int ordinal)) \
	X(cuDeviceGetName, (char *name, int len, CUdevice device)) \
	X(cuDeviceTotalMem_v2, (size_t *bytes, CUdevice device)) \
	X(cuDeviceGetAttribute, (int *value, CUdevice_attribute attribute, CUdevice device)) \
	X(cuDeviceComputeCapability, (int *major, int *minor, CUdevice device)) \
	X(cuDeviceCanAccessPeer, (int *can, CUdevice device, CUdevice peer)) \
	X(cuDevicePrimaryCtxRetain, (CUcontext *ctx, CUdevice device)) \
	X(cuDevicePrimaryCtxRelease_v2, (CUdevice device)) \
	X(cuDevicePrimaryCtxReset_v2, (CUdevice device)) \
	X(cuDevicePrimaryCtxSetFlags_v2, (CUdevice device, unsigned flags)) \
	X(cuDevicePrimaryCtxGetState, (CUdevice device, unsigned *flags, int *active))
/* clang-format on */

/* clang-format off */
#define CUDA_CALLS_CONTEXT(X) \
	X(cuCtxCreate_v2, (CUcontext *ctx, unsigned flags, CUdevice device)) \
	X(cuCtxDestroy_v2, (CUcontext ctx)) \
	X(cuCtxSetCurrent, (CUcontext ctx)) \
	X(cuCtxGetCurrent, (CUcontext *ctx)) \
	X(cuCtxPushCurrent_v2, (CUcontext ctx)) \
	X(cuCtxPopCurrent_v2, (CUcontext *ctx)) \
	X(cuCtxSynchronize, (void)) \
	X(cuCtxSetLimit, (CUlimit limit, size_t value)) \
	X(cuCtxGetLimit, (size_t *value, CUlimit limit)) \
	X(cuCtxGetDevice, (CUdevice *device)) \
	X(cuCtxGetFlags, (unsigned *flags)) \
	X(cuCtxEnablePeerAccess, (CUcontext peer, unsigned flags)) \
	X(cuCtxGetApiVersion, (CUcontext ctx, unsigned *version))
/* clang-format on */

/* clang-format off */
#define CUDA_CALLS_MODULE(X) \
	X(cuModuleLoad, (CUmodule *module, const char *file)) \
	X(cuModuleLoadData, (CUmodule *module, const void *image)) \
	X(cuModuleLoadDataEx, (CUmodule *module, const void *image, unsigned noptions, \
		CUjit_option *options, void **values)) \
	X(cuModuleUnload, (CUmodule module)) \
	X(cuModuleGetFunction, (CUfunction *func, CUmodule module, const char *name)) \
	X(cuModuleGetGlobal_v2, (CUdeviceptr *addr, size_t *bytes, CUmodule module, \
		const char *name)) \
	X(cuLinkCreate_v2, (unsigned noptions, CUjit_option *options, void **values, \
		CUlinkState *state)) \
	X(cuLinkAddData_v2, (CUlinkState state, CUjitInputType type, void *data, size_t size, \
		const char *name, unsigned noptions, CUjit_option *options, void **values)) \
	X(cuLinkAddFile_v2, (CUlinkState state, CUjitInputType type, const char *path, \
		unsigned noptions, CUjit_option *options, void **values)) \
	X(cuLinkComplete, (CUlinkState state, void **image, size_t *size)) \
	X(cuLinkDestroy, (CUlinkState state)) \
	X(cuFuncGetAttribute, (int *value, CUfunction_attribute attribute, CUfunction func)) \
	X(cuFuncSetAttribute, (CUfunction func, CUfunction_attribute attribute, int value)) \
	X(cuFuncSetCacheConfig, (CUfunction func, CUfunc_cache config)) \
	X(cuFuncGetModule, (CUmodule *module, CUfunction func))
/* clang-format on */

/* clang-format off */
#define CUDA_CALLS_MEMORY(X) \
	X(cuMemAlloc_v2, (CUdeviceptr *addr, size_t bytes)) \
	X(cuMemFree_v2, (CUdeviceptr addr)) \
	X(cuMemAllocHost_v2, (void **host, size_t bytes)) \
	X(cuMemFreeHost, (void *host)) \
	X(cuMemHostRegister_v2, (void *host, size_t bytes, unsigned flags)) \
	X(cuMemHostUnregister, (void *host)) \
	X(cuMemcpyHtoD_v2, (CUdeviceptr dst, const void *src, size_t bytes)) \
	X(cuMemcpyDtoH_v2, (void *dst, CUdeviceptr src, size_t bytes)) \
	X(cuMemcpyDtoD_v2, (CUdeviceptr dst, CUdeviceptr src, size_t bytes)) \
	X(cuMemcpy, (CUdeviceptr dst, CUdeviceptr src, size_t bytes)) \
	X(cuMemcpyHtoDAsync_v2, (CUdeviceptr dst, const void *src, size_t bytes, CUstream stream)) \
	X(cuMemcpyDtoHAsync_v2, (void *dst, CUdeviceptr src, size_t bytes, CUstream stream)) \
	X(cuMemcpyDtoDAsync_v2, (CUdeviceptr dst, CUdeviceptr src, size_t bytes, CUstream stream)) \
	X(cuMemcpyAsync, (CUdeviceptr dst, CUdeviceptr src, size_t bytes, CUstream stream)) \
	X(cuMemcpyPeer, (CUdeviceptr dst, CUcontext dst_ctx, CUdeviceptr src, CUcontext src_ctx, \
		size_t bytes)) \
	X(cuMemcpyPeerAsync, (CUdeviceptr dst, CUcontext dst_ctx, CUdeviceptr src, \
		CUcontext src_ctx, size_t bytes, CUstream stream)) \
	X(cuMemsetD8_v2, (CUdeviceptr dst, unsigned char value, size_t count)) \
	X(cuMemsetD16_v2, (CUdeviceptr dst, unsigned short value, size_t count)) \
	X(cuMemsetD32_v2, (CUdeviceptr dst, unsigned value, size_t count)) \
	X(cuMemsetD8Async, (CUdeviceptr dst, unsigned char value, size_t count, CUstream stream)) \
	X(cuMemsetD16Async, (CUdeviceptr dst, unsigned short value, size_t count, \
		CUstream stream)) \
	X(cuMemsetD32Async, (CUdeviceptr dst, unsigned value, size_t count, CUstream stream)) \
	X(cuMemGetInfo_v2, (size_t *free_bytes, size_t *total_bytes)) \
	X(cuMemGetAddressRange_v2, (CUdeviceptr *base, size_t *bytes, CUdeviceptr addr)) \
	X(cuPointerGetAttribute, (void *value, CUpointer_attribute attribute, CUdeviceptr addr))
/* clang-format on */

/* clang-format off */
#define CUDA_CALLS_STREAM(X) \
	X(cuStreamCreate, (CUstream *stream, unsigned flags)) \
	X(cuStreamDestroy_v2, (CUstream stream)) \
	X(cuStreamSynchronize, (CUstream stream)) \
	X(cuStreamQuery, (CUstream stream)) \
	X(cuStreamWaitEvent, (CUstream stream, CUevent event, unsigned flags)) \
	X(cuStreamWriteValue32_v2, \
		(CUstream stream, CUdeviceptr addr, unsigned value, unsigned flags)) \
	X(cuEventCreate, (CUevent *event, unsigned flags)) \
	X(cuEventRecord, (CUevent event, CUstream stream)) \
	X(cuEventQuery, (CUevent event)) \
	X(cuEventSynchronize, (CUevent event)) \
	X(cuEventElapsedTime, (float *milliseconds, CUevent start, CUevent end)) \
	X(cuEventDestroy_v2, (CUevent event))
/* clang-format on */

/* clang-format off */
#define CUDA_CALLS_LAUNCH(X) \
	X(cuLaunchKernel, (CUfunction func, unsigned grid_x, unsigned grid_y, unsigned grid_z, \
		unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes, \
		CUstream stream, void **params, void **extra)) \
	X(cuOccupancyMaxActiveBlocksPerMultiprocessor, (int *blocks, CUfunction func, \
		int block_size, size_t dynamic_shared)) \
	X(cuOccupancyMaxPotentialBlockSize, (int *min_grid, int *block_size, CUfunction func, \
		CUoccupancyB2DSize shared_for, size_t dynamic_shared, int limit))
/* clang-format on */

/* clang-format off */
#define CUDA_CALLS(X) \
	CUDA_CALLS_DEVICE(X) CUDA_CALLS_CONTEXT(X) CUDA_CALLS_MODULE(X) \
	CUDA_CALLS_MEMORY(X) CUDA_CALLS_STREAM(X) CUDA_CALLS_LAUNCH(X)
/* clang-format on */

/* cuInit_fn is the type of the function cuInit, and so on. */
#define CUDA_CALL_TYPE(name, params) typedef CUresult name##_fn params;
CUDA_CALLS(CUDA_CALL_TYPE)
#undef CUDA_CALL_TYPE

/* ---- libptxsim.so only, not in a real driver: find them with dlsym ---- */

/* Name [addr, addr+bytes) of the current device for messages; name NULL: remove its name.  shape, or
 * NULL: what begins at origin (devrt_item_info.shape).  Return 0 on success. */
typedef int ptxsimAnnotate_fn(CUdeviceptr addr, size_t bytes, const char *name, const char *place,
	CUdeviceptr origin, const char *shape);
/*
 * Name a variable in each of `rows` rows, stride bytes apart, the first one at addr, in a range that
 * has a name.  Only grids launched as `entry` use these names, and at each such launch the variables
 * are unwritten.  Return 0 on success.
 */
typedef int ptxsimAnnotateRows_fn(CUdeviceptr addr, size_t bytes, size_t stride, size_t rows,
	const char *name, const char *entry);
/*
 * Set an option.  Before cuInit: "devices" = "k40,v100@1380" (the devices, with their MHz; default
 * "v100"); "check" = a list of bounds, init, race, sync and map, or "all" (findings on stderr, and
 * the process ends with status 1).  At any time: "threads" = N (host threads per launch, 0: all
 * cores), "max-instructions" = N (warp instructions per team before the launch counts as timed out,
 * 0: default); "host-memory" = "1" (on devices that can, device code may use the process's memory;
 * else such an address is a fault); "code" = "machine" (PTX is assembled by CUDA's ptxas, and that
 * runs) or "ptx"; "timing" = "1" (launches are timed on the device's model),
 * "stats" = "1" (and a table on stderr at exit) or a file's name (JSON), "timeline" =
 * "FILE.svg|FILE.json[,launch=N][,team=N]", "steps" = "FILE.html|FILE.json[,launch=N][,team=N]
 * [,steps=N]"; "sample" = "auto" (large launches are timed by a sample) or "off".  Return nonzero if there is no such key, the value is wrong, or it is too late.
 */
typedef int ptxsimSetOption_fn(const char *key, const char *value);
/*
 * Advance the device's simulated clock to at_least, if it is behind, and return it, in microseconds;
 * negative: launches are not timed.  Launches, copies and waits advance it; %globaltimer reads it.
 */
typedef double ptxsimTime_fn(CUdevice device, double at_least);
/*
 * Begin (1) and end (0) copies that the model counts and times as one: pieces of what a real device
 * has in one block, copied from or to pinned memory in the stream of a launch.  The current context's
 * device is meant.  Return nonzero if there is none.
 */
typedef int ptxsimTogether_fn(int begin);
/*
 * For the checks "map" and "race": tell what happened to [addr, addr+bytes) of the current
 * device, whose host copy is at NOW.  MAPPED: it was mapped; BEFORE has, until it is removed, the
 * host's bytes when both copies were last the same.  COPIED: both copies are now the same.
 * DROPPED: it is removed without a copy to the host, which is a mistake if it was written.  LEFT:
 * it is removed; NOW is NULL if nobody knows what the host reads.  Return nonzero if this is not
 * checked (ask with 0 bytes), or there is no such memory.
 *
 * Before a kernel is launched tell, of no range, whether the host WAITS for it, or GOES_ON beside
 * it or another: what the host has changed is looked for when a kernel uses it, or at once.
 */
enum ptxsim_mapped {
	PTXSIM_MAPPED,
	PTXSIM_COPIED,
	PTXSIM_DROPPED,
	PTXSIM_LEFT,
	PTXSIM_WAITS,
	PTXSIM_GOES_ON,
};
typedef int ptxsimMapped_fn(enum ptxsim_mapped what, CUdeviceptr addr, size_t bytes,
	const void *now, const void *before);
/*
 * For the check "race": tell to which construct the next launch on the current device belongs or,
 * with bytes, that it copies [addr, addr+bytes).  It is ordered after all constructs with numbers
 * below FIRST and those whose bits AFTER has, bit 0 being FIRST, and with no others.  NULL: it is
 * ordered with all.  Return nonzero if this is not checked.
 */
struct ptxsim_construct {
	uint64_t number, first;
	const uint64_t *after;
	size_t nafter; /* words */
	const char *what, *place;
};
typedef int ptxsimConstruct_fn(const struct ptxsim_construct *c, CUdeviceptr addr, size_t bytes,
	int to_device);
/*
 * For "map" and "race": tell that host code at PC is about to read or write [at, at+bytes), which is
 * or was mapped on the current device; or that the bytes, there in step, are about to be LOST by a
 * copy to the host.  Return nonzero if this is not checked.
 */
enum ptxsim_does { PTXSIM_READS, PTXSIM_WRITES, PTXSIM_LOSES };
struct ptxsim_access {
	enum ptxsim_does does;
	const void *at, *pc;
	size_t bytes;
	CUdeviceptr addr;   /* where it is mapped, or 0; then */
	const void *before; /* the host's bytes when both were last the same */
	/* READS, WRITES: a construct that copies it and is not ordered; LOSES: the one that copies it */
	const char *what, *place; /* "target update"; NULL: none */
	int to_host;
	const char *name, *shape; /* its list item, as for ptxsimAnnotate */
	const void *begin, *base;
	size_t size;
};
typedef int ptxsimAccess_fn(const struct ptxsim_access *a);
/* Return the last fault's text or "": kernel, source line, team, thread, address, or what waits. */
typedef const char *ptxsimLastMessage_fn(void);

#endif
