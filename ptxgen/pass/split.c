/*
 * split.c: a variable that a block assigns several times gets a register for each value but the last.
 *
 *      a = x; b = a * 3; a = a + b      ->      a$2 = x; b = a$2 * 3; a = a$2 + b
 *
 * Requires: a plain graph.  Keeps everything else.  Passes look through registers that are assigned
 * once, and loops written out and arrays made registers leave long blocks of the other kind.
 */
#include "pass/pass.h"

struct splitting {
	struct ir_func *f;
	ir_reg *as; /* by register, those of the snapshot: what it is called now */
	uint32_t nregs;
};

static void
rename_use(void *ctx, struct ir_value *v)
{
	const struct splitting *s = ctx;

	if (v->kind == VAL_REG && v->u.reg < s->nregs && s->as[v->u.reg])
		v->u.reg = s->as[v->u.reg];
}

/* Count how often b assigns each register. */
static void
count(const struct ir_block *b, uint32_t *left)
{
	for (const struct ir_inst *i = b->first; i; i = i->next)
		left[i->dst]++;
}

static void
split_block(struct splitting *s, struct ir_block *b, uint32_t *left)
{
	count(b, left);
	for (struct ir_inst *i = b->first; i; i = i->next) {
		ir_reg r = i->dst;

		ir_visit_uses(i, rename_use, s);
		if (r == IR_NOREG)
			continue;
		s->as[r] = --left[r] ? ir_reg_new(s->f, s->f->regs[r].type, s->f->regs[r].name) :
				       IR_NOREG;
		if (s->as[r]) {
			s->f->regs[s->as[r]].nonneg = s->f->regs[r].nonneg;
			i->dst = s->as[r];
		}
	}
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	struct arena *a = arena_new();
	struct splitting s = { f, NEWN(a, ir_reg, f->nregs), f->nregs };
	uint32_t *left = NEWN(a, uint32_t, f->nregs);

	(void)pc;
	for (struct ir_block *b = f->blocks; b; b = b->next)
		split_block(&s, b, left);
	arena_free(a);
}

const struct pass pass_split = { 'q', "split", "each value of a variable gets a register", run,
	false, 0 };
