/*
 * devrt.h: the interface between code that minicc compiles and libdevrt.
 *
 * The host writer (the room minicc/host) emits static tables of these structures and calls to these
 * functions; libdevrt (devrt/host) implements them.  It is plain C so that `minicc -emit-host`
 * output can be read and compiled by hand.  Nothing here knows a scheme: a kernel's entries carry
 * all that the launch depends on.
 */
#ifndef DEVRT_H
#define DEVRT_H

#include <stddef.h>
#include <stdint.h>

#define DEVRT_ABI 15 /* devrt_module.abi; a mismatch is a start-up error */

/* No device clause: use default-device-var.  -1 is omp_initial_device. */
enum { DEVRT_DEFAULT_DEVICE = -0x7fffffff };

/* A place in the user's source, for messages. */
struct devrt_place {
	const char *file;
	int line, column;
};

/* ---- mapping: OpenMP 5.2 [5.8.3] ---- */

enum { /* map(alloc) is neither TO nor FROM */
	DEVRT_MAP_TO = 1,
	DEVRT_MAP_FROM = 2,
	DEVRT_MAP_ALWAYS = 4,
	DEVRT_MAP_DELETE = 8, /* target exit data map(delete:) */
	DEVRT_MAP_RELEASE = 16,
	DEVRT_MAP_IMPLICIT = 32, /* by rule, not by clause */
	DEVRT_MAP_ZERO_LENGTH =
		64,             /* maps nothing; translates a pointer to what is present [5.8.6] */
	DEVRT_MAP_ATTACH = 128, /* if item.pointer is on the device, too, set it there to the item's
	                            device address */
	DEVRT_MAP_PRESENT = 256,   /* present modifier: error when absent */
	DEVRT_MAP_UPDATE_TO = 512, /* target update to(...) / from(...) */
	DEVRT_MAP_UPDATE_FROM = 1024,
	DEVRT_MAP_ROOM = 2048,    /* maps nothing: the whole of which other items are parts; reserve
	                          room for all of it, so that more parts can be mapped later */
	DEVRT_MAP_POINTER = 4096, /* storage of a pointer to attach that no clause lists */
};

/* The constant part of one list item. */
struct devrt_item_info {
	const char *name; /* as written: "a[0:n]" */
	struct devrt_place place;
	unsigned flags; /* DEVRT_MAP_* */
	int object;     /* items with the same number are of one variable */
	/*
	 * What lies at devrt_item.base: "NAME:TYPE", where a TYPE is its bytes, of a struct or union
	 * followed by {NAME:OFFSET:TYPE ...}; [N] before it: an array, [] one of any length.  NULL:
	 * not known.
	 */
	const char *shape;
};

/* The part that the host code computes at the construct. */
struct devrt_item {
	void *base;  /* where a[0] would be; a parameter is its device address */
	void *begin; /* first mapped byte */
	size_t bytes;
	void **pointer; /* DEVRT_MAP_ATTACH: host address of the pointer that points at base; else
	                   NULL */
};

/* ---- kernels ---- */

/*
 * One kernel parameter, in the order of the PTX entry's .param list.  After the ones listed here
 * every entry has one more, `struct devrt_env` by value.
 */
struct devrt_param {
	const char *name;
	int item;       /* >= 0: device address of items[item].base; -1: by value; -2: the
	                   device address of a copy of the value */
	uint32_t bytes; /* by value: size at values[k], k counting the by-value ones from 0 */
};

enum { DEVRT_TICKETS = 64 };

/* Last parameter of every kernel, by value: what device code must know of its launch.  32 bytes. */
struct devrt_env {
	uint32_t threads; /* most OpenMP threads of a team: thread_limit-var, clamped; in a kernel
	                     without parallel regions, as many as a region would have */
	uint32_t device;  /* omp_get_device_num() */
	uint64_t frames;  /* address of team frames in global memory, which follow DEVRT_TICKETS
	                     32-bit counters that are 0 when no kernel runs; 0: none needed */
	uint64_t frame_stride; /* bytes per team, multiple of 256 */
	uint32_t independent;  /* 1: lanes of a warp make progress on their own (cc 7.0 and up) */
	uint32_t teams;        /* of the league, for a kernel that starts its teams itself */
};

