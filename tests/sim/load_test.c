/*
 * load_test.c: malformed PTX: what the message says and where it points.  Then the same texts cut
 * off and damaged in many ways: a message or a module, never a crash.
 */
#include "core.h"

#define HEAD    ".version 6.0\n.target sm_35\n.address_size 64\n"
/* The statement under test stands on line 9, from column 1. */
#define BODY(s) HEAD ".visible .entry k(.param .u64 out)\n{\n.reg .b32 %r<9>; .reg .b64 %rd<9>; " \
	".reg .f32 %f<9>; .reg .f64 %fd<9>; .reg .b16 %h<9>; .reg .pred %p<9>;\n" \
	".shared .align 4 .u32 sh[4]; .local .align 4 .u32 lo[4]; .param .b32 pa;\n$top:\n" s "\nret;\n}\n"

static const struct {
	const char *text, *want;
} bad[] = {
	/* PTX ISA 11.1: version, target */
	{ "", "t.ptx:1:1: error: expected .version" },
	{ ".version 99.1\n.target sm_35\n", "t.ptx:1:10: error: unknown .version" },
	{ ".version 6.0\n.target sm_99\n", "t.ptx:2:9: error: this text is for sm_99, the device (v100) has sm_70" },
	{ ".version 6.0\n.target banana\n", "unknown target 'banana'" },
	{ ".version 6.0\n.target sm_35\n.address_size 32\n", "only .address_size 64" },
	{ HEAD "@", "expected a directive at module scope" },
	{ HEAD "/* ", "t.ptx:4:1: error: comment is not closed" },
	{ HEAD ".global .u32 x = \"abc;\n", "string is not closed" },
	{ HEAD ".global .u32 x[", "expected a constant, found end of file" },
	/* 5: state spaces, types, variables */
	{ HEAD ".global .u33 x;", "expected a type" },
	{ HEAD ".global .align 3 .u32 x;", "power of two" },
	{ HEAD ".global .u32 x[2] = {1, 2, 3};", "3 initialisers for 2 elements" },
	{ HEAD ".global .u32 x; .global .u32 x;", "'x' is declared twice" },
	{ HEAD ".global .u32 x = y;", "declared above, found 'y'" },
	{ HEAD ".global .u32 x = 1 / 0;", "division by zero" },
	{ HEAD ".shared .u32 x = 1;", "only .global and .const variables have initialisers" },
	{ HEAD ".const .b8 x[70000];", "constant memory" },
	{ HEAD ".global .b8 x[-1];", "negative" },
	{ HEAD ".visible .entry k() { .reg .v4 .f32 x; }", "vector registers" },
	{ HEAD ".visible .entry k() { .reg .pred %p; .reg .b32 %p; }", "'%p' is declared twice" },
	{ HEAD ".func f() { ret; }\n.func f() { ret; }", "t.ptx:5:7: error: 'f' is defined twice" },
	{ HEAD ".func f(.param .b32 a);\n.func f(.param .b64 a) { ret; }", "declared with other parameters" },
	{ HEAD ".global .b8 x[6] = \"hello\";", "t.ptx:4:20: error: expected a constant, found a string" },
	/* 9.7: instructions and their operands */
	{ BODY("frob.s32 %r1, %r2;"), "t.ptx:9:1: error: unknown or unsupported instruction 'frob'" },
	{ BODY("add.wide.s32 %r1, %r2, %r3;"), "t.ptx:9:4: error: 'add' has no modifier '.wide'" },
	{ BODY("add.s32 %r1, %r2;"), "'add' has 2 operands, expected 3" },
	{ BODY("add.s32 %r1, %r2, %r3, %r4;"), "'add' has 4 operands" },
	{ BODY("add %r1, %r2, %r3;"), "'add' has 0 types, expected 1" },
	{ BODY("add.pred %p1, %p2, %p3;"), "does not take predicate type .pred" },
	{ BODY("add.s32 %r1, %r2, %x3;"), "t.ptx:9:19: error: '%x3' is not a declared or special register" },
	{ BODY("add.s32 %r1, %r2, y;"), "'y' is not declared" },
	{ BODY("add.s32 %r1, %r9, 1;"), "'%r9' is not a declared" },
	{ BODY("add.s32 1, %r1, %r2;"), "destination register" },
	{ BODY("add.s32 %r1, %r2, %r3"), "t.ptx:10:1: error: expected ';' or ',', found 'ret'" },
	{ BODY("fma.f32 %f1, %f2, %f3, %f4;"), "wants a rounding" },
	{ BODY("div.f64 %fd1, %fd2, %fd3;"), "wants a rounding" },
	{ BODY("mul.s32 %r1, %r2, %r3;"), "want one of .lo, .hi, .wide" },
	{ BODY("mul.lo.f32 %f1, %f2, %f3;"), "floating-point has no .lo" },
	{ BODY("mul.wide.s64 %rd1, %rd2, %rd3;"), ".wide wants 16 or 32 bits" },
	{ BODY("setp.s32 %p1, %r1, %r2;"), "wants one comparison" },
	{ BODY("setp.ltu.s32 %p1, %r1, %r2;"), "this comparison does not go with this type" },
	{ BODY("setp.lt.and.s32 %p1, %r1, %r2;"), "a third source goes with" },
	{ BODY("cvt.s32.f32 %r1, %f1;"), "to an integer wants" },
	{ BODY("cvt.f32.f64 %f1, %fd1;"), "wants .rn" },
	{ BODY("cvt.rn.f64.f32 %fd1, %f1;"), "does not round" },
	{ BODY("ld.global.u32 %r1, %rd1;"), "wants an address in brackets" },
	{ BODY("ld.global.u32 %r1, [sh];"), "'sh' lies in .shared, not in .global" },
	{ BODY("ld.global.v2.u32 %r1, [%rd1];"), ".v2 wants {a, b}" },
	{ BODY("ld.global.v4.u64 {%rd1,%rd2,%rd3,%rd4}, [%rd1];"), "16 bytes at most" },
	{ BODY("ld.global.u32 %r1, [nowhere];"), "'nowhere' is not declared" },
	{ BODY("st.const.u32 [%rd1], %r1;"), "constant memory cannot be written" },
	{ BODY("atom.global.u32 %r1, [%rd1], 1;"), "wants one operation" },
	{ BODY("atom.global.inc.u64 %rd1, [%rd2], 1;"), "does not take this type" },
	{ BODY("atom.global.cas.b32 %r1, [%rd1], 1;"), "cas wants d, [a], compare, swap" },
	{ BODY("atom.local.add.u32 %r1, [%rd1], 1;"), "works in global, shared and generic" },
	{ BODY("bra nowhere;"), "t.ptx:9:5: error: label 'nowhere' is not declared" },
	{ BODY("bra %r1;"), "wants a label" },
	{ BODY("$top: ret;"), "'$top' is declared twice" },
	{ BODY("brx.idx %r1, $top;"), "is a label, expected a list of targets" },
	{ BODY("@%r1 bra $top;"), "a guard must be a .pred register" },
	{ BODY("@bra $top;"), "a guard must be a .pred register" },
	{ BODY("call nobody, (%r1);"), "function 'nobody' is not declared" },
	{ BODY("call k, (%rd1);"), "an .entry cannot be called" },
	{ BODY("call %rd1, (pa);"), "wants a .callprototype" },
	{ BODY("bar.sync 16;"), "there are barriers 0 to 15" },
	{ BODY("bar.arrive 1;"), "wants a barrier and a thread count" },
	{ BODY("shfl.sync.b32 %r1, %r2, 1, 31, -1;"), "wants one of .up" },
	{ BODY("vote.sync.all.pred %p1, %p2;"), "wants d, p, mask" },
	{ BODY("mov.b64 {%r1, %r2, %r3}, %rd1;"), "packs two or four" },
	{ BODY("mov.u64 %rd1, %tid.x;"), "special register of another size" },
	{ BODY("mov.u32 %r1, %tid.q;"), "not a declared or special register" },
	{ BODY("tex.2d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [t, {%f1,%f2}];"), "unknown or unsupported instruction 'tex'" },
	{ BODY("add.rn.s32 %r1, %r2, %r3;"), "integers are not rounded" },
	{ BODY("mov.u32 %r1, 0f12;"), "0f wants exactly 8 hexadecimal digits" },
	{ BODY("mov.u32 %r1, 12abc;"), "malformed number" },
	{ BODY("mov.u64 %rd1, 99999999999999999999;"), "number exceeds 64 bits" },
	{ BODY("#"), "t.ptx:9:1: error: stray '#'" },
	/* 9.4.1: sizes and kinds of operands */
	{ BODY("add.s32 %r1, %rd2, %r3;"), "'add' wants .s32 here, register '%rd2' is .b64" },
	{ BODY("add.f32 %f1, %f2, %fd3;"), "wants .f32 here, register '%fd3' is .f64" },
	{ BODY("add.s32 %r1, %f2, %r3;"), "register '%f2' is .f32" },
	{ BODY("add.f32 %f1, %f2, 1;"), "wants a floating-point constant" },
	{ BODY("add.s32 %r1, %r2, 1.5;"), "wants an integer" },
	{ BODY("and.b32 %r1, %p1, %r2;"), "register '%p1' is .pred" },
	{ BODY("shl.b64 %rd1, %rd2, %rd3;"), "wants .b32 here, register '%rd3' is .b64" },
	{ BODY("selp.b32 %r1, %r2, %r3, %r4;"), "wants .pred here" },
	{ BODY("ld.global.u64 %r1, [%rd1];"), "wants .u64 here, register '%r1' is .b32" },
	{ BODY("ld.global.f32 %fd1, [%rd1];"), "register '%fd1' is .f64" },
	{ BODY("ld.global.u32 %r1, [%h1];"), "an address register must be .b32 or .b64" },
	{ BODY("mul.wide.s32 %r1, %r2, %r3;"), "wants .s64 here" },
	{ BODY("add.s32 %r1|%p1, %r2, %r3;"), "has one destination" },
	{ BODY("add.s32 %r1, !%r2, %r3;"), "'!' wants a predicate" },
};
enum { NBAD = sizeof bad / sizeof *bad };

