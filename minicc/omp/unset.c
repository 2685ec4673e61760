/*
 * unset.c: warns of variables of a device region that are read before they have a value: locals
 * without initialiser, and the copies that private and lastprivate make.
 *
 * Only what is certain is said: no way that leads to the reading gives a value.  A condition in a
 * loop may be false until another round has given one, another thread may give one to what is
 * shared, and of variables whose address is taken nothing is known; there DEVRT_CHECK=init helps,
 * as for arrays.
 */
#include "omp/flow.h"
#include "omp/internal.h"

struct unset {
	struct flow flow; /* FLOW_MEANT: none; FLOW_OTHER: a value */
	const struct decl *var;
	struct place read; /* the first read that certainly has no value */
};

/* ---- who gives it a value ---- */

static bool
names(const struct unset *u, const struct expr *e)
{
	return e->kind == EX_VAR && omp_canonical(e->u.var) == u->var;
}

struct gift {
	const struct unset *to;
	bool any, address;
};

static bool
find_gift(struct expr *e, void *ctx)
{
	struct gift *g = ctx;

	g->any |= (e->kind == EX_ASSIGN || e->kind == EX_COMPOUND_ASSIGN) &&
		names(g->to, e->u.assign.l);
	g->any |= e->kind == EX_INCDEC && names(g->to, e->u.incdec.sub);
	g->address |= e->kind == EX_ADDR && names(g->to, e->u.sub);
	return true;
}

static bool
gives(const struct unset *u, struct stmt *s)
{
	struct gift g = { .to = u };

	walk_stmt(s, NULL, find_gift, &g);
	return g.any;
}

/* ---- in the order of execution ---- */

static void
read_at(struct unset *u, struct place place)
{
	bool other_round = u->flow.perhaps && u->flow.depth && gives(u, u->flow.loop);

	if (u->flow.now == FLOW_MEANT && !other_round && !place_known(u->read))
		u->read = place;
	u->flow.now = FLOW_OTHER;
}

static void
see_call(struct unset *u, struct expr *e)
{
	const struct expr *callee = e->u.call.callee;

	flow_expr(&u->flow, e->u.call.callee);
	for (int i = 0; i < e->u.call.nargs; i++)
		flow_expr(&u->flow, e->u.call.args[i]);
	while (callee->kind == EX_CAST)
		callee = callee->u.sub;
	if (callee->kind == EX_FUNC && callee->u.var->noreturn_)
		u->flow.now = 0;
}

static bool
see(struct expr *e, void *ctx)
{
	struct unset *u = ctx;

	switch (e->kind) {
	case EX_VAR:
		if (names(u, e))
			read_at(u, e->place);
		return false;
	case EX_CAST: return e->type->kind != TY_VOID || !names(u, e->u.sub);
	case EX_ASSIGN:
		if (!names(u, e->u.assign.l))
			return true;
		flow_expr(&u->flow, e->u.assign.r);
		u->flow.now = FLOW_OTHER;
		return false;
	case EX_CALL: see_call(u, e); return false;
	default: return true;
	}
}

/* Return whether other threads execute the construct, too, perhaps earlier. */
static bool
has_others(const struct omp *o)
{
	return o->kind == OMP_PARALLEL || o->kind == OMP_TEAMS || o->kind == OMP_SECTIONS ||
		o->kind == OMP_TASK || o->kind == OMP_TASKGROUP;
}

static void
see_construct(struct flow *f, struct omp *o)
{
	struct unset *u = (struct unset *)f;
	const struct omp_var *v = omp_find_var(o, u->var);
	enum omp_var_kind kind = v ? v->kind : VAR_SHARED;
	unsigned before = f->now;

	if (kind == VAR_REDUCTION || kind == VAR_LINEAR || (v && v->also_first))
		read_at(u, v->place);
	else if (kind == VAR_LASTPRIVATE)
		f->now = FLOW_OTHER;
	else if (kind == VAR_FIRSTPRIVATE) {
		flow_body(f, o);
		f->now = before;
	} else if (kind != VAR_PRIVATE) {
		if (kind == VAR_COPYPRIVATE || o->kind == OMP_TASK || omp_pragma_names(o, u->var) ||
			(has_others(o) && gives(u, o->body)))
			f->now = FLOW_OTHER;
		flow_body(f, o);
	}
}

