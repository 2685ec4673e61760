/*
 * api_test.c: the driver API as a program sees it: numbers, errors, lifetimes, faults.  Needs
 * build/lib/libptxsim.so.
 */
#include <pthread.h>
#include <unistd.h>
#include "driver.h"

#define HEAD(version, target) ".version " version "\n.target " target "\n.address_size 64\n"

/* p[i] = value + i for all threads of the grid. */
static const char fill_ptx[] = HEAD("6.0",
	"sm_35") ".visible .global .align 4 .u32 counter = 7;\n"
		 ".visible .entry fill(.param .u64 fill_p, .param .u32 fill_value)\n"
		 "{\n"
		 "	.reg .u32 %r<6>;\n"
		 "	.reg .u64 %rd<4>;\n"
		 "	ld.param.u64 %rd1, [fill_p];\n"
		 "	ld.param.u32 %r1, [fill_value];\n"
		 "	mov.u32 %r2, %ctaid.x;\n"
		 "	mov.u32 %r3, %ntid.x;\n"
		 "	mov.u32 %r4, %tid.x;\n"
		 "	mad.lo.u32 %r2, %r2, %r3, %r4;\n"
		 "	add.u32 %r5, %r1, %r2;\n"
		 "	mul.wide.u32 %rd2, %r2, 4;\n"
		 "	add.u64 %rd3, %rd1, %rd2;\n"
		 "	st.global.u32 [%rd3], %r5;\n"
		 "	ret;\n"
		 "}\n"
		 ".visible .entry limited() .maxntid 64, 1, 1 .maxnreg 3\n{\n	ret;\n}\n"
		 ".visible .entry large()\n{\n	.shared .b8 s[200000];\n	ret;\n}\n"
		 ".visible .entry trapping()\n{\n	trap;\n	ret;\n}\n"
		 ".visible .entry endless()\n{\nL:\n	bra L;\n}\n";

static CUmodule
load(const char *ptx)
{
	char log[4096] = "";
	CUjit_option options[] = { CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES };
	void *values[] = { log, (void *)sizeof log };
	CUmodule m = NULL;

	if (cu.cuModuleLoadDataEx(&m, ptx, 2, options, values))
		diag("%s", log);
	return m;
}

static CUfunction
function(CUmodule m, const char *name)
{
	CUfunction f = NULL;

	return m && !cu.cuModuleGetFunction(&f, m, name) ? f : NULL;
}

static CUresult
launch(CUfunction f, unsigned grid, unsigned block, void **params)
{
	return cu.cuLaunchKernel(f, grid, 1, 1, block, 1, 1, 0, NULL, params, NULL);
}

/* ---- tests ---- */

static void
exports(void)
{
	FILE *nm = popen("nm -D --defined-only build/lib/libptxsim.so 2>/dev/null", "r");
	char line[300], name[256];
	int n = 0, other = 0;

	while (nm && fgets(line, sizeof line, nm))
		if (sscanf(line, "%*s %*s %255s", name) == 1) {
			n++;
			if (strncmp(name, "cu", 2) && strncmp(name, "ptxsim", 6)) {
				other++;
				diag("exported: %s", name);
			}
		}
	if (nm)
		pclose(nm);
	if (n)
		ok(!other, "nothing is exported but the driver API");
	else
		printf("ok %d - # SKIP nm not found\n", ++tap.run);
}

static void
before_init(void)
{
	CUdeviceptr p;
	int n;

	is(cu.cuDeviceGetCount(&n), CUDA_ERROR_NOT_INITIALIZED, "no call before cuInit");
	is(cu.cuMemAlloc_v2(&p, 4), CUDA_ERROR_NOT_INITIALIZED, "no allocation before cuInit");
	is(cu.cuInit(1), CUDA_ERROR_INVALID_VALUE, "cuInit takes no flags");
	ok(cu.set_option("colour", "red"), "an unknown option is refused");
	ok(cu.set_option("devices", "k40,rtx"), "an unknown device is refused");
	ok(cu.set_option("threads", "-1"), "a negative number is refused");
	ok(!cu.set_option("devices", "k40,v100"), "two devices are chosen");
	is(cu.cuInit(0), CUDA_SUCCESS, "cuInit");
	ok(cu.set_option("devices", "h200"), "devices cannot change after cuInit");
	is(cu.cuMemAlloc_v2(&p, 4), CUDA_ERROR_INVALID_CONTEXT, "no allocation without a context");
}

