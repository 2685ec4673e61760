/*
 * order.c: DEVRT_CHECK=race, the host's side of it: tells the simulator (devrt/sim/check/order.c) which
 * constructs OpenMP orders, whatever the order in which they happen to run.
 *
 * The host's thread goes from construct to construct.  A target task begins behind all that the
 * host knows to be done, and behind tasks with which its depend clauses conflict, finished ones too;
 * it is known to be done when the host waits for it.  Once the host knows all the list begins anew.
 * Constructs in parallel regions of the host count as ordered: only cc's runtime knows better.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "rt.h"

struct construct {
	struct devrt_dep *deps;
	int ndeps;
	uint64_t *after; /* bits, from the list's first on */
	struct devrt_uses uses;
};

struct order_list {
	pthread_mutex_t lock;
	uint64_t first;            /* number of v[0] */
	struct construct *v, host; /* host.after: what the host knows to be done */
	size_t n, cap;
	struct devrt_uses *running; /* by threads that do not carry out target tasks */
};

static struct order_list *
order_list(void)
{
	static struct order_list list = { .lock = PTHREAD_MUTEX_INITIALIZER, .first = 1 };

	return &list;
}

/* The construct that this thread carries out. */
struct doing {
	uint64_t number; /* 0: nothing runs beside it */
	bool task;       /* the number was given when the task was made */
	struct devrt_place place;
	const char *copies; /* the directive whose copies count; NULL: a target construct */
};

static struct doing *
doing(void)
{
	static _Thread_local struct doing d;

	return &d;
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

/* Construct i, and all that it came after. */
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
	for (size_t i = l->n; order && i-- > 0;)
		if (!has(set, i) &&
			devrt_conflict(order,
				&(struct devrt_order){ .ndeps = l->v[i].ndeps,
					.deps = l->v[i].deps }))
			include(l, set, i);
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
	l->cap = l->cap ? 2 * l->cap : 64;
	l->v = realloc(l->v, l->cap * sizeof *l->v);
	if (!l->v)
		devrt_fail_memory();
	for (size_t i = 0; i < l->n; i++)
		l->v[i].after = widened(l->v[i].after, old, words(l));
	l->host.after = widened(l->host.after, old, words(l));
}

/* ---- constructs ---- */

/* A copy that lives until the host has waited. */
static struct devrt_uses
kept(const struct devrt_uses *uses)
{
	struct devrt_uses u = *uses;
	size_t bytes = (size_t)u.n * sizeof *u.items;
	struct devrt_item *items = malloc(bytes + 1);

	if (!items)
		devrt_fail_memory();
	if (bytes)
		memcpy(items, u.items, bytes);
	u.items = items;
	for (int i = 0; i < u.n; i++)
		devrt_watch_bytes(items[i].begin, items[i].bytes);
	return u;
}

static uint64_t
append(struct order_list *l, const struct devrt_order *order, const struct devrt_uses *uses)
{
	struct construct c = { 0 };

	make_room(l);
	c.after = widened(NULL, 0, words(l));
	memcpy(c.after, l->host.after, words(l) * sizeof *c.after);
	include_conflicts(l, c.after, order);
	if (order && order->ndeps) {
		c.ndeps = order->ndeps;
		c.deps = malloc((size_t)c.ndeps * sizeof *c.deps);
		if (!c.deps)
			devrt_fail_memory();
		memcpy(c.deps, order->deps, (size_t)c.ndeps * sizeof *c.deps);
	}
	if (uses && devrt_host_checked)
		c.uses = kept(uses);
	l->v[l->n++] = c;
	return l->first + l->n - 1;
}

uint64_t
devrt_order_defer(const struct devrt_order *order, const struct devrt_uses *uses)
{
	struct order_list *l = order_list();

	if (!is_checked())
		return 0;
	pthread_mutex_lock(&l->lock);
	uint64_t number = append(l, order, uses);
	pthread_mutex_unlock(&l->lock);
	return number;
}

void
devrt_order_task(uint64_t number)
{
	*doing() = (struct doing){ .number = number, .task = true };
}

void
devrt_order_begin(const struct devrt_place *place, const char *copies)
{
	struct order_list *l = order_list();
	struct doing *d = doing();

	d->place = *place;
	d->copies = copies;
	if (d->task)
		return;
	d->number = 0;
	if (!is_checked())
		return;
	pthread_mutex_lock(&l->lock);
	if (l->n) {
		d->number = append(l, NULL, NULL);
		include(l, l->host.after, l->n - 1);
	}
	pthread_mutex_unlock(&l->lock);
}

