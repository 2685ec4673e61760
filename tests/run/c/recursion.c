// Recursion in device functions, direct and mutual.
// may-refuse: inspector
#include <stdio.h>

#pragma omp declare target
static int fib(int n)
{
	return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

static int ackermann(int m, int n)
{
	if (m == 0)
		return n + 1;
	if (n == 0)
		return ackermann(m - 1, 1);
	return ackermann(m - 1, ackermann(m, n - 1));
}

static int odd(unsigned n);

static int even(unsigned n)
{
	return n == 0 ? 1 : odd(n - 1);
}

static int odd(unsigned n)
{
	return n == 0 ? 0 : even(n - 1);
}

static void hanoi(int n, int from, int to, int *moves)
{
	if (n == 0)
		return;
	hanoi(n - 1, from, 6 - from - to, moves);
	moves[from - 1]++;
	hanoi(n - 1, 6 - from - to, to, moves);
}
#pragma omp end declare target

int main(void)
{
	int f[16], a[9], e[20], m[3] = { 0 };

	#pragma omp target map(from: f, a, e) map(tofrom: m)
	{
		#pragma omp parallel for
		for (int i = 0; i < 16; i++)
			f[i] = fib(i);
		#pragma omp parallel for num_threads(9)
		for (int i = 0; i < 9; i++)
			a[i] = ackermann(i / 3, i % 3);
		#pragma omp parallel for
		for (int i = 0; i < 20; i++)
			e[i] = even(i) + 2 * odd(i);
		hanoi(5, 1, 3, m);
	}
	for (int i = 0; i < 16; i++)
		printf("%d ", f[i]);
	for (int i = 0; i < 9; i++)
		printf("%d ", a[i]);
	for (int i = 0; i < 20; i++)
		printf("%d ", e[i]);
	printf("%d %d %d\n", m[0], m[1], m[2]);
	return 0;
}