static void
see_declaration(struct flow *f, struct decl *d)
{
	if (d == ((struct unset *)f)->var)
		f->now = FLOW_MEANT;
}

/* ---- which variables ---- */

/* Return where VAR is read without a value in S and, if LIST, the statements behind it. */
static struct place
read_in(struct decl *var, struct stmt *s, bool list)
{
	struct unset u = { .flow = { .now = FLOW_MEANT,
				   .expr = see,
				   .construct = see_construct,
				   .declared = see_declaration },
		.var = var };
	struct gift g = { .to = &u };

	(list ? walk_stmts : walk_stmt)(s, NULL, find_gift, &g);
	if (!g.address)
		(list ? flow_stmts : flow_stmt)(&u.flow, s);
	return u.read;
}

static bool
is_followed(const struct decl *d)
{
	return type_is_scalar(d->type) && d->type->kind != TY_COMPLEX &&
		!(d->type->quals & Q_VOLATILE) && !d->team_memory && !d->is_vla_len;
}

static void
check_local(struct diag *diag, struct stmt *s)
{
	struct decl *d = s->u.decl;
	struct place read;

	if (d->kind != DECL_VAR || d->has_init || d->storage == SC_STATIC ||
		d->storage == SC_EXTERN || d->address_taken || !is_followed(d))
		return;
	read = read_in(d, s->next, true);
	if (!place_known(read))
		return;
	diag_warn(diag, read, "-Wuninitialized", "'%s' is read before it has a value", d->name);
	diag_note(diag, d->place, "'%s' is declared here without one", d->name);
}

static void
check_copy(struct diag *diag, const struct omp *o, const struct omp_var *v)
{
	struct stmt *body = o->kind == OMP_LOOP && o->u.loop.nloops ? o->u.loop.loops[0].stmt :
								      o->body;
	struct place read = { 0 };

	if ((v->kind == VAR_PRIVATE || v->kind == VAR_LASTPRIVATE) && !v->implicit &&
		!v->also_first && is_followed(v->decl))
		read = read_in(v->decl, body, false);
	if (!place_known(read))
		return;
	diag_warn(diag, read, "-Wuninitialized",
		"'%s' is private on '%s': its copy is read before it has a value; expected "
		"'firstprivate(%s)' there, or a value before",
		v->decl->name, o->directive, v->decl->name);
	diag_note(diag, v->place, "its copies are made here");
}

static bool
check_stmt(struct stmt *s, void *ctx)
{
	struct diag *diag = ctx;

	if (s->kind == ST_DECL)
		check_local(diag, s);
	for (const struct omp_var *v = s->kind == ST_OMP ? s->u.omp->vars : NULL; v; v = v->next)
		check_copy(diag, s->u.omp, v);
	return true;
}

/* ---- which code ---- */

static bool
find_goto(struct stmt *s, void *ctx)
{
	*(bool *)ctx |= s->kind == ST_GOTO || s->kind == ST_GOTO_COMPUTED;
	return true;
}

static bool
find_target(struct stmt *s, void *ctx)
{
	*(bool *)ctx |= s->kind == ST_OMP && s->u.omp->kind == OMP_TARGET;
	return true;
}

static void
check(struct diag *diag, struct stmt *s, walk_stmt_fn *unless)
{
	bool no = false;

	walk_stmt(s, find_goto, NULL, &no);
	if (unless)
		walk_stmt(s, unless, NULL, &no);
	if (!no)
		walk_stmt(s, check_stmt, NULL, diag);
}

void
omp_check_unset(struct diag *diag, const struct unit *u)
{
	for (int i = 0; i < u->ntargets; i++)
		check(diag, u->targets[i]->stmt, NULL);
	for (int i = 0; i < u->ndecls; i++)
		if (u->decls[i]->body && omp_canonical(u->decls[i])->declare_target)
			check(diag, u->decls[i]->body->stmt, find_target);
}
