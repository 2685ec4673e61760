/*
 * map.c: what map clauses do at the begin and at the end of a construct, and target update
 * (OpenMP 5.2 [5.8.3], [13.9]).
 *
 * A construct changes the reference count of a range once, however many of its list items lie in
 * it.  At the end all counts go down first, then data comes back, then memory is freed, so that the
 * order of list items does not matter.  Parts of one variable that a construct maps for its duration
 * get one piece of memory for all of them, so that one base address leads to each.  A pointer in mapped memory that is attached holds a device
 * address in its device copy; copies in either direction leave both values as they are.
 */
#include <stdio.h>
#include <stdlib.h>
#include "rt.h"

static bool info(const struct devrt_device *dev, unsigned bit)
{
	return dev->settings->info & bit;
}

/* ---- attached pointers ---- */

static bool inside(const struct devrt_attachment *a, const void *begin, size_t bytes)
{
	uintptr_t first = (uintptr_t)begin;

	return a->pointer + sizeof(void *) > first && a->pointer < first + bytes;
}

static void record_attachment(struct devrt_device *dev, void **pointer, CUdeviceptr value)
{
	size_t i = 0;

	while (i < dev->nattached && dev->attached[i].pointer != (uintptr_t)pointer)
		i++;
	if (i == dev->attached_cap) {
		dev->attached_cap = dev->attached_cap ? dev->attached_cap * 2 : 16;
		dev->attached = realloc(dev->attached, dev->attached_cap * sizeof *dev->attached);
		if (!dev->attached)
			devrt_fail_memory();
	}
	dev->attached[i] = (struct devrt_attachment){ (uintptr_t)pointer, *pointer, value };
	if (i == dev->nattached)
		dev->nattached++;
}

static void forget_attachments(struct devrt_device *dev, const struct devrt_entry_range *e)
{
	for (size_t i = dev->nattached; i-- > 0; )
		if (inside(&dev->attached[i], (void *)e->host, e->bytes))
			dev->attached[i] = dev->attached[--dev->nattached];
}

/* ---- copies ---- */

static void raw_copy_to(struct devrt_device *dev, const struct devrt_item_info *i,
	CUdeviceptr to, const void *from, size_t bytes)
{
	CUresult err = devrt_copy_to(dev, to, from, bytes);

	if (err)
		devrt_fail_copy(dev, &i->place, i->name, bytes, true, err);
}

static void copy_to(struct devrt_device *dev, const struct devrt_item_info *i,
	const struct devrt_item *item, const struct devrt_entry_range *e)
{
	if (info(dev, DEVRT_INFO_COPIES))
		devrt_info_copy(dev, i->name, item->bytes, true);
	raw_copy_to(dev, i, devrt_translate(e, item->begin), item->begin, item->bytes);
	for (size_t k = 0; k < dev->nattached; k++) {
		struct devrt_attachment *a = &dev->attached[k];

		if (inside(a, item->begin, item->bytes))
			raw_copy_to(dev, i, devrt_translate(e, (void *)a->pointer), &a->dev,
				sizeof a->dev);
	}
}

static void copy_from(struct devrt_device *dev, const struct devrt_item_info *i,
	const struct devrt_item *item, const struct devrt_entry_range *e)
{
	CUresult err;

	if (info(dev, DEVRT_INFO_COPIES))
		devrt_info_copy(dev, i->name, item->bytes, false);
	for (size_t k = 0; k < dev->nattached; k++)
		if (inside(&dev->attached[k], item->begin, item->bytes))
			dev->attached[k].host = *(void **)dev->attached[k].pointer;
	err = devrt_copy_from(dev, item->begin, devrt_translate(e, item->begin), item->bytes);
	if (err)
		devrt_fail_copy(dev, &i->place, i->name, item->bytes, false, err);
	for (size_t k = 0; k < dev->nattached; k++)
		if (inside(&dev->attached[k], item->begin, item->bytes))
			*(void **)dev->attached[k].pointer = dev->attached[k].host;
}

/* ---- the begin of a construct ---- */

