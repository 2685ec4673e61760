/*
 * team.c: a team (CTA): its warps take turns until all have ended, all wait, or the team has to
 * wait for its turn in the grid.  A team may be put aside and go on later, on another host thread.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exec/observer.h"

#define SREG_BYTES ((NSREGS + 1) * 256u)
#define SCRATCH_BYTES (SCRATCH_SLOTS * 256u)
#define SPIN_ROUNDS 4    /* rounds of nothing but polling before the turn is passed on */
#define SPIN_LIMIT 16384 /* such rounds, where no other team can help */
#define SPIN_MOVES 64    /* after so many it is looked whether registers change meanwhile, */
#define SPIN_COUNTS (256 * SPIN_LIMIT) /* as a counter does; after so many that is no excuse */

/* ---- memory of a team ---- */

static size_t
warp_bytes(const struct grid *g)
{
	return SREG_BYTES + SCRATCH_BYTES + ((g->entry->frame_bytes + 255) & ~(size_t)127);
}

/*
 * Few lanes need more local memory than what calls pass, so that it comes in two sizes: NEAR bytes a
 * lane, eight lanes to a page, and the whole stack for warps that reach further.  From one lane's to
 * the next there are 64 bytes more: lanes start in different cache sets, or all of them would fight
 * for the same one.
 */
enum { NEAR = 512, NEAR_STRIDE = NEAR + 64 };

/* Return the whole stack's stride: of pages, so that more kernels have the same. */
static size_t
wide_stride(const struct grid *g)
{
	return ((g->stack_bytes + 4095) & ~(size_t)4095) + 64;
}

void
warp_reach(struct warp *w, size_t bytes)
{
	const struct team *t = w->team;

	if (bytes <= NEAR || w->local_stride != NEAR_STRIDE)
		return;
	size_t stride = wide_stride(t->grid);
	uint8_t *wide = t->memory.local + t->nwarps * WARP * NEAR_STRIDE + w->id * WARP * stride;
	for (uint32_t i = 0; i < WARP; i++) {
		memcpy(wide + i * stride, w->local + i * NEAR_STRIDE, NEAR);
		memset(w->local + i * NEAR_STRIDE, 0, NEAR);
	}
	w->local = wide;
	w->local_stride = stride;
}

static void
warp_new(struct team *t, struct warp *w, uint32_t id)
{
	struct grid *g = t->grid;
	uint8_t *p = t->memory.frames + id * warp_bytes(g);
	w->id = id;
	w->team = t;
	w->independent = g->independent;
	w->watched = g->launch->observers && g->launch->observers[0];
	w->base[BASE_SREG] = p;
	w->base[BASE_SCRATCH] = p + SREG_BYTES;
	w->bottom.regs = p + SREG_BYTES + SCRATCH_BYTES;
	w->local_stride = NEAR_STRIDE;
	w->local = t->memory.local + id * WARP * w->local_stride;
}

struct team *
team_new(struct grid *g)
{
	struct team *t = calloc(1, sizeof *t);
	if (!t)
		sim_out_of_memory();
	t->grid = g;
	t->nwarps = g->nwarps;
	t->warps = calloc(t->nwarps, sizeof *t->warps);
	bool ok = t->warps != NULL;
	for (int i = 0; ok && i < BARRIERS; i++)
		ok = (t->bars[i].lanes = calloc(t->nwarps, sizeof *t->bars[i].lanes)) != NULL;
	if (!ok)
		sim_out_of_memory();
	t->memory.local_bytes = t->nwarps * WARP * (NEAR_STRIDE + wide_stride(g));
	t->memory.frames_bytes = t->nwarps * warp_bytes(g);
	t->memory.shared_bytes = g->shared_total + 128;
	memory_team_begin(g->dev, &t->memory);
	t->shared = t->memory.shared;
	memset(t->memory.frames, 0, t->nwarps * warp_bytes(g));
	for (uint32_t i = 0; i < t->nwarps; i++)
		warp_new(t, &t->warps[i], i);
	return t;
}

