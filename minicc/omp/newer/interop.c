/*
 * interop.c: interop in host code [14.1].  libdevrt shares its streams with no other runtime, so an
 * object cannot be initialised, and is then omp_interop_none; what depends on it is in order all
 * the same.
 *
 *	#pragma omp interop init(targetsync: obj) depend(in: x)
 *	{ devrt_wait_all(); obj = 0; }
 *
 * As text for cc: gcc 12 knows no interop.
 */
#include "omp/newer/internal.h"

/* Skip to the colon that ends init's modifiers. */
static void
skip_modifiers(struct parser *p)
{
	p->tok = omp_find_outside(p->tok, TK_COLON, TK_COLON);
	if (!accept(p, TK_COLON))
		parse_error(p, p->tok->place,
			"expected 'target' or 'targetsync' and ':' in 'init' before %s",
			token_describe(p->arena, p->tok));
}

/* Read init(…: obj), use(obj) or destroy(obj).  Return what it makes of the object. */
static const char *
read_action(struct parser *p, const struct token *name)
{
	const struct token *first;

	expect(p, TK_LPAREN);
	if (omp_is_word(name, "init"))
		skip_modifiers(p);
	first = p->tok;
	parse_assign_expr(p);
	expect(p, TK_RPAREN);
	return arena_printf(p->arena, omp_is_word(name, "use") ? "(void)(%s); " : "(%s) = 0; ",
		omp_token_text(p, first, p->prev - 1));
}

void
omp_interop(struct parser *p, struct omp_pragma *pr)
{
	const char *actions = "", *wait = "";

	while (!at(p, TK_PRAGMA_END) && !at(p, TK_EOF)) {
		const struct token *t = next(p);

		if (t->kind == TK_COMMA || omp_is_word(t, "nowait"))
			continue;
		if (omp_is_word(t, "init") || omp_is_word(t, "use") || omp_is_word(t, "destroy"))
			actions = arena_printf(p->arena, "%s%s", actions, read_action(p, t));
		else if (omp_is_word(t, "depend") || omp_is_word(t, "device"))
			omp_skip_parens(p);
		else
			parse_error(p, t->place, "expected a clause of 'interop' before %s",
				token_describe(p->arena, t));
		if (omp_is_word(t, "depend"))
			wait = "extern void devrt_wait_all(void); devrt_wait_all(); ";
	}
	if (!*actions)
		diag_error(p->diag, pr->place, "expected 'init', 'use' or 'destroy' on 'interop'");
	omp_end_directive(p, pr);
	omp_rewrite(p, pr->first, pr->last, arena_printf(p->arena, "{ %s%s}", wait, actions));
}
