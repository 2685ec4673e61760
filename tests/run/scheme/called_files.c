// Parallel regions of another file: with this file's variables, with functions of this file as
// callbacks, in a recursion over both files, and a critical construct whose name both files use.
// args: tests/run/two/called.c
// may-refuse: inspector
#include <stdio.h>

#pragma omp declare target
long sum_of(int n, const int *a);
void each(int n, int *a, void (*f)(int, int *));
void down(int n, int *a);
void up(int n, int *a);
int calls;
extern int rows[2][50];
extern void (*chosen)(int, int *);

void
up(int n, int *a)
{
	int most = 0;

	#pragma omp parallel for reduction(max: most)
	for (int i = 0; i < n; i++)
		most = a[i] > most ? a[i] : most;
	a[n] += most;
	down(n, a);
}

static void
squares(int n, int *a)
{
	#pragma omp parallel for num_threads(33)
	for (int i = 0; i < n; i++)
		a[i] = a[i] * a[i] % 97;
}

// No region here, but the callee's regions see the array.
static long
own(int n)
{
	int mine[50];

	for (int i = 0; i < n; i++)
		mine[i] = i * n;
	each(n, mine, squares);
	return sum_of(n, mine);
}
#pragma omp end declare target

int
main(void)
{
	int a[50];
	long sums[4] = { 0 };

	for (int i = 0; i < 50; i++)
		a[i] = i % 10;
	#pragma omp target map(tofrom: a, sums)
	{
		sums[0] = own(50) + own(31);
		down(49, a);
		chosen = squares;
		#pragma omp parallel for
		for (int i = 0; i < 40; i++) {
			#pragma omp critical (calls)
			calls++;
			rows[1][i] += i;
		}
		each(40, a, chosen);
		sums[1] = sum_of(50, a);
		#pragma omp parallel for reduction(+: sums[2:1])
		for (int i = 1; i < 20; i++) {
			sums[2] += own(i);
			#pragma omp critical (calls)
			calls++;
		}
	}
	#pragma omp target update from(calls, rows)
	for (int i = 0; i < 50; i++)
		sums[3] += rows[0][i] + rows[1][i];
	printf("%ld %ld %ld %ld, %d calls, %d %d %d\n", sums[0], sums[1], sums[2], sums[3], calls,
		a[0], a[24], a[49]);
	return 0;
}
