/*
 * bar.c: barriers of a team (PTX ISA 9.7.13.1).  Arrivals are counted in warps of 32 threads, as
 * the machines do.  Up to sm_6x a warp arrives whole, whichever lanes are active; from sm_70 on it
 * has arrived when every lane of it that has not exited has executed the barrier.
 */
#include "exec/observer.h"

static uint32_t
live_warps(const struct team *t)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < t->nwarps; i++)
		n += t->warps[i].live != 0;
	return n;
}

static void
write_reduction(struct warp *w, const struct inst *in, uint32_t mask, const struct barrier *b)
{
	if (in->mode == PTX_MOD_MPOPC) {
		uint32_t *d = at(w, in->d);
		FOR_LANES(i, mask)
			d[i] = b->pred_count;
		return;
	}
	bool r = in->mode == PTX_MOD_MAND ? b->pred_count == b->pred_total : b->pred_count > 0;
	write_pred(w, in->d, mask, r ? FULL : 0);
}

static void
release_group(struct warp *w, struct group *g, const struct barrier *b)
{
	const struct inst *in = &g->frame->func->code[g->pc];
	if (w->watched)
		EMIT(w->team->grid, resume, w, in, g->bar, g->mask);
	if (in->mode == PTX_MOD_MPOPC || in->mode == PTX_MOD_MAND || in->mode == PTX_MOD_MOR) {
		w->base[BASE_FRAME] = g->frame->regs;
		w->base[BASE_CONST] = g->frame->func->consts;
		write_reduction(w, in, g->mask, b);
	}
	g->state = GROUP_READY;
	g->pc++;
}

static void
release(struct team *t, uint32_t id)
{
	struct barrier *b = &t->bars[id];
	EMIT(t->grid, release, t, id);
	for (uint32_t i = 0; i < t->nwarps; i++) {
		struct warp *w = &t->warps[i];
		for (uint32_t k = 0; k < w->ngroups; k++)
			if (w->groups[k].state == GROUP_AT_BARRIER && w->groups[k].bar == id)
				release_group(w, &w->groups[k], b);
		if (b->lanes)
			b->lanes[i] = 0;
	}
	b->arrived = b->expected = b->pred_count = b->pred_total = 0;
}

/* Count w in when all its lanes are there.  Release the barrier when all warps are. */
static void
count_in(struct warp *w, uint32_t id)
{
	struct team *t = w->team;
	struct barrier *b = &t->bars[id];
	if (b->lanes[w->id] && !(w->live & ~b->lanes[w->id])) {
		b->arrived += WARP;
		b->lanes[w->id] = 0;
	}
	uint32_t expected = b->expected ? b->expected : live_warps(t) * WARP;
	if (b->arrived && b->arrived >= expected)
		release(t, id);
}

void
bar_lanes_exited(struct warp *w)
{
	for (uint32_t id = 0; id < BARRIERS; id++) {
		struct barrier *b = &w->team->bars[id];
		if (b->arrived || b->lanes[w->id])
			count_in(w, id);
	}
}

static void
add_predicates(struct warp *w, const struct inst *in, uint32_t mask, struct barrier *b)
{
	if (in->mode == PTX_MOD_SYNC || in->mode == PTX_MOD_ARRIVE)
		return;
	b->pred_count += (uint32_t)__builtin_popcount(read_pred(w, in->c, in->negated) & mask);
	b->pred_total += (uint32_t)__builtin_popcount(mask);
}

static bool
one_operand(const uint32_t *v, uint32_t mask)
{
	FOR_LANES(i, mask)
		if (v[i] != v[__builtin_ctz(mask)])
			return false;
	return true;
}

static int
check_operands(struct warp *w, const struct inst *in, uint32_t mask)
{
	uint32_t lane = (uint32_t)__builtin_ctz(mask), id = ((uint32_t *)at(w, in->a))[lane];
	uint32_t count = in->has_count ? ((uint32_t *)at(w, in->b))[lane] : WARP;
	if (id >= BARRIERS)
		return fault(w, in, lane, SIM_TRAP, "barrier %u: there are barriers 0 to 15", id);
	if (!count || count % WARP)
		return fault(w, in, lane, SIM_TRAP,
			"barrier %u: the thread count %u is no multiple of %d", id, count, WARP);
	if (!one_operand(at(w, in->a), mask) || (in->has_count && !one_operand(at(w, in->b), mask)))
		return fault(w, in, lane, SIM_TRAP,
			"barrier: the lanes of the warp name different barriers or "
			"counts");
	return ACT_NEXT;
}

int
exec_bar(struct warp *w, const struct inst *in, uint32_t mask)
{
	int act = check_operands(w, in, mask);
	if (act != ACT_NEXT)
		return act;
	if (w->light && w->light_for) {
		w->light = false;
		return ACT_COUNT; /* again, seen */
	}
	uint32_t lane = (uint32_t)__builtin_ctz(mask), id = ((uint32_t *)at(w, in->a))[lane];
	struct barrier *b = &w->team->bars[id];
	if (in->has_count)
		b->expected = ((uint32_t *)at(w, in->b))[lane];
	add_predicates(w, in, mask, b);
	b->lanes[w->id] |= w->independent ? mask : w->live;
	bool waits = in->mode != PTX_MOD_ARRIVE;
	if (w->watched)
		EMIT(w->team->grid, arrive, w, in, id, mask, waits);
	if (waits)
		warp_wait(w,
			(struct group){ .mask = w->independent ? mask : w->mask,
				.state = GROUP_AT_BARRIER,
				.bar = id });
	else
		warp_save(w);
	count_in(w, id);
	return ACT_RESCHED;
}
