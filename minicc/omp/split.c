/*
 * split.c: combined and composite constructs into leaves, and each clause to the leaves that it
 * applies to (OpenMP 5.2 [17.1], [17.2]).
 *
 * Where the specification leaves a choice, or several leaves would have the same effect:
 *	private       on the innermost leaf that takes it
 *	firstprivate  on target (the value travels with the launch), and on one more leaf, where the
 *	              copy is made: parallel, else teams, else the leaf itself
 *	lastprivate, linear  on the loop or sections; shared on the teams and parallel around it
 *      reduction     on teams and parallel where the directive has them, so that each level
 *                    combines once; on the loop or sections only where it has neither, or inscan;
 *                    on a taskloop always, because what a task does not share is its own
 *      if            on the target alone, else on every leaf that takes it; where its modifier
 *                    names one, there
 * `loop` is no leaf of the tree: see omp_settle_loop().
 */
#include <string.h>

#include "omp/internal.h"

/* ---- leaves ---- */

static enum omp_kind
kind_of(unsigned leaves)
{
#define LEAF(name, kind) \
	if (leaves & LEAF_##name) \
		return OMP_##kind;
#include "tree/leaves.def"
	return OMP_HOST;
}

static void
set_order(struct omp_node *n, enum omp_clause_id id)
{
	struct omp_atomic *a = &n->omp.u.atomic;

	if (!(n->leaves & LEAF_ATOMIC))
		return;
	a->seq_cst = id == CL_SEQ_CST;
	a->acquire = id == CL_ACQUIRE || id == CL_ACQ_REL;
	a->release = id == CL_RELEASE || id == CL_ACQ_REL;
}

static struct omp_node *
new_leaf(struct parser *p, const struct omp_pragma *pr, unsigned leaves, struct omp_node *outer)
{
	struct omp_node *n = NEW(p->arena, struct omp_node);

	n->pragma = *pr;
	n->leaves = leaves;
	n->first_id = p->next_id + 1;
	n->mappers = omp_mappers_here(p);
	omp_state(p)->has_targets |= (leaves & (LEAF_TARGET | LEAF_DATA)) != 0;
	n->collapse = 1;
	n->omp.kind = kind_of(leaves);
	if (n->omp.kind == OMP_ATOMIC) {
		n->omp.u.atomic.kind = ATOMIC_UPDATE;
		set_order(n, omp_state(p)->default_order);
	}
	n->omp.place = pr->place;
	n->omp.directive = pr->dir->name;
	n->omp.directive_leaves = pr->dir->leaves;
	n->omp.written = pr->clauses;
	n->omp.pragma_first = pr->first;
	n->omp.pragma_last = pr->last;
	n->omp.function = p->function;
	n->omp.parent = outer ? &outer->omp : p->construct;
	n->omp.combined_with_parent = outer != NULL;
	if (outer)
		outer->combined = n;
	return n;
}

/* The groups of leaves that make one node each, outermost first. */
static const unsigned groups[] = {
	LEAF_TARGET,
	LEAF_TEAMS,
	LEAF_PARALLEL,
	LEAF_MASTER | LEAF_MASKED,
	LEAF_LOOPS,
	~(unsigned)(LEAF_TARGET | LEAF_TEAMS | LEAF_PARALLEL | LEAF_MASTER | LEAF_MASKED |
		LEAF_LOOPS),
};

static struct omp_node *
make_leaves(struct parser *p, const struct omp_pragma *pr)
{
	struct omp_node *outer = NULL, *n = NULL;

	if (!pr->dir->leaves)
		return new_leaf(p, pr, LEAF_NONE, NULL);
	for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
		if (!(pr->dir->leaves & groups[i]))
			continue;
		n = new_leaf(p, pr, pr->dir->leaves & groups[i], n);
		outer = outer ? outer : n;
	}
	return outer;
}

static struct omp_node *
outermost(struct omp_node *n, unsigned leaves)
{
	while (n && !(n->leaves & leaves))
		n = n->combined;
	return n;
}

