/*
 * latency.c: one warp, each operation waiting for the one before.
 */
#include <string.h>

#include "calibrate.h"

#define ADDRESS(from) "mov.u64 %d1, " from ";"
#define ZERO_F64 "sub.f64 %e2, %e2, %e2;"
#define ZERO_F32 "sub.f32 %f2, %f2, %f2;"
#define CHASE(load) load " %d3, [%d1]; add.s64 %d1, %d1, %d3;"

struct latency {
	const char *row;
	enum part part;
	struct chain chain;
	double ops; /* of the row, in one body */
	int adds;   /* 64-bit additions among them, which are taken off again */
	unsigned threads;
};

static const struct latency arithmetic[] = {
	{ "integer add", FIT, { .body = "add.s32 %r1, %r1, %r2; add.s32 %r2, %r2, %r1;" }, 2, 0,
		32 },
	{ "integer add and xor in turn", JUDGE,
		{ .body = "add.s32 %r1, %r1, %r2; "
			  "xor.b32 %r1, %r1, %r3;" },
		2, 0, 32 },
	{ "64-bit add", FIT, { .body = "add.s64 %d1, %d1, %d2; add.s64 %d2, %d2, %d1;" }, 2, 0,
		32 },
	{ "integer mad.lo", FIT, { .body = "mad.lo.s32 %r1, %r1, %r2, %r3;" }, 1, 0, 32 },
	{ "64-bit mul.lo", JUDGE, { .body = "mul.lo.s64 %d1, %d1, %d2;" }, 1, 0, 32 },
	{ "compare and select", JUDGE,
		{ .body = "setp.gt.s32 %p1, %r1, %r2; "
			  "selp.b32 %r1, %r3, %r4, %p1;" },
		1, 0, 32 },
	{ "fp32 fma", JUDGE, { .body = "fma.rn.f32 %f1, %f1, %f2, %f3;" }, 1, 0, 32 },
	{ "fp64 fma", FIT, { .body = "fma.rn.f64 %e1, %e1, %e2, %e3;" }, 1, 0, 32 },
	{ "fp64 add and mul in turn", JUDGE,
		{ .body = "add.rn.f64 %e1, %e1, %e2; "
			  "mul.rn.f64 %e1, %e1, %e3;" },
		2, 0, 32 },
	{ "popc", FIT, { .body = "popc.b32 %r1, %r1;" }, 1, 0, 32 },
	{ "clz", JUDGE, { .body = "clz.b32 %r1, %r1;" }, 1, 0, 32 },
	{ "ex2.approx.f32", FIT, { .body = "ex2.approx.ftz.f32 %f1, %f1;" }, 1, 0, 32 },
	{ "sin.approx.f32", JUDGE, { .body = "sin.approx.f32 %f1, %f1;" }, 1, 0, 32 },
	{ "sqrt.approx.f32", JUDGE, { .body = "sqrt.approx.ftz.f32 %f1, %f1;" }, 1, 0, 32 },
	{ "rsqrt.approx.f32", FIT, { .body = "rsqrt.approx.f32 %f1, %f1;" }, 1, 0, 32 },
	{ "convert s32 to f32 and back", FIT,
		{ .body = "cvt.rn.f32.s32 %f1, %r1; "
			  "cvt.rzi.s32.f32 %r1, %f1;" },
		2, 0, 32 },
	{ "convert s32 to f64 and back", JUDGE,
		{ .body = "cvt.rn.f64.s32 %e1, %r1; "
			  "cvt.rzi.s32.f64 %r1, %e1;" },
		2, 0, 32 },
	{ "div.rn.f64", FIT, { .body = "div.rn.f64 %e1, %e2, %e1;" }, 1, 0, 32 },
	{ "sqrt.rn.f64", FIT, { .body = "sqrt.rn.f64 %e1, %e1;" }, 1, 0, 32 },
	{ "rcp.rn.f64", FIT, { .body = "rcp.rn.f64 %e1, %e1;" }, 1, 0, 32 },
	{ "div.rn.f32", FIT, { .body = "div.rn.f32 %f1, %f2, %f1;" }, 1, 0, 32 },
	{ "sqrt.rn.f32", FIT, { .body = "sqrt.rn.f32 %f1, %f1;" }, 1, 0, 32 },
	{ "rcp.rn.f32", FIT, { .body = "rcp.rn.f32 %f1, %f1;" }, 1, 0, 32 },
	{ "div.rn.f64 by zero", FIT, { .setup = ZERO_F64, .body = "div.rn.f64 %e1, %e1, %e2;" }, 1,
		0, 32 },
	{ "div.rn.f64 of zero", JUDGE, { .setup = ZERO_F64, .body = "div.rn.f64 %e2, %e2, %e1;" },
		1, 0, 32 },
	{ "div.rn.f64 of a subnormal", FIT,
		{ .setup = "sub.f64 %e2, %e3, %e2; "
			   "mul.f64 %e1, %e1, 0d0000000123456789;",
			.body = "div.rn.f64 %e1, %e1, %e2;" },
		1, 0, 32 },
	{ "sqrt.rn.f64 of zero", FIT, { .setup = ZERO_F64, .body = "sqrt.rn.f64 %e2, %e2;" }, 1, 0,
		32 },
	{ "rcp.rn.f64 of zero", FIT, { .setup = ZERO_F64, .body = "rcp.rn.f64 %e2, %e2;" }, 1, 0,
		32 },
	{ "div.rn.f32 by zero", JUDGE, { .setup = ZERO_F32, .body = "div.rn.f32 %f1, %f1, %f2;" },
		1, 0, 32 },
	{ "div.rn.f32 of zero", FIT, { .setup = ZERO_F32, .body = "div.rn.f32 %f2, %f2, %f1;" }, 1,
		0, 32 },
	{ "div.rn.f32 of a subnormal", FIT,
		{ .setup = "sub.f32 %f2, %f3, %f2; mul.f32 %f1, %f1, 0f00001234;",
			.body = "div.rn.f32 %f1, %f1, %f2;" },
		1, 0, 32 },
	{ "rcp.rn.f32 of zero", FIT, { .setup = ZERO_F32, .body = "rcp.rn.f32 %f2, %f2;" }, 1, 0,
		32 },
	{ "sqrt.rn.f32 of zero", FIT, { .setup = ZERO_F32, .body = "sqrt.rn.f32 %f2, %f2;" }, 1, 0,
		32 },
	{ "div.s32", FIT,
		{ .setup = "add.s32 %r2, %r2, 1000000000;", .body = "div.s32 %r1, %r2, %r1;" }, 1,
		0, 32 },
	{ "div.u32", FIT,
		{ .setup = "add.s32 %r2, %r2, 1000000000;", .body = "div.u32 %r1, %r2, %r1;" }, 1,
		0, 32 },
	{ "rem.s32", JUDGE,
		{ .setup = "add.s32 %r2, %r2, 1000000000;",
			.body = "rem.s32 %r1, %r2, %r1; "
				"or.b32 %r1, %r1, 3;" },
		1, 0, 32 },
	{ "shuffle", FIT, { .body = "shfl.sync.bfly.b32 %r1, %r1, 1, 31, -1;" }, 1, 0, 32 },
	{ "shuffle and fp64 add, two words", JUDGE,
		{ .body = "mov.b64 {%r1, %r2}, %e1; "
			  "shfl.sync.bfly.b32 %r1, %r1, 1, 31, -1; shfl.sync.bfly.b32 %r2, %r2, 1, 31, -1; "
			  "mov.b64 %e2, {%r1, %r2}; add.f64 %e1, %e1, %e2;" },
		1, 0, 32 },
	{ "compare and ballot", FIT,
		{ .body = "setp.ne.s32 %p1, %r1, 0; "
			  "vote.sync.ballot.b32 %r1, %p1, -1;" },
		1, 0, 32 },
};

