/*
 * mine.c: a coordination scheme of your own.  So far it refuses every kernel.
 *
 * The record at the end is all that the kit asks of a scheme (ptxgen/scheme/scheme.h).  When lower() is written,
 * take out accepts().
 */
#include "control.h"

static bool
accepts(const struct ir_func *f, struct refusal *why)
{
	*why = (struct refusal){ .place = f->place, .reason = "it is not written yet" };
	return false;
}

static void
lower(struct ir_func *f, const struct target *t)
{
	(void)t;
	if (lower_without_regions(f))
		return;
	/* To do: rewrite f so that no parallel construct is left. */
	scheme_finish(f);
}

const struct scheme scheme_mine = {
	.name = "mine",
	.summary = "what it does, in one line",
	.source = "what it is based on",
	.accepts = accepts,
	.lower = lower,
	.mapping = &mapping_identity,
};
