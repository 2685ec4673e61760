/*
 * declared.c: values that a function combines (declare reduction, products of complex numbers).
 *
 * Each is in local memory of its thread and goes from lane to lane in units of 4 or 8 bytes:
 *
 *      for (step = 16; step; step /= 2) { other = shuffle(mine, lane ^ step); combine(&mine, &other); }
 *
 * where that is a lane which has one.
 * Most combiners are built in (pass/flow/inline.c), and the memory becomes registers (pass/memory/scalars.c).
 */
#include "work/values.h"

#include "ir/lanes.h"
#include "simd/simd.h"

/* Where a value is: `at` a slot, or an address in `space`. */
struct where {
	enum ir_space space;
	struct ir_value at;
};

/* In lane ^ step, all lanes of mask doing the same. */
struct away {
	struct ir_value step, mask;
};

static void
copy_unit(struct reducing *d, struct where to, struct where from, int64_t offset,
	const struct away *away)
{
	enum ir_mem mem = d->r->unit == 8 ? MEM_64 : MEM_32;
	struct ir_value v = ir_carry(&d->c, mem, from.space, from.at, offset);

	if (away)
		v = lanes_shuffle(&d->c, SHFL_BFLY, ir_mem_type(mem), v, away->step, away->mask);
	ir_store(&d->c, mem, to.space, to.at, offset, v);
}

/* Return the same place k bytes further. */
static struct where
displaced(struct reducing *d, struct where w, ir_reg k)
{
	struct ir_value base = w.at.kind == VAL_SLOT ? ir_op1(&d->c, IR_ADDR, IR_I64, w.at) : w.at;

	return (struct where){ w.space, ir_op2(&d->c, IR_ADD, IR_I64, base, ir_r(k)) };
}

/* Copy a value, of this lane or (NULL: not) one away. */
static void
copy_value(struct reducing *d, struct where to, struct where from, const struct away *away)
{
	enum { MOST_UNITS = 8 }; /* without a loop */
	int64_t bytes = (int64_t)d->r->bytes, unit = d->r->unit;

	for (int64_t at = 0; bytes <= MOST_UNITS * unit && at < bytes; at += unit)
		copy_unit(d, to, from, at, away);
	if (bytes <= MOST_UNITS * unit)
		return;
	struct ir_block *body = ir_block_after(d->w->f, d->c.block, NULL),
			*end = ir_block_after(d->w->f, body, NULL);
	ir_reg k = ir_reg_new(d->w->f, IR_I64, "k");
	ir_mov(&d->c, k, ir_int(0));
	ir_jump(&d->c, body);
	d->c.block = body;
	to = displaced(d, to, k);
	from = displaced(d, from, k);
	copy_unit(d, to, from, 0, away);
	ir_mov(&d->c, k, ir_op2(&d->c, IR_ADD, IR_I64, ir_r(k), ir_int(unit)));
	ir_branch(&d->c, ir_compare(&d->c, IR_LT_U, IR_I64, ir_r(k), ir_int(bytes)), body, end);
	d->c.block = end;
}

static void
call_combiner(struct reducing *d, struct ir_value out, struct ir_value in)
{
	struct ir_call *call = NEW(d->w->f->arena, struct ir_call);

	call->callee = d->r->combiner;
	call->sig = call->callee->func->params;
	call->nargs = 2;
	call->args = NEWN(d->w->f->arena, struct ir_value, 2);
	call->args[0] = ir_op1(&d->c, IR_MOV, IR_I64, out);
	call->args[1] = ir_op1(&d->c, IR_MOV, IR_I64, in);
	ir_emit(&d->c, IR_CALL, IR_NONE, IR_NOREG, ir_none(), ir_none())->call = call;
}

void
declared_over_warp(struct reducing *d, struct ir_value mine, const struct warp_lanes *lanes)
{
	struct ir_func *f = d->w->f;
	struct ir_block *body = ir_block_after(f, d->c.block, NULL),
			*meet = ir_block_after(f, body, NULL), *end = ir_block_after(f, meet, NULL);
	ir_reg step = ir_reg_new(f, IR_I32, "step");
	struct ir_slot *in = ir_slot_new(f, SLOT_LOCAL, "omp_in", d->r->bytes, 8);
	struct where here = { SPACE_LOCAL, mine }, other = { SPACE_LOCAL, ir_slot_value(in, 0) };

	ir_mov(&d->c, step, ir_int(SIMD_WARP / 2));
	ir_jump(&d->c, body);
	d->c.block = body;
	copy_value(d, other, here, &(struct away){ ir_r(step), lanes->mask });
	if (lanes->n.kind != VAL_NONE) {
		struct ir_value from = ir_op2(&d->c, IR_XOR, IR_I32, lanes->lane, ir_r(step));

		values_only_if(d, ir_compare(&d->c, IR_LT_U, IR_I32, from, lanes->n), meet);
	}
	call_combiner(d, here.at, other.at);
	ir_jump(&d->c, meet);
	d->c.block = meet;
	ir_mov(&d->c, step, ir_op2(&d->c, IR_SHR_U, IR_I32, ir_r(step), ir_int(1)));
	ir_branch(&d->c, ir_compare(&d->c, IR_NE, IR_I32, ir_r(step), ir_int(0)), body, end);
	d->c.block = end;
}

/* ---- the warps' ---- */

struct ir_slot *
declared_cells(struct reducing *d)
{
	return ir_slot_new(d->w->f, SLOT_TEAM, "warp_values", SIMD_WARP * d->r->bytes, 8);
}

/* Return where cell `number` is, which may not be in shared memory. */
static struct where
cell(struct reducing *d, struct ir_slot *cells, struct ir_value number)
{
	struct ir_value first = ir_op1(&d->c, IR_MOV, IR_I64, ir_slot_value(cells, 0));
	struct ir_value offset = ir_op2(&d->c, IR_MULWIDE_U, IR_I64, number,
		ir_int((int64_t)d->r->bytes));

	return (struct where){ SPACE_GENERIC, ir_op2(&d->c, IR_ADD, IR_I64, first, offset) };
}

void
declared_store(struct reducing *d, struct ir_slot *cells, struct ir_value number,
	struct ir_value mine)
{
	copy_value(d, cell(d, cells, number), (struct where){ SPACE_LOCAL, mine }, NULL);
}

void
declared_load(struct reducing *d, struct ir_slot *cells, struct ir_value number,
	struct ir_value mine)
{
	copy_value(d, (struct where){ SPACE_LOCAL, mine }, cell(d, cells, number), NULL);
}
