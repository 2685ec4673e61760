/*
 * strength.c: strength reduction: an address that moves by the same distance in every iteration becomes a
 * pointer that is stepped, instead of being computed from the index again.
 *
 *      for (j = 0; j < n; j++) load [b + 8 * (i * 4096 + j)]
 *   -> for (p = b + 8 * (i * 4096), j = 0; j < n; j++, p += 8) load [p]
 *
 * Requires: a plain graph, after share and invariant.  Breaks: graph snapshots.
 *
 * The address must be a linear form (form.h) in one variable, which is stepped by a constant once, in the
 * latch; all else in the form stays the same in the loop.  Each pointer takes a pair of registers, so a
 * loop with many of them keeps its index.
 */
#include "../pass.h"
#include "form.h"
#include "loops.h"

#include <stddef.h>

enum { MOST_POINTERS = 2 };

struct reducing {
	struct ir_func *f;
	struct arena *a;
	struct graph *g;
	const struct loop *l;
	uint32_t *defs;
	uint32_t *inside, *uses;        /* by register: uses in l, and anywhere */
	struct forms forms;
	ir_reg var;
	struct ir_inst *step;
	/* addresses to be reduced */
	ir_reg address[MOST_POINTERS];
	int64_t by[MOST_POINTERS];
	int n;
};

/* ---- the variable ---- */

struct reading { ir_reg reg; bool found; };

static void
look(void *ctx, struct ir_value *v)
{
	struct reading *r = ctx;

	r->found |= v->kind == VAL_REG && v->u.reg == r->reg;
}

/* Behind the step only comparisons look at the variable. */
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

/* v, or a copy made of it in the loop. */
static bool
is_variable(const struct reducing *r, struct ir_value v)
{
	struct ir_inst *d = v.kind == VAL_REG && r->forms.single[v.u.reg] ? r->forms.def[v.u.reg] : NULL;

	if (d && d->op == IR_MOV && r->defs[v.u.reg])
		v = d->src[0];
	return v.kind == VAL_REG && v.u.reg == r->var;
}

/* i is a variable's only assignment in the loop, the addition of a constant that cannot wrap. */
static bool
steps(struct reducing *r, struct ir_inst *i)
{
	if (i->op != IR_ADD || i->src[1].kind != VAL_INT || r->defs[i->dst] != 1 || r->forms.single[i->dst])
		return false;
	r->var = i->dst;
	r->step = i;
	return (i->nsw || i->type == IR_I64) && is_variable(r, i->src[0]) && !read_late(r);
}

/* ---- addresses ---- */

/* How far the address moves in an iteration; 0: not by a constant. */
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
		if (r->address[k] == address)
			return true;
	return false;
}

/* False: too many. */
static bool
note_address(struct reducing *r, const struct ir_inst *access)
{
	struct ir_value v = access->src[0];
	int64_t by;

	if (v.kind != VAL_REG || !r->forms.single[v.u.reg] || !r->defs[v.u.reg] || noted(r, v.u.reg)
	    || r->inside[v.u.reg] != r->uses[v.u.reg])
		return true;
	by = moves_by(r, v);
	if (!by)
		return true;
	if (r->n == MOST_POINTERS)
		return false;
	r->address[r->n] = v.u.reg;
	r->by[r->n++] = by;
	return true;
}

static bool
find_addresses(struct reducing *r)
{
	r->n = 0;
	for (uint32_t k = 0; k < r->g->nrpo; k++) {
		const struct ir_block *b = r->g->rpo[k];
		for (const struct ir_inst *i = r->l->has[b->id] ? b->first : NULL; i; i = i->next)
			if ((i->op == IR_LD || i->op == IR_ST) && !note_address(r, i))
				return false;
	}
	return r->n > 0;
}

/* ---- the change ---- */

/* v as it is on entry to the loop, computed at the cursor. */
static struct ir_value
at_entry(const struct reducing *r, struct ir_cursor *c, struct ir_value v)
{
	struct ir_inst *d, copy;

	if (is_variable(r, v))
		return ir_r(r->var);
	if (v.kind != VAL_REG || r->defs[v.u.reg] == 0)
		return v;
	d = r->forms.def[v.u.reg];
	copy = *d;
	for (int k = 0; k < 3; k++)
		copy.src[k] = at_entry(r, c, d->src[k]);
	struct ir_inst *new = ir_emit(c, copy.op, copy.type, ir_reg_new(r->f, r->f->regs[d->dst].type, NULL),
		copy.src[0], copy.src[1]);
	new->src[2] = copy.src[2];
	new->from = copy.from;
	return ir_r(new->dst);
}

