/*
 * trace.c: prints on stderr what a scheme is given, then lowers as serial does.
 *
 * Its output pins the seam itself: tests compare it, so that a change of what schemes are handed
 * (regions, nesting, shared values, side effects) cannot go unseen.
 */
#include "scheme/common.h"

#include <stdio.h>

static void
print_region(const struct ir_func *f, const struct ir_construct *c)
{
	uint32_t blocks = 0, loops = 0;

	for (const struct ir_block *b = f->blocks; b; b = b->next)
		blocks += ir_region_of(b) == c;
	for (uint32_t i = 0; i < f->nconstructs; i++)
		loops += f->constructs[i]->kind == CON_LOOP && f->constructs[i]->region == c;
	fprintf(stderr,
		"trace:   region %u: threads %s, if %s, %u blocks, %u worksharing loops%s\n", c->id,
		c->u.parallel.threads.kind == VAL_NONE ? "all" : "asked",
		c->u.parallel.cond.kind == VAL_NONE ? "none" : "given", blocks, loops,
		c->u.parallel.has_barrier ? ", barriers" : "");
}

static bool
accepts(const struct ir_func *f, struct refusal *why)
{
	(void)why;
	fprintf(stderr, "trace: accepts %s\n", f->name);
	return true;
}

static void
lower(struct ir_func *f, const struct target *t)
{
	int n;
	const char *what = "has none";
	struct ir_construct **regions = regions_of(f, &n);

	fprintf(stderr, "trace: lower %s for sm_%d: %d regions\n", f->name, t->arch, n);
	for (int i = 0; i < n; i++)
		print_region(f, regions[i]);
	first_side_effect(f, &what);
	fprintf(stderr, "trace:   first side effect of the sequential part: %s\n",
		what ? what : "none");
	scheme_serial.lower(f, t);
}

const struct scheme scheme_trace = {
	.name = "trace",
	.summary = "prints what a scheme is given, then lowers as serial",
	.source = "a probe for the tests of this seam",
	.hidden = true,
	.one_thread = true,
	.accepts = accepts,
	.lower = lower,
	.mapping = &mapping_identity,
};
