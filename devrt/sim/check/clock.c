/*
 * clock.c: what each thread of a grid knows of the others, for the race check.
 *
 * Each warp has a clock, which ticks when a lane of it offers what it did to others.  A thread
 * knows a clock for every other thread: all that the other did up to then happened before.
 * Knowledge comes from barriers (PTX ISA 9.7.13), from bar.warp.sync, and through atomics and other
 * strong accesses: a fence, then a strong write here; a strong read of it, then a fence there (PTX
 * ISA 8.8, release and acquire patterns); of scope .cta, they reach the own team.  A barrier of the whole team is the common case and only
 * moves the team's base; what goes beyond is a vector clock of the thread's own.
 */
#include <stdlib.h>
#include <string.h>

#include "check/internal.h"

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

/* Return a counted part that holds the later of each clock. */
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

static struct part *
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

/* Let a learn all of b. */
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

/* Return the clock without what is known of one team, or NULL when that was all. */
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
		if (r->warp == w->id && other == lane)
			return true;
		if (r->clock <= ct->base->clock[r->warp])
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

/* Let everybody know everything.  What is known of other teams becomes common, too. */
static void
order_all(struct cteam *ct, const struct cbarrier *b)
{
	struct part *base = part_new(ct->id, ct->nwarps);
	for (uint32_t i = 0; i < ct->nwarps; i++)
		base->clock[i] = b->arrived[i] ? b->clock[i] : ct->clock[i]++;
	part_drop(ct->base);
	ct->base = base;
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

/* Learn what the lanes of a warp know, which is mostly the same. */
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

/* Let the lanes of a warp learn all.  Those that knew the same then do again, without another
 * comparison. */
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

/* Let those who wait learn what those who arrived did. */
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

static void
acquire(struct cteam *ct, const struct warp *w, uint32_t lanes, enum reach reach)
{
	if (!ct->any_know)
		return;
	FOR_LANES(i, lanes) {
		struct cthread *t = &ct->threads[w->id * WARP + i];
		for (int k = 0; k <= (int)reach; k++) {
			learn(&t->know, t->acquired[k]);
			vclock_set(&t->acquired[k], NULL);
		}
	}
}

void
clock_arrive(struct cteam *ct, struct warp *w, uint32_t id, uint32_t lanes, bool waits)
{
	struct cbarrier *b = &ct->bars[id];
	acquire(ct, w, lanes, REACH_TEAM); /* a barrier is a fence, too, for its team */
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

#define GLOBAL_KEY ((uint64_t)1 << 63) /* in a team's table */
#define LOCK_ROUTINES "<minicc>/omp.c"

static enum reach
reach_of(const struct inst *in)
{
	return has_mod(in->src, PTX_MOD_CTA) ? REACH_TEAM : REACH_DEVICE;
}

static void
offer_drop(struct offer *o)
{
	vclock_drop(o->know);
	vclock_drop(o->whole);
	if (o->base)
		part_drop(o->base);
	*o = (struct offer){ 0 };
}

/* Offer to others what the thread knows.  What is offered to the device is offered to the team. */
static void
offer(struct cteam *ct, const struct warp *w, struct cthread *t, enum reach reach)
{
	for (int i = 0; i <= (int)reach; i++) {
		offer_drop(&t->offer[i]);
		ct->base->refs++;
		t->offer[i] = (struct offer){
			.know = vclock_ref(t->know),
			.base = ct->base,
			.clock = ct->clock[w->id],
		};
	}
}

void
clock_fence(struct cteam *ct, struct warp *w, const struct inst *in, uint32_t mask)
{
	enum reach reach = reach_of(in);

	acquire(ct, w, mask, reach);
	FOR_LANES(i, mask)
		offer(ct, w, &ct->threads[w->id * WARP + i], reach);
	ct->clock[w->id]++;
}

static struct vclock *
whole_offer(const struct cteam *ct, uint32_t thread, enum reach reach)
{
	struct offer *o = &ct->threads[thread].offer[reach];
	if (o->whole)
		return o->whole;
	struct part *p = part_new(ct->id, ct->nwarps * WARP);
	for (uint32_t i = 0; i < p->n; i++)
		p->clock[i] = o->base->clock[i / WARP];
	if (p->clock[thread] < o->clock)
		p->clock[thread] = o->clock;
	o->whole = vclock_of(p);
	learn(&o->whole, o->know);
	return o->whole;
}

/* A strong access of one thread to a place of which the table keeps what reaches that far. */
struct strong {
	struct cteam *ct;
	struct locs *locs;
	uint64_t key;
	uint32_t thread;
	enum reach reach;
};

/* Learn, of all that is known, only what is of one team. */
static void
learn_own(struct vclock **know, const struct vclock *all, uint64_t team)
{
	struct part *own = vclock_part(all, team);
	if (!own)
		return;
	own->refs++;
	struct vclock *v = vclock_of(own);
	learn(know, v);
	vclock_drop(v);
}

/* Read as a strong access.  What the own team's threads published counts after a fence of any
 * reach. */
static void
strong_read(const struct strong *s, bool acquires)
{
	struct cthread *t = &s->ct->threads[s->thread];
	struct loc *l = locs_find(s->locs, s->key);
	if (!l || !l->clock || (l->clock == t->seen && !acquires))
		return; /* polling */
	vclock_set(&t->seen, vclock_ref(l->clock));
	enum reach needs = l->team == s->ct->id ? REACH_TEAM : s->reach;
	learn(acquires ? &t->know : &t->acquired[needs], l->clock);
	if (needs == REACH_DEVICE && !acquires)
		learn_own(&t->acquired[REACH_TEAM], l->clock, s->ct->id);
	s->ct->any_know = true;
}

static void
strong_write(const struct strong *s, bool replaces, bool publishes)
{
	struct cteam *ct = s->ct;
	struct loc *l = locs_find(s->locs, s->key);
	if (l && replaces)
		vclock_set(&l->clock, NULL);
	if (!publishes || !ct->threads[s->thread].offer[s->reach].base)
		return;
	if (!l)
		l = locs_add(s->locs, s->key);
	l->team = !l->clock || l->team == ct->id ? ct->id : MANY_TEAMS;
	learn(&l->clock, whole_offer(ct, s->thread, s->reach));
}

/* Return whether the access is to a lock: of critical, or of the lock routines in the device
 * runtime. */
static bool
is_lock(struct checks *c, const struct inst *in, uint64_t addr)
{
	const struct shadow *s = shadow_at(c, addr);
	return (s && (s->lock || shadow_names_lock(c, s, addr))) ||
		(in->src->file && !strcmp(in->src->file, LOCK_ROUTINES));
}

/* Return whether the access locks.  critical locks by compare and swap and unlocks by an exchange,
 * the routines lock by an exchange and unlock by a write. */
static bool
takes_lock(const struct access *a)
{
	bool routine = a->in->src->file && !strcmp(a->in->src->file, LOCK_ROUTINES);
	return a->kind == ACCESS_ATOMIC && (routine || has_mod(a->in->src, PTX_MOD_CAS));
}

static bool
fenced_for_team(const struct cthread *t)
{
	const struct offer *team = &t->offer[REACH_TEAM], *all = &t->offer[REACH_DEVICE];
	return team->base && (!all->base || team->clock != all->clock);
}

/*
 * Places are words: bytes and halves of one may be updated through the whole of it, by compare and
 * swap.  Locks order the threads of one team only (OpenMP 5.2 [15.2]), though ours reach farther.
 */
void
clock_strong(struct cteam *ct, struct warp *w, const struct access *a)
{
	const struct pinst *p = a->in->src;
	bool both = has_mod(p, PTX_MOD_ACQ_REL), shared = a->space == SPACE_SHARED;
	bool acquires = both || has_mod(p, PTX_MOD_ACQUIRE),
	     releases = both || has_mod(p, PTX_MOD_RELEASE);
	bool replaces = a->kind == ACCESS_WRITE && a->bytes >= 4;
	FOR_LANES(i, a->mask) {
		uint32_t thread = w->id * WARP + i;
		uint64_t key = (a->addr[i] & ~(uint64_t)3) + 1;
		struct cthread *t = &ct->threads[thread];
		struct strong team = { ct, &ct->locs, shared ? key : key | GLOBAL_KEY, thread,
			REACH_TEAM },
			      device = { ct, &ct->c->locs, key, thread, REACH_DEVICE };
		bool lock = !shared && is_lock(ct->c, a->in, a->addr[i]),
		     near = shared || lock || reach_of(a->in) == REACH_TEAM;
		if (lock)
			t->holds = takes_lock(a);
		if (a->kind != ACCESS_WRITE) {
			strong_read(&team, acquires);
			if (!near)
				strong_read(&device, acquires);
		}
		if (releases)
			offer(ct, w, t, reach_of(a->in));
		if (a->kind == ACCESS_READ)
			continue;
		strong_write(&team, replaces, near || fenced_for_team(t));
		if (!near)
			strong_write(&device, replaces, true);
	}
	if (releases)
		ct->clock[w->id]++;
}

/* ---- a team's beginning and end ---- */

void
clock_team(struct cteam *ct)
{
	for (uint32_t i = 0; i < ct->nwarps; i++)
		ct->clock[i] = 1;
	if (ct->base)
		part_drop(ct->base);
	ct->base = part_new(ct->id, ct->nwarps);
	for (int i = 0; i < BARRIERS; i++) {
		memset(ct->bars[i].arrived, 0, ct->nwarps * sizeof *ct->bars[i].arrived);
		memset(ct->bars[i].waits, 0, ct->nwarps * sizeof *ct->bars[i].waits);
	}
	memset(ct->recent, 0, (size_t)ct->nwarps * RECENT * sizeof *ct->recent);
	ct->any_know = false;
}

/*
 * A grid that device code launches knows what its launcher had learnt, and what the launcher itself
 * did before its last fence.  (What it did since is ordered by the place of the launch:
 * check/grid.c.)
 */
void
clock_inherit(struct cteam *ct, const struct warp *by, uint32_t lane)
{
	struct cteam *from = by->team->checked;
	uint32_t thread = by->id * WARP + lane;
	struct part *p = part_new(from->id, from->nwarps * WARP);
	struct vclock *v = vclock_of(p);
	for (uint32_t i = 0; i < p->n; i++)
		p->clock[i] = from->base->clock[i / WARP];
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
		vclock_drop(t->seen);
		for (int k = 0; k < REACHES; k++) {
			vclock_drop(t->acquired[k]);
			offer_drop(&t->offer[k]);
		}
		*t = (struct cthread){ 0 };
	}
	locs_clear(&ct->locs);
	if (ct->base)
		part_drop(ct->base);
	ct->base = NULL;
}
