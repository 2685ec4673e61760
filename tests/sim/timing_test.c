/*
 * timing_test.c: the timed machine: occupancy against vectors of NVIDIA's calculator, the same
 * times whenever a program is run again, results equal to an untimed run's, latencies that are the
 * model's, and time that grows with what is asked for.
 */
#include "core.h"
#include "timing/stats.h"

static const struct sim_model *
model(const char *name)
{
	return sim_gpu(name, strlen(name), &core.log);
}

static void
test_occupancy(void)
{
	static const struct {
		int threads, regs;
		size_t shared;
		int blocks[3];
	} v[] = {
		{ 256, 32, 0, { 8, 8, 8 } },
		{ 1024, 65, 0, { 0, 0, 0 } },
		{ 96, 33, 0, { 16, 16, 16 } },
		{ 64, 20, 3000, { 16, 32, 32 } },
		{ 128, 40, 20000, { 2, 4, 11 } },
		{ 160, 48, 5000, { 8, 8, 8 } },
	};
	static const char *const names[] = { "k40", "v100", "h200" };
	for (size_t i = 0; i < sizeof v / sizeof *v; i++)
		for (int k = 0; k < 3; k++) {
			struct occupancy o = occupancy(model(names[k]), v[i].threads, v[i].regs,
				v[i].shared);
			ok(o.blocks == v[i].blocks[k],
				"occupancy on %s of %d threads, %d registers, %zu bytes: %d",
				names[k], v[i].threads, v[i].regs, v[i].shared, v[i].blocks[k]);
		}
	ok(!strcmp(occupancy(model("v100"), 128, 40, 20000).limit, "shared memory"),
		"the limit has a name");
	ok(occupancy(model("v100"), 2048, 8, 0).blocks == 0, "a block that is too large");
}

static const char kernels[] =
	".version 6.4\n.target sm_35\n.address_size 64\n"
	".visible .entry chain(.param .u64 out, .param .u32 n)\n{\n"
	".reg .pred %p; .reg .b32 %r<4>; .reg .f64 %d<4>; .reg .b64 %a;\n"
	"ld.param.u64 %a, [out]; ld.param.u32 %r1, [n]; mov.f64 %d1, 0d3FF0000000000000;\n"
	"L: fma.rn.f64 %d1, %d1, %d1, %d1; fma.rn.f64 %d1, %d1, %d1, %d1; fma.rn.f64 %d1, %d1, %d1, %d1;\n"
	"fma.rn.f64 %d1, %d1, %d1, %d1; sub.s32 %r1, %r1, 1; setp.ne.s32 %p, %r1, 0; @%p bra L;\n"
	"st.global.f64 [%a], %d1; ret;\n}\n"
	".visible .entry meet(.param .u64 out, .param .u32 n)\n{\n"
	".reg .pred %p; .reg .b32 %r<4>; .reg .b64 %a;\n"
	"ld.param.u32 %r1, [n];\n"
	"L: bar.sync 0; sub.s32 %r1, %r1, 1; setp.ne.s32 %p, %r1, 0; @%p bra L; ret;\n}\n"
	".visible .entry copy(.param .u64 out, .param .u32 stride)\n{\n"
	".reg .b32 %r<8>; .reg .b64 %a<4>; .reg .pred %p;\n"
	"ld.param.u64 %a1, [out]; ld.param.u32 %r1, [stride]; mov.u32 %r2, %tid.x; mov.u32 %r3, %ctaid.x;\n"
	"mov.u32 %r4, %ntid.x; mad.lo.s32 %r2, %r3, %r4, %r2; mul.lo.s32 %r2, %r2, %r1;\n"
	"mul.wide.s32 %a2, %r2, 4; add.s64 %a1, %a1, %a2; ld.global.u32 %r5, [%a1]; add.s32 %r5, %r5, 1;\n"
	"st.global.u32 [%a1], %r5; ret;\n}\n"
	".visible .entry turn(.param .u64 out, .param .u32 n)\n{\n"
	".reg .b32 %r<8>; .reg .b64 %a; .reg .pred %p;\n"
	"ld.param.u64 %a, [out]; atom.global.add.u32 %r1, [%a], 1; mov.u32 %r2, %ctaid.x;\n"
	"W: ld.volatile.global.u32 %r3, [%a+4]; setp.ne.s32 %p, %r3, %r2; @%p bra W;\n"
	"add.s32 %r3, %r3, 1; st.volatile.global.u32 [%a+4], %r3; ret;\n}\n";

static struct timing_run timed;

