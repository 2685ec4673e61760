/*
 * trace.c: the observer that writes down what each warp does, for the machine to replay.  Memory
 * accesses are coalesced here: a global access becomes the 32-byte sectors it touches, a shared one
 * the passes over the banks that it needs.  Traces of a team are read while they grow.  What a warp
 * did in a piece of straight code is kept until it leaves the piece, and then written in the order
 * of issue (schedule.c).
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "timing/cache.h"

#define MAX_LINES 128
#define WANTED_WORDS 64 /* for the warp that the machine waits for */

/* ---- queues of words ---- */

static void
push(struct team_trace *t, struct warp_trace *w, uint64_t word)
{
	if (w->n == w->cap && w->at) {
		memmove(w->word, w->word + w->at, (w->n - w->at) * sizeof *w->word);
		w->n -= w->at;
		w->at = 0;
	}
	if (w->n == w->cap)
		w->word = sim_grown(w->word, w->n, &w->cap, sizeof *w->word);
	w->word[w->n++] = word;
	t->words++;
}

static uint64_t
word(enum trace_kind k, uint32_t id, uint32_t detail)
{
	return (uint64_t)k | (uint64_t)(id & TRACE_ID_MASK) << 4 | (uint64_t)detail << 32;
}

/* Append an instruction.  Straight-line code of the same lanes is one word: its first instruction,
 * and how many more. */
static void
push_inst(struct team_trace *t, struct warp_trace *w, uint32_t id, uint32_t mask)
{
	uint64_t *last = w->n > w->at ? &w->word[w->n - 1] : NULL;
	if (last && (*last & 15) == TRACE_INST && *last >> 32 == mask &&
		TRACE_ID(*last) + TRACE_MORE(*last) + 1 == id && TRACE_MORE(*last) < TRACE_MORE_MAX)
		*last += (uint64_t)1 << TRACE_MORE_SHIFT;
	else
		push(t, w, word(TRACE_INST, id, mask));
}

/* ---- cuts ---- */

/*
 * A warp's loop that goes on and on leaves a trace now and then.  What it does in between counts as
 * much as what it did before, so there must have been no barrier for as long.
 */
#define CUT_AFTER 4096
#define CUT 61440 /* at least: to the end of a slice (exec/warp.c) */

static void
may_cut(struct tracer *tr, struct warp *w)
{
	struct team_trace *t = w->team->watch;
	struct warp_trace *wt = &t->warps[w->id];
	if (!tr->cut_from || tr->issued < tr->cut_from || wt->issued < wt->cut_at)
		return;
	w->light = true;
	w->light_for = CUT;
	wt->cut_at = wt->issued + CUT_AFTER;
}

/* Let the warp leave a trace again. */
static void
end_cut(struct tracer *tr, struct warp *w)
{
	struct team_trace *t = w->team->watch;
	if (!w->unseen)
		return;
	tracer_flush(tr);
	push(t, &t->warps[w->id], (uint64_t)TRACE_CUT | w->unseen << 4);
	w->unseen = 0;
}

/* ---- teams ---- */

struct team_trace *
tracer_find(struct tracer *tr, uint64_t id)
{
	for (struct team_trace *t = tr->teams; t; t = t->next)
		if (t->id == id)
			return t;
	return NULL;
}

static struct team_trace *
new_team(struct tracer *tr)
{
	struct team_trace *t = tr->pool;
	if (t) {
		tr->pool = t->next;
		return t;
	}
	t = calloc(1, sizeof *t);
	if (!t || !(t->warps = calloc(tr->nwarps, sizeof *t->warps)))
		sim_out_of_memory();
	t->nwarps = tr->nwarps;
	t->tracer = tr;
	return t;
}

static void
team_begin(void *ctx, struct team *team)
{
	struct tracer *tr = ctx;
	team->watch = NULL;
	if (tr->sample && !sample_has(tr->sample, team->id)) {
		for (uint32_t i = 0; i < team->nwarps; i++)
			team->warps[i].light = true;
		return;
	}
	struct team_trace *t = new_team(tr);
	t->id = team->id;
	t->team = team;
	t->ended = t->in_step = false;
	t->ngens = 0;
	t->words = 0;
	memset(t->current, 0, sizeof t->current);
	for (uint32_t i = 0; i < t->nwarps; i++) {
		t->warps[i].at = t->warps[i].n = t->warps[i].done = 0;
		t->warps[i].issued = 0;
		t->warps[i].cut_at = 2 * CUT_AFTER;
	}
	t->next = tr->teams;
	tr->teams = t;
	team->watch = t;
}

