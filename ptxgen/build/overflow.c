/*
 * overflow.c: __builtin_add_overflow and its kin: the sum, difference or product as if integers had
 * no end, cut to the type of the result; the call's value is whether that changed it [GCC 6.56].
 *
 * Of operands of up to 32 bits 64 hold everything.  Otherwise the machine computes 128 bits in
 * two's complement, which hold each result but the product of two unsigned operands; the upper half
 * of that is never -1, so it is not taken for a negative number.
 */
#include <string.h>

#include "build/internal.h"

static const struct type ulong_type = { .kind = TY_ULONG, .size = 8, .align = 8 };

struct overflow {
	const char *name;
	enum ir_op op;
	const struct type *operands; /* NULL: of any integer type */
	bool asks; /* …_p: the last argument has the result's type, and nothing is stored */
};

#define NAMES(word, op) \
	{ word "_overflow", op, NULL, false }, { word "_overflow_p", op, NULL, true }, \
		{ "s" word "_overflow", op, &int_type, false }, \
		{ "u" word "_overflow", op, &unsigned_type, false }, \
		{ "s" word "l_overflow", op, &long_type, false }, \
		{ "u" word "l_overflow", op, &ulong_type, false }, \
		{ "s" word "ll_overflow", op, &long_type, false }, \
	{ \
		"u" word "ll_overflow", op, &ulong_type, false \
	}

static const struct overflow *
find(const char *name)
{
	static const struct overflow rows[] = { NAMES("add", IR_ADD), NAMES("sub", IR_SUB),
		NAMES("mul", IR_MUL) };

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (strcmp(rows[i].name, name) == 0)
			return &rows[i];
	return NULL;
}

static struct ir_value
op(struct fb *b, enum ir_op op, struct ir_value x, struct ir_value y)
{
	return ir_op2(&b->c, op, IR_I64, x, y);
}

static struct ir_value
is_other(struct fb *b, struct ir_value x, struct ir_value y)
{
	return ir_compare(&b->c, IR_NE, IR_I64, x, y);
}

/* ---- 128 bits ---- */

struct wide {
	struct ir_value low, high;
};

static struct wide
widened(struct fb *b, struct ir_value v, const struct type *t)
{
	return (struct wide){ v, is_unsigned_type(t) ? ir_int(0) : op(b, IR_SHR_S, v, ir_int(63)) };
}

static struct wide
product(struct fb *b, struct wide x, struct wide y)
{
	struct wide r = { op(b, IR_MUL, x.low, y.low), op(b, IR_MULHI_U, x.low, y.low) };

	/* a negative factor was taken for one that is larger by 2^64 */
	r.high = op(b, IR_SUB, r.high, op(b, IR_AND, x.high, y.low));
	r.high = op(b, IR_SUB, r.high, op(b, IR_AND, y.high, x.low));
	return r;
}

static struct wide
exact(struct fb *b, enum ir_op o, struct wide x, struct wide y)
{
	struct ir_value carry;
	struct wide r;

	if (o == IR_MUL)
		return product(b, x, y);
	r.low = op(b, o, x.low, y.low);
	carry = o == IR_ADD ? ir_compare(&b->c, IR_LT_U, IR_I64, r.low, x.low) :
			      ir_compare(&b->c, IR_LT_U, IR_I64, x.low, y.low);
	carry = ir_op3(&b->c, IR_SELECT, IR_I64, carry, ir_int(1), ir_int(0));
	r.high = op(b, o, op(b, o, x.high, y.high), carry);
	return r;
}

/* ---- the call ---- */

static struct ir_value
operand_of(struct fb *b, const struct expr *e, const struct type *t)
{
	return fresh(b, convert(b, build_as(b, e, t), t, &long_type), IR_I64, NULL);
}

/* Return the result's type, or NULL: the call is another function's. */
static const struct type *
result_type(const struct overflow *o, const struct expr *call)
{
	struct expr **a = call->u.call.args;
	const struct type *t;

	if (call->u.call.nargs != 3 || !type_is_integer(a[0]->type) || !type_is_integer(a[1]->type))
		return NULL;
	if (o->asks)
		t = a[2]->kind == EX_MEMBER && a[2]->u.member.field->bit_width >= 0 ? NULL :
										      a[2]->type;
	else
		t = a[2]->type->kind == TY_POINTER ? a[2]->type->base : NULL;
	return t && type_is_integer(t) && type_supported(t) ? plain(t) : NULL;
}

/* Return whether x op y is not of type t.  Set *low to its lower 64 bits. */
static struct ir_value
overflows(struct fb *b, const struct overflow *o, struct expr **a, const struct type *t,
	struct ir_value *low)
{
	const struct type *tx = o->operands ? o->operands : plain(a[0]->type);
	const struct type *ty = o->operands ? o->operands : plain(a[1]->type);
	struct ir_value x = operand_of(b, a[0], tx), y = operand_of(b, a[1], ty), over;
	struct wide r, back;

	if (tx->size <= 4 && ty->size <= 4 && t->size <= 4) {
		*low = fresh(b, op(b, o->op, x, y), IR_I64, NULL);
		return is_other(b, convert(b, convert(b, *low, &long_type, t), t, &long_type),
			*low);
	}
	back = widened(b, y, ty);
	r = exact(b, o->op, widened(b, x, tx), back);
	*low = fresh(b, r.low, IR_I64, NULL);
	back = widened(b, convert(b, convert(b, *low, &long_type, t), t, &long_type), t);
	over = is_other(b, back.high, r.high);
	over = ir_op2(&b->c, IR_OR, IR_PRED, is_other(b, back.low, *low), over);
	return over;
}

bool
build_overflow(struct fb *b, const struct expr *call, const char *name, struct ir_value *result)
{
	const struct overflow *o = find(name);
	const struct type *t = o ? result_type(o, call) : NULL;
	struct expr **a = call->u.call.args;
	struct ir_value low;

	if (!t)
		return false;
	*result = from_cond(b, overflows(b, o, a, t, &low));
	if (o->asks)
		build_effects(b, a[2]);
	else
		store(b, mem_lval(build_pointer(b, a[2]), t), convert(b, low, &long_type, t));
	return true;
}
