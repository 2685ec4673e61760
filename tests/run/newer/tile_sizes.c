// tile with sizes that the program computes [9.1]: taken once, and those that are not positive as 1.
#include <stdio.h>

enum { N = 13, M = 11 };
static int order[N * M + 5], n, divided[N][M], two[N];

int main(void)
{
	int s = 3, z = 5, bad = 0;
	#pragma omp target map(tofrom: order, n, s)
	{
		#pragma omp tile sizes(s, z + 1)
		for (int i = 0; i < N; i++)
			for (unsigned char j = M - 1; j > 0; j -= 2) {
				order[n++] = i * 100 + j;
				s = 1;
			}
	}
	int at = 0, st = 3;
	for (int ti = 0; ti < N; ti += st)
		for (int tj = M - 1; tj > 0; tj -= 2 * (z + 1))
			for (int i = ti; i < N && i < ti + st; i++)
				for (int j = tj; j > 0 && j > tj - 2 * (z + 1); j -= 2)
					bad += order[at++] != i * 100 + j;
	bad += at != n;
	z = 4;
	#pragma omp target parallel for collapse(2) map(tofrom: divided) num_threads(7)
	#pragma omp tile sizes(z, s + 2)
	for (int i = 0; i < N; i++)
		for (int j = 0; j <= M - 1; j++)
			divided[i][j]++;
	for (int i = 0; i < N * M; i++) bad += divided[0][i] != 1;
	z = -2;
	#pragma omp target map(tofrom: two)
	#pragma omp tile sizes(z)
	for (int i = N - 1; i >= 0; --i)
		two[i] = i + 1;
	for (int i = 0; i < N; i++) bad += two[i] != i + 1;
	printf("%d %d\n", n, bad);
	return bad;
}
