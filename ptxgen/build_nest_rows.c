/*
 * build_nest_rows.c: nests that are not rectangular (OpenMP 5.2 [4.4.1]): the number of iterations of
 * an inner loop depends on the variables of outer ones.
 *
 *	for (i = 0; i < n; i++)
 *		for (j = i + 1; j < n; j++)
 *
 * A loop on whose variable an inner count depends has *rows*, one for each of its iterations.  Where
 * their lengths change by the same amount from row to row (omp_for.steady), the rows are a triangle: its
 * sums have a closed form, and a binary search finds the row of an index.  Else they are added up one by
 * one, before the construct and again in each iteration, until the index lies in a row.
 *
 * While bounds are computed the loop variables are bound to registers of their own (level.at), set
 * from the outermost in.  All is 64 bits wide.
 */
#include "build_nest.h"

static uint64_t
bit(int k)
{
	return UINT64_C(1) << k;
}

/* Whether an inner count depends on the variable of loop k. */
static bool
has_rows(const struct nest *n, int k)
{
	for (int m = k + 1; m < n->n; m++)
		if (n->v[m].varies & bit(k))
			return true;
	return false;
}

/* Whether the iterations of loop k and those in it are always as many. */
static bool
is_fixed(const struct nest *n, int k)
{
	for (int m = k; m < n->n; m++)
		if (n->v[m].varies & (bit(k) - 1))
			return false;
	return true;
}

/* The only inner loop that varies with k or one in k, when its rows are a triangle; else NULL. */
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

static struct ir_value
mul(struct fb *b, struct ir_value x, struct ir_value y)
{
	return is_one(x) ? y : is_one(y) ? x : ir_op2(&b->c, IR_MUL, IR_I64, x, y);
}

static struct ir_value
add(struct fb *b, struct ir_value x, struct ir_value y)
{
	return is_zero(x) ? y : is_zero(y) ? x : ir_op2(&b->c, IR_ADD, IR_I64, x, y);
}

static struct ir_value
sub(struct fb *b, struct ir_value x, struct ir_value y)
{
	return is_zero(y) ? x : ir_op2(&b->c, IR_SUB, IR_I64, x, y);
}

