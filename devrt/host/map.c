/*
 * map.c: what map clauses do at the begin and at the end of a construct, and target update
 * (OpenMP 5.2 [5.8.3], [13.9]).
 *
 * A range of host memory is in one of four states on a device (tests/devrt/states.t):
 *
 *   absent   it is not in the table
 *   storage  refs == pointers: it only holds pointers that a map attached; OpenMP sees no map
 *   listed   refs > pointers: list items of the program count
 *   forever  refs == DEVRT_FOREVER: declare target, omp_target_associate_ptr
 *
 *                     absent           storage       listed                forever
 *   begin: list item  new, refs 1; to  refs + 1; to  refs + 1              -
 *     always          new, refs 1; to  refs + 1; to  refs + 1; to          to
 *     present         error            error         refs + 1              -
 *   begin: pointer    new storage      both + 1      both + 1              -
 *   end: list item    -                -             refs - 1; last: from  -
 *     always          -                -             refs - 1; from        from
 *     delete          -                refs 0        refs 0                -
 *   end: pointer      -                both - 1      both - 1              -
 *   target update     -                -             to, from              to, from
 *
 * Here "to" and "from" are copies, made where the map type says so; "both" are refs and pointers;
 * a reference is the last that leaves refs == pointers.  When refs is 0 the range is removed.
 *
 * A construct changes the reference count of a range once, however many of its list items lie in
 * it.  At the end all counts go down first, then data comes back, then memory is freed, so that the
 * order of list items does not matter.  An item of which only a part is present is an error; one
 * that a rule maps is content with the parts.  Where ranges lie on the device, range.c says.
 *
 * With unified shared memory nothing becomes present, and the table has only what the user
 * associates.
 */
#include <stdlib.h>
#include "rt.h"

static bool
info(const struct devrt_device *dev, unsigned bit)
{
	return dev->settings->info & bit;
}

/* ---- copies ---- */

/*
 * Others may enter the device during large copies.  Note which ranges are not for them until these
 * are done: beside those that are copied those that the construct has made listed, and those that it
 * is to remove.
 */
static void
close_ranges(struct devrt_device *dev, const struct devrt_maps *m)
{
	for (int i = 0; i < m->n; i++) {
		const struct devrt_item *item = &m->items[i];
		struct devrt_entry_range *e = NULL;

		if (!devrt_maps_nothing(&m->infos[i], item))
			e = devrt_item_first(dev, item);
		for (; e; e = devrt_item_next(dev, item, e))
			if (e->listed == m->lane->number || !devrt_is_listed(e))
				e->mover = m->lane;
	}
	dev->moving++;
}

static void
open_ranges(struct devrt_device *dev, const struct devrt_lane *lane)
{
	for (size_t i = 0; i < dev->table.n; i++)
		if (dev->table.v[i]->mover == lane)
			dev->table.v[i]->mover = NULL;
	dev->moving--;
	pthread_cond_broadcast(&dev->ended);
}

/* Make the copies that are listed, which all go one way. */
static void
make_moves(struct devrt_device *dev, const struct devrt_maps *m, bool to)
{
	if (!m->lane->nmoves)
		return;
	devrt_catch_up(dev);
	bool bulk = devrt_moves_close(dev, m->lane);

	if (bulk)
		close_ranges(dev, m);
	if (to)
		devrt_moves_to(dev, m->lane);
	else
		devrt_moves_from(dev, m->lane);
	if (bulk)
		open_ranges(dev, m->lane);
}

/* ---- what has to be there before a construct ---- */

/* End the program if a section has a negative length [3.2.5]: its bytes have wrapped round. */
static void
check_lengths(const struct devrt_device *dev, const struct devrt_maps *m)
{
	for (int i = 0; i < m->n; i++)
		if (m->items[i].bytes > PTRDIFF_MAX)
			devrt_fail_length(dev, &m->infos[i], &m->items[i]);
}

/* Return whether the item is present.  End the program if only part of it is, or if it must be. */
static bool
is_whole(struct devrt_device *dev, const struct devrt_item_info *i, const struct devrt_item *item)
{
	struct devrt_entry_range *e = devrt_item_first(dev, item);

	while (e && !devrt_is_listed(e))
		e = devrt_item_next(dev, item, e);
	if (dev->unified)
		return e != NULL;
	if (e && !devrt_item_present(dev, item))
		devrt_fail_extends(dev, i, item, e);
	if (!e && i->flags & DEVRT_MAP_PRESENT)
		devrt_fail_absent(dev, i);
	return e != NULL;
}

