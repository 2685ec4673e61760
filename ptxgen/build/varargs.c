/*
 * varargs.c: functions with variable arguments (C11 6.5.2.2p6,7, 7.16).
 *
 * PTX has no '...' that all machines know, so a variadic function has one parameter more: the
 * address of memory in which the caller has laid the arguments behind the named ones, one after the
 * other, each aligned as its type is, but to 4 bytes at least.  A va_list is the address of the
 * next one; it fills the first 8 bytes of an object that is as large as the host's.  For scalars
 * this is also how the device's vprintf wants its arguments.
 */
#include "build/internal.h"

enum { LEAST = 4 }; /* no promoted argument is smaller, but a struct may be */

static uint64_t
alignment(const struct type *t)
{
	return t->align < LEAST ? LEAST : t->align;
}

/* ---- the caller ---- */

struct argument
evaluate_argument(struct fb *b, const struct expr *e, const struct type *to)
{
	struct argument a = { .v = ir_none() };

	if (!to && e->type->kind == TY_VA_LIST)
		error_at(b, e->place,
			"a va_list cannot be a variable argument in device code: pass its address");
	if (is_memory_type(e->type))
		a.record = build_record(b, e);
	else
		a.v = build_as(b, e, to ? to : e->type);
	return a;
}

/* Return where a call's variable arguments lie.  One slot serves many calls: it is read before the
 * next one is made. */
struct addr
buffer_of_calls(struct fb *b, struct call_buffer *buffer, const char *name, uint64_t size,
	uint64_t align)
{
	struct ir_slot **slot = b->region ? &buffer->region : &buffer->sequential;

	if (!*slot)
		*slot = ir_slot_new(b->f, SLOT_LOCAL, name, size, align);
	(*slot)->alone = b->serial;
	if ((*slot)->size < size)
		(*slot)->size = size;
	if ((*slot)->align < align)
		(*slot)->align = align;
	return addr_of(ir_slot_value(*slot, 0), SPACE_LOCAL);
}

struct addr
lay_arguments(struct fb *b, const struct argument *a, struct expr **args, int n, bool in_place)
{
	uint64_t size = 0, align = 8, at = 0;
	struct addr to;

	for (int i = 0; i < n; i++) {
		const struct type *t = args[i]->type;

		size = ir_align_up(size, alignment(t)) + ir_align_up(t->size, LEAST);
		align = alignment(t) > align ? alignment(t) : align;
	}
	size = ir_align_up(size, 8);
	to = in_place ? arguments_in_place(b, size, align) :
			buffer_of_calls(b, &b->varargs, "varargs", size, align);
	for (int i = 0; i < n; i++) {
		const struct type *t = args[i]->type;

		at = ir_align_up(at, alignment(t));
		if (is_memory_type(t))
			copy_bytes(b, addr_add(to, at), a[i].record, t->size, t->align);
		else
			store_at(b, addr_add(to, at), mem_type(t), false, a[i].v);
		at += ir_align_up(t->size, LEAST);
	}
	return to;
}

/* ---- the callee ---- */

void
build_va_start(struct fb *b, const struct expr *call)
{
	const struct inlined *fn = b->inlined;
	bool kernel = b->is_kernel && !fn->exit;

	if (kernel || !fn->decl->type->u.func.variadic)
		error_at(b, call->place,
			kernel ? "va_start in a target region: the function's arguments are on the "
				 "host's stack" :
				 "va_start in a function without '...'");
	else if (b->divides && b->region)
		error_at(b, call->place,
			"va_start in a parallel region, whose threads do not have the variable "
			"arguments of the thread that called: read them before the region");
	else {
		struct ir_value first = fresh(b, addr_value(b, fn->varargs), IR_I64, NULL);

		store(b, build_lval(b, call->u.call.args[0]), first);
	}
}

/* Return whether an argument has another type after the promotions (7.16.1.1p2). */
static bool
is_promoted(const struct type *t)
{
	return plain(t)->kind == TY_FLOAT || (type_is_integer(t) && t->size < 4);
}

struct addr
build_va_arg(struct fb *b, const struct expr *e)
{
	const struct type *t = e->type;
	uint64_t align = alignment(t);
	struct lval list = build_lval(b, e->u.sub);
	struct ir_value at;

	if (is_promoted(t) || t->kind == TY_ARRAY || t->kind == TY_VA_LIST || type_is_vla(t))
		error_at(b, e->place, "no variable argument has the type '%s'%s",
			type_to_string(b->arena, t),
			is_promoted(t) ? ": it comes promoted, as int or double" : "");
	at = load(b, list);
	if (align > LEAST) {
		at = ir_op2(&b->c, IR_ADD, IR_I64, at, ir_int(align - 1));
		at = ir_op2(&b->c, IR_AND, IR_I64, at, ir_int(-(int64_t)align));
	} else {
		at = fresh(b, at, IR_I64, NULL);
	}
	store(b, list, ir_op2(&b->c, IR_ADD, IR_I64, at, ir_int(ir_align_up(t->size, LEAST))));
	return addr_of(at, SPACE_GENERIC);
}
