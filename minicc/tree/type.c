/*
 * type.c: making, comparing and spelling types (C11 6.2.5, 6.2.7, 6.7.6).
 *
 * Nothing here knows the parser; see type.h for the rules on qualified copies and records.
 */
#include "tree/type.h"

#include <string.h>

#include "base/arena.h"

/* ---- predicates ---- */

bool
type_is_integer(const struct type *t)
{
	return t->kind >= TY_BOOL && t->kind <= TY_ENUM;
}

bool
type_is_signed(const struct type *t)
{
	switch (t->kind) {
	case TY_CHAR: return !t->unsigned_char;
	case TY_SCHAR:
	case TY_SHORT:
	case TY_INT:
	case TY_LONG:
	case TY_LLONG:
	case TY_INT128: return true;
	case TY_ENUM: return t->base && type_is_signed(t->base);
	default: return type_is_floating(t);
	}
}

bool
type_is_floating(const struct type *t)
{
	return t->kind >= TY_FLOAT && t->kind <= TY_FLOAT128;
}

bool
type_is_arithmetic(const struct type *t)
{
	return t->kind >= TY_BOOL && t->kind <= TY_COMPLEX;
}

bool
type_is_scalar(const struct type *t)
{
	return type_is_arithmetic(t) || t->kind == TY_POINTER;
}

bool
type_is_record(const struct type *t)
{
	return t->kind == TY_STRUCT || t->kind == TY_UNION;
}

const struct type *
type_element(const struct type *t)
{
	while (t->kind == TY_ARRAY)
		t = t->base;
	return t;
}

bool
type_is_const_object(const struct type *t)
{
	while (t->kind == TY_ARRAY && !(t->quals & Q_CONST))
		t = t->base;
	return t->quals & Q_CONST && !(t->quals & Q_VOLATILE);
}

bool
type_is_vla(const struct type *t)
{
	for (; t->kind == TY_ARRAY; t = t->base)
		if (t->u.array.vla)
			return true;
	return false;
}

bool
type_is_variably_modified(const struct type *t)
{
	for (; t; t = t->base) {
		if (t->kind == TY_ARRAY && t->u.array.vla)
			return true;
		if (t->kind == TY_ENUM || t->kind == TY_COMPLEX)
			return false;
	}
	return false;
}

bool
type_is_complete(const struct type *t)
{
	switch (t->kind) {
	case TY_VOID:
	case TY_FUNCTION: return false;
	case TY_STRUCT:
	case TY_UNION:
	case TY_ENUM: return t->u.record->complete;
	case TY_ARRAY: return !t->u.array.incomplete && type_is_complete(t->base);
	default: return true;
	}
}

bool
type_is_pointer_to_void(const struct type *t)
{
	return t->kind == TY_POINTER && t->base->kind == TY_VOID;
}

bool
type_is_char_like(const struct type *t)
{
	return t->kind == TY_CHAR || t->kind == TY_SCHAR || t->kind == TY_UCHAR;
}

bool
type_is_vector(const struct type *t)
{
	return t->kind == TY_UNION && record_info(t)->vector_of;
}

int
type_width(const struct type *t)
{
	return t->kind == TY_BOOL ? 1 : (int)t->size * 8;
}

/* ---- making ---- */

struct type *
type_new(struct arena *a, enum type_kind kind, size_t size, size_t align, struct type *base)
{
	struct type *t = NEW(a, struct type);

	t->kind = kind;
	t->size = size;
	t->align = align;
	t->base = base;
	t->unqual = t;
	return t;
}

struct type *
type_copy(struct arena *a, const struct type *old)
{
	struct type *t = NEW(a, struct type);

	*t = *old;
	if (old->unqual == old)
		t->unqual = t;
	if (t->kind == TY_STRUCT || t->kind == TY_UNION || t->kind == TY_ENUM)
		vec_push(a, &record_info(t)->versions, t);
	return t;
}

struct type *
type_pointer_to(struct arena *a, struct type *t)
{
	return type_new(a, TY_POINTER, 8, 8, t);
}

struct type *
type_complex(struct arena *a, struct type *real)
{
	return type_new(a, TY_COMPLEX, real->size * 2, real->align, real);
}

