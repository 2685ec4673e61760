/*
 * transform.c: tile and unroll [9.1, 9.2]: loops that take the place of the loops behind them.
 *
 *	for (i = lb; i < ub; i += s)          for (i_tile = lb; i_tile < ub; i_tile += s * size) {
 *		body                    ->            T i_end = ub - i_tile > s * size ? i_tile + s
 ** size : ub; for (i = i_tile; i < i_end; i += s) body }
 *
 * and so on for nests, the outer loops of all first.  unroll leaves its loop and notes how many
 * iterations are to be written out; before a loop directive, which needs a loop to divide, it is a
 * tile of so many whose inner loop is written out.  All this is for device code; the host's
 * compiler gets tiles from tile_host.c, and sees loops to be unrolled as they are.
 */
#include <string.h>

#include "omp/newer/internal.h"
#include "tree/walk.h"

enum {
	MOST_TILED = 16,
	ROUND = 4
}; /* loops of a nest; iterations of an unroll that does not say */

/* One loop being tiled. */
struct tiling {
	struct parser *p;
	struct omp_for *f;
	struct decl *tile, *end;
	struct expr *span; /* step * size, upwards */
	bool down;
	bool divided; /* by a loop directive, which counts the iterations first */
};

/* The size of a tile, in iterations. */
struct size {
	int64_t constant;   /* 0: none */
	struct expr *value; /* long, at least 1 */
};

/* ---- the description ---- */

/* Read the nest that the directive transforms; messages name the directive. */
static struct omp_node *
read_nest(struct parser *p, const struct omp_pragma *pr, int n, struct stmt *nest)
{
	struct omp_node *loop = NEW(p->arena, struct omp_node);

	loop->pragma = *pr;
	loop->leaves = LEAF_SIMD;
	loop->collapse = n;
	loop->omp.kind = OMP_LOOP;
	loop->omp.place = pr->place;
	loop->omp.pragma_first = pr->first;
	loop->omp.pragma_last = pr->last;
	loop->omp.directive = pr->dir->name;
	loop->omp.parent = p->construct;
	if (!omp_read_loops(p, loop, nest))
		return NULL;
	if (loop->omp.u.loop.uneven)
		diag_error(p->diag, pr->place,
			"'%s' wants loops whose bounds do not change with an outer loop's "
			"variable",
			pr->dir->name);
	if (loop->omp.u.loop.between)
		diag_error(p->diag, pr->place, "'%s' wants loops without code between them",
			pr->dir->name);
	return loop->omp.u.loop.uneven || loop->omp.u.loop.between ? NULL : loop;
}

static bool
find_break(struct stmt *s, void *ctx)
{
	const struct stmt **found = ctx;

	if (s->kind == ST_BREAK)
		*found = s;
	return s->kind != ST_FOR && s->kind != ST_WHILE && s->kind != ST_DO && s->kind != ST_SWITCH;
}

bool
omp_check_breaks(struct parser *p, const char *directive, struct stmt *body)
{
	const struct stmt *found = NULL;

	walk_stmt(body, find_break, NULL, &found);
	if (found)
		diag_error(p->diag, found->place, "'break' leaves a loop of '%s'", directive);
	return !found;
}

/* ---- pieces of tree ---- */

static struct expr *
var(const struct tiling *t, struct decl *d)
{
	return expr_var(t->p, t->f->stmt->place, d);
}

static struct expr *
binary(const struct tiling *t, enum binary_op op, struct expr *l, struct expr *r)
{
	return expr_binary(t->p, t->f->stmt->place, op, l, r);
}

static struct stmt *
statement(const struct tiling *t, enum stmt_kind kind)
{
	struct stmt *s = NEW(t->p->arena, struct stmt), *old = t->f->stmt;

	s->kind = kind;
	s->place = old->place;
	s->first = old->first;
	s->last = old->last;
	return s;
}

/* Declare TYPE name = value. */
static struct stmt *
declaration(const struct tiling *t, const char *suffix, struct type *type, struct expr *value,
	struct decl **d)
{
	struct stmt *s = statement(t, ST_DECL);
	struct init *init = NEW(t->p->arena, struct init);

