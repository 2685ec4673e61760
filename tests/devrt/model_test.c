/*
 * model_test.c: random sequences of map, unmap and update with overlapping sections, against the
 * model of map_model.h, which is compared after each step; then several threads on one device, each
 * with memory and a model of its own.  SEED=n starts elsewhere, STEPS=n makes sequences longer.
 */
#include "fixture.h"
#include "map_model.h"
#include <pthread.h>

enum { THREADS = 4, SEQUENCES = 20 };

static unsigned next(void *state)
{
	uint64_t *s = state;

	*s = *s * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(*s >> 33);
}

static int number(const char *name, int otherwise)
{
	const char *value = getenv(name);

	return value ? atoi(value) : otherwise;
}

/* False when libdevrt and the model differ; says where. */
static bool sequence(uint64_t seed, int steps, long *left_out)
{
	uint64_t state = seed;
	struct model *m = calloc(1, sizeof *m);
	bool good = true;

	m->random = next;
	m->random_state = &state;
	for (int i = 0; i < steps && good; i++) {
		model_step(m);
		good = model_agrees(m);
		if (!good)
			fprintf(stderr, "SEED=%llu: step %d, %s\n", (unsigned long long)seed, i,
				m->last);
	}
	*left_out += m->left_out;
	model_finish(m);
	good &= model_agrees(m);
	free(m);
	return good;
}

static int one_thread(void)
{
	int seed = number("SEED", 1), steps = number("STEPS", 500);
	long left_out = 0;

	for (int i = 0; i < SEQUENCES; i++)
		if (!sequence((uint64_t)(seed + i), steps, &left_out))
			return 1;
	return left_out > (long)SEQUENCES * steps / 2;  /* then it tests little */
}

static void *thread(void *seed)
{
	long left_out = 0;

	return sequence((uint64_t)(uintptr_t)seed, number("STEPS", 500), &left_out) ? NULL : seed;
}

static int several_threads(void)
{
	pthread_t id[THREADS];
	void *bad = NULL, *result;

	for (uintptr_t i = 0; i < THREADS; i++)
		if (pthread_create(&id[i], NULL, thread, (void *)(1000 + i)))
			return 2;
	for (int i = 0; i < THREADS; i++) {
		pthread_join(id[i], &result);
		bad = bad ? bad : result;
	}
	return bad != NULL;
}

int main(void)
{
	works("random sequences, compared after each step", "", one_thread);
	works("the same on a K40", "DEVRT_DEVICE=sim:k40 SEED=500", one_thread);
	works("several threads on one device", "", several_threads);
	return done();
}