static void annotate(struct devrt_device *dev, const struct devrt_item_info *i,
	const struct devrt_entry_range *e)
{
	char place[512];

	if (!dev->drv->annotate)
		return;
	snprintf(place, sizeof place, "%s:%d:%d", i->place.file ? i->place.file : "?",
		i->place.line, i->place.column);
	dev->drv->annotate(e->dev, e->bytes, i->name, place);
}

/* The list items of a construct that maps them for its duration; n is 0 for other constructs. */
struct siblings {
	const struct devrt_item_info *infos;
	const struct devrt_item *items;
	int n;
};

/* Zero-length sections map nothing [5.8.6]. */
static bool maps_nothing(const struct devrt_item_info *i, const struct devrt_item *item)
{
	return i->flags & DEVRT_MAP_ZERO_LENGTH || !item->bytes;
}

/* The item, or the range of all parts of the same variable where that is free. */
static struct devrt_item whole(const struct devrt_device *dev, const struct devrt_item *item,
	struct siblings s)
{
	struct devrt_item all = *item;
	uintptr_t first = (uintptr_t)item->begin, end = first + item->bytes;

	for (int k = 0; k < s.n; k++) {
		uintptr_t p = (uintptr_t)s.items[k].begin;

		if (s.items[k].base != item->base || maps_nothing(&s.infos[k], &s.items[k]))
			continue;
		first = p < first ? p : first;
		end = p + s.items[k].bytes > end ? p + s.items[k].bytes : end;
	}
	all.begin = (void *)first;
	all.bytes = end - first;
	return devrt_table_overlap(&dev->table, all.begin, all.bytes) ? *item : all;
}

static struct devrt_entry_range *create(struct devrt_device *dev, const struct devrt_item_info *i,
	const struct devrt_item *item)
{
	struct devrt_entry_range e = { .host = (uintptr_t)item->begin, .bytes = item->bytes,
		.refs = 1, .made = dev->construct, .counted = dev->construct, .name = i->name,
		.implicit = i->flags & DEVRT_MAP_IMPLICIT, .place = i->place };
	CUresult err;

	if (!item->begin)
		devrt_fail_null(dev, i, item->bytes);
	err = devrt_pool_alloc(dev, &e.dev, e.bytes);
	if (err)
		devrt_fail_alloc(dev, &i->place, i->name, e.bytes, err);
	annotate(dev, i, &e);
	if (info(dev, DEVRT_INFO_MAPPING))
		devrt_info_mapping(dev, "map", &e);
	devrt_links_set(dev, &e, true);
	return devrt_table_insert(&dev->table, e);
}

/*
 * The one part of a variable mapped by rule that was there before the construct, of which then only
 * that part is meant [5.8.3]; two parts apart from each other have no base address in common.
 */
static bool only_part(const struct devrt_device *dev, const struct devrt_item_info *i,
	const struct devrt_item *item, const struct devrt_entry_range *e)
{
	uintptr_t end = e->host + e->bytes, item_end = (uintptr_t)item->begin + item->bytes;

	if (!(i->flags & DEVRT_MAP_IMPLICIT) || !(i->flags & (DEVRT_MAP_TO | DEVRT_MAP_FROM)))
		return false;
	return e->made != dev->construct && (item_end <= end ||
		!devrt_table_overlap(&dev->table, (void *)end, item_end - end));
}

struct devrt_entry_range *devrt_map_find(const struct devrt_device *dev,
	const struct devrt_item_info *i, const struct devrt_item *item)
{
	struct devrt_entry_range *e = devrt_table_find(&dev->table, item->begin, item->bytes);

	if (e || !item->bytes)
		return e;
	e = devrt_table_overlap(&dev->table, item->begin, item->bytes);
	return e && only_part(dev, i, item, e) ? e : NULL;
}

/* What of the item is in E. */
static struct devrt_item part_in(const struct devrt_item *item, const struct devrt_entry_range *e)
{
	struct devrt_item part = *item;
	uintptr_t first = (uintptr_t)item->begin, end = first + item->bytes;

	first = first < e->host ? e->host : first;
	end = end > e->host + e->bytes ? e->host + e->bytes : end;
	part.begin = (void *)first;
	part.bytes = end - first;
	return part;
}