static int
attribute(CUdevice_attribute a, CUdevice d)
{
	int v = -1;

	cu.cuDeviceGetAttribute(&v, a, d);
	return v;
}

static void
devices(void)
{
	CUdevice d;
	char name[100];
	size_t bytes;
	const char *text;
	void *fn;
	int n = 0;

	cu.cuDeviceGetCount(&n);
	ok(n == 2, "two devices");
	is(cu.cuDeviceGet(&d, 2), CUDA_ERROR_INVALID_DEVICE, "a third device is an error");
	cu.cuDeviceGetName(name, sizeof name, 0);
	ok(strstr(name, "K40") != NULL, "device 0 is a K40: %s", name);
	ok(attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 0) == 3 &&
			attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, 0) == 5,
		"of capability 3.5");
	ok(attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0) == 15, "with 15 SMs");
	ok(attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 1) == 80, "a V100 has 80");
	ok(attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 1) == 1024 &&
			attribute(CU_DEVICE_ATTRIBUTE_WARP_SIZE, 1) == 32 &&
			attribute(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y, 1) == 65535,
		"block and grid limits");
	is(cu.cuDeviceGetAttribute(&n, (CUdevice_attribute)9999, 0), CUDA_ERROR_INVALID_VALUE,
		"an unknown attribute");
	is(cu.cuDeviceTotalMem_v2(&bytes, 0), CUDA_SUCCESS, "total memory");
	ok(bytes == (size_t)12 << 30, "is 12 GiB on a K40");
	cu.cuGetErrorName(CUDA_ERROR_ILLEGAL_ADDRESS, &text);
	ok(!strcmp(text, "CUDA_ERROR_ILLEGAL_ADDRESS"), "error names");
	is(cu.cuGetErrorName((CUresult)12345, &text), CUDA_ERROR_INVALID_VALUE, "an unknown error");
	ok(!cu.cuGetProcAddress("cuMemAlloc", &fn, 12000, 0) &&
			!memcmp(&fn, &cu.cuMemAlloc_v2, sizeof fn),
		"cuGetProcAddress gives the _v2 form");
	is(cu.cuGetProcAddress("cuNoSuchCall", &fn, 12000, 0), CUDA_ERROR_NOT_FOUND,
		"cuGetProcAddress of an unknown name");
}

