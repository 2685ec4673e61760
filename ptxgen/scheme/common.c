/*
 * common.c: steps that several schemes take (see common.h).
 */
#include "scheme/common.h"

#include "ir/effects.h"
#include "simd/simd.h"
#include "devrt.h"

struct ir_construct **
regions_of(struct ir_func *f, int *n)
{
	struct ir_construct **list = NEWN(f->arena, struct ir_construct *, f->nconstructs + 1);

	*n = 0;
	for (uint32_t i = 0; i < f->nconstructs; i++)
		if (f->constructs[i]->kind == CON_PARALLEL)
			list[(*n)++] = f->constructs[i];
	return list;
}

struct ir_value
emit_is_master(struct ir_cursor *c)
{
	return ir_compare(c, IR_EQ, IR_I32, ir_sreg(c, SREG_TID), ir_int(0));
}

void
emit_team_barrier(struct ir_cursor *c)
{
	ir_bar(c, 0, ir_none());
}

bool
lower_without_regions(struct ir_func *f)
{
	int n;

	regions_of(f, &n);
	if (n > 0)
		return false;
	f->kernel->max_threads = 1;
	scheme_finish(f);
	return true;
}

struct ir_block *
split_prologue(struct ir_func *f)
{
	struct ir_block *p = f->blocks;

	if (p->term == TERM_JUMP)
		return p->to[0];
	struct ir_block *rest = ir_split(f, p, NULL);
	p->term = TERM_JUMP;
	p->to[0] = rest;
	return rest;
}

void
scheme_finish(struct ir_func *f)
{
	f->kernel->scheme_done = true;
}

/* ---- sharing by value ---- */

struct sharing {
	struct ir_func *f;
	uint32_t nregs;               /* registers made later are the region's own */
	const bool *outside;          /* by register: the sequential part assigns it */
	struct shared_value **by_reg; /* by register of the sequential part */
	struct shared_value *list;
};

/* Return the registers that only the master has: assigned in sequential code, of a kernel behind
 * the prologue. */
static bool *
master_registers(const struct ir_func *f)
{
	bool *outside = NEWN(f->arena, bool, f->nregs);

	for (const struct ir_block *b = f->is_kernel ? f->blocks->next : f->blocks; b;
		b = b->next) {
		if (ir_region_of(b))
			continue;
		for (const struct ir_inst *i = b->first; i; i = i->next)
			if (i->dst != IR_NOREG)
				outside[i->dst] = true;
		if (b->term == TERM_CONSTRUCT && b->construct->kind == CON_LOOP)
			outside[b->construct->u.loop.index] = true;
	}
	return outside;
}

struct ir_slot *
new_cell(struct ir_func *f, ir_reg r)
{
	const struct ir_reg_info reg = f->regs[r];
	int bytes = reg.type == IR_PRED ? 4 : ir_type_bytes(reg.type);

	return ir_slot_new(f, SLOT_TEAM, reg.name, bytes, bytes);
}

static void
share_use(void *ctx, struct ir_value *v)
{
	struct sharing *s = ctx;

	if (v->kind != VAL_REG || v->u.reg >= s->nregs || !s->outside[v->u.reg])
		return;
	struct shared_value *sv = s->by_reg[v->u.reg];
	if (!sv) {
		sv = NEW(s->f->arena, struct shared_value);
		sv->outside = v->u.reg;
		sv->cell = new_cell(s->f, v->u.reg);
		sv->next = s->list;
		s->list = s->by_reg[v->u.reg] = sv;
	}
	if (!sv->inside)
		sv->inside = ir_reg_new(s->f, s->f->regs[sv->outside].type,
			s->f->regs[sv->outside].name);
	v->u.reg = sv->inside;
}

