/*
 * map.c: list items, array sections [3.2.4, 3.2.5] and the map clauses [5.8.3].
 *
 * A list item is read piece by piece: an expression `e` that is a variable, member or dereference,
 * followed by the sections `dims` that could not become part of it.  Indices before a member or a
 * further pointer are folded into `e`, so that at most dims[0] goes through a pointer.
 */
#include <string.h>

#include "omp/internal.h"
#include "tree/type.h"

struct dims {
	struct omp_dim *v;
	size_t n, cap;
};

struct builder {
	struct expr *e;
	struct type *type; /* the type of e with dims applied */
	struct decl *base;
	struct dims dims;
	bool shaped;
};

/* Return e[i][j] for e with dims [i][j].  A section among them is a syntax error, whose message
 * says what may follow it: WHAT, or brackets behind a pointer if that is NULL. */
static void
fold_indices(struct parser *p, struct builder *b, struct place place, const char *what)
{
	for (size_t i = 0; i < b->dims.n; i++) {
		if (!b->dims.v[i].is_index && !what)
			parse_error(p, place,
				"the rows of a '%s' are not contiguous, each is an allocation of "
				"its own: expected one block for all, or rows mapped one by one",
				type_to_string(p->arena, b->e->type));
		if (!b->dims.v[i].is_index)
			parse_error(p, place, "%s an array section is not supported", what);
		b->e = expr_index(p, place, b->e, b->dims.v[i].lo);
	}
	b->dims = (struct dims){ 0 };
}

static struct expr *
section_bound(struct parser *p)
{
	struct place place = p->tok->place;
	struct expr *e = parse_assign_expr(p);

	if (!expr_is_error(p, e) && !type_is_integer(e->type)) {
		diag_error(p->diag, place,
			"expected an integer in an array section, found type '%s'",
			type_to_string(p->arena, e->type));
		e = expr_int(p, place, 0, p->basic[TY_INT]);
	}
	return e;
}

static struct expr *
section_stride(struct parser *p)
{
	struct place place = p->tok->place;
	struct expr *e = section_bound(p);
	int64_t v;

	if (eval_int_const(p, e, &v) && v <= 0)
		diag_error(p->diag, place, "the stride of an array section must be positive");
	return eval_int_const(p, e, &v) && v == 1 ? NULL : e;
}

/* Report sections with strides, and shapes: only target update takes them [13.9]. */
void
omp_check_strides(struct parser *p, const struct omp_items *items)
{
	for (size_t i = 0; i < items->n; i++) {
		if (items->v[i].shaped)
			diag_error(p->diag, items->v[i].place,
				"a shape is allowed in 'to' and 'from' of 'target "
				"update' only");
		for (int k = 0; k < items->v[i].ndims; k++)
			if (items->v[i].dims[k].stride)
				diag_error(p->diag, items->v[i].place,
					"a section with a stride is allowed "
					"in 'to' and 'from' of 'target update' only");
	}
}

/* Check that constant bounds lie inside an array of known length. */
static void
check_section(struct parser *p, const struct omp_dim *d, const struct type *t, struct place place)
{
	int64_t lo = 0, len = 1, stride;
	bool lo_known = !d->lo || eval_int_const(p, d->lo, &lo);
	bool len_known = d->is_index || (d->len && eval_int_const(p, d->len, &len));

	if (len_known && len < 0)
		diag_error(p->diag, place, "the length of an array section must not be negative");
	if (t->kind != TY_ARRAY || t->u.array.vla || t->u.array.incomplete || !lo_known)
		return;
	if (d->stride && (!eval_int_const(p, d->stride, &stride) || !len_known))
		return;
	if (d->stride && len > 0)
		len = (len - 1) * stride + 1;
	if (lo < 0 || (size_t)lo > t->u.array.len ||
		(len_known && len >= 0 && (size_t)(lo + len) > t->u.array.len))
		diag_error(p->diag, place, "array section outside the array's %zu elements",
			t->u.array.len);
}

void
omp_comma_for_colon(struct parser *p, const struct token *first, const struct token *comma,
	const struct token *last)
{
	diag_fix(p->diag, ":");
	diag_error(p->diag, comma->place,
		"expected ':' before the length of an array section, which is written '[%s:%s]'",
		omp_token_text(p, first, comma - 1), omp_token_text(p, comma + 1, last));
}

