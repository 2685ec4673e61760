/*
 * runtime_test.c: devices and settings, images and linking, league sizes, failures, and the omp_*
 * routines of libdevrt, on the simulator.
 */
#include <pthread.h>
#include "fixture.h"

enum { N = 1000, TOFROM = DEVRT_MAP_TO | DEVRT_MAP_FROM };

int omp_get_num_devices(void);
int omp_get_initial_device(void);
int omp_get_default_device(void);
void omp_set_default_device(int device);
int omp_is_initial_device(void);
void *omp_target_alloc(size_t bytes, int device);
void omp_target_free(void *p, int device);
int omp_target_is_present(const void *p, int device);
int omp_target_memcpy(void *to, const void *from, size_t bytes, size_t to_offset,
	size_t from_offset, int to_device, int from_device);
int omp_target_memcpy_rect(void *to, const void *from, size_t element, int ndims,
	const size_t *volume, const size_t *to_offsets, const size_t *from_offsets,
	const size_t *to_dims, const size_t *from_dims, int to_device, int from_device);
int omp_target_associate_ptr(const void *host, const void *device_ptr, size_t bytes, size_t offset,
	int device);
int omp_target_disassociate_ptr(const void *p, int device);
int omp_get_thread_num(void);
int omp_get_max_threads(void);
double omp_get_wtime(void);

static const struct devrt_launch here = { .device = DEVRT_DEFAULT_DEVICE };
static double a[N];

static int
add_one(void)
{
	memset(a, 0, sizeof a);
	if (!add("a", TOFROM, a, N, 1, here))
		return 2;
	for (int i = 0; i < N; i++)
		if (a[i] != 1)
			return 3;
	return 0;
}

/* 0 when the region was left to the host. */
static int
left_to_host(void)
{
	add("a", TOFROM, a, N, 1, here);
	return add("a", TOFROM, a, N, 1, here) || omp_get_num_devices() || !omp_is_initial_device();
}

static int
initial_device(void)
{
	return add("a", TOFROM, a, N, 1,
		(struct devrt_launch){ .device = omp_get_initial_device() });
}

static int
no_such_device(void)
{
	return add("a", TOFROM, a, N, 1, (struct devrt_launch){ .device = 7 });
}

/* ---- which image, how large ---- */

static struct {
	int arch, teams, threads, block;
} seen;

static int stores; /* of the next entries */

static int
which(int64_t device, struct devrt_kernel kernel, struct devrt_launch l)
{
	static struct devrt_entry entries[100]; /* each kernel has its own */
	static int n;
	struct devrt_entry *entry = &entries[n++];
	static const struct devrt_param params[] = { { "out", 0, 8 } };
	struct devrt_item_info info = { "seen", PLACE(50), TOFROM, 0, NULL };
	struct devrt_item item = { &seen, &seen, sizeof seen, NULL };

	kernel.name = "main_l50";
	kernel.place = (struct devrt_place)PLACE(50);
	kernel.scheme = "test";
	*entry = (struct devrt_entry){ .name = "which", .stores = stores };
	kernel.entries = entry;
	kernel.nentries = 1;
	kernel.params = params;
	kernel.nparams = 1;
	kernel.items = &info;
	kernel.nitems = 1;
	l.device = device;
	l.items = &item;
	return devrt_target(&module, &kernel, &l);
}

static const struct devrt_kernel league = { .max_threads = 1024, .teams = 1 };

static int
both_devices(void)
{
	int first, second;

	which(0, league, here);
	first = seen.arch;
	which(1, league, here);
	second = seen.arch;
	if (omp_get_num_devices() != 2 || first != 35 || second != 70)
		return 1;
	omp_set_default_device(1);
	return omp_get_default_device() != 1 || !which(DEVRT_DEFAULT_DEVICE, league, here) ||
		seen.arch != 70;
}

static int
h200_image(void)
{
	return !which(0, league, here) || seen.arch != 90;
}

static int
older_image(void)
{
	return !which(0, league, here) || seen.arch != 35;
}

static bool
shape(struct devrt_kernel k, struct devrt_launch l, int teams, int threads, int block)
{
	which(DEVRT_DEFAULT_DEVICE, k, l);
	if (seen.teams == teams && seen.threads == threads && seen.block == block)
		return true;
	printf("%d teams of %d threads in blocks of %d, expected %d of %d in %d\n", seen.teams,
		seen.threads, seen.block, teams, threads, block);
	return false;
}

