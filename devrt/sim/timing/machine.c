/*
 * machine.c: the timed machine: blocks, schedulers, pipelines and barriers of all SMs.  It replays
 * the traces of resident teams in order of time: a heap holds, for each warp, the time at which it
 * may try its next instruction.  A try either takes a pipeline and an issue slot, or comes back
 * when the one it waits for is free.  Issue is in the trace's order, which is an assembler's
 * (schedule.c); a register that an earlier instruction still computes holds a warp back
 * (scoreboard).
 */
#include <stdlib.h>
#include <string.h>

#include "timing/cache.h"

#define GROUPS 4       /* schedulers at most */
#define MAX_ACCESSES 4 /* state spaces that one instruction can reach */

struct mwarp {
	struct mteam *team;
	struct warp_trace *trace;
	uint32_t id, sched; /* in its team; its scheduler */
	enum stall why;     /* what its next try waits for */
	bool reserved;      /* the pipeline is taken, only the slot is missing */
	int paired;         /* instructions issued in this cycle (dual issue) */
	double last;        /* when its last instruction was done with the front end */
	double charged;     /* until when its waiting is counted (hold) */
	double owed;        /* cycles at a barrier whose instruction comes behind them */
	bool arriving;      /* at a barrier whose instruction comes next */
	uint32_t barrier;   /* id of the instruction that may be one, and 1 */
	uint32_t line;      /* of code that it has, and 1; and since when */
	double fetched;
	double mark; /* since when `since` instructions have been issued, without a barrier */
	uint64_t since;
	double cut;    /* cycles of what left no trace, beyond the machine's time */
	uint64_t held; /* 1 + index of the generation that it waits for */
	struct trace_access access[MAX_ACCESSES];
	unsigned naccess;
	double ready[SCOREBOARD];
	bool from_memory[SCOREBOARD];
};

struct mteam {
	struct team_trace *trace;
	struct sm *sm;
	uint32_t nlive;
	double stored; /* when the last of its stores so far has arrived */
	double late;   /* when it ends, with cuts */
	struct mwarp *warps;
	struct mteam *next;
};

struct scheduler {
	double free, last; /* last: end of the slot that was used last */
	double unit[NUNITS];
};

struct sm {
	struct scheduler sched[GROUPS];
	double lsu, tex, barrier, start;
	struct sm_memory memory;
	int blocks;
	bool has_table; /* the function's constants are in its cache */
	uint32_t slots; /* given to warps: the next one gets the next scheduler */
};

struct event {
	double when;
	uint64_t order;
	struct mwarp *warp;
};

struct machine {
	const struct timing_model *model;
	const struct sim_model *gpu;
	struct grid *grid;
	struct worker worker;
	struct tracer *tracer;
	struct sample *sample;
	struct span_sink *spans;
	struct step_sink *steps;
	struct timing_counts *counts;
	struct memory memory;
	struct sm *sm;
	struct event *heap, *aside; /* aside: without anything to do until another warp goes on */
	size_t nheap, heap_cap, naside, aside_cap;
	uint64_t order, next_team; /* next_team: among those that are timed */
	uint64_t revived;          /* instructions when all were aside, and 1 */
	struct mteam *pool;
	double dispatch, end, launcher;
	double late; /* the end, with cuts */
	int per_sm;
	bool failed;
	bool is_static; /* it runs machine code */
};

const char *
stall_name(enum stall s)
{
	static const char *const names[] = { "empty", "memory", "barrier", "branch", "dependence",
		"unit busy", "child kernels", "instruction fetch" };
	return names[s];
}

/* ---- the heap ---- */

static bool
before(const struct event *a, const struct event *b)
{
	return a->when < b->when || (a->when == b->when && a->order < b->order);
}

static void
try_at(struct machine *m, struct mwarp *w, double when)
{
	if (m->nheap == m->heap_cap) {
		m->heap_cap = m->heap_cap ? m->heap_cap * 2 : 1024;
		m->heap = realloc(m->heap, m->heap_cap * sizeof *m->heap);
		if (!m->heap)
			sim_out_of_memory();
	}
	struct event e = { when, m->order++, w };
	size_t i = m->nheap++;
	while (i && before(&e, &m->heap[(i - 1) / 2])) {
		m->heap[i] = m->heap[(i - 1) / 2];
		i = (i - 1) / 2;
	}
	m->heap[i] = e;
}

static struct event
take_first(struct machine *m)
{
	struct event first = m->heap[0], last = m->heap[--m->nheap];
	size_t i = 0;
	for (size_t k; (k = 2 * i + 1) < m->nheap; i = k) {
		if (k + 1 < m->nheap && before(&m->heap[k + 1], &m->heap[k]))
			k++;
		if (!before(&m->heap[k], &last))
			break;
		m->heap[i] = m->heap[k];
	}
	m->heap[i] = last;
	return first;
}

