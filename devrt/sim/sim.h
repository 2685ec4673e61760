/*
 * sim.h: the simulator's core, as the CUDA driver surface (api/) and ptxsim use it.
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
	bool pageable;            /* device code can access pageable host memory */
	int l2_bytes, mem_bus_bits, mem_clock_khz; /* only reported, by cuDeviceGetAttribute */
	const struct timing_model *timing;         /* timing/timing.h */
};

/* A growing text buffer that its user frees: JIT logs, messages.  text is NUL-terminated or NULL. */
struct sim_log {
	char *text;
	size_t len, cap;
};
void sim_log_printf(struct sim_log *log, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void sim_log_free(struct sim_log *log);
/* Append a JSON string, which may stand in a page: it has no '<'. */
void sim_json_string(struct sim_log *log, const char *s, size_t n);
#define sim_reason sim_log_printf /* to say why something is refused */

/*
 * Return the GPU of this name of len characters: a built-in one or, with a '/' or '.' in the name,
 * that of a file; "@875" behind it sets the clock, in MHz.  The caller frees it with free().  Return
 * NULL, and the reason in why, if there is none.
 */
struct sim_model *sim_gpu(const char *name, size_t len, struct sim_log *why);
/* Append the names of the built-in GPUs, "a100, h100". */
void sim_gpu_names(struct sim_log *out);

/* ---- device memory (core/memory.c) ---- */

struct sim_device;
struct sim_device *sim_device_new(const struct sim_model *model);
void sim_device_free(struct sim_device *dev);

/*
 * Global memory.  Addresses are the device's own 64-bit numbers, never host pointers; 0 is never
 * valid.  Each allocation is aligned to 256 bytes, has an unmapped gap behind it, and is not
 * initialised.  sim_alloc returns 0 if global_bytes are used up.
 */
uint64_t sim_alloc(struct sim_device *dev, size_t bytes);
bool sim_free(struct sim_device *dev, uint64_t addr); /* false: not an allocation's start */
bool sim_alloc_range(struct sim_device *dev, uint64_t addr, uint64_t *base, size_t *size);
size_t sim_mem_used(struct sim_device *dev);
/* Return where the host finds [addr, addr+bytes), or NULL if they are not in one allocation. */
void *sim_host_view(struct sim_device *dev, uint64_t addr, size_t bytes);
/* Name an allocation, or a part of it, for messages; name NULL: remove names.  shape, or NULL: what
 * begins at origin (devrt_item_info.shape).  Copies strings. */
void sim_annotate(struct sim_device *dev, uint64_t addr, size_t bytes, const char *name,
	const char *place, uint64_t origin, const char *shape);
/* Name a variable in each of several rows, for grids launched as entry: ptxsimAnnotateRows_fn of
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
/* Add an observer of all that the host does with dev's memory, and of launches that name
 * sim_observers(dev).  Return false if there are SIM_OBSERVERS already. */
bool sim_observe(struct sim_device *dev, const struct sim_observer *o);
const struct sim_observer *const *sim_observers(const struct sim_device *dev);
/* Report to observers what the host does with device memory between launches; sim_alloc and
 * sim_free do so themselves. */
enum host_event { HOST_ALLOC, HOST_FREE, HOST_WRITE, HOST_READ, HOST_COPY, HOST_SET };
void sim_host_event(struct sim_device *dev, enum host_event e, uint64_t addr, uint64_t from,
	size_t bytes);
/* Set the unmapped bytes behind each later allocation, which are at least its own size; 0: the
 * default of 256. */
void sim_set_gap(struct sim_device *dev, size_t bytes);

/* ---- modules ---- */

struct sim_module;
struct sim_func;

/*
 * Link and load n PTX texts (NUL-terminated) as one module on dev: resolve .extern and .weak among
 * them, allocate and initialise module-scope .global and .const variables.  On errors return NULL
 * and write up to 20 to log, "NAME:LINE:COL: error: TEXT" with source line and caret.  A .target
 * above the device's capability and an unknown .version are errors.
 */
struct sim_module *sim_module_load(struct sim_device *dev, int n, const char *const *ptx,
	const char *const *names, struct sim_log *log);
/*
 * Load machine code (code/): n cubins, or n texts that CUDA's ptxas assembles for the device.  More
 * than one are linked: cubins must be of ptxas -c.  Return NULL, and errors in log, if that fails or
 * CUDA's tools are missing.
 */
struct sim_module *sim_code_load(struct sim_device *dev, int n, const void *const *cubins,
	const size_t *bytes, struct sim_log *log);
struct sim_module *sim_code_assemble(struct sim_device *dev, int n, const char *const *ptx,
	const char *const *names, struct sim_log *log);
/* Return whether the checks know what a module's instructions mean: those of a cubin say it only with
 * the PTX that ptxas -lineinfo keeps in it.  If not, write so to log. */
bool sim_module_checkable(const struct sim_module *m, struct sim_log *log);
/*
 * Append machine code as text: each instruction with its control fields (machine_code.h), behind the
 * line and the region of the PTX that it was made of where the cubin says so (ptxas -lineinfo).
 */
void sim_code_print(struct sim_module *m, struct sim_log *out);
/* Return the bytes of an image if it is an ELF file, else 0. */
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
	int regs;            /* 32-bit registers, an estimate unless it is machine code */
	const char *file;    /* of the source, as .loc of the first instruction has it; or NULL */
	const char *code;    /* "PTX", or "sm_90 machine code by CUDA 11.8" */
};
struct sim_func_info sim_func_info(struct sim_func *f);
/* Return parameter i (PTX ISA 5.1.6.1).  kind: 'u', 's', 'f', 'b' as in .u64; size: of all elements,
 * in bytes. */
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
	SIM_DEADLOCK,    /* no warp can go on; the message says what each waits for */
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
	uint32_t pending_limit;    /* device-side launches that may be pending; 0: 2048 */
	bool host_memory; /* device code may access this process's memory: core/hostmem.c */
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

/* Run the whole grid, then return.  The caller frees result->message. */
enum sim_status sim_run(struct sim_device *dev, const struct sim_launch *launch,
	struct sim_result *result);

#endif
