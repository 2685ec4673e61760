/*
 * bench.c: runs kernels of unseen/ or timing/ and says how long a step takes as the host sees it.
 *
 *     PROGRAM SIZE REPEAT [NAME...]        SIZE: 0 for timing models, 1 small, 2 large
 *
 * The CUDA side takes its kernels from CODE=FILE, PTX or a cubin, and the GPU from DEVRT_DEVICE, as OpenMP does.
 * Prints for each kernel its name, the median in microseconds, and ok or WRONG.  With TRACE=FILE that file
 * gets a line for each kernel and each array before the last step; tests/tools/record.c adds the launches.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>
#include "bench.h"

static void
trace(const struct bench *b, int size)
{
	FILE *out = getenv("TRACE") ? fopen(getenv("TRACE"), "a") : NULL;
	struct bench_image image;

	if (!out)
		return;
	fprintf(out, "kernel %s %d\n", b->name, size);
	for (int i = 0; bench_nth_array(i, &image); i++)
		fprintf(out, "array %s %llx %zu\n", image.name, image.address, image.bytes);
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
	bench_release();
	return right;
}

int
main(int argc, char **argv)
{
	int size = argc > 1 ? atoi(argv[1]) : 1, repeat = argc > 2 ? atoi(argv[2]) : 15;
	bool right = true;

#ifdef CUDA
	cuda_open(getenv("DEVRT_DEVICE") ? getenv("DEVRT_DEVICE") : "cuda:0");
	cuda_load(getenv("CODE") ? getenv("CODE") : "");
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
