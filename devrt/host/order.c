/*
 * order.c: DEVRT_CHECK=race, the host's side of it: tells the simulator (devrt/sim/check/order.c) which
 * constructs OpenMP orders, whatever the order in which they happen to run.
 *
 * The host's thread goes from construct to construct.  A target task begins behind all that the
 * host knows to be done, and behind tasks with which its depend clauses conflict, finished ones too;
 * it is known to be done when the host waits for it.  Once the host knows all the list begins anew.
 * Constructs in parallel regions of the host count as ordered: only cc's runtime knows better.
 *
 * Code of the host may meet a construct that it has not waited for, or that another thread carries
 * out.  What either does with a list item is noted, and compared at the construct's end.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "rt.h"

/* What has become of a list item, from when its construct was made until the host knows that it is
 * done. */
struct beside {
	bool to_device, to_host;   /* the construct has copied it */
	const void *at[2], *pc[2]; /* the host's first read and first write of it, and where */
};

struct construct {
	uint64_t *after;             /* bits, from the list's first on */
	struct devrt_construct does; /* of a task; else the thread's struct doing has it */
	struct beside *beside;       /* of each of its items */
};

/* What a thread carries out. */
struct doing {
	struct construct construct;
	uint64_t number; /* its construct's; 0: nothing runs beside it */
	bool task;       /* the list has it, under this number, since it was made */
	struct doing *next;
};

/* A dependence of the list's construct v[i]. */
struct dep {
	struct devrt_dep dep;
	size_t i;
};

struct order_list {
	pthread_mutex_t lock;
	uint64_t first;            /* number of v[0] */
	struct construct *v, host; /* host.after: what the host knows to be done */
	size_t n, cap;
	struct dep *deps; /* by i */
	size_t ndeps, deps_cap;
	struct doing *running; /* threads with a construct that is no task */
};

static struct order_list *
order_list(void)
{
	static struct order_list list = { .lock = PTHREAD_MUTEX_INITIALIZER, .first = 1 };

	return &list;
}

static struct doing *
doing(void)
{
	static _Thread_local struct doing d;

	return &d;
}

const struct devrt_construct *
devrt_order_doing(void)
{
	return &doing()->construct.does;
}

static bool
is_checked(void)
{
	const char *check = devrt_rt()->settings.check;

	return check && omp_get_level() == 0;
}

/* ---- sets ---- */

static size_t
words(const struct order_list *l)
{
	return (l->cap + 63) / 64;
}

static bool
has(const uint64_t *set, size_t i)
{
	return set[i / 64] >> i % 64 & 1;
}

/* Add construct i and all that it came after to the set. */
static void
include(const struct order_list *l, uint64_t *set, size_t i)
{
	set[i / 64] |= (uint64_t)1 << i % 64;
	for (size_t w = 0; w <= i / 64; w++)
		set[w] |= l->v[i].after[w];
}

static void
include_conflicts(const struct order_list *l, uint64_t *set, const struct devrt_order *order)
{
	for (size_t k = l->ndeps; order && k-- > 0;)
		for (int j = 0; j < order->ndeps; j++)
			if (devrt_deps_conflict(&order->deps[j], &l->deps[k].dep) &&
				!has(set, l->deps[k].i))
				include(l, set, l->deps[k].i);
}

static uint64_t *
widened(uint64_t *set, size_t old, size_t now)
{
	set = realloc(set, now * sizeof *set);
	if (!set)
		devrt_fail_memory();
	memset(set + old, 0, (now - old) * sizeof *set);
	return set;
}

static void
make_room(struct order_list *l)
{
	size_t old = words(l);

	if (l->n < l->cap)
		return;
	l->v = devrt_grown(l->v, l->n, &l->cap, sizeof *l->v);
	for (size_t i = 0; i < l->n; i++)
		l->v[i].after = widened(l->v[i].after, old, words(l));
	l->host.after = widened(l->host.after, old, words(l));
}

