/*
 * sample.c: what of a launch is timed.  SMs are alike, and so are most grids' teams: a few SMs with
 * their share of L2 and DRAM time the teams that fall to them.  The others run untimed, which takes a
 * tenth; results are the same, and L2 sees what they access.  How many instructions each team has
 * executed is known in the end.  What is timed stands for all of them as far as teams are alike;
 * where they are not, the lengths of all teams, given to all SMs in order, take longer or shorter
 * than those of the sample, and the time is corrected by that.
 */
#include <stdlib.h>
#include <string.h>

#include "timing/cache.h"

#define LEAST_SMS 4
#define LEAST_TEAMS 32
#define ENOUGH_TEAMS 64 /* if half of the chip has as many */
#define MOST_TEAMS ((uint64_t)1 << 24)
#define SHARE 16 /* of the chip at most */

void
sample_all(struct sample *s, const struct grid *g, const struct timing_model *m)
{
	*s = (struct sample){
		.nteams = g->nteams,
		.timed = g->nteams,
		.sms = g->dev->model->sms,
		.all = g->dev->model->sms,
		.share = 1,
		.model = *m,
	};
}

/* An SM of the sample stands for one of the chip: the first, the last, and others at equal distances. */
static uint64_t
place(const struct sample *s, uint64_t sm)
{
	return sm * (uint64_t)(s->all - 1) / (uint64_t)(s->sms - 1);
}

/* The n-th of the timed teams: SMs have those that they would have if all were equally long. */
uint64_t
sample_team(const struct sample *s, uint64_t nth)
{
	uint64_t sms = (uint64_t)s->sms;
	return s->timed == s->nteams ? nth : nth / sms * (uint64_t)s->all + place(s, nth % sms);
}

bool
sample_has(const struct sample *s, uint64_t team)
{
	if (s->timed == s->nteams)
		return true;
	uint64_t at = team % (uint64_t)s->all, all = (uint64_t)s->all - 1,
		 sm = (at * (uint64_t)(s->sms - 1) + all - 1) / all;
	return place(s, sm) == at;
}

static void
share_chip(struct sample *s)
{
	struct timing_model *m = &s->model;
	m->dispatch *= s->share;
	m->l2_bytes /= s->share;
	m->l2_write /= s->share;
	m->dram_read /= s->share;
	m->dram_write /= s->share;
}

/* No: somebody besides the tracer looks at what teams do, or they at the time. */
static bool
may_sample(const struct grid *g, const struct timing_run *run, const struct sim_observer *tracer)
{
	for (const struct sim_observer *const *o = g->launch->observers; o && *o; o++)
		if (*o != tracer && ((*o)->issue || (*o)->access || (*o)->arrive))
			return false;
	return run->sample_from && !run->spans && !run->steps && !run->lines && !g->from &&
		!g->entry->reach_time;
}

/*
 * Return whether the device's arrays are a little larger than L2.  Then what of them is found there when they are
 * swept again depends on when each team comes, and a launch that is not too long is timed whole.
 */
static bool
hardly_fits(const struct grid *g, const struct timing_run *run, uint64_t instructions)
{
	const struct timing_model *m = run->model;
	size_t kept = m->l2_kept ? (size_t)m->l2_kept : (size_t)g->dev->model->l2_bytes;
	return instructions < 5 * SAMPLE_AUTO && g->dev->used > kept && g->dev->used < 2 * kept;
}

