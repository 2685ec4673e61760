/* Interned strings (arena.h): an open-addressing hash table of the spellings seen so far.
 *
 * The number of a string (intern_id) sits just before its text, so that a table indexed by it
 * needs no second look-up. */
#include "base/arena.h"

#include <string.h>

struct entry {
	uint32_t id;
	uint32_t size;
	char text[];
};

struct slot {
	uint32_t hash;
	struct entry *entry;
};

struct interner {
	struct arena *arena;
	struct slot *slots;
	uint32_t n, mask;
};

enum { FIRST_SLOTS = 8192 };

struct interner *
interner_new(struct arena *a)
{
	struct interner *in = NEW(a, struct interner);
	in->arena = a;
	in->slots = NEWN(a, struct slot, FIRST_SLOTS);
	in->mask = FIRST_SLOTS - 1;
	return in;
}

/* Hash eight bytes at a time, then the rest: names are short, and there are many. */
static uint32_t
hash_of(const char *s, size_t n)
{
	const uint64_t k = 0x9e3779b97f4a7c15u;
	uint64_t h = n * k, part;
	for (; n >= 8; n -= 8, s += 8) {
		memcpy(&part, s, 8);
		h = (h ^ part) * k;
		h ^= h >> 29;
	}
	for (part = 0; n > 0; n--)
		part = part << 8 | (unsigned char)*s++;
	h = (h ^ part) * k;
	return (uint32_t)(h >> 32);
}

static void
grow(struct interner *in)
{
	struct slot *old = in->slots;
	uint32_t n = in->mask + 1;
	in->slots = NEWN(in->arena, struct slot, 2 * (size_t)n);
	in->mask = 2 * n - 1;
	for (uint32_t i = 0; i < n; i++) {
		if (!old[i].entry)
			continue;
		uint32_t at = old[i].hash & in->mask;
		while (in->slots[at].entry)
			at = (at + 1) & in->mask;
		in->slots[at] = old[i];
	}
}

static struct entry *
new_entry(struct interner *in, const char *text, size_t size)
{
	struct entry *e = arena_alloc(in->arena, sizeof *e + size + 1);
	e->id = in->n++;
	e->size = (uint32_t)size;
	if (size)
		memcpy(e->text, text, size);
	return e;
}

const char *
intern(struct interner *in, const char *text, size_t size)
{
	uint32_t hash = hash_of(text, size);
	uint32_t at = hash & in->mask;
	for (struct slot *s; (s = &in->slots[at])->entry; at = (at + 1) & in->mask) {
		struct entry *e = s->entry;
		if (s->hash == hash && e->size == size && !memcmp(e->text, text, size))
			return e->text;
	}
	struct entry *e = new_entry(in, text, size);
	in->slots[at] = (struct slot){ hash, e };
	if (in->n > in->mask / 2)
		grow(in);
	return e->text;
}

const char *
intern_str(struct interner *in, const char *text)
{
	return intern(in, text, strlen(text));
}

static const struct entry *
entry_of(const char *interned)
{
	return (const struct entry *)(interned - offsetof(struct entry, text));
}

size_t
intern_size(const char *interned)
{
	return entry_of(interned)->size;
}

uint32_t
intern_id(const char *interned)
{
	return entry_of(interned)->id;
}
