/*
 * lanes.c: operations among the lanes of a warp: shfl, vote, match, redux, bar.warp.sync
 * (PTX ISA 9.7.9.6, 9.7.13).  Each gathers from its lanes, computes, and scatters.
 *
 * With independent threads a .sync form waits until every lane that its mask names, and that has
 * not exited, executes the same operation with the same mask; that may be in several groups.
 */
#include <string.h>

#include "exec/observer.h"

struct collective {
	uint64_t a[WARP], d[WARP];
	uint32_t b[WARP], c[WARP];
	uint32_t lanes, pred; /* who takes part; predicate source or result */
	bool has_d;
};

static void
gather(struct warp *w, const struct inst *in, uint32_t mask, struct collective *x)
{
	enum ptx_op op = in->src->op;
	x->lanes |= mask;
	if (op == PTX_OP_VOTE) {
		x->pred = (x->pred & ~mask) | (read_pred(w, in->a, in->negated) & mask);
		return;
	}
	if (op == PTX_OP_BAR || op == PTX_OP_BARRIER)
		return;
	FOR_LANES(i, mask) {
		x->a[i] = in->bytes == 8 ? ((uint64_t *)at(w, in->a))[i] :
					   ((uint32_t *)at(w, in->a))[i];
		if (op == PTX_OP_SHFL) {
			x->b[i] = ((uint32_t *)at(w, in->b))[i];
			x->c[i] = ((uint32_t *)at(w, in->c))[i];
		}
	}
}

static void
scatter(struct warp *w, const struct inst *in, uint32_t mask, const struct collective *x)
{
	enum ptx_op op = in->src->op;
	if (op == PTX_OP_BAR || op == PTX_OP_BARRIER)
		return;
	if (op == PTX_OP_VOTE && in->mode != PTX_MOD_BALLOT) {
		write_pred(w, in->d, mask, x->pred);
		return;
	}
	uint32_t *d = at(w, in->d);
	FOR_LANES(i, mask)
		d[i] = (uint32_t)x->d[i];
	if (in->has_d2)
		write_pred(w, in->d2, mask, x->pred);
}

/* ---- shfl: PTX ISA 9.7.9.6, with its names ---- */

static void
shuffle_lane(const struct inst *in, struct collective *x, uint32_t lane)
{
	uint32_t bval = x->b[lane] & 31, cval = x->c[lane] & 31, segmask = x->c[lane] >> 8 & 31;
	uint32_t max_lane = (lane & segmask) | (cval & ~segmask), min_lane = lane & segmask;
	int32_t j = (int32_t)lane;
	bool p;
	switch (in->mode) {
	case PTX_MOD_UP:
		j -= (int32_t)bval;
		p = j >= (int32_t)max_lane;
		break;
	case PTX_MOD_DOWN:
		j += (int32_t)bval;
		p = j <= (int32_t)max_lane;
		break;
	case PTX_MOD_BFLY:
		j ^= (int32_t)bval;
		p = j <= (int32_t)max_lane;
		break;
	default:
		j = (int32_t)(min_lane | (bval & ~segmask));
		p = j <= (int32_t)max_lane;
		break;
	}
	if (!p)
		j = (int32_t)lane;
	/* reading a lane that does not take part is undefined: here it gives the reader's own
	 * value */
	x->d[lane] = x->lanes >> j & 1 ? x->a[j] : x->a[lane];
	x->pred = (x->pred & ~(1u << lane)) | (uint32_t)p << lane;
}

/* ---- vote, match, redux ---- */

static void
vote(const struct inst *in, struct collective *x)
{
	uint32_t yes = x->pred & x->lanes;
	bool all = yes == x->lanes, any = yes != 0;
	FOR_LANES(i, x->lanes)
		x->d[i] = yes;
	if (in->mode == PTX_MOD_BALLOT)
		return;
	bool r = in->mode == PTX_MOD_VALL ? all : in->mode == PTX_MOD_VANY ? any : all || !any;
	x->pred = r ? FULL : 0;
}

static void
match(const struct inst *in, struct collective *x)
{
	FOR_LANES(i, x->lanes) {
		uint32_t same = 0;
		FOR_LANES(k, x->lanes)
			same |= (uint32_t)(x->a[k] == x->a[i]) << k;
		x->d[i] = in->mode == PTX_MOD_VALL && same != x->lanes ? 0 : same;
		x->pred = same == x->lanes ? FULL : 0;
	}
}

