/*
 * nest_rows.c: nests that are not rectangular (OpenMP 5.2 [4.4.1]): the number of iterations of
 * an inner loop depends on the variables of outer ones.
 *
 *	for (i = 0; i < n; i++)
 *		for (j = i + 1; j < n; j++)
 *
 * A loop on whose variable an inner count depends has *rows*, one for each of its iterations. Where
 * their lengths change by the same amount from row to row (omp_for.steady), they are a triangle
 * (nest_triangle.c).  Else they are added up: the threads of a team make a table in shared memory
 * that says where each PIECES-th part of the rows begins; an iteration searches there, and goes
 * through that part row by row.  A thread that has the loop for itself goes through all of them.
 *
 * While bounds are computed the loop variables are bound to registers of their own (level.at), set
 * from the outermost in.  All is 64 bits wide.
 */
#include "build/omp/nest.h"

static uint64_t
bit(int k)
{
	return UINT64_C(1) << k;
}

/* Return whether an inner count depends on the variable of loop k. */
static bool
has_rows(const struct nest *n, int k)
{
	for (int m = k + 1; m < n->n; m++)
		if (n->v[m].varies & bit(k))
			return true;
	return false;
}

/* Return whether loop k and those in it always have as many iterations. */
static bool
is_fixed(const struct nest *n, int k)
{
	for (int m = k; m < n->n; m++)
		if (n->v[m].varies & (bit(k) - 1))
			return false;
	return true;
}

/* Return the only inner loop that varies with k or one in k, if its rows are a triangle; else
 * NULL. */
static struct level *
triangle_of(const struct nest *n, int k)
{
	struct level *found = NULL;

	for (int m = k + 1; m < n->n; m++) {
		if (!(n->v[m].varies >> k))
			continue;
		if (found || n->v[m].varies != bit(k) || !n->v[m].l->steady)
			return NULL;
		found = &n->v[m];
	}
	return found;
}

static void
set(struct fb *b, const struct nest *n, int k, struct ir_value i)
{
	const struct level *v = &n->v[k];

	ir_mov(&b->c, v->at->reg, variable_at(b, n, v, i));
}

static struct ir_value
count_of(struct fb *b, struct level *v)
{
	if (v->varies) {
		level_bounds(b, v);
		v->count = widened(b, v->count, v->type);
	}
	return v->count;
}

/* ---- triangles ---- */

/* Compute loop k's triangle. */
static void
make_triangle(struct fb *b, struct nest *n, int k, const struct level *t)
{
	struct level *v = &n->v[k], in = *t;

	v->each = ir_int(1);
	for (int m = k + 1; m < n->n; m++)
		if (&n->v[m] != t)
			v->each = mul64(b, v->each, count_of(b, &n->v[m]));
	set(b, n, k, ir_int(0));
	level_bounds(b, &in);
	triangle_begin(b, v, &in);
}

/* ---- tables ---- */

enum { PIECES = 256 };

static struct addr
entry(struct fb *b, const struct nest *n, struct ir_value i)
{
	return addr_index(b, addr_of(ir_slot_value(n->table, 0), SPACE_SHARED),
		ir_op2(&b->c, IR_SHL, IR_I64, i, ir_int(3)));
}

static struct ir_value
load_entry(struct fb *b, const struct nest *n, struct ir_value i)
{
	return load_at(b, entry(b, n, i), MEM_64, false);
}

/* A loop for (i = from; i < to; i += by).  The cursor is in the body; end_count() ends it. */
struct counting {
	struct ir_block *test, *end;
	ir_reg i;
	struct ir_value by;
};

static struct counting
begin_count(struct fb *b, struct ir_value from, struct ir_value to, struct ir_value by)
{
	struct ir_block *body = new_block(b);
	struct counting c = { new_block(b), new_block(b), variable64(b, "row"), by };

	ir_mov(&b->c, c.i, from);
	begin_block(b, c.test);
	ir_branch(&b->c, ir_compare(&b->c, IR_LT_U, IR_I64, ir_r(c.i), to), body, c.end);
	begin_block(b, body);
	return c;
}

