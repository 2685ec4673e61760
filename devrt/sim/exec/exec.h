/*
 * exec.h: the state of a running grid: teams (CTAs), warps, groups of lanes, frames.
 *
 * The lanes of a warp form groups, each with one program counter.  A divergent branch makes a join
 * at its immediate post-dominator, which waits for all lanes of the branch.  Up to sm_6x the groups
 * are a stack of which only the top runs.  From sm_70 on each group makes progress, and a join
 * releases waiting lanes when no other group can run (see warp.c).
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

/* What pushed a join: a divergent branch or call; or an operation of sm_35's machine code. */
enum join_kind { JOIN_BRANCH, JOIN_SYNC, JOIN_BREAK, JOIN_CONTINUE, JOIN_RETURN };

struct join {
	struct join *parent;
	struct frame *frame;
	uint32_t rpc, pending, arrived, depth; /* depth: of its parents */
	enum join_kind kind;
};

enum group_state { GROUP_READY, GROUP_AT_BARRIER, GROUP_AT_COLLECTIVE };

struct group {
	struct frame *frame;
	struct join *join;
	uint32_t pc, mask;
	enum group_state state;
	bool yielded;     /* machine code: since it ran last */
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
	bool watched;        /* has observers: see observer.h */
	bool light;          /* and they are told of its accesses alone, */
	uint64_t light_for;  /* for so many instructions, or up to a barrier; 0: always */
	uint64_t unseen;     /* instructions of that */

	uint8_t *local; /* lane 0's local memory */
	size_t local_stride, local_high;
	int budget;        /* backward branches before another group runs */
	uint32_t long_run; /* budgets used up without a join */
	uint32_t polls;    /* consecutive ordered loads that read an unchanged value */
	struct {
		const struct inst *in;
		uint64_t addr, value;
	} polled[4];
	bool yielded; /* machine code: the running group has executed YIELD since it was chosen */
	bool spinning;
	bool counted; /* the team's count includes this run: see exec_mov_clock */
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
	struct round round; /* the current round of slices, so far */
	struct grid *grid;
	struct worker *worker;
	uint64_t id;
	uint32_t ctaid[3];
	uint32_t nwarps, cur_warp;
	struct warp *warps;
	uint8_t *shared;
	struct barrier bars[BARRIERS];
	struct team_memory memory;
	struct join *free_joins;
	bool has_turn, started;
	uint64_t warp_instructions, thread_instructions;
	uint32_t spin_rounds; /* consecutive rounds in which all warps only polled */
	uint64_t spin_state;  /* hash of its warps in one of those rounds */
	bool moves;           /* registers have changed since then */
	bool changed;         /* memory has, by an atomic or ordered store, since the last round */
	bool progressed;      /* since it last passed the turn on */
	uint64_t epoch;       /* of the grid, when it last passed the turn on */
	uint32_t idle_passes;
	uint32_t children; /* grids launched and not yet waited for */
	enum sim_status status;
	struct sim_log message, out;
	void *checked; /* the checks' state of it: check/checks.h */
	struct team *next;
	void *watch;                   /* for a timed launch: the team's trace */
	bool pause, may_pause, paused; /* trace is full; pausing is possible; has paused */
	bool at_clock;                 /* in this round a warp waited for the clock */
};

struct alloc_cache {
	uint64_t base, size;
	uint8_t *host;
};

struct worker {
	struct grid *grid;
	struct alloc_cache *cache;
};

/* Why team_run returned. */
enum team_end { TEAM_DONE, TEAM_WAITS, TEAM_PASSES, TEAM_FAULT, TEAM_PAUSED };

