/*
 * cost.c: what one PTX instruction costs on a machine: pipeline, issue slots, latency.  PTX is not
 * machine code, so a few things are decided here as an assembler would decide them: copies,
 * parameter reads and address conversions cost nothing, 64-bit integers take two instructions,
 * divisions are the sequences of the model's table, and a short if becomes predicated instructions.
 */
#include <stdlib.h>
#include <string.h>

#include "timing/timing.h"

/* ---- registers: entries of the scoreboard ---- */

static uint16_t
entry(const struct sim_func *f, uint32_t reg)
{
	return (uint16_t)((reg + (f->entry ? 0 : f->index * 61)) % REGISTERS);
}

static void
add_entry(const struct costs *cs, struct cost *c, uint32_t reg, bool written)
{
	uint16_t *list = written ? c->written : c->read;
	uint8_t *n = written ? &c->nwritten : &c->nread;
	if (reg == NO_REG || *n == COST_OPERANDS)
		return;
	if (!written && cs->uniform && cs->uniform[reg])
		c->late |= (uint8_t)(1u << *n);
	list[(*n)++] = entry(c->func, reg);
}

static void
add_operand(const struct costs *cs, struct cost *c, const struct opnd *o, bool written)
{
	if (o->kind == O_REG) {
		add_entry(cs, c, o->reg, written);
		add_entry(cs, c, o->reg2, written);
	} else if (o->kind == O_VEC) {
		for (unsigned i = 0; i < o->n; i++)
			add_operand(cs, c, &o->elems[i], written);
	} else if (o->kind == O_MEM) {
		add_operand(cs, c, &o->elems[0], false);
		if (o->elems[0].kind == O_REG)
			c->base = (uint16_t)(entry(c->func, o->elems[0].reg) + 1);
	}
}

static void
take_operands(const struct costs *cs, struct cost *c, const struct pinst *p)
{
	bool result = p->n && has_result(p);
	for (unsigned i = 0; i < p->n; i++)
		add_operand(cs, c, &p->o[i], i == 0 && result);
	for (unsigned i = 0; p->call && i < p->call->nargs; i++)
		add_operand(cs, c, &p->call->args[i], false);
	for (unsigned i = 0; p->call && i < p->call->nrets; i++)
		add_operand(cs, c, &p->call->rets[i], true);
	if (p->guard != NO_REG)
		c->guard = (uint16_t)(entry(c->func, p->guard) + 1);
	else if (p->op == PTX_OP_VOTE && p->n > 1 && p->o[1].kind == O_REG)
		c->guard = (uint16_t)(entry(c->func, p->o[1].reg) + 1);
	c->predicate = result && p->o[0].kind == O_REG &&
		c->func->body->regs[p->o[0].reg].type == PTX_PRED;
	if (cs->uniform && result && p->o[0].kind == O_REG && cs->uniform[p->o[0].reg])
		c->late = 0; /* does not leave the path */
}

/* ---- kinds of cost ---- */

static void
as_time(struct cost *c, enum op_class cls, const struct op_time *t, int slots)
{
	c->cls = cls;
	c->unit = t->unit;
	c->slots = slots;
	c->busy = (float)(t->ii * slots);
	c->latency = (float)t->latency;
}

static void
as_class(struct costs *cs, struct cost *c, enum op_class cls, int slots)
{
	as_time(c, cls, &cs->model->op[cls], slots);
	if (slots > 1) /* a special function with its fp32 multiplication; or a carry */
		c->latency += (float)(cls == OP_SFU ?
				cs->model->op[OP_FP32].latency :
				cs->model->add64_latency - cs->model->op[OP_INT].latency);
}

static void
as_sequence(struct costs *cs, struct cost *c, enum op_class cls, enum sequence s)
{
	const struct sequence_time *t = &cs->model->seq[s];
	c->cls = cls;
	c->unit = t->unit;
	c->slots = t->slots;
	c->busy = (float)t->busy;
	c->latency = (float)t->latency;
	c->special = (float)t->special;
	c->subnormal = (float)t->subnormal;
	c->blocks = t->slots > 3;
}

static void
as_free(struct cost *c)
{
	c->cls = OP_FREE;
	c->unit = UNIT_NONE;
}

