/*
 * timing.h: how long a launch takes on a GPU.
 *
 * A timed launch has two halves that run in step on one host thread.  The functional simulator
 * executes teams and writes what each warp did to a trace (trace.c); the machine (machine.c,
 * cache.c) replays the traces of resident teams in order of time.  So results are those of an
 * untimed run, and times are the same in each run and on any number of host cores.  As a
 * consequence the functional half, not time, decides how often a polling loop iterates; but warps
 * that compete for a value or a lock wait for one another in time (contend.c).  A launch finds in L2
 * what the previous one left: if several host threads launch at once, which one that is varies, and
 * times with it (tests/devrt/same.t).
 *
 * Times are cycles of the SM's clock, as doubles: many service times are fractions of a cycle.
 */
#ifndef SIM_TIMING_H
#define SIM_TIMING_H

#include "exec/observer.h"
#include "exec/opclass.h"

/* ---- the machine's numbers (gpu/NAME.gpu) ---- */

/* How far a number can be trusted, best first: the marks of gpu/README.md. */
enum trust {
	TRUST_MEASURED,
	TRUST_VENDOR,
	TRUST_STATIC,
	TRUST_DERIVED,
	TRUST_RECALLED,
	TRUST_GUESS
};
const char *trust_name(enum trust t);

/* Pipelines that instructions wait for. */
enum unit {
	UNIT_NONE,
	UNIT_FP32,
	UNIT_INT,
	UNIT_FP64,
	UNIT_SFU,
	UNIT_MISC,
	UNIT_UNIFORM,
	UNIT_LSU,
	UNIT_TEX,
	NUNITS
};

struct op_time {
	enum unit unit;
	double ii;      /* cycles of the SM's whole pipeline for one warp instruction */
	double latency; /* to a dependent instruction */
};

/* PTX operations that are several machine instructions. */
#define SEQUENCES(X) \
	X(DIV_F64) \
	X(SQRT_F64) \
	X(RCP_F64) \
	X(DIV_F32) \
	X(RCP_F32) \
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
	double special, subnormal; /* more latency off its fast path: trace.c */
};

struct timing_model {
	enum trust weakest;
	const char *weakest_what; /* the parameter that has that trust */
	/* mean error, in per cent, on kernels to which nothing was fitted; 0: not judged */
	double judged_ptx, judged_machine;

	/* issue */
	int schedulers, issue_width; /* instructions of one warp in a cycle */
	bool subcores;               /* each scheduler has its own quarter of the units */
	struct op_time op[NOP_CLASSES];
	struct sequence_time seq[NSEQUENCES];
	double add64_latency;   /* add.cc, addc */
	double uniform_way;     /* from the uniform datapath's result to the lanes; 0: there is none
	                           (uniform.c) */
	struct op_time convert; /* conversions other than OP_CVT's: 32-bit integer to fp32 */
	bool add_either; /* 32-bit additions are issued to the free one of UNIT_INT and UNIT_FP32 */
	bool sqrt_one;   /* sqrt.approx is one special function; else rsqrt and a product */
	bool clz_two;    /* clz is find-leading-one and a subtraction */
	bool zero_free;  /* a zero high word is no instruction */
	double pred_branch; /* from a compare to a branch on it */
	double pred_guard;  /* and to another instruction that it guards, or a vote */
	double branch_gap, divergence, table_load, indirect_call, call_gap, ret_gap;
	double clone_limit;   /* instructions an if may hold to become predicated ones */
	unsigned loads_ahead; /* registers that loads issued early may hold */

	/* machine code, whose schedule is static (static.c) */
	struct op_time uniform; /* the uniform datapath */
	double operands_read;   /* until a memory instruction has read its operands */
	double taken,
		taken_far;    /* a taken branch, beyond its stall count; to a register's address */
	double converge;      /* a convergence barrier, beyond its stall count */
	double exclusive;     /* WARPSYNC of lanes that a register names, beyond its stall count */
	double bar_static;    /* as bar_shared */
	int code_l1, code_l2; /* caches of instructions, of an SM: bytes */
	double code_l2_line, code_line; /* cycles of a line of 128 bytes from the second; from L2 */
	double code_jump; /* more where it was not expected, from the second; from L2 l2_latency */

	/* barriers: a server for the SM, and a slower one for each block */
	double bar_latency, bar_service, bar_shared, warpsync;

