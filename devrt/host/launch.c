/*
 * launch.c: devrt_target: which entry of the kernel runs, its parameters, the launch, and what
 * follows a failure.  How large league and teams are, grid.c says.  It does not know schemes: the
 * kernel's descriptor says all.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "rt.h"

enum {
	WARP = 32,
	FRAME_ALIGN = 256,
	VALUE_ROOM = 16,
	GRIDS_PER_TEAM = 3,
	SHORT_ROW = 8, /* iterations for which lanes begin to pay (tests/baseline/rows.c) */
};

struct plan {
	struct devrt_function *fn;
	struct devrt_shape shape;
};

/* ---- which entry ---- */

/* Return whether two items may share a byte; zero-length sections reach to the end of a range. */
static bool
share(const struct devrt_table *t, unsigned flags, const struct devrt_item *a,
	const struct devrt_item *b)
{
	uintptr_t pa = (uintptr_t)a->begin, pb = (uintptr_t)b->begin;

	if (!a->bytes || !b->bytes || flags & DEVRT_MAP_ZERO_LENGTH) {
		const struct devrt_entry_range *e = devrt_table_find(t, a->begin, 0);

		return !e ||
			e == devrt_table_find(t, b->begin, 0); /* not mapped: nothing is known */
	}
	return pa < pb + b->bytes && pb < pa + a->bytes;
}

/* Bit i: item i, which parameters lead to, but the entry writes through none of them. */
static uint64_t
items_read(const struct devrt_kernel *k, const struct devrt_entry *e)
{
	uint64_t read = 0, other = 0;

	for (int i = 0; i < k->nparams; i++)
		if (k->params[i].item >= 0 && k->params[i].item < 64)
			*(i < 64 && e->read >> i & 1 ? &read : &other) |= (uint64_t)1
				<< k->params[i].item;
	return read & ~other;
}

/* What is only read may overlap. */
static bool
items_disjoint(const struct devrt_device *dev, const struct devrt_kernel *k,
	const struct devrt_entry *entry, const struct devrt_launch *l)
{
	uint64_t read = items_read(k, entry);

	for (int i = 0; i < k->nitems; i++)
		for (int j = i + 1; j < k->nitems; j++) {
			unsigned flags = k->items[i].flags | k->items[j].flags;

			if (j < 64 && read >> i & read >> j & 1)
				continue;
			if (!(flags & DEVRT_MAP_ROOM) &&
				share(&dev->table, flags, &l->items[i], &l->items[j]))
				return false;
		}
	return true;
}

/* Fill at with what the wanted parameters are (bit i: the i-th), if they are addresses; 0: others.  Return
 * how many of the first 64 there are. */
static int
find_addresses(const struct devrt_device *dev, struct devrt_lane *lane,
	const struct devrt_kernel *k, const struct devrt_launch *l, uint64_t wanted,
	CUdeviceptr at[64])
{
	struct devrt_maps maps = { k->items, l->items, k->nitems, lane, &lane->found };
	int n = k->nparams < 64 ? k->nparams : 64, values = 0;

	for (int i = 0; i < n; i++) {
		int item = k->params[i].item;
		const void *value = item < 0 ? l->values[values++] : NULL;

		at[i] = 0;
		if (!(wanted >> i & 1))
			continue;
		if (item >= 0)
			at[i] = devrt_item_address(dev, &maps, item);
		else if (k->params[i].bytes == sizeof at[i])
			memcpy(&at[i], value, sizeof at[i]);
	}
	return n;
}

/* Return where the memory begins on the device that parameter i leads to: its item, or its address. */
static CUdeviceptr
first_byte(const struct devrt_kernel *k, const struct devrt_launch *l, int i, CUdeviceptr at)
{
	const struct devrt_item *item = k->params[i].item < 0 ? NULL : &l->items[k->params[i].item];

	return item ? at + (uintptr_t)item->begin - (uintptr_t)item->base : at;
}

