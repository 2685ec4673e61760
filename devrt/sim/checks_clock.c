/*
 * checks_clock.c: what each thread of a grid knows of the others, for the race check.
 *
 * Each warp has a clock, which ticks when a lane of it offers what it did to others.  A thread knows
 * a clock for every other thread: all that the other did up to then happened before.  Knowledge
 * comes from barriers (PTX ISA 9.7.13), from bar.warp.sync, and through atomics and other strong
 * accesses: a fence, then a strong write here; a strong read of it, then a fence there (PTX ISA 8.8,
 * release and acquire patterns).  A barrier of the whole team is the common case and only moves the
 * team's base; what goes beyond is a vector clock of the thread's own.
 */
#include <stdlib.h>
#include <string.h>

#include "checks_int.h"

static void *
must(void *p)
{
	if (!p)
		sim_out_of_memory();
	return p;
}

/* ---- parts ---- */

static struct part *
part_new(uint64_t team, uint32_t n)
{
	struct part *p = must(calloc(1, sizeof *p + n * sizeof *p->clock));
	*p = (struct part){ .refs = 1, .team = team, .n = n };
	return p;
}

static void
part_drop(struct part *p)
{
	if (!--p->refs)
		free(p);
}

static bool
part_includes(const struct part *a, const struct part *b)
{
	if (a == b)
		return true;
	uint32_t missing = 0; /* no early way out: this loop is vectorised */
	for (uint32_t i = 0; i < b->n; i++)
		missing |= a->clock[i] < b->clock[i];
	return !missing;
}

/* A counted one that holds the later of each clock. */
static struct part *
part_join(struct part *a, struct part *b)
{
	struct part *r = part_includes(a, b) ? a : part_includes(b, a) ? b : NULL;
	if (r) {
		r->refs++;
		return r;
	}
	r = part_new(a->team, a->n);
	for (uint32_t i = 0; i < a->n; i++)
		r->clock[i] = a->clock[i] > b->clock[i] ? a->clock[i] : b->clock[i];
	return r;
}

/* ---- vector clocks ---- */

static struct vclock *
vclock_new(uint32_t room)
{
	struct vclock *v = must(calloc(1, sizeof *v + room * sizeof *v->part));
	v->refs = 1;
	return v;
}

static struct vclock *
vclock_ref(struct vclock *v)
{
	if (v)
		v->refs++;
	return v;
}

static void
vclock_drop(struct vclock *v)
{
	if (!v || --v->refs)
		return;
	for (uint32_t i = 0; i < v->n; i++)
		part_drop(v->part[i]);
	free(v);
}

static void
vclock_set(struct vclock **at, struct vclock *v)
{
	vclock_drop(*at);
	*at = v;
}

static const struct part *
vclock_part(const struct vclock *v, uint64_t team)
{
	for (uint32_t lo = 0, hi = v ? v->n : 0; lo < hi;) {
		uint32_t mid = (lo + hi) / 2;
		if (v->part[mid]->team == team)
			return v->part[mid];
		if (v->part[mid]->team < team)
			lo = mid + 1;
		else
			hi = mid;
	}
	return NULL;
}

static bool
vclock_includes(const struct vclock *a, const struct vclock *b)
{
	uint32_t k = 0; /* where a is likely to have the next part: behind the last one */
	for (uint32_t i = 0; i < b->n; i++, k++) {
		const struct part *q = b->part[i], *p = a && k < a->n ? a->part[k] : NULL;
		if (p == q)
			continue;
		if (!p || p->team != q->team)
			p = vclock_part(a, q->team);
		if (!p || !part_includes(p, q))
			return false;
	}
	return true;
}

static struct vclock *
merge(const struct vclock *a, const struct vclock *b)
{
	struct vclock *r = vclock_new(a->n + b->n);
	for (uint32_t i = 0, k = 0; i < a->n || k < b->n;) {
		struct part *p = i < a->n ? a->part[i] : NULL, *q = k < b->n ? b->part[k] : NULL;
		if (p && q && p->team == q->team) {
			r->part[r->n++] = part_join(p, q);
			i++, k++;
		} else if (p && (!q || p->team < q->team)) {
			p->refs++;
			r->part[r->n++] = p;
			i++;
		} else {
			q->refs++;
			r->part[r->n++] = q;
			k++;
		}
	}
	return r;
}

