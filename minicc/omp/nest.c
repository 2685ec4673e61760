/*
 * nest.c: what may stand inside what [17.1], and jumps that leave a structured block [3.1].
 *
 * Checks only; nothing in the tree changes.  Regions nest at run time, constructs in the text:
 * what is orphaned in a function of its own cannot be checked here.
 */
#include <string.h>

#include "omp/internal.h"
#include "tree/walk.h"

struct omp *
omp_enclosing_target(struct omp *inner)
{
	while (inner && inner->kind != OMP_TARGET)
		inner = inner->parent;
	return inner;
}

static bool
error_inside(struct parser *p, const struct omp_node *n, const struct omp *outer)
{
	diag_error(p->diag, n->pragma.place, "'%s' must not stand inside '%s'", n->pragma.dir->name,
		outer->directive);
	diag_note(p->diag, outer->place, "'%s' begins here", outer->directive);
	return false;
}

/* Return whether O begins a parallel region, a league or a device: constructs outside do not
 * restrict those inside. */
static bool
is_region_boundary(const struct omp *o)
{
	return o->kind == OMP_PARALLEL || o->kind == OMP_TEAMS || o->kind == OMP_TARGET ||
		o->kind == OMP_TARGET_DATA || o->kind == OMP_HOST;
}

static bool
is_worksharing(const struct omp *o)
{
	return o->kind == OMP_LOOP || o->kind == OMP_SECTIONS || o->kind == OMP_SECTION ||
		o->kind == OMP_SINGLE;
}

/* Check what all threads of a team must meet, or none: worksharing constructs and barriers. */
static bool
check_team_wide(struct parser *p, const struct omp_node *n, struct omp *o)
{
	for (; o && !is_region_boundary(o); o = o->parent)
		if (is_worksharing(o) || o->kind == OMP_MASTER || o->kind == OMP_CRITICAL ||
			o->kind == OMP_TASK || o->kind == OMP_ORDERED)
			return error_inside(p, n, o);
	return true;
}

static bool
check_master(struct parser *p, const struct omp_node *n, struct omp *o)
{
	for (; o && !is_region_boundary(o); o = o->parent)
		if (is_worksharing(o))
			return error_inside(p, n, o);
	return true;
}

