/*
 * turns.c: long simd loops that nobody asked lanes for: the threads of a warp take turns.
 *
 *      if (all 32 threads are here, and the loops of 16 of them are long)
 *              for (turn = 0; turn < 8; turn++)        // four threads' loops at a time
 *                      for (k = lane % 8; k < count of thread turn; k += 8) body;
 *      else
 *              for (k = 0; k < count; k++) body;
 *
 * Rows of a matrix are the example: neighbouring threads have neighbouring rows, and each walks along
 * its own, so that their loads touch 32 lines; 8 lanes along one row touch one or two.  How long rows
 * are only the run knows: the warp votes, loop by loop.  What a loop reads of its thread goes to the
 * lanes by shuffles; reductions are combined among them.  The region stays as it is, two levels with a
 * thread for each CUDA thread, so that schemes know nothing of it.
 *
 * Long is a loop of 16 iterations or more, if the grid has 65,536 threads: with fewer the device waits
 * for single loads rather than for its memory's width, and has more of them under way when each thread
 * runs its own, or, better, when each is a group of lanes.  The launch promises so many threads to one
 * entry, and takes one without turns if they are fewer (entries.c); other code asks.
 *
 * It pays where iterations side by side touch memory side by side and threads side by side do not
 * (stride.c).  It is possible where iterations leave nothing else behind and use no memory of their
 * thread.
 */
#include "simd/internal.h"

#include "devrt.h"
#include "tree/omp_tree.h"

enum {
	GROUP = 8,          /* lanes that share a loop */
	LONG = 16,          /* iterations of a loop that is worth it */
	MANY = 16,          /* threads of a warp that must have such a loop */
	MOST_ARGUMENTS = 6, /* values that a loop reads of its thread */
};

struct turns {
	struct ir_func *f;
	struct ir_construct *loop;
	bool *assigned;  /* by register: in the loop */
	bool *elsewhere; /* by register: outside it */
	bool *varying;   /* by register: may differ from thread to thread */
	bool *listed;    /* by register: among the arguments */
	struct ir_inst **def;
	uint32_t *defs;
	ir_reg argument[MOST_ARGUMENTS];
	int n;
	bool failed;
	/* the copy that lanes share */
	ir_reg *as;              /* by register: its name there, or 0: the same */
	struct ir_block **block; /* by id */
};

/* ---- what the loop reads ---- */

static bool
gives_varying(const struct turns *t, const struct ir_inst *i)
{
	if (!(ir_ops[i->op].flags & IRF_PURE) || ir_ops[i->op].flags & IRF_ABSTRACT)
		return true;
	if (i->op == IR_SREG)
		return i->index != SREG_NTID && i->index != SREG_CTAID && i->index != SREG_NCTAID;
	for (int k = 0; k < 3; k++)
		if (i->src[k].kind == VAL_REG && t->varying[i->src[k].u.reg])
			return true;
	return t->defs[i->dst] != 1;
}

static void
find_facts(struct turns *t)
{
	struct ir_func *f = t->f;
	bool changed = true;

	t->assigned = NEWN(f->arena, bool, f->nregs);
	t->elsewhere = NEWN(f->arena, bool, f->nregs);
	t->varying = NEWN(f->arena, bool, f->nregs);
	t->listed = NEWN(f->arena, bool, f->nregs);
	t->def = NEWN(f->arena, struct ir_inst *, f->nregs);
	t->defs = ir_count_defs(f->arena, f);
	for (uint32_t k = 0; k < f->nconstructs; k++)
		if (f->constructs[k]->kind == CON_LOOP)
			t->varying[f->constructs[k]->u.loop.index] = true;
	for (struct ir_block *b = f->blocks; b; b = b->next)
		for (struct ir_inst *i = b->first; i; i = i->next) {
			*(simd_in_loop(b, t->loop) ? &t->assigned[i->dst] :
						     &t->elsewhere[i->dst]) = true;
			t->def[i->dst] = i;
		}
	while (changed) {
		changed = false;
		for (struct ir_block *b = f->blocks; b; b = b->next)
			for (struct ir_inst *i = b->first; i; i = i->next)
				if (i->dst != IR_NOREG && !t->varying[i->dst] &&
					gives_varying(t, i))
					changed = t->varying[i->dst] = true;
	}
}

