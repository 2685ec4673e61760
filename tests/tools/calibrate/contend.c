/*
 * contend.c: warps that compete: for one value, by compare and swap, or for a place on an SM, in teams
 * that do what a scheme's teams do.
 *
 * A loop of compare and swap repeats where another warp was first, so how often is part of what is
 * measured.  Which rows are fitted was decided before any was measured, by judge's hash of a kernel's
 * name, here of the row's: tests/tools/judge.  What a card took: tests/baseline/contend.*.tsv.
 */
#include <stdlib.h>
#include <string.h>

#include "calibrate.h"

/* Counters stand behind the zeros that kernels read, the sum of attempts behind them. */
#define TRIES 134217728
#define BASE "add.s64 %d2, %d0, 67108864; add.s64 %d2, %d2, %d30; "
#define LANE "and.b32 %r21, %r31, 31; "
#define FIRST LANE "setp.eq.u32 %p2, %r21, 0; " BASE "mov.u64 %d1, %d2; "
#define ONE BASE "mov.u64 %d1, %d2; "
#define LANES LANE BASE "mad.wide.u32 %d1, %r21, 8, %d2; "
#define MANY \
	"mov.u32 %r22, %ctaid.x; mov.u32 %r23, %ntid.x; mad.lo.u32 %r21, %r22, %r23, %r31; and.b32 %r21, %r21, 1023; " BASE \
	"mad.wide.u32 %d1, %r21, 8, %d2; "
#define SHARED_ONE "mov.u64 %d1, s; add.s64 %d1, %d1, %d30; "
#define SHARED_FIRST LANE "setp.eq.u32 %p2, %r21, 0; " SHARED_ONE
#define SHARED_OWN SHARED_ONE "and.b32 %r21, %r31, 1023; mad.wide.u32 %d1, %r21, 8, %d1; "

#define SUM32(space) \
	"ld.volatile." space \
	".u32 %r16, [%d1]; $TRY: add.u32 %r17, %r16, 1; add.u32 %r20, %r20, 1; " \
	"atom." space \
	".cas.b32 %r18, [%d1], %r16, %r17; setp.ne.u32 %p1, %r18, %r16; mov.u32 %r16, %r18; @%p1 bra $TRY; "
#define SUM64(space) \
	"ld.volatile." space \
	".u64 %d16, [%d1]; $TRY: mov.b64 %e16, %d16; add.rn.f64 %e16, %e16, 0d3FF0000000000000; " \
	"mov.b64 %d17, %e16; add.u32 %r20, %r20, 1; atom." space \
	".cas.b64 %d18, [%d1], %d16, %d17; " \
	"setp.ne.u64 %p1, %d18, %d16; mov.u64 %d16, %d18; @%p1 bra $TRY; "
#define LOCK \
	"$TRY: add.u32 %r20, %r20, 1; atom.global.cas.b32 %r18, [%d1], 0, 1; setp.ne.u32 %p1, %r18, 0; @%p1 bra $TRY; " \
	"membar.gl; ld.volatile.global.u32 %r16, [%d1+8]; add.u32 %r16, %r16, 1; st.volatile.global.u32 [%d1+8], %r16; " \
	"membar.gl; atom.global.exch.b32 %r18, [%d1], 0; "
#define ALONE(body) "@!%p2 bra $SKIP; " body "$SKIP: "
#define FAILS(space) "atom." space ".cas.b32 %r18, [%d1], %r19, %r1; add.s32 %r6, %r6, %r18; "

enum { ALL = 0 }; /* SMs */

