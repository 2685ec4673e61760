/*
 * mapper.c: declare mapper [5.8.8]: what a structure's map stands for.
 *
 * A map of one object becomes the maps of its mapper, the object put in for the mapper's variable.
 * A section of several stays one map, with those of an object that a number of run time picks out
 * (omp_map.each).  What a mapper maps by name may have a mapper of its own type in turn; where that
 * is several objects again, there is another such number.  A structure without a mapper whose
 * members have one is mapped member by member.
 */
#include <string.h>

#include "omp/newer/internal.h"
#include "tree/type.h"

struct omp_mapper {
	struct omp_mapper *next;
	const char *name; /* "default" */
	struct type *type;
	const struct scope *scope; /* where it was declared */
	struct decl *var;
	struct omp_clause *clauses; /* map */
	bool predefined;
};

/* ---- the directive ---- */

static void
check_mapper(struct parser *p, const struct omp_pragma *pr, const struct omp_mapper *m)
{
	bool maps = false;

	for (const struct omp_clause *c = m->clauses; c; c = c->next)
		for (size_t i = 0; i < c->items.n; i++)
			maps |= c->items.v[i].base == m->var;
	if (!maps)
		diag_error(p->diag, pr->place,
			"expected a 'map' of '%s', or of a part of it, in 'declare mapper'",
			m->var->name);
	for (const struct omp_mapper *o = m->next; o; o = o->next)
		if (o->scope == m->scope && strcmp(o->name, m->name) == 0 &&
			type_same(o->type, m->type))
			diag_error(p->diag, pr->place, "mapper '%s' of type '%s' is declared twice",
				m->name, type_to_string(p->arena, m->type));
}

/* Return the mapper declared last: scopes close before those around them. */
struct omp_mapper *
omp_mappers_here(struct parser *p)
{
	struct omp_mapper **last = &omp_state(p)->mappers;
	const struct scope *s = p->scope;

	while (*last) {
		while (s && s != (*last)->scope)
			s = scope_outer(s);
		if (s)
			break;
		s = p->scope;
		*last = (*last)->next;
	}
	return *last;
}

void
omp_declare_mapper(struct parser *p, struct omp_pragma *pr)
{
	struct omp_mapper *m = NEW(p->arena, struct omp_mapper);
	struct place place;

	m->name = "default";
	expect(p, TK_LPAREN);
	if (p->tok[1].kind == TK_COLON) {
		m->name = next(p)->text;
		next(p);
	}
	place = p->tok->place;
	m->type = parse_type_name(p);
	if (!type_is_record(m->type))
		diag_error(p->diag, place,
			"expected a structure or union in 'declare mapper', found "
			"type '%s'",
			type_to_string(p->arena, m->type));
	m->scope = p->scope;
	m->next = omp_mappers_here(p);
	scope_push(p);
	m->var = omp_placeholder(p, expect(p, TK_IDENT), m->type);
	expect(p, TK_RPAREN);
	omp_parse_clauses(p, pr);
	scope_pop(p);
	omp_end_directive(p, pr);
	omp_replace(p, pr->first, pr->last, NULL);
	m->clauses = pr->clauses;
	check_mapper(p, pr, m);
	omp_state(p)->mappers = m;
}

/* ---- the mapper to use ---- */

enum { MOST_ELEMENTS = 64 }; /* of an array whose elements become list items */

struct members {
	struct decl *var;
	struct omp_items items;
	bool mapped; /* one of them has a mapper */
};

static void
add_item(struct parser *p, struct members *m, struct expr *e, const char *text)
{
	struct omp_item item = {
		.base = m->var,
		.lvalue = e,
		.place = p->tok->place,
		.text = text,
	};

	vec_push(p->arena, &m->items, item);
}

static void
add_elements(struct parser *p, struct members *m, struct expr *e, const char *text)
{
	struct place place = p->tok->place;

	if (e->type->kind != TY_ARRAY)
		add_item(p, m, e, text);
	for (size_t i = 0; e->type->kind == TY_ARRAY && i < e->type->u.array.len; i++)
		add_elements(p, m,
			expr_index(p, place, e, expr_int(p, place, (int64_t)i, p->basic[TY_LONG])),
			arena_printf(p->arena, "%s[%zu]", text, i));
}

