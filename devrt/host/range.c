/*
 * range.c: device memory of ranges that become present, for map.c.
 *
 * Parts of one variable lie in one block of device memory, as far apart as on the host, so that one
 * base address leads to all.  Only the parts are present, each with a reference count of its own,
 * and each may be removed alone.  What is mapped between them later gets its place in the block.
 * Where a structure has members that are pointers with mapped sections, the block has room for all
 * of it (up to MOST_ROOM), since other constructs may map other members.
 */
#include <stdio.h>
#include <stdlib.h>
#include "rt.h"

enum {
	MOST_ROOM = 1 << 24, /* bytes of a structure for which there is room as a whole */
	ALIGN = 16,          /* of what follows a smaller part */
};

struct devrt_block {
	uintptr_t host;
	size_t bytes;
	struct devrt_packed at;
	size_t ranges; /* that lie in it */
};

bool
devrt_block_covers(const struct devrt_entry_range *e, const void *begin, size_t bytes)
{
	const struct devrt_block *b = e->block;
	uintptr_t at = (uintptr_t)begin;

	return b && at >= b->host && at + bytes <= b->host + b->bytes;
}

/* Return whether item k has the same bytes: it is as absent as the item. */
static bool
is_sibling(const struct devrt_maps *m, int k, const struct devrt_item *item)
{
	const struct devrt_item *other = &m->items[k];

	return other->base == item->base && other->bytes &&
		(other->begin != item->begin || other->bytes != item->bytes) &&
		!(m->infos[k].flags & DEVRT_MAP_ZERO_LENGTH);
}

static bool
has_siblings(const struct devrt_maps *m, const struct devrt_item *item)
{
	for (int k = 0; k < m->n; k++)
		if (is_sibling(m, k, item))
			return true;
	return false;
}

/* Return the block of another part of the same variable that has a place for the item, or NULL. */
static struct devrt_block *
siblings_block(const struct devrt_device *dev, const struct devrt_maps *m,
	const struct devrt_item *item)
{
	for (int k = 0; k < m->n; k++) {
		const struct devrt_item *other = &m->items[k];
		struct devrt_entry_range *e = NULL;

		if (is_sibling(m, k, item))
			e = devrt_item_first(dev, other);
		for (; e; e = devrt_item_next(dev, other, e))
			if (devrt_block_covers(e, item->begin, item->bytes))
				return e->block;
	}
	return NULL;
}

struct devrt_pack *
devrt_range_pack(const struct devrt_entry_range *e)
{
	return e->block ? e->block->at.pack : NULL;
}

/* Return the bytes from the first to the last of the construct's parts of the variable that have no
 * place yet. */
static struct devrt_item
hull(const struct devrt_device *dev, const struct devrt_maps *m, const struct devrt_item *item)
{
	uintptr_t first = (uintptr_t)item->begin, end = first + item->bytes;

	for (int k = 0; k < m->n; k++) {
		const struct devrt_item *other = &m->items[k];
		uintptr_t p = (uintptr_t)other->begin;
		bool room = m->infos[k].flags & DEVRT_MAP_ROOM;

		if (!is_sibling(m, k, item) ||
			(room ? other->bytes > MOST_ROOM : devrt_item_first(dev, other) != NULL))
			continue;
		first = p < first ? p : first;
		end = p + other->bytes > end ? p + other->bytes : end;
	}
	return (struct devrt_item){ .begin = (void *)first, .bytes = end - first };
}

/* Return the block of a neighbouring range that has a place for all of it, or NULL. */
static struct devrt_block *
neighbours_block(const struct devrt_table *t, const struct devrt_item *all)
{
	size_t i = devrt_table_lower(t, (uintptr_t)all->begin);

	if (i < t->n && devrt_block_covers(t->v[i], all->begin, all->bytes))
		return t->v[i]->block;
	return i > 0 && devrt_block_covers(t->v[i - 1], all->begin, all->bytes) ?
		t->v[i - 1]->block :
		NULL;
}

