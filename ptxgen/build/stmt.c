/*
 * stmt.c: statements (C11 6.8) as control flow; switch as a search tree of comparisons or,
 * when
 * dense and outside loops, a table.
 *
 * Labels belong to one building of one function body: a function built in place twice has them
 * twice.
 */
#include <stdlib.h>

#include "build/internal.h"

/* ---- if and loops ---- */

static void
build_if(struct fb *b, struct stmt *s)
{
	struct ir_block *yes = new_block(b), *no, *end = new_block(b);

	no = s->u.if_.els ? new_block(b) : end;
	build_branch(b, s->u.if_.cond, yes, no);
	begin_block(b, yes);
	build_stmt(b, s->u.if_.then);
	if (s->u.if_.els) {
		if (b->c.block)
			ir_jump(&b->c, end);
		begin_block(b, no);
		build_stmt(b, s->u.if_.els);
	}
	begin_block(b, end);
}

struct loop_scope {
	struct ir_block *break_to, *continue_to;
};

static struct loop_scope
enter_loop(struct fb *b, struct ir_block *break_to, struct ir_block *continue_to)
{
	struct loop_scope outer = { b->break_to, b->continue_to };

	b->break_to = break_to;
	b->continue_to = continue_to;
	b->loops++;
	return outer;
}

static void
leave_loop(struct fb *b, struct loop_scope outer)
{
	b->break_to = outer.break_to;
	b->continue_to = outer.continue_to;
	b->loops--;
}

static void
build_while(struct fb *b, struct stmt *s)
{
	struct ir_block *test = new_block(b), *body = new_block(b), *end = new_block(b);
	struct loop_scope outer;

	begin_block(b, test);
	test->loop = true;
	build_branch(b, s->u.loop.cond, body, end);
	begin_block(b, body);
	outer = enter_loop(b, end, test);
	build_stmt(b, s->u.loop.body);
	leave_loop(b, outer);
	if (b->c.block)
		ir_jump(&b->c, test);
	begin_block(b, end);
}

static void
build_do(struct fb *b, struct stmt *s)
{
	struct ir_block *body = new_block(b), *test = new_block(b), *end = new_block(b);
	struct loop_scope outer;

	begin_block(b, body);
	body->loop = true;
	outer = enter_loop(b, end, test);
	build_stmt(b, s->u.loop.body);
	leave_loop(b, outer);
	begin_block(b, test);
	build_branch(b, s->u.loop.cond, body, end);
	begin_block(b, end);
}

static void
build_for(struct fb *b, struct stmt *s)
{
	struct ir_block *test, *body, *step, *end;
	struct loop_scope outer;

	build_stmts(b, s->u.for_.init);
	test = new_block(b), body = new_block(b), step = new_block(b), end = new_block(b);
	begin_block(b, test);
	test->loop = true;
	test->unroll = s->u.for_.unroll;
	if (s->u.for_.cond)
		build_branch(b, s->u.for_.cond, body, end);
	begin_block(b, body);
	outer = enter_loop(b, end, step);
	build_stmt(b, s->u.for_.body);
	leave_loop(b, outer);
	begin_block(b, step);
	if (s->u.for_.step)
		build_effects(b, s->u.for_.step);
	ir_jump(&b->c, test);
	begin_block(b, end);
}

/* ---- switch ---- */

struct range {
	int64_t lo, hi;
	struct ir_block *to;
};

struct dispatch {
	struct fb *b;
	const struct type *type;
	struct ir_value v;
	struct range *r;
	int n;
	struct ir_block *dflt;
};

enum { TABLE_CASES = 8 }; /* fewer are comparisons */

static int
by_value_signed(const void *a, const void *b)
{
	const struct range *x = a, *y = b;

	return (x->lo > y->lo) - (x->lo < y->lo);
}

static int
by_value_unsigned(const void *a, const void *b)
{
	const struct range *x = a, *y = b;

	return ((uint64_t)x->lo > (uint64_t)y->lo) - ((uint64_t)x->lo < (uint64_t)y->lo);
}

static void
collect_cases(struct dispatch *d, struct stmt *s)
{
	struct fb *b = d->b;

	for (struct stmt *c = s->u.switch_.cases; c; c = c->u.case_.next_case)
		d->n++;
	d->r = NEWN(b->arena, struct range, d->n + 1);
	d->n = 0;
	for (struct stmt *c = s->u.switch_.cases; c; c = c->u.case_.next_case) {
		struct ir_block *to = new_block(b);

		map_put(b->arena, &b->cases, c, to);
		d->r[d->n++] = (struct range){ c->u.case_.lo, c->u.case_.hi, to };
	}
	qsort(d->r, d->n, sizeof *d->r,
		is_unsigned_type(d->type) ? by_value_unsigned : by_value_signed);
}

