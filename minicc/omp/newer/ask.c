/*
 * ask.c: what a context selector asks that only the running program knows [7.2]: condition(e) with
 * names in e, and target_device={…}.  Works on tokens before they are parsed, for metadirectives
 * (choice.c) and declare variant (when.c); what is wrong with them is said when they are parsed.
 */
#include <string.h>

#include "omp/internal.h"

/* ---- brackets ---- */

static int
opens(const struct token *t)
{
	switch (t->kind) {
	case TK_LBRACE: return 1;
	case TK_RBRACE: return -1;
	default: return omp_opens(t);
	}
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
		depth += opens(t);
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
		t = opens(t) > 0                 ? omp_skip_brackets(t, end) :
			t->kind == TK_PRAGMA_OMP ? omp_end_of_directive(t) :
						   t + 1;
	return t < end ? t + 1 : end;
}

/* ---- selectors ---- */

struct omp_run
omp_find_condition(struct omp_run selector)
{
	for (const struct token *t = selector.t; t + 1 < selector.end; t++) {
		struct omp_run c = { t + 2, omp_skip_brackets(t + 1, selector.end) - 1 };

		if (!omp_is_word(t, "condition") || t[1].kind != TK_LPAREN)
			continue;
		if (omp_is_word(c.t, "score") && c.t[1].kind == TK_LPAREN)
			c.t = omp_skip_to(c.t, c.end, TK_COLON);
		for (const struct token *i = c.t; i < c.end; i++)
			if (i->kind == TK_IDENT)
				return c;
	}
	return (struct omp_run){ 0 };
}

struct omp_run
omp_find_target_device(struct omp_run selector)
{
	for (const struct token *t = selector.t; t + 2 < selector.end; t++) {
		struct omp_run r = { t, selector.end };

		if (!omp_is_word(t, "target_device") || t[1].kind != TK_ASSIGN ||
			t[2].kind != TK_LBRACE)
			continue;
		r.end = omp_skip_brackets(t + 2, selector.end);
		if (r.end[-1].kind == TK_RBRACE)
			return r;
	}
	return (struct omp_run){ 0 };
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
