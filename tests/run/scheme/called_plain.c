// Functions of another file, declared by plain prototypes: using them makes them 'declare target'.
// args: tests/run/two/plain.c -Itests/run/two
// may-refuse: inspector
#include <stdio.h>

#include "plain.h"

enum { N = 100 };

static int through(int x)
{
	return twice(x) + 1;
}

int main(void)
{
	int a[N], r = 0, t[N];
	long squares = 0;
	struct pair p = { 0, 0 };

	for (int i = 0; i < N; i++)
		a[i] = i - 7;
	#pragma omp target map(to: a) map(from: p, squares, r)
	{
		int (*f)(int) = twice;

		p = make_pair(f(3), 0.5);
		squares = sum_of_squares(N, a);
		r = apply(through, 20) + apply(f, 1);
	}
	#pragma omp target teams distribute parallel for map(from: t)
	for (int i = 0; i < N; i++)
		t[i] = twice(i);
	printf("%d %d %g %ld %d\n", r, p.a, p.b, squares, t[N - 1]);
	return 0;
}
