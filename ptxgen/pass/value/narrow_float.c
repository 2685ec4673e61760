/*
 * narrow_float.c: arithmetic of doubles that were floats and become floats, in float, for narrow.c.
 *
 *      y = f2f.f32 (mul.f64 (f2f.f64 x), 0.5)      ->      y = mul.f32 x, 0.5
 *      p = lt.f64 (f2f.f64 x), 0.1                 ->      p = lt.f32 x, the least float above 0.1
 *
 * One sum, product, quotient or square root of floats in double, rounded to float, is what float gives at once
 * (Figueroa, When is double rounding innocuous?, 1995).  The least, the greatest, the absolute value and the like of
 * floats are floats.
 */
#include "pass/value/narrow_int.h"
#include "pass/pass.h"

#include <float.h>
#include <math.h>

/* Return whether some float is v, and no mode of the machine makes another one of it. */
static bool
is_float(double v)
{
	return v == 0 || (v == (float)v && fabs(v) >= FLT_MIN) || isinf(v);
}

static bool
rounds_once(enum ir_op op)
{
	return op == IR_ADD || op == IR_SUB || op == IR_MUL || op == IR_DIV || op == IR_SQRT;
}

/* Return whether the result is one of the operands but for its sign.  They may as well be rounded as the result. */
static bool
chooses(enum ir_op op)
{
	return op == IR_FMIN || op == IR_FMAX || op == IR_NEG || op == IR_ABS ||
		op == IR_COPYSIGN || op == IR_SELECT;
}

static bool
gives_integral_part(enum ir_op op)
{
	return op == IR_FLOOR || op == IR_CEIL || op == IR_TRUNCF || op == IR_RINT;
}

/* Return whether v is a char or short, for which a float has the digits. */
static bool
is_small(const struct narrowing *s, struct ir_value v)
{
	const struct ir_inst *d = narrow_def(s, v);

	return d &&
		(d->op == IR_ZEXT8 || d->op == IR_SEXT8 || d->op == IR_ZEXT16 ||
			d->op == IR_SEXT16 || (d->op == IR_LD && ir_mem_bytes(d->mem) < 4));
}

/* Return what the double v is, or is rounded to, as a float computed at c; or VAL_NONE. */
typedef struct ir_value operand_fn(const struct narrowing *s, struct ir_cursor *c,
	struct ir_value v, int depth);

/* Return d's operation in float, computed at c, or VAL_NONE: its operands are none. */
static struct ir_value
in_float(const struct narrowing *s, struct ir_cursor *c, const struct ir_inst *d,
	operand_fn *operand, int depth)
{
	struct ir_value src[3] = { ir_none(), ir_none(), ir_none() };
	int first = d->op == IR_SELECT;

	src[0] = d->src[0];
	for (int k = first; k < ir_ops[d->op].nsrc; k++) {
		src[k] = operand(s, c, d->src[k], depth + 1);
		if (src[k].kind == VAL_NONE)
			return ir_none();
	}
	return ir_op3(c, d->op, IR_F32, src[0], src[1], src[2]);
}

/* Return the float that the double v is, computed at c, or VAL_NONE. */
static struct ir_value
as_float(const struct narrowing *s, struct ir_cursor *c, struct ir_value v, int depth)
{
	const struct ir_inst *d = narrow_def(s, v);

	if (v.kind == VAL_FLOAT)
		return is_float(v.u.f) ? v : ir_none();
	if (!d || depth == DEEPEST)
		return ir_none();
	if (d->op == IR_F2F && d->from == IR_F32)
		return d->src[0];
	if ((d->op == IR_S2F || d->op == IR_U2F) && d->from == IR_I32 && is_small(s, d->src[0]))
		return ir_convert(c, d->op, IR_F32, IR_I32, d->src[0]);
	if (d->type == IR_F64 && (chooses(d->op) || gives_integral_part(d->op)))
		return in_float(s, c, d, as_float, depth);
	return ir_none();
}

/* Return the float that the double v is rounded to, computed at c, or VAL_NONE. */
static struct ir_value
rounded(const struct narrowing *s, struct ir_cursor *c, struct ir_value v, int depth)
{
	const struct ir_inst *d = narrow_def(s, v);
	struct ir_value exact = as_float(s, c, v, depth);

	if (v.kind == VAL_FLOAT)
		return is_float((float)v.u.f) ? ir_float((float)v.u.f) : ir_none();
	if (exact.kind != VAL_NONE || !d || d->type != IR_F64 || depth == DEEPEST)
		return exact;
	if (rounds_once(d->op))
		return in_float(s, c, d, as_float, depth);
	return chooses(d->op) ? in_float(s, c, d, rounded, depth) : ir_none();
}

/* Return the float next to the constant v, which is none, on the side of `to`. */
static struct ir_value
next_float(double v, float to)
{
	float near = (float)v;
	bool beyond = to > 0 ? near > v : near < v;

	return ir_float(beyond ? near : nextafterf(near, to));
}

/*
 * Compare floats.  A constant between two of them is as good as the next one: x < c is x < above, c < x is below < x,
 * and so for <=.
 */
