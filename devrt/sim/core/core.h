/*
 * core.h: what the files of the simulator's core share: sources and places, devices and their
 * allocations, loaded modules and functions.  sim.h is the interface for others; ptx/parse.h has the
 * parsed form, exec/decode.h the decoded form and exec/exec.h the state of a running grid.
 */
#ifndef SIM_CORE_H
#define SIM_CORE_H

#include <pthread.h>

#include "ptx/ptxops.h"
#include "sim.h"

/* ---- arenas: memory that is freed together (arena.c) ---- */

struct sim_arena {
	struct arena_block *blocks;
	char *at, *end;
};
void *sim_arena_alloc(struct sim_arena *a, size_t bytes); /* zeroed, aligned to 16; never NULL */
_Noreturn void sim_out_of_memory(void);                   /* ends the program with a message */
/* Return V, of *CAP elements of SIZE bytes each and not in an arena, with room for more than n. */
void *sim_grown(void *v, size_t n, size_t *cap, size_t size);
char *sim_arena_strndup(struct sim_arena *a, const char *s, size_t n);
void sim_arena_free(struct sim_arena *a);

/* Return the index of the first of n sorted elements that is not below the key, as is_below says;
   n where all are. */
static inline size_t
sim_first_not(const void *all, size_t n, bool is_below(const void *all, size_t i, uint64_t key),
	uint64_t key)
{
	size_t lo = 0, hi = n;
	while (lo < hi) {
		size_t mid = (lo + hi) / 2;
		if (is_below(all, mid, key))
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* Append to the array p of n elements in an arena.  An array that has grown leaves its old copy in
 * the arena. */
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
	bool listing; /* of machine code: its lines begin with addresses */
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

/* Bits 40 and up of a generic address are its window; 0: global and constant memory. */
#define WINDOW_SHIFT 40
#define LOW_WINDOW_SHIFT 24 /* of sm_35's machine code, which has them below 2^32 */
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
	struct note *notes;
	size_t nnotes, notes_cap;
};

struct note {
	uint64_t addr;
	size_t bytes;
	char *name, *place;
	uint64_t origin;   /* where the variable's shape begins, maybe before addr */
	char *root, *type; /* both of devrt_item_info.shape; NULL: not known */
};

struct row_note {
	struct sim_rows at;
	char *name, *entry;
};

/* Host memory for a team: its lanes' local memory, of a mapping of its own, its warps' frames and its
 * shared memory. */
struct team_memory {
	struct team_memory *next;
	uint8_t *local, *frames, *shared;
	size_t local_bytes, frames_bytes, shared_bytes;
	size_t touched; /* bytes of all that hold memory, about */
};

struct sim_device {
	const struct sim_model *model;
	struct alloc **allocs; /* sorted by base */
	size_t nallocs, cap;
	size_t heap_used; /* bytes allocated by malloc in device code */
	size_t ndead;     /* of allocs */
	uint64_t reaps;   /* launches after which some were released */
	size_t used;
	uint64_t launches;
	uint64_t cycles; /* sum of timed launches: the next one's clock starts here */
	double us;       /* simulated time (api/timing.c), microseconds */
	int together; /* the next copy is this piece of one of small data; 0: it is a copy of its own */
	uint64_t timer;        /* %globaltimer at cycle 0, ns */
	uint32_t ninsts;       /* instructions loaded so far: the next one's id */
	struct caches *caches; /* kept from one timed launch to the next (timing/cache.c) */
	void (*free_caches)(struct sim_device *);
	void (*forget_launches)(struct sim_device *, const struct sim_module *); /* which is unloaded */
	uint64_t next;              /* next address; none is reused before they wrap */
	struct row_note *row_notes; /* variables of teams in global memory */
	size_t nrow_notes, row_notes_cap;
	pthread_rwlock_t lock;   /* device malloc and free change allocs during a launch */
	struct sim_func **funcs; /* all functions, for indirect calls; NULL when unloaded */
	size_t nfuncs, funcs_cap;
	size_t gap; /* unmapped bytes behind an allocation; 0: GAP */
	const struct sim_observer *observers[SIM_OBSERVERS + 1];
	struct team_memory *spare; /* of teams that have ended, for others; by the lock */
	size_t spare_bytes;
};

struct alloc *memory_find(struct sim_device *dev,
	uint64_t addr); /* the allocation that holds addr, or NULL */
struct alloc *memory_nearest(struct sim_device *dev, uint64_t addr);
uint64_t memory_alloc(struct sim_device *dev, size_t bytes, const char *name, bool constant);
uint64_t memory_heap_alloc(struct sim_device *dev, size_t bytes, size_t limit);
bool memory_heap_free(struct sim_device *dev, uint64_t addr);
void memory_reap(struct sim_device *dev); /* after a launch */
/* Give m, in which the sizes are set, its memory, and take it back: .local zeroed as far as it was
 * written, the others as they are. */
void memory_team_begin(struct sim_device *dev, struct team_memory *m);
void memory_team_end(struct sim_device *dev, const struct team_memory *m);
/* Forget notes of a range that is freed, or leaves its allocation, and of all. */
void notes_forget(struct alloc *a, uint64_t base, size_t size);
void rows_forget(struct sim_device *dev, uint64_t base, size_t size);
/* Return the last variable in addr's row that begins at addr or before, and its address, for grids
 * launched as entry; NULL: addr is not in such rows. */
const struct row_note *memory_row_note(const struct sim_device *dev, const char *entry,
	uint64_t addr, uint64_t *base);
/* Append which part of a variable, "[3].x", the bytes at offset are; nothing if they are all of it. */
void shape_walk(const char *type, int64_t offset, int64_t bytes, struct sim_log *out);
/* Return the bytes of an element, 0 where the type is no array. */
uint64_t shape_element(const char *type);
/* Return the named range in an allocation that holds addr or is nearest; NULL: it has none. */
const struct note *memory_note(const struct alloc *a, uint64_t addr);
/* Append what is at or near addr: "element 12 of 'a' (a.c:7)", for the end of a message. */
void memory_describe(struct sim_device *dev, uint64_t addr, int bytes, struct sim_log *out);
/* The same for an address of the host.  Return false if nothing is there. */
bool memory_describe_host(struct sim_device *dev, uint64_t addr, struct sim_log *out);
uint64_t device_add_func(struct sim_device *dev, struct sim_func *f);
struct sim_func *device_func(struct sim_device *dev, uint64_t addr);
void device_remove_func(struct sim_device *dev, struct sim_func *f);

/* ---- modules ---- */

struct var;
struct pfunc;
struct inst;
struct code;
struct static_inst;

/* Functions that device code may call though no text defines them (CUDA ABI). */
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
	BUILTINS
};
/* ptx/link.c */
extern const char *const builtin_names[BUILTINS]; /* [0]: NULL */
enum builtin builtin_of(const char *name);        /* BUILTIN_NONE: it is none */
/*
 * Device-side synchronisation, and with it the first launch interface, ends before sm_90; the
 * second begins with sm_70.  Return where the function is missing, or NULL: the device has it.
 */
