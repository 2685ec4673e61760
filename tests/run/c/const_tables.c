// may-refuse: inspector
// Constant arrays and structures of a block: in regions, in team code, in functions, and where their address matters.
#include <stdio.h>
#include <stddef.h>

enum { N = 70 };

struct rule { int left; double weight[3]; const char name[4]; };

static int digit(int v)
{
	const char digits[] = "0123456789abcdef";
	return digits[v & 15];
}

/* Each activation has a table of its own, which a program may see. */
static int distinct(int depth, const int *outer)
{
	const int own[3] = { 1, 2, 3 };

	if (outer == own)
		return 100;
	return depth == 0 ? own[2] : distinct(depth - 1, own) + own[1];
}

/* As old libraries have it: what is constant goes through a pointer to what is not. */
static double series(double *a, int n, double x)
{
	return n ? a[0] + x * series(a + 1, n - 1, x) : 0;
}

static double through_pointer(double x)
{
	double const c[] = { 1, -1, .5, -.25, .125, 3, 4, 5, 6, 7 };

	return series((double *)c, sizeof c / sizeof *c, x);
}

#pragma omp declare target to(distinct, series, through_pointer)

int main(void)
{
	double out[N], grid[7][10];
	int codes[N], depth = -1;

	#pragma omp target teams distribute parallel for map(from: out, codes)
	for (int i = 0; i < N; i++) {
		const double c[18] = { 1, .5, .25, .125, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14 };
		const unsigned char turn[4][3] = { { 1, 2 }, { [2] = 9 }, { 4, 5, 6 }, { 7 } };
		const struct rule r[2] = { { 3, { .5, 1 }, "ab" }, { .name = "xyz", .left = -2 } };
		const long one[1] = { 1L << 40 };
		double s = 0;

		for (int j = 17; j >= 0; j--)
			s = c[j] + s / (i + 2);
		out[i] = s + r[i % 2].weight[i % 3] * r[i & 1].left + one[i / N] + through_pointer(i % 3);
		codes[i] = turn[i % 4][i % 3] * 1000 + r[i % 2].name[i % 4] + digit(i);
	}
	#pragma omp target teams distribute num_teams(7) thread_limit(32) map(from: grid)
	for (int t = 0; t < 7; t++) {
		const int shift[7] = { 6, 5, 4, 3, 2, 1, 0 };
		int first = shift[t];

		#pragma omp parallel for firstprivate(shift)
		for (int i = 0; i < 10; i++)
			grid[t][i] = first * 100 + shift[(t + i) % 7];
	}
	#pragma omp target map(from: depth)
	depth = distinct(5, NULL);
	for (int i = 0; i < N; i++)
		printf("%.12g %d %g\n", out[i], codes[i], grid[i / 10][i % 10]);
	printf("%d\n", depth);
	return 0;
}
