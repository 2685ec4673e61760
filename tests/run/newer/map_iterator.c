// iterator in map, to and from: elements side by side.
#include <stdio.h>

struct list { int n; int *v; };
#pragma omp declare mapper(struct list l) map(l) map(iterator(i = 0: l.n), tofrom: l.v[i])

enum { N = 20 };

int main(void)
{
	int a[N], b[4][5], values[6] = { 1, 2, 3, 4, 5, 6 }, from = 3, *p = a;
	struct list l = { 6, values };

	for (int i = 0; i < N; i++)
		a[i] = b[i / 5][i % 5] = i;
	#pragma omp target map(iterator(int it = from:(from + 4)), tofrom: a[it]) \
		map(iterator(k = 1:3), always, tofrom: b[2][k], b[3][k])
	for (int i = from; i < from + 4; i++) {
		a[i] *= 10;
		b[2][1] += 1;
		b[3][2] += 2;
	}
	for (int i = 0; i < N; i++)
		printf("%d%c", a[i] + b[i / 5][i % 5], i < N - 1 ? ' ' : '\n');
	#pragma omp target map(tofrom: l)
	for (int i = 0; i < l.n; i++)
		l.v[i] *= l.n;
	#pragma omp target data map(to: p[0:N])
	{
		#pragma omp target
		for (int i = 0; i < N; i++)
			p[i] = -i;
		#pragma omp target update from(iterator(i = 2:5): a[i])
	}
	printf("%d %d %d\n", a[2], a[4], values[5]);
	return 0;
}
