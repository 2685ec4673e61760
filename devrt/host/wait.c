/*
 * wait.c: constructs wait for running target regions, and large copies, of other threads, for map.c.
 *
 * What two constructs do at once must not depend on which comes first.  So a construct waits if its
 * list items conflict with ranges that are only present while regions run, or if its end would
 * remove what a running region uses, or if one of its ranges is being copied.  No cycle: regions and
 * copies end by themselves, and a construct that waits has not changed anything yet.
 */
#include "rt.h"

bool
devrt_is_passing(const struct devrt_entry_range *e)
{
	return e->held && e->held == e->refs;
}

/* Return whether part of the item is in such a range. */
static bool
passes(const struct devrt_device *dev, const struct devrt_item *item)
{
	struct devrt_entry_range *e = devrt_item_first(dev, item);

	while (e && !devrt_is_passing(e))
		e = devrt_item_next(dev, item, e);
	return e != NULL;
}

/* Return whether its ranges are not laid out on the device as on the host. */
static bool
is_torn(const struct devrt_device *dev, const struct devrt_item *item)
{
	struct devrt_entry_range *first = devrt_item_first(dev, item);

	for (struct devrt_entry_range *e = first; e; e = devrt_item_next(dev, item, e))
		if (devrt_translate(e, item->base) != devrt_translate(first, item->base))
			return true;
	return false;
}

/* Return whether a part of the same variable has another base address than e, or would get one. */
static bool
is_apart(const struct devrt_device *dev, const struct devrt_item *part,
	const struct devrt_entry_range *e)
{
	const struct devrt_entry_range *f = devrt_item_first(dev, part);

	return f ? devrt_translate(e, part->base) != devrt_translate(f, part->base) :
		   !devrt_block_covers(e, part->begin, part->bytes);
}

/* Return whether a passing range keeps item i apart from another part of its variable. */
static bool
keeps_apart(const struct devrt_device *dev, const struct devrt_maps *m, int i)
{
	const struct devrt_entry_range *e = devrt_item_first(dev, &m->items[i]);

	if (!e || !devrt_is_passing(e))
		return false;
	for (int k = 0; k < m->n; k++)
		if (devrt_same_variable(m, i, k) &&
			!devrt_maps_nothing(&m->infos[k], &m->items[k]) &&
			is_apart(dev, &m->items[k], e))
			return true;
	return false;
}

static bool
cannot_begin(const struct devrt_device *dev, const struct devrt_maps *m, int i)
{
	const struct devrt_item *item = &m->items[i];

	return (passes(dev, item) && (!devrt_item_present(dev, item) || is_torn(dev, item))) ||
		keeps_apart(dev, m, i);
}

/* Return whether the end of a construct would remove what a running region uses. */
static bool
cannot_end(const struct devrt_device *dev, const struct devrt_maps *m, int i)
{
	struct devrt_item all = devrt_item_reach(&m->infos[i], &m->items[i]);
	struct devrt_entry_range *e = devrt_item_first(dev, &all);

	while (e && !(e->held && (devrt_is_passing(e) || m->infos[i].flags & DEVRT_MAP_DELETE)))
		e = devrt_item_next(dev, &all, e);
	return e != NULL;
}

static bool
cannot_update(const struct devrt_device *dev, const struct devrt_maps *m, int i)
{
	const struct devrt_item *item = &m->items[i];
	struct devrt_entry_range *e = devrt_item_first(dev, item);

	while (e && !(devrt_is_listed(e) && devrt_is_passing(e)))
		e = devrt_item_next(dev, item, e);
	return e && !devrt_item_present(dev, item);
}

static bool
is_being_copied(const struct devrt_device *dev, const struct devrt_maps *m, int i)
{
	struct devrt_item all = devrt_item_reach(&m->infos[i], &m->items[i]);
	struct devrt_entry_range *e = dev->moving ? devrt_item_first(dev, &all) : NULL;

	while (e && !e->mover)
		e = devrt_item_next(dev, &all, e);
	return e != NULL;
}

typedef bool must_wait_fn(const struct devrt_device *dev, const struct devrt_maps *m, int i);

static bool
any(const struct devrt_device *dev, const struct devrt_maps *m, must_wait_fn *must)
{
	for (int i = 0; i < m->n; i++)
		if (!(m->infos[i].flags & (DEVRT_MAP_ZERO_LENGTH | DEVRT_MAP_ROOM)) &&
			(must(dev, m, i) || is_being_copied(dev, m, i)))
			return true;
	return false;
}

/* Wait while the condition holds.  Others may enter the device meanwhile. */
static void
wait_while(struct devrt_device *dev, const struct devrt_maps *m, must_wait_fn *must)
{
	while (dev->running + dev->moving && any(dev, m, must))
		pthread_cond_wait(&dev->ended, &dev->lock);
}

void
devrt_wait_to_begin(struct devrt_device *dev, const struct devrt_maps *m)
{
	wait_while(dev, m, cannot_begin);
}

void
devrt_wait_to_end(struct devrt_device *dev, const struct devrt_maps *m)
{
	wait_while(dev, m, cannot_end);
}

void
devrt_wait_to_update(struct devrt_device *dev, const struct devrt_maps *m)
{
	wait_while(dev, m, cannot_update);
}

static bool
need_not_wait(const struct devrt_device *dev, const struct devrt_maps *m, int i)
{
	(void)dev, (void)m, (void)i;
	return false;
}

void
devrt_wait_to_let_go(struct devrt_device *dev, const struct devrt_maps *m)
{
	while (dev->moving && any(dev, m, need_not_wait))
		pthread_cond_wait(&dev->ended, &dev->lock);
}
