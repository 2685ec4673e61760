/*
 * clone.c: which functions a target region has versions of its own of (Tiotto et al. 2020, §1,
 * Fig. 4 to 6).  Only says so: the versions are made by building such functions where they are
 * called.
 *
 * A function that reaches an OpenMP construct needs to know where in the team's work it is called,
 * so each target region that can reach it specialises it.  When the region dominates it (nobody
 * else calls it) that is its only version; otherwise it is cloned, and the other callers keep
 * theirs.  A function that reaches no construct is the same for everyone and is not cloned.
 *
 * The call graph is the unit's: its nodes are function definitions and target regions.
 */
#include "build/internal.h"
#include "tree/walk.h"

struct edge {
	const void *from; /* struct decl (a definition) or struct omp (a target region) */
	struct decl *to;  /* a definition */
	const char *who;  /* the caller, for messages */
};

struct calls {
	struct build *u;
	VEC(struct edge) edges;
	struct map visible; /* definition -> text: who else may call it */
	const void *from;
	const char *who;
	const struct expr *callee; /* of the call just entered: no use of its address */
};

/* ---- the graph ---- */

/* Return a definition of the program's own, or NULL. */
static struct decl *
own_function(struct build *u, struct decl *fn)
{
	struct decl *def = own_definition(u, fn);

	return def && def->body && !place_is_system(u->unit->sources, def->place) ? def : NULL;
}

static bool
note_call(struct expr *e, void *ctx)
{
	struct calls *c = ctx;
	struct decl *fn = e->kind == EX_CALL ? called_function(e) : NULL, *def;

	if (fn) {
		for (c->callee = e->u.call.callee; c->callee->kind != EX_FUNC;)
			c->callee = c->callee->u.sub;
		if ((def = own_function(c->u, fn)))
			vec_push(c->u->arena, &c->edges, ((struct edge){ c->from, def, c->who }));
	} else if (e->kind == EX_FUNC && e != c->callee && (def = own_function(c->u, e->u.var))) {
		map_put(c->u->arena, &c->visible, def, "its address is taken");
	}
	return true;
}

/* Stop at target regions, which are nodes of their own. */
static bool
stop_at_targets(struct stmt *st, void *ctx)
{
	(void)ctx;
	return st->kind != ST_OMP || st->u.omp->kind != OMP_TARGET;
}

static void
add_calls(struct calls *c, const void *from, const char *who, struct stmt *body)
{
	c->from = from;
	c->who = who;
	walk_stmt(body, stop_at_targets, note_call, c);
}

static void
call_graph(struct calls *c)
{
	struct unit *unit = c->u->unit;

	for (int i = 0; i < unit->ndecls; i++) {
		struct decl *d = unit->decls[i];

		if (d->kind != DECL_FUNC || own_function(c->u, d) != d)
			continue;
		if ((d->declare_target || (d->canonical && d->canonical->declare_target)) &&
			d->storage != SC_STATIC)
			map_put(c->u->arena, &c->visible, d, "other files may call it");
		add_calls(c, d, arena_printf(c->u->arena, "'%s' calls it", d->name), d->body->stmt);
	}
	for (int i = 0; i < unit->ntargets; i++) {
		struct omp *o = unit->targets[i];
		add_calls(c, o,
			arena_printf(c->u->arena, "the target region in line %u calls it",
				o->place.line),
			o->body);
	}
}

/* ---- one target region ---- */

static void
reach_from(struct calls *c, const void *from, struct map *reached)
{
	for (size_t i = 0; i < c->edges.n; i++) {
		struct edge *e = &c->edges.v[i];

		if (e->from != from || map_get(reached, e->to))
			continue;
		map_put(c->u->arena, reached, e->to, e->to);
		reach_from(c, e->to, reached);
	}
}

/* Return why a function that the region reaches has other callers: a caller that the region does
 * not dominate.  Return NULL if it has none. */
static const char *
other_caller(struct calls *c, const void *region, struct map *others, struct decl *fn)
{
	const char *why = map_get(&c->visible, fn);

	for (size_t i = 0; i < c->edges.n && !why; i++) {
		struct edge *e = &c->edges.v[i];

		if (e->to == fn && e->from != region && map_get(others, e->from))
			why = e->who;
	}
	return why;
}

/* Find what the region does not dominate, with the reason.  At the start `others` holds all that it
 * cannot reach. */
static void
find_others(struct calls *c, const struct omp *region, struct map *reached, struct map *others)
{
	bool changed = true;

	for (size_t i = 0; i < c->edges.n; i++)
		if (!map_get(reached, c->edges.v[i].from))
			map_put(c->u->arena, others, c->edges.v[i].from, "");
	while (changed) {
		changed = false;
		for (int i = 0; i < c->u->unit->ndecls; i++) {
			struct decl *fn = c->u->unit->decls[i];
			const char *why = NULL;

			if (map_get(reached, fn) && !map_get(others, fn))
				why = other_caller(c, region, others, fn);
			if (!why)
				continue;
			map_put(c->u->arena, others, fn, (void *)why);
			changed = true;
		}
	}
}

void
find_versions(struct build *u, struct ir_module *m)
{
	struct calls c = { .u = u };

	call_graph(&c);
	for (int i = 0; i < m->nkernels; i++) {
		struct ir_kernel_info *k = m->kernels[i]->kernel;
		struct map reached = { 0 }, others = { 0 };
		struct ir_version **end = &k->versions;

		reach_from(&c, k->target, &reached);
		find_others(&c, k->target, &reached, &others);
		for (int d = 0; d < u->unit->ndecls; d++) {
			struct decl *fn = u->unit->decls[d];

			if (!map_get(&reached, fn))
				continue;
			*end = NEW(u->arena, struct ir_version);
			**end = (struct ir_version){
				.name = fn->name,
				.place = fn->place,
				.specialised = function_facts(u, fn)->in_place,
				.called = function_facts(u, fn)->in_place &&
					map_get(&u->symbols, fn->canonical ? fn->canonical : fn),
				.others = map_get(&others, fn),
			};
			end = &(*end)->next;
		}
	}
}
