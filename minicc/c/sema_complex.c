/*
 * sema_complex.c: what of complex numbers (C11 6.2.5p11) has nodes of its own.
 *
 * A complex object is laid out as a pair of its real type (6.2.5p13), and the tree says it so: the
 * part that GNU's __real__ or __imag__ names is a member of the pair, an lvalue where the object is
 * one.  A pair made of two values, as imaginary constants are, is an EX_COMPLEX.
 */
#include "c/internal.h"

struct expr *
expr_complex(struct parser *p, struct place place, struct expr *re, struct expr *im)
{
	struct type *real = type_common(p, re->type, im->type);
	struct expr *e = new_expr(p, EX_COMPLEX, type_complex(p->arena, real), place);

	e->u.binary.l = expr_cast(p, re, real);
	e->u.binary.r = expr_cast(p, im, real);
	return e;
}

static struct expr *
part_of_real(struct parser *p, struct place place, struct expr *e, bool imag)
{
	if (!type_is_arithmetic(e->type)) {
		diag_error(p->diag, place, "invalid operand to '%s': '%s'",
			imag ? "__imag__" : "__real__", show(p, e->type));
		return expr_error(p, place);
	}
	if (!imag)
		return e;
	return expr_comma(p, place, e,
		expr_cast(p, expr_int(p, place, 0, p->basic[TY_INT]), e->type));
}

struct expr *
expr_part(struct parser *p, struct place place, struct expr *e, bool imag)
{
	struct field *f;

	if (expr_is_error(p, e))
		return e;
	if (e->type->kind != TY_COMPLEX && e->kind == EX_BUILTIN_HOST)
		return expr_host(p, e->u.call.what, place, e->type, &e, 1);
	if (e->type->kind != TY_COMPLEX)
		return part_of_real(p, place, e, imag);
	f = NEW(p->arena, struct field);
	*f = (struct field){
		.name = imag ? "__imag__" : "__real__",
		.type = e->type->base,
		.offset = imag ? e->type->base->size : 0,
		.bit_width = -1,
		.place = place,
	};
	return expr_field(p, place, e, f);
}

/* Return the type to which an operator of type T converts an operand.  A real one stays real beside
 * a complex one (6.3.1.8p1, G.5.1p2), so that x * z multiplies each part of z once; only dividends
 * become complex, as gcc does it. */
struct type *
operand_type(enum binary_op op, const struct expr *e, bool left, struct type *t)
{
	bool stays = t->kind == TY_COMPLEX && e->type->kind != TY_COMPLEX &&
		!(op == BIN_DIV && left);

	return stays ? t->base : t;
}
