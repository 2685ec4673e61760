/*
 * rate.c: 32 warps on an SM, independent operations: what a clock and an SM can do.
 */
#include <stdlib.h>
#include <string.h>

#include "calibrate.h"

#define SECTION "rate"
#define FOUR(op, rest) \
	op " %r4, %r4" rest op " %r5, %r5" rest op " %r6, %r6" rest op " %r7, %r7" rest
#define FFOUR(op, rest) \
	op " %f4, %f4" rest op " %f5, %f5" rest op " %f6, %f6" rest op " %f7, %f7" rest
#define EFOUR(op, rest) \
	op " %e4, %e4" rest op " %e5, %e5" rest op " %e6, %e6" rest op " %e7, %e7" rest

static const struct {
	const char *row;
	enum part part;
	const char *body;
	int ops;
} rates[] = {
	{ "fp32 fma", FIT, FFOUR("fma.rn.f32", ", %f1, %f2; "), 4 },
	{ "fp64 fma", JUDGE, EFOUR("fma.rn.f64", ", %e1, %e2; "), 4 },
	{ "integer add and xor", FIT, FOUR("add.s32", ", %r1; ") FOUR("xor.b32", ", %r2; "), 8 },
	{ "integer mad.lo", JUDGE, FOUR("mad.lo.s32", ", %r1, %r2; "), 4 },
	{ "integer max", JUDGE, FOUR("max.s32", ", %r1; ") FOUR("xor.b32", ", %r2; "), 8 },
	{ "special function", FIT, FFOUR("ex2.approx.ftz.f32", "; "), 4 },
	{ "popc", JUDGE, FOUR("popc.b32", "; "), 4 },
	{ "convert s32 to f32", JUDGE,
		"cvt.rn.f32.s32 %f4, %r4; add.s32 %r4, %r4, %r1; "
		"cvt.rn.f32.s32 %f5, %r5; "
		"add.s32 %r5, %r5, %r1; add.f32 %f6, %f6, %f4; add.f32 %f7, %f7, %f5;",
		2 },
	{ "shuffle", JUDGE,
		"shfl.sync.bfly.b32 %r4, %r4, 1, 31, -1; "
		"shfl.sync.bfly.b32 %r5, %r5, 2, 31, -1;",
		2 },
	{ "fp32 fma and integer add in turn", JUDGE,
		FFOUR("fma.rn.f32",
			", %f1, %f2; "
			"") FOUR("add.s32", ", %r1; "),
		8 },
};

static double
full_sm(struct bench *b, struct chain c, unsigned blocks)
{
	return turn(b, &c, (struct shape){ blocks, 1024, 0 });
}

static void
measure_sequences(struct bench *b)
{
	static const struct {
		const char *row;
		enum part part;
		const char *body;
	} all[] = {
		{ "div.rn.f64, clocks for a warp", FIT, "div.rn.f64 %e1, %e2, %e1;" },
		{ "sqrt.rn.f64, clocks for a warp", FIT, "sqrt.rn.f64 %e1, %e1;" },
		{ "rcp.rn.f64, clocks for a warp", FIT, "rcp.rn.f64 %e1, %e1;" },
		{ "div.rn.f32, clocks for a warp", JUDGE, "div.rn.f32 %f1, %f2, %f1;" },
		{ "rcp.rn.f32, clocks for a warp", FIT, "rcp.rn.f32 %f1, %f1;" },
		{ "div.s32, clocks for a warp", JUDGE, "div.s32 %r1, %r2, %r1;" },
	};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		result(b, SECTION, all[i].row, all[i].part,
			full_sm(b,
				(struct chain){ .setup = "add.s32 %r2, %r2, 1000000000;",
					.body = all[i].body,
					.copies = 16 },
				1) /
				32 / 16);
}

