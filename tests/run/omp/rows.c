// A matrix as pointers to rows, which are mapped one by one, and as one block (OpenMP 5.2 [5.8.6]).
#include <stdio.h>
#include <stdlib.h>

static double **
new_rows(int n, int m)
{
	double **a = malloc((size_t)n * sizeof *a);

	for (int i = 0; i < n; i++) {
		a[i] = malloc((size_t)m * sizeof *a[i]);
		for (int j = 0; j < m; j++)
			a[i][j] = i + 10 * j;
	}
	return a;
}

static void
one_by_one(double **a, int n, int m)
{
	#pragma omp target enter data map(to: a[0:n])
	for (int i = 0; i < n; i++) {
		#pragma omp target enter data map(to: a[i][0:m])
	}
	#pragma omp target teams distribute parallel for collapse(2)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			a[i][j] *= 2;
	for (int i = 0; i < n; i++) {
		#pragma omp target exit data map(from: a[i][0:m])
	}
	#pragma omp target exit data map(release: a[0:n])
}

static void
one_block(double **rows, int n, int m)
{
	double (*a)[m] = malloc((size_t)n * sizeof *a);

	#pragma omp target teams distribute parallel for collapse(2) map(from: a[0:n])
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			a[i][j] = 2 * (i + 10 * j);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			if (a[i][j] != rows[i][j])
				printf("[%d][%d] is %g in the block, %g in rows\n", i, j, a[i][j], rows[i][j]);
	free(a);
}

int main(void)
{
	int n = 5, m = 7;
	double **a = new_rows(n, m);

	one_by_one(a, n, m);
	one_block(a, n, m);
	printf("%g %g %g\n", a[0][0], a[2][3], a[4][6]);
	for (int i = 0; i < n; i++)
		free(a[i]);
	free(a);
	return 0;
}
