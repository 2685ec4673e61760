/*
 * work.c: runs the worksharing step over a kernel, and places the team's memory.
 *
 * Order: loops and criticals from the outside in; then SIMD groups (simd/simd.h); then barriers and
 * reductions, which need new blocks; then the thread and team numbers, in place; then SLOT_TEAM
 * goes to shared memory, or to the team's frame in global memory when shared memory is full or
 * regions are grids of their own.  A called function has neither: it has a frame from its caller
 * (scheme/called.c).
 */
#include "work/work.h"

#include "devrt.h"
#include "base/diag.h"
#include "simd/simd.h"
#include "work/step.h"

static void
lower_construct(struct work *w, struct ir_construct *c)
{
	switch (c->kind) {
	case CON_LOOP: work_loop(w, c); break;
	case CON_CRITICAL: work_critical(w, c); break;
	case CON_PARALLEL: break;
	}
}

/* Lower the constructs.  They are created outside in, so index order lowers an outer one before its
 * inner ones. */
void
lower_sequential(struct ir_func *f, struct ir_module *m)
{
	struct work w = { .f = f, .m = m };
	uint32_t n = f->nconstructs;

	for (uint32_t i = 0; i < n; i++)
		if (!f->constructs[i]->region)
			lower_construct(&w, f->constructs[i]);
}

static void
lower_constructs(struct work *w)
{
	for (uint32_t i = 0; i < w->f->nconstructs; i++)
		if (w->f->constructs[i]->region && !simd_lowers(w->f->constructs[i])) {
			if (w->f->constructs[i]->kind == CON_LOOP &&
				w->f->constructs[i]->u.loop.simd.turns)
				simd_take_turns(w, w->f->constructs[i]);
			lower_construct(w, w->f->constructs[i]);
		}
}

/* Lower one operation in all blocks.  What follows it is in a new block, which the walk meets
 * later. */
static void
lower_blocks(struct work *w, enum ir_op op,
	void (*lower)(struct work *w, struct ir_block *b, struct ir_inst *i))
{
	for (struct ir_block *b = w->f->blocks; b; b = b->next) {
		for (struct ir_inst *i = b->first; i; i = i->next) {
			if (i->op == op) {
				lower(w, b, i);
				break;
			}
		}
	}
}

/* ---- numbers ---- */

static struct ir_value
number(struct work *w, struct ir_cursor *c, const struct ir_inst *i)
{
	const struct mapping *map = w->scheme->mapping;
	bool teams = w->f->kernel->teams;

	switch (i->op) {
	case IR_OMP_THREAD: return i->construct ? map->thread(c, i->construct) : ir_int(0);
	case IR_OMP_NTHREADS: return i->construct ? map->count(c, i->construct) : ir_int(1);
	case IR_OMP_TEAM: return teams ? ir_sreg(c, SREG_CTAID) : ir_int(0);
	case IR_OMP_NTEAMS: return teams ? ir_sreg(c, SREG_NCTAID) : ir_int(1);
	default: return ir_env(c, offsetof(struct devrt_env, threads), IR_I32);
	}
}

static void
lower_numbers(struct work *w)
{
	for (struct ir_block *b = w->f->blocks; b; b = b->next) {
		for (struct ir_inst *i = b->first; i; i = i->next) {
			if (!(ir_ops[i->op].flags & IRF_ABSTRACT))
				continue;
			struct ir_cursor c = ir_before(w->f, b, i);
			i->src[0] = number(w, &c, i);
			i->op = IR_MOV;
			i->construct = NULL;
		}
	}
}

/* ---- the team's memory ---- */

struct room {
	uint64_t shared, frame;
}; /* taken */

static void
place_slot(struct work *w, struct ir_slot *s, struct room *r)
{
	/* atomics on 8 and 16 bits take the aligned word around them, which must be ours */
	s->align = s->align < 4 ? 4 : s->align;
	s->size = ir_align_up(s->size, 4);
	uint64_t end = ir_align_up(r->shared, s->align) + s->size;
	if (s->kind == SLOT_TEAM && !w->f->kernel->regions_are_grids &&
		end <= (uint64_t)w->t->shared_bytes) {
		s->kind = SLOT_SHARED;
		r->shared = end;
	} else {
		s->kind = SLOT_FRAME;
		s->frame_offset = ir_align_up(r->frame, s->align);
		r->frame = s->frame_offset + s->size;
	}
}

