/*
 * stride.c: how far a memory access moves from one iteration of a simd loop to the next.
 *
 * Used before the scheme, to decide whether lanes side by side would touch memory side by side.
 * Only what is plainly linear in the loop's index counts as known; what a load gave may be anything.
 */
#include "simd/internal.h"

#include <stdlib.h>

enum { DEPTH = 16 };

struct tracing {
	struct ir_inst **def; /* by register: what the loop assigns to it, NULL: nothing */
	bool *varies;         /* by register: it assigns more than once */
	ir_reg index;
	bool loaded; /* factor_of came to a value that was loaded from an address that moves */
};

/* The factor of the index in a value, in bytes or elements. */
struct factor {
	bool known;
	int64_t by;
};

static struct factor factor_of(struct tracing *t, struct ir_value v, int depth);

static struct factor
product(struct tracing *t, const struct ir_inst *i, int depth)
{
	struct factor a = factor_of(t, i->src[0], depth), b = factor_of(t, i->src[1], depth);

	if (!a.known || !b.known)
		return (struct factor){ false, 0 };
	if (a.by == 0 && b.by == 0)
		return a;
	if (b.by == 0 && i->src[1].kind == VAL_INT)
		return (struct factor){ true, a.by * i->src[1].u.i };
	if (a.by == 0 && i->src[0].kind == VAL_INT)
		return (struct factor){ true, b.by * i->src[0].u.i };
	return (struct factor){ false, 0 };
}

static struct factor
sum(struct factor a, struct factor b, int sign)
{
	return (struct factor){ a.known && b.known, a.by + sign * b.by };
}

/* Return the factor of a result: operands that do not move give one that does not. */
static struct factor
unmoved(struct tracing *t, const struct ir_inst *i, int depth)
{
	struct factor f = { ir_ops[i->op].flags & IRF_PURE && i->op != IR_SREG, 0 };

	for (int k = 0; k < ir_ops[i->op].nsrc; k++) {
		struct factor one = factor_of(t, i->src[k], depth);
		f.known &= one.known && one.by == 0;
	}
	return f;
}

static struct factor
factor_of(struct tracing *t, struct ir_value v, int depth)
{
	if (v.kind != VAL_REG)
		return (struct factor){ true, 0 };
	if (v.u.reg == t->index)
		return (struct factor){ true, 1 };
	const struct ir_inst *i = t->def[v.u.reg];
	if (!i || t->varies[v.u.reg] || depth == DEPTH)
		return (struct factor){ !i, 0 };
	depth++;
	switch (i->op) {
	case IR_MOV:
	case IR_SEXT:
	case IR_ZEXT:
	case IR_TRUNC: return factor_of(t, i->src[0], depth);
	case IR_ADD: return sum(factor_of(t, i->src[0], depth), factor_of(t, i->src[1], depth), 1);
	case IR_SUB: return sum(factor_of(t, i->src[0], depth), factor_of(t, i->src[1], depth), -1);
	case IR_MUL:
	case IR_MULWIDE_S:
	case IR_MULWIDE_U: return product(t, i, depth);
	case IR_SHL: {
		struct factor a = factor_of(t, i->src[0], depth);
		int64_t n = i->src[1].kind == VAL_INT ? i->src[1].u.i : -1;

		return n >= 0 && n < 31 ? (struct factor){ a.known, a.by * (INT64_C(1) << n) } :
					  unmoved(t, i, depth);
	}
	case IR_LD: {
		struct factor at = factor_of(t, i->src[0], depth);
		t->loaded |= !at.known || at.by;
		return (struct factor){ false, 0 };
	}
	default: return unmoved(t, i, depth);
	}
}

static bool
is_access(const struct ir_inst *i)
{
	return (i->op == IR_LD || i->op == IR_ST || i->op == IR_ATOM) && i->src[0].kind != VAL_SLOT;
}

