// target data, enter data, exit data, update; sections; nesting counts; always; delete.
// The host's copies must not change while a device copy exists; a host build shares storage, so the
// expected text stands in data_env.out.
#include <stdio.h>
#include <stdlib.h>
#include <omp.h>

struct pack { int n; double *v; int tail[4]; };

static void bump(int *v, int n)
{
	#pragma omp target teams distribute parallel for map(tofrom: v[0:n])
	for (int i = 0; i < n; i++)
		v[i] += 100;
}

static void nesting(void)
{
	int v[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };

	#pragma omp target data map(to: v)
	{
		bump(v, 8);
		printf("inside %d, ", v[7]);
		#pragma omp target update from(v[2:3])
		printf("updated %d %d %d, ", v[1], v[2], v[5]);
		v[0] = 50;
		#pragma omp target update to(v[0:1])
		bump(v, 8);
		#pragma omp target map(always, from: v[6:1])
		v[6]++;
		printf("always %d, ", v[6]);
	}
	printf("after %d %d\n", v[0], v[7]);
}

static void unstructured(void)
{
	int n = 1000, *v = malloc(n * sizeof *v), sum = 0;

	for (int i = 0; i < n; i++)
		v[i] = i;
	#pragma omp target enter data map(to: v[0:n])
	#pragma omp target enter data map(alloc: v[10:20])
	bump(v, n);
	#pragma omp target exit data map(release: v[10:20])
	bump(v + 500, 100);
	printf("unstructured %d, ", v[999]);
	#pragma omp target exit data map(from: v[0:n])
	for (int i = 0; i < n; i++)
		sum += v[i];
	printf("%d, ", sum);
	#pragma omp target enter data map(to: v[0:n])
	bump(v, n);
	#pragma omp target exit data map(delete: v[0:n])
	printf("deleted %d, present %d\n", v[0], omp_target_is_present(v, omp_get_default_device()));
	free(v);
}

static void structures(void)
{
	double v[5] = { 1, 2, 3, 4, 5 };
	struct pack p = { 5, v, { 1, 2, 3, 4 } };

	#pragma omp target map(tofrom: p.v[0:5]) map(to: p.n)
	for (int i = 0; i < p.n; i++)
		p.v[i] *= 2;
	#pragma omp target map(tofrom: p.tail)
	p.tail[2] = 33;
	printf("structures %g %g %d %d\n", v[0], v[4], p.tail[2], p.n);
}

static void implicit(void)
{
	int scalar = 5, array[3] = { 1, 2, 3 }, out = 0;
	double real = 2.5;

	#pragma omp target map(from: out)
	{
		scalar += 10;		/* firstprivate: the host's stays */
		array[1] = scalar;
		out = scalar + (int)real;
	}
	printf("implicit %d %d %d\n", scalar, array[1], out);
	#pragma omp target defaultmap(tofrom: scalar)
	scalar += 10;
	printf("defaultmap %d\n", scalar);
}

int main(void)
{
	nesting();
	unstructured();
	structures();
	implicit();
	return 0;
}
