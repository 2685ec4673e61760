/*
 * complex.c: complex values (C11 6.2.5p11, Annex G): arithmetic, comparison, conversion.
 *
 * The seam: a complex object is memory, two reals side by side (6.2.5p13), and is_record_type()
 * holds for it.  So build_record() gives its address, and assignment, arguments, results, arrays
 * and private copies are those of structures, __real__ and __imag__ those of members.  Only what
 * computes comes here: it loads the parts into registers, and stores the result's where
 * build_record() is asked for an address.
 */
#include "build/internal.h"

/* A complex value.  im is VAL_NONE for one of real type: no imaginary part is not one of zero
 * (G.5.1). */
struct parts {
	struct ir_value re, im;
};

static struct parts parts_of(struct fb *, const struct expr *);

bool
is_complex_type(const struct type *t)
{
	return t->kind == TY_COMPLEX;
}

static bool
is_real(struct parts v)
{
	return v.im.kind == VAL_NONE;
}

/* ---- objects ---- */

static struct lval
part(struct addr a, const struct type *t, bool imag)
{
	struct lval l = mem_lval(addr_member(a, t->align, imag ? t->base->size : 0, t->base),
		t->base);

	l.is_volatile = t->quals & Q_VOLATILE;
	return l;
}

static struct parts
load_parts(struct fb *b, struct addr a, const struct type *t)
{
	struct parts v;

	v.re = load(b, part(a, t, false));
	v.im = load(b, part(a, t, true));
	return v;
}

static void
store_parts(struct fb *b, struct addr a, const struct type *t, struct parts v)
{
	store(b, part(a, t, false), v.re);
	store(b, part(a, t, true), v.im);
}

/* ---- conversions (6.3.1.6, 6.3.1.7) ---- */

static struct parts
converted(struct fb *b, struct parts v, const struct type *from, const struct type *to)
{
	const struct type *f = is_complex_type(from) ? from->base : from;
	struct parts r = { ir_none(), ir_none() };

	if (!is_complex_type(to)) {
		r.re = convert(b, v.re, f, to);
		return r;
	}
	r.re = convert(b, v.re, f, to->base);
	r.im = is_real(v) ? ir_float(0) : convert(b, v.im, f, to->base);
	return r;
}

static struct ir_value
truth(struct fb *b, struct parts v, const struct type *t)
{
	if (is_real(v))
		return to_cond(b, v.re, t);
	struct ir_value im = to_cond(b, v.im, t->base);
	return ir_op2(&b->c, IR_OR, IR_PRED, to_cond(b, v.re, t->base), im);
}

struct ir_value
complex_cond(struct fb *b, const struct expr *e)
{
	return truth(b, parts_of(b, e), e->type);
}

struct ir_value
complex_as(struct fb *b, const struct expr *e, const struct type *to)
{
	if (plain(to)->kind == TY_BOOL)
		return from_cond(b, complex_cond(b, e));
	return converted(b, parts_of(b, e), e->type, to).re;
}

/* ---- operators ---- */

/* Call one of libgcc's functions, which the device library has: __muldc3(a, b, c, d) is (a + bi) *
 * (c + di). */
static struct parts
library_result(struct fb *b, const char *what, const struct type *t, struct parts x, struct parts y)
{
	char size = t->base->kind == TY_FLOAT ? 's' : 'd';
	struct decl *d = library_function(b->u, arena_printf(b->arena, "__%s%cc3", what, size));
	struct addr at = scratch_home(b, t, NULL)->addr;
	struct ir_call *call = NEW(b->arena, struct ir_call);

	if (!d)
		diag_bug("build", "the device library has no '__%s%cc3'", what, size);
	signature(b->arena, d->type, &call->sig, &call->nargs, &call->result);
	call->callee = function_symbol(b->u, d);
	call->args = NEWN(b->arena, struct ir_value, 4);
	call->args[0] = x.re;
	call->args[1] = x.im;
	call->args[2] = y.re;
	call->args[3] = y.im;
	call->result_addr = at.base;
	ir_emit(&b->c, IR_CALL, IR_NONE, IR_NOREG, ir_none(), ir_none())->call = call;
	return load_parts(b, at, t);
}

static struct parts
scaled(struct fb *b, enum binary_op op, const struct type *real, struct parts x, struct parts y)
{
	struct parts r;

	r.re = build_binary(b, op, real, x.re, y.re);
	r.im = build_binary(b, op, real, is_real(x) ? x.re : x.im, is_real(y) ? y.re : y.im);
	return r;
}

