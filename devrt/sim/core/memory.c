/*
 * memory.c: devices and their allocations.  A device address is a number of its own; only
 * mem_resolve (exec/mem.c) and sim_host_view turn one into a host pointer, after a bounds check.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "core/observer.h"

#define FIRST_ADDRESS 0x200000000ull /* 8 GiB: no small integer is an address */
#define GAP 256u
#define FUNC_STEP 16u
#define SPARE_BYTES (256u << 20)
#define SMALL 4096u

struct sim_device *
sim_device_new(const struct sim_model *model)
{
	struct sim_device *dev = calloc(1, sizeof *dev);
	if (!dev)
		return NULL;
	dev->model = model;
	dev->next = FIRST_ADDRESS;
	pthread_rwlock_init(&dev->lock, NULL);
	return dev;
}

/* ---- host memory of an allocation, zero: small ones, of which each launch by a kernel has one, are
 * not worth a mapping ---- */

static uint8_t *
host_new(size_t bytes)
{
	size_t whole = (bytes + GAP) / GAP * GAP;
	void *p;
	if (bytes < SMALL)
		return (p = aligned_alloc(GAP, whole)) ? memset(p, 0, whole) : NULL;
	p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
		-1, 0);
	return p == MAP_FAILED ? NULL : p;
}

static void
host_free(uint8_t *p, size_t bytes)
{
	if (bytes < SMALL)
		free(p);
	else
		munmap(p, bytes);
}

static void
release(struct sim_device *dev, struct alloc *a)
{
	dev->used -= a->size;
	host_free(a->host, a->size);
	notes_forget(a, a->base, a->size);
	free(a->notes);
	free(a->name);
	free(a);
}

/* ---- memory of teams: to get it anew from the kernel costs more than many a launch ---- */

static void
forget_spare(struct sim_device *dev)
{
	for (struct team_memory *m = dev->spare, *next; m; m = next) {
		next = m->next;
		munmap(m->local, m->local_bytes);
		free(m->frames);
		free(m->shared);
		free(m);
	}
	dev->spare = NULL;
	dev->spare_bytes = 0;
}

/* Return the first that has lanes as far apart, since only of those local memory is known to be 0,
 * and is large enough. */
static struct team_memory *
take_spare(struct sim_device *dev, const struct team_memory *m)
{
	pthread_rwlock_wrlock(&dev->lock);
	struct team_memory **s = &dev->spare, *found;
	while ((found = *s) &&
		(found->local_bytes != m->local_bytes || found->frames_bytes < m->frames_bytes ||
			found->shared_bytes < m->shared_bytes))
		s = &found->next;
	if (found) {
		*s = found->next;
		dev->spare_bytes -= found->touched;
	}
	pthread_rwlock_unlock(&dev->lock);
	return found;
}

