/*
 * construct.c: constructs other than loops and atomics, and the private copies of all of them
 * (OpenMP 5.2 [5.4]).
 *
 * Inside a region, a second parallel is built in place with one thread; fb.serial counts them.  In
 * a function that may be called from regions and from sequential code, a parallel is built both
 * ways.
 */
#include "build/internal.h"

/* ---- private copies ---- */

/* Return where the original is.  Variables with static storage have no home of their own. */
static struct home *
original_home(struct fb *b, struct omp_var *v)
{
	struct home *h = home_of(b, v->decl);

	if (h || v->kind == VAR_PRIVATE)
		return h;
	return mem_home(b, variable_address(b, v->decl, v->place));
}

static struct omp_var *
find_reduction(const struct omp *o, const struct decl *d)
{
	struct omp_var *v;

	for (v = o->vars; v; v = v->next)
		if (v->kind == VAR_REDUCTION && v->decl == d)
			return v;
	return NULL;
}

/* Return the next inner leaf of the same directive, or NULL. */
static struct omp *
inner_leaf(const struct omp *o)
{
	struct omp *inner = omp_only_construct(o);

	return inner && inner->combined_with_parent ? inner : NULL;
}

/* Return whether a parallel leaf of the same directive combines into the original itself, over all
 * teams. */
static bool
left_to_inner(const struct omp *o, const struct decl *d)
{
	for (o = inner_leaf(o); o; o = inner_leaf(o))
		if (find_reduction(o, d))
			return true;
	return false;
}

static bool
over_all_teams(const struct omp *o, const struct decl *d)
{
	for (; o; o = o->combined_with_parent ? o->parent : NULL)
		if (o->kind == OMP_TEAMS && find_reduction(o, d))
			return true;
	return false;
}

static bool
has_copy(const struct omp *o, const struct omp_var *v)
{
	if (v->kind == VAR_SHARED || v->kind == VAR_COPYPRIVATE)
		return false;
	if (o->kind == OMP_TARGET) /* firstprivate ones are captures already */
		return v->kind == VAR_PRIVATE;
	return v->kind != VAR_REDUCTION || !left_to_inner(o, v->decl);
}

void
copy_value(struct fb *b, struct home *to, struct home *from, const struct decl *d)
{
	if (!from)
		return;
	if (!is_memory_type(d->type)) {
		struct ir_value v = fresh(b, load(b, home_lval(b, from, d->type)),
			reg_type(d->type), NULL);

		store(b, home_lval(b, to, d->type), v);
	} else if (type_is_vla(d->type))
		error_at(b, d->place, "variable-length array '%s' cannot be copied in device code",
			d->name);
	else
		copy_bytes(b, to->addr, from->addr, d->type->size, d->type->align);
}

static void
make_copy(struct fb *b, struct omp *o, struct private *p)
{
	struct omp_var *v = p->var;

	if (v->kind == VAR_REDUCTION) {
		p->league = over_all_teams(o, v->decl);
		p->own = o->kind == OMP_TASKGROUP ||
			(o->kind == OMP_LOOP &&
				!(o->u.loop.levels & (OMP_LEVEL_DISTRIBUTE | OMP_LEVEL_FOR)));
		begin_reduction(b, p);
		return;
	}
	if (v->kind == VAR_FIRSTPRIVATE && p->original->kind == HOME_MEM &&
		p->original->addr.space == SPACE_PARAM) { /* nobody writes either of them */
		p->copy = p->original;
		return;
	}
	p->copy = new_home(b, v->decl);
	if (v->kind == VAR_LINEAR && o->kind == OMP_LOOP && omp_is_loop_variable(o, v->decl))
		return; /* the loop gives it its values */
	if (v->kind == VAR_FIRSTPRIVATE || v->kind == VAR_LINEAR || v->also_first)
		copy_value(b, p->copy, p->original, v->decl);
}

/* Return the caller's copy of a variable that is reduced [5.5.10]. */
static struct home *
caller_copy(struct fb *b, const struct omp_var *v)
{
	struct home *copy = NULL;

	if (v->in_reduction && v->decl->file_scope && !home_of(b, v->decl))
		for (struct inlined *i = b->inlined; i && !copy; i = i->outer)
			copy = map_get(&i->copies, v->decl);
	return copy;
}

