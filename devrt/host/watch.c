/*
 * watch.c: DEVRT_CHECK=map, the host's side of it: tells the simulator (devrt/sim/check/map.c) what
 * is copied when, what the host has changed since, and what goes without being copied back.
 *
 * Nobody sees the host's accesses.  But of each mapped range there is a copy of what the host had
 * when it was last the same on the device, and before a kernel is launched the two are compared.
 */
#define _DEFAULT_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "rt.h"

/* The program may have freed what is still mapped. */
static bool
is_readable(uintptr_t at, size_t bytes)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), first = at - at % page;

	return msync((void *)first, at + bytes - first, MS_ASYNC) == 0;
}

void
devrt_watch_new(struct devrt_device *dev, struct devrt_entry_range *e)
{
	if (!dev->watched ||
		dev->drv->mapped(PTXSIM_MAPPED, e->dev, e->bytes, (void *)e->host, NULL))
		return;
	e->before = malloc(e->bytes);
	if (!e->before)
		devrt_fail_memory();
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
devrt_watch_launch(struct devrt_device *dev)
{
	for (size_t i = 0; dev->watched && i < dev->table.n; i++) {
		struct devrt_entry_range *e = &dev->table.v[i];
		const void *now = (const void *)e->host;
		bool changed;

		if (!e->before || !is_readable(e->host, e->bytes))
			continue;
		changed = memcmp(now, e->before, e->bytes) != 0;
		if (changed || e->changed)
			dev->drv->mapped(PTXSIM_CHANGED, e->dev, e->bytes, now, e->before);
		e->changed = changed;
	}
}

/*
 * A region that writes what is mapped "to" for it alone has no other use for the values.  What is
 * there for several regions may be their workspace, and map(alloc:) says that it is.
 */
void
devrt_watch_end(struct devrt_device *dev, const struct devrt_entry_range *e, unsigned flags)
{
	bool only_to = flags & DEVRT_MAP_TO && !(flags & (DEVRT_MAP_FROM | DEVRT_MAP_POINTER));

	if (e->before && only_to && is_readable(e->host, e->bytes))
		dev->drv->mapped(PTXSIM_DROPPED, e->dev, e->bytes, (const void *)e->host, NULL);
}