struct type *
type_array(struct arena *a, struct type *elem, size_t len)
{
	struct type *t = type_new(a, TY_ARRAY, elem->size * len, elem->align, elem);

	t->u.array.len = len;
	return t;
}

struct type *
type_array_unknown(struct arena *a, struct type *elem)
{
	struct type *t = type_array(a, elem, 0);

	t->u.array.incomplete = true;
	return t;
}

struct type *
type_function(struct arena *a, struct type *result)
{
	return type_new(a, TY_FUNCTION, 1, 1, result);
}

struct type *
type_record(struct arena *a, enum type_kind kind, const char *tag, struct place place)
{
	struct record_info *info = NEW(a, struct record_info);
	struct type *t = type_new(a, kind, 0, 1, NULL);

	info->record.tag = tag;
	info->record.place = place;
	info->record.align = 1;
	info->arena = a;
	t->u.record = &info->record;
	vec_push(a, &info->versions, t);
	return t;
}

void
record_complete(struct type *t)
{
	struct record_info *info = record_info(t);
	size_t i;

	info->record.complete = true;
	info->being_defined = false;
	for (i = 0; i < info->versions.n; i++) {
		struct type *v = info->versions.v[i];

		v->size = info->record.size;
		if (v->align < info->record.align)
			v->align = info->record.align;
		v->base = t->base;
	}
}

/* Return a union that nobody can name: opaque to every pass, right in size and alignment. */
struct type *
type_vector(struct arena *a, struct type *elem, size_t size)
{
	struct type *t = type_record(a, TY_UNION, NULL, (struct place){ 0 });
	struct field *f = NEW(a, struct field);

	f->type = type_array(a, elem, elem->size ? size / elem->size : 0);
	f->bit_width = -1;
	t->u.record->fields = f;
	t->u.record->size = size;
	t->u.record->align = size;
	record_info(t)->vector_of = elem;
	record_complete(t);
	return t;
}

static struct type *
known_version(const struct type *t, unsigned quals)
{
	struct record_info *info = record_info(t);
	size_t i;

	for (i = 0; i < info->versions.n; i++)
		if (info->versions.v[i]->quals == quals && info->versions.v[i]->unqual == t->unqual)
			return info->versions.v[i];
	return NULL;
}

struct type *
type_qualified(struct arena *a, struct type *t, unsigned quals)
{
	struct type *q;

	quals |= t->quals;
	if (t->kind == TY_ARRAY) { /* 6.7.3p9: the elements are qualified */
		struct type *elem = type_qualified(a, t->base, quals);

		if (elem == t->base)
			return t;
		q = type_copy(a, t);
		q->base = elem;
		return q;
	}
	if (quals == t->quals || t->kind == TY_FUNCTION)
		return t;
	if (type_is_record(t) || t->kind == TY_ENUM) {
		q = known_version(t, quals);
		if (q)
			return q;
	}
	q = type_copy(a, t);
	q->quals = quals;
	q->unqual = t->unqual;
	if (quals & Q_ATOMIC && t->size <= 16 && !(t->size & (t->size - 1)) && t->align < t->size)
		q->align =
			t->size; /* where the machine could access it at once, as gcc lays it out */
	return q;
}

struct type *
type_aligned(struct arena *a, struct type *t, size_t align)
{
	struct type *c;

	if (t->align == align || align == 0)
		return t;
	c = type_copy(a, t);
	c->unqual = c;
	if (t->quals) {
		c->quals = 0;
		c->align = align;
		return type_qualified(a, c, t->quals);
	}
	c->align = align;
	return c;
}

/* ---- comparing (6.2.7) ---- */

bool
type_same_quals(const struct type *a, const struct type *b)
{
	return a->quals == b->quals && type_same(a, b);
}

static bool
promotes_to_itself(const struct type *t)
{
	return t->kind != TY_FLOAT && !(type_is_integer(t) && t->size < 4);
}

/* One side has no prototype: 6.7.6.3p15. */
static bool
same_old_style(const struct type *proto)
{
	int i;

	if (proto->u.func.variadic)
		return false;
	for (i = 0; i < proto->u.func.nparams; i++)
		if (!promotes_to_itself(proto->u.func.params[i]->type))
			return false;
	return true;
}

