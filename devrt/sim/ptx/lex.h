/*
 * lex.h: tokens of PTX text (PTX ISA 4.1 to 4.5).  The lexer holds one token of look-ahead, and can
 * be put back to an earlier token because a token carries its own position.
 */
#ifndef SIM_PTX_LEX_H
#define SIM_PTX_LEX_H

#include "core/core.h"

enum tok {
	TOK_END,
	TOK_IDENT,
	TOK_DOT /* .word */,
	TOK_INT,
	TOK_FLOAT,
	TOK_STRING,
	TOK_PUNCT,
	TOK_BAD,
};

struct token {
	enum tok kind;
	const char *at;   /* first character */
	const char *text; /* the word itself: behind the dot, inside the quotes */
	unsigned len;
	char punct;       /* TOK_PUNCT; two-character operators as in lex.c */
	bool spaced;      /* white space or a comment precedes it */
	bool is_unsigned; /* TOK_INT with suffix U, or too large for s64 */
	bool is_f32;      /* TOK_FLOAT written as 0f... */
	uint64_t bits;    /* TOK_INT value; TOK_FLOAT as bits of a double (of a float: is_f32) */
};

/* Two-character operators in token.punct. */
enum { P_SHL = 1, P_SHR, P_LE, P_GE, P_EQ, P_NE, P_AND, P_OR };

struct lexer {
	const struct source *src;
	const char *at;
	struct token tok; /* the current one */
	struct diag *diag;
};

void lex_start(struct lexer *lx, const struct source *src, struct diag *diag);
void lex_next(struct lexer *lx); /* reports bad tokens to diag */
bool lex_is(const struct lexer *lx, char punct);
bool lex_accept(struct lexer *lx, char punct);
bool lex_is_dot(const struct lexer *lx, const char *word);
bool lex_accept_dot(struct lexer *lx, const char *word);
bool tok_is(const struct token *t, const char *word);
struct ptx_place lex_place(const struct lexer *lx);
/* Return "'foo'" or "end of file", for messages; the text may be in the caller's buf. */
const char *lex_describe(const struct token *t, char buf[64]);

#endif