static void messages(void)
{
	for (int i = 0; i < NBAD; i++) {
		struct sim_module *m = load_text(core.v100, bad[i].text);
		const char *got = core.log.text ? core.log.text : "";
		if (!ok(!m && strstr(got, bad[i].want), "\"%s\"", bad[i].want))
			diag("%s", m ? "it loads" : got);
		sim_module_unload(m);
	}
}

static void layout(void)
{
	load_text(core.v100, BODY("	add.s32 %r1, %rd2, 1;"));
	ok(core.log.text && strstr(core.log.text, "t.ptx:9:15: error: ") &&
		strstr(core.log.text, "\n  \tadd.s32 %r1, %rd2, 1;\n  \t             ^\n"),
		"source line and caret follow");
	struct sim_log many = { 0 };
	sim_log_printf(&many, HEAD ".visible .entry k() {\n");
	for (int i = 0; i < 100; i++)
		sim_log_printf(&many, "frob;\n");
	sim_log_printf(&many, "}\n");
	load_text(core.v100, many.text);
	int n = 0;
	for (const char *s = core.log.text; (s = strstr(s, "error: unknown")); s++)
		n++;
	ok(n == 20 && strstr(core.log.text, "too many errors"), "twenty messages are enough");
	sim_log_free(&many);
}