static double
cycles_of(struct sim_device *dev, const struct timing_model *model, struct sim_module *m,
	const char *name, unsigned teams, unsigned threads, uint64_t addr, uint32_t n)
{
	struct {
		uint64_t a;
		uint32_t n;
	} params = { addr, n };
	struct sim_launch l = {
		.func = sim_module_entry(m, name),
		.grid = { teams, 1, 1 },
		.block = { threads, 1, 1 },
		.params = &params,
		.timing = &timed.hooks,
	};
	struct sim_result r;
	timing_init(&timed, model);
	sim_run(dev, &l, &r);
	if (r.status)
		diag("%s", r.message.text ? r.message.text : "failed");
	sim_log_free(&r.message);
	return r.status ? -1 : timed.counts.cycles;
}

static double
cycles(struct sim_device *dev, struct sim_module *m, const char *name, unsigned teams,
	unsigned threads, uint64_t addr, uint32_t n)
{
	return cycles_of(dev, dev->model->timing, m, name, teams, threads, addr, n);
}

static bool
near(double a, double b, double part)
{
	return fabs(a - b) <= part * b;
}

static void
test_chain(struct sim_device *dev, const char *name, double latency, double loop)
{
	struct sim_module *m = load_text(dev, kernels);
	uint64_t a = sim_alloc(dev, 1 << 20);
	double few = cycles(dev, m, "chain", 1, 32, a, 10),
	       many = cycles(dev, m, "chain", 1, 32, a, 110);
	double turn = (many - few) / 100;
	if (!ok(near(turn, 3 * latency + loop, 0.15), "%s: a turn of four dependent fma", name))
		diag("%g cycles", turn);
	double again = cycles(dev, m, "chain", 1, 32, a, 110);
	ok(again == many, "%s: the same time again", name);
	double all = cycles(dev, m, "chain", 1000, 256, a, 10);
	ok(all > few, "%s: more teams take longer", name);
	ok(timed.counts.issued[OP_FP64] == 1000ull * 8 * 40, "%s: instructions are counted", name);
	sim_module_unload(m);
}

/* Cycles of two loads from DRAM with a use of the first and something more between them, without the launch. */
static double
two_loads(struct sim_device *dev, const char *between, uint64_t at)
{
	char text[2000];
	snprintf(text, sizeof text,
		".version 6.4\n.target sm_70\n.address_size 64\n"
		".visible .entry two(.param .u64 out, .param .u32 n)\n{\n"
		".reg .pred %%p; .reg .b32 %%r<8>; .reg .b64 %%a<4>; .shared .b32 s[32];\n"
		"ld.param.u64 %%a1, [out]; mov.u32 %%r3, 7; add.s64 %%a2, %%a1, 262144;\n"
		"ld.global.u32 %%r1, [%%a1]; add.s32 %%r3, %%r3, %%r1; %s\n"
		"ld.global.u32 %%r1, [%%a1+65536]; add.s32 %%r3, %%r3, %%r1;\n"
		"st.global.u32 [%%a1+131072], %%r3; ret;\n}\n",
		between);
	struct sim_module *m = load_text(dev, text);
	double t = cycles(dev, m, "two", 1, 1, at, 0) - dev->model->timing->grid_start;
	sim_module_unload(m);
	return t;
}

/* Which instructions a load may be issued before: schedule.c. */
static void
test_order(struct sim_device *dev)
{
	static const struct {
		const char *between, *what;
		bool moves;
	} all[] = {
		{ "", "no more than a use of the first", true },
		{ "st.global.u32 [%a1+4096], %r3;", "a store to another place of the same base",
			true },
		{ "st.shared.u32 [s], %r3;", "a store to another space", true },
		{ "st.global.u32 [%a1+4096], %r3; bar.warp.sync -1;", "a barrier of the warp",
			false },
		{ "st.global.u32 [%a2], %r3;", "a store that may be to the same place", false },
		{ "st.global.u8 [%a1+65538], %r3;", "a store to a part of it", false },
		{ "atom.global.add.u32 %r4, [%a1+4096], %r3;", "an atomic", false },
		{ "st.global.u32 [%a1+4096], %r3; membar.cta;", "a fence", false },
		{ "bar.sync 0;", "a barrier", false },
		{ "st.volatile.global.u32 [%a1+4096], %r3;", "a volatile store", false },
		{ "setp.eq.s32 %p, %r3, 1; @%p bra L; mul.lo.s32 %r3, %r3, %r3; L:",
			"a branch and a label", false },
	};
	uint64_t a = sim_alloc(dev, 64 << 20);
	double latency = dev->model->timing->dram_latency;
	for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
		double t = two_loads(dev, all[i].between, a + (i + 1) * (1 << 20)) / latency;
		if (!ok(all[i].moves ? t < 1.9 : t > 1.95, "%s: a load is %sissued ahead over %s",
			    dev->model->name, all[i].moves ? "" : "not ", all[i].what))
			diag("%g latencies", t);
	}
}

/* Cycles of a turn of the shortest loop, whose counter is set up so, with something before and
 * behind it. */
