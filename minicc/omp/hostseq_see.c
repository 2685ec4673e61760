/*
 * hostseq_see.c: what -scheme=hostseq must know of a target construct before it writes it anew
 * (hostseq.c): who uses which variable, in sequential code and in each parallel region, which list
 * items both share, and what no map can move, which is refused.
 */
#include <string.h>

#include "c/eval.h"
#include "omp/hostseq.h"
#include "tree/walk.h"

/* Report a reason, the first one only. */
static void DIAG_FORMAT(3, 4) refuse(struct split *s, struct place place, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	if (!s->refused)
		diag_error(s->diag, place,
			"scheme 'hostseq' cannot take this target region: %s [MC112]",
			arena_vprintf(s->arena, fmt, ap));
	va_end(ap);
	s->refused = true;
}

/* ---- who uses what ---- */

struct use *
split_use(const struct uses *u, const struct decl *d)
{
	d = d->canonical ? d->canonical : d;
	for (size_t i = 0; i < u->n; i++)
		if (u->v[i].decl == d)
			return &u->v[i];
	return NULL;
}

static struct use *
note_use(struct uses *u, struct decl *d, struct place place)
{
	struct use *known = split_use(u, d = omp_canonical(d));

	if (!known)
		vec_push(u->split->arena, u, ((struct use){ .decl = d, .place = place }));
	return known ? known : &vec_last(u);
}

static bool
holds_address(const struct type *t)
{
	t = type_element(t);
	if (type_is_record(t))
		for (const struct field *f = t->u.record->fields; f; f = f->next)
			if (holds_address(f->type))
				return true;
	return t->kind == TY_POINTER;
}

bool
split_is_const(const struct type *t)
{
	return type_element(t)->quals & Q_CONST;
}

static bool see_expr(struct expr *, void *);

/* Return the variable of x, x.m, x[i], x->m[i], *x.  Set *itself if no pointer and no index leads
 * to the object. */
static struct use *
see_object(struct uses *u, struct expr *e, bool *itself)
{
	bool followed = false;
	struct use *use;

	*itself = true;
	for (;;) {
		if (e->kind == EX_VAR) {
			use = note_use(u, e->u.var, e->place);
			use->followed |= followed;
			return use;
		}
		followed |= e->type->kind == TY_POINTER &&
			(e->kind == EX_MEMBER || e->kind == EX_DEREF);
		if (e->kind == EX_MEMBER) {
			e = e->u.member.sub;
		} else if (e->kind == EX_DEREF || e->kind == EX_CAST) {
			*itself &= e->kind != EX_DEREF;
			e = e->u.sub;
		} else if (e->kind == EX_BINARY &&
			(e->u.binary.op == BIN_PTRADD || e->u.binary.op == BIN_PTRSUB)) {
			walk_expr(e->u.binary.r, see_expr, u);
			e = e->u.binary.l;
		} else {
			walk_expr(e, see_expr, u);
			return NULL;
		}
	}
}

static void
see_write(struct uses *u, struct expr *to)
{
	bool itself;
	struct use *use = see_object(u, to, &itself);

	if (!use)
		return;
	use->changed = true;
	use->assigned |= itself;
	if (holds_address(to->type) && to->kind != EX_VAR &&
		(use->decl->file_scope || use->decl->id < u->first_id ||
			use->decl->type->kind == TY_POINTER))
		refuse(u->split, to->place,
			"an address is stored in '%s', and the host's mean nothing on the device: "
			"expected an index",
			use->decl->name);
}

static bool
see_expr(struct expr *e, void *ctx)
{
	struct uses *u = ctx;
	bool itself, address = e->kind == EX_ADDR;

	if (e->kind == EX_ASSIGN || e->kind == EX_COMPOUND_ASSIGN) {
		see_write(u, e->u.assign.l);
		walk_expr(e->u.assign.r, see_expr, u);
	} else if (e->kind == EX_INCDEC) {
		see_write(u, e->u.incdec.sub);
	} else if (address || e->kind == EX_VAR || e->kind == EX_DEREF || e->kind == EX_MEMBER) {
		struct use *use = see_object(u, address ? e->u.sub : e, &itself);

		if (use) {
			use->escapes |= address || holds_address(e->type) ||
				e->type->kind == TY_ARRAY;
			use->assigned |= address && itself;
		}
	} else {
		return true;
	}
	return false;
}

/* Note what the constructs of a region assign to variables of the code around them. */
static bool
see_results(struct stmt *s, void *ctx)
{
	if (s->kind != ST_OMP)
		return true;
	for (const struct omp_var *v = s->u.omp->vars; v; v = v->next)
		if (v->kind == VAR_FIRSTPRIVATE) {
			note_use(ctx, v->decl, v->place);
		} else if (v->kind == VAR_REDUCTION || v->kind == VAR_LASTPRIVATE ||
			v->kind == VAR_LINEAR) {
			struct use *use = note_use(ctx, v->decl, v->place);

			use->changed = true;
			use->assigned |= !v->red_len;
		}
	return true;
}

