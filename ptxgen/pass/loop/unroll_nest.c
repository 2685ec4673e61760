/*
 * unroll_nest.c: which loops around loops are worth copies, for unroll.c.
 */
#include "pass/loop/unroll_int.h"

enum {
	MOST_NEST = 256,     /* instructions, of a loop around loops; */
	MOST_OWN_NEST = 512, /* … that access the thread's own arrays, which may become registers */
};

/* Return whether v comes of var, in a few steps inside u->l and outside the inner loop. */
static bool
comes_of(const struct unrolling *u, const struct loop *inner, struct ir_value v, ir_reg var,
	int depth)
{
	enum { DEEP = 4 };

	if (v.kind != VAL_REG || depth > DEEP)
		return false;
	if (v.u.reg == var)
		return true;
	for (uint32_t k = 0; k < u->l->nblocks; k++)
		for (struct ir_inst *d = u->l->block[k]->first; d; d = d->next)
			for (int n = 0; n < 4 && d->dst == v.u.reg; n++)
				if (!loop_has(inner, u->l->block[k]) &&
					comes_of(u, inner, d->src[n], var, depth + 1))
					return true;
	return false;
}

/* Return whether how often an inner loop of u->l runs depends on the variable of u->l, or on that of a
 * loop between them for which that is so. */
static bool
steers(const struct unrolling *u, const struct loop *loops, const struct loop *inner)
{
	struct induction i, between;

	if (!loop_progression(inner, loop_defs(u->a, u->f, inner), &i))
		return false;
	for (const struct loop *l = loops; l; l = l->next) {
		ir_reg var = u->i.var;

		if (l == inner || !loop_has(l, inner->head) || !loop_has(u->l, l->head))
			continue;
		if (l != u->l) {
			if (!loop_progression(l, loop_defs(u->a, u->f, l), &between))
				continue;
			var = between.var;
		}
		if ((comes_of(u, inner, i.bound, var, 0) ||
			    comes_of(u, inner, ir_r(i.var), var, 0) ||
			    comes_of(u, inner, i.operand, var, 0)) &&
			(l == u->l || steers(u, loops, l)))
			return true;
	}
	return false;
}

static bool
has_known_bound(const struct unrolling *u, const struct loop *inner)
{
	struct induction i;

	return loop_progression(inner, loop_defs(u->a, u->f, inner), &i) && i.bound.kind == VAL_INT;
}

/* Return how many instructions the copies of a loop around loops may have. */
static int64_t
most_of_nest(const struct loop *l)
{
	for (uint32_t k = 0; k < l->nblocks; k++)
		for (const struct ir_inst *i = l->block[k]->first; i; i = i->next)
			if ((i->op == IR_LD || i->op == IR_ST) && i->space == SPACE_LOCAL)
				return MOST_OWN_NEST;
	return MOST_NEST;
}

bool
unroll_takes_nest(const struct unrolling *u, const struct loop *loops, int64_t trips)
{
	if (trips <= 0 || trips * u->l->ninsts > most_of_nest(u->l))
		return false;
	for (const struct loop *o = loops; o; o = o->next)
		if (o != u->l && loop_has(u->l, o->head) && !steers(u, loops, o) &&
			(has_known_bound(u, o) || unroll_beside_lookups(u) < 0))
			return false;
	return true;
}