static struct omp_node *
innermost(struct omp_node *n, unsigned leaves)
{
	struct omp_node *found = NULL;

	for (; n; n = n->combined)
		if (n->leaves & leaves)
			found = n;
	return found;
}

/* ---- clauses that end in one leaf ---- */

/* Check that is_device_ptr and use_device_ptr name pointers. */
static void
check_pointer(struct parser *p, const struct omp_clause *c, const struct omp_item *item)
{
	enum type_kind kind = item->base->type->kind;

	if (kind != TY_POINTER && !(kind == TY_ARRAY && c->id == CL_IS_DEVICE_PTR))
		diag_error(p->diag, item->place, "expected a pointer in '%s', '%s' has type '%s'",
			omp_clause_info[c->id].name, item->base->name,
			type_to_string(p->arena, item->base->type));
}

static void
add_device_ptr(struct parser *p, struct omp_node *n, struct decl *d)
{
	int *count = &n->omp.u.target.nuse_device_ptr;
	struct decl **all = NEWN(p->arena, struct decl *, *count + 1);

	if (*count)
		memcpy(all, n->omp.u.target.use_device_ptr, *count * sizeof *all);
	all[(*count)++] = d;
	n->omp.u.target.use_device_ptr = all;
}

/* Add the items of use_device_addr and has_device_addr.  In the first an array's name stands for
 * the device's address; no other variable has a name there.  In the second,
 * has_device_addr(p[0:n]), the section is on the device; p holds its address. */
static void
add_device_items(struct parser *p, struct omp_node *n, const struct omp_clause *c)
{
	bool use = c->id == CL_USE_DEVICE_PTR || c->id == CL_USE_DEVICE_ADDR;

	for (size_t i = 0; i < c->items.n; i++) {
		const struct omp_item *item = &c->items.v[i];
		enum type_kind kind = item->base->type->kind;
		bool pointer = true;

		if (c->id == CL_USE_DEVICE_ADDR)
			pointer = kind == TY_ARRAY || item->ndims > 0;
		else if (c->id == CL_HAS_DEVICE_ADDR)
			pointer = kind == TY_POINTER && item->ndims > 0;
		else
			check_pointer(p, c, item);
		if (pointer && use)
			add_device_ptr(p, n, item->base);
		else
			vec_push(p->arena, pointer ? &n->device_ptrs : &n->device_addrs, *item);
	}
}

static void
set_defaultmap(struct omp_node *n, const struct omp_clause *c)
{
	for (int i = 0; i < CAT_COUNT; i++)
		if (c->category == CAT_COUNT || c->category == (unsigned)i)
			n->defaultmap[i] = c->word;
}

static void
apply(struct parser *p, struct omp_node *n, const struct omp_clause *c)
{
	const struct omp_clause_info *info = &omp_clause_info[c->id];
	struct omp_clauses *cl = &n->omp.clauses;
	void *member = (char *)cl + info->member;

	if (info->sets == SETS_EXPR)
		*(struct expr **)member = c->expr;
	else if (info->sets == SETS_FLAG)
		*(bool *)member = true;
	switch (c->id) {
	case CL_MAP:
	case CL_TO:
	case CL_FROM: omp_add_maps(p, n, c); break;
	case CL_DEFAULTMAP: set_defaultmap(n, c); break;
	case CL_IS_DEVICE_PTR:
	case CL_HAS_DEVICE_ADDR:
	case CL_USE_DEVICE_PTR:
	case CL_USE_DEVICE_ADDR: add_device_items(p, n, c); break;
	case CL_DEFAULT: n->dflt = c->word; break;
	case CL_COLLAPSE: n->collapse = c->value; break;
	case CL_SCHEDULE: cl->schedule = c->word; break;
	case CL_DIST_SCHEDULE: cl->dist_schedule = c->word; break;
	case CL_BIND: n->bind = c->word; break;
	case CL_READ: n->omp.u.atomic.kind = ATOMIC_READ; break;
	case CL_WRITE: n->omp.u.atomic.kind = ATOMIC_WRITE; break;
	case CL_CAPTURE: n->omp.u.atomic.kind = ATOMIC_CAPTURE; break;
	case CL_SEQ_CST:
	case CL_ACQ_REL:
	case CL_ACQUIRE:
	case CL_RELEASE:
	case CL_RELAXED: set_order(n, c->id); break;
	default: break;
	}
}