/* ---- traces ---- */

static bool
has_words(const struct mwarp *w)
{
	return w->trace->at < w->trace->n;
}

/* Warps that were put aside go on as soon as the functional half has something for them. */
static void
wake(struct machine *m, const struct mteam *team, double now)
{
	size_t n = 0;
	for (size_t i = 0; i < m->naside; i++) {
		struct mwarp *w = m->aside[i].warp;
		if (team && (w->team != team || !has_words(w)))
			m->aside[n++] = m->aside[i];
		else
			try_at(m, w, m->aside[i].when > now ? m->aside[i].when : now);
	}
	m->naside = n;
}

static void
put_aside(struct machine *m, struct mwarp *w, double now)
{
	if (m->naside == m->aside_cap) {
		m->aside_cap = m->aside_cap ? m->aside_cap * 2 : 64;
		m->aside = realloc(m->aside, m->aside_cap * sizeof *m->aside);
		if (!m->aside)
			sim_out_of_memory();
	}
	m->aside[m->naside++] = (struct event){ .when = now, .warp = w };
}

/*
 * The functional half goes on until this warp has something to do.  False: it never will, or not
 * before the machine comes to a warp that asks for the time, and then this one is put aside.
 */
static bool
feed(struct machine *m, struct mwarp *w, double now)
{
	struct mteam *t = w->team;
	while (!has_words(w)) {
		uint64_t words = t->trace->words;
		t->trace->wanted = w->id;
		t->trace->clock_waits = false;
		m->tracer->now = now;
		if (t->trace->ended || !grid_advance(m->grid, &m->worker, t->trace->id)) {
			m->failed = true;
			return false;
		}
		tracer_flush(m->tracer);
		wake(m, t, now);
		if (!has_words(w) && t->trace->clock_waits && t->trace->words == words) {
			put_aside(m, w, now);
			return false;
		}
	}
	return true;
}

static void
consume(struct mwarp *w)
{
	w->trace->at++;
	w->trace->done = 0;
	w->team->trace->words--;
}

/* at: of its word, behind those of its accesses. */
static void
consume_inst(struct mwarp *w, size_t at)
{
	uint64_t word = w->trace->word[at];
	w->team->trace->words -= at - w->trace->at;
	w->trace->at = at;
	if ((word & 15) != TRACE_INST || w->trace->done == TRACE_MORE(word))
		consume(w);
	else
		w->trace->done++;
}

/* ---- spans, for the timeline, and steps ---- */

static void
step(struct machine *m, const struct mwarp *w, double when, enum step_kind k, const struct inst *in)
{
	if (m->steps && m->steps->team == w->team->trace->id)
		m->steps->step(m->steps->ctx, w->id, when, k, in, w->why);
}

static void
span(struct machine *m, const struct mwarp *w, double from, double to, enum warp_state s,
	const struct cost *c, uint64_t word)
{
	if (m->spans && to > from && m->spans->team == w->team->trace->id)
		m->spans->span(m->spans->ctx, w->id, from, to, s, c, (uint32_t)(word >> 32));
}

/* ---- counts of each instruction ---- */

/* How long the warp has waited until now for anything that is not counted yet. */
static double
waited(struct mwarp *w, double now)
{
	double from = w->charged > w->last ? w->charged : w->last;
	if (now <= from)
		return 0;
	w->charged = now;
	return now - from;
}

/* It has waited until now for this instruction. */
static void
hold(struct machine *m, struct mwarp *w, const struct cost *c, double now)
{
	const struct costs *costs = m->tracer->costs;
	if (costs->counting)
		costs->counts[c->in->id].waited[w->why] += waited(w, now);
}

/* At a barrier: of PTX, the instruction comes behind the arrival, and for the last warp behind the wait. */
static void
hold_at_barrier(struct machine *m, struct mwarp *w, double now)
{
	const struct costs *costs = m->tracer->costs;
	if (!costs->counting)
		return;
	if (w->arriving)
		w->owed += waited(w, now);
	else if (w->barrier)
		costs->counts[w->barrier - 1].waited[STALL_BARRIER] += waited(w, now);
}

/* It has been issued at t: own is counted until w->last. */
static void
count_line(struct machine *m, struct mwarp *w, const struct cost *c, uint64_t word, double t)
{
	const struct costs *costs = m->tracer->costs;
	struct line_counts *n = costs->counting ? &costs->counts[c->in->id] : NULL;
	if (!n)
		return;
	n->warps++;
	n->lanes += (uint64_t)__builtin_popcount((uint32_t)(word >> 32));
	n->diverged += (word & 15) == TRACE_DIVERGED;
	n->own += w->last > t ? w->last - t : 0;
	if (w->arriving || c->is_static) {
		n->waited[STALL_BARRIER] += w->owed;
		w->barrier = c->in->id + 1;
		w->owed = 0;
		w->arriving = false;
	}
}