struct renaming { ir_reg from, to; };

static void
rename_use(void *ctx, struct ir_value *v)
{
	const struct renaming *n = ctx;

	if (v->kind == VAL_REG && v->u.reg == n->from)
		v->u.reg = n->to;
}

/* The array's name, for the reader. */
static const char *
name_of(const struct reducing *r, ir_reg address)
{
	struct form f = form_of(&r->forms, ir_r(address));

	for (int k = 0; k < f.n; k++)
		if (r->f->regs[f.t[k].reg].type == IR_I64 && r->f->regs[f.t[k].reg].name)
			return r->f->regs[f.t[k].reg].name;
	return NULL;
}

static void
reduce(struct reducing *r, ir_reg address, int64_t by, struct diag *diag)
{
	struct ir_cursor before = { .func = r->f, .block = r->l->before, .place = r->step->place };
	struct ir_cursor latch = { .func = r->f, .block = r->l->latch, .place = r->step->place };
	ir_reg pointer = ir_reg_new(r->f, IR_I64, name_of(r, address));
	struct renaming n = { address, pointer };

	diag_remark(diag, r->forms.def[address]->place, "-Rpass=strength", "this address moves by %lld bytes in each "
		"round of the loop: a pointer is stepped [MC504]", (long long)by);
	ir_mov(&before, pointer, at_entry(r, &before, ir_r(address)));
	for (uint32_t k = 0; k < r->g->nrpo; k++)
		for (struct ir_inst *i = r->l->has[r->g->rpo[k]->id] ? r->g->rpo[k]->first : NULL; i; i = i->next)
			ir_visit_uses(i, rename_use, &n);
	ir_emit(&latch, IR_ADD, IR_I64, pointer, ir_r(pointer), ir_int(by));
}

/* Each of the loop's variables in turn; only one has addresses as a rule. */
static void
reduce_loop(struct reducing *r, struct diag *diag)
{
	for (struct ir_inst *i = r->l->latch->first, *next; i; i = next) {
		next = i->next;
		if (!steps(r, i))
			continue;
		r->forms.also = r->var;
		if (!find_addresses(r))
			continue;
		for (int k = 0; k < r->n; k++)
			reduce(r, r->address[k], r->by[k], diag);
		return;
	}
}

/* ---- uses ---- */

struct counting { const struct reducing *r; bool inside; };

static void
count(void *ctx, struct ir_value *v)
{
	const struct counting *c = ctx;

	if (v->kind != VAL_REG)
		return;
	c->r->uses[v->u.reg]++;
	c->r->inside[v->u.reg] += c->inside;
}

static void
count_uses(struct reducing *r)
{
	r->uses = NEWN(r->a, uint32_t, r->f->nregs);
	r->inside = NEWN(r->a, uint32_t, r->f->nregs);
	for (uint32_t k = 0; k < r->g->nrpo; k++) {
		struct ir_block *b = r->g->rpo[k];
		struct counting c = { r, r->l->has[b->id] };
		for (struct ir_inst *i = b->first; i; i = i->next)
			ir_visit_uses(i, count, &c);
		ir_visit_term_uses(b, count, &c);
	}
}

/* One loop at a time, each with facts of its own: a loop's pointers are new registers. */
static bool
reduce_next(struct ir_func *f, struct arena *a, uint32_t number, struct diag *diag)
{
	struct graph *g = graph_new(a, f, false);
	const struct loop *l = loops_find(a, g);

	while (number-- && l)
		l = l->next;
	if (!l)
		return false;
	if (l->plain && l->innermost && l->before && l->before->term == TERM_JUMP) {
		struct reducing r = { .f = f, .a = a, .g = g, .l = l, .defs = loop_defs(a, g, l),
			.forms = forms_new(a, g) };
		count_uses(&r);
		reduce_loop(&r, diag);
	}
	return true;
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	struct arena *a = arena_new();

	loops_make_entrances(f, a);
	for (uint32_t n = 0; reduce_next(f, a, n, pc->diag); n++)
		;
	arena_free(a);
	pass_cfg.run(f, pc);
}

const struct pass pass_strength = { 'n', "strength", "addresses that move steadily become pointers", run, false,
	PTXGEN_SWITCH_STRENGTH + 1 };
