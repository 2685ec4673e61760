/*
 * share.c: what the tree says before anything is built: which variables a parallel region
 * writes or uses as shared ones, whose address is taken, and which functions contain constructs.
 *
 * The facts are about one body; where the variables then live is decided in build/var.c.
 */
#include <string.h>

#include "build/internal.h"
#include "tree/walk.h"

struct scan {
	struct fb *b;
	bool in_region;
	VEC(const struct decl *) privates; /* of the region being scanned */
};

struct var_facts *
facts_of(struct fb *b, const struct decl *d)
{
	struct var_facts *v;

	if (d->canonical)
		d = d->canonical;
	v = map_get(&b->facts, d);
	if (!v) {
		v = NEW(b->arena, struct var_facts);
		map_put(b->arena, &b->facts, d, v);
	}
	return v;
}

/* Return the array that a pointer expression decayed from, or NULL. */
static const struct expr *
decayed(const struct expr *p)
{
	while (p->kind == EX_BINARY &&
		(p->u.binary.op == BIN_PTRADD || p->u.binary.op == BIN_PTRSUB))
		p = p->u.binary.l;
	if (p->kind == EX_CAST && p->u.sub->type->kind == TY_ARRAY)
		return p->u.sub;
	return NULL;
}

const struct expr *
lvalue_root(const struct expr *e)
{
	while (e) {
		switch (e->kind) {
		case EX_VAR:
		case EX_COMPOUND_LIT: return e;
		case EX_MEMBER: e = e->u.member.sub; break;
		case EX_DEREF: e = decayed(e->u.sub); break;
		default: return NULL;
		}
	}
	return NULL;
}

static bool
is_private(const struct scan *s, const struct decl *d)
{
	for (size_t i = 0; i < s->privates.n; i++)
		if (s->privates.v[i] == d)
			return true;
	return false;
}

static void
note_use(struct scan *s, const struct decl *d)
{
	if (s->in_region && !is_private(s, d))
		facts_of(s->b, d)->region_use = true;
}

static void
note_write(struct scan *s, const struct decl *d)
{
	struct var_facts *v = facts_of(s->b, d);

	v->written = true;
	if (s->in_region && !is_private(s, d))
		v->region_use = v->region_write = true;
}

static void
note_lvalue_write(struct scan *s, const struct expr *lvalue)
{
	const struct expr *root = lvalue ? lvalue_root(lvalue) : NULL;

	if (root)
		note_write(s, root->u.var);
}

static void
note_address(struct scan *s, const struct expr *lvalue)
{
	const struct expr *root = lvalue_root(lvalue);

	if (!root)
		return;
	facts_of(s->b, root->u.var)->addressed = true;
	facts_of(s->b, root->u.var)->pointers++;
}

/* An element's address is made and used up at once. */
static void
note_element(struct scan *s, const struct expr *deref)
{
	const struct expr *root = lvalue_root(deref);

	if (root)
		facts_of(s->b, root->u.var)->pointers--;
}

/* Return whether the call is va_start or va_copy, which take the variable itself (C11 7.16.1). */
static bool
writes_first_argument(const struct expr *call)
{
	const struct decl *fn = called_function(call);

	return fn && call->u.call.nargs &&
		(strcmp(fn->name, "__builtin_va_start") == 0 ||
			strcmp(fn->name, "__builtin_va_copy") == 0);
}

static bool
scan_expr_node(struct expr *e, void *ctx)
{
	struct scan *s = ctx;

	switch (e->kind) {
	case EX_VAR:
	case EX_COMPOUND_LIT: note_use(s, e->u.var); break;
	case EX_ASSIGN:
	case EX_COMPOUND_ASSIGN: note_lvalue_write(s, e->u.assign.l); break;
	case EX_INCDEC: note_lvalue_write(s, e->u.incdec.sub); break;
	case EX_ADDR: note_address(s, e->u.sub); break;
	case EX_DEREF: note_element(s, e); break;
	case EX_CAST:
		if (e->u.sub->type->kind == TY_ARRAY)
			note_address(s, e->u.sub);
		break;
	case EX_VA_ARG: note_lvalue_write(s, e->u.sub); break;
	case EX_CALL:
		if (writes_first_argument(e))
			note_lvalue_write(s, e->u.call.args[0]);
		break;
	default: break;
	}
	return true;
}

