/*
 * omp_host.c: the omp_* routines about host threads, for programs that link without -fopenmp.
 *
 * With -fopenmp the host compiler's library (libgomp, libomp) has the real ones, but ours come
 * first in the program, so each asks the dynamic loader once for the next definition behind it and
 * calls that.  Without one there is a single thread, and the answers are those of a serial program.
 * Weak, so that a static library of the compiler's wins.
 */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "rt.h"

typedef int lock_t;                     /* at most what omp_lock_t and omp_nest_lock_t hold */

/* ---- answers of a serial program ---- */

static double wtime(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int num_procs(void)
{
	long n = sysconf(_SC_NPROCESSORS_ONLN);

	return n > 0 ? (int)n : 1;
}

static int test_lock(lock_t *lock)
{
	return *lock ? 0 : (*lock = 1);
}

static int test_nest_lock(lock_t *lock)
{
	return ++*lock;
}

/* omp_sched_static is 1; chunk 0 means the default. */
static void serial_schedule(int *kind, int *chunk)
{
	*kind = 1;
	*chunk = 0;
}

/*
 * V(name, parameters, arguments, what a serial program does); I and D return int and double.
 */
#define OMP_HOST_ROUTINES(I, D, V) \
	I(omp_get_thread_num, (void), (), 0) \
	I(omp_get_num_threads, (void), (), 1) \
	I(omp_get_max_threads, (void), (), 1) \
	I(omp_get_num_procs, (void), (), num_procs()) \
	I(omp_in_parallel, (void), (), 0) \
	I(omp_get_team_num, (void), (), 0) \
	I(omp_get_num_teams, (void), (), 1) \
	I(omp_get_max_teams, (void), (), 0) \
	I(omp_get_teams_thread_limit, (void), (), 0) \
	I(omp_get_thread_limit, (void), (), 1) \
	I(omp_get_dynamic, (void), (), 0) \
	I(omp_get_nested, (void), (), 0) \
	I(omp_get_max_active_levels, (void), (), 1) \
	I(omp_get_supported_active_levels, (void), (), 1) \
	I(omp_get_level, (void), (), 0) \
	I(omp_get_active_level, (void), (), 0) \
	I(omp_get_ancestor_thread_num, (int level), (level), level ? -1 : 0) \
	I(omp_get_team_size, (int level), (level), level ? -1 : 1) \
	I(omp_in_final, (void), (), 0) \
	I(omp_get_cancellation, (void), (), 0) \
	I(omp_get_proc_bind, (void), (), 0) \
	I(omp_get_num_places, (void), (), 0) \
	I(omp_get_place_num, (void), (), -1) \
	I(omp_get_max_task_priority, (void), (), 0) \
	I(omp_test_lock, (lock_t *lock), (lock), test_lock(lock)) \
	I(omp_test_nest_lock, (lock_t *lock), (lock), test_nest_lock(lock)) \
	D(omp_get_wtime, (void), (), wtime()) \
	D(omp_get_wtick, (void), (), 1e-9) \
	V(omp_set_num_threads, (int n), (n), (void)n) \
	V(omp_set_dynamic, (int n), (n), (void)n) \
	V(omp_set_nested, (int n), (n), (void)n) \
	V(omp_set_max_active_levels, (int n), (n), (void)n) \
	V(omp_set_num_teams, (int n), (n), (void)n) \
	V(omp_set_teams_thread_limit, (int n), (n), (void)n) \
	V(omp_set_schedule, (int kind, int chunk), (kind, chunk), ((void)kind, (void)chunk)) \
	V(omp_get_schedule, (int *kind, int *chunk), (kind, chunk), serial_schedule(kind, chunk)) \
	V(omp_init_lock, (lock_t *lock), (lock), (void)(*lock = 0)) \
	V(omp_destroy_lock, (lock_t *lock), (lock), (void)(*lock = 0)) \
	V(omp_set_lock, (lock_t *lock), (lock), (void)(*lock = 1)) \
	V(omp_unset_lock, (lock_t *lock), (lock), (void)(*lock = 0)) \
	V(omp_init_nest_lock, (lock_t *lock), (lock), (void)(*lock = 0)) \
	V(omp_destroy_nest_lock, (lock_t *lock), (lock), (void)(*lock = 0)) \
	V(omp_set_nest_lock, (lock_t *lock), (lock), (void)++*lock) \
	V(omp_unset_nest_lock, (lock_t *lock), (lock), (void)--*lock)

/* ---- the next definition, if there is one ---- */

struct host_routines {
#define FIELD(result, name, params) result (*name) params;
#define I_FIELD(name, params, args, serial) FIELD(int, name, params)
#define D_FIELD(name, params, args, serial) FIELD(double, name, params)
#define V_FIELD(name, params, args, serial) FIELD(void, name, params)
	OMP_HOST_ROUTINES(I_FIELD, D_FIELD, V_FIELD)
};

/* Filled before main and constant from then on: these routines are called in inner loops. */
static struct host_routines *routines(void)
{
	static struct host_routines table;

	return &table;
}

__attribute__((constructor(101))) static void find_routines(void)
{
	struct host_routines *r = routines();

#define FIND(name, params, args, serial) *(void **)&r->name = dlsym(RTLD_NEXT, #name);
	OMP_HOST_ROUTINES(FIND, FIND, FIND)
}

#define DEFINE(result, name, params, args, serial) \
	__attribute__((weak)) result name params \
	{ \
		return routines()->name ? routines()->name args : (serial); \
	}
#define I_DEFINE(name, params, args, serial) DEFINE(int, name, params, args, serial)
#define D_DEFINE(name, params, args, serial) DEFINE(double, name, params, args, serial)
#define V_DEFINE(name, params, args, serial) \
	__attribute__((weak)) void name params \
	{ \
		if (routines()->name) \
			routines()->name args; \
		else \
			serial; \
	}
OMP_HOST_ROUTINES(I_DEFINE, D_DEFINE, V_DEFINE)
