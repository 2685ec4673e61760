/*
 * dispatch.c: dispatch in host code [7.6]: the call behind it goes to the function that
 * `declare variant(f) match(construct={dispatch})` names.
 *
 *	#pragma omp dispatch novariants(e)
 *	r = g(n, q);                        ->      r = ((e) ? g : f)(n, q);
 *
 * A pointer of adjust_args(need_device_ptr: q) is translated where the device has what it points
 * to; is_device_ptr needs nothing, because elsewhere it stays as it is.  With depend the call is a
 * task that is done at once, whatever nowait allows.  Written as text for cc: gcc 12 knows no
 * dispatch.
 */
#include <string.h>

#include "omp/newer/internal.h"

struct dispatch {
	struct parser *p;
	struct omp_pragma *pr;
	const char *unless;     /* the conditions of novariants and nocontext, or NULL */
	const char *device;     /* the expression of device, or NULL */
	struct omp_tokens task; /* with depend: the directive for cc */
	const char *open;       /* what comes before the statement, or "" */
};

/* ---- declare variant ---- */

void
omp_add_dispatched(struct parser *p, struct decl *fn, const struct token *adjust)
{
	struct omp_dispatched d = { omp_canonical(fn), adjust, p->file_decls.n };

	vec_push(p->arena, &omp_state(p)->dispatched, d);
}

/* Return the last dispatch declared for this function, or NULL. */
static const struct omp_dispatched *
find_dispatched(struct parser *p, struct decl *base)
{
	struct omp_state *st = omp_state(p);

	for (size_t i = st->dispatched.n; i-- > 0;)
		if (omp_function_from(p, st->dispatched.v[i].from, NULL) == base)
			return &st->dispatched.v[i];
	return NULL;
}

/* ---- the directive ---- */

/* Read a parenthesis and return its text. */
static const char *
read_argument(struct dispatch *d)
{
	const struct token *first = d->p->tok;

	omp_skip_parens(d->p);
	return omp_token_text(d->p, first, d->p->prev);
}

static void
put_word(struct dispatch *d, const char *word)
{
	struct token t = *d->pr->first;

	t.kind = TK_IDENT;
	t.text = word;
	t.space_before = true;
	vec_push(d->p->arena, &d->task, t);
}

/* Read depend(…) behind its word.  A task's variables would be firstprivate; a dispatched call's
 * are not. */
static void
read_depend(struct dispatch *d)
{
	static const char *const words[] = { "task", "if", "(", "0", ")", "default", "(", "shared",
		")" };
	const struct token *t = d->p->prev;

	if (d->task.n == 0) {
		vec_push(d->p->arena, &d->task, *d->pr->first);
		for (size_t i = 0; i < sizeof words / sizeof *words; i++)
			put_word(d, words[i]);
	}
	omp_skip_parens(d->p);
	for (; t <= d->p->prev; t++)
		vec_push(d->p->arena, &d->task, *t);
}

static void
read_clause(struct dispatch *d)
{
	struct parser *p = d->p;
	const struct token *name = next(p);

	if (name->kind == TK_COMMA || omp_is_word(name, "nowait"))
		return;
	if (!name->text || !at(p, TK_LPAREN))
		parse_error(p, name->place, "expected a clause of 'dispatch' before %s",
			token_describe(p->arena, name));
	if (strcmp(name->text, "novariants") == 0 || strcmp(name->text, "nocontext") == 0)
		d->unless = arena_printf(p->arena, "%s%s%s", d->unless ? d->unless : "",
			d->unless ? " || " : "", read_argument(d));
	else if (strcmp(name->text, "device") == 0)
		d->device = read_argument(d);
	else if (strcmp(name->text, "depend") == 0)
		read_depend(d);
	else if (strcmp(name->text, "is_device_ptr") == 0)
		read_argument(d);
	else
		parse_error(p, name->place, "expected a clause of 'dispatch' before %s",
			token_describe(p->arena, name));
}

/* ---- the call ---- */

static void
not_a_call(const struct dispatch *d)
{
	diag_error(d->p->diag, d->pr->place,
		"expected a call of a function, or an assignment of its value, "
		"after 'dispatch'");
}

static struct expr *
find_call(struct stmt *s)
{
	struct expr *e = s && s->kind == ST_EXPR ? s->u.expr : NULL;

	if (e && e->kind == EX_ASSIGN)
		e = e->u.assign.r;
	while (e && e->kind == EX_CAST)
		e = e->u.sub;
	return e && e->kind == EX_CALL ? e : NULL;
}

