/* A target construct in host C: its launch, then the user's own region for the host.
 *
 *	{ // target teams distribute
 *		const struct devrt_item __devrt_items[] = { … };
 *		const void *const __devrt_values[] = { … };
 *		const struct devrt_launch __devrt_launch = { … };
 *		if (!__devrt_target_main_l27(&__devrt_launch)) {
 *			the region, its directive without `target`
 *		}
 *	}
 *
 * With an if clause the launch stands in an `if` of its own, so that the list items are not
 * computed where the clause says that there is nothing to compute. The block's braces make it one
 * statement, whatever stands around it. */
#include "devrt.h"
#include "host/internal.h"
#include "tree/walk.h"

/* ---- the launch ---- */

/* Return a by-value parameter: the variable, or a copy where it has no address. */
static const char *
value_name(struct host *h, const struct omp *o, const struct omp_capture *c, int k)
{
	struct arena *a = h->arena;

	if (c->kind == CAP_VLA_LEN) {
		host_line(h, o->place, "const unsigned long __devrt_length%d = %s;", k,
			c->host_text);
		return arena_printf(a, "__devrt_length%d", k);
	}
	if (c->decl->storage == SC_REGISTER) {
		host_line(h, o->place, "__typeof__(%s) __devrt_value%d = %s;", c->decl->name, k,
			c->decl->name);
		return arena_printf(a, "__devrt_value%d", k);
	}
	return c->decl->name;
}

/* Return the by-value parameters, each after an &, or NULL: there are none.  Declare those that
 * need a copy. */
static const char *
value_list(struct host *h, const struct omp *o)
{
	const char *list = NULL;

	for (int i = 0; i < o->u.target.ncaptures; i++) {
		const struct omp_capture *c = &o->u.target.captures[i];
		const char *value;

		if (c->kind != CAP_VALUE && c->kind != CAP_VLA_LEN)
			continue;
		value = value_name(h, o, c, i);
		value = host_address(h, c->kind == CAP_VALUE ? c->decl : NULL, "const void *",
			arena_printf(h->arena, "&%s", value));
		list = arena_printf(h->arena, "%s%s%s", list ? list : "", list ? ", " : "", value);
	}
	return list;
}

static void
declare_values(struct host *h, const struct omp *o, const char *list)
{
	if (list)
		host_line(h, o->place, "const void *const __devrt_values[] = { %s };", list);
}

/* Return an operand of an inner construct's clause if it can be computed here, or NULL.  Those of a
 * combined directive are the encountering thread's to compute [17.2]. */
static const char *
early(struct host *h, const struct omp *target, const struct omp *inner, struct expr *e)
{
	bool combined = inner->pragma_first == target->pragma_first;

	return e && (combined || host_expr_same_on_device(target, e)) ? host_expr(h, e) : NULL;
}

/* Return the limit of teams that the host makes: where it cannot know how large they may be, 1 is
 * within each limit [10.2]. */
static const char *
limit_of_teams(struct host *h, const struct omp *target, const struct omp *teams, struct expr *e)
{
	const char *text = early(h, target, teams, e);

	if (text || !e)
		return text;
	return host_expr_same_if_new(target, e) ? host_expr(h, e) : "1";
}

static void
add_field(struct host *h, const struct omp *o, const char *field, const char *text)
{
	if (text)
		host_line(h, o->place, ".%s = %s,", field, text);
}

/* Write num_teams, thread_limit, num_threads of the constructs that make up the target's whole
 * block. */
static void
add_geometry(struct host *h, const struct omp *target)
{
	const struct omp *o = target;
	const char *threads = NULL, *limit = early(h, target, target, target->clauses.thread_limit);

	while ((o = omp_only_construct(o)) && (o->kind == OMP_TEAMS || o->kind == OMP_PARALLEL)) {
		if (o->kind == OMP_TEAMS) {
			add_field(h, target, "num_teams",
				limit_of_teams(h, target, o, o->clauses.num_teams));
			if (o->clauses.thread_limit)
				limit = limit_of_teams(h, target, o, o->clauses.thread_limit);
		} else if (!threads) {
			threads = early(h, target, o, o->clauses.num_threads);
		}
	}
	add_field(h, target, "thread_limit", limit);
	add_field(h, target, "num_threads", threads);
}

static const char *
device_text(struct host *h, const struct omp *o)
{
	return o->clauses.device ? host_expr(h, o->clauses.device) : "DEVRT_DEFAULT_DEVICE";
}

static bool
has_laid_out_entry(const struct host *h, const struct omp *o)
{
	const struct ptxgen_kernel *k = &h->device->kernels[o->u.target.index];
	unsigned needs = 0;

	for (int i = 0; i < k->nentries; i++)
		needs |= k->entries[i].needs;
	return needs & DEVRT_IF_LAID_OUT;
}

