/*
 * dynpar.c: each parallel region is a grid of its own, launched by the team's master (Bertolli et
 * al. 2014, §4.1, Fig. 2).
 *
 *      team:       ...; PAR_REGk <<<1, n>>> (values that it uses); cudaDeviceSynchronize (); ...
 *      PAR_REGk:   the region; OpenMP thread i is thread i of the grid, or its SIMD group
 *                  (simd/simd.h)
 *
 * The sequential part keeps the program's own control flow, and nothing else is needed to
 * coordinate: the launch is the fork, the synchronisation the join.  A grid cannot see its
 * launcher's shared or local memory, so what the team shares lies in its frame in global memory;
 * values go as parameters. The price is a launch, thousands of cycles, for each execution of a
 * region.
 *
 * Device code of sm_90 cannot wait for a grid.  There the join is a tail launch of what follows the
 * region (dynpar_tail.c).  How the teams themselves are started is outline/team.c's: by the host in
 * the relaxed form, by a kernel of one thread in the strict one (-dynpar=strict).
 */
#include "scheme/dynpar_int.h"

#include "simd/simd.h"

static struct ir_value
thread(struct ir_cursor *c, const struct ir_construct *region)
{
	return simd_thread(c, region, ir_sreg(c, SREG_TID));
}

static struct ir_value
count(struct ir_cursor *c, const struct ir_construct *region)
{
	(void)c;
	return region->u.parallel.count;
}

static const struct mapping mapping_grid = { thread, count };

/* Let the master compute how many threads the grid gets, then go to where outline_parts puts the
 * launch. */
static void
fork_region(struct ir_func *f, struct ir_construct *region, ir_reg threads, struct ir_block *entry)
{
	for (struct ir_block *b = f->blocks; b; b = b->next) {
		if (b->term != TERM_CONSTRUCT || b->construct != region)
			continue;
		struct ir_cursor c = { .func = f, .block = b, .place = region->place };
		region->u.parallel.count = emit_count(&c, region);
		ir_mov(&c, threads, simd_cuda_threads(&c, region));
		ir_jump(&c, entry);
	}
}

static struct outline *
lower_region(struct ir_func *f, struct ir_construct *region)
{
	struct outline *part = NEW(f->arena, struct outline);
	const char *label = arena_printf(f->arena, "PAR_REG%u", region->id);
	ir_reg threads = ir_reg_new(f, IR_I32, "threads");
	struct ir_block *before = f->blocks, *next = region->next;

	while (before->next != region->body)
		before = before->next;
	part->entry = ir_block_after(f, before, label);
	part->exit = ir_block_after(f, ir_last_of(f, region), NULL);
	part->entry->in = part->exit->in = region->parent;
	part->name = arena_printf(f->arena, "%s$%s", f->name, label);
	part->place = region->place;
	part->threads = ir_r(threads);
	fork_region(f, region, threads, part->entry);
	struct ir_cursor c = { .func = f, .block = part->entry, .place = region->place };
	/* the grid has as many threads as were asked for, and no others */
	region->u.parallel.count = simd_thread(&c, region, ir_sreg(&c, SREG_NTID));
	ir_jump(&c, region_inside(f, region, (struct region_code){ part->entry, part->exit }));
	ir_dissolve(f, region, part->exit);
	c.block = part->exit;
	ir_jump(&c, next);
	return part;
}

static void
lower(struct ir_func *f, const struct target *t)
{
	int n;
	struct ir_construct **regions = regions_of(f, &n);
	struct outline **end;

	if (lower_without_regions(f))
		return;
	f->kernel->regions_are_grids = true;
	f->kernel->outlines = NEW(f->arena, struct outlines);
	if (!t->device_sync)
		tail_keep_memory(f);
	end = &f->kernel->outlines->parts;
	for (int i = 0; i < n; i++) {
		*end = lower_region(f, regions[i]);
		end = &(*end)->next;
	}
	if (!t->device_sync)
		tail_cut(f, f->kernel->outlines, n);
	scheme_finish(f);
}

const struct scheme scheme_dynpar = {
	.name = "dynpar",
	.summary = "each parallel region is a grid that the team's master launches and waits for",
	.source = "Bertolli et al. 2014, §4.1 and Fig. 2",
	.cuts_sequential = true,
	.lower = lower,
	.mapping = &mapping_grid,
};
