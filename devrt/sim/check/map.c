/*
 * map.c: values that host and device do not have in common, and nobody copies.
 *
 * libdevrt says (ptxsimMapped) when both copies of mapped bytes are the same, what the host had
 * then, and when a range leaves the device for good.  Kernels show what they read and write; what
 * the host has changed is looked for when a launch first uses the range, as long as the host waits.
 * A byte is in step from a copy until a kernel writes it; it is stale when the host changes it
 * while it is in step; it is written until it is copied in either direction.
 *
 * What the host reads is seen in code compiled with -fcheck-host (host.c): it must not be a written
 * byte that the host has not changed itself.  In other code nobody sees it: a written byte is reported
 * when its range goes without a copy, if host and device have different values there.
 */
#include <string.h>

#include "cuda_abi.h"

#include "check/internal.h"

struct mapped_bits {
	uint8_t *in_step, *stale, *written;
	const struct inst **writer; /* of each WORD bytes the last one */
	uint8_t *mine;              /* the host has written it since both were the same, */
	const void **host_writer;   /* of each WORD bytes the last one's address */
};
#define WORD 4

static size_t
bits_bytes(const struct shadow *s)
{
	return s->size / 8 + 8;
}

static size_t
writer_bytes(const struct shadow *s)
{
	return (s->size / WORD + 2) * sizeof(struct inst *);
}

static struct mapped_bits *
bits_of(struct checks *c, uint64_t addr)
{
	struct shadow *s = shadow_at(c, addr);
	if (!s)
		return NULL;
	if (!s->mapped) {
		struct mapped_bits *m = shadow_map(sizeof *m);
		m->in_step = shadow_map(bits_bytes(s));
		m->stale = shadow_map(bits_bytes(s));
		m->written = shadow_map(bits_bytes(s));
		m->writer = shadow_map(writer_bytes(s));
		m->mine = shadow_map(bits_bytes(s));
		m->host_writer = shadow_map(writer_bytes(s));
		s->mapped = m;
	}
	return s->mapped;
}

void
map_close(struct shadow *s)
{
	struct mapped_bits *m = s->mapped;
	if (!m)
		return;
	shadow_unmap(m->in_step, bits_bytes(s));
	shadow_unmap(m->stale, bits_bytes(s));
	shadow_unmap(m->written, bits_bytes(s));
	shadow_unmap(m->writer, writer_bytes(s));
	shadow_unmap(m->mine, bits_bytes(s));
	shadow_unmap(m->host_writer, writer_bytes(s));
	shadow_unmap(m, sizeof *m);
	s->mapped = NULL;
}

/* ---- what the host does ---- */

/* A copy from the device leaves it as it is; whatever else comes there is somebody's new value. */
void
map_host(struct checks *c, enum host_event e, uint64_t addr, size_t bytes)
{
	struct shadow *s = shadow_at(c, addr);
	struct mapped_bits *m = s ? s->mapped : NULL;
	if (!m || e == HOST_ALLOC || addr - s->base + bytes > s->size)
		return;
	bits_clear(m->written, addr - s->base, bytes);
	bits_clear(m->mine, addr - s->base, bytes);
	if (e == HOST_READ)
		return;
	bits_clear(m->stale, addr - s->base, bytes);
	bits_clear(m->in_step, addr - s->base, bytes);
}

void
checks_mapped(struct checks *c, uint64_t addr, size_t bytes, const uint8_t *host,
	const uint8_t *before)
{
	spans_drop(c, addr, addr + bytes);
	spans_add(&c->spans,
		(struct span){ .addr = addr, .bytes = bytes, .host = host, .before = before });
	map_host(c, HOST_WRITE, addr, bytes);
	lost_forget(c, (uintptr_t)host, bytes);
}

void
checks_copied(struct checks *c, uint64_t addr, size_t bytes)
{
	struct mapped_bits *m = bits_of(c, addr);
	if (!m)
		return;
	bits_set(m->in_step, addr - shadow_at(c, addr)->base, bytes);
	bits_clear(m->stale, addr - shadow_at(c, addr)->base, bytes);
}

static void
find_stale(struct checks *c, const struct span *s)
{
	struct mapped_bits *m = bits_of(c, s->addr);
	if (!m)
		return;
	uint64_t at = s->addr - shadow_at(c, s->addr)->base;
	bits_clear(m->stale, at, s->bytes);
	for (size_t i = 0; i < s->bytes; i++)
		if (s->host[i] != s->before[i] && bits_any(m->in_step, at + i, 1))
			bits_set(m->stale, at + i, 1);
}