static uint32_t
reduce(enum ptx_mod op, bool is_signed, uint32_t a, uint32_t b)
{
	bool less = is_signed ? (int32_t)a < (int32_t)b : a < b;
	switch (op) {
	case PTX_MOD_AADD: return a + b;
	case PTX_MOD_AMIN: return less ? a : b;
	case PTX_MOD_AMAX: return less ? b : a;
	case PTX_MOD_MAND: return a & b;
	case PTX_MOD_MOR: return a | b;
	default: return a ^ b;
	}
}

static void
redux(const struct inst *in, struct collective *x)
{
	uint32_t first = (uint32_t)__builtin_ctz(x->lanes), r = (uint32_t)x->a[first];
	FOR_LANES(i, x->lanes & ~(1u << first))
		r = reduce((enum ptx_mod)in->mode, in->is_signed, r, (uint32_t)x->a[i]);
	FOR_LANES(i, x->lanes)
		x->d[i] = r;
}

static void
compute(const struct inst *in, struct collective *x)
{
	switch (in->src->op) {
	case PTX_OP_SHFL:
		FOR_LANES(i, x->lanes)
			shuffle_lane(in, x, i);
		break;
	case PTX_OP_VOTE: vote(in, x); break;
	case PTX_OP_MATCH: match(in, x); break;
	case PTX_OP_REDUX: redux(in, x); break;
	default: break;
	}
}

/* Tell observers that lanes have met.  Of machine code only what was bar.warp.sync orders memory:
 * ptxas lets lanes wait before shfl.sync, too. */
static void
tell(struct warp *w, const struct inst *in, uint32_t lanes)
{
	const struct pinst *from = in->src->from;
	if (w->watched && in->fn == exec_warpsync && (!from || has_mod(from, PTX_MOD_WARP)))
		EMIT(w->team->grid, meet, w, in, lanes);
}

/* ---- waiting for the named lanes ---- */

/* Do what the lanes of mask do among themselves. */
static void
perform(struct warp *w, const struct inst *in, uint32_t mask)
{
	struct collective x = { .lanes = 0 };
	gather(w, in, mask, &x);
	compute(in, &x);
	scatter(w, in, mask, &x);
	tell(w, in, mask);
}

/* Return those lanes of mask that name the same members as its first one. */
static uint32_t
same_members(const uint32_t *members, uint32_t mask)
{
	uint32_t same = 0, m = members[__builtin_ctz(mask)];
	FOR_LANES(i, mask)
		same |= (uint32_t)(members[i] == m) << i;
	return same;
}

/* Execute a collective.  Lanes that came together may belong to several sets of members, each of
 * which is for itself. */
static int
collective(struct warp *w, const struct inst *in, uint32_t mask)
{
	const uint32_t *members = in->has_member || in->fn == exec_warpsync ? at(w, in->e) : NULL;
	uint32_t waiting = 0, set;
	if (!w->independent || !members) {
		perform(w, in, mask);
		return ACT_NEXT;
	}
	for (uint32_t left = mask; left; left &= ~set) {
		set = same_members(members, left);
		if (members[__builtin_ctz(set)] & w->live & ~set)
			waiting |= set;
		else
			perform(w, in, set);
	}
	for (uint32_t left = waiting; left; left &= ~set) {
		set = same_members(members, left);
		warp_wait(w,
			(struct group){ .mask = set,
				.state = GROUP_AT_COLLECTIVE,
				.members = members[__builtin_ctz(set)] });
	}
	return waiting ? ACT_RESCHED : ACT_NEXT;
}

static const struct inst *
inst_of(const struct group *g)
{
	return &g->frame->func->code[g->pc];
}

static bool
same_operation(const struct group *a, const struct group *b)
{
	const struct inst *x = inst_of(a), *y = inst_of(b);
	return a->state == GROUP_AT_COLLECTIVE && b->state == GROUP_AT_COLLECTIVE &&
		a->members == b->members && x->fn == y->fn && x->mode == y->mode &&
		x->bytes == y->bytes;
}

