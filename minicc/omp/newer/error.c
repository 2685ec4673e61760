/*
 * error.c: the error directive [8.5], which says a message while the program is compiled or when it
 * gets there.
 *
 *	#pragma omp error at(execution) severity(warning) message(s)
 *		->      __builtin_printf("%s: %s\n", "FILE:LINE:COLUMN: warning", s);
 *
 * The tree has that, for device code; the host's compiler gets the directive as it is.
 */
#include <string.h>

#include "c/builtin.h"
#include "omp/newer/internal.h"
#include "tree/type.h"

struct error {
	bool at_run_time, warning;
	const char *text;     /* of a literal, for the compiler */
	struct expr *message; /* NULL: none */
};

static struct expr *
string(struct parser *p, struct place place, const char *text)
{
	size_t size = strlen(text) + 1;
	struct expr *e = new_expr(p, EX_STRING, type_array(p->arena, p->basic[TY_CHAR], size),
		place);

	e->u.str.bytes = arena_strndup(p->arena, text, size - 1);
	e->u.str.len = size;
	e->u.str.elem_size = 1;
	return e;
}

/* ---- the clauses ---- */

static void
message(struct parser *p, struct error *e)
{
	const struct type *t;

	e->message = parse_assign_expr(p);
	t = e->message->type;
	if (e->message->kind == EX_STRING)
		e->text = e->message->u.str.bytes;
	if (!expr_is_error(p, e->message) && (!t->base || t->base->kind != TY_CHAR))
		diag_error(p->diag, e->message->place,
			"expected a string in 'message', found type '%s'",
			type_to_string(p->arena, t));
}

static struct error
parse_clauses(struct parser *p)
{
	struct error e = { .text = "error directive" };

	while (at(p, TK_IDENT)) {
		const struct token *name = next(p), *arg;

		expect(p, TK_LPAREN);
		arg = p->tok;
		if (omp_is_word(name, "message"))
			message(p, &e);
		else
			next(p);
		e.at_run_time |= omp_is_word(name, "at") && omp_is_word(arg, "execution");
		e.warning |= omp_is_word(name, "severity") && omp_is_word(arg, "warning");
		expect(p, TK_RPAREN);
		accept(p, TK_COMMA);
	}
	return e;
}

/* ---- when the program gets there ---- */

static struct stmt *
call(struct parser *p, const struct omp_pragma *pr, const char *name, struct expr **args, int n)
{
	struct stmt *s = new_stmt(p, ST_EXPR, pr->first);
	struct token called = *pr->first;

	called.text = intern_str(p->unit->tokens.names, name);
	s->u.expr = expr_call(p, pr->place, expr_var(p, pr->place, builtin_function(p, &called)),
		args, n);
	return s;
}

static struct stmt *
said_at_run_time(struct parser *p, const struct omp_pragma *pr, const struct error *e)
{
	struct place at = pr->place;
	const char *where = arena_printf(p->arena, "%s:%u:%u: %s", place_file(p->unit->sources, at),
		at.line, at.col, e->warning ? "warning" : "error");
	struct expr **args = NEWN(p->arena, struct expr *, 3);
	struct stmt *s = new_stmt(p, ST_COMPOUND, pr->first);

	args[0] = string(p, at, "%s: %s\n");
	args[1] = string(p, at, where);
	args[2] = e->message ? e->message : string(p, at, e->text);
	s->u.body = call(p, pr, "__builtin_printf", args, 3);
	if (!e->warning)
		s->u.body->next = call(p, pr, "__builtin_trap", NULL, 0);
	return s;
}

struct stmt *
omp_error(struct parser *p, struct omp_pragma *pr)
{
	struct error e = parse_clauses(p);
	const struct token *last = p->tok;

	omp_end_directive(p, pr);
	if (e.at_run_time)
		return p->fn ? said_at_run_time(p, pr, &e) : NULL;
	if (e.warning)
		diag_warn(p->diag, pr->place, NULL, "%s", e.text);
	else
		diag_error(p->diag, pr->place, "%s", e.text);
	omp_replace(p, pr->first, last, NULL); /* said: cc would say it again */
	return NULL;
}
