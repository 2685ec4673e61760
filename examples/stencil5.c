/*
 * A 5-point stencil in two dimensions, several sweeps between two grids.
 *
 * Shows: `collapse(2)`, a `target data` region that keeps both grids on the device for all sweeps,
 * pointers to arrays (rows of variable length) as parameters.
 * Source: the stencil of Martineau, McIntosh-Smith et al., "Performance Analysis and Optimization
 * of Clang's OpenMP 4.5 GPU Support", 2016, section IV, here as a heat diffusion.
 * Usage: stencil5 [rows [columns [sweeps]]]
 *
 * The weights are powers of two, so that a fused multiply-add rounds like the two operations.
 */
#include "verdict.h"
#include <stdlib.h>

static void
sweep(int rows, int cols, double (*to)[cols], double (*from)[cols])
{
	#pragma omp target teams distribute parallel for collapse(2) \
		map(tofrom: to[0:rows]) map(to: from[0:rows])
	for (int i = 1; i < rows - 1; i++)
		for (int j = 1; j < cols - 1; j++)
			to[i][j] = 0.5 * from[i][j] + 0.125 * (from[i - 1][j] + from[i + 1][j] +
				from[i][j - 1] + from[i][j + 1]);
}

static void
sweep_on_host(int rows, int cols, double (*to)[cols], double (*from)[cols])
{
	for (int i = 1; i < rows - 1; i++)
		for (int j = 1; j < cols - 1; j++)
			to[i][j] = 0.5 * from[i][j] + 0.125 * (from[i - 1][j] + from[i + 1][j] +
				from[i][j - 1] + from[i][j + 1]);
}

/* Hot spots on a cold plate with a warm rim, in both grids. */
static void
fill(int rows, int cols, double (*u)[cols], double (*v)[cols])
{
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < cols; j++) {
			int rim = i == 0 || j == 0 || i == rows - 1 || j == cols - 1;

			u[i][j] = v[i][j] = rim ? 20 : (i * 31 + j * 17) % 97 == 0 ? 1000 : 0;
		}
}

int
main(int argc, char **argv)
{
	int rows = argc > 1 ? atoi(argv[1]) : 300;
	int cols = argc > 2 ? atoi(argv[2]) : 257;
	int sweeps = argc > 3 ? atoi(argv[3]) : 4;
	size_t bytes = sizeof(double[rows][cols]);
	double (*u)[cols] = malloc(bytes), (*v)[cols] = malloc(bytes);
	double (*hu)[cols] = malloc(bytes), (*hv)[cols] = malloc(bytes);
	long wrong = 0;

	fill(rows, cols, u, v);
	fill(rows, cols, hu, hv);
	#pragma omp target data map(tofrom: u[0:rows], v[0:rows])
	for (int s = 0; s < sweeps; s++)
		if (s % 2 == 0)
			sweep(rows, cols, v, u);
		else
			sweep(rows, cols, u, v);
	for (int s = 0; s < sweeps; s++)
		if (s % 2 == 0)
			sweep_on_host(rows, cols, hv, hu);
		else
			sweep_on_host(rows, cols, hu, hv);
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < cols; j++)
			wrong += u[i][j] != hu[i][j] || v[i][j] != hv[i][j];
	return verdict("stencil5", wrong, (long)rows * cols);
}
