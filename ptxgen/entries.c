/*
 * entries.c: which entry points a kernel gets.
 *
 * Every kernel has the entry that may always be launched.  Beside it there may be fast ones, which
 * rely on what libdevrt checks at the launch (devrt.h, DEVRT_IF_*): that the grid covers the trip
 * count, so that no work loop is needed (Martineau et al. 2016, §VII), that the trip count is below
 * 2^31, that mapped ranges and what device pointers lead to are disjoint, so that loads can take the
 * read-only path, that what they reach begins at a multiple of 16, so that neighbours are loaded
 * together, that teams are whole warps, so that barriers inside regions are the machine's, that the
 * trip count is so low that threads should be groups of lanes, and that threads are so many that they
 * should take turns.
 */
#include "entries.h"

#include "devrt.h"
#include "pass/loop/loops.h"
#include "pass/pass.h"
#include "tree/omp_tree.h"

/* Return whether something is reduced beyond a team's region. */
static bool
has_reduction(const struct ir_func *f, const struct ptxgen_options *o)
{
	if (f->kernel->tickets && !o->ordered_reductions)
		return true;
	for (const struct ir_block *b = f->blocks; b; b = b->next)
		for (const struct ir_inst *i = b->first; i; i = i->next)
			if (i->op == IR_OMP_REDUCE && (i->reduce->league || !i->construct))
				return true;
	return false;
}

static bool
round_robin(const struct ir_construct *loop)
{
	int schedule = loop->u.loop.schedule;

	return !loop->u.loop.dist_static &&
		(!(loop->u.loop.levels & OMP_LEVEL_FOR) ||
			(schedule != SCHED_STATIC && schedule != SCHED_DYNAMIC &&
				schedule != SCHED_GUIDED));
}

/* Return whether the region has as many threads as the launch gives a team. */
static bool
takes_all_threads(const struct ir_func *f, const struct ir_construct *region)
{
	struct ir_value n = region->u.parallel.threads;

	return region->u.parallel.cond.kind == VAL_NONE &&
		(n.kind == VAL_NONE ||
			(n.kind == VAL_INT && f->kernel->const_threads &&
				n.u.i >= f->kernel->const_threads));
}

/* Return the only loop that teams share; NULL: none, or several. */
static struct ir_construct *
league_loop(const struct ir_func *f)
{
	struct ir_construct *found = NULL;

	for (uint32_t i = 0; i < f->nconstructs; i++) {
		struct ir_construct *c = f->constructs[i];
		if (c->kind != CON_LOOP || !(c->u.loop.levels & OMP_LEVEL_DISTRIBUTE))
			continue;
		if (found)
			return NULL;
		found = c;
	}
	return found;
}

/* Return why there is no entry without work loop; NULL: there is one. */
static const char *
why_not_covers(const struct ir_func *f, const struct ptxgen_options *o)
{
	const struct ir_construct *loop = league_loop(f);

	if (!f->kernel->teams || !loop)
		return "no single loop is spread over the teams";
	if (!round_robin(loop))
		return "the schedule clause gives a thread more than one iteration";
	if (loop->parent && loop->parent->kind != CON_PARALLEL)
		return "the loop is nested in another construct";
	if (loop->region && !takes_all_threads(f, loop->region))
		return "the number of threads is known in the kernel only";
	if (has_reduction(f, o))
		return "a reduction wants many iterations a thread";
	return NULL;
}

/* The only loop that is outermost or has but a region around it, of which the launch knows the trip
 * count. */
static struct ir_construct *
counted_loop(const struct ir_func *f)
{
	struct ir_construct *found = NULL;

	for (uint32_t i = 0; i < f->nconstructs; i++) {
		struct ir_construct *c = f->constructs[i];
		if (c->kind != CON_LOOP ||
			(c->parent && (c->parent->kind != CON_PARALLEL || c->parent->parent)))
			continue;
		if (found)
			return NULL;
		found = c;
	}
	return found;
}

/* Return whether the index has 64 bits, and could have 32. */
static bool
can_count_in_32_bits(const struct ir_func *f)
{
	const struct ir_construct *loop = counted_loop(f);

	return loop && f->regs[loop->u.loop.index].type == IR_I64 &&
		loop->u.loop.count.kind == VAL_REG && loop->u.loop.chunk.kind == VAL_NONE &&
		loop->u.loop.dist_chunk.kind == VAL_NONE;
}

/* Where the body finds the loops' numbers, read their counts as the 32 bits that they then have: no more
 * than the trip count, which is their product. */
