/*
 * calibrate: measures a device with micro-kernels in PTX and prints, beside each figure, the one
 * published for such a card.  Usage: calibrate [sim:k40|sim:v100|sim:h200|cuda:N]...
 *
 * It talks to the CUDA driver API, of libptxsim.so (CALIBRATE_LIB, default build/lib/libptxsim.so) or
 * of a real driver, and takes times from events: simulated time there, real time here.  Sources are
 * named by the tags of devrt/sim/timing_model.c; `own` is this program on one H200, to which that model
 * is fitted: tests/baseline/calibrate.h200.2026-11-20.txt.  Nothing passes or fails.
 */
#include <dlfcn.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devrt/include/cuda_abi.h"

#define CALLS(X) \
	X(cuInit) X(cuDeviceGet) X(cuDeviceGetName) X(cuDeviceGetAttribute) X(cuCtxCreate_v2) \
	X(cuCtxSynchronize) X(cuModuleLoadData) X(cuModuleUnload) X(cuModuleGetFunction) \
	X(cuFuncSetAttribute) X(cuLaunchKernel) X(cuMemAlloc_v2) X(cuMemFree_v2) X(cuMemsetD8_v2) \
	X(cuMemcpyHtoD_v2) X(cuMemcpyDtoD_v2) X(cuEventCreate) X(cuEventRecord) X(cuEventSynchronize) \
	X(cuEventElapsedTime)

enum card { K40, V100, H200, NCARDS };

struct bench {
#define X(name) name##_fn *name;
	CALLS(X)
#undef X
	bool simulated;
	enum card card;
	double mhz;
	int sms;
	CUevent from, to;
	CUdeviceptr buffer;             /* zeros */
	size_t bytes;
	int rows, within;
};

static void fail(const char *what, int error)
{
	fprintf(stderr, "calibrate: %s gives %d\n", what, error);
	exit(1);
}
#define TRY(call) do { int e_ = (call); if (e_) fail(#call, e_); } while (0)

/* ---- kernels ---- */

struct text { char *s; size_t n, cap; };

static void put(struct text *t, const char *fmt, ...)
{
	va_list ap;
	if (t->cap - t->n < 4096 && !(t->s = realloc(t->s, t->cap = t->cap * 2 + 8192)))
		exit(1);
	va_start(ap, fmt);
	t->n += (size_t)vsnprintf(t->s + t->n, 4096, fmt, ap);
	va_end(ap);
}

/* A loop of `iters` turns around `unroll` copies of body; setup runs once. */
static char *loop_kernel(const char *setup, const char *body, int unroll)
{
	struct text t = { 0 };
	put(&t, ".version 6.4\n.target sm_35\n.address_size 64\n"
		".visible .entry k(.param .u64 buf, .param .u32 iters)\n.maxntid 1024\n{\n"
		"\t.reg .pred %%p<8>; .reg .b32 %%r<32>; .reg .b64 %%d<32>; .reg .f32 %%f<32>; .reg .f64 %%e<32>;\n"
		"\t.shared .align 8 .b8 s[16384];\n"
		"\tld.param.u64 %%d0, [buf];\n\tld.param.u32 %%r0, [iters];\n\tmov.u32 %%r31, %%tid.x;\n");
	for (int i = 1; i < 16; i++)
		put(&t, "\tadd.u32 %%r%d, %%r31, %d;\n\tcvt.rn.f32.u32 %%f%d, %%r%d;\n\tcvt.f64.f32 %%e%d, %%f%d;\n"
			"\tcvt.u64.u32 %%d%d, %%r%d;\n", i, i, i, i, i, i, i, i);
	put(&t, "%s\n$LOOP:\n", setup);
	for (int i = 0; i < unroll; i++)
		put(&t, "%s\n", body);
	put(&t, "\tadd.s32 %%r0, %%r0, -1;\n\tsetp.ne.s32 %%p7, %%r0, 0;\n\t@%%p7 bra $LOOP;\n");
	for (int i = 1; i < 16; i++)
		put(&t, "\tcvt.u64.u32 %%d31, %%r%d;\n\tadd.s64 %%d1, %%d1, %%d31;\n\tcvt.f64.f32 %%e31, %%f%d;\n"
			"\tadd.f64 %%e1, %%e1, %%e31;\n\tadd.f64 %%e1, %%e1, %%e%d;\n", i, i, i);
	for (int i = 2; i < 16; i++)
		put(&t, "\tadd.s64 %%d1, %%d1, %%d%d;\n", i);
	put(&t, "\tcvt.rzi.s64.f64 %%d31, %%e1;\n\tadd.s64 %%d1, %%d1, %%d31;\n"
		"\tsetp.ne.s64 %%p1, %%d1, 12345;\n\t@%%p1 bra $END;\n\tst.global.u64 [%%d0], %%d1;\n$END:\n\tret;\n}\n");
	return t.s;
}