static const struct latency memory[] = {
	{ "shared load", FIT,
		{ .setup = ADDRESS("s") " mov.u64 %d2, 0; st.shared.u64 [%d1], %d2;",
			.body = CHASE("ld.shared.u64") },
		1, 1, 32 },
	{ "constant load", FIT,
		{ .setup = ADDRESS("zeros") " add.s64 %d1, %d1, %d30;",
			.body = CHASE("ld.const.u64") },
		1, 1, 32 },
	{ "global load, L1 hit", FIT,
		{ .setup = ADDRESS("%d0"), .body = CHASE("ld.global.ca.u64") }, 1, 1, 32 },
	{ "ld.global.nc, hit", JUDGE,
		{ .setup = ADDRESS("%d0"), .body = CHASE("ld.global.nc.u64") }, 1, 1, 32 },
	{ "global load, L2 hit", FIT,
		{ .setup = ADDRESS("%d0"), .body = CHASE("ld.global.cg.u64") }, 1, 1, 32 },
	{ "global load, DRAM", FIT,
		{ .setup = ADDRESS("%d0"),
			.cold = true,
			.body = CHASE("ld.global.cg.u64") " add.s64 %d1, %d1, 4096;" },
		1, 2, 32 },
	{ "global atomic, value used, 1 lane", FIT,
		{ .setup = ADDRESS("%d0"),
			.body = "atom.global.exch.b64 %d3, [%d1], 0; add.s64 %d1, %d1, %d3;" },
		1, 1, 1 },
	{ "global atomic, 32 lanes, one address", JUDGE,
		{ .setup = ADDRESS("%d0"),
			.body = "atom.global.exch.b64 %d3, [%d1], 0; add.s64 %d1, %d1, %d3;" },
		1, 1, 32 },
	{ "global atomic, 32 lanes, 32 addresses", JUDGE,
		{ .setup = "mad.wide.u32 %d1, %r31, 8, %d0;",
			.body = "atom.global.exch.b64 %d3, [%d1], 0; add.s64 %d1, %d1, %d3;" },
		1, 1, 32 },
	{ "shared atomic, value used, 1 lane", FIT,
		{ .setup = ADDRESS("s") " mov.u32 %r1, 0; "
					"st.shared.u32 [%d1], %r1;",
			.body = "atom.shared.exch.b32 %r1, [%d1], 0; cvt.u64.u32 %d3, %r1; add.s64 %d1, %d1, %d3;" },
		1, 1, 1 },
	{ "shared atomic, 32 lanes, one address", FIT,
		{ .setup = ADDRESS("s") " mov.u32 %r1, 0; "
					"st.shared.u32 [%d1], %r1;",
			.body = "atom.shared.exch.b32 %r1, [%d1], 0; cvt.u64.u32 %d3, %r1; add.s64 %d1, %d1, %d3;" },
		1, 1, 32 },
};

