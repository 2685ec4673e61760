/*
 * Collapsed nests whose bounds only the run knows: three levels, mixed types and steps, empty ones; with
 * one iteration a thread and with a work loop.
 */
#include <stdio.h>

enum { SIZE = 4000 };

static void
fill(int n, int m, long k, int *a)
{
	#pragma omp target teams distribute parallel for collapse(3) map(tofrom: a[0:SIZE])
	for (int i = 0; i < n; i++)
		for (int j = m - 1; j >= 0; j--)
			for (long l = -k; l < k; l += 3)
				a[(i * m + j) * 20 + (int)(l + k)] += i * 10000 + j * 100 + (int)l;
}

static void
fill_by_few(int n, unsigned m, int *a)
{
	#pragma omp target teams distribute parallel for collapse(2) num_teams(2) thread_limit(32) map(tofrom: a[0:SIZE])
	for (int i = 2; i <= n; i += 2)
		for (unsigned j = 0; j < m; j++)
			a[i * 40 + (int)j] ^= i * 64 + (int)j;
}

/* A loop of a wide type, alone. */
static void
wide(long n, int *a)
{
	#pragma omp target teams distribute parallel for map(tofrom: a[0:SIZE])
	for (long i = 0; i < n; i++)
		a[i] = a[i] * 5 + (int)(i >> 1);
}

static int last[2];

static void
lastly(int n, int m)
{
	int i, j;

	#pragma omp target teams distribute parallel for collapse(2) lastprivate(i, j) map(from: i, j)
	for (i = 0; i < n; i++)
		for (j = 3; j < m; j++)
			;
	last[0] = i;
	last[1] = j;
}

static unsigned
sum(const int *a)
{
	unsigned s = 0;

	for (int i = 0; i < SIZE; i++)
		s = s * 33 + (unsigned)a[i];
	return s;
}

int
main(void)
{
	static int a[SIZE];

	for (int n = 0; n < 5; n++)
		for (int m = 0; m < 30; m += 7)
			fill(n, m, n + m / 7, a);
	printf("%u\n", sum(a));
	for (int n = 0; n < 50; n += 7)
		fill_by_few(n, (unsigned)n * 3 / 4, a);
	printf("%u\n", sum(a));
	wide(0, a);
	wide(1, a);
	wide(SIZE, a);
	printf("%u\n", sum(a));
	lastly(4, 9);
	printf("%d %d\n", last[0], last[1]);
	return 0;
}
