/* #if expressions (C11 6.10.1): integer arithmetic in intmax_t and uintmax_t.
 *
 * Tokens come macro-expanded, one at a time; an identifier that is left is 0. Operands that are
 * not evaluated (0 && …) may divide by zero. */
#include "pp/internal.h"

#include <string.h>

enum { MOST_NESTED = 250 };

struct value {
	intmax_t v;
	bool is_unsigned;
};

struct expr {
	struct pp *pp;
	struct pptok t; /* the current token */
	unsigned depth;
	bool failed;
};

static struct value
number(intmax_t v)
{
	return (struct value){ v, false };
}

static void
advance(struct expr *x)
{
	pp_expand(x->pp, &x->t);
}

static struct value
fail(struct expr *x, const char *expected)
{
	if (!x->failed && x->t.kind == PP_NEWLINE)
		diag_error(x->pp->diag, x->t.place, "expected %s before the end of the #if",
			expected);
	else if (!x->failed)
		diag_error(x->pp->diag, x->t.place, "expected %s in the #if, found '%s'", expected,
			x->t.text);
	x->failed = true;
	return number(0);
}

static void
expect(struct expr *x, int kind, const char *what)
{
	if (x->t.kind == kind)
		advance(x);
	else
		fail(x, what);
}

/* ---- operands ---- */

/* Read defined NAME or defined(NAME).  The name is not expanded. */
static struct value
defined_operator(struct expr *x)
{
	pp_fetch(x->pp, &x->t);
	bool paren = x->t.kind == TK_LPAREN;
	if (paren)
		pp_fetch(x->pp, &x->t);
	if (x->t.kind != TK_IDENT)
		return fail(x, "a macro name after 'defined'");
	struct name *name = name_of(x->pp, x->t.text);
	bool is_defined = name->macro || name->special >= S_HAS_INCLUDE;
	advance(x);
	if (paren)
		expect(x, TK_RPAREN, "')' after 'defined'");
	return number(is_defined);
}

static struct value
has_include(struct expr *x, bool next)
{
	pp_fetch(x->pp, &x->t);
	if (x->t.kind != TK_LPAREN)
		return fail(x, "'(' after '__has_include'");
	const char *header = pp_header_name(x->pp);
	if (!header) {
		advance(x);
		return fail(x, "\"FILENAME\" or <FILENAME>");
	}
	bool found = pp_has_include(x->pp, header, next);
	advance(x);
	expect(x, TK_RPAREN, "')' after '__has_include'");
	return number(found);
}

/* Read __has_attribute(NAME) or (SCOPE::NAME), and its likes. */
static struct value
has_something(struct expr *x, enum special what)
{
	const char *scope = NULL;
	pp_fetch(x->pp, &x->t);
	if (x->t.kind != TK_LPAREN)
		return fail(x, "'('");
	pp_fetch(x->pp, &x->t);
	const char *name = x->t.text;
	if (x->t.kind != TK_IDENT)
		return fail(x, "a name");
	pp_fetch(x->pp, &x->t);
	if (x->t.kind == TK_COLON) {
		pp_fetch(x->pp, &x->t);
		pp_fetch(x->pp, &x->t);
		scope = name;
		name = x->t.text;
		if (x->t.kind != TK_IDENT)
			return fail(x, "a name after '::'");
		pp_fetch(x->pp, &x->t);
	}
	if (x->t.kind != TK_RPAREN)
		return fail(x, "')'");
	advance(x);
	return number(pp_has(x->pp, what, scope, name));
}

static struct value
identifier(struct expr *x)
{
	enum special s = name_of(x->pp, x->t.text)->special;
	if (s == S_DEFINED)
		return defined_operator(x);
	if (s == S_HAS_INCLUDE || s == S_HAS_INCLUDE_NEXT)
		return has_include(x, s == S_HAS_INCLUDE_NEXT);
	if (s >= S_HAS_INCLUDE)
		return has_something(x, s);
	struct pptok name = x->t;
	advance(x);
	if (x->t.kind == TK_LPAREN && !x->failed) {
		diag_error(x->pp->diag, name.place, "function-like macro '%s' is not defined",
			name.text);
		x->failed = true;
	}
	return number(0);
}

static struct value
constant(struct expr *x)
{
	struct token c;
	bool ok = x->t.kind == PP_NUMBER ? pp_number(x->pp, &x->t, &c) :
					   pp_char_constant(x->pp, &x->t, &c);
	if (!ok) {
		x->failed = true;
		return number(0);
	}
	if (c.kind == TK_FLOATCONST)
		return fail(x, "an integer constant");
	bool is_unsigned = c.i.type == LIT_UINT || c.i.type == LIT_ULONG || c.i.type == LIT_ULLONG;
	advance(x);
	return (struct value){ (intmax_t)c.i.value, is_unsigned };
}

/* ---- operators ---- */

static struct value expression(struct expr *, bool live);

static struct value operand(struct expr *, bool live);

static struct value
unary(struct expr *x, bool live)
{
	int op = x->t.kind;
	advance(x);
	struct value a = operand(x, live);
	switch (op) {
	case TK_MINUS: a.v = (intmax_t)(0 - (uintmax_t)a.v); break;
	case TK_TILDE: a.v = ~a.v; break;
	case TK_BANG: a = number(!a.v); break;
	}
	return a;
}

static struct value
parenthesized(struct expr *x, bool live)
{
	advance(x);
	struct value a = expression(x, live);
	expect(x, TK_RPAREN, "')'");
	return a;
}

