/*
 * readonly.c: loads from memory that nobody writes while the kernel runs take the read-only path
 * (ld.global.nc; PTX ISA 9.7.9.9).
 *
 * Requires: a plain graph of a kernel, after spaces, and of the parts that were outlined from it,
 * which are taken with it.  Keeps everything else.  Device functions are left alone: they do not know
 * their callers.
 *
 * Every address has a root: the kernel parameter or variable that it was computed from.  A load is
 * read-only when no write in the kernel has a root that may overlap its own: another parameter may
 * unless one of the pointers is restrict (C11 6.7.3.1), both are mapped variables themselves rather
 * than what pointers lead to, or all mapped ranges are disjoint: promised by
 * -fopenmp-nonaliased-maps, or checked by libdevrt before it launches this entry
 * (ir_kernel_info.uses_disjoint tells).  So are the allocations that device pointers lead into, of
 * which nothing that is computed from one leaves its own (C11 6.5.6p8).  map(const, to:) promises
 * that nobody writes at all (Martineau et al. 2016, section VI).
 */
#include "ir/effects.h"
#include "pass/pass.h"
#include "devrt.h"
#include "tree/omp_tree.h"

#include <stddef.h>

/* By register: TOP, no pointer, a variable of the thread's or the team's own, a table of constants, one
 * root, or anything. */
enum { TOP = -5, PLAIN = -4, OWN = -3, TABLE = -2, ANY = -1 };

struct roots {
	struct ir_func *f;          /* the kernel */
	const struct ir_func *part; /* … or a part of it: whose registers these are */
	const struct ptxgen_options *o;
	int *reg;      /* by register: number of the kernel's parameter, or one of the above */
	bool *written; /* by parameter */
	bool anything_written;
};

static int
meet(int a, int b)
{
	return a == TOP || a == b ? b : b == TOP ? a : ANY;
}

/* Addresses in a table are ordinary loads: of a jump to what sm_35 has read on the read-only path
 * nvdisasm finds no target, and the simulator then has no machine code. */
static int
symbol_root(const struct ir_symbol *s)
{
	if (s->space == SPACE_SHARED)
		return OWN;
	return s->constant && !s->relocs ? TABLE : ANY;
}

static int
value_root(const struct roots *s, struct ir_value v)
{
	switch (v.kind) {
	case VAL_REG: return s->reg[v.u.reg];
	case VAL_SLOT: return OWN;
	case VAL_SYMBOL: return symbol_root(v.u.symbol);
	default: return PLAIN;
	}
}

static int
sum_root(int a, int b)
{
	if (a == TOP || b == TOP)
		return TOP;
	return a == PLAIN ? b : b == PLAIN ? a : ANY;
}

static const struct omp_capture *
capture(const struct ir_func *f, int index)
{
	const struct omp *target = f->kernel->target;

	return target && index < target->u.target.ncaptures ? &target->u.target.captures[index] :
							      NULL;
}

/* Structs may hold pointers, and what a part gets beside the kernel's parameters may be one; other
 * values are none. */
static int
param_root(const struct roots *s, const struct ir_inst *i)
{
	int index = launched_param(s->part, i->index);
	const struct omp_capture *c = index < 0 ? NULL : capture(s->f, index);

	if (index < 0)
		return ANY;
	if (!c && i->offset == offsetof(struct devrt_env, frames))
		return OWN;
	if (!c || c->kind == CAP_VLA_LEN)
		return PLAIN;
	if (c->kind == CAP_VALUE && c->decl->type->kind != TY_POINTER)
		return type_is_record(c->decl->type) ? ANY : PLAIN;
	return index;
}

static int
result_root(const struct roots *s, const struct ir_inst *i)
{
	int a = value_root(s, i->src[0]), b = value_root(s, i->src[1]);

	switch (i->op) {
	case IR_MOV: return a;
	case IR_ADD: return sum_root(a, b);
	case IR_SUB: return b == PLAIN ? a : b == TOP ? TOP : ANY;
	case IR_MAD: return value_root(s, i->src[2]);
	case IR_SELECT: return meet(b, value_root(s, i->src[2]));
	case IR_LDPARAM: return param_root(s, i);
	default: return gives_number(i->op) ? PLAIN : ANY;
	}
}