/* Trace the loop.  Return false where a call or a copy hides what is accessed. */
static bool
trace(struct tracing *t, struct ir_func *f, const struct ir_construct *loop)
{
	for (struct ir_block *b = f->blocks; b; b = b->next) {
		for (struct ir_inst *i = simd_in_loop(b, loop) ? b->first : NULL; i; i = i->next) {
			if (i->op == IR_CALL || i->op == IR_MEMCPY || i->op == IR_MEMZERO)
				return false;
			t->varies[i->dst] = t->def[i->dst] != NULL;
			t->def[i->dst] = i;
		}
	}
	return true;
}

bool
simd_side_by_side(struct ir_func *f, const struct ir_construct *loop)
{
	struct tracing t = { NEWN(f->arena, struct ir_inst *, f->nregs),
		NEWN(f->arena, bool, f->nregs), loop->u.loop.index, false };
	bool moves = false;

	if (!trace(&t, f, loop))
		return false;
	for (struct ir_block *b = f->blocks; b; b = b->next) {
		for (struct ir_inst *i = simd_in_loop(b, loop) ? b->first : NULL; i; i = i->next) {
			struct factor step = is_access(i) ? factor_of(&t, i->src[0], 0) :
							    (struct factor){ true, 0 };
			if (!step.known || (step.by && llabs(step.by) != ir_mem_bytes(i->mem)))
				return false;
			moves |= step.by != 0;
		}
	}
	return moves;
}

/* Trace every assignment of f, not of the loop alone. */
static struct tracing
trace_all(struct ir_func *f, ir_reg index)
{
	struct tracing t = { NEWN(f->arena, struct ir_inst *, f->nregs),
		NEWN(f->arena, bool, f->nregs), index, false };

	for (struct ir_block *b = f->blocks; b; b = b->next)
		for (struct ir_inst *i = b->first; i; i = i->next) {
			t.varies[i->dst] = t.def[i->dst] != NULL;
			t.def[i->dst] = i;
		}
	return t;
}

static bool
is_step(struct factor f, const struct ir_inst *access)
{
	return f.known && f.by && llabs(f.by) == ir_mem_bytes(access->mem);
}

/* Return 1 + the number of the parameter that an address begins with, or 0. */
static int
param_of(const struct tracing *t, struct ir_value v, int depth)
{
	const struct ir_inst *i = v.kind == VAL_REG && !t->varies[v.u.reg] ? t->def[v.u.reg] : NULL;
	int first;

	if (!i || depth == DEPTH)
		return 0;
	switch (i->op) {
	case IR_LDPARAM: return i->type == IR_I64 ? 1 + (int)i->index : 0;
	case IR_MOV:
	case IR_SUB: return param_of(t, i->src[0], depth + 1);
	case IR_ADD:
		first = param_of(t, i->src[0], depth + 1);
		return first ? first : param_of(t, i->src[1], depth + 1);
	default: return 0;
	}
}

bool
simd_along_rows(struct ir_func *f, struct ir_construct *loop, ir_reg thread)
{
	struct tracing inner = { NEWN(f->arena, struct ir_inst *, f->nregs),
		NEWN(f->arena, bool, f->nregs), loop->u.loop.index, false };
	struct tracing outer = trace_all(f, thread);
	bool along = false;

	if (!trace(&inner, f, loop))
		return false;
	for (struct ir_block *b = f->blocks; b; b = b->next) {
		for (struct ir_inst *i = simd_in_loop(b, loop) ? b->first : NULL; i; i = i->next) {
			if (!is_access(i))
				continue;
			inner.loaded = outer.loaded = false;
			struct factor step = factor_of(&inner, i->src[0], 0),
				      across = factor_of(&outer, i->src[0], 0);
			if (!step.known && !inner.loaded)
				return false;
			if (step.known && step.by && !is_step(step, i))
				return false;
			if (is_step(step, i) &&
				!(across.known && (!across.by || is_step(across, i)))) {
				along = true;
				if (outer.loaded) { /* start[i] + k; i * hop + k may overlap */
					loop->u.loop.simd.rows = param_of(&outer, i->src[0], 0);
					loop->u.loop.simd.row_bytes = ir_mem_bytes(i->mem);
				}
			}
			if (is_step(across, i) && !step.known)
				return false;
		}
	}
	return along;
}
