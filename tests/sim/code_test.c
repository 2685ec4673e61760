/* nvdisasm's listing to lines and fields, without CUDA's tools: lines of theirs stand below. */
#include "code/code.h"
#include "machine_code.h"
#include "tap.h"

#include <string.h>

static const char listing[] =
	"//--------------------- .text.k --------------------------\n"
	"k:\n"
	".text.k:\n"
	"\t//## File \"k.c\", line 27\n"
	"        /*0000*/                   S2R R3, SR_TID.X ;           /* 0x0000000000037919 */\n"
	"                                                                /* 0x000e220000002100 */\n"
	"        /*0010*/                   IMAD.WIDE R6, R9.reuse, 0x4, R2 ; /* 0x0000000409067825 */\n"
	"                                                                /* 0x041fe200078e0202 */\n"
	"        /*0020*/                   STS.64 desc[UR4][R1+-0x10], R6 ; /* 0x00000006ff007388 */\n"
	"                                                                /* 0x0003e20000000a00 */\n"
	".L_x_0:\n"
	"        /*0040*/              @!P0 DADD R4, -R8, |R10| ;        /* 0x0000000008047e29 */\n"
	"                                                                /* 0x004fd000000005ff */\n"
	"        /*0050*/               @P1 BRA `(.L_x_0) ;              /* 0xfffffff000008947 */\n"
	"                                                                /* 0x000fea000383ffff */\n";

static void
is(uint64_t got, uint64_t want, const char *name)
{
	if (!ok(got == want, "%s", name))
		diag("%llu, not %llu", (unsigned long long)got, (unsigned long long)want);
}

static void
is_str(const char *got, const char *want, const char *name)
{
	if (!ok(got && !strcmp(got, want), "%s", name))
		diag("%s, not %s", got ? got : "(null)", want);
}

static bool
resolve(void *ctx, const char *name, size_t len, uint64_t *value, unsigned *bank)
{
	(void)bank;
	const struct listing *l = ctx;
	for (unsigned i = 0; i < l->nlabels; i++)
		if (strlen(l->labels[i].name) == len && !memcmp(l->labels[i].name, name, len)) {
			*value = l->labels[i].address;
			return true;
		}
	return false;
}

static void
fields(const struct sass_line *l, unsigned stall, unsigned yield, unsigned write, unsigned read,
	unsigned wait, unsigned reuse)
{
	struct sass_control c = sass_control(l->word[1]);
	ok(c.stall == stall && c.yield == yield && c.write_barrier == write &&
			c.read_barrier == read && c.wait_mask == wait && c.reuse == reuse,
		"%s: stall %u, yield %u, write %u, read %u, wait %u, reuse %u", l->op, c.stall,
		c.yield, c.write_barrier, c.read_barrier, c.wait_mask, c.reuse);
}

/* sm_35: 8 bytes, a control word before each seven. */
static const char listing35[] =
	"//--------------------- .text.k --------------------------\n"
	".text.k:\n"
	"                                          /* 0x08b810ac80a010ac */\n"
	"        /*0008*/      MOV R1, c[0x0][0x44];          /* 0x64c03c00089c0006 */\n"
	"        /*0010*/      ISUB RZ.CC, R16, c[0x0] [0x34]; /* 0x0000000000608800 */\n"
	".L_x_0:\n"
	"        /*0018*/      FADD R0, R0, -8;               /* 0xcac00208001c0001 */\n"
	"        /*0020*/      FMUL32I R0, R0, 0.30000001192; /* 0x201f4ccccd1c0002 */\n"
	"        /*0028*/ @!P0 BRA CC.NEU, `(.L_x_0);         /* 0x12007fff641c003c */\n"
	"        /*0030*/      NOP.S (*\"TARGET= .L_x_0 \"*); /* 0x85800000005c3c02 */\n"
	"        /*0038*/      RET;                           /* 0x19000000001c003c */\n"
	"                                          /* 0x08000000000000bc */\n"
	"        /*0048*/      EXIT;                          /* 0x18000000001c003c */\n"
	"        /*0050*/      NOP;                           /* 0x85800000001c3c02 */\n";

