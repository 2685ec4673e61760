/*
 * lanes.c: see lanes.h.
 */
#include "ir/lanes.h"

enum { WHOLE_WARP = 31 }; /* clamp of shfl: sources may be anywhere in the warp; 0 says so for up */

struct ir_value
lanes_shuffle(struct ir_cursor *c, enum shuffle mode, enum ir_type type, struct ir_value v,
	struct ir_value lane, struct ir_value mask)
{
	if (type == IR_PRED) {
		v = ir_op3(c, IR_SELECT, IR_I32, v, ir_int(1), ir_int(0));
		v = lanes_shuffle(c, mode, IR_I32, v, lane, mask);
		return ir_compare(c, IR_NE, IR_I32, v, ir_int(0));
	}
	struct ir_inst *i = ir_emit(c, IR_SHFL, type, ir_reg_new(c->func, type, NULL), v, lane);
	i->src[2] = ir_int(mode == SHFL_UP ? 0 : WHOLE_WARP);
	i->src[3] = mask;
	i->index = mode;
	return ir_r(i->dst);
}

struct ir_value
lanes_ballot(struct ir_cursor *c, struct ir_value pred, struct ir_value mask)
{
	ir_reg r = ir_reg_new(c->func, IR_I32, NULL);

	ir_emit(c, IR_VOTE, IR_I32, r, pred, mask)->index = 0;
	/* before sm_70 the machine counts all lanes that come together */
	return ir_op2(c, IR_AND, IR_I32, ir_r(r), mask);
}

struct ir_value
lanes_any(struct ir_cursor *c, struct ir_value pred, struct ir_value mask)
{
	ir_reg r = ir_reg_new(c->func, IR_PRED, NULL);

	ir_emit(c, IR_VOTE, IR_PRED, r, pred, mask)->index = 1;
	return ir_r(r);
}

void
lanes_sync(struct ir_cursor *c, struct ir_value mask)
{
	ir_emit(c, IR_WARPSYNC, IR_NONE, IR_NOREG, mask, ir_none());
}
