/*
 * sync.c: gcc's builtins for atomic accesses, __sync_… and __atomic_…, as atomic constructs of
 * OpenMP (build/omp/atomic.c).  All are sequentially consistent, whatever memory order they name.
 */
#include <string.h>

#include "build/internal.h"

enum what {
	W_OLD,
	W_NEW,
	W_EXCHANGE,
	W_LOAD,
	W_STORE,
	W_CLEAR,
	W_SET,
	W_CAS_OLD,
	W_CAS,
	W_CAS_EXPECTED,
	W_FENCE,
	W_LOCK_FREE
};

/* What a builtin does; indirect: values come from and go to where arguments point. */
struct sync {
	const char *name;
	enum what what;
	enum binary_op op;
	bool indirect;
};

#define DIRECT(name, what, op) \
	{ \
		name, what, op, false \
	}
#define FETCH(word, op) \
	DIRECT("__sync_fetch_and_" word, W_OLD, op), \
		DIRECT("__sync_" word "_and_fetch", W_NEW, op), \
		DIRECT("__atomic_fetch_" word, W_OLD, op), \
		DIRECT("__atomic_" word "_fetch", W_NEW, op)

static const struct sync syncs[] = {
	FETCH("add", BIN_ADD),
	FETCH("sub", BIN_SUB),
	FETCH("and", BIN_AND),
	FETCH("or", BIN_OR),
	FETCH("xor", BIN_XOR),
	DIRECT("__sync_val_compare_and_swap", W_CAS_OLD, BIN_EQ),
	DIRECT("__sync_bool_compare_and_swap", W_CAS, BIN_EQ),
	DIRECT("__atomic_compare_exchange_n", W_CAS_EXPECTED, BIN_EQ),
	{ "__atomic_compare_exchange", W_CAS_EXPECTED, BIN_EQ, true },
	DIRECT("__sync_lock_test_and_set", W_EXCHANGE, 0),
	DIRECT("__atomic_exchange_n", W_EXCHANGE, 0),
	{ "__atomic_exchange", W_EXCHANGE, 0, true },
	DIRECT("__atomic_load_n", W_LOAD, 0),
	DIRECT("__atomic_store_n", W_STORE, 0),
	{ "__atomic_load", W_LOAD, 0, true },
	{ "__atomic_store", W_STORE, 0, true },
	DIRECT("__sync_lock_release", W_CLEAR, 0),
	DIRECT("__atomic_clear", W_CLEAR, 0),
	DIRECT("__atomic_test_and_set", W_SET, 0),
	DIRECT("__sync_synchronize", W_FENCE, 0),
	DIRECT("__atomic_thread_fence", W_FENCE, 0),
	DIRECT("__atomic_signal_fence", W_FENCE, 0),
	DIRECT("__atomic_is_lock_free", W_LOCK_FREE, 0),
	DIRECT("__atomic_always_lock_free", W_LOCK_FREE, 0),
};

/* The type of flags: bytes, whatever the pointer to them says.  atomic_flag is a structure [GCC
 * 6.55]. */
static const struct type flag_type = { .kind = TY_UCHAR, .size = 1, .align = 1 };

static int
arguments_of(const struct sync *s)
{
	switch (s->what) {
	case W_FENCE: return 0;
	case W_LOAD: return s->indirect ? 2 : 1;
	case W_CLEAR:
	case W_SET:
	case W_LOCK_FREE: return 1;
	case W_CAS:
	case W_CAS_OLD:
	case W_CAS_EXPECTED: return 3;
	case W_EXCHANGE: return s->indirect ? 3 : 2;
	default: return 2;
	}
}

/* Return what the first argument points to.  Its type says how wide the access is. */
static struct lval
object(struct fb *b, const struct sync *s, const struct expr *pointer)
{
	const struct type *t = pointer->type->base;

	if (s->what == W_SET || strcmp(s->name, "__atomic_clear") == 0)
		t = &flag_type;
	return mem_lval(build_pointer(b, pointer), t);
}

/* Return a value of type t that a pointer leads to. */
static struct lval
pointed(struct fb *b, const struct expr *pointer, const struct type *t)
{
	return mem_lval(build_pointer(b, pointer), plain(t));
}

static struct operand
operand(struct fb *b, struct ir_value v, const struct type *t)
{
	return (struct operand){ fresh(b, v, reg_type(t), NULL), plain(t) };
}

