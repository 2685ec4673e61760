/*
 * decode.c: parsed functions to decoded ones.  Shared memory is laid out first, because addresses
 * in it become constants; then each instruction gets its handler and operands.
 */
#include <string.h>

#include "exec/decode.h"

struct decoder {
	struct sim_module *m;
	struct sim_func *f;
	struct diag *diag;
	const struct pinst *p;
	unsigned consts_cap;
};

/* ---- constants: a slot of 32 equal lanes each, found again by value ---- */

#define CONST_STEP 256u

static uint32_t
constant_slot(struct decoder *dc, uint64_t bits, bool wide)
{
	struct sim_func *f = dc->f;
	if (!wide)
		bits = (uint32_t)bits;
	for (size_t at = 0; at < f->const_bytes && at < 64 * CONST_STEP; at += CONST_STEP) {
		uint64_t lanes01 = wide ? bits : bits | bits << 32;
		if (!memcmp(f->consts + at, &lanes01, 8) &&
			!memcmp(f->consts + at + 8, &lanes01, 8))
			return (uint32_t)at | BASE_CONST;
	}
	if (f->const_bytes + CONST_STEP > dc->consts_cap) {
		unsigned cap = dc->consts_cap ? dc->consts_cap * 2 : 16 * CONST_STEP;
		uint8_t *p = sim_arena_alloc(&dc->m->arena, cap + 64);
		p += -(uintptr_t)p & 63;
		if (f->const_bytes)
			memcpy(p, f->consts, f->const_bytes);
		f->consts = p;
		dc->consts_cap = cap;
	}
	uint8_t *slot = f->consts + f->const_bytes;
	for (int lane = 0; lane < (wide ? WARP : 2 * WARP); lane++)
		memcpy(slot + lane * (wide ? 8 : 4), &bits, wide ? 8 : 4);
	f->const_bytes += CONST_STEP;
	return (uint32_t)(f->const_bytes - CONST_STEP) | BASE_CONST;
}

static uint64_t
float_bits(const struct opnd *o, enum ptx_type t)
{
	uint32_t w = (uint32_t)o->imm;
	float f;
	double d;
	uint64_t q;
	if (type_bytes(t) == 4) {
		if (o->imm_f32)
			return w;
		memcpy(&d, &o->imm, 8);
		f = (float)d;
		memcpy(&w, &f, 4);
		return w;
	}
	if (!o->imm_f32)
		return o->imm;
	memcpy(&f, &w, 4);
	d = f;
	memcpy(&q, &d, 8);
	return q;
}

/* ---- addresses of variables and functions ---- */

static uint64_t
var_address(struct decoder *dc, const struct opnd *o)
{
	struct var *v = o->var->def;
	if (!v) {
		diag_error(dc->diag, o->place, "'%s' is not defined in any text", o->var->name);
		return 0;
	}
	uint64_t base = v->addr;
	if (v->space == SPACE_SHARED && v->owner && v->owner->entry)
		base += v->owner->shared_base;
	return base + o->imm;
}

static bool
is_dynamic(const struct opnd *o)
{
	return o->kind == O_VAR && o->var->space == SPACE_SHARED && o->var->def &&
		o->var->def->external;
}

/* Return whether the operand lies in the function's own local memory: .local, call parameters,
 * parameters of a .func. */
static bool
in_frame(const struct opnd *o)
{
	if (o->kind != O_VAR)
		return false;
	const struct var *v = o->var;
	return v->space == SPACE_LOCAL ||
		(v->space == SPACE_PARAM && !(v->owner->entry && v->placed));
}

/* Return the address of a function of some text, 0 of another. */
static uint64_t
take_address(struct sim_module *m, struct sim_func *f)
{
	if (!f || f->builtin)
		return 0;
	if (!f->addr)
		f->addr = device_add_func(m->dev, f);
	return f->addr;
}

static uint64_t
func_address(struct decoder *dc, const struct opnd *o)
{
	uint64_t addr = take_address(dc->m, o->func->def);
	if (!addr)
		diag_error(dc->diag, o->place, "'%s' is not defined in any text", o->func->name);
	return addr;
}

/* ---- operands ---- */

static uint32_t
reg_slot(const struct decoder *dc, uint32_t reg)
{
	return dc->f->reg_slots[reg];
}

static bool
reg_wide(const struct decoder *dc, uint32_t reg)
{
	return type_bytes(dc->f->body->regs[reg].type) == 8;
}

static uint32_t
sreg_slot(struct decoder *dc, enum sreg s, bool wide)
{
	dc->m->sregs |= (uint64_t)1 << s;
	if (s == SREG_DYNAMIC_BASE && !wide)
		return NSREGS * 256u | BASE_SREG;
	return (uint32_t)s * 256u | BASE_SREG;
}