void
team_free(struct team *t)
{
	struct team_memory *m = &t->memory;

	m->touched = m->frames_bytes + m->shared_bytes;
	for (uint32_t i = 0; i < t->nwarps; i++) {
		warp_clear(&t->warps[i]);
		warp_zero_local(&t->warps[i]);
		m->touched += WARP * t->warps[i].local_stride;
	}
	while (t->free_joins) {
		struct join *j = t->free_joins;
		t->free_joins = j->parent;
		free(j);
	}
	for (int i = 0; i < BARRIERS; i++)
		free(t->bars[i].lanes);
	memory_team_end(t->grid->dev, m);
	free(t->warps);
	sim_log_free(&t->out);
	sim_log_free(&t->message);
	free(t);
}

/* ---- special registers ---- */

static void
set_all(struct warp *w, enum sreg s, uint64_t v, bool wide)
{
	if (!(w->team->grid->entry->module->sregs >> s & 1))
		return;
	for (int i = 0; i < WARP; i++) {
		if (wide)
			((uint64_t *)(w->base[BASE_SREG] + s * 256))[i] = v;
		else
			((uint32_t *)(w->base[BASE_SREG] + s * 256))[i] = (uint32_t)v;
	}
}

static uint32_t *
lanes_of(struct warp *w, enum sreg s)
{
	return (uint32_t *)(w->base[BASE_SREG] + s * 256);
}

static void
set_lane_sregs(struct warp *w)
{
	const struct sim_dim3 b = w->team->grid->launch->block;
	for (uint32_t i = 0; i < WARP; i++) {
		uint32_t tid = w->id * WARP + i;
		lanes_of(w, SREG_TID_X)[i] = tid % b.x;
		lanes_of(w, SREG_TID_Y)[i] = tid / b.x % b.y;
		lanes_of(w, SREG_TID_Z)[i] = tid / b.x / b.y;
		lanes_of(w, SREG_LANEID)[i] = i;
		lanes_of(w, SREG_LANEMASK_EQ)[i] = 1u << i;
		lanes_of(w, SREG_LANEMASK_LT)[i] = (1u << i) - 1;
		lanes_of(w, SREG_LANEMASK_LE)[i] = (2u << i) - 1;
		lanes_of(w, SREG_LANEMASK_GT)[i] = ~((2u << i) - 1);
		lanes_of(w, SREG_LANEMASK_GE)[i] = ~((1u << i) - 1);
	}
}

/* Set what stays the same for every team that this memory serves. */
static void
set_grid_sregs(struct warp *w)
{
	struct grid *g = w->team->grid;
	const struct sim_launch *l = g->launch;
	uint64_t base = g->shared_total - l->dyn_shared;
	set_all(w, SREG_NTID_X, l->block.x, false);
	set_all(w, SREG_NTID_Y, l->block.y, false);
	set_all(w, SREG_NTID_Z, l->block.z, false);
	set_all(w, SREG_NCTAID_X, l->grid.x, false);
	set_all(w, SREG_NCTAID_Y, l->grid.y, false);
	set_all(w, SREG_NCTAID_Z, l->grid.z, false);
	set_all(w, SREG_WARPID, w->id, false);
	set_all(w, SREG_NWARPID, (uint64_t)g->dev->model->max_threads_per_sm / WARP, false);
	set_all(w, SREG_NSMID, (uint64_t)g->dev->model->sms, false);
	set_all(w, SREG_GRIDID, g->gridid, true);
	set_all(w, SREG_TOTAL_SMEM, g->shared_given, false);
	set_all(w, SREG_DYNAMIC_SMEM, l->dyn_shared, false);
	set_all(w, SREG_DYNAMIC_BASE, base, true);
	for (int i = 0; i < WARP; i++)
		((uint32_t *)(w->base[BASE_SREG] + NSREGS * 256))[i] = (uint32_t)base;
}

static void
set_team_sregs(struct warp *w)
{
	struct team *t = w->team;
	set_all(w, SREG_CTAID_X, t->ctaid[0], false);
	set_all(w, SREG_CTAID_Y, t->ctaid[1], false);
	set_all(w, SREG_CTAID_Z, t->ctaid[2], false);
	set_all(w, SREG_SMID, t->id % (uint64_t)t->grid->dev->model->sms, false);
}

