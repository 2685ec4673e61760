/*
 * loop.c: worksharing loops: which iterations run here (OpenMP 5.2 [11.5], [11.6]).
 *
 * Without schedule clauses iterations go round the threads one by one, over the whole league for a
 * composite loop, so that neighbouring threads touch neighbouring elements:
 *
 *      i = team * n + thread;  if (i < count) do { body } while ((i += all) < count)
 *
 * In an entry for grids that cover the trip count the loop is gone.  With clauses, ranges are
 * generated level by level: the team's ranges of the whole, the thread's ranges of those.  dynamic
 * and guided take ranges from a counter in shared memory, reset behind a barrier each time the loop
 * is met; all threads of the region meet it, so no ring of counters is needed.
 */
#include "work/step.h"

#include "tree/omp_tree.h"

/* Who takes a share, and of how many; values of type I32. */
struct share {
	struct ir_value who, of;
};

static struct ir_value
abstract(struct ir_cursor *c, enum ir_op op, struct ir_construct *region)
{
	struct ir_value v = ir_op0(c, op, IR_I32);

	c->block->last->construct = region;
	return v;
}

static struct share
teams(struct ir_cursor *c)
{
	return (struct share){ abstract(c, IR_OMP_TEAM, NULL), abstract(c, IR_OMP_NTEAMS, NULL) };
}

static struct share
threads(struct ir_cursor *c, struct ir_construct *region)
{
	return (struct share){ abstract(c, IR_OMP_THREAD, region),
		abstract(c, IR_OMP_NTHREADS, region) };
}

static struct ir_value
widen(struct ir_cursor *c, struct ir_value v, enum ir_type to)
{
	if (to == IR_I32 || v.kind == VAL_INT)
		return v;
	return ir_convert(c, IR_ZEXT, IR_I64, IR_I32, v);
}

static struct ir_value
to_i64(struct ir_cursor *c, struct ir_value v, enum ir_type from)
{
	return from == IR_I64 ? v : widen(c, v, IR_I64);
}

static struct ir_value
min_u(struct ir_cursor *c, struct ir_value a, struct ir_value b)
{
	return ir_op2(c, IR_MIN_U, IR_I64, a, b);
}

/* ---- one by one ---- */

/* Build a loop whose grid covers the trip count: index = first; if it is below count: body.  Where
 * teams alone share the loop there are as many of them as iterations (devrt.h,
 * DEVRT_IF_GRID_COVERS). */
static void
one_each(struct ir_cursor *c, struct ir_construct *loop, struct ir_value first)
{
	ir_reg index = loop->u.loop.index;
	struct ir_value some;

	ir_mov(c, index, first);
	if (!(loop->u.loop.levels & OMP_LEVEL_FOR)) {
		ir_jump(c, loop->body);
		ir_dissolve(c->func, loop, loop->next);
		return;
	}
	some = ir_compare(c, IR_LT_U, c->func->regs[index].type, ir_r(index), loop->u.loop.count);
	ir_branch(c, some, loop->body, loop->next);
	ir_dissolve(c->func, loop, loop->next);
}

static struct ir_value
coordinate(struct ir_cursor *c, enum ir_sreg block, enum ir_sreg size, enum ir_sreg thread)
{
	struct ir_value in_block = ir_sreg(c, thread), threads = ir_sreg(c, size);
	struct ir_value v = ir_op3(c, IR_MAD, IR_I32, ir_sreg(c, block), threads, in_block);

	c->func->regs[v.u.reg].nonneg = true;
	return v;
}

/* Return the thread's point on an axis.  The innermost loop goes along x, so that neighbouring
 * threads have neighbouring iterations of it. */
static struct ir_value
point_of(struct ir_cursor *c, int axis)
{
	switch (axis) {
	case 0: return coordinate(c, SREG_CTAID_X, SREG_NTID_X, SREG_TID_X);
	case 1: return coordinate(c, SREG_CTAID_Y, SREG_NTID_Y, SREG_TID_Y);
	default: return coordinate(c, SREG_CTAID_Z, SREG_NTID_Z, SREG_TID_Z);
	}
}

/* Return what the rows before this one of a triangle have, beside a rectangle's: slope * r * (r - 1) / 2. */
static struct ir_value
surplus(struct ir_cursor *c, const struct ir_nest *nest)
{
	struct ir_value r = widen(c, ir_r(nest->point[0]), IR_I64);
	struct ir_value pairs = ir_op2(c, IR_MUL, IR_I64, r,
		ir_op2(c, IR_SUB, IR_I64, r, ir_int(1)));

	return ir_op2(c, IR_MUL, IR_I64, ir_op2(c, IR_SHR_U, IR_I64, pairs, ir_int(1)),
		ir_int(nest->slope));
}

