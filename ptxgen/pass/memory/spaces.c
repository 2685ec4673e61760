/*
 * spaces.c: generic accesses that can only reach global, shared or local memory say so.
 *
 * Requires: a plain graph.  A device function cannot know its callers: its pointer parameters may
 * be anything, but for those of outlined regions, where ir_param.global says more.  Keeps
 * everything else.
 *
 * A C pointer is a generic address.  A kernel's pointer parameters come from the host, which knows
 * no other space than global; addresses computed from them are global, and the two spellings of
 * such an address are the same number (PTX ISA 5.1: what lies outside the other windows is global).
 * A structure from the host and the memory that the host fills hold numbers and such addresses alone,
 * and memory goes on doing so in a kernel that hands nobody an address of its own shared or local
 * memory: what is loaded there is global if it is an address at all.
 * The lattice, per register, met over all of its assignments:
 *
 *      PLAIN (an integer, a null pointer)  >  FOREIGN (an integer, or an address of global memory)
 *              >  GLOBAL, and  PLAIN  >  SHARED, LOCAL;  all  >  ANY (might be anything)
 *
 * For shared and local memory the two spellings differ.  Where an array's address goes nowhere but
 * into accesses, all of the sums on the way are computed in that memory's own addresses; else all
 * stay generic.
 */
#include "pass/pass.h"
#include "devrt.h"
#include "ir/effects.h"
#include "tree/omp_tree.h"

#include <stddef.h>

enum pointee { TOP, PLAIN, FOREIGN, GLOBAL, SHARED, LOCAL, ANY };

struct spaces {
	const struct ir_func *f;
	enum pointee *reg;  /* by register */
	enum pointee *cell; /* by slot id: what is stored there; ANY once its address escapes */
	bool *generic; /* by register: SHARED or LOCAL, but its value is seen by more than accesses */
	bool discreet; /* no address of this kernel's own memory gets into memory */
};

static enum pointee
meet(enum pointee a, enum pointee b)
{
	enum pointee low = a < b ? a : b, high = a < b ? b : a;

	return low <= PLAIN || low == high || (low == FOREIGN && high == GLOBAL) ? high : ANY;
}

static enum pointee
value_class(const struct spaces *s, struct ir_value v)
{
	switch (v.kind) {
	case VAL_REG: return s->f->regs[v.u.reg].type == IR_I64 ? s->reg[v.u.reg] : FOREIGN;
	case VAL_SYMBOL:
		return v.u.symbol->kind != SYM_VAR        ? ANY :
			v.u.symbol->space == SPACE_GLOBAL ? GLOBAL :
			v.u.symbol->space == SPACE_SHARED ? SHARED :
							    ANY;
	case VAL_SLOT:
		return v.u.slot->kind == SLOT_FRAME   ? GLOBAL :
			v.u.slot->kind == SLOT_SHARED ? SHARED :
			v.u.slot->kind == SLOT_LOCAL  ? LOCAL :
							ANY;
	default: return PLAIN;
	}
}

static bool
is_space(enum pointee c)
{
	return c == GLOBAL || c == SHARED || c == LOCAL;
}

/* Return the class of a sum: pointer + integer is a pointer; where both could be pointers nothing
 * is known. */
static enum pointee
sum_class(enum pointee a, enum pointee b)
{
	enum pointee known = is_space(a) && !is_space(b) ? a :
		is_space(b) && !is_space(a)              ? b :
							   meet(a, b);

	return a == TOP || b == TOP ? TOP : known;
}

/* Return the class of a parameter.  Those of kernels are the target's captures in order, then env. */
static enum pointee
param_class(const struct ir_func *f, int index, int64_t offset)
{
	const struct omp *target = f->is_kernel ? f->kernel->target : NULL;

	if (!target) /* a function, or a grid launched by device code */
		return f->params[index].global ? GLOBAL : ANY;
	if (index >= target->u.target.ncaptures)
		return index == f->kernel->env_param &&
				offset == offsetof(struct devrt_env, frames) ?
			GLOBAL :
			PLAIN;
	const struct omp_capture *c = &target->u.target.captures[index];
	if (c->kind == CAP_ADDRESS || c->kind == CAP_POINTER || c->decl->type->kind == TY_POINTER)
		return GLOBAL;
	return FOREIGN;
}

/* Return the class of what is computed from all operands alike. */
static enum pointee
operands_class(const struct spaces *s, const struct ir_inst *i)
{
	enum pointee c = TOP;

	for (int k = 0; k < ir_ops[i->op].nsrc; k++)
		c = meet(c, value_class(s, i->src[k]));
	return c;
}

