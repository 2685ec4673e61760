/* Macro expansion: the stack of token lists, and calls of macros (C11 6.10.3).
 *
 * pp_fetch takes the next token as it stands, pp_expand the next one that is no macro. A list is
 * taken off the stack when somebody asks for a token beyond its end; only then does its macro
 * become available again, which gives the same results as gcc in the cases that C11 6.10.3.4p4
 * leaves open. */
#include "pp/internal.h"

#include <string.h>

/* ---- buffers ---- */

enum { FIRST_BUFFERED = 8 };

/* Return an empty buffer.  It has storage even then: its users point into it. */
struct tokbuf *
tokbuf_new(struct pp *pp)
{
	struct tokbuf *b = pp->free_bufs;
	if (!b) {
		b = NEW(pp->arena, struct tokbuf);
		b->v = NEWN(pp->arena, struct pptok, FIRST_BUFFERED);
		b->cap = FIRST_BUFFERED;
		return b;
	}
	pp->free_bufs = b->next_free;
	b->n = 0;
	return b;
}

void
tokbuf_free(struct pp *pp, struct tokbuf *b)
{
	if (!b)
		return;
	pp->buffered -= b->n;
	b->next_free = pp->free_bufs;
	pp->free_bufs = b;
}

struct pptok *
tokbuf_push(struct pp *pp, struct tokbuf *b, const struct pptok *t)
{
	if (++pp->buffered > MOST_BUFFERED)
		diag_fatal(pp->diag, t->place, "macro expansion is too large (over %d tokens)",
			MOST_BUFFERED);
	vec_push(pp->arena, b, *t);
	return &b->v[b->n - 1];
}

void
tokbuf_cut(struct pp *pp, struct tokbuf *b, size_t n)
{
	pp->buffered -= b->n - n;
	b->n = n;
}

/* ---- the stack ---- */

struct expansion *
pp_push(struct pp *pp, const struct pptok *v, size_t n)
{
	struct expansion *e = pp->free_expansions;
	if (e)
		pp->free_expansions = e->below;
	else
		e = NEW(pp->arena, struct expansion);
	*e = (struct expansion){ .below = pp->top, .first = v, .next = v, .end = n ? v + n : v };
	pp->top = e;
	return e;
}

void
pp_pop(struct pp *pp)
{
	struct expansion *e = pp->top;
	if (e->macro)
		e->macro->disabled = false;
	tokbuf_free(pp, e->owned);
	pp->top = e->below;
	e->below = pp->free_expansions;
	pp->free_expansions = e;
}

static void
take(struct pp *pp, struct expansion *e, struct pptok *t)
{
	bool first = e->next == e->first;
	*t = *e->next++;
	if (e->stamp) {
		t->place = e->place;
		t->origin = e->origin;
	}
	if (first && e->macro)
		t->flags = (t->flags & ~(PP_SPACE | PP_BOL)) | e->lead;
	t->flags |= pp->pending;
	pp->pending = 0;
}

void
pp_fetch(struct pp *pp, struct pptok *t)
{
	struct expansion *e;
	for (; (e = pp->top); pp_pop(pp)) {
		if (e->next < e->end) {
			if (++pp->steps > MOST_STEPS)
				diag_fatal(pp->diag, e->next->place,
					"macro expansion does not end");
			take(pp, e, t);
			return;
		}
		if (e->macro && e->first == e->end)
			pp->pending |= e->lead; /* " EMPTY" leaves its space behind */
		if (e->barrier) {
			*t = (struct pptok){ .kind = PP_ARG_END, .place = e->place, .text = "" };
			return;
		}
	}
	if (pp->has_unread) {
		*t = pp->unread;
		pp->has_unread = false;
	} else {
		pp_file_token(pp, t);
	}
	t->flags |= pp->pending;
	pp->pending = 0;
}

/* Put T back, which must be the token that pp_fetch has just given. */
void
pp_unread(struct pp *pp, const struct pptok *t)
{
	if (t->kind == PP_ARG_END)
		return; /* the barrier is still there */
	if (pp->top && pp->top->next > pp->top->first) {
		pp->top->next--;
		pp->pending |= t->flags & (PP_SPACE | PP_BOL);
		return;
	}
	pp->unread = *t;
	pp->has_unread = true;
}

/* ---- calls ---- */

