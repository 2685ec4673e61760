/*
 * omp_host.c: the omp_* routines about host threads, for programs that link without -fopenmp.
 *
 * With -fopenmp the host compiler's library (libgomp, libomp) has the real ones, but ours come
 * first in the program, so each asks the dynamic loader once for the next definition behind it and
 * calls that.  Without one there is a single thread, and the answers are those of a serial program.
 * Weak, so that a static library of the compiler's wins.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "rt.h"

typedef int lock_t; /* at most what omp_lock_t and omp_nest_lock_t hold */

/* ---- answers of a serial program ---- */

static int
num_procs(void)
{
	long n = sysconf(_SC_NPROCESSORS_ONLN);

	return n > 0 ? (int)n : 1;
}

static int
test_lock(lock_t *lock)
{
	return *lock ? 0 : (*lock = 1);
}

static int
test_nest_lock(lock_t *lock)
{
	return ++*lock;
}

/* Set the schedule of a program without cc's library: omp_sched_static is 1, and chunk 0 the
 * default. */
static void
serial_schedule(int *kind, int *chunk)
{
	*kind = 1;
	*chunk = 0;
}

#define DEFAULT_ALLOCATOR 1 /* omp_default_mem_alloc */

static size_t
no_text(char *to, size_t size)
{
	if (size)
		*to = 0;
	return 0;
}

static void
display_env(int verbose)
{
	(void)verbose;
	fputs("\nOPENMP DISPLAY ENVIRONMENT BEGIN\n  _OPENMP = '201511'\n  OMP_NUM_THREADS = '1'\n"
	      "OPENMP DISPLAY ENVIRONMENT END\n",
		stderr);
}

static void *
aligned(size_t align, size_t n)
{
	void *p;

	if (align < sizeof(void *))
		align = sizeof(void *);
	if (align & (align - 1))
		return NULL;
	return posix_memalign(&p, align, n) ? NULL : p;
}

static void *
aligned_zeroed(size_t align, size_t n, size_t size)
{
	if (size && n > SIZE_MAX / size)
		return NULL;
	void *p = aligned(align, n * size);
	return p ? memset(p, 0, n * size) : NULL;
}

/* ---- the next definition, if there is one ---- */

struct host_routines {
#define R(result, name, params, args, serial) result(*name) params;
#define V(name, params, args, serial) void(*name) params;
#include "omp_host.def"
#undef R
#undef V
};

/* Return the host's routines: found before main and constant from then on, as they are called in
 * inner loops. */
static struct host_routines *
routines(void)
{
	static struct host_routines table;

	return &table;
}

__attribute__((constructor(101))) static void
find_routines(void)
{
	struct host_routines *r = routines();

#define R(result, name, params, args, serial) V(name, params, args, serial)
#define V(name, params, args, serial) *(void **)&r->name = dlsym(RTLD_NEXT, #name);
#include "omp_host.def"
#undef R
#undef V
}

/* Return the time.  Never ask the next library: on a timed simulated device the time is not this
 * computer's. */
__attribute__((weak)) double
omp_get_wtime(void)
{
	return devrt_wtime();
}

#define R(result, name, params, args, serial) \
	__attribute__((weak)) result name params \
	{ \
		return routines()->name ? routines()->name args : (serial); \
	}
#define V(name, params, args, serial) \
	__attribute__((weak)) void name params \
	{ \
		if (routines()->name) \
			routines()->name args; \
		else \
			serial; \
	}
#include "omp_host.def"
