/*
 * compare.c: the statement of `atomic compare` (OpenMP 5.1 [2.19.7]; 5.2 [4.3.1.3], [15.8.4]).
 *
 * omp_read_compare() matches it with the conditional updates x = x REL e ? d : x that the clause
 * allows, REL being < or > (d is e then) or ==, written as an if or as an expression; with
 * `capture` x or the outcome of the comparison goes to a variable, too.
 */
#include "omp/newer/internal.h"

static struct expr *
assignment(struct stmt *s)
{
	struct expr *e = omp_sole_expr(s);

	return e && e->kind == EX_ASSIGN ? e : NULL;
}

/* Read where x becomes d: COND is x == e, or a comparison of x with d. */
static bool
read_condition(struct omp_atomic *a, struct expr *x, struct expr *cond, struct expr *d)
{
	struct expr *l, *r;
	enum binary_op op;

	cond = omp_strip(cond);
	if (cond->kind != EX_BINARY)
		return false;
	op = cond->u.binary.op;
	l = omp_strip(cond->u.binary.l);
	r = omp_strip(cond->u.binary.r);
	if (op != BIN_EQ && op != BIN_LT && op != BIN_GT)
		return false;
	a->x = x;
	a->d = omp_strip(d);
	a->op = op;
	a->op_type = cond->u.binary.l->type;
	a->e = r;
	if (omp_same_expr(l, x) && (op == BIN_EQ || omp_same_expr(r, a->d)))
		return true;
	a->e = l;
	a->op = op == BIN_LT ? BIN_GT : BIN_LT;
	return op != BIN_EQ && omp_same_expr(r, x) && omp_same_expr(l, a->d);
}

/* Read x = COND ? d : x. */
static bool
read_conditional_expr(struct omp_atomic *a, struct expr *e)
{
	struct expr *r;

	if (e->kind != EX_ASSIGN)
		return false;
	r = omp_strip(e->u.assign.r);
	return r->kind == EX_COND && r->u.cond.t && omp_same_expr(r->u.cond.f, e->u.assign.l) &&
		read_condition(a, e->u.assign.l, r->u.cond.c, r->u.cond.t);
}

/* Read if (COND) { x = d; } else ELS. */
static bool
read_if(struct omp_atomic *a, struct stmt *s, struct expr *cond)
{
	struct expr *e = s->kind == ST_IF ? assignment(s->u.if_.then) : NULL;

	return e && read_condition(a, e->u.assign.l, cond, e->u.assign.r);
}

static bool
read_conditional(struct omp_atomic *a, struct stmt *s)
{
	if (s->kind == ST_IF)
		return !s->u.if_.els && read_if(a, s, s->u.if_.cond);
	return omp_sole_expr(s) && read_conditional_expr(a, omp_sole_expr(s));
}

static bool
is_copy_of(struct expr *e, struct expr *x)
{
	return e && omp_same_expr(e->u.assign.r, x);
}

/* Check that ELS is { v = x; }, or nothing where that is allowed. */
static bool
read_else(struct omp_atomic *a, struct stmt *els)
{
	if (!els)
		return a->r != NULL;
	a->v_where_not = true;
	a->v = assignment(els) ? assignment(els)->u.assign.l : NULL;
	return is_copy_of(assignment(els), a->x);
}

/* Read { r = x == e; if (r) { x = d; } else { v = x; } }. */
static bool
read_result(struct omp_atomic *a, struct expr *first, struct stmt *s)
{
	struct expr *r = first->u.assign.l;

	if (s->kind != ST_IF || !omp_same_expr(s->u.if_.cond, r) || !type_is_integer(r->type))
		return false;
	a->r = r;
	return read_if(a, s, first->u.assign.r) && a->op == BIN_EQ && read_else(a, s->u.if_.els);
}

/* Read { v = x; UPDATE }, { UPDATE v = x; } and the one with a result. */
static bool
read_pair(struct omp_atomic *a, struct stmt *s, struct stmt *t)
{
	struct expr *e = assignment(s);

	if (e && read_conditional(a, t) && is_copy_of(e, a->x)) {
		a->v = e->u.assign.l;
		return true;
	}
	if (e && omp_strip(e->u.assign.r)->kind == EX_BINARY)
		return read_result(a, e, t);
	e = assignment(t);
	if (!read_conditional(a, s) || !is_copy_of(e, a->x))
		return false;
	a->v = e->u.assign.l;
	a->capture_new = true;
	return true;
}

static bool
read_capture(struct omp_atomic *a, struct stmt *s)
{
	struct expr *e = assignment(s);
	struct stmt *first = s->kind == ST_COMPOUND ? s->u.body : NULL;

	if (s->kind == ST_IF)
		return read_if(a, s, s->u.if_.cond) && a->op == BIN_EQ &&
			read_else(a, s->u.if_.els);
	if (e && read_conditional_expr(a, omp_strip(e->u.assign.r))) {
		a->v = e->u.assign.l;
		a->capture_new = true;
		return true;
	}
	return first && first->next && !first->next->next && read_pair(a, first, first->next);
}

bool
omp_read_compare(struct omp_atomic *a, struct stmt *s)
{
	s = stmt_alone(s);
	return a->kind == ATOMIC_CAPTURE ? read_capture(a, s) : read_conditional(a, s);
}
