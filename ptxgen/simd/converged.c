/*
 * converged.c: the generic form where lanes of a warp share a program counter (before sm_70), so
 * that nobody can wait for anybody at a warp barrier.
 *
 * The lanes of a warp go round a loop together.  In each turn leaders run on to where they need
 * their lanes, say what for, and meet the others; then everybody does what was asked for:
 *
 *      SIMD_TURN: leaders: to where they were left (at); ...; request = k; to SIMD_MEET
 *      SIMD_MEET: meet; request = the leader's; SIMD_LOOPk for groups that asked for it;
 *                 a barrier when no group asks for a loop and one for a barrier; again unless all ended
 *
 * Barriers end a leader's run, because a warp counts as whole when any of its lanes arrives.
 * Arguments of loops go by shuffles: all lanes are there.  `at` and `request` change for all lanes
 * right behind the meeting; a leader's own request changes in its run, which shuffles read.  Code
 * for sm_35 runs on later chips too, where the meetings are real.
 */
#include "simd/internal.h"

enum {
	ENDED = 0
}; /* requests: then loops from 1, then barriers, then BEGIN: nothing was asked yet */

struct turning {
	struct simd *s;
	ir_reg at, request;
	struct ir_block *turn, *meet;
	struct ir_block **resume;     /* by request: where the leader goes on */
	struct ir_block **loop;       /* by loop: where all go through it */
	VEC(struct ir_block *) stops; /* blocks that end at a barrier */
	struct ir_value warp;         /* the region's lanes in this warp */
	int first_barrier, begin;
};

/* ---- the leader's code in pieces ---- */

static void
ask(struct turning *t, struct ir_block *b, int request)
{
	struct ir_cursor c = simd_at(t->s, b);

	ir_mov(&c, t->request, ir_int(request));
	ir_jump(&c, t->meet);
}

static struct ir_inst *
first_barrier(struct ir_block *b)
{
	struct ir_inst *i = b->first;

	while (i && i->op != IR_OMP_BARRIER)
		i = i->next;
	return i;
}

/* Split blocks at barriers, which are taken out.  What follows is the next block. */
static void
split_at_barriers(struct turning *t)
{
	struct ir_inst *i;

	for (struct ir_block *b = t->s->f->blocks, *next; b; b = next) {
		next = b->next;
		if (!simd_has(t->s, b) || simd_loop_of(t->s, b))
			continue;
		while ((i = first_barrier(b)) != NULL) {
			struct ir_block *rest = ir_split(t->s->f, b, i);
			ir_remove(rest, i);
			vec_push(t->s->f->arena, &t->stops, b);
			b = rest;
		}
	}
}

static void
cut_leader(struct turning *t)
{
	struct simd *s = t->s;

	t->resume = NEWN(s->f->arena, struct ir_block *, t->begin + 1);
	t->loop = NEWN(s->f->arena, struct ir_block *, s->nloops + 1);
	t->resume[t->begin] = s->region->u.parallel.entry->to[0];
	for (int k = 0; k < s->nloops; k++) {
		struct ir_block *from = ir_entering(s->f, s->loops[k]);
		t->resume[k + 1] = s->loops[k]->next;
		t->loop[k] = ir_block_after(s->f, from, simd_label(s, "SIMD_LOOP", k + 1));
		from->term = TERM_NONE;
		from->construct = NULL;
		ask(t, from, k + 1);
	}
	for (size_t k = 0; k < t->stops.n; k++) {
		t->resume[t->first_barrier + k] = t->stops.v[k]->next;
		ask(t, t->stops.v[k], t->first_barrier + (int)k);
	}
}

/* End the region's code with a request, too. */
static void
end_leader(struct turning *t)
{
	struct ir_block *last = t->s->f->blocks;

	while (last->next != t->s->region->u.parallel.exit)
		last = last->next;
	struct ir_block *end = ir_block_after(t->s->f, last, simd_label(t->s, "SIMD_END", 0));
	end->in = NULL;
	t->meet = ir_block_after(t->s->f, end, simd_label(t->s, "SIMD_MEET", 0));
	simd_redirect_exit(t->s, end);
	ask(t, end, ENDED);
}

/* Send leaders with something to do there, by one comparison after the other. */
static void
dispatch(struct turning *t)
{
	struct ir_block *test = ir_block_after(t->s->f, t->turn, NULL);
	struct ir_cursor c = simd_at(t->s, t->turn);

	ir_branch(&c, ir_compare(&c, IR_EQ, IR_I32, ir_r(t->at), ir_int(ENDED)), t->meet, test);
	for (int k = t->begin; k > 1; k--) {
		struct ir_block *more = ir_block_after(t->s->f, test, NULL);
		c = simd_at(t->s, test);
		ir_branch(&c, ir_compare(&c, IR_EQ, IR_I32, ir_r(t->at), ir_int(k)), t->resume[k],
			more);
		test = more;
	}
	c = simd_at(t->s, test);
	ir_jump(&c, t->resume[1]);
}

/* ---- what all do together ---- */

static void
receive(struct simd *s, struct ir_cursor *c, const struct simd_arguments *a)
{
	for (int k = 0; k < a->n; k++)
		ir_mov(c, a->reg[k],
			lanes_shuffle(c, SHFL_IDX, s->f->regs[a->reg[k]].type, ir_r(a->reg[k]),
				s->first, s->mask));
}