static struct call *
call_new(struct pp *pp, struct macro *m, const struct pptok *name)
{
	struct call *c = pp->free_calls;
	if (c)
		pp->free_calls = c->next_free;
	else
		c = NEW(pp->arena, struct call);
	c->macro = m;
	c->place = name->place;
	c->raw = tokbuf_new(pp);
	c->args.n = 0;
	c->omitted = false;
	return c;
}

static void
call_free(struct pp *pp, struct call *c)
{
	for (size_t i = 0; i < c->args.n; i++)
		tokbuf_free(pp, c->args.v[i].expanded);
	tokbuf_free(pp, c->raw);
	c->next_free = pp->free_calls;
	pp->free_calls = c;
}

/* Return the origin of the tokens that this call's replacement list spells; NULL in headers, of
 * whose macros messages need not tell. */
static const struct macro_origin *
origin_of(struct pp *pp, const struct macro *m, const struct pptok *name)
{
	if (pp->cx->options->no_line_info || (pp->in->header && pp->in->header->is_system))
		return name->origin;
	struct macro_origin *o = NEW(pp->arena, struct macro_origin);
	*o = (struct macro_origin){ m->name, m->place, name->origin };
	return o;
}

static struct macro *
macro_of(struct pp *pp, const struct pptok *t)
{
	return t->kind == TK_IDENT ? name_of(pp, t->text)->macro : NULL;
}

static bool
paren_follows(struct pp *pp)
{
	struct pptok t;
	pp_fetch(pp, &t);
	if (t.kind == TK_LPAREN)
		return true;
	pp_unread(pp, &t);
	return false;
}

static bool
ends_call(const struct pptok *t, int pragmas)
{
	return t->kind == TK_EOF || t->kind == PP_NEWLINE || t->kind == PP_ARG_END ||
		(t->kind == TK_PRAGMA_END && pragmas == 0);
}

static void
begin_arg(struct pp *pp, struct call *c)
{
	struct arg a = { .from = c->raw->n };
	vec_push(pp->arena, &c->args, a);
}

static void
end_arg(struct call *c)
{
	vec_last(&c->args).to = c->raw->n;
}

/* Add a raw argument token.  A name that is disabled now stays so for good. */
static void
add_to_arg(struct pp *pp, struct call *c, struct pptok *t)
{
	struct macro *m = macro_of(pp, t);
	if (m && m->disabled)
		t->flags |= PP_NO_EXPAND;
	if (t->flags & PP_BOL)
		t->flags = (t->flags & ~PP_BOL) | PP_SPACE;
	tokbuf_push(pp, c->raw, t);
}

/* Collect the arguments up to the ')'.  Return false if it is missing (C11 6.10.3p10, p11). */
static bool
collect_args(struct pp *pp, struct call *c)
{
	const struct macro *m = c->macro;
	int parens = 0, pragmas = 0;
	struct pptok t;
	begin_arg(pp, c);
	for (;;) {
		pp_fetch(pp, &t);
		if (ends_call(&t, pragmas)) {
			pp_unread(pp, &t);
			return false;
		}
		pragmas += (t.kind == TK_PRAGMA_OMP) - (t.kind == TK_PRAGMA_END);
		if (pragmas == 0) {
			bool variable = m->variadic && c->args.n == m->n_params;
			if (t.kind == TK_RPAREN && parens-- == 0)
				break;
			parens += t.kind == TK_LPAREN;
			if (t.kind == TK_COMMA && parens == 0 && !variable) {
				end_arg(c);
				begin_arg(pp, c);
				continue;
			}
		}
		add_to_arg(pp, c, &t);
	}
	end_arg(c);
	return true;
}

static bool
arity_ok(struct pp *pp, struct call *c)
{
	const struct macro *m = c->macro;
	size_t n = c->args.n;
	if (m->n_params == 0 && n == 1 && c->raw->n == 0)
		return true;
	if (m->variadic && n == (size_t)m->n_params - 1) {
		begin_arg(pp, c); /* GNU: called without its variadic argument */
		end_arg(c);
		c->omitted = true;
		return true;
	}
	if (n == m->n_params) {
		c->omitted = n == 1 && m->variadic && c->raw->n == 0 && !pp->cx->options->strict;
		return true;
	}
	if (n < m->n_params)
		diag_error(pp->diag, c->place,
			"macro '%s' requires %s%d argument%s, but only %zu given", m->name,
			m->variadic ? "at least " : "", m->n_params - m->variadic,
			m->n_params - m->variadic == 1 ? "" : "s", n);
	else
		diag_error(pp->diag, c->place,
			"macro '%s' passed %zu argument%s, but takes just %d", m->name, n,
			n == 1 ? "" : "s", m->n_params);
	diag_note(pp->diag, m->place, "macro '%s' defined here", m->name);
	return false;
}

