/*
 * strength.c: strength reduction: an address that moves by the same distance in every iteration
 * becomes a pointer that is stepped, instead of being computed from the index again.
 *
 *      for (j = 0; j < n; j++) load [b + 8 * (i * 4096 + j)]
 *   -> for (p = b + 8 * (i * 4096), j = 0; j < n; j++, p += 8) load [p]
 *
 * Requires: a plain graph, after share and invariant.  Breaks: graph snapshots.
 *
 * The address must be a linear form (form.h) in one variable, which is stepped by a constant once,
 * in the latch; all else in the form stays the same in the loop.  Addresses that are a constant apart
 * have one pointer: those that neither dominates the other's block, share.c has left.  Each pointer
 * takes a pair of registers, so a loop with many of them keeps its index.
 */
#include "pass/pass.h"
#include "pass/memory/form.h"
#include "pass/loop/loops.h"

#include <stddef.h>

enum { MOST_POINTERS = 2, MOST_NEAR = 32 };

struct reducing {
	struct ir_func *f;
	struct graph *g;
	/* before; loops that are changed have no blocks of others, and new registers for pointers */
	uint32_t *uses; /* by register: how often it is used */
	struct forms forms;
	const struct loop *l;
	uint32_t *defs, *inside; /* by register: assignments and uses in l */
	ir_reg var;
	struct ir_inst *step;
	struct reduced { /* an address to be reduced */
		ir_reg address;
		int64_t by;
		struct form form;
	} at[MOST_POINTERS];
	int n;
	struct near { /* another one, that loads and stores alone use */
		ir_reg address;
		int at;
		int64_t distance;
	} near[MOST_NEAR];
	int nnear;
};

/* ---- the variable ---- */

struct reading {
	ir_reg reg;
	bool found;
};

static void
look(void *ctx, struct ir_value *v)
{
	struct reading *r = ctx;

	r->found |= v->kind == VAL_REG && v->u.reg == r->reg;
}

/* Return whether behind the step only comparisons look at the variable. */
static bool
read_late(const struct reducing *r)
{
	for (struct ir_inst *i = r->step->next; i; i = i->next) {
		struct reading reading = { r->var, false };
		ir_visit_uses(i, look, &reading);
		if (reading.found && !(i->op >= IR_EQ && i->op <= IR_LE_U))
			return true;
	}
	return false;
}

/* Return whether v is the variable, or a copy made of it in the loop. */
static bool
is_variable(const struct reducing *r, struct ir_value v)
{
	struct ir_inst *d = v.kind == VAL_REG ? r->forms.def[v.u.reg] : NULL;

	if (d && d->op == IR_MOV && r->defs[v.u.reg])
		v = d->src[0];
	return v.kind == VAL_REG && v.u.reg == r->var;
}

/* Return whether i is a variable's only assignment in the loop, the addition of a constant that
 * cannot wrap. */
static bool
steps(struct reducing *r, struct ir_inst *i)
{
	if (i->op != IR_ADD || i->src[1].kind != VAL_INT || r->defs[i->dst] != 1 ||
		r->forms.single[i->dst])
		return false;
	r->var = i->dst;
	r->step = i;
	return (i->nsw || i->type == IR_I64) && is_variable(r, i->src[0]) && !read_late(r);
}

/* ---- addresses ---- */

/* Return how far the address moves in an iteration, or 0: not by a constant. */
static int64_t
moves_by(const struct reducing *r, struct ir_value address)
{
	struct form f = form_of(&r->forms, address);
	int64_t by = 0;

	if (f.failed)
		return 0;
	for (int k = 0; k < f.n; k++) {
		if (is_variable(r, ir_r(f.t[k].reg)))
			by += f.t[k].by;
		else if (r->defs[f.t[k].reg])
			return 0;
	}
	by *= r->step->src[1].u.i;
	return by > INT32_MIN && by < INT32_MAX ? by : 0;
}

static bool
noted(const struct reducing *r, ir_reg address)
{
	for (int k = 0; k < r->n; k++)
		if (r->at[k].address == address)
			return true;
	for (int k = 0; k < r->nnear; k++)
		if (r->near[k].address == address)
			return true;
	return false;
}

static bool
is_access(const struct ir_inst *i, ir_reg address)
{
	return (i->op == IR_LD || i->op == IR_ST) && i->src[0].kind == VAL_REG &&
		i->src[0].u.reg == address;
}

static bool
only_accessed(const struct reducing *r, ir_reg address)
{
	uint32_t n = 0;

	for (uint32_t k = 0; k < r->l->nblocks; k++)
		for (const struct ir_inst *i = r->l->block[k]->first; i; i = i->next)
			n += is_access(i, address);
	return n == r->uses[address];
}

/* Note an address that is a constant away from one that is noted.  Return false if it is none. */
static bool
note_near(struct reducing *r, ir_reg address, const struct form *f)
{
	for (int k = 0; k < r->n && r->nnear < MOST_NEAR; k++) {
		int64_t distance = f->constant - r->at[k].form.constant;

		if (!form_same_terms(f, &r->at[k].form) || !form_fits(distance) ||
			!only_accessed(r, address))
			continue;
		r->near[r->nnear++] = (struct near){ address, k, distance };
		return true;
	}
	return false;
}

