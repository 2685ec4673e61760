/*
 * transfer.c: what target regions need not transfer (Tiotto et al. 2020, §3).  Runs once, over the
 * finished tree.
 *
 * §3.2: the map of a variable that the region does not use is left out, when nothing in the region
 * can reach its storage.  The name is not enough: a pointer that the region uses is translated by
 * what is mapped, so it may lead there.  Data constructs keep their maps, since other regions rely
 * on them.
 *
 * In the same way a table of constants that a region uses by name, and no clause mentions, is not
 * mapped: the device has it among its own variables (ptxgen/build/data.c).  Where the region uses
 * pointers to const, which may lead to the table, the unit must show that no pointer to it is made.
 *
 * §3.1: firstprivate scalars are arguments of the kernel.  That is how regions are built anyway;
 * omp_pass_in_memory() undoes it, so that the difference can be seen.
 *
 * omp_check_const_maps() finds regions that break the promise of map(const, to:) by name.
 */
#include "omp/internal.h"
#include "c/eval.h"
#include "tree/walk.h"

static const struct omp_capture *
capture_of(const struct omp *target, const struct decl *d)
{
	for (int i = 0; i < target->u.target.ncaptures; i++)
		if (target->u.target.captures[i].decl == d)
			return &target->u.target.captures[i];
	return NULL;
}

/* Return the directions in which a map transfers: to, from, both, or neither. */
static unsigned
transfers(const struct omp_map *m)
{
	return m->type == MAP_TOFROM ? 3 : m->type == MAP_TO ? 1 : m->type == MAP_FROM ? 2 : 0;
}

static bool
goes_through_pointer(const struct omp_item *item)
{
	return item->through_pointer || omp_outer_object(item->lvalue)->kind == EX_DEREF;
}

/* Return the variable of the region through which it may use what m maps, or NULL. */
static const struct decl *
way_to(const struct omp *target, const struct omp_map *m)
{
	for (int i = 0; i < target->u.target.ncaptures; i++) {
		const struct omp_capture *c = &target->u.target.captures[i];

		if (!c->map)
			continue;
		if (c->map->zero_length)
			return c->decl;
		/* the same storage under two names, transferred by m alone */
		if ((goes_through_pointer(&m->item) || goes_through_pointer(&c->map->item)) &&
			transfers(m) & ~transfers(c->map))
			return c->decl;
	}
	return NULL;
}

static bool
is_named(const struct omp *target, const struct omp_map *m)
{
	const struct decl *d = m->item.base;

	return m->implicit || m->always || m->present || d->declare_target ||
		d->declare_target_link || capture_of(target, d) || omp_find_var(target, d);
}

static bool
is_useless(struct diag *diag, const struct omp *target, const struct omp_map *m)
{
	const struct decl *way;

	if (is_named(target, m))
		return false;
	way = way_to(target, m);
	if (way)
		diag_remark(diag, m->item.place, "-Rpass-missed=unused-maps",
			"'%s' is mapped and not "
			"used, but '%s' may lead there [MC302]",
			m->item.text, way->name);
	else
		diag_remark(diag, m->item.place, "-Rpass=unused-maps",
			"'%s' is not mapped: the region "
			"does not use it [MC301]",
			m->item.text);
	return !way;
}

void
omp_drop_unused_maps(struct diag *diag, const struct unit *u)
{
	for (int i = 0; i < u->ntargets; i++) {
		struct omp_map **m = &u->targets[i]->u.target.maps;

		while (*m)
			if (is_useless(diag, u->targets[i], *m))
				*m = (*m)->next;
			else
				m = &(*m)->next;
	}
}

/* ---- tables of constants ---- */

enum { MOST_TABLE = 4096 }; /* bytes of a table in each image */

static bool
all_constant(const struct init *list)
{
	struct complex_const v;

	for (; list; list = list->next)
		if (list->value->kind != EX_STRING &&
			(!type_is_arithmetic(list->type) || list->type->size > 8 ||
				!eval_complex(list->value, &v)))
			return false;
	return true;
}

/* Return whether d is an array that is const and whose elements the compiler knows. */
static bool
is_table(struct decl *d)
{
	const struct decl *c = omp_canonical(d), *def = c->definition ? c->definition : d;
	const struct type *t = def->type;

	if (t->kind != TY_ARRAY || t->size > MOST_TABLE || !decl_is_static(def) || !def->has_init ||
		def->weak || c->weak || c->host_only || c->declare_target_link)
		return false;
	return type_is_const_object(t) && all_constant(def->init);
}

/* Return whether a pointer that the region translates by what is mapped may lead to a table. */
static bool
may_be_pointed_at(const struct omp *target)
{
	for (int i = 0; i < target->u.target.ncaptures; i++) {
		const struct omp_capture *c = &target->u.target.captures[i];

		if (c->map && c->map->zero_length && c->decl->type->kind == TY_POINTER &&
			c->decl->type->base->quals & Q_CONST)
			return true;
	}
	return false;
}

/* A search of the unit for places where a table's address goes: whatever is not the reading of an
 * element. */
struct going {
	const struct unit *u;
	const struct decl *table;
	bool found;
};

/* Return whether e stands in an implicit map. */
static bool
is_implied(const struct unit *u, const struct expr *e)
{
	for (int i = 0; i < u->ntargets; i++)
		for (const struct omp_map *m = u->targets[i]->u.target.maps; m; m = m->next)
			if (m->implicit && m->item.lvalue == e)
				return true;
	return false;
}