/* ---- data-sharing clauses and if ---- */

static void
share_on_outer(struct parser *p, struct omp_node *outer, const struct omp_item *item,
	bool in_reduction)
{
	for (struct omp_node *n = outer; n; n = n->combined)
		if ((n->leaves & omp_clause_info[CL_SHARED].leaves) &&
			!omp_find_var(&n->omp, item->base))
			omp_add_var(p, n, VAR_SHARED, item->base, item->place)->in_reduction =
				in_reduction;
}

static void
add_firstprivate(struct parser *p, struct omp_node *outer, const struct omp_item *item)
{
	struct omp_node *target = outermost(outer, LEAF_TARGET);
	struct omp_node *at = outermost(outer, LEAF_PARALLEL);
	struct omp_node *last = innermost(outer, LEAF_LOOPS | LEAF_SECTIONS);
	struct omp_var *v = last ? omp_find_var(&last->omp, item->base) : NULL;

	if (v && v->kind == VAR_LASTPRIVATE) {
		if (last->leaves & LEAF_DISTRIBUTE) /* [11.6] */
			diag_error(p->diag, item->place,
				"'%s' cannot be firstprivate and lastprivate "
				"where there is 'distribute'",
				item->text);
		v->also_first = true;
		return;
	}
	if (target)
		omp_add_var(p, target, VAR_FIRSTPRIVATE, item->base, item->place);
	at = at ? at : outermost(outer, LEAF_TEAMS);
	at = at ? at : innermost(outer, omp_clause_info[CL_FIRSTPRIVATE].leaves);
	if (at != target)
		omp_add_var(p, at, VAR_FIRSTPRIVATE, item->base, item->place);
}

/* Check lastprivate(conditional: list) [5.4.5]. */
static void
check_conditional(struct parser *p, const struct omp_node *loop, const struct omp_item *item)
{
	if (loop->leaves & LEAF_DISTRIBUTE)
		diag_error(p->diag, item->place,
			"'%s' cannot be lastprivate(conditional:) where there is "
			"'distribute'",
			item->text);
	if (!type_is_scalar(item->base->type))
		diag_error(p->diag, item->place,
			"expected a scalar in lastprivate(conditional:), '%s' has "
			"type '%s'",
			item->text, type_to_string(p->arena, item->base->type));
}

static void
add_lastprivate(struct parser *p, struct omp_node *outer, const struct omp_clause *c,
	const struct omp_item *item)
{
	struct omp_node *n = innermost(outer, omp_clause_info[c->id].leaves);
	struct omp_var *v;

	v = omp_add_var(p, n, c->id == CL_LINEAR ? VAR_LINEAR : VAR_LASTPRIVATE, item->base,
		item->place);
	v->linear_step = c->expr;
	v->conditional = c->conditional;
	if (c->conditional)
		check_conditional(p, n, item);
	if (c->id == CL_LINEAR && !type_is_integer(item->base->type) &&
		item->base->type->kind != TY_POINTER)
		diag_error(p->diag, item->place,
			"'%s' has type '%s': expected an integer or a pointer in 'linear'",
			item->text, type_to_string(p->arena, item->base->type));
	share_on_outer(p, outer, item, false);
}

/* Return whether the section is one piece of memory: single elements, then a range, then whole
 * dimensions. */
static bool
has_no_holes(struct parser *p, const struct omp_item *item)
{
	const struct type *t = item->lvalue->type;
	bool range = false;
	int64_t len;

	for (int i = 0; i < item->ndims; i++, t = t->base) {
		const struct omp_dim *d = &item->dims[i];

		if (d->stride || (range && !omp_whole_dim(d, t)))
			return false;
		range |= !d->is_index && !(d->len && eval_int_const(p, d->len, &len) && len == 1);
	}
	return true;
}

