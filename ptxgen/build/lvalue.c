/*
 * lvalue.c: addresses, lvalues and what is read from and written to them: members, array
 * elements, struct copies.
 *
 * Constant parts of an address travel in addr.offset and reach the access itself.
 */
#include "build/internal.h"
#include "c/eval.h"

struct addr
addr_of(struct ir_value base, enum ir_space space)
{
	return (struct addr){ .base = base, .space = space };
}

struct addr
addr_add(struct addr a, int64_t offset)
{
	a.offset += offset;
	return a;
}

struct ir_value
addr_operand(struct addr a, int64_t *offset)
{
	*offset = a.offset;
	return a.base;
}

struct ir_value
addr_value(struct fb *b, struct addr a)
{
	if (a.space == SPACE_PARAM)
		diag_bug("build", "a parameter that is only read has no address");
	if (ir_is_address(a.base))
		return ir_op1(&b->c, IR_MOV, IR_I64, ir_displace(&b->c, a.base, a.offset));
	if (a.base.kind == VAL_INT)
		return ir_int(a.base.u.i + a.offset);
	return ir_displace(&b->c, a.base, a.offset);
}

struct addr
addr_index(struct fb *b, struct addr a, struct ir_value bytes)
{
	int64_t offset = a.offset;

	a.offset = 0;
	a.base = ir_op2(&b->c, IR_ADD, IR_I64, addr_value(b, a), bytes);
	a.offset = offset;
	a.space = SPACE_GENERIC;
	return a;
}

struct lval
mem_lval(struct addr a, const struct type *t)
{
	return (struct lval){ .addr = a, .type = t, .is_volatile = t->quals & Q_VOLATILE };
}

/* ---- single accesses ---- */

struct ir_value
load_at(struct fb *b, struct addr a, enum ir_mem mem, bool is_volatile)
{
	int64_t offset;
	struct ir_value base = addr_operand(a, &offset), v;

	if (a.space == SPACE_PARAM)
		return load_param(b, base.u.i, offset, mem, NULL);
	if (base.kind == VAL_INT)
		base = fresh(b, base, IR_I64, NULL);
	v = ir_load(&b->c, mem, a.space, base, offset);
	b->c.block->last->is_volatile = is_volatile && b->c.block->last->space != SPACE_LOCAL;
	return v;
}

struct ir_value
carry_at(struct fb *b, struct addr a, enum ir_mem mem, bool is_volatile)
{
	struct ir_value v = load_at(b, a, mem, is_volatile);

	b->c.block->last->carries = true;
	return v;
}

void
store_at(struct fb *b, struct addr a, enum ir_mem mem, bool is_volatile, struct ir_value v)
{
	int64_t offset;
	struct ir_value base = addr_operand(a, &offset);

	if (base.kind == VAL_INT)
		base = fresh(b, base, IR_I64, NULL);
	ir_store(&b->c, mem, a.space, base, offset, v);
	b->c.block->last->is_volatile = is_volatile && b->c.block->last->space != SPACE_LOCAL;
}

/* ---- reading and writing scalars ---- */

struct ir_value
load(struct fb *b, struct lval l)
{
	if (l.in_reg)
		return ir_r(l.reg);
	if (l.bits)
		return load_bits(b, l);
	if (is_misaligned(l))
		return load_misaligned(b, l);
	return load_at(b, l.addr, mem_type(l.type), l.is_volatile);
}

/* Assign directly if v was made by the last instruction and for this assignment alone. */
static bool
retarget(struct fb *b, ir_reg to, struct ir_value v)
{
	struct ir_inst *last = b->c.block ? b->c.block->last : NULL;
	const struct ir_reg_info *regs = b->f->regs;

	if (v.kind != VAL_REG || !last || last->dst != v.u.reg || regs[v.u.reg].name ||
		regs[v.u.reg].type != regs[to].type || v.u.reg == to)
		return false;
	last->dst = to;
	return true;
}

/* Assign.  The caller must not use v afterwards, only what is returned. */
struct ir_value
store(struct fb *b, struct lval l, struct ir_value v)
{
	if (l.bits)
		return store_bits(b, l, v);
	if (!l.in_reg) {
		if (is_misaligned(l)) {
			store_misaligned(b, l, v);
			return v;
		}
		store_at(b, l.addr, mem_type(l.type), l.is_volatile, v);
		return v;
	}
	if (!retarget(b, l.reg, v))
		ir_mov(&b->c, l.reg, v);
	return ir_r(l.reg);
}

