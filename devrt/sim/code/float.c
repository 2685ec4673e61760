/*
 * float.c: floating-point operations of machine code.  Sums, products and fused ones are the
 * host's, which are IEEE's; directed rounding and flushed denormals go through `wrapped`.
 *
 * MUFU's results come from tables of the hardware that are not public.  Here they are the nearest
 * numbers, so closer than the machine's: divisions and roots that ptxas builds around them come out
 * the same, correctly rounded; .approx functions may differ in their last bits.
 */
#include <fenv.h>
#include <math.h>

#include "code/lanes.h"

#define FF SRC(a, 0) SRC(b, 1)
#define FFF FF SRC(c, 2)
#define DD SRCW(a, 0) SRCW(b, 1)
#define DDD DD SRCW(c, 2)
#define GETFF GETF(a) GETF(b)
#define GETDD GETD(a) GETD(b)

OP32(exec_fadd, FF, GETFF, bits_of(a + b))
OP32(exec_fmul, FF, GETFF, bits_of(a *b))
OP32(exec_ffma, FFF, GETFF GETF(c), bits_of(__builtin_fmaf(a, b, c)))
OP64(exec_dadd, DD, GETDD, bits_of_double(a + b))
OP64(exec_dmul, DD, GETDD, bits_of_double(a *b))
OP64(exec_dfma, DDD, GETDD GETD(c), bits_of_double(__builtin_fma(a, b, c)))

/* ---- rounding, flushing, saturating ---- */

static uint32_t
flushed(uint32_t v)
{
	return v & 0x7f800000 ? v : v & 0x80000000;
}

static void
flush_sources(struct warp *w, struct sass *x)
{
	for (int k = 0; k < 3; k++) {
		const uint32_t *from = x->s[k].lo ? at(w, x->s[k].lo) : NULL;
		uint32_t *to = at(w, SCRATCH(k));
		for (int i = 0; from && i < WARP; i++)
			to[i] = flushed(from[i]);
		if (from)
			x->s[k].lo = SCRATCH(k);
	}
}

static int
wrapped(struct warp *w, const struct inst *in, uint32_t mask)
{
	static const int modes[] = { FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO };
	struct inst plain = *in;
	struct sass x = *sass_of(in);
	plain.extra = &x;
	if (in->flags & WRAP_FTZ)
		flush_sources(w, &x);
	fesetround(modes[in->round]);
	in->inner(w, &plain, mask);
	fesetround(FE_TONEAREST);
	uint32_t *d = at(w, in->d);
	FOR_LANES(i, mask) {
		if (in->flags & WRAP_FTZ)
			d[i] = flushed(d[i]);
		float f = float_of(d[i]);
		if (in->flags & WRAP_SAT)
			d[i] = bits_of(f >= 1 ? 1 : f > 0 ? f : 0);
	}
	return ACT_NEXT;
}

static const char *const roundings[] = { "RN", "RM", "RP", "RZ", NULL };

static void
choose(struct decoded *d, exec_fn *fn)
{
	struct inst *in = d->in;
	int round = sass_mod_of(d->l, roundings);
	in->round = (uint8_t)(round > 0 ? round : 0);
	in->flags = (uint8_t)((sass_mod(d->l, "FTZ") ? WRAP_FTZ : 0) |
		(sass_mod(d->l, "SAT") ? WRAP_SAT : 0));
	in->fn = in->inner = fn;
	if (in->flags || in->round)
		in->fn = wrapped;
}

/* clang-format off */
#define CHOOSE(name) void sass_##name(struct decoded *d) { choose(d, exec_##name); }
CHOOSE(fadd) CHOOSE(fmul) CHOOSE(ffma) CHOOSE(dadd) CHOOSE(dmul) CHOOSE(dfma)
	/* clang-format on */

	/* ---- comparisons: a test is a set of less, equal, greater, unordered ---- */

	static const char *const tests[] = { "F", "LT", "EQ", "LE", "GT", "NE", "GE", "NUM", "NAN",
		"LTU", "EQU", "LEU", "GTU", "NEU", "GEU", "T", NULL };
static const char *const logic[] = { "AND", "OR", "XOR", NULL };

int
sass_test(struct sass_line *l)
{
	return sass_mod_of(l, tests);
}

int
sass_test_named(const char *name)
{
	for (int k = 0; tests[k]; k++)
		if (!strcmp(tests[k], name))
			return k;
	return -1;
}

static inline bool
holds(unsigned test, double a, double b)
{
	unsigned relation = a < b ? 1 : a == b ? 2 : a > b ? 4 : 8;
	return test & relation;
}

/* DSETP.MIN and .MAX: is it the first; and is it neither, but a NaN? */
enum { TEST_MIN = 16, TEST_MAX = 32 };

