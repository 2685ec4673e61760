/*
 * ir.h: the intermediate representation.
 *
 * A function is a control-flow graph of basic blocks over unlimited typed virtual registers that
 * may be assigned more than once (ptxas builds its own SSA form).  Expression temporaries are
 * assigned exactly once, and their definition dominates their uses; passes that rely on it count
 * assignments (ir_count_defs) and never go by names.
 *
 * OpenMP constructs stay abstract until the scheme has run: a block that ends in TERM_CONSTRUCT
 * enters construct c, whose body is a sub-graph of the same function that begins at c->body, ends
 * in blocks with TERM_END, and continues at c->next.  So "the kernel before its scheme" is one
 * graph: blocks outside every CON_PARALLEL are the team-sequential part, blocks inside one are that
 * region's team-parallel part.
 *
 *   entry --> ... --> [CON_PARALLEL body=b3 next=b7] ;  b3 --> ... --> TERM_END ;  b7 --> ... RET
 *
 * Invariants (ir_verify checks them):
 *  - block 0 is the prologue: parameter loads and pure code on them only; every thread executes it
 *    under every scheme, and no block jumps to it;
 *  - edges stay inside one construct's body; bodies are entered and left only through their construct;
 *  - a register assigned inside a CON_PARALLEL is not used outside it, and one assigned outside is not
 *    assigned inside.  What a region writes and others see is memory: a slot of kind SLOT_TEAM or a
 *    pointer.  What it only reads of the sequential part are registers, which the scheme must carry
 *    over (share_values in scheme/common.h).
 */
#ifndef IR_H
#define IR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/source.h"

enum ir_type { IR_NONE, IR_PRED, IR_I32, IR_I64, IR_F32, IR_F64 };
/* Width and extension of a memory access; integer loads below 32 bits extend into an I32. */
enum ir_mem { MEM_S8, MEM_U8, MEM_S16, MEM_U16, MEM_32, MEM_64, MEM_F32, MEM_F64 };
enum ir_space { SPACE_GENERIC, SPACE_GLOBAL, SPACE_SHARED, SPACE_LOCAL, SPACE_CONST, SPACE_PARAM };
enum ir_sreg {
	SREG_TID,
	SREG_NTID,
	SREG_CTAID,
	SREG_NCTAID,
	SREG_LANEID,
	SREG_WARPID,
	SREG_CLOCK,
	SREG_LANEMASK_LT,
	SREG_LANEMASK_GE,
	SREG_DYNAMIC_SHARED, /* bytes of dynamic shared memory */
	SREG_GLOBALTIMER,    /* of 64 bits; the others have 32 */
	/* in entries that are laid out over several loops; the ones above are for rows of teams and
	   threads */
	SREG_TID_X,
	SREG_TID_Y,
	SREG_TID_Z,
	SREG_NTID_X,
	SREG_NTID_Y,
	SREG_NTID_Z,
	SREG_CTAID_X,
	SREG_CTAID_Y,
	SREG_CTAID_Z
};
/* Of a fence; the last is a device's, and all of its kind have one order (PTX ISA 9.7.12:
 * fence.sc). */
enum ir_scope { SCOPE_TEAM, SCOPE_DEVICE, SCOPE_SYSTEM, SCOPE_DEVICE_SC };
enum ir_atom {
	ATOM_ADD,
	ATOM_MIN_S,
	ATOM_MAX_S,
	ATOM_MIN_U,
	ATOM_MAX_U,
	ATOM_AND,
	ATOM_OR,
	ATOM_XOR,
	ATOM_EXCH,
	ATOM_CAS
};

enum { BAR_ORDERS = 1 };   /* ir_inst.index of BAR: all threads of the block come to it, for memory */
enum { ALLOCA_ARRAY = 1 }; /* ir_inst.index of ALLOCA: a variable-length array */

enum ir_op {
#define X(name, text, nsrc, flags) IR_##name,
#include "ir/ops.def"
#undef X
	IR_OP_COUNT
};
enum { IRF_PURE = 1, IRF_MEMORY = 2, IRF_ABSTRACT = 4 };
struct ir_op_info {
	const char *name;
	int nsrc;
	unsigned flags;
};
extern const struct ir_op_info ir_ops[IR_OP_COUNT];

