/*
 * sema_expr.c: operators: their constraints, conversions and result types (C11 6.5).
 *
 * The constructors of parse.h.  Calls are in sema_call.c, conversions in sema_conv.c.
 */
#include "c/internal.h"

static struct expr *
bad_operands(struct parser *p, struct place place, const char *op, struct expr *l, struct expr *r)
{
	diag_error(p->diag, place, "invalid operands to '%s': '%s' and '%s'", op, show(p, l->type),
		show(p, r->type));
	return expr_error(p, place);
}

static struct expr *
make_binary(struct parser *p, struct place place, enum binary_op op, struct type *t, struct expr *l,
	struct expr *r)
{
	struct expr *e = new_expr(p, EX_BINARY, t, place);

	e->u.binary.op = op;
	e->u.binary.l = l;
	e->u.binary.r = r;
	return e;
}

/* ---- variables, indirection, members ---- */

struct expr *
expr_var(struct parser *p, struct place place, struct decl *d)
{
	struct expr *e = new_expr(p, d->kind == DECL_FUNC ? EX_FUNC : EX_VAR, d->type, place);

	e->u.var = d;
	return e;
}

struct expr *
expr_deref(struct parser *p, struct place place, struct expr *sub)
{
	struct expr *e;

	sub = decay(p, sub);
	if (expr_is_error(p, sub))
		return sub;
	if (sub->type->kind != TY_POINTER) {
		diag_error(p->diag, place, "'*' needs a pointer, not '%s'", show(p, sub->type));
		return expr_error(p, place);
	}
	e = new_expr(p, EX_DEREF, sub->type->base, place);
	e->u.sub = sub;
	return e;
}

struct expr *
expr_addr(struct parser *p, struct place place, struct expr *sub)
{
	struct expr *e;

	if (expr_is_error(p, sub))
		return sub;
	if (sub->type->kind != TY_FUNCTION && !expr_is_lvalue(sub)) {
		diag_error(p->diag, place, "'&' needs an lvalue");
		return expr_error(p, place);
	}
	if (expr_bitfield(sub)) {
		diag_error(p->diag, place, "address of the bit-field '%s'",
			sub->u.member.field->name ? sub->u.member.field->name : "");
		return expr_error(p, place);
	}
	if (sub->kind == EX_VAR && sub->u.var->storage == SC_REGISTER)
		diag_error(p->diag, place, "address of register variable '%s'", sub->u.var->name);
	mark_address_taken(p, sub);
	e = new_expr(p, EX_ADDR, pointer_to(p, sub->type), place);
	e->u.sub = sub;
	return e;
}

static struct expr *
index_vector(struct parser *p, struct place place, struct expr *base, struct expr *index)
{
	struct expr *args[2] = { base, index };

	return expr_vector(p, place, record_info(base->type)->vector_of, args, 2);
}

struct expr *
expr_index(struct parser *p, struct place place, struct expr *base, struct expr *index)
{
	struct expr *sum;

	if (type_is_vector(base->type))
		return index_vector(p, place, base, index);
	base = decay(p, base);
	index = decay(p, index);
	if (expr_is_error(p, base) || expr_is_error(p, index))
		return expr_error(p, place);
	if (base->type->kind != TY_POINTER && index->type->kind != TY_POINTER) {
		diag_error(p->diag, place, "subscripted value is neither array nor pointer: '%s'",
			show(p, base->type));
		return expr_error(p, place);
	}
	if (!type_is_integer(base->type) && !type_is_integer(index->type)) {
		diag_error(p->diag, place, "array subscript is not an integer: '%s'",
			show(p, index->type));
		return expr_error(p, place);
	}
	sum = expr_binary(p, place, BIN_ADD, base, index);
	return expr_deref(p, place, sum);
}

struct expr *
expr_field(struct parser *p, struct place place, struct expr *e, const struct field *f)
{
	struct expr *m = new_expr(p, EX_MEMBER, type_qualified(p->arena, f->type, e->type->quals),
		place);

	m->u.member.sub = e;
	m->u.member.field = f;
	return span(m, e->first, e->last);
}