static double
short_loop(struct sim_device *dev, const char *before, const char *behind, uint64_t at)
{
	char text[2000];
	snprintf(text, sizeof text,
		".version 6.4\n.target sm_70\n.address_size 64\n"
		".visible .entry loop(.param .u64 out, .param .u32 n)\n{\n"
		".reg .pred %%p<3>; .reg .b32 %%r<8>; .reg .b64 %%a<4>; .shared .b32 s[32];\n"
		"ld.param.u64 %%a1, [out]; ld.param.u32 %%r1, [n]; mov.u32 %%r2, %%tid.x; setp.lt.u32 %%p2, %%r2, 40;\n"
		"%s\nL: sub.s32 %%r1, %%r1, 1; setp.gt.s32 %%p1, %%r1, 0; @%%p1 bra L;\n%s\n"
		"E: ret;\n}\n",
		before, behind);
	struct sim_module *m = load_text(dev, text);
	double few = cycles(dev, m, "loop", 1, 32, at, 20),
	       many = cycles(dev, m, "loop", 1, 32, at, 120);
	sim_module_unload(m);
	return (many - few) / 100;
}

/* Which counters an assembler keeps for the whole warp: uniform.c.  Without such a path, none. */
static void
test_uniform(struct sim_device *dev, bool has_path)
{
	static const struct {
		const char *before, *behind, *what;
		bool uniform;
	} all[] = {
		{ "", "", "a parameter", true },
		{ "mov.u32 %r3, %ctaid.x; shl.b32 %r3, %r3, 1; add.s32 %r1, %r1, %r3;", "",
			"the block's number", true },
		{ "@!%p2 bra E;", "st.global.u32 [%a1], %r2;",
			"a parameter, after some lanes have left", true },
		{ "and.b32 %r3, %r2, 0; add.s32 %r1, %r1, %r3;", "", "the thread's number", false },
		{ "and.b32 %r3, %r1, 0; st.shared.u32 [s], %r3; ld.shared.u32 %r3, [s]; add.s32 %r1, %r1, %r3;",
			"", "what was loaded", false },
		{ "@%p2 add.s32 %r1, %r1, 1;", "", "a parameter, changed by some lanes", false },
		{ "@!%p2 bra S;",
			"st.global.u32 [%a1], %r2; S: add.s32 %r2, %r2, 1; st.global.u32 [%a1], %r2;",
			"a parameter, where other lanes are elsewhere", false },
		{ "and.b32 %r3, %r2, 1; T: .branchtargets A, S; brx.idx %r3, T; A:",
			"st.global.u32 [%a1], %r2; S: "
			"add.s32 %r2, %r2, 1; st.global.u32 [%a1], %r2;",
			"a parameter, in one lane of two by a table", false },
		{ "and.b32 %r3, %r1, 0; T: .branchtargets A, S; brx.idx %r3, T; A:",
			"st.global.u32 [%a1], %r2; S: "
			"add.s32 %r2, %r2, 1; st.global.u32 [%a1], %r2;",
			"a parameter, behind a table for all lanes", true },
	};
	uint64_t a = sim_alloc(dev, 4096);
	double way = dev->model->timing->uniform_way, plain = short_loop(dev, all[3].before, "", a);
	for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
		bool late = has_path && all[i].uniform;
		double more = short_loop(dev, all[i].before, all[i].behind, a) - plain;
		if (!ok(fabs(more - (late ? way : 0)) < 0.5,
			    "%s: a counter from %s is %sthe warp's", dev->model->name, all[i].what,
			    late ? "" : "not "))
			diag("%g cycles more", more);
	}
}

/* Cycles of so many threads that do this sixteen times, in a loop. */
static double
sixteen(struct sim_device *dev, const char *what, unsigned threads, uint64_t at)
{
	char text[2000];
	snprintf(text, sizeof text,
		".version 7.0\n.target sm_70\n.address_size 64\n"
		".visible .entry loop(.param .u64 out, .param .u32 n)\n{\n"
		".reg .pred %%p; .reg .b32 %%r<8>; .reg .b64 %%a<4>, %%d; .reg .f32 %%f; .shared .f32 s[32];\n"
		"ld.param.u64 %%a1, [out]; ld.param.u32 %%r1, [n]; mov.u32 %%r2, %%tid.x;\n"
		"and.b32 %%r3, %%r2, 0; mul.wide.u32 %%a2, %%r3, 8; add.s64 %%a2, %%a1, %%a2;\n"
		"ld.global.u64 %%a3, [%%a1+64]; add.s64 %%a3, %%a3, %%a1; cvt.u64.u32 %%d, %%r2;\n"
		"L: %s\nsub.s32 %%r1, %%r1, 1; setp.gt.s32 %%p, %%r1, 0; @%%p bra L;\nret;\n}\n",
		what);
	struct sim_module *m = load_text(dev, text);
	double t = cycles(dev, m, "loop", 1, threads, at, 16) - dev->model->timing->grid_start;
	sim_module_unload(m);
	return t;
}

