// Target tasks that share data and are ordered, share none, only read, or update it atomically.
// schemes: spmd dynpar
// options: -Wno-lost-value
// silent: k40 v100
#include <stdio.h>
#include <stdlib.h>
enum { N = 1000 };
#pragma omp declare target
int kept[N];
#pragma omp end declare target
int main(void)
{
	char half[N + 1];
	int a[N] = { 0 }, b[N] = { 0 }, n = 0, *p = malloc(N * sizeof *p);

	#pragma omp target enter data map(to: a, b) map(alloc: half)
	for (int t = 0; t < 70; t++) {
		#pragma omp target nowait depend(inout: a) map(a)
		for (int i = 0; i < 10; i++)
			a[i] += i;
		#pragma omp target nowait depend(in: a) depend(out: b) map(a, b)
		for (int i = 0; i < 10; i++)
			b[i] = a[i];
	}
	#pragma omp target update from(b) depend(in: b)
	#pragma omp target update from(a) nowait depend(in: a)
	#pragma omp target nowait map(half) depend(in: half)
	for (int i = 0; i < 501; i++)
		half[i] = 1;
	#pragma omp target nowait map(half) depend(in: half)
	for (int i = 501; i < N; i++)
		half[i] = 2;
	#pragma omp target nowait map(tofrom: n) depend(in: n)
	{
		#pragma omp atomic
		n++;
	}
	#pragma omp target nowait map(tofrom: n) depend(in: n)
	{
		#pragma omp atomic
		n++;
	}
	#pragma omp taskwait depend(inout: a)
	#pragma omp target map(a)
	a[0]++;
	#pragma omp taskwait
	#pragma omp target exit data map(from: half) map(from: a, b)
	for (int t = 0; t < 3; t++) {
		#pragma omp taskgroup
		{
			#pragma omp target nowait map(tofrom: p[0:N])
			p[t] = t;
		}
		#pragma omp target map(tofrom: p[0:N])
		p[t]++;
	}
	#pragma omp parallel for
	for (int t = 0; t < 4; t++) {
		#pragma omp target nowait map(tofrom: p[t * 10:10])
		p[t * 10] = t;
		#pragma omp taskwait
		#pragma omp target map(tofrom: p[t * 10:10])
		p[t * 10]++;
	}
	printf("%d %d %d %d %d\n", n, a[1], b[9], half[501], p[2]);
	free(p);
}