static void
team_end(void *ctx, struct team *team)
{
	struct team_trace *t = team->watch;
	struct tracer *tr = ctx;
	if (tr->sample && tr->sample->instructions)
		tr->sample->instructions[team->id] = team->warp_instructions;
	if (!t)
		return;
	tracer_flush(ctx);
	for (uint32_t i = 0; i < t->nwarps; i++) {
		end_cut(tr, &team->warps[i]);
		push(t, &t->warps[i], word(TRACE_END, 0, 0));
	}
	t->instructions = team->warp_instructions;
	t->team = NULL;
	t->ended = true;
}

uint64_t
tracer_instructions(const struct team_trace *t)
{
	return t->team ? t->team->warp_instructions : t->instructions;
}

void
tracer_drop(struct tracer *tr, struct team_trace *t)
{
	struct team_trace **p = &tr->teams;
	while (*p != t)
		p = &(*p)->next;
	*p = t->next;
	t->next = tr->pool;
	tr->pool = t;
}

static void
free_list(struct team_trace *t)
{
	while (t) {
		struct team_trace *next = t->next;
		for (uint32_t i = 0; i < t->nwarps; i++)
			free(t->warps[i].word);
		free(t->warps);
		free(t->gens);
		free(t);
		t = next;
	}
}

void
tracer_free(struct tracer *tr)
{
	free_list(tr->teams);
	free_list(tr->pool);
	tr->teams = tr->pool = NULL;
	free(tr->stage.word);
	tr->stage = (struct stage){ 0 };
	free(tr->places.at);
	tr->places = (struct places){ 0 };
}

/* ---- pieces of straight code, brought into the order of issue ---- */

static const struct sim_func *
func_in(struct sim_module *m, const struct inst *in)
{
	for (unsigned i = 0; i < m->nfuncs; i++) {
		const struct sim_func *f = m->funcs[i];
		if (f->code && in >= f->code && in < f->code + f->ncode)
			return f;
	}
	return NULL;
}

static const struct sim_func *
func_of(struct warp *w, const struct inst *in)
{
	struct grid *g = w->team->grid;
	const struct sim_func *f = func_in(g->entry->module, in);
	for (size_t i = 0; !f && i < g->dev->nfuncs; i++)
		if (g->dev->funcs[i])
			f = func_in(g->dev->funcs[i]->module, in);
	return f;
}

/* Append the accesses of an instruction, which stand before it. */
static void
push_staged(struct team_trace *t, struct warp_trace *w, const struct stage *s, uint32_t place)
{
	const struct staged *i = &s->by_place[place - s->piece];
	for (size_t k = i->from; k < i->to; k++)
		push(t, w, s->word[k]);
	if (i->kind == TRACE_INST)
		push_inst(t, w, place, i->mask);
	else
		push(t, w, word(i->kind, place, i->mask));
}

void
tracer_flush(struct tracer *tr)
{
	struct stage *s = &tr->stage;
	if (!s->warp)
		return;
	struct team_trace *t = s->warp->team->watch;
	for (uint32_t place = s->piece; place <= s->last; place++)
		if (s->by_place[place - s->piece].here) {
			push_staged(t, &t->warps[s->warp->id], s, place);
			s->by_place[place - s->piece].here = false;
		}
	s->warp = NULL;
	s->n = s->open = 0;
}

static const struct cost *
known_cost(struct tracer *tr, struct warp *w, const struct inst *in)
{
	if (in->id >= tr->costs->n || !tr->costs->of[in->id].known)
		costs_func(tr->costs, func_of(w, in));
	return &tr->costs->of[in->id];
}

/* Begin a trace of an instruction by the lanes of group: with what they left of the same piece, or
 * anew. */
