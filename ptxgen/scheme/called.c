/*
 * called.c: a device function whose parallel regions are divided among the team of the kernel that
 * called it, when its caller is the team's master in sequential code (see called.h; the shape is
 * that of LLVM's __kmpc_parallel_51 and __kmpc_alloc_shared, and of Wright et al. 2023, §3.1 and
 * §4.3):
 *
 *      master = there is a team record && tid == ntid - 32
 *      frame = master ? push(bytes) : its own local memory
 *      …
 *      if (master) { record = { region, frame }; bar.sync (launch); bar.sync (completion) }
 *      else the region by this thread alone (build/omp/construct.c has built it twice)
 *      …
 *      if (master) pop(frame)
 *
 * The frame holds what regions share with the function around them: its variables whose address
 * gets away or that regions write, a cell for each other value that they use, counters and the
 * like.  Only sequential variables are in a frame that is local memory.  Frames are a stack of
 * DEVRT_TEAM_STACK bytes in shared memory; one that does not fit comes from the device's heap.
 *
 * Races: the master writes the record and the frame before the launch barrier, workers read them
 * behind it, and the next write follows the completion barrier.
 */
#include "scheme/called.h"

#include <stddef.h>

#include "outline/outline.h"
#include "ir/reach.h"
#include "work/work.h"
#include "devrt.h"

enum { FRAME_ALIGN = 16 };

struct called {
	struct ir_func *f;
	struct ir_module *m;
	struct ir_construct **regions;
	int nregions;
	uint64_t bytes; /* of the master's frame */
};

struct ir_value
team_field(const struct ir_func *f, size_t offset)
{
	return ir_symbol_value(f->kernel->team, (int64_t)offset);
}

static struct ir_value
load_field(struct ir_cursor *c, size_t offset)
{
	return ir_load(c, MEM_64, SPACE_SHARED, team_field(c->func, offset), 0);
}

static void
store_field(struct ir_cursor *c, size_t offset, struct ir_value v)
{
	ir_store(c, MEM_64, SPACE_SHARED, team_field(c->func, offset), 0, v);
}

static struct ir_value
generic_address(struct ir_cursor *c, struct ir_value of)
{
	return ir_op1(c, IR_MOV, IR_I64, of);
}

/* Return the address of a byte of the record.  ptxsim takes no offsets in addresses behind dynamic
 * shared memory. */
static struct ir_value
team_address(struct ir_cursor *c, size_t offset)
{
	struct ir_value team = generic_address(c, team_field(c->func, 0));

	return offset ? ir_op2(c, IR_ADD, IR_I64, team, ir_int((int64_t)offset)) : team;
}

/* ---- the kernel ---- */

void
begin_team(struct ir_cursor *c)
{
	const size_t env = offsetof(struct devrt_team, env),
		     stack = offsetof(struct devrt_team, stack);

	for (size_t at = 0; at < sizeof(struct devrt_env); at += 8)
		store_field(c, env + at, ir_env(c, (int)at, IR_I64));
	store_field(c, offsetof(struct devrt_team, top), team_address(c, stack));
}

static struct ir_call *
new_call(struct arena *a, struct ir_symbol *callee, const char *name, struct ir_value arg)
{
	struct ir_call *call = NEW(a, struct ir_call);

	call->callee = callee;
	call->nargs = 1;
	call->sig = NEW(a, struct ir_param);
	call->sig[0] = (struct ir_param){ .type = IR_I64, .mem = MEM_64, .name = name };
	call->args = NEW(a, struct ir_value);
	call->args[0] = arg;
	return call;
}

void
call_elsewhere(struct ir_cursor *c)
{
	struct ir_call *call = new_call(c->func->arena, NULL, "frame",
		load_field(c, offsetof(struct devrt_team, frame)));

	call->target = load_field(c, offsetof(struct devrt_team, region));
	ir_emit(c, IR_CALL, IR_NONE, IR_NOREG, ir_none(), ir_none())->call = call;
}

/* ---- regions ---- */

static void
fork(struct called *g, struct ir_block *b, struct ir_construct *region, const struct outline *part,
	const struct shared_value *shared)
{
	struct ir_cursor c = { .func = g->f, .block = b, .place = b->place };

	emit_publish(&c, shared);
	store_field(&c, offsetof(struct devrt_team, region),
		generic_address(&c, ir_symbol_value(part->symbol, 0)));
	store_field(&c, offsetof(struct devrt_team, frame), ir_r(g->f->kernel->called->frame));
	store_field(&c, offsetof(struct devrt_team, work), ir_int(DEVRT_ELSEWHERE));
	emit_team_barrier(&c);
	emit_team_barrier(&c);
	ir_jump(&c, region->next);
}

