/*
 * alone.c: what only the first thread of a team touches is its own, it alone computes what it alone
 * reads, and barriers that order nothing go.
 *
 *      tid == 0: s = 0;  barrier;  …;  tid == 0: s += v;  barrier;  tid == 0: a[i] = s
 *  ->  tid == 0: s = 0;            …;  tid == 0: s += v;            tid == 0: a[i] = s     (s: a register)
 *
 * Requires: a plain graph of a kernel, after readonly and ahead of scalars.  Keeps everything else.
 *
 * A barrier of all threads of the block orders what a thread did since the barrier before with what
 * others do up to the one behind.  It stays unless none of the former may meet the latter in memory:
 * both of the first thread alone, or both loads, or in different places.  Barriers of some threads
 * only (they have a count) order nothing here, and need one of all threads between them.
 */
#include "pass/pass.h"

#include "ir/graph.h"

/* What is done to a place between two barriers. */
enum { READ_ALONE = 1, WRITE_ALONE = 2, READ = 4, WRITE = 8, WRITES = WRITE_ALONE | WRITE };

/* Places: slots that only accesses name, by id; behind them these. */
enum { GLOBAL, SHARED, COUNTED, OTHERS };

struct scope {
	struct ir_func *f;
	struct graph *g;
	bool *alone;            /* by block id: the first thread runs it, and no other */
	bool *escapes;          /* by slot id: more than accesses name it */
	bool *others;           /* … other threads access it, or not as one scalar */
	struct ir_block **room; /* for successors, `width` of them */
	int width;
};

/* ---- who runs what ---- */

static bool
is_tid(struct ir_inst *const *def, struct ir_value v)
{
	const struct ir_inst *i = v.kind == VAL_REG ? def[v.u.reg] : NULL;

	while (i && i->op == IR_MOV && i->src[0].kind == VAL_REG)
		i = def[i->src[0].u.reg];
	return i && i->op == IR_SREG && i->index == SREG_TID;
}

/* Return where b branches to if this is the first thread, and only then; or NULL. */
static struct ir_block *
leads_first(const struct ir_block *b, struct ir_inst *const *def)
{
	const struct ir_inst *i = b->term == TERM_BRANCH && b->cond.kind == VAL_REG ?
		def[b->cond.u.reg] :
		NULL;

	if (!i || (i->op != IR_EQ && i->op != IR_NE) || !ir_is_int(i->src[1], 0) ||
		!is_tid(def, i->src[0]))
		return NULL;
	return b->to[0] == b->to[1] ? NULL : b->to[i->op == IR_NE];
}

/* ---- what it alone reads ---- */

struct uses {
	uint32_t *n; /* by register: in blocks that `first` does not dominate */
	int step;
};

static void
count_use(void *ctx, struct ir_value *v)
{
	struct uses *u = ctx;

	if (v->kind == VAL_REG)
		u->n[v->u.reg] += u->step;
}

/* Return whether i, ahead of a branch, may as well be behind it. */
static bool
can_wait(const struct ir_inst *i, const bool *single)
{
	bool can = ir_ops[i->op].flags & IRF_PURE && i->dst != IR_NOREG && single[i->dst] &&
		!(i->op == IR_SREG && (i->index == SREG_CLOCK || i->index == SREG_GLOBALTIMER));

	for (int k = 0; k < 3 && can; k++)
		can = i->src[k].kind != VAL_REG || single[i->src[k].u.reg];
	return can;
}

/* Move what b computes for `first` alone, to which it is the only way, there. */
static void
compute_there(struct arena *a, const struct scope *s, struct ir_block *b, struct ir_block *first,
	const bool *single)
{
	struct uses u = { NEWN(a, uint32_t, s->f->nregs), 1 };

	for (struct ir_block *at = s->f->blocks; at; at = at->next) {
		if (graph_dominates(s->g, first, at))
			continue;
		for (struct ir_inst *i = at->first; i; i = i->next)
			ir_visit_uses(i, count_use, &u);
		ir_visit_term_uses(at, count_use, &u);
	}
	u.step = -1;
	for (struct ir_inst *i = b->last, *prev; i; i = prev) {
		prev = i->prev;
		if (!can_wait(i, single) || u.n[i->dst])
			continue;
		ir_visit_uses(i, count_use, &u);
		ir_remove(b, i);
		i->prev = NULL;
		i->next = first->first;
		*(first->first ? &first->first->prev : &first->last) = i;
		first->first = i;
	}
}

