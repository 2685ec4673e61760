/*
 * invariant.c: what is the same in every iteration of a loop is computed once, before it.
 *
 *      for (j = 0; j < row[i]; j++) …      ->      t = row[i]; for (j = 0; j < t; j++) …
 *
 * Requires: a plain graph, after readonly.  Breaks: graph snapshots (loops get a block before
 * them).
 *
 * An operation moves when what it reads is not assigned in the loop, a call that only computes where
 * every run of the loop makes it.  A load moves when nobody writes there, by readonly's analysis or
 * because the loop writes elsewhere only (C11 5.1.2.4p25: what other threads write unsynchronised need
 * not be seen), and only from a block that every run of the loop executes: it must not touch what the
 * program does not.  Where that is every iteration, but there may be none, the loop is entered behind a
 * test of its own:
 *
 *      for (j = 0; j < k; j++) x *= c[i];      ->      if (0 < k) { t = c[i]; for (j = 0; j < k; j++) x *= t; }
 *
 * There a place that each iteration writes stays in a register while the loop runs, if nothing else
 * in the loop may touch it:
 *
 *      for (j = 0; j < k; j++) s[i] += x[j];   ->      if (0 < k) { t = s[i]; for (…) t += x[j]; s[i] = t; }
 */
#include "ir/effects.h"
#include "pass/loop/loops.h"
#include "pass/pass.h"

#include <stddef.h>

struct motion {
	struct ir_func *f;
	const struct pass_context *pc;
	struct graph *g;
	const struct loop *l;
	uint32_t *defs; /* assignments in l, by register */
	bool *single;
	ir_reg *copied;        /* by register: what it is a copy of, or 0 */
	bool writes;           /* l has stores, atomics or fences */
	struct ir_block *into; /* where things move to: before l, or behind its guard */
	bool guarded;          /* l is entered only where there is a first iteration */
};

/* Return what v is a copy of, where the loop makes the copy. */
static struct ir_value
original(const struct motion *m, struct ir_value v)
{
	while (v.kind == VAL_REG && m->defs[v.u.reg] && m->copied[v.u.reg])
		v.u.reg = m->copied[v.u.reg];
	return v;
}

static void
see_through(void *ctx, struct ir_value *v)
{
	*v = original(ctx, *v);
}

static bool
stays_same(const struct motion *m, struct ir_value v)
{
	v = original(m, v);
	return v.kind != VAL_REG || m->defs[v.u.reg] == 0;
}

/* Return whether b runs whenever l is entered: no way out leads round it, but for the head's where there is a
 * first iteration. */
static bool
always_runs(const struct motion *m, const struct ir_block *b)
{
	struct ir_block *out[2];

	for (uint32_t k = 0; k < m->l->nblocks; k++) {
		const struct ir_block *from = m->l->block[k];
		int n = ir_successors(from, out, 2);
		for (int i = 0; i < n; i++)
			if (!loop_has(m->l, out[i]) && !graph_dominates(m->g, b, from) &&
				!(m->guarded && from == m->l->head))
				return false;
	}
	return graph_dominates(m->g, b, m->l->latch);
}

/* Return whether b is part of each iteration, of which there may be none. */
static bool
each_iteration(const struct motion *m, const struct ir_block *b)
{
	return loop_only_head_leaves(m->l) && graph_dominates(m->g, b, m->l->latch);
}

static bool
has_same_operands(const struct motion *m, const struct ir_inst *i)
{
	if (i->dst == IR_NOREG || !m->single[i->dst])
		return false;
	for (int k = 0; k < ir_operands(i); k++)
		if (!stays_same(m, ir_operand(i, k)))
			return false;
	return true;
}

/* Return whether the loop may write where the load reads, always at the same address. */
static bool
may_write(const struct motion *m, const struct ir_inst *load)
{
	for (uint32_t k = 0; k < m->l->nblocks && m->writes; k++)
		for (const struct ir_inst *i = m->l->block[k]->first; i; i = i->next)
			if (may_change(m->f, m->pc->o, i, load))
				return true;
	return false;
}