/* ---- the begin of a construct ---- */

/* Make those parts of the item present that are not yet. */
static void
complete(struct devrt_device *dev, const struct devrt_maps *m, int i)
{
	struct devrt_item rest = m->items[i];

	while (rest.bytes) {
		struct devrt_entry_range *e = devrt_item_first(dev, &rest);
		uintptr_t at = (uintptr_t)rest.begin, end = at + rest.bytes,
			  next = e ? e->host : end;

		if (next > at)
			devrt_range_new(dev, m, i, at, next - at);
		else
			next = e->host + e->bytes;
		rest.begin = (void *)next;
		rest.bytes = next < end ? end - next : 0;
	}
}

/*
 * Return whether to make all of the item present.  If parts of it were present before, a variable
 * mapped by rule means just these; for any other item that is an error [5.8.3].
 */
static bool
is_to_grow(struct devrt_device *dev, const struct devrt_maps *m, int i)
{
	const struct devrt_item_info *info = &m->infos[i];
	const struct devrt_item *item = &m->items[i];
	bool by_rule = info->flags & DEVRT_MAP_IMPLICIT && !(info->flags & DEVRT_MAP_PRESENT);

	for (struct devrt_entry_range *e = devrt_item_first(dev, item); e;
		e = devrt_item_next(dev, item, e)) {
		if (e->made == dev->construct ||
			(!devrt_is_listed(e) && devrt_block_covers(e, item->begin, item->bytes)))
			continue;
		if (!by_rule)
			devrt_fail_extends(dev, info, item, e);
		return false;
	}
	return true;
}

static void
hold(struct devrt_device *dev, struct devrt_found *found, struct devrt_entry_range *e, bool pointer)
{
	found->held = devrt_grown(found->held, found->nheld, &found->held_cap, sizeof *found->held);
	found->held[found->nheld++] = (struct devrt_held){ e, e->host, e->made, pointer };
	e->held++;
	e->held_by = dev->construct;
}

static void
note_address(struct devrt_found_item *f, CUdeviceptr base)
{
	f->apart |= f->present && f->base != base;
	f->present = true;
	f->base = base;
}

static void
add_reference(struct devrt_device *dev, struct devrt_entry_range *e, bool pointer)
{
	if (e->refs == DEVRT_FOREVER)
		return;
	if (pointer)
		e->pointers++;
	else if (!devrt_is_listed(e))
		e->listed = dev->construct;
	e->refs++;
}

static void
count_up(struct devrt_device *dev, const struct devrt_maps *m, int i, struct devrt_entry_range *e)
{
	bool pointer = m->infos[i].flags & DEVRT_MAP_POINTER;

	if (e->counted != dev->construct) {
		e->counted = dev->construct;
		add_reference(dev, e, pointer);
		if (info(dev, DEVRT_INFO_PRESENT))
			devrt_info_present(dev, &m->infos[i], e);
	}
	if (m->found && e->held_by != dev->construct)
		hold(dev, m->found, e, pointer);
}

/* Note where the construct finds what it is to copy from the device, if its own pack has it. */
static void
want_back(struct devrt_lane *lane, const struct devrt_entry_range *e)
{
	struct devrt_pack *pack = devrt_range_pack(e);
	size_t from, end;

	if (!pack || pack != lane->pack)
		return;
	from = e->dev - pack->dev;
	end = from + e->bytes;
	lane->from = !lane->from_end || from < lane->from ? from : lane->from;
	lane->from_end = end > lane->from_end ? end : lane->from_end;
}

static void
use(struct devrt_device *dev, const struct devrt_maps *m, int i, struct devrt_entry_range *e)
{
	const struct devrt_item *item = &m->items[i];
	unsigned flags = m->infos[i].flags;

	count_up(dev, m, i, e);
	if (m->found) {
		note_address(&m->found->item[i], devrt_translate(e, item->base));
		m->found->item[i].before |= e->made != dev->construct;
	}
	if (flags & DEVRT_MAP_TO && (flags & DEVRT_MAP_ALWAYS || e->listed == dev->construct))
		devrt_item_to(dev, m, i, e);
	if (flags & DEVRT_MAP_FROM)
		want_back(m->lane, e);
}

