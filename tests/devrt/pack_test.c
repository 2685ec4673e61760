/*
 * pack_test.c: small list items are allocated once and travel together, large ones each time and
 * alone; the simulator stands in for a real driver by hiding that it is none.
 */
#include "devrt/host/rt.h"
#include "minicc/include/omp.h"
#include "fixture.h"

struct counts {
	struct devrt_driver real; /* before its calls were counted */
	int allocs, frees, to, from, waits, ordered;
};

static struct counts *
counts(void)
{
	static struct counts c;

	return &c;
}

static CUresult
alloc(CUdeviceptr *p, size_t bytes)
{
	counts()->allocs++;
	return counts()->real.cuMemAlloc_v2(p, bytes);
}

static CUresult
release(CUdeviceptr p)
{
	counts()->frees++;
	return counts()->real.cuMemFree_v2(p);
}

static CUresult
to(CUdeviceptr at, const void *p, size_t bytes, CUstream stream)
{
	counts()->to++;
	return counts()->real.cuMemcpyHtoDAsync_v2(at, p, bytes, stream);
}

static CUresult
fetch(void *p, CUdeviceptr at, size_t bytes, CUstream stream)
{
	counts()->from++;
	return counts()->real.cuMemcpyDtoHAsync_v2(p, at, bytes, stream);
}

static CUresult
from(void *p, CUdeviceptr at, size_t bytes)
{
	counts()->from++;
	return counts()->real.cuMemcpyDtoH_v2(p, at, bytes);
}

static CUresult
wait_for(CUstream stream)
{
	counts()->waits++;
	return counts()->real.cuStreamSynchronize(stream);
}

static CUresult
order(CUstream stream, CUevent event, unsigned flags)
{
	counts()->ordered++;
	return counts()->real.cuStreamWaitEvent(stream, event, flags);
}

static CUresult
no_memory(void **p, size_t bytes)
{
	(void)bytes;
	*p = NULL;
	return CUDA_ERROR_OUT_OF_MEMORY;
}

static struct devrt_driver *
count_calls(bool real)
{
	struct devrt_driver *drv = devrt_pick(DEVRT_DEFAULT_DEVICE, NULL)->drv;

	*counts() = (struct counts){ .real = *drv };
	if (real) {
		drv->simulated = false;
		drv->annotate = NULL;
	}
	drv->cuMemAlloc_v2 = alloc;
	drv->cuMemFree_v2 = release;
	drv->cuMemcpyHtoDAsync_v2 = to;
	drv->cuMemcpyDtoHAsync_v2 = fetch;
	drv->cuMemcpyDtoH_v2 = from;
	drv->cuStreamSynchronize = wait_for;
	drv->cuStreamWaitEvent = order;
	return drv;
}

/* Regions of n doubles each; how many allocations and frees they caused. */
static int
regions(int times, size_t n, bool real, int allocs, int frees)
{
	static double a[1000];
	const struct devrt_launch here = { .device = DEVRT_DEFAULT_DEVICE };
	struct counts *c = counts();

	count_calls(real);
	for (int i = 0; i < times; i++)
		add("a", DEVRT_MAP_TO | DEVRT_MAP_FROM, a, n, 1, here);
	for (size_t i = 0; i < n; i++)
		if (a[i] != times)
			return 1;
	return c->allocs != allocs || c->frees != frees ||
		(real && (c->to != times || c->from != times));
}

static int
small(void)
{
	return regions(50, 8, true, 1, 0);
}
static int
large(void)
{
	return regions(50, 1000, true, 50, 50);
}
static int
simulated(void)
{
	return regions(50, 8, false, 50, 50);
}

enum { ITEMS = 20 };
static struct devrt_item_info infos[ITEMS];
static struct devrt_item items[ITEMS];
static double values[ITEMS][9];

/* Item i: the i-th row's first i % 8 + 1 doubles. */
static void
make_items(unsigned flags)
{
	for (int i = 0; i < ITEMS; i++) {
		infos[i] = (struct devrt_item_info){ "a[i]", PLACE(20), flags, i, NULL };
		items[i] = (struct devrt_item){ values[i], values[i],
			(i % 8 + 1) * sizeof values[i][0], NULL };
	}
}