static void
open_launch(struct host *h, const struct omp *o, const char *qualifier)
{
	const char *trips = host_trip_count(h, o);

	host_open(h, o->place, "%sstruct devrt_launch __devrt_launch = {", qualifier);
	add_field(h, o, "device", host_has_each(o) ? "__devrt_device" : device_text(h, o));
	add_geometry(h, o);
	if (trips[0] != '0')
		add_field(h, o, "trip_count", trips);
	if (trips[0] != '0' && has_laid_out_entry(h, o))
		add_field(h, o, "extents", host_extents(h, o));
	if (trips[0] != '0')
		add_field(h, o, "counted_by", host_counted_by(h, o));
}

static void
close_launch(struct host *h, const struct omp *o)
{
	h->depth--;
	host_line(h, o->place, "};");
}

static void
declare_launch(struct host *h, const struct omp *o)
{
	const struct items *items = &h->kernel_items[o->u.target.index];
	const char *values;

	host_declare_items(h, o->place, items);
	values = value_list(h, o);
	declare_values(h, o, values);
	open_launch(h, o, "const ");
	if (items->n > 0)
		add_field(h, o, "items", "__devrt_items");
	if (values)
		add_field(h, o, "values", "__devrt_values");
	close_launch(h, o);
}

/* ---- the region for the host ---- */

static const struct expr *
object_of(const struct expr *e)
{
	while (e->kind == EX_MEMBER)
		e = e->u.member.sub;
	return e;
}

struct change {
	const struct decl *decl;
	bool found;
};

/* Note assignments, and whatever makes an address that could be written through. */
static bool
note_change(struct expr *e, void *ctx)
{
	struct change *c = ctx;
	const struct expr *to = NULL;

	if (e->kind == EX_ASSIGN || e->kind == EX_COMPOUND_ASSIGN)
		to = e->u.assign.l;
	else if (e->kind == EX_INCDEC)
		to = e->u.incdec.sub;
	else if (e->kind == EX_ADDR || (e->kind == EX_CAST && e->u.sub->type->kind == TY_ARRAY))
		to = e->u.sub;
	to = to ? object_of(to) : NULL;
	c->found |= to && to->kind == EX_VAR && host_canonical(to->u.var) == c->decl;
	return !c->found;
}

static bool
is_changed_in(const struct omp *o, const struct decl *d)
{
	struct change c = { host_canonical(d), false };

	walk_stmt(o->body, NULL, note_change, &c);
	return c.found;
}

/* Return whether the variable needs a copy: the region must not change the original. */
static bool
needs_copy(const struct omp *o, const struct omp_var *v)
{
	return (v->kind == VAR_PRIVATE || v->kind == VAR_FIRSTPRIVATE) && is_changed_in(o, v->decl);
}

void
host_declare_copy(struct host *h, const struct omp *o, const struct decl *d, const char *to,
	const char *from)
{
	if (d->type->kind != TY_ARRAY) {
		host_line(h, o->place, "__typeof__(%s) %s = %s;", from, to, from);
		return;
	}
	host_line(h, o->place, "__typeof__(%s) %s;", from, to);
	host_line(h, o->place, "__builtin_memcpy((void *)&%s, (void *)&%s, sizeof(%s));", to, from,
		to);
}

static const char *
saved_name(struct host *h, const struct decl *d)
{
	return arena_printf(h->arena, "__devrt_first_%s", d->name);
}

static void
declare_copy(struct host *h, const struct omp *o, const struct omp_var *v)
{
	const char *name = v->decl->name;

	if (v->kind == VAR_PRIVATE)
		host_line(h, o->place, "__typeof__(%s) %s;", name, name);
	else
		host_declare_copy(h, o, v->decl, name, saved_name(h, v->decl));
}

/* Open the blocks with the copies.  Return how many.  Values are saved first, while the names still
 * mean the originals. */
static int
open_copies(struct host *h, const struct omp *o)
{
	int n = 0;

	for (const struct omp_var *v = o->vars; v; v = v->next) {
		if (!needs_copy(o, v))
			continue;
		if (v->kind == VAR_FIRSTPRIVATE)
			host_declare_copy(h, o, v->decl, saved_name(h, v->decl), v->decl->name);
		n++;
	}
	if (n == 0)
		return 0;
	host_open(h, o->place, "{");
	for (const struct omp_var *v = o->vars; v; v = v->next)
		if (needs_copy(o, v))
			declare_copy(h, o, v);
	return 1;
}

/* Return whether the construct is inside a host construct.  There `teams` would stand where cc does
 * not allow it once `target` is gone: the directive stays, and says that it runs on the host. */
static bool
is_inside_host_construct(const struct omp *o)
{
	for (o = o->parent; o; o = o->parent)
		if (o->kind != OMP_TARGET_DATA)
			return true;
	return false;
}

/* Return whether the task may run later.  Others wait for what comes before them, and are carried
 * out at once: with an if clause, or around them maps of several objects. */
static bool
is_put_off(const struct omp *o)
{
	return host_is_task(o) && !o->clauses.if_ && !host_has_each(o) && !host_participates(o);
}

