/*
 * league.c: reductions over the teams of a league that the last of them combines.
 *
 * With -fdeterministic-reduction results have the same bits on every run and every device for the
 * same grid, and atomics would add up teams in the order in which they come.  And where no atomic
 * does it (products, declared reductions, sums of doubles before sm_60), teams would come to the
 * original one after the other, each for as long as memory takes to answer.  And where an initialiser
 * reads the original, a late team would find what early ones made of it.  Instead each team leaves
 * its result in its frame, where all can see it, and the one that arrives last combines them:
 *
 *	partial[team] = the team's threads, combined; barrier
 *	master: fence; last = atomic_add(ticket, 1) == teams - 1; fence; if (last) ticket = 0
 *	barrier; if (!last) done
 *	for (t = thread; t < teams; t += threads) v = combine(v, partial[t])
 *	the original: the threads' v, combined
 *
 * No team waits for another, so it does not matter how many run at once.  Where the directive
 * combines several list items, they share the ticket.  The tickets lie before the frames (devrt.h)
 * and are 0 again when the kernel has ended.  A league reduces once in a kernel, at the end of its
 * teams directive, so that no team can overwrite what the last one still reads.
 */
#include "build/internal.h"

#include "devrt.h"
#include "ir/atomic.h"

enum { TICKET_BYTES = 4 };

static const struct type *
value_type(const struct private *p)
{
	return p->elem ? p->elem : p->var->decl->type;
}

/* Return whether teams would wait for one another at the original. */
static bool
would_queue(struct fb *b, const struct private *p)
{
	enum { MOST_ELEMENTS = 16 }; /* more are many places to queue at, and the last team's alone */
	const struct ir_reduce *r;

	if (one_thread(b) || (p->elem && (p->len.kind != VAL_INT || p->len.u.i > MOST_ELEMENTS)))
		return false;
	if (p->var->declared)
		return declared_is_shared(b, p->var->declared, value_type(p));
	r = reduction_of(b, p, value_type(p));
	return reduce_atomic(r, b->u->target) < 0 && !reduce_often_same(r);
}

/* Return whether copies begin with what the original was before the first team changed it. */
static bool
begins_with_original(const struct private *p)
{
	return p->var->declared && p->var->declared->reads_original &&
		(!p->elem || p->len.kind == VAL_INT);
}

bool
is_for_last_team(struct fb *b, const struct private *p)
{
	return p->var->kind == VAR_REDUCTION && !p->var->inscan && p->league && !p->own &&
		(p->elem || p->original->kind == HOME_MEM) &&
		(begins_with_original(p) ||
			(b->u->options->ordered_reductions ? !p->var->declared :
							     would_queue(b, p)));
}

struct ir_block *
begin_only(struct fb *b, struct ir_value cond)
{
	struct ir_block *yes = new_block(b), *end = new_block(b);

	ir_branch(&b->c, cond, yes, end);
	begin_block(b, yes);
	return end;
}

static struct ir_block *
begin_master(struct fb *b)
{
	return begin_only(b, ir_compare(&b->c, IR_EQ, IR_I32, thread_number(b), ir_int(0)));
}

/* ---- the team's result ---- */

static struct addr
partial_of(struct fb *b, const struct private *p)
{
	return addr_of(ir_op1(&b->c, IR_ADDR, IR_I64, ir_slot_value(p->partial, 0)), SPACE_GLOBAL);
}

static void
make_partial(struct fb *b, struct private *p)
{
	const struct type *t = value_type(p);
	uint64_t n = 1;

	if (p->elem && p->len.kind != VAL_INT)
		error_at(b, p->var->place,
			"-fdeterministic-reduction cannot combine an array section over teams "
			"whose length is not constant: give it one");
	else if (p->elem)
		n = (uint64_t)p->len.u.i;
	p->partial = ir_slot_new(b->f, SLOT_FRAME,
		arena_printf(b->arena, "partial_%s", p->var->decl->name), (n ? n : 1) * t->size,
		t->align);
}

/* Return a team's result as a volatile lvalue: the teams' masters may be grids of their own, which
 * share no cache. */
static struct lval
partial_lval(struct lval at)
{
	at.is_volatile = true;
	return at;
}

/* One element, or all of a list item that is no array. */
struct item {
	struct private *p;
	struct lval private, partial, original;
};

typedef void item_fn(struct fb *b, const struct item *, struct shares *);

static void
element_item(struct fb *b, struct private *p, struct ir_value k, item_fn *fn, struct shares *s)
{
	struct item i = { .p = p, .original = element(b, p->to, p->elem, k) };

	i.partial = partial_lval(element(b, partial_of(b, p), p->elem, k));
	i.private = element(b, p->from, p->elem, k);
	fn(b, &i, s);
}

static void
each_item(struct fb *b, struct private *p, item_fn *fn, struct shares *s)
{
	const struct type *t = value_type(p);
	struct shares here = { 0 };
	struct element_loop l;

	if (!p->elem) {
		struct item i = { .p = p, .original = home_lval(b, p->original, t) };

		i.partial = partial_lval(mem_lval(partial_of(b, p), t));
		i.private = home_lval(b, p->copy, t);
		fn(b, &i, s);
		return;
	}
	for (int k = 0; k < few_elements(p); k++)
		element_item(b, p, ir_int(k), fn, s);
	if (few_elements(p))
		return;
	l = begin_elements(b, p->len);
	element_item(b, p, ir_r(l.k), fn, &here);
	send_shares(b, &here);
	end_elements(b, &l);
}

static void
clear_partial(struct fb *b, const struct item *i, struct shares *s)
{
	(void)s;
	begin_copy(b, i->p, i->partial, i->original);
}