/* Note the elements, or whole rows, that a section means.  Both its bounds are given. */
static void
reduction_section(struct parser *p, const struct omp_item *item, struct omp_var *v)
{
	struct type *t = item->lvalue->type;
	struct type *size = p->basic[TY_LONG];

	if (item->ndims == 0)
		return;
	v->red_lo = item->dims[0].lo ? item->dims[0].lo : expr_int(p, item->place, 0, size);
	if (item->dims[0].is_index)
		v->red_len = expr_int(p, item->place, 1, size);
	else if (item->dims[0].len)
		v->red_len = item->dims[0].len;
	else
		v->red_len = expr_binary(p, item->place, BIN_SUB,
			t->u.array.vla ? expr_var(p, item->place, t->u.array.vla_len) :
					 expr_int(p, item->place, t->u.array.len, size),
			v->red_lo);
}

bool
omp_reduces(enum omp_reduction_op op, const struct type *t)
{
	bool bits = op == RED_AND || op == RED_OR || op == RED_XOR;

	return op != RED_DECLARED && type_is_arithmetic(t) && t->kind != TY_COMPLEX &&
		(!bits || type_is_integer(t));
}

/* Check an item of a reduction.  DECLARED is the declaration that the clause means; NULL: the
 * operator's own meaning. */
static bool
check_reduction(struct parser *p, const struct omp_clause *c, const struct omp_item *item,
	const struct omp_declared_reduction **declared)
{
	struct type *t = item->lvalue->type;
	bool bits = c->op == RED_AND || c->op == RED_OR || c->op == RED_XOR, parts;

	if (item->lvalue->kind != EX_VAR || !has_no_holes(p, item)) {
		diag_error(p->diag, item->place,
			"expected a variable, or a section without holes of "
			"one, in 'reduction', found '%s'",
			item->text);
		return false;
	}
	if (item->ndims)
		t = t->base;
	while (t->kind == TY_ARRAY)
		t = t->base;
	*declared = NULL;
	parts = t->kind == TY_COMPLEX && (c->op == RED_ADD || c->op == RED_SUB) && !c->inscan;
	if (omp_reduces(c->op, t) || (*declared = omp_find_reduction(p, c->reduction, t)) ||
		parts || (*declared = omp_complex_reduction(p, c->op, t, item->place)))
		return true;
	if (c->op == RED_DECLARED)
		diag_error(p->diag, item->place,
			"no 'declare reduction' of '%s' for type '%s' is in scope", c->reduction,
			type_to_string(p->arena, t));
	else
		diag_error(p->diag, item->place,
			"expected %s type for this reduction, '%s' has type '%s'",
			bits                          ? "an integer" :
				t->kind == TY_COMPLEX ? "a real" :
							"an arithmetic",
			item->text, type_to_string(p->arena, t));
	return false;
}

/* Widen the section to cover a second one of the same variable: reduction(+: a[0], a[3]).  The
 * elements between are combined with the operator's identity and so keep their values. */
static void
widen_reduction(struct parser *p, struct omp_var *v, const struct omp_clause *c,
	const struct omp_item *item)
{
	struct omp_var other = { 0 };
	int64_t lo, len, lo2, len2, end;

	reduction_section(p, item, &other);
	if (v->kind != VAR_REDUCTION || v->op != c->op || v->declared || !v->red_len ||
		!other.red_len || !eval_int_const(p, v->red_lo, &lo) ||
		!eval_int_const(p, v->red_len, &len) || !eval_int_const(p, other.red_lo, &lo2) ||
		!eval_int_const(p, other.red_len, &len2)) {
		diag_error(p->diag, item->place,
			"'%s': several sections of one variable need one "
			"operator and constant bounds",
			item->text);
		return;
	}
	end = lo + len > lo2 + len2 ? lo + len : lo2 + len2;
	lo = lo < lo2 ? lo : lo2;
	v->red_lo = expr_int(p, item->place, lo, p->basic[TY_LONG]);
	v->red_len = expr_int(p, item->place, end - lo, p->basic[TY_LONG]);
}