/* The entry that devrt_map_find() has; to overlap others is an error. */
static struct devrt_entry_range *find(struct devrt_device *dev, const struct devrt_item_info *i,
	const struct devrt_item *item)
{
	struct devrt_entry_range *e = devrt_map_find(dev, i, item);

	if (e || !item->bytes)
		return e;
	e = devrt_table_overlap(&dev->table, item->begin, item->bytes);
	if (e)
		devrt_fail_extends(dev, i, item, e);
	if (i->flags & DEVRT_MAP_PRESENT)
		devrt_fail_absent(dev, i);
	return NULL;
}

static struct devrt_entry_range *begin_item(struct devrt_device *dev,
	const struct devrt_item_info *i, const struct devrt_item *item, struct siblings s)
{
	struct devrt_entry_range *e;

	if (maps_nothing(i, item))
		return NULL;
	e = find(dev, i, item);
	if (!e) {
		struct devrt_item all = whole(dev, item, s);

		e = create(dev, i, &all);
	} else if (e->counted != dev->construct) {
		e->counted = dev->construct;
		if (e->refs != DEVRT_FOREVER)
			e->refs++;
		if (info(dev, DEVRT_INFO_PRESENT))
			devrt_info_present(dev, i, e);
	}
	if (i->flags & DEVRT_MAP_TO && (i->flags & DEVRT_MAP_ALWAYS || e->made == dev->construct))
		copy_to(dev, i, item, e);
	return e;
}

/* Only where the pointer or what it points at is new on the device [5.8.3, attachment]. */
static void attach(struct devrt_device *dev, const struct devrt_item_info *i,
	const struct devrt_item *item)
{
	struct devrt_entry_range *at = devrt_table_find(&dev->table, item->pointer, sizeof(void *));
	struct devrt_entry_range *to = devrt_table_find(&dev->table, item->begin, item->bytes);
	CUdeviceptr value;

	if (!at || !to)
		return;
	if (at->made != dev->construct && to->made != dev->construct
		&& !(i->flags & DEVRT_MAP_ALWAYS))
		return;
	value = devrt_translate(to, item->base);
	record_attachment(dev, item->pointer, value);
	raw_copy_to(dev, i, devrt_translate(at, item->pointer), &value, sizeof value);
}

static void begin(struct devrt_device *dev, const struct devrt_item_info *infos,
	const struct devrt_item *items, int n, struct siblings s, struct devrt_found *found)
{
	dev->construct++;
	for (int i = 0; i < n; i++) {
		struct devrt_entry_range *e = begin_item(dev, &infos[i], &items[i], s);

		if (found)
			found->v[i] = e;
	}
	for (int i = 0; i < n; i++)
		if (items[i].pointer)
			attach(dev, &infos[i], &items[i]);
}

enum { UNKNOWN = -1 };                  /* changes of no table */

static void found_room(struct devrt_found *found, int n)
{
	if (n <= found->cap)
		return;
	found->v = realloc(found->v, (size_t)n * sizeof *found->v);
	if (!found->v)
		devrt_fail_memory();
	found->cap = n;
}

void devrt_map_begin(struct devrt_device *dev, const struct devrt_item_info *infos,
	const struct devrt_item *items, int n)
{
	if (dev->unified)
		return;
	begin(dev, infos, items, n, (struct siblings){ infos, items, n }, NULL);
}

/* What is new in the table has moved others: then they are looked for again, which copies outweigh. */
void devrt_target_begin(struct devrt_device *dev, const struct devrt_item_info *infos,
	const struct devrt_item *items, int n, struct devrt_found *found)
{
	uint64_t before = dev->table.changes;

	found_room(found, n);
	found->changes = (uint64_t)UNKNOWN;
	if (dev->unified)
		return;
	begin(dev, infos, items, n, (struct siblings){ infos, items, n }, found);
	if (before == dev->table.changes)
		found->changes = before;
}

/* Each item may leave on its own, so each has memory of its own. */
void devrt_map_enter(struct devrt_device *dev, const struct devrt_item_info *infos,
	const struct devrt_item *items, int n)
{
	if (dev->unified)
		return;
	begin(dev, infos, items, n, (struct siblings){ infos, items, 0 }, NULL);
}