typedef uint32_t ir_reg;     /* index into ir_func.regs; IR_NOREG is none */
#define IR_NOREG ((ir_reg)0) /* register 0 is never used */

struct ir_reg_info {
	enum ir_type type;
	const char *name; /* the variable it holds, or NULL for a temporary */
	bool nonneg;      /* I32 that is never negative */
};

enum ir_value_kind { VAL_NONE, VAL_REG, VAL_INT, VAL_FLOAT, VAL_SLOT, VAL_SYMBOL };
struct ir_slot;
struct ir_symbol;
struct ir_value {
	enum ir_value_kind kind;
	union {
		ir_reg reg;
		int64_t i;
		double f;             /* F32 constants are exact floats here */
		struct ir_slot *slot; /* the slot's address + offset */
		struct ir_symbol *symbol;
	} u;
	int64_t offset; /* VAL_SLOT, VAL_SYMBOL */
};

/*
 * Memory of a function or kernel.  SLOT_TEAM is visible to all threads of the team; the scheme
 * turns it into SLOT_SHARED, or SLOT_FRAME (global memory, at env.frames + team * frame_stride +
 * offset) when shared memory would overflow.  After that, MOV of a SLOT value gives its generic
 * address.
 */
enum { MOST_PIECES = 64 }; /* of a SLOT_LOCAL that may lie in registers (pass/memory/scalars.c) */
enum ir_slot_kind { SLOT_LOCAL, SLOT_TEAM, SLOT_SHARED, SLOT_FRAME };
struct ir_slot {
	struct ir_slot *next;
	enum ir_slot_kind kind;
	const char *name;
	uint64_t size, align;
	uint64_t frame_offset; /* SLOT_FRAME */
	bool scratchpad;       /* SLOT_TEAM: the program asks for shared memory, it comes first */
	bool alone;            /* of code in which a region has one thread: nobody else sees it */
	uint32_t id;           /* per function */
};

/* Module-scope object or function. */
struct ir_symbol {
	struct ir_symbol *next;
	const char *name; /* PTX identifier */
	enum { SYM_VAR, SYM_FUNC } kind;
	enum { LINK_LOCAL, LINK_VISIBLE, LINK_EXTERN, LINK_WEAK } linkage;
	enum ir_space space; /* SYM_VAR: SPACE_GLOBAL, SPACE_CONST or SPACE_SHARED */
	uint64_t size, align;
	const uint8_t *bytes; /* initial value or NULL for zero */
	struct ir_reloc {
		struct ir_reloc *next;
		uint64_t offset;
		struct ir_symbol *target;
		int64_t addend;
	} * relocs;
	struct ir_func *func; /* SYM_FUNC with a body; its signature also when extern */
	bool complete;        /* SYM_VAR: it has its initial value */
	bool constant;        /* … which nobody may change */
	bool wanted;          /* drop_uncalled (pass/pass.h): something names it */
	bool forward; /* … and is named before it is defined: in its own, or in a circle of them */
	struct place place;
};

/*
 * A parameter or result: scalar when it has a type, else an aggregate of `bytes` passed by value;
 * an aggregate of none still has an alignment.
 */
struct ir_param {
	enum ir_type type;
	enum ir_mem mem; /* how a scalar lies in parameter space */
	uint64_t bytes, align;
	const char *name;
	bool global; /* always the address of global memory (outlined regions) */
	int of;      /* 1 + the parameter of ir_func.part_of that it always is; 0: none */
};

struct ir_call {
	struct ir_symbol *callee; /* NULL: indirect through target */
	struct ir_value target;
	struct ir_param *sig;  /* nargs of them; for indirect calls too */
	struct ir_value *args; /* aggregates: address of the bytes (generic or slot) */
	int nargs;
	struct ir_param result;      /* type IR_NONE and bytes 0: void */
	struct ir_value result_addr; /* aggregate result: where the bytes go */
	bool noreturn;
	bool to_part; /* of the caller: outline/outline.h */
};