static uint32_t
source(struct decoder *dc, const struct opnd *o, enum ptx_type t)
{
	bool wide = type_bytes(t) == 8;
	switch (o->kind) {
	case O_REG: return reg_slot(dc, o->reg);
	case O_SREG: return sreg_slot(dc, o->sreg, wide);
	case O_FIMM: return constant_slot(dc, float_bits(o, t), wide);
	case O_VAR: return constant_slot(dc, var_address(dc, o), wide);
	case O_FUNC: return constant_slot(dc, func_address(dc, o), wide);
	case O_IMM:
		if (t == PTX_PRED)
			return constant_slot(dc, o->imm ? FULL : 0, false);
		return constant_slot(dc, o->imm, wide);
	default: return constant_slot(dc, 0, wide);
	}
}

static uint32_t
dest(const struct decoder *dc, const struct opnd *o)
{
	return o->kind == O_REG ? reg_slot(dc, o->reg) : OPERAND_SINK;
}

static enum ptx_type
letter_type(const struct pinst *p, char letter)
{
	bool wide = has_mod(p, PTX_MOD_WIDE);
	switch (letter) {
	case 'S':
		return wide && type_bytes(p->types[0]) == 4 ? PTX_U64 :
			wide                                ? PTX_U32 :
							      p->types[0];
	case 'x': return p->types[p->ntypes - 1];
	case 'u':
	case 't': return PTX_U32;
	case 'p': return PTX_PRED;
	default: return p->op == PTX_OP_ISSPACEP ? PTX_U64 : p->types[0];
	}
}

/* Decode operands by the letters of the opcode's row.  Memory and labels are left to others. */
static void
decode_pattern(struct decoder *dc, struct inst *in)
{
	const struct pinst *p = dc->p;
	uint32_t *sources[] = { &in->a, &in->b, &in->c, &in->e };
	unsigned i = 0, nsources = 0;
	for (const char *s = op_rows[p->op].operands; *s && i < p->n; s++) {
		if (*s == '?')
			continue;
		const struct opnd *o = &p->o[i++];
		if (strchr("dDlqP", *s)) {
			in->d = dest(dc, o);
			in->has_d2 = o->reg2 != NO_REG;
			in->d2 = in->has_d2 ? reg_slot(dc, o->reg2) : OPERAND_SINK;
		} else if (strchr("sSxupt", *s) && nsources < 4) {
			*sources[nsources++] = source(dc, o, letter_type(p, *s));
			in->negated |= o->negated;
		}
	}
}

/* ---- memory instructions ---- */

static void
decode_address(struct decoder *dc, struct inst *in, const struct opnd *o)
{
	const struct opnd *b = &o->elems[0];
	in->slot = dc->m->nmem++;
	in->imm = (int64_t)o->imm;
	in->addr = ADDR_REG64;
	if (b->kind == O_REG) {
		in->a = reg_slot(dc, b->reg);
		in->addr = reg_wide(dc, b->reg) ? ADDR_REG64 : ADDR_REG32;
	} else if (in_frame(b)) {
		in->addr = ADDR_FRAME;
		in->imm = (int64_t)(b->var->addr + o->imm);
	} else if (b->kind == O_VAR && b->var->space == SPACE_PARAM) {
		in->addr = ADDR_PARAM;
		in->imm = (int64_t)(b->var->addr + o->imm);
	} else if (is_dynamic(b)) {
		in->a = sreg_slot(dc, SREG_DYNAMIC_BASE, true);
	} else {
		struct opnd address = *b;
		address.imm = 0;
		in->a = source(dc, &address, PTX_U64);
	}
}

/* Return the space of an access.  Parameters of a .func lie in its frame. */
static enum space
space_of(const struct decoder *dc, const struct pinst *p)
{
	enum space s = inst_space(p);
	return s == SPACE_PARAM && !dc->f->entry ? SPACE_LOCAL : s;
}

/* Decode the values of ld and st: a slot each.  The handler needs to know how wide the registers
 * are. */
static unsigned
decode_values(struct decoder *dc, struct inst *in, const struct opnd *o, bool load)
{
	const struct opnd *list = o->kind == O_VEC ? o->elems : o;
	unsigned n = o->kind == O_VEC ? o->n : 1, slot_bytes = 0;
	uint32_t *slots = sim_arena_alloc(&dc->m->arena, 4 * sizeof *slots);
	for (unsigned i = 0; i < n; i++) {
		if (list[i].kind == O_REG) {
			unsigned bytes = reg_wide(dc, list[i].reg) ? 8 : 4;
			if (slot_bytes && slot_bytes != bytes)
				diag_error(dc->diag, list[i].place,
					"registers of one vector differ in width");
			slot_bytes = bytes;
		}
	}
	if (!slot_bytes)
		slot_bytes = type_bytes(dc->p->types[0]) == 8 ? 8 : 4;
	for (unsigned i = 0; i < n; i++)
		slots[i] = load               ? dest(dc, &list[i]) :
			list[i].kind == O_REG ? reg_slot(dc, list[i].reg) :
						source(dc, &list[i], dc->p->types[0]);
	in->extra = slots;
	in->vec = (uint8_t)n;
	in->d = in->b = slots[0];
	return slot_bytes;
}

