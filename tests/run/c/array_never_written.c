// Arrays of a block that nothing writes are tables of the module; others are not.
#include <stdio.h>

enum { N = 40 };

#pragma omp declare target
struct point {
	int x, y;
	double w;
};

static int
sum(const int *p, int n)
{
	int s = 0;

	for (int i = 0; i < n; i++)
		s += p[i];
	return s;
}

static int
neighbours(int i)
{
	int dx[4] = { 1, 0, -1, 0 }, dy[] = { 0, 1, 0, -1 }, partly[5] = { [1] = 7, 3 };
	struct point p[3] = { { 1, 2, 0.5 }, { .y = 4 }, { 5, 6, 1.5 } };
	double square[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
	char text[] = "neighbours";
	int written[3] = { 1, 2, 3 }, passed[3] = { 4, 5, 6 }, pointed[3] = { 7, 8, 9 };
	int *q = &pointed[1], s = 0;
	volatile int changing[2] = { 1, 2 };

	written[i % 3] += i;
	q[1] = i;
	for (int d = 0; d < 4; d++)
		s += dx[d] * (i + 1) + dy[d] * i * i + dx[i % 4];
	s += partly[i % 5] + (int)(p[i % 3].w * 2) + p[(i + 1) % 3].y + (int)square[i % 2][i % 3];
	return s + text[i % 10] + written[0] + 2 * written[1] + 3 * written[2] + sum(passed, 3) +
		pointed[2] + changing[i % 2];
}
#pragma omp end declare target

int
main(void)
{
	int r[N], t[N], last[2], total[2] = { 0, 0 }, wrong = 0;

#pragma omp target map(from : r, t, last, total)
	{
		int scale[3] = { 2, 3, 5 }, end[2] = { 1, 1 }, add[2] = { 10, 20 };

#pragma omp parallel num_threads(8)
		{
			int one[2] = { 3, 4 };
#pragma omp for lastprivate(end) reduction(+ : add)
			for (int i = 0; i < N; i++) {
				r[i] = neighbours(i);
				t[i] = scale[i % 3];
				end[0] = end[1] = i;
				add[i % 2]++;
			}
#pragma omp single copyprivate(one)
			one[1] = 9;
#pragma omp for
			for (int i = 0; i < N; i++)
				t[i] += one[0] + one[1];
		}
		for (int i = 0; i < 2; i++) {
			last[i] = end[i];
			total[i] = add[i];
		}
	}
	for (int i = 0; i < N; i++)
		wrong += r[i] != neighbours(i) || t[i] != (i % 3 == 2 ? 5 : i % 3 + 2) + 12;
	wrong += last[0] != N - 1 || last[1] != N - 1 || total[0] != 30 || total[1] != 40;
	printf("%d wrong\n", wrong);
	return wrong != 0;
}
