/*
 * bits.c: objects that one memory access cannot read or write as they are: bit-fields
 * (C11 6.7.2.1) and scalars that lie less aligned than PTX wants (members of packed records,
 * PTX ISA 6.4.1).  They are gathered from and scattered to aligned pieces.
 *
 * Only load() and store() come here.  A bit-field that is a memory location of its own unit is read
 * and written through the unit; any other one is written in the bytes that it occupies, because
 * another thread may write the member beside it (C11 3.14).
 */
#include "build/internal.h"

static const enum ir_mem piece_mem[] = { [1] = MEM_U8, [2] = MEM_U16, [4] = MEM_32, [8] = MEM_64 };

/* A value in memory: `width` bits from bit `shift` (below 8) of the first of `bytes` bytes at
 * addr. */
struct bits {
	struct addr addr;
	uint64_t bytes, align;
	int shift, width;
	enum ir_type type; /* integer type of the value */
	bool is_volatile;
};

uint64_t
lval_align(struct lval l)
{
	return l.addr.align ? l.addr.align : l.type->align;
}

bool
is_misaligned(struct lval l)
{
	uint64_t align = lval_align(l);

	return !l.bits && align && align < (uint64_t)ir_mem_bytes(mem_type(l.type));
}

/* Return a member's address, with its alignment if that is less than its type's. */
struct addr
addr_member(struct addr a, uint64_t align, uint64_t offset, const struct type *t)
{
	uint64_t known = (a.align ? a.align : align) | offset;

	known &= -known;
	a.offset += offset;
	a.align = known < t->align ? known : 0;
	return a;
}

static struct bits
bits_of(struct lval l)
{
	const struct field *f = l.bits;
	struct bits s = { .addr = l.addr, .align = lval_align(l), .is_volatile = l.is_volatile };

	if (!f) {
		s.bytes = ir_mem_bytes(mem_type(l.type));
		s.width = 8 * (int)s.bytes;
		s.type = s.bytes == 8 ? IR_I64 : IR_I32;
		return s;
	}
	s.type = f->type->size == 8 ? IR_I64 : IR_I32;
	s.addr.offset += f->bit_offset / 8;
	s.align |= f->bit_offset / 8;
	s.align &= -s.align;
	s.shift = f->bit_offset % 8;
	s.width = f->bit_width;
	s.bytes = (s.shift + s.width + 7) / 8;
	return s;
}

/* Return the whole storage unit as one piece.  Requires: it is aligned. */
static struct bits
unit_of(struct lval l)
{
	const struct field *f = l.bits;

	return (struct bits){ .addr = l.addr,
		.bytes = f->type->size,
		.align = f->type->size,
		.shift = f->bit_offset,
		.width = f->bit_width,
		.is_volatile = l.is_volatile,
		.type = f->type->size == 8 ? IR_I64 : IR_I32 };
}

/* Return v in type `to`.  The upper half of an I64 is zero or not wanted. */
static struct ir_value
resized(struct fb *b, struct ir_value v, enum ir_type from, enum ir_type to)
{
	if (from == to)
		return v;
	if (v.kind == VAL_INT)
		return ir_int(to == IR_I32 ? (int32_t)v.u.i : (int64_t)(uint32_t)v.u.i);
	return to == IR_I32 ? ir_convert(&b->c, IR_TRUNC, IR_I32, IR_I64, v) :
			      ir_convert(&b->c, IR_ZEXT, IR_I64, IR_I32, v);
}

/* Shift left by a positive count, right by a negative one. */
static struct ir_value
shifted(struct fb *b, struct ir_value v, enum ir_type t, int count)
{
	if (!count)
		return v;
	return ir_op2(&b->c, count > 0 ? IR_SHL : IR_SHR_U, t, v,
		ir_int(count > 0 ? count : -count));
}

static enum ir_type
piece_type(uint64_t n)
{
	return n == 8 ? IR_I64 : IR_I32;
}

/* Return the bits in the low part of a value.  What is above them is undefined. */
static struct ir_value
gather(struct fb *b, struct bits s)
{
	struct ir_value all = ir_int(0), v;

	for (uint64_t at = 0, n; at < s.bytes; at += n) {
		n = piece_at(at, s.bytes, s.align);
		v = load_at(b, addr_add(s.addr, at), piece_mem[n], s.is_volatile);
		v = shifted(b, resized(b, v, piece_type(n), s.type), s.type, 8 * (int)at - s.shift);
		all = at ? ir_op2(&b->c, IR_OR, s.type, all, v) : v;
	}
	return all;
}

