/*
 * control.c: barriers, branches, jump tables, calls.
 */
#include <stdlib.h>
#include <string.h>

#include "calibrate.h"

#define SECTION "control"
#define ARM "mad.lo.s32 %r1, %r1, %r2, %r3; "
#define ARM12 ARM ARM ARM ARM ARM ARM ARM ARM ARM ARM ARM ARM

static double
one_warp(struct bench *b, struct chain c)
{
	return turn(b, &c, (struct shape){ 1, 32, 0 }) / c.copies;
}

static void
measure_barriers(struct bench *b)
{
	struct chain bar = { .body = "bar.sync 0;", .copies = 32 },
		     two = { .body = ARM "bar.sync 0;", .copies = 32 };
	struct chain lean = bar;
	char row[80];
	lean.lean = true;
	for (unsigned warps = 1; warps <= 32; warps *= 2) {
		snprintf(row, sizeof row, "bar.sync, %u warp%s", warps, warps > 1 ? "s" : "");
		result(b, SECTION, row, warps == 1 || warps == 4 || warps == 16 ? FIT : JUDGE,
			turn(b, &bar, (struct shape){ 1, warps * 32, 0 }) / 32);
	}
	result(b, SECTION, "mad and bar.sync, 8 warps", JUDGE,
		turn(b, &two, (struct shape){ 1, 256, 0 }) / 32);
	result(b, SECTION, "bar.sync, 32 warps, two blocks on each SM", FIT,
		turn(b, &lean, (struct shape){ (unsigned)b->sms * 2, 1024, 0 }) / 32);
	result(b, SECTION, "bar.warp.sync", FIT,
		one_warp(b, (struct chain){ .body = "bar.warp.sync -1;", .copies = 64 }));
}

/*
 * n compares, each with a branch to its arm; the last one is taken.  Which one that is comes
 * from memory, and so does what it is compared with: of constants an assembler makes a table.
 */
static void
measure_cascade(struct bench *b, int n)
{
	char *body = malloc(65536), *p = body, row[80], setup[1000], *q = setup;
	q += sprintf(q, ".reg .b32 %%k<16>; cvt.u32.u64 %%r30, %%d30; add.s32 %%r4, %%r30, %d;\n",
		n * n);
	for (int k = 0; k < n; k++)
		q += sprintf(q, "xor.b32 %%k%d, %%r30, %d;\n", k, (k + 1) * (k + 1));
	for (int k = 0; k < n; k++)
		p += sprintf(p, "setp.eq.s32 %%p1, %%r4, %%k%d; @%%p1 bra $A~1~_%d;\n", k, k);
	p += sprintf(p, "bra $J~1~_;\n");
	for (int k = 0; k < n; k++)
		p += sprintf(p, "$A~1~_%d: add.s32 %%r1, %%r1, %d; %s bra $J~1~_;\n", k, k * 17 + 3,
			ARM12);
	sprintf(p, "$J~1~_:");
	snprintf(row, sizeof row, "cascade of %d compares, the last taken", n);
	result(b, SECTION, row, n == 1 || n == 8 ? FIT : JUDGE,
		one_warp(b, (struct chain){ .setup = setup, .body = body, .copies = 8 }));
	free(body);
}

static void
measure_table(struct bench *b, int n)
{
	char *body = malloc(65536), *p = body, row[80], setup[100];
	p += sprintf(p, "$T~1~_: .branchtargets ");
	for (int k = 0; k < n; k++)
		p += sprintf(p, "%s$A~1~_%d", k ? ", " : "", k);
	p += sprintf(p, ";\nbrx.idx %%r30, $T~1~_;\n");
	for (int k = 0; k < n; k++)
		p += sprintf(p, "$A~1~_%d: add.s32 %%r1, %%r1, %d; %s bra $J~1~_;\n", k, k * 17 + 3,
			ARM12);
	sprintf(p, "$J~1~_:");
	snprintf(row, sizeof row, "brx.idx, %d targets, the last taken", n);
	snprintf(setup, sizeof setup, "cvt.u32.u64 %%r30, %%d30; add.s32 %%r30, %%r30, %d;", n - 1);
	result(b, SECTION, row, n == 4 ? FIT : JUDGE,
		one_warp(b, (struct chain){ .setup = setup, .body = body, .copies = 8 }));
	free(body);
}

