/*
 * loop.c: associated loops in canonical form (OpenMP 5.2 [4.4.1]).
 *
 * omp_read_loops() describes the `collapse` outermost loops of a nest in loop->omp.u.loop and sets
 * the innermost body.  What the specification forbids is an error wherever it stands.
 */
#include "omp/internal.h"
#include "tree/walk.h"

struct reader {
	struct parser *p;
	struct omp_node *loop;
	const char *name; /* the directive's name, for messages */
};

static struct place
where(const struct expr *e)
{
	return e->first ? e->first->place : e->place;
}

static struct decl *
variable(struct expr *e)
{
	e = omp_strip(e);
	return e->kind == EX_VAR ? omp_canonical(e->u.var) : NULL;
}

static bool
not_canonical(struct reader *r, struct place place, const char *expected)
{
	diag_error(r->p->diag, place, "loop of '%s' is not in canonical form: expected %s", r->name,
		expected);
	return false;
}

/* ---- init: iv = lb, or T iv = lb ---- */

static bool
read_init(struct reader *r, struct omp_for *f)
{
	struct stmt *init = f->stmt->u.for_.init;
	struct expr *e;

	if (init && init->kind == ST_DECL && !init->next && init->u.decl->init) {
		f->iv = init->u.decl;
		f->iv_declared_here = true;
		f->lb = init->u.decl->init->value;
	} else if (init && init->kind == ST_EXPR && !init->next) {
		e = omp_strip(init->u.expr);
		if (expr_is_error(r->p, e))
			return false;
		if (e->kind == EX_ASSIGN && variable(e->u.assign.l)) {
			f->iv = variable(e->u.assign.l);
			f->lb = e->u.assign.r;
		}
	}
	if (!f->iv)
		return not_canonical(r, init ? init->place : f->stmt->place,
			"'VARIABLE = EXPRESSION' as its initialisation");
	if (!type_is_integer(f->iv->type) && f->iv->type->kind != TY_POINTER)
		return not_canonical(r, init->place, "a variable of integer or pointer type");
	return true;
}

/* ---- test: iv rel ub, or ub rel iv ---- */

static enum binary_op
mirrored(enum binary_op op)
{
	switch (op) {
	case BIN_LT: return BIN_GT;
	case BIN_LE: return BIN_GE;
	case BIN_GT: return BIN_LT;
	case BIN_GE: return BIN_LE;
	default: return op;
	}
}

static bool
read_test(struct reader *r, struct omp_for *f)
{
	struct expr *e = f->stmt->u.for_.cond, *ub = NULL;
	const char *expected = arena_printf(r->p->arena,
		"a test of '%s' with <, <=, >, >= or !=", f->iv->name);

	if (!e)
		return not_canonical(r, f->stmt->place, expected);
	e = omp_strip(e);
	if (e->kind == EX_BINARY && e->u.binary.op >= BIN_NE && e->u.binary.op <= BIN_GE) {
		f->rel = e->u.binary.op;
		if (variable(e->u.binary.l) == f->iv) {
			ub = omp_strip(e->u.binary.r);
		} else if (variable(e->u.binary.r) == f->iv) {
			ub = omp_strip(e->u.binary.l);
			f->rel = mirrored(f->rel);
		}
	}
	if (!ub)
		return not_canonical(r, where(e), expected);
	if (type_is_integer(f->iv->type) && !type_is_integer(ub->type))
		return not_canonical(r, where(ub), "a bound of integer type");
	f->ub = expr_cast(r->p, decay(r->p, ub), f->iv->type->unqual);
	return true;
}

/* ---- increment: iv++, iv += s, iv = iv + s and their like ---- */

static struct type *
step_type(struct reader *r, const struct omp_for *f)
{
	if (f->iv->type->kind == TY_POINTER)
		return r->p->basic[TY_LONG];
	return f->iv->type->size < 4 ? r->p->basic[TY_INT] : f->iv->type->unqual;
}

/* Return the step of x = x + s, x = s + x or x = x - s, also for pointers, or NULL. */
static struct expr *
step_of_sum(const struct omp_for *f, struct expr *e, bool *minus)
{
	e = omp_strip(e);
	if (e->kind != EX_BINARY)
		return NULL;
	*minus = e->u.binary.op == BIN_SUB || e->u.binary.op == BIN_PTRSUB;
	if (!*minus && e->u.binary.op != BIN_ADD && e->u.binary.op != BIN_PTRADD)
		return NULL;
	if (variable(e->u.binary.l) == f->iv)
		return e->u.binary.r;
	return !*minus && variable(e->u.binary.r) == f->iv ? e->u.binary.l : NULL;
}

