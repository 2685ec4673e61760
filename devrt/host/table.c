/*
 * table.c: the present table of one device: host ranges that have a copy there, sorted by address,
 * without overlaps.  Pure data; it neither allocates device memory nor copies.
 */
#include <stdlib.h>
#include <string.h>
#include "rt.h"

size_t
devrt_table_lower(const struct devrt_table *t, uintptr_t p)
{
	size_t lo = 0, hi = t->n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (t->v[mid]->host + t->v[mid]->bytes <= p)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

struct devrt_entry_range *
devrt_table_find(const struct devrt_table *t, const void *p, size_t bytes)
{
	uintptr_t at = (uintptr_t)p;
	size_t i = devrt_table_lower(t, at);

	if (i == t->n || at < t->v[i]->host || bytes > t->v[i]->host + t->v[i]->bytes - at)
		return NULL;
	return t->v[i];
}

struct devrt_entry_range *
devrt_table_overlap(const struct devrt_table *t, const void *p, size_t bytes)
{
	uintptr_t at = (uintptr_t)p;
	size_t i = devrt_table_lower(t, at);

	return bytes && i < t->n && t->v[i]->host < at + bytes ? t->v[i] : NULL;
}

static bool
is_from_outside(const struct devrt_entry_range *e)
{
	return e->base && (e->base < e->host || e->base - e->host >= e->bytes);
}

/* Return the range that a pointer to the beginning of an array means, though only a section of the
 * array is present. */
const struct devrt_entry_range *
devrt_table_reach(const struct devrt_table *t, const void *p)
{
	uintptr_t at = (uintptr_t)p;
	const struct devrt_entry_range *found = devrt_table_find(t, p, 0);

	if (found || !t->nfrom_outside)
		return found;
	for (size_t i = 0; i < t->n; i++) {
		const struct devrt_entry_range *e = t->v[i];

		if (!is_from_outside(e) || (at < e->base && at < e->host) ||
			(at > e->base && at >= e->host + e->bytes))
			continue;
		if (found && devrt_translate(found, p) != devrt_translate(e, p))
			return NULL;
		found = e;
	}
	return found;
}

struct devrt_entry_range *
devrt_table_next(const struct devrt_table *t, struct devrt_entry_range *e, const void *p,
	size_t bytes)
{
	size_t i = devrt_table_lower(t, e->host + e->bytes);

	return i < t->n && t->v[i]->host < (uintptr_t)p + bytes ? t->v[i] : NULL;
}

bool
devrt_table_covers(const struct devrt_table *t, const void *p, size_t bytes)
{
	uintptr_t at = (uintptr_t)p, end = at + bytes;

	for (struct devrt_entry_range *e = devrt_table_overlap(t, p, bytes); e && e->host <= at;
		e = devrt_table_next(t, e, p, bytes))
		at = e->host + e->bytes;
	return at >= end;
}

struct devrt_entry_range *
devrt_table_insert(struct devrt_table *t, struct devrt_entry_range e)
{
	size_t i = devrt_table_lower(t, e.host);

	t->v = devrt_grown(t->v, t->n, &t->cap, sizeof *t->v);
	memmove(t->v + i + 1, t->v + i, (t->n - i) * sizeof *t->v);
	t->v[i] = devrt_copy_of(&e, sizeof e);
	t->n++;
	t->nfrom_outside += is_from_outside(&e);
	t->changes++;
	return t->v[i];
}

void
devrt_table_remove(struct devrt_table *t, struct devrt_entry_range *e)
{
	size_t i = devrt_table_lower(t, e->host);

	t->nfrom_outside -= is_from_outside(e);
	memmove(t->v + i, t->v + i + 1, (t->n - i - 1) * sizeof *t->v);
	t->n--;
	t->changes++;
	free(e);
}
