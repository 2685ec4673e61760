// STREAM triad, tightly nested: for tests/tools/scheme-figures.
#include <stdio.h>

#define N 65536

static double a[N], b[N], c[N];

int main(void)
{
	double scalar = 3.0;

	for (int i = 0; i < N; i++)
		b[i] = c[i] = i;
	#pragma omp target teams distribute parallel for num_teams(64) thread_limit(128) \
		map(from: a) map(to: b, c)
	for (int i = 0; i < N; i++)
		a[i] = b[i] + scalar * c[i];
	for (int i = 0; i < N; i++)
		if (a[i] != 4.0 * i)
			return printf("a[%d] is %g\n", i, a[i]);
	return 0;
}
