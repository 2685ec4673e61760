/*
 * unroll.c: loops whose trip count is known are written out, whole when they are short; longer
 * ones, and those whose count only the run knows, do several iterations at a time.
 *
 * Requires: a plain graph, after propagation and invariant.  Breaks: graph snapshots; cfg joins
 * what it leaves.
 *
 *      for (k = 0; k < 3; k++) body(k)        ->      body(0); body(1); body(2)
 *      for (j = 0; j < 4096; j++) body(j)     ->      for (j = 0; j < 4096; j += 4) { body(j) … body(j + 3) }
 *      for (j = 0; j < n; j++) body(j)        ->      for (j = 0; j < n - 3; j += 4) { body(j) … body(j + 3) }
 *                                                     for (; j < n; j++) body(j)
 *
 *      for (i = 0; i < 3; i++)                ->      body(1, 0); body(2, 0); body(2, 1)
 *              for (j = 0; j < i; j++) body(i, j)
 *
 * A short body gets longer rounds first, of 16 or 8 iterations, and rounds of 4 for what is left.
 *
 * A loop qualifies when its head compares one variable with something that stays the same, which is
 * stepped by one addition at the end; it may be left in the middle, too.  Several iterations in a row have their
 * loads in flight together, which is what a GPU lives by.  Loads do not pass barriers: a loop that has some is
 * written out whole or not at all, unless the program asks for rounds.  All threads meet the same
 * barriers in the same order as before.
 */
#include "pass/pass.h"
#include "tree/tree.h"
#include "pass/loop/unroll_int.h"

#include <stddef.h>

enum {
	MOST_TRIPS = 128,
	MOST_INSTS = 1024,    /* written out whole */
	MOST_PARTED = 512,    /* … with branches between, which keep the loads of iterations apart */
	MOST_LOOKUPS = 8192,  /* … of those that stay, when the variable chooses elements of small
	                        arrays of the thread's own, or of tables */
	MOST_ASKED = 1 << 14, /* instructions, where the program asks for it */
	LONGEST = 1 << 16,    /* counted at compile time */
	KNOWN_ROUND = 16,
	ROUND = 4, /* iterations in a row, and how long they may get: */
	MOST_KNOWN = 192,
	MOST_ROUND = 256,
	MOST_LONG_ROUND = 128,
	LONG_ROUND = 16,   /* of a loop that is short, ahead of rounds of 4 */
	FEWEST_ROUNDS = 4, /* … that an array has room for which the loop goes through */
	SHORT = 24,        /* a loop that its own step, test and branch are a part of to be felt */
	MOST_LOADED = 16,  /* registers that a long round's loads may fill if it stores */
};

/* ---- how often ---- */

enum { UNKNOWN = -1, TOO_MANY = -2 }; /* trips */

/* Return the trip count from `start` on, or TOO_MANY.  Set *wraps if the variable is cut on the way. */
static int64_t
count_trips(const struct unrolling *u, int64_t start, bool *wraps)
{
	const struct induction *i = &u->i;
	int64_t v = start, n = 0;

	while (n <= LONGEST && loop_goes_on(i, v)) {
		int64_t sum = v + i->by;
		v = loop_value(i, v, 1);
		if (u->f->regs[i->var].type == IR_I32 && v != (int32_t)v)
			return TOO_MANY;
		*wraps |= v != sum;
		n++;
	}
	return n <= LONGEST ? n : TOO_MANY;
}

/* Find the loop's variable, if what it is added, multiplied or shifted by is known. */
static bool
find_variable(struct unrolling *u)
{
	return loop_progression(u->l, loop_defs(u->a, u->f, u->l), &u->i) &&
		u->i.operand.kind == VAL_INT;
}

/* Return whether the variable is stepped by additions that are not cut. */
static bool
adds(const struct induction *i)
{
	return i->op == IR_ADD && i->cut == IR_MOV;
}

/* Step a char or short that never wraps like an int. */
static void
widen(struct induction *i)
{
	i->step->op = IR_ADD;
	i->step->src[0] = ir_r(i->var);
	i->step->src[1] = ir_int(i->by);
	i->step->nsw = true;
	i->cut = IR_MOV;
}

/* Return whether the block lies in every loop that l lies in, so that it runs again whenever l is
 * entered again. */
static bool
runs_with(const struct unrolling *u, const struct loop *loops, const struct ir_block *b)
{
	for (const struct loop *o = loops; o; o = o->next)
		if (o != u->l && loop_has(o, u->l->head) && !loop_has(o, b))
			return false;
	return graph_dominates(u->g, b, u->l->head);
}

