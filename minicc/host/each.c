/* Maps of several objects that have a mapper (omp_map.each), in host C: the list items of all of them are
 * computed in a loop and given to libdevrt at once.
 *
 *	static const struct devrt_item_info __devrt_infos0[] = { the section, what the mapper says of one };
 *	unsigned long __devrt_sections0 = 0, __devrt_count0 = 0, __devrt_n0 = 0;
 *	__devrt_sections0 += 1;
 *	__devrt_count0 += n;
 *	struct devrt_item *__devrt_each0 = devrt_each_items(__devrt_sections0 + __devrt_count0 * 2);
 *	__devrt_each0[__devrt_n0++] = (struct devrt_item){ the section };
 *	for (unsigned long __devrt_i = 0; __devrt_i < __devrt_count0; __devrt_i++) {
 *		__devrt_each0[__devrt_n0++] = (struct devrt_item){ … s[__devrt_i] … };
 *		…
 *	}
 *	devrt_each(devrt_data_begin, …);
 *
 * Parts that are several objects with a mapper again, one section for each of the outer objects,
 * come after these in the same way, in a loop around each of the statements.
 *
 * Around a target construct the objects are mapped as by a target data construct, so that its own
 * map of the section finds them. */
#include "devrt.h"
#include "host/internal.h"

/* A construct's map of several objects. */
struct each {
	const struct omp_map *map;
	unsigned flags;     /* target update's direction, else 0 */
	int number;         /* the number in the names of its variables */
	struct items items; /* the section, unless the mapper leaves it out; one object's parts */
	size_t nparts;
	const struct each *outer; /* of whose objects these are parts */
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

/* Return whether the construct uses the mapper's map M: an update only what the mapper
 * transfers. */
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

/* Open a loop over the objects of each map from the outermost to E's. */
static void
open_loops(struct host *h, const struct omp *o, const struct each *e)
{
	if (!e)
		return;
	open_loops(h, o, e->outer);
	host_open(h, o->place, "for (unsigned long %s = 0; %s < %s; %s++) {", e->map->number->name,
		e->map->number->name, host_box_count(h, &e->map->item, 0), e->map->number->name);
}

static void
close_loops(struct host *h, const struct omp *o, const struct each *e)
{
	for (; e; e = e->outer)
		host_close(h, o->place);
}

/* Assign items FROM to END, in the loops of LOOPS. */
static void
assign_items(struct host *h, const struct omp *o, const struct each *e, const struct each *loops,
	size_t from, size_t end)
{
	if (from == end)
		return;
	open_loops(h, o, loops);
	for (; from < end; from++)
		host_line(h, o->place, "__devrt_each%d[__devrt_n%d++] = (struct devrt_item)%s;",
			e->number, e->number, host_item_text(h, &e->items.v[from]));
	close_loops(h, o, loops);
}

static size_t
nsections(const struct each *e)
{
	return e->items.n - e->nparts;
}

static void
call_each(struct host *h, const struct omp *o, const struct each *e, const char *function,
	const char *device)
{
	host_line(h, o->place,
		"devrt_each(%s, __devrt_unit(), %s, (struct devrt_place)%s, __devrt_infos%d, "
		"__devrt_each%d, __devrt_sections%d, %zu, __devrt_count%d);",
		function, device, host_place(h, o->place), e->number, e->number, e->number,
		e->nparts, e->number);
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
		if (!m->each)
			add_items(h, e, m);
	e->nparts = e->items.n - e->nparts;
}

static void
declare_each(struct host *h, const struct omp *o, const struct each *e)
{
	struct place at = o->place;

	host_open(h, at, "static const struct devrt_item_info __devrt_infos%d[] = {", e->number);
	for (size_t i = 0; i < e->items.n; i++)
		host_item_info(h, at, &e->items.v[i]);
	h->depth--;
	host_line(h, at, "};");
	host_line(h, at,
		"unsigned long __devrt_sections%d = 0, __devrt_count%d = 0, __devrt_n%d = 0;",
		e->number, e->number, e->number);
	open_loops(h, o, e->outer);
	host_line(h, at, "__devrt_sections%d += %zu;", e->number, nsections(e));
	host_line(h, at, "__devrt_count%d += %s;", e->number, host_box_count(h, &e->map->item, 0));
	close_loops(h, o, e->outer);
	host_line(h, at,
		"struct devrt_item *__devrt_each%d = devrt_each_items(__devrt_sections%d + "
		"__devrt_count%d * %zu);",
		e->number, e->number, e->number, e->nparts);
	assign_items(h, o, e, e->outer, 0, nsections(e));
	assign_items(h, o, e, e, nsections(e), e->items.n);
}

/* ---- a construct's, one after the other ---- */

typedef void each_fn(struct host *, const struct omp *, struct each *, const char *function,
	const char *device);

/* What is done to each map, and the call that does it.  Parts are mapped after what they are parts
 * of. */
struct doing {
	each_fn *f;
	const char *function, *device;
	bool ends;
};

/* Do it for each map of several objects, and for such parts of one object.  Return the next free
 * number. */
static int
for_list(struct host *h, const struct omp *o, const struct doing *d, const struct omp_map *maps,
	struct each from)
{
	for (const struct omp_map *m = maps; (m = next_each(m)); m = m->next) {
		struct each e = {
			.map = m,
			.flags = from.flags,
			.number = from.number,
			.outer = from.outer,
		};
		struct each parts = { .flags = from.flags, .number = from.number + 1, .outer = &e };

		find_items(h, &e);
		if (!d->ends)
			d->f(h, o, &e, d->function, d->device);
		from.number = for_list(h, o, d, m->each, parts);
		if (d->ends)
			d->f(h, o, &e, d->function, d->device);
	}
	return from.number;
}

static void
for_all(struct host *h, const struct omp *o, each_fn *f, const char *function, const char *device,
	bool ends)
{
	const struct {
		const struct omp_map *maps;
		unsigned flags;
	} lists[] = {
		{ o->u.target.maps, 0 },
		{ o->u.target.update_to, DEVRT_MAP_UPDATE_TO },
		{ o->u.target.update_from, DEVRT_MAP_UPDATE_FROM },
	};
	const struct doing d = { f, function, device, ends };
	int number = 0;

	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		number = for_list(h, o, &d, lists[i].maps,
			(struct each){ .flags = lists[i].flags, .number = number });
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
	for_all(h, o, begin_one, "devrt_data_begin", device, false);
}

void
host_each_end(struct host *h, const struct omp *o, const char *device)
{
	for_all(h, o, end_one, "devrt_data_end", device, true);
}

void
host_each(struct host *h, const struct omp *o, const char *function, const char *device)
{
	for_all(h, o, whole_one, function, device, o->kind == OMP_TARGET_EXIT_DATA);
}
