/*
 * serial.c: which functions with parallel regions can also be called like any other: by
 * themselves, through pointers, from other files.
 *
 * Normally such a function is built where it is called, since what its constructs mean depends on
 * the place (build/call.c).  Where that cannot be, it is a device function, whose regions a scheme
 * may divide among the team (scheme/called.c).  Else a region runs with one thread, the thread that
 * comes to it: at the inner levels that is what nesting means, at the first one an implementation
 * may do so (OpenMP 5.2 [10.1.1]).  For that all constructs must lie in parallel regions of the
 * function itself, or in functions that these call, and nothing may ask for what only the kernel
 * knows.
 */
#include "build/internal.h"
#include "tree/walk.h"

struct closed {
	struct build *u;
	struct map visited[2]; /* from outside regions, from inside */
	int inside;            /* parallel regions around */
	bool yes;
};

static bool closed_stmt(struct stmt *, void *);

static bool
closed_expr(struct expr *e, void *ctx)
{
	struct closed *c = ctx;
	struct decl *fn = e->kind == EX_CALL ? called_function(e) : NULL, *def;
	struct map *visited = &c->visited[c->inside > 0];

	if (!fn)
		return true;
	def = find_definition(c->u, fn);
	c->yes &= !(fn->canonical ? fn->canonical : fn)->variants;
	if (!def) {
		c->yes &= !fn->name || !omp_routine_in_place(fn->name) ||
			(c->inside && omp_routine_of_region(fn->name));
	} else if (!map_get(visited, def)) {
		map_put(c->u->arena, visited, def, def);
		walk_stmt(def->body->stmt, closed_stmt, closed_expr, c);
	}
	return true;
}

static bool
closed_stmt(struct stmt *st, void *ctx)
{
	struct closed *c = ctx;
	struct omp *o = st->kind == ST_OMP ? st->u.omp : NULL;

	if (!o)
		return true;
	switch (o->kind) {
	case OMP_PARALLEL:
		c->inside++;
		walk_stmt(o->body, closed_stmt, closed_expr, c);
		c->inside--;
		return false;
	case OMP_LOOP:
		c->yes &= o->u.loop.levels == OMP_LEVEL_SIMD ||
			(c->inside && !(o->u.loop.levels & OMP_LEVEL_DISTRIBUTE));
		return true;
	case OMP_SECTIONS:
	case OMP_SECTION:
	case OMP_SINGLE:
	case OMP_MASTER:
	case OMP_BARRIER:
	case OMP_SCOPE: c->yes &= c->inside > 0; return true;
	case OMP_CRITICAL:
	case OMP_SCAN: return true;
	default: c->yes &= binds_to_thread(o); return true;
	}
}

bool
can_be_called(struct build *u, struct decl *def)
{
	struct closed c = { .u = u, .yes = true };

	map_put(u->arena, &c.visited[0], def, def);
	walk_stmt(def->body->stmt, closed_stmt, closed_expr, &c);
	return c.yes;
}
