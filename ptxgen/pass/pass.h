/*
 * pass.h: the optimisation passes on plain graphs and the pipeline that runs them.
 *
 * Each pass is one file in pass/ with a contract comment: what it requires, keeps and breaks.
 * run_passes verifies the function after each one.
 */
#ifndef PASS_H
#define PASS_H

#include "base/diag.h"
#include "ir/ir.h"
#include "ptxgen.h"
#include "ir/target.h"

/* What a pass may look at beside the function. */
struct pass_context {
	struct ir_module *m;
	const struct target *t;
	const struct ptxgen_options *o;
	struct diag *diag; /* for remarks */
};

struct pass {
	char letter; /* for -d */
	const char *name, *summary;
	void (*run)(struct ir_func *f, const struct pass_context *c);
	bool always; /* runs at -O0 too: lowering that the printer relies on */
	int switch_; /* PTXGEN_SWITCH_* + 1; 0: none */
};

/*
 * pass/memory/memory.c, ahead of a scheme that cuts the sequential code into grids: its arrays of variable
 * length come from the heap, which outlives a grid, and are freed where the code really ends.
 */
void sequential_arrays(struct ir_func *f, struct ir_module *m);

/* pass/flow/inline.c: leave functions that nobody calls out of m. */
void drop_uncalled(struct ir_module *m);

/* Return the kernel that the host launches and f is, or is a part of; NULL: f is neither. */
static inline struct ir_func *
launched(struct ir_func *f)
{
	struct ir_func *whole = f->part_of ? f->part_of : f;

	return whole->is_kernel ? whole : NULL;
}

/* Return which parameter of that kernel f's is; -1: none. */
static inline int
launched_param(const struct ir_func *f, int index)
{
	return f->part_of ? f->params[index].of - 1 : index;
}

/* What a pass leaves undone is remarked on in a kernel's best entry only. */
static inline bool
says_missed(struct ir_func *f)
{
	const struct ir_func *kernel = launched(f);

	return !kernel || !kernel->kernel->has_fast;
}

extern const struct pass pass_cfg;        /* also run by passes that leave chains of blocks */
extern const struct pass pass_library;
/* by unroll.c, too, for loops that have become simple */
extern const struct pass pass_split, pass_propagate;
extern const struct pass *const passes[]; /* NULL-terminated, in order */

/* Run the passes ahead of `end` on f again, to which that pass has added code. */
void passes_again(struct ir_func *f, const struct pass_context *c, const struct pass *end);

/* Run each pass on f, then on the parts that were outlined from it. */
void run_passes(struct ir_func *f, struct ir_module *m, const struct target *t,
	const struct ptxgen_options *o, struct diag *diag);

/* By register, in a: it only ever holds the address of global memory (pass/memory/spaces.c). */
bool *global_addresses(struct arena *a, struct ir_func *f);

/* Return whether what the operation computes of 64 bits is no address, whatever its operands are. */
static inline bool
gives_number(enum ir_op op)
{
	switch (op) {
	case IR_SEXT:
	case IR_ZEXT:
	case IR_MUL:
	case IR_MULWIDE_S:
	case IR_MULWIDE_U:
	case IR_SHL:
	case IR_SHR_S:
	case IR_SHR_U:
	case IR_DIV_S:
	case IR_DIV_U:
	case IR_REM_S:
	case IR_REM_U: return true;
	default: return false;
	}
}

static inline int
least(int a, int b)
{
	return a < b ? a : b;
}

/* pass/value/propagate.c: set *r to what an operation on one integer, or on two, computes; of 32 bits the upper half is
 * ir_bits' to set.  Return false if it is none such, or has no result for these. */
bool fold_integers(enum ir_op op, enum ir_type type, int64_t a, int64_t b, int64_t *r);

/* pass/value/functions.c: set *r to what a call of the device library gives; false: not known here. */
bool fold_function(const struct ir_module *m, const struct ir_inst *call, double *r);

/* pass/value/divide_pair.c: let a quotient and a remainder of the same operands, which are no constants, be one division.
 * Requires: a plain graph.  Keeps everything else. */
void pair_divisions(struct ir_func *f);

/* pass/flow/tail.c: let functions that end with a call of themselves begin anew instead. */
void tail_calls(struct ir_module *m);

/* pass/flow/inline.c: return whether g is a function of the device library. */
bool is_library(const struct ir_module *m, const struct ir_func *g);

/* Return whether it divides integers. */
static inline bool
is_division(const struct ir_inst *i)
{
	return i->op == IR_DIV_S || i->op == IR_DIV_U || i->op == IR_REM_S || i->op == IR_REM_U;
}

/* Return whether threads or lanes do it together. */
static inline bool
is_together(const struct ir_inst *i)
{
	return i->op == IR_BAR || i->op == IR_BAR_ARRIVE || i->op == IR_WARPSYNC ||
		i->op == IR_SHFL || i->op == IR_VOTE || i->op == IR_ACTIVEMASK;
}

/* Return whether it is memory of this thread or team alone. */
static inline bool
own_space(enum ir_space space)
{
	return space == SPACE_SHARED || space == SPACE_LOCAL || space == SPACE_PARAM;
}

/* pass/memory/readonly.c: return whether a parameter is a device pointer, whose allocation the launch can ask for. */
bool capture_is_pointer(const struct omp_capture *);

/* pass/memory/readonly.c: return whether accesses of these roots (ir_inst.root) never touch the same byte;
 * f may need to rely on the launch for it. */
bool roots_apart(struct ir_func *f, const struct ptxgen_options *o, int a, int b);

/* pass/memory/readonly.c: return whether b, a load, store or atomic operation, cannot touch what the load or store
 * a does; what is in a register of an address must be the same at both. */
bool accesses_apart(struct ir_func *f, const struct ptxgen_options *o, const struct ir_inst *a,
	const struct ir_inst *b);

/* pass/memory/readonly.c: return whether i may change what lies where the load or store a was; others may, where it
 * waits for them. */
bool may_change(struct ir_func *f, const struct ptxgen_options *o, const struct ir_inst *i,
	const struct ir_inst *a);

/* emit/emit.c: the only file that spells PTX. */
void emit_module(const struct ir_module *m, const struct target *t, const struct ptxgen_options *o,
	struct ptx_listing *listing, FILE *out); /* listing: filled too, or NULL */

#endif
