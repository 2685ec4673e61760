/*
 * notes.c: what the host said that lies where in global memory, for messages: mapped ranges by name
 * and place, and the variables of teams whose frames lie there.
 *
 * A range's note belongs to its allocation and ends with it.  Frames are used by kernel after
 * kernel, each with variables of its own: notes of rows also name the entry that they are for.
 */
#include <stdlib.h>
#include <string.h>

#include "core/core.h"
#include "sim.h"

static void
free_note(struct note n)
{
	free(n.name);
	free(n.place);
	free(n.root);
}

void
sim_annotate(struct sim_device *dev, uint64_t addr, size_t bytes, const char *name,
	const char *place, uint64_t origin, const char *shape)
{
	struct alloc *a = memory_find(dev, addr);
	struct note n = { .addr = addr, .bytes = bytes, .origin = origin };
	if (!a)
		return;
	pthread_rwlock_wrlock(&dev->lock);
	if (shape && (n.root = strdup(shape))) {
		n.type = strchr(n.root, ':');
		*n.type++ = '\0';
	}
	if (name) {
		n.name = strdup(name);
		n.place = strdup(place ? place : "");
		a->notes = sim_grown(a->notes, a->nnotes, &a->notes_cap, sizeof n);
		a->notes[a->nnotes++] = n;
	} else {
		notes_forget(a, addr, bytes);
		rows_forget(dev, addr, bytes);
	}
	pthread_rwlock_unlock(&dev->lock);
}

const struct note *
memory_note(const struct alloc *a, uint64_t addr)
{
	const struct note *best = NULL;
	for (const struct note *n = a->notes; n < a->notes + a->nnotes; n++) {
		if (addr - n->addr < n->bytes)
			return n;
		if (!best || n->addr <= addr)
			best = n;
	}
	return best;
}

/* A pointer in a mapped range: it points so many bytes before an address of the host. */
struct pointer {
	const struct note *in;
	uint64_t at, before;
};

/* Take one of the allocation's that points nearer before addr than *P does. */
static void
look_for_pointer(const struct alloc *a, uint64_t addr, struct pointer *p)
{
	uint64_t value;
	for (const struct note *n = a->notes; n < a->notes + a->nnotes; n++)
		for (uint64_t at = (n->addr + 7) / 8 * 8; at + sizeof value <= n->addr + n->bytes;
			at += sizeof value) {
			memcpy(&value, a->host + (at - a->base), sizeof value);
			if (addr - value < p->before)
				*p = (struct pointer){ n, at, addr - value };
		}
}

/* Return the nearest in all mapped ranges; .in is NULL if none is within a megabyte. */
static struct pointer
nearest_pointer(const struct sim_device *dev, uint64_t addr)
{
	struct pointer p = { NULL, 0, 1 << 20 };
	for (size_t i = 0; i < dev->nallocs; i++)
		look_for_pointer(dev->allocs[i], addr, &p);
	return p;
}

bool
memory_describe_host(struct sim_device *dev, uint64_t addr, struct sim_log *out)
{
	struct sim_log name = { 0 };
	if (!host_memory_has(&(struct host_pages){ 0 }, addr, 1)) /* a device cannot know */
		return false;
	sim_log_printf(out, "; it is an address of the host: a pointer whose target is not mapped");
	struct pointer p = nearest_pointer(dev, addr);
	const struct note *n = p.in;
	if (!n || !n->type)
		return true;
	sim_log_printf(&name, "%s", n->root);
	shape_walk(n->type, (int64_t)(p.at - n->origin), sizeof p.at, &name);
	sim_log_printf(out, ", '%s' (%s): expected a map of that, like map(tofrom: %s[0:n])",
		name.text, n->place, name.text);
	sim_log_free(&name);
	return true;
}

