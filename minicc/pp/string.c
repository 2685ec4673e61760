/* Character constants and string literals to their elements (C11 6.4.4.4, 6.4.5).
 *
 * The source is UTF-8; a byte that is not stands for itself. Narrow strings stay bytes, wide ones
 * become 16 or 32 bits an element. */
#include "pp/internal.h"

#include <string.h>

struct literal {
	struct arena *arena;
	struct diag *diag;
	struct place place;
	const char *p, *end; /* what is left between the quotes */
	uint8_t width;
	bool failed;
	char *data;
	uint32_t len;
};

/* One character of the source: a code point, or the value of a numeric escape. */
struct character {
	uint32_t value;
	bool is_element; /* from \x or an octal escape: an element as it is */
};

static void
complain(struct literal *l, const char *text)
{
	if (!l->failed)
		diag_error(l->diag, l->place, "%s", text);
	l->failed = true;
}

static int
hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static uint32_t
hex_escape(struct literal *l)
{
	uint64_t v = 0, most = l->width == 4 ? UINT32_MAX : (1u << 8 * l->width) - 1;
	bool any = false;
	for (int d; l->p < l->end && (d = hex_digit(*l->p)) >= 0; l->p++, any = true)
		v = v > most ? v : v * 16 + (unsigned)d;
	if (!any)
		complain(l, "\\x is not followed by hexadecimal digits");
	else if (v > most)
		diag_warn(l->diag, l->place, NULL, "hexadecimal escape is out of range");
	return (uint32_t)(v & most);
}

static uint32_t
octal_escape(struct literal *l)
{
	uint32_t v = 0;
	for (int n = 0; n < 3 && l->p < l->end && *l->p >= '0' && *l->p <= '7'; n++)
		v = v * 8 + (uint32_t)(*l->p++ - '0');
	if (l->width == 1 && v > 0xff)
		diag_warn(l->diag, l->place, NULL, "octal escape is out of range");
	return l->width == 1 ? v & 0xff : v;
}

/* Read \uXXXX or \UXXXXXXXX (6.4.3). */
static uint32_t
universal_name(struct literal *l, int digits)
{
	uint32_t v = 0;
	for (int i = 0; i < digits; i++) {
		int d = l->p < l->end ? hex_digit(*l->p) : -1;
		if (d < 0) {
			complain(l, "incomplete universal character name");
			return 0;
		}
		v = v * 16 + (uint32_t)d;
		l->p++;
	}
	if (v > 0x10ffff || (v >= 0xd800 && v < 0xe000)) {
		complain(l, "invalid universal character name");
		return 0;
	}
	return v;
}

static struct character
escape(struct literal *l)
{
	static const char names[] = "abfnrtveE", values[] = "\a\b\f\n\r\t\v\033\033";
	char c = l->p < l->end ? *l->p : '\0';
	if (c >= '0' && c <= '7')
		return (struct character){ octal_escape(l), true };
	l->p += l->p < l->end;
	if (c == 'x')
		return (struct character){ hex_escape(l), true };
	if (c == 'u' || c == 'U')
		return (struct character){ universal_name(l, c == 'u' ? 4 : 8), false };
	const char *at = c ? strchr(names, c) : NULL;
	if (at)
		return (struct character){ (unsigned char)values[at - names], false };
	if (!c || !strchr("'\"?\\", c))
		diag_warn(l->diag, l->place, NULL, "unknown escape sequence '\\%c'", c ? c : '0');
	return (struct character){ (unsigned char)c, true };
}

/* Return the code point at l->p, or a single byte where the UTF-8 is broken. */
static struct character
source_character(struct literal *l)
{
	unsigned char c = (unsigned char)*l->p++;
	int more = c < 0xc2 ? 0 : c < 0xe0 ? 1 : c < 0xf0 ? 2 : c < 0xf5 ? 3 : 0;
	if (more == 0 || l->width == 1)
		return (struct character){ c, true };
	uint32_t v = c & (0x3fu >> more);
	for (int i = 0; i < more; i++) {
		if (l->p + i >= l->end || ((unsigned char)l->p[i] & 0xc0) != 0x80)
			return (struct character){ c, true };
		v = v << 6 | ((unsigned char)l->p[i] & 0x3f);
	}
	l->p += more;
	return (struct character){ v, false };
}

static struct character
next_character(struct literal *l)
{
	if (*l->p != '\\')
		return source_character(l);
	l->p++;
	return escape(l);
}

/* ---- elements ---- */

static void
put(struct literal *l, uint32_t v)
{
	if (l->width == 1) {
		l->data[l->len] = (char)v;
	} else if (l->width == 2) {
		uint16_t half = (uint16_t)v;
		memcpy(l->data + 2 * (size_t)l->len, &half, 2);
	} else {
		memcpy(l->data + 4 * (size_t)l->len, &v, 4);
	}
	l->len++;
}

