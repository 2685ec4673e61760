/*
 * ifmaster.c: sequential statements guarded by tid == 0 (Bertolli et al. 2014, Fig. 3 and 5).
 *
 * All threads walk the spine of the sequential part together (spine.h); its chunks are the
 * master's:
 *
 *      guard:  if tid == 0: chunk
 *      join:   the step, taken by all threads:
 *                  decision  the master has stored its condition in a cell; barrier; load; branch
 *                  fork      values published; barrier; region; barrier
 *
 * Races.  What the master writes in a chunk, others read behind the barrier of the next decision or
 * fork; what a region writes, the master reads behind the region's barrier.  A decision's cell that
 * comes round again before any other barrier would be overwritten while slow threads still read it:
 * such decisions get a second barrier.
 */
#include "ir/lanes.h"
#include "scheme/spine.h"

#include <stdint.h>

/* Take a decision: broadcast the master's condition through a cell of team memory. */
static void
decide(struct spine *s, struct chunk *c)
{
	struct ir_slot *cell = ir_slot_new(s->f, SLOT_TEAM, "decision", 4, 4);
	struct ir_value at = ir_slot_value(cell, 0), cond = c->join->cond;
	struct ir_cursor m = { .func = s->f, .block = c->out, .place = c->join->place };
	struct ir_cursor all = { .func = s->f, .block = c->join, .place = c->join->place };
	bool table = c->join->term == TERM_TABLE;

	if (!table)
		cond = ir_op3(&m, IR_SELECT, IR_I32, cond, ir_int(1), ir_int(0));
	ir_store(&m, MEM_32, SPACE_GENERIC, at, 0, cond);
	emit_team_barrier(&all);
	struct ir_value got = ir_load(&all, MEM_32, SPACE_GENERIC, at, 0);
	c->join->cond = table ? got : ir_compare(&all, IR_NE, IR_I32, got, ir_int(0));
}

/* Return whether the master comes to c's fork with nothing done since the last barrier. */
static bool
nothing_since_barrier(const struct spine *s, const struct chunk *c)
{
	if (c->head != c->last || c->head->first)
		return false;
	for (size_t i = 0; i < s->chunks.n;
		i++) /* decisions and regions end in barriers, others not */
		if (s->chunks.v[i]->step == STEP_ON && s->chunks.v[i]->target == c->head)
			return false;
	return true;
}

/* Fork: publish what the region needs, barrier, region, barrier. */
static void
fork_region(struct spine *s, struct chunk *c)
{
	struct ir_construct *region = c->region;
	bool silent = nothing_since_barrier(s, c);
	struct shared_value *shared = share_values(s->f, region);
	struct region_code code = open_region(s->f, region, &mapping_identity, shared,
		arena_printf(s->f->arena, "PAR_REG%u", region->id));
	struct ir_cursor m = { .func = s->f, .block = c->out, .place = region->place };
	struct ir_cursor all = { .func = s->f, .block = c->join, .place = region->place };
	struct ir_cursor end = { .func = s->f, .block = code.exit, .place = region->place };

	emit_publish(&m, shared);
	if (!silent || shared)
		emit_team_barrier(&all);
	ir_jump(&all, code.entry);
	emit_team_barrier(&end);
	ir_jump(&end, spine_enter(s, region->next));
}

static void
guard(struct spine *s, struct chunk *c)
{
	struct ir_cursor g = { .func = s->f, .block = c->guard, .place = c->guard->place };

	ir_branch(&g, emit_is_master(&g), master_label(s->f, c->head), c->join);
}

static bool
has_barrier(const struct ir_block *b)
{
	for (const struct ir_inst *i = b->first; i; i = i->next)
		if (i->op == IR_BAR)
			return true;
	return false;
}

static bool
several_lead_to(const struct spine *s, const struct ir_block *target)
{
	int n = 0;

	for (size_t i = 0; i < s->chunks.n; i++)
		n += s->chunks.v[i]->step == STEP_ON && s->chunks.v[i]->target == target;
	return n > 1;
}

/*
 * Two guards in a row, the second at a loop's head or where several ways join: ptxas lets a lane that
 * skipped the first chunk skip the second, too.  11.8 for sm_35 then knows no point where that warp
 * meets again; 13.0 for sm_90 takes it to be together behind them, drops the meeting there, and the lanes
 * came to the barriers in parts (tests/run/c/jumps.c on an H200).  It jumps over no meeting of lanes.
 */
static void
meet_between_guards(const struct spine *s)
{
	for (size_t i = 0; i < s->chunks.n; i++) {
		struct chunk *c = s->chunks.v[i];
		struct ir_cursor at = { .func = s->f, .block = c->join, .place = c->join->place };
		if (c->step != STEP_ON)
			continue;
		const struct ir_block *next = spine_enter(s, c->target);
		if (several_lead_to(s, c->target) || graph_reaches(s->f, next, next, NULL))
			lanes_sync(&at, ir_int(UINT32_MAX));
	}
}

static void
lower(struct ir_func *f, const struct target *t)
{
	(void)t;
	if (lower_without_regions(f))
		return;
	split_prologue(f);
	struct spine *s = spine_plan(f);

	spine_open(s);
	for (size_t i = 0; i < s->chunks.n; i++) {
		struct chunk *c = s->chunks.v[i];
		guard(s, c);
		if (c->step == STEP_DECISION)
			decide(s, c);
		else if (c->step == STEP_FORK)
			fork_region(s, c);
	}
	for (size_t i = 0; i < s->chunks.n; i++) {
		struct ir_block *j = s->chunks.v[i]->join;
		struct ir_cursor c = { .func = f, .block = j, .place = j->place };
		if (s->chunks.v[i]->step == STEP_DECISION && graph_reaches(f, j, j, has_barrier))
			emit_team_barrier(&c);
	}
	meet_between_guards(s);
	scheme_finish(f);
}

const struct scheme scheme_ifmaster = {
	.name = "ifmaster",
	.summary =
		"sequential code behind if (tid == 0); barriers, decisions broadcast through shared memory",
	.source = "Bertolli et al. 2014, Fig. 3 and 5",
	.lower = lower,
	.mapping = &mapping_identity,
};
