/*
 * declared.c: reductions that the program declares (OpenMP 5.2 [5.5.11]): what their initialiser
 * and combiner do to one private copy, or to one element of it.
 *
 * A combiner can be any code on any type, so no atomic does it.  The threads of a region combine
 * their values by calls of it, as a function (work/declared.c).  What is left goes into the original
 * in a critical construct of the reduction's own: one value for each team, or those of all threads
 * where they are masters of teams, or the combiner has to know where it is.
 */
#include "build/internal.h"

/* Return the place behind a variable of the declaration.  It is in memory: the expressions may take
 * its address. */
static struct lval
stand_in(struct fb *b, struct decl *d)
{
	const struct type *t = d->type;
	struct ir_slot *s = ir_slot_new(b->f, SLOT_LOCAL, d->name, t->size, t->align);
	struct home *h = mem_home(b, addr_of(ir_slot_value(s, 0), SPACE_LOCAL));

	bind_home(b, d, h);
	return home_lval(b, h, t);
}

static void
copy(struct fb *b, struct lval to, struct lval from)
{
	if (is_memory_type(to.type))
		copy_bytes(b, to.addr, from.addr, to.type->size, to.type->align);
	else
		store(b, to, load(b, from));
}

static void
initial_value(struct fb *b, const struct omp_declared_reduction *r, struct lval priv)
{
	const struct init *i = r->priv ? r->priv->init : NULL;

	if (!i || is_memory_type(r->type))
		zero_bytes(b, priv.addr, r->type->size, r->type->align);
	if (r->initializer)
		build_effects(b, r->initializer);
	else if (i && is_memory_type(r->type))
		build_initializer(b, priv.addr, r->priv);
	else if (i)
		store(b, priv, build_as(b, i->value, r->type));
}

void
declared_begin(struct fb *b, const struct omp_declared_reduction *r, struct lval to,
	struct lval original)
{
	struct lval priv;

	if (!r->priv) {
		if (is_memory_type(r->type))
			zero_bytes(b, to.addr, r->type->size, r->type->align);
		else
			store(b, to, convert(b, ir_int(0), &int_type, r->type));
		return;
	}
	priv = stand_in(b, r->priv);
	if (r->reads_original)
		copy(b, stand_in(b, r->orig), original);
	initial_value(b, r, priv);
	copy(b, to, priv);
}

void
declared_combine(struct fb *b, const struct omp_declared_reduction *r, struct lval to,
	struct lval from, bool among_threads)
{
	struct ir_construct *c = NULL;
	struct lval out;

	if (among_threads) {
		c = ir_construct_new(b->f, CON_CRITICAL, b->in);
		c->directive = "declare reduction";
		c->u.critical.name = "$reduction";
		enter_construct(b, c);
	}
	out = stand_in(b, r->out);
	copy(b, out, to);
	copy(b, stand_in(b, r->in), from);
	build_effects(b, r->combiner);
	copy(b, to, out);
	if (c)
		leave_construct(b, c);
}

void
declared_function(struct fb *b, const struct omp_declared_reduction *r)
{
	struct decl *d[2] = { r->out, r->in };
	struct ir_value at[2];

	scan_declared(b, r);
	begin_block(b, new_block(b));
	for (int k = 0; k < 2; k++)
		at[k] = load_param(b, k, 0, MEM_64, d[k]->name);
	begin_block(b, new_block(b));
	for (int k = 0; k < 2; k++)
		bind_home(b, d[k], mem_home(b, addr_of(at[k], SPACE_GENERIC)));
	build_effects(b, r->combiner);
}

bool
declared_is_shared(struct fb *b, const struct omp_declared_reduction *r, const struct type *t)
{
	enum { MOST_BYTES = 512 }; /* as many for each warp lie in shared memory */

	return b->region && t->size <= MOST_BYTES && !needs_place(b->u, r->combiner);
}

struct ir_reduce *
declared_share(struct fb *b, const struct omp_declared_reduction *r, struct lval *value)
{
	const struct type *t = value->type;
	struct ir_reduce *how;
	struct ir_slot *s;
	struct lval share;

	if (!declared_is_shared(b, r, t))
		return NULL;
	how = NEW(b->arena, struct ir_reduce);
	how->type = IR_I32;
	how->combiner = combiner_symbol(b->u, r);
	how->unit = t->align < 8 ? 4 : 8;
	how->bytes = ir_align_up(t->size, how->unit);
	s = ir_slot_new(b->f, SLOT_LOCAL, r->out->name, how->bytes, 8);
	share = mem_lval(addr_of(ir_slot_value(s, 0), SPACE_LOCAL), t);
	copy(b, share, *value);
	*value = share;
	return how;
}
