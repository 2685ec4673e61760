/*
 * unroll_copy.c: copies of a loop's blocks (see unroll_int.h).  No pass of its own.
 *
 * The copies get registers of their own for what only the loop uses, and the variable becomes a
 * constant, or a constant more than at the start of the round, so that addresses share their
 * computation (share.c).
 */
#include "pass/loop/unroll_int.h"

#include <string.h>

/* ---- whose registers ---- */

struct place_of_use {
	struct unrolling *u;
	bool inside;
};

static void
note_use(void *ctx, struct ir_value *v)
{
	struct place_of_use *p = ctx;

	if (v->kind != VAL_REG || p->inside)
		return;
	p->u->own[v->u.reg] = false;
	p->u->shows |= v->u.reg == p->u->i.var;
}

/* Find the loop's temporaries: one assignment, which dominates all uses, and no use outside. */
static void
find_own(struct unrolling *u)
{
	bool *single = graph_single(u->a, u->g);

	u->own = NEWN(u->a, bool, u->f->nregs);
	for (uint32_t k = 0; k < u->l->nblocks; k++)
		for (struct ir_inst *i = u->l->block[k]->first; i; i = i->next)
			u->own[i->dst] = i->dst != IR_NOREG && single[i->dst];
	for (uint32_t k = 0; k < u->g->nrpo; k++) {
		struct ir_block *b = u->g->rpo[k];
		struct place_of_use p = { u, loop_has(u->l, b) };
		ir_visit_block_uses(b, note_use, &p);
	}
	u->shows &= !loop_only_head_leaves(u->l);
}

void
unroll_begin(struct unrolling *u)
{
	find_own(u);
	u->old = *u->f;
	u->before = *u->g;
	u->before.f = &u->old;
	u->g = &u->before;
	u->to = NEWN(u->a, struct ir_block *, u->f->nblocks);
	u->as = NEWN(u->a, ir_reg, u->f->nregs);
}

/* ---- copies ---- */

static void
rename_use(void *ctx, struct ir_value *v)
{
	const struct unrolling *u = ctx;

	if (v->kind != VAL_REG)
		return;
	if (v->u.reg == u->i.var && u->now.kind != VAL_NONE)
		*v = u->now;
	else if (v->u.reg < u->g->f->nregs && u->as[v->u.reg])
		v->u.reg = u->as[v->u.reg];
}

/* Return the variable behind its step in this copy. */
static struct ir_value
after_step(struct unrolling *u, struct ir_cursor *c)
{
	if (u->now.kind == VAL_INT)
		return ir_int(loop_value(&u->i, u->now.u.i, 1));
	struct ir_value v = ir_op2(c, IR_ADD, u->f->regs[u->i.var].type, u->now, ir_int(u->i.by));
	c->block->last->nsw = u->i.step->nsw;
	return v;
}

/* Return where b leads in the copy.  The ways out of the loop stay. */
static struct ir_block *
copied(const struct unrolling *u, struct ir_block *b)
{
	return b && loop_has(u->l, b) ? u->to[b->id] : b;
}

static void
copy_insts(struct unrolling *u, const struct ir_block *from, struct ir_block *to)
{
	struct ir_value now = u->now;

	for (const struct ir_inst *i = from->first; i; i = i->next) {
		struct ir_cursor c = { .func = u->f, .block = to };
		if (i == u->i.step) {
			if (u->i.read_late)
				u->now = after_step(u, &c);
			continue;
		}
		struct ir_inst *new = ir_repeat(&c, i);
		ir_visit_uses(new, rename_use, u);
		if (i->dst != IR_NOREG && u->own[i->dst])
			new->dst = u->as[i->dst];
	}
	u->now = now;
}

/* Copy all blocks of the loop once more, after `pos`.  The head goes straight on, the latch is the
 * caller's. */
static struct ir_block *
copy_round(struct unrolling *u, struct ir_block *pos, uint32_t nregs)
{
	for (uint32_t r = 1; r < nregs; r++)
		if (u->own[r])
			u->as[r] = ir_reg_new(u->f, u->f->regs[r].type, u->f->regs[r].name);
	for (uint32_t k = 0; k < u->l->nblocks; k++) {
		const struct ir_block *b = u->l->block[k];
		pos = ir_block_after(u->f, pos, NULL);
		pos->in = b->in;
		pos->place = b->place;
		u->to[b->id] = pos;
		copy_insts(u, b, pos);
	}
	for (uint32_t k = 0; k < u->l->nblocks; k++) {
		const struct ir_block *b = u->l->block[k];
		struct ir_block *new = u->to[b->id];
		new->term = b->term;
		new->cond = b->cond;
		rename_use(u, &new->cond);
		new->to[0] = copied(u, b->to[0]);
		new->to[1] = copied(u, b->to[1]);
		if (b == u->l->head) {
			new->term = TERM_JUMP;
			new->cond = ir_none();
			continue;
		}
		new->loop = b->loop; /* one inside this one */
		new->unroll = b->unroll;
		new->unroll_ours = b->unroll_ours;
		new->unrolled = b->unrolled;
	}
	return pos;
}

/* Return the variable in copy k: a constant, or so much more than at the start of the round. */
static struct ir_value
value_in_copy(struct unrolling *u, struct ir_cursor *c, int k, const int64_t *start)
{
	int64_t by = u->i.by;

	if (start)
		return ir_int(loop_value(&u->i, *start, k));
	if (k == 0) {
		u->first = ir_reg_new(u->f, u->f->regs[u->i.var].type, NULL);
		ir_mov(c, u->first, ir_r(u->i.var));
		c->block->last->pinned = true;
		return ir_r(u->first);
	}
	struct ir_value v = ir_op2(c, IR_ADD, u->f->regs[u->i.var].type, ir_r(u->first),
		ir_int(k * by));
	c->block->last->nsw = u->i.step->nsw;
	return v;
}

struct ir_block *
unroll_copies(struct unrolling *u, int n, const int64_t *start, struct ir_block **last)
{
	struct ir_block *first = NULL, *pos = u->after, *latch = NULL;
	uint32_t nregs = u->g->f->nregs;

	for (int k = 0; k < n; k++) {
		struct ir_block *begin = ir_block_after(u->f, pos, NULL);
		struct ir_cursor c = { .func = u->f, .block = begin, .place = u->i.step->place };

		begin->in = u->l->head->in;
		u->now = value_in_copy(u, &c, k, start);
		if (u->shows)
			ir_mov(&c, u->i.var, u->now);
		pos = copy_round(u, begin, nregs);
		ir_jump(&c, u->to[u->l->head->id]);
		if (latch)
			latch->to[0] = begin;
		else
			first = begin;
		latch = u->to[u->l->latch->id];
	}
	*last = latch;
	return first;
}

void
unroll_repeat_head(struct unrolling *u, struct ir_block *b)
{
	u->now = ir_none();
	memset(u->as, 0, u->g->f->nregs * sizeof *u->as);
	memset(u->own, 0, u->g->f->nregs * sizeof *u->own);
	copy_insts(u, u->l->head, b);
}
