// Sections through pointers that are members of array elements of a structure; several of them at once.
#include <stdio.h>
#include <stdlib.h>

struct block { double *data; int n; };
struct mesh { int levels; struct block b[3]; struct { struct block in[2]; } deep; };

int main(void)
{
	struct mesh m = { 3, { { 0 } }, { { { 0 } } } };
	double sum = 0;
	int k = 2, touched = 0;

	for (int i = 0; i < 3; i++)
		m.b[i] = (struct block){ calloc(10, sizeof(double)), 10 };
	m.deep.in[1].data = calloc(5, sizeof(double));
	#pragma omp target map(tofrom: m.b[1].data[0:10])
	m.b[1].data[2] = 5;
	printf("%g\n", m.b[1].data[2]);
	#pragma omp target map(tofrom: m.b[k].data[0:10], m.b[0].data[2:4]) map(to: m.b[0].n)
	{
		for (int i = 0; i < 10; i++)
			m.b[k].data[i] = i + m.b[0].n;
		m.b[0].data[3] = 7;
	}
	printf("%g %g\n", m.b[2].data[9], m.b[0].data[3]);
	#pragma omp target data map(to: m) map(tofrom: m.b[1].data[0:10], m.deep.in[1].data[:5])
	{
		#pragma omp target map(tofrom: touched)
		{
			m.deep.in[1].data[4] = m.b[1].data[2] * 2;
			touched = m.levels;
		}
	}
	#pragma omp target teams distribute parallel for reduction(+: sum) map(to: m.deep.in[1].data[0:5])
	for (int i = 0; i < 5; i++)
		sum += m.deep.in[1].data[i];
	printf("%g %d\n", sum, touched);
	return 0;
}