static void
reduce_on(struct parser *p, struct omp_node *n, const struct omp_clause *c,
	const struct omp_item *item, const struct omp_declared_reduction *declared)
{
	struct omp_var *v = omp_find_var(&n->omp, item->base);

	if (v && item->ndims) {
		widen_reduction(p, v, c, item);
		return;
	}
	v = omp_add_var(p, n, VAR_REDUCTION, item->base, item->place);
	v->op = c->op;
	v->declared = declared;
	v->inscan = c->inscan;
	reduction_section(p, item, v);
}

static void
add_reduction(struct parser *p, struct omp_node *outer, const struct omp_clause *c,
	const struct omp_item *item)
{
	struct omp_node *last = innermost(outer, omp_clause_info[c->id].leaves);
	bool split = outermost(outer, LEAF_TEAMS | LEAF_PARALLEL) != NULL && !c->inscan;
	const struct omp_declared_reduction *declared;

	if (!check_reduction(p, c, item, &declared))
		return;
	if (c->inscan)
		omp_check_inscan(p, outer, last, c);
	for (struct omp_node *n = outer; n; n = n->combined)
		if (split ? n->leaves & (LEAF_TEAMS | LEAF_PARALLEL | LEAF_TASKLOOP) : n == last)
			reduce_on(p, n, c, item, declared);
	if (c->inscan)
		share_on_outer(p, outer, item, false);
}

/* Add an item of in_reduction.  A task's thread is the one that executes it, so that the
 * taskgroup's copy is its own.  The lanes of taskloop simd reduce into that copy [17.2]. */
static void
add_in_reduction(struct parser *p, struct omp_node *outer, const struct omp_clause *c,
	const struct omp_item *item)
{
	struct omp_node *simd = innermost(outer, LEAF_TASKLOOP) ? innermost(outer, LEAF_SIMD) :
								  NULL;
	const struct omp_declared_reduction *declared;

	share_on_outer(p, outer, item, true);
	if (simd && check_reduction(p, c, item, &declared))
		reduce_on(p, simd, c, item, declared);
}

static bool
is_mapped(const struct omp_node *target, const struct decl *d)
{
	for (const struct omp_map *m = target->omp.u.target.maps; m; m = m->next)
		if (m->item.base == d)
			return true;
	return false;
}

/* Map the items of in_reduction on target: the copy that cc's task has goes to the device and back
 * [5.8.1]. */
static void
map_in_reduction(struct parser *p, struct omp_node *target, const struct omp_clause *c)
{
	struct omp_clause map = { .id = CL_MAP,
		.place = c->place,
		.word = MAP_TOFROM,
		.always = true };

	for (size_t i = 0; i < c->items.n; i++) {
		const struct omp_item *item = &c->items.v[i];

		if (item->base->declare_target)
			diag_error(p->diag, item->place,
				"'%s' is on the device already: expected a "
				"variable that is not 'declare target' in 'in_reduction' of 'target'",
				item->text);
		if (!is_mapped(target, item->base))
			vec_push(p->arena, &map.items, *item);
	}
	omp_add_maps(p, target, &map);
}

static void
apply_if(struct omp_node *outer, const struct omp_clause *c)
{
	for (struct omp_node *n = outer; n; n = n->combined) {
		if (!(n->leaves & (c->leaf ? c->leaf : omp_clause_info[CL_IF].leaves)))
			continue;
		n->omp.clauses.if_ = c->expr;
		if (!c->leaf && n->leaves & LEAF_TARGET)
			return; /* on the device it is known to be true */
	}
}

