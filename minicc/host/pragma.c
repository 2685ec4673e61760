/* Directives of target constructs as the host compiler is to see them: without `target` and the
 * clauses that belong to it alone.  Their names come from the tables, by the leaves that are left;
 * their clauses stay as written. */
#include "host/internal.h"
#include "tree/walk.h"

bool
host_has_clause(const struct omp *o, enum omp_clause_id id)
{
	const struct omp_clause *c = o->written;

	while (c && c->id != id)
		c = c->next;
	return c;
}

const char *
host_with_clause(struct host *h, const char *text, const struct omp_clause *c)
{
	return arena_printf(h->arena, "%s %s", text, host_tokens_text(h, c->first, c->last));
}

static bool
is_plain_teams(struct stmt *s, void *ctx)
{
	bool *found = ctx;

	*found |= s->kind == ST_OMP && s->u.omp->directive_leaves & LEAF_TEAMS &&
		!(s->u.omp->directive_leaves & LEAF_PARALLEL);
	return !*found;
}

bool
host_has_plain_teams(const struct omp *o)
{
	bool found = false;

	walk_stmt(o->stmt, is_plain_teams, NULL, &found);
	return found;
}

/* Return whether the clause stays on a directive with these leaves in the place of target's: one of
 * them has it, and it has not gone to target [17.2]. */
static bool
stays(const struct omp_clause *c, unsigned left)
{
	const struct omp_clause_info *info = &omp_clause_info[c->id];

	return info->leaves & left && !(info->goes == GO_OUTER && info->leaves & LEAF_TARGET);
}

/* ---- collapse of a nest that is not rectangular, or has code between its loops ---- */

/* Return the loop whose directive must lose its collapse, or NULL; the inner loops' variables
 * are then made private by a clause. */
static const struct omp *
loop_without_collapse(const struct omp *o)
{
	const struct token *pragma = o->pragma_first;

	for (; o && o->pragma_first == pragma; o = omp_only_construct(o))
		if (o->kind == OMP_LOOP)
			return o->u.loop.uneven || o->u.loop.between ? o : NULL;
	return NULL;
}

static const char *
with_private_variables(struct host *h, const char *text, const struct omp *loop)
{
	for (const struct omp_var *v = loop ? loop->vars : NULL; v; v = v->next)
		for (int k = 1; k < loop->u.loop.nloops; k++)
			if (v->implicit && v->decl == loop->u.loop.loops[k].iv)
				text = arena_printf(h->arena, "%s %s(%s)", text,
					v->kind == VAR_PRIVATE ? "private" : "lastprivate",
					v->decl->name);
	return text;
}

const char *
host_directive_less(struct host *h, const struct omp *o, const enum omp_clause_id *left_out)
{
	const char *text = arena_printf(h->arena, "#pragma omp %s", o->directive);

	for (const struct omp_clause *c = o->written; c; c = c->next) {
		const enum omp_clause_id *id = left_out;

		while (*id != CL_COUNT && *id != c->id)
			id++;
		if (*id == CL_COUNT)
			text = host_with_clause(h, text, c);
	}
	return text;
}

const char *
host_loop_directive(struct host *h, const struct omp *loop)
{
	static const enum omp_clause_id left_out[] = { CL_COLLAPSE, CL_COUNT };
	const struct omp *plain = loop_without_collapse(loop);
	const char *text = host_directive_less(h, loop, plain ? left_out : left_out + 1);

	/* a thread goes through the loop alone, which cc must be told where no construct is left
	 * around it */
	if (loop->directive_leaves == LEAF_GENERIC_LOOP && loop->u.loop.levels == OMP_LEVEL_SIMD &&
		!host_has_clause(loop, CL_BIND))
		text = arena_printf(h->arena, "%s bind(thread)", text);
	return with_private_variables(h, text, plain);
}

/* Return the leaves without loop.  Without its collapse, loop may not name the inner variables in
 * lastprivate [11.7], but what it stands for may. */
static unsigned
without_loop(unsigned leaves)
{
	if (leaves & LEAF_PARALLEL)
		return (leaves & ~(unsigned)LEAF_GENERIC_LOOP) | LEAF_FOR;
	if (leaves & LEAF_TEAMS)
		return (leaves & ~(unsigned)LEAF_GENERIC_LOOP) | LEAF_DISTRIBUTE;
	return leaves;
}

/* ---- without target ---- */

static const char *
with_if(struct host *h, const char *text, const struct omp_clause *c, unsigned left,
	const char *again)
{
	if (c->leaf ? !(c->leaf & left & ~LEAF_TEAMS) : !(left & LEAF_PARALLEL))
		return text;
	return again && !c->leaf ? arena_printf(h->arena, "%s if(%s)", text, again) :
				   host_with_clause(h, text, c);
}

const char *
host_directive_without_target(struct host *h, const struct omp *o, const char *again)
{
	const struct omp *plain = loop_without_collapse(o);
	unsigned left = o->directive_leaves & ~(unsigned)LEAF_TARGET;
	const char *text;

	if (!left)
		return NULL;
	if (plain && left & LEAF_GENERIC_LOOP)
		left = without_loop(left);
	text = arena_printf(h->arena, "#pragma omp %s", omp_leaves_name(left));
	for (const struct omp_clause *c = o->written; c; c = c->next)
		if (c->id == CL_IF)
			text = with_if(h, text, c, left, again);
		else if (stays(c, left) && !(plain && c->id == CL_COLLAPSE))
			text = host_with_clause(h, text, c);
	return with_private_variables(h, text, plain);
}

const char *
host_directive_on_host(struct host *h, const struct omp *o)
{
	const unsigned inside = LEAF_TEAMS | LEAF_DISTRIBUTE | LEAF_PARALLEL | LEAF_FOR |
		LEAF_SIMD | LEAF_GENERIC_LOOP;
	const struct omp *plain = loop_without_collapse(o);
	const char *text = arena_printf(h->arena,
		"#pragma omp %s if(target: 0) defaultmap(tofrom: scalar)", o->directive);

	for (const struct omp_var *v = o->vars; v; v = v->next)
		if (v->kind == VAR_FIRSTPRIVATE && v->implicit)
			text = arena_printf(h->arena, "%s firstprivate(%s)", text, v->decl->name);
	for (const struct omp_clause *c = o->written; c; c = c->next)
		if (c->id == CL_IF ? c->leaf & inside :
				     stays(c, inside) && !(plain && c->id == CL_COLLAPSE))
			text = host_with_clause(h, text, c);
	return with_private_variables(h, text, plain);
}
