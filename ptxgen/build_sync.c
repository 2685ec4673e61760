/*
 * build_sync.c: gcc's builtins for atomic accesses, __sync_… and __atomic_…, as atomic constructs of OpenMP
 * (build_atomic.c).  All are sequentially consistent, whatever memory order they name.
 */
#include <string.h>

#include "build_int.h"

enum what { W_OLD, W_NEW, W_EXCHANGE, W_LOAD, W_STORE, W_CLEAR, W_SET, W_CAS_OLD, W_CAS, W_CAS_EXPECTED, W_FENCE };

struct sync { const char *name; enum what what; enum binary_op op; };

#define FETCH(word, op) \
	{ "__sync_fetch_and_" word, W_OLD, op }, { "__sync_" word "_and_fetch", W_NEW, op }, \
	{ "__atomic_fetch_" word, W_OLD, op }, { "__atomic_" word "_fetch", W_NEW, op }

static const struct sync syncs[] = {
	FETCH("add", BIN_ADD), FETCH("sub", BIN_SUB), FETCH("and", BIN_AND), FETCH("or", BIN_OR), FETCH("xor", BIN_XOR),
	{ "__sync_val_compare_and_swap", W_CAS_OLD, BIN_EQ }, { "__sync_bool_compare_and_swap", W_CAS, BIN_EQ },
	{ "__atomic_compare_exchange_n", W_CAS_EXPECTED, BIN_EQ },
	{ "__sync_lock_test_and_set", W_EXCHANGE, 0 }, { "__atomic_exchange_n", W_EXCHANGE, 0 },
	{ "__atomic_load_n", W_LOAD, 0 }, { "__atomic_store_n", W_STORE, 0 },
	{ "__sync_lock_release", W_CLEAR, 0 }, { "__atomic_clear", W_CLEAR, 0 }, { "__atomic_test_and_set", W_SET, 0 },
	{ "__sync_synchronize", W_FENCE, 0 }, { "__atomic_thread_fence", W_FENCE, 0 },
	{ "__atomic_signal_fence", W_FENCE, 0 },
};

static struct expr *
node(struct fb *b, enum expr_kind kind, struct type *t, const struct expr *of)
{
	struct expr *e = NEW(b->arena, struct expr);

	e->kind = kind;
	e->type = t;
	e->place = of->place;
	return e;
}

static struct expr *
target_of(struct fb *b, struct expr *pointer)
{
	struct expr *x = node(b, EX_DEREF, pointer->type->base, pointer);

	x->u.sub = pointer;
	return x;
}

static struct expr *
number(struct fb *b, struct type *t, const struct expr *of, int v)
{
	struct expr *e = node(b, EX_INT, t, of);

	e->u.i = (uint64_t)v;
	return e;
}

/* The operand as a value of x's type [GCC 6.55]. */
static struct expr *
operand(struct fb *b, struct expr *e, struct type *t)
{
	struct expr *c = node(b, EX_CAST, t->unqual, e);

	c->u.sub = e;
	return c;
}

static struct omp_atomic
describe(struct fb *b, const struct sync *s, struct expr **args)
{
	struct expr *x = target_of(b, args[0]);
	struct omp_atomic a = { .kind = ATOMIC_CAPTURE, .seq_cst = true, .capture_new = s->what == W_NEW, .x = x,
		.op = s->op, .plain_write = s->what == W_EXCHANGE || s->what == W_STORE || s->what == W_CLEAR
		|| s->what == W_SET };

	a.compare = s->op == BIN_EQ && s->what >= W_CAS_OLD;
	a.op_type = x->type->unqual;
	if (s->what == W_CLEAR || s->what == W_SET)
		a.e = number(b, a.op_type, x, s->what == W_SET);
	else if (s->what == W_CAS_EXPECTED)
		a.e = target_of(b, args[1]);
	else if (s->what != W_LOAD)
		a.e = operand(b, args[1], x->type);
	if (a.compare)
		a.d = operand(b, args[2], x->type);
	return a;
}

static int
arguments_of(enum what what)
{
	switch (what) {
	case W_FENCE: return 0;
	case W_LOAD: case W_CLEAR: case W_SET: return 1;
	case W_CAS: case W_CAS_OLD: case W_CAS_EXPECTED: return 3;
	default: return 2;
	}
}

static struct ir_value
plain_load(struct fb *b, const struct omp_atomic *a)
{
	struct lval l = build_lval(b, a->x);
	struct ir_value v;

	l.is_volatile = true;
	ir_fence(&b->c, SCOPE_DEVICE);
	v = fresh(b, load(b, l), reg_type(l.type), NULL);
	ir_fence(&b->c, SCOPE_DEVICE);
	return v;
}

/* *expected = what was there, where that was another value. */
static void
store_expected(struct fb *b, const struct omp_atomic *a, const struct atomic_values *v)
{
	struct lval to = build_lval(b, a->e);

	store(b, to, fresh(b, v->old, reg_type(to.type), NULL));
}

bool
build_sync(struct fb *b, const struct expr *call, const char *name, struct ir_value *result)
{
	const struct sync *s = syncs, *end = syncs + sizeof syncs / sizeof *syncs;
	struct expr **args = call->u.call.args;
	struct atomic_values v;
	struct omp_atomic a;

	while (s < end && strcmp(s->name, name) != 0)
		s++;
	if (s == end || call->u.call.nargs < arguments_of(s->what))
		return false;
	*result = ir_int(0);
	if (s->what == W_FENCE) {
		ir_fence(&b->c, SCOPE_DEVICE);
		return true;
	}
	if (args[0]->type->kind != TY_POINTER || (s->what <= W_NEW && !type_is_integer(args[0]->type->base)))
		return false;
	a = describe(b, s, args);
	if (s->what == W_LOAD) {
		*result = plain_load(b, &a);
		return true;
	}
	v = atomic_change(b, &a);
	if (s->what == W_CAS_EXPECTED)
		store_expected(b, &a, &v);
	*result = s->what == W_NEW ? v.now : s->what == W_CAS || s->what == W_CAS_EXPECTED ? v.yes : v.old;
	return true;
}
