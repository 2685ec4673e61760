/*
 * form.c: linear forms of addresses (see form.h).  No pass of its own.
 */
#include "pass/memory/form.h"

struct forms
forms_new(struct arena *a, const struct graph *g)
{
	bool *single = graph_single(a, g);

	return (struct forms){ .f = g->f,
		.single = single,
		.def = graph_defs(a, g, single),
		.also = IR_NOREG };
}

void
forms_with_variables(struct arena *a, const struct graph *g, struct forms *s)
{
	s->versions = versions_new(a, g);
	s->home = NEWN(a, struct ir_block *, g->f->nregs);
	for (uint32_t k = 0; k < g->nrpo; k++)
		for (struct ir_inst *i = g->rpo[k]->first; i; i = i->next)
			if (i->dst != IR_NOREG && s->def[i->dst] == i)
				s->home[i->dst] = g->rpo[k];
}

static void
add_term(struct form *f, ir_reg reg, int64_t by, const void *version)
{
	int k = 0;

	while (k < f->n && f->t[k].reg < reg)
		k++;
	if (k < f->n && f->t[k].reg == reg) {
		f->failed |= f->t[k].version != version;
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
	f->t[k] = (struct term){ reg, by, version };
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

/* Where a form's values are read, for those that are not everywhere the same: ahead of `at`; NULL: forms have none. */
struct point {
	const struct ir_block *b;
	const struct ir_inst *at;
};

/* Return the assignment of v, which can be said in v's place; or NULL. */
static const struct ir_inst *
seen_through(const struct forms *s, struct ir_value v, struct point p)
{
	const struct ir_inst *d = v.kind == VAL_REG && p.at ? s->def[v.u.reg] : form_def(s, v);

	return d && d->op == IR_MOV && (d->pinned || s->f->regs[v.u.reg].nonneg) ? NULL : d;
}

static void
add_register(const struct forms *s, struct form *f, ir_reg r, int64_t by, struct point p)
{
	const void *version = NULL;

	if (!steady(s, r)) {
		version = p.at ? version_of(s->versions, r, p.b, p.at) : NULL;
		f->failed |= !version;
	}
	add_term(f, r, by, version);
}

/* Add by * v to f.  `wide`: v is a 64-bit value, else a 32-bit one to be extended. */
static void
add_value(const struct forms *s, struct form *f, struct ir_value v, int64_t by, bool wide,
	int depth, struct point p)
{
	const struct ir_inst *d = seen_through(s, v, p);
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
	if (v.kind != VAL_REG || f->failed || depth++ > 12) {
		f->failed = true;
		return;
	}
	struct point there = p.at && d ? (struct point){ s->home[v.u.reg], d } : p;
	if (exact && (d->op == IR_ADD || d->op == IR_SUB) && d->type == (wide ? IR_I64 : IR_I32)) {
		add_value(s, f, d->src[0], by, wide, depth, there);
		add_value(s, f, d->src[1], d->op == IR_ADD ? by : -by, wide, depth, there);
	} else if (exact && (d->op == IR_MUL || (wide && d->op == IR_SHL)) && form_factor(d)) {
		add_value(s, f, d->src[0], by * form_factor(d), wide, depth, there);
	} else if (exact && d->op == IR_MAD && form_factor(d)) {
		add_value(s, f, d->src[0], by * form_factor(d), wide, depth, there);
		add_value(s, f, d->src[2], by, wide, depth, there);
	} else if (wide && d && d->op == IR_MULWIDE_S && form_factor(d)) {
		add_value(s, f, d->src[0], by * form_factor(d), false, depth, there);
	} else if (wide && d && d->op == IR_SEXT && d->from == IR_I32) {
		add_value(s, f, d->src[0], by, false, depth, there);
	} else if (d && d->op == IR_MOV && d->src[0].kind == VAL_REG) {
		add_value(s, f, d->src[0], by, wide, depth, there);
	} else {
		add_register(s, f, v.u.reg, by, p);
	}
}

struct form
form_of(const struct forms *s, struct ir_value v)
{
	struct form f = { .n = 0 };

	add_value(s, &f, v, 1, true, 0, (struct point){ NULL, NULL });
	return f;
}

struct form
form_at(const struct forms *s, struct ir_value v, const struct ir_block *b, const struct ir_inst *i)
{
	struct form f = { .n = 0 };

	add_value(s, &f, v, 1, true, 0, (struct point){ b, i });
	return f;
}

bool
form_same_terms(const struct form *a, const struct form *b)
{
	if (a->n != b->n)
		return false;
	for (int k = 0; k < a->n; k++)
		if (a->t[k].reg != b->t[k].reg || a->t[k].by != b->t[k].by ||
			a->t[k].version != b->t[k].version)
			return false;
	return true;
}