static void deep(void)
{
	struct sim_log text = { 0 };
	sim_log_printf(&text, HEAD ".global .u32 x = ");
	for (int i = 0; i < 100000; i++)
		sim_log_printf(&text, "(");
	ok(!load_text(core.v100, text.text) && strstr(core.log.text, "nested too deeply"), "deep parentheses");
	sim_log_free(&text);
	sim_log_printf(&text, HEAD ".visible .entry k() ");
	for (int i = 0; i < 100000; i++)
		sim_log_printf(&text, "{");
	ok(!load_text(core.v100, text.text), "deep braces");
	sim_log_free(&text);
}

/* ---- damage ---- */

#ifndef ROUNDS
#define ROUNDS 200
#endif

static uint32_t next(uint32_t *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 17;
	*seed ^= *seed << 5;
	return *seed;
}

static void damage(char *text, size_t len, uint32_t *seed)
{
	static const char letters[] = "{}()[];,.:%@!|<>\"'/*0x1fr_$ \n\t+-\x80";
	int n = 1 + (int)(next(seed) % 4);
	while (n--) {
		size_t at = next(seed) % len, from = next(seed) % len, size = next(seed) % 40;
		switch (next(seed) % 3) {
		case 0: text[at] = letters[next(seed) % (sizeof letters - 1)]; break;
		case 1: memset(text + at, ' ', at + size < len ? size : len - at); break;
		default:
			if (at + size < len && from + size < len)
				memmove(text + at, text + from, size);
		}
	}
}

/* Whatever it does now, it does it in simulated memory, and it ends. */
static void run_all(struct sim_device *dev, struct sim_module *m)
{
	uint64_t params[64], out = sim_alloc(dev, 4096);
	for (int i = 0; i < sim_module_entry_count(m); i++) {
		struct sim_func *f = sim_module_entry_at(m, i);
		struct sim_launch l = { .func = f, .grid = { 2, 1, 1 }, .block = { 40, 1, 1 },
			.max_instructions = 20000, .stack_bytes = 4096, .params = params };
		if (sim_func_info(f).param_bytes > sizeof params)
			continue;
		for (int k = 0; k < 64; k++)
			params[k] = out;
		sim_log_free(&core.result.message);
		sim_run(dev, &l, &core.result);
	}
	sim_free(dev, out);
}

static void survive(struct sim_device *dev, const char *file, int rounds)
{
	char *text = slurp(file);
	size_t len = strlen(text);
	char *copy = malloc(len + 1);
	uint32_t seed = 12345;
	int silent = 0;
	for (int i = 0; i < rounds; i++) {
		memcpy(copy, text, len + 1);
		damage(copy, len, &seed);
		if (i % 8 == 0)
			copy[next(&seed) % len] = 0;
		struct sim_module *m = load_text(dev, copy);
		silent += !m && !core.log.len;
		if (m)
			run_all(dev, m);
		sim_module_unload(m);
	}
	ok(!silent, "%s, damaged: a message whenever it does not load", file);
	free(copy);
	free(text);
}

int main(void)
{
	open_devices();
	messages();
	layout();
	deep();
	survive(core.v100, "tests/sim/ptx/flow.ptx", ROUNDS);
	survive(core.k40, "tests/sim/ptx/flow.ptx", ROUNDS);
	survive(core.v100, "tests/sim/ptx/runtime.ptx", ROUNDS);
	survive(core.k40, "tests/baseline/fig12.nvcc-11.8.sm_35.ptx", ROUNDS / 3);
	close_devices();
	return done();
}
