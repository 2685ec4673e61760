/*
 * entries.h: the entry points of a kernel (entries.c).
 */
#ifndef ENTRIES_H
#define ENTRIES_H

#include "ir/ir.h"
#include "ptxgen.h"

/* -fno-device-NAME was given. */
#define without(o, id) (((o)->without >> PTXGEN_SWITCH_##id) & 1)

enum { MOST_FAST_ENTRIES = 3 };

/*
 * Copies of f, as built, that rely on more, the best one first; the result says how many.  *why_not
 * is the reason why none is without work loop, NULL when one is.
 */
int entries_fast(struct ir_func *f, struct ir_module *m, const struct ptxgen_options *o,
	struct ir_func **out, const char **why_not);
/* After the passes: whether it may stand beside the entry that needs nothing. */
bool entry_is_useful(const struct ir_func *f);
/* DEVRT_IF_* of a lowered entry; 0: it may always be launched. */
unsigned entry_needs(const struct ir_func *f);

#endif
