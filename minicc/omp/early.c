/*
 * early.c: warns where all threads of a region use what one of them has just written in a master
 * construct, or in a single with nowait: neither has a barrier at its end.
 *
 * Only what is plain is said: the use stands in one of the statements that follow in the same block,
 * an expression, a declaration or a worksharing loop.  The first statement that might wait, call a
 * function or leave, and a write that is atomic or flushed, end the search; there DEVRT_CHECK=race
 * helps.  That cannot see a reduction of such a variable, whose own barrier comes first, nor a value
 * that nobody uses.
 */
#include "omp/internal.h"
#include "tree/walk.h"

struct early {
	const struct omp *writer; /* the construct of one thread */
	const struct omp *region; /* the parallel construct around that */
	struct decl *var;         /* what it writes */
	struct place use;
	bool waits; /* a statement that may order the two was found */
};

static bool
is_shared(const struct early *e, struct decl *d)
{
	const struct omp_var *v = NULL;

	for (const struct omp *o = e->writer->parent; !v && o != e->region->parent; o = o->parent)
		v = omp_find_var(o, d);
	return v ? v->kind == VAR_SHARED : d->file_scope && !d->threadprivate;
}

/* Note the first variable that the construct assigns: x = 0. */
static bool
find_write(struct expr *x, void *ctx)
{
	struct early *e = ctx;

	if (x->kind == EX_ASSIGN && x->u.assign.l->kind == EX_VAR && !e->var &&
		is_shared(e, omp_canonical(x->u.assign.l->u.var)))
		e->var = omp_canonical(x->u.assign.l->u.var);
	e->waits |= x->kind == EX_CALL;
	return true;
}

static bool
find_waiting(struct stmt *s, void *ctx)
{
	struct early *e = ctx;

	e->waits |= s->kind == ST_OMP && s->u.omp->kind != OMP_LOOP;
	return true;
}

static bool
find_use(struct expr *x, void *ctx)
{
	struct early *e = ctx;

	if (x->kind == EX_VAR && omp_canonical(x->u.var) == e->var && !place_known(e->use))
		e->use = x->place;
	e->waits |= x->kind == EX_CALL;
	return x->kind != EX_ASSIGN || x->u.assign.l->kind != EX_VAR ||
		omp_canonical(x->u.assign.l->u.var) != e->var;
}

static void
see_loop(struct early *e, struct stmt *s)
{
	const struct omp_var *v = omp_find_var(s->u.omp, e->var);

	if (v && v->kind == VAR_REDUCTION)
		e->use = v->place;
	else if (!v || v->kind == VAR_SHARED)
		walk_stmt(s, find_waiting, find_use, e);
	e->waits |= !s->u.omp->clauses.nowait;
}

/* Look through the statements behind the construct, as long as all threads come there and nothing
 * waits. */
static void
see_following(struct early *e, struct stmt *s)
{
	for (; s && !e->waits && !place_known(e->use); s = s->next)
		if (s->kind == ST_OMP && s->u.omp->kind == OMP_LOOP &&
			s->u.omp->u.loop.levels & OMP_LEVEL_FOR)
			see_loop(e, s);
		else if (s->kind == ST_EXPR || s->kind == ST_DECL)
			walk_stmt(s, NULL, find_use, e);
		else
			return;
}

static void
check(struct diag *diag, struct stmt *s)
{
	struct early e = { .writer = s->u.omp, .region = s->u.omp->parent };

	while (e.region && e.region->kind != OMP_PARALLEL)
		e.region = e.region->parent;
	if (!e.region)
		return;
	walk_stmt(e.writer->body, find_waiting, find_write, &e);
	if (!e.var || e.waits)
		return;
	see_following(&e, s->next);
	if (!place_known(e.use))
		return;
	diag_warn(diag, e.use, "-Wmissing-barrier",
		"'%s' is written in the '%s' before, and other threads may come here earlier; "
		"expected '#pragma omp barrier' between the two",
		e.var->name, e.writer->directive);
	diag_note(diag, e.writer->place, "it has no barrier at its end");
}

static bool
check_stmt(struct stmt *s, void *ctx)
{
	if (s->kind == ST_OMP &&
		(s->u.omp->kind == OMP_MASTER ||
			(s->u.omp->kind == OMP_SINGLE && s->u.omp->clauses.nowait)))
		check(ctx, s);
	return true;
}

void
omp_check_early_uses(struct diag *diag, const struct unit *u)
{
	for (int i = 0; i < u->ntargets; i++)
		walk_stmt(u->targets[i]->stmt, check_stmt, NULL, diag);
}
