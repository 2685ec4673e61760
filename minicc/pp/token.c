/* Names of tokens, for messages; see token.h. */
#include "pp/token.h"

const char *
token_kind_name(enum token_kind kind)
{
	static const char *const names[TK_COUNT] = {
#define TOKEN(kind, text) [TK_##kind] = text,
#define PUNCT(kind, text) [TK_##kind] = "'" text "'",
#define KEYWORD(kind, text) [TK_##kind] = "'" text "'",
#include "pp/tokens.def"
	};
	return kind < TK_COUNT ? names[kind] : "unknown token";
}

bool
token_is_keyword(enum token_kind kind)
{
	return kind >= TK_AUTO && kind < TK_COUNT;
}

const char *
token_describe(struct arena *a, const struct token *t)
{
	switch (t->kind) {
	case TK_IDENT:
	case TK_INTCONST:
	case TK_FLOATCONST:
	case TK_CHARCONST:
	case TK_OTHER: return arena_printf(a, "%s '%s'", token_kind_name(t->kind), t->text);
	case TK_STRING: return token_kind_name(t->kind);
	default:
		return token_is_keyword(t->kind) ? arena_printf(a, "'%s'", t->text) :
						   token_kind_name(t->kind);
	}
}
