/*
 * grid.c: a launch: host threads take teams in order and run them side by side.
 *
 * What teams can see of each other must not depend on the number of host threads.  So one team at a
 * time has the turn: the lowest that has not finished.  A team that comes to a global atomic, a
 * volatile or ordered access or a fence without having the turn is put aside until it has; teams
 * that never do any of this run freely.  A team that has the turn and only polls memory passes it
 * on to the next one, round and round among the teams that a real device would hold at once, so
 * that teams which wait for later teams get there too.  printf text is kept and given out in team
 * order.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "exec/observer.h"

#define DEFAULT_STACK 65536u
#define DEFAULT_HEAP (8u << 20) /* CUDA C programming guide, dynamic global memory allocation */
#define DEFAULT_LIMIT 20000000000ull
#define MIN_WINDOW 64u
#define MAX_THREADS 64
#define MAX_IDLE_PASSES 64

/* ---- turns; all of this under the grid's lock ---- */

static struct slot *
slot_of(struct grid *g, uint64_t id)
{
	return &g->slots[id % g->window];
}

static uint64_t
window_end(const struct grid *g)
{
	uint64_t end = g->lowest + g->window;
	return end < g->nteams ? end : g->nteams;
}

/* Give the turn to the next team in the ring after id that has not finished. */
static void
advance_turn(struct grid *g, uint64_t id)
{
	uint64_t end = window_end(g);
	for (uint64_t k = 0; k < end - g->lowest; k++) {
		if (++id >= end || id < g->lowest)
			id = g->lowest;
		if (!slot_of(g, id)->done) {
			g->turn = id;
			return;
		}
	}
	g->turn = g->lowest;
}

static void
give_out(struct grid *g, struct sim_log *out)
{
	if (out->len && g->launch->print)
		g->launch->print(g->launch->print_ctx, out->text, out->len);
	sim_log_free(out);
}

static void
move_window(struct grid *g)
{
	while (g->lowest < g->nteams && slot_of(g, g->lowest)->done) {
		struct slot *s = slot_of(g, g->lowest);
		if (g->lowest <= atomic_load(&g->error_team))
			give_out(g, &s->out);
		sim_log_free(&s->out);
		*s = (struct slot){ 0 };
		g->lowest++;
	}
}

static void
record_error(struct grid *g, struct team *t)
{
	if (t->id >= atomic_load(&g->error_team))
		return;
	atomic_store(&g->error_team, t->id);
	sim_log_free(&g->result->message);
	g->result->status = t->status;
	g->result->message = t->message;
	t->message = (struct sim_log){ 0 };
}

static void
finish_team(struct grid *g, struct team *t, bool failed)
{
	struct slot *s = slot_of(g, t->id);
	if (failed)
		record_error(g, t);
	g->result->warp_instructions += t->warp_instructions;
	g->result->thread_instructions += t->thread_instructions;
	s->done = true;
	g->epoch++;
	s->out = t->out;
	t->out = (struct sim_log){ 0 };
	bool had_turn = g->turn == t->id;
	uint64_t id = t->id;
	move_window(g);
	if (had_turn && g->lowest < g->nteams)
		advance_turn(g, id);
	t->next = g->pool;
	g->pool = t;
	g->in_flight--;
}

/* ---- host threads ---- */

static struct team *
take_waiting(struct grid *g)
{
	if (g->turn >= g->nteams)
		return NULL;
	struct slot *s = slot_of(g, g->turn);
	struct team *t = s->waiting;
	s->waiting = NULL;
	return t;
}

static struct team *
take_new(struct grid *g)
{
	if (g->next_team >= window_end(g) || g->next_team > atomic_load(&g->error_team))
		return NULL;
	struct team *t = g->pool;
	if (t)
		g->pool = t->next;
	uint64_t id = g->next_team++;
	g->in_flight++;
	pthread_mutex_unlock(&g->lock);
	if (!t)
		t = team_new(g);
	team_start(t, id);
	pthread_mutex_lock(&g->lock);
	return t;
}

static bool
all_done(struct grid *g)
{
	return !g->in_flight &&
		(g->next_team >= g->nteams || g->next_team > atomic_load(&g->error_team));
}

/* Drop teams behind a failed one that still wait: they will never be asked again. */
static void
drop_waiting(struct grid *g)
{
	for (uint32_t i = 0; i < g->window; i++) {
		struct team *t = g->slots[i].waiting;
		if (t && t->id > atomic_load(&g->error_team)) {
			g->slots[i].waiting = NULL;
			finish_team(g, t, false);
		}
	}
}

