/*
 * atomics.c: atomic additions that the target lacks become compare-and-swap loops.
 *
 * Requires: a plain graph.  Breaks: graph snapshots.  atom.add.f64 came with sm_60 (PTX ISA 9.7.12.5).
 */
#include "../atomic.h"
#include "../pass.h"

#include <stddef.h>

static struct ir_value
add(struct ir_cursor *c, struct ir_value old, void *ctx)
{
	return ir_op2(c, IR_ADD, IR_F64, old, *(struct ir_value *)ctx);
}

static void
lower(struct ir_func *f, struct ir_block *b, struct ir_inst *i)
{
	struct ir_block *rest = ir_split(f, b, i);
	struct ir_cursor c = { .func = f, .block = b, .place = i->place };
	struct ir_value addr = i->src[0], operand = i->src[1];

	ir_remove(rest, i);
	if (i->offset)
		addr = ir_op2(&c, IR_ADD, IR_I64, addr, ir_int(i->offset));
	struct ir_value old = atomic_loop(&c, MEM_F64, i->space, addr, add, &operand, NULL);
	if (i->dst != IR_NOREG)
		ir_mov(&c, i->dst, old);
	ir_jump(&c, rest);
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	if (pc->t->atom_add_f64)
		return;
	for (struct ir_block *b = f->blocks; b; b = b->next) {
		for (struct ir_inst *i = b->first; i; i = i->next) {
			if (i->op != IR_ATOM || i->atom != ATOM_ADD || i->type != IR_F64)
				continue;
			lower(f, b, i);         /* the walk meets the rest in its new block */
			break;
		}
	}
}

const struct pass pass_atomics = { 't', "atomics", "atomic additions that the target lacks", run, true, 0 };
