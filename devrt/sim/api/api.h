/*
 * api.h: what the files of this room, the CUDA driver surface, share.  They turn cu* calls into
 * calls of sim.h; nobody else includes this.
 *
 * A call runs in four steps: api_enter finds the calling thread's context and locks its device;
 * arguments and handles are checked; sim.h does the work; api_leave unlocks.  A context whose
 * kernel faulted answers every later call with that fault, as the real driver does.
 */
#ifndef SIM_API_H
#define SIM_API_H

#include <pthread.h>
#include <stdbool.h>
#include <time.h>
#include "cuda_abi.h"
#include "sim.h"

#define API_EXPORT __attribute__((visibility("default")))

#define API_DECLARE(name, params) API_EXPORT CUresult name params;
CUDA_CALLS(API_DECLARE)
#undef API_DECLARE
API_EXPORT ptxsimAnnotate_fn ptxsimAnnotate;
API_EXPORT ptxsimAnnotateRows_fn ptxsimAnnotateRows;
API_EXPORT ptxsimSetOption_fn ptxsimSetOption;
API_EXPORT ptxsimTime_fn ptxsimTime;
API_EXPORT ptxsimTogether_fn ptxsimTogether;
API_EXPORT ptxsimLastMessage_fn ptxsimLastMessage;
API_EXPORT ptxsimMapped_fn ptxsimMapped;
API_EXPORT ptxsimConstruct_fn ptxsimConstruct;
API_EXPORT ptxsimAccess_fn ptxsimAccess;

#define API_DRIVER_VERSION 12040 /* CUDA 12.4: the first number a program sees */
#define API_MAX_DEVICES 16
#define API_CTX_STACK 64
#define API_MESSAGE_MAX 8192

/* ---- objects behind the handles ---- */

struct api_device {
	int ordinal;
	const struct sim_model *model;
	struct sim_device *sim;
	struct checks *checks;    /* NULL: none */
	bool unsynchronised;      /* timed: the host has not waited for a launch */
	pthread_mutex_t lock;     /* held by every call that touches the device */
	struct CUctx_st *primary; /* made by the first retain, then kept */
	int primary_refs;
	unsigned primary_flags;
	struct CUctx_st *contexts; /* all that were ever made */
};

/* Never freed: a thread may still have it current.  dead answers CONTEXT_IS_DESTROYED. */
struct CUctx_st {
	struct CUctx_st *next; /* of the same device */
	struct api_device *dev;
	unsigned flags;
	bool dead;
	CUresult sticky; /* the fault that every later call reports */
	size_t limit[CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT + 1];
	CUdeviceptr *allocs; /* of cuMemAlloc, to be freed with the context */
	size_t nallocs, allocs_cap;
};

struct CUfunc_st {
	struct CUfunc_st *next; /* of the same module */
	struct CUmod_st *module;
	struct sim_func *sim;
	size_t max_dynamic_shared;
	int carveout;
};

struct CUmod_st {
	struct CUctx_st *ctx;
	struct sim_module *sim;
	struct CUfunc_st *funcs;
	int target; /* 70 for .target sm_70 */
};

struct CUstream_st {
	struct CUctx_st *ctx;
};

struct CUevent_st {
	struct CUctx_st *ctx;
	unsigned flags;
	bool recorded;
	struct timespec when;
};

struct CUlinkState_st; /* link.c */

/* ---- the driver: the one state of the process (state.c) ---- */

enum api_kind {
	API_CTX = 1,
	API_MODULE,
	API_FUNC,
	API_STREAM,
	API_EVENT,
	API_LINK,
	API_HOST_MEM,
	API_HOST_REG
};

/* Live handles and host ranges, so that a wrong one is an error, not a crash. */
struct api_handles {
	struct api_handle {
		const void *key;
		enum api_kind kind;
		size_t bytes;
	} * slot;
	size_t cap, used, live;
};

struct api_driver {
	pthread_mutex_t lock; /* of all below; a leaf: take no other lock under it */
	bool initialised;
	int ndevices;
	struct api_device device[API_MAX_DEVICES];
	const struct sim_model *chosen[API_MAX_DEVICES];
	int nchosen;
	int threads;
	uint64_t max_instructions;
	bool host_memory;          /* device code may access it, on devices that can */
	bool machine_code;         /* assemble PTX and run the machine code */
	unsigned check;            /* what to check: bits of check/checks.h */
	int exit_status;           /* of the process, when it ends */
	struct api_timing *timing; /* NULL: plain, untimed runs */
	struct sim_log last;       /* the text of ptxsimLastMessage */
	struct api_handles handles;
};