static void
enter_piece(struct tracer *tr, struct warp *w, const struct cost *c, uint32_t group)
{
	struct stage *s = &tr->stage;
	bool goes_on = s->warp == w && s->group == group && s->piece == c->piece;
	if (goes_on && !s->by_place[c->place - s->piece].here)
		return;
	tracer_flush(tr);
	s->warp = w;
	s->group = group;
	s->piece = c->piece;
	s->last = c->last;
}

/* ---- memory accesses ---- */

struct lines {
	uint64_t line[MAX_LINES];
	uint32_t n;
};

/* Add a sector.  A line is an address of 128 bytes << 4 | the sectors of it. */
static void
add_sector(struct lines *l, uint64_t sector)
{
	uint64_t line = sector >> 2 << 4, bit = 1u << (sector & 3);
	for (uint32_t i = l->n; i-- > 0;)
		if (l->line[i] >> 4 << 4 == line) {
			l->line[i] |= bit;
			return;
		}
	if (l->n < MAX_LINES)
		l->line[l->n++] = line | bit;
}

static void
global_lines(const struct access *a, struct lines *l)
{
	FOR_LANES(i, a->mask)
		for (uint64_t s = a->addr[i] >> 5; s <= (a->addr[i] + a->bytes - 1) >> 5; s++)
			add_sector(l, s);
}

/* Find the lines of local memory, where words of one offset of all lanes lie side by side, 128
 * bytes. */
static void
local_lines(const struct access *a, struct lines *l, uint64_t owner)
{
	FOR_LANES(i, a->mask)
		for (uint64_t w = a->addr[i] >> 2; w <= (a->addr[i] + a->bytes - 1) >> 2; w++)
			add_sector(l, (owner << 16 | (w & 0xffff)) << 2 | i / 8);
}

static bool
all_equal(const struct access *a)
{
	uint64_t first = a->addr[__builtin_ctz(a->mask)];
	FOR_LANES(i, a->mask)
		if (a->addr[i] != first)
			return false;
	return true;
}

/* Return the passes of these lanes over the 32 banks: most distinct rows of one bank.  A row is a
 * word of 4 bytes, or two that are 32 words apart, in a bank of 8 bytes (Kepler in its usual mode,
 * PG). */
static uint32_t
bank_passes(const struct access *a, uint32_t lanes, unsigned bank_bytes)
{
	uint64_t rows[WARP][WARP];
	uint32_t n[WARP] = { 0 }, worst = 1;
	FOR_LANES(i, lanes)
		for (uint64_t w = a->addr[i] >> 2; w <= (a->addr[i] + a->bytes - 1) >> 2; w++) {
			uint32_t b = w & (WARP - 1), k = 0;
			uint64_t row = w * 4 / (WARP * bank_bytes);
			while (k < n[b] && rows[b][k] != row)
				k++;
			if (k == n[b] && k < WARP) {
				rows[b][n[b]++] = row;
				worst = n[b] > worst ? n[b] : worst;
			}
		}
	return worst;
}

/* Return whether lanes that differ in this bit of their number have the same address, where both
 * are active. */
static bool
pairs_equal(const struct access *a, uint32_t bit)
{
	FOR_LANES(i, a->mask)
		if (a->mask >> (i ^ bit) & 1 && a->addr[i] != a->addr[i ^ bit])
			return false;
	return true;
}

struct passes {
	uint32_t n, least, same;
}; /* least: as many if no two lanes were in each other's way; same: lanes of an atomic on one address */

/* Return the passes with so many lanes at a time. */
static struct passes
passes_by(const struct access *a, uint32_t step, unsigned bank_bytes)
{
	struct passes p = { 0 };
	for (uint32_t from = 0; from < WARP; from += step) {
		uint32_t lanes = a->mask & (uint32_t)((((uint64_t)1 << step) - 1) << from);
		p.least += lanes != 0;
		p.n += lanes ? bank_passes(a, lanes, bank_bytes) : 0;
	}
	return p;
}

/* Return the passes over the banks of shared memory.  As many lanes are served together as take 4
 * bytes, or 8, of each bank.  Where lanes side by side, or two apart, ask for the same everywhere,
 * it can be twice as many (7.x: NVIDIA's developer forum, topic 77228; 9.0: at least where all ask
 * for the same, own measurement). */
