/*
 * outline.c: parts of a kernel become device functions (see outline.h).
 *
 * While parts are moved, blocks keep their numbers in the kernel, and what they use its registers
 * and slots; a function gets registers of its own when all of it is there.
 */
#include "outline/outline.h"

#include <string.h>

#include "base/diag.h"
#include "ir/graph.h"
#include "simd/simd.h"
#include "pass/pass.h"

/* Threads of a block on any device: the register count must leave room for them. */
enum { MAX_GRID_THREADS = 1024 };

struct state {
	struct ir_func *f;
	struct ir_module *m;
	uint32_t *part; /* by block id: which part it belongs to, from 1; 0: it stays */
	uint32_t part_room;
	bool *local_slot;             /* by slot id: thread memory that this part uses */
	struct ir_symbol **team_slot; /* by slot id: what team memory used by parts has become */
	bool *global;                 /* by register: the address of global memory */
	int *of;                      /* by register: ir_param.of */
	bool *used, *defined; /* by register: in this part; in what stays in the kernel, set once */
	struct ir_inst *loads;  /* kernel parameters loaded on behalf of parts: the first of them */
	uint32_t nloads, nregs; /* nregs: once all loads have theirs */
	bool grids;             /* parts become grids of their own */
	struct ir_slot *dims;   /* for their launches */
};

/* ---- which blocks ---- */

enum { ALL_PARTS = UINT32_MAX };

static uint32_t
part_of(const struct state *s, const struct ir_block *b)
{
	return b->id < s->part_room ? s->part[b->id] : 0;
}

static bool
belongs(const struct state *s, const struct ir_block *b, uint32_t part)
{
	uint32_t of = part_of(s, b);

	return part == ALL_PARTS ? of != 0 : of == part;
}

/* Assign a block to a part.  The table grows: blocks come to be while parts are moved. */
static void
assign(struct state *s, const struct ir_block *b, uint32_t part)
{
	if (b->id >= s->part_room) {
		uint32_t *old = s->part, room = 2 * s->f->nblocks;
		s->part = NEWN(s->f->arena, uint32_t, room);
		if (s->part_room)
			memcpy(s->part, old, s->part_room * sizeof *old);
		s->part_room = room;
	}
	s->part[b->id] = part;
}

/* Collect the blocks of a part.  stack and succ have room for all blocks and for a block's
 * successors. */
static void
collect(struct state *s, const struct outline *p, uint32_t part, struct ir_block **stack,
	struct ir_block **succ, int width)
{
	uint32_t depth = 0;

	stack[depth++] = p->entry;
	assign(s, p->entry, part);
	while (depth) {
		struct ir_block *b = stack[--depth];
		int n = b == p->exit ? 0 : ir_successors(b, succ, width);
		for (int i = 0; i < n; i++) {
			if (part_of(s, succ[i]) == part)
				continue;
			assign(s, succ[i], part);
			stack[depth++] = succ[i];
		}
	}
}

static void
collect_all(struct state *s, const struct outline *parts)
{
	struct arena *a = arena_new();
	int width = graph_max_successors(s->f) + 1;
	struct ir_block **stack = NEWN(a, struct ir_block *, s->f->nblocks + 1);
	struct ir_block **succ = NEWN(a, struct ir_block *, width);
	uint32_t part = 0;

	for (const struct outline *p = parts; p; p = p->next)
		collect(s, p, ++part, stack, succ, width);
	arena_free(a);
}

/* ---- kernel parameters ---- */

/* Return the register that holds the same piece of a kernel parameter, loaded at the kernel's
 * beginning. */
static ir_reg
load_in_prologue(struct state *s, const struct ir_inst *i)
{
	struct ir_block *prologue = s->f->blocks;
	struct ir_inst *at = s->loads;

	for (uint32_t k = 0; k < s->nloads; k++, at = at->next)
		if (at->index == i->index && at->offset == i->offset && at->mem == i->mem)
			return at->dst;
	struct ir_cursor c = {
		.func = s->f,
		.block = prologue,
		.before = prologue->first,
		.place = s->f->place,
	};
	struct ir_inst *load = ir_emit(&c, IR_LDPARAM, i->type,
		ir_reg_new(s->f, i->type, s->f->regs[i->dst].name), ir_none(), ir_none());
	load->mem = i->mem;
	load->space = i->space;
	load->index = i->index;
	load->offset = i->offset;
	s->loads = load;
	s->nloads++;
	return load->dst;
}

