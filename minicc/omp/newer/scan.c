/*
 * scan.c: scan [5.6]: prefix sums in a loop whose directive says reduction(inscan, …).
 *
 * The directive divides the statements of the loop's body in two: one part makes each iteration's
 * share of the list items, the other one reads what all iterations so far have made (`inclusive`:
 * the shares come first; `exclusive`: last, and an iteration's own does not count).  Checks only.
 */
#include "omp/newer/internal.h"
#include "tree/walk.h"

static bool
has_item(const struct omp_clause *c, const struct decl *d)
{
	for (size_t i = 0; c && i < c->items.n; i++)
		if (omp_canonical(c->items.v[i].base) == d)
			return true;
	return false;
}

static const struct omp_clause *
scan_clause(const struct omp_pragma *pr)
{
	const struct omp_clause *c = omp_find_clause(pr, CL_INCLUSIVE);

	return c ? c : omp_find_clause(pr, CL_EXCLUSIVE);
}

static bool
is_scanned(const struct omp *loop)
{
	for (const struct omp_var *v = loop ? loop->vars : NULL; v; v = v->next)
		if (v->inscan)
			return true;
	return false;
}

bool
omp_check_scan(struct parser *p, const struct omp_node *n, const struct omp *parent)
{
	if (!parent || parent->kind != OMP_LOOP || !is_scanned(parent)) {
		diag_error(p->diag, n->pragma.place,
			"'scan' must stand directly in a loop with "
			"'reduction(inscan, ...)'");
		return false;
	}
	if (!omp_find_clause(&n->pragma, CL_INCLUSIVE) ==
		!omp_find_clause(&n->pragma, CL_EXCLUSIVE))
		diag_error(p->diag, n->pragma.place,
			"expected one of 'inclusive' and 'exclusive' on 'scan'");
	return true;
}

/* Check the clause of a reduction that is scanned; LOOP is the leaf that has the loop. */
void
omp_check_inscan(struct parser *p, const struct omp_node *outer, const struct omp_node *loop,
	const struct omp_clause *c)
{
	if (!(loop->leaves & (LEAF_FOR | LEAF_SIMD)) || loop->leaves & LEAF_DISTRIBUTE)
		diag_error(p->diag, c->place,
			"'inscan' goes with 'for' and 'simd' loops that teams do not share");
	for (const struct omp_clause *o = outer->pragma.clauses; o; o = o->next)
		if (o->id == CL_REDUCTION && !o->inscan)
			diag_error(p->diag, o->place,
				"expected 'inscan' here, since another 'reduction' of this "
				"directive says it");
}

static void
check_items(struct parser *p, const struct omp_node *loop, const struct omp_node *scan)
{
	const struct omp_clause *c = scan_clause(&scan->pragma);

	for (size_t i = 0; c && i < c->items.n; i++) {
		const struct omp_var *v = omp_find_var(&loop->omp,
			omp_canonical(c->items.v[i].base));

		if (!v || !v->inscan)
			diag_error(p->diag, c->items.v[i].place,
				"'%s' is in no 'reduction(inscan, ...)' of the loop",
				c->items.v[i].text);
	}
	for (const struct omp_var *v = loop->omp.vars; c && v; v = v->next)
		if (v->inscan && !has_item(c, v->decl))
			diag_error(p->diag, c->place, "'%s' is scanned: expected it in '%s'",
				v->decl->name, omp_clause_info[c->id].name);
}

struct scans {
	struct parser *p;
	const struct omp *loop;
	const struct stmt *first;
};

static bool
check_another(struct stmt *s, void *ctx)
{
	const struct scans *f = ctx;

	if (s->kind == ST_OMP && s->u.omp->kind == OMP_SCAN && s != f->first &&
		s->u.omp->parent == f->loop)
		diag_error(f->p->diag, s->place, "a second 'scan' in this loop");
	return true;
}

void
omp_check_scans(struct parser *p, struct omp_node *loop)
{
	struct stmt *s = omp_find_scan(loop->omp.body);

	if (!is_scanned(&loop->omp))
		return;
	if (!s) {
		diag_error(p->diag, loop->pragma.place,
			"'reduction(inscan, ...)' needs a 'scan' between two parts of the "
			"loop's body");
		return;
	}
	check_items(p, loop, omp_node(s->u.omp));
	walk_stmt(loop->omp.body, check_another, NULL, &(struct scans){ p, &loop->omp, s });
}