static void
find_alone(struct arena *a, struct scope *s)
{
	const bool *single = graph_single(a, s->g);
	struct ir_inst **def = graph_defs(a, s->g, single);

	for (uint32_t k = 0; k < s->g->nrpo; k++) {
		struct ir_block *first = leads_first(s->g->rpo[k], def);
		if (first && s->g->npreds[first->id] == 1)
			compute_there(a, s, s->g->rpo[k], first, single);
	}
	for (uint32_t k = 1; k < s->g->nrpo; k++)
		s->alone[s->g->rpo[k]->id] = true;
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t k = 1; k < s->g->nrpo; k++) {
			const struct ir_block *b = s->g->rpo[k];
			bool alone = s->alone[b->id];
			for (uint32_t n = 0; n < s->g->npreds[b->id]; n++)
				alone &= s->alone[s->g->preds[b->id][n]->id] ||
					leads_first(s->g->preds[b->id][n], def) == b;
			changed |= alone != s->alone[b->id];
			s->alone[b->id] = alone;
		}
	}
}

/* ---- the first thread's own variables ---- */

static void
escape(void *ctx, struct ir_value *v)
{
	if (v->kind == VAL_SLOT)
		((struct scope *)ctx)->escapes[v->u.slot->id] = true;
}

static bool
is_access(const struct ir_inst *i)
{
	return i->op == IR_LD || i->op == IR_ST || i->op == IR_ATOM;
}

static void
find_escapes(struct scope *s)
{
	for (struct ir_block *b = s->f->blocks; b; b = b->next) {
		for (struct ir_inst *i = b->first; i; i = i->next) {
			struct ir_inst rest = *i;
			const struct ir_slot *slot = i->src[0].u.slot;
			if (is_access(i) && i->src[0].kind == VAL_SLOT) {
				s->others[slot->id] |= !s->alone[b->id] || i->op == IR_ATOM ||
					i->is_volatile || i->src[0].offset + i->offset != 0 ||
					(uint64_t)ir_mem_bytes(i->mem) != slot->size;
				rest.src[0] = ir_none();
			}
			ir_visit_uses(&rest, escape, s);
		}
		ir_visit_term_uses(b, escape, s);
	}
}

static void
own_variables(struct scope *s)
{
	for (struct ir_slot *slot = s->f->slots; slot; slot = slot->next)
		if (slot->kind == SLOT_SHARED && !s->escapes[slot->id] && !s->others[slot->id])
			slot->kind = SLOT_LOCAL;
	for (struct ir_block *b = s->f->blocks; b; b = b->next)
		for (struct ir_inst *i = b->first; i; i = i->next)
			if (is_access(i) && i->src[0].kind == VAL_SLOT &&
				i->src[0].u.slot->kind == SLOT_LOCAL)
				i->space = SPACE_LOCAL;
}

/* ---- barriers ---- */

static bool
of_all(const struct ir_inst *i)
{
	return i->op == IR_BAR && i->src[1].kind == VAL_NONE;
}