enum { DEVRT_TEAM_STACK = 2048 }; /* Wright et al. 2023, §5.3.1 */
enum { DEVRT_ELSEWHERE = -1 };

/*
 * At the beginning of dynamic shared memory: what the master of a team shares with the functions
 * that it calls.  Only kernels whose workers execute regions of such functions have it (dyn_shared);
 * in others the functions find too little dynamic shared memory and execute regions alone.
 */
struct devrt_team {
	uint64_t work; /* what the workers do next: 0: exit; DEVRT_ELSEWHERE: call `region`; else as
	                    the scheme defines */
	uint64_t region;      /* a device function of one parameter: */
	uint64_t frame;       /* … the address of its variables */
	uint64_t top;         /* generic address of the first free byte of the stack */
	struct devrt_env env; /* the kernel's parameter */
	unsigned char stack[DEVRT_TEAM_STACK]; /* of such variables; what does not fit is on the
	                                          heap */
};

/* When an entry may be launched; 0: always. */
enum {
	DEVRT_IF_GRID_COVERS = 1, /* it has no work loop: teams * threads >= trip count
	                             (trip_is_teams: teams == trip count) */
	DEVRT_IF_DISJOINT = 2,    /* what it writes overlaps nothing else that is mapped, or that
	                             devrt_entry.pointers lead to: read-only loads;
	                             devrt_entry.read */
	DEVRT_IF_INDEX32 = 4,     /* trip count below 2^31 */
	DEVRT_IF_LAID_OUT = 8,    /* the threads' x, y and z cover the launch's extents */
	DEVRT_IF_ALIGNED = 16,    /* the parameters of devrt_entry.aligned are multiples of 16 */
	DEVRT_IF_WHOLE = 32,      /* teams are whole warps */
	DEVRT_IF_FEW = 64, /* all iterations are on the device at once, each with its lanes, and what
	                      is known of their rows does not say that these are short */
	DEVRT_IF_MANY = 128, /* the grid has DEVRT_MANY_THREADS at least, and of rows the same */
};

enum { DEVRT_MANY_THREADS = 1 << 16 };

struct devrt_entry {
	const char *name; /* PTX symbol */
	unsigned needs;   /* DEVRT_IF_*; entries come best first, the last one has 0 */
	uint64_t aligned; /* bit i: parameter i, an address */
	uint64_t read;    /* … through which nothing is written */
	uint64_t pointers; /* … device pointers, whose allocations are apart (DEVRT_IF_DISJOINT) */
	int lanes;        /* CUDA threads of an OpenMP thread: its SIMD group; 0 and 1: itself */
	int stores;       /* 1: its loops write memory */
	int rows; /* DEVRT_IF_FEW, _MANY: 1 + the parameter to memory that the iterations have a row of
	             each; 0: none is known */
	int row_bytes; /* … of an iteration of a lane's loop, which goes along the row */
};

/* A variable in the team frame, for the simulator's messages. */
struct devrt_frame_var {
	const char *name, *entry; /* NULL: no more */
	int arch;                 /* of the image */
	uint64_t offset, bytes;
};

struct devrt_kernel {
	const char *name;         /* FUNCTION_lLINE */
	struct devrt_place place; /* of the directive */
	const char *scheme;       /* for messages only */
	const struct devrt_entry *entries;
	int nentries;
	const struct devrt_param *params;
	int nparams;
	const struct devrt_item_info *items;
	int nitems;
	/*
	 * Block shape: a team of n OpenMP threads is launched with n times an entry's lanes CUDA threads; with
	 * extra_threads, that is rounded up to whole warps, and they follow.  n is at most max_threads.
	 */
	int extra_threads;    /* 32 where the master has a warp of its own */
	int max_threads;      /* most OpenMP threads the scheme can give; 1: team-serial kernel */
	int fixed_threads;    /* > 0: num_threads, a constant, which a team gets exactly; < 0: its regions
	                         ask for numbers that only they know */
	uint64_t frame_bytes; /* global memory per team for the team's frame; 0: none */
	const struct devrt_frame_var *frame_vars; /* its variables, or NULL */
	uint64_t dyn_shared;                      /* dynamic shared memory per team */
	uint64_t stack_bytes; /* per thread; 0: the driver's default is enough */
	int teams;            /* 1: a teams construct, the grid may have many teams; 0: one team */
	int block_threads;    /* > 0: CUDA threads of a block, for any size of team: its parallel
	                         regions are grids that the kernel launches */
	int trip_is_teams; /* 1: trip_count is of a distribute without for: an iteration per team */
	int distributes;   /* 1: it has loops that are divided among the teams */
	int starts_teams;  /* 1: launched with one thread, which starts env.teams teams */
};

