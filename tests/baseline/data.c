/*
 * What surrounds the kernels: regions of next to no work with small data, large copies, nowait.
 * Each line: name, median microseconds, checksum.  data.cu does the same in CUDA.
 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { REPS = 31, FEW = 5, N = 1 << 20, REGIONS = 8, SPIN = 300000, PARTS = 4 };
#define LARGE ((size_t)1 << 25) /* doubles: 256 MB */

static double times[REPS];

static int
by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void
report(const char *name, int n, double sum)
{
	qsort(times, (size_t)n, sizeof *times, by_value);
	printf("%-12s %12.2f %.10g\n", name, times[n / 2] * 1e6, sum);
}

#define TIMED(name, n, sum, ...) \
	for (int r_ = -3; r_ < (n); r_++) { \
		double begin_ = omp_get_wtime(); \
		__VA_ARGS__ \
		times[r_ < 0 ? 0 : r_] = omp_get_wtime() - begin_; \
	} \
	report(name, n, sum);

static void
small(void)
{
	double a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, v[12] = { 0 };
	int never = 0; /* nobody knows it when the region is compiled, so that all is copied */

	TIMED("empty1", REPS, a, {
		_Pragma("omp target map(tofrom: a)")
		if (never)
			a += 1;
	})
	TIMED("empty8", REPS, a, {
		_Pragma("omp target map(tofrom: a, b, c, d, e, f, g, h)")
		if (never) {
			a += 1;
			b += a;
			c += b;
			d += c;
			e += d;
			f += e;
			g += f;
			h += g;
		}
	})
	TIMED("add8", REPS, a + b + c + d + e + f + g + h, {
		_Pragma("omp target map(tofrom: a, b, c, d, e, f, g, h)")
		{
			a += 1;
			b += 1;
			c += 1;
			d += 1;
			e += 1;
			f += 1;
			g += 1;
			h += 1;
		}
	})
	TIMED("array96to", REPS, v[0], {
		_Pragma("omp target map(to: v) map(from: a)")
		a = v[0] + v[11];
	})
}

static void
sums(double *x)
{
	double s = 0, t = 0, u = 0;

	#pragma omp target enter data map(to: x[0:N])
	TIMED("sums3", REPS, s + t + u, {
		s = t = u = 0;
		_Pragma("omp target teams distribute parallel for reduction(+: s, t, u)")
		for (int i = 0; i < N; i++) {
			s += x[i];
			t += x[i] * x[i];
			u += x[i] * 0.5;
		}
	})
	TIMED("max", REPS, s, {
		s = 0;
		_Pragma("omp target teams distribute parallel for reduction(max: s)")
		for (int i = 0; i < N; i++)
			s = x[i] > s ? x[i] : s;
	})
	#pragma omp target exit data map(delete: x[0:N])
}

/* One thread's chain of dependent operations: no region is shortened by another's being there. */
static void
nowait(void)
{
	double a[REGIONS] = { 0 };

	#pragma omp target enter data map(to: a)
	TIMED("region1", FEW, a[0], {
		_Pragma("omp target nowait")
		for (int k = 0; k < SPIN; k++)
			a[0] = a[0] * 0.5 + 1;
		_Pragma("omp taskwait")
	})
	TIMED("nowait8", FEW, a[0], {
		for (int i = 0; i < REGIONS; i++) {
			_Pragma("omp target nowait firstprivate(i)")
			for (int k = 0; k < SPIN; k++)
				a[i] = a[i] * 0.5 + 1;
		}
		_Pragma("omp taskwait")
	})
	#pragma omp target exit data map(from: a)
}

static void
large(double *x)
{
	#pragma omp target enter data map(alloc: x[0:LARGE])
	TIMED("to256M", FEW, x[1], {
		_Pragma("omp target update to(x[0:LARGE])")
	})
	TIMED("from256M", FEW, x[1], {
		_Pragma("omp target update from(x[0:LARGE])")
	})
	#pragma omp target exit data map(delete: x[0:LARGE])
	TIMED("tofrom256M", FEW, x[1] + x[LARGE - 1], {
		_Pragma("omp target teams distribute parallel for map(tofrom: x[0:LARGE])")
		for (size_t i = 0; i < LARGE; i++)
			x[i] += 1;
	})
	TIMED("four64M", FEW, x[1] + x[LARGE - 1], {
		for (int p = 0; p < PARTS; p++) {
			double *part = x + LARGE / PARTS * p;

			_Pragma("omp target teams distribute parallel for nowait map(tofrom: part[0:LARGE / PARTS])")
			for (size_t i = 0; i < LARGE / PARTS; i++)
				part[i] += 1;
		}
		_Pragma("omp taskwait")
	})
}

int
main(void)
{
	double *x = malloc(LARGE * sizeof *x);

	if (!x)
		return 1;
	for (size_t i = 0; i < LARGE; i++)
		x[i] = (double)(i % 7);
	small();
	sums(x);
	nowait();
	large(x);
	free(x);
	return 0;
}
