/*
 * lost.c: warns of what a target region computes and the host never gets.  Runs once, over the
 * finished tree.
 *
 * Three mistakes look alike: a scalar that no clause names is firstprivate on target [5.8.1],
 * map(to: a) brings a without fetching it, and in a target data nothing is copied until its end.
 * In all of them the region changes a copy, as does a nowait region until somebody waits for it.
 * That is worth a message where host code of the same function may read the variable afterwards,
 * before it gets another value.
 *
 * The function is gone through in the order of execution (flow.h): the variable's value
 * may be the one that the region has not changed.  Wherever it cannot be known who else changes the
 * variable (its address is taken, a function is called that may see it, goto) it counts as changed:
 * silence is the rule, the message the exception.
 */
#include <string.h>

#include "omp/flow.h"
#include "omp/internal.h"

struct lost {
	struct flow flow; /* FLOW_MEANT: the value that the region did not change */
	const struct unit *unit;
	const struct omp *target;
	const struct decl *var;
	bool mapped;   /* the variable is on the device, rather than passed by value */
	bool pending;  /* it comes back only at a taskwait: the region is nowait */
	bool around;   /* it is mapped for other regions, too, which called functions may have */
	bool elements; /* VAR is an array or a pointer, and its elements are meant */
	const struct omp *top;   /* the construct whose parts are being visited */
	const struct expr *read; /* the first read that is found */
};

/* ---- what the region changes ---- */

/* Return the variable of x[i], *x, (*x)[i].m …, in whose storage the lvalue lies, or NULL: the form
 * is another. */
static const struct decl *
variable_of(const struct expr *e)
{
	for (;;)
		switch (e->kind) {
		case EX_VAR: return omp_canonical(e->u.var);
		case EX_DEREF:
		case EX_CAST: e = e->u.sub; break;
		case EX_MEMBER: e = e->u.member.sub; break;
		case EX_BINARY: e = e->u.binary.l; break;
		default: return NULL;
		}
}

static bool
names(const struct lost *l, const struct expr *e)
{
	return e->kind == EX_VAR && omp_canonical(e->u.var) == l->var;
}

/* Return whether e is the variable, or one of its elements. */
static bool
is_meant(const struct lost *l, const struct expr *e)
{
	return l->elements ? e->kind != EX_VAR && variable_of(e) == l->var : names(l, e);
}

struct change {
	const struct lost *lost;
	struct place place; /* of the first change */
};

static bool
find_assignment(struct expr *e, void *ctx)
{
	struct change *c = ctx;
	const struct expr *to = e->kind == EX_ASSIGN || e->kind == EX_COMPOUND_ASSIGN ?
		e->u.assign.l :
		e->kind == EX_INCDEC ? e->u.incdec.sub :
				       NULL;

	if (to && !place_known(c->place) && is_meant(c->lost, to))
		c->place = e->place;
	return !place_known(c->place);
}

/* Find changes of the original in a construct with a copy: only reduction and lastprivate make
 * them. */
static bool
find_change(struct stmt *s, void *ctx)
{
	struct change *c = ctx;
	const struct omp_var *v;

	if (s->kind != ST_OMP)
		return true;
	for (v = s->u.omp->vars; v && v->decl != c->lost->var;)
		v = v->next;
	if (!v || v->kind == VAR_SHARED || v->kind == VAR_COPYPRIVATE)
		return true;
	if ((v->kind == VAR_REDUCTION || v->kind == VAR_LASTPRIVATE) && !v->implicit &&
		!place_known(c->place))
		c->place = v->place;
	return false;
}

/* ---- expressions in the order of execution ---- */

static void
found(struct lost *l, const struct expr *e)
{
	if (l->flow.now & FLOW_MEANT && !l->read)
		l->read = e;
}

