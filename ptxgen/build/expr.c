/*
 * expr.c: scalar expressions (C11 6.5), conditions and branches.
 *
 * Values are registers or constants.  The value of a variable is its own register: whoever keeps it
 * across an assignment to the variable takes a copy (fresh).
 */
#include "build/internal.h"
#include "c/eval.h"

bool
const_int(const struct expr *e, int64_t *v)
{
	return (type_is_integer(e->type) || e->type->kind == TY_POINTER) && eval_int(e, v);
}

struct ir_value
fresh(struct fb *b, struct ir_value v, enum ir_type type, const char *name)
{
	ir_reg r = ir_reg_new(b->f, type, name);

	ir_mov(&b->c, r, v);
	return ir_r(r);
}

struct ir_value
build_as(struct fb *b, const struct expr *e, const struct type *to)
{
	if (is_complex_type(e->type))
		return complex_as(b, e, to);
	return convert(b, build_expr(b, e), e->type, to);
}

void
assign_into(struct fb *b, struct lval l, const struct expr *e)
{
	if (is_memory_type(l.type))
		copy_bytes(b, l.addr, build_record(b, e), l.type->size, l.type->align);
	else
		store(b, l, build_as(b, e, l.type));
}

/* ---- operators ---- */

static bool
is_comparison(enum binary_op op)
{
	return op >= BIN_EQ && op <= BIN_GE;
}

struct ir_value
no_wrap(struct fb *b, const struct type *t, struct ir_value v)
{
	if (v.kind == VAL_REG && b->c.block && b->c.block->last &&
		b->c.block->last->dst == v.u.reg && !is_float_type(t) && !is_unsigned_type(t) &&
		!b->u->options->wraps)
		b->c.block->last->nsw = true;
	return v;
}

struct ir_value
build_binary(struct fb *b, enum binary_op op, const struct type *t, struct ir_value l,
	struct ir_value r)
{
	enum ir_type type = reg_type(t);
	bool real = is_float_type(t), u = is_unsigned_type(t);

	switch (op) {
	case BIN_ADD: return no_wrap(b, t, ir_op2(&b->c, IR_ADD, type, l, r));
	case BIN_SUB: return no_wrap(b, t, ir_op2(&b->c, IR_SUB, type, l, r));
	case BIN_MUL: return no_wrap(b, t, ir_op2(&b->c, IR_MUL, type, l, r));
	case BIN_DIV: return ir_op2(&b->c, real ? IR_DIV : u ? IR_DIV_U : IR_DIV_S, type, l, r);
	case BIN_REM: return ir_op2(&b->c, u ? IR_REM_U : IR_REM_S, type, l, r);
	case BIN_AND: return ir_op2(&b->c, IR_AND, type, l, r);
	case BIN_OR: return ir_op2(&b->c, IR_OR, type, l, r);
	case BIN_XOR: return ir_op2(&b->c, IR_XOR, type, l, r);
	case BIN_SHL: return ir_op2(&b->c, IR_SHL, type, l, r);
	case BIN_SHR: return ir_op2(&b->c, u ? IR_SHR_U : IR_SHR_S, type, l, r);
	default: diag_bug("build", "binary operator %d", op);
	}
}

/* Return the count of a shift in 32 bits, which the machine wants.  It has a type of its own. */
static struct ir_value
shift_count(struct fb *b, const struct expr *e)
{
	return build_as(b, e, &int_type);
}

static struct ir_value
pointer_difference(struct fb *b, const struct expr *e)
{
	const struct type *elem = e->u.binary.l->type->base;
	struct ir_value l = build_expr(b, e->u.binary.l), r = build_expr(b, e->u.binary.r);
	struct ir_value bytes = ir_op2(&b->c, IR_SUB, IR_I64, l, r), size;

	size = type_is_vla(elem) ? type_size(b, elem) : ir_int(elem->size ? elem->size : 1);
	if (size.kind == VAL_INT && size.u.i == 1)
		return bytes;
	return ir_op2(&b->c, IR_DIV_S, IR_I64, bytes, size);
}

