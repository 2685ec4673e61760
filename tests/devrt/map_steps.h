/*
 * map_steps.h: random steps with the model of map_model.h and with libdevrt, and their comparison.
 *
 * model_step() takes one random construct, enter, exit, update, or begin or end of a target region,
 * with a few sections, which may overlap, lets libdevrt do it and does it itself; a construct that
 * OpenMP forbids is left out, as libdevrt would end the program, and so is one that would wait.
 * model_agrees() compares every byte, there and here.  Random numbers come from the caller: a
 * generator (tests/devrt/model_test.c) or a fuzzer's bytes (tests/fuzz/map.c).
 */
#ifndef TESTS_MAP_STEPS_H
#define TESTS_MAP_STEPS_H

#include <stdlib.h>
#include "map_model.h"

int omp_target_is_present(const void *p, int device);
int omp_target_memcpy(void *to, const void *from, size_t bytes, size_t to_offset,
	size_t from_offset, int to_device, int from_device);
int omp_get_initial_device(void);

static inline unsigned
model_random(struct model *m, unsigned below)
{
	return m->random(m->random_state) % below;
}

static inline struct model *
model_new(unsigned (*random)(void *), void *state, int ndevices)
{
	struct model *m = calloc(1, sizeof *m);
	void *begin = m ? m->real : NULL;

	if (!m)
		abort();
	m->random = random;
	m->random_state = state;
	m->ndevices = ndevices;
	m->room = model_random(m, 2);
	for (int slot = 0; slot < SLOTS; slot++)
		memcpy(m->real + slot_at(slot), &begin, SLOT);
	memcpy(m->host, m->real, SPACE);
	return m;
}

/* ---- through libdevrt ---- */

struct real_items {
	struct devrt_item_info infos[MOST_ITEMS + 1];
	struct devrt_item items[MOST_ITEMS + 1];
	int n;
};

/* Without room, items are of variables of their own, so that nothing must lie together. */
static inline struct real_items
real_items(struct model *m, const struct construct *c)
{
	static const struct devrt_place place = { "model.c", 1, 1 };
	struct real_items r = { .n = c->n };

	for (int i = 0; i < c->n; i++) {
		const struct section *s = &c->item[i];

		r.infos[i] = (struct devrt_item_info){ "x", place, s->flags, m->room ? 0 : i, NULL };
		r.items[i] = (struct devrt_item){ m->real, m->real + s->begin, (size_t)s->len,
			s->slot >= 0 ? (void **)(void *)(m->real + slot_at(s->slot)) : NULL };
	}
	if (m->room) {
		r.infos[r.n] = (struct devrt_item_info){ "x", place, DEVRT_MAP_ROOM, 0, NULL };
		r.items[r.n++] = (struct devrt_item){ m->real, m->real, SPACE, NULL };
	}
	return r;
}

static inline void
model_really(struct model *m, const struct construct *c, devrt_data_fn *call)
{
	struct real_items r = real_items(m, c);

	call(NULL, c->device, r.infos[0].place, r.infos, r.items, r.n);
}

/* False: a part is where the others of its variable are not. */
static inline bool
really_begin_region(struct model *m, struct model_region *region)
{
	struct real_items r = real_items(m, &region->c);
	struct devrt_device *dev = &devrt_rt()->device[region->c.device];
	bool good = true;

	devrt_device_enter(dev, &r.infos[0].place);
	region->lane = devrt_lane_take(dev, &r.infos[0].place);
	struct devrt_maps maps = { r.infos, r.items, r.n, region->lane, &region->lane->found };
	devrt_target_begin(dev, &maps);
	for (int i = 0; i < r.n && m->room; i++)
		good &= !region->lane->found.item[i].present || devrt_item_address(dev, &maps, i);
	devrt_device_leave(dev);
	return good;
}

static inline void
really_end_region(struct model *m, struct model_region *region)
{
	struct real_items r = real_items(m, &region->c);
	struct devrt_maps maps = { r.infos, r.items, r.n, region->lane, &region->lane->found };
	struct devrt_device *dev = &devrt_rt()->device[region->c.device];

	devrt_device_enter(dev, &r.infos[0].place);
	devrt_target_end(dev, &maps);
	devrt_lane_return(dev, region->lane);
	devrt_device_leave(dev);
}

/* ---- random steps ---- */

