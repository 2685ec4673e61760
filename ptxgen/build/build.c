/*
 * build.c: a unit's kernels, device functions and variables, one after the other, until no called
 * function is left to build.
 *
 * What code means is in the other files of this room; here are the frame of a function's graph and
 * the names and symbols of the module.
 */
#include "build/internal.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

#include "ir/graph.h"
void
error_at(struct fb *b, struct place place, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	const char *text = arena_vprintf(b->arena, fmt, ap);
	va_end(ap);
	diag_error(b->u->diag, place.file ? place : b->c.place, "%s", text);
	for (struct inlined *i = b->inlined; i && i->exit; i = i->outer)
		diag_note(b->u->diag, i->decl->place, "in '%s', which device code calls",
			i->decl->name);
}

/* ---- names ---- */

static const char *const reserved[] = { "abs", "add", "addc", "and", "atom", "bar", "bfe", "bfi",
	"bfind", "bra", "brev", "brkpt", "brx", "call", "clz", "cnot", "copysign", "cos", "cvt",
	"cvta", "div", "ex2", "exit", "fma", "isspacep", "ld", "ldu", "lg2", "mad", "madc", "max",
	"membar", "min", "mov", "mul", "neg", "nop", "not", "or", "pmevent", "popc", "prefetch",
	"prmt", "rcp", "red", "rem", "ret", "rsqrt", "sad", "selp", "set", "setp", "shf", "shfl",
	"shl", "shr", "sin", "slct", "sqrt", "st", "sub", "subc", "suld", "sured", "sust", "testp",
	"tex", "tld4", "trap", "txq", "vadd", "vote", "xor", "align", "const", "entry", "extern",
	"file", "func", "global", "local", "loc", "param", "pragma", "reg", "section", "shared",
	"target", "version", "visible", "weak", "common", "tanh", "activemask", "alloca", "barrier",
	"fence", "match", "nanosleep", "redux", "WARP_SZ", "_", NULL };

bool
ptx_reserved(const char *name)
{
	for (int i = 0; reserved[i]; i++)
		if (strcmp(reserved[i], name) == 0)
			return true;
	return false;
}

static bool
name_taken(struct build *u, const char *name)
{
	for (int i = 0; i < u->unit->ntargets; i++)
		if (strcmp(u->unit->targets[i]->u.target.kernel_name, name) == 0)
			return true;
	return ptx_reserved(name) || ir_symbol_find(u->m, name);
}

const char *
ptx_name(struct build *u, const char *want)
{
	char *base = arena_strdup(u->arena, want), *name = base;

	for (char *p = base; *p; p++)
		if (!isalnum((unsigned char)*p) && *p != '_' && *p != '$')
			*p = '_';
	for (int i = 1; name_taken(u, name); i++)
		name = arena_printf(u->arena, "%s_%d", base, i);
	return name;
}

/* ---- functions by name ---- */

static struct decl *
find_in_unit(struct unit *lib, const char *name)
{
	for (int i = 0; lib && i < lib->ndecls; i++) {
		struct decl *d = lib->decls[i];

		if (d->kind == DECL_FUNC && d->body && d->storage != SC_STATIC && d->name &&
			strcmp(d->name, name) == 0)
			return d;
	}
	return NULL;
}

/* Return whether -use_fast_math leaves this function of float to the hardware
 * (devrt/device/math_fast.c). */
