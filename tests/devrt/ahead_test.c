/*
 * ahead_test.c: regions that are left running on a device which is really behind: a failure comes to light
 * at some later call, and the message is about the region that failed; other threads wait for what was left.
 */
#include <unistd.h>
#include "devrt/host/rt.h"
#include "fixture.h"

enum { N = 64, KERNELS = 4, TOFROM = DEVRT_MAP_TO | DEVRT_MAP_FROM };

/* How far the device comes, in groups, before one fails; -1: none does.  Who says so first. */
struct device {
	int reached;
	enum { SYNC, LAUNCH, WRITE } says;
	int launches, waits;
	struct devrt_driver real;
};

static struct device *
device(void)
{
	static struct device d = { .reached = -1 };

	return &d;
}

static CUresult
wait_for_it(CUstream stream)
{
	struct device *d = device();

	d->waits++;
	return d->reached >= 0 && d->launches ? CUDA_ERROR_ILLEGAL_ADDRESS :
						d->real.cuStreamSynchronize(stream);
}

static CUresult
write_number(CUstream stream, CUdeviceptr at, unsigned value, unsigned flags)
{
	struct device *d = device();

	if (d->reached < 0)
		return d->real.write_value(stream, at, value, flags);
	if ((int)value <= d->reached)
		*(unsigned *)(uintptr_t)at = value;
	return d->says == WRITE && (int)value > d->reached + 1 ? CUDA_ERROR_ILLEGAL_ADDRESS : 0;
}

static CUresult
launch(CUfunction f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
	unsigned shared, CUstream stream, void **params, void **extra)
{
	struct device *d = device();

	if (++d->launches > 4 && d->says == LAUNCH)
		return CUDA_ERROR_ILLEGAL_ADDRESS;
	return d->reached >= 0 ?
		CUDA_SUCCESS :
		d->real.cuLaunchKernel(f, gx, gy, gz, bx, by, bz, shared, stream, params, extra);
}

static double a[N];

static void
construct(devrt_data_fn *fn, unsigned flags)
{
	static const struct devrt_item_info info = { "a", PLACE(20), TOFROM, 0, NULL };
	struct devrt_item_info now = info;

	now.flags = flags;
	fn(&module, DEVRT_DEFAULT_DEVICE, info.place, &now,
		&(struct devrt_item){ a, a, sizeof a, NULL }, 1);
}

/* As minicc's tables, which stay. */
static void
region(int k)
{
	static const struct devrt_item_info info = { "a", PLACE(20), TOFROM, 0, NULL };
	static struct devrt_kernel kernels[KERNELS];
	const unsigned n = N;
	const double one = 1;

	kernels[k] = (struct devrt_kernel)ADD_KERNEL(10 + k, &info, 1);
	devrt_target(&module, &kernels[k],
		&(struct devrt_launch){ .device = DEVRT_DEFAULT_DEVICE,
			.trip_count = N,
			.items = &(struct devrt_item){ a, a, sizeof a, NULL },
			.values = (const void *const[]){ &n, &one } });
}

/* The regions of lines 10, 10, 11, 12, 13, which are four groups. */
static void
five(void)
{
	static const int order[] = { 0, 0, 1, 2, 3 };

	for (int i = 0; i < COUNT(order); i++)
		region(order[i]);
}

static void
open_device(int reached, int says)
{
	struct devrt_device *dev = devrt_pick(DEVRT_DEFAULT_DEVICE, NULL);
	struct device *d = device();

	construct(devrt_enter_data, DEVRT_MAP_TO);
	d->real = *dev->drv;
	d->reached = reached;
	d->says = says;
	dev->drv->cuStreamSynchronize = wait_for_it;
	dev->drv->cuLaunchKernel = launch;
	dev->drv->write_value = write_number;
}

/* ---- none fails ---- */

static int
waits_once(void)
{
	open_device(-1, SYNC);
	devrt_ahead();
	five();
	devrt_ahead();
	region(1);
	devrt_settle();
	int before = device()->waits;
	devrt_settle();
	if (before || device()->waits != 1)
		return 1;
	construct(devrt_exit_data, DEVRT_MAP_FROM);
	return a[0] != 6 || a[N - 1] != 6;
}

static int
waits_before_a_copy(void)
{
	open_device(-1, SYNC);
	devrt_ahead();
	five();
	int before = device()->waits;
	construct(devrt_update, DEVRT_MAP_UPDATE_FROM);
	int after = device()->waits;
	devrt_settle();
	return before || after < 1 || a[3] != 5;
}

static void *
look(void *arg)
{
	(void)arg;
	construct(devrt_update, DEVRT_MAP_UPDATE_FROM);
	return NULL;
}

static int
others_wait(void)
{
	pthread_t other;

	open_device(-1, SYNC);
	devrt_ahead();
	five();
	int before = device()->waits;
	pthread_create(&other, NULL, look, NULL);
	pthread_join(other, NULL);
	bool right = !before && device()->waits > 0 && a[3] == 5;
	devrt_settle();
	return !right;
}

static int
many_groups(void)
{
	open_device(-1, SYNC);
	devrt_ahead();
	for (int i = 0; i < 600; i++)
		region(i % 3);
	devrt_settle();
	construct(devrt_exit_data, DEVRT_MAP_FROM);
	return a[0] != 600 || device()->waits > 6;
}

static int
without_numbers(void)
{
	open_device(-1, SYNC);
	devrt_pick(DEVRT_DEFAULT_DEVICE, NULL)->drv->write_value = NULL;
	devrt_ahead();
	five();
	devrt_settle();
	return device()->waits != 4;
}

/* ---- one fails ---- */

static int
fail(int reached, int says)
{
	open_device(reached, says);
	devrt_ahead();
	five();
	devrt_settle();
	return 0;
}

static int
first(void)
{
	return fail(0, SYNC);
}

static int
second(void)
{
	return fail(1, SYNC);
}

static int
last_one(void)
{
	return fail(3, SYNC);
}

static int
at_a_launch(void)
{
	return fail(2, LAUNCH);
}

static int
at_a_number(void)
{
	return fail(1, WRITE);
}

static int
at_an_update(void)
{
	open_device(1, SYNC);
	devrt_ahead();
	five();
	construct(devrt_update, DEVRT_MAP_UPDATE_FROM);
	devrt_settle();
	return 0;
}

int
main(void)
{
	works("the host waits once, at the outer end", "", waits_once);
	works("and before a copy", "", waits_before_a_copy);
	works("another thread waits", "", others_wait);
	works("more groups than there is room for", "", many_groups);
	works("a driver that cannot write numbers: it waits for each kind", "", without_numbers);
	fails("the first fails", "", first, WORDS("prog.c:10:9: error: target region", "failed"));
	fails("the second kernel", "", second, WORDS("prog.c:11:9: error: target region"));
	fails("the last", "", last_one, WORDS("prog.c:13:9: error: target region"));
	fails("said at a launch", "", at_a_launch, WORDS("prog.c:12:9: error: target region"));
	fails("said when a number is written", "", at_a_number, WORDS("prog.c:11:9: error:"));
	fails("said at an update", "", at_an_update, WORDS("prog.c:11:9: error: target region"));
	return done();
}
