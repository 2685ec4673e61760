/*
 * machine.c: the timed machine: who is next.  It replays the traces of resident teams in order of
 * time: a heap holds, for each warp, the time at which it may try its next instruction (issue.c).
 * Blocks are given to SMs as these have room, and barriers hold warps until all have come.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "timing/machine_int.h"

/* ---- the heap ---- */

/* Without a branch, which no processor would foresee. */
static bool
before(const struct event *a, const struct event *b)
{
	return (a->when < b->when) | ((a->when == b->when) & (a->order < b->order));
}

/* An event takes the first one's place, and goes down from there. */
static void
replace_first(struct machine *m, struct event e)
{
	size_t i = 0;
	for (size_t k; (k = 2 * i + 1) < m->nheap; i = k) {
		if (k + 1 < m->nheap)
			k += before(&m->heap[k + 1], &m->heap[k]);
		if (!before(&m->heap[k], &e))
			break;
		m->heap[i] = m->heap[k];
	}
	m->heap[i] = e;
	m->first_taken = false;
}

void
try_at(struct machine *m, struct mwarp *w, double when)
{
	struct event e = { when, m->order++, w };
	if (m->first_taken) {
		replace_first(m, e);
		return;
	}
	if (m->nheap == m->heap_cap)
		m->heap = sim_grown(m->heap, m->nheap, &m->heap_cap, sizeof *m->heap);
	size_t i = m->nheap++;
	while (i && before(&e, &m->heap[(i - 1) / 2])) {
		m->heap[i] = m->heap[(i - 1) / 2];
		i = (i - 1) / 2;
	}
	m->heap[i] = e;
}

/* The first event stays where it is until drop_first(): most warps try again soon, in its place. */
static struct event
take_first(struct machine *m)
{
	m->first_taken = true;
	return m->heap[0];
}

static void
drop_first(struct machine *m)
{
	if (m->first_taken)
		replace_first(m, m->heap[--m->nheap]);
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
	m->aside = sim_grown(m->aside, m->naside, &m->aside_cap, sizeof *m->aside);
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
		.places = t->places,
	};
	places_clear(&t->places);
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
	if (w->trying)
		stop_trying(w);
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

/* ---- the loop ---- */

/* The accesses of the instruction at the head; the trace may move, so each try unpacks them
 * again. */
static struct trace_access
unpack(const uint64_t *at)
{
	uint64_t word = *at;
	uint32_t lines = (uint32_t)(word >> 24 & 0xff);
	return (struct trace_access){
		.space = (enum space)(word >> 4 & 15),
		.kind = (enum access_kind)(word >> 8 & 15),
		.ways = (uint32_t)(word >> 12 & 0xff),
		.least = (uint32_t)(word >> 20 & 15),
		.lines = lines,
		.bytes = (uint32_t)(word >> 32 & 0xff),
		.lanes = (uint32_t)(word >> 40 & 0xff),
		.same = (uint32_t)(word >> 48 & 0xff),
		.line = at + 1,
		.changes = (uint32_t)(word >> 56),
		.change = at + 1 + lines,
	};
}

static size_t
unpack_accesses(struct mwarp *w)
{
	const struct warp_trace *t = w->trace;
	size_t at = t->at;
	w->naccess = 0;
	while ((t->word[at] & 15) == TRACE_ACCESS) {
		struct trace_access a = unpack(&t->word[at]);
		if (w->naccess < MAX_ACCESSES)
			w->access[w->naccess++] = a;
		at += 1 + a.lines + 2 * a.changes;
	}
	return at;
}

/* An instruction at the head of the trace; false: the warp has been put back into the heap. */
static bool
step_inst(struct machine *m, struct mwarp *w, size_t at, double *now)
{
	double again;
	bool issued = try_issue(m, w, w->trace->word[at], *now, &again);
	if (issued)
		consume_inst(w, at);
	if (again > *now || !issued) {
		if (again < INFINITY)
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

/* Changes by instructions that left no trace, at the head. */
static void
change(struct machine *m, struct mwarp *w, double now)
{
	struct trace_access a = unpack(&w->trace->word[w->trace->at]);
	contend(m, w, NULL, &a, now, 0);
	w->trace->at += 2 * a.changes;
	w->team->trace->words -= 2 * a.changes;
	consume(w);
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
	if (w->trying && now >= w->until)
		stop_trying(w);
	for (;;) {
		if (!has_words(w) && !feed(m, w, now))
			return;
		size_t at = unpack_accesses(w);
		uint64_t word = w->trace->word[at];
		switch ((enum trace_kind)(word & 15)) {
		case TRACE_ARRIVE:
			tell_step(m, w, now, STEP_ARRIVE, NULL);
			w->arriving = !m->is_static;
			arrives(m, w, TRACE_ID(word), now);
			consume(w);
			continue;
		case TRACE_WAIT:
			if (!passes(m, w, TRACE_ID(word), &now))
				return;
			tell_step(m, w, now, STEP_GO, NULL);
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
		case TRACE_CHANGE: change(m, w, now); continue;
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
	memory_free(&m->memory);
	while (m->pool) {
		struct mteam *t = m->pool;
		m->pool = t->next;
		free(t->warps);
		free(t->places.at);
		free(t);
	}
	free(m->sm);
	free(m->heap);
	free(m->aside);
	free(m->waiting);
	free(m->places.at);
	free(m->worker.cache);
}

static void
set_up(struct machine *m, const struct timing_run *run)
{
	struct grid *g = m->grid;
	struct sim_func_info info = sim_func_info(g->entry);
	struct occupancy o = occupancy(m->gpu, (int)g->nthreads, occupancy_registers(m->gpu, info),
		g->shared_given);
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
	memory_share(&m->memory, m->sample->share);
	m->tracer->memory = &m->memory;
	for (int i = 0; i < m->sample->sms && (uint64_t)i < g->nteams; i++)
		sm_memory_init(&m->sm[i].memory, &m->memory, (unsigned)i,
			g->shared_given * (size_t)m->per_sm);
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
	while ((m.nheap || m.naside || m.nwaiting) && !m.failed) {
		if (!m.nheap && !open_locks(&m) && !revive(&m))
			break;
		struct event e = take_first(&m);
		run_warp(&m, e.warp, e.when);
		drop_first(&m);
	}
	finish(&m);
	tracer->memory = NULL;
	release(&m);
}
