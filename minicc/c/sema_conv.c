/*
 * sema_conv.c: conversions (C11 6.3) and the checks of assignment (6.5.16.1).
 *
 * Implicit conversions become EX_CAST nodes with their operand's place and no tokens of their own.
 */
#include "c/internal.h"

const char *
show(struct parser *p, const struct type *t)
{
	return type_to_string(p->arena, t);
}

struct type *
pointer_to(struct parser *p, struct type *t)
{
	return type_pointer_to(p->arena, t);
}

struct expr *
new_expr(struct parser *p, enum expr_kind kind, struct type *t, struct place place)
{
	struct expr *e = NEW(p->arena, struct expr);

	e->kind = kind;
	e->type = t;
	e->place = place;
	return e;
}

struct expr *
span(struct expr *e, const struct token *first, const struct token *last)
{
	e->first = first;
	e->last = last;
	return e;
}

struct expr *
expr_error(struct parser *p, struct place place)
{
	return new_expr(p, EX_INT, p->error_type, place);
}

bool
expr_is_error(const struct parser *p, const struct expr *e)
{
	return e->type == p->error_type;
}

struct expr *
expr_int(struct parser *p, struct place place, int64_t value, struct type *t)
{
	struct expr *e = new_expr(p, EX_INT, t, place);

	e->u.i = int_truncate(t, (uint64_t)value);
	return e;
}

static struct expr *
wrap_cast(struct parser *p, struct expr *e, struct type *t)
{
	struct expr *c = new_expr(p, EX_CAST, t, e->place);

	c->u.sub = e;
	return c;
}

/* ---- lvalues ---- */

bool
expr_is_lvalue(const struct expr *e)
{
	switch (e->kind) {
	case EX_VAR:
	case EX_DEREF:
	case EX_STRING:
	case EX_COMPOUND_LIT: return true;
	case EX_MEMBER: return expr_is_lvalue(e->u.member.sub);
	default: return false;
	}
}

const struct field *
expr_bitfield(const struct expr *e)
{
	return e->kind == EX_MEMBER && e->u.member.field->bit_width >= 0 ? e->u.member.field : NULL;
}

void
mark_address_taken(struct parser *p, struct expr *e)
{
	while (e->kind == EX_MEMBER)
		e = e->u.member.sub;
	if (p->unevaluated)
		return;
	if (e->kind == EX_VAR || e->kind == EX_FUNC || e->kind == EX_COMPOUND_LIT)
		e->u.var->address_taken = true;
}

struct expr *
decay(struct parser *p, struct expr *e)
{
	if (e->type->kind == TY_ARRAY) {
		mark_address_taken(p, e);
		return wrap_cast(p, e, pointer_to(p, e->type->base));
	}
	if (e->type->kind == TY_FUNCTION) {
		mark_address_taken(p, e);
		return wrap_cast(p, e, pointer_to(p, e->type));
	}
	return e;
}

/* ---- arithmetic conversions ---- */

/* Return the bit-field whose value e is, or NULL.  C11 leaves open whether the value of an
 * assignment to a bit-field still is one; for gcc, with which device code must agree, it is. */
static const struct field *
value_bitfield(const struct expr *e)
{
	for (;;)
		switch (e->kind) {
		case EX_COMMA: e = e->u.binary.r; break;
		case EX_ASSIGN:
		case EX_COMPOUND_ASSIGN: e = e->u.assign.l; break;
		case EX_INCDEC: e = e->u.incdec.sub; break;
		default: return expr_bitfield(e);
		}
}

/* Promote (C11 6.3.1.1p2).  Bit-fields of wider types than int go by their width, as in gcc and
 * clang. */
struct type *
type_promoted(struct parser *p, const struct expr *e)
{
	const struct field *bits = value_bitfield(e);
	struct type *t = e->type->unqual;

	if (!type_is_integer(t))
		return t;
	if (t->kind == TY_ENUM)
		t = t->base;
	if (bits && bits->bit_width <= 32)
		return p->basic[bits->bit_width == 32 && !type_is_signed(t) ? TY_UINT : TY_INT];
	return p->basic[t->kind < TY_INT ? TY_INT : t->kind];
}

struct expr *
promote(struct parser *p, struct expr *e)
{
	e = decay(p, e);
	return expr_is_error(p, e) ? e : expr_cast(p, e, type_promoted(p, e));
}

struct expr *
default_promote(struct parser *p, struct expr *e)
{
	e = promote(p, e);
	if (e->type->kind == TY_FLOAT && e->type->size == 4)
		e = expr_cast(p, e, p->basic[TY_DOUBLE]);
	return e;
}