/* Return the variable that an lvalue of arrays and pointers is computed from, or NULL.  With `g`,
 * search the subscripts on the way. */
static const struct decl *root(struct expr *e, struct going *g);

static bool
address_goes(struct expr *e, void *ctx)
{
	struct going *g = ctx;

	if (e->kind == EX_ADDR)
		g->found |= root(e->u.sub, NULL) == g->table;
	else if (e->kind == EX_VAR)
		g->found |= omp_canonical(e->u.var) == g->table && !is_implied(g->u, e);
	else if (e->kind == EX_DEREF && type_is_arithmetic(e->type) && root(e, NULL) == g->table)
		return root(e, g) != g->table;
	return !g->found;
}

static const struct decl *
root(struct expr *e, struct going *g)
{
	for (;;)
		switch (e->kind) {
		case EX_VAR: return omp_canonical(e->u.var);
		case EX_DEREF:
		case EX_CAST: e = e->u.sub; break;
		case EX_BINARY:
			if (e->u.binary.l->type->kind != TY_POINTER)
				return NULL;
			if (g)
				walk_expr(e->u.binary.r, address_goes, g);
			e = e->u.binary.l;
			break;
		default: return NULL;
		}
}

/* Inline assembly may use what it likes. */
static bool
assembly_uses(struct stmt *s, void *ctx)
{
	struct going *g = ctx;

	g->found |= s->kind == ST_ASM;
	return !g->found;
}

/* Return whether all uses of the table name it: no other unit can have a pointer to it, and none is
 * made here. */
static bool
is_only_read(const struct unit *u, struct decl *d)
{
	struct going g = { .u = u, .table = omp_canonical(d) };

	if (g.table->storage != SC_STATIC)
		return false;
	for (int i = 0; i < u->ndecls && !g.found; i++) {
		const struct decl *o = u->decls[i];

		g.found |= o->alias != NULL;
		for (struct init *v = o->init; v; v = v->next)
			walk_expr(v->value, address_goes, &g);
		if (o->body)
			walk_stmt(o->body->stmt, assembly_uses, address_goes, &g);
	}
	return !g.found;
}

static void
drop_map(struct omp *target, const struct omp_map *m)
{
	struct omp_map **at = &target->u.target.maps;

	while (*at != m)
		at = &(*at)->next;
	*at = m->next;
}

void
omp_keep_tables(struct diag *diag, const struct unit *u)
{
	for (int i = 0; i < u->ntargets; i++) {
		struct omp *target = u->targets[i];
		int n = 0;

		for (int k = 0; k < target->u.target.ncaptures; k++) {
			struct omp_capture c = target->u.target.captures[k];
			bool own = c.kind == CAP_ADDRESS && c.map && c.map->implicit &&
				!c.map->present && is_table(c.decl) &&
				(!may_be_pointed_at(target) || is_only_read(u, c.decl));

			if (!own) {
				target->u.target.captures[n++] = c;
				continue;
			}
			diag_remark(diag, target->place, "-Rpass=tables",
				"'%s' is not mapped: the device has this table of constants [MC303]",
				c.decl->name);
			drop_map(target, c.map);
		}
		target->u.target.ncaptures = n;
	}
}

void
omp_pass_in_memory(const struct unit *u)
{
	for (int i = 0; i < u->ntargets; i++)
		for (int k = 0; k < u->targets[i]->u.target.ncaptures; k++) {
			struct omp_capture *c = &u->targets[i]->u.target.captures[k];

			c->in_memory = c->kind == CAP_VALUE && type_is_scalar(c->decl->type) &&
				c->decl->type->kind != TY_POINTER &&
				c->decl->type->kind != TY_COMPLEX;
		}
}

/* ---- map(const, to:) ---- */

struct promise {
	struct diag *diag;
	const struct omp *target;
};

/* Return the variable of x, x[i], *x, x->m, x[i].m …, or NULL: the form is another. */
static const struct decl *
written_variable(const struct expr *e)
{
	for (;;)
		switch (e->kind) {
		case EX_VAR: return e->u.var;
		case EX_DEREF: e = e->u.sub; break;
		case EX_CAST: e = e->u.sub; break;
		case EX_MEMBER: e = e->u.member.sub; break;
		case EX_BINARY: e = e->u.binary.l; break;
		default: return NULL;
		}
}

static bool
keeps_promise(struct expr *e, void *ctx)
{
	struct promise *p = ctx;
	const struct expr *to = e->kind == EX_ASSIGN || e->kind == EX_COMPOUND_ASSIGN ?
		e->u.assign.l :
		e->kind == EX_INCDEC ? e->u.incdec.sub :
				       NULL;
	const struct decl *d = to && to->kind != EX_VAR ? written_variable(to) :
		to                                      ? to->u.var :
							  NULL;

	for (const struct omp_map *m = p->target->u.target.maps; d && m; m = m->next)
		if (m->constant && m->item.base == omp_canonical((struct decl *)d) &&
			(to->kind != EX_VAR || !m->item.through_pointer))
			diag_error(p->diag, e->place, "'%s' is mapped 'const', but written here",
				m->item.text);
	return true;
}

void
omp_check_const_maps(struct diag *diag, const struct unit *u)
{
	for (int i = 0; i < u->ntargets; i++) {
		struct promise p = { diag, u->targets[i] };
		bool any = false;

		for (const struct omp_map *m = p.target->u.target.maps; m; m = m->next)
			any |= m->constant;
		if (any)
			walk_stmt(p.target->body, NULL, keeps_promise, &p);
	}
}