static bool
has_same_value(const struct motion *m, const struct ir_inst *i)
{
	if (i->call)
		return only_computes(i) && has_same_operands(m, i);
	return i->op == IR_LD && !i->is_volatile && has_same_operands(m, i) &&
		(i->read_only || !may_write(m, i));
}

static bool
is_pure(const struct ir_inst *i)
{
	bool clock = i->op == IR_SREG && i->index == SREG_CLOCK;

	return ir_ops[i->op].flags & IRF_PURE && !clock;
}

static bool
movable(const struct motion *m, const struct ir_block *b, const struct ir_inst *i)
{
	if (has_same_value(m, i))
		return always_runs(m, b);
	return is_pure(i) && (i->op != IR_MOV || i->src[0].kind == VAL_SYMBOL) &&
		has_same_operands(m, i);
}

static void
move(struct motion *m, struct ir_block *b, struct ir_inst *i)
{
	struct ir_block *to = m->into;

	if (i->op == IR_LD)
		diag_remark(m->pc->diag, i->place, "-Rpass=invariant",
			"loaded once, before the loop [MC503]");
	ir_visit_uses(i, see_through, m);
	ir_remove(b, i);
	i->prev = to->last;
	i->next = NULL;
	*(to->last ? &to->last->next : &to->first) = i;
	to->last = i;
	m->defs[i->dst] = 0;
}

/* Remark a load whose address stays the same, but perhaps not what lies there. */
static void
remark_missed(const struct motion *m, const struct ir_inst *i)
{
	static const char option[] = "-Rpass-missed=invariant";

	if (i->op != IR_LD || i->is_volatile || !stays_same(m, i->src[0]) || !says_missed(m->f) ||
		!diag_remark_wanted(m->pc->diag, option))
		return;
	diag_remark(m->pc->diag, i->place, option,
		"loaded in each iteration, always from the "
		"same address: %s [MC523]",
		!i->read_only && may_write(m, i) ? "the loop may write there" :
						   "not every run of the loop gets here");
}

static bool
writes(const struct loop *l)
{
	for (uint32_t k = 0; k < l->nblocks; k++)
		for (const struct ir_inst *i = l->block[k]->first; i; i = i->next)
			if (ir_ops[i->op].flags & IRF_MEMORY)
				return true;
	return false;
}

static void
hoist(struct motion *m)
{
	m->writes = writes(m->l);
	for (uint32_t k = 0; k < m->l->nblocks; k++) {
		struct ir_block *b = m->l->block[k];
		for (struct ir_inst *i = b->first, *next; i; i = next) {
			next = i->next;
			if (movable(m, b, i))
				move(m, b, i);
			else
				remark_missed(m, i);
		}
	}
}

/* ---- entered behind a test ---- */

/* Return whether constants say that there is an iteration. */
static bool
has_iteration(const struct motion *m)
{
	const struct ir_block *b = m->l->before;
	struct induction n;

	if (!loop_induction(m->l, m->defs, &n) || n.bound.kind != VAL_INT)
		return false;
	for (; b; b = m->g->npreds[b->id] == 1 ? m->g->preds[b->id][0] : NULL) {
		const struct ir_inst *i = ir_assignment(b->last, n.var);

		if (i)
			return i->op == IR_MOV && i->src[0].kind == VAL_INT &&
				loop_goes_on(&n, i->src[0].u.i);
	}
	return false;
}

/* Return whether a load could move if there were an iteration. */
static bool
wants_guard(const struct motion *m)
{
	for (uint32_t k = 0; k < m->l->nblocks; k++)
		for (const struct ir_inst *i = m->l->block[k]->first; i; i = i->next)
			if (has_same_value(m, i) && each_iteration(m, m->l->block[k]))
				return true;
	return false;
}

struct head_values {
	ir_reg *as;   /* by register: its name in the guard, 0: none is assigned */
	bool outside; /* a use was seen that is not the loop's */
};

static void
note_outside(void *ctx, struct ir_value *v)
{
	struct head_values *h = ctx;

	h->outside |= v->kind == VAL_REG && h->as[v->u.reg];
}

