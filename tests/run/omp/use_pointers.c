// use_device_ptr, is_device_ptr, omp_target_alloc and memcpy, pointers into the middle,
// pointers to pointers' targets mapped apart.
// may-refuse: spmd inspector
#include <stdio.h>
#include <stdlib.h>
#include <omp.h>

static void add(int *dev, int n, int by)
{
	#pragma omp target teams distribute parallel for is_device_ptr(dev)
	for (int i = 0; i < n; i++)
		dev[i] += by;
}

int main(void)
{
	int dev = omp_get_default_device(), host = omp_get_initial_device();
	int h[20], *d = omp_target_alloc(sizeof h, dev), *p = malloc(20 * sizeof *p), back[20], seen = 0;
	int *rows[3], flat[30];

	for (int i = 0; i < 20; i++)
		h[i] = p[i] = i;
	omp_target_memcpy(d, h, sizeof h, 0, 0, dev, host);
	add(d, 20, 100);
	add(d + 5, 5, 1000);
	#pragma omp target is_device_ptr(d) map(tofrom: seen)
	{
		int *q = d + 3;

		#pragma omp parallel for reduction(+: seen)
		for (int i = 0; i < 4; i++)
			seen += q[i];
	}
	omp_target_memcpy(back, d, 10 * sizeof(int), 2 * sizeof(int), 3 * sizeof(int), host, dev);
	printf("%d %d %d %d\n", back[2], back[3], back[11], seen);
	#pragma omp target data map(tofrom: p[0:20])
	{
		#pragma omp target data use_device_ptr(p)
		add(p, 10, 7);
		#pragma omp target
		p[19] = -1;
	}
	printf("%d %d %d\n", p[9], p[10], p[19]);
	for (int i = 0; i < 3; i++)
		rows[i] = flat + i * 10;
	for (int i = 0; i < 30; i++)
		flat[i] = i;
	for (int i = 0; i < 3; i++) {
		int *row = rows[i];

		#pragma omp target map(tofrom: row[0:10])
		{
			#pragma omp parallel for
			for (int j = 0; j < 10; j++)
				row[j] *= i + 1;
		}
	}
	printf("%d %d %d\n", flat[9], flat[19], flat[29]);
	omp_target_free(d, dev);
	free(p);
	return 0;
}
