// barrier: a prefix sum that needs one in every round, barriers in a called function, under a
// condition that is the same for all, and after a loop whose iterations do not divide evenly.
// may-refuse: inspector
// needs-threads: 37
#include <stdio.h>
#include <omp.h>

#define N 100

#pragma omp declare target
static void wait_for_all(void)
{
	#pragma omp barrier
}
#pragma omp end declare target

int main(void)
{
	int v[N], rotated[N], sums[3] = { 0 }, rounds = 0;

	#pragma omp target map(from: v, rotated) map(tofrom: sums, rounds)
	{
		int old[N];

		#pragma omp parallel num_threads(N)
		{
			int me = omp_get_thread_num();

			v[me] = me + 1;
			#pragma omp barrier
			for (int d = 1; d < N; d *= 2) {
				old[me] = v[me];
				#pragma omp barrier
				if (me >= d)
					v[me] += old[me - d];
				wait_for_all();
				if (me == 0)
					rounds++;
			}
			#pragma omp barrier
			if (rounds > 0) {
				#pragma omp barrier
				rotated[me] = v[(me + 33) % N];
			}
		}
		#pragma omp parallel num_threads(37)
		for (int k = 0; k < 3; k++) {
			#pragma omp for
			for (int i = 0; i < N; i++)
				old[i] = i * (k + 1);
			#pragma omp single
			for (int i = 0; i < N; i++)
				sums[k] += old[i];
		}
	}
	for (int i = 0; i < N; i += 11)
		printf("%d %d ", v[i], rotated[i]);
	printf("| %d %d %d %d\n", sums[0], sums[1], sums[2], rounds);
	return 0;
}