/* *a learns all of b. */
static void
learn(struct vclock **a, struct vclock *b)
{
	if (!b || *a == b)
		return;
	if (!*a || vclock_includes(b, *a))
		vclock_set(a, vclock_ref(b));
	else if (!vclock_includes(*a, b))
		vclock_set(a, merge(*a, b));
}

static struct vclock *
vclock_of(struct part *p)
{
	struct vclock *v = vclock_new(1);
	v->part[v->n++] = p;
	return v;
}

/* Without what is known of one team, or NULL when that was all. */
static struct vclock *
without(const struct vclock *v, uint64_t team)
{
	struct vclock *r = vclock_new(v->n);
	for (uint32_t i = 0; i < v->n; i++)
		if (v->part[i]->team != team) {
			v->part[i]->refs++;
			r->part[r->n++] = v->part[i];
		}
	if (r->n)
		return r;
	vclock_drop(r);
	return NULL;
}

/* ---- places through which clocks pass ---- */

static struct loc *
locs_probe(const struct locs *l, uint64_t key)
{
	size_t i = key * 0x9e3779b97f4a7c15ull >> 20;
	while (l->slot[i &= l->cap - 1].key && l->slot[i].key != key)
		i++;
	return &l->slot[i];
}

static struct loc *
locs_find(const struct locs *l, uint64_t key)
{
	struct loc *f = l->cap ? locs_probe(l, key) : NULL;
	return f && f->key ? f : NULL;
}

static struct loc *
locs_add(struct locs *l, uint64_t key)
{
	if (l->used * 2 >= l->cap) {
		struct locs old = *l;
		l->cap = old.cap ? old.cap * 2 : 64;
		l->slot = must(calloc(l->cap, sizeof *l->slot));
		for (size_t i = 0; i < old.cap; i++)
			if (old.slot[i].key)
				*locs_probe(l, old.slot[i].key) = old.slot[i];
		free(old.slot);
	}
	struct loc *f = locs_probe(l, key);
	l->used += !f->key;
	f->key = key;
	return f;
}

void
locs_clear(struct locs *l)
{
	for (size_t i = 0; i < l->cap; i++)
		vclock_drop(l->slot[i].clock);
	free(l->slot);
	*l = (struct locs){ 0 };
}

/* ---- what a thread knows ---- */

bool
clock_ordered(struct cteam *ct, const struct warp *w, uint32_t lane, const struct record *r,
	uint32_t other)
{
	if (r->team == ct->id) {
		/* lanes that share a program counter go one instruction after the other, all at once */
		if (r->warp == w->id && (other == lane || !w->independent))
			return true;
		if (r->clock <= ct->base[r->warp])
			return true;
	}
	if (!ct->any_know)
		return false;
	const struct part *p = vclock_part(ct->threads[w->id * WARP + lane].know, r->team);
	return p && r->clock <= p->clock[r->warp * WARP + other];
}

/* ---- barriers ---- */

static bool
whole_team(const struct cteam *ct, const struct cbarrier *b)
{
	for (uint32_t i = 0; i < ct->nwarps; i++)
		if (ct->team->warps[i].live & ~b->waits[i])
			return false;
	return true;
}

/* Everybody knows everything; what is known of other teams becomes common, too. */
static void
order_all(struct cteam *ct, const struct cbarrier *b)
{
	for (uint32_t i = 0; i < ct->nwarps; i++)
		ct->base[i] = b->arrived[i] ? b->clock[i] : ct->clock[i]++;
	if (!ct->any_know)
		return;
	struct vclock *all = NULL;
	for (uint32_t i = 0; i < ct->nthreads; i++)
		learn(&all, ct->threads[i].know);
	if (all)
		vclock_set(&all, without(all, ct->id));
	for (uint32_t i = 0; i < ct->nthreads; i++)
		vclock_set(&ct->threads[i].know, vclock_ref(all));
	ct->any_know = all != NULL;
	vclock_drop(all);
}