void
memory_team_begin(struct sim_device *dev, struct team_memory *m)
{
	struct team_memory *found = take_spare(dev, m);
	if (found) {
		*m = *found;
		free(found);
		return;
	}
	m->local = mmap(NULL, m->local_bytes, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (m->local == MAP_FAILED || posix_memalign((void **)&m->frames, 128, m->frames_bytes) ||
		posix_memalign((void **)&m->shared, 128, m->shared_bytes))
		sim_out_of_memory();
}

void
memory_team_end(struct sim_device *dev, const struct team_memory *m)
{
	struct team_memory *s = malloc(sizeof *s);
	if (!s)
		sim_out_of_memory();
	*s = *m;
	pthread_rwlock_wrlock(&dev->lock);
	if (dev->spare_bytes + s->touched > SPARE_BYTES)
		forget_spare(dev);
	s->next = dev->spare;
	dev->spare = s;
	dev->spare_bytes += s->touched;
	pthread_rwlock_unlock(&dev->lock);
}

void
sim_device_free(struct sim_device *dev)
{
	if (!dev)
		return;
	for (size_t i = 0; i < dev->nallocs; i++)
		release(dev, dev->allocs[i]);
	forget_spare(dev);
	rows_forget(dev, 0, SIZE_MAX);
	free(dev->row_notes);
	free(dev->allocs);
	free(dev->funcs);
	if (dev->caches)
		dev->free_caches(dev);
	pthread_rwlock_destroy(&dev->lock);
	free(dev);
}

static bool
begins_by(const void *allocs, size_t i, uint64_t addr)
{
	return ((struct alloc *const *)allocs)[i]->base <= addr;
}

/* Return the index of the first allocation behind addr. */
static size_t
upper(const struct sim_device *dev, uint64_t addr)
{
	return sim_first_not(dev->allocs, dev->nallocs, begins_by, addr);
}

struct alloc *
memory_find(struct sim_device *dev, uint64_t addr)
{
	pthread_rwlock_rdlock(&dev->lock);
	size_t i = upper(dev, addr);
	struct alloc *a = i ? dev->allocs[i - 1] : NULL;
	pthread_rwlock_unlock(&dev->lock);
	return a && !a->dead && addr - a->base < a->size ? a : NULL;
}

struct alloc *
memory_nearest(struct sim_device *dev, uint64_t addr)
{
	pthread_rwlock_rdlock(&dev->lock);
	size_t i = upper(dev, addr);
	struct alloc *below = i ? dev->allocs[i - 1] : NULL;
	struct alloc *above = i < dev->nallocs ? dev->allocs[i] : NULL;
	pthread_rwlock_unlock(&dev->lock);
	if (!below || !above)
		return below ? below : above;
	uint64_t down = addr - below->base < below->size ? 0 : addr - (below->base + below->size);
	return down <= above->base - addr ? below : above;
}

static bool
insert(struct sim_device *dev, struct alloc *a)
{
	if (dev->nallocs == dev->cap) {
		size_t cap = dev->cap ? dev->cap * 2 : 64;
		struct alloc **p = realloc(dev->allocs, cap * sizeof *p);
		if (!p)
			return false;
		dev->allocs = p;
		dev->cap = cap;
	}
	size_t i = upper(dev, a->base);
	memmove(dev->allocs + i + 1, dev->allocs + i, (dev->nallocs - i) * sizeof *dev->allocs);
	dev->allocs[i] = a;
	dev->nallocs++;
	return true;
}

uint64_t
memory_alloc(struct sim_device *dev, size_t bytes, const char *name, bool constant)
{
	struct alloc *a;
	uint64_t result = 0;
	pthread_rwlock_wrlock(&dev->lock);
	size_t gap = !dev->gap ? GAP : dev->gap > bytes ? dev->gap : bytes;
	uint64_t span = (bytes + gap + 255) & ~(uint64_t)255;
	bool room = bytes <= dev->model->global_bytes - dev->used && span >= bytes &&
		dev->next + span < WINDOW_ADDR(WINDOW_SHARED);
	if (room && (a = calloc(1, sizeof *a))) {
		a->host = host_new(bytes);
		a->base = dev->next;
		a->size = bytes;
		a->constant = constant;
		a->name = name ? strdup(name) : NULL;
		if (a->host && insert(dev, a)) {
			dev->next += span;
			dev->used += bytes;
			result = a->base;
		} else {
			if (a->host)
				host_free(a->host, bytes);
			free(a->name);
			free(a);
		}
	}
	pthread_rwlock_unlock(&dev->lock);
	return result;
}

uint64_t
sim_alloc(struct sim_device *dev, size_t bytes)
{
	uint64_t addr = bytes ? memory_alloc(dev, bytes, NULL, false) : 0;
	if (addr)
		sim_host_event(dev, HOST_ALLOC, addr, 0, bytes);
	return addr;
}

bool
sim_free(struct sim_device *dev, uint64_t addr)
{
	pthread_rwlock_wrlock(&dev->lock);
	size_t i = upper(dev, addr);
	bool found = i && dev->allocs[i - 1]->base == addr;
	if (found) {
		sim_host_event(dev, HOST_FREE, addr, 0, dev->allocs[i - 1]->size);
		rows_forget(dev, addr, dev->allocs[i - 1]->size);
		release(dev, dev->allocs[i - 1]);
		memmove(dev->allocs + i - 1, dev->allocs + i,
			(dev->nallocs - i) * sizeof *dev->allocs);
		dev->nallocs--;
	}
	pthread_rwlock_unlock(&dev->lock);
	return found;
}

bool
sim_alloc_range(struct sim_device *dev, uint64_t addr, uint64_t *base, size_t *size)
{
	struct alloc *a = memory_find(dev, addr);
	if (!a)
		return false;
	*base = a->base;
	*size = a->size;
	return true;
}

size_t
sim_mem_used(struct sim_device *dev)
{
	return dev->used;
}

void *
sim_host_view(struct sim_device *dev, uint64_t addr, size_t bytes)
{
	struct alloc *a = memory_find(dev, addr);
	if (!a || bytes > a->size - (addr - a->base))
		return NULL;
	return a->host + (addr - a->base);
}

/* ---- malloc and free of device code: a freed block stays mapped until the launch is over ---- */

uint64_t
memory_heap_alloc(struct sim_device *dev, size_t bytes, size_t limit)
{
	bool room = dev->heap_used <= limit && bytes <= limit - dev->heap_used;
	uint64_t addr = room ? memory_alloc(dev, bytes ? bytes : 1, "malloc", false) : 0;
	struct alloc *a = addr ? memory_find(dev, addr) : NULL;
	if (a) {
		a->device_heap = true;
		dev->heap_used += a->size;
	}
	return addr;
}

bool
memory_heap_free(struct sim_device *dev, uint64_t addr)
{
	struct alloc *a = memory_find(dev, addr);
	if (!a || a->base != addr || !a->device_heap)
		return false;
	a->dead = true;
	dev->ndead++;
	dev->heap_used -= a->size;
	if (a->size >= SMALL)
		madvise(a->host, a->size, MADV_DONTNEED); /* a loop may free many */
	return true;
}

void
memory_reap(struct sim_device *dev)
{
	size_t kept = 0;
	if (!dev->ndead)
		return;
	for (size_t i = 0; i < dev->nallocs; i++) {
		if (dev->allocs[i]->dead)
			release(dev, dev->allocs[i]);
		else
			dev->allocs[kept++] = dev->allocs[i];
	}
	dev->nallocs = kept;
	dev->ndead = 0;
	dev->reaps++;
}

/* ---- observers ---- */

bool
sim_observe(struct sim_device *dev, const struct sim_observer *o)
{
	for (int i = 0; i < SIM_OBSERVERS; i++)
		if (!dev->observers[i]) {
			dev->observers[i] = o;
			return true;
		}
	return false;
}

const struct sim_observer *const *
sim_observers(const struct sim_device *dev)
{
	return dev->observers;
}

void
sim_host_event(struct sim_device *dev, enum host_event e, uint64_t addr, uint64_t from,
	size_t bytes)
{
	EMIT_TO(dev->observers, host, dev, e, addr, from, bytes);
}

void
sim_set_gap(struct sim_device *dev, size_t bytes)
{
	dev->gap = bytes;
}

/* ---- function addresses ---- */

uint64_t
device_add_func(struct sim_device *dev, struct sim_func *f)
{
	dev->funcs = sim_grown(dev->funcs, dev->nfuncs, &dev->funcs_cap, sizeof f);
	dev->funcs[dev->nfuncs++] = f;
	return WINDOW_ADDR(WINDOW_FUNC) + dev->nfuncs * (uint64_t)FUNC_STEP;
}

struct sim_func *
device_func(struct sim_device *dev, uint64_t addr)
{
	uint64_t offset = addr - WINDOW_ADDR(WINDOW_FUNC);
	if (addr < WINDOW_ADDR(WINDOW_FUNC) || offset % FUNC_STEP || !offset ||
		offset / FUNC_STEP > dev->nfuncs)
		return NULL;
	return dev->funcs[offset / FUNC_STEP - 1];
}

void
device_remove_func(struct sim_device *dev, struct sim_func *f)
{
	for (size_t i = 0; i < dev->nfuncs; i++)
		if (dev->funcs[i] == f)
			dev->funcs[i] = NULL;
}