struct shape { unsigned teams, threads, shared; };

/* Microseconds of one launch. */
static double launch(struct bench *b, CUfunction f, struct shape s, void **params)
{
	float ms;
	TRY(b->cuEventRecord(b->from, NULL));
	TRY(b->cuLaunchKernel(f, s.teams, 1, 1, s.threads, 1, 1, s.shared, NULL, params, NULL));
	TRY(b->cuEventRecord(b->to, NULL));
	TRY(b->cuCtxSynchronize());
	TRY(b->cuEventSynchronize(b->to));
	TRY(b->cuEventElapsedTime(&ms, b->from, b->to));
	return ms * 1e3;
}

static double best_launch(struct bench *b, CUfunction f, struct shape s, void **params)
{
	double best = launch(b, f, s, params);
	for (int i = 0; !b->simulated && i < 5; i++) {
		double t = launch(b, f, s, params);
		best = t < best ? t : best;
	}
	return best;
}

/* Cycles of one turn of the loop, as the difference between many turns and few. */
static double turn(struct bench *b, const char *setup, const char *body, int unroll, struct shape s)
{
	char *ptx = loop_kernel(setup, body, unroll);
	uint32_t few = b->simulated ? 2 : 200, many = few * 3;
	CUdeviceptr half = b->buffer + b->bytes / 2;    /* what one run reads, the other has not */
	void *short_run[] = { &half, &few }, *long_run[] = { &b->buffer, &many };
	CUmodule m;
	CUfunction f;
	TRY(b->cuModuleLoadData(&m, ptx));
	TRY(b->cuModuleGetFunction(&f, m, "k"));
	double t = best_launch(b, f, s, long_run) - best_launch(b, f, s, short_run);
	TRY(b->cuModuleUnload(m));
	free(ptx);
	return t * b->mhz / (many - few);
}

/* ---- the table ---- */

static void row(struct bench *b, const char *what, double ours, double theirs, const char *source)
{
	double off = theirs ? 100 * (ours - theirs) / theirs : 0;
	if (!theirs) {
		printf("  %-44s %10.4g\n", what, ours);
		return;
	}
	b->rows++;
	b->within += fabs(off) <= 10;
	printf("  %-44s %10.4g %10.4g  %+5.0f %%%s  %s\n", what, ours, theirs, off,
		fabs(off) > 10 ? " *" : "  ", source);
}

struct known { double value; const char *source; };

struct line {
	const char *what, *setup, *body;
	double ops;                     /* operations of the body that depend on each other */
	double less;                    /* cycles of the body that are another operation's: 64-bit additions */
	struct known known[NCARDS];
};

