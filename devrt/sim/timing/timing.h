/*
 * timing.h: how long a launch takes on a GPU.
 *
 * A timed launch has two halves that run in step on one host thread.  The functional simulator
 * executes teams and writes what each warp did to a trace (trace.c); the machine (machine.c,
 * cache.c) replays the traces of the teams that are resident, in order of time.  Results are
 * therefore those of a plain run, and the same however often it is repeated and on any number of
 * cores.  What follows: how often a polling loop turns is decided by the functional half, not by
 * time.  A launch finds in L2 what the one before it left: where several host threads launch at
 * once, the program does not say which that is, and times differ from run to run by what that makes
 * (tests/devrt/same.t).
 *
 * Times are cycles of the SM's clock, as doubles: many service times are fractions of a cycle.
 */
#ifndef SIM_TIMING_H
#define SIM_TIMING_H

#include "exec/observer.h"

/* ---- the machine's numbers (gpu/NAME.gpu) ---- */

/* How far a number may be believed: best first. */
enum trust {
	TRUST_MEASURED,
	TRUST_VENDOR,
	TRUST_STATIC,
	TRUST_DERIVED,
	TRUST_RECALLED,
	TRUST_GUESS
};
const char *trust_name(enum trust t);

/* Classes of operations, as the throughput table of the CUDA programming guide has them. */
/* clang-format off */
#define OP_CLASSES(X) \
	X(FREE, "folded") X(INT, "integer") X(MUL, "integer multiply") X(SHIFT, "shift") \
	X(BITS, "bit field") X(COMPARE, "compare") X(FP32, "fp32") X(FP64, "fp64") \
	X(SFU, "special function") X(CVT, "convert") X(SREG, "special register") X(SHFL, "shuffle") \
	X(VOTE, "vote") X(LOAD, "load") X(STORE, "store") X(ATOMIC, "atomic") X(BRANCH, "branch") \
	X(CALL, "call") X(BARRIER, "barrier") X(FENCE, "fence")
/* clang-format on */
enum op_class {
#define X(name, text) OP_##name,
	OP_CLASSES(X)
#undef X
		NOP_CLASSES
};

/* Pipelines that instructions wait for. */
enum unit {
	UNIT_NONE,
	UNIT_FP32,
	UNIT_INT,
	UNIT_FP64,
	UNIT_SFU,
	UNIT_MISC,
	UNIT_LSU,
	UNIT_TEX,
	NUNITS
};

struct op_time {
	enum unit unit;
	double ii;      /* cycles of the SM's whole pipeline for one warp instruction */
	double latency; /* to a dependent instruction */
};

/* Operations that are sequences of machine instructions. */
#define SEQUENCES(X) \
	X(DIV_F64) \
	X(SQRT_F64) \
	X(RCP_F64) \
	X(DIV_F32) \
	X(SQRT_F32) \
	X(DIV_S32) \
	X(DIV_U32) \
	X(DIV_64) \
	X(MUL_64)
enum sequence {
#define X(name) SEQ_##name,
	SEQUENCES(X)
#undef X
		NSEQUENCES
};
struct sequence_time {
	int slots;      /* machine instructions */
	double latency; /* until the result; nothing else of the warp overlaps */
	enum unit unit;
	double busy;               /* cycles of the SM's pipeline */
	double special, subnormal; /* more latency where the code goes out of line: see trace.c */
};

struct timing_model {
	enum trust weakest;
	const char *weakest_what; /* the parameter that has that trust */

	/* issue */
	int schedulers, issue_width; /* instructions of one warp in a cycle */
	bool subcores;               /* each scheduler has a quarter of the units for itself */
	struct op_time op[NOP_CLASSES];
	struct sequence_time seq[NSEQUENCES];
	double add64_latency;   /* add.cc, addc */
	double uniform_way;     /* from a sum for the whole warp to the lanes; 0: there are none
	                           (uniform.c) */
	struct op_time convert; /* conversions other than OP_CVT's: 32-bit integer to fp32 */
	bool add_either;    /* 32-bit additions are issued to UNIT_INT or UNIT_FP32, as is free */
	bool sqrt_one;      /* sqrt.approx is one special function; else rsqrt and a product */
	bool clz_two;       /* clz is find-leading-one and a subtraction */
	bool zero_free;     /* a zero high word is no instruction */
	double pred_branch; /* from a compare to a branch on it */
	double pred_guard;  /* and to another instruction that it guards, or a vote */
	double branch_gap, divergence, table_load, indirect_call, call_gap, ret_gap;
	double clone_limit;   /* instructions an if may hold to become predicated ones */
	unsigned loads_ahead; /* registers that loads issued early may hold */

