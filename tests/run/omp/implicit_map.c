// Variables without a map clause: arrays and structures tofrom, scalars firstprivate, pointers looked
// up among the mapped ranges, null pointers, globals, members of a mapped structure.
#include <stdio.h>
#include <stdlib.h>

struct grid { int w, h; double cell[12]; };

static int table[20];
static double factor = 2.5;

static void scale(double *v, int n)
{
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < n; i++)
		v[i] *= factor;
}

int main(void)
{
	int local[5] = { 5, 4, 3, 2, 1 }, found = -1, n = 12;
	struct grid g = { 4, 3, { 0 } };
	double *v = malloc(n * sizeof *v);
	int *none = NULL;
	char text[16] = "implicit";

	for (int i = 0; i < n; i++)
		v[i] = i;
	#pragma omp target
	{
		for (int i = 0; i < 20; i++)
			table[i] = i * local[i % 5];
		for (int y = 0; y < g.h; y++)
			for (int x = 0; x < g.w; x++)
				g.cell[y * g.w + x] = 10 * y + x;
		local[0] = 50;
		text[0] = 'I';
	}
	#pragma omp target data map(tofrom: v[0:n])
	{
		scale(v, n);
		scale(v + 6, 3);
		#pragma omp target map(from: found)
		found = none == NULL && v[1] > 2;
	}
	for (int i = 0; i < 20; i++)
		printf("%d ", table[i]);
	for (int i = 0; i < 12; i++)
		printf("%g %g ", g.cell[i], v[i]);
	printf("%d %s %d\n", local[0], text, found);
	return 0;
}
