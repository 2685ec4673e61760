/* How many iterations the loop of a target region has, as C text: libdevrt chooses the grid by it.
 *
 * The text calls __devrt_trips(), and for nests that are not rectangular __devrt_triangle() with
 * what the first row would have if it could be negative (__devrt_way()). */
#include "host/internal.h"
#include "tree/walk.h"

/* ---- what the text calls ---- */

static const char trips[] =
	"/* Iterations of a loop; closed: the bound belongs to it. */\n"
	"static __inline__ __attribute__((__unused__)) unsigned long\n"
	"__devrt_trips(long from, long to, long step, int closed)\n"
	"{\n"
	"\tunsigned long span = step > 0 ? to - (unsigned long)from : from - (unsigned long)to;\n"
	"\tunsigned long by = step > 0 ? (unsigned long)step : -(unsigned long)step;\n"
	"\n"
	"\tif (step > 0 ? from > to : from < to)\n"
	"\t\treturn 0;\n"
	"\treturn step == 0 ? 0 : closed ? span / by + 1 : (span + by - 1) / by;\n"
	"}\n";

static const char triangle[] =
	"/* The same, but negative when the bound lies on the other side. */\n"
	"static __inline__ __attribute__((__unused__)) long\n"
	"__devrt_way(long from, long to, long step, int closed)\n"
	"{\n"
	"\tlong span = (step > 0 ? to - (unsigned long)from : from - (unsigned long)to) + closed;\n"
	"\tlong by = step > 0 ? step : -step;\n"
	"\n"
	"\treturn span > 0 ? (span - 1) / by + 1 : -(-span / by);\n"
	"}\n"
	"/* Iterations of rows that have way, way + slope, way + 2 * slope …, as far as that is positive. */\n"
	"static __inline__ __attribute__((__unused__)) unsigned long\n"
	"__devrt_triangle(unsigned long rows, long way, long slope)\n"
	"{\n"
	"\tunsigned long empty = 0;\n"
	"\n"
	"\tif (slope > 0 && way <= 0)\n"
	"\t\tempty = (unsigned long)-way / slope + 1;\n"
	"\telse if (slope < 0 && (way <= 0 || rows > (unsigned long)(way - 1) / -slope + 1))\n"
	"\t\trows = way <= 0 ? 0 : (unsigned long)(way - 1) / -slope + 1;\n"
	"\tif (rows <= empty)\n"
	"\t\treturn 0;\n"
	"\trows -= empty;\n"
	"\treturn rows * (way + empty * slope) + rows * (rows - 1) / 2 * slope;\n"
	"}\n";

/* Return the loop that league or team share, if the region is nothing but it; else NULL. */
static const struct omp *
shared_loop(const struct omp *target)
{
	const struct omp *o = target;

	do
		o = omp_only_construct(o);
	while (o && (o->kind == OMP_TEAMS || o->kind == OMP_PARALLEL));
	return o && o->kind == OMP_LOOP ? o : NULL;
}

static bool
has_uneven_loop(const struct unit *u)
{
	for (int i = 0; i < u->ntargets; i++)
		if (shared_loop(u->targets[i]) && shared_loop(u->targets[i])->u.loop.uneven)
			return true;
	return false;
}

void
host_trip_helpers(struct host *h)
{
	fputs(trips, h->out);
	if (has_uneven_loop(h->unit))
		fputs(triangle, h->out);
}

/* ---- one loop ---- */

/* Return a bound as a long: pointers by their addresses. */
static const char *
bound_text(struct host *h, const struct expr *e)
{
	if (e->type->kind == TY_POINTER)
		return arena_printf(h->arena, "(long)(%s)", host_expr(h, e));
	return host_expr(h, e);
}

/* Return the step as a signed number: an unsigned variable's is negative, too, if the loop goes
 * down. */
static const char *
step_text(struct host *h, const struct omp_for *f)
{
	const struct expr *e = f->step;

	if (e->kind != EX_INT || !f->step_negative)
		return host_expr(h, e);
	return arena_printf(h->arena, "%lld",
		e->type->size == 4 ? (long long)(int32_t)e->u.i : (long long)e->u.i);
}

static const char *
loop_text(struct host *h, const struct omp_for *f, const char *function)
{
	const char *step = step_text(h, f);
	bool closed = f->rel == BIN_LE || f->rel == BIN_GE;

	if (f->iv->type->kind == TY_POINTER)
		step = arena_printf(h->arena, "(%s) * %zu", step, f->iv->type->base->size);
	return arena_printf(h->arena, "%s(%s, %s, %s, %d)", function, bound_text(h, f->lb),
		bound_text(h, f->ub), step, closed);
}

/* Return the first expression of the loop's that may have another value on the device, or NULL. */
static struct expr *
unknown(const struct omp *target, const struct omp_for *f, const struct omp_for *outer)
{
	const struct decl *iv = outer ? outer->iv : NULL;
	/* a task that comes later may find other values on the host */
	bool now = !host_is_task(target);

	return !host_expr_same_given(target, f->lb, iv, now)      ? f->lb :
		!host_expr_same_given(target, f->ub, iv, now)     ? f->ub :
		!host_expr_same_given(target, f->step, NULL, now) ? f->step :
								    NULL;
}

static bool
is_known(const struct omp *target, const struct omp_for *f, const struct omp_for *outer)
{
	return !unknown(target, f, outer);
}

/* ---- nests ---- */

/* Return the loop on which the bounds of this one depend, or NULL. */
static const struct omp_for *
outer_of(const struct omp *o, const struct omp_for *f)
{
	for (int k = 0; k < o->u.loop.nloops; k++)
		if (f->outer >> k & 1)
			return &o->u.loop.loops[k];
	return NULL;
}