void
sample_choose(struct sample *s, const struct grid *g, const struct timing_run *run,
	struct tracer *tr, uint64_t one)
{
	int all = s->sms, sms = (all + SHARE - 1) / SHARE;
	uint64_t teams; /* of so many SMs */
	if (!may_sample(g, run, &tr->observer))
		return;
	tr->cut_from = run->sample_from;
	if (g->nteams > MOST_TEAMS || one * g->nteams < run->sample_from ||
		hardly_fits(g, run, one * g->nteams))
		return;
	sms = sms < LEAST_SMS ? LEAST_SMS : sms;
	while ((teams = g->nteams * (uint64_t)sms / (uint64_t)all) < ENOUGH_TEAMS &&
		(sms + 1) * 2 <= all)
		sms++;
	if (sms * 2 > all || teams < LEAST_TEAMS)
		return;
	s->sms = sms;
	s->share = (double)all / sms;
	s->timed = g->nteams / (uint64_t)all * (uint64_t)sms;
	for (int i = 0; i < sms; i++)
		s->timed += place(s, (uint64_t)i) < g->nteams % (uint64_t)all;
	s->instructions = calloc(g->nteams, sizeof *s->instructions);
	if (!s->instructions)
		sim_out_of_memory();
	s->instructions[0] = one;
	share_chip(s);
}

/* ---- the end of a launch ---- */

static void
sift(double *heap, size_t n)
{
	double v = heap[0];
	size_t i = 0;
	for (size_t k; (k = 2 * i + 1) < n; i = k) {
		if (k + 1 < n && heap[k + 1] < heap[k])
			k++;
		if (heap[k] >= v)
			break;
		heap[i] = heap[k];
	}
	heap[i] = v;
}

/* When the last team ends if the first free slot takes the next and instructions are time. */
static double
makespan(const struct sample *s, bool timed, size_t slots)
{
	uint64_t n = timed ? s->timed : s->nteams;
	double end = 0, *heap = calloc(slots, sizeof *heap);
	if (!heap)
		sim_out_of_memory();
	for (uint64_t i = 0; i < n; i++) {
		heap[0] += (double)s->instructions[timed ? sample_team(s, i) : i];
		end = heap[0] > end ? heap[0] : end;
		sift(heap, slots);
	}
	free(heap);
	return end;
}

static void
scale_events(struct timing_counts *n, const struct sim_result *r, double by)
{
	uint64_t *counts[] = {
#define X(name) &n->name,
		TIMING_EVENTS(X)
#undef X
	};
	for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
		*counts[i] = (uint64_t)((double)*counts[i] * by + 0.5);
	for (int i = 0; i < NOP_CLASSES; i++)
		n->issued[i] = (uint64_t)((double)n->issued[i] * by + 0.5);
	n->warp_instructions = r->warp_instructions;
	n->thread_instructions = r->thread_instructions;
}

/* start: cycles of a launch itself, which stay; sms: by how many times more SMs. */
static void
scale_time(struct timing_counts *n, double by, double sms, double start)
{
	n->cycles = (n->cycles - start) * by + start;
	n->slots *= by * sms;
	for (int i = 0; i < NSTALLS; i++)
		n->lost[i] *= by * sms;
}

static void
extrapolate(const struct sample *s, const struct grid *g, struct timing_counts *n)
{
	int all = g->dev->model->sms;
	size_t slots = n->occupancy.blocks ? (size_t)n->occupancy.blocks : 1;
	scale_events(n, g->result,
		(double)g->result->warp_instructions / (double)n->warp_instructions);
	if (!s->instructions)
		return;
	double stretch = makespan(s, false, slots * (size_t)all) /
		makespan(s, true, slots * (size_t)s->sms);
	double sms = g->nteams < (uint64_t)all ? (double)g->nteams : all;
	scale_time(n, stretch, sms / n->sms, s->model.grid_start);
	n->sms = (int)sms;
}

/* ---- launches that repeat ---- */

/* Launches of one kernel in one shape. */
struct past {
	struct past *next;
	const struct sim_func *func;
	struct sim_dim3 grid, block;
	size_t dyn_shared;
	uint64_t launches, at; /* so far; the last that was timed */
	uint64_t instructions; /* timed, of warps, of all of them */
	bool steady;           /* that one was like the one timed before it */
	struct timing_counts last;
	/* its parameters; behind them for each byte whether it was another one in launches that took
	   as long */
	unsigned char args[];
};

struct past *
sample_forget(struct past *p, const struct sim_module *m)
{
	struct past *left = NULL;
	while (p) {
		struct past *next = p->next;
		if (m && p->func->module != m) {
			p->next = left;
			left = p;
		} else {
			free(p);
		}
		p = next;
	}
	return left;
}