/* Build a loop with a point of the grid for each iteration.  Tiles may stand over the ends of the
 * loops. */
static void
one_point(struct ir_cursor *c, struct ir_construct *loop)
{
	struct ir_nest *nest = loop->u.loop.nest;
	ir_reg index = loop->u.loop.index;
	enum ir_type type = c->func->regs[index].type;
	struct ir_value at = ir_int(0);

	for (int k = 0; k < nest->n; k++)
		ir_mov(c, nest->point[k], point_of(c, nest->n - 1 - k));
	for (int k = 0; k < nest->n; k++) {
		if (k)
			at = ir_op2(c, IR_MUL, type, at, nest->count[k]);
		at = ir_op2(c, IR_ADD, type, at, widen(c, ir_r(nest->point[k]), type));
	}
	if (nest->slope) {
		at = ir_op2(c, IR_ADD, type, at, surplus(c, nest));
		nest->limit[1] = ir_op3(c, IR_MAD, IR_I32, ir_r(nest->point[0]),
			ir_int(nest->slope), nest->limit[1]);
	}
	ir_mov(c, index, at);
	for (int k = 0; k < nest->n; k++) {
		struct ir_block *next = k + 1 < nest->n ? ir_block_after(c->func, c->block, NULL) :
							  loop->body;

		next->in = k + 1 < nest->n ? loop->parent : next->in;
		ir_branch(c, ir_compare(c, IR_LT_U, IR_I32, ir_r(nest->point[k]), nest->limit[k]),
			next, loop->next);
		c->block = next;
	}
	ir_dissolve(c->func, loop, loop->next);
}

/* Add stride to index, and go on while it is below count.  The threads of a league are fewer than
 * 2^31, so the sum stays below 2^32 where count is at most 2^31; and no index comes near 2^64. */
static void
next_index(struct ir_cursor *c, struct ir_construct *loop, struct ir_value stride)
{
	ir_reg index = loop->u.loop.index;
	enum ir_type type = c->func->regs[index].type;

	ir_mov(c, index, ir_op2(c, IR_ADD, type, ir_r(index), stride));
	ir_branch(c, ir_compare(c, IR_LT_U, type, ir_r(index), loop->u.loop.count), loop->body,
		loop->next);
}

/* Do the same where count may be anything: the test by difference cannot overflow. */
static void
next_index_checked(struct ir_cursor *c, struct ir_construct *loop, struct ir_value stride)
{
	ir_reg index = loop->u.loop.index;
	enum ir_type type = c->func->regs[index].type;
	struct ir_block *more = ir_block_after(c->func, c->block, NULL);
	struct ir_value left = ir_op2(c, IR_SUB, type, loop->u.loop.count, ir_r(index));

	more->in = loop->parent;
	ir_branch(c, ir_compare(c, IR_LT_U, type, stride, left), more, loop->next);
	c->block = more;
	ir_mov(c, index, ir_op2(c, IR_ADD, type, ir_r(index), stride));
	ir_jump(c, loop->body);
}

/* ptxas keeps what a loop's accesses have in common in registers of the warp if a block of code stands
 * before the loop, behind the test; if there is none, it copies it there before each access. */
void
work_round_robin_enter(struct ir_cursor *c, struct ir_construct *loop, struct ir_value first)
{
	struct ir_func *f = c->func;
	ir_reg index = loop->u.loop.index;
	struct ir_block *enter = ir_block_after(f, c->block, NULL);

	enter->in = loop->parent;
	ir_mov(c, index, first);
	ir_branch(c, ir_compare(c, IR_LT_U, f->regs[index].type, ir_r(index), loop->u.loop.count),
		enter, loop->next);
	c->block = enter;
}

void
work_round_robin(struct ir_cursor *c, struct ir_construct *loop, struct ir_value stride)
{
	struct ir_func *f = c->func;
	ir_reg index = loop->u.loop.index;
	struct ir_block *latch = ir_block_after(f, ir_last_of(f, loop), NULL);

	latch->in = loop->parent;
	ir_jump(c, loop->body);
	c->block = latch;
	if (f->regs[index].type == IR_I64 || f->regs[index].nonneg)
		next_index(c, loop, stride);
	else
		next_index_checked(c, loop, stride);
	ir_dissolve(f, loop, latch);
}

/* Execute all iterations here, as a loop of the program's: for (index = 0; index < count; index++)
 * body. */