	/* memory */
	double lsu_min, lsu_bytes; /* cycles of one warp access at least; bytes a cycle */
	double tex_min,
		tex_bytes;   /* the same of read-only loads, if they have a path of their own */
	unsigned bank_bytes; /* of each of the 32 banks of shared memory in a cycle */
	bool pairs_share;    /* adjacent lanes with one address count as one (trace.c) */
	double shared_latency, shared_way;           /* each pass more than without conflicts */
	double shared_atomic_latency, shared_atomic; /* of one lane; each more on its bank */
	double shared_atomic_busy; /* cycles of a lane for the pipeline; 0: as many as the latency */
	double shared_loop; /* of what shared memory cannot: a round of compare and swap; 0: it can */
	double const_latency, const_way;
	bool l1_global;                  /* global loads go through L1 */
	int l1_bytes, l1_ways, nc_bytes; /* l1_bytes: with no shared memory in use */
	bool l1_shares;                  /* L1 has what shared memory does not use */
	bool l1_any;                     /* a full set loses any of its lines, not the oldest */
	double l1_latency, nc_latency, l2_latency, dram_latency;
	int l2_ways;
	int l2_kept; /* bytes that it keeps, if less than it has: halves keep copies of each other's */
	double l2_far;             /* a hit in the half of L2 that is far away: more */
	double port_bytes;         /* of an SM to L2, bytes a cycle */
	double store_line;         /* cycles of the port for a line that is stored to */
	double l2_bytes, l2_write; /* of all of L2, bytes a cycle */
	double l2_least;           /* bytes that a request counts at least */
	double dram_read, dram_write, dram_mix; /* GB/s; loss when reads and writes alternate */
	double dram_queue; /* cycles more of a full DRAM's latency, in proportion to its load */
	int outstanding;   /* 32-byte sectors that an SM may wait for */
	double atom_latency, atom_service; /* beyond L2; of one address, cycles a lane */
	double atom_float;                 /* the same of a floating-point sum */
	double atom_wide;     /* a sector of 8-byte words in a slice; 0: atom_service */
	unsigned atom_slices; /* parts of L2, each with a sector in atom_service; 0: no limit */
	double atom_sector;   /* cycles of the port for a sector */
	double address; /* that the latencies of memory contain; machine code shows it itself */
	double fence;

	/* launching */
	double grid_start; /* cycles of a launch by the host, beyond its blocks' */
	double dispatch;   /* cycles between two blocks given to SMs, whole chip */
	double block_start,
		warp_start;        /* from a free slot to the first instruction; each warp more */
	double launch_us, sync_us; /* of a kernel in a stream; launch and wait, from the host */
	double child, child_lane; /* cycles of a launch by device code: of one lane, of each more */
	double child_serial;      /* between two of them anywhere on the chip; 0: unknown */
	double copy_us;           /* a copy over the host link at least; rates of each direction */
	double staged_us; /* one queued with a launch, from or to pinned memory; 0: as copy_us */
	double to_device_gbs, to_host_gbs;
};

/* ---- what one instruction costs (cost.c) ---- */

enum stall {
	STALL_EMPTY,
	STALL_MEMORY,
	STALL_BARRIER,
	STALL_BRANCH,
	STALL_DEPEND,
	STALL_UNIT,
	STALL_CHILD,
	STALL_FETCH,
	NSTALLS
};
const char *stall_name(enum stall s);

#define COST_OPERANDS 8

enum cost_flow {
	FLOW_PLAIN,
	FLOW_BRANCH,
	FLOW_TABLE,
	FLOW_CALL,
	FLOW_CALL_POINTER,
	FLOW_RET,
};

/* An atomic on one address becomes one lane's: never, always, or where the whole warp is there. */
enum combining { COMBINE_NEVER, COMBINE_ALWAYS, COMBINE_WHOLE };

