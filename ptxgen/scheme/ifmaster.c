/*
 * ifmaster.c: sequential statements guarded by tid == 0 (Bertolli et al. 2014, Fig. 3 and 5).
 *
 * All threads walk the "spine" of the sequential part together: the decisions that lead to forks.
 * What lies between two steps of the spine is a chunk, executed by the master alone behind an if:
 *
 *      guard:  if tid == 0: chunk
 *      join:   the step, taken by all threads:
 *                  decision  the master has stored its condition in a cell; barrier; load; branch
 *                  fork      values published; barrier; region; barrier
 *
 * A branch that no fork depends on stays inside its chunk (the whole loop of a sequential part runs
 * in one guard), as one would write it by hand.  A cell that comes round again before any other
 * barrier would be overwritten while slow threads still read it: such decisions get a second barrier.
 */
#include "common.h"

struct chunk {
	struct ir_block *head;          /* first block of the master's code */
	struct ir_block *guard, *join;
	struct ir_block *last;          /* the master's code ends here … */
	struct ir_block *target;        /* … with edges to target (a plain step), or NULL: a step of last's own */
	bool *inside;                   /* by block id */
};

struct spine {
	struct ir_func *f;
	struct graph *g;                /* of the sequential part, before anything was changed */
	struct chunk **by_head;         /* by block id */
	VEC(struct chunk *) chunks;
	int width;
};

/* All predecessors of b are in the set. */
static bool
entered_only_from(const struct spine *s, const struct ir_block *b, const bool *inside)
{
	for (uint32_t i = 0; i < s->g->npreds[b->id]; i++)
		if (!inside[s->g->preds[b->id][i]->id])
			return false;
	return true;
}

/*
 * Adds to `set` what lies between branch b and its post-dominator `end`; false when a fork or another
 * way in is among it, so that all threads must take part.
 */
static bool
collect_until(struct spine *s, struct ir_block *b, const struct ir_block *end, bool *set)
{
	struct ir_block **stack = NEWN(s->f->arena, struct ir_block *, s->g->n + 1);
	struct ir_block **succ = NEWN(s->f->arena, struct ir_block *, s->width);
	bool *found = NEWN(s->f->arena, bool, s->g->n);
	uint32_t depth = 0;

	stack[depth++] = b;
	found[b->id] = true;
	while (depth) {
		struct ir_block *at = stack[--depth];
		int n = graph_successors(s->g, at, succ, s->width);
		if (at->term == TERM_CONSTRUCT || n == 0)
			return false;
		for (int i = 0; i < n; i++) {
			if (succ[i]->id >= s->g->n)
				return false;	/* a guard or join: `at` is of another chunk */
			if (succ[i] == end || found[succ[i]->id])
				continue;
			found[succ[i]->id] = true;
			stack[depth++] = succ[i];
		}
	}
	for (uint32_t i = 0; i < s->g->nrpo; i++) {
		struct ir_block *at = s->g->rpo[i];
		if (found[at->id])
			set[at->id] = true;
	}
	for (uint32_t i = 0; i < s->g->nrpo; i++) {
		struct ir_block *at = s->g->rpo[i];
		if (found[at->id] && at != b && (!entered_only_from(s, at, set) || s->by_head[at->id]))
			return false;
	}
	return true;
}

/* The master's code from head on, as far as nobody else is needed. */
static struct chunk *
grow_chunk(struct spine *s, struct ir_block *head)
{
	struct chunk *c = NEW(s->f->arena, struct chunk);
	struct ir_block *at = head;

	c->head = head;
	c->inside = NEWN(s->f->arena, bool, s->g->n);
	for (;;) {
		struct ir_block *next = NULL;

		c->last = at;
		c->inside[at->id] = true;
		if (at->term == TERM_JUMP) {
			next = at->to[0];
		} else if (at->term == TERM_BRANCH || at->term == TERM_TABLE) {
			bool *wider = NEWN(s->f->arena, bool, s->g->n);
			for (uint32_t i = 0; i < s->g->n; i++)
				wider[i] = c->inside[i];
			next = s->g->ipdom[at->id];
			if (!next || !collect_until(s, at, next, wider))
				return c;
			c->inside = wider;
		} else {
			return c;
		}
		if (c->inside[next->id] || s->by_head[next->id] || !entered_only_from(s, next, c->inside)) {
			c->target = next;
			return c;
		}
		at = next;
	}
}