/* Return whether the guard can compute under other names what the head computes: the head does
 * nothing else, and only for the loop. */
static bool
head_repeats(const struct motion *m, struct head_values *names)
{
	const struct ir_block *h = m->l->head;

	if (h->term != TERM_BRANCH || !loop_has(m->l, h->to[0]) || loop_has(m->l, h->to[1]))
		return false;
	for (const struct ir_inst *i = h->first; i; i = i->next) {
		if (!is_pure(i) || i->dst == IR_NOREG)
			return false;
		names->as[i->dst] = i->dst;
	}
	for (struct ir_block *b = m->f->blocks; b && !names->outside; b = b->next) {
		if (b->id < m->g->n && loop_has(m->l, b)) /* guards of other loops are newer */
			continue;
		ir_visit_block_uses(b, note_outside, names);
	}
	return !names->outside;
}

static void
rename_use(void *ctx, struct ir_value *v)
{
	const struct head_values *h = ctx;

	if (v->kind == VAL_REG && h->as[v->u.reg])
		v->u.reg = h->as[v->u.reg];
}

/* Let the block before the loop ask what the head asks.  A new one behind it is before the loop
 * now. */
static void
guard(struct motion *m, struct head_values *names)
{
	struct ir_block *h = m->l->head, *before = m->l->before,
			*b = ir_block_after(m->f, before, NULL);
	struct ir_cursor c = { .func = m->f, .block = before };
	struct ir_value cond = h->cond;

	before->term = TERM_NONE;
	for (const struct ir_inst *i = h->first; i; i = i->next) {
		struct ir_inst *copy = ir_repeat(&c, i);
		ir_visit_uses(copy, rename_use, names);
		copy->dst = names->as[i->dst] = ir_reg_new(m->f, m->f->regs[i->dst].type,
			m->f->regs[i->dst].name);
	}
	rename_use(names, &cond);
	ir_branch(&c, cond, b, h->to[1]);
	b->in = h->in;
	b->place = h->place;
	c = (struct ir_cursor){ .func = m->f, .block = b, .place = h->place };
	ir_jump(&c, h);
	m->into = b;
	m->guarded = true;
}

/* ---- kept in a register ---- */

static bool
is_access(const struct ir_inst *i)
{
	return i->op == IR_LD || i->op == IR_ST;
}

static bool
same_place(const struct ir_inst *a, const struct ir_inst *b)
{
	return is_access(b) && a->mem == b->mem && a->offset == b->offset &&
		ir_same_value(a->src[0], b->src[0]);
}

/* Return whether the place is the loop's own while it runs.  Its first access, *first, comes before
 * all others in each iteration. */
static bool
is_kept(const struct motion *m, const struct ir_inst *store, const struct ir_inst **first)
{
	const struct ir_block *at = NULL;

	for (uint32_t k = 0; k < m->l->nblocks; k++)
		for (const struct ir_inst *i = m->l->block[k]->first; i; i = i->next) {
			if (!is_access(i) && !(ir_ops[i->op].flags & IRF_MEMORY))
				continue;
			if (!is_access(i) || i->is_volatile ||
				(!same_place(store, i) &&
					!accesses_apart(m->f, m->pc->o, store, i)))
				return false;
			if (!same_place(store, i))
				continue;
			if (!at) {
				at = m->l->block[k];
				*first = i;
			}
			if (!graph_dominates(m->g, at, m->l->block[k]))
				return false;
		}
	return each_iteration(m, at);
}

/* Return whether a store's place can stay in a register. */
static bool
can_keep(const struct motion *m, const struct ir_block *b, const struct ir_inst *i,
	const struct ir_inst **first)
{
	return i->op == IR_ST && stays_same(m, i->src[0]) && each_iteration(m, b) &&
		is_kept(m, i, first);
}

static struct ir_inst *
store_to_keep(const struct motion *m, const struct ir_inst **first)
{
	for (uint32_t k = 0; k < m->l->nblocks; k++)
		for (struct ir_inst *i = m->l->block[k]->first; i; i = i->next)
			if (can_keep(m, m->l->block[k], i, first))
				return i;
	return NULL;
}

