/*
 * map_model.h: what mapping does, written a second time and byte by byte, to run beside libdevrt
 * (OpenMP 5.2 [5.8.3], [13.8], [13.9]).
 *
 * A model has SPACE bytes of host memory, some of which are pointers to its begin, and for each of
 * two devices the ranges that are present there, with what their device copies should hold.  It
 * does not know where device copies lie, but for attached pointers, for which it asks.  map_steps.h
 * takes random steps with it; nothing else should include this.
 */
#ifndef TESTS_MAP_MODEL_H
#define TESTS_MAP_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "devrt/host/rt.h"

enum {
	SPACE = 96,
	MOST_ITEMS = 4,
	MOST_OPEN = 4,
	MOST_DEVICES = 2,
	SLOTS = 3,
	SLOT = sizeof(void *)
};

struct section {
	int begin, len;
	unsigned flags;
	int slot; /* the pointer that is attached to it; -1: none */
};

struct construct {
	int device;
	struct section item[MOST_ITEMS];
	int n;
};

struct model_entry {
	int begin, len;
	long id, refs, held;  /* held: by target regions that run */
	bool is_new, counted; /* in the present construct */
	long pointers;        /* of refs: not of list items */
	bool is_newly_listed; /* in the present construct */
	unsigned char device[SPACE];
	bool known[SPACE]; /* device memory is not initialised */
};

struct model_device {
	struct model_entry entry[SPACE];
	int n;
	bool attached[SLOTS];
	unsigned char value[SLOTS][SLOT]; /* what the copies of attached pointers hold */
};

struct model_region { /* a target region that runs */
	struct construct c;
	struct devrt_lane *lane; /* libdevrt's */
	long held[SPACE];        /* entries by id */
	bool held_pointer[SPACE];
	int nheld;
};

struct model {
	_Alignas(void *) unsigned char real[SPACE]; /* the memory that libdevrt maps */
	unsigned char host[SPACE];                  /* what it should hold */
	struct model_device side[MOST_DEVICES];
	int ndevices;
	bool room; /* the whole space is one structure */
	long ids;
	struct construct open[MOST_OPEN]; /* target data constructs */
	int depth;
	struct model_region region[MOST_OPEN];
	int nregions;
	unsigned (*random)(void *);
	void *random_state;
	long steps, left_out;
	const char *last;
};

static inline int
slot_at(int slot)
{
	return SLOT + slot * 4 * SLOT;
}

/* ---- ranges ---- */

static inline struct model_entry *
model_owner(struct model_device *d, int at)
{
	for (int i = 0; i < d->n; i++)
		if (at >= d->entry[i].begin && at < d->entry[i].begin + d->entry[i].len)
			return &d->entry[i];
	return NULL;
}

static inline bool
touches(const struct model_entry *e, const struct section *s)
{
	return s->len && s->begin < e->begin + e->len && e->begin < s->begin + s->len;
}

static inline int
count_present(struct model_device *d, const struct section *s)
{
	int n = 0;

	for (int b = s->begin; b < s->begin + s->len; b++)
		n += model_owner(d, b) != NULL;
	return n;
}

static inline bool
is_listed(const struct model_entry *e)
{
	return e->refs > e->pointers;
}

static inline int
count_listed(struct model_device *d, const struct section *s)
{
	int n = 0;

	for (int b = s->begin; b < s->begin + s->len; b++)
		n += model_owner(d, b) && is_listed(model_owner(d, b));
	return n;
}

/* All of it, with storage for pointers, but not only that. */
static inline bool
model_is_whole(struct model_device *d, const struct section *s)
{
	return count_listed(d, s) && count_present(d, s) == s->len;
}

static inline bool
maps_something(const struct section *s)
{
	return s->len && !(s->flags & DEVRT_MAP_ZERO_LENGTH);
}

/* What an exit ends: delete and release do so through a section of no length, too. */
static inline struct section
model_reach(const struct section *s)
{
	struct section all = *s;

	if (s->flags & DEVRT_MAP_ZERO_LENGTH)
		all.len = 0;
	else if (!s->len && s->flags & (DEVRT_MAP_DELETE | DEVRT_MAP_RELEASE))
		all.len = 1;
	return all;
}