static void
apply_special(struct parser *p, struct omp_node *outer, const struct omp_clause *c)
{
	struct omp_node *inner = innermost(outer, omp_clause_info[c->id].leaves);

	if (c->id == CL_IF)
		apply_if(outer, c);
	if (c->id == CL_IN_REDUCTION && outermost(outer, LEAF_TARGET))
		map_in_reduction(p, outermost(outer, LEAF_TARGET), c);
	for (size_t i = 0; i < c->items.n; i++) {
		const struct omp_item *item = &c->items.v[i];

		switch (c->id) {
		case CL_PRIVATE: omp_add_var(p, inner, VAR_PRIVATE, item->base, item->place); break;
		case CL_COPYPRIVATE:
			omp_add_var(p, inner, VAR_COPYPRIVATE, item->base, item->place);
			break;
		case CL_SHARED: share_on_outer(p, outer, item, false); break;
		case CL_IN_REDUCTION: add_in_reduction(p, outer, c, item); break;
		case CL_FIRSTPRIVATE: add_firstprivate(p, outer, item); break;
		case CL_LASTPRIVATE:
		case CL_LINEAR: add_lastprivate(p, outer, c, item); break;
		case CL_REDUCTION:
		case CL_TASK_REDUCTION: add_reduction(p, outer, c, item); break;
		default: break;
		}
	}
}

static void
distribute_clauses(struct parser *p, struct omp_node *outer)
{
	for (int late = 0; late < 2; late++)
		for (const struct omp_clause *c = outer->pragma.clauses; c; c = c->next) {
			const struct omp_clause_info *info = &omp_clause_info[c->id];
			/* depends on whether it is lastprivate, or mapped, too */
			bool is_late = c->id == CL_FIRSTPRIVATE || c->id == CL_IN_REDUCTION;

			if (is_late != late || !(info->leaves & outer->pragma.dir->leaves))
				continue;
			if (info->goes == GO_SPECIAL)
				apply_special(p, outer, c);
			else if (info->goes == GO_OUTER)
				apply(p, outermost(outer, info->leaves), c);
			else if (info->goes == GO_INNER)
				apply(p, innermost(outer, info->leaves), c);
			else if (info->goes == GO_ALL)
				for (struct omp_node *n = outer; n; n = n->combined)
					if (n->leaves & info->leaves)
						apply(p, n, c);
		}
}

static unsigned
levels_of(unsigned leaves)
{
	return (leaves & LEAF_DISTRIBUTE ? OMP_LEVEL_DISTRIBUTE : 0) |
		(leaves & LEAF_FOR ? OMP_LEVEL_FOR : 0) | (leaves & LEAF_SIMD ? OMP_LEVEL_SIMD : 0);
}

/* Note on the constructs around that there is a parallel region inside. */
static void
note_parallelism(struct omp *o)
{
	for (; o && o->kind != OMP_TARGET; o = o->parent)
		omp_node(o)->has_parallelism = true;
}

struct omp_node *
omp_split(struct parser *p, const struct omp_pragma *pr)
{
	struct omp_node *outer = make_leaves(p, pr);

	distribute_clauses(p, outer);
	for (struct omp_node *n = outer; n; n = n->combined) {
		if (n->omp.kind == OMP_LOOP)
			n->omp.u.loop.levels = levels_of(n->leaves);
		if (n->omp.kind == OMP_PARALLEL && n == outer)
			note_parallelism(n->omp.parent);
		if (n->omp.kind == OMP_CRITICAL)
			n->omp.clauses.critical_name = pr->critical_name;
	}
	if (outer->leaves & LEAF_ANY_TARGET)
		omp_check_maps(p, outer);
	return outer;
}

/* ---- loop [11.7] ---- */

