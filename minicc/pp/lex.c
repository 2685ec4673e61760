/* The lexer: bytes of one file to preprocessing tokens (C11 5.1.1.2 phases 2 and 3, 6.4).
 *
 * Each token carries its exact line and column, through line splices and comments. Spellings are
 * interned with the splices taken out. Constants are not yet converted, keywords are identifiers.
 * Any bytes whatever are tokens: what fits nothing is TK_OTHER. There are no trigraphs (as with
 * gcc's default). */
#include "pp/internal.h"

#include <string.h>

/* Classes of characters.  PLAIN neither ends a comment or a skipped line nor begins anything
 * there. */
enum { IDENT = 1, DIGIT = 2, SPACE = 4, PLAIN = 8 };

static const uint8_t class_of[256] = {
	['\t'] = SPACE | PLAIN,
	['\v'] = SPACE,
	['\f'] = SPACE,
	['\r'] = SPACE,
	[' '] = SPACE | PLAIN,
	['0' ... '9'] = DIGIT | PLAIN,
	['A' ... 'Z'] = IDENT | PLAIN,
	['a' ... 'z'] = IDENT | PLAIN,
	['_'] = IDENT | PLAIN,
	['$'] = IDENT,
	[0x80 ... 0xff] = IDENT,
	[','] = PLAIN,
	['.'] = PLAIN,
	['-'] = PLAIN,
	['('] = PLAIN,
	[')'] = PLAIN,
	[';'] = PLAIN,
};

static bool
is(char c, int classes)
{
	return class_of[(unsigned char)c] & classes;
}

/* The punctuators by their first character, the longest first. */
static const struct punct {
	char text[5];
	uint8_t kind;
} puncts[] = {
	{ "!=", TK_NE },
	{ "!", TK_BANG },
	{ "##", TK_HASHHASH },
	{ "#", TK_HASH },
	{ "%:%:", TK_HASHHASH },
	{ "%:", TK_HASH },
	{ "%>", TK_RBRACE },
	{ "%=", TK_MOD_ASSIGN },
	{ "%", TK_PERCENT },
	{ "&&", TK_ANDAND },
	{ "&=", TK_AND_ASSIGN },
	{ "&", TK_AMP },
	{ "(", TK_LPAREN },
	{ ")", TK_RPAREN },
	{ "*=", TK_MUL_ASSIGN },
	{ "*", TK_STAR },
	{ "++", TK_PLUSPLUS },
	{ "+=", TK_ADD_ASSIGN },
	{ "+", TK_PLUS },
	{ ",", TK_COMMA },
	{ "--", TK_MINUSMINUS },
	{ "-=", TK_SUB_ASSIGN },
	{ "->", TK_ARROW },
	{ "-", TK_MINUS },
	{ "...", TK_ELLIPSIS },
	{ ".", TK_DOT },
	{ "/=", TK_DIV_ASSIGN },
	{ "/", TK_SLASH },
	{ ":>", TK_RBRACKET },
	{ ":", TK_COLON },
	{ ";", TK_SEMI },
	{ "<<=", TK_SHL_ASSIGN },
	{ "<<", TK_SHL },
	{ "<=", TK_LE },
	{ "<:", TK_LBRACKET },
	{ "<%", TK_LBRACE },
	{ "<", TK_LT },
	{ "==", TK_EQ },
	{ "=", TK_ASSIGN },
	{ ">>=", TK_SHR_ASSIGN },
	{ ">>", TK_SHR },
	{ ">=", TK_GE },
	{ ">", TK_GT },
	{ "?", TK_QUESTION },
	{ "[", TK_LBRACKET },
	{ "]", TK_RBRACKET },
	{ "^=", TK_XOR_ASSIGN },
	{ "^", TK_CARET },
	{ "{", TK_LBRACE },
	{ "|=", TK_OR_ASSIGN },
	{ "||", TK_OROR },
	{ "|", TK_PIPE },
	{ "}", TK_RBRACE },
	{ "~", TK_TILDE },
};

_Static_assert(sizeof puncts / sizeof puncts[0] == N_PUNCTS, "pp_int.h says how many there are");