/* Let groups whose request is k run loop k.  Return where all go on. */
static struct ir_block *
share_loop(struct turning *t, struct ir_block *b, struct ir_value request, int k,
	const struct simd_arguments *a)
{
	struct simd *s = t->s;
	struct ir_block *on = ir_block_after(s->f, b, NULL), *common = t->loop[k - 1];
	struct ir_cursor c = simd_at(s, b);

	ir_branch(&c, ir_compare(&c, IR_EQ, IR_I32, request, ir_int(k)), common, on);
	c = simd_at(s, common);
	receive(s, &c, a);
	c = simd_at(s, simd_loop(s, s->loops[k - 1], common));
	ir_jump(&c, on);
	return on;
}

/* Build the region's barrier, which its lanes in the warp execute where `all` holds.  Return where
 * they go on. */
static struct ir_block *
share_barrier(struct turning *t, struct ir_block *b, struct ir_value all)
{
	struct simd *s = t->s;
	struct ir_block *wait = ir_block_after(s->f, b, simd_label(s, "SIMD_BARRIER", 0));
	struct ir_block *on = ir_block_after(s->f, wait, NULL);
	struct ir_cursor c = simd_at(s, b);

	ir_branch(&c, all, wait, on);
	c = simd_at(s, wait);
	ir_emit(&c, IR_OMP_BARRIER, IR_NONE, IR_NOREG, ir_none(), ir_none())->construct = s->region;
	ir_jump(&c, on);
	return on;
}

static void
meet(struct turning *t, const struct simd_arguments *args)
{
	struct simd *s = t->s;
	struct ir_block *b = t->meet;
	struct ir_cursor c = simd_at(s, b);

	lanes_sync(&c, t->warp);
	struct ir_value request = lanes_shuffle(&c, SHFL_IDX, IR_I32, ir_r(t->request), s->first,
		s->mask);
	struct ir_value asked = ir_compare(&c, IR_NE, IR_I32, request, ir_int(ENDED));
	struct ir_value loop = ir_op2(&c, IR_AND, IR_PRED, asked,
		ir_compare(&c, IR_LT_S, IR_I32, request, ir_int(t->first_barrier)));
	struct ir_value any = lanes_ballot(&c, asked, t->warp),
			loops = lanes_ballot(&c, loop, t->warp);
	struct ir_value barrier = ir_compare(&c, IR_EQ, IR_I32, loops, ir_int(0));
	struct ir_value served = ir_op2(&c, IR_OR, IR_PRED, loop, barrier);
	served = ir_op2(&c, IR_AND, IR_PRED, served, s->leader);
	ir_mov(&c, t->at, ir_op3(&c, IR_SELECT, IR_I32, served, request, ir_int(ENDED)));
	for (int k = 1; k <= s->nloops; k++)
		b = share_loop(t, b, request, k, &args[k - 1]);
	c = simd_at(s, b);
	struct ir_value more = ir_compare(&c, IR_NE, IR_I32, any, ir_int(0));
	if (t->stops.n)
		b = share_barrier(t, b, ir_op2(&c, IR_AND, IR_PRED, barrier, more));
	c = simd_at(s, b);
	ir_branch(&c, more, t->turn, s->region->u.parallel.exit);
	b->keep = t->meet->keep = t->turn->keep = true;
}

/* Return the lanes of this warp that are in the region. */
static struct ir_value
lanes_of_warp(struct simd *s, struct ir_cursor *c)
{
	struct ir_value before = ir_op2(c, IR_AND, IR_I32, ir_sreg(c, SREG_TID), ir_int(~31));
	struct ir_value left = ir_op2(c, IR_SUB, IR_I32, simd_cuda_threads(c, s->region), before);
	struct ir_value absent = ir_op2(c, IR_SUB, IR_I32, ir_int(SIMD_WARP),
		ir_op2(c, IR_MIN_S, IR_I32, left, ir_int(SIMD_WARP)));

	return ir_op2(c, IR_SHR_U, IR_I32, ir_int(0xffffffff), absent);
}

static void
enter(struct turning *t)
{
	struct ir_cursor c = simd_at(t->s, t->s->region->u.parallel.entry);

	t->warp = lanes_of_warp(t->s, &c);
	ir_mov(&c, t->request, ir_int(ENDED));
	ir_mov(&c, t->at,
		ir_op3(&c, IR_SELECT, IR_I32, t->s->leader, ir_int(t->begin), ir_int(ENDED)));
	ir_jump(&c, t->turn);
}

void
simd_converged(struct simd *s)
{
	struct turning t = {
		.s = s,
		.at = ir_reg_new(s->f, IR_I32, "at"),
		.request = ir_reg_new(s->f, IR_I32, "request"),
	};
	struct simd_arguments *args = NEWN(s->f->arena, struct simd_arguments, s->nloops + 1);

	for (int k = 0; k < s->nloops; k++)
		args[k] = simd_arguments(s, s->loops[k]);
	simd_share(s, true, 0);
	t.turn = ir_block_after(s->f, s->region->u.parallel.entry, simd_label(s, "SIMD_TURN", 0));
	end_leader(&t);
	split_at_barriers(&t);
	t.first_barrier = s->nloops + 1;
	t.begin = t.first_barrier + (int)t.stops.n;
	cut_leader(&t);
	enter(&t);
	dispatch(&t);
	meet(&t, args);
}
