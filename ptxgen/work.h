/*
 * work.h: worksharing and synchronisation, lowered after the scheme (all schemes share it).
 *
 * Requires: no CON_PARALLEL.  Afterwards: no constructs, no abstract operations; SLOT_TEAM is gone.
 */
#ifndef WORK_H
#define WORK_H

#include "scheme.h"

void lower_work(struct ir_func *f, struct ir_module *m, const struct scheme *s, const struct target *t);

#endif