static int
shapes(void)
{
	struct devrt_kernel one = { .max_threads = 1024 },
			    serial = { .max_threads = 1, .teams = 1 };
	struct devrt_kernel master = { .max_threads = 992, .extra_threads = 32, .teams = 1 };
	struct devrt_kernel fixed = { .max_threads = 1024, .fixed_threads = 50, .teams = 1 };
	struct devrt_kernel spread = { .max_threads = 1024, .teams = 1, .trip_is_teams = 1 };

	struct devrt_kernel asks = { .max_threads = 992, .extra_threads = 32, .teams = 1,
		.fixed_threads = -1 };
	struct devrt_kernel unknown = { .max_threads = 1024, .teams = 1, .distributes = 1 };

	return !(shape(one, here, 1, 256, 256) && shape(league, here, 80, 256, 256) &&
		shape(unknown, here, 640, 256, 256) &&
		shape(league, (struct devrt_launch){ .trip_count = 1000 }, 32, 32, 32) &&
		shape(league, (struct devrt_launch){ .trip_count = 80 * 100 }, 63, 128, 128) &&
		shape(league, (struct devrt_launch){ .trip_count = 80 * 4 * 40 }, 80, 160, 160) &&
		shape(league, (struct devrt_launch){ .trip_count = 10 }, 1, 32, 32) &&
		shape(league, (struct devrt_launch){ .trip_count = 1u << 30 }, 640, 256, 256) &&
		shape(league, (struct devrt_launch){ .num_teams = 7, .thread_limit = 100 }, 7, 100,
			100) &&
		shape(league, (struct devrt_launch){ .num_teams = 2, .num_threads = 33 }, 2, 33,
			33) &&
		shape(fixed, (struct devrt_launch){ .num_teams = 2, .thread_limit = 40 }, 2, 40,
			40) &&
		shape(fixed, (struct devrt_launch){ .num_teams = 3 }, 3, 50, 50)
		/* one thread, which is told how many a region would have */
		&& shape(serial, (struct devrt_launch){ .num_teams = 3 }, 3, 256, 1) &&
		shape(serial, (struct devrt_launch){ .num_teams = 3, .thread_limit = 9 }, 3, 9,
			1) &&
		shape(master, (struct devrt_launch){ .num_teams = 1, .num_threads = 5000 }, 1, 992,
			1024) &&
		shape(master, (struct devrt_launch){ .num_teams = 1, .num_threads = 100 }, 1, 100,
			160) &&
		/* 960 teams with blocks of 160 run at once, or 1,280 with blocks of 128 */
		shape(master, (struct devrt_launch){ .num_teams = 960, .thread_limit = 128 }, 960,
			128, 160) &&
		shape(master, (struct devrt_launch){ .num_teams = 961, .thread_limit = 128 }, 961,
			96, 128) &&
		shape(master, (struct devrt_launch){ .num_teams = 1281, .thread_limit = 128 }, 1281,
			128, 160) &&
		shape(asks, (struct devrt_launch){ .num_teams = 961, .thread_limit = 128 }, 961,
			128, 160) &&
		shape(spread, (struct devrt_launch){ .trip_count = 100 }, 100, 256, 256));
}

/* Loops that write: four iterations a thread, and no more than sixteen times the teams that run at once. */
static int
writing_shapes(void)
{
	stores = 1;
	return !(shape(league, (struct devrt_launch){ .trip_count = 1u << 19 }, 640, 256, 256) &&
		shape(league, (struct devrt_launch){ .trip_count = 1u << 20 }, 1024, 256, 256) &&
		shape(league, (struct devrt_launch){ .trip_count = 1u << 30 }, 10240, 256, 256));
}

static int
shape_environment(void)
{
	struct devrt_launch clauses = { .num_teams = 2, .thread_limit = 64 };

	return !(shape(league, here, 5, 96, 96) && shape(league, clauses, 2, 64, 64));
}

/* A league for one iteration, some, many and an unknown number, on 80 SMs of 2048 threads. */
static int
heuristic(const int expected[4][2])
{
	static const uint64_t trips[] = { 50, 5000, 1u << 24, 0 };

	for (int i = 0; i < 4; i++)
		if (!shape(league, (struct devrt_launch){ .trip_count = trips[i] }, expected[i][0],
			    expected[i][1], expected[i][1]))
			return 1;
	return 0;
}

