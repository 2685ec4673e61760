/*
 * What a list item's elements are called, for messages of a device's checks: where the item's base
 * is, the name of the object there and its layout, as one string.
 *
 *	double a[8][4]			a:[][4]8
 *	struct { int n; float v[3]; } s	s:16{n:0:4 v:4:[3]4}
 *	map(p[0:n]), double *p		p:[]8
 *
 * A type is its bytes, of a struct or union with NAME:OFFSET:TYPE of its members in braces; [N] before
 * it: an array, [] one of any length.  Bit-fields are left out: no access is of them alone.
 */
#include <string.h>

#include "host/internal.h"

static const char *shape_of(struct arena *, const struct type *);

/* Describe the members.  Those of an anonymous one have names as if they were the outer's [C11
 * 6.7.2.1p13]. */
static const char *
members(struct arena *a, const struct type *t, size_t offset, const char *before)
{
	for (const struct field *f = t->u.record->fields; f; f = f->next) {
		if (f->bit_width >= 0)
			continue;
		if (!f->name) {
			before = members(a, f->type, offset + f->offset, before);
			continue;
		}
		const char *shape = shape_of(a, f->type);
		if (shape)
			before = arena_printf(a, "%s%s%s:%zu:%s", before, *before ? " " : "",
				f->name, offset + f->offset, shape);
	}
	return before;
}

/* Return the type's layout; NULL if it is not known before the program runs. */
static const char *
shape_of(struct arena *a, const struct type *t)
{
	if (t->kind == TY_ARRAY) {
		const char *element = shape_of(a, t->base);
		return !element || t->u.array.vla ? NULL :
			t->u.array.incomplete     ? arena_printf(a, "[]%s", element) :
						arena_printf(a, "[%zu]%s", t->u.array.len, element);
	}
	if (!t->size)
		return NULL;
	if (t->kind == TY_STRUCT || t->kind == TY_UNION)
		return arena_printf(a, "%zu{%s}", t->size, members(a, t, 0, ""));
	return arena_printf(a, "%zu", t->size);
}

const char *
host_shape(struct host *h, const struct omp_item *item)
{
	const struct expr *pointer = omp_base_pointer(item);
	const struct type *t = pointer ? pointer->type : item->base->type;
	const char *name = pointer ? host_lvalue(h, pointer) : item->base->name;
	bool many = pointer || t->kind == TY_ARRAY;
	bool counted = strstr(name, "__devrt_i"); /* a mapper's, of all of its objects */
	const char *shape = item->shaped || counted ? NULL : shape_of(h->arena, many ? t->base : t);

	return shape ? arena_printf(h->arena, "%s:%s%s", name, many ? "[]" : "", shape) : NULL;
}