static enum warp_state
state_of(enum stall why)
{
	switch (why) {
	case STALL_MEMORY: return STATE_MEMORY;
	case STALL_BARRIER: return STATE_BARRIER;
	case STALL_CHILD: return STATE_CHILD;
	default: return STATE_DEPEND;
	}
}

/* ---- blocks ---- */

static struct mteam *
team_for(struct machine *m)
{
	struct mteam *t = m->pool;
	if (t) {
		m->pool = t->next;
		return t;
	}
	t = calloc(1, sizeof *t);
	if (!t || !(t->warps = calloc(m->grid->nwarps, sizeof *t->warps)))
		sim_out_of_memory();
	return t;
}

/* The functional half begins with a team; NULL: it cannot. */
static struct team_trace *
begin_team(struct machine *m, uint64_t id)
{
	struct team_trace *trace;
	while (!(trace = tracer_find(m->tracer, id)))
		if (!grid_advance(m->grid, &m->worker, id)) {
			m->failed = true;
			return NULL;
		}
	return trace;
}

/* The next block goes to an SM that has room; its warps start when it is set up. */
static bool
start_block(struct machine *m, struct sm *sm, double now, double cut)
{
	struct team_trace *trace;
	if (m->next_team >= m->sample->timed || m->failed)
		return false;
	if (!(trace = begin_team(m, sample_team(m->sample, m->next_team))))
		return false;
	struct mteam *t = team_for(m);
	m->next_team++;
	m->dispatch = m->dispatch + m->model->dispatch > now ? m->dispatch + m->model->dispatch :
							       now;
	double start = m->dispatch + m->model->block_start;
	if (sm->start > start)
		start = sm->start; /* the SM sets up one warp after the other */
	sm->start = start + m->grid->nwarps * m->model->warp_start;
	*t = (struct mteam){
		.trace = trace,
		.sm = sm,
		.nlive = m->grid->nwarps,
		.warps = t->warps,
	};
	sm->blocks++;
	for (uint32_t i = 0; i < m->grid->nwarps; i++) {
		struct mwarp *w = &t->warps[i];
		memset(w, 0, sizeof *w);
		w->team = t;
		w->id = i;
		w->sched = sm->slots++ % (uint32_t)m->model->schedulers;
		w->trace = &trace->warps[i];
		w->why = STALL_EMPTY;
		w->last = start + i * m->model->warp_start;
		w->mark = w->last;
		w->cut = cut;
		try_at(m, w, w->last);
	}
	return true;
}

static void
end_warp(struct machine *m, struct mwarp *w, double now)
{
	struct mteam *t = w->team;
	now = t->stored > now ? t->stored : now; /* a block ends when its stores have arrived */
	m->end = now > m->end ? now : m->end;
	t->late = now + w->cut > t->late ? now + w->cut : t->late;
	m->late = t->late > m->late ? t->late : m->late;
	if (--t->nlive)
		return;
	struct sm *sm = t->sm;
	tracer_drop(m->tracer, t->trace);
	t->next = m->pool;
	m->pool = t;
	sm->blocks--;
	start_block(m, sm, now, t->late - now);
}

static void
start_first_blocks(struct machine *m)
{
	for (int round = 0; round < m->per_sm; round++)
		for (int i = 0; i < m->sample->sms; i++)
			if (!start_block(m, &m->sm[i], 0, 0))
				return;
}

/* ---- barriers ---- */

static void
let_go(struct machine *m, struct mteam *t, uint32_t g)
{
	struct generation *gen = &t->trace->gens[g];
	gen->released = true;
	gen->when += m->model->bar_latency;
	for (uint32_t i = 0; i < m->grid->nwarps; i++)
		if (t->warps[i].held == (uint64_t)g + 1) {
			t->warps[i].held = 0;
			t->warps[i].why = STALL_BARRIER;
			try_at(m, &t->warps[i], gen->when);
		}
}

static void
arrives(struct machine *m, struct mwarp *w, uint32_t g, double now)
{
	struct sm *sm = w->team->sm;
	struct generation *gen = &w->team->trace->gens[g];
	double own = gen->arrived && gen->when > now ? gen->when : now;
	sm->barrier = (sm->barrier > now ? sm->barrier : now) +
		(m->is_static ? m->model->bar_static : m->model->bar_shared);
	gen->when = own + m->model->bar_service;
	if (sm->barrier > gen->when)
		gen->when = sm->barrier;
	gen->arrived++;
	gen->last = now > gen->last ? now : gen->last;
	gen->late = now + w->cut > gen->late ? now + w->cut : gen->late;
	if (gen->complete && gen->arrived == gen->expected)
		let_go(m, w->team, g);
}

