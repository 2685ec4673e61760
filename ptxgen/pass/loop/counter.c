/*
 * counter.c: what counts a loop is stepped where others look for it, and has 64 bits in addresses.
 *
 *      while (k-- > 0) load [b + k * 4]                    (the head tests and steps)
 *   -> for (v = k; v > 0; v--) load [b + (v - 1) * 4]      (the latch steps)
 *
 *      for (; k + 4 <= n; k += 4) load [b + k * 4]
 *   -> for (v = k + 4; v <= n; v += 4) load [b + (v - 4) * 4]
 *
 *      for (k = 0; k < n; k++) load [b + zext (k) * 4]
 *   -> for (w = 0; w < zext (n); w++) load [b + w * 4]
 *
 * Requires: a plain graph, before invariant, slope, unroll and strength, which look for steps in latches and
 * see how addresses move: sums of 64 bits do not wrap there, those of 32 bits without sign may (C11 6.2.5p9),
 * unless the loop's test says otherwise.  Breaks: graph snapshots.
 */
#include "pass/pass.h"
#include "pass/memory/form.h"
#include "pass/loop/loops.h"

#include <stddef.h>
#include <stdint.h>

/* ---- steps in the head ---- */

/* A variable's only assignment in a loop: k = k + constant, in the head. */
struct head_step {
	struct ir_inst *step, *test;
	int operand;   /* of the test: the variable as it was, or as it is */
	bool as_it_is; /* behind the step */
};

/* Return whether v is a copy that was made of the variable before its step. */
static bool
is_copy(const struct ir_block *head, const struct ir_inst *step, struct ir_value v,
	const uint32_t *defs)
{
	for (const struct ir_inst *i = head->first; i != step; i = i->next)
		if (v.kind == VAL_REG && i->dst == v.u.reg && defs[i->dst] == 1)
			return i->op == IR_MOV && ir_same_value(i->src[0], ir_r(step->dst));
	return false;
}

static bool
reads_between(struct ir_inst *from, const struct ir_inst *to, ir_reg r)
{
	for (struct ir_inst *i = from; i != to; i = i->next)
		if (ir_reads(i, r))
			return true;
	return false;
}

/* Find a step in the head, and that the head's test looks at its variable. */
static bool
find_head_step(const struct loop *l, const uint32_t *defs, struct head_step *s)
{
	struct ir_inst *test = loop_head_test(l);

	if (!test || l->head == l->latch || l->latch->term != TERM_JUMP)
		return false;
	for (struct ir_inst *i = l->head->first; i != test; i = i->next)
		for (int k = 0; k < 2 && loop_is_step(i, defs); k++) {
			*s = (struct head_step){ i, test, k, false };
			if (is_copy(l->head, i, test->src[k], defs))
				return true;
			s->as_it_is = true;
			if (ir_same_value(test->src[k], ir_r(i->dst)) &&
				!reads_between(l->head->first, i, i->dst))
				return true;
		}
	return false;
}

/* Let a new variable be stepped in the latch, and the old one be computed of it in the head. */
static void
move_step(struct ir_func *f, const struct loop *l, const struct head_step *s)
{
	struct ir_inst *step = s->step;
	ir_reg old = step->dst, type = f->regs[old].type;
	ir_reg counter = ir_reg_new(f, type, f->regs[old].name), now = ir_reg_new(f, type, NULL);
	struct ir_cursor before = { .func = f, .block = l->before, .place = step->place };
	struct ir_cursor latch = { .func = f, .block = l->latch, .place = step->place };
	struct ir_cursor head = ir_before(f, l->head, step->next);

	for (struct ir_inst *i = l->head->first; i != step; i = i->next)
		ir_rename_uses(i, old, counter);
	for (uint32_t k = 0; k < l->nblocks; k++)
		for (struct ir_inst *i = l->block[k] == l->head ? step->next : l->block[k]->first;
			i; i = i->next)
			ir_rename_uses(i, old, now);
	ir_emit(&latch, step->op, step->type, counter, ir_r(counter), step->src[1])->nsw =
		step->nsw;
	if (s->as_it_is) {
		ir_emit(&before, step->op, step->type, counter, ir_r(old), step->src[1])->nsw =
			step->nsw;
		step->op = IR_MOV;
		step->nsw = false;
		step->src[1] = ir_none();
	} else {
		ir_mov(&before, counter, ir_r(old));
	}
	s->test->src[s->operand] = ir_r(counter);
	step->src[0] = ir_r(counter);
	step->dst = now;
	ir_mov(&head, old, ir_r(now));
}

