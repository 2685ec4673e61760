/*
 * warp.c: one warp: its groups of lanes, their joins and frames, and the loop that executes.
 *
 * Groups are kept in order of creation.  With one program counter per warp (up to sm_6x) only the
 * last group runs, which makes the list the SIMT stack: the groups of an inner join always stand
 * above those of an outer one.  With independent threads the groups take turns at backward branches
 * and whenever one blocks.  A join that holds lanes back while nothing else can go on, or while the
 * rest only polls memory, lets them go: reconvergence is a service there, not a promise.  So does a
 * convergence barrier of machine code (BSYNC) while the rest polls with YIELD, or waits for lanes
 * of this warp.
 */
#include <stdlib.h>
#include <string.h>

#include "exec/observer.h"

#define BUDGET 2048  /* backward branches between two groups */
#define POLLS 16     /* equal answers in a row before a warp counts as spinning */
#define LONG_RUN 512 /* budgets after which a join lets waiting lanes go */
#define MAX_DEPTH 4096

/* ---- the running group ---- */

static void
load(struct warp *w, uint32_t index)
{
	struct group *g = &w->groups[index];
	w->cur = index;
	w->yielded = g->yielded = false;
	w->pc = g->pc;
	w->mask = g->mask;
	w->frame = g->frame;
	w->join = g->join;
	w->code = g->frame->func->code;
	w->base[BASE_FRAME] = g->frame->regs;
	w->base[BASE_CONST] = g->frame->func->consts;
}

void
warp_save(struct warp *w)
{
	struct group *g = &w->groups[w->cur];
	g->pc = w->pc;
	g->mask = w->mask;
	g->frame = w->frame;
	g->join = w->join;
}

void
warp_add_group(struct warp *w, struct group g)
{
	w->groups[w->ngroups++] = g;
}

void
warp_wait(struct warp *w, struct group g)
{
	uint32_t rest = w->mask & ~g.mask;
	g.frame = w->frame;
	g.join = w->join;
	g.pc = w->pc - 1;
	if (!rest) {
		w->groups[w->cur] = g;
		return;
	}
	w->mask = rest;
	warp_save(w);
	warp_add_group(w, g);
}

static void
remove_group(struct warp *w, uint32_t index)
{
	w->ngroups--;
	memmove(&w->groups[index], &w->groups[index + 1], (w->ngroups - index) * sizeof *w->groups);
}

void
warp_to_top(struct warp *w)
{
	struct group g = w->groups[w->cur];
	remove_group(w, w->cur);
	warp_add_group(w, g);
	w->cur = w->ngroups - 1;
}

/* ---- joins ---- */

struct join *
warp_push_join(struct warp *w, uint32_t rpc, uint32_t pending, uint32_t arrived)
{
	struct team *t = w->team;
	struct join *j = t->free_joins;
	if (j)
		t->free_joins = j->parent;
	else if (!(j = malloc(sizeof *j)))
		sim_out_of_memory();
	*j = (struct join){ w->join, w->frame, rpc, pending, arrived,
		w->join ? w->join->depth + 1 : 0, JOIN_BRANCH };
	w->join = j;
	return j;
}

static void
free_join(struct warp *w, struct join *j)
{
	j->parent = w->team->free_joins;
	w->team->free_joins = j;
}

static void
release_join(struct warp *w, struct join *j)
{
	warp_add_group(w,
		(struct group){ .frame = j->frame,
			.join = j->parent,
			.pc = j->rpc,
			.mask = j->arrived });
	free_join(w, j);
}

/* End the running group, which has reached its join.  When all have come, they go on at once.  A
 * group that ends leaves cur in place, so that the next in turn is the one below it. */
int
warp_arrive(struct warp *w)
{
	struct join *j = w->join;
	j->arrived |= w->mask;
	remove_group(w, w->cur);
	w->long_run = 0;
	if (j->arrived != j->pending)
		return ACT_RESCHED;
	release_join(w, j);
	load(w, w->ngroups - 1);
	return ACT_NEXT;
}

/* Take lanes that will not come out of all joins from j to `end`, or only out of those of one
 * frame.  Return the next join. */
static struct join *
leave_joins(struct warp *w, struct join *j, const struct join *end, uint32_t mask,
	struct frame *only)
{
	while (j != end && (!only || j->frame == only)) {
		struct join *parent = j->parent;
		j->pending &= ~mask;
		if (!j->pending)
			free_join(w, j);
		else if (j->pending == j->arrived)
			release_join(w, j);
		j = parent;
	}
	return j;
}