/* ---- the host waits ---- */

void
devrt_order_waited(const struct devrt_order *order)
{
	struct order_list *l = order_list();

	pthread_mutex_lock(&l->lock);
	if (order && l->n)
		include_conflicts(l, l->host.after, order);
	for (; !order && l->n; l->n--, l->first++) {
		free(l->v[l->n - 1].deps);
		free(l->v[l->n - 1].after);
		free((void *)l->v[l->n - 1].uses.items);
	}
	if (!l->n && l->cap)
		memset(l->host.after, 0, words(l) * sizeof *l->host.after);
	pthread_mutex_unlock(&l->lock);
}

/* ---- code of the host beside constructs ---- */

void
devrt_order_enter(struct devrt_uses *uses)
{
	struct order_list *l = order_list();

	if (!devrt_host_checked || !devrt_rt()->settings.check)
		return;
	for (int i = 0; i < uses->n; i++)
		devrt_watch_bytes(uses->items[i].begin, uses->items[i].bytes);
	uses->thread = pthread_self();
	pthread_mutex_lock(&l->lock);
	uses->next = l->running;
	l->running = uses;
	pthread_mutex_unlock(&l->lock);
}

void
devrt_order_leave(struct devrt_uses *uses)
{
	struct order_list *l = order_list();
	struct devrt_uses **at = &l->running;

	if (!devrt_host_checked || !devrt_rt()->settings.check)
		return;
	pthread_mutex_lock(&l->lock);
	while (*at != uses)
		at = &(*at)->next;
	*at = uses->next;
	pthread_mutex_unlock(&l->lock);
}

/* Look whether the construct uses the bytes; that it copies them counts more, always even more. */
static bool
uses_bytes(const struct devrt_uses *u, uintptr_t at, size_t bytes, bool writes,
	struct devrt_beside *found)
{
	bool enters = u->directive && !strcmp(u->directive, "target enter data"), any = false;

	for (int i = 0; i < u->n; i++) {
		const struct devrt_item *item = &u->items[i];
		uintptr_t begin = (uintptr_t)item->begin;
		unsigned flags = u->infos[i].flags;
		bool copies = flags & (DEVRT_MAP_FROM | DEVRT_MAP_UPDATE_FROM) ||
			(writes && flags & (DEVRT_MAP_TO | DEVRT_MAP_UPDATE_TO));
		bool always = flags & DEVRT_MAP_ALWAYS || (u->directive && !enters);

		if (devrt_maps_nothing(&u->infos[i], item) || at >= begin + item->bytes ||
			begin >= at + bytes)
			continue;
		any = true;
		if (found->of.dev && copies + (copies && always) <= found->copies + found->always)
			continue;
		*found = (struct devrt_beside){ *u, *item, copies, copies && always };
		found->of.infos = &u->infos[i];
		found->of.items = NULL;
	}
	return any;
}

bool
devrt_order_beside(const void *at, size_t bytes, bool writes, struct devrt_beside *found)
{
	struct order_list *l = order_list();
	bool any = false;

	*found = (struct devrt_beside){ .of.dev = NULL };
	pthread_mutex_lock(&l->lock);
	for (size_t i = 0; i < l->n; i++)
		if (!has(l->host.after, i))
			any |= uses_bytes(&l->v[i].uses, (uintptr_t)at, bytes, writes, found);
	for (const struct devrt_uses *u = l->running; u; u = u->next)
		if (!pthread_equal(u->thread, pthread_self()))
			any |= uses_bytes(u, (uintptr_t)at, bytes, writes, found);
	pthread_mutex_unlock(&l->lock);
	return any;
}

const char *
devrt_order_doing(struct devrt_place_text *place)
{
	const struct doing *d = doing();

	*place = devrt_place_text(&d->place);
	return d->copies ? d->copies : "target";
}

/* ---- what the simulator hears ---- */

static void
tell(const struct devrt_device *dev, const char *what, CUdeviceptr addr, size_t bytes, bool to)
{
	struct order_list *l = order_list();
	const struct doing *d = doing();
	struct devrt_place_text place = devrt_place_text(&d->place);

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
devrt_order_copied(const struct devrt_device *dev, CUdeviceptr addr, size_t bytes, bool to)
{
	const struct doing *d = doing();
	char what[64];

	if (!dev->watched || !dev->drv->construct || !d->number || !d->copies || !bytes)
		return;
	snprintf(what, sizeof what, "'%s'", d->copies);
	tell(dev, what, addr, bytes, to);
}