/* One warp, each operation waiting for the one before. */
static const struct line latencies[] = {
	{ "integer add and xor", "", "add.s32 %r1, %r1, %r2; xor.b32 %r1, %r1, %r3;", 2, 0,
		{ { 9, "PPT" }, { 4.1, "TUN" }, { 0, "" } } },
	{ "integer mad.lo", "", "mad.lo.s32 %r1, %r1, %r2, %r3;", 1, 0, { { 9, "PPT" }, { 4.1, "TUN" } } },
	{ "fp32 fma", "", "fma.rn.f32 %f1, %f1, %f2, %f3;", 1, 0, { { 9, "PPT" }, { 4.1, "TUN" } } },
	{ "fp64 fma", "", "fma.rn.f64 %e1, %e1, %e2, %e3;", 1, 0, { { 10, "PPT" }, { 8.06, "TUN" } } },
	{ "popc", "", "popc.b32 %r1, %r1;", 1, 0, { { 9, "PPT" }, { 15, "PPT" }, { 17.04, "own" } } },
	{ "sin.approx.f32 / sqrt.approx.f32", "", "sqrt.approx.f32 %f1, %f1;", 1, 0,
		{ { 18, "PPT, sin" }, { 21, "TUN" } } },
	{ "div.rn.f64", "", "div.rn.f64 %e1, %e1, %e2;", 1, 0, { { 0, "" }, { 112, "RRZE" } } },
	{ "sqrt.rn.f64", "", "sqrt.rn.f64 %e1, %e1;", 1, 0, { { 0, "" }, { 101, "RRZE" }, { 92.5, "own" } } },
	{ "rcp.rn.f64", "", "rcp.rn.f64 %e1, %e1;", 1, 0, { { 0, "" }, { 57, "ISA" }, { 73.5, "own" } } },
	{ "sqrt.rn.f32", "", "sqrt.rn.f32 %f1, %f1;", 1, 0, { { 0, "" }, { 60, "PPT" }, { 55.6, "own" } } },
	{ "div.s32", "", "div.s32 %r1, %r1, %r2;", 1, 0, { { 149, "PPT" }, { 127, "PPT" }, { 63, "own" } } },
	{ "div.u32", "", "div.u32 %r1, %r1, %r2;", 1, 0, { { 131, "PPT" }, { 122, "PPT" }, { 59.2, "own" } } },
	{ "shuffle", "", "shfl.sync.bfly.b32 %r1, %r1, 1, 31, -1;", 1, 0, { { 0, "" }, { 22, "Z20" }, { 24.1, "own" } } },
	{ "shared load", "mov.u64 %d1, s; cvt.u64.u32 %d2, %r31; mul.lo.u64 %d2, %d2, 0; st.shared.u64 [%d1], %d2;",
		"ld.shared.u64 %d3, [%d1]; add.s64 %d1, %d1, %d3;", 1, 1,
		{ { 26, "PPT" }, { 23.5, "MT4G" }, { 23.4, "own" } } },
	{ "global load, L1 hit", "mov.u64 %d1, %d0;", "ld.global.ca.u64 %d3, [%d1]; add.s64 %d1, %d1, %d3;", 1, 1,
		{ { 0, "" }, { 28, "RRZE" }, { 39.5, "own" } } },
	{ "ld.global.nc, hit", "mov.u64 %d1, %d0;", "ld.global.nc.u64 %d3, [%d1]; add.s64 %d1, %d1, %d3;", 1, 1,
		{ { 112, "PPT, tex" }, { 30, "MT4G" }, { 39.5, "own" } } },
	{ "global load, L2 hit", "mov.u64 %d1, %d0;", "ld.global.cg.u64 %d3, [%d1]; add.s64 %d1, %d1, %d3;", 1, 1,
		{ { 188, "PPT" }, { 212, "RRZE" }, { 266, "own" } } },
	{ "global load, DRAM", "mov.u64 %d1, %d0;",
		"ld.global.cg.u64 %d3, [%d1]; add.s64 %d1, %d1, %d3; add.s64 %d1, %d1, 4096;", 1, 2,
		{ { 331, "PPT" }, { 434, "RRZE" }, { 665, "RRZE, GH200" } } },
	{ "atom.global.add, value used", "mov.u64 %d1, %d0;",
		"atom.global.exch.b64 %d3, [%d1], 0; add.s64 %d1, %d1, %d3;", 1, 1, { { 0, "" }, { 244, "TUN" }, { 268.6, "own" } } },
	{ "bar.sync, one warp", "", "bar.sync 0;", 1, 0, { { 0, "" }, { 22, "Z20" }, { 14.2, "own" } } },
};

