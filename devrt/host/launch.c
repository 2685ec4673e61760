/*
 * launch.c: devrt_target: how large the league and its teams are, which entry of the kernel runs,
 * its parameters, the launch, and what follows a failure.  It does not know schemes: the kernel's
 * descriptor says all.
 *
 * Sizes, where the program does not say:
 *
 *	threads	num_threads; else thread_limit; else DEVRT_GRID; else OMP_TEAMS_THREAD_LIMIT;
 *		else 256, or fewer where the loop would otherwise leave SMs without a team, or a
 *		team without work for all.  Never more than the clause, the scheme or the device
 *		allows.
 *	teams	num_teams; else DEVRT_GRID; else OMP_NUM_TEAMS; else one iteration per thread (per
 *		team where only distribute spreads the loop), but at most a full wave of the device
 *		where the kernel has a work loop anyway; else, with no loop known, one per SM.
 */
#include <stdio.h>
#include <stdlib.h>
#include "rt.h"

enum { WARP = 32, DEFAULT_THREADS = 256, FRAME_ALIGN = 256 };
#define MAX_TEAMS INT32_MAX             /* grid x (cc 3.0 and up), and threads of a league */

struct plan {
	const struct devrt_function *fn;
	struct devrt_shape shape;
	char clamped[120];              /* a remark, or "" */
};

static uint64_t smaller(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static uint64_t round_up(uint64_t n, uint64_t unit)
{
	return (n + unit - 1) / unit * unit;
}

/* ---- sizes ---- */

/* The most OpenMP threads that a team of this kernel can have here. */
static unsigned thread_room(const struct devrt_device *dev, const struct devrt_kernel *k,
	const struct devrt_function *fn)
{
	int room = fn->max_threads < dev->max_threads ? fn->max_threads : dev->max_threads;

	room -= k->extra_threads;
	if (room > WARP)
		room -= room % WARP;
	if (k->max_threads > 0 && room > k->max_threads)
		room = k->max_threads;
	return room > 1 ? (unsigned)room : 1;
}

/* Nobody asked: large teams, but first of all a team for each SM. */
static uint64_t default_threads(const struct devrt_device *dev, const struct devrt_kernel *k,
	const struct devrt_launch *l)
{
	uint64_t share = l->trip_count;

	if (!l->trip_count || k->trip_is_teams)
		return DEFAULT_THREADS;
	if (k->teams)
		share = share / (uint64_t)dev->sms + (share % (uint64_t)dev->sms != 0);
	return smaller(DEFAULT_THREADS, round_up(share, WARP));
}

/* What is asked for, and whether anybody asked. */
static uint64_t wanted_threads(const struct devrt_device *dev, const struct devrt_kernel *k,
	const struct devrt_launch *l, bool *asked)
{
	const struct devrt_settings *s = dev->settings;
	uint64_t n = 0;

	if (k->fixed_threads > 0)
		n = (uint64_t)k->fixed_threads;
	else if (l->num_threads > 0)
		n = (uint64_t)l->num_threads;
	*asked = n > 0;
	if (l->thread_limit > 0)
		return n ? smaller(n, (uint64_t)l->thread_limit) : (uint64_t)l->thread_limit;
	if (!n && s->grid_threads)
		return (uint64_t)s->grid_threads;
	if (s->thread_limit)
		return n ? smaller(n, (uint64_t)s->thread_limit) : (uint64_t)s->thread_limit;
	return n ? n : default_threads(dev, k, l);
}

static void plan_threads(struct plan *p, const struct devrt_device *dev,
	const struct devrt_kernel *k, const struct devrt_launch *l)
{
	unsigned room = thread_room(dev, k, p->fn);
	bool asked;
	uint64_t n = wanted_threads(dev, k, l, &asked);

	if (asked && n > room)
		snprintf(p->clamped, sizeof p->clamped,
			"%llu threads were asked for, a team holds %u", (unsigned long long)n,
			room);
	p->shape.threads = (unsigned)smaller(n, room);
	if (k->max_threads == 1)        /* a team-serial kernel asks no thread who it is */
		p->shape.block = 1;
	else if (k->block_threads > 0)
		p->shape.block = (unsigned)k->block_threads;
	else
		p->shape.block = (unsigned)round_up(p->shape.threads, WARP) + (unsigned)k->extra_threads;
}

/* As many teams as the device runs at once. */
static uint64_t wave(const struct devrt_device *dev, const struct devrt_kernel *k,
	const struct plan *p)
{
	int blocks = 0;

	dev->drv->cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, p->fn->f,
		(int)p->shape.block, k->dyn_shared);
	return (uint64_t)dev->sms * (uint64_t)(blocks > 0 ? blocks : 1);
}

