/*
 * parse_decl.c: declarations in blocks and at file scope, function definitions (C11 6.7, 6.9).
 *
 * What a declared name means, and whether it may be declared at all, is in sema_decl.c.
 */
#include "c/internal.h"

static void
parse_after_declarator(struct parser *p, struct declarator *d)
{
	const char *label;

	parse_attributes(p, &d->attrs);
	label = parse_asm_label(p);
	if (label)
		d->asm_name = label;
	parse_attributes(p, &d->attrs);
}

/* Parse __auto_type x = e: the type is the initialiser's. */
static struct decl *
parse_auto_type(struct parser *p, struct declspec *s, struct declarator *d)
{
	struct expr *e;
	struct decl *var;

	if (!at(p, TK_ASSIGN))
		parse_error(p, d->place, "'__auto_type' needs an initialiser");
	next(p);
	e = decay(p, parse_assign_expr(p));
	d->type = type_qualified(p->arena, e->type->unqual, s->type->quals);
	var = declare(p, s, d);
	var->has_init = true;
	var->init = NEW(p->arena, struct init);
	var->init->type = var->type;
	var->init->value = expr_cast(p, e, var->type);
	return var;
}

static struct decl *
parse_init_declarator(struct parser *p, struct declspec *s, struct declarator *d)
{
	struct decl *var;
	bool is_static;

	parse_after_declarator(p, d);
	if (s->auto_type)
		return parse_auto_type(p, s, d);
	var = declare(p, s, d);
	if (!accept(p, TK_ASSIGN))
		return var;
	if (var->kind != DECL_VAR) {
		diag_error(p->diag, d->place, "%s '%s' has an initialiser",
			var->kind == DECL_FUNC ? "function" : "typedef", d->name);
		parse_assign_expr(p);
		return var;
	}
	is_static = var->file_scope || var->storage == SC_STATIC || var->thread_local_;
	if (var->storage == SC_EXTERN && p->scope != p->file_scope)
		diag_error(p->diag, d->place, "'extern %s' in a block has an initialiser", d->name);
	parse_initializer(p, var, is_static);
	return var;
}

static void
check_object_type(struct parser *p, struct decl *d)
{
	if (d->kind != DECL_VAR || type_is_complete(d->type))
		return;
	if (d->storage == SC_EXTERN && d->type->kind != TY_VOID)
		return;
	if (d->file_scope && d->type->kind != TY_VOID)
		return; /* tentative: may be completed later (6.9.2; static ones in GNU C) */
	diag_error(p->diag, d->place,
		d->type->kind == TY_VOID ? "variable '%s' has type '%s'" :
					   "size of '%s' is not known: its type '%s' is incomplete",
		d->name, show(p, d->type));
	d->type = p->basic[TY_INT];
}

/* ---- in blocks ---- */

static void
append_decl(struct parser *p, struct stmt ***tail, struct decl *d, const struct token *first)
{
	struct stmt *s;

	if (d->kind == DECL_FUNC)
		return;
	s = new_stmt(p, ST_DECL, first);
	s->place = d->place;
	s->u.decl = d;
	**tail = s;
	*tail = &s->next;
}

struct stmt *
parse_declaration(struct parser *p)
{
	const struct token *first = p->tok;
	struct stmt *list = NULL, **tail = &list, *s;
	struct declspec spec;
	struct declarator d;

	if (at(p, TK_STATIC_ASSERT)) {
		parse_static_assert(p);
		return NULL;
	}
	parse_declspec(p, &spec, true);
	if (!at(p, TK_SEMI)) {
		do {
			struct decl *var;

			parse_declarator(p, spec.type, DECLARATOR_NAMED, &d);
			if (d.type->kind == TY_FUNCTION && at(p, TK_LBRACE))
				parse_error(p, d.place,
					"function '%s' is defined inside another function", d.name);
			var = parse_init_declarator(p, &spec, &d);
			check_object_type(p, var);
			append_decl(p, &tail, var, first);
		} while (accept(p, TK_COMMA));
	}
	expect(p, TK_SEMI);
	for (s = list; s; s = s->next)
		s->last = p->prev;
	return list;
}

/* ---- function definitions (6.9.1) ---- */

static struct decl *
kr_param(const struct declarator *fn, struct decl **params, const char *name)
{
	int i;

	for (i = 0; i < fn->nkr; i++)
		if (fn->kr_names[i]->text == name)
			return params[i];
	return NULL;
}

static void
parse_kr_declaration(struct parser *p, const struct declarator *fn, struct decl **params)
{
	struct declspec s;
	struct declarator d;
	struct decl *param;

	parse_declspec(p, &s, true);
	if (at(p, TK_SEMI)) {
		next(p);
		return;
	}
	do {
		parse_declarator(p, s.type, DECLARATOR_NAMED, &d);
		parse_attributes(p, &d.attrs);
		param = kr_param(fn, params, d.name);
		if (!param)
			diag_error(p->diag, d.place, "'%s' is not a parameter of '%s'", d.name,
				fn->name);
		else
			param->type = adjust_param_type(p, d.type);
	} while (accept(p, TK_COMMA));
	expect(p, TK_SEMI);
}

