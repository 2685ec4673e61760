/*
 * spmd.c: the form in which all lanes of a group execute the region (Wright et al. 2023, §5.4).
 *
 * Lanes compute what their thread computes, each in its own registers.  What others may notice must
 * happen once: the leader does it, and its result goes to the other lanes.
 *
 *      meet; if (lane == 0) { effects }; result = the leader's; meet
 *
 * This is the guarding that the paper leaves to others for what is not tightly nested: with it
 * generic regions become SPMD.  A critical construct is such an effect as a whole.  All lanes take
 * the same branches, because all that they compute with is the same: loads that others may change
 * meanwhile (volatile ones) count as effects.
 *
 * Races.  Behind an effect all meet, so that nobody reads too early.  Before one they meet where a
 * lane may still read what it changes: between a load and an effect, or a simd loop, without a
 * meeting in between.  simd loops end with a meeting of their own.
 */
#include "simd/internal.h"

#include "ir/effects.h"
#include "scheme/common.h"

/* Return whether it must happen once in each thread. */
static bool
is_effect(const struct ir_inst *i)
{
	switch (i->op) {
	case IR_LD: return i->is_volatile;
	case IR_SREG: return i->index == SREG_CLOCK || i->index == SREG_GLOBALTIMER;
	case IR_FENCE:
	case IR_TRAP:
	case IR_OMP_BARRIER:
	case IR_OMP_REDUCE: return false;
	default: return side_effect(i) != NULL;
	}
}

/* Blocks that end where the leader goes on alone. */
struct guards {
	VEC(struct ir_block *) list;
};

/* ---- runs of effects ---- */

struct run {
	struct simd *s;
	const uint32_t *defs;
	bool *result; /* by register: of an effect of the run */
	bool depends;
};

static void
note_dependence(void *ctx, struct ir_value *v)
{
	struct run *r = ctx;

	if (v->kind == VAL_REG && r->result[v->u.reg])
		r->depends = true;
}

static bool
uses_result(struct run *r, struct ir_inst *i)
{
	r->depends = false;
	ir_visit_uses(i, note_dependence, r);
	return r->depends;
}

/* Return whether the instruction is pure, and the same before the run's first effect. */
static bool
can_go_first(struct run *r, struct ir_inst *i)
{
	return ir_ops[i->op].flags & IRF_PURE && !is_effect(i) && i->dst != IR_NOREG &&
		r->defs[i->dst] == 1 && !uses_result(r, i);
}

static void
move_before(struct ir_block *b, struct ir_inst *i, struct ir_inst *pos)
{
	ir_remove(b, i);
	i->prev = pos->prev;
	i->next = pos;
	*(pos->prev ? &pos->prev->next : &b->first) = i;
	pos->prev = i;
}

/* Return the end of what can be guarded with `first`.  Address computations in between go before
 * it. */
static struct ir_inst *
end_of_run(struct run *r, struct ir_block *b, struct ir_inst *first)
{
	struct ir_inst *i = first, *next;

	for (; i; i = next) {
		next = i->next;
		if (is_effect(i)) {
			if (i->dst != IR_NOREG)
				r->result[i->dst] = true;
		} else if (can_go_first(r, i)) {
			move_before(b, i, first);
		} else {
			break;
		}
	}
	return i;
}

/* Guard [first, end) of b.  Return the block that goes on. */
static struct ir_block *
guard(struct simd *s, struct ir_block *b, struct ir_inst *first, struct ir_inst *end)
{
	struct ir_block *rest = ir_split(s->f, b, end), *alone = ir_split(s->f, b, first);
	struct ir_cursor c = { .func = s->f, .block = b, .place = first->place };
	struct ir_cursor join = {
		.func = s->f,
		.block = rest,
		.before = rest->first,
		.place = first->place,
	};

	ir_branch(&c, s->leader, alone, rest);
	for (struct ir_inst *i = alone->first; i; i = i->next)
		if (i->dst != IR_NOREG)
			ir_mov(&join, i->dst,
				lanes_shuffle(&join, SHFL_IDX, s->f->regs[i->dst].type,
					ir_r(i->dst), s->first, s->mask));
	lanes_sync(&join, s->mask);
	c.block = alone;
	ir_jump(&c, rest);
	return rest;
}

/* ---- critical constructs ---- */

/* Let the leader alone execute a critical construct, lock and all.  What it leaves behind goes to
 * the other lanes.  Return where it begins. */
static struct ir_block *
guard_critical(struct simd *s, struct ir_construct *con, struct ir_block *b)
{
	struct ir_block *alone = ir_block_after(s->f, b, NULL);
	struct ir_block *join = ir_block_after(s->f, ir_last_of(s->f, con), NULL),
			*next = con->next;
	struct ir_cursor c = { .func = s->f, .block = b, .place = con->place };
	int n;
	ir_reg *outs = simd_outs(s, con, &n);

	join->in = con->parent;
	con->next = join;
	alone->term = TERM_CONSTRUCT;
	alone->construct = con;
	b->construct = NULL;
	ir_branch(&c, s->leader, alone, join);
	c.block = join;
	for (int i = 0; i < n; i++)
		ir_mov(&c, outs[i],
			lanes_shuffle(&c, SHFL_IDX, s->f->regs[outs[i]].type, ir_r(outs[i]),
				s->first, s->mask));
	lanes_sync(&c, s->mask);
	ir_jump(&c, next);
	return b;
}

