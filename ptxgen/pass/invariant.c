/*
 * invariant.c: what is the same in every iteration of a loop is computed once, before it.
 *
 *      for (j = 0; j < row[i]; j++) …      ->      t = row[i]; for (j = 0; j < t; j++) …
 *
 * Requires: a plain graph, after readonly.  Breaks: graph snapshots (loops get a block before them).
 *
 * An operation moves when what it reads is not assigned in the loop.  A load moves when nobody writes
 * there, by readonly's analysis or because the loop writes nothing at all (C11 5.1.2.4p25: what other
 * threads write unsynchronised need not be seen), and only from a block that every run of the loop
 * executes: it must not touch what the program does not.
 */
#include "../pass.h"
#include "loops.h"

#include <stddef.h>

struct motion {
	struct ir_func *f;
	const struct pass_context *pc;
	struct graph *g;
	const struct loop *l;
	uint32_t *defs;                 /* assignments in l, by register */
	bool *single;
	bool writes;                    /* l has stores, atomics or fences */
};

static bool
stays_same(const struct motion *m, struct ir_value v)
{
	return v.kind != VAL_REG || m->defs[v.u.reg] == 0;
}

/* b runs whenever l is entered: no way out leads round it. */
static bool
always_runs(const struct motion *m, const struct ir_block *b)
{
	struct ir_block *out[2];

	for (uint32_t k = 0; k < m->g->nrpo; k++) {
		const struct ir_block *from = m->g->rpo[k];
		int n = m->l->has[from->id] ? ir_successors(from, out, 2) : 0;
		for (int i = 0; i < n; i++)
			if (!m->l->has[out[i]->id] && !graph_dominates(m->g, b, from))
				return false;
	}
	return graph_dominates(m->g, b, m->l->latch);
}

static bool
movable_load(const struct motion *m, const struct ir_block *b, const struct ir_inst *i)
{
	return i->op == IR_LD && !i->is_volatile && (i->read_only || !m->writes) && always_runs(m, b);
}

static bool
movable(const struct motion *m, const struct ir_block *b, const struct ir_inst *i)
{
	bool clock = i->op == IR_SREG && i->index == SREG_CLOCK;
	bool pure = ir_ops[i->op].flags & IRF_PURE && i->op != IR_MOV && !clock;

	if (i->dst == IR_NOREG || !m->single[i->dst])
		return false;
	for (int k = 0; k < 4; k++)
		if (!stays_same(m, i->src[k]))
			return false;
	return pure || movable_load(m, b, i);
}

static void
move(struct motion *m, struct ir_block *b, struct ir_inst *i)
{
	struct ir_block *to = m->l->before;

	if (i->op == IR_LD)
		diag_remark(m->pc->diag, i->place, "-Rpass=invariant", "loaded once, before the loop [MC503]");
	ir_remove(b, i);
	i->prev = to->last;
	i->next = NULL;
	*(to->last ? &to->last->next : &to->first) = i;
	to->last = i;
	m->defs[i->dst] = 0;
}

/* A load whose address stays the same, but not, for all we know, what lies there. */
static void
remark_missed(const struct motion *m, const struct ir_inst *i)
{
	if (i->op != IR_LD || i->is_volatile || !stays_same(m, i->src[0]) || !says_missed(m->f))
		return;
	diag_remark(m->pc->diag, i->place, "-Rpass-missed=invariant", "loaded in each iteration, always from the "
		"same address: %s [MC523]", m->writes && !i->read_only ? "the loop may write there"
		: "not every run of the loop gets here");
}

static bool
writes(const struct graph *g, const struct loop *l)
{
	for (uint32_t k = 0; k < g->nrpo; k++)
		for (const struct ir_inst *i = l->has[g->rpo[k]->id] ? g->rpo[k]->first : NULL; i; i = i->next)
			if (ir_ops[i->op].flags & IRF_MEMORY)
				return true;
	return false;
}

static void
hoist(struct motion *m)
{
	m->writes = writes(m->g, m->l);
	for (uint32_t k = 0; k < m->g->nrpo; k++) {
		struct ir_block *b = m->g->rpo[k];
		for (struct ir_inst *i = m->l->has[b->id] ? b->first : NULL, *next; i; i = next) {
			next = i->next;
			if (movable(m, b, i))
				move(m, b, i);
			else
				remark_missed(m, i);
		}
	}
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	struct arena *a = arena_new();

	loops_make_entrances(f, a);
	struct motion m = { .f = f, .pc = pc, .g = graph_new(a, f, false) };
	m.single = graph_single(a, m.g);
	for (const struct loop *l = loops_find(a, m.g); l; l = l->next) {      /* inner ones first */
		m.l = l;
		m.defs = loop_defs(a, m.g, l);
		if (l->plain && l->before)
			hoist(&m);
	}
	arena_free(a);
	pass_cfg.run(f, pc);
}

const struct pass pass_invariant = { 'i', "invariant", "what stays the same in a loop is computed before it", run,
	false, PTXGEN_SWITCH_INVARIANT + 1 };
