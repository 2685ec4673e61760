/* List items of map, to and from clauses as C text: where the storage begins, how long it is, and
 * what a kernel parameter or a device pointer counts from (struct devrt_item).
 *
 *	x		&x, &x, sizeof(x)
 *	a[lo:n]		a, &a[lo], (n) * sizeof(a[0])	the same for arrays and pointers
 *	s.x		&s, &s.x, sizeof(s.x)
 *	p->x		p, &p->x, sizeof(p->x)
 *	s.p[lo:n]	s.p, &s.p[lo], (n) * sizeof(s.p[0]), and &s.p to be set on the device */
#include <stdlib.h>
#include <string.h>

#include "devrt.h"
#include "host/internal.h"

/* Return what the item's first variable stands for: &s, or p's value if the item goes through p. */
static const char *
root_text(struct host *h, const struct omp_item *item)
{
	const struct expr *pointer = omp_base_pointer(item);

	return pointer ? host_lvalue(h, pointer) : arena_printf(h->arena, "&%s", item->base->name);
}

/* Return the address of the item's base pointer, which is attached where it is on the device; or
 * NULL. */
static const char *
base_pointer(struct host *h, const struct omp_item *item)
{
	const struct expr *e = omp_base_pointer(item);

	if (!e || (e->kind == EX_VAR && e->u.var->storage == SC_REGISTER))
		return NULL;
	return arena_printf(h->arena, "&%s", host_lvalue(h, e));
}

static bool
is_zero(const struct expr *e)
{
	return !e || (e->kind == EX_INT && e->u.i == 0);
}

static const char *
bound(struct host *h, const struct expr *e)
{
	return e ? host_expr(h, e) : "0";
}

/* Return the number of elements of ARRAY's section.  Without a length it goes to the array's
 * end. */
static const char *
length_text(struct host *h, const struct omp_dim *d, const char *array)
{
	if (d->is_index)
		return "1";
	if (d->len)
		return host_expr(h, d->len);
	if (is_zero(d->lo))
		return arena_printf(h->arena, "sizeof(%s) / sizeof(%s[0])", array, array);
	return arena_printf(h->arena, "sizeof(%s) / sizeof(%s[0]) - (%s)", array, array,
		bound(h, d->lo));
}

/* Return the bytes from the first element of a section to its last, which is all of a contiguous
 * one: (n - 1) rows, then (m - 1) elements of a row, …, then one element. */
static const char *
span_text(struct host *h, const struct omp_item *item, int from, const char *array)
{
	struct arena *a = h->arena;
	const char *sum = "";

	for (int i = from; i < item->ndims; i++) {
		sum = arena_printf(a, "%s((%s) - 1) * sizeof(%s[0]) + ", sum,
			length_text(h, &item->dims[i], array), array);
		array = arena_printf(a, "%s[0]", array);
	}
	return arena_printf(a, "%ssizeof(%s)", sum, array);
}

static const char *
section_bytes(struct host *h, const struct omp_item *item, int from, const char *array)
{
	const struct type *t = item->lvalue->type;
	bool whole_rows = true;

	for (int i = 0; i < item->ndims; i++) {
		if (i > from)
			whole_rows &= omp_whole_dim(&item->dims[i], t);
		t = t->base;
	}
	if (from == item->ndims)
		return arena_printf(h->arena, "sizeof(%s)", array);
	if (whole_rows)
		return arena_printf(h->arena, "(%s) * sizeof(%s[0])",
			length_text(h, &item->dims[from], array), array);
	return arena_printf(h->arena, "(%s) ? %s : 0", length_text(h, &item->dims[from], array),
		span_text(h, item, from, array));
}

static struct item
section_item(struct host *h, const struct omp_item *item)
{
	struct arena *a = h->arena;
	const char *array = host_lvalue(h, item->lvalue), *first;
	struct item it = { 0 };
	int from = 0;

	it.base = item->through_pointer || item->lvalue->kind == EX_VAR ? array :
									  root_text(h, item);
	while (from < item->ndims && item->dims[from].is_index)
		array = arena_printf(a, "%s[%s]", array, bound(h, item->dims[from++].lo));
	first = array;
	for (int i = from; i < item->ndims; i++)
		first = arena_printf(a, "%s[%s]", first, bound(h, item->dims[i].lo));
	it.begin = arena_printf(a, "&%s", first);
	it.bytes = section_bytes(h, item, from, array);
	return it;
}

static struct item
whole_item(struct host *h, const struct omp_item *item)
{
	const char *text = host_lvalue(h, item->lvalue);

	return (struct item){
		.base = root_text(h, item),
		.begin = arena_printf(h->arena, "&%s", text),
		.bytes = arena_printf(h->arena, "sizeof(%s)", text),
	};
}

