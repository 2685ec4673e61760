// minicc-args: -fopenmp-nonaliased-maps
/*
 * Programs that keep the promise of -fopenmp-nonaliased-maps get the same results with it: one
 * array's values reach another through a third between regions, and within one what is written is read.
 */
#include <stdio.h>
#include <stdlib.h>

struct pair { double *to, *from; };

static void
step(int n, double *to, const double *from, const double *weights)
{
	#pragma omp target teams distribute parallel for map(tofrom: to[0:n]) map(to: from[0:n], weights[0:3])
	for (int i = 1; i < n - 1; i++)
		to[i] = weights[0] * from[i - 1] + weights[1] * from[i] + weights[2] * from[i + 1];
}

static double
total(int n, struct pair p)
{
	double sum = 0;

	#pragma omp target teams distribute parallel for reduction(+: sum) map(to: p.from[0:n]) map(p.to[0:n])
	for (int i = 0; i < n; i++) {
		p.to[i] += p.from[i];
		p.to[i] *= 2;
		sum += p.to[i];
	}
	return sum;
}

int
main(void)
{
	enum { N = 500 };
	double weights[3] = { 0.25, 0.5, 0.25 }, *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);

	for (int i = 0; i < N; i++)
		a[i] = b[i] = i % 16;
	for (int k = 0; k < 4; k++) {
		step(N, b, a, weights);
		step(N, a, b, weights);
	}
	printf("%a %a\n", a[N / 2], b[N / 3]);
	printf("%a\n", total(N, (struct pair){ a, b }));
	/* neighbours in one array do not overlap either */
	step(N / 2, a, a + N / 2, weights);
	printf("%a %a\n", a[1], a[N / 2 - 2]);
	free(a);
	free(b);
	return 0;
}
