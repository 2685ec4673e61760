/*
 * ask.c: what schemes and worksharing ask of SIMD groups (see simd.h): how threads lie on lanes, and
 * which constructs lanes share.  Answers come from the construct alone; nothing here changes code
 * that stands already.
 */
#include "ir/ir.h"
#include "ir/target.h"
#include "simd/simd.h"
#include "tree/omp_tree.h"

static int
log2_of(int lanes)
{
	int n = 0;

	while (1 << n < lanes)
		n++;
	return n;
}

struct ir_value
simd_thread(struct ir_cursor *c, const struct ir_construct *region, struct ir_value tid)
{
	if (region->u.parallel.lanes == 1)
		return tid;
	return ir_op2(c, IR_SHR_U, IR_I32, tid, ir_int(log2_of(region->u.parallel.lanes)));
}

static struct ir_value
times_lanes(struct ir_cursor *c, const struct ir_construct *region, struct ir_value n)
{
	if (region->u.parallel.lanes == 1)
		return n;
	return ir_op2(c, IR_SHL, IR_I32, n, ir_int(log2_of(region->u.parallel.lanes)));
}

struct ir_value
simd_cuda_threads(struct ir_cursor *c, const struct ir_construct *region)
{
	return times_lanes(c, region, region->u.parallel.count);
}

int
simd_block(const struct ir_func *f, int extra_threads)
{
	int threads = (f->kernel->const_threads * f->kernel->lanes + SIMD_WARP - 1) / SIMD_WARP *
		SIMD_WARP;

	if (f->kernel->lanes > 1 && threads > SIMD_BLOCK - extra_threads)
		threads = SIMD_BLOCK - extra_threads;
	return threads + extra_threads;
}

struct ir_value
simd_lane(struct ir_cursor *c, const struct ir_construct *region)
{
	return ir_op2(c, IR_AND, IR_I32, ir_sreg(c, SREG_TID),
		ir_int(region->u.parallel.lanes - 1));
}

struct ir_value
simd_region_lanes(struct ir_cursor *c, const struct ir_construct *region)
{
	struct ir_value n = ir_op0(c, IR_OMP_NTHREADS, IR_I32);

	c->block->last->construct = (struct ir_construct *)region;
	return times_lanes(c, region, n);
}

bool
simd_leaders_reduce(const struct ir_construct *region)
{
	return region->u.parallel.lanes > 1 && region->u.parallel.form == SIMD_GENERIC;
}

bool
simd_leaders_wait(const struct ir_construct *region, const struct target *t)
{
	return simd_leaders_reduce(region) && t->independent_threads;
}

bool
simd_spread(const struct ir_construct *c)
{
	return c->kind == CON_LOOP && c->u.loop.simd.lanes > 1;
}

bool
simd_lowers(const struct ir_construct *c)
{
	const struct ir_construct *r = c->region;

	return simd_spread(c) ||
		(c->kind == CON_CRITICAL && r && r->u.parallel.lanes > 1 &&
			r->u.parallel.form == SIMD_SPMD && r->u.parallel.entry);
}
