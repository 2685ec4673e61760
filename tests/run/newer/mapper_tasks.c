// Maps of several objects by a mapper, with nowait and depend: what comes before is done, what follows sees it,
// on the host's thread and among threads.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 6 };
typedef struct { int n, *data; } vector;
#pragma omp declare mapper(vector v) map(v, v.data[0:v.n])

static int total(const vector *v)
{
	int sum = 0;

	for (int k = 0; k < N; k++)
		for (int i = 0; i < v[k].n; i++)
			sum += (k + 1) * v[k].data[i];
	return sum;
}

static void fill(vector *v)
{
	for (int k = 0; k < N; k++) {
		v[k].n = k + 1;
		v[k].data = calloc(v[k].n, sizeof(int));
	}
}

static void add(vector *v, int by)
{
	#pragma omp target teams distribute parallel for map(v[0:N]) nowait depend(inout: v[0])
	for (int k = 0; k < N; k++)
		for (int i = 0; i < v[k].n; i++)
			v[k].data[i] += by * (k + i);
}

/* The region writes what the update before brought; the target task between them has done its part. */
static int chain(vector *v)
{
	int x = 1;

	#pragma omp target enter data map(to: v[0:N]) nowait depend(out: x)
	#pragma omp target nowait depend(inout: x) map(tofrom: x)
	x += 41;
	v[2].data[1] = 100;
	#pragma omp target update to(v[0:N]) nowait depend(inout: x)
	#pragma omp target map(tofrom: x) depend(inout: x)
	{
		x += v[2].data[1];
		v[2].data[0] = x;
	}
	#pragma omp target update from(v[0:N]) depend(in: x)
	#pragma omp target exit data map(release: v[0:N]) nowait depend(inout: x)
	#pragma omp taskwait
	return x + v[2].data[0];
}

int main(void)
{
	vector a[N], b[4][N];
	int sum = 0;

	fill(a);
	add(a, 1);
	add(a, 2);
	#pragma omp taskwait
	printf("%d\n", total(a));
	sum = chain(a);
	printf("%d %d\n", sum, total(a));
	sum = 0;
	#pragma omp parallel for num_threads(4) reduction(+: sum)
	for (int t = 0; t < 4; t++) {
		fill(b[t]);
		add(b[t], t);
		add(b[t], 1);
		#pragma omp taskwait
		sum += total(b[t]);
	}
	printf("%d\n", sum);
	return 0;
}
