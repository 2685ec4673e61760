/*
 * versions.c: which assignment of a variable reaches a point (see versions.h).
 */
#include "ir/versions.h"

/* Of large functions nothing is said, where it would take long: of a variable, blocks where ways
 * meet times blocks that assign it; of all variables, blocks. */
enum { MOST_PAIRS = 1 << 16, MOST_BLOCKS = 1 << 22 };

/* Where a variable is assigned. */
struct site {
	struct site *next;
	struct ir_block *b;
	const struct ir_inst *i;
};

struct versions {
	struct arena *a;
	const struct graph *g;
	struct ir_block **meet; /* blocks where several ways meet; nmeet of them */
	uint32_t nmeet;
	uint32_t room;       /* MOST_BLOCKS, less those of variables that were asked for */
	struct site **sites; /* by register; the last comes first */
	/* by register, once asked for, by block id: what it is there at first */
	const void ***entry;
};

struct versions *
versions_new(struct arena *a, const struct graph *g)
{
	struct versions *s = NEW(a, struct versions);

	*s = (struct versions){ .a = a, .g = g, .room = MOST_BLOCKS };
	s->meet = NEWN(a, struct ir_block *, g->nrpo);
	s->sites = NEWN(a, struct site *, g->f->nregs);
	s->entry = NEWN(a, const void **, g->f->nregs);
	for (uint32_t k = 0; k < g->nrpo; k++) {
		struct ir_block *b = g->rpo[k];

		if (g->npreds[b->id] > 1)
			s->meet[s->nmeet++] = b;
		for (const struct ir_inst *i = b->first; i; i = i->next) {
			struct site *site = i->dst != IR_NOREG ? NEW(a, struct site) : NULL;

			if (!site)
				continue;
			*site = (struct site){ s->sites[i->dst], b, i };
			s->sites[i->dst] = site;
		}
	}
	return s;
}

/* Return whether values that d's end has meet others where m begins: d dominates a way to m, but not m. */
static bool
meets_others(const struct graph *g, const struct ir_block *d, const struct ir_block *m)
{
	bool leads = false;

	for (uint32_t k = 0; k < g->npreds[m->id]; k++)
		leads |= graph_dominates(g, d, g->preds[m->id][k]);
	return leads && (d == m || !graph_dominates(g, d, m));
}

static const void **
find_entries(struct versions *s, ir_reg r)
{
	const struct graph *g = s->g;
	const void **entry = NEWN(s->a, const void *, g->n);
	const struct ir_inst **last = NEWN(s->a, const struct ir_inst *, g->n);
	struct ir_block **todo = NEWN(s->a, struct ir_block *, 2 * g->nrpo);
	uint32_t n = 0;

	for (const struct site *site = s->sites[r]; site; site = site->next)
		if (!last[site->b->id]) {
			last[site->b->id] = site->i;
			todo[n++] = site->b;
		}
	for (uint32_t at = 0; at < n; at++) {
		if ((uint64_t)at * s->nmeet > MOST_PAIRS)
			return NULL;
		for (uint32_t k = 0; k < s->nmeet; k++)
			if (!entry[s->meet[k]->id] && meets_others(g, todo[at], s->meet[k])) {
				entry[s->meet[k]->id] = s->meet[k];
				todo[n++] = s->meet[k];
			}
	}
	for (uint32_t k = 0; k < g->nrpo; k++) { /* a block comes behind its dominator */
		const struct ir_block *b = g->rpo[k], *dom = g->idom[b->id];

		if (!entry[b->id])
			entry[b->id] = !dom   ? (const void *)b :
				last[dom->id] ? last[dom->id] :
						entry[dom->id];
	}
	return entry;
}

const void *
version_of(struct versions *s, ir_reg r, const struct ir_block *b, const struct ir_inst *at)
{
	const struct ir_inst *i = ir_assignment(at->prev, r);

	if (i)
		return i;
	if (!s->entry[r] && s->room >= s->g->n) {
		s->room -= s->g->n;
		s->entry[r] = find_entries(s, r);
	}
	return s->entry[r] ? s->entry[r][b->id] : NULL;
}
