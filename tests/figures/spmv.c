// Sparse matrix times vector, rows of up to 40 elements, a row for each group of lanes: for
// tests/tools/scheme-figures.
#include <stdio.h>

#define ROWS 2048
#define MOST 40

static int start[ROWS + 1], column[ROWS * MOST];
static double value[ROWS * MOST], x[ROWS], y[ROWS];

int main(void)
{
	for (int i = 0; i < ROWS; i++) {
		x[i] = i % 8;
		start[i + 1] = start[i] + 1 + i * 7 % MOST;
		for (int k = start[i]; k < start[i + 1]; k++) {
			column[k] = (i + 17 * k) % ROWS;
			value[k] = k % 4;
		}
	}
	#pragma omp target teams distribute parallel for num_teams(32) thread_limit(64) \
		map(to: start, column, value, x) map(from: y)
	for (int i = 0; i < ROWS; i++) {
		double sum = 0.0;

		#pragma omp simd reduction(+: sum)
		for (int k = start[i]; k < start[i + 1]; k++)
			sum += value[k] * x[column[k]];
		y[i] = sum;
	}
	for (int i = 0; i < ROWS; i++) {
		for (int k = start[i]; k < start[i + 1]; k++)
			y[i] -= value[k] * x[column[k]];
		if (y[i] != 0.0)
			return printf("y[%d] is off by %g\n", i, y[i]);
	}
	return 0;
}
