/*
 * order.c: data races between constructs: kernels and copies that nothing orders though they use
 * the same mapped variable, because they are 'nowait' or the host did not wait.
 *
 * libdevrt says whose the next launch or copy is, and which constructs come before that one.  What
 * each uses is kept by host addresses, as a variable may be mapped anew for each, and compared with
 * what the unordered ones before it used: whether they did run at once does not matter.  Copies of
 * target constructs themselves do not count: they bring back what the kernels did.
 */
#include <stdlib.h>
#include <string.h>

#include "check/internal.h"

#define INSTS_MAX UINT16_MAX

/* Bytes that one instruction, or the construct's copy (NULL), uses. */
struct use {
	uint64_t host, bytes;
	const struct inst *in;
};

struct construct {
	uint64_t number, first; /* those below first come before it, */
	uint64_t *after;        /* and those of these bits, from first on */
	size_t nafter;
	char *what, *place;
	struct uses {
		struct use *v; /* sorted, none shares a byte with another */
		size_t n, cap;
	} uses[USES];
};

/* A construct that may not have been waited for, and between which bytes its uses lie. */
struct known {
	struct construct *construct;
	uint64_t first[USES], end[USES];
};

struct order {
	struct construct *now; /* whose the next launch is, or NULL */
	struct known *known;   /* sorted by number */
	size_t n, cap;
	struct span *used;         /* by this launch */
	const struct inst **insts; /* of this launch, from number 1 */
	size_t ninsts, insts_cap;
};

static struct order *
order_of(struct checks *c)
{
	if (!c->order && !(c->order = calloc(1, sizeof *c->order)))
		sim_out_of_memory();
	return c->order;
}

/* ---- what a launch does with mapped ranges ---- */

static void
forget_launch(struct span *s)
{
	for (int k = 0; k < USES; k++) {
		if (s->used[k].by)
			shadow_unmap(s->used[k].by, s->bytes * sizeof *s->used[k].by);
		s->used[k].by = NULL;
	}
}

static bool
is_used(const struct span *s)
{
	return s->used[WRITES].by || s->used[READS].by;
}

void
order_forget(struct checks *c, struct span *s)
{
	if (!is_used(s))
		return;
	struct span **at = &c->order->used;
	while (*at != s)
		at = &(*at)->next_used;
	*at = s->next_used;
	forget_launch(s);
}

/* ---- two constructs ---- */

static bool
comes_after(const struct construct *now, uint64_t number)
{
	uint64_t bit = number - now->first;
	return number < now->first || number == now->number ||
		(bit / 64 < now->nafter && now->after[bit / 64] >> bit % 64 & 1);
}

/* One of the two in a message. */
struct side {
	const struct construct *of;
	const struct use *use;
	int kind;
};

static void
print_side(const struct side *s, const char *message, struct sim_log *out)
{
	if (s->use->in)
		place_of(s->use->in, out);
	else
		sim_log_printf(out, "%s", s->of->place);
	sim_log_printf(out, ": %s: %s %s", message, s->of->what,
		!s->use->in               ? "copies" :
			s->kind == WRITES ? "writes" :
					    "reads");
}

static uint64_t
addr_of(const struct spans *all, uint64_t host)
{
	for (size_t i = 0; i < all->n; i++)
		if (host - (uintptr_t)all->v[i]->host < all->v[i]->bytes)
			return all->v[i]->addr + (host - (uintptr_t)all->v[i]->host);
	return 0;
}

/* Report it at the construct that comes later in the program: it should have waited. */
static void
found(struct checks *c, struct side a, struct side b, uint64_t addr)
{
	const struct side *late = a.of->number > b.of->number ? &a : &b,
			  *early = late == &a ? &b : &a;
	const struct inst *in = late->use->in ? late->use->in : early->use->in;
	struct sim_log text = { 0 };
	if (!report_new(c, CHECK_RACE_INDEX, in, in == late->use->in ? early->use->in : NULL,
		    report_global_about(c, addr)))
		return;
	print_side(late, "race", &text);
	sim_log_printf(&text, " ");
	report_global(c, addr, in && in->bytes ? inst_each(in, in->bytes) : 1, &text);
	sim_log_printf(&text, "\n");
	print_side(early, "note", &text);
	sim_log_printf(&text, " it; no 'taskwait' and no 'depend' orders the two\n");
	report_global_mapped(c, addr, &text);
	report_say(c, &text);
}

