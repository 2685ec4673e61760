/*
 * alu_product_test.c: integer, logic, shift, comparison and floating-point instructions, each
 * with every type, rounding mode and comparison it has, on combinations of edge values.  What is
 * expected is computed with 128-bit integers and the host's floating point, not with the
 * simulator's code.
 */
#include "product.h"

typedef __int128 wide;

static const struct type ints[] = { { "u16", 'u', 16 }, { "s16", 's', 16 }, { "u32", 'u', 32 },
	{ "s32", 's', 32 }, { "u64", 'u', 64 }, { "s64", 's', 64 } };
static const struct type bits[] = { { "b16", 'b', 16 }, { "b32", 'b', 32 }, { "b64", 'b', 64 } };
static const struct type floats[] = { { "f32", 'f', 32 }, { "f64", 'f', 64 } };
static const struct type predicate = { "pred", 'p', 1 };

struct op {
	const char *text;
	struct type t;
	int round;
	bool ftz;
};

#define COUNT(a) (sizeof(a) / sizeof *(a))

static wide
value(struct type t, uint64_t v)
{
	v = low_bits(v, t.bits);
	if (t.kind == 's' && v >> (t.bits - 1))
		return (wide)v - ((wide)1 << t.bits);
	return (wide)v;
}

static bool
is(const struct op *o, const char *text)
{
	return !strcmp(o->text, text);
}

/* ---- integers ---- */

static bool
int_expect(const void *ctx, const uint64_t in[3], uint64_t *want)
{
	const struct op *o = ctx;
	wide a = value(o->t, in[0]), b = value(o->t, in[1]), c = value(o->t, in[2]), r;
	int n = o->t.bits;
	if ((is(o, "div") || is(o, "rem")) && (!b || (b == -1 && a == -((wide)1 << (n - 1)))))
		return false;
	if (is(o, "add"))
		r = a + b;
	else if (is(o, "sub"))
		r = a - b;
	else if (is(o, "mul.lo"))
		r = (wide)((unsigned __int128)a * (unsigned __int128)b);
	else if (is(o, "mul.hi"))
		r = o->t.kind == 'u' ? (wide)((unsigned __int128)a * (unsigned __int128)b >> n) :
				       a * b >> n;
	else if (is(o, "mad.lo"))
		r = (wide)((unsigned __int128)a * (unsigned __int128)b + (unsigned __int128)c);
	else if (is(o, "div"))
		r = a / b;
	else if (is(o, "rem"))
		r = a % b;
	else if (is(o, "min"))
		r = a < b ? a : b;
	else if (is(o, "max"))
		r = a > b ? a : b;
	else if (is(o, "neg"))
		r = -a;
	else if (is(o, "abs"))
		r = a < 0 ? -a : a;
	else if (is(o, "sad"))
		r = c + (a < b ? b - a : a - b);
	else if (is(o, "add.sat")) {
		wide most = ((wide)1 << (n - 1)) - 1;
		r = a + b > most ? most : a + b < -most - 1 ? -most - 1 : a + b;
	} else
		return false;
	*want = low_bits((uint64_t)r, n);
	return true;
}

static void
try_int(const char *text, struct type t, int operands)
{
	struct op o = { .text = text, .t = t };
	struct instruction in = { .operands = operands, .in = t, .out = t };
	snprintf(in.name, sizeof in.name, "%s.%s", text, t.name);
	test_instruction(&in, int_expect, &o);
}

static void
test_ints(void)
{
	static const struct {
		const char *text;
		int operands;
	} all[] = { { "add", 2 }, { "sub", 2 }, { "mul.lo", 2 }, { "mul.hi", 2 }, { "mad.lo", 3 },
		{ "div", 2 }, { "rem", 2 }, { "min", 2 }, { "max", 2 }, { "sad", 3 } };
	for (size_t i = 0; i < COUNT(all); i++)
		for (size_t k = 0; k < COUNT(ints); k++)
			try_int(all[i].text, ints[k], all[i].operands);
	for (size_t k = 1; k < COUNT(ints); k += 2) {
		try_int("neg", ints[k], 1);
		try_int("abs", ints[k], 1);
	}
	try_int("add.sat", ints[3], 2);
}

/* ---- products of twice the width ---- */

static bool
wide_expect(const void *ctx, const uint64_t in[3], uint64_t *want)
{
	const struct op *o = ctx;
	*want = low_bits((uint64_t)(value(o->t, in[0]) * value(o->t, in[1])), o->t.bits * 2);
	return true;
}

static void
test_wide(void)
{
	for (size_t k = 0; k < 4; k++) {
		struct op o = { .t = ints[k] };
		struct instruction in = {
			.operands = 2,
			.in = ints[k],
			.out = { "", 'u', ints[k].bits * 2 },
		};
		snprintf(in.name, sizeof in.name, "mul.wide.%s", ints[k].name);
		test_instruction(&in, wide_expect, &o);
	}
}

/* ---- bits; a shift's count is the low 32 bits of B ---- */