/* Pass the turn on.  Polling is hopeless when the turn has gone round many times and no team did
 * anything else. */
static enum team_end
pass_turn(struct grid *g, struct team *t)
{
	if (t->progressed)
		g->epoch++;
	t->progressed = false;
	t->idle_passes = t->epoch == g->epoch ? t->idle_passes + 1 : 0;
	t->epoch = g->epoch;
	if (t->idle_passes > MAX_IDLE_PASSES)
		return team_hopeless(t);
	advance_turn(g, t->id);
	return TEAM_PASSES;
}

static void
run_team(struct grid *g, struct team *t, struct worker *worker)
{
	enum team_end end;
	do {
		t->has_turn = g->turn == t->id;
		pthread_mutex_unlock(&g->lock);
		end = team_run(t, worker);
		t->paused = end == TEAM_PAUSED;
		pthread_mutex_lock(&g->lock);
		if (end == TEAM_PASSES)
			end = pass_turn(g, t);
	} while ((end == TEAM_WAITS || end == TEAM_PASSES) && g->turn == t->id && !t->may_pause);
	if (end == TEAM_DONE && t->id < atomic_load(&g->error_team))
		EMIT(g, team_end, t);
	if (end == TEAM_DONE || end == TEAM_FAULT)
		finish_team(g, t, end == TEAM_FAULT);
	else
		slot_of(g, t->id)->waiting = t;
	if (atomic_load(&g->error_team) != UINT64_MAX)
		drop_waiting(g);
	pthread_cond_broadcast(&g->changed);
}

/* Run one team, the one whose turn it is or a new one, as far as it goes.  Return false if there is
 * none. */
static bool
run_any(struct grid *g, struct worker *worker)
{
	struct team *t = take_waiting(g);
	if (!t)
		t = take_new(g);
	if (!t)
		return false;
	t->may_pause = false;
	run_team(g, t, worker);
	return true;
}

/* Run team id for the timed machine, on one host thread, until its trace is full.  Where it needs
 * the turn, or has not begun, others go first; those do not stop. */
bool
grid_advance(struct grid *g, struct worker *worker, uint64_t id)
{
	bool any = false;
	pthread_mutex_lock(&g->lock);
	struct slot *s = id < g->next_team && id >= g->lowest ? slot_of(g, id) : NULL;
	struct team *t = s ? s->waiting : NULL;
	if (t && (t->paused || g->turn == id)) {
		s->waiting = NULL;
		t->may_pause = any = true;
		run_team(g, t, worker);
	} else if (!s && id == g->next_team && (t = take_new(g))) {
		t->may_pause = any = true;
		run_team(g, t, worker);
	} else if (atomic_load(&g->error_team) == UINT64_MAX) {
		any = run_any(g, worker);
	}
	pthread_mutex_unlock(&g->lock);
	return any;
}

static void *
worker_main(void *arg)
{
	struct worker *worker = arg;
	struct grid *g = worker->grid;
	pthread_mutex_lock(&g->lock);
	while (!all_done(g)) {
		struct team *t = take_waiting(g);
		if (!t)
			t = take_new(g);
		if (t)
			run_team(g, t, worker);
		else
			pthread_cond_wait(&g->changed, &g->lock);
	}
	pthread_cond_broadcast(&g->changed);
	pthread_mutex_unlock(&g->lock);
	return NULL;
}

/* ---- the launch ---- */

/* Return how many teams the device would hold at once: those may wait for one another. */
static uint32_t
resident_teams(const struct grid *g)
{
	const struct sim_model *m = g->dev->model;
	uint64_t per_sm = (uint64_t)m->max_threads_per_sm / (g->nwarps * WARP);
	if (per_sm > (uint64_t)m->max_blocks_per_sm)
		per_sm = (uint64_t)m->max_blocks_per_sm;
	if (g->shared_given && per_sm > m->shared_per_sm / g->shared_given)
		per_sm = m->shared_per_sm / g->shared_given;
	uint64_t n = per_sm * (uint64_t)m->sms;
	n = n < MIN_WINDOW ? MIN_WINDOW : n;
	return (uint32_t)(n < g->nteams ? n : g->nteams);
}

static const char *
check_launch(const struct sim_launch *l, const struct grid *g)
{
	if (!g->nteams || !g->nthreads)
		return "a grid or block dimension is 0";
	if (g->nthreads > 1024)
		return "more than 1024 threads in a block";
	if (g->nteams / l->grid.x / l->grid.y != l->grid.z || g->nteams > (uint64_t)1 << 40)
		return "the grid is too large";
	if (g->shared_total > 1 << 24)
		return "too much shared memory";
	return NULL;
}