static bool
fast_function(const char *name)
{
	static const char *const names[] = { "sinf", "cosf", "tanf", "sincosf", "expf", "exp2f",
		"exp10f", "logf", "log2f", "log10f", "powf", NULL };

	for (int i = 0; names[i]; i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return false;
}

struct decl *
library_function(struct build *u, const char *name)
{
	struct decl *d;

	if (strncmp(name, "__builtin_", 10) == 0)
		name += 10;
	if (u->options->modes.fast_functions && fast_function(name))
		name = arena_printf(u->arena, "__%s", name);
	for (int i = strncmp(name, "omp_", 4) == 0 ? 2 : 0; i < 3; i++) {
		struct library *lib = &u->libraries[i];

		if (!lib->asked && u->options->device_library) {
			lib->asked = true;
			lib->unit = u->options->device_library(u->options->device_library_ctx,
				lib->name);
		}
		if ((d = find_in_unit(lib->unit, name)))
			return d;
	}
	return NULL;
}

bool
is_of_library(struct build *u, const struct decl *def)
{
	for (int i = 0; i < 3; i++)
		for (int k = 0; u->libraries[i].unit && k < u->libraries[i].unit->ndecls; k++)
			if (u->libraries[i].unit->decls[k] == def)
				return true;
	return false;
}

struct ir_symbol *
library_symbol(struct build *u, const char *name)
{
	struct decl *d = library_function(u, name);

	return d ? function_symbol(u, d) : NULL;
}

/* Call the function that variable-length arrays get their memory from.  It ends the kernel if there
 * is none. */
void
need_heap(struct build *u)
{
	library_symbol(u, HEAP_FUNCTION);
}

/* Return the program's own definition.  What headers define inline of a builtin does not count. */
struct decl *
own_definition(struct build *u, struct decl *fn)
{
	struct decl *c = fn->canonical ? fn->canonical : fn;
	struct decl *d = c->definition ? c->definition : c;

	if (!d->body || (place_is_system(u->unit->sources, d->place) && known_builtin(d->name)))
		return NULL;
	return d;
}

/* Return the program's own definition, else the device library's, else one in a system header. */
struct decl *
find_definition(struct build *u, struct decl *fn)
{
	struct decl *c = fn->canonical ? fn->canonical : fn, *own = own_definition(u, fn), *d;

	if (own && !place_is_system(u->unit->sources, own->place))
		return own;
	if (!c->name || known_builtin(c->name))
		return own;
	d = map_get(&u->resolved, c);
	if (!d) {
		d = library_function(u, c->name);
		map_put(u->arena, &u->resolved, c, d ? d : c);
	}
	return d == c ? own : d;
}

/* Return whether the function is without a definition for the device in this file.  Using it makes
 * it declare target [7.8.2]; what the system's headers declare, the host alone has. */
bool
may_be_elsewhere(struct build *u, const struct decl *c)
{
	return c->declare_target ||
		(c->storage != SC_STATIC && !c->undeclared && !c->host_only &&
			!place_is_system(u->unit->sources, c->place));
}

static void
set_function_linkage(struct ir_symbol *s, struct decl *c, const struct decl *def)
{
	bool visible = c->declare_target || (def && def->declare_target);

	if (needs_wrapper(c, def))
		s->linkage = LINK_LOCAL;
	else if (!def)
		s->linkage = LINK_EXTERN;
	else if (!visible || c->storage == SC_STATIC || def->storage == SC_STATIC)
		s->linkage = LINK_LOCAL;
	else
		s->linkage = def->inline_ || c->weak || def->weak ? LINK_WEAK : LINK_VISIBLE;
}

/* Return a function's name in PTX.  A wrapper is not called what it wraps: that may be a function
 * of the device, like malloc. */
static const char *
function_name(struct build *u, const struct ir_symbol *s, struct decl *c, const struct decl *def)
{
	if (needs_wrapper(c, def))
		return ptx_name(u, arena_printf(u->arena, "%s$pointer", c->name));
	if (s->linkage == LINK_LOCAL)
		return ptx_name(u, c->name);
	if (ptx_reserved(c->name))
		return arena_printf(u->arena, "%s_", c->name);
	return ascii_name(u->arena, c->asm_name ? c->asm_name : c->name);
}

static void
queue_body(struct build *u, struct todo body)
{
	struct todo *t = NEW(u->arena, struct todo);

	*t = body;
	*u->todo_end = t;
	u->todo_end = &t->next;
}

struct ir_symbol *
combiner_symbol(struct build *u, const struct omp_declared_reduction *r)
{
	static const struct ir_param pointer = { .type = IR_I64, .mem = MEM_64, .align = 8 };
	struct ir_symbol *s = map_get(&u->symbols, r);
	const char *name;

	if (s)
		return s;
	name = r->op == RED_DECLARED ? arena_printf(u->arena, "combine_%s", r->name) : "combine";
	s = ir_symbol_new(u->m, ptx_name(u, name), SYM_FUNC);
	map_put(u->arena, &u->symbols, r, s);
	s->linkage = LINK_LOCAL;
	s->place = r->combiner->place;
	s->func = ir_func_new(u->arena, s->name, false);
	s->func->place = s->place;
	s->func->nparams = 2;
	s->func->params = NEWN(u->arena, struct ir_param, 2);
	for (int k = 0; k < 2; k++) {
		s->func->params[k] = pointer;
		s->func->params[k].name = k ? "omp_in" : "omp_out";
	}
	queue_body(u, (struct todo){ .reduction = r, .symbol = s });
	return s;
}

struct ir_symbol *
function_symbol(struct build *u, struct decl *fn)
{
	struct decl *def = find_definition(u, fn);
	struct decl *c = def ? def : fn;
	struct ir_symbol *s;

	c = c->canonical ? c->canonical : c;
	if ((s = map_get(&u->symbols, c)))
		return s;
	s = ir_symbol_new(u->m, "", SYM_FUNC);
	map_put(u->arena, &u->symbols, c, s);
	set_function_linkage(s, c, def);
	s->name = function_name(u, s, c, def);
	s->place = c->place;
	s->func = ir_func_new(u->arena, s->name, false);
	s->func->place = c->place;
	s->func->noreturn = c->noreturn_;
	s->func->decl = c;
	signature(u->arena, def ? def->type : c->type, &s->func->params, &s->func->nparams,
		&s->func->result);
	if (s->linkage == LINK_EXTERN) {
		if (c->type->u.func.old_style) /* the first call says what it takes */
			s->func->params = NULL;
		return s;
	}
	queue_body(u, (struct todo){ .decl = def ? def : c, .symbol = s });
	return s;
}

/* ---- blocks ---- */

struct ir_block *
new_block(struct fb *b)
{
	return ir_block_new(b->f, NULL, b->in);
}

void
begin_block(struct fb *b, struct ir_block *block)
{
	if (b->c.block)
		ir_jump(&b->c, block);
	b->c.block = block;
	vec_push(b->arena, &b->order, block);
}

void
enter_construct(struct fb *b, struct ir_construct *con)
{
	con->place = b->c.place;
	con->body = ir_block_new(b->f, NULL, con);
	con->next = ir_block_new(b->f, NULL, b->in);
	if (!b->c.block)
		begin_block(b, new_block(b));
	b->c.block->term = TERM_CONSTRUCT;
	b->c.block->construct = con;
	b->c.block->place = b->c.place;
	b->c.block = NULL;
	b->in = con;
	if (con->kind == CON_PARALLEL)
		b->region = con;
	begin_block(b, con->body);
}

void
leave_construct(struct fb *b, struct ir_construct *con)
{
	if (b->c.block) {
		b->c.block->term = TERM_END;
		b->c.block->construct = con;
		b->c.block->place = b->c.place;
		b->c.block = NULL;
	}
	b->in = con->parent;
	if (con->kind == CON_PARALLEL)
		b->region = con->region;
	begin_block(b, con->next);
}

static bool *
reachable(struct fb *b)
{
	int cap = graph_max_successors(b->f), n;
	bool *seen = NEWN(b->arena, bool, b->f->nblocks);
	struct ir_block **next = NEWN(b->arena, struct ir_block *, cap);
	VEC(struct ir_block *) stack = { 0 };

	vec_push(b->arena, &stack, b->order.v[0]);
	seen[b->order.v[0]->id] = true;
	while (stack.n) {
		n = ir_successors(vec_pop(&stack), next, cap);
		for (int i = 0; i < n; i++)
			if (!seen[next[i]->id]) {
				seen[next[i]->id] = true;
				vec_push(b->arena, &stack, next[i]);
			}
	}
	return seen;
}

/* Drop constructs that are never entered.  Number the rest as they come. */
static void
renumber_constructs(struct ir_func *f)
{
	uint32_t n = 0, ids[2] = { 0, 0 };

	for (uint32_t i = 0; i < f->nconstructs; i++) {
		struct ir_construct *c = f->constructs[i];
		bool entered = false;

		for (struct ir_block *k = f->blocks; k && !entered; k = k->next)
			entered = k->term == TERM_CONSTRUCT && k->construct == c;
		if (!entered)
			continue;
		c->id = ++ids[c->kind == CON_PARALLEL];
		f->constructs[n++] = c;
	}
	f->nconstructs = n;
}

void
finish_blocks(struct fb *b)
{
	bool *seen = reachable(b);
	struct ir_block **end = &b->f->blocks;
	uint32_t n = 0;

	for (size_t i = 0; i < b->order.n; i++) {
		struct ir_block *k = b->order.v[i];

		if (!seen[k->id])
			continue;
		seen[k->id] = false; /* once */
		*end = k;
		end = &k->next;
		b->f->last_block = k;
	}
	*end = NULL;
	for (struct ir_block *k = b->f->blocks; k; k = k->next)
		k->id = n++;
	b->f->nblocks = n;
	renumber_constructs(b->f);
}

/* ---- functions and kernels ---- */

static void
start(struct fb *b, struct build *u, struct ir_func *f, struct decl *decl)
{
	memset(b, 0, sizeof *b);
	b->u = u;
	b->arena = u->arena;
	b->f = f;
	b->c.func = f;
	b->decl = decl;
	b->is_kernel = f->is_kernel;
	b->c.place = f->place;
	b->inlined = NEW(u->arena, struct inlined);
	b->inlined->decl = decl;
}

struct ir_value
any_result(struct fb *b)
{
	const struct ir_param *r = &b->f->result;

	if (r->bytes)
		return scratch_home(b, b->decl->type->base, NULL)->addr.base;
	if (r->type == IR_NONE)
		return ir_none();
	return r->type == IR_F32 || r->type == IR_F64 ? ir_float(0) : ir_int(0);
}

static void
end_function(struct fb *b)
{
	if (!b->c.block)
		return;
	b->c.block->term = b->is_kernel ? TERM_EXIT : TERM_RET;
	b->c.block->place = b->c.place;
	b->c.block->cond = any_result(b);
	b->c.block = NULL;
}

static bool
signature_supported(struct fb *b, const struct decl *fn)
{
	bool ok = type_supported(fn->type->base);

	for (int i = 0; i < fn->type->u.func.nparams; i++)
		ok &= type_supported(fn->type->u.func.params[i]->type);
	if (!ok)
		error_at(b, fn->place,
			"device code has no type for a parameter or the result of '%s'", fn->name);
	return ok;
}

/* Begin a function that has regions of its own: see omp/serial.c. */
static void
begin_called(struct fb *b, struct decl *def)
{
	if (!function_facts(b->u, def)->in_place)
		return;
	b->f->has_regions = body_has_parallel(b->u, def->body->stmt);
	b->divides = b->has_regions = b->u->divides && b->f->has_regions;
	b->serial = !b->divides;
	b->u->m->divided |= b->divides;
	b->f->is_master = b->divides ? ir_reg_new(b->f, IR_PRED, "master") : IR_NOREG;
}

/* Build a function of the program's, or a wrapper. */
static void
build_declared(struct fb *b, struct decl *fn)
{
	b->f->place = b->c.place = fn->place;
	if (!signature_supported(b, fn))
		return;
	if (fn->body) {
		begin_called(b, fn);
		scan_function(b, fn);
	}
	bind_params(b, fn);
	if (fn->body)
		build_stmt(b, fn->body->stmt);
	else
		build_wrapper(b, fn);
}

static void
build_function(struct build *u, struct todo *t)
{
	struct fb b;

	start(&b, u, t->symbol->func, t->decl);
	if (t->reduction)
		declared_function(&b, t->reduction);
	else
		build_declared(&b, t->decl);
	end_function(&b);
	if (diag_errors(u->diag))
		return;
	finish_blocks(&b);
	ir_verify(b.f, "build");
}

static int
const_limit(const struct omp *o)
{
	const struct expr *limits[2] = { o->clauses.thread_limit, NULL };
	int64_t limit = 0, v;

	if (o->body && o->body->kind == ST_OMP)
		limits[1] = o->body->u.omp->clauses.thread_limit;
	for (int i = 0; i < 2; i++)
		if (limits[i] && const_int(limits[i], &v) && v > 0 && (!limit || v < limit))
			limit = v;
	return limit;
}

static int
const_threads(struct fb *b, int limit)
{
	if (b->parallel_threads > 0 && (!limit || b->parallel_threads < limit))
		limit = b->parallel_threads;
	return limit;
}

/* Return whether a loop is divided among the teams: more of them then do more at once. */
static bool
has_distribute(const struct ir_func *f)
{
	for (uint32_t i = 0; i < f->nconstructs; i++)
		if (f->constructs[i]->kind == CON_LOOP &&
			f->constructs[i]->u.loop.levels & OMP_LEVEL_DISTRIBUTE)
			return true;
	return false;
}

static struct ir_func *
build_kernel(struct build *u, struct omp *o)
{
	struct ir_func *f = ir_func_new(u->arena, o->u.target.kernel_name, true);
	struct fb b;

	f->place = o->place;
	f->kernel->target = o;
	f->kernel->teams = o->closely_nested_teams;
	f->kernel->const_limit = const_limit(o);
	start(&b, u, f, o->function);
	b.has_regions = body_has_parallel(u, o->body);
	scan_construct(&b, o);
	bind_captures(&b, o);
	build_target(&b, o);
	end_function(&b);
	f->kernel->const_threads = const_threads(&b, f->kernel->const_limit);
	f->kernel->distributes = has_distribute(f);
	if (diag_errors(u->diag))
		return f;
	finish_blocks(&b);
	ir_verify(f, "build");
	return f;
}

/* ---- the unit ---- */

static void
add_global(struct build *u, struct decl *d)
{
	struct ir_symbol *s = global_symbol(u, d);

	vec_push(u->arena, &u->module->globals,
		((struct ptxgen_global){ .decl = d,
			.name = s->name,
			.defined = s->linkage != LINK_EXTERN }));
}

static bool
has_definition(const struct decl *d)
{
	const struct decl *c = d->canonical ? d->canonical : d;

	return c->definition || d->storage != SC_EXTERN;
}

/* Build everything under declare target: other files may use it, too (OpenMP 5.2 [7.8]). */
static void
build_declare_target(struct build *u)
{
	for (int i = 0; i < u->unit->ndecls; i++) {
		struct decl *d = u->unit->decls[i], *c = d->canonical ? d->canonical : d;

		if (d != c || !c->declare_target || c->declare_target_link)
			continue;
		if (c->kind == DECL_VAR && has_definition(c) && !c->threadprivate)
			add_global(u, c);
		else if (c->kind == DECL_FUNC && c->definition && c->storage != SC_STATIC &&
			(!function_facts(u, c->definition)->in_place ||
				can_be_called(u, c->definition)))
			function_symbol(u, c);
	}
}

/* Declare variables of other files that the device code has turned out to use. */
static void
add_extern_globals(struct build *u)
{
	for (int i = 0; i < u->unit->ndecls; i++) {
		struct decl *d = u->unit->decls[i];

		if (d->kind == DECL_VAR && (!d->canonical || d->canonical == d) &&
			d->declare_target && !has_definition(d) && map_get(&u->symbols, d))
			add_global(u, d);
	}
}

struct ir_module *
build_unit(struct arena *a, struct diag *d, struct unit *unit, const struct ptxgen_options *o,
	const struct target *t, bool divides)
{
	struct build_module *module = NEW(a, struct build_module);
	struct build u = {
		.arena = a,
		.diag = d,
		.unit = unit,
		.options = o,
		.m = &module->m,
		.module = module,
		.target = t,
		.divides = divides,
		.libraries = { { .name = "math" }, { .name = "runtime" }, { .name = "omp" } },
	};

	u.todo_end = &u.todo;
	module->m.arena = a;
	module->m.sources = unit->sources;
	module->m.kernels = NEWN(a, struct ir_func *, unit->ntargets ? unit->ntargets : 1);
	for (int i = 0; i < unit->ntargets; i++)
		module->m.kernels[module->m.nkernels++] = build_kernel(&u, unit->targets[i]);
	build_declare_target(&u);
	for (struct todo *t = u.todo; t; t = t->next)
		build_function(&u, t);
	add_extern_globals(&u);
	find_versions(&u, &module->m);
	return diag_errors(d) ? NULL : &module->m;
}

int
build_globals(struct ir_module *m, struct ptxgen_global **out)
{
	struct build_module *module = (struct build_module *)m;

	*out = module->globals.v;
	return module->globals.n;
}
