/*
 * meet.c: lanes of a warp meet under a mask that ptxas cannot see through.
 *
 * `bar.warp.sync -1` is dropped where ptxas believes the warp converged.  ptxas 13 is wrong about
 * that when it has skipped a guard whose answer was known (two tests for the master in a row): some
 * lanes then pass the place where the others wait for them, the barrier behind counts their warp
 * twice, and the kernel hangs or goes on too early (both seen on an H200, with images of all three
 * architectures). The mask of all lanes, which ptxas does not know, keeps the instruction in place: a
 * kernel has it from its launch, 0 - env.independent, a function from two special registers, which take
 * longer.  On sm_35, which has no such instruction, it all comes to nothing.
 *
 * Lanes that come back from a recursive function at different depths stay apart, but ptxas 13 takes
 * them to be together: it drops `bar.warp.sync` whatever its mask, also behind nvcc's __syncwarp and
 * before its __syncthreads (seen on an H100), and keeps values in registers of the whole warp, which
 * those ahead overwrite before the others have read them (seen on an H200).  So the lanes that made
 * such a call together meet behind it, under a predicate that ptxas does not know to hold for all:
 *
 *      setp.lt.u32 %meet, %laneid, %all_lanes;
 *      activemask.b32 %together;  call.uni f;  @%meet bar.warp.sync %together;
 *
 * Requires: a plain graph.  Keeps everything else.
 */
#include "pass/pass.h"

#include "devrt.h"
#include "ir/lanes.h"
#include "ir/recursion.h"

#include <stddef.h>
#include <stdint.h>

struct meeting {
	struct ir_cursor at;         /* where the mask is made: before all that need it */
	struct ir_value mask, holds; /* of all lanes; the predicate of those behind calls */
	bool together;
};

static struct ir_value
all_lanes(struct ir_cursor *c, const struct target *t)
{
	struct ir_func *f = c->func;
	struct ir_value mask;

	if (f->is_kernel && f->kernel->target && t->independent_threads) {
		int one = offsetof(struct devrt_env, independent);
		mask = ir_op2(c, IR_SUB, IR_I32, ir_int(0), ir_env(c, one, IR_I32));
	} else {
		struct ir_value below = ir_sreg(c, SREG_LANEMASK_LT);
		mask = ir_op2(c, IR_OR, IR_I32, below, ir_sreg(c, SREG_LANEMASK_GE));
	}

	f->regs[mask.u.reg].name = "all_lanes";
	return mask;
}

/* Return whether f's lanes, or those of what calls it as a part, do something together. */
static bool
acts_together(const struct ir_func *f)
{
	for (const struct ir_block *b = f->blocks; b; b = b->next)
		for (const struct ir_inst *i = b->first; i; i = i->next)
			if (is_together(i))
				return true;
	return f->part_of != NULL;
}

/* Return whether the lanes that make this call may come back from it one after the other, and whether that matters:
 * of functions in other files, which hardly ever are recursive, only where lanes act together. */
static bool
parts_lanes(const struct meeting *m, const struct ir_inst *i)
{
	return i->op == IR_CALL &&
		(comes_to_recursion(i->call) || (m->together && calls_elsewhere(i->call)));
}

static bool
is_whole_warp(const struct ir_inst *i)
{
	return i->op == IR_WARPSYNC && i->src[0].kind == VAL_INT &&
		(uint32_t)i->src[0].u.i == UINT32_MAX;
}

static struct ir_value
need_mask(struct meeting *m, const struct target *t)
{
	struct ir_cursor *at = &m->at;

	if (m->mask.kind == VAL_NONE) {
		for (at->before = at->block->first;
			at->before && !is_whole_warp(at->before) && !parts_lanes(m, at->before);)
			at->before = at->before->next;
		m->mask = all_lanes(at, t);
	}
	return m->mask;
}

static struct ir_value
need_predicate(struct meeting *m, const struct target *t)
{
	struct ir_value mask = need_mask(m, t);

	if (m->holds.kind == VAL_NONE) {
		m->holds = ir_compare(&m->at, IR_LT_U, IR_I32, ir_sreg(&m->at, SREG_LANEID), mask);
		m->at.func->regs[m->holds.u.reg].name = "meet";
	}
	return m->holds;
}

/* Let the lanes that make this call together meet behind it. */
static void
meet_behind(struct meeting *m, struct ir_block *b, struct ir_inst *call, const struct target *t)
{
	struct ir_value holds = need_predicate(m, t);
	struct ir_cursor c = { .func = m->at.func,
		.block = b,
		.before = call,
		.place = call->place };
	ir_reg together = ir_reg_new(c.func, IR_I32, "together");

	ir_emit(&c, IR_ACTIVEMASK, IR_I32, together, ir_none(), ir_none());
	c.before = call->next;
	lanes_sync(&c, ir_r(together));
	call->next->src[1] = holds;
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	struct meeting m = { .at = { .func = f, .block = f->blocks, .place = f->place },
		.together = acts_together(f) };

	m.mask = m.holds = ir_none();
	for (struct ir_block *b = f->blocks; b; b = b->next)
		for (struct ir_inst *i = b->first; i; i = i->next) {
			if (is_whole_warp(i))
				i->src[0] = need_mask(&m, pc->t);
			else if (pc->t->independent_threads && parts_lanes(&m, i))
				meet_behind(&m, b, i, pc->t);
		}
}

const struct pass pass_meet = { 'y', "meet", "whole warps meet under a mask that ptxas keeps", run,
	true, 0 };