/* Let the innermost join go that holds lanes back, so that they go on alone. */
static bool
break_from(struct warp *w, struct join *j)
{
	while (j && !j->arrived)
		j = j->parent;
	if (!j)
		return false;
	warp_add_group(w,
		(struct group){ .frame = j->frame,
			.join = j->parent,
			.pc = j->rpc,
			.mask = j->arrived });
	j->pending &= ~j->arrived;
	j->arrived = 0;
	return true;
}

bool
warp_break_join(struct warp *w)
{
	for (uint32_t i = w->ngroups; i-- > 0;)
		if (break_from(w, w->groups[i].join))
			return true;
	return false;
}

/* ---- divergence ---- */

static struct join *
join_for(struct warp *w, uint32_t rpc)
{
	if (rpc == NO_PC)
		return NULL;
	if (w->join && w->join->rpc == rpc && w->join->frame == w->frame)
		return w->join; /* a loop whose lanes leave at different times */
	return warp_push_join(w, rpc, w->mask, 0);
}

/* Split the running group into n parts.  The first part that has not arrived runs on.  The join is
 * complete only when every part has come, and one part at least has not: it is about to run. */
void
warp_diverge(struct warp *w, uint32_t rpc, unsigned n, const uint32_t *pcs, const uint32_t *masks)
{
	struct join *j = join_for(w, rpc);
	bool first = true;
	for (unsigned i = 0; i < n; i++) {
		if (j && pcs[i] == rpc) {
			j->arrived |= masks[i];
			continue;
		}
		if (!first) {
			warp_add_group(w,
				(struct group){ .frame = w->frame,
					.join = w->join,
					.pc = pcs[i],
					.mask = masks[i] });
			continue;
		}
		first = false;
		w->pc = pcs[i];
		w->mask = masks[i];
	}
	if (first) { /* all parts are at the meeting point */
		w->pc = rpc;
		j->arrived &= ~w->mask;
	}
	warp_save(w);
	warp_to_top(w);
}

/* ---- frames ---- */

static void
zero_registers(struct frame *f)
{
	for (unsigned i = 0; i < f->func->nzero; i++)
		memset(f->regs + f->func->zero[2 * i], 0,
			f->func->zero[2 * i + 1] - f->func->zero[2 * i]);
}

struct frame *
warp_push_frame(struct warp *w, struct sim_func *f, const struct call_site *site, uint32_t lanes)
{
	size_t base = w->frame->local_base + w->frame->func->local_bytes;
	size_t top = base + f->local_bytes;
	if (top > w->team->grid->stack_bytes || w->frame->depth >= MAX_DEPTH)
		return NULL;
	struct frame *n = calloc(1, sizeof *n);
	if (!n || posix_memalign((void **)&n->regs, 64, f->frame_bytes + 64))
		sim_out_of_memory();
	n->parent = w->frame;
	n->func = f;
	n->site = site;
	n->ret_pc = w->pc;
	n->lanes = lanes;
	n->depth = w->frame->depth + 1;
	n->local_base = (uint32_t)base;
	warp_reach(w, top);
	if (top > w->local_high)
		w->local_high = top;
	zero_registers(n);
	return n;
}

static void
drop_frame_lanes(struct frame *f, uint32_t mask)
{
	f->lanes &= ~mask;
	if (f->lanes || !f->parent)
		return;
	free(f->regs);
	free(f);
}

/* ---- lanes that leave ---- */

static void
end_part(struct warp *w, uint32_t mask)
{
	w->mask &= ~mask;
	if (w->mask) {
		warp_save(w);
		return;
	}
	remove_group(w, w->cur);
}

int
warp_leave(struct warp *w, enum join_kind kind, uint32_t mask)
{
	bool whole = mask == w->mask;
	struct join *from = w->join, *to = from;
	while (to && to->kind != kind)
		to = to->parent;
	if (!to)
		return ACT_FAULT;
	end_part(w, mask);
	leave_joins(w, from, to, mask, NULL);
	to->arrived |= mask;
	if (to->arrived == to->pending)
		release_join(w, to);
	if (!whole)
		return ACT_NEXT;
	if (w->groups[w->ngroups - 1].state != GROUP_READY)
		return ACT_RESCHED;
	load(w, w->ngroups - 1);
	return ACT_NEXT;
}

void
warp_exit_lanes(struct warp *w, uint32_t mask)
{
	struct frame *f = w->frame;
	struct join *j = w->join;
	end_part(w, mask);
	leave_joins(w, j, NULL, mask, NULL);
	while (f) {
		struct frame *parent = f->parent;
		drop_frame_lanes(f, mask);
		f = parent;
	}
	w->live &= ~mask;
	bar_lanes_exited(w);
}