static void
index_puncts(struct pp *pp)
{
	for (int i = N_PUNCTS; i-- > 0;) {
		int c = puncts[i].text[0];
		pp->punct_first[c] = (uint8_t)i;
		pp->punct_count[c]++;
	}
	for (int i = 0; i < N_PUNCTS; i++)
		pp->punct_text[i] = intern_str(pp->cx->names, puncts[i].text);
}

void
lexer_init(struct lexer *lx, struct pp *pp, const char *text, size_t size, uint32_t file)
{
	if (!pp->punct_count['('])
		index_puncts(pp);
	*lx = (struct lexer){
		.pp = pp,
		.p = text,
		.end = text + size,
		.line_start = text,
		.file = file,
		.line = 1,
		.flags = PP_BOL | PP_SPACE,
	};
	if (size >= 3 && !memcmp(text, "\xef\xbb\xbf", 3))
		lx->p += 3; /* a byte order mark */
}

static struct place
place_at(const struct lexer *lx, const char *p)
{
	return (struct place){ lx->file, lx->line, (uint32_t)(p - lx->line_start) + 1 };
}

/* ---- characters, splices taken out (phase 2) ---- */

/* Return the length of the backslash-newline at P, or 0.  As gcc does, blanks between are let
 * pass. */
static size_t
splice_length(const char *p)
{
	const char *q = p + 1;
	while (is(*q, SPACE))
		q++;
	return *q == '\n' ? (size_t)(q + 1 - p) : 0;
}

static void
skip_splices(struct lexer *lx)
{
	size_t n;
	while (*lx->p == '\\' && (n = splice_length(lx->p)) > 0) {
		lx->p += n;
		lx->line++;
		lx->line_start = lx->p;
		lx->spliced = true;
	}
}

static inline void
step(struct lexer *lx)
{
	if (*++lx->p == '\\')
		skip_splices(lx);
}

/* Return the character after the current one. */
static char
peek(const struct lexer *lx)
{
	const char *p = lx->p + 1;
	for (size_t n; *p == '\\' && (n = splice_length(p)) > 0;)
		p += n;
	return *p;
}

static bool
at_end(const struct lexer *lx)
{
	return lx->p >= lx->end;
}

static void
new_line(struct lexer *lx)
{
	lx->p++;
	lx->line++;
	lx->line_start = lx->p;
	lx->flags = PP_BOL | PP_SPACE;
}

/* ---- white space and comments ---- */

static void
skip_block_comment(struct lexer *lx)
{
	struct place start = place_at(lx, lx->p);
	bool bol = lx->flags & PP_BOL;
	step(lx);
	step(lx);
	while (!at_end(lx)) {
		while (is(*lx->p, PLAIN))
			lx->p++;
		char c = *lx->p;
		if (c == '*' && peek(lx) == '/') {
			step(lx);
			lx->p++;
			lx->flags |= PP_SPACE | (bol ? PP_BOL : 0);
			return;
		}
		if (at_end(lx))
			break;
		lx->p++;
		if (c == '\n') {
			lx->line++;
			lx->line_start = lx->p;
		}
	}
	diag_error(lx->pp->diag, start, "unterminated comment");
}

static void
skip_line_comment(struct lexer *lx)
{
	while (!at_end(lx) && *lx->p != '\n') {
		while (is(lx->p[1], PLAIN))
			lx->p++;
		step(lx);
	}
	lx->flags |= PP_SPACE;
}

/* Return true if a comment began here, and has been skipped. */
static bool
skip_comment(struct lexer *lx)
{
	char next = peek(lx);
	if (next == '*')
		skip_block_comment(lx);
	else if (next == '/')
		skip_line_comment(lx);
	else
		return false;
	return true;
}

static void
skip_null(struct lexer *lx)
{
	if (!lx->quiet)
		diag_warn(lx->pp->diag, place_at(lx, lx->p), NULL, "null character ignored");
	while (!at_end(lx) && *lx->p == '\0')
		lx->p++;
	lx->flags |= PP_SPACE;
}

