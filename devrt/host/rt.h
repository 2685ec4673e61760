/*
 * rt.h: what the files of libdevrt share.  devrt.h is what compiled programs see; nobody outside
 * devrt/host includes this.
 *
 *	state.c     settings from the environment, the list of devices, registration
 *	cuda.c      a CUDA driver library behind a table of calls, with fault injection
 *	device.c    opening a device, entering and leaving it
 *	image.c     loading the program's PTX on a device
 *	table.c     which host ranges are present on a device
 *	pack.c      device memory for small ranges, side by side
 *	range.c     device memory of ranges that become present
 *	copy.c      copies of list items, attached pointers
 *	move.c      the copies of a construct, made together
 *	bulk.c      large copies, by several threads
 *	wait.c      constructs that wait for regions which run, and for copies
 *	map.c       map clauses at the begin and end of a construct, target update
 *	watch.c     DEVRT_CHECK=map: what the host changes while it is mapped
 *	access.c    the same in code compiled with -fcheck-host: what it reads and writes
 *	order.c     DEVRT_CHECK=race: which constructs OpenMP orders
 *	data.c      the entry points for target data and its relatives
 *	grid.c      league and team sizes
 *	launch.c    which entry, parameters, the launch: devrt_target
 *	ahead.c     regions that run on while the host launches the next
 *	clock.c     the program's time: real, or a timed simulated device's
 *	message.c   every message that ends the program or warns
 *	info.c      what DEVRT_INFO prints
 *	omp_device.c, omp_host.c, omp_interop.c    the omp_* routines
 *
 * All of it is linked into the user's program, so every global name begins with devrt_ or omp_.
 */
#ifndef DEVRT_RT_H
#define DEVRT_RT_H

#include <pthread.h>
#include <stdbool.h>
#include "cuda_abi.h"
#include "devrt.h"

#define DEVRT_MAX_DEVICES 16
#define DEVRT_PACKS 32 /* of each size, that pack.c keeps */
#define DEVRT_PACK_SIZES 2
#define DEVRT_PACK 16384             /* bytes of the larger ones, and of a stage */
#define DEVRT_BULK ((size_t)8 << 20) /* bytes from which on a copy is large */
#define DEVRT_MAX_WARPS 32           /* of a block */

/* ---- settings (state.c) ---- */

enum devrt_offload { DEVRT_OFFLOAD_DEFAULT, DEVRT_OFFLOAD_MANDATORY, DEVRT_OFFLOAD_DISABLED };

enum { /* DEVRT_INFO, as LIBOMPTARGET_INFO */
	DEVRT_INFO_ARGS = 1,
	DEVRT_INFO_PRESENT = 2,
	DEVRT_INFO_TABLE = 4, /* the mapping table when something fails */
	DEVRT_INFO_MAPPING = 8,
	DEVRT_INFO_KERNELS = 16,
	DEVRT_INFO_COPIES = 32,
};

enum devrt_fault {
	DEVRT_FAULT_ALLOC,
	DEVRT_FAULT_LAUNCH,
	DEVRT_FAULT_COPY,
	DEVRT_FAULT_LOAD,
	DEVRT_NFAULTS
};

enum devrt_code { DEVRT_CODE_ANY, DEVRT_CODE_PTX, DEVRT_CODE_MACHINE };

struct devrt_settings {
	enum devrt_offload offload;
	unsigned info;
	int teams, thread_limit;      /* OMP_NUM_TEAMS, OMP_TEAMS_THREAD_LIMIT; 0: unset */
	int grid_teams, grid_threads; /* DEVRT_GRID=TEAMSxTHREADS; 0: unset */
	size_t pending;               /* DEVRT_PENDING; 0: unset */
	size_t heap;                  /* DEVRT_HEAP_SIZE, bytes; 0: unset */
	int heuristic;                /* DEVRT_GRID=NAME: row of grid.c's table */
	int arch;                     /* DEVRT_ARCH=sm_35: no image above it; 0: unset */
	enum devrt_code code;         /* DEVRT_CODE */
	const char *check;            /* DEVRT_CHECK; NULL: off */
	long fault[DEVRT_NFAULTS];    /* DEVRT_FAULT: ordinal of the call to fail; 0: none */
};

/* ---- a driver library (cuda.c) ---- */

/* clang-format off */
#define DEVRT_DRIVER_CALLS(X) \
	X(cuInit) X(cuGetErrorName) X(cuGetErrorString) \
	X(cuDeviceGetCount) X(cuDeviceGet) X(cuDeviceGetName) X(cuDeviceGetAttribute) \
	X(cuDevicePrimaryCtxRetain) X(cuCtxSetCurrent) \
	X(cuCtxGetLimit) X(cuCtxSetLimit) \
	X(cuModuleLoadDataEx) X(cuModuleGetFunction) X(cuModuleGetGlobal_v2) \
	X(cuLinkCreate_v2) X(cuLinkAddData_v2) X(cuLinkAddFile_v2) X(cuLinkComplete) \
	X(cuLinkDestroy) \
	X(cuStreamCreate) X(cuStreamSynchronize) X(cuStreamWaitEvent) \
	X(cuEventCreate) X(cuEventRecord) X(cuMemAllocHost_v2) \
	X(cuMemcpyHtoDAsync_v2) X(cuMemcpyDtoHAsync_v2) \
	X(cuMemcpyPeerAsync) X(cuDeviceCanAccessPeer) X(cuCtxEnablePeerAccess) \
	X(cuFuncGetAttribute) X(cuFuncSetAttribute) X(cuMemAlloc_v2) X(cuMemFree_v2) \
	X(cuMemcpyHtoD_v2) X(cuMemcpyDtoH_v2) X(cuMemcpyDtoD_v2) X(cuMemGetInfo_v2) X(cuMemGetAddressRange_v2) \
	X(cuOccupancyMaxActiveBlocksPerMultiprocessor) X(cuLaunchKernel)