struct grid {
	struct sim_device *dev;
	const struct sim_launch *launch;
	struct sim_func *entry;
	uint8_t *params;
	uint64_t nteams;
	uint32_t nthreads, nwarps;
	size_t shared_static, shared_total; /* where .shared ends, without and with the dynamic */
	size_t shared_given;                /* bytes of a team on the GPU */
	size_t stack_bytes, heap_bytes;
	uint64_t limit;
	bool independent, free_red;
	bool low_windows; /* machine code of sm_35: generic addresses' windows lie below 2^32 */
	uint64_t gridid;
	uint32_t depth;              /* 0: launched by the host */
	const struct launched *from; /* NULL: by the host */
	struct tail *tails,
		**tails_end; /* grids that run when this one and its children have ended */
	uint32_t pending;    /* its threads' launches not yet waited for */
	pthread_mutex_t lock;
	pthread_cond_t changed;
	_Atomic uint64_t error_team; /* lowest that failed, or UINT64_MAX */
	uint64_t turn, lowest, next_team;
	uint32_t window, in_flight;
	uint64_t epoch; /* counts events that could end another team's polling */
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

/* Handlers are compiled twice on x86-64; glibc chooses one at load time. */
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
/* End a team that polls memory which no other will change: a fault. */
enum team_end team_hopeless(struct team *t);
int fault(struct warp *w, const struct inst *in, uint32_t lane, enum sim_status status,
	const char *fmt, ...) __attribute__((format(printf, 5, 6)));
/* Append where each warp is, for messages about deadlocks and limits. */
void team_describe(struct team *t, struct sim_log *log);
void place_of(const struct inst *in, struct sim_log *log);
/* Return the instruction of w in user code: for IN, which w executes, in the compiler's library, the
 * call that led there. */
const struct inst *users_inst(const struct warp *w, const struct inst *in);
/* Append " in PAR_REG1", or nothing if no label names a region (region.c). */
void place_region(const struct grid *g, const struct inst *in, struct sim_log *log);
/* Return the label, in the form of an identifier's, that names the region; NULL: there is none. */
const char *region_label(const struct sim_func *entry, const struct inst *in);
/* Return whether it is in a parallel region, not on the region's first line, which has code around
 * the region, too. */
bool in_region_body(const struct grid *g, const struct inst *in);
struct variable {
	const char *name; /* NULL: none */
	uint64_t base, size;
};
/* Set *BEST to the last variable that begins at addr or before, if it is nearer than *BEST. */
void variable_before(struct var **vars, unsigned n, enum space space, uint64_t base, uint64_t addr,
	struct variable *best);
struct variable variable_shared(const struct grid *g, uint64_t addr);

/* warp.c: groups, joins and frames */
void warp_start(struct warp *w, uint32_t lanes);
bool warp_pick(struct warp *w); /* load the next ready group; false: none */
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
/* Let lanes of the running group wait at its instruction in g's state; the others go on. */
void warp_wait(struct warp *w, struct group g);
/* Send lanes of the running group to its innermost join of a kind, out of those in between.  Return
 * an enum act; ACT_FAULT, without a message: there is none. */
int warp_leave(struct warp *w, enum join_kind kind, uint32_t mask);
bool warp_break_join(struct warp *w);
void warp_to_top(struct warp *w); /* the running group becomes the top of the stack */
bool warp_tired(struct warp *w);  /* at backward branches and calls: run another group? */
void warp_clear(struct warp *w);
void warp_zero_local(struct warp *w); /* as far as it may have been written */
/* Make room for so many bytes in each lane's local memory, which may move. */
void warp_reach(struct warp *w, size_t bytes);
int warp_run(struct warp *w, uint64_t *instructions); /* an enum act; RESCHED: blocked or done */
void warp_note_poll(struct warp *w, const struct inst *in, uint64_t addr, uint64_t value);

/* code/show.c: machine code as it is shown: its functions, and the registers that an instruction
 * writes */
struct code_piece {
	const char *name;
	uint32_t first, n; /* instructions of the module */
};
struct code_register {
	char name[8];     /* "R5", "P0" */
	uint32_t operand; /* a slot of 32 bits a lane, or a word with a bit for each */
	bool pred;
};
#define CODE_WRITTEN 8
unsigned code_pieces(const struct sim_func *f); /* of a kernel's module */
struct code_piece code_piece(const struct sim_func *f, unsigned k);
/* Return the registers that an instruction writes; *n: how many. */
const struct code_register *code_written(const struct inst *in, unsigned *n);
/* Return whether it reads the register in this slot, as far as its operands name it. */
bool code_reads(const struct inst *in, uint32_t operand);
/* Append a line for each label at an instruction, and the instruction's own. */
void code_print(const struct sim_func *f, const struct inst *in, struct sim_log *out);
/* code/origin.c: users_inst, for machine code */
const struct inst *code_users_inst(const struct warp *w, const struct inst *in);
/* Return whether a file's name in .loc is that of a part of the compiler's own library. */
bool place_in_library(const char *file);
/* code/module.c: initialise a warp of machine code: registers, constants of the launch */
void code_warp_start(struct warp *w);

/* control.c: jumps; warp_scatter sends n groups of lanes to n places */
int warp_jump(struct warp *w, uint32_t target, uint32_t rpc, uint32_t mask);
int warp_scatter(struct warp *w, uint32_t rpc, unsigned n, const uint64_t to[],
	const uint32_t masks[]);
/* Group the lanes of mask by key and append to the n groups.  Return the new number of groups. */
unsigned sort_lanes(unsigned n, const uint64_t key[WARP], uint32_t mask, uint64_t keys[],
	uint32_t masks[]);

/* lanes.c: complete one collective at which all its lanes have arrived; false: there is none.  Or one
 * that lets_go, without those that have not. */
bool collective_try(struct warp *w);
uint32_t collective_arrived(const struct warp *w, const struct group *g);
bool collective_let_go(struct warp *w, uint32_t absent);

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
/* Read argument k of one lane into `to`; leave bytes that the caller did not pass unchanged. */
void call_argument(struct warp *w, const struct call_site *s, unsigned k, uint32_t lane, void *to,
	size_t bytes);
void call_result(struct warp *w, const struct call_site *s, uint32_t lane, uint64_t v);

/* device_launch.c: the builtins of device-side launches */
int exec_device_launch(struct warp *w, const struct inst *in, const struct call_site *s,
	uint32_t mask);

/* Who launched a grid in device code: a thread, or its parent's end, for a tail launch. */
struct launched {
	const struct grid *parent;
	struct warp *by; /* NULL: a tail */
	uint32_t lane;
	bool in_order; /* after what the team launched before in the same stream */
};

struct tail {
	struct tail *next;
	struct sim_launch launch;
	void *params;
};

/* grid.c: run a grid that device code launches; from NULL: the host does, as by sim_run */
enum sim_status grid_run(struct sim_device *dev, const struct sim_launch *launch,
	struct sim_result *result, const struct launched *from);
/* grid.c: set the members of a child's launch that it inherits from its parent. */
void grid_inherit(struct sim_launch *l, const struct grid *parent,
	const struct sim_observer **room);

#endif
