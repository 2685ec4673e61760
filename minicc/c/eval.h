/*
 * eval.h: the value of constant expressions (C11 6.6), on finished trees.
 *
 * Arithmetic is done in the expression's own type: integers wrap to its width, floats round to its
 * format.  No messages: the caller knows what the constant was needed for.
 */
#ifndef C_EVAL_H
#define C_EVAL_H

#include "tree/tree.h"

bool eval_int(const struct expr *, int64_t *); /* integer type; the bits, extended as the type is */
bool eval_float(const struct expr *, long double *); /* real type */

struct complex_const {
	long double re, im;
};
bool eval_complex(const struct expr *,
	struct complex_const *);                           /* arithmetic type (eval_complex.c) */
long double float_round(const struct type *, long double); /* to the type's format */

/* An address constant: object or function (or string literal, base NULL and str set) plus bytes. */
struct address_const {
	struct decl *decl;
	const struct expr *str;
	int64_t offset; /* the whole value when decl and str are NULL */
};
bool eval_address(const struct expr *, struct address_const *);

/* The value as the type holds it: truncated, then extended by the type's sign. */
uint64_t int_truncate(const struct type *, uint64_t value);

#endif
