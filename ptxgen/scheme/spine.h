/*
 * spine.h: the team-sequential part cut into chunks, for schemes in which all threads walk it
 * together (ifmaster, spmd).
 *
 * The "spine" is what all threads must agree on: the decisions that lead to forks.  What lies
 * between two steps of it is a chunk: code with one way in, that one thread could run alone.  A
 * branch that no fork depends on stays inside its chunk, so that the whole loop of a sequential
 * part is one chunk.
 */
#ifndef SCHEME_SPINE_H
#define SCHEME_SPINE_H

#include "scheme/common.h"

enum step { STEP_ON, STEP_DECISION, STEP_FORK, STEP_END };

struct chunk {
	struct ir_block *head; /* first block of the code */
	struct ir_block *last; /* the code ends here */
	enum step step;        /* what comes behind it */
	struct ir_block
		*target; /* STEP_ON: the next chunk's head, which edges of the code lead to */
	struct ir_construct *region; /* STEP_FORK */
	bool *inside;                /* by block id of the graph before spine_open */
	/* made by spine_open: */
	struct ir_block *guard; /* all threads come here first; the caller ends it */
	struct ir_block *out;   /* behind the code, on its only way to join */
	struct ir_block *join;  /* takes the step; all threads */
	bool guarded;           /* the caller's: one thread alone runs the code */
};

struct spine {
	struct ir_func *f;
	struct graph *g;        /* of the sequential part, before anything was changed */
	struct chunk **by_head; /* by block id */
	VEC(struct chunk *) chunks;
	int width;
};

/* Find the chunks of the sequential part; change nothing. */
struct spine *spine_plan(struct ir_func *f);

/* Return whether block b, one that spine_plan saw, belongs to c. */
bool chunk_has(const struct spine *s, const struct chunk *c, const struct ir_block *b);

/*
 * Give each chunk its guard, out and join, and move the step from the code to the join.  Decisions
 * keep their condition; a fork's join is left open: enter region->next by spine_enter.
 */
void spine_open(struct spine *s);

/* Return the block where all threads enter the chunk that begins at head. */
struct ir_block *spine_enter(const struct spine *s, const struct ir_block *head);

#endif