	/* barriers: a server for the SM, and one for each block, which is slower */
	double bar_latency, bar_service, bar_shared, warpsync;

	/* memory */
	double lsu_min, lsu_bytes; /* cycles of one warp access at least; bytes a cycle */
	double tex_min,
		tex_bytes;   /* the same of read-only loads, if they have a path of their own */
	unsigned bank_bytes; /* of each of the 32 banks of shared memory in a cycle */
	bool pairs_share;    /* lanes side by side with one address are one (trace.c) */
	double shared_latency, shared_way;           /* each pass more than without conflicts */
	double shared_atomic_latency, shared_atomic; /* of one lane; each more on its address */
	double const_latency, const_way;
	bool l1_global;                  /* global loads go through L1 */
	int l1_bytes, l1_ways, nc_bytes; /* l1_bytes: with no shared memory in use */
	bool l1_shares;                  /* L1 is what shared memory leaves */
	double l1_latency, nc_latency, l2_latency, dram_latency;
	int l2_ways;
	double port_bytes;                      /* of an SM to L2, bytes a cycle */
	double l2_bytes;                        /* of all of L2, bytes a cycle */
	double dram_read, dram_write, dram_mix; /* GB/s; loss when reads and writes alternate */
	double dram_queue; /* cycles more of a full DRAM's latency, in proportion to its load */
	int outstanding;   /* 32-byte sectors that an SM may wait for */
	double atom_latency, atom_service; /* beyond L2; of one address, cycles a lane */
	double fence;

	/* launching */
	double dispatch; /* cycles between two blocks given to SMs, whole chip */
	double block_start,
		warp_start;        /* from a free slot to the first instruction; each warp more */
	double launch_us, sync_us; /* of a kernel in a stream; launch and wait, from the host */
	double child, child_lane; /* cycles of a launch by device code: of one lane, of each more */
	double child_serial;      /* between two of them anywhere on the chip; 0: not known */
	double copy_us;           /* a copy over the host link at least; rates of each direction */
	double to_device_gbs, to_host_gbs;
};

/* ---- what one instruction costs (cost.c) ---- */

#define COST_OPERANDS 8

enum cost_flow { FLOW_PLAIN, FLOW_BRANCH, FLOW_TABLE, FLOW_CALL, FLOW_CALL_POINTER, FLOW_RET };

struct cost {
	bool known;
	enum op_class cls;
	enum unit unit;
	enum cost_flow flow;
	int slots;                /* issue slots; 0: folded into others */
	float busy, latency;      /* of the unit; to the result */
	float special, subnormal; /* more of it, by the result's value */
	float own;                /* the warp itself goes on only after so long; 0: next cycle */
	bool predicate;           /* the result is one */
	bool either;              /* UNIT_FP32 does it, too */
	bool blocks;              /* nothing of the warp overlaps it */
	bool converted;           /* a branch that an assembler would turn into predicates */
	uint16_t skipped;         /* instructions that such a branch skips, still issued */
	uint8_t joined; /* a load: bytes of a lane with those behind it that it loads, too; or 0 */
	bool carried;   /* a load which an earlier one does */
	uint8_t nread, nwritten;
	uint8_t late; /* bits of read[]: it comes from the path for the whole warp */
	uint16_t read[COST_OPERANDS], written[COST_OPERANDS]; /* scoreboard entries */
	uint16_t guard;       /* entry + 1; 0: none; a vote's predicate counts as one */
	uint16_t base;        /* entry + 1 of the register in an address */
	uint32_t place;       /* in the order of issue: such an id has what PTX has in its place */
	uint32_t piece, last; /* ids of the piece of straight code in which it moves */
	const char *phase;    /* label that names the part of the program, or NULL */
	const struct inst *in;
	const struct sim_func *func;
};

#define REGISTERS 512 /* entries; registers that share one depend on each other */
#define SCOREBOARD \
	(REGISTERS + 128) /* and of values that die in the piece of code that computes them */