static void
test_35(void)
{
	struct sim_arena a = { 0 };
	struct listing l;
	uint64_t code[12] = { 0x08b810ac80a010ac, 0x64c03c00089c0006, 0x608800, 0xcac00208001c0001,
		0x201f4ccccd1c0002, 0x12007fff641c003c, 0x85800000005c3c02, 0x19000000001c003c,
		0x08000000000000bc, 0x18000000001c003c, 0x85800000001c3c02, 0x85800000001c3c02 };
	const struct family *f = family_of(35);
	listing_read(&a, f, listing35, &l);
	ok(listing_complete(&l, &l.sections[0], (const uint8_t *)code, sizeof code) != NULL,
		"sm_35: a listing that lacks an instruction is refused");
	ok(!listing_complete(&l, &l.sections[0], (const uint8_t *)code, sizeof code - 8),
		"and one that lacks none is not");
	const struct sass_line *s = l.sections[0].lines;
	is(l.sections[0].n, 9, "it has nine");
	is_str(s[8].op, "NOP", "with the NOP that fills up the section");
	for (unsigned i = 0; i < 9; i++)
		ok(!sass_operands(&a, &l.sections[0].lines[i], resolve, &l), "operands of %s",
			s[i].op);
	ok(s[1].o[0].carry && s[1].o[2].kind == SASS_CONST && s[1].o[2].value == 0x34,
		"RZ.CC, c[0x0] [0x34]");
	is((uint64_t)s[2].o[2].value, 0xc1000000, "-8 from 20 bits");
	is((uint64_t)s[3].o[2].value, 0x3e99999a, "0.3 from 32 bits");
	ok(s[4].o[0].kind == SASS_CC && !strcmp(s[4].o[0].name, "NEU"), "CC.NEU");
	ok(s[5].nmods == 1 && !strcmp(s[5].mods[0], "S"), "NOP.S");
	is(s[0].word[1], 0x2b, "its byte of the control word");
	is(s[1].word[1], 0x04, "and the next one's");
	is(code_index(f, 0x48), 7, "control words are not counted");
	is(code_index(f, 0x40), 7, "and stand for what is behind them");
	is(code_offset(f, 7), 0x48, "the place of an instruction");
	sim_arena_free(&a);
}

int
main(void)
{
	struct sim_arena a = { 0 };
	struct listing l;
	uint64_t code[12] = { 0x37919, 0x000e220000002100, 0x0000000409067825, 0x041fe200078e0202,
		0x00000006ff007388, 0x0003e20000000a00, 0x0000000706087248, 0x000fe40003fe0100,
		0x0000000008047e29, 0x004fd000000005ff, 0xfffffff000008947, 0x000fea000383ffff };

	listing_read(&a, family_of(70), listing, &l);
	is(l.n, 1, "one section");
	is_str(l.sections[0].name, "k", "of the kernel");
	is(l.sections[0].n, 5, "five lines");
	is(l.sections[0].lines[0].line, 27, "with their place in C");

	/* 7: no barrier; a result of variable latency sets one; who waits for it has its bit */
	fields(&l.sections[0].lines[0], 1, 0, 0, 7, 0, 0);
	fields(&l.sections[0].lines[1], 1, 0, 7, 7, 1, 1);
	fields(&l.sections[0].lines[2], 1, 0, 7, 1, 0, 0);
	fields(&l.sections[0].lines[3], 8, 1, 7, 7, 4, 0);
	fields(&l.sections[0].lines[4], 5, 0, 7, 7, 0, 0);

	/* 0x30 is missing: nvdisasm prints no VIMNMX */
	ok(!listing_complete(&l, &l.sections[0], (const uint8_t *)code, sizeof code),
		"the listing is completed");
	is(l.sections[0].n, 6, "by a line");
	is_str(l.sections[0].lines[3].op, "VIMNMX", "that nvdisasm left out");
	for (unsigned i = 0; i < 6; i++)
		ok(!sass_operands(&a, &l.sections[0].lines[i], resolve, &l), "operands of %s",
			l.sections[0].lines[i].op);
	const struct sass_line *m = &l.sections[0].lines[3], *d = &l.sections[0].lines[4];
	ok(m->n == 4 && m->o[0].reg == 8 && m->o[1].reg == 6 && m->o[2].reg == 7 && !m->o[3].not_,
		"R8, R6, R7, PT");
	ok(d->o[1].neg && !d->o[1].abs && d->o[2].abs && d->o[1].reg == 8, "-R8, |R10|");
	is_str(d->guard, "!P0", "guard");
	ok(l.sections[0].lines[2].o[0].value == -16, "offset -0x10");
	is(sass_branch_target(&l.sections[0].lines[5], 70), 0x50, "a branch's target by its words");

	/* of CUDA 13's ptxas: @!P1 VIADD R7, R6, -1; VIADDMNMX R3, R0, R3, R2, PT; a field not known */
	static const uint64_t sums[][2] = { { 0xffffffff06079836, 0x000fe20000000000 },
		{ 0x0000000300037246, 0x000fc80003800102 },
		{ 0x0000000a09047c36, 0x000fe20008000000 },
		{ 0x0000000a09047236, 0x000fe20000000200 } };
	static const char *const printed[] = { "@!P1 VIADD R7, R6, 0xffffffff",
		"VIADDMNMX R3, R0, R3, R2, PT", "VIADD R4, R9, UR10" };
	for (unsigned k = 0; k < 4; k++) {
		memcpy(&code[6], sums[k], sizeof sums[k]);
		listing_read(&a, family_of(70), listing, &l);
		const char *wrong = listing_complete(&l, &l.sections[0], (const uint8_t *)code,
			sizeof code);
		if (k < 3)
			is_str(l.sections[0].lines[3].text, printed[k], "printed by us");
		else
			is_str(wrong, "the listing lacks an instruction", "no guess");
	}

	code[2] ^= 1;
	listing_read(&a, family_of(70), listing, &l);
	is_str(listing_complete(&l, &l.sections[0], (const uint8_t *)code, sizeof code),
		"the listing is of another file", "words that differ");
	sim_arena_free(&a);
	test_35();
	return done();
}
