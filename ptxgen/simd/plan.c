/*
 * plan.c: how many lanes the threads of a region get, and in which form they follow (see
 * ../simd.h).
 *
 * A loop's size is what -simdlen= says, else its simdlen clause, else safelen; rounded down to a
 * power of two, at most a warp, and never above safelen.  A region's is the largest of its loops';
 * it is halved until the threads that num_threads asks for by a constant fit in a block.
 *
 * Where nobody says a word, two levels remain unless groups are sure to pay: the trip count of
 * every simd loop of the region is a constant, of which a power of two from 4 on is a factor, so
 * that no lane idles (Wright §6.5); neighbouring iterations touch neighbouring memory, which
 * neighbouring threads then do not (stride.c); and the lanes can follow in the SPMD form without an
 * effect to guard more than once.  Then the region gets the largest such power that divides all of
 * these counts.
 *
 * Where the run decides how long loops are, the two levels remain, but the threads of a warp take
 * turns at the long ones if their iterations go along rows of memory (turns.c).  In the entries for
 * launches with few iterations (entries.c) groups of 8 lanes run such loops, or of 32 if still fewer:
 * the rest of the device would idle.  Where rows begin at what was loaded (start[i] + k), the launch
 * knows from the memory that they lie in how long they are at most, on average.
 *
 * The form is SPMD unless -simd=generic asks for the other: guards make all regions SPMD (spmd.c).
 * Variable-length arrays are a lane's own and prevent both.
 */
#include "scheme/common.h"
#include "base/diag.h"
#include "tree/omp_tree.h"
#include "entries.h"
#include "ptxgen.h"
#include "simd/internal.h"

#include <string.h>

enum {
	NOBODY_ASKS = 0, /* a loop's lanes before its region's are known */
	SURE_LANES = 4,
	SURE_EFFECTS = 1, /* what pays when nobody asks */
};

struct planning {
	struct ir_func *f;
	const struct ptxgen_options *o;
	struct diag *d; /* NULL: nobody listens */
	int limit;      /* CUDA threads that a block has for regions */
};

int
ptxgen_simd_form(const char *name)
{
	static const char *const names[] = {
		[SIMD_AUTO] = "auto",
		[SIMD_OFF] = "off",
		[SIMD_SPMD] = "spmd",
		[SIMD_GENERIC] = "generic",
	};

	for (int i = 0; i < (int)(sizeof names / sizeof *names); i++)
		if (strcmp(names[i], name) == 0)
			return i;
	return -1;
}

/* ---- loops ---- */

/* Return why the loop gets no lanes: it is inside another simd loop or a critical construct.
 * Return NULL if it is not. */
static const char *
surroundings(const struct ir_construct *loop)
{
	for (const struct ir_construct *p = loop->parent; p && p != loop->region; p = p->parent) {
		if (p->kind == CON_CRITICAL)
			return "it stands inside a critical construct, which one thread executes at a time";
		if (p->kind == CON_LOOP && p->u.loop.levels == OMP_LEVEL_SIMD)
			return "it stands inside another simd loop";
	}
	return NULL;
}

static const char *
why_alone(const struct ir_construct *loop)
{
	if (loop->u.loop.levels != OMP_LEVEL_SIMD)
		return "its iterations are spread over the threads already";
	if (!loop->region)
		return "outside parallel regions the master runs alone";
	if (loop->u.loop.simd.alone)
		return loop->u.loop.simd.alone;
	return surroundings(loop);
}

static int
power_below(int n)
{
	int p = 1;

	while (2 * p <= n && p < SIMD_WARP)
		p *= 2;
	return p;
}

static int
wanted_lanes(const struct planning *p, const struct ir_construct *loop)
{
	const struct ir_simd *simd = &loop->u.loop.simd;
	int n = p->o->simdlen ? p->o->simdlen : simd->simdlen ? simd->simdlen : simd->safelen;

	if (simd->safelen && n > simd->safelen)
		n = simd->safelen;
	return n ? power_below(n) : NOBODY_ASKS;
}

static void
remark_alone(const struct planning *p, const struct ir_construct *loop, const char *why)
{
	if (p->d)
		diag_remark(p->d, loop->place, "-Rpass-missed=simd",
			"each thread runs its iterations of this simd loop alone: %s [MC402]", why);
}

static void
plan_loop(const struct planning *p, struct ir_construct *loop)
{
	const char *why = why_alone(loop);

	loop->u.loop.simd.lanes = why ? 1 : wanted_lanes(p, loop);
	if (why)
		remark_alone(p, loop, why);
}

/* ---- regions ---- */