static bool
is_ordered(const struct pinst *p)
{
	return has_mod(p, PTX_MOD_VOLATILE) || has_mod(p, PTX_MOD_ACQUIRE) ||
		has_mod(p, PTX_MOD_RELEASE) || has_mod(p, PTX_MOD_RELAXED) ||
		has_mod(p, PTX_MOD_CV);
}

static void
decode_memory(struct decoder *dc, struct inst *in)
{
	const struct pinst *p = dc->p;
	in->space = (uint8_t)space_of(dc, p);
	in->bytes = (uint8_t)type_bytes(p->types[0]);
	in->ordered = is_ordered(p);
	if (p->op == PTX_OP_ST) {
		decode_address(dc, in, &p->o[0]);
		in->mode = (uint8_t)decode_values(dc, in, &p->o[1], false);
		in->fn = select_store(p);
	} else {
		decode_address(dc, in, &p->o[1]);
		in->mode = (uint8_t)decode_values(dc, in, &p->o[0], true);
		in->fn = select_load(p, in->mode);
	}
	if (in->addr == ADDR_FRAME)
		in->space = SPACE_LOCAL;
	in->bytes = (uint8_t)(in->bytes * in->vec);
}

static enum ptx_mod
mod_of(const struct pinst *p, unsigned group)
{
	for (int m = 0; m < PTX_NMODS; m++)
		if ((mod_groups((enum ptx_mod)m) & group) && has_mod(p, (enum ptx_mod)m))
			return (enum ptx_mod)m;
	return PTX_NMODS;
}

static void
decode_atom(struct decoder *dc, struct inst *in)
{
	const struct pinst *p = dc->p;
	bool red = p->op == PTX_OP_RED;
	const struct opnd *o = p->o + !red;
	in->space = (uint8_t)space_of(dc, p);
	in->bytes = (uint8_t)type_bytes(p->types[0]);
	decode_address(dc, in, &o[0]);
	in->b = source(dc, &o[1], p->types[0]);
	if (p->n > 2u + !red)
		in->c = source(dc, &o[2], p->types[0]);
	in->d = red ? OPERAND_SINK : dest(dc, &p->o[0]);
	in->mode = (uint8_t)mod_of(p, PTX_M_ATOM);
	in->free_red = in->d == OPERAND_SINK && type_kind(p->types[0]) != 'f' &&
		in->mode != PTX_MOD_EXCH && in->mode != PTX_MOD_CAS && in->mode != PTX_MOD_AINC &&
		in->mode != PTX_MOD_ADEC;
	in->fn = select_atom(p);
}

/* ---- mov ---- */

static void
decode_pack(struct decoder *dc, struct inst *in, const struct opnd *vec, bool unpack)
{
	const struct pinst *p = dc->p;
	uint32_t *slots = sim_arena_alloc(&dc->m->arena, 4 * sizeof *slots);
	in->vec = (uint8_t)vec->n;
	in->bytes = (uint8_t)type_bytes(p->types[0]);
	for (unsigned i = 0; i < vec->n; i++)
		slots[i] = unpack ? dest(dc, &vec->elems[i]) : source(dc, &vec->elems[i], PTX_U32);
	in->extra = slots;
	in->fn = unpack ? exec_unpack : exec_pack;
	if (unpack)
		in->a = source(dc, &p->o[1], p->types[0]);
	else
		in->d = dest(dc, &p->o[0]);
}

static bool
ticks(enum sreg s)
{
	return s >= SREG_CLOCK && s <= SREG_GLOBALTIMER_HI;
}

static void
decode_mov(struct decoder *dc, struct inst *in)
{
	const struct pinst *p = dc->p;
	const struct opnd *d = &p->o[0], *s = &p->o[1];
	enum ptx_type t = p->types[0];
	bool wide = type_bytes(t) == 8;
	if (d->kind == O_VEC || s->kind == O_VEC) {
		decode_pack(dc, in, d->kind == O_VEC ? d : s, d->kind == O_VEC);
		return;
	}
	in->d = dest(dc, d);
	in->bytes = wide ? 8 : 4;
	in->fn = t == PTX_PRED ? exec_movp : wide ? exec_mov64 : exec_mov32;
	if (in_frame(s)) {
		in->fn = exec_mov_frame;
		in->imm = (int64_t)(s->var->addr + s->imm);
	} else if (is_dynamic(s) && !s->imm) {
		in->a = sreg_slot(dc, SREG_DYNAMIC_BASE, wide);
	} else if (is_dynamic(s)) {
		diag_error(dc->diag, s->place,
			"an offset behind dynamic shared memory: use mov, then add");
	} else if (s->kind == O_SREG && ticks(s->sreg)) {
		in->fn = exec_mov_clock;
		in->mode = (uint8_t)s->sreg;
	} else {
		in->a = source(dc, s, t);
		in->negated = s->negated;
	}
}

