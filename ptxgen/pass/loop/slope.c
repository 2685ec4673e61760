/*
 * slope.c: an address that moves by a distance which only the run knows, but which is the same in
 * each iteration, becomes a pointer that is stepped.
 *
 *      for (k = 0; k < n; k++) load [b + 8 * (k * n + j)]
 *   -> s = 8 * n; for (k = 0, p = b + 8 * j; k < n; k++, p += s) load [p]
 *
 * Requires: a plain graph, after invariant and before unroll: all copies of an iteration then step
 * the pointer, one operation where there were a product, sums and a widening.  Breaks: graph
 * snapshots.  Addresses that move by constants are left to strength.c, which comes when unroll has
 * made them share what they can.
 *
 * Where loads wait for one another from one iteration to the next (sum = table[sum ^ x[k * n]]), the
 * others had better be issued ahead, which ptxas does not do along a row of steps: addresses stay.
 *
 * An address qualifies when each iteration accesses it: what does not wrap there did not wrap in the
 * first iteration either, where the pointer begins.
 */
#include "pass/pass.h"
#include "pass/memory/form.h"
#include "pass/loop/loops.h"

#include <stddef.h>

enum { MOST_POINTERS = 4, DEEPEST = 12 };

/* How a value changes from one iteration to the next: by constant + factor * product, where the
 * product is one of registers that stay the same. */
struct slope {
	bool failed;
	int64_t constant;
	int64_t factor;      /* 0: the constant is all */
	struct ir_value reg; /* of 32 bits, sign-extended, or of 64 */
};

struct stepping {
	struct ir_func *f;
	const struct loop *l;
	const struct graph *g;
	struct forms forms;
	uint32_t *defs; /* assignments in l, by register */
	struct induction i;
	struct pointer {
		ir_reg address, reg;
		struct form form;
		struct slope slope;
	} pointer[MOST_POINTERS];
	int n;
};

/* ---- slopes ---- */

static const struct slope wrong = { .failed = true };

static bool
stays(const struct stepping *s, struct ir_value v)
{
	return v.kind == VAL_INT || (v.kind == VAL_REG && s->defs[v.u.reg] == 0);
}

static bool
is_variable(const struct stepping *s, struct ir_value v)
{
	return v.kind == VAL_REG && v.u.reg == s->i.var;
}

static bool
same_reg(const struct slope *a, const struct slope *b)
{
	return !a->factor || !b->factor || a->reg.u.reg == b->reg.u.reg;
}

static struct slope
sum(struct slope a, struct slope b, int sign)
{
	if (a.failed || b.failed || !same_reg(&a, &b))
		return wrong;
	return (struct slope){
		.constant = a.constant + sign * b.constant,
		.factor = a.factor + sign * b.factor,
		.reg = a.factor ? a.reg : b.reg,
	};
}

/* Return a times something that stays the same. */
static struct slope
times(struct slope a, struct ir_value by)
{
	bool small = !a.failed && a.constant == (int16_t)a.constant &&
		a.factor == (int16_t)a.factor;

	if (!small)
		return wrong;
	if (by.kind == VAL_INT && by.u.i == (int32_t)by.u.i)
		return (struct slope){
			.constant = a.constant * by.u.i,
			.factor = a.factor * by.u.i,
			.reg = a.reg,
		};
	if (by.kind != VAL_REG || a.factor)
		return a.factor ? wrong : a.constant ? wrong : a;
	return (struct slope){ .factor = a.constant, .reg = by };
}

static struct slope
product(struct slope a, struct ir_value x, struct slope b, struct ir_value y,
	const struct stepping *s)
{
	return stays(s, y) ? times(a, y) : stays(s, x) ? times(b, x) : wrong;
}

