/*
 * loops.h: the natural loops of a graph, for passes that change them.
 *
 * A snapshot, like the graph it is made from.  Only loops that are easily changed are listed: one
 * edge leads back.  Inner loops come before outer ones.
 */
#ifndef PASS_LOOPS_H
#define PASS_LOOPS_H

#include "ir/graph.h"

struct loop {
	struct loop *next, *outer;     /* outer: the innermost one around this; or NULL */
	struct ir_block *head, *latch; /* latch -> head is the edge back */
	struct ir_block *before;       /* the only block outside that leads to head, or NULL */
	struct loop *const *inner;     /* by block id: the innermost one that has it; or NULL */
	struct ir_block **block;       /* its blocks, in the graph's order; nblocks of them */
	uint32_t nblocks, ninsts; /* a division counts as the several that it is */
	bool innermost;
	bool copies; /* no labels, tables or calls that write inside: copies of its blocks do
	                what it does */
	bool plain;  /* … and no barriers, nor what asks other threads */
};

/* The variable that counts a loop, tested by its head; other blocks may leave the loop, too. */
struct induction {
	ir_reg var;
	struct ir_inst *step; /* var = var + by, in the latch: its only assignment inside */
	enum ir_op op;        /* IR_ADD; of a progression: or IR_MUL, IR_SHL, IR_SHR_*, IR_DIV_* */
	int64_t by;
	struct ir_value operand; /* of a progression: VAL_INT, which is `by`, or a register not
	                            assigned inside */
	enum ir_op cut;        /* a char's or short's step: step is this of a sum; else IR_MOV */
	struct ir_inst *test;  /* in the head: goes on while it holds */
	bool left;             /* var is the left operand of the test */
	struct ir_value bound; /* the other one: a constant, or a register not assigned inside */
	bool read_late;        /* the latch reads var behind the step */
};

struct loop *loops_find(struct arena *a, const struct graph *g);

/* Return whether b, a block of the snapshot, lies in l. */
static inline bool
loop_has(const struct loop *l, const struct ir_block *b)
{
	const struct loop *in = l->inner[b->id];

	while (in && in != l)
		in = in->outer;
	return in;
}

/* Return how often each register is assigned inside, by register. */
uint32_t *loop_defs(struct arena *a, const struct ir_func *f, const struct loop *l);

/* Return v's assignment at i or above it in its block, if it is the only one in the loop that defs is of; else NULL. */
struct ir_inst *loop_assignment(struct ir_inst *i, const uint32_t *defs, struct ir_value v);

/* Return the comparison of integers in the head on which it stays in the loop; NULL: it has none. */
struct ir_inst *loop_head_test(const struct loop *l);

/* Return whether i adds a constant to a register, or subtracts one, and assigns it once in the loop. */
bool loop_is_step(const struct ir_inst *i, const uint32_t *defs);

/* Find the variable that counts the loop.  Return false if the head does not test one. */
bool loop_induction(const struct loop *l, const uint32_t *defs, struct induction *out);

/* The same for a variable that is multiplied or shifted, too, or by what only the run knows. */
bool loop_progression(const struct loop *l, const uint32_t *defs, struct induction *out);

/* Return the variable behind k steps from `start`.  Requires: the operand is a constant. */
int64_t loop_value(const struct induction *i, int64_t start, int64_t k);

/* Return whether the head goes on with the loop where its variable is v.  Requires: a constant bound. */
bool loop_goes_on(const struct induction *i, int64_t v);

/*
 * Emit at c, ahead of the loop, what v is when that begins.  v is computed in it of its variable `var` and of what
 * stays; def has the assignments (graph_defs), defs counts those in the loop.
 */
struct ir_value loop_at_entry(struct ir_cursor *c, struct ir_inst *const *def, const uint32_t *defs,
	ir_reg var, struct ir_value v);

/* Return how many instructions of this operation the loop has. */
uint32_t loop_count(const struct loop *l, enum ir_op op);

/* Return whether the loop's head is the only way out. */
bool loop_only_head_leaves(const struct loop *l);

/* Return the last block of l in printing order. */
struct ir_block *loop_last(const struct graph *g, const struct loop *l);

/* Redirect edges that lead to the head from outside: to b. */
void loop_enter_at(const struct graph *g, const struct loop *l, struct ir_block *b);
/* Put a new block on the way into the loop; the caller must terminate it. */
struct ir_block *loop_entrance(struct ir_func *f, const struct graph *g, const struct loop *l);
/* Return whether a block before it leads nowhere else. */
bool loop_has_entrance(const struct loop *l);
/* Give each plain loop such a block. */
void loops_make_entrances(struct ir_func *f, struct arena *a);

#endif
