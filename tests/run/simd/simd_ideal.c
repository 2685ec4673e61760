// SIMD groups: a short inner loop behind work of the thread's own, which keeps the loops apart
#include <stdio.h>

enum { N = 64, M = 32 };
static int in[N][M], out[N][M], begin[N], own[N];

int main(void)
{
	long sum = 0;

	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			in[i][j] = i * 31 % 17 + j;
	#pragma omp target teams distribute parallel for map(to: in) map(from: out, begin, own)
	for (int i = 0; i < N; i++) {
		int f = 1, g;

		for (int k = 0; k < i % 7; k++)
			f = f * 3 + in[i][k];
		begin[i] = f;
		#pragma omp simd simdlen(32)
		for (int j = 0; j < M; j++)
			out[i][j] = in[i][j] * f + begin[i];
		/* the thread reads what its lanes wrote, and they what it writes now */
		g = out[i][M - 1] - out[i][0];
		own[i] = g;
		#pragma omp simd
		for (int j = 0; j < M; j++)
			out[i][j] += own[i] * j;
	}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			sum += (long)out[i][j] * (i + 3 * j);
	printf("%ld\n", sum);
	return 0;
}