static int
original(void)
{
	return heuristic(
		(const int[4][2]){ { 1, 1024 }, { 5, 1024 }, { 16384, 1024 }, { 128, 1024 } });
}

static int
lloyd(void)
{
	return heuristic((const int[4][2]){ { 50, 1 }, { 53, 96 }, { 1680, 96 }, { 1680, 96 } });
}

static int
enhanced(void)
{
	return heuristic((const int[4][2]){ { 50, 1 }, { 53, 96 }, { 1680, 1024 }, { 1280, 128 } });
}

static int
occupancy(void)
{
	return heuristic(
		(const int[4][2]){ { 1, 128 }, { 40, 128 }, { 1280, 128 }, { 1280, 128 } });
}

/* Clauses and a league of one team are nobody's to choose. */
static int
heuristic_asked(void)
{
	struct devrt_kernel one = { .max_threads = 1024 };
	struct devrt_launch clauses = { .num_teams = 2, .thread_limit = 64, .trip_count = 5000 };

	return !(shape(league, clauses, 2, 64, 64) && shape(one, here, 1, 256, 256));
}

/* ---- linking ---- */

static const char caller[] =
	".version 6.0\n.target sm_35\n.address_size 64\n"
	".extern .func (.param .u32 r) answer();\n"
	".visible .entry ask(.param .u64 out, " PTX_ENV
	")\n{\n	.reg .u64 %rd1;\n	.reg .u32 %r1;\n"
	"	ld.param.u64 %rd1, [out];\n	{\n	.param .u32 r;\n	call.uni (r), answer;\n"
	"	ld.param.u32 %r1, [r];\n	}\n	st.global.u32 [%rd1], %r1;\n	ret;\n}\n";
static const char callee[] =
	".version 6.0\n.target sm_35\n.address_size 64\n"
	".visible .func (.param .u32 r) answer()\n{\n	.reg .u32 %r1;\n	mov.u32 %r1, 42;\n"
	"	st.param.u32 [r], %r1;\n	ret;\n}\n";

static const struct devrt_image caller_image = { .arch = 35, .ptx = caller },
				callee_image = { .arch = 35, .ptx = callee };
static struct devrt_module caller_module = {
	.abi = DEVRT_ABI,
	.source = "caller.c",
	.images = &caller_image,
	.nimages = 1,
	.needs_link = 1,
};
static struct devrt_module callee_module = {
	.abi = DEVRT_ABI,
	.source = "callee.c",
	.images = &callee_image,
	.nimages = 1,
};

static int
ask(void)
{
	static const struct devrt_entry entries[] = { { .name = "ask" } };
	static const struct devrt_param params[] = { { "out", 0, 8 } };
	struct devrt_item_info info = { "answer", PLACE(60), TOFROM, 0, NULL };
	int answer = 0;
	struct devrt_item item = { &answer, &answer, sizeof answer, NULL };
	struct devrt_kernel kernel = {
		.name = "main_l60",
		.place = PLACE(60),
		.scheme = "test",
		.entries = entries,
		.nentries = 1,
		.params = params,
		.nparams = 1,
		.items = &info,
		.nitems = 1,
		.max_threads = 1,
	};
	struct devrt_launch l = { .device = DEVRT_DEFAULT_DEVICE, .items = &item };

	devrt_target(&caller_module, &kernel, &l);
	return answer == 42 ? 0 : 2;
}

static int
linked(void)
{
	devrt_register(&caller_module);
	devrt_register(&callee_module);
	return ask() ? 2 : add_one();
}

static int
not_linked(void)
{
	devrt_register(&caller_module);
	return ask();
}

static int
bad_code(void)
{
	for (int i = 0; i < 3; i++)
		images[i].ptx =
			".version 6.0\n.target sm_35\n.address_size 64\n.entry k()\n{\n	fly.u32;\n}\n";
	return add_one();
}

static int
no_image(void)
{
	images[0].arch = 70;
	return add_one();
}

static int
no_kernel(void)
{
	for (int i = 0; i < 3; i++)
		images[i].ptx = ".version 6.0\n.target sm_35\n.address_size 64\n";
	module.nglobals = 0;
	return add_one();
}

