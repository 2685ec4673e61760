/*
 * runtime_test.c: what a launch says when it goes wrong, device printf and malloc, confinement, and
 * linking of several texts.
 */
#include "core.h"

struct params {
	uint64_t out, at;
};

static struct {
	struct sim_device *dev;
	struct sim_module *m;
	struct params p;
	uint32_t *words;
} t;

static enum sim_status
go(const char *kernel, unsigned threads, uint64_t at)
{
	t.p.at = at;
	return run(t.dev, t.m, kernel, (struct run){ .teams = 1, .threads = threads }, &t.p);
}

static void
fails(const char *kernel, unsigned threads, uint64_t at, enum sim_status want, const char *word,
	const char *word2)
{
	enum sim_status s = go(kernel, threads, at);
	if (!ok(s == want, "%s at 0x%llx fails", kernel, (unsigned long long)at))
		diag("status %d", s);
	message_has(word);
	if (word2)
		message_has(word2);
}

/* A sanitizer keeps its shadow there, which looks like memory of the program. */
#ifdef __SANITIZE_ADDRESS__
#define NEAREST(text) "outside every allocation"
#else
#define NEAREST(text) text
#endif

static void
addresses(void)
{
	static int host_variable;
	sim_annotate(t.dev, t.p.out, 256, "vector", "prog.c:12", 0, NULL);
	ok(go("poke", 1, 252) == SIM_OK, "the last element can be written");
	fails("poke", 1, 256, SIM_BAD_ADDRESS, NEAREST("'vector' (prog.c:12) of 256 bytes"),
		NEAREST("element 64 of 64"));
	message_has(
		"user.c:99: kernel 'poke', team (0,0,0), thread (0,0,0): write to 4 bytes at global");
	fails("poke", 1, -4ull, SIM_BAD_ADDRESS, NEAREST("4 bytes before"), NULL);
	fails("poke", 1, 2, SIM_BAD_ADDRESS, "misaligned", NULL);
	fails("poke_any", 1, 0, SIM_BAD_ADDRESS, "outside every allocation", NULL);
	fails("poke_any", 1, (uint64_t)(uintptr_t)&host_variable & ~3ull, SIM_BAD_ADDRESS,
		"outside", NULL);
	fails("poke_any", 1, (uint64_t)(uintptr_t)t.words, SIM_BAD_ADDRESS, "outside", NULL);
	fails("poke_any", 1, 0xfffffffffffffffcu, SIM_BAD_ADDRESS, "outside", NULL);
	fails("poke_shared", 1, 64, SIM_BAD_ADDRESS, "64 bytes of shared memory", NULL);
	fails("poke_shared", 1, -8ull, SIM_BAD_ADDRESS, "shared", NULL);
	fails("poke_local", 1, 1 << 20, SIM_BAD_ADDRESS, "local", NULL);
	fails("poke_const", 1, 0, SIM_BAD_ADDRESS, "constant memory", "atomic");
	ok(!host_variable, "host memory is untouched");
	fails("trapping", 64, 0, SIM_TRAP, "user.c:77", "thread (33,0,0)");
	fails("breaking", 1, 0, SIM_TRAP, "user.c:88", "breakpoint");
	fails("fails", 1, 0, SIM_TRAP, "hello:42", ": assertion 'hello' failed");
}

static void
endings(void)
{
	struct run r = { .teams = 3, .threads = 32, .limit = 100000 };
	ok(run(t.dev, t.m, "forever", r, &t.p) == SIM_LIMIT, "an endless loop ends");
	message_has("instruction limit");
	message_has("lanes 0-31 run at");
	ok(run(t.dev, t.m, "recurring", r, &t.p) == SIM_LIMIT,
		"and a recursion that ends in some years");
	message_has("instruction limit");
	fails("lost", 64, 0, SIM_DEADLOCK,
		"warp 0, lanes 0-31 wait at barrier 2 (32 of 96 threads arrived)", "user.c:5");
	message_has("warp 1, lanes 0-31 wait at barrier 3");
}

static void
printing(int host_threads)
{
	struct sim_log want = { 0 };
	struct run r = { .teams = 40, .threads = 2, .host_threads = host_threads };
	for (int i = 0; i < 80; i++)
		sim_log_printf(&want, "team %d hello 1.50 A -7 %%\n", i / 2);
	ok(run(t.dev, t.m, "print", r, &t.p) == SIM_OK, "printf runs");
	if (!ok(core.printed.text && !strcmp(core.printed.text, want.text),
		    "and prints in team order"))
		diag("%.200s", core.printed.text ? core.printed.text : core.result.message.text);
	sim_log_free(&want);
}