/* ---- constructs ---- */

static void
begin(struct construct *c)
{
	c->beside = calloc((size_t)c->does.n + 1, sizeof *c->beside);
	if (!c->beside)
		devrt_fail_memory();
	for (int i = 0; i < c->does.n; i++)
		devrt_watch_bytes(c->does.items[i].begin, c->does.items[i].bytes);
}

/* Append a construct.  Both are NULL if it is no task. */
static uint64_t
append(struct order_list *l, const struct devrt_order *order, const struct devrt_construct *does)
{
	struct construct c = { 0 };

	make_room(l);
	c.after = widened(NULL, 0, words(l));
	memcpy(c.after, l->host.after, words(l) * sizeof *c.after);
	include_conflicts(l, c.after, order);
	for (int k = 0; order && k < order->ndeps; k++) {
		l->deps = devrt_grown(l->deps, l->ndeps, &l->deps_cap, sizeof *l->deps);
		l->deps[l->ndeps++] = (struct dep){ order->deps[k], l->n };
	}
	if (order) {
		c.does = *does;
		c.does.items = devrt_copy_of(does->items, (size_t)does->n * sizeof *does->items);
		begin(&c);
	}
	l->v[l->n++] = c;
	return l->first + l->n - 1;
}

uint64_t
devrt_order_defer(const struct devrt_order *order, const struct devrt_construct *c)
{
	struct order_list *l = order_list();

	if (!is_checked())
		return 0;
	pthread_mutex_lock(&l->lock);
	uint64_t number = append(l, order, c);
	pthread_mutex_unlock(&l->lock);
	return number;
}

void
devrt_order_task(uint64_t number)
{
	*doing() = (struct doing){ .number = number, .task = true };
}

void
devrt_order_enter(const struct devrt_construct *c)
{
	struct order_list *l = order_list();
	struct doing *d = doing();

	if (!devrt_rt()->settings.check)
		return;
	d->construct.does = *c;
	if (d->task)
		return;
	begin(&d->construct);
	pthread_mutex_lock(&l->lock);
	d->number = 0;
	if (l->n && is_checked()) {
		d->number = append(l, NULL, NULL);
		include(l, l->host.after, l->n - 1);
	}
	d->next = l->running;
	l->running = d;
	pthread_mutex_unlock(&l->lock);
}

/* ---- their ends, and code of the host beside them ---- */

/* Report that the host has read, or written, item i, which the construct copies. */
static void
tell_race(const struct construct *c, int i, bool writes)
{
	struct devrt_device *dev = c->does.dev;
	const struct devrt_item *item = &c->does.items[i];
	struct devrt_place_text place = devrt_place_text(&c->does.place);
	struct ptxsim_access race = { .does = writes ? PTXSIM_WRITES : PTXSIM_READS,
		.at = c->beside[i].at[writes],
		.pc = c->beside[i].pc[writes],
		.what = c->does.directive,
		.place = place.s,
		.to_host = c->beside[i].to_host,
		.name = c->does.infos[i].name,
		.shape = c->does.infos[i].shape,
		.begin = item->begin,
		.base = item->base,
		.size = item->bytes };

	if (dev->drv->access && !dev->drv->cuCtxSetCurrent(dev->ctx))
		dev->drv->access(&race);
}

static void
end(struct construct *c)
{
	for (int i = 0; i < c->does.n; i++) {
		const struct beside *b = &c->beside[i];

		if (b->pc[false] && b->to_host)
			tell_race(c, i, false);
		if (b->pc[true] && (b->to_host || b->to_device))
			tell_race(c, i, true);
	}
	free(c->beside);
	c->beside = NULL;
}

void
devrt_order_leave(void)
{
	struct order_list *l = order_list();
	struct doing **at = &l->running, *d = doing();

	if (d->task || !devrt_rt()->settings.check)
		return;
	pthread_mutex_lock(&l->lock);
	while (*at != d)
		at = &(*at)->next;
	*at = d->next;
	end(&d->construct);
	pthread_mutex_unlock(&l->lock);
}

