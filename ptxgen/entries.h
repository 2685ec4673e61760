/*
 * entries.h: the entry points of a kernel (entries.c).
 */
#ifndef ENTRIES_H
#define ENTRIES_H

#include "ir/ir.h"
#include "ptxgen.h"

/* -fno-device-NAME was given. */
#define without(o, id) (((o)->without >> PTXGEN_SWITCH_##id) & 1)

enum { MOST_FAST_ENTRIES = 12 };

/*
 * Make fast entries: copies of f, as built, that the launch may take under conditions only; the
 * best one first.  Return how many.  *why_not: why none is without work loop; NULL: one is.
 */
int entries_fast(struct ir_func *f, struct ir_module *m, const struct ptxgen_options *o,
	struct ir_func **out, const char **why_not);
/* Return, after the passes, whether a fast entry is worth having. */
bool entry_is_useful(const struct ir_func *f);
/* Return, after the passes, whether a loop writes memory that is not the thread's or the team's own. */
bool entry_stores(const struct ir_func *f);
/* Return the conditions of a lowered entry (DEVRT_IF_*); 0: it may always be launched. */
unsigned entry_needs(const struct ir_func *f);

#endif