static struct type *
plain_integer(struct parser *p, struct type *t)
{
	if (t->kind == TY_ENUM)
		t = t->base;
	return p->basic[t->kind < TY_INT ? TY_INT : t->kind];
}

static struct type *
common_integer(struct parser *p, struct type *a, struct type *b)
{
	struct type *s, *u;

	a = plain_integer(p, a);
	b = plain_integer(p, b);
	if (type_is_signed(a) == type_is_signed(b))
		return a->kind > b->kind ? a : b;
	s = type_is_signed(a) ? a : b;
	u = type_is_signed(a) ? b : a;
	if (u->kind > s->kind) /* each unsigned kind stands after its signed one */
		return u;
	return s->size > u->size ? s : p->basic[s->kind + 1];
}

struct type *
type_common(struct parser *p, struct type *a, struct type *b)
{
	a = a->unqual;
	b = b->unqual;
	if (a->kind == TY_COMPLEX || b->kind == TY_COMPLEX) {
		struct type *ra = a->kind == TY_COMPLEX ? a->base : a;
		struct type *rb = b->kind == TY_COMPLEX ? b->base : b,
			    *real = type_common(p, ra, rb);

		return type_complex(p->arena, type_is_floating(real) ? real : p->basic[TY_DOUBLE]);
	}
	if (type_is_floating(a) && type_is_floating(b))
		return a->kind > b->kind || (a->kind == b->kind && a->size > b->size) ? a : b;
	if (type_is_floating(a))
		return a;
	if (type_is_floating(b))
		return b;
	return common_integer(p, a, b);
}

/* ---- casts ---- */

static bool
needs_no_cast(const struct type *from, const struct type *to)
{
	if (from->unqual == to->unqual)
		return true;
	if (from->kind == TY_POINTER && to->kind == TY_POINTER)
		return from->base->quals == to->base->quals && type_same(from->base, to->base) &&
			type_is_complete(from->base) == type_is_complete(to->base);
	return type_same(from, to);
}

struct expr *
expr_cast(struct parser *p, struct expr *e, struct type *t)
{
	e = decay(p, e);
	if (expr_is_error(p, e) || needs_no_cast(e->type, t))
		return e;
	return wrap_cast(p, e, t->unqual);
}

static bool
is_union_member(const struct type *u, const struct type *t)
{
	const struct field *f;

	for (f = u->u.record->fields; f; f = f->next)
		if (type_same(f->type, t))
			return true;
	return false;
}

static const char *
why_not_castable(const struct type *to, const struct type *from)
{
	if (to->kind == TY_VOID || type_same(to, from))
		return NULL;
	if ((type_is_vector(to) || type_is_vector(from)) && to->size == from->size)
		return NULL;
	if (to->kind == TY_UNION && is_union_member(to, from))
		return NULL; /* GNU: cast to union */
	if (!type_is_scalar(to))
		return "conversion to non-scalar type";
	if (!type_is_scalar(from) && from->kind != TY_VA_LIST)
		return "conversion from non-scalar type";
	if ((to->kind == TY_POINTER && (type_is_floating(from) || from->kind == TY_COMPLEX)) ||
		(from->kind == TY_POINTER && (type_is_floating(to) || to->kind == TY_COMPLEX)))
		return "conversion between a pointer and a floating type";
	return NULL;
}

struct expr *
expr_explicit_cast(struct parser *p, struct place place, struct type *t, struct expr *e)
{
	const char *why;

	if (t->kind != TY_VOID)
		e = decay(p, e);
	if (expr_is_error(p, e))
		return e;
	if (e->kind == EX_BUILTIN_HOST && t->kind != TY_VOID)
		return wrap_cast(p, e, t->unqual); /* its type here is only a guess */
	why = why_not_castable(t, e->type);
	if (why) {
		diag_error(p->diag, place, "%s: from '%s' to '%s'", why, show(p, e->type),
			show(p, t));
		return expr_error(p, place);
	}
	if (type_is_integer(t) && e->type->kind == TY_POINTER && t->size < 8 && t->kind != TY_BOOL)
		diag_warn(p->diag, place, "-Wpointer-to-int-cast",
			"cast from pointer to the smaller integer type '%s'", show(p, t));
	e = wrap_cast(p, e, t->unqual);
	e->place = place;
	return e;
}

/* ---- assignment ---- */

bool
expr_is_null_constant(struct parser *p, struct expr *e)
{
	int64_t v;

	while (e->kind == EX_CAST && type_is_pointer_to_void(e->type) && !e->type->base->quals)
		e = e->u.sub;
	return type_is_integer(e->type) && eval_int_const(p, e, &v) && v == 0;
}

