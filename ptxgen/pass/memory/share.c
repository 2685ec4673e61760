/*
 * share.c: addresses that differ by a constant are computed once.
 *
 *      [a + 8*sext(i*N + j)]           ->  w = 8*(i*N + j); [a + w]
 *      [b + 8*sext((i-1)*N + j)]       ->  [b + w - 8*N]
 *      [b + 8*N*sext(i) + 8*sext(j)]   ->  [b + w]
 *
 * Requires: a plain graph.  Keeps everything else; what becomes unused is left to dead.
 *
 * Addresses are compared as linear forms (form.h).  The first one met serves those that it
 * dominates; nothing new is evaluated, so nothing can overflow that did not before.  One more step
 * makes loop bounds and lower limits vanish: where no register of the form is negative and no
 * coefficient either, the sum without the constant cannot overflow if the sum with it did not, and
 * is computed instead.
 */
#include "pass/pass.h"
#include "pass/memory/form.h"

#include <stddef.h>

/* A 64-bit register that holds `form`, from its block on. */
struct known {
	struct known *next;
	struct form form;
	ir_reg reg;
	const struct ir_block *block;
};

enum { LISTS = 256 }; /* of known addresses, by their terms */

struct sharing {
	struct ir_func *f;
	struct arena *a;
	struct graph *g;
	struct forms forms;
	struct known *known[LISTS];
	struct diag *diag;
	uint32_t nregs; /* before */
};

/* ---- what is there already ---- */

static struct known **
list_of(struct sharing *s, const struct form *f)
{
	uint32_t h = 0;

	for (int k = 0; k < f->n; k++)
		h = h * 31 + f->t[k].reg;
	return &s->known[h % LISTS];
}

static const struct known *
find(struct sharing *s, const struct form *f, const struct ir_block *b)
{
	for (const struct known *k = *list_of(s, f); k; k = k->next)
		if (form_same_terms(&k->form, f) && form_fits(f->constant - k->form.constant) &&
			graph_dominates(s->g, k->block, b))
			return k;
	return NULL;
}

static const struct known *
remember(struct sharing *s, const struct form *f, ir_reg reg, const struct ir_block *b)
{
	struct known *k = NEW(s->a, struct known), **list = list_of(s, f);

	*k = (struct known){ *list, *f, reg, b };
	if (reg >= s->nregs || s->forms.single[reg])
		*list = k;
	return k;
}

/* ---- the index part ---- */

/* Return whether all of v's form without its constant can be had in 32 bits. */
static bool
never_negative(const struct sharing *s, const struct form *f, int64_t scale)
{
	if (f->constant < 0 || !f->n)
		return false;
	for (int k = 0; k < f->n; k++) {
		const struct ir_reg_info *r = &s->f->regs[f->t[k].reg];
		if (r->type != IR_I32 || !r->nonneg || f->t[k].by <= 0 || f->t[k].by % scale)
			return false;
	}
	return true;
}

/* Return scale * (sum of the terms), computed at the cursor. */
static struct ir_value
emit_sum(struct ir_cursor *c, const struct form *f, int64_t scale)
{
	struct ir_value sum = ir_none();
	int first = 0;

	for (int k = 0; k < f->n; k++)
		if (f->t[k].by == scale)
			first = k;
	for (int k = 0; k < f->n; k++) {
		const struct term t = f->t[(first + k) % f->n];
		struct ir_value r = ir_r(t.reg), by = ir_int(t.by / scale);
		if (k == 0)
			sum = t.by == scale ? r : ir_op2(c, IR_MUL, IR_I32, r, by);
		else
			sum = t.by == scale ? ir_op2(c, IR_ADD, IR_I32, sum, r) :
					      ir_op3(c, IR_MAD, IR_I32, r, by, sum);
		if (sum.u.reg != t.reg)
			c->before->prev->nsw = true;
	}
	return ir_op2(c, IR_MULWIDE_S, IR_I64, sum, ir_int(scale));
}

/* Return for w = scale * extended index something known with the same terms, or w itself, or a
 * simpler sum. */
static const struct known *
index_part(struct sharing *s, struct ir_cursor *c, const struct ir_inst *w, const struct form *f)
{
	const struct known *k = find(s, f, c->block);
	int64_t scale = w->op == IR_MULWIDE_S ? form_factor(w) : 0;
	struct form plain = *f;

	if (k)
		return k;
	if (scale <= 0 || (!f->constant && f->n == 1) || f->constant % scale ||
		!never_negative(s, f, scale) || !form_fits(f->constant))
		return remember(s, f, w->dst, c->block);
	plain.constant = 0;
	return remember(s, &plain, emit_sum(c, f, scale).u.reg, c->block);
}

