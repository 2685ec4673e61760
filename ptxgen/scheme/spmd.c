/*
 * spmd.c: all threads of a team execute the whole kernel (Tiotto et al. 2020, §1 and Fig. 2b;
 * Wright et al. 2023, §3.2).
 *
 * Every thread walks the spine of the sequential part (spine.h).  A chunk without side effect is
 * replicated: each thread runs it and so has its values in registers of its own.  Any other chunk
 * is guarded, and what it computes for others is broadcast:
 *
 *      guard:  if tid == 0: chunk; values stored in cells
 *      join:   bar.sync; values loaded; ...
 *
 * A parallel region is entered by falling into it.  What begins or ends a chunk and has no effect
 * (an address, a loop variable's step) is moved out of the guard, which saves its broadcast.
 *
 * Which chunks are guarded spmd_guard.c says.  Races: barriers go where something that happened
 * since the last one could conflict with what comes; spmd_sync.c finds these places and argues
 * them.
 */
#include "scheme/spmd_int.h"

/* ---- chunks ---- */

static void
move_inst(struct ir_block *from, struct ir_inst *i, struct ir_block *to, struct ir_inst *before)
{
	struct ir_inst *prev = before ? before->prev : to->last;

	ir_remove(from, i);
	i->prev = prev;
	i->next = before;
	*(prev ? &prev->next : &to->first) = i;
	*(before ? &before->prev : &to->last) = i;
}

/* Take what is pure at the code's beginning and end out of the chunk: every thread may execute
 * it. */
static void
trim(struct spine *s, struct chunk *c)
{
	bool entered_once = true;

	for (uint32_t k = 0; k < s->g->npreds[c->head->id]; k++)
		entered_once &= !chunk_has(s, c, s->g->preds[c->head->id][k]);
	for (struct ir_block *b = entered_once ? c->head : NULL, *next; b; b = next) {
		while (b->first && replicable(b->first))
			move_inst(b, b->first, c->guard, NULL);
		next = b->first || b->term != TERM_JUMP || !chunk_has(s, c, b->to[0]) ||
				s->g->npreds[b->to[0]->id] != 1 ?
			NULL :
			b->to[0];
	}
	while (c->last->term == TERM_JUMP && c->last->last && replicable(c->last->last))
		move_inst(c->last, c->last->last, c->join, c->join->first);
}

static void
fork_region(struct spine *s, struct chunk *c, struct sync *y)
{
	struct ir_construct *region = c->region;
	struct region_code code = open_region(s->f, region, &mapping_identity, NULL,
		arena_printf(s->f->arena, "PAR_REG%u", region->id));
	struct ir_cursor all = { .func = s->f, .block = c->join, .place = region->place };
	struct ir_cursor end = { .func = s->f, .block = code.exit, .place = region->place };

	ir_jump(&all, code.entry);
	ir_jump(&end, spine_enter(s, region->next));
	sync_event(y, code.entry, SYNC_FORK);
}

static void
begin_chunk(struct spine *s, struct chunk *c, struct sync *y)
{
	struct ir_cursor g = { .func = s->f, .block = c->guard, .place = c->guard->place };

	if (!c->guarded) {
		if (chunk_reads(s, c))
			sync_event(y, c->guard, SYNC_READ);
		ir_jump(&g, c->head);
		return;
	}
	sync_event(y, c->guard, SYNC_WRITE);
	ir_branch(&g, emit_is_master(&g), master_label(s->f, c->head), c->join);
}

/* ---- broadcasts ---- */

struct uses {
	bool *others;          /* by register: read outside all guards */
	struct ir_slot **cell; /* by register */
};

static void
note_use(void *ctx, struct ir_value *v)
{
	if (v->kind == VAL_REG)
		((struct uses *)ctx)->others[v->u.reg] = true;
}

static struct uses
uses_of_others(struct spine *s)
{
	struct ir_func *f = s->f;
	struct uses u = { NEWN(f->arena, bool, f->nregs),
		NEWN(f->arena, struct ir_slot *, f->nregs) };

	for (struct ir_block *b = f->blocks; b; b = b->next) {
		bool alone = false;
		for (size_t i = 0; i < s->chunks.n; i++)
			alone |= s->chunks.v[i]->guarded && chunk_has(s, s->chunks.v[i], b);
		for (struct ir_inst *i = alone ? NULL : b->first; i; i = i->next)
			ir_visit_uses(i, note_use, &u);
		if (!alone)
			ir_visit_term_uses(b, note_use, &u);
	}
	return u;
}

/* Return what c assigns and others read, as values that are the same register on both sides. */
static struct shared_value *
values_of(struct spine *s, const struct chunk *c, struct uses *u)
{
	struct shared_value *list = NULL, *v;
	bool *listed = NEWN(s->f->arena, bool, s->f->nregs);

	for (struct ir_block *b = s->f->blocks; b; b = b->next) {
		for (struct ir_inst *i = chunk_has(s, c, b) ? b->first : NULL; i; i = i->next) {
			if (!u->others[i->dst] || listed[i->dst])
				continue;
			listed[i->dst] = true;
			if (!u->cell[i->dst])
				u->cell[i->dst] = new_cell(s->f, i->dst);
			v = NEW(s->f->arena, struct shared_value);
			*v = (struct shared_value){ list, i->dst, i->dst, u->cell[i->dst] };
			list = v;
		}
	}
	return list;
}

static void
broadcast(struct spine *s, struct chunk *c, struct uses *u, struct sync *y)
{
	const struct shared_value *values = values_of(s, c, u);
	struct ir_cursor m = { .func = s->f, .block = c->out, .place = c->out->place };
	struct ir_cursor all = {
		.func = s->f,
		.block = c->join,
		.before = c->join->first,
		.place = c->join->place,
	};

	if (!values)
		return;
	emit_publish(&m, values);
	emit_receive(&all, values);
	sync_event(y, c->join, SYNC_RECEIVE);
}

/* ---- the scheme ---- */

static void
lower(struct ir_func *f, const struct target *t)
{
	(void)t;
	if (lower_without_regions(f))
		return;
	split_prologue(f);
	struct spine *s = spine_plan(f);
	struct sync *y = sync_new(f);

	guard_chunks(s);
	spine_open(s);
	for (size_t i = 0; i < s->chunks.n; i++) {
		if (s->chunks.v[i]->guarded)
			trim(s, s->chunks.v[i]);
		begin_chunk(s, s->chunks.v[i], y);
		if (s->chunks.v[i]->step == STEP_FORK)
			fork_region(s, s->chunks.v[i], y);
	}
	struct uses u = uses_of_others(s);
	for (size_t i = 0; i < s->chunks.n; i++)
		if (s->chunks.v[i]->guarded)
			broadcast(s, s->chunks.v[i], &u, y);
	sync_emit(y);
	scheme_finish(f);
}

const struct scheme scheme_spmd = {
	.name = "spmd",
	.summary = "all threads execute everything; sequential code with side effects is guarded",
	.source = "Tiotto et al. 2020, §1, Fig. 2b; Wright et al. 2023, §3.2",
	.pays = guards_pay,
	.costs = guards,
	.lower = lower,
	.mapping = &mapping_identity,
};
