// may-refuse: inspector
// omp_set_schedule in device code: omp_get_schedule answers with it, and loops of schedule(runtime) follow.
#include <omp.h>
#include <stdio.h>

enum { N = 50 };

static void set(int kind, int chunk)
{
	if (chunk != 4)
		omp_set_schedule((omp_sched_t)kind, chunk);
}

static int chunk_now(void)
{
	omp_sched_t kind;
	int chunk;

	omp_get_schedule(&kind, &chunk);
	return chunk * 10 + (int)kind;
}

int main(void)
{
	int seen[3] = { 0 }, turns = 0, pieces = 0, done[N] = { 0 };

	#pragma omp target map(tofrom: seen, turns, pieces, done)
	{
		int who[N];

		set(omp_sched_static, 3);
		seen[0] = chunk_now();
		#pragma omp parallel
		{
			#pragma omp for schedule(runtime) reduction(+: turns)
			for (int i = 0; i < N; i++)
				turns += omp_get_thread_num() == i / 3 % omp_get_num_threads();
		}
		set(omp_sched_dynamic, 7);
		set(omp_sched_static, 4);
		seen[1] = chunk_now();
		#pragma omp parallel
		{
			#pragma omp for schedule(runtime)
			for (long i = N - 1; i >= 0; i--) {
				who[N - 1 - i] = omp_get_thread_num();
				done[i]++;
			}
		}
		for (int i = 0; i < N; i++)
			pieces += who[i] == who[i / 7 * 7];
		set(omp_sched_guided, 0);
		seen[2] = chunk_now() % 10;
		#pragma omp parallel for schedule(runtime)
		for (int i = 0; i < N; i++)
			done[i]++;
	}
	for (int i = 0; i < N; i++)
		if (done[i] != 2)
			printf("%d: %d times\n", i, done[i]);
	printf("%d %d %d, %d in turn, %d in pieces\n", seen[0], seen[1], seen[2], turns, pieces);
	return 0;
}