static void
host_version(struct host *h, const struct omp *o, const char *if_again)
{
	bool as_target = !h->options->serial &&
		(is_inside_host_construct(o) || host_participates(o) || is_put_off(o));
	int copies = as_target ? 0 : open_copies(h, o);
	const char *directive = as_target ? host_directive_on_host(h, o) :
					    host_directive_without_target(h, o, if_again);

	if (directive && !h->options->serial)
		host_pragma(h, o->place, directive);
	host_body(h, o, host_has_plain_teams(o));
	if (copies)
		host_close(h, o->place);
}

static void
launch_if(struct host *h, const struct omp *o, const char **if_again)
{
	struct expr *e = o->clauses.if_;
	const char *condition = host_expr(h, e);

	if (host_has_each(o)) {
		*if_again = condition = "__devrt_if";
	} else if (!expr_is_plain(e)) {
		host_line(h, o->place, "const _Bool __devrt_if = !!(%s);", condition);
		*if_again = condition = "__devrt_if";
	}
	host_line(h, o->place, "int __devrt_done = 0;");
	host_open(h, o->place, "if (%s) {", condition);
	declare_launch(h, o);
	host_line(h, o->place, "__devrt_done = __devrt_target_%s(&__devrt_launch);",
		o->u.target.kernel_name);
	host_close(h, o->place);
	host_open(h, o->place, "if (!__devrt_done) {");
	if (h->options->ahead)
		host_line(h, o->place, "devrt_on_host();");
}

/* Return what the task has copies of: all that the launch reads when it comes to it. */
static const char *
task_copies(struct host *h, const struct omp *o)
{
	const char *list = "__devrt_launch";

	if (h->kernel_items[o->u.target.index].n > 0)
		list = arena_printf(h->arena, "%s, __devrt_items", list);
	for (int i = 0; i < o->u.target.ncaptures; i++) {
		const struct omp_capture *c = &o->u.target.captures[i];

		if (c->kind == CAP_VLA_LEN)
			list = arena_printf(h->arena, "%s, __devrt_length%d", list, i);
		else if (c->kind == CAP_VALUE && c->decl->storage == SC_REGISTER)
			list = arena_printf(h->arena, "%s, __devrt_value%d", list, i);
		else if (c->kind == CAP_VALUE)
			list = arena_printf(h->arena, "%s, %s", list, c->decl->name);
	}
	return list;
}

/* Write the launch in a task: its numbers and list items are computed now, its tables when the task
 * runs. */
static void
launch_in_task(struct host *h, const struct omp *o)
{
	const struct items *items = &h->kernel_items[o->u.target.index];
	const char *values;

	host_declare_items(h, o->place, items);
	values = value_list(h, o);
	open_launch(h, o, "");
	close_launch(h, o);
	host_open_task(h, o, task_copies(h, o));
	declare_values(h, o, values);
	if (items->n > 0)
		host_line(h, o->place, "__devrt_launch.items = __devrt_items;");
	if (values)
		host_line(h, o->place, "__devrt_launch.values = __devrt_values;");
	host_line(h, o->place, "__devrt_launch.order = &__devrt_order;");
	host_open(h, o->place, "if (!__devrt_target_%s(&__devrt_launch)) {",
		o->u.target.kernel_name);
	host_version(h, o, NULL);
	host_close(h, o->stmt->last->place);
	host_close(h, o->stmt->last->place);
}

/* Map several objects with a mapper around the launch. */
static void
map_several(struct host *h, const struct omp *o)
{
	host_line(h, o->place, "const long __devrt_device = %s;", device_text(h, o));
	if (o->clauses.if_)
		host_line(h, o->place, "const _Bool __devrt_if = !!(%s);",
			host_expr(h, o->clauses.if_));
	host_each_begin(h, o, host_each_device(o));
}

static void
launch_now(struct host *h, const struct omp *o)
{
	const char *if_again = NULL;

	if (o->clauses.if_) {
		launch_if(h, o, &if_again);
	} else {
		declare_launch(h, o);
		host_open(h, o->place, "if (!__devrt_target_%s(&__devrt_launch)) {",
			o->u.target.kernel_name);
	}
	host_version(h, o, if_again);
	host_close(h, o->stmt->last->place);
}

void
host_target(struct host *h, const struct omp *o)
{
	bool participates = host_participates(o);
	bool put_off = is_put_off(o);
	int index = o->u.target.index;

	host_items_of_maps(h, o->u.target.maps, 0, &h->kernel_items[index], &h->kernel_maps[index]);
	host_open(h, o->place, "{ /* %s */", o->directive);
	if (host_is_task(o) && !put_off)
		host_wait_for_tasks(h, o);
	if (participates)
		host_open_participant(h, o);
	if (host_has_each(o))
		map_several(h, o);
	if (put_off)
		launch_in_task(h, o);
	else
		launch_now(h, o);
	if (host_has_each(o))
		host_each_end(h, o, host_each_device(o));
	if (participates)
		host_close(h, o->stmt->last->place);
	host_close(h, o->stmt->last->place);
}