/* ---- control ---- */

static void
decode_bra(struct decoder *dc, struct inst *in)
{
	in->target = dc->p->o[0].sym->index;
	in->fn = exec_bra;
}

static void
decode_brx(struct decoder *dc, struct inst *in)
{
	const struct namelist *l = dc->p->o[1].sym->list;
	struct jump_table *t = sim_arena_alloc(&dc->m->arena, sizeof *t);
	unsigned ignored;
	t->n = l->n;
	t->pcs = sim_arena_alloc(&dc->m->arena, l->n * sizeof *t->pcs);
	for (unsigned i = 0; i < l->n; i++)
		t->pcs[i] =
			scope_find(l->scope, l->names[i].text, l->names[i].len, &ignored)->index;
	in->a = source(dc, &dc->p->o[0], PTX_U32);
	in->extra = t;
	in->fn = exec_brx;
}

static struct call_copy
decode_copy(struct decoder *dc, const struct opnd *o, const struct formal *f, bool ret)
{
	struct call_copy c = { .bytes = (uint32_t)f->size };
	c.here_var = o->kind == O_VAR && in_frame(o);
	if (c.here_var) {
		c.here = (uint32_t)o->var->addr;
	} else {
		c.here = ret ? dest(dc, o) : source(dc, o, f->type);
		c.here_wide = o->kind == O_REG ? reg_wide(dc, o->reg) : f->size == 8;
	}
	c.there_var = f->space == SPACE_PARAM;
	c.there = c.there_var ? (uint32_t)f->offset : f->slot;
	c.there_wide = f->size == 8;
	return c;
}

static void
decode_call(struct decoder *dc, struct inst *in)
{
	const struct call_parts *c = dc->p->call;
	struct call_site *s = sim_arena_alloc(&dc->m->arena, sizeof *s);
	const struct sim_func *proto;
	if (c->target.kind == O_FUNC) {
		s->func = c->target.func->def;
		proto = c->target.func;
		if (!s->func) {
			diag_error(dc->diag, c->target.place,
				"function '%s' is not defined in any text, and is "
				"none that the simulator provides",
				proto->name);
			return;
		}
		if (!s->func->builtin)
			proto = s->func;
	} else {
		const struct sym *sym = c->proto.sym;
		unsigned ignored;
		if (sym->kind == SYM_TARGETS)
			sym = scope_find(sym->list->scope, sym->list->names[0].text,
				sym->list->names[0].len, &ignored);
		proto = sym->func;
		in->a = source(dc, &c->target, PTX_U64);
	}
	s->nargs = c->nargs;
	s->nrets = c->nrets;
	s->args = sim_arena_alloc(&dc->m->arena, (c->nargs + 1) * sizeof *s->args);
	s->rets = sim_arena_alloc(&dc->m->arena, (c->nrets + 1) * sizeof *s->rets);
	for (unsigned i = 0; i < c->nargs; i++)
		s->args[i] = decode_copy(dc, &c->args[i], &proto->params[i], false);
	for (unsigned i = 0; i < c->nrets; i++)
		s->rets[i] = decode_copy(dc, &c->rets[i], &proto->rets[i], true);
	in->extra = s;
	in->fn = s->func ? exec_call : exec_call_pointer;
}

/* ---- barriers and warp operations ---- */

static void
decode_bar(struct decoder *dc, struct inst *in)
{
	const struct pinst *p = dc->p;
	bool red = has_mod(p, PTX_MOD_REDB);
	const struct opnd *o = p->o + red;
	if (has_mod(p, PTX_MOD_WARP)) {
		in->e = source(dc, &o[0], PTX_U32);
		in->fn = exec_warpsync;
		return;
	}
	unsigned n = p->n - 2u * red; /* barrier and maybe count */
	in->a = source(dc, &o[0], PTX_U32);
	in->has_count = n > 1;
	if (in->has_count)
		in->b = source(dc, &o[1], PTX_U32);
	if (red) {
		const struct opnd *pred = &p->o[p->n - 1];
		in->c = source(dc, pred, PTX_PRED);
		in->negated = pred->negated;
		in->d = dest(dc, &p->o[0]);
	}
	in->mode = (uint8_t)(has_mod(p, PTX_MOD_ARRIVE) ? PTX_MOD_ARRIVE :
			red                             ? mod_of(p, PTX_M_BOOL) :
							  PTX_MOD_SYNC);
	in->fn = exec_bar;
}

