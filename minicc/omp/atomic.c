/*
 * atomic.c: the statement of an atomic construct (OpenMP 5.2 [15.8.4]).
 *
 * omp_read_atomic() matches the typed tree of the statement with the forms that the clause allows
 * and fills in u.atomic: which lvalue is x, where its value goes, what is combined with it.
 */
#include "omp/internal.h"

static bool
same_arguments(struct expr *a, struct expr *b)
{
	if (a->u.call.nargs != b->u.call.nargs ||
		!omp_same_expr(a->u.call.callee, b->u.call.callee))
		return false;
	for (int i = 0; i < a->u.call.nargs; i++)
		if (!omp_same_expr(a->u.call.args[i], b->u.call.args[i]))
			return false;
	return true;
}

/* Return whether the two are written alike.  How often each is evaluated does not matter
 * [15.8.4]. */
bool
omp_same_expr(struct expr *a, struct expr *b)
{
	a = omp_strip(a);
	b = omp_strip(b);
	if (a->kind != b->kind)
		return false;
	switch (a->kind) {
	case EX_INT: return a->u.i == b->u.i;
	case EX_FLOAT: return a->u.f == b->u.f;
	case EX_VAR:
	case EX_FUNC: return omp_canonical(a->u.var) == omp_canonical(b->u.var);
	case EX_DEREF:
	case EX_ADDR: return omp_same_expr(a->u.sub, b->u.sub);
	case EX_CALL: return same_arguments(a, b);
	case EX_CAST: return type_same(a->type, b->type) && omp_same_expr(a->u.sub, b->u.sub);
	case EX_UNARY:
		return a->u.unary.op == b->u.unary.op &&
			omp_same_expr(a->u.unary.sub, b->u.unary.sub);
	case EX_MEMBER:
		return a->u.member.field == b->u.member.field &&
			omp_same_expr(a->u.member.sub, b->u.member.sub);
	case EX_BINARY:
		return a->u.binary.op == b->u.binary.op &&
			omp_same_expr(a->u.binary.l, b->u.binary.l) &&
			omp_same_expr(a->u.binary.r, b->u.binary.r);
	default: return false;
	}
}

static bool
is_update_op(enum binary_op op)
{
	return op <= BIN_SHR ? op != BIN_REM : op == BIN_PTRADD || op == BIN_PTRSUB;
}

static bool
read_incdec(struct parser *p, struct omp_atomic *a, struct expr *e)
{
	bool pointer = e->u.incdec.sub->type->kind == TY_POINTER;

	a->x = e->u.incdec.sub;
	a->e = expr_int(p, e->place, 1, p->basic[pointer ? TY_LONG : TY_INT]);
	if (pointer)
		a->op = e->u.incdec.dec ? BIN_PTRSUB : BIN_PTRADD;
	else
		a->op = e->u.incdec.dec ? BIN_SUB : BIN_ADD;
	a->op_type = pointer ? a->x->type->unqual : type_common(p, a->x->type, a->e->type);
	return true;
}

/* Read x = x op e or x = e op x. */
static bool
read_assignment(struct omp_atomic *a, struct expr *e)
{
	struct expr *r = omp_strip(e->u.assign.r);

	a->x = e->u.assign.l;
	if (r->kind != EX_BINARY || !is_update_op(r->u.binary.op))
		return false;
	a->op = r->u.binary.op;
	a->op_type = r->type;
	if (omp_same_expr(r->u.binary.l, a->x)) {
		a->e = omp_strip(r->u.binary.r);
		return true;
	}
	a->x_on_right = omp_same_expr(r->u.binary.r, a->x);
	a->e = omp_strip(r->u.binary.l);
	return a->x_on_right;
}

/* Read any expression that updates x: fill in x, op and e. */
static bool
read_update(struct parser *p, struct omp_atomic *a, struct expr *e)
{
	e = omp_strip(e);
	if (e->kind == EX_INCDEC)
		return read_incdec(p, a, e);
	if (e->kind == EX_ASSIGN)
		return read_assignment(a, e);
	if (e->kind != EX_COMPOUND_ASSIGN || !is_update_op(e->u.assign.op))
		return false;
	a->x = e->u.assign.l;
	a->e = omp_strip(e->u.assign.r);
	a->op = e->u.assign.op;
	a->op_type = e->u.assign.op_type;
	return true;
}

