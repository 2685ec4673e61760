/*
 * parse_spec.c: declaration specifiers (C11 6.7.1 to 6.7.5) and what tells a declaration from a
 * statement.  Records and enumerations are in parse_record.c, declarators in parse_declarator.c.
 */
#include <string.h>

#include "c/internal.h"

/* ---- type specifiers: words in any order (6.7.2p2) ---- */

enum {
	W_VOID = 1,
	W_BOOL = 2,
	W_CHAR = 4,
	W_SHORT = 8,
	W_INT = 16,
	W_LONG = 32,
	W_LONG_LONG = 64,
	W_SIGNED = 128,
	W_UNSIGNED = 256,
	W_FLOAT = 512,
	W_DOUBLE = 1024,
	W_INT128 = 2048,
	W_COMPLEX = 4096,
	W_OTHER = 8192, /* a whole type: struct, typedef name, typeof, _Float64 */
};

static const struct {
	unsigned words;
	enum type_kind kind;
} combination[] = {
	{ W_VOID, TY_VOID },
	{ W_BOOL, TY_BOOL },
	{ W_CHAR, TY_CHAR },
	{ W_SIGNED | W_CHAR, TY_SCHAR },
	{ W_UNSIGNED | W_CHAR, TY_UCHAR },
	{ W_SHORT, TY_SHORT },
	{ W_SHORT | W_INT, TY_SHORT },
	{ W_SIGNED | W_SHORT, TY_SHORT },
	{ W_SIGNED | W_SHORT | W_INT, TY_SHORT },
	{ W_UNSIGNED | W_SHORT, TY_USHORT },
	{ W_UNSIGNED | W_SHORT | W_INT, TY_USHORT },
	{ W_INT, TY_INT },
	{ W_SIGNED, TY_INT },
	{ W_SIGNED | W_INT, TY_INT },
	{ W_UNSIGNED, TY_UINT },
	{ W_UNSIGNED | W_INT, TY_UINT },
	{ W_LONG, TY_LONG },
	{ W_LONG | W_INT, TY_LONG },
	{ W_SIGNED | W_LONG, TY_LONG },
	{ W_SIGNED | W_LONG | W_INT, TY_LONG },
	{ W_UNSIGNED | W_LONG, TY_ULONG },
	{ W_UNSIGNED | W_LONG | W_INT, TY_ULONG },
	{ W_LONG_LONG, TY_LLONG },
	{ W_LONG_LONG | W_INT, TY_LLONG },
	{ W_SIGNED | W_LONG_LONG, TY_LLONG },
	{ W_SIGNED | W_LONG_LONG | W_INT, TY_LLONG },
	{ W_UNSIGNED | W_LONG_LONG, TY_ULLONG },
	{ W_UNSIGNED | W_LONG_LONG | W_INT, TY_ULLONG },
	{ W_INT128, TY_INT128 },
	{ W_SIGNED | W_INT128, TY_INT128 },
	{ W_UNSIGNED | W_INT128, TY_UINT128 },
	{ W_FLOAT, TY_FLOAT },
	{ W_DOUBLE, TY_DOUBLE },
	{ W_LONG | W_DOUBLE, TY_LDOUBLE },
	{ W_COMPLEX, TY_DOUBLE },
};

static struct type *
type_of_words(struct parser *p, unsigned words, struct place place)
{
	unsigned plain = words == W_COMPLEX ? words : words & ~(unsigned)W_COMPLEX;
	size_t i;

	for (i = 0; i < sizeof combination / sizeof combination[0]; i++) {
		if (combination[i].words == plain) {
			struct type *t = p->basic[combination[i].kind];

			return words & W_COMPLEX ? type_complex(p->arena, t) : t;
		}
	}
	diag_error(p->diag, place, "these type specifiers cannot be combined");
	return p->basic[TY_INT];
}

