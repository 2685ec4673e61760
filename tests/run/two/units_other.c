/* The second file of tests/run/units.c. */
#include "units.h"

#pragma omp declare target
int other[4] = { 1, 2, 3, [3] = 4 };
static int hidden = 100;
static int twice(int x) { return 2 * x; }
int scale(int x) { return twice(x) * conf.n; }
int other_hidden(void) { return hidden += 1; }

double poly(double x)
{
	double s = 0;

	for (int i = 0; i < 3; i++)
		s = s * x + coeff[i];
	return s;
}
#pragma omp end declare target

int from_two(void)
{
	int x = 0;

	#pragma omp target map(from: x)
	x = other[1] + hidden + conf.n;
	return x;
}

int sum_linked(void)
{
	int s = 0;

	#pragma omp target map(tofrom: s) map(to: linked)
	for (int i = 0; i < 4; i++)
		s += linked[i];
	return s;
}
