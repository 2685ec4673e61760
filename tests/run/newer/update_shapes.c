// Shapes in target update: ([n][m])p stands for the array of that shape to which p leads (OpenMP 5.2 [3.2.4]).
#include <stdio.h>

enum { N = 24 };

struct field { int n, *cells; };

static void fill(int *a, int k)
{
	for (int i = 0; i < N; i++)
		a[i] = i * k;
}

static void print(const int *a)
{
	for (int i = 0; i < N; i++)
		printf(" %d", a[i]);
	puts("");
}

/* Twice what the device has of what the host's elements were. */
static void show(int *a)
{
	#pragma omp target
	for (int i = 0; i < N; i++)
		a[i] *= 2;
	#pragma omp target update from(a[0:N])
	print(a);
	fill(a, 0);
	#pragma omp target update to(a[0:N])
	fill(a, 1);
}

int main(void)
{
	int a[N], rows = 3, columns = 8, *p = a, **way = &p;
	struct field f = { N, a };

	fill(a, 0);
	#pragma omp target enter data map(to: a)
	fill(a, 1);
	#pragma omp target update to(([2][columns])p)
	show(p);
	#pragma omp target update to(([4][6])p[1:2][2:3])
	show(p);
	#pragma omp target update to((([rows][columns])p)[0:rows:2][1::3])
	show(p);
	#pragma omp target update to(([2][3][4])f.cells[:][1][2:2])
	show(p);
	#pragma omp target update to(([rows + 1][6])(*way)[rows][:])
	show(p);
	fill(a, 1);
	#pragma omp target update from(([columns][3])p[0:columns][1], ([N])p[23:1])
	print(a);
	#pragma omp target exit data map(delete: a)
	return 0;
}