static struct ir_value
binary(struct fb *b, const struct expr *e)
{
	struct ir_value l, r;

	switch (e->u.binary.op) {
	case BIN_PTRADD:
	case BIN_PTRSUB: return addr_value(b, build_pointer(b, e));
	case BIN_PTRDIFF: return pointer_difference(b, e);
	case BIN_SHL:
	case BIN_SHR:
		l = build_expr(b, e->u.binary.l);
		return build_binary(b, e->u.binary.op, e->type, l, shift_count(b, e->u.binary.r));
	default: break;
	}
	if (is_comparison(e->u.binary.op))
		return from_cond(b, build_cond(b, e));
	l = build_expr(b, e->u.binary.l);
	r = build_expr(b, e->u.binary.r);
	return build_binary(b, e->u.binary.op, e->type, l, r);
}

static struct ir_value
unary(struct fb *b, const struct expr *e)
{
	enum ir_type t = reg_type(e->type);

	switch (e->u.unary.op) {
	case UN_NEG: return ir_op1(&b->c, IR_NEG, t, build_expr(b, e->u.unary.sub));
	case UN_BITNOT: return ir_op1(&b->c, IR_NOT, t, build_expr(b, e->u.unary.sub));
	default: return from_cond(b, build_cond(b, e));
	}
}

/* ---- conditions ---- */

/* Return whether the expression is safe and cheap to compute even where C would not: no effects, no
 * memory, no division. */
static bool
is_cheap(struct fb *b, const struct expr *e, int *budget)
{
	struct home *h;

	if (--*budget < 0 || is_memory_type(e->type) || !type_is_scalar(e->type) ||
		!type_supported(e->type))
		return false;
	switch (e->kind) {
	case EX_INT:
	case EX_FLOAT: return true;
	case EX_VAR:
		h = map_get(&b->homes, e->u.var->canonical ? e->u.var->canonical : e->u.var);
		return h && h->kind == HOME_REG;
	case EX_UNARY: return is_cheap(b, e->u.unary.sub, budget);
	case EX_CAST: return is_cheap(b, e->u.sub, budget);
	case EX_LOGAND:
	case EX_LOGOR: break;
	case EX_BINARY:
		if (!is_float_type(e->type) &&
			(e->u.binary.op == BIN_DIV || e->u.binary.op == BIN_REM))
			return false;
		break;
	default: return false;
	}
	return is_cheap(b, e->u.binary.l, budget) && is_cheap(b, e->u.binary.r, budget);
}

static bool
cheap(struct fb *b, const struct expr *e)
{
	int budget = 6;

	return is_cheap(b, e, &budget);
}

struct ir_value
build_compare(struct fb *b, enum binary_op op, const struct type *t, struct ir_value l,
	struct ir_value r)
{
	bool real = is_float_type(t), u = is_unsigned_type(t);
	enum ir_op less = real ? IR_LT : u ? IR_LT_U : IR_LT_S;
	enum ir_op less_equal = real ? IR_LE : u ? IR_LE_U : IR_LE_S;
	enum ir_type type = reg_type(t);

	switch (op) {
	case BIN_EQ: return ir_compare(&b->c, IR_EQ, type, l, r);
	case BIN_NE: return ir_compare(&b->c, IR_NE, type, l, r);
	case BIN_LT: return ir_compare(&b->c, less, type, l, r);
	case BIN_LE: return ir_compare(&b->c, less_equal, type, l, r);
	case BIN_GT: return ir_compare(&b->c, less, type, r, l);
	default: return ir_compare(&b->c, less_equal, type, r, l);
	}
}