static struct slope
slope_of(const struct stepping *s, struct ir_value v, bool wide, int depth)
{
	struct ir_inst *d = v.kind == VAL_REG ? s->forms.def[v.u.reg] : NULL;
	struct slope a = wrong, b = wrong;
	int64_t factor;

	if (is_variable(s, v))
		return (struct slope){ .constant = s->i.by };
	if (stays(s, v))
		return (struct slope){ 0 };
	if (!d || s->defs[v.u.reg] != 1 || depth == DEEPEST ||
		(!wide && !d->nsw && d->op != IR_MOV))
		return wrong;
	bool widens = d->op == IR_MULWIDE_S || d->op == IR_SEXT;
	a = slope_of(s, d->src[0], wide && !widens, depth + 1);
	if (ir_ops[d->op].nsrc > 1)
		b = slope_of(s, d->src[1], wide && !widens, depth + 1);
	switch (d->op) {
	case IR_MOV: return a;
	case IR_ADD: return sum(a, b, 1);
	case IR_SUB: return sum(a, b, -1);
	case IR_MUL: return product(a, d->src[0], b, d->src[1], s);
	case IR_MAD:
		return sum(product(a, d->src[0], b, d->src[1], s),
			slope_of(s, d->src[2], wide, depth + 1), 1);
	case IR_MULWIDE_S: return wide ? times(a, d->src[1]) : wrong;
	case IR_SEXT: return wide && d->from == IR_I32 ? a : wrong;
	case IR_SHL: factor = form_factor(d); return factor ? times(a, ir_int(factor)) : wrong;
	default: return wrong;
	}
}

/* ---- which addresses ---- */

static void
note_address(struct stepping *s, const struct ir_inst *i)
{
	struct ir_value v = i->src[0];
	struct slope slope;

	if (v.kind != VAL_REG || !s->forms.single[v.u.reg] || s->defs[v.u.reg] != 1 ||
		s->n == MOST_POINTERS)
		return;
	for (int k = 0; k < s->n; k++)
		if (s->pointer[k].address == v.u.reg)
			return;
	slope = slope_of(s, v, true, 0);
	if (slope.failed || !slope.factor)
		return;
	s->pointer[s->n++] = (struct pointer){
		.address = v.u.reg,
		.form = form_of(&s->forms, v),
		.slope = slope,
	};
}

static void
find_addresses(struct stepping *s)
{
	s->n = 0;
	for (uint32_t k = 0; k < s->l->nblocks; k++)
		for (const struct ir_inst *i = s->l->block[k]->first;
			i && graph_dominates(s->g, s->l->block[k], s->l->latch); i = i->next)
			if (i->op == IR_LD || i->op == IR_ST)
				note_address(s, i);
}

/* ---- the change ---- */

/* Return the distance in bytes. */
static struct ir_value
distance(const struct stepping *s, struct ir_cursor *c, const struct slope *slope)
{
	struct ir_value by = s->f->regs[slope->reg.u.reg].type == IR_I32 ?
		ir_op2(c, IR_MULWIDE_S, IR_I64, slope->reg, ir_int(slope->factor)) :
		ir_op2(c, IR_MUL, IR_I64, slope->reg, ir_int(slope->factor));

	return slope->constant ? ir_op2(c, IR_ADD, IR_I64, by, ir_int(slope->constant)) : by;
}

/* Return an earlier address's pointer if this address is a constant from it, or NULL. */
static const struct pointer *
beside(const struct stepping *s, int k)
{
	for (int j = 0; j < k; j++)
		if (!s->pointer[k].form.failed && !s->pointer[j].form.failed &&
			form_same_terms(&s->pointer[k].form, &s->pointer[j].form))
			return &s->pointer[j];
	return NULL;
}

static void
use_pointer(const struct stepping *s, ir_reg address, ir_reg pointer, int64_t offset)
{
	for (uint32_t k = 0; k < s->l->nblocks; k++)
		for (struct ir_inst *i = s->l->block[k]->first; i; i = i->next)
			if ((i->op == IR_LD || i->op == IR_ST) && i->src[0].kind == VAL_REG &&
				i->src[0].u.reg == address) {
				i->src[0] = ir_r(pointer);
				i->offset += offset;
			}
}

static const char *
name_of(const struct stepping *s, const struct form *f)
{
	for (int k = 0; k < f->n; k++)
		if (s->f->regs[f->t[k].reg].type == IR_I64 && s->f->regs[f->t[k].reg].name)
			return s->f->regs[f->t[k].reg].name;
	return NULL;
}