static struct passes
shared_passes(const struct access *a, const struct timing_model *m)
{
	uint32_t step = WARP * m->bank_bytes / a->bytes;
	if (a->bytes <= 4 && all_equal(a))
		return (struct passes){ .n = 1, .least = 1 };
	if (step >= WARP)
		return passes_by(a, WARP, m->bank_bytes);
	struct passes p = passes_by(a, step, m->bank_bytes), q = p;
	if (m->pairs_share && (pairs_equal(a, 1) || pairs_equal(a, 2)))
		q = passes_by(a, 2 * step, m->bank_bytes);
	return q.n < p.n ? q : p;
}

/* Return how many lanes the most popular address has. */
static uint32_t
most_popular(const struct access *a)
{
	uint32_t worst = 1;
	if (all_equal(a))
		return (uint32_t)__builtin_popcount(a->mask);
	FOR_LANES(i, a->mask) {
		uint32_t same = 0;
		for (uint32_t k = i; k < WARP; k++)
			same += (a->mask >> k & 1) && a->addr[k] == a->addr[i];
		worst = same > worst ? same : worst;
	}
	return worst;
}

/* Return the same for the banks of shared memory. */
static uint32_t
most_popular_bank(const struct access *a)
{
	uint8_t n[WARP] = { 0 };
	uint32_t worst = 1;
	FOR_LANES(i, a->mask) {
		uint8_t same = ++n[a->addr[i] / 4 % WARP];
		worst = same > worst ? same : worst;
	}
	return worst;
}

/* What an access changes where warps compete: two words each, as in the trace. */
struct changes {
	uint64_t word[2 * WARP];
	uint32_t n;
};

static uint64_t
fold(uint64_t v)
{
	return (uint32_t)(v ^ v >> 32);
}

/* Find the changes.  A compare and swap in a loop makes places such. */
static void
find_changes(struct tracer *tr, struct warp *w, const struct access *a, struct changes *c)
{
	if (a->kind == ACCESS_READ || a->bytes > 8 ||
		(a->space != SPACE_GLOBAL && a->space != SPACE_SHARED))
		return;
	bool swaps = a->in->id < tr->costs->n && tr->costs->of[a->in->id].turn > 0;
	if (!swaps && !tr->places.n)
		return;
	FOR_LANES(i, a->mask) {
		uint64_t now = 0, was = 0;
		if (!swaps && !places_find(&tr->places, a->addr[i], false))
			continue;
		memcpy(&now, mem_resolve(w, a->in, i, a->space, a->addr[i], a->bytes, true),
			a->bytes);
		if (swaps)
			memcpy(&was, (uint8_t *)at(w, a->in->d) + i * (a->bytes > 4 ? 8 : 4),
				a->bytes);
		if (swaps && now == was)
			continue;
		if (swaps)
			places_find(&tr->places, a->addr[i], true);
		c->word[2 * c->n] = a->addr[i];
		c->word[2 * c->n++ + 1] = fold(was) << 32 | fold(now);
	}
}

static void
put_access(struct stage *s, const struct access *a, struct passes p, const struct lines *l,
	const struct changes *c)
{
	uint64_t first = (uint64_t)TRACE_ACCESS | (uint64_t)a->space << 4 | (uint64_t)a->kind << 8 |
		(uint64_t)p.n << 12 | (uint64_t)p.least << 20 | (uint64_t)l->n << 24 |
		(uint64_t)a->bytes << 32 | (uint64_t)__builtin_popcount(a->mask) << 40 |
		(uint64_t)p.same << 48 | (uint64_t)c->n << 56;
	if (s->n + 1 + l->n + 2 * c->n > s->cap) {
		s->cap = s->cap * 2 + MAX_LINES + 1 + 2 * WARP;
		s->word = realloc(s->word, s->cap * sizeof *s->word);
		if (!s->word)
			sim_out_of_memory();
	}
	s->word[s->n++] = first;
	memcpy(s->word + s->n, l->line, l->n * sizeof *l->line);
	s->n += l->n;
	memcpy(s->word + s->n, c->word, 2 * c->n * sizeof *c->word);
	s->n += 2 * c->n;
}

