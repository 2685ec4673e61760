/*
 * serial.c: every parallel region runs with one thread: reference semantics, for tests and for
 * bisecting ("is it my program or the scheme?").  One CUDA thread per team executes everything.
 */
#include "scheme/common.h"

static void
lower(struct ir_func *f, const struct target *t)
{
	int n;
	struct ir_construct **regions = regions_of(f, &n);

	(void)t;
	for (int i = 0; i < n; i++) {
		struct region_code code = open_region(f, regions[i], &mapping_identity, NULL, NULL);
		struct ir_cursor end = {
			.func = f,
			.block = code.exit,
			.place = regions[i]->place,
		};

		regions[i]->u.parallel.count = ir_int(1);
		ir_jump(&end, regions[i]->next);
		for (struct ir_block *b = f->blocks; b; b = b->next) {
			if (b->term != TERM_CONSTRUCT || b->construct != regions[i])
				continue;
			b->term = TERM_JUMP;
			b->to[0] = code.entry;
			b->construct = NULL;
		}
	}
	f->kernel->max_threads = 1;
	scheme_finish(f);
}

const struct scheme scheme_serial = {
	.name = "serial",
	.summary = "one thread per team; regions run in place (reference semantics)",
	.source = "OpenMP 5.2 [10.1]: an implementation may give a region one thread",
	.hidden = true,
	.one_thread = true,
	.lower = lower,
	.mapping = &mapping_identity,
};