static void
step_pointer(struct stepping *s, struct pointer *p, struct diag *diag)
{
	struct ir_cursor before = { .func = s->f,
		.block = s->l->before,
		.place = s->i.step->place };
	struct ir_cursor latch = {
		.func = s->f,
		.block = s->l->latch,
		.before = s->i.step,
		.place = s->i.step->place,
	};

	diag_remark(diag, s->forms.def[p->address]->place, "-Rpass=strength",
		"this address moves by the same distance in each round of the loop: a pointer is "
		"stepped [MC504]");
	p->reg = ir_reg_new(s->f, IR_I64, name_of(s, &p->form));
	ir_mov(&before, p->reg,
		loop_at_entry(&before, s->forms.def, s->defs, s->i.var, ir_r(p->address)));
	ir_emit(&latch, IR_ADD, IR_I64, p->reg, ir_r(p->reg), distance(s, &before, &p->slope));
	use_pointer(s, p->address, p->reg, 0);
}

static void
reduce(struct stepping *s, struct diag *diag)
{
	find_addresses(s);
	for (int k = 0; k < s->n; k++) {
		struct pointer *p = &s->pointer[k];
		const struct pointer *q = beside(s, k);

		if (q) {
			p->reg = q->reg;
			use_pointer(s, p->address, q->reg, p->form.constant - q->form.constant);
		} else {
			step_pointer(s, p, diag);
		}
	}
}

static bool
reads_late(const struct ir_inst *i, const bool *late)
{
	for (int k = 0; k < 4; k++)
		if (i->src[k].kind == VAL_REG && late[i->src[k].u.reg])
			return true;
	return false;
}

/* Return whether `load` has its address from what it loaded an iteration before. */
static bool
waits_for_itself(struct arena *a, const struct ir_func *f, const struct loop *l,
	const struct ir_inst *load)
{
	bool *late = NEWN(a, bool, f->nregs), changed = true; /* by register: from what it loaded */

	late[load->dst] = true;
	while (changed) {
		changed = false;
		for (uint32_t k = 0; k < l->nblocks; k++)
			for (const struct ir_inst *i = l->block[k]->first; i; i = i->next)
				if (i->dst != IR_NOREG && !late[i->dst] && reads_late(i, late))
					changed = late[i->dst] = true;
	}
	return load->src[0].kind == VAL_REG && late[load->src[0].u.reg];
}

static bool
loads_in_a_row(struct arena *a, const struct ir_func *f, const struct loop *l)
{
	for (uint32_t k = 0; k < l->nblocks; k++)
		for (const struct ir_inst *i = l->block[k]->first; i; i = i->next)
			if (i->op == IR_LD && waits_for_itself(a, f, l, i))
				return true;
	return false;
}

static void
reduce_loop(struct stepping *s, struct arena *a, struct diag *diag)
{
	const struct loop *l = s->l;

	if (!l->plain || !l->innermost || !loop_has_entrance(l))
		return;
	s->defs = loop_defs(a, s->f, l);
	if (!loop_induction(l, s->defs, &s->i) || s->i.read_late || !loop_only_head_leaves(l) ||
		(!s->i.step->nsw && s->i.step->type != IR_I64) || loads_in_a_row(a, s->f, l))
		return;
	reduce(s, diag);
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	struct arena *a = arena_new();

	loops_make_entrances(f, a);
	struct graph *g = graph_new(a, f, false);
	struct forms forms = forms_new(a, g);
	for (const struct loop *l = loops_find(a, g); l; l = l->next) {
		struct stepping s = { .f = f, .l = l, .g = g, .forms = forms };
		struct arena *facts = arena_new();

		reduce_loop(&s, facts, pc->diag);
		arena_free(facts);
	}
	arena_free(a);
}

const struct pass pass_slope = { 'z', "slope",
	"addresses that move by one distance become pointers", run, false,
	PTXGEN_SWITCH_STRENGTH + 1 };
