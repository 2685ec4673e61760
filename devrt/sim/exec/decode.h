/*
 * decode.h: the decoded form of a function, which the warps execute.  An instruction names its
 * handler; operands are byte offsets of 32-lane slots with the base in the two low bits.
 */
#ifndef SIM_EXEC_DECODE_H
#define SIM_EXEC_DECODE_H

#include "ptx/parse.h"

#define WARP 32
#define FULL 0xffffffffu
#define NO_PC UINT32_MAX

/*
 * What a handler returns: go on; the running group changed; wait for the team's turn, for the clock;
 * count instructions so far, then call it again; an error; (loop only) pause.
 */
enum act { ACT_NEXT, ACT_RESCHED, ACT_WAIT_TURN, ACT_WAIT_CLOCK, ACT_COUNT, ACT_FAULT, ACT_PAUSE };

struct warp;
typedef int exec_fn(struct warp *w, const struct inst *in, uint32_t mask);

enum { BASE_FRAME, BASE_CONST, BASE_SREG, BASE_SCRATCH };
#define SCRATCH_SLOTS 6 /* of 256 bytes; the last one is where sinks write */
#define SCRATCH(n) ((uint32_t)(n)*256 | BASE_SCRATCH)
#define OPERAND_SINK SCRATCH(SCRATCH_SLOTS - 1)

enum { GUARD_NONE, GUARD_IF, GUARD_IF_NOT };

/* How an address is formed. */
enum addr_kind {
	ADDR_REG64,
	ADDR_REG32, /* register a plus imm */
	ADDR_FRAME, /* imm in the function's own local memory */
	ADDR_PARAM, /* imm in the kernel's parameter block */
	ADDR_PAIR,  /* registers a and e, lower and upper word, plus imm: machine code's */
	ADDR_PAIRS, /* the same plus the pair whose lower word is c */
	ADDR_SUM32, /* registers a and e plus imm: machine code's */
};

struct inst {
	exec_fn *fn, *inner;        /* inner: what a wrapper (rounding, set) calls */
	uint32_t d, d2, a, b, c, e; /* operands; d2: second predicate, e: member mask */
	uint32_t guard;
	uint8_t guard_kind;
	bool join; /* a branch or call reconverges here */
	uint8_t mode, bytes, vec, space;
	uint8_t addr;
	bool negated; /* the predicate source c (or a) is !p */
	bool has_d2, has_count, has_member, ordered, is_signed, free_red;
	bool together; /* lanes that met here continue behind the first one's place (code/) */
	bool again;    /* lanes that waited here execute it once more, together (code/) */
	bool lets_go;  /* lanes that wait here may go on without the others (code/) */
	uint8_t round, flags; /* wrapper: FE_* rounding, WRAP_* */
	uint32_t target, rpc; /* branch target, reconvergence point or NO_PC */
	uint32_t slot;        /* of memory instructions: index of the worker's cache */
	uint32_t id;          /* among all instructions ever loaded on the device */
	int64_t imm;
	const void *extra; /* struct call_site, struct jump_table, or uint32_t[4] */
	const struct pinst *src;
};

enum { WRAP_FTZ = 1, WRAP_SAT = 2, WRAP_ROUND = 4 };

/* One argument or result of a call. */
struct call_copy {
	bool here_var, there_var; /* a .param variable (offset), or a slot (operand) */
	uint32_t here, there;     /* in the caller; in the callee */
	uint32_t bytes;
	bool here_wide, there_wide; /* slots of 8 bytes a lane */
	bool here_words;            /* in registers of machine code: a slot for each 4 bytes */
};

struct call_site {
	struct sim_func *func; /* NULL: through a pointer in operand a */
	struct call_copy *args, *rets;
	unsigned nargs, nrets;
};

struct jump_table {
	uint32_t *pcs;
	unsigned n;
};

/* Selectors, one per file of operations: return the handler for an instruction, or NULL. */
exec_fn *select_int(const struct pinst *p);
exec_fn *select_int_product(const struct pinst *p);
exec_fn *select_bits(const struct pinst *p);
exec_fn *select_float(const struct pinst *p);
exec_fn *select_compare(const struct pinst *p);
exec_fn *select_select(const struct pinst *p);
exec_fn *select_cvt(const struct pinst *p);
exec_fn *select_load(const struct pinst *p, unsigned slot_bytes);
exec_fn *select_store(const struct pinst *p);
exec_fn *select_atom(const struct pinst *p);
/* Return the handler for elements of so many bytes and 32-bit registers (mem.c). */
exec_fn *mem_load(unsigned bytes, bool is_signed);
exec_fn *mem_store(unsigned bytes);

/* Handlers that the decoder names itself. */
/* clang-format off */
#define PTX_HANDLERS(X) \
	X(mov32) X(mov64) X(movp) X(andp) X(orp) X(xorp) X(notp) X(pack) X(unpack) X(mov_frame) \
	X(mov_clock) X(cvta) X(isspacep) X(float_wrapped) X(set) X(nop) \
	X(bra) X(brx) X(call) X(call_pointer) X(ret) X(exit) X(trap) X(brkpt) X(order) \
	X(bar) X(warpsync) X(shfl) X(vote) X(match) X(redux) X(activemask) X(cvt_any)
/* clang-format on */
#define X(name) exec_fn exec_##name;
PTX_HANDLERS(X)
#undef X

/* cfg.c: set branches' reconvergence points and join flags; find registers to zero at entry. */
void cfg_analyse(struct sim_func *f);
/* Return the operation: ret at the end of a function, where PTX has no instruction. */
enum ptx_op inst_op(const struct inst *in);
/* Return whether the instruction is the last one of its basic block. */
bool ends_block(const struct inst *in);
/* Return the n targets of a branch, direct or by table; n is 0 for other instructions. */
const uint32_t *branch_targets(const struct inst *in, unsigned *n);
/* Return whether the first operand is the result. */
bool has_result(const struct pinst *p);
/* Call fn for each register that an instruction reads, including its guard, or writes. */
typedef void visit_fn(void *ctx, uint32_t reg);
void visit_uses(const struct pinst *p, visit_fn *fn, void *ctx);
void visit_defs(const struct pinst *p, visit_fn *fn, void *ctx);

#endif