struct private *
begin_privates(struct fb *b, struct omp *o)
{
	struct private *list = NULL, **end = &list, *p;

	for (struct omp_var *v = o->vars; v; v = v->next) {
		struct home *copy = caller_copy(b, v);

		if (!copy && !has_copy(o, v))
			continue;
		p = NEW(b->arena, struct private);
		p->var = v;
		p->original = original_home(b, v);
		p->copy = copy;
		if (!copy)
			make_copy(b, o, p);
		*end = p;
		end = &p->next;
	}
	settle_reductions(b, list);
	for (p = list; p; p = p->next)
		bind_home(b, p->var->decl, p->copy);
	return list;
}

void
restore_privates(struct fb *b, struct private *p)
{
	for (; p; p = p->next)
		bind_home(b, p->var->decl, p->original);
}

bool
has_lastprivates(const struct private *p)
{
	for (; p; p = p->next)
		if (p->var->kind == VAR_LASTPRIVATE || p->var->kind == VAR_LINEAR)
			return true;
	return false;
}

static const struct omp_for *
loop_of(const struct omp *o, const struct decl *iv)
{
	for (int i = 0; o->kind == OMP_LOOP && i < o->u.loop.nloops; i++)
		if (o->u.loop.loops[i].iv == iv)
			return &o->u.loop.loops[i];
	return NULL;
}

/* Return a loop variable's final value: one step further than in its last iteration. */
static struct ir_value
final_value(struct fb *b, const struct omp_for *l, struct home *copy)
{
	const struct type *t = l->iv->type;
	struct ir_value v = load(b, home_lval(b, copy, t)), step;

	if (t->kind == TY_POINTER) {
		step = ir_op2(&b->c, IR_MUL, IR_I64, build_as(b, l->step, &long_type),
			type_size(b, t->base));
		return ir_op2(&b->c, IR_ADD, IR_I64, v, step);
	}
	if (reg_type(t) == IR_I64)
		return ir_op2(&b->c, IR_ADD, IR_I64, v, build_as(b, l->step, &long_type));
	v = ir_op2(&b->c, IR_ADD, IR_I32, v, build_as(b, l->step, &int_type));
	return convert(b, v, &int_type, t);
}

void
end_lastprivates(struct fb *b, struct omp *o, struct private *p)
{
	for (; p; p = p->next) {
		struct decl *d = p->var->decl;
		const struct omp_for *l = loop_of(o, d);

		if ((p->var->kind != VAR_LASTPRIVATE && p->var->kind != VAR_LINEAR) ||
			p->var->conditional)
			continue;
		if (l) {
			struct ir_value last = final_value(b, l, p->copy);

			store(b, home_lval(b, p->original, d->type), last);
		} else {
			copy_value(b, p->original, p->copy, d);
		}
	}
}

/* ---- synchronisation ---- */

void
region_barrier(struct fb *b)
{
	struct ir_inst *i;

	if (one_thread(b))
		return;
	i = ir_emit(&b->c, IR_OMP_BARRIER, IR_NONE, IR_NOREG, ir_none(), ir_none());
	i->construct = b->region;
	b->region->u.parallel.has_barrier = true;
}

static void
build_critical(struct fb *b, struct omp *o)
{
	struct ir_construct *c = ir_construct_new(b->f, CON_CRITICAL, b->in);

	c->directive = o->directive;
	c->u.critical.name = o->clauses.critical_name ? o->clauses.critical_name : "";
	enter_construct(b, c);
	build_stmt(b, o->body);
	leave_construct(b, c);
}

/* ---- master, masked, single ---- */

static void
build_by_thread(struct fb *b, struct omp *o, struct ir_value wanted)
{
	struct ir_block *yes = new_block(b), *end = new_block(b);
	struct private *p;

	ir_branch(&b->c, ir_compare(&b->c, IR_EQ, IR_I32, thread_number(b), wanted), yes, end);
	begin_block(b, yes);
	p = begin_privates(b, o);
	build_stmt(b, o->body);
	restore_privates(b, p);
	begin_block(b, end);
}

/* Build a body that all threads execute that come here. */
static void
build_body(struct fb *b, struct omp *o)
{
	struct private *p = begin_privates(b, o);

	build_stmt(b, o->body);
	end_reductions(b, p);
	restore_privates(b, p);
}

/* ---- tasks: the encountering thread does them at once, as included tasks [12.5] ---- */

static void
build_task(struct fb *b, struct omp *o)
{
	if (o->clauses.if_)
		build_effects(b, o->clauses.if_);
	if (o->clauses.final_)
		build_effects(b, o->clauses.final_);
	build_body(b, o);
}