/* Which atomics on one address become one lane's: uniform.c, cost.c. */
static void
test_combined(struct sim_device *dev)
{
	static const struct {
		const char *what;
		bool one;
	} all[] = {
		{ "red.global.add.u32 [%a2], 1;", false },
		{ "red.global.add.u32 [%a1], 1;", true },
		{ "red.global.add.u32 [%a3], 1;", true },
		{ "red.global.add.u32 [%a1], %r2;", true },
		{ "red.global.min.s32 [%a1], %r2;", true },
		{ "setp.lt.u32 %p, %r3, 3; @!%p bra M; red.global.add.u32 [%a1], 1; M:", true },
		{ "atom.global.add.u32 %r4, [%a1], 1;", true },
		{ "atom.global.min.s32 %r4, [%a1], %r2;", false },
		{ "red.global.add.u64 [%a1], %d;", false },
		{ "red.global.add.f32 [%a1], 0f3F800000;", false },
		{ "red.global.inc.u32 [%a1], 7;", false },
	};
	uint64_t a = sim_alloc(dev, 4096);
	double plain = sixteen(dev, all[0].what, 1024, a);
	for (unsigned i = 1; i < sizeof all / sizeof *all; i++) {
		double t = sixteen(dev, all[i].what, 1024, a);
		if (!ok(all[i].one ? t < 0.75 * plain : t > 0.95 * plain, "%s: %s %s",
			    dev->model->name, all[i].what,
			    all[i].one ? "is one lane's" : "is each lane's"))
			diag("%g of %g cycles", t, plain);
	}
	double loop = sixteen(dev, "red.shared.add.f32 [s], 0f3F800000;", 32, a),
	       native = sixteen(dev, "red.shared.inc.u32 [s], 7;", 32, a);
	if (!ok(loop > 5 * native, "%s: a floating-point sum in shared memory is a loop",
		    dev->model->name))
		diag("%g and %g cycles", loop, native);
}

/* Cycles of a warp's operation, of f32 or f64, in which lane 5 has another operand than 3. */
static double
of_operand(struct sim_device *dev, const char *op, unsigned bits, float operand)
{
	char text[2000];
	uint32_t n;
	snprintf(text, sizeof text,
		".version 6.4\n.target sm_70\n.address_size 64\n"
		".visible .entry one(.param .u64 out, .param .u32 n)\n{\n"
		".reg .pred %%p; .reg .b32 %%r<8>; .reg .b64 %%a; .reg .f32 %%n, %%t; .reg .f%u %%x, %%y, %%z;\n"
		"ld.param.u64 %%a, [out]; ld.param.f32 %%n, [n]; mov.u32 %%r1, %%tid.x; setp.eq.s32 %%p, %%r1, 5;\n"
		"mov.f32 %%t, 0f40400000; @%%p mov.f32 %%t, %%n; %s %%x, %%t; %s %%y, 0f40400000;\n"
		"%s;\nst.global.f%u [%%a], %%z; ret;\n}\n",
		bits, bits == 64 ? "cvt.f64.f32" : "mov.f32",
		bits == 64 ? "cvt.f64.f32" : "mov.f32", op, bits);
	struct sim_module *m = load_text(dev, text);
	memcpy(&n, &operand, 4);
	double t = cycles(dev, m, "one", 1, 32, sim_alloc(dev, 4096), n);
	sim_module_unload(m);
	return t;
}

/* Operands for which the machine code of a sequence calls another piece: trace.c. */
static void
test_out_of_line(struct sim_device *dev)
{
	static const struct {
		const char *op;
		unsigned bits;
		enum sequence seq;
		float operand;
		bool subnormal;
	} all[] = {
		{ "div.rn.f64 %z, %x, %y", 64, SEQ_DIV_F64, 0, false },
		{ "div.rn.f64 %z, %y, %x", 64, SEQ_DIV_F64, 0, false },
		{ "div.rn.f64 %z, %y, %x", 64, SEQ_DIV_F64, INFINITY, false },
		{ "div.rn.f64 %z, %x, %y", 64, SEQ_DIV_F64, NAN, false },
		{ "sqrt.rn.f64 %z, %x", 64, SEQ_SQRT_F64, 0, false },
		{ "rcp.rn.f64 %z, %x", 64, SEQ_RCP_F64, 0, false },
		{ "div.rn.f32 %z, %x, %y", 32, SEQ_DIV_F32, 0, false },
		{ "div.rn.f32 %z, %x, %y", 32, SEQ_DIV_F32, 1e-40f, true },
		{ "sqrt.rn.f32 %z, %x", 32, SEQ_SQRT_F32, 0, false },
		{ "sqrt.rn.f32 %z, %x", 32, SEQ_SQRT_F32, 1e-40f, true },
		{ "rcp.rn.f32 %z, %x", 32, SEQ_RCP_F32, 4e-39f, true },
		{ "rcp.rn.f32 %z, %x", 32, SEQ_RCP_F32, 2e38f, true },
	};
	for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
		const struct sequence_time *t = &dev->model->timing->seq[all[i].seq];
		double more = of_operand(dev, all[i].op, all[i].bits, all[i].operand) -
			of_operand(dev, all[i].op, all[i].bits, 7);
		if (!ok(near(more, all[i].subnormal ? t->subnormal : t->special, 0.02),
			    "%s: %s out of line for %g", dev->model->name, all[i].op,
			    all[i].operand))
			diag("%g cycles more", more);
	}
}

