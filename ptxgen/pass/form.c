/*
 * form.c: linear forms of addresses (see form.h).  No pass of its own.
 */
#include "pass/form.h"

struct forms
forms_new(struct arena *a, const struct graph *g)
{
	bool *single = graph_single(a, g);

	return (struct forms){ g->f, single, graph_defs(a, g, single), IR_NOREG };
}

static void
add_term(struct form *f, ir_reg reg, int64_t by)
{
	int k = 0;

	while (k < f->n && f->t[k].reg < reg)
		k++;
	if (k < f->n && f->t[k].reg == reg) {
		f->t[k].by += by;
		if (f->t[k].by)
			return;
		for (f->n--; k < f->n; k++)
			f->t[k] = f->t[k + 1];
		return;
	}
	if (f->n == FORM_TERMS) {
		f->failed = true;
		return;
	}
	for (int j = f->n++; j > k; j--)
		f->t[j] = f->t[j - 1];
	f->t[k] = (struct term){ reg, by };
}

static bool
steady(const struct forms *s, ir_reg r)
{
	return s->single[r] || r == s->also;
}

struct ir_inst *
form_def(const struct forms *s, struct ir_value v)
{
	struct ir_inst *d = v.kind == VAL_REG ? s->def[v.u.reg] : NULL;

	for (int k = 0; d && k < 3; k++)
		if (d->src[k].kind == VAL_REG && !steady(s, d->src[k].u.reg))
			return NULL;
	return d;
}

int64_t
form_factor(const struct ir_inst *d)
{
	if (d->src[1].kind != VAL_INT)
		return 0;
	if (d->op == IR_SHL)
		return d->src[1].u.i >= 0 && d->src[1].u.i < 31 ? INT64_C(1) << d->src[1].u.i : 0;
	return d->src[1].u.i > INT32_MAX || d->src[1].u.i < INT32_MIN ? 0 : d->src[1].u.i;
}

/* Add by * v to f.  `wide`: v is a 64-bit value, else a 32-bit one to be extended. */
static void
add_value(const struct forms *s, struct form *f, struct ir_value v, int64_t by, bool wide,
	int depth)
{
	struct ir_inst *d = form_def(s, v);
	bool exact = d && (wide || d->nsw);

	if (by > INT32_MAX || by < -INT32_MAX)
		f->failed = true;
	if (v.kind == VAL_INT) {
		if (v.u.i > INT32_MAX || v.u.i < INT32_MIN)
			f->failed = true;
		else
			f->constant += by * v.u.i;
		return;
	}
	if (v.kind != VAL_REG || f->failed || depth > 12) {
		f->failed = true;
		return;
	}
	if (exact && (d->op == IR_ADD || d->op == IR_SUB) && d->type == (wide ? IR_I64 : IR_I32)) {
		add_value(s, f, d->src[0], by, wide, depth + 1);
		add_value(s, f, d->src[1], d->op == IR_ADD ? by : -by, wide, depth + 1);
	} else if (exact && (d->op == IR_MUL || (wide && d->op == IR_SHL)) && form_factor(d)) {
		add_value(s, f, d->src[0], by * form_factor(d), wide, depth + 1);
	} else if (exact && d->op == IR_MAD && form_factor(d)) {
		add_value(s, f, d->src[0], by * form_factor(d), wide, depth + 1);
		add_value(s, f, d->src[2], by, wide, depth + 1);
	} else if (wide && d && d->op == IR_MULWIDE_S && form_factor(d)) {
		add_value(s, f, d->src[0], by * form_factor(d), false, depth + 1);
	} else if (wide && d && d->op == IR_SEXT && d->from == IR_I32) {
		add_value(s, f, d->src[0], by, false, depth + 1);
	} else if (d && d->op == IR_MOV && d->src[0].kind == VAL_REG &&
		!s->f->regs[v.u.reg].nonneg) {
		add_value(s, f, d->src[0], by, wide, depth + 1);
	} else if (!steady(s, v.u.reg)) {
		f->failed = true;
	} else {
		add_term(f, v.u.reg, by);
	}
}

struct form
form_of(const struct forms *s, struct ir_value v)
{
	struct form f = { .n = 0 };

	add_value(s, &f, v, 1, true, 0);
	return f;
}

bool
form_same_terms(const struct form *a, const struct form *b)
{
	if (a->n != b->n)
		return false;
	for (int k = 0; k < a->n; k++)
		if (a->t[k].reg != b->t[k].reg || a->t[k].by != b->t[k].by)
			return false;
	return true;
}
