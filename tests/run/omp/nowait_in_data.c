// Target tasks that a target data region starts have ended when it copies back what they compute.
#include <stdio.h>

enum { N = 3000 };

static int chain(int *last)
{
	int first[N], bad = 0;

	#pragma omp target data map(alloc: first) map(from: last[0:N])
	{
		#pragma omp target teams distribute map(alloc: first) depend(out: first) nowait
		for (int i = 0; i < N; i++)
			first[i] = 2 * i;
		#pragma omp target teams distribute depend(in: first) map(alloc: first, last[0:N]) nowait
		for (int i = 0; i < N; i++)
			last[i] = first[i] + 1;
	}
	#pragma omp taskwait
	for (int i = 0; i < N; i++)
		bad += last[i] != 2 * i + 1;
	return bad;
}

/* an update that is put off, in a block inside the region's */
static int updates(int on)
{
	int v[N], sum = 0;

	for (int i = 0; i < N; i++)
		v[i] = 0;
	#pragma omp target data map(to: v) map(tofrom: sum) if(on)
	{
		for (int i = 0; i < N; i++)
			v[i] = 1;
		if (on) {
			#pragma omp target update to(v) depend(out: v) nowait
			#pragma omp target parallel for depend(inout: v) nowait reduction(+: sum)
			for (int i = 0; i < N; i++)
				sum += v[i];
		}
	}
	#pragma omp taskwait
	return sum;
}

int main(void)
{
	static int last[4][N];
	int bad = 0;

	for (int t = 0; t < 4; t++)
		bad += chain(last[t]);
	printf("%d wrong\n", bad);
	printf("%d %d\n", updates(1), updates(0));
	for (int i = 0; i < N; i++)
		last[0][i] = last[1][i] = 0;
	#pragma omp parallel for num_threads(2) reduction(+: bad)
	for (int t = 0; t < 2; t++)
		bad += chain(last[t]);
	printf("%d wrong\n", bad);
	return 0;
}
