/*
 * observer.c: the observer of the checks: it keeps a record for every team that runs, and hands
 * events to the checks that were asked for.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "check/internal.h"

#define RED_ZONE ((size_t)1 << 20) /* between allocations, with bounds */

bool
checks_parse(const char *list, unsigned *what)
{
	static const struct {
		const char *name;
		unsigned bits;
	} words[] = {
#define X(bit, option, noun) { option, CHECK_##bit },
		CHECKS(X)
#undef X
			{ "all", (1u << NCHECKS) - 1 },
	};
	*what = 0;
	for (const char *p = list;; p++) {
		size_t len = strcspn(p, ","), i = 0, n = sizeof words / sizeof *words;
		while (i < n && (strlen(words[i].name) != len || memcmp(words[i].name, p, len)))
			i++;
		if (i == n)
			return false;
		*what |= words[i].bits;
		p += len;
		if (!*p)
			return true;
	}
}

/* ---- teams ---- */

static uint32_t *
masks(const struct cteam *ct)
{
	uint32_t *p = calloc(ct->nwarps, sizeof *p);
	if (!p)
		sim_out_of_memory();
	return p;
}

static struct cteam *
cteam_new(struct checks *c, struct team *t)
{
	struct cteam *ct = calloc(1, sizeof *ct);
	if (!ct)
		sim_out_of_memory();
	ct->c = c;
	ct->team = t;
	ct->nwarps = t->nwarps;
	ct->nthreads = t->grid->nthreads;
	ct->clock = masks(ct);
	ct->threads = calloc(ct->nwarps * WARP, sizeof *ct->threads);
	ct->recent = calloc((size_t)ct->nwarps * RECENT, sizeof *ct->recent);
	ct->parted = calloc(ct->nwarps * WARP, sizeof *ct->parted);
	if (!ct->threads || !ct->recent || !ct->parted)
		sim_out_of_memory();
	for (int i = 0; i < BARRIERS; i++)
		ct->bars[i] = (struct cbarrier){
			.arrived = masks(ct),
			.waits = masks(ct),
			.clock = masks(ct),
			.split = masks(ct),
			.split_path = masks(ct),
			.missed = masks(ct),
			.split_at = calloc(ct->nwarps, sizeof *ct->bars[i].split_at),
		};
	shadow_open(&ct->shared, 0, t->grid->shared_total, c->what & CHECK_INIT);
	ct->next = c->teams;
	c->teams = ct;
	return ct;
}

static void
cteam_free(struct cteam *ct)
{
	clock_team_end(ct);
	for (int i = 0; i < BARRIERS; i++) {
		free(ct->bars[i].arrived);
		free(ct->bars[i].waits);
		free(ct->bars[i].clock);
		free(ct->bars[i].split);
		free(ct->bars[i].split_path);
		free(ct->bars[i].split_at);
		free(ct->bars[i].missed);
	}
	shadow_close(&ct->shared);
	if (ct->local)
		munmap(ct->local, ct->local_bytes);
	free(ct->clock);
	free(ct->threads);
	free(ct->recent);
	free(ct->parted);
	free(ct->later);
	free(ct);
}

/* ---- events ---- */

static void
on_launch_begin(void *ctx, const struct grid *g)
{
	struct checks *c = ctx;
	grids_begin(c, g);
	if (g->from)
		return;
	c->launch++;
	shadow_sweep(c);
	race_launch(c);
	if (c->what & CHECK_INIT)
		init_launch(c, g);
}

static void
on_launch_end(void *ctx, const struct grid *g)
{
	struct checks *c = ctx;
	grids_end(c, g);
	while (c->teams && c->teams->team->grid == g) {
		struct cteam *ct = c->teams;
		c->teams = ct->next;
		cteam_free(ct);
	}
	if (g->from)
		return;
	locs_clear(&c->locs);
	order_launch_end(c);
}

static void
on_team_begin(void *ctx, struct team *t)
{
	struct cteam *ct = t->checked ? t->checked : cteam_new(ctx, t);
	t->checked = ct;
	ct->id = grids_id(ct->c, t);
	ct->nlater = 0;
	clock_team(ct);
	if (t->grid->from && t->grid->from->by && ct->c->what & CHECK_RACE)
		clock_inherit(ct, t->grid->from->by, t->grid->from->lane);
	for (int i = 0; i < BARRIERS; i++) {
		memset(ct->bars[i].split, 0, ct->nwarps * sizeof *ct->bars[i].split);
		memset(ct->bars[i].missed, 0, ct->nwarps * sizeof *ct->bars[i].missed);
		ct->bars[i].has_first = false;
	}
	if (ct->c->what & CHECK_INIT)
		init_team(ct);
}