static void plan_teams(struct plan *p, const struct devrt_device *dev,
	const struct devrt_kernel *k, const struct devrt_launch *l)
{
	const struct devrt_settings *s = dev->settings;
	uint64_t n;

	if (!k->teams)
		n = 1;
	else if (l->num_teams > 0)
		n = (uint64_t)l->num_teams;
	else if (s->grid_teams)
		n = (uint64_t)s->grid_teams;
	else if (s->teams)
		n = (uint64_t)s->teams;
	else if (!l->trip_count)
		n = (uint64_t)dev->sms;
	else {
		n = l->trip_count;
		if (!k->trip_is_teams)
			n = n / p->shape.threads + (n % p->shape.threads != 0);
		if (!(p->fn->entry->needs & DEVRT_IF_GRID_COVERS))
			n = smaller(n, wave(dev, k, p));
	}
	/* numbers of all threads of the league fit 31 bits: loops count with them */
	p->shape.teams = (unsigned)smaller(n, MAX_TEAMS / p->shape.threads);
}

/* ---- which entry ---- */

/* A zero-length section may be used up to the end of what is mapped there. */
static bool share(const struct devrt_table *t, const struct devrt_item *a,
	const struct devrt_item *b)
{
	uintptr_t pa = (uintptr_t)a->begin, pb = (uintptr_t)b->begin;

	if (!a->bytes || !b->bytes) {
		const struct devrt_entry_range *e = devrt_table_find(t, a->begin, 0);

		return !e || e == devrt_table_find(t, b->begin, 0);     /* not mapped: nothing is known */
	}
	return pa < pb + b->bytes && pb < pa + a->bytes;
}

static bool disjoint(const struct devrt_device *dev, const struct devrt_launch *l, int nitems)
{
	for (int i = 0; i < nitems; i++)
		for (int j = i + 1; j < nitems; j++)
			if (share(&dev->table, &l->items[i], &l->items[j]))
				return false;
	return true;
}

/* An iteration for each thread, or just one for each team, and no surplus lanes in the last warp. */
static bool covers(const struct devrt_kernel *k, const struct devrt_launch *l, const struct plan *p)
{
	if (k->max_threads != 1 && p->shape.threads % WARP)
		return false;
	if (k->trip_is_teams)
		return l->trip_count == p->shape.teams;
	return l->trip_count && l->trip_count <= (uint64_t)p->shape.teams * p->shape.threads;
}

static bool may_launch(const struct devrt_device *dev, const struct devrt_kernel *k,
	const struct devrt_launch *l, const struct plan *p)
{
	unsigned needs = p->fn->entry->needs;

	if (needs & DEVRT_IF_GRID_COVERS && !covers(k, l, p))
		return false;
	if (needs & DEVRT_IF_INDEX32 && (!l->trip_count || l->trip_count > INT32_MAX))
		return false;
	return !(needs & DEVRT_IF_DISJOINT) || disjoint(dev, l, k->nitems);
}

static struct plan make_plan(struct devrt_device *dev, const struct devrt_module *module,
	const struct devrt_kernel *k, const struct devrt_launch *l)
{
	struct plan p;

	for (int i = 0; ; i++) {
		p = (struct plan){ .fn = devrt_function(dev, module, k, &k->entries[i]) };
		plan_threads(&p, dev, k, l);
		plan_teams(&p, dev, k, l);
		if (i == k->nentries - 1 || may_launch(dev, k, l, &p))
			return p;
	}
}

/* ---- what the kernel is given ---- */

static uint64_t frame_stride(const struct devrt_kernel *k)
{
	return round_up(k->frame_bytes, FRAME_ALIGN);
}

/* Memory for the teams' frames, kept for the next launch. */
static void provide_frames(struct devrt_device *dev, const struct devrt_kernel *k,
	const struct devrt_shape *shape)
{
	uint64_t bytes = frame_stride(k) * shape->teams;
	CUresult err = CUDA_SUCCESS;

	if (bytes <= dev->frames_bytes)
		return;
	if (dev->frames)
		dev->drv->cuMemFree_v2(dev->frames);
	dev->frames = 0;
	dev->frames_bytes = 0;
	err = devrt_alloc(dev, &dev->frames, bytes);
	if (err)
		devrt_fail_alloc(dev, &k->place, "team frames", bytes, err);
	dev->frames_bytes = bytes;
	if (dev->drv->annotate)
		dev->drv->annotate(dev->frames, bytes, "team frames", "libdevrt");
}

