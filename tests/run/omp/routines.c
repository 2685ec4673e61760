// omp_* routines in device code: locks, times, settings, and those that mean little there.
// args: -Wno-deprecated-declarations
// may-refuse: inspector
// needs-threads: 7
#include <omp.h>
#include <stdio.h>

#pragma omp declare target
static omp_lock_t lock;
static int guarded;

static void add(omp_nest_lock_t *l, int *to, int n)
{
	omp_set_nest_lock(l);
	*to += n;
	omp_unset_nest_lock(l);
}

static void add_twice(omp_nest_lock_t *l, int *to, int n)
{
	omp_set_nest_lock(l);
	add(l, to, n);
	add(l, to, n + 1);
	omp_unset_nest_lock(l);
}

static void turn(int *warps)
{
	omp_set_lock(&lock);
	guarded++;
	omp_unset_lock(&lock);
	#pragma omp atomic
	++*warps;
}
#pragma omp end declare target

/* At most one lane of a warp wants the lock at a time. */
static void locks(void)
{
	int warps = 0, sum = 0, got = 0;
	omp_nest_lock_t nest;

	#pragma omp target
	{
		omp_init_lock(&lock);
		guarded = 0;
	}
	#pragma omp target parallel num_threads(256) map(tofrom: warps)
	if (omp_get_thread_num() % 32 == 0)
		turn(&warps);
	#pragma omp target map(from: got) map(tofrom: sum) map(alloc: nest)
	{
		omp_init_nest_lock(&nest);
		add_twice(&nest, &sum, 1);
		omp_set_nest_lock(&nest);
		got = omp_test_nest_lock(&nest);
		omp_unset_nest_lock(&nest);
		omp_unset_nest_lock(&nest);
		got = 10 * got + omp_test_nest_lock(&nest);
		omp_destroy_nest_lock(&nest);
		got = 100 * got + 10 * omp_test_lock(&lock) + omp_test_lock(&lock);
		omp_destroy_lock(&lock);
		got = got * 2 + (guarded == warps);
	}
	printf("%d %d\n", sum, got);
}

static void settings(void)
{
	int n[4] = { 0 }, kind = 0, chunk = 5, odd = 0;

	#pragma omp target map(n, kind, chunk, odd)
	{
		omp_sched_t k;
		int c;

		omp_set_dynamic(0);
		omp_set_schedule(omp_sched_static, 0);
		omp_get_schedule(&k, &c);
		kind = k == omp_sched_static;
		for (int i = 0; i < 2; i++) {
			omp_set_num_threads(i ? 3 : 7);
			#pragma omp parallel
			{
				#pragma omp master
				n[i] = omp_get_num_threads();
			}
		}
		n[2] = omp_get_max_threads();
		#pragma omp parallel num_threads(2)
		{
			#pragma omp atomic
			n[3]++;
		}
		odd += omp_get_max_task_priority() != 0;
		odd += omp_in_final();
		odd += omp_get_cancellation();
	}
	printf("%d %d %d %d, %d, %d\n", n[0], n[1], n[2], n[3], kind, odd);
}

static void times(void)
{
	double d[2], tick = 0;
	int ok;

	#pragma omp target map(from: d, tick)
	{
		d[0] = omp_get_wtime();
		for (volatile int i = 0; i < 100; i++)
			;
		d[1] = omp_get_wtime();
		tick = omp_get_wtick();
	}
	ok = d[1] >= d[0] && tick > 0 && tick < 1;
	printf("%d\n", ok);
}

int main(void)
{
	locks();
	settings();
	times();
	return 0;
}