static unsigned
thread_count(const struct sim_launch *l, const struct grid *g)
{
	for (const struct sim_observer *const *o = l->observers; o && *o; o++)
		if ((*o)->serial)
			return 1;
	if (g->nteams == 1) /* the system answers from a file */
		return 1;
	long n = l->host_threads > 0 ? l->host_threads : sysconf(_SC_NPROCESSORS_ONLN);
	n = n < 1 ? 1 : n > MAX_THREADS ? MAX_THREADS : n;
	return (unsigned)((uint64_t)n < g->nteams ? (uint64_t)n : g->nteams);
}

static void
run_workers(struct grid *g, unsigned n)
{
	struct worker workers[MAX_THREADS];
	pthread_t threads[MAX_THREADS];
	unsigned started = 1;
	size_t slots = g->entry->module->nmem;
	for (unsigned i = 0; i < n; i++) {
		workers[i].grid = g;
		if (!(workers[i].cache = calloc(slots + 1, sizeof *workers[i].cache)))
			sim_out_of_memory();
	}
	while (started < n &&
		!pthread_create(&threads[started], NULL, worker_main, &workers[started]))
		started++;
	worker_main(&workers[0]);
	for (unsigned i = 1; i < started; i++)
		pthread_join(threads[i], NULL);
	for (unsigned i = 0; i < n; i++)
		free(workers[i].cache);
}

void
grid_finish(struct grid *g)
{
	run_workers(g, thread_count(g->launch, g));
}

static void
run_teams(struct grid *g)
{
	const struct sim_timing *timing = g->launch->timing;
	EMIT(g, launch_begin, g);
	if (timing)
		timing->run(timing->ctx, g);
	else
		run_workers(g, thread_count(g->launch, g));
	move_window(g);
	EMIT(g, launch_end, g);
}

/* Return where the dynamic .shared ends that begins behind the static. */
static size_t
with_dynamic(size_t fixed, size_t dynamic)
{
	return dynamic ? (fixed + 15) / 16 * 16 + dynamic : fixed;
}

static struct grid *
grid_new(struct sim_device *dev, const struct sim_launch *l, struct sim_result *result)
{
	struct grid *g = calloc(1, sizeof *g);
	if (!g)
		sim_out_of_memory();
	g->dev = dev;
	g->launch = l;
	g->entry = l->func;
	g->result = result;
	g->nteams = (uint64_t)l->grid.x * l->grid.y * l->grid.z;
	g->nthreads = l->block.x <= 1024 && l->block.y <= 1024 && l->block.z <= 1024 ?
		l->block.x * l->block.y * l->block.z :
		UINT32_MAX;
	g->nwarps = g->nthreads <= 1024 ? (g->nthreads + WARP - 1) / WARP : 0;
	g->shared_static = l->func->shared_end;
	g->shared_total = with_dynamic(g->shared_static, l->dyn_shared);
	g->shared_given = with_dynamic(l->func->shared_bytes, l->dyn_shared);
	g->heap_bytes = l->heap_bytes ? l->heap_bytes : DEFAULT_HEAP;
	g->stack_bytes = (l->stack_bytes ? l->stack_bytes : DEFAULT_STACK) + l->func->frames_bytes;
	g->limit = l->max_instructions ? l->max_instructions : DEFAULT_LIMIT;
	/* The chip decides, not .target: an sm_35 text whose barrier leaves lanes out hangs an H200
	 * too. */
	g->independent = dev->model->independent_threads;
	g->free_red = !l->func->reach_ordered;
	g->low_windows = l->func->low_windows;
	g->gridid = ++dev->launches;
	g->tails_end = &g->tails;
	atomic_store(&g->error_team, UINT64_MAX);
	pthread_mutex_init(&g->lock, NULL);
	pthread_cond_init(&g->changed, NULL);
	return g;
}

static void
grid_free(struct grid *g)
{
	while (g->pool) {
		struct team *t = g->pool;
		g->pool = t->next;
		team_free(t);
	}
	for (uint32_t i = 0; g->slots && i < g->window; i++)
		sim_log_free(&g->slots[i].out);
	pthread_mutex_destroy(&g->lock);
	pthread_cond_destroy(&g->changed);
	free(g->slots);
	free(g->params);
	free(g);
}

/* ---- grids that follow a grid ---- */

