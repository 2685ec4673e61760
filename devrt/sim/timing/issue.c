/*
 * issue.c: one instruction of one warp.  A try either takes a pipeline and an issue slot, or says when
 * the one it waits for is free.  Issue is in the trace's order, which is an assembler's (schedule.c); a
 * register that an earlier instruction still computes holds a warp back (scoreboard).  What a warp
 * waited for is counted here, and told to who looks on.
 */
#include <math.h>

#include "timing/machine_int.h"

const char *
stall_name(enum stall s)
{
	static const char *const names[] = { "empty", "memory", "barrier", "branch", "dependence",
		"unit busy", "child kernels", "instruction fetch" };
	return names[s];
}

/* ---- spans, for the timeline, and steps ---- */

void
tell_step(struct machine *m, const struct mwarp *w, double when, enum step_kind k,
	const struct inst *in)
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

/* Return how long the warp has waited until now for anything that is not counted yet. */
static double
waited(struct mwarp *w, double now)
{
	double from = w->charged > w->last ? w->charged : w->last;
	if (now <= from)
		return 0;
	w->charged = now;
	return now - from;
}

/* Count that the warp has waited until now for this instruction. */
static void
hold(struct machine *m, struct mwarp *w, const struct cost *c, double now)
{
	const struct costs *costs = m->tracer->costs;
	if (costs->counting)
		costs->counts[c->in->id].waited[w->why] += waited(w, now);
}

/* Count a barrier: of PTX, the instruction comes behind the arrival, and for the last warp behind
 * the wait. */
void
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

/* Count an instruction issued at t.  The warp's own time is counted until w->last. */
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

double
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

/* Return whether one lane stands for all of them. */
static bool
combined(const struct cost *c, uint64_t word)
{
	return c->combining == COMBINE_ALWAYS ||
		(c->combining == COMBINE_WHOLE && (uint32_t)(word >> 32) == UINT32_MAX);
}

/* Do what the assembler makes of an atomic on one address. */
static void
combine(struct mwarp *w, const struct cost *c, uint64_t word)
{
	for (unsigned i = 0; combined(c, word) && i < w->naccess; i++)
		w->access[i].ways = w->access[i].same = w->access[i].lanes = 1;
}

/* Return the cycles that an atomic keeps its warp: until one lane stands for all, or a loop has
 * ended. */
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
		d += contend(m, w, c, a, t, d - t);
		count_access(m->counts, a);
		done = d > done ? d : done;
	}
	set_results(w, c, done, true);
	if ((c->cls == OP_STORE || c->cls == OP_ATOMIC) && done > w->team->stored)
		w->team->stored = done;
}

/* Return the cycles that the first load of a function's constants on an SM waits for L2. */
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

/* Return the same for machine code: behind the stall count, and where lanes go elsewhere, behind
 * the fetch. */
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

/* Return when the warp's next instruction may be tried, after one that was issued at t. */
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

/* Charge the gap on the scheduler to what this warp, which ends it, was waiting for. */
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

/* Fold an instruction.  It takes no time, and its result is there when the operands are. */
static void
fold(struct mwarp *w, const struct cost *c)
{
	enum stall why = STALL_DEPEND;
	double ready = 0;
	bool memory = false;
	for (unsigned i = 0; i < c->nread; i++) {
		wait_for(w, c->read[i], 0, STALL_DEPEND, &ready, &why);
		memory |= w->from_memory[c->read[i]] && w->ready[c->read[i]] == ready;
	}
	set_results(w, c, ready, memory);
}

/* Change the reason for which the warp waits: until `now` it was another. */
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

/* Issue one instruction at `now`.  Return false if the warp has to come back at *again. */
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
	tell_step(m, w, t, STEP_ISSUE, c->in);
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

/* Return when the warp has the line of code that it wants now. */
static double
fetch(struct machine *m, struct mwarp *w, uint32_t line, double now)
{
	double since = line == w->line ? w->fetched : -1;
	w->line = line + 1;
	w->fetched = memory_fetch(&m->memory, &w->team->sm->memory, line, since, now);
	return w->fetched;
}

bool
try_issue(struct machine *m, struct mwarp *w, uint64_t word, double now, double *again)
{
	const struct costs *costs = m->tracer->costs;
	const struct cost *c = &costs->of[costs->placed[TRACE_ID(word) + w->trace->done]];
	combine(w, c, word);
	*again = now;
	if (c->lock && locked_out(m, w, c, now)) {
		*again = INFINITY;
		return false;
	}
	if (c->cls == OP_FREE) {
		tell_step(m, w, now, STEP_ISSUE, c->in);
		fold(w, c);
		count_line(m, w, c, word, w->last);
		count_inst(m, w, c, word);
		return true;
	}
	double ready = w->reserved ? now : operands_ready(m, w, c, now, &w->why);
	if (c->is_static && w->line != c->line + 1) {
		double there = fetch(m, w, c->line, now);
		if (there > ready) {
			ready = there;
			w->why = STALL_FETCH;
		}
	}
	if (ready > now) {
		w->paired = 0;
		*again = ready;
		return false;
	}
	if (!issue(m, w, c, word, now, again))
		return false;
	count_inst(m, w, c, word);
	return true;
}
