/*
 * parse_record.c: struct, union and enum specifiers (C11 6.7.2.1 to 6.7.2.3).
 *
 * Members are parsed here; where they lie is decided in layout.c.
 */
#include <stdint.h>

#include "c/layout.h"
#include "c/internal.h"

/* ---- members ---- */

struct members {
	struct record_info *owner;
	struct field *first, **tail;
	const char *kind; /* "struct" or "union", for messages */
};

static bool
member_exists(const struct field *f, const char *name)
{
	for (; f; f = f->next) {
		if (f->name ? f->name == name :
			      type_is_record(f->type) && f->bit_width < 0 &&
					member_exists(f->type->u.record->fields, name))
			return true;
	}
	return false;
}

static struct field_info *
add_member(struct parser *p, struct members *m, const char *name, struct type *t,
	struct place place)
{
	struct field_info *f = NEW(p->arena, struct field_info);

	if (name && member_exists(m->first, name))
		diag_error(p->diag, place, "duplicate member '%s'", name);
	f->field.name = name;
	f->field.type = t;
	f->field.bit_width = -1;
	f->field.place = place;
	*m->tail = &f->field;
	m->tail = &f->field.next;
	return f;
}

static void
parse_bit_width(struct parser *p, struct field *f)
{
	struct place place = p->tok->place;
	int64_t width;

	if (!eval_int_const(p, parse_cond_expr(p), &width)) {
		diag_error(p->diag, place, "the width of a bit-field must be a constant");
		width = 1;
	}
	f->bit_width = 1;
	if (!type_is_integer(f->type)) {
		diag_error(p->diag, f->place,
			"bit-field of type '%s', which is not an integer type", show(p, f->type));
		f->type = p->basic[TY_INT];
	} else if (width < 0 || width > type_width(f->type)) {
		diag_error(p->diag, place, "width of the bit-field does not fit its type '%s'",
			show(p, f->type));
	} else if (width == 0 && f->name) {
		diag_error(p->diag, place, "named bit-field '%s' of width 0", f->name);
	} else {
		f->bit_width = (int)width;
	}
}

static void
check_member_type(struct parser *p, struct members *m, struct field *f)
{
	const char *name = f->name ? f->name : "(unnamed)";

	if (f->type->kind == TY_FUNCTION)
		diag_error(p->diag, f->place, "member '%s' declared as a function", name);
	else if (type_is_vla(f->type))
		diag_error(p->diag, f->place, "member '%s' has an array of variable length", name);
	else if (f->type->kind == TY_ARRAY && f->type->u.array.incomplete &&
		type_is_complete(f->type->base))
		return; /* flexible: checked when all members are known */
	else if (type_is_record(f->type) && record_info(f->type) == m->owner)
		diag_error(p->diag, f->place, "member '%s' has the type of the %s itself", name,
			m->kind);
	else if (!type_is_complete(f->type))
		diag_error(p->diag, f->place, "member '%s' has incomplete type '%s'", name,
			show(p, f->type));
	else
		return;
	f->type = p->basic[TY_INT];
}

static void
parse_member(struct parser *p, struct members *m, const struct declspec *s)
{
	struct declarator d = { .type = s->type, .place = p->tok->place };
	struct field_info *f;

	if (!at(p, TK_COLON))
		parse_declarator(p, s->type, DECLARATOR_NAMED, &d);
	f = add_member(p, m, d.name, d.type, d.place);
	if (accept(p, TK_COLON))
		parse_bit_width(p, &f->field);
	parse_attributes(p, &d.attrs);
	f->field.type = apply_type_attrs(p, f->field.type, &d.attrs, d.place);
	check_member_type(p, m, &f->field);
	f->packed = d.attrs.packed || s->attrs.packed;
	f->aligned = d.attrs.aligned > s->attrs.aligned ? d.attrs.aligned : s->attrs.aligned;
	if (s->align > f->aligned)
		f->aligned = s->align;
}

static void
parse_member_declaration(struct parser *p, struct members *m)
{
	struct declspec s;

	if (at(p, TK_STATIC_ASSERT)) {
		parse_static_assert(p);
		return;
	}
	if (accept(p, TK_SEMI))
		return;
	parse_declspec(p, &s, false);
	if (!s.explicit_type)
		parse_error(p, p->tok->place, "expected a type before %s",
			token_describe(p->arena, p->tok));
	if (at(p, TK_SEMI)) { /* 6.7.2.1p13: anonymous structure or union */
		if (type_is_record(s.type) && !s.type->u.record->tag)
			add_member(p, m, NULL, s.type, s.place)->aligned = s.attrs.aligned;
		else
			diag_warn(p->diag, s.place, NULL, "declaration does not declare anything");
	} else {
		do
			parse_member(p, m, &s);
		while (accept(p, TK_COMMA));
	}
	if (!at(p, TK_RBRACE))
		expect(p, TK_SEMI);
	else
		diag_warn(p->diag, p->tok->place, NULL, "no ';' at the end of the members");
}