void
devrt_order_waited(const struct devrt_order *order)
{
	struct order_list *l = order_list();

	pthread_mutex_lock(&l->lock);
	if (order && l->n)
		include_conflicts(l, l->host.after, order);
	for (; !order && l->n; l->n--, l->first++) {
		struct construct *c = &l->v[l->n - 1];

		end(c);
		free((void *)c->does.items);
		free(c->after);
	}
	if (!order)
		l->ndeps = 0;
	if (!l->n && l->cap)
		memset(l->host.after, 0, words(l) * sizeof *l->host.after);
	pthread_mutex_unlock(&l->lock);
}

static bool
overlaps(const struct construct *c, int i, const void *at, size_t bytes)
{
	const char *begin = c->does.items[i].begin, *p = at;

	return !devrt_maps_nothing(&c->does.infos[i], &c->does.items[i]) &&
		p < begin + c->does.items[i].bytes && begin < p + bytes;
}

static bool
meets(const struct construct *c, const void *at, size_t bytes, bool writes, const void *pc)
{
	bool any = false;

	for (int i = 0; i < c->does.n; i++)
		if (overlaps(c, i, at, bytes)) {
			any = true;
			if (c->beside[i].pc[writes])
				continue;
			c->beside[i].at[writes] = at;
			c->beside[i].pc[writes] = pc;
		}
	return any;
}

bool
devrt_order_beside(const void *at, size_t bytes, bool writes, const void *pc)
{
	struct order_list *l = order_list();
	bool any = false;

	pthread_mutex_lock(&l->lock);
	for (size_t i = 0; i < l->n; i++)
		if (!has(l->host.after, i))
			any |= meets(&l->v[i], at, bytes, writes, pc);
	for (struct doing *d = l->running; d; d = d->next)
		if (d != doing())
			any |= meets(&d->construct, at, bytes, writes, pc);
	pthread_mutex_unlock(&l->lock);
	return any;
}

/* ---- what the simulator hears ---- */

static void
tell(const struct devrt_device *dev, const char *what, CUdeviceptr addr, size_t bytes, bool to)
{
	struct order_list *l = order_list();
	const struct doing *d = doing();
	struct devrt_place_text place = devrt_place_text(&d->construct.does.place);

	pthread_mutex_lock(&l->lock);
	struct ptxsim_construct c = { d->number, l->first, NULL, words(l), what, place.s };
	if (d->number >= l->first)
		c.after = l->v[d->number - l->first].after;
	dev->drv->construct(c.after ? &c : NULL, addr, c.after ? bytes : 0, to);
	pthread_mutex_unlock(&l->lock);
}

void
devrt_order_launch(const struct devrt_device *dev, const struct devrt_kernel *k)
{
	char what[256];

	if (!dev->watched || !dev->drv->construct)
		return;
	snprintf(what, sizeof what, "kernel '%s'", k->name);
	tell(dev, what, 0, 0, false);
}

void
devrt_order_copied(const struct devrt_device *dev, CUdeviceptr addr, const void *host, size_t bytes,
	bool to)
{
	struct order_list *l = order_list();
	const struct doing *d = doing();
	char what[64];

	if (!dev->watched || !dev->drv->construct || !bytes)
		return;
	pthread_mutex_lock(&l->lock);
	const struct construct *c = d->task && d->number >= l->first ? &l->v[d->number - l->first] :
								       &d->construct;
	for (int i = 0; c->beside && i < c->does.n; i++)
		if (overlaps(c, i, host, bytes)) {
			c->beside[i].to_device |= to;
			c->beside[i].to_host |= !to;
		}
	pthread_mutex_unlock(&l->lock);
	if (!d->number || !strcmp(d->construct.does.directive, "target"))
		return;
	snprintf(what, sizeof what, "'%s'", d->construct.does.directive);
	tell(dev, what, addr, bytes, to);
}
