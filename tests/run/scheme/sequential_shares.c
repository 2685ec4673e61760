// may-refuse: inspector
// What sequential code and parallel regions of one team share: sections, members, locals, private copies, what an
// outer construct has mapped, what functions use. tests/hostseq.t runs it with the sequential code on the host, too.
#include <stdio.h>
#include <stdlib.h>

enum { N = 60 };

struct grid {
	int n, step;
	double *cell;
};

#pragma omp declare target
static int calls;
static int count(int by) { return calls += by; }
#pragma omp end declare target

static int table[4][N];

/* Items of which sequential code uses some, regions others, and both a few. */
static void items(int *a, int n)
{
	int total = 0, x = 3, last = -1, b[N], c[N] = { 0 };

	for (int i = 0; i < N; i++)
		b[i] = i % 7;
	#pragma omp target map(tofrom: a[2:n], total) map(to: b) map(from: c[0:n]) firstprivate(x)
	{
		int local[8], rows = 2;
		double scale = 0.5;

		x += a[2];
		for (int k = 0; k < 8; k++)
			local[k] = k * x;
		#pragma omp parallel for lastprivate(last)
		for (int i = 0; i < n; i++) {
			c[i] = b[i] * x + local[i % 8];
			last = i;
		}
		total += last;
		#pragma omp parallel num_threads(8)
		{
			#pragma omp for reduction(+: total)
			for (int i = 0; i < 8; i++) {
				local[i] += rows * scale;
				total += local[i] + c[i];
			}
		}
		if (total > 100)
			for (int k = 0; k < 3; k++) {
				#pragma omp parallel for
				for (int i = 2; i < n + 2; i++)
					a[i] += k + x;
				a[2] *= 2;
			}
		x = -1;
	}
	printf("items %d %d %d %d %d\n", total, x, a[2], a[9], c[11]);
}

/* A structure and what its pointer leads to; the device has both already. */
static void inside_data(void)
{
	struct grid g = { N, 2, malloc(N * sizeof(double)) };
	double sum = 0;
	int i;

	for (i = 0; i < N; i++)
		g.cell[i] = i;
	#pragma omp target data map(to: g) map(tofrom: g.cell[0:N], table)
	{
		#pragma omp target parallel for
		for (i = 0; i < N; i++)
			g.cell[i] += 1;         /* the host does not know yet */
		#pragma omp target map(tofrom: g, g.cell[0:N], sum)
		{
			g.cell[0] += g.step;
			#pragma omp parallel for
			for (i = 1; i < g.n; i++) {
				g.cell[i] *= 2;
				table[1][i] = i;
			}
			for (int k = 0; k < N; k++)
				sum += g.cell[k];
			g.cell[1] = -1;
			table[2][3] = sum;
		}
		#pragma omp target parallel for private(i) map(tofrom: sum)
		for (i = 0; i < 1; i++)
			sum += g.cell[1] + table[2][3];
	}
	printf("data %g %g %g %d %d\n", sum, g.cell[0], g.cell[N - 1], table[1][5], table[2][3]);
	free(g.cell);
}

/* A function of sequential code, one of a region, and a variable that both use. */
static void functions(void)
{
	int seen = 0, got[4] = { 0 };

	#pragma omp target map(tofrom: seen, got)
	{
		count(2);
		#pragma omp parallel num_threads(4)
		{
			#pragma omp critical
			seen += count(1) > 2;
		}
		got[0] = count(10);
		#pragma omp parallel for
		for (int i = 1; i < 4; i++)
			got[i] = calls + i;
	}
	#pragma omp target update from(calls)
	printf("functions %d %d %d %d\n", seen, got[0], got[3], calls);
}

int main(void)
{
	int a[N + 2];

	for (int i = 0; i < N + 2; i++)
		a[i] = i;
	items(a, N);
	inside_data();
	functions();
	return 0;
}
