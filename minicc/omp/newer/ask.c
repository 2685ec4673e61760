/*
 * ask.c: what a context selector asks that only the running program knows [7.2]: condition(e) with
 * names in e, and target_device={…}.  Works on tokens before they are parsed, for metadirectives
 * (choice.c) and declare variant (when.c); what is wrong with them is said when they are parsed.
 */
#include "omp/newer/internal.h"

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
