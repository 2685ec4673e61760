/*
 * spine.c: the team-sequential part cut into chunks (see spine.h).
 */
#include "scheme/spine.h"

/* Return whether all predecessors of b are in the set. */
static bool
entered_only_from(const struct spine *s, const struct ir_block *b, const bool *inside)
{
	for (uint32_t i = 0; i < s->g->npreds[b->id]; i++)
		if (!inside[s->g->preds[b->id][i]->id])
			return false;
	return true;
}

/*
 * Add to `set` the blocks between branch b and its post-dominator `end`.  Return false if there is
 * a fork or another way in among them, so that all threads must take part in the branch.
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
		if (found[at->id] && at != b &&
			(!entered_only_from(s, at, set) || s->by_head[at->id]))
			return false;
	}
	return true;
}

/* Make the chunk from head on, as far as one thread can go alone. */
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
			if (!next || !collect_until(s, at, next, wider)) {
				c->step = STEP_DECISION;
				return c;
			}
			c->inside = wider;
		} else if (at->term == TERM_CONSTRUCT) {
			c->step = STEP_FORK;
			c->region = at->construct;
			return c;
		} else {
			c->step = STEP_END;
			return c;
		}
		if (c->inside[next->id] || s->by_head[next->id] ||
			!entered_only_from(s, next, c->inside)) {
			c->step = STEP_ON;
			c->target = next;
			return c;
		}
		at = next;
	}
}

/* ---- all chunks ---- */

static void
plan(struct spine *s, struct ir_block *head)
{
	if (s->by_head[head->id])
		return;
	s->by_head[head->id] = grow_chunk(s, head);
	vec_push(s->f->arena, &s->chunks, s->by_head[head->id]);
}

static void
plan_after(struct spine *s, const struct chunk *c)
{
	switch (c->step) {
	case STEP_ON: plan(s, c->target); break;
	case STEP_FORK: plan(s, c->region->next); break;
	case STEP_DECISION:
		for (int i = 0; i < 2 && c->last->term == TERM_BRANCH; i++)
			plan(s, c->last->to[i]);
		for (int i = 0; i < c->last->ntable; i++)
			plan(s, c->last->table[i]);
		break;
	case STEP_END: break;
	}
}

struct spine *
spine_plan(struct ir_func *f)
{
	struct spine *s = NEW(f->arena, struct spine);

	s->f = f;
	s->width = graph_max_successors(f) + 1;
	s->g = graph_new(f->arena, f, true);
	graph_post_dominators(f->arena, s->g);
	s->by_head = NEWN(f->arena, struct chunk *, s->g->n);
	plan(s, f->blocks->term == TERM_JUMP ? f->blocks->to[0] : f->blocks);
	for (size_t i = 0; i < s->chunks.n; i++)
		plan_after(s, s->chunks.v[i]);
	return s;
}

bool
chunk_has(const struct spine *s, const struct chunk *c, const struct ir_block *b)
{
	return b->id < s->g->n && c->inside[b->id];
}

/* ---- opening ---- */

struct ir_block *
spine_enter(const struct spine *s, const struct ir_block *head)
{
	return s->by_head[head->id]->guard;
}

static void
new_blocks(struct spine *s, struct chunk *c)
{
	struct ir_block *before = s->f->blocks;

	while (before->next != c->head)
		before = before->next;
	c->guard = ir_block_after(s->f, before, NULL);
	c->out = ir_block_after(s->f, c->last, NULL);
	c->join = ir_block_after(s->f, c->out, NULL);
	c->guard->place = c->out->place = c->join->place = c->last->place;
	c->out->term = TERM_JUMP;
	c->out->to[0] = c->join;
}

/* Redirect edges that lead from the chunk's code to its target: they go to `out`. */
static void
retarget(struct spine *s, struct chunk *c)
{
	for (struct ir_block *b = s->f->blocks; b; b = b->next) {
		if (!chunk_has(s, c, b))
			continue;
		for (int i = 0; i < 2; i++)
			if (b->to[i] == c->target)
				b->to[i] = c->out;
		for (int i = 0; i < b->ntable; i++)
			if (b->table[i] == c->target)
				b->table[i] = c->out;
	}
}

static void
move_step(struct spine *s, struct chunk *c)
{
	struct ir_block *b = c->last, *j = c->join;

	if (c->step == STEP_ON) {
		retarget(s, c);
		j->term = TERM_JUMP;
		j->to[0] = spine_enter(s, c->target);
		return;
	}
	if (c->step != STEP_FORK) {
		j->term = b->term;
		j->cond = b->cond;
		for (int i = 0; i < 2 && b->term == TERM_BRANCH; i++)
			j->to[i] = spine_enter(s, b->to[i]);
		j->table = b->table;
		j->ntable = b->ntable;
		for (int i = 0; i < j->ntable; i++)
			j->table[i] = spine_enter(s, j->table[i]);
	}
	b->term = TERM_JUMP;
	b->cond = ir_none();
	b->construct = NULL;
	b->table = NULL;
	b->ntable = 0;
	b->to[0] = c->out;
}

void
spine_open(struct spine *s)
{
	for (size_t i = 0; i < s->chunks.n; i++)
		new_blocks(s, s->chunks.v[i]);
	s->f->blocks->to[0] = spine_enter(s, s->f->blocks->to[0]);
	for (size_t i = 0; i < s->chunks.n; i++)
		move_step(s, s->chunks.v[i]);
}