/* ---- sums in the head ---- */

/* The head's test looks at sum = k + constant, and k is stepped in the latch. */
struct head_sum {
	struct ir_inst *sum, *step, *test;
	int operand; /* of the test: the sum */
};

static bool
find_head_sum(const struct loop *l, const uint32_t *defs, struct head_sum *s)
{
	struct ir_inst *test = loop_head_test(l);

	if (!test || l->head == l->latch || l->latch->term != TERM_JUMP)
		return false;
	for (int k = 0; k < 2; k++) {
		struct ir_inst *sum = loop_assignment(test->prev, defs, test->src[k]), *step;

		if (!sum || (sum->op != IR_ADD && sum->op != IR_SUB) ||
			sum->src[1].kind != VAL_INT || ir_same_value(sum->src[0], ir_r(sum->dst)))
			continue;
		step = loop_assignment(l->latch->last, defs, sum->src[0]);
		*s = (struct head_sum){ sum, step, test, k };
		if (step && loop_is_step(step, defs) && step->type == sum->type &&
			!reads_between(step->next, NULL, step->dst))
			return true;
	}
	return false;
}

/* Let the sum be a new variable, which is stepped, and the old one be computed of it in the head. */
static void
step_sum(struct ir_func *f, const struct loop *l, const struct head_sum *s)
{
	struct ir_inst *sum = s->sum, *step = s->step;
	ir_reg old = step->dst;
	enum ir_type type = f->regs[old].type;
	ir_reg counter = ir_reg_new(f, type, f->regs[old].name), now = ir_reg_new(f, type, NULL);
	struct ir_cursor before = { .func = f, .block = l->before, .place = sum->place };
	struct ir_cursor head = ir_before(f, l->head, l->head->first);
	enum ir_op back = sum->op == IR_ADD ? IR_SUB : IR_ADD;

	ir_repeat(&before, sum)->dst = counter;
	for (uint32_t k = 0; k < l->nblocks; k++)
		for (struct ir_inst *i = l->block[k]->first; i; i = i->next)
			ir_rename_uses(i, old, now);
	ir_emit(&head, back, type, now, ir_r(counter), sum->src[1])->nsw = sum->nsw;
	ir_mov(&head, old, ir_r(now));
	ir_become(sum, IR_MOV, type, IR_NONE, ir_r(counter), ir_none());
	step->dst = counter;
	step->src[0] = ir_r(counter);
	step->nsw &= sum->nsw;
	sum->nsw = false;
	s->test->src[s->operand] = ir_r(counter);
}

/* ---- counters of 64 bits ---- */

struct widening {
	struct ir_func *f;
	const struct loop *l;
	struct forms forms;
	uint32_t *defs; /* by register: its assignments in l */
	struct induction k;
	int64_t lowest, highest; /* what may be added to the counter in the loop without wrapping */
	ir_reg wide;
};

/* Ask v != 0 as 0 < v without sign, where v comes down by one: others know how often that holds. */
static void
order_test(struct induction *k)
{
	if (k->test->op != IR_NE || k->by != -1 || !ir_is_int(k->bound, 0))
		return;
	k->test->op = IR_LT_U;
	k->test->src[0] = k->bound;
	k->test->src[1] = ir_r(k->var);
	k->left = false;
}

/* Return whether the head's test keeps the counter, which has no sign, from wrapping. */
static bool
counts(struct widening *w)
{
	const struct induction *k = &w->k;
	bool constant = k->bound.kind == VAL_INT;
	uint32_t bound = (uint32_t)k->bound.u.i;

	if (k->test->type != IR_I32 || k->cut != IR_MOV || k->read_late)
		return false;
	if (k->by == -1) { /* 0 < v */
		w->lowest = -1;
		return constant && bound == 0 && k->test->op == IR_LT_U && !k->left;
	}
	if (k->by <= 0 || !k->left || (k->test->op != IR_LT_U && k->test->op != IR_LE_U))
		return false;
	w->highest = constant ? UINT32_MAX - bound : k->test->op == IR_LT_U ? 1 : 0;
	return k->by <= w->highest;
}