void
team_start(struct team *t, uint64_t id)
{
	struct grid *g = t->grid;
	bool fresh = !t->started;
	t->started = true;
	t->id = id;
	t->ctaid[0] = (uint32_t)(id % g->launch->grid.x);
	t->ctaid[1] = (uint32_t)(id / g->launch->grid.x % g->launch->grid.y);
	t->ctaid[2] = (uint32_t)(id / g->launch->grid.x / g->launch->grid.y);
	t->cur_warp = 0;
	t->has_turn = false;
	t->warp_instructions = t->thread_instructions = 0;
	t->children = 0;
	t->spin_rounds = t->idle_passes = 0;
	t->changed = t->moves = false;
	t->progressed = true;
	memset(t->shared, 0, g->shared_total);
	for (int i = 0; i < BARRIERS; i++) {
		uint32_t *lanes = t->bars[i].lanes;
		t->bars[i] = (struct barrier){ .lanes = lanes };
	}
	for (uint32_t i = 0; i < t->nwarps; i++) {
		uint32_t left = g->nthreads - i * WARP;
		if (fresh) {
			set_lane_sregs(&t->warps[i]);
			set_grid_sregs(&t->warps[i]);
		}
		set_team_sregs(&t->warps[i]);
		warp_start(&t->warps[i], left >= WARP ? FULL : (1u << left) - 1);
	}
	EMIT(g, team_begin, t);
}

/* ---- messages ---- */

/* Print a place in machine code whose PTX is unknown, as it is listed. */
static void
print_address(struct ptx_place p, struct sim_log *log)
{
	const char *line = p.at;
	while (line > p.src->text && line[-1] != '\n')
		line--;
	line += strcspn(line, "/*");
	line += strspn(line, "/*");
	sim_log_printf(log, "%s 0x%.*s", p.src->name, (int)strcspn(line, "*"), line);
}

void
place_of(const struct inst *in, struct sim_log *log)
{
	int line, column;
	if (!in->src) {
		sim_log_printf(log, "the end of the function");
		return;
	}
	if (in->src->file && in->src->line) {
		sim_log_printf(log, "%s:%d", in->src->file, in->src->line);
		return;
	}
	const struct pinst *p = in->src->from ? in->src->from : in->src;
	if (p->place.src->listing) {
		print_address(p->place, log);
		return;
	}
	place_line_column(p->place, &line, &column);
	sim_log_printf(log, "%s:%d", p->place.src->name, line);
}

bool
place_in_library(const char *file)
{
	static const char library[] = "<minicc>/"; /* as minicc's .file calls its own sources */
	return !strncmp(file, library, sizeof library - 1);
}

const struct inst *
users_inst(const struct warp *w, const struct inst *in)
{
	if (w->frame->func->machine && in->src)
		return code_users_inst(w, in);
	for (const struct frame *f = w->frame; f->parent && f->parent->func->code && in->src &&
		in->src->file && place_in_library(in->src->file);
		f = f->parent)
		in = &f->parent->func->code[f->ret_pc - 1];
	return in;
}

static void
thread_name(const struct warp *w, uint32_t lane, struct sim_log *log)
{
	const struct team *t = w->team;
	const struct sim_dim3 b = t->grid->launch->block;
	uint32_t tid = w->id * WARP + lane;
	sim_log_printf(log, "team (%u,%u,%u), thread (%u,%u,%u)", t->ctaid[0], t->ctaid[1],
		t->ctaid[2], tid % b.x, tid / b.x % b.y, tid / b.x / b.y);
}

int
fault(struct warp *w, const struct inst *in, uint32_t lane, enum sim_status status, const char *fmt,
	...)
{
	struct sim_log *log = &w->team->message;
	char text[1024];
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	log->len = 0;
	place_of(users_inst(w, in), log);
	sim_log_printf(log, ": kernel '%s'", w->team->grid->entry->name);
	place_region(w->team->grid, in, log);
	sim_log_printf(log, ", ");
	thread_name(w, lane, log);
	sim_log_printf(log, ": %s", text);
	w->team->status = status;
	return ACT_FAULT;
}

static void
describe_lanes(uint32_t mask, struct sim_log *log)
{
	sim_log_printf(log, "lanes ");
	for (uint32_t i = 0, first = 1; i < WARP; i++) {
		uint32_t end = i;
		if (!(mask >> i & 1))
			continue;
		while (end + 1 < WARP && mask >> (end + 1) & 1)
			end++;
		sim_log_printf(log, first ? "%u" : ",%u", i);
		if (end > i)
			sim_log_printf(log, "-%u", end);
		first = 0;
		i = end;
	}
}

