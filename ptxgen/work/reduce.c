/*
 * reduce.c: combining the private copies of a reduction (OpenMP 5.2 [5.5.5]).
 *
 * Every thread of the region arrives with its value.  When the region fills whole warps, lanes
 * combine among themselves by shuffles, the warps through shared memory, and the first warp does
 * the rest, so that one atomic per team reaches the original:
 *
 *      v = shuffles(v); if (lane == 0) warp_values[warp] = v; barrier;
 *      if (warp == 0) { v = shuffles(lane < warps ? warp_values[lane] : identity); if (lane == 0) atomic(v) }
 *
 * Where the region is all of the block and the original the team's, its first thread needs no atomic.
 * A region of one warp needs no more than its shuffles; one that is all of the block is asked for a clause, not at
 * run time.  Reductions that follow one another go this way together, with one barrier for all and a row of
 * warp_values for each.  The barrier is left out, with an atomic per warp, where the same code may come by again before
 * the first warp is done.  A region that does not fill its warps has an atomic per thread.  Where
 * no PTX atomic covers the operator or the type, a compare-and-swap loop does.
 *
 * A value that a function combines goes the same way (declared.c) up to the last step: threads are told
 * whether it is theirs to do, in a critical construct (build/omp/declared.c).  In a region that does not
 * fill its warps that is one thread of each.
 *
 * With -fdeterministic-reduction one value reaches the original, combined in an order that is
 * always the same: a second barrier protects warp_values, and a region that does not fill its warps
 * has its first thread combine the values of all, one after the other.  (Over teams:
 * build/omp/league.c.)
 */
#include "work/step.h"

#include "ir/atomic.h"
#include "base/diag.h"
#include "ir/graph.h"
#include "ir/lanes.h"
#include "simd/simd.h"
#include "work/values.h"

struct ir_value
work_combine(struct ir_cursor *c, const struct ir_reduce *r, struct ir_value a, struct ir_value b)
{
	bool fp = r->type == IR_F32 || r->type == IR_F64;
	enum ir_op op = IR_ADD;

	/* as the standard's combiners have it; a GPU has no instruction for the greater double */
	if (r->type == IR_F64 && (r->op == IRED_MIN || r->op == IRED_MAX)) {
		struct ir_value less = r->op == IRED_MIN ? b : a, more = r->op == IRED_MIN ? a : b;
		return ir_op3(c, IR_SELECT, IR_F64, ir_compare(c, IR_LT, IR_F64, less, more), b, a);
	}
	switch (r->op) {
	case IRED_ADD: op = IR_ADD; break;
	case IRED_MUL: op = IR_MUL; break;
	case IRED_AND: op = IR_AND; break;
	case IRED_OR: op = IR_OR; break;
	case IRED_XOR: op = IR_XOR; break;
	case IRED_MIN: op = fp ? IR_FMIN : r->is_signed ? IR_MIN_S : IR_MIN_U; break;
	case IRED_MAX: op = fp ? IR_FMAX : r->is_signed ? IR_MAX_S : IR_MAX_U; break;
	case IRED_LOGAND:
	case IRED_LOGOR: {
		struct ir_value zero = fp ? ir_float(0) : ir_int(0);
		struct ir_value p = ir_compare(c, IR_NE, r->type, a, zero),
				q = ir_compare(c, IR_NE, r->type, b, zero);
		p = ir_op2(c, r->op == IRED_LOGAND ? IR_AND : IR_OR, IR_PRED, p, q);
		return ir_op3(c, IR_SELECT, r->type, p, fp ? ir_float(1) : ir_int(1), zero);
	}
	}
	return ir_op2(c, op, r->type, a, b);
}

struct pending {
	const struct ir_reduce *r;
	struct ir_value value;
};

static struct ir_value
update(struct ir_cursor *c, struct ir_value old, void *ctx)
{
	const struct pending *p = ctx;

	return work_combine(c, p->r, old, p->value);
}

static void
emit_atomic(struct ir_cursor *c, const struct ir_reduce *r, enum ir_atom op, enum ir_mem mem,
	struct ir_value addr, struct ir_value value)
{
	struct ir_inst *i = ir_emit(c, IR_ATOM, ir_mem_type(mem), IR_NOREG, addr, value);

	i->atom = op;
	i->mem = mem;
	i->space = r->space;
}

/*
 * The bits of floating numbers are ordered as the numbers are: those that are not negative as signed
 * integers, among which the others come before them all; negative ones against all as unsigned
 * integers, the other way round.  So the lesser or greater of two takes one atomic on integers.  What
 * is not a number is neither.
 */
