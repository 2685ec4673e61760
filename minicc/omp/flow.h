/*
 * flow.h: goes through statements in the order of execution and keeps, for one variable, whether it
 * may have the value that the caller means, another one, or either.  Where ways meet the two sets
 * are united, loops are gone through until nothing is added; where nobody comes the set is empty.
 *
 * The caller says what expressions and constructs do to the set.
 */
#ifndef OMP_FLOW_H
#define OMP_FLOW_H

#include "tree/walk.h"

enum { FLOW_MEANT = 1, FLOW_OTHER = 2 };

struct flow {
	unsigned now;             /* the values that it may have here */
	unsigned broken, resumed; /* … where break and continue of this loop stand */
	unsigned chosen;          /* … at the labels of this switch */
	int depth;                /* loops around */
	struct stmt *loop;        /* the outermost of them */
	bool perhaps;             /* in that loop, under a condition */
	/* Return false where the operands have been seen, or do not count; ctx is the flow. */
	walk_expr_fn *expr; /* or NULL */
	void (*construct)(struct flow *, struct omp *);
	void (*declared)(struct flow *, struct decl *); /* behind its initialiser; or NULL */
};

void flow_expr(struct flow *, struct expr *);
void flow_stmt(struct flow *, struct stmt *);
void flow_stmts(struct flow *, struct stmt *first); /* the list by next */
/* The block of a construct, or the associated loops. */
void flow_body(struct flow *, struct omp *);

#endif