static bool
same(struct sim_dim3 a, struct sim_dim3 b)
{
	return a.x == b.x && a.y == b.y && a.z == b.z;
}

/* NULL: nothing was launched yet. */
static struct past *
past_of(const struct grid *g)
{
	struct caches *kept = g->dev->caches;
	const struct sim_launch *l = g->launch;
	struct past *p = kept ? kept->past : NULL;
	while (p &&
		(p->func != l->func || !same(p->grid, l->grid) || !same(p->block, l->block) ||
			p->dyn_shared != l->dyn_shared))
		p = p->next;
	if (p || !kept)
		return p;
	p = calloc(1, sizeof *p + 2 * l->func->param_bytes);
	if (!p)
		sim_out_of_memory();
	*p = (struct past){
		.next = kept->past,
		.func = l->func,
		.grid = l->grid,
		.block = l->block,
		.dyn_shared = l->dyn_shared,
	};
	return kept->past = p;
}

static bool
close_to(double a, double b, double part)
{
	return a > b * (1 - part) && a < b * (1 + part);
}

/* Note what the arguments of a launch that was timed say. */
static void
remember_args(struct past *p, const struct sim_launch *l)
{
	const unsigned char *now = l->params;
	size_t n = l->func->param_bytes;
	for (size_t i = 0; i < n; i++) {
		p->args[n + i] = p->steady && (p->args[n + i] || now[i] != p->args[i]);
		p->args[i] = now[i];
	}
}

/* Return whether the arguments differ from earlier ones only where that made no difference. */
static bool
knows_args(const struct past *p, const struct sim_launch *l)
{
	const unsigned char *now = l->params;
	size_t n = l->func->param_bytes, i = 0;
	while (i < n && (now[i] == p->args[i] || p->args[n + i]))
		i++;
	return i == n;
}

static void
remember(const struct grid *g, const struct timing_counts *n)
{
	struct past *p = past_of(g);
	if (!p || g->result->status)
		return;
	p->steady = p->at &&
		close_to((double)n->warp_instructions, (double)p->last.warp_instructions, 0.01) &&
		close_to(n->cycles, p->last.cycles, 0.02);
	remember_args(p, g->launch);
	p->last = *n;
	p->at = ++p->launches;
	p->instructions += n->timed_instructions;
}

/* Of a steady kernel those launches are timed whose number is a power of two, or thereabouts, and the
 * first one whose arguments are others: they may say how long it takes. */
bool
sample_past(struct grid *g, struct timing_run *run)
{
	struct past *p = may_sample(g, run, NULL) ? past_of(g) : NULL;
	const struct sim_launch *l = g->launch;
	struct sim_launch plain = *l;
	if (!p || !p->steady || p->instructions < run->sample_from ||
		p->launches + 1 >= 2 * p->at || !knows_args(p, l))
		return false;
	plain.observers = NULL;
	plain.timing = NULL;
	g->launch = &plain;
	grid_finish(g);
	g->launch = l;
	p->launches++;
	run->counts = p->last;
	double by = (double)g->result->warp_instructions / (double)p->last.warp_instructions;
	p->steady = close_to(by, 1, 0.01);
	scale_events(&run->counts, g->result, by);
	scale_time(&run->counts, by, 1, run->model->grid_start);
	run->counts.timed_teams = run->counts.timed_instructions = 0;
	g->dev->cycles += (uint64_t)run->counts.cycles;
	return true;
}

/* ---- */

void
sample_finish(struct sample *s, const struct grid *g, struct timing_run *run)
{
	struct timing_counts *n = &run->counts;
	n->teams = s->nteams;
	n->timed_teams = s->timed;
	n->timed_instructions = n->warp_instructions;
	if (n->warp_instructions && n->timed_instructions != g->result->warp_instructions &&
		!g->result->status && !g->from && !n->children)
		extrapolate(s, g, n);
	free(s->instructions);
	if (may_sample(g, run, NULL))
		remember(g, n);
}