static bool
first_of(unsigned test, double a, double b)
{
	if (a != a || b != b)
		return a == a;
	if (a == b)
		return test == TEST_MIN ? signbit(a) != 0 : signbit(b) != 0;
	return test == TEST_MIN ? a < b : a > b;
}

static void
conclude(struct warp *w, const struct sass *x, uint32_t mask, uint32_t r, uint32_t not_)
{
	uint32_t q = pred_of(w, x, 0);
	write_pred(w, x->p[0], mask, x->logic == 0 ? r & q : x->logic == 1 ? r | q : r ^ q);
	write_pred(w, x->p[1], mask,
		x->logic == 0         ? not_ & q :
			x->logic == 1 ? not_ | q :
					not_ ^ q);
}

static int
fsetp(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct sass *x = sass_of(in);
	uint32_t r = 0;
	FF FOR_LANES(i, mask)
	{
		GETFF
		if (in->flags & WRAP_FTZ)
			r |= (uint32_t)holds(x->test, float_of(flushed(bits_of(a))),
				     float_of(flushed(bits_of(b))))
				<< i;
		else
			r |= (uint32_t)holds(x->test, a, b) << i;
	}
	conclude(w, x, mask, r, ~r);
	return ACT_NEXT;
}

static int
dsetp(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct sass *x = sass_of(in);
	uint32_t r = 0, nan = 0;
	DD FOR_LANES(i, mask)
	{
		GETDD
		bool yes = x->test >= TEST_MIN ? first_of(x->test, a, b) : holds(x->test, a, b);
		r |= (uint32_t)yes << i;
		nan |= (uint32_t)(a != a && b != b) << i;
	}
	conclude(w, x, mask, r, x->test >= TEST_MIN ? nan : ~r);
	return ACT_NEXT;
}

static void
setp(struct decoded *d, exec_fn *fn)
{
	int test = sass_mod_of(d->l, tests), how = sass_mod_of(d->l, logic);
	if (fn == dsetp && sass_mod(d->l, "MIN"))
		test = TEST_MIN;
	if (fn == dsetp && sass_mod(d->l, "MAX"))
		test = TEST_MAX;
	d->x->test = (uint8_t)test;
	d->x->logic = (uint8_t)how;
	d->in->flags = sass_mod(d->l, "FTZ") ? WRAP_FTZ : 0;
	d->in->fn = test >= 0 && how >= 0 ? fn : NULL;
}

void
sass_fsetp(struct decoded *d)
{
	setp(d, fsetp);
}

void
sass_dsetp(struct decoded *d)
{
	setp(d, dsetp);
}

/* FSET.BF, DSET.BF: 1.0 or 0; else all bits or none. */
static void
set_result(struct warp *w, const struct inst *in, uint32_t mask, uint32_t r)
{
	const struct sass *x = sass_of(in);
	uint32_t *d = at(w, in->d), q = pred_of(w, x, 0);
	r = x->logic == 0 ? r & q : x->logic == 1 ? r | q : r ^ q;
	FOR_LANES(i, mask)
		d[i] = !(r >> i & 1) ? 0 : in->vec ? 0x3f800000 : FULL;
	if (x->carry)
		code_set_cc(w, x, mask, d);
}

static int
fset(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct sass *x = sass_of(in);
	uint32_t r = 0;
	FF FOR_LANES(i, mask)
	{
		GETFF
		if (in->flags & WRAP_FTZ)
			r |= (uint32_t)holds(x->test, float_of(flushed(bits_of(a))),
				     float_of(flushed(bits_of(b))))
				<< i;
		else
			r |= (uint32_t)holds(x->test, a, b) << i;
	}
	set_result(w, in, mask, r);
	return ACT_NEXT;
}

static int
dset(struct warp *w, const struct inst *in, uint32_t mask)
{
	uint32_t r = 0;
	const struct sass *x = sass_of(in);
	DD FOR_LANES(i, mask)
	{
		GETDD
		r |= (uint32_t)holds(x->test, a, b) << i;
	}
	set_result(w, in, mask, r);
	return ACT_NEXT;
}

static void
set(struct decoded *d, exec_fn *fn)
{
	d->in->vec = sass_mod(d->l, "BF");
	d->x->sets_cc = true;
	setp(d, fn);
}

void
sass_fset(struct decoded *d)
{
	set(d, fset);
}

void
sass_dset(struct decoded *d)
{
	set(d, dset);
}

/* FCMP: the first if the test holds between the third and 0, else the second. */
OP32(fcmp, FFF, GETFF GETF(c), bits_of(holds(x->test, c, 0) ? a : b))

void
sass_fcmp(struct decoded *d)
{
	int test = sass_test(d->l);
	d->x->test = (uint8_t)test;
	d->in->fn = test < 0 || sass_mod(d->l, "FTZ") ? NULL : fcmp;
}

/* ---- selections ---- */

