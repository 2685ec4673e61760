/*
 * widen.c: an unsigned counter that addresses are made of has 64 bits.
 *
 *      for (k = 0; k < n; k++) load [b + zext (k) * 4]
 *   -> for (w = 0; w < zext (n); w++) load [b + w * 4]
 *
 * Requires: a plain graph, before slope, unroll and strength, which see how w moves: sums of 64 bits do
 * not wrap in addresses, those of 32 bits without sign may (C11 6.2.5p9).  Breaks: graph snapshots.
 */
#include "pass/pass.h"
#include "pass/loops.h"

#include <stddef.h>
#include <stdint.h>

/* Find the loop's counter.  Return whether its test, without sign, keeps it from wrapping. */
static bool
counts_up(const struct loop *l, const uint32_t *defs, struct induction *k)
{
	if (!loop_induction(l, defs, k) || k->test->type != IR_I32 || !k->left ||
		k->cut != IR_MOV || k->read_late || k->by <= 0)
		return false;
	if (k->test->op == IR_LT_U && k->by == 1)
		return true;
	return (k->test->op == IR_LT_U || k->test->op == IR_LE_U) && k->bound.kind == VAL_INT &&
		(uint32_t)k->bound.u.i + (uint64_t)k->by <= UINT32_MAX;
}

static bool
extends(const struct ir_inst *i, ir_reg counter)
{
	bool factor = i->op == IR_MULWIDE_U && i->src[1].kind == VAL_INT && i->src[1].u.i > 0;

	return (factor || (i->op == IR_ZEXT && i->from == IR_I32)) && i->src[0].kind == VAL_REG &&
		i->src[0].u.reg == counter;
}

/* Return whether the loop extends the counter: i->dst becomes a copy of `wide`, or a product. */
static bool
read_wide(struct ir_inst *i, ir_reg counter, ir_reg wide)
{
	if (!extends(i, counter))
		return false;
	i->op = i->op == IR_ZEXT ? IR_MOV : IR_MUL;
	i->from = IR_NONE;
	i->src[0] = ir_r(wide);
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
widen(struct ir_func *f, const struct loop *l, const struct induction *k)
{
	ir_reg wide = ir_reg_new(f, IR_I64, f->regs[k->var].name);
	bool any = false;

	for (uint32_t b = 0; b < l->nblocks; b++)
		for (struct ir_inst *i = l->block[b]->first; i; i = i->next)
			any |= read_wide(i, k->var, wide);
	if (!any)
		return;
	struct ir_cursor before = { .func = f, .block = l->before, .place = k->step->place };
	struct ir_cursor head = ir_before(f, l->head, l->head->first);
	ir_mov(&before, wide, extended(&before, ir_r(k->var)));
	ir_emit(&head, IR_TRUNC, IR_I32, k->var, ir_r(wide), ir_none())->from = IR_I64;
	k->test->type = IR_I64;
	k->test->src[0] = ir_r(wide);
	k->test->src[1] = extended(&before, k->bound);
	k->step->type = IR_I64;
	k->step->dst = wide;
	k->step->nsw = true;
	k->step->src[0] = ir_r(wide);
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	struct arena *a = arena_new();

	(void)pc;
	loops_make_entrances(f, a);
	for (const struct loop *l = loops_find(a, graph_new(a, f, false)); l; l = l->next) {
		struct induction k;
		if (l->plain && l->innermost && l->before && l->before->term == TERM_JUMP &&
			counts_up(l, loop_defs(a, f, l), &k))
			widen(f, l, &k);
	}
	arena_free(a);
}

const struct pass pass_widen = { 'B', "widen", "unsigned counters in addresses have 64 bits", run, false,
	0 };
