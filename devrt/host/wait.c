/*
 * wait.c: constructs wait for target regions of other threads that run, for map.c.
 *
 * What two constructs do that run at once must not depend on which comes first: one whose list items do
 * not fit what is there only as long as regions run waits for these, and so does one that would take
 * from them what they use.  Regions end by themselves, and who waits has changed nothing yet.
 */
#include "rt.h"

/* It will be gone when the regions that run have ended. */
static bool is_passing(const struct devrt_entry_range *e)
{
	return e->held && e->held == e->refs;
}

/* The item is there in part, or in several places, and what is there of it passes. */
static bool meets_passing(const struct devrt_device *dev, const struct devrt_item *item)
{
	struct devrt_entry_range *first = devrt_item_first(dev, item);
	bool fits = devrt_item_present(dev, item), passes = false;

	for (struct devrt_entry_range *e = first; e; e = devrt_item_next(dev, item, e)) {
		passes |= is_passing(e);
		fits &= devrt_translate(e, item->base) == devrt_translate(first, item->base);
	}
	return passes && !fits;
}

/* A part of the same variable is not where E says that its base is, and has no place there. */
static bool is_apart(const struct devrt_device *dev, const struct devrt_item *part,
	const struct devrt_entry_range *e)
{
	const struct devrt_entry_range *f = devrt_item_first(dev, part);

	return f ? devrt_translate(e, part->base) != devrt_translate(f, part->base)
		: !devrt_block_covers(e, part->begin, part->bytes);
}

/* Item i is where it passes, and another part of its variable is not. */
static bool keeps_apart(const struct devrt_device *dev, const struct devrt_maps *m, int i)
{
	const struct devrt_entry_range *e = devrt_item_first(dev, &m->items[i]);

	if (!e || !is_passing(e))
		return false;
	for (int k = 0; k < m->n; k++)
		if (devrt_same_variable(m, i, k) && !devrt_maps_nothing(&m->infos[k], &m->items[k])
				&& is_apart(dev, &m->items[k], e))
			return true;
	return false;
}

static bool must_wait(const struct devrt_device *dev, const struct devrt_maps *m)
{
	for (int i = 0; i < m->n; i++)
		if (!devrt_maps_nothing(&m->infos[i], &m->items[i])
				&& (meets_passing(dev, &m->items[i]) || keeps_apart(dev, m, i)))
			return true;
	return false;
}

/* An end would take from a region what it uses. */
static bool takes_held(const struct devrt_device *dev, const struct devrt_maps *m)
{
	for (int i = 0; i < m->n; i++) {
		struct devrt_item all = devrt_item_reach(&m->infos[i], &m->items[i]);

		for (struct devrt_entry_range *e = devrt_item_first(dev, &all); e;
				e = devrt_item_next(dev, &all, e))
			if (e->held && (is_passing(e) || m->infos[i].flags & DEVRT_MAP_DELETE))
				return true;
	}
	return false;
}

typedef bool must_wait_fn(const struct devrt_device *dev, const struct devrt_maps *m);

/* Others may enter the device meanwhile. */
static void wait_while(struct devrt_device *dev, const struct devrt_maps *m, must_wait_fn *must)
{
	while (dev->running && must(dev, m))
		pthread_cond_wait(&dev->ended, &dev->lock);
}

void devrt_wait_to_begin(struct devrt_device *dev, const struct devrt_maps *m)
{
	wait_while(dev, m, must_wait);
}

void devrt_wait_to_end(struct devrt_device *dev, const struct devrt_maps *m)
{
	wait_while(dev, m, takes_held);
}