/* Return whether v may be the address of a variable of the thread. */
static bool
may_be_own(const struct turns *t, struct ir_value v, int depth)
{
	const struct ir_inst *d;

	if (v.kind != VAL_REG)
		return v.kind == VAL_SLOT;
	d = t->def[v.u.reg];
	if (t->f->regs[v.u.reg].type != IR_I64 || !d)
		return false;
	if (t->defs[v.u.reg] != 1 || depth == 16)
		return true;
	if (d->op == IR_LD)
		return d->src[0].kind == VAL_SLOT || may_be_own(t, d->src[0], depth + 1);
	for (int k = 0; k < 3; k++)
		if (may_be_own(t, d->src[k], depth + 1))
			return true;
	return false;
}

static bool
is_copy(const struct turns *t, ir_reg r)
{
	for (const struct ir_combine *one = t->loop->u.loop.simd.combines; one; one = one->next)
		if (one->copy == r)
			return true;
	return false;
}

static void
note_read(void *ctx, struct ir_value *v)
{
	struct turns *t = ctx;

	t->failed |= v->kind == VAL_SLOT;
	if (v->kind != VAL_REG || t->assigned[v->u.reg] || v->u.reg == t->loop->u.loop.index)
		return;
	t->failed |= may_be_own(t, *v, 0);
	if (!t->varying[v->u.reg] || t->listed[v->u.reg])
		return;
	t->failed |= t->n == MOST_ARGUMENTS;
	if (t->failed)
		return;
	t->listed[v->u.reg] = true;
	t->argument[t->n++] = v->u.reg;
}

static bool
allowed(const struct ir_inst *i)
{
	return (i->op == IR_LD || i->op == IR_ST || i->op == IR_ATOM ||
		       (ir_ops[i->op].flags & IRF_PURE && !(ir_ops[i->op].flags & IRF_ABSTRACT) &&
			       i->op != IR_SREG)) &&
		!i->is_volatile;
}

static void
look_at_body(struct turns *t)
{
	for (struct ir_block *b = t->f->blocks; b && !t->failed; b = b->next) {
		if (!simd_in_loop(b, t->loop))
			continue;
		t->failed |= b->in != t->loop ||
			(b->term != TERM_JUMP && b->term != TERM_BRANCH && b->term != TERM_END);
		for (struct ir_inst *i = b->first; i && !t->failed; i = i->next)
			t->failed |= !allowed(i) ||
				(i->dst != IR_NOREG && t->elsewhere[i->dst] && !is_copy(t, i->dst));
		if (!t->failed)
			ir_visit_block_uses(b, note_read, t);
	}
	note_read(t, &t->loop->u.loop.count);
}

static bool
leaves_nothing(struct turns *t)
{
	struct simd s = { .f = t->f };
	int n;

	for (const struct ir_combine *one = t->loop->u.loop.simd.combines; one; one = one->next)
		if (one->copy == IR_NOREG || one->how->ordered)
			return false;
	simd_outs(&s, t->loop, &n);
	return n == 0;
}

static bool
understand(struct turns *t)
{
	find_facts(t);
	look_at_body(t);
	return !t->failed && leaves_nothing(t);
}

bool
simd_may_take_turns(struct ir_func *f, struct ir_construct *loop)
{
	struct turns t = { .f = f, .loop = loop };
	const struct ir_construct *around = loop->parent;

	return loop->region && around && around->kind == CON_LOOP &&
		around->u.loop.levels & OMP_LEVEL_FOR && !around->u.loop.one_thread &&
		!loop->u.loop.simd.safelen && loop->u.loop.count.kind == VAL_REG &&
		understand(&t) && simd_along_rows(f, loop, around->u.loop.index);
}

/* ---- the code ---- */

static void
rename_use(void *ctx, struct ir_value *v)
{
	const struct turns *t = ctx;

	if (v->kind == VAL_REG && t->as[v->u.reg])
		v->u.reg = t->as[v->u.reg];
}