static const struct ir_inst *
find_op(const struct ir_func *f, const struct ir_construct *region, enum ir_op op)
{
	for (const struct ir_block *b = f->blocks; b; b = b->next)
		for (const struct ir_inst *i = ir_region_of(b) == region ? b->first : NULL; i;
			i = i->next)
			if (i->op == op)
				return i;
	return NULL;
}

/* Return what prevents groups in either form, or NULL. */
static const char *
obstacle(const struct ir_func *f, const struct ir_construct *region, struct refusal *why)
{
	const struct ir_inst *array = find_op(f, region, IR_ALLOCA),
			     *scan = find_op(f, region, IR_OMP_SCAN);

	why->id = "MC403";
	why->reason = NULL;
	if (array) {
		why->place = array->place;
		why->reason =
			"the memory allocated here is the thread's own, out of reach of its lanes";
	} else if (scan) {
		why->place = scan->place;
		why->reason =
			"a scan hands values from thread to thread, each of which has to be one lane";
	}
	return why->reason;
}

/* Return what prevents the generic form, or NULL: its leaders have no barrier between requests of a
 * reduction. */
static const char *
generic_obstacle(const struct ir_func *f, const struct ir_construct *region, struct refusal *why)
{
	for (const struct ir_block *b = f->blocks; b; b = b->next)
		for (const struct ir_inst *i = ir_region_of(b) == region ? b->first : NULL; i;
			i = i->next)
			if (i->op == IR_OMP_REDUCE && i->reduce->ordered) {
				*why = (struct refusal){
					.id = "MC403",
					.place = i->place,
					.reason =
						"-fdeterministic-reduction needs all lanes here, not leaders alone"
				};
				return why->reason;
			}
	return NULL;
}

static int
largest_loop(const struct ir_func *f, const struct ir_construct *region)
{
	int most = 1;

	for (uint32_t i = 0; i < f->nconstructs; i++) {
		const struct ir_construct *c = f->constructs[i];
		if (c->kind == CON_LOOP && c->region == region && c->u.loop.simd.lanes > most)
			most = c->u.loop.simd.lanes;
	}
	return most;
}

static void
remark_turns(const struct planning *p, const struct ir_construct *loop)
{
	if (p->d)
		diag_remark(p->d, loop->place, "-Rpass=simd",
			"where this simd loop is long, the threads of a warp take turns at it, eight lanes a thread [MC404]");
}

/* Let the launch know what the loop goes along. */
static void
note_rows(const struct planning *p, const struct ir_construct *loop)
{
	p->f->kernel->rows = loop->u.loop.simd.rows;
	p->f->kernel->row_bytes = loop->u.loop.simd.row_bytes;
}

/* Settle the loops' lanes: no more than the threads have, and all of them where no clause asks for
 * a number. */
static void
settle_loops(const struct planning *p, const struct ir_construct *region, int lanes,
	const char *why)
{
	for (uint32_t i = 0; i < p->f->nconstructs; i++) {
		struct ir_construct *c = p->f->constructs[i];
		int asked = c->u.loop.simd.lanes;
		if (c->kind != CON_LOOP || c->region != region ||
			c->u.loop.levels != OMP_LEVEL_SIMD)
			continue;
		if (asked != NOBODY_ASKS && asked <= lanes)
			continue;
		c->u.loop.simd.lanes = lanes;
		c->u.loop.simd.turns = lanes == 1 && asked == NOBODY_ASKS &&
			!without(p->o, TURNS) && p->o->optimize && !p->f->kernel->no_turns &&
			simd_may_take_turns(p->f, c);
		if (c->u.loop.simd.turns) {
			p->f->kernel->turns = true;
			note_rows(p, c);
		}
		if (c->u.loop.simd.turns)
			remark_turns(p, c);
		else if (lanes == 1)
			remark_alone(p, c,
				asked == NOBODY_ASKS ?
					"neither a clause nor -simdlen= asks for lanes, and it is not sure that they would pay" :
					why);
	}
}

/* Return the lanes that fit.  The threads that num_threads asks for by a constant come first. */
static int
fitting(const struct planning *p, const struct ir_construct *region, int lanes)
{
	struct ir_value threads = region->u.parallel.threads;

	while (lanes > 1 && threads.kind == VAL_INT && threads.u.i * lanes > p->limit)
		lanes /= 2;
	return lanes;
}

static bool
in_simd_loop(const struct ir_block *b)
{
	for (const struct ir_construct *c = b->in; c; c = c->parent)
		if (c->kind == CON_LOOP && c->u.loop.simd.lanes != 1 &&
			c->u.loop.levels == OMP_LEVEL_SIMD)
			return true;
	return false;
}

