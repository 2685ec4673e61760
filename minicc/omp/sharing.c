/*
 * sharing.c: data-sharing attributes [5.1]: which variables have copies inside a construct.
 *
 * Explicit attributes are entered while clauses are distributed.  When the function is complete,
 * omp_resolve_function() walks it inside out: each construct reports the outer variables that it
 * uses to the one around it, and enters what follows from rules.  A variable that is private
 * inside is not used outside; a copy that starts from, or ends in, the original is.
 */
#include <string.h>

#include "omp/internal.h"
#include "tree/walk.h"

struct omp_var *
omp_find_var(const struct omp *o, const struct decl *d)
{
	struct omp_var *v = o->vars;

	while (v && v->decl != d)
		v = v->next;
	return v;
}

struct omp_var *
omp_add_var(struct parser *p, struct omp_node *n, enum omp_var_kind kind, struct decl *d,
	struct place place)
{
	struct omp_var *v = NEW(p->arena, struct omp_var), **tail = &n->omp.vars;

	v->kind = kind;
	v->decl = omp_canonical(d);
	v->place = place;
	while (*tail)
		tail = &(*tail)->next;
	*tail = v;
	return v;
}

/* ---- clauses of one directive against each other ---- */

static bool
says_sharing(enum omp_clause_id id)
{
	switch (id) {
	case CL_PRIVATE:
	case CL_FIRSTPRIVATE:
	case CL_LASTPRIVATE:
	case CL_SHARED:
	case CL_REDUCTION:
	case CL_LINEAR:
	case CL_IS_DEVICE_PTR:
	case CL_HAS_DEVICE_ADDR:
	case CL_IN_REDUCTION: return true;
	default: return false;
	}
}

/* Return whether both clauses may have the item: firstprivate and lastprivate, or, in a combined
 * construct, a map outside and a sharing clause inside. */
static bool
may_share_item(enum omp_clause_id a, enum omp_clause_id b, bool combined)
{
	if (a == CL_MAP || b == CL_MAP)
		return combined && a != CL_IS_DEVICE_PTR && b != CL_IS_DEVICE_PTR &&
			a != CL_HAS_DEVICE_ADDR && b != CL_HAS_DEVICE_ADDR;
	return (a == CL_FIRSTPRIVATE && b == CL_LASTPRIVATE) ||
		(a == CL_LASTPRIVATE && b == CL_FIRSTPRIVATE);
}

/* Return the clause with an earlier item that contradicts item I of clause C, or NULL. */
static const struct omp_clause *
contradiction(const struct omp_node *n, const struct omp_clause *c, size_t i)
{
	const struct decl *d = c->items.v[i].base;

	for (const struct omp_clause *o = n->pragma.clauses; o; o = o->next) {
		size_t end = o == c ? i : o->items.n;

		if (o != c && may_share_item(o->id, c->id, n->combined != NULL))
			continue;
		for (size_t k = 0; k < end; k++)
			if ((says_sharing(o->id) ||
				    (o->id == CL_MAP && omp_item_is_variable(&o->items.v[k]))) &&
				o->items.v[k].base == d &&
				(o->items.v[k].ndims == 0 || c->items.v[i].ndims == 0))
				return o; /* sections of one array may be reduced together */
		if (o == c)
			break;
	}
	return NULL;
}

void
omp_check_sharing(struct parser *p, struct omp_node *n)
{
	for (const struct omp_clause *c = n->pragma.clauses; c; c = c->next) {
		if (!says_sharing(c->id) && c->id != CL_MAP)
			continue;
		for (size_t i = 0; i < c->items.n; i++) {
			const struct omp_clause *o;

			if (c->id == CL_MAP && !omp_item_is_variable(&c->items.v[i]))
				continue;
			o = contradiction(n, c, i);
			if (!o || (o->id == CL_MAP && c->id == CL_MAP))
				continue;
			diag_error(p->diag, c->items.v[i].place, "'%s' in '%s' is already in '%s'",
				c->items.v[i].text, omp_clause_info[c->id].name,
				omp_clause_info[o->id].name);
		}
	}
}

/* ---- loop variables ---- */

/* Return the list item of a clause that must not name a loop variable but does, or NULL. */
static const struct omp_item *
forbidden_item(const struct omp_node *n, const struct decl *iv)
{
	for (const struct omp_clause *c = n->pragma.clauses; c; c = c->next)
		for (size_t i = 0; i < c->items.n; i++)
			if ((c->id == CL_FIRSTPRIVATE || c->id == CL_REDUCTION) &&
				c->items.v[i].base == iv)
				return &c->items.v[i];
	return NULL;
}

/* Return whether anyone reads the loop variable's last value: not if it is the target region's
 * own copy. */