/* Forget what a region does to copies of its own: the variables keep their values. */
static void
forget_copies(const struct region *r)
{
	for (const struct omp *o = r->parallel; o && (o == r->parallel || o->combined_with_parent);
		o = omp_only_construct(o))
		for (const struct omp_var *v = o->vars; v; v = v->next) {
			struct use *use = split_use(&r->uses, v->decl);

			if (use && (v->kind == VAR_PRIVATE || v->kind == VAR_FIRSTPRIVATE))
				use->assigned = use->changed = false;
		}
}

/* ---- the two sorts of code ---- */

static bool
may_be_sequential(const struct omp *o)
{
	return o->kind == OMP_ATOMIC || o->kind == OMP_CRITICAL ||
		(o->kind == OMP_LOOP && o->u.loop.levels == OMP_LEVEL_SIMD);
}

static bool
see_called_stmt(struct stmt *stmt, void *ctx)
{
	if (stmt->kind == ST_OMP && !may_be_sequential(stmt->u.omp))
		refuse(ctx, stmt->u.omp->place,
			"its sequential code calls '%s', and this '%s' there cannot become a "
			"kernel of the region: expected it in the region itself",
			stmt->u.omp->function->name, stmt->u.omp->directive);
	return true;
}

/* Return whether a routine of OpenMP answers otherwise on the host, or affects a region there. */
static bool
asks_for_device(const struct split *s, const char *function)
{
	static const char *const others[] = { "omp_get_num_teams", "omp_get_team_num",
		"omp_get_wtime", "omp_is_initial_device", "omp_get_num_threads",
		"omp_get_thread_num" };
	int n = omp_is_among_threads(s->target) ? 4 : 6; /* the last two would be about these */

	while (n > 0)
		if (strcmp(function, others[--n]) == 0)
			return false;
	return strncmp(function, "omp_", 4) == 0;
}

/* Note as used on the host what functions called by sequential code use. */
static bool
see_call(struct expr *e, void *ctx)
{
	struct split *s = ctx;
	struct expr *f = e->kind == EX_CALL ? e->u.call.callee : NULL;
	struct uses inside = { .split = s };
	struct decl *fn;

	while (f && f->kind == EX_CAST)
		f = f->u.sub;
	if (!f || f->kind != EX_FUNC)
		return true;
	fn = omp_canonical(f->u.var);
	for (size_t i = 0; i < s->called.n; i++)
		if (s->called.v[i] == fn)
			return true;
	vec_push(s->arena, &s->called, fn);
	if (s->divided &&
		(asks_for_device(s, fn->name) || fn->variants ||
			(fn->declare_target && !fn->definition)))
		refuse(s, e->place,
			"sequential code calls '%s', whose answer on the host is another than on "
			"the device: expected the call in a parallel region",
			fn->name);
	if (!fn->definition)
		return true;
	walk_stmt(fn->definition->body->stmt, see_called_stmt, see_call, s);
	walk_stmt(fn->definition->body->stmt, NULL, see_expr, &inside);
	for (size_t i = 0; i < inside.n; i++)
		if (inside.v[i].decl->file_scope)
			note_use(&s->host, inside.v[i].decl, e->place)->changed |=
				inside.v[i].changed || inside.v[i].escapes;
	return true;
}

static void
add_region(struct split *s, struct omp *parallel)
{
	struct region r = { parallel, { .split = s, .first_id = omp_node(parallel)->first_id } };

	vec_push(s->arena, &s->regions, r);
	walk_stmt(parallel->stmt, see_results, see_expr, &vec_last(&s->regions).uses);
	forget_copies(&vec_last(&s->regions));
	if (&s->tokens.tok[parallel->pragma_first->index] != parallel->pragma_first)
		refuse(s, parallel->place,
			"this 'parallel' came of another directive: expected it in so many words");
}

static bool
see_host_stmt(struct stmt *stmt, void *ctx)
{
	struct split *s = ctx;
	struct omp *o = stmt->kind == ST_OMP ? stmt->u.omp : NULL;
	struct decl *d = stmt->kind == ST_DECL ? stmt->u.decl : NULL;

	if (d && (d->team_memory || (d->storage == SC_STATIC && !split_is_const(d->type))))
		refuse(s, d->place,
			"'%s' stays where it is, and host and device would each have one: expected "
			"a variable that is mapped, or an ordinary one of the block",
			d->name);
	else if (d && d->name && omp_pragma_names(s->target, d))
		refuse(s, d->place,
			"'%s' hides the variable that the directive names: expected another name",
			d->name);
	if (o && o->kind == OMP_PARALLEL && !(o->directive_leaves & LEAF_DISTRIBUTE))
		add_region(s, o);
	else if (o && !may_be_sequential(o))
		refuse(s, o->place,
			"'%s' outside of parallel regions would be the host's: expected it in a "
			"'parallel', or its block without it",
			o->directive);
	return !o || o->kind != OMP_PARALLEL;
}