static inline void
model_new_construct(struct model_device *d)
{
	for (int i = 0; i < d->n; i++)
		d->entry[i].is_new = d->entry[i].is_newly_listed = d->entry[i].counted = false;
}

/* ---- copies ---- */

static inline void
write_device(struct model_entry *e, int at, const unsigned char *bytes, int n)
{
	for (int i = 0; i < n; i++) {
		e->device[at + i - e->begin] = bytes[i];
		e->known[at + i - e->begin] = true;
	}
}

/* Which attached pointer holds the byte; SLOTS: none. */
static inline int
attached_at(const struct model_device *d, int at)
{
	int slot = 0;

	while (slot < SLOTS &&
		!(d->attached[slot] && at >= slot_at(slot) && at < slot_at(slot) + SLOT))
		slot++;
	return slot;
}

static inline void
model_to(struct model *m, struct model_device *d, struct model_entry *e, const struct section *s)
{
	for (int b = s->begin; b < s->begin + s->len; b++)
		if (model_owner(d, b) == e && attached_at(d, b) == SLOTS)
			write_device(e, b, &m->host[b], 1);
}

/* Bytes that nobody wrote there come back as anything. */
static inline void
model_from(struct model *m, struct model_device *d, const struct model_entry *e,
	const struct section *s)
{
	for (int b = s->begin; b < s->begin + s->len; b++)
		if (model_owner(d, b) == e && attached_at(d, b) == SLOTS)
			m->host[b] = e->known[b - e->begin] ? e->device[b - e->begin] : m->real[b];
}

/* Where the device has the space's first byte, as far as the copy of byte AT tells. */
static inline uintptr_t
device_base(struct model *m, int device, int at)
{
	return (uintptr_t)devrt_device_ptr(device, m->real + at) - (uintptr_t)at;
}

/* ---- the begin of a construct ---- */

/* The item's bytes that are not present become so, as ranges as long as possible. */
static inline void
model_grow(struct model *m, struct model_device *d, const struct section *s)
{
	bool pointer = s->flags & DEVRT_MAP_POINTER;

	for (int b = s->begin, end; b < s->begin + s->len; b = end) {
		end = b + 1;
		if (model_owner(d, b))
			continue;
		while (end < s->begin + s->len && !model_owner(d, end))
			end++;
		d->entry[d->n++] = (struct model_entry){
			.begin = b,
			.len = end - b,
			.refs = 1,
			.id = ++m->ids,
			.is_new = true,
			.counted = true,
			.pointers = pointer,
			.is_newly_listed = !pointer,
		};
	}
}

/*
 * 1: all of it becomes present; 0: it stays as it is; -1: OpenMP forbids it, or where others lie
 * decides, which a model does not know.
 */
static inline int
model_may_grow(struct model *m, struct model_device *d, const struct section *s)
{
	bool by_rule = s->flags & DEVRT_MAP_IMPLICIT && !(s->flags & DEVRT_MAP_PRESENT);

	for (int i = 0; i < d->n; i++) {
		const struct model_entry *e = &d->entry[i];

		if (!touches(e, s) || e->is_new)
			continue;
		if (is_listed(e) ? !by_rule : !m->room)
			return -1;
		if (is_listed(e))
			return 0;
	}
	return 1;
}

static inline void
model_count_up(struct model_entry *e, struct model_region *r, bool pointer)
{
	if (!e->counted) {
		e->is_newly_listed |= !pointer && !is_listed(e);
		e->pointers += pointer;
		e->refs++;
	}
	e->counted = true;
	for (int i = 0; r && i < r->nheld; i++)
		if (r->held[i] == e->id)
			return;
	if (r) {
		r->held_pointer[r->nheld] = pointer;
		r->held[r->nheld++] = e->id;
		e->held++;
	}
}

static inline bool
model_begin_item(struct model *m, struct model_device *d, const struct section *s,
	struct model_region *r)
{
	if (count_present(d, s) < s->len) {
		int grow = model_may_grow(m, d, s);

		if (grow < 0)
			return false;
		if (grow)
			model_grow(m, d, s);
	}
	for (int i = 0; i < d->n; i++) {
		struct model_entry *e = &d->entry[i];

		if (!touches(e, s))
			continue;
		model_count_up(e, r, s->flags & DEVRT_MAP_POINTER);
		if (s->flags & DEVRT_MAP_TO && (e->is_newly_listed || s->flags & DEVRT_MAP_ALWAYS))
			model_to(m, d, e, s);
	}
	return true;
}

