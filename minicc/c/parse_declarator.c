/*
 * parse_declarator.c: declarators and type names (C11 6.7.6, 6.7.7), with arrays of variable
 * length.
 *
 * A declarator is read into a list of derivations as one reads it aloud from the name outwards
 * ("array of, pointer to, function returning"); the type is then built from the far end.
 */
#include "c/internal.h"

struct derivation {
	enum { POINTER_TO, ARRAY_OF, FUNCTION_RETURNING } kind;
	unsigned quals;   /* the pointer's, or those in a parameter's [const n] */
	bool star, empty; /* [*], [] */
	struct expr *len;
	struct place place;
	struct decl **params;
	int nparams;
	bool variadic, old_style;
	const struct token **kr_names;
	int nkr;
};

enum { MAX_DERIVATIONS = 1000 };

struct derivations {
	struct derivation *v;
	size_t n, cap;
};

static void parse_parts(struct parser *, enum declarator_form, struct declarator *,
	struct derivations *);

/* ---- function suffix (6.7.6.3) ---- */

struct type *
adjust_param_type(struct parser *p, struct type *t)
{
	if (t->kind == TY_ARRAY)
		return pointer_to(p, t->base);
	if (t->kind == TY_FUNCTION)
		return pointer_to(p, t);
	return t;
}

static struct decl *
parse_param(struct parser *p)
{
	struct declspec s;
	struct declarator d;
	struct decl *param;
	struct expr *length;

	parse_declspec(p, &s, true);
	if (!s.explicit_type && !at(p, TK_IDENT))
		parse_error(p, p->tok->place, "expected a parameter declaration before %s",
			token_describe(p->arena, p->tok));
	if (s.storage != SC_NONE && s.storage != SC_REGISTER)
		diag_error(p->diag, s.place, "storage class of a parameter");
	parse_declarator(p, s.type, DECLARATOR_EITHER, &d);
	parse_attributes(p, &d.attrs);
	d.type = apply_type_attrs(p, d.type, &d.attrs, d.place);
	length = d.type->kind == TY_ARRAY && d.type->u.array.vla ? d.type->u.array.vla_expr : NULL;
	d.type = type_qualified(p->arena, adjust_param_type(p, d.type), d.param_quals);
	param = new_decl(p, DECL_PARAM, d.name, d.type, d.place);
	param->length = length;
	param->storage = s.storage;
	param->file_scope = false;
	param->is_definition = true;
	param->definition = param;
	if (d.name) {
		struct symbol *old = scope_symbol(p, d.name);

		if (old && old->scope == p->scope)
			diag_error(p->diag, d.place, "two parameters are called '%s'", d.name);
		else
			scope_enter(p, p->scope, param);
	}
	if (param->type->kind == TY_VOID) {
		diag_error(p->diag, d.place, "parameter '%s' has type 'void'",
			d.name ? d.name : "");
		param->type = p->basic[TY_INT];
	}
	return param;
}

static void
parse_param_list(struct parser *p, struct derivation *f)
{
	struct decls list = { 0 };

	do {
		if (list.n && accept(p, TK_ELLIPSIS)) {
			f->variadic = true;
			break;
		}
		vec_push(p->arena, &list, parse_param(p));
	} while (accept(p, TK_COMMA));
	f->params = list.v;
	f->nparams = (int)list.n;
}

/* Parse f(a, b): names only.  Their types follow before the body (6.9.1p6). */
static void
parse_identifier_list(struct parser *p, struct derivation *f)
{
	VEC(const struct token *) names = { 0 };

	do
		vec_push(p->arena, &names, expect(p, TK_IDENT));
	while (accept(p, TK_COMMA));
	f->old_style = true;
	f->kr_names = names.v;
	f->nkr = (int)names.n;
}

static bool
at_identifier_list(const struct parser *p)
{
	enum token_kind after = peek(p)->kind;

	return at(p, TK_IDENT) && !at_type_name(p) && (after == TK_COMMA || after == TK_RPAREN);
}

