/*
 * eval.h: the value of constant expressions (C11 6.6), on finished trees.
 *
 * Arithmetic is done in the expression's own type: integers wrap to its width, floats round to its
 * format.  Each eval_ function returns false if the expression is not constant and reports nothing:
 * the caller knows what the constant was needed for.
 */
#ifndef C_EVAL_H
#define C_EVAL_H

#include "tree/tree.h"

bool eval_int(const struct expr *, int64_t *);       /* sign- or zero-extended as the type is */
bool eval_float(const struct expr *, long double *); /* real type */

struct complex_const {
	long double re, im;
};
bool eval_complex(const struct expr *,
	struct complex_const *);                           /* arithmetic type (eval_complex.c) */
long double float_round(const struct type *, long double); /* round to the type's format */

/* An address constant: an object or function (decl) or a string literal (str), plus bytes. */
struct address_const {
	struct decl *decl;
	const struct expr *str;
	int64_t offset; /* the whole value when decl and str are NULL */
};
bool eval_address(const struct expr *, struct address_const *);

/* Return the value truncated to the type, then sign- or zero-extended as the type is. */
uint64_t int_truncate(const struct type *, uint64_t value);

#endif