static inline void
model_attach(struct model *m, struct model_device *d, int device, const struct section *s)
{
	struct model_entry *at = model_owner(d, slot_at(s->slot)), *to = model_owner(d, s->begin);
	uintptr_t base = (uintptr_t)m->real;

	if (!at || model_owner(d, slot_at(s->slot) + SLOT - 1) != at)
		return;
	if (memcmp(m->host + slot_at(s->slot), &base, SLOT) != 0)
		return; /* a copy back has changed it */
	if (!to && at->is_new)
		write_device(at, slot_at(s->slot), &m->host[slot_at(s->slot)], SLOT);
	if (!to)
		return;
	if (!at->is_new && !to->is_new && !(s->flags & DEVRT_MAP_ALWAYS))
		return;
	base = device_base(m, device, s->begin);
	d->attached[s->slot] = true;
	memcpy(d->value[s->slot], &base, SLOT);
	write_device(at, slot_at(s->slot), d->value[s->slot], SLOT);
}

/* Rules, clauses, pointers. */
static inline int
model_turn(const struct section *s)
{
	return s->flags & DEVRT_MAP_POINTER ? 2 : !(s->flags & DEVRT_MAP_IMPLICIT);
}

/* False when an item is forbidden; call it again, with ATTACH, when libdevrt has done the same. */
static inline bool
model_begin(struct model *m, const struct construct *c, struct model_region *r, bool attach)
{
	struct model_device *d = &m->side[c->device];

	for (int i = 0; i < c->n; i++)
		if (c->item[i].flags & DEVRT_MAP_PRESENT && maps_something(&c->item[i]) &&
			!model_is_whole(d, &c->item[i]))
			return false;
	model_new_construct(d);
	for (int turn = 0; turn < 3; turn++)
		for (int i = 0; i < c->n; i++)
			if (model_turn(&c->item[i]) == turn && maps_something(&c->item[i]) &&
				!model_begin_item(m, d, &c->item[i], r))
				return false;
	for (int i = 0; i < c->n && attach; i++)
		if (c->item[i].slot >= 0)
			model_attach(m, d, c->device, &c->item[i]);
	return true;
}

/* What enter data does beside: sections of no length count the range in which they lie. */
static inline void
model_enter_counts(struct model *m, const struct construct *c)
{
	for (int i = 0; i < c->n; i++) {
		const struct section *s = &c->item[i];
		struct model_entry *e = model_owner(&m->side[c->device], s->begin);

		if (!s->len && e && is_listed(e) && !(s->flags & DEVRT_MAP_ZERO_LENGTH))
			model_count_up(e, NULL, false);
	}
}

/* ---- the end of a construct ---- */

static inline bool
is_still_there(struct model_device *d, const struct section *s)
{
	return s->flags & DEVRT_MAP_IMPLICIT || count_present(d, s) == s->len;
}

static inline void
model_take(struct model_entry *e, bool all, bool pointer)
{
	if (all) {
		e->refs = e->pointers = 0;
		e->counted = true;
	} else if (!e->counted && (pointer ? e->pointers : e->refs - e->pointers) > 0) {
		e->refs--;
		e->pointers -= pointer;
		e->counted = true;
	}
}

static inline void
model_remove(struct model_device *d)
{
	int kept = 0;

	for (int i = 0; i < d->n; i++) {
		const struct model_entry *e = &d->entry[i];

		for (int slot = 0; slot < SLOTS && !e->refs; slot++)
			if (model_owner(d, slot_at(slot)) == e)
				d->attached[slot] = false;
	}
	for (int i = 0; i < d->n; i++)
		if (d->entry[i].refs)
			d->entry[kept++] = d->entry[i];
	d->n = kept;
}

