/*
 * dead.c: removes what nobody uses: pure operations, calls that only compute, loads, and assignments to variables that are
 * never read.  An atomic whose old value nobody wants keeps its effect and loses its result, which
 * makes it a reduction operation (red) in PTX.
 *
 * Requires: a plain graph.  Keeps volatile loads, and whatever touches memory.
 */
#include "ir/effects.h"
#include "pass/pass.h"

#include <stddef.h>

static bool
removable(const struct ir_inst *i)
{
	if (i->dst == IR_NOREG)
		return false;
	return only_computes(i) || (i->op == IR_LD && !i->is_volatile);
}

static bool
unwanted_old_value(const struct ir_inst *i, const uint32_t *used)
{
	return i->op == IR_ATOM && i->dst != IR_NOREG && used[i->dst] == 0 && i->atom != ATOM_CAS &&
		i->atom != ATOM_EXCH;
}

static bool
sweep(struct ir_func *f, uint32_t *used)
{
	bool changed = false;

	for (struct ir_block *b = f->blocks; b; b = b->next) {
		for (struct ir_inst *i = b->last, *prev; i; i = prev) {
			prev = i->prev;
			bool self = i->op == IR_MOV && i->src[0].kind == VAL_REG &&
				i->src[0].u.reg == i->dst;
			if (removable(i) && (self || used[i->dst] == 0)) {
				ir_remove(b, i);
				changed = true;
			} else if (unwanted_old_value(i, used)) {
				i->dst = IR_NOREG;
			}
		}
	}
	return changed;
}

static void
mark_slot(void *ctx, struct ir_value *v)
{
	bool *used = ctx;

	if (v->kind == VAL_SLOT)
		used[v->u.slot->id] = true;
}

static void
drop_unused_slots(struct ir_func *f, struct arena *a)
{
	bool *used = NEWN(a, bool, f->nslots + 1);
	struct ir_slot **link = &f->slots;

	ir_visit_func_uses(f, mark_slot, used);
	while (*link) {
		if (used[(*link)->id])
			link = &(*link)->next;
		else
			*link = (*link)->next;
	}
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	struct arena *a = arena_new();
	bool changed = true;

	(void)pc;
	while (changed) {
		uint32_t *used = NEWN(a, uint32_t, f->nregs);
		ir_visit_func_uses(f, ir_count_use, used);
		changed = sweep(f, used);
	}
	drop_unused_slots(f, a);
	arena_free(a);
}

const struct pass pass_dead = { 'x', "dead", "removes what nobody uses", run, false, 0 };