	*d = new_local(t->p, arena_printf(t->p->arena, "%s%s", t->f->iv->name, suffix), type,
		s->place);
	*init = (struct init){ .type = type, .value = expr_cast(t->p, value, type) };
	(*d)->has_init = true;
	(*d)->init = init;
	s->u.decl = *d;
	return s;
}

/* ---- one loop ---- */

static void
begin_tiling(struct tiling *t, struct size size)
{
	struct expr *step = t->f->step;
	int64_t value;

	t->down = t->f->step_negative;
	if (size.constant && eval_int_const(t->p, step, &value))
		t->span = expr_int(t->p, step->place, (t->down ? -value : value) * size.constant,
			t->p->basic[TY_LONG]);
	else {
		step = expr_cast(t->p, step, t->p->basic[TY_LONG]);
		step = t->down ? expr_unary(t->p, step->place, UN_NEG, step) : step;
		t->span = binary(t, BIN_MUL, step, size.value);
	}
	if (t->f->rel == BIN_NE)
		t->f->rel = t->down ? BIN_GT : BIN_LT;
}

/* Return the type of i_tile, which ends one span behind the last iteration and must not wrap around
 * there. */
static struct type *
tile_type(const struct tiling *t)
{
	struct type *type = t->f->iv->type->unqual;

	if (type->kind == TY_POINTER || type->size == 8)
		return type;
	if (!t->divided)
		return t->p->basic[TY_LONG];
	return type->size < 4 ? t->p->basic[TY_INT] : type;
}

/* Make for (T i_tile = lb; i_tile rel ub; i_tile = i_tile + span). */
static struct stmt *
outer_loop(struct tiling *t)
{
	struct stmt *s = statement(t, ST_FOR);
	struct expr *next;

	s->u.for_.init = declaration(t, "_tile", tile_type(t), t->f->lb, &t->tile);
	s->u.for_.cond = binary(t, t->f->rel, var(t, t->tile), t->f->ub);
	next = binary(t, t->down ? BIN_SUB : BIN_ADD, var(t, t->tile), t->span);
	s->u.for_.step = expr_assign(t->p, s->place, var(t, t->tile), next);
	return s;
}

static struct expr *
widened(const struct tiling *t, struct expr *e)
{
	return e->type->kind == TY_POINTER ? e : expr_cast(t->p, e, t->p->basic[TY_LONG]);
}

/* Declare T i_end = the rest is longer than span ? i_tile + span : ub, for a test with equality one
 * less far. */
static struct stmt *
end_of_tile(struct tiling *t)
{
	bool closed = t->f->rel == BIN_LE || t->f->rel == BIN_GE;
	struct expr *from = widened(t, var(t, t->tile)), *to = widened(t, t->f->ub);
	struct expr *rest = t->down ? binary(t, BIN_SUB, from, to) : binary(t, BIN_SUB, to, from);
	struct expr *last = binary(t, t->down ? BIN_SUB : BIN_ADD, var(t, t->tile), t->span);
	struct expr *e = new_expr(t->p, EX_COND, t->f->iv->type->unqual, t->f->stmt->place);

	if (closed)
		last = binary(t, t->down ? BIN_ADD : BIN_SUB, last,
			expr_int(t->p, e->place, 1, t->p->basic[TY_LONG]));
	e->u.cond.c = binary(t, closed ? BIN_GE : BIN_GT, rest, t->span);
	e->u.cond.t = expr_cast(t->p, last, e->type);
	e->u.cond.f = t->f->ub;
	return declaration(t, "_end", e->type, e, &t->end);
}

struct renaming {
	const struct decl *from;
	struct decl *to;
};

static bool
rename_in(struct expr *e, void *ctx)
{
	const struct renaming *r = ctx;

	if (e->kind == EX_VAR && omp_canonical(e->u.var) == r->from)
		e->u.var = r->to;
	return true;
}

/* Make the loop itself, from i_tile to i_end.  A variable from outside gets one of the loop's own
 * in its place. */