static void
item_bracket(struct parser *p, struct builder *b)
{
	struct omp_dim d = { 0 };
	struct place place = p->tok->place;
	const struct token *bound, *comma;
	bool colon;

	if (expr_is_error(p, b->e)) {
		p->tok = omp_skip_brackets(p->tok, omp_end_of_directive(p->tok) - 1);
		return;
	}
	bound = next(p) + 1;
	if (b->type->kind != TY_ARRAY && b->type->kind != TY_POINTER)
		parse_error(p, place,
			"'[' after a list item of type '%s', which is neither array nor "
			"pointer",
			type_to_string(p->arena, b->type));
	if (!type_is_complete(b->type->base))
		parse_error(p, place,
			"elements of type '%s' have no size: expected a pointer to another type",
			type_to_string(p->arena, b->type->base));
	if (!at(p, TK_COLON))
		d.lo = section_bound(p);
	comma = accept(p, TK_COMMA) ? p->prev : NULL;
	colon = comma || accept(p, TK_COLON);
	d.is_index = !colon;
	if (colon && !at(p, TK_RBRACKET) && !at(p, TK_COLON))
		d.len = section_bound(p);
	if (comma)
		omp_comma_for_colon(p, bound, comma, p->prev);
	if (colon && accept(p, TK_COLON))
		d.stride = section_stride(p);
	expect(p, TK_RBRACKET);
	if (colon && !d.len && (b->type->kind == TY_POINTER || b->type->u.array.incomplete))
		diag_error(p->diag, place,
			"expected a length in the section of '%s', whose extent is "
			"unknown",
			b->base->name);
	check_section(p, &d, b->type, place);
	if (b->type->kind == TY_POINTER && b->dims.n > 0)
		fold_indices(p, b, place, NULL);
	b->type = b->type->base;
	vec_push(p->arena, &b->dims, d);
}

static void
item_member(struct parser *p, struct builder *b)
{
	bool arrow = at(p, TK_ARROW);
	struct place place = next(p)->place;
	const struct token *name = expect(p, TK_IDENT);

	fold_indices(p, b, place, "a member after");
	b->e = arrow ? expr_arrow(p, place, b->e, name->text) :
		       expr_member(p, place, b->e, name->text);
	b->e->first = b->e->last = NULL; /* else they would be the base's tokens alone */
	b->type = b->e->type;
}

static void item_postfix(struct parser *, struct builder *);
static void item_primary(struct parser *, struct builder *);

static void
put_run(struct parser *p, struct omp_tokens *to, const struct token *t, const struct token *end)
{
	for (; t < end; t++)
		vec_push(p->arena, to, *t);
}

/* Read the item behind the brackets of a shape: ([n][m])a is C's *(T (*)[n][m])a for a pointer to T
 * [3.2.4]. */
static void
item_shape(struct parser *p, struct builder *b)
{
	const struct token *shape = p->tok, *pointer, *rest = shape;
	struct omp_tokens c = { 0 };

	while (at(p, TK_LBRACKET))
		p->tok = omp_skip_brackets(p->tok, omp_end_of_directive(shape) - 1);
	pointer = expect(p, TK_RPAREN) + 1;
	item_primary(p, b);
	while (b->base && (at(p, TK_DOT) || at(p, TK_ARROW)))
		item_member(p, b);
	rest = p->tok;
	fold_indices(p, b, pointer->place, "a shape before");
	if (!b->base || expr_is_error(p, b->e))
		return;
	if (b->type->kind != TY_POINTER || !type_is_complete(b->type->base))
		parse_error(p, pointer->place, "expected a pointer behind a shape, found type '%s'",
			type_to_string(p->arena, b->type));
	omp_put_words(p->arena, p->unit->tokens, &c, shape, "* ( __typeof__ ( * (");
	put_run(p, &c, pointer, rest);
	omp_put_words(p->arena, p->unit->tokens, &c, shape, ") ) ( * )");
	put_run(p, &c, shape, pointer - 1);
	omp_put_words(p->arena, p->unit->tokens, &c, shape, ") (");
	put_run(p, &c, pointer, rest);
	omp_put_words(p->arena, p->unit->tokens, &c, shape, ") ;");
	b->e = omp_parse_made(p, &c, rest);
	b->type = b->e->type;
	b->shaped = true;
}

