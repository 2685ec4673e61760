/*
 * capture.c: what a target region gets from the host, by clause and by rule [5.8.1].
 *
 * omp_capture() turns the outer variables that a region uses into the kernel's parameters
 * (u.target.captures, in order of first use) and enters the implicit maps and firstprivates that
 * follow.  It runs once per target construct, when the function is complete.
 */
#include "omp/internal.h"

struct captures {
	struct parser *p;
	struct omp_node *n;
	struct {
		struct omp_capture *v;
		size_t n, cap;
	} list;
};

static void
capture(struct captures *c, enum omp_capture_kind kind, struct decl *d, struct omp_map *m)
{
	struct omp_capture cap = { .kind = kind, .decl = d, .map = m };

	vec_push(c->p->arena, &c->list, cap);
}

/* ---- explicit maps ---- */

/* Rank maps by how well they say where a variable is: 3 all of it, 2 a part, 1 what it points to, 0
 * not at all. */
static int
map_rank(const struct omp_map *m, const struct decl *d)
{
	const struct omp_item *item = &m->item;
	const struct expr *pointer = omp_base_pointer(item);

	if (item->base != d || m->room)
		return 0;
	if (omp_item_is_variable(item))
		return 3;
	if (omp_outer_object(item->lvalue)->kind == EX_VAR && !item->through_pointer)
		return 2;
	return pointer && pointer->kind == EX_VAR;
}

static struct omp_map *
best_map(struct omp_node *n, const struct decl *d, int *rank)
{
	struct omp_map *best = NULL;

	*rank = 0;
	for (struct omp_map *m = n->omp.u.target.maps; m; m = m->next)
		if (map_rank(m, d) > *rank) {
			best = m;
			*rank = map_rank(m, d);
		}
	return best;
}

/* ---- implicit rules ---- */

static enum omp_category
category(const struct type *t)
{
	if (t->kind == TY_POINTER)
		return CAT_POINTER;
	return t->kind == TY_ARRAY || type_is_record(t) ? CAT_AGGREGATE : CAT_SCALAR;
}

static struct omp_map *
implicit_map(struct captures *c, struct decl *d, enum omp_map_type type, struct place place)
{
	struct omp_item item = {
		.base = d,
		.lvalue = expr_var(c->p, place, d),
		.text = d->name,
		.place = place,
	};
	struct omp_map *m;

	m = omp_append_map(c->p, c->n, omp_type_of_map(type, &item), &item);
	m->implicit = true;
	if (d->type->kind == TY_ARRAY && d->type->u.array.incomplete)
		diag_error(c->p->diag, place,
			"the extent of '%s' is unknown: expected a 'map' of a "
			"section of it",
			d->name);
	return m;
}

static void
implicit_pointer(struct captures *c, struct decl *d, struct place place)
{
	struct omp_map *m;

	if (d->type->base->kind == TY_FUNCTION) {
		capture(c, CAP_VALUE, d, NULL);
		return;
	}
	m = implicit_map(c, d, MAP_ALLOC, place);
	m->zero_length = true;
	m->item.dims = NEW(c->p->arena, struct omp_dim);
	m->item.dims->len = expr_int(c->p, place, 0, c->p->basic[TY_LONG]);
	m->item.ndims = 1;
	m->item.through_pointer = true;
	capture(c, CAP_POINTER, d, m);
}

static void
implicit_firstprivate(struct captures *c, struct decl *d, struct place place)
{
	if (!omp_find_var(&c->n->omp, d))
		omp_add_var(c->p, c->n, VAR_FIRSTPRIVATE, d, place)->implicit = true;
	if (type_is_vla(d->type))
		diag_error(c->p->diag, place,
			"'%s' has variable length and cannot be firstprivate on "
			"'target'",
			d->name);
	capture(c, CAP_VALUE, d, NULL);
}

/* Return the clause on an inner leaf of the directive whose result must reach the host [17.2], or
 * NULL. */