/* True when the warp may go on at *now; else it is held until the barrier lets go. */
static bool
passes(struct machine *m, struct mwarp *w, uint32_t g, double *now)
{
	struct generation *gen = &w->team->trace->gens[g];
	if (!gen->released && gen->complete && gen->arrived == gen->expected)
		let_go(m, w->team, g);
	if (!gen->released) {
		w->held = (uint64_t)g + 1;
		return false;
	}
	if (gen->when > *now) {
		*now = gen->when;
		w->why = STALL_BARRIER;
	}
	if (gen->late > 0)
		w->cut = gen->late - gen->last;
	w->mark = *now;
	w->since = 0;
	return true;
}

/* ---- the scoreboard ---- */

static void
wait_for(const struct mwarp *w, uint16_t entry, double extra, enum stall what, double *ready,
	enum stall *why)
{
	double t = w->ready[entry] + extra;
	if (t > *ready) {
		*ready = t;
		*why = w->from_memory[entry] ? STALL_MEMORY : what;
	}
}

static double
operands_ready(const struct machine *m, const struct mwarp *w, const struct cost *c, double now,
	enum stall *why)
{
	double ready = now;
	for (unsigned i = 0; c->is_static && i < c->nread; i++)
		wait_for(w, c->read[i], 0, STALL_DEPEND, &ready, why);
	for (unsigned i = 0; c->is_static && m->model->issue_width > 1 && i < c->nwritten; i++)
		wait_for(w, c->written[i], 0, STALL_DEPEND, &ready, why);
	if (c->is_static)
		return ready;
	double late = (c->cls == OP_BRANCH && !c->converted ? m->model->pred_branch :
							      m->model->pred_guard) -
		m->model->op[OP_COMPARE].latency;
	for (unsigned i = 0; i < c->nread; i++)
		wait_for(w, c->read[i], c->late >> i & 1 ? m->model->uniform_way : 0, STALL_DEPEND,
			&ready, why);
	for (unsigned i = 0; i < c->nwritten; i++)
		wait_for(w, c->written[i], 0, STALL_DEPEND, &ready, why);
	if (c->guard)
		wait_for(w, (uint16_t)(c->guard - 1), late, late > 0 ? STALL_BRANCH : STALL_DEPEND,
			&ready, why);
	return ready;
}

static void
set_results(struct mwarp *w, const struct cost *c, double when, bool memory)
{
	for (unsigned i = 0; i < c->nwritten; i++) {
		/* counters of machine code: the last that marks one */
		if (c->is_static && w->ready[c->written[i]] > when)
			continue;
		w->ready[c->written[i]] = when;
		w->from_memory[c->written[i]] = memory;
	}
}

static void
operands_read(struct mwarp *w, const struct cost *c, double when)
{
	if (c->reads_end && w->ready[c->reads_end - 1] < when) {
		w->ready[c->reads_end - 1] = when;
		w->from_memory[c->reads_end - 1] = false;
	}
}

/* ---- issue ---- */

static double *
pipeline(struct machine *m, struct mwarp *w, const struct cost *c)
{
	struct sm *sm = w->team->sm;
	if (c->unit == UNIT_LSU || c->unit == UNIT_TEX)
		return c->unit == UNIT_LSU ? &sm->lsu : &sm->tex;
	double *unit = sm->sched[m->model->subcores ? w->sched : 0].unit;
	return &unit[c->either && unit[UNIT_FP32] < unit[c->unit] ? UNIT_FP32 : c->unit];
}

/* Cycles that one access of a warp keeps its pipeline. */
static double
moving(const struct timing_model *tm, const struct cost *c, const struct trace_access *a)
{
	double bytes = a->bytes * a->lanes, t;
	if (a->space != SPACE_SHARED) {
		t = bytes / (c->unit == UNIT_TEX ? tm->tex_bytes : tm->lsu_bytes);
		return a->lines > t ? a->lines : t;
	}
	if (a->kind == ACCESS_ATOMIC)
		return (c->round > 0 ? a->ways + a->same - 1 : 0) + /* a loop's loads */
			(tm->shared_atomic_busy > 0 ? a->ways * tm->shared_atomic_busy :
						      bytes / (WARP * tm->bank_bytes) +
						a->ways * tm->shared_atomic);
	return a->ways;
}

