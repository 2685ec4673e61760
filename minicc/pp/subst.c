/* One macro's replacement list with the arguments put in: parameters, #, ## and __VA_OPT__
 * (C11 6.10.3.1 to 6.10.3.3). The result still has to be rescanned; expand.c does that. */
#include "pp/internal.h"

#include <string.h>

/* ---- spelling ---- */

static size_t
quoted_size(const char *s, size_t n)
{
	size_t more = n;
	for (size_t i = 0; i < n; i++)
		more += s[i] == '"' || s[i] == '\\';
	return more;
}

/* Write the characters of T at TO, escaped if T is a string and all of it becomes one
 * (6.10.3.2p2). */
static char *
put_spelling(char *to, const struct pptok *t, bool escape)
{
	size_t n = intern_size(t->text);
	for (size_t i = 0; i < n; i++) {
		if (escape && (t->text[i] == '"' || t->text[i] == '\\'))
			*to++ = '\\';
		*to++ = t->text[i];
	}
	return to;
}

static bool
is_quoted(const struct pptok *t)
{
	return t->kind == TK_STRING || t->kind == TK_CHARCONST;
}

static char *
spell(struct arena *a, const struct pptok *v, size_t n, bool escape)
{
	size_t size = 3;
	for (size_t i = 0; i < n; i++)
		size += 1 + quoted_size(v[i].text, intern_size(v[i].text));
	char *text = arena_alloc(a, size), *to = text;
	if (escape)
		*to++ = '"';
	for (size_t i = 0; i < n; i++) {
		if (i > 0 && (v[i].flags & (PP_SPACE | PP_BOL)))
			*to++ = ' ';
		to = put_spelling(to, &v[i], escape && is_quoted(&v[i]));
	}
	if (escape)
		*to++ = '"';
	*to = '\0';
	return text;
}

const char *
pp_spell(struct arena *a, const struct pptok *v, size_t n)
{
	return spell(a, v, n, false);
}

/* Return the length without a lone \ at the end, which would escape the closing quote. */
static size_t
without_last_backslash(struct pp *pp, const struct call *c, const struct pptok *v, size_t n)
{
	if (n > 0 && v[n - 1].kind == TK_OTHER && !strcmp(v[n - 1].text, "\\")) {
		diag_warn(pp->diag, c->place, NULL,
			"'#' makes an invalid string literal; "
			"ignoring the final '\\'");
		n--;
	}
	return n;
}

/* ---- the call's values ---- */

static void
add(struct pp *pp, const struct call *c, struct tokbuf *out, const struct pptok *t)
{
	struct pptok *copy = tokbuf_push(pp, out, t);
	copy->place = c->place;
	copy->origin = c->origin;
	copy->param = 0;
}

static void
stringify(struct pp *pp, struct call *c, const struct pptok *param, uint8_t flags,
	struct tokbuf *out)
{
	struct arg *a = &c->args.v[param->param];
	const struct pptok *v = c->raw->v + a->from;
	size_t n = without_last_backslash(pp, c, v, a->to - a->from);
	struct pptok t = { .kind = TK_STRING, .flags = flags };
	t.text = intern_str(pp->cx->names, spell(pp->arena, v, n, true));
	add(pp, c, out, &t);
}

/* Add an argument's tokens.  The first takes the parameter's white space. */
static void
add_list(struct pp *pp, struct tokbuf *out, const struct pptok *v, size_t n, uint8_t flags)
{
	for (size_t i = 0; i < n; i++) {
		struct pptok *copy = tokbuf_push(pp, out, &v[i]);
		if (i == 0)
			copy->flags = (copy->flags & ~(PP_SPACE | PP_BOL)) | (flags & PP_SPACE);
	}
}

static void
add_param(struct pp *pp, struct call *c, const struct pptok *param, bool raw, struct tokbuf *out)
{
	struct arg *a = &c->args.v[param->param];
	size_t before = out->n;
	if (raw) {
		add_list(pp, out, c->raw->v + a->from, a->to - a->from, param->flags);
	} else {
		pp_expand_arg(pp, c, a);
		add_list(pp, out, a->expanded->v, a->expanded->n, param->flags);
	}
	if (out->n == before) {
		struct pptok none = { .kind = PP_PLACEMARKER, .flags = param->flags, .text = "" };
		add(pp, c, out, &none);
	}
}

static bool
has_variable_args(struct pp *pp, struct call *c)
{
	struct arg *a = &vec_last(&c->args);
	pp_expand_arg(pp, c, a);
	return a->expanded->n > 0;
}

/* ---- ## ---- */

/* Make TEXT one token.  Return false if it is not one. */
static bool
lex_alone(struct pp *pp, const char *text, size_t size, struct pptok *t)
{
	struct lexer lx;
	lexer_init(&lx, pp, text, size, 0);
	lx.quiet = true;
	lx.in_directive = true;
	if (strchr(" \t\n\\", text[0]) || (text[0] == '/' && strchr("/*", text[1])))
		return false;
	lex(&lx, t);
	return lx.p == lx.end && t->kind != PP_NEWLINE && (t->kind != TK_OTHER || size == 1);
}

