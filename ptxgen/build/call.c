/*
 * call.c: calls (C11 6.5.2.2): of device functions, through pointers; and functions that OpenMP
 * ties to their caller, built in place.
 */
#include <string.h>

#include "build/internal.h"
#include "entries.h"

/* ---- functions built in place ---- */

enum {
	DEEPEST = 64,
	MOST_IN_PLACE = 2000 /* in one function or kernel: compiling takes seconds */
};

/* Return whether def is being built, in place or as the function itself. */
static bool
is_around(const struct fb *b, const struct decl *def)
{
	for (const struct inlined *i = b->inlined; i; i = i->outer)
		if (i->decl == def && (i->exit || !b->is_kernel))
			return true;
	return false;
}

static bool
can_enter(struct fb *b, const struct expr *e, struct decl *def)
{
	int depth = 0;

	for (struct inlined *i = b->inlined; i; i = i->outer, depth++)
		if (i->decl == def && i->exit) {
			error_at(b, e->place,
				"'%s' calls itself and has OpenMP constructs outside its own parallel "
				"regions or asks for thread numbers: device code cannot do both",
				def->name);
			return false;
		}
	if (depth > DEEPEST)
		error_at(b, e->place,
			"calls of functions with OpenMP constructs are nested too deeply");
	if (++b->in_place == MOST_IN_PLACE + 1)
		error_at(b, e->place,
			"more than %d calls of functions with OpenMP constructs come together here: each is "
			"built in place",
			MOST_IN_PLACE);
	return depth <= DEEPEST && b->in_place <= MOST_IN_PLACE;
}

/* Hide the locals of an earlier copy of the body from this copy. */
static struct home **
hide_locals(struct fb *b, struct decl *def)
{
	struct func_body *body = def->body;
	struct home **old = NEWN(b->arena, struct home *, body->nlocals + 1);

	for (int i = 0; i < body->nlocals; i++)
		old[i] = bind_home(b, body->locals[i], NULL);
	return old;
}

static void
restore_locals(struct fb *b, struct decl *def, struct home **old)
{
	for (int i = 0; i < def->body->nlocals; i++)
		bind_home(b, def->body->locals[i], old[i]);
}

/* Hide a construct's copies: a called function means the variable itself [5.1.2].  A variable that
 * is not declare target has no other place on the device than what the region was given. */
static void
hide_copies(struct fb *b, struct inlined *frame)
{
	for (size_t i = 0; i < b->copied.n; i++) {
		struct home *copy = bind_home(b, b->copied.v[i], NULL);

		if (copy)
			map_put(b->arena, &frame->copies, b->copied.v[i], copy);
	}
	b->copied.n = 0;
}

static void
restore_copies(struct fb *b, const struct inlined *frame)
{
	for (size_t i = 0; i < frame->copies.cap; i++)
		if (frame->copies.v[i].key)
			bind_home(b, (struct decl *)frame->copies.v[i].key,
				frame->copies.v[i].value);
}

static void
bind_argument(struct fb *b, struct decl *p, const struct argument *a)
{
	struct var_facts *facts = facts_of(b, p);
	bool keeps = !facts->written && !facts->addressed && !(p->type->quals & Q_VOLATILE);
	struct home *h;

	if (a->v.kind == VAL_REG && keeps && !is_memory_type(p->type)) {
		if (!b->f->regs[a->v.u.reg].name) /* no temporary any more */
			b->f->regs[a->v.u.reg].name = p->name;
		bind_home(b, p, reg_home(b, a->v.u.reg));
		return;
	}
	h = new_home(b, p);
	bind_home(b, p, h);
	if (is_memory_type(p->type))
		copy_bytes(b, h->addr, a->record, p->type->size, p->type->align);
	else if (h->kind == HOME_REG)
		ir_mov(&b->c, h->reg, a->v);
	else
		store(b, home_lval(b, h, p->type), a->v);
}