static void
decode_vote(struct decoder *dc, struct inst *in)
{
	const struct pinst *p = dc->p;
	in->d = dest(dc, &p->o[0]);
	in->a = source(dc, &p->o[1], PTX_PRED);
	in->negated = p->o[1].negated;
	in->has_member = p->n == 3;
	if (in->has_member)
		in->e = source(dc, &p->o[2], PTX_U32);
	in->mode = (uint8_t)mod_of(p, PTX_M_VOTE);
	in->fn = exec_vote;
}

static void
decode_warp_op(struct decoder *dc, struct inst *in)
{
	const struct pinst *p = dc->p;
	decode_pattern(dc, in);
	in->has_member = has_mod(p, PTX_MOD_SYNC);
	in->bytes = (uint8_t)type_bytes(p->types[0]);
	in->is_signed = type_kind(p->types[0]) == 's';
	switch (p->op) {
	case PTX_OP_SHFL:
		in->mode = (uint8_t)mod_of(p, PTX_M_SHFL);
		in->fn = exec_shfl;
		break;
	case PTX_OP_MATCH:
		in->mode = (uint8_t)mod_of(p, PTX_M_VOTE);
		in->e = in->b;
		in->fn = exec_match;
		break;
	default:
		in->mode = (uint8_t)mod_of(p, PTX_M_ATOM);
		in->e = in->b;
		in->fn = exec_redux;
		break;
	}
}

/* ---- the rest: by tables of the exec files ---- */

/* Return the index into the tables of rounding modes in float.c and cvt.c. */
static uint8_t
round_code(const struct pinst *p)
{
	return has_mod(p, PTX_MOD_RZ)  ? 1 :
		has_mod(p, PTX_MOD_RM) ? 2 :
		has_mod(p, PTX_MOD_RP) ? 3 :
					 0;
}

/* Put one wrapper around the plain handler, for .ftz, .sat and directed rounding. */
static void
wrap_float(struct inst *in, const struct pinst *p)
{
	if (type_kind(p->types[0]) != 'f' || p->op == PTX_OP_CVT || p->op == PTX_OP_SETP ||
		p->op == PTX_OP_SET || p->op == PTX_OP_SELP)
		return;
	in->round = round_code(p);
	in->flags = (uint8_t)((has_mod(p, PTX_MOD_FTZ) ? WRAP_FTZ : 0) |
		(has_mod(p, PTX_MOD_SAT) ? WRAP_SAT : 0) | (round_code(p) ? WRAP_ROUND : 0));
	if (in->flags) {
		in->inner = in->fn;
		in->fn = exec_float_wrapped;
	}
}

static void
decode_pred_logic(struct decoder *dc, struct inst *in)
{
	const struct pinst *p = dc->p;
	in->fn = p->op == PTX_OP_AND ? exec_andp :
		p->op == PTX_OP_OR   ? exec_orp :
		p->op == PTX_OP_XOR  ? exec_xorp :
				       exec_notp;
	in->d = dest(dc, &p->o[0]);
	in->a = source(dc, &p->o[1], PTX_PRED);
	in->mode = p->o[1].negated;
	if (p->n > 2) {
		in->b = source(dc, &p->o[2], PTX_PRED);
		in->negated = p->o[2].negated;
	}
}

static void
decode_compare(struct decoder *dc, struct inst *in)
{
	const struct pinst *p = dc->p;
	decode_pattern(dc, in);
	in->bytes = (uint8_t)type_bytes(p->types[0]);
	in->mode = p->n == 4 ? (uint8_t)mod_of(p, PTX_M_BOOL) : (uint8_t)PTX_NMODS;
	in->flags = has_mod(p, PTX_MOD_FTZ) ? WRAP_FTZ : 0;
	in->fn = select_compare(p);
	if (p->op == PTX_OP_SET) {
		in->inner = in->fn;
		in->fn = exec_set;
		in->is_signed = p->types[0] == PTX_F32; /* 1.0f instead of all ones */
	}
}

static void
decode_cvt(struct decoder *dc, struct inst *in)
{
	const struct pinst *p = dc->p;
	decode_pattern(dc, in);
	in->bytes = p->o[1].kind == O_REG    ? (reg_wide(dc, p->o[1].reg) ? 8 : 4) :
		type_bytes(p->types[1]) == 8 ? 8 :
					       4;
	in->vec = p->o[0].kind == O_REG && reg_wide(dc, p->o[0].reg) ? 8 : 4;
	if (p->o[0].kind != O_REG)
		in->vec = type_bytes(p->types[0]) == 8 ? 8 : 4;
	in->fn = select_cvt(p);
	bool plain = in->bytes == (type_bytes(p->types[1]) == 8 ? 8 : 4) &&
		in->vec == (type_bytes(p->types[0]) == 8 ? 8 : 4);
	if (!plain || !in->fn)
		in->fn = exec_cvt_any;
	in->round = round_code(p);
}

