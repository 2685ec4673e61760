/*
 * contend.c: warps that compete for one value by loops of compare and swap, or for a lock.
 *
 * The functional half runs each warp far ahead, so there a compare and swap fails only against lanes
 * of its own warp, and a lock is free.  Results stay so; here time decides what a try would have
 * found.  The trace says which places a compare and swap in a loop has changed, and all that changes
 * such a place.  Failing tries are not replayed, for a thousand warps would make a million of them:
 *
 * - A warp that takes its new value from what it has read, and comes when another has been there
 *   since, must read what that one left.  So between two successes of different warps lies at least
 *   one turn of the loop, and they come one after the other, in the order of their first tries.
 * - A warp that compares with the same value on each try waits for a lock.  It is put aside until
 *   that value is back.  Of those who wait the one whose next try comes first gets it.
 *
 * A turn takes the time of one try, or that of one try of each who competes, where these are done.
 * Of a lock's tries the traffic is left out.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "timing/machine_int.h"

/* ---- places ---- */

static struct place *
slot_for(const struct places *p, uint64_t key)
{
	size_t i = (key * 0x9e3779b97f4a7c15ull >> 20) & (p->cap - 1);
	while (p->at[i].used && p->at[i].key != key)
		i = (i + 1) & (p->cap - 1);
	return &p->at[i];
}

static void
grow(struct places *p)
{
	struct places old = *p;
	p->cap = old.cap ? 2 * old.cap : 64;
	if (!(p->at = calloc(p->cap, sizeof *p->at)))
		sim_out_of_memory();
	for (size_t i = 0; i < old.cap; i++)
		if (old.at[i].used)
			*slot_for(p, old.at[i].key) = old.at[i];
	free(old.at);
}

struct place *
places_find(struct places *p, uint64_t key, bool add)
{
	if (add && 2 * p->n >= p->cap)
		grow(p);
	struct place *x = p->cap ? slot_for(p, key) : NULL;
	if (!x || x->used)
		return x;
	if (!add)
		return NULL;
	p->n++;
	*x = (struct place){ .used = true, .key = key };
	return x;
}

void
places_clear(struct places *p)
{
	if (p->n)
		memset(p->at, 0, p->cap * sizeof *p->at);
	p->n = 0;
}

/* ---- loops ---- */

/* What depends on memory, as the last try or this one found it: registers of PTX, operands of machine
 * code. */
struct taint {
	uint32_t of[64];
	unsigned n;
	bool read;
};

static void
look(void *ctx, uint32_t reg)
{
	struct taint *t = ctx;
	for (unsigned i = 0; i < t->n; i++)
		t->read |= t->of[i] == reg;
}

static void
set(void *ctx, uint32_t reg)
{
	struct taint *t = ctx;
	for (unsigned i = 0; i < t->n; i++)
		if (t->of[i] == reg)
			t->of[i--] = t->of[--t->n];
	if (t->read && t->n < sizeof t->of / sizeof *t->of)
		t->of[t->n++] = reg;
}

static void
reads(const struct sim_func *f, const struct inst *in, const struct costs *cs, struct taint *t)
{
	t->read = cs->of[in->id].cls == OP_LOAD;
	if (!f->schedule)
		visit_uses(in->src, look, t);
	for (unsigned i = 0; f->schedule && i < t->n; i++)
		t->read |= code_reads(in, t->of[i]);
}

static void
writes(const struct sim_func *f, const struct inst *in, struct taint *t)
{
	unsigned n;
	if (!f->schedule) {
		visit_defs(in->src, set, t);
		return;
	}
	const struct code_register *r = code_written(in, &n);
	for (unsigned i = 0; i < n; i++)
		set(t, r[i].operand);
}

/* Return whether each try compares with the same value and puts the same.  The loop is from `first` to
 * `last`. */
static bool
is_lock(const struct costs *cs, const struct sim_func *f, uint32_t first, uint32_t last,
	uint32_t swap)
{
	struct taint t = { .read = true };
	writes(f, &f->code[swap], &t);
	for (uint32_t i = swap; (i = i == last ? first : i + 1) != swap;) {
		reads(f, &f->code[i], cs, &t);
		writes(f, &f->code[i], &t);
	}
	reads(f, &f->code[swap], cs, &t);
	return !t.read;
}

/* Return the cycles of a turn without its compare and swap, whose result is there at 0. */
static double
turn_of(const struct costs *cs, uint32_t first, uint32_t last, const struct cost *swap)
{
	double ready[SCOREBOARD] = { 0 }, t = 0;
	uint32_t i = swap->place;
	do {
		i = i == last ? first : i + 1;
		const struct cost *c = &cs->of[cs->placed[i]];
		double operands = c->cls == OP_FREE ? 0 : t;
		for (unsigned k = 0; k < c->nread && !c->is_static; k++)
			operands = fmax(operands, ready[c->read[k]]);
		if (c->guard && !c->is_static)
			operands = fmax(operands,
				ready[c->guard - 1] + cs->model->pred_branch -
					cs->model->op[OP_COMPARE].latency);
		for (unsigned k = 0; k < c->nwritten && i != swap->place; k++)
			ready[c->written[k]] = operands + c->latency;
		if (c->cls == OP_FREE)
			continue;
		t = operands;
		if (i != swap->place)
			t += c->is_static ? c->own : c->slots > 1 ? c->slots : 1;
		if (i == last)
			t += c->is_static ? cs->model->taken : cs->model->branch_gap;
	} while (i != swap->place);
	return t;
}