/* Many items are one copy each way; what lies between them on the host stays as it is. */
static int
together(bool staged)
{
	const struct devrt_place place = PLACE(20);
	struct devrt_driver *drv = count_calls(true);
	struct counts *c = counts();

	if (!staged)
		drv->cuMemAllocHost_v2 = no_memory;
	make_items(DEVRT_MAP_TO | DEVRT_MAP_FROM);
	for (int i = 0; i < ITEMS; i++)
		for (int k = 0; k < 9; k++)
			values[i][k] = 100 * i + k;
	devrt_data_begin(&module, DEVRT_DEFAULT_DEVICE, place, infos, items, ITEMS);
	for (int i = 0; i < ITEMS; i++)
		for (int k = 0; k < 9; k++)
			values[i][k] = -1;
	devrt_data_end(&module, DEVRT_DEFAULT_DEVICE, place, infos, items, ITEMS);
	for (int i = 0; i < ITEMS; i++)
		for (int k = 0; k < 9; k++)
			if (values[i][k] != (k < i % 8 + 1 ? 100 * i + k : -1))
				return 1;
	return c->to != (staged ? 1 : ITEMS) || c->from != (staged ? 1 : ITEMS);
}

static int
staged(void)
{
	return together(true);
}
static int
unstaged(void)
{
	return together(false);
}

/* Update n doubles a few times: for a small copy streams wait, for a larger one the host. */
static int
updates(size_t n, int waits, int ordered)
{
	static double a[5000];
	const struct devrt_place place = PLACE(20);
	const struct devrt_item item = { a, a, n * sizeof *a, NULL };
	struct devrt_item_info info = { "a", place, 0, 0, NULL };
	struct counts *c = counts();

	count_calls(true);
	devrt_enter_data(&module, DEVRT_DEFAULT_DEVICE, place, &info, &item, 1);
	info.flags = DEVRT_MAP_UPDATE_TO;
	for (int i = 1; i <= 3; i++) {
		a[0] = a[n - 1] = i;
		devrt_update(&module, DEVRT_DEFAULT_DEVICE, place, &info, &item, 1);
	}
	bool right = c->waits == waits && c->ordered == ordered;
	a[0] = a[n - 1] = -1;
	info.flags = DEVRT_MAP_UPDATE_FROM;
	devrt_update(&module, DEVRT_DEFAULT_DEVICE, place, &info, &item, 1);
	return !right || a[0] != 3 || a[n - 1] != 3;
}

static int
small_updates(void)
{
	return updates(8, 0, 3);
}
static int
full_stage(void)
{
	return updates(DEVRT_PACK / 2 / sizeof(double), 1, 3);
}
static int
large_updates(void)
{
	return updates(5000, 3, 0);
}

/* A lane that takes over from the one whose small copies are on their way waits for these. */
static int
other_lane(void)
{
	static double a[8];
	const struct devrt_place place = PLACE(20);
	const struct devrt_item item = { a, a, sizeof a, NULL };
	struct devrt_item_info info = { "a", place, 0, 0, NULL };
	struct devrt_device *dev = devrt_pick(DEVRT_DEFAULT_DEVICE, &place);
	struct counts *c = counts();

	count_calls(true);
	devrt_enter_data(&module, DEVRT_DEFAULT_DEVICE, place, &info, &item, 1);
	info.flags = DEVRT_MAP_UPDATE_TO;
	devrt_update(&module, DEVRT_DEFAULT_DEVICE, place, &info, &item, 1);
	bool right = c->ordered == 1; /* the default stream */
	devrt_device_enter(dev, &place);
	struct devrt_lane *same = devrt_lane_take(dev, &place);
	right = right && c->ordered == 1;
	devrt_device_leave(dev);
	devrt_update(&module, DEVRT_DEFAULT_DEVICE, place, &info, &item, 1);
	right = right && c->ordered == 3 && !c->waits; /* the other lane, and the default stream */
	devrt_device_enter(dev, &place);
	devrt_lane_return(dev, same);
	devrt_device_leave(dev);
	return !right;
}

/* What stays after others of the same pack are gone keeps its place, and nothing overwrites it. */
static int
stays(void)
{
	const struct devrt_place place = PLACE(20);
	int device = DEVRT_DEFAULT_DEVICE;

	count_calls(true);
	make_items(DEVRT_MAP_TO);
	for (int again = 0; again < 3; again++) {
		values[4][0] = again;
		devrt_enter_data(&module, device, place, infos, items, ITEMS);
		infos[0].flags = DEVRT_MAP_RELEASE;
		for (int i = 0; i < ITEMS; i++)
			if (i != 4)
				devrt_exit_data(&module, device, place, infos, &items[i], 1);
		infos[0].flags = DEVRT_MAP_TO;
		for (int i = 0; i < ITEMS; i++)
			if (i != 4)
				devrt_enter_data(&module, device, place, infos, &items[i], 1);
		values[4][0] = -1;
		infos[0].flags = DEVRT_MAP_UPDATE_FROM;
		devrt_update(&module, device, place, infos, &items[4], 1);
		infos[0].flags = DEVRT_MAP_DELETE;
		for (int i = 0; i < ITEMS; i++)
			devrt_exit_data(&module, device, place, infos, &items[i], 1);
		infos[0].flags = DEVRT_MAP_TO;
		if (values[4][0] != again)
			return 1;
	}
	return 0;
}