struct costs {
	const struct timing_model *model;
	struct cost *of;  /* by inst.id */
	uint32_t *placed; /* by place: the id of the instruction there */
	uint32_t n;
	bool *uniform; /* by register of the function that is looked at; or NULL */
};
struct cost *cost_of(struct costs *c, const struct sim_func *f, const struct inst *in);
/* all of its instructions, in their places */
void costs_func(struct costs *c, const struct sim_func *f);
void costs_free(struct costs *c);

/* Registers that hold one value for the whole warp and are computed as such; NULL: none
 * (uniform.c). */
bool *uniform_registers(const struct timing_model *m, const struct sim_func *f);

/* ---- in which order they are issued (schedule.c) ---- */

#define PIECE 256 /* instructions of straight code that change places at most */

void schedule_func(struct costs *c, const struct sim_func *f);

/* ---- traces (trace.c): what the functional half tells the machine ---- */

/*
 * A warp's trace is a queue of 64-bit words: kind in the low 4 bits, then an instruction's place or
 * a barrier's generation, and in the upper half the lanes.  TRACE_ACCESS is followed by its lines.
 * The functional half executes PTX in its order; the trace has it in that of issue.
 */
#define TRACE_ID_MASK 0x3fffffu
#define TRACE_MORE_SHIFT 26 /* TRACE_INST: so many instructions follow, in a straight line */
#define TRACE_MORE_MAX 63u
#define TRACE_ID(w) ((uint32_t)((w) >> 4) & TRACE_ID_MASK)
#define TRACE_MORE(w) ((uint32_t)((w) >> TRACE_MORE_SHIFT) & TRACE_MORE_MAX)

enum trace_kind {
	TRACE_INST,
	TRACE_NOT_TAKEN,
	TRACE_TAKEN,
	TRACE_DIVERGED,
	TRACE_SPECIAL,
	TRACE_SUBNORMAL, /* a floating-point sequence that goes out of line */
	TRACE_ACCESS,    /* belongs to the TRACE_INST before which it stands */
	TRACE_ARRIVE,
	TRACE_WAIT,  /* a barrier's generation */
	TRACE_CHILD, /* in place of the id so many grids, which take so many cycles */
	TRACE_END,
};

/* A TRACE_ACCESS word, unpacked; `lines` words follow, each a 128-byte line << 4 | sectors of
 * it. */
struct trace_access {
	enum space space;
	enum access_kind kind;
	uint32_t ways;  /* shared: passes over the banks; atomics: lanes on one address */
	uint32_t least; /* shared: passes that as many bytes take without conflicts */
	uint32_t lines, bytes, lanes; /* bytes of each lane */
	const uint64_t *line;
};

struct warp_trace {
	uint64_t *word;
	size_t at, n, cap;
	uint32_t done; /* instructions of word[at] that the machine has taken */
};

/* One completion of one barrier. */
struct generation {
	uint32_t expected, arrived; /* arrivals of warps, counted in the trace and in the machine */
	bool complete;              /* in the functional half */
	bool released;              /* in the machine, at this time */
	double when;
};

struct team_trace {
	struct tracer *tracer;
	uint64_t id;
	bool ended;
	uint32_t nwarps;
	struct warp_trace *warps;
	struct generation *gens;
	size_t ngens, gens_cap;
	uint32_t current[BARRIERS], last[BARRIERS]; /* generation being filled + 1; done last */
	bool in_step;     /* somebody asked for the time: no warp runs far ahead */
	bool clock_waits; /* the functional half stands still at one that asks, or is ahead */
	uint64_t words;   /* not yet consumed */
	uint32_t wanted;  /* the warp that the machine waits for */
	struct team_trace *next;
};

/* What one warp did in a piece of straight code that it has not yet left. */
struct staged {
	bool here;
	enum trace_kind kind;
	uint32_t mask;
	size_t from, to; /* its accesses, words */
};
struct stage {
	struct warp *warp;           /* NULL: empty */
	uint32_t group, piece, last; /* lanes; ids */
	struct staged by_place[PIECE];
	uint64_t *word; /* of accesses; those from `open` on belong to the next instruction */
	size_t n, cap, open;
};

