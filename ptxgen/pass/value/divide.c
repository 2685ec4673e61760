/*
 * divide.c: division by a constant becomes a multiplication and a shift (pairs of others: divide_pair.c).
 *
 *      q = x / d    ->    q = mulhi(x, m) >> s, where m = 2^(32+s) / d, rounded up
 *
 * Requires: a plain graph.  Keeps everything else.  ptxas leaves such divisions to its general
 * routine, some thirteen instructions long, and to a call of seventy where they have 64 bits.  With l
 * bits in d - 1 the quotient is exact for every x of n bits when m = ceil(2^(n+l) / d) (Granlund and
 * Montgomery 1994, Theorem 4.2), for most d with less than l; with n = 31 it fits 32 bits, with n = 32 it may
 * need one bit more, which costs an addition.  Powers of two are shifts and masks.  What cannot be negative, like a
 * loop's variable that counts upwards from 0, needs no care of its sign.
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

/* Find the greatest solution: a loop's variable that begins at 0 and is only added to is never
 * negative. */
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

/* A division of x, of type I32 or I64, by d. */
struct division {
	struct ir_cursor c;
	enum ir_type type;
	struct ir_value x;
	uint64_t d;
	int bits, l; /* of x; of d - 1 */
	bool is_signed, remainder;
};

static struct ir_value
op(struct division *v, enum ir_op op, struct ir_value a, struct ir_value b)
{
	return ir_op2(&v->c, op, v->type, a, b);
}

static struct ir_value
constant(const struct division *v, uint64_t n)
{
	return ir_bits(v->type, n);
}

static struct ir_value
shift(struct division *v, enum ir_op how, struct ir_value x, int by)
{
	return by ? op(v, how, x, ir_int(by)) : x;
}

static int
ceil_log2(uint64_t d)
{
	int l = 0;

	while (l < 64 && UINT64_C(1) << l < d)
		l++;
	return l;
}

static bool
power_of_two(uint64_t d)
{
	return (d & (d - 1)) == 0;
}

/* Return 2^k / d, rounded up, without its bits from the 64th on.  d is no power of two. */
static uint64_t
power_by(int k, uint64_t d)
{
	uint64_t q = 0, rest = 1;

	while (k-- > 0) {
		bool more = rest >> 63 || 2 * rest >= d;
		q = 2 * q + more;
		rest = 2 * rest - (more ? d : 0);
	}
	return q + 1;
}

/*
 * Find the least s, from `from` on, for which x / d is x * m / 2^(bits + s), rounded down, of all x below
 * 2^(bits - spare), m being 2^(bits + s) / d, rounded up.  s + spare is ceil_log2(d) at most; m fits `bits` bits
 * where s is less.
 */
static int
least_shift(uint64_t d, int bits, int spare, int from, uint64_t *m)
{
	for (int s = from;; s++) {
		uint64_t power = bits + s < 64 ? UINT64_C(1) << (bits + s) : 0; /* mod 2^64 */

		*m = power_by(bits + s, d);
		if (s + spare >= 64 || *m * d - power <= UINT64_C(1) << (s + spare))
			return s;
	}
}

/* Return x / d for an x without sign, whose `spare` highest bits are 0.  Without such, m may have a bit more than x if
 * d is odd, the highest, which is added by hand; if d is even x can do without its lowest bits. */
static struct ir_value
quotient_unsigned(struct division *v, int spare)
{
	int even = __builtin_ctzll(v->d), s;
	struct ir_value x = v->x, h, half;
	uint64_t m;

	s = least_shift(v->d, v->bits, spare, 0, &m);
	if (s == v->l && even) {
		s = least_shift(v->d >> even, v->bits, even, 0, &m);
		x = shift(v, IR_SHR_U, x, even);
	}
	h = op(v, IR_MULHI_U, x, constant(v, m));
	if (s < v->l)
		return shift(v, IR_SHR_U, h, s);
	half = shift(v, IR_SHR_U, op(v, IR_SUB, x, h), 1);
	return shift(v, IR_SHR_U, op(v, IR_ADD, half, h), s - 1);
}

