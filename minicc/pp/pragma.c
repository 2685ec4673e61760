/* #pragma and _Pragma (C11 6.10.6, 6.10.9).
 *
 * OpenMP's become marked runs of macro-expanded tokens. Those that concern the preprocessor are
 * obeyed here and go no further. All others are kept as text for the host compiler. */
#include "pp/internal.h"

#include <string.h>
#include <strings.h>

#include "base/nearest.h"

static const char omp_text[] = "#pragma omp";

static bool
is_word(const struct tokbuf *b, size_t i, const char *word)
{
	return i < b->n && b->v[i].kind == TK_IDENT && !strcmp(b->v[i].text, word);
}

/* Return whether gcc expands macros in the pragma (OpenMP's apart). */
static bool
wants_expansion(const struct tokbuf *b)
{
	return is_word(b, 0, "pack") || is_word(b, 0, "redefine_extname") ||
		is_word(b, 0, "scalar_storage_order") ||
		(is_word(b, 0, "GCC") && is_word(b, 1, "unroll"));
}

/* Return the macro's name in push_macro("NAME"). */
static const char *
quoted_macro(struct pp *pp, const struct tokbuf *b)
{
	if (b->n != 4 || b->v[1].kind != TK_LPAREN || b->v[2].kind != TK_STRING ||
		b->v[2].text[0] != '"' || b->v[3].kind != TK_RPAREN) {
		diag_warn(pp->diag, b->v[0].place, "-Wpragmas", "expected %s(\"NAME\")",
			b->v[0].text);
		return NULL;
	}
	const char *text = b->v[2].text;
	return intern(pp->cx->names, text + 1, intern_size(text) - 2);
}

static void
push_macro(struct pp *pp, const struct tokbuf *b)
{
	const char *text = quoted_macro(pp, b);
	if (!text)
		return;
	struct name *name = name_of(pp, text);
	struct saved_macro *s = NEW(pp->arena, struct saved_macro);
	*s = (struct saved_macro){ name->pushed, name->macro };
	name->pushed = s;
}

static void
pop_macro(struct pp *pp, const struct tokbuf *b)
{
	const char *text = quoted_macro(pp, b);
	struct name *name = text ? name_of(pp, text) : NULL;
	if (!name || !name->pushed)
		return;
	name->macro = name->pushed->macro;
	name->pushed = name->pushed->below;
}

static void
system_header(struct pp *pp)
{
	struct source_file *f = source_of(pp->cx->sources, pp->in->lx.file);
	if (pp->in->below)
		f->is_system = true;
}

/* Obey #pragma GCC warning "TEXT", and error. */
static void
message(struct pp *pp, const struct tokbuf *b, bool is_error)
{
	const char *text = "";
	if (b->n > 2 && b->v[2].kind == TK_STRING)
		text = arena_strndup(pp->arena, b->v[2].text + 1, intern_size(b->v[2].text) - 2);
	if (is_error)
		diag_error(pp->diag, b->v[0].place, "%s", text);
	else
		diag_warn(pp->diag, b->v[0].place, NULL, "%s", text);
}

/* Return true if the pragma was for the preprocessor alone, which has obeyed it. */
static bool
obey(struct pp *pp, const struct tokbuf *b)
{
	if (is_word(b, 0, "once"))
		pp_once(pp);
	else if (is_word(b, 0, "push_macro"))
		push_macro(pp, b);
	else if (is_word(b, 0, "pop_macro"))
		pop_macro(pp, b);
	else if (is_word(b, 0, "GCC") && is_word(b, 1, "system_header"))
		system_header(pp);
	else if (is_word(b, 0, "GCC") && (is_word(b, 1, "warning") || is_word(b, 1, "error")))
		message(pp, b, is_word(b, 1, "error"));
	else if (!is_word(b, 0, "GCC") || !is_word(b, 1, "dependency"))
		return false;
	return true;
}

/* Append the tokens of B, expanded as a list of their own, to OUT. */
static void
expand_list(struct pp *pp, const struct tokbuf *b, struct tokbuf *out)
{
	struct expansion *e = pp_push(pp, b->v, b->n);
	struct pptok t;
	e->barrier = true;
	for (pp_expand(pp, &t); t.kind != PP_ARG_END; pp_expand(pp, &t))
		tokbuf_push(pp, out, &t);
	pp_pop(pp);
}

static const char *
pragma_text(struct pp *pp, const struct tokbuf *b)
{
	struct tokbuf *expanded = tokbuf_new(pp);
	if (wants_expansion(b)) {
		expand_list(pp, b, expanded);
		b = expanded;
	}
	const char *text = pp_spell(pp->arena, b->v, b->n);
	const char *line = arena_printf(pp->arena, "#pragma %s", text);
	tokbuf_free(pp, expanded);
	return intern_str(pp->cx->names, line);
}

static bool
is_nearly_omp(const struct tokbuf *b)
{
	const char *word = b->n > 0 && b->v[0].kind == TK_IDENT ? b->v[0].text : "";

	return !strcasecmp(word, "omp") || nearest_of(word, NULL, "omp");
}

