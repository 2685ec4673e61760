/*
 * loop.c: associated loops as one CON_LOOP over 0 … count-1 (OpenMP 5.2 [4.4.1],
 * [11.5-6]), and sections, which are such a loop over a switch.  Counts and loop variables:
 * nest.c.
 */
#include "build/omp/nest.h"

/* Set linear(x: s) to the original's value plus the iteration's number times s [5.4.6]. */
static void
set_linears(struct fb *b, const struct private *p, const struct home *const *initial,
	const struct nest *n, struct ir_value index)
{
	for (int k = 0; p; p = p->next, k++) {
		const struct type *t = p->var->decl->type;
		struct ir_value step, i = index;

		if (p->var->kind != VAR_LINEAR || !initial[k])
			continue;
		if (n->type == IR_I64 && reg_type(t) == IR_I32)
			i = ir_convert(&b->c, IR_TRUNC, IR_I32, IR_I64, i);
		else if (n->type == IR_I32 && reg_type(t) == IR_I64)
			i = ir_convert(&b->c, IR_ZEXT, IR_I64, IR_I32, i);
		step = p->var->linear_step ?
			build_as(b, p->var->linear_step,
				reg_type(t) == IR_I64 ? &long_type : &int_type) :
			ir_int(1);
		if (t->kind == TY_POINTER)
			step = ir_op2(&b->c, IR_MUL, IR_I64, step, type_size(b, t->base));
		i = ir_op2(&b->c, IR_MUL, reg_type(t), i, step);
		i = ir_op2(&b->c, IR_ADD, reg_type(t), ir_r(initial[k]->reg), i);
		store(b, home_lval(b, p->copy, t), t->size < 4 ? convert(b, i, &int_type, t) : i);
	}
}

static const struct home **
save_linears(struct fb *b, const struct omp *o, const struct private *list)
{
	const struct home **initial;
	int n = 0;

	for (const struct private *p = list; p; p = p->next)
		n++;
	initial = NEWN(b->arena, const struct home *, n + 1);
	n = 0;
	for (const struct private *p = list; p; p = p->next, n++) {
		const struct type *t = p->var->decl->type;

		if (p->var->kind == VAR_LINEAR && !omp_is_loop_variable(o, p->var->decl))
			initial[n] = reg_home(b,
				fresh(b, load(b, home_lval(b, p->copy, t)), reg_type(t),
					p->var->decl->name)
					.u.reg);
	}
	return initial;
}

/* Return whether every thread must have read the original before the last iteration writes it. */
static bool
reads_and_writes(const struct private *p)
{
	for (; p; p = p->next)
		if (p->var->kind == VAR_LINEAR ||
			(p->var->kind == VAR_LASTPRIVATE && p->var->also_first))
			return true;
	return false;
}

/* ---- the construct ---- */

static struct ir_value
chunk_value(struct fb *b, const struct expr *e, enum ir_type type)
{
	return e ? build_as(b, e, type == IR_I64 ? &long_type : &int_type) : ir_none();
}

/* Return the chunk of schedule(runtime) after omp_set_schedule: as large as it said, in turn.  That
 * is right for each kind of schedule, as nothing may depend on who gets the next chunk of a dynamic
 * one. */
static struct ir_value
chunk_set(struct fb *b, enum ir_type type)
{
	struct ir_value v = load(b, home_lval(b, b->chunk, &int_type));

	v = ir_op2(&b->c, IR_MAX_S, IR_I32, v, ir_int(1));
	return type == IR_I64 ? ir_convert(&b->c, IR_SEXT, IR_I64, IR_I32, v) : v;
}

/* Return the value of a clause that takes a constant, or 0: it is not given. */
static int
constant_clause(const struct expr *e)
{
	int64_t v;

	return e && const_int(e, &v) && v > 0 ? v > INT32_MAX ? INT32_MAX : (int)v : 0;
}

static void
note_simd(struct fb *b, const struct omp *o, struct ir_simd *simd)
{
	int64_t yes;

	simd->simdlen = constant_clause(o->clauses.simdlen);
	simd->safelen = constant_clause(o->clauses.safelen);
	simd->first_slot = b->f->nslots;
	if (o->clauses.if_ && (!const_int(o->clauses.if_, &yes) || !yes))
		simd->alone = "its if clause is not always true";
}

