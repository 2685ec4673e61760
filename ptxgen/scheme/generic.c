/*
 * generic.c: a master and a state machine of workers (Tiotto et al. 2020, Fig. 2a and 7; Wright et
 * al. 2023, §3.1).
 *
 * The last warp is the master's: its first lane runs the sequential part, the other lanes leave at
 * once.  All other warps are workers, and OpenMP thread i is worker i.  Regions are device
 * functions; a single one stands in the loop.
 *
 *      MASTER:      ...; workFn = region; bar.sync (launch); bar.sync (completion); ...; workFn = 0; launch
 *      WORKER_LOOP: bar.sync (launch); if workFn == 0: exit; call workFn; bar.sync (completion); again
 *
 * -fno-devirtualize publishes the region's address and calls through it, as in Fig. 2a.
 * -fdevirtualize publishes its number: comparisons and direct calls.  With one region there is
 * nothing to compare (Fig. 7), and its code takes the place of the call, since nobody else would
 * come to it: on an H100 a called matrix product executes an eighth more instructions.
 *
 * Values of the sequential part go through team memory; what every thread has anyway since the
 * prologue (kernel parameters and what is computed from them) is passed in the call.
 *
 * Regions of functions that are called by themselves, through pointers or from other files arrive
 * in the same way, by an address and the place of their variables (called.h).
 *
 * Races: between launch and completion only workers touch workFn and the cells of shared values,
 * and they only read; otherwise only the master.  Both barriers are met by the workers and the
 * master's lane: the rest of its warp has exited and no longer counts.  Barriers inside regions
 * have another number and the count of the workers (work/sync.c).
 */
#include "scheme/called.h"

#include <stddef.h>

#include "ir/lanes.h"
#include "outline/outline.h"
#include "devrt.h"

enum { MASTER_WARP = CALLED_MASTER }; /* extra threads: the last ones of the block */

struct generic {
	struct ir_func *f;
	struct ir_construct **regions;
	int nregions;
	struct ir_value work_fn; /* what the workers do next; 0: leave */
	struct ir_block *worker, *completion, *done;
	struct ir_inst *vote; /* of a warp that goes one way as a whole; or NULL */
};

static struct ir_cursor
at(struct generic *g, struct ir_block *b, struct place place)
{
	return (struct ir_cursor){ .func = g->f, .block = b, .place = place };
}

static void
set_work(struct generic *g, struct ir_cursor *c, int64_t work)
{
	ir_store(c, MEM_64, SPACE_SHARED, g->work_fn, 0, ir_int(work));
}

/* Before `first`, let the master set up the record that it shares with functions elsewhere. */
static struct ir_block *
first_values(struct generic *g, struct ir_block *pos, struct ir_block *first)
{
	struct ir_block *b = ir_block_after(g->f, pos, NULL);
	struct ir_cursor c = at(g, b, g->f->place);

	begin_team(&c);
	ir_jump(&c, first);
	return b;
}

/* Return whether lanes of a worker's warp meet nowhere but at the barriers around a region. */
static bool
meet_at_ends(const struct generic *g)
{
	for (int i = 0; i < g->nregions; i++)
		if (g->regions[i]->u.parallel.has_barrier || g->regions[i]->u.parallel.lanes > 1)
			return false;
	return !g->f->kernel->team;
}

/*
 * End the prologue: send master and workers on their ways.  A warp has either, which ptxas knows from
 * its vote: else it takes all of the workers' code for diverged, where each access of memory costs it
 * two instructions more.  It then drops the lanes' meetings, too (pass/flow/meet.c), so there is no vote
 * where regions have some of their own.
 */
static void
divide(struct generic *g, const struct target *t)
{
	struct ir_block *first = split_prologue(g->f), *prologue = g->f->blocks;
	struct ir_block *last_warp = ir_block_after(g->f, prologue, NULL);
	struct ir_cursor c = at(g, prologue, g->f->place);

	struct ir_value tid = ir_sreg(&c, SREG_TID);
	struct ir_value master = ir_op2(&c, IR_SUB, IR_I32, ir_sreg(&c, SREG_NTID),
		ir_int(MASTER_WARP));
	struct ir_value works = ir_compare(&c, IR_LT_U, IR_I32, tid, master);
	if (t->independent_threads && meet_at_ends(g)) {
		works = lanes_any(&c, works, ir_int(-1));
		g->vote = c.block->last;
	}
	ir_branch(&c, works, g->worker, last_warp);
	if (g->f->kernel->team)
		first = first_values(g, last_warp, first);
	c = at(g, last_warp, g->f->place);
	ir_branch(&c, ir_compare(&c, IR_EQ, IR_I32, tid, master), first, g->done);
	if (!first->label)
		first->label = "MASTER";
}

/* Build the master's side: forks and the end. */
static void
lower_master(struct generic *g, struct shared_value **shared)
{
	for (struct ir_block *b = g->f->blocks; b; b = b->next) {
		struct ir_cursor c = at(g, b, b->place);

		if (ir_region_of(b) || b == g->done)
			continue;
		if (b->term == TERM_EXIT || b->term == TERM_RET) {
			set_work(g, &c, 0);
			emit_team_barrier(&c);
			b->term = TERM_EXIT;
		}
		for (int i = 0; i < g->nregions && b->term == TERM_CONSTRUCT; i++) {
			if (b->construct != g->regions[i])
				continue;
			emit_publish(&c, shared[i]);
			set_work(g, &c, i + 1);
			emit_team_barrier(&c);
			emit_team_barrier(&c);
			ir_jump(&c, g->regions[i]->next);
		}
	}
}

