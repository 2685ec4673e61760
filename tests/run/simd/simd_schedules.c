// SIMD groups: worksharing loops of all schedules with simd inside, barriers, single, atomics, critical
#include <omp.h>
#include <stdio.h>

enum { N = 57, M = 13 };
static int a[N][M], b[N][M], c[N][M], order[N];

static void row(int *p, int i)          /* an orphaned simd loop */
{
	#pragma omp simd simdlen(4)
	for (int j = 0; j < M; j++)
		p[j] += i * j;
}

int main(void)
{
	int total = 0, most = 0, threads = 0, entered = 0;
	long sum = 0;

	for (int n = 1; n <= 128; n = n == 1 ? 2 : n == 2 ? 31 : n == 31 ? 33 : n == 33 ? 128 : 200) {
		#pragma omp target map(tofrom: a, b, c, total, most, entered) map(from: threads, order)
		{
			int base = n;

			#pragma omp parallel num_threads(n)
			{
				int mine = 0;

				#pragma omp for schedule(dynamic, 3)
				for (int i = 0; i < N; i++)
					row(a[i], i + base);
				#pragma omp for schedule(guided) nowait
				for (int i = 0; i < N; i++)
					row(b[i], i);
				#pragma omp barrier
				#pragma omp for schedule(static, 2) reduction(+: total)
				for (int i = 0; i < N; i++) {
					int s = 0;
					#pragma omp simd reduction(+: s)
					for (int j = 0; j < M; j++)
						s += a[N - 1 - i][j] - b[i][j];
					total += s;
					mine += s % 7;
				}
				#pragma omp single
				{
					threads = omp_get_num_threads();
					for (int i = 0; i < N; i++) {
						int o;
						#pragma omp atomic capture
						o = entered++;
						order[i] = o % 100;
						row(c[i], o % 10);
					}
				}
				#pragma omp critical
				if (mine > most)
					most = mine > 0;
				#pragma omp for
				for (int i = 0; i < N; i++) {
					#pragma omp simd safelen(4)
					for (int j = 5; j < M; j++)
						c[i][j] = c[i][j - 5] + order[i];
				}
			}
			base += 1;
		}
		if (threads < 1 || threads > n)
			printf("%d threads, %d asked for\n", threads, n);
	}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			sum = sum * 7 % 1000003 + a[i][j] + 2 * b[i][j] + 3 * c[i][j];
	printf("%d %d %d %ld\n", total, most, entered, sum);
	return 0;
}
