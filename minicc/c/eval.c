/*
 * eval.c: constant expressions (C11 6.6); see eval.h.
 */
#include "c/eval.h"

#include <string.h>

#include "c/parse.h"

static bool
is_int_like(const struct type *t)
{
	return type_is_integer(t) && t->size <= 8;
}

uint64_t
int_truncate(const struct type *t, uint64_t v)
{
	unsigned drop;

	if (t->kind == TY_BOOL)
		return v != 0;
	if (!type_is_integer(t) || t->size >= 8)
		return v;
	drop = 64 - (unsigned)t->size * 8;
	return type_is_signed(t) ? (uint64_t)((int64_t)(v << drop) >> drop) : v << drop >> drop;
}

long double
float_round(const struct type *t, long double v)
{
	if (t->kind == TY_FLOAT)
		return (float)v;
	return t->kind == TY_DOUBLE ? (double)v : v;
}

/* ---- integers ---- */

static bool
divide(const struct type *t, enum binary_op op, int64_t a, int64_t b, uint64_t *out)
{
	if (b == 0)
		return false;
	if (!type_is_signed(t))
		*out = op == BIN_DIV ? (uint64_t)a / (uint64_t)b : (uint64_t)a % (uint64_t)b;
	else if (b == -1) /* INT64_MIN / -1 overflows on the host too */
		*out = op == BIN_DIV ? 0 - (uint64_t)a : 0;
	else
		*out = (uint64_t)(op == BIN_DIV ? a / b : a % b);
	return true;
}

static bool
compare(bool is_signed, enum binary_op op, int64_t a, int64_t b)
{
	bool less = is_signed ? a < b : (uint64_t)a < (uint64_t)b;

	switch (op) {
	case BIN_EQ: return a == b;
	case BIN_NE: return a != b;
	case BIN_LT: return less;
	case BIN_LE: return less || a == b;
	case BIN_GT: return !less && a != b;
	default: return !less;
	}
}

static bool
shift_value(const struct type *t, enum binary_op op, int64_t a, int64_t n, uint64_t *out)
{
	if (n < 0 || n >= (int64_t)t->size * 8)
		return false;
	if (op == BIN_SHL)
		*out = (uint64_t)a << n;
	else
		*out = type_is_signed(t) ? (uint64_t)(a >> n) : (uint64_t)a >> n;
	return true;
}

static bool
int_binary(const struct type *t, enum binary_op op, int64_t a, int64_t b, uint64_t *out)
{
	switch (op) {
	case BIN_ADD: *out = (uint64_t)a + (uint64_t)b; return true;
	case BIN_SUB: *out = (uint64_t)a - (uint64_t)b; return true;
	case BIN_MUL: *out = (uint64_t)a * (uint64_t)b; return true;
	case BIN_AND: *out = (uint64_t)(a & b); return true;
	case BIN_OR: *out = (uint64_t)(a | b); return true;
	case BIN_XOR: *out = (uint64_t)(a ^ b); return true;
	case BIN_DIV:
	case BIN_REM: return divide(t, op, a, b, out);
	case BIN_SHL:
	case BIN_SHR: return shift_value(t, op, a, b, out);
	default: return false;
	}
}

static bool
float_compare(enum binary_op op, long double a, long double b)
{
	switch (op) {
	case BIN_EQ: return a == b;
	case BIN_NE: return a != b;
	case BIN_LT: return a < b;
	case BIN_LE: return a <= b;
	case BIN_GT: return a > b;
	default: return a >= b;
	}
}

static bool
eval_pointer_compare(const struct expr *e, int64_t *v)
{
	struct address_const a, b;

	if (!eval_address(e->u.binary.l, &a) || !eval_address(e->u.binary.r, &b))
		return false;
	if (e->u.binary.op == BIN_PTRDIFF) {
		int64_t size = (int64_t)e->u.binary.l->type->base->size;

		if (a.decl != b.decl || a.str != b.str || size == 0)
			return false;
		*v = (a.offset - b.offset) / size;
		return true;
	}
	if (a.decl != b.decl || a.str != b.str) {
		bool null_involved = (!a.decl && !a.str) || (!b.decl && !b.str);

		if (!null_involved || e->u.binary.op > BIN_NE)
			return false;
		*v = e->u.binary.op == BIN_NE;
		return true;
	}
	*v = compare(false, e->u.binary.op, a.offset, b.offset);
	return true;
}

static bool
eval_int_binary(const struct expr *e, int64_t *v)
{
	const struct expr *l = e->u.binary.l, *r = e->u.binary.r;
	enum binary_op op = e->u.binary.op;
	long double x, y;
	uint64_t out;
	int64_t a, b;

	if (l->type->kind == TY_POINTER)
		return eval_pointer_compare(e, v);
	if (type_is_floating(l->type)) {
		if (!eval_float(l, &x) || !eval_float(r, &y))
			return false;
		*v = float_compare(op, x, y);
		return true;
	}
	if (!eval_int(l, &a) || !eval_int(r, &b))
		return false;
	if (op >= BIN_EQ && op <= BIN_GE) {
		*v = compare(type_is_signed(l->type), op, a, b);
		return true;
	}
	if (!int_binary(e->type, op, a, b, &out))
		return false;
	*v = (int64_t)int_truncate(e->type, out);
	return true;
}