/* clang-format on */

struct devrt_driver {
	void *lib;
	bool simulated;
#define DEVRT_FIELD(name) name##_fn *name;
	DEVRT_DRIVER_CALLS(DEVRT_FIELD)
#undef DEVRT_FIELD
	ptxsimAnnotate_fn *annotate; /* the simulator's own; NULL in a real driver */
	ptxsimAnnotateRows_fn *annotate_rows;
	ptxsimSetOption_fn *set_option;
	ptxsimTime_fn *time;
	ptxsimLastMessage_fn *last_message;
	ptxsimMapped_fn *mapped;
	ptxsimConstruct_fn *construct;
	ptxsimAccess_fn *access;
	ptxsimTogether_fn *together;
	cuStreamWriteValue32_v2_fn *write_value; /* NULL: a driver older than 11.7 */
	const long *fault;                       /* settings' */
	_Atomic long calls[DEVRT_NFAULTS];       /* by the threads of all its devices */
	_Atomic bool injected;                   /* the last failure was our own doing */
};

/* A place (message.c) as the simulator and messages write it: FILE:7:9. */
struct devrt_place_text {
	char s[512];
};
struct devrt_place_text devrt_place_text(const struct devrt_place *place);

/* Open the real driver or the simulator.  Return NULL, with the reason in why, if it cannot be. */
struct devrt_driver *devrt_driver_open(bool simulated, const struct devrt_settings *settings,
	char *why, size_t why_size);
void devrt_driver_close(struct devrt_driver *drv);

/* ---- the present table (table.c) ---- */

#define DEVRT_FOREVER UINT64_MAX /* declare target variables, omp_target_associate_ptr */

struct devrt_entry_range {
	uintptr_t host;
	size_t bytes;
	uintptr_t base; /* base address of the list item that made it [5.8.6] */
	CUdeviceptr dev;
	struct devrt_block *block; /* where it lies (range.c); NULL: not in memory of ours */
	uint64_t refs;
	uint64_t
		pointers; /* how many of refs are for pointers attached in it, not for list items */
	uint64_t held;    /* how many of refs belong to target regions that are running */
	bool associated;  /* by omp_target_associate_ptr: the user's device memory */
	/* numbers of constructs (devrt_device.construct): */
	uint64_t made;    /* that made it present */
	uint64_t counted; /* last to change refs: no construct changes them twice */
	uint64_t held_by; /* last to hold it */
	uint64_t listed;  /* last whose list item gave it its first reference */
	/* whose copies of it are on their way while others may enter the device; NULL: nobody's */
	const struct devrt_lane *mover;
	bool implicit;         /* made by a rule, not by a clause */
	unsigned char *before; /* the host's bytes as last copied (watch.c), or NULL */
	const char *name;      /* list item that made it */
	struct devrt_place place;
};

/* Sorted by host address, without overlaps. */
struct devrt_table {
	struct devrt_entry_range **v;
	size_t n, cap;
	size_t nfrom_outside; /* entries whose base address is not in them */
	uint64_t changes;     /* inserts and removes so far */
};

/* Return the index of the first entry that ends behind p: the one that holds p, or the next one. */
size_t devrt_table_lower(const struct devrt_table *t, uintptr_t p);
/* Return the entry that contains all of [p, p+bytes), or the byte p when bytes is 0; or NULL. */
struct devrt_entry_range *devrt_table_find(const struct devrt_table *t, const void *p,
	size_t bytes);
/* Return the first entry that overlaps [p, p+bytes), or NULL. */
struct devrt_entry_range *devrt_table_overlap(const struct devrt_table *t, const void *p,
	size_t bytes);
/* Return the entry after e if it overlaps [p, p+bytes), too; else NULL. */
struct devrt_entry_range *devrt_table_next(const struct devrt_table *t, struct devrt_entry_range *e,
	const void *p, size_t bytes);
/*
 * Return the entry that p points into, for translating p [5.8.6]: the one that contains p, or the
 * one between whose base address and begin p lies, unless p lies so with several entries whose
 * device addresses disagree.
 */
const struct devrt_entry_range *devrt_table_reach(const struct devrt_table *t, const void *p);
/* Return whether each byte of [p, p+bytes) is in some entry. */
bool devrt_table_covers(const struct devrt_table *t, const void *p, size_t bytes);
struct devrt_entry_range *devrt_table_insert(struct devrt_table *t, struct devrt_entry_range e);
void devrt_table_remove(struct devrt_table *t, struct devrt_entry_range *e);

static inline uint64_t
devrt_round_up(uint64_t n, uint64_t unit)
{
	return (n / unit + (n % unit != 0)) * unit;
}

static inline CUdeviceptr
devrt_translate(const struct devrt_entry_range *e, const void *p)
{
	return e->dev + ((uintptr_t)p - e->host);
}