static void
begin_item(struct devrt_device *dev, const struct devrt_maps *m, int i)
{
	const struct devrt_item *item = &m->items[i];
	struct devrt_entry_range *e = devrt_item_first(dev, item);

	/* most items are absent, or in one range */
	if (!e && !dev->unified)
		e = devrt_range_new(dev, m, i, (uintptr_t)item->begin, item->bytes);
	if (e && devrt_range_covers(e, item->begin, item->bytes)) {
		use(dev, m, i, e);
		return;
	}
	if (!dev->unified && !devrt_item_present(dev, item) && is_to_grow(dev, m, i))
		complete(dev, m, i);
	for (e = devrt_item_first(dev, item); e; e = devrt_item_next(dev, item, e))
		use(dev, m, i, e);
}

/*
 * Attach the item's pointer if it or what it points at is new on the device [5.8.3, attachment].  A
 * pointer to nothing there keeps its value, as those in zero-length sections do.  After a construct
 * was put off, another variable may be where the pointer was: its value is not the base then.
 */
static void
attach(struct devrt_device *dev, const struct devrt_maps *m, int i)
{
	const struct devrt_item *item = &m->items[i];
	struct devrt_entry_range *at = devrt_table_find(&dev->table, item->pointer, sizeof(void *));
	struct devrt_entry_range *to = at ? devrt_table_find(&dev->table, item->begin, 0) : NULL;

	if (!at || *item->pointer != item->base)
		return;
	if (!to) {
		if (at->made == dev->construct)
			devrt_keep_pointer(m, i, at);
		return;
	}
	if (at->made == dev->construct || to->made == dev->construct ||
		m->infos[i].flags & DEVRT_MAP_ALWAYS)
		devrt_attach(dev, m, i, at, devrt_translate(to, item->base));
}

/* Return in which of three turns an item is handled.  Variables mapped by rule come first, so that
 * parts of them that clauses name find them present.  Storage for pointers comes last, so that a
 * range that list items have counted is not counted for pointers. */
static int
turn(unsigned flags)
{
	return flags & DEVRT_MAP_POINTER ? 2 : flags & DEVRT_MAP_IMPLICIT ? 0 : 1;
}

static void
begin(struct devrt_device *dev, const struct devrt_maps *m)
{
	check_lengths(dev, m);
	devrt_wait_to_begin(dev, m);
	for (int i = 0; i < m->n; i++)
		if (m->infos[i].flags & DEVRT_MAP_PRESENT &&
			!devrt_maps_nothing(&m->infos[i], &m->items[i]))
			is_whole(dev, &m->infos[i], &m->items[i]);
	m->lane->number = ++dev->construct;
	for (int now = 0; now <= 2; now++)
		for (int i = 0; i < m->n; i++)
			if (turn(m->infos[i].flags) == now &&
				!devrt_maps_nothing(&m->infos[i], &m->items[i]))
				begin_item(dev, m, i);
	for (int i = 0; i < m->n; i++)
		if (m->items[i].pointer)
			attach(dev, m, i);
}

void
devrt_map_begin(struct devrt_device *dev, const struct devrt_maps *m)
{
	begin(dev, m);
	make_moves(dev, m, true);
}

/* Begin a construct.  Zero-length sections count references, too, as exit data undoes it with the
 * same list. */
void
devrt_map_enter(struct devrt_device *dev, const struct devrt_maps *m)
{
	begin(dev, m);
	for (int i = 0; i < m->n; i++) {
		const struct devrt_item *item = &m->items[i];
		struct devrt_entry_range *e = devrt_table_find(&dev->table, item->begin, 1);

		if (e && devrt_is_listed(e) && !item->bytes &&
			!(m->infos[i].flags & (DEVRT_MAP_ZERO_LENGTH | DEVRT_MAP_ROOM)))
			count_up(dev, m, i, e);
	}
	make_moves(dev, m, true);
}

/* ---- the end of a construct ---- */

/* Take the construct's reference from e, unless it has done so.  List items take none that pointers
 * added, nor the other way round. */
static void
take(const struct devrt_device *dev, struct devrt_entry_range *e, unsigned flags)
{
	if (e->refs == DEVRT_FOREVER)
		return;
	if (flags & DEVRT_MAP_DELETE) {
		e->refs = e->pointers = 0;
	} else if (e->counted == dev->construct ||
		!(flags & DEVRT_MAP_POINTER ? e->pointers > 0 : devrt_is_listed(e))) {
		return;
	} else {
		e->refs--;
		e->pointers -= (flags & DEVRT_MAP_POINTER) != 0;
	}
	e->counted = dev->construct;
}

