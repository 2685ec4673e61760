// SIMD groups that nobody asks for: constant trip counts, iterations side by side, little else
#include <stdio.h>

enum { N = 70 };
static double a[N][64], b[N][64], y[N];
static int c[N][12], d[N];

int main(void)
{
	double sum = 0;
	int total = 0;

	for (int i = 0; i < N; i++)
		for (int j = 0; j < 64; j++)
			b[i][j] = i % 7 - j;
	#pragma omp target teams distribute parallel for map(to: b) map(from: a, y)
	for (int i = 0; i < N; i++) {
		double s = 0;

		#pragma omp simd reduction(+: s)
		for (int j = 0; j < 64; j++) {
			a[i][j] = 2 * b[i][j];
			s += b[i][j];
		}
		y[i] = s;
	}
	#pragma omp target parallel for num_threads(33) map(from: c, d) reduction(+: total)
	for (int i = 0; i < N; i++) {
		int most = 0;

		#pragma omp simd
		for (int j = 0; j < 12; j++)
			c[i][j] = i * j % 11;
		#pragma omp simd reduction(max: most)
		for (int j = 11; j >= 0; j--)
			most = c[i][j] > most ? c[i][j] : most;
		d[i] = most;
		total += most;
	}
	for (int i = 0; i < N; i++) {
		sum += y[i] * i + a[i][i % 64];
		total += d[i] * i;
	}
	printf("%g %d\n", sum, total);
	return 0;
}
