/*
 * narrow.c: 64-bit arithmetic on values that are known to fit 32 bits is done in 32; of doubles in narrow_float.c.
 *
 *      q = div.u64 (zext x), (zext y)      ->      q = zext (div.u32 x, y)
 *      t = trunc (a - b)                   ->      t = trunc a - trunc b
 *
 * Requires: a plain graph.  Keeps everything else; what becomes unused is left to dead.  A GPU
 * divides by a routine, which for 64 bits is some five times as long.  The divisions are those that
 * find the indices of a collapsed loop (OpenMP 5.2 [4.4.3]), in the entries for trip counts below
 * 2^31 (entries.c).
 */
#include "pass/value/narrow_int.h"
#include "pass/pass.h"

#include <stddef.h>
#include <string.h>

static bool
steady(const struct narrowing *s, struct ir_value v)
{
	return v.kind != VAL_REG || v.u.reg >= s->nregs || s->def[v.u.reg];
}

/* Return whether v has not been assigned since the definition of `since` in this block: a work
 * loop's index, in its body. */
static bool
unchanged(const struct narrowing *s, struct ir_value v, ir_reg since)
{
	return steady(s, v) || (s->assigned[since] && s->assigned[v.u.reg] < s->assigned[since]);
}

struct ir_inst *
narrow_def(const struct narrowing *s, struct ir_value v)
{
	struct ir_inst *d = v.kind == VAL_REG && v.u.reg < s->nregs ? s->def[v.u.reg] : NULL;

	for (int k = 0; d && k < 3; k++)
		if (!unchanged(s, d->src[k], v.u.reg))
			return NULL;
	return d;
}

/* Return the 32-bit value of which v is the zero-extension, or VAL_NONE. */
static struct ir_value
unextended(const struct narrowing *s, struct ir_value v)
{
	const struct ir_inst *d = narrow_def(s, v);

	if (v.kind == VAL_INT && v.u.i >= 0 && v.u.i <= UINT32_MAX)
		return ir_int((int32_t)(uint32_t)v.u.i);
	return d && d->op == IR_ZEXT && d->from == IR_I32 ? d->src[0] : ir_none();
}

/* Return the lower half of v, computed at c in 32 bits, or VAL_NONE: it is not so simple, or others need all of v. */
static struct ir_value
lower_half(const struct narrowing *s, struct ir_cursor *c, struct ir_value v, int depth)
{
	const struct ir_inst *d = narrow_def(s, v);
	struct ir_value a, b;

	if (v.kind == VAL_INT)
		return ir_int((int32_t)(uint32_t)v.u.i);
	if (!d || depth == DEEPEST)
		return ir_none();
	if ((d->op == IR_ZEXT || d->op == IR_SEXT) && d->from == IR_I32)
		return d->src[0];
	if ((d->op != IR_ADD && d->op != IR_SUB && d->op != IR_MUL) ||
		s->wide[v.u.reg] > (depth > 0 ? 1 : 0))
		return ir_none();
	a = lower_half(s, c, d->src[0], depth + 1);
	b = a.kind == VAL_NONE ? a : lower_half(s, c, d->src[1], depth + 1);
	return b.kind == VAL_NONE ? b : ir_op2(c, d->op, IR_I32, a, b);
}

static void
narrow_division(const struct narrowing *s, struct ir_cursor *c, struct ir_inst *i,
	struct diag *diag)
{
	struct ir_value a = unextended(s, i->src[0]), b = unextended(s, i->src[1]);

	if (a.kind == VAL_NONE || b.kind == VAL_NONE) {
		if (i->src[1].kind != VAL_INT && says_missed(s->f))
			diag_remark(diag, i->place, "-Rpass-missed=narrow",
				"this division is done in 64 bits: its "
				"operands are not known to fit into 32 [MC524]");
		return;
	}
	diag_remark(diag, i->place, "-Rpass=narrow", "this division is done in 32 bits [MC508]");
	struct ir_value q = ir_op2(c, i->op, IR_I32, a, b);
	s->f->regs[q.u.reg].nonneg = a.kind == VAL_REG && s->f->regs[a.u.reg].nonneg;
	ir_become(i, IR_ZEXT, IR_I64, IR_I32, q, ir_none());
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	struct arena *a = arena_new();

	narrow_round_early(a, f);
	struct graph *g = graph_new(a, f, false);
	struct narrowing s = { f, graph_defs(a, g, graph_single(a, g)), f->nregs,
		NEWN(a, uint32_t, f->nregs), NEWN(a, uint32_t, f->nregs + 1), 0 };

	for (struct ir_block *b = f->blocks; b; b = b->next) {
		for (struct ir_inst *i = b->first; i; i = i->next)
			if (i->op != IR_TRUNC)
				ir_visit_uses(i, ir_count_use, s.wide);
		ir_visit_term_uses(b, ir_count_use, s.wide);
	}

	for (uint32_t k = 0; k < g->nrpo; k++) {
		struct ir_block *b = g->rpo[k];
		memset(s.assigned, 0, s.nregs * sizeof *s.assigned);
		s.now = 0;
		for (struct ir_inst *i = b->first; i; i = i->next) {
			struct ir_cursor c = ir_before(f, b, i);
			struct ir_value low;
			if ((i->op == IR_DIV_U || i->op == IR_REM_U) && i->type == IR_I64)
				narrow_division(&s, &c, i, pc->diag);
			else if (i->op == IR_TRUNC &&
				(low = lower_half(&s, &c, i->src[0], 0)).kind != VAL_NONE)
				ir_become(i, IR_MOV, IR_I32, IR_NONE, low, ir_none());
			else
				narrow_floats(&s, &c, i, pc->diag);
			if (i->dst < s.nregs)
				s.assigned[i->dst] = ++s.now;
		}
	}
	arena_free(a);
}

const struct pass pass_narrow = { 'w', "narrow", "64-bit arithmetic on small values in 32 bits",
	run, false, PTXGEN_SWITCH_NARROW + 1 };
