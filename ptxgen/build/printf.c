/*
 * printf.c: printf as a call of the CUDA device's vprintf.
 *
 * vprintf takes the format and a buffer with the promoted arguments, one after the other, each
 * aligned to its size.  Its formats are fewer than C's (CUDA C++ Programming Guide, "Formatted
 * Output": %[flags][width][.precision][h|l|ll]cdiouxXpeEfgGaAs, at most 32 arguments; h was seen to
 * misread its argument on an H200).  So literal formats are translated:
 *
 *      %hhd %hd       the argument is narrowed here, and printed with %d
 *      %zu %jd %td    %llu %lld %lld
 *      %.*f           the precision is written into the format; it must be a constant
 *
 * What cannot be translated is an error at its argument, and so is a use of the number of characters,
 * which the device does not count.  Formats that are not literals go as they are.
 */
#include <string.h>

#include "build/internal.h"
#include "c/eval.h"

enum { MOST_ARGUMENTS = 32 };

struct printing {
	struct fb *b;
	struct expr **args;
	int nargs, next; /* arguments of the call; the first one not used yet */
	VEC(char) format;
	VEC(struct ir_value) values;
	VEC(const struct type *) types;
};

static const struct type narrow_types[] = {
	{ .kind = TY_SCHAR, .size = 1, .align = 1 },
	{ .kind = TY_UCHAR, .size = 1, .align = 1 },
	{ .kind = TY_SHORT, .size = 2, .align = 2 },
	{ .kind = TY_USHORT, .size = 2, .align = 2 },
};

static void
put(struct printing *p, const char *s, size_t n)
{
	while (n--)
		vec_push(p->b->arena, &p->format, *s++);
}

static bool
is_record(struct printing *p, const struct expr *e)
{
	if (!is_memory_type(e->type))
		return false;
	error_at(p->b, e->place, "printf cannot take a %s in device code",
		is_complex_type(e->type) ? "complex number" : "struct");
	return true;
}

/* Pass the next argument to vprintf, cut to type `narrow` first if that is not NULL. */
static void
pass(struct printing *p, const struct type *narrow)
{
	struct ir_value v;
	const struct expr *e;

	if (p->next == p->nargs)
		return; /* undefined (C11 7.21.6.1p2), and cc has warned */
	e = p->args[p->next++];
	if (is_record(p, e))
		return;
	v = build_expr(p->b, e);
	if (narrow && e->type->size == 4)
		v = convert(p->b, v, &int_type, narrow);
	vec_push(p->b->arena, &p->values, v);
	vec_push(p->b->arena, &p->types, e->type);
}

/* Put the constant's digits for a "*" behind a point.  A negative precision counts as absent. */
static void
constant_precision(struct printing *p)
{
	const struct expr *e = p->next < p->nargs ? p->args[p->next++] : NULL;
	int64_t n;
	const char *digits;

	if (!e)
		return;
	if (!eval_int(e, &n)) {
		error_at(p->b, e->place,
			"a precision that is not a constant: the device's printf has no '.*'");
		return;
	}
	if (n < 0)
		return;
	digits = arena_printf(p->b->arena, ".%lld", (long long)n);
	put(p, digits, strlen(digits));
}

static const char *
flags_and_width(struct printing *p, const char *s)
{
	const char *from = s;

	s += strspn(s, "#0- +'");
	put(p, from, s - from);
	from = s;
	if (*s == '*') {
		s++;
		pass(p, NULL);
	} else {
		s += strspn(s, "0123456789");
	}
	put(p, from, s - from);
	if (*s != '.')
		return s;
	if (s[1] == '*') {
		constant_precision(p);
		return s + 2;
	}
	from = s++;
	s += strspn(s, "0123456789");
	put(p, from, s - from);
	return s;
}