/* Return whether e compares with zero for its sign: e < 0, e >= 0. */
static bool
asks_sign(const struct expr *e)
{
	int64_t k;

	return (e->u.binary.op == BIN_LT || e->u.binary.op == BIN_GE) &&
		eval_int(e->u.binary.r, &k) && k == 0;
}

static struct ir_value
compare(struct fb *b, const struct expr *e)
{
	const struct expr *outer = b->unwanted;
	struct ir_value l, r;

	if (is_complex_type(e->u.binary.l->type) || is_complex_type(e->u.binary.r->type))
		return complex_compare(b, e);
	if (asks_sign(e))
		b->unwanted = e->u.binary.l;
	l = build_expr(b, e->u.binary.l);
	b->unwanted = outer;
	r = build_expr(b, e->u.binary.r);
	return build_compare(b, e->u.binary.op, e->u.binary.l->type, l, r);
}

/* Return as a value a condition that needs control flow. */
static struct ir_value
branched_cond(struct fb *b, const struct expr *e)
{
	ir_reg r = ir_reg_new(b->f, IR_I32, NULL);
	struct ir_block *yes = new_block(b), *no = new_block(b), *end = new_block(b);

	build_branch(b, e, yes, no);
	begin_block(b, yes);
	ir_mov(&b->c, r, ir_int(1));
	ir_jump(&b->c, end);
	begin_block(b, no);
	ir_mov(&b->c, r, ir_int(0));
	begin_block(b, end);
	return to_cond(b, ir_r(r), &int_type);
}

static struct ir_value
logical(struct fb *b, const struct expr *e)
{
	struct ir_value l, r;

	if (!cheap(b, e->u.binary.r))
		return branched_cond(b, e);
	l = build_cond(b, e->u.binary.l);
	r = build_cond(b, e->u.binary.r);
	return ir_op2(&b->c, e->kind == EX_LOGAND ? IR_AND : IR_OR, IR_PRED, l, r);
}

struct ir_value
build_cond(struct fb *b, const struct expr *e)
{
	if (is_complex_type(e->type))
		return complex_cond(b, e);
	switch (e->kind) {
	case EX_BINARY:
		if (is_comparison(e->u.binary.op))
			return compare(b, e);
		break;
	case EX_UNARY:
		if (e->u.unary.op == UN_LOGNOT)
			return ir_op1(&b->c, IR_NOT, IR_PRED, build_cond(b, e->u.unary.sub));
		break;
	case EX_LOGAND:
	case EX_LOGOR: return logical(b, e);
	case EX_COMMA: build_effects(b, e->u.binary.l); return build_cond(b, e->u.binary.r);
	case EX_CAST: /* truth values keep their meaning through integer conversions */
		if (type_is_integer(e->type) && e->u.sub->kind == EX_BINARY &&
			is_comparison(e->u.sub->u.binary.op))
			return build_cond(b, e->u.sub);
		if (e->type->kind == TY_BOOL && type_is_scalar(e->u.sub->type))
			return build_cond(b, e->u.sub);
		break;
	default: break;
	}
	return to_cond(b, build_expr(b, e), e->type);
}

static void
branch_logical(struct fb *b, const struct expr *e, struct ir_block *yes, struct ir_block *no)
{
	struct ir_block *rest = new_block(b);

	if (e->kind == EX_LOGAND)
		build_branch(b, e->u.binary.l, rest, no);
	else
		build_branch(b, e->u.binary.l, yes, rest);
	begin_block(b, rest);
	build_branch(b, e->u.binary.r, yes, no);
}

void
build_branch(struct fb *b, const struct expr *e, struct ir_block *yes, struct ir_block *no)
{
	int64_t v;

	if (e->place.file)
		b->c.place = e->place;
	if (const_int(e, &v))
		ir_jump(&b->c, v ? yes : no);
	else if (e->kind == EX_UNARY && e->u.unary.op == UN_LOGNOT)
		build_branch(b, e->u.unary.sub, no, yes);
	else if ((e->kind == EX_LOGAND || e->kind == EX_LOGOR) && !cheap(b, e->u.binary.r))
		branch_logical(b, e, yes, no);
	else
		ir_branch(&b->c, build_cond(b, e), yes, no);
}