/* ---- target tasks: OpenMP 5.2 [12.8], [15.9.5] ---- */

enum { DEVRT_DEP_IN = 1, DEVRT_DEP_OUT = 2, DEVRT_DEP_ALL = 3 };

/* One item of a depend clause [15.9.5]: where its storage begins.  ALL: omp_all_memory. */
struct devrt_dep {
	const void *address;
	int kind;
};

struct devrt_order {
	int nowait; /* the construct may be deferred: the program goes on */
	int ndeps;
	const struct devrt_dep *deps;
};

/* One target construct at run time.  libdevrt reads all of it before its call returns. */
struct devrt_launch {
	int64_t device;                               /* device clause, or DEVRT_DEFAULT_DEVICE */
	int32_t num_teams, thread_limit, num_threads; /* 0: not given */
	uint64_t trip_count; /* of the loop divided in the league (or team); 0: unknown */
	uint64_t extents[3]; /* trip counts of its two or three loops, the innermost first; 1: no
	                        such loop; 0: unknown, or not needed */
	uint64_t
		counted_by; /* bit i (63: and those behind): that is right only if the construct makes
	                        item i present, with the value that the host has read for it */
	const struct devrt_item *items;  /* nitems */
	const void *const *values;       /* one per by-value parameter */
	const struct devrt_order *order; /* NULL: neither nowait nor depend */
};

/* ---- what one object file registers ---- */

struct devrt_image {
	int arch;           /* 35, 70, 90 */
	const char *ptx;    /* NUL-terminated text */
	const void *code;   /* its cubin for this architecture, or NULL */
	const void *object; /* the same of ptxas -c, to be linked with other objects', or NULL */
	size_t object_bytes;
};

struct devrt_global {     /* declare target variable */
	const char *name; /* PTX symbol */
	void *host;
	size_t bytes;
	int defined; /* 0: .extern here, defined in another object */
	int link;    /* declare target link: mapped on demand through its pointer */
};

struct devrt_module {
	int abi;            /* DEVRT_ABI */
	const char *source; /* main file, for messages */
	const struct devrt_image *images;
	int nimages;
	const struct devrt_kernel *const *kernels;
	int nkernels;
	const struct devrt_global *globals;
	int nglobals;
	int needs_link; /* it has undefined symbols that other objects define */
	int unified;    /* requires unified_shared_memory: nothing is mapped */
	int alone;      /* its functions may pass memory of one thread to regions elsewhere, so that
	                   no region of a called function is divided (devrt_team.stack) */
	int launches_grids; /* its kernels launch kernels: linked with libcudadevrt.a on a GPU */
	int prints;         /* its device code calls printf */
	void *state;        /* libdevrt's own; initially NULL */
};

/*
 * The folder of the compiler's libraries when the program was made, where libptxsim.so is looked
 * for.  Each object file may define it, since it is weak:
 * `__attribute__((weak)) const char devrt_libdir[] = "/usr/lib/minicc";`
 */
extern const char devrt_libdir[] __attribute__((weak));

/* Register a module, which must stay; called by a constructor of each object file. */
void devrt_register(struct devrt_module *module);