static void
read_short_counts(struct ir_cursor *before, struct ir_construct *loop)
{
	const struct ir_nest *nest = loop->u.loop.nest;

	for (int k = 1; nest && !nest->slope && k < nest->n; k++) {
		struct ir_value count = nest->count[k], low;

		if (count.kind != VAL_REG)
			continue;
		low = ir_convert(before, IR_TRUNC, IR_I32, IR_I64, count);
		low = ir_convert(before, IR_ZEXT, IR_I64, IR_I32, low);
		for (struct ir_inst *i = loop->body->first; i; i = i->next)
			ir_rename_uses(i, count.u.reg, low.u.reg);
	}
}

/*
 * The loop counts in 32 bits, where the launch knows that its trip count is below 2^31: the indices
 * of a collapsed loop then come from 32-bit divisions (narrow.c).
 */
static void
count_in_32_bits(struct ir_func *f)
{
	struct ir_construct *loop = counted_loop(f);
	struct ir_block *b = ir_entering(f, loop);
	struct ir_cursor before = { .func = f, .block = b, .place = loop->place };
	struct ir_cursor inside = {
		.func = f,
		.block = loop->body,
		.before = loop->body->first,
		.place = loop->place,
	};
	ir_reg wide = loop->u.loop.index, index;

	if (!b)
		return;
	index = ir_reg_new(f, IR_I32, f->regs[wide].name);
	f->regs[index].nonneg = true;
	f->kernel->index32 = true;
	loop->u.loop.index = index;
	loop->u.loop.count = ir_convert(&before, IR_TRUNC, IR_I32, IR_I64, loop->u.loop.count);
	ir_emit(&inside, IR_ZEXT, IR_I64, wide, ir_r(index), ir_none())->from = IR_I32;
	read_short_counts(&before, loop);
}

static bool
has_loops_inside(const struct ir_func *f, const struct ir_construct *c)
{
	for (const struct ir_block *b = f->blocks; b; b = b->next)
		if (b->in == c && b->loop)
			return true;
	return false;
}

/*
 * Whether a point of the grid can stand for an iteration of each loop.  Half of a triangle's points
 * stand for none: where an iteration is more than a few instructions, what the rows of a tile share
 * is worth that.
 */
static bool
may_lay_out(const struct ir_func *f)
{
	const struct ir_construct *loop = league_loop(f);

	return loop && loop->u.loop.nest && loop->region && loop->u.loop.levels & OMP_LEVEL_FOR &&
		f->nconstructs == 2 && loop->body &&
		(!loop->u.loop.nest->slope || has_loops_inside(f, loop));
}

static struct ir_inst *
assignment_in(const struct ir_block *b, ir_reg r)
{
	for (struct ir_inst *i = b->first; i && r != IR_NOREG; i = i->next)
		if (i->dst == r)
			return i;
	return NULL;
}

/* The block of the body that assigns the loops' numbers; a triangle's is behind a search for the
 * row, which is left out. */
static struct ir_block *
numbering(struct ir_func *f, struct ir_construct *loop)
{
	const struct ir_nest *nest = loop->u.loop.nest;
	struct ir_block *b = loop->body;

	if (nest->slope) {
		for (b = f->blocks; !assignment_in(b, nest->number[1]); b = b->next)
			;
		loop->body->to[0] = b;
	}
	return b;
}

/* The loops' numbers no longer come from the index by division, but from the point
 * (work/loop.c). */
static void
lay_out(struct ir_func *f)
{
	struct ir_construct *loop = league_loop(f);
	struct ir_cursor before = {
		.func = f,
		.block = ir_entering(f, loop),
		.place = loop->place,
	};
	struct ir_nest *nest = NEW(f->arena, struct ir_nest);
	enum ir_type type = f->regs[loop->u.loop.index].type;

	*nest = *loop->u.loop.nest;
	loop->u.loop.nest = nest;
	f->kernel->laid_out = true;
	if (nest->slope) /* work/loop.c has what the row adds */
		nest->count[1] = nest->start;
	const struct ir_block *numbers = numbering(f, loop);
	for (int k = 0; k < nest->n; k++) {
		struct ir_inst *i = assignment_in(numbers, nest->number[k]);

		nest->point[k] = ir_reg_new(f, IR_I32, "point");
		f->regs[nest->point[k]].nonneg = true;
		nest->limit[k] = type == IR_I32 || nest->count[k].kind == VAL_INT ?
			nest->count[k] :
			ir_convert(&before, IR_TRUNC, IR_I32, IR_I64, nest->count[k]);
		if (!i)
			continue;
		i->op = type == IR_I64 ? IR_ZEXT : IR_MOV;
		i->from = type == IR_I64 ? IR_I32 : IR_NONE;
		i->src[0] = ir_r(nest->point[k]);
		i->src[1] = ir_none();
	}
}