static double add64(struct bench *b)
{
	return turn(b, "", "add.s64 %d1, %d1, %d2; xor.b64 %d2, %d2, %d1; xor.b64 %d1, %d1, %d2;", 64,
		(struct shape){ 1, 32, 0 }) / 64 / 3;
}

static void show_latencies(struct bench *b)
{
	double add = add64(b);
	printf("\nLatencies, cycles                                     measured  published\n");
	for (size_t i = 0; i < sizeof latencies / sizeof *latencies; i++) {
		const struct line *l = &latencies[i];
		double t = turn(b, l->setup, l->body, 64, (struct shape){ 1, strncmp(l->what, "atom", 4) ? 32 : 1, 0 });
		row(b, l->what, t / 64 / l->ops - l->less * add, l->known[b->card].value,
			l->known[b->card].source);
	}
}

/* A block of 32 warps on each SM, independent operations: results a clock and SM. */
static const struct line rates[] = {
	{ "fp32 fma", "", "fma.rn.f32 %f1, %f2, %f2, %f1; fma.rn.f32 %f3, %f2, %f2, %f3; "
		"fma.rn.f32 %f4, %f2, %f2, %f4; fma.rn.f32 %f5, %f2, %f2, %f5;", 4, 0,
		{ { 192, "PG (vendor's)" }, { 63.4, "TUN" }, { 128, "MT4G" } } },
	{ "fp64 fma", "", "fma.rn.f64 %e1, %e2, %e2, %e1; fma.rn.f64 %e3, %e2, %e2, %e3;", 2, 0,
		{ { 64, "PG (vendor's)" }, { 32, "TUN" }, { 63.2, "own" } } },
	{ "integer add", "", "add.s32 %r1, %r1, %r2; add.s32 %r3, %r3, %r2; xor.b32 %r4, %r4, %r2; "
		"xor.b32 %r5, %r5, %r2;", 4, 0, { { 160, "PG (vendor's)" }, { 64, "PG (vendor's)" } } },
	{ "special function", "", "ex2.approx.f32 %f1, %f1; ex2.approx.f32 %f2, %f2;", 2, 0,
		{ { 32, "PG (vendor's)" }, { 15.98, "TUN" }, { 15.94, "own" } } },
};

static void show_rates(struct bench *b)
{
	struct shape full = { (unsigned)b->sms, 1024, 0 };
	printf("\nRates, results a clock and SM                         measured  published\n");
	for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
		const struct line *l = &rates[i];
		double t = turn(b, l->setup, l->body, 32, full);
		row(b, l->what, 1024 * 32 * l->ops / t, l->known[b->card].value, l->known[b->card].source);
	}
	double t = turn(b, "", "div.rn.f64 %e1, %e1, %e2;", 16, full);
	row(b, "div.rn.f64: clocks of an SM for a warp", t / 32 / 16, b->card == V100 ? 7.5 : 0, "RRZE");
	t = turn(b, "", "sqrt.rn.f64 %e1, %e1;", 16, full);
	row(b, "sqrt.rn.f64: clocks of an SM for a warp", t / 32 / 16, b->card == V100 ? 9.6 : 0, "RRZE");
	t = turn(b, "mov.u64 %d1, s; shl.b64 %d2, %d1, 0; mad.wide.u32 %d1, %r31, 4, %d1;",
		"ld.shared.u32 %r1, [%d1]; ld.shared.u32 %r2, [%d1+4];", 16, full);
	row(b, "shared memory, 4-byte loads: bytes a clock", 1024 * 4 * 32 / t, b->card == V100 ? 99.7 : 0, "TUN");
	t = turn(b, "mad.wide.u32 %d1, %r31, 4, %d0;", "ld.global.ca.u32 %r1, [%d1]; ld.global.ca.u32 %r2, [%d1];",
		16, full);
	row(b, "L1, 4-byte loads: bytes a clock", 1024 * 4 * 32 / t, b->card == V100 ? 78 : 0, "TUN");
	t = turn(b, "mad.wide.u32 %d1, %r31, 8, %d0;", "ld.global.ca.u64 %d2, [%d1]; ld.global.ca.u64 %d3, [%d1];",
		16, full);
	row(b, "L1, 8-byte loads: bytes a clock", 1024 * 8 * 32 / t, b->card == V100 ? 123 : 0, "TUN");
	t = turn(b, "mad.wide.u32 %d1, %r31, 8, %d0;", "ld.global.cg.u64 %d2, [%d1]; ld.global.cg.u64 %d3, [%d1];",
		4, full);
	row(b, "L2, 8-byte loads: bytes a clock, all SMs", 1024.0 * b->sms * 8 * 8 / t, b->card == V100 ? 1775 : 0,
		"RRZE");
}