static unsigned
word_of(enum token_kind k)
{
	switch (k) {
	case TK_VOID: return W_VOID;
	case TK_BOOL: return W_BOOL;
	case TK_CHAR: return W_CHAR;
	case TK_SHORT: return W_SHORT;
	case TK_INT: return W_INT;
	case TK_LONG: return W_LONG;
	case TK_SIGNED: return W_SIGNED;
	case TK_UNSIGNED: return W_UNSIGNED;
	case TK_FLOAT: return W_FLOAT;
	case TK_DOUBLE: return W_DOUBLE;
	case TK_INT128: return W_INT128;
	case TK_COMPLEX: return W_COMPLEX;
	default: return 0;
	}
}

static bool
is_whole_type(enum token_kind k)
{
	switch (k) {
	case TK_STRUCT:
	case TK_UNION:
	case TK_ENUM:
	case TK_TYPEOF:
	case TK_AUTO_TYPE:
	case TK_FLOAT16:
	case TK_FLOAT32:
	case TK_FLOAT64:
	case TK_FLOAT128:
	case TK_FLOAT32X:
	case TK_FLOAT64X:
	case TK_BF16: return true;
	default: return false;
	}
}

static unsigned
qualifier_of(enum token_kind k)
{
	switch (k) {
	case TK_CONST: return Q_CONST;
	case TK_VOLATILE: return Q_VOLATILE;
	case TK_RESTRICT: return Q_RESTRICT;
	case TK_ATOMIC: return Q_ATOMIC;
	default: return 0;
	}
}

static enum storage
storage_of(enum token_kind k)
{
	switch (k) {
	case TK_TYPEDEF: return SC_TYPEDEF;
	case TK_EXTERN: return SC_EXTERN;
	case TK_STATIC: return SC_STATIC;
	case TK_AUTO: return SC_AUTO;
	case TK_REGISTER: return SC_REGISTER;
	default: return SC_NONE;
	}
}

/* Return the typedef that the token names, or NULL. */
struct decl *
lookup_typedef(const struct parser *p, const struct token *t)
{
	struct decl *d;

	if (t->kind != TK_IDENT)
		return NULL;
	d = scope_lookup(p, t->text);
	return d && d->kind == DECL_TYPEDEF ? d : NULL;
}

/* Return a type that gcc declares before the first line, or NULL. */
static struct type *
predeclared_type(const struct parser *p, const struct token *t)
{
	if (t->kind != TK_IDENT || t->text[0] != '_' || t->text[1] != '_')
		return NULL;
	if (strcmp(t->text, "__builtin_va_list") == 0)
		return p->basic[TY_VA_LIST];
	if (strcmp(t->text, "__int128_t") == 0)
		return p->basic[TY_INT128];
	return strcmp(t->text, "__uint128_t") == 0 ? p->basic[TY_UINT128] : NULL;
}

static bool
starts_type_name(const struct parser *p, const struct token *t)
{
	if (t->kind == TK_IDENT)
		return lookup_typedef(p, t) || predeclared_type(p, t);
	return word_of(t->kind) || is_whole_type(t->kind) || qualifier_of(t->kind) ||
		t->kind == TK_ALIGNAS;
}

bool
type_name_at(const struct parser *p, const struct token *t)
{
	if (t->kind == TK_ATTRIBUTE)
		return true;
	while (t->kind == TK_EXTENSION)
		t++;
	return starts_type_name(p, t);
}

bool
at_type_name(const struct parser *p)
{
	return type_name_at(p, p->tok);
}

bool
at_declaration(const struct parser *p)
{
	const struct token *t = p->tok;

	while (t->kind == TK_EXTENSION)
		t++;
	return starts_type_name(p, t) || storage_of(t->kind) != SC_NONE || t->kind == TK_INLINE ||
		t->kind == TK_NORETURN || t->kind == TK_THREAD_LOCAL || t->kind == TK_STATIC_ASSERT;
}

/* Parse typeof (expr) or typeof (type).  An expression is evaluated only for the lengths of its
 * arrays. */
