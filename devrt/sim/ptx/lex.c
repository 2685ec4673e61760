/*
 * lex.c: PTX text to tokens.  Numbers are converted here: 0f and 0d forms keep their exact bits.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ptx/lex.h"

static bool
word_char(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$';
}

static const char *
skip_comment(struct lexer *lx, const char *s)
{
	const char *end = strstr(s + 2, "*/");
	if (end)
		return end + 2;
	diag_error(lx->diag, (struct ptx_place){ lx->src, s }, "comment is not closed");
	return lx->src->text + lx->src->len;
}

static void
skip_blank(struct lexer *lx)
{
	const char *s = lx->at;
	for (;;) {
		if (*s == ' ' || *s == '\t' || *s == '\n' || *s == '\r' || *s == '\f' || *s == '\v')
			s++;
		else if (s[0] == '/' && s[1] == '/')
			s += strcspn(s, "\n");
		else if (s[0] == '/' && s[1] == '*')
			s = skip_comment(lx, s);
		else
			break;
	}
	lx->tok.spaced = s != lx->at;
	lx->at = s;
}

static void
lex_hex_float(struct lexer *lx, bool single)
{
	struct token *t = &lx->tok;
	unsigned n = 0, want = single ? 8 : 16;
	const char *s = lx->at + 2;
	while (isxdigit((unsigned char)s[n]) && n < want)
		n++;
	char digits[17];
	memcpy(digits, s, n);
	digits[n] = 0;
	t->bits = strtoull(digits, NULL, 16);
	t->kind = TOK_FLOAT;
	t->is_f32 = single;
	if (n != want || word_char(s[n])) {
		diag_error(lx->diag, lex_place(lx), "0%c wants exactly %u hexadecimal digits",
			single ? 'f' : 'd', want);
		while (word_char(s[n]))
			n++;
	}
	lx->at = s + n;
}

static bool
looks_like_float(const char *s)
{
	if (s[0] == '0' && strchr("xXbB", s[1]) && s[1])
		return false;
	while (isdigit((unsigned char)*s))
		s++;
	return (*s == '.' && isdigit((unsigned char)s[1])) || *s == 'e' || *s == 'E' ||
		(*s == '.' && !word_char(s[1]));
}

static void
lex_int(struct lexer *lx)
{
	struct token *t = &lx->tok;
	const char *s = lx->at;
	int base = 10;
	if (s[0] == '0' && (s[1] == 'x' || s[1] == 'X'))
		base = 16, s += 2;
	else if (s[0] == '0' && (s[1] == 'b' || s[1] == 'B'))
		base = 2, s += 2;
	else if (s[0] == '0')
		base = 8;
	const char *first = s;
	bool overflow = false;
	for (; isxdigit((unsigned char)*s); s++) {
		unsigned digit = isdigit((unsigned char)*s) ?
			(unsigned)(*s - '0') :
			(unsigned)(tolower((unsigned char)*s) - 'a' + 10);
		if (digit >= (unsigned)base)
			break;
		overflow |= t->bits > (UINT64_MAX - digit) / (unsigned)base;
		t->bits = t->bits * (unsigned)base + digit;
	}
	t->kind = TOK_INT;
	t->is_unsigned = t->bits > INT64_MAX;
	bool bad = s == first;
	if (*s == 'U' || *s == 'u')
		t->is_unsigned = true, s++;
	bad |= word_char(*s);
	while (word_char(*s))
		s++;
	if (bad || overflow)
		diag_error(lx->diag, lex_place(lx),
			bad ? "malformed number" : "number exceeds 64 bits");
	lx->at = s;
}

static void
lex_number(struct lexer *lx)
{
	struct token *t = &lx->tok;
	char second = lx->at[0] == '0' ? (char)tolower((unsigned char)lx->at[1]) : 0;
	if (second == 'f' || second == 'd') {
		lex_hex_float(lx, second == 'f');
	} else if (looks_like_float(lx->at)) {
		char *end;
		double value = strtod(lx->at, &end);
		memcpy(&t->bits, &value, 8);
		t->kind = TOK_FLOAT;
		if (end == lx->at || word_char(*end))
			diag_error(lx->diag, lex_place(lx), "malformed number");
		while (word_char(*end))
			end++;
		lx->at = end > lx->at ? end : lx->at + 1;
	} else {
		lex_int(lx);
	}
}