/* Build c ? t : f, and GNU's c ?: f (t NULL). */
static struct ir_value
conditional(struct fb *b, const struct expr *e)
{
	const struct expr *c = e->u.cond.c, *t = e->u.cond.t, *f = e->u.cond.f;
	enum ir_type type = reg_type(e->type);
	struct ir_block *yes, *no, *end;
	struct ir_value v = ir_none(), cond;
	ir_reg r;

	if (t && type != IR_NONE && cheap(b, t) && cheap(b, f)) {
		cond = build_cond(b, c);
		v = build_as(b, t, e->type);
		return ir_op3(&b->c, IR_SELECT, type, cond, v, build_as(b, f, e->type));
	}
	yes = new_block(b), no = new_block(b), end = new_block(b);
	r = type == IR_NONE ? IR_NOREG : ir_reg_new(b->f, type, NULL);
	if (t) {
		build_branch(b, c, yes, no);
	} else {
		v = build_expr(b, c);
		ir_branch(&b->c, to_cond(b, v, c->type), yes, no);
	}
	begin_block(b, yes);
	v = t ? build_as(b, t, e->type) : convert(b, v, c->type, e->type);
	if (r != IR_NOREG)
		ir_mov(&b->c, r, v);
	ir_jump(&b->c, end);
	begin_block(b, no);
	v = build_as(b, f, e->type);
	if (r != IR_NOREG)
		ir_mov(&b->c, r, v);
	begin_block(b, end);
	return r == IR_NOREG ? ir_none() : ir_r(r);
}

/* ---- assignment ---- */

struct ir_value
pointer_bytes(struct fb *b, const struct type *elem, const struct expr *r)
{
	struct ir_value n = r ? build_as(b, r, &long_type) : ir_int(1), size = type_size(b, elem);

	if (size.kind == VAL_INT && !size.u.i && elem->kind != TY_STRUCT)
		size.u.i = 1; /* GNU: void and functions count as one byte */
	if (n.kind == VAL_INT && size.kind == VAL_INT)
		return ir_int(n.u.i * size.u.i);
	if (size.kind != VAL_INT || size.u.i != 1)
		return ir_op2(&b->c, IR_MUL, IR_I64, n, size);
	return n;
}

static struct ir_value
pointer_step(struct fb *b, struct lval l, enum binary_op op, const struct expr *r)
{
	bool minus = op == BIN_SUB || op == BIN_PTRSUB;
	struct ir_value n = pointer_bytes(b, l.type->base, r);

	return store(b, l, ir_op2(&b->c, minus ? IR_SUB : IR_ADD, IR_I64, load(b, l), n));
}

static struct ir_value
compound_assign(struct fb *b, const struct expr *e)
{
	enum binary_op op = e->u.assign.op;
	const struct type *t = e->u.assign.op_type;
	struct ir_value v, r;
	struct lval l;

	if (!type_supported(t)) {
		error_at(b, e->place, "device code has no '%s'", type_to_string(b->arena, t));
		return ir_int(0);
	}
	if (e->u.assign.l->type->quals & Q_ATOMIC)
		return build_c11_atomic(b, e);
	l = build_lval(b, e->u.assign.l);
	if (is_complex_type(t))
		return update_by_complex(b, e, l);
	if (l.type->kind == TY_POINTER)
		return pointer_step(b, l, op, e->u.assign.r);
	if (op == BIN_SHL || op == BIN_SHR)
		r = shift_count(b, e->u.assign.r);
	else
		r = build_as(b, e->u.assign.r, t);
	v = build_binary(b, op, t, convert(b, load(b, l), l.type, t), r);
	return store(b, l, convert(b, v, t, l.type));
}