/* Return the member, also from anonymous records (6.7.2.1p13), or NULL: none has that name. */
static struct expr *
select_member(struct parser *p, struct place place, struct expr *e, const char *name)
{
	const struct field *f;
	size_t offset;

	for (f = e->type->u.record->fields; f; f = f->next) {
		if (f->name == name)
			return expr_field(p, place, e, f);
		if (!f->name && f->bit_width < 0 && type_is_record(f->type) &&
			find_member(f->type, name, &offset))
			return select_member(p, place, expr_field(p, place, e, f), name);
	}
	return NULL;
}

static const char *
nearest_member(const struct type *t, const char *name, const char *best)
{
	const struct field *f;

	for (f = t->u.record->fields; f; f = f->next) {
		if (f->name)
			best = nearest_of(name, best, f->name);
		else if (type_is_record(f->type))
			best = nearest_member(f->type, name, best);
	}
	return best;
}

static const char *
lvalue_name(const struct expr *e)
{
	if (e->kind == EX_VAR && e->u.var->name)
		return e->u.var->name;
	if (e->kind == EX_MEMBER && e->u.member.field->name)
		return e->u.member.field->name;
	return NULL;
}

/* Return what stands before '.' or '->', for messages. */
static const char *
owner(struct parser *p, const struct expr *e)
{
	const char *name = lvalue_name(e);

	return name ? name : show(p, e->type);
}

static bool
has_members(const struct type *t)
{
	return type_is_record(t) && !type_is_vector(t);
}

static struct expr *
member_of(struct parser *p, struct place place, struct expr *e, const char *name)
{
	const char *guess;
	struct expr *m;
	size_t offset;

	if (expr_is_error(p, e))
		return e;
	if (!has_members(e->type)) {
		diag_error(p->diag, place,
			"member '%s' of something that is not a structure or union: "
			"'%s'",
			name, show(p, e->type));
		return expr_error(p, place);
	}
	if (!require_complete(p, place, e->type, "the value whose member is used"))
		return expr_error(p, place);
	m = select_member(p, place, e, name);
	if (m)
		return m;
	guess = nearest_member(e->type, name, NULL);
	diag_error(p->diag, place,
		guess ? "'%s' has no member '%s'; did you mean '%s'?" : "'%s' has no member '%s'",
		show(p, e->type), name, guess);
	if (guess)
		note_declared(p, guess, find_member(e->type, guess, &offset)->place);
	return expr_error(p, place);
}

struct expr *
expr_member(struct parser *p, struct place place, struct expr *e, const char *name)
{
	if (e->type->kind == TY_POINTER && has_members(e->type->base)) {
		diag_fix(p->diag, "->");
		diag_error(p->diag, place, "'%s' is a pointer; did you mean '->'?", owner(p, e));
		if (e->kind == EX_VAR)
			note_declared(p, e->u.var->name, e->u.var->place);
		return expr_error(p, place);
	}
	return member_of(p, place, e, name);
}

struct expr *
expr_arrow(struct parser *p, struct place place, struct expr *e, const char *name)
{
	e = decay(p, e);
	if (expr_is_error(p, e))
		return e;
	if (e->type->kind == TY_POINTER)
		return member_of(p, place, expr_deref(p, place, e), name);
	diag_fix(p->diag, has_members(e->type) ? "." : NULL);
	diag_error(p->diag, place,
		has_members(e->type) ? "'%s' is no pointer; did you mean '.'?" :
				       "'->' needs a pointer, not '%s'",
		has_members(e->type) ? owner(p, e) : show(p, e->type));
	return expr_error(p, place);
}

/* ---- unary operators ---- */