static void
one_after_the_other(struct ir_cursor *c, struct ir_construct *loop)
{
	struct ir_func *f = c->func;
	ir_reg index = loop->u.loop.index;
	enum ir_type type = f->regs[index].type;
	struct ir_block *head = ir_block_after(f, c->block, NULL),
			*latch = ir_block_after(f, ir_last_of(f, loop), NULL);

	head->in = latch->in = loop->parent;
	head->loop = true;
	ir_mov(c, index, ir_int(0));
	ir_jump(c, head);
	c->block = head;
	ir_branch(c, ir_compare(c, IR_LT_U, type, ir_r(index), loop->u.loop.count), loop->body,
		loop->next);
	c->block = latch;
	ir_emit(c, IR_ADD, type, index, ir_r(index), ir_int(1));
	ir_jump(c, head);
	ir_dissolve(f, loop, latch);
}

/* ---- ranges ---- */

/*
 * A level of ranges lo <= i < hi (I64).  After generating, the cursor stands where a range has been
 * found; whoever is done with it jumps to `again`.
 */
struct range {
	struct ir_value lo, hi;
	struct ir_block *again;
};

/* Give each share one contiguous piece of the outer range.  The first `rest` get one more. */
static struct range
blocks_of(struct ir_cursor *c, struct range outer, struct share s)
{
	struct ir_func *f = c->func;
	struct ir_value who = widen(c, s.who, IR_I64), of = widen(c, s.of, IR_I64);
	struct ir_value count = ir_op2(c, IR_SUB, IR_I64, outer.hi, outer.lo);
	struct ir_value each = ir_op2(c, IR_DIV_U, IR_I64, count, of);
	struct ir_value rest = ir_op2(c, IR_REM_U, IR_I64, count, of);
	struct ir_value before = ir_op2(c, IR_MUL, IR_I64, who, each);
	struct ir_value lo = ir_op2(c, IR_ADD, IR_I64, outer.lo,
		ir_op2(c, IR_ADD, IR_I64, before, min_u(c, who, rest)));
	struct ir_value extra = ir_op3(c, IR_SELECT, IR_I64,
		ir_compare(c, IR_LT_U, IR_I64, who, rest), ir_int(1), ir_int(0));
	struct ir_value hi = ir_op2(c, IR_ADD, IR_I64, lo, ir_op2(c, IR_ADD, IR_I64, each, extra));
	struct ir_block *found = ir_block_after(f, c->block, NULL);

	ir_branch(c, ir_compare(c, IR_LT_U, IR_I64, lo, hi), found, outer.again);
	c->block = found;
	return (struct range){ lo, hi, outer.again };
}

/* Deal out pieces of `chunk` iterations in turn. */
static struct range
chunks_of(struct ir_cursor *c, struct range outer, struct share s, struct ir_value chunk)
{
	struct ir_func *f = c->func;
	ir_reg lo = ir_reg_new(f, IR_I64, "chunk_lo");
	struct ir_block *test = ir_block_after(f, c->block, NULL);
	struct ir_block *found = ir_block_after(f, test, NULL),
			*again = ir_block_after(f, found, NULL);

	chunk = ir_op2(c, IR_MIN_U, IR_I64, chunk,
		ir_int(INT64_C(1) << 40)); /* keeps the products below 2^63 */
	struct ir_value first = ir_op2(c, IR_MUL, IR_I64, widen(c, s.who, IR_I64), chunk);
	struct ir_value turn = ir_op2(c, IR_MUL, IR_I64, widen(c, s.of, IR_I64), chunk);
	ir_mov(c, lo, ir_op2(c, IR_ADD, IR_I64, outer.lo, first));
	ir_jump(c, test);
	c->block = again;
	ir_mov(c, lo, ir_op2(c, IR_ADD, IR_I64, ir_r(lo), turn));
	ir_jump(c, test);
	c->block = test;
	ir_branch(c, ir_compare(c, IR_LT_U, IR_I64, ir_r(lo), outer.hi), found, outer.again);
	c->block = found;
	struct ir_value hi = min_u(c, ir_op2(c, IR_ADD, IR_I64, ir_r(lo), chunk), outer.hi);
	return (struct range){ ir_r(lo), hi, again };
}

static void
barrier(struct ir_cursor *c, struct ir_construct *region)
{
	ir_emit(c, IR_OMP_BARRIER, IR_NONE, IR_NOREG, ir_none(), ir_none())->construct = region;
}

/* Return a counter that thread 0 sets to lo between two barriers. */
static struct ir_slot *
shared_counter(struct ir_cursor *c, struct ir_construct *region, struct ir_value who,
	struct ir_value lo)
{
	struct ir_func *f = c->func;
	struct ir_slot *counter = ir_slot_new(f, SLOT_SHARED, "next_chunk", 8, 8);
	struct ir_block *set = ir_block_after(f, c->block, NULL),
			*ready = ir_block_after(f, set, NULL);

