/*
 * entries.h: the entry points of a kernel (entries.c).
 */
#ifndef ENTRIES_H
#define ENTRIES_H

#include "ir.h"
#include "ptxgen.h"

/* -fno-device-NAME was given. */
#define without(o, id) (((o)->without >> PTXGEN_SWITCH_##id) & 1)

/*
 * A copy of f, as built, that relies on more; NULL: there is nothing to rely on.  *why_not is the
 * reason why it keeps its work loop, NULL when it does not.
 */
struct ir_func *entry_fast(struct ir_func *f, struct ir_module *m,
	const struct ptxgen_options *o, const char **why_not);
/* DEVRT_IF_* of a lowered entry; 0: it may always be launched. */
unsigned entry_needs(const struct ir_func *f);

#endif