static void
bind_arguments(struct fb *b, const struct expr *e, struct decl *def, struct inlined *frame)
{
	int n = def->type->u.func.nparams, given = e->u.call.nargs;
	struct decl **p = def->type->u.func.params;
	struct argument *a = NEWN(b->arena, struct argument, given + 1);

	for (int i = 0; i < given; i++)
		a[i] = evaluate_argument(b, e->u.call.args[i], i < n ? p[i]->type : NULL);
	if (def->type->u.func.variadic)
		frame->varargs = lay_arguments(b, a + n, e->u.call.args + n, given - n, true);
	for (int i = 0; i < n; i++)
		bind_home(b, p[i], NULL);
	for (int i = 0; i < n; i++)
		bind_argument(b, p[i], &a[i]);
	for (int i = 0; i < n; i++)
		vla_lengths(b, p[i]->type, false);
}

static struct ir_value
call_in_place(struct fb *b, const struct expr *e, struct decl *def, struct addr *record)
{
	struct inlined frame = { .outer = b->inlined, .decl = def, .in = b->in };
	struct ir_block *break_to = b->break_to, *continue_to = b->continue_to;
	unsigned loops = b->loops;
	struct home **old;

	if (!can_enter(b, e, def))
		return ir_int(0);
	scan_function(b, def);
	old = hide_locals(b, def);
	bind_arguments(b, e, def, &frame);
	if (def->type->base->kind != TY_VOID)
		frame.result = scratch_home(b, def->type->base, NULL);
	frame.exit = new_block(b);
	hide_copies(b, &frame);
	b->inlined = &frame;
	b->break_to = b->continue_to = NULL;
	build_stmt(b, def->body->stmt);
	begin_block(b, frame.exit);
	b->inlined = frame.outer;
	b->break_to = break_to;
	b->continue_to = continue_to;
	b->loops = loops;
	restore_copies(b, &frame);
	restore_locals(b, def, old);
	if (!frame.result)
		return ir_none();
	if (frame.result->kind == HOME_REG)
		return ir_r(frame.result->reg);
	if (record)
		*record = frame.result->addr;
	return ir_none();
}

/* ---- real calls ---- */

static const struct type *
function_type(const struct expr *e, const struct decl *fn, const struct decl *def)
{
	const struct type *t = def ? def->type : fn ? fn->type : e->u.call.callee->type;

	return t->kind == TY_POINTER ? t->base : t;
}

/* Fill in the call's parameters from the definition or prototype.  Without one they come from the
 * arguments (6.5.2.2p6), in as many registers and bytes as every other call of FN has. */
static void
call_signature(struct fb *b, const struct expr *e, const struct type *ft, bool defined,
	struct ir_call *call)
{
	int n = e->u.call.nargs;

	signature(b->arena, ft, &call->sig, &call->nargs, &call->result);
	if (!ft->u.func.old_style || defined || ft->u.func.nparams == n)
		return;
	call->sig = NEWN(b->arena, struct ir_param, n + 1);
	for (int i = 0; i < n; i++)
		call->sig[i] = param_of(e->u.call.args[i]->type, NULL);
	call->nargs = n;
}

static bool
same_params(const struct ir_param *p, const struct ir_param *q, int n)
{
	for (int i = 0; i < n; i++)
		if (p[i].type != q[i].type || p[i].bytes != q[i].bytes)
			return false;
	return true;
}

/* Give another file's function, declared without parameters, those of its first call. */
static void
settle_params(struct fb *b, const struct expr *e, const struct decl *fn, const struct ir_call *call)
{
	struct ir_func *f = call->callee->func;

	if (!f->params) {
		f->params = call->sig;
		f->nparams = call->nargs;
	} else if (f->nparams != call->nargs || !same_params(f->params, call->sig, f->nparams)) {
		error_at(b, e->place,
			"'%s' is called with other arguments than before: declare it with its parameters",
			fn->name);
	}
}

static struct ir_value
pass(struct fb *b, const struct expr *e, const struct type *to)
{
	if (is_memory_type(e->type))
		return record_operand(b, build_record(b, e), e->type);
	return build_as(b, e, to ? to : e->type);
}