static const struct omp_var *
result_of_combined(const struct omp_node *target, const struct decl *d)
{
	for (const struct omp_node *n = target->combined; n; n = n->combined) {
		const struct omp_var *v = omp_find_var(&n->omp, d);

		if (v && !v->implicit &&
			(v->kind == VAR_REDUCTION || v->kind == VAR_LASTPRIVATE ||
				v->kind == VAR_LINEAR))
			return v;
	}
	return NULL;
}

static void
capture_result(struct captures *c, struct decl *d, const struct omp_var *v)
{
	struct omp_map *m = implicit_map(c, d, MAP_TOFROM, v->place);

	if (!v->red_len) {
		capture(c, CAP_ADDRESS, d, m);
		return;
	}
	m->item.dims = NEW(c->p->arena, struct omp_dim);
	m->item.dims->lo = v->red_lo;
	m->item.dims->len = v->red_len;
	m->item.ndims = 1;
	m->item.through_pointer = d->type->kind == TY_POINTER;
	capture(c, m->item.through_pointer ? CAP_POINTER : CAP_ADDRESS, d, m);
}

/* Enter the implicit map of an aggregate.  If its type has a mapper, that says what is mapped. */
static void
implicit_aggregate(struct captures *c, struct decl *d, struct place place)
{
	struct omp_map *m = implicit_map(c, d, MAP_TOFROM, place);
	struct omp_map *list = omp_map_by_rule(c->p, c->n, m);
	int rank;

	if (list && list != m) { /* put them in the place of M, the last one */
		*m = *list;
		omp_check_maps(c->p, c->n);
		m = best_map(c->n, d, &rank);
	}
	capture(c, CAP_ADDRESS, d, m);
}

static void
capture_by_rule(struct captures *c, struct decl *d, struct place place)
{
	static const enum omp_map_type types[] = {
		[DM_ALLOC] = MAP_ALLOC,
		[DM_TO] = MAP_TO,
		[DM_FROM] = MAP_FROM,
		[DM_TOFROM] = MAP_TOFROM,
		[DM_PRESENT] = MAP_ALLOC,
	};
	enum omp_category cat = category(d->type);
	enum omp_behaviour b = c->n->defaultmap[cat];
	struct omp_map *m;

	switch (b) {
	case DM_NONE:
		diag_error(c->p->diag, place,
			"'%s' is used under defaultmap(none): expected it in a "
			"'map' or data-sharing clause",
			d->name);
		return;
	case DM_FIRSTPRIVATE: implicit_firstprivate(c, d, place); return;
	case DM_UNSET:
	case DM_DEFAULT:
		if (cat == CAT_SCALAR)
			implicit_firstprivate(c, d, place);
		else if (cat == CAT_POINTER)
			implicit_pointer(c, d, place);
		else
			implicit_aggregate(c, d, place);
		return;
	default:
		m = implicit_map(c, d, types[b], place);
		m->present = b == DM_PRESENT;
		capture(c, CAP_ADDRESS, d, m);
	}
}

/* ---- one variable ---- */

static bool
in_list(const struct omp_items *items, const struct decl *d)
{
	for (size_t i = 0; i < items->n; i++)
		if (items->v[i].base == d)
			return true;
	return false;
}

/* Pass &d, which is a device address already: translate it like a pointer that points at nothing
 * mapped. */
static void
capture_device_address(struct captures *c, struct decl *d, struct place place)
{
	struct omp_map *m = implicit_map(c, d, MAP_ALLOC, place);

	m->zero_length = true;
	if (d->type->kind ==
		TY_ARRAY) /* on the host the name may be a pointer, see use_device_addr */
		m->item.lvalue = expr_index(c->p, place, m->item.lvalue,
			expr_int(c->p, place, 0, c->p->basic[TY_LONG]));
	m->item.lvalue = expr_addr(c->p, place, m->item.lvalue);
	capture(c, CAP_ADDRESS, d, m);
}

