/*
 * nest.c: how many iterations the associated loops of a construct have, and the loop variables
 * of one of them (OpenMP 5.2 [4.4.2-3]).
 *
 * Counts are unsigned, of 32 bits for one loop with a variable of at most 32 bits, else of 64; the
 * body begins by computing the loop variables from the index.  Nests that are not rectangular are
 * nest_rows.c's.
 */
#include "build/omp/nest.h"

/* ---- trip counts ---- */

bool
is_one(struct ir_value v)
{
	return v.kind == VAL_INT && v.u.i == 1;
}

bool
is_zero(struct ir_value v)
{
	return v.kind == VAL_INT && v.u.i == 0;
}

/* Return how far each step goes, as a positive number. */
static struct ir_value
stride(struct fb *b, const struct level *v, bool down)
{
	if (!down)
		return v->step;
	if (v->step.kind == VAL_INT)
		return ir_int(-v->step.u.i);
	return ir_op1(&b->c, IR_NEG, v->type, v->step);
}

/* Count steps from `from` up to `to`, without the last partial one.  Both are included if
 * `closed`. */
static struct ir_value
count_up(struct fb *b, const struct level *v, struct ir_value from, struct ir_value to,
	struct ir_value by, bool closed)
{
	enum ir_op less = v->is_unsigned ? IR_LT_U : IR_LT_S,
		   less_equal = v->is_unsigned ? IR_LE_U : IR_LE_S;
	struct ir_value n, any;

	if (!closed && is_one(by) && is_zero(from) && !v->is_unsigned)
		return ir_op2(&b->c, IR_MAX_S, v->type, to, ir_int(0));
	n = is_zero(from) ? to : ir_op2(&b->c, IR_SUB, v->type, to, from);
	if (!closed && !is_one(by))
		n = ir_op2(&b->c, IR_SUB, v->type, n, ir_int(1));
	if (!is_one(by))
		n = ir_op2(&b->c, IR_DIV_U, v->type, n, by);
	if (closed || !is_one(by))
		n = ir_op2(&b->c, IR_ADD, v->type, n, ir_int(1));
	any = ir_compare(&b->c, closed ? less_equal : less, v->type, from, to);
	return ir_op3(&b->c, IR_SELECT, v->type, any, n, ir_int(0));
}

/* Count a loop whose test is !=: the step divides the distance, in one direction or the other. */
static struct ir_value
count_unequal(struct fb *b, const struct level *v, struct ir_value ub)
{
	bool down = v->l->step_negative;
	struct ir_value by = stride(b, v, down);
	struct ir_value n = down ? ir_op2(&b->c, IR_SUB, v->type, v->lb, ub) :
		is_zero(v->lb)   ? ub :
				   ir_op2(&b->c, IR_SUB, v->type, ub, v->lb);

	return is_one(by) ? n : ir_op2(&b->c, IR_DIV_U, v->type, n, by);
}

/* Count without code.  Return false unless both bounds and the step are known. */
static bool
constant_count(const struct level *v, struct ir_value ub, struct ir_value *count)
{
	int64_t lo, hi, by;
	bool closed = v->l->rel == BIN_LE || v->l->rel == BIN_GE;

	if (v->lb.kind != VAL_INT || ub.kind != VAL_INT || v->step.kind != VAL_INT ||
		v->is_unsigned || v->l->rel == BIN_NE)
		return false;
	lo = v->lb.u.i, hi = ub.u.i, by = v->step.u.i;
	if (v->l->rel == BIN_GT || v->l->rel == BIN_GE) {
		int64_t t = lo;
		lo = hi, hi = t, by = -by;
	}
	if (by <= 0)
		return false;
	if (closed ? lo > hi : lo >= hi)
		*count = ir_int(0);
	else
		*count = ir_int(((uint64_t)hi - lo - !closed) / by + 1);
	return true;
}

static struct ir_value
trip_count(struct fb *b, const struct level *v, struct ir_value ub)
{
	struct ir_value n;

	if (constant_count(v, ub, &n))
		return n;
	switch (v->l->rel) {
	case BIN_LT: return count_up(b, v, v->lb, ub, stride(b, v, false), false);
	case BIN_LE: return count_up(b, v, v->lb, ub, stride(b, v, false), true);
	case BIN_GT: return count_up(b, v, ub, v->lb, stride(b, v, true), false);
	case BIN_GE: return count_up(b, v, ub, v->lb, stride(b, v, true), true);
	default: return count_unequal(b, v, ub);
	}
}