static void
item_primary(struct parser *p, struct builder *b)
{
	const struct token *t = p->tok;

	if (accept(p, TK_STAR)) {
		item_primary(p, b);
		item_postfix(p, b);
		fold_indices(p, b, t->place, "dereferencing");
		b->e = expr_deref(p, t->place, decay(p, b->e));
		b->type = b->e->type;
		return;
	}
	if (accept(p, TK_LPAREN)) {
		if (at(p, TK_LBRACKET)) {
			item_shape(p, b);
			return;
		}
		item_primary(p, b);
		item_postfix(p, b);
		expect(p, TK_RPAREN);
		return;
	}
	expect(p, TK_IDENT);
	b->base = scope_lookup(p, t->text);
	if (!b->base) {
		error_undeclared(p, t);
		b->e = expr_error(p, t->place);
	} else if (b->base->kind != DECL_VAR && b->base->kind != DECL_PARAM) {
		parse_error(p, t->place, "expected a variable in the list, '%s' is none", t->text);
	} else {
		b->base = omp_canonical(b->base);
		b->e = expr_var(p, t->place, b->base);
		b->e->first = b->e->last = t;
	}
	b->type = b->e->type;
}

static void
item_postfix(struct parser *p, struct builder *b)
{
	while (b->base || !at(p, TK_COMMA)) {
		if (at(p, TK_LBRACKET) && b->base)
			item_bracket(p, b);
		else if ((at(p, TK_DOT) || at(p, TK_ARROW)) && b->base)
			item_member(p, b);
		else
			break;
	}
}

/* Read one list item.  Its base is NULL after an error that has been reported. */
static struct omp_item
parse_item(struct parser *p, bool sections)
{
	const struct token *first = p->tok;
	struct builder b = { 0 };
	struct omp_item item = { .place = first->place };

	item_primary(p, &b);
	if (sections || !b.base)
		item_postfix(p, &b);
	if (!b.base) {
		while (!at(p, TK_COMMA) && !at(p, TK_RPAREN) && !at(p, TK_PRAGMA_END))
			next(p);
		return item;
	}
	item.base = b.base;
	item.lvalue = b.e;
	item.dims = b.dims.v;
	item.ndims = (int)b.dims.n;
	item.shaped = b.shaped;
	item.through_pointer = b.dims.n > 0 && b.e->type->kind == TY_POINTER;
	item.text = omp_token_text(p, first, p->prev);
	return item;
}

void
omp_parse_list(struct parser *p, struct omp_items *items, bool sections)
{
	do {
		struct omp_item item = parse_item(p, sections);

		if (item.base && !expr_is_error(p, item.lvalue))
			vec_push(p->arena, items, item);
	} while (accept(p, TK_COMMA));
}

bool
omp_whole_dim(const struct omp_dim *d, const struct type *t)
{
	bool from_zero = !d->lo || (d->lo->kind == EX_INT && d->lo->u.i == 0);

	return !d->is_index && !d->stride && from_zero && t->kind == TY_ARRAY &&
		(!d->len ||
			(d->len->kind == EX_INT && !t->u.array.vla &&
				d->len->u.i == t->u.array.len));
}

bool
omp_item_is_variable(const struct omp_item *item)
{
	return item->ndims == 0 && item->lvalue->kind == EX_VAR;
}

static bool
same_bound(struct expr *a, struct expr *b)
{
	return a && b ? omp_same_expr(a, b) : a == b;
}

bool
omp_same_item(const struct omp_item *a, const struct omp_item *b)
{
	bool same = a->ndims == b->ndims && omp_same_expr(a->lvalue, b->lvalue);

	for (int i = 0; same && i < a->ndims; i++) {
		const struct omp_dim *d = &a->dims[i], *e = &b->dims[i];

		same = d->is_index == e->is_index && same_bound(d->lo, e->lo) &&
			same_bound(d->len, e->len) && same_bound(d->stride, e->stride);
	}
	return same;
}

