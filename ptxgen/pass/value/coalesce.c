/*
 * coalesce.c: a result that is only copied into a variable goes there directly, and a variable that
 * is only copied to be read once is read itself.
 *
 *      t = add a, b; …; sum = mov t    ->      sum = add a, b; …
 *      t = mov j; …; j = add t, 16     ->      …; j = add j, 16
 *
 * Requires: a plain graph.  Keeps everything else.  Only within a block, where t has no other use
 * and nothing in between reads or assigns the variable (or assigns it, in the second case).  It
 * makes the PTX read like the program.
 */
#include "pass/pass.h"

#include <stddef.h>

/* Return the instruction above `copy` that computes its source, if the result may go to the
 * variable at once; else NULL. */
static struct ir_inst *
producer(struct ir_inst *copy)
{
	ir_reg from = copy->src[0].u.reg;

	for (struct ir_inst *i = copy->prev; i; i = i->prev) {
		if (i->dst == from)
			return i;
		if (i->dst == copy->dst || ir_reads(i, copy->dst))
			return NULL;
	}
	return NULL;
}

/* Let the only use of a copy read the variable instead.  Return false unless it comes before the
 * variable's next value. */
static bool
read_itself(struct ir_inst *copy)
{
	ir_reg variable = copy->src[0].u.reg;

	for (struct ir_inst *i = copy->next; i; i = i->next) {
		if (ir_reads(i, copy->dst)) {
			ir_rename_uses(i, copy->dst, variable);
			return true;
		}
		if (i->dst == variable)
			return false;
	}
	return false;
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	struct arena *a = arena_new();
	uint32_t *defs = ir_count_defs(a, f), *uses = NEWN(a, uint32_t, f->nregs);

	(void)pc;
	ir_visit_func_uses(f, ir_count_use, uses);
	for (struct ir_block *b = f->blocks; b; b = b->next) {
		for (struct ir_inst *i = b->first, *next; i; i = next) {
			next = i->next;
			if (i->op != IR_MOV || i->src[0].kind != VAL_REG ||
				i->src[0].u.reg == i->dst)
				continue;
			if (uses[i->dst] == 1 && defs[i->dst] == 1 && read_itself(i)) {
				ir_remove(b, i);
				continue;
			}
			if (uses[i->src[0].u.reg] != 1 || defs[i->src[0].u.reg] != 1)
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

const struct pass pass_coalesce = { 'o', "coalesce",
	"results go straight into the variables they are for", run, false, 0 };