static const struct contended {
	const char *row;
	enum part part;
	const char *setup, *body;
	unsigned sms, teams, threads; /* SMs that take part, or ALL; teams on each */
	bool tries;                   /* it is a loop */
} contended[] = {
	{ "sum by compare and swap, one address, 1 warp, a lane of it", FIT, FIRST,
		ALONE(SUM32("global")), 1, 1, 32, true },
	{ "sum by compare and swap, one address, 8 warps, a lane of each", JUDGE, FIRST,
		ALONE(SUM32("global")), 1, 1, 256, true },
	{ "sum by compare and swap, one address, 32 warps, a lane of each", JUDGE, FIRST,
		ALONE(SUM32("global")), 1, 1, 1024, true },
	{ "sum by compare and swap, one address, a warp on each SM, a lane of it", FIT, FIRST,
		ALONE(SUM32("global")), ALL, 1, 32, true },
	{ "sum by compare and swap, one address, two warps on each SM, a lane of each", FIT, FIRST,
		ALONE(SUM32("global")), ALL, 2, 32, true },
	{ "sum by compare and swap, one address, 1 warp", JUDGE, ONE, SUM32("global"), 1, 1, 32,
		true },
	{ "sum by compare and swap, one address, 2 warps", FIT, ONE, SUM32("global"), 1, 1, 64,
		true },
	{ "sum by compare and swap, one address, 8 warps", JUDGE, ONE, SUM32("global"), 1, 1, 256,
		true },
	{ "sum by compare and swap, one address, a warp on each of 16 SMs", JUDGE, ONE,
		SUM32("global"), 16, 1, 32, true },
	{ "sum by compare and swap, one address, a warp on each of 32 SMs", FIT, ONE,
		SUM32("global"), 32, 1, 32, true },
	{ "sum by compare and swap, 32 addresses, 1 warp", JUDGE, LANES, SUM32("global"), 1, 1, 32,
		true },
	{ "sum by compare and swap, 32 addresses, 8 warps", JUDGE, LANES, SUM32("global"), 1, 1,
		256, true },
	{ "sum by compare and swap, 32 addresses, a warp on each SM", FIT, LANES, SUM32("global"),
		ALL, 1, 32, true },
	{ "sum by compare and swap, 1,024 addresses, a warp on each SM", JUDGE, MANY,
		SUM32("global"), ALL, 1, 32, true },
	{ "sum by compare and swap, 1,024 addresses, 8 warps on each SM", FIT, MANY,
		SUM32("global"), ALL, 1, 256, true },
	{ "sum by compare and swap, 1,024 addresses, 8 teams of 2 warps on each SM", JUDGE, MANY,
		SUM32("global"), ALL, 8, 64, true },
	{ "fp64 sum by compare and swap, one address, a warp on each SM, a lane of it", FIT, FIRST,
		ALONE(SUM64("global")), ALL, 1, 32, true },
	{ "fp64 sum by compare and swap, one address, 1 warp", JUDGE, ONE, SUM64("global"), 1, 1,
		32, true },
	{ "fp64 sum by compare and swap, one address, 8 warps", JUDGE, ONE, SUM64("global"), 1, 1,
		256, true },
	{ "fp64 sum by compare and swap, one address, a warp on each of 32 SMs", JUDGE, ONE,
		SUM64("global"), 32, 1, 32, true },
	{ "fp64 sum by compare and swap, 32 addresses, a warp on each SM", FIT, LANES,
		SUM64("global"), ALL, 1, 32, true },
	{ "fp64 sum by compare and swap, 1,024 addresses, 8 warps on each SM", FIT, MANY,
		SUM64("global"), ALL, 1, 256, true },
	{ "lock, 1 warp, a lane of it", JUDGE, FIRST, ALONE(LOCK), 1, 1, 32, true },
	{ "lock, 8 warps, a lane of each", FIT, FIRST, ALONE(LOCK), 1, 1, 256, true },
	{ "lock, a warp on each of 32 SMs, a lane of it", FIT, FIRST, ALONE(LOCK), 32, 1, 32,
		true },
	{ "compare and swap that fails, one address, 1 warp, a lane of it", FIT, FIRST,
		ALONE(FAILS("global")), 1, 1, 32, false },
	{ "compare and swap that fails, one address, 1 warp", JUDGE, ONE, FAILS("global"), 1, 1, 32,
		false },
	{ "compare and swap that fails, one address, 32 warps", FIT, ONE, FAILS("global"), 1, 1,
		1024, false },
	{ "compare and swap that fails, one address, 32 warps on each SM", FIT, ONE,
		FAILS("global"), ALL, 1, 1024, false },
	{ "compare and swap that fails, one address, 32 warps on each SM, a lane of each", FIT,
		FIRST, ALONE(FAILS("global")), ALL, 1, 1024, false },
	{ "compare and swap that fails, 32 addresses, 32 warps on each SM", FIT, LANES,
		FAILS("global"), ALL, 1, 1024, false },
	{ "add, value used, one address, 1 warp", FIT, ONE,
		"atom.global.add.u32 %r18, [%d1], %r1; add.s32 %r6, %r6, %r18; ", 1, 1, 32, false },
	{ "add, value used, one address, 32 warps on each SM", FIT, ONE,
		"atom.global.add.u32 %r18, [%d1], %r1; add.s32 %r6, %r6, %r18; ", ALL, 1, 1024,
		false },
	{ "add of 64 bits, one address, 32 warps on each SM", FIT, ONE,
		"red.global.add.u64 [%d1], %d3; ", ALL, 1, 1024, false },
	{ "exchange, one address, 1 warp", FIT, ONE,
		"atom.global.exch.b32 %r18, [%d1], %r1; add.s32 %r6, %r6, %r18; ", 1, 1, 32,
		false },
	{ "exchange, one address, 32 warps on each SM", FIT, ONE,
		"atom.global.exch.b32 %r18, [%d1], %r1; add.s32 %r6, %r6, %r18; ", ALL, 1, 1024,
		false },
	{ "maximum, one address, 32 warps on each SM", JUDGE, ONE,
		"red.global.max.u32 [%d1], %r1; ", ALL, 1, 1024, false },
	{ "maximum, value used, one address, 32 warps on each SM", JUDGE, ONE,
		"atom.global.max.u32 %r18, [%d1], %r1; add.s32 %r6, %r6, %r18; ", ALL, 1, 1024,
		false },
	{ "shared sum by compare and swap, one address, 8 warps, a lane of each", JUDGE,
		SHARED_FIRST, ALONE(SUM32("shared")), 1, 1, 256, true },
	{ "shared sum by compare and swap, one address, 1 warp", JUDGE, SHARED_ONE, SUM32("shared"),
		1, 1, 32, true },
	{ "shared sum by compare and swap, one address, 8 warps", FIT, SHARED_ONE, SUM32("shared"),
		1, 1, 256, true },
	{ "shared sum by compare and swap, 1,024 addresses, 32 warps", FIT, SHARED_OWN,
		SUM32("shared"), 1, 1, 1024, true },
	{ "shared fp64 sum by compare and swap, one address, 8 warps", JUDGE, SHARED_ONE,
		SUM64("shared"), 1, 1, 256, true },
	{ "shared compare and swap that fails, one address, 8 warps", JUDGE, SHARED_ONE,
		FAILS("shared"), 1, 1, 256, false },
};