/* Find the loop of a compare and swap: straight code that ends in a branch to its begin. */
static void
find_loop(struct costs *cs, const struct sim_func *f, uint32_t swap)
{
	struct cost *c = &cs->of[f->code[swap].id];
	uint32_t last = swap;
	while (last + 1 < f->ncode && !ends_block(&f->code[last]))
		last++;
	const struct inst *jump = &f->code[last];
	if (inst_op(jump) != PTX_OP_BRA || jump->guard_kind == GUARD_NONE || jump->target > swap)
		return;
	for (uint32_t i = jump->target; i < swap; i++)
		if (ends_block(&f->code[i]))
			return;
	c->lock = is_lock(cs, f, jump->target, last, swap);
	c->turn = (float)turn_of(cs, f->code[jump->target].id, jump->id, c);
}

void
contend_func(struct costs *cs, const struct sim_func *f)
{
	for (uint32_t i = 0; i < f->ncode; i++)
		if (f->code[i].src && has_mod(f->code[i].src, PTX_MOD_CAS))
			find_loop(cs, f, i);
}

/* ---- the machine ---- */

static struct places *
places_of(struct machine *m, struct mwarp *w, enum space space)
{
	return space == SPACE_SHARED ? &w->team->places : &m->places;
}

/* Return how many warps one stands for: of a sample, those elsewhere on the chip. */
static double
share_of(const struct machine *m, enum space space)
{
	return space == SPACE_SHARED ? 1 : m->memory.share;
}

/* A place has changed at `when`: of those who wait for its value, let the next one try. */
static void
wake(struct machine *m, const struct places *at, struct place *p, double when)
{
	struct waiting *best = NULL;
	for (size_t i = 0; i < m->nwaiting && p->waiting; i++) {
		struct waiting *x = &m->waiting[i];
		if (x->value != p->value || x->key != p->key || x->at != at)
			continue;
		if (x->next < when)
			x->next += (double)(uint64_t)((when - x->next) / x->round + 1) * x->round;
		if (!best || x->next < best->next)
			best = x;
	}
	if (!best)
		return;
	p->waiting--;
	m->counts->retries += best->lanes *
		(uint64_t)((best->next - best->since) / best->round + 0.5);
	try_at(m, best->warp, best->next);
	*best = m->waiting[--m->nwaiting];
}

bool
locked_out(struct machine *m, struct mwarp *w, const struct cost *c, double now)
{
	const struct timing_model *tm = m->model;
	for (unsigned i = 0; i < w->naccess && !m->no_locks; i++) {
		const struct trace_access *a = &w->access[i];
		struct places *at = places_of(m, w, a->space);
		for (uint32_t k = 0; k < a->changes; k++) {
			uint32_t want = (uint32_t)(a->change[2 * k + 1] >> 32);
			struct place *p = places_find(at, a->change[2 * k], false);
			if (!p || p->value == want)
				continue;
			m->waiting = sim_grown(m->waiting, m->nwaiting, &m->waiting_cap,
				sizeof *m->waiting);
			double latency = a->space == SPACE_SHARED ?
				tm->shared_atomic_latency :
				tm->l2_latency + tm->atom_latency;
			double round = latency + c->turn;
			m->waiting[m->nwaiting++] = (struct waiting){ w, at, p->key, want, a->same,
				now, now + round, round };
			p->waiting++;
			w->why = STALL_MEMORY;
			return true;
		}
	}
	return false;
}

bool
open_locks(struct machine *m)
{
	for (size_t i = 0; i < m->nwaiting; i++)
		try_at(m, m->waiting[i].warp, m->waiting[i].since);
	m->no_locks = m->nwaiting;
	m->nwaiting = 0;
	return m->no_locks;
}

void
stop_trying(struct mwarp *w)
{
	*w->trying -= w->work;
	w->trying = NULL;
}

/* Return the cycles of a turn of the loop in which the warp now tries, among others. */
static double
try_on(struct machine *m, struct mwarp *w, const struct cost *c, const struct trace_access *a,
	double latency)
{
	if (w->trying)
		stop_trying(w);
	if (a->space == SPACE_SHARED) {
		w->trying = &w->team->sm->trying;
		w->work = moving(m->model, c, a);
	} else {
		w->trying = &memory_atomics(&m->memory, a, &w->work)->trying;
	}
	*w->trying += w->work;
	double share = share_of(m, a->space);
	return share * fmax(latency + c->turn, share * *w->trying);
}

double
contend(struct machine *m, struct mwarp *w, const struct cost *c, const struct trace_access *a,
	double t, double latency)
{
	struct places *at = places_of(m, w, a->space);
	bool guesses = c && c->turn > 0 && (!c->lock || m->no_locks);
	double *read = &w->read[a->space == SPACE_SHARED], end = t, round = 0;
	for (uint32_t k = 0; k < a->changes; k++) {
		struct place *p = places_find(at, a->change[2 * k], true);
		double when = t, held = t - p->last;
		if (guesses && p->last > *read) {
			if (round <= 0)
				round = try_on(m, w, c, a, latency);
			when = fmax(t, p->last) + round;
			m->counts->retries += a->same * (uint64_t)((when - t) / round + 0.5);
		}
		p->last = when;
		p->value = (uint32_t)a->change[2 * k + 1];
		end = fmax(end, when);
		wake(m, at, p, when + (share_of(m, a->space) - 1) * held);
	}
	if (a->kind != ACCESS_WRITE)
		*read = end;
	if (round > 0)
		w->until = end;
	return end - t;
}
