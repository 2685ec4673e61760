/*
 * call.c: direct calls of functions whose variants cc does not choose: because they have
 * conditions, or are those of `begin declare variant` [7.5].  The candidates are asked in the order
 * of decreasing score, a static one is the last; the arguments are evaluated once, before.
 *
 * For the device a call has a struct omp_call, which ptxgen/build/call.c puts in order, since it
 * knows the constructs around.  cc gets text, in the places of the callee, the parentheses and the
 * commas, so that calls among the arguments have theirs:
 *
 *	g(a, b)
 *
 * becomes
 *
 *	({ __auto_type __devrt_0 = (a); int __devrt_1 = (b);
 *	   g$when0(__devrt_0, __devrt_1) ? f(__devrt_0, __devrt_1) : g(__devrt_0, __devrt_1); })
 *
 * The last one is g, of whose static variants cc chooses, or a variant of a block, which has a name
 * of its own.
 */
#include "omp/newer/internal.h"

static bool
has_conditions(const struct omp_variant *v)
{
	while (v && !v->when)
		v = v->next;
	return v;
}

/* Return whether one of them is something that cc cannot choose by itself. */
static bool
is_unknown_to_cc(const struct omp_variant *v)
{
	while (v && !v->when && !v->of_block)
		v = v->next;
	return v;
}

/* Return how many of the GIVEN arguments are passed on: a condition may have no parameters, or none
 * for `...`. */
static int
arguments_of(const struct decl *fn, int given)
{
	int n = fn->type->u.func.nparams;

	return fn->is_condition && n < given && !fn->type->u.func.variadic ? n : given;
}

/* ---- for the device ---- */

/* Make the variables that hold the arguments, and the assignments to them. */
static void
hold_arguments(struct parser *p, const struct expr *e, struct omp_call *c)
{
	c->nheld = e->u.call.nargs;
	c->held = NEWN(p->arena, struct decl *, c->nheld + 1);
	for (int i = 0; i < c->nheld; i++) {
		struct expr *arg = e->u.call.args[i], *set;
		struct place place = arg->place;

		c->held[i] = new_local(p, "argument", arg->type->unqual, place);
		set = expr_assign(p, place, expr_var(p, place, c->held[i]), arg);
		c->arguments = c->arguments ? expr_comma(p, place, c->arguments, set) : set;
	}
}

static struct expr *
call_with(struct parser *p, const struct expr *e, struct decl *fn, const struct omp_call *c)
{
	int n = arguments_of(fn, c->nheld);
	struct expr **args = NEWN(p->arena, struct expr *, n + 1);

	for (int i = 0; i < n; i++)
		args[i] = expr_var(p, e->place, c->held[i]);
	return expr_call(p, e->place, expr_var(p, e->place, fn), args, n);
}

static struct omp_call *
choose_on_device(struct parser *p, const struct expr *e, struct decl *base)
{
	struct omp_call *c = NEW(p->arena, struct omp_call);
	struct omp_candidate **last = &c->candidates;

	hold_arguments(p, e, c);
	for (const struct omp_variant *v = base->variants; v; v = v->next) {
		if (!v->when)
			continue;
		*last = NEW(p->arena, struct omp_candidate);
		(*last)->variant = v;
		(*last)->when = call_with(p, e, v->when, c);
		(*last)->call = call_with(p, e, v->fn, c);
		last = &(*last)->next;
	}
	c->base = call_with(p, e, e->u.call.callee->u.var, c);
	return c;
}

/* ---- for the host ---- */

/* Return the text NAME(__devrt_0, …), NAME being that of FN. */
static const char *
call_text(struct parser *p, const char *name, const struct decl *fn, int nargs)
{
	const char *text = arena_printf(p->arena, "%s(", name);

	for (int i = 0; i < arguments_of(fn, nargs); i++)
		text = arena_printf(p->arena, "%s%s__devrt_%d", text, i > 0 ? ", " : "", i);
	return arena_printf(p->arena, "%s)", text);
}

