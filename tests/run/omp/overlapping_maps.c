/* Maps that share storage: parts of one array or structure, in any order, inside others. */
#include <stdio.h>

static int a[100];
static struct { int x, y, z[10]; } s;

static int
sum(void)
{
	unsigned n = 0;

	for (int i = 0; i < 100; i++)
		n = n * 3 + (unsigned)a[i];
	return (int)n;
}

int
main(void)
{
	for (int i = 0; i < 100; i++)
		a[i] = i;
	#pragma omp target map(tofrom: a[10:10], a[0:50])
	a[12] = a[3] + a[49];
	printf("small, then large %d %d\n", a[12], sum());
	#pragma omp target map(tofrom: a[0:50], a[10:10])
	a[12] = a[3] + a[48];
	printf("large, then small %d %d\n", a[12], sum());
	#pragma omp target map(tofrom: a[0:20], a[10:20])
	a[29] = a[0] + a[15];
	printf("overlapping %d %d\n", a[29], sum());
	#pragma omp target map(tofrom: a[0:4], a[80:8])
	a[82] = a[3] + a[87];
	printf("apart %d %d\n", a[82], sum());
	#pragma omp target map(tofrom: s.x, s.z)
	s.x = s.z[3] = 7;
	printf("members %d %d\n", s.x, s.z[3]);
	#pragma omp target data map(tofrom: a[0:40], s)
	{
		#pragma omp target teams distribute parallel for map(tofrom: a[5:10])
		for (int i = 5; i < 15; i++)
			a[i] = -i;
		#pragma omp target map(tofrom: a[40:10], s.y)
		s.y = ++a[45];
		#pragma omp target update from(a[5:5])
		printf("inside %d %d\n", a[5], a[45]);
	}
	printf("after %d %d\n", s.y, sum());
	#pragma omp target enter data map(to: a[0:10]) map(to: a[10:10])
	#pragma omp target map(to: a[0:10])
	a[5] = 1000;
	#pragma omp target exit data map(from: a[0:10])
	#pragma omp target map(to: a[10:10])
	a[15] = 1000;
	#pragma omp target exit data map(from: a[10:10])
	printf("side by side %d\n", sum());
	return 0;
}