static void
memory(void)
{
	CUdeviceptr p, base;
	size_t size, before, after, total;
	unsigned char back[64] = { 0 };
	uint32_t words[4];
	unsigned type = 0;
	void *host;

	is(cu.cuMemAlloc_v2(&p, 0), CUDA_ERROR_INVALID_VALUE, "an allocation of nothing");
	is(cu.cuMemAlloc_v2(&p, (size_t)1 << 50), CUDA_ERROR_OUT_OF_MEMORY,
		"too large an allocation");
	cu.cuMemGetInfo_v2(&before, &total);
	is(cu.cuMemAlloc_v2(&p, 64), CUDA_SUCCESS, "an allocation");
	cu.cuMemGetInfo_v2(&after, &total);
	ok(after < before && before <= total, "cuMemGetInfo sees it");
	ok(p && p % 256 == 0, "aligned to 256 bytes");
	is(cu.cuMemcpyHtoD_v2(p, "hello", 6), CUDA_SUCCESS, "copy there");
	is(cu.cuMemcpyDtoH_v2(back, p, 6), CUDA_SUCCESS, "and back");
	ok(!strcmp((char *)back, "hello"), "the same bytes");
	is(cu.cuMemcpyHtoD_v2(p + 60, "hello", 6), CUDA_ERROR_INVALID_VALUE, "a copy over the end");
	is(cu.cuMemcpyHtoD_v2((CUdeviceptr)(uintptr_t)back, "hello", 6), CUDA_ERROR_INVALID_VALUE,
		"a host address is no device address");
	is(cu.cuMemcpy((CUdeviceptr)(uintptr_t)back, p, 4), CUDA_SUCCESS,
		"cuMemcpy finds out itself");
	is(cu.cuMemsetD32_v2(p, 0x01020304, 4), CUDA_SUCCESS, "memset of words");
	cu.cuMemcpyDtoH_v2(words, p, sizeof words);
	ok(words[3] == 0x01020304, "sets words");
	is(cu.cuMemsetD32_v2(p + 2, 0, 1), CUDA_ERROR_INVALID_VALUE, "but only aligned ones");
	is(cu.cuMemGetAddressRange_v2(&base, &size, p + 10), CUDA_SUCCESS, "address range");
	ok(base == p && size == 64, "is the allocation");
	is(cu.cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p + 1), CUDA_SUCCESS,
		"pointer attribute");
	ok(type == CU_MEMORYTYPE_DEVICE, "device memory");
	is(cu.cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
		   (CUdeviceptr)(uintptr_t)&type),
		CUDA_ERROR_INVALID_VALUE, "of an unknown pointer");
	is(cu.cuMemFree_v2(p + 4), CUDA_ERROR_INVALID_VALUE, "free of an inner address");
	is(cu.cuMemFree_v2(p), CUDA_SUCCESS, "free");
	is(cu.cuMemFree_v2(p), CUDA_ERROR_INVALID_VALUE, "not twice");
	is(cu.cuMemFree_v2(0), CUDA_SUCCESS, "free of 0");
	is(cu.cuMemAllocHost_v2(&host, 100), CUDA_SUCCESS, "host memory");
	is(cu.cuMemHostRegister_v2((char *)host + 8, 8, 0),
		CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, "is registered already");
	is(cu.cuMemFreeHost(host), CUDA_SUCCESS, "and freed");
	is(cu.cuMemHostUnregister(words), CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, "unregister");
}

static void
bad_modules(void)
{
	char log[2000] = "";
	CUjit_option options[] = { CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES };
	void *values[] = { log, (void *)sizeof log };
	CUmodule m;

	is(cu.cuModuleLoadData(&m, "this is not PTX"), CUDA_ERROR_INVALID_PTX, "not PTX");
	is(cu.cuModuleLoadData(&m, ""), CUDA_ERROR_INVALID_IMAGE, "an empty image");
	ok(strstr(cu.last_message(), "the image is empty") != NULL, "says so: %s",
		cu.last_message());
	is(cu.cuModuleLoadData(&m, "\177ELF\2\1\1"), CUDA_ERROR_NO_BINARY_FOR_GPU, "machine code");
	ok(strstr(cu.last_message(), "machine code: the file: not a cubin") != NULL, "says so: %s",
		cu.last_message());
	is(cu.cuModuleLoadData(&m, "\x50\xed\x55\xba"), CUDA_ERROR_NO_BINARY_FOR_GPU,
		"a fat binary");
	ok(strstr(cu.last_message(),
		   "the image is a fat binary; the simulator runs PTX text and cubins") != NULL,
		"says so: %s", cu.last_message());
	is(cu.cuModuleLoadData(&m, HEAD("6.0", "sm_70")), CUDA_ERROR_NO_BINARY_FOR_GPU,
		"PTX for a newer GPU");
	is(cu.cuModuleLoadData(&m, HEAD("10.0", "sm_35")), CUDA_ERROR_UNSUPPORTED_PTX_VERSION,
		"PTX of a newer toolkit");
	is(cu.cuModuleLoadDataEx(&m,
		   HEAD("6.0", "sm_35") ".entry k()\n{\n	frobnicate.u32 %r1;\n}\n", 2,
		   options, values),
		CUDA_ERROR_INVALID_PTX, "an unknown instruction");
	ok(strstr(log, ":6:") && strstr(log, "frobnicate"), "the log names line and instruction");
	diag("%.*s", (int)strcspn(log, "\n"), log);
	ok((size_t)(uintptr_t)values[1] == strlen(log), "and its length is given");
	values[0] = log;
	values[1] = (void *)8;
	cu.cuModuleLoadDataEx(&m, "rubbish in, error out", 2, options, values);
	ok(strlen(log) <= 7, "a short buffer is not overrun");
	is(cu.cuModuleLoadDataEx(&m, fill_ptx, 2, NULL, NULL), CUDA_ERROR_INVALID_VALUE,
		"options without a list");
}