static void
capture_variable(struct captures *c, struct decl *d, struct place place)
{
	const struct omp_var *v = omp_find_var(&c->n->omp, d), *result;
	struct omp_map *m;
	int rank;

	if (omp_canonical(d)->threadprivate) {
		diag_error(c->p->diag, place,
			"threadprivate '%s' cannot be used in a target region", d->name);
		return;
	}
	m = best_map(c->n, d, &rank);
	result = result_of_combined(c->n, d);
	if (d->declare_target && (!d->declare_target_link || c->p->unit->unified) &&
		!omp_is_private_around(c->n, d))
		return;
	if (in_list(&c->n->device_addrs, d) ||
		(in_list(&c->n->device_ptrs, d) && d->type->kind == TY_ARRAY))
		capture_device_address(c, d, place);
	else if (in_list(&c->n->device_ptrs, d))
		capture(c, CAP_VALUE, d, NULL);
	else if (m)
		capture(c, rank == 1 ? CAP_POINTER : CAP_ADDRESS, d, m);
	else if (v && v->kind == VAR_FIRSTPRIVATE)
		implicit_firstprivate(c, d, place);
	else if (result)
		capture_result(c, d, result);
	else
		capture_by_rule(c, d, place);
}

/* ---- lengths of variable-length types ---- */

static bool
has_capture(const struct captures *c, const struct decl *d)
{
	for (size_t i = 0; i < c->list.n; i++)
		if (c->list.v[i].decl == d)
			return true;
	return false;
}

/* Capture the sizes of a, a[0], a[0][0] …: the length of each variable dimension is the quotient of
 * two. */
static void
capture_lengths(struct captures *c, const struct decl *d)
{
	const char *e = d->name;

	const struct type *t;

	for (t = d->type; t->kind == TY_ARRAY || t->kind == TY_POINTER; t = t->base) {
		if (t->kind == TY_ARRAY && t->u.array.vla && t->u.array.vla_len &&
			!has_capture(c, t->u.array.vla_len)) {
			capture(c, CAP_VLA_LEN, t->u.array.vla_len, NULL);
			vec_last(&c->list).host_text = arena_printf(c->p->arena,
				"sizeof(%s) / sizeof(%s[0])", e, e);
		}
		e = arena_printf(c->p->arena, "%s[0]", e);
	}
}

/* Drop what is firstprivate on target and mapped as well: in a combined construct the map is
 * target's. */
static void
drop_mapped_firstprivates(struct omp_node *n)
{
	for (struct omp_var **v = &n->omp.vars; *v;) {
		int rank;

		if ((*v)->kind == VAR_FIRSTPRIVATE && best_map(n, (*v)->decl, &rank))
			*v = (*v)->next;
		else
			v = &(*v)->next;
	}
}

void
omp_capture(struct parser *p, struct omp_node *n, const struct omp_refs *refs)
{
	struct captures c = { .p = p, .n = n };

	drop_mapped_firstprivates(n);
	for (size_t i = 0; i < refs->n; i++) {
		struct decl *d = refs->v[i].decl;
		const struct omp_var *v = omp_find_var(&n->omp, d);

		if ((v && v->kind == VAR_PRIVATE) || d->is_vla_len)
			continue;
		capture_variable(&c, d, refs->v[i].place);
		capture_lengths(&c, d);
	}
	for (const struct omp_var *v = n->omp.vars; v; v = v->next)
		if (v->kind == VAR_PRIVATE)
			capture_lengths(&c, v->decl);
		else if (v->kind == VAR_FIRSTPRIVATE && !has_capture(&c, v->decl) &&
			!v->decl->declare_target)
			capture(&c, CAP_VALUE, v->decl, NULL);
	n->omp.u.target.captures = c.list.v;
	n->omp.u.target.ncaptures = (int)c.list.n;
}