static bool
bits_expect(const void *ctx, const uint64_t in[3], uint64_t *want)
{
	const struct op *o = ctx;
	int n = o->t.bits;
	wide a = value(o->t, in[0]);
	uint64_t b = in[1], by = in[2] & 0xffffffff, r;
	if (is(o, "and"))
		r = in[0] & b;
	else if (is(o, "or"))
		r = in[0] | b;
	else if (is(o, "xor"))
		r = in[0] ^ b;
	else if (is(o, "not"))
		r = ~in[0];
	else if (is(o, "cnot"))
		r = !in[0];
	else if (is(o, "shl"))
		r = by >= (uint64_t)n ? 0 : in[0] << by;
	else if (is(o, "shr"))
		r = by >= (uint64_t)n ? (a < 0 ? UINT64_MAX : 0) : (uint64_t)(a >> by);
	else
		return false;
	*want = low_bits(r, n);
	return true;
}

static void
try_bits(const char *text, struct type t, int operands)
{
	struct op o = { .text = text, .t = t };
	bool shift = !strncmp(text, "sh", 2);
	struct instruction in = {
		.operands = shift ? 1 : operands,
		.in = t,
		.out = t,
		.more = shift ? ", %count" : NULL,
	};
	snprintf(in.name, sizeof in.name, "%s.%s", text, t.name);
	test_instruction(&in, bits_expect, &o);
}

static void
test_bits(void)
{
	static const struct {
		const char *text;
		int operands;
	} all[] = { { "and", 2 }, { "or", 2 }, { "xor", 2 }, { "not", 1 }, { "cnot", 1 } };
	for (size_t i = 0; i < COUNT(all); i++)
		for (size_t k = 0; k < COUNT(bits); k++)
			try_bits(all[i].text, bits[k], all[i].operands);
}

/* A shift has two types, which the table of instructions has not: its count is loaded here. */
static void
test_shifts(void)
{
	for (size_t k = 0; k < COUNT(bits); k++)
		try_bits("shl", bits[k], 1);
	for (size_t k = 0; k < COUNT(ints); k++)
		try_bits("shr", ints[k], 1);
	for (size_t k = 0; k < COUNT(bits); k++)
		try_bits("shr", bits[k], 1);
}

/* ---- comparison and selection ---- */

static bool
compared(const char *c, bool less, bool equal, bool nan)
{
	size_t n = strlen(c);
	if (!strcmp(c, "num"))
		return !nan;
	if (!strcmp(c, "nan"))
		return nan;
	if (nan)
		return (n == 3 && c[2] == 'u') || !strcmp(c, "neu");
	switch (c[0] << 8 | c[1]) {
	case 'e' << 8 | 'q': return equal;
	case 'n' << 8 | 'e': return !equal;
	case 'l' << 8 | 't':
	case 'l' << 8 | 'o': return less;
	case 'l' << 8 | 'e':
	case 'l' << 8 | 's': return less || equal;
	case 'g' << 8 | 't':
	case 'h' << 8 | 'i': return !less && !equal;
	default: return !less;
	}
}

static bool
compare_expect(const void *ctx, const uint64_t in[3], uint64_t *want)
{
	const struct op *o = ctx;
	if (o->t.kind == 'f') {
		double a = real(o->t, in[0]), b = real(o->t, in[1]);
		*want = compared(o->text, a < b, a == b, isnan(a) || isnan(b));
	} else {
		wide a = value(o->t, in[0]), b = value(o->t, in[1]);
		*want = compared(o->text, a < b, a == b, false);
	}
	return true;
}

static bool
select_expect(const void *ctx, const uint64_t in[3], uint64_t *want)
{
	(void)ctx;
	*want = in[0];
	return true;
}

static void
try_compare(const char *text, struct type t)
{
	struct op o = { .text = text, .t = t };
	struct instruction in = { .operands = 2, .in = t, .out = predicate };
	snprintf(in.name, sizeof in.name, "setp.%s.%s", text, t.name);
	test_instruction(&in, compare_expect, &o);
}

