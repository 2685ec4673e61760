// loop without bind that no teams or parallel is around: one thread goes through it, and cc takes
// what is left of the program without target. Constructs around and inside change nothing.
#include <stdio.h>

enum { N = 100, ROWS = 10 };

static int a[N], t[ROWS][ROWS];

#pragma omp declare target
static int sum_up_to(int n)
{
	int s = 0;

	#pragma omp loop bind(thread) reduction(+: s)
	for (int i = 0; i < n; i++)
		s += i;
	return s;
}
#pragma omp end declare target

static void directly(void)
{
	int i, s = 0, below = 0;

	#pragma omp target map(from: a)
	#pragma omp loop
	for (i = 0; i < N; i++)
		a[i] = i;
	#pragma omp target map(tofrom: s, a)
	{
		#pragma omp loop reduction(+: s)
		for (int k = 0; k < N; k++)
			s += a[k];
	}
	#pragma omp target map(from: t)
	#pragma omp loop collapse(2) private(s) order(concurrent)
	for (int r = 0; r < ROWS; r++)
		for (int c = 0; c < ROWS; c++) {
			s = r * c;
			t[r][c] = s;
		}
	#pragma omp target map(tofrom: below)
	#pragma omp loop collapse(2) reduction(+: below)
	for (int r = 0; r < ROWS; r++)
		for (int c = 0; c < r; c++)
			below += t[r][c];
	printf("%d %d\n", s, below);
}

static void with_others(void)
{
	int i, s = 0;

	#pragma omp target data map(tofrom: a)
	{
		#pragma omp target parallel
		#pragma omp loop
		for (i = 0; i < N; i++)
			a[i]++;
		#pragma omp target
		#pragma omp teams loop
		for (i = 0; i < N; i++)
			a[i]++;
		#pragma omp target
		#pragma omp loop
		for (i = 0; i < N; i++) {
			int own = 0;

			#pragma omp loop reduction(+: own)
			for (int k = 0; k < i; k++)
				own += k;
			a[i] += own;
		}
	}
	#pragma omp target teams distribute map(tofrom: t)
	for (int r = 0; r < ROWS; r++)
		#pragma omp loop
		for (int c = 0; c < ROWS; c++)
			t[r][c]++;
	#pragma omp parallel
	#pragma omp single
	{
		#pragma omp target map(tofrom: s)
		#pragma omp loop reduction(+: s)
		for (int k = 0; k < N; k++)
			s += a[k];
	}
	#pragma omp target map(tofrom: s) nowait
	#pragma omp loop reduction(+: s)
	for (int k = 0; k < N; k++)
		s += a[k] + t[k / ROWS][k % ROWS];
	#pragma omp taskwait
	#pragma omp target map(tofrom: s) if(s < 0)
	#pragma omp loop reduction(+: s)
	for (int k = 0; k < N; k++)
		s += a[k];
	#pragma omp target map(tofrom: s)
	s += sum_up_to(N);
	printf("%d\n", s);
}

int main(void)
{
	directly();
	with_others();
	return 0;
}
