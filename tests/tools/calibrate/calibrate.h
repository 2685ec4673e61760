/*
 * calibrate.h: the parts of calibrate, which measures a device with micro-kernels in PTX.
 * main.c says how to run it.
 *
 * Every row is printed as it is measured, and stored: section, name, part and value, with tabs
 * between. The part was written down before the rows were measured on a real GPU: FIT rows may
 * set the numbers of a model of that GPU (each pins one of them), JUDGE rows may not (each needs
 * several at once).
 */
#ifndef CALIBRATE_H
#define CALIBRATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "devrt/include/cuda_abi.h"

#define CALLS(X) \
	X(cuInit) \
	X(cuDeviceGet) \
	X(cuDeviceGetName) \
	X(cuDeviceGetAttribute) \
	X(cuCtxCreate_v2) \
	X(cuCtxSynchronize) \
	X(cuModuleLoadData) \
	X(cuModuleUnload) \
	X(cuModuleGetFunction) \
	X(cuFuncSetAttribute) \
	X(cuLaunchKernel) \
	X(cuMemAlloc_v2) \
	X(cuMemFree_v2) \
	X(cuMemsetD8_v2) \
	X(cuMemcpyHtoD_v2) \
	X(cuMemcpyDtoH_v2) \
	X(cuEventCreate) \
	X(cuEventRecord) \
	X(cuEventSynchronize) \
	X(cuEventElapsedTime)

enum card { K40, V100, H200, NCARDS };
enum part { FIT, JUDGE };

struct bench {
#define X(name) name##_fn *name;
	CALLS(X)
#undef X
	bool simulated, machine; /* machine: code of CUDA's ptxas, never the driver's */
	int sm;                  /* compute capability, 90 */
	enum card card;          /* of a real GPU: always H200, which decides sizes only */
	double mhz;
	int sms;
	CUevent from, to;
	CUdeviceptr buffer; /* zeros */
	size_t bytes;
	const char *rows; /* how the name of the file of rows begins */
	FILE *store;      /* or NULL */
};

struct shape {
	unsigned teams, threads, shared;
};

/*
 * One loop: setup once, then in each turn `once`, and `copies` of body.  ~N~ in body: N times
 * the copy.
 */
struct chain {
	const char *setup, *once, *body;
	int copies;
	int target;      /* architecture that it needs; 0: sm_35 */
	bool cold;       /* what it reads must come from DRAM */
	bool lean;       /* no operands, so that registers do not keep blocks away */
	const char *end; /* once, behind the loop; or NULL */
};

/* device.c */
void open_device(struct bench *b, const char *name, const char *store);
void fail(const char *what, int error) __attribute__((noreturn));
#define TRY(call) \
	do { \
		int e_ = (call); \
		if (e_) \
			fail(#call, e_); \
	} while (0)
CUmodule load(struct bench *b, const char *ptx);
double launch(struct bench *b, CUfunction f, struct shape s, void **params);
double best_launch(struct bench *b, CUfunction f, struct shape s, void **params);
void result(struct bench *b, const char *section, const char *row, enum part part, double value);

/* kernel.c */
char *loop_kernel(const struct chain *c);
char *stream_kernel(const char *body);
double turn(struct bench *b, const struct chain *c, struct shape s); /* cycles of one turn */
char *slurp(const char *file);

/* latency.c, control.c, rate.c, memory.c, contend.c, bertolli.c: one section or a few each */
void measure_latencies(struct bench *b);
void measure_control(struct bench *b);
void measure_rates(struct bench *b);
void measure_full(struct bench *b);
void measure_fetch(struct bench *b);
void measure_atomics(struct bench *b);
void measure_blocks(struct bench *b);
void measure_memory(struct bench *b);
void measure_host(struct bench *b);
void measure_contention(struct bench *b);
void measure_bertolli(struct bench *b);

#endif