/* ---- copies ---- */

uint64_t
piece_at(uint64_t at, uint64_t bytes, uint64_t align)
{
	uint64_t piece = align >= 8 ? 8 : align ? align : 1;

	while (piece > bytes - at || at % piece)
		piece /= 2;
	return piece;
}

/* Return whether a copy is no loop: pass/memory/scalars.c may keep all of its pieces in registers. */
static bool
is_short(uint64_t bytes, uint64_t align)
{
	return bytes <= MOST_PIECES * piece_at(0, 8, align);
}

static const enum ir_mem piece_mem[] = { [1] = MEM_U8, [2] = MEM_U16, [4] = MEM_32, [8] = MEM_64 };

struct ir_value
whole_address(struct fb *b, struct addr a)
{
	return ir_is_address(a.base) ? ir_displace(&b->c, a.base, a.offset) : addr_value(b, a);
}

static uint64_t
copy_align(uint64_t align, struct addr a)
{
	return a.align && a.align < align ? a.align : align;
}

void
copy_bytes(struct fb *b, struct addr to, struct addr from, uint64_t bytes, uint64_t align)
{
	struct ir_value dst;
	struct ir_inst *i;

	align = copy_align(copy_align(align, to), from);
	if (is_short(bytes, align) || from.space == SPACE_PARAM) {
		for (uint64_t at = 0, n; at < bytes; at += n) {
			n = piece_at(at, bytes, align);
			store_at(b, addr_add(to, at), piece_mem[n], false,
				carry_at(b, addr_add(from, at), piece_mem[n], false));
		}
		return;
	}
	dst = whole_address(b, to);
	i = ir_emit(&b->c, IR_MEMCPY, IR_I64, IR_NOREG, dst, whole_address(b, from));
	i->offset = bytes;
	i->index = align ? align : 1;
}

void
zero_bytes(struct fb *b, struct addr to, uint64_t bytes, uint64_t align)
{
	struct ir_inst *i;

	align = copy_align(align, to);
	if (is_short(bytes, align)) {
		for (uint64_t at = 0, n; at < bytes; at += n) {
			n = piece_at(at, bytes, align);
			store_at(b, addr_add(to, at), piece_mem[n], false, ir_int(0));
		}
		return;
	}
	i = ir_emit(&b->c, IR_MEMZERO, IR_I64, IR_NOREG, whole_address(b, to), ir_none());
	i->offset = bytes;
	i->index = align ? align : 1;
}

/* Return the address of a struct's bytes, as calls and returns want it. */
struct ir_value
record_operand(struct fb *b, struct addr a, const struct type *t)
{
	if (a.space == SPACE_PARAM || a.align) { /* a call reads whole aligned pieces */
		struct addr copy = scratch_home(b, t, NULL)->addr;
		copy_bytes(b, copy, a, t->size, t->align);
		return copy.base;
	}
	return whole_address(b, a);
}

/* ---- pointers ---- */

/* Split an index into a variable part, which is returned (NULL: none), and a constant, both in
 * elements. */
static const struct expr *
split_index(const struct expr *e, int64_t *constant)
{
	const struct expr *sum = e;
	int64_t c;

	*constant = 0;
	if (const_int(e, constant))
		return NULL;
	if (e->kind == EX_CAST && plain(e->u.sub->type)->kind == TY_INT)
		/* signed overflow is undefined: the sum may be widened in parts */
		sum = e->u.sub;
	if (sum->kind != EX_BINARY || reg_type(sum->type) == IR_NONE)
		return e;
	if ((sum->u.binary.op != BIN_ADD && sum->u.binary.op != BIN_SUB) ||
		!const_int(sum->u.binary.r, &c))
		return e;
	if (sum == e && plain(sum->type)->kind == TY_UINT)
		return e;
	*constant = sum->u.binary.op == BIN_ADD ? c : -c;
	return sum->u.binary.l;
}

static int
log2_of(uint64_t n)
{
	int k = 0;

	if (!n || n & (n - 1))
		return -1;
	while (n >>= 1)
		k++;
	return k;
}

