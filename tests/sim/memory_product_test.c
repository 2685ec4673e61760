/*
 * memory_product_test.c: loads and stores of every type in every state space, with the modifiers
 * that compilers write, through the space's own addresses and generic ones; parameters of
 * functions; atom and red with every operation and type in global and shared memory.  Each
 * thread has a cell of its own: what lanes do to one address is in flow_test.c and suite_test.c.
 */
#include "product.h"

static const struct type types[] = { { "u8", 'u', 8 }, { "s8", 's', 8 }, { "b8", 'b', 8 },
	{ "u16", 'u', 16 }, { "s16", 's', 16 }, { "b16", 'b', 16 }, { "u32", 'u', 32 },
	{ "s32", 's', 32 }, { "b32", 'b', 32 }, { "u64", 'u', 64 }, { "s64", 's', 64 },
	{ "b64", 'b', 64 }, { "f32", 'f', 32 }, { "f64", 'f', 64 } };
#define COUNT(a) (sizeof(a) / sizeof *(a))

struct op {
	const char *text;
	struct type t;
	bool old;
	int element;
};

/* ---- loads and stores ---- */

/* What a register holds after a load: the value, extended as the type says. */
static bool
kept(const void *ctx, const uint64_t in[3], uint64_t *want)
{
	const struct op *o = ctx;
	uint64_t v = low_bits(in[0], o->t.bits);
	if (o->t.kind == 's' && v >> (o->t.bits - 1))
		v |= ~low_bits(UINT64_MAX, o->t.bits);
	*want = low_bits(v, register_bits(o->t));
	return true;
}

/* One of ld and st is tried, the other one has the plain form. */
static void
try_access(const char *access, const char *mode, const char *space, bool generic, struct type t)
{
	struct op o = { .t = t };
	char body[200], name[60], from[20] = "";
	if (!generic)
		snprintf(from, sizeof from, ".%s", space);
	snprintf(name, sizeof name, "%s%s%s.%s", access, mode, from, t.name);
	if (!strcmp(mode, ".nc") || !strcmp(mode, ".ca") || !strcmp(mode, ".cg"))
		snprintf(name, sizeof name, "%s%s%s.%s", access, from, mode, t.name);
	if (access[0] == 'l')
		snprintf(body, sizeof body, "st%s.%s [%%cell], %%a; %s %%d, [%%cell];", from,
			t.name, name);
	else
		snprintf(body, sizeof body, "%s [%%cell], %%a; ld%s.%s %%d, [%%cell];", name, from,
			t.name);
	struct instruction in = {
		.operands = 1,
		.in = t,
		.out = t,
		.body = body,
		.space = space,
		.generic = generic,
	};
	snprintf(in.name, sizeof in.name, "%.47s", name);
	test_instruction(&in, kept, &o);
}

static void
test_accesses(void)
{
	static const char *const spaces[] = { "global", "shared", "local" };
	for (size_t i = 0; i < COUNT(types); i++)
		for (size_t s = 0; s < COUNT(spaces); s++)
			for (int generic = 0; generic < 2; generic++) {
				try_access("ld", "", spaces[s], generic, types[i]);
				try_access("st", "", spaces[s], generic, types[i]);
				if (s < 2) {
					try_access("ld", ".volatile", spaces[s], generic, types[i]);
					try_access("st", ".volatile", spaces[s], generic, types[i]);
				}
				if (!s && !generic) {
					try_access("ld", ".nc", spaces[s], generic, types[i]);
					try_access("ld", ".ca", spaces[s], generic, types[i]);
					try_access("ld", ".cg", spaces[s], generic, types[i]);
				}
			}
}

/* a, b, c and a again, side by side: what comes as the element of a vector. */
static bool
element_expect(const void *ctx, const uint64_t in[3], uint64_t *want)
{
	const struct op *o = ctx;
	return kept(ctx, (uint64_t[3]){ in[o->element % 3] }, want);
}

