/*
 * divide_int.h: what divide.c has of divide_pair.c.
 */
#ifndef PASS_DIVIDE_INT_H
#define PASS_DIVIDE_INT_H

#include "ir/graph.h"

/* Let a quotient and a remainder of the same operands, which are no constants, be one division.  Requires: a plain
 * graph.  Keeps all else. */
void pair_divisions(struct ir_func *f);

#endif