/* Counts have gone down: copies, then removal. */
static inline void
model_finish_construct(struct model *m, const struct construct *c)
{
	struct model_device *d = &m->side[c->device];

	for (int i = 0; i < c->n; i++) {
		const struct section *s = &c->item[i];

		for (int k = 0; k < d->n && s->flags & DEVRT_MAP_FROM && maps_something(s); k++) {
			struct model_entry *e = &d->entry[k];

			if (touches(e, s) && is_still_there(d, s) &&
				(is_listed(e) ? s->flags & DEVRT_MAP_ALWAYS : e->counted))
				model_from(m, d, e, s);
		}
	}
	model_remove(d);
}

/* Call it when libdevrt has done the same: what is not known comes back as there. */
static inline void
model_end(struct model *m, const struct construct *c)
{
	struct model_device *d = &m->side[c->device];

	model_new_construct(d);
	for (int turn = 0; turn < 3; turn++)
		for (int i = 0; i < c->n; i++) {
			struct section s = model_reach(&c->item[i]);

			for (int k = 0; k < d->n && model_turn(&s) == turn; k++)
				if (touches(&d->entry[k], &s) && is_still_there(d, &s))
					model_take(&d->entry[k], s.flags & DEVRT_MAP_DELETE,
						turn == 2);
		}
	model_finish_construct(m, c);
}

static inline void
model_end_region(struct model *m, const struct model_region *r)
{
	struct model_device *d = &m->side[r->c.device];

	model_new_construct(d);
	for (int i = 0; i < r->nheld; i++)
		for (int k = 0; k < d->n; k++)
			if (d->entry[k].id == r->held[i]) {
				d->entry[k].held--;
				model_take(&d->entry[k], false, r->held_pointer[i]);
			}
	model_finish_construct(m, &r->c);
}

static inline void
model_update(struct model *m, const struct construct *c)
{
	struct model_device *d = &m->side[c->device];

	for (int i = 0; i < c->n; i++)
		for (int k = 0; k < d->n; k++) {
			const struct section *s = &c->item[i];

			if (!count_listed(d, s))
				continue;
			if (touches(&d->entry[k], s) && s->flags & DEVRT_MAP_UPDATE_TO)
				model_to(m, d, &d->entry[k], s);
			if (touches(&d->entry[k], s) && s->flags & DEVRT_MAP_UPDATE_FROM)
				model_from(m, d, &d->entry[k], s);
		}
}

/* ---- what is left out: OpenMP forbids it, or libdevrt would wait for a region that we end ---- */

static inline bool
is_passing(const struct model_entry *e)
{
	return e->held && e->held == e->refs;
}

/* The item is there in part, or in several places, and what is there of it passes. */
static inline bool
item_waits(struct model *m, int device, const struct section *s)
{
	struct model_device *d = &m->side[device];
	bool fits = count_present(d, s) == s->len, passes = false;
	uintptr_t base = 0;

	for (int i = 0; i < d->n; i++) {
		const struct model_entry *e = &d->entry[i];

		if (!touches(e, s))
			continue;
		fits &= !base || base == device_base(m, device, e->begin);
		base = device_base(m, device, e->begin);
		passes |= is_passing(e);
	}
	return passes && !fits;
}

static inline bool
begin_waits(struct model *m, const struct construct *c)
{
	bool waits = false;

	for (int i = 0; i < c->n; i++)
		waits |= maps_something(&c->item[i]) && item_waits(m, c->device, &c->item[i]);
	return waits;
}

static inline bool
end_waits(struct model *m, const struct construct *c)
{
	struct model_device *d = &m->side[c->device];

	for (int i = 0; i < c->n; i++) {
		struct section s = model_reach(&c->item[i]);

		for (int k = 0; k < d->n; k++)
			if (touches(&d->entry[k], &s) && d->entry[k].held &&
				(is_passing(&d->entry[k]) || s.flags & DEVRT_MAP_DELETE))
				return true;
	}
	return false;
}

/* An exit or update: of each section all or nothing is present. */
static inline bool
model_allows(struct model *m, const struct construct *c)
{
	for (int i = 0; i < c->n; i++) {
		const struct section *s = &c->item[i];
		struct model_device *d = &m->side[c->device];

		if (maps_something(s) && (count_listed(d, s) || s->flags & DEVRT_MAP_PRESENT) &&
			!model_is_whole(d, s))
			return false;
	}
	return true;
}

#endif
