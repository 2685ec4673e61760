/*
 * entries.c: which entry points a kernel gets.
 *
 * Every kernel has the entry that may always be launched.  Beside it there may be fast ones, which rely
 * on what libdevrt checks at the launch (devrt.h, DEVRT_IF_*): that the grid covers the trip count, so
 * that no work loop is needed (Martineau et al. 2016, §VII), that the trip count is below 2^31, and that
 * mapped ranges are disjoint, so that loads can take the read-only path.
 */
#include "entries.h"

#include "devrt.h"
#include "omp_tree.h"

static bool
has_reduction(const struct ir_func *f)
{
	for (const struct ir_block *b = f->blocks; b; b = b->next)
		for (const struct ir_inst *i = b->first; i; i = i->next)
			if (i->op == IR_OMP_REDUCE)
				return true;
	return false;
}

static bool
round_robin(const struct ir_construct *loop)
{
	int schedule = loop->u.loop.schedule;

	return !loop->u.loop.dist_static && (!(loop->u.loop.levels & OMP_LEVEL_FOR)
		|| (schedule != SCHED_STATIC && schedule != SCHED_DYNAMIC && schedule != SCHED_GUIDED));
}

/* The region has as many threads as the launch gives a team. */
static bool
takes_all_threads(const struct ir_func *f, const struct ir_construct *region)
{
	struct ir_value n = region->u.parallel.threads;

	return region->u.parallel.cond.kind == VAL_NONE && (n.kind == VAL_NONE
		|| (n.kind == VAL_INT && f->kernel->const_threads && n.u.i >= f->kernel->const_threads));
}

/* The only loop that teams share; NULL: none, or several. */
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

/* Why there is no entry without work loop; NULL: there is. */
static const char *
why_not_covers(const struct ir_func *f)
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
	if (has_reduction(f))
		return "a reduction wants many iterations a thread";
	return NULL;
}

/* The only loop that is outermost or has but a region around it, of which the launch knows the trip count. */
static struct ir_construct *
counted_loop(const struct ir_func *f)
{
	struct ir_construct *found = NULL;

	for (uint32_t i = 0; i < f->nconstructs; i++) {
		struct ir_construct *c = f->constructs[i];
		if (c->kind != CON_LOOP || (c->parent && (c->parent->kind != CON_PARALLEL || c->parent->parent)))
			continue;
		if (found)
			return NULL;
		found = c;
	}
	return found;
}

/* Whether indices of 32 bits would be a gain. */
static bool
can_count_in_32_bits(const struct ir_func *f)
{
	const struct ir_construct *loop = counted_loop(f);

	return loop && f->regs[loop->u.loop.index].type == IR_I64 && loop->u.loop.count.kind == VAL_REG
		&& loop->u.loop.chunk.kind == VAL_NONE && loop->u.loop.dist_chunk.kind == VAL_NONE;
}

/*
 * The loop counts in 32 bits, where the launch knows that its trip count is below 2^31: the indices of a
 * collapsed loop then come from 32-bit divisions (narrow.c).
 */
static void
count_in_32_bits(struct ir_func *f)
{
	struct ir_construct *loop = counted_loop(f);
	struct ir_block *b = ir_entering(f, loop);
	struct ir_cursor before = { .func = f, .block = b, .place = loop->place };
	struct ir_cursor inside = { .func = f, .block = loop->body, .before = loop->body->first, .place = loop->place };
	ir_reg wide = loop->u.loop.index, index;

	if (!b)
		return;
	index = ir_reg_new(f, IR_I32, f->regs[wide].name);
	f->regs[index].nonneg = true;
	f->kernel->index32 = true;
	loop->u.loop.index = index;
	loop->u.loop.count = ir_convert(&before, IR_TRUNC, IR_I32, IR_I64, loop->u.loop.count);
	ir_emit(&inside, IR_ZEXT, IR_I64, wide, ir_r(index), ir_none())->from = IR_I32;
}

static struct ir_func *
make_entry(struct ir_func *f, struct ir_module *m, const struct ptxgen_options *o, const char *what)
{
	const char *name = arena_printf(f->arena, "%s_%s", f->name, what);
	struct ir_func *entry;

	while (ir_symbol_find(m, name))
		name = arena_printf(f->arena, "%s_", name);
	entry = ir_clone(f, name);
	entry->kernel->maps_disjoint = !without(o, READONLY) && !o->maps_disjoint;
	f->kernel->has_fast = true;
	return entry;
}

int
entries_fast(struct ir_func *f, struct ir_module *m, const struct ptxgen_options *o, struct ir_func **out,
	const char **why_not)
{
	*why_not = o->optimize == 0 ? "-O0" : without(o, COVERS) ? "-fno-device-covers" : why_not_covers(f);
	bool covers = !*why_not, disjoint = !without(o, READONLY) && !o->maps_disjoint;
	bool narrow = !without(o, NARROW) && can_count_in_32_bits(f);
	int n = 0;

	if (o->optimize == 0)
		return 0;
	if (covers) {
		struct ir_func *entry = out[n++] = make_entry(f, m, o, "covers");
		entry->kernel->grid_covers = true;
		entry->kernel->whole_teams = true;
		if (narrow)
			count_in_32_bits(entry);
	}
	if (narrow || (disjoint && !covers)) {
		struct ir_func *entry = out[n++] = make_entry(f, m, o, narrow ? "index32" : "disjoint");
		if (narrow)
			count_in_32_bits(entry);
	}
	return n;
}

unsigned
entry_needs(const struct ir_func *f)
{
	return (f->kernel->grid_covers ? DEVRT_IF_GRID_COVERS : 0)
		| (f->kernel->index32 ? DEVRT_IF_INDEX32 : 0)
		| (f->kernel->uses_disjoint ? DEVRT_IF_DISJOINT : 0);
}
