/*
 * unroll.c: loops whose trip count is known are written out, whole when they are short, else several
 * iterations at a time.
 *
 * Requires: a plain graph, after propagation.  Breaks: graph snapshots; cfg joins what it leaves.
 *
 *      for (k = 0; k < 3; k++) body(k)        ->      body(0); body(1); body(2)
 *      for (j = 0; j < 4096; j++) body(j)     ->      for (j = 0; j < 4096; ) { body(j) … body(j + 7) }
 *
 * A loop qualifies when its head alone tests, comparing one variable with a constant; the variable
 * starts from a constant and is stepped by one addition at the end.  The copies get registers of their
 * own for what only the loop uses, and the variable becomes a constant, or a constant more than at the
 * start of the round, so that addresses share their computation (share.c).
 */
#include "../pass.h"
#include "loops.h"

#include <stddef.h>
#include <string.h>

enum { MOST_INSTS = 640, MOST_TRIPS = 128, MOST_ROUND = 64, LONGEST = 1 << 16 };

struct unrolling {
	struct ir_func *f;
	struct arena *a;
	struct graph *g;
	const struct loop *l;
	ir_reg var;
	struct ir_inst *step;           /* var = var + constant, in the latch */
	int64_t start;
	int64_t trips;
	bool *own;                      /* by register: assigned and used inside only, once a round */
	/* one copy */
	struct ir_block **to;           /* by block id */
	ir_reg *as;                     /* by register: what it is called in the copy */
	struct ir_value now;            /* the variable's value in the copy, VAL_NONE: itself */
	ir_reg first;                   /* … and at the start of the round */
};

/* ---- how often ---- */

static bool
holds(const struct ir_inst *test, int64_t a, int64_t b)
{
	bool wide = test->type == IR_I64;
	uint64_t ua = wide ? (uint64_t)a : (uint32_t)a, ub = wide ? (uint64_t)b : (uint32_t)b;

	switch (test->op) {
	case IR_LT_S: return a < b;
	case IR_LE_S: return a <= b;
	case IR_LT_U: return ua < ub;
	case IR_LE_U: return ua <= ub;
	case IR_NE:   return ua != ub;
	default:      return false;
	}
}

static int64_t
count_trips(const struct unrolling *u, const struct ir_inst *test)
{
	bool left = test->src[0].kind == VAL_REG;
	int64_t v = u->start, bound = test->src[left ? 1 : 0].u.i, n = 0;

	while (n <= LONGEST && (left ? holds(test, v, bound) : holds(test, bound, v))) {
		v += u->step->src[1].u.i;
		if (u->f->regs[u->var].type == IR_I32 && v != (int32_t)v)
			return -1;
		n++;
	}
	return n <= LONGEST ? n : -1;
}

/* The comparison of a variable with a constant on which the head's branch depends. */
static struct ir_inst *
head_test(const struct unrolling *u)
{
	const struct ir_block *h = u->l->head;

	if (h->term != TERM_BRANCH || h->cond.kind != VAL_REG || !u->l->has[h->to[0]->id]
	    || u->l->has[h->to[1]->id])
		return NULL;
	for (struct ir_inst *i = h->last; i; i = i->prev)
		if (i->dst == h->cond.u.reg) {
			bool shape = (i->src[0].kind == VAL_REG) + (i->src[1].kind == VAL_REG) == 1
				&& (i->src[0].kind == VAL_INT) + (i->src[1].kind == VAL_INT) == 1;
			return shape && (i->type == IR_I32 || i->type == IR_I64) && i->op >= IR_EQ && i->op <= IR_LE_U
				? i : NULL;
		}
	return NULL;
}

static bool
only_head_leaves(const struct unrolling *u)
{
	struct ir_block *out[2];

	for (uint32_t k = 0; k < u->g->nrpo; k++) {
		const struct ir_block *b = u->g->rpo[k];
		int n = u->l->has[b->id] && b != u->l->head ? ir_successors(b, out, 2) : 0;
		for (int i = 0; i < n; i++)
			if (!u->l->has[out[i]->id])
				return false;
	}
	return true;
}