/* Return whether a list item made it present; if not, it is storage for attached pointers only, and
 * to OpenMP it is not mapped. */
static inline bool
devrt_is_listed(const struct devrt_entry_range *e)
{
	return e->refs > e->pointers;
}

/* A pointer in mapped memory whose device copy holds a device address [5.8.3]. */
struct devrt_attachment {
	uintptr_t pointer; /* host address of the pointer */
	void *host;        /* its host value */
	CUdeviceptr dev;   /* what its device copy holds */
};

/* ---- devices (device.c) ---- */

/* declare target link: device code finds the variable through this pointer. */
struct devrt_link {
	const struct devrt_global *global;
	CUdeviceptr pointer;
};

/* How large league and teams of a launch are. */
struct devrt_shape {
	unsigned teams, threads, block; /* block: CUDA threads of a team */
	unsigned limit;                 /* what omp_get_max_threads() says in the team */
	const char *teams_why, *threads_why;
	uint64_t asked;            /* threads that a clause asked for and did not get; 0: it did */
	bool laid_out;             /* over the launch's extents */
	unsigned grid[3], tile[3]; /* teams, and CUDA threads of a team, in x, y and z */
};

struct devrt_function { /* one entry of a kernel, looked up on one device */
	const struct devrt_entry *entry;
	CUfunction f;
	int max_threads, registers, shared;
	unsigned char blocks_on_sm[DEVRT_MAX_WARPS + 1]; /* by warps of a block; 0: not asked */
	bool has_run;                                    /* to its end, at least once */
	struct devrt_launch asked; /* devrt_grid's last question, and what it answered */
	struct devrt_shape shape;
};

/* Return the CUDA threads of an OpenMP thread. */
static inline unsigned
devrt_lanes_of(const struct devrt_function *fn)
{
	return fn->entry->lanes > 1 ? (unsigned)fn->entry->lanes : 1;
}

/* What a target construct found at its begin: device addresses of its list items, and the ranges
 * that it has counted, to be counted down at its end. */
struct devrt_found {
	struct devrt_found_item {
		bool present; /* false: not on the device, or the item maps nothing */
		bool apart;   /* its parts have different base addresses on the device */
		bool before;  /* it was there before, or part of it */
		CUdeviceptr base;
	} * item;
	int cap;
	struct devrt_held { /* a range, and by what to find it again when the table has changed */
		struct devrt_entry_range *e;
		uintptr_t host;
		uint64_t made;
		bool pointer; /* counted in e->pointers */
	} * held;
	size_t nheld, held_cap;
	uint64_t changes; /* table.changes at the begin; while it is the same, held[].e is good */
	bool share;       /* several items are of one variable */
};

/* The list items of a construct, and the lane that it has. */
struct devrt_maps {
	const struct devrt_item_info *infos;
	const struct devrt_item *items;
	int n;
	struct devrt_lane *lane;
	struct devrt_found *found; /* a target construct's: its lane's; NULL: another construct */
};

/* Device memory that small ranges share (pack.c). */
struct devrt_pack {
	struct devrt_pack *next; /* of those that are kept */
	CUdeviceptr dev;         /* 0: on the simulator */
	int size;                /* of DEVRT_PACK_SIZES */
	size_t used, blocks;
};

/* What one construct has to itself on a device while it is carried out. */
struct devrt_lane {
	struct devrt_lane *next, *next_of_all;
	struct devrt_found found; /* room kept for the next one */
	CUstream stream;
	bool sending;  /* copies to the device are queued, for which the host has not waited */
	bool borrowed; /* … that read the program's memory meanwhile */
	bool marked;   /* `sent` is recorded behind them */
	CUevent sent;
	struct devrt_pack *pack;    /* of small ranges that the construct made present, or NULL */
	size_t from, from_end;      /* bytes of it that the construct wants back */
	bool fetched;               /* they are on their way to the stage behind the kernel */
	char *stage; /* pinned memory of the host: DEVRT_PACK bytes for small copies from the device,
	                as many for those to it; or NULL */
	size_t queued;              /* bytes of the latter that may not have been read yet */
	bool stageless;             /* there is no more of it */
	uint64_t number;            /* the construct's, at its begin */
	uintptr_t there, there_end; /* where the host was found to have memory (copy.c) */
	struct devrt_move *moves;   /* move.c */
	int nmoves;
	size_t moves_cap;
	CUdeviceptr frames; /* team frames, grown on demand */
	size_t frames_bytes;
	CUdeviceptr values; /* parameters in memory */
	size_t values_bytes;
};

/* Target regions that the host has not waited for (ahead.c). */
struct devrt_ahead {
	struct devrt_left *left;       /* groups of them, in order */
	_Atomic int n;                 /* groups */
	int known;                     /* of these: noted in fn->has_run */
	const struct devrt_lane *lane; /* whose stream they are all in */
	volatile uint32_t *done;       /* pinned: groups of these that are known to be done */
	bool impossible;
};