/* What the lanes of a warp know, which is mostly the same. */
static void
learn_from(struct vclock **all, const struct cthread *threads, uint32_t lanes)
{
	const struct vclock *last = NULL;
	FOR_LANES(k, lanes) {
		if (threads[k].know != last)
			learn(all, threads[k].know);
		last = threads[k].know;
	}
}

/* The lanes of a warp learn all: those that knew the same then do again, without another comparison. */
static void
teach(struct cthread *threads, uint32_t lanes, struct vclock *all)
{
	struct vclock *before = NULL, *after = NULL;
	FOR_LANES(k, lanes) {
		struct vclock **know = &threads[k].know;
		if (after && *know == before) {
			vclock_set(know, vclock_ref(after));
			continue;
		}
		vclock_set(&before, vclock_ref(*know));
		learn(know, all);
		after = *know;
	}
	vclock_drop(before);
}

/* Those who wait learn what those who arrived did. */
static void
order_some(struct cteam *ct, const uint32_t *arrived, const uint32_t *waits, const uint32_t *clock)
{
	struct part *p = part_new(ct->id, ct->nwarps * WARP);
	struct vclock *all = vclock_of(p);
	for (uint32_t i = 0; i < ct->nwarps; i++)
		FOR_LANES(k, arrived[i])
			p->clock[i * WARP + k] = clock[i];
	for (uint32_t i = 0; i < ct->nwarps; i++)
		learn_from(&all, &ct->threads[i * WARP], arrived[i]);
	for (uint32_t i = 0; i < ct->nwarps; i++)
		teach(&ct->threads[i * WARP], waits[i], all);
	vclock_drop(all);
	ct->any_know = true;
}

/* A barrier of the team is also a fence for what the thread has seen through atomics. */
static void
acquire(struct cteam *ct, const struct warp *w, uint32_t lanes)
{
	if (!ct->any_know)
		return;
	FOR_LANES(i, lanes) {
		struct cthread *t = &ct->threads[w->id * WARP + i];
		learn(&t->know, t->acquired);
		vclock_set(&t->acquired, NULL);
	}
}

void
clock_arrive(struct cteam *ct, struct warp *w, uint32_t id, uint32_t lanes, bool waits)
{
	struct cbarrier *b = &ct->bars[id];
	acquire(ct, w, lanes);
	b->arrived[w->id] |= lanes;
	if (waits)
		b->waits[w->id] |= lanes;
	b->clock[w->id] = ct->clock[w->id]++;
}

void
clock_release(struct cteam *ct, uint32_t id)
{
	struct cbarrier *b = &ct->bars[id];
	if (whole_team(ct, b))
		order_all(ct, b);
	else
		order_some(ct, b->arrived, b->waits, b->clock);
	memset(b->arrived, 0, ct->nwarps * sizeof *b->arrived);
	memset(b->waits, 0, ct->nwarps * sizeof *b->waits);
}

void
clock_meet(struct cteam *ct, struct warp *w, uint32_t lanes)
{
	uint32_t mask[WARP] = { 0 };
	if (!(lanes & (lanes - 1)))
		return;
	mask[w->id] = lanes;
	order_some(ct, mask, mask, ct->clock);
	ct->clock[w->id]++;
}

/* ---- fences and strong accesses ---- */

static void
offer(struct cteam *ct, const struct warp *w, struct cthread *t)
{
	vclock_set(&t->released, vclock_ref(t->know));
	vclock_set(&t->published, NULL);
	t->released_clock = ct->clock[w->id];
	t->has_released = true;
}

void
clock_fence(struct cteam *ct, struct warp *w, uint32_t mask)
{
	acquire(ct, w, mask);
	FOR_LANES(i, mask)
		offer(ct, w, &ct->threads[w->id * WARP + i]);
	ct->clock[w->id]++;
}

/* What the thread offered at its last fence: its knowledge then, the team's, and itself. */
static struct vclock *
published(struct cteam *ct, uint32_t thread)
{
	struct cthread *t = &ct->threads[thread];
	if (t->published)
		return t->published;
	struct part *p = part_new(ct->id, ct->nwarps * WARP);
	for (uint32_t i = 0; i < p->n; i++)
		p->clock[i] = ct->base[i / WARP];
	if (p->clock[thread] < t->released_clock)
		p->clock[thread] = t->released_clock;
	t->published = vclock_of(p);
	learn(&t->published, t->released);
	return t->published;
}

