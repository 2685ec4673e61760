/*
 * load_test.c: malformed PTX: how a message is laid out, and how many there are; limits that only
 * long texts reach.  Then texts cut off and damaged in many ways: a message or a module, never a
 * crash. What each message says and where it points is tested by tests/sim/err.
 */
#include "core.h"

#define HEAD ".version 6.0\n.target sm_35\n.address_size 64\n"
/* The statement under test stands on line 9, from column 1. */
#define BODY(s) \
	HEAD ".visible .entry k(.param .u64 out)\n{\n.reg .b32 %r<9>; .reg .b64 %rd<9>; " \
	     ".reg .f32 %f<9>; .reg .f64 %fd<9>; .reg .b16 %h<9>; .reg .pred %p<9>;\n" \
	     ".shared .align 4 .u32 sh[4]; .local .align 4 .u32 lo[4]; .param .b32 pa;\n$top:\n" s \
	     "\nret;\n}\n"

static void
layout(void)
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
	ok(n == 20 && strstr(core.log.text, "too many errors, giving up"),
		"twenty messages are enough");
	sim_log_free(&many);
}

static void
deep(void)
{
	struct sim_log text = { 0 };
	sim_log_printf(&text, HEAD ".global .u32 x = ");
	for (int i = 0; i < 100000; i++)
		sim_log_printf(&text, "(");
	ok(!load_text(core.v100, text.text) && strstr(core.log.text, "nested too deeply"),
		"deep parentheses");
	sim_log_free(&text);
	sim_log_printf(&text, HEAD ".visible .entry k() ");
	for (int i = 0; i < 100000; i++)
		sim_log_printf(&text, "{");
	ok(!load_text(core.v100, text.text), "deep braces");
	sim_log_free(&text);
}

/* A million registers, three an instruction. */
static void
many_registers(void)
{
	enum { MAX = 1 << 20 };
	struct sim_log text = { 0 };
	sim_log_printf(&text, HEAD ".visible .entry k() {\n.reg .b32 %%r<%d>;\n", MAX + 3);
	for (int i = 0; i < MAX; i += 3)
		sim_log_printf(&text, "add.u32 %%r%d, %%r%d, %%r%d;\n", i, i + 1, i + 2);
	sim_log_printf(&text, "ret;\n}\n");
	ok(!load_text(core.v100, text.text) && strstr(core.log.text, "more than 1048576 registers"),
		"too many registers");
	sim_log_free(&text);
}

/* ---- damage ---- */

#ifndef ROUNDS
#define ROUNDS 200
#endif

static uint32_t
next(uint32_t *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 17;
	*seed ^= *seed << 5;
	return *seed;
}

static void
damage(char *text, size_t len, uint32_t *seed)
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
static void
run_all(struct sim_device *dev, struct sim_module *m)
{
	uint64_t params[64], out = sim_alloc(dev, 4096);
	for (int i = 0; i < sim_module_entry_count(m); i++) {
		struct sim_func *f = sim_module_entry_at(m, i);
		struct sim_launch l = {
			.func = f,
			.grid = { 2, 1, 1 },
			.block = { 40, 1, 1 },
			.max_instructions = 20000,
			.stack_bytes = 4096,
			.params = params,
		};
		if (sim_func_info(f).param_bytes > sizeof params)
			continue;
		for (int k = 0; k < 64; k++)
			params[k] = out;
		sim_log_free(&core.result.message);
		sim_run(dev, &l, &core.result);
	}
	sim_free(dev, out);
}

static void
survive(struct sim_device *dev, const char *file, int rounds)
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

int
main(void)
{
	open_devices();
	layout();
	deep();
	many_registers();
	survive(core.v100, "tests/sim/ptx/flow.ptx", ROUNDS);
	survive(core.k40, "tests/sim/ptx/flow.ptx", ROUNDS);
	survive(core.v100, "tests/sim/ptx/runtime.ptx", ROUNDS);
	survive(core.k40, "tests/baseline/fig12.nvcc-11.8.sm_35.ptx", ROUNDS / 3);
	close_devices();
	return done();
}