struct expr *
expr_unary(struct parser *p, struct place place, enum unary_op op, struct expr *sub)
{
	static const char *const spelling[] = { "-", "~", "!" };
	struct expr *e;
	bool fits;

	sub = op == UN_LOGNOT ? decay(p, sub) : promote(p, sub);
	if (expr_is_error(p, sub))
		return sub;
	if (type_is_vector(sub->type))
		return expr_vector(p, place, sub->type, &sub, 1);
	fits = op == UN_LOGNOT ? type_is_scalar(sub->type) :
		op == UN_NEG   ? type_is_arithmetic(sub->type) :
				 type_is_integer(sub->type) || sub->type->kind == TY_COMPLEX;
	if (!fits) {
		diag_error(p->diag, place, "invalid operand to '%s': '%s'", spelling[op],
			show(p, sub->type));
		return expr_error(p, place);
	}
	e = new_expr(p, EX_UNARY, op == UN_LOGNOT ? p->basic[TY_INT] : sub->type->unqual, place);
	e->u.unary.op = op;
	e->u.unary.sub = sub;
	return e;
}

/* ---- binary operators ---- */

static bool
check_pointer_arithmetic(struct parser *p, struct place place, const struct type *t)
{
	if (t->base->kind == TY_VOID || t->base->kind == TY_FUNCTION)
		return true; /* GNU: as if of size 1 */
	return require_complete(p, place, t->base, "the object of this pointer arithmetic");
}

static struct expr *
pointer_and_integer(struct parser *p, struct place place, enum binary_op op, struct expr *ptr,
	struct expr *n)
{
	struct type *t = ptr->type->unqual;

	if (!check_pointer_arithmetic(p, place, t))
		return expr_error(p, place);
	n = expr_cast(p, promote(p, n), p->basic[TY_LONG]);
	return make_binary(p, place, op, t, ptr, n);
}

static struct expr *
pointer_difference(struct parser *p, struct place place, struct expr *l, struct expr *r)
{
	if (!type_same(l->type->base, r->type->base))
		return bad_operands(p, place, "-", l, r);
	if (!check_pointer_arithmetic(p, place, l->type))
		return expr_error(p, place);
	return make_binary(p, place, BIN_PTRDIFF, p->basic[TY_LONG], l, r);
}

static struct expr *
add_or_sub(struct parser *p, struct place place, enum binary_op op, struct expr *l, struct expr *r)
{
	bool lp = l->type->kind == TY_POINTER, rp = r->type->kind == TY_POINTER;

	if (lp && type_is_integer(r->type))
		return pointer_and_integer(p, place, op == BIN_ADD ? BIN_PTRADD : BIN_PTRSUB, l, r);
	if (rp && op == BIN_ADD && type_is_integer(l->type)) {
		return pointer_and_integer(p, place, BIN_PTRADD, r, l);
	}
	if (lp && rp && op == BIN_SUB)
		return pointer_difference(p, place, l, r);
	return bad_operands(p, place, binary_spelling(op), l, r);
}

static struct expr *
arithmetic(struct parser *p, struct place place, enum binary_op op, struct expr *l, struct expr *r)
{
	struct type *t = type_common(p, type_promoted(p, l), type_promoted(p, r));
	int64_t zero;

	if ((op == BIN_DIV || op == BIN_REM) && type_is_integer(t) && eval_int_const(p, r, &zero) &&
		zero == 0 && !p->unevaluated)
		diag_warn(p->diag, place, "-Wdiv-by-zero", "division by zero");
	return make_binary(p, place, op, t,
		expr_cast(p, promote(p, l), operand_type(op, l, true, t)),
		expr_cast(p, promote(p, r), operand_type(op, r, false, t)));
}

static struct expr *
shift(struct parser *p, struct place place, enum binary_op op, struct expr *l, struct expr *r)
{
	int64_t n;

	l = promote(p, l);
	r = promote(p, r);
	if (eval_int_const(p, r, &n) && (n < 0 || n >= type_width(l->type)) && !p->unevaluated)
		diag_warn(p->diag, place,
			n < 0 ? "-Wshift-count-negative" : "-Wshift-count-overflow",
			n < 0 ? "shift by a negative count" :
				"shift count is not below the width of '%s'",
			show(p, l->type));
	return make_binary(p, place, op, l->type->unqual, l, r);
}