/* Return whether all threads of a team, which may be whole warps, wait for each other inside a region.
 * Without a spare warp they are as good in any entry (entry_is_useful). */
static bool
waits_in_regions(const struct ir_func *f)
{
	if (f->kernel->const_threads % 32)
		return false;
	for (const struct ir_block *b = f->blocks; b; b = b->next)
		for (const struct ir_inst *i = b->first; i; i = i->next)
			if (i->op == IR_OMP_BARRIER && i->construct &&
				takes_all_threads(f, i->construct))
				return true;
	return false;
}

static struct ir_func *
copy_entry(struct ir_func *f, struct ir_module *m, const char *what)
{
	const char *name = arena_printf(f->arena, "%s_%s", f->name, what);

	while (ir_symbol_find(m, name))
		name = arena_printf(f->arena, "%s_", name);
	return ir_clone(f, name);
}

static struct ir_func *
make_entry(struct ir_func *f, struct ir_module *m, const struct ptxgen_options *o, const char *what)
{
	struct ir_func *entry = copy_entry(f, m, what);

	entry->kernel->maps_disjoint = !without(o, READONLY);
	entry->kernel->maps_aligned = true;
	return entry;
}

static struct ir_func *
covering_entry(struct ir_func *f, struct ir_module *m, const struct ptxgen_options *o,
	const char *what)
{
	struct ir_func *entry = make_entry(f, m, o, what);

	entry->kernel->grid_covers = true;
	/* where the number is not a constant, 0, libdevrt asks at the launch */
	entry->kernel->whole_teams = f->kernel->const_threads % 32 == 0;
	return entry;
}

/* Return whether lanes may help where the league's loop is short: a thread of it has a simd loop of
 * unknown length (simd/plan.c). */
static bool
may_have_groups(const struct ir_func *f, const struct ptxgen_options *o)
{
	const struct ir_construct *loop = league_loop(f);
	bool found = false;

	for (uint32_t i = 0; i < f->nconstructs; i++)
		found |= f->constructs[i]->kind == CON_LOOP &&
			f->constructs[i]->u.loop.levels == OMP_LEVEL_SIMD &&
			f->constructs[i]->u.loop.count.kind == VAL_REG;
	return found && loop->region && loop->u.loop.levels & OMP_LEVEL_FOR && !o->simdlen &&
		o->simd != SIMD_OFF && !without(o, TURNS);
}

/* Make an entry without work loop, whose grid and blocks have one dimension. */
static struct ir_func *
line_entry(struct ir_func *f, struct ir_module *m, const struct ptxgen_options *o,
	bool counts_in_32_bits, const char *what)
{
	struct ir_func *entry = covering_entry(f, m, o, what);

	if (counts_in_32_bits)
		count_in_32_bits(entry);
	return entry;
}

static struct ir_func *
looping_entry(struct ir_func *f, struct ir_module *m, const struct ptxgen_options *o,
	bool counts_in_32_bits, const char *what)
{
	struct ir_func *entry = make_entry(f, m, o, what);

	if (counts_in_32_bits)
		count_in_32_bits(entry);
	return entry;
}

static bool
takes_pointers(const struct ir_func *f)
{
	const struct omp *target = f->kernel->target;
	bool takes = false;

	for (int i = 0; i < target->u.target.ncaptures; i++)
		takes |= capture_is_pointer(&target->u.target.captures[i]);
	return takes;
}

/* Where device pointers lead into one allocation, a pool, the grid covers the trip count all the same:
 * fill out with the entry and with one like it.  Return how many. */
static int
with_pool(struct ir_func *entry, struct ir_module *m, struct ir_func **out)
{
	out[0] = entry;
	if (!entry->kernel->maps_disjoint || !takes_pointers(entry))
		return 1;
	out[1] = copy_entry(entry, m, "pool");
	out[1]->kernel->maps_disjoint = false;
	out[1]->kernel->promised = entry;
	return 2;
}

/* Fill out with the entries without work loop, the best one first.  Return how many. */
static int
covering_entries(struct ir_func *f, struct ir_module *m, const struct ptxgen_options *o,
	bool narrow, struct ir_func **out)
{
	struct ir_func *entry[MOST_FAST_ENTRIES / 2];
	bool groups = may_have_groups(f, o);
	int n = 0, all = 0;

	if (groups) {
		entry[0] = line_entry(f, m, o, narrow, "lanes32");
		entry[1] = line_entry(f, m, o, narrow, "lanes8");
		entry[n++]->kernel->few_lanes = 32;
		entry[n++]->kernel->few_lanes = 8;
	}
	if (!without(o, GRID2D) && may_lay_out(f) && ir_entering(f, league_loop(f)))
		lay_out(entry[n++] = covering_entry(f, m, o, "grid"));
	if (groups) {
		entry[n] = line_entry(f, m, o, narrow, "turns");
		entry[n++]->kernel->many_threads = true;
	}
	entry[n] = line_entry(f, m, o, narrow, "covers");
	entry[n++]->kernel->no_turns = groups;
	for (int i = 0; i < n; i++)
		all += with_pool(entry[i], m, out + all);
	return all;
}

