/*
 * watch.c: DEVRT_CHECK=map, the host's side of it: tells the simulator (devrt/sim/check/map.c) what
 * is copied when, what the host has changed since, and what goes without being copied back.
 *
 * Of the host's accesses only those of code compiled with -fcheck-host are seen (access.c).  But of
 * each mapped range there is a copy of what the host had when it was last the same on the device;
 * when a kernel is launched the simulator compares the two.
 */
#define _DEFAULT_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "rt.h"

_Atomic bool devrt_host_checked;

enum { PLACES = 1 << 22 };

/* A bit for each byte, eight bytes to a place; many have the same place. */
struct watched {
	_Atomic bool all; /* a section has at least as many bytes: all bits would be set */
	_Atomic unsigned char place[PLACES];
};

static struct watched *
watched(void)
{
	static struct watched w;

	return &w;
}

static _Atomic unsigned char *
place_of(uintptr_t at)
{
	return &watched()->place[(at >> 3 ^ at >> 25) % PLACES];
}

/* Return the bits of those of at's eight bytes that lie from at to end. */
static unsigned
bits_from(uintptr_t at, uintptr_t end)
{
	uintptr_t n = end - at / 8 * 8;

	return 0xffu << at % 8 & (n < 8 ? (1u << n) - 1 : 0xff);
}

void
devrt_watch_bytes(const void *p, size_t bytes)
{
	uintptr_t at = (uintptr_t)p, end = at + bytes;

	if (bytes / 8 >= PLACES)
		watched()->all = true;
	for (; devrt_host_checked && !watched()->all && at < end; at = at / 8 * 8 + 8)
		*place_of(at) |= (unsigned char)bits_from(at, end);
}

bool
devrt_is_watched(const void *p, size_t bytes)
{
	uintptr_t at = (uintptr_t)p, end = at + bytes;

	while (!watched()->all && at < end && !(*place_of(at) & bits_from(at, end)))
		at = at / 8 * 8 + 8;
	return at < end;
}

/* Return whether the bytes can be read: the program may have freed what is still mapped. */
static bool
is_readable(uintptr_t at, size_t bytes)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), first = at - at % page;

	return msync((void *)first, at + bytes - first, MS_ASYNC) == 0;
}

void
devrt_watch_new(struct devrt_device *dev, struct devrt_entry_range *e)
{
	if (!dev->watched)
		return;
	e->before = calloc(1, e->bytes);
	if (!e->before)
		devrt_fail_memory();
	if (dev->drv->mapped(PTXSIM_MAPPED, e->dev, e->bytes, (void *)e->host, e->before)) {
		free(e->before);
		e->before = NULL;
		return;
	}
	devrt_watch_bytes((const void *)e->host, e->bytes);
	if (devrt_host_checked && is_readable(e->host, e->bytes))
		memcpy(e->before, (const void *)e->host, e->bytes);
}

void
devrt_watch_copied(struct devrt_device *dev, const struct devrt_entry_range *e, const void *begin,
	size_t bytes)
{
	if (!e->before)
		return;
	memcpy(e->before + ((uintptr_t)begin - e->host), begin, bytes);
	dev->drv->mapped(PTXSIM_COPIED, devrt_translate(e, begin), bytes, NULL, NULL);
}

void
devrt_watch_launch(struct devrt_device *dev, bool goes_on)
{
	if (dev->watched)
		dev->drv->mapped(goes_on ? PTXSIM_GOES_ON : PTXSIM_WAITS, 0, 0, NULL, NULL);
}

/* Report what a region writes though it is mapped "to" for it alone, as the values have no other
 * use.  What is there for several regions may be their workspace, and map(alloc:) says that it
 * is. */
void
devrt_watch_end(struct devrt_device *dev, const struct devrt_entry_range *e, unsigned flags)
{
	bool only_to = flags & DEVRT_MAP_TO && !(flags & (DEVRT_MAP_FROM | DEVRT_MAP_POINTER));

	if (e->before && only_to && is_readable(e->host, e->bytes))
		dev->drv->mapped(PTXSIM_DROPPED, e->dev, e->bytes, (const void *)e->host, NULL);
}

void
devrt_watch_removed(struct devrt_device *dev, const struct devrt_entry_range *e)
{
	const void *now = NULL;

	if (!e->before)
		return;
	if (devrt_host_checked && is_readable(e->host, e->bytes))
		now = (const void *)e->host;
	dev->drv->mapped(PTXSIM_LEFT, e->dev, e->bytes, now, NULL);
	free(e->before);
}

void
devrt_watch_overwritten(struct devrt_device *dev, const struct devrt_entry_range *e,
	const struct devrt_item *part)
{
	const struct devrt_construct *c = devrt_order_doing();

	if (!e->before || !devrt_host_checked || !dev->drv->access)
		return;
	struct devrt_place_text place = devrt_place_text(&c->place);
	struct ptxsim_access a = { .does = PTXSIM_LOSES,
		.at = part->begin,
		.bytes = part->bytes,
		.addr = devrt_translate(e, part->begin),
		.before = e->before + ((uintptr_t)part->begin - e->host),
		.what = c->directive,
		.place = place.s };
	dev->drv->access(&a);
}
