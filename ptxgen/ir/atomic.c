/*
 * atomic.c: compare-and-swap loops (see atomic.h).
 *
 *      old = load; do { assumed = old; old = cas(addr, assumed, update(assumed)) } while (old != assumed)
 *
 * The comparison is on bits, so that a NaN does not spin for ever.
 */
#include "ir/atomic.h"

struct word {              /* where the location's bits are within what CAS works on */
	enum ir_type bits; /* I32 or I64 */
	enum ir_space space;
	struct ir_value addr, shift; /* shift: I32, VAL_NONE when the location is the whole word */
	uint32_t mask;               /* of the location's own bits, before shifting */
};

static struct word
find_word(struct ir_cursor *c, enum ir_mem mem, enum ir_space space, struct ir_value addr)
{
	int bytes = ir_mem_bytes(mem);
	struct word w = { .bits = bytes == 8 ? IR_I64 : IR_I32, .space = space, .addr = addr };

	if (bytes >= 4)
		return w;
	if (addr.kind !=
		VAL_REG) { /* a slot's space is settled later: go through its generic address */
		addr = ir_op1(c, IR_MOV, IR_I64, addr);
		w.space = SPACE_GENERIC;
	}
	w.addr = ir_op2(c, IR_AND, IR_I64, addr, ir_int(~(int64_t)3));
	struct ir_value byte = ir_op2(c, IR_AND, IR_I32,
		ir_convert(c, IR_TRUNC, IR_I32, IR_I64, addr), ir_int(3));
	w.shift = ir_op2(c, IR_SHL, IR_I32, byte, ir_int(3));
	w.mask = bytes == 1 ? 0xff : 0xffff;
	return w;
}

/* The location's value out of the word's bits. */
static struct ir_value
unpack(struct ir_cursor *c, const struct word *w, enum ir_mem mem, struct ir_value bits)
{
	enum ir_type type = ir_mem_type(mem);

	if (w->shift.kind != VAL_NONE) {
		bits = ir_op2(c, IR_SHR_U, IR_I32, bits, w->shift);
		return ir_convert(c, ir_mem_extension(mem), IR_I32, IR_I32, bits);
	}
	return type == w->bits ? bits : ir_convert(c, IR_BITCAST, type, w->bits, bits);
}

/* The word's bits with the location's value replaced. */
static struct ir_value
pack(struct ir_cursor *c, const struct word *w, enum ir_mem mem, struct ir_value bits,
	struct ir_value v)
{
	enum ir_type type = ir_mem_type(mem);

	if (w->shift.kind == VAL_NONE)
		return type == w->bits ? v : ir_convert(c, IR_BITCAST, w->bits, type, v);
	struct ir_value hole = ir_op2(c, IR_SHL, IR_I32, ir_int(w->mask), w->shift);
	struct ir_value rest = ir_op2(c, IR_AND, IR_I32, bits, ir_op1(c, IR_NOT, IR_I32, hole));
	v = ir_op2(c, IR_AND, IR_I32, v, ir_int(w->mask));
	return ir_op2(c, IR_OR, IR_I32, rest, ir_op2(c, IR_SHL, IR_I32, v, w->shift));
}

struct ir_value
atomic_loop(struct ir_cursor *c, enum ir_mem mem, enum ir_space space, struct ir_value addr,
	atomic_fn *update, void *ctx, bool may_skip, struct ir_value *after)
{
	struct ir_func *f = c->func;
	struct word w = find_word(c, mem, space, addr);
	enum ir_mem word_mem = w.bits == IR_I64 ? MEM_64 : MEM_32;
	ir_reg bits = ir_reg_new(f, w.bits, NULL);
	struct ir_block *head = ir_block_after(f, c->block, NULL), *done;

	struct ir_value first = ir_load(c, word_mem, w.space, w.addr, 0);
	c->block->last->is_volatile = true;
	ir_mov(c, bits, first);
	ir_jump(c, head);

	c->block = head;
	struct ir_value assumed = ir_op1(c, IR_MOV, w.bits, ir_r(bits));
	struct ir_value old = unpack(c, &w, mem, assumed);
	struct ir_value new = update(c, old, ctx);
	struct ir_value packed = pack(c, &w, mem, assumed, new);
	done = ir_block_after(f, c->block, NULL);
	if (may_skip) {
		struct ir_block *changes = ir_block_after(f, c->block, NULL);

		ir_branch(c, ir_compare(c, IR_NE, w.bits, packed, assumed), changes, done);
		c->block = changes;
	}
	struct ir_value seen = ir_atomic(c, ATOM_CAS, word_mem, w.space, w.addr, assumed, packed);
	ir_mov(c, bits, seen);
	ir_branch(c, ir_compare(c, IR_NE, w.bits, seen, assumed), head, done);
	c->block = done;
	if (after)
		*after = new;
	return old;
}

int
reduce_atomic(const struct ir_reduce *r, const struct target *t)
{
	bool fp = r->type == IR_F32 || r->type == IR_F64;

	if (ir_mem_bytes(r->mem) < 4)
		return -1;
	if (r->op == IRED_ADD)
		return r->type == IR_F64 && !t->atom_add_f64 ? -1 : ATOM_ADD;
	if (fp)
		return -1;
	switch (r->op) {
	case IRED_AND: return ATOM_AND;
	case IRED_OR: return ATOM_OR;
	case IRED_XOR: return ATOM_XOR;
	case IRED_MIN: return r->is_signed ? ATOM_MIN_S : ATOM_MIN_U;
	case IRED_MAX: return r->is_signed ? ATOM_MAX_S : ATOM_MAX_U;
	default: return -1;
	}
}

bool
reduce_often_same(const struct ir_reduce *r)
{
	return r->op != IRED_ADD && r->op != IRED_MUL && r->op != IRED_XOR;
}