struct devrt_device {
	int number; /* OpenMP's */
	struct devrt_driver *drv;
	const struct devrt_settings *settings;
	CUdevice cu;
	CUcontext ctx;
	pthread_mutex_t lock;
	int users; /* threads that have entered it, and may have let go of the lock */
	bool open;
	bool waits_at_exit; /* task.c */
	bool timed;         /* simulated, with a clock of its own (clock.c) */
	bool watched;       /* DEVRT_CHECK=map or race */
	unsigned peers;     /* bits: other devices whose memory it was told to reach directly */
	bool unified;       /* nothing is mapped: device code uses the host's memory */
	bool alone;         /* a module is (devrt.h) */
	bool prints;        /* device code calls printf */
	char name[128];
	int cc; /* 70 for compute capability 7.0 */
	int sms, sm_threads, max_threads, max_shared;
	size_t stack;   /* current CU_LIMIT_STACK_SIZE */
	size_t heap;    /* CU_LIMIT_MALLOC_HEAP_SIZE, where DEVRT_HEAP_SIZE set it */
	size_t pending; /* current CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT */

	struct devrt_table table;
	struct devrt_attachment *attached;
	size_t nattached, attached_cap;
	uint64_t construct; /* numbers begins and ends of constructs */
	int running;        /* target regions between the two */
	struct devrt_ahead ahead;
	pthread_cond_t ended; /* one of them has, or large copies have */

	int moving;               /* constructs whose large copies are on their way */
	struct devrt_hand *hands; /* bulk.c: those that no copy is using */
	int nhands, hands_busy;
	size_t bulk_bytes; /* copied so far */

	struct devrt_lane *lanes, *all_lanes; /* those that no construct is using; all */
	const struct devrt_lane *sender; /* its `sent` is behind all small copies of constructs that
	                                    have ended; NULL: they have arrived */
	bool copied;                          /* since the last devrt_copies_done() */

	int modules;              /* as many, from the first on, are loaded */
	struct devrt_link *links; /* declare target link variables of them */
	size_t nlinks, links_cap;

	struct devrt_function **functions; /* hashed by entry (image.c) */
	size_t nfunctions, functions_cap;
	struct {
		uint64_t n, bytes;
	} transfers[2];                             /* from the device, to it */
	struct devrt_pack *packs[DEVRT_PACK_SIZES]; /* empty ones (pack.c) */
	int npacks[DEVRT_PACK_SIZES];
	struct devrt_unused *unused; /* memory to be freed when nobody uses the device (pack.c) */
	CUdeviceptr *addresses;      /* a launch's arguments: room kept for the next one */
	void **arguments;
	int arguments_cap;
};

/* Lock the device and make its context current; open it on first use.  Wait for regions that were
 * left running. */
void devrt_device_enter(struct devrt_device *dev, const struct devrt_place *place);
/* The same without waiting for them. */
void devrt_device_enter_ahead(struct devrt_device *dev, const struct devrt_place *place);
void devrt_device_leave(struct devrt_device *dev);
/* Leave it when nothing was done that takes time on it. */
void devrt_device_leave_unused(struct devrt_device *dev);
/* Take a lane for one construct; return it afterwards.  Requires: device entered. */
struct devrt_lane *devrt_lane_take(struct devrt_device *dev, const struct devrt_place *place);
void devrt_lane_return(struct devrt_device *dev, struct devrt_lane *lane);
/* Wait for the lane's kernel; other threads may enter the device meanwhile. */
CUresult devrt_lane_wait(struct devrt_device *dev, struct devrt_lane *lane);

/* Driver calls that DEVRT_FAULT can make fail. */
CUresult devrt_alloc(struct devrt_device *dev, CUdeviceptr *p, size_t bytes);
CUresult devrt_copy_to(struct devrt_device *dev, CUdeviceptr to, const void *from, size_t bytes);
CUresult devrt_copy_from(struct devrt_device *dev, void *to, CUdeviceptr from, size_t bytes);
CUresult devrt_copy_within(struct devrt_device *dev, CUdeviceptr to, CUdeviceptr from,
	size_t bytes);
/* Return whether the driver copies between the two. */
bool devrt_can_copy_between(const struct devrt_device *to, const struct devrt_device *from);
/* Copy to another device and wait for it: `from` is entered, others may enter it meanwhile, and
 * `to` is open. */
CUresult devrt_copy_between(struct devrt_device *to, CUdeviceptr at, struct devrt_device *from,
	CUdeviceptr p, size_t bytes);
/* Queue a copy in the lane's stream.  Its bytes may be read later if they are pinned. */
CUresult devrt_copy_to_in(struct devrt_device *dev, struct devrt_lane *lane, CUdeviceptr to,
	const void *from, size_t bytes);
/*
 * Return whether devrt_bulk_copy is for a copy of so many bytes: others may enter the device
 * meanwhile.  The copies above to and from the host use it.
 */
bool devrt_is_bulk(const struct devrt_device *dev, size_t bytes);
CUresult devrt_bulk_copy(struct devrt_device *dev, CUdeviceptr at, void *host, size_t bytes,
	bool to);
void devrt_count_copy(struct devrt_device *dev, bool to_device, size_t bytes);
/*
 * Wait for copies to the device that are still on their way.  Call it before a launch, since lanes'
 * streams do not wait for copies, and before leaving the device.
 */
CUresult devrt_copies_done(struct devrt_device *dev);
bool devrt_inject(struct devrt_driver *drv, enum devrt_fault kind);

/* ---- the program's device code (image.c) ---- */

/* Load every registered module that the device does not have yet.  Requires: device entered. */
void devrt_load(struct devrt_device *dev, const struct devrt_place *place);
/* Return the architecture of the module's image that the device takes. */
int devrt_image_arch(const struct devrt_device *dev, const struct devrt_module *module,
	const struct devrt_place *place);
