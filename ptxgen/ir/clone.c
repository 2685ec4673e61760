/*
 * clone.c: a kernel once more, under another name.
 *
 * An entry point of its own starts as a copy of the kernel that the builder made (before its
 * scheme), since schemes and passes rewrite graphs in place.  Registers and ids keep their numbers;
 * types, parameters, symbols and reductions are shared, because nobody changes them.  Not for
 * device functions: their symbols point at them.
 */
#include <string.h>

#include "ir/ir.h"

struct cloning {
	struct ir_func *to;
	struct ir_block **block; /* by id */
	struct ir_slot **slot;   /* by id */
	struct ir_construct **from,
		**construct; /* the old ones and their copies, in the same order */
};

static struct ir_construct *
construct_copy(const struct cloning *c, const struct ir_construct *old)
{
	for (uint32_t i = 0; old && i < c->to->nconstructs; i++)
		if (c->from[i] == old)
			return c->construct[i];
	return NULL;
}

static struct ir_block *
block_copy(const struct cloning *c, const struct ir_block *old)
{
	return old ? c->block[old->id] : NULL;
}

static void
move_slot(void *ctx, struct ir_value *v)
{
	const struct cloning *c = ctx;

	if (v->kind == VAL_SLOT)
		v->u.slot = c->slot[v->u.slot->id];
}

static struct ir_inst *
copy_inst(struct cloning *c, const struct ir_inst *old)
{
	struct ir_inst *i = NEW(c->to->arena, struct ir_inst);

	*i = *old;
	i->construct = construct_copy(c, old->construct);
	if (old->call)
		i->call = ir_call_copy(c->to->arena, old->call);
	ir_visit_uses(i, move_slot, c);
	return i;
}

static void
copy_block(struct cloning *c, const struct ir_block *old)
{
	struct ir_block *b = c->block[old->id];
	struct ir_block *next = block_copy(c, old->next);

	*b = *old;
	b->next = next;
	b->first = b->last = NULL;
	for (const struct ir_inst *i = old->first; i; i = i->next) {
		struct ir_inst *copy = copy_inst(c, i);
		copy->prev = b->last;
		copy->next = NULL;
		*(b->last ? &b->last->next : &b->first) = copy;
		b->last = copy;
	}
	b->to[0] = block_copy(c, old->to[0]);
	b->to[1] = block_copy(c, old->to[1]);
	b->construct = construct_copy(c, old->construct);
	b->in = construct_copy(c, old->in);
	b->table = NEWN(c->to->arena, struct ir_block *, old->ntable + 1);
	for (int i = 0; i < old->ntable; i++)
		b->table[i] = block_copy(c, old->table[i]);
	move_slot(c, &b->cond);
}

static void
copy_construct(const struct cloning *c, uint32_t k)
{
	const struct ir_construct *old = c->from[k];
	struct ir_construct *new = c->construct[k];

	*new = *old;
	new->parent = construct_copy(c, old->parent);
	new->region = construct_copy(c, old->region);
	new->body = block_copy(c, old->body);
	new->next = block_copy(c, old->next);
}

static void
copy_slots(struct cloning *c, const struct ir_func *old)
{
	struct ir_slot **end = &c->to->slots;

	*end = NULL;
	for (const struct ir_slot *s = old->slots; s; s = s->next) {
		struct ir_slot *copy = NEW(c->to->arena, struct ir_slot);
		*copy = *s;
		copy->next = NULL;
		*end = c->slot[s->id] = copy;
		end = &copy->next;
	}
}

struct ir_func *
ir_clone(const struct ir_func *old, const char *name)
{
	struct arena *a = old->arena;
	struct ir_func *f = NEW(a, struct ir_func);
	struct cloning c = { f, NEWN(a, struct ir_block *, old->nblocks + 1),
		NEWN(a, struct ir_slot *, old->nslots + 1), old->constructs,
		NEWN(a, struct ir_construct *, old->nconstructs + 1) };

	*f = *old;
	f->name = name;
	f->kernel = NEW(a, struct ir_kernel_info);
	*f->kernel = *old->kernel;
	f->regs = NEWN(a, struct ir_reg_info, old->regs_cap);
	memcpy(f->regs, old->regs, old->nregs * sizeof *f->regs);
	f->constructs = c.construct;
	f->constructs_cap = old->nconstructs + 1;
	copy_slots(&c, old);
	for (const struct ir_block *b = old->blocks; b; b = b->next)
		c.block[b->id] = NEW(a, struct ir_block);
	for (uint32_t i = 0; i < old->nconstructs; i++)
		c.construct[i] = NEW(a, struct ir_construct);
	for (const struct ir_block *b = old->blocks; b; b = b->next)
		copy_block(&c, b);
	for (uint32_t i = 0; i < old->nconstructs; i++)
		copy_construct(&c, i);
	f->blocks = block_copy(&c, old->blocks);
	f->last_block = block_copy(&c, old->last_block);
	return f;
}