static bool
skip_regions(struct stmt *stmt, void *ctx)
{
	(void)ctx;
	return stmt->kind != ST_OMP || stmt->u.omp->kind != OMP_PARALLEL;
}

static void
see_body(struct split *s)
{
	struct stmt *body = (s->teams ? s->teams : s->target)->body;

	walk_stmt(body, see_host_stmt, see_call, s);
	walk_stmt(body, skip_regions, see_expr, &s->host);
	for (size_t i = 0; i <= s->regions.n; i++) {
		const struct uses *u = i < s->regions.n ? &s->regions.v[i].uses : &s->host;

		for (size_t k = 0; k < u->n; k++) {
			struct use *use = note_use(&s->all, u->v[k].decl, u->v[k].place);

			if (u->v[k].changed && !use->changed)
				use->place = u->v[k].place;
			use->assigned |= u->v[k].assigned;
			use->changed |= u->v[k].changed;
		}
	}
}

/* ---- the directive ---- */

static void
see_clauses(struct split *s, const struct omp *o)
{
	const unsigned long known = 1ul << CL_MAP | 1ul << CL_DEVICE | 1ul << CL_IF |
		1ul << CL_PRIVATE | 1ul << CL_FIRSTPRIVATE | 1ul << CL_SHARED | 1ul << CL_DEFAULT |
		1ul << CL_DEFAULTMAP | 1ul << CL_NUM_TEAMS | 1ul << CL_THREAD_LIMIT;
	int64_t teams = 0;

	for (const struct omp_clause *c = o->written; c; c = c->next)
		if (!(known >> c->id & 1) || c->mapper || c->leaf || c->present)
			refuse(s, c->place,
				"'%s' is about one kernel, and the region becomes several: "
				"expected the directive without it",
				omp_clause_info[c->id].name);
	if (o->kind == OMP_TEAMS &&
		!(o->clauses.num_teams && eval_int(o->clauses.num_teams, &teams) && teams == 1))
		refuse(s, o->place,
			"the host can do the sequential part of one team: expected 'num_teams(1)'");
}

bool
split_is_item(const struct split *s, const struct decl *d)
{
	for (size_t i = 0; i < s->items.n; i++)
		if (s->items.v[i].base == d)
			return true;
	return false;
}

bool
split_is_on_device(const struct decl *d)
{
	return d->declare_target && !d->declare_target_link && d->kind != DECL_FUNC &&
		!split_is_const(d->type);
}

static void
find_items(struct split *s)
{
	for (const struct omp_clause *c = s->target->written; c; c = c->next) {
		const struct token *t = c->first;

		for (size_t i = 0; c->id == CL_MAP && i < c->items.n; i++) {
			struct omp_item *o = &c->items.v[i];
			struct item item = { .base = omp_canonical(o->base),
				.type = c->word,
				.always = c->always };

			while (memcmp(&t->place, &o->place, sizeof o->place) != 0)
				t++;
			item.first = t;
			item.end = t = omp_item_end(t);
			vec_push(s->arena, &s->items, item);
		}
	}
	for (struct omp_map *m = s->target->u.target.maps; m; m = m->next)
		if (m->implicit && !m->zero_length && !m->pointer && !m->room)
			vec_push(s->arena, &s->items,
				((struct item){ .base = omp_canonical(m->item.base),
					.type = m->type }));
	for (size_t i = 0; i < s->host.n; i++) {
		struct decl *d = s->host.v[i].decl;

		if (split_is_on_device(d) && !split_is_item(s, d))
			vec_push(s->arena, &s->items,
				((struct item){ .base = d, .type = MAP_TOFROM }));
	}
	for (size_t i = 0; i < s->items.n; i++)
		s->items.v[i].shared = split_use(&s->host, s->items.v[i].base) != NULL;
}

bool
split_is_local(const struct omp *o, const struct decl *d)
{
	return !d->file_scope && d->id >= omp_node((struct omp *)o)->first_id;
}

/* Return whether the directive maps a section of what a pointer in the variable leads to. */
static bool
has_section(const struct split *s, const struct decl *d)
{
	for (const struct omp_map *m = s->target->u.target.maps; m; m = m->next)
		if (omp_canonical(m->item.base) == d && m->item.through_pointer)
			return true;
	return false;
}

