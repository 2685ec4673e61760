/*
 * core.h: what the files of the simulator's core share: sources and places, devices and their
 * allocations, loaded modules and functions.  sim.h is what the outside sees; ptx/parse.h holds the
 * parsed form, exec/decode.h the decoded form and exec/exec.h the state of a running grid.
 */
#ifndef SIM_CORE_H
#define SIM_CORE_H

#include <pthread.h>

#include "ptx/ptxops.h"
#include "sim.h"

/* ---- arenas: everything of one lifetime, released together (arena.c) ---- */

struct sim_arena {
	struct arena_block *blocks;
	char *at, *end;
};
void *sim_arena_alloc(struct sim_arena *a, size_t bytes); /* zeroed, aligned to 16; never NULL */
_Noreturn void sim_out_of_memory(void); /* what every failed allocation of ours ends in */
char *sim_arena_strndup(struct sim_arena *a, const char *s, size_t n);
void sim_arena_free(struct sim_arena *a);

/* Grows the arena-held array p of n elements when it is full; old copies stay until the arena
 * goes. */
#define ARENA_PUSH(arena, p, n, cap, value) \
	do { \
		if ((n) == (cap)) \
			(p) = arena_regrow((arena), (p), (n), sizeof *(p), &(cap)); \
		(p)[(n)++] = (value); \
	} while (0)
void *arena_regrow(struct sim_arena *a, const void *old, size_t n, size_t size, unsigned *cap);

/* ---- sources and diagnostics (diag.c) ---- */

struct source {
	const char *name;
	const char *text; /* a copy, NUL-terminated */
	size_t len;
};

struct ptx_place {
	const struct source *src;
	const char *at;
};

struct diag {
	struct sim_log *log;
	int errors;
};
#define DIAG_MAX 20

