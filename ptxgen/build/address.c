/*
 * address.c: functions with an address: which ones have code that a pointer can lead to, and
 * that code for library functions which a call makes into instructions (builtin.c).
 */
#include "build/internal.h"

/* Return whether the function is built where it is called.  Then it has no address, unless one with
 * serial regions will do. */
static bool
is_built_in_place(struct build *u, struct decl *fn, struct decl *def)
{
	if (!def)
		return omp_routine_in_place(fn->name);
	return function_facts(u, def)->in_place && !can_be_called(u, def);
}

bool
needs_wrapper(struct decl *fn, const struct decl *def)
{
	return !def && known_builtin(fn->name) && !fn->type->u.func.old_style;
}

struct ir_symbol *
function_address(struct build *u, struct decl *fn, struct place place)
{
	struct decl *def = find_definition(u, fn), *c = fn->canonical ? fn->canonical : fn;

	if (is_built_in_place(u, fn, def))
		diag_error(u->diag, place,
			"'%s' cannot be called through a pointer in device code: it has "
			"OpenMP constructs outside its own parallel regions or asks for thread numbers, "
			"and is built where it is called",
			fn->name);
	else if (needs_wrapper(c, def) && c->type->u.func.variadic)
		diag_error(u->diag, place,
			"'%s' cannot be called through a pointer in device code: a call of "
			"it is translated where it is written",
			fn->name);
	else if (def || needs_wrapper(c, def) || may_be_elsewhere(u, c))
		return function_symbol(u, fn);
	else
		diag_error(u->diag, place,
			"'%s' has no address on the device: it is not defined in this "
			"file and not 'declare target'",
			fn->name);
	return NULL;
}

/* Build the body: return fn(the parameters); */
void
build_wrapper(struct fb *b, struct decl *fn)
{
	struct type *result = fn->type->base;
	int n = fn->type->u.func.nparams;
	struct expr *callee = NEW(b->arena, struct expr), *call = NEW(b->arena, struct expr);
	struct expr *args = NEWN(b->arena, struct expr, n + 1);
	struct stmt s = {
		.kind = result->kind == TY_VOID ? ST_EXPR : ST_RETURN,
		.place = fn->place,
	};

	*callee =
		(struct expr){ .kind = EX_FUNC, .type = fn->type, .place = fn->place, .u.var = fn };
	*call = (struct expr){ .kind = EX_CALL,
		.type = result,
		.place = fn->place,
		.u.call = { .callee = callee,
			.args = NEWN(b->arena, struct expr *, n + 1),
			.nargs = n, }, };
	for (int i = 0; i < n; i++) {
		struct decl *p = fn->type->u.func.params[i];

		args[i] = (struct expr){
			.kind = EX_VAR,
			.type = p->type,
			.place = fn->place,
			.u.var = p,
		};
		call->u.call.args[i] = &args[i];
	}
	s.u.expr = call;
	build_stmt(b, &s);
}
