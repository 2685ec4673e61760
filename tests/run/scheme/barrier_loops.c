// Barriers within loops: iterations that do not divide by the threads, a team's tree sums over sizes
// that are no powers of two, work that moves from buffer to buffer, loops left by all threads at once.
// may-refuse: spmd inspector
#include <stdio.h>
#include <omp.h>

#define N 77

static int a[N], b[N], sums[4];

int main(void)
{
	int rounds = 0, total = 0;

	for (int i = 0; i < N; i++)
		a[i] = i * i % 50;
	#pragma omp target map(tofrom: a, b, rounds)
	#pragma omp parallel num_threads(40)
	{
		int *from = a, *to = b;

		for (int r = 0; r < 9; r++) {
			int *swap = from;

			for (int i = omp_get_thread_num(); i < N; i += omp_get_num_threads())
				to[i] = from[i] + from[(i + 1) % N] / 2;
			#pragma omp barrier
			from = to;
			to = swap;
			if (from[0] > 100)
				break;
			#pragma omp master
			rounds++;
			#pragma omp barrier
		}
	}
	#pragma omp target teams distribute map(from: sums) map(to: a)
	for (int t = 0; t < 4; t++) {
		int work[N], n = N - t * 13;

		#pragma omp parallel num_threads(32 * t + 5)
		{
			int me = omp_get_thread_num(), all = omp_get_num_threads();

			for (int i = me; i < n; i += all)
				work[i] = a[i];
			#pragma omp barrier
			for (int left = n; left > 1; ) {
				int half = (left + 1) / 2;

				for (int i = me; i < left / 2; i += all)
					work[i] += work[half + i];
				left = half;
				#pragma omp barrier
			}
			#pragma omp for
			for (int i = 0; i < 1; i++)
				sums[t] = work[0];
		}
	}
	for (int t = 0; t < 4; t++) {
		int s = 0;

		for (int i = 0; i < N - t * 13; i++)
			s += a[i];
		total += s - sums[t];
	}
	printf("%d %d | %d %d %d %d\n", rounds, total, a[0], a[76], b[1], b[75]);
	return 0;
}