/* Find the variable's only assignment outside, if it is a constant that begins every run of the
 * loop. */
static bool
find_start(const struct unrolling *u, const struct loop *loops, int64_t *start)
{
	int outside = 0;

	for (uint32_t k = 0; k < u->g->nrpo; k++) {
		const struct ir_block *b = u->g->rpo[k];
		for (const struct ir_inst *i = b->first; i; i = i->next) {
			if (i->dst != u->i.var || loop_has(u->l, b))
				continue;
			if (outside++ || i->op != IR_MOV || i->src[0].kind != VAL_INT ||
				!runs_with(u, loops, b))
				return false;
			*start = i->src[0].u.i;
		}
	}
	return outside == 1;
}

/* ---- the shapes ---- */

/* Write what the loop leaves behind: the variable's last value, and what the head computes a last
 * time. */
static void
write_out(struct unrolling *u, int64_t start, int64_t trips)
{
	struct ir_block *latch = u->after, *h = u->l->head,
			*first = trips ? unroll_copies(u, (int)trips, &start, &latch) : NULL;
	struct ir_block *end = ir_block_after(u->f, latch, NULL);
	struct ir_cursor c = { .func = u->f, .block = end, .place = u->i.step->place };

	end->in = h->in;
	end->place = h->place;
	ir_mov(&c, u->i.var, ir_int(loop_value(&u->i, start, trips)));
	unroll_repeat_head(u, end);
	ir_jump(&c, h->to[1]);
	if (first)
		latch->to[0] = end;
	loop_enter_at(u->g, u->l, first ? first : end);
}

/* Move the variable on by a round, at the end of the last copy. */
static void
step_round(struct unrolling *u, struct ir_cursor *c, int n)
{
	ir_emit(c, IR_ADD, u->f->regs[u->i.var].type, u->i.var, ir_r(u->first), ir_int(n * u->i.by))
		->nsw = u->i.step->nsw;
}

/* Write n iterations, then the head's test: back to the first of them, or out. */
static void
write_round(struct unrolling *u, int n)
{
	struct ir_block *latch, *h = u->l->head, *first = unroll_copies(u, n, NULL, &latch);
	struct ir_cursor c = { .func = u->f, .block = latch, .place = u->i.step->place };

	step_round(u, &c, n);
	unroll_repeat_head(u, latch);
	ir_branch(&c, h->cond, first, h->to[1]);
	first->unrolled = true;
	loop_enter_at(u->g, u->l, first);
}

/* Return the bound of rounds: as long as var < limit (or limit < var) there are n iterations more.
 * A bound so near the type's end that the subtraction would wrap gives the end itself, where no
 * round begins. */
static struct ir_value
round_limit(struct ir_cursor *c, const struct induction *i, int n)
{
	enum ir_type type = i->test->type;
	bool is_signed = i->test->op == IR_LT_S || i->test->op == IR_LE_S;
	int64_t least = !is_signed ? 0 : type == IR_I32 ? INT32_MIN : INT64_MIN;
	int64_t most = !is_signed ? -1 : type == IR_I32 ? INT32_MAX : INT64_MAX;
	int64_t d = (n - 1) * (i->by < 0 ? -i->by : i->by) -
		(i->test->op == IR_LE_S || i->test->op == IR_LE_U);
	struct ir_value near;

	if (i->left) {
		near = ir_op2(c, is_signed ? IR_MAX_S : IR_MAX_U, type, i->bound,
			ir_int(least + d));
		return ir_op2(c, IR_SUB, type, near, ir_int(d));
	}
	near = ir_op2(c, is_signed ? IR_MIN_S : IR_MIN_U, type, i->bound, ir_int(most - d));
	return ir_op2(c, IR_ADD, type, near, ir_int(d));
}

static struct ir_value
below_limit(struct ir_cursor *c, const struct induction *i, struct ir_value limit)
{
	enum ir_op op = i->test->op == IR_LT_S || i->test->op == IR_LE_S ? IR_LT_S : IR_LT_U;

	return i->left ? ir_compare(c, op, i->test->type, ir_r(i->var), limit) :
			 ir_compare(c, op, i->test->type, limit, ir_r(i->var));
}