/* A function that gets the address may change what is there, or read it. */
static void
see_argument(struct lost *l, struct expr *arg, const struct type *param, bool library)
{
	bool whole = l->elements && variable_of(arg) == l->var && arg->type->kind == TY_POINTER;

	if (!whole)
		flow_expr(&l->flow, arg);
	else if (param && param->kind == TY_POINTER && param->base->quals & Q_CONST &&
		(library || !l->around))
		found(l, arg);
	else
		l->flow.now = FLOW_OTHER;
}

static bool
is_library(const struct lost *l, const struct expr *callee)
{
	while (callee->kind == EX_CAST)
		callee = callee->u.sub;
	return callee->kind == EX_FUNC && place_is_system(l->unit->sources, callee->u.var->place);
}

/* Look at a call.  The library's functions know nothing of the program's variables. */
static void
see_call(struct lost *l, struct expr *e)
{
	struct expr *callee = e->u.call.callee;
	const struct type *fn = callee->type->kind == TY_POINTER ? callee->type->base :
								   callee->type;
	bool library = is_library(l, callee);

	flow_expr(&l->flow, callee);
	for (int i = 0; i < e->u.call.nargs; i++)
		see_argument(l, e->u.call.args[i],
			fn->kind == TY_FUNCTION && i < fn->u.func.nparams ?
				fn->u.func.params[i]->type :
				NULL,
			library);
	if (!library && (l->pending || l->var->file_scope || l->var->type->kind == TY_POINTER))
		l->flow.now = FLOW_OTHER;
	while (callee->kind == EX_CAST)
		callee = callee->u.sub;
	if (callee->kind == EX_FUNC && callee->u.var->noreturn_)
		l->flow.now = FLOW_OTHER;
}

static void
see_assignment(struct lost *l, struct expr *e)
{
	struct expr *to = e->u.assign.l;

	flow_expr(&l->flow, e->u.assign.r);
	if (!names(l, to) && !is_meant(l, to))
		flow_expr(&l->flow, to);
	else
		l->flow.now = FLOW_OTHER;
}

static bool
see(struct expr *e, void *ctx)
{
	struct lost *l = ctx;

	if (l->elements && e->kind == EX_DEREF && is_meant(l, e)) {
		found(l, e);
		return false;
	}
	switch (e->kind) {
	case EX_VAR:
		if (names(l, e) && l->elements)
			l->flow.now =
				FLOW_OTHER; /* its storage may get another name, or be freed */
		else if (names(l, e))
			found(l, e);
		return false;
	case EX_CAST: return e->type->kind != TY_VOID || !names(l, e->u.sub);
	case EX_ASSIGN: see_assignment(l, e); return false;
	case EX_ADDR:
		if (variable_of(e->u.sub) != l->var)
			return true;
		l->flow.now = FLOW_OTHER;
		return false;
	case EX_CALL: see_call(l, e); return false;
	case EX_BUILTIN_HOST: l->flow.now = FLOW_OTHER; return false;
	default: return true;
	}
}

/* ---- constructs ---- */

/* A map to the device reads the host's value, one from the device gives it another. */
static void
see_maps(struct lost *l, const struct omp_map *m, bool fetch)
{
	for (; m; m = m->next) {
		if (m->item.base != l->var || m->room || m->pointer)
			continue;
		if (!l->mapped && (m->type == MAP_TO || m->type == MAP_TOFROM))
			found(l, m->item.lvalue);
		if (fetch && (m->type == MAP_FROM || m->type == MAP_TOFROM))
			l->flow.now = FLOW_OTHER;
	}
}

static bool
is_passed_by_value(const struct omp *target, const struct decl *d)
{
	for (int i = 0; i < target->u.target.ncaptures; i++)
		if (target->u.target.captures[i].decl == d)
			return target->u.target.captures[i].kind == CAP_VALUE;
	return false;
}