/* Return whether the types differ in sign only, as int and unsigned: gcc warns about pointers to
 * them only with -Wpointer-sign. */
static bool
differ_in_sign_only(const struct type *a, const struct type *b)
{
	return type_is_integer(a) && type_is_integer(b) && a->size == b->size &&
		(a->kind == TY_BOOL) == (b->kind == TY_BOOL) && a->kind != b->kind;
}

/* Warn where a pointer's target loses qualifiers, or is of another type.  Those of an array are its elements', and
 * may be added at any depth (C23 6.2.5), as gcc and clang do in C11. */
static void
check_pointer_targets(struct parser *p, struct expr *e, struct type *t, struct place place,
	const char *what)
{
	struct type *from = e->type->base, *to = t->base;
	bool is_void = from->kind == TY_VOID || to->kind == TY_VOID;

	while (is_void && from->kind == TY_ARRAY)
		from = from->base;
	while (is_void && to->kind == TY_ARRAY)
		to = to->base;
	while (from->kind == TY_ARRAY && to->kind == TY_ARRAY &&
		(from->size == to->size || from->u.array.incomplete || to->u.array.incomplete)) {
		from = from->base;
		to = to->base;
	}
	if (is_void || type_same(from->unqual, to->unqual)) {
		if (from->quals & ~to->quals & (Q_CONST | Q_VOLATILE))
			diag_warn(p->diag, place, "-Wdiscarded-qualifiers",
				"%s discards the qualifiers of '%s' (needed: '%s')", what,
				show(p, e->type), show(p, t));
	} else if (from != e->type->base || !differ_in_sign_only(from, to)) {
		diag_warn(p->diag, place, "-Wincompatible-pointer-types",
			"%s: '%s' from incompatible pointer type '%s'", what, show(p, t),
			show(p, e->type));
	}
}

static struct expr *
incompatible(struct parser *p, struct expr *e, struct type *t, struct place place, const char *what)
{
	diag_error(p->diag, place, "incompatible types in %s: '%s' from '%s'", what, show(p, t),
		show(p, e->type));
	return expr_error(p, e->place);
}

static struct expr *
convert_to_pointer(struct parser *p, struct expr *e, struct type *t, struct place place,
	const char *what)
{
	if (e->type->kind == TY_POINTER) {
		if (!expr_is_null_constant(p, e))
			check_pointer_targets(p, e, t, place, what);
		return expr_cast(p, e, t);
	}
	if (e->type->kind == TY_VA_LIST)
		return expr_cast(p, e, t);
	if (!type_is_integer(e->type))
		return incompatible(p, e, t, place, what);
	if (!expr_is_null_constant(p, e))
		diag_warn(p->diag, place, "-Wint-conversion",
			"%s makes pointer '%s' from integer '%s' without a cast", what, show(p, t),
			show(p, e->type));
	return expr_cast(p, e, t);
}

struct expr *
expr_convert(struct parser *p, struct expr *e, struct type *t, struct place place, const char *what)
{
	e = decay(p, e);
	if (expr_is_error(p, e) || t == p->error_type)
		return e;
	if (e->kind == EX_BUILTIN_HOST)
		return type_same(e->type, t) ? e : wrap_cast(p, e, t->unqual);
	if (t->kind == TY_POINTER)
		return convert_to_pointer(p, e, t, place, what);
	if (t->kind == TY_BOOL && type_is_scalar(e->type))
		return expr_cast(p, e, t);
	if (type_is_arithmetic(t)) {
		if (type_is_arithmetic(e->type))
			return expr_cast(p, e, t);
		if (e->type->kind != TY_POINTER || !type_is_integer(t))
			return incompatible(p, e, t, place, what);
		diag_warn(p->diag, place, "-Wint-conversion",
			"%s makes integer '%s' from pointer '%s' without a cast", what, show(p, t),
			show(p, e->type));
		return expr_cast(p, e, t);
	}
	if (t->kind == TY_UNION && record_info(t)->transparent)
		return e;
	if (t->kind == TY_VOID || !type_same(e->type, t))
		return incompatible(p, e, t, place, what);
	return e;
}

struct expr *
expr_condition(struct parser *p, struct expr *e)
{
	e = decay(p, e);
	if (type_is_scalar(e->type))
		return e;
	diag_error(p->diag, e->place, "a value of type '%s' where a scalar is required",
		show(p, e->type));
	return expr_error(p, e->place);
}