static bool
aligned(const struct access *a)
{
	FOR_LANES(i, a->mask)
		if (a->addr[i] % a->bytes)
			return false;
	return true;
}

/* Append a load that carries its neighbours (schedule.c).  The others put nothing. */
static void
put_joined(struct stage *s, const struct access *a, uint32_t bytes, const struct timing_model *m)
{
	struct access all = *a;
	all.bytes = bytes;
	struct passes p = shared_passes(aligned(&all) ? &all : a, m);
	if (!aligned(&all)) {
		p.n *= bytes / a->bytes;
		p.least *= bytes / a->bytes;
	}
	put_access(s, &all, p, &(struct lines){ .n = 0 }, &(struct changes){ .n = 0 });
}

/* Touch what a team accesses that leaves no trace. */
static void
touch(struct tracer *tr, const struct access *a)
{
	struct lines l = { .n = 0 };
	if (a->space != SPACE_GLOBAL || !tr->memory)
		return;
	global_lines(a, &l);
	memory_touch(tr->memory,
		&(struct trace_access){ .kind = a->kind, .lines = l.n, .line = l.line });
}

/* Leave a trace of changes alone. */
static void
push_changes(struct tracer *tr, struct warp *w, const struct access *a)
{
	struct team_trace *t = w->team->watch;
	struct warp_trace *wt = &t->warps[w->id];
	struct changes c;
	c.n = 0;
	find_changes(tr, w, a, &c);
	if (!c.n)
		return;
	tracer_flush(tr);
	push(t, wt, (uint64_t)TRACE_CHANGE | (uint64_t)a->space << 4 | (uint64_t)c.n << 56);
	for (uint32_t i = 0; i < 2 * c.n; i++)
		push(t, wt, c.word[i]);
}

static void
access(void *ctx, struct warp *w, const struct access *a)
{
	struct tracer *tr = ctx;
	struct team_trace *t = w->team->watch;
	struct lines l = { .n = 0 };
	struct changes changes;
	if (!t || w->light) {
		touch(tr, a);
		if (t)
			push_changes(tr, w, a);
		return;
	}
	changes.n = 0;
	end_cut(tr, w);
	struct passes p = { .n = 1, .least = 1 };
	if (a->space == SPACE_PARAM ||
		(a->in->src &&
			(has_mod(a->in->src, PTX_MOD_PARAM) ||
				has_mod(a->in->src, PTX_MOD_PARAM_FUNC))))
		return;
	const struct cost *c = known_cost(tr, w, a->in);
	if (!c->is_static)
		enter_piece(tr, w, c, w->mask);
	if (c->carried)
		return;
	if (c->joined) {
		put_joined(&tr->stage, a, c->joined, tr->costs->model);
		return;
	}
	if (a->space == SPACE_LOCAL)
		local_lines(a, &l, (t->id & 0xffffff) << 6 | w->id);
	else if (a->space == SPACE_GLOBAL || a->space == SPACE_CONST)
		global_lines(a, &l);
	if (a->kind == ACCESS_ATOMIC) {
		p.same = most_popular(a);
		p.n = a->space == SPACE_SHARED ? most_popular_bank(a) : p.same;
	} else if (a->space == SPACE_SHARED)
		p = shared_passes(a, tr->costs->model);
	find_changes(tr, w, a, &changes);
	put_access(&tr->stage, a, p, &l, &changes);
}

/* ---- instructions and barriers ---- */

static bool
branches(const struct inst *in)
{
	return in->src &&
		(in->src->op == PTX_OP_BRA || in->src->op == PTX_OP_BRX ||
			in->fn == exec_call_pointer);
}

static enum trace_kind
branch_kind(const struct warp *w, const struct inst *in, uint32_t mask, uint32_t group)
{
	if (!mask)
		return TRACE_NOT_TAKEN;
	if (mask != group || (in->src->op != PTX_OP_BRA && w->mask != mask))
		return TRACE_DIVERGED;
	return TRACE_TAKEN;
}