static void
modules(void)
{
	CUmodule m = load(fill_ptx);
	CUdeviceptr at = 0;
	CUfunction f, again;
	size_t bytes = 0;
	uint32_t value = 0;
	int n = 0;

	ok(m != NULL, "a module");
	is(cu.cuModuleGetFunction(&f, m, "fill"), CUDA_SUCCESS, "its function");
	cu.cuModuleGetFunction(&again, m, "fill");
	ok(f == again, "has one handle");
	is(cu.cuModuleGetFunction(&again, m, "fil"), CUDA_ERROR_NOT_FOUND, "no such function");
	is(cu.cuModuleGetGlobal_v2(&at, &bytes, m, "counter"), CUDA_SUCCESS, "its variable");
	cu.cuMemcpyDtoH_v2(&value, at, 4);
	ok(bytes == 4 && value == 7, "is initialised");
	is(cu.cuModuleGetGlobal_v2(&at, &bytes, m, "count"), CUDA_ERROR_NOT_FOUND,
		"no such variable");
	is(cu.cuMemFree_v2(at), CUDA_ERROR_INVALID_VALUE, "a variable cannot be freed");
	cu.cuFuncGetAttribute(&n, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function(m, "limited"));
	ok(n == 64, "a function's thread limit");
	cu.cuFuncGetAttribute(&n, CU_FUNC_ATTRIBUTE_NUM_REGS, function(m, "limited"));
	is(n, 3, "no more registers than .maxnreg");
	is(cu.cuFuncGetAttribute(&n, (CUfunction_attribute)77, f), CUDA_ERROR_INVALID_VALUE,
		"an unknown attribute of a function");
	is(cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(&n, f, 256, 0), CUDA_SUCCESS,
		"occupancy");
	ok(n == 8, "2048 threads an SM, %d blocks of 256", n);
	is(cu.cuModuleUnload(m), CUDA_SUCCESS, "unload");
	is(cu.cuModuleUnload(m), CUDA_ERROR_INVALID_HANDLE, "not twice");
	is(launch(f, 1, 1, NULL), CUDA_ERROR_INVALID_HANDLE, "its functions are gone");
	is(launch((CUfunction)(void *)"no function", 1, 1, NULL), CUDA_ERROR_INVALID_HANDLE,
		"any pointer is not a function");
}

/* A kernel that keeps 80 values at a time, more than 1,024 threads have registers for. */
static void
many_registers(void)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	int most = 0;

	fputs(HEAD("6.0",
		      "sm_35") ".visible .entry wide(.param .u64 p)\n{\n"
			       "	.reg .u64 %rd<2>;\n	.reg .u32 %r<80>;\n	ld.param.u64 %rd1, [p];\n",
		out);
	for (int i = 0; i < 80; i++)
		fprintf(out, "	ld.global.u32 %%r%d, [%%rd1+%d];\n", i, 4 * i);
	for (int i = 0; i < 80; i++)
		fprintf(out, "	st.global.u32 [%%rd1+%d], %%r%d;\n", 4 * i, 79 - i);
	fputs("	ret;\n}\n", out);
	fclose(out);
	CUmodule m = load(text);
	CUfunction f = function(m, "wide");
	cu.cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, f);
	ok(most >= 512 && most < 800, "80 registers leave room for %d threads", most);
	CUdeviceptr p = 0;
	cu.cuMemAlloc_v2(&p, 4 * 80);
	void *params[] = { &p };
	is(launch(f, 1, most, params), CUDA_SUCCESS, "so many can be launched");
	is(launch(f, 1, most + 32, params), CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, "and no more");
	cu.cuCtxSynchronize();
	cu.cuMemFree_v2(p);
	cu.cuModuleUnload(m);
	free(text);
}

