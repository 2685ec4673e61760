/*
 * sample.c: what of a launch is timed.  SMs are alike, and so are most grids' teams: a few SMs with
 * their share of L2 and DRAM time as many teams as fall to them, at equal distances in the grid.  The
 * others run untimed, which takes a tenth; results are the same, and L2 sees what they access.  How
 * many instructions each team has executed is known in the end.  What is timed stands for all of
 * them as far as teams are alike; where they are not, the lengths of all teams, given to all SMs in
 * order, take longer or shorter than those of the sample, and the time is corrected by that.
 */
#include <stdlib.h>
#include <string.h>

#include "timing/timing.h"

#define LEAST_SMS 16
#define LEAST_TEAMS 32
#define MOST_TEAMS ((uint64_t)1 << 24)
#define SHARE 16 /* of the chip at most */

void
sample_all(struct sample *s, const struct grid *g, const struct timing_model *m)
{
	*s = (struct sample){
		.nteams = g->nteams,
		.timed = g->nteams,
		.sms = g->dev->model->sms,
		.share = 1,
		.model = *m,
	};
}

/* The n-th of the timed teams, 0 first. */
uint64_t
sample_team(const struct sample *s, uint64_t nth)
{
	return s->timed == s->nteams ? nth : nth * s->nteams / s->timed;
}

bool
sample_has(const struct sample *s, uint64_t team)
{
	if (s->timed == s->nteams)
		return true;
	uint64_t nth = (team * s->timed + s->nteams - 1) / s->nteams;
	return nth < s->timed && sample_team(s, nth) == team;
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

/* Does somebody besides the tracer look at what teams do? */
static bool
watched(const struct grid *g)
{
	int n = 0;
	for (const struct sim_observer *const *o = g->launch->observers; o && *o; o++)
		n += (*o)->issue || (*o)->access || (*o)->arrive;
	return n > 1;
}

void
sample_choose(struct sample *s, const struct grid *g, const struct timing_run *run, uint64_t one)
{
	int all = s->sms, sms = (all + SHARE - 1) / SHARE;
	if (!run->sample_from || run->spans || run->steps || watched(g) || g->from ||
		g->entry->reach_time || g->nteams > MOST_TEAMS || one * g->nteams < run->sample_from)
		return;
	sms = sms < LEAST_SMS ? LEAST_SMS : sms;
	while (sms < all && g->nteams * (uint64_t)sms / (uint64_t)all < LEAST_TEAMS)
		sms++;
	if (sms * 2 > all)
		return;
	s->sms = sms;
	s->share = (double)all / sms;
	s->timed = (g->nteams * (uint64_t)sms + (uint64_t)all - 1) / (uint64_t)all;
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
extrapolate(const struct sample *s, const struct grid *g, struct timing_counts *n)
{
	int all = g->dev->model->sms;
	double more = (double)g->result->warp_instructions / (double)n->warp_instructions;
	double start = s->model.grid_start, sms;
	size_t slots = n->occupancy.blocks ? (size_t)n->occupancy.blocks : 1;
	double stretch = makespan(s, false, slots * (size_t)all) /
		makespan(s, true, slots * (size_t)s->sms);
	uint64_t *counts[] = {
#define X(name) &n->name,
		TIMING_EVENTS(X)
#undef X
	};
	n->timed_instructions = n->warp_instructions;
	for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
		*counts[i] = (uint64_t)((double)*counts[i] * more + 0.5);
	for (int i = 0; i < NOP_CLASSES; i++)
		n->issued[i] = (uint64_t)((double)n->issued[i] * more + 0.5);
	n->warp_instructions = g->result->warp_instructions;
	n->thread_instructions = g->result->thread_instructions;
	n->cycles = (n->cycles - start) * stretch + start;
	sms = g->nteams < (uint64_t)all ? (double)g->nteams : all;
	for (int i = 0; i < NSTALLS; i++)
		n->lost[i] *= stretch * sms / n->sms;
	n->slots *= stretch * sms / n->sms;
	n->sms = (int)sms;
}

void
sample_finish(struct sample *s, const struct grid *g, struct timing_run *run)
{
	struct timing_counts *n = &run->counts;
	n->teams = s->nteams;
	n->timed_teams = s->timed;
	n->timed_instructions = n->warp_instructions;
	if (s->instructions && n->warp_instructions && !g->result->status)
		extrapolate(s, g, n);
	free(s->instructions);
}
