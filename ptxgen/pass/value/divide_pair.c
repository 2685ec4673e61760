/*
 * divide_pair.c: a quotient and a remainder of the same operands take one division, for divide.c.
 *
 *      c = x % w; r = x / w     ->      q = x / w; c = x - q * w; r = q
 */
#include "ir/graph.h"
#include "pass/pass.h"

#include <stddef.h>

struct pairing {
	struct ir_func *f;
	struct graph *g;
	bool *single;
	uint32_t nregs; /* of the snapshot */
};

struct place_of {
	struct ir_block *block;
	struct ir_inst *inst;
};

/* Return whether v, read at `first` and at a later instruction of the same block, or of one that it dominates, is the
 * same. */
static bool
stays(const struct pairing *p, struct place_of first, struct place_of later, struct ir_value v)
{
	if (v.kind != VAL_REG || (v.u.reg < p->nregs && p->single[v.u.reg]))
		return true;
	if (first.block != later.block)
		return false;
	for (const struct ir_inst *i = first.inst; i != later.inst; i = i->next)
		if (i->dst == v.u.reg)
			return false;
	return true;
}

/* Return whether i is on all ways to j, and of the same operands: a quotient where that is a remainder, or the other way
 * round. */
static bool
is_pair(const struct pairing *p, struct place_of i, struct place_of j)
{
	enum ir_op quotient = i.inst->op == IR_DIV_S || i.inst->op == IR_REM_S ? IR_DIV_S :
										 IR_DIV_U;
	enum ir_op remainder = quotient == IR_DIV_S ? IR_REM_S : IR_REM_U;

	return j.inst->op == (i.inst->op == quotient ? remainder : quotient) &&
		i.inst->type == j.inst->type && ir_same_value(i.inst->src[0], j.inst->src[0]) &&
		ir_same_value(i.inst->src[1], j.inst->src[1]) &&
		(i.block == j.block || graph_dominates(p->g, i.block, j.block)) &&
		stays(p, i, j, i.inst->src[0]) && stays(p, i, j, i.inst->src[1]);
}

/* Divide once, before i, and make both of that. */
static void
divide_once(struct pairing *p, struct place_of i, struct place_of j)
{
	struct ir_inst *both[2] = { i.inst, j.inst }, old = *i.inst;
	bool is_signed = old.op == IR_DIV_S || old.op == IR_REM_S;
	struct ir_cursor c = ir_before(p->f, i.block, i.inst);
	struct ir_value q = ir_op2(&c, is_signed ? IR_DIV_S : IR_DIV_U, old.type, old.src[0],
		old.src[1]);

	for (int k = 0; k < 2; k++) {
		if (both[k]->op == IR_DIV_S || both[k]->op == IR_DIV_U) {
			ir_become(both[k], IR_MOV, old.type, IR_NONE, q, ir_none());
			continue;
		}
		c = ir_before(p->f, (k ? j : i).block, both[k]);
		ir_become(both[k], IR_SUB, old.type, IR_NONE, old.src[0],
			ir_op2(&c, IR_MUL, old.type, q, old.src[1]));
	}
}

/* Return how many divisions f has whose divisor only the run knows. */
static int
count_divisions(const struct ir_func *f)
{
	int n = 0;

	for (const struct ir_block *b = f->blocks; b; b = b->next)
		for (const struct ir_inst *i = b->first; i; i = i->next)
			n += is_division(i) && i->src[1].kind == VAL_REG;
	return n;
}

void
pair_divisions(struct ir_func *f)
{
	if (count_divisions(f) < 2)
		return;
	struct arena *a = arena_new();
	struct graph *g = graph_new(a, f, false);
	struct pairing p = { f, g, graph_single(a, g), f->nregs };
	VEC(struct place_of) all = { 0 };

	for (uint32_t k = 0; k < g->nrpo; k++)
		for (struct ir_inst *i = g->rpo[k]->first; i; i = i->next)
			if (is_division(i) && i->src[1].kind == VAL_REG)
				vec_push(a, &all, ((struct place_of){ g->rpo[k], i }));
	for (size_t k = 0; k < all.n; k++)
		for (size_t n = k + 1; n < all.n && is_division(all.v[k].inst); n++)
			if (is_pair(&p, all.v[k], all.v[n]))
				divide_once(&p, all.v[k], all.v[n]);
	arena_free(a);
}
