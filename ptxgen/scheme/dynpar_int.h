/*
 * dynpar_int.h: what the files of the scheme dynpar share.
 */
#ifndef SCHEME_DYNPAR_INT_H
#define SCHEME_DYNPAR_INT_H

#include "scheme/common.h"

#include "outline/outline.h"

/*
 * dynpar_tail.c: the sequential part is cut behind each of the n parts, of which each ends in a
 * jump to what follows.  tail_keep_memory comes first, while regions are still constructs.
 */
void tail_keep_memory(struct ir_func *f);
void tail_cut(struct ir_func *f, struct outlines *o, int n);

#endif
