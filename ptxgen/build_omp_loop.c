/*
 * build_omp_loop.c: associated loops as one CON_LOOP over 0 … count-1 (OpenMP 5.2 [4.4.1],
 * [11.5-6]),
 * and sections, which are such a loop over a switch.
 *
 * Counts are unsigned, of 32 bits for one loop with a variable of at most 32 bits, else of 64; the
 * body
 * begins by computing the loop variables from the index.
 */
#include "build_int.h"

/* One associated loop while its construct is built. */
struct level {
	const struct omp_for *l;
	struct ir_value lb, step;       /* step in bytes for pointers; type is `type` */
	struct ir_value count;          /* unsigned, of `type` */
	enum ir_type type;              /* I32 or I64 */
	bool is_unsigned;               /* comparisons of bounds */
	struct home *outer;             /* of the variable, when the clauses have no copy */
	bool own_copy;
};

struct nest {
	struct omp *o;
	struct level *v;
	int n;
	enum ir_type type;              /* of index and count */
	struct ir_value count;
};

static const struct type *
working_type(const struct level *v)
{
	return v->type == IR_I64 ? &long_type : &int_type;
}

/* ---- trip counts ---- */

static bool
is_one(struct ir_value v)
{
	return v.kind == VAL_INT && v.u.i == 1;
}

static bool
is_zero(struct ir_value v)
{
	return v.kind == VAL_INT && v.u.i == 0;
}

/* How far each step goes, as a positive number. */
static struct ir_value
stride(struct fb *b, const struct level *v, bool down)
{
	if (!down)
		return v->step;
	if (v->step.kind == VAL_INT)
		return ir_int(-v->step.u.i);
	return ir_op1(&b->c, IR_NEG, v->type, v->step);
}

/* Steps from `from` up to `to` without the last partial one: both included when `closed`. */
static struct ir_value
count_up(struct fb *b, const struct level *v, struct ir_value from, struct ir_value to,
	struct ir_value by, bool closed)
{
	enum ir_op less = v->is_unsigned ? IR_LT_U : IR_LT_S, less_equal = v->is_unsigned ? IR_LE_U
		: IR_LE_S;
	struct ir_value n, any;

	if (!closed && is_one(by) && is_zero(from) && !v->is_unsigned)
		return ir_op2(&b->c, IR_MAX_S, v->type, to, ir_int(0));
	n = is_zero(from) ? to : ir_op2(&b->c, IR_SUB, v->type, to, from);
	if (!closed && !is_one(by))
		n = ir_op2(&b->c, IR_SUB, v->type, n, ir_int(1));
	if (!is_one(by))
		n = ir_op2(&b->c, IR_DIV_U, v->type, n, by);
	if (closed || !is_one(by))
		n = ir_op2(&b->c, IR_ADD, v->type, n, ir_int(1));
	any = ir_compare(&b->c, closed ? less_equal : less, v->type, from, to);
	return ir_op3(&b->c, IR_SELECT, v->type, any, n, ir_int(0));
}

/* rel !=: the step divides the distance, in one direction or the other. */
static struct ir_value
count_unequal(struct fb *b, const struct level *v, struct ir_value ub)
{
	bool down = v->l->step_negative;
	struct ir_value by = stride(b, v, down);
	struct ir_value n = down ? ir_op2(&b->c, IR_SUB, v->type, v->lb, ub)
		: is_zero(v->lb) ? ub : ir_op2(&b->c, IR_SUB, v->type, ub, v->lb);

	return is_one(by) ? n : ir_op2(&b->c, IR_DIV_U, v->type, n, by);
}

