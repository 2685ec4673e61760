/*
 * exec.h: the state of a running grid: teams (CTAs), warps, groups of lanes, frames.
 *
 * A warp's lanes form groups that share a program counter.  A divergent branch makes a join, which
 * waits at the branch's immediate post-dominator for all lanes of the branch.  Up to sm_6x the
 * groups are a stack: only the top runs.  From sm_70 on every group makes progress, and a join lets
 * waiting lanes go when nothing else moves (see warp.c).
 */
#ifndef SIM_EXEC_H
#define SIM_EXEC_H

#include <stdatomic.h>

#include "exec/decode.h"

struct frame {
	struct frame *parent;
	struct sim_func *func;
	const struct call_site *site;
	uint8_t *regs;
	uint32_t ret_pc, lanes, depth;
	uint32_t local_base; /* in each lane's local memory */
};

struct join {
	struct join *parent;
	struct frame *frame;
	uint32_t rpc, pending, arrived;
};

enum group_state { GROUP_READY, GROUP_AT_BARRIER, GROUP_AT_COLLECTIVE };

struct group {
	struct frame *frame;
	struct join *join;
	uint32_t pc, mask;
	enum group_state state;
	uint32_t bar;     /* GROUP_AT_BARRIER */
	uint32_t members; /* GROUP_AT_COLLECTIVE */
};

struct warp {
	uint8_t *base[4];
	const struct inst *code;
	/* the running group, unpacked from groups[cur] */
	uint32_t pc, mask;
	struct frame *frame;
	struct join *join;

	struct team *team;
	struct worker *worker;
	uint32_t id, live; /* lanes that have not exited */
	uint32_t cur, ngroups;
	struct group groups[WARP];
	struct frame bottom; /* the kernel's own frame */
	bool independent;    /* sm_70 rule of progress */
	bool watched;        /* somebody observes: see observer.h */

	uint8_t *local; /* lane 0's local memory */
	size_t local_stride, local_high;
	int budget;        /* backward branches before another group gets its chance */
	uint32_t long_run; /* budgets used up without a join */
	uint32_t polls;    /* loads in order that saw nothing new, in a row */
	struct {
		const struct inst *in;
		uint64_t addr, value;
	} polled[4];
	bool spinning;
	bool counted; /* what this run executed is in the team's count: see exec_mov_clock */
	struct {
		bool on;
		uint32_t tired, polling, rounds;
	} paused; /* in the middle of warp_run */
};

struct barrier {
	uint32_t arrived;                /* threads, whole warps */
	uint32_t expected;               /* 0: all warps that live */
	uint32_t *lanes;                 /* per warp: lanes of a warp that has partly arrived */
	uint32_t pred_count, pred_total; /* bar.red */
};
#define BARRIERS 16

struct round {
	bool ran, progress;
};

struct team {
	struct round round; /* what the round of slices did so far */
	struct grid *grid;
	struct worker *worker;
	uint64_t id;
	uint32_t ctaid[3];
	uint32_t nwarps, cur_warp;
	struct warp *warps;
	uint8_t *shared;
	struct barrier bars[BARRIERS];
	uint8_t *local;
	size_t local_bytes;
	uint8_t *frames; /* entry frames of all warps */
	struct join *free_joins;
	bool has_turn, started;
	uint64_t warp_instructions, thread_instructions;
	uint32_t spin_rounds; /* rounds in a row in which all warps only polled */
	uint64_t spin_state;  /* of its warps in one of those rounds */
	bool moves;           /* registers have changed since */
	bool changed;         /* memory, by an atomic or a store in order, since the last round */
	bool progressed;      /* since it last passed the turn on */
	uint64_t epoch;       /* of the grid, when it last passed the turn on */
	uint32_t idle_passes;
	uint32_t children; /* grids that it has launched and not waited for */
	enum sim_status status;
	struct sim_log message, out;
	void *checked; /* what the checks keep for it: check/checks.h */
	struct team *next;
	void *watch;                   /* for a timed launch: the team's trace */
	bool pause, may_pause, paused; /* the trace is full; and it matters; and it has stopped */
	bool at_clock;                 /* in this round, a warp waited to be told the time */
};