static struct outline *
new_part(struct called *g, const struct ir_construct *region, const char *label)
{
	struct outline *part = NEW(g->f->arena, struct outline);

	part->name = arena_printf(g->f->arena, "%s$%s", g->f->name, label);
	part->place = region->place;
	part->symbol = ir_symbol_new(g->m, part->name, SYM_FUNC);
	part->symbol->place = part->place;
	return part;
}

static void
lower_region(struct called *g, struct ir_construct *region)
{
	const char *label = arena_printf(g->f->arena, "PAR_REG%u", region->id);
	struct shared_value *shared = share_values(g->f, region);
	struct outline *part = new_part(g, region, label), **end = &g->f->kernel->outlines->parts;
	struct ir_block *next = region->next;

	fork(g, ir_entering(g->f, region), region, part, shared);
	struct region_code code = open_region(g->f, region, &mapping_identity, shared, label);
	struct ir_cursor c = { .func = g->f, .block = code.exit, .place = region->place };
	ir_jump(&c, next);
	part->entry = code.entry;
	part->exit = code.exit;
	while (*end)
		end = &(*end)->next;
	*end = part;
}

/* ---- the frame ---- */

/* Take a frame from the heap.  If that has none, end the program with a message that names the
 * function. */
static void
frame_from_heap(struct called *g, struct ir_cursor *c, struct ir_block *done)
{
	ir_reg frame = g->f->kernel->called->frame;
	struct ir_symbol *heap = ir_heap_function(g->m, "malloc", true);
	struct ir_call *call = new_call(g->f->arena, heap, "0", ir_int((int64_t)g->bytes));
	struct ir_block *failed;

	call->result = (struct ir_param){ .type = IR_I64, .mem = MEM_64 };
	ir_emit(c, IR_CALL, IR_I64, frame, ir_none(), ir_none())->call = call;
	failed = fail_with(g->f, g->m, g->f->place, "HEAP_FULL",
		"the device's heap has room for a function's shared variables");
	ir_branch(c, ir_compare(c, IR_EQ, IR_I64, ir_r(frame), ir_int(0)), failed, done);
}

/* Push the master's frame: from `push` to `done`. */
static void
push(struct called *g, struct ir_block *at, struct ir_block *done)
{
	ir_reg frame = g->f->kernel->called->frame;
	struct ir_block *fits = ir_block_after(g->f, at, NULL),
			*heap = ir_block_after(g->f, fits, NULL);
	struct ir_cursor c = { .func = g->f, .block = at, .place = g->f->place };
	const size_t top = offsetof(struct devrt_team, top);

	struct ir_value begin = load_field(&c, top);
	struct ir_value end = ir_op2(&c, IR_ADD, IR_I64, begin, ir_int((int64_t)g->bytes));
	struct ir_value limit = team_address(&c, sizeof(struct devrt_team));
	ir_branch(&c, ir_compare(&c, IR_LE_U, IR_I64, end, limit), fits, heap);
	c.block = fits;
	store_field(&c, top, end);
	ir_mov(&c, frame, begin);
	ir_jump(&c, done);
	c.block = heap;
	frame_from_heap(g, &c, done);
}

static void
pop(struct called *g, struct ir_block *at, struct ir_block *done)
{
	struct ir_value frame = ir_r(g->f->kernel->called->frame);
	struct ir_block *stack = ir_block_after(g->f, at, NULL),
			*heap = ir_block_after(g->f, stack, NULL);
	struct ir_cursor c = { .func = g->f, .block = at, .place = g->f->place };

	struct ir_value distance = ir_op2(&c, IR_SUB, IR_I64, frame, team_address(&c, 0));
	struct ir_value inside = ir_compare(&c, IR_LT_U, IR_I64, distance,
		ir_int(sizeof(struct devrt_team)));
	ir_branch(&c, inside, stack, heap);
	c.block = stack;
	store_field(&c, offsetof(struct devrt_team, top), frame);
	ir_jump(&c, done);
	c.block = heap;
	ir_emit(&c, IR_CALL, IR_NONE, IR_NOREG, ir_none(), ir_none())->call = new_call(g->f->arena,
		ir_heap_function(g->m, "free", false), "0", frame);
	ir_jump(&c, done);
}

static void
find_master(struct called *g, struct ir_cursor *c)
{
	struct ir_value room = ir_compare(c, IR_LE_U, IR_I32, ir_int(sizeof(struct devrt_team)),
		ir_sreg(c, SREG_DYNAMIC_SHARED));
	struct ir_value last = ir_op2(c, IR_SUB, IR_I32, ir_sreg(c, SREG_NTID),
		ir_int(CALLED_MASTER));
	struct ir_value mine = ir_compare(c, IR_EQ, IR_I32, ir_sreg(c, SREG_TID), last);

	ir_mov(c, g->f->is_master, ir_op2(c, IR_AND, IR_PRED, room, mine));
}

