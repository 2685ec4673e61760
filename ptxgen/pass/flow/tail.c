/*
 * tail.c: a function that ends with a call of itself begins anew.
 *
 *      return b ? gcd(b, a % b) : a;       ->      while (b) { t = a % b; a = b; b = t; } return a;
 *
 * Such a function needs no stack, and can be built into its callers.  On the machine lanes come back
 * together, which they do not from different depths of a recursion: ptxas takes them to be, and their
 * values for those of the whole warp.
 *
 * Requires: functions as they were built.  Only those without variables in memory, whose address a call may
 * have been given, and with scalars for parameters and result.
 */
#include "pass/pass.h"

#include <stddef.h>

struct tail {
	struct ir_func *f;
	struct ir_block *start; /* behind the parameters */
	ir_reg *param;          /* their registers; IR_NOREG: not used */
};

static bool
takes_scalars(const struct ir_func *f)
{
	for (int k = 0; k < f->nparams; k++)
		if (f->params[k].bytes)
			return false;
	return !f->result.bytes;
}

/* Find the registers that the first block, which has nothing else, loads the parameters into. */
static bool
find_params(struct tail *t, struct arena *a)
{
	struct ir_block *b = t->f->blocks;

	t->param = NEWN(a, ir_reg, t->f->nparams + 1);
	for (const struct ir_inst *i = b->first; i; i = i->next) {
		if (i->op != IR_LDPARAM || t->param[i->index] != IR_NOREG)
			return false;
		t->param[i->index] = i->dst;
	}
	t->start = b->to[0];
	return b->term == TERM_JUMP && t->start != b;
}

/* Return whether behind the call, in b, nothing is done but to return what it gives. */
static bool
is_last(const struct ir_block *b, const struct ir_inst *call)
{
	enum { FARTHEST = 8 };
	const struct ir_inst *i = call->next;
	ir_reg gives = call->dst;

	for (int n = 0; n < FARTHEST; n++, b = b->to[0], i = b->first) {
		for (; i; i = i->next) {
			if (i->op != IR_MOV || i->pinned || i->src[0].kind != VAL_REG ||
				i->src[0].u.reg != gives)
				return false;
			gives = i->dst;
		}
		if (b->term == TERM_RET)
			return gives == IR_NOREG ?
				b->cond.kind == VAL_NONE :
				b->cond.kind == VAL_REG && b->cond.u.reg == gives;
		if (b->term != TERM_JUMP)
			return false;
	}
	return false;
}

/* Replace the call, and all behind it in b. */
static void
begin_anew(const struct tail *t, struct ir_block *b, struct ir_inst *call)
{
	const struct ir_call *to = call->call;
	struct ir_cursor c = { .func = t->f, .block = b, .place = call->place };
	struct ir_value *next = NEWN(t->f->arena, struct ir_value, to->nargs + 1);

	while (call) {
		struct ir_inst *behind = call->next;
		ir_remove(b, call);
		call = behind;
	}
	b->term = TERM_NONE;
	for (int k = 0; k < to->nargs; k++)
		if (t->param[k] != IR_NOREG) {
			next[k] = ir_r(ir_reg_new(t->f, t->f->regs[t->param[k]].type, NULL));
			ir_mov(&c, next[k].u.reg, to->args[k]);
		}
	for (int k = 0; k < to->nargs; k++)
		if (t->param[k] != IR_NOREG)
			ir_mov(&c, t->param[k], next[k]);
	ir_jump(&c, t->start);
}

static void
look_at(struct ir_func *f)
{
	struct arena *a = arena_new();
	struct tail t = { .f = f };
	bool fits = f->blocks && !f->is_kernel && !f->slots && !f->nconstructs &&
		takes_scalars(f) && find_params(&t, a);

	for (struct ir_block *b = fits ? f->blocks : NULL; b; b = b->next)
		for (struct ir_inst *i = b->first, *next; i; i = next) {
			next = i->next;
			if (i->op != IR_CALL || !i->call->callee || i->call->callee->func != f ||
				i->call->nargs != f->nparams || !is_last(b, i))
				continue;
			begin_anew(&t, b, i);
			next = NULL;
		}
	arena_free(a);
}

void
tail_calls(struct ir_module *m)
{
	for (struct ir_symbol *s = m->symbols; s; s = s->next)
		if (s->kind == SYM_FUNC && s->func)
			look_at(s->func);
}