static void
measure_branches(struct bench *b)
{
	static const char indirect[] = "{ .param .b32 a; .param .b32 r; st.param.b32 [a], %r1;\n"
				       "$P~1~_: .callprototype (.param .b32 _) _ (.param .b32 _);\n"
				       "call (r), %d5, (a), $P~1~_;\nld.param.b32 %r1, [r]; }";
	static const char divergent[] = "@%p2 bra $A~1~_; add.s32 %r1, %r1, 5; " ARM12
					"bra $J~1~_;\n"
					"$A~1~_: xor.b32 %r1, %r1, 7; " ARM12 "\n$J~1~_:";
	result(b, SECTION, "loop of one mad", FIT,
		one_warp(b, (struct chain){ .body = ARM, .copies = 1 }));
	result(b, SECTION, "loop of twelve mads", JUDGE,
		one_warp(b, (struct chain){ .body = ARM12, .copies = 1 }));
	for (int n = 1; n <= 16; n *= 2)
		measure_cascade(b, n);
	for (int n = 2; n <= 32; n *= 2)
		measure_table(b, n);
	result(b, SECTION, "call through a pointer, and return", FIT,
		one_warp(b,
			(struct chain){
				.setup =
					"mov.u64 %d4, table; and.b64 %d5, %d30, 1; shl.b64 %d5, %d5, 3; add.s64 %d4, %d4, %d5; "
					"ld.global.u64 %d5, [%d4];",
				.body = indirect,
				.copies = 8 }));
	result(b, SECTION, "divergent if, thirteen instructions a side", FIT,
		one_warp(b,
			(struct chain){ .setup = "and.b32 %r30, %r31, 1; setp.eq.s32 %p2, %r30, 0;",
				.body = divergent,
				.copies = 8 }));
}

void
measure_control(struct bench *b)
{
	measure_barriers(b);
	measure_branches(b);
}

/* Loops so long that their code does not stay in the first cache of instructions. */
void
measure_fetch(struct bench *b)
{
	static const int kb[] = { 2, 16, 24, 48, 96, 112, 160 };
	char row[80];
	for (unsigned warps = 1; warps <= 4; warps *= 4)
		for (size_t i = 0; i < sizeof kb / sizeof *kb; i++) {
			struct chain c = { .body = "fma.rn.f32 %f4, %f4, %f1, %f2; "
						   "fma.rn.f32 %f5, %f5, %f1, %f2; "
						   "fma.rn.f32 %f6, %f6, %f1, %f2; "
						   "fma.rn.f32 %f7, %f7, %f1, %f2;",
				.copies = kb[i] * 16 };
			snprintf(row, sizeof row, "%d KB of code, %u warp%s", kb[i], warps,
				warps > 1 ? "s" : "");
			result(b, "fetch, clocks an instruction", row, i % 2 ? JUDGE : FIT,
				turn(b, &c, (struct shape){ 1, warps * 32, 0 }) / (kb[i] * 64));
		}
}

/* Blocks that end at once: how fast they are given out. */
void
measure_blocks(struct bench *b)
{
	static const char ptx[] = ".version 6.4\n.target sm_35\n.address_size 64\n"
				  ".visible .entry k()\n{\n\tret;\n}\n";
	CUmodule m = load(b, ptx);
	CUfunction f;
	char row[80];
	unsigned few = (unsigned)b->sms * (b->simulated ? 64 : 1024);
	TRY(b->cuModuleGetFunction(&f, m, "k"));
	for (unsigned threads = 32; threads <= 1024; threads *= 2) {
		double t = best_launch(b, f, (struct shape){ few * 2, threads, 0 }, NULL) -
			best_launch(b, f, (struct shape){ few, threads, 0 }, NULL);
		snprintf(row, sizeof row, "blocks of %u threads, clocks each", threads);
		result(b, "blocks", row, threads == 32 || threads == 1024 ? FIT : JUDGE,
			t * b->mhz / few);
	}
	TRY(b->cuModuleUnload(m));
}