static struct devrt_block *
new_block(struct devrt_device *dev, const struct devrt_maps *m, int i, uintptr_t first,
	uintptr_t end)
{
	const struct devrt_item_info *info = &m->infos[i];
	struct devrt_block *b = malloc(sizeof *b);
	CUresult err;

	if (!b)
		devrt_fail_memory();
	*b = (struct devrt_block){ .host = first, .bytes = end - first };
	err = devrt_pack_alloc(dev, m, first, b->bytes, &b->at);
	if (err)
		devrt_fail_alloc(dev, &info->place, info->name, b->bytes, err);
	return b;
}

static struct devrt_block *
block_for(struct devrt_device *dev, const struct devrt_maps *m, int i,
	const struct devrt_item *item)
{
	bool alone = !has_siblings(m, item);
	struct devrt_block *b = alone ? NULL : siblings_block(dev, m, item);
	struct devrt_item all = alone ? *item : hull(dev, m, item);
	uintptr_t first = (uintptr_t)all.begin, end = first + all.bytes;

	if (!b)
		b = neighbours_block(&dev->table, &all);
	if (all.bytes > item->bytes)
		first -= first % ALIGN;
	return b ? b : new_block(dev, m, i, first, end);
}

static void
annotate(struct devrt_device *dev, const struct devrt_entry_range *e, const char *shape)
{
	if (!dev->drv->annotate)
		return;
	struct devrt_place_text place = devrt_place_text(&e->place);
	dev->drv->annotate(e->dev, e->bytes, e->name, place.s, e->dev - (e->host - e->base), shape);
}

struct devrt_entry_range *
devrt_range_new(struct devrt_device *dev, const struct devrt_maps *m, int i, uintptr_t at,
	size_t bytes)
{
	const struct devrt_item_info *info = &m->infos[i];
	struct devrt_item item = { .base = m->items[i].base, .begin = (void *)at, .bytes = bytes };
	struct devrt_entry_range e = {
		.host = at,
		.bytes = bytes,
		.base = (uintptr_t)item.base,
		.refs = 1,
		.made = dev->construct,
		.counted = dev->construct,
		.name = info->name,
		.place = info->place,
		.implicit = info->flags & DEVRT_MAP_IMPLICIT,
	};

	if (info->flags & DEVRT_MAP_POINTER)
		e.pointers = 1;
	else
		e.listed = dev->construct;
	if (!at)
		devrt_fail_null(dev, info, bytes);
	e.block = block_for(dev, m, i, &item);
	e.block->ranges++;
	e.dev = e.block->at.dev + (at - e.block->host);
	annotate(dev, &e, info->shape);
	devrt_watch_new(dev, &e);
	if (dev->settings->info & DEVRT_INFO_MAPPING)
		devrt_info_mapping(dev, "map", &e);
	devrt_links_set(dev, &e, true);
	return devrt_table_insert(&dev->table, e);
}

void
devrt_range_remove(struct devrt_device *dev, const struct devrt_place *place,
	struct devrt_entry_range *e)
{
	struct devrt_block *b = e->block;
	CUresult err = CUDA_SUCCESS;

	if (dev->settings->info & DEVRT_INFO_MAPPING)
		devrt_info_mapping(dev, "unmap", e);
	devrt_forget_attachments(dev, e);
	devrt_watch_removed(dev, e);
	if (--b->ranges == 0) {
		err = devrt_pack_free(dev, &b->at, b->bytes);
		free(b);
	} else if (dev->drv->annotate) {
		dev->drv->annotate(e->dev, e->bytes, NULL, NULL, 0, NULL);
	}
	if (err)
		devrt_fail_open(dev, place, "cuMemFree", err);
	devrt_links_set(dev, e, false);
	devrt_table_remove(&dev->table, e);
}