/* Cycles that the pipeline takes for a load like this of a warp: 16 of them a turn (#: which), of
 * 32 warps. */
static double
load_cycles(struct sim_device *dev, const char *setup, const char *load, uint64_t at)
{
	char text[4000] =
		".version 6.4\n.target sm_35\n.address_size 64\n"
		".visible .entry k(.param .u64 out, .param .u32 n)\n{\n"
		".reg .pred %p; .reg .b32 %r<8>; .reg .b64 %a<4>; .reg .b32 %f<16>; .reg .b64 %d<16>, %e<16>;\n"
		".shared .align 16 .b8 s[8192];\n"
		"ld.param.u64 %a2, [out]; ld.param.u32 %r1, [n]; mov.u32 %r2, %tid.x; and.b32 %r2, %r2, 31;\n";
	size_t n = strlen(text);
	n += (size_t)snprintf(text + n, sizeof text - n,
		"%s cvt.u64.u32 %%a1, %%r3; mov.u64 %%a3, s;\n"
		"add.s64 %%a3, %%a3, %%a1; add.s64 %%a2, %%a2, %%a1;\nL:\n",
		setup);
	for (int i = 0; i < 16; i++, text[n++] = '\n')
		for (const char *c = load; *c; c++)
			n += (size_t)(*c == '#' ? snprintf(text + n, sizeof text - n, "%d", i) :
						  snprintf(text + n, sizeof text - n, "%c", *c));
	snprintf(text + n, sizeof text - n,
		"sub.s32 %%r1, %%r1, 1; setp.ne.s32 %%p, %%r1, 0; @%%p bra L; ret;\n}\n");
	struct sim_module *m = load_text(dev, text);
	double few = cycles(dev, m, "k", 1, 1024, at, 10),
	       many = cycles(dev, m, "k", 1, 1024, at, 20);
	sim_module_unload(m);
	return (many - few) / 10 / 16 / 32;
}

#define APART(bytes) "mul.lo.s32 %r3, %r2, " #bytes ";"
#define HALVES "shr.u32 %r3, %r2, 4; mul.lo.s32 %r3, %r3, 128;"

/*
 * Passes over the banks of shared memory.  Kepler: 8 bytes of a bank at once, in words of 4 bytes
 * that are 32 words apart.  Volta: half a warp for 8 bytes a lane, a quarter for 16; half as much
 * if lanes in pairs have one address.
 */
static void
test_banks(struct sim_device *k40, struct sim_device *v100, struct sim_device *h200)
{
	static const struct {
		const char *what, *setup, *load;
		int passes[3];
	} all[] = {
		{ "4 bytes side by side", APART(4), "ld.shared.b32 %f#, [%a3];", { 1, 1, 1 } },
		{ "4 bytes, 8 apart", APART(8), "ld.shared.b32 %f#, [%a3];", { 1, 2, 2 } },
		{ "4 bytes, 128 apart", APART(128), "ld.shared.b32 %f#, [%a3];", { 16, 32, 32 } },
		{ "4 bytes, 256 apart", APART(256), "ld.shared.b32 %f#, [%a3];", { 32, 32, 32 } },
		{ "8 bytes side by side", APART(8), "ld.shared.b64 %d#, [%a3];", { 1, 2, 2 } },
		{ "8 bytes, 16 apart", APART(16), "ld.shared.b64 %d#, [%a3];", { 2, 4, 4 } },
		{ "8 bytes, 256 apart", APART(256), "ld.shared.b64 %d#, [%a3];", { 32, 32, 32 } },
		{ "8 bytes, one address for each half", HALVES, "ld.shared.b64 %d#, [%a3];",
			{ 1, 2, 2 } },
		{ "8 bytes, one address", APART(0), "ld.shared.b64 %d#, [%a3];", { 1, 1, 1 } },
		{ "16 bytes side by side", APART(16), "ld.shared.v2.b64 {%d#, %e#}, [%a3];",
			{ 2, 4, 4 } },
		{ "16 bytes, one address for each half", HALVES,
			"ld.shared.v2.b64 {%d#, %e#}, [%a3];", { 2, 2, 2 } },
		{ "stores of 8 bytes side by side", APART(8), "st.shared.b64 [%a3], %d#;",
			{ 1, 2, 2 } },
	};
	struct sim_device *dev[] = { k40, v100, h200 };
	for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
		for (int k = 0; k < 3; k++) {
			double t = load_cycles(dev[k], all[i].setup, all[i].load, 0);
			if (!ok(near(t, all[i].passes[k], 0.05), "%s, shared memory: %s: %d passes",
				    dev[k]->model->name, all[i].what, all[i].passes[k]))
				diag("%g cycles", t);
		}
}

