/*
 * STREAM triad on this machine's CPU, one core: prints elements per second, the best of five.
 * For `make bench`, which compares the simulator with it; compiled by the host's compiler.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define N (1 << 24)

static double
now(void)
{
	struct timespec t;

	timespec_get(&t, TIME_UTC);
	return t.tv_sec + t.tv_nsec * 1e-9;
}

int
main(void)
{
	double *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b), *c = malloc(N * sizeof *c);
	double best = 1e9;

	for (int i = 0; i < N; i++) {
		a[i] = 0;
		b[i] = c[i] = i;
	}
	for (int k = 0; k < 5; k++) {
		double t = now();

		for (int i = 0; i < N; i++)
			a[i] = b[i] + 3.0 * c[i];
		t = now() - t;
		best = t < best ? t : best;
	}
	if (a[N - 1] != 4.0 * (N - 1))
		return 1;
	printf("%.4e\n", N / best);
	return 0;
}