/* Add a member, or the elements of an array of structures with a mapper: so all lies in one
 * object. */
static bool
add_member(struct parser *p, struct members *m, struct expr *e, const char *text)
{
	const struct type *t = type_element(e->type);

	if (!omp_find_mapper(p, NULL, e->type)) {
		add_item(p, m, e, text);
		return true;
	}
	m->mapped = true;
	if (t->size == 0 || e->type->size / t->size > MOST_ELEMENTS)
		return false;
	add_elements(p, m, e, text);
	return true;
}

/* Add the type's members; return false if one of them cannot be a list item. */
static bool
add_members(struct parser *p, struct members *m, const struct type *t)
{
	struct place place = p->tok->place;

	for (const struct field *f = t->u.record->fields; f; f = f->next) {
		bool anonymous = !f->name && f->type->kind == TY_STRUCT;

		if (f->bit_width >= 0 || !type_is_complete(f->type) || (!f->name && !anonymous))
			return false;
		if (anonymous ? !add_members(p, m, f->type) :
				!add_member(p, m,
					expr_member(p, place, expr_var(p, place, m->var), f->name),
					arena_printf(p->arena, "%s.%s", m->var->name, f->name)))
			return false;
	}
	return true;
}

/* Return a mapper that maps each member by itself, for a structure without one whose members
 * have some; NULL: map it as a whole. */
static struct omp_mapper *
predefined_mapper(struct parser *p, struct type *t)
{
	struct omp_mapper *m;
	struct members members = { 0 };

	if (t->kind != TY_STRUCT || !type_is_complete(t) || !omp_state(p)->mappers)
		return NULL;
	members.var = new_decl(p, DECL_VAR, "s", t, p->tok->place);
	if (!add_members(p, &members, t) || !members.mapped)
		return NULL;
	m = NEW(p->arena, struct omp_mapper);
	*m = (struct omp_mapper){
		.name = "default",
		.type = t,
		.var = members.var,
		.predefined = true,
	};
	m->clauses = NEW(p->arena, struct omp_clause);
	m->clauses->word = MAP_TOFROM;
	m->clauses->items = members.items;
	return m;
}

const struct omp_mapper *
omp_find_mapper(struct parser *p, const char *name, struct type *t)
{
	const struct omp_mapper *m;

	while (t->kind == TY_ARRAY)
		t = t->base;
	m = type_is_record(t) ? omp_state(p)->mappers : NULL;
	while (m && (strcmp(m->name, name ? name : "default") != 0 || !type_same(m->type, t)))
		m = m->next;
	return m || (name && strcmp(name, "default") != 0) ? m : predefined_mapper(p, t);
}

/* ---- the object for the variable ---- */

struct putting {
	struct parser *p;
	const struct decl *var;
	struct expr *object;
	struct place place;
	const struct putting *outer; /* the mapper whose item this one is for */
	bool several;
};

static struct expr *put(struct putting *s, struct expr *e);

/* Return e, copied without its tokens where it has to do with the variable. */
static struct expr *
with_parts(struct putting *s, const struct expr *e, struct expr **a, struct expr **b,
	struct expr *copy)
{
	struct expr *x = put(s, *a), *y = b ? put(s, *b) : NULL;

	if (x == *a && (!b || y == *b))
		return (struct expr *)e;
	*a = x;
	if (b)
		*b = y;
	copy->first = copy->last = NULL;
	copy->place = s->place;
	return copy;
}