static int
wrong_abi(void)
{
	struct devrt_module old = { .abi = 0, .source = "old.c" };

	devrt_register(&old);
	return 0;
}

/* ---- faults ---- */

/* add() with an n larger than the array. */
static int
out_of_bounds(void)
{
	struct devrt_item_info info = { "a[0:n]", PLACE(10), TOFROM, 0, NULL };
	struct devrt_item item = { a, a, sizeof a, NULL };
	struct devrt_kernel kernel = {
		.name = "main_l10",
		.place = PLACE(10),
		.scheme = "test",
		.entries = add_entries + 1,
		.nentries = 1,
		.params = add_params,
		.nparams = COUNT(add_params),
		.items = &info,
		.nitems = 1,
		.max_threads = 1024,
		.teams = 1,
	};
	unsigned n = 100000;
	double k = 1;
	const void *values[] = { &n, &k };
	struct devrt_launch l = {
		.device = DEVRT_DEFAULT_DEVICE,
		.items = &item,
		.values = values,
	};

	return devrt_target(&module, &kernel, &l);
}

static int
printing(void)
{
	static const struct devrt_entry entries[] = { { .name = "hello" } };
	struct devrt_kernel kernel = {
		.name = "main_l70",
		.place = PLACE(70),
		.scheme = "test",
		.entries = entries,
		.nentries = 1,
		.max_threads = 1,
	};
	struct devrt_launch l = { .device = DEVRT_DEFAULT_DEVICE };

	for (int i = 0; i < 2; i++) {
		printf("host\n");
		devrt_target(&module, &kernel, &l);
	}
	printf("host\n");
	return 0;
}

/* ---- several host threads ---- */

static void *
host_thread(void *arg)
{
	double *mine = calloc(N, sizeof *mine);
	struct devrt_launch l = { .device = *(int *)arg };
	intptr_t wrong = 0;

	for (int i = 0; i < 50; i++)
		wrong += !add("mine", TOFROM, mine, N, 1, l);
	for (int i = 0; i < N; i++)
		wrong += mine[i] != 50;
	free(mine);
	return (void *)wrong;
}

static int
host_threads(void)
{
	int device[4] = { 0, 1, 0, 1 };
	pthread_t t[4];
	intptr_t wrong = 0;
	void *r;

	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, host_thread, &device[i]);
	for (int i = 0; i < 4; i++) {
		pthread_join(t[i], &r);
		wrong += (intptr_t)r;
	}
	return wrong != 0;
}

/* ---- routines ---- */

static int
copies(void)
{
	double from[10] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 }, to[10] = { 0 };
	int host = omp_get_initial_device();
	double *d0 = omp_target_alloc(sizeof from, 0), *d1 = omp_target_alloc(sizeof from, 1);

	if (!d0 || !d1 || omp_target_alloc(8, 9) || omp_target_alloc((size_t)1 << 50, 0))
		return 1;
	if (omp_target_memcpy(d0, from, sizeof from, 0, 0, 0, host) ||
		omp_target_memcpy(d1, d0, sizeof from, 0, 0, 1, 0) ||
		omp_target_memcpy(to, d1, 16, 8, 16, host, 1))
		return 2;
	if (to[0] != 0 || to[1] != 2 || to[2] != 3 || to[3] != 0)
		return 3;
	if (!omp_target_memcpy(to, d1, 8, 0, sizeof from, host, 1))
		return 4; /* beyond the end */
	omp_target_free(d0, 0);
	omp_target_free(d1, 1);
	omp_target_free(NULL, 0);
	return 0;
}

static int
rectangles(void)
{
	int from[4][5], to[3][3] = { { 0 } }, host = omp_get_initial_device();
	void *d = omp_target_alloc(sizeof from, 0);
	size_t volume[] = { 2, 2 }, to_at[] = { 1, 1 }, from_at[] = { 2, 3 };
	size_t to_dims[] = { 3, 3 }, from_dims[] = { 4, 5 };

	for (int i = 0; i < 20; i++)
		from[i / 5][i % 5] = i;
	omp_target_memcpy(d, from, sizeof from, 0, 0, 0, host);
	if (omp_target_memcpy_rect(to, d, sizeof(int), 2, volume, to_at, from_at, to_dims,
		    from_dims, host, 0))
		return 1;
	if (omp_target_memcpy_rect(NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, 0, 0) < 3)
		return 2;
	return to[0][0] || to[1][1] != 13 || to[1][2] != 14 || to[2][1] != 18 || to[2][2] != 19;
}