static const char callee_ptx[] = HEAD("6.0",
	"sm_35") ".visible .func (.param .u32 r) twice(.param .u32 x)\n"
		 "{\n"
		 "	.reg .u32 %r<3>;\n"
		 "	ld.param.u32 %r1, [x];\n"
		 "	add.u32 %r2, %r1, %r1;\n"
		 "	st.param.u32 [r], %r2;\n"
		 "	ret;\n"
		 "}\n";

static const char caller_ptx[] = HEAD("6.0",
	"sm_35") ".extern .func (.param .u32 r) twice(.param .u32 x);\n"
		 ".visible .entry call(.param .u64 p)\n"
		 "{\n"
		 "	.reg .u32 %r<3>;\n"
		 "	.reg .u64 %rd<2>;\n"
		 "	ld.param.u64 %rd1, [p];\n"
		 "	mov.u32 %r1, 21;\n"
		 "	{\n"
		 "	.param .u32 a;\n"
		 "	.param .u32 b;\n"
		 "	st.param.u32 [a], %r1;\n"
		 "	call.uni (b), twice, (a);\n"
		 "	ld.param.u32 %r2, [b];\n"
		 "	}\n"
		 "	st.global.u32 [%rd1], %r2;\n"
		 "	ret;\n"
		 "}\n";

static void
linking(void)
{
	char log[200] = "";
	CUjit_option options[] = { CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES };
	void *values[] = { log, (void *)sizeof log };
	CUlinkState l;
	CUmodule m;
	CUdeviceptr p;
	void *image, *copy, *params[] = { &p };
	size_t size;
	uint32_t value = 0;

	is(cu.cuModuleLoadData(&m, caller_ptx), CUDA_ERROR_INVALID_PTX, "an undefined function");
	is(cu.cuLinkCreate_v2(2, options, values, &l), CUDA_SUCCESS, "a linker");
	is(cu.cuLinkAddData_v2(l, CU_JIT_INPUT_PTX, (void *)caller_ptx, sizeof caller_ptx, "caller",
		   0, NULL, NULL),
		CUDA_SUCCESS, "takes PTX");
	is(cu.cuLinkAddData_v2(l, CU_JIT_INPUT_CUBIN, (void *)"\177ELF", 5, "cubin", 0, NULL, NULL),
		CUDA_ERROR_INVALID_IMAGE, "no machine code");
	ok(strstr(log, "neither all PTX text nor all cubins, which alone can be linked") != NULL,
		"says so: %s", log);
	is(cu.cuLinkAddFile_v2(l, CU_JIT_INPUT_PTX, "/nonexistent", 0, NULL, NULL),
		CUDA_ERROR_FILE_NOT_FOUND, "not a missing file");
	is(cu.cuLinkAddData_v2(l, CU_JIT_INPUT_PTX, (void *)callee_ptx, sizeof callee_ptx, "callee",
		   0, NULL, NULL),
		CUDA_SUCCESS, "and more PTX");
	if (!is(cu.cuLinkComplete(l, &image, &size), CUDA_SUCCESS, "links them"))
		return;
	copy = malloc(size);
	memcpy(copy, image, size);
	is(cu.cuLinkDestroy(l), CUDA_SUCCESS, "and goes");
	is(cu.cuModuleLoadData(&m, copy), CUDA_SUCCESS, "a copy of the image outlives it");
	free(copy);
	cu.cuMemAlloc_v2(&p, 4);
	is(launch(function(m, "call"), 1, 1, params), CUDA_SUCCESS, "a call across modules");
	is(cu.cuMemcpyDtoH_v2(&value, p, 4), CUDA_SUCCESS, "runs");
	ok(value == 42, "and returns 42");
	cu.cuMemFree_v2(p);
	cu.cuModuleUnload(m);
}