/* A region that brings back an item of another construct's pack, too: neither gets the other's. */
static int
two_packs(void)
{
	static double a[4] = { 1, 2, 3, 4 }, x = 42;
	const struct devrt_place place = PLACE(20);
	const unsigned always = DEVRT_MAP_TO | DEVRT_MAP_FROM | DEVRT_MAP_ALWAYS;
	struct devrt_item both[] = { { a, a, sizeof a, NULL }, { &x, &x, sizeof x, NULL } };
	const struct devrt_item_info info[] = { { "a", PLACE(10), always, 0, NULL },
		{ "x", PLACE(10), DEVRT_MAP_TO | DEVRT_MAP_FROM, 1, NULL } };
	const struct devrt_kernel kernel = ADD_KERNEL(10, info, 2);
	unsigned n = 4;
	double k = 10;
	const void *values[] = { &n, &k };

	count_calls(true);
	devrt_enter_data(&module, DEVRT_DEFAULT_DEVICE, place, info, both, 1);
	devrt_target(&module, &kernel,
		&(struct devrt_launch){ .device = DEVRT_DEFAULT_DEVICE,
			.trip_count = 4,
			.items = both,
			.values = values });
	return a[0] != 11 || a[3] != 14 || x != 42;
}

/* Scalars lie side by side, a table in lines of 128 bytes of its own. */
static int
lines(void)
{
	static double table[3], x, y, z;
	const struct devrt_place place = PLACE(20);
	double *const begin[] = { &x, &y, table, &z };
	const size_t bytes[] = { sizeof x, sizeof y, sizeof table, sizeof z };
	struct devrt_item item[4];
	uintptr_t at[4];

	count_calls(true);
	for (int i = 0; i < 4; i++) {
		infos[i] = (struct devrt_item_info){ "v", PLACE(20), DEVRT_MAP_TO, i, NULL };
		item[i] = (struct devrt_item){ begin[i], begin[i], bytes[i], NULL };
	}
	devrt_enter_data(&module, DEVRT_DEFAULT_DEVICE, place, infos, item, 4);
	for (int i = 0; i < 4; i++)
		at[i] = (uintptr_t)omp_get_mapped_ptr(begin[i], 0);
	devrt_exit_data(&module, DEVRT_DEFAULT_DEVICE, place, infos, item, 4);
	return !at[0] || at[1] - at[0] != 16 || at[2] - at[0] != 128 || at[3] - at[0] != 256;
}

/* Many packs at once: those that are not kept are freed. */
static int
many(void)
{
	enum { N = DEVRT_PACKS + 5 };
	static double a[N];
	const struct devrt_place place = PLACE(20);
	struct counts *c = counts();

	count_calls(true);
	infos[0] = (struct devrt_item_info){ "a[i]", PLACE(20), DEVRT_MAP_TO, 0, NULL };
	for (int i = 0; i < N; i++)
		devrt_enter_data(&module, DEVRT_DEFAULT_DEVICE, place, infos,
			&(struct devrt_item){ &a[i], &a[i], sizeof a[i], NULL }, 1);
	for (int i = 0; i < N; i++)
		devrt_exit_data(&module, DEVRT_DEFAULT_DEVICE, place, infos,
			&(struct devrt_item){ &a[i], &a[i], sizeof a[i], NULL }, 1);
	return c->allocs != N || c->frees != N - DEVRT_PACKS;
}

int
main(void)
{
	works("small items are allocated once", "", small);
	works("large ones each time", "", large);
	works("all of them on the simulator, which watches their bounds", "", simulated);
	works("many small items are one copy each way", "", staged);
	works("without pinned memory they are many", "", unstaged);
	works("the host does not wait for small updates", "", small_updates);
	works("… but when there is no room for more", "", full_stage);
	works("… and for large ones", "", large_updates);
	works("another lane waits for them", "", other_lane);
	works("what stays is not overwritten", "", stays);
	works("packs of two constructs", "", two_packs);
	works("a table shares no line", "", lines);
	works("the packs that are kept have an end", "", many);
	fails("DEVRT_FAULT=alloc=3", "DEVRT_FAULT=alloc=3", small,
		WORDS("cannot allocate", "injected"));
	fails("a copy of several that fails", "DEVRT_FAULT=copy=1", staged,
		WORDS("cannot copy 'a[i]' and 19 more (", "to device"));
	return done();
}
