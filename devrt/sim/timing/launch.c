/*
 * launch.c: a timed launch, as execution sees it (struct sim_timing): tracer and machine are set up,
 * the machine runs the grid, and grids that device code launches are charged to who launched them.
 */
#include <stdlib.h>

#include "timing/lines.h"

/* Run a grid.  The machine asks for teams as it needs them; then the rest, behind a fault, runs
 * untimed. */
static void
run(void *ctx, struct grid *g)
{
	struct timing_run *run = ctx;
	const struct sim_launch *l = g->launch;
	const struct sim_observer *list[SIM_OBSERVERS + 2] = { 0 };
	struct sim_launch watched = *l;
	struct costs costs = { .model = run->model, .counting = run->lines != NULL };
	struct tracer tracer;
	struct sample sample;
	if (sample_past(g, run))
		return;
	sample_all(&sample, g, run->model);
	tracer_init(&tracer, &costs, g->nwarps);
	tracer.sample = &sample;
	size_t n = 0;
	while (l->observers && l->observers[n] && n < SIM_OBSERVERS) {
		list[n] = l->observers[n];
		n++;
	}
	list[n] = &tracer.observer;
	watched.observers = list;
	g->launch = &watched;
	timing_run_grid(g, run, &tracer, &sample);
	tracer.words_limit = UINT64_MAX;
	grid_finish(g);
	g->launch = l;
	tracer_free(&tracer);
	if (run->lines)
		lines_take(run->lines, &costs);
	costs_free(&costs);
	sample_finish(&sample, g, run);
	timing_add(&run->counts, &run->inside);
}

static const struct sim_timing *
child(void *ctx)
{
	struct timing_run *parent = ctx, *run = malloc(sizeof *run);
	if (!run)
		sim_out_of_memory();
	timing_init(run, parent->model);
	run->parent = parent;
	run->lines = parent->lines;
	return &run->hooks;
}

/* End a grid that a thread launched: it is part of its time.  A tail begins when all of that has
 * ended. */
static void
child_end(void *ctx, const struct launched *from)
{
	struct timing_run *run = ctx, *parent = run->parent;
	struct timing_counts *n = &run->counts;
	if (from && from->by) {
		tracer_child(from->by, run, from->lane == (uint32_t)__builtin_ctz(from->by->mask));
		n->cycles = 0;
		timing_add(&parent->inside, n);
	} else if (from) {
		n->cycles += run->model->child;
		n->children++;
		timing_add(&parent->counts, n);
	}
	free(run);
}

void
timing_init(struct timing_run *r, const struct timing_model *model)
{
	*r = (struct timing_run){
		.hooks = { r, run, tracer_clock, tracer_ahead, child, child_end },
		.model = model,
	};
}