static void
hoist_parameters(struct state *s)
{
	for (struct ir_block *b = s->f->blocks; b; b = b->next) {
		for (struct ir_inst *i = part_of(s, b) ? b->first : NULL; i; i = i->next) {
			if (i->op != IR_LDPARAM)
				continue;
			i->src[0] = ir_r(load_in_prologue(s, i));
			i->op = IR_MOV;
		}
	}
}

/* Find the registers that only ever hold a kernel parameter. */
static void
find_parameters(struct state *s)
{
	uint32_t *defs = ir_count_defs(s->f->arena, s->f);

	s->of = NEWN(s->f->arena, int, s->f->nregs);
	for (const struct ir_block *b = s->f->blocks; b; b = b->next)
		for (const struct ir_inst *i = b->first; i; i = i->next)
			if (i->op == IR_LDPARAM && i->offset == 0 && defs[i->dst] == 1)
				s->of[i->dst] = i->index + 1;
}

/* Give grids the team number of who launches them.  Their own is 0 of 1. */
static void
hoist_team_numbers(struct state *s)
{
	ir_reg number[] = { [SREG_CTAID] = IR_NOREG, [SREG_NCTAID] = IR_NOREG };
	struct ir_block *prologue = s->f->blocks;

	for (struct ir_block *b = s->f->blocks; b; b = b->next) {
		for (struct ir_inst *i = part_of(s, b) ? b->first : NULL; i; i = i->next) {
			if (i->op != IR_SREG || (i->index != SREG_CTAID && i->index != SREG_NCTAID))
				continue;
			struct ir_cursor c = {
				.func = s->f,
				.block = prologue,
				.before = prologue->first,
				.place = s->f->place,
			};
			if (number[i->index] == IR_NOREG)
				number[i->index] = ir_sreg(&c, i->index).u.reg;
			i->op = IR_MOV;
			i->src[0] = ir_r(number[i->index]);
		}
	}
}

/* ---- slots ---- */

static void
note_slot(void *ctx, struct ir_value *v)
{
	struct state *s = ctx;

	if (v->kind != VAL_SLOT)
		return;
	struct ir_slot *slot = v->u.slot;
	if (slot->kind == SLOT_LOCAL || (s->grids && slot->kind == SLOT_SHARED))
		s->local_slot[slot->id] = true;
	if (s->grids || slot->kind != SLOT_SHARED || s->team_slot[slot->id])
		return;
	const char *name = arena_printf(s->f->arena, "%s$%s", s->f->name,
		slot->name ? slot->name : "team");
	if (ir_symbol_find(s->m, name))
		name = arena_printf(s->f->arena, "%s$%u", name, slot->id);
	struct ir_symbol *symbol = ir_symbol_new(s->m, name, SYM_VAR);
	symbol->space = SPACE_SHARED;
	symbol->size = slot->size;
	symbol->align = slot->align;
	s->team_slot[slot->id] = symbol;
}

static void
to_symbol(void *ctx, struct ir_value *v)
{
	struct state *s = ctx;

	if (v->kind == VAL_SLOT && s->team_slot[v->u.slot->id])
		*v = ir_symbol_value(s->team_slot[v->u.slot->id], v->offset);
}

static void
visit_part(struct state *s, uint32_t part, void (*visit)(void *, struct ir_value *))
{
	for (struct ir_block *b = s->f->blocks; b; b = b->next)
		if (belongs(s, b, part))
			ir_visit_block_uses(b, visit, s);
}

/* Move team memory from the kernel to the module. */
static void
share_slots(struct state *s)
{
	struct ir_slot **link = &s->f->slots;

	s->local_slot = NEWN(s->f->arena, bool, s->f->nslots);
	visit_part(s, ALL_PARTS, note_slot);
	ir_visit_func_uses(s->f, to_symbol, s);
	while (*link) {
		if (s->team_slot[(*link)->id])
			*link = (*link)->next;
		else
			link = &(*link)->next;
	}
}

/* ---- registers ---- */

static void
note_use(void *ctx, struct ir_value *v)
{
	if (v->kind == VAL_REG)
		((struct state *)ctx)->used[v->u.reg] = true;
}

