/*
 * product.h: runs one PTX instruction on every combination of edge values and compares each
 * result with what a function in C expects.  Tests that include it go through whole families of
 * instructions (operation x type x modifier); with the argument --list they print which ones and
 * run nothing, for tests/sim/coverage.t.
 */
#ifndef TEST_PRODUCT_H
#define TEST_PRODUCT_H

#include <fenv.h>

#include "core.h"

/* A type as instructions spell it: 'u', 's', 'b', 'f' or 'p', and bits. */
struct type {
	const char *name;
	char kind;
	int bits;
};

/* name takes A, B and C, all of the type in, and gives a result of type out. */
struct instruction {
	char name[48];
	int operands;
	struct type in, out;
	const char *body;  /* in its place: uses %a to %d, and %cell, this thread's
   8 bytes, 32 of global memory */
	const char *head;  /* functions that the body calls; or NULL */
	const char *space; /* of the cell: "global", "shared", "local";
   or generic addresses of it */
	bool generic;
	const char *more; /* behind them: ", %count", C's low 32 bits, or ", %yes";
  or NULL */
};

/* What the instruction gives; false: anything may come (a division by zero). */
typedef bool expect_fn(const void *ctx, const uint64_t in[3], uint64_t *want);

/*
 * As PTX on the V100; SIM_CODE=machine in the environment tries every SIM_EVERYth instruction as
 * machine code, on SIM_GPU, whose architecture may lack some: ptxas says so.
 */
static struct {
	bool list;
	struct sim_device *dev;
	const char *target;
	uint64_t in, out;
	unsigned instructions, wrong, every, lacking;
} product;

#define NEDGES 18
#define NTHREADS (NEDGES * NEDGES)

static const uint64_t int_edges[NEDGES] = { 0, 1, 2, 3, 7, 31, 32, 33, 63, 64, 65, 0x7f, 0x80,
	0x7fff, 0x80000000, 0x7fffffff, 0x8000000000000000, UINT64_MAX };
static const uint32_t f32_edges[NEDGES] = { 0, 0x80000000, 0x3f800000, 0xbf800000, 0x3fc00000,
	0xc0200000, 0x3effffff, 0x3f000001, 0x7f800000, 0xff800000, 0x7fc00000, 1, 0x007fffff,
	0x00800000, 0x7f7fffff, 0xcf000000, 0x4f800000, 0x5f000000 };
static const uint64_t f64_edges[NEDGES] = { 0, 0x8000000000000000, 0x3ff0000000000000,
	0xbff0000000000000, 0x3ff8000000000000, 0xc004000000000000, 0x3fdfffffffffffff,
	0x3fe0000000000001, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000, 1,
	0x0010000000000000, 0x7fefffffffffffff, 0xc1e0000000200000, 0x41dfffffffc00000,
	0x43e0000000000000, 0x36a0000000000000 };

/* The number that v's bits are in the floating-point type t. */
static double
real(struct type t, uint64_t v)
{
	float f;
	double d;
	uint32_t low = (uint32_t)v;
	memcpy(&f, &low, 4);
	memcpy(&d, &v, 8);
	return t.bits == 32 ? f : d;
}

static uint64_t
edge(struct type t, unsigned i)
{
	return t.kind != 'f' ? int_edges[i % NEDGES] :
		t.bits == 32 ? f32_edges[i % NEDGES] :
			       f64_edges[i % NEDGES];
}

static uint64_t
low_bits(uint64_t v, int bits)
{
	return bits < 64 ? v & ((UINT64_C(1) << bits) - 1) : v;
}

/* The registers of 8-bit values are 32 bits wide. */
static int
register_bits(struct type t)
{
	return t.bits == 8 ? 32 : t.bits;
}

static void
load_operand(struct sim_log *k, struct type t, char name)
{
	int bits = register_bits(t);
	if (t.kind == 'p')
		sim_log_printf(k, "setp.ne.u64 %%%c, %%in%c, 0;\n", name, name);
	else if (t.kind == 'f' && bits == 32)
		sim_log_printf(k, "cvt.u32.u64 %%word, %%in%c; mov.b32 %%%c, %%word;\n", name,
			name);
	else if (bits == 64)
		sim_log_printf(k, "mov.b64 %%%c, %%in%c;\n", name, name);
	else
		sim_log_printf(k, "cvt.u%d.u64 %%%c, %%in%c;\n", bits, name, name);
}

