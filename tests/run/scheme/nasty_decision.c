// Parallel regions under conditions that parallel regions have computed, in all combinations; with
// one thread, a few, and counts beside the warp's.
// may-refuse: inspector
#include <stdio.h>
#include <omp.h>

#define N 70

static int cond[N], work[N], path[16];

static void run(int threads, int start)
{
	int steps = 0;

	for (int i = 0; i < 16; i++)
		path[i] = 0;
	#pragma omp target map(tofrom: cond, work, path, steps) firstprivate(threads, start)
	{
		int all = 1, any = 0;

		#pragma omp parallel for num_threads(threads)
		for (int i = 0; i < N; i++)
			cond[i] = (i * 7 + start) % 5;
		for (int i = 0; i < N; i++) {
			all = all && cond[i] < 5;
			any += cond[i] == start;
		}
		if (all) {
			path[steps++] = 1;
			#pragma omp parallel for num_threads(threads) reduction(+: any)
			for (int i = 0; i < N; i++)
				any += cond[i];
			if (any % 2) {
				path[steps++] = 2;
				#pragma omp parallel for num_threads(threads)
				for (int i = 0; i < N; i++)
					work[i] += any;
			} else if (any % 3 == 0) {
				path[steps++] = 3;
				#pragma omp parallel for num_threads(threads)
				for (int i = 0; i < N; i++)
					work[i] -= any;
			}
		} else {
			#pragma omp parallel for num_threads(threads)
			for (int i = 0; i < N; i++)
				work[i] = -1;
		}
		while (work[N - 1] % 4 != 1 && steps < 12) {
			path[steps++] = work[N - 1] & 7;
			if (work[0] % 3 == 2)
				continue;
			#pragma omp parallel num_threads(threads)
			{
				#pragma omp for
				for (int i = 0; i < N; i++)
					work[i] = work[i] * 3 + 2 + i % 2;
			}
			if (work[1] % 1000 > 900)
				break;
		}
	}
	int sum = 0;
	for (int i = 0; i < N; i++)
		sum = sum * 31 % 1000003 + work[i] % 1000;
	printf("%d:", steps);
	for (int i = 0; i < 16; i++)
		printf(" %d", path[i]);
	printf(" %d\n", sum);
}

int main(void)
{
	static const int threads[] = { 1, 2, 31, 32, 33, 64, 70, 128 };

	for (int k = 0; k < 8; k++)
		run(threads[k], k % 6);
	return 0;
}