/*
 * Loads of shared memory side by side are one of up to 16 bytes, as far as ptxas could make them
 * so; in each of these four on a V100, where the 32 lanes of a load of 4 bytes take a cycle.
 */
static void
test_joined(struct sim_device *v100)
{
	static const struct {
		const char *what, *setup, *load;
		double cycles;
	} all[] = {
		{ "four of 4 bytes", APART(16),
			"ld.shared.b32 %f0, [%a3]; ld.shared.b32 %f1, [%a3+4]; "
			"ld.shared.b32 %f2, [%a3+8]; ld.shared.b32 %f3, [%a3+12];",
			4 },
		{ "two of 8 bytes", APART(16),
			"ld.shared.b64 %d0, [%a3]; ld.shared.b64 %d1, [%a3+8];", 4 },
		{ "three of 4 bytes: two and one", APART(16),
			"ld.shared.b32 %f0, [%a3]; ld.shared.b32 %f1, "
			"[%a3+4]; ld.shared.b32 %f2, [%a3+8];",
			4 + 4 },
		{ "two that begin in the middle", APART(16),
			"ld.shared.b64 %d0, [%a3+8]; ld.shared.b64 %d1, "
			"[%a3+16];",
			4 + 4 },
		{ "an address that is no multiple of 16", APART(24),
			"ld.shared.b64 %d0, [%a3]; "
			"ld.shared.b64 %d1, [%a3+8];",
			2 + 2 },
		{ "a store to one of them between", APART(16),
			"ld.shared.b64 %d0, [%a3]; "
			"st.shared.b64 [%a3+8], %e0; ld.shared.b64 %d1, [%a3+8];",
			4 + 4 + 4 },
		{ "volatile ones", APART(16),
			"ld.volatile.shared.b64 %d0, [%a3]; "
			"ld.volatile.shared.b64 %d1, [%a3+8];",
			4 + 4 },
	};
	for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
		double t = load_cycles(v100, all[i].setup, all[i].load, 0);
		if (!ok(near(t, all[i].cycles, 0.05), "v100, loads side by side: %s: %g cycles",
			    all[i].what, all[i].cycles))
			diag("%g cycles", t);
	}
}

/* Kepler's read-only loads go through its texture units, 16 of 8 bytes, beside what shared memory
 * does. */
static void
test_texture(struct sim_device *k40)
{
	static const struct {
		const char *what, *setup, *load;
		double cycles;
	} all[] = {
		{ "4 bytes a lane", APART(4), "ld.global.nc.b32 %f#, [%a2];", 2 },
		{ "8 bytes a lane", APART(8), "ld.global.nc.b64 %d#, [%a2];", 2 },
		{ "16 bytes a lane", APART(16), "ld.global.nc.v2.b64 {%d#, %e#}, [%a2];", 4 },
		{ "shared memory beside it", APART(8),
			"ld.global.nc.b64 %d#, [%a2]; ld.shared.b64 %e#, [%a3];", 2 },
	};
	uint64_t a = sim_alloc(k40, 4096);
	for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
		double t = load_cycles(k40, all[i].setup, all[i].load, a);
		if (!ok(near(t, all[i].cycles, 0.05), "k40, read-only loads: %s: %g cycles a warp",
			    all[i].what, all[i].cycles))
			diag("%g cycles", t);
	}
}

static void
test_barriers(void)
{
	struct sim_module *m = load_text(core.v100, kernels);
	double one = cycles(core.v100, m, "meet", 1, 32, 0, 110) -
		cycles(core.v100, m, "meet", 1, 32, 0, 10);
	double all = cycles(core.v100, m, "meet", 1, 1024, 0, 110) -
		cycles(core.v100, m, "meet", 1, 1024, 0, 10);
	if (!ok(near(all - one, 100 * 62, 0.25),
		    "v100: a barrier costs two cycles more for each warp"))
		diag("%g cycles", all - one);
	ok(timed.counts.barriers == 10, "barriers are counted");
	ok(timed.counts.lost[STALL_BARRIER] > 0, "slots are lost to barriers");
	sim_module_unload(m);
}

