/*
 * sync.c: barriers inside regions, and critical.
 *
 * A region of n threads (or, where they are SIMD groups, of n lanes that come here) fills whole
 * warps when n is a multiple of 32; then its barrier is the machine's, with a thread count.
 * Otherwise the last warp has surplus lanes that are not in the region.  On chips up to sm_6x that
 * does not matter: an arriving warp counts whole.  From sm_70 on a machine barrier would wait for
 * the surplus lanes, but lanes make progress on their own there: those of a warp meet at a warp
 * barrier, and one of each waits for the other warps' in shared memory.  Which chip it is, code for
 * sm_35 learns from env.independent, since the driver compiles it for later chips too:
 *
 *      if (atomic_add(arrived, 1) == n - 1) { arrived = 0; fence; generation += 1 }
 *      else while (generation == the one I saw) ;
 *
 * A team of which it is known that it is at most one warp needs its warp barrier alone there.  A region of
 * the whole team has no surplus lanes where no spare warp follows: the block is no larger (launch, grid.c), and
 * the machine's barrier takes a warp that lacks lanes as it is.
 */
#include "work/step.h"

#include "devrt.h"
#include "base/diag.h"
#include "ir/lanes.h"
#include "outline/outline.h"
#include "simd/simd.h"

enum { BARRIER_ID = 1 };                        /* of regions; 0 is the scheme's */
enum { SPIN_ARRIVED = 0, SPIN_GENERATION = 4 }; /* bytes in the spin slot */

static struct ir_value
region_threads(struct ir_cursor *c, struct ir_construct *region)
{
	struct ir_value n = ir_op0(c, IR_OMP_NTHREADS, IR_I32);

	c->block->last->construct = region;
	return n;
}

void
work_machine_barrier(struct ir_cursor *c, struct ir_value n)
{
	ir_bar(c, BARRIER_ID, n);
}

static struct ir_value
whole_warps(struct ir_cursor *c, struct ir_value n)
{
	return ir_op2(c, IR_AND, IR_I32, ir_op2(c, IR_ADD, IR_I32, n, ir_int(31)), ir_int(~31));
}

static struct ir_value
load_volatile(struct ir_cursor *c, struct ir_value addr)
{
	struct ir_value v = ir_load(c, MEM_32, SPACE_SHARED, addr, 0);

	c->block->last->is_volatile = true;
	return v;
}

static void
spin_barrier(struct work *w, struct ir_cursor *c, struct ir_value n, struct ir_block *done)
{
	struct ir_func *f = w->f;

	if (!w->spin)
		w->spin = ir_slot_new(f, SLOT_SHARED, "spin_barrier", 8, 8);
	struct ir_value arrived = ir_slot_value(w->spin, SPIN_ARRIVED);
	struct ir_value generation = ir_slot_value(w->spin, SPIN_GENERATION);
	struct ir_block *last = ir_block_after(f, c->block, NULL),
			*wait = ir_block_after(f, last, NULL);

	ir_fence(c, SCOPE_TEAM);
	struct ir_value seen = load_volatile(c, generation);
	struct ir_value place = ir_atomic(c, ATOM_ADD, MEM_32, SPACE_SHARED, arrived, ir_int(1),
		ir_none());
	struct ir_value is_last = ir_compare(c, IR_EQ, IR_I32, place,
		ir_op2(c, IR_SUB, IR_I32, n, ir_int(1)));
	ir_branch(c, is_last, last, wait);
	c->block = last;
	ir_store(c, MEM_32, SPACE_SHARED, arrived, 0, ir_int(0));
	c->block->last->is_volatile = true; /* strong, as the others' additions are: no race */
	ir_fence(c, SCOPE_TEAM);
	ir_atomic(c, ATOM_ADD, MEM_32, SPACE_SHARED, generation, ir_int(1), ir_none());
	ir_jump(c, done);
	c->block = wait;
	struct ir_value now = load_volatile(c, generation);
	ir_branch(c, ir_compare(c, IR_EQ, IR_I32, now, seen), wait, done);
	c->block = done;
	struct ir_cursor first = {
		.func = f,
		.block = done,
		.before = done->first,
		.place = c->place,
	};
	ir_fence(&first, SCOPE_TEAM);
}

struct ir_value
work_lanes_inside(struct ir_cursor *c, struct ir_value tid, struct ir_value n)
{
	struct ir_value inside = ir_op2(c, IR_SUB, IR_I32, n,
		ir_op2(c, IR_AND, IR_I32, tid, ir_int(~31)));
	struct ir_value some = ir_op2(c, IR_SUB, IR_I32,
		ir_op2(c, IR_SHL, IR_I32, ir_int(1), inside), ir_int(1));

	return ir_op3(c, IR_SELECT, IR_I32, ir_compare(c, IR_LT_S, IR_I32, inside, ir_int(32)),
		some, ir_int(0xffffffff));
}