/* Return who has arrived: whole warps, and lanes whose warp has not come whole. */
static uint32_t
arrived_at(const struct team *t, const struct barrier *b)
{
	uint32_t n = b->arrived;
	for (uint32_t i = 0; i < t->nwarps; i++)
		n += (uint32_t)__builtin_popcount(b->lanes[i]);
	return n;
}

static void
describe_group(const struct warp *w, const struct group *g, struct sim_log *log)
{
	const struct barrier *b = &w->team->bars[g->bar];
	const struct inst *in = &g->frame->func->code[g->pc];
	uint32_t expected = b->expected;
	for (uint32_t i = 0; !b->expected && i < w->team->nwarps; i++)
		expected += w->team->warps[i].live ? WARP : 0;
	sim_log_printf(log, "\n  warp %u, ", w->id);
	describe_lanes(g->mask, log);
	if (g->state == GROUP_AT_BARRIER)
		sim_log_printf(log, " wait at barrier %u (%u of %u threads arrived), ", g->bar,
			arrived_at(w->team, b), expected);
	else if (g->state == GROUP_AT_COLLECTIVE)
		sim_log_printf(log, " wait for the lanes of mask 0x%08x (of which 0x%08x live), ",
			g->members, g->members & w->live);
	else
		sim_log_printf(log, " run at ");
	place_of(in, log);
	place_region(w->team->grid, in, log);
}

static void
describe_join(const struct warp *w, const struct join *j, struct sim_log *log)
{
	sim_log_printf(log, "\n  warp %u, ", w->id);
	describe_lanes(j->arrived, log);
	sim_log_printf(log, " wait for the rest of their warp at ");
	place_of(&j->frame->func->code[j->rpc], log);
}

static void
describe_warp(const struct warp *w, struct sim_log *log)
{
	uint32_t told = 0;
	for (uint32_t k = w->ngroups; k-- > 0;) {
		describe_group(w, &w->groups[k], log);
		for (const struct join *j = w->groups[k].join; j; j = j->parent)
			if (j->arrived & ~told) {
				describe_join(w, j, log);
				told |= j->arrived;
			}
	}
}

void
team_describe(struct team *t, struct sim_log *log)
{
	uint32_t shown = 0;
	for (uint32_t i = 0; i < t->nwarps; i++) {
		if (!t->warps[i].live)
			continue;
		if (shown++ < 8)
			describe_warp(&t->warps[i], log);
	}
	if (shown > 8)
		sim_log_printf(log, "\n  and %u more warps", shown - 8);
	if (shown < t->nwarps)
		sim_log_printf(log, "\n  %u of the team's %u warps have ended", t->nwarps - shown,
			t->nwarps);
}

static enum team_end
stop(struct team *t, enum sim_status status, const char *what)
{
	t->status = status;
	t->message.len = 0;
	sim_log_printf(&t->message, "kernel '%s', team (%u,%u,%u): %s", t->grid->entry->name,
		t->ctaid[0], t->ctaid[1], t->ctaid[2], what);
	team_describe(t, &t->message);
	return TEAM_FAULT;
}

enum team_end
team_hopeless(struct team *t)
{
	return stop(t, SIM_DEADLOCK, "deadlock: what still runs polls memory that nobody changes");
}

/* ---- the loop ---- */

/* Run one slice of every warp, from the one where the team stopped last. */
static int
run_round(struct team *t, struct round *r)
{
	const struct sim_timing *timing = t->grid->launch->timing;
	if (!t->cur_warp) {
		*r = (struct round){ 0 };
		t->at_clock = false;
	}
	for (; t->cur_warp < t->nwarps; t->cur_warp++) {
		struct warp *w = &t->warps[t->cur_warp];
		if (!w->live)
			continue;
		if (timing && timing->ahead(w))
			continue;
		uint64_t before = t->warp_instructions - w->paused.on;
		w->worker = t->worker;
		int act = warp_run(w, &t->thread_instructions);
		bool ran = t->warp_instructions != before;
		r->ran |= ran;
		if (act == ACT_PAUSE && !w->polls)
			t->spin_rounds = 0;
		if (act != ACT_RESCHED)
			return act;
		r->progress |= ran && !w->spinning;
	}
	t->cur_warp = 0;
	return ACT_NEXT;
}