/* Each element of a vector by a load of all of them, or stored by one store, beside scalar ones. */
static void
try_vector(const char *access, const char *mode, struct type t, int elements, int element)
{
	static const char abca[] = "abca";
	struct op o = { .t = t, .element = element };
	char body[500], name[48], taken[80] = "", stored[80] = "", word[8];
	struct sim_log k = { 0 };
	int size = t.bits / 8;
	snprintf(name, sizeof name, "%s.global%s.v%d.%s", access, mode, elements, t.name);
	for (int i = 0; i < elements; i++) {
		size_t n = strlen(taken), m = strlen(stored);
		snprintf(taken + n, sizeof taken - n, i == element ? "%s%%d" : "%s%%o%d",
			i ? ", " : "", i);
		snprintf(stored + m, sizeof stored - m, "%s%%%c", i ? ", " : "", abca[i]);
	}
	sim_log_printf(&k, "{ .reg .%s %%o<4>; ", register_type(t, word));
	if (access[0] == 's')
		sim_log_printf(&k, "%s [%%cell], {%s}; ", name, stored);
	for (int i = 0; access[0] == 'l' && i < elements; i++)
		sim_log_printf(&k, "st.global.%s [%%cell+%d], %%%c; ", t.name, i * size, abca[i]);
	if (access[0] == 's')
		sim_log_printf(&k, "ld.global.%s %%d, [%%cell+%d]; }", t.name, element * size);
	else
		sim_log_printf(&k, "%s {%s}, [%%cell]; }", name, taken);
	snprintf(body, sizeof body, "%s", k.text);
	sim_log_free(&k);
	struct instruction in = { .operands = 3,
		.in = t,
		.out = t,
		.body = body,
		.space = "global" };
	snprintf(in.name, sizeof in.name, "%s", name);
	test_instruction(&in, element_expect, &o);
}

static void
test_vectors(void)
{
	for (size_t i = 0; i < COUNT(types); i++)
		for (int elements = 2; elements * types[i].bits <= 128 && elements <= 4;
			elements += 2)
			for (int element = 0; element < elements; element++) {
				try_vector("ld", "", types[i], elements, element);
				if (!product.every) /* ptxas loads before the stores, as .nc allows */
					try_vector("ld", ".nc", types[i], elements, element);
				try_vector("st", "", types[i], elements, element);
			}
}

/* A value goes to a function and comes back. */
static void
test_parameters(void)
{
	static const char *const tried[] = { "ld", "st" };
	for (size_t i = 0; i < COUNT(types); i++)
		for (size_t k = 0; k < 2; k++) {
			struct op o = { .t = types[i] };
			const char *name = types[i].name;
			char body[300], head[300], word[8];
			snprintf(head, sizeof head,
				".func (.param .%s out) same(.param .%s in)\n{\n.reg .%s %%v;\n"
				"ld.param.%s %%v, [in]; st.param.%s [out], %%v; ret;\n}",
				name, name, register_type(types[i], word), name, name);
			snprintf(body, sizeof body,
				"{ .param .%s p; .param .%s q; st.param.%s [p], %%a; "
				"call (q), same, (p); "
				"ld.param.%s %%d, [q]; }",
				name, name, name, name);
			struct instruction in = {
				.operands = 1,
				.in = types[i],
				.out = types[i],
				.body = body,
				.head = head,
				.space = "global",
			};
			snprintf(in.name, sizeof in.name, "%s.param.%s", tried[k], name);
			test_instruction(&in, kept, &o);
		}
}

/* ---- what leaves values alone ---- */

static void
try_kept(const char *name, const char *space, const char *body)
{
	static const struct type t = { "b64", 'b', 64 };
	struct op o = { .t = t };
	struct instruction in = { .operands = 1, .in = t, .out = t, .body = body, .space = space };
	snprintf(in.name, sizeof in.name, "%s", name);
	test_instruction(&in, kept, &o);
}

static void
test_kept(void)
{
	static const char *const spaces[] = { "global", "shared", "local" };
	for (size_t i = 0; i < COUNT(spaces); i++) {
		char name[48], body[200];
		for (int to = 0; to < 2; to++) {
			snprintf(name, sizeof name, "cvta.%s%s.u64", to ? "to." : "", spaces[i]);
			snprintf(body, sizeof body,
				"st.%s.b64 [%%cell], %%a; cvta.%s.u64 %%cell, %%cell; "
				"%s%s%s ld%s%s.b64 %%d, [%%cell];",
				spaces[i], spaces[i], to ? "cvta.to." : "", to ? spaces[i] : "",
				to ? ".u64 %cell, %cell;" : "", to ? "." : "", to ? spaces[i] : "");
			try_kept(name, spaces[i], body);
		}
	}
	try_kept("ldu.global.b64", "global",
		"st.global.b64 [%cell], %a; ldu.global.b64 %d, [%cell];");
	try_kept("prefetch.global.L2", "global", "prefetch.global.L2 [%cell]; mov.b64 %d, %a;");
	try_kept("prefetchu.L1", "global", "prefetchu.L1 [%cell]; mov.b64 %d, %a;");
	try_kept("pmevent", "global", "pmevent 1; mov.b64 %d, %a;");
	try_kept("bra.uni", "global", "bra.uni $OVER; mov.b64 %a, 0; $OVER: mov.b64 %d, %a;");
	try_kept("fence.acq_rel.cta", "shared",
		"st.shared.b64 [%cell], %a; fence.acq_rel.cta; ld.shared.b64 %d, [%cell];");
	try_kept("fence.sc.gpu", "global",
		"st.global.b64 [%cell], %a; fence.sc.gpu; ld.global.b64 %d, [%cell];");
	try_kept("barrier.sync", "shared",
		"st.shared.b64 [%cell], %a; barrier.sync 1; "
		"ld.shared.b64 %d, [%cell];");
}