struct shared_value *
share_values(struct ir_func *f, struct ir_construct *c)
{
	struct sharing s = { f, f->nregs, master_registers(f),
		NEWN(f->arena, struct shared_value *, f->nregs), NULL };

	for (struct ir_block *b = f->blocks; b; b = b->next) {
		if (ir_region_of(b) != c)
			continue;
		ir_visit_block_uses(b, share_use, &s);
	}
	if (c->u.parallel.threads.kind != VAL_NONE)
		share_use(&s, &c->u.parallel.threads);
	if (c->u.parallel.cond.kind != VAL_NONE)
		share_use(&s, &c->u.parallel.cond);
	return s.list;
}

static enum ir_mem
cell_mem(enum ir_type t)
{
	switch (t) {
	case IR_I64: return MEM_64;
	case IR_F32: return MEM_F32;
	case IR_F64: return MEM_F64;
	default: return MEM_32;
	}
}

void
emit_publish(struct ir_cursor *cur, const struct shared_value *shared)
{
	for (const struct shared_value *s = shared; s; s = s->next) {
		enum ir_type type = cur->func->regs[s->outside].type;
		struct ir_value v = ir_r(s->outside);

		if (type == IR_PRED)
			v = ir_op3(cur, IR_SELECT, IR_I32, v, ir_int(1), ir_int(0));
		ir_store(cur, cell_mem(type), SPACE_GENERIC, ir_slot_value(s->cell, 0), 0, v);
	}
}

void
emit_receive(struct ir_cursor *cur, const struct shared_value *shared)
{
	for (const struct shared_value *s = shared; s; s = s->next) {
		enum ir_type type = cur->func->regs[s->inside].type;
		struct ir_value v = ir_load(cur, cell_mem(type), SPACE_GENERIC,
			ir_slot_value(s->cell, 0), 0);

		if (type == IR_PRED)
			v = ir_compare(cur, IR_NE, IR_I32, v, ir_int(0));
		ir_mov(cur, s->inside, v);
	}
}

/* ---- regions ---- */

/* Return the number of threads [OpenMP 5.2, 10.1.1]: the clause's, at least 1, at most what the
 * team has; 1 if the if clause is false. */
struct ir_value
emit_count(struct ir_cursor *cur, const struct ir_construct *c)
{
	struct ir_value n = ir_env(cur, offsetof(struct devrt_env, threads), IR_I32);

	if (c->u.parallel.threads.kind != VAL_NONE) {
		struct ir_value asked = ir_op2(cur, IR_MAX_S, IR_I32, c->u.parallel.threads,
			ir_int(1));
		n = ir_op2(cur, IR_MIN_S, IR_I32, asked, n);
	}
	if (c->u.parallel.cond.kind != VAL_NONE)
		n = ir_op3(cur, IR_SELECT, IR_I32, c->u.parallel.cond, n, ir_int(1));
	return n;
}

/* Return whether every thread of the team runs c. */
static bool
takes_team(const struct ir_func *f, const struct ir_construct *c)
{
	struct ir_value n = c->u.parallel.threads;

	return c->u.parallel.cond.kind == VAL_NONE && c->u.parallel.lanes == f->kernel->lanes &&
		(n.kind == VAL_NONE || (n.kind == VAL_INT && n.u.i == f->kernel->const_threads));
}

struct ir_block *
region_inside(struct ir_func *f, struct ir_construct *c, struct region_code code)
{
	if (c->u.parallel.lanes == 1)
		return c->body;
	struct ir_cursor cur = {
		.func = f,
		.block = ir_block_after(f, code.entry, NULL),
		.place = c->place,
	};

	c->u.parallel.entry = cur.block;
	c->u.parallel.exit = code.exit;
	ir_jump(&cur, c->body);
	return c->u.parallel.entry;
}