/* LEFT ## RIGHT into *LEFT; false if that is no token, and *LEFT is as before. */
static bool
paste(struct pp *pp, const struct call *c, struct pptok *left, const struct pptok *right)
{
	if (right->kind == PP_PLACEMARKER)
		return true;
	uint8_t flags = left->flags & (PP_SPACE | PP_BOL);
	if (left->kind == PP_PLACEMARKER) {
		*left = *right;
		left->flags = (left->flags & ~(PP_SPACE | PP_BOL)) | flags;
		return true;
	}
	size_t n = intern_size(left->text), m = intern_size(right->text);
	char *text = arena_alloc(pp->arena, n + m + 1);
	memcpy(text, left->text, n);
	memcpy(text + n, right->text, m);
	struct pptok t;
	if (!lex_alone(pp, text, n + m, &t)) {
		diag_error(pp->diag, c->place,
			"pasting '%s' and '%s' does not give a valid "
			"preprocessing token",
			left->text, right->text);
		diag_note(pp->diag, c->macro->place, "in expansion of macro '%s'", c->macro->name);
		return false;
	}
	t.place = c->place;
	t.origin = c->origin;
	t.flags = flags;
	*left = t;
	return true;
}

/* Join out[at-1] and out[at]. */
static void
paste_at(struct pp *pp, const struct call *c, struct tokbuf *out, size_t at)
{
	if (!paste(pp, c, &out->v[at - 1], &out->v[at]))
		return;
	memmove(&out->v[at], &out->v[at + 1], (out->n - at - 1) * sizeof *out->v);
	tokbuf_cut(pp, out, out->n - 1);
}

/* ---- the list ---- */

static void substitute(struct pp *, struct call *, const struct pptok *b, const struct pptok *end,
	struct tokbuf *out);

/* Add what __VA_OPT__(…) gives: its tokens if there are variable arguments, else nothing (C23
 * 6.10.5.1). */
static void
add_va_opt(struct pp *pp, struct call *c, const struct pptok *b, struct tokbuf *out)
{
	size_t before = out->n;
	if (has_variable_args(pp, c)) {
		struct tokbuf *part = tokbuf_new(pp);
		substitute(pp, c, b + 2, b + b->param, part);
		add_list(pp, out, part->v, part->n, b->flags);
		tokbuf_free(pp, part);
	}
	if (out->n == before) {
		struct pptok none = { .kind = PP_PLACEMARKER, .flags = b->flags, .text = "" };
		add(pp, c, out, &none);
	}
}

/* Add one operand, or plain token, at B.  Return where the next one is. */
static const struct pptok *
add_element(struct pp *pp, struct call *c, const struct pptok *b, const struct pptok *end, bool raw,
	struct tokbuf *out)
{
	switch (b->kind) {
	case PP_STRINGIFY: stringify(pp, c, b + 1, b->flags, out); return b + 2;
	case PP_PARAM:
		add_param(pp, c, b, raw || (b + 1 < end && b[1].kind == PP_PASTE), out);
		return b + 1;
	case PP_VA_OPT: add_va_opt(pp, c, b, out); return b + b->param + 1;
	default: add(pp, c, out, b); return b + 1;
	}
}

/* Return whether it is GNU's ", ## __VA_ARGS__": without the argument, no comma; otherwise nothing
 * is pasted. */
static bool
is_gnu_comma(const struct call *c, const struct pptok *b, const struct tokbuf *out)
{
	return c->macro->variadic && b->kind == PP_PARAM && b->param == c->macro->n_params - 1 &&
		out->n > 0 && vec_last(out).kind == TK_COMMA;
}

static void
add_after_comma(struct pp *pp, struct call *c, const struct pptok *b, struct tokbuf *out)
{
	struct arg *a = &c->args.v[b->param];
	if (c->omitted)
		tokbuf_cut(pp, out, out->n - 1);
	else
		add_list(pp, out, c->raw->v + a->from, a->to - a->from, b->flags);
}

static void
substitute(struct pp *pp, struct call *c, const struct pptok *b, const struct pptok *end,
	struct tokbuf *out)
{
	size_t first = out->n;
	while (b < end) {
		if (b->kind != PP_PASTE || out->n == first) {
			b = add_element(pp, c, b + (b->kind == PP_PASTE), end, false, out);
			continue;
		}
		b++;
		if (is_gnu_comma(c, b, out) && !(b + 1 < end && b[1].kind == PP_PASTE)) {
			add_after_comma(pp, c, b++, out);
			continue;
		}
		size_t at = out->n;
		b = add_element(pp, c, b, end, true, out);
		paste_at(pp, c, out, at);
	}
}

static void
drop_placemarkers(struct pp *pp, struct tokbuf *out)
{
	size_t to = 0;
	uint8_t space = 0;
	for (size_t i = 0; i < out->n; i++) {
		struct pptok *t = &out->v[i];
		if (t->kind == PP_PLACEMARKER) {
			space |= t->flags & PP_SPACE;
			continue;
		}
		out->v[to] = *t;
		out->v[to++].flags |= space;
		space = 0;
	}
	tokbuf_cut(pp, out, to);
}

void
pp_substitute(struct pp *pp, struct call *c, struct tokbuf *out)
{
	const struct macro *m = c->macro;
	substitute(pp, c, m->body, m->body + m->n_body, out);
	drop_placemarkers(pp, out);
}