static void
order_into_original(struct work *w, struct ir_cursor *c, const struct ir_reduce *r,
	struct ir_value addr, struct ir_value value)
{
	bool wide = r->type == IR_F64, least = r->op == IRED_MIN;
	enum ir_type type = wide ? IR_I64 : IR_I32;
	enum ir_mem mem = wide ? MEM_64 : MEM_32;
	struct ir_block *ordered = ir_block_after(w->f, c->block, NULL),
			*negative = ir_block_after(w->f, ordered, NULL),
			*other = ir_block_after(w->f, negative, NULL),
			*end = ir_block_after(w->f, other, NULL);
	struct ir_value bits = ir_convert(c, IR_BITCAST, type, r->type, value);

	ir_branch(c, ir_op1(c, IR_ISNAN, r->type, value), end, ordered);
	c->block = ordered;
	ir_branch(c, ir_compare(c, IR_LT_S, type, bits, ir_int(0)), negative, other);
	c->block = negative;
	emit_atomic(c, r, least ? ATOM_MAX_U : ATOM_MIN_U, mem, addr, bits);
	ir_jump(c, end);
	c->block = other;
	emit_atomic(c, r, least ? ATOM_MIN_S : ATOM_MAX_S, mem, addr, bits);
	ir_jump(c, end);
	c->block = end;
}

static void
into_original(struct work *w, struct ir_cursor *c, const struct ir_reduce *r, struct ir_value addr,
	struct ir_value value, bool alone)
{
	int op = reduce_atomic(r, w->t);

	if (alone) {
		struct ir_value old = ir_load(c, r->mem, r->space, addr, 0);

		ir_store(c, r->mem, r->space, addr, 0, work_combine(c, r, old, value));
	} else if (op >= 0) {
		emit_atomic(c, r, op, r->mem, addr, value);
	} else if ((r->mem == MEM_F32 || r->mem == MEM_F64) &&
		(r->op == IRED_MIN || r->op == IRED_MAX)) {
		order_into_original(w, c, r, addr, value);
	} else {
		struct pending p = { r, value };
		atomic_loop(c, r->mem, r->space, addr, update, &p, reduce_often_same(r), NULL);
	}
}

/* ---- whole warps ---- */

/* Return the warp's value in each of its lanes.  `group` lanes that are one thread all have its
 * value. */
static struct ir_value
over_warp(struct reducing *d, struct ir_value v, int group)
{
	for (int lanes = SIMD_WARP / 2; lanes >= group; lanes /= 2)
		v = work_combine(&d->c, d->r, v,
			lanes_shuffle(&d->c, SHFL_BFLY, d->r->type, v, ir_int(lanes),
				ir_int(0xffffffff)));
	return v;
}

/* Reductions that are done together: what each thread has of one, and where it goes. */
struct term {
	const struct ir_reduce *r;
	struct ir_value to, v; /* v: in turn the thread's, the warp's, the team's */
	ir_reg value;          /* what goes into the original */
	struct ir_slot *cells;
	struct ir_value left; /* with a combiner v is the slot, and this what `value` becomes */
};

enum { MOST_TERMS = 16 };

struct terms {
	struct term t[MOST_TERMS];
	int n;
};

static void
to_original(struct reducing *d, const struct terms *s)
{
	for (int k = 0; k < s->n; k++)
		ir_mov(&d->c, s->t[k].value, s->t[k].r->combiner ? s->t[k].left : s->t[k].v);
	ir_jump(&d->c, d->original);
}

/* Where `lanes` are not all, the others have the identity of what no function combines. */
static void
all_over_warp(struct reducing *d, struct terms *s, int group, const struct warp_lanes *lanes)
{
	for (int k = 0; k < s->n; k++) {
		d->r = s->t[k].r;
		if (d->r->combiner)
			declared_over_warp(d, s->t[k].v, lanes);
		else
			s->t[k].v = over_warp(d, s->t[k].v, group);
	}
}

static bool
is_teams_own(const struct term *t)
{
	return t->r->of_team || (t->to.kind == VAL_SLOT && t->to.u.slot->kind == SLOT_TEAM);
}

/* Return whether all originals are the team's own, and the first thread alone combines into them:
 * whole warps come. */
static bool
by_first_thread(const struct reducing *d, const struct terms *s, bool again)
{
	bool alone = d->region && d->region->u.parallel.whole_warps &&
		!simd_leaders_reduce(d->region) && !again;

	for (int k = 0; k < s->n; k++)
		alone &= is_teams_own(&s->t[k]);
	return alone;
}

