// needs-threads: 100
/*
 * Barriers among numbers of threads that do not fill their warps: within one warp and over several, where
 * lanes come from different branches and at different times, and again in the next round.
 */
#include <stdio.h>
#include <omp.h>

enum { MOST = 100, ROUNDS = 6 };

static int cell[2][MOST], sum[MOST];

static void
pass_on(int threads)
{
	int n = 0;

	#pragma omp target teams num_teams(1) thread_limit(threads) map(from: sum, n) map(alloc: cell)
	#pragma omp parallel num_threads(threads)
	{
		int me = omp_get_thread_num(), all = omp_get_num_threads(), total = 0;

		if (me == 0)
			n = all;
		for (int round = 0; round < ROUNDS; round++) {
			int mine = me + round;

			if ((me + round) % 3 == 0)
				for (int i = 0; i < me; i++)
					mine += i % 2;
			cell[round % 2][me] = mine;
			#pragma omp barrier
			total += cell[round % 2][(me + 1) % all] - cell[round % 2][all - 1 - me] / 2;
		}
		sum[me] = total;
	}
	for (int i = 0; i < n; i++)
		sum[0] += sum[i] * (i + 1);
	printf("%d\n", n == threads ? sum[0] : threads);
}

int
main(void)
{
	static const int threads[] = { 1, 2, 16, 31, 33, 50, 65, 100 };

	for (int i = 0; i < 8; i++)
		pass_on(threads[i]);
	return 0;
}