static void
find_defined(struct state *s)
{
	s->nregs = s->f->nregs;
	s->defined = NEWN(s->f->arena, bool, s->nregs);
	for (struct ir_block *b = s->f->blocks; b; b = b->next)
		for (struct ir_inst *i = part_of(s, b) ? NULL : b->first; i; i = i->next)
			s->defined[i->dst] = i->dst != IR_NOREG;
}

/* Return what the part reads and its caller has assigned. */
static bool *
find_inputs(struct state *s, struct arena *a, uint32_t part)
{
	s->used = NEWN(a, bool, s->f->nregs);
	visit_part(s, part, note_use);
	for (uint32_t r = 0; r < s->nregs; r++)
		s->used[r] &= s->defined[r];
	return s->used;
}

/* Make a call that passes these registers.  Predicates go as integers. */
static struct ir_call *
new_call(struct state *s, struct ir_cursor *c, const bool *inputs)
{
	struct ir_call *call = NEW(s->f->arena, struct ir_call);
	int n = 0;

	call->to_part = true;
	for (ir_reg r = 1; r < s->nregs; r++)
		call->nargs += inputs[r];
	call->sig = NEWN(s->f->arena, struct ir_param, call->nargs + 1);
	call->args = NEWN(s->f->arena, struct ir_value, call->nargs + 1);
	for (ir_reg r = 1; r < s->nregs; r++) {
		const struct ir_reg_info reg = s->f->regs[r];
		enum ir_type type = reg.type == IR_PRED ? IR_I32 : reg.type;

		if (!inputs[r])
			continue;
		call->sig[n] = (struct ir_param){
			.type = type,
			.mem = ir_type_mem(type),
			.global = s->global[r],
			.of = s->of[r],
			.name = reg.name ? reg.name : arena_printf(s->f->arena, "%d", n),
		};
		call->args[n++] = reg.type != IR_PRED ?
			ir_r(r) :
			ir_op3(c, IR_SELECT, IR_I32, ir_r(r), ir_int(1), ir_int(0));
	}
	return call;
}

static void
emit_call(struct ir_cursor *c, struct ir_call *call)
{
	ir_emit(c, IR_CALL, IR_NONE, IR_NOREG, ir_none(), ir_none())->call = call;
}

/* Receive the parameters in the function, in registers of the same numbers. */
static void
receive_inputs(struct state *s, struct ir_cursor *c, const bool *inputs, const struct ir_call *call)
{
	int n = 0;

	for (ir_reg r = 1; r < s->nregs; r++) {
		if (!inputs[r])
			continue;
		bool flag = s->f->regs[r].type == IR_PRED;
		enum ir_type type = call->sig[n].type;
		struct ir_inst *load = ir_emit(c, IR_LDPARAM, type,
			flag ? ir_reg_new(c->func, type, NULL) : r, ir_none(), ir_none());
		load->mem = call->sig[n].mem;
		load->space = SPACE_PARAM;
		load->index = n++;
		if (flag)
			ir_emit(c, IR_NE, IR_I32, r, ir_r(load->dst), ir_int(0));
	}
	c->func->params = call->sig;
	c->func->nparams = call->nargs;
}

/* ---- a function's own registers ---- */

static void
mark_register(void *ctx, struct ir_value *v)
{
	if (v->kind == VAL_REG)
		((ir_reg *)ctx)[v->u.reg] = 1;
}

static void
rename_register(void *ctx, struct ir_value *v)
{
	if (v->kind == VAL_REG)
		v->u.reg = ((ir_reg *)ctx)[v->u.reg];
}

/* Number the registers that occur in g anew, in the order they had. */
static void
own_registers(struct ir_func *g)
{
	struct arena *a = arena_new();
	ir_reg *as = NEWN(a, ir_reg, g->nregs), n = 1;
	const struct ir_reg_info *old = g->regs;

	ir_visit_func_uses(g, mark_register, as);
	for (struct ir_block *b = g->blocks; b; b = b->next)
		for (struct ir_inst *i = b->first; i; i = i->next)
			as[i->dst] = i->dst != IR_NOREG;
	for (ir_reg r = 1; r < g->nregs; r++)
		if (as[r])
			as[r] = n++;
	g->regs = NEWN(g->arena, struct ir_reg_info, n);
	for (ir_reg r = 1; r < g->nregs; r++)
		if (as[r])
			g->regs[as[r]] = old[r];
	ir_visit_func_uses(g, rename_register, as);
	for (struct ir_block *b = g->blocks; b; b = b->next)
		for (struct ir_inst *i = b->first; i; i = i->next)
			i->dst = as[i->dst];
	g->nregs = g->regs_cap = n;
	arena_free(a);
}

