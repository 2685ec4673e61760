/*
 * build_atomic.c: the atomic construct (OpenMP 5.2 [15.8.4]).
 *
 * An operation that the machine has is one ATOM; every other one is a compare-and-swap loop on the
 * aligned 32- or 64-bit word that holds x.  Adding doubles is an ATOM too; a later pass lowers it where
 * the target lacks it.  Reads and writes are single accesses that the hardware does not tear.
 */
#include "build_int.h"

struct atomic {
	const struct omp_atomic *a;
	const struct type *t;           /* of x */
	struct lval x;
	struct ir_value e;              /* the operand, in the type it was written in */
	struct ir_value old, now;       /* x before and after, in t */
};

static void
fence(struct fb *b)
{
	struct ir_inst *i = ir_emit(&b->c, IR_FENCE, IR_NONE, IR_NOREG, ir_none(), ir_none());

	i->index = 1;
}

/* x op e or e op x, computed in op_type (6.5.16.2), as a value of x's type. */
static struct ir_value
updated(struct fb *b, const struct atomic *m, struct ir_value old)
{
	const struct type *t = m->a->op_type;
	bool shift = m->a->op == BIN_SHL || m->a->op == BIN_SHR;
	struct ir_value x = convert(b, old, m->t, t), e;

	if (m->a->plain_write)
		return convert(b, m->e, m->a->e->type, m->t);
	e = convert(b, m->e, m->a->e->type, shift && !m->a->x_on_right ? &int_type : t);
	if (shift && m->a->x_on_right)
		x = convert(b, old, m->t, &int_type);
	if (m->a->x_on_right)
		return convert(b, build_binary(b, m->a->op, t, e, x), t, m->t);
	return convert(b, build_binary(b, m->a->op, t, x, e), t, m->t);
}

/* ---- one instruction ---- */

static struct ir_value
atom(struct fb *b, enum ir_atom op, enum ir_type type, struct addr at, struct ir_value v, struct ir_value v2)
{
	static const enum ir_mem mem[] = { [IR_I32] = MEM_32, [IR_I64] = MEM_64, [IR_F32] = MEM_F32,
		[IR_F64] = MEM_F64 };
	struct ir_inst *i;
	int64_t offset;
	struct ir_value base = addr_operand(at, &offset);

	i = ir_emit(&b->c, IR_ATOM, type, ir_reg_new(b->f, type, NULL), base, v);
	i->src[2] = v2;
	i->atom = op;
	i->mem = mem[type];
	i->space = at.space;
	i->offset = offset;
	return ir_r(i->dst);
}

/* The operation as the machine's; pointers to 8- and 16-bit objects have none. */
static bool
machine_op(const struct atomic *m, enum ir_atom *op)
{
	const struct type *t = m->t, *in = m->a->op_type;
	enum binary_op o = m->a->op;

	if (t->size < 4 || plain(t)->kind == TY_BOOL)
		return false;
	if (m->a->plain_write) {
		*op = ATOM_EXCH;
		return true;
	}
	*op = ATOM_ADD;
	if (is_float_type(t))
		return plain(in)->kind == plain(t)->kind && (o == BIN_ADD || (o == BIN_SUB && !m->a->x_on_right));
	if (is_float_type(in) || !type_is_integer(in) || t->kind == TY_POINTER)
		return false;
	*op = o == BIN_AND ? ATOM_AND : o == BIN_OR ? ATOM_OR : o == BIN_XOR ? ATOM_XOR : ATOM_ADD;
	return o == BIN_AND || o == BIN_OR || o == BIN_XOR || o == BIN_ADD
		|| (o == BIN_SUB && !m->a->x_on_right);
}

static bool
by_machine(struct fb *b, struct atomic *m)
{
	enum ir_type type = reg_type(m->t), word = type;
	struct ir_value v;
	enum ir_atom op;

	if (!machine_op(m, &op))
		return false;
	v = convert(b, m->e, m->a->e->type, m->t);
	if (op == ATOM_ADD && m->a->op == BIN_SUB)
		v = ir_op1(&b->c, IR_NEG, type, v);
	if (op == ATOM_EXCH && is_float_type(m->t)) {
		word = type == IR_F64 ? IR_I64 : IR_I32;
		v = ir_convert(&b->c, IR_BITCAST, word, type, v);
	}
	m->old = atom(b, op, word, m->x.addr, v, ir_none());
	if (word != type)
		m->old = ir_convert(&b->c, IR_BITCAST, type, word, m->old);
	if (m->a->kind == ATOMIC_CAPTURE && m->a->capture_new)
		m->now = updated(b, m, m->old);
	return true;
}

/* ---- compare and swap ---- */

/* The word around x: its address and, for small x, how far to shift. */
struct word { struct addr at; enum ir_type type; struct ir_value shift; };

static struct word
word_of(struct fb *b, const struct atomic *m)
{
	struct word w = { m->x.addr, m->t->size == 8 ? IR_I64 : IR_I32, ir_none() };
	struct ir_value p, low;

	if (m->t->size >= 4)
		return w;
	p = addr_value(b, m->x.addr);
	w.at = addr_of(ir_op2(&b->c, IR_AND, IR_I64, p, ir_int(~(int64_t)3)), SPACE_GENERIC);
	low = ir_convert(&b->c, IR_TRUNC, IR_I32, IR_I64, p);
	low = ir_op2(&b->c, IR_AND, IR_I32, low, ir_int(3));
	w.shift = ir_op2(&b->c, IR_SHL, IR_I32, low, ir_int(3));
	return w;
}

