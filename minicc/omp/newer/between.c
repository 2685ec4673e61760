/*
 * between.c: code between the loops of a collapsed nest (OpenMP 5.2 [4.4.1], intervening code).
 *
 *	for (i …) {                             for (i …)
 *		before                                  for (j …) {
 *		for (j …)               ->                      before
 *			body                                    do body while (0);
 *		after                                           after
 *	}                                               }
 *
 * How often such code is executed is not specified: at least once in each iteration of the loop
 * around it, at most once in each of the innermost.  Here it is the latter, so that a thread has
 * what the code declares.  The loops themselves, and what walks over them sees, stay as they are:
 * only the body that is executed is a new one, with copies of the statements on the way to the
 * innermost loop.
 */
#include "omp/newer/internal.h"
#include "tree/walk.h"

struct nest {
	struct parser *p;
	const struct omp *o;
	struct omp_for *loops;
	int n;
	bool failed, warned;
};

struct stmt *
omp_loop_in(struct stmt *body)
{
	struct stmt *found = NULL;

	if (!body || body->kind == ST_FOR)
		return body;
	if (body->kind == ST_COMPOUND)
		for (struct stmt *s = body->u.body; s && !found; s = s->next)
			found = omp_loop_in(s);
	return found;
}

/* ---- what may stand there ---- */

/* Report a write to what the bounds use: they are computed before any code of the nest is
 * executed. */
static void
check_bounds(struct nest *n, const struct decl *changed)
{
	for (int k = 1; k < n->n && !n->failed; k++) {
		const struct expr *use = omp_use_in_bounds(&n->loops[k], changed);

		if (!use)
			continue;
		n->failed = true;
		diag_error(n->p->diag, use->first ? use->first->place : use->place,
			"loop of '%s' is not in canonical form: expected bounds and step without "
			"'%s', which the code before the loop sets",
			n->o->directive, changed->name);
	}
}

/* Return whether each iteration has its own: the variable is declared in the nest, or private. */
static bool
is_own(const struct omp *o, const struct decl *d)
{
	const struct omp_var *v = omp_find_var(o, d);

	if (d->id >= omp_node((struct omp *)o)->first_id)
		return true;
	while (!v && o->combined_with_parent) {
		o = o->parent;
		v = omp_find_var(o, d);
	}
	return v && v->kind != VAR_SHARED && v->kind != VAR_REDUCTION;
}

/* Warn of counting or adding up between the loops, which is executed an unspecified number of
 * times. */
static void
check_write(struct nest *n, const struct expr *to)
{
	const struct expr *object = omp_outer_object(to);

	if (n->warned || (object->kind == EX_VAR && is_own(n->o, omp_canonical(object->u.var))))
		return;
	n->warned = true;
	diag_warn(n->p->diag, to->first ? to->first->place : to->place, NULL,
		"how often code between "
		"the loops of '%s' is executed is not specified: here in each iteration of the "
		"innermost one",
		n->o->directive);
}

static bool
check_expr(struct expr *e, void *ctx)
{
	const struct expr *to = e->kind == EX_ASSIGN || e->kind == EX_COMPOUND_ASSIGN ?
		e->u.assign.l :
		e->kind == EX_INCDEC ? e->u.incdec.sub :
				       NULL;

	if (to && to->kind == EX_VAR)
		check_bounds(ctx, omp_canonical(to->u.var));
	if (to)
		check_write(ctx, to);
	return true;
}

static bool
check_stmt(struct stmt *s, void *ctx)
{
	struct nest *n = ctx;
	const char *what = NULL;

	switch (s->kind) {
	case ST_FOR:
	case ST_WHILE:
	case ST_DO: what = "a loop"; break;
	case ST_OMP: what = "a directive"; break;
	case ST_CONTINUE: what = "'continue'"; break;
	case ST_DECL: check_bounds(n, s->u.decl); break;
	default: break;
	}
	if (what && !n->failed) {
		n->failed = true;
		diag_error(n->p->diag, s->place, "%s between the loops that '%s' collapses", what,
			n->o->directive);
	}
	return !n->failed;
}

static void
check_between(struct nest *n, struct stmt *body, const struct stmt *loop)
{
	if (body == loop)
		return;
	if (omp_loop_in(body) != loop)
		walk_stmt(body, check_stmt, check_expr, n);
	else
		for (struct stmt *s = body->u.body; s; s = s->next)
			check_between(n, s, loop);
}

/* ---- the body ---- */

static bool
is_last(const struct stmt *body, const struct stmt *loop)
{
	while (body != loop && body->kind == ST_COMPOUND)
		for (body = body->u.body; body->next;)
			body = body->next;
	return body == loop;
}

/* Make a continue in BODY lead to the code behind the loop, which a break must not do. */
static struct stmt *
once(struct nest *n, struct stmt *body)
{
	struct stmt *s = NEW(n->p->arena, struct stmt);

	n->failed |= !omp_check_breaks(n->p, n->o->directive, body);
	*s = *body;
	s->kind = ST_DO;
	s->u.loop.body = body;
	s->u.loop.cond = expr_int(n->p, body->place, 0, n->p->basic[TY_INT]);
	return s;
}

/* Return BODY with INSTEAD in the place of LOOP. */
static struct stmt *
with_instead(struct nest *n, struct stmt *body, const struct stmt *loop, struct stmt *instead)
{
	struct stmt *copy, **tail;

	if (body == loop)
		return instead;
	copy = NEW(n->p->arena, struct stmt);
	*copy = *body;
	copy->next = NULL;
	if (omp_loop_in(body) != loop)
		return copy;
	tail = &copy->u.body;
	for (struct stmt *s = body->u.body; s; s = s->next) {
		*tail = with_instead(n, s, loop, instead);
		tail = &(*tail)->next;
	}
	*tail = NULL;
	return copy;
}

bool
omp_body_of_nest(struct parser *p, struct omp *o, struct omp_for *loops, int nloops)
{
	struct nest n = { p, o, loops, nloops, false, false };

	o->body = loops[nloops - 1].stmt->u.for_.body;
	for (int k = nloops - 1; k > 0 && !n.failed; k--) {
		struct stmt *loop = loops[k].stmt, *body = loops[k - 1].stmt->u.for_.body;

		if (stmt_alone(body) == loop)
			continue;
		o->u.loop.between = true;
		check_between(&n, body, loop);
		o->body = with_instead(&n, body, loop,
			is_last(body, loop) ? o->body : once(&n, o->body));
	}
	return !n.failed;
}