void
grid_inherit(struct sim_launch *l, const struct grid *parent, const struct sim_observer **room)
{
	const struct sim_launch *from = parent->launch;
	size_t n = 0;
	for (const struct sim_observer *const *o = from->observers; o && *o && n < SIM_OBSERVERS;
		o++)
		if ((*o)->children)
			room[n++] = *o;
	room[n] = NULL;
	l->observers = n ? room : NULL;
	l->timing = from->timing ? from->timing->child(from->timing->ctx) : NULL;
	l->stack_bytes = from->stack_bytes;
	l->heap_bytes = from->heap_bytes;
	l->max_instructions = from->max_instructions;
	l->pending_limit = from->pending_limit;
	l->host_memory = from->host_memory;
	l->host_threads = 1;
}

static enum sim_status run_one(struct sim_device *dev, const struct sim_launch *launch,
	struct sim_result *result, const struct launched *from, struct tail **tails);

/* Run one tail of g.  What it leaves for its own end comes before what g left. */
static enum sim_status
run_tail(struct grid *g, struct tail *t, struct sim_result *result)
{
	const struct sim_observer *list[SIM_OBSERVERS + 1];
	struct launched from = { .parent = g };
	struct tail *more = NULL, **end = &more;
	struct sim_result r;
	grid_inherit(&t->launch, g, list);
	t->launch.print = g->launch->print;
	t->launch.print_ctx = g->launch->print_ctx;
	run_one(g->dev, &t->launch, &r, &from, &more);
	while (*end)
		end = &(*end)->next;
	*end = g->tails;
	g->tails = more;
	if (t->launch.timing)
		t->launch.timing->child_end(t->launch.timing->ctx, &from);
	result->warp_instructions += r.warp_instructions;
	result->thread_instructions += r.thread_instructions;
	result->status = r.status;
	result->message = r.message;
	return r.status;
}

static void
tail_free(struct tail *t)
{
	free(t->params);
	free(t);
}

/* End a chain of tails that goes round for ever, though each team was within its limit. */
static void
chain_too_long(const struct grid *g, const struct tail *t, struct sim_result *result)
{
	result->status = SIM_LIMIT;
	sim_log_printf(&result->message,
		"kernel '%s': its chain of tail launches ran longer than the "
		"instruction limit; the last grid was '%s'",
		g->entry->name, t->launch.func->name);
}

/* Run the tails one after the other, each when the one before it, its children and its tails have
 * ended (CUDA programming guide, tail launch stream).  A tail that leaves another is the rule: no
 * recursion. */
static void
run_tails(struct grid *g, struct sim_result *result)
{
	while (g->tails && !result->status) {
		struct tail *t = g->tails;
		g->tails = t->next;
		run_tail(g, t, result);
		if (!result->status && result->warp_instructions / g->nteams > g->limit)
			chain_too_long(g, t, result);
		tail_free(t);
	}
	while (g->tails) {
		struct tail *t = g->tails;
		g->tails = t->next;
		tail_free(t);
	}
}

/* Run a grid.  Run its tails, too, or leave them in *tails for the one that it is a tail of. */
static enum sim_status
run_one(struct sim_device *dev, const struct sim_launch *launch, struct sim_result *result,
	const struct launched *from, struct tail **tails)
{
	*result = (struct sim_result){ .status = SIM_OK };
	struct grid *g = grid_new(dev, launch, result);
	g->from = from;
	g->depth = !from ? 0 : from->parent->depth + (from->by != NULL);
	const char *wrong = check_launch(launch, g);
	if (wrong) {
		result->status = SIM_UNSUPPORTED;
		sim_log_printf(&result->message, "kernel '%s' cannot be launched: %s",
			launch->func->name, wrong);
		grid_free(g);
		return result->status;
	}
	g->window = resident_teams(g);
	g->slots = calloc(g->window, sizeof *g->slots);
	g->params = malloc(launch->func->param_bytes + 16);
	if (!g->slots || !g->params)
		sim_out_of_memory();
	if (launch->func->param_bytes)
		memcpy(g->params, launch->params, launch->func->param_bytes);
	run_teams(g);
	if (tails)
		*tails = g->tails;
	else
		run_tails(g, result);
	if (!from) /* others still use what was freed */
		memory_reap(dev);
	grid_free(g);
	return result->status;
}

enum sim_status
grid_run(struct sim_device *dev, const struct sim_launch *launch, struct sim_result *result,
	const struct launched *from)
{
	return run_one(dev, launch, result, from, NULL);
}

enum sim_status
sim_run(struct sim_device *dev, const struct sim_launch *launch, struct sim_result *result)
{
	return grid_run(dev, launch, result, NULL);
}