static void
parse_function_suffix(struct parser *p, struct derivation *f)
{
	f->kind = FUNCTION_RETURNING;
	next(p);
	scope_push(p);
	p->scope->prototype = true;
	if (at(p, TK_RPAREN))
		f->old_style = true;
	else if (at(p, TK_VOID) && peek(p)->kind == TK_RPAREN)
		next(p);
	else if (at_identifier_list(p))
		parse_identifier_list(p, f);
	else
		parse_param_list(p, f);
	scope_pop(p);
	expect(p, TK_RPAREN);
}

/* ---- array suffix (6.7.6.2) ---- */

static unsigned
parse_qualifiers(struct parser *p, struct attrs *attrs)
{
	unsigned quals = 0;

	for (;;) {
		switch (p->tok->kind) {
		case TK_CONST: quals |= Q_CONST; break;
		case TK_VOLATILE: quals |= Q_VOLATILE; break;
		case TK_RESTRICT: quals |= Q_RESTRICT; break;
		case TK_ATOMIC: quals |= Q_ATOMIC; break;
		case TK_ATTRIBUTE: parse_attributes(p, attrs); continue;
		default: return quals;
		}
		next(p);
	}
}

static void
parse_array_suffix(struct parser *p, struct derivation *d, struct attrs *attrs)
{
	d->kind = ARRAY_OF;
	next(p);
	accept(p, TK_STATIC);
	d->quals = parse_qualifiers(p, attrs);
	accept(p, TK_STATIC);
	if (at(p, TK_STAR) && peek(p)->kind == TK_RBRACKET) {
		next(p);
		d->star = true;
	} else if (at(p, TK_RBRACKET)) {
		d->empty = true;
	} else {
		d->len = decay(p, parse_assign_expr(p));
	}
	expect(p, TK_RBRACKET);
}

/* ---- the list of derivations ---- */

/* Return whether a '(' where a name may be missing begins a parenthesised declarator, or else a
 * parameter list. */
static bool
paren_is_declarator(const struct parser *p, enum declarator_form form)
{
	const struct token *t = peek(p);

	if (form == DECLARATOR_NAMED)
		return true;
	if (t->kind == TK_STAR || t->kind == TK_LPAREN || t->kind == TK_LBRACKET ||
		t->kind == TK_ATTRIBUTE)
		return true;
	return form == DECLARATOR_EITHER && t->kind == TK_IDENT && !type_name_at(p, t);
}

static void
parse_direct(struct parser *p, enum declarator_form form, struct declarator *d,
	struct derivations *parts)
{
	if (at(p, TK_IDENT) && form != DECLARATOR_ABSTRACT) {
		d->name_token = next(p);
		d->name = d->name_token->text;
		d->place = d->name_token->place;
	} else if (at(p, TK_LPAREN) && paren_is_declarator(p, form)) {
		next(p);
		parse_attributes(p, &d->attrs);
		parse_parts(p, form, d, parts);
		expect(p, TK_RPAREN);
	} else if (form == DECLARATOR_NAMED) {
		parse_error(p, p->tok->place, "expected a name before %s",
			token_describe(p->arena, p->tok));
	}
	while (at(p, TK_LPAREN) || at(p, TK_LBRACKET)) {
		struct derivation suffix = { .place = p->tok->place };

		if (at(p, TK_LPAREN))
			parse_function_suffix(p, &suffix);
		else
			parse_array_suffix(p, &suffix, &d->attrs);
		vec_push(p->arena, parts, suffix);
	}
}

static void
parse_parts(struct parser *p, enum declarator_form form, struct declarator *d,
	struct derivations *parts)
{
	VEC(struct derivation) pointers = { 0 };

	enter_nesting(p);
	parse_attributes(p, &d->attrs);
	while (at(p, TK_STAR)) {
		struct derivation ptr = { .kind = POINTER_TO, .place = next(p)->place };

		ptr.quals = parse_qualifiers(p, &d->attrs);
		vec_push(p->arena, &pointers, ptr);
	}
	parse_direct(p, form, d, parts);
	while (pointers.n)
		vec_push(p->arena, parts, vec_pop(&pointers));
	leave_nesting(p);
}