enum omp_map_type
omp_type_of_map(enum omp_map_type type, const struct omp_item *item)
{
	const struct expr *object = omp_outer_object(item->lvalue);
	const struct type *t = type_element(object->type);

	if (item->through_pointer || object->kind != EX_VAR || !(t->quals & Q_CONST))
		return type;
	return type == MAP_TOFROM || type == MAP_FROM ? MAP_TO : type;
}

/* ---- map, to, from ---- */

/* Return whether modifiers stand before the list: a ':' outside brackets. */
static bool
has_colon(const struct parser *p)
{
	return omp_find_outside(p->tok, TK_COLON, TK_COLON)->kind == TK_COLON;
}

static bool
map_type(const struct token *t, unsigned *type)
{
	if (!t->text)
		return false;

	static const char *const names[] = {
		[MAP_ALLOC] = "alloc",
		[MAP_TO] = "to",
		[MAP_FROM] = "from",
		[MAP_TOFROM] = "tofrom",
		[MAP_RELEASE] = "release",
		[MAP_DELETE] = "delete",
	};

	for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(t->text, names[i]) == 0) {
			*type = i;
			return true;
		}
	return false;
}

static void
set_once(struct parser *p, const struct token *t, bool *modifier)
{
	if (*modifier)
		diag_error(p->diag, t->place, "modifier '%s' is given twice", t->text);
	*modifier = true;
}

/* Read one modifier or map type. */
static void
map_modifier(struct parser *p, struct omp_clause *c, bool types)
{
	const struct token *t = next(p);

	if (strcmp(t->text, "always") == 0 && types)
		set_once(p, t, &c->always);
	else if (strcmp(t->text, "close") == 0 && types)
		set_once(p, t, &c->close);
	else if (strcmp(t->text, "const") == 0 && types)
		set_once(p, t, &c->constant);
	else if (strcmp(t->text, "present") == 0)
		set_once(p, t, &c->present);
	else if (types && !c->has_map_type && map_type(t, &c->word))
		c->has_map_type = true;
	else if (strcmp(t->text, "mapper") == 0 && accept(p, TK_LPAREN)) {
		c->mapper = next(p)->text;
		expect(p, TK_RPAREN);
	} else if (strcmp(t->text, "iterator") == 0)
		parse_error(p, t->place, "modifier '%s' is not supported", t->text);
	else
		parse_error(p, t->place, "expected %s before %s",
			types ? "a map type (to, from, tofrom, alloc, release, delete) or modifier (always, "
				"close, present, const)" :
				"'present'",
			token_describe(p->arena, t));
}

void
omp_parse_map(struct parser *p, struct omp_clause *c)
{
	unsigned word;

	c->word = MAP_TOFROM;
	if (has_colon(p)) {
		while (!at(p, TK_COLON)) {
			map_modifier(p, c, true);
			accept(p, TK_COMMA);
		}
		next(p);
	} else if (map_type(p->tok, &word) && !scope_lookup(p, p->tok->text)) {
		parse_error(p, peek(p)->place, "expected ':' between map type '%s' and %s",
			p->tok->text, token_describe(p->arena, peek(p)));
	}
	if (c->constant && !c->has_map_type)
		c->word = MAP_TO;
	if (c->constant && c->word != MAP_TO && c->word != MAP_ALLOC)
		diag_error(p->diag, c->place,
			"expected map type 'to' or 'alloc' with 'const': the region only "
			"reads what it maps so");
	omp_parse_list(p, &c->items, true);
	omp_check_strides(p, &c->items);
}

void
omp_parse_motion(struct parser *p, struct omp_clause *c)
{
	if (has_colon(p)) {
		while (!at(p, TK_COLON)) {
			map_modifier(p, c, false);
			accept(p, TK_COMMA);
		}
		next(p);
	}
	omp_parse_list(p, &c->items, true);
}

/* Return the map type as the construct understands it: entering data takes no `from`, leaving it no
 * `to`, so that tofrom means the half that makes sense. */