static struct decl *
called_function(const struct expr *call)
{
	struct expr *e = call->u.call.callee;

	while (e->kind == EX_CAST)
		e = e->u.sub;
	return e->kind == EX_FUNC ? omp_canonical(e->u.var) : NULL;
}

/* Return whether one of the adjust_args(need_device_ptr: …) from T on names it. */
static bool
is_adjusted(const struct token *t, const char *name)
{
	bool in_list = false;

	for (; t->kind != TK_PRAGMA_END; t++) {
		if (t->kind == TK_RPAREN)
			in_list = false;
		else if (t->kind == TK_IDENT && strcmp(t->text, "need_device_ptr") == 0)
			in_list = true;
		else if (in_list && t->kind == TK_IDENT && name && strcmp(t->text, name) == 0)
			return true;
	}
	return false;
}

/* Pass the device's address as use_device_ptr does: where nothing is mapped the pointer stays. */
static void
translate(struct dispatch *d, const struct expr *arg)
{
	const char *text = omp_token_text(d->p, arg->first, arg->last);

	text = arena_printf(d->p->arena,
		"__extension__ ({ extern void *omp_get_mapped_ptr(const void *, int); "
		"extern int omp_get_default_device(void); void *__devrt_arg = (void *)(%s); "
		"void *__devrt_there = omp_get_mapped_ptr(__devrt_arg, omp_get_default_device()); "
		"__devrt_there ? __devrt_there : __devrt_arg; })",
		text);
	if (d->unless)
		text = arena_printf(d->p->arena, "((%s) ? (void *)(%s) : %s)", d->unless,
			omp_token_text(d->p, arg->first, arg->last), text);
	omp_rewrite(d->p, arg->first, arg->last, text);
}

static void
adjust_args(struct dispatch *d, const struct expr *call, const struct decl *base,
	const struct token *list)
{
	for (int i = 0; i < call->u.call.nargs && i < base->type->u.func.nparams; i++) {
		const struct expr *arg = call->u.call.args[i];

		while (arg->kind == EX_CAST && !arg->first)
			arg = arg->u.sub;
		if (arg->first && is_adjusted(list, base->type->u.func.params[i]->name))
			translate(d, arg);
	}
}

/* Write TEXT in the token's place.  If it is the statement's first, what comes before the statement
 * goes with it. */
static void
rewrite_token(struct dispatch *d, const struct stmt *s, const struct token *t, const char *text)
{
	omp_rewrite(d->p, t, t,
		t == s->first ? arena_printf(d->p->arena, "%s%s", d->open, text) : text);
}

/* Choose the call's function, and write it with what comes before the statement. */
static void
choose(struct dispatch *d, struct stmt *s)
{
	struct expr *call = find_call(s);
	struct decl *base = call ? called_function(call) : NULL;
	const struct omp_dispatched *v = base ? find_dispatched(d->p, base) : NULL;
	const struct token *callee = base ? call->u.call.callee->first : NULL;
	bool varies = v && callee && callee->kind == TK_IDENT;

	if (!base)
		not_a_call(d);
	if (*d->open && !(varies && callee == s->first))
		rewrite_token(d, s, s->first, s->first->text);
	if (!varies)
		return;
	rewrite_token(d, s, callee,
		d->unless ? arena_printf(d->p->arena, "((%s) ? %s : %s)", d->unless, callee->text,
				    v->fn->name) :
			    v->fn->name);
	if (v->adjust)
		adjust_args(d, call, base, v->adjust);
}

/* Write the directive as cc sees it, and around the statement the block that device needs. */
static void
wrap(struct dispatch *d, const struct stmt *s)
{
	if (d->task.n > 0)
		vec_push(d->p->arena, &d->task, *d->pr->last);
	omp_replace(d->p, d->pr->first, d->pr->last, d->task.v);
	if (!d->device)
		return;
	d->open = arena_printf(d->p->arena,
		"{ extern int omp_get_default_device(void); "
		"extern void omp_set_default_device(int); "
		"int __devrt_default = omp_get_default_device(); omp_set_default_device(%s); ",
		d->device);
	omp_rewrite(d->p, s->last, s->last, "; omp_set_default_device(__devrt_default); }");
}

struct stmt *
omp_dispatch(struct parser *p, struct omp_pragma *pr)
{
	struct dispatch d = { .p = p, .pr = pr, .open = "" };
	struct stmt *s;

	while (!at(p, TK_PRAGMA_END) && !at(p, TK_EOF))
		read_clause(&d);
	omp_end_directive(p, pr);
	s = parse_stmt(p);
	if (s && s->kind == ST_EXPR) {
		wrap(&d, s);
		choose(&d, s);
	} else {
		not_a_call(&d);
	}
	return s;
}