static void
test_memory(void)
{
	struct sim_module *m = load_text(core.v100, kernels);
	uint64_t a = sim_alloc(core.v100, 64 << 20);
	double near_by = cycles(core.v100, m, "copy", 512, 256, a, 1);
	uint64_t sectors = timed.counts.access_sectors;
	ok(sectors == 512 * 8 * 4 * 2, "consecutive words: four sectors an access");
	double apart = cycles(core.v100, m, "copy", 512, 256, a, 64);
	ok(timed.counts.access_sectors == 8 * sectors, "words far apart: 32 sectors an access");
	ok(apart > near_by, "scattered accesses take longer");
	ok(timed.counts.dram_read > 0 && timed.counts.l2_sectors >= timed.counts.dram_read,
		"DRAM sees no more than L2");
	double slots = 0;
	for (int i = 0; i < NSTALLS; i++)
		slots += timed.counts.lost[i];
	ok(slots <= timed.counts.slots, "lost slots are no more than there are");
	const uint32_t *v = sim_host_view(core.v100, a, 4);
	ok(v && v[0] == 2, "a timed run computes what an untimed one does");
	sim_module_unload(m);
}

/* What DRAM's latency under load makes of a copy: its time by that without, minus 1.  Nothing is in
 * L2. */
static double
loaded(struct sim_module *m, unsigned teams, unsigned threads)
{
	struct timing_model plain = *core.v100->model->timing;
	double with = cycles(core.v100, m, "copy", teams, threads, sim_alloc(core.v100, 8 << 20),
		1);
	plain.dram_queue = 0;
	return with /
		cycles_of(core.v100, &plain, m, "copy", teams, threads,
			sim_alloc(core.v100, 8 << 20), 1) -
		1;
}

static void
test_load(void)
{
	struct sim_module *m = load_text(core.v100, kernels);
	double one = loaded(m, 1, 32), some = loaded(m, 80 * 4, 256),
	       full = loaded(m, 80 * 8 * 8, 256);
	if (!ok(some > 0.03, "a DRAM with much to do answers later"))
		diag("%g of the time more", some);
	if (!ok(one < 0.01 && full < some / 2,
		    "one warp does not notice it, and full SMs wait for the rate"))
		diag("%g and %g of the time more", one, full);
	sim_module_unload(m);
}

/* Teams that wait for earlier ones: the functional half goes on while the machine wants a later
 * one. */
static void
test_turns(void)
{
	struct sim_module *m = load_text(core.v100, kernels);
	uint64_t a = sim_alloc(core.v100, 8);
	uint32_t *v = sim_host_view(core.v100, a, 8);
	memset(v, 0, 8);
	double t = cycles(core.v100, m, "turn", 300, 1, a, 0);
	ok(t > 0 && v[0] == 300 && v[1] == 300, "teams that wait for each other, timed");
	memset(v, 0, 8);
	ok(cycles(core.v100, m, "turn", 300, 1, a, 0) > 0 && v[1] == 300, "and again");
	sim_module_unload(m);
}

/* One lane of each warp adds 1 in a loop of compare and swap; or with a lock.  A team's lane adds, and
 * then waits for a value that is there in the order of teams, but not in that of time. */
static const char competing[] =
	".version 6.4\n.target sm_35\n.address_size 64\n"
	".visible .entry sum(.param .u64 out, .param .u32 n)\n{\n"
	".reg .b32 %r<8>; .reg .b64 %a; .reg .pred %p;\n"
	"mov.u32 %r1, %laneid; setp.ne.u32 %p, %r1, 0; @%p ret; ld.param.u64 %a, [out];\n"
	"ld.param.u32 %r5, [n]; T: ld.volatile.global.u32 %r1, [%a];\n"
	"L: add.u32 %r2, %r1, 1; atom.global.cas.b32 %r3, [%a], %r1, %r2;\n"
	"setp.ne.u32 %p, %r3, %r1; mov.u32 %r1, %r3; @%p bra L;\n"
	"sub.u32 %r5, %r5, 1; setp.ne.u32 %p, %r5, 0; @%p bra T; ret;\n}\n"
	".visible .entry lock(.param .u64 out, .param .u32 n)\n{\n"
	".reg .b32 %r<8>; .reg .b64 %a; .reg .pred %p;\n"
	"mov.u32 %r1, %laneid; setp.ne.u32 %p, %r1, 0; @%p ret; ld.param.u64 %a, [out];\n"
	"ld.param.u32 %r5, [n]; L: atom.global.cas.b32 %r3, [%a+4], 0, 1; setp.ne.u32 %p, %r3, 0;\n"
	"@%p bra L; ld.volatile.global.u32 %r2, [%a]; add.u32 %r2, %r2, 1;\n"
	"st.volatile.global.u32 [%a], %r2; membar.gl; atom.global.exch.b32 %r3, [%a+4], 0;\n"
	"sub.u32 %r5, %r5, 1; setp.ne.u32 %p, %r5, 0; @%p bra L; ret;\n}\n"
	".visible .entry order(.param .u64 out, .param .u32 n)\n{\n"
	".reg .b32 %r<8>; .reg .b64 %a; .reg .pred %p;\n"
	"ld.param.u64 %a, [out]; mov.u32 %r4, %ctaid.x; ld.volatile.global.u32 %r1, [%a];\n"
	"L: add.u32 %r2, %r1, 1; atom.global.cas.b32 %r3, [%a], %r1, %r2;\n"
	"setp.ne.u32 %p, %r3, %r1; mov.u32 %r1, %r3; @%p bra L;\n"
	"mad.lo.u32 %r5, %r4, 1001, 1; add.u32 %r6, %r5, 1000;\n"
	"M: atom.global.cas.b32 %r3, [%a], %r5, %r6; setp.ne.u32 %p, %r3, %r5; @%p bra M; ret;\n}\n";

