/*
 * ir.c: making and walking IR: registers, blocks, slots, symbols, instructions at a cursor.
 *
 * See ir.h for the shape and its invariants.  Nothing here knows what the code means; printing is
 * dump.c, checking is verify.c.
 */
#include "ir/ir.h"

#include <string.h>

#include "base/diag.h"
#include "devrt.h"

enum { P = IRF_PURE, M = IRF_MEMORY, A = IRF_ABSTRACT };

const struct ir_op_info ir_ops[IR_OP_COUNT] = {
#define X(name, text, nsrc, flags) [IR_##name] = { text, nsrc, flags },
#include "ir/ops.def"
#undef X
};

/* ---- functions and what they own ---- */

/* Return an array with room for one more element.  It grows by doubling. */
static void *
grow(struct arena *a, void *old, uint32_t n, uint32_t *cap, size_t size)
{
	if (n < *cap)
		return old;
	*cap = *cap ? *cap * 2 : 32;
	void *wider = arena_array(a, *cap, size);
	if (n)
		memcpy(wider, old, n * size);
	return wider;
}

struct ir_func *
ir_func_new(struct arena *a, const char *name, bool is_kernel)
{
	struct ir_func *f = NEW(a, struct ir_func);

	f->arena = a;
	f->name = name;
	f->is_kernel = is_kernel;
	f->effect = EFFECT_WRITES;
	f->nregs = 1; /* register 0 is IR_NOREG */
	f->regs = grow(a, NULL, 0, &f->regs_cap, sizeof *f->regs);
	if (is_kernel) {
		f->kernel = NEW(a, struct ir_kernel_info);
		f->kernel->lanes = 1;
	}
	return f;
}

static struct ir_block *
new_block(struct ir_func *f, const char *label, struct ir_construct *in)
{
	struct ir_block *b = NEW(f->arena, struct ir_block);

	b->id = f->nblocks++;
	b->label = label;
	b->in = in;
	return b;
}

struct ir_block *
ir_block_new(struct ir_func *f, const char *label, struct ir_construct *in)
{
	struct ir_block *b = new_block(f, label, in);

	if (f->last_block)
		f->last_block->next = b;
	else
		f->blocks = b;
	f->last_block = b;
	return b;
}

struct ir_block *
ir_block_after(struct ir_func *f, struct ir_block *pos, const char *label)
{
	struct ir_block *b = new_block(f, label, pos->in);

	b->next = pos->next;
	pos->next = b;
	if (f->last_block == pos)
		f->last_block = b;
	return b;
}

ir_reg
ir_reg_new(struct ir_func *f, enum ir_type type, const char *name)
{
	f->regs = grow(f->arena, f->regs, f->nregs, &f->regs_cap, sizeof *f->regs);
	f->regs[f->nregs] = (struct ir_reg_info){ .type = type, .name = name };
	return f->nregs++;
}

struct ir_slot *
ir_slot_new(struct ir_func *f, enum ir_slot_kind kind, const char *name, uint64_t size,
	uint64_t align)
{
	struct ir_slot *s = NEW(f->arena, struct ir_slot), **end = &f->slots;

	*s = (struct ir_slot){ .kind = kind, .name = name, .size = size, .align = align };
	s->id = f->nslots++;
	while (*end)
		end = &(*end)->next;
	*end = s;
	return s;
}

struct ir_construct *
ir_construct_new(struct ir_func *f, enum ir_construct_kind kind, struct ir_construct *parent)
{
	struct ir_construct *c = NEW(f->arena, struct ir_construct);
	uint32_t id = 1;

	c->kind = kind;
	c->parent = parent;
	if (kind == CON_PARALLEL)
		c->u.parallel.lanes = 1;
	if (parent)
		c->region = parent->kind == CON_PARALLEL ? parent : parent->region;
	for (uint32_t i = 0; i < f->nconstructs; i++)
		id += (f->constructs[i]->kind == CON_PARALLEL) == (kind == CON_PARALLEL);
	c->id = id;
	f->constructs = grow(f->arena, f->constructs, f->nconstructs, &f->constructs_cap,
		sizeof *f->constructs);
	f->constructs[f->nconstructs++] = c;
	return c;
}

struct ir_symbol *
ir_symbol_new(struct ir_module *m, const char *name, int kind)
{
	struct ir_symbol *s = NEW(m->arena, struct ir_symbol);

	s->name = name;
	s->kind = kind;
	if (m->last_symbol)
		m->last_symbol->next = s;
	else
		m->symbols = s;
	m->last_symbol = s;
	return s;
}

