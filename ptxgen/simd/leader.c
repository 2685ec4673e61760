/*
 * leader.c: what the two forms share in which only leaders execute a region's code outside simd
 * loops: what a loop's lanes must be told, and where the code ends.
 */
#include "simd/internal.h"

struct finding {
	const bool *computed; /* by register */
	bool *listed;
	struct simd_arguments *to;
};

static void
note_argument(void *ctx, struct ir_value *v)
{
	struct finding *d = ctx;

	if (v->kind != VAL_REG || !d->computed[v->u.reg] || d->listed[v->u.reg])
		return;
	d->listed[v->u.reg] = true;
	d->to->reg[d->to->n++] = v->u.reg;
}

/* Return the registers that the region assigns outside loop, where other lanes do not come by. */
static bool *
computed_outside(struct simd *s, const struct ir_construct *loop)
{
	bool *computed = NEWN(s->f->arena, bool, s->f->nregs);

	for (struct ir_block *b = s->f->blocks; b; b = b->next) {
		if (!simd_has(s, b) || simd_in_loop(b, loop) || b == s->region->u.parallel.entry)
			continue;
		for (struct ir_inst *i = b->first; i; i = i->next)
			computed[i->dst] = true;
	}
	computed[IR_NOREG] = false;
	return computed;
}

struct simd_arguments
simd_arguments(struct simd *s, struct ir_construct *loop)
{
	struct simd_arguments a = { NEWN(s->f->arena, ir_reg, s->f->nregs), 0 };
	struct finding d = { computed_outside(s, loop), NEWN(s->f->arena, bool, s->f->nregs), &a };

	for (struct ir_block *b = s->f->blocks; b; b = b->next) {
		if (!simd_in_loop(b, loop))
			continue;
		ir_visit_block_uses(b, note_argument, &d);
	}
	note_argument(&d, &loop->u.loop.count);
	for (const struct ir_combine *c = loop->u.loop.simd.combines; c; c = c->next) {
		struct ir_value copy = ir_r(c->copy);
		note_argument(&d, &copy);
	}
	return a;
}

const char *
simd_label(struct simd *s, const char *text, int k)
{
	return k ? arena_printf(s->f->arena, "%s%u_%d", text, s->region->id, k) :
		   arena_printf(s->f->arena, "%s%u", text, s->region->id);
}

void
simd_redirect_exit(struct simd *s, struct ir_block *to)
{
	struct ir_block *exit = s->region->u.parallel.exit;

	for (struct ir_block *b = s->f->blocks; b; b = b->next) {
		if (!simd_has(s, b))
			continue;
		for (int i = 0; i < 2; i++)
			if (b->to[i] == exit)
				b->to[i] = to;
		for (int i = 0; i < b->ntable; i++)
			if (b->table[i] == exit)
				b->table[i] = to;
	}
}