static void
decode_cvta(struct decoder *dc, struct inst *in)
{
	const struct pinst *p = dc->p;
	in->mode = (uint8_t)has_mod(p, PTX_MOD_TO);
	in->space = (uint8_t)space_of(dc, p);
	in->d = dest(dc, &p->o[0]);
	in->bytes = (uint8_t)type_bytes(p->types[0]);
	in->fn = exec_cvta;
	if (in->bytes == 4)
		diag_error(dc->diag, p->place,
			"'cvta': 32-bit generic addresses are not supported");
	if (in_frame(&p->o[1])) {
		in->addr = ADDR_FRAME;
		in->imm = (int64_t)(p->o[1].var->addr + p->o[1].imm);
	} else if (is_dynamic(&p->o[1])) {
		in->a = sreg_slot(dc, SREG_DYNAMIC_BASE, true);
	} else {
		in->a = source(dc, &p->o[1], PTX_U64);
	}
	if ((in->space == SPACE_GLOBAL || in->space == SPACE_CONST) && in->addr != ADDR_FRAME)
		in->fn = exec_mov64;
}

static void
decode_alu(struct decoder *dc, struct inst *in)
{
	static exec_fn *(*const selectors[])(const struct pinst *) = {
		select_int,
		select_float,
		select_bits,
		select_select,
	};
	const struct pinst *p = dc->p;
	decode_pattern(dc, in);
	in->bytes = (uint8_t)type_bytes(p->types[0]);
	for (unsigned i = 0; i < sizeof selectors / sizeof *selectors && !in->fn; i++)
		in->fn = selectors[i](p);
	if (has_mod(p, PTX_MOD_CC) || p->op == PTX_OP_MADC) {
		in->has_d2 = has_mod(p, PTX_MOD_CC);
		in->negated = p->op == PTX_OP_MADC;
		in->inner = select_int_product(p);
	}
	if (in->fn)
		wrap_float(in, p);
}

static void
decode_op(struct decoder *dc, struct inst *in)
{
	const struct pinst *p = dc->p;
	switch (p->op) {
	case PTX_OP_LD:
	case PTX_OP_LDU:
	case PTX_OP_ST: decode_memory(dc, in); break;
	case PTX_OP_ATOM:
	case PTX_OP_RED: decode_atom(dc, in); break;
	case PTX_OP_MOV: decode_mov(dc, in); break;
	case PTX_OP_CVTA: decode_cvta(dc, in); break;
	case PTX_OP_CVT: decode_cvt(dc, in); break;
	case PTX_OP_SET:
	case PTX_OP_SETP: decode_compare(dc, in); break;
	case PTX_OP_BRA: decode_bra(dc, in); break;
	case PTX_OP_BRX: decode_brx(dc, in); break;
	case PTX_OP_CALL: decode_call(dc, in); break;
	case PTX_OP_RET: in->fn = exec_ret; break;
	case PTX_OP_EXIT: in->fn = exec_exit; break;
	case PTX_OP_TRAP: in->fn = exec_trap; break;
	case PTX_OP_BRKPT: in->fn = exec_brkpt; break;
	case PTX_OP_BAR:
	case PTX_OP_BARRIER: decode_bar(dc, in); break;
	case PTX_OP_VOTE: decode_vote(dc, in); break;
	case PTX_OP_SHFL:
	case PTX_OP_MATCH:
	case PTX_OP_REDUX: decode_warp_op(dc, in); break;
	case PTX_OP_ACTIVEMASK:
		decode_pattern(dc, in);
		in->fn = exec_activemask;
		break;
	case PTX_OP_MEMBAR:
	case PTX_OP_FENCE: in->fn = has_mod(p, PTX_MOD_CTA) ? exec_nop : exec_order; break;
	case PTX_OP_PREFETCH:
	case PTX_OP_PREFETCHU:
	case PTX_OP_NANOSLEEP:
	case PTX_OP_PMEVENT: in->fn = exec_nop; break;
	case PTX_OP_ISSPACEP:
		decode_pattern(dc, in);
		in->space = (uint8_t)space_of(dc, p);
		in->fn = exec_isspacep;
		break;
	case PTX_OP_AND:
	case PTX_OP_OR:
	case PTX_OP_XOR:
	case PTX_OP_NOT:
		if (p->types[0] == PTX_PRED) {
			decode_pred_logic(dc, in);
			break;
		}
		/* fall through */
	default: decode_alu(dc, in); break;
	}
	if (!in->fn && !dc->diag->errors)
		diag_error(dc->diag, p->place,
			"'%s' with this type or these modifiers is not supported", op_name(p->op));
}

/* ---- functions ---- */