/* Build a barrier for the first n lanes of the block: each warp's first one waits for the other
 * warps. */
static void
warps_barrier(struct work *w, struct ir_cursor *c, struct ir_value n, struct ir_block *done)
{
	struct ir_block *several = ir_block_after(w->f, c->block, NULL),
			*spin = ir_block_after(w->f, several, NULL);
	struct ir_value tid = ir_sreg(c, SREG_TID), mask = work_lanes_inside(c, tid, n);

	lanes_sync(c, mask);
	ir_branch(c, ir_compare(c, IR_LT_S, IR_I32, ir_int(32), n), several, done);
	c->block = several;
	struct ir_block *met = ir_block_after(w->f, spin, NULL);
	struct ir_value lane = ir_op2(c, IR_AND, IR_I32, tid, ir_int(31));
	ir_branch(c, ir_compare(c, IR_EQ, IR_I32, lane, ir_int(0)), spin, met);
	c->block = spin;
	struct ir_value warps = ir_op2(c, IR_SHR_U, IR_I32,
		ir_op2(c, IR_ADD, IR_I32, n, ir_int(31)), ir_int(5));
	spin_barrier(w, c, warps, met);
	c->block = met;
	if (w->t->independent_threads)
		lanes_sync(c, mask); /* else they meet behind the barrier */
	ir_jump(c, done);
}

/* Return whether the region leaves lanes of its warps out, on a chip where that matters. */
static struct ir_value
lanes_left_out(struct work *w, struct ir_cursor *c, struct ir_value n)
{
	struct ir_value surplus = ir_op2(c, IR_AND, IR_I32, n, ir_int(31));

	if (!w->t->independent_threads) {
		struct ir_value independent = ir_env(c, offsetof(struct devrt_env, independent),
			IR_I32);
		surplus = ir_op2(c, IR_MUL, IR_I32, surplus, independent);
	}
	return ir_compare(c, IR_NE, IR_I32, surplus, ir_int(0));
}

/* Let the lanes meet where the ways through the barrier do.  A loop may begin there, and where
 * several branches enter one ptxas 11.8 for sm_35 takes the point where lanes meet again from a
 * branch ahead of the barrier: the warp then comes to the barrier in parts. */
static void
meet_behind(struct ir_cursor *c, struct ir_value n, struct ir_block *rest)
{
	struct ir_value mask = work_lanes_inside(c, ir_sreg(c, SREG_TID), n);
	struct ir_cursor first = {
		.func = c->func,
		.block = rest,
		.before = rest->first,
		.place = c->place,
	};

	lanes_sync(&first, mask);
}

/* Return whether teams have at most a warp of threads, on a chip where its lanes can wait for each
 * other. */
static bool
is_one_warp(const struct work *w)
{
	const struct ir_kernel_info *k = w->f->kernel;

	return k && !k->regions_are_grids && k->const_threads &&
		k->const_threads * k->lanes <= SIMD_WARP && w->t->independent_threads;
}

void
work_barrier(struct work *w, struct ir_block *b, struct ir_inst *i)
{
	struct ir_construct *region = i->construct;
	struct ir_block *rest = ir_split(w->f, b, i);
	struct ir_cursor c = { .func = w->f, .block = b, .place = i->place };

	ir_remove(rest, i);
	if (!region) { /* one thread: nobody to wait for */
		ir_jump(&c, rest);
		return;
	}
	if (simd_leaders_wait(region, w->t)) { /* their lanes wait for them elsewhere */
		spin_barrier(w, &c, region_threads(&c, region), rest);
		return;
	}
	if (is_one_warp(w)) {
		lanes_sync(&c,
			work_lanes_inside(&c, ir_sreg(&c, SREG_TID),
				simd_region_lanes(&c, region)));
		ir_jump(&c, rest);
		return;
	}
	bool block = region->u.parallel.whole_block;
	struct ir_value n = block ? ir_none() : simd_region_lanes(&c, region);
	if (region->u.parallel.whole_warps || region->u.parallel.no_surplus) {
		work_machine_barrier(&c,
			block || region->u.parallel.whole_warps ? n : whole_warps(&c, n));
		ir_jump(&c, rest);
		return;
	}
	if (!w->t->independent_threads)
		meet_behind(&c, n, rest);
	struct ir_block *machine = ir_block_after(w->f, b, NULL),
			*spin = ir_block_after(w->f, machine, NULL);
	ir_branch(&c, lanes_left_out(w, &c, n), spin, machine);
	c.block = machine;
	work_machine_barrier(&c, whole_warps(&c, n));
	ir_jump(&c, rest);
	c.block = spin;
	warps_barrier(w, &c, n, rest);
}

