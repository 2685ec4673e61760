/*
 * parse_attr.c: GNU attributes, assembler names, and #pragma pack.
 *
 * Attributes that change a type's layout or a function's nature are kept in struct attrs; all
 * others are for the host compiler, which sees them in the program text, and are skipped here.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "c/internal.h"

void
skip_balanced(struct parser *p)
{
	int depth = 0;

	do {
		if (at(p, TK_LPAREN) || at(p, TK_LBRACKET) || at(p, TK_LBRACE))
			depth++;
		else if (at(p, TK_RPAREN) || at(p, TK_RBRACKET) || at(p, TK_RBRACE))
			depth--;
		else if (at(p, TK_EOF) || at(p, TK_PRAGMA_OMP) || at(p, TK_PRAGMA_END))
			parse_error(p, p->tok->place, "expected a closing bracket before %s",
				token_describe(p->arena, p->tok));
		next(p);
	} while (depth > 0);
}

static size_t
parse_power_of_two(struct parser *p, const char *what)
{
	struct place place = p->tok->place;
	struct expr *e = parse_cond_expr(p);
	int64_t v;

	if (!eval_int_const(p, e, &v) || v < 0 || (v & (v - 1)) != 0 || v > 1 << 28) {
		diag_error(p->diag, place, "%s needs a constant power of two", what);
		return 0;
	}
	return (size_t)v;
}

static void
parse_mode(struct parser *p, struct attrs *a)
{
	static const struct {
		const char *name;
		enum type_kind kind;
	} mode[] = {
		{ "QI", TY_SCHAR },
		{ "byte", TY_SCHAR },
		{ "HI", TY_SHORT },
		{ "SI", TY_INT },
		{ "DI", TY_LONG },
		{ "word", TY_LONG },
		{ "pointer", TY_LONG },
		{ "unwind_word", TY_LONG },
		{ "TI", TY_INT128 },
		{ "SF", TY_FLOAT },
		{ "DF", TY_DOUBLE },
		{ "XF", TY_LDOUBLE },
		{ "TF", TY_FLOAT128 },
	};
	size_t i;

	for (i = 0; i < sizeof mode / sizeof mode[0]; i++)
		if (same_spelling(p->tok->text, mode[i].name))
			a->mode = mode[i].kind;
	if (a->mode == TY_VOID)
		diag_warn(p->diag, p->tok->place, "-Wattributes", "unknown machine mode '%s'",
			p->tok->text);
	next(p);
}

/* Read the attribute's arguments where they matter, else skip them. */
static void
parse_attribute_args(struct parser *p, const char *name, struct attrs *a)
{
	if (!same_spelling(name, "aligned") && !same_spelling(name, "mode") &&
		!same_spelling(name, "vector_size") && !same_spelling(name, "alias")) {
		skip_balanced(p);
		return;
	}
	next(p);
	if (same_spelling(name, "aligned")) {
		size_t n = parse_power_of_two(p, "attribute 'aligned'");

		a->aligned = n > a->aligned ? n : a->aligned;
	} else if (same_spelling(name, "mode")) {
		parse_mode(p, a);
	} else if (same_spelling(name, "alias")) {
		if (!at(p, TK_STRING))
			expect(p, TK_STRING);
		a->alias = parse_string(p)->u.str.bytes;
	} else {
		a->vector_size = parse_power_of_two(p, "attribute 'vector_size'");
	}
	expect(p, TK_RPAREN);
}

static void
parse_attribute(struct parser *p, struct attrs *a)
{
	const char *name = p->tok->text;

	if (at(p, TK_COMMA) || at(p, TK_RPAREN))
		return;
	if (!at(p, TK_IDENT) && !token_is_keyword(p->tok->kind))
		parse_error(p, p->tok->place, "expected an attribute before %s",
			token_describe(p->arena, p->tok));
	next(p);
	if (same_spelling(name, "packed"))
		a->packed = true;
	else if (same_spelling(name, "noreturn"))
		a->noreturn = true;
	else if (same_spelling(name, "weak"))
		a->weak = true;
	else if (same_spelling(name, "always_inline"))
		a->always_inline = true;
	else if (same_spelling(name, "noinline"))
		a->noinline = true;
	else if (same_spelling(name, "transparent_union"))
		a->transparent = true;
	if (at(p, TK_LPAREN))
		parse_attribute_args(p, name, a);
	else if (same_spelling(name, "aligned"))
		a->aligned = 16; /* the largest that x86-64 ever needs */
}

void
parse_attributes(struct parser *p, struct attrs *a)
{
	while (accept(p, TK_ATTRIBUTE)) {
		expect(p, TK_LPAREN);
		expect(p, TK_LPAREN);
		do
			parse_attribute(p, a);
		while (accept(p, TK_COMMA));
		expect(p, TK_RPAREN);
		expect(p, TK_RPAREN);
	}
}

const char *
parse_asm_label(struct parser *p)
{
	const char *name;

	if (!accept(p, TK_ASM))
		return NULL;
	expect(p, TK_LPAREN);
	if (!at(p, TK_STRING))
		expect(p, TK_STRING);
	name = parse_string(p)->u.str.bytes;
	expect(p, TK_RPAREN);
	return name;
}

static struct type *
apply_mode(struct parser *p, struct type *t, enum type_kind mode, struct place place)
{
	bool is_unsigned = type_is_integer(t) && !type_is_signed(t);

	if (!type_is_arithmetic(t)) {
		diag_error(p->diag, place, "attribute 'mode' on the type '%s'", show(p, t));
		return t;
	}
	if (mode >= TY_FLOAT)
		return type_qualified(p->arena, p->basic[mode], t->quals);
	/* An unsigned kind follows its signed one; signed char stands before unsigned char. */
	return type_qualified(p->arena, p->basic[mode + is_unsigned], t->quals);
}

struct type *
apply_type_attrs(struct parser *p, struct type *t, const struct attrs *a, struct place place)
{
	if (a->mode != TY_VOID)
		t = apply_mode(p, t, a->mode, place);
	if (a->vector_size && type_is_arithmetic(t))
		t = type_qualified(p->arena, type_vector(p->arena, t->unqual, a->vector_size),
			t->quals);
	if (a->transparent && t->kind == TY_UNION)
		record_info(t)->transparent = true;
	return t;
}

/* ---- #pragma pack(n), pack(), pack(push[, n]), pack(pop) ---- */

static const char *
skip_word(const char *s, const char *word)
{
	size_t n = strlen(word);

	while (isspace((unsigned char)*s))
		s++;
	return strncmp(s, word, n) == 0 ? s + n : NULL;
}

static void
push_packing(struct packing *k)
{
	if (k->n < (int)(sizeof k->saved / sizeof k->saved[0]))
		k->saved[k->n] = k->now;
	k->n++;
}

static void
pop_packing(struct packing *k)
{
	if (k->n > 0 && --k->n < (int)(sizeof k->saved / sizeof k->saved[0]))
		k->now = k->saved[k->n];
}

void
pragma_pack(struct parser *p, const char *text)
{
	const char *s = skip_word(text, "#"), *arg;

	if (!s || !(s = skip_word(s, "pragma")) || !(s = skip_word(s, "pack")) ||
		!(s = skip_word(s, "(")))
		return;
	if ((arg = skip_word(s, "push"))) {
		push_packing(&p->packing);
		s = skip_word(arg, ",");
		if (!s)
			return;
	} else if (skip_word(s, "pop")) {
		pop_packing(&p->packing);
		return;
	}
	p->packing.now = (size_t)strtoul(s, NULL, 10);
}
