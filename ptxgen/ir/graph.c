/*
 * graph.c: predecessors, orders, dominators and post-dominators of a control-flow graph.
 *
 * Dominators by iteration over reverse post-order (Cooper, Harvey, Kennedy: A Simple, Fast
 * Dominance Algorithm, 2001); post-dominators by the same on the reversed graph with one virtual
 * end.
 */
#include "ir/graph.h"

#include <string.h>

int
graph_max_successors(const struct ir_func *f)
{
	int most = 2;

	for (const struct ir_block *b = f->blocks; b; b = b->next)
		if (b->term == TERM_TABLE && b->ntable > most)
			most = b->ntable;
	return most;
}

int
graph_successors(const struct graph *g, const struct ir_block *b, struct ir_block **out, int cap)
{
	if (g->seq_only && b->term == TERM_CONSTRUCT && b->construct->kind == CON_PARALLEL) {
		out[0] = b->construct->next;
		return 1;
	}
	int n = ir_successors(b, out, cap);
	/* the end of a construct's body continues behind it */
	if (b->term == TERM_END && (!g->seq_only || b->construct->kind != CON_PARALLEL))
		out[n++] = b->construct->next;
	return n;
}

/* Number the blocks depth-first from the entry, with an explicit stack: graphs of generated
 * programs are deep. */
static void
number_blocks(struct arena *a, struct graph *g, int width)
{
	struct frame {
		struct ir_block *b;
		int next, n;
		struct ir_block **succ;
	};
	struct frame *stack = NEWN(a, struct frame, g->n + 1);
	struct ir_block **succ = NEWN(a, struct ir_block *, width);
	bool *seen = NEWN(a, bool, g->n);
	uint32_t depth = 0, post = g->n;

	seen[g->f->blocks->id] = true;
	stack[depth++] = (struct frame){ .b = g->f->blocks, .n = -1 };
	while (depth) {
		struct frame *top = &stack[depth - 1];
		if (top->n < 0) {
			top->n = graph_successors(g, top->b, succ, width);
			top->succ = NEWN(a, struct ir_block *, top->n);
			memcpy(top->succ, succ, top->n * sizeof *succ);
		}
		if (top->next == top->n) {
			g->rpo[--post] = top->b;
			g->block[top->b->id] = top->b;
			depth--;
			continue;
		}
		struct ir_block *to = top->succ[top->next++];
		if (!seen[to->id]) {
			seen[to->id] = true;
			stack[depth++] = (struct frame){ .b = to, .n = -1 };
		}
	}
	g->nrpo = g->n - post;
	memmove(g->rpo, g->rpo + post, g->nrpo * sizeof *g->rpo);
	for (uint32_t i = 0; i < g->n; i++)
		g->order[i] = UINT32_MAX;
	for (uint32_t i = 0; i < g->nrpo; i++)
		g->order[g->rpo[i]->id] = i;
}

static void
find_preds(struct arena *a, struct graph *g, int width)
{
	struct ir_block **succ = NEWN(a, struct ir_block *, width);

	for (int fill = 0; fill < 2; fill++) {
		for (uint32_t i = 0; i < g->nrpo; i++) {
			int n = graph_successors(g, g->rpo[i], succ, width);
			for (int k = 0; k < n; k++) {
				uint32_t to = succ[k]->id;
				if (fill)
					g->preds[to][g->npreds[to]] = g->rpo[i];
				g->npreds[to]++;
			}
		}
		for (uint32_t i = 0; !fill && i < g->n; i++) {
			g->preds[i] = NEWN(a, struct ir_block *, g->npreds[i] + 1);
			g->npreds[i] = 0;
		}
	}
}

static void
find_dominators(struct graph *g)
{
	bool changed = true;
	struct ir_block *entry = g->rpo[0];

	g->idom[entry->id] = entry;
	while (changed) {
		changed = false;
		for (uint32_t i = 1; i < g->nrpo; i++) {
			uint32_t id = g->rpo[i]->id;
			struct ir_block *dom = NULL;
			for (uint32_t k = 0; k < g->npreds[id]; k++) {
				struct ir_block *p = g->preds[id][k];
				if (!g->idom[p->id])
					continue;
				struct ir_block *q = dom ? dom : p;
				while (p != q) {
					while (g->order[p->id] > g->order[q->id])
						p = g->idom[p->id];
					while (g->order[q->id] > g->order[p->id])
						q = g->idom[q->id];
				}
				dom = q;
			}
			if (g->idom[id] != dom) {
				g->idom[id] = dom;
				changed = true;
			}
		}
	}
	g->idom[entry->id] = NULL;
}

/* Number in preorder of the dominator tree: a block dominates those from its own number to
 * `last`. */
