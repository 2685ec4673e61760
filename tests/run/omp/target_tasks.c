// depend and nowait: chains of target tasks, data directives and host tasks come in the order they ask for.
#include <stdio.h>
#include <omp.h>

#define N 256

static void chain(int rounds)
{
	int x = 1, y = 2, z = 0, a[N];

	for (int i = 0; i < N; i++)
		a[i] = i;
	#pragma omp target enter data map(to: a, x, y) nowait depend(out: a) depend(out: x, y)
	for (int r = 0; r < rounds; r++) {
		#pragma omp target teams distribute parallel for nowait depend(inout: a[0:N]) firstprivate(r)
		for (int i = 0; i < N; i++)
			a[i] += r;
		#pragma omp target nowait depend(inout: x) map(tofrom: x)
		x = x * 3 + 1;
		#pragma omp target nowait depend(in: x) depend(inout: y) map(tofrom: x, y)
		y += x;
	}
	#pragma omp target update from(a) nowait depend(inout: a)
	#pragma omp target exit data map(from: x, y) map(release: a) nowait depend(inout: x, y, a)
	#pragma omp task depend(in: x, y) depend(out: z) shared(z, x, y)
	z = x + y;
	#pragma omp taskwait
	printf("%d %d %d:", x, y, z);
	for (int i = 0; i < N; i += 51)
		printf(" %d", a[i]);
	printf("\n");
}

static void undeferred(void)
{
	int v = 1, w = 5;

	#pragma omp target nowait map(tofrom: v) depend(out: v)
	for (int i = 0; i < 1000; i++)
		v = (v * 7 + i) & 1023;
	#pragma omp target map(tofrom: v) depend(inout: v)
	v++;
	printf("%d\n", v);
	#pragma omp taskgroup
	{
		#pragma omp target nowait map(tofrom: w)
		w *= 2;
	}
	printf("%d\n", w);
	#pragma omp target nowait map(tofrom: w) if(v > 0)
	w++;
	#pragma omp taskwait
	printf("%d\n", w);
}

static void in_parallel(void)
{
	int part[8] = { 0 }, total = 0;

	#pragma omp parallel num_threads(4)
	#pragma omp single
	{
		for (int t = 0; t < 8; t++) {
			#pragma omp target nowait depend(out: part[t]) map(tofrom: part[t]) firstprivate(t)
			part[t] = 10 * t;
			#pragma omp task depend(inout: part[t]) firstprivate(t)
			part[t]++;
		}
		#pragma omp taskwait
		for (int t = 0; t < 8; t++)
			total += part[t];
	}
	printf("%d\n", total);
}

int main(void)
{
	int last = 0;   /* the end of main waits for the construct that writes it */

	chain(5);
	chain(40);
	undeferred();
	in_parallel();
	#pragma omp target nowait map(tofrom: last)
	last = 1;
	return 0;
}
