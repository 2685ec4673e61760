/* Directives (C11 6.10): the lines of a file that begin with #. */
#include "pp/internal.h"

#include <string.h>

void
pp_rest_of_line(struct pp *pp, struct tokbuf *out)
{
	struct lexer *lx = &pp->in->lx;
	struct pptok t;
	lx->quiet = true;
	for (lex(lx, &t); t.kind != PP_NEWLINE; lex(lx, &t))
		tokbuf_push(pp, out, &t);
	lx->quiet = false;
}

void
pp_extra_tokens(struct pp *pp, const char *directive)
{
	struct pptok t;
	lex(&pp->in->lx, &t);
	if (t.kind != PP_NEWLINE)
		diag_warn(pp->diag, t.place, "-Wendif-labels",
			"extra tokens at the end of #%s directive", directive);
}

/* ---- conditionals (6.10.1) ---- */

static void
begin_conditional(struct pp *pp, struct place place, bool taken, bool is_guard)
{
	struct conditional *c = NEW(pp->arena, struct conditional);
	*c = (struct conditional){
		.below = pp->in->conditionals,
		.place = place,
		.taken = taken,
		.is_guard = is_guard,
	};
	pp->in->conditionals = c;
}

static void
end_conditional(struct pp *pp)
{
	if (pp->in->conditionals->is_guard)
		pp->in->guard_state = GUARD_AFTER;
	pp->in->conditionals = pp->in->conditionals->below;
}

/* Return whether the innermost conditional may have an #else or #elif here. */
static bool
may_continue(struct pp *pp, struct place place, const char *directive, bool is_else)
{
	struct conditional *c = pp->in->conditionals;
	if (!c) {
		diag_error(pp->diag, place, "#%s without #if", directive);
		return false;
	}
	if (c->seen_else) {
		diag_error(pp->diag, place, "#%s after #else", directive);
		diag_note(pp->diag, c->place, "the conditional began here");
	}
	c->seen_else |= is_else;
	if (c->is_guard) {
		c->is_guard = false;
		pp->in->guard_state = GUARD_NONE;
	}
	return true;
}

/* Skip one directive of a skipped group, its '#' being next.  Return whether the group ends with
 * it. */
static bool
skip_directive(struct pp *pp, unsigned *depth)
{
	struct conditional *c = pp->in->conditionals;
	struct lexer *lx = &pp->in->lx;
	struct pptok t;
	lex(lx, &t);
	lx->in_directive = true;
	lex(lx, &t);
	switch (t.kind == TK_IDENT ? name_of(pp, t.text)->directive : D_NONE) {
	case D_IF:
	case D_IFDEF:
	case D_IFNDEF: ++*depth; return false;
	case D_ELSE: return *depth == 0 && may_continue(pp, t.place, "else", true) && !c->taken;
	case D_ELIF:
		return *depth == 0 && may_continue(pp, t.place, "elif", false) && !c->taken &&
			!c->seen_else && pp_condition(pp);
	case D_ENDIF:
		if ((*depth)-- > 0)
			return false;
		pp_extra_tokens(pp, "endif");
		end_conditional(pp);
		return true;
	default: return false;
	}
}

/* Skip from the line after a directive to the next group that is read, or past the #endif. */
static void
skip_group(struct pp *pp)
{
	unsigned depth = 0;
	struct conditional *c = pp->in->conditionals;
	while (lex_skip_to_directive(&pp->in->lx)) {
		bool done = skip_directive(pp, &depth);
		lex_end_directive(&pp->in->lx);
		if (done) {
			c->taken = true;
			return;
		}
	}
}

static void
do_if(struct pp *pp, struct place place, bool value, bool is_guard)
{
	begin_conditional(pp, place, value, is_guard);
	lex_end_directive(&pp->in->lx);
	if (!value)
		skip_group(pp);
}

/* Return the controlling macro of "#if !defined NAME" or "!defined(NAME)", alone on its line, or
 * NULL. */
static const char *
negated_defined(struct pp *pp)
{
	struct lexer ahead = pp->in->lx;
	struct pptok t[6] = { 0 };
	int n = 0;
	ahead.quiet = true;
	do
		lex(&ahead, &t[n]);
	while (t[n].kind != PP_NEWLINE && ++n < 6);
	if ((n != 3 && n != 5) || t[0].kind != TK_BANG || t[1].kind != TK_IDENT ||
		name_of(pp, t[1].text)->special != S_DEFINED)
		return NULL;
	if (n == 5 && (t[2].kind != TK_LPAREN || t[4].kind != TK_RPAREN))
		return NULL;
	const struct pptok *name = n == 3 ? &t[2] : &t[3];
	return name->kind == TK_IDENT ? name->text : NULL;
}