static bool
is_seen_after(const struct omp_node *outer, const struct decl *iv)
{
	if (outer->omp.kind != OMP_TARGET)
		return true;
	for (const struct omp_map *m = outer->omp.u.target.maps; m; m = m->next)
		if (m->item.base == iv)
			return true;
	return false;
}

/* Make the loop variable lastprivate, and shared on the directive's other leaves. */
static void
keep_last_value(struct parser *p, struct omp_node *outer, struct omp_node *loop,
	const struct omp_for *f)
{
	for (struct omp_node *n = outer; n != loop; n = n->combined)
		if (n->leaves & omp_clause_info[CL_SHARED].leaves && !omp_find_var(&n->omp, f->iv))
			omp_add_var(p, n, VAR_SHARED, f->iv, f->stmt->place)->implicit = true;
	omp_add_var(p, loop, VAR_LASTPRIVATE, f->iv, f->stmt->place)->implicit = true;
}

/* Make loop variables private, but let those of a loop construct, and of simd alone, keep their
 * last values [5.1.1]. */
void
omp_loop_variables(struct parser *p, struct omp_node *outer, struct omp_node *n, bool generic)
{
	bool last = generic || (n->leaves == LEAF_SIMD && !n->omp.combined_with_parent);

	for (int i = 0; i < n->omp.u.loop.nloops; i++) {
		struct omp_for *f = &n->omp.u.loop.loops[i];
		const struct omp_item *wrong = forbidden_item(n, f->iv);

		if (f->iv_declared_here)
			continue;
		if (wrong)
			diag_error(p->diag, wrong->place,
				"loop variable '%s' can only be private, "
				"lastprivate or linear here",
				f->iv->name);
		if (omp_find_var(&n->omp, f->iv))
			continue;
		if (last && is_seen_after(outer, f->iv))
			keep_last_value(p, outer, n, f);
		else
			omp_add_var(p, n, VAR_PRIVATE, f->iv, f->stmt->place)->implicit = true;
	}
}

/* ---- what a construct uses ---- */

struct collector {
	struct parser *p;
	struct omp_refs *refs;
};

static void
add_ref(struct collector *c, struct decl *d, struct place place)
{
	struct omp_ref ref = { omp_canonical(d), place };

	for (size_t i = 0; i < c->refs->n; i++)
		if (c->refs->v[i].decl == ref.decl)
			return;
	vec_push(c->p->arena, c->refs, ref);
}

static bool
see_global(struct expr *e, void *ctx)
{
	if (e->kind == EX_VAR && e->u.var->file_scope)
		add_ref(ctx, e->u.var, e->first ? e->first->place : e->place);
	return true;
}

/* Note a variable that is used.  The condition of a variant uses them as if it stood at the call
 * [7.5]. */
static bool
see_expr(struct expr *e, void *ctx)
{
	struct collector *c = ctx;

	if (e->kind == EX_VAR)
		add_ref(c, e->u.var, e->first ? e->first->place : e->place);
	if (e->kind == EX_FUNC && e->u.var->is_condition)
		walk_expr(omp_condition_of(e->u.var), see_global, c);
	return true;
}

static void resolve_construct(struct collector *, struct omp *);

static bool
see_stmt(struct stmt *s, void *ctx)
{
	if (s->kind != ST_OMP)
		return true;
	resolve_construct(ctx, s->u.omp);
	return false;
}

/* Return whether the host computes the clauses before the kernel starts: then they bring nothing
 * into it. */
static bool
clauses_of_host(const struct omp *o)
{
	if (o->kind == OMP_TEAMS)
		return o->combined_with_parent ||
			(o->parent && o->parent->kind == OMP_TARGET &&
				o->parent->closely_nested_teams);
	return o->kind <= OMP_TARGET_UPDATE;
}

/* Note what the bounds use: they are computed where the construct stands, but the loop variables in
 * them are the nest's own. */
static void
use_bounds(struct collector *c, const struct omp *o)
{
	size_t from = c->refs->n, to = from;

	for (int i = 0; i < o->u.loop.nloops; i++) {
		walk_expr(o->u.loop.loops[i].lb, see_expr, c);
		walk_expr(o->u.loop.loops[i].ub, see_expr, c);
		walk_expr(o->u.loop.loops[i].step, see_expr, c);
	}
	for (size_t i = from; i < c->refs->n; i++)
		if (!omp_is_loop_variable(o, c->refs->v[i].decl))
			c->refs->v[to++] = c->refs->v[i];
	c->refs->n = to;
}

static void
use_clauses(struct collector *c, const struct omp *o)
{
	if (!clauses_of_host(o))
		walk_clauses(&o->clauses, see_expr, c);
	for (const struct omp_var *v = o->vars; v; v = v->next)
		walk_var(v, see_expr, c);
	if (o->kind == OMP_LOOP)
		use_bounds(c, o);
}

