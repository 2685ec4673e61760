/* target data, target enter data, target exit data and target update in host C.
 *
 *	{ // target data
 *		static const struct devrt_item_info __devrt_infos[] = { … };
 *		const struct devrt_item __devrt_items[] = { … };
 *		devrt_data_begin(__devrt_unit(), device, place, __devrt_infos, __devrt_items, n);
 *		{ the block }
 *		devrt_wait(); where the block leaves target tasks
 *		devrt_data_end(the same);
 *	}
 *
 * With an if clause, all but the block stands in an `if`, and so do the items' computations. */
#include "devrt.h"
#include "host/internal.h"

static void
declare_infos(struct host *h, struct place at, const struct items *items)
{
	host_open(h, at, "static const struct devrt_item_info __devrt_infos[] = {");
	for (size_t i = 0; i < items->n; i++)
		host_item_info(h, at, &items->v[i]);
	h->depth--;
	host_line(h, at, "};");
}

static void
call(struct host *h, const struct omp *o, struct place at, const char *function, size_t n)
{
	host_line(h, at,
		"%s%s(__devrt_unit(), __devrt_device, (struct devrt_place)%s, __devrt_infos, "
		"__devrt_items, %zu);",
		o->kind == OMP_TARGET_DATA && o->clauses.if_ ? "if (__devrt_if) " : "", function,
		host_place(h, o->place), n);
}

static void
declare_device(struct host *h, const struct omp *o)
{
	host_line(h, o->place, "const long __devrt_device = %s;",
		o->clauses.device ? host_expr(h, o->clauses.device) : "DEVRT_DEFAULT_DEVICE");
}

/* ---- without a block ---- */

static void
data_task(struct host *h, const struct omp *o, const char *function, size_t n)
{
	host_open_task(h, o, n > 0 ? "__devrt_items, __devrt_device" : "");
	if (n > 0)
		host_line(h, o->place,
			"devrt_data_task(&__devrt_order, %s, __devrt_unit(), "
			"__devrt_device, (struct devrt_place)%s, __devrt_infos, __devrt_items, %zu);",
			function, host_place(h, o->place), n);
	host_close(h, o->place);
}

static void
stand_alone(struct host *h, const struct omp *o, const char *function, const struct items *items)
{
	struct place at = o->place;

	if (o->clauses.if_)
		host_open(h, at, "if (%s) { /* %s */", host_expr(h, o->clauses.if_), o->directive);
	else
		host_open(h, at, "{ /* %s */", o->directive);
	if (host_is_task(o) && host_has_each(o)) /* their items live as long as the construct */
		host_wait_for_tasks(h, o);
	if (items->n > 0) {
		declare_infos(h, at, items);
		host_declare_items(h, at, items);
	}
	if (items->n > 0 || host_has_each(o))
		declare_device(h, o);
	if (host_is_task(o) && !host_has_each(o))
		data_task(h, o, function, items->n);
	else if (items->n > 0)
		call(h, o, at, function, items->n);
	host_each(h, o, function, "__devrt_device");
	host_close(h, at);
}

/* ---- sections with holes ---- */

/* Update one piece after the other.  The construct's tasks have been waited for. */
static void
update_box(struct host *h, const struct omp *o, const struct omp_map *m, unsigned flags)
{
	struct items one = { 0 };
	struct place at = o->place;
	int n = host_box_dims(&m->item);
	struct item piece = host_box_piece(h, &m->item, n);

	piece.name = m->item.text;
	piece.place = m->item.place;
	piece.flags = flags | (m->present ? DEVRT_MAP_PRESENT : 0);
	vec_push(h->arena, &one, piece);
	host_open(h, at, "{");
	declare_infos(h, at, &one);
	declare_device(h, o);
	for (int i = 0; i < n; i++)
		host_line(h, at, "const unsigned long __devrt_n%d = %s;", i,
			host_box_count(h, &m->item, i));
	for (int i = 0; i < n; i++)
		host_open(h, at,
			"for (unsigned long __devrt_i%d = 0; __devrt_i%d < __devrt_n%d; "
			"__devrt_i%d++) {",
			i, i, i, i);
	host_declare_items(h, at, &one);
	call(h, o, at, "devrt_update", 1);
	for (int i = 0; i <= n; i++)
		host_close(h, at);
}

static bool
has_boxes(const struct omp_map *m)
{
	while (m && !host_box_dims(&m->item))
		m = m->next;
	return m != NULL;
}

static void
update_boxes(struct host *h, const struct omp *o)
{
	const struct omp_map *m;

	if (!has_boxes(o->u.target.update_to) && !has_boxes(o->u.target.update_from))
		return;
	if (o->clauses.if_)
		host_open(h, o->place, "if (%s) {", host_expr(h, o->clauses.if_));
	else
		host_open(h, o->place, "{");
	if (host_is_task(o))
		host_wait_for_tasks(h, o);
	for (m = o->u.target.update_to; m; m = m->next)
		if (host_box_dims(&m->item))
			update_box(h, o, m, DEVRT_MAP_UPDATE_TO);
	for (m = o->u.target.update_from; m; m = m->next)
		if (host_box_dims(&m->item))
			update_box(h, o, m, DEVRT_MAP_UPDATE_FROM);
	host_close(h, o->place);
}

/* ---- target data ---- */

/* Return the device's address of the pointer NAME.  VARIABLE is what it points at as a whole, or
 * NULL. */