/* Return whether no other parameter leads into the allocation that one of the entry's pointers leads into. */
static bool
pointers_disjoint(const struct devrt_device *dev, struct devrt_lane *lane,
	const struct devrt_kernel *k, const struct devrt_entry *entry, const struct devrt_launch *l)
{
	uint64_t known = entry->pointers;
	CUdeviceptr at[64], from;
	size_t bytes;
	int n;

	for (int i = 0; i < k->nparams && i < 64; i++)
		known |= (uint64_t)(k->params[i].item >= 0) << i;
	n = find_addresses(dev, lane, k, l, known, at);
	if (n < k->nparams) /* where the others lead is not known */
		return false;
	for (int i = 0; i < n; i++) {
		if (!(entry->pointers >> i & 1) || !at[i])
			continue;
		if (dev->drv->cuMemGetAddressRange_v2(&from, &bytes, at[i]))
			return false;
		for (int j = 0; j < n; j++)
			if (j != i && known >> j & 1 &&
				!(entry->read >> i & entry->read >> j & 1) &&
				first_byte(k, l, j, at[j]) - from < bytes)
				return false;
	}
	return true;
}

/* Return whether no team has surplus lanes in its last warp. */
static bool
whole(const struct devrt_kernel *k, const struct plan *p)
{
	return k->max_threads == 1 || p->shape.threads * devrt_lanes_of(p->fn) % WARP == 0;
}

/* Return the bytes that a parameter leads to: the list item's, or those of the range or allocation that
 * it leads into; 0: nobody knows. */
static size_t
bytes_behind(const struct devrt_device *dev, struct devrt_lane *lane, const struct devrt_kernel *k,
	const struct devrt_launch *l, int param)
{
	const struct devrt_item *item =
		k->params[param].item < 0 ? NULL : &l->items[k->params[param].item];
	const struct devrt_entry_range *range;
	CUdeviceptr at[64], from;
	size_t bytes;

	if (item && item->bytes)
		return item->bytes;
	range = item ? devrt_table_find(&dev->table, item->begin, 0) : NULL;
	if (range)
		return range->bytes;
	if (find_addresses(dev, lane, k, l, UINT64_C(1) << (param & 63), at) <= param || !at[param])
		return 0;
	from = first_byte(k, l, param, at[param]);
	return dev->drv->cuMemGetAddressRange_v2(&from, &bytes, from) ? 0 : bytes;
}

/* Return whether the rows that the iterations have are known to be short on average, too short for lanes to pay.
 * Where they have no element each, they share them. */
static bool
short_rows(const struct devrt_device *dev, struct devrt_lane *lane, const struct devrt_kernel *k,
	const struct devrt_entry *e, const struct devrt_launch *l)
{
	size_t bytes = e->rows ? bytes_behind(dev, lane, k, l, e->rows - 1) : 0;
	uint64_t n = bytes ? bytes / (size_t)e->row_bytes : 0;

	return n >= l->trip_count && n < SHORT_ROW * l->trip_count;
}

/* Return whether the device has room for groups of all iterations at once, and these are worth it. */
static bool
few(const struct devrt_device *dev, struct devrt_lane *lane, const struct devrt_kernel *k,
	const struct devrt_launch *l, const struct plan *p)
{
	uint64_t threads = (uint64_t)dev->sms * (uint64_t)dev->sm_threads;

	return l->trip_count && !k->trip_is_teams && !p->shape.asked &&
		l->trip_count <= threads / devrt_lanes_of(p->fn) &&
		!short_rows(dev, lane, k, p->fn->entry, l);
}

/* Return whether the grid has a thread for each iteration, or just one for each team. */
static bool
covers(const struct devrt_kernel *k, const struct devrt_launch *l, const struct plan *p)
{
	if (k->trip_is_teams)
		return l->trip_count == p->shape.teams;
	return l->trip_count && l->trip_count <= (uint64_t)p->shape.teams * p->shape.threads;
}

/* Return whether the addresses are multiples of 16 that the entry wants to be. */
static bool
aligned(const struct devrt_device *dev, struct devrt_lane *lane, const struct devrt_kernel *k,
	const struct devrt_launch *l, uint64_t wanted)
{
	CUdeviceptr at[64];

	for (int i = find_addresses(dev, lane, k, l, wanted, at); i-- > 0;)
		if (at[i] % 16)
			return false;
	return true;
}

