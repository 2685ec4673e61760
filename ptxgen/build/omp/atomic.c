/*
 * atomic.c: the atomic construct (OpenMP 5.2 [15.8.4]).
 *
 * An operation that the machine has is one ATOM; every other one is a compare-and-swap loop
 * (ir/atomic.h).  Adding doubles is an ATOM too; a later pass lowers it where the target lacks it.
 * Reads and writes are single accesses that the hardware does not tear.
 */
#include "ir/atomic.h"
#include "build/internal.h"

struct atomic {
	const struct omp_atomic *a;
	const struct type *t; /* of x */
	struct lval x;
	struct operand e, d;      /* in the types they were written in */
	struct ir_value old, now; /* x before and after, in t */
};

static struct ir_value
as(struct fb *b, struct operand o, const struct type *t)
{
	return convert(b, o.v, o.type, t);
}

/* ---- x = x op e ? d : x ---- */

/* Compare as == of OpenMP does: representations, as memcmp [OpenMP 5.2, 4.3.1.3]. */
static struct ir_value
holds(struct fb *b, const struct atomic *m, struct ir_value old)
{
	const struct type *t = m->a->op_type;
	enum ir_type type = reg_type(t), bits = t->size == 8 ? IR_I64 : IR_I32;
	struct ir_value x = convert(b, old, m->t, t), e = as(b, m->e, t);

	if (m->a->op != BIN_EQ || !is_float_type(t))
		return build_compare(b, m->a->op, t, x, e);
	e = ir_convert(&b->c, IR_BITCAST, bits, type, e);
	return ir_compare(&b->c, IR_EQ, bits, ir_convert(&b->c, IR_BITCAST, bits, type, x), e);
}

static struct ir_value
chosen(struct fb *b, const struct atomic *m, struct ir_value old)
{
	struct ir_value yes = holds(b, m, old), d = as(b, m->d, m->t);

	return ir_op3(&b->c, IR_SELECT, reg_type(m->t), yes, d, old);
}

/* Return x op e or e op x, computed in op_type (6.5.16.2), as a value of x's type. */
static struct ir_value
updated(struct fb *b, const struct atomic *m, struct ir_value old)
{
	const struct type *t = m->a->op_type;
	bool shift = m->a->op == BIN_SHL || m->a->op == BIN_SHR;
	struct ir_value x, e;

	if (m->a->compare)
		return chosen(b, m, old);
	x = convert(b, old, m->t, t);
	if (m->a->plain_write)
		return as(b, m->e, m->t);
	e = as(b, m->e, shift && !m->a->x_on_right ? &int_type : t);
	if (shift && m->a->x_on_right)
		x = convert(b, old, m->t, &int_type);
	if (m->a->x_on_right)
		return convert(b, build_binary(b, m->a->op, t, e, x), t, m->t);
	return convert(b, build_binary(b, m->a->op, t, x, e), t, m->t);
}

/* ---- one instruction ---- */