static void
strong_read(struct cteam *ct, struct cthread *t, const struct loc *l, bool acquires)
{
	if (!l || !l->clock || (l->clock == t->seen && !acquires))
		return; /* polling */
	vclock_set(&t->seen, vclock_ref(l->clock));
	learn(acquires ? &t->know : &t->acquired, l->clock);
	ct->any_know = true;
}

static void
strong_write(struct cteam *ct, struct locs *locs, struct loc *l, uint64_t key, uint32_t thread,
	bool replaces)
{
	if (ct->threads[thread].has_released) {
		if (!l)
			l = locs_add(locs, key);
		if (replaces)
			vclock_set(&l->clock, NULL);
		learn(&l->clock, published(ct, thread));
	} else if (l && replaces) {
		vclock_set(&l->clock, NULL);
	}
}

/* Places are words: bytes and halves of one may be updated through the whole of it, by compare and swap. */
void
clock_strong(struct cteam *ct, struct warp *w, const struct access *a)
{
	const struct pinst *p = a->in->src;
	struct locs *locs = a->space == SPACE_SHARED ? &ct->locs : &ct->c->locs;
	bool both = has_mod(p, PTX_MOD_ACQ_REL);
	bool acquires = both || has_mod(p, PTX_MOD_ACQUIRE),
	     releases = both || has_mod(p, PTX_MOD_RELEASE);
	bool replaces = a->kind == ACCESS_WRITE && a->bytes >= 4;
	FOR_LANES(i, a->mask) {
		uint32_t thread = w->id * WARP + i;
		struct cthread *t = &ct->threads[thread];
		uint64_t key = (a->addr[i] & ~(uint64_t)3) + 1;
		struct loc *l = locs_find(locs, key);
		if (a->kind != ACCESS_WRITE)
			strong_read(ct, t, l, acquires);
		if (releases)
			offer(ct, w, t);
		if (a->kind != ACCESS_READ)
			strong_write(ct, locs, l, key, thread, replaces);
	}
	if (releases)
		ct->clock[w->id]++;
}

/* ---- a team's beginning and end ---- */

void
clock_team(struct cteam *ct)
{
	for (uint32_t i = 0; i < ct->nwarps; i++) {
		ct->clock[i] = 1;
		ct->base[i] = 0;
	}
	for (int i = 0; i < BARRIERS; i++) {
		memset(ct->bars[i].arrived, 0, ct->nwarps * sizeof *ct->bars[i].arrived);
		memset(ct->bars[i].waits, 0, ct->nwarps * sizeof *ct->bars[i].waits);
	}
	memset(ct->recent, 0, (size_t)ct->nwarps * RECENT * sizeof *ct->recent);
	ct->any_know = false;
}

/*
 * A grid that device code launches knows what its launcher had learnt, and what the launcher itself did
 * before its last fence.  (What it did since is ordered by the place of the launch: checks_grid.c.)
 */
void
clock_inherit(struct cteam *ct, const struct warp *by, uint32_t lane)
{
	struct cteam *from = by->team->checked;
	uint32_t thread = by->id * WARP + lane;
	struct part *p = part_new(from->id, from->nwarps * WARP);
	struct vclock *v = vclock_of(p);
	for (uint32_t i = 0; i < p->n; i++)
		p->clock[i] = from->base[i / WARP];
	p->clock[thread] = from->clock[by->id] - 1;
	learn(&v, from->threads[thread].know);
	for (uint32_t i = 0; i < ct->nthreads; i++)
		vclock_set(&ct->threads[i].know, vclock_ref(v));
	vclock_drop(v);
	ct->any_know = true;
}

void
clock_team_end(struct cteam *ct)
{
	for (uint32_t i = 0; i < ct->nwarps * WARP; i++) {
		struct cthread *t = &ct->threads[i];
		vclock_drop(t->know);
		vclock_drop(t->acquired);
		vclock_drop(t->released);
		vclock_drop(t->published);
		vclock_drop(t->seen);
		*t = (struct cthread){ 0 };
	}
	locs_clear(&ct->locs);
}