/* Write rounds of n iterations as long as there are so many.  The loop itself does the rest. */
static void
write_rounds_and_rest(struct unrolling *u, int n)
{
	struct ir_block *latch, *first, *h = u->l->head,
					*entrance = loop_entrance(u->f, u->g, u->l);
	struct ir_cursor c = { .func = u->f, .block = entrance, .place = u->i.test->place };
	struct ir_value limit = round_limit(&c, &u->i, n);
	struct ir_value some = below_limit(&c, &u->i, limit);

	u->after = entrance;
	first = unroll_copies(u, n, NULL, &latch);
	ir_branch(&c, some, first, h);
	c = (struct ir_cursor){ .func = u->f, .block = latch, .place = u->i.step->place };
	step_round(u, &c, n);
	ir_branch(&c, below_limit(&c, &u->i, limit), first, h);
	first->unrolled = h->unrolled = true;
}

/* ---- which ---- */

/* Return whether n iterations in a row have registers for what they load: where they store, too, ptxas
 * issues the loads ahead of the stores, but one by one when the 32 that it likes to take are filled. */
static bool
loads_fit(const struct unrolling *u, int n)
{
	int loaded = 0;

	for (uint32_t k = 0; k < u->l->nblocks; k++)
		for (const struct ir_inst *i = u->l->block[k]->first; i; i = i->next)
			if (i->op == IR_LD)
				loaded += ir_mem_bytes(i->mem) == 8 ? 2 : 1;
	return n <= ROUND || !loop_count(u->l, IR_ST) || loaded * n <= MOST_LOADED;
}

/* Return how many iterations to put in a row if they divide a known count, or 1: none. */
static int
round_size(const struct unrolling *u, int64_t trips)
{
	for (int n = KNOWN_ROUND; n > 1 && adds(&u->i); n /= 2)
		if (trips % n == 0 && trips > n && (int)u->l->ninsts * n <= MOST_KNOWN &&
			loads_fit(u, n))
			return n;
	return 1;
}

/* Return whether the program has loops inside of l.  (Those that wait for a lock or a barrier are ours.) */
static bool
has_loops(const struct loop *l)
{
	for (uint32_t k = 0; k < l->nblocks; k++)
		if (l->block[k] != l->head && (l->block[k]->loop || l->block[k]->unrolled))
			return true;
	return false;
}

/* Return whether loads of several iterations can be in flight together. */
static bool
takes_rounds(const struct loop *l)
{
	return l->plain && l->innermost;
}

/* Return how many iterations to put in a row if the count is unknown, or 1: none.  Where there are other ways
 * out, no loads are issued ahead of them. */
static int
open_round(const struct unrolling *u, bool again)
{
	uint64_t most = unroll_fewest_elements(u) / FEWEST_ROUNDS;
	bool one_exit = loop_only_head_leaves(u->l);

	for (int n = again || !one_exit ? ROUND : LONG_ROUND; n > ROUND; n /= 2)
		if ((int)u->l->ninsts * n <= MOST_LONG_ROUND && loads_fit(u, n) &&
			(uint64_t)n <= most)
			return n;
	return (int)u->l->ninsts * ROUND <= MOST_ROUND && ROUND <= most ? ROUND : 1;
}

/* Return whether a branch lies between two iterations' loads: one that their number does not decide. */
static bool
parts(const struct unrolling *u)
{
	for (uint32_t k = 0; k < u->l->nblocks; k++) {
		const struct ir_block *b = u->l->block[k];
		const struct ir_inst *i;

		if (b == u->l->head || b->term != TERM_BRANCH)
			continue;
		i = b->cond.kind == VAL_REG ? ir_assignment(b->last, b->cond.u.reg) : NULL;
		if (!i || !ir_same_value(i->src[0], ir_r(u->i.var)) || i->src[1].kind != VAL_INT)
			return true;
	}
	return false;
}

/* Return whether all iterations are few instructions. */
static bool
is_short(const struct unrolling *u, int64_t trips)
{
	int64_t stay;

	if (trips <= 0 || trips > MOST_TRIPS || trips * u->l->ninsts > MOST_ASKED)
		return false;
	return trips * u->l->ninsts <= (parts(u) ? MOST_PARTED : MOST_INSTS) ||
		((stay = unroll_beside_lookups(u)) >= 0 && trips * stay <= MOST_LOOKUPS);
}

/* Return whether f's loops with barriers are worth copies.  Where teams leave lanes over, a barrier has a
 * way for those, too, which is long: only the best entry has copies of that. */
static bool
copies_barriers(struct ir_func *f)
{
	const struct ir_func *kernel = launched(f);

	return !kernel || kernel->kernel->whole_teams || !kernel->kernel->has_fast;
}

/* Return whether the variable moves towards the bound, in steps that a type's range has many of. */
static bool
approaches(const struct induction *i)
{
	bool ordered = i->test->op >= IR_LT_S && i->test->op <= IR_LE_U;

	return adds(i) && ordered &&
		(i->left ? i->by > 0 && i->by < 1 << 20 : i->by < 0 && i->by > -(1 << 20));
}