/* Return what the loop contributes to the product of the nest, or NULL: it is not known here. */
static const char *
factor(struct host *h, const struct omp *target, const struct omp_for *f,
	const struct omp_for *outer)
{
	const char *count, *type;

	if (!is_known(target, f, outer))
		return NULL;
	if (!outer)
		return loop_text(h, f, "__devrt_trips");
	if (!f->steady || outer->outer || !is_known(target, outer, NULL))
		return NULL;
	type = type_to_string(h->arena, outer->iv->type->unqual);
	count = f->slope == 0 ? loop_text(h, f, "__devrt_trips") :
				arena_printf(h->arena, "__devrt_triangle(%s, %s, %lld)",
					loop_text(h, outer, "__devrt_trips"),
					loop_text(h, f, "__devrt_way"), (long long)f->slope);
	return arena_printf(h->arena, "({ const %s %s = %s; %s; })", type, outer->iv->name,
		host_expr(h, outer->lb), count);
}

/* Find the loop whose rows are a triangle: that one stands for both.  Return false if there are
 * several. */
static bool
find_triangle(const struct omp *o, const struct omp_for **triangle)
{
	*triangle = NULL;
	for (int k = 0; k < o->u.loop.nloops; k++) {
		const struct omp_for *f = &o->u.loop.loops[k];

		if (!f->outer || (f->steady && f->slope == 0))
			continue;
		if (*triangle)
			return false;
		*triangle = f;
	}
	return true;
}

static const char *
nest_text(struct host *h, const struct omp *target, const struct omp *o)
{
	const struct omp_for *triangle, *counted;
	const char *text = NULL, *next;

	if (!find_triangle(o, &triangle))
		return NULL;
	counted = triangle ? outer_of(o, triangle) : NULL;
	for (int k = 0; k < o->u.loop.nloops; k++) {
		const struct omp_for *f = &o->u.loop.loops[k];

		if (f == counted)
			continue;
		next = factor(h, target, f, outer_of(o, f));
		if (!next)
			return NULL;
		text = text ? arena_printf(h->arena, "%s * %s", text, next) : next;
	}
	return text;
}

/* ---- the region's ---- */

bool
host_trip_is_teams(const struct omp *target)
{
	const struct omp *o = shared_loop(target);

	return o && o->u.loop.levels & OMP_LEVEL_DISTRIBUTE && !(o->u.loop.levels & OMP_LEVEL_FOR);
}

static void
remark_unknown(struct host *h, const struct omp *target, const struct omp *o)
{
	for (int k = 0; k < o->u.loop.nloops; k++) {
		const struct omp_for *f = &o->u.loop.loops[k];
		struct expr *e = unknown(target, f, outer_of(o, f));

		if (!e)
			continue;
		diag_remark(h->diag, e->place, "-Rpass-missed=trips",
			"how many iterations the loop has is not known when the region is launched: "
			"'%s' may have another value on the device [MC603]",
			host_expr(h, e));
		return;
	}
}

const char *
host_trip_count(struct host *h, const struct omp *target)
{
	const struct omp *o = shared_loop(target);
	const char *text = o ? nest_text(h, target, o) : NULL;

	if (o && !text)
		remark_unknown(h, target, o);
	return text ? text : "0";
}

/* Iterations of the loop; those of the longest row, if its bounds depend on another loop. */
static const char *
extent(struct host *h, const struct omp *o, const struct omp_for *f)
{
	const struct omp_for *outer = outer_of(o, f);
	const char *text = loop_text(h, f, "__devrt_trips"), *row;

	if (!outer)
		return text;
	row = host_expr(h, outer->lb);
	if (f->slope > 0)
		row = arena_printf(h->arena, "%s + ((long)%s - 1) * %s", row,
			loop_text(h, outer, "__devrt_trips"), step_text(h, outer));
	return arena_printf(h->arena, "({ const %s %s = %s; %s; })",
		type_to_string(h->arena, outer->iv->type->unqual), outer->iv->name, row, text);
}

const char *
host_extents(struct host *h, const struct omp *target)
{
	const struct omp *o = shared_loop(target);
	const char *text = "{";

	for (int i = 0; i < 3; i++) {
		int k = o->u.loop.nloops - 1 - i;

		text = arena_printf(h->arena, "%s%s%s", text, i ? ", " : " ",
			k >= 0 ? extent(h, o, &o->u.loop.loops[k]) : "1");
	}
	return arena_printf(h->arena, "%s }", text);
}

struct counting {
	struct host *h;
	const struct omp *target;
	uint64_t items;
};

static bool
note_item(struct expr *e, void *ctx)
{
	struct counting *n = ctx;
	const struct omp_capture *c = e->kind == EX_VAR ? host_capture_of(n->target, e->u.var) :
							  NULL;

	if (c && c->kind == CAP_ADDRESS) {
		int item = host_item_of_capture(n->h, n->target, c);
		n->items |= 1ull << (item < 63 ? item : 63);
	}
	return true;
}

const char *
host_counted_by(struct host *h, const struct omp *target)
{
	const struct omp *o = shared_loop(target);
	struct counting n = { h, target, 0 };

	for (int k = 0; k < o->u.loop.nloops; k++) {
		const struct omp_for *f = &o->u.loop.loops[k];

		walk_expr(f->lb, note_item, &n);
		walk_expr(f->ub, note_item, &n);
		walk_expr(f->step, note_item, &n);
	}
	return n.items ? arena_printf(h->arena, "%#llx", (unsigned long long)n.items) : NULL;
}
