// Rows of which only the run knows the lengths: warps take turns at long ones, and threads run short ones alone.
#include <stdio.h>

#define N 400

static int start[N + 1], column[N * 40], wide;
static double value[N * 40], x[N], y[N], a[N * 40];
static float factor[N];
static long best[N];

int main(void)
{
	unsigned seed = 7;

	for (int i = 0; i < N; i++) {
		seed = seed * 1103515245 + 12345;
		start[i + 1] = start[i] + (seed >> 16) % (i < N / 2 ? 40 : 12);
		x[i] = i % 9;
		factor[i] = i % 3;
	}
	for (int k = 0; k < start[N]; k++) {
		value[k] = k % 5;
		column[k] = k * 37 % N;
	}
	for (int k = 0; k < N * 40; k++)
		a[k] = k % 11;
	wide = 40;
	#pragma omp target teams distribute parallel for map(to: start, column, value, x) map(from: y)
	for (int i = 0; i < N; i++) {
		double s = 1;

		#pragma omp simd reduction(+: s)
		for (int k = start[i]; k < start[i + 1]; k++)
			s += value[k] * x[column[k]];
		y[i] = s;
	}
	#pragma omp target teams distribute parallel for map(tofrom: a) map(to: factor)
	for (int i = 0; i < N; i++) {
		#pragma omp simd
		for (int k = 0; k < wide; k++)
			a[i * wide + k] *= factor[i];
	}
	#pragma omp target teams map(to: start, value) map(from: best)
	{
		#pragma omp distribute parallel for
		for (int i = 0; i < N; i++) {
			long most = -5, sum = 0;

			#pragma omp simd reduction(max: most) reduction(+: sum)
			for (long k = start[i]; k < start[i + 1]; k++) {
				long v = (long)value[k] * 2 + i;

				if (v > most)
					most = v;
				if (k % 3)
					sum += v;
			}
			best[i] = most + 1000 * sum;
		}
	}
	for (int i = 0; i < N; i++)
		printf("%g %g %ld\n", y[i], a[i * wide + i % wide], best[i]);
	return 0;
}