/* All three known: no code. */
static bool
constant_count(const struct level *v, struct ir_value ub, struct ir_value *count)
{
	int64_t lo, hi, by;
	bool closed = v->l->rel == BIN_LE || v->l->rel == BIN_GE;

	if (v->lb.kind != VAL_INT || ub.kind != VAL_INT || v->step.kind != VAL_INT || v->is_unsigned
	 || v->l->rel == BIN_NE)
		return false;
	lo = v->lb.u.i, hi = ub.u.i, by = v->step.u.i;
	if (v->l->rel == BIN_GT || v->l->rel == BIN_GE) {
		int64_t t = lo;
		lo = hi, hi = t, by = -by;
	}
	if (by <= 0)
		return false;
	if (closed ? lo > hi : lo >= hi)
		*count = ir_int(0);
	else
		*count = ir_int(((uint64_t)hi - lo - !closed) / by + 1);
	return true;
}

static struct ir_value
trip_count(struct fb *b, const struct level *v, struct ir_value ub)
{
	struct ir_value n;

	if (constant_count(v, ub, &n))
		return n;
	switch (v->l->rel) {
	case BIN_LT: return count_up(b, v, v->lb, ub, stride(b, v, false), false);
	case BIN_LE: return count_up(b, v, v->lb, ub, stride(b, v, false), true);
	case BIN_GT: return count_up(b, v, ub, v->lb, stride(b, v, true), false);
	case BIN_GE: return count_up(b, v, ub, v->lb, stride(b, v, true), true);
	default:     return count_unequal(b, v, ub);
	}
}

static void
begin_level(struct fb *b, struct level *v, const struct omp_for *l)
{
	const struct type *t = l->iv->type;
	struct ir_value ub;

	v->l = l;
	v->type = reg_type(t);
	v->is_unsigned = is_unsigned_type(t) && !(v->type == IR_I32 && t->size < 4);
	v->lb = build_as(b, l->lb, t);
	ub = build_as(b, l->ub, t);
	v->step = build_as(b, l->step, working_type(v));
	if (t->kind == TY_POINTER) {
		struct ir_value size = type_size(b, t->base);
		v->step = v->step.kind == VAL_INT && size.kind == VAL_INT
			? ir_int(v->step.u.i * size.u.i)
				: ir_op2(&b->c, IR_MUL, IR_I64, v->step, size);
	}
	v->count = trip_count(b, v, ub);
}

/* The product of the counts; 32 bits when it is known to be small. */
static void
total_count(struct fb *b, struct nest *n)
{
	uint64_t product = 1;
	bool known = true;

	if (n->n == 1) {
		n->type = n->v[0].type;
		n->count = n->v[0].count;
		return;
	}
	for (int k = 0; k < n->n && known; k++) {
		known = n->v[k].count.kind == VAL_INT && (uint64_t)n->v[k].count.u.i < (1u << 31);
		product *= known ? (uint64_t)n->v[k].count.u.i : 1;
		known &= product < (1u << 31);
	}
	n->type = known ? IR_I32 : IR_I64;
	if (known) {
		n->count = ir_int(product);
		return;
	}
	for (int k = 0; k < n->n; k++) {
		struct ir_value c = n->v[k].count;

		if (n->v[k].type == IR_I32 && c.kind == VAL_INT)
			c = ir_int((uint32_t)c.u.i);
		else if (n->v[k].type == IR_I32)
			c = ir_convert(&b->c, IR_ZEXT, IR_I64, IR_I32, c);
		n->count = k ? ir_op2(&b->c, IR_MUL, IR_I64, n->count, c) : c;
		n->v[k].count = c;
	}
}

/* ---- loop variables from the index ---- */

/* From 0 or more upwards in a signed type: the index is never negative, read as signed. */
static bool
upward(const struct level *v)
{
	return !v->is_unsigned && v->lb.kind == VAL_INT && v->lb.u.i >= 0 && v->step.kind == VAL_INT
		&& v->step.u.i > 0;
}

static struct ir_value
never_negative(struct fb *b, const struct nest *n, struct ir_value v)
{
	if (v.kind == VAL_REG && n->type == IR_I32)
		b->f->regs[v.u.reg].nonneg = true;
	return v;
}

