/*
 * shadow.c: shadow memory of the checks: for each byte whether anybody wrote it, and for each
 * unit of bytes who accessed it last.
 *
 * Units begin at 8 bytes and shrink to the smallest access that an allocation has seen, so that an
 * array of doubles costs twice its size and only arrays of char cost sixteen times theirs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "check/internal.h"

void *
shadow_map(size_t bytes)
{
	void *p = mmap(NULL, bytes + !bytes, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (p == MAP_FAILED)
		sim_out_of_memory();
	return p;
}

void
shadow_unmap(void *p, size_t bytes)
{
	munmap(p, bytes + !bytes);
}

/* ---- bits ---- */

void
bits_set(uint8_t *bits, size_t from, size_t n)
{
	size_t end = from + n;
	for (; from < end && from % 8; from++)
		bits[from / 8] |= (uint8_t)(1u << from % 8);
	if (from < end)
		memset(bits + from / 8, 0xff, (end - from) / 8);
	for (from += (end - from) & ~(size_t)7; from < end; from++)
		bits[from / 8] |= (uint8_t)(1u << from % 8);
}

void
bits_clear(uint8_t *bits, size_t from, size_t n)
{
	size_t end = from + n;
	for (; from < end && from % 8; from++)
		bits[from / 8] &= (uint8_t) ~(1u << from % 8);
	if (from < end)
		memset(bits + from / 8, 0, (end - from) / 8);
	for (from += (end - from) & ~(size_t)7; from < end; from++)
		bits[from / 8] &= (uint8_t) ~(1u << from % 8);
}

size_t
bits_first(const uint8_t *bits, size_t from, size_t end)
{
	while (from < end) {
		uint64_t word; /* there is room behind the last bits */
		memcpy(&word, bits + from / 64 * 8, sizeof word);
		word >>= from % 64;
		if (word) {
			from += (size_t)__builtin_ctzll(word);
			return from < end ? from : end;
		}
		from = (from / 64 + 1) * 64;
	}
	return end;
}

bool
bits_any(const uint8_t *bits, size_t from, size_t n)
{
	return bits_first(bits, from, from + n) < from + n;
}

void
bits_copy(uint8_t *to, size_t to_bit, const uint8_t *from, size_t from_bit, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		size_t t = to_bit + i, f = from_bit + i;
		bits_clear(to, t, 1);
		to[t / 8] |= (uint8_t)((from[f / 8] >> f % 8 & 1) << t % 8);
	}
}

/* ---- one allocation's ---- */

void
shadow_open(struct shadow *s, uint64_t base, size_t size, bool init)
{
	*s = (struct shadow){ .base = base, .size = size, .unit = FIRST_UNIT };
	if (init)
		s->init = shadow_map(size / 8 + 8);
}

static size_t
cells_bytes(const struct shadow *s)
{
	return (s->size / s->unit + 2) * sizeof *s->cells;
}

static void
unmap_cells(struct shadow *s)
{
	if (s->cells)
		munmap(s->cells, cells_bytes(s));
	s->cells = NULL;
}

void
shadow_close(struct shadow *s)
{
	unmap_cells(s);
	map_close(s);
	if (s->init)
		munmap(s->init, s->size / 8 + 8);
	s->init = NULL;
}

/* Give every small unit what its large one had. */
static void
shrink(struct shadow *s, unsigned unit)
{
	struct shadow old = *s;
	s->unit = unit;
	s->cells = shadow_map(cells_bytes(s));
	for (size_t i = 0; i < old.size / old.unit + 2; i++) {
		struct cell cell = old.cells[i];
		size_t to = i * (old.unit / unit);
		for (size_t k = to; k < to + old.unit / unit && k < s->size / unit + 2; k++)
			if (cell.w[0] | cell.r[0])
				s->cells[k] = cell;
	}
	unmap_cells(&old);
}