/* Look at another region: it may read the value that it gets, but changes nothing on the host. */
static void
see_target(struct lost *l, struct omp *o)
{
	see_maps(l, o->u.target.maps, true);
	if (o == l->target)
		l->flow.now = FLOW_MEANT;
	else if (l->pending && omp_find_clause(&omp_node(o)->pragma, CL_DEPEND))
		l->flow.now = FLOW_OTHER;
	else if (l->flow.now & FLOW_MEANT && is_passed_by_value(o, l->var)) {
		flow_stmt(&l->flow, o->body);
		l->flow.now = FLOW_MEANT;
	}
}

static void
see_host_construct(struct lost *l, struct omp *o)
{
	const struct omp_var *v;
	unsigned before = l->flow.now;

	for (v = o->vars; v && v->decl != l->var;)
		v = v->next;
	if ((!v || v->kind == VAR_SHARED) && omp_pragma_names(o, l->var))
		l->flow.now = FLOW_OTHER;
	if (v && (v->kind == VAR_LASTPRIVATE || v->kind == VAR_LINEAR))
		l->flow.now = FLOW_OTHER;
	if (v && (v->kind == VAR_PRIVATE || v->kind == VAR_LASTPRIVATE || v->kind == VAR_LINEAR))
		return;
	if (l->pending)
		l->flow.now = FLOW_OTHER; /* many constructs wait where they begin or end */
	flow_body(&l->flow, o);
	if (l->pending)
		l->flow.now = FLOW_OTHER;
	if (v && v->kind == VAR_FIRSTPRIVATE)
		l->flow.now = before;
}

/* Return whether host code in the block finds the device's address under the variable's name. */
static bool
moves_name(const struct omp *o, const struct decl *d)
{
	bool moves = false;

	for (int i = 0; i < o->u.target.nuse_device_ptr; i++)
		moves |= o->u.target.use_device_ptr[i] == d;
	for (int i = 0; i < o->u.target.nuse_device_addr; i++)
		moves |= o->u.target.use_device_addr[i] == d;
	return moves;
}

static void
see_construct(struct flow *f, struct omp *o)
{
	struct lost *l = (struct lost *)f;

	switch (o->kind) {
	case OMP_TARGET: see_target(l, o); break;
	case OMP_TARGET_DATA:
		see_maps(l, o->u.target.maps, false);
		if (moves_name(o, l->var))
			l->flow.now = FLOW_OTHER;
		flow_stmt(&l->flow, o->body);
		if (l->mapped)
			see_maps(l, o->u.target.maps, true);
		break;
	case OMP_TARGET_ENTER_DATA: see_maps(l, o->u.target.maps, false); break;
	case OMP_TARGET_EXIT_DATA: see_maps(l, o->u.target.maps, true); break;
	case OMP_TARGET_UPDATE:
		for (const struct omp_map *m = o->u.target.update_from; m; m = m->next)
			if (m->item.base == l->var)
				l->flow.now = FLOW_OTHER;
		break;
	default: see_host_construct(l, o);
	}
}

/* Forget the value of a variable declared in a loop: each round begins without one. */
static void
see_declaration(struct flow *f, struct decl *d)
{
	struct lost *l = (struct lost *)f;

	if (d == l->var)
		f->now = FLOW_OTHER;
}

/* ---- whether anything is known of the variable ---- */

static bool
is_simple(struct stmt *s, void *ctx)
{
	bool *simple = ctx;

	*simple &= s->kind != ST_GOTO && s->kind != ST_GOTO_COMPUTED;
	return s->kind != ST_OMP || s->u.omp->kind != OMP_TARGET;
}

struct aliases {
	const struct lost *lost;
	bool any;
};

static bool
has_address(struct expr *e, void *ctx)
{
	struct aliases *a = ctx;

	a->any |= e->kind == EX_ADDR && names(a->lost, e->u.sub);
	return !a->any;
}

static bool
is_followed(const struct lost *l)
{
	struct stmt *body = l->target->function->body->stmt;
	struct aliases a = { l, false };
	bool simple = true;

	walk_stmt(body, is_simple, NULL, &simple);
	walk_stmt(body, NULL, has_address, &a);
	return simple && !a.any && !l->target->function->chose_for_host;
}

