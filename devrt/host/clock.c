/*
 * clock.c: the program's time, which omp_get_wtime tells.
 *
 * With real devices, and with simulated ones that are not timed, it is this computer's.  With timed
 * ones (DEVRT_TIMING, DEVRT_STATS, DEVRT_TIMELINE, DEVRT_STEPS) it is what the program would take
 * on them: the real time of the host's own work, and the simulated time of launches, copies and
 * waits in place of the time that simulating them takes.
 *
 *	- Each simulated device has a clock, which a construct first advances to the program's time
 *	  and its launches and copies then move on.  One device does one thing after another.
 *	- While a thread of the program waits for a timed device, the program's time stands.  When
 *	  the last such thread leaves, it goes on from the latest end of all: what several devices
 *	  did at once counts once.  Work of the host's other threads meanwhile does not count, as
 *	  nobody knows who of them works and who waits at a barrier.
 *	- A target task (task.c) has a time of its own, from its creation, or the end of what it
 *	  depends on, to its end.  The program's goes on; who waits for tasks goes on at their end.
 *
 * Tasks on a real device take no time where a simulated one beside it is timed.
 *
 * Times are microseconds.  The origin is the computer's, so that times from before the first
 * construct can be compared, and device code gets the same.
 */
#include <stdatomic.h>
#include <time.h>
#include "rt.h"

/* What omp_get_wtime has said of times when nobody times the simulated device. */
enum untimed { NOT_ASKED, ASKED, ASKED_AROUND, SAID };

struct program_clock {
	pthread_mutex_t lock;
	_Atomic bool simulated;   /* some device is timed */
	_Atomic int untimed;      /* enum untimed */
	double hidden;            /* real time that does not count */
	int inside;               /* threads of the program that wait, so that its time stands */
	double stopped, go_on_at; /* when it stopped, and from where it goes on */
};

struct thread_clock {
	bool task;   /* a worker of task.c, which has a time of its own: */
	double seen; /* else what the thread has waited for ended then */
};

static struct program_clock *
program_clock(void)
{
	static struct program_clock clock = { .lock = PTHREAD_MUTEX_INITIALIZER };

	return &clock;
}

static struct thread_clock *
thread_clock(void)
{
	static _Thread_local struct thread_clock clock;

	return &clock;
}

static double
later(double a, double b)
{
	return a > b ? a : b;
}

double
devrt_clock_real(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

void
devrt_clock_simulated(double since)
{
	struct program_clock *c = program_clock();

	pthread_mutex_lock(&c->lock);
	c->simulated = true;
	c->hidden += devrt_clock_real() - since;
	pthread_mutex_unlock(&c->lock);
}

double
devrt_clock_now(void)
{
	struct program_clock *c = program_clock();
	struct thread_clock *own = thread_clock();

	if (!c->simulated)
		return devrt_clock_real();
	if (own->task)
		return own->seen;
	pthread_mutex_lock(&c->lock);
	double now = c->inside ? c->stopped : devrt_clock_real() - c->hidden;
	pthread_mutex_unlock(&c->lock);
	return later(now, own->seen);
}

void
devrt_clock_stop(void)
{
	struct program_clock *c = program_clock();

	if (!c->simulated || thread_clock()->task)
		return;
	pthread_mutex_lock(&c->lock);
	if (!c->inside++)
		c->stopped = c->go_on_at = devrt_clock_real() - c->hidden;
	pthread_mutex_unlock(&c->lock);
}

void
devrt_clock_go(double at)
{
	struct program_clock *c = program_clock();
	struct thread_clock *own = thread_clock();

	if (!c->simulated)
		return;
	own->seen = later(own->seen, at);
	if (own->task)
		return;
	pthread_mutex_lock(&c->lock);
	c->go_on_at = later(c->go_on_at, at);
	if (!--c->inside)
		c->hidden = devrt_clock_real() - c->go_on_at;
	pthread_mutex_unlock(&c->lock);
}

void
devrt_clock_task(double begin)
{
	*thread_clock() = (struct thread_clock){ .task = true, .seen = begin };
}

void
devrt_clock_untimed(void)
{
	int asked = ASKED;

	atomic_compare_exchange_strong(&program_clock()->untimed, &asked, ASKED_AROUND);
}

double
devrt_wtime(void)
{
	_Atomic int *untimed = &program_clock()->untimed;
	int before = NOT_ASKED, around = ASKED_AROUND;

	if (!atomic_compare_exchange_strong(untimed, &before, ASKED) && before == ASKED_AROUND &&
		atomic_compare_exchange_strong(untimed, &around, SAID))
		devrt_say_untimed();
	return devrt_clock_now() * 1e-6;
}