/* Read one conversion.  S is behind its '%'; return what follows it. */
static const char *
conversion(struct printing *p, const char *s)
{
	const struct type *narrow = NULL;
	const char *size;
	size_t n;

	put(p, "%", 1);
	s = flags_and_width(p, s);
	n = strspn(s, "hljztL");
	size = s;
	s += n;
	bool is_unsigned = *s && strchr("uxXo", *s);
	if (n && *size == 'h')
		narrow = &narrow_types[(n == 1 ? 2 : 0) + is_unsigned];
	else if (n && strchr("jzt", *size))
		put(p, "ll", 2);
	else if (n && *size != 'L')
		put(p, size, n);
	if (*s == 'n')
		error_at(p->b, p->b->c.place, "the device's printf has no '%%n'");
	if (!*s)
		return s;
	put(p, s, 1);
	if (*s != '%')
		pass(p, narrow);
	return s + 1;
}

static const struct expr *
literal(const struct expr *e)
{
	while (e->kind == EX_CAST)
		e = e->u.sub;
	return e->kind == EX_STRING && e->u.str.elem_size == 1 ? e : NULL;
}

static struct ir_value
translated(struct printing *p, const struct expr *format)
{
	const char *s = format->u.str.bytes, *end = s + strlen(s);

	while (s < end) {
		const char *percent = strchr(s, '%');
		size_t n = percent ? (size_t)(percent - s) : (size_t)(end - s);

		put(p, s, n);
		s += n;
		if (percent)
			s = conversion(p, s + 1);
	}
	put(p, "", 1);
	while (p->next < p->nargs) /* evaluated, and otherwise ignored */
		build_expr(p->b, p->args[p->next++]);
	return ir_op1(&p->b->c, IR_MOV, IR_I64,
		ir_symbol_value(text_symbol(p->b->u, p->format.v, p->format.n), 0));
}

/* Return how many characters a format without arguments prints. */
static int64_t
length(const struct printing *p)
{
	int64_t n = 0;

	for (size_t i = 0; i + 1 < p->format.n; i++, n++)
		i += p->format.v[i] == '%'; /* "%%" */
	return n;
}

/* Return whether the value of E may be CALL's. */
static bool
may_be(const struct expr *e, const struct expr *call)
{
	if (e == call || !e)
		return e;
	switch (e->kind) {
	case EX_CAST: return may_be(e->u.sub, call);
	case EX_COND: return may_be(e->u.cond.t, call) || may_be(e->u.cond.f, call);
	case EX_LOGAND:
	case EX_LOGOR:
	case EX_COMMA: return may_be(e->u.binary.r, call);
	default: return false;
	}
}

/* Build a printf whose format is argument number FORMAT.  The device's vprintf returns the number
 * of arguments [CUDA C++ Programming Guide, Formatted Output], C's printf that of characters. */
struct ir_value
build_printf(struct fb *b, const struct expr *call, int format)
{
	struct expr **args = call->u.call.args + format + 1;
	int nargs = call->u.call.nargs - format - 1;
	struct printing p = { .b = b, .args = args, .nargs = nargs };
	const struct expr *text = literal(args[-1]);
	bool counted = !may_be(b->unwanted, call);
	struct ir_value f = text ? translated(&p, text) : build_expr(b, args[-1]);
	uint64_t size = 0, at = 0;

	while (!text && p.next < nargs)
		pass(&p, NULL);
	if (p.values.n > MOST_ARGUMENTS)
		error_at(b, args[MOST_ARGUMENTS]->place,
			"the device's printf takes at most %d arguments", MOST_ARGUMENTS);
	if (counted && (!text || p.values.n > 0))
		error_at(b, call->place,
			"the device's printf does not count characters: expected no use of its result, "
			"or only '< 0'");
	if (p.values.n == 0) {
		struct ir_value printed = vprintf_call(b, f, ir_int(0));

		return text ? ir_int(length(&p)) : printed;
	}
	for (size_t i = 0; i < p.types.n; i++)
		size = ir_align_up(size, p.types.v[i]->size) + p.types.v[i]->size;
	struct addr buffer = print_buffer(b, size);
	for (size_t i = 0; i < p.values.n; i++) {
		enum ir_mem mem = mem_type(p.types.v[i]);

		at = ir_align_up(at, ir_mem_bytes(mem));
		ir_store(&b->c, mem, SPACE_LOCAL, buffer.base, at, p.values.v[i]);
		at += ir_mem_bytes(mem);
	}
	return vprintf_call(b, f, addr_value(b, buffer));
}