static struct expr *
compare_pointers(struct parser *p, struct place place, enum binary_op op, struct expr *l,
	struct expr *r)
{
	struct type *lt = l->type, *rt = r->type;

	if (lt->kind != TY_POINTER || rt->kind != TY_POINTER) {
		struct expr *n = lt->kind == TY_POINTER ? r : l;

		if (!type_is_integer(n->type))
			return bad_operands(p, place, binary_spelling(op), l, r);
		if (!expr_is_null_constant(p, n))
			diag_warn(p->diag, place, NULL, "comparison between pointer and integer");
		l = expr_cast(p, l, lt->kind == TY_POINTER ? lt : rt);
		r = expr_cast(p, r, lt->kind == TY_POINTER ? lt : rt);
	} else if (!type_same(lt->base, rt->base)) {
		bool with_void = type_is_pointer_to_void(lt) || type_is_pointer_to_void(rt);

		if (!with_void && !expr_is_null_constant(p, l) && !expr_is_null_constant(p, r))
			diag_warn(p->diag, place, NULL,
				"comparison of distinct pointer types '%s' and '%s'", show(p, lt),
				show(p, rt));
		r = expr_cast(p, r, lt);
	}
	return make_binary(p, place, op, p->basic[TY_INT], l, r);
}

static struct expr *
comparison(struct parser *p, struct place place, enum binary_op op, struct expr *l, struct expr *r)
{
	struct expr *e;

	if (type_is_arithmetic(l->type) && type_is_arithmetic(r->type)) {
		if (op > BIN_NE && (l->type->kind == TY_COMPLEX || r->type->kind == TY_COMPLEX))
			return bad_operands(p, place, binary_spelling(op), l, r);
		e = arithmetic(p, place, op, l, r);
		e->type = p->basic[TY_INT];
		return e;
	}
	if (l->type->kind == TY_POINTER || r->type->kind == TY_POINTER)
		return compare_pointers(p, place, op, l, r);
	return bad_operands(p, place, binary_spelling(op), l, r);
}

static bool
operands_fit(enum binary_op op, const struct type *l, const struct type *r)
{
	switch (op) {
	case BIN_ADD:
	case BIN_SUB:
	case BIN_MUL:
	case BIN_DIV: return type_is_arithmetic(l) && type_is_arithmetic(r);
	default: return type_is_integer(l) && type_is_integer(r);
	}
}

struct expr *
expr_binary(struct parser *p, struct place place, enum binary_op op, struct expr *l, struct expr *r)
{
	struct expr *args[2];

	l = decay(p, l);
	r = decay(p, r);
	if (expr_is_error(p, l) || expr_is_error(p, r))
		return expr_error(p, place);
	if (type_is_vector(l->type) || type_is_vector(r->type)) {
		args[0] = l;
		args[1] = r;
		return expr_vector(p, place, type_is_vector(l->type) ? l->type : r->type, args, 2);
	}
	if (op >= BIN_EQ && op <= BIN_GE)
		return comparison(p, place, op, l, r);
	if ((op == BIN_ADD || op == BIN_SUB) &&
		(l->type->kind == TY_POINTER || r->type->kind == TY_POINTER))
		return add_or_sub(p, place, op, l, r);
	if (!operands_fit(op, l->type, r->type))
		return bad_operands(p, place, binary_spelling(op), l, r);
	if (op == BIN_SHL || op == BIN_SHR)
		return shift(p, place, op, l, r);
	return arithmetic(p, place, op, l, r);
}

struct expr *
expr_logical(struct parser *p, struct place place, enum expr_kind kind, struct expr *l,
	struct expr *r)
{
	struct expr *e = new_expr(p, kind, p->basic[TY_INT], place);

	e->u.binary.l = expr_condition(p, l);
	e->u.binary.r = expr_condition(p, r);
	return e;
}

