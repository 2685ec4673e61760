// The other file of tests/run/scheme/called_plain.c: here, and only here, is 'declare target'.
#include "plain.h"

#pragma omp declare target
int twice(int x)
{
	return 2 * x;
}

struct pair make_pair(int a, double b)
{
	struct pair p = { a, b };

	return p;
}

long sum_of_squares(int n, const int *a)
{
	long s = 0;

	#pragma omp parallel for reduction(+: s)
	for (int i = 0; i < n; i++)
		s += (long)a[i] * a[i];
	return s;
}

int apply(int (*f)(int), int x)
{
	return f(x);
}
#pragma omp end declare target
