/*
 * switch.c: the control loop with a cascade of comparisons (Bertolli et al. 2014, Fig. 8).
 *
 *      CONTROL_LOOP: bar.sync; nextLabel = ...;
 *                    if nextLabel == IDLE bra IDLE; if nextLabel == 1 bra SEQ_REG1; ...
 *
 * What the paper's switch statement becomes on a machine without indexed branches: a turn costs as
 * many comparisons as its label is high.  The loop, and why it does not race, is control.c's.
 */
#include "scheme/control.h"

static void
lower(struct ir_func *f, const struct target *t)
{
	(void)t;
	if (lower_without_regions(f))
		return;
	struct control *k = control_loop(f);
	struct ir_block *b = k->head;

	for (int label = 0; label < k->narms; label++) {
		struct ir_cursor c = { .func = f, .block = b, .place = f->place };
		if (label == k->narms - 1) {
			ir_jump(&c, k->arm[label]);
			break;
		}
		struct ir_block *next = ir_block_after(f, b, NULL);
		struct ir_value is = ir_compare(&c, IR_EQ, IR_I32, ir_r(k->next_label),
			ir_int(label));
		ir_branch(&c, is, k->arm[label], next);
		b = next;
	}
	scheme_finish(f);
}

const struct scheme scheme_switch = {
	.name = "switch",
	.summary = "control loop: labels in shared memory, a cascade of comparisons",
	.source = "Bertolli et al. 2014, Fig. 8",
	.lower = lower,
	.mapping = &mapping_identity,
};