static void
skip_space(struct lexer *lx)
{
	for (;;) {
		char c = *lx->p;
		if (is(c, SPACE)) {
			lx->p++;
			lx->flags |= PP_SPACE;
		} else if (c == '\n' && !lx->in_directive) {
			new_line(lx);
		} else if (c == '\\' && splice_length(lx->p)) {
			skip_splices(lx);
		} else if (c == '\0' && !at_end(lx)) {
			skip_null(lx);
		} else if (c != '/' || !skip_comment(lx)) {
			return;
		}
	}
}

/* ---- tokens ---- */

static const char *
unsplice(struct lexer *lx, const char *start, size_t n)
{
	char *clean = arena_alloc(lx->pp->arena, n + 1);
	size_t to = 0;
	for (const char *p = start; p < start + n;) {
		size_t skip = *p == '\\' ? splice_length(p) : 0;
		if (skip)
			p += skip;
		else
			clean[to++] = *p++;
	}
	return intern(lx->pp->cx->names, clean, to);
}

static const char *
spelling(struct lexer *lx, const char *start)
{
	size_t n = (size_t)(lx->p - start);
	return lx->spliced ? unsplice(lx, start, n) : intern(lx->pp->cx->names, start, n);
}

/* Return whether a universal character name stands here, inside an identifier (C11 6.4.3). */
static bool
at_ucn(const struct lexer *lx)
{
	return *lx->p == '\\' && (lx->p[1] == 'u' || lx->p[1] == 'U');
}

static void
skip_ident(struct lexer *lx)
{
	for (;;) {
		while (is(*lx->p, IDENT | DIGIT))
			lx->p++;
		if (*lx->p != '\\')
			return;
		if (at_ucn(lx))
			lx->p += 2;
		else if (splice_length(lx->p))
			skip_splices(lx);
		else
			return;
	}
}

/* Skip a preprocessing number (C11 6.4.8). */
static void
skip_number(struct lexer *lx)
{
	do {
		bool exponent = strchr("eEpP", *lx->p);
		step(lx);
		if (exponent && (*lx->p == '+' || *lx->p == '-'))
			step(lx);
	} while (!at_end(lx) && (is(*lx->p, IDENT | DIGIT) || *lx->p == '.'));
}

/* Skip from the opening quote to behind the closing one.  Return false if the line ends before. */
static bool
skip_quoted(struct lexer *lx)
{
	char quote = *lx->p;
	step(lx);
	while (*lx->p != quote) {
		if (*lx->p == '\n' || at_end(lx))
			return false;
		if (*lx->p == '\\') {
			step(lx);
			if (*lx->p == '\n' || at_end(lx))
				return false;
		}
		step(lx);
	}
	lx->p++;
	return true;
}

static void
lex_quoted(struct lexer *lx, struct pptok *t, const char *start)
{
	char quote = *lx->p;
	t->kind = quote == '"' ? TK_STRING : TK_CHARCONST;
	if (!skip_quoted(lx)) {
		t->kind = TK_OTHER;
		if (!lx->quiet)
			diag_error(lx->pp->diag, t->place, "missing terminating %c character",
				quote);
	}
	t->text = spelling(lx, start);
}

/* Return whether it is u8, L, u or U before a quote (C11 6.4.4.4, 6.4.5).  u8'x' is not C11. */
static bool
is_prefix(const char *ident, char quote)
{
	if (!strcmp(ident, "u8"))
		return quote == '"';
	return strchr("LuU", ident[0]) && !ident[1];
}

static void
lex_ident(struct lexer *lx, struct pptok *t)
{
	const char *start = lx->p;
	skip_ident(lx);
	t->kind = TK_IDENT;
	t->text = spelling(lx, start);
	if ((*lx->p == '"' || *lx->p == '\'') && is_prefix(t->text, *lx->p))
		lex_quoted(lx, t, start);
}

/* Return whether TEXT, of at least two characters, stands here, and skip it. */
static bool
match(struct lexer *lx, const char *text)
{
	if (lx->p[1] != text[1] && lx->p[1] != '\\')
		return false;
	struct lexer saved = *lx;
	for (; *text; text++) {
		if (*lx->p != *text) {
			*lx = saved;
			return false;
		}
		step(lx);
	}
	return true;
}