static void
number_dominators(struct arena *a, struct graph *g)
{
	uint32_t *size = NEWN(a, uint32_t, g->n), *next = g->last;

	for (uint32_t i = g->nrpo; i-- > 0;) { /* a block comes behind its dominator */
		uint32_t id = g->rpo[i]->id;
		size[id]++;
		if (i > 0)
			size[g->idom[id]->id] += size[id];
	}
	for (uint32_t i = 0; i < g->nrpo; i++) {
		uint32_t id = g->rpo[i]->id;
		g->first[id] = i > 0 ? next[g->idom[id]->id] : 0;
		if (i > 0)
			next[g->idom[id]->id] += size[id];
		next[id] = g->first[id] + 1;
	}
	for (uint32_t i = 0; i < g->nrpo; i++)
		g->last[g->rpo[i]->id] = g->first[g->rpo[i]->id] + size[g->rpo[i]->id] - 1;
}

/*
 * Post-dominators as numbers: position in rpo, nrpo standing for the virtual end.  Walking towards
 * the end means larger "distance", here the order in which blocks are finished from the exits.
 */
struct reverse {
	uint32_t *order; /* by rpo position: reverse post-order number in the reversed graph */
	uint32_t
		*ip; /* by rpo position: immediate post-dominator, nrpo = end, UINT32_MAX unknown */
	uint32_t *sequence; /* reversed graph in reverse post-order, without the end */
	uint32_t n;
};

static void
number_reversed(struct arena *a, struct graph *g, struct reverse *r, int width)
{
	struct frame {
		uint32_t at, next;
	};
	struct frame *stack = NEWN(a, struct frame, g->nrpo + 1);
	bool *seen = NEWN(a, bool, g->nrpo);
	struct ir_block **succ = NEWN(a, struct ir_block *, width);
	uint32_t post = g->nrpo;

	for (uint32_t root = g->nrpo; root-- > 0;) {
		if (seen[root] || graph_successors(g, g->rpo[root], succ, width) > 0)
			continue;
		uint32_t depth = 0;
		seen[root] = true;
		stack[depth++] = (struct frame){ root, 0 };
		while (depth) {
			struct frame *top = &stack[depth - 1];
			uint32_t id = g->rpo[top->at]->id;
			if (top->next == g->npreds[id]) {
				r->sequence[--post] = top->at;
				depth--;
				continue;
			}
			uint32_t p = g->order[g->preds[id][top->next++]->id];
			if (!seen[p]) {
				seen[p] = true;
				stack[depth++] = (struct frame){ p, 0 };
			}
		}
	}
	r->n = g->nrpo - post;
	memmove(r->sequence, r->sequence + post, r->n * sizeof *r->sequence);
	for (uint32_t i = 0; i < r->n; i++)
		r->order[r->sequence[i]] = i + 1; /* the end is 0 */
}

static uint32_t
meet(const struct reverse *r, uint32_t nrpo, uint32_t p, uint32_t q)
{
	while (p != q) {
		uint32_t op = p == nrpo ? 0 : r->order[p], oq = q == nrpo ? 0 : r->order[q];
		if (op > oq)
			p = r->ip[p];
		else
			q = r->ip[q];
	}
	return p;
}

void
graph_post_dominators(struct arena *a, struct graph *g)
{
	int width = graph_max_successors(g->f) + 1;
	struct reverse r = { NEWN(a, uint32_t, g->nrpo + 1), NEWN(a, uint32_t, g->nrpo + 1),
		NEWN(a, uint32_t, g->nrpo + 1), 0 };
	struct ir_block **succ = NEWN(a, struct ir_block *, width);
	bool changed = true;

	g->ipdom = NEWN(a, struct ir_block *, g->n);
	number_reversed(a, g, &r, width);
	memset(r.ip, 0xff, (g->nrpo + 1) * sizeof *r.ip);
	while (changed) {
		changed = false;
		for (uint32_t i = 0; i < r.n; i++) {
			uint32_t at = r.sequence[i], ip = UINT32_MAX;
			int n = graph_successors(g, g->rpo[at], succ, width);
			if (n == 0)
				ip = g->nrpo;
			for (int k = 0; k < n; k++) {
				uint32_t s = g->order[succ[k]->id];
				if (r.ip[s] != UINT32_MAX)
					ip = ip == UINT32_MAX ? s : meet(&r, g->nrpo, ip, s);
			}
			if (r.ip[at] != ip) {
				r.ip[at] = ip;
				changed = true;
			}
		}
	}
	for (uint32_t i = 0; i < g->nrpo; i++)
		if (r.ip[i] < g->nrpo)
			g->ipdom[g->rpo[i]->id] = g->rpo[r.ip[i]];
}