/* ---- the function ---- */

/* Make an empty function, with the kernel's numbering of registers and slots. */
static struct ir_func *
new_function(struct state *s, const struct outline *p, uint32_t part)
{
	struct ir_func *g = ir_func_new(s->f->arena, p->name, s->grids), *before = s->f;

	g->place = p->place;
	g->part_of = s->f;
	while (before->next_part)
		before = before->next_part;
	before->next_part = g;
	if (s->grids) {
		g->kernel->scheme_done = true;
		g->max_threads = s->f->kernel->const_threads ? simd_block(s->f, 0) :
							       MAX_GRID_THREADS;
	}
	g->nslots = s->f->nslots;
	s->local_slot = NEWN(s->f->arena, bool, s->f->nslots);
	visit_part(s, part, note_slot);
	struct ir_slot **end = &g->slots;
	for (const struct ir_slot *slot = s->f->slots; slot; slot = slot->next) {
		if (!s->local_slot[slot->id])
			continue;
		*end = NEW(s->f->arena, struct ir_slot);
		**end = *slot;
		(*end)->next = NULL;
		end = &(*end)->next;
	}
	return g;
}

static void
own_slot(void *ctx, struct ir_value *v)
{
	struct ir_func *g = ctx;

	if (v->kind != VAL_SLOT)
		return;
	for (struct ir_slot *slot = g->slots; slot; slot = slot->next)
		if (slot->id == v->u.slot->id)
			v->u.slot = slot;
}

/* Move the part's blocks to the function, behind its first. */
static void
move_blocks(struct state *s, struct ir_func *g, uint32_t part)
{
	struct ir_block **link = &s->f->blocks, **end = &g->blocks->next;

	g->nblocks = 1;
	while (*link) {
		struct ir_block *b = *link;
		if (part_of(s, b) != part) {
			s->f->last_block = b;
			link = &b->next;
			continue;
		}
		*link = b->next;
		*end = b;
		end = &b->next;
		b->id = g->nblocks++;
		g->last_block = b;
	}
	*end = NULL;
}

static void
renumber(struct ir_func *f)
{
	f->nblocks = 0;
	for (struct ir_block *b = f->blocks; b; b = b->next)
		b->id = f->nblocks++;
}

static void
unlink_block(struct ir_func *f, struct ir_block *b)
{
	struct ir_block **link = &f->blocks, *last = NULL;

	for (; *link != b; link = &last->next)
		last = *link;
	*link = b->next;
	if (f->last_block == b)
		f->last_block = last;
}

/* Put what the kernel has of a part before pos.  Printing order only: it is read where the loop around
 * it is. */
static void
move_before(struct state *s, uint32_t part, struct ir_block *pos)
{
	struct ir_block *blocks = NULL, **end = &blocks, **link = &s->f->blocks, **before = NULL;

	while (*link) {
		struct ir_block *b = *link;
		if (part_of(s, b) == part) {
			*link = b->next;
			*end = b;
			end = &b->next;
			continue;
		}
		if (b == pos)
			before = link;
		s->f->last_block = b;
		link = &b->next;
	}
	*end = pos;
	*before = blocks;
}

static void
outline_part(struct state *s, struct outline *p, uint32_t part, const bool *inputs)
{
	struct ir_func *f = s->f, *g = new_function(s, p, part);
	struct ir_block *body = ir_split(f, p->entry, p->entry->first),
			*first = ir_block_new(g, NULL, NULL);
	struct ir_cursor from = { .func = f, .block = p->entry, .place = p->place };
	struct ir_cursor to = { .func = g, .block = first, .place = p->place };
	struct ir_block *back = p->exit->to[0];

	assign(s, body, part);
	assign(s, p->entry, 0);
	p->exit->term = s->grids ? TERM_EXIT : TERM_RET;
	p->exit->cond = ir_none();
	struct ir_call *call = new_call(s, &from, inputs);
	g->nregs = g->regs_cap = s->f->nregs; /* the kernel's, until own_registers() */
	g->regs = s->f->regs;
	receive_inputs(s, &to, inputs, call);
	ir_jump(&to, body);
	move_blocks(s, g, part);
	ir_visit_func_uses(g, own_slot, g);
	own_registers(g);
	p->symbol->func = g;
	if (s->grids) {
		launch_grid(&from, s->m,
			&(struct grid_launch){ .kernel = p->symbol,
				.teams = ir_int(1),
				.threads = p->threads,
				.how = p->cut ? GRID_FREE : GRID_JOINED,
				.sig = call->sig,
				.args = call->args,
				.nargs = call->nargs,
				.place = p->place },
			s->dims);
		ir_jump(&from, back);
		return;
	}
	if (f->kernel->outlines->published) {
		if (call->nargs != 1)
			diag_bug("outline", "%s: %s has %d parameters", f->name, p->name,
				call->nargs);
		unlink_block(f, p->entry);
		return;
	}
	call->callee = p->symbol;
	emit_call(&from, call);
	ir_jump(&from, back);
	assign(s, p->entry, part);
	move_before(s, part, back);
}