/* Return x, and d - 1 more if x is negative, d a power of two: shifted, that is rounded toward
 * zero. */
static struct ir_value
biased(struct division *v)
{
	struct ir_value sign = v->d == 2 ? v->x : shift(v, IR_SHR_S, v->x, v->bits - 1);

	return op(v, IR_ADD, v->x, shift(v, IR_SHR_U, sign, v->bits - v->l));
}

/* Return x / d toward zero, d > 1: a product rounded down, and one more if x is negative (Theorem 5.1; m may have
 * as many bits as x, whose highest counts as negative). */
static struct ir_value
quotient_signed(struct division *v)
{
	struct ir_value q;
	uint64_t m;

	if (power_of_two(v->d))
		return shift(v, IR_SHR_S, biased(v), v->l);
	int s = least_shift(v->d, v->bits - 1, 0, 1, &m);
	q = op(v, IR_MULHI_S, v->x, constant(v, m));
	if (s == v->l)
		q = op(v, IR_ADD, q, v->x);
	q = shift(v, IR_SHR_S, q, s - 1);
	return op(v, IR_SUB, q, shift(v, IR_SHR_S, v->x, v->bits - 1));
}

static struct ir_value
quotient(struct division *v, bool nonneg)
{
	if (power_of_two(v->d) && (nonneg || !v->is_signed))
		return shift(v, IR_SHR_U, v->x, v->l);
	if (nonneg && v->type == IR_I32)
		return quotient_unsigned(v, 1);
	return v->is_signed ? quotient_signed(v) : quotient_unsigned(v, 0);
}

static struct ir_value
remainder_of(struct division *v, bool nonneg)
{
	struct ir_value multiple;

	if (power_of_two(v->d) && (nonneg || !v->is_signed))
		return op(v, IR_AND, v->x, constant(v, v->d - 1));
	multiple = power_of_two(v->d) ? op(v, IR_AND, biased(v), constant(v, -v->d)) :
					op(v, IR_MUL, quotient(v, nonneg), constant(v, v->d));
	return op(v, IR_SUB, v->x, multiple);
}

/* Return whether i divides by a constant greater than 1. */
static bool
by_constant(struct ir_inst *i, struct division *v)
{
	bool is_signed = i->op == IR_DIV_S || i->op == IR_REM_S, small = i->type == IR_I32;

	if (!is_division(i) || i->src[0].kind != VAL_REG || i->src[1].kind != VAL_INT)
		return false;
	v->d = small ? (uint32_t)i->src[1].u.i : (uint64_t)i->src[1].u.i;
	if (v->d <= 1 || (is_signed && v->d >> (small ? 31 : 63)))
		return false;
	v->type = i->type;
	v->x = i->src[0];
	v->bits = small ? 32 : 64;
	v->l = ceil_log2(v->d);
	v->is_signed = is_signed;
	v->remainder = i->op == IR_REM_S || i->op == IR_REM_U;
	return true;
}

static void
divide(struct division *v, struct ir_inst *i, bool nonneg)
{
	struct ir_value r = v->remainder ? remainder_of(v, nonneg) : quotient(v, nonneg);

	ir_become(i, IR_MOV, i->type, IR_NONE, r, ir_none());
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	struct arena *a = arena_new();
	struct signs s = find_signs(a, f);

	pair_divisions(f);
	for (struct ir_block *b = f->blocks; b; b = b->next) {
		for (struct ir_inst *i = b->first; i; i = i->next) {
			struct division v;
			if (!by_constant(i, &v))
				continue;
			v.c = ir_before(f, b, i);
			diag_remark(pc->diag, i->place, "-Rpass=divide",
				"the division by %lld is done without "
				"dividing [MC506]",
				(long long)i->src[1].u.i);
			divide(&v, i, s.nonneg[i->src[0].u.reg]);
		}
	}
	arena_free(a);
}

const struct pass pass_divide = { 'v', "divide", "division by constants without dividing", run,
	false, PTXGEN_SWITCH_DIVIDE + 1 };