static bool
may_launch(const struct devrt_device *dev, struct devrt_lane *lane, const struct devrt_kernel *k,
	const struct devrt_launch *l, const struct plan *p)
{
	unsigned needs = p->fn->entry->needs;

	if (needs & DEVRT_IF_WHOLE && !whole(k, p))
		return false;
	if (needs & DEVRT_IF_FEW && !few(dev, lane, k, l, p))
		return false;
	if (needs & DEVRT_IF_MANY &&
		((uint64_t)p->shape.teams * p->shape.threads < DEVRT_MANY_THREADS ||
			short_rows(dev, lane, k, p->fn->entry, l)))
		return false;
	if (needs & DEVRT_IF_GRID_COVERS && !covers(k, l, p))
		return false;
	if (needs & DEVRT_IF_LAID_OUT && !p->shape.laid_out)
		return false;
	if (needs & DEVRT_IF_INDEX32 && (!l->trip_count || l->trip_count > INT32_MAX))
		return false;
	if (needs & DEVRT_IF_ALIGNED && !aligned(dev, lane, k, l, p->fn->entry->aligned))
		return false;
	return !(needs & DEVRT_IF_DISJOINT) ||
		(items_disjoint(dev, k, p->fn->entry, l) &&
			(!p->fn->entry->pointers ||
				pointers_disjoint(dev, lane, k, p->fn->entry, l)));
}

static struct plan
make_plan(struct devrt_device *dev, struct devrt_lane *lane, const struct devrt_module *module,
	const struct devrt_kernel *k, const struct devrt_launch *l)
{
	struct plan p;

	for (int i = 0;; i++) {
		p = (struct plan){ .fn = devrt_function(dev, module, k, &k->entries[i]) };
		p.shape = devrt_grid(dev, k, p.fn, l);
		if (i == k->nentries - 1 || may_launch(dev, lane, k, l, &p))
			return p;
	}
}

/* ---- what the kernel is given ---- */

static uint64_t
frame_stride(const struct devrt_kernel *k)
{
	return devrt_round_up(k->frame_bytes, FRAME_ALIGN);
}

/* Make a lane's memory large enough, and keep it for the next launch. */
static void
provide(struct devrt_device *dev, const struct devrt_kernel *k, const char *what, CUdeviceptr *p,
	size_t *have, size_t bytes)
{
	CUresult err;

	if (bytes <= *have)
		return;
	devrt_catch_up(dev);
	if (*p)
		dev->drv->cuMemFree_v2(*p);
	*p = 0;
	*have = 0;
	err = devrt_alloc(dev, p, bytes);
	if (err)
		devrt_fail_alloc(dev, &k->place, what, bytes, err);
	*have = bytes;
	if (dev->drv->annotate)
		dev->drv->annotate(*p, bytes, what, "libdevrt", 0, NULL);
}

/* Copy a parameter to device memory and return its address (-fno-device-by-value). */
static CUdeviceptr
value_address(struct devrt_device *dev, struct devrt_lane *lane, const struct devrt_kernel *k,
	int i, const void *value)
{
	const struct devrt_param *param = &k->params[i];
	CUdeviceptr at;

	provide(dev, k, "firstprivate values", &lane->values, &lane->values_bytes,
		(size_t)k->nparams * VALUE_ROOM);
	at = lane->values + (CUdeviceptr)i * VALUE_ROOM;
	if (dev->settings->info & DEVRT_INFO_COPIES)
		devrt_info_copy(dev, param->name, param->bytes, true, NULL);
	CUresult err = devrt_copy_to(dev, at, value, param->bytes);
	if (err)
		devrt_fail_copy(dev, &k->place, param->name, 0, param->bytes, true, err);
	return at;
}

/* Make room on the device for grids that wait for their turn (dynpar): some for each team. */
static void
provide_pending(struct devrt_device *dev, const struct devrt_kernel *k,
	const struct devrt_shape *shape)
{
	size_t said = dev->settings->pending,
	       n = said ? said : GRIDS_PER_TEAM * (size_t)shape->teams;
	CUresult err;

	if (k->block_threads == 0 || n == dev->pending || (!said && n < dev->pending))
		return;
	devrt_catch_up(dev);
	err = dev->drv->cuCtxSetLimit(CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT, n);
	if (err)
		devrt_fail_open(dev, &k->place,
			"cuCtxSetLimit(CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT)", err);
	dev->pending = n;
}