OP32(fsel, FF uint32_t p = pred_of(w, x, 0);, GETFF, p >> i & 1 ? bits_of(a) : bits_of(b))

void
sass_fsel(struct decoded *d)
{
	d->in->flags = 0;
	d->in->fn = fsel;
}

static inline uint32_t
least_of(float a, float b, bool least)
{
	if (a != a && b != b)
		return 0x7fffffff;
	return bits_of(first_of(least ? TEST_MIN : TEST_MAX, a, b) ? a : b);
}
OP32(fmnmx, FF uint32_t p = pred_of(w, x, 0);, GETFF, least_of(a, b, p >> i & 1))

void
sass_fmnmx(struct decoded *d)
{
	choose(d, fmnmx);
}

static inline uint64_t
least_double(double a, double b, bool least)
{
	if (a != a && b != b)
		return 0x7fffffffffffffff;
	return bits_of_double(first_of(least ? TEST_MIN : TEST_MAX, a, b) ? a : b);
}
OP64(dmnmx, DD uint32_t p = pred_of(w, x, 0);, GETDD, least_double(a, b, p >> i & 1))

void
sass_dmnmx(struct decoded *d)
{
	d->in->fn = dmnmx;
}

/* ---- division and special functions ---- */

/*
 * Does a / b need the long way?  Where the short one, a reciprocal and fused steps, could leave the
 * range of exact remainders.  The hardware's own bounds are not public; the long way is right for
 * all.
 */
static bool
check_division(uint32_t a, uint32_t b)
{
	int ea = (int)(a >> 23 & 255), eb = (int)(b >> 23 & 255);
	return ea == 255 || eb == 255 || eb == 0 || eb > 252 || ea < 24 || ea - eb > 125 ||
		ea - eb < -125;
}

static int
fchk(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct sass *x = sass_of(in);
	uint32_t r = 0;
	FF FOR_LANES(i, mask)
	{
		GETFF
		r |= (uint32_t)check_division(bits_of(a), bits_of(b)) << i;
	}
	write_pred(w, x->p[0], mask, r);
	return ACT_NEXT;
}

void
sass_fchk(struct decoded *d)
{
	sass_mod(d->l, "DIVIDE");
	d->in->fn = fchk;
}

enum {
	MUFU_COS,
	MUFU_SIN,
	MUFU_EX2,
	MUFU_LG2,
	MUFU_RCP,
	MUFU_RSQ,
	MUFU_RCP64H,
	MUFU_RSQ64H,
	MUFU_SQRT,
	MUFU_TANH
};
static const char *const functions[] = { "COS", "SIN", "EX2", "LG2", "RCP", "RSQ", "RCP64H",
	"RSQ64H", "SQRT", "TANH", NULL };

static uint32_t
special(unsigned which, uint32_t bits)
{
	double v = float_of(bits), turn = 6.283185307179586476925;
	switch (which) {
	case MUFU_COS: return bits_of((float)cos(v * turn)); /* of turns, not radians */
	case MUFU_SIN: return bits_of((float)sin(v * turn));
	case MUFU_EX2: return bits_of((float)exp2(v));
	case MUFU_LG2: return bits_of((float)log2(v));
	case MUFU_RCP: return bits_of((float)(1 / v));
	case MUFU_RSQ: return bits_of((float)(1 / sqrt(v)));
	case MUFU_SQRT: return bits_of((float)sqrt(v));
	case MUFU_TANH: return bits_of((float)tanh(v));
	/* the upper word of a double, of which the lower one counts as 0 */
	case MUFU_RCP64H:
		return (uint32_t)(bits_of_double(1 / double_of((uint64_t)bits << 32)) >> 32);
	default: return (uint32_t)(bits_of_double(1 / sqrt(double_of((uint64_t)bits << 32))) >> 32);
	}
}

static int
mufu(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct sass *x = sass_of(in);
	uint32_t *d = at(w, in->d);
	SRC(a, 0)
	FOR_LANES(i, mask)
		d[i] = special(in->mode, (a_[i] & as.keep) ^ as.flip);
	return ACT_NEXT;
}

/* RRO, before each MUFU of sm_35: a form of the number that only MUFU reads, here that of sm_70. */
OP32(rro_turns, SRC(a, 0), GETF(a), bits_of((float)(a / 6.283185307179586476925)))
OP32(rro_plain, SRC(a, 0), GETF(a), bits_of(a))

void
sass_rro(struct decoded *d)
{
	choose(d, sass_mod(d->l, "SINCOS") ? rro_turns : sass_mod(d->l, "EX2") ? rro_plain : NULL);
	if (!d->in->inner)
		d->in->fn = NULL;
}

void
sass_mufu(struct decoded *d)
{
	int which = sass_mod_of(d->l, functions);
	d->in->mode = (uint8_t)which;
	if (which >= 0)
		choose(d, mufu);
}
