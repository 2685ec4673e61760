/*
 * ahead.c: the host goes on while target regions run, where the compiler has found that nothing could
 * tell (minicc/host/ahead.c).
 *
 * Between devrt_ahead() and devrt_settle() a thread of the host computes with variables of its own and
 * meets constructs, and does nothing else.  A target region that it launches there is left running if its
 * end has nothing to do: it brings nothing back and frees nothing.  The next is queued behind it, in the
 * same lane.  Whatever else is done with the device, by any thread, waits first; so does a region that
 * the host runs.  Regions are left only while no other thread is in the device, since such a one may
 * change what they use as soon as it gets the lock again.
 *
 * If one of them fails the driver says so at some later call, and not which one.  So behind the last of
 * those that are of one kernel and shape the device writes their number to memory of the host: of the
 * numbers in order the first that is not there is the one that failed.  Where a device writes none, the
 * host waits before a region of another kernel or shape.  A write takes as long as a small kernel, so
 * between kernels that have run to their end before there is none: if one of these fails, those beside
 * it are named, too.
 */
#include <stdlib.h>
#include "rt.h"

enum { MOST_GROUPS = 256 };

/* Return the counter of those devrt_ahead() of this thread that have no devrt_settle() yet. */
static int *
depth(void)
{
	static _Thread_local int n;

	return &n;
}

/* ---- a launch ---- */

bool
devrt_is_ahead(void)
{
	return *depth() > 0;
}

/* Return whether there is memory for what is to be remembered. */
static bool
provide(struct devrt_device *dev)
{
	struct devrt_ahead *a = &dev->ahead;

	if (a->left || a->impossible)
		return !a->impossible;
	a->left = malloc(MOST_GROUPS * sizeof *a->left);
	a->impossible = !a->left ||
		dev->drv->cuMemAllocHost_v2((void **)&a->done, sizeof *a->done) != 0;
	return !a->impossible;
}

static bool
is_same(const struct devrt_left *a, const struct devrt_left *b)
{
	return a->kernel == b->kernel && a->fn == b->fn && a->shape.teams == b->shape.teams &&
		a->shape.threads == b->shape.threads && a->shape.block == b->shape.block;
}

/* Note that the entries of the first n groups have run to their end. */
static void
note_done(struct devrt_ahead *a, int n)
{
	for (; a->known < n; a->known++)
		a->left[a->known].fn->has_run = true;
}

/* Have the device write that the groups so far are done.  Return false if it cannot. */
static bool
write_number(struct devrt_device *dev)
{
	struct devrt_ahead *a = &dev->ahead;

	return dev->drv->write_value &&
		!dev->drv->write_value(a->lane->stream, (uintptr_t)a->done, (unsigned)a->n, 0);
}

/* Return whether to have a number written between these two, if they are on a real device. */
static bool
is_to_tell(const struct devrt_device *dev, const struct devrt_left *last,
	const struct devrt_left *next)
{
	return dev->drv->simulated || !last->fn->has_run || !next->fn->has_run;
}

/* Begin a group; wait for those before it where their number has to be told and cannot be. */
static void
add_group(struct devrt_device *dev, struct devrt_lane *lane, const struct devrt_left *group)
{
	struct devrt_ahead *a = &dev->ahead;

	if (a->n) {
		struct devrt_left *last = &a->left[a->n - 1];

		note_done(a, (int)*a->done);
		last->told = is_to_tell(dev, last, group);
		if (a->n == MOST_GROUPS || (last->told && !write_number(dev)))
			devrt_catch_up(dev);
	}
	if (!a->n)
		*a->done = 0;
	a->lane = lane;
	a->left[a->n++] = *group;
}

bool
devrt_leave_running(struct devrt_device *dev, const struct devrt_maps *m,
	const struct devrt_left *region)
{
	const struct devrt_kernel *k = region->kernel;
	struct devrt_ahead *a = &dev->ahead;
	bool can = devrt_is_ahead() && dev->users == 1 && !dev->unified && !dev->prints &&
		devrt_target_leaves(dev, m);

	for (int i = 0; i < k->nparams; i++)
		can &= k->params[i].item != -2; /* the next launch would overwrite the value */
	if (!can || !provide(dev) || (a->n && a->lane != m->lane)) {
		devrt_catch_up(dev);
		return false;
	}
	if (!a->n || !is_same(&a->left[a->n - 1], region))
		add_group(dev, m->lane, region);
	return true;
}

/* ---- the host waits ---- */

/* End the program with a message at the group that failed; name those behind it that it may be. */
static _Noreturn void
fail(struct devrt_device *dev, int n, CUresult err)
{
	const struct devrt_ahead *a = &dev->ahead;
	int first = *a->done < (unsigned)n ? (int)*a->done : n - 1, last = first;

	while (last < n - 1 && !a->left[last].told)
		last++;
	devrt_fail_left(dev, a->left + first, last - first + 1, err);
}

void
devrt_catch_up(struct devrt_device *dev)
{
	struct devrt_ahead *a = &dev->ahead;
	int n = a->n;

	if (!n)
		return;
	CUresult err = dev->drv->cuStreamSynchronize(a->lane->stream);
	a->n = 0;
	if (err)
		fail(dev, n, err);
	note_done(a, n);
	a->known = 0;
}

void
devrt_catch_up_all(void)
{
	struct devrt_rt *rt = devrt_rt();

	for (int i = 0; i < rt->ndevices; i++)
		if (rt->device[i].ahead.n) {
			devrt_device_enter(&rt->device[i], NULL);
			devrt_device_leave(&rt->device[i]);
		}
}

void
devrt_ahead(void)
{
	++*depth();
}

void
devrt_settle(void)
{
	if (!--*depth())
		devrt_catch_up_all();
}

void
devrt_on_host(void)
{
	if (devrt_is_ahead())
		devrt_catch_up_all();
}