/* Return whether a schedule clause asks for what a loop has without one: each thread the next iteration in
 * turn. */
static bool
is_usual(const struct omp *o)
{
	int64_t chunk;

	return o->clauses.schedule == SCHED_STATIC && o->clauses.chunk &&
		const_int(o->clauses.chunk, &chunk) && chunk == 1;
}

static struct ir_construct *
loop_construct(struct fb *b, struct omp *o, unsigned levels, enum ir_type type,
	struct ir_value count)
{
	struct ir_construct *c;
	bool set = o->clauses.schedule == SCHED_RUNTIME && b->chunk, usual = is_usual(o);
	struct ir_value chunk = set ? chunk_set(b, type) :
		usual               ? ir_none() :
				      chunk_value(b, o->clauses.chunk, type);
	struct ir_value dist_chunk = chunk_value(b, o->clauses.dist_chunk, type);
	bool dynamic = !o->clauses.ordered &&
		(o->clauses.schedule == SCHED_DYNAMIC || o->clauses.schedule == SCHED_GUIDED ||
			o->clauses.schedule == SCHED_RUNTIME);

	c = ir_construct_new(b->f, CON_LOOP, b->in);
	c->directive = o->directive;
	c->u.loop.levels = levels;
	c->u.loop.count = count;
	c->u.loop.index = ir_reg_new(b->f, type, "index");
	c->u.loop.schedule = set ? SCHED_STATIC : usual ? SCHED_NONE : o->clauses.schedule;
	c->u.loop.chunk = chunk;
	c->u.loop.dist_chunk = dist_chunk;
	c->u.loop.dist_static = o->clauses.dist_schedule == SCHED_STATIC;
	c->u.loop.one_thread = levels & OMP_LEVEL_FOR && one_thread(b);
	if (levels == OMP_LEVEL_SIMD)
		note_simd(b, o, &c->u.loop.simd);
	if (b->region && !c->u.loop.one_thread && dynamic)
		b->region->u.parallel.has_barrier = true;
	return c;
}

static void
last_iteration(struct fb *b, struct omp *o, struct private *p, const struct ir_construct *c,
	enum ir_type type)
{
	struct ir_block *yes, *end;
	struct ir_value next;

	if (!has_lastprivates(p))
		return;
	yes = new_block(b), end = new_block(b);
	next = ir_op2(&b->c, IR_ADD, type, ir_r(c->u.loop.index), ir_int(1));
	ir_branch(&b->c, ir_compare(&b->c, IR_EQ, type, next, c->u.loop.count), yes, end);
	begin_block(b, yes);
	end_lastprivates(b, o, p);
	begin_block(b, end);
}

/* Build the barrier that ends a worksharing construct.  A combined parallel ends with its join
 * instead. */
static void
closing_barrier(struct fb *b, const struct omp *o, unsigned levels)
{
	bool joined = o->combined_with_parent && o->parent && o->parent->kind == OMP_PARALLEL;

	if (levels & OMP_LEVEL_FOR && !o->clauses.nowait && !joined)
		region_barrier(b);
}

static void
bind_variables(struct fb *b, struct nest *n, const struct private *p)
{
	for (int k = 0; k < n->n; k++) {
		struct decl *iv = n->v[k].l->iv;
		const struct private *q = p;

		while (q && q->var->decl != iv)
			q = q->next;
		n->v[k].own_copy = !q;
		if (!q)
			n->v[k].outer = bind_home(b, iv, new_home(b, iv));
	}
}

static void
unbind_variables(struct fb *b, const struct nest *n)
{
	for (int k = 0; k < n->n; k++)
		if (n->v[k].own_copy)
			bind_home(b, n->v[k].l->iv, n->v[k].outer);
}

static void
loop_body(struct fb *b, struct nest *n, struct private *p, const struct home *const *initial,
	struct ir_construct *c)
{
	struct ir_block *break_to = b->break_to, *continue_to = b->continue_to;

