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
	struct loop *next;
	struct ir_block *head, *latch; /* latch -> head is the edge back */
	struct ir_block *before;       /* the only block outside that leads to head, or NULL */
	bool *has;                     /* by block id, those of the snapshot */
	struct ir_block **block; /* the same as a list, in the graph's order; nblocks of them */
	uint32_t nblocks, ninsts;
	bool innermost;
	bool plain; /* no barriers, labels, tables or calls inside */
};

/* The variable that counts a loop whose head alone tests it. */
struct induction {
	ir_reg var;
	struct ir_inst *step; /* var = var + by, in the latch: its only assignment inside */
	int64_t by;
	struct ir_inst *test;  /* in the head: goes on while it holds */
	bool left;             /* var is the left operand of the test */
	struct ir_value bound; /* the other one: a constant, or a register not assigned inside */
};

struct loop *loops_find(struct arena *a, const struct graph *g);

/* How often each register is assigned inside, by register. */
uint32_t *loop_defs(struct arena *a, const struct ir_func *f, const struct loop *l);

/* False: the loop is left from elsewhere, or tests something else. */
bool loop_induction(const struct loop *l, const uint32_t *defs, struct induction *out);

/* No way out of the loop but its head's. */
bool loop_only_head_leaves(const struct loop *l);

/* The last block of l in printing order. */
struct ir_block *loop_last(const struct graph *g, const struct loop *l);

/* What led to the head from outside leads to b now. */
void loop_enter_at(const struct graph *g, const struct loop *l, struct ir_block *b);
/* A new block on the way into the loop, open: its terminator is the caller's. */
struct ir_block *loop_entrance(struct ir_func *f, const struct graph *g, const struct loop *l);
/* Gives each plain loop a block before it that leads nowhere else. */
void loops_make_entrances(struct ir_func *f, struct arena *a);

#endif
