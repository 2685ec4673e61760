/*
 * task.c: target tasks (OpenMP 5.2 [12.8]): constructs with nowait are queued and carried out by a
 * few threads of our own, each construct in a stream of the device, while the host program goes on.
 *
 * Order comes from depend clauses alone: a task starts when no earlier unfinished one has a
 * dependence on the same address, unless both only read.  One queue serves all devices.  Inside a
 * parallel region of the host nothing is queued here: minicc wraps the construct in a task of the
 * host compiler's there, and this task's end must be the end of the target task.
 *
 * In the program's time (clock.c) a task begins when it is created, or when the last one that it had
 * to wait for ends; who waits for tasks goes on no earlier than they end.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "rt.h"

enum { MOST_WORKERS = 16, MOST_TASKS = 256 }; /* encountering threads wait when there are more */

struct devrt_task {
	struct devrt_task *next;
	struct devrt_order order;
	bool running;
	uint64_t number; /* order.c */
	double begin;    /* in the program's time, as far as is known */
	void (*run)(void *);
	void *arg;
};

struct devrt_queue {
	pthread_mutex_t lock;
	pthread_cond_t added, ended;     /* a task was */
	struct devrt_task *first, **end; /* unfinished, in order of creation */
	int ntasks, nworkers;
	pthread_t worker[MOST_WORKERS];
	struct devrt_waiter *waiters;
	double done; /* when the tasks so far had ended, in the program's time */
};

/* A thread that waits for tasks which its order depends on. */
struct devrt_waiter {
	struct devrt_waiter *next;
	const struct devrt_order *order;
	double end; /* of those that have ended */
};

/* ---- the one queue, beside the one state of the process ---- */

static struct devrt_queue *
queue(void)
{
	static struct devrt_queue q = {
		.lock = PTHREAD_MUTEX_INITIALIZER,
		.added = PTHREAD_COND_INITIALIZER,
		.ended = PTHREAD_COND_INITIALIZER,
		.end = &q.first,
	};

	return &q;
}

static struct devrt_queue *
lock_queue(void)
{
	struct devrt_queue *q = queue();

	pthread_mutex_lock(&q->lock);
	return q;
}

/* ---- dependences [15.9.5] ---- */

bool
devrt_conflict(const struct devrt_order *a, const struct devrt_order *b)
{
	for (int i = 0; i < a->ndeps; i++)
		for (int j = 0; j < b->ndeps; j++)
			if (devrt_deps_conflict(&a->deps[i], &b->deps[j]))
				return true;
	return false;
}

/* Return whether an unfinished task before END (NULL: any) must come before what has this order. */
static bool
must_wait(const struct devrt_queue *q, const struct devrt_order *order,
	const struct devrt_task *end)
{
	for (const struct devrt_task *t = q->first; t != end; t = t->next)
		if (devrt_conflict(&t->order, order))
			return true;
	return false;
}

static struct devrt_task *
next_ready(struct devrt_queue *q)
{
	struct devrt_task *t = q->first;

	while (t && (t->running || must_wait(q, &t->order, t)))
		t = t->next;
	return t;
}

/* ---- the workers ---- */

static void
raise_to(double *t, double least)
{
	if (*t < least)
		*t = least;
}

/* Note when the task ended, in the program's time: what must come after it begins no earlier. */
static void
tell_end(struct devrt_queue *q, const struct devrt_task *t, double end)
{
	raise_to(&q->done, end);
	for (struct devrt_task *after = t->next; after; after = after->next)
		if (devrt_conflict(&t->order, &after->order))
			raise_to(&after->begin, end);
	for (struct devrt_waiter *w = q->waiters; w; w = w->next)
		if (devrt_conflict(&t->order, w->order))
			raise_to(&w->end, end);
}

static void
forget(struct devrt_queue *q, struct devrt_task *t)
{
	struct devrt_task **at = &q->first;

	while (*at != t)
		at = &(*at)->next;
	*at = t->next;
	if (!*at)
		q->end = at;
	q->ntasks--;
	free((void *)t->order.deps);
	free(t);
}

static void *
work(void *arg)
{
	struct devrt_queue *q = arg;
	struct devrt_task *t;

	pthread_mutex_lock(&q->lock);
	for (;;) {
		while (!(t = next_ready(q)))
			pthread_cond_wait(&q->added, &q->lock);
		t->running = true;
		pthread_mutex_unlock(&q->lock);
		devrt_clock_task(t->begin);
		devrt_order_task(t->number);
		t->run(t->arg);
		double end = devrt_clock_now();
		pthread_mutex_lock(&q->lock);
		tell_end(q, t, end);
		forget(q, t);
		pthread_cond_broadcast(&q->added); /* others may be ready now */
		pthread_cond_broadcast(&q->ended);
	}
	return NULL;
}