/* Add what i does to the places. */
static void
note(const struct scope *s, unsigned *places, const struct ir_inst *i, bool alone)
{
	unsigned *other = places + s->f->nslots + 1;
	unsigned read = alone ? READ_ALONE : READ, write = alone ? WRITE_ALONE : WRITE;
	unsigned what = i->op == IR_LD ? read : i->op == IR_ST ? write : read | write;

	if (i->op == IR_CALL ||
		(i->op == IR_SREG && (i->index == SREG_CLOCK || i->index == SREG_GLOBALTIMER)))
		other[GLOBAL] = other[SHARED] = WRITE;
	if (i->op == IR_BAR || i->op == IR_BAR_ARRIVE)
		other[COUNTED] = WRITE;
	if (!is_access(i) || i->read_only || i->space == SPACE_LOCAL || i->space == SPACE_PARAM)
		return;
	if (i->src[0].kind == VAL_SLOT && !s->escapes[i->src[0].u.slot->id]) {
		places[i->src[0].u.slot->id] |= what;
		return;
	}
	if (i->space != SPACE_SHARED)
		other[GLOBAL] |= what;
	if (i->space != SPACE_GLOBAL)
		other[SHARED] |= what;
}

/* Note what lies between barrier `bar` and the next ones of all threads: behind it, or ahead. */
static void
between(struct arena *a, const struct scope *s, unsigned *places, struct ir_block *at,
	const struct ir_inst *bar, bool ahead)
{
	bool *seen = NEWN(a, bool, s->g->n);
	struct ir_block **todo = NEWN(a, struct ir_block *, s->g->n + 1);
	const struct ir_inst *i = ahead ? bar->prev : bar->next;
	uint32_t n = 1;

	todo[0] = at;
	for (bool begun = false; n; begun = true) {
		struct ir_block *b = todo[--n], **next = ahead ? s->g->preds[b->id] : s->room;
		if (begun)
			i = ahead ? b->last : b->first;
		for (; i && (i == bar || !of_all(i)); i = ahead ? i->prev : i->next)
			if (i != bar)
				note(s, places, i, s->alone[b->id]);
		int more = i  ? 0 :
			ahead ? (int)s->g->npreds[b->id] :
				ir_successors(b, s->room, s->width);
		for (int k = 0; k < more; k++)
			if (!seen[next[k]->id]) {
				seen[next[k]->id] = true;
				todo[n++] = next[k];
			}
	}
}

/* Return whether some threads may do the one and others the other, in either order. */
static bool
conflict(unsigned x, unsigned y)
{
	bool alone = !((x | y) & (READ | WRITE));

	return x && y && (x | y) & WRITES && !alone;
}

static bool
orders_nothing(const struct scope *s, struct ir_block *b, const struct ir_inst *bar)
{
	struct arena *a = arena_new();
	uint32_t n = s->f->nslots + 1 + OTHERS;
	unsigned *above = NEWN(a, unsigned, n), *below = NEWN(a, unsigned, n);
	bool nothing = true;

	between(a, s, above, b, bar, true);
	between(a, s, below, b, bar, false);
	for (uint32_t k = 0; k < n; k++)
		nothing &= !conflict(above[k], below[k]);
	arena_free(a);
	return nothing;
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	struct arena *a = arena_new();
	struct scope s = { .f = f, .g = graph_new(a, f, false) };

	(void)pc;
	s.alone = NEWN(a, bool, s.g->n);
	s.escapes = NEWN(a, bool, f->nslots + 1);
	s.others = NEWN(a, bool, f->nslots + 1);
	s.width = graph_max_successors(f) + 1;
	s.room = NEWN(a, struct ir_block *, s.width);
	find_alone(a, &s);
	find_escapes(&s);
	if (f->is_kernel)
		own_variables(&s);
	for (uint32_t k = 0; k < s.g->nrpo && f->is_kernel; k++)
		for (struct ir_inst *i = s.g->rpo[k]->first, *next; i; i = next) {
			next = i->next;
			if (i->op != IR_BAR || i->index != BAR_ORDERS ||
				!orders_nothing(&s, s.g->rpo[k], i))
				continue;
			if (i->prev && i->prev->op == IR_WARPSYNC)
				ir_remove(s.g->rpo[k], i->prev);
			ir_remove(s.g->rpo[k], i);
		}
	arena_free(a);
}

const struct pass pass_alone = { 'A', "alone",
	"what only a team's first thread touches is its own; barriers that order nothing go", run,
	false, 0 };
