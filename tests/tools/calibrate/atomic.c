/*
 * atomic.c: atomics with and without contention, and loads and stores whose lanes lie apart.
 */
#include <stdlib.h>
#include <string.h>

#include "calibrate.h"

/* Where counters stand: behind the zeros that kernels read. */
#define BASE "add.s64 %d2, %d0, 67108864; add.s64 %d2, %d2, %d30; "
#define NUMBER "mov.u32 %r4, %ctaid.x; mad.lo.s32 %r4, %r4, 1024, %r31; "
#define RANDOM "mad.lo.u32 %r4, %r4, 1664525, 1013904223; "
#define OWN NUMBER BASE "mad.wide.u32 %d1, %r4, 4, %d2; "

static const struct {
	const char *row;
	enum part part;
	const char *setup, *body;
	bool all; /* SMs; else one */
} atomics[] = {
	{ "global add, lanes side by side, one SM", FIT, OWN, "red.global.add.u32 [%d1], 1;", false },
	{ "global add, lanes side by side", FIT, OWN, "red.global.add.u32 [%d1], 1;", true },
	{ "global add, value used, lanes side by side", JUDGE, OWN,
		"atom.global.add.u32 %r5, [%d1], 1; add.s32 %r6, %r6, %r5;", true },
	{ "global add of fp32, lanes side by side", JUDGE, OWN,
		"red.global.add.f32 [%d1], 0f3F800000;", true },
	{ "global add of fp64, lanes side by side", FIT,
		NUMBER BASE "mad.wide.u32 %d1, %r4, 8, %d2;",
		"red.global.add.f64 [%d1], 0d3FF0000000000000;", true },
	{ "global add, one address, one SM", FIT, BASE, "red.global.add.u32 [%d2], %r1;", false },
	{ "global add, one address", FIT, BASE, "red.global.add.u32 [%d2], %r1;", true },
	{ "global add of fp32, one address", FIT, BASE, "red.global.add.f32 [%d2], 0f3F800000;",
		true },
	{ "global add of fp64, one address", JUDGE, BASE,
		"red.global.add.f64 [%d2], 0d3FF0000000000000;", true },
	{ "global add, an address for each warp", FIT,
		NUMBER BASE "shr.u32 %r4, %r4, 5; mad.wide.u32 %d1, %r4, 128, %d2;",
		"red.global.add.u32 [%d1], %r1;", true },
	{ "global add, 1,024 counters in turn", FIT,
		NUMBER BASE "and.b32 %r4, %r4, 1023; mad.wide.u32 %d1, %r4, 4, %d2; ",
		"red.global.add.u32 [%d1], 1;", true },
	{ "global add, 1,024 counters at random", FIT, NUMBER BASE,
		RANDOM "shr.u32 %r5, %r4, 22; mad.wide.u32 %d1, %r5, 4, %d2; "
		       "red.global.add.u32 [%d1], 1;",
		true },
	{ "global add, 32 counters at random", JUDGE, NUMBER BASE,
		RANDOM "shr.u32 %r5, %r4, 27; mad.wide.u32 %d1, %r5, 4, %d2; "
		       "red.global.add.u32 [%d1], 1;",
		true },
	{ "global add, 4 million counters at random", JUDGE, NUMBER BASE,
		RANDOM "shr.u32 %r5, %r4, 10; mad.wide.u32 %d1, %r5, 4, %d2; "
		       "red.global.add.u32 [%d1], 1;",
		true },
	{ "global compare and swap, lanes side by side", JUDGE, OWN,
		"atom.global.cas.b32 %r5, [%d1], %r6, %r7; add.s32 %r8, %r8, %r5;", true },
	{ "shared add, lanes side by side", FIT,
		"mov.u64 %d1, s; and.b32 %r4, %r31, 1023; mad.wide.u32 %d1, %r4, 4, %d1;",
		"red.shared.add.u32 [%d1], 1;", false },
	{ "shared add, one address", FIT, "mov.u64 %d1, s; add.s64 %d1, %d1, %d30;",
		"red.shared.add.u32 [%d1], %r1;", false },
	{ "shared add, 1,024 counters at random", JUDGE, NUMBER "mov.u64 %d2, s;",
		RANDOM "shr.u32 %r5, %r4, 22; mad.wide.u32 %d1, %r5, 4, %d2; "
		       "red.shared.add.u32 [%d1], 1;",
		false },
	{ "shared add of fp32, 1,024 counters at random", JUDGE, NUMBER "mov.u64 %d2, s;",
		RANDOM "shr.u32 %r5, %r4, 22; mad.wide.u32 %d1, %r5, 4, %d2; "
		       "red.shared.add.f32 [%d1], 0f3F800000;",
		false },
}, apart[] = {
	{ "L1 loads, lanes 8 bytes apart", JUDGE, "and.b32 %r4, %r31, 31; mad.wide.u32 %d1, %r4, 8, %d0;",
		"ld.global.ca.u32 %r5, [%d1+~8192~]; xor.b32 %r6, %r6, %r5;", false },
	{ "L1 loads, lanes 32 bytes apart", FIT, "and.b32 %r4, %r31, 31; mad.wide.u32 %d1, %r4, 32, %d0;",
		"ld.global.ca.u32 %r5, [%d1+~8192~]; xor.b32 %r6, %r6, %r5;", false },
	{ "L1 loads, lanes 128 bytes apart", FIT, "and.b32 %r4, %r31, 31; mad.wide.u32 %d1, %r4, 128, %d0;",
		"ld.global.ca.u32 %r5, [%d1+~8192~]; xor.b32 %r6, %r6, %r5;", false },
	{ "L2 loads, lanes 32 bytes apart, one SM", FIT, NUMBER "mad.wide.u32 %d1, %r4, 32, %d0;",
		"ld.global.cg.u32 %r5, [%d1+~8~]; xor.b32 %r6, %r6, %r5;", false },
	{ "L2 loads, lanes 32 bytes apart", FIT, NUMBER "mad.wide.u32 %d1, %r4, 32, %d0;",
		"ld.global.cg.u32 %r5, [%d1+~8~]; xor.b32 %r6, %r6, %r5;", true },
	{ "L2 loads, lanes 128 bytes apart", FIT, NUMBER "mad.wide.u32 %d1, %r4, 128, %d0;",
		"ld.global.cg.u32 %r5, [%d1+~8~]; xor.b32 %r6, %r6, %r5;", true },
	{ "L2 loads at random", JUDGE, NUMBER BASE,
		RANDOM "shr.u32 %r5, %r4, 10; mad.wide.u32 %d1, %r5, 4, %d2; "
		       "ld.global.cg.u32 %r5, [%d1+~8~]; xor.b32 %r6, %r6, %r5;", true },
	{ "L2 stores, lanes side by side", FIT, OWN, "st.global.u32 [%d1+~4325376~], %r1;", true },
	{ "L2 stores, lanes 32 bytes apart", FIT, NUMBER BASE "mad.wide.u32 %d1, %r4, 32, %d2;",
		"st.global.u32 [%d1+~8~], %r1;", true },
	{ "L2 stores, lanes 128 bytes apart, one SM", FIT, NUMBER BASE "mad.wide.u32 %d1, %r4, 128, %d2;",
		"st.global.u32 [%d1+~8~], %r1;", false },
	{ "L2 stores, lanes 128 bytes apart", JUDGE, NUMBER BASE "mad.wide.u32 %d1, %r4, 128, %d2;",
		"st.global.u32 [%d1+~8~], %r1;", true },
};

void
measure_atomics(struct bench *b)
{
	for (size_t i = 0; i < sizeof atomics / sizeof *atomics; i++) {
		struct chain c = { .setup = atomics[i].setup,
			.body = atomics[i].body,
			.copies = 4,
			.target = strstr(atomics[i].body, "f64") ? 60 : 0 };
		if (c.target && b->card == K40)
			continue;
		unsigned sms = atomics[i].all ? (unsigned)b->sms : 1;
		result(b, "atomics, lanes a clock", atomics[i].row, atomics[i].part,
			1024.0 * sms * 4 / turn(b, &c, (struct shape){ sms, 1024, 0 }));
	}
	for (size_t i = 0; i < sizeof apart / sizeof *apart; i++) {
		struct chain c = { .setup = apart[i].setup,
			.once = "add.s64 %d1, %d1, %d30;",
			.body = apart[i].body,
			.copies = 4 };
		unsigned sms = apart[i].all ? (unsigned)b->sms : 1;
		result(b, "lanes apart, lanes a clock", apart[i].row, apart[i].part,
			1024.0 * sms * 4 / turn(b, &c, (struct shape){ sms, 1024, 0 }));
	}
}