static void scan_omp(struct scan *s, struct omp *o);

static bool
scan_stmt_node(struct stmt *st, void *ctx)
{
	struct scan *s = ctx;

	if (st->kind == ST_OMP) {
		scan_omp(s, st->u.omp);
		return false;
	}
	if (st->kind == ST_DECL) {
		facts_of(s->b, st->u.decl)->declared = true;
		if (s->in_region)
			vec_push(s->b->arena, &s->privates, st->u.decl);
	}
	return true;
}

static void
scan_stmt(struct scan *s, struct stmt *st)
{
	walk_stmt(st, scan_stmt_node, scan_expr_node, s);
}

static void
scan_expr(struct scan *s, struct expr *e)
{
	walk_expr(e, scan_expr_node, s);
}

void
scan_declared(struct fb *b, const struct omp_declared_reduction *r)
{
	struct scan s = { .b = b };

	scan_expr(&s, r->combiner);
	scan_expr(&s, r->initializer);
	for (const struct init *i = r->priv ? r->priv->init : NULL; i; i = i->next)
		scan_expr(&s, i->value);
}

/* Note what clauses do: reductions, lastprivates and copyprivates write the original; the other copies
 * read it. */
static void
scan_vars(struct scan *s, struct omp *o)
{
	for (struct omp_var *v = o->vars; v; v = v->next) {
		if (v->declared)
			scan_declared(s->b, v->declared);
		walk_var(v, scan_expr_node, s);
		if (v->kind == VAR_LASTPRIVATE || v->kind == VAR_LINEAR ||
			v->kind == VAR_COPYPRIVATE)
			note_write(s, v->decl);
		else if (v->kind == VAR_REDUCTION && v->decl->type->kind != TY_POINTER)
			note_write(s, v->decl); /* of a section, the pointer is only read */
		else if (v->kind != VAR_PRIVATE && v->kind != VAR_SHARED)
			note_use(s, v->decl);
	}
	if (!s->in_region)
		return;
	for (struct omp_var *v = o->vars; v; v = v->next)
		if (v->kind != VAR_SHARED && v->kind != VAR_COPYPRIVATE)
			vec_push(s->b->arena, &s->privates, v->decl);
}

static void
scan_loops(struct scan *s, struct omp *o)
{
	for (int i = 0; i < o->u.loop.nloops; i++) {
		struct omp_for *l = &o->u.loop.loops[i];

		scan_expr(s, l->lb);
		scan_expr(s, l->ub);
		scan_expr(s, l->step);
		if (s->in_region)
			vec_push(s->b->arena, &s->privates, l->iv);
	}
}

static void
scan_atomic(struct scan *s, const struct omp_atomic *a)
{
	scan_expr(s, a->x);
	scan_expr(s, a->v);
	scan_expr(s, a->e);
	scan_expr(s, a->d);
	scan_expr(s, a->r);
	if (a->kind != ATOMIC_READ)
		note_lvalue_write(s, a->x);
	note_lvalue_write(s, a->v);
	note_lvalue_write(s, a->r);
}

static void
scan_omp(struct scan *s, struct omp *o)
{
	struct scan outer = *s;

	walk_clauses(&o->clauses, scan_expr_node, s);
	if (o->kind == OMP_PARALLEL && !s->in_region) {
		s->in_region = true;
		s->privates.n = 0;
	}
	scan_vars(s, o);
	if (o->kind == OMP_LOOP)
		scan_loops(s, o);
	if (o->kind == OMP_ATOMIC)
		scan_atomic(s, &o->u.atomic);
	else if (o->body)
		scan_stmt(s, o->body);
	s->in_region = outer.in_region;
	s->privates.n = outer.in_region ? outer.privates.n : 0;
}

