// Bounds of mapped variables: the host counts with its values, which are the device's only if the construct
// maps them anew.
#include <stdio.h>

enum { N = 5000 };
struct grid {
	int nx, ny;
};
static int hits[N];

static int
wrong(const char *what, int many)
{
	int bad = 0;

	for (int i = 0; i < N; i++) {
		bad += hits[i] != (i < many);
		hits[i] = 0;
	}
	if (bad)
		printf("%s: %d wrong\n", what, bad);
	return bad;
}

int
main(void)
{
	int n = N, first = 0, bad = 0, there = 0, cells = 0;
	struct grid g = { 50, 40 };

#pragma omp target teams distribute parallel for map(to : n, first)
	for (int i = first; i < n; i++)
		hits[i]++;
	bad += wrong("to", n);
#pragma omp target teams distribute parallel for collapse(2)
	for (int i = 0; i < g.ny; i++)
		for (int j = 0; j < g.nx; j++)
			hits[i * g.nx + j]++;
	bad += wrong("members", g.nx * g.ny);
#pragma omp target teams distribute parallel for collapse(2) firstprivate(g)
	for (int i = 0; i < g.ny; i++)
		for (int j = 0; j < g.nx; j++)
			hits[i * g.nx + j]++;
	bad += wrong("firstprivate", g.nx * g.ny);

	/* a device with memory of its own keeps the first values */
#pragma omp target enter data map(to : n, g)
	n = 3;
	g.nx = g.ny = 2;
#pragma omp target map(from : there, cells) map(to : n)
	{
		there = n;
		cells = g.nx * g.ny;
	}
#pragma omp target teams distribute parallel for map(to : n)
	for (int i = 0; i < n; i++)
		hits[i]++;
	bad += wrong("present", there);
#pragma omp target teams distribute parallel for collapse(2)
	for (int i = 0; i < g.ny; i++)
		for (int j = 0; j < g.nx; j++)
			hits[i * g.nx + j]++;
	bad += wrong("members present", cells);
#pragma omp target teams distribute parallel for map(always, to : n)
	for (int i = 0; i < n; i++)
		hits[i]++;
	bad += wrong("always", 3);
#pragma omp target exit data map(delete : n, g)

	/* a task comes when the values are others */
#pragma omp parallel
#pragma omp single
	{
#pragma omp task depend(out : n) shared(n)
		n = N;
#pragma omp target teams distribute parallel for map(to : n) depend(in : n) nowait
		for (int i = 0; i < n; i++)
			hits[i]++;
	}
	bad += wrong("task", N);
	printf("%d wrong\n", bad);
	return bad != 0;
}