struct cell *
shadow_cells(struct shadow *s, uint64_t addr, size_t bytes)
{
	uint64_t offset = addr - s->base, fits = (offset | bytes) & -(offset | bytes);
	if (fits < s->unit) {
		if (s->cells)
			shrink(s, (unsigned)fits);
		s->unit = (unsigned)fits;
	}
	if (!s->cells)
		s->cells = shadow_map(cells_bytes(s));
	return &s->cells[offset / s->unit];
}

/* ---- those of global memory ---- */

static bool
begins_by(const void *shadows, size_t i, uint64_t addr)
{
	return ((struct shadow *const *)shadows)[i]->base <= addr;
}

/* Return the index of the first shadow behind addr. */
static size_t
upper(const struct checks *c, uint64_t addr)
{
	return sim_first_not(c->shadows, c->nshadows, begins_by, addr);
}

/* Return whether the compiler gave this name to the lock of a critical construct; behind $, its
 * own. */
static bool
is_critical(const char *name)
{
	static const char prefix[] = "omp_critical_";
	size_t n = sizeof prefix - 1;
	return !strncmp(name, prefix, n) && (name[n] != '$' || !name[n + 1]);
}

bool
shadow_names_lock(const struct checks *c, const struct shadow *s, uint64_t addr)
{
	const struct alloc *a = s->section ? memory_find(c->dev, addr) : NULL;
	const struct note *n = a ? memory_note(a, addr) : NULL;
	return n && addr - n->addr < n->bytes && is_critical(n->name);
}

static struct shadow *
insert(struct checks *c, const struct alloc *a)
{
	struct shadow *s = malloc(sizeof *s);
	c->shadows = sim_grown(c->shadows, c->nshadows, &c->shadows_cap, sizeof s);
	if (!s)
		sim_out_of_memory();
	/* variables of modules have initial values, of bytes 0 if nothing else is said */
	shadow_open(s, a->base, a->size, c->what & CHECK_INIT && (!a->name || a->device_heap));
	s->lock = a->name && is_critical(a->name);
	s->section = a->name && a->name[0] == '.';
	size_t i = upper(c, a->base);
	memmove(c->shadows + i + 1, c->shadows + i, (c->nshadows - i) * sizeof *c->shadows);
	c->shadows[i] = s;
	c->nshadows++;
	return s;
}

struct shadow *
shadow_at(struct checks *c, uint64_t addr)
{
	if (c->last && addr - c->last->base < c->last->size)
		return c->last;
	size_t i = upper(c, addr);
	struct shadow *s = i ? c->shadows[i - 1] : NULL;
	if (!s || addr - s->base >= s->size) {
		struct alloc *a = memory_find(c->dev, addr);
		s = a ? insert(c, a) : NULL;
	}
	if (s)
		c->last = s;
	return s;
}

static void
drop_at(struct checks *c, size_t i)
{
	shadow_close(c->shadows[i]);
	free(c->shadows[i]);
	c->nshadows--;
	memmove(c->shadows + i, c->shadows + i + 1, (c->nshadows - i) * sizeof *c->shadows);
	c->last = NULL;
}

void
shadow_drop(struct checks *c, uint64_t base)
{
	size_t i = upper(c, base);
	if (i && c->shadows[i - 1]->base == base)
		drop_at(c, i - 1);
}

/* Blocks that device code freed go behind the launch, without an event. */
void
shadow_sweep(struct checks *c)
{
	if (c->reaps == c->dev->reaps)
		return;
	c->reaps = c->dev->reaps;
	for (size_t i = c->nshadows; i-- > 0;)
		if (!memory_find(c->dev, c->shadows[i]->base))
			drop_at(c, i);
}

void
shadow_drop_all(struct checks *c)
{
	while (c->nshadows)
		drop_at(c, c->nshadows - 1);
	free(c->shadows);
}

void
shadow_forget_cells(struct checks *c)
{
	for (size_t i = 0; i < c->nshadows; i++)
		unmap_cells(c->shadows[i]);
	for (struct cteam *t = c->teams; t; t = t->next)
		unmap_cells(&t->shared);
}