static struct type *
parse_typeof(struct parser *p)
{
	struct type *t;

	next(p);
	expect(p, TK_LPAREN);
	if (at_type_name(p)) {
		t = parse_type_name(p);
	} else {
		p->unevaluated++;
		t = parse_expr(p)->type;
		p->unevaluated--;
	}
	expect(p, TK_RPAREN);
	return vla_reuse(p, t);
}

static struct type *
parse_whole_type(struct parser *p, struct declspec *s)
{
	enum token_kind k = p->tok->kind;
	struct decl *d;
	struct type *t;

	switch (k) {
	case TK_STRUCT:
	case TK_UNION: s->declares_tag = true; return parse_record_spec(p);
	case TK_ENUM: s->declares_tag = true; return parse_enum_spec(p);
	case TK_TYPEOF: return parse_typeof(p);
	case TK_AUTO_TYPE:
		next(p);
		s->auto_type = true;
		return p->basic[TY_INT];
	case TK_IDENT:
		d = lookup_typedef(p, p->tok);
		t = d ? vla_reuse(p, d->type) : predeclared_type(p, p->tok);
		next(p);
		return t;
	default: next(p); return p->float_n[k - TK_FLOAT16];
	}
}

/* Parse _Atomic (type-name), a specifier.  _Atomic alone is a qualifier (6.7.2.4p4). */
static struct type *
parse_atomic_spec(struct parser *p)
{
	struct type *t;

	next(p);
	expect(p, TK_LPAREN);
	t = parse_type_name(p);
	expect(p, TK_RPAREN);
	return type_qualified(p->arena, t, Q_ATOMIC);
}

static void
parse_alignas(struct parser *p, struct declspec *s)
{
	int64_t v = 0;

	next(p);
	expect(p, TK_LPAREN);
	if (at_type_name(p)) {
		v = (int64_t)parse_type_name(p)->align;
	} else {
		struct place place = p->tok->place;

		if (!eval_int_const(p, parse_cond_expr(p), &v) || v < 0 || (v & (v - 1)))
			diag_error(p->diag, place, "_Alignas needs a constant power of two");
	}
	expect(p, TK_RPAREN);
	if (v > 0 && (v & (v - 1)) == 0 && (size_t)v > s->align)
		s->align = (size_t)v;
}

static void
set_storage(struct parser *p, struct declspec *s, bool allowed)
{
	enum storage new = storage_of(p->tok->kind);

	if (!allowed)
		diag_error(p->diag, p->tok->place, "a storage class is not allowed here");
	else if (s->storage != SC_NONE && s->storage != new)
		diag_error(p->diag, p->tok->place, "more than one storage class in a declaration");
	s->storage = new;
	next(p);
}

/* The words of one specifier list, as they are collected. */
struct words {
	unsigned seen, quals;
	struct type *whole;
};

static void
add_type_word(struct parser *p, struct words *w)
{
	unsigned word = word_of(p->tok->kind);

	if (word == W_LONG && w->seen & W_LONG)
		w->seen = (w->seen & ~(unsigned)W_LONG) | W_LONG_LONG;
	else if (w->seen & word || (word == W_LONG && w->seen & W_LONG_LONG))
		diag_error(p->diag, p->tok->place, "duplicate '%s'", p->tok->text);
	else
		w->seen |= word;
	next(p);
}

/* Return the complex type for _Complex beside a type that is one word or construct, as in GNU's
 * _Float16 _Complex. */
static struct type *
complex_of(struct parser *p, struct place place, struct type *t)
{
	if (type_is_floating(t))
		return type_complex(p->arena, t);
	diag_error(p->diag, place, "two types in one declaration");
	return t;
}

static void
add_whole_type(struct parser *p, struct declspec *s, struct words *w)
{
	struct place place = p->tok->place;

	if (w->seen & ~(unsigned)W_COMPLEX)
		diag_error(p->diag, place, "two types in one declaration");
	w->whole = parse_whole_type(p, s);
	if (w->seen & W_COMPLEX)
		w->whole = complex_of(p, place, w->whole);
	w->seen = W_OTHER;
}