	barrier(c, region);
	ir_branch(c, ir_compare(c, IR_EQ, IR_I32, who, ir_int(0)), set, ready);
	c->block = set;
	ir_store(c, MEM_64, SPACE_SHARED, ir_slot_value(counter, 0), 0, lo);
	ir_jump(c, ready);
	c->block = ready;
	barrier(c, region);
	return counter;
}

static struct ir_value
fetch(struct ir_cursor *c, struct ir_slot *counter, enum ir_atom op, struct ir_value a,
	struct ir_value b)
{
	return ir_atomic(c, op, MEM_64, SPACE_SHARED, ir_slot_value(counter, 0), a, b);
}

/* Deal out `chunk` iterations at a time to whoever comes first. */
static struct range
dynamic(struct ir_cursor *c, struct range outer, struct ir_construct *region, struct ir_value who,
	struct ir_value chunk)
{
	struct ir_func *f = c->func;
	struct ir_slot *counter = shared_counter(c, region, who, outer.lo);
	struct ir_block *again = ir_block_after(f, c->block, NULL),
			*found = ir_block_after(f, again, NULL);

	chunk = min_u(c, chunk, ir_int(INT64_C(1) << 40));
	ir_jump(c, again);
	c->block = again;
	struct ir_value lo = fetch(c, counter, ATOM_ADD, chunk, ir_none());
	ir_branch(c, ir_compare(c, IR_LT_U, IR_I64, lo, outer.hi), found, outer.again);
	c->block = found;
	return (struct range){ lo, min_u(c, ir_op2(c, IR_ADD, IR_I64, lo, chunk), outer.hi),
		again };
}

/* Deal out half of a fair share of what is left, at least `chunk`.  The counter moves by compare-
 * and-swap. */
static struct range
guided(struct ir_cursor *c, struct range outer, struct ir_construct *region, struct share s,
	struct ir_value chunk)
{
	struct ir_func *f = c->func;
	struct ir_slot *counter = shared_counter(c, region, s.who, outer.lo);
	struct ir_block *again = ir_block_after(f, c->block, NULL),
			*take = ir_block_after(f, again, NULL);
	struct ir_block *found = ir_block_after(f, take, NULL);

	chunk = min_u(c, chunk, ir_int(INT64_C(1) << 40));
	struct ir_value shares = ir_op2(c, IR_SHL, IR_I64, widen(c, s.of, IR_I64), ir_int(1));
	ir_jump(c, again);
	c->block = again;
	struct ir_value lo = ir_load(c, MEM_64, SPACE_SHARED, ir_slot_value(counter, 0), 0);
	c->block->last->is_volatile = true;
	ir_branch(c, ir_compare(c, IR_LT_U, IR_I64, lo, outer.hi), take, outer.again);
	c->block = take;
	struct ir_value left = ir_op2(c, IR_SUB, IR_I64, outer.hi, lo);
	struct ir_value half = ir_op2(c, IR_DIV_U, IR_I64, left, shares);
	struct ir_value size = min_u(c, ir_op2(c, IR_MAX_U, IR_I64, half, chunk), left);
	struct ir_value hi = ir_op2(c, IR_ADD, IR_I64, lo, size);
	struct ir_value seen = fetch(c, counter, ATOM_CAS, lo, hi);
	ir_branch(c, ir_compare(c, IR_EQ, IR_I64, seen, lo), found, again);
	c->block = found;
	return (struct range){ lo, hi, again };
}

static struct range
thread_ranges(struct ir_cursor *c, struct range outer, struct ir_construct *loop)
{
	struct share s = threads(c, loop->region);
	enum ir_type type = c->func->regs[loop->u.loop.index].type;
	struct ir_value chunk = loop->u.loop.chunk;
	bool given = chunk.kind != VAL_NONE;

	chunk = given ? ir_op2(c, IR_MAX_U, IR_I64, to_i64(c, chunk, type), ir_int(1)) : ir_int(1);
	switch (loop->u.loop.schedule) {
	case SCHED_DYNAMIC: return dynamic(c, outer, loop->region, s.who, chunk);
	case SCHED_GUIDED: return guided(c, outer, loop->region, s, chunk);
	case SCHED_STATIC:
		if (!given)
			return blocks_of(c, outer, s);
		return chunks_of(c, outer, s, chunk);
	default: return chunks_of(c, outer, s, chunk);
	}
}