void
scan_body(struct fb *b, struct stmt *st)
{
	struct scan s = { .b = b };

	scan_stmt(&s, st);
}

void
scan_construct(struct fb *b, struct omp *o)
{
	struct scan s = { .b = b };

	scan_omp(&s, o);
}

void
scan_function(struct fb *b, struct decl *def)
{
	if (map_get(&b->scanned, def))
		return;
	map_put(b->arena, &b->scanned, def, def);
	scan_body(b, def->body->stmt);
}

/* ---- functions ---- */

struct decl *
called_function(const struct expr *call)
{
	const struct expr *f = call->u.call.callee;

	while (f->kind == EX_CAST || f->kind == EX_ADDR || f->kind == EX_DEREF)
		f = f->u.sub;
	return f->kind == EX_FUNC ? f->u.var : NULL;
}

/* Everything that is reached by calls from one body. */
struct reach {
	struct build *u;
	struct arena *arena; /* for visited */
	struct map visited;
	const struct decl *from;
	bool in_place, recursive, parallel, sets_threads, sets_schedule;
};

/* Return whether the encountering thread does the construct for itself, wherever it is. */
bool
binds_to_thread(const struct omp *o)
{
	switch (o->kind) {
	case OMP_ATOMIC:
	case OMP_FLUSH:
	case OMP_TASK:
	case OMP_TASKGROUP:
	case OMP_TASKWAIT:
	case OMP_ORDERED:
	case OMP_CANCEL: return true;
	default: return false;
	}
}

/* Return whether the construct must know of the caller's copies. */
static bool
joins_reduction(const struct omp *o)
{
	for (const struct omp_var *v = o->vars; v; v = v->next)
		if (v->in_reduction && v->decl->file_scope)
			return true;
	return false;
}

static bool
reach_stmt(struct stmt *st, void *ctx)
{
	struct reach *r = ctx;

	if (st->kind != ST_OMP)
		return true;
	if (!binds_to_thread(st->u.omp) || joins_reduction(st->u.omp))
		r->in_place = true;
	if (st->u.omp->kind == OMP_PARALLEL)
		r->parallel = true;
	return true;
}

static bool reach_expr(struct expr *, void *);

static void
reach_function(struct reach *r, struct decl *fn)
{
	struct decl *def = find_definition(r->u, fn);

	r->recursive |= def && def == r->from;
	if (!def) {
		r->in_place |= fn->name && omp_routine_in_place(fn->name);
		r->sets_threads |= fn->name && strcmp(fn->name, "omp_set_num_threads") == 0;
		r->sets_schedule |= fn->name && strcmp(fn->name, "omp_set_schedule") == 0;
	} else if (!map_get(&r->visited, def)) {
		map_put(r->arena, &r->visited, def, def);
		walk_stmt(def->body->stmt, reach_stmt, reach_expr, r);
	}
}

static const struct omp_variant *
variants_of(const struct decl *fn)
{
	return fn->canonical ? fn->canonical->variants : fn->variants;
}

/* Note whether a call depends on the constructs around it, which choose its variant: then they must
 * be known. */
static bool
reach_expr(struct expr *e, void *ctx)
{
	struct reach *r = ctx;
	struct decl *fn;

	if (e->kind != EX_CALL || !(fn = called_function(e)))
		return true;
	reach_function(r, fn);
	for (const struct omp_variant *v = variants_of(fn); v; v = v->next) {
		reach_function(r, v->fn);
		r->in_place |= (v->traits.constructs & ~(unsigned)OMP_AROUND_TARGET) != 0;
	}
	return true;
}