struct cost {
	bool known;
	enum op_class cls;
	enum unit unit;
	enum cost_flow flow;
	int slots;                /* issue slots; 0: folded into others */
	float busy, latency;      /* of the unit; to the result */
	float special, subnormal; /* more of it, by the result's value */
	float own;                /* cycles until the warp issues again; 0: next cycle */
	bool predicate;           /* the result is a predicate */
	bool either;              /* UNIT_FP32 can execute it, too */
	bool blocks;              /* no other instruction of the warp overlaps it */
	enum combining combining; /* an atomic */
	float before;             /* one that is combined: cycles until it is issued */
	float round;              /* one that is a loop: cycles of it */
	bool is_static;           /* machine code: static.c */
	uint32_t line;            /* of machine code: 128 bytes of it */
	enum op_form form;        /* of machine code */
	bool converted;           /* a branch that an assembler would turn into predicates */
	uint16_t skipped;         /* instructions that such a branch skips, still issued */
	uint8_t joined; /* a load: bytes of a lane with those behind it that it loads, too; or 0 */
	bool carried;   /* a load that an earlier one includes */
	float turn; /* a compare and swap that is tried until it succeeds: cycles between two tries */
	bool lock; /* its tries do not depend on what the last one read */
	uint8_t nread, nwritten;
	uint8_t late; /* bits of read[]: it comes from the path for the whole warp */
	uint16_t read[COST_OPERANDS], written[COST_OPERANDS]; /* scoreboard entries */
	uint16_t guard;       /* entry + 1; 0: none; a vote's predicate counts as one */
	uint16_t base;        /* entry + 1 of the register in an address */
	uint16_t reads_end;   /* entry + 1 that is ready when the operands are read; 0: none */
	uint32_t place;       /* in the order of issue: such an id has what PTX has in its place */
	uint32_t piece, last; /* ids of the piece of straight code in which it moves */
	const char *phase;    /* label that names the part of the program, or NULL */
	const struct inst *in;
	const struct sim_func *func;
};

#define REGISTERS 512 /* entries; registers that share one depend on each other */
#define SCOREBOARD \
	(REGISTERS + 128) /* and values used only in the piece of code that computes them */

/* What warps did at an instruction, and the cycles that it took them: waiting for it to issue, at a
 * barrier for the others, and its own until the next one might issue. */
struct line_counts {
	uint64_t warps, lanes,
		diverged; /* that executed it; lanes whose guard held; times that they parted */
	double own, waited[NSTALLS];
};

struct costs {
	const struct timing_model *model;
	struct cost *of;            /* by inst.id */
	struct line_counts *counts; /* by inst.id, if `counting` */
	bool counting;
	uint32_t *placed; /* by place: the id of the instruction there */
	uint32_t n;
	bool *uniform, *equal; /* by register of the current function; or NULL (uniform.c) */
};
struct cost *cost_of(struct costs *c, const struct sim_func *f, const struct inst *in);
/* Fill in c for an instruction of machine code (static.c). */
void static_cost(const struct timing_model *m, struct cost *c, const struct static_inst *s);
/* Compute the costs and places of all instructions of f. */
void costs_func(struct costs *c, const struct sim_func *f);
void costs_free(struct costs *c);

/* Return, by register, whether the uniform datapath computes it; NULL: none (uniform.c). */
bool *uniform_registers(const struct timing_model *m, const struct sim_func *f);
/* Return, by register, whether all lanes of a warp have the same value; NULL: not known of f. */
bool *equal_registers(const struct sim_func *f);

/* ---- the order in which instructions are issued (schedule.c) ---- */

#define PIECE 256 /* most instructions of straight code that are reordered */

void schedule_func(struct costs *c, const struct sim_func *f);

/* ---- warps that compete (contend.c) ---- */

/* A place in memory that a compare and swap in a loop has changed. */
struct place {
	bool used;
	uint32_t value;   /* of 64 bits, a hash */
	uint32_t waiting; /* warps that wait until it has another */
	uint64_t key;     /* an address */
	double last;      /* when it was changed */
};
struct places {
	struct place *at;
	size_t n, cap;
};
/* Return the place with this key; NULL: there is none, and it is not to be added. */
struct place *places_find(struct places *p, uint64_t key, bool add);
void places_clear(struct places *p);
/* Find loops of compare and swap: set `turn` and `lock`. */
void contend_func(struct costs *c, const struct sim_func *f);

/* ---- traces (trace.c): from the functional half to the machine ---- */

/*
 * A warp's trace is a queue of 64-bit words: kind in the low 4 bits, then an instruction's place or
 * a barrier's generation, and in the upper half the lanes.  TRACE_ACCESS is followed by its lines.
 * The functional half executes PTX in program order; the trace has it in the order of issue.
 */
#define TRACE_ID_MASK 0x3fffffu
#define TRACE_MORE_SHIFT 26 /* TRACE_INST: how many instructions of straight code follow */
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
	TRACE_WAIT,   /* a barrier's generation */
	TRACE_CHILD,  /* the number of grids instead of the id, and their cycles */
	TRACE_CUT,    /* the number of instructions that left no trace, above the kind */
	TRACE_CHANGE, /* its lanes' changes follow, as of a TRACE_ACCESS; of what left no trace */
	TRACE_END,
};