struct expr *
expr_comma(struct parser *p, struct place place, struct expr *l, struct expr *r)
{
	struct expr *e;

	r = decay(p, r);
	e = new_expr(p, EX_COMMA, r->type->unqual, place);
	e->u.binary.l = l;
	e->u.binary.r = r;
	return e;
}

/* ---- the conditional operator (6.5.15) ---- */

static struct type *
common_pointer(struct parser *p, struct place place, struct expr *t, struct expr *f)
{
	struct type *a = t->type, *b = f->type;
	unsigned quals = a->base->quals | b->base->quals;

	if (expr_is_null_constant(p, f) && type_is_pointer_to_void(b))
		return a;
	if (expr_is_null_constant(p, t) && type_is_pointer_to_void(a))
		return b;
	if (type_is_pointer_to_void(a) || type_is_pointer_to_void(b))
		return pointer_to(p, type_qualified(p->arena, p->basic[TY_VOID], quals));
	if (type_same(a->base, b->base))
		return pointer_to(p,
			type_qualified(p->arena, type_composite(p->arena, a->base, b->base),
				quals));
	diag_warn(p->diag, place, NULL, "pointer types '%s' and '%s' in conditional expression",
		show(p, a), show(p, b));
	return pointer_to(p, p->basic[TY_VOID]);
}

static struct type *
cond_type(struct parser *p, struct place place, struct expr *t, struct expr *f)
{
	bool tp = t->type->kind == TY_POINTER, fp = f->type->kind == TY_POINTER;

	if (type_is_arithmetic(t->type) && type_is_arithmetic(f->type))
		return type_common(p, type_promoted(p, t), type_promoted(p, f));
	if (t->type->kind == TY_VOID || f->type->kind == TY_VOID)
		return p->basic[TY_VOID];
	if (tp && fp)
		return common_pointer(p, place, t, f);
	if ((tp && type_is_integer(f->type)) || (fp && type_is_integer(t->type))) {
		if (!expr_is_null_constant(p, tp ? f : t))
			diag_warn(p->diag, place, NULL,
				"pointer and integer in conditional expression: '%s' and '%s'",
				show(p, t->type), show(p, f->type));
		return tp ? t->type : f->type;
	}
	return type_same(t->type, f->type) ? t->type->unqual : NULL;
}

struct expr *
expr_cond(struct parser *p, struct place place, struct expr *c, struct expr *t, struct expr *f)
{
	struct expr *e, *value;
	struct type *type;

	c = expr_condition(p, c);
	value = t ? decay(p, t) : c; /* GNU: c ?: f */
	f = decay(p, f);
	if (expr_is_error(p, value) || expr_is_error(p, f))
		return expr_error(p, place);
	type = cond_type(p, place, value, f);
	if (!type) {
		diag_error(p->diag, place, "operands of '?:' do not match: '%s' and '%s'",
			show(p, value->type), show(p, f->type));
		return expr_error(p, place);
	}
	e = new_expr(p, EX_COND, type->unqual, place);
	e->u.cond.c = c;
	e->u.cond.t = t ? expr_cast(p, value, type) : NULL;
	e->u.cond.f = expr_cast(p, f, type);
	return e;
}

/* ---- assignment (6.5.16), increment (6.5.2.4, 6.5.3.1) ---- */

static bool
has_const_member(const struct type *t)
{
	const struct field *f;

	if (!type_is_record(t))
		return false;
	for (f = t->u.record->fields; f; f = f->next) {
		const struct type *m = f->type;

		while (m->kind == TY_ARRAY)
			m = m->base;
		if (m->quals & Q_CONST || has_const_member(m))
			return true;
	}
	return false;
}

static bool
check_modifiable(struct parser *p, struct place place, struct expr *e, const char *what)
{
	const char *name = lvalue_name(e);

	if (expr_is_error(p, e))
		return false;
	if (e->kind == EX_BUILTIN_HOST)
		return true; /* v[i] of a vector */
	if (!expr_is_lvalue(e) || e->type->kind == TY_FUNCTION)
		diag_error(p->diag, place, "%s needs an lvalue", what);
	else if (e->type->kind == TY_ARRAY)
		diag_error(p->diag, place, "%s to an expression of array type '%s'", what,
			show(p, e->type));
	else if (e->type->quals & Q_CONST || has_const_member(e->type))
		diag_error(p->diag, place, "%s of read-only %s%s%s", what, name ? "'" : "location",
			name ? name : "", name ? "'" : "");
	else if (require_complete(p, place, e->type, "the left operand"))
		return true;
	return false;
}

