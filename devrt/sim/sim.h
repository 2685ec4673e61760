/*
 * sim.h: what the CUDA driver surface (api/) and ptxsim ask of the simulator's core.
 *
 * The core (ptx/, exec/, core/) turns PTX text into decoded functions and runs grids of
 * them on the CPU.  The surface owns contexts, streams, handles and machine limits.  Neither knows
 * minicc or libdevrt: any PTX runs here, nvcc's and clang's too.
 *
 * Threads: every function may be called from several host threads on different devices; calls on
 * one device are serialised by the surface.
 */
#ifndef SIM_SIM_H
#define SIM_SIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One class of GPU (gpu/NAME.gpu).  Limits: CUDA programming guide, compute capabilities table. */
struct sim_model {
	const char *name;     /* "k40" */
	const char *gpu_name; /* what cuDeviceGetName says: "Tesla K40 (simulated)" */
	int cc_major, cc_minor;
	int sms;
	int max_threads_per_block, max_threads_per_sm, max_blocks_per_sm;
	int regs_per_sm;
	size_t shared_per_block, shared_per_block_optin, shared_per_sm;
	size_t global_bytes;
	size_t const_bytes; /* 65,536 */
	int clock_khz;
	bool independent_threads; /* sm_70 rule of progress; else one program counter per warp */
	bool cdp1, cdp2;          /* device-side launch interfaces */
	bool pageable;            /* can use the host's memory as it is */
	int l2_bytes, mem_bus_bits, mem_clock_khz; /* only reported, by cuDeviceGetAttribute */
	const struct timing_model *timing;         /* timing/timing.h */
};

/* A growing text buffer that the caller owns: JIT logs, messages.  text is NUL-terminated or
 * NULL. */