/* ---- why not ---- */

static const char never[] = "it calls a function that may write, or contains a parallel region";
static const char unknown[] = "how often it runs is not known before it begins";
static const char wrapping[] = "its variable is a char or short, which may wrap";
static const char unsteady[] =
	"its variable does not move in constant steps towards the bound of a '<' or '>'";

/* Return why a counted loop stays as it is that no case of unroll() takes. */
static const char *
why_not(const struct unrolling *u)
{
	if (!takes_rounds(u->l))
		return "threads wait for each other or copy a structure in it, and it is not known to be "
		       "short";
	if (u->i.cut != IR_MOV)
		return wrapping;
	if (!approaches(&u->i))
		return unsteady;
	if (u->l->ninsts * ROUND > MOST_ROUND)
		return "its body is long";
	if (unroll_fewest_elements(u) < FEWEST_ROUNDS * ROUND)
		return "the array that it goes through is short";
	return "it loads nothing, and its test is the least of it";
}

/* Return why a counted loop stays as it is that the program wants to be unrolled. */
static const char *
why_not_asked(const struct unrolling *u, int64_t trips)
{
	int n = u->l->head->unroll;

	if (n == UNROLL_FULL && trips == UNKNOWN)
		return unknown;
	if (n == UNROLL_FULL || n * (int64_t)u->l->ninsts > MOST_ASKED)
		return "it would be too long";
	return u->i.cut != IR_MOV ? wrapping : unsteady;
}

static void
warn_missed(const struct ir_block *head, const char *why, struct diag *diag)
{
	diag_warn_once(diag, head->place, "-Wpass-failed",
		"this loop is not unrolled as the directive says: %s", why);
}

/* Say why a loop stays.  It is the innermost one of the program: inside, there may be those that wait for other
 * threads. */
static void
say_missed(const struct unrolling *u, const char *why, struct diag *diag)
{
	const struct ir_block *h = u->l->head;

	if (h->unroll && !h->unroll_ours)
		warn_missed(h, why, diag);
	else if (!has_loops(u->l) && h->loop && says_missed(u->f))
		diag_remark(diag, u->i.test ? u->i.test->place : h->place, "-Rpass-missed=unroll",
			"this loop does one iteration at a time: %s [MC521]", why);
}

/* Warn of loops that are none any more, since a scheme has taken regions out of them. */
static void
warn_of_cut(const struct ir_func *f, const struct graph *g, const struct loop *loops,
	struct diag *diag)
{
	for (uint32_t k = 0; k < g->nrpo; k++) {
		const struct ir_block *b = g->rpo[k];
		const struct loop *l = loops;

		if (!b->unroll || b->unroll_ours)
			continue;
		while (l && l->head != b)
			l = l->next;
		if (!l && graph_reaches(f, b, b, NULL))
			warn_missed(b, never, diag);
	}
}

/* ---- with a remark ---- */

static void
do_all(struct unrolling *u, int64_t start, int64_t trips, struct diag *diag)
{
	diag_remark(diag, u->i.test->place, "-Rpass=unroll",
		"all %d iteration%s of this loop are written out [MC501]", (int)trips,
		trips == 1 ? "" : "s");
	unroll_begin(u);
	write_out(u, start, trips);
}

static void
do_rounds(struct unrolling *u, int n, struct diag *diag)
{
	diag_remark(diag, u->i.test->place, "-Rpass=unroll",
		"this loop does %d iterations at a "
		"time [MC502]",
		n);
	unroll_begin(u);
	write_round(u, n);
}

static void
do_rounds_and_rest(struct unrolling *u, int n, bool again, struct diag *diag)
{
	if (!again)
		diag_remark(diag, u->i.test->place, "-Rpass=unroll",
			"this loop does %d iterations at a "
			"time, what is left %sone by one [MC502]",
			n, n > ROUND ? "four by four, then " : "");
	unroll_begin(u);
	write_rounds_and_rest(u, n);
}

/* Unroll as the program says (OpenMP 5.2 [9.2]). */
static bool
unroll_asked(struct unrolling *u, int64_t start, int64_t trips, struct diag *diag)
{
	int n = u->l->head->unroll;
	int64_t insts = u->l->ninsts;

	if (n == 1)
		return false;
	if (trips > 0 && (n == UNROLL_FULL || trips <= n) && trips * insts <= MOST_ASKED) {
		do_all(u, start, trips, diag);
	} else if (n > 1 && trips > 0 && adds(&u->i) && trips % n == 0 &&
		n * insts <= MOST_ASKED) {
		do_rounds(u, n, diag);
	} else if (n > 1 && approaches(&u->i) && n * insts <= MOST_ASKED) {
		do_rounds_and_rest(u, n, false, diag);
		u->l->head->unroll = n / 4; /* what is left, too */
		u->l->head->unroll_ours = true;
		u->l->head->unrolled = n <= ROUND;
	} else {
		say_missed(u, why_not_asked(u, trips), diag);
		return false;
	}
	return true;
}