struct alloc_cache {
	uint64_t base, size;
	uint8_t *host;
};

struct worker {
	struct grid *grid;
	struct alloc_cache *cache;
};

/* What became of a team when team_run comes back. */
enum team_end { TEAM_DONE, TEAM_WAITS, TEAM_PASSES, TEAM_FAULT, TEAM_PAUSED };

struct grid {
	struct sim_device *dev;
	const struct sim_launch *launch;
	struct sim_func *entry;
	uint8_t *params;
	uint64_t nteams;
	uint32_t nthreads, nwarps;
	size_t shared_static, shared_total, stack_bytes, heap_bytes;
	uint64_t limit;
	bool independent, free_red;
	uint64_t gridid;
	uint32_t depth;              /* 0: launched by the host */
	const struct launched *from; /* NULL: by the host */
	struct tail *tails,
		**tails_end; /* grids that run when this one and its children have ended */
	uint32_t pending;    /* launches by its threads that nobody has waited for */
	pthread_mutex_t lock;
	pthread_cond_t changed;
	_Atomic uint64_t error_team; /* lowest that failed, or UINT64_MAX */
	uint64_t turn, lowest, next_team;
	uint32_t window, in_flight;
	uint64_t epoch; /* counts what could end another team's polling */
	struct slot {
		bool done;
		struct team *waiting;
		struct sim_log out;
	} * slots;
	struct team *pool;
	struct sim_result *result;
};

static inline void *
at(struct warp *w, uint32_t operand)
{
	return w->base[operand & 3] + (operand & ~3u);
}

static inline uint32_t
read_pred(struct warp *w, uint32_t operand, bool negated)
{
	uint32_t p = *(uint32_t *)at(w, operand);
	return negated ? ~p : p;
}

static inline void
write_pred(struct warp *w, uint32_t operand, uint32_t mask, uint32_t value)
{
	uint32_t *p = at(w, operand);
	*p = (*p & ~mask) | (value & mask);
}

#define FOR_LANES(lane, mask) \
	for (uint32_t rest_ = (mask), lane; rest_ && (lane = (uint32_t)__builtin_ctz(rest_), 1); \
		rest_ &= rest_ - 1)

/* Handlers are compiled twice on x86-64, where glibc picks the better one at load time. */
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__clang__) && \
	!defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define CLONES __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define CLONES
#endif
#ifdef __clang__
#define IVDEP _Pragma("clang loop vectorize(assume_safety)")
#else
#define IVDEP _Pragma("GCC ivdep")
#endif

/* team.c */
struct team *team_new(struct grid *g);
void team_free(struct team *t);
void team_start(struct team *t, uint64_t id);
enum team_end team_run(struct team *t, struct worker *worker);
/* The fault of a team that polls memory which nobody will change. */
enum team_end team_hopeless(struct team *t);
int fault(struct warp *w, const struct inst *in, uint32_t lane, enum sim_status status,
	const char *fmt, ...) __attribute__((format(printf, 5, 6)));
/* Says where every warp is, for deadlocks and limits. */
void team_describe(struct team *t, struct sim_log *log);
void place_of(const struct inst *in, struct sim_log *log);
/* In the compiler's library: the call that led there.  IN is the running one of w. */
const struct inst *users_inst(const struct warp *w, const struct inst *in);
/* " in PAR_REG1", or nothing when no label says so (region.c). */
void place_region(const struct grid *g, const struct inst *in, struct sim_log *log);
/* In a parallel region, and on another line than its beginning: no code around the region. */
bool in_region_body(const struct grid *g, const struct inst *in);
struct variable {
	const char *name; /* NULL: none */
	uint64_t base, size;
};
/* Of these, if it is nearer than *BEST: the last one that begins at addr or before it. */
void variable_before(struct var **vars, unsigned n, enum space space, uint64_t base, uint64_t addr,
	struct variable *best);
struct variable variable_shared(const struct grid *g, uint64_t addr);