static int
association(void)
{
	int host = omp_get_initial_device();
	double *d = omp_target_alloc(sizeof a, 0);

	memset(a, 0, sizeof a);
	omp_target_memcpy(d, a, sizeof a, 0, 0, 0, host);
	if (omp_target_associate_ptr(a, d, sizeof a, 0, 0) || !omp_target_is_present(a + 5, 0) ||
		omp_target_associate_ptr(a, d, sizeof a, 0, 0) ||
		!omp_target_associate_ptr(a + 1, d, 8, 0, 0))
		return 1;
	add("a", TOFROM, a, N, 1, here);
	if (a[0] != 0)
		return 2;
	omp_target_memcpy(a, d, sizeof a, 0, 0, host, 0);
	if (a[0] != 1 || a[N - 1] != 1)
		return 3;
	return omp_target_disassociate_ptr(a, 0) || omp_target_is_present(a, 0) ||
		!omp_target_disassociate_ptr(a, 0);
}

static int
host_routines(void)
{
	return omp_get_thread_num() != 0 || omp_get_max_threads() < 1 || omp_get_wtime() <= 0;
}

static void
devices(void)
{
	works("a V100", "", add_one);
	works("a K40", "DEVRT_DEVICE=sim:k40", add_one);
	works("an H200 takes its own image", "DEVRT_DEVICE=sim:h200", h200_image);
	works("DEVRT_ARCH keeps newer images out", "DEVRT_DEVICE=sim:h200 DEVRT_ARCH=sm_69",
		older_image);
	fails("DEVRT_ARCH keeps all out", "DEVRT_ARCH=sm_30", add_one,
		WORDS("prog.c:10:9: error:", "none above sm_30"));
	fails("a malformed architecture", "DEVRT_ARCH=70", add_one,
		WORDS("DEVRT_ARCH=70", "sm_35"));
	works("two devices, each with its image", "DEVRT_DEVICE=sim:k40,sim:v100", both_devices);
	works("DEVRT_DEVICE=host is silent", "DEVRT_DEVICE=host", left_to_host);
	works("OMP_TARGET_OFFLOAD=DISABLED is silent", "OMP_TARGET_OFFLOAD=DISABLED", left_to_host);
	works("device(omp_get_initial_device()) is silent", "", initial_device);
	scenario("DEVRT_LIBDIR=/nonexistent", left_to_host);
	char *note = strstr(last.err, "run on the host");
	ok(!last.status && note && !strstr(note + 1, "run on the host"),
		"without a device the host runs, and says so once");
	fails("without a device under MANDATORY",
		"DEVRT_LIBDIR=/nonexistent OMP_TARGET_OFFLOAD=MANDATORY", add_one,
		WORDS("prog.c:10:9: error: no device", "/nonexistent has no libptxsim.so"));
	fails("an unknown device number", "", no_such_device,
		WORDS("prog.c:10:9: error:", "device 7"));
	fails("an unknown device name", "DEVRT_DEVICE=sim:k80", add_one,
		WORDS("DEVRT_DEVICE=sim:k80"));
	fails("a malformed list", "DEVRT_DEVICE=sim:k40,", add_one, WORDS("DEVRT_DEVICE=sim:k40,"));
	fails("a malformed level of detail", "DEVRT_INFO=much", add_one,
		WORDS("DEVRT_INFO=much", "a sum of"));
	fails("checks that do not exist", "DEVRT_CHECK=bounds,lint", add_one,
		WORDS("DEVRT_CHECK=bounds,lint",
			"a list of bounds, init, race, sync and map, or all"));
	says("a number of teams that is none", "OMP_NUM_TEAMS=-3", add_one, 0,
		WORDS("OMP_NUM_TEAMS=-3", "not a number in range, ignored"));
	says("an offload policy that is none", "OMP_TARGET_OFFLOAD=perhaps", add_one, 0,
		WORDS("OMP_TARGET_OFFLOAD=perhaps", "not MANDATORY, DISABLED or DEFAULT, ignored"));
	fails("a malformed size of the heap", "DEVRT_HEAP_SIZE=8M", add_one,
		WORDS("DEVRT_HEAP_SIZE=8M", "a number of bytes"));
	fails("a malformed number of pending grids", "DEVRT_PENDING=lots", add_one,
		WORDS("DEVRT_PENDING=lots", "a number of grids"));
	fails("a malformed fault", "DEVRT_FAULT=alloc=x", add_one, WORDS("DEVRT_FAULT=alloc=x"));
}