/* Test one range: v is equal, or v - lo <= hi - lo without sign. */
static void
test_range(struct dispatch *d, const struct range *r, struct ir_block *no)
{
	struct ir_cursor *c = &d->b->c;
	enum ir_type t = reg_type(d->type);
	struct ir_value off;

	if (r->lo == r->hi) {
		ir_branch(c, ir_compare(c, IR_EQ, t, d->v, ir_int(int_value(d->type, r->lo))),
			r->to, no);
		return;
	}
	off = ir_op2(c, IR_SUB, t, d->v, ir_int(int_value(d->type, r->lo)));
	ir_branch(c,
		ir_compare(c, IR_LE_U, t, off, ir_int(int_value(d->type, (uint64_t)r->hi - r->lo))),
		r->to, no);
}

static void
search(struct dispatch *d, const struct range *r, int n)
{
	struct fb *b = d->b;
	struct ir_block *left, *right;
	int mid = n / 2;

	if (n <= 3) {
		for (int i = 0; i < n; i++) {
			right = i + 1 < n ? new_block(b) : d->dflt;
			test_range(d, &r[i], right);
			if (i + 1 < n)
				begin_block(b, right);
		}
		if (!n)
			ir_jump(&b->c, d->dflt);
		return;
	}
	left = new_block(b), right = new_block(b);
	ir_branch(&b->c,
		ir_compare(&b->c, is_unsigned_type(d->type) ? IR_LT_U : IR_LT_S, reg_type(d->type),
			d->v, ir_int(int_value(d->type, r[mid].lo))),
		left, right);
	begin_block(b, left);
	search(d, r, mid);
	begin_block(b, right);
	search(d, r + mid, n - mid);
}

/* Return whether at most half of the table would be holes. */
static bool
is_dense(const struct dispatch *d)
{
	uint64_t span = d->n ? (uint64_t)d->r[d->n - 1].hi - (uint64_t)d->r[0].lo : 0;

	return d->n >= TABLE_CASES && span < (uint64_t)d->n * 2 && d->b->loops == 0;
}

static void
table(struct dispatch *d)
{
	struct fb *b = d->b;
	struct ir_cursor *c = &b->c;
	enum ir_type t = reg_type(d->type);
	uint64_t span = (uint64_t)d->r[d->n - 1].hi - (uint64_t)d->r[0].lo;
	struct ir_value off = ir_op2(c, IR_SUB, t, d->v, ir_int(int_value(d->type, d->r[0].lo)));
	struct ir_block *inside = new_block(b);
	struct ir_block **to = NEWN(b->arena, struct ir_block *, span + 1);

	for (uint64_t i = 0; i <= span; i++)
		to[i] = d->dflt;
	for (int i = 0; i < d->n; i++)
		for (uint64_t k = (uint64_t)d->r[i].lo; k <= (uint64_t)d->r[i].hi; k++)
			to[k - (uint64_t)d->r[0].lo] = d->r[i].to;
	ir_branch(c, ir_compare(c, IR_LE_U, t, off, ir_int(span)), inside, d->dflt);
	begin_block(b, inside);
	if (t == IR_I64)
		off = ir_convert(c, IR_TRUNC, IR_I32, IR_I64, off);
	c->block->term = TERM_TABLE;
	c->block->cond = off;
	c->block->table = to;
	c->block->ntable = span + 1;
	c->block->place = c->place;
	c->block = NULL;
}

static void
build_switch(struct fb *b, struct stmt *s)
{
	struct ir_block *end = new_block(b), *outer = b->break_to;
	struct dispatch d = { .b = b, .type = s->u.switch_.value->type };

	d.v = build_expr(b, s->u.switch_.value);
	d.dflt = end;
	collect_cases(&d, s);
	if (s->u.switch_.dflt) {
		d.dflt = new_block(b);
		map_put(b->arena, &b->cases, s->u.switch_.dflt, d.dflt);
	}
	if (is_dense(&d))
		table(&d);
	else
		search(&d, d.r, d.n);
	b->break_to = end;
	build_stmt(b, s->u.switch_.body);
	b->break_to = outer;
	begin_block(b, end);
}

static void
build_case(struct fb *b, struct stmt *s)
{
	struct ir_block *to = map_get(&b->cases, s);

	if (!to)
		diag_bug("build", "case outside its switch");
	if (to->in != b->in) {
		error_at(b, s->place,
			"this case label is inside an OpenMP construct that the switch is "
			"outside of");
		to = new_block(b);
	}
	begin_block(b, to);
	build_stmt(b, s->u.case_.body);
}

/* ---- jumps ---- */

static struct label_target *
target_of(struct fb *b, const struct label *l, struct place place)
{
	struct label_target *t = map_get(&b->inlined->labels, l);

	if (t)
		return t;
	t = NEW(b->arena, struct label_target);
	t->block = new_block(b);
	t->place = place;
	t->next = b->all_labels;
	b->all_labels = t;
	map_put(b->arena, &b->inlined->labels, l, t);
	return t;
}

