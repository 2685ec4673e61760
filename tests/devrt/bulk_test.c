/*
 * bulk_test.c: large copies by several threads, while others use the device; the simulator stands
 * in for a real driver by hiding that it is none.
 */
#include <semaphore.h>
#include "devrt/host/rt.h"
#include "fixture.h"

int omp_target_is_present(const void *p, int device);

enum { N = (10 << 20) / 8 + 1001, SMALL = 1 << 20, PAYS = 64 << 20 /* bulk.c */ };

struct bench {
	double *a, *b;
	struct devrt_driver real;
	_Atomic int parts;
	_Atomic size_t copied; /* bytes of slow parts */
	sem_t begun;
};

static struct bench *
bench(void)
{
	static struct bench b;

	return &b;
}

static struct devrt_driver *
as_real(void)
{
	struct devrt_device *dev = devrt_pick(DEVRT_DEFAULT_DEVICE, NULL);
	struct devrt_driver *drv = dev->drv;
	struct bench *b = bench();

	alarm(60);
	dev->bulk_bytes = PAYS - N * sizeof *b->a; /* the next large copy has hands */
	b->real = *drv;
	drv->simulated = false;
	drv->annotate = NULL;
	b->a = malloc(N * sizeof *b->a);
	b->b = malloc(N * sizeof *b->b);
	if (!b->a || !b->b || sem_init(&b->begun, 0, 0))
		exit(2);
	for (int i = 0; i < N; i++) {
		b->a[i] = i;
		b->b[i] = -i;
	}
	return drv;
}

static void
construct(devrt_data_fn *fn, double *a, size_t n, unsigned flags)
{
	const struct devrt_place place = PLACE(20);
	struct devrt_item_info info = { "a", PLACE(20), flags, 0, NULL };

	fn(&module, DEVRT_DEFAULT_DEVICE, place, &info,
		&(struct devrt_item){ a, a, n * sizeof *a, NULL }, 1);
}

/* Return whether all of it is as it was after it went to the device and came back. */
static bool
there_and_back(void)
{
	double *a = bench()->a;

	construct(devrt_enter_data, a, N, DEVRT_MAP_TO);
	memset(a + 1, 0, (N - 2) * sizeof *a);
	construct(devrt_update, a, N - 1, DEVRT_MAP_UPDATE_FROM);
	for (int i = 0; i < N; i++)
		if (a[i] != i)
			return false;
	a[7] = a[N - 2] = -1;
	construct(devrt_update, a + 1, N - 1, DEVRT_MAP_UPDATE_TO);
	memset(a, 0, N * sizeof *a);
	construct(devrt_exit_data, a, N, DEVRT_MAP_FROM);
	a[7] += a[7] == -1 ? 8 : 0;
	a[N - 2] += a[N - 2] == -1 ? N - 1 : 0;
	for (int i = 0; i < N; i++)
		if (a[i] != i)
			return false;
	return true;
}

static int
whole(void)
{
	as_real();
	return !there_and_back();
}

static CUresult
no_memory(void **p, size_t bytes)
{
	(void)bytes;
	*p = NULL;
	return CUDA_ERROR_OUT_OF_MEMORY;
}

static int
without_hands(void)
{
	as_real()->cuMemAllocHost_v2 = no_memory;
	return !there_and_back();
}

static CUresult
fifth_fails(CUdeviceptr at, const void *p, size_t bytes, CUstream stream)
{
	if (++bench()->parts == 5)
		return CUDA_ERROR_ECC_UNCORRECTABLE;
	return bench()->real.cuMemcpyHtoDAsync_v2(at, p, bytes, stream);
}

static int
failing(void)
{
	as_real()->cuMemcpyHtoDAsync_v2 = fifth_fails;
	return !there_and_back();
}

/* ---- others use the device meanwhile ---- */

/* The first part tells that the copy has begun, and each takes its time. */
static CUresult
slow(CUdeviceptr at, const void *p, size_t bytes, CUstream stream)
{
	struct bench *b = bench();

	if (bytes <= SMALL)
		return b->real.cuMemcpyHtoDAsync_v2(at, p, bytes, stream);
	if (++b->parts == 1)
		sem_post(&b->begun);
	usleep(90000);
	CUresult err = b->real.cuMemcpyHtoDAsync_v2(at, p, bytes, stream);
	b->copied += bytes;
	return err;
}

static void *
enter_a(void *unused)
{
	(void)unused;
	construct(devrt_enter_data, bench()->a, N, DEVRT_MAP_TO);
	return NULL;
}

/* Run beside() while a goes to the device.  Return whether the copy was done when it came back: its
 * last bytes are no slow part. */
static bool
beside_copy(void (*beside)(void))
{
	pthread_t id;

	as_real()->cuMemcpyHtoDAsync_v2 = slow;
	if (pthread_create(&id, NULL, enter_a, NULL))
		exit(2);
	sem_wait(&bench()->begun);
	beside();
	bool done = bench()->copied >= N * sizeof *bench()->a / SMALL * SMALL;
	pthread_join(id, NULL);
	return done;
}

static void
region_on_a(void)
{
	const struct devrt_launch here = { .device = DEVRT_DEFAULT_DEVICE };

	add("a", DEVRT_MAP_TO, bench()->a, N, 1, here);
}

static void
region_on_b(void)
{
	const struct devrt_launch here = { .device = DEVRT_DEFAULT_DEVICE };

	add("b", DEVRT_MAP_TO | DEVRT_MAP_FROM, bench()->b, 1000, 1, here);
}

static void
exit_a(void)
{
	construct(devrt_exit_data, bench()->a, N, DEVRT_MAP_DELETE);
}

static int
uses_it(void)
{
	bool waited = beside_copy(region_on_a);
	double *a = bench()->a;

	construct(devrt_exit_data, a, N, DEVRT_MAP_FROM);
	for (int i = 0; i < N; i++)
		if (a[i] != i + 1)
			return 1;
	return !waited;
}

static int
uses_another(void)
{
	bool waited = beside_copy(region_on_b);

	for (int i = 0; i < 1000; i++)
		if (bench()->b[i] != 1 - i)
			return 1;
	return waited;
}

static int
removes_it(void)
{
	return !beside_copy(exit_a) || omp_target_is_present(bench()->a, 0);
}

int
main(void)
{
	works("10 MB there and back", "", whole);
	works("without pinned memory", "", without_hands);
	fails("a part that fails", "", failing,
		WORDS("prog.c:20:9: error: cannot copy 'a'", "to device"));
	works("a region that uses what is being copied waits", "", uses_it);
	works("one that does not goes on", "", uses_another);
	works("who removes it waits", "", removes_it);
	return done();
}