/* Return from a call whose results have been copied: the lanes go on behind it, where its join
 * waits for the others.  A whole group keeps its turn: one that did not would, among groups that
 * poll, advance by a call a turn. */
int
warp_return_lanes(struct warp *w, uint32_t mask)
{
	bool whole = mask == w->mask;
	struct frame *f = w->frame;
	struct join *j = w->join;
	struct group g = { .frame = f->parent, .pc = f->ret_pc, .mask = mask };
	end_part(w, mask);
	g.join = leave_joins(w, j, NULL, mask, f);
	warp_add_group(w, g);
	drop_frame_lanes(f, mask);
	if (!whole)
		return ACT_RESCHED;
	load(w, w->ngroups - 1);
	return ACT_NEXT;
}

/* ---- scheduling inside the warp ---- */

bool
warp_pick(struct warp *w)
{
	uint32_t yielded = 0;
	for (uint32_t i = 0; i < w->ngroups; i++)
		yielded |= w->groups[i].yielded ? w->groups[i].mask : 0;
	while (collective_try(w) || (yielded && collective_let_go(w, yielded)))
		;
	if (!w->ngroups)
		return false;
	if (!w->independent) {
		uint32_t top = w->ngroups - 1;
		if (w->groups[top].state != GROUP_READY)
			return false;
		load(w, top);
		return true;
	}
	for (uint32_t i = 1; i <= w->ngroups; i++) {
		uint32_t k = (w->cur + w->ngroups * 2 - i) % w->ngroups;
		if (w->groups[k].state == GROUP_READY) {
			load(w, k);
			return true;
		}
	}
	return false;
}

void
warp_note_poll(struct warp *w, const struct inst *in, uint64_t addr, uint64_t value)
{
	unsigned k = in->slot & 3;
	if (w->polled[k].in == in && w->polled[k].addr == addr && w->polled[k].value == value) {
		w->polls++;
		return;
	}
	w->polled[k].in = in;
	w->polled[k].addr = addr;
	w->polled[k].value = value;
	w->polls = 0;
}

bool
warp_tired(struct warp *w)
{
	return --w->budget <= 0 || w->polls >= POLLS;
}

/* Execute the running group until something else has to be chosen.  Every executed instruction of
 * every warp passes here; `watched` is a constant, so that a plain run pays nothing for
 * observers. */
static inline __attribute__((always_inline)) int
run_loop(struct warp *w, uint64_t *warp_instructions, uint64_t *thread_instructions, bool watched)
{
	uint32_t counted = w->mask;
	uint64_t lanes = (uint64_t)__builtin_popcount(counted), nwarp = 0, nthread = 0;
	int act;
	for (;;) {
		const struct inst *in = &w->code[w->pc];
		uint32_t mask = w->mask;
		if (in->join && w->join && w->join->rpc == w->pc && w->join->frame == w->frame) {
			act = warp_arrive(w);
			if (act != ACT_NEXT)
				break;
			continue;
		}
		if (in->guard_kind) {
			mask &= read_pred(w, in->guard, in->guard_kind == GUARD_IF_NOT);
			if (!mask) {
				w->pc++;
				nwarp++;
				if (watched)
					EMIT(w->team->grid, issue, w, in, 0, w->mask);
				continue;
			}
		}
		if (mask != counted) {
			counted = mask;
			lanes = (uint64_t)__builtin_popcount(mask);
		}
		nwarp++;
		nthread += lanes;
		w->pc++;
		uint32_t group = watched ? w->mask : 0;
		act = in->fn(w, in, mask);
		if (watched && (act == ACT_NEXT || act == ACT_RESCHED))
			EMIT(w->team->grid, issue, w, in, mask, group);
		if (act != ACT_NEXT)
			break;
		if (watched && w->team->pause && w->team->may_pause) {
			act = ACT_PAUSE;
			break;
		}
		if (watched && w->light)
			break;
	}
	if (act == ACT_WAIT_TURN || act == ACT_WAIT_CLOCK || act == ACT_COUNT) {
		w->pc--;
		nwarp--;
		nthread -= lanes;
	}
	*warp_instructions += nwarp;
	*thread_instructions += nthread;
	return act;
}

static int
run_plain(struct warp *w, uint64_t *warp_instructions, uint64_t *thread_instructions)
{
	return run_loop(w, warp_instructions, thread_instructions, false);
}

static int
run_watched(struct warp *w, uint64_t *warp_instructions, uint64_t *thread_instructions)
{
	return run_loop(w, warp_instructions, thread_instructions, true);
}