static void
compare_floats(const struct narrowing *s, struct ir_cursor *c, struct ir_inst *i)
{
	struct ir_value v[2];
	bool ordered = i->op == IR_LT || i->op == IR_LE;

	for (int k = 0; k < 2; k++) {
		double constant = i->src[k].kind == VAL_FLOAT ? i->src[k].u.f : 0;

		if (ordered && !is_float(constant) && fabs(constant) >= FLT_MIN &&
			isfinite((float)constant))
			v[k] = next_float(constant,
				(i->op == IR_LT) == (k == 1) ? INFINITY : -INFINITY);
		else
			v[k] = as_float(s, c, i->src[k], 0);
		if (v[k].kind == VAL_NONE)
			return;
	}
	ir_become(i, i->op, IR_F32, IR_NONE, v[0], v[1]);
}

static bool
is_rounding(const struct ir_inst *i)
{
	return i->op == IR_F2F && i->type == IR_F32 && i->from == IR_F64;
}

static void
note_other_use(void *ctx, struct ir_value *v)
{
	ir_reg *becomes = ctx;

	if (v->kind == VAL_REG)
		becomes[v->u.reg] = IR_NOREG;
}

/* Return the doubles with several assignments that are only ever rounded to float: by register, itself; else
 * IR_NOREG. */
static ir_reg *
find_rounded(struct arena *a, struct ir_func *f)
{
	const uint32_t *defs = ir_count_defs(a, f);
	ir_reg *into = NEWN(a, ir_reg, f->nregs);
	uint32_t n = f->nregs;

	for (ir_reg r = 1; r < n; r++)
		if (defs[r] > 1 && f->regs[r].type == IR_F64)
			into[r] = r;
	for (struct ir_block *b = f->blocks; b; b = b->next) {
		for (struct ir_inst *i = b->first; i; i = i->next)
			if (!is_rounding(i))
				ir_visit_uses(i, note_other_use, into);
		ir_visit_term_uses(b, note_other_use, into);
	}
	return into;
}

void
narrow_round_early(struct arena *a, struct ir_func *f)
{
	ir_reg *into = find_rounded(a, f);
	uint32_t n = f->nregs;

	for (ir_reg r = 1; r < n; r++)
		if (into[r])
			into[r] = ir_reg_new(f, IR_F32, f->regs[r].name);
	for (struct ir_block *b = f->blocks; b; b = b->next)
		for (struct ir_inst *i = b->first; i; i = i->next) {
			struct ir_cursor c = { .func = f,
				.block = b,
				.before = i->next,
				.place = i->place };
			ir_reg r = i->dst;

			if (is_rounding(i) && i->src[0].kind == VAL_REG && i->src[0].u.reg < n &&
				into[i->src[0].u.reg])
				ir_become(i, IR_MOV, IR_F32, IR_NONE, ir_r(into[i->src[0].u.reg]),
					ir_none());
			if (r == IR_NOREG || r >= n || !into[r])
				continue;
			i->dst = ir_reg_new(f, IR_F64, NULL);
			ir_emit(&c, IR_F2F, IR_F32, into[r], ir_r(i->dst), ir_none())->from =
				IR_F64;
		}
}

/* Return whether v is computed of nothing but floats and constants.  Note a constant that no float is. */
static bool
is_of_floats(const struct narrowing *s, struct ir_value v, double *constant, int depth)
{
	const struct ir_inst *d = narrow_def(s, v);

	if (v.kind == VAL_FLOAT) {
		if (!is_float(v.u.f) && (float)v.u.f != 0 && is_float((float)v.u.f))
			*constant = v.u.f;
		return true;
	}
	if (!d || (d->op == IR_F2F && d->from == IR_F32))
		return d != NULL;
	if (d->type != IR_F64 || depth == DEEPEST || (!rounds_once(d->op) && d->op != IR_FMA))
		return false;
	for (int k = 0; k < ir_ops[d->op].nsrc; k++)
		if (!is_of_floats(s, d->src[k], constant, depth + 1))
			return false;
	return true;
}

static void
say_missed(const struct narrowing *s, const struct ir_inst *i, struct diag *diag)
{
	const struct ir_inst *d = narrow_def(s, i->src[0]);
	double constant = 0;

	if (d && is_of_floats(s, i->src[0], &constant, 0) && constant != 0 && says_missed(s->f))
		diag_remark(diag, d->place, "-Rpass-missed=narrow",
			"this is computed in double, then rounded to float: %g is a double that no float "
			"is; %gf is a float [MC526]",
			constant, constant);
}

void
narrow_floats(const struct narrowing *s, struct ir_cursor *c, struct ir_inst *i, struct diag *diag)
{
	struct ir_value v;

	switch (i->op) {
	case IR_F2F:
		v = is_rounding(i) ? rounded(s, c, i->src[0], 0) : ir_none();
		if (v.kind != VAL_NONE)
			ir_become(i, IR_MOV, IR_F32, IR_NONE, v, ir_none());
		else if (is_rounding(i))
			say_missed(s, i, diag);
		break;
	case IR_EQ:
	case IR_NE:
	case IR_LT:
	case IR_LE:
		if (i->type == IR_F64)
			compare_floats(s, c, i);
		break;
	case IR_F2S:
	case IR_F2U:
		v = i->from == IR_F64 ? as_float(s, c, i->src[0], 0) : ir_none();
		if (v.kind == VAL_REG)
			ir_become(i, i->op, i->type, IR_F32, v, ir_none());
		break;
	default: break;
	}
}
