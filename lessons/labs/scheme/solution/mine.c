/*
 * mine.c: the control loop with a search tree (Bertolli et al. 2014, Fig. 8, and its switch bisected).
 *
 *      CONTROL_LOOP: bar.sync; nextLabel = ...;
 *                    if nextLabel < half: the lower labels in the same way, else the upper ones
 *
 * A turn costs as many comparisons as the logarithm of the number of labels.  The loop, and why it does
 * not race, is control.c's.
 */
#include "control.h"

/* From b to the arms of labels low to high - 1. */
static void
search(struct control *k, struct ir_block *b, int low, int high)
{
	struct ir_cursor c = { .func = k->f, .block = b, .place = k->f->place };
	int half = low + (high - low) / 2;

	if (high - low == 1) {
		ir_jump(&c, k->arm[low]);
		return;
	}
	struct ir_block *lower = ir_block_after(k->f, b, NULL);
	struct ir_block *upper = ir_block_after(k->f, lower, NULL);
	struct ir_value below = ir_compare(&c, IR_LT_S, IR_I32, ir_r(k->next_label), ir_int(half));

	ir_branch(&c, below, lower, upper);
	search(k, upper, half, high);
	search(k, lower, low, half);
}

static void
lower(struct ir_func *f, const struct target *t)
{
	(void)t;
	if (lower_without_regions(f))
		return;
	struct control *k = control_loop(f);

	search(k, k->head, 0, k->narms);
	scheme_finish(f);
}

const struct scheme scheme_mine = {
	.name = "mine",
	.summary = "control loop: labels in shared memory, a search tree of comparisons",
	.source = "after Bertolli et al. 2014, Fig. 8",
	.lower = lower,
	.mapping = &mapping_identity,
};