/* ---- building the type ---- */

/* Return the variable that holds the length of this declarator's next array of variable length. */
static struct decl *
make_vla_len(struct parser *p, struct declarator *d, size_t dimension, struct place place)
{
	const char *base = d->name ? d->name : "array";
	const char *name = dimension ? arena_printf(p->arena, "%s_len%zu", base, dimension) :
				       arena_printf(p->arena, "%s_len", base);
	struct decl *len = new_decl(p, DECL_VAR, name, p->basic[TY_ULONG], place);

	len->is_definition = true;
	len->definition = len;
	len->storage = SC_AUTO;
	len->is_vla_len = true;
	len->file_scope = false;
	if (!p->scope->prototype)
		add_local(p, len);
	return len;
}

static struct type *
make_vla(struct parser *p, struct declarator *d, struct derivation *part, struct type *elem,
	size_t dim)
{
	struct type *t = type_array(p->arena, elem, 0);

	if (p->scope == p->file_scope) {
		diag_error(p->diag, part->place, "array of variable length%s%s%s at file scope",
			d->name ? " '" : "", d->name ? d->name : "", d->name ? "'" : "");
		return type_array(p->arena, elem, 1);
	}
	t->u.array.vla = true;
	if (part->len) {
		t->u.array.vla_len = make_vla_len(p, d, dim, part->place);
		t->u.array.vla_expr = expr_cast(p, part->len, p->basic[TY_ULONG]);
	}
	return t;
}

static void
error_star(struct parser *p, struct place place)
{
	diag_error(p->diag, place,
		"'[*]' outside the parameters of a function that is only declared");
}

/* Report [*] in a parameter of a function that is defined (6.7.6.2p4). */
void
refuse_star(struct parser *p, const struct decl *param)
{
	const struct type *t = param->type;

	while (t->kind == TY_POINTER ||
		(t->kind == TY_ARRAY && (!t->u.array.vla || t->u.array.vla_len)))
		t = t->base;
	if (t->kind == TY_ARRAY)
		error_star(p, param->place);
}

static struct type *
array_of_constant(struct parser *p, struct declarator *d, struct derivation *part,
	struct type *elem, int64_t n)
{
	if (n < 0) {
		diag_error(p->diag, part->place, "size of array '%s' is negative",
			d->name ? d->name : "(unnamed)");
		n = 1;
	} else if (elem->size && (uint64_t)n > (uint64_t)PTRDIFF_MAX / elem->size) {
		diag_error(p->diag, part->place, "array '%s' is too large",
			d->name ? d->name : "(unnamed)");
		n = 1;
	}
	return type_array(p->arena, elem, (size_t)n);
}

static struct type *
make_array(struct parser *p, struct declarator *d, struct derivation *part, struct type *elem,
	size_t dim)
{
	int64_t n;

	if (elem->kind == TY_FUNCTION) {
		diag_error(p->diag, part->place, "array of functions");
		elem = p->basic[TY_INT];
	} else if (!type_is_complete(elem)) {
		diag_error(p->diag, part->place, "array of the incomplete type '%s'",
			show(p, elem));
		elem = p->basic[TY_INT];
	}
	if (part->empty)
		return type_array_unknown(p->arena, elem);
	if (part->star && !p->scope->prototype) {
		error_star(p, part->place);
		return type_array(p->arena, elem, 1);
	}
	if (part->star)
		return make_vla(p, d, part, elem, dim);
	if (!type_is_integer(part->len->type)) {
		diag_error(p->diag, part->len->place,
			"size of array '%s' has type '%s', "
			"which is not an integer type",
			d->name ? d->name : "(unnamed)", show(p, part->len->type));
		return type_array(p->arena, elem, 1);
	}
	if (expr_is_error(p, part->len))
		return type_array(p->arena, elem, 1);
	if (eval_int_const(p, part->len, &n))
		return array_of_constant(p, d, part, elem, n);
	return make_vla(p, d, part, elem, dim);
}

