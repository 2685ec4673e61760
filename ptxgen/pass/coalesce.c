/*
 * coalesce.c: a result that is only copied into a variable goes there directly.
 *
 *      t = add a, b; …; sum = mov t    ->      sum = add a, b; …
 *
 * Requires: a plain graph.  Keeps everything else.  Only within a block, where t has no other use and
 * nothing in between reads or assigns the variable.  It makes the PTX read like the program.
 */
#include "../pass.h"

#include <stddef.h>

struct reading {
	ir_reg reg;
	bool found;
};

static void
look(void *ctx, struct ir_value *v)
{
	struct reading *r = ctx;

	if (v->kind == VAL_REG && v->u.reg == r->reg)
		r->found = true;
}

static void
count(void *ctx, struct ir_value *v)
{
	if (v->kind == VAL_REG)
		((uint32_t *)ctx)[v->u.reg]++;
}

static bool
touches(struct ir_inst *i, ir_reg reg)
{
	struct reading r = { reg, i->dst == reg };

	ir_visit_uses(i, look, &r);
	return r.found;
}

/* The instruction above `copy` that computes its source, if the result may go to the variable at once. */
static struct ir_inst *
producer(struct ir_inst *copy)
{
	ir_reg from = copy->src[0].u.reg;

	for (struct ir_inst *i = copy->prev; i; i = i->prev) {
		if (i->dst == from)
			return i;
		if (touches(i, copy->dst))
			return NULL;
	}
	return NULL;
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	struct arena *a = arena_new();
	uint32_t *defs = ir_count_defs(a, f), *uses = NEWN(a, uint32_t, f->nregs);

	(void)pc;
	for (struct ir_block *b = f->blocks; b; b = b->next) {
		for (struct ir_inst *i = b->first; i; i = i->next)
			ir_visit_uses(i, count, uses);
		ir_visit_term_uses(b, count, uses);
	}
	for (struct ir_block *b = f->blocks; b; b = b->next) {
		for (struct ir_inst *i = b->first, *next; i; i = next) {
			next = i->next;
			if (i->op != IR_MOV || i->src[0].kind != VAL_REG || uses[i->src[0].u.reg] != 1
			    || defs[i->src[0].u.reg] != 1 || i->src[0].u.reg == i->dst)
				continue;
			struct ir_inst *p = producer(i);
			if (!p)
				continue;
			p->dst = i->dst;
			ir_remove(b, i);
		}
	}
	arena_free(a);
}

const struct pass pass_coalesce = { 'o', "coalesce", "results go straight into the variables they are for", run, false, 0 };