/* Store one piece of n bytes.  Its bits lo … hi-1 come from v, where they are in place; the others
 * stay. */
static void
store_piece(struct fb *b, struct bits s, struct addr a, uint64_t n, struct ir_value v, int lo,
	int hi)
{
	enum ir_type t = piece_type(n);
	uint64_t mask = (hi - lo == 64 ? ~(uint64_t)0 : ((uint64_t)1 << (hi - lo)) - 1) << lo;
	struct ir_value old;

	if (hi - lo < 8 * (int)n) {
		old = carry_at(b, a, piece_mem[n], s.is_volatile);
		old = ir_op2(&b->c, IR_AND, t, old, ir_bits(t, ~mask));
		v = ir_op2(&b->c, IR_AND, t, v, ir_bits(t, mask));
		v = ir_op2(&b->c, IR_OR, t, old, v);
	}
	store_at(b, a, piece_mem[n], s.is_volatile, v);
}

static void
scatter(struct fb *b, struct bits s, struct ir_value v)
{
	int end = s.shift + s.width;

	for (uint64_t at = 0, n; at < s.bytes; at += n) {
		int first = 8 * (int)at, lo = first < s.shift ? s.shift : first, hi;

		n = piece_at(at, s.bytes, s.align);
		hi = first + 8 * (int)n < end ? first + 8 * (int)n : end;
		store_piece(b, s, addr_add(s.addr, at), n,
			resized(b, shifted(b, v, s.type, s.shift - first), s.type, piece_type(n)),
			lo - first, hi - first);
	}
}

/* ---- bit-fields ---- */

/* Return the low `width` bits of v, extended as the field's type is. */
static struct ir_value
field_value(struct fb *b, const struct field *f, struct ir_value v, int from_bit)
{
	enum ir_type t = f->type->size == 8 ? IR_I64 : IR_I32;
	int bits = t == IR_I64 ? 64 : 32, left = bits - from_bit - f->bit_width;

	if (left)
		v = ir_op2(&b->c, IR_SHL, t, v, ir_int(left));
	if (f->bit_width == bits)
		return v;
	return ir_op2(&b->c, is_unsigned_type(f->type) ? IR_SHR_U : IR_SHR_S, t, v,
		ir_int(bits - f->bit_width));
}

struct ir_value
load_bits(struct fb *b, struct lval l)
{
	struct bits s = unit_of(l);

	if (lval_align(l) < l.bits->type->size)
		return field_value(b, l.bits, gather(b, bits_of(l)), 0);
	return field_value(b, l.bits, load_at(b, s.addr, piece_mem[s.bytes], s.is_volatile),
		s.shift);
}

struct ir_value
store_bits(struct fb *b, struct lval l, struct ir_value v)
{
	bool whole = lval_align(l) >= l.bits->type->size && !l.shared_unit;

	scatter(b, whole ? unit_of(l) : bits_of(l), v);
	return field_value(b, l.bits, v, 0);
}

/* Return whether a member that is no bit-field lies in the storage unit of f, too. */
bool
shares_unit(const struct record *r, const struct field *f)
{
	for (const struct field *g = r->fields; g; g = g->next)
		if (g->bit_width < 0 && g->offset < f->offset + f->type->size &&
			g->offset + g->type->size > f->offset)
			return true;
	return false;
}

/* ---- scalars ---- */

struct ir_value
load_misaligned(struct fb *b, struct lval l)
{
	struct bits s = bits_of(l);
	struct ir_value v = gather(b, s);

	if (is_float_type(l.type))
		return ir_convert(&b->c, IR_BITCAST, reg_type(l.type), s.type, v);
	if (mem_type(l.type) == MEM_S16)
		return ir_convert(&b->c, IR_SEXT16, IR_I32, IR_I32, v);
	return v;
}

void
store_misaligned(struct fb *b, struct lval l, struct ir_value v)
{
	struct bits s = bits_of(l);

	if (is_float_type(l.type))
		v = ir_convert(&b->c, IR_BITCAST, s.type, reg_type(l.type), v);
	scatter(b, s, v);
}