static void
set_variable(struct fb *b, const struct nest *n, const struct level *v, struct ir_value i)
{
	const struct type *t = v->l->iv->type;

	if (n->type == IR_I64 && v->type == IR_I32)
		i = ir_convert(&b->c, IR_TRUNC, IR_I32, IR_I64, i);
	else if (n->type == IR_I32 && v->type == IR_I64)
		i = ir_convert(&b->c, IR_ZEXT, IR_I64, IR_I32, i);
	if (v->step.kind == VAL_INT && v->step.u.i == -1)
		i = ir_op2(&b->c, IR_SUB, v->type, v->lb, i);
	else {
		const struct type *sum = upward(v) ? t : &unsigned_type;
		if (!is_one(v->step))
			i = no_wrap(b, sum, ir_op2(&b->c, IR_MUL, v->type, i, v->step));
		if (!is_zero(v->lb))
			i = no_wrap(b, sum, ir_op2(&b->c, IR_ADD, v->type, v->lb, i));
	}
	if (t->size < 4)
		i = convert(b, i, &int_type, t);
	store(b, home_lval(b, home_of(b, v->l->iv), t), i);
}

static void
set_variables(struct fb *b, const struct nest *n, struct ir_value index)
{
	struct ir_value rest = index, r;
	/* a 32-bit nest's count is known and below 2^31 (total_count) */
	const struct type *exact = n->type == IR_I32 ? &int_type : &unsigned_type;

	if (n->n > 1 || upward(&n->v[0]))
		never_negative(b, n, index);
	for (int k = n->n - 1; k > 0; k--) {
		struct ir_value c = n->v[k].count, q;

		if (is_one(c)) {
			set_variable(b, n, &n->v[k], ir_int(0));
			continue;
		}
		q = ir_op2(&b->c, IR_DIV_U, n->type, rest, c);
		q = never_negative(b, n, fresh(b, never_negative(b, n, q), n->type, NULL));
		r = no_wrap(b, exact, ir_op2(&b->c, IR_MUL, n->type, q, c));
		r = no_wrap(b, exact, ir_op2(&b->c, IR_SUB, n->type, rest, r));
		set_variable(b, n, &n->v[k], never_negative(b, n, r));
		rest = q;
	}
	set_variable(b, n, &n->v[0], rest);
}

/* linear(x: s): the original's value plus the iteration's number times s [5.4.6] */
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
		step = p->var->linear_step ? build_as(b, p->var->linear_step, reg_type(t) == IR_I64
			? &long_type
			: &int_type) : ir_int(1);
		if (t->kind == TY_POINTER)
			step = ir_op2(&b->c, IR_MUL, IR_I64, step, type_size(b, t->base));
		i = ir_op2(&b->c, IR_MUL, reg_type(t), i, step);
		i = ir_op2(&b->c, IR_ADD, reg_type(t), ir_r(initial[k]->reg), i);
		store(b, home_lval(b, p->copy, t), t->size < 4 ? convert(b, i, &int_type, t) : i);
	}
}

static bool
is_loop_variable(const struct omp *o, const struct decl *d)
{
	for (int i = 0; i < o->u.loop.nloops; i++)
		if (o->u.loop.loops[i].iv == d)
			return true;
	return false;
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

		if (p->var->kind == VAR_LINEAR && !is_loop_variable(o, p->var->decl))
			initial[n] = reg_home(b, fresh(b, load(b, home_lval(b, p->copy, t)),
				reg_type(t),
				p->var->decl->name).u.reg);
	}
	return initial;
}

/* Every thread has read the original before the last iteration writes it. */
static bool
reads_and_writes(const struct private *p)
{
	for (; p; p = p->next)
		if (p->var->kind == VAR_LINEAR || (p->var->kind == VAR_LASTPRIVATE
			&& p->var->also_first))
			return true;
	return false;
}

