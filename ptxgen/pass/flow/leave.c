/*
 * leave.c: a function returns in one place.
 *
 * ptxas 13 keeps an argument that is the same in all calls' lanes in a register of the whole warp,
 * and may overwrite it on a path to an early `ret`, where other lanes of the warp still need it
 * (seen on an H200, with images of all three architectures: a quotient of complex numbers was NaN).
 * Compilers that it is tested with have one `ret` in a function; so have ours.
 *
 * Requires: a plain graph.  Keeps everything else.  Not for kernels, where `ret` ends the thread.
 */
#include "pass/pass.h"

static int
count_returns(const struct ir_func *f)
{
	int n = 0;

	for (const struct ir_block *b = f->blocks; b; b = b->next)
		n += b->term == TERM_RET;
	return n;
}

static void
go_to(struct ir_func *f, struct ir_block *b, struct ir_block *exit)
{
	struct ir_cursor c = { .func = f, .block = b, .place = b->place };

	if (exit->cond.kind == VAL_REG)
		ir_mov(&c, exit->cond.u.reg, b->cond);
	b->cond = ir_none();
	ir_jump(&c, exit);
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	enum ir_type type = f->result.bytes ? IR_I64 : f->result.type; /* a structure's address */
	struct ir_block *exit;

	(void)pc;
	if (count_returns(f) < 2)
		return;
	exit = ir_block_new(f, NULL, NULL);
	exit->place = f->place;
	if (type != IR_NONE)
		exit->cond = ir_r(ir_reg_new(f, type, "result"));
	for (struct ir_block *b = f->blocks; b != exit; b = b->next)
		if (b->term == TERM_RET)
			go_to(f, b, exit);
	exit->term = TERM_RET;
}

const struct pass pass_leave = { 'g', "leave", "one ret in a function", run, true, 0 };