static void
store_result(struct sim_log *k, struct type t)
{
	int bits = register_bits(t);
	if (t.kind == 'p')
		sim_log_printf(k, "selp.u64 %%result, 1, 0, %%d;\n");
	else if (t.kind == 'f' && bits == 32)
		sim_log_printf(k, "mov.b32 %%word, %%d; cvt.u64.u32 %%result, %%word;\n");
	else if (bits == 64)
		sim_log_printf(k, "mov.b64 %%result, %%d;\n");
	else
		sim_log_printf(k, "cvt.u64.u%d %%result, %%d;\n", bits);
}

static char *
register_type(struct type t, char *out)
{
	if (t.kind == 'p')
		strcpy(out, "pred");
	else
		snprintf(out, 8, "%c%d", t.kind == 'f' ? 'f' : 'b', register_bits(t));
	return out;
}

static void
put_cell(struct sim_log *k, const struct instruction *in)
{
	const char *space = in->space;
	sim_log_printf(k, ".reg .b64 %%cell;\n");
	if (!strcmp(space, "shared"))
		sim_log_printf(k,
			".shared .align 8 .b8 cells[256]; mov.u64 %%cell, cells; "
			"mov.u32 %%word, %%tid.x; mul.wide.u32 %%at, %%word, 8; "
			"add.u64 %%cell, %%cell, %%at;\n");
	else if (!strcmp(space, "local"))
		sim_log_printf(k, ".local .align 8 .b8 own[8]; mov.u64 %%cell, own;\n");
	else
		sim_log_printf(k,
			"mul.wide.u32 %%at, %%thread, 24; add.u64 %%cell, %%to, %%at; "
			"add.u64 %%cell, %%cell, %d;\n",
			NTHREADS * 8);
	if (in->generic)
		sim_log_printf(k, "cvta.%s.u64 %%cell, %%cell;\n", space);
}

static struct sim_log
kernel_of(const struct instruction *in)
{
	struct sim_log k = { 0 };
	char from[8], to[8];
	sim_log_printf(&k, ".version 7.8\n.target %s\n.address_size 64\n", product.target);
	if (in->head)
		sim_log_printf(&k, "%s\n", in->head);
	sim_log_printf(&k,
		".visible .entry k(.param .u64 in, .param .u64 out)\n{\n"
		".reg .b64 %%from, %%to, %%at, %%ina, %%inb, %%inc, %%result;\n"
		".reg .b32 %%thread, %%word, %%count;\n.reg .pred %%yes;\n.reg .%s %%a, %%b, %%c;\n.reg .%s %%d;\n"
		"ld.param.u64 %%from, [in]; ld.param.u64 %%to, [out]; mov.u32 %%thread, %%ctaid.x;\n"
		"mad.lo.u32 %%thread, %%thread, %d, 0; mov.u32 %%word, %%tid.x;\n"
		"add.u32 %%thread, %%thread, %%word; mul.wide.u32 %%at, %%thread, 24;\n"
		"add.u64 %%from, %%from, %%at; mul.wide.u32 %%at, %%thread, 8; add.u64 %%to, %%to, %%at;\n"
		"ld.global.u64 %%ina, [%%from]; ld.global.u64 %%inb, [%%from+8];\n"
		"ld.global.u64 %%inc, [%%from+16]; cvt.u32.u64 %%count, %%inc; setp.eq.u64 %%yes, %%inc, %%inc;\n",
		register_type(in->in, from), register_type(in->out, to), NEDGES);
	for (char name = 'a'; name < 'a' + in->operands; name++)
		load_operand(&k, in->in, name);
	if (in->body) {
		put_cell(&k, in);
		sim_log_printf(&k, "%s\n", in->body);
	} else {
		sim_log_printf(&k, "%s %%d", in->name);
		for (char name = 'a'; name < 'a' + in->operands; name++)
			sim_log_printf(&k, ", %%%c", name);
		sim_log_printf(&k, "%s;\n", in->more ? in->more : "");
	}
	store_result(&k, in->out);
	sim_log_printf(&k, "st.global.u64 [%%to], %%result; ret;\n}\n");
	return k;
}