static bool
step(struct roots *s)
{
	bool changed = false;

	for (const struct ir_block *b = s->part->blocks; b; b = b->next) {
		for (const struct ir_inst *i = b->first; i; i = i->next) {
			if (i->dst == IR_NOREG || s->part->regs[i->dst].type != IR_I64)
				continue;
			int now = meet(s->reg[i->dst], result_root(s, i));
			changed |= now != s->reg[i->dst];
			s->reg[i->dst] = now;
		}
	}
	return changed;
}

static void
solve(struct roots *s, struct arena *a)
{
	s->reg = NEWN(a, int, s->part->nregs);
	for (uint32_t r = 0; r < s->part->nregs; r++)
		s->reg[r] = TOP;
	while (step(s))
		;
}

/* Return whether i calls a part, which is looked at by itself. */
static bool
calls_part(const struct roots *s, const struct ir_inst *i)
{
	const struct ir_symbol *callee = i->call->callee;

	return callee && callee->func && callee->func->part_of == s->f;
}

/* Return whether i may write what is not a local variable. */
static bool
call_writes(const struct roots *s, const struct ir_inst *i)
{
	return call_effect(i) == EFFECT_WRITES ||
		(i->call->result.bytes && value_root(s, i->call->result_addr) != OWN);
}

static void
find_writes(struct roots *s)
{
	for (const struct ir_block *b = s->part->blocks; b; b = b->next) {
		for (const struct ir_inst *i = b->first; i; i = i->next) {
			if (i->op == IR_CALL && !calls_part(s, i) && call_writes(s, i))
				s->anything_written = true;
			if ((i->op != IR_ST && i->op != IR_ATOM) || own_space(i->space))
				continue;
			int root = value_root(s, i->src[0]);
			if (root >= 0)
				s->written[root] = true;
			else
				s->anything_written |= root != OWN;
		}
	}
}

static bool
is_restrict(const struct omp_capture *c)
{
	return c->decl->type->kind == TY_POINTER && c->decl->type->quals & Q_RESTRICT &&
		c->kind != CAP_ADDRESS;
}

bool
capture_is_pointer(const struct omp_capture *c)
{
	return c->kind == CAP_VALUE && c->decl->type->kind == TY_POINTER && !c->in_memory;
}

/* Return the bit of parameter r in ir_kernel_info.pointers; 0: it can have none. */
static uint64_t
pointer_bit(const struct ir_func *f, int r)
{
	return r < 63 && capture_is_pointer(capture(f, r)) ? 1ull << r : 0;
}

/* Return whether the launch can tell where the memory ends that parameter r leads to. */
static bool
is_checked(const struct ir_func *f, int r)
{
	return capture(f, r)->kind != CAP_VALUE || pointer_bit(f, r);
}

/* What parameters r and w lead to may be the same memory. */
static bool
may_overlap(struct ir_func *f, const struct ptxgen_options *o, int r, int w)
{
	const struct omp_capture *a = capture(f, r), *b = capture(f, w);
	bool mapped = a->kind != CAP_VALUE && b->kind != CAP_VALUE;

	if (r == w)
		return true;
	if (is_restrict(a) || is_restrict(b) || (a->kind == CAP_ADDRESS && b->kind == CAP_ADDRESS))
		return false;
	if (mapped && o->maps_disjoint)
		return false;
	if (f->kernel->maps_disjoint && is_checked(f, r) && is_checked(f, w)) {
		f->kernel->uses_disjoint = true;
		f->kernel->pointers |= pointer_bit(f, r) | pointer_bit(f, w);
		return false;
	}
	return true;
}

bool
roots_apart(struct ir_func *f, const struct ptxgen_options *o, int a, int b)
{
	return a && b && !may_overlap(launched(f), o, a - 1, b - 1);
}

bool
accesses_apart(struct ir_func *f, const struct ptxgen_options *o, const struct ir_inst *a,
	const struct ir_inst *b)
{
	if (b->read_only || (b->op == IR_LD && b->space == SPACE_CONST))
		return true;
	if (ir_same_value(a->src[0], b->src[0]))
		return a->offset + ir_mem_bytes(a->mem) <= b->offset ||
			b->offset + ir_mem_bytes(b->mem) <= a->offset;
	if (own_space(a->space) || own_space(b->space))
		return a->space != b->space && a->space != SPACE_GENERIC &&
			b->space != SPACE_GENERIC;
	return roots_apart(f, o, a->root, b->root);
}