/* Return the number of this CUDA thread among the region's. */
static struct ir_value
cuda_thread(struct reducing *d)
{
	int lanes = d->region->u.parallel.lanes;
	struct ir_value thread = values_number(d, IR_OMP_THREAD);

	return lanes > 1 ?
		ir_op3(&d->c, IR_MAD, IR_I32, thread, ir_int(lanes), simd_lane(&d->c, d->region)) :
		thread;
}

static void
store_warps(struct reducing *d, struct terms *s, struct ir_value warp)
{
	for (int k = 0; k < s->n; k++) {
		enum ir_mem mem = ir_type_mem(s->t[k].r->type);
		uint64_t bytes = ir_mem_bytes(mem);

		d->r = s->t[k].r;
		if (d->r->combiner) {
			s->t[k].cells = declared_cells(d);
			declared_store(d, s->t[k].cells, warp, s->t[k].v);
			continue;
		}
		s->t[k].cells = ir_slot_new(d->w->f, SLOT_SHARED, "warp_values", SIMD_WARP * bytes,
			bytes);
		ir_store(&d->c, mem, d->w->team_space, values_cell(d, s->t[k].cells, warp), 0,
			s->t[k].v);
	}
}

static void
load_warps(struct reducing *d, struct terms *s, struct ir_value warp, const ir_reg *each)
{
	for (int k = 0; k < s->n; k++) {
		d->r = s->t[k].r;
		if (d->r->combiner)
			declared_load(d, s->t[k].cells, warp, s->t[k].v);
		else
			ir_mov(&d->c, each[k],
				ir_load(&d->c, ir_type_mem(d->r->type), d->w->team_space,
					values_cell(d, s->t[k].cells, warp), 0));
	}
}

/* Combine the warps' values: they go through shared memory to the first warp, which goes on with
 * the team's. */
static void
over_team(struct reducing *d, struct terms *s)
{
	struct ir_func *f = d->w->f;
	struct ir_value thread = cuda_thread(d);
	struct ir_block *meet = ir_block_after(f, d->c.block, NULL), *all;
	ir_reg each[MOST_TERMS];

	values_only_if(d, values_is_lane(d, 0), meet);
	store_warps(d, s, ir_op2(&d->c, IR_SHR_U, IR_I32, thread, ir_int(5)));
	ir_jump(&d->c, meet);
	d->c.block = meet;
	work_machine_barrier(&d->c, d->region->u.parallel.whole_block ? ir_none() : d->lanes);
	values_only_if(d, ir_compare(&d->c, IR_LT_U, IR_I32, thread, ir_int(SIMD_WARP)), d->done);
	all = ir_block_after(f, d->c.block, NULL);
	for (int k = 0; k < s->n; k++) {
		if (s->t[k].r->combiner)
			continue;
		each[k] = ir_reg_new(f, s->t[k].r->type, NULL);
		ir_mov(&d->c, each[k], values_identity(s->t[k].r));
		s->t[k].v = ir_r(each[k]);
	}
	struct ir_value warps = ir_op2(&d->c, IR_SHR_U, IR_I32, d->lanes, ir_int(5));
	values_only_if(d, ir_compare(&d->c, IR_LT_U, IR_I32, thread, warps), all);
	load_warps(d, s, thread, each);
	ir_jump(&d->c, all);
	d->c.block = all;
	all_over_warp(d, s, 1, &(struct warp_lanes){ ir_int(0xffffffff), warps, thread });
}

/* ---- whether there is a barrier on the way back here ---- */

static bool
has_barrier(const struct ir_block *b)
{
	for (const struct ir_inst *i = b->first; i; i = i->next)
		if (i->op == IR_BAR || i->op == IR_OMP_BARRIER)
			return true;
	return false;
}

/* Return whether the same code, from which `rest` goes on, may run again while the first warp is
 * not done. */
static bool
comes_round(const struct ir_func *f, const struct ir_block *b, const struct ir_block *rest)
{
	return !has_barrier(b) && !has_barrier(rest) && graph_reaches(f, rest, b, has_barrier);
}

/* ---- the reduction ---- */

/* Go on with the first lane of each thread.  The others are done. */
static void
one_lane_each(struct reducing *d)
{
	if (d->region && d->region->u.parallel.lanes > 1 && !simd_leaders_reduce(d->region))
		values_only_if(d,
			ir_compare(&d->c, IR_EQ, IR_I32, simd_lane(&d->c, d->region), ir_int(0)),
			d->done);
}