struct graph *
graph_new(struct arena *a, const struct ir_func *f, bool seq_only)
{
	struct graph *g = NEW(a, struct graph);
	int width = graph_max_successors(f) + 1;

	g->f = f;
	g->seq_only = seq_only;
	g->n = f->nblocks;
	g->block = NEWN(a, struct ir_block *, g->n);
	g->rpo = NEWN(a, struct ir_block *, g->n);
	g->order = NEWN(a, uint32_t, g->n);
	g->preds = NEWN(a, struct ir_block **, g->n);
	g->npreds = NEWN(a, uint32_t, g->n);
	g->idom = NEWN(a, struct ir_block *, g->n);
	g->first = NEWN(a, uint32_t, g->n);
	g->last = NEWN(a, uint32_t, g->n);
	number_blocks(a, g, width);
	find_preds(a, g, width);
	find_dominators(g);
	number_dominators(a, g);
	return g;
}

bool
graph_dominates(const struct graph *g, const struct ir_block *a, const struct ir_block *b)
{
	if (!g->block[a->id] || !g->block[b->id])
		return a == b;
	return g->first[a->id] <= g->first[b->id] && g->first[b->id] <= g->last[a->id];
}

bool
graph_reaches(const struct ir_func *f, const struct ir_block *from, const struct ir_block *to,
	bool (*stops)(const struct ir_block *b))
{
	struct arena *a = arena_new();
	int width = graph_max_successors(f) + 1;
	struct ir_block **succ = NEWN(a, struct ir_block *, width),
			**stack = NEWN(a, struct ir_block *, f->nblocks + 1);
	bool *seen = NEWN(a, bool, f->nblocks), found = false;
	uint32_t depth = 0;

	for (const struct ir_block *at = from; at && !found; at = depth ? stack[--depth] : NULL) {
		int n = at->term == TERM_END ? 0 : ir_successors(at, succ, width);
		for (int i = 0; i < n && !found; i++) {
			found = succ[i] == to;
			if (!seen[succ[i]->id] && !(stops && stops(succ[i])))
				stack[depth++] = succ[i];
			seen[succ[i]->id] = true;
		}
	}
	arena_free(a);
	return found;
}

/* ---- registers assigned once, before every use ---- */

struct single {
	const struct graph *g;
	const struct ir_block **home; /* by register: block of its assignment */
	const struct ir_block *at;
	bool *seen; /* by register: assigned further up in block `at` */
	bool *ok;
};

static void
check_use(void *ctx, struct ir_value *v)
{
	struct single *s = ctx;

	if (v->kind != VAL_REG || !s->ok[v->u.reg])
		return;
	const struct ir_block *home = s->home[v->u.reg];
	if (home == s->at ? !s->seen[v->u.reg] : !home || !graph_dominates(s->g, home, s->at))
		s->ok[v->u.reg] = false;
}

bool *
graph_single(struct arena *a, const struct graph *g)
{
	const struct ir_func *f = g->f;
	uint32_t *defs = ir_count_defs(a, f);
	struct single s = { g, NEWN(a, const struct ir_block *, f->nregs), NULL,
		NEWN(a, bool, f->nregs), NEWN(a, bool, f->nregs) };

	for (uint32_t r = 1; r < f->nregs; r++)
		s.ok[r] = defs[r] == 1;
	for (uint32_t k = 0; k < g->nrpo; k++)
		for (struct ir_inst *i = g->rpo[k]->first; i; i = i->next)
			if (i->dst != IR_NOREG)
				s.home[i->dst] = g->rpo[k];
	for (uint32_t k = 0; k < g->nrpo; k++) {
		s.at = g->rpo[k];
		for (struct ir_inst *i = g->rpo[k]->first; i; i = i->next) {
			ir_visit_uses(i, check_use, &s);
			if (i->dst != IR_NOREG)
				s.seen[i->dst] = true;
		}
		ir_visit_term_uses(g->rpo[k], check_use, &s);
	}
	return s.ok;
}

struct ir_inst **
graph_defs(struct arena *a, const struct graph *g, const bool *single)
{
	struct ir_inst **def = NEWN(a, struct ir_inst *, g->f->nregs);

	for (uint32_t k = 0; k < g->nrpo; k++)
		for (struct ir_inst *i = g->rpo[k]->first; i; i = i->next)
			if (i->dst != IR_NOREG && single[i->dst])
				def[i->dst] = i;
	return def;
}

bool
graph_is_copy(const struct ir_func *f, const bool *single, const struct ir_inst *i)
{
	struct ir_value v = i->src[0];

	return i->op == IR_MOV && !i->pinned && v.kind == VAL_REG && !v.offset && single[i->dst] &&
		single[v.u.reg] && f->regs[i->dst].nonneg <= f->regs[v.u.reg].nonneg;
}

ir_reg *
graph_copies(struct arena *a, const struct graph *g, const bool *single)
{
	ir_reg *copied = NEWN(a, ir_reg, g->f->nregs);

	for (uint32_t k = 0; k < g->nrpo; k++)
		for (const struct ir_inst *i = g->rpo[k]->first; i; i = i->next)
			if (graph_is_copy(g->f, single, i))
				copied[i->dst] = i->src[0].u.reg;
	return copied;
}