void diag_error(struct diag *d, struct ptx_place where, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
void place_line_column(struct ptx_place p, int *line, int *column);

/* ---- state spaces and the generic address windows (PTX ISA 5.1, 6.4.1.1) ---- */

enum space {
	SPACE_GENERIC,
	SPACE_GLOBAL,
	SPACE_SHARED,
	SPACE_LOCAL,
	SPACE_PARAM,
	SPACE_CONST,
	SPACE_REG,
};
const char *space_name(enum space s);

/* Bits 40 and up of a generic address tell the space; all of them 0: global and constant memory. */
#define WINDOW_SHIFT 40
#define WINDOW_SHARED 1u
#define WINDOW_LOCAL 2u
#define WINDOW_PARAM 3u
#define WINDOW_FUNC 4u
#define WINDOW_ADDR(w) ((uint64_t)(w) << WINDOW_SHIFT)

/* ---- device memory (memory.c) ---- */

struct alloc {
	uint64_t base;
	size_t size;
	uint8_t *host;
	bool constant; /* .const: device code may only read */
	bool dead;     /* freed by device code; released after the launch */
	bool device_heap;
	char *name; /* of a module variable, or NULL */
};

struct note {
	uint64_t addr;
	size_t bytes;
	char *name, *place;
};

struct row_note {
	struct sim_rows at;
	char *name, *entry;
};

struct sim_device {
	const struct sim_model *model;
	struct alloc **allocs; /* sorted by base */
	size_t nallocs, cap;
	size_t heap_used; /* of it, by malloc of device code */
	size_t used;
	uint64_t launches;
	uint64_t cycles;  /* of timed launches so far: where the next one's clocks begin */
	double us;        /* simulated time (api/timing.c), microseconds */
	uint64_t timer;   /* what %globaltimer was when cycles was 0, ns */
	uint32_t ninsts;  /* gives instructions their ids */
	struct cache *l2; /* of timed launches: what one leaves, the next one finds */
	void (*free_l2)(struct cache *);
	uint64_t next; /* addresses are never used again before they wrap */
	struct note *notes;
	size_t nnotes, notes_cap;
	struct row_note *row_notes; /* variables of teams that lie in global memory */
	size_t nrow_notes, row_notes_cap;
	pthread_rwlock_t lock;   /* device malloc and free change allocs during a launch */
	struct sim_func **funcs; /* all functions, for indirect calls; NULL when unloaded */
	size_t nfuncs, funcs_cap;
	size_t gap; /* unmapped bytes behind an allocation; 0: GAP */
	const struct sim_observer *observers[SIM_OBSERVERS + 1];
};

struct alloc *memory_find(struct sim_device *dev, uint64_t addr); /* NULL: in no allocation */
struct alloc *memory_nearest(struct sim_device *dev, uint64_t addr);
uint64_t memory_alloc(struct sim_device *dev, size_t bytes, const char *name, bool constant);
uint64_t memory_heap_alloc(struct sim_device *dev, size_t bytes, size_t limit);
bool memory_heap_free(struct sim_device *dev, uint64_t addr);
void memory_reap(struct sim_device *dev);
/* The named range of an allocation that holds addr, or is nearest; NULL: nobody named any. */
void notes_forget(struct sim_device *dev, uint64_t base, size_t size); /* the range is freed */
void notes_free(struct sim_device *dev);
/* The row's last variable that begins at addr or before, at *base, of grids that began as entry;
   NULL: not in such rows. */
const struct row_note *memory_row_note(const struct sim_device *dev, const char *entry,
	uint64_t addr, uint64_t *base);
const struct note *memory_note(const struct sim_device *dev, const struct alloc *a, uint64_t addr);
/* Says what lies at or near addr: "element 12 of 'a' (a.c:7)", for the end of a message. */
void memory_describe(struct sim_device *dev, uint64_t addr, int bytes, struct sim_log *out);
/* false: nothing of the host's is there */
bool memory_describe_host(uint64_t addr, struct sim_log *out);
uint64_t device_add_func(struct sim_device *dev, struct sim_func *f);
struct sim_func *device_func(struct sim_device *dev, uint64_t addr);
void device_remove_func(struct sim_device *dev, struct sim_func *f);

/* ---- modules ---- */

struct var;
struct pfunc;
struct inst;
struct code;

/* Builtins that device code may call though no text defines them (CUDA ABI). */
enum builtin {
	BUILTIN_NONE,
	BUILTIN_VPRINTF,
	BUILTIN_MALLOC,
	BUILTIN_FREE,
	BUILTIN_ASSERTFAIL,
	/* exec/device_launch.c: the first interface, then the second */
	BUILTIN_GET_BUFFER,
	BUILTIN_LAUNCH,
	BUILTIN_SYNCHRONIZE,
	BUILTIN_GET_BUFFER_2,
	BUILTIN_LAUNCH_2,
};

/* A parameter of a function: of an entry in the parameter block, of a .func in local memory. */
struct formal {
	const char *name;
	enum ptx_type type;
	enum space space; /* SPACE_PARAM, or SPACE_REG for .reg parameters */
	size_t offset, size, align;
	bool is_array;
	uint32_t slot; /* operand, for SPACE_REG */
	struct ptx_place place;
};

struct sim_func {
	const char *name;
	struct sim_module *module;
	struct ptx_place place;
	bool entry, visible, weak, external, noreturn;
	enum builtin builtin;
	struct formal *params, *rets;
	unsigned nparams, nrets;
	size_t param_bytes;
	size_t local_bytes; /* .local and call parameters of one frame */
	uint32_t max_ntid[3];
	bool reqntid;
	int max_regs;         /* .maxnreg or 0 */
	struct pfunc *body;   /* parsed; NULL for a declaration */
	struct sim_func *def; /* what the linker chose; itself for definitions */
	uint64_t addr;        /* in the function window, 0: never asked for */

	/* decoded */
	struct code *machine; /* code/: it is machine code; NULL: PTX */
	struct inst *code;
	uint32_t ncode, entry_pc;
	uint8_t *consts; /* splatted constants, operand base 1 */
	size_t const_bytes;
	size_t frame_bytes;  /* registers of one frame for 32 lanes */
	uint32_t *zero;      /* byte ranges (from, to) that may be read before written */
	uint32_t *reg_slots; /* operand of each parsed register */
	unsigned nzero;
	int regs;
	size_t shared_own;   /* bytes of .shared declared inside */
	bool touches_common; /* module-scope .shared, itself */
	bool ordered;        /* looks at what other teams do, itself: see exec/grid.c */
	bool calls_pointer;
	unsigned index; /* among the module's functions */
	struct sim_func **callees;
	unsigned ncallees, callees_cap;

	/* for entries, over all that they reach */
	size_t shared_base, shared_bytes;
	size_t shared_reserved; /* of them, by the machine */
	size_t frames_bytes;    /* its frame and those of all it calls by name */
	bool reach_ordered;
};

struct sim_module {
	struct sim_device *dev;
	struct sim_arena arena;
	struct source *sources;
	int nsources;
	struct sim_func **funcs; /* definitions and declarations of all texts */
	unsigned nfuncs, funcs_cap;
	struct sim_func **entries;
	unsigned nentries, entries_cap;
	struct var **vars; /* module-scope variables of all texts */
	unsigned nvars, vars_cap;
	size_t shared_common; /* module-scope .shared and that of device functions */
	uint32_t nmem;        /* memory instructions, for per-worker caches */
	uint64_t sregs;       /* special registers that the texts read, by enum sreg */
	uint64_t *allocs;
	unsigned nallocs, allocs_cap;
};

/* hostmem.c: the range of readable, or writable, memory of this process that holds addr */
bool host_memory_find(uint64_t addr, bool write, uint64_t *base, uint64_t *size);

#endif
