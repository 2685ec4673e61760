/*
 * copy.c: copies between host ranges and what is present of them, for map.c, and pointers that are
 * attached (OpenMP 5.2 [5.8.3]).
 *
 * A pointer in mapped memory that is attached holds a device address in its device copy; copies in
 * either direction leave both values as they are.  Copies are listed here, and made by move.c.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "rt.h"

/* ---- attached pointers ---- */

static bool
inside(const struct devrt_attachment *a, const void *begin, size_t bytes)
{
	uintptr_t first = (uintptr_t)begin;

	return a->pointer + sizeof(void *) > first && a->pointer < first + bytes;
}

static void
record(struct devrt_device *dev, void **pointer, CUdeviceptr value)
{
	size_t i = 0;

	while (i < dev->nattached && dev->attached[i].pointer != (uintptr_t)pointer)
		i++;
	if (i == dev->nattached)
		dev->attached = devrt_grown(dev->attached, dev->nattached++, &dev->attached_cap,
			sizeof *dev->attached);
	dev->attached[i] = (struct devrt_attachment){ (uintptr_t)pointer, *pointer, value };
}

void
devrt_forget_attachments(struct devrt_device *dev, const struct devrt_entry_range *e)
{
	for (size_t i = dev->nattached; i-- > 0;)
		if (inside(&dev->attached[i], (void *)e->host, e->bytes))
			dev->attached[i] = dev->attached[--dev->nattached];
}

void
devrt_attach(struct devrt_device *dev, const struct devrt_maps *m, int i,
	const struct devrt_entry_range *at, CUdeviceptr value)
{
	record(dev, m->items[i].pointer, value);
	devrt_move_pointer(m->lane, &m->infos[i], at, m->items[i].pointer, value);
}

void
devrt_keep_pointer(const struct devrt_maps *m, int i, const struct devrt_entry_range *at)
{
	void **pointer = m->items[i].pointer;

	devrt_move_pointer(m->lane, &m->infos[i], at, pointer, (uintptr_t)*pointer);
}

/* ---- memory that the host does not have ---- */

static bool
is_there(uintptr_t page, size_t bytes)
{
	return !msync((void *)page, bytes, MS_ASYNC) || errno != ENOMEM;
}

/* End the program if the host lacks memory in some page of the item, which a copy would touch.
 * Scalars often share a page, and to ask takes as long as to copy one. */
static void
need_host_memory(struct devrt_device *dev, struct devrt_lane *lane, const struct devrt_item_info *i,
	const struct devrt_item *item)
{
	uintptr_t begin = (uintptr_t)item->begin, end = begin + item->bytes;

	if (!item->bytes || (begin >= lane->there && end <= lane->there_end))
		return;
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	uintptr_t first = begin & ~(page - 1);
	size_t good = 0, bad = (end - first + page - 1) / page;
	if (is_there(first, bad * page)) {
		lane->there = first;
		lane->there_end = first + bad * page;
		return;
	}
	while (bad - good >
		1) { /* so many pages from the first one on are there, and not so many */
		size_t some = good + (bad - good) / 2;

		if (is_there(first, some * page))
			good = some;
		else
			bad = some;
	}
	devrt_fail_host_memory(dev, i, item, good ? first + good * page - begin : 0);
}

/* Return what of the item is in e. */
static struct devrt_item
part_in(const struct devrt_item *item, const struct devrt_entry_range *e)
{
	struct devrt_item part = *item;
	uintptr_t first = (uintptr_t)item->begin, end = first + item->bytes;

	first = first < e->host ? e->host : first;
	end = end > e->host + e->bytes ? e->host + e->bytes : end;
	part.begin = (void *)first;
	part.bytes = end - first;
	return part;
}

void
devrt_item_to(struct devrt_device *dev, const struct devrt_maps *m, int i,
	const struct devrt_entry_range *e)
{
	struct devrt_item part = part_in(&m->items[i], e);

	need_host_memory(dev, m->lane, &m->infos[i], &part);
	devrt_move(dev, m->lane, &m->infos[i], e, &part, true);
	for (size_t k = 0; k < dev->nattached; k++) {
		struct devrt_attachment *a = &dev->attached[k];

		if (inside(a, part.begin, part.bytes))
			devrt_move_pointer(m->lane, &m->infos[i], e, (void **)a->pointer, a->dev);
	}
}

void
devrt_item_from(struct devrt_device *dev, const struct devrt_maps *m, int i,
	const struct devrt_entry_range *e)
{
	struct devrt_item part = part_in(&m->items[i], e);

	need_host_memory(dev, m->lane, &m->infos[i], &part);
	devrt_watch_overwritten(dev, e, &part);
	devrt_move(dev, m->lane, &m->infos[i], e, &part, false);
	for (size_t k = 0; k < dev->nattached; k++)
		if (inside(&dev->attached[k], part.begin, part.bytes))
			dev->attached[k].host = *(void **)dev->attached[k].pointer;
}

void
devrt_item_copied(struct devrt_device *dev, CUdeviceptr at, void *host, size_t bytes, bool to)
{
	const struct devrt_entry_range *e = dev->watched ?
		devrt_table_find(&dev->table, host, bytes) :
		NULL;

	for (size_t k = 0; k < dev->nattached && !to; k++)
		if (inside(&dev->attached[k], host, bytes))
			*(void **)dev->attached[k].pointer = dev->attached[k].host;
	devrt_order_copied(dev, at, host, bytes, to);
	if (e)
		devrt_watch_copied(dev, e, host, bytes);
}