static struct ir_block *enter(struct spine *s, struct ir_block *head);

static void
retarget(struct chunk *c, struct ir_func *f, struct ir_block *from, struct ir_block *to, uint32_t limit)
{
	for (struct ir_block *b = f->blocks; b; b = b->next) {
		if (b->id >= limit || !c->inside[b->id])
			continue;
		for (int i = 0; i < 2; i++)
			if (b->to[i] == from)
				b->to[i] = to;
		for (int i = 0; i < b->ntable; i++)
			if (b->table[i] == from)
				b->table[i] = to;
	}
}

/* A decision: the master's condition through a cell of team memory. */
static void
decide(struct spine *s, struct chunk *c)
{
	struct ir_block *b = c->last;
	struct ir_slot *cell = ir_slot_new(s->f, SLOT_TEAM, "decision", 4, 4);
	struct ir_value at = ir_slot_value(cell, 0), cond = b->cond;
	struct ir_cursor m = { .func = s->f, .block = b, .place = b->place };
	struct ir_cursor all = { .func = s->f, .block = c->join, .place = b->place };
	bool table = b->term == TERM_TABLE;

	if (!table)
		cond = ir_op3(&m, IR_SELECT, IR_I32, cond, ir_int(1), ir_int(0));
	ir_store(&m, MEM_32, SPACE_GENERIC, at, 0, cond);
	emit_team_barrier(&all);
	struct ir_value got = ir_load(&all, MEM_32, SPACE_GENERIC, at, 0);
	if (!table)
		got = ir_compare(&all, IR_NE, IR_I32, got, ir_int(0));

	struct ir_block *j = c->join;
	j->term = b->term;
	j->cond = got;
	j->to[0] = b->to[0];
	j->to[1] = b->to[1];
	j->table = b->table;
	j->ntable = b->ntable;
	b->table = NULL;
	b->ntable = 0;
	ir_jump(&m, j);
	for (int i = 0; i < 2 && !table; i++)
		j->to[i] = enter(s, j->to[i]);
	for (int i = 0; i < j->ntable; i++)
		j->table[i] = enter(s, j->table[i]);
}

static bool
chunk_is_empty(const struct chunk *c)
{
	return c->head == c->last && !c->head->first;
}

/* A fork: what the region needs, barrier, region, barrier. */
static void
fork_region(struct spine *s, struct chunk *c)
{
	struct ir_construct *region = c->last->construct;
	struct shared_value *shared = share_values(s->f, region);
	bool silent = chunk_is_empty(c) && !shared;
	struct region_code code = open_region(s->f, region, &mapping_identity, shared,
		arena_printf(s->f->arena, "PAR_REG%u", region->id));
	struct ir_cursor m = { .func = s->f, .block = c->last, .place = region->place };
	struct ir_cursor all = { .func = s->f, .block = c->join, .place = region->place };

	emit_publish(&m, shared);
	ir_jump(&m, c->join);
	if (!silent)
		emit_team_barrier(&all);
	ir_jump(&all, code.entry);
	struct ir_cursor end = { .func = s->f, .block = code.exit, .place = region->place };
	emit_team_barrier(&end);
	ir_jump(&end, enter(s, region->next));
}