/* Provide one more worker, unless there is one for each task.  Return false if there is none. */
static bool
provide_worker(struct devrt_queue *q)
{
	if (q->nworkers > q->ntasks || q->nworkers == MOST_WORKERS)
		return true;
	if (pthread_create(&q->worker[q->nworkers], NULL, work, q) == 0)
		pthread_detach(q->worker[q->nworkers++]);
	return q->nworkers > 0;
}

/* ---- the end of the program ---- */

static void
wait_at_exit(void)
{
	devrt_wait();
}

/* Register our handler for the program's end: a driver that ends while a worker uses it would crash
 * the program.  Handlers run in the reverse order of their registration, and drivers register
 * theirs when they are opened, initialised, and first compile code: ours is registered again after
 * each, so that it comes before them. */
void
devrt_register_wait(struct devrt_device *dev)
{
	dev->waits_at_exit = atexit(wait_at_exit) == 0;
}

bool
devrt_ready_to_defer(struct devrt_device *dev, const struct devrt_place *place)
{
	devrt_device_enter(dev, place);
	devrt_load(dev, place);
	if (!dev->waits_at_exit)
		devrt_register_wait(dev);
	bool ready = dev->waits_at_exit;
	devrt_device_leave_unused(dev);
	return ready;
}

bool
devrt_has_tasks(void)
{
	struct devrt_queue *q = lock_queue();
	bool any = q->first != NULL;

	pthread_mutex_unlock(&q->lock);
	return any;
}

/* End the program after a message.  What is queued may wait for the device that the caller holds,
 * and a worker cannot wait for itself: where work is left, no handler runs, neither ours nor the
 * driver's. */
_Noreturn void
devrt_stop(void)
{
	if (!devrt_has_tasks())
		exit(EXIT_FAILURE);
	fflush(NULL);
	_exit(EXIT_FAILURE);
}

/* ---- for constructs ---- */

static struct devrt_task *
make_task(const struct devrt_order *order, const struct devrt_construct *c, void (*run)(void *),
	void *arg)
{
	struct devrt_task *t = calloc(1, sizeof *t);

	if (!t)
		devrt_fail_memory();
	*t = (struct devrt_task){
		.order = { order->nowait, order->ndeps,
			devrt_copy_of(order->deps, (size_t)order->ndeps * sizeof *order->deps) },
		.number = devrt_order_defer(order, c),
		.begin = devrt_clock_now(),
		.run = run,
		.arg = arg,
	};
	return t;
}

bool
devrt_may_defer(const struct devrt_order *order)
{
	return order && order->nowait && omp_get_level() == 0;
}

/* Queue a task.  Return false if there is no thread to execute it. */
static bool
enqueue(struct devrt_task *t)
{
	struct devrt_queue *q = lock_queue();

	while (q->ntasks == MOST_TASKS)
		pthread_cond_wait(&q->ended, &q->lock);
	bool provided = provide_worker(q);
	if (provided) {
		*q->end = t;
		q->end = &t->next;
		q->ntasks++;
		pthread_cond_signal(&q->added);
	}
	pthread_mutex_unlock(&q->lock);
	return provided;
}

void
devrt_defer(const struct devrt_order *order, const struct devrt_construct *c, void (*run)(void *),
	void *arg)
{
	struct devrt_task *t = make_task(order, c, run, arg);
	double begin = t->begin;

	devrt_clock_stop();
	bool queued = enqueue(t);
	devrt_clock_go(begin);
	if (queued)
		return;
	run(arg);
	free((void *)t->order.deps);
	free(t);
}

void
devrt_wait_for(const struct devrt_order *order)
{
	struct devrt_queue *q = lock_queue();
	struct devrt_waiter me = { q->waiters, order, 0 }, **at = &q->waiters;

	devrt_clock_stop();
	*at = &me;
	while (must_wait(q, order, NULL))
		pthread_cond_wait(&q->ended, &q->lock);
	while (*at != &me)
		at = &(*at)->next;
	*at = me.next;
	pthread_mutex_unlock(&q->lock);
	devrt_order_waited(order);
	devrt_clock_go(me.end);
}

void
devrt_wait(void)
{
	struct devrt_queue *q = lock_queue();

	devrt_clock_stop();
	while (q->first)
		pthread_cond_wait(&q->ended, &q->lock);
	double end = q->done;

	pthread_mutex_unlock(&q->lock);
	devrt_order_waited(NULL);
	devrt_clock_go(end);
}

void
devrt_main_ends(const int *unused)
{
	(void)unused;
	devrt_wait();
}
