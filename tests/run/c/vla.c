// arrays of variable length: mapped ones, parameters, local ones, pointers to rows, sizeof, typedef
#include <stdio.h>
#include <stdlib.h>

static void scale(int n, int m, double a[n][m], double s)
{
	#pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:n][0:m])
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			a[i][j] += s * i + j;
}

/* Lengths are fixed where a type is written, whatever happens to n and m afterwards. */
static long inside(int n, int m, double *flat)
{
	long sum = 0;

	#pragma omp target map(tofrom: flat[0:n*m], sum)
	{
		double (*rows)[m] = (double (*)[m])flat;
		typedef int row[n];
		int width = m;

		m = 100;
		n += 3;
		for (int i = 0; i < n - 3; i++)
			for (int j = 0; j < width; j++)
				rows[i][j] *= 2;
		for (int k = 1; k < 4; k++) {
			double (*narrow)[k] = (double (*)[k])flat;
			int square[k][k + 1];

			square[k - 1][k] = k;
			sum += sizeof *narrow + sizeof square + narrow[2][k - 1] + square[k - 1][k];
		}
		row r;

		r[n - 4] = 5;
		sum += sizeof r + r[n - 4] + sizeof(int[n]);
	}
	return sum;
}

int main(void)
{
	int n = 13, m = 7;
	double (*a)[m] = malloc(sizeof(double[n][m]));
	double local[n][m], sum = 0;

	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			a[i][j] = local[i][j] = i - j;
	scale(n, m, a, 2.5);
	#pragma omp target teams distribute parallel for map(tofrom: local)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			local[i][j] += sizeof local / sizeof local[0];
	printf("%ld\n", inside(n, m, &a[0][0]));
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			sum += a[i][j] * (j + 1) + local[i][j] * i;
	printf("%f\n", sum);
	return 0;
}