struct tracer {
	struct sim_observer observer;
	struct costs *costs;
	struct stage stage;
	struct team_trace *teams, *pool;
	uint32_t nwarps;
	uint64_t words_limit; /* of a team, before it is put aside */
	uint64_t barriers, diverged, branches;
	double now; /* when the machine asked for more of the wanted warp */
};
void tracer_init(struct tracer *tr, struct costs *costs, uint32_t nwarps);
void tracer_free(struct tracer *tr);
void tracer_flush(struct tracer *tr); /* writes down what is left of a piece of code */
/*
 * What %clock is to warp w: false as long as the machine has not come to it.  A team that the
 * machine cannot stop, because another waits for its turn, is told where the machine is.
 */
bool tracer_clock(struct warp *w, uint64_t *now);
/* Warp w is so far ahead of the machine that what it polls for may happen before. */
bool tracer_ahead(struct warp *w);
struct team_trace *tracer_find(struct tracer *tr, uint64_t id);
void tracer_drop(struct tracer *tr, struct team_trace *t);
/*
 * Device code of a timed launch has run a child grid, itself a timed launch with this result: the
 * warp is charged for the launch, which the first of several lanes pays most of, and for the
 * child's time.
 */
struct timing_run;
void tracer_child(struct warp *w, const struct timing_run *child, bool first);

/* ---- occupancy (occupancy.c) ---- */

struct occupancy {
	int blocks;        /* on an SM at once; 0: cannot run */
	const char *limit; /* "warps", "registers", "shared memory", "blocks", "grid" */
};
struct occupancy occupancy(const struct sim_model *m, int threads, int regs, size_t shared);
int occupancy_registers(const struct sim_model *m, struct sim_func_info info);

/* ---- results ---- */

enum stall {
	STALL_EMPTY,
	STALL_MEMORY,
	STALL_BARRIER,
	STALL_BRANCH,
	STALL_DEPEND,
	STALL_UNIT,
	STALL_CHILD,
	NSTALLS
};
const char *stall_name(enum stall s);

struct timing_counts {
	double cycles;                /* first block given out to last block done */
	uint64_t issued[NOP_CLASSES]; /* warp instructions as executed, by class */
	uint64_t warp_instructions, thread_instructions, machine_instructions;
	int sms;                     /* that got a block; the others' issue slots do not count */
	double slots, lost[NSTALLS]; /* issue slots of all schedulers */
	uint64_t l1_sectors, l1_hits, l2_sectors, l2_hits, dram_read,
		dram_written;                             /* sectors of 32 B */
	uint64_t global_bytes, shared_bytes, local_bytes; /* that threads asked for */
	uint64_t shared_conflicts, accesses, access_sectors, atomics;
	uint64_t barriers, branches, diverged, children;
	struct occupancy occupancy;
	int resident; /* blocks on the fullest SM */
};

/* Adds what can be added: all but the occupancy (stats.c). */
void timing_add(struct timing_counts *to, const struct timing_counts *n);

/* ---- the machine (machine.c) ---- */

enum warp_state { STATE_RUN, STATE_MEMORY, STATE_BARRIER, STATE_DEPEND, STATE_CHILD, NSTATES };

/* Asked for what each warp of one team does over time; may be NULL. */
struct span_sink {
	void *ctx;
	uint64_t team;
	void (*span)(void *ctx, uint32_t warp, double from, double to, enum warp_state s,
		const struct cost *c, uint32_t lanes);
};

/*
 * Told when each warp of one team issues what it executed; may be NULL.  Instructions of a piece of
 * straight code come in the order of issue, else everything in that of execution.
 */
enum step_kind { STEP_ISSUE, STEP_ARRIVE, STEP_GO }; /* at a barrier; and let go by it */
struct step_sink {
	void *ctx;
	uint64_t team;
	/* in: NULL for STEP_ARRIVE and STEP_GO; why: what the warp waited for */
	void (*step)(void *ctx, uint32_t warp, double when, enum step_kind k, const struct inst *in,
		enum stall why);
};

struct timing_run {
	struct sim_timing hooks; /* for sim_launch */
	const struct timing_model *model;
	struct span_sink *spans;
	struct step_sink *steps;
	struct timing_counts counts; /* result */
	struct timing_counts inside; /* of grids that device code launched, without their cycles;
	                                added to counts */
	struct timing_run *parent;   /* whose device code launched this grid; or NULL */
};

/* For one launch, of which it is sim_launch.timing, on a model (launch.c). */
void timing_init(struct timing_run *run, const struct timing_model *model);

/* Replay g in order of time while the tracer writes it. */
void timing_run_grid(struct grid *g, struct timing_run *run, struct tracer *tracer);

#endif
