// may-refuse: inspector
/* Arrays and sections that the teams reduce, and that parallel regions inside share. */
#include <stdio.h>
#include <stdlib.h>
#include <omp.h>

enum { N = 40, TEAMS = 3 };

static long
total(const int *a, int n)
{
	long sum = 0;

	for (int i = 0; i < n; i++)
		sum = sum * 3 + a[i];
	return sum;
}

static void
whole(void)
{
	int a[N] = { 0 }, m[2][N / 2], teams = 0;

	for (int i = 0; i < N; i++)
		m[i / (N / 2)][i % (N / 2)] = 1000;
	#pragma omp target teams reduction(+: a, teams) reduction(min: m) num_teams(TEAMS)
	{
		teams++;
		a[0] += 5;              /* the master of each team */
		#pragma omp parallel for
		for (int i = 0; i < N; i++) {
			a[i] += i;
			m[i / (N / 2)][i % (N / 2)] = 100 - i;
		}
		a[N - 1] += a[1];
	}
	for (int i = 0; i < N; i++)
		a[i] /= teams;
	printf("whole %d %d, %ld %ld\n", a[0], a[N - 1], total(a, N), total(m[0], N));
}

static void
sections(int n)
{
	int a[N] = { 0 }, *p = calloc((size_t)n, sizeof *p), teams = 0;

	#pragma omp target teams reduction(+: a[4:8], p[0:n], teams) map(p[0:n]) num_teams(TEAMS)
	{
		teams++;
		#pragma omp parallel
		{
			#pragma omp for nowait
			for (int i = 4; i < 12; i++)
				a[i] += i;
			#pragma omp for
			for (int i = 0; i < n; i++)
				p[i] += 2 * i;
			#pragma omp single
			p[0] += a[4];
		}
	}
	for (int i = 0; i < N; i++)
		printf("%d,%d%c", a[i] / teams, p[i] / teams, i % 10 == 9 ? '\n' : ' ');
	free(p);
}

int
main(void)
{
	whole();
	sections(N);
	return 0;
}