/* A kernel with 100 values live at once. */
static CUmodule
load_wide(void)
{
	char text[16384];
	int n = snprintf(text, sizeof text,
		HEAD("6.0",
			"sm_35") ".visible .entry wide(.param .u64 p)\n{\n"
				 ".reg .b64 %%a;\n.reg .b32 %%r<100>;\nld.param.u64 %%a, [p];\n");

	for (int pass = 0; pass < 2; pass++)
		for (int i = 0; i < 100; i++)
			n += snprintf(text + n, sizeof text - (size_t)n,
				pass ? "st.volatile.global.u32 [%%a], %%r%d;\n" :
				       "ld.volatile.global.u32 %%r%d, [%%a];\n",
				i);
	snprintf(text + n, sizeof text - (size_t)n, "ret;\n}\n");
	return load(text);
}

struct shape {
	unsigned teams, teams_y, threads, threads_z, shared;
};

/* A launch of this shape is refused with this message. */
static void
refused(CUfunction f, struct shape s, void **params, CUresult want, const char *message)
{
	is(cu.cuLaunchKernel(f, s.teams, s.teams_y, 1, s.threads, 1, s.threads_z, s.shared, NULL,
		   params, NULL),
		want, "refused");
	if (!ok(strstr(cu.last_message(), message) != NULL, "%s", message))
		diag("%s", cu.last_message());
}

static void
refusals(CUmodule m, CUfunction f, void **params)
{
	CUmodule n = load_wide();
	CUfunction limited = function(m, "limited"), wide = function(n, "wide"),
		   large = function(m, "large");
	CUresult invalid = CUDA_ERROR_INVALID_VALUE, resources = CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;

	refused(f, (struct shape){ 4, 1, 64, 1, 0 }, NULL, invalid,
		"cannot launch: it takes 2 parameters, 12 bytes; these are not given");
	refused(f, (struct shape){ 0, 1, 64, 1, 0 }, params, invalid,
		"cannot launch: a dimension is 0");
	refused(f, (struct shape){ 1, 65536, 1, 1, 0 }, params, invalid,
		"cannot launch: a grid dimension is 65536, at most 65535");
	refused(f, (struct shape){ 1, 1, 1, 65, 0 }, params, invalid,
		"cannot launch: block z is 65, at most 64");
	refused(f, (struct shape){ 1, 1, 1025, 1, 0 }, params, invalid,
		"cannot launch: threads per block are 1025, at most 1024");
	refused(limited, (struct shape){ 1, 1, 65, 1, 0 }, NULL, resources,
		"cannot launch: its .maxntid is exceeded: threads per block are 65, at most 64");
	refused(f, (struct shape){ 1, 1, 32, 1, 49153 }, params, invalid,
		"cannot launch: dynamic shared memory is 49153, at most 49152");
	refused(large, (struct shape){ 1, 1, 32, 1, 0 }, NULL, resources,
		"cannot launch: shared memory is 200000, at most");
	refused(wide, (struct shape){ 1, 1, 1024, 1, 0 }, NULL, resources,
		"cannot launch: registers of the block are");
	cu.cuModuleUnload(n);
}

