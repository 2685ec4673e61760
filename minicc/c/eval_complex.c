/*
 * eval_complex.c: constants of complex type (C11 6.6p8, G.5), for initialisers; see eval.h.
 */
#include "c/eval.h"

static bool
is_complex(const struct expr *e)
{
	return e->type->kind == TY_COMPLEX;
}

static struct complex_const
rounded(const struct type *t, struct complex_const c)
{
	const struct type *real = t->kind == TY_COMPLEX ? t->base : t;

	return (struct complex_const){ float_round(real, c.re), float_round(real, c.im) };
}

static struct complex_const
product(struct complex_const a, struct complex_const b)
{
	return (struct complex_const){ a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re };
}

static struct complex_const
quotient(struct complex_const a, struct complex_const b)
{
	long double d = b.re * b.re + b.im * b.im;

	return (struct complex_const){ (a.re * b.re + a.im * b.im) / d,
		(a.im * b.re - a.re * b.im) / d };
}

/* Evaluate an operator.  Operands of real type have no imaginary part, rather than one of zero:
 * signs of zeros depend on it. */
static bool
eval_binary(const struct expr *e, struct complex_const *c)
{
	bool l = is_complex(e->u.binary.l), r = is_complex(e->u.binary.r);
	struct complex_const a, b;

	if (!eval_complex(e->u.binary.l, &a) || !eval_complex(e->u.binary.r, &b))
		return false;
	switch (e->u.binary.op) {
	case BIN_ADD:
		*c = (struct complex_const){ a.re + b.re, !l ? b.im : !r ? a.im : a.im + b.im };
		return true;
	case BIN_SUB:
		*c = (struct complex_const){ a.re - b.re, !l ? -b.im : !r ? a.im : a.im - b.im };
		return true;
	case BIN_MUL:
		*c = !l    ? (struct complex_const){ a.re * b.re, a.re * b.im } :
			!r ? (struct complex_const){ a.re * b.re, a.im * b.re } :
			     product(a, b);
		return true;
	case BIN_DIV:
		*c = !r ? (struct complex_const){ a.re / b.re, a.im / b.re } : quotient(a, b);
		return true;
	default: return false;
	}
}

static bool
eval_unary(const struct expr *e, struct complex_const *c)
{
	if (e->u.unary.op == UN_LOGNOT || !eval_complex(e->u.unary.sub, c))
		return false;
	c->im = -c->im;
	if (e->u.unary.op == UN_NEG) /* ~ is GNU's conjugate */
		c->re = -c->re;
	return true;
}

bool
eval_complex(const struct expr *e, struct complex_const *c)
{
	bool ok = false;

	c->im = 0;
	if (!is_complex(e))
		return eval_float(e, &c->re);
	if (e->kind == EX_COMPLEX)
		ok = eval_float(e->u.binary.l, &c->re) && eval_float(e->u.binary.r, &c->im);
	else if (e->kind == EX_BINARY)
		ok = eval_binary(e, c);
	else if (e->kind == EX_UNARY)
		ok = eval_unary(e, c);
	else if (e->kind == EX_CAST)
		ok = eval_complex(e->u.sub, c);
	*c = rounded(e->type, *c);
	return ok;
}
