/*
 * build_overflow.c: __builtin_add_overflow and its kin: the sum, difference or product as if integers had no end,
 * cut to the type of *r; the call's value is whether that changed it.
 *
 * Of operands of up to 32 bits 64 hold everything.  Wider ones are for types of one signedness.
 */
#include <string.h>

#include "build_int.h"

struct overflow {
	enum ir_op op, high;            /* high: of a product */
	struct ir_value x, y, r;        /* I64 */
	bool is_unsigned;               /* as which x, y and r are computed */
};

static bool
find_op(const char *name, bool is_unsigned, struct overflow *o)
{
	static const struct { const char *name; enum ir_op op; } rows[] = {
		{ "add_overflow", IR_ADD }, { "sub_overflow", IR_SUB }, { "mul_overflow", IR_MUL },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (strcmp(rows[i].name, name) == 0) {
			*o = (struct overflow){ .op = rows[i].op, .is_unsigned = is_unsigned,
				.high = is_unsigned ? IR_MULHI_U : IR_MULHI_S };
			return true;
		}
	return false;
}

static struct ir_value
op(struct fb *b, enum ir_op op, struct ir_value x, struct ir_value y)
{
	return ir_op2(&b->c, op, IR_I64, x, y);
}

static struct ir_value
is_negative(struct fb *b, struct ir_value v)
{
	return ir_compare(&b->c, IR_LT_S, IR_I64, v, ir_int(0));
}

/* 64 bits did not hold it. */
static struct ir_value
wraps(struct fb *b, const struct overflow *o)
{
	struct ir_value x = o->x, y = o->y, r = o->r;

	if (o->op == IR_MUL)
		return ir_compare(&b->c, IR_NE, IR_I64, op(b, o->high, x, y),
			o->is_unsigned ? ir_int(0) : op(b, IR_SHR_S, r, ir_int(63)));
	if (o->is_unsigned)
		return o->op == IR_ADD ? ir_compare(&b->c, IR_LT_U, IR_I64, r, x)
			: ir_compare(&b->c, IR_LT_U, IR_I64, x, y);
	return is_negative(b, op(b, IR_AND, op(b, IR_XOR, x, r), op(b, IR_XOR, o->op == IR_ADD ? y : x,
		o->op == IR_ADD ? r : y)));
}

bool
build_overflow(struct fb *b, const struct expr *call, const char *name, struct ir_value *result)
{
	struct expr **a = call->u.call.args;
	struct overflow o;
	const struct type *t;
	struct ir_value over, back;
	struct lval to;
	bool wide, all;

	if (call->u.call.nargs != 3 || !find_op(name, is_unsigned_type(a[0]->type), &o))
		return false;
	t = a[2]->type->kind == TY_POINTER ? a[2]->type->base : NULL;
	if (!t || !type_is_integer(t) || !type_is_integer(a[0]->type) || !type_is_integer(a[1]->type))
		return false;
	wide = a[0]->type->size > 4 || a[1]->type->size > 4;
	all = is_unsigned_type(a[1]->type) == o.is_unsigned && is_unsigned_type(t) == o.is_unsigned;
	if (wide && !all)
		return false;
	o.x = fresh(b, build_as(b, a[0], &long_type), IR_I64, NULL);
	o.y = fresh(b, build_as(b, a[1], &long_type), IR_I64, NULL);
	to = mem_lval(build_pointer(b, a[2]), t);
	o.r = fresh(b, op(b, o.op, o.x, o.y), IR_I64, NULL);
	back = convert(b, convert(b, o.r, &long_type, t), t, &long_type);
	over = ir_compare(&b->c, IR_NE, IR_I64, back, o.r);
	if (wide)
		over = ir_op2(&b->c, IR_OR, IR_PRED, over, wraps(b, &o));
	else if (t->size == 8 && !(o.op == IR_MUL && o.is_unsigned && is_unsigned_type(a[1]->type)) == is_unsigned_type(t))
		over = is_negative(b, o.r);     /* of an unsigned type, or a product above a signed one */
	*result = from_cond(b, over);
	store(b, to, convert(b, o.r, &long_type, t));
	return true;
}