static void
launches(void)
{
	CUmodule m = load(fill_ptx);
	CUfunction f = function(m, "fill");
	struct {
		CUdeviceptr p;
		uint32_t value;
	} packed = { .value = 100 };
	size_t size = sizeof packed;
	uint32_t value = 5, out[256];
	void *params[] = { &packed.p, &value };
	void *extra[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE,
		&size, CU_LAUNCH_PARAM_END };

	cu.cuMemAlloc_v2(&packed.p, sizeof out);
	is(launch(f, 4, 64, params), CUDA_SUCCESS, "a launch");
	is(cu.cuCtxSynchronize(), CUDA_SUCCESS, "synchronises");
	cu.cuMemcpyDtoH_v2(out, packed.p, sizeof out);
	ok(out[0] == 5 && out[255] == 260, "all threads ran");
	is(cu.cuLaunchKernel(f, 4, 1, 1, 64, 1, 1, 0, NULL, NULL, extra), CUDA_SUCCESS,
		"a launch with a parameter buffer");
	cu.cuMemcpyDtoH_v2(out, packed.p, sizeof out);
	ok(out[255] == 355, "took its value");
	size = 8;
	is(cu.cuLaunchKernel(f, 4, 1, 1, 64, 1, 1, 0, NULL, NULL, extra), CUDA_ERROR_INVALID_VALUE,
		"a parameter buffer too short");
	refusals(m, f, params);
	is(cu.cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, (CUstream)0x1234, params, NULL),
		CUDA_ERROR_INVALID_HANDLE, "no such stream");
	is(cu.cuCtxSynchronize(), CUDA_SUCCESS, "refused launches leave the context well");
	cu.cuMemFree_v2(packed.p);
	cu.cuModuleUnload(m);
}

static void
streams(void)
{
	CUstream s;
	CUevent a, b, untimed;
	float ms = -1;

	is(cu.cuStreamCreate(&s, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS, "a stream");
	cu.cuEventCreate(&a, 0);
	cu.cuEventCreate(&b, 0);
	cu.cuEventCreate(&untimed, CU_EVENT_DISABLE_TIMING);
	is(cu.cuEventElapsedTime(&ms, a, b), CUDA_ERROR_INVALID_HANDLE, "events not recorded");
	cu.cuEventRecord(a, s);
	cu.cuEventRecord(b, s);
	cu.cuEventRecord(untimed, s);
	is(cu.cuStreamWaitEvent(s, a, 0), CUDA_SUCCESS, "wait for an event");
	is(cu.cuEventElapsedTime(&ms, a, b), CUDA_SUCCESS, "elapsed time");
	ok(ms >= 0 && ms < 10000, "is sensible");
	is(cu.cuEventElapsedTime(&ms, a, untimed), CUDA_ERROR_INVALID_HANDLE,
		"not of an untimed event");
	is(cu.cuStreamQuery(s), CUDA_SUCCESS, "the stream is idle");
	is(cu.cuStreamDestroy_v2(s), CUDA_SUCCESS, "destroyed");
	is(cu.cuStreamSynchronize(s), CUDA_ERROR_INVALID_HANDLE, "and gone");
	cu.cuEventDestroy_v2(a);
	cu.cuEventDestroy_v2(b);
	cu.cuEventDestroy_v2(untimed);
}

/* Runs one kernel that fails in a context of its own. */
static void
fault(const char *kernel, CUresult want, const char *word)
{
	CUcontext ctx;
	CUdeviceptr p;
	uint64_t wild = 0xdead0000;
	uint32_t value = 0;
	void *params[] = { &wild, &value };
	CUresult err;

	cu.cuCtxCreate_v2(&ctx, 0, 1);
	CUmodule m = load(fill_ptx);
	err = launch(function(m, kernel), 1, 32, params);
	ok(err == CUDA_SUCCESS || err == want, "%s is launched", kernel);
	is(cu.cuCtxSynchronize(), want, "and fails");
	ok(strstr(cu.last_message(), kernel) && strstr(cu.last_message(), word),
		"the message names kernel and '%s'", word);
	diag("%.*s", (int)strcspn(cu.last_message(), "\n"), cu.last_message());
	is(cu.cuMemAlloc_v2(&p, 4), want, "every later call says so");
	is(cu.cuCtxDestroy_v2(ctx), CUDA_SUCCESS, "only destroying the context helps");
	is(cu.cuMemAlloc_v2(&p, 4), CUDA_SUCCESS, "another context is well");
	cu.cuMemFree_v2(p);
}

static void
contexts(void)
{
	CUcontext primary, mine, top = NULL;
	CUdevice d = -1;
	size_t before, total, after;
	CUdeviceptr p;

	is(cu.cuDevicePrimaryCtxRetain(&primary, 1), CUDA_SUCCESS, "a primary context");
	is(cu.cuCtxSetCurrent(primary), CUDA_SUCCESS, "made current");
	cu.cuMemGetInfo_v2(&before, &total);
	is(cu.cuCtxCreate_v2(&mine, 0, 1), CUDA_SUCCESS, "a context of our own");
	cu.cuCtxGetCurrent(&top);
	ok(top == mine, "is pushed");
	cu.cuMemAlloc_v2(&p, 1 << 20);
	is(cu.cuCtxDestroy_v2(mine), CUDA_SUCCESS, "destroyed");
	cu.cuCtxGetCurrent(&top);
	ok(top == primary, "and popped");
	cu.cuMemGetInfo_v2(&after, &total);
	ok(before == after, "its memory is freed");
	is(cu.cuCtxSetCurrent(mine), CUDA_ERROR_INVALID_CONTEXT, "a destroyed context");
	cu.cuCtxGetDevice(&d);
	ok(d == 1, "on device 1");
	is(cu.cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 4096), CUDA_SUCCESS, "stack size");
	cu.cuCtxGetLimit(&total, CU_LIMIT_STACK_SIZE);
	ok(total == 4096, "is set");
	is(cu.cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 523728), CUDA_ERROR_INVALID_VALUE,
		"a stack larger than any");
	is(cu.cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 523712), CUDA_ERROR_OUT_OF_MEMORY,
		"more than all threads can have");
	is(cu.cuCtxSetLimit((CUlimit)99, 1), CUDA_ERROR_UNSUPPORTED_LIMIT, "an unknown limit");
	is(cu.cuCtxPopCurrent_v2(NULL), CUDA_SUCCESS, "popped");
	is(cu.cuCtxSynchronize(), CUDA_ERROR_INVALID_CONTEXT, "none left");
	is(cu.cuDevicePrimaryCtxRelease_v2(1), CUDA_SUCCESS, "released");
	is(cu.cuDevicePrimaryCtxRelease_v2(1), CUDA_ERROR_INVALID_CONTEXT, "not twice");
}