static void
inner_loop(struct tiling *t)
{
	struct stmt *s = t->f->stmt;
	struct renaming r = { .from = t->f->iv };
	struct type *type = t->f->iv->type->unqual;

	if (t->f->iv_declared_here) {
		t->f->iv->init->value = expr_cast(t->p, var(t, t->tile), type);
	} else {
		s->u.for_.init = declaration(t, "", type, var(t, t->tile), &r.to);
		walk_expr(s->u.for_.step, rename_in, &r);
		walk_stmt(s->u.for_.body, NULL, rename_in, &r);
		t->f->iv = r.to;
	}
	s->u.for_.cond = binary(t, t->f->rel, var(t, t->f->iv), var(t, t->end));
}

/* ---- the nest ---- */

/* Check variables for a loop directive, where the host's compiler sees the loops as they are: it
 * takes the outermost one's variable for private, but no other's. */
static void
check_variables(struct parser *p, const struct omp_node *loop)
{
	for (int k = 1; k < loop->omp.u.loop.nloops; k++) {
		const struct omp_for *f = &loop->omp.u.loop.loops[k];

		if (!f->iv_declared_here)
			diag_error(p->diag, f->stmt->place,
				"expected '%s' to be declared in its loop, which is an inner "
				"one of 'tile'",
				f->iv->name);
	}
}

/* Keep the size in a variable: the loops may change what it was computed from. */
static struct stmt *
keep_size(struct tiling *t, struct size *size)
{
	struct decl *kept;
	struct stmt *s = declaration(t, "_size", t->p->basic[TY_LONG], size->value, &kept);

	size->value = var(t, kept);
	return s;
}

static struct stmt *
tile_nest(struct parser *p, struct omp_node *loop, struct size *sizes, bool divided)
{
	int n = loop->omp.u.loop.nloops;
	struct tiling *t = NEWN(p->arena, struct tiling, n);
	struct stmt *whole = NULL, **at = &whole, *block, **tail;

	for (int k = 0; k < n; k++) {
		t[k] = (struct tiling){
			.p = p,
			.f = &loop->omp.u.loop.loops[k],
			.divided = divided,
		};
		if (!sizes[k].constant && !divided) {
			if (!whole) {
				whole = statement(&t[k], ST_COMPOUND);
				at = &whole->u.body;
			}
			*at = keep_size(&t[k], &sizes[k]);
			at = &(*at)->next;
		}
	}
	for (int k = 0; k < n; k++) {
		begin_tiling(&t[k], sizes[k]);
		*at = outer_loop(&t[k]);
		at = &(*at)->u.for_.body;
	}
	*at = block = statement(&t[0], ST_COMPOUND);
	tail = &block->u.body;
	for (int k = 0; k < n; k++) {
		*tail = end_of_tile(&t[k]);
		tail = &(*tail)->next;
	}
	for (int k = 0; k < n; k++)
		inner_loop(&t[k]);
	*tail = t[0].f->stmt;
	return whole;
}

/* ---- the directives ---- */

static int64_t
in_range(struct parser *p, struct place place, int64_t v, const char *what)
{
	if (v > 0 && v <= 1 << 20)
		return v;
	diag_error(p->diag, place, "expected a positive integer constant, below a million, in '%s'",
		what);
	return 1;
}

static int64_t
positive(struct parser *p, const char *what)
{
	struct place place = p->tok->place;
	int64_t v = 0;

	eval_int_const(p, parse_assign_expr(p), &v);
	return in_range(p, place, v, what);
}

static struct size
fixed_size(struct parser *p, int64_t n)
{
	return (struct size){ n, expr_int(p, p->tok->place, n, p->basic[TY_LONG]) };
}

/* Read a size: a constant, or what the program computes.  One that is not positive counts as 1. */
static struct size
read_size(struct parser *p)
{
	struct place place = p->tok->place;
	struct type *type = p->basic[TY_LONG];
	struct expr *e = omp_integer_expr(p, "sizes"), *value;
	int64_t n;

	if (expr_is_error(p, e))
		return fixed_size(p, 1);
	if (eval_int_const(p, e, &n))
		return fixed_size(p, in_range(p, place, n, "sizes"));
	value = new_expr(p, EX_COND, type, place);
	value->u.cond.t = expr_cast(p, e, type);
	value->u.cond.f = expr_int(p, place, 1, type);
	value->u.cond.c = expr_binary(p, place, BIN_GT, value->u.cond.t,
		expr_int(p, place, 0, type));
	return (struct size){ 0, value };
}