int
entries_fast(struct ir_func *f, struct ir_module *m, const struct ptxgen_options *o,
	struct ir_func **out, const char **why_not)
{
	*why_not = o->optimize == 0 ? "-O0" :
		without(o, COVERS)  ? "-fno-device-covers" :
				      why_not_covers(f, o);
	bool disjoint = !without(o, READONLY) && (!o->maps_disjoint || takes_pointers(f));
	bool narrow = !without(o, NARROW) && can_count_in_32_bits(f);
	bool gain = narrow && counted_loop(f)->u.loop.divides;
	int n = 0;

	if (o->optimize == 0)
		return 0;
	if (!*why_not)
		n = covering_entries(f, m, o, narrow, out);
	if (waits_in_regions(f)) {
		out[n] = looping_entry(f, m, o, gain, "whole");
		out[n++]->kernel->whole_teams = true;
	}
	if (gain || (disjoint && *why_not))
		out[n++] = looping_entry(f, m, o, gain, gain ? "index32" : "disjoint");
	return n;
}

/* Nobody may ask for the number of a thread or team where they do not stand in a row. */
static bool
asks_for_numbers(const struct ir_func *f)
{
	for (const struct ir_block *b = f->blocks; b; b = b->next)
		for (const struct ir_inst *i = b->first; i; i = i->next)
			if (i->op == IR_SREG &&
				(i->index == SREG_TID || i->index == SREG_NTID ||
					i->index == SREG_CTAID || i->index == SREG_NCTAID))
				return true;
	return false;
}

bool
entry_stores(const struct ir_func *f)
{
	struct arena *a = arena_new();
	bool stores = false;

	for (const struct ir_func *part = f; part; part = part->next_part)
		for (const struct loop *l = loops_find(a, graph_new(a, part, false)); l;
			l = l->next)
			for (uint32_t k = 0; k < l->nblocks; k++)
				for (const struct ir_inst *i = l->block[k]->first; i; i = i->next)
					stores |= i->op == IR_ST && !own_space(i->space);
	arena_free(a);
	return stores;
}

bool
entry_is_useful(const struct ir_func *f)
{
	const struct ir_kernel_info *k = f->kernel;

	if (k->promised && !k->promised->kernel->pointers)
		return false;
	if ((k->few_lanes && k->lanes <= 1) || (k->many_threads && !k->turns))
		return false;
	if (k->laid_out)
		return k->whole_teams && !k->spare_warp && k->lanes <= 1 && !k->regions_are_grids &&
			!k->team && k->frame_bytes == 0 && !asks_for_numbers(f);
	/* without a warp of the master's whole teams gain nothing; with one, what covers needs them */
	if (k->whole_teams ? !k->grid_covers && !k->spare_warp : k->grid_covers && k->spare_warp)
		return false;
	return (entry_needs(f) & ~(unsigned)DEVRT_IF_ALIGNED) != 0;
}

/* Return whether lanes or threads do something together, or may in what f calls: else nothing is made of
 * teams that are whole warps. */
static bool
acts_together(const struct ir_func *f)
{
	for (const struct ir_func *part = f; part; part = part->next_part)
		for (const struct ir_block *b = part->blocks; b; b = b->next)
			for (const struct ir_inst *i = b->first; i; i = i->next)
				if (is_together(i) || i->op == IR_CALL)
					return true;
	return false;
}

unsigned
entry_needs(const struct ir_func *f)
{
	return (f->kernel->laid_out                   ? DEVRT_IF_LAID_OUT :
			       f->kernel->grid_covers ? DEVRT_IF_GRID_COVERS :
							0) |
		(f->kernel->index32 ? DEVRT_IF_INDEX32 : 0) |
		(f->kernel->uses_disjoint ? DEVRT_IF_DISJOINT : 0) |
		(f->kernel->aligned ? DEVRT_IF_ALIGNED : 0) |
		(f->kernel->whole_teams && acts_together(f) ? DEVRT_IF_WHOLE : 0) |
		(f->kernel->few_lanes ? DEVRT_IF_FEW : 0) |
		(f->kernel->many_threads ? DEVRT_IF_MANY : 0);
}
