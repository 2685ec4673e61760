/*
 * flow_test.c: divergence, calls, barriers, warp operations, atomics: ptx/flow.ptx under both rules
 * of progress, with one host thread and with several.
 */
#include "core.h"

#define WORDS 4096

struct machine {
	struct sim_device *dev;
	struct sim_module *m;
	const char *name, *target;
	uint64_t out;
	uint32_t *words;
};

struct params {
	uint64_t out;
	uint32_t byval[4];
};

static enum sim_status
go(struct machine *v, const char *kernel, struct run r)
{
	struct params p = { v->out, { 1, 50000, 3, 4 } };
	memset(v->words, 0, WORDS * 4);
	return run(v->dev, v->m, kernel, r, &p);
}

static bool
runs(struct machine *v, const char *kernel, struct run r)
{
	enum sim_status s = go(v, kernel, r);
	if (!ok(s == SIM_OK, "%s: %s runs", v->name, kernel))
		diag("%s", core.result.message.text);
	return s == SIM_OK;
}

static void
same(struct machine *v, const char *kernel, const uint32_t *want, int n)
{
	for (int i = 0; i < n; i++)
		if (v->words[i] != want[i]) {
			ok(false, "%s: %s gives the right words", v->name, kernel);
			diag("word %d is %u, expected %u", i, v->words[i], want[i]);
			return;
		}
	ok(true, "%s: %s gives the right words", v->name, kernel);
}

static void
diverge(struct machine *v)
{
	uint32_t want[64];
	for (uint32_t t = 0; t < 32; t++) {
		want[2 * t] = 0;
		want[2 * t + 1] = 0xffffffff;
		for (uint32_t k = 0; k < t; k++)
			want[2 * t] += k & 1 ? 100 : k ? k : 1;
	}
	if (runs(v, "diverge", (struct run){ .teams = 1, .threads = 32 }))
		same(v, "diverge", want, 64);
	for (uint32_t t = 0; t < 32; t++) {
		want[2 * t] = 111 * (t % 3 + 1);
		want[2 * t + 1] = 0xffffffff;
	}
	if (runs(v, "jump", (struct run){ .teams = 1, .threads = 32 }))
		same(v, "jump", want, 64);
	ok(go(v, "badjump", (struct run){ .teams = 1, .threads = 3 }) == SIM_BAD_ADDRESS,
		"an index behind the targets is an error");
	message_has("index 2");
}

static void
calls(struct machine *v)
{
	static const uint32_t fib[] = { 0, 1, 1, 2, 3, 5, 8, 13, 21, 34 };
	uint32_t want[70];
	for (uint32_t t = 0; t < 70; t++) {
		uint32_t x = t % 10;
		want[t] = (t % 3 == 0 ? 3 * x : t % 3 == 1 ? x * x : fib[x]) + 6 * t;
	}
	if (runs(v, "calls", (struct run){ .teams = 1, .threads = 70 }))
		same(v, "calls", want, 70);
	ok(go(v, "overflow", (struct run){ .teams = 1, .threads = 1 }) == SIM_STACK,
		"recursion ends");
	message_has("stack");
	ok(go(v, "badcall", (struct run){ .teams = 1, .threads = 1 }) == SIM_BAD_ADDRESS,
		"a wild function pointer is an error");
	message_has("not a function");
}

static void
memories(struct machine *v)
{
	static const uint32_t primes[] = { 2, 3, 5, 7, 11, 13, 17, 19 };
	uint32_t want[64];
	for (uint32_t t = 0; t < 64; t++)
		want[t] = (t ^ 1) + (t % 8 ? 0 : t) + primes[t % 8] + 30 + 50000;
	if (runs(v, "spaces", (struct run){ .teams = 1, .threads = 64 }))
		same(v, "spaces", want, 64);
	for (uint32_t t = 0; t < 40; t++)
		want[t] = 1000 + 1 + t + 7 + 160 * 10000;
	if (runs(v, "dynshared", (struct run){ .teams = 1, .threads = 40, .dyn_shared = 160 }))
		same(v, "dynshared", want, 40);
}

