// SIMD groups and critical constructs: what a leader computes there reaches its lanes
#include <stdio.h>

enum { N = 37, M = 16 };
static int out[N][M], seen[N], low[N], local[N];

int main(void)
{
	int tickets = 0, sum = 0, deep = 0, big = 0;
	long check = 0;

	#pragma omp target teams num_teams(1) map(from: out, seen, low, local) map(tofrom: tickets, sum, deep, big)
	#pragma omp parallel for num_threads(35)
	for (int i = 0; i < N; i++) {
		int mine = -1, t[4] = { i, i, i, i }, s = 0, again = 7;

		if (i % 5 == 3) {
			seen[i] = low[i] = local[i] = 0;
			continue;
		}
		#pragma omp critical (gate)
		{
			mine = tickets >= 0 ? i * 2 : 0;        /* a register that lanes read */
			t[i % 4] = -i;                          /* memory that they read */
			tickets++;
			#pragma omp critical (door)
			{
				deep += i;
				again = deep > 0 || i == 0;
			}
			#pragma omp simd simdlen(8) reduction(+: s)
			for (int j = 0; j < i % M; j++)         /* the thread's own */
				s += j;
		}
		#pragma omp simd simdlen(8)
		for (int j = 0; j < M; j++)
			out[i][j] = mine + t[j % 4] + s + again;
		seen[i] = mine;
		low[i] = out[i][i % M];
		local[i] = t[i % 4];
		#pragma omp critical (gate)
		{
			sum += out[i][M - 1];
			if (out[i][0] > big)
				big = out[i][0];
		}
	}
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < M && i % 5 != 3; j++)
			check += (long)out[i][j] * (i + j);
		check += seen[i] + 2 * low[i] + 3 * local[i];
	}
	printf("%d %d %d %d %ld\n", tickets, sum, deep, big, check);
	return 0;
}