static inline struct section
model_section(struct model *m, unsigned flags)
{
	struct section s = { .flags = flags, .slot = -1 };

	s.begin = (int)model_random(m, SPACE);
	s.len = (int)model_random(m, 4) ? (int)model_random(m, 16) : SPACE;
	if (s.begin + s.len > SPACE)
		s.len = SPACE - s.begin;
	return s;
}

static inline struct construct
model_construct(struct model *m, const unsigned *flags, unsigned nflags)
{
	struct construct c = {
		.n = 1 + (int)model_random(m, MOST_ITEMS),
		.device = (int)model_random(m, (unsigned)m->ndevices),
	};
	struct model_device *d = &m->side[c.device];

	for (int i = 0; i < c.n; i++)
		c.item[i] = model_section(m, flags[model_random(m, nflags)]);
	/* the same range again is what most programs do */
	if (d->n && model_random(m, 2)) {
		const struct model_entry *e = &d->entry[model_random(m, (unsigned)d->n)];

		c.item[0].begin = e->begin;
		c.item[0].len = e->len;
	}
	if (model_random(m, 16) == 0)
		c.item[0].flags |= DEVRT_MAP_PRESENT;
	return c;
}

/* As for s.p[lo:n]: storage for the pointer by rule, and the section, which is attached to it. */
static inline void
model_add_pointer(struct model *m, struct construct *c)
{
	int slot = (int)model_random(m, SLOTS);

	if (c->n < 2)
		return;
	c->item[0] = (struct section){ slot_at(slot), SLOT, DEVRT_MAP_IMPLICIT | DEVRT_MAP_POINTER,
		-1 };
	c->item[1].slot = slot;
}

static inline bool
model_may_begin(struct model *m, const struct construct *c)
{
	struct model *trial = malloc(sizeof *trial);
	bool good;

	if (!trial)
		abort();
	*trial = *m;
	good = !begin_waits(m, c) && model_begin(trial, c, NULL, false);
	free(trial);
	m->left_out += !good;
	return good;
}

static inline struct construct
model_beginning(struct model *m, unsigned nflags)
{
	static const unsigned flags[] = { 0, DEVRT_MAP_TO, DEVRT_MAP_TO | DEVRT_MAP_ALWAYS,
		DEVRT_MAP_FROM, DEVRT_MAP_TO | DEVRT_MAP_FROM,
		DEVRT_MAP_TO | DEVRT_MAP_FROM | DEVRT_MAP_ALWAYS };
	struct construct c = model_construct(m, flags, nflags);

	if (model_random(m, 4) == 0)
		model_add_pointer(m, &c);
	return c;
}

static inline bool
model_enter_step(struct model *m, bool data)
{
	struct construct c = model_beginning(m, data ? 6 : 3);

	m->last = data ? "target data" : "target enter data";
	if ((data && m->depth == MOST_OPEN) || !model_may_begin(m, &c))
		return true;
	model_really(m, &c, data ? devrt_data_begin : devrt_enter_data);
	model_begin(m, &c, NULL, true);
	if (!data)
		model_enter_counts(m, &c);
	if (data)
		m->open[m->depth++] = c;
	return true;
}

static inline bool
model_exit_step(struct model *m)
{
	static const unsigned flags[] = { DEVRT_MAP_FROM, DEVRT_MAP_RELEASE, DEVRT_MAP_DELETE,
		DEVRT_MAP_FROM | DEVRT_MAP_ALWAYS };
	struct construct c = model_construct(m, flags, 4);

	m->last = "target exit data";
	if (!model_allows(m, &c) || end_waits(m, &c)) {
		m->left_out++;
		return true;
	}
	model_really(m, &c, devrt_exit_data);
	model_end(m, &c);
	return true;
}

static inline bool
model_end_step(struct model *m)
{
	m->last = "end of target data";
	if (m->depth == 0 || end_waits(m, &m->open[m->depth - 1]))
		return true;
	struct construct c = m->open[--m->depth];
	model_really(m, &c, devrt_data_end);
	model_end(m, &c);
	return true;
}

/* A region has variables mapped by rule, and pointers of which only the value is translated. */
static inline bool
model_region_step(struct model *m)
{
	struct model_region *r = &m->region[m->nregions];
	struct construct c = model_beginning(m, 6);
	struct section *last = &c.item[c.n - 1];

	m->last = "begin of a target region";
	if (last->slot < 0 && !(last->flags & DEVRT_MAP_PRESENT) && model_random(m, 2))
		last->flags = model_random(m, 4) ?
			DEVRT_MAP_IMPLICIT | DEVRT_MAP_TO | DEVRT_MAP_FROM :
			DEVRT_MAP_ZERO_LENGTH;
	if (m->nregions == MOST_OPEN || !model_may_begin(m, &c))
		return true;
	*r = (struct model_region){ .c = c };
	if (!really_begin_region(m, r))
		return false;
	model_begin(m, &c, r, true);
	m->nregions++;
	return true;
}