/* Return the block between the loop's head and what follows the loop. */
static struct ir_block *
way_out(struct motion *m)
{
	struct ir_block *h = m->l->head, *b = ir_block_after(m->f, loop_last(m->g, m->l), NULL);
	struct ir_cursor c = { .func = m->f, .block = b, .place = h->place };

	b->in = h->in;
	ir_jump(&c, h->to[1]);
	return h->to[1] = b;
}

static void
keep(struct motion *m, struct ir_inst *store, const struct ir_inst *first, struct ir_block *out)
{
	struct ir_inst like = *store;
	enum ir_op extend = ir_mem_extension(like.mem);
	ir_reg kept = ir_reg_new(m->f, ir_mem_type(like.mem), NULL);
	struct ir_cursor c = { .func = m->f, .block = m->into, .place = first->place };

	if (first->op == IR_LD)
		ir_repeat(&c, first)->dst = kept;
	c.block = out;
	ir_repeat(&c, store)->src[1] = ir_r(kept);
	diag_remark(m->pc->diag, like.place, "-Rpass=invariant",
		"stored once, after the loop [MC503]");
	for (uint32_t k = 0; k < m->l->nblocks; k++)
		for (struct ir_inst *i = m->l->block[k]->first, *next; i; i = next) {
			next = i->next;
			if (!same_place(&like, i))
				continue;
			c = ir_before(m->f, m->l->block[k], i);
			if (i->op == IR_LD)
				ir_mov(&c, i->dst, ir_r(kept));
			else
				ir_emit(&c, extend, ir_mem_type(like.mem), kept, i->src[1], ir_none());
			ir_remove(m->l->block[k], i);
		}
}

static bool
keep_all(struct motion *m)
{
	const struct ir_inst *first;
	struct ir_block *out = NULL;

	for (struct ir_inst *store; (store = store_to_keep(m, &first)); keep(m, store, first, out))
		out = out ? out : way_out(m);
	return out;
}

/* Move what can be moved.  Return whether the graph has changed. */
static bool
take(struct motion *m)
{
	struct arena *a = arena_new();
	struct head_values names = { 0 };
	const struct ir_inst *first;
	bool guards = false;

	m->defs = loop_defs(a, m->f, m->l);
	m->guarded = has_iteration(m);
	m->into = m->l->before;
	hoist(m);
	if (!m->guarded && (wants_guard(m) || store_to_keep(m, &first))) {
		names.as = NEWN(a, ir_reg, m->f->nregs);
		guards = head_repeats(m, &names);
	}
	if (guards) {
		guard(m, &names);
		hoist(m);
	}
	bool keeps = m->guarded && keep_all(m);
	arena_free(a);
	return guards || keeps;
}

/* Return whether a loop in l has got new blocks, which l does not know. */
static bool
is_stale(const struct loop *l, const bool *changed)
{
	for (uint32_t k = 0; k < l->nblocks; k++)
		if (changed[l->block[k]->id])
			return true;
	return false;
}

/* Go through the loops once.  Return whether there are loops around changed ones, for which all
 * must be found again. */
static bool
round_of(struct ir_func *f, const struct pass_context *pc)
{
	struct arena *a = arena_new();
	bool again = false;

	loops_make_entrances(f, a);
	struct motion m = { .f = f, .pc = pc, .g = graph_new(a, f, false) };
	m.single = graph_single(a, m.g);
	m.copied = graph_copies(a, m.g, m.single);
	bool *changed = NEWN(a, bool, m.g->n); /* by block id: the head of such a loop */
	for (const struct loop *l = loops_find(a, m.g); l; l = l->next) { /* inner ones first */
		m.l = l;
		if (!l->plain || !l->before)
			continue;
		if (is_stale(l, changed))
			again = true;
		else
			changed[l->head->id] = take(&m);
	}
	arena_free(a);
	return again;
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	while (round_of(f, pc))
		;
	pass_cfg.run(f, pc);
}

const struct pass pass_invariant = { 'i', "invariant",
	"what stays the same in a loop is computed before it", run, false,
	PTXGEN_SWITCH_INVARIANT + 1 };
