/*
 * Two names for the same memory, mapped and not: what the kernel writes through one it reads through the
 * other.  Loads may take the read-only path, or leave their loop, only in launches where mapped ranges
 * do not overlap; the same region is launched with both kinds.
 */
#include <stdio.h>

enum { N = 40 };

/* One thread: every sum needs the one before it when p is a. */
static void
running_sum(int *a, int *p)
{
	#pragma omp target map(tofrom: a[0:N + 1]) map(to: p[0:N])
	for (int i = 0; i < N; i++)
		a[i + 1] = (p[i] * 3 + i) & 0xffff;
}

/* The bound lies in what the loop writes, or elsewhere. */
static void
shrink(int *a, int *bound)
{
	#pragma omp target map(tofrom: a[0:N + 1]) map(to: bound[0:1])
	for (int i = 0; i < *bound; i++)
		a[i] -= a[i] / 2 + 3;
}

/* Every thread reads one element and writes another, of which no other thread knows. */
static void
halves(int *restrict to, const int *from)
{
	#pragma omp target teams distribute parallel for map(tofrom: to[0:N / 2]) map(to: from[0:N / 2])
	for (int i = 0; i < N / 2; i++)
		to[i] = from[i] + i;
}

static void
show(const char *what, const int *a)
{
	unsigned sum = 0;

	for (int i = 0; i <= N; i++)
		sum = sum * 31 + ((unsigned)a[i] & 1023);
	printf("%s %u %d\n", what, sum, a[N] % 1000);
}

static void
fill(int *a, int scale)
{
	for (int i = 0; i <= N; i++)
		a[i] = i % 7 * scale + 1;
}

int
main(void)
{
	int a[N + 1], b[N + 1];

	for (int round = 0; round < 2; round++) {
		fill(a, 1);
		fill(b, 2);
		running_sum(a, b);
		show("apart", a);
		shrink(a, b + 3);
		show("bound apart", a);
		fill(a, 1);
		#pragma omp target data map(tofrom: a)
		{
			running_sum(a, a);
		}
		show("together", a);
		fill(a, 5);
		a[20] = 30;
		#pragma omp target data map(tofrom: a)
		{
			shrink(a, a + 20);
		}
		show("bound inside", a);
		#pragma omp target data map(tofrom: a)
		{
			halves(a, a + N / 2);
		}
		show("halves", a);
	}
	return 0;
}
