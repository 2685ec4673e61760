/*
 * generic.c: the form in which a group's leader executes the region and its lanes wait (Wright et
 * al. 2023, §5.3, Fig. 3 to 6), on machines whose lanes make progress on their own.
 *
 *      leader:    ...; arguments, work = k; meet;  SIMD_LOOPk  ...; work = 0; meet
 *      SIMD_WAIT: meet; if work == 0: leave; arguments of loop `work`;  SIMD_LOOPk;  SIMD_WAIT
 *
 * Both run the same code for a loop, which all lanes leave together; then the leader goes on and
 * the others wait again.  work and the arguments (registers that the leader has computed and the
 * loop reads) lie at the head of the group's part of the sharing space; the variables in memory
 * behind them.
 *
 * Races: the leader writes the part between a loop's end and the meeting that begins the next one,
 * when the lanes have read it and wait.  Barriers in the region are met by leaders alone
 * (work/sync.c).
 */
#include "simd/internal.h"

enum { WORK = 0, ARGUMENTS = 8 }; /* bytes in the group's part */

/* ---- through the sharing space ---- */

static void
send(struct simd *s, struct ir_cursor *c, const struct simd_arguments *a)
{
	for (int k = 0; k < a->n; k++) {
		enum ir_type type = s->f->regs[a->reg[k]].type;
		struct ir_value v = ir_r(a->reg[k]);

		if (type == IR_PRED)
			v = ir_op3(c, IR_SELECT, IR_I32, v, ir_int(1), ir_int(0));
		ir_store(c, ir_type_mem(type), s->part_in, s->part, ARGUMENTS + 8 * k, v);
	}
}

static void
receive(struct simd *s, struct ir_cursor *c, const struct simd_arguments *a)
{
	for (int k = 0; k < a->n; k++) {
		enum ir_type type = s->f->regs[a->reg[k]].type;
		struct ir_value v = ir_load(c, ir_type_mem(type), s->part_in, s->part,
			ARGUMENTS + 8 * k);

		if (type == IR_PRED)
			v = ir_compare(c, IR_NE, IR_I32, v, ir_int(0));
		ir_mov(c, a->reg[k], v);
	}
}

static void
set_work(struct simd *s, struct ir_cursor *c, int64_t work)
{
	ir_store(c, MEM_32, s->part_in, s->part, WORK, ir_int(work));
}

/* ---- the state machine ---- */

/* Release the group, the leader's last act: edges that leave the region come here first. */
static void
release(struct simd *s)
{
	struct ir_block *leave = ir_block_after(s->f, s->region->u.parallel.entry,
		simd_label(s, "SIMD_END", 0));
	struct ir_cursor c = simd_at(s, leave);

	simd_redirect_exit(s, leave);
	set_work(s, &c, 0);
	lanes_sync(&c, s->mask);
	ir_jump(&c, s->region->u.parallel.exit);
}

/* Divide the lanes behind the entry: the leader goes on, the others wait. */
static struct ir_block *
divide(struct simd *s)
{
	struct ir_block *entry = s->region->u.parallel.entry, *body = entry->to[0];
	struct ir_block *wait = ir_block_after(s->f, entry, simd_label(s, "SIMD_WAIT", 0));
	struct ir_cursor c = simd_at(s, entry);

	ir_branch(&c, s->leader, body, wait);
	wait->keep = true;
	return wait;
}

/* Build loop k in one piece, entered from the leader's code and from `arm`.  Behind it each lane
 * goes its way. */
static void
share_loop(struct simd *s, int k, const struct simd_arguments *a, struct ir_block *arm,
	struct ir_block *wait)
{
	struct ir_construct *loop = s->loops[k];
	struct ir_block *from = ir_entering(s->f, loop), *next = loop->next;
	struct ir_block *common = ir_block_after(s->f, from, simd_label(s, "SIMD_LOOP", k + 1));
	struct ir_cursor c = simd_at(s, from);

	from->term = TERM_NONE;
	from->construct = NULL;
	send(s, &c, a);
	set_work(s, &c, k + 1);
	lanes_sync(&c, s->mask);
	ir_jump(&c, common);
	c = simd_at(s, arm);
	receive(s, &c, a);
	ir_jump(&c, common);
	c = simd_at(s, simd_loop(s, loop, common));
	ir_branch(&c, s->leader, next, wait);
}

void
simd_generic(struct simd *s)
{
	struct simd_arguments *args = NEWN(s->f->arena, struct simd_arguments, s->nloops + 1);
	int most = 0;

	for (int k = 0; k < s->nloops; k++) {
		args[k] = simd_arguments(s, s->loops[k]);
		most = args[k].n > most ? args[k].n : most;
	}
	simd_share(s, true, ARGUMENTS + 8 * most);
	release(s);
	struct ir_block *wait = divide(s), *test = wait;
	struct ir_cursor c = simd_at(s, wait);
	lanes_sync(&c, s->mask);
	struct ir_value work = ir_load(&c, MEM_32, s->part_in, s->part, WORK);
	struct ir_block *first = ir_block_after(s->f, wait, NULL);
	ir_branch(&c, ir_compare(&c, IR_EQ, IR_I32, work, ir_int(0)), s->region->u.parallel.exit,
		first);
	test = first;
	for (int k = 0; k < s->nloops; k++) {
		struct ir_block *arm = test;
		if (k + 1 < s->nloops) {
			struct ir_block *more = ir_block_after(s->f, test, NULL);
			arm = ir_block_after(s->f, test, NULL);
			c = simd_at(s, test);
			ir_branch(&c, ir_compare(&c, IR_EQ, IR_I32, work, ir_int(k + 1)), arm,
				more);
			test = more;
		}
		share_loop(s, k, &args[k], arm, wait);
	}
}