/* Return the step as written, or NULL.  Set *minus if it is subtracted. */
static struct expr *
written_step(struct reader *r, const struct omp_for *f, struct expr *e, bool *minus)
{
	enum binary_op op;

	if (e->kind == EX_INCDEC && variable(e->u.incdec.sub) == f->iv) {
		*minus = e->u.incdec.dec;
		return expr_int(r->p, e->place, 1, step_type(r, f));
	}
	if (e->kind == EX_COMPOUND_ASSIGN && variable(e->u.assign.l) == f->iv) {
		op = e->u.assign.op;
		*minus = op == BIN_SUB || op == BIN_PTRSUB;
		return *minus || op == BIN_ADD || op == BIN_PTRADD ? e->u.assign.r : NULL;
	}
	if (e->kind == EX_ASSIGN && variable(e->u.assign.l) == f->iv)
		return step_of_sum(f, e->u.assign.r, minus);
	return NULL;
}

static bool
check_direction(struct reader *r, const struct omp_for *f, int64_t step, struct place place)
{
	bool up = f->rel == BIN_LT || f->rel == BIN_LE;

	if (step == 0)
		return not_canonical(r, place, "a step other than 0");
	if (f->rel == BIN_NE)
		return step == 1 || step == -1 ||
			not_canonical(r, place, "a step of 1 or -1 with '!='");
	if (up == f->step_negative)
		return not_canonical(r, place,
			up ? "an increment, since the test is '<' or '<='" :
			     "a decrement, since the test is '>' or '>='");
	return true;
}

static bool
read_step(struct reader *r, struct omp_for *f)
{
	struct expr *e = f->stmt->u.for_.step, *s;
	struct parser *p = r->p;
	bool minus = false;
	int64_t value;

	s = e ? written_step(r, f, omp_strip(e), &minus) : NULL;
	if (!s || !type_is_integer(s->type))
		return not_canonical(r, e ? where(e) : f->stmt->place,
			arena_printf(p->arena, "an increment like '%s++' or '%s += STEP'",
				f->iv->name, f->iv->name));
	if (eval_int_const(p, s, &value)) {
		bool huge = value < 0 &&
			!type_is_signed(s->type); /* the test says which way it goes */

		value = minus ? (int64_t) - (uint64_t)value : value;
		f->step_negative = huge && f->rel != BIN_NE ? f->rel == BIN_GT || f->rel == BIN_GE :
							      value < 0;
		f->step = expr_int(p, where(e), value, step_type(r, f));
		return check_direction(r, f, value, where(e));
	}
	f->step = expr_cast(p, omp_strip(s), step_type(r, f));
	if (minus)
		f->step = expr_unary(p, where(e), UN_NEG, f->step);
	f->step_negative = f->rel == BIN_GT || f->rel == BIN_GE;
	if (f->rel == BIN_NE)
		return not_canonical(r, where(e), "a step of 1 or -1 with '!='");
	return true;
}

/* ---- the nest ---- */

struct search {
	const struct decl *var;
	const struct expr *found;
};

static bool
find_use(struct expr *e, void *ctx)
{
	struct search *s = ctx;

	if (e->kind == EX_VAR && omp_canonical(e->u.var) == s->var && !s->found)
		s->found = e;
	return !s->found;
}

const struct expr *
omp_use_of(struct expr *e, const struct decl *var)
{
	struct search s = { .var = var };

	walk_expr(e, find_use, &s);
	return s.found;
}

static bool
find_change(struct expr *e, void *ctx)
{
	struct search *s = ctx;
	struct expr *target = e->kind == EX_ASSIGN || e->kind == EX_COMPOUND_ASSIGN ?
		e->u.assign.l :
		e->kind == EX_INCDEC ? e->u.incdec.sub :
				       NULL;

	if (target && target->kind == EX_VAR && omp_canonical(target->u.var) == s->var && !s->found)
		s->found = e;
	return !s->found;
}

const struct expr *
omp_use_in_bounds(const struct omp_for *f, const struct decl *var)
{
	const struct expr *use = omp_use_of(f->lb, var);

	if (!use)
		use = omp_use_of(f->ub, var);
	return use ? use : omp_use_of(f->step, var);
}

static bool
read_loop(struct reader *r, struct omp_for *f, struct stmt *s)
{
	const struct expr *use;

	f->stmt = s;
	if (!read_init(r, f) || !read_test(r, f) || !read_step(r, f))
		return false;
	use = omp_use_in_bounds(f, f->iv);
	if (use)
		return not_canonical(r, where(use),
			arena_printf(r->p->arena, "bounds and step that do not change with '%s'",
				f->iv->name));
	return true;
}