/* Set the size of a thread's stack.  For recursion stack_bytes is a guess (ptxgen/ir/stack.c): a
 * small device gives what it can. */
static void
provide_stack(struct devrt_device *dev, const struct devrt_kernel *k)
{
	size_t bytes = k->stack_bytes;
	CUresult err;

	if (bytes <= dev->stack)
		return;
	devrt_catch_up(dev);
	err = dev->drv->cuCtxSetLimit(CU_LIMIT_STACK_SIZE, bytes);
	while ((err == CUDA_ERROR_INVALID_VALUE || err == CUDA_ERROR_OUT_OF_MEMORY) &&
		bytes > 2 * dev->stack) {
		bytes -= bytes / 8;
		err = dev->drv->cuCtxSetLimit(CU_LIMIT_STACK_SIZE, bytes);
	}
	if (err)
		devrt_fail_open(dev, &k->place, "cuCtxSetLimit(CU_LIMIT_STACK_SIZE)", err);
	dev->stack = k->stack_bytes;
}

static void
provide_arguments(struct devrt_device *dev, int n)
{
	if (n <= dev->arguments_cap)
		return;
	dev->arguments = realloc(dev->arguments, (size_t)n * sizeof *dev->arguments);
	dev->addresses = realloc(dev->addresses, (size_t)n * sizeof *dev->addresses);
	if (!dev->arguments || !dev->addresses)
		devrt_fail_memory();
	dev->arguments_cap = n;
}

/* Return the arguments for cuLaunchKernel, which are good until the next launch on the device. */
static void **
make_arguments(struct devrt_device *dev, struct devrt_lane *lane, const struct devrt_kernel *k,
	const struct devrt_launch *l, struct devrt_env *env)
{
	struct devrt_maps maps = { k->items, l->items, k->nitems, lane, &lane->found };
	int values = 0;

	provide_arguments(dev, k->nparams + 1);
	for (int i = 0; i < k->nparams; i++) {
		int item = k->params[i].item;

		if (item >= 0) {
			dev->addresses[i] = devrt_item_address(dev, &maps, item);
		} else if (item == -2) {
			dev->addresses[i] = value_address(dev, lane, k, i, l->values[values++]);
		} else {
			dev->arguments[i] = (void *)l->values[values++];
			continue;
		}
		dev->arguments[i] = &dev->addresses[i];
	}
	dev->arguments[k->nparams] = env;
	return dev->arguments;
}

/* Provide team frames, and before them tickets, which kernels leave as they find them: 0. */
static void
provide_frames(struct devrt_device *dev, struct devrt_lane *lane, const struct devrt_kernel *k,
	unsigned teams)
{
	static const uint32_t zeros[DEVRT_TICKETS];
	size_t had = lane->frames_bytes;
	CUresult err;

	if (!k->frame_bytes)
		return;
	provide(dev, k, "team frames", &lane->frames, &lane->frames_bytes,
		sizeof zeros + frame_stride(k) * teams);
	if (lane->frames_bytes == had)
		return;
	err = devrt_copy_to(dev, lane->frames, zeros, sizeof zeros);
	if (err)
		devrt_fail_copy(dev, &k->place, "team frames", 0, sizeof zeros, true, err);
}

/* Tell the simulator the names of variables in the frames, for its messages. */
static void
name_frames(struct devrt_device *dev, const struct devrt_module *module,
	const struct devrt_kernel *k, const struct plan *p, const struct devrt_env *env)
{
	if (!k->frame_vars || !dev->drv->annotate_rows)
		return;
	int arch = devrt_image_arch(dev, module, &k->place);
	for (const struct devrt_frame_var *v = k->frame_vars; v->name; v++)
		if (v->arch == arch && !strcmp(v->entry, p->fn->entry->name))
			dev->drv->annotate_rows(env->frames + v->offset, v->bytes,
				env->frame_stride, p->shape.teams, v->name, v->entry);
}