static double
busy(const struct machine *m, const struct mwarp *w, const struct cost *c)
{
	const struct timing_model *tm = m->model;
	double t = c->cls == OP_SHFL                             ? c->busy :
		c->unit == UNIT_TEX                              ? tm->tex_min :
		w->naccess && w->access[0].space == SPACE_SHARED ? 1 :
								   tm->lsu_min;
	if (c->unit != UNIT_LSU && c->unit != UNIT_TEX)
		return tm->subcores ? c->busy * tm->schedulers : c->busy;
	for (unsigned i = 0; i < w->naccess; i++) {
		double move = moving(tm, c, &w->access[i]);
		t = move > t ? move : t;
	}
	return t;
}

static double
shared_done(const struct machine *m, const struct trace_access *a, double t)
{
	const struct timing_model *tm = m->model;
	if (a->kind == ACCESS_ATOMIC)
		return t + tm->shared_atomic_latency + (a->ways - 1) * tm->shared_atomic;
	return t + tm->shared_latency + (a->ways - a->least) * tm->shared_way;
}

static void
count_access(struct timing_counts *n, const struct trace_access *a)
{
	uint64_t bytes = (uint64_t)a->bytes * a->lanes;
	if (a->kind == ACCESS_ATOMIC)
		n->atomics += a->lanes;
	if (a->space == SPACE_SHARED) {
		n->shared_bytes += bytes;
		n->shared_conflicts += a->kind == ACCESS_ATOMIC ? 0 : a->ways - a->least;
	} else if (a->space == SPACE_LOCAL) {
		n->local_bytes += bytes;
	} else {
		n->global_bytes += bytes;
	}
}

/* Does one lane stand for all of them? */
static bool
combined(const struct cost *c, uint64_t word)
{
	return c->combining == COMBINE_ALWAYS ||
		(c->combining == COMBINE_WHOLE && (uint32_t)(word >> 32) == UINT32_MAX);
}

/* What the assembler makes of an atomic on one address. */
static void
combine(struct mwarp *w, const struct cost *c, uint64_t word)
{
	for (unsigned i = 0; combined(c, word) && i < w->naccess; i++)
		w->access[i].ways = w->access[i].same = w->access[i].lanes = 1;
}

/* Cycles that an atomic keeps its warp: until one lane stands for all, or a loop has ended. */
static double
kept(const struct mwarp *w, const struct cost *c, uint64_t word)
{
	return (combined(c, word) ? c->before : 0) +
		(w->naccess ? w->access[0].same : 0) * c->round;
}

static void
start_memory(struct machine *m, struct mwarp *w, const struct cost *c, double t)
{
	double done = t + c->latency; /* of one that is combined: until all lanes have theirs */
	for (unsigned i = 0; i < w->naccess; i++) {
		const struct trace_access *a = &w->access[i];
		double d = a->space == SPACE_SHARED ?
			shared_done(m, a, t) :
			memory_access(&m->memory, &w->team->sm->memory, c, a, t) + c->latency;
		count_access(m->counts, a);
		done = d > done ? d : done;
	}
	set_results(w, c, done, true);
	if ((c->cls == OP_STORE || c->cls == OP_ATOMIC) && done > w->team->stored)
		w->team->stored = done;
}

/* The first load of a function's constants on an SM comes from L2. */
static double
missed(const struct machine *m, struct mwarp *w, const struct cost *c)
{
	struct sm *sm = w->team->sm;
	if (c->form != FORM_TABLE || sm->has_table)
		return 0;
	sm->has_table = true;
	return m->model->l2_latency;
}

static double
latency_of(const struct cost *c, uint64_t word)
{
	switch ((enum trace_kind)(word & 15)) {
	case TRACE_SPECIAL: return c->latency + c->special;
	case TRACE_SUBNORMAL: return c->latency + c->subnormal;
	default: return c->latency;
	}
}

/* The same of machine code: behind the stall count, and where lanes go elsewhere, behind the fetch. */
static double
static_next(const struct timing_model *tm, struct mwarp *w, const struct cost *c, enum trace_kind k,
	double t)
{
	if (c->cls == OP_BARRIER)
		return t + 1;
	w->why = c->flow == FLOW_PLAIN ? STALL_DEPEND : STALL_BRANCH;
	t += c->own;
	if (c->flow != FLOW_PLAIN && k != TRACE_NOT_TAKEN)
		t += c->flow == FLOW_BRANCH || c->flow == FLOW_CALL ? tm->taken : tm->taken_far;
	return t;
}

