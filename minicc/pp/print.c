/* Prints tokens as C text; see print.h. */
#include "pp/print.h"

#include <stdarg.h>
#include <string.h>

enum { MOST_NEWLINES = 8, MOST_INDENT = 120 };

/* ---- lines ---- */

void
tok_printer_end_line(struct tok_printer *p)
{
	if (!p->started)
		return;
	putc('\n', p->out);
	p->line++;
	p->started = false;
	p->last = NULL;
}

static void
line_marker(struct tok_printer *p, struct place place)
{
	fprintf(p->out, "# %u \"", place.line);
	for (const char *s = place_file(p->sources, place); *s; s++) {
		if (*s == '"' || *s == '\\')
			putc('\\', p->out);
		putc(*s, p->out);
	}
	fprintf(p->out, "\"%s\n", place_is_system(p->sources, place) ? " 3" : "");
}

void
tok_printer_at(struct tok_printer *p, struct place place)
{
	tok_printer_end_line(p);
	bool same_file = p->file == place.file;
	bool near = same_file && place.line >= p->line && place.line - p->line <= MOST_NEWLINES;
	if (p->markers && near)
		for (; p->line < place.line; p->line++)
			putc('\n', p->out);
	else if (p->markers && place_known(place))
		line_marker(p, place);
	p->file = place.file;
	p->line = place.line;
}

/* Return whether the token begins a new line, where its place is exact.  On a line that is
 * begun, a token from further up (macro arguments in another order) simply follows. */
static bool
needs_new_line(const struct tok_printer *p, const struct token *t)
{
	if (p->file != t->place.file)
		return true;
	if (!p->started)
		return p->line != t->place.line;
	return t->place.line > p->line || (t->bol && t->place.line != p->line);
}

/* ---- spaces ---- */

static bool
is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
		c == '_' || c == '$' || c == '\\' || (unsigned char)c >= 0x80;
}

static bool
is_number(const char *text)
{
	return (text[0] >= '0' && text[0] <= '9') ||
		(text[0] == '.' && text[1] >= '0' && text[1] <= '9');
}

/* Return whether a punctuator that ends in A and one that begins with B would run together. */
static bool
puncts_merge(char a, char b)
{
	static const char *const pairs[] = { "++", "+=", "--", "->", "-=", "&&", "&=", "||",
		"|=", "<<", "<=", "<:", "<%", ">>", ">=", "==", "!=", "*=", "/=", "/*", "//",
		"%=", "%:", "%>", ":>", "::", "##", "^=", "..", NULL };
	for (const char *const *s = pairs; *s; s++)
		if ((*s)[0] == a && (*s)[1] == b)
			return true;
	return false;
}

static bool
would_merge(const char *left, const char *right)
{
	char a = left[strlen(left) - 1], b = right[0];
	if (is_number(left))
		return is_word(b) || b == '.' || ((b == '+' || b == '-') && strchr("eEpP", a));
	if (is_word(a))
		return is_word(b) || b == '"' || b == '\'';
	if (a == '.' && is_number(right))
		return true;
	return puncts_merge(a, b);
}

/* The white space that the source's line begins with. */
static void
put_indent(struct tok_printer *p, const struct token *t)
{
	size_t size;
	const char *line = source_line(p->sources, t->place, &size);
	for (size_t i = 0; line && i < size && (line[i] == ' ' || line[i] == '\t'); i++)
		putc(line[i], p->out);
}

static void
put_spaces(struct tok_printer *p, const struct token *t)
{
	bool space = t->space_before || t->bol;
	if (p->started) {
		if (p->last && (space || would_merge(p->last, t->text)))
			putc(' ', p->out);
	} else if (t->bol && p->indent && !p->in_pragma) {
		put_indent(p, t);
	} else if (t->bol && p->markers && !p->in_pragma) {
		int n = t->place.col - 1 < MOST_INDENT ? (int)t->place.col - 1 : MOST_INDENT;
		fprintf(p->out, "%*s", n, "");
	}
}

/* ---- tokens ---- */

static void
put_text(struct tok_printer *p, const char *text)
{
	fputs(text, p->out);
	p->started = true;
	p->last = *text ? text : p->last;
}

static void
print_token(struct tok_printer *p, const struct token *t)
{
	if (!p->in_pragma && needs_new_line(p, t))
		tok_printer_at(p, t->place);
	put_spaces(p, t);
	put_text(p, t->text);
}

static void
begin_pragma(struct tok_printer *p, const struct token *t)
{
	if (p->started || needs_new_line(p, t))
		tok_printer_at(p, t->place);
	put_text(p, t->text);
	p->last = "omp";
}

/* Return whether a directive has begun that is to be left out. */
static bool
is_dropping(const struct tok_printer *p)
{
	return p->in_pragma && p->drop_omp;
}

void
print_tokens(struct tok_printer *p, const struct token *first, const struct token *last)
{
	for (const struct token *t = first; t < last; t++) {
		switch (t->kind) {
		case TK_PRAGMA_OMP:
			if (!p->drop_omp)
				begin_pragma(p, t);
			p->in_pragma = true;
			break;
		case TK_PRAGMA_END:
			if (!p->drop_omp)
				tok_printer_end_line(p);
			p->in_pragma = false;
			break;
		case TK_PRAGMA_OTHER:
			begin_pragma(p, t);
			tok_printer_end_line(p);
			break;
		case TK_EOF: break;
		default:
			if (!is_dropping(p))
				print_token(p, t);
		}
	}
}

/* Return the last character of TEXT as a spelling that outlives it.  A word's end counts as a
 * word. */
static const char *
last_character(const char *text)
{
	static const char puncts[] = "+\0-\0&\0|\0<\0>\0=\0!\0*\0/\0%\0:\0#\0^\0.\0";
	char c = text[strlen(text) - 1];
	for (const char *s = puncts; *s; s += 2)
		if (*s == c)
			return s;
	return is_word(c) ? "0x" : ";";
}

void
tok_printer_text(struct tok_printer *p, const char *fmt, ...)
{
	va_list args;
	if (is_dropping(p))
		return;
	struct arena *a = arena_new();
	va_start(args, fmt);
	const char *text = arena_vprintf(a, fmt, args);
	va_end(args);
	if (p->started && p->last && *text && would_merge(p->last, text))
		putc(' ', p->out);
	fputs(text, p->out);
	for (const char *s = text; *s; s++) {
		p->started = *s != '\n';
		p->line += *s == '\n';
	}
	if (*text)
		p->last = p->started ? last_character(text) : NULL;
	arena_free(a);
}
