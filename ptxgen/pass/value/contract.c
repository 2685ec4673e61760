/*
 * contract.c: a multiplication whose result is only added becomes one fused operation.
 *
 *      t = mul a, b; s = add t, c      ->      s = fma a, b, c
 *
 * Requires: a plain graph, before propagation: then a temporary used once lies within one
 * expression, which is what -ffp-contract=on allows (C11 6.5p8, FP_CONTRACT).  With
 * -ffp-contract=fast variables that are assigned and used once count as temporaries too.
 */
#include "pass/pass.h"

#include <stddef.h>

struct contraction {
	struct ir_func *f;
	uint32_t *defs, *uses;
	bool across; /* fast: across statements */
};

/* Return the multiplication above i in its block that computes v for i alone, or NULL. */
static struct ir_inst *
product(const struct contraction *c, const struct ir_inst *i, struct ir_value v)
{
	if (v.kind != VAL_REG || c->defs[v.u.reg] != 1 || c->uses[v.u.reg] != 1)
		return NULL;
	if (c->f->regs[v.u.reg].name && !c->across)
		return NULL;
	struct ir_inst *p = ir_assignment(i->prev, v.u.reg);
	return p && p->op == IR_MUL ? p : NULL;
}

/* Return whether nothing between the product and the sum assigns the factors. */
static bool
factors_last(const struct ir_inst *p, const struct ir_inst *i)
{
	for (const struct ir_inst *k = p->next; k != i; k = k->next)
		for (int s = 0; s < 2 && k->dst != IR_NOREG; s++)
			if (p->src[s].kind == VAL_REG && p->src[s].u.reg == k->dst)
				return false;
	return true;
}

static struct ir_value
negated(struct ir_func *f, struct ir_block *b, struct ir_inst *i, struct ir_value v)
{
	struct ir_cursor c = ir_before(f, b, i);

	return ir_op1(&c, IR_NEG, i->type, v);
}

/* Contract a * b + c, a * b - c = a * b + (-c) or c - a * b = (-a) * b + c. */
static void
contract(const struct contraction *c, struct ir_block *b, struct ir_inst *i)
{
	struct ir_inst *p = product(c, i, i->src[0]);
	struct ir_value addend = i->src[1], a;
	bool left = p && factors_last(p, i);

	if (!left) {
		p = product(c, i, i->src[1]);
		addend = i->src[0];
		if (!p || !factors_last(p, i))
			return;
	}
	a = p->src[0];
	if (i->op == IR_SUB && left)
		addend = negated(c->f, b, i, addend);
	else if (i->op == IR_SUB)
		a = negated(c->f, b, i, a);
	i->op = IR_FMA;
	i->src[0] = a;
	i->src[1] = p->src[1];
	i->src[2] = addend;
	ir_remove(b, p);
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	struct arena *a = arena_new();
	struct contraction c = { f, ir_count_defs(a, f), NEWN(a, uint32_t, f->nregs),
		pc->o->contract == CONTRACT_FAST };

	ir_visit_func_uses(f, ir_count_use, c.uses);
	for (struct ir_block *b = f->blocks; b && pc->o->contract != CONTRACT_OFF; b = b->next)
		for (struct ir_inst *i = b->first; i; i = i->next)
			if ((i->op == IR_ADD || i->op == IR_SUB) &&
				(i->type == IR_F32 || i->type == IR_F64))
				contract(&c, b, i);
	arena_free(a);
}

const struct pass pass_contract = { 'f', "contract", "multiply and add in one rounding", run, false,
	0 };