/* The step behind a chunk, taken by all threads. */
static void
step(struct spine *s, struct chunk *c)
{
	struct ir_block *b = c->last;
	struct ir_cursor all = { .func = s->f, .block = c->join, .place = b->place };

	if (c->target) {
		retarget(c, s->f, c->target, c->join, s->g->n);
		ir_jump(&all, enter(s, c->target));
	} else if (b->term == TERM_CONSTRUCT) {
		fork_region(s, c);
	} else if (b->term == TERM_BRANCH || b->term == TERM_TABLE) {
		decide(s, c);
	} else {
		c->join->term = b->term;
		b->term = TERM_JUMP;
		b->to[0] = c->join;
	}
}

/* Finds or plans the chunk that begins at head; the block where all threads enter it. */
static struct ir_block *
enter(struct spine *s, struct ir_block *head)
{
	if (s->by_head[head->id])
		return s->by_head[head->id]->guard;

	struct chunk *c = grow_chunk(s, head);
	s->by_head[head->id] = c;
	vec_push(s->f->arena, &s->chunks, c);
	struct ir_block *before = s->f->blocks;
	while (before->next != head)
		before = before->next;
	c->guard = ir_block_after(s->f, before, NULL);
	c->join = ir_block_after(s->f, c->last, NULL);
	c->guard->place = c->last->place;
	return c->guard;
}

static void
guard(struct spine *s, struct chunk *c)
{
	struct ir_cursor g = { .func = s->f, .block = c->guard, .place = c->guard->place };

	ir_branch(&g, emit_is_master(&g), c->head, c->join);
	if (!c->head->label)
		c->head->label = arena_printf(s->f->arena, "MASTER%u", c->head->id);
}

static bool
has_barrier(const struct ir_block *b)
{
	for (const struct ir_inst *i = b->first; i; i = i->next)
		if (i->op == IR_BAR)
			return true;
	return false;
}

/* b can be reached again from its end without meeting a barrier in another block. */
static bool
comes_round(const struct ir_func *f, const struct ir_block *b)
{
	int width = graph_max_successors(f) + 1;
	struct ir_block **succ = NEWN(f->arena, struct ir_block *, width);
	struct ir_block **stack = NEWN(f->arena, struct ir_block *, f->nblocks + 1);
	bool *seen = NEWN(f->arena, bool, f->nblocks);
	uint32_t depth = 0;
	const struct ir_block *at = b;

	for (;;) {
		int n = at->term == TERM_END ? 0 : ir_successors(at, succ, width);
		for (int i = 0; i < n; i++) {
			if (succ[i] == b)
				return true;
			if (!seen[succ[i]->id] && !has_barrier(succ[i])) {
				seen[succ[i]->id] = true;
				stack[depth++] = succ[i];
			}
		}
		if (depth == 0)
			return false;
		at = stack[--depth];
	}
}

static void
lower(struct ir_func *f, const struct target *t)
{
	struct arena *a = f->arena;

	(void)t;
	if (lower_without_regions(f))
		return;
	struct ir_block *first = split_prologue(f);
	struct spine s = { .f = f, .width = graph_max_successors(f) + 1 };

	s.g = graph_new(a, f, true);
	s.by_head = NEWN(a, struct chunk *, s.g->n);
	f->blocks->to[0] = enter(&s, first);
	for (size_t i = 0; i < s.chunks.n; i++)
		step(&s, s.chunks.v[i]);
	for (size_t i = 0; i < s.chunks.n; i++)
		guard(&s, s.chunks.v[i]);
	for (size_t i = 0; i < s.chunks.n; i++) {
		struct ir_block *j = s.chunks.v[i]->join;
		if ((j->term == TERM_BRANCH || j->term == TERM_TABLE) && comes_round(f, j)) {
			struct ir_cursor c = { .func = f, .block = j, .place = j->place };
			emit_team_barrier(&c);
		}
	}
	scheme_finish(f);
}

const struct scheme scheme_ifmaster = {
	.name = "ifmaster",
	.summary = "sequential code behind if (tid == 0); barriers, decisions broadcast through shared memory",
	.source = "Bertolli et al. 2014, Fig. 3 and 5",
	.master_works = true,
	.lower = lower,
	.mapping = &mapping_identity,
};