static struct range
team_ranges(struct ir_cursor *c, struct range outer, struct ir_construct *loop)
{
	enum ir_type type = c->func->regs[loop->u.loop.index].type;
	struct ir_value chunk = loop->u.loop.dist_chunk;

	if (chunk.kind == VAL_NONE)
		return blocks_of(c, outer, teams(c));
	chunk = ir_op2(c, IR_MAX_U, IR_I64, to_i64(c, chunk, type), ir_int(1));
	return chunks_of(c, outer, teams(c), chunk);
}

/* Build the innermost level: index runs over the range. */
static void
run_range(struct ir_cursor *c, struct range r, struct ir_construct *loop)
{
	struct ir_func *f = c->func;
	ir_reg at = ir_reg_new(f, IR_I64, NULL), index = loop->u.loop.index;
	struct ir_block *turn = ir_block_after(f, c->block, NULL);
	struct ir_block *latch = ir_block_after(f, ir_last_of(f, loop), NULL);

	latch->in = loop->parent;
	ir_mov(c, at, r.lo);
	ir_jump(c, turn);
	c->block = turn;
	ir_mov(c, index,
		f->regs[index].type == IR_I64 ? ir_r(at) :
						ir_convert(c, IR_TRUNC, IR_I32, IR_I64, ir_r(at)));
	ir_jump(c, loop->body);
	c->block = latch;
	ir_mov(c, at, ir_op2(c, IR_ADD, IR_I64, ir_r(at), ir_int(1)));
	ir_branch(c, ir_compare(c, IR_LT_U, IR_I64, ir_r(at), r.hi), turn, r.again);
	ir_dissolve(f, loop, latch);
}

/* ---- the loop ---- */

static void
by_ranges(struct ir_cursor *c, struct ir_construct *loop, bool spread_teams, bool spread_threads)
{
	enum ir_type type = c->func->regs[loop->u.loop.index].type;
	struct range r = { ir_int(0), to_i64(c, loop->u.loop.count, type), loop->next };

	if (spread_teams)
		r = team_ranges(c, r, loop);
	if (spread_threads)
		r = thread_ranges(c, r, loop);
	run_range(c, r, loop);
}

static void
one_by_one(struct ir_cursor *c, struct ir_construct *loop, bool spread_teams, bool spread_threads)
{
	enum ir_type type = c->func->regs[loop->u.loop.index].type;
	struct share team, thread;
	struct ir_value first = ir_int(0), all = ir_int(1);

	if (spread_teams) {
		team = teams(c);
		first = widen(c, team.who, type);
		all = team.of;
	}
	if (spread_threads) {
		thread = threads(c, loop->region);
		first = spread_teams ? ir_op3(c, IR_MAD, type, first, widen(c, thread.of, type),
					       widen(c, thread.who, type)) :
				       widen(c, thread.who, type);
		all = thread.of;
	}
	if (type == IR_I32 && first.kind == VAL_REG) /* all threads' numbers fit 31 bits */
		c->func->regs[first.u.reg].nonneg = true;
	if (spread_teams && c->func->kernel->laid_out) {
		one_point(c, loop);
	} else if (spread_teams && c->func->kernel->grid_covers) {
		one_each(c, loop, first);
	} else {
		work_round_robin_enter(c, loop, first);
		all = widen(c, all, type);
		if (spread_teams && spread_threads)
			all = ir_op2(c, IR_MUL, type, widen(c, team.of, type), all);
		work_round_robin(c, loop, all);
	}
}

void
work_loop(struct work *w, struct ir_construct *loop)
{
	struct ir_block *b = ir_entering(w->f, loop);
	bool spread_threads = loop->u.loop.levels & OMP_LEVEL_FOR && loop->region &&
		!loop->u.loop.one_thread;
	bool spread_teams = loop->u.loop.levels & OMP_LEVEL_DISTRIBUTE && w->f->is_kernel &&
		w->f->kernel->teams;
	int schedule = loop->u.loop.schedule;
	bool ranges = (spread_teams && loop->u.loop.dist_static) ||
		(spread_threads &&
			(schedule == SCHED_STATIC || schedule == SCHED_DYNAMIC ||
				schedule == SCHED_GUIDED));

	if (!b) { /* nothing leads here: the body is dead code too */
		ir_dissolve(w->f, loop, loop->next);
		return;
	}
	struct ir_cursor c = { .func = w->f, .block = b, .place = loop->place };
	b->term = TERM_NONE;
	b->construct = NULL;
	if (ranges)
		by_ranges(&c, loop, spread_teams, spread_threads);
	else if (loop->u.loop.levels == OMP_LEVEL_SIMD)
		one_after_the_other(&c, loop);
	else
		one_by_one(&c, loop, spread_teams, spread_threads);
}