/* Return whether a warp is live.  Look at all: a round that waited for its turn goes on in the
 * middle. */
static bool
any_live(const struct team *t)
{
	for (uint32_t i = 0; i < t->nwarps; i++)
		if (t->warps[i].live)
			return true;
	return false;
}

/* Pause: only the machine can help, which has to come to the warp that asks for the time, or catch
 * up. */
static enum team_end
in_step(struct team *t, bool *again)
{
	*again = false;
	return ++t->spin_rounds > SPIN_LIMIT ? team_hopeless(t) : TEAM_PAUSED;
}

/* Count rounds in which all warps end their slices polling and yet one has changed memory: warps
 * answer one another.  They count towards passing the turn on, but are no deadlock. */
static void
count_changes(struct team *t)
{
	if (!t->changed)
		return;
	t->changed = false;
	t->progressed = true;
	t->spin_rounds %= SPIN_ROUNDS;
}

/* Return a hash of where the team's warps are, and of their registers. */
static uint64_t
state_of(const struct team *t)
{
	uint64_t h = t->nwarps;
	for (uint32_t i = 0; i < t->nwarps; i++) {
		const struct warp *w = &t->warps[i];
		h = (h ^ w->live ^ (uint64_t)w->pc << 32) * 0x9e3779b97f4a7c15ull;
		for (uint32_t k = 0; w->live && k < w->ngroups; k++) {
			const struct frame *f = w->paused.on && k == w->cur ? w->frame :
									      w->groups[k].frame;
			for (size_t at = 0; at + 8 <= f->func->frame_bytes; at += 8) {
				uint64_t v;
				memcpy(&v, f->regs + at, 8);
				h = (h ^ v ^ h >> 29) * 0x9e3779b97f4a7c15ull;
			}
		}
	}
	return h;
}

/* Look whether registers change: a loop that reads what stays the same need not wait for it.  A
 * state that is repeated, with no memory changed, is repeated for ever: a livelock.  The state to
 * compare with is taken at powers of two, so that a cycle of any length is found (Brent 1980). */
static void
look_for_moves(struct team *t)
{
	if (t->spin_rounds % SPIN_MOVES)
		return;
	uint64_t now = state_of(t);
	t->moves = now != t->spin_state && t->spin_rounds < SPIN_COUNTS;
	t->progressed |= t->moves;
	if (!(t->spin_rounds & (t->spin_rounds - 1)))
		t->spin_state = now;
}

static enum team_end
check_round(struct team *t, const struct round *r, bool *again)
{
	*again = false;
	if (!any_live(t))
		return TEAM_DONE;
	if (!r->ran && !t->at_clock)
		return stop(t, SIM_DEADLOCK, "deadlock: no thread can go on");
	if (t->warp_instructions > t->grid->limit)
		return stop(t, SIM_LIMIT, "ran longer than the instruction limit");
	*again = true;
	if (r->progress) {
		t->spin_rounds = 0;
		t->progressed = true;
		return TEAM_DONE;
	}
	count_changes(t);
	if (t->at_clock)
		return in_step(t, again);
	bool pass = ++t->spin_rounds % SPIN_ROUNDS == 0 && t->has_turn;
	look_for_moves(t);
	bool hopeless = t->spin_rounds > SPIN_LIMIT && !t->has_turn && !t->moves;
	*again = !pass && !hopeless;
	if (hopeless)
		return team_hopeless(t);
	if (pass)
		return TEAM_PASSES;
	return TEAM_DONE;
}

enum team_end
team_run(struct team *t, struct worker *worker)
{
	bool again = true;
	enum team_end end = TEAM_DONE;
	t->worker = worker;
	while (again) {
		if (atomic_load_explicit(&t->grid->error_team, memory_order_relaxed) < t->id) {
			t->status = SIM_OK; /* an earlier team failed; this one no longer counts */
			return TEAM_DONE;
		}
		int act = run_round(t, &t->round);
		if (act == ACT_WAIT_TURN)
			return TEAM_WAITS;
		if (act == ACT_FAULT)
			return TEAM_FAULT;
		if (act == ACT_PAUSE)
			return t->at_clock ? in_step(t, &again) : TEAM_PAUSED;
		end = check_round(t, &t->round, &again);
	}
	return end;
}