static bool
eval_truth(const struct expr *e, bool *truth)
{
	struct address_const a;
	struct complex_const c;
	int64_t i;

	if (type_is_floating(e->type) || e->type->kind == TY_COMPLEX) {
		if (!eval_complex(e, &c))
			return false;
		*truth = c.re != 0 || c.im != 0;
	} else if (e->type->kind == TY_POINTER) {
		if (!eval_address(e, &a))
			return false;
		*truth = a.decl || a.str || a.offset;
	} else {
		if (!eval_int(e, &i))
			return false;
		*truth = i != 0;
	}
	return true;
}

static bool
eval_logical(const struct expr *e, int64_t *v)
{
	bool l, r, decided = e->kind == EX_LOGOR;

	if (!eval_truth(e->u.binary.l, &l))
		return false;
	if (l == decided) {
		*v = decided;
		return true;
	}
	if (!eval_truth(e->u.binary.r, &r))
		return false;
	*v = r;
	return true;
}

/* Return the operand of ?: that a constant condition chooses, or NULL. */
static const struct expr *
chosen(const struct expr *e)
{
	bool c;

	if (!eval_truth(e->u.cond.c, &c))
		return NULL;
	if (c)
		return e->u.cond.t ? e->u.cond.t : e->u.cond.c;
	return e->u.cond.f;
}

static bool
eval_int_unary(const struct expr *e, int64_t *v)
{
	int64_t a;
	bool b;

	if (e->u.unary.op == UN_LOGNOT) {
		if (!eval_truth(e->u.unary.sub, &b))
			return false;
		*v = !b;
		return true;
	}
	if (!eval_int(e->u.unary.sub, &a))
		return false;
	a = e->u.unary.op == UN_NEG ? (int64_t)(0 - (uint64_t)a) : ~a;
	*v = (int64_t)int_truncate(e->type, (uint64_t)a);
	return true;
}

/* Convert, and saturate what is out of range: that is undefined (6.3.1.4), and gcc's constants
 * saturate. */
static int64_t
float_to_int(const struct type *t, long double f)
{
	int bits = (int)t->size * 8 - type_is_signed(t);
	uint64_t max = ~(uint64_t)0 >> (64 - bits);

	if (t->kind == TY_BOOL)
		return f != 0;
	if (f != f)
		return 0;
	if (f >= (long double)max)
		return (int64_t)max;
	if (f > -1)
		return f < 0 ? 0 : (int64_t)(uint64_t)f;
	if (!type_is_signed(t))
		return 0;
	return f <= -(long double)max - 1 ? -(int64_t)max - 1 : (int64_t)f;
}

static bool
eval_int_cast(const struct expr *e, int64_t *v)
{
	const struct expr *sub = e->u.sub;
	struct address_const a;
	struct complex_const c;
	int64_t i;
	bool b;

	if (e->type->kind == TY_BOOL) {
		if (!eval_truth(sub, &b))
			return false;
		*v = b;
		return true;
	}
	if (type_is_floating(sub->type) || sub->type->kind == TY_COMPLEX) {
		if (!eval_complex(sub, &c))
			return false;
		*v = float_to_int(e->type, c.re);
		return true;
	}
	if (sub->type->kind == TY_POINTER) {
		if (!eval_address(sub, &a) || a.decl || a.str)
			return false;
		i = a.offset;
	} else if (!eval_int(sub, &i)) {
		return false;
	}
	*v = (int64_t)int_truncate(e->type, (uint64_t)i);
	return true;
}

/* Evaluate "abc"[1], which gcc folds. */
static bool
eval_string_element(const struct expr *e, int64_t *v)
{
	struct address_const a;
	int32_t wide;

	if (!eval_address(e->u.sub, &a) || !a.str || a.offset < 0 ||
		(size_t)a.offset + e->type->size > a.str->u.str.len)
		return false;
	if (e->type->size == 1) {
		*v = (int64_t)int_truncate(e->type, (unsigned char)a.str->u.str.bytes[a.offset]);
		return true;
	}
	if (e->type->size != 4)
		return false;
	memcpy(&wide, a.str->u.str.bytes + a.offset, 4);
	*v = (int64_t)int_truncate(e->type, (uint64_t)wide);
	return true;
}