/* ---- the construct ---- */

static struct ir_value
chunk_value(struct fb *b, const struct expr *e, enum ir_type type)
{
	return e ? build_as(b, e, type == IR_I64 ? &long_type : &int_type) : ir_none();
}

/* The value of a clause that takes a constant; 0: not given. */
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

static struct ir_construct *
loop_construct(struct fb *b, struct omp *o, unsigned levels, enum ir_type type,
	struct ir_value count)
{
	struct ir_construct *c;
	struct ir_value chunk = chunk_value(b, o->clauses.chunk, type);
	struct ir_value dist_chunk = chunk_value(b, o->clauses.dist_chunk, type);
	bool dynamic = !o->clauses.ordered && (o->clauses.schedule == SCHED_DYNAMIC || o->clauses.schedule == SCHED_GUIDED
		|| o->clauses.schedule == SCHED_RUNTIME);

	c = ir_construct_new(b->f, CON_LOOP, b->in);
	c->directive = o->directive;
	c->u.loop.levels = levels;
	c->u.loop.count = count;
	c->u.loop.index = ir_reg_new(b->f, type, "index");
	c->u.loop.schedule = o->clauses.schedule;
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

/* The barrier that ends a worksharing construct; the join does it for a combined parallel. */
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
	set_variables(b, n, ir_r(c->u.loop.index));
	set_linears(b, p, initial, n, ir_r(c->u.loop.index));
	b->break_to = NULL;
	b->continue_to = new_block(b);
	b->loops++;
	build_stmt(b, n->o->body);
	b->loops--;
	begin_block(b, b->continue_to);
	b->break_to = break_to;
	b->continue_to = continue_to;
	last_iteration(b, n->o, p, c, n->type);
	leave_construct(b, c);
}

/* ordered: the first thread goes through the iterations alone, in order, whatever the schedule. */
static void
ordered_body(struct fb *b, struct nest *n, struct private *p, const struct home *const *initial,
	struct ir_construct *c)
{
	struct ir_block *yes = new_block(b), *end = new_block(b);

	c->u.loop.one_thread = true;
	c->u.loop.schedule = SCHED_NONE;
	ir_branch(&b->c, ir_compare(&b->c, IR_EQ, IR_I32, thread_number(b), ir_int(0)), yes, end);
	begin_block(b, yes);
	loop_body(b, n, p, initial, c);
	begin_block(b, end);
}

void
build_loop(struct fb *b, struct omp *o)
{
	struct nest n = { .o = o, .n = o->u.loop.nloops };
	unsigned levels = o->u.loop.levels;
	const struct home *const *initial;
	struct ir_construct *c;
	struct private *p;

	n.v = NEWN(b->arena, struct level, n.n);
	for (int k = 0; k < n.n; k++)
		begin_level(b, &n.v[k], &o->u.loop.loops[k]);
	total_count(b, &n);
	c = loop_construct(b, o, levels, n.type, n.count);
	p = begin_privates(b, o);
	bind_variables(b, &n, p);
	initial = save_linears(b, o, p);
	if (levels & OMP_LEVEL_FOR && reads_and_writes(p))
		region_barrier(b);
	note_combines(b, &c->u.loop.simd, p);
	if (o->clauses.ordered && levels & OMP_LEVEL_FOR && !one_thread(b))
		ordered_body(b, &n, p, initial, c);
	else
		loop_body(b, &n, p, initial, c);
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

/* One section an iteration, dealt out in turn [11.3]. */
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
	enter_construct(b, c);
	b->break_to = b->continue_to = NULL;
	section_bodies(b, o, ir_r(c->u.loop.index));
	b->break_to = break_to;
	b->continue_to = continue_to;
	last_iteration(b, o, p, c, IR_I32);
	leave_construct(b, c);
	end_reductions(b, p);
	restore_privates(b, p);
	closing_barrier(b, o, OMP_LEVEL_FOR);
}