static void show_control(struct bench *b)
{
	static const int warps[] = { 2, 4, 8, 16, 32 };
	char what[80];
	printf("\nBarriers and branches, cycles                         measured  published\n");
	for (int i = 0; i < 5; i++) {
		double t = turn(b, "", "bar.sync 0;", 32, (struct shape){ 1, (unsigned)warps[i] * 32, 0 }) / 32;
		snprintf(what, sizeof what, "bar.sync, %d warps", warps[i]);
		row(b, what, t, b->card == K40 ? 0 : (b->card == H200 ? 12.4 : 21) + 2 * warps[i],
			b->card == H200 ? "own" : "BB24, sm_75 and sm_80");
	}
	for (int ways = 2; ways <= 32; ways *= 4) {
		char setup[200];
		snprintf(setup, sizeof setup, "mov.u64 %%d1, s; mul.wide.u32 %%d2, %%r31, %d; and.b64 %%d2, %%d2, 8191; "
			"add.s64 %%d1, %%d1, %%d2; mov.u32 %%r1, 0; st.shared.u32 [%%d1], %%r1;", ways * 4);
		double t = turn(b, setup, "ld.shared.u32 %r1, [%d1]; cvt.u64.u32 %d3, %r1; add.s64 %d1, %d1, %d3;", 32,
			(struct shape){ 1, 32, 0 }) / 32;
		snprintf(what, sizeof what, "shared load and add, %d-way conflict", ways);
		row(b, what, t, 0, "");
	}
	row(b, "loop: add, compare, branch", turn(b, "", "", 1, (struct shape){ 1, 32, 0 }), 0, "");
}

/* ---- memory bandwidth ---- */

static char *stream_kernel(const char *body)
{
	struct text t = { 0 };
	put(&t, ".version 6.4\n.target sm_35\n.address_size 64\n"
		".visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c, .param .u64 d, .param .u32 n)\n{\n"
		"\t.reg .pred %%p; .reg .b32 %%r<8>; .reg .b64 %%d<12>; .reg .f64 %%e<8>;\n"
		"\tld.param.u64 %%d1, [a]; ld.param.u64 %%d2, [b]; ld.param.u64 %%d3, [c]; ld.param.u64 %%d4, [d];\n"
		"\tld.param.u32 %%r0, [n]; mov.u32 %%r1, %%ctaid.x; mov.u32 %%r2, %%ntid.x; mov.u32 %%r3, %%tid.x;\n"
		"\tmad.lo.s32 %%r4, %%r1, %%r2, %%r3;\n\tsetp.ge.s32 %%p, %%r4, %%r0;\n\t@%%p bra $END;\n"
		"\tmul.wide.s32 %%d5, %%r4, 8;\n\tadd.s64 %%d6, %%d1, %%d5; add.s64 %%d7, %%d2, %%d5;\n"
		"\tadd.s64 %%d8, %%d3, %%d5; add.s64 %%d9, %%d4, %%d5;\n%s\n$END:\n\tret;\n}\n", body);
	return t.s;
}