static void
build_scope(struct fb *b, struct omp *o)
{
	build_body(b, o);
	if (!o->clauses.nowait)
		region_barrier(b);
}

static void
build_master(struct fb *b, struct omp *o)
{
	struct ir_value wanted = o->clauses.filter ? build_as(b, o->clauses.filter, &int_type) :
						     ir_int(0);

	if (one_thread(b) && wanted.kind == VAL_INT && wanted.u.i == 0)
		build_body(b, o);
	else
		build_by_thread(b, o, wanted);
}

struct broadcast {
	struct broadcast *next;
	struct omp_var *v;
	struct home *cell;
};

static struct broadcast *
copyprivate_cells(struct fb *b, struct omp *o)
{
	struct broadcast *list = NULL, *c;

	for (struct omp_var *v = o->vars; v; v = v->next) {
		const struct type *t = v->decl->type;

		if (v->kind != VAR_COPYPRIVATE)
			continue;
		c = NEW(b->arena, struct broadcast);
		*c = (struct broadcast){ .next = list, .v = v };
		c->cell = mem_home(b,
			addr_of(ir_slot_value(ir_slot_new(b->f, SLOT_TEAM, v->decl->name, t->size,
						      t->align),
					0),
				SPACE_GENERIC));
		list = c;
	}
	return list;
}

/* Let thread 0 execute.  copyprivate goes through one cell of the team, with barriers before and
 * behind. */
static void
build_single(struct fb *b, struct omp *o)
{
	struct broadcast *cells;
	struct ir_block *yes, *end;
	struct private *p;

	if (one_thread(b)) {
		build_body(b, o);
		return;
	}
	cells = copyprivate_cells(b, o);
	yes = new_block(b), end = new_block(b);
	ir_branch(&b->c, ir_compare(&b->c, IR_EQ, IR_I32, thread_number(b), ir_int(0)), yes, end);
	begin_block(b, yes);
	p = begin_privates(b, o);
	build_stmt(b, o->body);
	restore_privates(b, p);
	for (struct broadcast *c = cells; c; c = c->next)
		copy_value(b, c->cell, original_home(b, c->v), c->v->decl);
	begin_block(b, end);
	if (cells || !o->clauses.nowait)
		region_barrier(b);
	for (struct broadcast *c = cells; c; c = c->next)
		copy_value(b, original_home(b, c->v), c->cell, c->v->decl);
	if (cells)
		region_barrier(b);
}

/* ---- parallel and teams ---- */

static void
note_threads(struct fb *b, const struct omp *o)
{
	int64_t n;

	if (!o->clauses.num_threads || !const_int(o->clauses.num_threads, &n) || n <= 0)
		b->parallel_threads = -1;
	else if (b->parallel_threads >= 0 && n > b->parallel_threads)
		b->parallel_threads = n;
}

static void
build_serialised(struct fb *b, struct omp *o)
{
	struct private *p;

	if (o->clauses.if_)
		build_effects(b, o->clauses.if_);
	if (o->clauses.num_threads)
		build_effects(b, o->clauses.num_threads);
	b->serial++;
	p = begin_privates(b, o);
	build_stmt(b, o->body);
	end_reductions(b, p);
	restore_privates(b, p);
	b->serial--;
}

/* Return whether the launch knows num_threads, being told by a combined target directive, so that teams
 * have just these threads. */
static bool
is_team_size(const struct fb *b, const struct omp *o)
{
	const struct ir_kernel_info *k = b->f->is_kernel ? b->f->kernel : NULL;
	int64_t n;

	return k && k->target && k->target->pragma_first == o->pragma_first && !k->const_limit &&
		!const_int(o->clauses.num_threads, &n);
}

static void
build_region(struct fb *b, struct omp *o)
{
	struct ir_construct *c;
	struct private *p;
	int64_t yes;

	note_threads(b, o);
	struct ir_value threads = ir_none(), cond = ir_none();
	if (o->clauses.num_threads && !is_team_size(b, o))
		threads = build_as(b, o->clauses.num_threads, &int_type);
	else if (!o->clauses.num_threads && b->nthreads)
		threads = default_threads(b);
	if (o->clauses.if_ && (!const_int(o->clauses.if_, &yes) || !yes))
		cond = build_cond(b, o->clauses.if_);
	c = ir_construct_new(b->f, CON_PARALLEL, b->in);
	c->directive = o->directive;
	c->u.parallel.threads = threads;
	c->u.parallel.cond = cond;
	enter_construct(b, c);
	p = begin_privates(b, o);
	build_stmt(b, o->body);
	end_reductions(b, p);
	restore_privates(b, p);
	leave_construct(b, c);
}

