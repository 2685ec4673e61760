/*
 * bench.c: runs kernels of unseen/ or timing/ and says how long a step takes as the host sees it.
 *
 *     PROGRAM SIZE REPEAT [NAME...]        SIZE: 0 for timing models, 1 small, 2 large
 *
 * Prints for each kernel its name, the median in microseconds, and ok or WRONG.  With TRACE=FILE that file
 * gets a line for each array, and one before the last step (tests/tools/record.c adds the launches).
 */
#include <stdio.h>
#include <string.h>
#include <time.h>
#include "bench.h"

enum { ARRAYS = 16 };
static struct { void *host; size_t bytes; const char *name; } arrays[ARRAYS];
static int narrays;

#ifdef CUDA
void cuda_open(void), cuda_wait(void), cuda_free(unsigned long long);
unsigned long long cuda_alloc(size_t bytes);
void cuda_to(unsigned long long to, const void *from, size_t bytes);
void cuda_from(void *to, unsigned long long from, size_t bytes);
static unsigned long long on_device[ARRAYS];
#else
#include <omp.h>
#endif

static int
number(const void *array)
{
	int i = 0;

	while (i < narrays && arrays[i].host != array)
		i++;
	if (i == ARRAYS) {
		fprintf(stderr, "bench: too many arrays\n");
		exit(2);
	}
	return i;
}

void *
bench_array(const char *name, size_t bytes)
{
	int i = number(NULL);
	char *p = calloc(1, bytes);

	arrays[i].host = p;
	arrays[i].bytes = bytes;
	arrays[i].name = name;
	narrays = i + 1;
#ifdef CUDA
	on_device[i] = cuda_alloc(bytes);
#else
	#pragma omp target enter data map(alloc: p[0:bytes])
#endif
	to_device(p);
	return p;
}

void
to_device(void *array)
{
	char *p = array;
	size_t bytes = arrays[number(array)].bytes;

#ifdef CUDA
	cuda_to(on_device[number(array)], p, bytes);
#else
	#pragma omp target update to(p[0:bytes])
#endif
}

void
from_device(void *array)
{
	char *p = array;
	size_t bytes = arrays[number(array)].bytes;

#ifdef CUDA
	cuda_from(p, on_device[number(array)], bytes);
#else
	#pragma omp target update from(p[0:bytes])
#endif
}

static void
release(void)
{
	for (int i = 0; i < narrays; i++) {
#ifdef CUDA
		cuda_free(on_device[i]);
#else
		char *p = arrays[i].host;
		size_t bytes = arrays[i].bytes;

		#pragma omp target exit data map(delete: p[0:bytes])
#endif
		free(arrays[i].host);
	}
	narrays = 0;
}

static unsigned long long
address(int i)
{
#ifdef CUDA
	return on_device[i];
#else
	return (unsigned long long)(uintptr_t)omp_get_mapped_ptr(arrays[i].host, omp_get_default_device());
#endif
}

#ifdef CUDA
unsigned long long
device_address(const void *array)
{
	return on_device[number(array)];
}
#endif

static void
trace(const struct bench *b, int size)
{
	FILE *out = getenv("TRACE") ? fopen(getenv("TRACE"), "a") : NULL;

	if (!out)
		return;
	fprintf(out, "kernel %s %d\n", b->name, size);
	for (int i = 0; i < narrays; i++)
		fprintf(out, "array %s %llx %zu\n", arrays[i].name, address(i), arrays[i].bytes);
	fclose(out);
}

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e6 + t.tv_nsec * 1e-3;
}

static int
ascending(const void *x, const void *y)
{
	double a = *(const double *)x, b = *(const double *)y;

	return (a > b) - (a < b);
}

static double
timed_step(const struct bench *b)
{
	double from = now();

	b->step();
#ifdef CUDA
	cuda_wait();
#endif
	return now() - from;
}

static bool
run(const struct bench *b, int size, int repeat)
{
	double *us = malloc(repeat * sizeof *us);

	b->setup(b->size[size]);
	for (int i = 0; i < repeat; i++) {
		if (i == repeat - 1)
			trace(b, size);
		us[i] = timed_step(b);
	}
	bool right = b->check();
	qsort(us, repeat, sizeof *us, ascending);
	printf("%-14s %12.2f %s\n", b->name, us[repeat / 2], right ? "ok" : "WRONG");
	fflush(stdout);
	free(us);
	release();
	return right;
}

int
main(int argc, char **argv)
{
	int size = argc > 1 ? atoi(argv[1]) : 1, repeat = argc > 2 ? atoi(argv[2]) : 15;
	bool right = true;

#ifdef CUDA
	cuda_open();
#endif
	for (int i = 0; benches[i]; i++) {
		bool wanted = argc <= 3;

		for (int k = 3; k < argc; k++)
			wanted = wanted || !strcmp(argv[k], benches[i]->name);
		if (wanted)
			right = run(benches[i], size, repeat) && right;
	}
	return !right;
}