/* Return whether two uses may meet: copies of the same values, or atomic accesses. */
static bool
may_meet(const struct use *a, const struct use *b, bool same_kind)
{
	return a->in && b->in ? race_is_strong(a->in) && race_is_strong(b->in) :
				!a->in && !b->in && same_kind;
}

static void
compare(struct checks *c, const struct construct *now, const struct uses *u, int kind,
	const struct construct *old, int old_kind)
{
	const struct uses *v = &old->uses[old_kind];
	for (size_t i = 0, k = 0; i < u->n && k < v->n;) {
		const struct use *x = &u->v[i], *y = &v->v[k];
		uint64_t at = x->host > y->host ? x->host : y->host;
		if (at < x->host + x->bytes && at < y->host + y->bytes &&
			!may_meet(x, y, kind == old_kind))
			found(c, (struct side){ now, x, kind }, (struct side){ old, y, old_kind },
				addr_of(&c->spans, at));
		if (x->host + x->bytes < y->host + y->bytes)
			i++;
		else
			k++;
	}
}

static uint64_t
end_of(const struct uses *u)
{
	return u->v[u->n - 1].host + u->v[u->n - 1].bytes;
}

/* Compare with others what the construct uses of this kind, and has not been compared yet. */
static void
compare_with_others(struct checks *c, const struct construct *now, const struct uses *u, int kind)
{
	int kinds = kind == WRITES ? USES : READS; /* two that read may meet */
	uint64_t first = u->n ? u->v->host : 0, end = u->n ? end_of(u) : 0;
	const struct known *k = c->order->known, *last = k + c->order->n;
	for (; u->n && k < last; k++)
		for (int old = WRITES; old < kinds; old++)
			if (k->first[old] < end && first < k->end[old] &&
				!comes_after(now, k->construct->number))
				compare(c, now, u, kind, k->construct, old);
}

static void
add(struct uses *u, struct use use)
{
	u->v = sim_grown(u->v, u->n, &u->cap, sizeof *u->v);
	u->v[u->n++] = use;
}

static int
by_host(const void *a, const void *b)
{
	const struct use *x = a, *y = b;
	return x->host < y->host ? -1 : x->host > y->host;
}

/* ---- which constructs there are ---- */

static void
construct_free(struct construct *d)
{
	for (int k = 0; k < USES; k++)
		free(d->uses[k].v);
	free(d->after);
	free(d->what);
	free(d->place);
	free(d);
}

static struct construct *
construct_new(const struct checks_construct *given)
{
	struct construct *d = calloc(1, sizeof *d);
	size_t bytes = given->nafter * sizeof *given->after;
	if (!d || !(d->after = malloc(bytes + 1)) || !(d->what = strdup(given->what)) ||
		!(d->place = strdup(given->place)))
		sim_out_of_memory();
	d->number = given->number;
	d->first = given->first;
	d->nafter = given->nafter;
	memcpy(d->after, given->after, bytes);
	return d;
}

static bool
is_below(const void *known, size_t i, uint64_t number)
{
	return ((const struct known *)known)[i].construct->number < number;
}

/* Return the index of the first construct with this number or a larger one. */
static size_t
lower(const struct order *o, uint64_t number)
{
	return sim_first_not(o->known, o->n, is_below, number);
}

/* Forget the constructs below the first that may not have been waited for. */
static void
forget_waited(struct order *o, uint64_t first)
{
	size_t n = lower(o, first);
	for (size_t i = 0; i < n; i++)
		construct_free(o->known[i].construct);
	o->n -= n;
	if (n)
		memmove(o->known, o->known + n, o->n * sizeof *o->known);
}

static struct construct *
construct_of(struct order *o, const struct checks_construct *given)
{
	forget_waited(o, given->first);
	size_t i = lower(o, given->number);
	if (i < o->n && o->known[i].construct->number == given->number)
		return o->known[i].construct;
	o->known = sim_grown(o->known, o->n, &o->cap, sizeof *o->known);
	memmove(o->known + i + 1, o->known + i, (o->n++ - i) * sizeof *o->known);
	o->known[i] = (struct known){ .construct = construct_new(given) };
	return o->known[i].construct;
}