static void provide_stack(struct devrt_device *dev, const struct devrt_kernel *k)
{
	CUresult err;

	if (k->stack_bytes <= dev->stack)
		return;
	err = dev->drv->cuCtxSetLimit(CU_LIMIT_STACK_SIZE, k->stack_bytes);
	if (err)
		devrt_fail_open(dev, &k->place, "cuCtxSetLimit(CU_LIMIT_STACK_SIZE)", err);
	dev->stack = k->stack_bytes;
}

/* The device address of a list item's base; what is not present keeps its host value [5.8.6]. */
static CUdeviceptr item_address(const struct devrt_device *dev,
	const struct devrt_item_info *info, const struct devrt_item *item)
{
	size_t bytes = info->flags & DEVRT_MAP_ZERO_LENGTH ? 0 : item->bytes;
	const struct devrt_entry_range *e = devrt_table_find(&dev->table, item->begin, bytes);

	return e ? devrt_translate(e, item->base) : (CUdeviceptr)(uintptr_t)item->base;
}

struct arguments {
	void **list;                    /* for cuLaunchKernel */
	CUdeviceptr *address;
	struct devrt_env env;
};

static struct arguments make_arguments(struct devrt_device *dev, const struct devrt_kernel *k,
	const struct devrt_launch *l, const struct devrt_shape *shape)
{
	struct arguments a = { .list = calloc((size_t)k->nparams + 2, sizeof *a.list),
		.address = calloc((size_t)k->nparams + 1, sizeof *a.address) };
	int values = 0;

	if (!a.list || !a.address)
		devrt_fail_memory();
	for (int i = 0; i < k->nparams; i++) {
		int item = k->params[i].item;

		if (item >= 0) {
			a.address[i] = item_address(dev, &k->items[item], &l->items[item]);
			a.list[i] = &a.address[i];
		} else {
			a.list[i] = (void *)l->values[values++];
		}
	}
	a.env = (struct devrt_env){ .threads = shape->threads, .device = (uint32_t)dev->number,
		.frames = k->frame_bytes ? dev->frames : 0, .frame_stride = frame_stride(k),
		.independent = dev->cc >= 70 };
	return a;
}

/* ---- the launch ---- */

static void say(const struct devrt_device *dev, const struct devrt_kernel *k,
	const struct devrt_launch *l, const struct plan *p, const struct arguments *a)
{
	if (dev->settings->info & (DEVRT_INFO_KERNELS | DEVRT_INFO_ARGS))
		devrt_info_kernel(dev, k, p->fn->entry, &p->shape, l->trip_count, p->clamped);
	if (dev->settings->info & DEVRT_INFO_ARGS)
		for (int i = 0; i < k->nparams; i++) {
			struct devrt_param param = k->params[i];

			param.bytes = param.item >= 0 ? sizeof(CUdeviceptr) : param.bytes;
			devrt_info_argument(dev, &param, a->list[i]);
		}
}

static void launch(struct devrt_device *dev, struct devrt_module *module,
	const struct devrt_kernel *k, const struct devrt_launch *l)
{
	struct plan p = make_plan(dev, module, k, l);
	struct devrt_driver *drv = dev->drv;
	CUresult err = CUDA_ERROR_LAUNCH_FAILED;

	provide_stack(dev, k);
	if (k->frame_bytes)
		provide_frames(dev, k, &p.shape);
	struct arguments a = make_arguments(dev, k, l, &p.shape);
	a.list[k->nparams] = &a.env;
	say(dev, k, l, &p, &a);
	if (!devrt_inject(drv, DEVRT_FAULT_LAUNCH))
		err = drv->cuLaunchKernel(p.fn->f, p.shape.teams, 1, 1, p.shape.block, 1, 1,
			(unsigned)k->dyn_shared, NULL, a.list, NULL);
	if (err)
		devrt_fail_launch(dev, k, &p.shape, err);
	err = drv->cuCtxSynchronize();
	if (err)
		devrt_fail_kernel(dev, k, &p.shape, err);
	free(a.list);
	free(a.address);
}

int devrt_target(struct devrt_module *module, const struct devrt_kernel *kernel,
	const struct devrt_launch *l)
{
	struct devrt_device *dev = devrt_pick(l->device, &kernel->place);

	if (!dev)
		return 0;
	devrt_device_enter(dev, &kernel->place);
	devrt_load(dev, &kernel->place);
	devrt_map_begin(dev, kernel->items, l->items, kernel->nitems);
	launch(dev, module, kernel, l);
	devrt_map_end(dev, kernel->items, l->items, kernel->nitems);
	devrt_device_leave(dev);
	return 1;
}