/* ---- the end of a construct ---- */

/* What the end of a construct acts on: delete and release also through a zero-length section. */
static struct devrt_entry_range *end_find(struct devrt_device *dev, const struct devrt_item_info *i,
	const struct devrt_item *item)
{
	if (maps_nothing(i, item) && !(i->flags & (DEVRT_MAP_DELETE | DEVRT_MAP_RELEASE)))
		return NULL;
	return find(dev, i, item);
}

/* True: the item comes back, or its memory goes. */
static bool count_down(struct devrt_device *dev, const struct devrt_item_info *i,
	struct devrt_entry_range *e)
{
	if (!e)
		return false;
	if (e->refs != DEVRT_FOREVER) {
		if (i->flags & DEVRT_MAP_DELETE)
			e->refs = 0;
		else if (e->counted != dev->construct && e->refs)
			e->refs--;
		e->counted = dev->construct;
	}
	return !e->refs || i->flags & DEVRT_MAP_ALWAYS;
}

static void bring_back(struct devrt_device *dev, const struct devrt_item_info *i,
	const struct devrt_item *item)
{
	struct devrt_entry_range *e = end_find(dev, i, item);
	struct devrt_item part;

	if (!e || !item->bytes || !(i->flags & DEVRT_MAP_FROM))
		return;
	part = part_in(item, e);
	if (!e->refs || i->flags & DEVRT_MAP_ALWAYS)
		copy_from(dev, i, &part, e);
}

static void release(struct devrt_device *dev, const struct devrt_item_info *i,
	const struct devrt_item *item)
{
	struct devrt_entry_range *e = NULL;
	CUresult err;

	if (item->bytes || i->flags & (DEVRT_MAP_DELETE | DEVRT_MAP_RELEASE))
		e = devrt_map_find(dev, i, item);
	if (!e || e->refs)
		return;
	if (info(dev, DEVRT_INFO_MAPPING))
		devrt_info_mapping(dev, "unmap", e);
	forget_attachments(dev, e);
	err = devrt_pool_free(dev, e->dev, e->bytes);
	if (err)
		devrt_fail_open(dev, &i->place, "cuMemFree", err);
	devrt_links_set(dev, e, false);
	devrt_table_remove(&dev->table, e);
}

static void end(struct devrt_device *dev, const struct devrt_item_info *infos,
	const struct devrt_item *items, int n, const struct devrt_found *found)
{
	bool known = found && found->changes == dev->table.changes, last = false;

	dev->construct++;
	for (int i = 0; i < n; i++)
		last |= count_down(dev, &infos[i], known ? found->v[i] : end_find(dev, &infos[i], &items[i]));
	if (!last)
		return;
	for (int i = 0; i < n; i++)
		bring_back(dev, &infos[i], &items[i]);
	for (int i = 0; i < n; i++)
		release(dev, &infos[i], &items[i]);
}

void devrt_map_end(struct devrt_device *dev, const struct devrt_item_info *infos,
	const struct devrt_item *items, int n)
{
	if (!dev->unified)
		end(dev, infos, items, n, NULL);
}

void devrt_target_end(struct devrt_device *dev, const struct devrt_item_info *infos,
	const struct devrt_item *items, int n, const struct devrt_found *found)
{
	if (!dev->unified)
		end(dev, infos, items, n, found);
}

/* ---- target update: only what is present ---- */

void devrt_map_update(struct devrt_device *dev, const struct devrt_item_info *infos,
	const struct devrt_item *items, int n)
{
	if (dev->unified)
		return;
	for (int i = 0; i < n; i++) {
		struct devrt_entry_range *e = NULL;

		if (items[i].bytes)
			e = find(dev, &infos[i], &items[i]);
		if (!e)
			continue;
		if (infos[i].flags & (DEVRT_MAP_UPDATE_TO | DEVRT_MAP_TO))
			copy_to(dev, &infos[i], &items[i], e);
		if (infos[i].flags & (DEVRT_MAP_UPDATE_FROM | DEVRT_MAP_FROM))
			copy_from(dev, &infos[i], &items[i], e);
	}
}
