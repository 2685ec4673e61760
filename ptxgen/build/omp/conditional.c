/*
 * conditional.c: lastprivate(conditional: x) (OpenMP 5.2 [5.4.5]): x gets the value of the
 * last iteration that assigned it.
 *
 * A register beside the copy holds 1 + the number of the iteration that last assigned it, set at
 * each assignment in the text of the construct.  Behind the loop the team finds the largest of
 * them, and the thread that has it writes the original.
 */
#include "build/internal.h"

static bool
is_conditional(const struct private *p)
{
	return p->var->kind == VAR_LASTPRIVATE && p->var->conditional;
}

void
note_assignment(struct fb *b, const struct expr *lvalue)
{
	struct home *h = lvalue->kind == EX_VAR ? home_of(b, lvalue->u.var) : NULL;
	struct ir_value index;

	if (!h || h->latest == IR_NOREG || !b->c.block)
		return;
	index = ir_r(h->index);
	if (b->f->regs[h->index].type == IR_I32)
		index = ir_convert(&b->c, IR_ZEXT, IR_I64, IR_I32, index);
	ir_mov(&b->c, h->latest, ir_op2(&b->c, IR_ADD, IR_I64, index, ir_int(1)));
}

/* Return whether the threads of the region share the iterations. */
static bool
shared_out(struct fb *b, const struct ir_construct *loop)
{
	return loop->u.loop.levels & OMP_LEVEL_FOR && !one_thread(b);
}

/* Set the largest iteration to zero for all, after everybody is done with the last loop and before
 * anybody is with this one. */
static void
begin_largest(struct fb *b, struct private *p)
{
	struct ir_block *set = new_block(b), *end = new_block(b);

	p->largest = ir_slot_new(b->f, SLOT_TEAM, "latest", 8, 8);
	region_barrier(b);
	ir_branch(&b->c, ir_compare(&b->c, IR_EQ, IR_I32, thread_number(b), ir_int(0)), set, end);
	begin_block(b, set);
	ir_store(&b->c, MEM_64, SPACE_GENERIC, ir_slot_value(p->largest, 0), 0, ir_int(0));
	begin_block(b, end);
	region_barrier(b);
}

void
begin_conditionals(struct fb *b, struct private *p, struct ir_construct *loop)
{
	for (; p; p = p->next) {
		if (!is_conditional(p))
			continue;
		loop->u.loop.simd.alone =
			"a lastprivate(conditional:) goes by the order of its iterations";
		p->copy->latest = ir_reg_new(b->f, IR_I64, "latest");
		p->copy->index = loop->u.loop.index;
		ir_mov(&b->c, p->copy->latest, ir_int(0));
		if (shared_out(b, loop))
			begin_largest(b, p);
	}
}

/* Go on here if this thread's assignment is the last of all, else to `no`. */
static void
find_largest(struct fb *b, const struct private *p, struct ir_block *no)
{
	struct ir_value at = ir_slot_value(p->largest, 0), mine = ir_r(p->copy->latest), most;
	struct ir_block *same = new_block(b);

	ir_atomic(&b->c, ATOM_MAX_U, MEM_64, SPACE_GENERIC, at, mine, ir_none());
	region_barrier(b);
	most = ir_load(&b->c, MEM_64, SPACE_GENERIC, at, 0);
	ir_branch(&b->c, ir_compare(&b->c, IR_EQ, IR_I64, most, mine), same, no);
	begin_block(b, same);
}

void
end_conditionals(struct fb *b, struct private *p, const struct ir_construct *loop)
{
	for (; p; p = p->next) {
		struct ir_block *any, *end;

		if (!is_conditional(p))
			continue;
		any = new_block(b), end = new_block(b);
		if (shared_out(b, loop))
			find_largest(b, p, end);
		ir_branch(&b->c, ir_compare(&b->c, IR_NE, IR_I64, ir_r(p->copy->latest), ir_int(0)),
			any, end);
		begin_block(b, any);
		copy_value(b, p->original, p->copy, p->var->decl);
		begin_block(b, end);
	}
}