void
level_bounds(struct fb *b, struct level *v)
{
	const struct type *t = v->l->iv->type;

	v->lb = build_as(b, v->l->lb, t);
	v->ub = build_as(b, v->l->ub, t);
	v->count = trip_count(b, v, v->ub);
}

static void
begin_level(struct fb *b, struct level *v, const struct omp_for *l)
{
	const struct type *t = l->iv->type;
	struct ir_value size;

	v->l = l;
	v->type = reg_type(t);
	v->is_unsigned = is_unsigned_type(t) && !(v->type == IR_I32 && t->size < 4);
	v->step = build_as(b, l->step, v->type == IR_I64 ? &long_type : &int_type);
	if (t->kind != TY_POINTER)
		return;
	size = type_size(b, t->base);
	v->step = v->step.kind == VAL_INT && size.kind == VAL_INT ?
		ir_int(v->step.u.i * size.u.i) :
		ir_op2(&b->c, IR_MUL, IR_I64, v->step, size);
}

struct ir_value
widened(struct fb *b, struct ir_value count, enum ir_type from)
{
	if (from != IR_I32)
		return count;
	if (count.kind == VAL_INT)
		return ir_int((uint32_t)count.u.i);
	return ir_convert(&b->c, IR_ZEXT, IR_I64, IR_I32, count);
}

/* Return the product of the counts, in 32 bits if it is known to be small. */
static void
total_count(struct fb *b, struct nest *n)
{
	uint64_t product = 1;
	bool known = true;

	if (n->n == 1) {
		n->type = n->v[0].type;
		n->count = n->v[0].count;
		return;
	}
	for (int k = 0; k < n->n && known; k++) {
		known = n->v[k].count.kind == VAL_INT && (uint64_t)n->v[k].count.u.i < (1u << 31);
		product *= known ? (uint64_t)n->v[k].count.u.i : 1;
		known &= product < (1u << 31);
	}
	n->type = known ? IR_I32 : IR_I64;
	if (known) {
		n->count = ir_int(product);
		return;
	}
	for (int k = 0; k < n->n; k++) {
		n->v[k].count = widened(b, n->v[k].count, n->v[k].type);
		n->count = k ? ir_op2(&b->c, IR_MUL, IR_I64, n->count, n->v[k].count) :
			       n->v[k].count;
	}
}

void
begin_nest(struct fb *b, struct nest *n)
{
	n->v = NEWN(b->arena, struct level, n->n);
	for (int k = 0; k < n->n; k++) {
		begin_level(b, &n->v[k], &n->o->u.loop.loops[k]);
		n->uneven |= n->v[k].l->outer != 0;
	}
	if (n->uneven) {
		count_rows(b, n);
		return;
	}
	for (int k = 0; k < n->n; k++)
		level_bounds(b, &n->v[k]);
	total_count(b, n);
}

/* ---- loop variables from the index ---- */

/* Return whether the loop goes from 0 or more upwards in a signed type: the index, read as signed,
 * is never negative. */
static bool
upward(const struct level *v)
{
	return !v->is_unsigned && v->lb.kind == VAL_INT && v->lb.u.i >= 0 &&
		v->step.kind == VAL_INT && v->step.u.i > 0;
}

static struct ir_value
never_negative(struct fb *b, const struct nest *n, struct ir_value v)
{
	if (v.kind == VAL_REG && n->type == IR_I32)
		b->f->regs[v.u.reg].nonneg = true;
	return v;
}

struct ir_value
variable_at(struct fb *b, const struct nest *n, const struct level *v, struct ir_value i)
{
	const struct type *t = v->l->iv->type;

	if (n->type == IR_I64 && v->type == IR_I32)
		i = ir_convert(&b->c, IR_TRUNC, IR_I32, IR_I64, i);
	else if (n->type == IR_I32 && v->type == IR_I64)
		i = ir_convert(&b->c, IR_ZEXT, IR_I64, IR_I32, i);
	if (v->step.kind == VAL_INT && v->step.u.i == -1)
		i = ir_op2(&b->c, IR_SUB, v->type, v->lb, i);
	else {
		const struct type *sum = upward(v) ? t : &unsigned_type;
		if (!is_one(v->step))
			i = no_wrap(b, sum, ir_op2(&b->c, IR_MUL, v->type, i, v->step));
		if (!is_zero(v->lb))
			i = no_wrap(b, sum, ir_op2(&b->c, IR_ADD, v->type, v->lb, i));
	}
	return t->size < 4 ? convert(b, i, &int_type, t) : i;
}