/* Return which sequence is executed.  Those of division, root and reciprocal are for numbers in
 * range, and call slower code where a lane's operands or result are not (shown by ptxas's code for
 * each machine).  The result tells: zero, infinite or no number, or subnormal; a root below that of
 * the least normal number is one of a subnormal, a reciprocal above its reciprocal too. */
static enum trace_kind
sequence_kind(struct warp *w, const struct inst *in, uint32_t mask)
{
	bool wide = in->src->types[0] == PTX_F64;
	double least = wide ? DBL_MIN : FLT_MIN;
	double low = in->src->op == PTX_OP_SQRT ? sqrt(least) : least;
	double high = in->src->op == PTX_OP_RCP ? 1 / least : INFINITY;
	enum trace_kind k = TRACE_INST;
	FOR_LANES(i, mask) {
		double r = fabs(wide ? ((double *)at(w, in->d))[i] : ((float *)at(w, in->d))[i]);
		if (r > 0 && (r < low || (r > high && r < INFINITY)))
			return TRACE_SUBNORMAL;
		if (!(r > 0 && r < INFINITY))
			k = TRACE_SPECIAL;
	}
	return k;
}

/* Pause the warp so that the machine can catch up. */
static void
may_pause(struct tracer *tr, struct warp *w)
{
	struct team_trace *t = w->team->watch;
	const struct warp_trace *wanted = &t->warps[t->wanted];
	w->team->pause = (t->words > tr->words_limit &&
				 (w->team->at_clock || wanted->n > wanted->at + WANTED_WORDS)) ||
		tracer_ahead(w);
}

/* Return where the lanes of group have gone.  The effect of in is already in w. */
static enum trace_kind
static_kind(const struct warp *w, const struct cost *c, const struct inst *in, uint32_t group)
{
	if (c->flow == FLOW_PLAIN)
		return TRACE_INST;
	if (w->mask != group)
		return TRACE_DIVERGED;
	return w->pc == (uint32_t)(in - w->code) + 1 ? TRACE_NOT_TAKEN : TRACE_TAKEN;
}

/* Issue machine code, in its own order. */
static void
issue_static(struct tracer *tr, struct warp *w, const struct cost *c, const struct inst *in,
	uint32_t mask, uint32_t group)
{
	struct team_trace *t = w->team->watch;
	struct warp_trace *wt = &t->warps[w->id];
	struct stage *s = &tr->stage;
	enum trace_kind k = static_kind(w, c, in, group);
	for (size_t i = 0; i < s->n; i++)
		push(t, wt, s->word[i]);
	s->n = 0;
	if (k == TRACE_INST)
		push_inst(t, wt, in->id, mask);
	else
		push(t, wt, word(k, in->id, mask));
	if (c->flow != FLOW_PLAIN) {
		tr->branches++;
		tr->diverged += k == TRACE_DIVERGED;
	}
	for (unsigned i = 0; tr->arriving == w && i < tr->nafter; i++)
		push(t, wt, tr->after[i]);
	tr->arriving = NULL;
	if (c->flow == FLOW_PLAIN && c->cls != OP_BARRIER)
		w->team->pause = false;
	else
		may_pause(tr, w);
}

static void
issue(void *ctx, struct warp *w, const struct inst *in, uint32_t mask, uint32_t group)
{
	struct tracer *tr = ctx;
	struct team_trace *t = w->team->watch;
	enum trace_kind k = TRACE_INST;
	const struct cost *c = known_cost(tr, w, in);
	end_cut(tr, w);
	if (c->is_static) {
		issue_static(tr, w, c, in, mask, group);
		tr->issued++;
		t->warps[w->id].issued++;
		may_cut(tr, w);
		return;
	}
	enter_piece(tr, w, c, group);
	if (c->special > 0)
		k = sequence_kind(w, in, mask);
	if (branches(in)) {
		k = branch_kind(w, in, mask, group);
		tr->branches++;
		tr->diverged += k == TRACE_DIVERGED;
	}
	struct stage *s = &tr->stage;
	s->by_place[c->place - s->piece] = (struct staged){ true, k, mask, s->open, s->n };
	s->open = s->n;
	w->team->pause = false;
	tr->issued++;
	t->warps[w->id].issued++;
	if (in->id != s->last)
		return;
	tracer_flush(tr);
	may_pause(tr, w);
	may_cut(tr, w);
}