static int
run_some(struct warp *w, uint64_t *thread_instructions)
{
	uint64_t *warp_instructions = &w->team->warp_instructions, before = *warp_instructions;
	if (!w->watched)
		return run_plain(w, warp_instructions, thread_instructions);
	if (w->light_for && w->unseen >= w->light_for)
		w->light = false;
	if (!w->light)
		return run_watched(w, warp_instructions, thread_instructions);
	int act = run_plain(w, warp_instructions, thread_instructions);
	w->unseen += *warp_instructions - before;
	return act;
}

/* Let the others go at a join that waits for lanes which poll, or run for ever. */
static bool
relax_joins(struct warp *w, bool polling)
{
	if (!w->independent)
		return false;
	if (!polling && ++w->long_run < LONG_RUN)
		return false;
	w->long_run = 0;
	return warp_break_join(w) || (polling && w->yielded && collective_let_go(w, UINT32_MAX));
}

/* Let lanes go at a join or a convergence barrier, as no group can go on.  Other warps may do so
 * for those that wait at the team's barrier. */
static bool
let_go(struct warp *w)
{
	if (!w->independent)
		return false;
	if (warp_break_join(w))
		return true;
	for (uint32_t i = 0; i < w->ngroups; i++)
		if (w->groups[i].state == GROUP_AT_BARRIER)
			return false;
	return collective_let_go(w, UINT32_MAX);
}

int
warp_run(struct warp *w, uint64_t *thread_instructions)
{
	uint32_t tired = w->paused.tired, polling = w->paused.polling, rounds = w->paused.rounds;
	bool goes_on = w->paused.on;
	memset(&w->paused, 0, sizeof w->paused);
	w->spinning = false;
	for (;;) {
		if (!goes_on && !warp_pick(w)) {
			if (let_go(w))
				continue;
			return ACT_RESCHED;
		}
		if (!goes_on)
			w->budget = BUDGET;
		goes_on = false;
		int act;
		do {
			act = run_some(w, thread_instructions);
		} while (act == ACT_COUNT || act == ACT_NEXT);
		if (act == ACT_PAUSE) {
			w->paused.on = true;
			w->paused.tired = tired;
			w->paused.polling = polling;
			w->paused.rounds = rounds;
			return act;
		}
		if (act == ACT_WAIT_TURN || act == ACT_WAIT_CLOCK || act == ACT_FAULT) {
			warp_save(w);
			return act == ACT_WAIT_CLOCK ? ACT_RESCHED : act;
		}
		if (w->budget > 0 && w->polls < POLLS && ++rounds < BUDGET)
			continue; /* it ended or blocked: on with the next one */
		bool polls = w->polls >= POLLS;
		w->polls = 0;
		polling += polls;
		if (!relax_joins(w, polls) && (++tired >= w->ngroups || rounds >= BUDGET)) {
			w->spinning = polling >= w->ngroups;
			return ACT_RESCHED;
		}
	}
}

/* ---- start and end ---- */

void
warp_zero_local(struct warp *w)
{
	for (uint32_t i = 0; w->local_high && i < WARP; i++)
		memset(w->local + i * w->local_stride, 0, w->local_high);
}

void
warp_start(struct warp *w, uint32_t lanes)
{
	struct frame *f = &w->bottom;
	warp_clear(w);
	f->lanes = w->live = lanes;
	f->func = w->team->grid->entry;
	zero_registers(f);
	if (f->func->machine)
		code_warp_start(w);
	w->ngroups = 0;
	w->cur = 0;
	w->join = NULL;
	w->polls = w->long_run = 0;
	w->spinning = w->paused.on = w->light = false;
	w->light_for = w->unseen = 0;
	memset(w->polled, 0, sizeof w->polled);
	*(uint32_t *)at(w, SCRATCH(SCRATCH_SLOTS - 2)) = 0; /* the carry flags */
	warp_zero_local(w);
	w->local_high = f->func->local_bytes;
	warp_reach(w, w->local_high);
	if (lanes)
		warp_add_group(w,
			(struct group){ .frame = f, .pc = f->func->entry_pc, .mask = lanes });
}

/* Drop what the lanes still hold, after a fault. */
void
warp_clear(struct warp *w)
{
	while (w->ngroups) {
		struct group g = w->groups[--w->ngroups];
		leave_joins(w, g.join, NULL, g.mask, NULL);
		for (struct frame *f = g.frame, *parent; f; f = parent) {
			parent = f->parent;
			drop_frame_lanes(f, g.mask);
		}
	}
}
