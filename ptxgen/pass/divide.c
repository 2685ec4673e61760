/*
 * divide.c: 32-bit division by a constant becomes a multiplication and a shift.
 *
 *      q = x / d    ->    q = mulhi(x, m) >> s, where m = 2^(32+s) / d, rounded up
 *
 * Requires: a plain graph.  Keeps everything else.  ptxas leaves such divisions to its general
 * routine, some thirteen instructions long.  With l bits in d - 1 the quotient is exact for every x
 * of n bits when m = ceil(2^(n+l) / d) (Granlund and Montgomery 1994, Theorem 4.2); with n = 31 it
 * fits 32 bits, with n = 32 it may need one bit more, which costs an addition.  Powers of two are
 * shifts and masks.  What cannot be negative, like a loop's variable that counts upwards from 0, needs
 * no care of its sign.
 */
#include "pass/pass.h"

#include <string.h>

/* ---- what is never negative ---- */

struct signs {
	const struct ir_func *f;
	bool *nonneg; /* by register: an I32 that is never negative */
};

static bool
is_nonneg(const struct signs *s, struct ir_value v)
{
	return v.kind == VAL_INT ? v.u.i >= 0 : v.kind == VAL_REG && s->nonneg[v.u.reg];
}

static bool
gives_nonneg(const struct signs *s, const struct ir_inst *i)
{
	bool a = is_nonneg(s, i->src[0]), b = is_nonneg(s, i->src[1]);

	switch (i->op) {
	case IR_MOV:
	case IR_SHR_S: return a;
	case IR_ADD:
	case IR_MUL: return i->nsw && a && b;
	case IR_DIV_S: return a && b;
	case IR_REM_S: return a;
	case IR_AND:
	case IR_MAX_S: return a || b;
	case IR_MIN_S:
	case IR_OR:
	case IR_XOR: return a && b;
	case IR_SELECT: return b && is_nonneg(s, i->src[2]);
	case IR_SHR_U: return i->src[1].kind == VAL_INT && i->src[1].u.i > 0;
	case IR_ZEXT8:
	case IR_ZEXT16:
	case IR_POPC:
	case IR_CLZ: return true;
	case IR_SREG:
		return i->index != SREG_CLOCK && i->index != SREG_LANEMASK_LT &&
			i->index != SREG_LANEMASK_GE;
	case IR_LD: return i->mem == MEM_U8 || i->mem == MEM_U16;
	default: return false;
	}
}

/* The greatest solution: a loop's variable that begins at 0 and is only added to stays above. */
static struct signs
find_signs(struct arena *a, const struct ir_func *f)
{
	struct signs s = { f, NEWN(a, bool, f->nregs) };
	bool changed = true;

	for (ir_reg r = 1; r < f->nregs; r++)
		s.nonneg[r] = f->regs[r].type == IR_I32;
	while (changed) {
		changed = false;
		for (const struct ir_block *b = f->blocks; b; b = b->next)
			for (const struct ir_inst *i = b->first; i; i = i->next)
				if (s.nonneg[i->dst] && !f->regs[i->dst].nonneg &&
					!gives_nonneg(&s, i)) {
					s.nonneg[i->dst] = false;
					changed = true;
				}
	}
	return s;
}

/* ---- without dividing ---- */

static int
ceil_log2(uint64_t d)
{
	int l = 0;

	while (UINT64_C(1) << l < d)
		l++;
	return l;
}

static struct ir_value
high(struct ir_cursor *c, struct ir_value x, uint64_t m)
{
	return ir_op2(c, IR_MULHI_U, IR_I32, x, ir_int((int32_t)(uint32_t)m));
}

static struct ir_value
shift(struct ir_cursor *c, enum ir_op op, struct ir_value x, int by)
{
	return by ? ir_op2(c, op, IR_I32, x, ir_int(by)) : x;
}

/* x / d for x below 2^31. */
static struct ir_value
quotient_31(struct ir_cursor *c, struct ir_value x, uint64_t d)
{
	int l = ceil_log2(d);
	uint64_t m = ((UINT64_C(1) << (31 + l)) + d - 1) / d;

	return shift(c, IR_SHR_U, high(c, x, m), l - 1);
}

/* x / d for any x: m has 33 bits, the highest of which is added by hand. */
static struct ir_value
quotient_32(struct ir_cursor *c, struct ir_value x, uint64_t d)
{
	int l = ceil_log2(d);
	uint64_t m = ((((UINT64_C(1) << l) - d) << 32) + d - 1) / d; /* ceil(2^(32+l) / d) - 2^32 */
	struct ir_value h = high(c, x, m);
	struct ir_value half = shift(c, IR_SHR_U, ir_op2(c, IR_SUB, IR_I32, x, h), 1);

	return shift(c, IR_SHR_U, ir_op2(c, IR_ADD, IR_I32, half, h), l - 1);
}

