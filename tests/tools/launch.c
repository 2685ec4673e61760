/*
 * launch.c: what a launch through libdevrt costs the host beyond the driver's own call.
 *
 * Usage: build/launch            DEVRT_DEVICE=cuda:0 build/launch
 *
 * An empty kernel is launched and waited for many times: by cuLaunchKernel and cuStreamSynchronize
 * alone, and by devrt_target with four list items that are present, and as the last of 64 kernels
 * of the program.  All in one process, in turn; printed are medians.  It looks into libdevrt's own
 * header for the driver's table of calls, which a program must not do.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "devrt/host/rt.h"

enum { ITEMS = 4, KERNELS = 64, LAUNCHES = 2000, ROUNDS = 15 };

#define EMPTY(number) \
	{ \
		.arch = number, \
		.ptx = ".version 6.0\n.target sm_" #number "\n.address_size 64\n" \
		       ".visible .entry empty(.param .u64 a, .param .u64 b, .param .u64 c, .param .u64 d,\n" \
		       "	.param .u32 n, .param .align 8 .b8 env[32])\n{\n	ret;\n}\n" \
	}

static const struct devrt_image images[] = { EMPTY(35), EMPTY(70), EMPTY(90) };
static struct devrt_module module = {
	.abi = DEVRT_ABI,
	.source = "launch.c",
	.images = images,
	.nimages = 3,
};
static const struct devrt_param params[] = { { "a", 0, 8 }, { "b", 1, 8 }, { "c", 2, 8 },
	{ "d", 3, 8 }, { "n", -1, 4 } };
static const struct devrt_item_info infos[ITEMS] = {
	{ "a[0:8]", { "launch.c", 1, 1 }, DEVRT_MAP_TO | DEVRT_MAP_FROM, 0, NULL },
	{ "b[0:8]", { "launch.c", 1, 1 }, DEVRT_MAP_TO | DEVRT_MAP_FROM, 1, NULL },
	{ "c[0:8]", { "launch.c", 1, 1 }, DEVRT_MAP_TO | DEVRT_MAP_FROM, 2, NULL },
	{ "d[0:8]", { "launch.c", 1, 1 }, DEVRT_MAP_TO | DEVRT_MAP_FROM, 3, NULL },
};

struct bench {
	double array[ITEMS][8];
	struct devrt_item items[ITEMS];
	unsigned n;
	const void *values[1];
	struct devrt_entry entries[KERNELS];
	struct devrt_kernel kernels[KERNELS], bare_kernel;
	struct devrt_launch launch;
};

static struct devrt_kernel
kernel(const struct devrt_entry *entry, int nitems)
{
	return (struct devrt_kernel){ .name = "main_l1",
		.place = { "launch.c", 1, 1 },
		.scheme = "none",
		.entries = entry,
		.nentries = 1,
		.params = params + ITEMS - nitems,
		.nparams = nitems + 1,
		.items = infos,
		.nitems = nitems,
		.max_threads = 1024,
		.teams = 1 };
}

static void
make(struct bench *b)
{
	for (int i = 0; i < ITEMS; i++)
		b->items[i] = (struct devrt_item){ b->array[i], b->array[i], sizeof b->array[i],
			NULL };
	b->values[0] = &b->n;
	b->launch = (struct devrt_launch){
		.device = DEVRT_DEFAULT_DEVICE,
		.trip_count = 32,
		.items = b->items,
		.values = b->values,
	};
	for (int i = 0; i < KERNELS; i++) {
		b->entries[i] = (struct devrt_entry){ .name = "empty" };
		b->kernels[i] = kernel(&b->entries[i], ITEMS);
	}
}

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int
ascending(const void *x, const void *y)
{
	double a = *(const double *)x, b = *(const double *)y;

	return (a > b) - (a < b);
}

static void
bare(struct bench *b, struct devrt_device *dev, CUstream stream)
{
	struct devrt_env env = { .threads = 32 };
	CUdeviceptr p = 0;
	void *list[] = { &p, &p, &p, &p, &b->n, &env };
	CUfunction f = devrt_function(dev, &module, &b->kernels[0], &b->entries[0])->f;

	for (int i = 0; i < LAUNCHES; i++)
		if (dev->drv->cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, stream, list, NULL) ||
			dev->drv->cuStreamSynchronize(stream)) {
			fprintf(stderr, "launch: cuLaunchKernel fails\n");
			exit(1);
		}
}

static void
through(struct bench *b, const struct devrt_kernel *k)
{
	for (int i = 0; i < LAUNCHES; i++)
		devrt_target(&module, k, &b->launch);
}

enum { BARE, PRESENT, LAST, CASES };

static void
round_of(struct bench *b, struct devrt_device *dev, CUstream stream, double seconds[CASES])
{
	double t[CASES + 1] = { now() };

	bare(b, dev, stream);
	t[1] = now();
	through(b, &b->kernels[0]);
	t[2] = now();
	through(b, &b->kernels[KERNELS - 1]);
	t[3] = now();
	for (int i = 0; i < CASES; i++)
		seconds[i] = (t[i + 1] - t[i]) / LAUNCHES;
}

int
main(void)
{
	static const char *const names[CASES] = { "cuLaunchKernel and cuStreamSynchronize",
		"devrt_target, four items present", "the same, last of 64 kernels" };
	static struct bench b;
	double v[CASES][ROUNDS], seconds[CASES];

	make(&b);
	devrt_register(&module);
	struct devrt_device *dev = devrt_pick(DEVRT_DEFAULT_DEVICE, NULL);
	CUstream stream;
	if (!dev)
		return 1;
	devrt_data_begin(&module, DEVRT_DEFAULT_DEVICE, infos[0].place, infos, b.items, ITEMS);
	for (int i = 0; i < KERNELS; i++)
		devrt_target(&module, &b.kernels[i], &b.launch);
	if (dev->drv->cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING))
		return 1;
	for (int r = 0; r < ROUNDS; r++) {
		round_of(&b, dev, stream, seconds);
		for (int i = 0; i < CASES; i++)
			v[i][r] = seconds[i];
	}
	for (int i = 0; i < CASES; i++) {
		qsort(v[i], ROUNDS, sizeof v[i][0], ascending);
		printf("%-40s %8.3f us", names[i], v[i][ROUNDS / 2] * 1e6);
		if (i)
			printf("  %+.3f us", (v[i][ROUNDS / 2] - v[BARE][ROUNDS / 2]) * 1e6);
		putchar('\n');
	}
	return 0;
}
