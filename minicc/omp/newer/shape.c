/*
 * shape.c: loop nests that are not rectangular (OpenMP 5.2 [4.4.1]): on which outer loops the
 * bounds of an inner one depend, and how.
 *
 *	for (i = 0; i < n; i++)
 *		for (j = i + 1; j < n; j++)
 *
 * The inner loop's `outer` is loop 0; it is steady with slope -1: each row has one iteration less.
 *
 * [4.4.1] allows a1 * var-outer + a2, one variable in both bounds, of the inner one's type; how far
 * a row grows must be a multiple of the inner step.  Device code can do any bounds (an extension),
 * cc cannot; see omp/loop.c for what cc gets.
 */
#include <stdlib.h>

#include "omp/newer/internal.h"
#include "tree/walk.h"

/* ---- as [4.4.1] writes it ---- */

static bool
is_var(struct expr *e, const struct decl *var)
{
	e = omp_strip(e);
	return e->kind == EX_VAR && omp_canonical(e->u.var) == var;
}

/* Return whether e is var-outer, a1 * var-outer or var-outer * a1. */
static bool
is_term(struct expr *e, const struct decl *var)
{
	e = omp_strip(e);
	if (e->kind != EX_BINARY || e->u.binary.op != BIN_MUL)
		return is_var(e, var);
	return (is_var(e->u.binary.l, var) && !omp_use_of(e->u.binary.r, var)) ||
		(is_var(e->u.binary.r, var) && !omp_use_of(e->u.binary.l, var));
}

/* Return whether e is such a term, alone or with an a2 added, subtracted or subtracted from. */
static bool
is_conforming(struct expr *e, const struct decl *var)
{
	struct expr *l, *r;

	e = omp_strip(e);
	if (e->kind != EX_BINARY || (e->u.binary.op != BIN_ADD && e->u.binary.op != BIN_SUB))
		return !omp_use_of(e, var) || is_term(e, var);
	l = e->u.binary.l, r = e->u.binary.r;
	if (!omp_use_of(l, var))
		return !omp_use_of(r, var) || is_term(r, var);
	return !omp_use_of(r, var) && is_term(l, var);
}

/* ---- how the number of iterations changes ---- */

enum { LARGEST = 1 << 20 }; /* of coefficients and steps: products stay small */

static bool
small_constant(struct parser *p, struct expr *e, int64_t *value)
{
	return eval_int_const(p, e, value) && llabs(*value) <= LARGEST;
}

static bool
is_unit(struct parser *p, struct expr *e)
{
	int64_t value;

	return eval_int_const(p, e, &value) && llabs(value) == 1;
}

static bool coefficient(struct parser *, struct expr *, const struct decl *, int64_t *);

static bool
coefficient_of_binary(struct parser *p, struct expr *e, const struct decl *var, int64_t *k)
{
	struct expr *l = e->u.binary.l, *r = e->u.binary.r;
	int64_t a, b;

	switch (e->u.binary.op) {
	case BIN_ADD:
	case BIN_SUB:
		if (!coefficient(p, l, var, &a) || !coefficient(p, r, var, &b))
			return false;
		*k = e->u.binary.op == BIN_ADD ? a + b : a - b;
		break;
	case BIN_MUL:
		if (!(small_constant(p, l, &a) && coefficient(p, r, var, &b)) &&
			!(small_constant(p, r, &a) && coefficient(p, l, var, &b)))
			return false;
		*k = a * b;
		break;
	default: return false;
	}
	return llabs(*k) <= LARGEST;
}

/* Return whether e is *k * var + an invariant, exactly: in signed types, whose overflow is
 * undefined, and without conversions that lose something. */
static bool
coefficient(struct parser *p, struct expr *e, const struct decl *var, int64_t *k)
{
	*k = 0;
	if (!omp_use_of(e, var))
		return true;
	if (!type_is_integer(e->type) || !type_is_signed(e->type))
		return false;
	switch (e->kind) {
	case EX_VAR: *k = 1; return true;
	case EX_CAST:
		return type_is_integer(e->u.sub->type) && e->u.sub->type->size <= e->type->size &&
			coefficient(p, e->u.sub, var, k);
	case EX_UNARY:
		if (e->u.unary.op != UN_NEG || !coefficient(p, e->u.unary.sub, var, k))
			return false;
		*k = -*k;
		return true;
	case EX_BINARY: return coefficient_of_binary(p, e, var, k);
	default: return false;
	}
}

static bool
is_steady(struct parser *p, struct omp_for *f, const struct omp_for *outer)
{
	int64_t lb, ub, step, outer_step;

	if (!type_is_integer(f->iv->type) || !type_is_integer(outer->iv->type) ||
		!small_constant(p, f->step, &step) ||
		!small_constant(p, outer->step, &outer_step) ||
		!coefficient(p, f->lb, outer->iv, &lb) || !coefficient(p, f->ub, outer->iv, &ub) ||
		(ub - lb) * outer_step % step != 0)
		return false;
	f->slope = (ub - lb) * outer_step / step;
	return true;
}

void
omp_read_shape(struct parser *p, struct omp_for *loops, int k, bool *free)
{
	struct omp_for *f = &loops[k];
	int last = 0, n = 0;

	for (int i = 0; i < k; i++)
		if (omp_use_of(f->lb, loops[i].iv) || omp_use_of(f->ub, loops[i].iv)) {
			f->outer |= UINT64_C(1) << i;
			last = i;
			n++;
		}
	f->steady = n == 1 && is_steady(p, f, &loops[last]);
	if (n == 0)
		return;
	*free |= n > 1 || !is_conforming(f->lb, loops[last].iv) ||
		!is_conforming(f->ub, loops[last].iv) ||
		!type_same(f->iv->type->unqual, loops[last].iv->type->unqual) ||
		(!f->steady && !is_unit(p, f->step));
}