/* Make region i a part of its own, and let the workers enter it. */
static struct ir_block *
worker_arm(struct generic *g, int i, const struct shared_value *shared)
{
	struct ir_construct *region = g->regions[i];
	struct arena *a = g->f->arena;
	const char *label = arena_printf(a, "PAR_REG%u", region->id);
	struct region_code code = open_region(g->f, region, &mapping_identity, shared, label);
	struct outline *part = NEW(a, struct outline), **end = &g->f->kernel->outlines->parts;
	struct ir_cursor c = at(g, code.exit, region->place);

	ir_jump(&c, g->completion);
	part->entry = code.entry;
	part->exit = code.exit;
	part->name = arena_printf(a, "%s$%s", g->f->name, label);
	part->place = region->place;
	while (*end)
		end = &(*end)->next;
	*end = part;
	return code.entry;
}

/* Between the loop's head and `select`, call a region of a function that the master has called
 * (called.h). */
static struct ir_block *
elsewhere_arm(struct generic *g, struct ir_value work, struct ir_block *select)
{
	struct ir_block *which = ir_block_after(g->f, g->worker, NULL);
	struct ir_block *arm = ir_block_after(g->f, which, "ELSEWHERE");
	struct ir_cursor c = at(g, which, g->f->place);

	if (g->nregions > 0)
		ir_branch(&c, ir_compare(&c, IR_EQ, IR_I64, work, ir_int(DEVRT_ELSEWHERE)), arm,
			select);
	else
		ir_jump(&c, arm);
	c = at(g, arm, g->f->place);
	call_elsewhere(&c);
	ir_jump(&c, g->completion);
	return which;
}

static void
lower_worker(struct generic *g, struct shared_value **shared)
{
	struct ir_block *select = g->nregions > 0 ? ir_block_after(g->f, g->worker, NULL) : NULL,
			*b = select;
	struct ir_cursor c = at(g, g->worker, g->f->place);

	emit_team_barrier(&c);
	struct ir_value work = ir_load(&c, MEM_64, SPACE_SHARED, g->work_fn, 0);
	struct ir_block *to = g->f->kernel->team ? elsewhere_arm(g, work, select) : select;
	ir_branch(&c, ir_compare(&c, IR_EQ, IR_I64, work, ir_int(0)), g->done, to);
	if (g->nregions > 0)
		*g->f->kernel->outlines = (struct outlines){
			.cell = g->work_fn,
			.select = select,
			.join = g->completion,
			.selected = work,
			.vote = g->vote,
		};
	for (int i = 0; i < g->nregions; i++) {
		struct ir_block *arm = worker_arm(g, i, shared[i]);
		c = at(g, b, g->f->place);
		if (i + 1 == g->nregions) {
			ir_jump(&c, arm);
			break;
		}
		b = ir_block_after(g->f, b, NULL);
		ir_branch(&c, ir_compare(&c, IR_EQ, IR_I64, work, ir_int(i + 1)), arm, b);
	}
	c = at(g, g->completion, g->f->place);
	emit_team_barrier(&c);
	ir_jump(&c, g->worker);
}

static void
lower(struct ir_func *f, const struct target *t)
{
	struct generic g = { .f = f };

	if (!f->kernel->team && lower_without_regions(f))
		return;
	/* as for the control loop, where a block may be of any size */
	f->kernel->registers_first = !f->kernel->const_threads;
	g.regions = regions_of(f, &g.nregions);
	f->kernel->outlines = g.nregions > 0 ? NEW(f->arena, struct outlines) : NULL;
	g.work_fn = f->kernel->team ? team_field(f, offsetof(struct devrt_team, work)) :
				      ir_slot_value(ir_slot_new(f, SLOT_SHARED, "workFn", 8, 8), 0);
	struct shared_value **shared = NEWN(f->arena, struct shared_value *, g.nregions);
	for (int i = 0; i < g.nregions; i++)
		shared[i] = share_values(f, g.regions[i]);
	g.done = ir_block_new(f, "FINISHED", NULL);
	g.done->term = TERM_EXIT;
	lower_master(&g, shared);
	g.worker = ir_block_new(f, "WORKER_LOOP", NULL);
	g.completion = ir_block_new(f, "COMPLETION", NULL);
	g.worker->keep = g.completion->keep = true;
	divide(&g, t);
	lower_worker(&g, shared);
	scheme_finish(f);
}

const struct scheme scheme_generic = {
	.name = "generic",
	.summary =
		"the master in a warp of its own; workers wait in a state machine for regions to call",
	.source = "Tiotto et al. 2020, Fig. 2a and 7; Wright et al. 2023, §3.1",
	.extra_threads = MASTER_WARP,
	.lower = lower,
	.lower_called = lower_called,
	.mapping = &mapping_identity,
};