static enum pointee
result_class(const struct spaces *s, const struct ir_inst *i)
{
	enum pointee a = value_class(s, i->src[0]), b = value_class(s, i->src[1]);

	switch (i->op) {
	case IR_MOV: return a;
	case IR_ADD: return sum_class(a, b);
	case IR_SUB: return b == TOP ? TOP : b <= FOREIGN ? a : ANY;
	case IR_MAD: return value_class(s, i->src[2]);
	case IR_SELECT: return meet(b, value_class(s, i->src[2]));
	case IR_LDPARAM: return param_class(s->f, i->index, i->offset);
	case IR_LD:
		if (i->src[0].kind == VAL_SLOT && s->cell[i->src[0].u.slot->id] != ANY)
			return s->cell[i->src[0].u.slot->id];
		return s->discreet ? FOREIGN : ANY;
	case IR_ATOM:
	case IR_SHFL: return s->discreet ? FOREIGN : ANY;
	case IR_AND:
	case IR_OR:
	case IR_XOR:
	case IR_NOT:
	case IR_BITCAST: return s->discreet ? operands_class(s, i) : ANY;
	case IR_F2S:
	case IR_F2U: return PLAIN;
	default: return gives_number(i->op) ? PLAIN : ANY;
	}
}

/* Note that a slot's address escapes.  Slots are followed like variables as long as only loads and
 * stores name them. */
static void
escape(void *ctx, struct ir_value *v)
{
	struct spaces *s = ctx;

	if (v->kind == VAL_SLOT)
		s->cell[v->u.slot->id] = ANY;
}

static void
find_escapes(struct spaces *s, struct ir_func *f)
{
	for (struct ir_block *b = f->blocks; b; b = b->next) {
		for (struct ir_inst *i = b->first; i; i = i->next) {
			bool access = i->op == IR_LD || i->op == IR_ST;
			struct ir_value address = i->src[0];
			if (access)
				i->src[0] = ir_none();
			ir_visit_uses(i, escape, s);
			if (access)
				i->src[0] = address;
			if (access && address.kind == VAL_SLOT && i->mem != MEM_64)
				s->cell[address.u.slot->id] = ANY;
		}
		ir_visit_term_uses(b, escape, s);
	}
}

static bool
lower_to(enum pointee *at, enum pointee to)
{
	enum pointee both = meet(*at, to);
	bool changed = both != *at;

	*at = both;
	return changed;
}

static bool
step(struct spaces *s, struct ir_func *f)
{
	bool changed = false;

	for (struct ir_block *b = f->blocks; b; b = b->next) {
		for (struct ir_inst *i = b->first; i; i = i->next) {
			if (i->dst != IR_NOREG && f->regs[i->dst].type == IR_I64)
				changed |= lower_to(&s->reg[i->dst], result_class(s, i));
			if (i->op == IR_ST && i->src[0].kind == VAL_SLOT)
				changed |= lower_to(&s->cell[i->src[0].u.slot->id],
					value_class(s, i->src[1]));
		}
	}
	return changed;
}

/* ---- addresses of its own that a kernel keeps to itself ---- */

static bool
may_be_own(enum pointee c)
{
	return c == SHARED || c == LOCAL || c == ANY;
}

static void
see_own(void *ctx, struct ir_value *v)
{
	struct spaces *s = ctx;

	s->discreet &= !may_be_own(value_class(s, *v));
}

/* Find whether an address of own memory goes anywhere but into accesses, comparisons, and registers that
 * are known to have it. */
static void
find_discretion(struct spaces *s, struct ir_func *f)
{
	for (struct ir_block *b = f->blocks; b; b = b->next)
		for (struct ir_inst *i = b->first; i; i = i->next) {
			struct ir_inst rest = *i;
			bool compares = i->op >= IR_EQ && i->op <= IR_LE;
			if (i->op == IR_CALL && call_effect(i) == EFFECT_WRITES)
				s->discreet = false;
			if (compares || (i->dst != IR_NOREG && may_be_own(s->reg[i->dst])))
				continue;
			if (i->op == IR_LD || i->op == IR_ST || i->op == IR_ATOM)
				rest.src[0] = ir_none();
			ir_visit_uses(&rest, see_own, s);
		}
}

/* ---- shared and local memory ---- */

/* Return whether r has an address that has two spellings. */
static bool
has_two(const struct spaces *s, ir_reg r)
{
	return s->reg[r] == SHARED || s->reg[r] == LOCAL;
}

/* Return whether i is an access whose address is a register.  Atomics know no local memory;
 * volatile accesses to it stay generic. */
static bool
is_access(const struct spaces *s, const struct ir_inst *i)
{
	return (i->op == IR_LD || i->op == IR_ST || i->op == IR_ATOM) &&
		i->space == SPACE_GENERIC && i->src[0].kind == VAL_REG &&
		(s->reg[i->src[0].u.reg] != LOCAL || (i->op != IR_ATOM && !i->is_volatile));
}