/* Return whether a call may put its result, a structure, where a is. */
static bool
result_at(const struct ir_call *call, const struct ir_inst *a)
{
	return call->result.bytes &&
		!(call->result_addr.kind == VAL_SLOT && a->space == SPACE_GLOBAL);
}

bool
may_change(struct ir_func *f, const struct ptxgen_options *o, const struct ir_inst *i,
	const struct ir_inst *a)
{
	switch (i->op) {
	case IR_LD: return i->is_volatile;
	case IR_ST:
	case IR_ATOM: return i->is_volatile || !accesses_apart(f, o, a, i);
	case IR_CALL: return result_at(i->call, a) || call_effect(i) == EFFECT_WRITES;
	default: return ir_ops[i->op].flags & IRF_MEMORY;
	}
}

/* Why what root r reads may change while the kernel runs. */
static const char *
why_written(struct roots *s, int r)
{
	if (r < 0)
		return "where its address comes from is not known";
	for (int w = 0; w < s->f->nparams; w++)
		if (s->written[w] && w == r)
			return arena_printf(s->f->arena, "the kernel writes '%s'",
				capture(s->f, w)->decl->name);
	for (int w = 0; w < s->f->nparams && !s->anything_written; w++)
		if (s->written[w] && may_overlap(s->f, s->o, r, w))
			return arena_printf(s->f->arena,
				"it may overlap '%s', which the kernel writes",
				capture(s->f, w)->decl->name);
	return "the kernel calls a function, or writes where a pointer leads that it loads or computes";
}

static bool
never_written(struct roots *s, int root)
{
	bool checks = s->f->kernel->uses_disjoint;
	uint64_t pointers = s->f->kernel->pointers;
	const struct omp_capture *c = root < 0 ? NULL : capture(s->f, root);

	if (root == TABLE)
		return true;
	if (c && c->map && c->map->constant)
		return !s->written[root];
	if (root < 0 || s->anything_written)
		return false;
	for (int w = 0; w < s->f->nparams; w++) {
		if (s->written[w] && may_overlap(s->f, s->o, root, w)) {
			s->f->kernel->uses_disjoint = checks;
			s->f->kernel->pointers = pointers;
			return false;
		}
	}
	return true;
}

static void
mark(struct roots *s, struct ir_inst *load, struct diag *diag)
{
	load->read_only = never_written(s, value_root(s, load->src[0]));
	if (load->read_only)
		diag_remark(diag, load->place, "-Rpass=readonly",
			"loaded through the read-only path%s [MC507]",
			s->f->kernel->uses_disjoint ? ", where arrays do not overlap" : "");
	else if (says_missed(s->f))
		diag_remark(diag, load->place, "-Rpass-missed=readonly",
			"not loaded through the read-only path: "
			"%s [MC522]",
			why_written(s, value_root(s, load->src[0])));
}

static void
mark_accesses(struct roots *s, struct diag *diag)
{
	for (struct ir_block *b = s->part->blocks; b; b = b->next)
		for (struct ir_inst *i = b->first; i; i = i->next) {
			if ((i->op == IR_LD || i->op == IR_ST || i->op == IR_ATOM) &&
				value_root(s, i->src[0]) >= 0)
				i->root = value_root(s, i->src[0]) + 1;
			if (i->op == IR_LD && i->space == SPACE_GLOBAL && !i->is_volatile &&
				value_root(s, i->src[0]) != OWN)
				mark(s, i, diag);
		}
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	if (launched(f) != f) /* a part is done with its kernel */
		return;
	struct arena *a = arena_new();
	struct roots s = { .f = f, .o = pc->o, .written = NEWN(a, bool, f->nparams + 1) };

	for (s.part = f; s.part; s.part = s.part->next_part) {
		solve(&s, a);
		find_writes(&s);
	}
	for (int w = 0; w < f->nparams; w++)
		if (s.written[w])
			f->kernel->written |= 1ull << (w < 63 ? w : 63);
	for (s.part = f; s.part; s.part = s.part->next_part) {
		if (f->next_part)
			solve(&s, a);
		mark_accesses(&s, pc->diag);
	}
	arena_free(a);
}

const struct pass pass_readonly = { 'r', "readonly",
	"loads of what nobody writes take the read-only path", run, false,
	PTXGEN_SWITCH_READONLY + 1 };