/* What an IR_OMP_REDUCE with a combiner leaves to its thread. */
enum ir_left {
	IR_LEFT_NONE,
	IR_LEFT_AMONG, /* its value, as to other threads of the team theirs: one at a time */
	IR_LEFT_ALONE  /* the team's value */
};

struct ir_reduce { /* OpenMP 5.2 [5.5.5] */
	enum {
		IRED_ADD,
		IRED_MUL,
		IRED_AND,
		IRED_OR,
		IRED_XOR,
		IRED_LOGAND,
		IRED_LOGOR,
		IRED_MIN,
		IRED_MAX
	} op;
	bool is_signed;      /* integer MIN, MAX */
	enum ir_type type;   /* of the value in the register */
	enum ir_mem mem;     /* of the original in memory: 8- and 16-bit ones too */
	enum ir_space space; /* of the original's address */
	/*
	 * false: all threads of ir_inst.construct's region combine into one original per team.
	 * true: all threads of all teams combine into one original (or, in sequential code, all
	 * teams).
	 */
	bool league;
	bool ordered; /* they combine in the order of their numbers (not with league) */
	bool of_team; /* no other team has to do with the original */
	/*
	 * In op's place: void (*)(void *out, void *in), of values in local memory of `bytes` bytes,
	 * a multiple of `unit`, which is 4 or 8.  The original is left as it is: dst, an enum
	 * ir_left, says whether it is on this thread to combine its value with it.
	 */
	struct ir_symbol *combiner;
	uint64_t bytes;
	int unit;
};

struct ir_inst {
	struct ir_inst *next, *prev;
	enum ir_op op;
	enum ir_type type; /* of the operation; comparisons and CLZ, POPC: the operands' */
	enum ir_type from; /* conversions: source type */
	ir_reg dst;        /* IR_NOREG: none */
	struct ir_value src[4];
	struct place place; /* the user's source */
	/* memory and small operands */
	enum ir_mem mem;
	enum ir_space space;
	bool is_volatile;
	bool read_only; /* LD: nobody writes there while the kernel runs */
	int root; /* LD, ST, ATOM: 1 + parameter that leads there (pass/memory/readonly.c); 0: unknown */
	bool carries;   /* LD: into memory again, unread, so that nobody need have written it */
	bool pinned;    /* MOV: a variable's value at this point, not to be looked through */
	bool nsw;       /* ADD, SUB, MUL of signed C arithmetic: never wraps (C11 6.5p5) */
	int vector;     /* LD, ST: this and the vector - 1 behind are printed as one; 0: alone */
	int64_t offset;
	int index;
	enum ir_atom atom;
	struct ir_call *call;
	struct ir_reduce *reduce;
	struct ir_construct *construct; /* abstract operations: region they belong to; NULL:
	                                   team-sequential code */
};

/* How the lanes of a SIMD group follow their OpenMP thread through a region; see simd.h. */
enum simd_form { SIMD_AUTO, SIMD_OFF, SIMD_SPMD, SIMD_GENERIC };

/* A reduction: each lane has a copy; the thread's value is all of them combined. */
struct ir_combine {
	struct ir_combine *next;
	const struct ir_reduce *how;
	ir_reg copy; /* IR_NOREG: the copy is `length` elements in slot number `slot` */
	uint32_t slot;
	int64_t length;
	struct ir_value identity;
};

/* What the clauses of a simd loop say [10.4], and what became of it. */
struct ir_simd {
	int simdlen, safelen; /* 0: not given */
	int lanes;            /* that share its iterations; 0, 1: its thread runs them all */
	uint32_t first_slot, end_slot; /* ids of the slots that are an iteration's own */
	bool turns;        /* the threads of a warp take turns where it is long (simd/turns.c) */
	int rows; /* 1 + the parameter to memory that it goes along, in rows; 0: none is known */
	int row_bytes;     /* … of an iteration */
	const char *alone; /* why lanes cannot share them, or NULL */
	struct ir_combine *combines;
};

/* The loops of a nest that is one CON_LOOP, the outermost first; either it is rectangular, or a
 * triangle of two. */
