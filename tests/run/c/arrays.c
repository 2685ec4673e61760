// Arrays of two and three dimensions: global, local to a thread, of variable length, as parameters.
// may-refuse: inspector
#include <stdio.h>
#include <stdlib.h>

#define R 6
#define C 9

static int grid[R][C];
static short cube[3][4][5];

static int row_sum(int n, int (*m)[n], int row)
{
	int sum = 0;

	for (int j = 0; j < n; j++)
		sum += m[row][j];
	return sum;
}

static int trace3(int m[3][3])
{
	return m[0][0] + m[1][1] + m[2][2];
}

int main(void)
{
	int n = 7, sums[R], traces[20];
	int (*heap)[n] = malloc(sizeof(int[n][n]));

	#pragma omp target teams distribute parallel for collapse(2) map(tofrom: grid)
	for (int i = 0; i < R; i++)
		for (int j = 0; j < C; j++)
			grid[i][j] += 100 * i + j;
	#pragma omp target map(tofrom: cube)
	{
		#pragma omp parallel for collapse(3)
		for (int i = 0; i < 3; i++)
			for (int j = 0; j < 4; j++)
				for (int k = 0; k < 5; k++)
					cube[i][j][k] = 100 * i + 10 * j + k;
		cube[2][3][4] *= 2;
	}
	#pragma omp target teams distribute parallel for map(to: grid) map(from: sums)
	for (int i = 0; i < R; i++)
		sums[i] = row_sum(C, grid, i);
	#pragma omp target teams distribute parallel for map(from: traces)
	for (int t = 0; t < 20; t++) {
		int local[3][3], product[3][3] = { { 0 } };

		for (int i = 0; i < 3; i++)
			for (int j = 0; j < 3; j++)
				local[i][j] = t + i - 2 * j;
		for (int i = 0; i < 3; i++)
			for (int j = 0; j < 3; j++)
				for (int k = 0; k < 3; k++)
					product[i][j] += local[i][k] * local[k][j];
		traces[t] = trace3(product);
	}
	#pragma omp target teams distribute parallel for collapse(2) map(from: heap[0:n])
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			heap[i][j] = i * n - j;
	for (int i = 0; i < R; i++)
		printf("%d %d %d\n", grid[i][0], grid[i][C - 1], sums[i]);
	for (int i = 0; i < 60; i++)
		printf("%d ", (&cube[0][0][0])[i]);
	for (int t = 0; t < 20; t++)
		printf("%d ", traces[t]);
	for (int i = 0; i < n; i++)
		printf("%d %d\n", heap[i][0], heap[i][n - 1]);
	return 0;
}