/* Give a thread that is alone a frame in local memory. */
static void
own_frame(struct called *g, struct ir_cursor *c)
{
	const struct ir_called *info = g->f->kernel->called;
	struct ir_value at = ir_int(0);

	if (info->alone_bytes) {
		struct ir_slot *s = ir_slot_new(g->f, SLOT_LOCAL, "frame", info->alone_bytes,
			FRAME_ALIGN);
		at = generic_address(c, ir_slot_value(s, 0));
	}
	ir_mov(c, info->frame, at);
}

static void
make_frame(struct called *g)
{
	const struct ir_called *info = g->f->kernel->called;
	struct ir_block *rest = split_prologue(g->f), *prologue = g->f->blocks;
	struct ir_cursor c = { .func = g->f, .block = prologue, .place = g->f->place };

	find_master(g, &c);
	if (!g->bytes) {
		ir_mov(&c, info->frame, ir_int(0));
		ir_jump(&c, rest);
		return;
	}
	struct ir_block *own = ir_block_after(g->f, prologue, NULL);
	struct ir_block *begin = ir_block_after(g->f, own, NULL), *ready = rest;
	ir_branch(&c, ir_r(g->f->is_master), begin, own);
	c.block = own;
	own_frame(g, &c);
	ir_jump(&c, rest);
	if (info->spin) { /* between begin and rest */
		ready = c.block = ir_block_after(g->f, begin, NULL);
		ir_store(&c, MEM_64, SPACE_GENERIC, ir_r(info->frame),
			(int64_t)info->spin->frame_offset, ir_int(0));
		ir_jump(&c, rest);
	}
	push(g, begin, ready);
}

/* Copy a structure that is the result: it may lie in the frame. */
static void
save_result(struct called *g, struct ir_cursor *c, struct ir_value *result)
{
	const struct ir_param *r = &g->f->result;
	struct ir_inst *copy;

	if (!r->bytes || (result->kind == VAL_SLOT && result->u.slot->kind == SLOT_LOCAL))
		return;
	if (result->kind == VAL_SLOT)
		*result = ir_op2(c, IR_ADD, IR_I64, ir_r(g->f->kernel->called->frame),
			ir_int((int64_t)result->u.slot->frame_offset + result->offset));
	struct ir_slot *s = ir_slot_new(g->f, SLOT_LOCAL, "returned", r->bytes, r->align);
	copy = ir_emit(c, IR_MEMCPY, IR_I64, IR_NOREG, ir_slot_value(s, 0), *result);
	copy->offset = (int64_t)r->bytes;
	copy->index = (int)r->align;
	*result = ir_slot_value(s, 0);
}

static void
drop_frame(struct called *g)
{
	for (struct ir_block *b = g->f->blocks, *next; b && g->bytes; b = next) {
		next = b->next;
		if (b->term != TERM_RET)
			continue;
		struct ir_block *ret = ir_block_after(g->f, b, NULL);
		struct ir_block *give = ir_block_after(g->f, b, NULL);
		struct ir_cursor c = { .func = g->f, .block = b, .place = b->place };
		ret->term = TERM_RET;
		ret->place = b->place;
		ret->cond = b->cond;
		b->term = TERM_NONE;
		b->cond = ir_none();
		save_result(g, &c, &ret->cond);
		ir_branch(&c, ir_r(g->f->is_master), give, ret);
		pop(g, give, ret);
	}
}

/* ---- all ---- */

static void
begin(struct called *g)
{
	struct ir_func *f = g->f;
	struct ir_symbol *team = team_record(g->m);

	f->kernel = NEW(f->arena, struct ir_kernel_info);
	f->kernel->team = team;
	f->kernel->lanes = 1;
	f->kernel->spare_warp = true; /* so that workers may be more than the team */
	f->kernel->called = NEW(f->arena, struct ir_called);
	f->kernel->called->frame = ir_reg_new(f, IR_I64, "frame");
	f->kernel->called->own_slots = f->nslots;
	if (!f->is_master)
		f->is_master = ir_reg_new(f, IR_PRED, "master");
	g->regions = regions_of(f, &g->nregions);
	if (g->nregions > 0) {
		f->kernel->outlines = NEW(f->arena, struct outlines);
		f->kernel->outlines->published = true;
	}
}

void
lower_called(struct ir_func *f, struct ir_module *m, const struct target *t,
	const struct scheme *self)
{
	struct called g = { .f = f, .m = m };

	if (!share_escaping(f) && !f->is_master)
		return; /* it has nothing that a region of others could see */
	begin(&g);
	ir_verify(f, "share_escaping");
	for (int i = 0; i < g.nregions; i++)
		lower_region(&g, g.regions[i]);
	scheme_finish(f);
	lower_work(f, m, self, t);
	g.bytes = (f->kernel->frame_bytes + FRAME_ALIGN - 1) & ~(uint64_t)(FRAME_ALIGN - 1);
	make_frame(&g);
	outline_parts(f, m, true, false);
	drop_frame(&g);
	f->kernel = NULL;
	ir_verify(f, "lower_called");
}
