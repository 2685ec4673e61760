/*
 * map_model.h: what mapping does, written a second time and byte by byte, to run beside libdevrt.
 *
 * A model has SPACE bytes of host memory and a list of mapped ranges, each with what its device copy
 * should hold (OpenMP 5.2 [5.8.3], [13.8], [13.9]).  model_step() takes one random construct,
 * enter, exit or update with up to three overlapping sections, lets libdevrt do it and does it
 * itself; a construct that OpenMP forbids is left out, as libdevrt would end the program.
 * model_agrees() compares every byte, there and here.  Random numbers come from the caller: a
 * generator (tests/devrt/model_test.c) or a fuzzer's bytes (tests/fuzz/map.c).
 */
#ifndef TESTS_MAP_MODEL_H
#define TESTS_MAP_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "devrt.h"

int omp_target_is_present(const void *p, int device);
int omp_target_memcpy(void *to, const void *from, size_t bytes, size_t to_offset,
	size_t from_offset, int to_device, int from_device);
int omp_get_initial_device(void);

enum { SPACE = 96, MOST_ENTRIES = SPACE, MOST_ITEMS = 3, MOST_OPEN = 4 };

struct section { int begin, len; unsigned flags; };
struct construct { struct section item[MOST_ITEMS]; int n; };

struct model_entry {
	int begin, len, refs;
	bool is_new, counted;           /* in the present construct */
	unsigned char device[SPACE];
	bool known[SPACE];              /* device memory is not initialised */
};

struct model {
	unsigned char real[SPACE];      /* the memory that libdevrt maps */
	unsigned char host[SPACE];      /* what it should hold */
	struct model_entry entry[MOST_ENTRIES];
	int n;
	struct construct open[MOST_OPEN];       /* target data constructs */
	int depth;
	unsigned (*random)(void *);
	void *random_state;
	long steps, left_out;
	const char *last;
};

static inline unsigned
model_random(struct model *m, unsigned below)
{
	return m->random(m->random_state) % below;
}

/* ---- ranges ---- */

static inline struct model_entry *
model_find(struct model *m, int begin, int len)
{
	for (int i = 0; i < m->n; i++) {
		struct model_entry *e = &m->entry[i];

		if (begin >= e->begin && begin < e->begin + e->len && begin + len <= e->begin + e->len)
			return e;
	}
	return NULL;
}

/* A section that is neither inside one range nor outside all of them [5.8.3, restrictions]. */
static inline bool
model_forbidden(struct model *m, const struct section *s)
{
	if (s->len == 0 || model_find(m, s->begin, s->len))
		return false;
	for (int b = s->begin; b < s->begin + s->len; b++)
		if (model_find(m, b, 0))
			return true;
	return false;
}

static inline void
model_new_construct(struct model *m)
{
	for (int i = 0; i < m->n; i++)
		m->entry[i].is_new = m->entry[i].counted = false;
}

static inline void
model_to(struct model *m, struct model_entry *e, const struct section *s)
{
	for (int b = s->begin; b < s->begin + s->len; b++) {
		e->device[b - e->begin] = m->host[b];
		e->known[b - e->begin] = true;
	}
}

/* Bytes that nobody wrote there come back as anything. */
static inline void
model_from(struct model *m, const struct model_entry *e, const struct section *s)
{
	for (int b = s->begin; b < s->begin + s->len; b++)
		m->host[b] = e->known[b - e->begin] ? e->device[b - e->begin] : m->real[b];
}

/* ---- begin and end of constructs ---- */

/*
 * What a new range covers: its section, or with TOGETHER all sections of the construct where that
 * is free, because parts of one variable that a construct maps share one piece of memory.
 */
static inline struct section
model_new_range(struct model *m, const struct construct *c, const struct section *s, bool together)
{
	struct section all = *s;
	int end = s->begin + s->len;

	for (int i = 0; i < c->n && together; i++) {
		const struct section *o = &c->item[i];

		if (o->len == 0)
			continue;
		all.begin = o->begin < all.begin ? o->begin : all.begin;
		end = o->begin + o->len > end ? o->begin + o->len : end;
	}
	all.len = end - all.begin;
	for (int b = all.begin; b < end; b++)
		if (model_find(m, b, 0))
			return *s;
	return all;
}

