/*
 * walk.h: visits every expression and statement of a piece of tree, parents first, in source order.
 *
 * A callback that returns false keeps the walk out of that node's children.  The walk follows
 * initialisers (of variables and compound literals), the lengths of variable-length arrays where
 * they are declared, statement expressions, and OpenMP constructs: first the expressions of their
 * clauses, then the body (for OMP_LOOP the loop statements themselves).  It does not enter called
 * functions, types otherwise, or the operand of a folded sizeof.  NULL nodes are fine.
 * Not for changing the shape of the tree.
 */
#ifndef TREE_WALK_H
#define TREE_WALK_H

#include "tree/omp_tree.h"

typedef bool walk_expr_fn(struct expr *, void *ctx);
typedef bool walk_stmt_fn(struct stmt *, void *ctx);

/* Either callback may be NULL: then all nodes of that sort are entered. */
/* this statement only, not ->next */
void walk_stmt(struct stmt *, walk_stmt_fn *, walk_expr_fn *, void *ctx);
void walk_stmts(struct stmt *first, walk_stmt_fn *, walk_expr_fn *,
	void *ctx); /* the list by next */
/* what the statement consists of, not itself */
void walk_parts(struct stmt *, walk_stmt_fn *, walk_expr_fn *, void *ctx);
void walk_expr(struct expr *, walk_expr_fn *, void *ctx); /* enters statement expressions too */
/* What the clauses hold beside list items, and what belongs to a list item: sections, steps. */
void walk_clauses(const struct omp_clauses *, walk_expr_fn *, void *ctx);
void walk_var(const struct omp_var *, walk_expr_fn *, void *ctx);
void walk_lengths(struct type *, walk_expr_fn *,
	void *ctx); /* of a variable-length array's dimensions */
/* Without calls, assignments and other effects. */
bool expr_is_plain(const struct expr *);

#endif
