/*
 * effects.c: which device functions only compute (see effects.h).
 *
 * Functions start without effect and rise when an instruction, or a callee, has one, until nothing
 * changes: so recursion needs no case of its own.  What a function does to its own local variables
 * nobody sees.
 */
#include "ir/effects.h"

struct own {
	struct arena *arena;
	const struct ir_func *f;
	bool *reg; /* by register: an address in f's local variables or in a table, or a maybe */
};

/* ---- addresses of local variables ---- */

static bool
is_own(const struct own *o, struct ir_value v)
{
	if (v.kind == VAL_SLOT)
		return v.u.slot->kind == SLOT_LOCAL;
	if (v.kind == VAL_SYMBOL)
		return v.u.symbol->constant;
	return v.kind == VAL_REG && o->reg[v.u.reg];
}

static bool
gives_own(const struct own *o, const struct ir_inst *i)
{
	switch (i->op) {
	case IR_MOV:
	case IR_ADDR:
	case IR_TOGENERIC:
	case IR_SUB: return is_own(o, i->src[0]);
	case IR_ADD: return is_own(o, i->src[0]) || is_own(o, i->src[1]);
	default: return false;
	}
}

/* The greatest solution: a register is an own address when all its assignments make it one. */
static struct own
own_addresses(struct arena *a, const struct ir_func *f)
{
	struct own o = { a, f, NEWN(a, bool, f->nregs) };
	bool changed = true;

	for (ir_reg r = 1; r < f->nregs; r++)
		o.reg[r] = f->regs[r].type == IR_I64;
	while (changed) {
		changed = false;
		for (const struct ir_block *b = f->blocks; b; b = b->next)
			for (const struct ir_inst *i = b->first; i; i = i->next)
				if (o.reg[i->dst] && !gives_own(&o, i)) {
					o.reg[i->dst] = false;
					changed = true;
				}
	}
	return o;
}

/* ---- instructions ---- */

bool
only_computes(const struct ir_inst *i)
{
	if (!i->call)
		return ir_ops[i->op].flags & IRF_PURE;
	for (int k = 0; k < i->call->nargs; k++)
		if (i->call->sig[k].bytes)
			return false;
	return !i->call->result.bytes && call_effect(i) == EFFECT_NONE;
}

enum ir_effect
call_effect(const struct ir_inst *i)
{
	const struct ir_symbol *callee = i->call->callee;

	if (!callee || !callee->func || !callee->func->blocks || i->call->noreturn)
		return EFFECT_WRITES;
	return callee->func->effect;
}

static enum ir_effect
inst_effect(const struct own *o, const struct ir_inst *i)
{
	switch (i->op) {
	case IR_LD:
		if (i->is_volatile)
			return EFFECT_WRITES;
		return i->space == SPACE_CONST || is_own(o, i->src[0]) ? EFFECT_NONE : EFFECT_READS;
	case IR_ST:
	case IR_MEMZERO:
		return is_own(o, i->src[0]) && !i->is_volatile ? EFFECT_NONE : EFFECT_WRITES;
	case IR_MEMCPY:
		if (!is_own(o, i->src[0]))
			return EFFECT_WRITES;
		return is_own(o, i->src[1]) ? EFFECT_NONE : EFFECT_READS;
	case IR_SREG: /* threads would get different results */ return EFFECT_WRITES;
	case IR_CALL:
		if (i->call->result.bytes && !is_own(o, i->call->result_addr))
			return EFFECT_WRITES;
		return call_effect(i);
	default:
		return ir_ops[i->op].flags & (IRF_MEMORY | IRF_ABSTRACT) ? EFFECT_WRITES :
									   EFFECT_NONE;
	}
}

/* Raise the function's effect.  A callee without effect may still be handed the address of what it
 * only reads, or writes as its own. */
static bool
raise_effect(struct arena *a, struct ir_func *f)
{
	struct own o = own_addresses(a, f);
	bool changed = false;

	for (const struct ir_block *b = f->blocks; b; b = b->next)
		for (const struct ir_inst *i = b->first; i; i = i->next) {
			enum ir_effect e = inst_effect(&o, i);
			if (e <= f->effect)
				continue;
			f->effect = e;
			f->effect_place = i->place;
			changed = true;
		}
	return changed;
}

void
find_effects(struct ir_module *m)
{
	bool changed = true;

	for (struct ir_symbol *s = m->symbols; s; s = s->next)
		if (s->kind == SYM_FUNC && s->func && s->func->blocks)
			s->func->effect = EFFECT_NONE;
	while (changed) {
		changed = false;
		for (struct ir_symbol *s = m->symbols; s; s = s->next)
			if (s->kind == SYM_FUNC && s->func && s->func->blocks)
				changed |= raise_effect(m->arena, s->func);
	}
}