/* The block lies in every loop that l lies in, so that it runs again whenever l is entered again. */
static bool
runs_with(const struct unrolling *u, const struct loop *loops, const struct ir_block *b)
{
	for (const struct loop *o = loops; o; o = o->next)
		if (o != u->l && o->has[u->l->head->id] && !o->has[b->id])
			return false;
	return graph_dominates(u->g, b, u->l->head);
}

/* The variable's two assignments: a constant before the loop, an addition at its end. */
static bool
find_steps(struct unrolling *u, const struct loop *loops)
{
	int outside = 0, inside = 0;

	for (uint32_t k = 0; k < u->g->nrpo; k++) {
		struct ir_block *b = u->g->rpo[k];
		for (struct ir_inst *i = b->first; i; i = i->next) {
			if (i->dst != u->var)
				continue;
			if (u->l->has[b->id]) {
				inside++;
				u->step = i;
				if (b != u->l->latch)
					return false;
			} else {
				outside++;
				if (i->op != IR_MOV || i->src[0].kind != VAL_INT || !runs_with(u, loops, b))
					return false;
				u->start = i->src[0].u.i;
			}
		}
	}
	return inside == 1 && outside == 1 && u->step->op == IR_ADD && u->step->src[0].kind == VAL_REG
		&& u->step->src[0].u.reg == u->var && u->step->src[1].kind == VAL_INT;
}

/* ---- whose registers ---- */

struct place_of_use {
	const struct unrolling *u;
	bool inside;
};

static void
note_use(void *ctx, struct ir_value *v)
{
	struct place_of_use *p = ctx;

	if (v->kind == VAL_REG && !p->inside)
		p->u->own[v->u.reg] = false;
}

/* Temporaries: one assignment, which dominates all uses, and no use outside. */
static void
find_own(struct unrolling *u)
{
	bool *single = graph_single(u->a, u->g);

	u->own = NEWN(u->a, bool, u->f->nregs);
	for (uint32_t k = 0; k < u->g->nrpo; k++)
		for (struct ir_inst *i = u->l->has[u->g->rpo[k]->id] ? u->g->rpo[k]->first : NULL; i; i = i->next)
			u->own[i->dst] = i->dst != IR_NOREG && single[i->dst];
	for (uint32_t k = 0; k < u->g->nrpo; k++) {
		struct ir_block *b = u->g->rpo[k];
		struct place_of_use p = { u, u->l->has[b->id] };
		for (struct ir_inst *i = b->first; i; i = i->next)
			ir_visit_uses(i, note_use, &p);
		ir_visit_term_uses(b, note_use, &p);
	}
}

/* ---- copies ---- */

static void
rename_use(void *ctx, struct ir_value *v)
{
	const struct unrolling *u = ctx;

	if (v->kind != VAL_REG)
		return;
	if (v->u.reg == u->var && u->now.kind != VAL_NONE)
		*v = u->now;
	else if (v->u.reg < u->g->f->nregs && u->as[v->u.reg])
		v->u.reg = u->as[v->u.reg];
}

static void
copy_insts(struct unrolling *u, const struct ir_block *from, struct ir_block *to)
{
	for (const struct ir_inst *i = from->first; i; i = i->next) {
		if (i == u->step)
			continue;
		struct ir_cursor c = { .func = u->f, .block = to, .place = i->place };
		struct ir_inst *new = ir_emit(&c, i->op, i->type, i->dst, ir_none(), ir_none());
		struct ir_inst *prev = new->prev;
		*new = *i;
		new->prev = prev;
		new->next = NULL;
		ir_visit_uses(new, rename_use, u);
		if (i->dst != IR_NOREG && u->own[i->dst])
			new->dst = u->as[i->dst];
	}
}