enum { MOST_NESTED = 3 };
struct ir_nest {
	int n;
	struct ir_value count[MOST_NESTED]; /* iterations, of the index's type */
	ir_reg number[MOST_NESTED]; /* which one this is; assigned once, in the body's first block
	                               (a triangle's: in one); IR_NOREG: 0 */
	int64_t slope;              /* 0: rectangular; else row r has start + slope * r */
	struct ir_value start;
	ir_reg point[MOST_NESTED];  /* in a laid out entry: the same, I32, assigned before the body
	                             */
	struct ir_value limit[MOST_NESTED]; /* … and count as I32 */
};

enum ir_construct_kind {
	CON_PARALLEL, /* fork; the master thread of the team enters, `threads` of them run body */
	CON_LOOP,     /* body once for each index of this thread's share of 0 … count-1 */
	CON_CRITICAL, /* body by one thread at a time */
};

struct ir_construct {
	enum ir_construct_kind kind;
	uint32_t id; /* per function; CON_PARALLEL are numbered from 1 in source order apart */
	struct ir_construct *parent; /* enclosing construct or NULL */
	struct ir_construct *region; /* innermost enclosing CON_PARALLEL or NULL */
	struct ir_block *body, *next;
	struct place place;
	const char *directive; /* as written */
	union {
		struct {
			struct ir_value threads; /* num_threads clause (I32), or VAL_NONE */
			struct ir_value cond;    /* if clause (PRED), or VAL_NONE: run by one thread
			                            when false */
			bool has_barrier;      /* an OMP_BARRIER, OMP_REDUCE or dynamic loop occurs
			                          inside */
			struct ir_value count; /* set by the scheme at the region's entry: its
			                          threads (I32) */
			int lanes; /* CUDA threads of each of them: its SIMD group; at least 1 */
			enum simd_form form;           /* where lanes > 1 */
			struct ir_block *entry, *exit; /* lanes > 1: set by the scheme; its code
			                                  lies between them */
			bool whole_warps; /* by the scheme: its threads fill their warps */
			bool whole_block; /* they are the block, all of them */
			bool no_surplus;  /* the block has no other threads */
		} parallel;
		struct {
			unsigned levels; /* OMP_LEVEL_* of tree/omp_tree.h */
			ir_reg index; /* set by the worksharing pass before each run of body; I32 or
			                 I64 */
			struct ir_value
				count; /* same type, unsigned; computed before the construct */
			int schedule;  /* enum omp_schedule; SCHED_NONE: the implementation's choice
			                */
			struct ir_value chunk; /* same type as count or VAL_NONE */
			struct ir_value dist_chunk;
			bool dist_static;    /* dist_schedule(static[,c]) was written */
			bool one_thread;     /* FOR level inside a serialised region: all iterations
			                        here */
			struct ir_simd simd; /* levels == OMP_LEVEL_SIMD */
			bool divides; /* the body finds the variables of several loops from the
			                 index */
			struct ir_nest *nest; /* of two or three loops, or NULL */
		} loop;
		struct {
			const char *name;
		} critical; /* "" when unnamed */
	} u;
};

enum ir_term_kind {
	TERM_NONE,   /* under construction */
	TERM_JUMP,   /* to[0] */
	TERM_BRANCH, /* cond ? to[0] : to[1] */
	TERM_TABLE,  /* brx.idx: table[cond]; cond is I32 in range */
	TERM_RET,    /* value in cond, or VAL_NONE; aggregates by ir_func.result_addr */
	TERM_EXIT,   /* end of the thread (kernels) */
	TERM_UNREACHABLE,
	TERM_CONSTRUCT, /* construct; continues at construct->next */
	TERM_END,       /* end of construct's body */
};

struct ir_block {
	struct ir_block *next; /* printing order */
	uint32_t id;           /* per function */
	const char *label;     /* a paper's name (SEQ_REG1, labMaster…) or NULL */
	struct ir_inst *first, *last;
	enum ir_term_kind term;
	struct ir_value cond;
	struct ir_block *to[2];
	struct ir_block **table;
	int ntable;
	struct ir_construct *construct; /* TERM_CONSTRUCT: entered; TERM_END: the one that ends */
	struct ir_construct *in; /* innermost construct whose body the block belongs to, or NULL */
	struct place place;      /* of the terminator */
	bool loop;               /* begins a loop of the program's */
	int unroll;              /* begins a loop of which so many iterations are to be written out:
	                            UNROLL_FULL (tree/tree.h) all, 0: nobody says */
	bool unroll_ours;        /* … not the program: no warning if they can't be */
	bool unrolled;           /* begins a loop that ptxas should leave as it is */
	bool keep;               /* cfg passes may neither thread jumps across it nor merge it away
	                            (the common latch of a control loop, see its scheme) */
};