static struct value
operand(struct expr *x, bool live)
{
	if (x->depth >= MOST_NESTED || x->failed)
		return fail(x, "a less deeply nested expression");
	struct value a;
	x->depth++;
	switch (x->t.kind) {
	case TK_PLUS:
	case TK_MINUS:
	case TK_TILDE:
	case TK_BANG: a = unary(x, live); break;
	case TK_LPAREN: a = parenthesized(x, live); break;
	case TK_IDENT: a = identifier(x); break;
	case PP_NUMBER:
	case TK_CHARCONST: a = constant(x); break;
	default: a = fail(x, "an operand");
	}
	x->depth--;
	return a;
}

static int
precedence(int kind)
{
	switch (kind) {
	case TK_STAR:
	case TK_SLASH:
	case TK_PERCENT: return 10;
	case TK_PLUS:
	case TK_MINUS: return 9;
	case TK_SHL:
	case TK_SHR: return 8;
	case TK_LT:
	case TK_GT:
	case TK_LE:
	case TK_GE: return 7;
	case TK_EQ:
	case TK_NE: return 6;
	case TK_AMP: return 5;
	case TK_CARET: return 4;
	case TK_PIPE: return 3;
	case TK_ANDAND: return 2;
	case TK_OROR: return 1;
	default: return 0;
	}
}

static struct value
divide(struct expr *x, int op, struct value a, struct value b, bool live)
{
	bool is_unsigned = a.is_unsigned || b.is_unsigned;
	if (b.v == 0) {
		if (live && !x->failed) {
			diag_error(x->pp->diag, x->t.place, "division by zero in #if");
			x->failed = true;
		}
		return number(0);
	}
	if (is_unsigned) {
		uintmax_t u = (uintmax_t)a.v, w = (uintmax_t)b.v;
		return (struct value){ (intmax_t)(op == TK_SLASH ? u / w : u % w), true };
	}
	if (b.v == -1)
		return number(op == TK_SLASH ? (intmax_t)(0 - (uintmax_t)a.v) : 0);
	return number(op == TK_SLASH ? a.v / b.v : a.v % b.v);
}

static intmax_t
shift(struct value a, int op, struct value b)
{
	bool right = op == TK_SHR;
	uintmax_t n = (uintmax_t)b.v;
	if (!b.is_unsigned && b.v < 0) {
		right = !right;
		n = 0 - n;
	}
	if (n >= 64)
		return right && !a.is_unsigned && a.v < 0 ? -1 : 0;
	if (!right)
		return (intmax_t)((uintmax_t)a.v << n);
	return a.is_unsigned ? (intmax_t)((uintmax_t)a.v >> n) : a.v >> n;
}

static bool
less(struct value a, struct value b)
{
	return a.is_unsigned || b.is_unsigned ? (uintmax_t)a.v < (uintmax_t)b.v : a.v < b.v;
}

static struct value
binary(struct expr *x, struct value a, int op, struct value b, bool live)
{
	bool u = a.is_unsigned || b.is_unsigned;
	switch (op) {
	case TK_STAR: return (struct value){ (intmax_t)((uintmax_t)a.v * (uintmax_t)b.v), u };
	case TK_SLASH:
	case TK_PERCENT: return divide(x, op, a, b, live);
	case TK_PLUS: return (struct value){ (intmax_t)((uintmax_t)a.v + (uintmax_t)b.v), u };
	case TK_MINUS: return (struct value){ (intmax_t)((uintmax_t)a.v - (uintmax_t)b.v), u };
	case TK_SHL:
	case TK_SHR: return (struct value){ shift(a, op, b), a.is_unsigned };
	case TK_LT: return number(less(a, b));
	case TK_GT: return number(less(b, a));
	case TK_LE: return number(!less(b, a));
	case TK_GE: return number(!less(a, b));
	case TK_EQ: return number(a.v == b.v);
	case TK_NE: return number(a.v != b.v);
	case TK_AMP: return (struct value){ a.v & b.v, u };
	case TK_CARET: return (struct value){ a.v ^ b.v, u };
	case TK_PIPE: return (struct value){ a.v | b.v, u };
	case TK_ANDAND: return number(a.v && b.v);
	default: return number(a.v || b.v);
	}
}

/* Read operators that bind at least as tightly as LEVEL. */
static struct value
binaries(struct expr *x, int level, bool live)
{
	struct value a = operand(x, live);
	int p;
	while ((p = precedence(x->t.kind)) >= level && !x->failed) {
		int op = x->t.kind;
		bool skip = (op == TK_ANDAND && !a.v) || (op == TK_OROR && a.v);
		advance(x);
		struct value b = binaries(x, p + 1, live && !skip);
		a = binary(x, a, op, b, live);
	}
	return a;
}

static struct value
conditional(struct expr *x, bool live)
{
	struct value c = binaries(x, 1, live);
	if (x->t.kind != TK_QUESTION)
		return c;
	if (x->depth++ >= MOST_NESTED)
		return fail(x, "a less deeply nested expression");
	advance(x);
	struct value a = expression(x, live && c.v);
	expect(x, TK_COLON, "':' after '?'");
	struct value b = conditional(x, live && !c.v);
	x->depth--;
	return (struct value){ c.v ? a.v : b.v, a.is_unsigned || b.is_unsigned };
}

static struct value
expression(struct expr *x, bool live)
{
	struct value a = conditional(x, live);
	while (x->t.kind == TK_COMMA && !x->failed) {
		advance(x);
		a = conditional(x, live);
	}
	return a;
}

bool
pp_condition(struct pp *pp)
{
	struct expr x = { .pp = pp };
	advance(&x);
	struct value a = expression(&x, true);
	if (!x.failed && x.t.kind != PP_NEWLINE)
		fail(&x, "an operator");
	while (pp->top) /* after an error: what macros have left */
		pp_pop(pp);
	pp->has_unread = false;
	return !x.failed && a.v;
}
