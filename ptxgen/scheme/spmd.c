/*
 * spmd.c: all threads of a team execute the whole kernel (Tiotto et al. 2020, §1 and Fig. 2b).
 *
 * Requires sequential code without side effects: every thread repeats it and so has its values in
 * registers of its own; nothing is published.  A parallel region is entered by falling into it.
 *
 *      prologue; sequential code (replicated); region for tid < n; barrier; …
 *
 * The barrier behind a region is left out where nothing but the kernel's end follows.  One before a
 * region is needed where replicated code reads memory: a slow thread might otherwise read what a
 * fast one already writes in the region.
 */
#include "common.h"

static bool
accepts(const struct ir_func *f, struct refusal *why)
{
	const char *what;
	const struct ir_inst *bad;
	int n;

	regions_of((struct ir_func *)f, &n);
	if (n == 0 || (bad = first_side_effect(f, &what)) == NULL)
		return true;
	why->place = bad->place;
	why->reason = arena_printf(f->arena,
		"the sequential code here %s, which every thread of the team would repeat", what);
	why->instead = "jumptable";
	return false;
}

/* Only empty blocks lie between b and the kernel's end. */
static bool
leads_to_end(const struct ir_block *b)
{
	for (uint32_t steps = 0; b && !b->first && steps < 1000; steps++) {
		if (b->term == TERM_EXIT || b->term == TERM_RET)
			return true;
		if (b->term != TERM_JUMP)
			return false;
		b = b->to[0];
	}
	return false;
}

static void
lower(struct ir_func *f, const struct target *t)
{
	int n;
	bool loads = sequential_part_loads(f);

	(void)t;
	if (lower_without_regions(f))
		return;
	struct ir_construct **regions = regions_of(f, &n);
	for (int i = 0; i < n; i++) {
		struct ir_construct *c = regions[i];
		struct region_code code = open_region(f, c, &mapping_identity, NULL,
			arena_printf(f->arena, "PAR_REG%u", c->id));
		struct ir_cursor end = { .func = f, .block = code.exit, .place = c->place };

		if (!leads_to_end(c->next))
			emit_team_barrier(&end);
		ir_jump(&end, c->next);
		for (struct ir_block *b = f->blocks; b; b = b->next) {
			if (b->term != TERM_CONSTRUCT || b->construct != c)
				continue;
			struct ir_cursor fork = { .func = f, .block = b, .place = c->place };
			if (loads)
				emit_team_barrier(&fork);
			ir_jump(&fork, code.entry);
		}
	}
	scheme_finish(f);
}

const struct scheme scheme_spmd = {
	.name = "spmd",
	.summary = "all threads execute everything; sequential code without side effects is replicated",
	.source = "Tiotto et al. 2020, §1, Fig. 2b",
	.master_works = true,
	.accepts = accepts,
	.lower = lower,
	.mapping = &mapping_identity,
};
