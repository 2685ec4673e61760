/*
 * stack.h: how much stack a thread of a kernel wants.
 */
#ifndef STACK_H
#define STACK_H

#include "ir.h"

/*
 * Bytes per thread for CU_LIMIT_STACK_SIZE, or 0 where the driver can tell by itself: it knows every
 * frame of a kernel unless functions call themselves, or are called through pointers.
 */
uint64_t stack_wanted(struct arena *scratch, const struct ir_func *kernel);

#endif
