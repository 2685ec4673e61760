/*
 * values.c: the values of a region's threads in shuffles and memory (see values.h).
 */
#include "work/values.h"

#include "simd/simd.h"

struct ir_value
values_identity(const struct ir_reduce *r)
{
	bool fp = r->type == IR_F32 || r->type == IR_F64, wide = r->type == IR_I64;
	int64_t least = wide ? INT64_MIN : INT32_MIN, most = wide ? INT64_MAX : INT32_MAX;

	switch (r->op) {
	case IRED_MUL:
	case IRED_LOGAND: return fp ? ir_float(1) : ir_int(1);
	case IRED_AND: return ir_int(-1);
	case IRED_MIN: return fp ? ir_float(__builtin_inf()) : ir_int(r->is_signed ? most : -1);
	case IRED_MAX: return fp ? ir_float(-__builtin_inf()) : ir_int(r->is_signed ? least : 0);
	default: return fp ? ir_float(0) : ir_int(0);
	}
}

void
values_only_if(struct reducing *d, struct ir_value cond, struct ir_block *no)
{
	struct ir_block *yes = ir_block_after(d->w->f, d->c.block, NULL);

	ir_branch(&d->c, cond, yes, no);
	d->c.block = yes;
}

struct ir_value
values_is_lane(struct reducing *d, int lane)
{
	const struct ir_construct *region = d->region;
	struct ir_value number;

	/* a special register costs more than a bit field of one that is there */
	if (region && region->u.parallel.whole_warps && region->u.parallel.lanes == 1)
		number = ir_op2(&d->c, IR_AND, IR_I32, values_number(d, IR_OMP_THREAD),
			ir_int(SIMD_WARP - 1));
	else
		number = ir_sreg(&d->c, SREG_LANEID);
	return ir_compare(&d->c, IR_EQ, IR_I32, number, ir_int(lane));
}

struct ir_value
values_cell(struct reducing *d, struct ir_slot *cells, struct ir_value number)
{
	struct ir_value first = ir_op1(&d->c, IR_ADDR, IR_I64, ir_slot_value(cells, 0));
	struct ir_value offset = ir_op2(&d->c, IR_MULWIDE_U, IR_I64, number,
		ir_int(ir_type_bytes(d->r->type)));

	return ir_op2(&d->c, IR_ADD, IR_I64, first, offset);
}

void
values_barrier(struct reducing *d)
{
	ir_emit(&d->c, IR_OMP_BARRIER, IR_NONE, IR_NOREG, ir_none(), ir_none())->construct =
		d->region;
}

/* Return memory for values in global memory, since hardly any region comes here.  All such
 * reductions of the kernel share it. */
struct ir_value
values_of_threads(struct reducing *d)
{
	struct work *w = d->w;
	int threads = w->f->kernel->const_threads;

	if (!w->thread_values)
		w->thread_values = ir_slot_new(w->f, SLOT_FRAME, "thread_values",
			8 * (uint64_t)((threads ? threads : SIMD_BLOCK) + 1), 8);
	return ir_op1(&d->c, IR_ADDR, IR_I64, ir_slot_value(w->thread_values, 0));
}

struct ir_value
values_of_thread(struct reducing *d, struct ir_value first, struct ir_value number)
{
	return ir_op2(&d->c, IR_ADD, IR_I64, first,
		ir_op2(&d->c, IR_MULWIDE_U, IR_I64, number, ir_int(8)));
}

struct ir_value
values_number(struct reducing *d, enum ir_op op)
{
	struct ir_value v = ir_op0(&d->c, op, IR_I32);

	d->c.block->last->construct = d->region;
	return v;
}
