/*
 * symtab.c: names in scopes (PTX ISA 4.4, 5.4.5).  A register range %r<n> is one symbol: looking up
 * %r7 tries the whole word first, then each split into prefix and number.
 */
#include <ctype.h>
#include <string.h>

#include "ptx/parse.h"

struct scope *
scope_new(struct sim_arena *a, struct scope *parent)
{
	struct scope *s = sim_arena_alloc(a, sizeof *s);
	s->parent = parent;
	return s;
}

static uint32_t
hash_name(const char *name, unsigned len)
{
	uint32_t h = 2166136261u;
	for (unsigned i = 0; i < len; i++)
		h = (h ^ (unsigned char)name[i]) * 16777619u;
	return h;
}

static struct sym *
find_here(const struct scope *s, const char *name, unsigned len)
{
	if (!s->nbuckets)
		return NULL;
	struct sym *sym = s->buckets[hash_name(name, len) % s->nbuckets];
	while (sym && (sym->len != len || memcmp(sym->name, name, len)))
		sym = sym->next;
	return sym;
}

static void
grow(struct sim_arena *a, struct scope *s)
{
	unsigned n = s->nbuckets ? s->nbuckets * 4 : 8;
	struct sym **buckets = sim_arena_alloc(a, n * sizeof *buckets);
	for (unsigned i = 0; i < s->nbuckets; i++)
		while (s->buckets[i]) {
			struct sym *sym = s->buckets[i];
			s->buckets[i] = sym->next;
			uint32_t h = hash_name(sym->name, sym->len) % n;
			sym->next = buckets[h];
			buckets[h] = sym;
		}
	s->buckets = buckets;
	s->nbuckets = n;
}

struct sym *
scope_add(struct sim_arena *a, struct scope *s, struct sym *sym)
{
	struct sym *old = find_here(s, sym->name, sym->len);
	if (old)
		return old;
	if (s->nsyms++ >= s->nbuckets)
		grow(a, s);
	uint32_t h = hash_name(sym->name, sym->len) % s->nbuckets;
	sym->next = s->buckets[h];
	s->buckets[h] = sym;
	return NULL;
}

/* Find a register by its number: %r12 is register 12 of %r<n> or register 2 of %r1<n>; %r01 is
 * neither. */
static struct sym *
find_in_range(const struct scope *s, const char *name, unsigned len, unsigned *index)
{
	uint64_t number = 0, scale = 1;
	for (unsigned cut = len;
		cut-- > 1 && isdigit((unsigned char)name[cut]) && len - cut <= 9;) {
		number += (uint64_t)(name[cut] - '0') * scale;
		scale *= 10;
		if (name[cut] == '0' && len - cut > 1)
			continue;
		struct sym *sym = find_here(s, name, cut);
		if (sym && sym->range && number < sym->count) {
			*index = (unsigned)number;
			return sym;
		}
	}
	return NULL;
}

struct sym *
scope_find(struct scope *s, const char *name, unsigned len, unsigned *index)
{
	*index = 0;
	for (; s; s = s->parent) {
		struct sym *sym = find_here(s, name, len);
		if (sym && !sym->range)
			return sym;
		sym = find_in_range(s, name, len, index);
		if (sym)
			return sym;
	}
	return NULL;
}
