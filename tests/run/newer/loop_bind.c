// loop bind(parallel) that reduces a variable of the region, in teams and in a target region: gcc 12 refuses them.
// may-refuse: inspector
#include <stdio.h>

enum { N = 40, M = 24 };

static double m[N][M], v[M], w[N];
static int rows[N], picked[N], seen[N][N];

int main(void)
{
	int total = 0, last = -1;

	for (int i = 0; i < N; i++)
		for (int k = 0; k < M; k++)
			m[i][k] = i * 0.5 - k;
	for (int k = 0; k < M; k++)
		v[k] = k % 5;
	#pragma omp target teams loop map(to: m, v) map(from: w)
	for (int i = 0; i < N; i++) {
		double s = 0;

		#pragma omp loop bind(parallel) reduction(+: s) order(concurrent)
		for (int k = 0; k < M; k++)
			s += m[i][k] * v[k];
		w[i] = s;
	}
	#pragma omp target teams distribute map(to: m) map(from: rows, picked) map(tofrom: seen)
	for (int i = 0; i < N; i++) {
		int s = 0, k;

		#pragma omp loop bind(parallel) collapse(2) reduction(+: s)
		for (int a = 0; a < 3; a++)
			for (int b = 0; b < M; b++)
				s += m[i][b] > a;
		rows[i] = s;
		#pragma omp loop bind(parallel) lastprivate(k)
		for (k = -1; k < i; k++)
			seen[i][k + 1] = 1;
		picked[i] = k;
	}
	#pragma omp target map(to: rows) map(tofrom: total, last)
	{
		int s = 0;

		#pragma omp loop bind(parallel) reduction(+: s)
		for (int i = 0; i < N; i++)
			s += rows[i];
		total = s;
		#pragma omp for lastprivate(s)
		for (int i = 0; i < N; i++)
			s = i;
		last = s;
	}
	printf("%g %g %d %d %d %d %d\n", w[0], w[N - 1], rows[1], rows[N - 1], picked[N - 1] * seen[N - 1][N - 1], total, last);
	return 0;
}