static struct expansion *
push_macro(struct pp *pp, struct macro *m, const struct pptok *name, const struct pptok *v,
	size_t n)
{
	struct expansion *e = pp_push(pp, v, n);
	e->macro = m;
	e->lead = name->flags & (PP_SPACE | PP_BOL);
	m->disabled = true;
	return e;
}

static bool
enter_function_like(struct pp *pp, struct macro *m, const struct pptok *name)
{
	if (!paren_follows(pp))
		return false;
	struct call *c = call_new(pp, m, name);
	bool ok = true;
	if (!collect_args(pp, c)) {
		diag_error(pp->diag, name->place, "unterminated argument list of macro '%s'",
			m->name);
		diag_note(pp->diag, m->place, "macro '%s' defined here", m->name);
		ok = false;
	}
	ok = ok && arity_ok(pp, c);
	if (ok) {
		struct tokbuf *out = tokbuf_new(pp);
		c->origin = origin_of(pp, m, name);
		pp_substitute(pp, c, out);
		push_macro(pp, m, name, out->v, out->n)->owned = out;
	}
	call_free(pp, c);
	return ok;
}

static void
enter_object_like(struct pp *pp, struct macro *m, const struct pptok *name)
{
	if (m->pasting) {
		struct call *c = call_new(pp, m, name);
		struct tokbuf *out = tokbuf_new(pp);
		c->origin = origin_of(pp, m, name);
		pp_substitute(pp, c, out);
		push_macro(pp, m, name, out->v, out->n)->owned = out;
		call_free(pp, c);
		return;
	}
	struct expansion *e = push_macro(pp, m, name, m->body, m->n_body);
	e->stamp = true;
	e->place = name->place;
	e->origin = m->n_body ? origin_of(pp, m, name) : NULL;
}

static void
enter_builtin(struct pp *pp, struct macro *m, const struct pptok *name)
{
	struct tokbuf *out = tokbuf_new(pp);
	struct pptok t;
	pp_builtin_macro(pp, m, name, &t);
	t.flags = name->flags;
	tokbuf_push(pp, out, &t);
	pp_push(pp, out->v, out->n)->owned = out;
}

/* Replace NAME, a macro's name.  Return whether that was done. */
static bool
enter(struct pp *pp, struct macro *m, const struct pptok *name)
{
	if (m->function_like)
		return enter_function_like(pp, m, name);
	if (m->builtin)
		enter_builtin(pp, m, name);
	else
		enter_object_like(pp, m, name);
	return true;
}

void
pp_expand(struct pp *pp, struct pptok *t)
{
	for (;;) {
		pp_fetch(pp, t);
		struct macro *m = macro_of(pp, t);
		if (!m || (t->flags & PP_NO_EXPAND))
			return;
		if (m->disabled) {
			t->flags |= PP_NO_EXPAND;
			return;
		}
		if (!enter(pp, m, t))
			return;
	}
}

/* Replace a macro argument completely, as if it formed the rest of the file (C11 6.10.3.1). */
void
pp_expand_arg(struct pp *pp, struct call *c, struct arg *a)
{
	if (a->expanded)
		return;
	if (++pp->arg_depth > MOST_NESTED_ARGS)
		diag_fatal(pp->diag, c->place,
			"macro arguments are nested too deeply (over %d levels)", MOST_NESTED_ARGS);
	struct tokbuf *out = a->expanded = tokbuf_new(pp);
	struct expansion *e = pp_push(pp, c->raw->v + a->from, a->to - a->from);
	e->barrier = true;
	e->place = c->place;
	uint8_t pending = pp->pending;
	pp->pending = 0;
	struct pptok t;
	for (pp_expand(pp, &t); t.kind != PP_ARG_END; pp_expand(pp, &t))
		tokbuf_push(pp, out, &t);
	pp->pending = pending;
	pp_pop(pp);
	pp->arg_depth--;
}
