/*
 * A loop that fits a warp, behind work that only the thread can do: not to be collapsed.
 *
 * Shows: what is ideal for three levels, and what the thread's own stores cost in each form.
 * Source: after the description of the benchmarking kernel in Wright et al. 2023, §6.3 and Figure 9.
 */
#include "verdict.h"

enum { OUTER = 512, INNER = 32 };
static double in[OUTER][INNER], out[OUTER][INNER], scale[OUTER], last[OUTER];

static double
factor(int i)
{
	double f = 1;

	for (int k = 0; k < i % 8; k++)
		f = f / 2 + in[i][k];
	return f;
}

int
main(void)
{
	long wrong = 0;

	for (int i = 0; i < OUTER; i++)
		for (int j = 0; j < INNER; j++)
			in[i][j] = (i + 3 * j) % 8;
	#pragma omp target teams distribute parallel for map(to: in) map(from: out, scale, last)
	for (int i = 0; i < OUTER; i++) {
		double f = 1;

		for (int k = 0; k < i % 8; k++)
			f = f / 2 + in[i][k];
		scale[i] = f;
		#pragma omp simd
		for (int j = 0; j < INNER; j++)
			out[i][j] = in[i][j] * scale[i] + j;
		last[i] = out[i][INNER - 1];
	}
	for (int i = 0; i < OUTER; i++) {
		double f = factor(i);
		for (int j = 0; j < INNER; j++)
			wrong += out[i][j] != in[i][j] * f + j;
		wrong += scale[i] != f || last[i] != out[i][INNER - 1];
	}
	return verdict("ideal", wrong, OUTER * (INNER + 2));
}