static void
use_frame(struct warp *w, const struct group *g)
{
	w->base[BASE_FRAME] = g->frame->regs;
	w->base[BASE_CONST] = g->frame->func->consts;
}

static void
merge_groups(struct warp *w)
{
	for (uint32_t i = 0; i < w->ngroups; i++)
		for (uint32_t k = w->ngroups; k-- > i + 1;) {
			struct group *a = &w->groups[i], *b = &w->groups[k];
			if (a->state != GROUP_READY || b->state != GROUP_READY || a->pc != b->pc ||
				a->frame != b->frame || a->join != b->join)
				continue;
			a->mask |= b->mask;
			w->ngroups--;
			memmove(b, b + 1, (w->ngroups - k) * sizeof *b);
		}
}

static void
complete(struct warp *w, const struct group *first)
{
	struct collective x = { .lanes = 0 };
	struct group like = *first;
	const struct inst *in = inst_of(first);
	bool again = in->again;
	for (uint32_t i = 0; i < w->ngroups; i++)
		if (same_operation(&like, &w->groups[i])) {
			again &= in->together || w->groups[i].pc == like.pc;
			use_frame(w, &w->groups[i]);
			gather(w, inst_of(&w->groups[i]), w->groups[i].mask, &x);
		}
	compute(in, &x);
	for (uint32_t i = 0; i < w->ngroups; i++)
		if (same_operation(&like, &w->groups[i])) {
			use_frame(w, &w->groups[i]);
			scatter(w, inst_of(&w->groups[i]), w->groups[i].mask, &x);
			w->groups[i].pc = (in->together ? like.pc : w->groups[i].pc) + !again;
			w->groups[i].state = GROUP_READY;
		}
	if (!again)
		tell(w, in, x.lanes);
	merge_groups(w);
	w->cur = 0;
}

uint32_t
collective_arrived(const struct warp *w, const struct group *g)
{
	uint32_t there = 0;
	for (uint32_t k = 0; k < w->ngroups; k++)
		if (same_operation(g, &w->groups[k]))
			there |= w->groups[k].mask;
	return there;
}

/* Complete one collective for which all named lanes are there. */
bool
collective_try(struct warp *w)
{
	for (uint32_t i = 0; i < w->ngroups; i++) {
		const struct group *g = &w->groups[i];
		if (g->state != GROUP_AT_COLLECTIVE)
			continue;
		if (!(g->members & w->live & ~collective_arrived(w, g))) {
			complete(w, g);
			return true;
		}
	}
	return false;
}

/* Take lanes out of the masks of others when they leave: these no longer wait for them, nor they
 * for these. */
bool
collective_let_go(struct warp *w, uint32_t absent)
{
	for (uint32_t i = w->ngroups; i-- > 0;) {
		struct group g = w->groups[i];
		if (g.state != GROUP_AT_COLLECTIVE || !inst_of(&g)->lets_go)
			continue;
		uint32_t there = collective_arrived(w, &g);
		if (g.members & w->live & ~there & ~absent)
			continue;
		use_frame(w, &g);
		uint32_t *members = at(w, inst_of(&g)->e);
		FOR_LANES(k, g.members & ~there)
			members[k] &= ~there;
		complete(w, &w->groups[i]);
		return true;
	}
	return false;
}

int
exec_shfl(struct warp *w, const struct inst *in, uint32_t mask)
{
	return collective(w, in, mask);
}
int
exec_vote(struct warp *w, const struct inst *in, uint32_t mask)
{
	return collective(w, in, mask);
}
int
exec_match(struct warp *w, const struct inst *in, uint32_t mask)
{
	return collective(w, in, mask);
}
int
exec_redux(struct warp *w, const struct inst *in, uint32_t mask)
{
	return collective(w, in, mask);
}

/* Execute bar.warp.sync.  Up to sm_6x it presumes converged lanes and assembles to nothing. */
int
exec_warpsync(struct warp *w, const struct inst *in, uint32_t mask)
{
	if (w->independent)
		return collective(w, in, mask);
	tell(w, in, mask);
	return ACT_NEXT;
}

int
exec_activemask(struct warp *w, const struct inst *in, uint32_t mask)
{
	uint32_t *d = at(w, in->d);
	FOR_LANES(i, mask)
		d[i] = mask;
	return ACT_NEXT;
}