/* What calling a function does besides giving a result: nothing, it reads memory, or more
 * (effects.h). */
enum ir_effect { EFFECT_NONE, EFFECT_READS, EFFECT_WRITES };

/* Whether sequential code may come to a parallel region by a call (reach.h). */
enum ir_reach { REACH_NONE, REACH_MAYBE, REACH_SURE };

struct ir_func {
	struct arena *arena;
	const char *name;
	bool is_kernel;
	struct place place;
	const struct decl *decl; /* of the program or the library; NULL: made here */
	struct ir_param
		*params; /* kernels: the captures, then "env" (32 bytes, struct devrt_env) */
	int nparams;
	struct ir_param result;
	struct ir_block *blocks; /* block 0 first */
	struct ir_block *last_block;
	uint32_t nblocks;
	struct ir_reg_info *regs; /* [nregs], regs[0] unused */
	uint32_t nregs, regs_cap;
	struct ir_slot *slots;
	uint32_t nslots;
	struct ir_construct **constructs;
	uint32_t nconstructs, constructs_cap;
	/* kernels: facts that the builder knows and the scheme completes */
	struct ir_kernel_info *kernel;
	int max_threads; /* .maxntid when > 0 */
	bool noreturn;
	enum ir_effect effect;     /* device functions */
	struct place effect_place; /* … where it comes from */
	bool has_regions;          /* device functions: parallel regions, divided or not */
	enum ir_reach reach;
	struct place reach_place; /* the call through which */
	uint32_t earliest; /* recursion.c: number of a function that it calls and that calls it */
	bool recursive;    /* … it calls itself, directly or through others */
	bool comes_to_recursion; /* … it calls such a function, or one through a pointer */
	bool calls_elsewhere; /* … it comes to a function of another file */
	int calls; /* recursion.c: how often the module's functions call it, not counting kernels */
	int own_insts; /* inline.c: instructions before any were built in, and one; 0: not counted */
	int calls_here; /* … calls in the kernel calls_in and its parts */
	const struct ir_func *calls_in;
	/*
	 * A part of a kernel or called function, which its scheme calls or launches
	 * (outline/outline.h): of which; NULL: it is whole.  Next to it are its other parts.
	 */
	struct ir_func *part_of, *next_part;
	/*
	 * Device functions with parallel regions: true where the caller is the master of a team
	 * whose workers wait for regions.  Assigned by the scheme; without one it is false.
	 */
	ir_reg is_master;
};

/* A function of the program that a target region reaches by calls (build/clone.c). */
struct ir_version {
	struct ir_version *next;
	const char *name;
	struct place place;
	bool specialised;   /* built into the kernel: it reaches an OpenMP construct */
	bool called;        /* there is a device function of the usual kind, too */
	const char *others; /* NULL: only this region calls it; else who else does */
};

/* Where the variables of a device function are that regions see (scheme/called.c); all team memory
 * is there. */
struct ir_called {
	ir_reg frame;         /* its generic address */
	uint32_t own_slots;   /* slots below this number are used by sequential code, too: they come
	                         first */
	uint64_t alone_bytes; /* … and end here */
	struct ir_slot *spin; /* the software barrier's state, or NULL */
};