/* NaNs are equal, whatever their payload. */
static bool
same(struct type t, uint64_t got, uint64_t want)
{
	uint64_t inf = t.bits == 32 ? 0x7f800000 : 0x7ff0000000000000,
		 sign = ~(UINT64_C(1) << (t.bits - 1));
	if (t.kind == 'f' && (got & sign) > inf && (want & sign) > inf)
		return true;
	return got == want;
}

static bool
compare(const struct instruction *in, const uint64_t *from, const uint64_t *got, expect_fn *expect,
	const void *ctx)
{
	for (unsigned i = 0; i < NTHREADS; i++) {
		uint64_t want;
		if (expect(ctx, &from[i * 3], &want) && !same(in->out, got[i], want)) {
			diag("%s of 0x%llx, 0x%llx, 0x%llx gives 0x%llx, expected 0x%llx", in->name,
				(unsigned long long)from[i * 3],
				(unsigned long long)from[i * 3 + 1],
				(unsigned long long)from[i * 3 + 2], (unsigned long long)got[i],
				(unsigned long long)want);
			return false;
		}
	}
	return true;
}

static void
test_instruction(const struct instruction *in, expect_fn *expect, const void *ctx)
{
	product.instructions++;
	if (product.list) {
		printf("%s\n", in->name);
		return;
	}
	if (product.every && product.instructions % product.every)
		return;
	struct sim_log text = kernel_of(in);
	struct sim_module *m = load_text(product.dev, text.text);
	if (!m && product.every && strstr(core.log.text, "ptxas failed")) {
		product.lacking++;
		sim_log_free(&text);
		return;
	}
	uint64_t *from = sim_host_view(product.dev, product.in, NTHREADS * 24);
	uint64_t params[2] = { product.in, product.out };
	for (unsigned i = 0; i < NTHREADS; i++) {
		from[i * 3] = low_bits(edge(in->in, i), in->in.bits);
		from[i * 3 + 1] = low_bits(edge(in->in, i / NEDGES), in->in.bits);
		from[i * 3 + 2] = low_bits(edge(in->in, i * 7 + i / NEDGES * 5 + 3), in->in.bits);
	}
	bool good = m &&
		run(product.dev, m, "k", (struct run){ .teams = NEDGES, .threads = NEDGES },
			params) == SIM_OK;
	if (!good)
		diag("%s: %s", in->name, m ? core.result.message.text : core.log.text);
	good = good &&
		compare(in, from, sim_host_view(product.dev, product.out, NTHREADS * 8), expect,
			ctx);
	product.wrong += !good;
	if (m)
		sim_module_unload(m);
	sim_log_free(&text);
}

static bool
product_begin(int argc, char **argv)
{
	product.list = argc > 1 && !strcmp(argv[1], "--list");
	if (product.list)
		return true;
	const char *gpu = getenv("SIM_GPU"), *every = getenv("SIM_EVERY");
	gpu = gpu ? gpu : "v100";
	product.target = !strcmp(gpu, "k40") ? "sm_35" : "sm_70";
	product.every = getenv("SIM_CODE") ? every ? (unsigned)atoi(every) : 1 : 0;
	product.dev = device(gpu);
	product.in = sim_alloc(product.dev, NTHREADS * 24);
	product.out = sim_alloc(product.dev, NTHREADS * 40);
	return product.in && product.out;
}

/* So many instructions at least: a family that got lost would not be missed otherwise. */
static int
product_end(const char *what, unsigned least)
{
	if (product.list)
		return 0;
	ok(!product.wrong, "%s: %u instructions on %d combinations of edge values", what,
		product.instructions, NTHREADS);
	ok(product.instructions >= least, "all of them were tried");
	if (product.lacking)
		diag("%u of them are not for this architecture", product.lacking);
	sim_device_free(product.dev);
	sim_log_free(&core.log);
	return done();
}

#endif