/* ---- through a pointer ---- */

/* Store addresses into the cell instead of numbers. */
static void
publish_addresses(struct ir_func *f, const struct outlines *o)
{
	for (struct ir_block *b = f->blocks; b; b = b->next) {
		for (struct ir_inst *i = b->first; i; i = i->next) {
			if (i->op != IR_ST || !ir_same_value(i->src[0], o->cell) ||
				i->src[1].kind != VAL_INT || i->src[1].u.i == 0)
				continue;
			const struct outline *p = o->parts;
			for (int64_t k = i->src[1].u.i; k > 1; k--)
				p = p->next;
			struct ir_cursor c = ir_before(f, b, i);
			i->src[1] = ir_op1(&c, IR_MOV, IR_I64, ir_symbol_value(p->symbol, 0));
		}
	}
}

static void
call_through_pointer(struct state *s, struct outlines *o, const bool *inputs)
{
	struct ir_cursor c = { .func = s->f, .block = o->select, .place = s->f->place };
	struct ir_call *call;

	o->select->first = o->select->last = NULL; /* the comparisons */
	call = new_call(s, &c, inputs);
	call->target = o->selected;
	emit_call(&c, call);
	ir_jump(&c, o->join);
	if (o->vote) {
		o->vote->op = IR_MOV;
		o->vote->src[1] = ir_none();
	}
}

/* ---- all ---- */

static void
check_parts(const struct ir_func *f, const struct outline *parts)
{
	for (const struct outline *p = parts; p; p = p->next)
		if (p->exit == p->entry || p->exit->term != TERM_JUMP)
			diag_bug("outline", "%s: %s does not end in a jump of its own", f->name,
				p->name);
}

static void
new_symbols(struct state *s, struct outlines *o)
{
	for (struct outline *p = o->published ? NULL : o->parts; p; p = p->next) {
		p->symbol = ir_symbol_new(s->m, p->name, SYM_FUNC);
		p->symbol->place = p->place;
	}
}

void
outline_parts(struct ir_func *f, struct ir_module *m, bool direct, bool strict)
{
	struct outlines *o = f->kernel->outlines;
	struct state s = { .f = f, .m = m };
	uint32_t part = 0;
	bool *everyones;

	if (!o)
		return;
	check_parts(f, o->parts);
	collect_all(&s, o->parts);
	s.grids = f->kernel->regions_are_grids;
	if (direct && !s.grids && !o->published && !o->parts->next) {
		move_before(&s, 1, o->parts->exit->to[0]);
		return;
	}
	if (s.grids)
		s.dims = launch_dims(f);
	s.team_slot = NEWN(f->arena, struct ir_symbol *, f->nslots + 1);
	new_symbols(&s, o);
	hoist_parameters(&s);
	if (s.grids)
		hoist_team_numbers(&s);
	share_slots(&s);
	find_parameters(&s);
	s.global = global_addresses(f->arena, f);
	find_defined(&s);
	everyones = find_inputs(&s, f->arena, ALL_PARTS);
	if (!direct && !s.grids) {
		publish_addresses(f, o);
		call_through_pointer(&s, o, everyones);
	}
	for (struct outline *p = o->parts; p; p = p->next) {
		struct arena *a = arena_new();
		bool *inputs = find_inputs(&s, a, ++part);
		if (o->published) /* also where the region asks for nothing */
			inputs[f->kernel->called->frame] = true;
		outline_part(&s, p, part, direct || s.grids ? inputs : everyones);
		arena_free(a);
	}
	renumber(f);
	if (s.grids)
		outline_team(f, m, strict);
}
