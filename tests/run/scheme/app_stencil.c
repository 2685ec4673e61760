// A program's shape: a Jacobi stencil, its grids mapped for the whole run and swapped as pointers,
// the halo refreshed by update, convergence by a max reduction.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef NX
#define NX 34
#define NY 26
#endif
#define AT(g, i, j) ((g)[(size_t)(i) * NY + (j)])

static void init(double *restrict g)
{
	for (int i = 0; i < NX; i++)
		for (int j = 0; j < NY; j++)
			AT(g, i, j) = (i == 0) ? 100 : (j == NY - 1) ? 25 : 0;
}

static double sweep(const double *restrict in, double *restrict out)
{
	double diff = 0;

	#pragma omp target teams distribute parallel for collapse(2) reduction(max: diff) \
		map(tofrom: diff)
	for (int i = 1; i < NX - 1; i++)
		for (int j = 1; j < NY - 1; j++) {
			double v = 0.25 * (AT(in, i - 1, j) + AT(in, i + 1, j) + AT(in, i, j - 1) +
				AT(in, i, j + 1));

			diff = fmax(diff, fabs(v - AT(in, i, j)));
			AT(out, i, j) = v;
		}
	return diff;
}

/* The boundary warms up on the host and only its row travels. */
static void heat(double *g, int step)
{
	for (int j = 0; j < NY; j++)
		AT(g, 0, j) = 100 + step;
	#pragma omp target update to(g[0:NY])
}

int main(void)
{
	size_t n = (size_t)NX * NY;
	double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), diff = 1, sum = 0;
	int step = 0;

	init(a);
	init(b);
	#pragma omp target enter data map(to: a[:n], b[:n])
	while (diff > 0.05 && step < 60) {
		diff = sweep(a, b);
		if (step % 10 == 9) {
			heat(a, step);
			heat(b, step);
		}
		double *t = a;
		a = b;
		b = t;
		step++;
	}
	#pragma omp target update from(a[NY * (NX / 2) : NY])
	for (int j = 0; j < NY; j++)
		sum += AT(a, NX / 2, j);
	printf("%d steps, diff %a, middle %a\n", step, diff, sum);
	#pragma omp target exit data map(from: a[:n]) map(delete: b[:n])
	sum = 0;
	for (size_t i = 0; i < n; i++)
		sum += a[i] * (double)(i % 7);
	printf("%a\n", sum);
	free(a);
	free(b);
	return 0;
}