/* False, with nothing changed, when an item is forbidden. */
static inline bool
model_begin(struct model *m, const struct construct *c, bool together)
{
	struct model before = *m;

	model_new_construct(m);
	for (int i = 0; i < c->n; i++) {
		const struct section *s = &c->item[i];
		struct model_entry *e = model_find(m, s->begin, s->len);

		if (model_forbidden(m, s)) {
			*m = before;
			return false;
		}
		if (s->len == 0)
			continue;
		if (!e) {
			struct section all = model_new_range(m, c, s, together);

			e = &m->entry[m->n++];
			*e = (struct model_entry){ .begin = all.begin, .len = all.len, .refs = 1,
				.is_new = true, .counted = true };
		}
		e->refs += !e->counted;
		e->counted = true;
		if (s->flags & DEVRT_MAP_TO && (e->is_new || s->flags & DEVRT_MAP_ALWAYS))
			model_to(m, e, s);
	}
	return true;
}

static inline bool
model_allows(struct model *m, const struct construct *c)
{
	for (int i = 0; i < c->n; i++)
		if (model_forbidden(m, &c->item[i]))
			return false;
	return true;
}

/* Counts first, then copies, then removal; call it when libdevrt has done the same. */
static inline void
model_end(struct model *m, const struct construct *c)
{
	const unsigned gone = DEVRT_MAP_DELETE | DEVRT_MAP_RELEASE;
	struct model_entry *e;
	int kept = 0;

	model_new_construct(m);
	for (int i = 0; i < c->n; i++) {
		const struct section *s = &c->item[i];

		if (!(s->len || s->flags & gone) || !(e = model_find(m, s->begin, s->len)))
			continue;
		if (s->flags & DEVRT_MAP_DELETE)
			e->refs = 0;
		else if (!e->counted && e->refs)
			e->refs--;
		e->counted = true;
	}
	for (int i = 0; i < c->n; i++) {
		const struct section *s = &c->item[i];

		if (s->len && s->flags & DEVRT_MAP_FROM && (e = model_find(m, s->begin, s->len)))
			if (!e->refs || s->flags & DEVRT_MAP_ALWAYS)
				model_from(m, e, s);
	}
	for (int i = 0; i < m->n; i++)
		if (m->entry[i].refs)
			m->entry[kept++] = m->entry[i];
	m->n = kept;
}

static inline void
model_update(struct model *m, const struct construct *c)
{
	for (int i = 0; i < c->n; i++) {
		const struct section *s = &c->item[i];
		struct model_entry *e = s->len ? model_find(m, s->begin, s->len) : NULL;

		if (e && s->flags & DEVRT_MAP_UPDATE_TO)
			model_to(m, e, s);
		if (e && s->flags & DEVRT_MAP_UPDATE_FROM)
			model_from(m, e, s);
	}
}

/* ---- the same through libdevrt ---- */

typedef void model_call(struct devrt_module *, int64_t device, struct devrt_place,
	const struct devrt_item_info *, const struct devrt_item *, int n);

static inline void
model_really(struct model *m, const struct construct *c, model_call *call)
{
	static const struct devrt_place place = { "model.c", 1, 1 };
	struct devrt_item_info infos[MOST_ITEMS];
	struct devrt_item items[MOST_ITEMS];

	for (int i = 0; i < c->n; i++) {
		infos[i] = (struct devrt_item_info){ "x", place, c->item[i].flags };
		items[i] = (struct devrt_item){ m->real, m->real + c->item[i].begin,
			(size_t)c->item[i].len, NULL };
	}
	call(NULL, DEVRT_DEFAULT_DEVICE, place, infos, items, c->n);
}

/* ---- random steps ---- */

static inline struct construct
model_construct(struct model *m, const unsigned *flags, unsigned nflags)
{
	struct construct c = { .n = 1 + (int)model_random(m, MOST_ITEMS) };

	for (int i = 0; i < c.n; i++) {
		struct section *s = &c.item[i];

		s->begin = (int)model_random(m, SPACE);
		s->len = (int)model_random(m, 4) ? (int)model_random(m, 16) : SPACE;
		if (s->begin + s->len > SPACE)
			s->len = SPACE - s->begin;
		s->flags = flags[model_random(m, nflags)];
	}
	/* the same range again is what most programs do */
	if (m->n && model_random(m, 2)) {
		const struct model_entry *e = &m->entry[model_random(m, (unsigned)m->n)];

		c.item[0].begin = e->begin;
		c.item[0].len = e->len;
	}
	return c;
}