struct ir_kernel_info {
	const struct omp *target;
	bool teams;        /* a teams construct: many teams */
	bool distributes;  /* a loop is divided among the teams */
	int const_threads; /* num_threads or thread_limit known at compile time, else 0 */
	int const_limit;   /* thread_limit alone */
	int env_param;     /* index of env among params */
	bool scheme_done;  /* no CON_PARALLEL is left; the invariant on borders is over */
	int max_threads;   /* 0: as many as fit; 1: no parallel region, one thread a team */
	int lanes; /* CUDA threads of an OpenMP thread, the most of all regions; at least 1 */
	/* what the launch promises to this entry (devrt.h, DEVRT_IF_*) */
	bool grid_covers, maps_disjoint, maps_aligned, index32, laid_out;
	bool whole_teams;       /* teams are whole warps */
	int few_lanes;          /* DEVRT_IF_FEW: of loops that take turns elsewhere; or 0 */
	int rows, row_bytes;    /* … ir_simd's of one of them */
	bool many_threads;      /* DEVRT_IF_MANY */
	bool no_turns;          /* an entry with many_threads has loops whose threads take turns */
	bool turns;             /* there are such loops */
	bool spare_warp;        /* the block has one that is not the team's: the master's */
	bool uses_disjoint;     /* a pass made use of it */
	uint64_t pointers;      /* … of these parameters, device pointers, too */
	struct ir_func *promised; /* the entry like this one that may use disjoint ones; or NULL */
	uint64_t written;       /* … parameters that lead to what the entry writes; 63: some more */
	uint64_t aligned;       /* … of maps_aligned: parameters that must be multiples of 16 */
	bool has_fast;          /* an entry that relies on more stands beside it */
	bool registers_first;   /* ptxas is to use what registers there are, if fewer blocks fit */
	bool regions_are_grids; /* the team is one thread, its memory global: regions are child
	                           grids */
	uint64_t frame_bytes;
	struct ir_symbol *team; /* struct devrt_team, where regions of called functions are divided,
	                           or NULL */
	struct ir_called
		*called; /* of a device function while its regions are lowered, else NULL */
	int tickets;     /* where the league's teams count who has arrived (build/omp/league.c) */
	struct ir_version *versions; /* the program's functions that it reaches */
	struct outlines *outlines;   /* what becomes functions or grids after lower_work
	                                (outline/outline.h), or NULL */
};

struct ir_module {
	struct arena *arena;
	const struct sources *sources;
	struct ir_symbol *symbols, *last_symbol; /* declaration order; functions and variables */
	struct ir_func **kernels;
	int nkernels;
	int built_in; /* instructions that inline.c has copied for being worth it */
	bool divided; /* functions are built for a scheme to divide their regions (build/build.h) */
};

/* ---- construction (ir.c) ---- */

/* Return a copy of a kernel, before its scheme, for another entry (clone.c). */
struct ir_func *ir_clone(const struct ir_func *old, const char *name);

struct ir_func *ir_func_new(struct arena *a, const char *name, bool is_kernel);
/* Append a new block. */
struct ir_block *ir_block_new(struct ir_func *f, const char *label, struct ir_construct *in);
/* Put a new block behind pos, in the construct that pos is in. */
struct ir_block *ir_block_after(struct ir_func *f, struct ir_block *pos, const char *label);
ir_reg ir_reg_new(struct ir_func *f, enum ir_type type, const char *name);
struct ir_slot *ir_slot_new(struct ir_func *f, enum ir_slot_kind kind, const char *name,
	uint64_t size, uint64_t align);
struct ir_construct *ir_construct_new(struct ir_func *f, enum ir_construct_kind kind,
	struct ir_construct *parent);
struct ir_symbol *ir_symbol_new(struct ir_module *m, const char *name, int kind);
struct ir_symbol *ir_symbol_find(struct ir_module *m, const char *name);

/* Return whether the CUDA device runtime defines the function: .extern without need of linking. */
bool ir_system_function(const char *name);
/* Return whether another file must define s.  Dynamic shared memory is .extern, but nobody's. */
bool ir_needs_link(const struct ir_symbol *s);
/* Return whether m shares functions or variables with other files. */
bool ir_is_linked(const struct ir_module *m);
/* Declare malloc (result I64) or free in m, once, and return it. */
struct ir_symbol *ir_heap_function(struct ir_module *m, const char *name, bool result);