/* Return whether v is the counter and so much. */
static bool
is_counter(const struct widening *w, struct ir_value v, int64_t *and)
{
	const struct ir_inst *d = form_def(&w->forms, v);

	*and = 0;
	if (d && w->defs[d->dst] && d->src[1].kind == VAL_INT &&
		(d->op == IR_ADD || d->op == IR_SUB)) {
		*and = d->op == IR_ADD ? d->src[1].u.i : -d->src[1].u.i;
		v = d->src[0];
	}
	return ir_same_value(v, ir_r(w->k.var)) && *and >= w->lowest && *and <= w->highest;
}

static bool
extends(const struct ir_inst *i)
{
	return (i->op == IR_ZEXT && i->from == IR_I32) ||
		(i->op == IR_MULWIDE_U && i->src[1].kind == VAL_INT && i->src[1].u.i > 0);
}

/* Let an extension read the wide counter.  Return whether it is one. */
static bool
read_wide(struct widening *w, struct ir_block *b, struct ir_inst *i)
{
	struct ir_cursor c = ir_before(w->f, b, i);
	int64_t and;

	if (!extends(i) || !is_counter(w, i->src[0], &and))
		return false;
	i->op = i->op == IR_ZEXT ? IR_MOV : IR_MUL;
	i->from = IR_NONE;
	i->src[0] = and? ir_op2(&c, IR_ADD, IR_I64, ir_r(w->wide), ir_int(and)) : ir_r(w->wide);
	return true;
}

static struct ir_value
extended(struct ir_cursor *c, struct ir_value v)
{
	if (v.kind == VAL_INT)
		return ir_int((int64_t)(uint32_t)v.u.i);
	return ir_convert(c, IR_ZEXT, IR_I64, IR_I32, v);
}

static void
widen(struct widening *w)
{
	const struct induction *k = &w->k;
	bool any = false;

	w->wide = ir_reg_new(w->f, IR_I64, w->f->regs[k->var].name);
	for (uint32_t b = 0; b < w->l->nblocks; b++)
		for (struct ir_inst *i = w->l->block[b]->first; i; i = i->next)
			any |= read_wide(w, w->l->block[b], i);
	if (!any)
		return;
	struct ir_cursor before = { .func = w->f, .block = w->l->before, .place = k->step->place };
	struct ir_cursor head = ir_before(w->f, w->l->head, w->l->head->first);
	ir_mov(&before, w->wide, extended(&before, ir_r(k->var)));
	ir_emit(&head, IR_TRUNC, IR_I32, k->var, ir_r(w->wide), ir_none())->from = IR_I64;
	k->test->type = IR_I64;
	k->test->src[!k->left] = ir_r(w->wide);
	k->test->src[k->left] = extended(&before, k->bound);
	k->step->type = IR_I64;
	k->step->dst = w->wide;
	k->step->nsw = true;
	k->step->src[0] = ir_r(w->wide);
}

/* ---- all loops ---- */

static void
move_steps(struct ir_func *f)
{
	struct arena *a = arena_new();

	for (const struct loop *l = loops_find(a, graph_new(a, f, false)); l; l = l->next) {
		const uint32_t *defs = loop_has_entrance(l) ? loop_defs(a, f, l) : NULL;
		struct head_step step;
		struct head_sum sum;

		if (defs && find_head_step(l, defs, &step))
			move_step(f, l, &step);
		else if (defs && find_head_sum(l, defs, &sum))
			step_sum(f, l, &sum);
	}
	arena_free(a);
}

static void
widen_counters(struct ir_func *f)
{
	struct arena *a = arena_new();
	struct graph *g = graph_new(a, f, false);
	struct widening w = { .f = f, .forms = forms_new(a, g) };

	for (w.l = loops_find(a, g); w.l; w.l = w.l->next) {
		w.lowest = w.highest = 0;
		w.defs = loop_defs(a, f, w.l);
		if (!loop_induction(w.l, w.defs, &w.k))
			continue;
		order_test(&w.k);
		w.forms.also = w.k.var;
		if (w.l->plain && w.l->innermost && loop_has_entrance(w.l) && counts(&w))
			widen(&w);
	}
	arena_free(a);
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	struct arena *a = arena_new();

	(void)pc;
	loops_make_entrances(f, a);
	arena_free(a);
	move_steps(f);
	widen_counters(f);
}

const struct pass pass_counter = { 'C', "counter",
	"counters are stepped last and wide in addresses", run, false, 0 };
