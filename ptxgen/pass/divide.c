/*
 * divide.c: 32-bit division by a constant becomes a multiplication and a shift.
 *
 *      q = x / d    ->    q = mulhi(x, m) >> s, where m = 2^(32+s) / d, rounded up
 *
 * Requires: a plain graph.  Keeps everything else.  ptxas leaves such divisions to its general
 * routine, some thirteen instructions long.  With l bits in d - 1 the quotient is exact for every x
 * of n bits when m = ceil(2^(n+l) / d) (Granlund and Montgomery 1994, Theorem 4.2); with n = 31 it
 * fits 32 bits, with n = 32 it may need one bit more, which costs an addition.  Powers of two are
 * shifts and masks.
 */
#include "pass/pass.h"

#include <stddef.h>

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

/* x / d toward zero, d > 1: the quotient of the magnitudes with x's sign, in two's complement. */
static struct ir_value
quotient_signed(struct ir_cursor *c, struct ir_value x, uint64_t d)
{
	struct ir_value sign = ir_op2(c, IR_SHR_S, IR_I32, x, ir_int(31));
	struct ir_value size = ir_op2(c, IR_SUB, IR_I32, ir_op2(c, IR_XOR, IR_I32, x, sign), sign);
	struct ir_value q = quotient_32(c, size, d);

	return ir_op2(c, IR_SUB, IR_I32, ir_op2(c, IR_XOR, IR_I32, q, sign), sign);
}

static bool
power_of_two(uint64_t d)
{
	return (d & (d - 1)) == 0;
}

static struct ir_value
quotient(struct ir_cursor *c, const struct ir_inst *i, uint64_t d)
{
	struct ir_value x = i->src[0];
	bool nonneg = x.kind == VAL_REG && c->func->regs[x.u.reg].nonneg;

	if (power_of_two(d) && (nonneg || i->op == IR_DIV_U || i->op == IR_REM_U))
		return ir_op2(c, IR_SHR_U, IR_I32, x, ir_int(ceil_log2(d)));
	if (nonneg)
		return quotient_31(c, x, d);
	if (i->op == IR_DIV_U || i->op == IR_REM_U)
		return quotient_32(c, x, d);
	return quotient_signed(c, x, d);
}

static void
divide(struct ir_cursor *c, struct ir_inst *i)
{
	bool remainder = i->op == IR_REM_U || i->op == IR_REM_S;
	uint64_t d = (uint32_t)i->src[1].u.i;
	struct ir_value q = quotient(c, i, d), r = q;

	if (remainder)
		r = ir_op2(c, IR_SUB, IR_I32, i->src[0], ir_op2(c, IR_MUL, IR_I32, q, ir_int(d)));
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
	for (struct ir_block *b = f->blocks; b; b = b->next) {
		for (struct ir_inst *i = b->first; i; i = i->next) {
			struct ir_cursor c = ir_before(f, b, i);
			if (!by_constant(i))
				continue;
			diag_remark(pc->diag, i->place, "-Rpass=divide",
				"the division by %lld is done without "
				"dividing [MC506]",
				(long long)i->src[1].u.i);
			divide(&c, i);
		}
	}
}

const struct pass pass_divide = { 'v', "divide", "division by constants without dividing", run,
	false, PTXGEN_SWITCH_DIVIDE + 1 };