/* Find what the host has changed of the spans from addr to end.  It may have freed their memory. */
static void
look_at_host(struct checks *c, uint64_t addr, uint64_t end)
{
	struct host_pages known = { 0 };
	struct spans *all = &c->spans;
	for (size_t i = spans_from(all, addr); i < all->n && all->v[i]->addr < end; i++) {
		struct span *s = all->v[i];
		if (!host_memory_has(&known, (uintptr_t)s->host, s->bytes))
			continue;
		bool changed = memcmp(s->host, s->before, s->bytes) != 0;
		if (changed || s->changed)
			find_stale(c, s);
		s->changed = changed;
	}
}

void
checks_launch(struct checks *c, bool goes_on)
{
	c->look++;
	c->looked = goes_on;
	if (goes_on)
		look_at_host(c, 0, UINT64_MAX);
}

void
checks_dropped(struct checks *c, uint64_t addr, size_t bytes, const uint8_t *host)
{
	const struct shadow *s = shadow_at(c, addr);
	const struct mapped_bits *m = s ? s->mapped : NULL;
	const struct alloc *a = m ? memory_find(c->dev, addr) : NULL;
	size_t i = 0, at = m ? addr - s->base : 0;
	if (!a)
		return;
	const uint8_t *device = a->host + (addr - a->base);
	while ((i = bits_first(m->written, at + i, at + bytes) - at) < bytes &&
		device[i] == host[i])
		i++;
	const struct inst *in = i < bytes ? m->writer[(at + i) / WORD] : NULL;
	struct sim_log text = { 0 };
	if (in)
		bits_clear(m->written, at, bytes);
	if (!in || !report_new(c, CHECK_MAP_INDEX, in, NULL, report_global_about(c, addr)))
		return;
	uint32_t each = in->bytes ? in->bytes : 1;
	uint64_t first = addr + i - i % each;
	place_of(in, &text);
	sim_log_printf(&text, ": map: ");
	report_global(c, first, each, &text);
	sim_log_printf(&text,
		" is written here on the device, and leaves it without being copied "
		"back: the host keeps another value\n");
	report_global_mapped(c, first, &text);
	report_say(c, &text);
}

/* ---- what the host's own code does ---- */

/* A range that leaves the device. */
struct leaving {
	const struct mapped_bits *m;
	const uint8_t *device, *host;
	size_t at, bytes; /* at: in the shadow */
};

/* Return the first byte from i on whose value only the device has, or their number. */
static size_t
next_lost(const struct leaving *r, size_t i)
{
	while ((i = bits_first(r->m->written, r->at + i, r->at + r->bytes) - r->at) < r->bytes &&
		(bits_any(r->m->mine, r->at + i, 1) || r->device[i] == r->host[i]))
		i++;
	return i;
}

void
checks_left(struct checks *c, uint64_t addr, size_t bytes, const uint8_t *host)
{
	const struct shadow *s = shadow_at(c, addr);
	const struct mapped_bits *m = s ? s->mapped : NULL;
	const struct alloc *a = m ? memory_find(c->dev, addr) : NULL;
	const struct note *n = a ? memory_note(a, addr) : NULL;
	spans_drop(c, addr, addr + bytes);
	if (!n || !host)
		return;
	struct leaving r = { m, a->host + (addr - a->base), host, addr - s->base, bytes };
	size_t first = next_lost(&r, 0), end = first;
	for (size_t i = first; i < bytes; i = next_lost(&r, end))
		end = i + 1;
	if (first == end)
		return;
	struct lost *l = lost_new(c, n, addr + first, (uintptr_t)(host + first), end - first);
	for (size_t i = first; i < end; i = next_lost(&r, i + 1))
		lost_add(l, i - first, host[i], m->writer[(r.at + i) / WORD]);
}

/* Return the first byte of the access that is stale for the host, or its bytes. */
static size_t
first_stale(const struct mapped_bits *m, uint64_t at, const struct ptxsim_access *a,
	const uint8_t *device)
{
	const uint8_t *now = a->at, *before = a->before;
	size_t i = 0;
	while (i < a->bytes &&
		(device[i] == now[i] || now[i] != before[i] || !bits_any(m->written, at + i, 1) ||
			bits_any(m->mine, at + i, 1)))
		i++;
	return i;
}

