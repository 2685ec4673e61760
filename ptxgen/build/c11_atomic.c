/*
 * c11_atomic.c: what the operators of C do to objects of type _Atomic T: =, op=, ++ and -- are one
 * sequentially consistent access each (C11 6.2.6.1p9, 6.5.2.4p2, 6.5.16.2p3), for the whole device.
 * expr.c sends them here.
 *
 * Reading one is atomic_read().  Initialising is no access (7.17.2.1), nor is copying a structure
 * that has atomic members; <stdatomic.h> is made of the builtins in sync.c.
 */
#include "build/internal.h"

static bool
is_subtraction(const struct expr *e)
{
	if (e->kind == EX_INCDEC)
		return e->u.incdec.dec;
	return e->u.assign.op == BIN_SUB || e->u.assign.op == BIN_PTRSUB;
}

/* Make of x op= e, for a pointer, one on its bytes. */
static struct operand
of_pointer(struct fb *b, const struct expr *e, const struct type *t, struct omp_atomic *a)
{
	a->op = is_subtraction(e) ? BIN_SUB : BIN_ADD;
	a->op_type = &long_type;
	return (struct operand){
		pointer_bytes(b, t->base, e->kind == EX_INCDEC ? NULL : e->u.assign.r), &long_type
	};
}

/* Make of x++ x += 1, for a type below int computed in int. */
static struct operand
of_step(const struct expr *e, const struct type *t, struct omp_atomic *a)
{
	a->op = is_subtraction(e) ? BIN_SUB : BIN_ADD;
	a->op_type = t->size < 4 ? &int_type : t->unqual;
	return (struct operand){ is_float_type(t) ? ir_float(1) : ir_int(1), a->op_type };
}

static struct operand
of_assignment(struct fb *b, const struct expr *e, const struct type *t, struct omp_atomic *a)
{
	const struct expr *r = e->u.assign.r;
	const struct type *in = r->type;
	struct ir_value v;

	a->plain_write = e->kind == EX_ASSIGN;
	a->op = e->u.assign.op;
	a->op_type = a->plain_write ? t->unqual : e->u.assign.op_type;
	if (a->plain_write)
		in = t->unqual;
	else if (a->op == BIN_SHL || a->op == BIN_SHR)
		in = &int_type; /* a count has a type of its own */
	v = build_as(b, r, in);
	return (struct operand){ fresh(b, v, reg_type(in), NULL), in };
}

struct ir_value
build_c11_atomic(struct fb *b, const struct expr *e)
{
	struct expr *object = e->kind == EX_INCDEC ? e->u.incdec.sub : e->u.assign.l;
	struct omp_atomic a = { .kind = ATOMIC_CAPTURE };
	struct lval x = build_lval(b, object);
	struct atomic_values v;
	struct operand o;

	if (!has_atomic_access(b, &x, object->place))
		return ir_int(0);
	if (e->kind == EX_COMPOUND_ASSIGN && is_complex_type(e->u.assign.op_type)) {
		error_at(b, e->place, "device code has no atomic access to %s",
			type_to_string(b->arena, e->u.assign.op_type));
		return ir_int(0);
	}
	a.capture_new = e->kind != EX_INCDEC || !e->u.incdec.post;
	if (e->kind != EX_ASSIGN && x.type->kind == TY_POINTER)
		o = of_pointer(b, e, x.type, &a);
	else if (e->kind == EX_INCDEC)
		o = of_step(e, x.type, &a);
	else
		o = of_assignment(b, e, x.type, &a);
	v = atomic_apply(b, &a, x, o, (struct operand){ ir_none(), NULL });
	return a.capture_new ? v.now : v.old;
}
