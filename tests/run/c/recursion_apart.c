// Lanes that come back from recursive functions at different depths meet again: at barriers, in reductions, in regions of their own.
// may-refuse: inspector
#include <stdio.h>

enum { N = 700 };

#pragma omp declare target
static long gcd(long a, long b)
{
	long g;

	if (!b)
		return a;
	g = gcd(b, a % b);
	return g < 0 ? -g : g;
}

static int depth(int n)
{
	return n < 2 ? 0 : 1 + depth(n % 2 ? 3 * n + 1 : n / 2);
}

static int even(unsigned n);

static int odd(unsigned n)
{
	int e = n ? even(n - 1) : 1;
	return !e;
}

static int even(unsigned n)
{
	int o = n ? odd(n - 1) : 0;
	return !o;
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
#pragma omp declare reduction(gcd: long: omp_out = gcd(omp_out, omp_in))

static void
reductions(int threads, const int *a)
{
	long g = 0, sum = 0;
	int deepest = 0, evens = 0;

	#pragma omp target teams distribute parallel for num_teams(3) num_threads(threads) map(to: a[:N]) \
		reduction(gcd: g) reduction(max: deepest) reduction(+: sum, evens)
	for (int i = 0; i < N; i++) {
		int d = depth(a[i] % 97 + 1);

		g = gcd(g, (i + 1) * 36L);
		if (d > deepest)
			deepest = d;
		sum += d;
		evens += even(a[i] % 13);
	}
	printf("%d: %ld %d %ld %d\n", threads, g, deepest, sum, evens);
}

static void
barriers(int threads, const int *a)
{
	static int d[N], e[N];
	int moves[3] = { 0 }, most = 0, singles = 0, critical = 0;

	#pragma omp target map(to: a[:N]) map(from: d, e) map(tofrom: moves, most, singles, critical)
	{
		#pragma omp parallel num_threads(threads)
		{
			#pragma omp for
			for (int i = 0; i < N; i++)
				d[i] = depth(a[i] % 61 + 1);
			#pragma omp for reduction(max: most)
			for (int i = 0; i < N; i++) {
				int o = depth(d[N - 1 - i] + 1);
				e[i] = d[N - 1 - i] + o;
				most = o > most ? o : most;
			}
			for (int k = 0; k < 3; k++) {
				#pragma omp single
				singles += depth(k + 5);
			}
			#pragma omp for schedule(dynamic)
			for (int i = 0; i < 40; i++) {
				int x = depth(i + 1);
				#pragma omp critical
				critical += x;
			}
		}
		hanoi(5, 1, 3, moves);
		#pragma omp parallel for num_threads(threads)
		for (int i = 0; i < N; i++) {
			int m[3] = { 0 };
			hanoi(i % 6, 1, 3, m);
			e[i] += m[0] + 10 * m[1] + 100 * m[2];
		}
	}
	long sum = 0;
	for (int i = 0; i < N; i++)
		sum += (long)i * d[i] + 3L * i * e[i];
	printf("%d: %ld %d %d %d %d %d %d\n", threads, sum, most, singles, critical, moves[0], moves[1], moves[2]);
}

int
main(void)
{
	static const int threads[] = { 1, 33, 64, 256, 1024 };
	static int a[N];

	for (int i = 0; i < N; i++)
		a[i] = (i * 37 + 11) % 1009;
	for (int k = 0; k < 5; k++) {
		reductions(threads[k], a);
		barriers(threads[k], a);
	}
	return 0;
}
