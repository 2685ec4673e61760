/*
 * type.c: C types as IR types, and conversions between them (C11 6.3).
 *
 * Integers below 32 bits live in I32 registers, always extended as their type is signed or not;
 * every
 * conversion to such a type normalises.  _Bool is 0 or 1.
 */
#include "build/internal.h"
#include "tree/type.h"

const struct type unsigned_type = { .kind = TY_UINT, .size = 4, .align = 4 };
const struct type int_type = { .kind = TY_INT, .size = 4, .align = 4 };
const struct type long_type = { .kind = TY_LONG, .size = 8, .align = 8 };
const struct type float_type = { .kind = TY_FLOAT, .size = 4, .align = 4 };
const struct type double_type = { .kind = TY_DOUBLE, .size = 8, .align = 8 };

const struct type *
plain(const struct type *t)
{
	if (t->kind == TY_ENUM)
		t = t->base;
	return t->unqual ? t->unqual : t;
}

bool
is_memory_type(const struct type *t)
{
	return t->kind == TY_ARRAY || is_record_type(t);
}

bool
is_record_type(const struct type *t)
{
	return type_is_record(t) || is_complex_type(t);
}

bool
is_float_type(const struct type *t)
{
	return t->kind == TY_FLOAT || t->kind == TY_DOUBLE;
}

bool
is_unsigned_type(const struct type *t)
{
	return t->kind == TY_POINTER || !type_is_signed(plain(t));
}

bool
type_supported(const struct type *t)
{
	switch (plain(t)->kind) {
	case TY_INT128:
	case TY_UINT128:
	case TY_LDOUBLE:
	case TY_FLOAT128: return false;
	case TY_COMPLEX: return is_float_type(t->base) && type_supported(t->base);
	case TY_UNION: return !type_is_vector(t);
	default:
		/* _Float32 and the like are kinds of their own only in name: their size tells. */
		return !(t->kind == TY_FLOAT && t->size != 4) &&
			!(t->kind == TY_DOUBLE && t->size != 8);
	}
}

enum ir_mem
mem_type(const struct type *t)
{
	switch (plain(t)->kind) {
	case TY_BOOL:
	case TY_UCHAR: return MEM_U8;
	case TY_CHAR: return plain(t)->unsigned_char ? MEM_U8 : MEM_S8;
	case TY_SCHAR: return MEM_S8;
	case TY_SHORT: return MEM_S16;
	case TY_USHORT: return MEM_U16;
	case TY_INT:
	case TY_UINT: return MEM_32;
	case TY_FLOAT: return MEM_F32;
	case TY_DOUBLE: return MEM_F64;
	default: return MEM_64;
	}
}

enum ir_type
reg_type(const struct type *t)
{
	return t->kind == TY_VOID ? IR_NONE : ir_mem_type(mem_type(t));
}

struct ir_param
param_of(const struct type *t, const char *name)
{
	struct ir_param p = { .type = IR_NONE, .name = name };

	if (t->kind == TY_VOID)
		return p;
	if (is_memory_type(t)) {
		p.bytes = t->size;
		p.align = t->align ? t->align : 1;
		return p;
	}
	p.type = reg_type(t);
	p.mem = mem_type(t);
	p.align = ir_mem_bytes(p.mem);
	return p;
}

void
signature(struct arena *a, const struct type *fn, struct ir_param **params, int *nparams,
	struct ir_param *result)
{
	int n = fn->u.func.nparams;

	*params = NEWN(a, struct ir_param, n + 1);
	*nparams = n + fn->u.func.variadic;
	for (int i = 0; i < n; i++)
		(*params)[i] = param_of(fn->u.func.params[i]->type, fn->u.func.params[i]->name);
	if (fn->u.func.variadic) /* see varargs.c */
		(*params)[n] = (struct ir_param){
			.type = IR_I64,
			.mem = MEM_64,
			.align = 8,
			.name = "varargs",
		};
	*result = param_of(fn->base, NULL);
}

/* Return the number of elements of the VLA type T.  A type of the host that no variable of the
 * region has was not captured. */
static struct ir_value
vla_elements(struct fb *b, const struct type *t)
{
	struct decl *len = t->u.array.vla_len;

	if (!len)
		diag_bug("build", "array without a length");
	if (!home_of(b, len))
		vla_lengths(b, t, false);
	if (home_of(b, len))
		return load(b, home_lval(b, home_of(b, len), len->type));
	error_at(b, len->place,
		"only host code has the length of this type: declare it inside the region, "
		"or use a variable of the type there");
	return ir_int(1);
}

/* Return the bytes of a VLA: count * size of the element, level by level. */
struct ir_value
type_size(struct fb *b, const struct type *t)
{
	struct ir_value len, elem;

	if (!type_is_vla(t))
		return ir_int(t->size);
	elem = type_size(b, t->base);
	if (!t->u.array.vla)
		return ir_op2(&b->c, IR_MUL, IR_I64, elem, ir_int(t->u.array.len));
	len = vla_elements(b, t);
	if (elem.kind == VAL_INT && elem.u.i == 1)
		return len;
	return ir_op2(&b->c, IR_MUL, IR_I64, len, elem);
}