static struct expr *
put(struct putting *s, struct expr *e)
{
	struct expr *c;

	if (!e)
		return NULL;
	if (e->kind == EX_VAR && omp_canonical(e->u.var) == s->var)
		return s->object;
	c = NEW(s->p->arena, struct expr);
	*c = *e;
	switch (e->kind) {
	case EX_INT:
	case EX_FLOAT:
	case EX_VAR:
	case EX_FUNC: return e;
	case EX_MEMBER: return with_parts(s, e, &c->u.member.sub, NULL, c);
	case EX_DEREF:
	case EX_CAST:
	case EX_ADDR: return with_parts(s, e, &c->u.sub, NULL, c);
	case EX_UNARY: return with_parts(s, e, &c->u.unary.sub, NULL, c);
	case EX_BINARY: return with_parts(s, e, &c->u.binary.l, &c->u.binary.r, c);
	default:
		diag_error(s->p->diag, s->place,
			"the mapper of this object has an expression that is not "
			"supported there");
		return e;
	}
}

static struct omp_item
item_of(struct putting *s, const struct omp_item *in, const struct omp_item *object)
{
	struct omp_item item = *in;
	const char *text = object->text;

	item.base = object->base;
	item.place = object->place;
	item.lvalue = put(s, in->lvalue);
	item.dims = NEWN(s->p->arena, struct omp_dim, in->ndims + 1);
	for (int i = 0; i < in->ndims; i++) {
		item.dims[i] = in->dims[i];
		item.dims[i].lo = put(s, in->dims[i].lo);
		item.dims[i].len = put(s, in->dims[i].len);
	}
	item.text = arena_printf(s->p->arena, "%s%s", text, in->text + strlen(s->var->name));
	return item;
}

/* ---- maps ---- */

/* Combine the mapper's map type with the one of the clause that uses it. */
static enum omp_map_type
within(enum omp_map_type outer, enum omp_map_type inner)
{
	bool to = (outer == MAP_TO || outer == MAP_TOFROM) &&
		(inner == MAP_TO || inner == MAP_TOFROM);
	bool from = (outer == MAP_FROM || outer == MAP_TOFROM) &&
		(inner == MAP_FROM || inner == MAP_TOFROM);

	if (outer == MAP_RELEASE || outer == MAP_DELETE)
		return outer;
	return to && from ? MAP_TOFROM : to ? MAP_TO : from ? MAP_FROM : MAP_ALLOC;
}

/* Return the one object that an item means, or NULL: it may be several. */
static struct expr *
single_object(struct parser *p, const struct omp_item *item)
{
	int64_t len;

	if (item->ndims == 0)
		return item->lvalue;
	if (item->ndims > 1 ||
		!(item->dims->is_index ||
			(item->dims->len && eval_int_const(p, item->dims->len, &len) && len == 1)))
		return NULL;
	return expr_index(p, item->place, item->lvalue,
		item->dims->lo ? item->dims->lo : expr_int(p, item->place, 0, p->basic[TY_LONG]));
}

static struct omp_map *map_by(struct parser *, const struct omp_mapper *, const struct omp_map *,
	const struct putting *);

/* Return one of the objects of a section [lo:len], or of a whole array, and make the section
 * explicit.  Return NULL for anything else. */
static struct expr *
one_of_several(struct parser *p, struct omp_item *item, struct decl *i)
{
	const struct type *t = item->lvalue->type;
	struct expr *number = expr_var(p, item->place, i);

	if (item->ndims > 1 || t->base->kind == TY_ARRAY ||
		(item->ndims == 0 && t->kind != TY_ARRAY))
		return NULL;
	if (item->ndims == 0) {
		item->dims = NEW(p->arena, struct omp_dim);
		item->ndims = 1;
	}
	if (item->dims->lo)
		number = expr_binary(p, item->place, BIN_ADD, item->dims->lo, number);
	return expr_index(p, item->place, item->lvalue, number);
}

static struct omp_map *
map_of(struct parser *p, const struct omp_map *outer, const struct omp_clause *c)
{
	struct omp_map *m = NEW(p->arena, struct omp_map);

	*m = *outer;
	m->next = NULL;
	m->type = within(outer->type, c->word);
	m->always |= c->always;
	m->present |= c->present;
	m->implicit = false;
	return m;
}

/* Map a part that a mapper names, by the mapper of its type.  One that is being applied already is
 * not applied again. */
static struct omp_map *
map_part(struct putting *s, struct omp_map *m, const char *name)
{
	const struct omp_mapper *mapper = omp_find_mapper(s->p, name, omp_type_of_item(&m->item));

	for (const struct putting *at = s; at && mapper; at = at->outer)
		if (at->var == mapper->var)
			return m;
	return mapper ? map_by(s->p, mapper, m, s) : m;
}