static void
test_compare(void)
{
	static const char *const all[] = { "eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi",
		"hs", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan" };
	for (size_t i = 0; i < COUNT(all); i++) {
		for (size_t k = 0; i < 6 && k < COUNT(ints); k++)
			try_compare(all[i], ints[k]);
		for (size_t k = 0; i < 2 && k < COUNT(bits); k++)
			try_compare(all[i], bits[k]);
		for (size_t k = 0; i >= 6 && i < 10 && k < COUNT(ints); k += 2)
			try_compare(all[i], ints[k]);
		for (size_t k = 0; (i < 6 || i >= 10) && k < COUNT(floats); k++)
			try_compare(all[i], floats[k]);
	}
}

static void
try_select(struct type t)
{
	struct op o = { .t = t };
	struct instruction in = { .operands = 2, .in = t, .out = t, .more = ", %yes" };
	snprintf(in.name, sizeof in.name, "selp.%s", t.name);
	test_instruction(&in, select_expect, &o);
}

static void
test_select(void)
{
	for (size_t k = 0; k < COUNT(ints); k++)
		try_select(ints[k]);
	for (size_t k = 0; k < COUNT(bits); k++)
		try_select(bits[k]);
	for (size_t k = 0; k < COUNT(floats); k++)
		try_select(floats[k]);
}

/* ---- floating point ---- */

static uint64_t
bits_of(struct type t, double d)
{
	float f = (float)d;
	uint32_t low;
	uint64_t all;
	memcpy(&low, &f, 4);
	memcpy(&all, &d, 8);
	return t.bits == 32 ? low : all;
}

static double
least(double a, double b, bool max)
{
	if (isnan(a) || isnan(b))
		return isnan(a) ? b : a;
	if (a == b)
		return !!signbit(a) != max ? a : b;
	return (a < b) != max ? a : b;
}

static double
single(const struct op *o, float fa, float fb, float fc)
{
	volatile float a = fa, b = fb, c = fc, r = 0;
	fesetround(o->round);
	if (is(o, "add"))
		r = a + b;
	else if (is(o, "sub"))
		r = a - b;
	else if (is(o, "mul"))
		r = a * b;
	else if (is(o, "div"))
		r = a / b;
	else if (is(o, "fma"))
		r = fmaf(a, b, c);
	else if (is(o, "sqrt"))
		r = sqrtf(a);
	else if (is(o, "rcp"))
		r = 1 / a;
	fesetround(FE_TONEAREST);
	return r;
}

static double
twice(const struct op *o, double da, double db, double dc)
{
	volatile double a = da, b = db, c = dc, r = 0;
	fesetround(o->round);
	if (is(o, "add"))
		r = a + b;
	else if (is(o, "sub"))
		r = a - b;
	else if (is(o, "mul"))
		r = a * b;
	else if (is(o, "div"))
		r = a / b;
	else if (is(o, "fma"))
		r = fma(a, b, c);
	else if (is(o, "sqrt"))
		r = sqrt(a);
	else if (is(o, "rcp"))
		r = 1 / a;
	fesetround(FE_TONEAREST);
	return r;
}

static bool
float_expect(const void *ctx, const uint64_t in[3], uint64_t *want)
{
	const struct op *o = ctx;
	double a = real(o->t, in[0]), b = real(o->t, in[1]), c = real(o->t, in[2]);
	uint64_t sign = UINT64_C(1) << (o->t.bits - 1);
	if (is(o, "neg"))
		*want = in[0] ^ sign;
	else if (is(o, "abs"))
		*want = in[0] & ~sign;
	else if (is(o, "copysign"))
		*want = (in[1] & ~sign) | (in[0] & sign);
	else if (is(o, "min") || is(o, "max"))
		*want = bits_of(o->t, least(a, b, is(o, "max")));
	else
		*want = bits_of(o->t,
			o->t.bits == 32 ? single(o, (float)a, (float)b, (float)c) :
					  twice(o, a, b, c));
	return true;
}

static void
try_float(const char *text, const char *mode, int round, struct type t, int operands)
{
	struct op o = { .text = text, .t = t, .round = round };
	struct instruction in = { .operands = operands, .in = t, .out = t };
	snprintf(in.name, sizeof in.name, "%s%s.%s", text, mode, t.name);
	test_instruction(&in, float_expect, &o);
}

static void
test_floats(void)
{
	static const struct {
		const char *text;
		int operands;
	} rounded[] = { { "add", 2 }, { "sub", 2 }, { "mul", 2 }, { "div", 2 }, { "fma", 3 },
		{ "sqrt", 1 }, { "rcp", 1 } };
	static const struct {
		const char *text;
		int operands;
	} exact[] = { { "neg", 1 }, { "abs", 1 }, { "copysign", 2 }, { "min", 2 }, { "max", 2 } };
	static const struct {
		const char *name;
		int round;
	} modes[] = { { ".rn", FE_TONEAREST }, { ".rz", FE_TOWARDZERO }, { ".rm", FE_DOWNWARD },
		{ ".rp", FE_UPWARD } };
	for (size_t k = 0; k < COUNT(floats); k++) {
		for (size_t i = 0; i < COUNT(rounded); i++)
			for (size_t r = 0; r < COUNT(modes); r++)
				try_float(rounded[i].text, modes[r].name, modes[r].round, floats[k],
					rounded[i].operands);
		for (size_t i = 0; i < COUNT(exact); i++)
			try_float(exact[i].text, "", FE_TONEAREST, floats[k], exact[i].operands);
		for (size_t i = 0; i < 3;
			i++) /* without a mode they round to nearest, and are not fused */
			try_float(rounded[i].text, "", FE_TONEAREST, floats[k], 2);
	}
}

int
main(int argc, char **argv)
{
	if (!product_begin(argc, argv))
		return 1;
	test_ints();
	test_wide();
	test_bits();
	test_shifts();
	test_compare();
	test_select();
	test_floats();
	return product_end("arithmetic", 263);
}