/* Return whether i computes such an address from others, whichever spelling they have. */
static bool
is_sum(const struct spaces *s, const struct ir_inst *i)
{
	return (i->op == IR_MOV || i->op == IR_ADD || i->op == IR_SUB || i->op == IR_MAD ||
		       i->op == IR_SELECT) &&
		i->dst != IR_NOREG && has_two(s, i->dst);
}

static void
see(void *ctx, struct ir_value *v)
{
	struct spaces *s = ctx;

	if (v->kind == VAL_REG && has_two(s, v->u.reg))
		s->generic[v->u.reg] = true;
}

static void
find_seen(struct spaces *s, struct ir_func *f)
{
	for (struct ir_block *b = f->blocks; b; b = b->next) {
		for (struct ir_inst *i = b->first; i; i = i->next) {
			struct ir_inst rest = *i;
			if (is_sum(s, i))
				continue;
			if (is_access(s, i))
				rest.src[0] = ir_none();
			ir_visit_uses(&rest, see, s);
			if (i->dst != IR_NOREG)
				s->generic[i->dst] |= has_two(s, i->dst);
		}
		ir_visit_term_uses(b, see, s);
	}
}

/* Give a sum and its operands one spelling. */
static bool
agree(struct spaces *s, struct ir_func *f)
{
	bool changed = false;

	for (struct ir_block *b = f->blocks; b; b = b->next)
		for (struct ir_inst *i = b->first; i; i = i->next)
			for (int k = 0; k < 3 && is_sum(s, i); k++) {
				if (i->src[k].kind != VAL_REG || !has_two(s, i->src[k].u.reg) ||
					s->generic[i->src[k].u.reg] == s->generic[i->dst])
					continue;
				s->generic[i->src[k].u.reg] = s->generic[i->dst] = true;
				changed = true;
			}
	return changed;
}

/* Make what a sum names an address in its own space, as the sum is. */
static void
name_in_space(struct ir_func *f, struct ir_block *b, struct ir_inst *i)
{
	struct ir_cursor c = ir_before(f, b, i);

	for (int k = 0; k < 3; k++)
		if (ir_is_address(i->src[k]))
			i->src[k] = ir_op1(&c, IR_ADDR, IR_I64, i->src[k]);
}

static void
settle_spelling(struct spaces *s, struct ir_func *f)
{
	find_seen(s, f);
	while (agree(s, f))
		;
	for (struct ir_block *b = f->blocks; b; b = b->next)
		for (struct ir_inst *i = b->first; i; i = i->next) {
			ir_reg r = is_access(s, i) ? i->src[0].u.reg : i->dst;
			if (r == IR_NOREG || !has_two(s, r) || s->generic[r])
				continue;
			if (is_access(s, i))
				i->space = s->reg[r] == SHARED ? SPACE_SHARED : SPACE_LOCAL;
			else if (i->op == IR_MOV && ir_is_address(i->src[0]))
				i->op = IR_ADDR;
			else
				name_in_space(f, b, i);
		}
}

static struct spaces
solve_as(struct arena *a, struct ir_func *f, bool discreet)
{
	struct spaces s = { f, NEWN(a, enum pointee, f->nregs),
		NEWN(a, enum pointee, f->nslots + 1), NEWN(a, bool, f->nregs), discreet };

	find_escapes(&s, f);
	while (step(&s, f))
		;
	return s;
}

static struct spaces
solve(struct arena *a, struct ir_func *f)
{
	struct spaces s = solve_as(a, f, f->is_kernel);

	if (s.discreet)
		find_discretion(&s, f);
	return s.discreet ? s : solve_as(a, f, false);
}

bool *
global_addresses(struct arena *a, struct ir_func *f)
{
	struct spaces s = solve(a, f);
	bool *global = NEWN(a, bool, f->nregs);

	for (ir_reg r = 1; r < f->nregs; r++)
		global[r] = s.reg[r] == GLOBAL;
	return global;
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	struct arena *a = arena_new();
	struct spaces s = solve(a, f);

	(void)pc;
	for (struct ir_block *b = f->blocks; b; b = b->next)
		for (struct ir_inst *i = b->first; i; i = i->next)
			if ((i->op == IR_LD || i->op == IR_ST || i->op == IR_ATOM) &&
				i->space == SPACE_GENERIC && i->src[0].kind == VAL_REG &&
				(s.reg[i->src[0].u.reg] == FOREIGN ||
					s.reg[i->src[0].u.reg] == GLOBAL))
				i->space = SPACE_GLOBAL;
	settle_spelling(&s, f);
	arena_free(a);
}

const struct pass pass_spaces = { 's', "spaces",
	"accesses that can only be global, shared or local say so", run, false, 0 };