static uint64_t
tries(struct bench *b)
{
	uint64_t n;
	TRY(b->cuMemcpyDtoH_v2(&n, b->buffer + TRIES, sizeof n));
	return n;
}

static void
contend(struct bench *b, const struct contended *c)
{
	struct chain chain = { .setup = c->setup, .body = c->body, .copies = 1 };
	unsigned sms = c->sms ? c->sms : (unsigned)b->sms;
	struct shape s = { sms * c->teams, c->threads, 0 };
	uint32_t few = b->simulated ? 2 : 20, many = few * 3, runs = b->simulated ? 1 : 3;
	void *short_run[] = { &b->buffer, &few }, *long_run[] = { &b->buffer, &many };
	double each[2] = { 0, 0 }, took[2] = { 0, 0 };
	char setup[1000];
	snprintf(setup, sizeof setup, "%smov.u32 %%r19, -5; mov.u32 %%r20, 0; ", c->setup);
	chain.setup = setup;
	chain.end = c->tries ? "add.s64 %d29, %d0, 134217728; cvt.u64.u32 %d28, %r20; "
			       "red.global.add.u64 [%d29], %d28; " :
			       "";
	char *ptx = loop_kernel(&chain);
	CUmodule m = load(b, ptx);
	CUfunction f;
	TRY(b->cuModuleGetFunction(&f, m, "k"));
	launch(b, f, s, short_run);
	for (uint32_t run = 0; run < runs; run++)
		for (int is_long = 0; is_long < 2; is_long++) {
			uint64_t before = tries(b);
			double t = launch(b, f, s, is_long ? long_run : short_run);
			each[is_long] += (double)(tries(b) - before) / runs;
			took[is_long] = !run || t < took[is_long] ? t : took[is_long];
		}
	TRY(b->cuModuleUnload(m));
	free(ptx);
	double warps = s.teams * s.threads / 32.0;
	double lanes = warps * (strstr(c->setup, "%p2") ? 1 : 32);
	result(b, "contention, clocks of a turn", c->row, c->part,
		(took[1] - took[0]) * b->mhz / (many - few));
	if (c->tries)
		result(b, "contention, tries of a lane", c->row, c->part,
			(each[1] - each[0]) / lanes / (many - few));
}

