/*
 * work_reduce.c: combining the private copies of a reduction (OpenMP 5.2 [5.5.5]).
 *
 * Every thread of the region arrives with its value.  When the region fills whole warps, the lanes
 * first combine among themselves by shuffles, so that one atomic per warp reaches the original;
 * otherwise each thread does its own.  Where no PTX atomic covers the operator or the type, a
 * compare-and-swap loop does.
 */
#include "work_int.h"

#include "atomic.h"
#include "diag.h"
#include "lanes.h"
#include "simd.h"

struct ir_value
work_combine(struct ir_cursor *c, const struct ir_reduce *r, struct ir_value a, struct ir_value b)
{
	bool fp = r->type == IR_F32 || r->type == IR_F64;
	enum ir_op op = IR_ADD;

	switch (r->op) {
	case IRED_ADD: op = IR_ADD; break;
	case IRED_MUL: op = IR_MUL; break;
	case IRED_AND: op = IR_AND; break;
	case IRED_OR:  op = IR_OR; break;
	case IRED_XOR: op = IR_XOR; break;
	case IRED_MIN: op = fp ? IR_FMIN : r->is_signed ? IR_MIN_S : IR_MIN_U; break;
	case IRED_MAX: op = fp ? IR_FMAX : r->is_signed ? IR_MAX_S : IR_MAX_U; break;
	case IRED_LOGAND: case IRED_LOGOR: {
		struct ir_value zero = fp ? ir_float(0) : ir_int(0);
		struct ir_value p = ir_compare(c, IR_NE, r->type, a, zero), q = ir_compare(c, IR_NE, r->type, b, zero);
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

/* The PTX atomic for the operator on this type, or -1. */
static int
native_atomic(const struct ir_reduce *r, const struct target *t)
{
	bool fp = r->type == IR_F32 || r->type == IR_F64;

	if (ir_mem_bytes(r->mem) < 4)
		return -1;
	if (r->op == IRED_ADD)
		return r->type == IR_F64 && !t->atom_add_f64 ? -1 : ATOM_ADD;
	if (fp)
		return -1;
	switch (r->op) {
	case IRED_AND: return ATOM_AND;
	case IRED_OR:  return ATOM_OR;
	case IRED_XOR: return ATOM_XOR;
	case IRED_MIN: return r->is_signed ? ATOM_MIN_S : ATOM_MIN_U;
	case IRED_MAX: return r->is_signed ? ATOM_MAX_S : ATOM_MAX_U;
	default:       return -1;
	}
}

static void
into_original(struct work *w, struct ir_cursor *c, const struct ir_reduce *r, struct ir_value addr,
	struct ir_value value)
{
	int op = native_atomic(r, w->t);

	if (op < 0) {
		struct pending p = { r, value };
		atomic_loop(c, r->mem, r->space, addr, update, &p, NULL);
		return;
	}
	struct ir_inst *i = ir_emit(c, IR_ATOM, r->type, IR_NOREG, addr, value);
	i->atom = op;
	i->mem = r->mem;
	i->space = r->space;
}

/*
 * Whole warps: butterfly, then lane 0 goes on with the warp's value.  Of `group` lanes that are one
 * thread, each has that thread's value.
 */
static void
by_warps(struct work *w, struct ir_cursor *c, const struct ir_reduce *r, struct ir_value addr,
	struct ir_value value, int group, struct ir_block *done)
{
	struct ir_block *leader = ir_block_after(w->f, c->block, NULL);

	for (int lanes = 16; lanes >= group; lanes /= 2)
		value = work_combine(c, r, value, lanes_shuffle(c, SHFL_BFLY, r->type, value, ir_int(lanes),
			ir_int(0xffffffff)));
	ir_branch(c, ir_compare(c, IR_EQ, IR_I32, ir_sreg(c, SREG_LANEID), ir_int(0)), leader, done);
	c->block = leader;
	into_original(w, c, r, addr, value);
	ir_jump(c, done);
}

/* By one lane for each thread. */
static void
by_threads(struct work *w, struct ir_cursor *c, const struct ir_inst *i, struct ir_block *done)
{
	const struct ir_construct *region = i->construct;

	if (region && region->u.parallel.lanes > 1 && !simd_leaders_reduce(region)) {
		struct ir_block *leader = ir_block_after(w->f, c->block, NULL);
		struct ir_value lane = simd_lane(c, region);
		ir_branch(c, ir_compare(c, IR_EQ, IR_I32, lane, ir_int(0)), leader, done);
		c->block = leader;
	}
	into_original(w, c, i->reduce, i->src[0], i->src[1]);
	ir_jump(c, done);
}

struct ir_block *
work_reduce(struct work *w, struct ir_block *b, struct ir_inst *i)
{
	const struct ir_construct *region = i->construct;
	struct ir_block *done = ir_split(w->f, b, i);
	struct ir_cursor c = { .func = w->f, .block = b, .place = i->place };

	ir_remove(done, i);
	/* sequential code: the master of each team; leaders of SIMD groups come without their lanes */
	if (!region || simd_leaders_reduce(region)) {
		by_threads(w, &c, i, done);
		return done;
	}
	struct ir_value n = simd_region_lanes(&c, region);
	struct ir_value surplus = ir_op2(&c, IR_AND, IR_I32, n, ir_int(31));
	struct ir_block *warps = ir_block_after(w->f, b, NULL), *single = ir_block_after(w->f, warps, NULL);
	ir_branch(&c, ir_compare(&c, IR_EQ, IR_I32, surplus, ir_int(0)), warps, single);
	c.block = warps;
	by_warps(w, &c, i->reduce, i->src[0], i->src[1], region->u.parallel.lanes, done);
	c.block = single;
	by_threads(w, &c, i, done);
	return done;
}