/* Return whether the item is present: all of it, or for a variable mapped by rule any part.  Other
 * constructs may have removed it meanwhile. */
static bool
is_still_there(const struct devrt_device *dev, const struct devrt_item_info *i,
	const struct devrt_item *item)
{
	return i->flags & DEVRT_MAP_IMPLICIT || devrt_item_present(dev, item);
}

static void
count_down(struct devrt_device *dev, const struct devrt_item_info *i, const struct devrt_item *item)
{
	if (!is_still_there(dev, i, item))
		return;
	for (struct devrt_entry_range *e = devrt_item_first(dev, item); e;
		e = devrt_item_next(dev, item, e))
		take(dev, e, i->flags);
}

static void
bring_back(struct devrt_device *dev, const struct devrt_maps *m, int i)
{
	const struct devrt_item *item = &m->items[i];
	unsigned flags = m->infos[i].flags;

	struct devrt_entry_range *e = devrt_item_first(dev, item);

	if (e && !devrt_range_covers(e, item->begin, item->bytes) &&
		!is_still_there(dev, &m->infos[i], item))
		return;
	for (; e; e = devrt_item_next(dev, item, e))
		if (devrt_is_listed(e) ? flags & DEVRT_MAP_ALWAYS : e->counted == dev->construct)
			devrt_item_from(dev, m, i, e);
}

static void
release(struct devrt_device *dev, const struct devrt_item_info *i, const struct devrt_item *item,
	bool whole_life)
{
	struct devrt_entry_range *e = devrt_item_first(dev, item);

	while (e)
		if (e->refs) {
			e = devrt_item_next(dev, item, e);
		} else {
			bool last = devrt_range_covers(e, item->begin, item->bytes);

			if (whole_life)
				devrt_watch_end(dev, e, i->flags);
			devrt_range_remove(dev, &i->place, e);
			e = last ? NULL : devrt_item_first(dev, item);
		}
}

static void
finish(struct devrt_device *dev, const struct devrt_maps *m)
{
	for (int i = 0; i < m->n; i++)
		if (m->infos[i].flags & DEVRT_MAP_FROM &&
			!devrt_maps_nothing(&m->infos[i], &m->items[i]))
			bring_back(dev, m, i);
	make_moves(dev, m, false);
	for (int i = 0; i < m->n; i++) {
		struct devrt_item all = devrt_item_reach(&m->infos[i], &m->items[i]);

		release(dev, &m->infos[i], &all, m->found != NULL);
	}
}

void
devrt_map_end(struct devrt_device *dev, const struct devrt_maps *m)
{
	devrt_wait_to_end(dev, m);
	dev->construct++;
	for (int now = 0; now <= 2; now++)
		for (int i = 0; i < m->n; i++) {
			struct devrt_item all = devrt_item_reach(&m->infos[i], &m->items[i]);

			if (turn(m->infos[i].flags) == now)
				count_down(dev, &m->infos[i], &all);
		}
	finish(dev, m);
}

void
devrt_map_exit(struct devrt_device *dev, const struct devrt_maps *m)
{
	check_lengths(dev, m);
	devrt_wait_to_end(dev, m);
	for (int i = 0; i < m->n; i++)
		if (!devrt_maps_nothing(&m->infos[i], &m->items[i]))
			is_whole(dev, &m->infos[i], &m->items[i]);
	devrt_map_end(dev, m);
}

/* ---- a target construct ---- */

static void
prepare(struct devrt_found *found, const struct devrt_item_info *infos, int n)
{
	found->nheld = 0;
	found->share = false;
	if (n > found->cap) {
		found->cap = n;
		found->item = realloc(found->item, (size_t)n * sizeof *found->item);
		if (!found->item)
			devrt_fail_memory();
	}
	for (int i = 0; i < n; i++) {
		found->item[i] = (struct devrt_found_item){ .present = false };
		found->share |= infos[i].object != i;
	}
}

void
devrt_target_begin(struct devrt_device *dev, const struct devrt_maps *m)
{
	prepare(m->found, m->infos, m->n);
	m->found->changes = dev->table.changes;
	begin(dev, m);
	dev->running++;
	make_moves(dev, m, true);
}

bool
devrt_items_new(const struct devrt_maps *m, uint64_t bits)
{
	for (int i = 0; i < m->n && bits; i++) {
		const struct devrt_found_item *f = &m->found->item[i];

		if (bits >> (i < 63 ? i : 63) & 1 && (!f->present || f->before))
			return false;
	}
	return true;
}