static void
into_partial(struct fb *b, const struct item *i, struct shares *s)
{
	if (one_thread(b))
		store(b, i->partial, load(b, i->private));
	else
		share_value(b, i->p, i->partial, i->private, s);
}

/* ---- the last team ---- */

static struct ir_value
update_ticket(struct fb *b, enum ir_atom op, struct ir_value ticket, int operand)
{
	return ir_atomic(&b->c, op, MEM_32, SPACE_GLOBAL, ticket, ir_int(operand), ir_none());
}

/* Return whether all other teams have left their results: I32, the same in all threads of the
 * team. */
static struct ir_value
arrive(struct fb *b, int number)
{
	struct ir_slot *told = ir_slot_new(b->f, SLOT_TEAM, "last_team", 4, 4);
	struct ir_block *others = begin_master(b), *not_last;
	struct ir_value frames = ir_env(&b->c, offsetof(struct devrt_env, frames), IR_I64);
	struct ir_value ticket = ir_op2(&b->c, IR_ADD, IR_I64, frames,
		ir_int((number - DEVRT_TICKETS) * TICKET_BYTES));
	struct ir_value before = ir_op2(&b->c, IR_SUB, IR_I32, ir_op0(&b->c, IR_OMP_NTEAMS, IR_I32),
		ir_int(1));

	ir_fence(&b->c, SCOPE_DEVICE);
	struct ir_value last = ir_compare(&b->c, IR_EQ, IR_I32,
		update_ticket(b, ATOM_ADD, ticket, 1), before);
	ir_fence(&b->c, SCOPE_DEVICE);
	ir_store(&b->c, MEM_32, SPACE_GENERIC, ir_slot_value(told, 0), 0,
		ir_op3(&b->c, IR_SELECT, IR_I32, last, ir_int(1), ir_int(0)));
	not_last = begin_only(b, last);
	update_ticket(b, ATOM_EXCH, ticket, 0);
	begin_block(b, not_last);
	begin_block(b, others);
	region_barrier(b);
	return ir_load(&b->c, MEM_32, SPACE_GENERIC, ir_slot_value(told, 0), 0);
}

/* Return this thread's share of all teams' results. */
static struct lval
over_teams(struct fb *b, const struct item *i)
{
	const struct type *t = i->partial.type;
	struct ir_block *test = new_block(b), *body = new_block(b), *end = new_block(b);
	struct ir_slot *slot = ir_slot_new(b->f, SLOT_LOCAL, "share", t->size, t->align);
	struct lval share = mem_lval(addr_of(ir_slot_value(slot, 0), SPACE_LOCAL), t);
	ir_reg team = ir_reg_new(b->f, IR_I32, "t");
	struct ir_value own = ir_op0(&b->c, IR_OMP_TEAM, IR_I32),
			teams = ir_op0(&b->c, IR_OMP_NTEAMS, IR_I32);
	struct ir_value stride = ir_env(&b->c, offsetof(struct devrt_env, frame_stride), IR_I64);
	struct ir_value here = addr_value(b, i->partial.addr), threads = thread_count(b);

	begin_copy(b, i->p, share, i->original);
	ir_mov(&b->c, team, thread_number(b));
	begin_block(b, test);
	ir_branch(&b->c, ir_compare(&b->c, IR_LT_U, IR_I32, ir_r(team), teams), body, end);
	begin_block(b, body);
	struct ir_value away = ir_convert(&b->c, IR_SEXT, IR_I64, IR_I32,
		ir_op2(&b->c, IR_SUB, IR_I32, ir_r(team), own));
	struct ir_value theirs = ir_op3(&b->c, IR_MAD, IR_I64, away, stride, here);
	combine_alone(b, i->p, share, partial_lval(mem_lval(addr_of(theirs, SPACE_GLOBAL), t)));
	ir_mov(&b->c, team, ir_op2(&b->c, IR_ADD, IR_I32, ir_r(team), threads));
	ir_jump(&b->c, test);
	begin_block(b, end);
	return share;
}

static void
into_original(struct fb *b, const struct item *i, struct shares *s)
{
	struct lval share = over_teams(b, i);

	if (begins_with_original(i->p)) /* all threads' shares have */
		region_barrier(b);
	if (one_thread(b))
		combine_alone(b, i->p, i->original, share);
	else
		share_value(b, i->p, i->original, share, s);
}

/* ---- all list items ---- */

static bool
none_has_partial(const struct private *p)
{
	while (p && !p->partial)
		p = p->next;
	return !p;
}

static void
for_all(struct fb *b, struct private *p, item_fn *fn)
{
	struct shares shares = { 0 };

	for (; p; p = p->next)
		if (p->partial)
			each_item(b, p, fn, &shares);
	send_shares(b, &shares);
}

void
end_by_last_team(struct fb *b, struct private *list)
{
	struct ir_block *done;

	for (struct private *p = list; p; p = p->next)
		if (is_for_last_team(b, p))
			make_partial(b, p);
	if (none_has_partial(list))
		return;
	if (b->f->kernel->tickets == DEVRT_TICKETS)
		diag_bug("build", "one target region has more than one teams directive");
	if (!one_thread(b)) {
		done = begin_master(b);
		for_all(b, list, clear_partial);
		begin_block(b, done);
		region_barrier(b);
	}
	for_all(b, list, into_partial);
	region_barrier(b);
	struct ir_value last = arrive(b, b->f->kernel->tickets++);
	done = begin_only(b, ir_compare(&b->c, IR_NE, IR_I32, last, ir_int(0)));
	for_all(b, list, into_original);
	begin_block(b, done);
}