static void
divide(struct costs *cs, struct cost *c, const struct pinst *p)
{
	bool exact = !has_mod(p, PTX_MOD_APPROX) && !has_mod(p, PTX_MOD_FULL);
	switch (p->types[0]) {
	case PTX_F64: as_sequence(cs, c, OP_FP64, SEQ_DIV_F64); break;
	case PTX_F32:
		if (exact)
			as_sequence(cs, c, OP_FP32, SEQ_DIV_F32);
		else
			as_class(cs, c, OP_SFU, 2);
		break;
	case PTX_U64:
	case PTX_S64: as_sequence(cs, c, OP_INT, SEQ_DIV_64); break;
	case PTX_U32:
	case PTX_U16: as_sequence(cs, c, OP_INT, SEQ_DIV_U32); break;
	default: as_sequence(cs, c, OP_INT, SEQ_DIV_S32); break;
	}
}

/* Cost of leading zeros: found from above and so counted from below, with one subtraction more. */
static void
leading_zeros(struct costs *cs, struct cost *c, int words)
{
	as_class(cs, c, OP_BITS, words);
	if (!cs->model->clz_two)
		return;
	c->slots++;
	c->latency += (float)cs->model->op[OP_INT].latency;
}

static void
root(struct costs *cs, struct cost *c, const struct pinst *p)
{
	bool exact = !has_mod(p, PTX_MOD_APPROX), sqrt = p->op == PTX_OP_SQRT;
	if (p->types[0] == PTX_F64)
		as_sequence(cs, c, OP_FP64, sqrt ? SEQ_SQRT_F64 : SEQ_RCP_F64);
	else if (exact && p->op != PTX_OP_RSQRT)
		as_sequence(cs, c, OP_FP32, sqrt ? SEQ_SQRT_F32 : SEQ_RCP_F32);
	else
		as_class(cs, c, OP_SFU, sqrt && !cs->model->sqrt_one ? 2 : 1);
	if (c->cls == OP_SFU &&
		!has_mod(p, PTX_MOD_FTZ)) { /* denormals are scaled before and after */
		c->slots += 3;
		c->latency += (float)(cs->model->pred_guard + 2 * cs->model->op[OP_FP32].latency);
	}
}

static void
multiply(struct costs *cs, struct cost *c, const struct pinst *p)
{
	if (type_kind(p->types[0]) == 'f')
		as_class(cs, c, p->types[0] == PTX_F64 ? OP_FP64 : OP_FP32, 1);
	else if (type_bytes(p->types[0]) == 8)
		as_sequence(cs, c, OP_MUL, SEQ_MUL_64);
	else
		as_class(cs, c, OP_MUL, 1);
}

static void
add(struct costs *cs, struct cost *c, const struct pinst *p, int words)
{
	enum ptx_type t = p->types[0];
	if (type_kind(t) == 'f')
		as_class(cs, c, t == PTX_F64 ? OP_FP64 : OP_FP32, 1);
	else
		as_class(cs, c, OP_INT, words);
	c->either = c->cls == OP_INT && cs->model->add_either;
}

static void
compare(struct costs *cs, struct cost *c, const struct pinst *p)
{
	enum ptx_type t = p->types[p->ntypes - 1];
	if (t == PTX_F64)
		as_class(cs, c, OP_FP64, 1);
	else
		as_class(cs, c, OP_COMPARE, type_kind(t) != 'f' && type_bytes(t) == 8 ? 2 : 1);
	c->cls = OP_COMPARE;
}

/* Cost of a move: copies vanish when registers are assigned; block and grid sizes are constants of
 * the launch. */
static void
move(struct costs *cs, struct cost *c, const struct pinst *p)
{
	const struct opnd *s = &p->o[p->n - 1];
	if (s->kind == O_SREG && !(s->sreg >= SREG_NTID_X && s->sreg <= SREG_NTID_Z) &&
		!(s->sreg >= SREG_NCTAID_X && s->sreg <= SREG_NCTAID_Z))
		as_class(cs, c, OP_SREG, 1);
	else
		as_free(c);
}