/* When the warp's next instruction may be tried, after one that was issued at t. */
static double
next_try(const struct machine *m, struct mwarp *w, const struct cost *c, uint64_t word, double t)
{
	const struct timing_model *tm = m->model;
	enum trace_kind k = (enum trace_kind)(word & 15);
	double slots = c->slots > 1 ? c->slots : 1;
	w->why = STALL_BRANCH;
	if (c->is_static)
		return static_next(tm, w, c, k, t);
	switch (c->flow) {
	case FLOW_BRANCH:
		if (!c->converted)
			return t + tm->branch_gap + (k == TRACE_DIVERGED ? tm->divergence : 0);
		break;
	case FLOW_TABLE:
		return t + tm->table_load + tm->branch_gap +
			(k == TRACE_DIVERGED ? tm->divergence : 0);
	case FLOW_CALL: return t + tm->call_gap;
	case FLOW_CALL_POINTER: return t + tm->indirect_call + tm->call_gap;
	case FLOW_RET: return t + tm->ret_gap;
	default: break;
	}
	w->why = STALL_DEPEND;
	if (c->own > 1)
		return t + c->own;
	return t + (c->blocks ? latency_of(c, word) : slots);
}

static int
slots_of(const struct cost *c, uint64_t word)
{
	if (c->converted)
		return (word & 15) == TRACE_TAKEN ? c->skipped : 0;
	if (c->special > 0) /* out of line, too, one instruction follows from the other */
		return (int)(c->slots * latency_of(c, word) / c->latency);
	return c->slots;
}

/* Charges the gap on the scheduler to what this warp, which ends it, was waiting for. */
static void
use_slots(struct machine *m, struct mwarp *w, struct scheduler *s, double t, int slots)
{
	if (t > s->last)
		m->counts->lost[w->why] += t - s->last;
	if (t + slots > s->last)
		s->last = t + slots;
	s->free = t + slots;
	m->counts->machine_instructions += (uint64_t)slots;
}

static void
count_inst(struct machine *m, struct mwarp *w, const struct cost *c, uint64_t word)
{
	uint64_t lanes = (uint64_t)__builtin_popcount((uint32_t)(word >> 32));
	w->since++;
	m->counts->issued[c->cls]++;
	m->counts->warp_instructions++;
	m->counts->thread_instructions += lanes;
}

/* Folded instructions take no time; their result is there when the operands are. */
static void
fold(struct machine *m, struct mwarp *w, const struct cost *c, double now)
{
	enum stall why = STALL_DEPEND;
	double ready = 0;
	bool memory = false;
	for (unsigned i = 0; i < c->nread; i++) {
		wait_for(w, c->read[i], 0, STALL_DEPEND, &ready, &why);
		memory |= w->from_memory[c->read[i]] && w->ready[c->read[i]] == ready;
	}
	(void)m, (void)now;
	set_results(w, c, ready, memory);
}

/* The warp has waited until `now` for one reason, and goes on waiting for another. */
static void
change_reason(struct machine *m, struct mwarp *w, struct scheduler *s, const struct cost *c,
	uint64_t word, double now, enum stall next)
{
	if (now > s->last) {
		m->counts->lost[w->why] += now - s->last;
		s->last = now;
	}
	span(m, w, w->last, now, state_of(w->why), c, word);
	hold(m, w, c, now);
	if (now > w->last)
		w->last = now;
	w->why = next;
}

/* One instruction at `now`; false: the warp has to come back at *again. */
static bool
issue(struct machine *m, struct mwarp *w, const struct cost *c, uint64_t word, double now,
	double *again)
{
	struct scheduler *s = &w->team->sm->sched[w->sched];
	int slots = slots_of(c, word);
	if (c->unit != UNIT_NONE && slots && !w->reserved) {
		double *unit = pipeline(m, w, c), start = *unit > now ? *unit : now;
		*unit = start + busy(m, w, c);
		if (start > now) {
			w->reserved = true;
			change_reason(m, w, s, c, word, now, STALL_UNIT);
			*again = start;
			return false;
		}
	}
	double t = now;
	bool second = w->paired && now < s->last && now == w->last - 1;
	if (slots && !second && s->free > now)
		t = s->free;
	w->reserved = false;
	double own = kept(w, c, word);
	step(m, w, t, STEP_ISSUE, c->in);
	span(m, w, w->last, t, state_of(w->why), c, word);
	hold(m, w, c, t);
	if (slots && !second)
		use_slots(m, w, s, t, slots);
	if (w->naccess)
		start_memory(m, w, c, t + own);
	else
		set_results(w, c, t + latency_of(c, word) + missed(m, w, c), false);
	operands_read(w, c, t + m->model->operands_read);
	*again = slots || c->flow != FLOW_PLAIN || c->own > 0 ? next_try(m, w, c, word, t) + own :
								t;
	bool may_pair = m->model->issue_width > 1 && slots == 1 && c->flow == FLOW_PLAIN &&
		(c->is_static ? c->form == FORM_DUAL : !c->own) && !c->blocks;
	w->last = *again > t + slots && slots && c->flow == FLOW_PLAIN && !c->blocks ? t + slots :
										       *again;
	span(m, w, t, w->last, STATE_RUN, c, word);
	count_line(m, w, c, word, t);
	if (may_pair && !second) {
		w->paired = 1;
		*again = t;
	} else {
		w->paired = 0;
	}
	return true;
}

