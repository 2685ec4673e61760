/* map(const, to:): read through the read-only path, also where pointers hide who writes. */
#include <stdio.h>

static int a[1000], b[1000];

int
main(void)
{
	int *p = a, *q = b, n = 1000, sum = 0;

	for (int i = 0; i < n; i++)
		a[i] = i * 3 % 11;
	#pragma omp target teams distribute parallel for map(const, to: p[0:n]) map(from: q[0:n])
	for (int i = 0; i < n; i++)
		q[i] = p[i] + p[n - 1 - i];
	#pragma omp target data map(tofrom: a, b)
	{
		#pragma omp target teams distribute parallel for map(const: a) map(q[0:n])
		for (int i = 0; i < n; i++)
			q[i] -= a[i];
		#pragma omp target teams distribute parallel for map(a)
		for (int i = 0; i < n; i++)
			a[i]++;         /* another region may */
	}
	for (int i = 0; i < n; i++)
		sum = sum * 7 % 10007 + a[i] + b[i];
	printf("%d\n", sum);
	return 0;
}