static bool
lex_punct(struct lexer *lx, struct pptok *t)
{
	struct pp *pp = lx->pp;
	unsigned char c = (unsigned char)*lx->p;
	const struct punct *row = &puncts[pp->punct_first[c & 127]];
	for (int n = c < 128 ? pp->punct_count[c] : 0; n > 0; n--, row++) {
		if (row->text[1] ? !match(lx, row->text) : (step(lx), false))
			continue;
		t->kind = row->kind;
		t->text = pp->punct_text[row - puncts];
		return true;
	}
	return false;
}

static void
lex_other(struct lexer *lx, struct pptok *t)
{
	t->kind = TK_OTHER;
	t->text = intern(lx->pp->cx->names, lx->p, 1);
	step(lx);
}

void
lex(struct lexer *lx, struct pptok *t)
{
	skip_space(lx);
	*t = (struct pptok){ .flags = lx->flags, .place = place_at(lx, lx->p) };
	lx->flags = 0;
	lx->spliced = false;
	const char *start = lx->p;
	char c = *start;
	if (is(c, IDENT)) {
		lex_ident(lx, t);
	} else if (is(c, DIGIT) || (c == '.' && is(peek(lx), DIGIT))) {
		skip_number(lx);
		t->kind = PP_NUMBER;
		t->text = spelling(lx, start);
	} else if (c == '"' || c == '\'') {
		lex_quoted(lx, t, start);
	} else if (c == '\n') {
		t->kind = PP_NEWLINE; /* only in directives; left there, see lex_end_directive */
		t->text = "";
	} else if (at_end(lx)) {
		t->kind = lx->in_directive ? PP_NEWLINE : TK_EOF;
		t->text = intern(lx->pp->cx->names, "", 0);
	} else if (at_ucn(lx)) {
		lex_ident(lx, t);
	} else if (!lex_punct(lx, t)) {
		lex_other(lx, t);
	}
}

bool
lex_header_name(struct lexer *lx, struct pptok *t)
{
	skip_space(lx);
	char close = *lx->p == '<' ? '>' : *lx->p == '"' ? '"' : '\0';
	const char *p = close ? lx->p + 1 : lx->p;
	while (p < lx->end && *p != close && *p != '\n')
		p++;
	if (!close || *p != close)
		return false;
	*t = (struct pptok){ .kind = TK_STRING, .place = place_at(lx, lx->p) };
	t->text = intern(lx->pp->cx->names, lx->p, (size_t)(p + 1 - lx->p));
	lx->p = p + 1;
	lx->flags = 0;
	return true;
}

/* Skip a line of a skipped group, in which only comments and quotes matter (C11 6.10.1p6). */
static void
skip_line(struct lexer *lx)
{
	while (!at_end(lx) && *lx->p != '\n') {
		while (is(*lx->p, PLAIN))
			lx->p++;
		if (*lx->p == '"' || *lx->p == '\'')
			skip_quoted(lx);
		else if (*lx->p != '\n' && !at_end(lx) && (*lx->p != '/' || !skip_comment(lx)))
			step(lx);
	}
}

bool
lex_skip_to_directive(struct lexer *lx)
{
	bool was_quiet = lx->quiet;
	lx->quiet = true;
	for (;;) {
		skip_space(lx);
		if (at_end(lx))
			break;
		bool hash = *lx->p == '#' || (*lx->p == '%' && peek(lx) == ':');
		if (hash && (lx->flags & PP_BOL))
			break;
		lx->flags = 0;
		skip_line(lx);
	}
	lx->quiet = was_quiet;
	return !at_end(lx);
}

void
lex_end_directive(struct lexer *lx)
{
	bool was_quiet = lx->quiet;
	lx->quiet = true;
	skip_line(lx);
	if (!at_end(lx))
		new_line(lx);
	lx->flags = PP_BOL | PP_SPACE;
	lx->in_directive = false;
	lx->quiet = was_quiet;
}
