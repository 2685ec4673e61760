/*
 * nest.h: what loop.c and nest*.c share; nobody else includes it.
 */
#ifndef BUILD_OMP_NEST_H
#define BUILD_OMP_NEST_H

#include "build/internal.h"

/* One associated loop while its construct is built. */
struct level {
	const struct omp_for *l;
	struct ir_value lb, ub, step; /* step in bytes for pointers; type is `type` */
	struct ir_value count;        /* unsigned, of `type`; I64 in nests of several loops */
	enum ir_type type;            /* I32 or I64 */
	bool is_unsigned;             /* comparisons of bounds */
	struct home *outer;           /* of the variable, when the clauses have no copy */
	bool own_copy;
	/* of a nest that is not rectangular; see nest_rows.c */
	uint64_t varies;        /* bit k: the count is not the same in all iterations of loop k */
	struct home *at;        /* the variable while bounds are computed */
	struct home *elsewhere; /* … and what it is otherwise */
	bool known;
	struct ir_value total; /* known: iterations of this loop and those in it */
	struct ir_value first, rows,
		start; /* of a triangle; each: what an iteration of it stands for */
	struct ir_value each;
};

struct nest {
	struct omp *o;
	struct level *v;
	int n;
	enum ir_type type; /* of index and count */
	struct ir_value count;
	struct ir_nest *noted; /* NULL: nobody wants to know */
	bool uneven;           /* not rectangular */
	struct ir_slot *table; /* what comes before each piece of the rows of loop table_level */
	int table_level;
	struct ir_value piece; /* how many rows it has */
};

/* ---- nest.c ---- */

void begin_nest(struct fb *, struct nest *); /* where the construct stands */
/* The loop variables of iteration `index`; p: the construct's copies, bound already. */
void set_variables(struct fb *, struct nest *, struct ir_value index, const struct private *p);
/* What set_variables() is to note of a nest, for c; NULL: it has too many loops, or too few, or is
 * neither rectangular nor a triangle. */
struct ir_nest *note_numbers(struct fb *, struct nest *);
/* lb, ub and count, for the outer variables of now */
void level_bounds(struct fb *, struct level *);
/* The loop's variable in its iteration i (of the nest's type). */
struct ir_value variable_at(struct fb *, const struct nest *, const struct level *,
	struct ir_value i);
bool is_one(struct ir_value);
bool is_zero(struct ir_value);
/* unsigned, to I64 */
struct ir_value widened(struct fb *, struct ir_value count, enum ir_type from);

/* Operations on I64; those with 0 and 1 need no code. */
struct ir_value add64(struct fb *, struct ir_value x, struct ir_value y);
struct ir_value sub64(struct fb *, struct ir_value x, struct ir_value y);
struct ir_value mul64(struct fb *, struct ir_value x, struct ir_value y);
ir_reg variable64(struct fb *, const char *name); /* set to 0 */

/* ---- nest_triangle.c ---- */

/* Sets v->first, rows and start; `in` is the inner loop, with the bounds that it has in the first
 * row. */
void triangle_begin(struct fb *, struct level *v, const struct level *in);
/* The iterations of v's first u rows that have any. */
struct ir_value triangle_sum(struct fb *, const struct level *v, int64_t slope, struct ir_value u);
/* The row that index `at` lies in. */
struct ir_value triangle_row(struct fb *, const struct level *v, int64_t slope, struct ir_value at);

/* ---- nest_rows.c ---- */

void count_rows(struct fb *, struct nest *);
bool is_triangle(const struct nest *); /* … of two loops, counted already */
void find_row(struct fb *, struct nest *, struct ir_value index, const struct private *p);

#endif