/* Set the device's pointers to declare target link variables in e: to e's memory, or to nothing. */
void devrt_links_set(struct devrt_device *dev, const struct devrt_entry_range *e, bool mapped);
struct devrt_function *devrt_function(struct devrt_device *dev, const struct devrt_module *module,
	const struct devrt_kernel *kernel, const struct devrt_entry *entry);

/* devrt_module.state: the module on each device, made when it is registered. */
struct devrt_loaded {
	struct devrt_module *module;
	struct devrt_loaded *next;
	CUmodule on[DEVRT_MAX_DEVICES];
};

/* ---- the process (state.c) ---- */

struct devrt_rt {
	pthread_mutex_t lock;
	_Atomic bool ready;
	struct devrt_settings settings;
	struct devrt_driver *real, *sim;
	struct devrt_device device[DEVRT_MAX_DEVICES];
	int ndevices;
	int default_device;
	bool unified;     /* a module requires unified shared memory */
	bool host_chosen; /* DEVRT_DEVICE=host, OMP_TARGET_OFFLOAD=DISABLED */
	bool said_fallback;
	char why_none[1024]; /* no device: the reason */
	struct devrt_loaded *modules, **modules_end;
	int nmodules;
};

/* Return the one state of the process, with settings read and devices counted. */
struct devrt_rt *devrt_rt(void);
/*
 * Return the device of a device clause, or NULL for the host: by choice or, with a line on stderr,
 * for want of a device.  End the program where OpenMP demands it.
 */
struct devrt_device *devrt_pick(int64_t number, const struct devrt_place *place);
/* The same for omp_* routines: NULL with *host set is the initial device, NULL alone no device. */
struct devrt_device *devrt_pick_routine(int number, bool *host);

/* ---- the program's time, microseconds (clock.c) ---- */

double devrt_clock_real(void);
/* Switch to simulated time; real time since `since` was spent opening a timed device. */
void devrt_clock_simulated(double since);
/* Return the calling thread's time. */
double devrt_clock_now(void);
/* Stop the program's time for the calling thread; let it go on, at this time or later. */
void devrt_clock_stop(void);
void devrt_clock_go(double at);
/* Make the calling thread one that carries out target tasks, and this the next one's begin. */
void devrt_clock_task(double begin);
/* Note that a construct ran on a simulated device that is not timed. */
void devrt_clock_untimed(void);
double devrt_wtime(void);

/* ---- target tasks (task.c) ---- */

/* Return whether a construct of this order may be queued. */
bool devrt_may_defer(const struct devrt_order *order);
/* Make the program's end wait for what is queued for the device.  Return false if it cannot. */
bool devrt_ready_to_defer(struct devrt_device *dev, const struct devrt_place *place);
/* Register our handler for the program's end again, to run before the driver's.  Call it after each
 * call that may make the driver register one.  Requires: device entered. */
void devrt_register_wait(struct devrt_device *dev);
/* End the program with status 1, whatever is queued and whatever the caller has locked. */
_Noreturn void devrt_stop(void);
/* Queue run(arg), which frees arg and carries out construct c. */
struct devrt_construct;
void devrt_defer(const struct devrt_order *order, const struct devrt_construct *c,
	void (*run)(void *), void *arg);
/* Return whether some are not finished. */
bool devrt_has_tasks(void);
/* Return whether two dependences, or the depend clauses of two constructs, order these. */
static inline bool
devrt_deps_conflict(const struct devrt_dep *x, const struct devrt_dep *y)
{
	return x->kind == DEVRT_DEP_ALL || y->kind == DEVRT_DEP_ALL ||
		(x->address == y->address && (x->kind != DEVRT_DEP_IN || y->kind != DEVRT_DEP_IN));
}
bool devrt_conflict(const struct devrt_order *a, const struct devrt_order *b);
int omp_get_level(void);

/* ---- memory of list items (pack.c) ---- */

struct devrt_packed {
	CUdeviceptr dev;
	struct devrt_pack *pack; /* NULL: it has an allocation of its own */
};
/* Allocate memory for what lies at this address of the host: if it is small, with the construct's
 * other small ranges. */
CUresult devrt_pack_alloc(struct devrt_device *dev, const struct devrt_maps *m, uintptr_t host,
	size_t bytes, struct devrt_packed *at);
CUresult devrt_pack_free(struct devrt_device *dev, const struct devrt_packed *at, size_t bytes);
/* Free what is not used any more: a driver waits for all that the device does. */
CUresult devrt_free_unused(struct devrt_device *dev);

/* ---- list items and what is there of them (map.c, range.c, copy.c, wait.c) ---- */

/* Return whether the item maps nothing: a zero-length section [5.8.6], or only room. */
static inline bool
devrt_maps_nothing(const struct devrt_item_info *i, const struct devrt_item *item)
{
	return i->flags & (DEVRT_MAP_ZERO_LENGTH | DEVRT_MAP_ROOM) || !item->bytes;
}

/* Return the bytes whose references the item takes at the end of a construct: delete and release
 * do so through a zero-length section, too. */
static inline struct devrt_item
devrt_item_reach(const struct devrt_item_info *i, const struct devrt_item *item)
{
	struct devrt_item all = *item;

	if (i->flags & (DEVRT_MAP_ZERO_LENGTH | DEVRT_MAP_ROOM))
		all.bytes = 0;
	else if (!all.bytes && i->flags & (DEVRT_MAP_DELETE | DEVRT_MAP_RELEASE))
		all.bytes = 1;
	return all;
}