/* Return whether this thread has the team's value. */
static struct ir_value
has_all(struct reducing *d, bool alone)
{
	return alone ? ir_compare(&d->c, IR_EQ, IR_I32, cuda_thread(d), ir_int(0)) :
		       values_is_lane(d, 0);
}

/* Return whether a clause leaves the block no more than one warp. */
static bool
is_one_warp(const struct reducing *d)
{
	return d->region->u.parallel.whole_warps &&
		d->w->f->kernel->const_threads * d->region->u.parallel.lanes == SIMD_WARP;
}

/* Let a region of one warp be done here.  The others go on. */
static void
if_one_warp(struct reducing *d, const struct terms *s, bool alone)
{
	struct ir_block *single = ir_block_after(d->w->f, d->c.block, NULL),
			*several = ir_block_after(d->w->f, single, NULL);

	ir_branch(&d->c, ir_compare(&d->c, IR_EQ, IR_I32, d->lanes, ir_int(SIMD_WARP)), single,
		several);
	d->c.block = single;
	values_only_if(d, has_all(d, alone), d->done);
	to_original(d, s);
	d->c.block = several;
}

static void
by_warps(struct reducing *d, struct terms s, bool again, bool alone)
{
	all_over_warp(d, &s, d->region->u.parallel.lanes,
		&(struct warp_lanes){ .mask = ir_int(0xffffffff) });
	for (int k = 0; k < s.n && (!again || is_one_warp(d)); k++)
		s.t[k].left = ir_int(IR_LEFT_ALONE);
	if (again && d->r->ordered)
		work_machine_barrier(&d->c, d->lanes);
	if ((!again || d->r->ordered) && !is_one_warp(d)) {
		if (!d->region->u.parallel.whole_warps)
			if_one_warp(d, &s, alone);
		over_team(d, &s);
	}
	values_only_if(d, has_all(d, alone), d->done);
	to_original(d, &s);
}

/* ---- warps that are not whole ---- */

/* Return the lanes of this warp that are in the region. */
static struct warp_lanes
lanes_inside(struct reducing *d)
{
	struct ir_value tid = ir_sreg(&d->c, SREG_TID);
	struct ir_value mask = work_lanes_inside(&d->c, tid, d->lanes);
	struct ir_value lane = ir_op2(&d->c, IR_AND, IR_I32, tid, ir_int(SIMD_WARP - 1));
	struct ir_value first = ir_op2(&d->c, IR_SUB, IR_I32, tid, lane);

	return (struct warp_lanes){ mask, ir_op2(&d->c, IR_SUB, IR_I32, d->lanes, first), lane };
}

/* Let all threads go on, for an atomic each; with what a function combines, one of each warp. */
static void
by_parts(struct reducing *d, struct terms *s)
{
	for (int k = 0; k < s->n; k++) {
		d->r = s->t[k].r;
		if (!d->r->combiner)
			continue;
		struct warp_lanes lanes = lanes_inside(d);
		declared_over_warp(d, s->t[k].v, &lanes);
		s->t[k].left = ir_op3(&d->c, IR_SELECT, IR_I32,
			ir_compare(&d->c, IR_EQ, IR_I32, lanes.lane, ir_int(0)),
			ir_int(IR_LEFT_AMONG), ir_int(IR_LEFT_NONE));
	}
	to_original(d, s);
}

/* ---- thread by thread, in order ---- */

/* Let the first thread compute v = values[0]; for (i = 1; i < n; i++) v = combine(v, values[i]). */
static struct ir_value
one_by_one(struct reducing *d, struct ir_value first, struct ir_value n)
{
	struct ir_func *f = d->w->f;
	enum ir_mem mem = ir_type_mem(d->r->type);
	ir_reg v = ir_reg_new(f, d->r->type, NULL), i = ir_reg_new(f, IR_I32, "i");
	struct ir_block *test = ir_block_after(f, d->c.block, NULL),
			*body = ir_block_after(f, test, NULL);
	struct ir_block *end = ir_block_after(f, body, NULL);

	ir_mov(&d->c, v, ir_load(&d->c, mem, d->w->frame_space, first, 0));
	ir_mov(&d->c, i, ir_int(1));
	ir_jump(&d->c, test);
	d->c.block = test;
	ir_branch(&d->c, ir_compare(&d->c, IR_LT_U, IR_I32, ir_r(i), n), body, end);
	d->c.block = body;
	struct ir_value next = ir_load(&d->c, mem, d->w->frame_space,
		values_of_thread(d, first, ir_r(i)), 0);
	ir_mov(&d->c, v, work_combine(&d->c, d->r, ir_r(v), next));
	ir_mov(&d->c, i, ir_op2(&d->c, IR_ADD, IR_I32, ir_r(i), ir_int(1)));
	ir_jump(&d->c, test);
	d->c.block = end;
	return ir_r(v);
}

