/* Numbers: preprocessing numbers to integer and floating constants (C11 6.4.4.1, 6.4.4.2). */
#include "pp/internal.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct number {
	struct pp *pp;
	const struct pptok *t;
	struct token *out;
};

static bool
bad(const struct number *n, const char *fmt, const char *what)
{
	char text[128];
	snprintf(text, sizeof text, fmt, what);
	diag_error(n->pp->diag, n->t->place, "%s in constant '%s'", text, n->t->text);
	diag_note_macros(n->pp->diag, n->t->origin);
	return false;
}

/* ---- integers ---- */

static int
digit_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

struct int_suffix {
	bool is_unsigned;
	int longs; /* 0, 1 or 2 */
};

static bool
int_suffix(const char *s, struct int_suffix *out)
{
	*out = (struct int_suffix){ 0 };
	for (int seen_long = 0; *s;) {
		if ((*s | 0x20) == 'u' && !out->is_unsigned) {
			out->is_unsigned = true;
			s++;
		} else if ((*s | 0x20) == 'l' && !seen_long++) {
			out->longs = s[1] == s[0] ? 2 : 1;
			s += out->longs;
		} else {
			return false;
		}
	}
	return true;
}

/* Return the first type of 6.4.4.1p5's list that can hold the value.  int has 32 bits, long has
 * 64. */
static enum int_type
int_type(uint64_t value, struct int_suffix s, bool decimal)
{
	bool fits_signed = !s.is_unsigned;
	bool may_unsigned = s.is_unsigned || !decimal;
	if (s.longs == 0 && fits_signed && value <= INT32_MAX)
		return LIT_INT;
	if (s.longs == 0 && may_unsigned && value <= UINT32_MAX)
		return LIT_UINT;
	bool is_signed = fits_signed && value <= INT64_MAX;
	if (s.longs < 2)
		return is_signed ? LIT_LONG : LIT_ULONG;
	return is_signed ? LIT_LLONG : LIT_ULLONG;
}

static bool
integer(const struct number *n, const char *digits, int base)
{
	uint64_t value = 0;
	bool overflow = false;
	const char *p = digits;
	for (int d; (d = digit_value(*p)) < (base == 16 ? 16 : 10); p++) {
		if (d >= base)
			return bad(n, "invalid digit in %s", base == 2 ? "binary" : "octal");
		overflow |= value > (UINT64_MAX - (unsigned)d) / (unsigned)base;
		value = value * (unsigned)base + (unsigned)d;
	}
	struct int_suffix suffix;
	if (!int_suffix(p, &suffix))
		return bad(n,
			strpbrk(p, "ijIJ") ? "imaginary suffix '%s' is not supported" :
					     "invalid suffix '%s'",
			p);
	if (p == digits)
		return bad(n, "%s", "no digits");
	if (overflow)
		return bad(n, "%s", "integer too large for its type");
	n->out->kind = TK_INTCONST;
	n->out->i.value = value;
	n->out->i.decimal = base == 10;
	n->out->i.type = int_type(value, suffix, base == 10);
	if (base == 10 && !suffix.is_unsigned && value > INT64_MAX)
		diag_warn(n->pp->diag, n->t->place, NULL,
			"integer constant '%s' is so large that it is unsigned", n->t->text);
	return true;
}

/* ---- floating constants ---- */

static const struct float_suffix {
	const char *text;
	enum float_type type;
} float_suffixes[] = {
	{ "", LIT_DOUBLE },
	{ "f", LIT_FLOAT },
	{ "l", LIT_LDOUBLE },
	{ "f16", LIT_FLOAT16 },
	{ "f32", LIT_FLOAT32 },
	{ "f64", LIT_FLOAT64 },
	{ "f128", LIT_FLOAT128 },
	{ "f32x", LIT_FLOAT32X },
	{ "f64x", LIT_FLOAT64X },
	{ "q", LIT_FLOAT128 },
	{ "w", LIT_FLOAT64X },
};

static bool
float_suffix(const char *s, enum float_type *type)
{
	for (size_t i = 0; i < sizeof float_suffixes / sizeof float_suffixes[0]; i++) {
		if (!strcasecmp(s, float_suffixes[i].text)) {
			*type = float_suffixes[i].type;
			return true;
		}
	}
	return false;
}

/* Return where the digits end and the suffix begins, or NULL: the digits are not in order. */
static const char *
end_of_float(const char *p, bool hex)
{
	int digits = 0, points = 0;
	for (p += hex ? 2 : 0; *p == '.' || digit_value(*p) < (hex ? 16 : 10); p++) {
		points += *p == '.';
		digits += *p != '.';
	}
	bool exponent = (*p | 0x20) == (hex ? 'p' : 'e');
	if (digits == 0 || points > 1 || (hex && !exponent))
		return NULL;
	if (!exponent)
		return p;
	p += p[1] == '+' || p[1] == '-' ? 2 : 1;
	if (digit_value(*p) > 9)
		return NULL;
	while (digit_value(*p) <= 9)
		p++;
	return p;
}

/* Take the 'i' or 'j' of GNU's imaginary constants, before or after the rest of the suffix, which
 * is returned. */
static const char *
take_imaginary(struct pp *pp, const char *suffix, bool *imaginary)
{
	const char *i = strpbrk(suffix, "ijIJ");
	*imaginary = i != NULL;
	if (!i)
		return suffix;
	return arena_printf(pp->arena, "%.*s%s", (int)(i - suffix), suffix, i + 1);
}

/* Return the value, rounded once, to the constant's own type. */
static long double
float_value(const char *text, enum float_type type)
{
	switch (type) {
	case LIT_FLOAT:
	case LIT_FLOAT32:
	case LIT_FLOAT16: return strtof(text, NULL);
	case LIT_DOUBLE:
	case LIT_FLOAT64:
	case LIT_FLOAT32X: return strtod(text, NULL);
	default: return strtold(text, NULL);
	}
}

static bool
floating(const struct number *n, bool hex)
{
	const char *text = n->t->text, *end = end_of_float(text, hex);
	enum float_type type;
	if (!end)
		return bad(n, "%s",
			hex ? "missing digits or exponent (p…)" :
			      "misplaced point or missing digits");
	bool imaginary;
	if (!float_suffix(take_imaginary(n->pp, end, &imaginary), &type))
		return bad(n, "invalid suffix '%s'", end);
	const char *digits = arena_strndup(n->pp->arena, text, (size_t)(end - text));
	n->out->kind = TK_FLOATCONST;
	n->out->f.type = type;
	n->out->f.imaginary = imaginary;
	n->out->f.value = float_value(digits, type);
	if (isinf(n->out->f.value))
		diag_warn(n->pp->diag, n->t->place, "-Woverflow",
			"floating constant '%s' exceeds the range of its type", text);
	return true;
}

bool
pp_number(struct pp *pp, const struct pptok *t, struct token *out)
{
	struct number n = { pp, t, out };
	const char *s = t->text;
	char second = s[0] == '0' ? s[1] | 0x20 : '\0';
	bool hex = second == 'x';
	if (hex ? strpbrk(s, ".pP") != NULL : second != 'b' && strpbrk(s, ".eE") != NULL)
		return floating(&n, hex);
	if (hex)
		return integer(&n, s + 2, 16);
	if (second == 'b')
		return integer(&n, s + 2, 2);
	return integer(&n, s, s[0] == '0' ? 8 : 10);
}