/* ---- the loop ---- */

/* The accesses of the instruction at the head; the trace may move, so each try unpacks them
 * again. */
static size_t
unpack_accesses(struct mwarp *w)
{
	const struct warp_trace *t = w->trace;
	size_t at = t->at;
	w->naccess = 0;
	for (uint64_t word; ((word = t->word[at]) & 15) == TRACE_ACCESS;) {
		struct trace_access a = {
			.space = (enum space)(word >> 4 & 15),
			.kind = (enum access_kind)(word >> 8 & 15),
			.ways = (uint32_t)(word >> 12 & 0xff),
			.least = (uint32_t)(word >> 20 & 15),
			.lines = (uint32_t)(word >> 24 & 0xff),
			.bytes = (uint32_t)(word >> 32 & 0xff),
			.lanes = (uint32_t)(word >> 40 & 0xff),
			.same = (uint32_t)(word >> 48 & 0xff),
			.line = &t->word[at + 1],
		};
		if (w->naccess < MAX_ACCESSES)
			w->access[w->naccess++] = a;
		at += 1 + a.lines;
	}
	return at;
}

/* When the warp has the line of code that it wants now. */
static double
fetch(struct machine *m, struct mwarp *w, uint32_t line, double now)
{
	double since = line == w->line ? w->fetched : -1;
	w->line = line + 1;
	w->fetched = memory_fetch(&m->memory, &w->team->sm->memory, line, since, now);
	return w->fetched;
}

/* An instruction at the head of the trace; false: the warp has been put back into the heap. */
static bool
step_inst(struct machine *m, struct mwarp *w, size_t at, double *now)
{
	uint64_t word = w->trace->word[at];
	const struct costs *costs = m->tracer->costs;
	const struct cost *c = &costs->of[costs->placed[TRACE_ID(word) + w->trace->done]];
	double again;
	combine(w, c, word);
	if (c->cls == OP_FREE) {
		step(m, w, *now, STEP_ISSUE, c->in);
		fold(m, w, c, *now);
		count_line(m, w, c, word, w->last);
		count_inst(m, w, c, word);
		consume_inst(w, at);
		return true;
	}
	double ready = w->reserved ? *now : operands_ready(m, w, c, *now, &w->why);
	if (c->is_static && w->line != c->line + 1) {
		double there = fetch(m, w, c->line, *now);
		if (there > ready) {
			ready = there;
			w->why = STALL_FETCH;
		}
	}
	if (ready > *now) {
		w->paired = 0;
		try_at(m, w, ready);
		return false;
	}
	bool done = issue(m, w, c, word, *now, &again);
	if (done) {
		count_inst(m, w, c, word);
		consume_inst(w, at);
	}
	if (again > *now || !done) {
		try_at(m, w, again);
		return false;
	}
	return true;
}

/*
 * A child and what it has launched itself.  All launches of the chip go one after the other through
 * one unit; a warp whose own take longer than their turns waits for its own.
 */
static double
children_done(struct machine *m, uint64_t word, double now)
{
	double own = now + (double)(word >> 32);
	m->launcher = (m->launcher > now ? m->launcher : now) +
		TRACE_ID(word) * m->model->child_serial;
	return own > m->launcher ? own : m->launcher;
}

/* n instructions left no trace: they took as long as those before them. */
static void
cut(struct mwarp *w, uint64_t n, double now)
{
	if (w->since)
		w->cut += (now - w->mark) * (double)n / (double)w->since;
	w->mark = now;
	w->since = 0;
}

static void
run_warp(struct machine *m, struct mwarp *w, double now)
{
	for (;;) {
		if (!has_words(w) && !feed(m, w, now))
			return;
		size_t at = unpack_accesses(w);
		uint64_t word = w->trace->word[at];
		switch ((enum trace_kind)(word & 15)) {
		case TRACE_ARRIVE:
			step(m, w, now, STEP_ARRIVE, NULL);
			w->arriving = !m->is_static;
			arrives(m, w, TRACE_ID(word), now);
			consume(w);
			continue;
		case TRACE_WAIT:
			if (!passes(m, w, TRACE_ID(word), &now))
				return;
			step(m, w, now, STEP_GO, NULL);
			hold_at_barrier(m, w, now);
			consume(w);
			continue;
		case TRACE_CHILD:
			consume(w);
			m->counts->children++;
			w->why = STALL_CHILD;
			try_at(m, w, children_done(m, word, now));
			return;
		case TRACE_CUT:
			consume(w);
			cut(w, word >> 4, now);
			continue;
		case TRACE_END:
			consume(w);
			end_warp(m, w, now);
			return;
		default:
			if (!step_inst(m, w, at, &now))
				return;
		}
	}
}