/* A TRACE_ACCESS word, unpacked; `lines` words follow, each a 128-byte line << 4 | sectors of
 * it, and two for each change of a place where warps compete: the address, and what was there << 32 |
 * what is there now. */
struct trace_access {
	enum space space;
	enum access_kind kind;
	uint32_t ways;  /* shared: passes over the banks; atomics: lanes on one address */
	uint32_t least; /* shared: passes that as many bytes take without conflicts */
	uint32_t same;  /* shared atomics: lanes on one address */
	uint32_t lines, bytes, lanes; /* bytes of each lane */
	const uint64_t *line;
	uint32_t changes;
	const uint64_t *change;
};

struct warp_trace {
	uint64_t *word;
	size_t at, n, cap;
	uint32_t done;           /* instructions of word[at] that the machine has issued */
	uint64_t issued, cut_at; /* instructions so far; from which on a cut may come */
};

/* One completion of one barrier. */
struct generation {
	uint32_t expected, arrived; /* arrivals of warps, counted in the trace and in the machine */
	bool complete;              /* in the functional half */
	bool released;              /* in the machine, at this time */
	double when;
	double last, late; /* the last arrival; the latest, with cuts (machine.c) */
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
	bool in_step;            /* a warp has read the clock: none runs far ahead */
	bool clock_waits;        /* the functional half waits for the clock, or is ahead */
	uint64_t words;          /* not yet consumed */
	uint32_t wanted;         /* the warp that the machine waits for */
	const struct team *team; /* NULL: it has ended, after so many instructions of warps */
	uint64_t instructions;
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
	uint64_t words_limit; /* of a team, before it pauses */
	uint64_t barriers, diverged, branches;
	const struct sample *sample; /* which teams leave a trace; NULL: all */
	struct memory *memory;       /* in which the others leave theirs */
	struct places places;        /* where warps compete; of shared memory, of any team */
	uint64_t issued, cut_from;   /* instructions; from which on there are cuts; 0: none */
	struct warp *arriving; /* at a barrier of machine code, whose instruction is not written */
	uint64_t after[WARP + 1]; /* words that belong behind it */
	unsigned nafter;
	double now; /* when the machine asked for more of the wanted warp */
};
void tracer_init(struct tracer *tr, struct costs *costs, uint32_t nwarps);
void tracer_free(struct tracer *tr);
void tracer_flush(struct tracer *tr); /* write the rest of a piece of code */
/*
 * Set *now to %clock of warp w, in cycles.  Return false while the machine has not come so far; a
 * team that cannot pause, because another waits for its turn, gets the machine's current time.
 */
bool tracer_clock(struct warp *w, uint64_t *now);
/* Return whether w is so far ahead of the machine that what it polls for may happen earlier. */
bool tracer_ahead(struct warp *w);
struct team_trace *tracer_find(struct tracer *tr, uint64_t id);
uint64_t tracer_instructions(const struct team_trace *t); /* so far, of warps */
void tracer_drop(struct tracer *tr, struct team_trace *t);
/*
 * Charge warp w for a child grid that it has launched, itself a timed launch: for the launch, most
 * of which the first of several lanes pays, and for the child's time.
 */
struct timing_run;
void tracer_child(struct warp *w, const struct timing_run *child, bool first);

/* ---- occupancy (occupancy.c) ---- */

struct occupancy {
	int blocks;        /* resident on an SM; 0: cannot run */
	const char *limit; /* "warps", "registers", "shared memory", "blocks", "grid" */
};
struct occupancy occupancy(const struct sim_model *m, int threads, int regs, size_t shared);
int occupancy_registers(const struct sim_model *m, struct sim_func_info info);

/* ---- results ---- */

/* Return the judged error of times of this code (sim_func_info), in per cent; 0: not judged. */
double timing_judged(const struct sim_model *gpu, const char *code);
/* Append "PTX, mean error 14 % where the model was judged". */
void timing_say_judged(const struct sim_model *gpu, const char *code, struct sim_log *out);
void json_judged(double error, struct sim_log *out); /* null: not judged */

