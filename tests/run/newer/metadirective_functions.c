// Metadirectives in functions of the device, which are in a target construct of their caller's [OpenMP 5.2, 7.1].
// may-refuse: inspector
// needs-threads: 2
#include <stdio.h>

#pragma omp begin declare target
static void
times(double *a, int n, double x)
{
	#pragma omp metadirective when(construct={target}: distribute parallel for) otherwise(for)
	for (int i = 0; i < n; i++)
		a[i] *= x;
}

static int
chosen(void)
{
	int c = 1;

	#pragma omp metadirective when(device={kind(nohost)}: parallel num_threads(2)) otherwise(nothing)
	{
		#pragma omp atomic
		c *= 3;
	}
	#pragma omp metadirective when(construct={teams}: barrier) when(construct={target}: nothing) \
		otherwise(flush)
	return c;
}
#pragma omp end declare target

static void add(double *, int);
#pragma omp declare target enter(add)
static void
add(double *a, int n)
{
	#pragma omp metadirective when(construct={target}, device={arch(nvptx)}: parallel for) otherwise(simd)
	for (int i = 0; i < n; i++)
		a[i] += 1;
}

int
main(void)
{
	double a[200];
	int c;

	for (int i = 0; i < 200; i++)
		a[i] = i;
	#pragma omp target teams num_teams(7) map(a)
	times(a, 200, 2);
	times(a, 200, 2);
	#pragma omp target map(from: c) map(a)
	{
		c = chosen();
		add(a, 200);
	}
	add(a, 200);
	printf("%g %g %d %d\n", a[1], a[199], c, chosen());
	return 0;
}