static const struct expr *
read_afterwards(struct lost *l)
{
	l->flow.expr = see;
	l->flow.construct = see_construct;
	l->flow.declared = see_declaration;
	if (is_followed(l))
		flow_stmt(&l->flow, l->target->function->body->stmt);
	return l->read;
}

/* Find the place where the region changes the variable, which MAP maps (NULL: no map), and l.read
 * behind it.  Return false if nothing is lost. */
static bool
find_lost(struct lost *l, const struct omp_map *map, struct place *change)
{
	struct change c = { .lost = l };

	l->elements = map && (l->var->type->kind == TY_ARRAY || map->item.through_pointer);
	if (!l->elements && !type_is_arithmetic(l->var->type))
		return false;
	walk_stmt(l->target->body, find_change, find_assignment, &c);
	*change = c.place;
	return place_known(*change) && read_afterwards(l);
}

static struct place
read_at(const struct lost *l)
{
	return l->read->first ? l->read->first->place : l->read->place;
}

/* ---- scalars that nobody has mapped ---- */

/* Propose a map, to be written behind the directive's last word. */
static void
propose_map(struct diag *diag, const struct omp *o, const char *name)
{
	struct arena *scratch = arena_new();
	const struct token *last = o->pragma_last - 1;
	struct place behind = last->place;

	behind.col += last->text ? (uint32_t)strlen(last->text) : 1;
	diag_fix(diag, arena_printf(scratch, " map(tofrom: %s)", name));
	diag_note(diag, behind, "the clause belongs here");
	arena_free(scratch);
}

static void
check_scalar(struct diag *diag, const struct unit *u, const struct omp *o, const struct omp_var *v)
{
	struct lost l = { .unit = u, .target = o, .var = v->decl };
	struct place change;

	if (v->kind != VAR_FIRSTPRIVATE || !v->implicit || !find_lost(&l, NULL, &change))
		return;
	diag_warn(diag, change, "-Wlost-value",
		"'%s' is firstprivate on '%s': the value that it gets here is lost at the end of "
		"the region; expected 'map(tofrom: %s)' there",
		v->decl->name, o->directive, v->decl->name);
	diag_note(diag, read_at(&l), "its old value is read here");
	propose_map(diag, o, v->decl->name);
}

/* ---- what is mapped, and stays on the device ---- */

static const struct omp_map *
map_of(const struct omp *o, const struct decl *d)
{
	for (const struct omp_map *m = o->u.target.maps; m; m = m->next)
		if (m->item.base == d && !m->implicit && !m->room)
			return m;
	return NULL;
}

/* Return the map of the target data around O, or NULL.  Nothing is copied by itself before that
 * block ends. */
static const struct omp_map *
map_around(const struct omp *o, const struct decl *d)
{
	const struct omp_map *m = NULL;

	while (!m && (o = o->parent))
		if (o->kind == OMP_TARGET_DATA)
			m = map_of(o, d);
	return m;
}

struct entered {
	struct flow flow; /* FLOW_MEANT: a target enter data has mapped the variable */
	const struct omp *target;
	const struct decl *var;
	const struct omp_map *map;
	bool always; /* on every way to the target */
};

static const struct omp_map *
whole_map(const struct omp_map *m, const struct decl *d)
{
	while (m && (m->item.base != d || m->item.lvalue->kind != EX_VAR || m->implicit || m->room))
		m = m->next;
	return m;
}

static void
see_entry(struct flow *f, struct omp *o)
{
	struct entered *e = (struct entered *)f;
	const struct omp_map *m;

	if (o == e->target)
		e->always &= f->now == FLOW_MEANT;
	else if (o->kind == OMP_TARGET_ENTER_DATA || o->kind == OMP_TARGET_EXIT_DATA) {
		if (!(m = whole_map(o->u.target.maps, e->var)))
			return;
		if (o->kind == OMP_TARGET_ENTER_DATA)
			e->map = m;
		f->now = o->kind == OMP_TARGET_ENTER_DATA ? FLOW_MEANT : FLOW_OTHER;
	} else if (o->kind != OMP_TARGET)
		flow_body(f, o);
}