static struct ir_value
stepped(struct fb *b, const struct type *t, struct ir_value old, bool dec)
{
	int64_t by = 1;

	if (is_float_type(t))
		return ir_op2(&b->c, dec ? IR_SUB : IR_ADD, reg_type(t), old, ir_float(1));
	if (t->kind == TY_POINTER && type_is_vla(t->base))
		return ir_op2(&b->c, dec ? IR_SUB : IR_ADD, IR_I64, old, type_size(b, t->base));
	if (t->kind == TY_POINTER)
		by = t->base->size ? t->base->size : 1;
	if (reg_type(t) == IR_I64)
		return ir_op2(&b->c, IR_ADD, IR_I64, old, ir_int(dec ? -by : by));
	return convert(b, no_wrap(b, t, ir_op2(&b->c, IR_ADD, IR_I32, old, ir_int(dec ? -1 : 1))),
		&int_type, t);
}

static struct ir_value
incdec(struct fb *b, const struct expr *e, bool wanted)
{
	struct ir_value old;
	struct lval l;

	if (e->u.incdec.sub->type->quals & Q_ATOMIC)
		return build_c11_atomic(b, e);
	l = build_lval(b, e->u.incdec.sub);
	old = load(b, l);
	if (e->u.incdec.post && wanted) {
		if (l.in_reg)
			old = fresh(b, old, reg_type(l.type), NULL);
		store(b, l, stepped(b, l.type, old, e->u.incdec.dec));
		return old;
	}
	return store(b, l, stepped(b, l.type, old, e->u.incdec.dec));
}

/* ---- the rest ---- */

/* Return whether e is 0 or 1 already. */
static bool
is_truth(const struct expr *e)
{
	return e->kind == EX_LOGAND || e->kind == EX_LOGOR ||
		(e->kind == EX_BINARY && is_comparison(e->u.binary.op)) ||
		(e->kind == EX_UNARY && e->u.unary.op == UN_LOGNOT);
}

static struct ir_value
cast(struct fb *b, const struct expr *e)
{
	const struct expr *sub = e->u.sub;

	if (e->type->kind == TY_VOID) {
		build_effects(b, sub);
		return ir_none();
	}
	if (e->type->kind == TY_POINTER)
		return addr_value(b, build_pointer(b, e));
	if (plain(e->type)->kind == TY_BOOL && is_truth(sub))
		return build_expr(b, sub);
	return build_as(b, sub, e->type);
}

static struct ir_value
assign(struct fb *b, const struct expr *e)
{
	struct lval l;

	if (e->u.assign.l->type->quals & Q_ATOMIC)
		return build_c11_atomic(b, e);
	l = build_lval(b, e->u.assign.l);
	return store(b, l, build_as(b, e->u.assign.r, e->u.assign.l->type));
}

static struct ir_value
assigned(struct fb *b, const struct expr *lvalue, struct ir_value v)
{
	note_assignment(b, lvalue);
	return v;
}

static struct ir_value
host_only(struct fb *b, const struct expr *e, const char *what)
{
	error_at(b, e->place, "device code cannot use %s", what);
	return ir_int(0);
}

static struct ir_value
vla_sizeof(struct fb *b, const struct expr *e)
{
	const struct type *t = e->u.size.sub ? e->u.size.sub->type : e->u.size.vla_type;

	if (!e->u.size.sub)
		vla_lengths(b, t, false);
	return type_size(b, t);
}

/* Return whether e is known, as *v.  Integer constant expressions cost nothing, whatever they are
 * made of; nor does DBL_MAX, which headers write as a long double made a double. */
static bool
folded(const struct expr *e, struct ir_value *v)
{
	long double f;
	int64_t i;

	if (e->kind == EX_CAST && is_float_type(e->type) && eval_float(e, &f)) {
		*v = ir_float((double)f);
		return true;
	}
	if (e->kind != EX_UNARY && e->kind != EX_BINARY && e->kind != EX_CAST)
		return false;
	if (!type_is_integer(e->type) || !eval_int(e, &i))
		return false;
	*v = ir_int(int_value(e->type, i));
	return true;
}