/* Return what declares the variable for argument I, up to where the argument begins. */
static const char *
declaration_text(struct parser *p, const struct expr *e, int i)
{
	struct expr *arg = e->u.call.args[i];
	const char *type = "__auto_type";

	if (type_is_arithmetic(arg->type) && arg->type->kind != TY_ENUM)
		type = type_to_string(p->arena, arg->type->unqual);
	else if (arg->type->kind == TY_ENUM)
		type = type_to_string(p->arena, arg->type->unqual->base);
	else if (arg->type->kind == TY_POINTER && type_is_integer(omp_strip(arg)->type))
		type = "void *"; /* 0 */
	return arena_printf(p->arena, "%s __devrt_%d = (", type, i);
}

/* Return whether the function is declared in a block for devices alone. */
static bool
is_hidden_from_cc(struct parser *p, const struct decl *d)
{
	for (size_t i = 0; i < p->unit->edits.n; i++) {
		const struct omp_edit *e = &p->unit->edits.v[i];

		if (!e->text && d->first && d->first >= e->first && d->first <= e->last)
			return true;
	}
	return false;
}

/* Return as text the variants with conditions that come first.  Set *LAST to what is called where
 * none holds. */
static const char *
choice_text(struct parser *p, const struct expr *e, const struct decl *base, const char **last)
{
	const struct omp_variant *v = NULL;
	const char *text = "", *name = e->u.call.callee->u.var->name;
	unsigned around = omp_around(omp_leaves_around(p->construct));
	int n = e->u.call.nargs;

	while ((v = omp_next_variant(base->host_variants, around, v)) && v->when)
		text = arena_printf(p->arena, "%s%s ? %s : ", text,
			call_text(p, v->when->name, v->when, n),
			call_text(p, v->fn->name, v->fn, n));
	*last = name;
	if (v && v->of_block && is_hidden_from_cc(p, base))
		*last = v->fn->name;
	else if (v && v->of_block) /* the base is named, so that cc does not think it unused */
		*last = arena_printf(p->arena, "(0 ? %s : %s)", name, v->fn->name);
	return text;
}

static void
choose_on_host(struct parser *p, const struct expr *e, const struct decl *base)
{
	const struct token *callee = e->u.call.callee->first, *open = e->u.call.callee->last + 1;
	const char *begin = "__extension__ ({ ", *last, *choice = choice_text(p, e, base, &last),
		   *end;
	int n = e->u.call.nargs;

	if (!*choice) {
		if (last != e->u.call.callee->u.var->name)
			omp_rewrite(p, callee, e->u.call.callee->last, last);
		return;
	}
	if (n > 0)
		begin = arena_printf(p->arena, "%s%s", begin, declaration_text(p, e, 0));
	end = arena_printf(p->arena, "%s%s%s; })", n > 0 ? "); " : "", choice,
		call_text(p, last, e->u.call.callee->u.var, n));
	omp_rewrite(p, callee, open, begin);
	for (int i = 1; i < n; i++) {
		const struct token *comma = omp_strip(e->u.call.args[i])->first - 1;

		omp_rewrite(p, comma, comma,
			arena_printf(p->arena, "); %s", declaration_text(p, e, i)));
	}
	omp_rewrite(p, p->prev, p->prev, end);
}

/* ---- both ---- */

void
omp_choose_callee(struct parser *p, struct expr *e)
{
	struct decl *base;

	if (e->kind != EX_CALL || e->u.call.callee->kind != EX_FUNC || !p->omp || !p->fn)
		return;
	omp_settle_variants(p);
	base = omp_canonical(e->u.call.callee->u.var);
	if (has_conditions(base->variants))
		e->u.call.choice = choose_on_device(p, e, base);
	if (is_unknown_to_cc(base->host_variants) && e->u.call.callee->first)
		choose_on_host(p, e, base);
}
