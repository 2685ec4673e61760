// Decisions in loops that meet no other barrier, values that come round again, and sequential code
// that only one thread may run: atomics, critical, calls, reads of what the last region wrote.
// may-refuse: inspector
// needs-threads: 2
#include <stdio.h>
#include <stdbool.h>
#include <omp.h>

#define N 96

#pragma omp declare target
static int calls;

static int next(int *state)
{
	*state = *state * 3331 % 65521;
	calls++;
	return *state;
}
#pragma omp end declare target

int main(void)
{
	static int a[N], log[64];
	int hits = 0, rounds = 0, seed = 77;
	long sum = 0;

	#pragma omp target map(tofrom: a, log, hits, rounds, seed)
	{
		bool odd = false;
		float scale = 1;

		calls = 0;
		for (int i = 0; i < 40; i++) {
			int r = next(&seed);

			odd = !odd;
			if (r % 7 == 0) {
				rounds++;
				continue;
			}
			if (r % 5 > 2 && odd) {
				#pragma omp atomic
				hits += i;
				scale *= 1.25f;
				continue;
			}
			if (i % 8 != 3)
				continue;
			#pragma omp parallel for if(odd) num_threads(1 + r % 96)
			for (int k = 0; k < N; k++)
				a[k] += (int)(k * scale) + r % 3;
			#pragma omp critical
			log[rounds % 32] += a[r % N];
		}
		for (int i = 0, k; i < 4; i++) {
			k = a[i];
			#pragma omp parallel for
			for (int j = 0; j < N; j++)
				a[j] += k + odd;
			log[40 + i] = k + a[i + 1];
			#pragma omp parallel num_threads(2)
			a[omp_get_thread_num()] = log[40 + i];
		}
		log[63] = calls;
	}
	for (int i = 0; i < N; i++)
		sum = sum * 31 % 1000003 + a[i];
	printf("%d %d %d %ld", hits, rounds, seed, sum);
	for (int i = 0; i < 64; i++)
		printf(" %d", log[i]);
	printf("\n");
	return 0;
}