static struct ir_value
read_object(struct fb *b, const struct expr *e)
{
	struct lval l = build_lval(b, e);

	return e->type->quals & Q_ATOMIC ? atomic_read(b, l, e->place) : load(b, l);
}

static struct ir_value
dispatch(struct fb *b, const struct expr *e)
{
	struct ir_value v;

	if (folded(e, &v))
		return v;
	switch (e->kind) {
	case EX_INT: return ir_int(int_value(e->type, e->u.i));
	case EX_FLOAT: return ir_float(e->type->kind == TY_FLOAT ? (float)e->u.f : (double)e->u.f);
	case EX_UNARY: return unary(b, e);
	case EX_BINARY: return binary(b, e);
	case EX_LOGAND:
	case EX_LOGOR: return from_cond(b, build_cond(b, e));
	case EX_COND: return conditional(b, e);
	case EX_COMMA: build_effects(b, e->u.binary.l); return build_expr(b, e->u.binary.r);
	case EX_ASSIGN: return assigned(b, e->u.assign.l, assign(b, e));
	case EX_COMPOUND_ASSIGN: return assigned(b, e->u.assign.l, compound_assign(b, e));
	case EX_INCDEC: return assigned(b, e->u.incdec.sub, incdec(b, e, true));
	case EX_FUNC:
	case EX_ADDR: return addr_value(b, build_pointer(b, e));
	case EX_CAST: return cast(b, e);
	case EX_CALL: return build_call(b, e, NULL);
	case EX_STMT: return build_stmt_value(b, e->u.stmt, NULL);
	case EX_SIZEOF_VLA: return vla_sizeof(b, e);
	case EX_VA_ARG: return load(b, mem_lval(build_va_arg(b, e), e->type));
	case EX_BUILTIN_HOST: return host_only(b, e, e->u.call.what);
	case EX_LABEL_ADDR: return host_only(b, e, "addresses of labels");
	case EX_DEREF:
		if (e->type->kind == TY_FUNCTION)
			return addr_value(b, build_pointer(b, e));
		break;
	case EX_MEMBER:
		if (is_computed(e->u.member.sub))
			return computed_part(b, e);
		break;
	default: break;
	}
	return read_object(b, e);
}

struct ir_value
build_expr(struct fb *b, const struct expr *e)
{
	struct place outer = b->c.place;
	struct ir_value v;

	if (!type_supported(e->type) || is_complex_type(e->type)) {
		error_at(b, e->place, "device code has no '%s'", type_to_string(b->arena, e->type));
		return ir_int(0);
	}
	if (e->place.file)
		b->c.place = e->place;
	v = dispatch(b, e);
	b->c.place = outer;
	return v;
}

/* Build an expression for its effects: structs, voids, and increments whose value is unused. */
void
build_effects(struct fb *b, const struct expr *e)
{
	struct place outer = b->c.place;
	const struct expr *unwanted = b->unwanted;

	if (e->place.file)
		b->c.place = e->place;
	b->unwanted = e;
	if (e->kind == EX_INCDEC && !is_complex_type(e->type))
		assigned(b, e->u.incdec.sub, incdec(b, e, false));
	else if (e->kind == EX_CAST && e->type->kind == TY_VOID)
		build_effects(b, e->u.sub);
	else if (e->kind == EX_COMMA) {
		build_effects(b, e->u.binary.l);
		build_effects(b, e->u.binary.r);
	} else if (is_record_type(e->type))
		build_record(b, e);
	else if (e->type->kind == TY_ARRAY)
		build_lval(b, e);
	else
		build_expr(b, e);
	b->c.place = outer;
	b->unwanted = unwanted;
}
