// Orphaned constructs: parallel, for, single and barrier in functions that a region calls.
// may-refuse: inspector
// needs-threads: 12
#include <stdio.h>
#include <omp.h>

#pragma omp declare target
static void scale(int *v, int n, int by)
{
	#pragma omp parallel for
	for (int i = 0; i < n; i++)
		v[i] *= by;
}

static void add_shared(int *v, int n, int what)
{
	#pragma omp for
	for (int i = 0; i < n; i++)
		v[i] += what;
}

static int wide(void)
{
	int n = 0;

	#pragma omp parallel num_threads(6)
	{
		#pragma omp atomic
		n++;
	}
	return n;
}
#pragma omp end declare target

int main(void)
{
	int v[90], n = 0, level = -1;

	for (int i = 0; i < 90; i++)
		v[i] = i;
	#pragma omp target map(tofrom: v) map(from: n, level)
	{
		scale(v, 90, 2);
		#pragma omp parallel num_threads(12)
		{
			add_shared(v, 90, 5);
			add_shared(v, 45, 1);
		}
		scale(v + 10, 10, -1);
		n = wide() + 10 * wide();
		level = omp_in_parallel() + 10 * omp_get_num_threads();
	}
	for (int i = 0; i < 90; i += 7)
		printf("%d ", v[i]);
	printf("| %d %d\n", n, level);
	return 0;
}
