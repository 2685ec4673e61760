/*
 * propagate.c: copies and constants reach their uses, and operations on constants are done here.
 *
 * Requires: a plain graph.  Keeps the graph except branches on constants, which cfg removes.
 *
 * A register that is assigned once, by a MOV of something that cannot change, is replaced
 * everywhere. A copy of a variable (assigned more than once) is replaced within its block as long
 * as neither side is assigned again, a constant also in the next one, if nothing else leads there.  Floating point is folded where the host rounds as PTX does, to
 * nearest, and no flushing of subnormal numbers could matter; a division by a power of two becomes the
 * multiplication by its reciprocal.
 */
#include "ir/graph.h"
#include "pass/pass.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>

struct prop {
	struct ir_func *f;
	const struct ir_module *m;
	bool *single;
	bool *abroad; /* by register: read in other blocks than where it is assigned (once) */
	struct ir_value
		*once; /* by register: what a register assigned once stands for, or VAL_NONE */
	struct ir_value
		*local;  /* by register: what a variable stands for at this point of the block */
	ir_reg *touched; /* registers with a local value */
	uint32_t ntouched;
	bool changed;
};

/* ---- integer folding ---- */

static uint64_t
as_unsigned(enum ir_type t, int64_t v)
{
	return t == IR_I32 ? (uint32_t)v : (uint64_t)v;
}

static int64_t
shift_right(enum ir_type t, bool is_signed, int64_t v, int64_t by)
{
	int width = t == IR_I32 ? 32 : 64;

	if (by < 0 || by >= width) /* PTX clamps the count */
		return is_signed && v < 0 ? -1 : 0;
	return is_signed ? v >> by : (int64_t)(as_unsigned(t, v) >> by);
}

static bool
fold_one(enum ir_op op, enum ir_type t, int64_t a, int64_t *r)
{
	switch (op) {
	case IR_NEG: *r = (int64_t) - (uint64_t)a; break;
	case IR_NOT: *r = t == IR_PRED ? !a : ~a; break;
	case IR_SEXT8: *r = (int8_t)a; break;
	case IR_SEXT16: *r = (int16_t)a; break;
	case IR_ZEXT8: *r = (uint8_t)a; break;
	case IR_ZEXT16: *r = (uint16_t)a; break;
	case IR_SEXT: *r = (int32_t)a; break;
	case IR_ZEXT: *r = (uint32_t)a; break;
	case IR_TRUNC: *r = (int32_t)a; break;
	default: return false;
	}
	return true;
}

bool
fold_integers(enum ir_op op, enum ir_type t, int64_t a, int64_t b, int64_t *r)
{
	uint64_t ua = as_unsigned(t, a), ub = as_unsigned(t, b);

	switch (op) {
	case IR_ADD: *r = (int64_t)(ua + ub); break;
	case IR_SUB: *r = (int64_t)(ua - ub); break;
	case IR_MUL: *r = (int64_t)(ua * ub); break;
	case IR_AND: *r = a & b; break;
	case IR_OR: *r = a | b; break;
	case IR_XOR: *r = a ^ b; break;
	case IR_SHL: *r = b < 0 || b >= (t == IR_I32 ? 32 : 64) ? 0 : (int64_t)(ua << b); break;
	case IR_SHR_S: *r = shift_right(t, true, a, b); break;
	case IR_SHR_U: *r = shift_right(t, false, a, b); break;
	case IR_MIN_S: *r = a < b ? a : b; break;
	case IR_MAX_S: *r = a > b ? a : b; break;
	case IR_MIN_U: *r = ua < ub ? a : b; break;
	case IR_MAX_U: *r = ua > ub ? a : b; break;
	case IR_DIV_U:
		if (ub == 0)
			return false;
		*r = (int64_t)(ua / ub);
		break;
	case IR_REM_U:
		if (ub == 0)
			return false;
		*r = (int64_t)(ua % ub);
		break;
	case IR_DIV_S:
		if (b == 0 || b == -1)
			return false;
		*r = a / b;
		break;
	case IR_REM_S:
		if (b == 0 || b == -1)
			return false;
		*r = a % b;
		break;
	case IR_MULWIDE_S: *r = (int64_t)(int32_t)a * (int32_t)b; break;
	case IR_MULWIDE_U: *r = (int64_t)((uint64_t)(uint32_t)a * (uint32_t)b); break;
	case IR_EQ: *r = ua == ub; break;
	case IR_NE: *r = ua != ub; break;
	case IR_LT_S: *r = a < b; break;
	case IR_LE_S: *r = a <= b; break;
	case IR_LT_U: *r = ua < ub; break;
	case IR_LE_U: *r = ua <= ub; break;
	default: return fold_one(op, t, a, r);
	}
	return true;
}

