/*
 * sharing.c: variables of an OpenMP thread that its lanes must see (Wright et al. 2023, §4.3,
 * §5.3.1).
 *
 * A variable in local memory is one lane's own.  Where another lane uses it, it moves to the
 * group's part of the sharing space: 2,048 bytes of shared memory a block, divided evenly among its
 * groups. What a group needs is known here, how many groups there are may not be; when it is too
 * small for all, each group's part lies in the team's frame in global memory instead, which
 * libdevrt provides:
 *
 *      part = need * groups <= 2048 ? sharing + thread * need : frame + thread * need
 *
 * Variables that belong to one iteration (their slots were made inside the loop) stay the lane's
 * own.
 */
#include "simd/internal.h"

#include <string.h>

enum { PART_ALIGN = 16 };

/* What happens to each slot of local memory, by id. */
struct slot_use {
	bool in_loop, loop_writes, escapes;
};

struct sharing {
	struct simd *s;
	struct slot_use *use;
	const struct ir_construct *loop; /* of the code looked at, or NULL */
	bool alone;                      /* only the leader comes there: a critical construct */
	const struct ir_inst *inst;
};

static struct slot_use *
use_of(struct sharing *h, const struct ir_value *v)
{
	const struct ir_construct *l = h->loop;

	if (v->kind != VAL_SLOT || v->u.slot->kind != SLOT_LOCAL)
		return NULL;
	if (l && v->u.slot->id >= l->u.loop.simd.first_slot &&
		v->u.slot->id < l->u.loop.simd.end_slot)
		return NULL; /* an iteration's own */
	return &h->use[v->u.slot->id];
}

/* Return whether the instruction only reads: printf's argument buffer is read by the call, which
 * the thread that filled it makes. */
static bool
only_reads(const struct ir_inst *i)
{
	return i->op == IR_CALL && i->call->callee && strcmp(i->call->callee->name, "vprintf") == 0;
}

static void
note_escape(void *ctx, struct ir_value *v)
{
	struct sharing *h = ctx;
	struct slot_use *u = use_of(h, v);

	if (!u)
		return;
	u->in_loop |= h->loop != NULL;
	u->escapes |= !only_reads(h->inst);
}

static void
note_access(struct sharing *h, const struct ir_value *v, bool writes)
{
	struct slot_use *u = use_of(h, v);

	if (!u)
		return;
	u->in_loop |= h->loop != NULL;
	u->loop_writes |= (h->loop || h->alone) && writes;
}

static void
note_inst(struct sharing *h, struct ir_inst *i)
{
	struct ir_inst rest = *i;

	h->inst = i;
	switch (i->op) {
	case IR_MEMCPY:
		note_access(h, &i->src[1], false);
		rest.src[1] = ir_none();
		/* fallthrough */
	case IR_ST:
	case IR_MEMZERO:
		note_access(h, &i->src[0], true);
		rest.src[0] = ir_none();
		break;
	case IR_LD:
		note_access(h, &i->src[0], false);
		rest.src[0] = ir_none();
		break;
	default: break;
	}
	ir_visit_uses(&rest, note_escape, h);
}

/* Keep copies for reductions a lane's own, though the construct begins and ends with them outside
 * the loop. */
static void
keep_copies(struct sharing *h)
{
	for (int i = 0; i < h->s->nloops; i++)
		for (const struct ir_combine *c = h->s->loops[i]->u.loop.simd.combines; c;
			c = c->next)
			if (c->copy == IR_NOREG)
				h->use[c->slot] = (struct slot_use){ 0 };
}

/* ---- the space ---- */

/* Return the most groups that a block has. */
static uint64_t
most_groups(const struct simd *s)
{
	int threads = s->f->kernel->const_threads, most = SIMD_BLOCK / s->region->u.parallel.lanes;

	return threads && threads < most ? threads : most;
}

static struct ir_slot *
grown(struct simd *s, struct ir_slot *slot, enum ir_slot_kind kind, const char *name, uint64_t size)
{
	if (!slot)
		slot = ir_slot_new(s->f, kind, name, 0, PART_ALIGN);
	if (slot->size < size)
		slot->size = size;
	return slot;
}

static struct ir_value
part(struct ir_cursor *c, enum ir_op address, struct ir_slot *of, struct ir_value offset)
{
	return ir_op2(c, IR_ADD, IR_I64, ir_op1(c, address, IR_I64, ir_slot_value(of, 0)), offset);
}