static inline bool
devrt_same_variable(const struct devrt_maps *m, int i, int k)
{
	return m->infos[i].object == m->infos[k].object && m->items[i].base == m->items[k].base;
}

/* Go through the entries that the item overlaps: for (e = first; e; e = next). */
static inline struct devrt_entry_range *
devrt_item_first(const struct devrt_device *dev, const struct devrt_item *item)
{
	return devrt_table_overlap(&dev->table, item->begin, item->bytes);
}

static inline struct devrt_entry_range *
devrt_item_next(const struct devrt_device *dev, const struct devrt_item *item,
	struct devrt_entry_range *e)
{
	return devrt_table_next(&dev->table, e, item->begin, item->bytes);
}

/* Return whether each byte of the item is present, in one range or in several. */
static inline bool
devrt_item_present(const struct devrt_device *dev, const struct devrt_item *item)
{
	return devrt_table_covers(&dev->table, item->begin, item->bytes);
}

/* Return whether all of [p, p+bytes) is in e. */
static inline bool
devrt_range_covers(const struct devrt_entry_range *e, const void *p, size_t bytes)
{
	return (uintptr_t)p >= e->host && (uintptr_t)p + bytes <= e->host + e->bytes;
}

/* ---- device memory of ranges (range.c); device entered ---- */

/* Make part of list item i present, in one block with the other parts of its variable if it can.
 * Return its range. */
struct devrt_entry_range *devrt_range_new(struct devrt_device *dev, const struct devrt_maps *m,
	int i, uintptr_t at, size_t bytes);
void devrt_range_remove(struct devrt_device *dev, const struct devrt_place *place,
	struct devrt_entry_range *e);
/* Return whether e's block of device memory has a place for the bytes. */
bool devrt_block_covers(const struct devrt_entry_range *e, const void *begin, size_t bytes);
/* Return the pack that e's memory is in, or NULL. */
struct devrt_pack *devrt_range_pack(const struct devrt_entry_range *e);

/* ---- copies of the part of list item i that is in e (copy.c): listed for devrt_moves_... ---- */

void devrt_item_to(struct devrt_device *dev, const struct devrt_maps *m, int i,
	const struct devrt_entry_range *e);
void devrt_item_from(struct devrt_device *dev, const struct devrt_maps *m, int i,
	const struct devrt_entry_range *e);
/* Note that the bytes of e's variable at host have been copied. */
void devrt_item_copied(struct devrt_device *dev, CUdeviceptr at, void *host, size_t bytes, bool to);
/* Attach: set the device's copy of item i's pointer, which is in `at`, to the address `value`. */
void devrt_attach(struct devrt_device *dev, const struct devrt_maps *m, int i,
	const struct devrt_entry_range *at, CUdeviceptr value);
/* Set it to the host's value: nothing to attach. */
void devrt_keep_pointer(const struct devrt_maps *m, int i, const struct devrt_entry_range *at);
void devrt_forget_attachments(struct devrt_device *dev, const struct devrt_entry_range *e);

/* ---- the copies of a construct, made together (move.c); device entered ---- */

/* List a copy of part of an item, which is in e, for one of the next two. */
void devrt_move(struct devrt_device *dev, struct devrt_lane *lane, const struct devrt_item_info *i,
	const struct devrt_entry_range *e, const struct devrt_item *part, bool to);
/* List setting the device's copy of a pointer, which is in e, to a device address. */
void devrt_move_pointer(struct devrt_lane *lane, const struct devrt_item_info *i,
	const struct devrt_entry_range *e, void **pointer, CUdeviceptr value);
/* Make the listed copies; those to the device may only be done when the lane's stream comes there,
 * and the list is empty again. */
void devrt_moves_to(struct devrt_device *dev, struct devrt_lane *lane);
void devrt_moves_from(struct devrt_device *dev, struct devrt_lane *lane);
/* Return whether others may enter the device while they are made, since one is large: then the
 * ranges are noted as the lane's. */
bool devrt_moves_close(struct devrt_device *dev, const struct devrt_lane *lane);
/* See that what devrt_moves_to has queued is there for what comes after the construct: wait for it, or
 * let the device's default stream and other lanes wait. */
void devrt_moves_arrive(struct devrt_device *dev, struct devrt_lane *lane);
/* Let a stream wait for the copies of constructs that have ended. */
CUresult devrt_moves_follow(struct devrt_device *dev, CUstream stream);
/* The host has waited for the lane's stream. */
void devrt_moves_arrived(struct devrt_device *dev, struct devrt_lane *lane);
/* Before a launch in the lane's stream: let it wait for what other regions have queued, and behind
 * it queue the copy of the construct's small ranges to the stage. */
CUresult devrt_moves_await(struct devrt_device *dev, struct devrt_lane *lane);
CUresult devrt_moves_fetch(struct devrt_device *dev, struct devrt_lane *lane);

/* ---- DEVRT_CHECK=race (order.c); nothing where it is off ---- */

struct devrt_construct {
	struct devrt_device *dev;
	const char *directive;
	struct devrt_place place;
	const struct devrt_item_info *infos;
	const struct devrt_item *items;
	int n;
};
/* Begin and end carrying out c on the calling thread.  Requires: no device entered. */
void devrt_order_enter(const struct devrt_construct *c);
void devrt_order_leave(void);
/* Return the construct that the calling thread carries out. */
const struct devrt_construct *devrt_order_doing(void);