static void
become(struct prop *p, struct ir_inst *i, struct ir_value v)
{
	ir_become(i, IR_MOV, p->f->regs[i->dst].type, IR_NONE, v, ir_none());
	p->changed = true;
}

/* Return the value that i equals, or VAL_NONE: x + 0, x * 1, x & x and the like. */
static struct ir_value
identity(const struct ir_inst *i)
{
	struct ir_value a = i->src[0], b = i->src[1];

	if (i->op == IR_MUL && (i->type == IR_F32 || i->type == IR_F64))
		return b.kind == VAL_FLOAT && b.u.f == 1  ? a :
			a.kind == VAL_FLOAT && a.u.f == 1 ? b :
							    ir_none();
	if (!ir_is_int_type(i->type))
		return ir_none();
	switch (i->op) {
	case IR_ADD:
	case IR_OR:
	case IR_XOR: return ir_is_int(b, 0) ? a : ir_is_int(a, 0) ? b : ir_none();
	case IR_SUB:
	case IR_SHL:
	case IR_SHR_S:
	case IR_SHR_U: return ir_is_int(b, 0) ? a : ir_none();
	case IR_MUL:
		if (ir_is_int(a, 0) || ir_is_int(b, 0))
			return ir_int(0);
		return ir_is_int(b, 1) ? a : ir_is_int(a, 1) ? b : ir_none();
	case IR_DIV_S:
	case IR_DIV_U: return ir_is_int(b, 1) ? a : ir_none();
	case IR_AND: return ir_is_int(a, 0) || ir_is_int(b, 0) ? ir_int(0) : ir_none();
	default: return ir_none();
	}
}

static bool
is_compare_of_ints(const struct ir_inst *i)
{
	return i->op >= IR_EQ && i->op <= IR_LE_U;
}

/* Replace x / 256 by x * 0.00390625, which is the same to the last bit: the reciprocal is a number,
 * too. */
static void
multiply_instead(struct ir_inst *i)
{
	int exponent;

	if (i->op != IR_DIV || i->src[1].kind != VAL_FLOAT ||
		frexp(fabs(i->src[1].u.f), &exponent) != 0.5 || exponent < -124 || exponent > 125)
		return;
	i->op = IR_MUL;
	i->src[1] = ir_float(1 / i->src[1].u.f);
}

static bool
is_float(struct ir_value v, double f)
{
	return v.kind == VAL_FLOAT && v.u.f == f;
}

/* Replace x * 1 + c by x + c, and x * -1 + c by c - x: a factor of one does not round. */
static void
add_instead(struct ir_inst *i)
{
	for (int k = 0; k < 2 && i->op == IR_FMA; k++) {
		struct ir_value x = i->src[!k], c = i->src[2];
		bool one = is_float(i->src[k], 1), minus = is_float(i->src[k], -1);
		if (!one && !minus)
			continue;
		i->op = one ? IR_ADD : IR_SUB;
		i->src[0] = one ? x : c;
		i->src[1] = one ? c : x;
		i->src[2] = ir_none();
	}
}

/* Return the number that i, a conversion, makes of an integer. */
static double
converted(const struct ir_inst *i, int64_t v)
{
	uint64_t u = i->from == IR_I32 ? (uint32_t)v : (uint64_t)v;
	int64_t n = i->from == IR_I32 ? (int32_t)v : v;

	if (i->type == IR_F32)
		return i->op == IR_U2F ? (float)u : (float)n;
	return i->op == IR_U2F ? (double)u : (double)n;
}