/* Multiply as gcc does: by the formula, and only where both parts are NaN by the call that recovers
 * infinities (G.5.1p4). */
static struct parts
product(struct fb *b, const struct type *t, struct parts x, struct parts y)
{
	const struct type *real = t->base;
	enum ir_type type = reg_type(real);
	struct ir_block *rare = new_block(b), *end = new_block(b);
	struct ir_value ac = build_binary(b, BIN_MUL, real, x.re, y.re);
	struct ir_value bd = build_binary(b, BIN_MUL, real, x.im, y.im);
	struct ir_value ad = build_binary(b, BIN_MUL, real, x.re, y.im);
	struct ir_value bc = build_binary(b, BIN_MUL, real, x.im, y.re);
	struct parts r, exact;

	r.re = fresh(b, build_binary(b, BIN_SUB, real, ac, bd), type, NULL);
	r.im = fresh(b, build_binary(b, BIN_ADD, real, ad, bc), type, NULL);
	struct ir_value no_im = ir_op1(&b->c, IR_ISNAN, type, r.im),
			no_re = ir_op1(&b->c, IR_ISNAN, type, r.re);
	ir_branch(&b->c, ir_op2(&b->c, IR_AND, IR_PRED, no_re, no_im), rare, end);
	begin_block(b, rare);
	exact = library_result(b, "mul", t, x, y);
	ir_mov(&b->c, r.re.u.reg, exact.re);
	ir_mov(&b->c, r.im.u.reg, exact.im);
	begin_block(b, end);
	return r;
}

static struct parts
sum(struct fb *b, enum binary_op op, const struct type *real, struct parts x, struct parts y)
{
	struct parts r;

	r.re = build_binary(b, op, real, x.re, y.re);
	if (is_real(y))
		r.im = x.im;
	else if (!is_real(x))
		r.im = build_binary(b, op, real, x.im, y.im);
	else
		r.im = op == BIN_SUB ? ir_op1(&b->c, IR_NEG, reg_type(real), y.im) : y.im;
	return r;
}

static struct parts
computed(struct fb *b, enum binary_op op, const struct type *t, struct parts x, struct parts y)
{
	if (op == BIN_ADD || op == BIN_SUB)
		return sum(b, op, t->base, x, y);
	if (is_real(x) || is_real(y))
		return scaled(b, op, t->base, x, y);
	return op == BIN_MUL ? product(b, t, x, y) : library_result(b, "div", t, x, y);
}

/* Build - and GNU's ~, the conjugate. */
static struct parts
unary(struct fb *b, const struct expr *e)
{
	struct parts v = parts_of(b, e->u.unary.sub);
	enum ir_type type = reg_type(e->type->base);

	if (e->u.unary.op == UN_NEG)
		v.re = ir_op1(&b->c, IR_NEG, type, v.re);
	v.im = ir_op1(&b->c, IR_NEG, type, v.im);
	return v;
}

static struct parts
binary(struct fb *b, const struct expr *e)
{
	struct parts x = parts_of(b, e->u.binary.l), y = parts_of(b, e->u.binary.r);

	return computed(b, e->u.binary.op, e->type, x, y);
}

static struct parts
parts_of(struct fb *b, const struct expr *e)
{
	struct parts v = { ir_none(), ir_none() };

	if (!is_complex_type(e->type) || !type_supported(e->type)) {
		v.re = build_expr(b, e); /* or its message */
		if (is_complex_type(e->type))
			v.re = v.im = ir_float(0);
		return v;
	}
	switch (e->kind) {
	case EX_COMPLEX:
		v.re = build_expr(b, e->u.binary.l);
		v.im = build_expr(b, e->u.binary.r);
		return v;
	case EX_UNARY: return unary(b, e);
	case EX_BINARY: return binary(b, e);
	case EX_CAST: return converted(b, parts_of(b, e->u.sub), e->u.sub->type, e->type);
	default: return load_parts(b, build_record(b, e), e->type);
	}
}

