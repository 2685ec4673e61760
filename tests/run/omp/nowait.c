// nowait on target, target update and target data; taskwait joins.
#include <stdio.h>

int main(void)
{
	int a[100], b[100], c[100], bad = 0;

	#pragma omp target teams distribute parallel for map(from: a) nowait
	for (int i = 0; i < 100; i++)
		a[i] = i;
	#pragma omp target teams distribute parallel for map(from: b) nowait
	for (int i = 0; i < 100; i++)
		b[i] = 2 * i;
	#pragma omp taskwait
	#pragma omp target enter data map(alloc: c) nowait
	#pragma omp taskwait
	#pragma omp target teams distribute parallel for map(to: a, b) nowait
	for (int i = 0; i < 100; i++)
		c[i] = a[i] + b[i];
	#pragma omp taskwait
	#pragma omp target update from(c) nowait
	#pragma omp taskwait
	for (int i = 0; i < 100; i++)
		bad += c[i] != 3 * i;
	#pragma omp target exit data map(delete: c) nowait
	#pragma omp taskwait
	printf("%d wrong\n", bad);
	return 0;
}