struct timing_counts {
	double cycles;                /* until the last block is done */
	uint64_t issued[NOP_CLASSES]; /* warp instructions as executed, by class */
	uint64_t warp_instructions, thread_instructions, machine_instructions;
	int sms;                     /* that had a block; others' issue slots do not count */
	double slots, lost[NSTALLS]; /* issue slots of all schedulers */
	uint64_t l1_sectors, l1_hits, l2_sectors, l2_hits, dram_read,
		dram_written;                             /* sectors of 32 B */
	uint64_t global_bytes, shared_bytes, local_bytes; /* that threads asked for */
	uint64_t shared_conflicts, accesses, access_sectors, atomics;
	uint64_t retries; /* of lanes, since another warp was first (contend.c) */
	uint64_t barriers, branches, diverged, children;
	uint64_t teams, timed_teams, timed_instructions; /* of warps; the rest ran untimed */
	struct occupancy occupancy;
	int resident; /* blocks on the fullest SM */
};

/* What happens while instructions are executed, as often in a part of them as in the rest. */
/* clang-format off */
#define TIMING_EVENTS(X) \
	X(machine_instructions) X(l1_sectors) X(l1_hits) X(l2_sectors) X(l2_hits) X(dram_read) \
	X(dram_written) X(global_bytes) X(shared_bytes) X(local_bytes) X(shared_conflicts) X(accesses) \
	X(access_sectors) X(atomics) X(retries) X(barriers) X(branches) X(diverged) X(children)
/* clang-format on */

/* Add n to *to, all but the occupancy (stats.c). */
void timing_add(struct timing_counts *to, const struct timing_counts *n);

/* ---- the machine (machine.c) ---- */

enum warp_state { STATE_RUN, STATE_MEMORY, STATE_BARRIER, STATE_DEPEND, STATE_CHILD, NSTATES };

/* Called with what each warp of one team does over time; may be NULL. */
struct span_sink {
	void *ctx;
	uint64_t team;
	void (*span)(void *ctx, uint32_t warp, double from, double to, enum warp_state s,
		const struct cost *c, uint32_t lanes);
};

/*
 * Called when each warp of one team issues an instruction; may be NULL.  Instructions of a piece of
 * straight code come in the order of issue, others in that of execution.
 */
enum step_kind { STEP_ISSUE, STEP_ARRIVE, STEP_GO }; /* ARRIVE at a barrier, GO: released by it */
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
	struct lines *lines;  /* lines.h; NULL: instructions are not counted one by one */
	uint64_t sample_from; /* sample launches of so many warp instructions (sample.c); 0: none */
	struct timing_counts counts; /* result */
	struct timing_counts inside; /* of grids that device code launched, without their cycles;
	                                added to counts */
	struct timing_run *parent;   /* whose device code launched this grid; or NULL */
};

/* Initialise the timing of one launch on a model; run->hooks is its sim_launch.timing (launch.c). */
void timing_init(struct timing_run *run, const struct timing_model *model);

/* The host has written to device memory: what it wrote is in L2 (cache.c). */
void timing_host_write(struct sim_device *dev, uint64_t addr, size_t bytes);

/* Replay g in order of time while the tracer writes it; s: which part of it. */
void timing_run_grid(struct grid *g, struct timing_run *run, struct tracer *tracer,
	struct sample *s);

/* ---- samples (sample.c) ---- */

/*
 * A part of the chip times a part of the teams.  The others only run; what they do to L2 is seen.
 */
struct sample {
	uint64_t nteams, timed; /* of the grid; of them timed */
	int sms, all;           /* that take part; of the chip */
	double share;           /* of the chip's: 1 / share of its L2 and DRAM */
	struct timing_model model;
	uint64_t *instructions; /* of warps, by team; NULL: all teams are timed */
};
#define SAMPLE_AUTO 2000000

void sample_all(struct sample *s, const struct grid *g, const struct timing_model *m);
/* Take fewer teams than all, where that says enough: `one` warp instructions is what team 0 has
 * executed so far. */
void sample_choose(struct sample *s, const struct grid *g, const struct timing_run *run,
	struct tracer *tr, uint64_t one);
bool sample_has(const struct sample *s, uint64_t team);
uint64_t sample_team(const struct sample *s, uint64_t nth);
/* Run g untimed and return true if launches like it have taken the same time again and again. */
struct past;
bool sample_past(struct grid *g, struct timing_run *run);
/* Free the list of launches but those of other modules; NULL: all.  Return what is left. */
struct past *sample_forget(struct past *p, const struct sim_module *m);
/* The grid has ended: let the run's counts tell of all of it. */
void sample_finish(struct sample *s, const struct grid *g, struct timing_run *run);

#endif
