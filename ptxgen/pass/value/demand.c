/*
 * demand.c: bits that nobody reads are not computed.
 *
 *      a = sext8 (x + 1); b = sext8 (a + y)    ->      a = x + 1; b = sext8 (a + y)
 *      n = and x, 255; st.u8 [p], n            ->      st.u8 [p], x
 *
 * Requires: a plain graph.  Keeps the graph; copies are left to propagate.  What C's small types are
 * extended to after each operation (C11 6.3.1.1) shows where they are compared, divided, shifted to
 * the right or stored as something larger; sums, products and operations on bits pass on low bits only.
 * A variable that a loop changes counts for as many as any use of it reads.
 */
#include "pass/pass.h"

struct demand {
	struct ir_func *f;
	uint8_t *need; /* by register: how many of its low bits are read */
	bool changed;
};

static int
width(const struct ir_func *f, ir_reg r)
{
	return 8 * ir_type_bytes(f->regs[r].type);
}

static void
ask(struct demand *d, struct ir_value v, int bits)
{
	if (v.kind != VAL_REG)
		return;
	if (bits > width(d->f, v.u.reg))
		bits = width(d->f, v.u.reg);
	if (d->need[v.u.reg] >= bits)
		return;
	d->need[v.u.reg] = (uint8_t)bits;
	d->changed = true;
}

static void
ask_all(void *ctx, struct ir_value *v)
{
	ask(ctx, *v, 64);
}

/* Return how many low bits of x have an effect on the low `bits` of x & mask. */
static int
below_mask(struct ir_value mask, int bits)
{
	if (mask.kind != VAL_INT || mask.u.i < 0)
		return bits;
	return mask.u.i ? least(bits, 64 - __builtin_clzll((uint64_t)mask.u.i)) : 0;
}

/* Return how many low bits of its first operand the operation needs for its own low `bits`, -1: all
 * of them; *second, the same of its second operand. */
static int
passed_on(const struct ir_inst *i, int bits, int *second)
{
	int by = i->src[1].kind == VAL_INT && i->src[1].u.i >= 0 && i->src[1].u.i < 64 ?
		(int)i->src[1].u.i :
		-1;

	*second = -1;
	switch (i->op) {
	case IR_MOV:
	case IR_NEG:
	case IR_NOT:
	case IR_TRUNC:
	case IR_ZEXT:
	case IR_SEXT: return bits;
	case IR_ADD:
	case IR_SUB:
	case IR_MUL:
	case IR_MAD:
	case IR_OR:
	case IR_XOR: return *second = bits;
	case IR_AND: *second = below_mask(i->src[0], bits); return below_mask(i->src[1], bits);
	case IR_SHL: return by < 0 ? bits : bits > by ? bits - by : 0;
	case IR_SHR_U:
	case IR_SHR_S: return by < 0 ? -1 : bits + by;
	case IR_SEXT8:
	case IR_ZEXT8: return least(bits, 8);
	case IR_SEXT16:
	case IR_ZEXT16: return least(bits, 16);
	default: return -1;
	}
}

static void
ask_operands(struct demand *d, struct ir_inst *i)
{
	int second, first, bits = i->dst == IR_NOREG ? 64 : d->need[i->dst];

	if (i->op == IR_ST && ir_mem_bytes(i->mem) < 4) {
		ask(d, i->src[0], 64);
		ask(d, i->src[1], 8 * ir_mem_bytes(i->mem));
		return;
	}
	if (i->op == IR_SELECT && ir_is_int_type(i->type)) {
		ask(d, i->src[1], bits);
		ask(d, i->src[2], bits);
		return;
	}
	first = i->dst == IR_NOREG || !ir_is_int_type(i->type) ? -1 : passed_on(i, bits, &second);
	if (first < 0) {
		ir_visit_uses(i, ask_all, d);
		return;
	}
	ask(d, i->src[0], first);
	ask(d, i->src[1], second < 0 ? 64 : second);
	ask(d, i->src[2], bits);
}

/* Return whether the low `bits` of i are those of its first operand. */
static bool
keeps_low(const struct ir_inst *i, int bits)
{
	uint64_t low = bits < 64 ? ((uint64_t)1 << bits) - 1 : UINT64_MAX;

	switch (i->op) {
	case IR_SEXT8:
	case IR_ZEXT8: return bits <= 8;
	case IR_SEXT16:
	case IR_ZEXT16: return bits <= 16;
	case IR_AND: return i->src[1].kind == VAL_INT && ((uint64_t)i->src[1].u.i & low) == low;
	default: return false;
	}
}

static void
simplify(struct demand *d, struct ir_inst *i)
{
	int bits = i->dst == IR_NOREG ? 64 : d->need[i->dst];

	if (i->dst == IR_NOREG || !ir_is_int_type(d->f->regs[i->dst].type) ||
		bits >= width(d->f, i->dst))
		return;
	i->nsw = d->f->regs[i->dst].nonneg = false; /* the others may be anything from now on */
	if (!keeps_low(i, bits))
		return;
	i->op = IR_MOV;
	i->from = IR_NONE;
	i->src[1] = ir_none();
}

static void
run(struct ir_func *f, const struct pass_context *c)
{
	struct arena *a = arena_new();
	struct demand d = { f, NEWN(a, uint8_t, f->nregs), true };

	(void)c;
	while (d.changed) {
		d.changed = false;
		for (struct ir_block *b = f->blocks; b; b = b->next) {
			ir_visit_term_uses(b, ask_all, &d);
			for (struct ir_inst *i = b->last; i; i = i->prev)
				ask_operands(&d, i);
		}
	}
	for (struct ir_block *b = f->blocks; b; b = b->next)
		for (struct ir_inst *i = b->first; i; i = i->next)
			simplify(&d, i);
	arena_free(a);
}

const struct pass pass_demand = { 'D', "demand", "bits that nobody reads are not computed", run,
	false, 0 };