/* Assert that a jump stays inside its construct: the parser has refused others. */
static void
stay_inside(const struct fb *b, const struct ir_block *to)
{
	if (!to || to->in != b->in)
		diag_bug("build", "a jump crosses the border of an OpenMP construct");
}

static void
build_goto(struct fb *b, struct stmt *s)
{
	struct label_target *t = target_of(b, s->u.goto_, s->place);

	stay_inside(b, t->block);
	ir_jump(&b->c, t->block);
}

static void
build_label(struct fb *b, struct stmt *s)
{
	struct label_target *t = target_of(b, s->u.label.label, s->place);

	stay_inside(b, t->block);
	b->loops++; /* what follows may be a loop by goto */
	begin_block(b, t->block);
	build_stmt(b, s->u.label.body);
	b->loops--;
}

static void
jump_out(struct fb *b, struct ir_block *to)
{
	stay_inside(b, to);
	ir_jump(&b->c, to);
}

static void
end_block(struct fb *b, enum ir_term_kind term, struct ir_value v)
{
	if (!b->c.block)
		return;
	b->c.block->term = term;
	b->c.block->cond = v;
	b->c.block->place = b->c.place;
	b->c.block = NULL;
}

/* Return the address of an aggregate result, which is the terminator's operand. */
static struct ir_value
result_value(struct fb *b, const struct expr *e)
{
	if (is_record_type(e->type))
		return record_operand(b, build_record(b, e), e->type);
	return build_as(b, e, b->decl->type->base);
}

static void
build_return(struct fb *b, struct stmt *s)
{
	struct inlined *i = b->inlined;
	const struct expr *e = s->u.expr;
	struct ir_value v = ir_none();

	if (i->exit ? i->in != b->in : b->in || b->is_kernel)
		diag_bug("build", "return leaves an OpenMP construct");
	if (i->exit) {
		if (e && i->result)
			assign_into(b, home_lval(b, i->result, i->decl->type->base), e);
		else if (e)
			build_effects(b, e);
		if (b->c.block)
			ir_jump(&b->c, i->exit);
		return;
	}
	if (e && e->type->kind == TY_VOID)
		build_effects(b, e);
	else if (e)
		v = result_value(b, e);
	else
		v = any_result(b);
	end_block(b, TERM_RET, v);
}

/* ---- dispatch ---- */

void
build_stmts(struct fb *b, struct stmt *first)
{
	for (; first; first = first->next)
		build_stmt(b, first);
}

static void
host_statement(struct fb *b, struct stmt *s, const char *what)
{
	error_at(b, s->place, "device code cannot contain %s", what);
}

void
build_stmt(struct fb *b, struct stmt *s)
{
	if (!s)
		return;
	if (s->place.file)
		b->c.place = s->place;
	switch (s->kind) {
	case ST_NULL: break;
	case ST_EXPR: build_effects(b, s->u.expr); break;
	case ST_COMPOUND: build_stmts(b, s->u.body); break;
	case ST_DECL: declare_local(b, s->u.decl); break;
	case ST_IF: build_if(b, s); break;
	case ST_WHILE: build_while(b, s); break;
	case ST_DO: build_do(b, s); break;
	case ST_FOR: build_for(b, s); break;
	case ST_SWITCH: build_switch(b, s); break;
	case ST_CASE:
	case ST_DEFAULT: build_case(b, s); break;
	case ST_LABEL: build_label(b, s); break;
	case ST_GOTO: build_goto(b, s); break;
	case ST_BREAK: jump_out(b, b->break_to); break;
	case ST_CONTINUE: jump_out(b, b->continue_to); break;
	case ST_RETURN: build_return(b, s); break;
	case ST_ASM: host_statement(b, s, "inline assembly"); break;
	case ST_GOTO_COMPUTED: host_statement(b, s, "a computed goto"); break;
	case ST_OMP: build_omp(b, s->u.omp); break;
	}
}

/* Build a statement expression.  Its value is that of the last statement, also behind labels (GNU C
 * 6.1). */
struct ir_value
build_stmt_value(struct fb *b, struct stmt *compound, struct addr *record)
{
	struct stmt *s = compound->kind == ST_COMPOUND ? compound->u.body : compound, *last;

	for (; s && s->next; s = s->next)
		build_stmt(b, s);
	for (last = s; last && last->kind == ST_LABEL; last = last->u.label.body)
		begin_block(b, target_of(b, last->u.label.label, last->place)->block);
	if (!last)
		return ir_none();
	if (last->kind != ST_EXPR) {
		build_stmt(b, last);
		return ir_none();
	}
	if (record && is_record_type(last->u.expr->type)) {
		*record = build_record(b, last->u.expr);
		return ir_none();
	}
	if (last->u.expr->type->kind == TY_VOID || is_memory_type(last->u.expr->type)) {
		build_effects(b, last->u.expr);
		return ir_none();
	}
	return fresh(b, build_expr(b, last->u.expr), reg_type(last->u.expr->type), NULL);
}