static bool
may_be_guard(struct pp *pp, const char *name)
{
	if (!name || pp->in->guard_state != GUARD_START)
		return false;
	pp->in->guard_state = GUARD_INSIDE;
	pp->in->guard = name;
	return true;
}

static void
do_if_expression(struct pp *pp, struct place place)
{
	bool is_guard = may_be_guard(pp, negated_defined(pp));
	do_if(pp, place, pp_condition(pp), is_guard);
}

static void
do_ifdef(struct pp *pp, struct place place, bool negate)
{
	const char *directive = negate ? "ifndef" : "ifdef";
	struct pptok t;
	lex(&pp->in->lx, &t);
	bool value = false, is_guard = false;
	if (t.kind != TK_IDENT) {
		diag_error(pp->diag, t.place,
			t.kind == PP_NEWLINE ? "no macro name given in #%s directive" :
					       "expected a macro name after #%s",
			directive);
	} else {
		struct name *name = name_of(pp, t.text);
		value = (name->macro || name->special >= S_HAS_INCLUDE) != negate;
		is_guard = negate && may_be_guard(pp, t.text);
		pp_extra_tokens(pp, directive);
	}
	do_if(pp, place, value, is_guard);
}

static void
do_else(struct pp *pp, struct place place, bool is_else)
{
	if (!may_continue(pp, place, is_else ? "else" : "elif", is_else))
		return;
	if (is_else)
		pp_extra_tokens(pp, "else");
	lex_end_directive(&pp->in->lx);
	skip_group(pp);
}

static void
do_endif(struct pp *pp, struct place place)
{
	if (!pp->in->conditionals) {
		diag_error(pp->diag, place, "#endif without #if");
		return;
	}
	pp_extra_tokens(pp, "endif");
	end_conditional(pp);
}

/* ---- #line (6.10.4) and line markers ---- */

/* Call the file NAME (NULL: as before) and its next line LINE from here on. */
static void
presume(struct pp *pp, const char *name, uint32_t line, bool is_system)
{
	struct lexer *lx = &pp->in->lx;
	struct sources *s = pp->cx->sources;
	const struct source_file *old = source_of(s, lx->file);
	lex_end_directive(lx);
	struct source_file *f = sources_again(s, old);
	if (name)
		f->name = name;
	f->is_system = is_system;
	f->line_delta = line - (lx->line - old->line_delta);
	lx->file = source_index(s, f);
	lx->line = line;
}

/* Return the characters between the quotes, with \\ and \" undone. */
static const char *
file_name(struct pp *pp, const struct pptok *t)
{
	char *name = arena_alloc(pp->arena, intern_size(t->text)), *to = name;
	for (const char *p = t->text + 1; p[1]; p++) {
		if (*p == '\\' && p[2])
			p++;
		*to++ = *p;
	}
	return name;
}

static bool
line_number(const char *digits, uint32_t *line)
{
	uint64_t n = 0;
	for (; *digits; digits++) {
		if (*digits < '0' || *digits > '9')
			return false;
		n = n * 10 + (uint64_t)(*digits - '0');
		if (n > INT32_MAX)
			return false;
	}
	*line = (uint32_t)n;
	return true;
}

/* Obey #line, or the # of a marker.  T is the first token behind it. */
static void
do_line(struct pp *pp, struct pptok *t, bool is_marker)
{
	const struct source_file *now = source_of(pp->cx->sources, pp->in->lx.file);
	const char *name = NULL;
	bool is_system = now->is_system && !is_marker;
	uint32_t line;
	if (t->kind != PP_NUMBER || !line_number(t->text, &line)) {
		diag_error(pp->diag, t->place,
			"expected a line number (1 to 2147483647) after #line");
		return;
	}
	pp_expand(pp, t);
	if (t->kind == TK_STRING && t->text[0] == '"') {
		name = file_name(pp, t);
		for (pp_expand(pp, t); is_marker && t->kind == PP_NUMBER; pp_expand(pp, t))
			is_system |= !strcmp(t->text, "3");
	}
	if (t->kind != PP_NEWLINE) {
		diag_error(pp->diag, t->place,
			"expected a file name in quotes after the line number, "
			"found '%s'",
			t->text);
		return;
	}
	presume(pp, name, line, is_system);
}

/* ---- the others ---- */

static void
do_message(struct pp *pp, struct place place, bool is_error)
{
	struct tokbuf *rest = tokbuf_new(pp);
	pp_rest_of_line(pp, rest);
	const char *text = pp_spell(pp->arena, rest->v, rest->n);
	tokbuf_free(pp, rest);
	if (is_error)
		diag_error(pp->diag, place, "#error %s", text);
	else
		diag_warn(pp->diag, place, "-Wcpp", "#warning %s", text);
}

