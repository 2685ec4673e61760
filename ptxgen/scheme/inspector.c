/*
 * inspector.c: the master decides which region runs, then all threads run it (Bertolli et al. 2014,
 * Fig. 6).
 *
 *      MASTER:  (tid == 0) the sequential part, up to the fork: par_code = k
 *      EXECUTE: bar.sync; if par_code == 1 bra PAR_REG1; if par_code == 2 bra PAR_REG2; ...; exit
 *
 * There is one inspection and one execution, so nothing sequential may follow a region: a second
 * region, another turn of a loop, a store.  Code without effect may, and is left out.
 *
 * Races: par_code and the shared values are written before the only barrier and read after it.
 */
#include "scheme/common.h"

struct inspector {
	struct ir_func *f;
	struct ir_construct **regions;
	int nregions;
	struct ir_slot *par_code;
	struct ir_block *execute;
};

/* ---- what follows a region ---- */

struct follow {
	const struct ir_func *f;
	struct graph *g;
	struct ir_block **stack, **succ;
	bool *seen;
	uint32_t depth;
	int width;
};

static void
visit(struct follow *w, struct ir_block *b)
{
	if (!w->seen[b->id]) {
		w->seen[b->id] = true;
		w->stack[w->depth++] = b;
	}
}

/* Return the place of the first statement from b on, for a message. */
static struct place
first_place(const struct ir_block *b)
{
	return b->first ? b->first->place : b->place;
}

static bool
refuse(struct refusal *why, const char *id, struct place place, const char *reason)
{
	*why = (struct refusal){
		.id = id,
		.place = place,
		.reason = reason,
		.instead = "jumptable",
	};
	return false;
}

/* Return whether nothing with an effect follows region c. */
static bool
nothing_follows(struct follow *w, const struct ir_construct *c, struct refusal *why)
{
	const struct ir_inst *bad;
	const char *what;

	visit(w, c->next);
	while (w->depth) {
		struct ir_block *b = w->stack[--w->depth];

		if ((bad = side_effect_in(b, &what)) != NULL)
			return refuse(why, "MC201", bad->place,
				arena_printf(w->f->arena,
					"the sequential code here, which follows a parallel region, %s",
					describe_effect(w->f->arena, bad)));
		if (b->term == TERM_CONSTRUCT && b->construct == c)
			return refuse(why, "MC202", first_place(c->next),
				"the sequential code here follows a parallel region and leads to it again");
		if (b->term == TERM_CONSTRUCT)
			return refuse(why, "MC203", b->construct->place,
				"a second parallel region follows the first");
		int n = graph_successors(w->g, b, w->succ, w->width);
		for (int i = 0; i < n; i++)
			visit(w, w->succ[i]);
	}
	return true;
}

static bool
accepts(const struct ir_func *f, struct refusal *why)
{
	int n;
	struct ir_construct **regions = regions_of((struct ir_func *)f, &n);
	struct follow w = {
		.f = f,
		.g = graph_new(f->arena, f, true),
		.width = graph_max_successors(f) + 1,
	};

	w.stack = NEWN(f->arena, struct ir_block *, f->nblocks + 1);
	w.succ = NEWN(f->arena, struct ir_block *, w.width);
	for (int i = 0; i < n; i++) {
		w.seen = NEWN(f->arena, bool, f->nblocks);
		w.depth = 0;
		if (!nothing_follows(&w, regions[i], why))
			return false;
	}
	return true;
}

/* ---- the two phases ---- */

static struct ir_cursor
at(struct inspector *s, struct ir_block *b, struct place place)
{
	return (struct ir_cursor){ .func = s->f, .block = b, .place = place };
}

/* Leave the master's code as it is; let its ends publish 0, its forks the region's number. */
static void
inspect(struct inspector *s, struct shared_value **shared)
{
	for (struct ir_block *b = s->f->blocks; b; b = b->next) {
		bool leaves = b->term == TERM_EXIT || b->term == TERM_RET;
		struct ir_cursor c = at(s, b, b->place);
		int code = 0;

		if (ir_region_of(b) || (!leaves && b->term != TERM_CONSTRUCT))
			continue;
		for (int i = 0; i < s->nregions && !leaves; i++)
			if (b->construct == s->regions[i])
				code = i + 1;
		if (code)
			emit_publish(&c, shared[code - 1]);
		ir_store(&c, MEM_32, SPACE_GENERIC, ir_slot_value(s->par_code, 0), 0, ir_int(code));
		ir_jump(&c, s->execute);
	}
}

static void
execute(struct inspector *s, struct shared_value **shared)
{
	struct ir_block *done = ir_block_new(s->f, "FINISHED", NULL), *b = s->execute;
	struct ir_cursor c = at(s, b, s->f->place);

	done->term = TERM_EXIT;
	emit_team_barrier(&c);
	struct ir_value par_code = ir_load(&c, MEM_32, SPACE_GENERIC, ir_slot_value(s->par_code, 0),
		0);
	for (int i = 0; i < s->nregions; i++) {
		struct ir_construct *r = s->regions[i];
		struct region_code code = open_region(s->f, r, &mapping_identity, shared[i],
			arena_printf(s->f->arena, "PAR_REG%u", r->id));
		struct ir_cursor end = at(s, code.exit, r->place);
		struct ir_block *next = i + 1 < s->nregions ? ir_block_after(s->f, b, NULL) : done;

		ir_jump(&end, done);
		ir_branch(&c, ir_compare(&c, IR_EQ, IR_I32, par_code, ir_int(i + 1)), code.entry,
			next);
		b = next;
		c = at(s, b, s->f->place);
	}
}

static void
lower(struct ir_func *f, const struct target *t)
{
	struct inspector s = { .f = f };

	(void)t;
	if (lower_without_regions(f))
		return;
	s.regions = regions_of(f, &s.nregions);
	s.par_code = ir_slot_new(f, SLOT_SHARED, "par_code", 4, 4);
	struct shared_value **shared = NEWN(f->arena, struct shared_value *, s.nregions);
	for (int i = 0; i < s.nregions; i++)
		shared[i] = share_values(f, s.regions[i]);

	struct ir_block *first = split_prologue(f);
	struct ir_cursor c = at(&s, f->blocks, f->place);
	s.execute = ir_block_new(f, "EXECUTE", NULL);
	if (!first->label)
		first->label = "MASTER";
	ir_branch(&c, emit_is_master(&c), first, s.execute);
	inspect(&s, shared);
	execute(&s, shared);
	scheme_finish(f);
}

const struct scheme scheme_inspector = {
	.name = "inspector",
	.summary =
		"the master publishes which region runs, then all threads run it; nothing may follow",
	.source = "Bertolli et al. 2014, Fig. 6",
	.accepts = accepts,
	.lower = lower,
	.mapping = &mapping_identity,
};
