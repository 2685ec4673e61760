// Variable-length arrays: mapped, of two dimensions, parameters, firstprivate, sections, declared in
// regions.
// may-refuse: spmd inspector
#include <stdio.h>

static void scale(int rows, int cols, double m[rows][cols], double by)
{
	#pragma omp target teams distribute parallel for collapse(2) map(tofrom: m[0:rows][0:cols])
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < cols; j++)
			m[i][j] *= by + j;
}

static long area(int n, int m)
{
	int v[n][m];
	long sum = 0;

	for (int i = 0; i < n * m; i++)
		v[i / m][i % m] = i;
	#pragma omp target map(tofrom: v, sum)
	{
		#pragma omp parallel for reduction(+: sum)
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++)
				sum += v[i][j] * (i + 1);
		v[n - 1][m - 1] = (int)sum;
	}
	return sum * 1000 + v[n - 1][m - 1] % 1000;
}

/* Only what is private has this length. */
static int own(int n)
{
	int mine[n], unused[n][n], out = 0;

	#pragma omp target private(mine, unused) map(from: out)
	{
		mine[0] = sizeof mine / sizeof mine[0];
		out = mine[0];
	}
	return out;
}

int main(void)
{
	int n = 5, k = 3;
	double m[n][k], row[k];
	short flat[n * 2];

	for (int i = 0; i < n; i++)
		for (int j = 0; j < k; j++)
			m[i][j] = i + j * 0.5;
	scale(n, k, m, 2);
	for (int i = 0; i < n; i++)
		printf("%g %g %g, ", m[i][0], m[i][1], m[i][2]);
	for (int j = 0; j < k; j++)
		row[j] = j;
	for (int i = 0; i < n * 2; i++)
		flat[i] = (short)i;
	#pragma omp target map(tofrom: m, flat) map(to: row[0:k])
	{
		double (*at)[k] = m + 1;

		for (int j = 0; j < k; j++)
			at[0][j] = row[j] - (double)sizeof m[0] + flat[n * 2 - 1 - j];
		flat[0] = (short)(sizeof m / sizeof m[0][0]);
	}
	printf("%g %g %d\n", m[1][0], m[1][2], flat[0]);
	printf("%ld %ld %ld, %d\n", area(1, 1), area(7, 3), area(40, 33), own(6));
	return 0;
}
