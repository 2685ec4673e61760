/*
 * order.c: of loads side by side those go first whose address all threads of a warp share, and loads
 * go before stores that cannot touch the same.
 *
 *      a = ld [row + j]; x = ld [vector]      ->      x = ld [vector]; a = ld [row + j]
 *      st [u + j], a; b = ld [r + j]          ->      b = ld [r + j]; st [u + j], a
 *
 * Requires: a plain graph, after readonly.  Keeps everything else.  A load that all share is one access
 * to memory, and one of 32 addresses up to 32: what is short is not kept waiting behind what is long.
 * An assembler that orders loads by itself makes little of it.  What a thread's address depends on is
 * guessed from the registers alone; a wrong guess costs time, no result.  But no assembler knows what
 * the launch has checked, or that two variables are two: it leaves loads behind stores, and what is
 * loaded once more there it loads once more.
 */
#include "pass/pass.h"

#include <stddef.h>

/* A register of the machine that has one value for the whole team. */
static bool
is_shared_sreg(const struct ir_inst *i)
{
	return i->index == SREG_NTID || i->index == SREG_CTAID || i->index == SREG_NCTAID ||
		i->index == SREG_DYNAMIC_SHARED;
}

static bool
varies(const bool *varying, struct ir_value v)
{
	return v.kind == VAL_REG && varying[v.u.reg];
}

/* The result may differ from thread to thread. */
static bool
result_varies(const bool *varying, const struct ir_inst *i)
{
	bool computed = ir_ops[i->op].flags & IRF_PURE || (i->op == IR_LD && i->read_only);

	if (i->op == IR_SREG)
		return !is_shared_sreg(i);
	if (!computed)
		return true;
	for (int k = 0; k < 4; k++)
		if (varies(varying, i->src[k]))
			return true;
	return false;
}

static bool *
find_varying(struct arena *a, const struct ir_func *f)
{
	bool *varying = NEWN(a, bool, f->nregs), changed = true;

	while (changed) {
		changed = false;
		for (const struct ir_block *b = f->blocks; b; b = b->next)
			for (const struct ir_inst *i = b->first; i; i = i->next)
				if (i->dst != IR_NOREG && !varying[i->dst] &&
					result_varies(varying, i))
					changed = varying[i->dst] = true;
	}
	return varying;
}

static bool
is_load(const struct ir_inst *i)
{
	return i->op == IR_LD && i->space == SPACE_GLOBAL && !i->is_volatile;
}

/* i goes ahead of the load before it. */
static bool
goes_first(const bool *varying, struct ir_inst *i)
{
	struct ir_inst *p = i->prev;

	return is_load(i) && p && is_load(p) && varies(varying, p->src[0]) &&
		!varies(varying, i->src[0]) && !ir_reads(i, p->dst) && !ir_reads(p, i->dst) &&
		i->dst != p->dst;
}

/* Put i before another instruction of its block; NULL: at its end. */
static void
move(struct ir_func *f, struct ir_block *b, struct ir_inst *i, struct ir_inst *before)
{
	struct ir_cursor c = { .func = f, .block = b, .before = before };

	ir_repeat(&c, i);
	ir_remove(b, i);
}

static void
order_loads(struct ir_func *f, const struct pass_context *pc)
{
	struct arena *a = arena_new();
	bool *varying = f->is_kernel ? find_varying(a, f) : NULL;

	for (struct ir_block *b = f->blocks; b && varying; b = b->next) {
		for (struct ir_inst *i = b->first, *next; i; i = next) {
			next = i->next;
			if (!goes_first(varying, i))
				continue;
			diag_remark(pc->diag, i->place, "-Rpass=order",
				"loaded before what stands before it: all "
				"threads load the same [MC510]");
			move(f, b, i, i->prev);
			next = b->first;
		}
	}
	arena_free(a);
}

/* ---- loads and stores ---- */

enum { NEAR = 48, MOST_LOADS = 8 }; /* what is loaded early keeps a register */

/* Return whether the store may stand behind i. */
static bool
lets_down(struct ir_func *f, const struct pass_context *pc, struct ir_inst *store,
	const struct ir_inst *i)
{
	if (i->dst != IR_NOREG && ir_reads(store, i->dst))
		return false;
	if (i->op == IR_LD)
		return !i->is_volatile && accesses_apart(f, pc->o, store, i);
	return ir_ops[i->op].flags & IRF_PURE && i->op != IR_SREG;
}

/* Put a store behind the last load that it lets go ahead.  Those of what nobody writes go ahead by
 * themselves. */
static void
delay(struct ir_func *f, const struct pass_context *pc, struct ir_block *b, struct ir_inst *store)
{
	struct ir_inst *last = NULL, *i = store->next;
	int loads = 0;

	for (int n = 0; i && n < NEAR && loads < MOST_LOADS && lets_down(f, pc, store, i); n++) {
		if (is_load(i) && !i->read_only) {
			last = i;
			loads++;
			diag_remark(pc->diag, i->place, "-Rpass=order",
				"loaded before what stands before it: "
				"that is stored elsewhere [MC510]");
		}
		i = i->next;
	}
	if (last)
		move(f, b, store, last->next);
}

static void
delay_stores(struct ir_func *f, const struct pass_context *pc)
{
	for (struct ir_block *b = f->blocks; b; b = b->next)
		for (struct ir_inst *i = b->last, *prev; i; i = prev) {
			prev = i->prev;
			if (i->op == IR_ST && i->space == SPACE_GLOBAL && !i->is_volatile)
				delay(f, pc, b, i);
		}
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	delay_stores(f, pc);
	order_loads(f, pc);
}

const struct pass pass_order = { 'd', "order",
	"loads that all threads share, or of other memory, go first", run, false,
	PTXGEN_SWITCH_ORDER + 1 };