static struct type *
make_function(struct parser *p, struct derivation *part, struct type *result)
{
	struct type *t;

	if (result->kind == TY_FUNCTION || result->kind == TY_ARRAY) {
		diag_error(p->diag, part->place, "a function cannot return %s",
			result->kind == TY_ARRAY ? "an array" : "a function");
		result = p->basic[TY_INT];
	}
	t = type_function(p->arena, result);
	t->u.func.params = part->params;
	t->u.func.nparams = part->nparams;
	t->u.func.variadic = part->variadic;
	t->u.func.old_style = part->old_style;
	return t;
}

void
parse_declarator(struct parser *p, struct type *base, enum declarator_form form,
	struct declarator *d)
{
	struct derivations parts = { 0 };
	struct type *t = base;
	size_t i, dim = 0;

	*d = (struct declarator){ .place = p->tok->place };
	parse_parts(p, form, d, &parts);
	if (parts.n > MAX_DERIVATIONS)
		diag_fatal(p->diag, d->place, "declarator of more than %d parts", MAX_DERIVATIONS);
	for (i = 0; i < parts.n; i++)
		dim += parts.v[i].kind == ARRAY_OF;
	for (i = parts.n; i-- > 0;) {
		struct derivation *part = &parts.v[i];

		if (part->kind == POINTER_TO)
			t = type_qualified(p->arena, pointer_to(p, t), part->quals);
		else if (part->kind == FUNCTION_RETURNING)
			t = make_function(p, part, t);
		else
			t = make_array(p, d, part, t, --dim);
	}
	if (parts.n && parts.v[0].kind == ARRAY_OF)
		d->param_quals = parts.v[0].quals;
	if (parts.n && parts.v[0].kind == FUNCTION_RETURNING) {
		d->kr_names = parts.v[0].kr_names;
		d->nkr = parts.v[0].nkr;
	}
	d->type = t;
}

struct type *
parse_type_name(struct parser *p)
{
	struct declspec s;
	struct declarator d;

	enter_nesting(p);
	parse_declspec(p, &s, false);
	if (!s.explicit_type)
		parse_error(p, p->tok->place, "expected a type before %s",
			token_describe(p->arena, p->tok));
	parse_declarator(p, s.type, DECLARATOR_ABSTRACT, &d);
	leave_nesting(p);
	return type_aligned(p->arena, d.type, d.type == s.type ? s.attrs.aligned : 0);
}

/* ---- arrays of variable length ---- */

/* Return the same type with its lengths already computed: vla_len is kept, vla_expr is not. */
struct type *
vla_reuse(struct parser *p, struct type *t)
{
	struct type *c;

	if (!type_is_variably_modified(t))
		return t;
	c = type_copy(p->arena, t);
	c->base = vla_reuse(p, t->base);
	if (c->kind == TY_ARRAY && c->u.array.vla)
		c->u.array.vla_expr = NULL;
	return c;
}

void
each_vla(struct type *t, void (*fn)(struct parser *, struct type *), struct parser *p)
{
	for (; t; t = t->base) {
		if (t->kind == TY_ARRAY && t->u.array.vla && t->u.array.vla_expr)
			fn(p, t);
		if (t->kind != TY_ARRAY && t->kind != TY_POINTER && t->kind != TY_FUNCTION)
			break;
	}
}

struct expr *
with_vla_lengths(struct parser *p, struct type *t, struct expr *e)
{
	struct expr *set, *comma;

	if (!type_is_variably_modified(t))
		return e;
	for (; t && t->kind != TY_ENUM && t->kind != TY_COMPLEX; t = t->base) {
		if (t->kind != TY_ARRAY || !t->u.array.vla || !t->u.array.vla_expr)
			continue;
		set = expr_assign(p, e->place, expr_var(p, e->place, t->u.array.vla_len),
			t->u.array.vla_expr);
		t->u.array.vla_expr = NULL;
		comma = new_expr(p, EX_COMMA, e->type, e->place);
		comma->u.binary.l = set;
		comma->u.binary.r = e;
		e = span(comma, e->first, e->last);
	}
	return e;
}
