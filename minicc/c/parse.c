/*
 * parse.c: a unit from start to end, the token cursor, and recovery from syntax errors.
 *
 * parse_unit() is the only way in.  The grammar is in parse_decl.c and its neighbours, parse_expr.c
 * and parse_stmt.c; what constructs mean and which are wrong is in the files sema_*.c.
 */
#include "c/parse.h"

#include <string.h>

#include "c/internal.h"

enum { MAX_NESTING = 1200 };

/* ---- the cursor ---- */

static const struct token *
after(const struct token *t)
{
	if (t->kind != TK_EOF)
		t++;
	while (t->kind == TK_PRAGMA_OTHER)
		t++;
	return t;
}

const struct token *
next(struct parser *p)
{
	const struct token *t;

	p->prev = p->tok;
	p->tok = after(p->tok);
	for (t = p->prev + 1; t < p->tok; t++)
		pragma_pack(p, t->text);
	return p->prev;
}

const struct token *
peek(const struct parser *p)
{
	return after(p->tok);
}

bool
accept(struct parser *p, enum token_kind kind)
{
	if (p->tok->kind != kind)
		return false;
	next(p);
	return true;
}

/* Return where a missing ';' or ')' should have been: as gcc does, show it there. */
static struct place
place_after(const struct parser *p)
{
	struct place place = p->prev->place;

	if (p->prev == p->tok || p->tok->place.file != place.file || p->prev->origin)
		return p->tok->place;
	place.col += (uint32_t)strlen(p->prev->text);
	return place;
}

const struct token *
expect(struct parser *p, enum token_kind kind)
{
	bool closes = kind == TK_SEMI || kind == TK_RPAREN || kind == TK_RBRACKET ||
		kind == TK_COMMA;

	if (p->tok->kind == kind)
		return next(p);
	parse_error(p, closes ? place_after(p) : p->tok->place, "expected %s before %s",
		token_kind_name(kind), token_describe(p->arena, p->tok));
}

bool
at_ident(const struct parser *p, const char *spelling)
{
	return (p->tok->kind == TK_IDENT || token_is_keyword(p->tok->kind)) &&
		strcmp(p->tok->text, spelling) == 0;
}

bool
same_spelling(const char *a, const char *plain)
{
	size_t n = strlen(plain);

	if (strcmp(a, plain) == 0)
		return true;
	return strncmp(a, "__", 2) == 0 && strncmp(a + 2, plain, n) == 0 &&
		strcmp(a + 2 + n, "__") == 0;
}

/* ---- errors ---- */

void
parse_error(struct parser *p, struct place place, const char *fmt, ...)
{
	va_list ap;
	char *text;

	va_start(ap, fmt);
	text = arena_vprintf(p->arena, fmt, ap);
	va_end(ap);
	if (!p->end_reported) {
		diag_error(p->diag, place, "%s", text);
		diag_note_macros(p->diag, p->tok->origin);
	}
	p->end_reported |= at(p, TK_EOF);
	longjmp(p->recovery->env, 1);
}

void
enter_nesting(struct parser *p)
{
	if (++p->depth > MAX_NESTING)
		diag_fatal(p->diag, p->tok->place, "nested too deeply (more than %d levels)",
			MAX_NESTING);
}

void
leave_nesting(struct parser *p)
{
	p->depth--;
}

static int
bracket_step(enum token_kind k)
{
	switch (k) {
	case TK_LPAREN:
	case TK_LBRACKET: return 1;
	case TK_RPAREN:
	case TK_RBRACKET: return -1;
	default: return 0;
	}
}

/* Move, after a syntax error in what began at START, to where the next statement or declaration
 * begins.  Brackets opened since START are followed to their end, except where a line ends in ';',
 * because a forgotten ')' must not swallow the rest of the function. */
void
synchronise(struct parser *p, const struct token *start)
{
	const struct token *t;
	int parens = 0, braces = 0;

	for (t = start; t < p->tok; t++) {
		parens += bracket_step(t->kind);
		braces += (t->kind == TK_LBRACE) - (t->kind == TK_RBRACE);
	}
	for (; !at(p, TK_EOF); next(p)) {
		if (at(p, TK_PRAGMA_OMP) && p->tok != start)
			return;
		parens += bracket_step(p->tok->kind);
		if (at(p, TK_LBRACE)) {
			braces++;
			parens = 0;
		} else if (at(p, TK_RBRACE)) {
			if (braces <= 0)
				return;
			if (--braces == 0 && peek(p)->kind != TK_SEMI) {
				next(p);
				return;
			}
		} else if (at(p, TK_PRAGMA_END) ||
			(at(p, TK_SEMI) && braces <= 0 && (parens <= 0 || peek(p)->bol))) {
			next(p);
			return;
		}
	}
}

/* ---- the unit ---- */

