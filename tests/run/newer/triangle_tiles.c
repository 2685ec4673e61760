/*
 * Triangular nests with a loop inside: teams are tiles of the rectangle around them (devrt/host/grid.c).
 * Rows that grow and shrink, by more than one, that begin empty or run out, downwards; and lastprivate,
 * which needs the number of the iteration.
 */
#include <stdio.h>

enum { N = 96 };

static int a[N][N];

#define NEST(name, outer, inner) \
	static void name(int n) \
	{ \
		_Pragma("omp target teams distribute parallel for collapse(2) map(tofrom: a)") \
		for (outer) \
			for (inner) \
				for (int k = 0; k < n - 92; k++) \
					a[i][j] += i + 3 * j + k; \
	}

NEST(grows, int i = 0; i < n; i++, int j = 0; j <= i; j++)
NEST(shrinks, int i = 0; i < n; i++, int j = i + 1; j < n; j++)
NEST(runs_out, int i = 0; i < n; i++, int j = 2 * i; j < n; j++)
NEST(begins_empty, int i = 0; i < n; i++, int j = 0; j < i - 31; j++)
NEST(downwards, int i = n - 1; i >= 0; i--, int j = 0; j <= i; j++)
NEST(steps, int i = 0; i < n; i += 2, int j = 95; j > i; j -= 1)

static int
last(int n)
{
	int at = 0;

	#pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) lastprivate(at)
	for (int i = 0; i < n; i++)
		for (int j = i; j < n; j++) {
			at = 0;
			for (int k = 0; k < 4; k++)
				at += a[i][j] + k;
		}
	return at;
}

static void
show(const char *what)
{
	unsigned sum = 0;

	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			sum = sum * 31 + (unsigned)a[i][j];
	printf("%s %u\n", what, sum);
}

int
main(void)
{
	grows(N);
	show("grows");
	shrinks(N);
	show("shrinks");
	runs_out(N);
	show("runs out");
	begins_empty(N);
	show("begins empty");
	downwards(N);
	show("downwards");
	steps(N);
	show("steps");
	printf("last %d\n", last(N));
	return 0;
}