static ir_reg
another(struct turns *t, ir_reg r)
{
	t->as[r] = ir_reg_new(t->f, t->f->regs[r].type, t->f->regs[r].name);
	t->f->regs[t->as[r]].nonneg = t->f->regs[r].nonneg;
	return t->as[r];
}

/* Copy the body under other names.  Iterations end at `latch`.  Return its first block. */
static struct ir_block *
copy_body(struct turns *t, struct ir_block *pos, struct ir_block *latch)
{
	struct ir_block *first = NULL;
	uint32_t nblocks = t->f->nblocks;

	t->block = NEWN(t->f->arena, struct ir_block *, nblocks);
	for (struct ir_block *b = t->f->blocks; b; b = b->next)
		if (b->id < nblocks && b->in == t->loop) {
			t->block[b->id] = pos = ir_block_after(t->f, pos, NULL);
			pos->in = t->loop->parent;
		}
	for (struct ir_block *b = t->f->blocks; b; b = b->next) {
		if (b->id >= nblocks || !t->block[b->id])
			continue;
		struct ir_block *new = t->block[b->id];
		struct ir_cursor c = { .func = t->f, .block = new };
		for (struct ir_inst *i = b->first; i; i = i->next) {
			struct ir_inst *copy = ir_repeat(&c, i);
			ir_visit_uses(copy, rename_use, t);
			if (i->dst != IR_NOREG)
				copy->dst = t->as[i->dst] ? t->as[i->dst] : another(t, i->dst);
		}
		new->place = b->place;
		new->loop = b->loop;
		new->unroll = b->unroll;
		new->unroll_ours = b->unroll_ours;
		new->term = b->term == TERM_END ? TERM_JUMP : b->term;
		new->cond = b->cond;
		rename_use(t, &new->cond);
		new->to[0] = b->term == TERM_END ? latch : t->block[b->to[0]->id];
		new->to[1] = b->to[1] ? t->block[b->to[1]->id] : NULL;
		if (b == t->loop->body)
			first = new;
	}
	return first;
}

static struct ir_value
as_index(struct ir_cursor *c, enum ir_type type, struct ir_value v)
{
	return type == IR_I32 ? v : ir_convert(c, IR_ZEXT, IR_I64, IR_I32, v);
}

/* Combine the parts that the lanes of the group have, and give all to the thread whose turn it
 * was. */
static void
combine(struct turns *t, struct ir_cursor *c, struct ir_value mine)
{
	struct ir_value all = ir_int(0xffffffff);

	for (const struct ir_combine *one = t->loop->u.loop.simd.combines; one; one = one->next) {
		struct ir_value v = ir_r(t->as[one->copy]), sum;
		for (int lanes = GROUP / 2; lanes > 0; lanes /= 2)
			v = work_combine(c, one->how, v,
				lanes_shuffle(c, SHFL_BFLY, one->how->type, v, ir_int(lanes), all));
		sum = work_combine(c, one->how, ir_r(one->copy), v);
		ir_mov(c, one->copy,
			ir_op3(c, IR_SELECT, one->how->type, mine, sum, ir_r(one->copy)));
	}
}