struct ir_nest *
note_numbers(struct fb *b, struct nest *n)
{
	struct ir_nest *nest;

	if (n->n < 2 || n->n > MOST_NESTED || (n->uneven && !is_triangle(n)))
		return NULL;
	n->noted = nest = NEW(b->f->arena, struct ir_nest);
	nest->n = n->n;
	for (int k = 0; k < n->n; k++) {
		nest->count[k] = n->v[k].count;
		nest->number[k] = IR_NOREG;
	}
	if (n->uneven) {
		nest->slope = n->v[1].l->slope;
		nest->start = n->v[0].start;
		nest->count[0] = n->v[0].rows;
	}
	return nest;
}

/* Set the variable to that of iteration i of loop k, in a register of its own. */
static void
set_number(struct fb *b, const struct nest *n, int k, struct ir_value i)
{
	const struct level *v = &n->v[k];
	struct ir_value x = variable_at(b, n, v, i);
	struct ir_value stored = store(b, home_lval(b, home_of(b, v->l->iv), v->l->iv->type), x);

	if (n->noted && i.kind == VAL_REG) /* which may be the variable by now */
		n->noted->number[k] = ir_same_value(x, i) ? stored.u.reg : i.u.reg;
}

/* Find the variables by divisions, from the innermost loop outwards: all counts are the same in all
 * iterations. */
static void
set_rectangular(struct fb *b, const struct nest *n, struct ir_value index)
{
	struct ir_value rest = index, r;
	/* a 32-bit nest's count is known and below 2^31 (total_count) */
	const struct type *exact = n->type == IR_I32 ? &int_type : &unsigned_type;

	if (n->n > 1 || upward(&n->v[0]))
		never_negative(b, n, index);
	for (int k = n->n - 1; k > 0; k--) {
		struct ir_value c = n->v[k].count, q;

		if (is_one(c)) {
			set_number(b, n, k, ir_int(0));
			continue;
		}
		q = ir_op2(&b->c, IR_DIV_U, n->type, rest, c);
		q = never_negative(b, n, fresh(b, never_negative(b, n, q), n->type, NULL));
		r = no_wrap(b, exact, ir_op2(&b->c, IR_MUL, n->type, q, c));
		r = no_wrap(b, exact, ir_op2(&b->c, IR_SUB, n->type, rest, r));
		set_number(b, n, k, never_negative(b, n, r));
		rest = q;
	}
	if (n->noted && rest.u.reg == index.u.reg) /* all inner loops have one iteration */
		rest = never_negative(b, n, fresh(b, rest, n->type, NULL));
	set_number(b, n, 0, rest);
}

void
set_variables(struct fb *b, struct nest *n, struct ir_value index, const struct private *p)
{
	if (n->uneven)
		find_row(b, n, index, p);
	else
		set_rectangular(b, n, index);
}

/* ---- unsigned arithmetic in 64 bits, for nests that are not rectangular ---- */

struct ir_value
mul64(struct fb *b, struct ir_value x, struct ir_value y)
{
	return is_one(x) ? y : is_one(y) ? x : ir_op2(&b->c, IR_MUL, IR_I64, x, y);
}

struct ir_value
add64(struct fb *b, struct ir_value x, struct ir_value y)
{
	return is_zero(x) ? y : is_zero(y) ? x : ir_op2(&b->c, IR_ADD, IR_I64, x, y);
}

struct ir_value
sub64(struct fb *b, struct ir_value x, struct ir_value y)
{
	return is_zero(y) ? x : ir_op2(&b->c, IR_SUB, IR_I64, x, y);
}

ir_reg
variable64(struct fb *b, const char *name)
{
	ir_reg r = ir_reg_new(b->f, IR_I64, name);

	ir_mov(&b->c, r, ir_int(0));
	return r;
}