/* Return the result of arithmetic on constants in the type of i, or NaN: not for us. */
static double
arithmetic(const struct ir_inst *i)
{
	bool single = i->type == IR_F32;
	double a = i->src[0].u.f, b = i->src[1].u.f, c = i->src[2].u.f;

	/* of two floats, a double result rounded to float is the float result (Figueroa 1995) */
	switch (i->op) {
	case IR_NEG: return -a;
	case IR_ABS: return fabs(a);
	case IR_FLOOR: return floor(a);
	case IR_CEIL: return ceil(a);
	case IR_F2F: return single ? (float)a : a;
	case IR_ADD: return single ? (float)(a + b) : a + b;
	case IR_SUB: return single ? (float)(a - b) : a - b;
	case IR_MUL: return single ? (float)(a * b) : a * b;
	case IR_DIV: return single ? (float)(a / b) : a / b;
	case IR_SQRT: return single ? (float)sqrt(a) : sqrt(a);
	case IR_FMA: return single ? fmaf((float)a, (float)b, (float)c) : fma(a, b, c);
	default: return NAN;
	}
}

/* Return whether f is a usual number of the type, which no mode of the machine makes another one. */
static bool
is_usual(enum ir_type t, double f)
{
	return f == 0 || (isfinite(f) && fabs(f) >= (t == IR_F32 ? FLT_MIN : DBL_MIN));
}

/* Return whether all operands are usual numbers. */
static bool
takes_numbers(const struct ir_inst *i)
{
	enum ir_type from = i->op == IR_F2F || i->op == IR_F2S ? i->from : i->type;

	if (from != IR_F32 && from != IR_F64)
		return false;
	for (int k = 0; k < ir_ops[i->op].nsrc; k++)
		if (i->src[k].kind != VAL_FLOAT || !is_usual(from, i->src[k].u.f))
			return false;
	return true;
}

/* Return what an operation on numbers is, or VAL_NONE. */
static struct ir_value
fold_floats(const struct ir_inst *i)
{
	double a = i->src[0].u.f, b = i->src[1].u.f, r;

	if (!takes_numbers(i))
		return ir_none();
	switch (i->op) {
	case IR_EQ: return ir_int(a == b);
	case IR_NE: return ir_int(a != b);
	case IR_LT: return ir_int(a < b);
	case IR_LE: return ir_int(a <= b);
	case IR_F2S: return fabs(a) < INT32_MAX ? ir_int((int64_t)a) : ir_none();
	default: r = arithmetic(i); return is_usual(i->type, r) ? ir_float(r) : ir_none();
	}
}

static void
fold(struct prop *p, struct ir_inst *i)
{
	int64_t r;
	double f;

	if (i->op == IR_CALL && fold_function(p->m, i, &f) && is_usual(i->type, f)) {
		become(p, i, ir_float(f));
		i->call = NULL;
	}
	if (i->dst == IR_NOREG || !(ir_ops[i->op].flags & IRF_PURE) || i->op == IR_MOV)
		return;
	if (i->op == IR_SELECT && i->src[0].kind == VAL_INT) {
		become(p, i, i->src[i->src[0].u.i ? 1 : 2]);
		return;
	}
	bool ints = ir_is_int_type(i->type) || i->type == IR_PRED;
	int n = ir_ops[i->op].nsrc;
	bool known = i->src[0].kind == VAL_INT && (n == 1 || (n == 2 && i->src[1].kind == VAL_INT));
	if (ints && known &&
		fold_integers(i->op, i->type, i->src[0].u.i, n == 2 ? i->src[1].u.i : 0, &r)) {
		become(p, i, is_compare_of_ints(i) ? ir_int(r) : ir_bits(i->type, (uint64_t)r));
		return;
	}
	if ((i->op == IR_S2F || i->op == IR_U2F) && i->src[0].kind == VAL_INT) {
		become(p, i, ir_float(converted(i, i->src[0].u.i)));
		return;
	}
	struct ir_value same = fold_floats(i);
	if (same.kind == VAL_NONE) {
		multiply_instead(i);
		add_instead(i);
		same = identity(i);
	}
	if (same.kind != VAL_NONE)
		become(p, i, same);
}

/* ---- propagation ---- */

static bool
is_constant(struct ir_value v)
{
	return v.kind == VAL_INT || v.kind == VAL_FLOAT;
}

static void
replace(void *ctx, struct ir_value *v)
{
	struct prop *p = ctx;

	while (v->kind == VAL_REG) {
		struct ir_value by = p->once[v->u.reg];
		if (by.kind == VAL_NONE)
			by = p->local[v->u.reg];
		if (by.kind == VAL_NONE)
			return;
		*v = by;
		p->changed = true;
	}
}

/* Forget what stood for r, or was a copy of it: r is assigned. */
static void
forget(struct prop *p, ir_reg r)
{
	for (uint32_t k = 0; k < p->ntouched; k++) {
		struct ir_value *v = &p->local[p->touched[k]];
		if (p->touched[k] == r || (v->kind == VAL_REG && v->u.reg == r))
			*v = ir_none();
	}
}