/* Give a target task its number, 0 if it is ordered with all; say that the thread now runs it. */
uint64_t devrt_order_defer(const struct devrt_order *order, const struct devrt_construct *c);
void devrt_order_task(uint64_t number);
/* Note that the host has waited for what conflicts with ORDER, or for all (NULL). */
void devrt_order_waited(const struct devrt_order *order);
/* Note that the thread's construct launches, or copies to the device or from it.  Requires: device
 * entered. */
void devrt_order_launch(const struct devrt_device *dev, const struct devrt_kernel *k);
void devrt_order_copied(const struct devrt_device *dev, CUdeviceptr addr, const void *host,
	size_t bytes, bool to);

/* Note that code of the host is about to access the bytes.  Return whether a construct uses them that
 * is not ordered with that code.  If it copies them, the race is reported at its end. */
bool devrt_order_beside(const void *at, size_t bytes, bool writes, const void *pc);

/* ---- DEVRT_CHECK=map (watch.c); device entered; nothing where it is off ---- */

void devrt_watch_new(struct devrt_device *dev, struct devrt_entry_range *e);
/* Note that these bytes of e are now the same on host and device. */
void devrt_watch_copied(struct devrt_device *dev, const struct devrt_entry_range *e,
	const void *begin, size_t bytes);
/* Find what the host has changed of all that is mapped.  Call it before a kernel is launched; the
 * host GOES_ON beside it or other regions. */
void devrt_watch_launch(struct devrt_device *dev, bool goes_on);
/* Report what is lost with e, which was mapped for one region by an item with these flags. */
void devrt_watch_end(struct devrt_device *dev, const struct devrt_entry_range *e, unsigned flags);
/* Keep what only the device has of e, which is about to be removed. */
void devrt_watch_removed(struct devrt_device *dev, const struct devrt_entry_range *e);
/* Report what the host has written to bytes of e that are about to be copied to it. */
void devrt_watch_overwritten(struct devrt_device *dev, const struct devrt_entry_range *e,
	const struct devrt_item *part);

/* The program has code compiled with -fcheck-host (access.c). */
extern _Atomic bool devrt_host_checked;
/* Look at accesses of the bytes from now on: they are mapped, or may be soon. */
void devrt_watch_bytes(const void *at, size_t bytes);
/* Return whether accesses of some of the bytes are looked at; sometimes true though none is. */
bool devrt_is_watched(const void *at, size_t bytes);
/* Return whether all references are of running regions, so that it is removed when they end. */
bool devrt_is_passing(const struct devrt_entry_range *e);

/* ---- waiting for regions of others (wait.c); the device is entered, others may enter it ---- */

void devrt_wait_to_begin(struct devrt_device *dev, const struct devrt_maps *m);
void devrt_wait_to_end(struct devrt_device *dev, const struct devrt_maps *m);
void devrt_wait_to_update(struct devrt_device *dev, const struct devrt_maps *m);
/* At the end of a target region: wait until nobody copies what it held. */
void devrt_wait_to_let_go(struct devrt_device *dev, const struct devrt_maps *m);

/* ---- mapping (map.c); device entered ---- */

void devrt_map_begin(struct devrt_device *dev, const struct devrt_maps *m); /* target data */
void devrt_map_enter(struct devrt_device *dev, const struct devrt_maps *m); /* target enter data */
void devrt_map_end(struct devrt_device *dev, const struct devrt_maps *m);
void devrt_map_exit(struct devrt_device *dev, const struct devrt_maps *m); /* target exit data */
void devrt_map_update(struct devrt_device *dev, const struct devrt_maps *m);
/* Begin and end of a target construct.  Between them devrt_item_address returns the device address
 * of item i's base, which the kernel gets. */
void devrt_target_begin(struct devrt_device *dev, const struct devrt_maps *m);
CUdeviceptr devrt_item_address(const struct devrt_device *dev, const struct devrt_maps *m, int i);
void devrt_target_end(struct devrt_device *dev, const struct devrt_maps *m);
/* Return whether all of the items whose bits are set (bit 63: and those behind) became present by the
 * construct, so that they have the host's values. */
bool devrt_items_new(const struct devrt_maps *m, uint64_t bits);

/* Return whether the construct has found all of its items there, as they are to stay: its begin copied
 * nothing, and its end will copy and remove nothing. */
bool devrt_target_leaves(const struct devrt_device *dev, const struct devrt_maps *m);

/* ---- kernels that launch kernels (devicert.c) ---- */

/* Add CUDA's device runtime to what is linked; if it is not found, say so in log. */
CUresult devrt_add_device_runtime(struct devrt_device *dev, CUlinkState state, char *log,
	size_t size);

/* ---- league and team sizes (grid.c) ---- */

/* Read DEVRT_GRID's value v. */
void devrt_grid_setting(struct devrt_settings *s, const char *v);
const char *devrt_grid_name(const struct devrt_settings *s);
struct devrt_shape devrt_grid(struct devrt_device *dev, const struct devrt_kernel *k,
	struct devrt_function *fn, const struct devrt_launch *l);

/* ---- regions that are left running (ahead.c) ---- */