	enter_construct(b, c);
	c->u.loop.divides = n->n > 1 && !n->uneven;
	c->u.loop.nest = note_numbers(b, n);
	set_variables(b, n, ir_r(c->u.loop.index), p);
	set_linears(b, p, initial, n, ir_r(c->u.loop.index));
	b->break_to = NULL;
	b->continue_to = new_block(b);
	b->loops++;
	if (omp_find_scan(n->o->body))
		scan_iteration(b, n->o, p);
	else
		build_stmt(b, n->o->body);
	b->loops--;
	begin_block(b, b->continue_to);
	b->break_to = break_to;
	b->continue_to = continue_to;
	last_iteration(b, n->o, p, c, n->type);
	leave_construct(b, c);
}

/* Let one thread execute the iterations one after the other, and scan as it goes; most loops have
 * no scan. */
static void
serial_body(struct fb *b, struct nest *n, struct private *p, const struct home *const *initial,
	struct ir_construct *c)
{
	scan_begin(b, p);
	loop_body(b, n, p, initial, c);
	scan_end(b, p);
}

/* Return a number of threads in the type of the index. */
static struct ir_value
index_of(struct fb *b, const struct nest *n, struct ir_value v)
{
	return n->type == IR_I64 ? widened(b, v, IR_I32) : v;
}

static void
set_all(struct fb *b, struct nest *n, const struct private *p, const struct home *const *initial,
	ir_reg index)
{
	set_variables(b, n, ir_r(index), p);
	set_linears(b, p, initial, n, ir_r(index));
}

/* Build rounds of one iteration a thread, for a scan (scan.c).  All threads go through all rounds;
 * in the last one some have no iteration. */
static void
scan_rounds(struct fb *b, struct nest *n, struct private *p, const struct home *const *initial,
	struct ir_construct *c)
{
	ir_reg first = ir_reg_new(b->f, n->type, "first"), parity = ir_reg_new(b->f, IR_I32, NULL);
	struct ir_value thread = index_of(b, n, thread_number(b)),
			all = index_of(b, n, thread_count(b));
	struct ir_block *round = new_block(b), *shares = new_block(b), *meet = new_block(b);
	struct ir_block *reads = new_block(b), *next = new_block(b), *end = new_block(b);
	struct ir_value left, active;

	scan_begin(b, p);
	region_barrier(b); /* all have read what the first one writes at the end */
	ir_mov(&b->c, first, ir_int(0));
	ir_mov(&b->c, parity, ir_int(0));
	ir_branch(&b->c, ir_compare(&b->c, IR_NE, n->type, n->count, ir_int(0)), round, end);
	begin_block(b, round);
	left = ir_op2(&b->c, IR_SUB, n->type, n->count, ir_r(first));
	active = ir_compare(&b->c, IR_LT_U, n->type, thread, left);
	ir_mov(&b->c, c->u.loop.index, ir_op2(&b->c, IR_ADD, n->type, ir_r(first), thread));
	scan_reset(b, p);
	ir_branch(&b->c, active, shares, meet);
	begin_block(b, shares);
	set_all(b, n, p, initial, c->u.loop.index);
	scan_shares(b, n->o);
	begin_block(b, meet);
	scan_meet(b, n->o, p, ir_r(parity));
	ir_branch(&b->c, active, reads, next);
	begin_block(b, reads);
	set_all(b, n, p, initial, c->u.loop.index);
	scan_reads(b, n->o);
	last_iteration(b, n->o, p, c, n->type);
	begin_block(b, next);
	ir_mov(&b->c, parity, ir_op2(&b->c, IR_XOR, IR_I32, ir_r(parity), ir_int(1)));
	ir_mov(&b->c, first, ir_op2(&b->c, IR_ADD, n->type, ir_r(first), all));
	ir_branch(&b->c, ir_compare(&b->c, IR_LT_U, n->type, all, left), round, end);
	begin_block(b, end);
}

/* Build a scan among the threads of a region.  The first one writes the results. */
static void
team_scan(struct fb *b, struct nest *n, struct private *p, const struct home *const *initial,
	struct ir_construct *c)
{
	struct ir_block *break_to = b->break_to, *yes = new_block(b), *end = new_block(b);

	b->break_to = NULL;
	b->loops++;
	scan_rounds(b, n, p, initial, c);
	b->loops--;
	b->break_to = break_to;
	ir_branch(&b->c, ir_compare(&b->c, IR_EQ, IR_I32, thread_number(b), ir_int(0)), yes, end);
	begin_block(b, yes);
	scan_end(b, p);
	begin_block(b, end);
}