static struct ir_value
scaled64(struct fb *b, struct ir_value v, int64_t scale)
{
	if (scale == 1)
		return v;
	if (v.kind == VAL_INT)
		return ir_int(v.u.i * scale);
	if (log2_of(scale) > 0)
		return ir_op2(&b->c, IR_SHL, IR_I64, v, ir_int(log2_of(scale)));
	return ir_op2(&b->c, IR_MUL, IR_I64, v, ir_int(scale));
}

/* Return index * scale in 64 bits.  The multiplication widens a 32-bit index. */
static struct ir_value
scaled_index(struct fb *b, const struct expr *e, int64_t scale)
{
	struct ir_value v;
	bool is_unsigned;

	if (e->kind == EX_CAST && type_is_integer(e->u.sub->type) &&
		reg_type(e->u.sub->type) == IR_I32)
		e = e->u.sub;
	is_unsigned = is_unsigned_type(e->type);
	v = build_expr(b, e);
	if (reg_type(e->type) == IR_I64 || v.kind == VAL_INT)
		return scaled64(b, v, scale);
	if (scale == 1 || scale >= INT32_MAX)
		return scaled64(b,
			ir_convert(&b->c, is_unsigned ? IR_ZEXT : IR_SEXT, IR_I64, IR_I32, v),
			scale);
	return ir_op2(&b->c, is_unsigned ? IR_MULWIDE_U : IR_MULWIDE_S, IR_I64, v, ir_int(scale));
}

static int64_t
pointee_size(const struct type *pointer)
{
	const struct type *t = pointer->base;

	return t->kind == TY_VOID || t->kind == TY_FUNCTION ? 1 : (int64_t)t->size;
}

static struct addr
pointer_sum(struct fb *b, const struct expr *e)
{
	bool minus = e->u.binary.op == BIN_PTRSUB;
	struct addr a = build_pointer(b, e->u.binary.l);
	const struct expr *index;
	struct ir_value bytes;
	int64_t constant = 0, size;

	if (type_is_vla(e->type->base)) {
		bytes = build_as(b, e->u.binary.r, e->u.binary.r->type);
		bytes = ir_op2(&b->c, IR_MUL, IR_I64, bytes, type_size(b, e->type->base));
	} else {
		size = pointee_size(e->type);
		index = split_index(e->u.binary.r, &constant);
		a.offset += (minus ? -constant : constant) * size;
		if (!index)
			return a;
		bytes = scaled_index(b, index, size);
	}
	if (minus)
		bytes = ir_op1(&b->c, IR_NEG, IR_I64, bytes);
	return addr_index(b, a, bytes);
}

static struct addr
function_pointer(struct fb *b, const struct expr *e)
{
	struct ir_symbol *s = function_address(b->u, e->u.var, e->place);

	return addr_of(s ? ir_symbol_value(s, 0) : ir_int(0), SPACE_GENERIC);
}

static struct addr
cast_pointer(struct fb *b, const struct expr *e)
{
	const struct expr *sub = e->u.sub;

	switch (sub->type->kind) {
	case TY_ARRAY: return build_lval(b, sub).addr;
	case TY_FUNCTION: return build_pointer(b, sub);
	case TY_POINTER: return build_pointer(b, sub);
	default: return addr_of(convert(b, build_expr(b, sub), sub->type, e->type), SPACE_GENERIC);
	}
}

struct addr
build_pointer(struct fb *b, const struct expr *e)
{
	switch (e->kind) {
	case EX_FUNC: return function_pointer(b, e);
	case EX_CAST: return cast_pointer(b, e);
	case EX_ADDR:
		if (e->u.sub->type->kind == TY_FUNCTION)
			return build_pointer(b, e->u.sub);
		return build_lval(b, e->u.sub).addr;
	case EX_DEREF:
		if (e->type->kind == TY_FUNCTION) /* *f is f */
			return build_pointer(b, e->u.sub);
		break;
	case EX_BINARY:
		if (e->u.binary.op == BIN_PTRADD || e->u.binary.op == BIN_PTRSUB)
			return pointer_sum(b, e);
		break;
	default: break;
	}
	return addr_of(build_expr(b, e), SPACE_GENERIC);
}

/* ---- lvalues ---- */

