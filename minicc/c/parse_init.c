/*
 * parse_init.c: initialisers (C11 6.7.9) with GNU's ranges, old-style designators and empty braces.
 *
 * The result is a flat list of (offset, type, value).  Brace elision is what makes this hard: after
 * `{ 1, 2` the next value may belong to any enclosing subobject.  Here every aggregate without its
 * own brace takes values until it is full, then returns to its parent; a value that was read before
 * it was known where it belongs waits in ctx->pending.
 */
#include <string.h>

#include "c/internal.h"

enum { MAX_RANGE = 1 << 20 }; /* elements that one [a ... b] designator may name */

struct init_ctx {
	struct parser *p;
	struct init **tail;
	bool is_static;       /* values must be constant (6.7.9p4) */
	struct expr *pending; /* read, not yet placed */
	const char *name;
};

static void init_object(struct init_ctx *, struct type *, size_t offset);
static void init_elided(struct init_ctx *, struct type *, size_t offset);

/* ---- scalars ---- */

static bool
is_constant_initialiser(struct expr *e)
{
	struct address_const a;
	long double f;
	int64_t i;

	if (e->type->kind == TY_POINTER)
		return eval_address(e, &a);
	if (type_is_integer(e->type) && e->type->size > 8)
		return true; /* __int128: the host compiler will see */
	if (type_is_integer(e->type))
		return eval_int(e, &i) || (e->type->size == 8 && eval_address(e, &a));
	if (type_is_floating(e->type))
		return eval_float(e, &f);
	/* GNU: a compound literal may initialise an object of its type; complex is cc's
	 * business. */
	return e->kind == EX_COMPOUND_LIT || e->kind == EX_STRING || e->type->kind == TY_COMPLEX;
}

static bool
is_host_constant(const struct expr *e)
{
	while (e->kind == EX_CAST)
		e = e->u.sub;
	return e->kind == EX_BUILTIN_HOST || e->kind == EX_LABEL_ADDR;
}

static void
append(struct init_ctx *c, struct type *t, size_t offset, const struct field *bits,
	struct expr *value)
{
	struct init *i = NEW(c->p->arena, struct init);

	i->offset = offset;
	i->bitfield = bits;
	i->type = t;
	i->value = value;
	*c->tail = i;
	c->tail = &i->next;
}

static void
emit(struct init_ctx *c, struct type *t, size_t offset, const struct field *bits,
	struct expr *value)
{
	if (c->is_static && !expr_is_error(c->p, value) && !is_constant_initialiser(value) &&
		!is_host_constant(value))
		diag_error(c->p->diag, value->place, "initialiser of '%s' is not constant",
			c->name ? c->name : "(unnamed)");
	append(c, t, offset, bits, value);
}

static struct expr *
take_value(struct init_ctx *c)
{
	struct expr *e = c->pending;

	c->pending = NULL;
	return e ? e : parse_assign_expr(c->p);
}

static void
init_scalar(struct init_ctx *c, struct type *t, size_t offset, const struct field *bits)
{
	struct expr *e = take_value(c);

	e = expr_convert(c->p, e, t, e->place, "initialisation");
	emit(c, t, offset, bits, e);
}

/* ---- strings (6.7.9p14,15) ---- */

static bool
is_string_for(const struct expr *e, const struct type *t)
{
	if (e->kind != EX_STRING || t->kind != TY_ARRAY || !type_is_integer(t->base))
		return false;
	return e->u.str.elem_size == 1 ? type_is_char_like(t->base) :
					 (int)t->base->size == e->u.str.elem_size;
}

/* Emit the literal cut to the array's size. */
static void
emit_string(struct init_ctx *c, struct type *t, size_t offset, struct expr *e)
{
	struct parser *p = c->p;
	size_t width = (size_t)e->u.str.elem_size;
	struct expr *cut = NEW(p->arena, struct expr);

	*cut = *e;
	if (!t->u.array.incomplete && cut->u.str.len > t->u.array.len * width) {
		if (cut->u.str.len > (t->u.array.len + 1) * width)
			diag_warn(p->diag, e->place, NULL, "string literal is longer than '%s'",
				show(p, t));
		cut->u.str.len = t->u.array.len * width;
	}
	cut->type = type_array(p->arena, t->base, cut->u.str.len / width);
	emit(c, cut->type, offset, NULL, cut);
}

/* ---- designators (6.7.9p6,7) ---- */

static bool
at_designator(const struct parser *p)
{
	return at(p, TK_DOT) || at(p, TK_LBRACKET) ||
		(at(p, TK_IDENT) && peek(p)->kind == TK_COLON);
}

