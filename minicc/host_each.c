/* Maps of several objects that have a mapper (omp_map.each), in host C: the list items of all of them are
 * computed in a loop and given to libdevrt at once.
 *
 *	static const struct devrt_item_info __devrt_infos0[] = { the section, what the mapper says of one };
 *	const unsigned long __devrt_count0 = n;
 *	struct devrt_item *__devrt_each0 = devrt_each_items(1 + __devrt_count0 * 2);
 *	__devrt_each0[0] = (struct devrt_item){ the section };
 *	for (unsigned long __devrt_i = 0; __devrt_i < __devrt_count0; __devrt_i++) {
 *		__devrt_each0[1 + __devrt_i * 2 + 0] = (struct devrt_item){ … s[__devrt_i] … };
 *		…
 *	}
 *	devrt_each(devrt_data_begin, …);
 *
 * Around a target construct the objects are mapped as by a target data construct, so that its own map of
 * the section finds them. */
#include "devrt.h"
#include "minicc/host_int.h"

/* A construct's map of several objects. */
struct each {
	const struct omp_map *map;
	unsigned flags;                 /* of target update, else 0 */
	int number;                     /* in the names of its variables */
	struct items items;             /* the section, unless the mapper leaves it out; one object's parts */
	size_t nparts;
};

static const struct omp_map *
next_each(const struct omp_map *m)
{
	while (m && !m->each)
		m = m->next;
	return m;
}

bool
host_has_each(const struct omp *o)
{
	return next_each(o->u.target.maps) || next_each(o->u.target.update_to) ||
		next_each(o->u.target.update_from);
}

/* An update transfers what the mapper transfers. */
static bool
takes_part(const struct each *e, const struct omp_map *m)
{
	return !e->flags || m->type != MAP_ALLOC;
}

static void
add_items(struct host *h, struct each *e, const struct omp_map *m)
{
	struct omp_map one = *m;

	if (!takes_part(e, m))
		return;
	one.each = one.next = NULL;
	host_items_of_maps(h, &one, e->flags, &e->items, NULL);
}

static void
assign_item(struct host *h, const struct omp *o, const struct each *e, const char *at,
	const struct item *it)
{
	host_line(h, o->place,
		"__devrt_each%d[%s] = (struct devrt_item){ (void *)%s, (void *)%s, %s, %s%s };",
		e->number, at, it->base, it->begin, it->bytes, it->pointer ? "(void **)" : "",
		it->pointer ? it->pointer : "0");
}

static void
assign_parts(struct host *h, const struct omp *o, const struct each *e)
{
	size_t first = e->items.n - e->nparts;

	host_open(h, o->place,
		"for (unsigned long __devrt_i = 0; __devrt_i < __devrt_count%d; __devrt_i++) {",
		e->number);
	for (size_t k = first; k < e->items.n; k++)
		assign_item(h, o, e, arena_printf(h->arena, "%zu + __devrt_i * %zu", k, e->nparts),
			&e->items.v[k]);
	host_close(h, o->place);
}

static void
call_each(struct host *h, const struct omp *o, const struct each *e, const char *function,
	const char *device)
{
	host_line(h, o->place,
		"devrt_each(%s, __devrt_unit(), %s, (struct devrt_place)%s, __devrt_infos%d, "
		"__devrt_each%d, %zu, %zu, __devrt_count%d);", function, device,
		host_place(h, o->place), e->number, e->number, e->items.n - e->nparts, e->nparts, e->number);
}

static void
free_each(struct host *h, const struct omp *o, const struct each *e)
{
	host_line(h, o->place, "devrt_each_done(__devrt_each%d);", e->number);
}

static void
find_items(struct host *h, struct each *e)
{
	add_items(h, e, e->map);
	e->nparts = e->items.n;
	for (const struct omp_map *m = e->map->each; m; m = m->next)
		add_items(h, e, m);
	e->nparts = e->items.n - e->nparts;
}

static void
declare_each(struct host *h, const struct omp *o, const struct each *e)
{
	struct place at = o->place;
	size_t first = e->items.n - e->nparts;

	host_open(h, at, "static const struct devrt_item_info __devrt_infos%d[] = {", e->number);
	for (size_t i = 0; i < e->items.n; i++)
		host_item_info(h, at, &e->items.v[i]);
	h->depth--;
	host_line(h, at, "};");
	host_line(h, at, "const unsigned long __devrt_count%d = %s;", e->number,
		host_box_count(h, &e->map->item, 0));
	host_line(h, at, "struct devrt_item *__devrt_each%d = devrt_each_items(%zu + __devrt_count%d * %zu);",
		e->number, first, e->number, e->nparts);
	if (first)
		assign_item(h, o, e, "0", &e->items.v[0]);
	assign_parts(h, o, e);
}

/* ---- a construct's, one after the other ---- */

typedef void each_fn(struct host *, const struct omp *, struct each *, const char *function,
	const char *device);

static void
for_all(struct host *h, const struct omp *o, each_fn *f, const char *function, const char *device)
{
	const struct { const struct omp_map *maps; unsigned flags; } lists[] = {
		{ o->u.target.maps, 0 }, { o->u.target.update_to, DEVRT_MAP_UPDATE_TO },
		{ o->u.target.update_from, DEVRT_MAP_UPDATE_FROM },
	};
	int number = 0;

	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		for (const struct omp_map *m = lists[i].maps; (m = next_each(m)); m = m->next) {
			struct each e = { .map = m, .flags = lists[i].flags, .number = number++ };

			find_items(h, &e);
			f(h, o, &e, function, device);
		}
}

static void
begin_one(struct host *h, const struct omp *o, struct each *e, const char *function,
	const char *device)
{
	declare_each(h, o, e);
	call_each(h, o, e, function, device);
}

static void
end_one(struct host *h, const struct omp *o, struct each *e, const char *function,
	const char *device)
{
	call_each(h, o, e, function, device);
	free_each(h, o, e);
}

static void
whole_one(struct host *h, const struct omp *o, struct each *e, const char *function,
	const char *device)
{
	begin_one(h, o, e, function, device);
	free_each(h, o, e);
}

const char *
host_each_device(const struct omp *o)
{
	return o->clauses.if_ ? "(__devrt_if ? __devrt_device : -1)" : "__devrt_device";
}

void
host_each_begin(struct host *h, const struct omp *o, const char *device)
{
	for_all(h, o, begin_one, "devrt_data_begin", device);
}

void
host_each_end(struct host *h, const struct omp *o, const char *device)
{
	for_all(h, o, end_one, "devrt_data_end", device);
}

void
host_each(struct host *h, const struct omp *o, const char *function, const char *device)
{
	for_all(h, o, whole_one, function, device);
}