static struct stmt *
inner_loop(struct reader *r, struct stmt *body)
{
	struct stmt *s = omp_loop_in(body);

	if (!s)
		diag_error(r->p->diag, body ? body->place : r->loop->pragma.place,
			"expected a 'for' "
			"loop here: collapse(%d) needs %d nested loops",
			r->loop->collapse, r->loop->collapse);
	return s;
}

/* Check what must be the same in all iterations of the outer loops.  Set *free if the bounds may
 * depend on those. */
static bool
check_inner(struct reader *r, struct omp_for *loops, int inner, bool *free)
{
	for (int outer = 0; outer < inner; outer++) {
		const struct expr *use = omp_use_of(loops[inner].step, loops[outer].iv);

		if (loops[inner].iv == loops[outer].iv)
			return not_canonical(r, loops[inner].stmt->place,
				"a different variable for each loop");
		if (use)
			return not_canonical(r, where(use),
				arena_printf(r->p->arena, "a step that does not change with '%s'",
					loops[outer].iv->name));
	}
	omp_read_shape(r->p, loops, inner, free);
	return true;
}

/* Report clauses that ask for an order or for chunks: the nest must be rectangular for them
 * [4.4.4], [11.5.3], [11.6.1]. */
static bool
check_clauses(struct reader *r, const struct omp_for *dependent)
{
	static const enum omp_clause_id forbidden[] = { CL_SCHEDULE, CL_DIST_SCHEDULE, CL_ORDERED };

	for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++) {
		const struct omp_clause *c = omp_find_clause(&r->loop->pragma, forbidden[i]);

		if (!c)
			continue;
		diag_error(r->p->diag, c->place,
			"'%s' on loops that are not rectangular: expected "
			"bounds of '%s' that do not change with an outer loop's variable",
			omp_clause_info[c->id].name, dependent->iv->name);
		return false;
	}
	return true;
}

static bool
check_unchanged(struct reader *r, const struct omp_for *f, struct stmt *body)
{
	struct search s = { .var = f->iv };

	walk_stmt(body, NULL, find_change, &s);
	if (s.found)
		diag_error(r->p->diag, where(s.found),
			"loop variable '%s' of '%s' must not be changed in the body", f->iv->name,
			r->name);
	return !s.found;
}

/* Return whether the loop is in a target region, or orphaned in a function that one may call.
 * There cc sees no collapse of nests that are not rectangular, as gcc fails on some; of those that
 * are not allowed it sees none anywhere. */
static bool
may_be_device_code(struct omp *o)
{
	if (omp_enclosing_target(o))
		return true;
	while (o && o->kind != OMP_PARALLEL && o->kind != OMP_TEAMS)
		o = o->parent;
	return !o;
}

bool
omp_read_loops(struct parser *p, struct omp_node *loop, struct stmt *nest)
{
	struct reader r = { p, loop, loop->omp.directive };
	int n = loop->collapse;
	struct omp_for *loops = NEWN(p->arena, struct omp_for, n);
	const struct omp_for *dependent = NULL; /* on another loop's variable */
	struct stmt *s = nest;
	bool free = false;

	if (!s || s->kind != ST_FOR) {
		diag_error(p->diag, s ? s->place : loop->pragma.place,
			"expected a 'for' loop after '%s'", r.name);
		return false;
	}
	for (int i = 0; i < n; i++) {
		if (i > 0 && !(s = inner_loop(&r, s->u.for_.body)))
			return false;
		if (!read_loop(&r, &loops[i], s))
			return false;
	}
	for (int i = 1; i < n; i++) {
		if (!check_inner(&r, loops, i, &free))
			return false;
		if (loops[i].outer && !dependent)
			dependent = &loops[i];
	}
	if (dependent && !check_clauses(&r, dependent))
		return false;
	if (!omp_body_of_nest(p, &loop->omp, loops, n))
		return false;
	for (int i = 0; i < n; i++)
		if (!check_unchanged(&r, &loops[i], loop->omp.body))
			return false;
	loop->omp.u.loop.loops = loops;
	loop->omp.u.loop.nloops = n;
	loop->omp.u.loop.uneven = dependent != NULL;
	if (loop->omp.u.loop.between || (dependent && (free || may_be_device_code(&loop->omp))))
		omp_replace_loop(p, &loop->omp);
	return true;
}