/* Return the variables used inside without those declared inside. */
static struct omp_refs
outside_of(struct parser *p, const struct omp_node *n, const struct omp_refs *used)
{
	struct omp_refs out = { 0 };

	for (size_t i = 0; i < used->n; i++)
		if (used->v[i].decl->id < n->first_id)
			vec_push(p->arena, &out, used->v[i]);
	return out;
}

/* ---- implicit attributes ---- */

/* Return the default clause that applies: where two leaves of a directive have it, that of the
 * inner one. */
static enum omp_default
default_of(const struct omp_node *n)
{
	for (const struct omp_node *inner = n->combined; inner; inner = inner->combined)
		if (inner->dflt != DEFAULT_UNSET)
			return DEFAULT_SHARED;
	return n->dflt;
}

/* Return whether all threads of the team share the variable where construct O stands: then a task
 * in it shares it too [5.1.1].  O's own implicit attributes are not known yet. */
static bool
shared_by_team(const struct omp *o, const struct decl *d)
{
	for (; o; o = o->parent) {
		const struct omp_var *v = omp_find_var(o, d);
		enum omp_default dflt = omp_node((struct omp *)o)->dflt;

		if (d->id >= omp_node((struct omp *)o)->first_id)
			return false;
		if (v && v->kind != VAR_SHARED && v->kind != VAR_COPYPRIVATE)
			return false;
		if (o->kind == OMP_PARALLEL || o->kind == OMP_TEAMS)
			return v || (dflt != DEFAULT_PRIVATE && dflt != DEFAULT_FIRSTPRIVATE);
		if (o->kind == OMP_TARGET)
			return false;
	}
	return false;
}

/* Return whether a construct around N has a private variable in the place of a static one [5.1]. */
bool
omp_is_private_around(const struct omp_node *n, const struct decl *d)
{
	for (const struct omp *o = n->omp.parent; o; o = o->parent) {
		const struct omp_var *v = omp_find_var(o, d);

		if (v && v->kind != VAR_SHARED && v->kind != VAR_COPYPRIVATE)
			return true;
	}
	return false;
}

static bool
makes_tasks(const struct omp_node *n)
{
	return n->leaves & (LEAF_TASK | LEAF_TASKLOOP);
}

static void
implicit_attribute(struct parser *p, struct omp_node *n, const struct omp_ref *r)
{
	enum omp_default dflt = default_of(n);
	enum omp_var_kind kind = VAR_SHARED;

	if (dflt == DEFAULT_NONE && !r->decl->is_vla_len) {
		diag_error(p->diag, r->place,
			"'%s' is used under default(none): expected it in a "
			"data-sharing clause of '%s'",
			r->decl->name, n->omp.directive);
		return;
	}
	if (dflt != DEFAULT_SHARED && dflt != DEFAULT_UNSET && r->decl->file_scope)
		diag_error(p->diag, r->place,
			"'%s' has file scope: under this default clause it is "
			"expected in a data-sharing clause of '%s'",
			r->decl->name, n->omp.directive);
	if (decl_is_static(r->decl) && !omp_is_private_around(n, r->decl))
		return;
	if (dflt == DEFAULT_PRIVATE)
		kind = VAR_PRIVATE;
	if (dflt == DEFAULT_FIRSTPRIVATE ||
		(dflt == DEFAULT_UNSET && makes_tasks(n) &&
			!shared_by_team(n->omp.parent, r->decl)))
		kind = VAR_FIRSTPRIVATE;
	omp_add_var(p, n, kind, r->decl, r->place)->implicit = true;
}

static void
implicit_attributes(struct parser *p, struct omp_node *n, const struct omp_refs *refs)
{
	if (n->omp.kind != OMP_PARALLEL && n->omp.kind != OMP_TEAMS && !makes_tasks(n))
		return;
	for (size_t i = 0; i < refs->n; i++)
		if (!omp_find_var(&n->omp, refs->v[i].decl) && !refs->v[i].decl->threadprivate)
			implicit_attribute(p, n, &refs->v[i]);
}

static const char *
private_kind(enum omp_var_kind kind)
{
	switch (kind) {
	case VAR_REDUCTION: return "reduction";
	case VAR_FIRSTPRIVATE: return "firstprivate";
	case VAR_LASTPRIVATE: return "lastprivate";
	default: return NULL;
	}
}

/* Check that what threads combine in, or copy their last value to, is one variable for all
 * [5.5.8]. */
