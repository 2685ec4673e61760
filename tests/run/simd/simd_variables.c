// SIMD groups: lastprivate, linear, private; variables of the thread that iterations read and write
#include <stdio.h>

enum { N = 31, M = 21 };
static int out[N][8], sums[N];

static int twice(const int *p, int k) { return 2 * p[k]; }
static void fill(int *p, int n, int v)
{
	for (int k = 0; k < n; k++)
		p[k] = v + k;
}

int main(void)
{
	#pragma omp target parallel num_threads(N) map(from: out, sums)
	#pragma omp for
	for (int i = 0; i < N; i++) {
		int k, last = -1, step = i, found = -1, t[M], u[M], sum = 0, tmp[4], c = 0;
		int *p = &c;

		fill(u, M, i);                          /* in memory of the thread's own */
		#pragma omp simd simdlen(8) lastprivate(last) linear(step: 3) private(tmp)
		for (k = 0; k < i % M; k += 2) {
			last = k * 10;
			tmp[k % 4] = u[k] + step;
			tmp[(k + 1) % 4] = 1;
			t[k] = tmp[k % 4] + tmp[(k + 1) % 4];
			step += 3;
			if (k == 6)
				found = k + i;
		}
		if (i % M == 0)
			k = 0;                          /* unspecified without iterations */
		*p = k;
		#pragma omp simd reduction(+: sum)
		for (int q = 0; q < i % M; q += 2)
			sum += t[q] + twice(u, q) + *p;
		sums[i] = sum;
		out[i][0] = k;
		out[i][1] = i % M ? last : -1;
		out[i][2] = step;
		out[i][3] = found;
		out[i][4] = c;
	}
	for (int i = 0; i < N; i++)
		printf("%d %d %d %d %d %d\n", sums[i], out[i][0], out[i][1], out[i][2], out[i][3], out[i][4]);
	return 0;
}