bool
split_points_outside(const struct split *s, const struct decl *d)
{
	return d->type->kind == TY_POINTER && !split_is_local(s->target, d) && !split_is_item(s, d);
}

bool
split_needs_copy(const struct split *s, const struct omp_var *v)
{
	const struct use *use = split_use(&s->all, v->decl);

	return v->kind == VAR_PRIVATE ||
		(v->kind == VAR_FIRSTPRIVATE && use &&
			(use->assigned || (use->changed && v->decl->type->kind == TY_ARRAY)));
}

/* ---- what cannot be moved ---- */

static void
check_host_uses(struct split *s)
{
	for (size_t i = 0; i < s->host.n; i++) {
		const struct decl *d = s->host.v[i].decl;

		if (split_points_outside(s, d) ||
			(d->declare_target_link && !split_is_item(s, d)) ||
			(s->host.v[i].followed && split_is_item(s, d) && !has_section(s, d)))
			refuse(s, s->host.v[i].place,
				"sequential code uses '%s', and the directive does not say how "
				"much of it is to be moved: expected a map of a section",
				d->name);
	}
}

static void
check_region(struct split *s, const struct region *r)
{
	for (size_t i = 0; i < r->uses.n; i++) {
		const struct use *use = &r->uses.v[i], *all = split_use(&s->all, use->decl);

		if (!split_is_local(r->parallel, use->decl) && holds_address(use->decl->type) &&
			(split_is_local(s->target, use->decl) || all->assigned))
			refuse(s, use->place,
				"'%s' holds an address that the host, or another kernel, has "
				"computed: expected it to be computed in this parallel region",
				use->decl->name);
	}
}

/* Check that the directive's expressions, which are written for each kernel, have one value. */
static void
check_steady(struct split *s, const struct token *t, const struct token *end)
{
	for (; t < end; t++)
		for (size_t i = 0; i < s->all.n && t->kind == TK_IDENT; i++)
			if (s->all.v[i].assigned && strcmp(s->all.v[i].decl->name, t->text) == 0)
				refuse(s, t->place,
					"'%s' is changed in the region, and each of its kernels "
					"needs the value that it has here: expected another "
					"variable",
					t->text);
}

static void
check(struct split *s)
{
	check_host_uses(s);
	for (size_t i = 0; i < s->regions.n; i++)
		check_region(s, &s->regions.v[i]);
	for (size_t i = 0; i < s->items.n; i++) {
		const struct item *item = &s->items.v[i];
		const struct use *use = split_use(&s->all, item->base);

		if (item->type == MAP_TO && use && use->changed)
			refuse(s, use->place,
				"'%s' is mapped 'to' and changed here, where the host has no "
				"second one: expected 'tofrom'",
				item->base->name);
		if (item->first && item->end > item->first + 1)
			check_steady(s, item->first, item->end);
	}
	for (const struct omp *o = s->target; o; o = o == s->teams ? NULL : s->teams)
		for (const struct omp_clause *c = o->written; c; c = c->next)
			if (c->expr)
				check_steady(s, c->first, c->last);
	for (const struct omp_var *v = s->teams ? s->teams->vars : NULL; v; v = v->next)
		if (v->kind != VAR_SHARED && !omp_find_var(s->target, v->decl))
			refuse(s, v->place,
				"'%s' is of one team: expected it in a clause of 'target'",
				v->decl->name);
	for (const struct omp_var *v = s->target->vars; v; v = v->next)
		if (v->decl->type->kind == TY_ARRAY && split_needs_copy(s, v))
			refuse(s, v->place,
				"the array '%s' is private and changed: expected a map of it",
				v->decl->name);
}

/* ---- all ---- */

static bool
note_parallel(struct stmt *stmt, void *ctx)
{
	bool *found = ctx;

	*found |= stmt->kind == ST_OMP && stmt->u.omp->kind == OMP_PARALLEL;
	return !*found;
}

bool
split_see(struct split *s)
{
	struct omp *inner = omp_only_construct(s->target);

	s->teams = inner && inner->kind == OMP_TEAMS ? inner : NULL;
	s->host.split = s->all.split = s;
	s->host.first_id = omp_node(s->target)->first_id;
	inner = s->teams ? omp_only_construct(s->teams) : inner;
	if (inner && inner->kind == OMP_PARALLEL)
		return false;
	walk_stmt(s->target->body, note_parallel, NULL, &s->divided);
	if (!s->divided) {
		walk_stmt(s->target->body, NULL, see_call, s);
		return false;
	}
	if (s->teams)
		see_clauses(s, s->teams);
	see_body(s);
	see_clauses(s, s->target);
	find_items(s);
	check(s);
	return !s->refused;
}
