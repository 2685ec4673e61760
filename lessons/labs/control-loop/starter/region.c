/*
 * The region that loop.ptx has to be: a decision, two parallel regions, sequential code around them.
 *
 * Not to be changed: make grade compares what loop.ptx leaves in memory with what this kernel leaves.
 */
#include <omp.h>
#include <stdio.h>

#define N 8	/* teams */
#define K 200

static int a[N], b[N][K];

int
main(void)
{
	for (int t = 0; t < N; t++)
		a[t] = t % 3 - 1;
	for (int i = 0; i < N * K; i++)
		b[i / K][i % K] = i;
	#pragma omp target teams num_teams(N) thread_limit(96) map(tofrom: a, b)
	{
		int me = omp_get_team_num();

		if (++a[me] > 0) {				/* SEQ_REG1 */
			int sum = 0;

			#pragma omp parallel for
			for (int i = 0; i < K; i++)		/* PAR_REG1 */
				b[me][i] = a[me] * i;
			for (int i = 0; i < K; i++)		/* SEQ_REG2 */
				sum += b[me][i];
			a[me] = sum;
		}
		#pragma omp parallel for
		for (int i = 0; i < K; i++)			/* PAR_REG2 */
			b[me][i] += a[me];
		a[me] = -a[me];					/* SEQ_REG3 */
	}
	printf("%d %d\n", a[0], b[N - 1][K - 1]);
	return 0;
}
