/*
 * sema_call.c: function calls (C11 6.5.2.2), and constructs that only the host compiler implements.
 */
#include "c/internal.h"

struct expr *
expr_host(struct parser *p, const char *what, struct place place, struct type *t,
	struct expr **args, int n)
{
	struct expr *e = new_expr(p, EX_BUILTIN_HOST, t, place);
	int i;

	e->u.call.args = NEWN(p->arena, struct expr *, n + 1);
	e->u.call.nargs = n;
	e->u.call.what = what;
	for (i = 0; i < n; i++)
		e->u.call.args[i] = args[i];
	return e;
}

struct expr *
expr_vector(struct parser *p, struct place place, struct type *t, struct expr **args, int n)
{
	return expr_host(p, "vectors of GNU C (vector_size)", place, t, args, n);
}

static const char *
callee_name(const struct expr *callee)
{
	if ((callee->kind == EX_FUNC || callee->kind == EX_VAR) && callee->u.var->name)
		return callee->u.var->name;
	return NULL;
}

static void
wrong_count(struct parser *p, struct place place, struct expr *callee, const struct type *fn, int n)
{
	const char *name = callee_name(callee);

	diag_error(p->diag, place, "too %s arguments in call%s%s%s: %d expected, %d given",
		n < fn->u.func.nparams ? "few" : "many", name ? " to '" : "", name ? name : "",
		name ? "'" : "", fn->u.func.nparams, n);
	if (callee->kind == EX_FUNC)
		diag_note(p->diag, callee->u.var->place, "declared here");
}

static bool
fits_transparent_union(struct parser *p, const struct type *t, struct expr *arg)
{
	const struct field *f;

	if (t->kind != TY_UNION || !record_info(t)->transparent)
		return false;
	for (f = t->u.record->fields; f; f = f->next)
		if (type_same(f->type, arg->type) ||
			(f->type->kind == TY_POINTER &&
				(arg->type->kind == TY_POINTER || expr_is_null_constant(p, arg))))
			return true;
	return false;
}

static struct expr *
convert_arg(struct parser *p, struct expr *callee, struct type *param, struct expr *arg, int i)
{
	const char *name = callee_name(callee);
	const char *what;

	arg = decay(p, arg);
	if (fits_transparent_union(p, param, arg))
		return arg;
	/* most arguments need no message: its text is made for the others only */
	if (arg->type->unqual == param->unqual ||
		(type_is_arithmetic(arg->type) && type_is_arithmetic(param)))
		return expr_cast(p, arg, param);
	what = arena_printf(p->arena, "passing argument %d%s%s%s", i + 1, name ? " of '" : "",
		name ? name : "", name ? "'" : "");
	return expr_convert(p, arg, param, arg->place, what);
}

static void
convert_args(struct parser *p, struct expr *callee, const struct type *fn, struct expr **args,
	int n)
{
	int i;

	for (i = 0; i < n; i++) {
		if (!fn->u.func.old_style && i < fn->u.func.nparams)
			args[i] = convert_arg(p, callee, fn->u.func.params[i]->type, args[i], i);
		else
			args[i] = default_promote(p, args[i]);
		/* Of an old-style definition: what the callee would do with the promoted value. */
		if (fn->u.func.old_style && n == fn->u.func.nparams &&
			type_is_scalar(args[i]->type) && type_is_scalar(fn->u.func.params[i]->type))
			args[i] = expr_cast(p, args[i], fn->u.func.params[i]->type);
		if (args[i]->type->kind == TY_VOID)
			diag_error(p->diag, args[i]->place, "argument %d has type 'void'", i + 1);
	}
}

struct expr *
expr_call(struct parser *p, struct place place, struct expr *callee, struct expr **args, int n)
{
	struct type *fn;
	struct expr *e;

	while (callee->kind == EX_DEREF && callee->type->kind == TY_FUNCTION)
		callee = callee->u.sub; /* (*f)() is f() */
	if (expr_is_error(p, callee))
		return callee;
	fn = callee->type->kind == TY_POINTER ? callee->type->base : callee->type;
	if (fn->kind != TY_FUNCTION) {
		diag_error(p->diag, place, "called object is not a function but '%s'",
			show(p, callee->type));
		return expr_error(p, place);
	}
	if (callee->type->kind == TY_FUNCTION && callee->kind != EX_FUNC)
		callee = decay(p, callee);
	if (!fn->u.func.old_style &&
		(n < fn->u.func.nparams || (n > fn->u.func.nparams && !fn->u.func.variadic))) {
		wrong_count(p, place, callee, fn, n);
		return expr_error(p, place);
	}
	if (fn->base->kind != TY_VOID &&
		!require_complete(p, place, fn->base, "the result of the call"))
		return expr_error(p, place);
	convert_args(p, callee, fn, args, n);
	e = new_expr(p, EX_CALL, fn->base->unqual, place);
	e->u.call.callee = callee;
	e->u.call.args = args;
	e->u.call.nargs = n;
	return e;
}