/* Bytes a clock of an SM; the address changes in each turn, by a zero that only the data know. */
static void
measure_sm_memory(struct bench *b)
{
	static const struct {
		const char *row;
		enum part part;
		const char *setup, *body;
		int bytes;
	} all[] = {
		{ "shared memory, 4-byte loads, bytes a clock", FIT,
			"mov.u64 %d1, s; "
			"mad.wide.u32 %d1, %r31, 4, %d1;",
			"ld.shared.u32 %r4, [%d1+~256~]; xor.b32 %r5, %r5, %r4;", 4 },
		{ "shared memory, 8-byte loads, bytes a clock", JUDGE,
			"mov.u64 %d1, s; "
			"mad.wide.u32 %d1, %r31, 8, %d1;",
			"ld.shared.u64 %d4, [%d1+~256~]; xor.b64 %d5, %d5, %d4;", 8 },
		{ "shared memory, 16-byte loads, bytes a clock", JUDGE,
			"mov.u64 %d1, s; and.b32 %r2, %r31, 31; "
			"mad.wide.u32 %d1, %r2, 16, %d1;",
			"ld.shared.v2.u64 {%d4, %d6}, [%d1+~256~]; "
			"xor.b64 %d5, %d5, %d4; xor.b64 %d5, %d5, %d6;",
			16 },
		{ "shared memory, 8-byte loads of one address, bytes a clock", FIT,
			"mov.u64 %d1, s;", "ld.shared.u64 %d4, [%d1+~256~]; xor.b64 %d5, %d5, %d4;",
			8 },
		{ "L1, 4-byte loads, bytes a clock", FIT, "mad.wide.u32 %d1, %r31, 4, %d0;",
			"ld.global.ca.u32 %r4, [%d1+~256~]; xor.b32 %r5, %r5, %r4;", 4 },
		{ "L1, 8-byte loads, bytes a clock", JUDGE, "mad.wide.u32 %d1, %r31, 8, %d0;",
			"ld.global.ca.u64 %d4, [%d1+~256~]; xor.b64 %d5, %d5, %d4;", 8 },
		{ "L1 and shared memory in turn, 4-byte loads, bytes a clock", JUDGE,
			"mov.u64 %d2, s; "
			"mad.wide.u32 %d1, %r31, 4, %d0; mad.wide.u32 %d2, %r31, 4, %d2;",
			"ld.global.ca.u32 %r4, [%d1+~256~]; ld.shared.u32 %r6, [%d2+~256~]; "
			"xor.b32 %r5, %r5, %r4; xor.b32 %r5, %r5, %r6;",
			8 },
		{ "ld.global.nc, 4-byte loads, bytes a clock", JUDGE,
			"mad.wide.u32 %d1, %r31, 4, %d0;",
			"ld.global.nc.u32 %r4, [%d1+~256~]; xor.b32 %r5, %r5, %r4;", 4 },
		{ "ld.global.nc, 16-byte loads, bytes a clock", JUDGE,
			"mad.wide.u32 %d1, %r31, 16, %d0;",
			"ld.global.nc.v2.u64 {%d4, %d6}, [%d1+~256~]; xor.b64 %d5, %d5, %d4; "
			"xor.b64 %d5, %d5, %d6;",
			16 },
	};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		result(b, SECTION, all[i].row, all[i].part,
			1024.0 * 32 * all[i].bytes /
				full_sm(b,
					(struct chain){ .setup = all[i].setup,
						.once = "add.s64 %d1, %d1, %d30;",
						.body = all[i].body,
						.copies = 32 },
					1));
}

static void
measure_l2(struct bench *b)
{
	char setup[200], body[200];
	snprintf(setup, sizeof setup,
		"mov.u32 %%r4, %%ctaid.x; mad.lo.s32 %%r4, %%r4, 1024, %%r31; "
		"mad.wide.u32 %%d1, %%r4, 8, %%d0;");
	snprintf(body, sizeof body, "ld.global.cg.u64 %%d4, [%%d1+~%d~]; xor.b64 %%d5, %%d5, %%d4;",
		b->sms * 8192);
	result(b, SECTION, "L2, 8-byte loads, bytes a clock of all SMs", FIT,
		1024.0 * b->sms * 8 * 8 /
			full_sm(b,
				(struct chain){ .setup = setup,
					.once = "add.s64 %d1, %d1, %d30;",
					.body = body,
					.copies = 8 },
				(unsigned)b->sms));
}

void
measure_rates(struct bench *b)
{
	for (size_t i = 0; i < sizeof rates / sizeof *rates; i++)
		result(b, SECTION, rates[i].row, rates[i].part,
			1024.0 * 16 * rates[i].ops /
				full_sm(b, (struct chain){ .body = rates[i].body, .copies = 16 },
					1));
	measure_sequences(b);
	measure_sm_memory(b);
	measure_l2(b);
}

/* As many warps as an SM takes, which clpeak has on a K40: two blocks on each; 64 sums in a turn of the loop. */
void
measure_full(struct bench *b)
{
	static const struct {
		const char *row, *body;
		int ops;
	} all[] = {
		{ "fp32 fma, one after the other", "fma.rn.f32 %f4, %f4, %f1, %f2; ", 1 },
		{ "fp32 fma, two in turn",
			"fma.rn.f32 %f4, %f4, %f1, %f2; fma.rn.f32 %f5, %f5, %f1, %f2; ", 2 },
		{ "fp32 fma, four in turn", FFOUR("fma.rn.f32", ", %f1, %f2; "), 4 },
	};
	for (size_t i = 0; b->card == K40 && i < sizeof all / sizeof *all; i++)
		result(b, "rate, 64 warps on each SM", all[i].row, JUDGE,
			2048.0 * 64 /
				full_sm(b,
					(struct chain){ .body = all[i].body,
						.copies = 64 / all[i].ops },
					2 * (unsigned)b->sms));
}