/* Return whether parts of item i's variable have another base address than item i has. */
static bool
is_apart(const struct devrt_maps *m, int i)
{
	const struct devrt_found_item *f = m->found->item;

	for (int k = 0; k < m->n && m->found->share; k++)
		if (f[k].present && f[k].base != f[i].base && devrt_same_variable(m, i, k))
			return true;
	return f[i].apart;
}

CUdeviceptr
devrt_item_address(const struct devrt_device *dev, const struct devrt_maps *m, int i)
{
	const struct devrt_item *item = &m->items[i];
	const struct devrt_entry_range *e;

	if (m->found->item[i].present) {
		if (is_apart(m, i))
			devrt_fail_apart(dev, m, i);
		return m->found->item[i].base;
	}
	e = item->bytes ? devrt_table_overlap(&dev->table, item->begin, item->bytes) :
			  devrt_table_reach(&dev->table, item->begin);
	return e ? devrt_translate(e, item->base) : (CUdeviceptr)(uintptr_t)item->base;
}

/*
 * Count down a range that this construct has counted up, if it is still there.  Return whether that
 * was its last reference by a list item.  If other constructs have used it, what was fetched of it
 * is old.
 */
static bool
let_go(struct devrt_device *dev, struct devrt_lane *lane, const struct devrt_held *h, bool known)
{
	struct devrt_entry_range *e = known ? h->e :
					      devrt_table_find(&dev->table, (void *)h->host, 0);

	if (!e || e->host != h->host || e->made != h->made)
		return false;
	e->held--;
	if (e->counted != lane->number)
		lane->fetched = false;
	take(dev, e, h->pointer ? DEVRT_MAP_POINTER : 0);
	return !devrt_is_listed(e);
}

void
devrt_target_end(struct devrt_device *dev, const struct devrt_maps *m)
{
	bool last = false, known = m->found->changes == dev->table.changes;

	m->lane->there_end = 0;
	devrt_wait_to_let_go(dev, m);
	dev->construct++;
	for (size_t i = 0; i < m->found->nheld; i++)
		last |= let_go(dev, m->lane, &m->found->held[i], known);
	for (int i = 0; i < m->n; i++)
		last |= (m->infos[i].flags & DEVRT_MAP_ALWAYS) != 0;
	if (last)
		finish(dev, m);
	dev->running--;
	pthread_cond_broadcast(&dev->ended);
}

static bool
stays(const struct devrt_held *h)
{
	return h->e->refs == DEVRT_FOREVER || (!h->pointer && h->e->refs - 1 > h->e->pointers);
}

bool
devrt_target_leaves(const struct devrt_device *dev, const struct devrt_maps *m)
{
	bool all = m->found->changes == dev->table.changes;

	for (int i = 0; i < m->n && all; i++) {
		const struct devrt_item *item = &m->items[i];
		unsigned flags = m->infos[i].flags;

		all = !(flags & DEVRT_MAP_ALWAYS) &&
			(flags & DEVRT_MAP_ROOM ||
				(devrt_maps_nothing(&m->infos[i], item) ?
						devrt_table_reach(&dev->table, item->begin) !=
							NULL :
						devrt_item_present(dev, item)));
	}
	for (size_t i = 0; i < m->found->nheld && all; i++)
		all = stays(&m->found->held[i]);
	return all;
}

/* ---- target update: only what is present ---- */

void
devrt_map_update(struct devrt_device *dev, const struct devrt_maps *m)
{
	bool to = true;

	check_lengths(dev, m);
	devrt_wait_to_update(dev, m);
	for (int i = 0; i < m->n; i++) {
		const struct devrt_item_info *info = &m->infos[i];
		const struct devrt_item *item = &m->items[i];
		bool was = to;

		if (devrt_maps_nothing(info, item) || !is_whole(dev, info, item))
			continue;
		to = info->flags & (DEVRT_MAP_UPDATE_TO | DEVRT_MAP_TO);
		if (to != was)
			make_moves(dev, m, was);
		for (struct devrt_entry_range *e = devrt_item_first(dev, item); e;
			e = devrt_item_next(dev, item, e))
			if (to)
				devrt_item_to(dev, m, i, e);
			else
				devrt_item_from(dev, m, i, e);
	}
	make_moves(dev, m, to);
}