static void
test_competing(struct sim_device *dev)
{
	static const struct {
		const char *name;
		unsigned teams, threads;
	} all[] = { { "sum", 1, 256 }, { "sum", 8, 32 }, { "lock", 1, 256 }, { "lock", 8, 32 } };
	const char *gpu = dev->model->name;
	struct sim_module *m = load_text(dev, competing);
	uint64_t a = sim_alloc(dev, 8);
	uint32_t *v = sim_host_view(dev, a, 8);
	memset(v, 0, 8);
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		double few = cycles(dev, m, all[i].name, 1, 32, a, 1);
		double one = cycles(dev, m, all[i].name, 1, 32, a, 11) - few;
		ok(timed.counts.retries == 0, "%s: %s, a warp alone", gpu, all[i].name);
		v[0] = 0;
		few = cycles(dev, m, all[i].name, all[i].teams, all[i].threads, a, 1);
		double many = cycles(dev, m, all[i].name, all[i].teams, all[i].threads, a, 11) -
			few;
		if (!ok(v[0] == 96 && timed.counts.retries > 8 * 11 && many > 3 * one &&
				    many < 12 * one,
			    "%s: %s, eight warps in %u teams", gpu, all[i].name, all[i].teams))
			diag("%u; %g cycles, %g alone; %llu tries", v[0], many, one,
				(unsigned long long)timed.counts.retries);
	}
	v[0] = 0;
	ok(cycles(dev, m, "order", 4, 1, a, 0) > 0 && v[0] == 4004 &&
			timed.counts.issued[OP_ATOMIC] == 8,
		"%s: what is no lock does not hold warps for ever", gpu);
	sim_module_unload(m);
}

/* Small data in pieces is one copy; on the H200 it is queued with the launch, of the others we do
 * not know. */
static void
test_pieces(void)
{
	struct stats *s = stats_new();
	struct sim_log out = { 0 };
	const struct sim_model *h200 = model("h200"), *k40 = model("k40");
	double alone = stats_copy(s, h200, COPY_TO_HOST, 8, 0),
	       first = stats_copy(s, h200, COPY_TO_HOST, 8, 1),
	       more = stats_copy(s, h200, COPY_TO_HOST, 8, 2);

	ok(alone > 5 * first && first > 5 * more && more > 0, "pieces of a copy");
	ok(stats_copy(s, k40, COPY_TO_HOST, 8, 1) == stats_copy(s, k40, COPY_TO_HOST, 8, 0),
		"the first piece is a copy where nothing else is known");
	stats_table(s, &out);
	ok(out.text && strstr(out.text, "copies to the host (h200): 2, 24 B"), "they count as one");
	sim_log_free(&out);
	stats_free(s);
}

static void
test_report(void)
{
	struct stats *s = stats_new();
	struct sim_log out = { 0 };
	stats_table(s, &out);
	ok(out.text && strstr(out.text, "no kernel ran"), "a report of nothing");
	stats_copy(s, model("k40"), COPY_TO_DEVICE, 1 << 20, 0);
	sim_log_free(&out);
	stats_json(s, &out);
	ok(out.text && strstr(out.text, "\"to_device\""), "copies are in the JSON");
	sim_log_free(&out);
	stats_free(s);
}

int
main(void)
{
	open_devices();
	test_occupancy();
	struct sim_device *h200 = device("h200");
	test_chain(core.k40, "k40", 10,
		16); /* the counter is ready long before: no more than the branch's gap */
	test_chain(core.v100, "v100", 8, 8);
	test_chain(h200, "h200", 8, 8);
	test_order(core.v100);
	test_order(h200);
	test_uniform(h200, true);
	test_uniform(core.v100, false);
	test_combined(h200);
	test_combined(core.v100);
	test_banks(core.k40, core.v100, h200);
	test_joined(core.v100);
	test_texture(core.k40);
	test_out_of_line(h200);
	test_out_of_line(core.v100);
	test_competing(core.k40);
	test_competing(core.v100);
	test_competing(h200);
	sim_device_free(h200);
	test_barriers();
	test_memory();
	test_load();
	test_turns();
	test_pieces();
	test_report();
	close_devices();
	return done();
}