static void
by_threads(struct reducing *d, struct terms s)
{
	struct ir_block *meet = ir_block_after(d->w->f, d->c.block, NULL), *end = d->done;
	struct ir_value first = values_of_threads(d), thread = values_number(d, IR_OMP_THREAD);
	struct ir_value n = values_number(d, IR_OMP_NTHREADS);

	values_barrier(d); /* until the reduction before this one is done */
	d->done = meet;
	one_lane_each(d);
	d->done = end;
	ir_store(&d->c, ir_type_mem(d->r->type), d->w->frame_space,
		values_of_thread(d, first, thread), 0, s.t[0].v);
	ir_jump(&d->c, meet);
	d->c.block = meet;
	values_barrier(d);
	values_only_if(d, ir_compare(&d->c, IR_EQ, IR_I32, thread, ir_int(0)), d->done);
	one_lane_each(d);
	s.t[0].v = one_by_one(d, first, n);
	to_original(d, &s);
}

/* ---- which go together ---- */

/* Return whether each thread is to combine what it has with the original: one of several lanes has
 * local memory of its own. */
static bool
left_to_threads(const struct ir_inst *i)
{
	return i->reduce->combiner && i->construct->u.parallel.lanes > 1;
}

/* Take i, and the reductions right behind it that need no order of their own, out of the block. */
static struct terms
take_terms(struct work *w, struct ir_block *b, struct ir_inst *i)
{
	struct terms s = { .n = 0 };
	const struct ir_inst *first = i;

	for (struct ir_inst *next;
		i && i->op == IR_OMP_REDUCE && i->construct == first->construct &&
		s.n < MOST_TERMS && !left_to_threads(i) &&
		(i == first || !(i->reduce->ordered || first->reduce->ordered));
		i = next) {
		next = i->next;
		s.t[s.n++] = (struct term){ i->reduce, i->src[0], i->src[1],
			i->reduce->combiner ? i->dst : ir_reg_new(w->f, i->reduce->type, NULL),
			NULL, ir_int(IR_LEFT_AMONG) };
		ir_remove(b, i);
	}
	return s;
}

void
work_reduce(struct work *w, struct ir_block *b, struct ir_inst *i)
{
	struct ir_block *done = ir_split(w->f, b, i), *warps, *single;
	struct reducing d = {
		.w = w,
		.c = { .func = w->f, .block = b, .place = i->place },
		.r = i->reduce,
		.region = i->construct,
		.done = done,
	};
	if (left_to_threads(i)) {
		ir_mov(&d.c, i->dst, ir_int(IR_LEFT_AMONG));
		ir_jump(&d.c, done);
		ir_remove(done, i);
		return;
	}
	struct terms s = take_terms(w, done, i);
	bool again = comes_round(w->f, b, done), alone = by_first_thread(&d, &s, again);

	d.original = ir_block_after(w->f, b, NULL);
	struct ir_cursor last = { .func = w->f, .block = d.original, .place = i->place };
	for (int k = 0; k < s.n; k++)
		if (s.t[k].r->combiner)
			ir_mov(&d.c, s.t[k].value, ir_int(IR_LEFT_NONE));
		else
			into_original(w, &last, s.t[k].r, s.t[k].to, ir_r(s.t[k].value), alone);
	ir_jump(&last, done);
	/* sequential code: the master of each team; leaders of SIMD groups come without their
	 * lanes */
	if (!d.region || simd_leaders_reduce(d.region)) {
		one_lane_each(&d);
		to_original(&d, &s);
		return;
	}
	d.lanes = simd_region_lanes(&d.c, d.region);
	if (d.region->u.parallel.whole_warps) {
		by_warps(&d, s, again, alone);
		return;
	}
	warps = ir_block_after(w->f, b, NULL);
	single = ir_block_after(w->f, warps, NULL);
	struct ir_value surplus = ir_op2(&d.c, IR_AND, IR_I32, d.lanes, ir_int(SIMD_WARP - 1));
	ir_branch(&d.c, ir_compare(&d.c, IR_EQ, IR_I32, surplus, ir_int(0)), warps, single);
	d.c.block = warps;
	by_warps(&d, s, again, alone);
	d.c.block = single;
	if (i->reduce->ordered) {
		by_threads(&d, s);
		return;
	}
	one_lane_each(&d);
	by_parts(&d, &s);
}