/* Build == and !=.  A real operand is equal where the imaginary part is zero. */
struct ir_value
complex_compare(struct fb *b, const struct expr *e)
{
	const struct expr *l = e->u.binary.l, *r = e->u.binary.r;
	const struct type *t = is_complex_type(l->type) ? l->type : r->type;
	struct parts x = converted(b, parts_of(b, l), l->type, t);
	struct parts y = converted(b, parts_of(b, r), r->type, t);
	enum binary_op op = e->u.binary.op;
	struct ir_value re = build_compare(b, op, t->base, x.re, y.re);
	struct ir_value im = build_compare(b, op, t->base, x.im, y.im);

	return ir_op2(&b->c, op == BIN_EQ ? IR_AND : IR_OR, IR_PRED, re, im);
}

/* ---- assignment ---- */

/* Return the new value of an object of type T.  Its old value is read when the right operand has
 * been computed. */
static struct parts
updated(struct fb *b, const struct expr *e, struct lval l)
{
	const struct type *t = e->u.assign.op_type;
	enum binary_op op = e->u.assign.op;
	struct parts y = parts_of(b, e->u.assign.r), x = { ir_none(), ir_none() };
	bool stays_real = !is_complex_type(l.type) && op != BIN_DIV;

	if (is_complex_type(l.type))
		x = load_parts(b, l.addr, l.type);
	else
		x.re = load(b, l);
	x = converted(b, x, l.type, stays_real ? t->base : t);
	return converted(b, computed(b, op, t, x, y), t, l.type);
}

struct ir_value
update_by_complex(struct fb *b, const struct expr *e, struct lval l)
{
	return store(b, l, updated(b, e, l).re);
}

static struct addr
compound_assign(struct fb *b, const struct expr *e)
{
	struct lval l = build_lval(b, e->u.assign.l);

	refuse_atomic_record(b, e->u.assign.l);
	if (type_supported(e->u.assign.op_type))
		store_parts(b, l.addr, l.type, updated(b, e, l));
	else
		error_at(b, e->place, "device code has no '%s'",
			type_to_string(b->arena, e->u.assign.op_type));
	return l.addr;
}

/* Build GNU's ++ and --, which count the real part. */
static struct addr
incdec(struct fb *b, const struct expr *e)
{
	struct lval l = build_lval(b, e->u.incdec.sub), re = part(l.addr, l.type, false);
	struct addr value = l.addr;

	refuse_atomic_record(b, e->u.incdec.sub);
	if (e->u.incdec.post) {
		value = scratch_home(b, e->type, NULL)->addr;
		copy_bytes(b, value, l.addr, e->type->size, e->type->align);
	}
	store(b, re,
		build_binary(b, e->u.incdec.dec ? BIN_SUB : BIN_ADD, re.type, load(b, re),
			ir_float(1)));
	return value;
}

/* Build GNU's c ?: f. */
static struct addr
first_or(struct fb *b, const struct expr *e)
{
	const struct expr *c = e->u.cond.c;
	struct addr a = scratch_home(b, e->type, NULL)->addr;
	struct ir_block *no = new_block(b), *end = new_block(b);
	struct parts v = parts_of(b, c);

	store_parts(b, a, e->type, converted(b, v, c->type, e->type));
	ir_branch(&b->c, truth(b, v, c->type), end, no);
	begin_block(b, no);
	copy_bytes(b, a, build_record(b, e->u.cond.f), e->type->size, e->type->align);
	begin_block(b, end);
	return a;
}

/* ---- values that no object holds ---- */

bool
is_computed(const struct expr *e)
{
	if (!is_complex_type(e->type))
		return false;
	switch (e->kind) {
	case EX_COMPLEX:
	case EX_UNARY:
	case EX_BINARY:
	case EX_COMPOUND_ASSIGN:
	case EX_INCDEC: return true;
	case EX_CAST: return !type_same(e->type, e->u.sub->type);
	case EX_COND: return !e->u.cond.t;
	default: return false;
	}
}

struct addr
build_computed(struct fb *b, const struct expr *e)
{
	struct parts v;
	struct addr a;

	switch (e->kind) {
	case EX_COMPOUND_ASSIGN: return compound_assign(b, e);
	case EX_INCDEC: return incdec(b, e);
	case EX_COND: return first_or(b, e);
	default:
		v = parts_of(b, e);
		a = scratch_home(b, e->type, NULL)->addr;
		store_parts(b, a, e->type, v);
		return a;
	}
}

struct ir_value
computed_part(struct fb *b, const struct expr *e)
{
	struct parts v = parts_of(b, e->u.member.sub);

	return e->u.member.field->offset ? v.im : v.re;
}