static void
convert(struct costs *cs, struct cost *c, const struct pinst *p)
{
	enum ptx_type d = p->types[0], s = p->types[1];
	if (type_kind(d) == 'f' || type_kind(s) == 'f')
		as_time(c, OP_CVT,
			d == PTX_F32 && type_kind(s) != 'f' && type_bytes(s) <= 4 ?
				&cs->model->op[OP_CVT] :
				&cs->model->convert,
			1);
	else if (type_bytes(d) <= type_bytes(s) && type_bytes(d) >= 4)
		as_free(c); /* the low word */
	else if (cs->model->zero_free && s == PTX_U32)
		as_free(c);
	else
		as_class(cs, c, OP_INT, 1);
}

static bool
in_param(const struct inst *in)
{
	const struct pinst *p = in->src;
	return has_mod(p, PTX_MOD_PARAM) || has_mod(p, PTX_MOD_PARAM_ENTRY) ||
		has_mod(p, PTX_MOD_PARAM_FUNC);
}

/* ---- atomics ---- */

static bool
equal(const struct costs *cs, const struct opnd *o)
{
	const struct opnd *base = o->kind == O_MEM ? &o->elems[0] : o;
	return base->kind != O_REG || (cs->equal && cs->equal[base->reg]);
}

/* Cost of combining.  Of a 32-bit sum on one address ptxas has one lane add how many lanes there
 * are, times what each adds, or what all add together; of other integer operations whose result
 * nobody wants, too (ptxas 11.8 for sm_35, 70 and 90).  All lanes' values together are one
 * instruction, or shuffles if the whole warp is there. */
static void
combine(struct costs *cs, struct cost *c, const struct pinst *p)
{
	const struct timing_model *m = cs->model;
	bool sum = has_mod(p, PTX_MOD_AADD), result = p->op == PTX_OP_ATOM;
	bool other = has_mod(p, PTX_MOD_AMIN) || has_mod(p, PTX_MOD_AMAX) ||
		has_mod(p, PTX_MOD_MAND) || has_mod(p, PTX_MOD_MOR) || has_mod(p, PTX_MOD_MXOR);
	double step = m->op[OP_SHFL].latency + m->op[OP_INT].latency;
	if (type_kind(p->types[0]) == 'f' || type_bytes(p->types[0]) != 4 ||
		!(sum || (other && !result)) || !equal(cs, &p->o[result]))
		return;
	c->combining = COMBINE_ALWAYS;
	c->slots += 5; /* vote, the first lane, how many, compare */
	c->before = (float)(m->op[OP_VOTE].latency + m->op[OP_BITS].latency + m->pred_guard);
	if (result)
		c->latency = (float)step;
	if (sum && equal(cs, &p->o[p->n - 1]))
		return;
	if (m->op[OP_REDUX].latency > 0 && !result) {
		c->before += (float)m->op[OP_REDUX].latency;
		return;
	}
	c->combining = COMBINE_WHOLE;
	c->slots += 10; /* five shuffles, five operations */
	c->before = (float)(5 * step);
}

/* Cost of an atomic.  Shared memory has no floating-point sums and no 64-bit ones: a loop of
 * compare and swap. */
static void
atomic(struct costs *cs, struct cost *c, const struct pinst *p)
{
	bool is_float = type_kind(p->types[0]) == 'f', wide = type_bytes(p->types[0]) == 8;
	combine(cs, c, p);
	if (cs->model->shared_loop <= 0 || !has_mod(p, PTX_MOD_SHARED) ||
		!(has_mod(p, PTX_MOD_AADD) ?
				is_float || wide :
				wide && !has_mod(p, PTX_MOD_CAS) && !has_mod(p, PTX_MOD_EXCH)))
		return;
	c->round = (float)cs->model->shared_loop;
	c->slots += 5; /* a load, the sum, compare, branches */
}

static void
memory(struct costs *cs, struct cost *c, enum op_class cls)
{
	c->cls = cls;
	c->unit = cs->model->tex_bytes > 0 && has_mod(c->in->src, PTX_MOD_NC) ? UNIT_TEX : UNIT_LSU;
	c->slots = 1;
	if (in_param(c->in))
		as_free(c), c->slots = 0; /* operands in constant memory; registers of a call */
}

