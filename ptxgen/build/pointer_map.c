/*
 * pointer_map.c: maps from pointers to pointers, by open addressing.
 *
 * Not for iterating: the order of entries depends on addresses, and output must not.
 */
#include "build/internal.h"

static size_t
slot_for(const struct map *m, const void *key)
{
	size_t i = ((uintptr_t)key >> 4) * 0x9e3779b97f4a7c15u >> 20;

	for (i &= m->cap - 1; m->v[i].key && m->v[i].key != key; i = (i + 1) & (m->cap - 1))
		;
	return i;
}

void *
map_get(const struct map *m, const void *key)
{
	return m->cap ? m->v[slot_for(m, key)].value : NULL;
}

static void
rehash(struct arena *a, struct map *m)
{
	struct map old = *m;

	m->cap = old.cap ? old.cap * 2 : 16;
	m->v = NEWN(a, struct map_entry, m->cap);
	for (size_t i = 0; i < old.cap; i++)
		if (old.v[i].key)
			m->v[slot_for(m, old.v[i].key)] = old.v[i];
}

struct map
map_copy(struct arena *a, const struct map *m)
{
	struct map copy = { NEWN(a, struct map_entry, m->cap + 1), m->n, m->cap };

	for (size_t i = 0; i < m->cap; i++)
		copy.v[i] = m->v[i];
	return copy;
}

void
map_put(struct arena *a, struct map *m, const void *key, void *value)
{
	size_t i;

	if (m->n * 2 >= m->cap)
		rehash(a, m);
	i = slot_for(m, key);
	m->n += !m->v[i].key;
	m->v[i] = (struct map_entry){ key, value };
}