/* Make one token of B, which is not OpenMP's.  Return false if nothing is left to say. */
static bool
other_pragma(struct pp *pp, const struct tokbuf *b, struct pptok *out)
{
	if (obey(pp, b))
		return false;
	if (is_nearly_omp(b)) {
		diag_fix(pp->diag, "omp");
		diag_warn(pp->diag, b->v[0].place, "-Wunknown-pragmas",
			"unknown pragma '%s'; did you mean 'omp'?", b->v[0].text);
	}
	out->kind = TK_PRAGMA_OTHER;
	out->text = pragma_text(pp, b);
	return true;
}

bool
pp_pragma_line(struct pp *pp, const struct pptok *hash, struct pptok *out)
{
	struct lexer *lx = &pp->in->lx;
	struct lexer ahead = *lx;
	struct pptok first;
	ahead.quiet = true;
	lex(&ahead, &first);
	*out = *hash;
	if (first.kind == TK_IDENT && !strcmp(first.text, "omp")) {
		lex(lx, &first);
		pp->in_pragma = true;
		out->kind = TK_PRAGMA_OMP;
		out->text = intern_str(pp->cx->names, omp_text);
		return true;
	}
	struct tokbuf *b = tokbuf_new(pp);
	pp_rest_of_line(pp, b);
	lex_end_directive(lx);
	bool is_token = other_pragma(pp, b, out);
	tokbuf_free(pp, b);
	return is_token;
}

/* ---- _Pragma ---- */

/* Return what is between the quotes, with \" and \\ undone (6.10.9p1). */
static char *
destringize(struct pp *pp, const char *text, size_t *size)
{
	const char *p = strchr(text, '"') + 1, *end = text + intern_size(text) - 1;
	char *plain = arena_alloc(pp->arena, intern_size(text) + 1);
	size_t n = 0;
	for (; p < end; p++) {
		if (*p == '\\' && (p[1] == '"' || p[1] == '\\'))
			p++;
		plain[n++] = *p == '\n' ? ' ' : *p;
	}
	*size = n;
	return plain;
}

/* Return the tokens in the string S.  They stand where the string does; exactly, if the user wrote
 * it there himself. */
static struct tokbuf *
lex_string(struct pp *pp, const struct pptok *s, const struct pptok *name)
{
	struct tokbuf *b = tokbuf_new(pp);
	size_t size;
	const char *text = destringize(pp, s->text, &size);
	bool exact = !s->origin && !memchr(s->text, '\\', intern_size(s->text));
	uint32_t offset = (uint32_t)(strchr(s->text, '"') - s->text);
	struct lexer lx;
	struct pptok t;
	lexer_init(&lx, pp, text, size, s->place.file);
	lx.in_directive = true;
	lx.quiet = true;
	for (lex(&lx, &t); t.kind != PP_NEWLINE; lex(&lx, &t)) {
		uint32_t col = t.place.col + offset;
		t.place = exact ? s->place : name->place;
		t.place.col += exact ? col : 0;
		t.origin = s->origin;
		t.flags &= ~PP_BOL;
		tokbuf_push(pp, b, &t);
	}
	return b;
}

/* Read "( STRING )" after _Pragma. */
static bool
operand(struct pp *pp, const struct pptok *name, struct pptok *string)
{
	struct pptok t;
	pp_expand(pp, &t);
	if (t.kind == TK_LPAREN) {
		pp_expand(pp, string);
		if (string->kind == TK_STRING) {
			pp_expand(pp, &t);
			if (t.kind == TK_RPAREN)
				return true;
		} else {
			t = *string;
		}
	}
	pp_unread(pp, &t);
	diag_error(pp->diag, name->place, "_Pragma expects one string literal in parentheses");
	return false;
}

static void
emit_directive(struct pp *pp, struct tokbuf *b, struct pptok *mark)
{
	struct tokbuf *out = tokbuf_new(pp);
	struct tokbuf rest = { .v = b->v + 1, .n = b->n - 1 };
	expand_list(pp, &rest, out);
	mark->kind = TK_PRAGMA_OMP;
	mark->text = intern_str(pp->cx->names, omp_text);
	pp_emit(pp, mark);
	for (size_t i = 0; i < out->n; i++)
		pp_emit(pp, &out->v[i]);
	tokbuf_free(pp, out);
	mark->kind = TK_PRAGMA_END;
	mark->text = intern_str(pp->cx->names, "");
	pp_emit(pp, mark);
}

void
pp_pragma_operator(struct pp *pp, const struct pptok *name)
{
	struct pptok string, mark = *name;
	if (!operand(pp, name, &string))
		return;
	struct tokbuf *b = lex_string(pp, &string, name);
	if (is_word(b, 0, "omp"))
		emit_directive(pp, b, &mark);
	else if (other_pragma(pp, b, &mark))
		pp_emit(pp, &mark);
	tokbuf_free(pp, b);
}