static void
skip_assign_sign(struct parser *p)
{
	if (!at_designator(p))
		accept(p, TK_ASSIGN); /* GNU: [3] 5 without it */
}

static uint64_t
parse_index_constant(struct init_ctx *c, struct type *t)
{
	struct parser *p = c->p;
	struct place place = p->tok->place;
	int64_t v = 0;

	if (!eval_int_const(p, parse_cond_expr(p), &v))
		diag_error(p->diag, place, "an array designator must be an integer constant");
	if (v < 0 || (!t->u.array.incomplete && (uint64_t)v >= t->u.array.len)) {
		diag_error(p->diag, place, "array designator is outside '%s'", show(p, t));
		return 0;
	}
	return (uint64_t)v;
}

/* Set [*lo, *hi] from `[i]` or `[lo ... hi]`. */
static void
parse_array_designator(struct init_ctx *c, struct type *t, uint64_t *lo, uint64_t *hi)
{
	struct place place = next(c->p)->place;

	*lo = *hi = parse_index_constant(c, t);
	if (accept(c->p, TK_ELLIPSIS)) {
		*hi = parse_index_constant(c, t);
		if (*hi < *lo) {
			diag_error(c->p->diag, place, "empty range in an array designator");
			*hi = *lo;
		} else if (*hi - *lo > MAX_RANGE) {
			diag_error(c->p->diag, place, "range designator of more than %d elements",
				MAX_RANGE);
			*hi = *lo;
		}
	}
	expect(c->p, TK_RBRACKET);
	skip_assign_sign(c->p);
}

/* Return the direct member that holds NAME.  Set *deeper if NAME is in an anonymous one. */
static const struct field *
direct_member(const struct type *t, const char *name, bool *deeper)
{
	const struct field *f;
	size_t offset;

	for (f = t->u.record->fields; f; f = f->next) {
		*deeper = f->name != name;
		if (f->name == name)
			return f;
		if (!f->name && f->bit_width < 0 && type_is_record(f->type) &&
			find_member(f->type, name, &offset))
			return f;
	}
	return NULL;
}

/* Read `.name` or `name:`.  If the member is inside an anonymous one the cursor stays on the
 * designator, which that one reads again. */
static const struct field *
parse_member_designator(struct init_ctx *c, struct type *t)
{
	struct parser *p = c->p;
	const struct token *name = at(p, TK_DOT) ? peek(p) : p->tok;
	const struct field *f;
	bool deeper = false;

	if (name->kind != TK_IDENT)
		parse_error(p, name->place, "expected a member name before %s",
			token_describe(p->arena, name));
	f = direct_member(t, name->text, &deeper);
	if (f && deeper)
		return f;
	accept(p, TK_DOT);
	next(p);
	if (!f)
		parse_error(p, name->place, "'%s' has no member '%s'", show(p, t), name->text);
	if (!accept(p, TK_COLON))
		skip_assign_sign(p);
	return f;
}

/* ---- aggregates ---- */

/* Return whether the list goes on for this aggregate, and move past the comma then. */
static bool
more(struct init_ctx *c, bool braced)
{
	struct parser *p = c->p;
	const struct token *after;

	if (c->pending)
		return true;
	if (!at(p, TK_COMMA))
		return false;
	after = peek(p);
	if (after->kind == TK_RBRACE) {
		if (braced)
			next(p);
		return false;
	}
	if (!braced &&
		(after->kind == TK_DOT || after->kind == TK_LBRACKET ||
			(after->kind == TK_IDENT && after[1].kind == TK_COLON)))
		return false;
	next(p);
	return true;
}

static const struct field *
next_named(const struct field *f)
{
	while (f && !f->name && (f->bit_width >= 0 || !type_is_record(f->type)))
		f = f->next;
	return f;
}

static uint64_t init_braced(struct init_ctx *, struct type *, size_t offset, const struct field *);

static void
init_member(struct init_ctx *c, const struct field *f, size_t offset, bool designated)
{
	if (f->bit_width >= 0 && !c->pending && at(c->p, TK_LBRACE))
		init_braced(c, f->type, offset + f->offset, f);
	else if (f->bit_width >= 0)
		init_scalar(c, f->type, offset + f->offset, f);
	else if (designated && at_designator(c->p))
		init_elided(c, f->type, offset + f->offset);
	else
		init_object(c, f->type, offset + f->offset);
}

static void
excess(struct init_ctx *c, struct type *t)
{
	struct place place = c->p->tok->place;

	if (c->pending)
		place = c->pending->place;
	diag_warn(c->p->diag, place, NULL, "excess elements in the initialiser of '%s'",
		show(c->p, t));
	if (at(c->p, TK_LBRACE))
		skip_balanced(c->p);
	else
		take_value(c);
}