static inline bool
model_end_region_step(struct model *m)
{
	struct model_region r;
	int which = m->nregions ? (int)model_random(m, (unsigned)m->nregions) : 0;

	m->last = "end of a target region";
	if (!m->nregions)
		return true;
	r = m->region[which];
	m->region[which] = m->region[--m->nregions];
	really_end_region(m, &r);
	model_end_region(m, &r);
	return true;
}

static inline bool
model_update_step(struct model *m)
{
	static const unsigned flags[] = { DEVRT_MAP_UPDATE_TO, DEVRT_MAP_UPDATE_FROM };
	struct construct c = model_construct(m, flags, 2);

	m->last = "target update";
	if (!model_allows(m, &c)) {
		m->left_out++;
		return true;
	}
	model_really(m, &c, devrt_update);
	model_update(m, &c);
	return true;
}

static inline bool
is_in_slot(int at)
{
	return at % (4 * SLOT) / SLOT == 1;
}

/* A byte of the host, or of a device copy, as a program or a kernel would write it; no pointers. */
static inline bool
model_write_step(struct model *m, bool on_device)
{
	int at = (int)model_random(m, SPACE), device = (int)model_random(m, (unsigned)m->ndevices);
	unsigned char value = (unsigned char)m->random(m->random_state);
	struct model_entry *e = model_owner(&m->side[device], at);

	m->last = on_device ? "write on the device" : "write on the host";
	if (is_in_slot(at))
		return true;
	if (!on_device)
		m->host[at] = m->real[at] = value;
	if (!on_device || !e)
		return true;
	omp_target_memcpy(devrt_device_ptr(device, m->real + at), &value, 1, 0, 0, device,
		omp_get_initial_device());
	write_device(e, at, &value, 1);
	return true;
}

/* False: libdevrt's own answers do not fit together. */
static inline bool
model_step(struct model *m)
{
	m->steps++;
	switch (model_random(m, 12)) {
	case 0: return model_enter_step(m, false);
	case 1: return model_enter_step(m, true);
	case 2: return model_exit_step(m);
	case 3: return model_end_step(m);
	case 4:
	case 5: return model_region_step(m);
	case 6:
	case 7: return model_end_region_step(m);
	case 8:
	case 9: return model_update_step(m);
	case 10: return model_write_step(m, true);
	default: return model_write_step(m, false);
	}
}

/* ---- comparing ---- */

static inline bool
model_entry_agrees(struct model *m, int device, const struct model_entry *e)
{
	unsigned char copy[SPACE];
	uintptr_t base = device_base(m, device, e->begin);

	if (device_base(m, device, e->begin + e->len - 1) != base)
		return false;
	if (m->room && base != device_base(m, device, m->side[device].entry[0].begin))
		return false;
	omp_target_memcpy(copy, devrt_device_ptr(device, m->real + e->begin), (size_t)e->len, 0, 0,
		omp_get_initial_device(), device);
	for (int i = 0; i < e->len; i++)
		if (e->known[i] && copy[i] != e->device[i])
			return false;
	return true;
}

static inline bool
model_agrees(struct model *m)
{
	if (memcmp(m->real, m->host, SPACE) != 0)
		return false;
	for (int device = 0; device < m->ndevices; device++) {
		struct model_device *d = &m->side[device];

		for (int b = 0; b < SPACE; b++)
			if (!omp_target_is_present(m->real + b, device) !=
				!(model_owner(d, b) && is_listed(model_owner(d, b))))
				return false;
		for (int i = 0; i < d->n; i++)
			if (!model_entry_agrees(m, device, &d->entry[i]))
				return false;
	}
	return true;
}

/* Ends all regions and unmaps all that is left. */
static inline void
model_finish(struct model *m)
{
	while (m->nregions)
		model_end_region_step(m);
	for (int device = 0; device < m->ndevices; device++)
		while (m->side[device].n) {
			const struct model_entry *e = &m->side[device].entry[0];
			struct construct c = {
				.device = device,
				.n = 1,
				.item = { { e->begin, e->len, DEVRT_MAP_DELETE, -1 } },
			};

			model_really(m, &c, devrt_exit_data);
			model_end(m, &c);
		}
}

#endif
