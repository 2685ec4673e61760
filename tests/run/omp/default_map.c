// Implicit data-mapping: arrays, structures and pointers without clauses, defaultmap for each kind,
// names that occur only in called functions' arguments, zero-length pointers into mapped storage.
// may-refuse: spmd inspector
#include <stdio.h>

struct rec { int a; float f[3]; };

static int file_array[5] = { 1, 2, 3, 4, 5 };

static void bump(int *p, int n)
{
	for (int i = 0; i < n; i++)
		p[i]++;
}

int main(void)
{
	int arr[4] = { 1, 2, 3, 4 }, grid[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } }, out = 0, n = 4;
	struct rec r = { 7, { 1, 2, 3 } };
	double d = 0.5;
	int heap_like[10] = { 0 }, *p = heap_like + 2;

	#pragma omp target
	{
		bump(arr, n);
		grid[1][2] = grid[0][0] + 100;
		r.a += 1;
		r.f[2] = 9.5f;
		file_array[4] += arr[3];
	}
	printf("%d %d %d %d %g %d\n", arr[0], arr[3], grid[1][2], r.a, r.f[2], file_array[4]);
	#pragma omp target defaultmap(tofrom: scalar)
	{
		out = n * 10;
		n++;
		d += 0.25;
	}
	printf("%d %d %g\n", out, n, d);
	#pragma omp target data map(tofrom: heap_like)
	{
		#pragma omp target
		p[1] = 42;
		#pragma omp target parallel for
		for (int i = 0; i < 3; i++)
			p[i + 2] += i + p[1];
	}
	printf("%d %d %d %d\n", heap_like[3], heap_like[4], heap_like[6], heap_like[7]);
	#pragma omp target teams distribute parallel for reduction(+: out)
	for (int i = 0; i < 4; i++)
		out += arr[i];
	printf("%d\n", out);
	return 0;
}