static void
place_registers(struct decoder *dc)
{
	struct sim_func *f = dc->f;
	struct pfunc *b = f->body;
	size_t preds = 0;
	f->reg_slots = sim_arena_alloc(&dc->m->arena, (b->nregs + 1) * sizeof *f->reg_slots);
	for (unsigned r = 0; r < b->nregs; r++)
		if (b->regs[r].type == PTX_PRED) {
			f->reg_slots[r] = (uint32_t)preds | BASE_FRAME;
			preds += 4;
		}
	f->frame_bytes = (preds + 127) & ~(size_t)127;
	for (unsigned r = 0; r < b->nregs; r++)
		if (b->regs[r].type != PTX_PRED) {
			f->reg_slots[r] = (uint32_t)f->frame_bytes | BASE_FRAME;
			f->frame_bytes += type_bytes(b->regs[r].type) == 8 ? 8 * WARP : 4 * WARP;
		}
	for (unsigned i = 0; i < f->nparams; i++)
		if (f->params[i].slot != NO_REG)
			f->params[i].slot = f->reg_slots[f->params[i].slot];
	for (unsigned i = 0; i < f->nrets; i++)
		if (f->rets[i].slot != NO_REG)
			f->rets[i].slot = f->reg_slots[f->rets[i].slot];
}

static void
decode_function(struct decoder *dc)
{
	struct sim_func *f = dc->f;
	f->ncode = f->body->ninsts + 1;
	f->code = sim_arena_alloc(&dc->m->arena, f->ncode * sizeof *f->code);
	for (uint32_t i = 0; i < f->body->ninsts && dc->diag->errors < DIAG_MAX; i++) {
		struct inst *in = &f->code[i];
		dc->p = in->src = &f->body->insts[i];
		in->slot = NO_REG;
		in->rpc = NO_PC;
		in->id = dc->m->dev->ninsts++;
		if (dc->p->guard != NO_REG) {
			in->guard = reg_slot(dc, dc->p->guard);
			in->guard_kind = dc->p->guard_not ? GUARD_IF_NOT : GUARD_IF;
		}
		decode_op(dc, in);
	}
	struct inst *end = &f->code[f->ncode - 1];
	end->fn = exec_ret;
	end->rpc = NO_PC;
	end->src = NULL;
	end->id = dc->m->dev->ninsts++;
	if (!dc->diag->errors)
		cfg_analyse(f);
}

/* ---- what each function touches, before anything is decoded ---- */

static size_t
aligned(size_t at, size_t align)
{
	return (at + align - 1) & ~(align - 1);
}

static size_t
place_vars(struct var **vars, unsigned n, enum space space, size_t at)
{
	for (unsigned i = 0; i < n; i++) {
		struct var *v = vars[i];
		if (v->space != space || v->def != v || (space == SPACE_SHARED && v->external))
			continue;
		at = aligned(at, v->align);
		v->addr = at;
		at += v->size;
	}
	return at;
}

static void
use_shared(struct sim_module *m, struct sim_func *f, struct var *v)
{
	if (!v || v->space != SPACE_SHARED || v->external || (v->owner && v->owner->entry))
		return;
	for (unsigned i = 0; i < f->nshared; i++)
		if (f->shared[i] == v)
			return;
	ARENA_PUSH(&m->arena, f->shared, f->nshared, f->shared_cap, v);
}

static void
scan_operand(struct sim_module *m, struct sim_func *f, const struct opnd *o)
{
	if (o->kind == O_VAR)
		use_shared(m, f, o->var->def);
	if (o->kind == O_FUNC)
		take_address(m, o->func->def);
	if (o->kind == O_SREG && ticks(o->sreg))
		f->asks_time = true;
	if (o->kind == O_MEM || o->kind == O_VEC)
		for (unsigned i = 0; i < o->n; i++)
			scan_operand(m, f, &o->elems[i]);
}

static bool
looks_at_others(const struct pinst *p)
{
	enum ptx_class class = op_rows[p->op].class;
	if (class == PTX_C_ATOMIC) {
		bool unused = p->op == PTX_OP_RED || p->o[0].kind == O_SINK;
		bool commutes = type_kind(p->types[0]) != 'f' && !has_mod(p, PTX_MOD_CAS) &&
			!has_mod(p, PTX_MOD_EXCH) && !has_mod(p, PTX_MOD_AINC) &&
			!has_mod(p, PTX_MOD_ADEC);
		return !has_mod(p, PTX_MOD_SHARED) && !(unused && commutes);
	}
	if (class == PTX_C_FENCE)
		return !has_mod(p, PTX_MOD_CTA);
	return (class == PTX_C_LOAD || class == PTX_C_STORE) && is_ordered(p) &&
		!has_mod(p, PTX_MOD_SHARED);
}

static void
scan_function(struct sim_module *m, struct sim_func *f)
{
	for (unsigned i = 0; i < f->body->ninsts; i++) {
		const struct pinst *p = &f->body->insts[i];
		f->ordered |= looks_at_others(p);
		for (unsigned k = 0; k < p->n; k++)
			scan_operand(m, f, &p->o[k]);
		if (!p->call)
			continue;
		if (p->call->target.kind != O_FUNC)
			f->calls_pointer = true;
		else if (p->call->target.func->def &&
			p->call->target.func->def->builtin >= BUILTIN_GET_BUFFER)
			f->ordered = f->asks_time = true; /* the child may look at anything */
		else if (p->call->target.func->def && p->call->target.func->def->body)
			ARENA_PUSH(&m->arena, f->callees, f->ncallees, f->callees_cap,
				p->call->target.func->def);
	}
}