static const char *
device_pointer(struct host *h, const struct omp *o, const char *name, const char *variable)
{
	const char *text = variable ?
		arena_printf(h->arena, "devrt_device_addr(__devrt_device, %s, sizeof(%s))", name,
			variable) :
		arena_printf(h->arena, "devrt_device_ptr(__devrt_device, %s)", name);

	return o->clauses.if_ ? arena_printf(h->arena, "__devrt_if ? %s : (void *)%s", text, name) :
				text;
}

/* Open a block in which the name of a pointer in use_device_ptr stands for the device's address; an
 * array is then a pointer.  Other variables of use_device_addr: (*__devrt_use_x) is where host code
 * says x. */
static void
open_shadows(struct host *h, const struct omp *o)
{
	struct decl **pointers = o->u.target.use_device_ptr, **others = o->u.target.use_device_addr;
	int npointers = o->u.target.nuse_device_ptr;

	for (int i = 0; i < o->u.target.nuse_device_addr; i++) {
		const char *name = others[i]->name;

		host_line(h, o->place, "__typeof__(%s) *__devrt_use_%s = %s;", name, name,
			device_pointer(h, o, arena_printf(h->arena, "&%s", name), name));
	}
	for (int i = 0; i < npointers; i++) {
		const char *name = pointers[i]->name;
		bool array = pointers[i]->type->kind == TY_ARRAY;

		host_line(h, o->place, "__typeof__(%s%s) __devrt_use_%s = %s;", name,
			array ? " + 0" : "", name, device_pointer(h, o, name, array ? name : NULL));
	}
	host_open(h, o->place, "{");
	for (int i = 0; i < npointers; i++)
		host_line(h, o->place, "__typeof__(__devrt_use_%s) %s = __devrt_use_%s;",
			pointers[i]->name, pointers[i]->name, pointers[i]->name);
}

/* Assign the items where an if clause decides: they are computed only when it says yes. */
static void
assign_items(struct host *h, const struct omp *o, const struct items *items)
{
	struct place at = o->place;

	if (items->n == 0)
		return;
	host_line(h, at, "struct devrt_item __devrt_items[%zu];", items->n);
	host_open(h, at, "if (__devrt_if) {");
	for (size_t i = 0; i < items->n; i++)
		host_line(h, at, "__devrt_items[%zu] = (struct devrt_item)%s;", i,
			host_item_text(h, &items->v[i]));
	host_close(h, at);
}

static bool
is_put_off_in(const struct omp *task, const struct omp *o)
{
	if (!task->clauses.nowait)
		return false;
	do
		task = task->parent;
	while (task && task != o);
	return task;
}

/* Return whether target tasks of the block may still use at its end what it maps.  OpenMP 5.2
 * leaves it to the program to wait for them; 6.0 puts a taskgroup around the construct. */
static bool
leaves_tasks(const struct host *h, const struct omp *o)
{
	for (size_t i = 0; i < h->edits.n; i++)
		if (h->edits.v[i].construct && is_put_off_in(h->edits.v[i].construct, o))
			return true;
	return false;
}

static void
target_data(struct host *h, const struct omp *o, const struct items *items)
{
	struct place at = o->place, end = o->stmt->last->place;
	int n = o->u.target.nuse_device_ptr + o->u.target.nuse_device_addr;
	const char *each_device = host_each_device(o);

	host_open(h, at, "{ /* %s */", o->directive);
	declare_device(h, o);
	if (o->clauses.if_)
		host_line(h, at, "const _Bool __devrt_if = !!(%s);", host_expr(h, o->clauses.if_));
	if (items->n > 0)
		declare_infos(h, at, items);
	if (o->clauses.if_)
		assign_items(h, o, items);
	else
		host_declare_items(h, at, items);
	if (items->n > 0)
		call(h, o, at, "devrt_data_begin", items->n);
	host_each_begin(h, o, each_device);
	if (n > 0)
		open_shadows(h, o);
	host_body(h, o, false);
	if (n > 0)
		host_close(h, end);
	if (leaves_tasks(h, o))
		host_wait_for_tasks(h, o);
	host_each_end(h, o, each_device);
	if (items->n > 0)
		call(h, o, end, "devrt_data_end", items->n);
	host_close(h, end);
}

/* Release all: on exit data each map type but delete counts down, through sections of no length as
 * well. */
static void
release_all(struct items *items)
{
	for (size_t i = 0; i < items->n; i++)
		if (!(items->v[i].flags &
			    (DEVRT_MAP_ZERO_LENGTH | DEVRT_MAP_ROOM | DEVRT_MAP_DELETE)))
			items->v[i].flags |= DEVRT_MAP_RELEASE;
}

void
host_data(struct host *h, const struct omp *o)
{
	struct items items = { 0 };

	host_items_of_maps(h, o->u.target.maps, 0, &items, NULL);
	host_items_of_maps(h, o->u.target.update_to, DEVRT_MAP_UPDATE_TO, &items, NULL);
	host_items_of_maps(h, o->u.target.update_from, DEVRT_MAP_UPDATE_FROM, &items, NULL);
	if (o->kind == OMP_TARGET_EXIT_DATA)
		release_all(&items);
	switch (o->kind) {
	case OMP_TARGET_DATA: target_data(h, o, &items); break;
	case OMP_TARGET_ENTER_DATA: stand_alone(h, o, "devrt_enter_data", &items); break;
	case OMP_TARGET_EXIT_DATA: stand_alone(h, o, "devrt_exit_data", &items); break;
	case OMP_TARGET_UPDATE:
		update_boxes(h, o);
		stand_alone(h, o, "devrt_update", &items);
		break;
	default: diag_bug("host writer", "'%s' is no data directive", o->directive);
	}
}