struct api_driver *api_driver(void);

/* The calling thread's stack of contexts (cuCtxPushCurrent), and its copy of the last message. */
struct api_thread {
	struct CUctx_st *ctx[API_CTX_STACK];
	int depth;
	char message[API_MESSAGE_MAX];
};
struct api_thread *api_thread(void);

/* Set *ctx to the current context and lock its device.  Lock nothing if the result is an error. */
CUresult api_enter(struct CUctx_st **ctx);
/* The same for calls that work in a context that has faulted. */
CUresult api_enter_any(struct CUctx_st **ctx);
/* The same as api_enter; an error if func is not a live function of this context. */
CUresult api_enter_func(CUfunction func, struct CUctx_st **ctx);
/* Unlock; return result. */
CUresult api_leave(struct CUctx_st *ctx, CUresult result);
CUresult api_device_at(CUdevice ordinal, struct api_device **dev);

struct CUctx_st *api_ctx_new(struct api_device *dev, unsigned flags); /* device locked */
void api_ctx_clear(struct CUctx_st *ctx); /* frees what it owns; device locked */

/* ---- checks (check.c) ---- */

int api_check_set(struct api_driver *d, const char *list); /* before cuInit; nonzero: refused */
bool api_check_device(struct api_driver *d, struct api_device *dev);

/* ---- handles (handle.c) ---- */

bool api_handle_add(const void *key, enum api_kind kind, size_t bytes);
bool api_handle_is(const void *key, enum api_kind kind);
bool api_handle_remove(const void *key, enum api_kind kind);
/* Call fn for each live handle of the kind; fn may remove that one. */
void api_handle_each(enum api_kind kind, void (*fn)(void *key, void *arg), void *arg);
/* Return whether p is inside a known host range; set its start and length in bytes. */
bool api_host_range(const void *p, const void **base, size_t *bytes);

/* ---- shared checks ---- */

bool api_stream_ok(struct CUctx_st *ctx, CUstream stream);
void api_module_free(struct CUmod_st *m); /* device locked */
void api_link_free(struct CUlinkState_st *l);
struct CUctx_st *api_link_ctx(struct CUlinkState_st *l);
/* Return how many blocks of so many threads fit on an SM; 0: such a block cannot run. */
int api_occupancy(const struct CUfunc_st *f, int threads, size_t dynamic_shared);
/* Set the last message. */
void api_say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* ---- timed runs (timing.c) ---- */

struct timing_run;
bool api_timing_option(struct api_driver *d, const char *key, const char *value);
/* Make l a timed launch if that option is set; run must live as long as l. */
void api_timing_begin(struct api_device *dev, struct sim_launch *l, struct timing_run *run);
void api_timing_end(struct api_device *dev, const struct sim_launch *l,
	const struct timing_run *run);
void api_timing_attach(struct api_driver *d, struct api_device *dev);
void api_timing_report(void);
/* Wait for the device on the simulated clock; get the time of an event, simulated if launches are
 * timed. */
void api_timing_wait(struct api_device *dev);
void api_timing_now(const struct api_device *dev, struct timespec *now);

/* ---- JIT options (jit.c) ---- */

struct api_jit {
	char *info, *error; /* the caller's buffers */
	size_t info_room, error_room;
	void **info_len, **error_len; /* where the caller wants the lengths */
};
CUresult api_jit_options(struct api_jit *jit, unsigned n, const CUjit_option *options,
	void **values);
void api_jit_report(struct api_jit *jit, const struct sim_log *info, const struct sim_log *error);

/* An image, opened: one PTX text, several of a linked image, or a cubin. */
struct api_image {
	int n;
	const char **text, **name;
	size_t *bytes; /* of each text, its zero included */
	int target;    /* highest .target among them */
	bool machine;  /* they are cubins instead of texts */
};
CUresult api_image_open(const void *data, struct api_image *image, struct sim_log *log);
void api_image_close(struct api_image *image);
/* Return a linked image: one block of memory, which a program may copy. */
void *api_image_pack(const struct api_image *image, size_t *bytes);
/* Load with sim_module_load or sim_code_load; translate a failure to the driver's error. */
CUresult api_image_load(struct CUctx_st *ctx, const struct api_image *image, struct sim_module **m,
	struct sim_log *log);
int api_ptx_target(const char *ptx);

#endif