static bool
power_of_two(uint64_t d)
{
	return (d & (d - 1)) == 0;
}

/* x, and d - 1 more if x is negative, d a power of two: shifted, that is rounded toward zero. */
static struct ir_value
biased(struct ir_cursor *c, struct ir_value x, uint64_t d)
{
	struct ir_value sign = d == 2 ? x : ir_op2(c, IR_SHR_S, IR_I32, x, ir_int(31));

	return ir_op2(c, IR_ADD, IR_I32, x,
		ir_op2(c, IR_SHR_U, IR_I32, sign, ir_int(32 - ceil_log2(d))));
}

/* x / d toward zero, d > 1: a product rounded down, and one more if x is negative (Granlund and
 * Montgomery's Theorem 5.1; m has 32 bits, whose highest counts as negative). */
static struct ir_value
quotient_signed(struct ir_cursor *c, struct ir_value x, uint64_t d)
{
	int l = ceil_log2(d);
	uint64_t m = (UINT64_C(1) << (31 + l)) / d + 1;

	if (power_of_two(d))
		return ir_op2(c, IR_SHR_S, IR_I32, biased(c, x, d), ir_int(l));
	struct ir_value h = ir_op2(c, IR_MULHI_S, IR_I32, x, ir_int((int32_t)(uint32_t)m));
	struct ir_value q = shift(c, IR_SHR_S, ir_op2(c, IR_ADD, IR_I32, h, x), l - 1);
	return ir_op2(c, IR_SUB, IR_I32, q, ir_op2(c, IR_SHR_S, IR_I32, x, ir_int(31)));
}

static struct ir_value
quotient(struct ir_cursor *c, const struct ir_inst *i, uint64_t d, bool nonneg)
{
	struct ir_value x = i->src[0];

	if (power_of_two(d) && (nonneg || i->op == IR_DIV_U || i->op == IR_REM_U))
		return ir_op2(c, IR_SHR_U, IR_I32, x, ir_int(ceil_log2(d)));
	if (nonneg)
		return quotient_31(c, x, d);
	if (i->op == IR_DIV_U || i->op == IR_REM_U)
		return quotient_32(c, x, d);
	return quotient_signed(c, x, d);
}

static struct ir_value
remainder_of(struct ir_cursor *c, const struct ir_inst *i, uint64_t d, bool nonneg)
{
	struct ir_value x = i->src[0], multiple;

	if (i->op == IR_REM_S && power_of_two(d) && !nonneg)
		multiple = ir_op2(c, IR_AND, IR_I32, biased(c, x, d), ir_int(-(int64_t)d));
	else
		multiple = ir_op2(c, IR_MUL, IR_I32, quotient(c, i, d, nonneg), ir_int(d));
	return ir_op2(c, IR_SUB, IR_I32, x, multiple);
}

static void
divide(struct ir_cursor *c, struct ir_inst *i, bool nonneg)
{
	bool remainder = i->op == IR_REM_U || i->op == IR_REM_S;
	uint64_t d = (uint32_t)i->src[1].u.i;
	struct ir_value r = remainder ? remainder_of(c, i, d, nonneg) : quotient(c, i, d, nonneg);

	i->op = IR_MOV;
	i->src[0] = r;
	i->src[1] = ir_none();
}

static bool
by_constant(const struct ir_inst *i)
{
	bool is_signed = i->op == IR_DIV_S || i->op == IR_REM_S;

	if (!is_signed && i->op != IR_DIV_U && i->op != IR_REM_U)
		return false;
	if (i->type != IR_I32 || i->src[0].kind != VAL_REG || i->src[1].kind != VAL_INT)
		return false;
	return is_signed ? i->src[1].u.i > 1 && i->src[1].u.i <= INT32_MAX :
			   (uint32_t)i->src[1].u.i > 1;
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	struct arena *a = arena_new();
	struct signs s = find_signs(a, f);

	for (struct ir_block *b = f->blocks; b; b = b->next) {
		for (struct ir_inst *i = b->first; i; i = i->next) {
			struct ir_cursor c = ir_before(f, b, i);
			if (!by_constant(i))
				continue;
			diag_remark(pc->diag, i->place, "-Rpass=divide",
				"the division by %lld is done without "
				"dividing [MC506]",
				(long long)i->src[1].u.i);
			divide(&c, i, s.nonneg[i->src[0].u.reg]);
		}
	}
	arena_free(a);
}

const struct pass pass_divide = { 'v', "divide", "division by constants without dividing", run,
	false, PTXGEN_SWITCH_DIVIDE + 1 };
