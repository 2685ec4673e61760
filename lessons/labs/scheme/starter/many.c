/*
 * Ten parallel regions with sequential code between them: many labels for a control loop.
 */
#include "verdict.h"

#define N 4	/* teams */
#define K 64

static int a[N], b[N][K];

static void
on_device(void)
{
	#pragma omp target teams num_teams(N) thread_limit(K) map(tofrom: a, b)
	{
		int me = omp_get_team_num();

		#pragma omp parallel for
		for (int i = 0; i < K; i++)
			b[me][i] = b[me][i] * 3 + 1 * a[me];
		a[me]++;
		#pragma omp parallel for
		for (int i = 0; i < K; i++)
			b[me][i] = b[me][i] * 3 + 2 * a[me];
		a[me]++;
		#pragma omp parallel for
		for (int i = 0; i < K; i++)
			b[me][i] = b[me][i] * 3 + 3 * a[me];
		a[me]++;
		#pragma omp parallel for
		for (int i = 0; i < K; i++)
			b[me][i] = b[me][i] * 3 + 4 * a[me];
		a[me]++;
		#pragma omp parallel for
		for (int i = 0; i < K; i++)
			b[me][i] = b[me][i] * 3 + 5 * a[me];
		a[me]++;
		#pragma omp parallel for
		for (int i = 0; i < K; i++)
			b[me][i] = b[me][i] * 3 + 6 * a[me];
		a[me]++;
		#pragma omp parallel for
		for (int i = 0; i < K; i++)
			b[me][i] = b[me][i] * 3 + 7 * a[me];
		a[me]++;
		#pragma omp parallel for
		for (int i = 0; i < K; i++)
			b[me][i] = b[me][i] * 3 + 8 * a[me];
		a[me]++;
		#pragma omp parallel for
		for (int i = 0; i < K; i++)
			b[me][i] = b[me][i] * 3 + 9 * a[me];
		a[me]++;
		#pragma omp parallel for
		for (int i = 0; i < K; i++)
			b[me][i] = b[me][i] * 3 + 10 * a[me];
		a[me]++;
	}
}

int
main(void)
{
	long wrong = 0;

	for (int t = 0; t < N; t++)
		for (int i = 0; i < K; i++)
			b[t][i] = i;
	on_device();
	for (int t = 0; t < N; t++)
		for (int i = 0; i < K; i++) {
			int x = i;

			for (int k = 1; k <= 10; k++)
				x = x * 3 + k * (k - 1);
			wrong += differs("b", t, i, b[t][i], x) || differs("a", t, -1, a[t], 10);
		}
	return verdict("many", wrong, N * K);
}