/* Return the map of a target enter data that stands before O on every way through the function, or
 * NULL. */
static const struct omp_map *
map_entered(const struct omp *o, const struct decl *d)
{
	struct entered e = { .flow = { .now = FLOW_OTHER, .construct = see_entry },
		.target = o,
		.var = d,
		.always = true };

	flow_stmt(&e.flow, o->function->body->stmt);
	return e.always ? e.map : NULL;
}

/* Return whether the region's own map copies ('always') or is of another part, or the variable is
 * in a task's reduction. */
static bool
is_special(const struct omp *o, const struct omp_map *own, const struct omp_map *around)
{
	const struct omp_var *v = omp_find_var(o, around->item.base);

	return (own && (own->always || !omp_same_item(&own->item, &around->item))) ||
		(v && v->in_reduction);
}

static void
check_mapped(struct diag *diag, const struct unit *u, const struct omp *o,
	const struct omp_capture *c)
{
	const struct omp_map *block = map_around(o, c->decl), *own = map_of(o, c->decl),
			     *around = block ? block : map_entered(o, c->decl),
			     *m = around ? around : own;
	struct lost l = { .unit = u, .target = o, .var = c->decl, .mapped = true };
	struct place change;

	if (!m || m->item.lvalue->kind != EX_VAR || (!around && m->type != MAP_TO) ||
		c->kind == CAP_VALUE || c->decl->declare_target ||
		(around && is_special(o, own, around)))
		return;
	l.around = around != NULL;
	if (!find_lost(&l, m, &change))
		return;
	if (around)
		diag_warn(diag, change, "-Wlost-value",
			"'%s' stays on the device %s: what is written here is not copied before "
			"the host reads it; expected 'target update from(%s)'",
			c->decl->name,
			block ? "in the 'target data' around" : "since 'target enter data'",
			m->item.text);
	else
		diag_warn(diag, change, "-Wlost-value",
			"'%s' is mapped 'to': what is written here is not copied back; expected "
			"'map(tofrom: %s)' on '%s'",
			c->decl->name, m->item.text, o->directive);
	diag_note(diag, read_at(&l), "its old value is read here");
}

/* ---- what a nowait region brings back later ---- */

static void
check_pending(struct diag *diag, const struct unit *u, const struct omp *o,
	const struct omp_capture *c)
{
	const struct omp_map *m = c->map;
	struct lost l = { .unit = u, .target = o, .var = c->decl, .mapped = true, .pending = true };
	struct place change;

	if (!o->clauses.nowait || !m || m->item.lvalue->kind != EX_VAR || m->room ||
		(m->type != MAP_FROM && m->type != MAP_TOFROM) || map_around(o, c->decl))
		return;
	if (!find_lost(&l, m, &change))
		return;
	diag_warn(diag, change, "-Wlost-value",
		"'%s' is changed by a 'nowait' region: the host reads it before a 'taskwait'",
		c->decl->name);
	diag_note(diag, read_at(&l), "it is read here");
}

void
omp_check_lost_values(struct diag *diag, const struct unit *u)
{
	for (int i = 0; i < u->ntargets; i++) {
		const struct omp *o = u->targets[i];

		if (u->unified || !o->function || !o->function->body)
			continue;
		for (const struct omp_var *v = o->vars; v; v = v->next)
			check_scalar(diag, u, o, v);
		for (int k = 0; k < o->u.target.ncaptures; k++) {
			check_mapped(diag, u, o, &o->u.target.captures[k]);
			check_pending(diag, u, o, &o->u.target.captures[k]);
		}
	}
}