/* Check that a flexible member is the last of a struct that has others (6.7.2.1p18). */
static void
check_flexible(struct parser *p, struct type *t, struct members *m)
{
	struct field *f;

	for (f = m->first; f; f = f->next) {
		if (f->type->kind != TY_ARRAY || !f->type->u.array.incomplete)
			continue;
		if (t->kind == TY_UNION || f->next || f == m->first)
			diag_error(p->diag, f->place,
				"flexible array member '%s' must be the last of "
				"a struct with other members",
				f->name);
	}
}

static void
parse_members(struct parser *p, struct type *t, const struct token *start, struct attrs *attrs)
{
	struct members m = { .owner = record_info(t), .kind = start->text };
	struct record_attrs a = { .pack = p->packing.now, .unnamed_align = p->host.aligns_unnamed };

	m.tail = &m.first;
	record_info(t)->being_defined = true;
	expect(p, TK_LBRACE);
	while (!at(p, TK_RBRACE))
		parse_member_declaration(p, &m);
	expect(p, TK_RBRACE);
	parse_attributes(p, attrs);
	check_flexible(p, t, &m);
	a.packed = attrs->packed;
	a.aligned = attrs->aligned;
	record_info(t)->transparent |= attrs->transparent;
	t->u.record->fields = m.first;
	if (!layout_record(t, &a)) {
		diag_error(p->diag, start->place, "type '%s' is too large",
			type_to_string(p->arena, t));
		t->u.record->size = 1;
	}
	record_complete(t);
}

/* ---- tags (6.7.2.3) ---- */

static const char *
tag_keyword(enum type_kind k)
{
	return k == TY_STRUCT ? "struct" : k == TY_UNION ? "union" : "enum";
}

/* Return the type that a tag names here.  Make it if it is new. */
static struct type *
tagged_type(struct parser *p, enum type_kind kind, const struct token *tag)
{
	bool defines = at(p, TK_LBRACE) || at(p, TK_SEMI);
	struct type *t = scope_lookup_tag(p, tag->text, defines);

	if (t && t->kind != kind) {
		diag_error(p->diag, tag->place, "'%s %s' was declared as '%s %s'",
			tag_keyword(kind), tag->text, tag_keyword(t->kind), tag->text);
		diag_note(p->diag, t->u.record->place, "declared here");
		t = NULL;
	} else if (t && at(p, TK_LBRACE) &&
		(t->u.record->complete || record_info(t)->being_defined)) {
		diag_error(p->diag, tag->place, "redefinition of '%s %s'", tag_keyword(kind),
			tag->text);
		diag_note(p->diag, t->u.record->place, "defined before here");
		t = NULL;
	} else if (t) {
		if (at(p, TK_LBRACE))
			t->u.record->place = tag->place;
		return t;
	}
	t = type_record(p->arena, kind, tag->text, tag->place);
	scope_enter_tag(p, tag->text, t);
	return t;
}

struct type *
parse_record_spec(struct parser *p)
{
	const struct token *start = next(p), *tag = NULL;
	enum type_kind kind = start->kind == TK_STRUCT ? TY_STRUCT : TY_UNION;
	struct attrs attrs = { 0 };
	struct type *t;

	parse_attributes(p, &attrs);
	if (at(p, TK_IDENT))
		tag = next(p);
	parse_attributes(p, &attrs);
	if (!tag && !at(p, TK_LBRACE))
		parse_error(p, p->tok->place, "expected a tag or '{' before %s",
			token_describe(p->arena, p->tok));
	t = tag ? tagged_type(p, kind, tag) : type_record(p->arena, kind, NULL, start->place);
	if (!at(p, TK_LBRACE))
		return t;
	enter_nesting(p);
	parse_members(p, t, start, &attrs);
	leave_nesting(p);
	return t;
}

/* Return the member called NAME, also from anonymous members.  Set *offset to its place in the
 * whole record. */
const struct field *
find_member(const struct type *t, const char *name, size_t *offset)
{
	const struct field *f, *inner;

	for (f = t->u.record->fields; f; f = f->next) {
		if (f->name == name) {
			*offset = f->offset;
			return f;
		}
		if (f->name || f->bit_width >= 0 || !type_is_record(f->type))
			continue;
		inner = find_member(f->type, name, offset);
		if (inner) {
			*offset += f->offset;
			return inner;
		}
	}
	return NULL;
}

/* ---- enumerations (6.7.2.2) ---- */

struct enum_range {
	bool any_negative;
	uint64_t largest; /* of those that are not negative */
	int64_t smallest;
};