enum omp_bind
omp_loop_binding(struct parser *p, const struct omp_node *loop)
{
	const struct omp *o = loop->omp.parent;

	if (loop->bind != BIND_UNSET)
		return loop->bind;
	while (o && o->kind == OMP_TARGET_DATA)
		o = o->parent;
	if (!o) {
		diag_error(p->diag, loop->pragma.place,
			"expected a 'bind' clause: no 'teams' or "
			"'parallel' is in sight to bind 'loop' to");
		return BIND_THREAD;
	}
	if (o->kind == OMP_TEAMS)
		return BIND_TEAMS;
	while (o && o->kind != OMP_PARALLEL && o->kind != OMP_TARGET && o->kind != OMP_TEAMS &&
		o->kind != OMP_LOOP)
		o = o->parent;
	return o && o->kind == OMP_PARALLEL ? BIND_PARALLEL : BIND_THREAD;
}

/* Move firstprivate from loop, which does not take it, to teams: the copy is the team's [17.2].
 * Iterations that write it would race.  A scalar can as well be each thread's own, as where the
 * directive says parallel. */
static void
move_firstprivates(struct parser *p, struct omp_node *teams, struct omp_node *par)
{
	for (struct omp_var **at = &teams->omp.vars, *v; (v = *at);) {
		if (v->kind == VAR_FIRSTPRIVATE && type_is_scalar(v->decl->type)) {
			*at = v->next;
			omp_add_var(p, par, VAR_FIRSTPRIVATE, v->decl, v->place);
		} else {
			at = &v->next;
		}
	}
}

/* Put a parallel around a loop bound to teams.  Its reductions combine within the team first. */
static struct omp_node *
wrap_in_parallel(struct parser *p, struct omp_node *outer, struct omp_node *loop)
{
	struct omp_node *par = NEW(p->arena, struct omp_node);

	*par = *loop;
	par->leaves = LEAF_PARALLEL;
	par->omp.kind = OMP_PARALLEL;
	par->omp.vars = NULL;
	par->omp.body = NULL;
	memset(&par->omp.u, 0, sizeof par->omp.u);
	memset(&par->omp.clauses, 0, sizeof par->omp.clauses);
	par->combined = loop;
	for (struct omp_node *n = outer; n != loop; n = n->combined) {
		for (struct omp_var *v = n->omp.vars; v; v = v->next)
			if (n->leaves == LEAF_TEAMS && v->kind == VAR_REDUCTION) {
				struct omp_var *r = omp_add_var(p, par, v->kind, v->decl, v->place);

				r->op = v->op;
				r->declared = v->declared;
				r->red_lo = v->red_lo;
				r->red_len = v->red_len;
			}
		if (n->leaves == LEAF_TEAMS)
			move_firstprivates(p, n, par);
		if (n->combined == loop) {
			n->combined = par;
			break;
		}
	}
	loop->omp.parent = &par->omp;
	loop->omp.combined_with_parent = true;
	return outer == loop ? par : outer;
}

/* Return whether a loop bound to parallel stands where only the team's first thread is running. */
static bool
needs_parallel(const struct omp *o)
{
	while (o && o->kind != OMP_PARALLEL && o->kind != OMP_TEAMS && o->kind != OMP_TARGET)
		o = o->parent;
	return o && o->kind != OMP_PARALLEL;
}

/* Make of a loop bound to teams distribute parallel for, or distribute alone if there is more
 * parallelism inside; of one bound to parallel for, of one bound to a thread simd. */
struct omp_node *
omp_settle_loop(struct parser *p, struct omp_node *outer, struct omp_node *loop)
{
	switch (omp_loop_binding(p, loop)) {
	case BIND_TEAMS:
		loop->leaves = LEAF_DISTRIBUTE;
		if (!loop->has_parallelism) {
			loop->leaves |= LEAF_FOR;
			outer = wrap_in_parallel(p, outer, loop);
		}
		break;
	case BIND_PARALLEL:
		loop->leaves = LEAF_FOR;
		if (needs_parallel(loop->omp.parent)) {
			note_parallelism(loop->omp.parent);
			outer = wrap_in_parallel(p, outer, loop);
		}
		break;
	default:
		loop->leaves = LEAF_SIMD;
		if (loop->bind == BIND_UNSET)
			omp_replace_loop(p, &loop->omp);
	}
	loop->omp.u.loop.levels = levels_of(loop->leaves);
	return outer;
}