static void
check_shared_outside(struct parser *p, const struct omp_node *n)
{
	const struct omp *par = n->omp.parent;

	if (!(n->leaves & (LEAF_FOR | LEAF_SECTIONS)) || n->omp.combined_with_parent)
		return;
	while (par && par->kind != OMP_PARALLEL && par->kind != OMP_TARGET && par->kind != OMP_HOST)
		par = par->parent;
	if (!par || par->kind != OMP_PARALLEL)
		return;
	for (const struct omp_var *v = n->omp.vars; v; v = v->next) {
		const struct omp_var *outer = omp_find_var(par, v->decl);
		bool local = v->decl->id >= omp_node((struct omp *)par)->first_id &&
			!decl_is_static(v->decl);

		if (v->implicit || v->kind == VAR_FIRSTPRIVATE || !private_kind(v->kind))
			continue;
		if (local || (outer && outer->kind != VAR_SHARED))
			diag_error(p->diag, v->place,
				"'%s' in '%s' is private in the 'parallel' "
				"around it: expected a shared variable",
				v->decl->name, private_kind(v->kind));
	}
}

/* ---- use_device_addr [5.4.10] ---- */

struct host_uses {
	struct parser *p;
	const struct decl *decl;
	const struct token *directive_end; /* of the construct that the walk is in */
	bool found;
};

/* Note an identifier that is to become another expression.  In directives it stays: their lists
 * name variables. */
static bool
note_host_use(struct expr *e, void *ctx)
{
	struct host_uses *u = ctx;
	const struct token *t = e->first;

	if (e->kind != EX_VAR || omp_canonical(e->u.var) != u->decl || !t)
		return true;
	while (t != e->last && (t->kind != TK_IDENT || strcmp(t->text, u->decl->name) != 0))
		t++;
	u->found = true;
	if (!u->directive_end || t > u->directive_end)
		omp_rewrite(u->p, t, t, arena_printf(u->p->arena, "(*__devrt_use_%s)", t->text));
	return true;
}

static bool
skip_target(struct stmt *s, void *ctx)
{
	struct host_uses *u = ctx;

	if (s->kind == ST_OMP)
		u->directive_end = s->u.omp->pragma_last;
	return s->kind != ST_OMP || s->u.omp->kind != OMP_TARGET;
}

/* Give the block the device's names.  Target regions in it use the original, whose other address
 * has_device_addr finds. */
static void
device_names(struct parser *p, struct omp_node *n)
{
	struct decl **named = NEWN(p->arena, struct decl *, n->device_addrs.n);
	int count = 0;

	for (size_t i = 0; i < n->device_addrs.n; i++) {
		struct host_uses uses = { .p = p, .decl = n->device_addrs.v[i].base };

		walk_stmt(n->omp.body, skip_target, note_host_use, &uses);
		if (!uses.found)
			continue;
		if (uses.decl->type->kind == TY_POINTER)
			diag_warn(p->diag, n->device_addrs.v[i].place, NULL,
				"'%s' is a pointer: its name "
				"is here the pointer on the device, which host code cannot read; "
				"'use_device_ptr(%s)' is what it points at",
				uses.decl->name, uses.decl->name);
		named[count++] = n->device_addrs.v[i].base;
	}
	n->omp.u.target.use_device_addr = named;
	n->omp.u.target.nuse_device_addr = count;
}

/* ---- from inside out ---- */

static void
report_uses(struct collector *outer, const struct omp_node *n, const struct omp_refs *refs)
{
	for (size_t i = 0; i < refs->n; i++) {
		const struct omp_var *v = omp_find_var(&n->omp, refs->v[i].decl);

		if (!v || v->kind != VAR_PRIVATE)
			add_ref(outer, refs->v[i].decl, refs->v[i].place);
	}
	for (const struct omp_var *v = n->omp.vars; v; v = v->next)
		if (v->kind != VAR_PRIVATE && v->kind != VAR_SHARED)
			add_ref(outer, v->decl, v->place);
}

static void
resolve_construct(struct collector *outer, struct omp *o)
{
	struct omp_node *n = omp_node(o);
	struct omp_refs used = { 0 }, refs;
	struct collector inner = { outer->p, &used };

	use_clauses(outer, o);
	walk_stmt(o->body, see_stmt, see_expr, &inner);
	refs = outside_of(outer->p, n, &used);
	implicit_attributes(outer->p, n, &refs);
	check_shared_outside(outer->p, n);
	if (o->kind == OMP_TARGET)
		omp_capture(outer->p, n, &refs);
	if (o->kind == OMP_TARGET_DATA)
		device_names(outer->p, n);
	omp_share_alone(outer->p, n);
	report_uses(outer, n, &refs);
}

void
omp_resolve_function(struct parser *p, struct stmt *body)
{
	struct omp_refs refs = { 0 };
	struct collector c = { p, &refs };

	walk_stmt(body, see_stmt, NULL, &c);
}