/* Return an item for a pointer that the region uses without a section: only its value is translated
 * [5.8.6].  For a variable's address nothing is mapped either, but the size tells where its parts
 * may be. */
static struct item
pointer_item(struct host *h, const struct omp_item *item)
{
	const char *text = host_lvalue(h, item->lvalue);
	bool address = item->lvalue->kind == EX_ADDR;

	return (struct item){ .base = text,
		.begin = text,
		.bytes = address ? arena_printf(h->arena, "sizeof(%s)", item->base->name) : "0" };
}

static unsigned
map_flags(const struct omp_map *m)
{
	static const unsigned types[] = {
		[MAP_ALLOC] = 0,
		[MAP_TO] = DEVRT_MAP_TO,
		[MAP_FROM] = DEVRT_MAP_FROM,
		[MAP_TOFROM] = DEVRT_MAP_TO | DEVRT_MAP_FROM,
		[MAP_RELEASE] = DEVRT_MAP_RELEASE,
		[MAP_DELETE] = DEVRT_MAP_DELETE,
	};
	unsigned flags = types[m->type];

	if (m->zero_length)
		flags = DEVRT_MAP_ZERO_LENGTH;
	if (m->room)
		flags = DEVRT_MAP_ROOM;
	return flags | (m->always ? DEVRT_MAP_ALWAYS : 0) | (m->implicit ? DEVRT_MAP_IMPLICIT : 0) |
		(m->present ? DEVRT_MAP_PRESENT : 0) | (m->pointer ? DEVRT_MAP_POINTER : 0);
}

/* Return the number of a list item's variable: that of the first item that begins with it. */
static int
object_of(const struct items *items, const struct decl *base)
{
	for (size_t i = 0; i < items->n; i++)
		if (items->v[i].variable == base)
			return items->v[i].object;
	return (int)items->n;
}

void
host_items_of_maps(struct host *h, const struct omp_map *m, unsigned flags, struct items *items,
	struct map_items *maps)
{
	for (; m; m = m->next) {
		struct map_item place = { m, (int)items->n };

		if ((flags && (m->type == MAP_ALLOC || host_box_dims(&m->item))) ||
			(m->each && !maps))
			continue;
		struct item it = m->zero_length ? pointer_item(h, &m->item) :
			m->item.ndims > 0       ? section_item(h, &m->item) :
						  whole_item(h, &m->item);

		if (!flags && !m->zero_length && !m->room)
			it.pointer = base_pointer(h, &m->item);
		it.name = m->item.text ? m->item.text : m->item.base->name;
		it.place = m->item.place;
		it.variable = m->item.base;
		it.object = object_of(items, it.variable);
		it.shape = host_shape(h, &m->item);
		it.flags = m->each ?
			0 /* each.c has mapped it */ :
			(flags ? flags | (m->present ? DEVRT_MAP_PRESENT : 0) : map_flags(m)) |
				(it.pointer ? DEVRT_MAP_ATTACH : 0);
		vec_push(h->arena, items, it);
		if (maps)
			vec_push(h->arena, maps, place);
	}
}

/* ---- sections with holes ---- */

/* Return how many trailing dimensions are one piece of memory with what is before them. */
static int
whole_tail(const struct omp_item *item)
{
	const struct type *t = item->lvalue->type;
	int tail = 0;

	for (int i = 0; i < item->ndims; i++, t = t->base)
		tail = omp_whole_dim(&item->dims[i], t) ? tail + 1 : 0;
	return tail;
}

/* Return how many dimensions to go through one by one, so that no piece has holes, or 0: there are
 * none in the whole. */
int
host_box_dims(const struct omp_item *item)
{
	int n = item->ndims - whole_tail(item), first = 0;

	while (first < item->ndims && item->dims[first].is_index)
		first++;
	if (n > 0 && !item->dims[n - 1].stride && !item->dims[n - 1].is_index)
		n--; /* without a stride: one piece */
	return n > first ? n : 0;
}

static const char *
stride_text(struct host *h, const struct omp_dim *d)
{
	return d->stride ? arena_printf(h->arena, "(%s)", host_expr(h, d->stride)) : "1";
}

const char *
host_box_count(struct host *h, const struct omp_item *item, int dim)
{
	const char *array = host_lvalue(h, item->lvalue);
	const struct omp_dim *d = &item->dims[dim];

	for (int i = 0; i < dim; i++)
		array = arena_printf(h->arena, "%s[0]", array);
	if (d->len || d->is_index || !d->stride)
		return length_text(h, d, array);
	return arena_printf(h->arena, "(%s + %s - 1) / %s", length_text(h, d, array),
		stride_text(h, d), stride_text(h, d));
}