/* Return what goes into '...': one more argument, the address where the values lie. */
static struct ir_value
pass_rest(struct fb *b, struct expr **args, int n)
{
	struct argument *a = NEWN(b->arena, struct argument, n + 1);

	for (int i = 0; i < n; i++)
		a[i] = evaluate_argument(b, args[i], NULL);
	return n ? addr_value(b, lay_arguments(b, a, args, n, false)) : ir_int(0);
}

/* Return whether a function of that type takes as many arguments. */
static bool
count_fits(const struct type *fn, int given)
{
	int n = fn->u.func.nparams;

	return given == n || (given > n && fn->u.func.variadic);
}

static struct ir_value
emit_call(struct fb *b, const struct expr *e, struct ir_call *call, struct addr *record)
{
	const struct type *t = e->type;
	struct ir_inst *i;
	ir_reg dst = IR_NOREG;

	if (call->result.bytes) {
		struct addr at = scratch_home(b, t, NULL)->addr;
		call->result_addr = at.base;
		if (record)
			*record = at;
	} else if (call->result.type != IR_NONE) {
		dst = ir_reg_new(b->f, call->result.type, NULL);
	}
	i = ir_emit(&b->c, IR_CALL, call->result.type, dst, ir_none(), ir_none());
	i->call = call;
	if (call->noreturn) {
		b->c.block->term = TERM_UNREACHABLE;
		b->c.block->place = b->c.place;
		b->c.block = NULL;
	}
	return dst == IR_NOREG ? ir_none() : ir_r(dst);
}

static struct ir_value
real_call(struct fb *b, const struct expr *e, struct decl *fn, struct decl *def,
	struct addr *record)
{
	const struct type *ft = function_type(e, fn, def);
	struct ir_call *call = NEW(b->arena, struct ir_call);
	bool typed = count_fits(ft, e->u.call.nargs);
	int n;

	call_signature(b, e, ft, def != NULL, call);
	n = call->nargs - ft->u.func.variadic;
	if (!typed && n > e->u.call.nargs) {
		error_at(b, e->place, "this call passes %d arguments to a function of %d",
			e->u.call.nargs, n);
		return ir_int(0);
	}
	if (fn) {
		call->callee = function_symbol(b->u, fn);
		call->noreturn = fn->noreturn_ || (def && def->noreturn_);
		if (ft->u.func.old_style && call->callee->linkage == LINK_EXTERN)
			settle_params(b, e, fn, call);
	} else {
		call->target = build_expr(b, e->u.call.callee);
	}
	call->args = NEWN(b->arena, struct ir_value, call->nargs + 1);
	for (int i = 0; i < n; i++)
		call->args[i] = pass(b, e->u.call.args[i],
			i < ft->u.func.nparams ? ft->u.func.params[i]->type : NULL);
	if (ft->u.func.variadic)
		call->args[n] = pass_rest(b, e->u.call.args + n, e->u.call.nargs - n);
	for (int i = n; !ft->u.func.variadic && i < e->u.call.nargs; i++) /* nobody takes them */
		build_effects(b, e->u.call.args[i]);
	return emit_call(b, e, call, record);
}

/* Return some value that lets building go on after an error. */
static struct ir_value
no_value(struct fb *b, const struct expr *e, struct addr *record)
{
	if (record && is_record_type(e->type))
		*record = scratch_home(b, e->type, NULL)->addr;
	return is_float_type(e->type) ? ir_float(0) : ir_int(0);
}

static struct ir_value
undefined(struct fb *b, const struct expr *e, const struct decl *fn, struct addr *record)
{
	if (strncmp(fn->name, "__builtin_", 10) == 0)
		error_at(b, e->place, "'%s' is not available in device code", fn->name);
	else if (strcmp(fn->name, "setjmp") == 0 || strcmp(fn->name, "_setjmp") == 0 ||
		strcmp(fn->name, "longjmp") == 0)
		error_at(b, e->place, "device code cannot use %s", fn->name);
	else if (fn->undeclared)
		error_at(b, e->place,
			"device code calls '%s', which is neither declared nor defined here: "
			"define it above, or include the header that declares it",
			fn->name);
	else
		error_at(b, e->place,
			"device code calls '%s', which is not defined in this file and not "
			"'declare target'",
			fn->name);
	return no_value(b, e, record);
}