static bool
stand_still(struct warp *w)
{
	struct team_trace *t = w->team->watch;
	return w->team->at_clock = t->clock_waits = true;
}

bool
tracer_ahead(struct warp *w)
{
	struct team_trace *t = w->team->watch;
	const struct warp_trace *wt = t ? &t->warps[w->id] : NULL;
	return t && t->in_step && w->team->may_pause && wt->n > wt->at + WANTED_WORDS &&
		stand_still(w);
}

bool
tracer_clock(struct warp *w, uint64_t *now)
{
	struct team_trace *t = w->team->watch;
	const struct warp_trace *wt = &t->warps[w->id];
	t->in_step = true;
	if (w->team->may_pause && (t->wanted != w->id || wt->at < wt->n))
		return !stand_still(w);
	w->team->spin_rounds = 0;
	*now = w->team->grid->dev->cycles + (uint64_t)t->tracer->now;
	return true;
}

static uint32_t
open_generation(struct team_trace *t, uint32_t id)
{
	if (t->current[id])
		return t->current[id] - 1;
	t->gens = sim_grown(t->gens, t->ngens, &t->gens_cap, sizeof *t->gens);
	t->gens[t->ngens] = (struct generation){ 0 };
	t->current[id] = (uint32_t)++t->ngens;
	return t->current[id] - 1;
}

static void
arrive(void *ctx, struct warp *w, const struct inst *in, uint32_t id, uint32_t mask, bool waits)
{
	struct team_trace *t = w->team->watch;
	struct tracer *tr = ctx;
	if (!t)
		return;
	uint32_t g = open_generation(t, id);
	(void)waits;
	end_cut(tr, w);
	t->warps[w->id].cut_at = t->warps[w->id].issued + CUT_AFTER;
	tracer_flush(ctx);
	t->gens[g].expected++;
	if (known_cost(tr, w, in)->is_static) {
		tr->arriving = w;
		tr->after[0] = word(TRACE_ARRIVE, g, mask);
		tr->nafter = 1;
	} else {
		push(t, &t->warps[w->id], word(TRACE_ARRIVE, g, mask));
	}
}

static void
release(void *ctx, struct team *team, uint32_t id)
{
	struct tracer *tr = ctx;
	struct team_trace *t = team->watch;
	if (!t)
		return;
	uint32_t g = open_generation(t, id);
	t->gens[g].complete = true;
	t->last[id] = g;
	t->current[id] = 0;
	tr->barriers++;
}

static void
resume(void *ctx, struct warp *w, const struct inst *in, uint32_t id, uint32_t mask)
{
	struct team_trace *t = w->team->watch;
	struct tracer *tr = ctx;
	(void)in;
	if (!t)
		return;
	tracer_flush(ctx);
	if (tr->arriving == w)
		tr->after[tr->nafter++] = word(TRACE_WAIT, t->last[id], mask);
	else
		push(t, &t->warps[w->id], word(TRACE_WAIT, t->last[id], mask));
}

void
tracer_child(struct warp *w, const struct timing_run *child, bool first)
{
	struct team_trace *t = w->team->watch;
	double launch = first ? child->model->child : child->model->child_lane;
	double cycles = launch + child->counts.cycles;
	uint64_t grids = 1 + child->counts.children;
	tracer_flush(t->tracer);
	push(t, &t->warps[w->id],
		word(TRACE_CHILD, grids < TRACE_ID_MASK ? (uint32_t)grids : TRACE_ID_MASK,
			cycles < 4e9 ? (uint32_t)cycles : 4000000000u));
}

void
tracer_init(struct tracer *tr, struct costs *costs, uint32_t nwarps)
{
	*tr = (struct tracer){ .costs = costs, .nwarps = nwarps };
	tr->observer = (struct sim_observer){
		.ctx = tr,
		.serial = true,
		.team_begin = team_begin,
		.team_end = team_end,
		.issue = issue,
		.access = access,
		.arrive = arrive,
		.release = release,
		.resume = resume,
	};
}