/* Build a construct in two versions.  Homes of variables, labels and cases belong to one of
 * them. */
static void
build_both(struct fb *b, struct omp *o)
{
	struct ir_block *team = new_block(b), *alone = new_block(b), *end = new_block(b);
	struct map homes = map_copy(b->arena, &b->homes),
		   lengths = map_copy(b->arena, &b->vla_done);
	struct map cases = map_copy(b->arena, &b->cases),
		   labels = map_copy(b->arena, &b->inlined->labels);

	ir_branch(&b->c, ir_r(b->f->is_master), team, alone);
	begin_block(b, team);
	build_region(b, o);
	if (b->c.block)
		ir_jump(&b->c, end);
	b->homes = homes;
	b->vla_done = lengths;
	b->cases = cases;
	b->inlined->labels = labels;
	begin_block(b, alone);
	build_serialised(b, o);
	begin_block(b, end);
}

static void
build_parallel(struct fb *b, struct omp *o)
{
	if (b->region || b->serial)
		build_serialised(b, o);
	else if (b->divides)
		build_both(b, o);
	else
		build_region(b, o);
}

void
build_target(struct fb *b, struct omp *o)
{
	struct private *p = begin_privates(b, o);
	struct body_sets sets = body_sets(b->u, o->body);

	if (sets.threads)
		b->nthreads = reg_home(b, fresh(b, ir_int(0), IR_I32, "nthreads").u.reg);
	if (sets.schedule) {
		b->schedule = reg_home(b,
			fresh(b, ir_int(STATIC_AT_FIRST), IR_I32, "schedule").u.reg);
		b->chunk = reg_home(b, fresh(b, ir_int(0), IR_I32, "chunk").u.reg);
	}
	build_stmt(b, o->body);
	restore_privates(b, p);
}

/* Build ordered.  In a simd loop iterations pass here one after the other [15.10.2]. */
static void
build_ordered(struct fb *b, struct omp *o)
{
	for (struct ir_construct *c = b->in; c; c = c->parent)
		if (c->kind == CON_LOOP)
			c->u.loop.simd.alone = "an ordered construct stands in it";
	build_body(b, o);
}

void
build_omp(struct fb *b, struct omp *o)
{
	struct place outer = b->c.place;

	b->c.place = o->place;
	if (!b->c.block)
		begin_block(b, new_block(b)); /* unreachable, but a block */
	if (!b->is_kernel && !b->serial && !b->divides && !binds_to_thread(o))
		diag_bug("build", "'%s' in a function that is called, not built in place",
			o->directive);
	switch (o->kind) {
	case OMP_TEAMS: build_body(b, o); break;
	case OMP_PARALLEL: build_parallel(b, o); break;
	case OMP_LOOP: build_loop(b, o); break;
	case OMP_SECTIONS: build_sections(b, o); break;
	case OMP_SECTION: build_stmt(b, o->body); break;
	case OMP_SINGLE: build_single(b, o); break;
	case OMP_MASTER: build_master(b, o); break;
	case OMP_CRITICAL: build_critical(b, o); break;
	case OMP_BARRIER: region_barrier(b); break;
	case OMP_ATOMIC: build_atomic(b, o); break;
	case OMP_FLUSH: ir_fence(&b->c, SCOPE_DEVICE); break;
	case OMP_TASK: build_task(b, o); break;
	case OMP_TASKGROUP: build_body(b, o); break;
	case OMP_ORDERED: build_ordered(b, o); break;
	case OMP_TASKWAIT: break;
	case OMP_SCOPE: build_scope(b, o); break;
	case OMP_CANCEL: /* as where OMP_CANCELLATION is false (OpenMP 5.2 [16.1]) */
		if (o->clauses.if_)
			build_effects(b, o->clauses.if_);
		break;
	case OMP_SCAN: break; /* scan.c has asked where it is */
	case OMP_TARGET:
	case OMP_TARGET_DATA:
	case OMP_TARGET_ENTER_DATA:
	case OMP_TARGET_EXIT_DATA:
	case OMP_TARGET_UPDATE:
	case OMP_HOST: error_at(b, o->place, "'%s' is not available in device code", o->directive);
	}
	b->c.place = outer;
}
