// may-refuse: inspector
// SIMD groups beside num_threads and thread_limit; regions of several sizes, and of one thread
// needs-threads: 5
#include <omp.h>
#include <stdio.h>

enum { N = 300, M = 40 };
static int a[N][M], b[N], c[N];

int main(void)
{
	int asked = 0, limited = 0, alone = 0, threads = 0, none = 0, zero = 0;
	long sum = 0;

	#pragma omp target map(tofrom: a, b) map(from: asked, alone, threads)
	{
		int rows = N;

		#pragma omp parallel num_threads(64)    /* exactly: the groups get smaller */
		{
			#pragma omp for
			for (int i = 0; i < rows; i++) {
				#pragma omp simd simdlen(32)
				for (int j = 0; j < M; j++)
					a[i][j] = i - j;
			}
			#pragma omp master
			asked = omp_get_num_threads();
		}
		rows -= 3;
		#pragma omp parallel for if(rows > 1000)        /* one group */
		for (int i = 0; i < rows; i++) {
			int s = 0;

			#pragma omp simd simdlen(2) reduction(+: s)
			for (int j = 0; j < M - 1; j++)
				s += a[i][j] * j;
			b[i] = s;
			alone = omp_get_num_threads();
		}
		#pragma omp parallel num_threads(40)            /* no groups */
		{
			#pragma omp for schedule(static, 1)
			for (int i = 0; i < 40; i++) {
				#pragma omp atomic
				b[i % 7] += 1;
			}
			#pragma omp single
			threads = omp_get_num_threads();
		}
	}
	#pragma omp target teams distribute parallel for thread_limit(200) map(to: a) map(from: c) \
		map(tofrom: limited) reduction(max: limited)
	for (int i = 0; i < N; i++) {
		int most = -1000;

		#pragma omp simd simdlen(16) reduction(max: most)
		for (int j = 0; j < M; j++)
			most = a[i][j] > most ? a[i][j] : most;
		c[i] = most;
		limited = omp_get_num_threads() > limited ? omp_get_num_threads() : limited;
	}
	#pragma omp target parallel num_threads(5) map(tofrom: zero) map(to: none)
	{
		#pragma omp simd simdlen(8)
		for (int j = 0; j < none; j++)
			a[0][j] = 1;
		#pragma omp atomic
		zero -= 1;
	}
	for (int i = 0; i < N; i++)
		sum += a[i][i % M] + 3L * b[i] * (i % 11) + c[i] * i;
	printf("%ld %d\n", sum, zero);
	if (omp_get_num_devices() > 0 && (asked > 64 || alone != 1 || threads > 40 || limited < 1 || limited > 200))
		printf("threads: %d %d %d %d\n", asked, alone, threads, limited);
	return 0;
}
