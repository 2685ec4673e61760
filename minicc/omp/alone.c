/*
 * alone.c: worksharing constructs of a target region that no parallel region is around, as cc is to
 * see them.
 *
 *	#pragma omp target map(s)
 *	{
 *		#pragma omp for reduction(+: s)
 *
 * becomes
 *
 *		#pragma omp parallel for reduction(+: s) num_threads(1)
 *
 * The one thread of the target region, or that of a team, shares s [5.1.1], but in the host's
 * version there is no target, and for a local variable cc wants a construct that shares it.
 */
#include "omp/internal.h"

/* Return the directive's name once it has a parallel region of its own, or NULL: cc can have it as
 * it is. */
static const char *
combined_name(const struct omp_node *n)
{
	unsigned leaves = n->omp.directive_leaves;

	if ((leaves == LEAF_GENERIC_LOOP && n->bind != BIND_PARALLEL) ||
		omp_find_clause(&n->pragma, CL_COPYPRIVATE))
		return NULL;
	switch (leaves) {
	case LEAF_SCOPE:
	case LEAF_SINGLE: return "parallel";
	case LEAF_FOR:
	case LEAF_FOR | LEAF_SIMD:
	case LEAF_SECTIONS:
	case LEAF_GENERIC_LOOP: return omp_leaves_name(leaves | LEAF_PARALLEL);
	default: return NULL;
	}
}

static bool
is_team_of_one(const struct omp *o)
{
	do
		o = o->parent;
	while (o && o->kind != OMP_TARGET && o->kind != OMP_PARALLEL && o->kind != OMP_TASK &&
		o->kind != OMP_HOST);
	return o && o->kind == OMP_TARGET;
}

static bool
hands_out_local(const struct omp *o)
{
	for (const struct omp_var *v = o->vars; v; v = v->next)
		if (v->kind != VAR_PRIVATE && v->kind != VAR_SHARED && !v->implicit &&
			!v->decl->file_scope && v->decl->storage != SC_STATIC)
			return true;
	return false;
}

static const struct token *
rewrite(struct parser *p, const struct omp_pragma *pr, const char *name)
{
	struct omp_tokens out = { 0 };
	const struct token *t = pr->first + 1;
	size_t nwords;

	omp_match_directive(t, &nwords);
	vec_push(p->arena, &out, *pr->first);
	omp_put_words(p->arena, p->unit->tokens, &out, t, name);
	for (t += nwords; t < pr->last; t++)
		if (!omp_is_word(t, "nowait"))
			vec_push(p->arena, &out, *t);
	omp_put_words(p->arena, p->unit->tokens, &out, pr->first, "num_threads ( 1 )");
	vec_push(p->arena, &out, *pr->last);
	return out.v;
}

void
omp_share_alone(struct parser *p, const struct omp_node *n)
{
	const char *name = n->omp.combined_with_parent ? NULL : combined_name(n);
	bool local = false;

	for (const struct omp_node *leaf = n; leaf && name; leaf = leaf->combined)
		local |= hands_out_local(&leaf->omp);
	if (local && is_team_of_one(&n->omp))
		omp_replace(p, n->pragma.first, n->pragma.last, rewrite(p, &n->pragma, name));
}
