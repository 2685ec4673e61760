/*
 * grid.c: what orders the accesses of grids that device code launches, for the race check.
 *
 * A grid comes after what its launcher did before (CUDA programming guide, dynamic parallelism): so
 * the place of an access in a grid is, seen from outside, the place of the launch.  What the grid
 * does comes before what its launcher does once it has synchronised, and before a tail of the grid
 * that launched it. Two accesses in different grids are compared where their ancestors meet; there
 * clock.c decides, unless atomics have told one of the other.
 *
 * Grids are numbered as they begin, within a launch by the host; a team's id has the number of its
 * grid in front, so that no two teams have the same.
 */
#include <stdlib.h>

#include "check/internal.h"

enum { TEAM_BITS = 40 };

static uint32_t
grid_of(uint64_t team)
{
	return (uint32_t)(team >> TEAM_BITS);
}

static bool
one_team(const struct cgrid *cg)
{
	return cg->size.x == 1 && cg->size.y == 1 && cg->size.z == 1;
}

uint64_t
grids_origin(const struct checks *c, uint64_t team, struct sim_dim3 *size)
{
	const struct cgrid *cg = &c->grids[grid_of(team)];
	while (cg > c->grids && one_team(cg) && (cg->by || one_team(&c->grids[cg->parent]))) {
		team = cg->launch.team;
		cg = &c->grids[grid_of(team)];
	}
	*size = cg->size;
	return team & (((uint64_t)1 << TEAM_BITS) - 1);
}

static uint32_t
number_of(const struct checks *c, const struct grid *g)
{
	return (uint32_t)(g->gridid - c->first_grid);
}

uint64_t
grids_id(const struct checks *c, const struct team *t)
{
	return (uint64_t)number_of(c, t->grid) << TEAM_BITS | t->id;
}

void
grids_begin(struct checks *c, const struct grid *g)
{
	if (!g->from) {
		c->first_grid = g->gridid;
		c->ngrids = 0;
	}
	c->grids = sim_grown(c->grids, c->ngrids, &c->grids_cap, sizeof *c->grids);
	struct cgrid *cg = &c->grids[c->ngrids++];
	*cg = (struct cgrid){ .running = true, .size = g->launch->grid };
	if (!g->from)
		return;
	cg->parent = number_of(c, g->from->parent);
	cg->by = g->from->by;
	cg->launch.team = (uint64_t)cg->parent << TEAM_BITS;
	if (!cg->by)
		return;
	struct cteam *ct = cg->by->team->checked;
	cg->lane = g->from->lane;
	cg->in_order = g->from->in_order;
	cg->launch = (struct record){ NULL, NULL, ct->id, 0, ct->clock[cg->by->id], cg->by->id,
		false };
}

void
grids_end(struct checks *c, const struct grid *g)
{
	c->grids[number_of(c, g)].running = false;
}

/* From here on a thread that knows what this one does knows what the grids did. */
void
grids_joined(struct checks *c, struct warp *w, uint32_t lane)
{
	struct cteam *ct = w->team->checked;
	for (uint32_t i = c->ngrids; i-- > grid_of(ct->id) + 1;) {
		struct cgrid *cg = &c->grids[i];
		if (cg->joined && cg->launch.team == ct->id)
			break;
		if (!cg->by || cg->launch.team != ct->id)
			continue;
		cg->joined = true;
		cg->lane = lane;
		cg->launch.warp = w->id;
		cg->launch.clock = ct->clock[w->id];
	}
}

bool
grids_ordered(struct cteam *ct, const struct warp *w, uint32_t lane, const struct record *then,
	uint32_t other)
{
	const struct checks *c = ct->c;
	struct record r = *then;
	uint32_t now = grid_of(ct->id), old = grid_of(r.team);
	bool in_order = false; /* this access is in a grid that follows its siblings */

	if (now != old && clock_ordered(ct, w, lane, then, other))
		return true; /* by atomics */
	while (now != old) {
		const struct cgrid *cg = &c->grids[now > old ? now : old];
		if (now > old && !cg->by) {
			if (old >= cg->parent) /* a tail of it, or of an ancestor of it */
				return true;
			now = cg->parent;
		} else if (now > old) {
			w = cg->by;
			ct = w->team->checked;
			lane = cg->lane;
			in_order = cg->in_order;
			now = cg->parent;
		} else if (!cg->by || (!cg->joined && !c->grids[cg->parent].running)) {
			old = cg->parent; /* over, with all that it launched */
		} else {
			bool behind = in_order && cg->in_order && cg->launch.team == ct->id;
			if (!cg->joined && !(now == cg->parent && behind))
				return false;
			if (!cg->joined)
				return true;
			r = cg->launch;
			other = cg->lane;
			old = cg->parent;
		}
	}
	return grid_of(r.team) != old || clock_ordered(ct, w, lane, &r, other);
}