static struct ir_value
from_word(struct fb *b, const struct atomic *m, const struct word *w, struct ir_value bits)
{
	if (is_float_type(m->t))
		return ir_convert(&b->c, IR_BITCAST, reg_type(m->t), w->type, bits);
	if (m->t->size >= 4)
		return bits;
	bits = ir_op2(&b->c, IR_SHR_U, IR_I32, bits, w->shift);
	switch (mem_type(m->t)) {
	case MEM_S8:  return ir_convert(&b->c, IR_SEXT8, IR_I32, IR_I32, bits);
	case MEM_S16: return ir_convert(&b->c, IR_SEXT16, IR_I32, IR_I32, bits);
	case MEM_U16: return ir_convert(&b->c, IR_ZEXT16, IR_I32, IR_I32, bits);
	default:      return ir_convert(&b->c, IR_ZEXT8, IR_I32, IR_I32, bits);
	}
}

static struct ir_value
into_word(struct fb *b, const struct atomic *m, const struct word *w, struct ir_value bits,
	struct ir_value v)
{
	struct ir_value mask, low = ir_int(m->t->size == 1 ? 0xff : 0xffff);

	if (is_float_type(m->t))
		return ir_convert(&b->c, IR_BITCAST, w->type, reg_type(m->t), v);
	if (m->t->size >= 4)
		return v;
	mask = ir_op2(&b->c, IR_SHL, IR_I32, low, w->shift);
	bits = ir_op2(&b->c, IR_AND, IR_I32, bits, ir_op1(&b->c, IR_NOT, IR_I32, mask));
	v = ir_op2(&b->c, IR_SHL, IR_I32, ir_op2(&b->c, IR_AND, IR_I32, v, low), w->shift);
	return ir_op2(&b->c, IR_OR, IR_I32, bits, v);
}

static void
by_loop(struct fb *b, struct atomic *m)
{
	struct word w = word_of(b, m);
	enum ir_mem mem = w.type == IR_I64 ? MEM_64 : MEM_32;
	ir_reg seen = ir_reg_new(b->f, w.type, "seen"), old = ir_reg_new(b->f, reg_type(m->t), "old");
	ir_reg now = ir_reg_new(b->f, reg_type(m->t), "new");
	struct ir_block *again = new_block(b), *end = new_block(b);
	struct ir_value got, first;
	int64_t offset;

	first = ir_load(&b->c, mem, w.at.space, addr_operand(w.at, &offset), w.at.offset);
	b->c.block->last->is_volatile = true;
	ir_mov(&b->c, seen, first);
	begin_block(b, again);
	ir_mov(&b->c, old, from_word(b, m, &w, ir_r(seen)));
	ir_mov(&b->c, now, updated(b, m, ir_r(old)));
	struct ir_value next = into_word(b, m, &w, ir_r(seen), ir_r(now));
	struct ir_value expected = fresh(b, ir_r(seen), w.type, NULL);
	got = atom(b, ATOM_CAS, w.type, w.at, expected, next);
	ir_mov(&b->c, seen, got);
	ir_branch(&b->c, ir_compare(&b->c, IR_EQ, w.type, got, expected), end, again);
	begin_block(b, end);
	m->old = ir_r(old);
	m->now = ir_r(now);
}

/* ---- the construct ---- */

static void
assign_v(struct fb *b, const struct omp_atomic *a, struct ir_value v, const struct type *from)
{
	struct lval l = build_lval(b, a->v);

	v = convert(b, v, from, l.type);
	store(b, l, fresh(b, v, reg_type(l.type), NULL));
}

static void
read_or_write(struct fb *b, struct atomic *m)
{
	m->x.is_volatile = true;
	if (m->a->kind == ATOMIC_READ)
		assign_v(b, m->a, load(b, m->x), m->t);
	else
		store(b, m->x, fresh(b, convert(b, m->e, m->a->e->type, m->t), reg_type(m->t), NULL));
}

/* x in a register is this thread's own. */
static void
in_register(struct fb *b, struct atomic *m)
{
	m->old = fresh(b, load(b, m->x), reg_type(m->t), NULL);
	m->now = updated(b, m, m->old);
	m->now = store(b, m->x, m->now);
}

static void
update_or_capture(struct fb *b, struct atomic *m)
{
	if (m->x.in_reg)
		in_register(b, m);
	else if (!by_machine(b, m))
		by_loop(b, m);
	if (m->a->kind == ATOMIC_CAPTURE)
		assign_v(b, m->a, m->a->capture_new ? m->now : m->old, m->t);
}

void
build_atomic(struct fb *b, struct omp *o)
{
	struct atomic m = { .a = &o->u.atomic, .t = o->u.atomic.x->type };

	m.x = build_lval(b, m.a->x);
	if (m.x.bits || !type_is_scalar(m.t) || !type_supported(m.t)) {
		error_at(b, m.a->x->place, "device code has no atomic access to %s",
			m.x.bits ? "bit-fields" : type_to_string(b->arena, m.t));
		return;
	}
	if (m.a->e)
		m.e = fresh(b, build_expr(b, m.a->e), reg_type(m.a->e->type), NULL);
	if (m.a->seq_cst || m.a->release)
		fence(b);
	if (m.a->kind == ATOMIC_READ || m.a->kind == ATOMIC_WRITE)
		read_or_write(b, &m);
	else
		update_or_capture(b, &m);
	if (m.a->seq_cst || m.a->acquire)
		fence(b);
}
