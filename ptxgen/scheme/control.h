/*
 * control.h: the control loop that switch and jumptable share; they differ in how they get from the
 * label to its code (Bertolli et al. 2014, Fig. 8 and §5).
 */
#ifndef SCHEME_CONTROL_H
#define SCHEME_CONTROL_H

#include "scheme/common.h"

struct control {
	struct ir_func *f;
	struct ir_construct **regions;
	int nregions;
	struct ir_slot *lab_master, *lab_others; /* two labels each: the pairs alternate */
	ir_reg label; /* I64: where this thread reads its label: its own of the two slots */
	ir_reg phase; /* I64: byte offset of a pair, 0 or 4: this turn's pair until its label is
	                 read, then the next turn's */
	ir_reg next_label; /* I32: of this turn, 0 <= next_label < narms */
	struct ir_block *head, *latch, *done;
	struct ir_block **arm; /* by label; the last one leaves the loop */
	int narms;
};

/*
 * Turn f, which has parallel regions, into the loop.  k->head ends with the turn's label in
 * k->next_label and without terminator: branch from there to k->arm[label].
 */
struct control *control_loop(struct ir_func *f);

#endif