/* ---- two host threads, one device each ---- */

static void *
worker(void *arg)
{
	CUdevice device = *(int *)arg;
	CUcontext ctx;
	CUdeviceptr p;
	uint32_t value = 0, out[64];
	void *params[] = { &p, &value };
	intptr_t wrong = 0;

	cu.cuCtxCreate_v2(&ctx, 0, device);
	CUfunction f = function(load(fill_ptx), "fill");
	cu.cuMemAlloc_v2(&p, sizeof out);
	for (value = 0; value < 50; value++) {
		launch(f, 2, 32, params);
		cu.cuMemcpyDtoH_v2(out, p, sizeof out);
		wrong += out[63] != value + 63;
	}
	cu.cuCtxDestroy_v2(ctx);
	return (void *)wrong;
}

static void
threads(void)
{
	pthread_t t[4];
	int device[4] = { 0, 1, 0, 1 };
	intptr_t wrong = 0;
	void *r;

	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, worker, &device[i]);
	for (int i = 0; i < 4; i++) {
		pthread_join(t[i], &r);
		wrong += (intptr_t)r;
	}
	ok(!wrong, "four host threads on two devices");
}

int
main(void)
{
	CUcontext ctx;

	ok(!open_driver(), "every call is there");
	exports();
	before_init();
	devices();
	contexts();
	cu.cuDevicePrimaryCtxRetain(&ctx, 0);
	cu.cuCtxSetCurrent(ctx);
	memory();
	bad_modules();
	modules();
	many_registers();
	linking();
	launches();
	streams();
	cu.set_option("max-instructions", "100000");
	fault("fill", CUDA_ERROR_ILLEGAL_ADDRESS, "dead0000");
	fault("trapping", CUDA_ERROR_LAUNCH_FAILED, "trap");
	fault("endless", CUDA_ERROR_LAUNCH_TIMEOUT, "instruction limit");
	cu.set_option("max-instructions", "0");
	threads();
	return done();
}
