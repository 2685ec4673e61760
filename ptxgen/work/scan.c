/*
 * scan.c: the prefixes of a region's values, thread by thread, and their total (OpenMP 5.2 [5.6]).
 *
 * Every thread of the region arrives with its value, in round after round of a loop
 * (build/omp/scan.c). When the region fills whole warps, lanes scan by shuffles and each warp scans
 * the totals of all:
 *
 *      v = inclusive scan by shuffles; if (lane == 31) totals[round % 2][warp] = v; barrier;
 *      t = inclusive scan by shuffles of lane < warps ? totals[round % 2][lane] : identity;
 *      prefix = t of lane warp - 1, combined with v of the lane before; total = t of lane 31
 *
 * One barrier a round is enough: the next round writes other totals, and the one after it comes
 * behind that round's barrier.  A region that does not fill its warps has its first thread go
 * through all values in memory.  Threads are single lanes here: simd_plan has seen to that.
 */
#include "work/values.h"

#include "base/diag.h"
#include "ir/lanes.h"
#include "simd/simd.h"

struct scan {
	struct reducing d;
	struct ir_value v, parity; /* the thread's value; 0 or 1 in turn */
	ir_reg prefix, total;
};

/* ---- whole warps ---- */

static struct ir_value
shuffle(struct reducing *d, enum shuffle mode, struct ir_value v, struct ir_value lane)
{
	return lanes_shuffle(&d->c, mode, d->r->type, v, lane, ir_int(0xffffffff));
}

/* Return a where cond holds, else b. */
static struct ir_value
choose(struct reducing *d, struct ir_value cond, struct ir_value a, struct ir_value b)
{
	return ir_op3(&d->c, IR_SELECT, d->r->type, cond, a, b);
}

/* Return each lane's value combined with those of the lanes before it. */
static struct ir_value
scan_warp(struct reducing *d, struct ir_value v)
{
	struct ir_value lane = ir_sreg(&d->c, SREG_LANEID);

	for (int by = 1; by < SIMD_WARP; by *= 2) {
		struct ir_value before = shuffle(d, SHFL_UP, v, ir_int(by));
		struct ir_value some = ir_compare(&d->c, IR_LE_U, IR_I32, ir_int(by), lane);

		v = choose(d, some, work_combine(&d->c, d->r, before, v), v);
	}
	return v;
}

/* Return what precedes in the warp, or in the row of totals: that of the lane before, else the
 * identity. */
static struct ir_value
before(struct reducing *d, enum shuffle mode, struct ir_value v, struct ir_value number,
	struct ir_value lane)
{
	struct ir_value first = ir_compare(&d->c, IR_EQ, IR_I32, number, ir_int(0));

	return choose(d, first, values_identity(d->r), shuffle(d, mode, v, lane));
}

/* Give each warp the totals of all: lane i has that of warp i. */
static struct ir_value
exchange_totals(struct scan *s, struct ir_value v, struct ir_value warp)
{
	struct reducing *d = &s->d;
	struct ir_func *f = d->w->f;
	enum ir_mem mem = ir_type_mem(d->r->type);
	uint64_t bytes = ir_mem_bytes(mem);
	struct ir_slot *totals = ir_slot_new(f, SLOT_SHARED, "warp_totals", 2 * SIMD_WARP * bytes,
		bytes);
	struct ir_block *meet = ir_block_after(f, d->c.block, NULL), *all;
	struct ir_value row = ir_op2(&d->c, IR_SHL, IR_I32, s->parity, ir_int(5));
	ir_reg each = ir_reg_new(f, d->r->type, NULL);

	values_only_if(d, values_is_lane(d, SIMD_WARP - 1), meet);
	ir_store(&d->c, mem, d->w->team_space,
		values_cell(d, totals, ir_op2(&d->c, IR_ADD, IR_I32, row, warp)), 0, v);
	ir_jump(&d->c, meet);
	d->c.block = meet;
	work_machine_barrier(&d->c, d->lanes);
	ir_mov(&d->c, each, values_identity(d->r));
	all = ir_block_after(f, d->c.block, NULL);
	struct ir_value lane = ir_sreg(&d->c, SREG_LANEID);
	struct ir_value warps = ir_op2(&d->c, IR_SHR_U, IR_I32, d->lanes, ir_int(5));
	values_only_if(d, ir_compare(&d->c, IR_LT_U, IR_I32, lane, warps), all);
	ir_mov(&d->c, each,
		ir_load(&d->c, mem, d->w->team_space,
			values_cell(d, totals, ir_op2(&d->c, IR_ADD, IR_I32, row, lane)), 0));
	ir_jump(&d->c, all);
	d->c.block = all;
	return ir_r(each);
}