struct item
host_box_piece(struct host *h, const struct omp_item *item, int ndims)
{
	const char *at = host_lvalue(h, item->lvalue), *bytes;
	struct item piece = { .base = "0" };

	for (int i = 0; i < ndims; i++)
		at = arena_printf(h->arena, "%s[%s + __devrt_i%d * %s]", at,
			item->dims[i].lo ?
				arena_printf(h->arena, "(%s)", bound(h, item->dims[i].lo)) :
				"0",
			i, stride_text(h, &item->dims[i]));
	bytes = arena_printf(h->arena, "sizeof(%s)", at);
	if (ndims < item->ndims) {
		bytes = arena_printf(h->arena, "(%s) * sizeof(%s[0])",
			length_text(h, &item->dims[ndims], at), at);
		at = arena_printf(h->arena, "%s[%s]", at, bound(h, item->dims[ndims].lo));
	}
	piece.begin = arena_printf(h->arena, "&%s", at);
	piece.bytes = bytes;
	return piece;
}

/* ---- the two tables ---- */

const char *
host_address(struct host *h, const struct decl *d, const char *type, const char *text)
{
	if (d && decl_is_static(d))
		return arena_printf(h->arena, "devrt_here(%s)", text);
	return arena_printf(h->arena, "(%s)%s", type, text);
}

const char *
host_item_text(struct host *h, const struct item *it)
{
	const char *pointer = it->pointer ? host_address(h, it->variable, "void **", it->pointer) :
					    "0";

	return arena_printf(h->arena, "{ %s, %s, %s, %s }",
		host_address(h, it->variable, "void *", it->base),
		host_address(h, it->variable, "void *", it->begin), it->bytes, pointer);
}

void
host_declare_items(struct host *h, struct place at, const struct items *items)
{
	if (items->n == 0)
		return;
	host_open(h, at, "const struct devrt_item __devrt_items[] = {");
	for (size_t i = 0; i < items->n; i++)
		host_line(h, at, "%s,", host_item_text(h, &items->v[i]));
	h->depth--;
	host_line(h, at, "};");
}

const char *
host_bits_text(struct host *h, const struct bit_name *names, unsigned bits)
{
	const char *text = NULL;

	for (; names->name; names++)
		if (bits & names->bit)
			text = text ? arena_printf(h->arena, "%s | %s", text, names->name) :
				      names->name;
	return text ? text : "0";
}

static const char *
flags_text(struct host *h, unsigned flags)
{
	static const struct bit_name names[] = {
		{ DEVRT_MAP_TO, "DEVRT_MAP_TO" },
		{ DEVRT_MAP_FROM, "DEVRT_MAP_FROM" },
		{ DEVRT_MAP_ALWAYS, "DEVRT_MAP_ALWAYS" },
		{ DEVRT_MAP_DELETE, "DEVRT_MAP_DELETE" },
		{ DEVRT_MAP_RELEASE, "DEVRT_MAP_RELEASE" },
		{ DEVRT_MAP_IMPLICIT, "DEVRT_MAP_IMPLICIT" },
		{ DEVRT_MAP_ZERO_LENGTH, "DEVRT_MAP_ZERO_LENGTH" },
		{ DEVRT_MAP_ATTACH, "DEVRT_MAP_ATTACH" },
		{ DEVRT_MAP_PRESENT, "DEVRT_MAP_PRESENT" },
		{ DEVRT_MAP_UPDATE_TO, "DEVRT_MAP_UPDATE_TO" },
		{ DEVRT_MAP_UPDATE_FROM, "DEVRT_MAP_UPDATE_FROM" },
		{ DEVRT_MAP_ROOM, "DEVRT_MAP_ROOM" },
		{ DEVRT_MAP_POINTER, "DEVRT_MAP_POINTER" },
		{ 0, NULL },
	};

	return host_bits_text(h, names, flags);
}

const char *
host_place(struct host *h, struct place at)
{
	const char *file = place_file(h->unit->sources, at);

	return arena_printf(h->arena, "{ %s, %u, %u }", host_quote(h, file, strlen(file)), at.line,
		at.col);
}

void
host_item_info(struct host *h, struct place at, const struct item *it)
{
	const char *shape = it->shape ? host_quote(h, it->shape, strlen(it->shape)) : "0";

	host_line(h, at, "{ %s, %s, %s, %d, %s },", host_quote(h, it->name, strlen(it->name)),
		host_place(h, it->place), flags_text(h, it->flags), it->object, shape);
}