/* Build an ordered loop: the first thread goes through the iterations alone, in order, whatever the
 * schedule. */
static void
ordered_body(struct fb *b, struct nest *n, struct private *p, const struct home *const *initial,
	struct ir_construct *c)
{
	struct ir_block *yes = new_block(b), *end = new_block(b);

	c->u.loop.one_thread = true;
	c->u.loop.schedule = SCHED_NONE;
	ir_branch(&b->c, ir_compare(&b->c, IR_EQ, IR_I32, thread_number(b), ir_int(0)), yes, end);
	begin_block(b, yes);
	serial_body(b, n, p, initial, c);
	begin_block(b, end);
}

static void
divide(struct fb *b, struct nest *n, struct private *p, const struct home *const *initial,
	struct ir_construct *c)
{
	bool many = c->u.loop.levels & OMP_LEVEL_FOR && !one_thread(b);

	if (many && (n->o->clauses.ordered || scan_in_order(p)))
		ordered_body(b, n, p, initial, c);
	else if (many && omp_find_scan(n->o->body))
		team_scan(b, n, p, initial, c);
	else
		serial_body(b, n, p, initial, c);
}

void
build_loop(struct fb *b, struct omp *o)
{
	struct nest n = { .o = o, .n = o->u.loop.nloops };
	unsigned levels = o->u.loop.levels;
	const struct home *const *initial;
	struct ir_construct *c;
	struct private *p;

	begin_nest(b, &n);
	c = loop_construct(b, o, levels, n.type, n.count);
	p = begin_privates(b, o);
	bind_variables(b, &n, p);
	initial = save_linears(b, o, p);
	if (levels & OMP_LEVEL_FOR && reads_and_writes(p))
		region_barrier(b);
	note_combines(b, &c->u.loop.simd, p);
	begin_conditionals(b, p, c);
	divide(b, &n, p, initial, c);
	end_conditionals(b, p, c);
	c->u.loop.simd.end_slot = b->f->nslots;
	end_reductions(b, p);
	unbind_variables(b, &n);
	restore_privates(b, p);
	closing_barrier(b, o, levels);
}

/* ---- sections ---- */

static int
count_sections(struct omp *o)
{
	int n = 0;

	for (struct stmt *s = o->body ? o->body->u.body : NULL; s; s = s->next)
		n += s->kind == ST_OMP && s->u.omp->kind == OMP_SECTION;
	return n;
}

static void
section_bodies(struct fb *b, struct omp *o, struct ir_value index)
{
	struct ir_block *end = new_block(b), *mine, *others;
	int k = 0;

	for (struct stmt *s = o->body ? o->body->u.body : NULL; s; s = s->next) {
		if (s->kind != ST_OMP || s->u.omp->kind != OMP_SECTION)
			continue;
		mine = new_block(b), others = new_block(b);
		ir_branch(&b->c, ir_compare(&b->c, IR_EQ, IR_I32, index, ir_int(k++)), mine,
			others);
		begin_block(b, mine);
		build_stmt(b, s);
		if (b->c.block)
			ir_jump(&b->c, end);
		begin_block(b, others);
	}
	begin_block(b, end);
}

/* Build sections: each is an iteration, dealt out in turn [11.3]. */
void
build_sections(struct fb *b, struct omp *o)
{
	struct ir_construct *c = loop_construct(b, o, OMP_LEVEL_FOR, IR_I32,
		ir_int(count_sections(o)));
	struct ir_block *break_to = b->break_to, *continue_to = b->continue_to;
	struct private *p;

	c->u.loop.schedule = SCHED_STATIC;
	c->u.loop.chunk = ir_int(1);
	p = begin_privates(b, o);
	if (reads_and_writes(p))
		region_barrier(b);
	begin_conditionals(b, p, c);
	enter_construct(b, c);
	b->break_to = b->continue_to = NULL;
	section_bodies(b, o, ir_r(c->u.loop.index));
	b->break_to = break_to;
	b->continue_to = continue_to;
	last_iteration(b, o, p, c, IR_I32);
	leave_construct(b, c);
	end_conditionals(b, p, c);
	end_reductions(b, p);
	restore_privates(b, p);
	closing_barrier(b, o, OMP_LEVEL_FOR);
}