static void
init_record(struct init_ctx *c, struct type *t, size_t offset, bool braced)
{
	const struct field *f = next_named(t->u.record->fields);
	bool designated;

	if (!f && !braced)
		return; /* no members: it takes no value */
	do {
		designated = !c->pending && at_designator(c->p);
		if (designated)
			f = parse_member_designator(c, t);
		if (!f) {
			excess(c, t);
			continue;
		}
		init_member(c, f, offset, designated);
		f = t->kind == TY_UNION ? NULL : next_named(f->next);
		if (!braced && !f)
			return;
	} while (more(c, braced));
}

/* Initialise one array element.  A range copies what its first element got. */
static void
init_element(struct init_ctx *c, struct type *elem, size_t offset, uint64_t lo, uint64_t hi,
	bool designated)
{
	struct init **start = c->tail, *i;
	size_t n = 0, j;
	uint64_t k;

	if (designated && at_designator(c->p))
		init_elided(c, elem, offset + lo * elem->size);
	else
		init_object(c, elem, offset + lo * elem->size);
	if (hi == lo)
		return;
	for (i = *start; i; i = i->next)
		n++;
	for (k = 1; k <= hi - lo; k++)
		for (i = *start, j = 0; j < n; i = i->next, j++)
			append(c, i->type, i->offset + k * elem->size, i->bitfield, i->value);
}

/* Initialise an array.  Return how many elements it then has. */
static uint64_t
init_array(struct init_ctx *c, struct type *t, size_t offset, bool braced)
{
	uint64_t lo = 0, hi, n = 0;
	bool designated;

	if (!braced && !t->u.array.incomplete && t->u.array.len == 0)
		return 0;
	do {
		hi = lo;
		designated = !c->pending && at_designator(c->p);
		if (designated && !at(c->p, TK_LBRACKET))
			parse_error(c->p, c->p->tok->place,
				"member designator in the initialiser of '%s'", show(c->p, t));
		if (designated)
			parse_array_designator(c, t, &lo, &hi);
		if (!t->u.array.incomplete && lo >= t->u.array.len) {
			excess(c, t);
			continue;
		}
		init_element(c, t->base, offset, lo, hi, designated);
		if (c->pending)
			excess(c, t->base); /* an empty struct takes no value */
		lo = hi + 1;
		if (lo > n)
			n = lo;
		if (!braced && !t->u.array.incomplete && lo >= t->u.array.len)
			break;
	} while (more(c, braced));
	return n;
}

static bool
is_aggregate(const struct type *t)
{
	return t->kind == TY_ARRAY || (type_is_record(t) && !type_is_vector(t));
}

/* Initialise T, whose values have no brace of their own. */
static void
init_elided(struct init_ctx *c, struct type *t, size_t offset)
{
	enter_nesting(c->p);
	if (t->kind == TY_ARRAY)
		init_array(c, t, offset, false);
	else if (is_aggregate(t))
		init_record(c, t, offset, false);
	else
		parse_error(c->p, c->p->tok->place, "designator in the initialiser of '%s'",
			show(c->p, t));
	leave_nesting(c->p);
}

/* Initialise from a braced list; the cursor is at its '{'.  Return the number of elements of an
 * array. */
static uint64_t
init_braced(struct init_ctx *c, struct type *t, size_t offset, const struct field *bits)
{
	struct parser *p = c->p;
	uint64_t n = 0;

	if (type_is_vector(t)) {
		struct place place = p->tok->place;

		skip_balanced(p); /* the host compiler's */
		emit(c, t, offset, bits, expr_vector(p, place, t, NULL, 0));
		return 0;
	}
	enter_nesting(p);
	next(p);
	if (at(p, TK_STRING) && t->kind == TY_ARRAY && type_is_integer(t->base)) {
		c->pending = parse_assign_expr(p); /* char s[] = { "text" } */
		if (is_string_for(c->pending, t)) {
			n = c->pending->u.str.len / (size_t)c->pending->u.str.elem_size;
			emit_string(c, t, offset, take_value(c));
			accept(p, TK_COMMA);
		}
	}
	if (n == 0 && !at(p, TK_RBRACE)) {
		if (t->kind == TY_ARRAY) {
			n = init_array(c, t, offset, true);
		} else if (is_aggregate(t)) {
			init_record(c, t, offset, true);
		} else if (at(p, TK_LBRACE)) {
			diag_warn(p->diag, p->tok->place, NULL,
				"braces around a scalar initialiser");
			init_braced(c, t, offset, bits);
			accept(p, TK_COMMA);
		} else {
			init_scalar(c, t, offset, bits);
			while (more(c, true))
				excess(c, t);
		}
	}
	expect(p, TK_RBRACE);
	leave_nesting(p);
	return n;
}