struct region_code
open_region(struct ir_func *f, struct ir_construct *c, const struct mapping *m,
	const struct shared_value *shared, const char *label)
{
	struct ir_block *before = f->blocks;
	struct region_code code;

	while (before->next != c->body)
		before = before->next;
	code.entry = ir_block_after(f, before, label);
	code.exit = ir_block_after(f, ir_last_of(f, c), NULL);
	code.entry->in = code.exit->in = c->parent;

	struct ir_cursor cur = { .func = f, .block = code.entry, .place = c->place };
	emit_receive(&cur, shared);
	c->u.parallel.count = emit_count(&cur, c);
	struct ir_block *inside = region_inside(f, c, code);
	if (m == &mapping_identity && takes_team(f, c) &&
		(f->kernel->whole_teams || !f->kernel->spare_warp)) {
		c->u.parallel.whole_warps = f->kernel->whole_teams;
		c->u.parallel.no_surplus = !f->kernel->spare_warp;
		/* with a count, the simulator's checks find threads that pass a barrier by */
		c->u.parallel.whole_block = !f->kernel->spare_warp && f->kernel->grid_covers;
		ir_jump(&cur, inside);
		ir_dissolve(f, c, code.exit);
		return code;
	}
	struct ir_value in = ir_compare(&cur, IR_LT_S, IR_I32, m->thread(&cur, c),
		c->u.parallel.count);
	ir_branch(&cur, in, inside, code.exit);
	ir_dissolve(f, c, code.exit);
	return code;
}

static struct ir_value
identity_thread(struct ir_cursor *c, const struct ir_construct *region)
{
	return simd_thread(c, region, ir_sreg(c, SREG_TID));
}

static struct ir_value
region_count(struct ir_cursor *c, const struct ir_construct *region)
{
	(void)c;
	return region->u.parallel.count;
}

const struct mapping mapping_identity = { identity_thread, region_count };

/* ---- what sequential code does ---- */

bool
own_memory(struct ir_value addr)
{
	return addr.kind == VAL_SLOT && addr.u.slot->kind == SLOT_LOCAL;
}

const char *
side_effect(const struct ir_inst *i)
{
	switch (i->op) {
	case IR_ST:
	case IR_MEMCPY:
	case IR_MEMZERO: return own_memory(i->src[0]) ? NULL : "writes memory";
	case IR_ALLOCA: return NULL;
	case IR_CALL:
		if (call_effect(i) == EFFECT_WRITES)
			return "calls a function that does more than compute";
		return i->call->result.bytes && !own_memory(i->call->result_addr) ?
			"writes memory" :
			NULL;
	case IR_ATOM: return "updates memory atomically";
	case IR_OMP_REDUCE: return "combines a reduction";
	default: return ir_ops[i->op].flags & IRF_MEMORY ? "has a side effect" : NULL;
	}
}

const char *
describe_effect(struct arena *a, const struct ir_inst *i)
{
	const struct ir_symbol *callee = i->op == IR_CALL ? i->call->callee : NULL;

	if (i->op != IR_CALL)
		return side_effect(i);
	if (!callee)
		return "calls a function through a pointer";
	if (!callee->func || callee->func->effect_place.file != i->place.file)
		return arena_printf(a, "calls '%s'", callee->name);
	return arena_printf(a, "calls '%s', which has a side effect in line %u", callee->name,
		callee->func->effect_place.line);
}

const struct ir_inst *
side_effect_in(const struct ir_block *b, const char **what)
{
	for (const struct ir_inst *i = b->first; i; i = i->next)
		if ((*what = side_effect(i)) != NULL)
			return i;
	return NULL;
}

const struct ir_inst *
first_side_effect(const struct ir_func *f, const char **what)
{
	const struct ir_inst *i;

	for (const struct ir_block *b = f->blocks; b; b = b->next)
		if (!ir_region_of(b) && (i = side_effect_in(b, what)) != NULL)
			return i;
	return NULL;
}

struct ir_block *
master_label(struct ir_func *f, struct ir_block *head)
{
	struct ir_block *above = f->blocks, *b;

	if (head->label)
		return head;
	while (above->next != head)
		above = above->next;
	b = ir_block_after(f, above, arena_printf(f->arena, "MASTER%u", head->id));
	b->in = head->in;
	struct ir_cursor c = { .func = f, .block = b, .place = head->place };
	ir_jump(&c, head);
	return b;
}