/* Read v = UPDATE. */
static bool
read_capture_expr(struct parser *p, struct omp_atomic *a, struct expr *e)
{
	struct expr *r;

	if (e->kind != EX_ASSIGN)
		return false;
	r = omp_strip(e->u.assign.r);
	if (!read_update(p, a, r))
		return false;
	a->v = e->u.assign.l;
	a->capture_new = r->kind != EX_INCDEC || !r->u.incdec.post;
	return true;
}

static bool
is_copy_of(struct expr *e, struct expr *x)
{
	return e->kind == EX_ASSIGN && omp_same_expr(e->u.assign.r, x);
}

/* Read { v = x; UPDATE }, { v = x; x = e; } or { UPDATE v = x; }. */
static bool
read_capture_pair(struct parser *p, struct omp_atomic *a, struct expr *s, struct expr *t)
{
	if (read_update(p, a, t) && is_copy_of(s, a->x)) {
		a->v = s->u.assign.l;
		return true;
	}
	if (t->kind == EX_ASSIGN && is_copy_of(s, t->u.assign.l)) {
		a->v = s->u.assign.l;
		a->x = t->u.assign.l;
		a->e = omp_strip(t->u.assign.r);
		a->op_type = a->x->type->unqual;
		a->x_on_right = false;
		a->plain_write = true;
		return true;
	}
	a->x_on_right = false;
	if (!read_update(p, a, s) || !is_copy_of(t, a->x))
		return false;
	a->v = t->u.assign.l;
	a->capture_new = true;
	return true;
}

static struct expr *
expression(struct stmt *s)
{
	return s && s->kind == ST_EXPR && s->u.expr ? omp_strip(s->u.expr) : NULL;
}

struct expr *
omp_sole_expr(struct stmt *s)
{
	return expression(stmt_alone(s));
}

static bool
read_capture(struct parser *p, struct omp_atomic *a, struct stmt *s)
{
	struct stmt *first;

	if (expression(s))
		return read_capture_expr(p, a, expression(s));
	if (!s || s->kind != ST_COMPOUND)
		return false;
	first = s->u.body;
	if (first && !first->next && first->kind == ST_EXPR)
		return read_capture_expr(p, a, omp_strip(first->u.expr));
	if (!first || !first->next || first->next->next)
		return false;
	return expression(first) && expression(first->next) &&
		read_capture_pair(p, a, expression(first), expression(first->next));
}

static bool
read_assign(struct omp_atomic *a, struct expr *e, bool read)
{
	if (!e || e->kind != EX_ASSIGN)
		return false;
	if (read) {
		a->v = e->u.assign.l;
		a->x = omp_strip(e->u.assign.r);
		return expr_is_lvalue(a->x);
	}
	a->x = e->u.assign.l;
	a->e = omp_strip(e->u.assign.r);
	a->op_type = a->x->type->unqual;
	return true;
}

static bool
read_form(struct parser *p, struct omp_atomic *a, struct stmt *s)
{
	struct expr *e;

	if (a->compare)
		return s && omp_read_compare(a, s);
	if (a->kind == ATOMIC_CAPTURE)
		return read_capture(p, a, s);
	e = omp_sole_expr(s);
	if (a->kind == ATOMIC_UPDATE)
		return e && read_update(p, a, e);
	return read_assign(a, e, a->kind == ATOMIC_READ);
}

static const char *
forms(const struct omp_atomic *a)
{
	static const char *const plain[] = {
		[ATOMIC_READ] = "'v = x;'",
		[ATOMIC_WRITE] = "'x = expression;'",
		[ATOMIC_UPDATE] = "'x++;', 'x op= expression;' or 'x = x op expression;'",
		[ATOMIC_CAPTURE] =
			"'v = x++;', 'v = x op= expression;' or a block of 'v = x;' and an update of x",
	};

	if (!a->compare)
		return plain[a->kind];
	return a->kind == ATOMIC_CAPTURE ?
		"a block of 'v = x;' and a conditional update of x, "
		"'if (x == e) { x = d; } else { v = x; }' or '{ r = x == e; if (r) { x = d; } }'" :
		"'if (x < e) { x = e; }', 'if (x == e) { x = d; }' or 'x = x == e ? d : x;'";
}

