/*
 * loop.c: a simd loop shared by the lanes of a group (Wright et al. 2023, Fig. 8).
 *
 *      for (i = lane; i < count; i += lanes) body;   meet;   combine
 *
 * What iterations leave behind in registers (lastprivate, linear, a variable of the thread that one
 * iteration assigns) comes from the lane that assigned it last; reductions are combined by shuffles
 * among the lanes, arrays element by element.  Afterwards every lane of the group has the values.
 *
 * With safelen, iterations that far apart may depend on each other [10.4]: then the lanes go in
 * step, at most safelen of them at once.
 */
#include "simd/internal.h"

/* A register that iterations assign and code outside the loop reads. */
struct out {
	ir_reg reg;
	ir_reg wrote; /* I32: this lane has assigned it */
};

struct outs {
	const struct ir_construct *loop;
	bool *outside; /* by register: read outside */
	VEC(struct out) v;
};

static void
note_outside(void *ctx, struct ir_value *v)
{
	if (v->kind == VAL_REG)
		((struct outs *)ctx)->outside[v->u.reg] = true;
}

static bool
is_combined(const struct ir_construct *c, ir_reg r)
{
	for (const struct ir_combine *one = c->kind == CON_LOOP ? c->u.loop.simd.combines : NULL;
		one; one = one->next)
		if (one->copy == r)
			return true;
	return false;
}

static void
find_outs(struct simd *s, struct outs *o)
{
	struct ir_func *f = s->f;
	bool *listed = NEWN(f->arena, bool, f->nregs);

	o->outside = NEWN(f->arena, bool, f->nregs);
	for (struct ir_block *b = f->blocks; b; b = b->next) {
		if (simd_in_loop(b, o->loop))
			continue;
		ir_visit_block_uses(b, note_outside, o);
	}
	for (struct ir_block *b = f->blocks; b; b = b->next) {
		for (struct ir_inst *i = simd_in_loop(b, o->loop) ? b->first : NULL; i;
			i = i->next) {
			ir_reg r = i->dst;
			if (r == IR_NOREG || !o->outside[r] || listed[r] || is_combined(o->loop, r))
				continue;
			listed[r] = true;
			vec_push(f->arena, &o->v, ((struct out){ .reg = r }));
		}
	}
}

ir_reg *
simd_outs(struct simd *s, const struct ir_construct *c, int *n)
{
	struct outs o = { .loop = c };
	ir_reg *list;

	find_outs(s, &o);
	list = NEWN(s->f->arena, ir_reg, o.v.n + 1);
	for (size_t i = 0; i < o.v.n; i++)
		list[i] = o.v.v[i].reg;
	*n = (int)o.v.n;
	return list;
}

/* Set wrote to 0 before the loop, and to 1 behind each assignment. */
static void
watch(struct simd *s, struct outs *o, struct out *out, struct ir_cursor *before)
{
	out->wrote = ir_reg_new(s->f, IR_I32, NULL);
	ir_mov(before, out->wrote, ir_int(0));
	for (struct ir_block *b = s->f->blocks; b; b = b->next) {
		for (struct ir_inst *i = simd_in_loop(b, o->loop) ? b->first : NULL; i;
			i = i->next) {
			struct ir_cursor c = {
				.func = s->f,
				.block = b,
				.before = i->next,
				.place = i->place,
			};
			if (i->dst == out->reg)
				ir_mov(&c, out->wrote, ir_int(1));
		}
	}
}

/* Fetch the value from the highest lane that assigned it, or from the leader if none did. */
static void
fetch(struct simd *s, struct ir_cursor *c, const struct out *out)
{
	struct ir_value any = ir_compare(c, IR_NE, IR_I32, ir_r(out->wrote), ir_int(0));
	struct ir_value votes = lanes_ballot(c, any, s->mask);
	struct ir_value last = ir_op2(c, IR_SUB, IR_I32, ir_int(31),
		ir_op1(c, IR_CLZ, IR_I32, votes));
	struct ir_value from = ir_op2(c, IR_MAX_S, IR_I32, last, s->first);

	ir_mov(c, out->reg,
		lanes_shuffle(c, SHFL_IDX, s->f->regs[out->reg].type, ir_r(out->reg), from,
			s->mask));
}

static struct ir_value
over_lanes(struct simd *s, struct ir_cursor *c, const struct ir_reduce *how, struct ir_value v)
{
	for (int lanes = s->region->u.parallel.lanes / 2; lanes > 0; lanes /= 2)
		v = work_combine(c, how, v,
			lanes_shuffle(c, SHFL_BFLY, how->type, v, ir_int(lanes), s->mask));
	return v;
}

static struct ir_value
address_of(struct simd *s, struct ir_cursor *c, uint32_t slot)
{
	struct ir_slot *at = s->f->slots;

	while (at->id != slot)
		at = at->next;
	return ir_op1(c, IR_MOV, IR_I64, ir_slot_value(at, 0));
}

