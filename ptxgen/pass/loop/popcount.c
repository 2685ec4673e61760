/*
 * popcount.c: a loop that clears a number's lowest bit until none is left is one instruction.
 *
 *      while (v) { v &= v - 1; n++; }         ->      n += popc(v); v = 0
 *
 * nvcc knows the loop, too (Kernighan and Ritchie, exercise 2-9).
 *
 * Requires: a plain graph, after propagation.  Breaks: graph snapshots; cfg joins what it leaves.
 */
#include "pass/pass.h"
#include "pass/loop/loops.h"

#include <stdint.h>

/* What a loop of a test and one block consists of. */
struct clearing {
	const struct loop *l;
	const uint32_t *defs;
	ir_reg v;
	const struct ir_inst *test, *less, *cleared,
		*cut; /* v != 0; v - 1; v & less; its zext or NULL */
	bool shows;   /* what one of these computes is read outside, v's last value apart */
};

static bool
is_reg(struct ir_value v, ir_reg r)
{
	return ir_same_value(v, ir_r(r));
}

/* Return whether i counts the rounds, by a constant that a product of 64 bits takes, too. */
static bool
counts(const struct clearing *c, const struct ir_inst *i)
{
	return loop_is_step(i, c->defs) && i->dst != c->v &&
		i->src[1].u.i == (int32_t)i->src[1].u.i;
}

static bool
is_one_less(const struct clearing *c, const struct ir_inst *i)
{
	return c->defs[i->dst] == 1 && is_reg(i->src[0], c->v) &&
		((i->op == IR_SUB && ir_is_int(i->src[1], 1)) ||
			(i->op == IR_ADD && ir_is_int(i->src[1], -1)));
}

static bool
is_cleared(const struct clearing *c, const struct ir_inst *i)
{
	if (i->op != IR_AND || !c->less || c->cleared || c->defs[i->dst] != 1)
		return false;
	return (is_reg(i->src[0], c->v) && is_reg(i->src[1], c->less->dst)) ||
		(is_reg(i->src[1], c->v) && is_reg(i->src[0], c->less->dst));
}

static bool
is_cut(const struct clearing *c, const struct ir_inst *i)
{
	return (i->op == IR_ZEXT8 || i->op == IR_ZEXT16) && c->cleared && !c->cut &&
		i->dst == c->v && is_reg(i->src[0], c->cleared->dst);
}

static bool
find(struct clearing *c)
{
	const struct ir_block *h = c->l->head, *b = c->l->latch;

	c->test = loop_head_test(c->l);
	if (!c->test || c->l->nblocks != 2 || h->first != h->last || b->term != TERM_JUMP ||
		c->test->op != IR_NE || c->test->src[0].kind != VAL_REG ||
		!ir_is_int(c->test->src[1], 0))
		return false;
	c->v = c->test->src[0].u.reg;
	for (const struct ir_inst *i = b->first; i; i = i->next) {
		if (!c->less && is_one_less(c, i))
			c->less = i;
		else if (is_cleared(c, i))
			c->cleared = i;
		else if (is_cut(c, i))
			c->cut = i;
		else if (!counts(c, i))
			return false;
	}
	return c->cleared && (c->cut ? c->cut : c->cleared)->dst == c->v && c->defs[c->v] == 1;
}

static void
note_use(void *ctx, struct ir_value *v)
{
	struct clearing *c = ctx;

	c->shows |= is_reg(*v, c->test->dst) || is_reg(*v, c->less->dst) ||
		(c->cut && is_reg(*v, c->cleared->dst));
}

static bool
shows(const struct ir_func *f, struct clearing *c)
{
	for (struct ir_block *b = f->blocks; b; b = b->next)
		if (b != c->l->head && b != c->l->latch)
			ir_visit_block_uses(b, note_use, c);
	return c->shows;
}

/* Put at the cursor what the loop leaves behind. */
static void
write_count(struct ir_cursor *at, const struct clearing *c)
{
	struct ir_value n = ir_op1(at, IR_POPC, c->test->type, ir_r(c->v));

	for (const struct ir_inst *i = c->l->latch->first; i; i = i->next) {
		if (!counts(c, i))
			continue;
		enum ir_op times = i->type == IR_I64 ? IR_MULWIDE_S : IR_MUL;
		struct ir_value by = ir_op2(at, times, i->type, n, i->src[1]);
		ir_emit(at, i->op, i->type, i->dst, i->src[0], by);
	}
	ir_mov(at, c->v, ir_int(0));
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	struct arena *a = arena_new();
	struct graph *g = graph_new(a, f, false);
	bool changed = false;

	for (const struct loop *l = loops_find(a, g); l; l = l->next) {
		struct clearing c = { .l = l, .defs = loop_defs(a, f, l) };

		if (!l->plain || !find(&c) || shows(f, &c))
			continue;
		struct ir_cursor at = { .func = f, .place = c.test->place };
		at.block = loop_entrance(f, g, l);
		write_count(&at, &c);
		ir_jump(&at, l->head->to[1]);
		changed = true;
	}
	arena_free(a);
	if (changed)
		pass_cfg.run(f, pc);
}

const struct pass pass_popcount = { 'P', "popcount",
	"loops that clear bit after bit are one instruction", run, false, 0 };
