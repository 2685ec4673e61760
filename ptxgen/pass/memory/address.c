/*
 * address.c: constants go into addresses, and widening into multiplications.
 *
 * Requires: a plain graph.  Keeps everything else; what becomes unused is left to dead.
 *
 *      a = p + 16; load [a]            ->  load [p + 16]
 *      w = sext i; s = w * 8           ->  s = mulwide i, 8
 *      s = w << 3                      ->  the same
 *      t = 3 * x; s = t * y            ->  s = 3 * (x * y)
 */
#include "ir/graph.h"
#include "pass/pass.h"

#include <stddef.h>

struct addressing {
	struct ir_func *f;
	struct ir_inst **def; /* graph_defs */
};

static struct ir_inst *
def_of(const struct addressing *s, struct ir_value v)
{
	return v.kind == VAL_REG ? s->def[v.u.reg] : NULL;
}

/* Return whether what the operands name is the same wherever the result is used: they are assigned
 * once. */
static bool
stable(const struct addressing *s, struct ir_value v)
{
	return v.kind != VAL_REG || s->def[v.u.reg];
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

/* Return the factor of a multiplication or shift by a constant, or 0: it has none. */
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

/* Return v as a factor that `extension` makes 64 bits wide, or VAL_NONE. */
static struct ir_value
narrow_factor(const struct addressing *s, struct ir_value v, enum ir_op extension)
{
	const struct ir_inst *d = def_of(s, v);

	if (v.kind == VAL_INT)
		return (extension == IR_ZEXT ? v.u.i >= 0 && v.u.i <= UINT32_MAX : fits(v.u.i)) ?
			v :
			ir_none();
	return d && d->op == extension && d->from == IR_I32 && stable(s, d->src[0]) ? d->src[0] :
										      ir_none();
}

static void
fold_widening(const struct addressing *s, struct ir_inst *i)
{
	struct ir_inst *d = i->type == IR_I64 ? def_of(s, i->src[0]) : NULL;
	int64_t by = factor(i);
	struct ir_value a, b;

	if (!d || (d->op != IR_SEXT && d->op != IR_ZEXT))
		return;
	a = narrow_factor(s, i->src[0], d->op);
	b = narrow_factor(s, by ? ir_int(by) : i->op == IR_MUL ? i->src[1] : ir_none(), d->op);
	if (a.kind == VAL_NONE || b.kind == VAL_NONE)
		return;
	i->op = d->op == IR_SEXT ? IR_MULWIDE_S : IR_MULWIDE_U;
	i->src[0] = a;
	i->src[1] = b;
}

/* Move a constant factor to the end, so that products of the same variables are computed once. */
static void
factor_last(const struct addressing *s, struct ir_block *b, struct ir_inst *i)
{
	for (int k = 0; k < 2; k++) {
		struct ir_inst *d = def_of(s, i->src[k]);
		struct ir_value y = i->src[!k];
		int c = d && d->src[0].kind == VAL_INT ? 0 : 1;
		struct ir_cursor at = ir_before(s->f, b, i);

		if (!d || d->op != IR_MUL || d->type != i->type || y.kind != VAL_REG ||
			d->src[c].kind != VAL_INT || d->src[!c].kind != VAL_REG ||
			!stable(s, d->src[!c]) || !stable(s, y) || d->src[c].u.i == 0)
			continue;
		i->src[1] = d->src[c];
		i->src[0] = ir_op2(&at, IR_MUL, i->type, d->src[!c], y);
		i->prev->nsw = i->nsw &= d->nsw;
		return;
	}
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	struct arena *a = arena_new();
	struct graph *g = graph_new(a, f, false);
	struct addressing s = { f, graph_defs(a, g, graph_single(a, g)) };

	(void)pc;
	for (struct ir_block *b = f->blocks; b; b = b->next) {
		for (struct ir_inst *i = b->first; i; i = i->next) {
			if (i->op == IR_LD || i->op == IR_ST)
				fold_offset(&s, i);
			else if (i->op == IR_MUL || i->op == IR_SHL)
				fold_widening(&s, i);
			if (i->op == IR_MUL && ir_is_int_type(i->type))
				factor_last(&s, b, i);
		}
	}
	arena_free(a);
}

const struct pass pass_address = { 'a', "address",
	"constants go into addresses, widening into multiplications", run, false, 0 };