static bool
same_function(const struct type *a, const struct type *b)
{
	int i;

	if (!type_same(a->base, b->base))
		return false;
	if (a->u.func.old_style || b->u.func.old_style) {
		if (a->u.func.old_style && b->u.func.old_style)
			return true;
		return same_old_style(a->u.func.old_style ? b : a);
	}
	if (a->u.func.nparams != b->u.func.nparams || a->u.func.variadic != b->u.func.variadic)
		return false;
	for (i = 0; i < a->u.func.nparams; i++)
		if (!type_same(a->u.func.params[i]->type, b->u.func.params[i]->type))
			return false;
	return true;
}

static bool
same_array(const struct type *a, const struct type *b)
{
	if (!type_same_quals(a->base, b->base))
		return false;
	if (a->u.array.incomplete || b->u.array.incomplete || a->u.array.vla || b->u.array.vla)
		return true;
	return a->u.array.len == b->u.array.len;
}

bool
type_same(const struct type *a, const struct type *b)
{
	if (a->unqual == b->unqual)
		return true;
	if (a->kind == TY_ENUM && b->kind != TY_ENUM)
		return a->base && b->kind == a->base->kind;
	if (b->kind == TY_ENUM && a->kind != TY_ENUM)
		return b->base && a->kind == b->base->kind;
	if (a->kind != b->kind)
		return false;
	switch (a->kind) {
	case TY_POINTER: return type_same_quals(a->base, b->base);
	case TY_COMPLEX: return type_same(a->base, b->base);
	case TY_ARRAY: return same_array(a, b);
	case TY_FUNCTION: return same_function(a, b);
	case TY_STRUCT:
	case TY_UNION:
	case TY_ENUM:
		return a->u.record == b->u.record ||
			(type_is_vector(a) && type_is_vector(b) && a->size == b->size);
	default: return a->size == b->size;
	}
}

static struct type *
composite_function(struct arena *a, struct type *x, struct type *y)
{
	struct type *t;
	int i;

	if (x->u.func.old_style && !y->u.func.old_style)
		return y;
	t = type_copy(a, x);
	t->base = type_composite(a, x->base, y->base);
	if (y->u.func.old_style)
		return t;
	t->u.func.params = NEWN(a, struct decl *, x->u.func.nparams);
	for (i = 0; i < x->u.func.nparams; i++) {
		struct decl *d = NEW(a, struct decl);

		*d = *x->u.func.params[i];
		d->type = type_composite(a, d->type, y->u.func.params[i]->type);
		t->u.func.params[i] = d;
	}
	return t;
}

struct type *
type_composite(struct arena *a, struct type *x, struct type *y)
{
	struct type *t;

	if (x == y || x->kind != y->kind)
		return x;
	switch (x->kind) {
	case TY_POINTER:
		t = type_copy(a, x);
		t->base = type_composite(a, x->base, y->base);
		return t;
	case TY_ARRAY:
		t = type_copy(a,
			(x->u.array.incomplete ||
				(x->u.array.vla && !y->u.array.vla && !y->u.array.incomplete)) ?
				y :
				x);
		t->base = type_composite(a, x->base, y->base);
		return t;
	case TY_FUNCTION: return composite_function(a, x, y);
	default: return x;
	}
}

/* ---- spelling ---- */

const char *
binary_spelling(enum binary_op op)
{
	static const char *const text[] = {
		[BIN_ADD] = "+",
		[BIN_SUB] = "-",
		[BIN_MUL] = "*",
		[BIN_DIV] = "/",
		[BIN_REM] = "%",
		[BIN_AND] = "&",
		[BIN_OR] = "|",
		[BIN_XOR] = "^",
		[BIN_SHL] = "<<",
		[BIN_SHR] = ">>",
		[BIN_EQ] = "==",
		[BIN_NE] = "!=",
		[BIN_LT] = "<",
		[BIN_LE] = "<=",
		[BIN_GT] = ">",
		[BIN_GE] = ">=",
		[BIN_PTRADD] = "+",
		[BIN_PTRSUB] = "-",
		[BIN_PTRDIFF] = "-",
	};

	return text[op];
}