static void
end_count(struct fb *b, struct counting c)
{
	ir_mov(&b->c, c.i, add64(b, ir_r(c.i), c.by));
	ir_jump(&b->c, c.test);
	begin_block(b, c.end);
}

static struct ir_value total(struct fb *, struct nest *, int);

/* Return the iterations of rows from … to - 1 of loop k. */
static struct ir_value
sum_of_rows(struct fb *b, struct nest *n, int k, struct ir_value from, struct ir_value to)
{
	ir_reg sum = variable64(b, "sum");
	struct counting row = begin_count(b, from, to, ir_int(1));

	set(b, n, k, ir_r(row.i));
	ir_mov(&b->c, sum, add64(b, ir_r(sum), total(b, n, k + 1)));
	end_count(b, row);
	return ir_r(sum);
}

/* Let each thread add up some of the pieces. */
static void
sum_pieces(struct fb *b, struct nest *n, int k, struct ir_value count)
{
	struct ir_value me = ir_convert(&b->c, IR_ZEXT, IR_I64, IR_I32, thread_number(b));
	struct ir_value all = ir_convert(&b->c, IR_ZEXT, IR_I64, IR_I32, thread_count(b));
	struct counting piece = begin_count(b, me, ir_int(PIECES), all);
	struct ir_value from = mul64(b, ir_r(piece.i), n->piece), to = add64(b, from, n->piece);

	to = ir_op2(&b->c, IR_MIN_U, IR_I64, to, count);
	struct ir_value sum = sum_of_rows(b, n, k, from, to);
	store_at(b, entry(b, n, ir_r(piece.i)), MEM_64, false, sum);
	end_count(b, piece);
}

/* Let the first thread store before each piece what comes before it, and behind the last one the
 * total. */
static void
sum_before_pieces(struct fb *b, struct nest *n)
{
	struct ir_block *mine = new_block(b), *end = new_block(b);
	struct counting piece;
	struct ir_value own;
	ir_reg sum;

	ir_branch(&b->c, ir_compare(&b->c, IR_EQ, IR_I32, thread_number(b), ir_int(0)), mine, end);
	begin_block(b, mine);
	sum = variable64(b, "sum");
	piece = begin_count(b, ir_int(0), ir_int(PIECES), ir_int(1));
	own = load_entry(b, n, ir_r(piece.i));
	store_at(b, entry(b, n, ir_r(piece.i)), MEM_64, false, ir_r(sum));
	ir_mov(&b->c, sum, add64(b, ir_r(sum), own));
	end_count(b, piece);
	store_at(b, entry(b, n, ir_int(PIECES)), MEM_64, false, ir_r(sum));
	begin_block(b, end);
}

static struct ir_value
make_table(struct fb *b, struct nest *n, int k, struct ir_value count)
{
	n->table = ir_slot_new(b->f, SLOT_SHARED, "rows", 8 * (PIECES + 1), 8);
	n->table_level = k;
	n->piece = ir_op2(&b->c, IR_DIV_U, IR_I64, add64(b, count, ir_int(PIECES - 1)),
		ir_int(PIECES));
	region_barrier(b); /* nobody reads what was in it before */
	sum_pieces(b, n, k, count);
	region_barrier(b);
	sum_before_pieces(b, n);
	region_barrier(b);
	return load_entry(b, n, ir_int(PIECES));
}

/* Return whether a table may be used: all threads of the team come by, and the rows are the same
 * for all. */
static bool
may_have_table(struct fb *b, const struct nest *n, int k)
{
	return b->region && !one_thread(b) && n->o->u.loop.levels & OMP_LEVEL_FOR && !n->table &&
		is_fixed(n, k);
}

/* ---- how many ---- */

static struct ir_value
count_without_form(struct fb *b, struct nest *n, int k, struct ir_value count)
{
	bool table = may_have_table(b, n, k);
	int inner = k + 1;

	while (!(n->v[inner].varies & bit(k)))
		inner++;
	diag_remark(b->u->diag, n->v[inner].l->stmt->place, "-Rpass-missed=collapse",
		"how many iterations this loop has for '%s' has no closed form: %s [MC509]",
		n->v[k].l->iv->name,
		table ? "each team makes a table and searches in it" :
			"each iteration adds up those before it");
	return table ? make_table(b, n, k, count) : sum_of_rows(b, n, k, ir_int(0), count);
}