/* Parse one specifier of any sort.  Return false if the list has ended. */
static bool
parse_specifier(struct parser *p, struct declspec *s, struct words *w, bool storage_allowed)
{
	enum token_kind k = p->tok->kind;

	if (word_of(k)) {
		add_type_word(p, w);
	} else if (k == TK_ATOMIC && peek(p)->kind == TK_LPAREN) {
		w->whole = parse_atomic_spec(p);
		w->seen = W_OTHER;
	} else if (qualifier_of(k)) {
		w->quals |= qualifier_of(k);
		next(p);
	} else if (is_whole_type(k) || (k == TK_IDENT && !w->seen && starts_type_name(p, p->tok))) {
		add_whole_type(p, s, w);
	} else if (storage_of(k) != SC_NONE) {
		set_storage(p, s, storage_allowed);
	} else if (k == TK_INLINE || k == TK_NORETURN || k == TK_THREAD_LOCAL ||
		k == TK_EXTENSION) {
		s->inline_ |= k == TK_INLINE;
		s->noreturn_ |= k == TK_NORETURN;
		s->thread_local_ |= k == TK_THREAD_LOCAL;
		next(p);
	} else if (k == TK_ALIGNAS) {
		parse_alignas(p, s);
	} else if (k == TK_ATTRIBUTE) {
		parse_attributes(p, &s->attrs);
	} else {
		return false;
	}
	return true;
}

/* Report an unknown foo_t in `foo_t x`, then go on as if it were int. */
static bool
unknown_type_name(struct parser *p)
{
	enum token_kind after = peek(p)->kind;

	if (!at(p, TK_IDENT) || (after != TK_IDENT && after != TK_STAR && !word_of(after)))
		return false;
	diag_error(p->diag, p->tok->place, "unknown type name '%s'", p->tok->text);
	diag_note_macros(p->diag, p->tok->origin);
	next(p);
	return true;
}

void
parse_declspec(struct parser *p, struct declspec *s, bool storage_allowed)
{
	struct words w = { 0 };

	memset(s, 0, sizeof *s);
	s->place = p->tok->place;
	while (parse_specifier(p, s, &w, storage_allowed))
		;
	if (!w.seen && unknown_type_name(p))
		w.seen = W_INT;
	if (w.whole && w.seen & ~(unsigned)(W_OTHER | W_COMPLEX))
		diag_error(p->diag, s->place, "two types in one declaration");
	else if (w.whole && w.seen & W_COMPLEX)
		w.whole = complex_of(p, s->place, w.whole);
	s->explicit_type = w.seen != 0;
	s->type = w.whole ? w.whole :
		w.seen    ? type_of_words(p, w.seen, s->place) :
			    p->basic[TY_INT];
	if (w.quals & Q_RESTRICT && s->type->kind != TY_POINTER && s->type->kind != TY_ARRAY)
		diag_error(p->diag, s->place, "'restrict' on '%s', which is not a pointer",
			show(p, s->type));
	s->type = apply_type_attrs(p, s->type, &s->attrs, s->place);
	s->type = type_qualified(p->arena, s->type, w.quals);
}

void
parse_static_assert(struct parser *p)
{
	struct place place = next(p)->place;
	struct expr *cond, *text = NULL;
	int64_t v;

	expect(p, TK_LPAREN);
	cond = parse_cond_expr(p);
	if (accept(p, TK_COMMA)) {
		if (!at(p, TK_STRING))
			expect(p, TK_STRING);
		text = parse_string(p);
	}
	expect(p, TK_RPAREN);
	expect(p, TK_SEMI);
	if (expr_is_error(p, cond))
		return;
	if (!eval_int_const(p, cond, &v))
		diag_error(p->diag, cond->place, "_Static_assert needs a constant expression");
	else if (v == 0)
		diag_error(p->diag, place, "static assertion failed%s%s", text ? ": " : "",
			text ? text->u.str.bytes : "");
}