/* Return the maps that the mapper makes of `outer`.  If `several` is NULL they replace `outer`; else
 * they are what that map of several objects says of one of them. */
static struct omp_map *
apply_mapper(struct putting *s, const struct omp_mapper *mapper, const struct omp_map *outer,
	struct omp_map *several)
{
	struct omp_map *list = NULL, **tail = &list, *m;

	for (const struct omp_clause *c = mapper->clauses; c; c = c->next)
		for (size_t i = 0; i < c->items.n; i++) {
			const struct omp_item *in = &c->items.v[i];
			bool whole = omp_item_is_variable(in) && in->base == mapper->var;

			m = map_of(s->p, outer, c);
			if (whole && several) {
				several->type = m->type;
				several->always = m->always;
				continue;
			}
			m->item = whole ? outer->item : item_of(s, in, &outer->item);
			*tail = whole ? m : map_part(s, m, c->mapper);
			while (*tail)
				tail = &(*tail)->next;
		}
	*tail = NULL;
	return list;
}

/* Make the variable that counts the objects of a section: __devrt_i, in nested sections __devrt_i1
 * … */
static struct decl *
new_number(struct parser *p, const struct putting *from, struct place place)
{
	int depth = 0;

	for (; from; from = from->outer)
		depth += from->several;
	return new_decl(p, DECL_VAR,
		depth ? arena_printf(p->arena, "__devrt_i%d", depth) : "__devrt_i",
		p->basic[TY_ULONG], place);
}

/* Add a map of the whole object before those of its members, which then lie in one place. */
static struct omp_map *
with_whole(struct parser *p, const struct omp_mapper *mapper, const struct omp_map *outer,
	struct omp_map *members)
{
	struct omp_map *m;

	if (!mapper->predefined)
		return members;
	m = NEW(p->arena, struct omp_map);
	*m = *outer;
	if (outer->type != MAP_RELEASE && outer->type != MAP_DELETE)
		m->type = MAP_ALLOC;
	m->always = false;
	m->next = members;
	return m;
}

static struct omp_map *
map_by(struct parser *p, const struct omp_mapper *mapper, const struct omp_map *outer,
	const struct putting *from)
{
	struct putting s = {
		.p = p,
		.var = mapper->var,
		.place = outer->item.place,
		.outer = from,
	};
	struct omp_map *all;

	if (type_is_record(outer->item.lvalue->type) || outer->item.ndims > 0)
		s.object = single_object(p, &outer->item);
	if (s.object)
		return with_whole(p, mapper, outer, apply_mapper(&s, mapper, outer, NULL));
	all = NEW(p->arena, struct omp_map);
	*all = *outer;
	s.several = true;
	all->number = new_number(p, from, s.place);
	s.object = one_of_several(p, &all->item, all->number);
	if (!s.object) {
		diag_error(p->diag, s.place,
			"'%s' has a mapper: expected one object, or a section of one "
			"dimension",
			outer->item.text);
		return NULL;
	}
	if (outer->type != MAP_RELEASE && outer->type != MAP_DELETE)
		all->type = MAP_ALLOC;
	all->always = false;
	all->each = apply_mapper(&s, mapper, outer, all);
	return all;
}

struct omp_map *
omp_map_by_rule(struct parser *p, const struct omp_node *n, struct omp_map *m)
{
	struct omp_mapper *now = omp_state(p)->mappers;
	const struct omp_mapper *mapper;
	struct omp_map *maps;

	omp_state(p)->mappers = n->mappers;
	mapper = omp_find_mapper(p, NULL, m->item.lvalue->type);
	maps = mapper ? omp_map_by_mapper(p, mapper, m) : m;
	omp_state(p)->mappers = now;
	return maps;
}

struct omp_map *
omp_map_by_mapper(struct parser *p, const struct omp_mapper *mapper, const struct omp_map *outer)
{
	return map_by(p, mapper, outer, NULL);
}
