/*
 * data.c: the entry points for target data, enter data, exit data and update.  On the host they do
 * nothing: original and corresponding variables are the same there.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "rt.h"

typedef void map_fn(struct devrt_device *dev, const struct devrt_maps *m);

static void
map_on(int64_t device, const struct devrt_place *place, const char *directive, map_fn *map,
	const struct devrt_item_info *infos, const struct devrt_item *items, int n)
{
	struct devrt_device *dev = devrt_pick(device, place);

	if (!dev)
		return;
	devrt_order_enter(&(struct devrt_construct){ dev, directive, *place, infos, items, n });
	devrt_device_enter(dev, place);
	devrt_load(dev, place);
	struct devrt_lane *lane = devrt_lane_take(dev, place);
	map(dev, &(struct devrt_maps){ infos, items, n, lane, NULL });
	devrt_moves_arrive(dev, lane);
	devrt_lane_return(dev, lane);
	devrt_device_leave(dev);
	devrt_order_leave();
}

void
devrt_data_begin(struct devrt_module *module, int64_t device, struct devrt_place place,
	const struct devrt_item_info *infos, const struct devrt_item *items, int n)
{
	(void)module;
	map_on(device, &place, "target data", devrt_map_begin, infos, items, n);
}

void
devrt_data_end(struct devrt_module *module, int64_t device, struct devrt_place place,
	const struct devrt_item_info *infos, const struct devrt_item *items, int n)
{
	(void)module;
	map_on(device, &place, "target data", devrt_map_end, infos, items, n);
}

void
devrt_enter_data(struct devrt_module *module, int64_t device, struct devrt_place place,
	const struct devrt_item_info *infos, const struct devrt_item *items, int n)
{
	(void)module;
	map_on(device, &place, "target enter data", devrt_map_enter, infos, items, n);
}

void
devrt_exit_data(struct devrt_module *module, int64_t device, struct devrt_place place,
	const struct devrt_item_info *infos, const struct devrt_item *items, int n)
{
	(void)module;
	map_on(device, &place, "target exit data", devrt_map_exit, infos, items, n);
}

void
devrt_update(struct devrt_module *module, int64_t device, struct devrt_place place,
	const struct devrt_item_info *infos, const struct devrt_item *items, int n)
{
	(void)module;
	map_on(device, &place, "target update", devrt_map_update, infos, items, n);
}

/* ---- nowait and depend ---- */

struct deferred {
	devrt_data_fn *construct;
	struct devrt_module *module;
	int64_t device;
	struct devrt_place place;
	const struct devrt_item_info *infos;
	int n;
	struct devrt_item items[];
};

static void
run_deferred(void *arg)
{
	struct deferred *d = arg;

	d->construct(d->module, d->device, d->place, d->infos, d->items, d->n);
	free(d);
}

void
devrt_data_task(const struct devrt_order *order, devrt_data_fn *construct,
	struct devrt_module *module, int64_t device, struct devrt_place place,
	const struct devrt_item_info *infos, const struct devrt_item *items, int n)
{
	struct devrt_device *dev = devrt_pick(device, &place);
	struct deferred *d;

	if (!dev || !devrt_may_defer(order) || !devrt_ready_to_defer(dev, &place)) {
		devrt_wait_for(order);
		construct(module, device, place, infos, items, n);
		return;
	}
	d = malloc(sizeof *d + (size_t)n * sizeof *items);
	if (!d)
		devrt_fail_memory();
	*d = (struct deferred){ construct, module, device, place, infos, n };
	d->device = dev->number;
	memcpy(d->items, items, (size_t)n * sizeof *items);
	const char *directive = construct == devrt_update ? "target update" :
		construct == devrt_exit_data              ? "target exit data" :
							    "target enter data";
	struct devrt_construct c = { dev, directive, place, infos, d->items, n };
	devrt_defer(order, &c, run_deferred, d);
}

/* ---- several objects with a mapper ---- */

struct devrt_item *
devrt_each_items(size_t n)
{
	struct devrt_item *items = calloc(n ? n : 1, sizeof *items);

	if (!items)
		devrt_fail_memory();
	return items;
}

void
devrt_each(devrt_data_fn *construct, struct devrt_module *module, int64_t device,
	struct devrt_place place, const struct devrt_item_info *infos,
	const struct devrt_item *items, size_t nsections, size_t nparts, size_t count)
{
	const struct devrt_item_info *parts = infos + (nsections > 0);
	size_t n = nsections + count * nparts;
	struct devrt_item_info *all = malloc((n ? n : 1) * sizeof *all);

	if (!all || n > INT_MAX)
		devrt_fail_memory();
	for (size_t i = 0; i < nsections; i++)
		all[i] = *infos;
	for (size_t i = 0; i < count; i++)
		memcpy(all + nsections + i * nparts, parts, nparts * sizeof *all);
	construct(module, device, place, all, items, (int)n);
	free(all);
}

void
devrt_each_done(struct devrt_item *items)
{
	free(items);
}

static void *
translate(int64_t device, const void *p, size_t bytes)
{
	struct devrt_device *dev = devrt_pick(device, NULL);
	const struct devrt_entry_range *e;
	void *result = (void *)p;

	if (!dev)
		return result;
	devrt_device_enter(dev, NULL);
	devrt_load(dev, NULL);
	e = bytes ? devrt_table_overlap(&dev->table, p, bytes) : devrt_table_reach(&dev->table, p);
	if (e)
		result = (void *)(uintptr_t)devrt_translate(e, p);
	devrt_device_leave(dev);
	return result;
}

void *
devrt_device_addr(int64_t device, const void *variable, size_t bytes)
{
	return translate(device, variable, bytes);
}

void *
devrt_device_ptr(int64_t device, const void *p)
{
	return translate(device, p, 0);
}
