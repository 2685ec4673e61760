/*
 * parse_expr.c: constant expressions (PTX ISA 4.6): C's operators on s64, u64 and f64.
 */
#include <string.h>

#include "ptx/parse.h"

static bool parse_level(struct parser *ps, int level, struct constant *c);

static double
as_double(const struct constant *c)
{
	double d;
	float f;
	if (c->kind == 's')
		return (double)(int64_t)c->bits;
	if (c->kind == 'u')
		return (double)c->bits;
	if (c->is_f32) {
		uint32_t bits = (uint32_t)c->bits;
		memcpy(&f, &bits, 4);
		return f;
	}
	memcpy(&d, &c->bits, 8);
	return d;
}

static struct constant
of_double(double d)
{
	struct constant c = { .kind = 'f' };
	memcpy(&c.bits, &d, 8);
	return c;
}

static struct constant
of_int(char kind, uint64_t bits)
{
	return (struct constant){ .kind = kind, .bits = bits };
}

static bool
truth(const struct constant *c)
{
	return c->kind == 'f' ? as_double(c) != 0 : c->bits != 0;
}

/* Parse (.s64) or (.u64), the casts that PTX has. */
static bool
parse_cast(struct parser *ps, struct constant *c)
{
	char kind = lex_is_dot(&ps->lx, "s64") ? 's' : 'u';
	lex_next(&ps->lx);
	if (!parse_expect(ps, ')') || !parse_level(ps, 11, c))
		return false;
	if (c->kind == 'f') {
		double d = as_double(c);
		bool fits = d > -9.2e18 && d < 9.2e18;
		*c = of_int(kind, fits ? (uint64_t)(int64_t)d : 0);
	}
	c->kind = kind;
	return true;
}

static bool
parse_paren(struct parser *ps, struct constant *c)
{
	lex_next(&ps->lx);
	if (lex_is_dot(&ps->lx, "s64") || lex_is_dot(&ps->lx, "u64"))
		return parse_cast(ps, c);
	return parse_level(ps, 0, c) && parse_expect(ps, ')');
}

static bool
parse_primary(struct parser *ps, struct constant *c)
{
	struct token *t = &ps->lx.tok;
	if (lex_is(&ps->lx, '('))
		return parse_paren(ps, c);
	if (t->kind == TOK_INT)
		*c = of_int(t->is_unsigned ? 'u' : 's', t->bits);
	else if (t->kind == TOK_FLOAT)
		*c = (struct constant){ 'f', t->bits, t->is_f32 };
	else if (tok_is(t, "WARP_SZ"))
		*c = of_int('s', 32);
	else
		return parse_error(ps, "a constant"), false;
	lex_next(&ps->lx);
	return true;
}

static bool
negate(struct constant *c)
{
	if (c->kind != 'f')
		c->bits = -c->bits;
	else
		c->bits ^= c->is_f32 ? 0x80000000u : (uint64_t)1 << 63;
	return true;
}

static bool
parse_unary(struct parser *ps, struct constant *c)
{
	char op = ps->lx.tok.kind == TOK_PUNCT ? ps->lx.tok.punct : 0;
	if (op != '-' && op != '+' && op != '~' && op != '!')
		return parse_primary(ps, c);
	struct ptx_place where = lex_place(&ps->lx);
	lex_next(&ps->lx);
	if (!parse_level(ps, 11, c))
		return false;
	if (op == '+')
		return true;
	if (op == '-')
		return negate(c);
	if (op == '!') {
		*c = of_int('s', !truth(c));
		return true;
	}
	if (c->kind == 'f') {
		diag_error(ps->diag, where, "'~' wants an integer");
		return false;
	}
	c->bits = ~c->bits;
	return true;
}

static int
level_of(const struct token *t)
{
	static const struct {
		char op;
		signed char level;
	} levels[] = {
		{ P_OR, 1 },
		{ P_AND, 2 },
		{ '|', 3 },
		{ '^', 4 },
		{ '&', 5 },
		{ P_EQ, 6 },
		{ P_NE, 6 },
		{ '<', 7 },
		{ '>', 7 },
		{ P_LE, 7 },
		{ P_GE, 7 },
		{ P_SHL, 8 },
		{ P_SHR, 8 },
		{ '+', 9 },
		{ '-', 9 },
		{ '*', 10 },
		{ '/', 10 },
		{ '%', 10 },
	};
	if (t->kind != TOK_PUNCT)
		return -1;
	for (unsigned i = 0; i < sizeof levels / sizeof *levels; i++)
		if (levels[i].op == t->punct)
			return levels[i].level;
	return -1;
}

static bool
apply_float(char op, double a, double b, struct constant *c)
{
	switch (op) {
	case '+': *c = of_double(a + b); return true;
	case '-': *c = of_double(a - b); return true;
	case '*': *c = of_double(a * b); return true;
	case '/': *c = of_double(a / b); return true;
	case '<': *c = of_int('s', a < b); return true;
	case '>': *c = of_int('s', a > b); return true;
	case P_LE: *c = of_int('s', a <= b); return true;
	case P_GE: *c = of_int('s', a >= b); return true;
	case P_EQ: *c = of_int('s', a == b); return true;
	case P_NE: *c = of_int('s', a != b); return true;
	}
	return false;
}