/* The clauses that belong to compare [15.8.1]. */
static void
read_comparison(struct parser *p, struct omp_node *n)
{
	const struct omp_clause *compare = omp_find_clause(&n->pragma, CL_COMPARE);
	const struct omp_clause *fail = omp_find_clause(&n->pragma, CL_FAIL);
	const struct omp_clause *weak = omp_find_clause(&n->pragma, CL_WEAK);
	struct omp_atomic *a = &n->omp.u.atomic;

	a->compare = compare && (a->kind == ATOMIC_UPDATE || a->kind == ATOMIC_CAPTURE);
	if (compare && !a->compare)
		diag_error(p->diag, compare->place,
			"'compare' goes with 'update' and 'capture' only");
	for (int i = 0; i < 2 && !compare; i++)
		if (i ? weak : fail)
			diag_error(p->diag, (i ? weak : fail)->place,
				"clause '%s' wants 'compare' beside it", i ? "weak" : "fail");
	if (fail) { /* the fences do not know how the comparison ends */
		a->seq_cst |= fail->word == FAIL_SEQ_CST;
		a->acquire |= fail->word == FAIL_ACQUIRE;
	}
}

/* ---- what cc sees ---- */

static void
put_braces(struct parser *p, const struct stmt *part)
{
	const struct token *before = part->first - 1; /* ')' or else */

	omp_rewrite(p, before, before, arena_printf(p->arena, "%s {", before->text));
	omp_rewrite(p, part->last, part->last, "; }");
}

/* Have cc see the braces that the standard asks for, around what an if does, and none around a
 * single statement: gcc insists on both. */
static void
mend_braces(struct parser *p, const struct stmt *s)
{
	for (; s->kind == ST_COMPOUND && !s->u.body->next; s = s->u.body) {
		omp_rewrite(p, s->first, s->first, "");
		omp_rewrite(p, s->last, s->last, "");
	}
	for (s = s->kind == ST_COMPOUND ? s->u.body : s; s; s = s->next) {
		if (s->kind == ST_IF && s->u.if_.then->kind == ST_EXPR)
			put_braces(p, s->u.if_.then);
		if (s->kind == ST_IF && s->u.if_.els && s->u.if_.els->kind == ST_EXPR)
			put_braces(p, s->u.if_.els);
	}
}

void
omp_read_atomic(struct parser *p, struct omp_node *n, struct stmt *s)
{
	const struct omp_clause *weak = omp_find_clause(&n->pragma, CL_WEAK);
	struct omp_atomic *a = &n->omp.u.atomic;

	read_comparison(p, n);
	if (!read_form(p, a, s)) {
		diag_error(p->diag, s ? s->place : n->pragma.place, "expected %s after '%s'",
			forms(a), a->compare ? "atomic compare" : "atomic");
		return;
	}
	mend_braces(p, s);
	if (weak && a->compare && a->op != BIN_EQ)
		diag_error(p->diag, weak->place, "'weak' is about comparisons by '=='");
	if (!type_is_scalar(a->x->type))
		diag_error(p->diag, a->x->place, "expected a scalar in 'atomic', found type '%s'",
			type_to_string(p->arena, a->x->type));
	else if (a->op_type && a->op_type->kind == TY_POINTER && a->x->type->kind != TY_POINTER)
		diag_error(p->diag, a->x->place,
			"expected arithmetic in 'atomic', found a pointer's: x has type "
			"'%s'",
			type_to_string(p->arena, a->x->type));
	if (a->x->kind == EX_MEMBER && a->x->u.member.field->bit_width >= 0)
		diag_error(p->diag, a->x->place, "a bit-field cannot be updated atomically");
}
