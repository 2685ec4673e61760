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
 * Requires: a plain graph.  Keeps everything else.
 */
#include "pass/pass.h"

#include "devrt.h"

#include <stddef.h>
#include <stdint.h>

static struct ir_value
all_lanes(struct ir_func *f, const struct target *t)
{
	struct ir_cursor c = { .func = f, .block = f->blocks, .place = f->place };
	struct ir_value mask;

	if (f->is_kernel && f->kernel->target && t->independent_threads) {
		int one = offsetof(struct devrt_env, independent);
		mask = ir_op2(&c, IR_SUB, IR_I32, ir_int(0), ir_env(&c, one, IR_I32));
	} else {
		struct ir_value below = ir_sreg(&c, SREG_LANEMASK_LT);
		mask = ir_op2(&c, IR_OR, IR_I32, below, ir_sreg(&c, SREG_LANEMASK_GE));
	}

	f->regs[mask.u.reg].name = "all_lanes";
	return mask;
}

static bool
is_whole_warp(struct ir_value mask)
{
	return mask.kind == VAL_INT && (uint32_t)mask.u.i == UINT32_MAX;
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	struct ir_value mask = ir_none();

	for (struct ir_block *b = f->blocks; b; b = b->next)
		for (struct ir_inst *i = b->first; i; i = i->next) {
			if (i->op != IR_WARPSYNC || !is_whole_warp(i->src[0]))
				continue;
			if (mask.kind == VAL_NONE)
				mask = all_lanes(f, pc->t);
			i->src[0] = mask;
		}
}

const struct pass pass_meet = { 'y', "meet", "whole warps meet under a mask that ptxas keeps", run,
	true, 0 };