/* ---- accesses ---- */

static bool
is_index(const struct ir_inst *d)
{
	return d &&
		(d->op == IR_MULWIDE_S || d->op == IR_SEXT || d->op == IR_SHL || d->op == IR_MUL);
}

/* Make i's address k's register plus a constant. */
static void
use_known(struct sharing *s, struct ir_inst *i, const struct form *f, const struct known *k)
{
	int64_t distance = f->constant - k->form.constant;

	if (distance && k->reg != i->src[0].u.reg)
		diag_remark(s->diag, i->place, "-Rpass=share",
			"this address is %lld bytes from one that is "
			"there already [MC505]",
			(long long)distance);
	i->src[0] = ir_r(k->reg);
	i->offset += distance;
}

/* Return base + something known that i's address is a constant from, the base being a pointer; or NULL. */
static const struct known *
from_pointer(struct sharing *s, struct ir_cursor *c, const struct form *f)
{
	for (int t = 0; t < f->n; t++) {
		struct form index = *f, rest = *f;
		const struct known *k;

		if (f->t[t].by != 1 || s->f->regs[f->t[t].reg].type != IR_I64)
			continue;
		index.n--;
		for (int j = t; j < index.n; j++)
			index.t[j] = index.t[j + 1];
		k = index.n ? find(s, &index, c->block) : NULL;
		if (!k)
			continue;
		rest.constant = k->form.constant;
		struct ir_value base = ir_op2(c, IR_ADD, IR_I64, ir_r(f->t[t].reg), ir_r(k->reg));
		return remember(s, &rest, base.u.reg, c->block);
	}
	return NULL;
}

/* Share i's address, or its index, if they are made of what does not change.  Return whether it is another now. */
static bool
share_steady(struct sharing *s, struct ir_block *b, struct ir_inst *i)
{
	struct form f = form_of(&s->forms, i->src[0]), index;
	const struct known *k = f.failed ? NULL : find(s, &f, b);
	struct ir_inst *sum = form_def(&s->forms, i->src[0]), *w = NULL;
	struct ir_cursor c = ir_before(s->f, b, i);
	int which = 1;

	if (f.failed)
		return false;
	if (!k)
		k = from_pointer(s, &c, &f);
	if (k) {
		use_known(s, i, &f, k);
		return true;
	}
	if (sum && sum->op == IR_ADD) {
		which = is_index(form_def(&s->forms, sum->src[1])) ? 1 : 0;
		w = form_def(&s->forms, sum->src[which]);
	}
	if (!is_index(w)) {
		remember(s, &f, i->src[0].u.reg, b);
		return false;
	}
	index = form_of(&s->forms, sum->src[which]);
	if (index.failed)
		return false;
	k = index_part(s, &c, w, &index);
	if (k->reg == w->dst) {
		remember(s, &f, i->src[0].u.reg, b);
		return false;
	}
	struct ir_value base = ir_op2(&c, IR_ADD, IR_I64, sum->src[!which], ir_r(k->reg));
	struct form rest = f;
	rest.constant -= index.constant - k->form.constant;
	use_known(s, i, &f, remember(s, &rest, base.u.reg, b));
	return true;
}

static void
share(struct sharing *s, struct ir_block *b, struct ir_inst *i)
{
	struct form f;
	const struct known *k;

	if (share_steady(s, b, i))
		return;
	f = form_at(&s->forms, i->src[0], b, i);
	k = f.failed ? NULL : find(s, &f, b);
	if (k)
		use_known(s, i, &f, k);
	else if (!f.failed)
		remember(s, &f, i->src[0].u.reg, b);
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	struct arena *a = arena_new();
	struct graph *g = graph_new(a, f, false);
	struct sharing s = { f, a, g, forms_new(a, g), { NULL }, pc->diag, f->nregs };

	forms_with_variables(a, g, &s.forms);

	for (uint32_t k = 0; k < g->nrpo; k++)
		for (struct ir_inst *i = g->rpo[k]->first; i; i = i->next)
			if ((i->op == IR_LD || i->op == IR_ST) && i->src[0].kind == VAL_REG &&
				i->src[0].u.reg < s.nregs)
				share(&s, g->rpo[k], i);
	arena_free(a);
}

const struct pass pass_share = { 'h', "share",
	"addresses that differ by a constant are computed once", run, false,
	PTXGEN_SWITCH_SHARE + 1 };
