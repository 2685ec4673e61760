// begin metadirective and its end: around one statement and several, nested, chosen at run time and by device.
// may-refuse: inspector
#include <omp.h>
#include <stdio.h>

enum { N = 30 };

static void fill(int *a, int n)
{
	#pragma omp begin metadirective when(user={condition(n > 10)}: \
		target teams distribute parallel for map(from: a[0:n])) otherwise(parallel for)
	for (int i = 0; i < n; i++)
		a[i] = i * i + (omp_is_initial_device() ? 0 : 0 * n);
	#pragma omp end metadirective
}

int main(void)
{
	int a[N], s = 0, t = 0, seen = 0;

	fill(a, N);
	printf("%d\n", a[N - 1]);
	fill(a, 5);
	printf("%d %d\n", a[4], a[5]);
	#pragma omp target map(tofrom: s, t, seen) map(to: a)
	{
		#pragma omp begin metadirective when(device={kind(gpu)}: parallel num_threads(8)) otherwise(parallel)
		#pragma omp for reduction(+: s)
		for (int i = 0; i < N; i++)
			s += a[i];
		#pragma omp single
		t = s + 1;
		#pragma omp begin metadirective when(user={condition(t > 1000000)}: critical) when(construct={target}: masked)
		seen += 1;
		seen *= 2;
		#pragma omp end metadirective
		#pragma omp end metadirective
	}
	printf("%d %d %d\n", s, t, seen);
	#pragma omp begin metadirective when(device={kind(fpga)}: parallel)
	{
		s++;
	}
	t = s;
	#pragma omp end metadirective
	printf("%d\n", t);
	return 0;
}