static struct devrt_env
make_env(const struct devrt_device *dev, const struct devrt_lane *lane,
	const struct devrt_kernel *k, const struct devrt_shape *shape)
{
	return (struct devrt_env){ .threads = shape->limit,
		.device = (uint32_t)dev->number,
		.frames = k->frame_bytes ? lane->frames + DEVRT_TICKETS * sizeof(uint32_t) : 0,
		.frame_stride = frame_stride(k),
		.independent = dev->cc >= 70,
		.teams = shape->teams };
}

/* ---- the launch ---- */

static void
say(const struct devrt_device *dev, const struct devrt_kernel *k, const struct devrt_launch *l,
	const struct plan *p, void *const *arguments)
{
	if (dev->settings->info & (DEVRT_INFO_KERNELS | DEVRT_INFO_ARGS))
		devrt_info_kernel(dev, k, p->fn, &p->shape, l->trip_count);
	if (dev->settings->info & DEVRT_INFO_ARGS)
		for (int i = 0; i < k->nparams; i++) {
			struct devrt_param param = k->params[i];

			if (param.item != -1)
				param.bytes = sizeof(CUdeviceptr);
			devrt_info_argument(dev, &param, arguments[i]);
		}
}

/* Return the bytes of struct devrt_team that the launch gets: without the stack if no function that
 * is called may divide regions. */
static unsigned
dynamic_shared(const struct devrt_device *dev, const struct devrt_kernel *k)
{
	uint64_t stack = dev->alone && k->dyn_shared ? DEVRT_TEAM_STACK : 0;

	return (unsigned)(k->dyn_shared - stack);
}

/* Return whether the region was left running. */
static bool
launch(struct devrt_device *dev, struct devrt_lane *lane, struct devrt_module *module,
	const struct devrt_kernel *k, const struct devrt_launch *l)
{
	struct devrt_maps maps = { k->items, l->items, k->nitems, lane, &lane->found };
	struct plan p = make_plan(dev, lane, module, k, l);
	struct devrt_driver *drv = dev->drv;
	CUresult err;

	provide_stack(dev, k);
	provide_pending(dev, k, &p.shape);
	provide_frames(dev, lane, k, p.shape.teams);
	struct devrt_env env = make_env(dev, lane, k, &p.shape);
	name_frames(dev, module, k, &p, &env);
	void **arguments = make_arguments(dev, lane, k, l, &env);
	err = devrt_copies_done(dev);
	if (!err)
		err = devrt_moves_await(dev, lane);
	if (err)
		devrt_fail_open(dev, &k->place, "cuStreamSynchronize", err);
	say(dev, k, l, &p, arguments);
	devrt_order_launch(dev, k);
	bool left = devrt_leave_running(dev, &maps,
		&(struct devrt_left){ .kernel = k, .fn = p.fn, .shape = p.shape });
	err = CUDA_ERROR_LAUNCH_FAILED;
	if (!devrt_inject(drv, DEVRT_FAULT_LAUNCH))
		err = drv->cuLaunchKernel(p.fn->f, k->starts_teams ? 1 : p.shape.grid[0],
			p.shape.grid[1], p.shape.grid[2], p.shape.tile[0], p.shape.tile[1],
			p.shape.tile[2], dynamic_shared(dev, k), lane->stream, arguments, NULL);
	if (err)
		devrt_fail_launch(dev, k, &p.shape, err);
	if (left)
		return true;
	err = devrt_moves_fetch(dev, lane);
	if (!err)
		err = devrt_lane_wait(dev, lane);
	if (err)
		devrt_fail_kernel(dev, k, l->items, &p.shape, err);
	p.fn->has_run = true;
	return false;
}

