/* #define and #undef (C11 6.10.3). */
#include "pp/internal.h"

#include <string.h>

struct definition {
	struct pp *pp;
	struct lexer *lx;
	struct macro *m;
	VEC(const char *) params;
	VEC(struct pptok) body;
};

/* Return the name after #define or #undef, or NULL after a message. */
static const char *
macro_name(struct pp *pp, const char *directive, struct place *place)
{
	struct pptok t;
	lex(&pp->in->lx, &t);
	*place = t.place;
	if (t.kind == PP_NEWLINE) {
		diag_error(pp->diag, t.place, "no macro name given in #%s directive", directive);
	} else if (t.kind != TK_IDENT) {
		diag_error(pp->diag, t.place, "macro names must be identifiers, not '%s'", t.text);
	} else if (name_of(pp, t.text)->special == S_DEFINED ||
		name_of(pp, t.text)->special == S_VA_ARGS ||
		name_of(pp, t.text)->special == S_VA_OPT) {
		diag_error(pp->diag, t.place, "'%s' cannot be used as a macro name", t.text);
	} else {
		return t.text;
	}
	return NULL;
}

static bool
add_param(struct definition *d, const char *name, struct place place)
{
	for (size_t i = 0; i < d->params.n; i++) {
		if (d->params.v[i] == name) {
			diag_error(d->pp->diag, place, "duplicate macro parameter '%s'", name);
			return false;
		}
	}
	if (d->params.n >= UINT16_MAX) {
		diag_error(d->pp->diag, place, "too many macro parameters");
		return false;
	}
	vec_push(d->pp->arena, &d->params, name);
	return true;
}

static bool
bad_params(struct definition *d, const struct pptok *t, const char *expected)
{
	if (t->kind == PP_NEWLINE)
		diag_error(d->pp->diag, t->place,
			"expected %s in macro parameter list before the "
			"end of the line",
			expected);
	else
		diag_error(d->pp->diag, t->place, "expected %s in macro parameter list, found '%s'",
			expected, t->text);
	return false;
}

/* Check that the ')' follows "...", which has been read. */
static bool
end_variadic(struct definition *d)
{
	struct pptok t;
	d->m->variadic = true;
	lex(d->lx, &t);
	return t.kind == TK_RPAREN || bad_params(d, &t, "')' after '...'");
}

/* Parse what is behind the '(': names, commas, then perhaps '...' or GNU's "name...", then ')'. */
static bool
parse_params(struct definition *d)
{
	struct pptok t;
	lex(d->lx, &t);
	if (t.kind == TK_RPAREN)
		return true;
	for (;; lex(d->lx, &t)) {
		if (t.kind == TK_ELLIPSIS)
			return add_param(d, intern_str(d->pp->cx->names, "__VA_ARGS__"), t.place) &&
				end_variadic(d);
		if (t.kind != TK_IDENT)
			return bad_params(d, &t, "parameter name");
		if (!add_param(d, t.text, t.place))
			return false;
		lex(d->lx, &t);
		if (t.kind == TK_ELLIPSIS)
			return end_variadic(d);
		if (t.kind == TK_RPAREN)
			return true;
		if (t.kind != TK_COMMA)
			return bad_params(d, &t, "',' or ')'");
	}
}

/* ---- the replacement list ---- */

static void
mark_param(struct definition *d, struct pptok *t)
{
	for (size_t i = 0; i < d->params.n; i++) {
		if (d->params.v[i] == t->text) {
			t->kind = PP_PARAM;
			t->param = (uint16_t)i;
			return;
		}
	}
	enum special s = name_of(d->pp, t->text)->special;
	if (s == S_VA_OPT && d->m->variadic)
		t->kind = PP_VA_OPT;
	else if (s == S_VA_ARGS || s == S_VA_OPT)
		diag_warn(d->pp->diag, t->place, NULL,
			"'%s' means something only in a variadic macro", t->text);
}

static void
read_body(struct definition *d)
{
	struct pptok t;
	for (lex(d->lx, &t); t.kind != PP_NEWLINE; lex(d->lx, &t)) {
		if (t.kind == TK_IDENT)
			mark_param(d, &t);
		else if (t.kind == TK_HASHHASH)
			t.kind = PP_PASTE;
		else if (t.kind == TK_HASH && d->m->function_like)
			t.kind = PP_STRINGIFY;
		vec_push(d->pp->arena, &d->body, t);
	}
	if (d->body.n)
		d->body.v[0].flags = 0;
}