struct expr *
expr_assign(struct parser *p, struct place place, struct expr *l, struct expr *r)
{
	struct expr *e;

	if (!check_modifiable(p, place, l, "assignment"))
		return expr_error(p, place);
	r = expr_convert(p, r, l->type, place, "assignment");
	e = new_expr(p, EX_ASSIGN, l->type->unqual, place);
	e->u.assign.l = l;
	e->u.assign.r = r;
	return e;
}

static struct expr *
make_compound(struct parser *p, struct place place, enum binary_op op, struct type *op_type,
	struct expr *l, struct expr *r)
{
	struct expr *e = new_expr(p, EX_COMPOUND_ASSIGN, l->type->unqual, place);

	e->u.assign.op = op;
	e->u.assign.op_type = op_type;
	e->u.assign.l = l;
	e->u.assign.r = r;
	return e;
}

struct expr *
expr_compound_assign(struct parser *p, struct place place, enum binary_op op, struct expr *l,
	struct expr *r)
{
	struct expr *value;

	if (!check_modifiable(p, place, l, "assignment"))
		return expr_error(p, place);
	/* The plain operator checks and converts; its left operand is then read in place. */
	value = expr_binary(p, place, op, l, r);
	if (expr_is_error(p, value))
		return value;
	if (value->kind != EX_BINARY)
		return expr_host(p, value->u.call.what, place, l->type->unqual, &value, 1);
	if (value->u.binary.op == BIN_PTRDIFF ||
		(value->type->kind == TY_POINTER) != (l->type->kind == TY_POINTER))
		return bad_operands(p, place, binary_spelling(op), l, r);
	return make_compound(p, place, value->u.binary.op, value->type, l, value->u.binary.r);
}

struct expr *
expr_incdec(struct parser *p, struct place place, struct expr *sub, bool dec, bool post)
{
	struct expr *e;

	if (!check_modifiable(p, place, sub, dec ? "decrement" : "increment"))
		return expr_error(p, place);
	if (!type_is_scalar(sub->type)) {
		diag_error(p->diag, place, "wrong type of operand for '%s': '%s'",
			dec ? "--" : "++", show(p, sub->type));
		return expr_error(p, place);
	}
	if (sub->type->kind == TY_POINTER && !check_pointer_arithmetic(p, place, sub->type))
		return expr_error(p, place);
	e = new_expr(p, EX_INCDEC, sub->type->unqual, place);
	e->u.incdec.sub = sub;
	e->u.incdec.dec = dec;
	e->u.incdec.post = post;
	return e;
}

/* ---- sizeof (6.5.3.4) ---- */

struct expr *
expr_sizeof(struct parser *p, struct place place, struct expr *sub, struct type *t)
{
	struct expr *e;

	if (sub && expr_is_error(p, sub))
		return sub;
	if (sub && expr_bitfield(sub)) {
		diag_error(p->diag, place, "'sizeof' of a bit-field");
		return expr_error(p, place);
	}
	if (t->kind == TY_VOID || t->kind == TY_FUNCTION)
		return expr_int(p, place, 1, p->basic[TY_ULONG]); /* GNU */
	if (!require_complete(p, place, t, "the operand of 'sizeof'"))
		return expr_error(p, place);
	if (!type_is_vla(t))
		return expr_int(p, place, (int64_t)t->size, p->basic[TY_ULONG]);
	e = new_expr(p, EX_SIZEOF_VLA, p->basic[TY_ULONG], place);
	e->u.size.sub = sub;
	e->u.size.vla_type = t;
	return sub ? e : with_vla_lengths(p, t, e);
}