/* ---- branches ---- */

static bool
simple(const struct inst *in)
{
	return in->src && in->src->guard == NO_REG &&
		!(op_rows[in->src->op].effects & PTX_E_BRANCHED);
}

/* Return whether some other branch leads to an instruction between from and to (both excluded). */
static bool
entered(const struct sim_func *f, uint32_t from, uint32_t to, uint32_t but)
{
	for (uint32_t i = 0; i < f->ncode; i++) {
		unsigned n;
		const uint32_t *pcs = branch_targets(&f->code[i], &n);
		for (unsigned k = 0; k < n && i != but; k++)
			if (pcs[k] > from && pcs[k] < to)
				return true;
	}
	return false;
}

/* Return how many instructions from pc up to end predicates could guard, or -1: some cannot be, or
 * too many. */
static int
arm(const struct sim_func *f, uint32_t pc, uint32_t end, double limit)
{
	if (end <= pc || end - pc > limit)
		return -1;
	for (uint32_t i = pc; i < end; i++)
		if (!simple(&f->code[i]))
			return -1;
	return (int)(end - pc);
}

/* Convert a forward branch over a short arm, or over two, with nothing else leading into them:
 * machine code has no branch there. */
static void
if_convert(struct costs *cs, struct cost *c)
{
	const struct sim_func *f = c->func;
	uint32_t pc = (uint32_t)(c->in - f->code), target = c->in->target;
	if (c->in->src->guard == NO_REG || target <= pc)
		return;
	int n = arm(f, pc + 1, target, cs->model->clone_limit);
	if (n >= 0 && !entered(f, pc, target, pc)) {
		c->converted = true;
		c->skipped = (uint16_t)n;
		return;
	}
	const struct inst *last = &f->code[target - 1];
	if (target < pc + 3 || !last->src || last->src->op != PTX_OP_BRA ||
		last->src->guard != NO_REG)
		return;
	n = arm(f, pc + 1, target - 1, cs->model->clone_limit);
	int other = arm(f, target, last->target, cs->model->clone_limit);
	if (n < 0 || other < 0 || entered(f, pc, last->target, pc))
		return;
	c->converted = true;
	c->skipped = (uint16_t)n;
	cost_of(cs, f, last)->converted = true;
}

static void
control(struct costs *cs, struct cost *c)
{
	c->cls = OP_BRANCH;
	c->slots = 1;
	switch (c->in->src ? c->in->src->op : PTX_OP_RET) {
	case PTX_OP_BRX: c->flow = FLOW_TABLE; break;
	case PTX_OP_EXIT: return;
	case PTX_OP_RET:
		if (c->func->entry)
			return;
		c->flow = FLOW_RET;
		c->cls = OP_CALL;
		break;
	case PTX_OP_CALL: {
		const struct call_site *s = c->in->extra;
		c->flow = s->func ? FLOW_CALL : FLOW_CALL_POINTER;
		c->cls = OP_CALL;
		break;
	}
	default: c->flow = FLOW_BRANCH; break;
	}
	if (c->flow == FLOW_BRANCH && c->in->src->op == PTX_OP_BRA)
		if_convert(cs, c);
}

/* ---- all of it ---- */

static void
barrier(struct costs *cs, struct cost *c, const struct pinst *p)
{
	bool warp = has_mod(p, PTX_MOD_WARP);
	c->cls = OP_BARRIER;
	c->slots = warp ? cs->model->warpsync > 0 : 1;
	c->own = warp ? (float)cs->model->warpsync : 0;
}

static void
fence(struct costs *cs, struct cost *c, const struct pinst *p)
{
	c->cls = OP_FENCE;
	c->slots = 1;
	c->own = has_mod(p, PTX_MOD_CTA) ? 0 : (float)cs->model->fence;
}