bool
eval_int(const struct expr *e, int64_t *v)
{
	const struct expr *sub;

	if (!is_int_like(e->type))
		return false;
	switch (e->kind) {
	case EX_INT: *v = (int64_t)e->u.i; return true;
	case EX_CAST: return eval_int_cast(e, v);
	case EX_UNARY: return eval_int_unary(e, v);
	case EX_BINARY: return eval_int_binary(e, v);
	case EX_LOGAND:
	case EX_LOGOR: return eval_logical(e, v);
	case EX_COND: return (sub = chosen(e)) && eval_int(sub, v);
	case EX_DEREF: return eval_string_element(e, v);
	default: return false;
	}
}

bool
eval_int_const(struct parser *p, struct expr *e, int64_t *v)
{
	return !expr_is_error(p, e) && eval_int(e, v);
}

/* ---- floating constants ---- */

static bool
eval_float_binary(const struct expr *e, long double *v)
{
	long double a, b;

	if (!eval_float(e->u.binary.l, &a) || !eval_float(e->u.binary.r, &b))
		return false;
	switch (e->u.binary.op) {
	case BIN_ADD: a += b; break;
	case BIN_SUB: a -= b; break;
	case BIN_MUL: a *= b; break;
	case BIN_DIV: a /= b; break;
	default: return false;
	}
	*v = float_round(e->type, a);
	return true;
}

bool
eval_float(const struct expr *e, long double *v)
{
	struct complex_const c;
	const struct expr *sub;
	int64_t i;

	if (is_int_like(e->type)) {
		if (!eval_int(e, &i))
			return false;
		*v = type_is_signed(e->type) ? (long double)i : (long double)(uint64_t)i;
		return true;
	}
	if (!type_is_floating(e->type))
		return false;
	switch (e->kind) {
	case EX_FLOAT: *v = e->u.f; return true;
	case EX_BINARY: return eval_float_binary(e, v);
	case EX_COND: return (sub = chosen(e)) && eval_float(sub, v);
	case EX_CAST:
		if (!eval_complex(e->u.sub, &c))
			return false;
		*v = float_round(e->type, c.re);
		return true;
	case EX_MEMBER:
		if (e->u.member.sub->type->kind != TY_COMPLEX || !eval_complex(e->u.member.sub, &c))
			return false;
		*v = e->u.member.field->offset ? c.im : c.re;
		return true;
	case EX_UNARY:
		if (e->u.unary.op != UN_NEG || !eval_float(e->u.unary.sub, v))
			return false;
		*v = -*v;
		return true;
	default: return false;
	}
}

/* ---- address constants (6.6p9) ---- */

/* Evaluate the address of an lvalue or function designator. */
static bool
eval_lvalue(const struct expr *e, struct address_const *a)
{
	switch (e->kind) {
	case EX_VAR:
	case EX_FUNC:
	case EX_COMPOUND_LIT:
		memset(a, 0, sizeof *a);
		a->decl = e->u.var;
		return e->u.var->kind == DECL_FUNC || decl_is_static(e->u.var);
	case EX_STRING:
		memset(a, 0, sizeof *a);
		a->str = e;
		return true;
	case EX_DEREF: return eval_address(e->u.sub, a);
	case EX_MEMBER:
		if (!eval_lvalue(e->u.member.sub, a))
			return false;
		a->offset += (int64_t)e->u.member.field->offset;
		return true;
	default: return false;
	}
}

static bool
eval_address_cast(const struct expr *e, struct address_const *a)
{
	const struct expr *sub = e->u.sub;
	enum type_kind from = sub->type->kind;

	if (from == TY_ARRAY || from == TY_FUNCTION)
		return eval_lvalue(sub, a);
	if (from == TY_POINTER || (type_is_integer(sub->type) && sub->type->size == 8))
		return eval_address(sub, a);
	memset(a, 0, sizeof *a);
	return eval_int(sub, &a->offset);
}

static bool
eval_address_sum(const struct expr *e, struct address_const *a)
{
	const struct type *pointee;
	int64_t n, size;

	if (e->u.binary.op != BIN_PTRADD && e->u.binary.op != BIN_PTRSUB)
		return false;
	pointee = e->type->base;
	size = (int64_t)pointee->size;
	if (type_is_vla(pointee) || !eval_address(e->u.binary.l, a) || !eval_int(e->u.binary.r, &n))
		return false;
	a->offset += e->u.binary.op == BIN_PTRADD ? n * size : -(n * size);
	return true;
}

bool
eval_address(const struct expr *e, struct address_const *a)
{
	const struct expr *sub;

	memset(a, 0, sizeof *a);
	if (is_int_like(e->type) && eval_int(e, &a->offset))
		return true;
	switch (e->kind) {
	case EX_ADDR: return eval_lvalue(e->u.sub, a);
	case EX_CAST: return eval_address_cast(e, a);
	case EX_BINARY: return eval_address_sum(e, a);
	case EX_COND: return (sub = chosen(e)) && eval_address(sub, a);
	default: return false;
	}
}
