/*
 * recursion.h: functions that call themselves, directly or through others.
 *
 * For sm_90 and up ptxas (11.8, 13.0, and so the driver, whatever the text's .target) crashes when
 * it deletes a kernel's last call of such a function, say in a loop that it finds to run no
 * iteration: the function, which calls itself, stays behind.  It does not where all functions of
 * the circle are .visible, which costs nothing. Other files may have functions of these names, so
 * they get the name of a kernel behind theirs, which no other file can have: fib$main_l8.
 */
#ifndef IR_RECURSION_H
#define IR_RECURSION_H

#include "ir/ir.h"

/* Set ir_func.recursive, comes_to_recursion, calls_elsewhere and calls of all functions of m. */
void find_recursion(struct ir_module *m);

/* Return whether the function called, or one that it calls, calls itself in this module (after
 * find_recursion), or may through a pointer. */
bool comes_to_recursion(const struct ir_call *call);
/* Return whether the function called, or one that it calls, is in another file. */
bool calls_elsewhere(const struct ir_call *call);

/* Make functions that call themselves .visible, but for .weak ones, which other files may call.
 * Requires: m is ready to be printed. */
void show_recursion(struct ir_module *m);

#endif