/* warp.c: groups, joins and frames */
void warp_start(struct warp *w, uint32_t lanes);
bool warp_pick(struct warp *w); /* loads the next ready group; false: none */
void warp_save(struct warp *w);
int warp_arrive(struct warp *w); /* the running group has reached its join */
void warp_diverge(struct warp *w, uint32_t rpc, unsigned n, const uint32_t *pcs,
	const uint32_t *masks);
void warp_exit_lanes(struct warp *w, uint32_t mask);
int warp_return_lanes(struct warp *w, uint32_t mask);
struct frame *warp_push_frame(struct warp *w, struct sim_func *f, const struct call_site *site,
	uint32_t lanes);
struct join *warp_push_join(struct warp *w, uint32_t rpc, uint32_t pending, uint32_t arrived);
void warp_add_group(struct warp *w, struct group g);
/* Lanes of the running group wait at its instruction, for what g says; the others go on. */
void warp_wait(struct warp *w, struct group g);
bool warp_break_join(struct warp *w);
void warp_to_top(struct warp *w); /* the running group becomes the top of the stack */
bool warp_tired(struct warp *w);  /* asked at backward branches and calls */
void warp_clear(struct warp *w);
int warp_run(struct warp *w, uint64_t *instructions); /* an enum act; RESCHED: blocked or done */
void warp_note_poll(struct warp *w, const struct inst *in, uint64_t addr, uint64_t value);

/* code/module.c: registers of a kernel that is machine code; constants that the launch knows */
void code_warp_start(struct warp *w);

/* control.c: jumps; those that warp_scatter sends apart are groups, of n places and masks */
int warp_jump(struct warp *w, uint32_t target, uint32_t rpc, uint32_t mask);
int warp_scatter(struct warp *w, uint32_t rpc, unsigned n, const uint64_t to[],
	const uint32_t masks[]);
/* Groups lanes of mask by a number of theirs, behind the n groups that are there; how many then. */
unsigned sort_lanes(unsigned n, const uint64_t key[WARP], uint32_t mask, uint64_t keys[],
	uint32_t masks[]);

/* lanes.c: completes one collective for which all named lanes are there */
bool collective_try(struct warp *w);

/* bar.c */
void bar_lanes_exited(struct warp *w);

/* mem.c */
uint8_t *mem_resolve(struct warp *w, const struct inst *in, uint32_t lane, enum space space,
	uint64_t addr, uint32_t bytes, bool write);
void mem_addresses(struct warp *w, const struct inst *in, uint64_t addr[WARP]);
bool mem_is_global(enum space space, uint64_t addr);
uint8_t *frame_local(struct warp *w, const struct frame *f, uint32_t lane);

/* printf.c */
int builtin_call(struct warp *w, const struct inst *in, const struct call_site *site,
	uint32_t mask);
/* Argument k of one lane, of which bytes that the caller did not pass stay as they are. */
void call_argument(struct warp *w, const struct call_site *s, unsigned k, uint32_t lane, void *to,
	size_t bytes);
void call_result(struct warp *w, const struct call_site *s, uint32_t lane, uint64_t v);

/* device_launch.c: the builtins of device-side launches */
int exec_device_launch(struct warp *w, const struct inst *in, const struct call_site *s,
	uint32_t mask);

/* How device code came to launch a grid: a thread did, or parent has ended and this is its tail. */
struct launched {
	const struct grid *parent;
	struct warp *by; /* NULL: a tail */
	uint32_t lane;
	bool in_order; /* behind what the team has launched before, in the same stream */
};

struct tail {
	struct tail *next;
	struct sim_launch launch;
	void *params;
};

/* grid.c: sim_run for a grid that device code launches; from NULL: the host does */
enum sim_status grid_run(struct sim_device *dev, const struct sim_launch *launch,
	struct sim_result *result, const struct launched *from);
/* grid.c: the launch of a child as its parent's is, but for what l says already. */
void grid_inherit(struct sim_launch *l, const struct grid *parent,
	const struct sim_observer **room);

#endif