/* A target region, or several of the same entry and shape one behind the other. */
struct devrt_left {
	const struct devrt_kernel *kernel;
	struct devrt_function *fn;
	struct devrt_shape shape;
	bool told; /* the device writes when they are done */
};

/* Return whether this thread is between devrt_ahead() and devrt_settle(). */
bool devrt_is_ahead(void);
/* Before a launch: return whether the host need not wait for it.  If it must, it has waited for those
 * before.  Device entered. */
bool devrt_leave_running(struct devrt_device *dev, const struct devrt_maps *m,
	const struct devrt_left *region);
/* Wait for what was left running; end the program with a message at the region that failed.  Device
 * entered; all: of every device, none entered. */
void devrt_catch_up(struct devrt_device *dev);
void devrt_catch_up_all(void);

/* ---- messages (message.c): those named fail end the program ---- */

_Noreturn void devrt_fail_memory(void);
/* Return V, of *CAP elements of SIZE bytes each, with room for more than n. */
void *devrt_grown(void *v, size_t n, size_t *cap, size_t size);
/* Return a copy of the bytes, which may be none. */
void *devrt_copy_of(const void *p, size_t bytes);
_Noreturn void devrt_fail_setting(const char *name, const char *value, const char *expected);
_Noreturn void devrt_fail_models(const struct devrt_driver *sim, const char *list);
void devrt_warn_setting(const char *name, const char *value, const char *expected);
void devrt_warn_name(const char *name, const char *guess); /* GUESS NULL: none */
_Noreturn void devrt_fail_abi(const struct devrt_module *module);
_Noreturn void devrt_fail_mandatory(const struct devrt_place *place, const char *why);
void devrt_say_fallback(const char *why);
void devrt_say_untimed(void);
_Noreturn void devrt_fail_number(const struct devrt_place *place, long long number, int ndevices);
_Noreturn void devrt_fail_open(const struct devrt_device *dev, const struct devrt_place *place,
	const char *call, CUresult err);
_Noreturn void devrt_fail_unified(const struct devrt_device *dev, const struct devrt_place *place);
_Noreturn void devrt_fail_image(const struct devrt_device *dev, const struct devrt_place *place,
	const struct devrt_module *module);
_Noreturn void devrt_fail_load(const struct devrt_device *dev, const struct devrt_place *place,
	const char *what, CUresult err, const char *log);
_Noreturn void devrt_fail_symbol(const struct devrt_device *dev, const struct devrt_place *place,
	const char *what, const char *symbol, const char *source);
_Noreturn void devrt_fail_alloc(const struct devrt_device *dev, const struct devrt_place *place,
	const char *name, size_t bytes, CUresult err);
_Noreturn void devrt_fail_length(const struct devrt_device *dev, const struct devrt_item_info *i,
	const struct devrt_item *item);
_Noreturn void devrt_fail_host_memory(const struct devrt_device *dev,
	const struct devrt_item_info *i, const struct devrt_item *item, size_t there);
/* `others`: how many more were in the same copy. */
_Noreturn void devrt_fail_copy(const struct devrt_device *dev, const struct devrt_place *place,
	const char *name, int others, size_t bytes, bool to_device, CUresult err);
_Noreturn void devrt_fail_extends(const struct devrt_device *dev,
	const struct devrt_item_info *info, const struct devrt_item *item,
	const struct devrt_entry_range *before);
_Noreturn void devrt_fail_apart(const struct devrt_device *dev, const struct devrt_maps *m, int i);
_Noreturn void devrt_fail_null(const struct devrt_device *dev, const struct devrt_item_info *info,
	size_t bytes);
_Noreturn void devrt_fail_absent(const struct devrt_device *dev,
	const struct devrt_item_info *info);
_Noreturn void devrt_fail_launch(const struct devrt_device *dev, const struct devrt_kernel *kernel,
	const struct devrt_shape *shape, CUresult err);
/* `items` may be NULL: then none is looked at for reasons. */
_Noreturn void devrt_fail_kernel(const struct devrt_device *dev, const struct devrt_kernel *kernel,
	const struct devrt_item *items, const struct devrt_shape *shape, CUresult err);
/* The first of n groups of regions that were left running has failed, or one of the others (ahead.c). */
_Noreturn void devrt_fail_left(const struct devrt_device *dev, const struct devrt_left *left, int n,
	CUresult err);

/* ---- DEVRT_INFO (info.c) ---- */

void devrt_info_table(const struct devrt_device *dev);
void devrt_info_present(const struct devrt_device *dev, const struct devrt_item_info *info,
	const struct devrt_entry_range *e);
void devrt_info_mapping(const struct devrt_device *dev, const char *what,
	const struct devrt_entry_range *e);
/* `with`: whose copy brings it, too; NULL: it has its own. */
void devrt_info_copy(const struct devrt_device *dev, const char *name, size_t bytes, bool to_device,
	const char *with);
void devrt_info_copies(const struct devrt_rt *rt); /* all of them, at the end */
void devrt_info_code(const struct devrt_device *dev, const struct devrt_module *module, int arch,
	CUresult err);
void devrt_info_kernel(const struct devrt_device *dev, const struct devrt_kernel *kernel,
	const struct devrt_function *fn, const struct devrt_shape *shape, uint64_t trip_count);
void devrt_info_argument(const struct devrt_device *dev, const struct devrt_param *param,
	const void *value);

#endif
