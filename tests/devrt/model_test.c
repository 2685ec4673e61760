/*
 * model_test.c: random sequences of map, unmap, update and target regions with overlapping
 * sections, against the model of map_model.h, which is compared after each step; on one device and
 * on two, which share the host's memory; then several threads, each with memory and a model of its
 * own. SEED=n starts elsewhere, STEPS=n makes sequences longer, SEQUENCES=n more.
 */
#include "fixture.h"
#include "map_steps.h"
#include <pthread.h>

enum { THREADS = 4 };

static unsigned
next(void *state)
{
	uint64_t *s = state;

	*s = *s * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(*s >> 33);
}

static int
number(const char *name, int otherwise)
{
	const char *value = getenv(name);

	return value ? atoi(value) : otherwise;
}

/* False when libdevrt and the model differ; says where. */
static bool
sequence(uint64_t seed, int steps, int ndevices, long *left_out)
{
	uint64_t state = seed;
	struct model *m = model_new(next, &state, ndevices);
	bool good = true;

	for (int i = 0; i < steps && good; i++) {
		good = model_step(m) && model_agrees(m);
		if (!good)
			fprintf(stderr, "SEED=%llu: step %d, %s\n", (unsigned long long)seed, i,
				m->last);
	}
	*left_out += m->left_out;
	if (good) {
		model_finish(m);
		good = model_agrees(m);
	}
	free(m);
	return good;
}

/* Bytes of device memory that are left, of all devices. */
static size_t
memory_left(int ndevices)
{
	size_t sum = 0, left = 0, total;

	for (int i = 0; i < ndevices; i++) {
		struct devrt_device *dev = &devrt_rt()->device[i];

		devrt_device_enter(dev, NULL);
		if (!dev->drv->cuMemGetInfo_v2(&left, &total))
			sum += left;
		devrt_device_leave(dev);
	}
	return sum;
}

static int
sequences(int ndevices)
{
	int seed = number("SEED", 1), steps = number("STEPS", 500), n = number("SEQUENCES", 30);
	long left_out = 0;
	bool good = sequence((uint64_t)seed + 99, steps, ndevices,
		&left_out); /* loads the program */
	size_t before = memory_left(ndevices);

	for (int i = 0; i < n && good; i++)
		good = sequence((uint64_t)(seed + i), steps, ndevices, &left_out);
	if (!good)
		return 1;
	if (memory_left(ndevices) != before)
		return 2;
	return left_out > (long)n * steps / 2; /* then it tests little */
}

static int
one_device(void)
{
	return sequences(1);
}

/* The simulator stands in for a real device, on which small ranges share memory and copies. */
static int
packed(void)
{
	struct devrt_driver *drv = devrt_pick(DEVRT_DEFAULT_DEVICE, NULL)->drv;

	drv->simulated = false;
	drv->annotate = NULL;
	return sequences(1);
}

static int
two_devices(void)
{
	return sequences(2);
}

static void *
thread(void *seed)
{
	long left_out = 0;

	return sequence((uint64_t)(uintptr_t)seed, number("STEPS", 500), 2, &left_out) ? NULL :
											 seed;
}

static int
several_threads(void)
{
	pthread_t id[THREADS];
	void *bad = NULL, *result;

	for (uintptr_t i = 0; i < THREADS; i++)
		if (pthread_create(&id[i], NULL, thread,
			    (void *)((uintptr_t)number("SEED", 1) + 1000 + i)))
			return 2;
	for (int i = 0; i < THREADS; i++) {
		pthread_join(id[i], &result);
		bad = bad ? bad : result;
	}
	return bad != NULL;
}

int
main(void)
{
	works("random sequences, compared after each step", "", one_device);
	works("the same with packs", "", packed);
	works("two devices share the host's memory", "DEVRT_DEVICE=sim:k40,sim:v100", two_devices);
	works("several threads", "DEVRT_DEVICE=sim:v100,sim:k40", several_threads);
	return done();
}
