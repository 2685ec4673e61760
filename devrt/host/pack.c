/*
 * pack.c: device memory for small ranges, side by side in packs, because a driver takes longer to
 * allocate a block, or to begin a copy, than to run a small kernel.
 *
 * What a construct makes present and is small lies in one pack, so that one copy brings all of it to
 * the device and one brings it back (move.c).  A pack whose ranges have all been removed is kept for
 * a later construct: `map(tofrom: sum)` on each of a thousand regions allocates once.  What is more than
 * a scalar has the lines of the L2 to itself: all teams may read a table while they count in the scalar
 * beside it, and reads wait for a line's atomic operations.
 *
 * Large ranges have allocations of their own.  A driver frees one only when the device is idle, so
 * that regions of other threads would have to end first: it is freed, or used again, later.
 *
 * On the simulator each range is an allocation of its own, so that accesses outside it are found,
 * and a pack only says what travels together.
 */
#include <stdlib.h>
#include "rt.h"

enum { SMALL = 2048, SCALAR = 8, LINE = 128, ALIGN_LEAST = 16, ALIGN_MOST = 256 };

static const size_t sizes[DEVRT_PACK_SIZES] = { 1024, DEVRT_PACK };

/* Return the first place from `at` on for so many bytes, aligned as they are on the host. */
static size_t
place_for(size_t at, uintptr_t host, size_t bytes)
{
	size_t align = host & -host, least = bytes > SCALAR ? LINE : ALIGN_LEAST;

	return devrt_round_up(at, align < least ? least : align > ALIGN_MOST ? ALIGN_MOST : align);
}

/* Return the end of what bytes at `at` take. */
static size_t
end_of(size_t at, size_t bytes)
{
	return bytes > SCALAR ? devrt_round_up(at + bytes, LINE) : at + bytes;
}

/* Return how much room the construct's small items take if all of them become present. */
static size_t
room_for(const struct devrt_maps *m)
{
	size_t room = 0;

	for (int i = 0; i < m->n; i++)
		if (m->items[i].bytes <= SMALL)
			room = end_of(place_for(room, (uintptr_t)m->items[i].begin,
					      m->items[i].bytes),
				m->items[i].bytes);
	return room;
}

static CUresult
new_pack(struct devrt_device *dev, size_t room, struct devrt_pack **pack)
{
	int size = room > sizes[0];
	struct devrt_pack *p = dev->packs[size];
	CUresult err = CUDA_SUCCESS;

	if (p) {
		dev->packs[size] = p->next;
		dev->npacks[size]--;
		if (devrt_inject(dev->drv, DEVRT_FAULT_ALLOC))
			err = CUDA_ERROR_OUT_OF_MEMORY;
	} else {
		p = malloc(sizeof *p);
		if (!p)
			devrt_fail_memory();
		*p = (struct devrt_pack){ .size = size };
		if (!dev->drv->simulated)
			err = devrt_alloc(dev, &p->dev, sizes[size]);
	}
	*pack = p;
	return err;
}

static bool
fits(const struct devrt_pack *p, uintptr_t host, size_t bytes)
{
	return p && place_for(p->used, host, bytes) + bytes <= sizes[p->size];
}

/* ---- large ranges ---- */

struct devrt_unused {
	struct devrt_unused *next;
	CUdeviceptr dev;
	size_t bytes;
};

CUresult
devrt_free_unused(struct devrt_device *dev)
{
	CUresult err = CUDA_SUCCESS;

	while (dev->unused) {
		struct devrt_unused *u = dev->unused;
		CUresult result = dev->drv->cuMemFree_v2(u->dev);

		err = err ? err : result;
		dev->unused = u->next;
		free(u);
	}
	return err;
}

static CUresult
free_later(struct devrt_device *dev, CUdeviceptr p, size_t bytes)
{
	struct devrt_unused *u = malloc(sizeof *u);

	if (!u)
		devrt_fail_memory();
	*u = (struct devrt_unused){ dev->unused, p, bytes };
	dev->unused = u;
	return CUDA_SUCCESS;
}

static CUresult
alloc_large(struct devrt_device *dev, size_t bytes, CUdeviceptr *p)
{
	for (struct devrt_unused **at = &dev->unused; *at; at = &(*at)->next)
		if ((*at)->bytes == bytes) {
			struct devrt_unused *u = *at;

			*p = u->dev;
			*at = u->next;
			free(u);
			return CUDA_SUCCESS;
		}
	return devrt_alloc(dev, p, bytes);
}

/* ---- both ---- */

CUresult
devrt_pack_alloc(struct devrt_device *dev, const struct devrt_maps *m, uintptr_t host, size_t bytes,
	struct devrt_packed *at)
{
	struct devrt_pack *p = m->lane->pack;
	CUresult err = CUDA_SUCCESS;

	at->pack = NULL;
	if (bytes > SMALL)
		return alloc_large(dev, bytes, &at->dev);
	if (!fits(p, host, bytes)) {
		size_t room = p ? bytes : room_for(m);

		err = new_pack(dev, room > bytes ? room : bytes, &p);
		if (!m->lane->pack)
			m->lane->pack = p;
	}
	p->used = place_for(p->used, host, bytes);
	at->pack = p;
	at->dev = p->dev + p->used;
	if (dev->drv->simulated)
		err = devrt_alloc(dev, &at->dev, bytes);
	p->used = end_of(p->used, bytes);
	p->blocks++;
	return err;
}

CUresult
devrt_pack_free(struct devrt_device *dev, const struct devrt_packed *at, size_t bytes)
{
	struct devrt_pack *p = at->pack;
	CUresult err = CUDA_SUCCESS;

	if (!p && !dev->drv->simulated)
		err = free_later(dev, at->dev, bytes);
	if (dev->drv->simulated)
		err = dev->drv->cuMemFree_v2(at->dev);
	if (!p || --p->blocks)
		return err;
	p->used = 0;
	if (dev->npacks[p->size] < DEVRT_PACKS) {
		p->next = dev->packs[p->size];
		dev->packs[p->size] = p;
		dev->npacks[p->size]++;
		return err;
	}
	if (p->dev)
		err = dev->drv->cuMemFree_v2(p->dev);
	free(p);
	return err;
}
