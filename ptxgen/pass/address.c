/*
 * address.c: constants go into addresses, and widening into multiplications.
 *
 * Requires: a plain graph.  Keeps everything else; what becomes unused is left to dead.
 *
 *      a = p + 16; load [a]            ->  load [p + 16]
 *      w = sext i; s = w * 8           ->  s = mulwide i, 8
 *      s = w << 3                      ->  the same
 */
#include "ir/graph.h"
#include "pass/pass.h"

#include <stddef.h>

struct addressing {
	struct ir_func *f;
	bool *single;
	struct ir_inst **def; /* by register: its only assignment */
};

static struct ir_inst *
def_of(const struct addressing *s, struct ir_value v)
{
	return v.kind == VAL_REG && s->single[v.u.reg] ? s->def[v.u.reg] : NULL;
}

/* What the operands name has the same value wherever the result is used: they are assigned once. */
static bool
stable(const struct addressing *s, struct ir_value v)
{
	return v.kind != VAL_REG || s->single[v.u.reg];
}

static bool
fits(int64_t n)
{
	return n >= INT32_MIN && n <= INT32_MAX;
}

static void
fold_offset(const struct addressing *s, struct ir_inst *i)
{
	for (;;) {
		struct ir_inst *d = def_of(s, i->src[0]);
		if (!d || d->op != IR_ADD || d->src[1].kind != VAL_INT || !stable(s, d->src[0]) ||
			d->src[0].kind != VAL_REG || !fits(i->offset + d->src[1].u.i))
			return;
		i->offset += d->src[1].u.i;
		i->src[0] = d->src[0];
	}
}

/* The factor of a multiplication or shift by a constant, 0 when there is none. */
static int64_t
factor(const struct ir_inst *i)
{
	if (i->src[1].kind != VAL_INT)
		return 0;
	if (i->op == IR_MUL && i->src[1].u.i > 0)
		return i->src[1].u.i;
	if (i->op == IR_SHL && i->src[1].u.i >= 0 && i->src[1].u.i < 31)
		return INT64_C(1) << i->src[1].u.i;
	return 0;
}

static void
fold_widening(const struct addressing *s, struct ir_inst *i)
{
	int64_t by = i->type == IR_I64 ? factor(i) : 0;
	struct ir_inst *d = by && by <= INT32_MAX ? def_of(s, i->src[0]) : NULL;

	if (!d || (d->op != IR_SEXT && d->op != IR_ZEXT) || !stable(s, d->src[0]))
		return;
	i->op = d->op == IR_SEXT ? IR_MULWIDE_S : IR_MULWIDE_U;
	i->src[0] = d->src[0];
	i->src[1] = ir_int(by);
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	struct arena *a = arena_new();
	struct addressing s = { f, graph_single(a, graph_new(a, f, false)),
		NEWN(a, struct ir_inst *, f->nregs) };

	(void)pc;
	for (struct ir_block *b = f->blocks; b; b = b->next)
		for (struct ir_inst *i = b->first; i; i = i->next)
			if (i->dst != IR_NOREG)
				s.def[i->dst] = i;
	for (struct ir_block *b = f->blocks; b; b = b->next) {
		for (struct ir_inst *i = b->first; i; i = i->next) {
			if (i->op == IR_LD || i->op == IR_ST)
				fold_offset(&s, i);
			else if (i->op == IR_MUL || i->op == IR_SHL)
				fold_widening(&s, i);
		}
	}
	arena_free(a);
}

const struct pass pass_address = { 'a', "address",
	"constants go into addresses, widening into multiplications", run, false, 0 };