static void
on_team_end(void *ctx, struct team *t)
{
	struct checks *c = ctx;
	if (c->what & CHECK_SYNC)
		sync_team_end(t->checked);
	clock_team_end(t->checked);
}

static void
on_issue(void *ctx, struct warp *w, const struct inst *in, uint32_t mask, uint32_t group)
{
	struct checks *c = ctx;
	struct cteam *ct = w->team->checked;
	if (!mask || !in->src)
		return;
	if (ct->nlater)
		later_issue(c, w, in, mask);
	enum ptx_op op = in->src->op;
	if (op == PTX_OP_CALL && c->what & CHECK_INIT)
		init_call(w->team->checked, w, in, mask);
	else if (op_rows[op].class == PTX_C_FENCE && c->what & CHECK_RACE)
		clock_fence(w->team->checked, w, in, mask);
	else if (op == PTX_OP_BRA && mask != group && !w->independent && c->what & CHECK_SYNC)
		sync_branch(w->team->checked, w, in, group);
}

static void
on_access(void *ctx, struct warp *w, const struct access *a)
{
	struct checks *c = ctx;
	if (a->space == SPACE_PARAM || a->space == SPACE_CONST)
		return;
	if (c->what & CHECK_BOUNDS)
		bounds_access(c, w, a);
	if (c->what & CHECK_INIT)
		init_access(c, w->team->checked, w, a);
	if (c->what & CHECK_MAP)
		map_access(c, w, a);
	if (c->what & CHECK_RACE) {
		race_access(c, w->team->checked, w, a);
		order_access(c, a);
	}
}

/* Note an arrival.  A converged warp arrives with all lanes that are there, though a guard may name
 * fewer. */
static void
on_arrive(void *ctx, struct warp *w, const struct inst *in, uint32_t id, uint32_t mask, bool waits)
{
	struct checks *c = ctx;
	if (c->what & CHECK_SYNC)
		sync_arrive(w->team->checked, w, in, id, mask);
	if (c->what & CHECK_RACE)
		clock_arrive(w->team->checked, w, id, w->independent ? mask : w->mask, waits);
}

static void
on_release(void *ctx, struct team *t, uint32_t id)
{
	struct checks *c = ctx;
	if (c->what & CHECK_SYNC)
		sync_release(t->checked, id);
	if (c->what & CHECK_RACE)
		clock_release(t->checked, id);
}

static void
on_meet(void *ctx, struct warp *w, const struct inst *in, uint32_t lanes)
{
	struct checks *c = ctx;
	(void)in;
	if (c->what & CHECK_RACE)
		clock_meet(w->team->checked, w, lanes);
}

static void
on_joined(void *ctx, struct warp *w, uint32_t lane)
{
	struct checks *c = ctx;
	if (c->what & CHECK_RACE)
		grids_joined(c, w, lane);
}

static void
on_host(void *ctx, struct sim_device *dev, enum host_event e, uint64_t addr, uint64_t from,
	size_t bytes)
{
	struct checks *c = ctx;
	(void)dev;
	if (e == HOST_FREE) {
		spans_drop(c, addr, addr + bytes);
		shadow_drop(c, addr);
		return;
	}
	if (c->what & CHECK_INIT && bytes)
		init_host(c, e, addr, from, bytes);
	if (c->what & CHECK_MAP && bytes)
		map_host(c, e, addr, bytes);
}

/* ---- beginning and end ---- */

struct checks *
checks_new(struct sim_device *dev, unsigned what, checks_say_fn *say, void *say_ctx)
{
	struct checks *c = calloc(1, sizeof *c);
	if (!c)
		sim_out_of_memory();
	c->dev = dev;
	c->what = what;
	c->say = say;
	c->say_ctx = say_ctx;
	c->next_id = 1;
	c->observer = (struct sim_observer){
		.ctx = c,
		.serial = true,
		.children = true,
		.launch_begin = on_launch_begin,
		.launch_end = on_launch_end,
		.team_begin = on_team_begin,
		.team_end = on_team_end,
		.joined = on_joined,
		.issue = on_issue,
		.access = on_access,
		.arrive = on_arrive,
		.release = on_release,
		.meet = on_meet,
		.host = on_host,
	};
	if (what & CHECK_BOUNDS)
		sim_set_gap(dev, RED_ZONE);
	return c;
}

const struct sim_observer *
checks_observer(const struct checks *c)
{
	return &c->observer;
}

void
checks_free(struct checks *c)
{
	if (!c)
		return;
	shadow_drop_all(c);
	locs_clear(&c->locs);
	if (c->ring)
		munmap(c->ring, (size_t)RING * sizeof *c->ring);
	report_free(c);
	free(c->grids);
	spans_free(c);
	order_free(c);
	lost_free(c);
	host_places_free(c);
	free(c);
}