/* Initialise the spin slot at the end of b, of which the rest has been split off. */
static void
init_spin(struct work *w, struct ir_block *b, struct ir_block *rest)
{
	struct ir_block *set = ir_block_after(w->f, b, NULL),
			*ready = ir_block_after(w->f, set, NULL);
	struct ir_cursor c = { .func = w->f, .block = b, .place = w->f->place };

	struct ir_value master = ir_compare(&c, IR_EQ, IR_I32, ir_sreg(&c, SREG_TID), ir_int(0));
	ir_branch(&c, master, set, ready);
	c.block = set;
	ir_store(&c, MEM_64, SPACE_SHARED, ir_slot_value(w->spin, 0), 0, ir_int(0));
	ir_jump(&c, ready);
	c.block = ready;
	ir_bar(&c, 0, ir_none());
	ir_jump(&c, rest);
}

/* In the prologue, or where each grid begins; a called function's master does it (called.c). */
void
work_init_spin(struct work *w)
{
	const struct outlines *o = w->f->kernel->outlines;

	if (!w->spin)
		return;
	if (!w->f->is_kernel) {
		w->f->kernel->called->spin = w->spin;
		return;
	}
	if (!w->f->kernel->regions_are_grids) {
		init_spin(w, w->f->blocks, ir_split(w->f, w->f->blocks, NULL));
		return;
	}
	for (const struct outline *p = o->parts; p; p = p->next)
		init_spin(w, p->entry, ir_split(w->f, p->entry, p->entry->first));
}

/* ---- critical ---- */

static struct ir_symbol *
lock_of(struct work *w, const char *name)
{
	const char *symbol = arena_printf(w->f->arena, "omp_critical_%s", *name ? name : "$");
	struct ir_symbol *s = ir_symbol_find(w->m, symbol);

	if (!s) {
		bool linked = ir_is_linked(w->m); /* one lock for all files [14.2] */
		s = ir_symbol_new(w->m, symbol, SYM_VAR);
		s->linkage = linked ? LINK_WEAK : LINK_LOCAL;
		s->space = SPACE_GLOBAL;
		s->size = s->align = 4;
	}
	return s;
}

/*
 * One lane at a time: on machines up to sm_6x lanes of a warp that wait for one another never get
 * anywhere.  So each lane of the warp has its turn, takes the lock against other warps, and runs:
 *
 *      for (turn = 0; turn < 32; turn++)
 *          if (lane == turn) { while (atomic_cas(lock, 0, 1)) ; fence; body; fence; atomic_exch(lock, 0) }
 */
void
work_critical(struct work *w, struct ir_construct *con)
{
	struct ir_func *f = w->f;
	struct ir_block *b = ir_entering(f, con);

	if (!b) {
		ir_dissolve(f, con, con->next);
		return;
	}
	struct ir_value lock = ir_symbol_value(lock_of(w, con->u.critical.name), 0);
	struct ir_block *turns = ir_block_after(f, b, NULL), *spin = ir_block_after(f, turns, NULL);
	struct ir_block *held = ir_block_after(f, spin, NULL);
	struct ir_block *unlock = ir_block_after(f, ir_last_of(f, con), NULL);
	struct ir_block *latch = ir_block_after(f, unlock, NULL);
	ir_reg turn = ir_reg_new(f, IR_I32, "turn");
	struct ir_cursor c = { .func = f, .block = b, .place = con->place };

	unlock->in = latch->in = con->parent;
	b->term = TERM_NONE;
	b->construct = NULL;
	ir_mov(&c, turn, ir_int(0));
	ir_jump(&c, turns);
	c.block = turns;
	struct ir_value mine = ir_compare(&c, IR_EQ, IR_I32, ir_sreg(&c, SREG_LANEID), ir_r(turn));
	ir_branch(&c, mine, spin, latch);
	c.block = spin;
	struct ir_value taken = ir_atomic(&c, ATOM_CAS, MEM_32, SPACE_GLOBAL, lock, ir_int(0),
		ir_int(1));
	ir_branch(&c, ir_compare(&c, IR_NE, IR_I32, taken, ir_int(0)), spin, held);
	c.block = held;
	ir_fence(&c, SCOPE_DEVICE);
	ir_jump(&c, con->body);
	c.block = unlock;
	ir_fence(&c, SCOPE_DEVICE);
	ir_atomic(&c, ATOM_EXCH, MEM_32, SPACE_GLOBAL, lock, ir_int(0), ir_none());
	ir_jump(&c, latch);
	c.block = latch;
	ir_mov(&c, turn, ir_op2(&c, IR_ADD, IR_I32, ir_r(turn), ir_int(1)));
	ir_branch(&c, ir_compare(&c, IR_LT_S, IR_I32, ir_r(turn), ir_int(32)), turns, con->next);
	ir_dissolve(f, con, unlock);
}