/* GB/s of `arrays` arrays of n doubles, blocks of s.threads with s.shared bytes. */
static double stream(struct bench *b, const char *body, int arrays, uint32_t n, struct shape s)
{
	char *ptx = stream_kernel(body);
	CUdeviceptr p[4];
	size_t step = b->bytes / 4 / 4096 * 4096;
	CUmodule m;
	CUfunction f;
	for (int i = 0; i < 4; i++)
		p[i] = b->buffer + (size_t)i * step;
	void *params[] = { &p[0], &p[1], &p[2], &p[3], &n };
	TRY(b->cuModuleLoadData(&m, ptx));
	TRY(b->cuModuleGetFunction(&f, m, "k"));
	if (s.shared > 48 << 10)
		TRY(b->cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, (int)s.shared));
	s.teams = (n + s.threads - 1) / s.threads;
	launch(b, f, s, params);                /* so that L2 is as in the middle of many */
	double us = best_launch(b, f, s, params);
	TRY(b->cuModuleUnload(m));
	free(ptx);
	return (double)arrays * 8 * n / us / 1e3;
}

static const char scale[] = "ld.global.nc.f64 %e1, [%d7]; mul.f64 %e1, %e1, 0d3FF3333333333333; "
	"st.global.f64 [%d6], %e1;";

static void show_bandwidth(struct bench *b)
{
	static const struct {
		const char *what, *body;
		int arrays;
		struct known known[NCARDS];
	} all[] = {
		{ "read", "ld.global.nc.f64 %e1, [%d7]; setp.neu.f64 %p, %e1, 0d405EC00000000000; @%p bra $END; "
			"st.global.f64 [%d6], %e1;", 1, { { 0, "" }, { 867, "RRZE" }, { 3888, "RRZE" } } },
		{ "write", "st.global.f64 [%d6], 0d3FCD70A3D70A3D71;", 1, { { 0, "" }, { 897, "RRZE" } } },
		{ "scale", scale, 2, { { 0, "" }, { 809, "RRZE" }, { 4300, "measured: copy" } } },
		{ "STREAM triad, two arrays read", "ld.global.nc.f64 %e1, [%d7]; ld.global.nc.f64 %e2, [%d8]; "
			"fma.rn.f64 %e1, %e1, 0d4008000000000000, %e2; st.global.f64 [%d6], %e1;", 3,
			{ { 192.5, "BS, ECC on" }, { 788, "RRZE's triad" } } },
		{ "triad, three arrays read", "ld.global.nc.f64 %e1, [%d7]; ld.global.nc.f64 %e2, [%d8]; "
			"ld.global.nc.f64 %e3, [%d9]; fma.rn.f64 %e1, %e1, %e3, %e2; st.global.f64 [%d6], %e1;", 4,
			{ { 0, "" }, { 788, "RRZE" } } },
	};
	uint32_t n = b->simulated && b->card != H200 ? 1 << 21 : 1 << 24;
	printf("\nDRAM, GB/s, arrays of %u doubles                  measured  published\n", n);
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		row(b, all[i].what, stream(b, all[i].body, all[i].arrays, n, (struct shape){ 0, 1024, 0 }),
			all[i].known[b->card].value, all[i].known[b->card].source);
}

/* RRZE's scale with few warps on an SM: from four on, two blocks of half the warps each. */
static void show_curve(struct bench *b)
{
	static const int warps[] = { 1, 2, 4, 8, 16, 32, 64 };
	static const double published[NCARDS][7] = { [V100] = { 67, 130, 246, 426, 675, 784, 809 },
		[H200] = { 120, 230, 450, 831, 1376, 2183, 3084 } };
	unsigned room = b->card == V100 ? 96 << 10 : b->card == H200 ? 227 << 10 : 48 << 10;
	char what[80];
	/* the h200 was fitted while looking at all of its points, so none of them judges it */
	printf("\nscale with few warps on each SM, GB/s                 measured  published (%s)\n",
		b->card == H200 ? "all fitted" : "fitted at 1, 4, 16, 64; judged at 2, 8, 32");
	for (int i = 0; i < 7; i++) {
		int blocks = warps[i] < 4 ? 1 : 2;
		struct shape s = { 0, (unsigned)(warps[i] / blocks * 32), room / (unsigned)blocks - 2048 };
		snprintf(what, sizeof what, "%d warps", warps[i]);
		row(b, what, stream(b, scale, 2, b->card == H200 ? 1 << 23 : 1 << 20 << (i > 3), s), published[b->card][i],
			b->card == H200 ? "own" : "RRZE");
	}
}