static struct operand
argument(struct fb *b, const struct sync *s, const struct expr *e, const struct type *t)
{
	return operand(b, s->indirect ? load(b, pointed(b, e, t)) : build_as(b, e, plain(t)), t);
}

static struct omp_atomic
describe(const struct sync *s, const struct type *t)
{
	struct omp_atomic a = { .kind = ATOMIC_CAPTURE, .op = s->op };

	a.capture_new = s->what == W_NEW || s->what == W_STORE || s->what == W_CLEAR;
	a.plain_write = s->what == W_EXCHANGE || s->what == W_STORE || s->what == W_CLEAR ||
		s->what == W_SET;
	a.compare = s->op == BIN_EQ && s->what >= W_CAS_OLD;
	a.op_type = s->what <= W_NEW && t->kind == TY_POINTER ? &long_type : plain(t);
	return a;
}

/* Store what was there in *expected if it was another value.  If not, *expected may be another
 * thread's already. */
static void
store_expected(struct fb *b, struct lval expected, struct atomic_values v)
{
	struct ir_block *differs = new_block(b), *end = new_block(b);

	ir_branch(&b->c, to_cond(b, v.yes, &int_type), end, differs);
	begin_block(b, differs);
	store(b, expected, fresh(b, v.old, reg_type(expected.type), NULL));
	begin_block(b, end);
}

static struct atomic_values
changed(struct fb *b, const struct sync *s, struct expr **args, struct lval x)
{
	struct omp_atomic a = describe(s, x.type);
	struct operand e, d = { ir_none(), NULL };
	struct lval expected = { 0 };
	struct atomic_values v;

	if (s->what == W_CLEAR || s->what == W_SET) {
		e = (struct operand){ ir_int(s->what == W_SET), &int_type };
	} else if (s->what == W_CAS_EXPECTED) {
		expected = pointed(b, args[1], x.type);
		e = operand(b, load(b, expected), x.type);
	} else {
		e = argument(b, s, args[1], x.type);
	}
	if (a.compare)
		d = argument(b, s, args[2], x.type);
	v = atomic_apply(b, &a, x, e, d);
	if (s->what == W_CAS_EXPECTED)
		store_expected(b, expected, v);
	return v;
}

static struct ir_value
result_of(struct fb *b, const struct sync *s, struct expr **args, struct lval x,
	struct atomic_values v)
{
	switch (s->what) {
	case W_NEW:
	case W_STORE:
	case W_CLEAR: return v.now;
	case W_CAS:
	case W_CAS_EXPECTED: return v.yes;
	case W_LOAD:
	case W_EXCHANGE:
		if (s->indirect) {
			struct ir_value old = fresh(b, v.old, reg_type(x.type), NULL);

			store(b, pointed(b, args[s->what == W_LOAD ? 1 : 2], x.type), old);
		}
		return v.old;
	default: return v.old;
	}
}

/* Return whether the size, which is constant for an object, is one of the machine's. */
static bool
is_lock_free(const struct expr *size)
{
	int64_t n;

	return const_int(size, &n) && (n == 1 || n == 2 || n == 4 || n == 8);
}

bool
build_sync(struct fb *b, const struct expr *call, const char *name, struct ir_value *result)
{
	const struct sync *s = syncs, *end = syncs + sizeof syncs / sizeof *syncs;
	struct expr **args = call->u.call.args;
	struct atomic_values v = { ir_int(0), ir_int(0), ir_int(0) };
	struct lval x;

	while (s < end && strcmp(s->name, name) != 0)
		s++;
	if (s == end || call->u.call.nargs < arguments_of(s))
		return false;
	*result = ir_int(0);
	if (s->what == W_FENCE) {
		ir_fence(&b->c, SCOPE_DEVICE_SC);
		return true;
	}
	if (s->what == W_LOCK_FREE) {
		*result = ir_int(is_lock_free(args[0]));
		return true;
	}
	if (args[0]->type->kind != TY_POINTER ||
		(s->what <= W_NEW && is_float_type(args[0]->type->base)))
		return false;
	x = object(b, s, args[0]);
	if (!has_atomic_access(b, &x, args[0]->place))
		return true;
	if (s->what == W_LOAD)
		v.old = atomic_read(b, x, args[0]->place);
	else
		v = changed(b, s, args, x);
	*result = result_of(b, s, args, x, v);
	return true;
}
