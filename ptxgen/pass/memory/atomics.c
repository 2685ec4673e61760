/*
 * atomics.c: atomic additions that the target lacks, or gets wrong, become compare-and-swap loops.
 *
 * Requires: a plain graph.  Breaks: graph snapshots.
 *
 * atom.add.f64 came with sm_60 (PTX ISA 9.7.12.5).  Integer additions of 64 bits in shared memory
 * have no machine instruction.  ptxas 13 lets one lane add for its warp, in a loop, and hands out
 * the sum by shuffle; behind a critical section, lanes were seen not to wait for that loop (on an
 * H200: chunks of a dynamic loop given out twice, others never).
 */
#include "ir/atomic.h"
#include "pass/pass.h"

#include <stddef.h>

static struct ir_value
add(struct ir_cursor *c, struct ir_value old, void *ctx)
{
	const struct ir_inst *i = ctx;

	return ir_op2(c, IR_ADD, i->type, old, i->src[1]);
}

static void
lower(struct ir_func *f, struct ir_block *b, struct ir_inst *i)
{
	struct ir_block *rest = ir_split(f, b, i);
	struct ir_cursor c = { .func = f, .block = b, .place = i->place };

	ir_remove(rest, i);
	struct ir_value addr = ir_displace(&c, i->src[0], i->offset);
	struct ir_value old = atomic_loop(&c, i->type == IR_F64 ? MEM_F64 : MEM_64, i->space, addr,
		add, i, false, NULL);
	if (i->dst != IR_NOREG)
		ir_mov(&c, i->dst, old);
	ir_jump(&c, rest);
}

static bool
is_shared(const struct ir_inst *i)
{
	struct ir_value addr = i->src[0];

	return i->space == SPACE_SHARED ||
		(addr.kind == VAL_SLOT && addr.u.slot->kind != SLOT_LOCAL &&
			addr.u.slot->kind != SLOT_FRAME);
}

static bool
needs_loop(const struct ir_inst *i, const struct target *t)
{
	if (i->op != IR_ATOM || i->atom != ATOM_ADD)
		return false;
	return i->type == IR_F64 ? !t->atom_add_f64 :
				   i->type == IR_I64 && i->dst != IR_NOREG && is_shared(i);
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	for (struct ir_block *b = f->blocks; b; b = b->next) {
		for (struct ir_inst *i = b->first; i; i = i->next) {
			if (!needs_loop(i, pc->t))
				continue;
			lower(f, b, i); /* the walk meets the rest in its new block */
			break;
		}
	}
}

const struct pass pass_atomics = { 't', "atomics", "atomic additions that the target lacks", run,
	true, 0 };