static void
put_utf8(struct literal *l, uint32_t v)
{
	if (v < 0x80) {
		put(l, v);
		return;
	}
	int more = v < 0x800 ? 1 : v < 0x10000 ? 2 : 3;
	static const uint8_t lead[] = { 0, 0xc0, 0xe0, 0xf0 };
	put(l, lead[more] | v >> 6 * more);
	while (more-- > 0)
		put(l, 0x80 | (v >> 6 * more & 0x3f));
}

static void
put_character(struct literal *l, struct character c)
{
	if (c.is_element || l->width == 4) {
		put(l, c.value);
	} else if (l->width == 1) {
		put_utf8(l, c.value);
	} else if (c.value >= 0x10000) {
		put(l, 0xd800 + ((c.value - 0x10000) >> 10));
		put(l, 0xdc00 + ((c.value - 0x10000) & 0x3ff));
	} else {
		put(l, c.value);
	}
}

/* ---- literals ---- */

static uint8_t
width_of(enum string_type type)
{
	return type == LIT_CHAR16 ? 2 : type == LIT_WCHAR || type == LIT_CHAR32 ? 4 : 1;
}

static enum string_type
prefix_of(const char *text)
{
	switch (text[0]) {
	case 'L': return LIT_WCHAR;
	case 'U': return LIT_CHAR32;
	case 'u': return text[1] == '8' ? LIT_UTF8 : LIT_CHAR16;
	default: return LIT_CHAR;
	}
}

/* Begin a literal: its text without prefix and quotes, and room for every element that it can
 * give. */
static struct literal
begin(struct arena *a, struct diag *d, struct place place, const char *text, enum string_type as)
{
	size_t size = intern_size(text), from = 0;
	while (text[from] != '"' && text[from] != '\'')
		from++;
	struct literal l = { .arena = a, .diag = d, .place = place, .width = width_of(as) };
	l.p = text + from + 1;
	l.end = text + size - 1;
	l.data = arena_alloc(a, (size + 4) * l.width);
	return l;
}

static bool
decode(struct arena *a, struct diag *d, struct place place, const char *text, enum string_type as,
	struct token *out)
{
	struct literal l = begin(a, d, place, text, as);
	while (l.p < l.end)
		put_character(&l, next_character(&l));
	out->kind = TK_STRING;
	out->s.data = l.data;
	out->s.len = l.len;
	out->s.width = l.width;
	out->s.type = as;
	return !l.failed;
}

bool
pp_string(struct pp *pp, const struct pptok *t, struct token *out)
{
	return decode(pp->arena, pp->diag, t->place, t->text, prefix_of(t->text), out);
}

bool
token_decode_string(struct arena *a, struct diag *d, const struct token *t, enum string_type as,
	struct token *out)
{
	*out = *t;
	return decode(a, d, t->place, t->text, as, out);
}

/* Return what gcc makes of 'ab': each character shifts those before; at most four remain. */
static uint64_t
narrow_value(const struct literal *l, bool unsigned_char)
{
	uint32_t v = 0;
	if (l->len == 1)
		return unsigned_char ? (unsigned char)l->data[0] :
				       (uint64_t)(int64_t)(signed char)l->data[0];
	for (uint32_t i = 0; i < l->len; i++)
		v = v << 8 | (unsigned char)l->data[i];
	return (uint64_t)(int64_t)(int32_t)v;
}

/* Return the last of several wide characters, as gcc does. */
static uint64_t
wide_value(const struct literal *l, bool is_signed)
{
	uint32_t v = 0;
	uint16_t half;
	if (l->width == 2) {
		memcpy(&half, l->data + 2 * (size_t)(l->len - 1), 2);
		return half;
	}
	memcpy(&v, l->data + 4 * (size_t)(l->len - 1), 4);
	return is_signed ? (uint64_t)(int64_t)(int32_t)v : v;
}

bool
pp_char_constant(struct pp *pp, const struct pptok *t, struct token *out)
{
	enum string_type prefix = prefix_of(t->text);
	struct literal l = begin(pp->arena, pp->diag, t->place, t->text, prefix);
	bool wide_signed;
	while (l.p < l.end)
		put_character(&l, next_character(&l));
	if (l.len == 0)
		complain(&l, "empty character constant");
	if (l.failed)
		return false;
	if (l.len > (prefix == LIT_CHAR ? 4 : 1))
		diag_warn(pp->diag, t->place, NULL, "character constant too long for its type");
	else if (l.len > 1)
		diag_warn(pp->diag, t->place, "-Wmultichar", "multi-character character constant");
	out->kind = TK_CHARCONST;
	wide_signed = prefix == LIT_WCHAR && !pp->host.unsigned_wchar;
	out->i.value = l.width == 1 ? narrow_value(&l, pp->host.unsigned_char) :
				      wide_value(&l, wide_signed);
	out->i.type = prefix == LIT_CHAR16   ? LIT_USHORT :
		l.width == 4 && !wide_signed ? LIT_UINT :
					       LIT_INT;
	out->i.decimal = false;
	return true;
}