static enum omp_map_type
map_type_for(struct parser *p, const struct omp_node *n, const struct omp_clause *c)
{
	static const struct {
		unsigned leaf, types;
		enum omp_map_type tofrom;
		const char *names;
	} rules[] = {
		{ LEAF_TARGET | LEAF_TARGET_DATA,
			1 << MAP_ALLOC | 1 << MAP_TO | 1 << MAP_FROM | 1 << MAP_TOFROM, MAP_TOFROM,
			"to, from, tofrom or alloc" },
		{ LEAF_ENTER_DATA, 1 << MAP_ALLOC | 1 << MAP_TO | 1 << MAP_TOFROM, MAP_TO,
			"to or alloc" },
		{ LEAF_EXIT_DATA,
			1 << MAP_FROM | 1 << MAP_TOFROM | 1 << MAP_RELEASE | 1 << MAP_DELETE,
			MAP_FROM, "from, release or delete" },
	};

	for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
		if (!(n->leaves & rules[i].leaf))
			continue;
		if (!(rules[i].types & 1u << c->word))
			diag_error(p->diag, c->place,
				"this map type is not allowed on '%s': expected %s",
				omp_leaves_name(n->leaves), rules[i].names);
		return c->word == MAP_TOFROM ? rules[i].tofrom : c->word;
	}
	return MAP_TOFROM;
}

static void
check_item(struct parser *p, const struct omp_item *item)
{
	const struct expr *e = item->lvalue;

	if (e->kind == EX_MEMBER && e->u.member.field->bit_width >= 0)
		diag_error(p->diag, item->place, "bit-field '%s' cannot be mapped", item->text);
	else if (item->ndims == 0 && e->type->kind == TY_ARRAY && e->type->u.array.incomplete)
		diag_error(p->diag, item->place,
			"expected a section: the extent of '%s' is unknown", item->text);
	else if (item->ndims == 0 && e->type->kind == TY_FUNCTION)
		diag_error(p->diag, item->place, "function '%s' cannot be mapped", item->text);
	else if (item->ndims == 0 && !type_is_complete(e->type))
		diag_error(p->diag, item->place,
			"'%s' cannot be mapped: its type '%s' is incomplete", item->text,
			type_to_string(p->arena, e->type));
}

static void
append(struct omp_map **list, struct omp_map *m)
{
	while (*list)
		list = &(*list)->next;
	*list = m;
}

struct omp_map *
omp_append_map(struct parser *p, struct omp_node *n, enum omp_map_type type,
	const struct omp_item *item)
{
	struct omp_map *m = NEW(p->arena, struct omp_map);

	m->type = type;
	m->item = *item;
	append(&n->omp.u.target.maps, m);
	return m;
}

struct type *
omp_type_of_item(const struct omp_item *item)
{
	struct type *t = item->lvalue->type;

	for (int i = 0; i < item->ndims; i++)
		t = t->base;
	return t;
}

static struct omp_map *
by_mapper(struct parser *p, const struct omp_clause *c, struct omp_map *m)
{
	const struct omp_mapper *mapper = omp_find_mapper(p, c->mapper, omp_type_of_item(&m->item));

	if (!mapper && c->mapper && strcmp(c->mapper, "default") != 0)
		diag_error(p->diag, m->item.place, "no mapper '%s' for type '%s' is declared",
			c->mapper, type_to_string(p->arena, omp_type_of_item(&m->item)));
	return mapper ? omp_map_by_mapper(p, mapper, m) : m;
}

void
omp_add_maps(struct parser *p, struct omp_node *n, const struct omp_clause *c)
{
	struct omp_map **list = c->id == CL_TO ? &n->omp.u.target.update_to :
		c->id == CL_FROM               ? &n->omp.u.target.update_from :
						 &n->omp.u.target.maps;
	enum omp_map_type type = c->id == CL_TO ? MAP_TO :
		c->id == CL_FROM                ? MAP_FROM :
						  map_type_for(p, n, c);

	for (size_t i = 0; i < c->items.n; i++) {
		struct omp_map *m = NEW(p->arena, struct omp_map);

		check_item(p, &c->items.v[i]);
		m->type = omp_type_of_map(type, &c->items.v[i]);
		if (m->type == MAP_TO && n->leaves & LEAF_EXIT_DATA)
			m->type = MAP_RELEASE;
		m->always = c->always;
		m->close = c->close;
		m->constant = c->constant;
		if (m->constant && !(n->leaves & LEAF_TARGET))
			diag_error(p->diag, c->place,
				"'const' is a promise about a region: expected it on "
				"'target', not on '%s'",
				omp_leaves_name(n->leaves));
		m->present = c->present;
		m->item = c->items.v[i];
		append(list, by_mapper(p, c, m));
	}
}