/* Return the type of an enumerator before its enumeration is complete. */
static struct type *
enumerator_type(struct parser *p, int64_t v, bool is_unsigned)
{
	if (v >= INT32_MIN && v <= INT32_MAX && !(is_unsigned && v < 0))
		return p->basic[TY_INT];
	if (!is_unsigned || v >= 0)
		return p->basic[v > 0 && v <= UINT32_MAX ? TY_UINT : TY_LONG];
	return p->basic[TY_ULONG];
}

static int64_t
parse_enumerator_value(struct parser *p, bool *is_unsigned)
{
	struct place place = p->tok->place;
	struct expr *e = parse_cond_expr(p);
	int64_t v = 0;

	if (!expr_is_error(p, e) && !eval_int_const(p, e, &v))
		diag_error(p->diag, place,
			"the value of an enumerator must be an integer constant");
	*is_unsigned = !type_is_signed(e->type) && type_is_integer(e->type);
	return v;
}

static void
widen(struct enum_range *r, int64_t v, bool is_unsigned)
{
	if (v < 0 && !is_unsigned) {
		r->any_negative = true;
		if (v < r->smallest)
			r->smallest = v;
	} else if ((uint64_t)v > r->largest) {
		r->largest = (uint64_t)v;
	}
}

static struct decl *
parse_enumerator(struct parser *p, struct enum_range *range, int64_t *value, bool *is_unsigned)
{
	const struct token *name = expect(p, TK_IDENT);
	struct attrs ignored = { 0 };
	struct symbol *old;
	struct decl *d;

	parse_attributes(p, &ignored);
	if (accept(p, TK_ASSIGN))
		*value = parse_enumerator_value(p, is_unsigned);
	d = new_decl(p, DECL_ENUMERATOR, name->text, enumerator_type(p, *value, *is_unsigned),
		name->place);
	d->value = *value;
	old = scope_symbol(p, name->text);
	if (old && old->scope == p->scope && !old->hidden) {
		diag_error(p->diag, name->place, "redeclaration of '%s'", name->text);
		diag_note(p->diag, old->decl->place, "declared before here");
	} else {
		scope_enter(p, p->scope, d);
	}
	widen(range, *value, *is_unsigned);
	return d;
}

static enum type_kind
enum_base(const struct enum_range *r, bool packed)
{
	if (r->any_negative) {
		int64_t lo = r->smallest;
		uint64_t hi = r->largest;

		if (packed && lo >= INT8_MIN && hi <= INT8_MAX)
			return TY_SCHAR;
		if (packed && lo >= INT16_MIN && hi <= INT16_MAX)
			return TY_SHORT;
		return lo >= INT32_MIN && hi <= INT32_MAX ? TY_INT : TY_LONG;
	}
	if (packed && r->largest <= UINT8_MAX)
		return TY_UCHAR;
	if (packed && r->largest <= UINT16_MAX)
		return TY_USHORT;
	return r->largest <= UINT32_MAX ? TY_UINT : TY_ULONG;
}

static void
set_enum_base(struct parser *p, struct type *t, enum type_kind base)
{
	t->base = p->basic[base];
	t->u.record->size = t->base->size;
	t->u.record->align = t->base->align;
	record_complete(t);
	t->u.record->complete = base != TY_VOID;
}

static void
parse_enumerators(struct parser *p, struct type *t, bool packed)
{
	struct enum_range range = { 0 };
	bool is_unsigned = false;
	struct attrs after = { 0 };
	int64_t value = 0;
	struct decls list = { 0 };
	size_t i;

	expect(p, TK_LBRACE);
	do {
		if (at(p, TK_RBRACE) && list.n)
			break;
		vec_push(p->arena, &list, parse_enumerator(p, &range, &value, &is_unsigned));
		value = (int64_t)((uint64_t)value + 1);
	} while (accept(p, TK_COMMA));
	expect(p, TK_RBRACE);
	parse_attributes(p, &after);
	set_enum_base(p, t, enum_base(&range, packed || after.packed || p->host.short_enums));
	/* Those that do not fit int have the enumeration's own type, as in gcc. */
	for (i = 0; i < list.n; i++)
		if (list.v[i]->type->kind != TY_INT)
			list.v[i]->type = t->base;
}

struct type *
parse_enum_spec(struct parser *p)
{
	const struct token *start = next(p), *tag = NULL;
	struct attrs attrs = { 0 };
	struct type *t;

	parse_attributes(p, &attrs);
	if (at(p, TK_IDENT))
		tag = next(p);
	if (!tag && !at(p, TK_LBRACE))
		parse_error(p, p->tok->place, "expected a tag or '{' before %s",
			token_describe(p->arena, p->tok));
	t = tag ? tagged_type(p, TY_ENUM, tag) : type_record(p->arena, TY_ENUM, NULL, start->place);
	if (at(p, TK_LBRACE))
		parse_enumerators(p, t, attrs.packed);
	else if (!t->base) { /* declared ahead, which GNU allows: an int until then */
		set_enum_base(p, t, TY_UINT);
		t->u.record->complete = false;
	}
	return t;
}
