// Parallel regions in functions that call themselves, or are called through pointers: with one thread
// at worst, but right, under every scheme.
// may-refuse: inspector
#include <stdio.h>

static int sum_tree(const int *a, int n)
{
	int left = 0, right = 0;

	if (n <= 4) {
		#pragma omp parallel for reduction(+: left)
		for (int i = 0; i < n; i++)
			left += a[i];
		return left;
	}
	#pragma omp parallel sections
	{
		#pragma omp section
		left = sum_tree(a, n / 2);
		#pragma omp section
		right = sum_tree(a + n / 2, n - n / 2);
	}
	return left + right;
}

static void scale(int n, int *a)
{
	#pragma omp parallel for schedule(dynamic, 2)
	for (int i = 0; i < n; i++)
		a[i] *= 3;
}

static void shift(int n, int *a)
{
	int last = a[n - 1];

	#pragma omp parallel
	{
		#pragma omp single
		last++;
		#pragma omp for lastprivate(last)
		for (int i = 0; i < n; i++)
			a[i] += last = i;
		#pragma omp master
		a[0] += last;
	}
}

static int down(int n, int *a)
{
	#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[i] += n;
	return n > 1 ? down(n / 2, a) + 1 : 0;
}

int main(void)
{
	int a[100], sums[4] = { 0 }, depth = 0;

	for (int i = 0; i < 100; i++)
		a[i] = i;
	#pragma omp target map(tofrom: a, sums, depth)
	{
		void (*steps[2])(int, int *) = { scale, shift };

		sums[0] = sum_tree(a, 100);
		steps[sums[0] & 1](50, a);
		for (int k = 0; k < 2; k++)
			steps[k](100 - k, a);
		sums[1] = sum_tree(a, 100);
		depth = down(100, a);
		#pragma omp parallel for reduction(+: sums[2:2])
		for (int i = 0; i < 3; i++) {
			int own[5] = { i, i, i, i, i };

			sums[2] += sum_tree(a, 30 + i);
			steps[0](5, own);
			sums[3] += own[4];
		}
	}
	printf("%d %d %d %d %d, %d %d %d\n", sums[0], sums[1], sums[2], sums[3], depth, a[0], a[50], a[99]);
	return 0;
}
