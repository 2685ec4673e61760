/*
 * span.c: which ranges are mapped, and where the host has its copy of them, as ptxsimMapped said.
 */
#include <stdlib.h>
#include <string.h>

#include "check/internal.h"

static bool
ends_by(const void *spans, size_t i, uint64_t addr)
{
	const struct span *s = ((struct span *const *)spans)[i];
	return s->addr + s->bytes <= addr;
}

size_t
spans_from(const struct spans *all, uint64_t addr)
{
	return sim_first_not(all->v, all->n, ends_by, addr);
}

struct span *
span_at(struct spans *all, uint64_t addr)
{
	if (all->last && addr - all->last->addr < all->last->bytes)
		return all->last;
	size_t i = spans_from(all, addr);
	return i < all->n && all->v[i]->addr <= addr ? all->last = all->v[i] : NULL;
}

void
spans_add(struct spans *all, struct span s)
{
	size_t i = spans_from(all, s.addr);
	struct span *copy = malloc(sizeof *copy);
	all->v = sim_grown(all->v, all->n, &all->cap, sizeof *all->v);
	if (!copy)
		sim_out_of_memory();
	*copy = s;
	memmove(all->v + i + 1, all->v + i, (all->n++ - i) * sizeof *all->v);
	all->v[i] = copy;
}

void
spans_drop(struct checks *c, uint64_t addr, uint64_t end)
{
	struct spans *all = &c->spans;
	size_t i = spans_from(all, addr), n = i;
	for (; n < all->n && all->v[n]->addr < end; n++) {
		order_forget(c, all->v[n]);
		free(all->v[n]);
	}
	if (n == i)
		return;
	memmove(all->v + i, all->v + n, (all->n - n) * sizeof *all->v);
	all->n -= n - i;
	all->last = NULL;
}

void
spans_free(struct checks *c)
{
	spans_drop(c, 0, UINT64_MAX);
	free(c->spans.v);
}