static void
do_line_directive(struct pp *pp)
{
	struct pptok t;
	pp_expand(pp, &t);
	do_line(pp, &t, false);
}

/* Run the directive NAME.  Each leaves the rest of its line, or has ended it itself. */
static void
run_directive(struct pp *pp, const struct pptok *name)
{
	switch (name_of(pp, name->text)->directive) {
	case D_DEFINE: pp_define(pp); break;
	case D_UNDEF: pp_undef(pp); break;
	case D_INCLUDE: pp_include(pp, "include", false); break;
	case D_IMPORT: pp_include(pp, "import", false); break;
	case D_INCLUDE_NEXT: pp_include(pp, "include_next", true); break;
	case D_IF: do_if_expression(pp, name->place); break;
	case D_IFDEF: do_ifdef(pp, name->place, false); break;
	case D_IFNDEF: do_ifdef(pp, name->place, true); break;
	case D_ELIF: do_else(pp, name->place, false); break;
	case D_ELSE: do_else(pp, name->place, true); break;
	case D_ENDIF: do_endif(pp, name->place); break;
	case D_LINE: do_line_directive(pp); break;
	case D_ERROR: do_message(pp, name->place, true); break;
	case D_WARNING: do_message(pp, name->place, false); break;
	case D_IDENT:
	case D_SCCS: break;
	default:
		diag_error(pp->diag, name->place, "unknown preprocessing directive #%s",
			name->text);
	}
}

/* Read a directive behind the '#' that begins a line.  Return true if it is a pragma that gives a
 * token. */
static bool
directive(struct pp *pp, const struct pptok *hash, struct pptok *out)
{
	struct input *in = pp->in;
	struct pptok t;
	in->lx.in_directive = true;
	lex(&in->lx, &t);
	enum directive d = t.kind == TK_IDENT ? name_of(pp, t.text)->directive : D_NONE;
	bool opens = d == D_IF || d == D_IFNDEF;
	if (t.kind != PP_NEWLINE && in->guard_state != GUARD_INSIDE &&
		!(opens && in->guard_state == GUARD_START))
		in->guard_state = GUARD_NONE;
	if (d == D_PRAGMA && pp_pragma_line(pp, hash, out))
		return true;
	if (t.kind == PP_NUMBER)
		do_line(pp, &t, true);
	else if (t.kind == TK_IDENT && d != D_PRAGMA)
		run_directive(pp, &t);
	else if (t.kind != PP_NEWLINE && d != D_PRAGMA)
		diag_error(pp->diag, t.place,
			"expected the name of a directive after '#', found '%s'", t.text);
	while (pp->top) /* after an error: what macros have left */
		pp_pop(pp);
	pp->has_unread = false;
	if (in->lx.in_directive)
		lex_end_directive(&in->lx);
	return false;
}

/* ---- the file's level ---- */

/* Return, at the end of a file, to its includer.  Return false at the end of the unit. */
static bool
leave(struct pp *pp)
{
	struct input *in = pp->in;
	for (struct conditional *c = in->conditionals; c; c = c->below)
		diag_error(pp->diag, c->place, "unterminated conditional: its #endif is missing");
	in->conditionals = NULL;
	if (in->guard_state == GUARD_AFTER && in->header)
		in->header->guard = in->guard;
	if (!in->below)
		return false;
	pp->in = in->below;
	if (in->header && pp->depth)
		pp->depth--;
	return true;
}

static void
end_pragma(struct pp *pp, struct pptok *t)
{
	lex_end_directive(&pp->in->lx);
	pp->in_pragma = false;
	t->kind = TK_PRAGMA_END;
	t->flags = 0;
	t->text = intern_str(pp->cx->names, "");
}

void
pp_file_token(struct pp *pp, struct pptok *t)
{
	for (;;) {
		struct input *in = pp->in;
		lex(&in->lx, t);
		if (t->kind == PP_NEWLINE) {
			if (pp->in_pragma)
				end_pragma(pp, t);
			return;
		} else if (t->kind == TK_EOF) {
			if (!leave(pp))
				return;
		} else if (t->kind == TK_HASH && (t->flags & PP_BOL) && !in->lx.in_directive) {
			struct pptok hash = *t;
			if (directive(pp, &hash, t))
				return;
		} else {
			if (in->guard_state != GUARD_INSIDE)
				in->guard_state = GUARD_NONE;
			return;
		}
	}
}
