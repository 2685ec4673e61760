/*
 * pool_test.c: small list items are allocated once, large ones each time; the simulator stands in
 * for a real driver by hiding that it takes annotations.
 */
#include "devrt/host/rt.h"
#include "fixture.h"

struct count {
	cuMemAlloc_v2_fn *alloc;
	cuMemFree_v2_fn *free;
	int allocs, frees;
};

static struct count *
counts(void)
{
	static struct count c;

	return &c;
}

static CUresult
counted_alloc(CUdeviceptr *p, size_t bytes)
{
	counts()->allocs++;
	return counts()->alloc(p, bytes);
}

static CUresult
counted_free(CUdeviceptr p)
{
	counts()->frees++;
	return counts()->free(p);
}

/* Regions of n doubles each; how many allocations and frees they caused. */
static int
regions(int times, size_t n, bool real, int allocs, int frees)
{
	static double a[1000];
	const struct devrt_launch here = { .device = DEVRT_DEFAULT_DEVICE };
	struct devrt_driver *drv = devrt_pick(DEVRT_DEFAULT_DEVICE, NULL)->drv;
	struct count *c = counts();

	if (real)
		drv->annotate = NULL;
	c->alloc = drv->cuMemAlloc_v2;
	c->free = drv->cuMemFree_v2;
	drv->cuMemAlloc_v2 = counted_alloc;
	drv->cuMemFree_v2 = counted_free;
	for (int i = 0; i < times; i++)
		add("a", DEVRT_MAP_TO | DEVRT_MAP_FROM, a, n, 1, here);
	for (size_t i = 0; i < n; i++)
		if (a[i] != times)
			return 1;
	return c->allocs != allocs || c->frees != frees;
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

/* More items at once than the pool keeps: the rest is freed. */
static int
many(void)
{
	enum { N = DEVRT_POOL + 5 };
	static double a[N];
	struct devrt_item_info infos[N];
	struct devrt_item items[N];
	const struct devrt_place place = PLACE(20);

	for (int i = 0; i < N; i++) {
		infos[i] = (struct devrt_item_info){ "a[i]", PLACE(20), DEVRT_MAP_TO, 0 };
		items[i] = (struct devrt_item){ &a[i], &a[i], sizeof a[i], NULL };
	}
	if (regions(1, 8, true, 1, 0))
		return 1;
	devrt_data_begin(&module, DEVRT_DEFAULT_DEVICE, place, infos, items, N);
	devrt_data_end(&module, DEVRT_DEFAULT_DEVICE, place, infos, items, N);
	return counts()->allocs != N || counts()->frees != N - DEVRT_POOL;
}

int
main(void)
{
	works("small items are allocated once", "", small);
	works("large ones each time", "", large);
	works("all of them on the simulator, which watches their bounds", "", simulated);
	works("the pool has an end", "", many);
	fails("DEVRT_FAULT=alloc=3", "DEVRT_FAULT=alloc=3", small,
		WORDS("cannot allocate", "injected"));
	return done();
}