static int
read_sizes(struct parser *p, struct size *sizes)
{
	int n = 0;

	if (!at_ident(p, "sizes"))
		parse_error(p, p->tok->place, "expected 'sizes' on 'tile' before %s",
			token_describe(p->arena, p->tok));
	next(p);
	expect(p, TK_LPAREN);
	do {
		if (n == MOST_TILED)
			parse_error(p, p->tok->place, "'tile' takes at most %d loops", MOST_TILED);
		sizes[n++] = read_size(p);
	} while (accept(p, TK_COMMA));
	expect(p, TK_RPAREN);
	return n;
}

/* Read full, partial or partial(n).  Nothing means partial. */
static int64_t
read_factor(struct parser *p)
{
	int64_t factor = ROUND;

	if (at_ident(p, "full")) {
		next(p);
		return UNROLL_FULL;
	}
	if (at_ident(p, "partial")) {
		next(p);
		if (accept(p, TK_LPAREN)) {
			factor = positive(p, "partial");
			expect(p, TK_RPAREN);
		}
	}
	return factor;
}

/* Return whether a loop directive right before this one divides the loop that it leaves. */
static bool
is_divided(const struct parser *p, const struct omp_pragma *pr)
{
	const struct omp *o = p->construct;

	return o && o->kind == OMP_LOOP && o->pragma_last &&
		o->pragma_last->index + 1 == pr->first->index;
}

static bool
counts(struct parser *p, const struct omp_for *f)
{
	int64_t v;

	return eval_int_const(p, f->lb, &v) && eval_int_const(p, f->ub, &v) &&
		eval_int_const(p, f->step, &v);
}

static struct stmt *
unroll_loop(struct parser *p, const struct omp_pragma *pr, struct omp_node *loop, struct stmt *s,
	int64_t factor)
{
	bool divided = is_divided(p, pr);

	if (factor == UNROLL_FULL && divided)
		diag_error(p->diag, pr->place, "'unroll full' leaves no loop for '%s'",
			p->construct->directive);
	else if (factor == UNROLL_FULL && !counts(p, &loop->omp.u.loop.loops[0]))
		diag_error(p->diag, pr->place,
			"'unroll full' wants a loop with constant bounds and step");
	s->u.for_.unroll = (int)factor;
	if (divided && factor != UNROLL_FULL) {
		struct size size = fixed_size(p, factor);

		return tile_nest(p, loop, &size, true);
	}
	return s;
}

static void
tile_on_host(struct parser *p, const struct omp_node *loop, const struct size *sizes, bool divided)
{
	int64_t constants[MOST_TILED];

	for (int k = 0; k < loop->omp.u.loop.nloops; k++) {
		constants[k] = sizes[k].constant;
		if (!constants[k])
			return;
	}
	omp_tile_on_host(p, loop, constants, divided);
}

struct stmt *
omp_transform(struct parser *p, struct omp_pragma *pr)
{
	bool tile = strcmp(pr->dir->name, "tile") == 0;
	struct size sizes[MOST_TILED];
	int64_t factor = 0;
	int n = 1;
	struct omp_node *loop;
	struct stmt *s;

	if (tile)
		n = read_sizes(p, sizes);
	else
		factor = read_factor(p);
	omp_end_directive(p, pr);
	omp_replace(p, pr->first, pr->last, NULL);
	s = parse_stmt(p);
	loop = read_nest(p, pr, n, s);
	if (!loop || !omp_check_breaks(p, pr->dir->name, loop->omp.body))
		return s;
	if (is_divided(p, pr))
		check_variables(p, loop);
	if (tile) {
		tile_on_host(p, loop, sizes, is_divided(p, pr));
		return tile_nest(p, loop, sizes, is_divided(p, pr));
	}
	return unroll_loop(p, pr, loop, s, factor);
}