/* Once more all blocks of the loop, after `pos`; the head goes straight on to `entry` and the latch to `next`. */
static struct ir_block *
copy_round(struct unrolling *u, struct ir_block *pos, uint32_t nregs)
{
	for (uint32_t r = 1; r < nregs; r++)
		if (u->own[r])
			u->as[r] = ir_reg_new(u->f, u->f->regs[r].type, u->f->regs[r].name);
	for (uint32_t k = 0; k < u->g->nrpo; k++) {
		const struct ir_block *b = u->g->rpo[k];
		if (!u->l->has[b->id])
			continue;
		pos = ir_block_after(u->f, pos, NULL);
		pos->in = b->in;
		pos->place = b->place;
		u->to[b->id] = pos;
		copy_insts(u, b, pos);
	}
	for (uint32_t k = 0; k < u->g->nrpo; k++) {
		const struct ir_block *b = u->g->rpo[k];
		struct ir_block *new = u->l->has[b->id] ? u->to[b->id] : NULL;
		if (!new)
			continue;
		new->term = b->term;
		new->cond = b->cond;
		rename_use(u, &new->cond);
		new->to[0] = b->to[0] ? u->to[b->to[0]->id] : NULL;
		new->to[1] = b->to[1] ? u->to[b->to[1]->id] : NULL;
		if (b == u->l->head) {
			new->term = TERM_JUMP;
			new->cond = ir_none();
		}
	}
	return pos;
}

static void
jump_to(struct ir_block *b, struct ir_block *to)
{
	b->term = TERM_JUMP;
	b->cond = ir_none();
	b->to[0] = to;
	b->to[1] = NULL;
}

/* The variable in copy k: a constant, or so much more than at the start of the round. */
static struct ir_value
value_in_copy(struct unrolling *u, struct ir_cursor *c, int k, bool constant)
{
	int64_t by = u->step->src[1].u.i;

	if (constant)
		return ir_int(u->start + k * by);
	if (k == 0) {
		u->first = ir_reg_new(u->f, u->f->regs[u->var].type, NULL);
		ir_mov(c, u->first, ir_r(u->var));
		c->block->last->pinned = true;
		return ir_r(u->first);
	}
	struct ir_value v = ir_op2(c, IR_ADD, u->f->regs[u->var].type, ir_r(u->first), ir_int(k * by));
	c->block->last->nsw = u->step->nsw;
	return v;
}

/* n copies in a row; the first one's beginning and the last one's latch are returned. */
static struct ir_block *
copy_rounds(struct unrolling *u, int n, bool constant, struct ir_block **last)
{
	struct ir_block *first = NULL, *pos = loop_last(u->f, u->l), *latch = NULL;
	uint32_t nregs = u->f->nregs;

	for (int k = 0; k < n; k++) {
		struct ir_block *begin = ir_block_after(u->f, pos, NULL);
		struct ir_cursor c = { .func = u->f, .block = begin, .place = u->step->place };

		begin->in = u->l->head->in;
		u->now = value_in_copy(u, &c, k, constant);
		pos = copy_round(u, begin, nregs);
		jump_to(begin, u->to[u->l->head->id]);
		if (latch)
			jump_to(latch, begin);
		else
			first = begin;
		latch = u->to[u->l->latch->id];
	}
	*last = latch;
	return first;
}

/* Where control comes from outside it goes to `first`: there is at least one iteration. */
static void
enter_at(struct unrolling *u, struct ir_block *first)
{
	for (int k = 0; k < 2; k++)
		if (u->l->before->to[k] == u->l->head)
			u->l->before->to[k] = first;
}

/* What the head does, at the end of b, under its own names. */
static void
repeat_head(struct unrolling *u, struct ir_block *b)
{
	u->now = ir_none();
	memset(u->as, 0, u->g->f->nregs * sizeof *u->as);
	memset(u->own, 0, u->g->f->nregs * sizeof *u->own);
	copy_insts(u, u->l->head, b);
}