static void
lex_string(struct lexer *lx)
{
	struct token *t = &lx->tok;
	const char *s = lx->at + 1;
	t->text = s;
	while (*s && *s != '"' && *s != '\n')
		s += s[0] == '\\' && s[1] && s[1] != '\n' ? 2 : 1;
	t->len = (unsigned)(s - t->text);
	t->kind = TOK_STRING;
	if (*s == '"') {
		s++;
	} else {
		t->kind = TOK_BAD;
		diag_error(lx->diag, lex_place(lx), "string is not closed");
	}
	lx->at = s;
}

static const char *
word_end(const char *s)
{
	for (;;) {
		if (word_char(*s))
			s++;
		else if (s[0] == ':' && s[1] == ':' && word_char(s[2]))
			s += 2;
		else
			return s;
	}
}

static void
lex_punct(struct lexer *lx)
{
	static const char pairs[][3] = { "<<", ">>", "<=", ">=", "==", "!=", "&&", "||" };
	struct token *t = &lx->tok;
	t->kind = TOK_PUNCT;
	for (int i = 0; i < 8; i++)
		if (lx->at[0] == pairs[i][0] && lx->at[1] == pairs[i][1]) {
			t->punct = (char)(P_SHL + i);
			lx->at += 2;
			return;
		}
	t->punct = *lx->at++;
	if (strchr("()[]{}<>,;:=@!|&^~+-*/%?_", t->punct))
		return;
	diag_error(lx->diag, lex_place(lx),
		(unsigned char)t->punct < 128 && isprint((unsigned char)t->punct) ?
			"stray '%c'" :
			"stray byte 0x%02x",
		(unsigned char)t->punct);
	t->kind = TOK_BAD;
}

void
lex_next(struct lexer *lx)
{
	struct token *t = &lx->tok;
	*t = (struct token){ 0 };
	skip_blank(lx);
	t->at = t->text = lx->at;
	char c = *lx->at;
	if (lx->at >= lx->src->text + lx->src->len) {
		t->kind = TOK_END;
	} else if (isalpha((unsigned char)c) || c == '_' || c == '$' ||
		(c == '%' && word_char(lx->at[1]))) {
		t->kind = TOK_IDENT;
		lx->at++;
		while (word_char(*lx->at))
			lx->at++;
		t->len = (unsigned)(lx->at - t->text);
	} else if (isdigit((unsigned char)c)) {
		lex_number(lx);
	} else if (c == '.' && word_char(lx->at[1])) {
		t->kind = TOK_DOT;
		t->text++;
		lx->at = word_end(lx->at + 1);
		t->len = (unsigned)(lx->at - t->text);
	} else if (c == '"') {
		lex_string(lx);
	} else {
		lex_punct(lx);
	}
}

void
lex_start(struct lexer *lx, const struct source *src, struct diag *diag)
{
	*lx = (struct lexer){ .src = src, .at = src->text, .diag = diag };
	lex_next(lx);
}

bool
lex_is(const struct lexer *lx, char punct)
{
	return lx->tok.kind == TOK_PUNCT && lx->tok.punct == punct;
}

bool
lex_accept(struct lexer *lx, char punct)
{
	if (!lex_is(lx, punct))
		return false;
	lex_next(lx);
	return true;
}

bool
tok_is(const struct token *t, const char *word)
{
	return (t->kind == TOK_IDENT || t->kind == TOK_DOT) && strlen(word) == t->len &&
		!memcmp(t->text, word, t->len);
}

bool
lex_is_dot(const struct lexer *lx, const char *word)
{
	return lx->tok.kind == TOK_DOT && tok_is(&lx->tok, word);
}

bool
lex_accept_dot(struct lexer *lx, const char *word)
{
	if (!lex_is_dot(lx, word))
		return false;
	lex_next(lx);
	return true;
}

struct ptx_place
lex_place(const struct lexer *lx)
{
	return (struct ptx_place){ lx->src, lx->tok.at };
}

const char *
lex_describe(const struct token *t, char buf[64])
{
	switch (t->kind) {
	case TOK_END: return "end of file";
	case TOK_STRING: return "a string";
	case TOK_INT:
	case TOK_FLOAT: return "a number";
	case TOK_IDENT:
		snprintf(buf, 64, "'%.*s'", (int)(t->len > 50 ? 50 : t->len), t->text);
		break;
	case TOK_DOT:
		snprintf(buf, 64, "'.%.*s'", (int)(t->len > 50 ? 50 : t->len), t->text);
		break;
	default:
		snprintf(buf, 64, "'%.*s'", t->punct > 0 && t->punct <= P_OR ? 2 : 1, t->at);
		break;
	}
	return buf;
}
