/*
 * jumptable.c: the control loop with an indexed branch (Bertolli et al. 2014, Fig. 8 and §5).
 *
 *      CONTROL_LOOP: bar.sync; nextLabel = ...; brx.idx nextLabel, { IDLE, SEQ_REG1, PAR_REG1, ... }
 *
 * One turn costs the same however many regions there are.  The loop, and why it does not race, is
 * control.c's.
 */
#include "scheme/control.h"

static void
lower(struct ir_func *f, const struct target *t)
{
	(void)t;
	if (lower_without_regions(f))
		return;
	struct control *k = control_loop(f);

	k->head->term = TERM_TABLE;
	k->head->cond = ir_r(k->next_label);
	k->head->table = k->arm;
	k->head->ntable = k->narms;
	scheme_finish(f);
}

const struct scheme scheme_jumptable = {
	.name = "jumptable",
	.summary = "control loop: labels in shared memory, an indexed branch to the next region",
	.source = "Bertolli et al. 2014, Fig. 8 and §5",
	.lower = lower,
	.mapping = &mapping_identity,
};