static void
make_basic_types(struct parser *p)
{
	static const struct {
		enum type_kind kind;
		size_t size, align;
	} row[] = {
		{ TY_VOID, 1, 1 },
		{ TY_BOOL, 1, 1 },
		{ TY_CHAR, 1, 1 },
		{ TY_SCHAR, 1, 1 },
		{ TY_UCHAR, 1, 1 },
		{ TY_SHORT, 2, 2 },
		{ TY_USHORT, 2, 2 },
		{ TY_INT, 4, 4 },
		{ TY_UINT, 4, 4 },
		{ TY_LONG, 8, 8 },
		{ TY_ULONG, 8, 8 },
		{ TY_LLONG, 8, 8 },
		{ TY_ULLONG, 8, 8 },
		{ TY_INT128, 16, 16 },
		{ TY_UINT128, 16, 16 },
		{ TY_FLOAT, 4, 4 },
		{ TY_DOUBLE, 8, 8 },
		{ TY_LDOUBLE, 16, 16 },
		{ TY_FLOAT128, 16, 16 },
		{ TY_VA_LIST, 24, 8 },
	};
	size_t i;

	for (i = 0; i < sizeof row / sizeof row[0]; i++)
		p->basic[row[i].kind] = type_new(p->arena, row[i].kind, row[i].size, row[i].align,
			NULL);
	p->error_type = type_new(p->arena, TY_INT, 4, 4, NULL);
}

static void
follow_host(struct parser *p, struct host_abi host)
{
	struct type *long_double = p->basic[TY_LDOUBLE];

	p->host = host;
	p->basic[TY_CHAR]->unsigned_char = host.unsigned_char;
	p->wchar = host.unsigned_wchar ? TY_UINT : TY_INT;
	if (host.short_long_double)
		long_double->size = long_double->align = 8;
}

static void
make_float_n_types(struct parser *p)
{
	static const struct {
		enum type_kind kind;
		size_t size;
	} row[] = {
		{ TY_FLOAT, 2 },
		{ TY_FLOAT, 4 },
		{ TY_DOUBLE, 8 },
		{ TY_FLOAT128, 16 },
		{ TY_DOUBLE, 8 },
		{ TY_LDOUBLE, 16 },
		{ TY_FLOAT, 2 },
	};
	size_t i;

	for (i = 0; i < sizeof row / sizeof row[0]; i++)
		p->float_n[i] = type_new(p->arena, row[i].kind, row[i].size, row[i].size, NULL);
}

/* Parse one external declaration.  After a syntax error in it, the cursor is behind it. */
static void
parse_top_level(struct parser *p)
{
	struct recovery r = { .outer = NULL, .start = p->tok, .scope = p->file_scope };

	p->recovery = &r;
	if (setjmp(r.env) == 0) {
		if (at(p, TK_PRAGMA_OMP))
			omp_parse_file_scope(p);
		else
			parse_external_decl(p);
		return;
	}
	while (p->scope != p->file_scope)
		scope_pop(p);
	p->function = NULL;
	p->fn = NULL;
	p->construct = NULL;
	p->unevaluated = p->depth = 0;
	if (omp_leave_replacement(p))
		return;
	synchronise(p, r.start);
	if (at(p, TK_RBRACE))
		next(p);
}

/* Make each alias one more declaration of what it names. */
static void
resolve_aliases(struct parser *p)
{
	for (size_t i = 0; i < p->file_decls.n; i++) {
		struct decl *d = p->file_decls.v[i];
		const char *alias = d->canonical->alias;

		for (size_t k = 0; alias && k < p->file_decls.n; k++) {
			struct decl *of = p->file_decls.v[k];

			if (of->kind == d->kind && strcmp(of->name, alias) == 0)
				d->canonical = of->canonical;
		}
	}
}

/* Spread what became known after an entity's first declaration to all its declarations. */
static void
share_facts(struct parser *p)
{
	size_t i;

	resolve_aliases(p);
	for (i = 0; i < p->file_decls.n; i++)
		complete_tentative(p, p->file_decls.v[i]);
	for (i = 0; i < p->file_decls.n; i++) {
		struct decl *d = p->file_decls.v[i];

		if (d->address_taken)
			d->canonical->address_taken = true;
	}
	for (i = 0; i < p->file_decls.n; i++) {
		struct decl *d = p->file_decls.v[i];

		d->address_taken = d->canonical->address_taken;
		d->definition = d->canonical->definition;
	}
}

static void
finish_unit(struct parser *p)
{
	struct unit *u = p->unit;

	u->decls = p->file_decls.v;
	u->ndecls = (int)p->file_decls.n;
	u->targets = p->targets.v;
	u->ntargets = (int)p->targets.n;
	u->host_directives = p->host_directives.v;
	u->nhost_directives = (int)p->host_directives.n;
}

struct unit *
parse_unit(struct arena *a, struct diag *diag, struct sources *sources, struct token_list tokens,
	const char *main_file)
{
	struct parser *p = NEW(a, struct parser);

	if (!tokens.rewritten) {
		tokens = omp_expand_choices(a, diag, tokens);
		tokens = omp_make_conditions(a, diag, tokens);
		tokens = omp_in_older_words(a, diag, tokens);
	}
	p->arena = a;
	p->diag = diag;
	p->sources = sources;
	p->unit = NEW(a, struct unit);
	p->unit->arena = a;
	p->unit->sources = sources;
	p->unit->tokens = tokens;
	p->unit->main_file = main_file;
	p->names = name_table_new(a);
	p->tok = p->prev = tokens.tok;
	if (at(p, TK_PRAGMA_OTHER))
		next(p);
	make_basic_types(p);
	follow_host(p, tokens.host);
	make_float_n_types(p);
	scope_push(p);
	p->file_scope = p->scope;
	while (!at(p, TK_EOF))
		parse_top_level(p);
	share_facts(p);
	omp_end_unit(p);
	finish_unit(p);
	return p->unit;
}