static uint64_t
divide(char op, char kind, uint64_t a, uint64_t b)
{
	if (kind == 'u')
		return op == '/' ? a / b : a % b;
	if (b == UINT64_MAX)
		return op == '/' ? -a : 0;
	return (uint64_t)(op == '/' ? (int64_t)a / (int64_t)b : (int64_t)a % (int64_t)b);
}

static bool
less(char kind, uint64_t a, uint64_t b)
{
	return kind == 'u' ? a < b : (int64_t)a < (int64_t)b;
}

static uint64_t
shift(char op, char kind, uint64_t a, uint64_t b)
{
	if (b > 63)
		return op == P_SHR && kind == 's' && (int64_t)a < 0 ? UINT64_MAX : 0;
	if (op == P_SHL)
		return a << b;
	return kind == 's' ? (uint64_t)((int64_t)a >> b) : a >> b;
}

static bool
apply_int(char op, char kind, uint64_t a, uint64_t b, struct constant *c)
{
	switch (op) {
	case '+': *c = of_int(kind, a + b); return true;
	case '-': *c = of_int(kind, a - b); return true;
	case '*': *c = of_int(kind, a * b); return true;
	case '/':
	case '%': *c = of_int(kind, divide(op, kind, a, b)); return true;
	case '&': *c = of_int(kind, a & b); return true;
	case '|': *c = of_int(kind, a | b); return true;
	case '^': *c = of_int(kind, a ^ b); return true;
	case P_SHL:
	case P_SHR: *c = of_int(kind, shift(op, kind, a, b)); return true;
	case '<': *c = of_int('s', less(kind, a, b)); return true;
	case '>': *c = of_int('s', less(kind, b, a)); return true;
	case P_LE: *c = of_int('s', !less(kind, b, a)); return true;
	case P_GE: *c = of_int('s', !less(kind, a, b)); return true;
	case P_EQ: *c = of_int('s', a == b); return true;
	case P_NE: *c = of_int('s', a != b); return true;
	}
	return false;
}

static bool
apply(struct parser *ps, struct ptx_place where, char op, struct constant *a,
	const struct constant *b)
{
	if (op == P_AND || op == P_OR) {
		*a = of_int('s', op == P_AND ? truth(a) && truth(b) : truth(a) || truth(b));
		return true;
	}
	bool is_float = a->kind == 'f' || b->kind == 'f';
	char kind = a->kind == 'u' || b->kind == 'u' ? 'u' : 's';
	if (!is_float && (op == '/' || op == '%') && !b->bits) {
		diag_error(ps->diag, where, "division by zero in a constant expression");
		return false;
	}
	if (op == P_SHL || op == P_SHR)
		kind = a->kind;
	if (is_float ? apply_float(op, as_double(a), as_double(b), a) :
		       apply_int(op, kind, a->bits, b->bits, a))
		return true;
	diag_error(ps->diag, where, "this operator wants integers");
	return false;
}

/* Parse by precedence.  Level 0 adds ?:, 11 is a unary expression. */
static bool
parse_binary(struct parser *ps, int level, struct constant *c)
{
	if (!parse_unary(ps, c))
		return false;
	for (;;) {
		int next = level_of(&ps->lx.tok);
		if (next < 0 || next < level)
			return true;
		struct ptx_place where = lex_place(&ps->lx);
		char op = ps->lx.tok.punct;
		struct constant b;
		lex_next(&ps->lx);
		if (!parse_level(ps, next + 1, &b) || !apply(ps, where, op, c, &b))
			return false;
	}
}

static bool
parse_choice(struct parser *ps, struct constant *c)
{
	struct constant a, b;
	if (!parse_binary(ps, 1, c))
		return false;
	if (!lex_accept(&ps->lx, '?'))
		return true;
	if (!parse_level(ps, 0, &a) || !parse_expect(ps, ':') || !parse_level(ps, 0, &b))
		return false;
	*c = truth(c) ? a : b;
	return true;
}

static bool
parse_level(struct parser *ps, int level, struct constant *c)
{
	if (ps->depth >= PARSE_DEPTH) {
		diag_error(ps->diag, lex_place(&ps->lx), "nested too deeply");
		return false;
	}
	ps->depth++;
	bool ok = level == 0 ? parse_choice(ps, c) :
		level >= 11  ? parse_unary(ps, c) :
			       parse_binary(ps, level, c);
	ps->depth--;
	return ok;
}

bool
parse_constant(struct parser *ps, struct constant *c)
{
	return parse_level(ps, 0, c);
}

bool
parse_int(struct parser *ps, int64_t *value)
{
	struct constant c;
	struct ptx_place where = lex_place(&ps->lx);
	if (!parse_constant(ps, &c))
		return false;
	if (c.kind == 'f') {
		diag_error(ps->diag, where, "expected an integer");
		return false;
	}
	*value = (int64_t)c.bits;
	return true;
}