/* ---- the host's side ---- */

static void show_host(struct bench *b)
{
	static const struct known none[NCARDS] = { { 0, "" }, { 1.08, "Z20" }, { 0, "" } };
	static const char ptx[] = ".version 6.4\n.target sm_35\n.address_size 64\n"
		".visible .entry k()\n{\n\tret;\n}\n";
	float ms;
	CUmodule m;
	CUfunction f;
	TRY(b->cuModuleLoadData(&m, ptx));
	TRY(b->cuModuleGetFunction(&f, m, "k"));
	printf("\nHost                                                  measured  published\n");
	TRY(b->cuEventRecord(b->from, NULL));
	for (int i = 0; i < 100; i++)
		TRY(b->cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL));
	TRY(b->cuEventRecord(b->to, NULL));
	TRY(b->cuCtxSynchronize());
	TRY(b->cuEventElapsedTime(&ms, b->from, b->to));
	row(b, "null kernels in a row, us each", ms * 1e3 / 100, none[b->card].value,
		none[b->card].source);
	if (b->bytes < 64 << 20)
		return;
	char *host = calloc(1, 64 << 20);
	TRY(b->cuEventRecord(b->from, NULL));
	TRY(b->cuMemcpyHtoD_v2(b->buffer, host, 64 << 20));
	TRY(b->cuEventRecord(b->to, NULL));
	TRY(b->cuEventSynchronize(b->to));
	TRY(b->cuEventElapsedTime(&ms, b->from, b->to));
	row(b, "copy of 64 MB to the device, GB/s", (64 << 20) / ms / 1e6, b->card == K40 ? 10.0 :
		b->card == V100 ? 12.35 : 0, b->card == K40 ? "MW" : "RRZE");
	free(host);
}

/* ---- Bertolli et al. 2014, Table 2: how much dearer the control loop is than if-master ---- */

static char *slurp(const char *file)
{
	FILE *in = fopen(file, "rb");
	char *text = NULL;
	size_t cap = 0;
	if (!in || getdelim(&text, &cap, '\0', in) < 0) {
		perror(file);
		exit(1);
	}
	fclose(in);
	return text;
}

static double fig12(struct bench *b, CUmodule m, const char *kernel, unsigned teams, unsigned threads)
{
	uint32_t n = 16384, L = 1, K = 100, few = 1, many = 3;
	CUdeviceptr p[3];
	CUfunction f;
	for (int i = 0; i < 3; i++)
		p[i] = b->buffer + (size_t)i * n * 8;
	void *one[] = { &p[0], &p[1], &p[2], &n, &L, &K, &few }, *three[] = { &p[0], &p[1], &p[2], &n, &L, &K, &many };
	struct shape s = { teams, threads, 0 };
	TRY(b->cuModuleGetFunction(&f, m, kernel));
	launch(b, f, s, one);
	return best_launch(b, f, s, three) - best_launch(b, f, s, one);
}

