// Sequential code calls functions: some only compute, so that all threads may call them (recursive
// ones, ones that read what a region has written, ones with local arrays and records); some write
// through a pointer, count their calls, or call such a function.
// refuse: inspector "which follows a parallel region, writes memory"
// needs-threads: 40
#include <stdio.h>
#include <math.h>

struct pair { int lo, hi; };

static int calls;
#pragma omp declare target(calls)

static int count(int x)
{
	calls++;
	return x + calls;
}

static int through(int depth, int x)
{
	return depth ? through(depth - 1, x) : count(x);
}

static int fibonacci(int n)
{
	return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static int largest(const int *a, int n)
{
	int best[4] = { 0 };

	for (int i = 0; i < n; i++)
		if (a[i] > best[i & 3])
			best[i & 3] = a[i];
	for (int i = 1; i < 4; i++)
		if (best[i] > best[0])
			best[0] = best[i];
	return best[0];
}

static struct pair order(int a, int b)
{
	struct pair p = { a < b ? a : b, a < b ? b : a };

	return p;
}

static void swap(int *a, int *b)
{
	int t = *a;

	*a = *b;
	*b = t;
}

int main(void)
{
	int a[100], out[8] = { 0 };
	double root = 0;

	for (int i = 0; i < 100; i++)
		a[i] = i * 37 % 101;
	#pragma omp target map(tofrom: a, out, root)
	{
		int f = fibonacci(10), x = 3, y = 8;
		struct pair p = order(f, 7);

		#pragma omp parallel for
		for (int i = 0; i < 100; i++)
			a[i] += p.lo + i % 3;
		int m = largest(a, 100);                /* reads what the region wrote */
		swap(&x, &y);
		struct pair q = order(m, x);
		double r = sqrt(m) + floor(fabs(cos(0.0)) + 0.5);

		#pragma omp parallel for
		for (int i = 0; i < 100; i++)
			a[i] += q.hi - y;
		if (largest(a, 10) > m)
			out[0] = count(m);
		for (int k = 0; k < 3; k++) {
			out[1] += through(k, fibonacci(k));
			#pragma omp parallel num_threads(40) reduction(+: m)
			m += a[k] + x;
		}
		out[2] = m;
		out[3] = largest(a, 100) + q.lo;
		out[4] = x * 10 + y;
		root = r;
	}
	#pragma omp target update from(calls)
	for (int i = 0; i < 5; i++)
		printf("%d ", out[i]);
	printf("%d %d %d %a\n", calls, a[1], a[99], root);
	return 0;
}