static void
remember(struct prop *p, const struct ir_inst *i)
{
	if (i->op != IR_MOV || i->pinned || (i->src[0].kind != VAL_REG && !is_constant(i->src[0])))
		return;
	if (i->src[0].kind == VAL_REG && i->src[0].u.reg == i->dst)
		return;
	if (i->src[0].kind == VAL_REG && !p->single[i->src[0].u.reg] && p->abroad[i->dst])
		return; /* a loop's variable: what is computed of it here and there is to look the same */
	if (p->ntouched < 64) { /* forget() is linear */
		p->touched[p->ntouched++] = i->dst;
		p->local[i->dst] = i->src[0];
	}
}

static void
walk_block(struct prop *p, struct ir_block *b)
{
	for (struct ir_inst *i = b->first; i; i = i->next) {
		ir_visit_uses(i, replace, p);
		fold(p, i);
		if (i->dst == IR_NOREG)
			continue;
		forget(p, i->dst);
		remember(p, i);
	}
	ir_visit_term_uses(b, replace, p);
}

/* Forget copies at the end of a block, of which the next one knows nothing, and constants, too, if it can be
 * reached from elsewhere. */
static void
leave_block(struct prop *p, const struct graph *g, const struct ir_block *b)
{
	const struct ir_block *next = b->next;
	bool follows = next && g->npreds[next->id] == 1 && g->preds[next->id][0] == b;
	uint32_t n = 0;

	for (uint32_t k = 0; k < p->ntouched; k++) {
		ir_reg r = p->touched[k];

		if (follows && is_constant(p->local[r]))
			p->touched[n++] = r;
		else
			p->local[r] = ir_none();
	}
	p->ntouched = n;
}

struct reading {
	struct prop *p;
	const struct ir_block **home,
		*at; /* by register: where it is assigned once; the block read */
};

static void
note_abroad(void *ctx, struct ir_value *v)
{
	struct reading *r = ctx;

	if (v->kind == VAL_REG && r->home[v->u.reg] && r->home[v->u.reg] != r->at)
		r->p->abroad[v->u.reg] = true;
}

static void
find_abroad(struct arena *a, struct prop *p)
{
	struct reading r = { p, NEWN(a, const struct ir_block *, p->f->nregs), NULL };

	for (const struct ir_block *b = p->f->blocks; b; b = b->next)
		for (const struct ir_inst *i = b->first; i; i = i->next)
			if (i->dst != IR_NOREG && p->single[i->dst])
				r.home[i->dst] = b;
	for (struct ir_block *b = p->f->blocks; b; b = b->next) {
		r.at = b;
		for (struct ir_inst *i = b->first; i; i = i->next)
			ir_visit_uses(i, note_abroad, &r);
		ir_visit_term_uses(b, note_abroad, &r);
	}
}

/* Find registers assigned once by a MOV of a constant or of another register that is assigned
 * once. */
static void
find_once(struct prop *p)
{
	for (struct ir_block *b = p->f->blocks; b; b = b->next) {
		for (struct ir_inst *i = b->first; i; i = i->next) {
			struct ir_value v = i->src[0];
			if (i->op != IR_MOV || !p->single[i->dst])
				continue;
			if (is_constant(v) ||
				(v.kind == VAL_REG && p->single[v.u.reg] && v.u.reg != i->dst &&
					!p->f->regs[i->dst].name))
				p->once[i->dst] = v;
		}
	}
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	struct arena *a = arena_new();

	for (int turn = 0; turn < 8; turn++) {
		struct graph *g = graph_new(a, f, false);
		struct prop p = { f, pc->m, graph_single(a, g), NEWN(a, bool, f->nregs),
			NEWN(a, struct ir_value, f->nregs), NEWN(a, struct ir_value, f->nregs),
			NEWN(a, ir_reg, 64), 0, false };

		find_abroad(a, &p);
		find_once(&p);
		for (struct ir_block *b = f->blocks; b; b = b->next) {
			walk_block(&p, b);
			leave_block(&p, g, b);
		}
		if (!p.changed)
			break;
	}
	arena_free(a);
}

const struct pass pass_propagate = { 'p', "propagate", "copies and constants reach their uses", run,
	false, 0 };