/* Return the iterations of loop k and those in it.  The variables outside it are set. */
static struct ir_value
total(struct fb *b, struct nest *n, int k)
{
	struct level *v = &n->v[k], *t;
	struct ir_value count;

	if (k == n->n)
		return ir_int(1);
	if (v->known)
		return v->total;
	count = count_of(b, v);
	if (!has_rows(n, k))
		return mul64(b, count, total(b, n, k + 1));
	t = triangle_of(n, k);
	if (!t)
		return count_without_form(b, n, k, count);
	make_triangle(b, n, k, t);
	return mul64(b, v->each, triangle_sum(b, v, t->l->slope, v->rows));
}

static void
bind(struct fb *b, struct nest *n)
{
	for (int k = 0; k < n->n; k++)
		n->v[k].elsewhere = bind_home(b, n->v[k].l->iv, n->v[k].at);
}

static void
unbind(struct fb *b, struct nest *n)
{
	for (int k = 0; k < n->n; k++)
		bind_home(b, n->v[k].l->iv, n->v[k].elsewhere);
}

/* Find which loops depend on which.  A loop j = i … i + 3 has always as many, but what depends on j
 * depends on i as well. */
static void
find_dependences(struct nest *n)
{
	for (int k = n->n - 1; k >= 0; k--) {
		const struct omp_for *l = n->v[k].l;

		n->v[k].varies = l->steady && l->slope == 0 && !has_rows(n, k) ? 0 : l->outer;
	}
}

void
count_rows(struct fb *b, struct nest *n)
{
	n->type = IR_I64;
	find_dependences(n);
	for (int k = 0; k < n->n; k++) {
		struct level *v = &n->v[k];

		v->at = reg_home(b, ir_reg_new(b->f, v->type, v->l->iv->name));
		ir_mov(&b->c, v->at->reg, ir_int(0));
	}
	bind(b, n);
	for (int k = 0; k < n->n; k++)
		if (!n->v[k].varies) {
			level_bounds(b, &n->v[k]);
			n->v[k].count = widened(b, n->v[k].count, n->v[k].type);
		}
	for (int k = n->n - 1; k >= 0; k--)
		if (is_fixed(n, k)) {
			n->v[k].total = fresh(b, total(b, n, k), IR_I64, NULL);
			n->v[k].known = true;
		}
	unbind(b, n);
	n->count = n->v[0].total;
}

bool
is_triangle(const struct nest *n)
{
	return n->n == 2 && n->v[0].known && triangle_of(n, 0);
}

/* ---- which one ---- */

/* Return the same in a register of its own, which is noted as the number of an iteration of loop k. */
static struct ir_value
noted(struct fb *b, const struct nest *n, int k, struct ir_value i)
{
	if (!n->noted)
		return i;
	i = fresh(b, i, IR_I64, NULL);
	n->noted->number[k] = i.u.reg;
	return i;
}

/* Return the last piece of the table that begins at `at` or before. */
static struct ir_value
search(struct fb *b, const struct nest *n, struct ir_value at)
{
	struct ir_block *test = new_block(b), *body = new_block(b), *end = new_block(b);
	ir_reg lo = variable64(b, "piece"), hi = variable64(b, "piece_end");
	struct ir_value left, mid, before;

	ir_mov(&b->c, hi, ir_int(PIECES));
	begin_block(b, test);
	left = sub64(b, ir_r(hi), ir_r(lo));
	ir_branch(&b->c, ir_compare(&b->c, IR_LT_U, IR_I64, ir_int(1), left), body, end);
	begin_block(b, body);
	mid = add64(b, ir_r(lo), ir_op2(&b->c, IR_SHR_U, IR_I64, left, ir_int(1)));
	before = ir_compare(&b->c, IR_LE_U, IR_I64, load_entry(b, n, mid), at);
	ir_mov(&b->c, lo, ir_op3(&b->c, IR_SELECT, IR_I64, before, mid, ir_r(lo)));
	ir_mov(&b->c, hi, ir_op3(&b->c, IR_SELECT, IR_I64, before, ir_r(hi), mid));
	ir_jump(&b->c, test);
	begin_block(b, end);
	return ir_r(lo);
}