#define SYNC "bar.sync 0; "
#define TELL \
	".shared .align 8 .b8 s[8]; setp.ne.u32 %p1, %r3, 0; @%p1 bra $TOLD; st.shared.u64 [s], %d6; $TOLD: "
#define HEAR "ld.shared.u64 %d10, [s]; setp.eq.s64 %p1, %d10, 12345; @%p1 bra $END; "
#define WORK \
	"ld.global.f64 %e1, [%d7]; ld.global.f64 %e2, [%d8]; fma.rn.f64 %e1, %e2, 0d3FE199999999999A, %e1; st.global.f64 [%d6], %e1; "

static const struct {
	const char *row;
	enum part part;
	const char *body;
	unsigned threads;
} teams[] = {
	{ "shared memory", JUDGE, TELL, 256 },
	{ "a barrier", JUDGE, SYNC, 256 },
	{ "three barriers", FIT, SYNC SYNC SYNC, 256 },
	{ "shared memory and three barriers", FIT, TELL SYNC HEAR SYNC SYNC, 256 },
	{ "shared memory and three barriers, 288 threads", JUDGE, TELL SYNC HEAR SYNC SYNC, 288 },
	{ "triad", FIT, WORK, 256 },
	{ "triad behind a barrier", FIT, SYNC WORK, 256 },
	{ "triad ahead of a barrier", JUDGE, WORK SYNC, 256 },
	{ "triad and shared memory", JUDGE, TELL WORK, 256 },
	{ "triad between barriers", FIT, TELL SYNC HEAR WORK SYNC, 256 },
	{ "triad between barriers, 288 threads", FIT, TELL SYNC HEAR WORK SYNC HEAR SYNC, 288 },
	{ "triad, 288 threads", JUDGE, WORK, 288 },
};

/* Three arrays, of 8 bytes a thread, that come from DRAM: each launch has its own. */
static void
measure_teams(struct bench *b)
{
	unsigned few = (unsigned)b->sms * 8, many = few * 5;
	size_t array = (size_t)many * 288 * 8;
	int n = INT32_MAX;
	for (size_t i = 0; i < sizeof teams / sizeof *teams; i++) {
		char *ptx = stream_kernel(teams[i].body);
		CUmodule m = load(b, ptx);
		CUfunction f;
		double took[2] = { 0, 0 };
		TRY(b->cuModuleGetFunction(&f, m, "k"));
		for (int run = 0; run < (b->simulated ? 1 : 5); run++)
			for (int is_many = 0; is_many < 2; is_many++) {
				CUdeviceptr at = b->buffer + (size_t)is_many * 3 * array;
				CUdeviceptr p[] = { at, at + array, at + 2 * array, at };
				void *params[] = { &p[0], &p[1], &p[2], &p[3], &n };
				if (!b->simulated) {
					TRY(b->cuMemsetD8_v2(b->buffer, 0, b->bytes));
					TRY(b->cuCtxSynchronize());
				}
				double t = launch(b, f,
					(struct shape){ is_many ? many : few, teams[i].threads, 0 },
					params);
				took[is_many] = !run || t < took[is_many] ? t : took[is_many];
			}
		result(b, "teams, clocks each", teams[i].row, teams[i].part,
			(took[1] - took[0]) * b->mhz / (many - few));
		TRY(b->cuModuleUnload(m));
		free(ptx);
	}
}

void
measure_contention(struct bench *b)
{
	measure_teams(b);
	for (size_t i = 0; i < sizeof contended / sizeof *contended; i++)
		contend(b, &contended[i]);
}