/* Parse the declarations between ')' and '{' of an old-style definition. */
static void
parse_kr_params(struct parser *p, struct declarator *d)
{
	struct decl **params = NEWN(p->arena, struct decl *, d->nkr + 1);
	int i;

	for (i = 0; i < d->nkr; i++) {
		params[i] = new_decl(p, DECL_PARAM, d->kr_names[i]->text, p->basic[TY_INT],
			d->kr_names[i]->place);
		params[i]->file_scope = false;
		params[i]->is_definition = true;
		params[i]->definition = params[i];
	}
	while (!at(p, TK_LBRACE)) {
		if (!at_declaration(p))
			parse_error(p, p->tok->place, "expected '{' before %s",
				token_describe(p->arena, p->tok));
		parse_kr_declaration(p, d, params);
	}
	d->type = type_copy(p->arena, d->type);
	d->type->u.func.params = params;
	d->type->u.func.nparams = d->nkr;
}

static bool
at_function_body(const struct parser *p, const struct declarator *d)
{
	if (d->type->kind != TY_FUNCTION)
		return false;
	return at(p, TK_LBRACE) || (d->nkr && at_declaration(p));
}

static void
parse_function(struct parser *p, struct declspec *s, struct declarator *d,
	const struct token *first)
{
	struct decl *fn;

	if (s->storage == SC_TYPEDEF)
		diag_error(p->diag, d->place, "function definition declared 'typedef'");
	if (d->nkr || !at(p, TK_LBRACE))
		parse_kr_params(p, d);
	fn = declare(p, s, d);
	fn->first = first;
	if (fn->canonical->definition) {
		diag_error(p->diag, d->place, "redefinition of '%s'", d->name);
		diag_note(p->diag, fn->canonical->definition->place, "defined before here");
	}
	fn->is_definition = true;
	fn->canonical->definition = fn;
	fn->definition = fn;
	for (int i = 0; i < fn->type->u.func.nparams; i++)
		refuse_star(p, fn->type->u.func.params[i]);
	if (fn->type->base->kind != TY_VOID)
		require_complete(p, d->place, fn->type->base, "the result of the function");
	parse_function_body(p, fn);
	fn->last = p->prev;
}

/* ---- at file scope ---- */

static void
warn_implicit_int(struct parser *p, const struct declspec *s, const struct declarator *d)
{
	if (s->explicit_type || s->auto_type)
		return;
	if (d->type->kind == TY_FUNCTION)
		diag_warn(p->diag, d->place, "-Wimplicit-int",
			"return type of '%s' defaults to 'int'", d->name);
	else
		diag_warn(p->diag, d->place, "-Wimplicit-int", "type of '%s' defaults to 'int'",
			d->name);
}

static void
parse_file_declarators(struct parser *p, struct declspec *s, struct declarator *d,
	const struct token *first)
{
	size_t start = p->file_decls.n;

	for (;;) {
		struct decl *x = parse_init_declarator(p, s, d);

		check_object_type(p, x);
		if (!accept(p, TK_COMMA))
			break;
		parse_declarator(p, s->type, DECLARATOR_NAMED, d);
	}
	expect(p, TK_SEMI);
	for (; start < p->file_decls.n; start++) {
		p->file_decls.v[start]->first = first;
		p->file_decls.v[start]->last = p->prev;
	}
}

static bool
parse_odd_external(struct parser *p)
{
	if (at(p, TK_STATIC_ASSERT)) {
		parse_static_assert(p);
		return true;
	}
	if (at(p, TK_ASM)) {
		skip_asm(p);
		return true;
	}
	if (at(p, TK_RBRACE))
		parse_error(p, p->tok->place, "'}' without a '{' before it");
	return accept(p, TK_SEMI);
}

void
parse_external_decl(struct parser *p)
{
	const struct token *first = p->tok;
	struct declspec s;
	struct declarator d;

	if (parse_odd_external(p))
		return;
	parse_declspec(p, &s, true);
	if (accept(p, TK_SEMI)) {
		if (!s.declares_tag)
			diag_warn(p->diag, s.place, NULL, "declaration does not declare anything");
		return;
	}
	if (!s.explicit_type && first == p->tok && !at(p, TK_IDENT) && !at(p, TK_STAR))
		parse_error(p, p->tok->place, "expected a declaration before %s",
			token_describe(p->arena, p->tok));
	parse_declarator(p, s.type, DECLARATOR_NAMED, &d);
	warn_implicit_int(p, &s, &d);
	parse_attributes(p, &d.attrs);
	if (at_function_body(p, &d))
		parse_function(p, &s, &d, first);
	else
		parse_file_declarators(p, &s, &d, first);
}

struct decl *
omp_placeholder(struct parser *p, const struct token *name, struct type *t)
{
	struct decl *d = new_decl(p, DECL_VAR, name->text, t, name->place);

	scope_enter(p, p->scope, d);
	return d;
}