static void show_table2(struct bench *b)
{
	static const double paper[4][9] = {
		{ 1.1456, 0.4656, 0.6406, 0.8377, 1.0458, 2.3288, 2.4617, 2.2883, 2.4351 },
		{ 0.9367, 1.4086, 1.5228, 1.5741, 1.5936, 2.1161, 2.2796, 2.3831, 2.1455 },
		{ 1.3590, 1.2749, 1.3364, 1.5621, 1.6310, 2.8337, 2.5220, 2.4574, 3.6567 },
		{ 1.3873, 1.1753, 1.3644, 1.2606, 1.6260, 3.0446, 2.3633, 3.6675, 4.0370 },
	};
	char *ptx = slurp("tests/baseline/fig12.nvcc-11.8.sm_35.ptx");
	CUmodule m;
	int positive = 0;
	double most = 0;
	TRY(b->cuModuleLoadData(&m, ptx));
	printf("\nBertolli 2014, Table 2 (nvcc's code of Figure 12): control loop over if-master, %%; ours (theirs)\n"
		"  threads \\ blocks    1");
	for (int j = 1; j < 9; j++)
		printf("%14d", 1 << j);
	for (int i = 0; i < 4; i++) {
		printf("\n  %7d   ", 32 << i);
		for (int j = 0; j < 9; j++) {
			double a = fig12(b, m, "fig12_ifmaster", 1u << j, 32u << i);
			double c = fig12(b, m, "fig12_controlloop", 1u << j, 32u << i), more = 100 * (c - a) / a;
			printf("  %5.2f (%.2f)", more, paper[i][j]);
			positive += more > 0;
			most = more > most ? more : most;
		}
	}
	printf("\n  if-master is faster in %d of 36 cells (theirs: 36), by at most %.1f %% (theirs: 4.04 %%)\n", positive,
		most);
	free(ptx);
}

/* ---- devices ---- */

static void open_device(struct bench *b, const char *name)
{
	static const char *const cards[] = { "k40", "v100", "h200" };
	const char *path = getenv("CALIBRATE_LIB");
	CUdevice dev;
	CUcontext ctx;
	char title[100];
	int khz, sms;
	b->simulated = !strncmp(name, "sim:", 4);
	b->card = H200;
	for (int i = 0; b->simulated && i < NCARDS; i++)
		if (!strncmp(name + 4, cards[i], strlen(cards[i])))
			b->card = (enum card)i;
	void *lib = dlopen(b->simulated ? path ? path : "build/lib/libptxsim.so" : "libcuda.so.1", RTLD_NOW);
	if (!lib) {
		fprintf(stderr, "calibrate: %s\n", dlerror());
		exit(1);
	}
#define X(f) \
	if (!(*(void **)&b->f = dlsym(lib, #f))) \
		fail(#f, -1);
	CALLS(X)
#undef X
	ptxsimSetOption_fn *set;
	*(void **)&set = dlsym(lib, "ptxsimSetOption");
	if (b->simulated && (set("devices", name + 4) || set("timing", "1")))
		fail("ptxsimSetOption", 1);
	TRY(b->cuInit(0));
	TRY(b->cuDeviceGet(&dev, b->simulated ? 0 : atoi(name + 5)));
	TRY(b->cuCtxCreate_v2(&ctx, 0, dev));
	TRY(b->cuDeviceGetName(title, sizeof title, dev));
	TRY(b->cuDeviceGetAttribute(&khz, CU_DEVICE_ATTRIBUTE_CLOCK_RATE, dev));
	TRY(b->cuDeviceGetAttribute(&sms, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, dev));
	b->mhz = khz / 1e3;
	b->sms = sms;
	b->bytes = b->simulated && b->card != H200 ? (size_t)160 << 20 : (size_t)600 << 20;
	TRY(b->cuMemAlloc_v2(&b->buffer, b->bytes));
	TRY(b->cuMemsetD8_v2(b->buffer, 0, b->bytes));
	TRY(b->cuEventCreate(&b->from, 0));
	TRY(b->cuEventCreate(&b->to, 0));
	printf("%s: %s, %d SMs, %.0f MHz; * is more than 10 %% off\n", name, title, sms, b->mhz);
}

int main(int argc, char **argv)
{
	if (argc != 2) {
		fprintf(stderr, "usage: calibrate sim:k40|sim:v100|sim:h200|cuda:N\n");
		return 2;
	}
	struct bench b = { 0 };
	open_device(&b, argv[1]);
	show_latencies(&b);
	show_rates(&b);
	show_control(&b);
	show_bandwidth(&b);
	if (b.card != K40)
		show_curve(&b);
	show_host(&b);
	if (b.card == K40)
		show_table2(&b);
	printf("\n%d of %d published figures within 10 %%\n", b.within, b.rows);
	return 0;
}