/* Set .param of a __VA_OPT__ to the number of tokens of its ( … ). */
static bool
close_va_opt(struct definition *d, size_t at)
{
	struct pptok *v = d->body.v;
	size_t depth = 0;
	for (size_t i = at + 1; i < d->body.n && i - at < UINT16_MAX; i++) {
		if (v[i].kind == PP_VA_OPT)
			break;
		depth += v[i].kind == TK_LPAREN;
		if (depth == 0)
			break;
		depth -= v[i].kind == TK_RPAREN;
		if (depth == 0) {
			v[at].param = (uint16_t)(i - at);
			return v[at + 2].kind != PP_PASTE && v[i - 1].kind != PP_PASTE;
		}
	}
	return false;
}

static bool
check_body(struct definition *d)
{
	struct pptok *v = d->body.v;
	size_t n = d->body.n;
	for (size_t i = 0; i < n; i++) {
		if (v[i].kind == PP_PASTE && (i == 0 || i == n - 1)) {
			diag_error(d->pp->diag, v[i].place,
				"'##' cannot be at either end of a macro expansion");
			return false;
		}
		if (v[i].kind == PP_STRINGIFY && (i == n - 1 || v[i + 1].kind != PP_PARAM)) {
			diag_error(d->pp->diag, v[i].place,
				"'#' is not followed by a macro parameter");
			return false;
		}
		if (v[i].kind == PP_VA_OPT && !close_va_opt(d, i)) {
			diag_error(d->pp->diag, v[i].place,
				"'__VA_OPT__' needs '(', tokens without '##' at either end, ')'");
			return false;
		}
		d->m->pasting |= v[i].kind == PP_PASTE;
	}
	return true;
}

/* ---- redefinition (C11 6.10.3p1, p2) ---- */

static bool
same_macro(const struct macro *a, const struct macro *b)
{
	if (a->builtin || b->builtin || a->function_like != b->function_like ||
		a->variadic != b->variadic || a->n_params != b->n_params || a->n_body != b->n_body)
		return false;
	for (size_t i = 0; i < a->n_params; i++)
		if (a->params[i] != b->params[i])
			return false;
	for (size_t i = 0; i < a->n_body; i++) {
		const struct pptok *s = &a->body[i], *t = &b->body[i];
		if (s->kind != t->kind || s->text != t->text ||
			(s->flags & PP_SPACE) != (t->flags & PP_SPACE))
			return false;
	}
	return true;
}

static void
enter_macro(struct pp *pp, struct macro *m)
{
	struct name *name = name_of(pp, m->name);
	struct macro *old = name->macro;
	if (old && !same_macro(old, m)) {
		diag_warn(pp->diag, m->place, NULL, "macro '%s' redefined", m->name);
		if (!old->builtin && place_known(old->place))
			diag_note(pp->diag, old->place, "the previous definition is here");
	}
	name->macro = m;
}

static const struct pptok nothing; /* an empty body still has a place to point at */

void
pp_define(struct pp *pp)
{
	struct definition d = { .pp = pp, .lx = &pp->in->lx };
	struct place place;
	const char *name = macro_name(pp, "define", &place);
	if (!name)
		return;
	d.m = NEW(pp->arena, struct macro);
	d.m->name = name;
	d.m->place = place;
	if (*d.lx->p == '(') {
		struct pptok paren;
		lex(d.lx, &paren);
		d.m->function_like = true;
		if (!parse_params(&d))
			return;
	} else if (*d.lx->p && !strchr(" \t\r\n\f\v/\\", *d.lx->p)) {
		diag_warn(pp->diag, place, NULL, "no white space after the macro name '%s'", name);
	}
	d.m->n_params = (uint16_t)d.params.n;
	d.m->params = d.params.v;
	read_body(&d);
	if (!check_body(&d))
		return;
	d.m->body = d.body.n ? d.body.v : &nothing;
	d.m->n_body = d.body.n;
	enter_macro(pp, d.m);
}

void
pp_undef(struct pp *pp)
{
	struct place place;
	const char *text = macro_name(pp, "undef", &place);
	if (!text)
		return;
	struct name *name = name_of(pp, text);
	if (name->macro && name->macro->builtin)
		diag_warn(pp->diag, place, NULL, "undefining '%s'", text);
	name->macro = NULL;
	pp_extra_tokens(pp, "undef");
}

void
pp_define_builtins(struct pp *pp)
{
	static const char *const names[] = {
#define BUILTIN(id, text) [B_##id] = text,
#include "pp/names.def"
	};
	for (size_t i = 1; i < sizeof names / sizeof names[0]; i++) {
		struct macro *m = NEW(pp->arena, struct macro);
		m->name = intern_str(pp->cx->names, names[i]);
		m->builtin = (uint8_t)i;
		name_of(pp, m->name)->macro = m;
	}
}