static bool
same_name(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

static bool
check_critical(struct parser *p, const struct omp_node *n, struct omp *o)
{
	for (; o && o->kind != OMP_TARGET; o = o->parent)
		if (o->kind == OMP_CRITICAL &&
			same_name(o->clauses.critical_name, n->pragma.critical_name)) {
			diag_error(p->diag, n->pragma.place,
				"'critical' inside 'critical' of the same name waits for itself");
			return false;
		}
	return true;
}

/* Check that ordered stands in a loop that says so, or in simd with the clause of that name.
 * Orphaned ones cannot be seen. */
static bool
check_ordered(struct parser *p, const struct omp_node *n, struct omp *o)
{
	for (; o && !is_region_boundary(o); o = o->parent)
		if (o->kind == OMP_LOOP) {
			if (o->clauses.ordered ||
				(o->u.loop.levels & OMP_LEVEL_SIMD &&
					omp_find_clause(&n->pragma, CL_SIMD)))
				return true;
			diag_error(p->diag, n->pragma.place,
				"'ordered' in a loop whose directive "
				"'%s' does not say 'ordered'",
				o->directive);
			return false;
		}
	return true;
}

/* Check that a construct inside simd is one that lanes can do [17.1]. */
static bool
check_simd(struct parser *p, const struct omp_node *n, struct omp *o)
{
	const unsigned allowed = LEAF_ATOMIC | LEAF_SIMD | LEAF_GENERIC_LOOP | LEAF_ORDERED |
		LEAF_SCAN;

	for (; o && !is_region_boundary(o); o = o->parent)
		if (o->kind == OMP_LOOP && (omp_node(o)->leaves & LEAF_SIMD) &&
			(n->pragma.dir->leaves & ~allowed))
			return error_inside(p, n, o);
	return true;
}

static bool
check_teams(struct parser *p, const struct omp_node *n, const struct omp *parent)
{
	if (!parent || parent->kind == OMP_TARGET || parent->kind == OMP_TARGET_DATA)
		return true;
	diag_error(p->diag, n->pragma.place, "'teams' must stand directly in 'target', not in '%s'",
		parent->directive);
	return false;
}

static bool
check_distribute(struct parser *p, const struct omp_node *n, const struct omp *parent)
{
	if (!parent || parent->kind == OMP_TEAMS)
		return true;
	diag_error(p->diag, n->pragma.place, "'%s' must stand directly in 'teams', not in '%s'",
		n->pragma.dir->name, parent->directive);
	return false;
}

/* Check what stands directly in teams: distribute, parallel and loop [10.2], and what costs
 * nothing. */
static bool
check_in_teams(struct parser *p, const struct omp_node *n, const struct omp *parent)
{
	const unsigned allowed = LEAF_DISTRIBUTE | LEAF_PARALLEL | LEAF_GENERIC_LOOP | LEAF_ATOMIC |
		LEAF_FLUSH | LEAF_TASKWAIT | LEAF_TARGET;

	if (!parent || parent->kind != OMP_TEAMS || (n->pragma.dir->leaves & allowed))
		return true;
	diag_error(p->diag, n->pragma.place,
		"'%s' directly inside 'teams': expected 'distribute', "
		"'parallel' or 'loop'",
		n->pragma.dir->name);
	return false;
}

static bool
check_section(struct parser *p, const struct omp_node *n, const struct omp *parent)
{
	if (parent && parent->kind == OMP_SECTIONS)
		return true;
	diag_error(p->diag, n->pragma.place, "'section' must stand directly in 'sections'");
	return false;
}

/* ---- cancel and cancellation point [16.1, 16.2] ---- */

/* Return the construct that a clause of cancel names, or NULL: it is not the one around the
 * directive. */
static const struct omp *
cancelled(enum omp_clause_id what, const struct omp *parent)
{
	unsigned leaves = parent ? omp_node((struct omp *)parent)->leaves : 0;

	switch (what) {
	case CL_OF_PARALLEL: return leaves & LEAF_PARALLEL ? parent : NULL;
	case CL_OF_FOR: return leaves & LEAF_FOR ? parent : NULL;
	case CL_OF_SECTIONS:
		return leaves & LEAF_SECTION   ? parent->parent :
			leaves & LEAF_SECTIONS ? parent :
						 NULL;
	default: return leaves & (LEAF_TASK | LEAF_TASKLOOP) ? parent : NULL;
	}
}

static const struct omp_clause *
kind_of_cancel(const struct omp_clause *from)
{
	while (from && (from->id < CL_OF_PARALLEL || from->id > CL_OF_TASKGROUP))
		from = from->next;
	return from;
}

static bool
check_cancel(struct parser *p, const struct omp_node *n, const struct omp *parent)
{
	const struct omp_clause *what = kind_of_cancel(n->pragma.clauses);
	const char *name = n->pragma.dir->name, *of = what ? omp_clause_info[what->id].name : NULL;
	const struct omp *o = what ? cancelled(what->id, parent) : NULL;

	if (!what || kind_of_cancel(what->next))
		diag_error(p->diag, n->pragma.place,
			"expected one of 'parallel', 'for', 'sections' and "
			"'taskgroup' on '%s'",
			name);
	else if (!o)
		diag_error(p->diag, what->place, "'%s %s' must stand directly in %s", name, of,
			what->id == CL_OF_TASKGROUP ? "a 'task' of the group" :
						      "the construct that it names");
	else if ((o->kind == OMP_LOOP || o->kind == OMP_SECTIONS) &&
		(o->clauses.nowait || o->clauses.ordered))
		diag_error(p->diag, what->place, "'%s %s' in a construct with '%s'", name, of,
			o->clauses.nowait ? "nowait" : "ordered");
	else
		return true;
	return false;
}

bool
omp_check_nesting(struct parser *p, struct omp_node *n)
{
	struct omp *parent = n->omp.parent;
	struct omp *target = omp_enclosing_target(parent);
	unsigned leaves = n->pragma.dir->leaves;

	if ((leaves & LEAF_ANY_TARGET) && target)
		return error_inside(p, n, target);
	if (leaves & LEAF_TARGET)
		return true;
	if (leaves & LEAF_TEAMS)
		return check_teams(p, n, parent);
	if (leaves & LEAF_SCAN)
		return omp_check_scan(p, n, parent);
	if (!check_simd(p, n, parent) || !check_in_teams(p, n, parent))
		return false;
	if (leaves & (LEAF_CANCEL | LEAF_CANCEL_POINT))
		return check_cancel(p, n, parent);
	if (leaves & LEAF_DISTRIBUTE)
		return check_distribute(p, n, parent);
	if (leaves & LEAF_PARALLEL)
		return true;
	if (leaves & LEAF_SECTION)
		return check_section(p, n, parent);
	if (leaves & (LEAF_FOR | LEAF_SECTIONS | LEAF_SINGLE | LEAF_SCOPE | LEAF_BARRIER))
		return check_team_wide(p, n, parent);
	if (leaves & (LEAF_MASTER | LEAF_MASKED))
		return check_master(p, n, parent);
	if (leaves & LEAF_CRITICAL)
		return check_critical(p, n, parent);
	if (leaves & LEAF_ORDERED)
		return check_ordered(p, n, parent);
	return true;
}

/* ---- teams inside target ---- */

struct teams_search {
	struct omp *teams;
};

static bool
find_teams(struct stmt *s, void *ctx)
{
	struct teams_search *t = ctx;

	if (s->kind != ST_OMP)
		return true;
	if (s->u.omp->kind == OMP_TEAMS && !t->teams)
		t->teams = s->u.omp;
	return false;
}

void
omp_check_teams(struct parser *p, struct omp_node *target)
{
	struct teams_search t = { 0 };
	const struct omp *only = omp_only_construct(&target->omp);

	if (only && only->kind == OMP_TEAMS) {
		target->omp.closely_nested_teams = true;
		return;
	}
	walk_stmt(target->omp.body, find_teams, NULL, &t);
	if (t.teams)
		diag_error(p->diag, t.teams->place,
			"'teams' must be all that stands in 'target': "
			"no statement or declaration beside it");
}

/* ---- jumps ---- */

struct jump {
	const struct stmt *stmt;
	const struct label *label;
	const struct omp *construct;
};

struct jumps {
	struct parser *p;
	struct {
		struct jump *v;
		size_t n, cap;
	} gotos, labels;
};

/* Where a statement is: in which construct, and whether break and continue have a loop to end
 * there. */
struct block {
	const struct omp *construct;
	bool can_break, can_continue;
};

static void visit(struct jumps *, struct stmt *, struct block);

static void
leaves_block(struct jumps *j, const struct stmt *s, struct block b, const char *what)
{
	diag_error(j->p->diag, s->place, "'%s' jumps out of the structured block of '%s'", what,
		b.construct->directive);
}

/* Visit a block's statements.  A scan cuts it into two structured blocks: what stands before it,
 * and behind. */
static void
visit_list(struct jumps *j, struct stmt *compound, struct block b)
{
	struct stmt *scan = omp_find_scan(compound);

	for (struct stmt *s = compound->u.body; s; s = s->next) {
		if (scan && (s == compound->u.body || s == scan->next))
			b = (struct block){ s == scan->next ? b.construct : scan->u.omp, false,
				false };
		visit(j, s, b);
	}
}

static void
visit(struct jumps *j, struct stmt *s, struct block b)
{
	struct block loop = { b.construct, true, true };
	struct block swtch = { b.construct, true, b.can_continue };
	struct jump here = { s, NULL, b.construct };

	if (!s)
		return;
	switch (s->kind) {
	case ST_COMPOUND: visit_list(j, s, b); break;
	case ST_IF:
		visit(j, s->u.if_.then, b);
		visit(j, s->u.if_.els, b);
		break;
	case ST_WHILE:
	case ST_DO: visit(j, s->u.loop.body, loop); break;
	case ST_FOR: visit(j, s->u.for_.body, loop); break;
	case ST_SWITCH: visit(j, s->u.switch_.body, swtch); break;
	case ST_CASE:
	case ST_DEFAULT: visit(j, s->u.case_.body, b); break;
	case ST_LABEL:
		here.label = s->u.label.label;
		vec_push(j->p->arena, &j->labels, here);
		visit(j, s->u.label.body, b);
		break;
	case ST_GOTO:
		here.label = s->u.goto_;
		vec_push(j->p->arena, &j->gotos, here);
		break;
	case ST_BREAK:
		if (b.construct && !b.can_break)
			leaves_block(j, s, b, "break");
		break;
	case ST_CONTINUE:
		if (b.construct && !b.can_continue)
			leaves_block(j, s, b, "continue");
		break;
	case ST_RETURN:
		if (b.construct)
			leaves_block(j, s, b, "return");
		break;
	case ST_OMP:
		visit(j, s->u.omp->body,
			(struct block){ s->u.omp, false, s->u.omp->kind == OMP_LOOP });
		break;
	default: break;
	}
}

static void
check_goto(struct jumps *j, const struct jump *from)
{
	for (size_t i = 0; i < j->labels.n; i++) {
		const struct jump *to = &j->labels.v[i];

		if (to->label != from->label || to->construct == from->construct)
			continue;
		diag_error(j->p->diag, from->stmt->place,
			"'goto %s' jumps %s the structured block of "
			"'%s'",
			to->label->name, from->construct ? "out of" : "into",
			(from->construct ? from->construct : to->construct)->directive);
	}
}

void
omp_check_jumps(struct parser *p, struct stmt *body)
{
	struct jumps j = { .p = p };

	visit(&j, body, (struct block){ NULL, true, true });
	for (size_t i = 0; i < j.gotos.n; i++)
		check_goto(&j, &j.gotos.v[i]);
}
