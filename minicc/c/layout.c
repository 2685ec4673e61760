/*
 * layout.c: sizes and offsets of struct and union types; see layout.h.
 *
 * A bit-field is described by a storage unit of its declared type.  In records that are not packed
 * the unit is aligned and inside the record.  In packed ones it starts at the byte of the field's
 * first bit, may reach over the record's end, and the field may even reach over the unit's end.
 */
#include "c/layout.h"

#include "tree/type.h"

typedef unsigned __int128 bit_count; /* of objects of up to 2^63 - 1 bytes, and two of them */

struct layout {
	bit_count bits;    /* used so far (struct) */
	bit_count largest; /* bits of the largest member (union) */
	size_t align;
	const struct record_attrs *attrs;
};

static bit_count
round_up(bit_count n, uint64_t to)
{
	return to ? (n + to - 1) / to * to : n;
}

static bit_count
max_bits(bit_count a, bit_count b)
{
	return a > b ? a : b;
}

static size_t
max_size(size_t a, size_t b)
{
	return a > b ? a : b;
}

/* Return an alignment as #pragma pack limits it. */
static size_t
limit(const struct layout *l, size_t align)
{
	return l->attrs->pack && align > l->attrs->pack ? l->attrs->pack : align;
}

static size_t
member_align(const struct layout *l, const struct field_info *f, bool packed)
{
	size_t align = packed ? 1 : f->field.type->align;

	return limit(l, max_size(align, f->aligned));
}

static void
place_bits(struct field *f, bit_count at, bool packed)
{
	uint64_t unit = f->type->size * 8;

	f->offset = at / unit * f->type->size;
	f->bit_offset = (int)(at % unit);
	if (packed && f->bit_offset + f->bit_width > (int)unit) {
		f->offset = at / 8;
		f->bit_offset = (int)(at % 8);
	}
}

/* End a storage unit at a bit-field of zero width: the next one starts another. */
static void
end_unit(struct layout *l, struct field_info *f)
{
	l->bits = round_up(l->bits, max_size(f->field.type->align, f->aligned) * 8);
	place_bits(&f->field, l->bits, false);
	if (l->attrs->unnamed_align)
		l->align = max_size(l->align, limit(l, f->field.type->align));
}

/* Place a bit-field as gcc does: under #pragma pack bit-fields follow each other, and the attribute
 * packed is ignored. */
static void
layout_bitfield(struct layout *l, struct field_info *f, bool is_union)
{
	bool packed = f->packed || l->attrs->packed || l->attrs->pack;
	size_t align = member_align(l, f, packed && !l->attrs->pack);
	uint64_t unit = f->field.type->size * 8, width = (uint64_t)f->field.bit_width;
	uint64_t boundary = (uint64_t)f->field.type->align * 8;
	bit_count at = is_union ? 0 : l->bits;

	if (width == 0) {
		end_unit(l, f);
		return;
	}
	if (f->aligned)
		at = round_up(at, limit(l, f->aligned) * 8);
	if (!packed && round_up(at % boundary + width, boundary) > round_up(unit, boundary))
		at = round_up(at, boundary);
	place_bits(&f->field, at, packed);
	l->bits = at + width;
	l->largest = max_bits(l->largest, width);
	if (f->field.name || l->attrs->unnamed_align)
		l->align = max_size(l->align, align);
}

static void
layout_member(struct layout *l, struct field_info *f, bool is_union)
{
	size_t align = member_align(l, f, f->packed || l->attrs->packed);

	if (is_union)
		l->bits = 0;
	l->bits = round_up(l->bits, (uint64_t)align * 8);
	f->field.offset = l->bits / 8;
	l->bits += (bit_count)f->field.type->size * 8;
	l->largest = max_bits(l->largest, l->bits);
	l->align = max_size(l->align, align);
}

bool
layout_record(struct type *t, const struct record_attrs *attrs)
{
	struct layout l = { .align = 1, .attrs = attrs };
	bool is_union = t->kind == TY_UNION;
	struct field *f;
	bit_count size;

	for (f = t->u.record->fields; f; f = f->next) {
		if (f->bit_width >= 0)
			layout_bitfield(&l, (struct field_info *)f, is_union);
		else
			layout_member(&l, (struct field_info *)f, is_union);
	}
	l.align = max_size(l.align, attrs->aligned);
	t->u.record->align = l.align;
	size = round_up(round_up(is_union ? l.largest : l.bits, 8) / 8, l.align);
	t->u.record->size = (size_t)size;
	return size <= PTRDIFF_MAX;
}