/* Note an address.  Return false if there are too many. */
static bool
note_address(struct reducing *r, const struct ir_inst *access)
{
	struct ir_value v = access->src[0];
	int64_t by;

	if (v.kind != VAL_REG || !r->forms.single[v.u.reg] || !r->defs[v.u.reg] ||
		noted(r, v.u.reg) || r->inside[v.u.reg] != r->uses[v.u.reg])
		return true;
	by = moves_by(r, v);
	struct form f = form_of(&r->forms, v);
	if (!by || note_near(r, v.u.reg, &f))
		return true;
	if (r->n == MOST_POINTERS)
		return false;
	r->at[r->n++] = (struct reduced){ v.u.reg, by, f };
	return true;
}

static bool
find_addresses(struct reducing *r)
{
	r->n = r->nnear = 0;
	for (uint32_t k = 0; k < r->l->nblocks; k++)
		for (const struct ir_inst *i = r->l->block[k]->first; i; i = i->next)
			if ((i->op == IR_LD || i->op == IR_ST) && !note_address(r, i))
				return false;
	return r->n > 0;
}

/* ---- the change ---- */

/* Return the array's name, for the reader. */
static const char *
name_of(const struct reducing *r, ir_reg address)
{
	struct form f = form_of(&r->forms, ir_r(address));

	for (int k = 0; k < f.n; k++)
		if (r->f->regs[f.t[k].reg].type == IR_I64 && r->f->regs[f.t[k].reg].name)
			return r->f->regs[f.t[k].reg].name;
	return NULL;
}

/* Return where the pointer is stepped: ahead of the variable, so that the addition is done when the
 * next round begins with its loads; at the end if something still uses it. */
static struct ir_inst *
step_before(const struct reducing *r, ir_reg pointer)
{
	for (struct ir_inst *i = r->step; i; i = i->next)
		if (ir_reads(i, pointer))
			return NULL;
	return r->step;
}

/* Let the loop's instructions use the pointer for an address, or for one that is near it. */
static void
use_pointer(const struct reducing *r, int at, ir_reg pointer)
{
	for (uint32_t k = 0; k < r->l->nblocks; k++)
		for (struct ir_inst *i = r->l->block[k]->first; i; i = i->next) {
			ir_rename_uses(i, r->at[at].address, pointer);
			for (int n = 0; n < r->nnear; n++)
				if (r->near[n].at == at && is_access(i, r->near[n].address)) {
					i->src[0] = ir_r(pointer);
					i->offset += r->near[n].distance;
				}
		}
}

static void
reduce(struct reducing *r, int at, struct diag *diag)
{
	ir_reg address = r->at[at].address;
	int64_t by = r->at[at].by;
	struct ir_cursor before = { .func = r->f, .block = r->l->before, .place = r->step->place };
	struct ir_cursor latch = { .func = r->f, .block = r->l->latch, .place = r->step->place };
	ir_reg pointer = ir_reg_new(r->f, IR_I64, name_of(r, address));

	diag_remark(diag, r->forms.def[address]->place, "-Rpass=strength",
		"this address moves by %lld bytes in each "
		"round of the loop: a pointer is stepped [MC504]",
		(long long)by);
	ir_mov(&before, pointer,
		loop_at_entry(&before, r->forms.def, r->defs, r->var, ir_r(address)));
	use_pointer(r, at, pointer);
	latch.before = step_before(r, pointer);
	ir_emit(&latch, IR_ADD, IR_I64, pointer, ir_r(pointer), ir_int(by));
}

/* Reduce the addresses of the first of the loop's variables that has any. */
static void
reduce_variables(struct reducing *r, struct diag *diag)
{
	for (struct ir_inst *i = r->l->latch->first, *next; i; i = next) {
		next = i->next;
		if (!steps(r, i))
			continue;
		r->forms.also = r->var;
		if (!find_addresses(r))
			continue;
		for (int k = 0; k < r->n; k++)
			reduce(r, k, diag);
		return;
	}
}

/* ---- facts ---- */

static uint32_t *
count_uses(struct arena *a, const struct ir_func *f, struct ir_block *const *block, uint32_t n)
{
	uint32_t *uses = NEWN(a, uint32_t, f->nregs);

	for (uint32_t k = 0; k < n; k++)
		ir_visit_block_uses(block[k], ir_count_use, uses);
	return uses;
}

static void
reduce_loop(struct reducing *r, struct diag *diag)
{
	struct arena *a = arena_new();

	r->defs = loop_defs(a, r->f, r->l);
	r->inside = count_uses(a, r->f, r->l->block, r->l->nblocks);
	r->forms.also = IR_NOREG;
	reduce_variables(r, diag);
	arena_free(a);
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	struct arena *a = arena_new();

	loops_make_entrances(f, a);
	struct reducing r = { .f = f, .g = graph_new(a, f, false) };
	r.uses = count_uses(a, f, r.g->rpo, r.g->nrpo);
	r.forms = forms_new(a, r.g);
	for (r.l = loops_find(a, r.g); r.l; r.l = r.l->next)
		if (r.l->plain && r.l->innermost && loop_has_entrance(r.l))
			reduce_loop(&r, pc->diag);
	arena_free(a);
	pass_cfg.run(f, pc);
}

const struct pass pass_strength = { 'n', "strength", "addresses that move steadily become pointers",
	run, false, PTXGEN_SWITCH_STRENGTH + 1 };
