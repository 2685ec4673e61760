/*
 * spmd_guard.c: which chunks of the sequential part one thread must run alone, and whether that
 * pays.
 *
 * A thread's own memory complicates it: a local variable that a guarded chunk writes and a
 * replicated one reads would be up to date in one thread only.  It becomes the team's; then its
 * writers have a side effect, and more chunks may have to be guarded.
 */
#include "scheme/spmd_int.h"

#include "ir/effects.h"

/* Return whether lanes would disagree about the result, or another team may change it meanwhile. */
static bool
differs(const struct ir_inst *i)
{
	if (i->op == IR_SREG)
		return i->index != SREG_NTID && i->index != SREG_CTAID && i->index != SREG_NCTAID;
	return i->op == IR_ALLOCA || i->op == IR_ACTIVEMASK || (i->op == IR_LD && i->is_volatile);
}

/* Return whether not every thread may execute it. */
static bool
needs_guard(const struct ir_inst *i)
{
	return side_effect(i) || differs(i);
}

bool
replicable(const struct ir_inst *i)
{
	return ir_ops[i->op].flags & IRF_PURE && !differs(i);
}

static bool
reads_memory(const struct ir_inst *i)
{
	if (i->op == IR_CALL)
		return call_effect(i) == EFFECT_READS;
	return (i->op == IR_LD && !own_memory(i->src[0])) ||
		(i->op == IR_MEMCPY && !own_memory(i->src[1]));
}

/* ---- who runs what ---- */

/* Return the first instruction of that kind in c's code, or NULL. */
static const struct ir_inst *
find_inst(const struct spine *s, const struct chunk *c, bool (*is)(const struct ir_inst *))
{
	for (const struct ir_block *b = s->f->blocks; b; b = b->next)
		for (const struct ir_inst *i = chunk_has(s, c, b) ? b->first : NULL; i; i = i->next)
			if (is(i))
				return i;
	return NULL;
}

bool
chunk_reads(const struct spine *s, const struct chunk *c)
{
	return find_inst(s, c, reads_memory) != NULL;
}

static void
classify(struct spine *s)
{
	for (size_t i = 0; i < s->chunks.n; i++)
		s->chunks.v[i]->guarded = find_inst(s, s->chunks.v[i], needs_guard) != NULL;
}

struct locals {
	bool *escapes, *written, *read; /* by slot id: its address; by the master; by everyone */
};

static void
note_escape(void *ctx, struct ir_value *v)
{
	if (v->kind == VAL_SLOT)
		((struct locals *)ctx)->escapes[v->u.slot->id] = true;
}

/* Note sources that are accessed.  The rest of an instruction's sources escape. */
static void
note_locals(struct locals *l, struct ir_inst *i, bool guarded)
{
	bool store = i->op == IR_ST || i->op == IR_MEMCPY || i->op == IR_MEMZERO;
	struct ir_value to = store ? i->src[0] : ir_none();
	struct ir_value from = i->op == IR_LD ? i->src[0] :
		i->op == IR_MEMCPY            ? i->src[1] :
						ir_none();
	struct ir_inst rest = *i;

	if (to.kind == VAL_SLOT && guarded)
		l->written[to.u.slot->id] = true;
	if (from.kind == VAL_SLOT && !guarded)
		l->read[from.u.slot->id] = true;
	if (store || i->op == IR_LD)
		rest.src[0] = ir_none();
	if (i->op == IR_MEMCPY)
		rest.src[1] = ir_none();
	ir_visit_uses(&rest, note_escape, l);
}

/* Return whether a local variable has become the team's, which makes its writers side effects. */
static bool
share_locals(struct spine *s)
{
	struct ir_func *f = s->f;
	struct locals l = { NEWN(f->arena, bool, f->nslots + 1),
		NEWN(f->arena, bool, f->nslots + 1), NEWN(f->arena, bool, f->nslots + 1) };
	bool any = false, changed = false;

	for (size_t k = 0; k < s->chunks.n; k++) {
		any |= s->chunks.v[k]->guarded;
		for (struct ir_block *b = f->blocks; b; b = b->next)
			for (struct ir_inst *i = chunk_has(s, s->chunks.v[k], b) ? b->first : NULL;
				i; i = i->next)
				note_locals(&l, i, s->chunks.v[k]->guarded);
	}
	for (struct ir_slot *slot = f->slots; slot && any; slot = slot->next) {
		bool stale = l.escapes[slot->id] || (l.written[slot->id] && l.read[slot->id]);
		if (slot->kind != SLOT_LOCAL || !stale)
			continue;
		slot->kind = SLOT_TEAM;
		changed = true;
	}
	return changed;
}

void
guard_chunks(struct spine *s)
{
	do
		classify(s);
	while (share_locals(s));
}

/* ---- what is told about it ---- */

struct refusal *
guards(const struct ir_func *f, int *n)
{
	struct spine *s = spine_plan((struct ir_func *)f);
	struct refusal *list = NEWN(f->arena, struct refusal, s->chunks.n + 1);
	int regions;

	*n = 0;
	regions_of((struct ir_func *)f, &regions);
	classify(s);
	for (size_t i = 0; i < s->chunks.n && regions; i++) {
		const struct ir_inst *first = find_inst(s, s->chunks.v[i], needs_guard);
		const char *what = first ? describe_effect(f->arena, first) : NULL;

		if (first)
			list[(*n)++] = (struct refusal){
				.place = first->place,
				.id = "MC107",
				.reason = arena_printf(f->arena,
					"the sequential code here %s, so only the master "
					"executes it; the others wait, and get what it computes through "
					"shared memory",
					what ? what : "is the master's alone"),
			};
	}
	return list;
}

/* ---- is it worth it ---- */

/* Return whether control may come from c back to c without a fork on its way. */
static bool
comes_back(const struct spine *s, const struct chunk *c)
{
	bool *seen = NEWN(s->f->arena, bool, s->g->n);
	const struct chunk **stack = NEWN(s->f->arena, const struct chunk *, s->chunks.n + 1);
	uint32_t depth = 0;

	stack[depth++] = c;
	while (depth) {
		const struct chunk *at = stack[--depth], *next;
		bool decision = at->step == STEP_DECISION, table = decision && at->last->ntable;
		int n = table ? at->last->ntable : decision ? 2 : at->step == STEP_ON;
		for (int i = 0; i < n; i++) {
			next = s->by_head[(table ? at->last->table[i] :
					decision ? at->last->to[i] :
						   at->target)
						  ->id];
			if (next == c)
				return true;
			if (!seen[next->head->id]) {
				seen[next->head->id] = true;
				stack[depth++] = next;
			}
		}
	}
	return false;
}

/* Return whether guards pay.  Next to forks they cost nothing, as there are barriers anyway; one in
 * a loop may be met any number of times for each region, where a control loop's master would go
 * round alone. */
bool
guards_pay(const struct ir_func *f, struct refusal *why)
{
	struct spine *s = spine_plan((struct ir_func *)f);
	int regions;

	regions_of((struct ir_func *)f, &regions);
	classify(s);
	for (size_t i = 0; i < s->chunks.n && regions; i++) {
		const struct chunk *c = s->chunks.v[i];
		if (!c->guarded || !comes_back(s, c))
			continue;
		const struct ir_inst *first = find_inst(s, c, needs_guard);
		const char *what = describe_effect(f->arena, first);
		why->place = first->place;
		why->id = "MC204";
		why->reason = arena_printf(f->arena,
			"the sequential code here %s: it would cost a barrier in "
			"each turn of a loop, also when no parallel region is met",
			what ? what : "is the master's alone");
		return false;
	}
	return true;
}