static const char *
basic_name(const struct type *t)
{
	static const char *const names[] = {
		[TY_VOID] = "void",
		[TY_BOOL] = "_Bool",
		[TY_CHAR] = "char",
		[TY_SCHAR] = "signed char",
		[TY_UCHAR] = "unsigned char",
		[TY_SHORT] = "short",
		[TY_USHORT] = "unsigned short",
		[TY_INT] = "int",
		[TY_UINT] = "unsigned int",
		[TY_LONG] = "long",
		[TY_ULONG] = "unsigned long",
		[TY_LLONG] = "long long",
		[TY_ULLONG] = "unsigned long long",
		[TY_INT128] = "__int128",
		[TY_UINT128] = "unsigned __int128",
		[TY_FLOAT] = "float",
		[TY_DOUBLE] = "double",
		[TY_LDOUBLE] = "long double",
		[TY_FLOAT128] = "_Float128",
		[TY_VA_LIST] = "__builtin_va_list",
	};

	return names[t->kind];
}

static const char *
quals_text(unsigned q)
{
	static const char *const text[] = {
		"",
		"const ",
		"volatile ",
		"const volatile ",
		"restrict ",
		"const restrict ",
		"volatile restrict ",
		"const volatile restrict ",
		"_Atomic ",
		"const _Atomic ",
		"volatile _Atomic ",
		"const volatile _Atomic ",
		"restrict _Atomic ",
		"const restrict _Atomic ",
		"volatile restrict _Atomic ",
		"const volatile restrict _Atomic ",
	};

	return text[q];
}

static const char *
specifier_text(struct arena *a, const struct type *t)
{
	const char *keyword = t->kind == TY_STRUCT ? "struct" :
		t->kind == TY_UNION                ? "union" :
						     "enum";

	switch (t->kind) {
	case TY_STRUCT:
	case TY_UNION:
	case TY_ENUM:
		if (type_is_vector(t))
			return arena_printf(a, "%s__vector(%s)", quals_text(t->quals),
				type_to_string(a, record_info(t)->vector_of));
		return arena_printf(a, "%s%s %s", quals_text(t->quals), keyword,
			t->u.record->tag ? t->u.record->tag : "{…}");
	case TY_COMPLEX:
		return arena_printf(a, "%s_Complex %s", quals_text(t->quals), basic_name(t->base));
	default: return arena_printf(a, "%s%s", quals_text(t->quals), basic_name(t));
	}
}

static const char *
params_text(struct arena *a, const struct type *t)
{
	const char *text = "";
	int i;

	if (t->u.func.old_style)
		return "";
	if (t->u.func.nparams == 0 && !t->u.func.variadic)
		return "void";
	for (i = 0; i < t->u.func.nparams; i++)
		text = arena_printf(a, "%s%s%s", text, i ? ", " : "",
			type_to_string(a, t->u.func.params[i]->type));
	return t->u.func.variadic ? arena_printf(a, "%s%s...", text, i ? ", " : "") : text;
}

static const char *
array_text(struct arena *a, const struct type *t, const char *inner)
{
	if (t->u.array.incomplete)
		return arena_printf(a, "%s[]", inner);
	if (t->u.array.vla)
		return arena_printf(a, "%s[*]", inner);
	return arena_printf(a, "%s[%zu]", inner, t->u.array.len);
}

/* Return the declarator, from the inside out (6.7.6).  INNER is what there is of it so far. */
static const char *
declarator_text(struct arena *a, const struct type *t, const char *inner)
{
	const char *q;

	switch (t->kind) {
	case TY_POINTER:
		q = quals_text(t->quals);
		inner = arena_printf(a, "*%.*s%s%s", *q ? (int)strlen(q) - 1 : 0, q,
			*q && *inner ? " " : "", inner);
		if (t->base->kind == TY_ARRAY || t->base->kind == TY_FUNCTION)
			inner = arena_printf(a, "(%s)", inner);
		return declarator_text(a, t->base, inner);
	case TY_ARRAY: return declarator_text(a, t->base, array_text(a, t, inner));
	case TY_FUNCTION:
		return declarator_text(a, t->base,
			arena_printf(a, "%s(%s)", inner, params_text(a, t)));
	default: return arena_printf(a, "%s%s%s", specifier_text(a, t), *inner ? " " : "", inner);
	}
}

const char *
type_to_string(struct arena *a, const struct type *t)
{
	return declarator_text(a, t, "");
}