/* Set a copy in memory, element by element, to the identity, or combine it. */
static void
each_element(struct simd *s, struct ir_cursor *c, const struct ir_combine *one, bool set)
{
	int bytes = ir_mem_bytes(one->how->mem);
	ir_reg k = ir_reg_new(s->f, IR_I64, "k");
	struct ir_value base = address_of(s, c, one->slot), v = one->identity;
	struct ir_block *turn = ir_block_after(s->f, c->block, NULL),
			*on = ir_block_after(s->f, turn, NULL);

	ir_mov(c, k, ir_int(0));
	ir_jump(c, turn);
	c->block = turn;
	struct ir_value at = ir_op2(c, IR_ADD, IR_I64, base, ir_r(k));
	if (!set)
		v = over_lanes(s, c, one->how, ir_load(c, one->how->mem, SPACE_GENERIC, at, 0));
	ir_store(c, one->how->mem, SPACE_GENERIC, at, 0, v);
	ir_mov(c, k, ir_op2(c, IR_ADD, IR_I64, ir_r(k), ir_int(bytes)));
	ir_branch(c, ir_compare(c, IR_LT_U, IR_I64, ir_r(k), ir_int(bytes * one->length)), turn,
		on);
	c->block = on;
}

/* Set the copies in memory that lanes have: the leader alone has set its own, at the beginning of
 * the construct. */
static void
begin_copies(struct simd *s, struct ir_cursor *c, const struct ir_combine *one)
{
	for (; one; one = one->next)
		if (one->copy == IR_NOREG)
			each_element(s, c, one, true);
}

static void
combine(struct simd *s, struct ir_cursor *c, const struct ir_combine *one)
{
	if (one->copy == IR_NOREG)
		each_element(s, c, one, false);
	else
		ir_mov(c, one->copy, over_lanes(s, c, one->how, ir_r(one->copy)));
}

/* ---- in step ---- */

static struct ir_value
lane_as(struct simd *s, struct ir_cursor *c, enum ir_type type)
{
	return type == IR_I32 ? s->lane : ir_convert(c, IR_ZEXT, IR_I64, IR_I32, s->lane);
}

/* Build for (base = 0; base < count; base += lanes) { if (lane < min (lanes, count - base)) body;
 * meet }. */
static void
in_step(struct simd *s, struct ir_cursor *c, struct ir_construct *loop)
{
	struct ir_func *f = s->f;
	enum ir_type type = f->regs[loop->u.loop.index].type;
	struct ir_block *done = loop->next, *step = ir_block_after(f, c->block, NULL);
	struct ir_block *meet = ir_block_after(f, ir_last_of(f, loop), NULL),
			*on = ir_block_after(f, meet, NULL);
	struct ir_value lanes = ir_int(loop->u.loop.simd.lanes), lane = lane_as(s, c, type), left;
	ir_reg base = ir_reg_new(f, type, "base");

	meet->in = on->in = loop->parent;
	ir_mov(c, base, ir_int(0));
	ir_branch(c, ir_compare(c, IR_NE, type, loop->u.loop.count, ir_int(0)), step, done);
	c->block = step;
	left = ir_op2(c, IR_SUB, type, loop->u.loop.count, ir_r(base));
	ir_mov(c, loop->u.loop.index, ir_op2(c, IR_ADD, type, ir_r(base), lane));
	left = ir_op2(c, IR_MIN_U, type, left, lanes);
	ir_branch(c, ir_compare(c, IR_LT_U, type, lane, left), loop->body, meet);
	c->block = meet;
	lanes_sync(c, s->mask);
	left = ir_op2(c, IR_SUB, type, loop->u.loop.count, ir_r(base));
	ir_branch(c, ir_compare(c, IR_LT_U, type, lanes, left), on, done);
	c->block = on;
	ir_mov(c, base, ir_op2(c, IR_ADD, type, ir_r(base), lanes));
	ir_jump(c, step);
	ir_dissolve(f, loop, meet);
}

/* ---- the loop ---- */

struct ir_block *
simd_loop(struct simd *s, struct ir_construct *loop, struct ir_block *from)
{
	enum ir_type type = s->f->regs[loop->u.loop.index].type;
	struct ir_block *done = ir_block_after(s->f, ir_last_of(s->f, loop), NULL);
	struct ir_cursor c = { .func = s->f, .block = from, .place = loop->place };
	struct outs outs = { .loop = loop };

	done->in = loop->parent;
	loop->next = done;
	find_outs(s, &outs);
	for (size_t i = 0; i < outs.v.n; i++)
		watch(s, &outs, &outs.v.v[i], &c);
	begin_copies(s, &c, loop->u.loop.simd.combines);
	if (loop->u.loop.simd.safelen || loop->u.loop.simd.lanes < s->region->u.parallel.lanes) {
		in_step(s, &c, loop);
	} else {
		work_round_robin_enter(&c, loop, lane_as(s, &c, type));
		work_round_robin(&c, loop, ir_int(loop->u.loop.simd.lanes));
	}
	c.block = done;
	lanes_sync(&c, s->mask);
	for (size_t i = 0; i < outs.v.n; i++)
		fetch(s, &c, &outs.v.v[i]);
	for (const struct ir_combine *one = loop->u.loop.simd.combines; one; one = one->next)
		combine(s, &c, one);
	return c.block;
}
