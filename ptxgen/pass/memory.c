/*
 * memory.c: MEMCPY, MEMZERO and ALLOCA become loads, stores and calls.
 *
 * Requires: a plain graph.  Breaks: graph snapshots (large copies become loops).
 *
 * Copies go in units of their alignment, unrolled up to 16 units.  ALLOCA (variable-length arrays) is
 * taken from the device's heap, since .local memory has a fixed size on the machines we write for
 * (PTX ISA: alloca needs sm_52); the blocks are chained and freed where the function ends:
 *
 *      p = malloc(n + 16); *p = chain; chain = p; result = p + 16
 */
#include "../pass.h"

#include <stddef.h>

enum { UNROLL = 16, HEADER = 16 };

static enum ir_mem
unit_mem(int align)
{
	return align >= 8 ? MEM_64 : align >= 4 ? MEM_32 : align >= 2 ? MEM_U16 : MEM_U8;
}

/* The address operand of a piece at `at` bytes. */
static struct ir_value
piece(struct ir_value base, int64_t at)
{
	if (base.kind == VAL_SLOT || base.kind == VAL_SYMBOL)
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
		v = ir_load(c, mem, SPACE_GENERIC, piece(from, at), piece_offset(from, at));
	ir_store(c, mem, SPACE_GENERIC, piece(to, at), piece_offset(to, at), v);
}

static struct ir_value
as_register(struct ir_cursor *c, struct ir_value v)
{
	return v.kind == VAL_REG || v.kind == VAL_NONE ? v : ir_op1(c, IR_MOV, IR_I64, v);
}

/* for (at = 0; at < bytes; at += unit) to[at] = from[at] */
static struct ir_block *
copy_loop(struct ir_func *f, struct ir_block *b, struct ir_inst *i, enum ir_mem mem, int64_t bytes)
{
	struct ir_block *rest = ir_split(f, b, i), *loop = ir_block_after(f, b, NULL);
	struct ir_cursor c = { .func = f, .block = b, .place = i->place };
	ir_reg at = ir_reg_new(f, IR_I64, NULL);
	struct ir_value to = as_register(&c, i->src[0]), from = as_register(&c, i->src[1]), v = ir_int(0);

	ir_mov(&c, at, ir_int(0));
	ir_jump(&c, loop);
	c.block = loop;
	if (i->op == IR_MEMCPY)
		v = ir_load(&c, mem, SPACE_GENERIC, ir_op2(&c, IR_ADD, IR_I64, from, ir_r(at)), 0);
	ir_store(&c, mem, SPACE_GENERIC, ir_op2(&c, IR_ADD, IR_I64, to, ir_r(at)), 0, v);
	ir_mov(&c, at, ir_op2(&c, IR_ADD, IR_I64, ir_r(at), ir_int(ir_mem_bytes(mem))));
	ir_branch(&c, ir_compare(&c, IR_LT_U, IR_I64, ir_r(at), ir_int(bytes)), loop, rest);
	return rest;
}

/* True when what followed i is in a later block now. */
static bool
lower_copy(struct ir_func *f, struct ir_block *b, struct ir_inst *i)
{
	enum ir_mem mem = unit_mem(i->index);
	int64_t unit = ir_mem_bytes(mem), bytes = i->offset, whole = bytes - bytes % unit, at = 0;
	struct ir_cursor c = { .func = f, .block = b, .before = i, .place = i->place };
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
	struct ir_inst *i = ir_emit(c, IR_CALL, IR_NONE, result ? ir_reg_new(f, IR_I64, NULL) : IR_NOREG,
		ir_none(), ir_none());

	i->call = NEW(f->arena, struct ir_call);
	i->call->callee = callee;
	i->call->nargs = 1;
	i->call->args = NEW(f->arena, struct ir_value);
	i->call->args[0] = arg;
	i->call->sig = callee->func->params;
	i->call->result = callee->func->result;
	return ir_r(i->dst);
}

static void
lower_alloca(struct ir_func *f, struct ir_block *b, struct ir_inst *i, ir_reg chain, struct ir_module *m)
{
	struct ir_cursor c = { .func = f, .block = b, .before = i, .place = i->place };
	struct ir_value bytes = ir_op2(&c, IR_ADD, IR_I64, i->src[0], ir_int(HEADER));
	struct ir_value p = call_heap(&c, ir_heap_function(m, "malloc", true), bytes);

	ir_store(&c, MEM_64, SPACE_GENERIC, p, 0, ir_r(chain));
	ir_mov(&c, chain, p);
	i->op = IR_ADD;
	i->src[0] = p;
	i->src[1] = ir_int(HEADER);
}

/* while (chain) { next = *chain; free(chain); chain = next; } before each end of the function */
static void
free_chain(struct ir_func *f, struct ir_block *b, ir_reg chain, struct ir_module *m)
{
	struct ir_block *rest = ir_split(f, b, NULL);
	struct ir_block *head = ir_block_after(f, b, NULL), *body = ir_block_after(f, head, NULL);
	struct ir_cursor c = { .func = f, .block = b, .place = b->place };

	ir_jump(&c, head);
	c.block = head;
	ir_branch(&c, ir_compare(&c, IR_NE, IR_I64, ir_r(chain), ir_int(0)), body, rest);
	c.block = body;
	struct ir_value next = ir_load(&c, MEM_64, SPACE_GENERIC, ir_r(chain), 0);
	call_heap(&c, ir_heap_function(m, "free", false), ir_r(chain));
	ir_mov(&c, chain, next);
	ir_jump(&c, head);
}

static void
free_chains(struct ir_func *f, ir_reg chain, struct ir_module *m)
{
	struct ir_cursor c = { .func = f, .block = f->blocks, .before = f->blocks->first, .place = f->place };
	VEC(struct ir_block *) ends = { 0 };

	ir_mov(&c, chain, ir_int(0));
	for (struct ir_block *b = f->blocks; b; b = b->next)
		if (b->term == TERM_RET || b->term == TERM_EXIT)
			vec_push(f->arena, &ends, b);
	for (size_t i = 0; i < ends.n; i++)
		free_chain(f, ends.v[i], chain, m);
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	ir_reg chain = IR_NOREG;

	for (struct ir_block *b = f->blocks; b; b = b->next) {
		for (struct ir_inst *i = b->first, *next; i; i = next) {
			next = i->next;
			if (i->op == IR_ALLOCA) {
				if (chain == IR_NOREG)
					chain = ir_reg_new(f, IR_I64, "vla_chain");
				lower_alloca(f, b, i, chain, pc->m);
			} else if ((i->op == IR_MEMCPY || i->op == IR_MEMZERO) && lower_copy(f, b, i)) {
				break;          /* the walk meets the rest in its new block */
			}
		}
	}
	if (chain != IR_NOREG)
		free_chains(f, chain, pc->m);
}

const struct pass pass_memory = { 'm', "memory", "copies and variable-length arrays as plain code", run, true, 0 };
