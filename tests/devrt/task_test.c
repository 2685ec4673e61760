/*
 * task_test.c: the queue of target tasks: nowait returns before its work is done, dependences and
 * waits keep the order, the end of the program and a message of a worker end as they should.
 */
#include <unistd.h>
#include "fixture.h"
#include "devrt/host/rt.h"

enum { N = 1000, TOFROM = DEVRT_MAP_TO | DEVRT_MAP_FROM };

static const struct devrt_order free_order = { 1, 0, NULL };

/* ---- work that waits for us: it would never end if it were done at once ---- */

struct gate {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	int open, passed;
};

static struct gate gate = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0 };

static void
set(int *what, int by)
{
	pthread_mutex_lock(&gate.lock);
	*what += by;
	pthread_cond_broadcast(&gate.changed);
	pthread_mutex_unlock(&gate.lock);
}

static void
until(const int *what, int n)
{
	pthread_mutex_lock(&gate.lock);
	while (*what < n)
		pthread_cond_wait(&gate.changed, &gate.lock);
	pthread_mutex_unlock(&gate.lock);
}

static void
pass_gate(void *arg)
{
	(void)arg;
	until(&gate.open, 1);
	set(&gate.passed, 1);
}

static int
returns_early(void)
{
	alarm(20);
	for (int i = 0; i < 10; i++)
		devrt_defer(&free_order, NULL, pass_gate, NULL);
	if (gate.passed)
		return 1;
	set(&gate.open, 1);
	devrt_wait();
	return gate.passed != 10;
}

/* ---- dependences ---- */

static int log_of[64], logged;

static void
note(void *arg)
{
	pthread_mutex_lock(&gate.lock);
	log_of[logged++ % 64] = (int)(long)arg;
	pthread_mutex_unlock(&gate.lock);
}

static void
nothing(void *arg)
{
	(void)arg;
}

static void
gate_then_note(void *arg)
{
	until(&gate.open, 1);
	note(arg);
}

static void
put(const void *address, int kind, void (*run)(void *), int number)
{
	const struct devrt_dep dep = { address, kind };
	const struct devrt_order order = { 1, 1, &dep };

	devrt_defer(&order, NULL, run, (void *)(long)number);
}

/* 0 is held back: 1 and 2 (which read what 0 writes) come after it, 3 (another address) before. */
static int
in_order(void)
{
	int x, y;
	const struct devrt_dep on_y = { &y, DEVRT_DEP_IN };
	const struct devrt_order y_order = { 0, 1, &on_y };

	alarm(20);
	put(&x, DEVRT_DEP_OUT, gate_then_note, 0);
	put(&x, DEVRT_DEP_IN, note, 1);
	put(&x, DEVRT_DEP_IN, note, 1);
	put(&y, DEVRT_DEP_OUT, note, 3);
	devrt_wait_for(&y_order);
	if (logged != 1 || log_of[0] != 3)
		return 1;
	put(NULL, DEVRT_DEP_ALL, note, 4);
	put(&y, DEVRT_DEP_OUT, note, 5);
	set(&gate.open, 1);
	devrt_wait();
	return logged != 6 || log_of[1] != 0 || log_of[2] != 1 || log_of[3] != 1 ||
		log_of[4] != 4 || log_of[5] != 5;
}

/* A chain longer than the queue may become. */
static int
many(void)
{
	static int n;

	alarm(60);
	for (int i = 0; i < 1000; i++)
		put(&n, DEVRT_DEP_OUT, nothing, 0);
	devrt_wait();
	return 0;
}

/* ---- launches ---- */

static void
add_later(const struct devrt_kernel *kernel, double *a, double k, int device,
	const struct devrt_order *order)
{
	const struct devrt_item item = { a, a, N * sizeof *a, NULL };
	const unsigned n = N;
	const void *const values[] = { &n, &k };
	const struct devrt_launch l = {
		.device = device,
		.trip_count = N,
		.items = &item,
		.values = values,
		.order = order,
	};

	devrt_target(&module, kernel, &l);
}

static int
deferred_launches(void)
{
	double *a = calloc(N, sizeof *a), *b = calloc(N, sizeof *b);
	static const struct devrt_item_info info = { "a", PLACE(10), TOFROM, 0, NULL };
	static const struct devrt_kernel kernel = ADD_KERNEL(10, &info, 1);
	const struct devrt_dep on_a = { a, DEVRT_DEP_OUT }, on_b = { b, DEVRT_DEP_OUT };
	const struct devrt_order a_order = { 1, 1, &on_a }, b_order = { 1, 1, &on_b };

	for (int i = 0; i < 5; i++) {
		add_later(&kernel, a, 1, 0, &a_order);
		add_later(&kernel, b, 2, 1, &b_order);
	}
	devrt_wait();
	add("a", TOFROM, a, N, 1, (struct devrt_launch){ .device = 0 });
	for (int i = 0; i < N; i++)
		if (a[i] != 6 || b[i] != 10)
			return 1;
	return 0;
}

static void
say_late(void *arg)
{
	(void)arg;
	usleep(50000);
	puts("late");
}

static int
ends_with_work_left(void)
{
	if (!devrt_ready_to_defer(devrt_pick(DEVRT_DEFAULT_DEVICE, NULL), NULL))
		return 1;
	devrt_defer(&free_order, NULL, say_late, NULL);
	return 0;
}

static int
fails_in_worker(void)
{
	double *a = calloc(N, sizeof *a);
	static const struct devrt_item_info info = { "a", PLACE(10), TOFROM | DEVRT_MAP_PRESENT, 0,
		NULL };
	static const struct devrt_kernel kernel = ADD_KERNEL(10, &info, 1);

	alarm(20);
	add_later(&kernel, a, 1, DEVRT_DEFAULT_DEVICE, &free_order);
	devrt_wait();
	return 0;
}

int
main(void)
{
	works("nowait returns before the work is done", "", returns_early);
	works("dependences order tasks, nothing else does", "", in_order);
	works("a thousand tasks in a chain", "", many);
	works("launches on two devices", "DEVRT_DEVICE=sim:k40,sim:v100", deferred_launches);
	works("the end of the program waits", "", ends_with_work_left);
	ok(!strcmp(last.out, "late\n"), "for all of it");
	fails("a message of a worker ends the program", "", fails_in_worker,
		WORDS("prog.c:10:9: error:", "'a'"));
	return done();
}