static ir_reg
variable(struct fb *b, const char *name)
{
	ir_reg r = ir_reg_new(b->f, IR_I64, name);

	ir_mov(&b->c, r, ir_int(0));
	return r;
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

static struct ir_value
signed_bound(struct fb *b, const struct level *v, struct ir_value bound)
{
	return v->type == IR_I64 || bound.kind == VAL_INT ? bound
		: ir_convert(&b->c, IR_SEXT, IR_I64, IR_I32, bound);
}

/* What the loop's count would be if it could be negative: the way divided by the step, rounded up. */
static struct ir_value
distance(struct fb *b, const struct level *v)
{
	struct ir_value lb = signed_bound(b, v, v->lb), ub = signed_bound(b, v, v->ub), up, down;
	struct ir_value d = v->l->step_negative ? sub(b, lb, ub) : sub(b, ub, lb);
	struct ir_value by = ir_int(v->step.u.i < 0 ? -v->step.u.i : v->step.u.i);

	if (v->l->rel == BIN_LE || v->l->rel == BIN_GE)
		d = add(b, d, ir_int(1));
	if (is_one(by))
		return d;
	up = ir_op2(&b->c, IR_DIV_U, IR_I64, add(b, d, ir_int(by.u.i - 1)), by);
	down = sub(b, ir_int(0), ir_op2(&b->c, IR_DIV_U, IR_I64, sub(b, ir_int(0), d), by));
	return ir_op3(&b->c, IR_SELECT, IR_I64,
		ir_compare(&b->c, IR_LT_S, IR_I64, ir_int(0), d), up, down);
}

/*
 * Row x of `count` has max(0, d + slope * x) iterations.  Those that have any are `rows` rows from number
 * `first` on, and begin with one of `start`.
 */
static void
find_triangle(struct fb *b, struct level *v, int64_t slope, struct ir_value count, struct ir_value d)
{
	struct ir_value by = ir_int(slope < 0 ? -slope : slope), some, n;

	some = ir_compare(&b->c, IR_LT_S, IR_I64, ir_int(0), d);
	if (slope < 0) {
		n = add(b, ir_op2(&b->c, IR_DIV_U, IR_I64, sub(b, d, ir_int(1)), by), ir_int(1));
		n = ir_op3(&b->c, IR_SELECT, IR_I64, some, n, ir_int(0));
		v->first = ir_int(0);
		v->start = d;
		v->rows = ir_op2(&b->c, IR_MIN_U, IR_I64, n, count);
		return;
	}
	n = add(b, ir_op2(&b->c, IR_DIV_U, IR_I64, sub(b, ir_int(0), d), by), ir_int(1));
	n = ir_op3(&b->c, IR_SELECT, IR_I64, some, ir_int(0), n);
	v->first = ir_op2(&b->c, IR_MIN_U, IR_I64, n, count);
	v->start = add(b, d, mul(b, v->first, by));
	v->rows = sub(b, count, v->first);
}

/* The iterations of the triangle's first u rows. */
static struct ir_value
of_rows(struct fb *b, const struct level *v, int64_t slope, struct ir_value u)
{
	struct ir_value pairs = mul(b, u, sub(b, u, ir_int(1)));

	pairs = ir_op2(&b->c, IR_SHR_U, IR_I64, pairs, ir_int(1));
	return add(b, mul(b, u, v->start), mul(b, pairs, ir_int(slope)));
}

/* Computes loop k's triangle. */
static void
make_triangle(struct fb *b, struct nest *n, int k, const struct level *t)
{
	struct level *v = &n->v[k], in = *t;

	v->each = ir_int(1);
	for (int m = k + 1; m < n->n; m++)
		if (&n->v[m] != t)
			v->each = mul(b, v->each, count_of(b, &n->v[m]));
	set(b, n, k, ir_int(0));
	level_bounds(b, &in);
	find_triangle(b, v, in.l->slope, v->count, distance(b, &in));
}

/* The last row that begins at `at` or before. */
static struct ir_value
search(struct fb *b, const struct level *v, int64_t slope, struct ir_value at)
{
	struct ir_block *test = new_block(b), *body = new_block(b), *end = new_block(b);
	ir_reg lo = variable(b, "row"), hi = variable(b, "row_end");
	struct ir_value left, mid, before;

	ir_mov(&b->c, hi, v->rows);
	begin_block(b, test);
	left = sub(b, ir_r(hi), ir_r(lo));
	ir_branch(&b->c, ir_compare(&b->c, IR_LT_U, IR_I64, ir_int(1), left), body, end);
	begin_block(b, body);
	mid = add(b, ir_r(lo), ir_op2(&b->c, IR_SHR_U, IR_I64, left, ir_int(1)));
	before = ir_compare(&b->c, IR_LE_U, IR_I64, of_rows(b, v, slope, mid), at);
	ir_mov(&b->c, lo, ir_op3(&b->c, IR_SELECT, IR_I64, before, mid, ir_r(lo)));
	ir_mov(&b->c, hi, ir_op3(&b->c, IR_SELECT, IR_I64, before, ir_r(hi), mid));
	ir_jump(&b->c, test);
	begin_block(b, end);
	return ir_r(lo);
}

/* ---- how many ---- */

static struct ir_value total(struct fb *, struct nest *, int);

/* Row by row. */
static struct ir_value
sum_of_rows(struct fb *b, struct nest *n, int k, struct ir_value count)
{
	struct ir_block *test = new_block(b), *body = new_block(b), *end = new_block(b);
	ir_reg row = variable(b, "row"), sum = variable(b, "sum");

	begin_block(b, test);
	ir_branch(&b->c, ir_compare(&b->c, IR_LT_U, IR_I64, ir_r(row), count), body, end);
	begin_block(b, body);
	set(b, n, k, ir_r(row));
	ir_mov(&b->c, sum, add(b, ir_r(sum), total(b, n, k + 1)));
	ir_mov(&b->c, row, add(b, ir_r(row), ir_int(1)));
	ir_jump(&b->c, test);
	begin_block(b, end);
	return ir_r(sum);
}

/* Iterations of loop k and those in it; the variables outside it are set. */
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
		return mul(b, count, total(b, n, k + 1));
	t = triangle_of(n, k);
	if (!t)
		return sum_of_rows(b, n, k, count);
	make_triangle(b, n, k, t);
	return mul(b, v->each, of_rows(b, v, t->l->slope, v->rows));
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

/* j = i … i + 3 is always as long, but what depends on j depends on i as well. */
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

/* ---- which one ---- */

static void find(struct fb *, struct nest *, int, struct ir_value);

static void
find_in_triangle(struct fb *b, struct nest *n, int k, const struct level *t, struct ir_value index)
{
	struct level *v = &n->v[k];
	int64_t slope = t->l->slope;
	struct ir_value u;

	if (!v->known)
		make_triangle(b, n, k, t);
	u = search(b, v, slope, is_one(v->each) ? index
		: ir_op2(&b->c, IR_DIV_U, IR_I64, index, v->each));
	set(b, n, k, add(b, v->first, u));
	find(b, n, k + 1, sub(b, index, mul(b, of_rows(b, v, slope, u), v->each)));
}

static void
find_by_walking(struct fb *b, struct nest *n, int k, struct ir_value index)
{
	struct ir_block *test = new_block(b), *next = new_block(b), *found = new_block(b);
	ir_reg row = variable(b, "row"), left = variable(b, "left");
	struct ir_value length;

	ir_mov(&b->c, left, index);
	begin_block(b, test);
	set(b, n, k, ir_r(row));
	length = total(b, n, k + 1);
	ir_branch(&b->c, ir_compare(&b->c, IR_LT_U, IR_I64, ir_r(left), length), found, next);
	begin_block(b, next);
	ir_mov(&b->c, left, sub(b, ir_r(left), length));
	ir_mov(&b->c, row, add(b, ir_r(row), ir_int(1)));
	ir_jump(&b->c, test);
	begin_block(b, found);
	find(b, n, k + 1, ir_r(left));
}

/* Sets the variables of loop k and those in it, of iteration `index` of total(k). */
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
		find(b, n, k + 1, is_one(each) ? ir_int(0) : sub(b, index, mul(b, i, each)));
	} else if ((t = triangle_of(n, k))) {
		find_in_triangle(b, n, k, t, index);
	} else {
		find_by_walking(b, n, k, index);
	}
}

/* Bounds name what stood before the construct, not its copies. */
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