static void
by_class(struct costs *cs, struct cost *c, const struct pinst *p)
{
	int words = p->ntypes && type_bytes(p->types[0]) == 8 ? 2 : 1;
	switch (op_rows[p->op].class) {
	case PTX_C_PLAIN: as_class(cs, c, OP_INT, words); break;
	case PTX_C_SUM: add(cs, c, p, words); break;
	case PTX_C_COMPARE: compare(cs, c, p); break;
	case PTX_C_PRODUCT: multiply(cs, c, p); break;
	case PTX_C_QUOTIENT: divide(cs, c, p); break;
	case PTX_C_ROOT: root(cs, c, p); break;
	case PTX_C_SFU: as_class(cs, c, OP_SFU, 1); break;
	case PTX_C_SFU_2: as_class(cs, c, OP_SFU, 2); break;
	case PTX_C_BITS: as_class(cs, c, OP_BITS, words); break;
	case PTX_C_CLZ: leading_zeros(cs, c, words); break;
	case PTX_C_SHIFT: as_class(cs, c, OP_SHIFT, words); break;
	case PTX_C_MOVE: move(cs, c, p); break;
	case PTX_C_CONVERT: convert(cs, c, p); break;
	case PTX_C_NOTHING: as_free(c); break;
	case PTX_C_LOAD: memory(cs, c, OP_LOAD); break;
	case PTX_C_STORE: memory(cs, c, OP_STORE); break;
	case PTX_C_ATOMIC:
		memory(cs, c, OP_ATOMIC);
		atomic(cs, c, p);
		break;
	case PTX_C_SHUFFLE: as_class(cs, c, OP_SHFL, 1); break;
	case PTX_C_LANES: as_class(cs, c, OP_VOTE, 1); break;
	case PTX_C_BARRIER: barrier(cs, c, p); break;
	case PTX_C_FENCE: fence(cs, c, p); break;
	case PTX_C_JUMP: control(cs, c); break;
	}
}

/* Return the label before the instruction, else the name of a PTX function. */
static const char *
phase_of(const struct sim_func *f, const struct inst *in)
{
	const char *label = region_label(f, in);
	return label ? label : f->entry ? NULL : f->name;
}

static void
grow_counts(struct costs *cs, uint32_t n)
{
	cs->counts = realloc(cs->counts, n * sizeof *cs->counts);
	if (!cs->counts)
		sim_out_of_memory();
	memset(cs->counts + cs->n, 0, (n - cs->n) * sizeof *cs->counts);
}

struct cost *
cost_of(struct costs *cs, const struct sim_func *f, const struct inst *in)
{
	if (in->id >= cs->n) {
		uint32_t n = in->id + 1024;
		cs->of = realloc(cs->of, n * sizeof *cs->of);
		cs->placed = realloc(cs->placed, n * sizeof *cs->placed);
		if (!cs->of || !cs->placed)
			sim_out_of_memory();
		memset(cs->of + cs->n, 0, (n - cs->n) * sizeof *cs->of);
		if (cs->counting)
			grow_counts(cs, n);
		cs->n = n;
	}
	if (cs->of[in->id].known)
		return &cs->of[in->id];
	struct cost c = { .known = true, .in = in, .func = f, .phase = phase_of(f, in) };
	if (f->schedule) {
		static_cost(cs->model, &c, &f->schedule[in - f->code]);
		c.place = c.piece = c.last = in->id;
		cs->placed[in->id] = in->id;
		cs->of[in->id] = c;
		return &cs->of[in->id];
	}
	if (in->src)
		take_operands(cs, &c, in->src);
	cs->of[in->id] = c; /* known, should the branch beside it ask */
	if (in->src)
		by_class(cs, &c, in->src);
	else
		control(cs, &c);
	cs->of[in->id] = c;
	return &cs->of[in->id];
}

void
costs_func(struct costs *cs, const struct sim_func *f)
{
	cs->uniform = f->schedule ? NULL : uniform_registers(cs->model, f);
	cs->equal = f->schedule ? NULL : equal_registers(f);
	for (uint32_t i = 0; i < f->ncode; i++)
		cost_of(cs, f, &f->code[i]);
	free(cs->uniform);
	free(cs->equal);
	cs->uniform = cs->equal = NULL;
	if (!f->schedule)
		schedule_func(cs, f);
	contend_func(cs, f);
}

void
costs_free(struct costs *cs)
{
	free(cs->of);
	free(cs->placed);
	free(cs->counts);
	*cs = (struct costs){ 0 };
}
