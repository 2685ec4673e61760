/*
 * memory.c: MEMCPY, MEMZERO and ALLOCA become loads, stores and calls.
 *
 * Requires: a plain graph.  Breaks: graph snapshots (large copies become loops).
 *
 * Copies go in units of their alignment, unrolled up to 16 units.  ALLOCA (variable-length arrays)
 * is taken from the device's heap, since .local memory has a fixed size on the machines we write
 * for (PTX ISA: alloca needs sm_52).  An array in a loop takes its block anew in each iteration,
 * and what is left is freed where the function ends:
 *
 *      free(block); block = malloc(n); result = block
 *
 * The blocks of the function alloca() live until then and are chained:
 *
 *      p = malloc(n + 16); *p = chain; chain = p; result = p + 16
 */
#include "pass/pass.h"

#include <stddef.h>

enum { UNROLL = 16, HEADER = 16 };

static enum ir_mem
unit_mem(int align)
{
	return align >= 8 ? MEM_64 : align >= 4 ? MEM_32 : align >= 2 ? MEM_U16 : MEM_U8;
}

/* Return the address operand of a piece at `at` bytes. */
static struct ir_value
piece(struct ir_value base, int64_t at)
{
	if (ir_is_address(base))
		base.offset += at;
	return base;
}

static int64_t
piece_offset(struct ir_value base, int64_t at)
{
	return base.kind == VAL_REG ? at : 0;
}

static void
move_piece(struct ir_cursor *c, const struct ir_inst *i, enum ir_mem mem, int64_t at)
{
	struct ir_value v = ir_int(0), to = i->src[0], from = i->src[1];

	if (i->op == IR_MEMCPY)
		v = ir_carry(c, mem, SPACE_GENERIC, piece(from, at), piece_offset(from, at));
	ir_store(c, mem, SPACE_GENERIC, piece(to, at), piece_offset(to, at), v);
}

static struct ir_value
as_register(struct ir_cursor *c, struct ir_value v)
{
	return v.kind == VAL_REG || v.kind == VAL_NONE ? v : ir_op1(c, IR_MOV, IR_I64, v);
}

/* Build for (at = 0; at < bytes; at += unit) to[at] = from[at]. */
static struct ir_block *
copy_loop(struct ir_func *f, struct ir_block *b, struct ir_inst *i, enum ir_mem mem, int64_t bytes)
{
	struct ir_block *rest = ir_split(f, b, i), *loop = ir_block_after(f, b, NULL);
	struct ir_cursor c = { .func = f, .block = b, .place = i->place };
	ir_reg at = ir_reg_new(f, IR_I64, NULL);
	struct ir_value to = as_register(&c, i->src[0]), from = as_register(&c, i->src[1]),
			v = ir_int(0);

	ir_mov(&c, at, ir_int(0));
	ir_jump(&c, loop);
	c.block = loop;
	if (i->op == IR_MEMCPY)
		v = ir_carry(&c, mem, SPACE_GENERIC, ir_op2(&c, IR_ADD, IR_I64, from, ir_r(at)), 0);
	ir_store(&c, mem, SPACE_GENERIC, ir_op2(&c, IR_ADD, IR_I64, to, ir_r(at)), 0, v);
	ir_mov(&c, at, ir_op2(&c, IR_ADD, IR_I64, ir_r(at), ir_int(ir_mem_bytes(mem))));
	ir_branch(&c, ir_compare(&c, IR_LT_U, IR_I64, ir_r(at), ir_int(bytes)), loop, rest);
	return rest;
}

/* Lower a copy.  Return true if what followed i is in a later block now. */
static bool
lower_copy(struct ir_func *f, struct ir_block *b, struct ir_inst *i)
{
	enum ir_mem mem = unit_mem(i->index);
	int64_t unit = ir_mem_bytes(mem), bytes = i->offset, whole = bytes - bytes % unit, at = 0;
	struct ir_cursor c = ir_before(f, b, i);
	bool moved = whole / unit > UNROLL;

	if (moved) {
		c.block = copy_loop(f, b, i, mem, whole);
		at = whole;
	}
	for (; at < whole; at += unit)
		move_piece(&c, i, mem, at);
	for (; at < bytes; at++)
		move_piece(&c, i, MEM_U8, at);
	ir_remove(c.block, i);
	return moved;
}

/* ---- variable-length arrays ---- */

static struct ir_value
call_heap(struct ir_cursor *c, struct ir_symbol *callee, struct ir_value arg)
{
	struct ir_func *f = c->func;
	bool result = callee->func->result.type != IR_NONE;
	struct ir_inst *i = ir_emit(c, IR_CALL, IR_NONE,
		result ? ir_reg_new(f, IR_I64, NULL) : IR_NOREG, ir_none(), ir_none());

	i->call = NEW(f->arena, struct ir_call);
	i->call->callee = callee;
	i->call->nargs = 1;
	i->call->args = NEW(f->arena, struct ir_value);
	i->call->args[0] = arg;
	i->call->sig = callee->func->params;
	i->call->result = callee->func->result;
	return ir_r(i->dst);
}

static struct ir_symbol *
allocator(struct ir_module *m)
{
	struct ir_symbol *s = ir_symbol_find(m, HEAP_FUNCTION);

	return s ? s : ir_heap_function(m, "malloc", true);
}