static inline void
model_enter_step(struct model *m, bool data)
{
	static const unsigned flags[] = { 0, DEVRT_MAP_TO, DEVRT_MAP_TO | DEVRT_MAP_ALWAYS,
		DEVRT_MAP_FROM, DEVRT_MAP_TO | DEVRT_MAP_FROM,
		DEVRT_MAP_TO | DEVRT_MAP_FROM | DEVRT_MAP_ALWAYS };
	struct construct c = model_construct(m, flags, data ? 6 : 3);

	m->last = data ? "target data" : "target enter data";
	if ((data && m->depth == MOST_OPEN) || !model_begin(m, &c, data)) {
		m->left_out++;
		return;
	}
	model_really(m, &c, data ? devrt_data_begin : devrt_enter_data);
	if (data)
		m->open[m->depth++] = c;
}

static inline void
model_exit_step(struct model *m, bool data)
{
	static const unsigned flags[] = { DEVRT_MAP_FROM, DEVRT_MAP_RELEASE, DEVRT_MAP_DELETE,
		DEVRT_MAP_FROM | DEVRT_MAP_ALWAYS };
	struct construct c;

	m->last = data ? "end of target data" : "target exit data";
	if (data && m->depth == 0)
		return;
	c = data ? m->open[--m->depth] : model_construct(m, flags, 4);
	if (!model_allows(m, &c)) {
		m->left_out++;
		return;
	}
	model_really(m, &c, data ? devrt_data_end : devrt_exit_data);
	model_end(m, &c);
}

static inline void
model_update_step(struct model *m)
{
	static const unsigned flags[] = { DEVRT_MAP_UPDATE_TO, DEVRT_MAP_UPDATE_FROM };
	struct construct c = model_construct(m, flags, 2);

	m->last = "target update";
	if (!model_allows(m, &c)) {
		m->left_out++;
		return;
	}
	model_really(m, &c, devrt_update);
	model_update(m, &c);
}

/* A byte of the host, or of a device copy, as a program or a kernel would write it. */
static inline void
model_write_step(struct model *m, bool on_device)
{
	int at = (int)model_random(m, SPACE);
	unsigned char value = (unsigned char)m->random(m->random_state);
	struct model_entry *e = model_find(m, at, 0);

	m->last = on_device ? "write on the device" : "write on the host";
	if (!on_device) {
		m->host[at] = m->real[at] = value;
		return;
	}
	if (!e)
		return;
	omp_target_memcpy(devrt_device_ptr(DEVRT_DEFAULT_DEVICE, m->real + at), &value, 1, 0, 0, 0,
		omp_get_initial_device());
	e->device[at - e->begin] = value;
	e->known[at - e->begin] = true;
}

static inline void
model_step(struct model *m)
{
	m->steps++;
	switch (model_random(m, 8)) {
	case 0: model_enter_step(m, false); break;
	case 1: model_enter_step(m, true); break;
	case 2: model_exit_step(m, false); break;
	case 3: model_exit_step(m, true); break;
	case 4: case 5: model_update_step(m); break;
	case 6: model_write_step(m, true); break;
	default: model_write_step(m, false);
	}
}

/* ---- comparing ---- */

static inline bool
model_entry_agrees(struct model *m, const struct model_entry *e)
{
	unsigned char copy[SPACE];

	omp_target_memcpy(copy, devrt_device_ptr(DEVRT_DEFAULT_DEVICE, m->real + e->begin),
		(size_t)e->len, 0, 0, omp_get_initial_device(), 0);
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
	for (int b = 0; b < SPACE; b++)
		if (!omp_target_is_present(m->real + b, 0) != !model_find(m, b, 0))
			return false;
	for (int i = 0; i < m->n; i++)
		if (!model_entry_agrees(m, &m->entry[i]))
			return false;
	return true;
}

/* Unmaps all that is left. */
static inline void
model_finish(struct model *m)
{
	while (m->n) {
		struct construct c = { .n = 1,
			.item = { { m->entry[0].begin, m->entry[0].len, DEVRT_MAP_DELETE } } };

		model_really(m, &c, devrt_exit_data);
		model_end(m, &c);
	}
}

#endif
