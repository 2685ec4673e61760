// Teams whose threads are no whole warps: an iteration a thread, and barriers of a block that ends within a warp.
// may-refuse: inspector
#include <stdio.h>

enum { TEAMS = 40, THREADS = 75, N = TEAMS * THREADS };

int main(void)
{
	static double a[N], b[N];
	double sum = 0;

	for (int i = 0; i < N; i++)
		a[i] = i;
#pragma omp target teams distribute parallel for num_threads(THREADS) map(to: a) map(from: b)
	for (int i = 0; i < N; i++)
		b[i] = 2 * a[i];
#pragma omp target teams distribute num_teams(TEAMS) thread_limit(THREADS) map(tofrom: b)
	for (int t = 0; t < TEAMS; t++) {
		double part[THREADS];
#pragma omp parallel num_threads(THREADS)
		{
#pragma omp for
			for (int i = 0; i < THREADS; i++)
				part[i] = b[t * THREADS + i];
#pragma omp for
			for (int i = 0; i < THREADS; i++)
				b[t * THREADS + i] = part[THREADS - 1 - i];
		}
	}
	for (int i = 0; i < N; i++)
		sum += b[i] * (i % 7);
	printf("%.0f\n", sum);
}