/* ---- conversions ---- */

int64_t
int_value(const struct type *t, uint64_t bits)
{
	switch (plain(t)->kind) {
	case TY_BOOL: return bits != 0;
	case TY_UCHAR: return (uint8_t)bits;
	case TY_CHAR: return plain(t)->unsigned_char ? (uint8_t)bits : (int8_t)bits;
	case TY_SCHAR: return (int8_t)bits;
	case TY_SHORT: return (int16_t)bits;
	case TY_USHORT: return (uint16_t)bits;
	case TY_INT:
	case TY_UINT: return (int32_t)bits; /* I32 constants are written signed */
	default: return (int64_t)bits;
	}
}

/* Return the bits of an I32 or I64 constant of type `from`, widened to 64 as the type is. */
static uint64_t
widened(const struct type *from, int64_t i)
{
	return plain(from)->kind == TY_UINT ? (uint32_t)i : (uint64_t)i;
}

static struct ir_value
convert_const(struct ir_value v, const struct type *from, const struct type *to)
{
	if (is_float_type(to)) {
		double d = v.u.f;

		if (v.kind == VAL_INT) {
			uint64_t w = widened(from, v.u.i);
			d = is_unsigned_type(from) ? (double)w : (double)(int64_t)w;
			if (to->kind == TY_FLOAT)
				return ir_float(
					is_unsigned_type(from) ? (float)w : (float)(int64_t)w);
		}
		return ir_float(to->kind == TY_FLOAT ? (float)d : d);
	}
	return ir_int(int_value(to, widened(from, v.u.i)));
}

struct ir_value
from_cond(struct fb *b, struct ir_value pred)
{
	return ir_op3(&b->c, IR_SELECT, IR_I32, pred, ir_int(1), ir_int(0));
}

struct ir_value
to_cond(struct fb *b, struct ir_value v, const struct type *t)
{
	bool real = is_float_type(t);

	return ir_compare(&b->c, IR_NE, reg_type(t), v, real ? ir_float(0) : ir_int(0));
}

/* Bring an I32 into the range of an 8- or 16-bit type. */
static struct ir_value
normalise(struct fb *b, struct ir_value v, const struct type *to)
{
	enum ir_op op = ir_mem_extension(mem_type(to));

	return op == IR_MOV ? v : ir_convert(&b->c, op, IR_I32, IR_I32, v);
}

/* Return whether every value of `from` is one of `to`, both at most 32 bits wide. */
static bool
fits(const struct type *from, const struct type *to)
{
	int wide = ir_mem_bytes(mem_type(to)), narrow = ir_mem_bytes(mem_type(from));

	if (wide == 4)
		return true;
	if (is_unsigned_type(from) == is_unsigned_type(to))
		return narrow <= wide;
	return is_unsigned_type(from) && narrow < wide;
}

static struct ir_value
int_to_int(struct fb *b, struct ir_value v, const struct type *from, const struct type *to)
{
	enum ir_type rf = reg_type(from), rt = reg_type(to);

	if (rf == IR_I64 && rt == IR_I32)
		return normalise(b, ir_convert(&b->c, IR_TRUNC, IR_I32, IR_I64, v), to);
	if (rf == IR_I32 && rt == IR_I64)
		return ir_convert(&b->c, is_unsigned_type(from) ? IR_ZEXT : IR_SEXT, IR_I64, IR_I32,
			v);
	if (rt == IR_I32 && !fits(from, to))
		return normalise(b, v, to);
	return v;
}

/* Convert toward zero (6.3.1.4).  Types below int go through int. */
static struct ir_value
float_to_int(struct fb *b, struct ir_value v, const struct type *from, const struct type *to)
{
	enum ir_type rt = reg_type(to), rf = reg_type(from);
	bool narrow = rt == IR_I32 && mem_type(to) != MEM_32;

	if (narrow)
		return normalise(b, ir_convert(&b->c, IR_F2S, IR_I32, rf, v), to);
	return ir_convert(&b->c, is_unsigned_type(to) ? IR_F2U : IR_F2S, rt, rf, v);
}

struct ir_value
convert(struct fb *b, struct ir_value v, const struct type *from, const struct type *to)
{
	from = plain(from);
	to = plain(to);
	if (to->kind == TY_VOID)
		return ir_none();
	if (from == to || from->kind == to->kind)
		return v;
	if (v.kind == VAL_INT || (v.kind == VAL_FLOAT && is_float_type(to)))
		return convert_const(v, from, to);
	if (to->kind == TY_BOOL)
		return from_cond(b, to_cond(b, v, from));
	if (is_float_type(from))
		return is_float_type(to) ?
			ir_convert(&b->c, IR_F2F, reg_type(to), reg_type(from), v) :
			float_to_int(b, v, from, to);
	if (is_float_type(to))
		return ir_convert(&b->c, is_unsigned_type(from) ? IR_U2F : IR_S2F, reg_type(to),
			reg_type(from), v);
	return int_to_int(b, v, from, to);
}