/* ---- structures mapped in parts ---- */

/* Return the array that e is an element of, or NULL. */
static const struct expr *
array_of_element(const struct expr *e)
{
	if (e->kind != EX_DEREF)
		return NULL;
	for (e = e->u.sub; e->kind == EX_CAST && e->u.sub->type->kind != TY_ARRAY;)
		e = e->u.sub;
	if (e->kind == EX_BINARY && e->u.binary.op == BIN_PTRADD)
		e = e->u.binary.l;
	return e->kind == EX_CAST && e->u.sub->type->kind == TY_ARRAY ? e->u.sub : NULL;
}

const struct expr *
omp_outer_object(const struct expr *e)
{
	const struct expr *array;

	for (;;) {
		if (e->kind == EX_MEMBER)
			e = e->u.member.sub;
		else if ((array = array_of_element(e)))
			e = array;
		else
			return e;
	}
}

static bool
is_part(const struct omp_map *m)
{
	return m->item.lvalue->kind == EX_MEMBER;
}

static struct expr *
skip_casts(struct expr *e)
{
	while (e->kind == EX_CAST)
		e = e->u.sub;
	return e;
}

/* Return the p of *p or p[i]. */
static struct expr *
pointer_in(const struct expr *deref)
{
	struct expr *e = skip_casts(deref->u.sub);

	return e->kind == EX_BINARY && e->u.binary.op == BIN_PTRADD ? skip_casts(e->u.binary.l) : e;
}

/* Return whether m's storage lies in what o maps: o is the whole of the object that m is a part
 * of. */
static bool
covers(const struct omp_map *o, const struct omp_map *m)
{
	const struct expr *root = omp_outer_object(m->item.lvalue);

	if (o == m || o->room || o->item.base != m->item.base)
		return false;
	if (root->kind == EX_DEREF)
		return o->item.through_pointer && omp_same_expr(o->item.lvalue, pointer_in(root));
	return o->item.lvalue->kind == EX_VAR && !o->item.through_pointer;
}

static bool
any_covers(const struct omp_node *n, const struct omp_map *m)
{
	for (const struct omp_map *o = n->omp.u.target.maps; o; o = o->next)
		if (covers(o, m))
			return true;
	return false;
}

static struct omp_map *
implicit_map(struct parser *p, const struct omp_node *n, const struct omp_map *of)
{
	struct omp_map *m = NEW(p->arena, struct omp_map);

	m->type = n->leaves & LEAF_EXIT_DATA ? MAP_RELEASE : MAP_ALLOC;
	m->implicit = true;
	m->item = of->item;
	return m;
}

static const char *
text_without_sections(struct parser *p, const struct omp_item *item)
{
	size_t len = strlen(item->text);
	int left = item->ndims, depth = 0;

	while (left > 0 && len > 0) {
		len--;
		depth += (item->text[len] == ']') - (item->text[len] == '[');
		left -= item->text[len] == '[' && depth == 0;
	}
	return arena_strndup(p->arena, item->text, len);
}

/* Map the pointer that a section goes through: the section's address is stored in it on the
 * device. */
static struct omp_map *
pointer_map(struct parser *p, const struct omp_node *n, const struct omp_map *section)
{
	struct omp_map *m;

	for (const struct omp_map *o = n->omp.u.target.maps; o; o = o->next)
		if (o->item.ndims == 0 && omp_same_expr(o->item.lvalue, section->item.lvalue))
			return NULL; /* the program maps it itself */
	m = implicit_map(p, n, section);
	m->pointer = true;
	m->item.dims = NULL;
	m->item.ndims = 0;
	m->item.through_pointer = false;
	m->item.text = text_without_sections(p, &section->item);
	return m;
}

/* Make a map of the whole structure whose parts are mapped: x, or p[0:1]. */
static struct omp_map *
room_map(struct parser *p, const struct omp_node *n, const struct omp_map *part)
{
	const struct expr *root = omp_outer_object(part->item.lvalue);
	struct omp_map *m = implicit_map(p, n, part);
	struct place place = part->item.place;

	m->room = true;
	m->item.lvalue = expr_var(p, place, part->item.base);
	m->item.text = part->item.base->name;
	m->item.dims = NULL;
	m->item.ndims = 0;
	m->item.through_pointer = false;
	if (root->kind == EX_VAR)
		return m;
	m->item.dims = NEW(p->arena, struct omp_dim);
	m->item.dims->len = expr_int(p, place, 1, p->basic[TY_LONG]);
	m->item.ndims = 1;
	m->item.through_pointer = true;
	m->item.text = arena_printf(p->arena, "%s[0:1]", part->item.base->name);
	return m;
}