/* All warps are aside.  They are tried once more; when nothing has come of that, they are lost. */
static bool
revive(struct machine *m)
{
	uint64_t done = m->counts->warp_instructions;
	m->failed = m->revived == done + 1;
	m->revived = done + 1;
	if (!m->failed)
		wake(m, NULL, 0);
	return !m->failed;
}

static void
finish(struct machine *m)
{
	struct timing_counts *n = m->counts;
	n->cycles = m->late + (m->grid->from ? 0 : m->model->grid_start);
	m->grid->dev->cycles += (uint64_t)m->late;
	n->sms = m->sample->sms < (int)m->next_team ? m->sample->sms : (int)m->next_team;
	n->slots = m->end * n->sms * m->model->schedulers;
	for (int i = 0; i < n->sms; i++)
		for (int k = 0; k < m->model->schedulers; k++)
			if (m->end > m->sm[i].sched[k].last)
				n->lost[STALL_EMPTY] += m->end - m->sm[i].sched[k].last;
	double longer = m->end > 0 ? m->late / m->end : 1;
	n->slots *= longer;
	for (int i = 0; i < NSTALLS; i++)
		n->lost[i] *= longer;
	n->barriers = m->tracer->barriers;
	n->branches = m->tracer->branches;
	n->diverged = m->tracer->diverged;
}

static void
release(struct machine *m)
{
	for (int i = 0; i < m->sample->sms; i++)
		sm_memory_free(&m->sm[i].memory);
	while (m->pool) {
		struct mteam *t = m->pool;
		m->pool = t->next;
		free(t->warps);
		free(t);
	}
	free(m->sm);
	free(m->heap);
	free(m->aside);
	free(m->worker.cache);
}

static void
set_up(struct machine *m, const struct timing_run *run)
{
	struct grid *g = m->grid;
	struct sim_func_info info = sim_func_info(g->entry);
	struct occupancy o = occupancy(m->gpu, (int)g->nthreads, occupancy_registers(m->gpu, info),
		g->shared_total);
	uint64_t most = (g->nteams + (uint64_t)m->gpu->sms - 1) / (uint64_t)m->gpu->sms;
	m->per_sm = o.blocks ? o.blocks : 1;
	m->counts->occupancy = o;
	m->counts->resident = m->per_sm < (int)most ? m->per_sm : (int)most;
	if (most < (uint64_t)m->per_sm)
		m->counts->occupancy.limit = "grid";
	m->worker.grid = g;
	m->worker.cache = calloc(g->entry->module->nmem + 1, sizeof *m->worker.cache);
	m->sm = calloc((size_t)m->gpu->sms, sizeof *m->sm);
	if (!m->sm || !m->worker.cache)
		sim_out_of_memory();
	m->tracer->words_limit = ((uint64_t)8 << 20) /
		((uint64_t)m->counts->resident * (uint64_t)m->gpu->sms);
	if (m->tracer->words_limit < 4096)
		m->tracer->words_limit = 4096;
	struct team_trace *first = begin_team(m, 0);
	if (first)
		sample_choose(m->sample, g, run, m->tracer, tracer_instructions(first));
	m->model = &m->sample->model;
	memory_init(&m->memory, m->model, g->dev, m->counts);
	m->memory.share = m->sample->share;
	m->tracer->memory = &m->memory;
	for (int i = 0; i < m->sample->sms; i++)
		sm_memory_init(&m->sm[i].memory, &m->memory, (unsigned)i,
			g->shared_total * (size_t)m->per_sm);
}

void
timing_run_grid(struct grid *g, struct timing_run *run, struct tracer *tracer, struct sample *s)
{
	struct machine m = {
		.model = run->model,
		.gpu = g->dev->model,
		.grid = g,
		.tracer = tracer,
		.sample = s,
		.spans = run->spans,
		.steps = run->steps,
		.counts = &run->counts,
		.is_static = g->entry->schedule,
	};
	run->counts = (struct timing_counts){ 0 };
	set_up(&m, run);
	start_first_blocks(&m);
	while ((m.nheap || m.naside) && !m.failed) {
		if (!m.nheap && !revive(&m))
			break;
		struct event e = take_first(&m);
		run_warp(&m, e.warp, e.when);
	}
	finish(&m);
	tracer->memory = NULL;
	release(&m);
}