/* Initialise a (sub)object with the next value or braced list. */
static void
init_object(struct init_ctx *c, struct type *t, size_t offset)
{
	struct parser *p = c->p;

	if (!c->pending && at(p, TK_LBRACE)) {
		init_braced(c, t, offset, NULL);
		return;
	}
	if (!is_aggregate(t)) {
		init_scalar(c, t, offset, NULL);
		return;
	}
	if (!c->pending)
		c->pending = parse_assign_expr(p);
	if (is_string_for(c->pending, t))
		emit_string(c, t, offset, take_value(c));
	else if (expr_is_error(p, c->pending))
		take_value(c);
	else if (type_is_record(t) && type_same(c->pending->type, t))
		emit(c, t, offset, NULL, take_value(c));
	else
		init_elided(c, t, offset);
}

/* ---- whole declarations ---- */

/* Take over the items of a compound literal: in GNU C it may initialise an array of its type. */
static bool
init_from_literal(struct init_ctx *c, struct decl *d, struct expr *e)
{
	if (e->kind != EX_COMPOUND_LIT || e->type->kind != TY_ARRAY || d->type->kind != TY_ARRAY ||
		!type_same(e->type->base->unqual, d->type->base->unqual))
		return false;
	if (d->type->u.array.incomplete)
		d->type = type_array(c->p->arena, d->type->base, e->type->u.array.len);
	*c->tail = e->u.var->init;
	return true;
}

static uint64_t
init_unbraced(struct init_ctx *c, struct decl *d)
{
	struct parser *p = c->p;
	struct expr *e;

	if (d->type->kind != TY_ARRAY) {
		e = decay(p, parse_assign_expr(p));
		e = expr_convert(p, e, d->type, e->place, "initialisation");
		emit(c, d->type, 0, NULL, e);
		return 0;
	}
	e = parse_assign_expr(p);
	if (is_string_for(e, d->type)) {
		emit_string(c, d->type, 0, e);
		return e->u.str.len / (size_t)e->u.str.elem_size;
	}
	if (!init_from_literal(c, d, e) && !expr_is_error(p, e))
		diag_error(p->diag, e->place, "array '%s' needs an initialiser in braces%s",
			d->name ? d->name : "(unnamed)",
			type_is_char_like(d->type->base) ? " or a string" : "");
	return 0;
}

/* Define a file-scope object: report a second definition, or keep the first with a value
 * (6.9.2). */
static void
define_with_initialiser(struct parser *p, struct decl *d)
{
	struct decl *old = d->canonical->definition;

	if (old && old != d && old->has_init) {
		diag_error(p->diag, d->place, "redefinition of '%s'", d->name);
		diag_note(p->diag, old->place, "defined before here");
	} else if (old && old != d) {
		old->is_definition = false;
	}
	d->canonical->definition = d;
	d->definition = d;
	d->is_definition = true;
}

void
parse_initializer(struct parser *p, struct decl *d, bool is_static)
{
	struct init_ctx c = { .p = p, .tail = &d->init, .is_static = is_static, .name = d->name };
	uint64_t n;

	d->has_init = true;
	if (d->file_scope && d->name)
		define_with_initialiser(p, d);
	if (type_is_vla(d->type)) {
		diag_error(p->diag, d->place, "array '%s' of variable length has an initialiser",
			d->name ? d->name : "(unnamed)");
		d->type = type_array_unknown(p->arena, p->basic[TY_INT]);
	} else if (!type_is_complete(d->type) &&
		!(d->type->kind == TY_ARRAY && d->type->u.array.incomplete &&
			type_is_complete(d->type->base))) {
		diag_error(p->diag, d->place, "'%s' has an initialiser but incomplete type '%s'",
			d->name ? d->name : "(unnamed)", show(p, d->type));
		d->type = p->basic[TY_INT];
	}
	n = at(p, TK_LBRACE) ? init_braced(&c, d->type, 0, NULL) : init_unbraced(&c, d);
	if (d->type->kind == TY_ARRAY && d->type->u.array.incomplete) {
		d->type = type_qualified(p->arena, type_array(p->arena, d->type->base, n),
			d->type->quals);
		if (d->canonical->type->kind == TY_ARRAY && d->canonical->type->u.array.incomplete)
			d->canonical->type = d->type;
	}
}