void
memory_describe(struct sim_device *dev, uint64_t addr, int bytes, struct sim_log *out)
{
	struct alloc *a = memory_nearest(dev, addr);
	if (memory_describe_host(dev, addr, out))
		return;
	if (!a) {
		sim_log_printf(out, "; nothing is allocated");
		return;
	}
	const struct note *n = memory_note(a, addr);
	uint64_t base = n ? n->addr : a->base;
	size_t size = n ? n->bytes : a->size;
	const char *name = n ? n->name : a->name;
	int64_t offset = (int64_t)(addr - base);
	if (name)
		sim_log_printf(out, "; nearest is '%s'", name);
	else
		sim_log_printf(out, "; nearest is the allocation at 0x%llx",
			(unsigned long long)base);
	if (n && *n->place)
		sim_log_printf(out, " (%s)", n->place);
	sim_log_printf(out, " of %zu bytes, ", size);
	if (offset < 0)
		sim_log_printf(out, "%lld bytes before its start", (long long)-offset);
	else if ((uint64_t)offset >= size)
		sim_log_printf(out, "%lld bytes behind its end",
			(long long)(offset - (int64_t)size));
	else
		sim_log_printf(out, "at byte %lld", (long long)offset);
	int64_t each = n && n->type ? (int64_t)shape_element(n->type) : 0;
	if (each)
		offset -= (offset % each + each) % each;
	else
		each = bytes;
	if (each > 0 && offset % each == 0 && offset > -(1ll << 40) && offset < 1ll << 40)
		sim_log_printf(out, ": element %lld of %zu", (long long)(offset / each),
			size / (size_t)each);
}

/* ---- rows ---- */

/* The same variable at its entry's next launch may have more rows. */
void
sim_annotate_rows(struct sim_device *dev, const struct sim_rows *r, const char *name,
	const char *entry)
{
	struct row_note *n = NULL;
	pthread_rwlock_wrlock(&dev->lock);
	for (size_t i = 0; i < dev->nrow_notes && !n; i++)
		if (dev->row_notes[i].at.addr == r->addr && !strcmp(dev->row_notes[i].name, name) &&
			!strcmp(dev->row_notes[i].entry, entry))
			n = &dev->row_notes[i];
	if (n) {
		n->at = *r;
	} else {
		dev->row_notes = sim_grown(dev->row_notes, dev->nrow_notes, &dev->row_notes_cap,
			sizeof *n);
		dev->row_notes[dev->nrow_notes++] = (struct row_note){ *r, strdup(name),
			strdup(entry) };
	}
	pthread_rwlock_unlock(&dev->lock);
}

const struct row_note *
memory_row_note(const struct sim_device *dev, const char *entry, uint64_t addr, uint64_t *base)
{
	const struct row_note *best = NULL;
	for (size_t i = 0; i < dev->nrow_notes; i++) {
		const struct row_note *n = &dev->row_notes[i];
		uint64_t offset = addr - n->at.addr, start = addr - offset % n->at.stride;
		if (strcmp(n->entry, entry) || offset / n->at.stride >= n->at.rows ||
			(best && start < *base))
			continue;
		*base = start;
		best = n;
	}
	return best;
}

/* ---- the end ---- */

/* Notes of a freed allocation, or of a part that left it, say nothing about the next one. */
void
notes_forget(struct alloc *a, uint64_t base, size_t size)
{
	size_t kept = 0;
	for (size_t i = 0; i < a->nnotes; i++)
		if (a->notes[i].addr - base < size)
			free_note(a->notes[i]);
		else
			a->notes[kept++] = a->notes[i];
	a->nnotes = kept;
}

void
rows_forget(struct sim_device *dev, uint64_t base, size_t size)
{
	size_t kept = 0;
	for (size_t i = 0; i < dev->nrow_notes; i++) {
		struct row_note n = dev->row_notes[i];
		if (n.at.addr - base < size) {
			free(n.name);
			free(n.entry);
		} else {
			dev->row_notes[kept++] = n;
		}
	}
	dev->nrow_notes = kept;
}
