/*
 * nest_triangle.c: rows of a nest whose lengths grow or shrink by the same amount, `slope`, from
 * one to the next (nest_rows.c).
 *
 * Sums of the first rows have a closed form, and so has the row of an index: a root, which 32-bit
 * floating-point arithmetic guesses and integers correct.
 */
#include "build/omp/nest.h"

static struct ir_value
signed_bound(struct fb *b, const struct level *v, struct ir_value bound)
{
	return v->type == IR_I64 || bound.kind == VAL_INT ?
		bound :
		ir_convert(&b->c, IR_SEXT, IR_I64, IR_I32, bound);
}

/* Return what the loop's count would be if it could be negative: the way divided by the step,
 * rounded up. */
static struct ir_value
distance(struct fb *b, const struct level *v)
{
	struct ir_value lb = signed_bound(b, v, v->lb), ub = signed_bound(b, v, v->ub), up, down;
	struct ir_value d = v->l->step_negative ? sub64(b, lb, ub) : sub64(b, ub, lb);
	struct ir_value by = ir_int(v->step.u.i < 0 ? -v->step.u.i : v->step.u.i);

	if (v->l->rel == BIN_LE || v->l->rel == BIN_GE)
		d = add64(b, d, ir_int(1));
	if (is_one(by))
		return d;
	up = ir_op2(&b->c, IR_DIV_U, IR_I64, add64(b, d, ir_int(by.u.i - 1)), by);
	down = sub64(b, ir_int(0), ir_op2(&b->c, IR_DIV_U, IR_I64, sub64(b, ir_int(0), d), by));
	return ir_op3(&b->c, IR_SELECT, IR_I64, ir_compare(&b->c, IR_LT_S, IR_I64, ir_int(0), d),
		up, down);
}

/*
 * Row x of v->count has max(0, d + slope * x) iterations.  Those that have any are `rows` rows from
 * number `first` on, and begin with one of `start`.
 */
void
triangle_begin(struct fb *b, struct level *v, const struct level *in)
{
	int64_t slope = in->l->slope;
	struct ir_value by = ir_int(slope < 0 ? -slope : slope), d = distance(b, in), some, n;

	some = ir_compare(&b->c, IR_LT_S, IR_I64, ir_int(0), d);
	if (slope < 0) {
		n = add64(b, ir_op2(&b->c, IR_DIV_U, IR_I64, sub64(b, d, ir_int(1)), by),
			ir_int(1));
		n = ir_op3(&b->c, IR_SELECT, IR_I64, some, n, ir_int(0));
		v->first = ir_int(0);
		v->start = d;
		v->rows = ir_op2(&b->c, IR_MIN_U, IR_I64, n, v->count);
		return;
	}
	n = add64(b, ir_op2(&b->c, IR_DIV_U, IR_I64, sub64(b, ir_int(0), d), by), ir_int(1));
	n = ir_op3(&b->c, IR_SELECT, IR_I64, some, ir_int(0), n);
	v->first = ir_op2(&b->c, IR_MIN_U, IR_I64, n, v->count);
	v->start = add64(b, d, mul64(b, v->first, by));
	v->rows = sub64(b, v->count, v->first);
}

/* Return the iterations of the triangle's first u rows. */
struct ir_value
triangle_sum(struct fb *b, const struct level *v, int64_t slope, struct ir_value u)
{
	struct ir_value pairs = mul64(b, u, sub64(b, u, ir_int(1)));

	pairs = ir_op2(&b->c, IR_SHR_U, IR_I64, pairs, ir_int(1));
	pairs = mul64(b, pairs, ir_int(slope));
	return add64(b, mul64(b, u, v->start), pairs);
}

/* Guess the row of the triangle that index `at` lies in: u * start + slope * u * (u - 1) / 2 = at,
 * solved for u by 2 at / (base + sqrt(base^2 + 2 slope at)) with base = start - slope / 2.  The
 * divisor is 2 or more where at is 1 or more. */
static struct ir_value
guess_row(struct fb *b, const struct level *v, int64_t slope, struct ir_value at)
{
	struct ir_cursor *c = &b->c;
	struct ir_value q = ir_convert(c, IR_U2F, IR_F32, IR_I64, at), root, u;
	struct ir_value base = ir_op2(c, IR_ADD, IR_F32,
		ir_convert(c, IR_U2F, IR_F32, IR_I64, v->start), ir_float(-0.5 * (double)slope));

	root = ir_op2(c, IR_MUL, IR_F32, base, base);
	u = ir_op2(c, IR_MUL, IR_F32, q, ir_float(2.0 * (double)slope));
	root = ir_op2(c, IR_ADD, IR_F32, root, u);
	root = ir_op1(c, IR_SQRT, IR_F32, ir_op2(c, IR_FMAX, IR_F32, root, ir_float(0)));
	root = ir_op2(c, IR_FMAX, IR_F32, ir_op2(c, IR_ADD, IR_F32, base, root), ir_float(0.5));
	root = ir_op1(c, IR_RCP_APPROX, IR_F32, root);
	u = ir_op2(c, IR_MUL, IR_F32, ir_op2(c, IR_ADD, IR_F32, q, q), root);
	u = ir_convert(c, IR_F2U, IR_I64, IR_F32, u);
	return ir_op2(c, IR_MIN_U, IR_I64, u, sub64(b, v->rows, ir_int(1)));
}

/* Return the row that index `at` lies in: the guess, then one up or down as long as it is wrong. */
struct ir_value
triangle_row(struct fb *b, const struct level *v, int64_t slope, struct ir_value at)
{
	struct ir_block *high = new_block(b), *down = new_block(b), *low = new_block(b),
			*up = new_block(b);
	struct ir_block *end = new_block(b);
	ir_reg row = variable64(b, "row");
	struct ir_value next;

	ir_mov(&b->c, row, guess_row(b, v, slope, at));
	begin_block(b, high);
	ir_branch(&b->c,
		ir_compare(&b->c, IR_LT_U, IR_I64, at, triangle_sum(b, v, slope, ir_r(row))), down,
		low);
	begin_block(b, down);
	ir_mov(&b->c, row, sub64(b, ir_r(row), ir_int(1)));
	ir_jump(&b->c, high);
	begin_block(b, low);
	next = add64(b, ir_r(row), ir_int(1));
	ir_branch(&b->c, ir_compare(&b->c, IR_LT_U, IR_I64, at, triangle_sum(b, v, slope, next)),
		end, up);
	begin_block(b, up);
	ir_mov(&b->c, row, next);
	ir_jump(&b->c, low);
	begin_block(b, end);
	return ir_r(row);
}
