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
 * Lanes that come back from a recursive function at different depths stay apart, but ptxas 13 takes them
 * to be together and drops the instruction whatever its mask; so it does behind nvcc's __syncwarp and
 * before its __syncthreads (seen on an H100).  Where a function comes to such calls, its lanes meet
 * before each instruction for whole warps, under a predicate that ptxas does not know to hold for all:
 *
 *      setp.lt.u32 %meet, %laneid, %all_lanes;  @%meet bar.warp.sync mask;  shfl.sync ... mask
 *
 * Requires: a plain graph.  Keeps everything else.
 */
#include "pass/pass.h"

#include "devrt.h"
#include "ir/lanes.h"

#include <stddef.h>
#include <stdint.h>

struct meeting {
	struct ir_func *f;
	bool apart;                  /* ptxas may be wrong about where the lanes are */
	struct ir_value mask, holds; /* of all lanes; apart: the predicate */
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

/* Return whether lanes may be apart behind some call in f. */
static bool
parts_lanes(const struct ir_func *f)
{
	for (const struct ir_block *b = f->blocks; b; b = b->next)
		for (const struct ir_inst *i = b->first; i; i = i->next) {
			const struct ir_symbol *callee = i->op == IR_CALL ? i->call->callee : NULL;
			const struct ir_func *g = callee ? callee->func : NULL;

			if ((i->op == IR_CALL && !callee) ||
				(g && (g->recursive || g->comes_to_recursion ||
					      (g->part_of == f && parts_lanes(g)))))
				return true;
		}
	return false;
}

static bool
is_for_warps(const struct ir_inst *i)
{
	return i->op == IR_WARPSYNC || i->op == IR_SHFL || i->op == IR_VOTE;
}

static void
compute_once(struct meeting *m, const struct target *t)
{
	struct ir_cursor c = { .func = m->f, .block = m->f->blocks, .place = m->f->place };

	if (m->mask.kind != VAL_NONE)
		return;
	for (c.before = c.block->first; c.before && !is_for_warps(c.before);)
		c.before = c.before->next;
	m->mask = all_lanes(&c, t);
	if (!m->apart)
		return;
	m->holds = ir_compare(&c, IR_LT_U, IR_I32, ir_sreg(&c, SREG_LANEID), m->mask);
	m->f->regs[m->holds.u.reg].name = "meet";
}

static bool
is_whole_warp(struct ir_value mask)
{
	return mask.kind == VAL_INT && (uint32_t)mask.u.i == UINT32_MAX;
}

static void
settle(struct meeting *m, struct ir_inst *sync, const struct target *t)
{
	if (!m->apart && !is_whole_warp(sync->src[0]))
		return;
	compute_once(m, t);
	if (is_whole_warp(sync->src[0]))
		sync->src[0] = m->mask;
	sync->src[1] = m->holds;
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	struct meeting m = { f, pc->t->independent_threads && parts_lanes(f), ir_none(), ir_none() };

	for (struct ir_block *b = f->blocks; b; b = b->next)
		for (struct ir_inst *i = b->first; i; i = i->next) {
			if (m.apart && is_for_warps(i) && i->op != IR_WARPSYNC) {
				struct ir_cursor c = { .func = f, .block = b, .before = i, .place = i->place };

				lanes_sync(&c, i->src[i->op == IR_SHFL ? 3 : 1]);
				settle(&m, i->prev, pc->t);
			}
			if (i->op == IR_WARPSYNC)
				settle(&m, i, pc->t);
		}
}

const struct pass pass_meet = { 'y', "meet", "whole warps meet under a mask that ptxas keeps", run,
	true, 0 };