static void
failures(void)
{
	fails("an injected allocation failure", "DEVRT_FAULT=alloc=1", add_one,
		WORDS("prog.c:10:9: error: out of device memory", "injected"));
	fails("an injected launch failure", "DEVRT_FAULT=launch=1", add_one,
		WORDS("prog.c:10:9: error: cannot launch", "main_l10", "injected"));
	fails("an injected copy failure", "DEVRT_FAULT=copy=1", add_one,
		WORDS("prog.c:10:9: error: cannot copy 'a'", "to device", "injected"));
	fails("a copy back that fails", "DEVRT_FAULT=copy=2", add_one,
		WORDS("prog.c:10:9: error: cannot copy 'a'", "from device", "injected"));
	fails("an injected load failure", "DEVRT_FAULT=load=1", add_one,
		WORDS("prog.c:10:9: error: cannot load", "injected"));
	works("a fault that never comes", "DEVRT_FAULT=launch=2,alloc=99", add_one);
	fails("an access outside the array", "", out_of_bounds,
		WORDS("prog.c:10:9: error:", "main_l10", "ILLEGAL_ADDRESS", "add"));
	diag("%s", last.err);
	fails("bad code, with the log", "", bad_code,
		WORDS("prog.c:10:9: error: cannot load", "sm_70", "prog.c", ":6:", "fly"));
	fails("no image for the device", "DEVRT_DEVICE=sim:k40", no_image,
		WORDS("prog.c:10:9: error:", "sm_70, sm_70, sm_90", "sm_35"));
	fails("a kernel that is missing", "", no_kernel,
		WORDS("prog.c:10:9: error:", "kernel 'add_covers' is not in the device code of ",
			" loaded on device 0"));
	fails("an old object file", "", wrong_abi,
		WORDS("old.c was compiled for version ", " of the runtime, this is version ",
			"compile it again"));
}

int
main(void)
{
	devices();
	failures();
	works("league and team sizes", "", shapes);
	if (last.status)
		diag("%s", last.out);
	works("league and team sizes of loops that write", "", writing_shapes);
	works("DEVRT_GRID gives sizes, clauses win", "DEVRT_GRID=5x96", shape_environment);
	works("OMP_NUM_TEAMS and OMP_TEAMS_THREAD_LIMIT too",
		"OMP_NUM_TEAMS=5 OMP_TEAMS_THREAD_LIMIT=96", shape_environment);
	works("DEVRT_GRID=original", "DEVRT_GRID=original", original);
	works("DEVRT_GRID=lloyd", "DEVRT_GRID=lloyd", lloyd);
	works("DEVRT_GRID=enhanced", "DEVRT_GRID=enhanced", enhanced);
	works("DEVRT_GRID=occupancy", "DEVRT_GRID=occupancy", occupancy);
	works("heuristics leave clauses alone", "DEVRT_GRID=original", heuristic_asked);
	fails("no such heuristic", "DEVRT_GRID=best", add_one, WORDS("DEVRT_GRID=best", "lloyd"));
	scenario("DEVRT_INFO=16", add_one);
	ok(!last.status &&
			strstr(last.err, "launch add_covers, scheme test: 32 teams of 32 threads"),
		"DEVRT_INFO=16 describes launches");
	ok(strstr(last.err,
		   "grid default: 32 teams (an iteration for each thread), 32 threads (fewer") !=
			NULL,
		"and says why they are so large");
	works("device printf", "", printing);
	ok(!strcmp(last.out, "host\ndevice\nhost\ndevice\nhost\n"),
		"keeps its place in the output");
	works("two objects that need each other", "", linked);
	fails("an object that misses another", "", not_linked,
		WORDS("prog.c:60:9: error: no file of the program has device code for 'answer'"));
	works("copies between host and devices", "DEVRT_DEVICE=sim:k40,sim:v100", copies);
	works("rectangular copies", "", rectangles);
	works("association", "", association);
	works("four host threads on two devices", "DEVRT_DEVICE=sim:k40,sim:v100", host_threads);
	works("routines about host threads", "", host_routines);
	return done();
}
