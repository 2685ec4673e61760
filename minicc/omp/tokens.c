/*
 * tokens.c: what is found in tokens without parsing them, and tokens that are made.
 */
#include <string.h>

#include "omp/internal.h"

bool
omp_is_word(const struct token *t, const char *word)
{
	return t->text && strcmp(t->text, word) == 0;
}

bool
omp_has_word(const struct token *t, const char *word)
{
	for (; t->kind != TK_PRAGMA_END; t++)
		if (omp_is_word(t, word))
			return true;
	return false;
}

bool
omp_depends_on_all(const struct token *pragma)
{
	return omp_has_word(pragma, "omp_all_memory");
}

/* ---- brackets ---- */

int
omp_opens(const struct token *t)
{
	switch (t->kind) {
	case TK_LPAREN:
	case TK_LBRACKET:
	case TK_LBRACE: return 1;
	case TK_RPAREN:
	case TK_RBRACKET:
	case TK_RBRACE: return -1;
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
omp_find_outside(const struct token *t, enum token_kind a, enum token_kind b)
{
	for (int depth = 0; t->kind != TK_PRAGMA_END; t++) {
		if (depth == 0 && (t->kind == a || t->kind == b || omp_opens(t) < 0))
			break;
		depth += omp_opens(t);
	}
	return t;
}

const struct token *
omp_item_end(const struct token *t)
{
	return omp_find_outside(t, TK_COMMA, TK_RPAREN);
}

const struct token *
omp_end_of_directive(const struct token *t)
{
	while (t->kind != TK_PRAGMA_END)
		t++;
	return t + 1;
}

const struct token *
omp_skip_brackets(const struct token *t, const struct token *end)
{
	int depth = 0;

	while (t < end) {
		depth += omp_opens(t);
		if (depth == 0)
			return t + 1;
		t = t->kind == TK_PRAGMA_OMP ? omp_end_of_directive(t) : t + 1;
	}
	return end;
}

const struct token *
omp_skip_to(const struct token *t, const struct token *end, enum token_kind kind)
{
	while (t < end && t->kind != kind)
		t = omp_opens(t) > 0             ? omp_skip_brackets(t, end) :
			t->kind == TK_PRAGMA_OMP ? omp_end_of_directive(t) :
						   t + 1;
	return t < end ? t + 1 : end;
}

/* ---- writing ---- */

static enum token_kind
kind_of(const char *spelling)
{
	size_t n = strlen(spelling);

	for (int k = 0; k < TK_COUNT; k++) {
		const char *name = token_kind_name((enum token_kind)k);

		if (name[0] == '\'' && strncmp(name + 1, spelling, n) == 0 && name[n + 1] == '\'')
			return (enum token_kind)k;
	}
	return TK_IDENT;
}

struct token
omp_made_token(struct token_list unit, const struct token *at, const char *spelling)
{
	struct token t = {
		.kind = kind_of(spelling),
		.text = intern_str(unit.names, spelling),
		.place = at->place,
		.space_before = true,
	};

	if (*spelling == '0' || *spelling == '1') {
		t.kind = TK_INTCONST;
		t.i.value = *spelling == '1';
		t.i.type = LIT_INT;
		t.i.decimal = true;
	}
	return t;
}

void
omp_put_words(struct arena *a, struct token_list unit, struct omp_tokens *to,
	const struct token *at, const char *words)
{
	while (*words) {
		size_t n = strcspn(words, " ");

		vec_push(a, to, omp_made_token(unit, at, arena_strndup(a, words, n)));
		words += n + (words[n] == ' ');
	}
}

bool
omp_pragma_names(const struct omp *o, const struct decl *d)
{
	for (const struct token *t = o->pragma_first; t && t != o->pragma_last; t++)
		if (omp_is_word(t, d->name))
			return true;
	return false;
}
