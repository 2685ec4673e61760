/*
 * entry.c: loops have one way in.
 *
 * Where sequential code goes on in the midst of a loop (behind a region that only some iterations
 * have, or by a goto), ptxas 11.8 for sm_35 knows no point where a warp meets again that parted
 * before: at an indexed branch of the control loop, as seen, and the barrier behind it then gets
 * the warp in parts.  So what lies between the other ways in and the loop's head is copied, for
 * those who come from outside.  Registers keep their names: a copy assigns what the blocks did.
 *
 * Requires: a plain graph, of which nothing will be joined any more.  Chips from sm_70 on, whose
 * lanes wait for one another by barriers of their own, need none of it.
 */
#include "pass/pass.h"

#include "ir/graph.h"

struct loop_ways {
	struct arena *a;
	struct ir_func *f;
	const struct graph *g;
	struct ir_block **room; /* for successors, `width` of them */
	int width;
	bool *in;     /* by block id: the loop's blocks */
	bool *copied; /* by block id: from the other ways in to the head */
};

/* Return whether an edge leads back to a block that does not dominate its origin, and which. */
static bool
find_edge(const struct loop_ways *l, struct ir_block **from, struct ir_block **to)
{
	for (uint32_t k = 0; k < l->g->nrpo; k++) {
		int n = ir_successors(l->g->rpo[k], l->room, l->width);
		for (int i = 0; i < n; i++) {
			*from = l->g->rpo[k];
			*to = l->room[i];
			if (l->g->order[(*to)->id] <= k && !graph_dominates(l->g, *to, *from))
				return true;
		}
	}
	return false;
}

/* Mark what can be reached from what is marked, along edges or against them, inside `within` (NULL:
 * anywhere) and not through `past`. */
static void
spread(const struct loop_ways *l, bool *marked, const struct ir_block *past, const bool *within,
	bool back)
{
	const struct graph *g = l->g;

	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t k = 0; k < g->nrpo; k++) {
			const struct ir_block *b = g->rpo[back ? g->nrpo - 1 - k : k];
			if (!marked[b->id] || b == past)
				continue;
			int n = back ? (int)g->npreds[b->id] : ir_successors(b, l->room, l->width);
			struct ir_block **next = back ? g->preds[b->id] : l->room;
			for (int i = 0; i < n; i++)
				if (next[i] != past && !marked[next[i]->id] &&
					(!within || within[next[i]->id]))
					changed = marked[next[i]->id] = true;
		}
	}
}

/* Find the loop's blocks: those between `to` and itself, without the common dominator with
 * `from`. */
static void
find_loop(struct loop_ways *l, const struct ir_block *from, const struct ir_block *to)
{
	const struct ir_block *above = l->g->idom[to->id];
	bool *there = NEWN(l->a, bool, l->g->n), *back = NEWN(l->a, bool, l->g->n);

	while (!graph_dominates(l->g, above, from))
		above = l->g->idom[above->id];
	there[to->id] = back[to->id] = true;
	spread(l, there, above, NULL, false);
	spread(l, back, above, NULL, true);
	l->in = NEWN(l->a, bool, l->g->n);
	for (uint32_t i = 0; i < l->g->n; i++)
		l->in[i] = there[i] && back[i];
}

static bool
is_way_in(const struct loop_ways *l, const struct ir_block *b)
{
	for (uint32_t i = 0; l->in[b->id] && i < l->g->npreds[b->id]; i++)
		if (!l->in[l->g->preds[b->id][i]->id])
			return true;
	return false;
}

/* Mark what is to be copied if `head` is to be the loop's only way in.  Return how many
 * instructions that is. */
static uint32_t
to_copy(const struct loop_ways *l, const struct ir_block *head, bool *marked)
{
	uint32_t n = 0;

	for (uint32_t k = 0; k < l->g->nrpo; k++)
		marked[l->g->rpo[k]->id] = l->g->rpo[k] != head && is_way_in(l, l->g->rpo[k]);
	spread(l, marked, head, l->in, false);
	for (uint32_t k = 0; k < l->g->nrpo; k++)
		if (marked[l->g->rpo[k]->id])
			for (const struct ir_inst *i = l->g->rpo[k]->first; i; i = i->next)
				n++;
	return n;
}

static void
choose_head(struct loop_ways *l)
{
	uint32_t least = UINT32_MAX;

	for (uint32_t k = 0; k < l->g->nrpo; k++) {
		bool *marked = NEWN(l->a, bool, l->g->n);
		if (!is_way_in(l, l->g->rpo[k]))
			continue;
		uint32_t n = to_copy(l, l->g->rpo[k], marked);
		if (n < least) {
			least = n;
			l->copied = marked;
		}
	}
}

static struct ir_block *
copy_of(const struct loop_ways *l, struct ir_block **copy, struct ir_block *b)
{
	return b && b->id < l->g->n && l->copied[b->id] ? copy[b->id] : b;
}

static void
lead_to_copies(const struct loop_ways *l, struct ir_block **copy, struct ir_block *b)
{
	b->to[0] = copy_of(l, copy, b->to[0]);
	b->to[1] = copy_of(l, copy, b->to[1]);
	for (int i = 0; i < b->ntable; i++)
		b->table[i] = copy_of(l, copy, b->table[i]);
}

static struct ir_block *
copy_block(const struct loop_ways *l, struct ir_block *b)
{
	struct ir_block *new = ir_block_after(l->f, b, NULL);
	struct ir_cursor c = { .func = l->f, .block = new };

	for (const struct ir_inst *i = b->first; i; i = i->next)
		ir_repeat(&c, i);
	new->term = b->term;
	new->cond = b->cond;
	new->place = b->place;
	new->to[0] = b->to[0];
	new->to[1] = b->to[1];
	new->ntable = b->ntable;
	new->table = b->ntable ? NEWN(l->f->arena, struct ir_block *, b->ntable) : NULL;
	for (int i = 0; i < b->ntable; i++)
		new->table[i] = b->table[i];
	return new;
}

static void
copy_ways(const struct loop_ways *l)
{
	struct ir_block **copy = NEWN(l->a, struct ir_block *, l->g->n);

	for (uint32_t k = 0; k < l->g->nrpo; k++)
		if (l->copied[l->g->rpo[k]->id])
			copy[l->g->rpo[k]->id] = copy_block(l, l->g->rpo[k]);
	for (uint32_t k = 0; k < l->g->nrpo; k++) {
		struct ir_block *b = l->g->rpo[k];
		if (l->copied[b->id])
			lead_to_copies(l, copy, copy[b->id]);
		else if (!l->in[b->id])
			lead_to_copies(l, copy, b);
	}
}

static void
run(struct ir_func *f, const struct pass_context *c)
{
	const uint32_t most = 4 * f->nblocks; /* nested loops of that kind may multiply */
	bool again = !c->t->independent_threads;

	while (again && f->nblocks < most) {
		struct arena *a = arena_new();
		struct loop_ways l = { .a = a, .f = f, .g = graph_new(a, f, false) };
		struct ir_block *from, *to;
		l.width = graph_max_successors(f) + 1;
		l.room = NEWN(a, struct ir_block *, l.width);
		again = find_edge(&l, &from, &to);
		if (again) {
			find_loop(&l, from, to);
			choose_head(&l);
			copy_ways(&l);
		}
		arena_free(a);
	}
}

const struct pass pass_entry = { 'W', "entry", "loops have one way in (before sm_70)", run, true,
	0 };