/* Find space for the groups' parts, of `need` bytes each. */
static void
find_space(struct simd *s, uint64_t need)
{
	uint64_t all = need * most_groups(s);
	bool fits = all <= SIMD_SHARING_BYTES;
	struct ir_cursor c = simd_at(s, s->region->u.parallel.entry);

	/* behind what simd_lower has put there */
	c.before = NULL;
	struct ir_value thread = simd_thread(&c, s->region, ir_sreg(&c, SREG_TID));
	struct ir_value offset = ir_op2(&c, IR_MULWIDE_U, IR_I64, thread, ir_int(need));
	s->w->sharing = grown(s, s->w->sharing, SLOT_SHARED, "simd_sharing",
		fits ? all : SIMD_SHARING_BYTES);
	s->part_in = fits ? SPACE_SHARED : SPACE_GENERIC;
	s->part = part(&c, fits ? IR_ADDR : IR_MOV, s->w->sharing, offset);
	if (fits)
		return;
	s->w->overflow = grown(s, s->w->overflow, SLOT_FRAME, "simd_overflow", all);
	struct ir_value groups = ir_op2(&c, IR_MUL, IR_I32, s->region->u.parallel.count,
		ir_int(need));
	struct ir_value outside = part(&c, IR_MOV, s->w->overflow, offset);
	struct ir_value inside = ir_compare(&c, IR_LE_U, IR_I32, groups,
		ir_int(SIMD_SHARING_BYTES));
	s->part = ir_op3(&c, IR_SELECT, IR_I64, inside, s->part, outside);
}

/* ---- moving ---- */

struct moving {
	struct simd *s;
	const uint64_t *offset; /* by slot id: in the part; 0: stays */
	const struct ir_construct *loop;
	struct ir_cursor at;
};

static int64_t
moved_to(const struct moving *m, const struct ir_value *v)
{
	const struct ir_construct *l = m->loop;

	if (v->kind != VAL_SLOT || !m->offset[v->u.slot->id])
		return 0;
	if (l && v->u.slot->id >= l->u.loop.simd.first_slot &&
		v->u.slot->id < l->u.loop.simd.end_slot)
		return 0;
	return m->offset[v->u.slot->id] + v->offset;
}

static void
move_use(void *ctx, struct ir_value *v)
{
	struct moving *m = ctx;
	int64_t to = moved_to(m, v);

	if (!to)
		return;
	*v = ir_op2(&m->at, IR_ADD, IR_I64, m->s->part, ir_int(to));
	if (m->s->part_in != SPACE_GENERIC) {
		*v = ir_op1(&m->at, IR_TOGENERIC, IR_I64, *v);
		m->at.before->prev->space = m->s->part_in;
	}
}

static void
move_inst(struct moving *m, struct ir_block *b, struct ir_inst *i)
{
	bool access = i->op == IR_LD || i->op == IR_ST || i->op == IR_ATOM;
	int64_t to = access ? moved_to(m, &i->src[0]) : 0;

	m->at = (struct ir_cursor){ .func = m->s->f, .block = b, .before = i, .place = i->place };
	if (to) {
		i->src[0] = m->s->part;
		i->offset += to;
		i->space = m->s->part_in;
	}
	ir_visit_uses(i, move_use, m);
	if (i->op == IR_ADDR && i->src[0].kind == VAL_REG)
		i->op = IR_MOV;
}

void
simd_share(struct simd *s, bool leader_alone, uint64_t head)
{
	struct ir_func *f = s->f;
	struct sharing h = { .s = s, .use = NEWN(f->arena, struct slot_use, f->nslots + 1) };
	uint64_t need = head, *offset = NEWN(f->arena, uint64_t, f->nslots + 2),
		 base = head ? head : PART_ALIGN;

	for (struct ir_block *b = f->blocks; b; b = b->next) {
		h.loop = simd_loop_of(s, b);
		h.alone = simd_in_critical(b);
		for (struct ir_inst *i = simd_has(s, b) ? b->first : NULL; i; i = i->next)
			note_inst(&h, i);
	}
	keep_copies(&h);
	need = base;
	for (struct ir_slot *slot = f->slots; slot; slot = slot->next) {
		const struct slot_use *u = &h.use[slot->id];
		if (slot->kind != SLOT_LOCAL ||
			!(u->escapes || (leader_alone ? u->in_loop : u->loop_writes)))
			continue;
		offset[slot->id] = ir_align_up(need, slot->align);
		need = offset[slot->id] + slot->size;
	}
	if (need == base && !head)
		return;
	find_space(s, ir_align_up(need, PART_ALIGN));
	struct moving m = { .s = s, .offset = offset };
	for (struct ir_block *b = f->blocks; b; b = b->next) {
		m.loop = simd_loop_of(s, b);
		for (struct ir_inst *i = simd_has(s, b) && b != s->region->u.parallel.entry ?
				b->first :
				NULL;
			i; i = i->next)
			move_inst(&m, b, i);
	}
}