/* What the loop leaves behind: the variable's last value, and what the head computes a last time. */
static void
write_out(struct unrolling *u)
{
	struct ir_block *latch, *h = u->l->head, *first = copy_rounds(u, (int)u->trips, true, &latch);
	struct ir_block *end = ir_block_after(u->f, loop_last(u->f, u->l), NULL);
	struct ir_cursor c = { .func = u->f, .block = end, .place = u->step->place };

	end->in = h->in;
	end->place = h->place;
	ir_mov(&c, u->var, ir_int(u->start + u->trips * u->step->src[1].u.i));
	repeat_head(u, end);
	jump_to(end, h->to[1]);
	jump_to(latch, end);
	enter_at(u, first);
}

/* n iterations, then the head's test: back to the first of them, or out. */
static void
write_round(struct unrolling *u, int n)
{
	struct ir_block *latch, *h = u->l->head, *first = copy_rounds(u, n, false, &latch);
	struct ir_cursor c = { .func = u->f, .block = latch, .place = u->step->place };

	ir_emit(&c, IR_ADD, u->f->regs[u->var].type, u->var, ir_r(u->first),
		ir_int(n * u->step->src[1].u.i))->nsw = u->step->nsw;
	repeat_head(u, latch);
	latch->term = TERM_BRANCH;
	latch->cond = h->cond;
	latch->to[0] = first;
	latch->to[1] = h->to[1];
	first->unrolled = true;
	enter_at(u, first);
}

static int
round_size(const struct unrolling *u)
{
	for (int n = 4; n > 1; n /= 2)
		if (u->trips % n == 0 && u->trips > n && (int)u->l->ninsts * n <= MOST_ROUND + n * 4)
			return n;
	return 1;
}

static bool
unroll(struct ir_func *f, struct arena *a, struct graph *g, const struct loop *loops, const struct loop *l)
{
	struct unrolling u = { .f = f, .a = a, .g = g, .l = l };
	struct ir_inst *test = l->plain && l->innermost ? head_test(&u) : NULL;
	struct graph snapshot = *g;
	struct ir_func old = *f;

	if (!test || l->head == l->latch || !only_head_leaves(&u))
		return false;
	u.var = test->src[test->src[0].kind == VAL_REG ? 0 : 1].u.reg;
	if (!find_steps(&u, loops))
		return false;
	u.trips = count_trips(&u, test);
	if (u.trips < 1)
		return false;
	find_own(&u);
	snapshot.f = &old;              /* register and block counts before the copies */
	u.g = &snapshot;
	u.to = NEWN(a, struct ir_block *, f->nblocks);
	u.as = NEWN(a, ir_reg, f->nregs);
	if (u.trips <= MOST_TRIPS && u.trips * l->ninsts <= MOST_INSTS) {
		write_out(&u);
		return true;
	}
	if (round_size(&u) == 1)
		return false;
	write_round(&u, round_size(&u));
	return true;
}

static bool
seen(const uint32_t *heads, int n, uint32_t id)
{
	for (int i = 0; i < n; i++)
		if (heads[i] == id)
			return true;
	return false;
}

/* One loop at a time: each changes the graph.  A loop that stays is not taken twice. */
static void
run(struct ir_func *f, const struct pass_context *pc)
{
	uint32_t done[64];
	int n = 0;
	bool changed = true;

	while (changed && n < 64) {
		struct arena *a = arena_new();
		struct graph *g = graph_new(a, f, false);
		struct loop *loops = loops_find(a, g);

		changed = false;
		for (const struct loop *l = loops; l && !changed; l = l->next) {
			if (seen(done, n, l->head->id))
				continue;
			changed = unroll(f, a, g, loops, l);
			if (changed)
				done[n++] = l->head->id;
		}
		arena_free(a);
		if (changed)
			pass_cfg.run(f, pc);
	}
}

const struct pass pass_unroll = { 'u', "unroll", "loops of known length are written out", run, false,
	PTXGEN_SWITCH_UNROLL + 1 };
