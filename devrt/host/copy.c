/*
 * copy.c: copies between host ranges and what is present of them, for map.c, and pointers that are
 * attached (OpenMP 5.2 [5.8.3]).
 *
 * A pointer in mapped memory that is attached holds a device address in its device copy; copies in
 * either direction leave both values as they are.
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

void
devrt_forget_attachments(struct devrt_device *dev, const struct devrt_entry_range *e)
{
	for (size_t i = dev->nattached; i-- > 0;)
		if (inside(&dev->attached[i], (void *)e->host, e->bytes))
			dev->attached[i] = dev->attached[--dev->nattached];
}

/* ---- copies ---- */

static void
raw_copy_to(struct devrt_device *dev, const struct devrt_item_info *i, CUdeviceptr to,
	const void *from, size_t bytes)
{
	CUresult err = CUDA_SUCCESS;

	if (dev->unified) /* the user's own memory, which is the host's */
		memmove((void *)(uintptr_t)to, from, bytes);
	else
		err = devrt_copy_to(dev, to, from, bytes);

	if (err)
		devrt_fail_copy(dev, &i->place, i->name, bytes, true, err);
}

void
devrt_attach(struct devrt_device *dev, const struct devrt_item_info *i, void **pointer,
	const struct devrt_entry_range *at, CUdeviceptr value)
{
	record(dev, pointer, value);
	raw_copy_to(dev, i, devrt_translate(at, pointer), &value, sizeof value);
}

void
devrt_keep_pointer(struct devrt_device *dev, const struct devrt_item_info *i, void **pointer,
	const struct devrt_entry_range *at)
{
	raw_copy_to(dev, i, devrt_translate(at, pointer), pointer, sizeof *pointer);
}

/* ---- memory that the host does not have ---- */

static bool
is_there(uintptr_t page, size_t bytes)
{
	return !msync((void *)page, bytes, MS_ASYNC) || errno != ENOMEM;
}

/* Ends the program if the host has no memory in some page of the item, which a copy would touch. */
static void
need_host_memory(struct devrt_device *dev, const struct devrt_item_info *i,
	const struct devrt_item *item)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	uintptr_t begin = (uintptr_t)item->begin, first = begin & ~(page - 1);
	size_t good = 0, bad = (begin + item->bytes - first + page - 1) / page;

	if (!item->bytes || is_there(first, bad * page))
		return;
	while (bad - good >
		1) { /* of the pages from the first one so many are there, and not so many */
		size_t some = good + (bad - good) / 2;

		if (is_there(first, some * page))
			good = some;
		else
			bad = some;
	}
	devrt_fail_host_memory(dev, i, item, good ? first + good * page - begin : 0);
}

/* What of the item is in E. */
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
devrt_item_to(struct devrt_device *dev, const struct devrt_item_info *i,
	const struct devrt_item *item, const struct devrt_entry_range *e)
{
	struct devrt_item part = part_in(item, e);

	need_host_memory(dev, i, &part);
	if (dev->settings->info & DEVRT_INFO_COPIES)
		devrt_info_copy(dev, i->name, part.bytes, true);
	raw_copy_to(dev, i, devrt_translate(e, part.begin), part.begin, part.bytes);
	for (size_t k = 0; k < dev->nattached; k++) {
		struct devrt_attachment *a = &dev->attached[k];

		if (inside(a, part.begin, part.bytes))
			raw_copy_to(dev, i, devrt_translate(e, (void *)a->pointer), &a->dev,
				sizeof a->dev);
	}
	devrt_order_copied(dev, devrt_translate(e, part.begin), part.bytes, true);
	devrt_watch_copied(dev, e, part.begin, part.bytes);
}

void
devrt_item_from(struct devrt_device *dev, const struct devrt_item_info *i,
	const struct devrt_item *item, const struct devrt_entry_range *e)
{
	struct devrt_item part = part_in(item, e);
	CUdeviceptr at = devrt_translate(e, part.begin);
	CUresult err = CUDA_SUCCESS;

	need_host_memory(dev, i, &part);
	if (dev->settings->info & DEVRT_INFO_COPIES)
		devrt_info_copy(dev, i->name, part.bytes, false);
	for (size_t k = 0; k < dev->nattached; k++)
		if (inside(&dev->attached[k], part.begin, part.bytes))
			dev->attached[k].host = *(void **)dev->attached[k].pointer;
	if (dev->unified)
		memmove(part.begin, (void *)(uintptr_t)at, part.bytes);
	else
		err = devrt_copy_from(dev, part.begin, at, part.bytes);
	if (err)
		devrt_fail_copy(dev, &i->place, i->name, part.bytes, false, err);
	for (size_t k = 0; k < dev->nattached; k++)
		if (inside(&dev->attached[k], part.begin, part.bytes))
			*(void **)dev->attached[k].pointer = dev->attached[k].host;
	devrt_order_copied(dev, devrt_translate(e, part.begin), part.bytes, false);
	devrt_watch_copied(dev, e, part.begin, part.bytes);
}