static void
host_reads(struct checks *c, const struct mapped_bits *m, uint64_t at,
	const struct ptxsim_access *a)
{
	const struct alloc *in = memory_find(c->dev, a->addr);
	size_t i = first_stale(m, at, a, in->host + (a->addr - in->base));
	const struct note *n = memory_note(in, a->addr);
	if (i < a->bytes && n)
		host_reads_old(c, a->pc, m->writer[(at + i) / WORD], n, a->addr + i, false);
}

/* Report a copy to the host that brings an old value where the host has written a new one. */
static void
host_loses(struct checks *c, const struct mapped_bits *m, uint64_t at,
	const struct ptxsim_access *a)
{
	const uint8_t *now = a->at, *before = a->before;
	struct sim_log text = { 0 };
	size_t i = 0;
	while (i < a->bytes &&
		(now[i] == before[i] || !bits_any(m->in_step, at + i, 1) ||
			!bits_any(m->mine, at + i, 1)))
		i++;
	if (i == a->bytes)
		return;
	const char *place = host_place(c, m->host_writer[(at + i) / WORD]);
	const struct note *n = memory_note(memory_find(c->dev, a->addr), a->addr);
	if (!n || !report_new_host(c, CHECK_MAP_INDEX, place, NULL, n->name))
		return;
	sim_log_printf(&text, "%s: %s", place, "map: what the host writes to ");
	report_noted(n, a->addr + i, &text);
	sim_log_printf(&text, " here is lost\n");
	sim_log_printf(&text, "%s: note: ", a->place);
	sim_log_printf(&text,
		"'%s' copies the device's older value over it: expected 'target update to(%s)' in between\n",
		a->what, n->name);
	report_noted_mapped(n, &text);
	report_say(c, &text);
}

void
map_host_access(struct checks *c, const struct ptxsim_access *a)
{
	struct mapped_bits *m = bits_of(c, a->addr);
	uint64_t at = m ? a->addr - shadow_at(c, a->addr)->base : 0;
	if (!m)
		return;
	if (a->does == PTXSIM_READS)
		host_reads(c, m, at, a);
	if (a->does == PTXSIM_LOSES)
		host_loses(c, m, at, a);
	if (a->does != PTXSIM_WRITES)
		return;
	bits_set(m->mine, at, a->bytes);
	for (uint64_t k = at / WORD; k <= (at + a->bytes - 1) / WORD; k++)
		m->host_writer[k] = a->pc;
}

/* ---- accesses ---- */

static void
found(struct checks *c, struct warp *w, const struct access *a, uint32_t lane, uint64_t addr,
	uint32_t bytes, const void *host_writer)
{
	struct object o = { a->space, addr, bytes };
	struct sim_log text = { 0 };
	if (!report_new(c, CHECK_MAP_INDEX, users_inst(w, a->in), NULL, report_about(w, &o)))
		return;
	report_access(c, CHECK_MAP_INDEX, w, a->in, lane, "the old value of ", &o, &text);
	place_region(w->team->grid, a->in, &text);
	sim_log_printf(&text,
		" of kernel '%s': the host has changed it since it was copied to the "
		"device\n",
		w->team->grid->entry->name);
	if (host_writer)
		sim_log_printf(&text, "%s: note: %s", host_place(c, host_writer),
			"it is changed here\n");
	report_mapped(w, &o, &text);
	report_say(c, &text);
}

void
map_access(struct checks *c, struct warp *w, const struct access *a)
{
	uint32_t vec = a->in->vec ? a->in->vec : 1, each = a->bytes / vec;
	if (a->space != SPACE_GLOBAL)
		return;
	FOR_LANES(i, a->mask) {
		struct mapped_bits *m = bits_of(c, a->addr[i]);
		struct shadow *s = shadow_at(c, a->addr[i]);
		if (!m)
			continue;
		if (!c->looked && s->looked != c->look) {
			s->looked = c->look;
			look_at_host(c, s->base, s->base + s->size);
		}
		uint64_t at = a->addr[i] - s->base;
		for (uint32_t k = 0; k < vec && a->kind != ACCESS_WRITE; k++)
			if (bits_any(m->stale, at + k * each, each))
				found(c, w, a, i, a->addr[i] + k * each, each,
					m->host_writer[(at + k * each) / WORD]);
		if (a->kind == ACCESS_READ)
			continue;
		bits_clear(m->stale, at, a->bytes);
		bits_clear(m->in_step, at, a->bytes);
		bits_set(m->written, at, a->bytes);
		bits_clear(m->mine, at, a->bytes);
		for (uint64_t k = at / WORD; k <= (at + a->bytes - 1) / WORD; k++)
			m->writer[k] = a->in;
	}
}