static void
barriers(struct machine *v, bool independent)
{
	uint32_t want[96];
	for (uint32_t t = 0; t < 96; t++)
		want[t] = 64 + 2000 + 48 * 10000;
	if (runs(v, "barriers", (struct run){ .teams = 1, .threads = 96 }))
		same(v, "barriers", want, 96);
	for (uint32_t t = 0; t < 64; t++)
		want[t] = t & 1 ? 0 : 5;
	if (runs(v, "leavers", (struct run){ .teams = 1, .threads = 64 }))
		same(v, "leavers", want, 64);
	enum sim_status s = go(v, "split", (struct run){ .teams = 1, .threads = 32 });
	ok(s == (independent ? SIM_DEADLOCK : SIM_OK), "%s: a divergent barrier %s", v->name,
		independent ? "hangs" : "passes");
	if (independent) {
		message_has("lanes 0 wait at barrier 0");
		message_has("lanes 1-31 wait at barrier 1");
	}
}

static void
progress(struct machine *v, bool independent)
{
	enum sim_status s = go(v, "spinlock", (struct run){ .teams = 2, .threads = 64 });
	ok(s == (independent ? SIM_OK : SIM_DEADLOCK), "%s: a lock for every lane %s", v->name,
		independent ? "works" : "hangs");
	if (independent)
		ok(v->words[0] == 128, "and counts to 128");
	else
		message_has("polls memory");
	/* the lock may still be taken: the module's variable is reset by hand */
	uint64_t addr;
	size_t bytes;
	ok(sim_module_global(v->m, "lock", &addr, &bytes) && bytes == 4, "a variable is found");
	memset(sim_host_view(v->dev, addr, 4), 0, 4);
	s = go(v, "handshake", (struct run){ .teams = 1, .threads = 32 });
	ok(s == (independent ? SIM_OK : SIM_DEADLOCK), "%s: waiting for a lane behind the join %s",
		v->name, independent ? "works" : "hangs");
}

/* Every warp ends each of its turns polling, and yet all is well. */
static void
rally(struct machine *v, uint32_t teams, uint32_t threads)
{
	uint32_t want = 10000;
	if (runs(v, "rally", (struct run){ .teams = teams, .threads = threads }))
		same(v, "rally", &want, 1);
}

/* To read what nobody changes is no waiting while something is counted. */
static void
reread(struct machine *v, uint32_t teams)
{
	uint32_t want = teams * 900000;
	if (runs(v, "reread", (struct run){ .teams = teams, .threads = 1 }))
		same(v, "reread", &want, 1);
}

static void
exchange(struct machine *v)
{
	uint32_t want[32];
	for (uint32_t t = 0; t < 32; t++) {
		uint32_t down = t < 16 ? t + 16 : t + 1000, up = t ? t - 1 : 0;
		want[t] = down + up + (t ^ 3) + ((t & 24) | 2) + 10000 + 40000;
	}
	if (runs(v, "exchange", (struct run){ .teams = 1, .threads = 32 }))
		same(v, "exchange", want, 32);
}

static void
check_atomics(struct machine *v, uint32_t n)
{
	uint32_t ors = 0, xors = 0, sum = 0;
	float f;
	uint64_t q;
	bool tickets = true;
	for (uint32_t i = 0; i < n; i++) {
		ors |= i;
		xors ^= i;
		sum += i;
		tickets &= v->words[64 + i] == i;
	}
	memcpy(&f, &v->words[9], 4);
	memcpy(&q, &v->words[10], 8);
	ok(tickets, "%s: tickets are given in team, warp and lane order", v->name);
	ok(v->words[0] == n && v->words[1] == n - 1 && v->words[2] == 0, "add, max, min");
	ok(v->words[3] == n % 5, "inc wraps");
	ok(v->words[4] == (n % 5 ? 5 - n % 5 : 0), "dec wraps");
	ok(v->words[5] == ors && v->words[6] == xors && v->words[7] == 0, "or, xor, and");
	ok(v->words[8] == n - 1, "exch keeps the last");
	ok(f == (float)sum && q == sum, "add of f32 and u64");
	memcpy(&q, &v->words[12], 8);
	ok(q == 77, "cas");
	memcpy(&q, &v->words[14], 8);
	ok(q == n - 1, "max of s64");
}

