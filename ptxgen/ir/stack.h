/*
 * stack.h: how much stack a thread of a kernel wants.  For modules whose functions are all lowered.
 */
#ifndef IR_STACK_H
#define IR_STACK_H

#include "ir/ir.h"

/* Functions of the module whose address is taken: where calls through pointers go, if not to other
 * files. */
struct stack_pointed {
	struct stack_pointed *next;
	const struct ir_func *func;
};
struct stack_pointed *stack_pointed(struct arena *scratch, const struct ir_module *m);

/*
 * Return bytes per thread for CU_LIMIT_STACK_SIZE, or 0 if the driver can tell by itself: it knows
 * every frame of a kernel unless functions call themselves, are called through pointers, or are of
 * other files, which may do either.
 */
uint64_t stack_wanted(struct arena *scratch, const struct ir_func *kernel,
	const struct stack_pointed *pointed);

#endif