/* Guard the region's critical constructs, outermost first.  Their leader executes nested ones alone
 * already. */
static void
guard_criticals(struct simd *s, struct guards *g)
{
	for (uint32_t i = 0; i < s->f->nconstructs; i++) {
		struct ir_construct *c = s->f->constructs[i];
		struct ir_block *b = c->kind == CON_CRITICAL && c->region == s->region ?
			ir_entering(s->f, c) :
			NULL;

		if (!b)
			continue;
		if (!simd_in_critical(b))
			vec_push(s->f->arena, &g->list, guard_critical(s, c, b));
	}
}

static void
lower_criticals(struct simd *s)
{
	for (uint32_t i = 0; i < s->f->nconstructs; i++) {
		struct ir_construct *c = s->f->constructs[i];
		if (c->kind == CON_CRITICAL && c->region == s->region)
			work_critical(s->w, c);
	}
}

/* ---- meetings before what changes memory ---- */

static bool
reads(const struct ir_inst *i)
{
	return (i->op == IR_LD && !own_memory(i->src[0])) || i->op == IR_MEMCPY ||
		(i->op == IR_CALL && call_effect(i) != EFFECT_NONE);
}

/* Return whether, after b, a lane may be reading what it has not finished reading at the last
 * meeting. */
static bool
read_after(const struct ir_block *b, bool read)
{
	for (const struct ir_inst *i = b->first; i; i = i->next)
		read = i->op == IR_WARPSYNC || i->op == IR_OMP_BARRIER ? false : read || reads(i);
	return read;
}

static bool *
pending_reads(struct simd *s)
{
	bool *at = NEWN(s->f->arena, bool, s->f->nblocks), changed = true;
	int width = graph_max_successors(s->f) + 1;
	struct ir_block **succ = NEWN(s->f->arena, struct ir_block *, width);

	while (changed) {
		changed = false;
		for (struct ir_block *b = s->f->blocks; b; b = b->next) {
			bool read = read_after(b, at[b->id]);
			int n = read && b->term != TERM_CONSTRUCT ? ir_successors(b, succ, width) :
								    0;
			for (int i = 0; i < n; i++) {
				changed |= !at[succ[i]->id];
				at[succ[i]->id] = true;
			}
		}
	}
	return at;
}

static void
meet_before(struct simd *s, struct ir_block *b, const bool *pending)
{
	struct ir_cursor c = { .func = s->f, .block = b, .place = b->place };

	if (read_after(b, pending[b->id]))
		lanes_sync(&c, s->mask);
}

static bool
changes_memory(struct simd *s, const struct ir_construct *loop)
{
	for (const struct ir_block *b = s->f->blocks; b; b = b->next)
		for (const struct ir_inst *i = simd_in_loop(b, loop) ? b->first : NULL; i;
			i = i->next)
			if (is_effect(i))
				return true;
	return false;
}

/* ---- the form ---- */

static void
guard_effects(struct simd *s, struct guards *g)
{
	struct ir_func *f = s->f;
	struct run r = { .s = s, .defs = ir_count_defs(f->arena, f) };

	for (struct ir_block *b = f->blocks, *next; b; b = next) {
		next = b->next;
		if (!simd_has(s, b) || simd_loop_of(s, b) || simd_in_critical(b) ||
			b == s->region->u.parallel.entry)
			continue;
		for (struct ir_inst *i = b->first; i;) {
			if (!is_effect(i)) {
				i = i->next;
				continue;
			}
			r.result = NEWN(f->arena, bool, f->nregs);
			struct ir_inst *end = end_of_run(&r, b, i);
			vec_push(f->arena, &g->list, b);
			b = guard(s, b, i, end);
			i = end;
		}
	}
}

void
simd_spmd(struct simd *s)
{
	struct guards g = { 0 };

	simd_share(s, false, 0);
	guard_criticals(s, &g);
	guard_effects(s, &g);
	bool *pending = pending_reads(s);
	for (size_t i = 0; i < g.list.n; i++)
		meet_before(s, g.list.v[i], pending);
	for (int i = 0; i < s->nloops; i++) {
		struct ir_construct *loop = s->loops[i];
		struct ir_block *from = ir_entering(s->f, loop), *next = loop->next;

		if (changes_memory(s, loop))
			meet_before(s, from, pending);
		from->term = TERM_NONE;
		from->construct = NULL;
		struct ir_cursor c = simd_at(s, simd_loop(s, loop, from));
		ir_jump(&c, next);
	}
	lower_criticals(s);
}