static int
count_effects(const struct ir_func *f, const struct ir_construct *region)
{
	int n = 0;

	for (const struct ir_block *b = f->blocks; b; b = b->next)
		for (const struct ir_inst *i =
				ir_region_of(b) == region && !in_simd_loop(b) ? b->first : NULL;
			i; i = i->next)
			n += i->op != IR_OMP_BARRIER && i->op != IR_OMP_REDUCE &&
				side_effect(i) != NULL;
	return n;
}

/* Return the most lanes that pay for the loop, whose lanes no clause asks for. */
static int
loop_lanes(const struct planning *p, struct ir_construct *loop)
{
	struct ir_value count = loop->u.loop.count;
	int lanes = 1;

	if (p->f->kernel->few_lanes && simd_may_take_turns(p->f, loop)) {
		note_rows(p, loop);
		return p->f->kernel->few_lanes;
	}
	if (count.kind != VAL_INT || count.u.i < SURE_LANES || !simd_side_by_side(p->f, loop))
		return 1;
	while (lanes < SIMD_WARP && count.u.i % (2 * lanes) == 0)
		lanes *= 2;
	return lanes;
}

/* Return the lanes of a region in which no clause asks for some. */
static int
sure_lanes(const struct planning *p, const struct ir_construct *region)
{
	int lanes = SIMD_WARP, n = 0;

	for (uint32_t i = 0; i < p->f->nconstructs; i++) {
		struct ir_construct *c = p->f->constructs[i];
		int most;
		if (c->kind != CON_LOOP || c->region != region ||
			c->u.loop.levels != OMP_LEVEL_SIMD)
			continue;
		n++;
		most = c->u.loop.simd.lanes == NOBODY_ASKS ? loop_lanes(p, c) : 1;
		lanes = most < lanes ? most : lanes;
	}
	return n && lanes >= SURE_LANES && count_effects(p->f, region) <= SURE_EFFECTS &&
			!obstacle(p->f, region, &(struct refusal){ 0 }) ?
		lanes :
		1;
}

static void
remark_region(const struct planning *p, const struct ir_construct *region)
{
	int effects = count_effects(p->f, region);
	const char *how = "only their leaders execute it (generic)";

	if (!p->d)
		return;
	if (region->u.parallel.form == SIMD_SPMD)
		how = !effects ? "all lanes execute it (SPMD)" :
				 arena_printf(p->f->arena,
					 "all lanes execute it (SPMD), %d effect%s the leaders'",
					 effects, effects == 1 ? " is" : "s are");
	diag_remark(p->d, region->place, "-Rpass=simd",
		"the threads of this region are groups of %d lanes; %s [MC401]",
		region->u.parallel.lanes, how);
}

/* Plan a region.  Return false if a form was asked for that is not possible. */
static bool
plan_region(const struct planning *p, struct ir_construct *region, struct refusal *why)
{
	struct refusal none = { 0 };
	int lanes = largest_loop(p->f, region), fit;

	if (lanes == 1)
		lanes = sure_lanes(p, region);
	fit = fitting(p, region, lanes);

	settle_loops(p, region, fit,
		"a block has no room for lanes beside the threads that num_threads asks for");
	if (fit == 1)
		return true;
	if ((obstacle(p->f, region, &none) && p->o->simd != SIMD_AUTO) ||
		(p->o->simd == SIMD_GENERIC && generic_obstacle(p->f, region, &none))) {
		*why = none;
		return false;
	}
	if (none.reason) {
		settle_loops(p, region, 1, none.reason);
		return true;
	}
	region->u.parallel.form = p->o->simd == SIMD_AUTO ? SIMD_SPMD : p->o->simd;
	region->u.parallel.lanes = fit;
	if (p->f->kernel->lanes < fit)
		p->f->kernel->lanes = fit;
	remark_region(p, region);
	return true;
}

bool
simd_plan(struct ir_func *f, const struct ptxgen_options *o, int extra_threads, struct diag *d,
	struct refusal *why)
{
	struct planning p = { f, o, d, SIMD_BLOCK - extra_threads };
	int n;
	struct ir_construct **regions = regions_of(f, &n);

	if (o->simd == SIMD_OFF)
		return true;
	for (uint32_t i = 0; i < f->nconstructs; i++)
		if (f->constructs[i]->kind == CON_LOOP &&
			f->constructs[i]->u.loop.levels & OMP_LEVEL_SIMD)
			plan_loop(&p, f->constructs[i]);
	for (int i = 0; i < n; i++)
		if (!plan_region(&p, regions[i], why))
			return false;
	return true;
}