static void
sort(struct order *o, struct construct *d, int kind)
{
	struct uses *u = &d->uses[kind];
	struct known *k = &o->known[lower(o, d->number)];
	if (!u->n)
		return;
	qsort(u->v, u->n, sizeof *u->v, by_host);
	k->first[kind] = u->v->host;
	k->end[kind] = end_of(u);
}

void
checks_construct(struct checks *c, const struct checks_construct *given)
{
	struct order *o = order_of(c);
	o->now = given ? construct_of(o, given) : NULL;
}

void
checks_copies(struct checks *c, const struct checks_construct *given, uint64_t addr, size_t bytes,
	bool to_device)
{
	struct order *o = order_of(c);
	const struct span *s = span_at(&c->spans, addr);
	int kind = to_device ? WRITES : READS;
	if (!s)
		return;
	struct construct *d = construct_of(o, given);
	struct use use = { (uintptr_t)s->host + (addr - s->addr), bytes, NULL };
	compare_with_others(c, d, &(struct uses){ &use, 1, 1 }, kind);
	add(&d->uses[kind], use);
	sort(o, d, kind);
}

/* ---- launches ---- */

static uint16_t
number_of(struct order *o, const struct inst *in)
{
	size_t i = o->ninsts;
	while (i > 0 && o->insts[i - 1] != in)
		i--;
	if (i || o->ninsts == INSTS_MAX)
		return (uint16_t)(i ? i : INSTS_MAX);
	o->insts = sim_grown(o->insts, o->ninsts, &o->insts_cap, sizeof *o->insts);
	o->insts[o->ninsts++] = in;
	return (uint16_t)o->ninsts;
}

static void
note_use(struct order *o, struct span *s, int kind, size_t at, size_t end, uint16_t number)
{
	struct used *u = &s->used[kind];
	if (!is_used(s)) {
		s->next_used = o->used;
		o->used = s;
	}
	if (!u->by)
		*u = (struct used){ shadow_map(s->bytes * sizeof *u->by), at, at };
	u->first = at < u->first ? at : u->first;
	u->end = end > u->end ? end : u->end;
	while (at < end)
		u->by[at++] = number;
}

void
order_access(struct checks *c, const struct access *a)
{
	struct order *o = c->order;
	int kind = a->kind == ACCESS_READ ? READS : WRITES;
	if (!o || !o->now || a->space != SPACE_GLOBAL)
		return;
	uint16_t number = number_of(o, a->in);
	FOR_LANES(i, a->mask) {
		struct span *s = span_at(&c->spans, a->addr[i]);
		size_t at = s ? a->addr[i] - s->addr : 0, end = at + a->bytes;
		if (s)
			note_use(o, s, kind, at, end < s->bytes ? end : s->bytes, number);
	}
}

static void
collect(const struct order *o, const struct span *s, int kind, struct uses *out)
{
	const struct used *u = &s->used[kind];
	for (size_t i = u->first, n; u->by && i < u->end; i += n) {
		for (n = 1; i + n < u->end && u->by[i + n] == u->by[i];)
			n++;
		if (u->by[i])
			add(out, (struct use){ (uintptr_t)s->host + i, n, o->insts[u->by[i] - 1] });
	}
}

void
order_launch_end(struct checks *c)
{
	struct order *o = c->order;
	struct construct *now = o ? o->now : NULL;
	for (int k = 0; now && k < USES; k++) {
		struct uses *u = &now->uses[k];
		for (const struct span *s = o->used; s; s = s->next_used)
			collect(o, s, k, u);
		sort(o, now, k);
		compare_with_others(c, now, u, k);
	}
	for (struct span *s = o ? o->used : NULL; s; s = s->next_used)
		forget_launch(s);
	if (o) {
		o->used = NULL;
		o->now = NULL;
		o->ninsts = 0;
	}
}

void
order_free(struct checks *c)
{
	struct order *o = c->order;
	if (!o)
		return;
	for (size_t i = 0; i < o->n; i++)
		construct_free(o->known[i].construct);
	free(o->known);
	free(o->insts);
	free(o);
}