static double
add64(struct bench *b)
{
	struct chain c = {
		.body = "add.s64 %d1, %d1, %d2; xor.b64 %d2, %d2, %d1; "
			"xor.b64 %d1, %d1, %d2;",
		.copies = 64,
	};
	return turn(b, &c, (struct shape){ 1, 32, 0 }) / 64 / 3;
}

static void
measure(struct bench *b, const char *section, const struct latency *l, size_t n, double add)
{
	for (size_t i = 0; i < n; i++) {
		struct chain c = l[i].chain;
		c.copies = 64;
		double t = turn(b, &c, (struct shape){ 1, l[i].threads, 0 });
		result(b, section, l[i].row, l[i].part, t / 64 / l[i].ops - l[i].adds * add);
	}
}

/* Lanes a whole number of words apart, so that so many of them share a bank. */
static void
measure_conflicts(struct bench *b)
{
	for (int ways = 2; ways <= 32; ways *= 2) {
		char setup[200], row[80];
		snprintf(setup, sizeof setup,
			"mov.u64 %%d1, s; mul.wide.u32 %%d2, %%r31, %d; "
			"add.s64 %%d1, %%d1, %%d2; "
			"mov.u32 %%r1, 0; st.shared.u32 [%%d1], %%r1;",
			ways * 4);
		snprintf(row, sizeof row, "shared load and add, %d ways", ways);
		struct chain c = {
			.setup = setup,
			.copies = 32,
			.body = "ld.shared.u32 %r1, [%d1]; cvt.u64.u32 %d3, %r1; add.s64 %d1, %d1, %d3;"
		};
		result(b, "memory latency", row, ways == 2 || ways == 32 ? FIT : JUDGE,
			turn(b, &c, (struct shape){ 1, 32, 0 }) / 32);
	}
}

void
measure_latencies(struct bench *b)
{
	double add = add64(b);
	measure(b, "latency", arithmetic, sizeof arithmetic / sizeof *arithmetic, add);
	measure(b, "memory latency", memory, sizeof memory / sizeof *memory, add);
	measure_conflicts(b);
}