static void find(struct fb *, struct nest *, int, struct ir_value);

static void
find_in_triangle(struct fb *b, struct nest *n, int k, const struct level *t, struct ir_value index)
{
	struct level *v = &n->v[k];
	int64_t slope = t->l->slope;
	struct ir_value u;

	if (!v->known)
		make_triangle(b, n, k, t);
	u = triangle_row(b, v, slope,
		is_one(v->each) ? index : ir_op2(&b->c, IR_DIV_U, IR_I64, index, v->each));
	u = noted(b, n, k, u);
	set(b, n, k, add64(b, v->first, u));
	index = sub64(b, index, mul64(b, triangle_sum(b, v, slope, u), v->each));
	find(b, n, k + 1, noted(b, n, k + 1, index));
}

static void
find_by_walking(struct fb *b, struct nest *n, int k, struct ir_value index)
{
	struct ir_block *test = new_block(b), *next = new_block(b), *found = new_block(b);
	ir_reg row = variable64(b, "row"), left = variable64(b, "left");
	struct ir_value length, piece;

	ir_mov(&b->c, left, index);
	if (n->table && n->table_level == k) {
		piece = search(b, n, index);
		ir_mov(&b->c, left, sub64(b, index, load_entry(b, n, piece)));
		ir_mov(&b->c, row, mul64(b, piece, n->piece));
	}
	begin_block(b, test);
	set(b, n, k, ir_r(row));
	length = total(b, n, k + 1);
	ir_branch(&b->c, ir_compare(&b->c, IR_LT_U, IR_I64, ir_r(left), length), found, next);
	begin_block(b, next);
	ir_mov(&b->c, left, sub64(b, ir_r(left), length));
	ir_mov(&b->c, row, add64(b, ir_r(row), ir_int(1)));
	ir_jump(&b->c, test);
	begin_block(b, found);
	find(b, n, k + 1, ir_r(left));
}

/* Set the variables of loop k and those in it, for iteration `index` of total(k). */
static void
find(struct fb *b, struct nest *n, int k, struct ir_value index)
{
	struct level *v = &n->v[k], *t;
	struct ir_value each, i = index;

	if (v->l->outer) {
		struct ir_value count = v->count;

		level_bounds(b, v);
		v->count = v->varies ? widened(b, v->count, v->type) : count;
	}
	if (k == n->n - 1) {
		set(b, n, k, index);
	} else if (!has_rows(n, k)) {
		each = total(b, n, k + 1);
		if (!is_one(each))
			i = ir_op2(&b->c, IR_DIV_U, IR_I64, index, each);
		set(b, n, k, i);
		find(b, n, k + 1, is_one(each) ? ir_int(0) : sub64(b, index, mul64(b, i, each)));
	} else if ((t = triangle_of(n, k))) {
		find_in_triangle(b, n, k, t, index);
	} else {
		find_by_walking(b, n, k, index);
	}
}

/* Let bounds name what stood before the construct rather than its copies. */
static void
bind_privates(struct fb *b, const struct private *p, bool copies)
{
	for (; p; p = p->next)
		bind_home(b, p->var->decl, copies ? p->copy : p->original);
}

void
find_row(struct fb *b, struct nest *n, struct ir_value index, const struct private *p)
{
	bind_privates(b, p, false);
	bind(b, n);
	find(b, n, 0, index);
	unbind(b, n);
	bind_privates(b, p, true);
	for (int k = 0; k < n->n; k++) {
		struct decl *iv = n->v[k].l->iv;

		store(b, home_lval(b, home_of(b, iv), iv->type), ir_r(n->v[k].at->reg));
	}
}