/*
 * Run a target region.  Return 1 if it ran on a device or, with nowait, was queued there.  Return 0
 * if the caller must run it on the host: by choice (DEVRT_DEVICE=host, device(initial device),
 * OMP_TARGET_OFFLOAD=DISABLED), or because there is no device, which stderr says once.  Ends the
 * program with a message at the construct's place if anything fails on the device.
 */
int devrt_target(struct devrt_module *module, const struct devrt_kernel *kernel,
	const struct devrt_launch *launch);

/*
 * Let the calling thread go on while its target regions run, until devrt_settle.  Call the two in one
 * function, around statements that cannot tell: they only compute with variables of the thread's own and
 * meet constructs.  devrt_settle waits for what still runs, unless another pair is around this one.  A
 * region that fails meanwhile is reported at its own place.
 */
void devrt_ahead(void);
void devrt_settle(void);
/* Call this before a target region that the host runs because of its if clause: waits for those that still run. */
void devrt_on_host(void);

/*
 * target data, enter data, exit data, update.  infos[i] and items[i] describe one list item.  Do
 * nothing if the device is the host.  Pass the same arrays to data_end as to data_begin.
 */
void devrt_data_begin(struct devrt_module *module, int64_t device, struct devrt_place place,
	const struct devrt_item_info *infos, const struct devrt_item *items, int n);
void devrt_data_end(struct devrt_module *module, int64_t device, struct devrt_place place,
	const struct devrt_item_info *infos, const struct devrt_item *items, int n);
void devrt_enter_data(struct devrt_module *module, int64_t device, struct devrt_place place,
	const struct devrt_item_info *infos, const struct devrt_item *items, int n);
void devrt_exit_data(struct devrt_module *module, int64_t device, struct devrt_place place,
	const struct devrt_item_info *infos, const struct devrt_item *items, int n);
void devrt_update(struct devrt_module *module, int64_t device, struct devrt_place place,
	const struct devrt_item_info *infos, const struct devrt_item *items, int n);

/*
 * Execute CONSTRUCT, one of the last three: with nowait queue it, else wait for its dependences
 * first.  The infos must live until it is done.
 */
typedef void devrt_data_fn(struct devrt_module *module, int64_t device, struct devrt_place place,
	const struct devrt_item_info *infos, const struct devrt_item *items, int n);
void devrt_data_task(const struct devrt_order *order, devrt_data_fn *construct,
	struct devrt_module *module, int64_t device, struct devrt_place place,
	const struct devrt_item_info *infos, const struct devrt_item *items, int n);

/*
 * Execute CONSTRUCT for COUNT objects that a mapper maps, each with NPARTS list items.  infos:
 * one of the NSECTIONS sections that hold the objects (none if 0), then one object's parts.  items:
 * all sections, then all objects.  devrt_each_items allocates n items, devrt_each_done frees them.
 */
struct devrt_item *devrt_each_items(size_t n);
void devrt_each(devrt_data_fn *construct, struct devrt_module *module, int64_t device,
	struct devrt_place place, const struct devrt_item_info *infos,
	const struct devrt_item *items, size_t nsections, size_t nparts, size_t count);
void devrt_each_done(struct devrt_item *items);

/* Wait for all queued constructs: taskwait, the end of a taskgroup, a barrier. */
void devrt_wait(void);
/* Wait also for those that cc's library has deferred for the current task. */
void devrt_wait_all(void);
/* The same as a cleanup function: called at the end of main while its variables still exist. */
void devrt_main_ends(const int *unused);
/* Wait for queued constructs that a host task with these dependences depends on. */
void devrt_wait_for(const struct devrt_order *order);

/*
 * Return ADDRESS, for tables filled at a construct, so that it is not a constant: compilers fold a
 * variable's constant address before they find that an enclosing construct makes it private.
 */
static __inline__ void *
devrt_here(const volatile void *address)
{
	return (void *)address;
}

/* Return the device address of what host pointer p points to; p itself if that is not present or
 * the device is the host. */
void *devrt_device_ptr(int64_t device, const void *p);
/* The same for a variable that may be present in part: where the whole of it would begin. */
void *devrt_device_addr(int64_t device, const void *variable, size_t bytes);

#endif