struct ir_symbol *
ir_symbol_find(struct ir_module *m, const char *name)
{
	for (struct ir_symbol *s = m->symbols; s; s = s->next)
		if (strcmp(s->name, name) == 0)
			return s;
	return NULL;
}

bool
ir_system_function(const char *name)
{
	static const char *const names[] = { "vprintf", "malloc", "free", "__assertfail",
		"cudaGetParameterBufferV2", "cudaLaunchDeviceV2", "cudaDeviceSynchronize",
		"__cudaCDP2GetParameterBufferV2", "__cudaCDP2LaunchDeviceV2" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

bool
ir_needs_link(const struct ir_symbol *s)
{
	return s->linkage == LINK_EXTERN && s->space != SPACE_SHARED &&
		!ir_system_function(s->name);
}

bool
ir_is_linked(const struct ir_module *m)
{
	for (const struct ir_symbol *s = m->symbols; s; s = s->next)
		if (ir_needs_link(s) || s->linkage == LINK_VISIBLE)
			return true;
	return false;
}

struct ir_symbol *
ir_heap_function(struct ir_module *m, const char *name, bool result)
{
	struct ir_symbol *s = ir_symbol_find(m, name);

	if (s)
		return s;
	s = ir_symbol_new(m, name, SYM_FUNC);
	s->linkage = LINK_EXTERN;
	s->func = ir_func_new(m->arena, name, false);
	s->func->nparams = 1;
	s->func->params = NEW(m->arena, struct ir_param);
	s->func->params[0] = (struct ir_param){ .type = IR_I64, .mem = MEM_64, .name = "0" };
	if (result)
		s->func->result = (struct ir_param){ .type = IR_I64, .mem = MEM_64 };
	return s;
}

/* ---- values ---- */

bool
ir_same_value(struct ir_value a, struct ir_value b)
{
	if (a.kind != b.kind || a.offset != b.offset)
		return false;
	switch (a.kind) {
	case VAL_REG: return a.u.reg == b.u.reg;
	case VAL_INT: return a.u.i == b.u.i;
	case VAL_FLOAT: return memcmp(&a.u.f, &b.u.f, sizeof a.u.f) == 0;
	case VAL_SLOT: return a.u.slot == b.u.slot;
	case VAL_SYMBOL: return a.u.symbol == b.u.symbol;
	default: return true;
	}
}

bool
ir_is_int(struct ir_value v, int64_t n)
{
	return v.kind == VAL_INT && v.u.i == n;
}

struct ir_value
ir_none(void)
{
	return (struct ir_value){ .kind = VAL_NONE };
}

struct ir_value
ir_int(int64_t i)
{
	return (struct ir_value){ .kind = VAL_INT, .u.i = i };
}

struct ir_value
ir_bits(enum ir_type t, uint64_t bits)
{
	return ir_int(t == IR_I32 ? (int32_t)bits : (int64_t)bits);
}

struct ir_value
ir_float(double f)
{
	return (struct ir_value){ .kind = VAL_FLOAT, .u.f = f };
}

struct ir_value
ir_r(ir_reg r)
{
	return (struct ir_value){ .kind = VAL_REG, .u.reg = r };
}

struct ir_value
ir_slot_value(struct ir_slot *s, int64_t offset)
{
	return (struct ir_value){ .kind = VAL_SLOT, .u.slot = s, .offset = offset };
}

struct ir_value
ir_symbol_value(struct ir_symbol *s, int64_t offset)
{
	return (struct ir_value){ .kind = VAL_SYMBOL, .u.symbol = s, .offset = offset };
}

bool
ir_is_address(struct ir_value v)
{
	return v.kind == VAL_SLOT || v.kind == VAL_SYMBOL;
}

/* ---- instructions at a cursor ---- */

/* Return the cursor's block.  Code after a jump and before a label goes to a block that nothing
 * reaches; cfg removes it. */
static struct ir_block *
cursor_block(struct ir_cursor *c)
{
	if (!c->block)
		c->block = ir_block_new(c->func, NULL, c->func->last_block->in);
	return c->block;
}

static void
link_inst(struct ir_block *b, struct ir_inst *i, struct ir_inst *before)
{
	struct ir_inst *prev = before ? before->prev : b->last;

	i->prev = prev;
	i->next = before;
	*(prev ? &prev->next : &b->first) = i;
	*(before ? &before->prev : &b->last) = i;
}

struct ir_cursor
ir_before(struct ir_func *f, struct ir_block *b, struct ir_inst *i)
{
	return (struct ir_cursor){ .func = f, .block = b, .before = i, .place = i->place };
}

struct ir_inst *
ir_emit(struct ir_cursor *c, enum ir_op op, enum ir_type type, ir_reg dst, struct ir_value a,
	struct ir_value b)
{
	struct ir_inst *i = NEW(c->func->arena, struct ir_inst);

	i->op = op;
	i->type = type;
	i->dst = dst;
	i->src[0] = a;
	i->src[1] = b;
	i->place = c->place;
	link_inst(cursor_block(c), i, c->before);
	return i;
}

void
ir_become(struct ir_inst *i, enum ir_op op, enum ir_type type, enum ir_type from, struct ir_value a,
	struct ir_value b)
{
	i->op = op;
	i->type = type;
	i->from = from;
	i->src[0] = a;
	i->src[1] = b;
	i->src[2] = i->src[3] = ir_none();
}

struct ir_call *
ir_call_copy(struct arena *a, const struct ir_call *old)
{
	struct ir_call *new = NEW(a, struct ir_call);

	*new = *old;
	new->args = NEWN(a, struct ir_value, old->nargs + 1);
	for (int i = 0; i < old->nargs; i++)
		new->args[i] = old->args[i];
	return new;
}

struct ir_inst *
ir_repeat(struct ir_cursor *c, const struct ir_inst *i)
{
	struct ir_inst *new = ir_emit(c, i->op, i->type, i->dst, ir_none(), ir_none());
	struct ir_inst *prev = new->prev, *next = new->next;

	*new = *i;
	new->prev = prev;
	new->next = next;
	if (i->call)
		new->call = ir_call_copy(c->func->arena, i->call);
	return new;
}

/* Emit an operation with a new temporary for its result. */
static struct ir_inst *
emit_new(struct ir_cursor *c, enum ir_op op, enum ir_type type, enum ir_type result,
	struct ir_value a, struct ir_value b)
{
	return ir_emit(c, op, type, ir_reg_new(c->func, result, NULL), a, b);
}

struct ir_value
ir_op0(struct ir_cursor *c, enum ir_op op, enum ir_type type)
{
	return ir_r(emit_new(c, op, type, type, ir_none(), ir_none())->dst);
}

struct ir_value
ir_op1(struct ir_cursor *c, enum ir_op op, enum ir_type type, struct ir_value a)
{
	bool counts = op == IR_CLZ || op == IR_POPC || op == IR_FFS;
	enum ir_type result = counts ? IR_I32 : op == IR_ISNAN ? IR_PRED : type;

	return ir_r(emit_new(c, op, type, result, a, ir_none())->dst);
}

struct ir_value
ir_op2(struct ir_cursor *c, enum ir_op op, enum ir_type type, struct ir_value a, struct ir_value b)
{
	return ir_r(emit_new(c, op, type, type, a, b)->dst);
}

struct ir_value
ir_op3(struct ir_cursor *c, enum ir_op op, enum ir_type type, struct ir_value a, struct ir_value b,
	struct ir_value x)
{
	struct ir_inst *i = emit_new(c, op, type, type, a, b);

	i->src[2] = x;
	return ir_r(i->dst);
}

struct ir_value
ir_compare(struct ir_cursor *c, enum ir_op op, enum ir_type operand_type, struct ir_value a,
	struct ir_value b)
{
	return ir_r(emit_new(c, op, operand_type, IR_PRED, a, b)->dst);
}

struct ir_value
ir_convert(struct ir_cursor *c, enum ir_op op, enum ir_type to, enum ir_type from,
	struct ir_value a)
{
	struct ir_inst *i = emit_new(c, op, to, to, a, ir_none());

	i->from = from;
	return ir_r(i->dst);
}

void
ir_mov(struct ir_cursor *c, ir_reg dst, struct ir_value a)
{
	ir_emit(c, IR_MOV, c->func->regs[dst].type, dst, a, ir_none());
}

/* Return the space of an access.  A slot's or symbol's own address decides it. */
static enum ir_space
access_space(enum ir_space space, struct ir_value addr)
{
	if (addr.kind == VAL_SYMBOL)
		return addr.u.symbol->space;
	if (addr.kind == VAL_SLOT && addr.u.slot->kind == SLOT_LOCAL)
		return SPACE_LOCAL;
	if (addr.kind == VAL_SLOT && addr.u.slot->kind == SLOT_SHARED)
		return SPACE_SHARED;
	return space;
}

static struct ir_inst *
emit_load(struct ir_cursor *c, enum ir_mem mem, enum ir_space space, struct ir_value addr,
	int64_t offset)
{
	enum ir_type type = ir_mem_type(mem);
	struct ir_inst *i = emit_new(c, IR_LD, type, type, addr, ir_none());

	i->mem = mem;
	i->space = access_space(space, addr);
	i->offset = offset;
	return i;
}

struct ir_value
ir_load(struct ir_cursor *c, enum ir_mem mem, enum ir_space space, struct ir_value addr,
	int64_t offset)
{
	return ir_r(emit_load(c, mem, space, addr, offset)->dst);
}

struct ir_value
ir_carry(struct ir_cursor *c, enum ir_mem mem, enum ir_space space, struct ir_value addr,
	int64_t offset)
{
	struct ir_inst *i = emit_load(c, mem, space, addr, offset);

	i->carries = true;
	return ir_r(i->dst);
}

void
ir_store(struct ir_cursor *c, enum ir_mem mem, enum ir_space space, struct ir_value addr,
	int64_t offset, struct ir_value v)
{
	struct ir_inst *i = ir_emit(c, IR_ST, ir_mem_type(mem), IR_NOREG, addr, v);

	i->mem = mem;
	i->space = access_space(space, addr);
	i->offset = offset;
}

struct ir_value
ir_displace(struct ir_cursor *c, struct ir_value base, int64_t offset)
{
	if (ir_is_address(base)) {
		base.offset += offset;
		return base;
	}
	return offset ? ir_op2(c, IR_ADD, IR_I64, base, ir_int(offset)) : base;
}

struct ir_value
ir_atomic(struct ir_cursor *c, enum ir_atom op, enum ir_mem mem, enum ir_space space,
	struct ir_value addr, struct ir_value a, struct ir_value b)
{
	enum ir_type type = ir_mem_type(mem);
	struct ir_inst *i = ir_emit(c, IR_ATOM, type, ir_reg_new(c->func, type, NULL), addr, a);

	i->src[2] = b;
	i->atom = op;
	i->mem = mem;
	i->space = space;
	return ir_r(i->dst);
}

void
ir_fence(struct ir_cursor *c, enum ir_scope scope)
{
	ir_emit(c, IR_FENCE, IR_NONE, IR_NOREG, ir_none(), ir_none())->index = scope;
}

struct ir_value
ir_sreg(struct ir_cursor *c, enum ir_sreg which)
{
	enum ir_type type = which == SREG_GLOBALTIMER ? IR_I64 : IR_I32;
	struct ir_inst *i = emit_new(c, IR_SREG, type, type, ir_none(), ir_none());

	i->index = which;
	return ir_r(i->dst);
}

/*
 * The lanes of a warp meet first: they may come from different branches.  Without that the control
 * loop hung on an H200, although barrier.sync counts lanes one by one.  On sm_35 it costs nothing.
 */
struct ir_inst *
ir_bar(struct ir_cursor *c, int id, struct ir_value count)
{
	ir_emit(c, IR_WARPSYNC, IR_NONE, IR_NOREG, ir_int(0xffffffff), ir_none());
	return ir_emit(c, IR_BAR, IR_NONE, IR_NOREG, ir_int(id), count);
}

struct ir_value
ir_env(struct ir_cursor *c, int offset, enum ir_type type)
{
	const struct ir_kernel_info *k = c->func->kernel;
	enum ir_mem mem = type == IR_I64 ? MEM_64 : MEM_32;

	if (!c->func->is_kernel) /* its kernel has put a copy there */
		return ir_load(c, mem, SPACE_SHARED, ir_symbol_value(k->team, 0),
			(int64_t)offsetof(struct devrt_team, env) + offset);
	struct ir_inst *i = emit_new(c, IR_LDPARAM, type, type, ir_none(), ir_none());

	i->mem = mem;
	i->space = SPACE_PARAM;
	i->index = k->env_param;
	i->offset = offset;
	return ir_r(i->dst);
}

void
ir_jump(struct ir_cursor *c, struct ir_block *to)
{
	struct ir_block *b = cursor_block(c);

	b->term = TERM_JUMP;
	b->to[0] = to;
	b->place = c->place;
	c->block = NULL;
}

void
ir_branch(struct ir_cursor *c, struct ir_value cond, struct ir_block *yes, struct ir_block *no)
{
	struct ir_block *b = cursor_block(c);

	b->term = TERM_BRANCH;
	b->cond = cond;
	b->to[0] = yes;
	b->to[1] = no;
	b->place = c->place;
	c->block = NULL;
}

void
ir_remove(struct ir_block *b, struct ir_inst *i)
{
	*(i->prev ? &i->prev->next : &b->first) = i->next;
	*(i->next ? &i->next->prev : &b->last) = i->prev;
}

struct ir_block *
ir_split(struct ir_func *f, struct ir_block *b, struct ir_inst *at)
{
	struct ir_block *rest = ir_block_after(f, b, NULL), shell = *rest;

	*rest = *b;
	rest->id = shell.id;
	rest->next = shell.next;
	rest->label = NULL;
	rest->keep = false;
	rest->first = at;
	rest->last = at ? b->last : NULL;
	if (at) {
		b->last = at->prev;
		*(b->last ? &b->last->next : &b->first) = NULL;
		at->prev = NULL;
	}
	b->term = TERM_NONE;
	b->cond = ir_none();
	b->construct = NULL;
	b->table = NULL;
	b->ntable = 0;
	return rest;
}

void
ir_dissolve(struct ir_func *f, struct ir_construct *c, struct ir_block *exit)
{
	for (struct ir_block *b = f->blocks; b; b = b->next) {
		if (b->in != c)
			continue;
		b->in = c->parent;
		if (b->term == TERM_END) {
			b->term = TERM_JUMP;
			b->to[0] = exit;
			b->construct = NULL;
		}
	}
	for (uint32_t i = 0; i < f->nconstructs; i++)
		if (f->constructs[i]->parent == c)
			f->constructs[i]->parent = c->parent;
}

struct ir_construct *
ir_region_of(const struct ir_block *b)
{
	if (!b->in)
		return NULL;
	return b->in->kind == CON_PARALLEL ? b->in : b->in->region;
}

struct ir_block *
ir_entering(struct ir_func *f, const struct ir_construct *c)
{
	for (struct ir_block *b = f->blocks; b; b = b->next)
		if (b->term == TERM_CONSTRUCT && b->construct == c)
			return b;
	return NULL;
}

struct ir_block *
ir_last_of(struct ir_func *f, const struct ir_construct *c)
{
	struct ir_block *last = c->body;

	for (struct ir_block *b = f->blocks; b; b = b->next) {
		const struct ir_construct *in = b->in;
		while (in && in != c)
			in = in->parent;
		if (in == c)
			last = b;
	}
	return last;
}

/* ---- sizes ---- */

enum ir_type
ir_mem_type(enum ir_mem m)
{
	switch (m) {
	case MEM_64: return IR_I64;
	case MEM_F32: return IR_F32;
	case MEM_F64: return IR_F64;
	default: return IR_I32;
	}
}

enum ir_op
ir_mem_extension(enum ir_mem m)
{
	switch (m) {
	case MEM_S8: return IR_SEXT8;
	case MEM_U8: return IR_ZEXT8;
	case MEM_S16: return IR_SEXT16;
	case MEM_U16: return IR_ZEXT16;
	default: return IR_MOV;
	}
}

enum ir_mem
ir_type_mem(enum ir_type t)
{
	return t == IR_I64 ? MEM_64 : t == IR_F32 ? MEM_F32 : t == IR_F64 ? MEM_F64 : MEM_32;
}

uint64_t
ir_align_up(uint64_t n, uint64_t align)
{
	return (n + align - 1) & ~(align - 1);
}

int
ir_mem_bytes(enum ir_mem m)
{
	static const int bytes[] = {
		[MEM_S8] = 1,
		[MEM_U8] = 1,
		[MEM_S16] = 2,
		[MEM_U16] = 2,
		[MEM_32] = 4,
		[MEM_64] = 8,
		[MEM_F32] = 4,
		[MEM_F64] = 8,
	};
	return bytes[m];
}

int
ir_type_bytes(enum ir_type t)
{
	return t == IR_I64 || t == IR_F64 ? 8 : t == IR_PRED ? 1 : t == IR_NONE ? 0 : 4;
}

/* ---- walking ---- */

int
ir_successors(const struct ir_block *b, struct ir_block **out, int cap)
{
	struct ir_block *all[2];
	struct ir_block *const *from = all;
	int n = 0;

	switch (b->term) {
	case TERM_JUMP: all[n++] = b->to[0]; break;
	case TERM_BRANCH:
		all[n++] = b->to[0];
		all[n++] = b->to[1];
		break;
	case TERM_TABLE:
		from = b->table;
		n = b->ntable;
		break;
	case TERM_CONSTRUCT:
		all[n++] = b->construct->body;
		all[n++] = b->construct->next;
		break;
	default: break;
	}
	if (n > cap)
		diag_bug("ir_successors", "%d successors, room for %d", n, cap);
	for (int i = 0; i < n; i++)
		out[i] = from[i];
	return n;
}

void
ir_visit_uses(struct ir_inst *i, void (*visit)(void *ctx, struct ir_value *v), void *ctx)
{
	for (int k = 0; k < 4; k++)
		if (i->src[k].kind != VAL_NONE)
			visit(ctx, &i->src[k]);
	if (!i->call)
		return;
	if (!i->call->callee)
		visit(ctx, &i->call->target);
	for (int k = 0; k < i->call->nargs; k++)
		visit(ctx, &i->call->args[k]);
	if (i->call->result_addr.kind != VAL_NONE)
		visit(ctx, &i->call->result_addr);
}

struct renaming {
	ir_reg from, to;
	bool found;
};

static void
rename_use(void *ctx, struct ir_value *v)
{
	struct renaming *r = ctx;

	if (v->kind != VAL_REG || v->u.reg != r->from)
		return;
	r->found = true;
	v->u.reg = r->to;
}

bool
ir_reads(struct ir_inst *i, ir_reg reg)
{
	struct renaming same = { reg, reg, false };

	ir_visit_uses(i, rename_use, &same);
	return same.found;
}

void
ir_rename_uses(struct ir_inst *i, ir_reg from, ir_reg to)
{
	ir_visit_uses(i, rename_use, &(struct renaming){ from, to, false });
}

static void
visit_construct(struct ir_construct *c, void (*visit)(void *ctx, struct ir_value *v), void *ctx)
{
	struct ir_value *operands[3];
	int n = 0;

	if (c->kind == CON_PARALLEL) {
		operands[n++] = &c->u.parallel.threads;
		operands[n++] = &c->u.parallel.cond;
	} else if (c->kind == CON_LOOP) {
		operands[n++] = &c->u.loop.count;
		operands[n++] = &c->u.loop.chunk;
		operands[n++] = &c->u.loop.dist_chunk;
	}
	for (int k = 0; k < n; k++)
		if (operands[k]->kind != VAL_NONE)
			visit(ctx, operands[k]);
}

void
ir_visit_term_uses(struct ir_block *b, void (*visit)(void *ctx, struct ir_value *v), void *ctx)
{
	if (b->cond.kind != VAL_NONE)
		visit(ctx, &b->cond);
	if (b->term == TERM_CONSTRUCT)
		visit_construct(b->construct, visit, ctx);
}

void
ir_visit_block_uses(struct ir_block *b, void (*visit)(void *ctx, struct ir_value *v), void *ctx)
{
	for (struct ir_inst *i = b->first; i; i = i->next)
		ir_visit_uses(i, visit, ctx);
	ir_visit_term_uses(b, visit, ctx);
}

void
ir_visit_func_uses(const struct ir_func *f, void (*visit)(void *ctx, struct ir_value *v), void *ctx)
{
	for (struct ir_block *b = f->blocks; b; b = b->next)
		ir_visit_block_uses(b, visit, ctx);
}

void
ir_count_use(void *ctx, struct ir_value *v)
{
	uint32_t *uses = ctx;

	if (v->kind == VAL_REG)
		uses[v->u.reg]++;
}

uint32_t *
ir_count_defs(struct arena *a, const struct ir_func *f)
{
	uint32_t *defs = NEWN(a, uint32_t, f->nregs);

	for (const struct ir_block *b = f->blocks; b; b = b->next) {
		for (const struct ir_inst *i = b->first; i; i = i->next)
			if (i->dst != IR_NOREG)
				defs[i->dst]++;
		if (b->term == TERM_CONSTRUCT && b->construct->kind == CON_LOOP)
			defs[b->construct->u.loop.index]++;
	}
	return defs;
}