static struct ir_value
atom(struct fb *b, enum ir_atom op, enum ir_type type, struct addr at, struct ir_value v,
	struct ir_value v2)
{
	static const enum ir_mem mem[] = { [IR_I32] = MEM_32,
		[IR_I64] = MEM_64,
		[IR_F32] = MEM_F32,
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

/* Find the operation as the machine's.  Pointers to 8- and 16-bit objects have none. */
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
		return plain(in)->kind == plain(t)->kind &&
			(o == BIN_ADD || (o == BIN_SUB && !m->a->x_on_right));
	if (!type_is_integer(in))
		return false;
	*op = o == BIN_AND ? ATOM_AND : o == BIN_OR ? ATOM_OR : o == BIN_XOR ? ATOM_XOR : ATOM_ADD;
	return o == BIN_AND || o == BIN_OR || o == BIN_XOR || o == BIN_ADD ||
		(o == BIN_SUB && !m->a->x_on_right);
}

/* Find the comparison as the machine's.  It has one where the conversions to its type keep the
 * bits. */
static bool
machine_comparison(const struct atomic *m, enum ir_atom *op)
{
	const struct type *t = m->t, *in = m->a->op_type;

	if (t->size < 4 || plain(t)->kind == TY_BOOL || in->size != t->size ||
		is_float_type(in) != is_float_type(t))
		return false;
	*op = ATOM_CAS;
	if (m->a->op == BIN_EQ)
		return true;
	if (m->a->op == BIN_GT)
		*op = is_unsigned_type(in) ? ATOM_MIN_U : ATOM_MIN_S;
	else
		*op = is_unsigned_type(in) ? ATOM_MAX_U : ATOM_MAX_S;
	return !is_float_type(t);
}

/* Return a value as the bits that EXCH and CAS work on. */
static struct ir_value
bits_of(struct fb *b, enum ir_type word, enum ir_type type, struct ir_value v)
{
	return word == type ? v : ir_convert(&b->c, IR_BITCAST, word, type, v);
}

static bool
by_machine(struct fb *b, struct atomic *m)
{
	enum ir_type type = reg_type(m->t), word = type;
	struct ir_value v, d = ir_none();
	enum ir_atom op;

	if (!(m->a->compare ? machine_comparison(m, &op) : machine_op(m, &op)))
		return false;
	v = as(b, m->e, m->t);
	if (op == ATOM_ADD && m->a->op == BIN_SUB)
		v = ir_op1(&b->c, IR_NEG, type, v);
	if ((op == ATOM_EXCH || op == ATOM_CAS) && is_float_type(m->t))
		word = type == IR_F64 ? IR_I64 : IR_I32;
	if (op == ATOM_CAS)
		d = bits_of(b, word, type, as(b, m->d, m->t));
	m->old = bits_of(b, type, word, atom(b, op, word, m->x.addr, bits_of(b, word, type, v), d));
	if (m->a->kind == ATOMIC_CAPTURE && m->a->capture_new)
		m->now = updated(b, m, m->old);
	return true;
}

/* ---- compare and swap ---- */

struct update {
	struct fb *b;
	const struct atomic *m;
};

static struct ir_value
update(struct ir_cursor *c, struct ir_value old, void *ctx)
{
	struct update *u = ctx;

	(void)c; /* it is the builder's own */
	return updated(u->b, u->m, old);
}

static void
by_loop(struct fb *b, struct atomic *m)
{
	struct update u = { b, m };
	struct addr at = m->x.addr;
	struct ir_block *last;

	at.base = whole_address(b, at);
	last = b->c.block;
	m->old = atomic_loop(&b->c, mem_type(m->t), at.space, at.base, update, &u, false, &m->now);
	while (last != b->c.block) {
		last = last->next;
		vec_push(b->arena, &b->order, last);
	}
}

/* ---- the construct ---- */

static void
assign(struct fb *b, const struct expr *to, struct ir_value v, const struct type *from)
{
	struct lval l = build_lval(b, to);

	v = convert(b, v, from, l.type);
	store(b, l, fresh(b, v, reg_type(l.type), NULL));
	note_assignment(b, to);
}

static void
read_or_write(struct fb *b, struct atomic *m)
{
	m->x.is_volatile = true;
	if (m->a->kind == ATOMIC_READ)
		assign(b, m->a->v, load(b, m->x), m->t);
	else
		store(b, m->x, fresh(b, as(b, m->e, m->t), reg_type(m->t), NULL));
}

/* Return whether x is this thread's own: in a register or local slot. */
static bool
is_own(const struct lval *x)
{
	return x->in_reg ||
		(x->addr.base.kind == VAL_SLOT && x->addr.base.u.slot->kind == SLOT_LOCAL);
}

static void
in_register(struct fb *b, struct atomic *m)
{
	if (!m->a->plain_write || !m->a->capture_new) /* else it may not have a value yet */
		m->old = fresh(b, load(b, m->x), reg_type(m->t), NULL);
	m->now = updated(b, m, m->old);
	m->now = store(b, m->x, m->now);
}

static void
capture(struct fb *b, const struct atomic *m)
{
	const struct omp_atomic *a = m->a;
	struct ir_block *not = new_block(b), *end = new_block(b);
	struct ir_value yes;

	if (!a->r && !a->v_where_not) {
		assign(b, a->v, a->capture_new ? m->now : m->old, m->t);
		return;
	}
	yes = holds(b, m, m->old);
	if (a->r)
		assign(b, a->r, from_cond(b, yes), &int_type);
	if (!a->v_where_not)
		return;
	ir_branch(&b->c, yes, end, not );
	begin_block(b, not );
	assign(b, a->v, m->old, m->t);
	begin_block(b, end);
}

static void
change(struct fb *b, struct atomic *m)
{
	if (is_own(&m->x))
		in_register(b, m);
	else if (!by_machine(b, m))
		by_loop(b, m);
}

bool
has_atomic_access(struct fb *b, const struct lval *x, struct place place)
{
	const struct type *t = plain(x->type);

	const char *what = NULL;

	if (x->bits)
		what = "bit-fields";
	else if (!type_is_scalar(t) || t->kind == TY_COMPLEX || !type_supported(t))
		what = type_to_string(b->arena, t);
	else if (!x->in_reg && is_misaligned(*x))
		what = "members that are not aligned";
	if (what)
		error_at(b, place, "device code has no atomic access to %s", what);
	return !what;
}

static struct operand
operand(struct fb *b, const struct expr *e)
{
	if (is_complex_type(e->type)) {
		error_at(b, e->place, "device code has no atomic access to %s",
			type_to_string(b->arena, e->type));
		return (struct operand){ ir_int(0), &int_type };
	}
	return (struct operand){ fresh(b, build_expr(b, e), reg_type(e->type), NULL), e->type };
}

/* Build the operands.  Return false after a message. */
static bool
begin_atomic(struct fb *b, struct atomic *m)
{
	m->t = m->a->x->type;
	m->x = build_lval(b, m->a->x);
	if (!has_atomic_access(b, &m->x, m->a->x->place))
		return false;
	if (m->a->e)
		m->e = operand(b, m->a->e);
	if (m->a->d)
		m->d = operand(b, m->a->d);
	if (m->a->seq_cst || m->a->release)
		ir_fence(&b->c, m->a->seq_cst ? SCOPE_DEVICE_SC : SCOPE_DEVICE);
	return true;
}

void
build_atomic(struct fb *b, struct omp *o)
{
	struct atomic m = { .a = &o->u.atomic };

	if (!begin_atomic(b, &m))
		return;
	if (m.a->kind == ATOMIC_READ || m.a->kind == ATOMIC_WRITE)
		read_or_write(b, &m);
	else
		change(b, &m);
	if (m.a->kind == ATOMIC_CAPTURE)
		capture(b, &m);
	if (m.a->seq_cst || m.a->acquire)
		ir_fence(&b->c, SCOPE_DEVICE);
}

/* ---- without a construct: builtins, and objects of type _Atomic T ---- */

struct ir_value
atomic_read(struct fb *b, struct lval x, struct place place)
{
	struct ir_value v;

	if (!has_atomic_access(b, &x, place))
		return ir_int(0);
	if (is_own(&x))
		return load(b, x);
	x.is_volatile = true;
	ir_fence(&b->c, SCOPE_DEVICE_SC);
	v = fresh(b, load(b, x), reg_type(x.type), NULL);
	ir_fence(&b->c, SCOPE_DEVICE);
	return v;
}

struct atomic_values
atomic_apply(struct fb *b, const struct omp_atomic *a, struct lval x, struct operand e,
	struct operand d)
{
	struct atomic m = { .a = a, .t = x.type, .x = x, .e = e, .d = d };
	struct atomic_values v = { ir_int(0), ir_int(0), ir_int(0) };

	if (is_own(&x)) { /* no other thread can tell */
		in_register(b, &m);
	} else if (a->plain_write && a->capture_new) { /* a store, which needs no fence behind it */
		ir_fence(&b->c, SCOPE_DEVICE_SC);
		m.x.is_volatile = true;
		m.now = store(b, m.x, fresh(b, as(b, e, x.type), reg_type(x.type), NULL));
	} else {
		ir_fence(&b->c, SCOPE_DEVICE_SC);
		change(b, &m);
		ir_fence(&b->c, SCOPE_DEVICE);
	}
	v.old = m.old, v.now = m.now;
	if (a->compare)
		v.yes = from_cond(b, holds(b, &m, m.old));
	return v;
}