/* Write out a loop around loops.  Those wait for that (run). */
static bool
unroll_nest(struct unrolling *u, const struct loop *loops, struct diag *diag)
{
	int64_t start, trips;
	bool wraps = false;

	if (!has_loops(u->l) || !u->l->plain || u->l->head->unroll || !find_variable(u) ||
		u->i.cut != IR_MOV || u->i.bound.kind != VAL_INT || !find_start(u, loops, &start))
		return false;
	trips = count_trips(u, start, &wraps);
	if (!unroll_takes_nest(u, loops, trips))
		return false;
	u->after = loop_last(u->g, u->l);
	do_all(u, start, trips, diag);
	return true;
}

static bool
unroll(struct unrolling *u, const struct loop *loops, bool again, struct diag *diag)
{
	bool asked = u->l->head->unroll && !u->l->head->unroll_ours;
	bool in_rounds = takes_rounds(u->l), wraps = false;
	int64_t start = 0, trips = UNKNOWN;
	int n;

	if (!asked && has_loops(u->l))
		return false;
	if (!u->l->copies || !find_variable(u)) {
		say_missed(u, u->l->copies ? unknown : never, diag);
		return false;
	}
	if (u->i.bound.kind == VAL_INT && find_start(u, loops, &start))
		trips = count_trips(u, start, &wraps);
	if (trips > 0 && u->i.op == IR_ADD && u->i.cut != IR_MOV && !wraps)
		widen(&u->i);
	u->after = loop_last(u->g, u->l);
	if (trips == 0) {
		unroll_begin(u);
		write_out(u, start, 0);
		return true;
	}
	if (asked || (u->l->head->unroll && in_rounds))
		return unroll_asked(u, start, trips, diag);
	n = in_rounds && trips > 0 ? round_size(u, trips) : 1;
	if (is_short(u, trips) && (u->l->plain || copies_barriers(u->f))) {
		do_all(u, start, trips, diag);
	} else if (n > 1) {
		do_rounds(u, n, diag);
	} else if (in_rounds && approaches(&u->i) &&
		(loop_count(u->l, IR_LD) || u->l->ninsts <= SHORT) && open_round(u, again) > 1) {
		n = open_round(u, again);
		do_rounds_and_rest(u, n, again, diag);
		u->l->head->unrolled = n == ROUND;
	} else {
		say_missed(u, why_not(u), diag);
		return false;
	}
	return true;
}

static bool
seen(const uint32_t *heads, int n, uint32_t id)
{
	for (int i = 0; i < n; i++)
		if (heads[i] == id)
			return true;
	return false;
}

/* Unroll one loop at a time: each changes the graph.  A loop that stays is not tried twice. */
static void
run(struct ir_func *f, const struct pass_context *pc)
{
	uint32_t done[64];
	int n = 0;
	bool changed = true, nest;

	while (changed && n < 64) {
		struct arena *a = arena_new();
		struct graph *g = graph_new(a, f, false);
		struct loop *loops = loops_find(a, g);

		if (n == 0)
			warn_of_cut(f, g, loops, pc->diag);
		changed = nest = false;
		for (const struct loop *l = loops; l && !changed; l = l->next) {
			struct unrolling u = { .f = f, .a = a, .g = g, .l = l };
			changed = nest = unroll_nest(&u, loops, pc->diag);
		}
		for (const struct loop *l = loops; l && !changed; l = l->next) {
			struct unrolling u = { .f = f, .a = a, .g = g, .l = l };
			bool again = seen(done, n, l->head->id);
			if (l->head->unrolled)
				continue;
			changed = unroll(&u, loops, again, pc->diag);
			if (changed)
				done[n++] = l->head->id;
		}
		arena_free(a);
		if (changed)
			pass_cfg.run(f, pc);
		if (nest) { /* the inner loops have a variable each, which begins with a constant */
			pass_split.run(f, pc);
			pass_propagate.run(f, pc);
		}
	}
}

const struct pass pass_unroll = { 'u', "unroll",
	"several iterations in a row, or all of a short loop", run, false,
	PTXGEN_SWITCH_UNROLL + 1 };