static struct lval
compound_literal(struct fb *b, const struct expr *e)
{
	struct decl *d = e->u.var;
	struct home *h = home_of(b, d);

	if (d->file_scope || d->storage == SC_STATIC)
		return mem_lval(addr_of(ir_symbol_value(global_symbol(b->u, d), 0), SPACE_GENERIC),
			e->type);
	if (!h) {
		h = new_home(b, d);
		bind_home(b, d, h);
	}
	if (h->kind == HOME_MEM) {
		build_initializer(b, h->addr, d);
	} else {
		struct ir_value v = d->init    ? build_as(b, d->init->value, d->type) :
			is_float_type(d->type) ? ir_float(0) :
						 ir_int(0);

		store(b, home_lval(b, h, d->type), v);
	}
	return home_lval(b, h, e->type);
}

static struct lval
variable(struct fb *b, const struct expr *e)
{
	struct home *h = home_of(b, e->u.var);

	if (!h && e->u.var->is_vla_len) { /* of a type name's array: assigned here */
		h = reg_home(b, ir_reg_new(b->f, IR_I64, "len"));
		bind_home(b, e->u.var, h);
	}
	if (h)
		return home_lval(b, h, e->type);
	return mem_lval(variable_address(b, e->u.var, e->place), e->type);
}

static struct lval
member(struct fb *b, const struct expr *e)
{
	const struct type *record = e->u.member.sub->type;
	const struct field *f = e->u.member.field;
	struct addr a = build_record(b, e->u.member.sub);
	struct lval l = mem_lval(addr_member(a, record->align, f->offset, f->type), e->type);

	if (f->bit_width >= 0) {
		l.bits = f;
		l.shared_unit = shares_unit(record->u.record, f);
	}
	return l;
}

struct lval
build_lval(struct fb *b, const struct expr *e)
{
	switch (e->kind) {
	case EX_VAR: return variable(b, e);
	case EX_COMPOUND_LIT: return compound_literal(b, e);
	case EX_DEREF: return mem_lval(build_pointer(b, e->u.sub), e->type);
	case EX_MEMBER: return member(b, e);
	case EX_STRING:
		return mem_lval(addr_of(ir_symbol_value(string_symbol(b->u, e), 0), SPACE_GLOBAL),
			e->type);
	default: return mem_lval(build_record(b, e), e->type);
	}
}

/* ---- struct, union and complex values ---- */

static struct addr
record_cond(struct fb *b, const struct expr *e)
{
	struct home *h = scratch_home(b, e->type, NULL);
	struct ir_block *yes = new_block(b), *no = new_block(b), *end = new_block(b);

	build_branch(b, e->u.cond.c, yes, no);
	begin_block(b, yes);
	copy_bytes(b, h->addr, build_record(b, e->u.cond.t), e->type->size, e->type->align);
	ir_jump(&b->c, end);
	begin_block(b, no);
	copy_bytes(b, h->addr, build_record(b, e->u.cond.f), e->type->size, e->type->align);
	begin_block(b, end);
	return h->addr;
}

void
refuse_atomic_record(struct fb *b, const struct expr *e)
{
	if (e->type->quals & Q_ATOMIC && is_record_type(e->type))
		error_at(b, e->place, "device code has no atomic access to %s",
			type_to_string(b->arena, e->type->unqual));
}

struct addr
build_record(struct fb *b, const struct expr *e)
{
	struct addr a = { .base = ir_int(0) };

	if (!type_supported(e->type) && !is_complex_type(e->type)) {
		error_at(b, e->place, "device code has no '%s'", type_to_string(b->arena, e->type));
		return a;
	}
	refuse_atomic_record(b, e);
	if (is_computed(e))
		return build_computed(b, e);
	switch (e->kind) {
	case EX_VAR:
	case EX_DEREF:
	case EX_MEMBER:
	case EX_COMPOUND_LIT:
	case EX_STRING: return build_lval(b, e).addr;
	case EX_CAST: return build_record(b, e->u.sub);
	case EX_COMMA: build_effects(b, e->u.binary.l); return build_record(b, e->u.binary.r);
	case EX_COND: return record_cond(b, e);
	case EX_ASSIGN: {
		struct lval l = build_lval(b, e->u.assign.l);
		refuse_atomic_record(b, e->u.assign.l);
		assign_into(b, l, e->u.assign.r);
		return l.addr;
	}
	case EX_CALL: build_call(b, e, &a); return a;
	case EX_STMT: build_stmt_value(b, e->u.stmt, &a); return a;
	case EX_VA_ARG: return build_va_arg(b, e);
	default:
		error_at(b, e->place, "device code cannot use %s",
			e->kind == EX_BUILTIN_HOST ? e->u.call.what : "this structure");
		return a;
	}
}