struct sim_log {
	char *text;
	size_t len, cap;
};
void sim_log_printf(struct sim_log *log, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void sim_log_free(struct sim_log *log);
#define sim_reason sim_log_printf /* the reason why something is refused: a message */

/*
 * The GPU of this name, of len characters: one that is built in, or a file's that describes one, whose
 * name has a '/' or a '.' in it; "@875" behind either is another clock, in MHz.  Return what the caller
 * frees with free(), or NULL and the reason.
 */
struct sim_model *sim_gpu(const char *name, size_t len, struct sim_log *why);
/* The names of those that are built in, "a100, h100". */
void sim_gpu_names(struct sim_log *out);

/* ---- device memory (core/memory.c) ---- */

struct sim_device;
struct sim_device *sim_device_new(const struct sim_model *model);
void sim_device_free(struct sim_device *dev);

/*
 * Global memory.  Addresses are the device's own 64-bit numbers, never host pointers; every
 * allocation is 256-byte aligned, has an unmapped gap behind it, and address 0 is never valid.
 * sim_alloc returns 0 when global_bytes are used up.  zeroed memory is not promised.
 */
uint64_t sim_alloc(struct sim_device *dev, size_t bytes);
bool sim_free(struct sim_device *dev, uint64_t addr); /* false: not an allocation's start */
bool sim_alloc_range(struct sim_device *dev, uint64_t addr, uint64_t *base, size_t *size);
size_t sim_mem_used(struct sim_device *dev);
/* Host copy access: pointer to the bytes [addr, addr+bytes) when they lie in one allocation, else
 * NULL. */
void *sim_host_view(struct sim_device *dev, uint64_t addr, size_t bytes);
/* Names an allocation, or a part of it, for messages; NULL takes names away.  Strings are
 * copied. */
void sim_annotate(struct sim_device *dev, uint64_t addr, size_t bytes, const char *name,
	const char *place);
/* A variable that each of so many rows has, for grids that began as one of entry; see
 * cuda_abi.h. */
struct sim_rows {
	uint64_t addr;
	size_t bytes, stride, rows;
};
void sim_annotate_rows(struct sim_device *dev, const struct sim_rows *r, const char *name,
	const char *entry);

/* ---- observers (exec/observer.h) ---- */

struct sim_observer;
#define SIM_OBSERVERS 8
/* o is told of all that the host does with dev's memory, and of launches that name
 * sim_observers(dev). */
bool sim_observe(struct sim_device *dev, const struct sim_observer *o);
const struct sim_observer *const *sim_observers(const struct sim_device *dev);
/* What the host does to device memory between launches; sim_alloc and sim_free tell it
 * themselves. */
enum host_event { HOST_ALLOC, HOST_FREE, HOST_WRITE, HOST_READ, HOST_COPY, HOST_SET };
void sim_host_event(struct sim_device *dev, enum host_event e, uint64_t addr, uint64_t from,
	size_t bytes);
/* Unmapped bytes behind each later allocation, at least as many as it has itself; 0: the usual
 * 256. */
void sim_set_gap(struct sim_device *dev, size_t bytes);

/* ---- modules ---- */

struct sim_module;
struct sim_func;

/*
 * Links and loads n PTX texts (NUL-terminated) as one module on dev: parses, resolves .extern and
 * .weak among them, allocates and initialises module-scope .global and .const variables.  Errors go
 * to log as "NAME:LINE:COL: error: TEXT" with source line and caret, up to 20; NULL is returned.
 * A .target above the device's capability or an unknown .version is an error that says so.
 */
struct sim_module *sim_module_load(struct sim_device *dev, int n, const char *const *ptx,
	const char *const *names, struct sim_log *log);
/*
 * The same of machine code (code/): of a cubin, or of what CUDA's ptxas makes of n texts for the
 * device.  Errors go to log; CUDA's tools that are missing are one.
 */
struct sim_module *sim_code_load(struct sim_device *dev, const void *cubin, size_t bytes,
	struct sim_log *log);
struct sim_module *sim_code_assemble(struct sim_device *dev, int n, const char *const *ptx,
	struct sim_log *log);
/* Length of an image that is an ELF file; 0: it is none. */
size_t sim_code_bytes(const void *image);
void sim_module_unload(struct sim_module *m);

struct sim_func *sim_module_entry(struct sim_module *m, const char *name); /* .entry only; NULL */
int sim_module_entry_count(struct sim_module *m);
struct sim_func *sim_module_entry_at(struct sim_module *m, int i);
bool sim_module_global(struct sim_module *m, const char *name, uint64_t *addr, size_t *bytes);

struct sim_func_info {
	const char *name;
	int nparams;
	size_t param_bytes;  /* whole parameter space */
	size_t shared_bytes; /* static .shared */
	size_t local_bytes;  /* .local of the function itself */
	int max_threads;     /* .maxntid product or 0 */
	int regs;            /* an estimate of 32-bit registers: see its comment in parse */
};
struct sim_func_info sim_func_info(struct sim_func *f);
/* Parameter i: PTX ISA 5.1.6.1.  kind is 'u','s','f','b' as in .u64; array bytes count in size. */
struct sim_param {
	size_t offset, size, align;
	char kind;
	int elem_bytes;
	bool is_array;
};
struct sim_param sim_func_param(struct sim_func *f, int i);

/* ---- launching ---- */

struct sim_dim3 {
	unsigned x, y, z;
};

enum sim_status {
	SIM_OK,
	SIM_BAD_ADDRESS, /* outside every allocation, misaligned, or the wrong space */
	SIM_TRAP,        /* trap, or an assertion that failed */
	SIM_DEADLOCK,    /* nobody can go on: who waits where is in the message */
	SIM_LIMIT,       /* ran longer than the instruction limit */
	SIM_STACK,       /* local memory / call depth used up */
	SIM_UNSUPPORTED, /* an instruction that parses but is not implemented */
};

struct sim_timing;

struct sim_launch {
	struct sim_func *func;
	struct sim_dim3 grid, block;
	size_t dyn_shared;         /* bytes behind the static .shared (extern .shared arrays) */
	const void *params;        /* param_bytes bytes in PTX parameter layout */
	size_t stack_bytes;        /* local memory per thread for calls; 0: default 64 KiB */
	uint64_t max_instructions; /* warp instructions per team; 0: default limit */
	size_t heap_bytes;         /* for malloc of device code; 0: 8 MiB */
	uint32_t pending_limit;    /* launches by device code that may wait; 0: 2048 */
	bool host_memory; /* device code may use this process's memory, too: core/hostmem.c */
	int host_threads; /* 0: all cores */
	void (*print)(void *ctx, const char *text, size_t len); /* device printf, in team order */
	void *print_ctx;
	const struct sim_observer *const *observers; /* NULL-terminated, or NULL: exec/observer.h */
	const struct sim_timing *timing; /* not NULL: a timed launch, see timing/timing.h */
};

struct sim_result {
	enum sim_status status;
	uint64_t warp_instructions, thread_instructions;
	struct sim_log message; /* why, where: source line, team, thread, address, array name */
};

/* Runs the whole grid before it returns.  The caller frees result->message. */
enum sim_status sim_run(struct sim_device *dev, const struct sim_launch *launch,
	struct sim_result *result);

#endif