static void
heap(void)
{
	size_t before = sim_mem_used(t.dev);
	if (!ok(go("heap", 32, 0) == SIM_OK, "malloc and free run"))
		diag("%s", core.result.message.text);
	ok(t.words[31] == 31, "each thread has its own block");
	ok(sim_mem_used(t.dev) == before, "and nothing is left");
}

static void
memory(void)
{
	uint64_t a = sim_alloc(t.dev, 1000), base;
	size_t size;
	ok(a && a % 256 == 0, "allocations are aligned");
	ok(sim_alloc_range(t.dev, a + 999, &base, &size) && base == a && size == 1000,
		"and found by range");
	ok(!sim_alloc_range(t.dev, a + 1000, &base, &size), "with a gap behind them");
	ok(!sim_host_view(t.dev, a + 500, 501), "no view crosses the end");
	ok(!sim_free(t.dev, a + 1), "only the start can be freed");
	ok(sim_free(t.dev, a) && !sim_free(t.dev, a), "and only once");
	ok(!sim_alloc(t.dev, (size_t)1 << 50), "memory is finite");
}

static const char caller[] =
	".version 6.0\n.target sm_35\n.address_size 64\n"
	".extern .func (.param .b32 r) helper(.param .b32 x);\n"
	".extern .global .align 4 .u32 shared_value;\n.func local_name() { ret; }\n"
	".weak .func (.param .b32 r) twice_defined() { st.param.b32 [r], 1; ret; }\n"
	".visible .entry main(.param .u64 out) {\n.reg .b32 %r<5>; .reg .b64 %rd<2>;\n"
	"ld.param.u64 %rd1, [out];\n{ .param .b32 a; .param .b32 b; st.param.b32 [a], 20;\n"
	"call (b), helper, (a); ld.param.b32 %r1, [b]; }\nld.global.u32 %r2, [shared_value];\n"
	"{ .param .b32 b; call (b), twice_defined; ld.param.b32 %r3, [b]; }\ncall local_name;\n"
	"add.u32 %r1, %r1, %r2; mad.lo.u32 %r1, %r3, 1000, %r1; st.global.u32 [%rd1], %r1; ret; }\n";
static const char callee[] =
	".version 6.0\n.target sm_35\n.address_size 64\n"
	".visible .global .align 4 .u32 shared_value = 3;\n.func local_name() { ret; }\n"
	".visible .func (.param .b32 r) twice_defined() { st.param.b32 [r], 2; ret; }\n"
	".visible .func (.param .b32 r) helper(.param .b32 x) {\n.reg .b32 %r<2>;\n"
	"ld.param.b32 %r1, [x]; add.u32 %r1, %r1, 1; st.param.b32 [r], %r1; ret; }\n";

static struct sim_module *
link_texts(int n, const char *const *texts)
{
	static const char *const names[] = { "one.ptx", "two.ptx" };
	sim_log_free(&core.log);
	return sim_module_load(t.dev, n, texts, names, &core.log);
}

static void
linking(void)
{
	const char *both[] = { caller, callee }, *twice[] = { callee, callee };
	struct sim_module *m = link_texts(2, both);
	if (!ok(m != NULL, "two texts link"))
		diag("%s", core.log.text);
	ok(run(t.dev, m, "main", (struct run){ .teams = 1, .threads = 1 }, &t.p) == SIM_OK,
		"and run");
	ok(t.words[0] == 2024, "the strong definition wins");
	sim_module_unload(m);
	ok(!link_texts(1, both), "a missing definition is an error");
	ok(core.log.text && strstr(core.log.text, "one.ptx") &&
			strstr(core.log.text, "not defined"),
		"which names it");
	ok(!link_texts(2, twice) && strstr(core.log.text, "is defined in two texts"),
		"as is a double one");
}

int
main(void)
{
	t.dev = device("v100");
	if (!(t.m = load_file(t.dev, "tests/sim/ptx/runtime.ptx", "sm_70")))
		return done();
	t.p.out = sim_alloc(t.dev, 256);
	t.words = sim_host_view(t.dev, t.p.out, 256);
	addresses();
	endings();
	printing(1);
	printing(4);
	heap();
	memory();
	linking();
	sim_module_unload(t.m);
	sim_device_free(t.dev);
	sim_log_free(&core.log);
	sim_log_free(&core.result.message);
	sim_log_free(&core.printed);
	return done();
}