struct ir_value ir_none(void), ir_int(int64_t i), ir_float(double f), ir_r(ir_reg r);
/* Return the integer constant of type t, I32 or I64, that has these bits: constants are written signed. */
struct ir_value ir_bits(enum ir_type t, uint64_t bits);
struct ir_value ir_slot_value(struct ir_slot *s, int64_t offset);
struct ir_value ir_symbol_value(struct ir_symbol *s, int64_t offset);
/* Return whether v is the address of a slot or symbol, which has its offset in itself. */
bool ir_is_address(struct ir_value v);
/* Return whether v is the constant n. */
bool ir_is_int(struct ir_value v, int64_t n);
/* Return whether both are the same operand. */
bool ir_same_value(struct ir_value a, struct ir_value b);

/* Where the functions below put what they emit.  Each returns its result as a value.  Two of them do
 * not stand in one argument list: which C calls first is each compiler's own choice, and the order is
 * that of the PTX. */
struct ir_cursor {
	struct ir_func *func;
	struct ir_block *block; /* NULL: unreachable code, emission is dropped into a dead block */
	struct ir_inst *before; /* insert before this instruction; NULL: at the end of block */
	struct place place;
};
/* Before i, with its place. */
struct ir_cursor ir_before(struct ir_func *f, struct ir_block *b, struct ir_inst *i);
struct ir_inst *ir_emit(struct ir_cursor *c, enum ir_op op, enum ir_type type, ir_reg dst,
	struct ir_value a, struct ir_value b);
/* Emit i once more, with the same operands and result. */
struct ir_inst *ir_repeat(struct ir_cursor *c, const struct ir_inst *i);
/* Make i compute an operation, at its place and into its result, of these operands. */
void ir_become(struct ir_inst *i, enum ir_op op, enum ir_type type, enum ir_type from,
	struct ir_value a, struct ir_value b);
struct ir_call *ir_call_copy(struct arena *a, const struct ir_call *old);
struct ir_value ir_op0(struct ir_cursor *c, enum ir_op op, enum ir_type type);
struct ir_value ir_op1(struct ir_cursor *c, enum ir_op op, enum ir_type type, struct ir_value a);
struct ir_value ir_op2(struct ir_cursor *c, enum ir_op op, enum ir_type type, struct ir_value a,
	struct ir_value b);
struct ir_value ir_op3(struct ir_cursor *c, enum ir_op op, enum ir_type type, struct ir_value a,
	struct ir_value b, struct ir_value x);
struct ir_value ir_compare(struct ir_cursor *c, enum ir_op op, enum ir_type operand_type,
	struct ir_value a, struct ir_value b);
struct ir_value ir_convert(struct ir_cursor *c, enum ir_op op, enum ir_type to, enum ir_type from,
	struct ir_value a);
void ir_mov(struct ir_cursor *c, ir_reg dst, struct ir_value a);
struct ir_value ir_load(struct ir_cursor *c, enum ir_mem mem, enum ir_space space,
	struct ir_value addr, int64_t offset);
/* Emit a load that carries (see ir_inst). */
struct ir_value ir_carry(struct ir_cursor *c, enum ir_mem mem, enum ir_space space,
	struct ir_value addr, int64_t offset);
void ir_store(struct ir_cursor *c, enum ir_mem mem, enum ir_space space, struct ir_value addr,
	int64_t offset, struct ir_value v);
/* Return base + offset as the operand of an access: a slot or symbol stays one, where an ADD would
 * make it a generic address. */
struct ir_value ir_displace(struct ir_cursor *c, struct ir_value base, int64_t offset);
/* Return the old value, of mem's type.  b is CAS's second operand. */
struct ir_value ir_atomic(struct ir_cursor *c, enum ir_atom op, enum ir_mem mem,
	enum ir_space space, struct ir_value addr, struct ir_value a, struct ir_value b);
void ir_fence(struct ir_cursor *c, enum ir_scope scope);
struct ir_value ir_sreg(struct ir_cursor *c, enum ir_sreg which);
/* Emit a barrier of whole warps: `count` threads; VAL_NONE: all of the block. */
struct ir_inst *ir_bar(struct ir_cursor *c, int id, struct ir_value count);
/* End c->block; c->block is NULL afterwards. */
void ir_jump(struct ir_cursor *c, struct ir_block *to);
void ir_branch(struct ir_cursor *c, struct ir_value cond, struct ir_block *yes,
	struct ir_block *no);
