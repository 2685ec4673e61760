/*
 * loops.h: the natural loops of a graph, for passes that change them.
 *
 * A snapshot, like the graph it is made from.  Only loops that are easily changed are listed: one
 * edge leads back, one block leads in from outside.  Inner loops come before outer ones.
 */
#ifndef LOOPS_H
#define LOOPS_H

#include "../graph.h"

struct loop {
	struct loop *next;
	struct ir_block *head, *latch;  /* latch -> head is the edge back */
	struct ir_block *before;        /* the only block outside that leads to head */
	bool *has;                      /* by block id */
	uint32_t nblocks, ninsts;
	bool innermost;
	bool plain;                     /* no barriers, labels, tables or calls inside */
};

struct loop *loops_find(struct arena *a, const struct graph *g);

/* How often each register is assigned inside, by register. */
uint32_t *loop_defs(struct arena *a, const struct graph *g, const struct loop *l);

/* The last block of l in printing order. */
struct ir_block *loop_last(struct ir_func *f, const struct loop *l);

#endif