static void
by_warps(struct scan *s)
{
	struct reducing *d = &s->d;
	struct ir_value thread = values_number(d, IR_OMP_THREAD);
	struct ir_value warp = ir_op2(&d->c, IR_SHR_U, IR_I32, thread, ir_int(5));
	struct ir_value v = scan_warp(d, s->v);
	struct ir_value mine = before(d, SHFL_UP, v, ir_sreg(&d->c, SREG_LANEID), ir_int(1));
	struct ir_value totals = scan_warp(d, exchange_totals(s, v, warp));
	struct ir_value previous = ir_op2(&d->c, IR_SUB, IR_I32, warp, ir_int(1));

	ir_mov(&d->c, s->prefix,
		work_combine(&d->c, d->r, before(d, SHFL_IDX, totals, warp, previous), mine));
	ir_mov(&d->c, s->total, shuffle(d, SHFL_IDX, totals, ir_int(SIMD_WARP - 1)));
	ir_jump(&d->c, d->done);
}

/* ---- thread by thread ---- */

/* Build sum = identity; for (i = 0; i < n; i++) { t = values[i]; values[i] = sum; sum += t }
 * values[n] = sum. */
static void
scan_memory(struct reducing *d, struct ir_value first, struct ir_value n)
{
	struct ir_func *f = d->w->f;
	enum ir_mem mem = ir_type_mem(d->r->type);
	ir_reg sum = ir_reg_new(f, d->r->type, NULL), i = ir_reg_new(f, IR_I32, "i");
	struct ir_block *test = ir_block_after(f, d->c.block, NULL),
			*body = ir_block_after(f, test, NULL);
	struct ir_block *end = ir_block_after(f, body, NULL);

	ir_mov(&d->c, sum, values_identity(d->r));
	ir_mov(&d->c, i, ir_int(0));
	ir_jump(&d->c, test);
	d->c.block = test;
	ir_branch(&d->c, ir_compare(&d->c, IR_LT_U, IR_I32, ir_r(i), n), body, end);
	d->c.block = body;
	struct ir_value at = values_of_thread(d, first, ir_r(i));
	struct ir_value t = ir_load(&d->c, mem, d->w->frame_space, at, 0);
	ir_store(&d->c, mem, d->w->frame_space, at, 0, ir_r(sum));
	ir_mov(&d->c, sum, work_combine(&d->c, d->r, ir_r(sum), t));
	ir_mov(&d->c, i, ir_op2(&d->c, IR_ADD, IR_I32, ir_r(i), ir_int(1)));
	ir_jump(&d->c, test);
	d->c.block = end;
	ir_store(&d->c, mem, d->w->frame_space, values_of_thread(d, first, n), 0, ir_r(sum));
}

static void
by_threads(struct scan *s)
{
	struct reducing *d = &s->d;
	struct ir_block *meet = ir_block_after(d->w->f, d->c.block, NULL);
	enum ir_mem mem = ir_type_mem(d->r->type);
	struct ir_value first = values_of_threads(d), thread = values_number(d, IR_OMP_THREAD);
	struct ir_value n = values_number(d, IR_OMP_NTHREADS),
			at = values_of_thread(d, first, thread);

	values_barrier(d); /* until everybody has read what was here before */
	ir_store(&d->c, mem, d->w->frame_space, at, 0, s->v);
	values_barrier(d);
	values_only_if(d, ir_compare(&d->c, IR_EQ, IR_I32, thread, ir_int(0)), meet);
	scan_memory(d, first, n);
	ir_jump(&d->c, meet);
	d->c.block = meet;
	values_barrier(d);
	ir_mov(&d->c, s->prefix, ir_load(&d->c, mem, d->w->frame_space, at, 0));
	ir_mov(&d->c, s->total,
		ir_load(&d->c, mem, d->w->frame_space, values_of_thread(d, first, n), 0));
	ir_jump(&d->c, d->done);
}

/* ---- the operation ---- */

/* Take the omp.total that belongs to an omp.scan, and follows it at once. */
static ir_reg
take_total(struct ir_block *b, struct ir_inst *i)
{
	ir_reg total = i ? i->dst : IR_NOREG;

	if (!i || i->op != IR_OMP_TOTAL)
		diag_bug("work", "omp.scan without omp.total");
	ir_remove(b, i);
	return total;
}

void
work_scan(struct work *w, struct ir_block *b, struct ir_inst *i)
{
	struct ir_block *done = ir_split(w->f, b, i), *warps, *single;
	struct scan s = {
		.d = { .w = w,
			.c = { .func = w->f, .block = b, .place = i->place },
			.r = i->reduce,
			.region = i->construct,
			.done = done },
		.v = i->src[0],
		.parity = i->src[1],
		.prefix = i->dst,
	};
	struct reducing *d = &s.d;

	s.total = take_total(done, i->next);
	ir_remove(done, i);
	d->lanes = simd_region_lanes(&d->c, d->region);
	warps = ir_block_after(w->f, b, NULL);
	single = ir_block_after(w->f, warps, NULL);
	struct ir_value surplus = ir_op2(&d->c, IR_AND, IR_I32, d->lanes, ir_int(SIMD_WARP - 1));
	ir_branch(&d->c, ir_compare(&d->c, IR_EQ, IR_I32, surplus, ir_int(0)), warps, single);
	d->c.block = warps;
	by_warps(&s);
	d->c.block = single;
	by_threads(&s);
}