/* Load a field of struct devrt_env. */
struct ir_value ir_env(struct ir_cursor *c, int offset, enum ir_type type);

enum ir_type ir_mem_type(enum ir_mem m); /* register type of a loaded value */
/* What brings the low bits of an I32 into such a value's range: IR_MOV if it is no narrower. */
enum ir_op ir_mem_extension(enum ir_mem m);
int ir_mem_bytes(enum ir_mem m);
enum ir_mem ir_type_mem(enum ir_type t); /* memory that holds all bits of such a register */
/* Return the first multiple of `align`, a power of two, from n on. */
uint64_t ir_align_up(uint64_t n, uint64_t align);
int ir_type_bytes(enum ir_type t);
static inline bool
ir_is_int_type(enum ir_type t)
{
	return t == IR_I32 || t == IR_I64;
}

void ir_remove(struct ir_block *b, struct ir_inst *i);

/* Return the last assignment of r at i or above it in its block, or NULL. */
static inline struct ir_inst *
ir_assignment(struct ir_inst *i, ir_reg r)
{
	while (i && i->dst != r)
		i = i->prev;
	return i;
}

#define HEAP_FUNCTION "__devrt_heap" /* of the device library: malloc, or the end of the kernel */

/* Move what follows `at` (NULL: only the terminator), `at` included, to a new block behind b, and
 * return that; b is left open. */
struct ir_block *ir_split(struct ir_func *f, struct ir_block *b, struct ir_inst *at);
/* Dissolve c: give its blocks to the construct around it, make its TERM_ENDs jumps to exit. */
void ir_dissolve(struct ir_func *f, struct ir_construct *c, struct ir_block *exit);
/* Return the region that a block belongs to, NULL in team-sequential code. */
struct ir_construct *ir_region_of(const struct ir_block *b);
/* Return the block in which control enters c; NULL when no path does. */
struct ir_block *ir_entering(struct ir_func *f, const struct ir_construct *c);
/* Return the last block in printing order that belongs to c, nested constructs included. */
struct ir_block *ir_last_of(struct ir_func *f, const struct ir_construct *c);
/* Write b's successors, construct->body and ->next among them, to out; return how many. */
int ir_successors(const struct ir_block *b, struct ir_block **out, int cap);
/* Call visit(ctx, &value) for each operand that an instruction reads, call arguments included. */
void ir_visit_uses(struct ir_inst *i, void (*visit)(void *ctx, struct ir_value *v), void *ctx);
bool ir_reads(struct ir_inst *i, ir_reg reg);

/* Return how many operands an operation has room for, or a call has arguments; the k-th of them. */
static inline int
ir_operands(const struct ir_inst *i)
{
	return i->call ? i->call->nargs : 4;
}

static inline struct ir_value
ir_operand(const struct ir_inst *i, int k)
{
	return i->call ? i->call->args[k] : i->src[k];
}

void ir_rename_uses(struct ir_inst *i, ir_reg from, ir_reg to);
/* The same for a terminator's condition and a construct's operands (threads, count, chunk …). */
void ir_visit_term_uses(struct ir_block *b, void (*visit)(void *ctx, struct ir_value *v),
	void *ctx);
/* Both for a whole block. */
void ir_visit_block_uses(struct ir_block *b, void (*visit)(void *ctx, struct ir_value *v),
	void *ctx);
/* The same for all blocks of a function. */
void ir_visit_func_uses(const struct ir_func *f, void (*visit)(void *ctx, struct ir_value *v),
	void *ctx);
/* A visitor that counts uses: ctx is an array of uint32_t by register. */
void ir_count_use(void *ctx, struct ir_value *v);
/* Return the number of assignments by register, in arena a.  A loop's index counts as assigned by
 * its construct. */
uint32_t *ir_count_defs(struct arena *a, const struct ir_func *f);

void ir_dump(const struct ir_func *f, const struct sources *s, FILE *out);
/* Check the invariants above.  On failure print the function and what is wrong, and abort naming
 * `after`. */
void ir_verify(const struct ir_func *f, const char *after);

#endif