static void
run(struct devrt_device *dev, struct devrt_module *module, const struct devrt_kernel *kernel,
	const struct devrt_launch *l)
{
	struct devrt_construct c = { dev, "target", kernel->place, kernel->items, l->items,
		kernel->nitems };

	devrt_order_enter(&c);
	if (devrt_is_ahead())
		devrt_device_enter_ahead(dev, &kernel->place);
	else
		devrt_device_enter(dev, &kernel->place);
	devrt_load(dev, &kernel->place);
	struct devrt_lane *lane = devrt_lane_take(dev, &kernel->place);
	struct devrt_maps maps = { kernel->items, l->items, kernel->nitems, lane, &lane->found };
	struct devrt_launch known = *l;
	devrt_target_begin(dev, &maps);
	if (!devrt_items_new(&maps, l->counted_by))
		known.trip_count = known.extents[0] = 0;
	bool left = launch(dev, lane, module, kernel, &known);
	devrt_target_end(dev, &maps);
	devrt_lane_return(dev, lane);
	if (left)
		devrt_device_leave_unused(dev);
	else
		devrt_device_leave(dev);
	devrt_order_leave();
}

/* ---- nowait ---- */

/* A launch that outlives its construct: copies of all that the caller's frame holds. */
struct deferred {
	struct devrt_device *dev;
	struct devrt_module *module;
	const struct devrt_kernel *kernel;
	struct devrt_launch launch;
	struct devrt_item *items;
	const void **values;
	char *bytes; /* of the values, each at a multiple of 16 */
};

static void
free_deferred(struct deferred *d)
{
	free(d->items);
	free(d->values);
	free(d->bytes);
	free(d);
}

static void
run_deferred(void *arg)
{
	struct deferred *d = arg;

	run(d->dev, d->module, d->kernel, &d->launch);
	free_deferred(d);
}

static void
copy_values(struct deferred *d, const struct devrt_launch *l)
{
	const struct devrt_kernel *k = d->kernel;
	size_t at = 0;
	int n = 0;

	for (int i = 0; i < k->nparams; i++)
		at += k->params[i].item < 0 ? devrt_round_up(k->params[i].bytes, 16) : 0;
	d->bytes = malloc(at + 1);
	d->values = calloc((size_t)k->nparams + 1, sizeof *d->values);
	if (!d->bytes || !d->values)
		devrt_fail_memory();
	at = 0;
	for (int i = 0; i < k->nparams; i++) {
		if (k->params[i].item >= 0)
			continue;
		d->values[n] = memcpy(d->bytes + at, l->values[n], k->params[i].bytes);
		at += devrt_round_up(k->params[i].bytes, 16);
		n++;
	}
}

static void
defer(struct devrt_device *dev, struct devrt_module *module, const struct devrt_kernel *k,
	const struct devrt_launch *l)
{
	struct deferred *d = calloc(1, sizeof *d);

	if (!d)
		devrt_fail_memory();
	d->dev = dev;
	d->module = module;
	d->kernel = k;
	d->items = devrt_copy_of(l->items, (size_t)k->nitems * sizeof *d->items);
	copy_values(d, l);
	d->launch = *l;
	d->launch.order = NULL;
	d->launch.items = d->items;
	d->launch.values = d->values;
	struct devrt_construct c = { dev, "target", k->place, k->items, d->items, k->nitems };
	devrt_defer(l->order, &c, run_deferred, d);
}

/* Look for what the host has changed by now: if it goes on, the region may run later. */
static void
watch(struct devrt_device *dev, const struct devrt_kernel *k, bool goes_on)
{
	if (!dev->settings->check)
		return;
	devrt_device_enter(dev, &k->place);
	devrt_watch_launch(dev, goes_on);
	devrt_device_leave(dev);
}

int
devrt_target(struct devrt_module *module, const struct devrt_kernel *kernel,
	const struct devrt_launch *l)
{
	struct devrt_device *dev = devrt_pick(l->device, &kernel->place);

	if (dev && devrt_may_defer(l->order) && devrt_ready_to_defer(dev, &kernel->place)) {
		watch(dev, kernel, true);
		defer(dev, module, kernel, l);
		return 1;
	}
	if (l->order)
		devrt_wait_for(l->order);
	if (dev) {
		watch(dev, kernel, devrt_has_tasks());
		run(dev, module, kernel, l);
	} else {
		devrt_on_host();
	}
	return dev != NULL;
}