/* Find what is reached from st on, which is def's body or (NULL) another piece of code. */
static struct reach
reach_from(struct build *u, struct decl *def, struct stmt *st)
{
	struct reach r = { .u = u, .arena = arena_new(), .from = def };

	if (def)
		map_put(r.arena, &r.visited, def, def);
	walk_stmt(st, reach_stmt, reach_expr, &r);
	arena_free(r.arena);
	return r;
}

bool
needs_place(struct build *u, struct expr *e)
{
	struct reach r = { .u = u, .arena = arena_new() };

	walk_expr(e, reach_expr, &r);
	arena_free(r.arena);
	return r.in_place;
}

/* ---- declare variant [7.5] ---- */

static unsigned
constructs_around(const struct fb *b)
{
	unsigned around = OMP_AROUND_TARGET;

	if (!b->is_kernel)
		return around;
	if (b->f->kernel->teams)
		around |= OMP_AROUND_TEAMS;
	if (b->region || b->serial)
		around |= OMP_AROUND_PARALLEL;
	for (const struct ir_construct *c = b->in; c; c = c->parent)
		if (c->kind == CON_LOOP)
			around |= (c->u.loop.levels & OMP_LEVEL_FOR ? OMP_AROUND_FOR : 0) |
				(c->u.loop.levels & OMP_LEVEL_SIMD ? OMP_AROUND_SIMD : 0);
	return around;
}

/* Return what a call of fn calls here: fn, or the static variant with the highest score that
 * matches. */
struct decl *
variant_for(struct fb *b, struct decl *fn)
{
	const struct omp_variant *v = NULL;
	unsigned around = constructs_around(b);

	while ((v = omp_next_variant(variants_of(fn), around, v)))
		if (!v->when)
			return v->fn;
	return fn;
}

static struct expr *
call_of(const struct omp_call *c, const struct omp_variant *v, struct expr **when)
{
	for (const struct omp_candidate *a = c->candidates; a; a = a->next)
		if (a->variant == v) {
			*when = a->when;
			return a->call;
		}
	return NULL;
}

/* Return the call that it comes to, as questions one behind the other. */
struct expr *
ordered_choice(struct fb *b, const struct omp_call *c, struct decl *fn)
{
	struct expr *first, **last = &first, *when = NULL, *call;

	for (const struct omp_variant *v = NULL;
		(v = omp_next_variant(variants_of(fn), constructs_around(b), v)) &&
		(call = call_of(c, v, &when));) {
		*last = NEW(b->arena, struct expr);
		**last = (struct expr){ .kind = EX_COND, .type = call->type, .place = call->place };
		(*last)->u.cond.c = when;
		(*last)->u.cond.t = call;
		last = &(*last)->u.cond.f;
	}
	*last = c->base;
	return first;
}

struct fn_facts *
function_facts(struct build *u, struct decl *def)
{
	struct fn_facts *f = map_get(&u->functions, def);
	struct reach r;

	if (f)
		return f;
	f = NEW(u->arena, struct fn_facts);
	map_put(u->arena, &u->functions, def, f);
	r = reach_from(u, def, def->body->stmt);
	if (def->canonical ? def->canonical->chose_for_host : def->chose_for_host)
		diag_error(u->diag, def->place,
			"a metadirective of '%s' was read as the host's: expected '#pragma "
			"omp declare target' before the function, which device code calls",
			def->name);
	f->in_place = def->is_condition || (def->inline_ && is_of_library(u, def)) || r.in_place;
	f->recursive = r.recursive;
	return f;
}

struct body_sets
body_sets(struct build *u, struct stmt *st)
{
	struct reach r = reach_from(u, NULL, st);

	return (struct body_sets){ .threads = r.sets_threads, .schedule = r.sets_schedule };
}

bool
body_has_parallel(struct build *u, struct stmt *st)
{
	return reach_from(u, NULL, st).parallel;
}