static void
atomics(struct machine *v, int host_threads)
{
	struct run r = { .teams = 10, .threads = 100, .host_threads = host_threads };
	if (runs(v, "atomics", r))
		check_atomics(v, 1000);
	if (runs(v, "histogram", r))
		ok(v->words[0] == 130 && v->words[7] == 120, "histogram");
	if (runs(v, "chain",
		    (struct run){ .teams = 20, .threads = 32, .host_threads = host_threads }))
		ok(v->words[0] == 1 && v->words[19] == 20, "teams may wait for later teams");
}

static void
everything(struct machine *v, bool independent)
{
	if (!(v->m = load_file(v->dev, "tests/sim/ptx/flow.ptx", v->target)))
		return;
	v->out = sim_alloc(v->dev, WORDS * 4);
	v->words = sim_host_view(v->dev, v->out, WORDS * 4);
	diverge(v);
	calls(v);
	memories(v);
	barriers(v, independent);
	progress(v, independent);
	rally(v, 1, 64);
	rally(v, 2, 32);
	rally(v, 3, 96);
	reread(v, 1);
	reread(v, 3);
	exchange(v);
	atomics(v, 1);
	atomics(v, 4);
	sim_module_unload(v->m);
}

static void
volta(struct machine *v)
{
	uint32_t want[64];
	double d;
	struct run team = { .teams = 1, .threads = 32 };
	if (!(v->m = load_file(v->dev, "tests/sim/ptx/volta.ptx", NULL)))
		return;
	for (uint32_t t = 0; t < 32; t++) {
		want[2 * t] = (t ^ 1) + (t & 1 ? 200 : 100);
		want[2 * t + 1] = 0xffffffff;
	}
	if (runs(v, "arms", team))
		same(v, "arms", want, 64);
	for (uint32_t t = 0; t < 48; t++)
		want[t] = 9;
	if (runs(v, "unaligned", (struct run){ .teams = 1, .threads = 48 }))
		same(v, "unaligned", want, 48);
	for (uint32_t t = 0; t < 32; t++)
		want[t] = 8 + 496 + (t < 16 ? 15 : 0) + t + 5;
	if (runs(v, "group", team))
		same(v, "group", want, 32);
	for (uint32_t t = 0; t < 32; t++)
		want[t] = 1000 + t / 8 + 0xaa;
	if (runs(v, "sets", team))
		same(v, "sets", want, 32);
	for (int threads = 1; threads <= 4; threads += 3)
		if (runs(v, "reduction",
			    (struct run){ .teams = 100, .threads = 1, .host_threads = threads })) {
			memcpy(&d, &v->words[6], 8);
			ok(d == 4950 && v->words[1] == 100 && v->words[4] == 1,
				"the last team sees all others");
			memcpy(&d, &v->words[2], 8);
			ok(d == 4950, "and f64 was added atomically");
		}
	sim_module_unload(v->m);
}

int
main(void)
{
	open_devices();
	everything(&(struct machine){ .dev = core.k40, .name = "k40", .target = "sm_35" }, false);
	everything(&(struct machine){ .dev = core.v100, .name = "v100", .target = "sm_70" }, true);
	/* the chip decides, not .target */
	everything(&(struct machine){ .dev = core.v100,
			   .name = "v100 with sm_35",
			   .target = "sm_35" },
		true);
	struct machine v100 = { .dev = core.v100, .name = "v100" };
	v100.out = sim_alloc(core.v100, WORDS * 4);
	v100.words = sim_host_view(core.v100, v100.out, WORDS * 4);
	volta(&v100);
	close_devices();
	return done();
}