/* Return whether the root is a variable or a dereferenced one, and not, say, p[3]->x. */
static bool
simple_root(const struct expr *e)
{
	const struct expr *root = omp_outer_object(e);

	while (root->kind == EX_DEREF && root->u.sub->kind == EX_CAST)
		root = root->u.sub;
	return root->kind == EX_VAR || (root->kind == EX_DEREF && root->u.sub->kind == EX_VAR);
}

static bool
has_room(const struct omp_node *n, const struct omp_map *part)
{
	for (const struct omp_map *o = n->omp.u.target.maps; o; o = o->next)
		if (o->room && o->item.base == part->item.base)
			return true;
	return false;
}

/* Return whether a structure needs its room mapped because storage for a pointer in it is made by
 * rule: its other members may come with other constructs. */
static bool
wants_room(const struct omp_node *n, const struct omp_map *m)
{
	return !m->implicit && is_part(m) && m->item.through_pointer &&
		simple_root(m->item.lvalue) && !any_covers(n, m) && !has_room(n, m);
}

/* Insert an implicit map before *BEFORE, or last where data leave: these are released in the
 * opposite order. */
static void
insert_map(struct omp_node *n, struct omp_map **before, struct omp_map *m)
{
	if (n->leaves & LEAF_EXIT_DATA) {
		append(&n->omp.u.target.maps, m);
		return;
	}
	m->next = *before;
	*before = m;
}

const struct expr *
omp_base_pointer(const struct omp_item *item)
{
	const struct expr *e = item->lvalue;

	if (item->through_pointer)
		return e;
	e = omp_outer_object(e);
	if (e->kind != EX_DEREF)
		return NULL;
	e = pointer_in(e);
	return e->type->kind == TY_POINTER &&
			(e->kind == EX_VAR || e->kind == EX_MEMBER || e->kind == EX_DEREF) ?
		e :
		NULL;
}

/* Report parts of several dimensions in a mapper's update of several objects: it goes object by
 * object already, and cannot go piece by piece. */
static void
check_pieces(struct parser *p, const struct omp_map *m)
{
	for (; m; m = m->next) {
		for (const struct omp_map *part = m->each; part; part = part->next)
			if (part->item.ndims > 1)
				diag_error(p->diag, m->item.place,
					"expected parts of one dimension in an "
					"update of several objects, their mapper has '%s'",
					part->item.text);
		check_pieces(p, m->each);
	}
}

/* Check that an update goes one way [13.9]. */
static void
check_directions(struct parser *p, const struct omp_node *n)
{
	for (const struct omp_map *to = n->omp.u.target.update_to; to; to = to->next)
		for (const struct omp_map *from = n->omp.u.target.update_from; from;
			from = from->next)
			if (omp_same_item(&to->item, &from->item))
				diag_error(p->diag, from->item.place,
					"'%s' is in 'to' and in 'from': expected it "
					"in one of them",
					from->item.text);
}

void
omp_check_maps(struct parser *p, struct omp_node *n)
{
	struct omp_map *m;

	check_pieces(p, n->omp.u.target.update_to);
	check_pieces(p, n->omp.u.target.update_from);
	check_directions(p, n);
	for (m = n->omp.u.target.maps; m && !(n->leaves & LEAF_EXIT_DATA); m = m->next)
		if (wants_room(n, m))
			insert_map(n, &n->omp.u.target.maps, room_map(p, n, m));
	for (struct omp_map **at = &n->omp.u.target.maps; *at; at = &(*at)->next) {
		if ((*at)->implicit || !(*at)->item.through_pointer || !is_part(*at) ||
			any_covers(n, *at))
			continue;
		m = pointer_map(p, n, *at);
		if (m) {
			insert_map(n, at, m);
			if (*at == m)
				at = &m->next;
		}
	}
}