/* Place a called function's slots, all in its frame.  What its sequential code uses comes first. */
static bool
place_called(struct ir_func *f)
{
	struct ir_called *called = f->kernel->called;
	uint64_t at = 0;

	for (int round = 0; round < 2; round++) {
		for (struct ir_slot *s = f->slots; s; s = s->next) {
			if (s->kind == SLOT_LOCAL || (s->id < called->own_slots) != (round == 0))
				continue;
			s->kind = SLOT_FRAME;
			s->align = s->align < 4 ? 4 : s->align;
			s->frame_offset = ir_align_up(at, s->align);
			at = ir_align_up(s->frame_offset + s->size, 4);
		}
		if (round == 0)
			called->alone_bytes = at;
	}
	f->kernel->frame_bytes = at;
	return at > 0;
}

/* Place the kernel's slots.  What the program has asked shared memory for comes first. */
static bool
place_slots(struct work *w)
{
	struct ir_func *f = w->f;
	struct room r = { .shared = f->kernel->team ? sizeof(struct devrt_team) : 0 };

	if (!f->is_kernel)
		return place_called(f);
	for (struct ir_slot *s = f->slots; s; s = s->next)
		if (s->kind == SLOT_SHARED)
			r.shared = ir_align_up(r.shared, s->align) + s->size;
	for (int round = 0; round < 2; round++)
		for (struct ir_slot *s = f->slots; s; s = s->next)
			if ((s->kind == SLOT_TEAM || s->kind == SLOT_FRAME) &&
				s->scratchpad == (round == 0))
				place_slot(w, s, &r);
	f->kernel->frame_bytes = ir_align_up(r.frame, 256);
	return r.frame > 0;
}

/* Return, in the prologue, where this team's frame begins. */
static ir_reg
frame_base(struct work *w)
{
	struct ir_func *f = w->f;

	if (!f->is_kernel) /* assigned by called.c, which knows where it comes from */
		return f->kernel->called->frame;
	ir_reg frame = ir_reg_new(f, IR_I64, "frame");
	struct ir_cursor c = {
		.func = f,
		.block = f->blocks,
		.before = f->blocks->first,
		.place = f->place,
	};

	struct ir_value base = ir_env(&c, offsetof(struct devrt_env, frames), IR_I64);
	struct ir_value stride = ir_env(&c, offsetof(struct devrt_env, frame_stride), IR_I64);
	struct ir_value team = ir_convert(&c, IR_ZEXT, IR_I64, IR_I32, ir_sreg(&c, SREG_CTAID));
	ir_mov(&c, frame, ir_op3(&c, IR_MAD, IR_I64, team, stride, base));
	return frame;
}

struct framing {
	struct ir_cursor at;
	ir_reg frame;
};

static void
frame_use(void *ctx, struct ir_value *v)
{
	struct framing *fr = ctx;

	if (v->kind != VAL_SLOT || v->u.slot->kind != SLOT_FRAME)
		return;
	*v = ir_op2(&fr->at, IR_ADD, IR_I64, ir_r(fr->frame),
		ir_int((int64_t)v->u.slot->frame_offset + v->offset));
}

/* Settle the space of accesses to slots.  Uses of a frame slot become frame + offset. */
static void
settle_accesses(struct work *w, bool framed)
{
	struct framing fr = { .frame = framed ? frame_base(w) : IR_NOREG };

	for (struct ir_block *b = w->f->blocks; b; b = b->next) {
		for (struct ir_inst *i = b->first; i; i = i->next) {
			bool access = i->op == IR_LD || i->op == IR_ST || i->op == IR_ATOM;
			enum ir_slot_kind kind = i->src[0].kind == VAL_SLOT ?
				i->src[0].u.slot->kind :
				SLOT_TEAM;

			if (access && i->src[0].kind == VAL_SLOT)
				i->space = kind == SLOT_SHARED ? SPACE_SHARED :
					kind == SLOT_LOCAL     ? SPACE_LOCAL :
								 w->frame_space;
			fr.at = ir_before(w->f, b, i);
			ir_visit_uses(i, frame_use, &fr);
			if (i->op == IR_ADDR && i->src[0].kind == VAL_REG)
				i->op = IR_MOV;
		}
	}
}

void
lower_work(struct ir_func *f, struct ir_module *m, const struct scheme *s, const struct target *t)
{
	struct work w = {
		.f = f,
		.m = m,
		.scheme = s,
		.t = t,
		.frame_space = f->is_kernel ? SPACE_GLOBAL : SPACE_GENERIC,
		.team_space = f->is_kernel ? SPACE_SHARED : SPACE_GENERIC,
	};

	lower_constructs(&w);
	simd_lower(&w);
	lower_blocks(&w, IR_OMP_SCAN, work_scan);
	lower_blocks(&w, IR_OMP_REDUCE, work_reduce); /* they look for barriers around them */
	lower_blocks(&w, IR_OMP_BARRIER, work_barrier);
	work_init_spin(&w);
	lower_numbers(&w);
	settle_accesses(&w, place_slots(&w));
}