/* ---- atomics ---- */

static uint64_t
sum(struct type t, uint64_t a, uint64_t b)
{
	float f = (float)real(t, a) + (float)real(t, b);
	double d = real(t, a) + real(t, b);
	uint32_t low;
	uint64_t all;
	memcpy(&low, &f, 4);
	memcpy(&all, &d, 8);
	return t.kind != 'f' ? a + b : t.bits == 32 ? low : all;
}

static bool
less(struct type t, uint64_t a, uint64_t b)
{
	uint64_t flip = t.kind == 's' ? UINT64_C(1) << (t.bits - 1) : 0;
	return (a ^ flip) < (b ^ flip);
}

/* The cell begins as A; B and C are the operands.  The result is what was there or what is now. */
static bool
atomic_expect(const void *ctx, const uint64_t in[3], uint64_t *want)
{
	const struct op *o = ctx;
	uint64_t a = in[0], b = in[1], r = a;
	const char *op = o->text;
	if (!strcmp(op, "add"))
		r = sum(o->t, a, b);
	else if (!strcmp(op, "min"))
		r = less(o->t, a, b) ? a : b;
	else if (!strcmp(op, "max"))
		r = less(o->t, a, b) ? b : a;
	else if (!strcmp(op, "and"))
		r = a & b;
	else if (!strcmp(op, "or"))
		r = a | b;
	else if (!strcmp(op, "xor"))
		r = a ^ b;
	else if (!strcmp(op, "exch"))
		r = b;
	else if (!strcmp(op, "cas"))
		r = a == b ? in[2] : a;
	else if (!strcmp(op, "inc"))
		r = a >= b ? 0 : a + 1;
	else
		r = !a || a > b ? b : a - 1;
	*want = low_bits(o->old ? a : r, o->t.bits);
	return true;
}

static void
try_atomic(const char *op, const char *space, bool generic, struct type t, bool red)
{
	char body[300], name[48], in[20] = "";
	bool three = !strcmp(op, "cas");
	if (!generic)
		snprintf(in, sizeof in, ".%s", space);
	snprintf(name, sizeof name, "%s%s.%s.%s", red ? "red" : "atom", in, op, t.name);
	for (int old = 0; old < 2 - red; old++) {
		struct op o = { .text = op, .t = t, .old = old };
		snprintf(body, sizeof body,
			"st%s.%s [%%cell], %%a; %s %s[%%cell], %%b%s; "
			"%sld%s.%s %%d, [%%cell];",
			in, t.name, name, red ? "" : "%d, ", three ? ", %c" : "", old ? "//" : "",
			in, t.name);
		struct instruction i = {
			.operands = 3,
			.in = t,
			.out = t,
			.body = body,
			.space = space,
			.generic = generic,
		};
		snprintf(i.name, sizeof i.name, "%s", name);
		test_instruction(&i, atomic_expect, &o);
	}
}

static void
test_atomics(void)
{
	static const struct {
		const char *op, *types;
	} all[] = { { "add", "u32 s32 u64 f32 f64" }, { "min", "u32 s32 u64 s64" },
		{ "max", "u32 s32 u64 s64" }, { "and", "b32 b64" }, { "or", "b32 b64" },
		{ "xor", "b32 b64" }, { "exch", "b32 b64" }, { "cas", "b32 b64" }, { "inc", "u32" },
		{ "dec", "u32" } };
	for (size_t i = 0; i < COUNT(all); i++)
		for (size_t k = 0; k < COUNT(types); k++)
			for (int how = 0; strstr(all[i].types, types[k].name) && how < 8; how++) {
				bool red = how & 4;
				if (!red || (strcmp(all[i].op, "exch") && strcmp(all[i].op, "cas")))
					try_atomic(all[i].op, how & 1 ? "shared" : "global",
						how & 2, types[k], red);
			}
}

int
main(int argc, char **argv)
{
	if (!product_begin(argc, argv))
		return 1;
	test_accesses();
	test_vectors();
	test_parameters();
	test_kept();
	test_atomics();
	return product_end("memory", 647);
}
