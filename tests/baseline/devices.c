/*
 * A loop divided over one, two, ... devices with nowait, with its data mapped for it and with data
 * that stays, and copies between two devices.  Each line: name, devices, median microseconds, checksum.
 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { REPS = 5, ROUNDS = 400 };
#define N ((size_t)1 << 26) /* doubles: 512 MB */

static double times[REPS];

static int
by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double
median(void)
{
	qsort(times, REPS, sizeof *times, by_value);
	return times[REPS / 2] * 1e6;
}

static void
mapped(double *x, int devices)
{
	size_t n = N / (size_t)devices;

	for (int d = 0; d < devices; d++) {
		double *part = x + n * (size_t)d;

		#pragma omp target teams distribute parallel for device(d) nowait map(tofrom: part[0:n])
		for (size_t i = 0; i < n; i++)
			part[i] += 1;
	}
	#pragma omp taskwait
}

static void
resident(double *x, int devices)
{
	size_t n = N / (size_t)devices;

	for (int d = 0; d < devices; d++) {
		double *part = x + n * (size_t)d;

		#pragma omp target teams distribute parallel for device(d) nowait map(tofrom: part[0:n])
		for (size_t i = 0; i < n; i++) {
			double v = part[i];

			for (int k = 0; k < ROUNDS; k++)
				v = v * 0.5 + 1;
			part[i] = v;
		}
	}
	#pragma omp taskwait
}

static void
time_mapped(double *x, int devices)
{
	for (int r = -2; r < REPS; r++) {
		double begin = omp_get_wtime();

		mapped(x, devices);
		times[r < 0 ? 0 : r] = omp_get_wtime() - begin;
	}
	printf("mapped   %d %12.2f %.10g\n", devices, median(), x[0] + x[N - 1]);
}

static void
time_resident(double *x, int devices)
{
	size_t n = N / (size_t)devices;

	for (int d = 0; d < devices; d++) {
		double *part = x + n * (size_t)d;

		#pragma omp target enter data device(d) map(to: part[0:n])
	}
	for (int r = -2; r < REPS; r++) {
		double begin = omp_get_wtime();

		resident(x, devices);
		times[r < 0 ? 0 : r] = omp_get_wtime() - begin;
	}
	for (int d = 0; d < devices; d++) {
		double *part = x + n * (size_t)d;

		#pragma omp target exit data device(d) map(from: part[0:n])
	}
	printf("resident %d %12.2f %.10g\n", devices, median(), x[0] + x[N - 1]);
}

/* From the first device to the second, and what it brings back from there. */
static void
time_between(double *x)
{
	size_t bytes = N / 2 * sizeof *x;
	int host = omp_get_initial_device();
	void *a = omp_target_alloc(bytes, 0), *b = omp_target_alloc(bytes, 1);

	if (!a || !b || omp_target_memcpy(a, x, bytes, 0, 0, 0, host))
		exit(1);
	for (int r = -1; r < REPS; r++) {
		double begin = omp_get_wtime();

		if (omp_target_memcpy(b, a, bytes, 0, 0, 1, 0))
			exit(1);
		times[r < 0 ? 0 : r] = omp_get_wtime() - begin;
	}
	x[0] = x[1] = -1;
	if (omp_target_memcpy(x, b, bytes, 0, 0, host, 1))
		exit(1);
	double us = median();
	printf("between  2 %12.2f %.10g %.1f GB/s\n", us, x[0] + x[1], (double)bytes / us * 1e-3);
	omp_target_free(a, 0);
	omp_target_free(b, 1);
}

int
main(void)
{
	double *x = malloc(N * sizeof *x);

	if (!x)
		return 1;
	for (size_t i = 0; i < N; i++)
		x[i] = (double)(i % 7);
	for (int devices = 1; devices <= omp_get_num_devices(); devices *= 2) {
		time_mapped(x, devices);
		time_resident(x, devices);
	}
	if (omp_get_num_devices() > 1)
		time_between(x);
	free(x);
	return 0;
}
