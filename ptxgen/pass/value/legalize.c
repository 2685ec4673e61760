/*
 * legalize.c: the few forms that PTX does not have.
 *
 * Requires: a plain graph.  Keeps everything else.  Afterwards:
 *  - addresses of slots and symbols are operands of MOV, ADDR and accesses (and of calls'
 * aggregates) only;
 *  - predicates are never literals except in MOV, and SELECT never selects predicates;
 *  - a call through a pointer has it in a register;
 *  - shuffles shuffle registers; CAS and EXCH have a destination; FFS is gone;
 *  - no NOT of 64 bits, which ptxas 11.8 loses in `not.b64; and.b64 mask; setp.ne.s64 0`.
 */
#include "pass/pass.h"

#include <stddef.h>

struct legal {
	struct ir_cursor at;
	struct ir_value *keep; /* the operand that may stay an address */
};

static void
address_to_register(void *ctx, struct ir_value *v)
{
	struct legal *l = ctx;

	if (v != l->keep && ir_is_address(*v))
		*v = ir_op1(&l->at, IR_MOV, IR_I64, *v);
}

static bool
takes_predicates(const struct ir_inst *i, int k)
{
	return i->op == IR_SELECT || i->op == IR_VOTE ? k == 0 : i->type == IR_PRED;
}

static void
literals(struct legal *l, struct ir_inst *i)
{
	for (int k = 0; k < 4; k++) {
		bool literal = i->src[k].kind == VAL_INT;

		if (literal && i->op != IR_MOV && takes_predicates(i, k))
			i->src[k] = ir_op1(&l->at, IR_MOV, IR_PRED, i->src[k]);
		if (i->op == IR_SHFL && k == 0 && i->src[k].kind != VAL_REG)
			i->src[k] = ir_op1(&l->at, IR_MOV, i->type, i->src[k]);
	}
}

/* Replace p ? a : b on predicates by (p & a) | (!p & b). */
static void
select_predicate(struct legal *l, struct ir_inst *i)
{
	struct ir_value p = i->src[0];
	struct ir_value yes = ir_op2(&l->at, IR_AND, IR_PRED, p, i->src[1]);
	struct ir_value no = ir_op2(&l->at, IR_AND, IR_PRED, ir_op1(&l->at, IR_NOT, IR_PRED, p),
		i->src[2]);

	i->op = IR_OR;
	i->src[0] = yes;
	i->src[1] = no;
	i->src[2] = ir_none();
}

/* Compute the lowest set bit's number from 1: clz(brev(x)) + 1, or 0. */
static void
find_first_set(struct legal *l, struct ir_inst *i)
{
	struct ir_value x = i->src[0];
	struct ir_value zeros = ir_op1(&l->at, IR_CLZ, i->type,
		ir_op1(&l->at, IR_BREV, i->type, x));
	struct ir_value number = ir_op2(&l->at, IR_ADD, IR_I32, zeros, ir_int(1));
	struct ir_value none = ir_compare(&l->at, IR_EQ, i->type, x, ir_int(0));

	i->op = IR_SELECT;
	i->type = IR_I32;
	i->src[0] = none;
	i->src[1] = ir_int(0);
	i->src[2] = number;
}

static void
legalize(struct ir_func *f, struct ir_block *b, struct ir_inst *i)
{
	bool access = i->op == IR_LD || i->op == IR_ST || i->op == IR_ATOM || i->op == IR_MOV ||
		i->op == IR_ADDR;
	struct legal l = { ir_before(f, b, i), access ? &i->src[0] : NULL };

	ir_visit_uses(i, address_to_register, &l);
	literals(&l, i);
	if (i->op == IR_CALL && !i->call->callee && i->call->target.kind == VAL_INT)
		i->call->target = ir_op1(&l.at, IR_MOV, IR_I64, i->call->target);
	if (i->op == IR_SELECT && i->type == IR_PRED)
		select_predicate(&l, i);
	else if (i->op == IR_FFS)
		find_first_set(&l, i);
	else if (i->op == IR_NOT && i->type == IR_I64) {
		i->op = IR_XOR;
		i->src[1] = ir_int(-1);
	} else if (i->op == IR_ATOM && i->dst == IR_NOREG &&
		(i->atom == ATOM_CAS || i->atom == ATOM_EXCH))
		i->dst = ir_reg_new(f, i->type, NULL);
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	(void)pc;
	for (struct ir_block *b = f->blocks; b; b = b->next) {
		for (struct ir_inst *i = b->first; i; i = i->next)
			legalize(f, b, i);
		if (b->term == TERM_BRANCH && b->cond.kind == VAL_INT) {
			struct ir_cursor c = { .func = f, .block = b, .place = b->place };
			b->cond = ir_op1(&c, IR_MOV, IR_PRED, b->cond);
		}
		if (b->term == TERM_RET && ir_is_address(b->cond)) {
			struct ir_cursor c = { .func = f, .block = b, .place = b->place };
			b->cond = ir_op1(&c, IR_MOV, IR_I64, b->cond);
		}
	}
}

const struct pass pass_legalize = { 'l', "legalize", "forms that PTX does not have", run, true, 0 };