static bool
own_body(const struct sim_func *f)
{
	return f->body && f->def == f;
}

struct reach {
	const struct sim_func *kernel;
	bool *seen;             /* by index: functions */
	struct sim_func **work; /* room for all of them */
	bool ordered, pointer, time;
	size_t frames; /* of all functions reached, each counted once */
	size_t shared; /* of all variables reached, likewise */
};

static void
count_shared(struct reach *r, const struct sim_func *f)
{
	for (unsigned i = 0; i < f->nshared; i++) {
		struct var *v = f->shared[i];

		if (v->counted_for != r->kernel)
			r->shared = aligned(r->shared, v->align) + v->size;
		v->counted_for = r->kernel;
	}
}

/* Follow calls by name from f, into functions that were not seen yet. */
static void
reach_from(struct sim_func *f, struct reach *r)
{
	unsigned n = 0;
	if (!r->seen[f->index])
		r->work[n++] = f;
	r->seen[f->index] = true;
	while (n) {
		struct sim_func *g = r->work[--n];
		count_shared(r, g);
		r->ordered |= g->ordered;
		r->pointer |= g->calls_pointer;
		r->time |= g->asks_time;
		r->frames += g->local_bytes;
		for (unsigned i = 0; i < g->ncallees; i++)
			if (!r->seen[g->callees[i]->index]) {
				r->seen[g->callees[i]->index] = true;
				r->work[n++] = g->callees[i];
			}
	}
}

/* Through a pointer a kernel may reach each function whose address is taken somewhere: ptxas counts
 * these, too. */
static void
reach_by_pointer(struct sim_module *m, struct reach *r)
{
	for (unsigned i = 0; i < m->nfuncs; i++)
		if (m->funcs[i]->addr && own_body(m->funcs[i]) && !m->funcs[i]->entry)
			reach_from(m->funcs[i], r);
}

/* Lay out a kernel's static shared memory: the common part if any of it is reached, then its own. */
static void
lay_out_entry(struct sim_module *m, struct sim_func *f, bool *seen, struct sim_func **work)
{
	struct reach r = { .kernel = f, .seen = seen, .work = work };
	memset(seen, 0, m->nfuncs);
	reach_from(f, &r);
	f->frames_bytes = r.frames;
	f->reach_ordered = r.ordered || r.pointer;
	if (r.pointer)
		reach_by_pointer(m, &r);
	f->reach_time = r.time;
	size_t common = r.shared ? m->shared_common : 0;
	size_t own = place_vars(f->body->vars, f->body->nvars, SPACE_SHARED, 0);
	f->shared_base = aligned(common, 128);
	f->shared_end = own ? f->shared_base + own : common;
	f->shared_bytes = own ? aligned(r.shared, 128) + own : r.shared;
}

static void
lay_out_frame(struct sim_func *f)
{
	size_t at = f->entry ? 0 : f->param_bytes;
	at = place_vars(f->body->vars, f->body->nvars, SPACE_LOCAL, at);
	at = place_vars(f->body->vars, f->body->nvars, SPACE_PARAM, at);
	f->local_bytes = (at + 15) & ~(size_t)15;
}

static void
lay_out(struct sim_module *m)
{
	m->shared_common = place_vars(m->vars, m->nvars, SPACE_SHARED, 0);
	for (unsigned i = 0; i < m->nfuncs; i++) {
		struct sim_func *f = m->funcs[i];
		f->index = i;
		if (!own_body(f))
			continue;
		lay_out_frame(f);
		if (!f->entry)
			m->shared_common = place_vars(f->body->vars, f->body->nvars, SPACE_SHARED,
				m->shared_common);
		scan_function(m, f);
	}
	bool *seen = sim_arena_alloc(&m->arena, m->nfuncs + 1);
	struct sim_func **work = sim_arena_alloc(&m->arena, (m->nfuncs + 1) * sizeof *work);
	for (unsigned i = 0; i < m->nentries; i++)
		lay_out_entry(m, m->entries[i], seen, work);
}

bool
decode_module(struct sim_module *m, struct diag *diag)
{
	lay_out(m);
	for (unsigned i = 0; i < m->nfuncs; i++)
		if (own_body(m->funcs[i]))
			place_registers(
				&(struct decoder){ .m = m, .f = m->funcs[i], .diag = diag });
	for (unsigned i = 0; i < m->nfuncs && diag->errors < DIAG_MAX; i++)
		if (own_body(m->funcs[i]))
			decode_function(
				&(struct decoder){ .m = m, .f = m->funcs[i], .diag = diag });
	return !diag->errors;
}