const char *builtin_not_there(const struct sim_model *model, enum builtin b);

/* A parameter: an entry's is in the parameter block, a .func's in local memory. */
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
	uint64_t addr;        /* in the function window; 0: never taken */

	/* decoded */
	struct code *machine;               /* machine code (code/); NULL: PTX */
	const struct static_inst *schedule; /* its instructions' (exec/opclass.h), by pc */
	const char *made_by;                /* "sm_90 machine code by CUDA 11.8"; NULL: PTX */
	bool low_windows;                   /* see exec/exec.h */
	unsigned bank2;                     /* constant bank 2: index of its section; 0: none */
	struct inst *code;
	uint32_t ncode, entry_pc;
	uint8_t *consts; /* constants, 32 copies of each; operand base 1 */
	size_t const_bytes;
	size_t frame_bytes;  /* registers of one frame for 32 lanes */
	uint32_t *zero;      /* byte ranges (from, to) that may be read before written */
	uint32_t *reg_slots; /* operand of each parsed register */
	unsigned nzero;
	int regs;
	bool ordered; /* depends on what other teams do, itself: see exec/grid.c */
	bool calls_pointer;
	bool asks_time; /* reads a clock or launches grids, itself */
	unsigned index; /* among the module's functions */
	struct sim_func **callees;
	unsigned ncallees, callees_cap;
	struct var **shared; /* module-scope .shared and device functions' that it uses, itself */
	unsigned nshared, shared_cap;

	/* for entries, over all functions that they call */
	size_t shared_base;  /* where its own .shared begins */
	size_t shared_end;   /* where all .shared ends: the module's lies alike for all entries */
	size_t shared_bytes; /* of what is reached: what the GPU gives */
	size_t shared_reserved; /* of them, by the GPU */
	size_t frames_bytes;    /* its frame and those of all functions it calls by name */
	bool reach_ordered, reach_time;
};

struct sim_module {
	struct sim_device *dev;
	struct sim_module *ptx; /* of machine code: the PTX it was made of, only parsed, or NULL */
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

/* hostmem.c: find the range of readable (or writable) memory of this process that holds addr.
 * Return false if there is none. */
bool host_memory_find(uint64_t addr, bool write, uint64_t *base, uint64_t *size);
/* Return whether all the bytes are in memory of this process.  *KNOWN: pages that are, as of the
 * last call. */
struct host_pages {
	uint64_t first, end;
};
bool host_memory_has(struct host_pages *known, uint64_t addr, size_t bytes);

#endif