/* Return whether the caller takes the result for something else: the function was declared wrongly,
 * or not before the call. */
static bool
gives_another(const struct expr *e, const struct decl *def)
{
	const struct type *declared = e->type, *defined = def->type->base;

	if (declared->kind == TY_VOID || defined->kind == TY_VOID)
		return false;
	if (is_memory_type(declared) || is_memory_type(defined))
		return declared->size != defined->size ||
			is_memory_type(declared) != is_memory_type(defined);
	return reg_type(declared) != reg_type(defined);
}

/* Build a call whose variants have conditions. */
static struct ir_value
build_chosen(struct fb *b, const struct expr *e, struct decl *fn, struct addr *record)
{
	const struct omp_call *c = e->u.call.choice;
	struct expr *choice = ordered_choice(b, c, fn);
	struct addr at;

	for (int i = 0; i < c->nheld; i++)
		bind_home(b, c->held[i], new_home(b, c->held[i]));
	if (c->arguments)
		build_effects(b, c->arguments);
	if (!is_memory_type(e->type))
		return build_expr(b, choice);
	at = build_record(b, choice);
	if (record)
		*record = at;
	return ir_none();
}

/* Return whether a call of the device library is left to pass/flow/inline.c, so that it can leave a loop as
 * a whole. */
static bool
is_left(const struct fb *b, const struct decl *def)
{
	const struct type *t = def->type;

	if (!def->inline_ || b->u->options->optimize == 0 || without(b->u->options, INLINE) ||
		!is_of_library(b->u, def) || !type_is_arithmetic(t->base) ||
		is_complex_type(t->base))
		return false;
	for (const struct inlined *i = b->inlined; i; i = i->outer)
		if (i->exit && is_of_library(b->u, i->decl))
			return false;
	for (int i = 0; i < t->u.func.nparams; i++)
		if (!type_is_arithmetic(t->u.func.params[i]->type))
			return false;
	return true;
}

struct ir_value
build_call(struct fb *b, const struct expr *e, struct addr *record)
{
	struct decl *fn = called_function(e), *c, *def = NULL;
	struct ir_value v;

	if (fn && e->u.call.choice)
		return build_chosen(b, e, fn, record);
	if (fn) {
		fn = variant_for(b, fn);
		c = fn->canonical ? fn->canonical : fn;
		if (!own_definition(b->u, fn) &&
			(build_builtin(b, e, fn, &v) || build_omp_routine(b, e, fn->name, &v)))
			return v;
		def = find_definition(b->u, fn);
		if (!def && !may_be_elsewhere(b->u, c))
			return undefined(b, e, fn, record);
		if (def && gives_another(e, def)) {
			error_at(b, e->place,
				"'%s' returns '%s', which this call takes for '%s': declare it "
				"above, or include its header",
				fn->name, type_to_string(b->arena, def->type->base),
				type_to_string(b->arena, e->type));
			return no_value(b, e, record);
		}
		if (def && e->u.call.nargs < def->type->u.func.nparams &&
			function_facts(b->u, def)->in_place) {
			error_at(b, e->place, "'%s' has %d parameters", fn->name,
				def->type->u.func.nparams);
			return no_value(b, e, record);
		}
		if (def && function_facts(b->u, def)->in_place &&
			!(is_around(b, def) && can_be_called(b->u, def)) && !is_left(b, def))
			return call_in_place(b, e, def, record);
	}
	v = real_call(b, e, fn, def, record);
	return v.kind == VAL_NONE && type_is_scalar(e->type) && !is_complex_type(e->type) ?
		no_value(b, e, record) :
		v;
}