struct blocks {
	struct ir_module *m;
	ir_reg chain;       /* of alloca(); or none */
	VEC(ir_reg) arrays; /* one for each declaration of an array */
};

static void
lower_alloca(struct ir_func *f, struct ir_block *b, struct ir_inst *i, struct blocks *bs)
{
	struct ir_cursor c = ir_before(f, b, i);
	struct ir_value bytes, p;

	if (bs->chain == IR_NOREG)
		bs->chain = ir_reg_new(f, IR_I64, "alloca_chain");
	bytes = ir_op2(&c, IR_ADD, IR_I64, i->src[0], ir_int(HEADER));
	p = call_heap(&c, allocator(bs->m), bytes);
	ir_store(&c, MEM_64, SPACE_GENERIC, p, 0, ir_r(bs->chain));
	ir_mov(&c, bs->chain, p);
	i->op = IR_ADD;
	i->src[0] = p;
	i->src[1] = ir_int(HEADER);
}

static void
lower_array(struct ir_func *f, struct ir_block *b, struct ir_inst *i, struct blocks *bs)
{
	struct ir_cursor c = ir_before(f, b, i);
	ir_reg block = ir_reg_new(f, IR_I64, "vla_block");

	call_heap(&c, ir_heap_function(bs->m, "free", false), ir_r(block));
	ir_mov(&c, block, call_heap(&c, allocator(bs->m), i->src[0]));
	i->op = IR_MOV;
	i->src[0] = ir_r(block);
	vec_push(f->arena, &bs->arrays, block);
}

/* Build while (chain) { next = *chain; free(chain); chain = next; } before an end of the
 * function. */
static void
free_chain(struct ir_func *f, struct ir_block *b, struct blocks *bs)
{
	struct ir_block *rest = ir_split(f, b, NULL);
	struct ir_block *head = ir_block_after(f, b, NULL), *body = ir_block_after(f, head, NULL);
	struct ir_cursor c = { .func = f, .block = b, .place = b->place };

	ir_jump(&c, head);
	c.block = head;
	ir_branch(&c, ir_compare(&c, IR_NE, IR_I64, ir_r(bs->chain), ir_int(0)), body, rest);
	c.block = body;
	struct ir_value next = ir_load(&c, MEM_64, SPACE_GENERIC, ir_r(bs->chain), 0);
	call_heap(&c, ir_heap_function(bs->m, "free", false), ir_r(bs->chain));
	ir_mov(&c, bs->chain, next);
	ir_jump(&c, head);
}

static void
free_arrays(struct ir_func *f, struct ir_block *b, struct blocks *bs)
{
	struct ir_cursor c = { .func = f, .block = b, .place = b->place };

	for (size_t i = 0; i < bs->arrays.n; i++)
		call_heap(&c, ir_heap_function(bs->m, "free", false), ir_r(bs->arrays.v[i]));
}

static void
free_all(struct ir_func *f, struct blocks *bs)
{
	struct ir_cursor c = {
		.func = f,
		.block = f->blocks,
		.before = f->blocks->first,
		.place = f->place,
	};
	VEC(struct ir_block *) ends = { 0 };

	for (size_t i = 0; i < bs->arrays.n; i++)
		ir_mov(&c, bs->arrays.v[i], ir_int(0));
	if (bs->chain != IR_NOREG)
		ir_mov(&c, bs->chain, ir_int(0));
	for (struct ir_block *b = f->blocks; b; b = b->next)
		if (b->term == TERM_RET || b->term == TERM_EXIT)
			vec_push(f->arena, &ends, b);
	for (size_t i = 0; i < ends.n; i++) {
		free_arrays(f, ends.v[i], bs);
		if (bs->chain != IR_NOREG)
			free_chain(f, ends.v[i], bs);
	}
}

static void
lower_allocation(struct ir_func *f, struct ir_block *b, struct ir_inst *i, struct blocks *bs)
{
	if (i->index == ALLOCA_ARRAY)
		lower_array(f, b, i, bs);
	else
		lower_alloca(f, b, i, bs);
}

void
sequential_arrays(struct ir_func *f, struct ir_module *m)
{
	struct blocks bs = { .m = m, .chain = IR_NOREG };

	for (struct ir_block *b = f->blocks; b; b = b->next) {
		if (b->in && (b->in->kind == CON_PARALLEL || b->in->region))
			continue;
		for (struct ir_inst *i = b->first; i; i = i->next)
			if (i->op == IR_ALLOCA)
				lower_allocation(f, b, i, &bs);
	}
	if (bs.chain != IR_NOREG || bs.arrays.n)
		free_all(f, &bs);
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	struct blocks bs = { .m = pc->m, .chain = IR_NOREG };

	for (struct ir_block *b = f->blocks; b; b = b->next) {
		for (struct ir_inst *i = b->first, *next; i; i = next) {
			next = i->next;
			if (i->op == IR_ALLOCA) {
				lower_allocation(f, b, i, &bs);
			} else if ((i->op == IR_MEMCPY || i->op == IR_MEMZERO) &&
				lower_copy(f, b, i)) {
				break; /* the walk meets the rest in its new block */
			}
		}
	}
	if (bs.chain != IR_NOREG || bs.arrays.n)
		free_all(f, &bs);
}

const struct pass pass_memory = { 'm', "memory", "copies and variable-length arrays as plain code",
	run, true, 0 };
