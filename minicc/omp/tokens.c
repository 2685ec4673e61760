/*
 * tokens.c: what is found in a directive's tokens, or in code that has been parsed, without parsing
 * it.
 */
#include <string.h>

#include "omp/internal.h"

bool
omp_is_word(const struct token *t, const char *word)
{
	return t->text && strcmp(t->text, word) == 0;
}

int
omp_opens(const struct token *t)
{
	switch (t->kind) {
	case TK_LPAREN:
	case TK_LBRACKET: return 1;
	case TK_RPAREN:
	case TK_RBRACKET: return -1;
	default: return 0;
	}
}

const struct token *
omp_closing(const struct token *t)
{
	for (int depth = 0;; t++) {
		depth += omp_opens(t);
		if (depth == 0)
			return t;
	}
}

const struct token *
omp_item_end(const struct token *t)
{
	for (int depth = 0; t->kind != TK_PRAGMA_END; t++) {
		if (depth == 0 && (t->kind == TK_COMMA || t->kind == TK_RPAREN))
			break;
		depth += omp_opens(t);
	}
	return t;
}