/* Take the turns, from the open block of c on.  Then go to the loop's end. */
static void
take_turns(struct turns *t, struct ir_cursor *c)
{
	struct ir_func *f = t->f;
	struct ir_construct *loop = t->loop;
	enum ir_type type = f->regs[loop->u.loop.index].type;
	struct ir_block *turn = ir_block_after(f, c->block, NULL),
			*head = ir_block_after(f, turn, NULL), *latch, *after, *body;
	struct ir_value all = ir_int(0xffffffff), id = ir_sreg(c, SREG_LANEID), count;
	struct ir_value lane = ir_op2(c, IR_AND, IR_I32, id, ir_int(GROUP - 1));
	struct ir_value group = ir_op2(c, IR_AND, IR_I32, id, ir_int(SIMD_WARP - GROUP));
	ir_reg number = ir_reg_new(f, IR_I32, "turn"), index;

	turn->in = head->in = loop->parent;
	t->as = NEWN(f->arena, ir_reg, f->nregs + 1);
	ir_mov(c, number, ir_int(0));
	ir_jump(c, turn);
	c->block = turn;
	struct ir_value from = ir_op2(c, IR_OR, IR_I32, group, ir_r(number));
	for (int k = 0; k < t->n; k++) {
		ir_reg r = t->argument[k], as = another(t, r);
		ir_mov(c, as, lanes_shuffle(c, SHFL_IDX, f->regs[r].type, ir_r(r), from, all));
	}
	count = loop->u.loop.count;
	rename_use(t, &count);
	for (const struct ir_combine *one = loop->u.loop.simd.combines; one; one = one->next)
		ir_mov(c, another(t, one->copy), one->identity);
	index = another(t, loop->u.loop.index);
	f->regs[index].nonneg = true;
	ir_mov(c, index, as_index(c, type, lane));
	ir_jump(c, head);
	latch = ir_block_after(f, head, NULL);
	after = ir_block_after(f, latch, NULL);
	latch->in = after->in = loop->parent;
	body = copy_body(t, head, latch);
	c->block = head;
	head->loop = true;
	head->unroll_ours = true;
	head->unroll = 8; /* then 2, of each lane: half of a long loop's 16 */
	ir_branch(c, ir_compare(c, IR_LT_U, type, ir_r(index), count), body, after);
	c->block = latch;
	ir_emit(c, IR_ADD, type, index, ir_r(index), ir_int(GROUP))->nsw = true;
	ir_jump(c, head);
	c->block = after;
	combine(t, c, ir_compare(c, IR_EQ, IR_I32, lane, ir_r(number)));
	ir_emit(c, IR_ADD, IR_I32, number, ir_r(number), ir_int(1));
	ir_branch(c, ir_compare(c, IR_LT_S, IR_I32, ir_r(number), ir_int(GROUP)), turn, loop->next);
}

/* Return whether this thread's loop is long, and threads are many if the launch has not promised it. */
static struct ir_value
is_long(struct ir_cursor *c, enum ir_type type, struct ir_value count)
{
	struct ir_value is = ir_compare(c, IR_LE_U, type, ir_int(LONG), count), threads;

	if (c->func->kernel && c->func->kernel->many_threads)
		return is;
	threads = ir_op2(c, IR_MUL, IR_I32, ir_sreg(c, SREG_NCTAID), ir_sreg(c, SREG_NTID));
	return ir_op2(c, IR_AND, IR_PRED, is,
		ir_compare(c, IR_LE_U, IR_I32, ir_int(DEVRT_MANY_THREADS), threads));
}

void
simd_take_turns(struct work *w, struct ir_construct *loop)
{
	struct turns t = { .f = w->f, .loop = loop };
	struct ir_block *b = ir_entering(w->f, loop), *alone, *vote, *turns;
	struct ir_cursor c = { .func = w->f, .block = b, .place = loop->place };
	enum ir_type type = w->f->regs[loop->u.loop.index].type;
	ir_reg here = ir_reg_new(w->f, IR_I32, "here");

	if (!b || !w->t->independent_threads || (w->f->kernel && w->f->kernel->laid_out) ||
		!understand(&t))
		return; /* a grid of several dimensions has no number of threads in a row */
	alone = ir_block_after(w->f, b, NULL);
	turns = ir_block_after(w->f, b, NULL);
	vote = ir_block_after(w->f, b, NULL);
	alone->in = turns->in = vote->in = loop->parent;
	alone->term = TERM_CONSTRUCT;
	alone->construct = loop;
	alone->place = b->place;
	b->term = TERM_NONE;
	b->construct = NULL;
	ir_emit(&c, IR_ACTIVEMASK, IR_I32, here, ir_none(), ir_none());
	ir_branch(&c, ir_compare(&c, IR_EQ, IR_I32, ir_r(here), ir_int(-1)), vote, alone);
	c.block = vote;
	struct ir_value votes = lanes_ballot(&c, is_long(&c, type, loop->u.loop.count),
		ir_int(0xffffffff));
	ir_branch(&c,
		ir_compare(&c, IR_LE_S, IR_I32, ir_int(MANY), ir_op1(&c, IR_POPC, IR_I32, votes)),
		turns, alone);
	c.block = turns;
	take_turns(&t, &c);
}
